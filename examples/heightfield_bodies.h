/* Names of version 0.1 for bodies over terrain, as inline functions on those that took their place:
 *
 *     cld_heightfield_overlap_sphere    cld_heightfield_overlap_shape
 *     cld_heightfield_collide_sphere    cld_heightfield_collide_shape
 *     cld_heightfield_distance_sphere   cld_heightfield_distance_shape
 *     cld_heightfield_sweep_sphere      cld_heightfield_sweep_shape
 *
 * and so on for _capsule, _obb, _hull and _cylinder, with their types, features and errors. New
 * programs have no need of them: a shape and a pose do the same for all bodies, and more. Include it
 * after collide.h (with the modules TERRAIN and SHAPE). The axis of a cylinder becomes that of a
 * pose: one whose length is no power of two is rounded to cld_real on the way.
 *
 * Public domain or MIT-0, as collide.h. */
#ifndef HEIGHTFIELD_BODIES_H
#define HEIGHTFIELD_BODIES_H

#include "collide.h"

#include <math.h>
#include <string.h>

/* A solid cylinder: the points within `radius` of the axis and within half_height of the centre along
   it. Only the direction of axis counts: any length but 0 will do. */
typedef struct cld_cylinder {
    cld_vec3 centre, axis;
    cld_real radius, half_height;
} cld_cylinder;

typedef struct cld_sphere {
    cld_vec3 centre;
    cld_real radius;
} cld_sphere;

typedef struct cld_capsule {
    cld_vec3 a, b;
    cld_real radius;
} cld_capsule;

typedef struct cld_hull {
    const cld_real *points;
    size_t count, stride;
    cld_real radius;
    cld_pose pose;
} cld_hull;

typedef cld_hit cld_heightfield_hit;

/* What of a cylinder touches: one of these plus 8 times a number. */
enum {
    CLD_CYLINDER_SIDE = 0,
    CLD_CYLINDER_BASE_MINUS = 1,
    CLD_CYLINDER_BASE_PLUS = 2,
    CLD_CYLINDER_RIM_MINUS = 3,
    CLD_CYLINDER_RIM_PLUS = 4,
    CLD_CYLINDER_INSIDE = 5
};

/* A body as a shape and where that is. */
typedef struct old_body_shape {
    cld_shape shape;
    cld_pose pose;
    int status;
} old_body_shape;

static inline int old_body_fits(cld_vec3 v)
{
    return fabs((double)v.x) <= 1e70 && fabs((double)v.y) <= 1e70 && fabs((double)v.z) <= 1e70;
}

static inline int old_body_begin(const void *body, old_body_shape *b)
{
    b->pose = cld_pose_identity(), b->shape = cld_shape_sphere(0);
    b->status = body ? CLD_OK : CLD_ERROR_NULL;
    return b->status == CLD_OK;
}

/* What is wrong with a body is told after what is wrong with the field. */
static inline int old_body_refused(const cld_heightfield *field, const old_body_shape *b)
{
    const cld_shape point = cld_shape_sphere(0);
    const int status = b->status ? cld_heightfield_overlap_shape(field, &point, NULL) : CLD_OK;
    return status < 0 ? status : b->status;
}

static inline old_body_shape old_body_sphere(const cld_sphere *body)
{
    old_body_shape b;
    if (!old_body_begin(body, &b)) return b;
    b.pose.position = body->centre;
    b.shape.radius = body->radius;
    if (!old_body_fits(body->centre))
        b.status = CLD_ERROR_FINITE;
    else if (body->radius <= 0)
        b.status = CLD_ERROR_EXTENT;
    return b;
}

/* Its points are in *ends. */
static inline old_body_shape old_body_capsule(const cld_capsule *body, cld_real ends[6])
{
    old_body_shape b;
    if (!old_body_begin(body, &b)) return b;
    ends[0] = body->a.x, ends[1] = body->a.y, ends[2] = body->a.z;
    ends[3] = body->b.x, ends[4] = body->b.y, ends[5] = body->b.z;
    b.shape = cld_shape_points(ends, 2);
    b.shape.radius = body->radius;
    if (!old_body_fits(body->a) || !old_body_fits(body->b))
        b.status = CLD_ERROR_FINITE;
    else if (body->radius <= 0)
        b.status = CLD_ERROR_EXTENT;
    return b;
}

#ifndef COLLIDE_NO_OBB
static inline old_body_shape old_body_obb(const cld_obb *body)
{
    old_body_shape b;
    if (!old_body_begin(body, &b)) return b;
    b.shape = cld_shape_box(body->half);
    b.pose.rotation = body->axes, b.pose.position = body->centre;
    b.status = old_body_fits(body->centre) && old_body_fits(body->half) ? cld_obb_validate(body)
                                                                        : CLD_ERROR_FINITE;
    return b;
}
#endif

static inline old_body_shape old_body_hull(const cld_hull *body)
{
    old_body_shape b;
    if (!old_body_begin(body, &b)) return b;
    b.shape = cld_shape_points(body->points, body->count);
    b.shape.stride = body->stride, b.shape.radius = body->radius;
    b.pose = body->pose;
    return b;
}

/* A pose whose z axis is that of the cylinder: exactly so where its length is a power of two. */
static inline void old_body_upright(cld_vec3 axis, cld_pose *pose)
{
    double z[3], x[3] = {1, 0, 0}, y[3], square = 0, length, along;
    int k, power;
    z[0] = (double)axis.x, z[1] = (double)axis.y, z[2] = (double)axis.z;
    (void)frexp(fmax(fabs(z[0]), fmax(fabs(z[1]), fabs(z[2]))), &power);
    for (k = 0; k < 3; k++) z[k] = ldexp(z[k], -power), square += z[k] * z[k];
    length = sqrt(square), along = ldexp(1, (int)floor(log2(length) + 0.5));
    if (fabs(length / along - 1) < 5e-7) length = along;
    pose->rotation.z.x = (cld_real)(z[0] / length), pose->rotation.z.y = (cld_real)(z[1] / length);
    pose->rotation.z.z = (cld_real)(z[2] / length);
    for (k = 0; k < 3; k++) z[k] /= sqrt(square);
    if (fabs(z[0]) > 0.6) x[0] = 0, x[1] = 1;
    along = x[0] * z[0] + x[1] * z[1];
    for (square = 0, k = 0; k < 3; k++) x[k] -= along * z[k], square += x[k] * x[k];
    for (k = 0; k < 3; k++) x[k] /= sqrt(square);
    y[0] = z[1] * x[2] - z[2] * x[1], y[1] = z[2] * x[0] - z[0] * x[2];
    y[2] = z[0] * x[1] - z[1] * x[0];
    pose->rotation.x.x = (cld_real)x[0], pose->rotation.x.y = (cld_real)x[1];
    pose->rotation.x.z = (cld_real)x[2];
    pose->rotation.y.x = (cld_real)y[0], pose->rotation.y.y = (cld_real)y[1];
    pose->rotation.y.z = (cld_real)y[2];
}

/* CLD_OK, or what is wrong with it. */
static inline int cld_cylinder_validate(const cld_cylinder *c)
{
    cld_vec3 size;
    if (!c) return CLD_ERROR_NULL;
    size.x = c->radius, size.y = c->half_height, size.z = 0;
    if (!old_body_fits(c->centre) || !old_body_fits(c->axis) || !old_body_fits(size))
        return CLD_ERROR_FINITE;
    if (!(c->radius > 0 && c->half_height > 0)) return CLD_ERROR_EXTENT;
    if (c->axis.x == 0 && c->axis.y == 0 && c->axis.z == 0) return CLD_ERROR_PARAMETER;
    return CLD_OK;
}

static inline old_body_shape old_body_cylinder(const cld_cylinder *body)
{
    old_body_shape b;
    if (!old_body_begin(body, &b)) return b;
    b.status = cld_cylinder_validate(body);
    if (b.status != CLD_OK) return b;
    b.shape = cld_shape_cylinder(body->radius, body->half_height);
    b.pose.position = body->centre;
    old_body_upright(body->axis, &b.pose);
    return b;
}

/* ---- features as they were: of cylinders the enum above; of others a point, an edge first*count +
   second, or a face by the first of its points. */

static inline uint32_t old_body_cylinder_feature(uint32_t feature)
{
    const uint32_t number = feature / 4;
    const uint32_t faces[3] = {CLD_CYLINDER_BASE_MINUS, CLD_CYLINDER_BASE_PLUS, CLD_CYLINDER_SIDE};
    if (feature % 4 == CLD_FEATURE_FACE) return faces[number % 3] + 8 * (number / 3);
    if (feature % 4 == CLD_FEATURE_EDGE)
        return (number % 2 ? CLD_CYLINDER_RIM_PLUS : CLD_CYLINDER_RIM_MINUS) + 8 * (number / 2);
    return CLD_CYLINDER_INSIDE;
}

static inline uint32_t old_body_feature(const cld_shape *shape, uint32_t feature)
{
    const uint32_t kind = feature % 4, number = feature / 4;
    uint32_t first, second, axis, j, k;
    if (shape->kind == CLD_SHAPE_CYLINDER) return old_body_cylinder_feature(feature);
    if (kind == CLD_FEATURE_VERTEX || kind == CLD_FEATURE_INTERIOR) return feature;
    if (shape->kind == CLD_SHAPE_POINTS) {
        first = number & 255, second = number >> 8 & 255;
        return kind == CLD_FEATURE_EDGE ? 4 * (first * (uint32_t)shape->count + second) + kind
                                        : 4 * first + kind;
    }
    if (kind == CLD_FEATURE_FACE) return 4 * ((number & 1) << number / 2) + kind;
    axis = number / 4, j = (axis + 1) % 3, k = (axis + 2) % 3;
    first = (number & 1) << j | (number >> 1 & 1) << k;
    return 4 * (first * 8 + (first | 1u << axis)) + kind;
}

/* ---- the queries */

static inline int old_body_overlap(const cld_heightfield *field, const old_body_shape *b)
{
    const int status = old_body_refused(field, b);
    return status ? status : cld_heightfield_overlap_shape(field, &b->shape, &b->pose);
}

static inline int old_body_collide(const cld_heightfield *field, const old_body_shape *b,
                                   cld_real margin, cld_contact *out, int capacity)
{
    int count = old_body_refused(field, b), k;
    if (count) return count;
    count = cld_heightfield_collide_shape(field, &b->shape, &b->pose, margin, out, capacity);
    for (k = 0; k < count && k < capacity; k++)
        out[k].feature_a = old_body_feature(&b->shape, out[k].feature_a);
    return count;
}

static inline int old_body_distance(const cld_heightfield *field, const old_body_shape *b,
                                    cld_real max_distance, cld_contact *closest)
{
    int found = old_body_refused(field, b);
    if (found) return found;
    found = cld_heightfield_distance_shape(field, &b->shape, &b->pose, max_distance, closest);
    if (found > 0) closest->feature_a = old_body_feature(&b->shape, closest->feature_a);
    return found;
}

static inline int old_body_sweep(const cld_heightfield *field, const old_body_shape *b,
                                 cld_vec3 motion, cld_hit *hit)
{
    cld_motion way;
    int found = old_body_refused(field, b);
    if (found) return found;
    memset(&way, 0, sizeof way);
    way.linear = motion;
    found = cld_heightfield_sweep_shape(field, &b->shape, &b->pose, &way, NULL, hit);
    if (found > 0 && hit)
        hit->contact.feature_a = old_body_feature(&b->shape, hit->contact.feature_a);
    return found;
}

#define OLD_BODY_QUERIES(name, type, shape)                                                        \
    static inline int cld_heightfield_overlap_##name(const cld_heightfield *field,                 \
                                                     const type *body)                             \
    {                                                                                              \
        cld_real ends[6];                                                                          \
        const old_body_shape b = shape;                                                            \
        (void)ends;                                                                                \
        return old_body_overlap(field, &b);                                                        \
    }                                                                                              \
    static inline int cld_heightfield_collide_##name(const cld_heightfield *field,                 \
                                                     const type *body, cld_real margin,            \
                                                     cld_contact *out, int capacity)               \
    {                                                                                              \
        cld_real ends[6];                                                                          \
        const old_body_shape b = shape;                                                            \
        (void)ends;                                                                                \
        return old_body_collide(field, &b, margin, out, capacity);                                 \
    }                                                                                              \
    static inline int cld_heightfield_distance_##name(const cld_heightfield *field,                \
                                                      const type *body, cld_real max_distance,     \
                                                      cld_contact *closest)                        \
    {                                                                                              \
        cld_real ends[6];                                                                          \
        const old_body_shape b = shape;                                                            \
        (void)ends;                                                                                \
        return old_body_distance(field, &b, max_distance, closest);                                \
    }                                                                                              \
    static inline int cld_heightfield_sweep_##name(const cld_heightfield *field, const type *body, \
                                                   cld_vec3 motion, cld_heightfield_hit *hit)      \
    {                                                                                              \
        cld_real ends[6];                                                                          \
        const old_body_shape b = shape;                                                            \
        (void)ends;                                                                                \
        return old_body_sweep(field, &b, motion, hit);                                             \
    }
OLD_BODY_QUERIES(sphere, cld_sphere, old_body_sphere(body))
OLD_BODY_QUERIES(capsule, cld_capsule, old_body_capsule(body, ends))
#ifndef COLLIDE_NO_OBB
OLD_BODY_QUERIES(obb, cld_obb, old_body_obb(body))
#endif
OLD_BODY_QUERIES(hull, cld_hull, old_body_hull(body))
OLD_BODY_QUERIES(cylinder, cld_cylinder, old_body_cylinder(body))

#endif
