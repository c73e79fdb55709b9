/* When do a point and a triangle, or two segments, first touch while their corners move evenly? The
 * slow and sure way: a first touch after the start is at a root of one of a few polynomials of
 * time, all in higher precision. For a touch at distance 0 they are the volume of the four points
 * (a cubic) and, where that vanishes for all time, the products of a difference of corners and an
 * edge (quadratics: a corner on an edge's line) and the differences themselves (a corner on a
 * corner). At a distance of more than 0: the squared distances of a point and a plane, a point and
 * a line, two lines, two points, less the square of the distance, times their denominators. All
 * roots are isolated between those of the derivative, and roots of the derivative, where a double
 * root may be, are candidates too; the distance at each candidate decides. */
#ifndef COLLIDE_ORACLE_SWEEP_H
#define COLLIDE_ORACLE_SWEEP_H

#include "oracle_triangle.h"

#define ORACLE_DEGREE 6
#define ORACLE_ROOTS  24 /* of a polynomial and all its derivatives: 6 + 5 + 4 + 3 + 2 + 1 */

typedef struct oracle_polynomial {
    int degree;
    wide c[ORACLE_DEGREE + 1];
} oracle_polynomial;

static TEST_UNUSED oracle_polynomial oracle_line(wide from, wide to)
{
    oracle_polynomial p;
    memset(&p, 0, sizeof p);
    p.degree = 1, p.c[0] = from, p.c[1] = to - from;
    return p;
}

/* a b times s, added to sum. */
static TEST_UNUSED void oracle_add_product(oracle_polynomial *sum, const oracle_polynomial *a,
                                           const oracle_polynomial *b, wide s)
{
    int i, k;
    for (i = 0; i <= a->degree; i++)
        for (k = 0; k <= b->degree; k++) sum->c[i + k] += s * a->c[i] * b->c[k];
    if (sum->degree < a->degree + b->degree) sum->degree = a->degree + b->degree;
}

/* A vector of polynomials. */
typedef struct oracle_moving {
    oracle_polynomial at[3];
} oracle_moving;

static TEST_UNUSED oracle_moving oracle_difference(const wide3 *start, const wide3 *end, int a,
                                                   int b)
{
    const wide3 from = wide_sub(start[b], start[a]), to = wide_sub(end[b], end[a]);
    oracle_moving d;
    d.at[0] = oracle_line(from.x, to.x);
    d.at[1] = oracle_line(from.y, to.y);
    d.at[2] = oracle_line(from.z, to.z);
    return d;
}

static TEST_UNUSED oracle_moving oracle_cross(const oracle_moving *a, const oracle_moving *b)
{
    oracle_moving r;
    int i;
    memset(&r, 0, sizeof r);
    for (i = 0; i < 3; i++) {
        oracle_add_product(&r.at[i], &a->at[(i + 1) % 3], &b->at[(i + 2) % 3], 1);
        oracle_add_product(&r.at[i], &a->at[(i + 2) % 3], &b->at[(i + 1) % 3], -1);
    }
    return r;
}

static TEST_UNUSED oracle_polynomial oracle_dot(const oracle_moving *a, const oracle_moving *b)
{
    oracle_polynomial r;
    int i;
    memset(&r, 0, sizeof r);
    for (i = 0; i < 3; i++) oracle_add_product(&r, &a->at[i], &b->at[i], 1);
    return r;
}

static TEST_UNUSED wide oracle_value(const oracle_polynomial *p, wide t)
{
    wide y = 0;
    int i;
    for (i = p->degree; i >= 0; i--) y = y * t + p->c[i];
    return y;
}

static TEST_UNUSED wide wide_abs(wide x)
{
    return x < 0 ? -x : x;
}

static TEST_UNUSED wide oracle_largest(const oracle_polynomial *p)
{
    wide largest = 0;
    int i;
    for (i = 0; i <= p->degree; i++)
        if (wide_abs(p->c[i]) > largest) largest = wide_abs(p->c[i]);
    return largest;
}

/* The root between low and high, where p has opposite signs: Newton's steps, halved where they
   leave the interval. */
static TEST_UNUSED wide oracle_root(const oracle_polynomial *p, wide low, wide high)
{
    const int rising = oracle_value(p, low) < 0;
    wide t = (low + high) / 2;
    int i, k;
    for (i = 0; i < 200 && high - low > (wide)WIDE_ROUND; i++) {
        wide y = 0, slope = 0, next;
        for (k = p->degree; k >= 0; k--) slope = slope * t + y, y = y * t + p->c[k];
        if (y == 0) return t;
        if ((y < 0) == rising)
            low = t;
        else
            high = t;
        next = slope != 0 ? t - y / slope : low - 1;
        if (!(next > low && next < high) || i % 8 == 7) next = (low + high) / 2;
        if (wide_abs(next - t) < (wide)WIDE_ROUND) return next;
        t = next;
    }
    return t;
}

/* Roots in 0 .. 1 in order, *count of them; in `extra` those of all derivatives: where a root is a
   double or triple one, one of these is right to the last digit. */
static TEST_UNUSED void oracle_roots(const oracle_polynomial *p, wide *roots, int *count,
                                     wide *extra, int *extra_count)
{
    oracle_polynomial slope;
    wide at[ORACLE_DEGREE + 2];
    int i, inner = 0;
    *count = *extra_count = 0;
    if (p->degree < 1) return;
    memset(&slope, 0, sizeof slope);
    slope.degree = p->degree - 1;
    for (i = 1; i <= p->degree; i++) slope.c[i - 1] = (wide)i * p->c[i];
    at[0] = 0;
    oracle_roots(&slope, at + 1, &inner, extra, extra_count);
    at[inner + 1] = 1;
    for (i = 0; i < inner; i++) extra[(*extra_count)++] = at[i + 1];
    for (i = 0; i <= inner; i++) {
        const wide from = oracle_value(p, at[i]), to = oracle_value(p, at[i + 1]);
        if ((from < 0) != (to < 0)) roots[(*count)++] = oracle_root(p, at[i], at[i + 1]);
    }
}

/* Two things that move: corners 0 of a point and 1..3 of a triangle, or 0 1 and 2 3 of segments. */
typedef struct oracle_sweep {
    wide3 start[4], end[4];
    int segments;
    wide distance, slack; /* as near as distance + slack is a touch */
    wide first;           /* the earliest touch found, 2: none */
    wide *times;          /* NULL, or where all candidates are noted */
    int count;
} oracle_sweep;

enum { ORACLE_TIMES = 512 };

static TEST_UNUSED wide oracle_sweep_distance(const oracle_sweep *s, wide t)
{
    wide3 p[4];
    int i;
    for (i = 0; i < 4; i++) p[i] = wide_mad(s->start[i], t, wide_sub(s->end[i], s->start[i]));
    return s->segments ? oracle_segments_distance(p, p + 2) : oracle_point_distance(p[0], p + 1);
}

static TEST_UNUSED void oracle_sweep_try(oracle_sweep *s, wide t)
{
    if (s->times) {
        if (s->count < ORACLE_TIMES) s->times[s->count++] = t;
        return;
    }
    if (t < s->first && oracle_sweep_distance(s, t) <= s->distance + s->slack) s->first = t;
}

static TEST_UNUSED void oracle_sweep_polynomial(oracle_sweep *s, const oracle_polynomial *p)
{
    wide roots[ORACLE_DEGREE + 2], extra[ORACLE_ROOTS];
    int count, extra_count, i;
    oracle_roots(p, roots, &count, extra, &extra_count);
    for (i = 0; i < count; i++) oracle_sweep_try(s, roots[i]);
    for (i = 0; i < extra_count; i++) oracle_sweep_try(s, extra[i]);
}

/* a.a - distance^2 b.b */
static TEST_UNUSED void oracle_sweep_square(oracle_sweep *s, const oracle_polynomial *a,
                                            const oracle_moving *b)
{
    oracle_polynomial p = *a, one;
    const oracle_polynomial bb = oracle_dot(b, b);
    memset(&one, 0, sizeof one);
    one.c[0] = 1;
    oracle_add_product(&p, &bb, &one, -s->distance * s->distance);
    oracle_sweep_polynomial(s, &p);
}

/* Corner a meets the line from b to c, or b. */
static TEST_UNUSED void oracle_sweep_corner(oracle_sweep *s, int a, int b, int c)
{
    const oracle_moving w = oracle_difference(s->start, s->end, b, a);
    const oracle_moving e = oracle_difference(s->start, s->end, b, c), x = oracle_cross(&w, &e);
    int i;
    if (s->distance > 0) {
        const oracle_polynomial xx = oracle_dot(&x, &x), ww = oracle_dot(&w, &w);
        oracle_polynomial p = ww;
        oracle_sweep_square(s, &xx, &e);
        p.c[0] -= s->distance * s->distance;
        oracle_sweep_polynomial(s, &p);
        return;
    }
    for (i = 0; i < 3; i++) {
        oracle_sweep_polynomial(s, &x.at[i]);
        oracle_sweep_polynomial(s, &w.at[i]);
    }
}

/* Tries all times at which the distance may become what is asked. size: of the whole motion. */
static TEST_UNUSED void oracle_sweep_candidates(oracle_sweep *s, double size)
{
    const oracle_moving r =
        oracle_difference(s->start, s->end, s->segments ? 0 : 1, s->segments ? 2 : 0);
    const oracle_moving u =
        oracle_difference(s->start, s->end, s->segments ? 0 : 1, s->segments ? 1 : 2);
    const oracle_moving v = oracle_difference(s->start, s->end, s->segments ? 2 : 1, 3);
    const oracle_moving n = oracle_cross(&u, &v);
    const oracle_polynomial volume = oracle_dot(&n, &r);
    int i;
    if (s->distance > 0) {
        oracle_polynomial square;
        memset(&square, 0, sizeof square);
        oracle_add_product(&square, &volume, &volume, 1);
        oracle_sweep_square(s, &square, &n);
    } else {
        oracle_sweep_polynomial(s, &volume);
        /* far above the rounding of its coefficients: not zero for all time */
        if (oracle_largest(&volume) > (wide)1e-12 * (wide)size * (wide)size * (wide)size) return;
    }
    for (i = 0; i < 3; i++) {
        if (!s->segments) oracle_sweep_corner(s, 0, 1 + i, 1 + (i + 1) % 3);
    }
    for (i = 0; s->segments && i < 2; i++) {
        oracle_sweep_corner(s, i, 2, 3), oracle_sweep_corner(s, i, 3, 2);
        oracle_sweep_corner(s, 2 + i, 0, 1), oracle_sweep_corner(s, 2 + i, 1, 0);
    }
}

/* The time of the first touch, or 2. */
static TEST_UNUSED wide oracle_sweep_time(oracle_sweep *s, double size)
{
    s->first = 2, s->times = NULL;
    oracle_sweep_try(s, 1); /* a root there may be just outside */
    oracle_sweep_try(s, 0);
    if (s->first < 1) return s->first;
    oracle_sweep_candidates(s, size);
    return s->first;
}

/* The side of the face at a time: its sign is that of the volume of the four points. */
static TEST_UNUSED wide oracle_sweep_volume(const oracle_sweep *s, wide t, wide3 *normal)
{
    wide3 p[4], u, v;
    int i;
    for (i = 0; i < 4; i++) p[i] = wide_mad(s->start[i], t, wide_sub(s->end[i], s->start[i]));
    u = wide_sub(p[s->segments ? 1 : 2], p[s->segments ? 0 : 1]);
    v = wide_sub(p[3], p[s->segments ? 2 : 1]);
    *normal = wide_cross(u, v);
    return wide_dot(*normal, wide_sub(p[s->segments ? 2 : 1], p[0]));
}

/* The product of the squares of the edges that span the face. */
static TEST_UNUSED wide oracle_sweep_edges(const oracle_sweep *s, wide t)
{
    wide3 p[4], u, v;
    int i;
    for (i = 0; i < 4; i++) p[i] = wide_mad(s->start[i], t, wide_sub(s->end[i], s->start[i]));
    u = wide_sub(p[s->segments ? 1 : 2], p[s->segments ? 0 : 1]);
    v = wide_sub(p[3], p[s->segments ? 2 : 1]);
    return wide_dot(u, u) * wide_dot(v, v);
}

#endif
