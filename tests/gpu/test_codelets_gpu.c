/* tests/gpu/test_codelets_gpu.c -- every codelet gives on a GPU what it gives on a core. */
#include "base/fluxes.h"
#include "tasks/layer.h"
#include "tests/gpu/pair.h"

/* ---- What may differ ------------------------------------------------------------------------- */

/* Sums are taken in another order and products fuse with sums; means come from polynomials instead
 * of logarithms. All of it is rounding. Single precision on a core stays within 5e-7 of double for
 * volume terms or faces by themselves, and within 1e-6 to 9e-6, growing with N, for their sum, in
 * which they nearly cancel: GPUs may have some times that. */
static int is_single(const struct pair *p)
{
    return p->on[0].codelets->sizeof_real == sizeof(float);
}

static double of_terms(const struct pair *p) { return is_single(p) ? 5e-6 : 1e-12; }

static double of_rates(const struct pair *p)
{
    const int N = p->on[0].d.degree;
    return is_single(p) ? 5e-6 + 8e-7 * N * (N + 1) : 1e-12;
}

/* A few operations a node. */
static double of_updates(const struct pair *p)
{
    return 4 * (is_single(p) ? (double)FLT_EPSILON : DBL_EPSILON);
}

/* The largest that was seen of each task, for the log. */
enum { TRACE, VOLUME, INTERIOR, HALO, TENDENCY, UPDATE, ADVANCE, ABSORB, DIAGNOSE, NTASKS };
static const char *const names[NTASKS] = { "trace", "volume", "interior_surface", "halo_surface",
                                           "tendency", "update", "advance", "absorb",
                                           "diagnose" };
static double seen[NTASKS];

/* What the present comparison is about. */
static struct {
    const char *mesh;
    int kind, flux;
    double A;
} now;

static void expect_near(const struct pair *p, int task, double difference, double at_most)
{
    seen[task] = fmax(seen[task], difference);
    if (difference <= at_most) return; /* Criterion's own reports of success take their time */
    cr_expect(0, "%s, degree %d, %zu bytes, mesh %s, %s state, flux %d, A = %g: %.3g apart, "
              "not %.3g", names[task], p->on[0].d.degree, p->on[0].codelets->sizeof_real, now.mesh,
              pair_state_names[now.kind], now.flux, now.A, difference, at_most);
}

static enum status interior(const struct run *r, const struct part *p, const struct stage *s)
{
    (void)s;
    return task_interior_surface(r, p);
}

static enum status halo(const struct run *r, const struct part *p, const struct stage *s)
{
    (void)s;
    return task_halo_surface(r, p);
}

/* A step of 1 s. */
static enum status absorb(const struct run *r, const struct part *p, const struct stage *s)
{
    (void)s;
    return task_absorb(r, p, 1);
}

static enum status diagnose(const struct run *r, const struct part *p, const struct stage *s)
{
    (void)s;
    return task_diagnose(r, p);
}

/* ---- One state on one mesh ------------------------------------------------------------------- */

/* Where A = 0 the old k is not read: it is no number, also in the GPU's own memory. */
static void prepare_k(struct pair *p, double A)
{
    pair_fill_k(p, A == 0 ? NAN : 1);
    if (A == 0) pair_do(p, interior, NULL);
}

/* Nodes of extremes are the same only where no two nodes have the same values but for rounding. */
static int is_compared(int value) { return value < DIAGNOSED_NODES || now.kind == ROUGH; }

/* Values of elements: integrals relative to their largest, which no element is far below. */
static double diagnosed_differ(const struct pair *p)
{
    double worst[NDIAGNOSED] = { 0 }, largest[NDIAGNOSED] = { 0 }, most = 0;
    for (int n = 0; n < p->on[0].parts.n; ++n) {
        const struct part *part[NSIDES] = { &p->on[0].parts.at[n], &p->on[1].parts.at[n] };
        const double *a = data_diagnosed(part[0]), *b = data_diagnosed(part[1]);
        for (int i = 0; i < part[0]->mesh->num_elements * NDIAGNOSED; ++i) {
            const int v = i % NDIAGNOSED;
            worst[v] = isfinite(a[i]) && isfinite(b[i]) ? fmax(worst[v], fabs(a[i] - b[i]))
                                                        : INFINITY;
            largest[v] = fmax(largest[v], fabs(a[i]));
        }
        for (int o = 0; o < NSIDES; ++o)
            data_diagnosed_release(part[o]);
    }
    for (int v = 0; v < NDIAGNOSED; ++v)
        if (worst[v] > 0 && is_compared(v)) most = fmax(most, worst[v] / largest[v]);
    return most;
}

static void expect_physical(const struct pair *p)
{
    for (int o = 0; o < NSIDES; ++o)
        cr_assert_eq(graph_wait(&p->on[o]), OK, "%s", error_text());
}

/* Steps are short, so that states far from smooth stay physical. */
static void compare_rates(struct pair *p, double A)
{
    const struct stage stage = { .step = 1, .number = 2, .A = A, .B_dt = 1e-5 };
    now.A = A;
    pair_do(p, pair_trace, NULL);
    expect_near(p, TRACE, pair_differ(p, ARRAY_OUTLETS), 0);

    prepare_k(p, A);
    pair_do(p, task_volume, &stage);
    expect_near(p, VOLUME, pair_differ(p, ARRAY_K), of_terms(p));
    pair_fill_k(p, 1);
    pair_do(p, interior, NULL);
    expect_near(p, INTERIOR, pair_differ(p, ARRAY_K), of_terms(p));
    pair_fill_k(p, 1);
    pair_do(p, halo, NULL);
    expect_near(p, HALO, pair_differ(p, ARRAY_K), of_terms(p));

    prepare_k(p, A);
    pair_do(p, task_tendency, &stage);
    expect_near(p, TENDENCY, pair_differ(p, ARRAY_K), of_rates(p));

    prepare_k(p, A);
    pair_do(p, pair_advance, &stage);
    expect_near(p, ADVANCE, pair_differ(p, ARRAY_K), of_rates(p));
    expect_near(p, ADVANCE, pair_differ(p, ARRAY_Q_NEW), of_updates(p));
    expect_near(p, ADVANCE, pair_differ(p, ARRAY_OUTLETS_NEW), of_updates(p));
    expect_physical(p);
}

/* What the new state shows is what a trace of it shows, to the last bit. */
static void compare_shown(struct pair *p)
{
    size_t n[2];
    for (int o = 0; o < NSIDES; ++o) {
        struct run *r = &p->on[o];
        double *shown = pair_gather(r, ARRAY_OUTLETS_NEW, &n[0]);
        r->now = !r->now;
        for_each (struct part, part, r->parts) cr_assert_eq(task_trace(r, part), OK);
        starpu_task_wait_for_all();
        double *traced = pair_gather(r, ARRAY_OUTLETS, &n[1]);
        r->now = !r->now;
        cr_expect(n[0] == n[1] && !memcmp(shown, traced, n[0] * sizeof *shown),
                  "side %d, degree %d, mesh %s: what is shown is not the new state", o,
                  r->d.degree, now.mesh);
        free(shown);
        free(traced);
    }
}

static void compare_updates(struct pair *p)
{
    const struct stage stage = { .step = 1, .number = 2, .B_dt = 1e-2 };
    pair_do(p, diagnose, NULL);
    expect_near(p, DIAGNOSE, diagnosed_differ(p), 1e-13);
    pair_fill_k(p, 1);
    pair_do(p, task_update, &stage);
    expect_near(p, UPDATE, pair_differ(p, ARRAY_Q), of_updates(p));
    expect_physical(p);
    pair_do(p, absorb, NULL);
    expect_near(p, ABSORB, pair_differ(p, ARRAY_Q), of_updates(p));
}

static void compare(const char *mesh, const struct setup *s)
{
    struct pair p;
    now.mesh = mesh;
    pair_new(&p, s);
    for (int o = 0; o < NSIDES; ++o) { /* towards a smooth state, in half of the elements */
        const struct layer l = { .top = 1.2, .rate = 2 };
        struct pair_state smooth = { SMOOTH, 7, s->physics.gravity };
        layer_new(&p.on[o], &l, pair_state_at, &smooth);
    }
    for (now.kind = 0; now.kind < NSTATES_TESTED; ++now.kind) {
        pair_fill(&p, now.kind, s->physics.gravity);
        for (now.flux = FLUX_MATRIX; now.flux <= FLUX_CONSERVATIVE; ++now.flux) {
            for (int o = 0; o < NSIDES; ++o)
                p.on[o].d.flux = p.on[o].d_curved.flux = now.flux;
            if (now.flux == FLUX_MATRIX) compare_rates(&p, 0);
            compare_rates(&p, -0.7);
        }
        compare_shown(&p);
        compare_updates(&p);
    }
    pair_free(&p);
}

/* ---- Meshes ---------------------------------------------------------------------------------- */

/* Elements become oblique, and neighbours turn: our faces meet all six of a neighbour's in all
 * eight orientations. Nothing has to fit: each side of a face is a computation of its own, and
 * cores do neighbours that are turned well (tests/codelets/test_orientation). */
static void turn(struct mesh *mesh)
{
    int counter[NFACES] = { 0 };
    for_each (struct partition, p, mesh->partitions)
        for (int e = 0; e < p->num_elements; ++e) {
            double (*dx)[3] = p->elements[e].dx;
            dx[0][1] += 0.2 * dx[0][0], dx[0][2] += 0.1 * dx[0][0];
            dx[1][0] -= 0.1 * dx[1][1], dx[1][2] += 0.3 * dx[1][1];
            dx[2][0] += 0.2 * dx[2][2], dx[2][1] -= 0.2 * dx[2][2];
            for (int f = 0; f < NFACES; ++f) {
                struct neighbor *n = &p->neighbors[e][f];
                if (n->link == WALL) continue;
                const int i = counter[f]++;
                n->orientation = (uint8_t)(i % 8);
                n->face = (uint8_t)(i / 8 % NFACES);
                n->at = n->link == INSIDE ? (5 * e + 7 * f + 1) % p->num_elements
                                          : (n->at + i) % p->links.at[n->link].shown.n;
            }
        }
}

static void expect_lists(const struct setup *s, int has_interior, int has_border)
{
    struct run r;
    int interior = 0, border = 0;
    harness_new(&r, s);
    for_each (const struct part, p, r.parts) {
        interior |= p->mesh->interior.n > 0;
        border |= p->mesh->border.n > 0;
    }
    cr_assert_eq(interior, has_interior);
    cr_assert_eq(border, has_border);
    harness_free(&r);
}

static void compare_bricks(size_t sizeof_real)
{
    harness_start(1, 1, NULL);
    for (int degree = 1; degree <= 8; ++degree) {
        struct setup s = pair_brick(degree, sizeof_real, 2, 1, 1, 0);
        s.physics.coriolis_f = 0.7;
        s.physics.coriolis_beta = 0.3;
        s.physics.omega[0] = 0.3;
        s.physics.omega[1] = -0.2;
        expect_lists(&s, 1, 1);
        compare("between walls, rotating", &s);
        s = pair_brick(degree, sizeof_real, 13, 0, 0, 0);
        compare("in a box, 13 partitions", &s);
    }
    harness_stop();
}

static void compare_turned(size_t sizeof_real)
{
    harness_start(1, 1, NULL);
    for (int degree = 1; degree <= 8; ++degree) {
        struct setup s = pair_brick(degree, sizeof_real, 1, 1, 1, 1);
        s.rewire = turn;
        expect_lists(&s, 1, 0);
        compare("turned, periodic", &s);
        s = pair_brick(degree, sizeof_real, 3, 1, 1, 1);
        s.rewire = turn;
        s.physics.coriolis_beta = 0.3;
        compare("turned, periodic, rotating, 3 partitions", &s);
    }
    harness_stop();
}

static void compare_bent(size_t sizeof_real)
{
    harness_start(1, 1, NULL);
    for (int degree = 1; degree <= 8; ++degree) {
        struct setup s = pair_brick(degree, sizeof_real, 3, 1, 1, 0);
        s.mesh.mapping = (struct mapping){ .at = mapping_warp, .upper = { 2, 3, 2.5 },
                                           .amplitude = 0.15 };
        s.physics.coriolis_f = 0.7;
        s.physics.coriolis_beta = 0.3;
        s.physics.omega[0] = 0.3;
        compare("warped, rotating", &s);
    }
    harness_stop();
}

static void log_seen(const char *what)
{
    for (int t = 0; t < NTASKS; ++t)
        cr_log_info("%s: %s: at most %.2e apart", what, names[t], seen[t]);
}

Test(codelets_gpu, agree_in_double_precision)
{
    compare_bricks(sizeof(double));
    log_seen("double");
}

Test(codelets_gpu, agree_in_single_precision)
{
    compare_bricks(sizeof(float));
    log_seen("single");
}

Test(codelets_gpu, agree_on_turned_neighbours_and_oblique_elements)
{
    compare_turned(sizeof(double));
    log_seen("turned, double");
}

Test(codelets_gpu, agree_on_turned_neighbours_in_single_precision)
{
    compare_turned(sizeof(float));
    log_seen("turned, single");
}

Test(codelets_gpu, agree_on_curved_elements_in_double_precision)
{
    compare_bent(sizeof(double));
    log_seen("curved, double");
}

Test(codelets_gpu, agree_on_curved_elements_in_single_precision)
{
    compare_bent(sizeof(float));
    log_seen("curved, single");
}
