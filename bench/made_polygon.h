/* made_polygon.h: two boxes in the plane as people put them, beside boxes turned at random; for the
 * bench and for peers. Plain doubles: who has floats rounds them. */
#ifndef BENCH_MADE_POLYGON_H
#define BENCH_MADE_POLYGON_H

#include <math.h>
#include "bench.h"

typedef enum polygon_made {
    POLYGON_MADE_RANDOM, /* turned at random, near: what the others are compared with */
    POLYGON_MADE_GAP,    /* axis-parallel, 0.01 apart */
    POLYGON_MADE_ON,     /* axis-parallel, of whole numbers, an edge on an edge */
    POLYGON_MADE_TURNED_GAP,
    POLYGON_MADE_TURNED_ON, /* both turned by 0.3: to rounding */
    POLYGON_MADE_QUARTER,   /* by a quarter turn, an edge on an edge */
    POLYGON_MADE_STACK,     /* equal boxes, one above the other, 0.01 apart */
    POLYGON_MADE_SAME,      /* in one place */
    POLYGON_MADE_CORNER,    /* turned at random, a corner on an edge */
    POLYGON_MADE_INTO,      /* turned at random, a corner in the other by 0.05 to 0.5 */
    POLYGON_MADE_KINDS
} polygon_made;

static const char *const polygon_made_names[POLYGON_MADE_KINDS] = {
    "random",     "aligned, gap",     "aligned, touch",    "alike, gap",        "alike, touch",
    "quarter on", "equal stack, gap", "in the same place", "corner on an edge", "random, overlap"};

/* Of A and B: half extents, cosine and sine of the turn, middle. The motion takes B to A and
   beyond. */
typedef struct polygon_made_pair {
    double half[2][2], turn[2][2], at[2][2], motion[2];
} polygon_made_pair;

/* Where B is as seen from A, to whose right it is, and how far it is turned from it. */
static void polygon_made_beside(bench_random *r, polygon_made kind, const double half[2][2],
                                double at[2], double turn[2])
{
    const int turned =
        kind == POLYGON_MADE_RANDOM || kind == POLYGON_MADE_CORNER || kind == POLYGON_MADE_INTO;
    const int gap = kind == POLYGON_MADE_GAP || kind == POLYGON_MADE_TURNED_GAP ||
                    kind == POLYGON_MADE_STACK || kind == POLYGON_MADE_RANDOM;
    turn[0] = kind != POLYGON_MADE_QUARTER, turn[1] = kind == POLYGON_MADE_QUARTER;
    if (turned) { /* B's corner at (-half, half) is leftmost */
        const double angle = bench_uniform(r, 0.05, 1.5707963267948966 - 0.05);
        turn[0] = cos(angle), turn[1] = sin(angle);
        at[0] = half[0][0] + turn[0] * half[1][0] + turn[1] * half[1][1];
        at[1] =
            half[0][1] * bench_uniform(r, -0.9, 0.9) + turn[1] * half[1][0] - turn[0] * half[1][1];
    } else {
        at[0] = half[0][0] + half[1][kind == POLYGON_MADE_QUARTER];
        at[1] = (double)bench_below(r, 3) - 1;
    }
    if (gap) at[0] += 0.01;
    if (kind == POLYGON_MADE_INTO) at[0] -= bench_uniform(r, 0.05, 0.5);
    if (kind == POLYGON_MADE_STACK) at[1] = 0;
    if (kind == POLYGON_MADE_SAME) at[0] = at[1] = 0;
}

static polygon_made_pair polygon_made_pair_of(bench_random *r, polygon_made kind)
{
    polygon_made_pair p;
    double at[2], turn[2], angle = 0;
    for (int k = 0; k < 4; ++k) p.half[k / 2][k % 2] = (double)(1 + bench_below(r, 4));
    if (kind == POLYGON_MADE_STACK || kind == POLYGON_MADE_SAME)
        p.half[1][0] = p.half[0][0], p.half[1][1] = p.half[0][1];
    for (int k = 0; k < 2; ++k) p.at[0][k] = (double)bench_below(r, 20) - 10;
    if (kind == POLYGON_MADE_TURNED_GAP || kind == POLYGON_MADE_TURNED_ON) angle = 0.3;
    if (kind == POLYGON_MADE_RANDOM || kind == POLYGON_MADE_CORNER || kind == POLYGON_MADE_INTO)
        angle = bench_uniform(r, 0, 6.283185307179586);
    polygon_made_beside(r, kind, (const double(*)[2])p.half, at, turn);
    const double c = cos(angle), s = sin(angle);
    const int alike = turn[1] == 0, quarter = kind == POLYGON_MADE_QUARTER;
    p.turn[0][0] = c, p.turn[0][1] = s;
    p.turn[1][0] = alike ? c : quarter ? 0 : c * turn[0] - s * turn[1];
    p.turn[1][1] = alike ? s : quarter ? 1 : s * turn[0] + c * turn[1];
    p.at[1][0] = p.at[0][0] + c * at[0] - s * at[1];
    p.at[1][1] = p.at[0][1] + s * at[0] + c * at[1];
    p.motion[0] = -c * (0.5 + at[0]), p.motion[1] = -s * (0.5 + at[0]);
    return p;
}

#endif /* BENCH_MADE_POLYGON_H */
