/* baseline_bezier.h: the source's collision tests, written plainly in cld_real, to measure against
 * (the blog post 'Les courbes de Bezier, 2: collision').
 *
 * The segment test is its first listing; the point of the hit has the A that is missing there. The
 * cubic is put into the line's equation and solved by Cardano's formulas, with trigonometry where
 * there are three real roots; where the leading coefficient is exactly 0, as a quadratic. To make a
 * working method of it two slips are mended: the second branch is an else (in the source it runs
 * after the first, on what that left behind), and the double root has its sign (the source reports
 * a third root that is none). All else is as published: absolute tolerances, q padded by 1e-5 and t
 * by nothing, t from x wherever the move has any x, tangents and triple roots lost to rounding.
 */
#ifndef BASELINE_BEZIER_H
#define BASELINE_BEZIER_H

#include "collide.h"
#include "bench.h"

/* The source's instant and point of collision. */
typedef struct baseline_moment {
    cld_real time, x, y;
} baseline_moment;

#ifdef COLLIDE_DOUBLE
#define BASELINE_MATH(name) name
#else
#define BASELINE_MATH(name) name##f
#endif

/* Does the move from a to b meet the segment c d? */
static inline int baseline_segment_inline(cld_vec2 a, cld_vec2 b, cld_vec2 c, cld_vec2 d,
                                          baseline_moment *hit)
{
    cld_real ix = b.x - a.x, iy = b.y - a.y, jx = d.x - c.x, jy = d.y - c.y;
    cld_real det = ix * jy - iy * jx, inverse, t, q;
    if (det == 0) return 0;
    inverse = 1 / det;
    t = ((c.x - a.x) * jy + (a.y - c.y) * jx) * inverse;
    q = ((c.x - a.x) * iy + (a.y - c.y) * ix) * inverse;
    if (!(t >= 0 && t <= 1 && q >= 0 && q <= 1)) return 0;
    hit->time = t;
    hit->x = a.x + t * ix;
    hit->y = a.y + t * iy;
    return 1;
}

BENCH_NOINLINE static int baseline_segment(cld_vec2 a, cld_vec2 b, cld_vec2 c, cld_vec2 d,
                                           baseline_moment *hit)
{
    return baseline_segment_inline(a, b, c, d, hit);
}

/* The source's advice, 'sample the curve instead': does the move meet one of `count` chords from
   point to point, and when first? */
BENCH_NOINLINE static int baseline_chords(const cld_vec2 *points, int count, cld_vec2 a, cld_vec2 b,
                                          baseline_moment *hit)
{
    int found = 0;
    for (int i = 0; i < count; ++i) {
        baseline_moment one;
        if (!baseline_segment_inline(a, b, points[i], points[i + 1], &one)) continue;
        if (!found || one.time < hit->time) *hit = one;
        found = 1;
    }
    return found;
}

/* Appends the root if it lies on the curve, or nearly. */
static int baseline_keep(cld_real root, cld_real *roots, int count)
{
    if (root >= (cld_real)-0.00001 && root <= (cld_real)1.00001) roots[count++] = root;
    return count;
}

static cld_real baseline_cube_root(cld_real x)
{
    const cld_real third = (cld_real)(1.0 / 3.0);
    return x > 0 ? BASELINE_MATH(pow)(x, third) : -BASELINE_MATH(pow)(-x, third);
}

/* a q^3 + b q^2 + c q + d = 0, a not 0. */
static int baseline_cubic_roots(cld_real a, cld_real b, cld_real c, cld_real d, cld_real *roots)
{
    const cld_real quarter = (cld_real)0.78539816339744830962; /* of pi */
    const cld_real two_thirds = 8 * quarter / 3;
    cld_real p, q, r, s;
    int count = 0;
    b = b / (a * 3);
    p = b * b - c / (a * 3);
    q = (b * c - d) / (a * 2) - b * b * b;
    r = q * q;
    s = p * p * p;
    if (r > s) {
        r = BASELINE_MATH(sqrt)(r - s);
        p = baseline_cube_root(q + r);
        q = baseline_cube_root(q - r);
        count = baseline_keep(q + p - b, roots, count);
        if (r < (cld_real)0.00001) count = baseline_keep(-(q + p) / 2 - b, roots, count);
    } else {
        r = (BASELINE_MATH(atan)(-q / BASELINE_MATH(sqrt)(s - r)) + 2 * quarter) / 3;
        s = 2 * BASELINE_MATH(sqrt)(p);
        count = baseline_keep(s * BASELINE_MATH(cos)(r + two_thirds) - b, roots, count);
        count = baseline_keep(s * BASELINE_MATH(cos)(r - two_thirds) - b, roots, count);
        count = baseline_keep(s * BASELINE_MATH(cos)(r) - b, roots, count);
    }
    return count;
}

/* a q^2 + b q + c = 0 */
static int baseline_quadratic_roots(cld_real a, cld_real b, cld_real c, cld_real *roots)
{
    cld_real delta = b * b - 4 * (a * c), root;
    int count = 0;
    if (delta > 0) {
        root = BASELINE_MATH(sqrt)(delta);
        count = baseline_keep((-b + root) / (2 * a), roots, count);
        count = baseline_keep((-b - root) / (2 * a), roots, count);
    }
    return count;
}

/* Where is the curve on the line through a and b? */
static int baseline_crossings(const cld_vec2 p[4], cld_vec2 a, cld_vec2 b, cld_real *roots)
{
    cld_real da = b.y - a.y, db = a.x - b.x, dc = a.y * (b.x - a.x) + a.x * (a.y - b.y);
    cld_real c3 = da * (3 * (p[1].x - p[2].x) + p[3].x - p[0].x) +
                  db * (3 * (p[1].y - p[2].y) + p[3].y - p[0].y);
    cld_real c2 = 3 * (da * (p[0].x - 2 * p[1].x + p[2].x) + db * (p[0].y - 2 * p[1].y + p[2].y));
    cld_real c1 = 3 * (da * (p[1].x - p[0].x) + db * (p[1].y - p[0].y));
    cld_real c0 = da * p[0].x + db * p[0].y + dc;
    if (c3 == 0) return baseline_quadratic_roots(c2, c1, c0, roots);
    return baseline_cubic_roots(c3, c2, c1, c0, roots);
}

/* Does the move from a to b meet the cubic with the control points p, and when first? */
BENCH_NOINLINE static int baseline_cubic(const cld_vec2 p[4], cld_vec2 a, cld_vec2 b,
                                         baseline_moment *hit)
{
    cld_real roots[3], ix = b.x - a.x, iy = b.y - a.y, best = 2;
    int count = baseline_crossings(p, a, b, roots);
    for (int i = 0; i < count; ++i) {
        cld_real q = roots[i], w = 1 - q, t;
        cld_real b0 = w * w * w, b1 = 3 * w * w * q, b2 = 3 * w * q * q, b3 = q * q * q;
        cld_real x = b0 * p[0].x + b1 * p[1].x + b2 * p[2].x + b3 * p[3].x;
        cld_real y = b0 * p[0].y + b1 * p[1].y + b2 * p[2].y + b3 * p[3].y;
        t = ix != 0 ? (x - a.x) / ix : (y - a.y) / iy;
        if (t >= 0 && t <= 1 && t < best) best = t;
    }
    if (best > 1) return 0;
    hit->time = best;
    hit->x = a.x + best * ix;
    hit->y = a.y + best * iy;
    return 1;
}

#endif /* BASELINE_BEZIER_H */
