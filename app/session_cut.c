/* app/session_cut.c -- shares the mesh out among the devices of all ranks, and shares it out anew. */
#include <stdlib.h>
#include <string.h>
#include "app/ranks.h"
#include "app/session.h"
#include "base/memory.h"

/* The devices that own partitions, of all ranks in their order; what they point to has a meaning on
 * their own rank only. */
static device_list all_owners(const struct session *s)
{
    const device_list mine = session_owners(s);
    int *first;
    for_each (struct device, d, mine) d->rank = ranks_mine();
    struct device *all = ranks_gather(mine.at, mine.n, sizeof *all, &first);
    const int n = first[ranks_count()];
    free(first);
    return (device_list){ all, n };
}

void session_cut(struct session *s, int by_speeds)
{
    const int nq = s->o->top_order + 1, ranks = s->is_alone ? 1 : ranks_count();
    device_list owners = s->is_alone ? session_owners(s) : all_owners(s);
    if (by_speeds) place_cut_by_speeds(&owners, ranks, nq * nq * nq, &s->plan.mesh);
    else place_cut(&owners, ranks, nq * nq * nq, &s->plan.mesh);
    if (!s->is_alone) free(owners.at);
}

void session_forget_cut(struct session *s)
{
    free((void *)s->plan.mesh.first);
    free((void *)s->plan.mesh.of_rank);
    s->plan.mesh.first = s->plan.mesh.of_rank = NULL;
}

/* Do both cuts give each rank the same partitions? */
static int is_same(const struct mesh *m, const struct mesh_spec *cut)
{
    if (m->num_partitions != cut->partitions) return 0;
    for (int r = 0; r <= m->num_ranks; ++r)
        if (m->of_rank[r] != cut->of_rank[r]) return 0;
    for (int64_t p = 0; p < m->num_partitions; ++p)
        if (mesh_first(m, p) != cut->first[p]) return 0;
    return 1;
}

/* Room for the state of each partition of a mesh. */
static void **states_new(const struct mesh *m, size_t bytes_an_element)
{
    void **q = NEW(void *, m->partitions.n + 1);
    for (int n = 0; n < m->partitions.n; ++n)
        q[n] = memory_new((size_t)m->partitions.at[n].num_elements, bytes_an_element);
    return q;
}

/* The data of the run are made anew for the mesh; q, which is freed, becomes their state. */
static void replace(struct session *s, struct mesh *mesh, void **q, size_t bytes_an_element)
{
    const int n = mesh->partitions.n;
    session_free(s);
    s->run = (struct run){ .mesh = *mesh };
    session_make(s);
    void **to = NEW(void *, n + 1);
    data_rewrite(&s->run, to);
    for (int p = 0; p < n; ++p) {
        memcpy(to[p], q[p], (size_t)mesh->partitions.at[p].num_elements * bytes_an_element);
        free(q[p]);
    }
    data_release(&s->run);
    free(to);
    free(q);
}

/* The mesh of the new cut, while the present data can still be kept. */
static enum status mesh_of_cut(struct session *s, struct mesh *mesh)
{
    const struct mesh now = s->run.mesh;
    TRY(mesh_new(mesh, &s->plan.mesh, session_comm(s)));
    s->run.mesh = *mesh;
    const enum status status = session_agree(s, session_check(s));
    s->run.mesh = now;
    if (status != OK) mesh_free(mesh);
    return status;
}

enum status session_recut(struct session *s, int *is_new)
{
    const size_t nq = (size_t)s->o->top_order + 1;
    const size_t bytes = NFIELDS * nq * nq * nq * s->run.codelets->sizeof_real;
    struct mesh mesh;
    session_cut(s, 1);
    const int is_other = !is_same(&s->run.mesh, &s->plan.mesh);
    const enum status status = is_other ? mesh_of_cut(s, &mesh) : OK;
    session_forget_cut(s);
    *is_new = is_other && status == OK;
    if (!*is_new) return status;

    const void **from = NEW(const void *, s->run.parts.n + 1);
    void **q = states_new(&mesh, bytes);
    data_look(&s->run, from);
    mesh_move(&s->run.mesh, from, &mesh, q, bytes);
    data_release(&s->run);
    free((void *)from);
    replace(s, &mesh, q, bytes);
    return OK;
}
