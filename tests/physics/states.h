#pragma once
/* tests/physics/states.h -- random states of the gas, and exact arithmetic to judge results by. */
#include "physics/means.h"
#include <criterion/criterion.h>
#include <stdint.h>

/* Wider than real: rounding of the judge does not count. */
#if REAL_BITS == 64
typedef long double wide;
#else
typedef double wide;
#endif

/* A number of the precision's own tolerances: in double, else in single. */
#define TOLERANCE(in_double, in_single) (REAL_BITS == 64 ? (in_double) : (in_single))

/* cr_assert for long loops: Criterion's own reports every success to its parent, 0.1 ms each. */
#define DEMAND(condition, ...) \
    do { \
        if (!(condition)) cr_assert_fail(__VA_ARGS__); \
    } while (0)

enum { PAIRS = 100000 };
static const real GAMMA = (real)1.4;

/** Next of a fixed sequence of numbers in [0, 1) (splitmix64: the same on every machine). */
static inline double uniform(uint64_t *seed)
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

static inline double uniform_in(uint64_t *seed, double low, double high)
{
    return low + (high - low) * uniform(seed);
}

/** Even in the logarithm, between 10^low and 10^high. */
static inline double decades(uint64_t *seed, double low, double high)
{
    return pow(10., uniform_in(seed, low, high));
}

/** Node state from primitive variables, without the detour over the total energy. */
static inline struct node node_of(double rho, const double u[3], double p, double phi)
{
    struct node s = { .rho = (real)rho, .p = (real)p, .phi = (real)phi };
    for (int m = 0; m < 3; ++m)
        s.u[m] = (real)u[m];
    s.b = s.rho / (2 * s.p);
    s.b_inv = 2 * s.p / s.rho;
    s.log_rho = log(s.rho);
    s.log_b = log(s.b);
    return s;
}

/** Density and pressure over six decades, |u_k| <= c. */
static inline struct node random_node(uint64_t *seed, double phi)
{
    const double rho = decades(seed, -3, 3), p = decades(seed, -1, 5);
    const double c = sqrt((double)GAMMA * p / rho);
    double u[3];
    for (int m = 0; m < 3; ++m)
        u[m] = c * uniform_in(seed, -1, 1);
    return node_of(rho, u, p, phi);
}

/** A state whose variables are those of s but for relative differences of about `size`. */
static inline struct node node_near(uint64_t *seed, const struct node *s, double size, double phi)
{
    double u[3];
    for (int m = 0; m < 3; ++m)
        u[m] = s->u[m] * (1 + size * uniform_in(seed, -1, 1));
    const double rho = s->rho * (1 + size * uniform_in(seed, -1, 1));
    return node_of(rho, u, s->p * (1 + size * uniform_in(seed, -1, 1)), phi);
}

/** A state whose density and b differ from those of s by a factor of 2 at most. */
static inline struct node node_within_2(uint64_t *seed, const struct node *s, double phi)
{
    const double rho = exp2(uniform_in(seed, -0.999, 0.999));
    const double b = exp2(uniform_in(seed, -0.999, 0.999)), c = sqrt((double)GAMMA * s->p / s->rho);
    double u[3];
    for (int m = 0; m < 3; ++m)
        u[m] = c * uniform_in(seed, -1, 1);
    return node_of(rho * s->rho, u, rho / b * s->p, phi);
}

/** The other node of pair i: by turns nearly equal, anywhere, and within a factor of 2. */
static inline struct node random_partner(uint64_t *seed, int i, const struct node *s, double phi)
{
    switch (i % 3) {
    case 0: return node_near(seed, s, decades(seed, -16, -2), phi);
    case 1: return random_node(seed, phi);
    default: return node_within_2(seed, s, phi);
    }
}

/* The ways to the means of a pair. */
enum { BY_LOGS, NEAR, WIDE, NWAYS };
static const char *const way_names[NWAYS] = { "by logarithms", "near", "by square roots" };

static inline int is_within(real ratio, real a, real b) { return a <= ratio * b && b <= ratio * a; }

/** Does this way serve the pair? */
static inline int way_serves(int way, const struct node *L, const struct node *R)
{
    return way == BY_LOGS || (way == NEAR && means_are_near(L, R))
        || (way == WIDE && is_within(MEANS_WIDE_RATIO, L->rho, R->rho)
            && is_within(MEANS_WIDE_RATIO, L->b, R->b));
}

/** The means; those that do without logarithms get none. */
static inline struct means means_by(int way, const struct node *L, const struct node *R)
{
    if (way == BY_LOGS) return means_by_logs(L, R);
    struct node bare_L = *L, bare_R = *R;
    bare_L.log_rho = bare_L.log_b = bare_R.log_rho = bare_R.log_b = (real)NAN;
    const struct roots l = roots_of(L), r = roots_of(R);
    return way == NEAR ? means_near(&bare_L, &bare_R) : means_wide(&bare_L, &bare_R, &l, &r);
}

static inline void random_vector(uint64_t *seed, real a[3])
{
    for (int m = 0; m < 3; ++m)
        a[m] = (real)uniform_in(seed, -1, 1);
}

static inline void random_normal(uint64_t *seed, real n[3])
{
    double a[3], length;
    do {
        for (int m = 0; m < 3; ++m)
            a[m] = uniform_in(seed, -1, 1);
        length = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    } while (length < 0.1);
    for (int m = 0; m < 3; ++m)
        n[m] = (real)(a[m] / length);
}

/** ln b - ln a; log1p would lose the digits of b where b is far below a. */
static inline wide exact_jump(real a, real b)
{
    const wide change = ((wide)b - a) / a;
    return fabs(change) < 0.5 ? log1p(change) : log((wide)b / a);
}

static inline wide exact_mean(real a, real b)
{
    return a == b ? a : ((wide)b - a) / exact_jump(a, b);
}

/** Entropy variables d eta/d q, from rho, u, b and phi of the node as they are rounded there. */
static inline void exact_entropy_variables(const struct node *s, wide v[NFIELDS])
{
    const wide gamma = GAMMA, rho = s->rho, b = s->b, phi = s->phi;
    const wide u[3] = { s->u[0], s->u[1], s->u[2] };
    const wide physical = (1 - gamma) * log(rho) - log(2 * b); /* ln(p/rho^gamma) */
    v[RHO] = (gamma - physical) / (gamma - 1)
           - b * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2] - 2 * phi);
    for (int m = 0; m < 3; ++m)
        v[RHO_U + m] = 2 * b * u[m];
    v[RHO_E] = -2 * b;
}
