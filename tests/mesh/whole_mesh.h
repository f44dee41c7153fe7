#pragma once
/* tests/mesh/whole_mesh.h -- a mesh built on one rank, and questions about all of it. */
#include <criterion/criterion.h>
#include <mpi.h>
#include "mesh/mesh.h"

/* An element's face, counted over all partitions. */
struct side {
    int64_t element;
    int face;
};

static inline struct mesh whole_mesh(const struct mesh_spec *spec, int64_t partitions)
{
    struct mesh mesh;
    struct mesh_spec cut = *spec;
    int running;
    MPI_Initialized(&running);
    if (!running) MPI_Init(NULL, NULL);
    cut.partitions = partitions;
    cr_assert_eq(mesh_new(&mesh, &cut, MPI_COMM_WORLD), OK, "%s", error_text());
    cr_assert_eq(mesh.partitions.n, partitions);
    return mesh;
}

static inline const struct link *link_towards(const struct partition *p, int64_t partition)
{
    for_each (struct link, l, p->links)
        if (l->partition == partition) return l;
    cr_assert_fail("partition %d has no link to %d", (int)p->number, (int)partition);
    return NULL;
}

/* What lies beyond a face that is no wall, found as the traces travel. */
static inline struct side across(const struct mesh *m, const struct partition *p, int e, int face)
{
    const struct neighbor *n = &p->neighbors[e][face];
    if (n->link == INSIDE) return (struct side){ p->first + n->at, n->face };

    cr_assert(n->link >= 0 && n->link < p->links.n);
    const struct partition *q = &m->partitions.at[p->links.at[n->link].partition];
    const struct link *incoming = link_towards(q, p->number);
    cr_assert(n->at >= 0 && n->at < incoming->shown.n);
    const struct shown_face s = incoming->shown.at[n->at];
    return (struct side){ q->first + s.element, s.face };
}

static inline const struct partition *partition_with(const struct mesh *m, int64_t element)
{
    for_each (struct partition, p, m->partitions)
        if (element >= p->first && element < p->first + p->num_elements) return p;
    cr_assert_fail("element %d is nowhere", (int)element);
    return NULL;
}
