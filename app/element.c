/* app/element.c -- brings an element to the first rank and writes its nodes. */
#include "app/element.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "app/ranks.h"
#include "base/memory.h"
#include "io/newfile.h"
#include "mesh/metrics.h"

struct element_state {
    char device[96];
    double x[MAX_NP][3], q[NFIELDS][MAX_NP];
};

static void name_device(const struct device *d, char *name, size_t size)
{
    if (!d) snprintf(name, size, "wherever StarPU chose");
    else if (d->is_gpu) snprintf(name, size, "GPU %d", d->number);
    else snprintf(name, size, "core worker %d", d->number);
}

/* On the rank that has it. */
static void look(const struct session *s, const struct unphysical *where, struct element_state *e)
{
    const struct run *r = &s->run;
    const int n = (int)(where->partition - r->parts.at[0].mesh->number);
    const struct part *p = &r->parts.at[n];
    const int here = (int)(where->element - p->mesh->first);
    const void **q = memory_new((size_t)n + 1, sizeof *q);
    struct view v = session_view(s, 0);
    v.q = q;
    q[n] = data_look_part(r, p);
    view_element(&v, n, here, e->q);
    data_release_part(r, p);
    free(q);
    mesh_nodes(&r->mesh, &p->mesh->elements[here], &s->lgl, e->x);
    name_device(p->device, e->device, sizeof e->device);
}

static void print(FILE *f, const struct session *s, const struct unphysical *where,
                  const struct element_state *e)
{
    const int nq = s->lgl.degree + 1;
    fprintf(f, "# element %" PRId64 " (tree %" PRId64 ") of partition %" PRId64 ", rank %d, computed "
            "by %s: unphysical at node %d in step %" PRId64 ", stage %d; this is its state when all "
            "tasks had ended, those that were ahead of this one as well\n", where->element,
            where->tree, where->partition, where->rank, e->device, where->node, where->step,
            where->stage + 1);
    fputs("node,x_m,y_m,z_m,rho_kg_m3,rho_u_kg_m2s,rho_v_kg_m2s,rho_w_kg_m2s,rho_e_J_m3,p_Pa\n", f);
    for (int i = 0; i < nq * nq * nq; ++i) {
        double q[NFIELDS], kinetic = 0;
        for (int k = 0; k < NFIELDS; ++k) q[k] = e->q[k][i];
        for (int d = 0; d < 3; ++d) kinetic += 0.5 * q[RHO_U + d] * q[RHO_U + d] / q[RHO];
        const double p = (s->o->gas_gamma - 1)
                       * (q[RHO_E] - kinetic - q[RHO] * s->o->top_gravity * e->x[i][2]);
        fprintf(f, "%d,%.9g,%.9g,%.9g,%.17g,%.17g,%.17g,%.17g,%.17g,%.9g\n", i, e->x[i][0],
                e->x[i][1], e->x[i][2], q[RHO], q[RHO_U], q[RHO_V], q[RHO_W], q[RHO_E], p);
    }
}

static enum status write_file(const struct session *s, const struct unphysical *where,
                              const struct element_state *e)
{
    char path[4096];
    struct newfile file;
    snprintf(path, sizeof path, "%s/unphysical.csv", s->o->output_directory);
    newfile_new(&file, path);
    errno = 0;
    FILE *f = fopen(file.temporary, "w");
    if (f) print(f, s, where, e);
    if (!f || fflush(f) != 0 || ferror(f)) {
        const int why = errno;
        if (f) fclose(f);
        newfile_discard(&file);
        FAIL(BAD_MACHINE, "cannot write %s: %s", path, strerror(why));
    }
    fclose(f);
    return newfile_finish(&file);
}

enum status element_write(const struct session *s, const struct unphysical *where)
{
    struct element_state e = { .device = "" };
    if (ranks_mine() == where->rank) look(s, where, &e);
    MPI_Bcast(&e, sizeof e, MPI_BYTE, where->rank, session_comm(s));
    return ON_FIRST(write_file(s, where, &e));
}
