/* Oracle for boxes: are the two parallelepipeds apart, exactly? Independent of the library: its own
 * arithmetic (expansions: sums of doubles that do not overlap, Priest 1991, Shewchuk 1997), plain
 * formulas, nothing assumed about the axes. A filter with an ordinary error bound decides nearly
 * all signs; the rest is computed without any rounding.
 *
 * A box is 15 numbers: centre, axis x, axis y, axis z, half extents. Axis k of a pair: 0-2 and 3-5
 * the cross products of two axes of a and of b (their face normals), 6 + 3i + j axis i of a x axis
 * j of b. For convex polyhedra these decide. (Flat boxes are limits of thick ones, so for them
 * too.)
 *
 * Products of numbers must neither overflow nor underflow double: magnitudes 1e-30 to 1e30 are
 * safe. */
#ifndef COLLIDE_ORACLE_OBB_H
#define COLLIDE_ORACLE_OBB_H

#include <math.h>

#if defined(__GNUC__)
#define ORACLE_UNUSED __attribute__((unused))
#else
#define ORACLE_UNUSED
#endif

typedef struct oracle_box {
    double n[15];
} oracle_box;

/* -------------------------------------------------------------------------------------
   expansions */

enum { EXACT_TERMS = 640 };

typedef struct exact {
    double term[EXACT_TERMS]; /* of growing magnitude, no zeros */
    int count;
} exact;

static void exact_two_sum(double a, double b, double *sum, double *error)
{
    volatile double s = a + b, bb = s - a, aa = s - bb; /* volatile: no excess precision */
    *sum = s;
    *error = (a - aa) + (b - bb);
}

/* e += b */
static void exact_grow(exact *e, double b)
{
    int i, n = 0;
    for (i = 0; i < e->count; i++) {
        double sum, error;
        exact_two_sum(b, e->term[i], &sum, &error);
        if (error != 0) e->term[n++] = error;
        b = sum;
    }
    if (b != 0) e->term[n++] = b;
    e->count = n;
}

/* e += f * x. fma gives a product's rounding error; volatile keeps the product from being fused
   into the sum that follows. */
static void exact_add_scaled(exact *e, const exact *f, double x)
{
    int i;
    for (i = 0; i < f->count; i++) {
        volatile double product = f->term[i] * x, error = fma(f->term[i], x, -product);
        exact_grow(e, error);
        exact_grow(e, product);
    }
}

static int exact_sign(const exact *e)
{
    if (!e->count) return 0;
    return e->term[e->count - 1] > 0 ? 1 : -1;
}

/* -------------------------------------------------------------------------------------------
   axes */

typedef struct oracle_axis {
    exact c[3];
} oracle_axis;

static const double *oracle_edge(const oracle_box *box, int k)
{
    return box->n + 3 + 3 * k;
}

/* The two vectors whose cross product axis k is. */
static void oracle_factors(const oracle_box *a, const oracle_box *b, int k, const double **u,
                           const double **v)
{
    if (k < 6) {
        const oracle_box *box = k < 3 ? a : b;
        *u = oracle_edge(box, (k + 1) % 3);
        *v = oracle_edge(box, (k + 2) % 3);
    } else {
        *u = oracle_edge(a, (k - 6) / 3);
        *v = oracle_edge(b, (k - 6) % 3);
    }
}

/* Gap of the boxes along axis k in plain double, and a bound of its error: every term passes
   through fewer than 20 roundings. */
static double oracle_gap(const oracle_box *a, const oracle_box *b, int k, double *error,
                         double *length)
{
    const double *u, *v;
    double l[3], m[3], distance = 0, distance_abs = 0, radius = 0, radius_abs = 0;
    int i, c;
    oracle_factors(a, b, k, &u, &v);
    for (c = 0; c < 3; c++) {
        int d = (c + 1) % 3, e = (c + 2) % 3;
        l[c] = u[d] * v[e] - u[e] * v[d];
        m[c] = fabs(u[d] * v[e]) + fabs(u[e] * v[d]);
        distance += (b->n[c] - a->n[c]) * l[c];
        distance_abs += fabs(b->n[c] - a->n[c]) * m[c];
    }
    for (i = 0; i < 6; i++) {
        const oracle_box *box = i < 3 ? a : b;
        const double *edge = oracle_edge(box, i % 3);
        double s = 0, t = 0;
        for (c = 0; c < 3; c++) {
            s += edge[c] * l[c];
            t += fabs(edge[c]) * m[c];
        }
        radius += box->n[12 + i % 3] * fabs(s);
        radius_abs += box->n[12 + i % 3] * t;
    }
    *error = 20 * 1.1102230246251565e-16 * 1.01 * (distance_abs + radius_abs);
    *length = sqrt(l[0] * l[0] + l[1] * l[1] + l[2] * l[2]);
    return fabs(distance) - radius;
}

/* The sign of the same gap without rounding. */
static int oracle_gap_sign(const oracle_box *a, const oracle_box *b, int k)
{
    static oracle_axis axis; /* big; the tests are one thread */
    static exact dot, scaled, gap;
    const double *u, *v;
    int i, c;
    oracle_factors(a, b, k, &u, &v);
    for (c = 0; c < 3; c++) {
        exact one;
        int d = (c + 1) % 3, e = (c + 2) % 3;
        one.count = 0;
        axis.c[c].count = 0;
        exact_grow(&one, u[d]);
        exact_add_scaled(&axis.c[c], &one, v[e]);
        one.count = 0;
        exact_grow(&one, u[e]);
        exact_add_scaled(&axis.c[c], &one, -v[d]);
    }
    gap.count = 0;
    for (c = 0; c < 3; c++) {
        exact_add_scaled(&gap, &axis.c[c], b->n[c]);
        exact_add_scaled(&gap, &axis.c[c], -a->n[c]);
    }
    if (exact_sign(&gap) < 0)
        for (i = 0; i < gap.count; i++) gap.term[i] = -gap.term[i];
    for (i = 0; i < 6; i++) {
        const oracle_box *box = i < 3 ? a : b;
        double half = box->n[12 + i % 3];
        dot.count = scaled.count = 0;
        for (c = 0; c < 3; c++) exact_add_scaled(&dot, &axis.c[c], oracle_edge(box, i % 3)[c]);
        if (!exact_sign(&dot)) continue;
        exact_add_scaled(&scaled, &dot, exact_sign(&dot) > 0 ? -half : half);
        for (c = 0; c < scaled.count; c++) exact_grow(&gap, scaled.term[c]);
    }
    return exact_sign(&gap);
}

/* 1 if some axis separates the boxes: they share no point; 0 if they do share one. Exact.
   *exactly (not NULL) is increased when the filter could not decide. */
ORACLE_UNUSED static int oracle_apart(const oracle_box *a, const oracle_box *b, long *exactly)
{
    double error, length;
    int k, open[15], open_count = 0;
    for (k = 0; k < 15; k++) {
        double gap = oracle_gap(a, b, k, &error, &length);
        if (gap > error) return 1;
        if (gap >= -error) open[open_count++] = k;
    }
    if (open_count && exactly) ++*exactly;
    for (k = 0; k < open_count; k++)
        if (oracle_gap_sign(a, b, open[k]) > 0) return 1;
    return 0;
}

/* The largest gap over axes of unit length, with about ten digits where edges are not closer to
   parallel than 1e-3 (others are left out: it is then a lower bound); *best says along which. */
ORACLE_UNUSED static double oracle_separation(const oracle_box *a, const oracle_box *b, int *best)
{
    double largest = -HUGE_VAL, error, length;
    int k;
    for (k = 0; k < 15; k++) {
        double gap = oracle_gap(a, b, k, &error, &length);
        if (length < 1e-3) continue;
        if (gap / length > largest) {
            largest = gap / length;
            if (best) *best = k;
        }
    }
    return largest;
}

#endif
