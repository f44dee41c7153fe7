/* mesh/mesh.c -- cuts the forest into partitions and finds out what they show each other. */
#include "mesh/mesh.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "mesh/forest.h"

enum {
    DEEPEST_LEVEL = 18,               /* p4est's own limit                                     */
    MOST_TREES = 1 << 24,             /* every rank holds them all, at hundreds of bytes each  */
    MOST_ELEMENTS = INT32_MAX / NFACES /* of a rank: its faces are counted in 32 bits          */
};

/* m; planes are rounded to 2^-50 of the largest coordinate, edges have to be long against that. */
static const double LARGEST = 1e30, SHORTEST = 1e-30, SHORTEST_RELATIVE = 0x1p-32;

int64_t mesh_count(const struct mesh_spec *s)
{
    int64_t n = 1;
    for (int m = 0; m < 3; ++m)
        if (s->level < 0 || s->level > DEEPEST_LEVEL || s->base[m] < 1
            || __builtin_mul_overflow(n, (int64_t)s->base[m] << s->level, &n))
            return -1;
    return n;
}

static int is_flat(const struct element *e)
{
    double most = 0;
    for (int i = 0; i < 12; ++i) most = fmax(most, fabs(e->twist[i / 3][i % 3]));
    return most == 0;
}

int mesh_is_brick(const struct mesh *m) { return !m->spec.file && !m->spec.mapping.at; }

int mesh_is_affine(const struct mesh *m, const struct element *e)
{
    return !m->spec.mapping.at && is_flat(e);
}

void mesh_position(const struct mesh *m, const struct element *e, const double xi[3], double x[3])
{
    double X[3];
    for (int c = 0; c < 3; ++c) {
        X[c] = e->center[c] + (xi[0] * e->dx[0][c] + xi[1] * e->dx[1][c] + xi[2] * e->dx[2][c]);
        if (m->spec.file) /* a sum of zeros would change no bit but -0 */
            X[c] += xi[1] * xi[2] * e->twist[0][c] + xi[2] * xi[0] * e->twist[1][c]
                  + xi[0] * xi[1] * (e->twist[2][c] + xi[2] * e->twist[3][c]);
    }
    if (m->spec.mapping.at) m->spec.mapping.at(&m->spec.mapping, X, x);
    else memcpy(x, X, sizeof X);
}

/* floor(n k / parts) without overflow. */
static int64_t share(int64_t n, int64_t k, int64_t parts)
{
    return (int64_t)((__int128)n * k / parts);
}

int64_t mesh_first(const struct mesh *m, int64_t p)
{
    return m->first ? m->first[p] : share(m->num_elements, p, m->num_partitions);
}

/* The last of n ranges, which start at start[n] ascending, that starts at x or before. */
static int64_t range_of(const int64_t *start, int64_t n, int64_t x)
{
    int64_t r = 0;
    while (n - r > 1) {
        const int64_t middle = r + (n - r) / 2;
        if (start[middle] <= x) r = middle;
        else n = middle;
    }
    return r;
}

/* The partition of element e: the largest p with share(E, p, P) <= e. */
static int64_t partition_of(const struct mesh *m, int64_t e)
{
    if (m->first) return range_of(m->first, m->num_partitions, e);
    int64_t p = share(m->num_partitions, e, m->num_elements);
    while (p + 1 < m->num_partitions && share(m->num_elements, p + 1, m->num_partitions) <= e) ++p;
    while (share(m->num_elements, p, m->num_partitions) > e) --p;
    return p;
}

/* Where the partitions of rank r start. */
static int64_t first_of_rank(const struct mesh_spec *s, int r, int ranks)
{
    return s->of_rank ? s->of_rank[r] : share(s->partitions, r, ranks);
}

int mesh_owner(const struct mesh *m, int64_t element)
{
    return (int)range_of(m->first_of_rank, m->num_ranks, element);
}

/* One face between two partitions, seen from one of them. */
struct shared {
    int64_t partition;            /* the other one        */
    int64_t other_element;        /* over all ranks       */
    int32_t element;              /* ours, of this partition */
    uint8_t face, other_face;
};

static int compare(int64_t a, int64_t b) { return (a > b) - (a < b); }

/* In the order in which we show the faces: by our element and face. */
static int by_own(const void *x, const void *y)
{
    const struct shared *a = x, *b = y;
    int c = compare(a->partition, b->partition);
    if (!c) c = compare(a->element, b->element);
    return c ? c : compare(a->face, b->face);
}

/* In the order in which the other partition shows them. */
static int by_other(const void *x, const void *y)
{
    const struct shared *a = x, *b = y;
    int c = compare(a->partition, b->partition);
    if (!c) c = compare(a->other_element, b->other_element);
    return c ? c : compare(a->other_face, b->other_face);
}

static void sort_shared(struct shared *s, size_t n, int (*order)(const void *, const void *))
{
    if (n) qsort(s, n, sizeof *s, order);
}

/* Links, in ascending order of the other partition, with what we show through each. */
static void make_links(const struct mesh *m, struct partition *p, struct shared *shared, size_t n)
{
    sort_shared(shared, n, by_own);
    for (size_t i = 0; i < n; ++i)
        p->links.n += i == 0 || shared[i].partition != shared[i - 1].partition;
    REQUIRE(p->links.n <= INT16_MAX, "partition %lld has %d neighbours", (long long)p->number,
            p->links.n);
    p->links.at = NEW(struct link, p->links.n + 1);

    struct link *l = p->links.at;
    for (size_t i = 0, end; i < n; i = end, ++l) {
        for (end = i; end < n && shared[end].partition == shared[i].partition; ++end) {}
        l->partition = shared[i].partition;
        l->rank = (int)range_of(m->of_rank, m->num_ranks, l->partition);
        l->shown.n = (int)(end - i);
        l->shown.at = NEW(struct shown_face, end - i);
        for (size_t j = i; j < end; ++j) {
            l->shown.at[j - i] = (struct shown_face){ shared[j].element, shared[j].face };
            p->neighbors[shared[j].element][shared[j].face].shown = (int32_t)(j - i);
        }
    }

    sort_shared(shared, n, by_other);
    int16_t link = -1;
    int32_t at = 0;
    for (size_t i = 0; i < n; ++i, ++at) {
        if (i == 0 || shared[i].partition != shared[i - 1].partition) ++link, at = 0;
        struct neighbor *nb = &p->neighbors[shared[i].element][shared[i].face];
        nb->link = link;
        nb->at = at;
    }
}

/* Neighbours inside, walls, and the list of faces that are neither. */
static size_t find_neighbors(const struct mesh *m, const struct forest *f, struct partition *p,
                             struct shared *shared)
{
    size_t n = 0;
    for (int e = 0; e < p->num_elements; ++e) {
        int is_border = 0;
        for (int face = 0; face < NFACES; ++face) {
            const struct forest_face *to = &f->faces[p->first - f->first + e][face];
            struct neighbor *nb = &p->neighbors[e][face];
            nb->face = to->face;
            nb->orientation = to->orientation;
            if (to->element < 0) {
                nb->link = WALL;
            } else if (p->first <= to->element && to->element < p->first + p->num_elements) {
                nb->link = INSIDE;
                nb->at = (int32_t)(to->element - p->first);
            } else {
                is_border = 1;
                shared[n++] = (struct shared){ partition_of(m, to->element), to->element, e,
                                               (uint8_t)face, to->face };
            }
        }
        if (is_border) p->border.at[p->border.n++] = e;
        else p->interior.at[p->interior.n++] = e;
    }
    return n;
}

static void partition_new(const struct mesh *m, struct partition *p, int64_t number,
                          const struct forest *f)
{
    const int64_t first = mesh_first(m, number);
    const int n = (int)(mesh_first(m, number + 1) - first);
    *p = (struct partition){ .number = number, .first = first, .num_elements = n };
    p->elements = NEW(struct element, n);
    memcpy(p->elements, f->elements + (first - f->first), (size_t)n * sizeof *p->elements);
    for (int e = 0; e < n; ++e) p->is_curved |= !mesh_is_affine(m, &p->elements[e]);
    p->neighbors = memory_new((size_t)n, sizeof *p->neighbors);
    p->interior.at = NEW(int32_t, n);
    p->border.at = NEW(int32_t, n);

    struct shared *shared = NEW(struct shared, (size_t)n * NFACES);
    make_links(m, p, shared, find_neighbors(m, f, p, shared));
    free(shared);
}

/* The box; asked so that a nan is refused too. */
static enum status check_box(const struct mesh_spec *s)
{
    for (int m = 0; m < 3; ++m) {
        const double lower = s->lower[m], upper = s->upper[m];
        const double edge = (upper - lower) / ldexp(s->base[m], s->level);
        if (!(fabs(lower) <= LARGEST))
            FAIL(BAD_INPUT, "mesh.lower: %g is not a number between %g and %g", lower, -LARGEST,
                 LARGEST);
        if (!(fabs(upper) <= LARGEST))
            FAIL(BAD_INPUT, "mesh.upper: %g is not a number between %g and %g", upper, -LARGEST,
                 LARGEST);
        if (!(lower < upper))
            FAIL(BAD_INPUT, "mesh.upper: %g is not above mesh.lower, %g", upper, lower);
        if (edge < SHORTEST || edge < SHORTEST_RELATIVE * fmax(fabs(lower), fabs(upper)))
            FAIL(BAD_INPUT, "mesh.upper: elements of %g m from %.17g to %.17g are too short for "
                 "double precision", edge, lower, upper);
    }
    return OK;
}

/* The elements of the rank that has most of them. */
static int64_t most_elements(const struct mesh_spec *s, int64_t elements, int ranks)
{
    int64_t most = 0;
    for (int r = 0; r < ranks; ++r) {
        const int64_t first = first_of_rank(s, r, ranks), end = first_of_rank(s, r + 1, ranks);
        const int64_t n = s->first ? s->first[end] - s->first[first]
                                   : share(elements, end, s->partitions)
                                         - share(elements, first, s->partitions);
        if (n > most) most = n;
    }
    return most;
}

/* A cut by the caller leaves no partition without an element. */
static enum status check_cut(const struct mesh_spec *s, int64_t elements)
{
    if (!s->first) return OK;
    for (int64_t p = 0; p < s->partitions; ++p)
        if (s->first[p] >= s->first[p + 1])
            FAIL(BAD_INPUT, "mesh.partitions: partition %lld would have no element", (long long)p);
    if (s->first[0] != 0 || s->first[s->partitions] != elements)
        FAIL(BAD_INPUT, "mesh.partitions: cut from element %lld to %lld, but there are 0 to %lld",
             (long long)s->first[0], (long long)s->first[s->partitions], (long long)elements);
    return OK;
}

static enum status check_spec(const struct mesh_spec *s, int ranks)
{
    int64_t trees = 1;
    for (int m = 0; m < 3; ++m) {
        if (s->base[m] < 1)
            FAIL(BAD_INPUT, "mesh.base: %d, but every direction wants at least 1", s->base[m]);
        if (__builtin_mul_overflow(trees, s->base[m], &trees)) trees = INT64_MAX;
    }
    if (trees > MOST_TREES)
        FAIL(BAD_INPUT, "mesh.base: [%d, %d, %d] are more than %d coarse elements; raise "
             "mesh.level instead", s->base[0], s->base[1], s->base[2], MOST_TREES);
    if (s->level < 0 || s->level > DEEPEST_LEVEL)
        FAIL(BAD_INPUT, "mesh.level: %d is not in 0 .. %d", s->level, DEEPEST_LEVEL);
    const int64_t elements = mesh_count(s);
    if (elements < 0)
        FAIL(BAD_INPUT, "mesh.level: %d makes more elements than 63 bits count", s->level);
    if (s->partitions < 1 || s->partitions > elements)
        FAIL(BAD_INPUT, "mesh.partitions: %lld, but there are %lld elements; 1 to %lld would do",
             (long long)s->partitions, (long long)elements, (long long)elements);
    TRY(check_cut(s, elements));
    const int64_t most = most_elements(s, elements, ranks);
    if (most > MOST_ELEMENTS)
        FAIL(BAD_INPUT, "mesh.level: %d gives a rank %lld elements; more ranks, each with a "
             "partition, or a lower level make it the %d that it can number", s->level,
             (long long)most, MOST_ELEMENTS);
    return check_box(s);
}

enum status mesh_new(struct mesh *m, const struct mesh_spec *spec, MPI_Comm comm)
{
    int rank, size;
    struct forest forest;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    *m = (struct mesh){ 0 };
    TRY(check_spec(spec, size));

    *m = (struct mesh){ .spec = *spec, .comm = comm, .rank = rank, .num_ranks = size,
                        .num_elements = mesh_count(spec),
                        .num_partitions = spec->partitions };
    if (spec->first) {
        m->first = NEW(int64_t, spec->partitions + 1);
        memcpy(m->first, spec->first, (size_t)(spec->partitions + 1) * sizeof *m->first);
    }
    m->of_rank = NEW(int64_t, size + 1);
    m->first_of_rank = NEW(int64_t, size + 1);
    for (int r = 0; r <= size; ++r) {
        m->of_rank[r] = first_of_rank(spec, r, size);
        m->first_of_rank[r] = mesh_first(m, m->of_rank[r]);
    }
    m->spec.first = m->spec.of_rank = NULL;
    const int64_t first_element = m->first_of_rank[rank];
    const enum status status = forest_new(&forest, spec, first_element,
                                          m->first_of_rank[rank + 1] - first_element, comm);
    if (status != OK) {
        free(m->first_of_rank);
        free(m->of_rank);
        free(m->first);
        *m = (struct mesh){ 0 };
        return status;
    }

    const int64_t first = m->of_rank[rank];
    m->partitions.n = (int)(m->of_rank[rank + 1] - first);
    m->partitions.at = NEW(struct partition, m->partitions.n + 1);
    for (int n = 0; n < m->partitions.n; ++n)
        partition_new(m, &m->partitions.at[n], first + n, &forest);
    forest_free(&forest);
    for (int d = 0; d < 3; ++d)
        m->shortest_edge[d] = (spec->upper[d] - spec->lower[d])
                            / ((double)spec->base[d] * (double)((int64_t)1 << spec->level));
    return OK;
}

void mesh_free(struct mesh *m)
{
    for_each (struct partition, p, m->partitions) {
        for_each (struct link, l, p->links) free(l->shown.at);
        free(p->links.at);
        free(p->interior.at);
        free(p->border.at);
        free(p->neighbors);
        free(p->elements);
    }
    free(m->partitions.at);
    free(m->first_of_rank);
    free(m->of_rank);
    free(m->first);
    *m = (struct mesh){ 0 };
}
