/* tests/mesh/ranks.c -- a mesh on several ranks is the mesh of one rank, in pieces.
 *
 * Run by mpirun; every rank also builds the whole mesh by itself and compares its own partitions,
 * and what crosses ranks is sent and compared. Rank 0 reports in TAP; exit code 1 on a failure.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "mesh/metrics.h"

static int rank, ranks, tests, failures;

/* One line of TAP, once all ranks have answered. Did the promise hold on all of them? */
static int report(int holds, const struct mesh_spec *s, const char *promise)
{
    int all;
    MPI_Allreduce(&holds, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    ++tests;
    failures += !all;
    if (rank == 0)
        printf("%s %d - %d ranks, %d x %d x %d level %d in %d: %s\n", all ? "ok" : "not ok", tests,
               ranks, s->base[0], s->base[1], s->base[2], s->level, (int)s->partitions, promise);
    return all;
}

static int same_links(const struct partition *a, const struct partition *b, int64_t partitions)
{
    if (a->links.n != b->links.n) return 0;
    for (int l = 0; l < a->links.n; ++l) {
        const struct link *here = &a->links.at[l], *there = &b->links.at[l];
        const int64_t r = here->rank;
        if (here->partition != there->partition || here->shown.n != there->shown.n) return 0;
        if (here->partition < r * partitions / ranks) return 0;
        if (here->partition >= (r + 1) * partitions / ranks) return 0;
        for (int i = 0; i < here->shown.n; ++i)
            if (here->shown.at[i].element != there->shown.at[i].element ||
                here->shown.at[i].face != there->shown.at[i].face)
                return 0;
    }
    return 1;
}

static int same_partition(const struct partition *a, const struct partition *b, int64_t partitions)
{
    const int n = a->num_elements;
    if (a->number != b->number || a->first != b->first || n != b->num_elements) return 0;
    if (memcmp(a->elements, b->elements, (size_t)n * sizeof *a->elements)) return 0;
    for (int e = 0; e < n; ++e)
        for (int f = 0; f < NFACES; ++f) {
            const struct neighbor x = a->neighbors[e][f], y = b->neighbors[e][f];
            if (x.at != y.at || x.link != y.link || x.face != y.face) return 0;
            if (x.orientation != y.orientation) return 0;
        }
    if (a->interior.n != b->interior.n || a->border.n != b->border.n) return 0;
    if (memcmp(a->interior.at, b->interior.at, (size_t)a->interior.n * sizeof(int32_t))) return 0;
    if (memcmp(a->border.at, b->border.at, (size_t)a->border.n * sizeof(int32_t))) return 0;
    return same_links(a, b, partitions);
}

/* Is the mesh of this rank the right piece of the whole one? */
static int same_piece(const struct mesh *piece, const struct mesh *whole)
{
    const int64_t P = whole->num_partitions, first = rank * P / ranks;
    if (piece->num_elements != whole->num_elements || piece->num_partitions != P) return 0;
    if (piece->partitions.n != (rank + 1) * P / ranks - first) return 0;
    if (memcmp(piece->shortest_edge, whole->shortest_edge, sizeof whole->shortest_edge)) return 0;
    for (int n = 0; n < piece->partitions.n; ++n)
        if (!same_partition(&piece->partitions.at[n], &whole->partitions.at[first + n], P))
            return 0;
    return 1;
}

/* Sends, through each link to another rank, the global number and face of every face shown, and
 * expects from the other side the faces that our neighbour table names, at the places it names. */
static int links_meet(const struct mesh *m, const struct mesh *whole)
{
    int links = 0, holds = 1;
    for_each (struct partition, p, m->partitions)
        links += p->links.n;
    MPI_Request *sends = NEW(MPI_Request, links);
    int64_t **sent = NEW(int64_t *, links);
    const int P = (int)m->num_partitions;
    int n = 0;

    for_each (struct partition, p, m->partitions)
        for_each (struct link, l, p->links) {
            if (l->rank == rank) continue;
            sent[n] = NEW(int64_t, l->shown.n);
            for (int i = 0; i < l->shown.n; ++i)
                sent[n][i] = NFACES * (p->first + l->shown.at[i].element) + l->shown.at[i].face;
            MPI_Isend(sent[n], l->shown.n, MPI_INT64_T, l->rank,
                      (int)p->number * P + (int)l->partition, MPI_COMM_WORLD, &sends[n]);
            ++n;
        }
    for_each (struct partition, p, m->partitions)
        for_each (struct link, l, p->links) {
            if (l->rank == rank) continue;
            MPI_Status status;
            int count;
            const int tag = (int)l->partition * P + (int)p->number;
            MPI_Probe(l->rank, tag, MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_INT64_T, &count);
            int64_t *received = NEW(int64_t, count);
            MPI_Recv(received, count, MPI_INT64_T, l->rank, tag, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            holds &= count == l->shown.n;
            for (int i = 0; holds && i < count; ++i) {
                const struct shown_face s = l->shown.at[i];
                const struct neighbor *us = &p->neighbors[s.element][s.face];
                if (us->at < 0 || us->at >= count) {
                    holds = 0;
                    break;
                }
                const int64_t other = received[us->at] / NFACES;
                const struct neighbor *back = /* the whole mesh, cut in one, counts like this */
                    &whole->partitions.at[0].neighbors[other][received[us->at] % NFACES];
                holds &= received[us->at] % NFACES == us->face;
                holds &= back->at == p->first + s.element && back->face == s.face;
            }
            free(received);
        }
    MPI_Waitall(n, sends, MPI_STATUSES_IGNORE);
    while (n > 0)
        free(sent[--n]);
    free(sent);
    free(sends);
    return holds;
}

static void check(const struct mesh_spec *s)
{
    struct mesh_spec in_one = *s;
    struct mesh piece, alone, uncut;
    in_one.partitions = 1;
    if (mesh_new(&piece, s, MPI_COMM_WORLD) != OK || mesh_new(&alone, s, MPI_COMM_SELF) != OK ||
        mesh_new(&uncut, &in_one, MPI_COMM_SELF) != OK) {
        fprintf(stderr, "%s\n", error_text());
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    const int right = report(same_piece(&piece, &alone), s,
                             "each rank holds its piece of the mesh");
    /* Ranks that disagree about who is linked would wait for each other. */
    report(right && links_meet(&piece, &uncut), s, "links between ranks mirror each other");
    mesh_free(&piece);
    mesh_free(&alone);
    mesh_free(&uncut);
}

/* Hexahedra numbered from all corners. */
static struct mesh_spec turned(void)
{
    static char path[4096];
    const char *srcdir = getenv("srcdir");
    snprintf(path, sizeof path, "%s/tests/data/turned.inp", srcdir ? srcdir : ".");
    struct mesh_spec s = { .file = path, .level = 1, .partitions = 7 };
    REQUIRE(mesh_read_file(&s) == OK, "%s", error_text());
    return s;
}

/* All ranks refuse a folded mesh with the words that one rank has for it, and measure alike. */
static void check_measure(void)
{
    struct mesh_spec s = { .base = { 4, 1, 2 }, .upper = { 4000, 1000, 1000 }, .partitions = 6 };
    struct lgl lgl;
    double distance;
    char alone[512], words[512] = "";
    s.mapping = (struct mapping){ .at = mapping_mountain, .upper = { 4000, 1000, 1000 },
                                  .height = 1500, .width = 300, .center = { 3300, 0 },
                                  .is_ridge = 1 };
    lgl_new(&lgl, 4);
    for (int together = 0; together < 2; ++together) {
        const MPI_Comm comm = together ? MPI_COMM_WORLD : MPI_COMM_SELF;
        struct mesh m;
        error_clear();
        int holds = mesh_new(&m, &s, comm) == OK
                 && mesh_measure(&m, &lgl, comm, &distance) == BAD_INPUT;
        snprintf(together ? words : alone, sizeof words, "%s", error_text());
        if (together) report(holds && !strcmp(words, alone), &s, "every rank names the same node");
        mesh_free(&m);
    }
    s.mapping.height = 400;
    double least[2];
    for (int together = 0; together < 2; ++together) {
        const MPI_Comm comm = together ? MPI_COMM_WORLD : MPI_COMM_SELF;
        struct mesh m;
        REQUIRE(mesh_new(&m, &s, comm) == OK, "%s", error_text());
        REQUIRE(mesh_measure(&m, &lgl, comm, &least[together]) == OK, "%s", error_text());
        mesh_free(&m);
    }
    report(least[0] == least[1], &s, "the shortest distance is that of one rank");
}

/* What mesh_each() brings to rank 0: elements in ascending order, each with its rank's mark. */
struct seen {
    const struct mesh *m;
    int64_t next;
    int is_right;
};

static void see(void *of, const void *item)
{
    struct seen *s = of;
    const int64_t *x = item, e = s->next++;
    const int64_t *first = s->m->first_of_rank;
    s->is_right &= x[0] == e && e >= first[x[1]] && e < first[x[1] + 1];
}

/* Rows and items that every rank has of its own elements come to rank 0, whatever block is asked
 * for; lists come from one rank. */
static void check_collect(const struct mesh_spec *s)
{
    struct mesh m;
    REQUIRE(mesh_new(&m, s, MPI_COMM_WORLD) == OK, "%s", error_text());
    const int64_t E = m.num_elements;
    const int64_t begin = m.first_of_rank[rank], end = m.first_of_rank[rank + 1];
    int64_t(*mine)[2] = memory_new((size_t)E + 1, sizeof *mine);
    int holds = end - begin == mesh_num_own(&m) && m.first_of_rank[ranks] == E;
    for_each (const struct partition, p, m.partitions)
        holds &= p->first >= begin && p->first + p->num_elements <= end;
    for (int64_t first = 0; first < E; ++first)
        for (int64_t count = 1; first + count <= E; count += 3) {
            for (int64_t e = first; e < first + count; ++e)
                mine[e - first][0] = e >= begin && e < end ? e + 1 : 0;
            mesh_collect(&m, first, count, mine, sizeof *mine);
            for (int64_t i = 0; rank == 0 && i < count; ++i) holds &= mine[i][0] == first + i + 1;
        }
    report(holds, s, "rows of any block of elements come to rank 0");

    struct seen seen = { .m = &m, .is_right = 1 };
    for (int64_t e = begin; e < end; ++e) mine[e - begin][0] = e, mine[e - begin][1] = rank;
    mesh_each(&m, mine, sizeof *mine, see, &seen);
    report(seen.is_right && seen.next == (rank == 0 ? E : 0), s, "items come in their order");

    /* Some 50 KiB an element: more than one block. */
    enum { WIDE = 50000 };
    char *wide = memory_new((size_t)(end - begin) + 1, WIDE);
    seen = (struct seen){ .m = &m, .is_right = 1 };
    for (int64_t e = begin; e < end; ++e)
        memcpy(wide + (size_t)(e - begin) * WIDE, (int64_t[]){ e, rank }, 2 * sizeof(int64_t));
    mesh_each(&m, wide, WIDE, see, &seen);
    report(seen.is_right && seen.next == (rank == 0 ? E : 0), s, "so do large ones");

    holds = 1;
    for (int r = 1; r < ranks; ++r) {
        int n = (int)(end - begin);
        int64_t(*list)[2] = mesh_fetch(&m, r, mine, &n, sizeof *mine);
        holds &= (list != NULL) == (rank == 0);
        if (rank == 0) holds &= n == (int)(m.first_of_rank[r + 1] - m.first_of_rank[r]);
        for (int i = 0; rank == 0 && holds && i < n; ++i)
            holds &= list[i][0] == m.first_of_rank[r] + i && list[i][1] == r;
        free(list);
    }
    double told = rank;
    mesh_tell(&m, &told, sizeof told);
    report(holds && told == 0, s, "lists come from a rank, words of rank 0 to all");
    free(wide);
    free(mine);
    mesh_free(&m);
}

struct item {
    int64_t number, again;
};

/* An array for each partition; items are those of their elements, or are yet to come. */
static struct item **items_new(const struct mesh *m, int are_there)
{
    struct item **q = memory_new((size_t)m->partitions.n + 1, sizeof *q);
    for (int n = 0; n < m->partitions.n; ++n) {
        const struct partition *p = &m->partitions.at[n];
        q[n] = memory_new((size_t)p->num_elements, sizeof **q);
        for (int e = 0; e < p->num_elements && are_there; ++e)
            q[n][e] = (struct item){ p->first + e, -(p->first + e) };
    }
    return q;
}

static void items_free(const struct mesh *m, struct item **q)
{
    for (int n = 0; n < m->partitions.n; ++n) free(q[n]);
    free(q);
}

/* To a cut whose partitions are all on one rank, and back. */
static void check_move(const struct mesh_spec *spec, int chosen)
{
    struct mesh_spec other = *spec;
    struct mesh a, b;
    int64_t *of_rank = memory_new((size_t)ranks + 1, sizeof *of_rank);
    int is_right;
    if (other.partitions < mesh_count(spec)) ++other.partitions;
    for (int r = 0; r <= ranks; ++r) of_rank[r] = r > chosen ? other.partitions : 0;
    other.of_rank = of_rank;
    REQUIRE(mesh_new(&a, spec, MPI_COMM_WORLD) == OK && mesh_new(&b, &other, MPI_COMM_WORLD) == OK,
            "%s", error_text());
    is_right = b.partitions.n == (rank == chosen ? other.partitions : 0);
    struct item **from = items_new(&a, 1), **there = items_new(&b, 0), **back = items_new(&a, 0);
    mesh_move(&a, (const void *const *)from, &b, (void *const *)there, sizeof **from);
    mesh_move(&b, (const void *const *)there, &a, (void *const *)back, sizeof **from);
    for (int n = 0; n < b.partitions.n; ++n)
        for (int e = 0; e < b.partitions.at[n].num_elements; ++e)
            is_right &= there[n][e].number == b.partitions.at[n].first + e;
    for (int n = 0; n < a.partitions.n; ++n)
        is_right &= !memcmp(from[n], back[n],
                            (size_t)a.partitions.at[n].num_elements * sizeof **from);
    report(is_right, spec, "what belongs to elements goes with them to another cut, and back");
    items_free(&a, from), items_free(&b, there), items_free(&a, back);
    mesh_free(&a);
    mesh_free(&b);
    free(of_rank);
}

int main(int argc, char **argv)
{
    static const struct mesh_spec SPECS[] = {
        { { 1, 1, 1 }, 0, { 0, 0, 0 }, { 1, 1, 1 }, { 1, 1, 1 }, 1, .first = NULL }, /* idle ranks */
        { { 2, 1, 1 }, 0, { 0, 0, 0 }, { 1, 1, 1 }, { 1, 1, 1 }, 2, .first = NULL },
        { { 1, 1, 1 }, 1, { 0, 0, 0 }, { 1, 1, 1 }, { 1, 1, 1 }, 8, .first = NULL },
        { { 1, 1, 1 }, 2, { 0, 0, 0 }, { 1, 1, 1 }, { 1, 1, 0 }, 1, .first = NULL }, /* idle ranks */
        { { 1, 1, 1 }, 2, { -1, -1, 0 }, { 1, 1, 2 }, { 1, 1, 0 }, 5, .first = NULL },
        { { 3, 2, 1 }, 1, { 0, 0, 0 }, { 0.7, 6.28, 1 }, { 0, 1, 1 }, 7, .first = NULL },
        { { 3, 2, 1 }, 1, { 0, 0, 0 }, { 0.7, 6.28, 1 }, { 0, 1, 1 }, 48, .first = NULL },
    };
    enum { SPECS_N = sizeof SPECS / sizeof *SPECS };

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    struct mesh own;
    if (rank == 0) { /* the first mesh of all */
        REQUIRE(mesh_new(&own, &SPECS[0], MPI_COMM_SELF) == OK, "%s", error_text());
        mesh_free(&own);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    const struct mesh_spec file = turned();
    if (rank == 0) printf("1..%d\n", 2 * (SPECS_N + 1) + 3 + 5 * SPECS_N);
    for (int i = 0; i < SPECS_N; ++i) check(&SPECS[i]);
    check(&file);
    for (int i = 0; i < SPECS_N; ++i) check_collect(&SPECS[i]);
    for (int i = 0; i < SPECS_N; ++i) check_move(&SPECS[i], i % ranks);

    struct mesh none;
    struct mesh_spec wrong = SPECS[4];
    wrong.partitions = 65;
    report(mesh_new(&none, &wrong, MPI_COMM_WORLD) == BAD_INPUT, &wrong, "every rank refuses it");
    check_measure();
    MPI_Finalize();
    return failures != 0;
}
