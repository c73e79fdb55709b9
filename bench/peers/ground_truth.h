/* ground_truth.h: do bodies meet a triangle? In long double, for the programs whose ground is made of
 * triangles. After ../scenes_terrain.h. */
#ifndef PEERS_GROUND_TRUTH_H
#define PEERS_GROUND_TRUTH_H

#include "../scenes_terrain.h"

enum { GROUND_PLANES = 8 };

/* Distance of p from a triangle. */
static long double ground_from_triangle(const terrain_vec v[3], terrain_vec n, terrain_vec p)
{
    long double least = HUGE_VALL;
    int inside = 1;
    for (int i = 2, j = 0; j < 3; i = j++) {
        const terrain_vec e = terrain_mad(v[j], -1, v[i]), d = terrain_mad(p, -1, v[i]);
        const long double l = terrain_dot(e, e), t = terrain_dot(d, e);
        const terrain_vec q = terrain_mad(d, t < 0 ? 0 : t > l ? -1 : -t / l, e);
        const long double away = sqrtl(terrain_dot(q, q));
        inside &= terrain_dot(terrain_cross(n, e), d) >= 0;
        if (away < least) least = away;
    }
    return inside ? fabsl(terrain_dot(terrain_mad(p, -1, v[0]), n)) : least;
}

/* Distance of segment and triangle, convex along the segment: intervals shrink around the least. */
static long double ground_from_segment(const terrain_vec v[3], terrain_vec n, terrain_vec a,
                                       terrain_vec b)
{
    const terrain_vec d = terrain_mad(b, -1, a);
    long double low = 0, high = 1;
    for (int k = 0; k < 60; ++k) {
        const long double p = low + (high - low) / 3, q = high - (high - low) / 3;
        if (ground_from_triangle(v, n, terrain_mad(a, p, d)) <
            ground_from_triangle(v, n, terrain_mad(a, q, d)))
            high = q;
        else
            low = p;
    }
    return ground_from_triangle(v, n, terrain_mad(a, 0.5L * (low + high), d));
}

/* Is anything of the triangle left where it is cut off beyond planes at `reach` + e from the centre
   along each of the normals? */
static int ground_meets_planes(const terrain_vec v[3], terrain_vec centre,
                               const terrain_vec *normals, const long double *reach, int planes,
                               long double e)
{
    terrain_vec p[3 + GROUND_PLANES], q[3 + GROUND_PLANES];
    int count = 3;
    for (int k = 0; k < 3; ++k) p[k] = terrain_mad(v[k], -1, centre);
    for (int k = 0; k < planes; ++k) {
        int kept = 0;
        for (int i = count - 1, j = 0; j < count; i = j++) {
            const long double a = terrain_dot(p[i], normals[k]) - reach[k] - e;
            const long double b = terrain_dot(p[j], normals[k]) - reach[k] - e;
            if ((a <= 0) != (b <= 0))
                q[kept++] = terrain_mad(p[i], a / (a - b), terrain_mad(p[j], -1, p[i]));
            if (b <= 0) q[kept++] = p[j];
        }
        memcpy(p, q, sizeof p);
        count = kept;
    }
    return count > 0;
}

/* Of a box, its axes unit. */
static int ground_meets_box(const terrain_vec v[3], const terrain_vec axes[3], terrain_vec centre,
                            const double half[3], long double e)
{
    const terrain_vec zero = {0, 0, 0};
    terrain_vec normals[6];
    long double reach[6];
    for (int k = 0; k < 6; ++k) {
        normals[k] = terrain_mad(zero, k % 2 ? 1 : -1, axes[k / 2]);
        reach[k] = half[k / 2];
    }
    return ground_meets_planes(v, centre, normals, reach, 6, e);
}

#endif /* PEERS_GROUND_TRUTH_H */
