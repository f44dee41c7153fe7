/* io/picture_of.c -- samples the solution, or a file of it, for a picture. */
#include "io/picture.h"
#include "base/memory.h"
#include "mesh/agree.h"
#include "mesh/metrics.h"
#include <math.h>
#include <stdlib.h>

enum { ELEMENTS_AT_ONCE = 512 };

/* Rank 0 adds its own elements, others say what they would add. */
static void sample_own(struct slice *s, const struct view *v, const struct quantity *f,
                       struct said_list *said)
{
    const struct mesh *m = v->mesh;
    const struct cell_nodes nodes = cell_nodes_new(v->lgl->degree + 1, v->lgl->x);
    double X[MAX_NP][3], values[MAX_NP];

    for (int n = 0; n < m->partitions.n; ++n)
        for (int e = 0; e < m->partitions.at[n].num_elements; ++e) {
            mesh_nodes(m, &m->partitions.at[n].elements[e], v->lgl, X);
            const struct cell cell = cell_new(&nodes, (const double (*)[3])X);
            if (!slice_meets(s, &cell)) continue;
            quantity_values(v, f, n, e, values);
            if (m->rank == 0) slice_add(s, &cell, values);
            else slice_say(s, &cell, values, said);
        }
}

/* Ranks own elements in ascending order. */
void slice_view(struct slice *s, const struct view *v, const struct quantity *f)
{
    struct said_list said = { 0 };
    sample_own(s, v, f, &said);
    for (int rank = 1; rank < v->mesh->num_ranks; ++rank) {
        int n = said.n;
        struct said *heard = mesh_fetch(v->mesh, rank, said.at, &n, sizeof *heard);
        if (heard) slice_hear(s, heard, n);
        free(heard);
    }
    free(said.at);
}

enum status picture_of_view(const struct view *v, const char *name, const char *plane,
                            const char *case_name, const char *path)
{
    const struct quantity *f = quantity_find(name);
    struct plane at;
    struct slice s;

    if (!f) FAIL(BAD_INPUT, "no field %s; there are %s", name, quantity_names());
    TRY(plane_parse(plane, &at));
    TRY(slice_new(&s, at, v->mesh->spec.lower, v->mesh->spec.upper));
    const struct picture p = {
        .long_name = f->long_name, .unit = f->unit, .is_signed = f->is_signed,
        .case_name = case_name, .time = v->time, .low = NAN, .high = NAN,
        .width = PICTURE_WIDTH, .height = PICTURE_HEIGHT,
    };
    picture_set_size(&p, &s);
    slice_view(&s, v, f);
    const enum status status = v->mesh->rank == 0 ? picture_write(path, &p, &s) : OK;
    slice_free(&s);
    return agree(v->mesh->comm, status);
}

static enum status sample_block(struct slice *s, struct fields_file *f,
                                const struct stored_field *field, int64_t first, int n,
                                double (*X)[3])
{
    const int nq = fields_header(f)->degree + 1, np = nq * nq * nq;
    double places[MAX_NQ], values[MAX_NP];

    for (int i = 0; i < nq; ++i)
        places[i] = 2.0 * i / (nq - 1) - 1;
    const struct cell_nodes nodes = cell_nodes_new(nq, places);
    TRY(fields_positions(f, first, n, X));
    for (int e = 0; e < n; ++e, X += np) {
        const struct cell cell = cell_new(&nodes, (const double (*)[3])X);
        if (!slice_meets(s, &cell)) continue;
        TRY(fields_values(f, field, first + e, 1, values));
        slice_add(s, &cell, values);
    }
    return OK;
}

static enum status sample_file(struct slice *s, struct fields_file *f,
                               const struct stored_field *field)
{
    const int64_t all = fields_header(f)->num_elements;
    double(*X)[3] = memory_new((size_t)ELEMENTS_AT_ONCE * MAX_NP, sizeof *X);
    enum status status = OK;

    for (int64_t e = 0; e < all && status == OK; e += ELEMENTS_AT_ONCE) {
        const int n = all - e < ELEMENTS_AT_ONCE ? (int)(all - e) : ELEMENTS_AT_ONCE;
        status = sample_block(s, f, field, e, n, X);
    }
    free(X);
    return status;
}

enum status picture_of_file(struct fields_file *f, const char *name, const char *plane,
                            const struct picture *wanted, const char *path)
{
    const struct fields_header *h = fields_header(f);
    const struct stored_field *field;
    struct picture p = *wanted;
    struct plane at;
    struct slice s;

    TRY(fields_find(f, name, &field));
    TRY(plane_parse(plane, &at));
    TRY(slice_new(&s, at, h->lower, h->upper));
    p.long_name = field->long_name;
    p.unit      = field->unit;
    p.is_signed = field->is_signed;
    p.case_name = h->case_name;
    p.time      = h->time;
    picture_set_size(&p, &s);
    enum status status = sample_file(&s, f, field);
    if (status == OK) status = picture_write(path, &p, &s);
    slice_free(&s);
    return status;
}
