/* tests/fuzz/case_file.c -- any bytes as a case file, with --set. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "cases/cases.h"
#include "tests/fuzz/fuzz.h"

enum { MOST_SETS = 8 };

const char fuzz_target[] = "case_file";
const char *const fuzz_inputs[] = { "tests/fuzz/corpus/case_file/*", "cases/*.yaml", NULL };

/* For case files that name a mesh. */
static const char mesh[] =
    "*Node\n1,0,0,0\n2,1,0,0\n3,1,1,0\n4,0,1,0\n5,0,0,1\n6,1,0,1\n7,1,1,1\n8,0,1,1\n"
    "*Element, type=C3D8\n1,1,2,3,4,5,6,7,8\n";

/* The options as a case file give the same options. */
static void come_back(const struct options *o)
{
    struct options again;
    char *text = options_text(o);
    const struct option_source from = {
        .file = fuzz_file("effective.yaml", text, strlen(text))
    };

    if (options_read(&again, &from, case_list()) != OK)
        fuzz_fail("effective.yaml is refused: %s\n%s", error_text(), text);
    char *second = options_text(&again);
    if (strcmp(text, second)) fuzz_fail("what was\n%scomes back as\n%s", text, second);
    free(second);
    options_free(&again);
    free(text);
}

/* The case takes the options, or says what it wants; its state may be anything but a crash. */
static void ask_case(const struct options *o)
{
    const struct case_def *c = case_find(o->top_case);
    double x[3];

    if (c->check && !fuzz_judge(c->check(o))) return;
    for (int d = 0; d < 3; ++d) x[d] = 0.5 * o->mesh_lower.at[d] + 0.5 * o->mesh_upper.at[d];
    c->state(o, x, 0);
}

/* Cuts lines that begin with `--set ` from the end of text; the length of what is before them. */
static size_t cut_sets(char *text, size_t size, const char *sets[MOST_SETS], int *n)
{
    static const char mark[] = "--set ";
    size_t end = size;

    while (*n < MOST_SETS) {
        size_t start = end;
        while (start > 0 && text[start - 1] != '\n') --start;
        if (end - start < sizeof mark - 1 || memcmp(text + start, mark, sizeof mark - 1)) break;
        text[end] = '\0';
        sets[(*n)++] = text + start + sizeof mark - 1;
        if (start == 0) return 0;
        end = start - 1;
    }
    return *n ? end : size;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    fuzz_file("mesh.inp", mesh, sizeof mesh - 1);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *sets[MOST_SETS];
    struct option_source from = { .sets = sets };
    char *text = NEW(char, size + 1);
    struct options o;

    if (size) memcpy(text, data, size);
    const size_t length = cut_sets(text, size, sets, &from.num_sets);
    if (length) from.file = fuzz_file("case.yaml", text, length);
    error_clear();
    if (fuzz_judge(options_read(&o, &from, case_list()))) {
        come_back(&o);
        ask_case(&o);
        options_free(&o);
    }
    free(text);
    return 0;
}
