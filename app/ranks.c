/* app/ranks.c -- starts MPI and brings together what ranks know. */
#include "app/ranks.h"
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "mesh/agree.h"

static int rank, count = 1;

int ranks_are_launched(void)
{
    static const char *const launchers[] = { "OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK",
                                             "SLURM_PROCID" };
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers; ++i)
        if (getenv(launchers[i])) return 1;
    return 0;
}

enum status ranks_start(int is_for_one)
{
    int provided;
    if (!ranks_are_launched()) { /* nobody to talk to: no looking for networks */
        setenv("OMPI_MCA_pml", "ob1", 0);
        setenv("OMPI_MCA_btl", "self", 0);
    }
    /* StarPU's thread for messages is at it as well. */
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided) != MPI_SUCCESS)
        FAIL(BAD_MACHINE, "MPI does not start");
    atexit(ranks_stop); /* where argp ends the program */
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    if (count > 1 && is_for_one)
        FAIL(BAD_INPUT, "this command runs on one rank, but mpirun started %d; start it without",
             count);
    if (count > 1 && provided < MPI_THREAD_MULTIPLE)
        FAIL(BAD_MACHINE, "this MPI lets one thread at a time send messages; several ranks want "
             "MPI_THREAD_MULTIPLE");
    return OK;
}

void ranks_stop(void)
{
    int is_running = 0, is_over = 0;
    MPI_Initialized(&is_running);
    MPI_Finalized(&is_over);
    if (is_running && !is_over) MPI_Finalize();
}

int ranks_count(void) { return count; }
int ranks_mine(void) { return rank; }

/* What argp answers by itself, and ends the program. */
static int asks_for_help(int argc, char **argv)
{
    static const char *const words[] = { "--help", "-?", "--usage", "--version", "-V" };
    for (int i = 1; i < argc; ++i)
        for (size_t w = 0; w < sizeof words / sizeof *words; ++w)
            if (!strcmp(argv[i], words[w])) return 1;
    return 0;
}

static enum status answer(const struct argp *argp, int argc, char **argv, void *input)
{
    if (rank > 0) exit(OK);
    argp_parse(argp, argc, argv, 0, NULL, input);
    FAIL(BAD_INPUT, "several ranks take no file or folder that is called as --help is");
}

/* A rank that ended by itself would have the launcher end the first one before it has spoken. */
enum status ranks_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    if (count > 1 && asks_for_help(argc, argv)) return answer(argp, argc, argv, input);
    const unsigned silent = rank > 0 ? ARGP_NO_ERRS | ARGP_NO_HELP : 0;
    int is_wrong = argp_parse(argp, argc, argv, count > 1 ? ARGP_NO_EXIT | silent : 0, NULL, input);
    is_wrong = is_wrong != 0;
    ranks_most(&is_wrong, 1);
    return is_wrong ? BAD_INPUT : OK;
}

enum status ranks_agree(enum status s) { return count == 1 ? s : agree(MPI_COMM_WORLD, s); }

void ranks_add(double *x, int n)
{
    if (count > 1) MPI_Allreduce(MPI_IN_PLACE, x, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

void ranks_most(int *x, int n)
{
    if (count > 1) MPI_Allreduce(MPI_IN_PLACE, x, n, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
}

double ranks_longest(double x)
{
    if (count > 1) MPI_Allreduce(MPI_IN_PLACE, &x, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return x;
}

void *ranks_gather(const void *mine, int n, size_t bytes, int **first)
{
    int *counts = NEW(int, count), *before = NEW(int, count + 1);
    MPI_Datatype item;
    counts[rank] = n;
    ranks_most(counts, count);
    for (int r = 0; r < count; ++r) before[r + 1] = before[r] + counts[r];
    char *all = memory_new((size_t)before[count] + 1, bytes);
    MPI_Type_contiguous((int)bytes, MPI_BYTE, &item);
    MPI_Type_commit(&item);
    MPI_Allgatherv(mine, n, item, all, counts, before, item, MPI_COMM_WORLD);
    MPI_Type_free(&item);
    free(counts);
    if (first) *first = before;
    else free(before);
    return all;
}
