/* obb_gap.h: how far apart two oriented boxes are, the plain way, for examples that check what the
   library says. Include it after collide.h. */

#ifndef OBB_GAP_H
#define OBB_GAP_H

#include "vec.h"

/* The largest gap between two boxes along any of the 15 axes that can separate them, plainly and in
   double: above 0 they are apart. */
static inline double obb_gap(const cld_obb *a, const cld_obb *b)
{
    const vec u[3] = {from_cld(a->axes.x), from_cld(a->axes.y), from_cld(a->axes.z)};
    const vec v[3] = {from_cld(b->axes.x), from_cld(b->axes.y), from_cld(b->axes.z)};
    const vec d = add(from_cld(b->centre), -1, from_cld(a->centre));
    double gap = -HUGE_VAL;
    for (int i = 0; i < 15; i++) {
        vec n = i < 3 ? u[i] : i < 6 ? v[i - 3] : cross(u[(i - 6) / 3], v[(i - 6) % 3]);
        double reach;
        if (length(n) < 1e-6) continue; /* parallel edges: the faces' axes tell as much */
        n = unit(n);
        reach = fabs(dot(n, u[0])) * (double)a->half.x + fabs(dot(n, u[1])) * (double)a->half.y +
                fabs(dot(n, u[2])) * (double)a->half.z + fabs(dot(n, v[0])) * (double)b->half.x +
                fabs(dot(n, v[1])) * (double)b->half.y + fabs(dot(n, v[2])) * (double)b->half.z;
        gap = fmax(gap, fabs(dot(n, d)) - reach);
    }
    return gap;
}

#endif /* OBB_GAP_H */
