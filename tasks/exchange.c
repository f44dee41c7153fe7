/* tasks/exchange.c -- detached messages between ranks, a tag for each face list and state. */
#include "tasks/exchange.h"
#include <starpu_mpi.h>
#include "base/error.h"

static int is_distributed; /* does StarPU-MPI run? */

int exchange_start(struct starpu_conf *conf)
{
    int ranks = 1, has_mpi;
    MPI_Initialized(&has_mpi);
    if (has_mpi) MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    is_distributed = ranks > 1; /* its thread takes a core, which one rank does not need */
    return is_distributed ? starpu_mpi_init_conf(NULL, NULL, 0, MPI_COMM_WORLD, conf)
                          : starpu_init(conf);
}

void exchange_stop(void)
{
    if (is_distributed) starpu_mpi_shutdown();
    else starpu_shutdown();
}

/* From one partition to another, of one of its states. */
static starpu_mpi_tag_t tag_of(const struct run *r, int64_t from, int64_t to, int state)
{
    return (starpu_mpi_tag_t)((from * r->mesh.num_partitions + to) * NSTATES + state);
}

void exchange_submit(const struct run *r, const struct part *p)
{
    const int64_t here = p->mesh->number;
    const struct state *s = &p->states[r->now];
    for (int l = 0; l < p->ports.num_links; ++l) {
        const struct link *link = &p->mesh->links.at[l];
        if (!exchange_is_remote(r, link)) continue;
        const int64_t there = link->partition;
        const int sent = starpu_mpi_isend_detached(s->outlets[p->ports.outlet[l]], link->rank,
                                                   tag_of(r, here, there, r->now), r->mesh.comm,
                                                   NULL, NULL);
        const int taken = starpu_mpi_irecv_detached(s->incoming[l], link->rank,
                                                    tag_of(r, there, here, r->now), r->mesh.comm,
                                                    NULL, NULL);
        REQUIRE(sent == 0 && taken == 0, "StarPU-MPI refuses a message");
    }
}

void exchange_wait(const struct run *r)
{
    if (r->mesh.num_ranks > 1) starpu_mpi_wait_for_all(r->mesh.comm);
    else starpu_task_wait_for_all();
}
