/* Reference for the grid: each item against what is asked, in long double. What is so near to the
 * limit that rounding decides may be answered either way. After collide.h and test.h. */
#ifndef COLLIDE_ORACLE_GRID_H
#define COLLIDE_ORACLE_GRID_H

#include <float.h>
#include "oracle_boxes.h"

enum { ORACLE_NO, ORACLE_EITHER, ORACLE_YES };

/* How far two ranges are apart; *rounded becomes 1 if that is no long double. */
static long double oracle_gap(cld_real low, cld_real high, cld_real other_low, cld_real other_high,
                              int *rounded)
{
    const int above = low > other_high, below = other_low > high;
    const long double a = (long double)(above ? low : other_low);
    const long double b = (long double)(above ? other_high : high);
    if (!above && !below) return 0;
    *rounded |= (a - b) + b != a || a - (a - b) != b;
    return a - b;
}

/* The square of the distance of two boxes. */
static long double oracle_square(const cld_aabb *a, const cld_aabb *b, int *rounded)
{
    const long double x = oracle_gap(a->low.x, a->high.x, b->low.x, b->high.x, rounded);
    const long double y = oracle_gap(a->low.y, a->high.y, b->low.y, b->high.y, rounded);
    const long double z = oracle_gap(a->low.z, a->high.z, b->low.z, b->high.z, rounded);
    return x * x + y * y + z * z;
}

/* Are the boxes as near? A distance that is just that is found. More than 32 units of rounding of
   double, of the square, is not. */
static int oracle_near(const cld_aabb *a, const cld_aabb *b, cld_real distance)
{
    int rounded = 0;
    const long double square = oracle_square(a, b, &rounded);
    const long double limit = (long double)distance * distance;
    if (box_is_empty(a) || box_is_empty(b)) return ORACLE_NO;
    if (square <= limit * (1 - 8 * LDBL_EPSILON)) return ORACLE_YES;
    if (square == limit && !rounded) return ORACLE_YES;
    return square > limit * (1 + 16 * (long double)DBL_EPSILON) ? ORACLE_NO : ORACLE_EITHER;
}

/* Where the ray is within low .. high: the part of *from .. *to. */
static void oracle_clip(long double low, long double high, long double origin,
                        long double direction, long double *from, long double *to)
{
    long double t, u;
    if (direction == 0) {
        if (low > origin || high < origin) *to = -1;
        return;
    }
    t = (low - origin) / direction, u = (high - origin) / direction;
    if (direction < 0) {
        const long double swap = t;
        t = u, u = swap;
    }
    if (t > *from) *from = t;
    if (u < *to) *to = u;
}

/* Does the ray meet the box, larger by more? */
static int oracle_ray_meets(const cld_aabb *b, cld_vec3 o, cld_vec3 d, long double t_max,
                            long double more)
{
    long double from = 0, to = t_max;
    if (box_is_empty(b)) return 0;
    oracle_clip(b->low.x - more, b->high.x + more, o.x, d.x, &from, &to);
    oracle_clip(b->low.y - more, b->high.y + more, o.y, d.y, &from, &to);
    oracle_clip(b->low.z - more, b->high.z + more, o.z, d.z, &from, &to);
    return from <= to;
}

static long double oracle_largest(cld_vec3 v)
{
    return fmaxl(fabsl((long double)v.x), fmaxl(fabsl((long double)v.y), fabsl((long double)v.z)));
}

/* What rounds: the coordinates, the margin and, along a ray that ends, the way to its end. */
static int oracle_ray(const cld_aabb *b, cld_vec3 o, cld_vec3 d, cld_real t_max, cld_real margin)
{
    const long double low = oracle_largest(b->low), high = oracle_largest(b->high);
    long double size = oracle_largest(o) + (long double)margin;
    long double slack;
    if (low <= (long double)DBL_MAX) size += low;
    if (high <= (long double)DBL_MAX) size += high;
    slack = size * (64 * (long double)DBL_EPSILON);
    if (oracle_ray_meets(b, o, d, t_max, (long double)margin)) return ORACLE_YES;
    return oracle_ray_meets(b, o, d, (long double)t_max * (1 + 64 * (long double)DBL_EPSILON),
                            (long double)margin + slack)
               ? ORACLE_EITHER
               : ORACLE_NO;
}

#endif
