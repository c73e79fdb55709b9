/* Oracle for polyhedra: slow, obvious, independent of the library.
 *
 *     oracle_orient3, oracle_ahead      exact signs for all finite doubles: a filter that is
 * proved,
 *                                       then whole numbers of thousands of bits
 *     oracle_where                      a point against every face, exactly
 *     oracle_line                       a line against every face
 *     oracle_proof                      that two bodies have the distance that two features of
 *                                       theirs have: the plane between these has all vertices of
 *                                       one body on one side and of the other on the other, which
 *                                       needs no search and proves the distance whatever the size
 *     oracle_off                        how far outside a point is: the nearest of all triangles
 *     oracle_apart                      whether bodies with small whole coordinates are apart:
 *                                       every face's normal and every product of two edges
 *
 * What is rounded is computed in `wide`: __float128 where there is one, else long double. */
#ifndef COLLIDE_ORACLE_POLYHEDRON_H
#define COLLIDE_ORACLE_POLYHEDRON_H

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#define ORACLE_UNUSED __attribute__((unused))
#else
#define ORACLE_UNUSED
#endif

/* Numbers are widened here all the time, and on purpose. */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wdouble-promotion"
#endif

#if defined(__SIZEOF_FLOAT128__) && defined(__GNUC__)
__extension__ typedef __float128 wide;
#define WIDE_BITS 112
#else
typedef long double wide;
#define WIDE_BITS (LDBL_MANT_DIG - 1)
#endif

/* ----------------------------------------------------------------------------- exact sums
   A number in digits of 32 bits, digit i weighing 2^(32 i - ORACLE_BIAS), carries still to be done:
   room for any product of three doubles. */

enum { ORACLE_DIGITS = 224, ORACLE_BIAS = 32 * 110 };

typedef struct oracle_sum {
    int64_t digit[ORACLE_DIGITS];
} oracle_sum;

/* Adds the product of `count` (at most 3) numbers, or takes it away. */
static void oracle_add(oracle_sum *s, const double *factor, int count, int negative)
{
    uint32_t p[8] = {1, 0, 0, 0, 0, 0, 0, 0};
    int size = 1, e = ORACLE_BIAS, exponent, i, k;
    for (k = 0; k < count; k++) {
        const uint64_t m = (uint64_t)ldexp(frexp(fabs(factor[k]), &exponent), 53);
        uint32_t out[8] = {0, 0, 0, 0, 0, 0, 0, 0};
        uint64_t carry = 0;
        if (m == 0) return;
        for (i = 0; i < size; i++) { /* times the lower half, times the upper half */
            carry += (uint64_t)p[i] * (uint32_t)m;
            out[i] = (uint32_t)carry;
            carry >>= 32;
        }
        out[size] = (uint32_t)carry;
        for (carry = 0, i = 0; i < size; i++) {
            carry += (uint64_t)p[i] * (uint32_t)(m >> 32) + out[i + 1];
            out[i + 1] = (uint32_t)carry;
            carry >>= 32;
        }
        out[size + 1] = (uint32_t)carry;
        size += 2;
        memcpy(p, out, sizeof p);
        e += exponent - 53;
        if (factor[k] < 0) negative = !negative;
    }
    for (i = 0; i < size; i++) {
        const uint64_t v = (uint64_t)p[i] << (e % 32);
        const int64_t low = (int64_t)(uint32_t)v, high = (int64_t)(v >> 32);
        s->digit[e / 32 + i] += negative ? -low : low;
        s->digit[e / 32 + i + 1] += negative ? -high : high;
    }
}

static int oracle_sign(oracle_sum *s)
{
    int i, other = 0;
    for (i = 0; i + 1 < ORACLE_DIGITS; i++) { /* floor division, so that the rest is not negative */
        const int64_t rest = s->digit[i] & 0xffffffff, carry = (s->digit[i] - rest) / 4294967296;
        s->digit[i] = rest;
        s->digit[i + 1] += carry;
        other |= rest != 0;
    }
    return s->digit[i] < 0 ? -1 : s->digit[i] > 0 || other;
}

static ORACLE_UNUSED int oracle_trusted(double value, double size)
{
    return size > 1e-250 && size < 1e300 && fabs(value) > 4e-15 * size;
}

/* The same for coordinates that are whole numbers of 40 bits, but for a common power of two: many
   times as fast. 0 if they are not. */
static ORACLE_UNUSED int oracle_whole3(const double *const p[4], int *sign)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef __int128 whole;
    int64_t v[4][3];
    double most = 0, scale;
    whole value;
    int i, k, exponent;
    for (i = 0; i < 4; i++)
        for (k = 0; k < 3; k++)
            if (fabs(p[i][k]) > most) most = fabs(p[i][k]);
    frexp(most, &exponent);
    if (exponent < -900 || exponent > 900) return 0;
    scale = ldexp(1, 40 - exponent);
    for (i = 0; i < 4; i++)
        for (k = 0; k < 3; k++) {
            const double x = p[i][k] * scale;
            v[i][k] = (int64_t)x;
            if ((double)v[i][k] != x) return 0;
        }
    for (i = 1; i < 4; i++)
        for (k = 0; k < 3; k++) v[i][k] -= v[0][k];
    for (value = 0, k = 0; k < 3; k++)
        value += ((whole)v[1][(k + 1) % 3] * v[2][(k + 2) % 3] -
                  (whole)v[1][(k + 2) % 3] * v[2][(k + 1) % 3]) *
                 v[3][k];
    *sign = (value > 0) - (value < 0);
    return 1;
#else
    (void)p;
    (void)sign;
    return 0;
#endif
}

/* Where is d? 1 on the side from which a, b, c are seen counter-clockwise, -1 on the other, 0 in
   their plane. */
static int oracle_orient3(const double *a, const double *b, const double *c, const double *d)
{
    static const int corner[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
    static const int even[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                   {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    const double *p[4];
    double u[3][3], value = 0, size = 0;
    oracle_sum sum;
    int i, j, k;
    p[0] = a, p[1] = b, p[2] = c, p[3] = d;
    for (i = 0; i < 3; i++)
        for (k = 0; k < 3; k++) u[i][k] = p[i + 1][k] - a[k];
    for (j = 0; j < 6; j++) {
        const double term = u[0][even[j][0]] * u[1][even[j][1]] * u[2][even[j][2]];
        value += j < 3 ? term : -term;
        size += fabs(term);
    }
    if (oracle_trusted(value, size)) return value > 0 ? 1 : -1;
    if (oracle_whole3(p, &i)) return i;
    /* det[b - a, c - a, d - a] is the sum of four determinants of three points, with signs: for the
       rows left out d, c, b, a: -[abc] + ... written as even orders of corners */
    memset(&sum, 0, sizeof sum);
    for (i = 0; i < 4; i++) {
        for (j = 0; j < 6; j++) {
            double f[3];
            for (k = 0; k < 3; k++) f[k] = p[corner[i][k]][even[j][k]];
            oracle_add(&sum, f, 3, j < 3);
        }
    }
    return oracle_sign(&sum);
}

/* Sign of direction . (p - q). */
static int oracle_ahead(const double *direction, const double *p, const double *q)
{
    double value = 0, size = 0;
    oracle_sum sum;
    int k;
    for (k = 0; k < 3; k++) {
        const double term = direction[k] * (p[k] - q[k]);
        value += term;
        size += fabs(term);
    }
    if (oracle_trusted(value, size)) return value > 0 ? 1 : -1;
    memset(&sum, 0, sizeof sum);
    for (k = 0; k < 3; k++) {
        double f[2];
        f[0] = direction[k], f[1] = p[k];
        oracle_add(&sum, f, 2, 0);
        f[1] = q[k];
        oracle_add(&sum, f, 2, 1);
    }
    return oracle_sign(&sum);
}

/* 1 if three points are on one line, exactly: so are their shadows along each axis. */
static ORACLE_UNUSED int oracle_collinear(const double *a, const double *b, const double *c)
{
    const double *p[3];
    int k, n;
    p[0] = a, p[1] = b, p[2] = c;
    for (k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        oracle_sum sum;
        memset(&sum, 0, sizeof sum);
        for (n = 0; n < 3; n++) {
            double f[2];
            f[0] = p[n][i], f[1] = p[(n + 1) % 3][j];
            oracle_add(&sum, f, 2, 0);
            f[0] = p[n][j], f[1] = p[(n + 1) % 3][i];
            oracle_add(&sum, f, 2, 1);
        }
        if (oracle_sign(&sum) != 0) return 0;
    }
    return 1;
}

/* --------------------------------------------------------------------------------- bodies */

typedef struct oracle_body {
    const double *v;   /* x y z of each vertex, as the library has it */
    const uint32_t *t; /* triangles */
    int triangle_count;
    const int *used; /* vertices that triangles name */
    int used_count;
    double r[3][3], at[3]; /* the pose: rows */
} oracle_body;

static const double *oracle_corner(const oracle_body *b, int triangle, int k)
{
    return b->v + 3 * (size_t)b->t[3 * triangle + k];
}

static ORACLE_UNUSED void oracle_place(const oracle_body *b, const double *v, wide out[3])
{
    int i;
    for (i = 0; i < 3; i++)
        out[i] =
            (wide)b->r[i][0] * v[0] + (wide)b->r[i][1] * v[1] + (wide)b->r[i][2] * v[2] + b->at[i];
}

/* The point of the body's own frame that the pose takes to p: the inverse, for no rotation that was
   rounded is orthonormal. */
static ORACLE_UNUSED void oracle_back(const oracle_body *b, const wide p[3], int is_point,
                                      wide out[3])
{
    wide determinant = 0, c[3][3], d[3];
    int i, j;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++) {
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            c[i][j] = (wide)b->r[i1][j1] * b->r[i2][j2] - (wide)b->r[i1][j2] * b->r[i2][j1];
        }
    for (j = 0; j < 3; j++) determinant += c[0][j] * b->r[0][j];
    for (i = 0; i < 3; i++) d[i] = is_point ? p[i] - b->at[i] : p[i];
    for (j = 0; j < 3; j++)
        out[j] = (c[0][j] * d[0] + c[1][j] * d[1] + c[2][j] * d[2]) / determinant;
}

/* The largest coordinate in the world. */
static ORACLE_UNUSED double oracle_size(const oracle_body *b)
{
    double most = 0;
    int i, k;
    for (i = 0; i < b->used_count; i++) {
        const double *v = b->v + 3 * (size_t)b->used[i];
        for (k = 0; k < 3; k++) {
            const double x =
                fabs(b->r[k][0] * v[0] + b->r[k][1] * v[1] + b->r[k][2] * v[2] + b->at[k]);
            if (x > most) most = x;
        }
    }
    return most;
}

/* The vertex that is exactly farthest along a direction in the body's frame: the first of several.
   */
static ORACLE_UNUSED int oracle_farthest(const oracle_body *b, const double *direction)
{
    int i, best = b->used[0];
    for (i = 1; i < b->used_count; i++)
        if (oracle_ahead(direction, b->v + 3 * (size_t)b->used[i], b->v + 3 * (size_t)best) > 0)
            best = b->used[i];
    return best;
}

/* A point of the body's frame, exactly: 0 outside, 1 on the boundary, 2 inside. */
static ORACLE_UNUSED int oracle_where(const oracle_body *b, const double *p)
{
    int i, where = 2;
    for (i = 0; i < b->triangle_count; i++) {
        const int side = oracle_orient3(oracle_corner(b, i, 0), oracle_corner(b, i, 1),
                                        oracle_corner(b, i, 2), p);
        if (side > 0) return 0;
        if (side == 0) where = 1;
    }
    return where;
}

/* ------------------------------------------------------------------------------ surfaces */

typedef struct oracle_surface {
    int closed;  /* each edge of a triangle runs the other way in one other triangle, no more */
    int bend;    /* largest sign of a neighbour's corner against a triangle's plane: 1 is a dent */
    int flat;    /* triangles without area, exactly */
    int euler;   /* vertices that triangles name - edges + faces */
    int corners; /* the least number of truly bent edges at a vertex: 3 or more is a corner */
} oracle_surface;

typedef struct oracle_edge {
    uint32_t low, high, opposite;
    int upwards, triangle;
} oracle_edge;

static int oracle_by_ends(const void *a, const void *b)
{
    const oracle_edge *e = (const oracle_edge *)a, *f = (const oracle_edge *)b;
    if (e->low != f->low) return e->low < f->low ? -1 : 1;
    if (e->high != f->high) return e->high < f->high ? -1 : 1;
    return e->upwards - f->upwards;
}

static ORACLE_UNUSED oracle_surface oracle_look(const oracle_body *b, int vertex_count)
{
    const int n = 3 * b->triangle_count;
    oracle_edge *e = (oracle_edge *)malloc((size_t)(n + 1) * sizeof *e);
    int *bent = (int *)calloc((size_t)vertex_count + 1, sizeof *bent);
    oracle_surface s;
    int i, k;
    if (!e || !bent) abort();
    s.closed = n % 2 == 0, s.bend = -1, s.flat = 0;
    s.euler = b->used_count - n / 2 + b->triangle_count;
    for (i = 0; i < n; i++) {
        const uint32_t *t = b->t + 3 * (size_t)(i / 3);
        const uint32_t from = t[i % 3], to = t[(i + 1) % 3];
        e[i].low = from < to ? from : to, e[i].high = from < to ? to : from;
        e[i].opposite = t[(i + 2) % 3], e[i].upwards = from < to, e[i].triangle = i / 3;
        if (i % 3 == 0)
            s.flat += oracle_collinear(oracle_corner(b, i / 3, 0), oracle_corner(b, i / 3, 1),
                                       oracle_corner(b, i / 3, 2));
    }
    qsort(e, (size_t)n, sizeof *e, oracle_by_ends);
    for (i = 0; s.closed && i < n; i += 2) {
        int side;
        if (e[i].low != e[i + 1].low || e[i].high != e[i + 1].high || e[i].upwards ||
            !e[i + 1].upwards || (i && e[i].low == e[i - 1].low && e[i].high == e[i - 1].high)) {
            s.closed = 0;
            break;
        }
        k = e[i].triangle;
        side = oracle_orient3(oracle_corner(b, k, 0), oracle_corner(b, k, 1),
                              oracle_corner(b, k, 2), b->v + 3 * (size_t)e[i + 1].opposite);
        if (side > s.bend) s.bend = side;
        if (side) bent[e[i].low]++, bent[e[i].high]++;
    }
    s.corners = n;
    for (i = 0; i < b->used_count; i++)
        if (bent[b->used[i]] < s.corners) s.corners = bent[b->used[i]];
    free(e);
    free(bent);
    return s;
}

/* ----------------------------------------------------------------------------- wide vectors */

static wide wide_abs(wide a)
{
    return a < 0 ? -a : a;
}

static wide wide_sqrt(wide a)
{
    wide s, scale = 1;
    int i;
    if (!(a > 0)) return 0;
    while (a * scale * scale < (wide)1e-100) scale *= (wide)1e50;
    while (a * scale * scale > (wide)1e100) scale *= (wide)1e-50;
    s = (wide)sqrt((double)(a * scale * scale));
    for (i = 0; i < 2; i++) s = (s + a * scale * scale / s) / 2;
    return s / scale;
}

static wide wide_dot(const wide a[3], const wide b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void wide_cross(const wide a[3], const wide b[3], wide out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static void wide_sub(const wide a[3], const wide b[3], wide out[3])
{
    int k;
    for (k = 0; k < 3; k++) out[k] = a[k] - b[k];
}

/* a + t (b - a) */
static void wide_along(const wide a[3], const wide b[3], wide t, wide out[3])
{
    int k;
    for (k = 0; k < 3; k++) out[k] = a[k] + t * (b[k] - a[k]);
}

/* ------------------------------------------------------------- closest points of two features
   A feature is the hull of one, two or three points. All pairs of their parts are tried. */

typedef struct oracle_feature {
    int count;
    wide p[3][3];
} oracle_feature;

typedef struct oracle_pair {
    wide a[3], b[3], square; /* of the distance; negative: none yet */
} oracle_pair;

static void oracle_try(oracle_pair *best, const wide a[3], const wide b[3])
{
    wide d[3], square;
    wide_sub(a, b, d);
    square = wide_dot(d, d);
    if (best->square >= 0 && best->square <= square) return;
    best->square = square;
    memcpy(best->a, a, sizeof best->a);
    memcpy(best->b, b, sizeof best->b);
}

/* A point against a segment; swapped: the point is b's. */
static void oracle_try_segment(oracle_pair *best, const wide p[3], const wide u[3], const wide v[3],
                               int swapped)
{
    wide d[3], w[3], q[3], t, square;
    wide_sub(v, u, d);
    wide_sub(p, u, w);
    square = wide_dot(d, d);
    t = square > 0 ? wide_dot(w, d) / square : 0;
    wide_along(u, v, t < 0 ? 0 : t > 1 ? 1 : t, q);
    oracle_try(best, swapped ? q : p, swapped ? p : q);
}

/* A point against the inside of a triangle. */
static void oracle_try_triangle(oracle_pair *best, const wide p[3], const oracle_feature *f,
                                int swapped)
{
    wide e[3], g[3], n[3], w[3], q[3], c[3], square;
    int k;
    wide_sub(f->p[1], f->p[0], e);
    wide_sub(f->p[2], f->p[0], g);
    wide_cross(e, g, n);
    square = wide_dot(n, n);
    if (!(square > 0)) return;
    for (k = 0; k < 3; k++) {
        wide_sub(f->p[(k + 1) % 3], f->p[k], e);
        wide_sub(p, f->p[k], w);
        wide_cross(e, w, c);
        if (wide_dot(c, n) < 0) return;
    }
    wide_sub(p, f->p[0], w);
    for (k = 0; k < 3; k++) q[k] = p[k] - wide_dot(w, n) / square * n[k];
    oracle_try(best, swapped ? q : p, swapped ? p : q);
}

/* The insides of two segments. */
static void oracle_try_segments(oracle_pair *best, const wide a[3], const wide b[3],
                                const wide c[3], const wide d[3])
{
    wide u[3], v[3], w[3], n[3], m[3], square, s, t, p[3], q[3];
    wide_sub(b, a, u);
    wide_sub(d, c, v);
    wide_sub(c, a, w);
    wide_cross(u, v, n);
    square = wide_dot(n, n);
    if (!(square > 0)) return;
    wide_cross(w, v, m);
    s = wide_dot(m, n) / square;
    wide_cross(w, u, m);
    t = wide_dot(m, n) / square;
    if (s < 0 || s > 1 || t < 0 || t > 1) return;
    wide_along(a, b, s, p);
    wide_along(c, d, t, q);
    oracle_try(best, p, q);
}

static oracle_pair oracle_closest(const oracle_feature *f, const oracle_feature *g)
{
    oracle_pair best;
    int i, j;
    memset(&best, 0, sizeof best);
    best.square = -1;
    for (i = 0; i < f->count; i++) {
        const int i1 = (i + 1) % f->count;
        for (j = 0; j < g->count; j++) {
            const int j1 = (j + 1) % g->count;
            oracle_try(&best, f->p[i], g->p[j]);
            oracle_try_segment(&best, f->p[i], g->p[j], g->p[j1], 0);
            oracle_try_segment(&best, g->p[j], f->p[i], f->p[i1], 1);
            oracle_try_segments(&best, f->p[i], f->p[i1], g->p[j], g->p[j1]);
        }
        if (g->count == 3) oracle_try_triangle(&best, f->p[i], g, 0);
    }
    for (j = 0; j < g->count && f->count == 3; j++) oracle_try_triangle(&best, g->p[j], f, 1);
    return best;
}

static ORACLE_UNUSED oracle_feature oracle_point(const double *p)
{
    oracle_feature f;
    int k;
    memset(&f, 0, sizeof f);
    f.count = 1;
    for (k = 0; k < 3; k++) f.p[0][k] = p[k];
    return f;
}

/* What a feature number of a polyhedron stands for, in the world; count 0: nothing. */
static ORACLE_UNUSED oracle_feature oracle_feature_of(const oracle_body *b, int vertex_count,
                                                      uint32_t feature)
{
    const uint32_t number = feature / 4, kind = feature % 4;
    oracle_feature f;
    int k;
    memset(&f, 0, sizeof f);
    if (kind == 0 && number < (uint32_t)vertex_count) {
        f.count = 1;
        oracle_place(b, b->v + 3 * (size_t)number, f.p[0]);
    } else if (kind == 1 && number < 3 * (uint32_t)b->triangle_count) {
        f.count = 2;
        for (k = 0; k < 2; k++)
            oracle_place(b, oracle_corner(b, (int)(number / 3), ((int)(number % 3) + k) % 3),
                         f.p[k]);
    } else if (kind == 2 && number < (uint32_t)b->triangle_count) {
        f.count = 3;
        for (k = 0; k < 3; k++) oracle_place(b, oracle_corner(b, (int)number, k), f.p[k]);
    }
    return f;
}

/* The most (of sign 1), or least (-1), of n . (x - from) over the body: quickly, then, if careful,
   in wide. */
static wide oracle_reach(const oracle_body *b, const wide n[3], const wide from[3], int sign,
                         int careful)
{
    wide m[3], c = 0, best;
    long double q[3], most = 0;
    int i, k;
    for (k = 0; k < 3; k++) {
        m[k] = n[0] * b->r[0][k] + n[1] * b->r[1][k] + n[2] * b->r[2][k];
        c += n[k] * (b->at[k] - from[k]);
        q[k] = (long double)m[k] * sign;
    }
    if (careful) {
        for (best = 0, i = 0; i < b->used_count; i++) {
            const double *v = b->v + 3 * (size_t)b->used[i];
            const wide x = sign * (m[0] * v[0] + m[1] * v[1] + m[2] * v[2]);
            if (i == 0 || x > best) best = x;
        }
        return sign * best + c;
    }
    for (i = 0; i < b->used_count; i++) {
        const double *v = b->v + 3 * (size_t)b->used[i];
        const long double x = q[0] * v[0] + q[1] * v[1] + q[2] * v[2];
        if (i == 0 || x > most) most = x;
    }
    return sign * (wide)most + c;
}

/* How far apart two bodies are at least, seen along n from a to b: 0 if n is. */
static wide oracle_gap_along(const oracle_body *a, const oracle_body *b, const wide direction[3],
                             const wide from[3], int careful)
{
    const wide length = wide_sqrt(wide_dot(direction, direction));
    wide n[3];
    int k;
    if (!(length > 0)) return 0;
    for (k = 0; k < 3; k++) n[k] = direction[k] / length;
    return oracle_reach(b, n, from, -1, careful) - oracle_reach(a, n, from, 1, careful);
}

/* At right angles to a face, or to two edges: 0 if the features are neither. Turned towards d. */
static ORACLE_UNUSED void oracle_normal(const oracle_feature *f, const oracle_feature *g,
                                        const wide d[3], wide n[3])
{
    wide u[3], v[3];
    int k;
    n[0] = n[1] = n[2] = 0;
    if (f->count < 2 || (f->count == 2 && g->count != 2)) return;
    wide_sub(f->p[1], f->p[0], u);
    wide_sub(f->count == 3 ? f->p[2] : g->p[1], f->count == 3 ? f->p[0] : g->p[0], v);
    wide_cross(u, v, n);
    if (wide_dot(n, d) < 0)
        for (k = 0; k < 3; k++) n[k] = -n[k];
}

/* How far apart two bodies are at least: along the line between the closest points of the features
   that have the pair, or, where that is too short to have a direction (the points lie at the edge
   of a face, the next triangle being level with it), along the features' normal. */
static ORACLE_UNUSED wide oracle_gap(const oracle_body *a, const oracle_body *b,
                                     const oracle_feature *f, const oracle_feature *g,
                                     const oracle_pair *pair, int careful)
{
    wide d[3], n[3], gap, other;
    int i;
    wide_sub(pair->b, pair->a, d);
    gap = oracle_gap_along(a, b, d, pair->a, careful);
    for (i = 0; i < 2 && wide_sqrt(pair->square) - gap > ldexp(1, -50) * wide_abs(gap); i++) {
        oracle_normal(i ? g : f, i ? f : g, d, n);
        other = oracle_gap_along(a, b, n, pair->a, careful);
        if (other > gap && wide_dot(n, n) > 0) gap = other;
    }
    return gap;
}

/* The triangles (at most 64) that are within `near` of a point of the world. */
static int oracle_around(const oracle_body *b, const wide p[3], double near, int *out)
{
    oracle_feature point;
    double q[3], slack;
    wide back[3];
    int i, j, k, n = 0;
    point.count = 1;
    memcpy(point.p[0], p, sizeof point.p[0]);
    oracle_back(b, p, 1, back);
    for (slack = near, k = 0; k < 3; k++) q[k] = (double)back[k], slack += 1e-15 * fabs(q[k]);
    for (i = 0; i < b->triangle_count && n < 64; i++) {
        oracle_feature f;
        int outside = 0;
        for (k = 0; k < 3; k++) { /* the box around the triangle */
            double low = q[k], high = q[k];
            for (j = 0; j < 3; j++) {
                const double x = oracle_corner(b, i, j)[k];
                if (j == 0 || x < low) low = x;
                if (j == 0 || x > high) high = x;
            }
            if (q[k] < low - 2 * slack || q[k] > high + 2 * slack) outside = 1;
        }
        if (outside) continue;
        f = oracle_feature_of(b, 0, 4 * (uint32_t)i + 2);
        if (oracle_closest(&point, &f).square <= (wide)near * near) out[n++] = i;
    }
    return n;
}

/* The same where the closest points lie nearer to an edge than the bound (near), so that the next
   feature is as close: what pairs of all triangles there say. */
static ORACLE_UNUSED wide oracle_gap_around(const oracle_body *a, const oracle_body *b,
                                            const oracle_pair *pair, double near)
{
    int first[64], second[64];
    const int n = oracle_around(a, pair->a, near, first);
    const int m = oracle_around(b, pair->b, near, second);
    wide best = 0;
    int i, j, any = 0;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            const oracle_feature f = oracle_feature_of(a, 0, 4 * (uint32_t)first[i] + 2);
            const oracle_feature g = oracle_feature_of(b, 0, 4 * (uint32_t)second[j] + 2);
            const oracle_pair p = oracle_closest(&f, &g);
            const wide gap = oracle_gap(a, b, &f, &g, &p, 1);
            if (!any || gap > best) best = gap;
            any = 1;
        }
    return any ? best : -1;
}

/* How far a point (world) is outside the body: 0 inside. Only faces that it is outside of can be
   nearest. */
static ORACLE_UNUSED double oracle_off(const oracle_body *b, const wide p[3])
{
    oracle_feature point;
    double least = -1, q[3];
    wide back[3];
    int i, k, outside = 0;
    point.count = 1;
    memcpy(point.p[0], p, sizeof point.p[0]);
    oracle_back(b, p, 1, back);
    for (k = 0; k < 3; k++) q[k] = (double)back[k];
    for (i = 0; i < b->triangle_count; i++) {
        oracle_feature f;
        wide e[3], g[3], n[3], w[3], height;
        const double *v[3];
        double x[3][3], value = 0, size = 0, beyond;
        int j;
        for (j = 0; j < 3; j++) v[j] = oracle_corner(b, i, j);
        for (k = 0; k < 3; k++)
            x[0][k] = v[1][k] - v[0][k], x[1][k] = v[2][k] - v[0][k], x[2][k] = q[k] - v[0][k];
        for (k = 0; k < 3; k++) {
            const double s = x[0][k] * x[1][(k + 1) % 3] * x[2][(k + 2) % 3];
            const double t = x[0][k] * x[1][(k + 2) % 3] * x[2][(k + 1) % 3];
            value += s - t;
            size += fabs(s) + fabs(t); /* and what rounding of the point may make of it */
            size += (fabs(x[0][k] * x[1][(k + 1) % 3]) + fabs(x[0][(k + 1) % 3] * x[1][k])) *
                    (fabs(q[(k + 2) % 3]) + fabs(v[0][(k + 2) % 3]));
        }
        if (value < -1e-14 * size) continue;  /* inside of this one for certain */
        for (beyond = 0, k = 0; k < 3; k++) { /* the box around it: nearer than what is known? */
            double low = v[0][k], high = v[0][k];
            for (j = 1; j < 3; j++) {
                if (v[j][k] < low) low = v[j][k];
                if (v[j][k] > high) high = v[j][k];
            }
            low = low - q[k] > q[k] - high ? low - q[k] : q[k] - high;
            if (low > beyond) beyond = low;
        }
        if (least >= 0 && beyond * (1 - 1e-6) > least) continue;
        f = oracle_feature_of(b, 0, 4 * (uint32_t)i + 2);
        wide_sub(f.p[1], f.p[0], e);
        wide_sub(f.p[2], f.p[0], g);
        wide_cross(e, g, n);
        wide_sub(p, f.p[0], w);
        height = wide_dot(n, w);
        outside |= height > 0;
        /* the nearest may be level with one that rounding alone says it is outside of */
        if (height >= -wide_sqrt(wide_dot(n, n) * wide_dot(w, w)) * (wide)1e-20) {
            const oracle_pair pair = oracle_closest(&point, &f);
            const double d = (double)wide_sqrt(pair.square);
            if (least < 0 || d < least) least = d;
        }
    }
    return outside ? least : 0;
}

/* -------------------------------------------------------------------------------------- lines
   Against each face's plane: where the line enters (the largest parameter of those that it crosses
   inwards) and where it leaves. What is whole and small (15 bits) has no rounding here. */

typedef struct oracle_cut {
    int hits;    /* 2: a piece of positive length; 1: a point, or along the boundary; 0: nothing */
    int in_face; /* the line lies in a face's plane */
    int unsure;  /* within the blur it may lie in one, or on its other side */
    wide enter, exit;
    wide enter_between[2], exit_between[2]; /* whatever the blur does */
} oracle_cut;

/* Where a line crosses a face's plane: at down/along, inwards if along < 0. size: of the terms;
   normal: the sum of the components of the face's normal, which down and along have as a factor. */
typedef struct oracle_crossing {
    wide down, along, size, normal;
} oracle_crossing;

static oracle_crossing oracle_cross_face(const oracle_body *b, int face, const wide origin[3],
                                         const wide direction[3])
{
    oracle_crossing c;
    wide e[3], g[3], n[3], w[3];
    const double *v[3];
    int k;
    for (k = 0; k < 3; k++) v[k] = oracle_corner(b, face, k);
    for (k = 0; k < 3; k++) {
        e[k] = (wide)v[1][k] - v[0][k], g[k] = (wide)v[2][k] - v[0][k];
        w[k] = v[0][k] - origin[k];
    }
    wide_cross(e, g, n);
    c.down = wide_dot(n, w);
    c.along = wide_dot(n, direction);
    c.normal = wide_abs(n[0]) + wide_abs(n[1]) + wide_abs(n[2]);
    for (c.size = 0, k = 0; k < 3; k++)
        c.size += (wide_abs(e[(k + 1) % 3] * g[(k + 2) % 3]) +
                   wide_abs(e[(k + 2) % 3] * g[(k + 1) % 3])) *
                  (wide_abs(w[k]) + (c.along == 0 ? 0 : wide_abs(c.down / c.along * direction[k])));
    return c;
}

static void oracle_most(wide *most, wide x, int first)
{
    if (first || x > *most) *most = x;
}

static void oracle_least(wide *least, wide x, int first)
{
    if (first || x < *least) *least = x;
}

/* The same in long double, to see which faces can matter at all: it crosses this one's plane
   between two parameters. 0 if it cannot tell. */
static int oracle_about(const oracle_body *b, int face, const long double o[3],
                        const long double d[3], double blur, double direction_blur,
                        long double between[2], int *inwards)
{
    long double e[3], g[3], down = 0, along = 0, down_size = 0, along_size = 0, normal = 0, t,
                            error;
    const double *v[3];
    int k;
    for (k = 0; k < 3; k++) v[k] = oracle_corner(b, face, k);
    for (k = 0; k < 3; k++)
        e[k] = (long double)v[1][k] - v[0][k], g[k] = (long double)v[2][k] - v[0][k];
    for (k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const long double n = e[i] * g[j] - e[j] * g[i],
                          m = fabsl(e[i] * g[j]) + fabsl(e[j] * g[i]);
        down += n * (v[0][k] - o[k]), along += n * d[k];
        down_size += m * (fabsl(v[0][k]) + fabsl(o[k])), along_size += m * fabsl(d[k]);
        normal += fabsl(n);
    }
    along_size = 16 * LDBL_EPSILON * along_size + 2 * normal * direction_blur;
    down_size = 16 * LDBL_EPSILON * down_size + 4 * normal * blur;
    if (!(fabsl(along) > 2 * along_size)) return 0;
    t = down / along;
    error = 2 * (down_size + fabsl(t) * along_size) / fabsl(along);
    between[0] = t - error, between[1] = t + error;
    *inwards = along < 0;
    return between[1] - between[0] < LDBL_MAX;
}

/* blur: how far off points of the line, and its direction's part of it, may be. */
static ORACLE_UNUSED oracle_cut oracle_line(const oracle_body *b, const wide origin[3],
                                            const wide direction[3], double blur,
                                            double direction_blur)
{
    oracle_cut cut;
    wide num[2] = {0, 0}, den[2] = {0, 0}; /* of enter, of exit, as num/den with den > 0 */
    long double o[3], d[3], between[2], last_enter = -LDBL_MAX, first_exit = LDBL_MAX;
    int i, k, outside = 0, inwards, any[2] = {0, 0};
    memset(&cut, 0, sizeof cut);
    for (k = 0; k < 3; k++) o[k] = (long double)origin[k], d[k] = (long double)direction[k];
    for (i = 0; i < b->triangle_count; i++) {
        if (!oracle_about(b, i, o, d, blur, direction_blur, between, &inwards)) continue;
        if (inwards && between[0] > last_enter) last_enter = between[0];
        if (!inwards && between[1] < first_exit) first_exit = between[1];
    }
    for (i = 0; i < b->triangle_count; i++) {
        oracle_crossing c;
        wide error, t;
        int side;
        if (oracle_about(b, i, o, d, blur, direction_blur, between, &inwards) &&
            (inwards ? between[1] < last_enter : between[0] > first_exit))
            continue;
        c = oracle_cross_face(b, i, origin, direction);
        if (wide_abs(c.along) <= 2 * c.normal * direction_blur &&
            c.down <= 4 * c.normal * blur) { /* it may lie in the face's plane */
            if (c.down >= -4 * c.normal * blur) cut.unsure = blur > 0;
        }
        if (c.along == 0) {
            if (c.down < 0) outside = 1;
            if (c.down == 0) cut.in_face = 1;
            continue;
        }
        side = c.along > 0;
        error =
            c.size / wide_abs(c.along) * (wide)ldexp(1, 6 - WIDE_BITS) +
            2 * c.normal * (blur + wide_abs(c.down / c.along) * direction_blur) / wide_abs(c.along);
        t = c.down / c.along;
        if (side) {
            oracle_least(&cut.exit_between[0], t - error, !any[1]);
            oracle_least(&cut.exit_between[1], t + error, !any[1]);
        } else {
            oracle_most(&cut.enter_between[0], t - error, !any[0]);
            oracle_most(&cut.enter_between[1], t + error, !any[0]);
            c.down = -c.down, c.along = -c.along;
        }
        if (!any[side] ||
            (side ? c.down * den[1] < num[1] * c.along : c.down * den[0] > num[0] * c.along))
            num[side] = c.down, den[side] = c.along;
        any[side] = 1;
    }
    if (!any[0] || !any[1]) return cut;
    cut.enter = num[0] / den[0], cut.exit = num[1] / den[1];
    if (!outside && num[0] * den[1] <= num[1] * den[0])
        cut.hits = num[0] * den[1] < num[1] * den[0] && !cut.in_face ? 2 : 1;
    return cut;
}

/* ------------------------------------------------------------ small whole numbers: are they apart?
   World coordinates of at most 2^9, so nothing here exceeds 2^62. */

typedef struct oracle_grid {
    int count, triangle_count;
    int64_t p[64][3];
    uint8_t t[128][3];
} oracle_grid;

/* 1 if the bodies are apart along the direction. */
static int oracle_parts(const oracle_grid *a, const oracle_grid *b, const int64_t n[3])
{
    int64_t low[2] = {0, 0}, high[2] = {0, 0};
    int i, s;
    for (s = 0; s < 2; s++) {
        const oracle_grid *g = s ? b : a;
        for (i = 0; i < g->count; i++) {
            const int64_t x = n[0] * g->p[i][0] + n[1] * g->p[i][1] + n[2] * g->p[i][2];
            if (i == 0 || x < low[s]) low[s] = x;
            if (i == 0 || x > high[s]) high[s] = x;
        }
    }
    return high[0] < low[1] || high[1] < low[0];
}

static void oracle_grid_edge(const oracle_grid *g, int triangle, int k, int64_t out[3])
{
    int i;
    for (i = 0; i < 3; i++)
        out[i] = g->p[g->t[triangle][(k + 1) % 3]][i] - g->p[g->t[triangle][k]][i];
}

static void oracle_grid_cross(const int64_t a[3], const int64_t b[3], int64_t out[3])
{
    int k;
    for (k = 0; k < 3; k++)
        out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static ORACLE_UNUSED int oracle_apart(const oracle_grid *a, const oracle_grid *b)
{
    int s, i, j, k, l;
    for (s = 0; s < 2; s++) {
        const oracle_grid *g = s ? b : a;
        for (i = 0; i < g->triangle_count; i++) {
            int64_t e[3], f[3], n[3];
            oracle_grid_edge(g, i, 0, e);
            oracle_grid_edge(g, i, 1, f);
            oracle_grid_cross(e, f, n);
            if (oracle_parts(a, b, n)) return 1;
        }
    }
    for (i = 0; i < 3 * a->triangle_count; i++) {
        if (a->t[i / 3][i % 3] > a->t[i / 3][(i % 3 + 1) % 3]) continue; /* its twin serves */
        for (j = 0; j < 3 * b->triangle_count; j++) {
            int64_t e[3], f[3], n[3];
            k = j / 3, l = j % 3;
            if (b->t[k][l] > b->t[k][(l + 1) % 3]) continue;
            oracle_grid_edge(a, i / 3, i % 3, e);
            oracle_grid_edge(b, k, l, f);
            oracle_grid_cross(e, f, n);
            if ((n[0] || n[1] || n[2]) && oracle_parts(a, b, n)) return 1;
        }
    }
    return 0;
}

#endif
