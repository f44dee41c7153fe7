/* mesh/metrics.c -- metric terms of curved elements; Kopriva (2006), antisymmetric form. */
#include "mesh/metrics.h"
#include <math.h>

void mesh_nodes(const struct mesh *m, const struct element *e, const struct lgl *lgl,
                double (*X)[3])
{
    const int nq = lgl->degree + 1;
    for (int i = 0; i < nq * nq * nq; ++i) {
        const double xi[] = { lgl->x[i % nq], lgl->x[i / nq % nq], lgl->x[i / (nq * nq)] };
        mesh_position(m, e, xi, X[i]);
    }
}

/* to = d from / d xi_d at the nodes. */
static void derive(const struct lgl *lgl, int d, const double *from, double *to)
{
    const int nq = lgl->degree + 1, stride = d == 0 ? 1 : d == 1 ? nq : nq * nq;
    for (int i = 0; i < nq * nq * nq; ++i) {
        const int at = i / stride % nq, base = i - at * stride;
        double sum = 0;
        for (int n = 0; n < nq; ++n)
            sum += lgl->D[at][n] * from[base + n * stride];
        to[i] = sum;
    }
}

/* Ja^i_n = -(d_j V_k - d_k V_j), V_d = (X_l d_d X_m - X_m d_d X_l)/2, (n, m, l) and (i, j, k)
 * cyclic. A shift of X changes nothing, so that positions count from the element's first node: a box
 * far from the origin costs no digits. */
void metrics_new(const struct lgl *lgl, const double (*X)[3], struct metrics *metrics)
{
    const int nq = lgl->degree + 1, np = nq * nq * nq;
    double x[3][MAX_NP], dx[3][3][MAX_NP]; /* dx[c][d] = d x_c / d xi_d */
    double V[3][MAX_NP], dV[MAX_NP];

    for (int c = 0; c < 3; ++c) {
        for (int i = 0; i < np; ++i) x[c][i] = X[i][c] - X[0][c];
        for (int d = 0; d < 3; ++d) derive(lgl, d, x[c], dx[c][d]);
    }
    for (int n = 0; n < 3; ++n) {
        const int m = (n + 1) % 3, l = (n + 2) % 3;
        for (int d = 0; d < 3; ++d)
            for (int i = 0; i < np; ++i)
                V[d][i] = 0.5 * (x[l][i] * dx[m][d][i] - x[m][i] * dx[l][d][i]);
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            derive(lgl, j, V[k], metrics->Ja[i][n]);
            derive(lgl, k, V[j], dV);
            for (int p = 0; p < np; ++p)
                metrics->Ja[i][n][p] = dV[p] - metrics->Ja[i][n][p];
        }
    }
    for (int p = 0; p < np; ++p) {
        double J = 0;
        for (int a = 0; a < 3; ++a) {
            const int b = (a + 1) % 3, c = (a + 2) % 3;
            J += dx[0][a][p] * (dx[1][b][p] * dx[2][c][p] - dx[1][c][p] * dx[2][b][p]);
        }
        metrics->J[p] = J;
    }
}

/* The first bad node of this rank, by element and node. */
struct bad_node {
    double number; /* of the element, over all ranks */
    double node, J, x[3], tree;
};

static double smallest_gap(const struct lgl *lgl)
{
    double gap = INFINITY;
    for (int i = 0; i < lgl->degree; ++i)
        gap = fmin(gap, lgl->x[i + 1] - lgl->x[i]);
    return gap;
}

/* The least J/|J grad xi| of an element; notes its first node with J <= 0. */
static double measure(const struct mesh *m, const struct partition *p, int e,
                      const struct lgl *lgl, struct bad_node *bad)
{
    const int nq = lgl->degree + 1;
    const struct element *el = &p->elements[e];
    double X[MAX_NP][3], least = INFINITY;
    struct metrics t;
    mesh_nodes(m, el, lgl, X);
    metrics_new(lgl, (const double (*)[3])X, &t);
    for (int i = 0; i < nq * nq * nq; ++i) {
        if (!(t.J[i] > 0)) { /* or not a number */
            *bad = (struct bad_node){ (double)(p->first + e), i, t.J[i],
                                      { X[i][0], X[i][1], X[i][2] }, (double)el->tree };
            return 0;
        }
        for (int d = 0; d < 3; ++d) {
            const double *a = t.Ja[d][0] + i, *b = t.Ja[d][1] + i, *c = t.Ja[d][2] + i;
            least = fmin(least, t.J[i] / sqrt(*a * *a + *b * *b + *c * *c));
        }
    }
    return least;
}

/* Everybody learns of the bad node with the lowest number. */
static enum status agree(const struct mesh *m, struct bad_node *bad, MPI_Comm comm)
{
    struct { double number; int rank; } mine = { bad->number, 0 }, first;
    MPI_Comm_rank(comm, &mine.rank);
    MPI_Allreduce(&mine, &first, 1, MPI_DOUBLE_INT, MPI_MINLOC, comm);
    if (first.number == INFINITY) return OK;
    MPI_Bcast(bad, sizeof *bad / sizeof(double), MPI_DOUBLE, first.rank, comm);
    const char *file = m->spec.file;
    FAIL(BAD_INPUT, "%s%s: element %.0f (tree %.0f) is folded or turned inside out: J = %.3g m^3 at "
         "its node %.0f, (%.6g, %.6g, %.6g) m; J has to be positive%s", file ? "mesh.file: " : "",
         file ? file : "mesh.mapping", bad->number, bad->tree, bad->J, bad->node, bad->x[0],
         bad->x[1], bad->x[2], file ? "" : ": less of a warp or mountain, or finer elements, would do");
}

enum status mesh_measure(const struct mesh *m, const struct lgl *lgl, MPI_Comm comm,
                         double *distance)
{
    struct bad_node bad = { .number = INFINITY };
    double least = INFINITY;
    if (mesh_is_brick(m)) {
        for (int d = 0; d < 3; ++d) least = fmin(least, m->shortest_edge[d] / 2);
    } else {
        for_each (const struct partition, p, m->partitions)
            for (int e = 0; e < p->num_elements && bad.number == INFINITY; ++e)
                least = fmin(least, measure(m, p, e, lgl, &bad));
        TRY(agree(m, &bad, comm));
        MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_DOUBLE, MPI_MIN, comm);
    }
    *distance = least * smallest_gap(lgl);
    return OK;
}
