/* Names of version 0.1 that 0.2 has no longer, as inline functions over those that replace them:
 * for programs that are moved by and by. Include it after or instead of collide.h; it goes with 0.3.
 *
 *     cld_polyhedron_overlap                      cld_shape_overlap
 *     cld_polyhedron_distance, _distance_cached   cld_shape_distance
 *     cld_polyhedron_distance_polygon             cld_shape_distance with a shape of points
 *     cld_polyhedron_collide                      cld_shape_collide
 *     cld_polyhedron_cache                        cld_shape_cache
 *
 * What is another: cld_polyhedron_collide tells the first contact of the manifold, whose normal is
 * that of a face where this is less than 5 % of the depth and 0.2 % of the smaller size deeper than
 * the least; cld_polyhedron_distance_polygon takes at most 256 corners, and where the polygon has a
 * pose of its own the product of both is rounded; the cache holds other numbers. */
#ifndef COLLIDE_OLD_NAMES_H
#define COLLIDE_OLD_NAMES_H

#include "collide.h"

#include <math.h>

typedef cld_shape_cache cld_polyhedron_cache;

static inline int cld_polyhedron_overlap(const cld_polyhedron *a, const cld_polyhedron *b)
{
    const cld_shape s = cld_shape_polyhedron(a), t = cld_shape_polyhedron(b);
    return cld_shape_overlap(&s, NULL, &t, NULL, NULL);
}

static inline int cld_polyhedron_distance(const cld_polyhedron *a, const cld_polyhedron *b,
                                          cld_contact *closest)
{
    const cld_shape s = cld_shape_polyhedron(a), t = cld_shape_polyhedron(b);
    return cld_shape_distance(&s, NULL, &t, NULL, (cld_real)HUGE_VAL, NULL, closest);
}

static inline int cld_polyhedron_distance_cached(const cld_polyhedron *a, const cld_polyhedron *b,
                                                 cld_polyhedron_cache *cache, cld_contact *closest)
{
    const cld_shape s = cld_shape_polyhedron(a), t = cld_shape_polyhedron(b);
    if (!cache) return CLD_ERROR_NULL;
    return cld_shape_distance(&s, NULL, &t, NULL, (cld_real)HUGE_VAL, cache, closest);
}

static inline int cld_polyhedron_collide(const cld_polyhedron *a, const cld_polyhedron *b,
                                         cld_contact *out, int capacity)
{
    const cld_shape s = cld_shape_polyhedron(a), t = cld_shape_polyhedron(b);
    const int count =
        cld_shape_collide(&s, NULL, &t, NULL, 0, NULL, out, capacity > 1 ? 1 : capacity);
    return count > 1 ? 1 : count;
}

/* The polygon's feature that two or three corners of its hull stand for. */
static inline uint32_t cld_old_polygon_feature(uint32_t feature, uint32_t count)
{
    const uint32_t first = feature / 4 % 256, second = feature / 1024;
    if (feature % 4 == CLD_FEATURE_VERTEX || feature == CLD_FEATURE_INTERIOR) return feature;
    if (feature % 4 == CLD_FEATURE_EDGE && second == first + 1) return 4 * first + CLD_FEATURE_EDGE;
    if (feature % 4 == CLD_FEATURE_EDGE && first == 0 && second == count - 1)
        return 4 * second + CLD_FEATURE_EDGE;
    return CLD_FEATURE_FACE;
}

static inline int cld_polyhedron_distance_polygon(const cld_polyhedron *polyhedron,
                                                  const cld_polygon *polygon, const cld_pose *pose,
                                                  cld_contact *closest)
{
    const cld_shape s = cld_shape_polyhedron(polyhedron);
    cld_real points[3 * CLD_SHAPE_POINTS_MAX];
    cld_pose own = cld_pose_identity();
    cld_shape t;
    int found = cld_polygon_validate(polygon, NULL);
    if (found < 0 && found != CLD_ERROR_CONVEX) return found;
    if (polygon->count > CLD_SHAPE_POINTS_MAX) return CLD_ERROR_COUNT;
    for (size_t i = 0; i < polygon->count; i++) {
        const size_t stride = polygon->stride ? polygon->stride : 2 * sizeof(cld_real);
        const cld_real *v =
            (const cld_real *)(const void *)((const char *)polygon->vertices + i * stride);
        points[3 * i] = v[0], points[3 * i + 1] = v[1], points[3 * i + 2] = 0;
    }
    if (polygon->pose.rotation.x != 0 || polygon->pose.rotation.y != 0) {
        const cld_vec2 turn = polygon->pose.rotation;
        own.rotation.x.x = own.rotation.y.y = turn.x;
        own.rotation.x.y = turn.y, own.rotation.y.x = -turn.y;
    }
    own.position.x = polygon->pose.position.x, own.position.y = polygon->pose.position.y;
    if (pose && cld_pose_validate(pose) != CLD_OK) return CLD_ERROR_POSE;
    if (pose) own = cld_pose_multiply(pose, &own);
    t = cld_shape_points(points, polygon->count);
    found = cld_shape_distance(&s, NULL, &t, &own, (cld_real)HUGE_VAL, NULL, closest);
    if (found == 1)
        closest->feature_b = cld_old_polygon_feature(closest->feature_b, (uint32_t)polygon->count);
    return found;
}

#endif
