/* Oracle for [BEZIER]: slow, obvious, in higher precision, and independent of the library.
 *
 *     oracle_sweep     where a point that moves from..to meets a curve: what is certain, and where
 *                      the numbers are too close to tell
 *     oracle_segments  do two segments meet? Without any rounding, for all finite doubles
 *     oracle_winding   how often closed pieces go around a point, and whether it is near them
 *
 * Polynomials are cut in half in Bernstein form until the signs of their coefficients decide; each
 * coefficient carries a bound on its own error, so that a sign is known or known to be unknown. No
 * formula for roots is used. The arithmetic is long double, or with ORACLE_QUAD __float128, which
 * is twenty times slower and tells closer things apart. */
#ifndef COLLIDE_ORACLE_BEZIER_H
#define COLLIDE_ORACLE_BEZIER_H

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#ifdef ORACLE_QUAD
__extension__ typedef __float128 oracle_real;
#define ORACLE_EPSILON ((oracle_real)1.92592994438723585305597794258492732e-34) /* 2^-112 */
#define ORACLE_BITS    112
#else
typedef long double oracle_real;
#define ORACLE_EPSILON ((oracle_real)LDBL_EPSILON)
#define ORACLE_BITS    (LDBL_MANT_DIG - 1)
#endif

#if defined(__GNUC__)
#define ORACLE_UNUSED __attribute__((unused))
#else
#define ORACLE_UNUSED
#endif

/* What the oracle takes: numbers of the library, exactly. */
typedef struct oracle_curve {
    int degree;
    double x[4], y[4];
} oracle_curve;

static oracle_real oracle_abs(oracle_real a)
{
    return a < 0 ? -a : a;
}

/* ----------------------------------------------------------------------- the frame of the move
   Along the move: x = (P - from) . d from its start, z = (to - P) . d to its end, d = to - from;
   across: y = d x (P - from), positive on the left of the move. All are numbers of size |d| |P|.
   The segment meets the curve where y = 0, x >= 0, z >= 0. All is scaled by a power of two so that
   the largest distance lies between 1 and 3. */

enum { ORACLE_Y, ORACLE_X, ORACLE_Z, ORACLE_ROWS };

/* A part of a curve, parameters q0 .. q1, in Bernstein form: coefficients and bounds on their
   errors. */
typedef struct oracle_cell {
    double q0, q1;
    oracle_real v[ORACLE_ROWS][4], e[ORACLE_ROWS][4];
} oracle_cell;

typedef enum oracle_kind {
    ORACLE_CROSS, /* one simple root in q0 .. q1, y monotone there */
    ORACLE_POINT, /* y = 0 exactly at q0 = q1 */
    ORACLE_SLIDE, /* y = 0 exactly in all of q0 .. q1 */
    ORACLE_GRAY   /* too close to tell whether there is a root, or whether it is on the segment */
} oracle_kind;

typedef struct oracle_hit {
    oracle_kind kind;
    double q0, q1;  /* parameters */
    double t0, t1;  /* bounds on the times; slide: t0 of some point, not before the first */
    int side;       /* that a hit there should have; 2: unknown */
    int in_segment; /* cross: from and to surely lie on different sides of the root; point: in its
                       inside; 0 where an end of the segment is on the curve */
} oracle_hit;

enum { ORACLE_MOST = 40 };

typedef struct oracle_answer {
    int degree, closed, exact, deepest; /* closed: its last point is its first */
    double scale;           /* 2^k: lengths of the frame are so many times the true ones */
    double size, length;    /* M and |to - from| of the docs, times scale */
    oracle_real x[4], y[4]; /* control points less `from`, times scale */
    oracle_real dx, dy;     /* to - from, times scale */
    oracle_cell whole;
    oracle_hit hit[ORACLE_MOST]; /* by increasing parameter */
    int count, overflow;         /* overflow: more than ORACLE_MOST, all is unknown */
    int sign;                    /* of y just before where the recursion is; 0: unknown */
} oracle_answer;

/* The power of two that brings x to 1/2 .. 1. */
static double oracle_scale_of(double x)
{
    int e = 0;
    if (x <= 0) return 1;
    frexp(x, &e);
    if (e < -1000) e = -1000; /* denormals: ldexp(1, 1074) would overflow */
    if (e > 1000) e = 1000;
    return ldexp(1, -e);
}

static double oracle_larger(double a, double b)
{
    return a > b ? a : b;
}

/* Largest coordinate difference to `from`, halved lest it overflow. */
static double oracle_reach(const oracle_curve *c, const double from[2], const double to[2])
{
    double m = oracle_larger(fabs(to[0] / 2 - from[0] / 2), fabs(to[1] / 2 - from[1] / 2));
    int i;
    for (i = 0; i <= c->degree; i++) {
        m = oracle_larger(m, fabs(c->x[i] / 2 - from[0] / 2));
        m = oracle_larger(m, fabs(c->y[i] / 2 - from[1] / 2));
    }
    return m;
}

/* A sum of two products of differences: each difference has error eps/2 of itself, so has each
   product, so has the sum: with higher orders below 3 eps of the sum of the products' sizes. */
static void oracle_set(oracle_cell *cell, int row, int i, oracle_real a, oracle_real b, int exact)
{
    cell->v[row][i] = a + b;
    cell->e[row][i] = exact ? 0 : 3 * ORACLE_EPSILON * (oracle_abs(a) + oracle_abs(b));
}

static void oracle_frame(oracle_answer *o, const oracle_curve *c, const double from[2],
                         const double to[2])
{
    oracle_real s, ax = (oracle_real)from[0], ay = (oracle_real)from[1];
    oracle_real bx = (oracle_real)to[0], by = (oracle_real)to[1];
    double m = 0;
    int i;
    o->scale = oracle_scale_of(oracle_reach(c, from, to));
    s = (oracle_real)o->scale;
    o->degree = c->degree;
    o->closed = c->x[0] == c->x[c->degree] && c->y[0] == c->y[c->degree];
    o->dx = s * bx - s * ax, o->dy = s * by - s * ay;
    o->length = hypot((double)o->dx, (double)o->dy);
    m = o->length;
    for (i = 0; i <= c->degree; i++) {
        oracle_real px = (oracle_real)c->x[i], py = (oracle_real)c->y[i];
        oracle_real fx = s * px - s * ax, fy = s * py - s * ay;
        oracle_real gx = s * bx - s * px, gy = s * by - s * py;
        int at_end = c->x[i] == to[0] && c->y[i] == to[1];
        o->x[i] = fx, o->y[i] = fy;
        m = oracle_larger(m, hypot((double)fx, (double)fy));
        oracle_set(&o->whole, ORACLE_Y, i, at_end ? 0 : o->dx * fy, at_end ? 0 : -(o->dy * fx),
                   o->exact);
        oracle_set(&o->whole, ORACLE_X, i, o->dx * fx, o->dy * fy, o->exact);
        oracle_set(&o->whole, ORACLE_Z, i, o->dx * gx, o->dy * gy, o->exact);
    }
    o->size = m;
    o->whole.q0 = 0, o->whole.q1 = 1;
}

/* ------------------------------------------------------------------------------- what signs say */

static int oracle_sign(const oracle_cell *c, int row, int i)
{
    oracle_real v = c->v[row][i], e = c->e[row][i];
    if (v > e) return 1;
    if (v < -e) return -1;
    return v == 0 && e == 0 ? 0 : 2;
}

/* The sign that all coefficients surely have (1, -1); 0 if they differ or are not sure. */
static int oracle_all(const oracle_cell *c, int row, int n)
{
    int i, s = oracle_sign(c, row, 0);
    if (s == 2) return 0;
    for (i = 1; i <= n; i++)
        if (oracle_sign(c, row, i) != s) return 0;
    return s;
}

/* All coefficients surely 0 or more. */
static int oracle_not_negative(const oracle_cell *c, int row, int n)
{
    int i;
    for (i = 0; i <= n; i++)
        if (c->v[row][i] < c->e[row][i]) return 0;
    return 1;
}

/* The first sign that is not 0, from either end; 0 if there is none, or it is not sure. */
static int oracle_first_sign(const oracle_cell *c, int n, int from_end)
{
    int i, s;
    for (i = 0; i <= n; i++) {
        s = oracle_sign(c, ORACLE_Y, from_end ? n - i : i);
        if (s == 2) return 0;
        if (s != 0) return s;
    }
    return 0;
}

/* How often the sign of y's coefficients changes, zeros left out; -1 if one is not sure. */
static int oracle_changes(const oracle_cell *c, int n)
{
    int i, s, last = 0, changes = 0;
    for (i = 0; i <= n; i++) {
        s = oracle_sign(c, ORACLE_Y, i);
        if (s == 2) return -1;
        if (s != 0 && last != 0 && s != last) changes++;
        if (s != 0) last = s;
    }
    return changes;
}

/* y rises or falls all the way, surely. */
static int oracle_monotone(const oracle_cell *c, int n)
{
    int i, s = oracle_first_sign(c, n, 1);
    for (i = 1; i <= n; i++) {
        oracle_real step = c->v[ORACLE_Y][i] - c->v[ORACLE_Y][i - 1];
        if (s < 0) step = -step;
        if (step < c->e[ORACLE_Y][i] + c->e[ORACLE_Y][i - 1]) return 0;
    }
    return 1;
}

/* Nothing but rounding is left of y. */
static int oracle_is_noise(const oracle_cell *c, int n)
{
    int i;
    for (i = 0; i <= n; i++)
        if (oracle_abs(c->v[ORACLE_Y][i]) > 4 * c->e[ORACLE_Y][i]) return 0;
    return 1;
}

/* ----------------------------------------------------------------------------- the recursion */

/* Cuts a cell in the middle. A mean of two numbers is rounded by eps/2 of itself; not at all where
   the numbers have few bits (exact), and then no number had an error before. */
static void oracle_halve(const oracle_cell *c, int n, int exact, oracle_cell *a, oracle_cell *b)
{
    const oracle_real half = (oracle_real)0.5;
    int row, i, k;
    a->q0 = c->q0, b->q1 = c->q1;
    a->q1 = b->q0 = (c->q0 + c->q1) / 2;
    for (row = 0; row < ORACLE_ROWS; row++) {
        oracle_real v[4], e[4];
        for (i = 0; i <= n; i++) v[i] = c->v[row][i], e[i] = c->e[row][i];
        for (k = 0; k <= n; k++) {
            a->v[row][k] = v[0], a->e[row][k] = e[0];
            b->v[row][n - k] = v[n - k], b->e[row][n - k] = e[n - k];
            for (i = 0; i < n - k; i++) {
                v[i] = (v[i] + v[i + 1]) * half;
                if (!exact) e[i] = (e[i] + e[i + 1]) * half + ORACLE_EPSILON * oracle_abs(v[i]);
            }
        }
    }
}

static void oracle_add(oracle_answer *o, const oracle_cell *c, oracle_kind kind, int side,
                       int in_segment)
{
    int i, n = kind == ORACLE_POINT ? 0 : o->degree;
    double square = o->length * o->length, t0 = 1e300, t1 = -1e300;
    oracle_hit *h;
    if (o->count == ORACLE_MOST) {
        o->overflow = 1;
        return;
    }
    h = &o->hit[o->count++];
    for (i = 0; i <= n; i++) {
        double t = (double)c->v[ORACLE_X][i] / square, e = (double)c->e[ORACLE_X][i] / square;
        if (t - e < t0) t0 = t - e;
        if (t + e > t1) t1 = t + e;
    }
    h->kind = kind, h->side = side, h->in_segment = in_segment;
    h->q0 = c->q0, h->q1 = kind == ORACLE_POINT ? c->q0 : c->q1;
    h->t0 = t0, h->t1 = t1;
}

/* y is exactly 0 in the cell's coefficient i, an end: is that point on the segment? */
static void oracle_point(oracle_answer *o, const oracle_cell *c, int i, int before, int after)
{
    oracle_cell p = *c;
    int row, x = oracle_sign(c, ORACLE_X, i), z = oracle_sign(c, ORACLE_Z, i), side = 2;
    if (x == -1 || z == -1) return;
    for (row = 0; row < ORACLE_ROWS; row++) p.v[row][0] = c->v[row][i], p.e[row][0] = c->e[row][i];
    if (i) p.q0 = c->q1;
    p.q1 = p.q0;
    if (p.q0 == 0 || p.q0 == 1)
        side = o->closed ? 2 : 0;
    else if (before && after)
        side = before == after ? 0 : after;
    oracle_add(o, &p, x == 2 || z == 2 ? ORACLE_GRAY : ORACLE_POINT, side, x == 1 && z == 1);
}

/* Does a stretch with y = 0 surely have a point on the segment? Each coordinate takes all values
   between those at its ends. */
static int oracle_slides(const oracle_cell *c, int n)
{
    int x0 = oracle_sign(c, ORACLE_X, 0), x1 = oracle_sign(c, ORACLE_X, n);
    int z0 = oracle_sign(c, ORACLE_Z, 0), z1 = oracle_sign(c, ORACLE_Z, n);
    if (x0 == 2 || x1 == 2 || z0 == 2 || z1 == 2) return 0;
    if (x0 >= 0 && z0 >= 0) return 1;
    if (x1 >= 0 && z1 >= 0) return 1;
    return (x0 < 0 && z1 < 0) || (z0 < 0 && x1 < 0);
}

/* The time of an early point of a stretch on the segment; the value at k/16 is as good as any. */
static double oracle_slide_time(const oracle_answer *o, const oracle_cell *c)
{
    double first = 2, last = 0;
    int n = o->degree, i, j, k;
    for (k = 0; k <= 16; k++) {
        oracle_real v[4], q = (oracle_real)k / 16;
        double t;
        for (i = 0; i <= n; i++) v[i] = c->v[ORACLE_X][i];
        for (j = n; j > 0; j--)
            for (i = 0; i < j; i++) v[i] += q * (v[i + 1] - v[i]);
        t = (double)v[0] / (o->length * o->length);
        if (k > 0 && (t < 0) != (last < 0)) first = 0; /* over the start */
        if (t >= 0 && t < first) first = t;
        last = t;
    }
    return first;
}

/* What there is in a cell that need not or cannot be cut further. */
static void oracle_leaf(oracle_answer *o, const oracle_cell *c, oracle_kind kind, int empty)
{
    int n = o->degree, first = oracle_sign(c, ORACLE_Y, 0), after = oracle_first_sign(c, n, 0);
    if (kind == ORACLE_SLIDE) {
        oracle_add(o, c, oracle_slides(c, n) ? kind : ORACLE_GRAY, 2, 0);
        if (!o->overflow) o->hit[o->count - 1].t0 = oracle_slide_time(o, c);
    } else {
        if (first == 0) oracle_point(o, c, 0, o->sign, after);
        if (!empty) oracle_add(o, c, kind, kind == ORACLE_CROSS ? -after : 2, 1);
        o->sign = kind == ORACLE_GRAY && !empty ? 0 : oracle_first_sign(c, n, 1);
        if (c->q1 == 1 && oracle_sign(c, ORACLE_Y, n) == 0) oracle_point(o, c, n, o->sign, 0);
    }
}

static void oracle_cut(oracle_answer *o, const oracle_cell *c, int depth)
{
    int n = o->degree, changes, ends;
    oracle_cell a, b;
    if (oracle_all(c, ORACLE_X, n) < 0 || oracle_all(c, ORACLE_Z, n) < 0) {
        o->sign = oracle_first_sign(c, n, 1); /* before the start, or behind the end */
        return;
    }
    changes = oracle_changes(c, n);
    if (changes == 0) {
        int all_zero = oracle_first_sign(c, n, 0) == 0;
        oracle_leaf(o, c, all_zero ? ORACLE_SLIDE : ORACLE_CROSS, 1);
        return;
    }
    ends = oracle_sign(c, ORACLE_Y, 0) != 0 && oracle_sign(c, ORACLE_Y, n) != 0;
    if (changes == 1 && ends && oracle_monotone(c, n) && oracle_not_negative(c, ORACLE_X, n) &&
        oracle_not_negative(c, ORACLE_Z, n)) {
        oracle_leaf(o, c, ORACLE_CROSS, 0);
        return;
    }
    if (depth == o->deepest || oracle_is_noise(c, n) || o->count == ORACLE_MOST) {
        oracle_leaf(o, c, ORACLE_GRAY, 0);
        return;
    }
    /* cutting adds three bits a level: as long as there is room for them, nothing is rounded */
    oracle_halve(c, n, o->exact && depth < o->exact, &a, &b);
    oracle_cut(o, &a, depth + 1);
    oracle_cut(o, &b, depth + 1);
}

/* A point that does not move: known to be on the curve only where that is a matter of equality. */
static void oracle_rest(oracle_answer *o, const oracle_curve *c, const double at[2])
{
    int i, k;
    o->whole.q1 = 0;
    for (i = 0; i <= c->degree; i += c->degree)
        if (c->x[i] == at[0] && c->y[i] == at[1] && o->count < ORACLE_MOST) {
            oracle_add(o, &o->whole, ORACLE_POINT, 0, 0);
            o->hit[o->count - 1].q0 = o->hit[o->count - 1].q1 = i ? 1 : 0;
        }
    for (k = 1; k < 16 && o->exact > 4; k++) {
        oracle_real x[4], y[4], q = (oracle_real)k / 16;
        int j;
        for (i = 0; i <= c->degree; i++) x[i] = o->x[i], y[i] = o->y[i];
        for (j = c->degree; j > 0; j--)
            for (i = 0; i < j; i++) x[i] += q * (x[i + 1] - x[i]), y[i] += q * (y[i + 1] - y[i]);
        if (x[0] == 0 && y[0] == 0) {
            oracle_add(o, &o->whole, ORACLE_POINT, 0, 0);
            o->hit[o->count - 1].q0 = o->hit[o->count - 1].q1 = (double)k / 16;
        }
    }
    for (i = 0; i < o->count; i++) o->hit[i].t0 = 0, o->hit[i].t1 = 1;
}

/* All about a point moving from..to and a curve. `bits`: all coordinates are multiples of one
   number, by whole numbers of so many bits: then the cutting is exact for a while; 0: no such
   thing. */
static ORACLE_UNUSED void oracle_sweep(oracle_answer *o, const oracle_curve *c,
                                       const double from[2], const double to[2], int bits)
{
    memset(o, 0, sizeof *o);
    /* differences have one bit more, products of two twice that, a sum of products one more */
    if (bits) o->exact = (ORACLE_BITS - (2 * (bits + 1) + 1)) / 3;
    if (o->exact < 0) o->exact = 0;
    o->deepest = ORACLE_BITS < 50 ? ORACLE_BITS : 50; /* parameters are doubles */
    oracle_frame(o, c, from, to);
    if (o->length == 0)
        oracle_rest(o, c, from);
    else
        oracle_cut(o, &o->whole, 0);
}

/* The largest coefficient of y, in size, of the part between two parameters: at least the largest
   |y| there, at most 5 times that for cubics (the coefficients of Chebyshev's polynomial). */
static ORACLE_UNUSED double oracle_strays(const oracle_answer *o, double q0, double q1)
{
    double most = 0;
    int n = o->degree, i, j, k;
    for (k = 0; k <= n; k++) { /* the blossom at q0 n - k times, at q1 k times */
        oracle_real v[4];
        for (i = 0; i <= n; i++) v[i] = o->whole.v[ORACLE_Y][i];
        for (j = n; j > 0; j--) {
            oracle_real q = (oracle_real)(j > k ? q0 : q1);
            for (i = 0; i < j; i++) v[i] += q * (v[i + 1] - v[i]);
        }
        most = oracle_larger(most, fabs((double)v[0]));
    }
    return most;
}

/* The curve's point less `from` and its derivative at a parameter, in the frame's scale. */
static ORACLE_UNUSED void oracle_evaluate(const oracle_answer *o, double parameter, double point[2],
                                          double derivative[2])
{
    oracle_real x[4], y[4], q = (oracle_real)parameter;
    int n = o->degree, i, j;
    for (i = 0; i <= n; i++) x[i] = o->x[i], y[i] = o->y[i];
    for (j = n; j > 1; j--)
        for (i = 0; i < j; i++) x[i] += q * (x[i + 1] - x[i]), y[i] += q * (y[i + 1] - y[i]);
    derivative[0] = (double)(n * (x[1] - x[0]));
    derivative[1] = (double)(n * (y[1] - y[0]));
    point[0] = (double)(x[0] + q * (x[1] - x[0]));
    point[1] = (double)(y[0] + q * (y[1] - y[0]));
}

/* ------------------------------------------------------------------------ two segments, exactly
   Every finite double is a whole number times 2^-1074: whole numbers of 32-bit limbs do it all. */

enum { ORACLE_LIMBS = 136 };

typedef struct oracle_big {
    int sign, count; /* limbs in use */
    uint32_t limb[ORACLE_LIMBS];
} oracle_big;

static void oracle_big_from(oracle_big *b, double x)
{
    int e, shift, i;
    uint64_t m;
    memset(b, 0, sizeof *b);
    if (x == 0) return;
    m = (uint64_t)ldexp(frexp(fabs(x), &e), 53);
    shift = e - 53 + 1074;
    if (shift < 0) m >>= -shift, shift = 0; /* denormal: these bits are zeros */
    b->sign = x < 0 ? -1 : 1;
    for (i = 0; i < 3; i++) {
        int r = shift % 32;
        uint64_t part = i == 0 ? m << r : i == 1 ? m >> (32 - r) : r ? m >> (64 - r) : 0;
        b->limb[shift / 32 + i] = (uint32_t)part;
    }
    for (b->count = shift / 32 + 3; b->count && !b->limb[b->count - 1]; b->count--) continue;
}

static int oracle_big_compare_size(const oracle_big *a, const oracle_big *b)
{
    int i;
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    for (i = a->count - 1; i >= 0; i--)
        if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

/* a -= b, signs and all */
static void oracle_big_subtract(oracle_big *a, const oracle_big *b)
{
    oracle_big r;
    int i, n = a->count > b->count ? a->count : b->count;
    memset(&r, 0, sizeof r);
    if (!b->sign) return;
    if (a->sign != b->sign) {
        uint64_t carry = 0;
        for (i = 0; i <= n; i++) {
            carry += (uint64_t)a->limb[i] + b->limb[i];
            r.limb[i] = (uint32_t)carry;
            carry >>= 32;
        }
        r.sign = -b->sign;
    } else {
        int order = oracle_big_compare_size(a, b);
        const oracle_big *large = order < 0 ? b : a, *small = order < 0 ? a : b;
        int64_t borrow = 0;
        for (i = 0; i < n; i++) {
            borrow += (int64_t)large->limb[i] - small->limb[i];
            r.limb[i] = (uint32_t)borrow;
            borrow >>= 32;
        }
        r.sign = order * a->sign;
    }
    for (r.count = n + 1; r.count && !r.limb[r.count - 1]; r.count--) continue;
    *a = r;
}

static void oracle_big_multiply(oracle_big *out, const oracle_big *a, const oracle_big *b)
{
    int i, j;
    memset(out, 0, sizeof *out);
    out->sign = a->sign * b->sign;
    if (!out->sign) return;
    for (i = 0; i < a->count; i++) {
        uint64_t carry = 0;
        if (!a->limb[i]) continue;
        for (j = 0; j < b->count || carry; j++) {
            carry += out->limb[i + j] + (uint64_t)a->limb[i] * b->limb[j];
            out->limb[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    for (out->count = a->count + b->count; !out->limb[out->count - 1]; out->count--) continue;
}

/* a - b */
static oracle_big oracle_big_difference(double a, double b)
{
    oracle_big x, y;
    oracle_big_from(&x, a);
    oracle_big_from(&y, b);
    oracle_big_subtract(&x, &y);
    return x;
}

/* 1 if a, b, c turn left, -1 right, 0 in line: exactly. */
static int oracle_turn(const double a[2], const double b[2], const double c[2])
{
    oracle_big ux = oracle_big_difference(b[0], a[0]), uy = oracle_big_difference(b[1], a[1]);
    oracle_big vx = oracle_big_difference(c[0], a[0]), vy = oracle_big_difference(c[1], a[1]);
    oracle_big p, q;
    oracle_big_multiply(&p, &ux, &vy);
    oracle_big_multiply(&q, &uy, &vx);
    oracle_big_subtract(&p, &q);
    return p.sign;
}

/* Is c in the box of a and b? */
static int oracle_between(const double a[2], const double b[2], const double c[2])
{
    int k;
    for (k = 0; k < 2; k++)
        if ((c[k] < a[k] && c[k] < b[k]) || (c[k] > a[k] && c[k] > b[k])) return 0;
    return 1;
}

/* Do the segments a..b and c..d have a point in common? Exact, points and parallels too. *side: the
   side from which a..b crosses c..d, 0 if not properly. */
static ORACLE_UNUSED int oracle_segments(const double a[2], const double b[2], const double c[2],
                                         const double d[2], int *side)
{
    int ac = oracle_turn(a, b, c), ad = oracle_turn(a, b, d);
    int ca = oracle_turn(c, d, a), cb = oracle_turn(c, d, b);
    *side = 0;
    if (ac * ad < 0 && ca * cb < 0) {
        *side = ca;
        return 1;
    }
    return (ac == 0 && oracle_between(a, b, c)) || (ad == 0 && oracle_between(a, b, d)) ||
           (ca == 0 && oracle_between(c, d, a)) || (cb == 0 && oracle_between(c, d, b));
}

/* ---------------------------------------------------------------------------- inside or outside
   Crossings of the ray from p to the right: a piece, or half of it, that lies wholly to the right
   of p, or wholly to the left, above or below, is counted by its ends alone; only what has p in its
   box is cut. A point at p's height counts as above, whichever piece it belongs to: joints, where
   two pieces have the same numbers, are counted once. Cutting in double moves the curve by less
   than `reach` * 2^-48; whoever comes closer than `near` is reported. */

typedef struct oracle_loop {
    double px, py, near;
    int winding, is_near;
} oracle_loop;

static void oracle_loop_cut(oracle_loop *l, const double *x, const double *y, int n, int depth)
{
    double left = x[0], right = x[0], low = y[0], high = y[0], ax[4], ay[4], bx[4], by[4];
    int i, k, crossing = (y[n] >= 0) - (y[0] >= 0);
    if (l->is_near) return;
    for (i = 1; i <= n; i++) {
        if (x[i] < left) left = x[i];
        if (x[i] > right) right = x[i];
        if (y[i] < low) low = y[i];
        if (y[i] > high) high = y[i];
    }
    if (left > l->near) {
        l->winding += crossing;
        return;
    }
    if (right < -l->near || low > l->near || high < -l->near) return;
    if ((right - left < l->near && high - low < l->near) || depth == 0) {
        l->is_near = 1;
        return;
    }
    for (i = 0; i <= n; i++) bx[i] = x[i], by[i] = y[i];
    for (k = 0; k <= n; k++) {
        ax[k] = bx[0], ay[k] = by[0];
        for (i = 0; i < n - k; i++)
            bx[i] = (bx[i] + bx[i + 1]) / 2, by[i] = (by[i] + by[i + 1]) / 2;
    }
    oracle_loop_cut(l, ax, ay, n, depth - 1);
    oracle_loop_cut(l, bx, by, n, depth - 1);
}

/* The winding number of closed pieces around p; *is_near: p is within about `near` of a piece, and
   the number means nothing. `near` should be at least 2^-40 of the distance of the farthest control
   point. */
static ORACLE_UNUSED int oracle_winding(const oracle_curve *pieces, int count, const double p[2],
                                        double near, int *is_near)
{
    oracle_loop l;
    int i, k;
    l.px = p[0], l.py = p[1], l.near = near, l.winding = l.is_near = 0;
    for (i = 0; i < count && !l.is_near; i++) {
        double x[4], y[4];
        for (k = 0; k <= pieces[i].degree; k++)
            x[k] = pieces[i].x[k] - p[0], y[k] = pieces[i].y[k] - p[1];
        oracle_loop_cut(&l, x, y, pieces[i].degree, 60);
    }
    *is_near = l.is_near;
    return l.winding;
}

#endif
