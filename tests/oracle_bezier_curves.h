/* Oracle for single Bezier curves: what a curve's point, length, extent and distance are, by plain
 * formulas and patient search in long double. Nothing of the library is used but its types' values,
 * which the caller copies. Where long double is double, the oracle is no more precise than the
 * library; the tests' tolerances leave room for that. */
#ifndef COLLIDE_ORACLE_BEZIER_CURVES_H
#define COLLIDE_ORACLE_BEZIER_CURVES_H

#include <math.h>

#if defined(__GNUC__)
#define ORACLE_UNUSED __attribute__((unused))
#else
#define ORACLE_UNUSED
#endif

typedef long double oracle_real;

typedef struct oracle_point {
    oracle_real x, y;
} oracle_point;

typedef struct oracle_curve {
    int degree;
    oracle_point p[4];
} oracle_curve;

/* de Casteljau */
static ORACLE_UNUSED oracle_point oracle_at(const oracle_curve *c, oracle_real t)
{
    oracle_point p[4];
    int i, n;
    for (i = 0; i <= c->degree; i++) p[i] = c->p[i];
    for (n = c->degree; n > 0; n--)
        for (i = 0; i < n; i++) {
            p[i].x += t * (p[i + 1].x - p[i].x);
            p[i].y += t * (p[i + 1].y - p[i].y);
        }
    return p[0];
}

static ORACLE_UNUSED oracle_point oracle_derivative(const oracle_curve *c, oracle_real t)
{
    oracle_curve d;
    int i;
    d.degree = c->degree - 1;
    for (i = 0; i < c->degree; i++) {
        d.p[i].x = c->degree * (c->p[i + 1].x - c->p[i].x);
        d.p[i].y = c->degree * (c->p[i + 1].y - c->p[i].y);
    }
    return oracle_at(&d, t);
}

static ORACLE_UNUSED oracle_real oracle_distance(const oracle_curve *c, oracle_point p,
                                                 oracle_real t)
{
    const oracle_point q = oracle_at(c, t);
    return hypotl(q.x - p.x, q.y - p.y);
}

/* The least of f over low..high, where it is taken to fall and then rise. */
static ORACLE_UNUSED oracle_real oracle_dip(const oracle_curve *c, oracle_point p, oracle_real low,
                                            oracle_real high)
{
    const oracle_real golden = 0.61803398874989484820L;
    oracle_real a = high - golden * (high - low), b = low + golden * (high - low);
    oracle_real fa = oracle_distance(c, p, a), fb = oracle_distance(c, p, b);
    int i;
    for (i = 0; i < 90; i++) {
        if (fa < fb) {
            high = b, b = a, fb = fa;
            a = high - golden * (high - low), fa = oracle_distance(c, p, a);
        } else {
            low = a, a = b, fa = fb;
            b = low + golden * (high - low), fb = oracle_distance(c, p, b);
        }
    }
    return fa < fb ? a : b;
}

/* The parameter of the closest point: the best of the dips between `samples` places. */
static ORACLE_UNUSED oracle_real oracle_closest(const oracle_curve *c, oracle_point p, int samples)
{
    oracle_real best = oracle_distance(c, p, 0), best_t = 0, before = best, here = best;
    int i;
    for (i = 0; i <= samples; i++) {
        const oracle_real t = (oracle_real)i / samples, step = (oracle_real)1 / samples;
        const oracle_real after = i < samples ? oracle_distance(c, p, t + step) : here;
        if (here <= before && here <= after) {
            const oracle_real at =
                oracle_dip(c, p, i > 0 ? t - step : 0, i < samples ? t + step : 1);
            const oracle_real d = oracle_distance(c, p, at);
            if (d < best) best = d, best_t = at;
            if (here < best) best = here, best_t = t;
        }
        before = here, here = after;
    }
    return best_t;
}

/* Length by Simpson's rule on parts that are halved until two halves agree with their whole. */
static ORACLE_UNUSED oracle_real oracle_speed(const oracle_curve *c, oracle_real t)
{
    const oracle_point v = oracle_derivative(c, t);
    return hypotl(v.x, v.y);
}

static ORACLE_UNUSED oracle_real oracle_length(const oracle_curve *c, oracle_real from,
                                               oracle_real to, oracle_real allowed, int depth)
{
    const oracle_real h = to - from;
    oracle_real f[5], whole, halves;
    int i;
    for (i = 0; i < 5; i++) f[i] = oracle_speed(c, from + h * i / 4);
    whole = h / 6 * (f[0] + 4 * f[2] + f[4]);
    halves = h / 12 * (f[0] + 4 * f[1] + 2 * f[2] + 4 * f[3] + f[4]);
    if (depth >= 5 && (fabsl(whole - halves) <= allowed || depth > 40))
        return halves + (halves - whole) / 15;
    return oracle_length(c, from, from + h / 2, allowed / 2, depth + 1) +
           oracle_length(c, from + h / 2, to, allowed / 2, depth + 1);
}

/* The largest value of sign * coordinate (0: x, 1: y) on the curve: its dips as above. */
static ORACLE_UNUSED oracle_real oracle_coordinate(const oracle_curve *c, int coordinate, int sign,
                                                   oracle_real t)
{
    const oracle_point p = oracle_at(c, t);
    return (coordinate ? p.y : p.x) * sign;
}

static ORACLE_UNUSED oracle_real oracle_extent(const oracle_curve *c, int coordinate, int sign)
{
    enum { SAMPLES = 64 };
    oracle_real best = oracle_coordinate(c, coordinate, sign, 0);
    int i, k;
    for (i = 0; i <= SAMPLES; i++) {
        oracle_real low = (i - 1) / (oracle_real)SAMPLES, high = (i + 1) / (oracle_real)SAMPLES;
        if (low < 0) low = 0;
        if (high > 1) high = 1;
        for (k = 0; k < 80; k++) {
            const oracle_real a = low + (high - low) * 0.45L, b = low + (high - low) * 0.55L;
            if (oracle_coordinate(c, coordinate, sign, a) >
                oracle_coordinate(c, coordinate, sign, b))
                high = b;
            else
                low = a;
        }
        best = fmaxl(best, oracle_coordinate(c, coordinate, sign, low));
        best = fmaxl(best, oracle_coordinate(c, coordinate, sign, i / (oracle_real)SAMPLES));
    }
    return best;
}

#endif
