/* Oracle for heightfields and cylinders: slow and obvious, in long double, written without a look
   at
 * the library's code. A field is its triangles; a cylinder is seen in a frame in which its axis is
 * z and its centre the origin.
 *
 *   touching     clip the triangle to |z| <= half height (at most five corners), drop z, and ask
 * how                near the polygon comes to the origin; or the centre is below a triangle
 *   distance     of a triangle that does not touch: on each edge the distance to the cylinder is
 *                convex, its derivative bisected; inside, the foot of the cylinder's nearest point
 *   exit         how far along a direction until nothing touches: triangle by triangle, bisection
 * of                'touching', for as long as the place reached touches another
 *   normals      faces near a point; which directions their edges and vertices allow
 *
 * A verdict that rounding could turn is none: oracle_verdict takes the cylinder a little smaller
 * and a little larger. */
#ifndef COLLIDE_ORACLE_TERRAIN_H
#define COLLIDE_ORACLE_TERRAIN_H

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "examples/heightfield_bodies.h"

#if defined(__GNUC__)
#define ORACLE_UNUSED __attribute__((unused))
#else
#define ORACLE_UNUSED
#endif

typedef long double oracle_real;

/* Errors of the oracle's own coordinates, in units of the largest number: far above 2^-64. */
#define ORACLE_ROUND 1e-17L

typedef struct oracle_vec {
    oracle_real x, y, z;
} oracle_vec;

static oracle_vec oracle_make(oracle_real x, oracle_real y, oracle_real z)
{
    oracle_vec v;
    v.x = x, v.y = y, v.z = z;
    return v;
}

static oracle_vec oracle_from(cld_vec3 v)
{
    return oracle_make(v.x, v.y, v.z);
}

static oracle_real oracle_dot(oracle_vec a, oracle_vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* a + t b */
static oracle_vec oracle_mad(oracle_vec a, oracle_real t, oracle_vec b)
{
    return oracle_make(a.x + t * b.x, a.y + t * b.y, a.z + t * b.z);
}

static oracle_vec oracle_sub(oracle_vec a, oracle_vec b)
{
    return oracle_mad(a, -1, b);
}

static oracle_vec oracle_cross(oracle_vec a, oracle_vec b)
{
    return oracle_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static oracle_real oracle_norm(oracle_vec a)
{
    return sqrtl(oracle_dot(a, a));
}

static oracle_vec oracle_unit(oracle_vec a)
{
    const oracle_real n = oracle_norm(a);
    return oracle_make(a.x / n, a.y / n, a.z / n);
}

static oracle_real oracle_most(oracle_vec a)
{
    return fmaxl(fabsl(a.x), fmaxl(fabsl(a.y), fabsl(a.z)));
}

/* Angle between unit vectors, good for small ones too. */
static ORACLE_UNUSED oracle_real oracle_angle(oracle_vec a, oracle_vec b)
{
    return atan2l(oracle_norm(oracle_cross(a, b)), oracle_dot(a, b));
}

/* --------------------------------------------------------------------------------------- the field
   */

typedef struct oracle_terrain {
    const cld_heightfield *field;
    oracle_vec x, y, z, position; /* the pose's rotation, orthonormal */
} oracle_terrain;

static ORACLE_UNUSED oracle_terrain oracle_terrain_of(const cld_heightfield *field)
{
    const cld_mat3 *r = &field->pose.rotation;
    oracle_terrain t;
    t.field = field;
    t.position = oracle_from(field->pose.position);
    t.x = oracle_from(r->x), t.y = oracle_from(r->y), t.z = oracle_from(r->z);
    if (oracle_most(t.x) == 0 && oracle_most(t.y) == 0 && oracle_most(t.z) == 0)
        t.x = oracle_make(1, 0, 0), t.y = oracle_make(0, 1, 0);
    t.x = oracle_unit(t.x);
    t.y = oracle_unit(oracle_mad(t.y, -oracle_dot(t.x, t.y), t.x));
    t.z = oracle_cross(t.x, t.y);
    return t;
}

static oracle_vec oracle_direction_in(const oracle_terrain *t, oracle_vec v)
{
    return oracle_make(oracle_dot(t->x, v), oracle_dot(t->y, v), oracle_dot(t->z, v));
}

static oracle_vec oracle_point_in(const oracle_terrain *t, oracle_vec p)
{
    return oracle_direction_in(t, oracle_sub(p, t->position));
}

static ORACLE_UNUSED oracle_vec oracle_direction_out(const oracle_terrain *t, oracle_vec v)
{
    return oracle_mad(oracle_mad(oracle_make(t->x.x * v.x, t->x.y * v.x, t->x.z * v.x), v.y, t->y),
                      v.z, t->z);
}

static ORACLE_UNUSED oracle_vec oracle_point_out(const oracle_terrain *t, oracle_vec p)
{
    return oracle_mad(oracle_direction_out(t, p), 1, t->position);
}

/* Vertex (i, j) in the field's frame; 0: it is missing. */
static int oracle_vertex(const cld_heightfield *f, int64_t i, int64_t j, oracle_vec *out)
{
    size_t bytes = sizeof(double), stride;
    oracle_real scale = f->scale == 0 ? 1 : (oracle_real)f->scale, stored;
    const char *at;
    double d;
    float s;
    int16_t n;
    if (i < 0 || j < 0 || i >= (int64_t)f->columns || j >= (int64_t)f->rows) return 0;
    if (f->type == CLD_HEIGHT_REAL) bytes = sizeof(cld_real);
    if (f->type == CLD_HEIGHT_FLOAT) bytes = sizeof(float);
    if (f->type == CLD_HEIGHT_INT16) bytes = sizeof(int16_t);
    stride = f->stride ? f->stride : bytes * f->columns;
    at = (const char *)f->heights + (size_t)j * stride + (size_t)i * bytes;
    if (bytes == 2) {
        memcpy(&n, at, 2);
        stored = n;
    } else if (bytes == 4) {
        memcpy(&s, at, 4);
        stored = (oracle_real)s;
    } else {
        memcpy(&d, at, 8);
        stored = (oracle_real)d;
    }
    if (!(stored - stored == 0) || (f->has_no_data && stored == (oracle_real)f->no_data)) return 0;
    *out = oracle_make((oracle_real)i * (oracle_real)f->dx, (oracle_real)j * (oracle_real)f->dy,
                       (oracle_real)f->offset + scale * stored);
    return 1;
}

static int oracle_rising(const cld_heightfield *f, int64_t i, int64_t j)
{
    const int64_t c = i + j * ((int64_t)f->columns - 1);
    switch (f->diagonal) {
    case CLD_DIAGONAL_FALLING:
        return 0;
    case CLD_DIAGONAL_RISING:
        return 1;
    case CLD_DIAGONAL_ALTERNATING:
        return (i + j) % 2 == 0;
    default:
        return (int)(f->diagonals[c / 32] >> (c % 32)) & 1;
    }
}

typedef struct oracle_triangle {
    oracle_vec p[3];      /* field's frame, counter-clockwise from above */
    oracle_vec low, high; /* their box */
    oracle_vec q[3];      /* the cylinder's frame */
    int64_t i, j, c[3];   /* the cell; the vertices' numbers */
    int k;                /* 0: has the edge from the cell's least vertex along x; 1: the other */
    oracle_vec normal;    /* unit, upwards */
} oracle_triangle;

/* Triangle k of cell (i, j); 0 if there is none. */
static int oracle_triangle_of(const cld_heightfield *f, int64_t i, int64_t j, int k,
                              oracle_triangle *t)
{
    const int rising = oracle_rising(f, i, j);
    int64_t at[3][2];
    int n;
    at[0][0] = i, at[0][1] = j, at[1][0] = i + 1, at[1][1] = j, at[2][0] = i, at[2][1] = j + 1;
    if (k == 0 && rising) at[2][0] = i + 1;
    if (k == 1) {
        at[0][0] = i + 1, at[0][1] = j + 1, at[1][0] = i, at[1][1] = j + 1;
        at[2][0] = rising ? i : i + 1, at[2][1] = j;
    }
    for (n = 0; n < 3; n++) {
        if (!oracle_vertex(f, at[n][0], at[n][1], &t->p[n])) return 0;
        t->c[n] = at[n][0] + at[n][1] * (int64_t)f->columns;
    }
    t->low = t->high = t->p[0];
    for (n = 1; n < 3; n++) {
        t->low.x = fminl(t->low.x, t->p[n].x), t->high.x = fmaxl(t->high.x, t->p[n].x);
        t->low.y = fminl(t->low.y, t->p[n].y), t->high.y = fmaxl(t->high.y, t->p[n].y);
        t->low.z = fminl(t->low.z, t->p[n].z), t->high.z = fmaxl(t->high.z, t->p[n].z);
    }
    t->i = i, t->j = j, t->k = k;
    return 1;
}

/* ----------------------------------------------------------------------------------- the cylinder
   */

typedef struct oracle_body {
    oracle_vec c, u, v, w; /* centre; frame, w the axis: in the field's frame */
    oracle_real r, h;      /* radius, half height */
    oracle_vec half;       /* half sizes of its box */
} oracle_body;

static oracle_body oracle_body_make(oracle_vec c, oracle_vec axis, oracle_real r, oracle_real h)
{
    oracle_body b;
    b.c = c, b.w = oracle_unit(axis), b.r = r, b.h = h;
    b.u = fabsl(b.w.x) < 0.6L ? oracle_make(1, 0, 0) : oracle_make(0, 1, 0);
    b.u = oracle_unit(oracle_mad(b.u, -oracle_dot(b.u, b.w), b.w));
    b.v = oracle_cross(b.w, b.u);
    b.half.x = h * fabsl(b.w.x) + r * sqrtl(b.u.x * b.u.x + b.v.x * b.v.x);
    b.half.y = h * fabsl(b.w.y) + r * sqrtl(b.u.y * b.u.y + b.v.y * b.v.y);
    b.half.z = h * fabsl(b.w.z) + r * sqrtl(b.u.z * b.u.z + b.v.z * b.v.z);
    return b;
}

static ORACLE_UNUSED oracle_body oracle_body_of(const oracle_terrain *t, const cld_cylinder *c)
{
    return oracle_body_make(oracle_point_in(t, oracle_from(c->centre)),
                            oracle_direction_in(t, oracle_from(c->axis)), c->radius,
                            c->half_height);
}

static oracle_vec oracle_seen(const oracle_body *b, oracle_vec direction)
{
    return oracle_make(oracle_dot(b->u, direction), oracle_dot(b->v, direction),
                       oracle_dot(b->w, direction));
}

/* The body's farthest point in a direction (any one of them). */
static ORACLE_UNUSED oracle_vec oracle_support(const oracle_body *b, oracle_vec direction)
{
    const oracle_vec d = oracle_seen(b, direction);
    const oracle_real n = sqrtl(d.x * d.x + d.y * d.y);
    oracle_vec p = oracle_mad(b->c, d.z >= 0 ? b->h : -b->h, b->w);
    if (n > 0) p = oracle_mad(oracle_mad(p, b->r * d.x / n, b->u), b->r * d.y / n, b->v);
    return p;
}

/* Distance of a point in the cylinder's frame to the cylinder. */
static oracle_real oracle_point_distance(oracle_vec q, oracle_real r, oracle_real h)
{
    const oracle_real a = fmaxl(sqrtl(q.x * q.x + q.y * q.y) - r, 0);
    const oracle_real b = fmaxl(fabsl(q.z) - h, 0);
    return a == 0 ? b : b == 0 ? a : sqrtl(a * a + b * b);
}

/* ------------------------------------------------------------------------------------------ scenes
   */

/* Triangles near a cylinder. */
typedef struct oracle_scene {
    oracle_triangle *t;
    size_t count, room;
    oracle_real largest; /* number that takes part */
} oracle_scene;

static ORACLE_UNUSED void oracle_scene_free(oracle_scene *s)
{
    free(s->t);
    memset(s, 0, sizeof *s);
}

/* Collects the triangles whose boxes come as near as `slack` to the cylinder's, and those over and
   under its centre. */
static void oracle_gather(oracle_scene *s, const oracle_terrain *terrain, const oracle_body *b,
                          oracle_real slack)
{
    const cld_heightfield *f = terrain->field;
    const oracle_vec low = oracle_sub(b->c, oracle_mad(b->half, slack, oracle_make(1, 1, 1)));
    const oracle_vec high = oracle_mad(b->c, 1, oracle_mad(b->half, slack, oracle_make(1, 1, 1)));
    int64_t i, j, i0 = 0, j0 = 0, i1 = (int64_t)f->columns - 1, j1 = (int64_t)f->rows - 1;
    if (low.x / (oracle_real)f->dx > 2) i0 = (int64_t)fminl(low.x / (oracle_real)f->dx, 4e9L) - 1;
    if (low.y / (oracle_real)f->dy > 2) j0 = (int64_t)fminl(low.y / (oracle_real)f->dy, 4e9L) - 1;
    if (high.x / (oracle_real)f->dx < (oracle_real)i1)
        i1 = (int64_t)fmaxl(high.x / (oracle_real)f->dx, -2) + 1;
    if (high.y / (oracle_real)f->dy < (oracle_real)j1)
        j1 = (int64_t)fmaxl(high.y / (oracle_real)f->dy, -2) + 1;
    s->count = 0;
    s->largest = fmaxl(fmaxl(b->r, b->h), oracle_most(b->c));
    s->largest = fmaxl(s->largest, oracle_most(terrain->position));
    s->largest = fmaxl(s->largest, oracle_most(oracle_point_out(terrain, b->c)));
    for (j = j0; j < j1; j++)
        for (i = i0; i < i1; i++) {
            int k, n;
            for (k = 0; k < 2; k++) {
                oracle_triangle *t;
                int near, over;
                if (s->count == s->room) {
                    s->room = s->room ? 2 * s->room : 256;
                    s->t = (oracle_triangle *)realloc(s->t, s->room * sizeof *s->t);
                    if (!s->t) abort();
                }
                t = &s->t[s->count];
                if (!oracle_triangle_of(f, i, j, k, t)) continue;
                s->largest = fmaxl(s->largest, fmaxl(oracle_most(t->low), oracle_most(t->high)));
                near = t->low.x <= high.x && t->high.x >= low.x && t->low.y <= high.y &&
                       t->high.y >= low.y && t->low.z <= high.z && t->high.z >= low.z;
                over = t->low.x <= b->c.x + slack && t->high.x >= b->c.x - slack &&
                       t->low.y <= b->c.y + slack && t->high.y >= b->c.y - slack;
                if (!near && !over) continue;
                t->normal = oracle_unit(
                    oracle_cross(oracle_sub(t->p[1], t->p[0]), oracle_sub(t->p[2], t->p[0])));
                for (n = 0; n < 3; n++) t->q[n] = oracle_seen(b, oracle_sub(t->p[n], b->c));
                s->count++;
            }
        }
}

/* ---------------------------------------------------------------------------------------- touching
   */

/* Planar distance, squared, of the origin to the segment a b, without z. */
static oracle_real oracle_planar(oracle_vec a, oracle_vec b)
{
    const oracle_real x = b.x - a.x, y = b.y - a.y, n = x * x + y * y;
    oracle_real t = n > 0 ? -(a.x * x + a.y * y) / n : 0;
    t = fminl(fmaxl(t, 0), 1);
    return (a.x + t * x) * (a.x + t * x) + (a.y + t * y) * (a.y + t * y);
}

/* Cuts off what has side * z > h. */
static int oracle_clip(const oracle_vec *in, int count, oracle_real side, oracle_real h,
                       oracle_vec *out)
{
    int i, n = 0;
    for (i = 0; i < count; i++) {
        const oracle_vec a = in[i], b = in[(i + 1) % count];
        const oracle_real da = h - side * a.z, db = h - side * b.z;
        if (da >= 0) out[n++] = a;
        if ((da > 0 && db < 0) || (da < 0 && db > 0)) {
            out[n] = oracle_mad(a, da / (da - db), oracle_sub(b, a));
            out[n++].z = side * h;
        }
    }
    return n;
}

/* Does the triangle, moved by `shift` (all in the cylinder's frame), meet the cylinder? */
static int oracle_meets(const oracle_vec q[3], oracle_vec shift, oracle_real r, oracle_real h)
{
    oracle_vec a[8], b[8];
    oracle_real low_x, high_x, low_y, high_y;
    int i, n, left = 0, right = 0;
    for (i = 0; i < 3; i++) a[i] = oracle_mad(q[i], 1, shift);
    if (r <= 0 || h <= 0) return 0;
    n = oracle_clip(a, 3, 1, h, b);
    n = n ? oracle_clip(b, n, -1, h, a) : 0;
    if (!n) return 0;
    low_x = high_x = a[0].x, low_y = high_y = a[0].y;
    for (i = 0; i < n; i++) {
        const oracle_vec p = a[i], s = a[(i + 1) % n];
        const oracle_real side = p.x * s.y - p.y * s.x;
        if (oracle_planar(p, s) <= r * r) return 1;
        left += side > 0, right += side < 0;
        low_x = fminl(low_x, p.x), high_x = fmaxl(high_x, p.x);
        low_y = fminl(low_y, p.y), high_y = fmaxl(high_y, p.y);
    }
    /* around the axis: the box keeps polygons without area, of which rounding makes anything */
    return (left == n || right == n) && low_x <= 0 && high_x >= 0 && low_y <= 0 && high_y >= 0;
}

/* Is (x, y) in the triangle seen from above? */
static int oracle_covers(const oracle_triangle *t, oracle_real x, oracle_real y)
{
    int i;
    for (i = 0; i < 3; i++) {
        const oracle_vec a = t->p[i], b = t->p[(i + 1) % 3];
        if ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) < 0) return 0;
    }
    return 1;
}

/* Height of the triangle's plane over (x, y), less z. */
static oracle_real oracle_over(const oracle_triangle *t, oracle_vec p)
{
    return oracle_dot(t->normal, oracle_sub(t->p[0], p)) / t->normal.z;
}

static int oracle_below(const oracle_scene *s, oracle_vec p)
{
    size_t i;
    for (i = 0; i < s->count; i++)
        if (oracle_covers(&s->t[i], p.x, p.y) && oracle_over(&s->t[i], p) >= 0) return 1;
    return 0;
}

enum { ORACLE_AROUND = 25 };

/* How many of so many points around p, which differ by e at most, are below a triangle; they go
   down by z. As many, so that the corner of one triangle, which is narrow, holds some. */
static int oracle_below_near(const oracle_scene *s, oracle_vec p, oracle_real e, oracle_real z)
{
    int i, j, n = 0;
    for (i = -2; i <= 2; i++)
        for (j = -2; j <= 2; j++)
            n += oracle_below(s, oracle_make(p.x + e * i / 2, p.y + e * j / 2, p.z - z));
    return n;
}

enum { ORACLE_APART = 0, ORACLE_TOUCHES = 1, ORACLE_NEAR = -1 };

/* Does the cylinder touch? ORACLE_NEAR where an error of `bound` in the place of things would make
   it otherwise (of touching: where the oracle's own error would). The scene has been gathered with
   `bound` or more. */
static ORACLE_UNUSED int oracle_verdict(const oracle_scene *s, const oracle_body *b,
                                        oracle_real bound)
{
    const oracle_vec here = oracle_make(0, 0, 0);
    const oracle_real e = ORACLE_ROUND * s->largest;
    size_t i;
    int near = 0;
    for (i = 0; i < s->count; i++) {
        if (!oracle_meets(s->t[i].q, here, b->r + bound, b->h + bound)) continue;
        if (oracle_meets(s->t[i].q, here, b->r - e, b->h - e)) return ORACLE_TOUCHES;
        near = 1;
    }
    if (oracle_below_near(s, b->c, e, -e) == ORACLE_AROUND) return ORACLE_TOUCHES;
    if (near || oracle_below_near(s, b->c, bound, bound) > 0) return ORACLE_NEAR;
    return ORACLE_APART;
}

/* ---------------------------------------------------------------------------------------- distance
   */

/* Half the derivative of the squared distance along a + t d. */
static oracle_real oracle_slope(oracle_vec a, oracle_vec d, oracle_real t, oracle_real r,
                                oracle_real h)
{
    const oracle_vec q = oracle_mad(a, t, d);
    const oracle_real n = sqrtl(q.x * q.x + q.y * q.y);
    oracle_real s = 0;
    if (n > r) s += (n - r) * (q.x * d.x + q.y * d.y) / n;
    if (fabsl(q.z) > h) s += q.z > 0 ? (q.z - h) * d.z : (q.z + h) * d.z;
    return s;
}

/* Nearest point of the segment a b to the cylinder. */
static oracle_vec oracle_segment_nearest(oracle_vec a, oracle_vec b, oracle_real r, oracle_real h)
{
    const oracle_vec d = oracle_sub(b, a);
    oracle_real low = 0, high = 1;
    int n;
    if (oracle_slope(a, d, 0, r, h) >= 0) return a;
    if (oracle_slope(a, d, 1, r, h) <= 0) return b;
    for (n = 0; n < 80; n++) {
        const oracle_real t = (low + high) / 2;
        const oracle_real s = oracle_slope(a, d, t, r, h);
        if (s == 0) return oracle_mad(a, t, d);
        if (s < 0)
            low = t;
        else
            high = t;
    }
    return oracle_mad(a, low, d);
}

/* Distance of a triangle in the cylinder's frame; 0 if it meets. *at: its nearest point. */
static oracle_real oracle_triangle_distance(const oracle_vec q[3], oracle_real r, oracle_real h,
                                            oracle_vec *at)
{
    const oracle_vec n = oracle_cross(oracle_sub(q[1], q[0]), oracle_sub(q[2], q[0]));
    const oracle_real side =
        oracle_dot(n, q[0]) >= 0 ? 1 : -1; /* plane beyond the centre, along n */
    const oracle_real lateral = sqrtl(n.x * n.x + n.y * n.y);
    oracle_real best = LDBL_MAX, d;
    oracle_vec p;
    int i;
    *at = q[0];
    if (oracle_meets(q, oracle_make(0, 0, 0), r, h)) return 0;
    for (i = 0; i < 3; i++) {
        p = oracle_segment_nearest(q[i], q[(i + 1) % 3], r, h);
        d = oracle_point_distance(p, r, h);
        if (d < best) best = d, *at = p;
    }
    /* the cylinder's farthest point towards the plane, and its foot there */
    p = oracle_make(0, 0, side * n.z >= 0 ? h : -h);
    if (lateral > 0) p.x = side * r * n.x / lateral, p.y = side * r * n.y / lateral;
    p = oracle_mad(p, oracle_dot(n, oracle_sub(q[0], p)) / oracle_dot(n, n), n);
    for (i = 0; i < 3; i++) {
        const oracle_vec e = oracle_sub(q[(i + 1) % 3], q[i]);
        if (oracle_dot(n, oracle_cross(e, oracle_sub(p, q[i]))) < 0) return best;
    }
    d = oracle_point_distance(p, r, h);
    if (d < best) best = d, *at = p;
    return best;
}

/* Gap of two intervals. */
static oracle_real oracle_gap(oracle_real a, oracle_real b, oracle_real c, oracle_real d)
{
    return fmaxl(fmaxl(c - b, a - d), 0);
}

/* At least this far apart are triangle and cylinder. */
static oracle_real oracle_far(const oracle_triangle *t, const oracle_body *b)
{
    return oracle_norm(
        oracle_make(oracle_gap(t->low.x, t->high.x, b->c.x - b->half.x, b->c.x + b->half.x),
                    oracle_gap(t->low.y, t->high.y, b->c.y - b->half.y, b->c.y + b->half.y),
                    oracle_gap(t->low.z, t->high.z, b->c.z - b->half.z, b->c.z + b->half.z)));
}

/* The least distance of the scene's triangles, or `most` if none is nearer. *which: the triangle.
   */
static oracle_real oracle_scene_distance(const oracle_scene *s, const oracle_body *b,
                                         oracle_real most, size_t *which, oracle_vec *at)
{
    oracle_real best = most;
    size_t i;
    for (i = 0; i < s->count; i++) {
        oracle_vec p;
        oracle_real d;
        if (oracle_far(&s->t[i], b) >= best) continue;
        d = oracle_triangle_distance(s->t[i].q, b->r, b->h, &p);
        if (d < best) {
            best = d;
            if (which) *which = i;
            if (at) *at = p;
        }
    }
    return best;
}

/* Distance of the field's surface; LDBL_MAX if it is all holes. Leaves a scene that holds it. */
static ORACLE_UNUSED oracle_real oracle_distance(oracle_scene *s, const oracle_terrain *t,
                                                 const oracle_body *b)
{
    oracle_real slack = fmaxl(b->r, b->h) + (oracle_real)t->field->dx + (oracle_real)t->field->dy;
    for (;; slack *= 4) {
        oracle_real d;
        oracle_gather(s, t, b, slack);
        d = oracle_scene_distance(s, b, LDBL_MAX, NULL, NULL);
        if (d <= slack) return d;
        if (slack > 1e4L * s->largest + 1e3L * (oracle_real)t->field->dx * t->field->columns +
                        1e3L * (oracle_real)t->field->dy * t->field->rows) {
            return d;
        }
    }
}

/* -------------------------------------------------------------------------------------------- exit
   */

/* Until when is p + t m below the triangle, if it is at t = `from`? INFINITY is possible; `from`
   where it is not. */
static oracle_real oracle_below_until(const oracle_triangle *t, oracle_vec p, oracle_vec m,
                                      oracle_real from)
{
    const oracle_vec here = oracle_mad(p, from, m);
    oracle_real until = (oracle_real)INFINITY;
    int i;
    if (!oracle_covers(t, here.x, here.y) || oracle_over(t, here) < 0) return from;
    for (i = 0; i < 4; i++) {
        /* leaves through a side of the prism, or through the triangle */
        const oracle_vec a = t->p[i % 3], b = t->p[(i + 1) % 3];
        const oracle_vec n = i < 3 ? oracle_make(b.y - a.y, a.x - b.x, 0) : t->normal;
        const oracle_real speed = oracle_dot(n, m), room = oracle_dot(n, oracle_sub(a, here));
        if (speed > 0) until = fminl(until, from + fmaxl(room, 0) / speed);
    }
    return until;
}

/* Until when does the triangle meet the cylinder that moves by t m, if it does at t = `from`? */
static oracle_real oracle_meets_until(const oracle_triangle *t, const oracle_body *b, oracle_vec m,
                                      oracle_real from, oracle_real step)
{
    const oracle_vec d = oracle_seen(b, m);
    oracle_real low = from, high;
    int n;
    high = 2 * (b->r + b->h);
    for (n = 0; n < 3; n++) high += oracle_norm(oracle_sub(t->p[n], t->p[(n + 1) % 3]));
    high += from;
    for (n = 0; n < 200 && high - low > step / 8; n++) {
        const oracle_real at = (low + high) / 2;
        if (oracle_meets(t->q, oracle_make(-at * d.x, -at * d.y, -at * d.z), b->r, b->h))
            low = at;
        else
            high = at;
    }
    return high;
}

/* The least t >= 0 at which the cylinder, moved by t m (unit, the field's frame), touches nothing;
   INFINITY if there is none up to `most`. To about 1e-16 of the largest number. */
static ORACLE_UNUSED oracle_real oracle_exit(oracle_scene *s, const oracle_terrain *terrain,
                                             const oracle_body *body, oracle_vec m,
                                             oracle_real most)
{
    oracle_real t = 0;
    int round;
    for (round = 0; round < 10000 && t < most; round++) {
        const oracle_vec still = oracle_make(0, 0, 0);
        oracle_body b = *body;
        oracle_real until = 0, step;
        size_t i;
        b.c = oracle_mad(body->c, t, m);
        oracle_gather(s, terrain, &b, 0);
        step = 4 * ORACLE_ROUND * s->largest;
        for (i = 0; i < s->count; i++) {
            const oracle_triangle *a = &s->t[i];
            const oracle_vec d = oracle_seen(&b, m);
            until = fmaxl(until, oracle_below_until(a, b.c, m, 0));
            if (!(until < most)) return (oracle_real)INFINITY;
            if (!oracle_meets(a->q, still, b.r, b.h)) continue;
            if (!oracle_meets(a->q, oracle_make(-until * d.x, -until * d.y, -until * d.z), b.r,
                              b.h))
                continue;
            until = oracle_meets_until(a, &b, m, until, step);
        }
        if (until == 0) return t;
        t += until + step;
    }
    return (oracle_real)INFINITY;
}

/* Is the cylinder, made smaller by e and moved by t m, free of everything? */
static ORACLE_UNUSED int oracle_free_at(oracle_scene *s, const oracle_terrain *terrain,
                                        const oracle_body *body, oracle_vec m, oracle_real t,
                                        oracle_real e)
{
    const oracle_vec still = oracle_make(0, 0, 0);
    oracle_body b = *body;
    size_t i;
    b.c = oracle_mad(body->c, t, m);
    oracle_gather(s, terrain, &b, e);
    for (i = 0; i < s->count; i++)
        if (oracle_meets(s->t[i].q, still, b.r - e, b.h - e)) return 0;
    return oracle_below_near(s, b.c, e, -e) < ORACLE_AROUND;
}

/* ----------------------------------------------------------------------------------------- normals
   */

/* Distance of p to the segment a b. */
static ORACLE_UNUSED oracle_real oracle_to_segment(oracle_vec a, oracle_vec b, oracle_vec p)
{
    const oracle_vec e = oracle_sub(b, a);
    const oracle_real t = oracle_dot(oracle_sub(p, a), e) / oracle_dot(e, e);
    return oracle_norm(oracle_sub(oracle_mad(a, fminl(fmaxl(t, 0), 1), e), p));
}

/* Nearest point of a triangle to p (any frame). */
static ORACLE_UNUSED oracle_vec oracle_nearest(const oracle_vec v[3], oracle_vec p)
{
    const oracle_vec n = oracle_cross(oracle_sub(v[1], v[0]), oracle_sub(v[2], v[0]));
    oracle_vec best = v[0], foot;
    int i, inside = 1;
    foot = oracle_mad(p, oracle_dot(n, oracle_sub(v[0], p)) / oracle_dot(n, n), n);
    for (i = 0; i < 3; i++) {
        const oracle_vec e = oracle_sub(v[(i + 1) % 3], v[i]);
        const oracle_real t = oracle_dot(oracle_sub(p, v[i]), e) / oracle_dot(e, e);
        const oracle_vec q = oracle_mad(v[i], fminl(fmaxl(t, 0), 1), e);
        inside &= oracle_dot(n, oracle_cross(e, oracle_sub(foot, v[i]))) >= 0;
        if (oracle_norm(oracle_sub(q, p)) < oracle_norm(oracle_sub(best, p))) best = q;
    }
    return inside ? foot : best;
}

/* Angle of m to the arc from a to b (unit, less than half a turn apart). */
static oracle_real oracle_arc(oracle_vec a, oracle_vec b, oracle_vec m)
{
    const oracle_vec n = oracle_cross(a, b);
    const oracle_real size = oracle_norm(n), best = fminl(oracle_angle(a, m), oracle_angle(b, m));
    if (size < 1e-15L) return best;
    if (oracle_dot(oracle_cross(n, a), m) < 0 || oracle_dot(oracle_cross(n, b), m) > 0) return best;
    return fminl(best, fabsl(asinl(fmaxl(fminl(oracle_dot(n, m) / size, 1), -1))));
}

/* Angle of m to the cone of three unit vectors: 0 inside. */
static oracle_real oracle_cone(oracle_vec a, oracle_vec b, oracle_vec c, oracle_vec m)
{
    const oracle_real d = oracle_dot(a, oracle_cross(b, c));
    oracle_real best = oracle_arc(a, b, m);
    best = fminl(best, oracle_arc(b, c, m));
    best = fminl(best, oracle_arc(c, a, m));
    if (fabsl(d) > 1e-30L && oracle_dot(m, oracle_cross(b, c)) / d >= 0 &&
        oracle_dot(m, oracle_cross(c, a)) / d >= 0 && oracle_dot(m, oracle_cross(a, b)) / d >= 0) {
        return 0;
    }
    return best;
}

/* Which normals may a contact have that is within `reach` of the body (of a point, say: radius and
   height 0)? The least angle of m (outward) to one of them: those of the faces within reach, of
   convex edges within reach between their two, of vertices within reach any in the cone of theirs.
   LDBL_MAX: nothing is within reach. */
static ORACLE_UNUSED oracle_real oracle_normal_error(oracle_scene *s, const oracle_terrain *terrain,
                                                     const oracle_body *b, oracle_vec m,
                                                     oracle_real reach)
{
    oracle_real best = LDBL_MAX;
    size_t i, j, k, n = 0;
    oracle_vec at;
    oracle_gather(s, terrain, b, reach);
    for (i = 0; i < s->count; i++)
        if (oracle_triangle_distance(s->t[i].q, b->r, b->h, &at) <= reach) s->t[n++] = s->t[i];
    s->count = n;
    for (i = 0; i < n; i++) best = fminl(best, oracle_angle(s->t[i].normal, m));
    for (i = 0; i < n; i++)
        for (j = i + 1; j < n; j++) {
            const oracle_triangle *a = &s->t[i], *c = &s->t[j];
            int x, y, shared = 0, common[3];
            oracle_vec e[3], apex = c->p[0]; /* what they share, what c has alone */
            if (a->i > c->i + 1 || c->i > a->i + 1 || c->j > a->j + 1) continue;
            for (x = 0; x < 3; x++)
                for (y = 0; y < 3; y++)
                    if (a->c[x] == c->c[y]) common[shared] = x, e[shared++] = a->q[x];
            for (y = 0; y < 3; y++)
                if (c->c[y] != a->c[0] && c->c[y] != a->c[1] && c->c[y] != a->c[2]) apex = c->p[y];
            /* convex: the corner that c has alone is below the plane of a */
            if (shared == 2 && oracle_dot(a->normal, oracle_sub(apex, a->p[0])) <= 0) {
                at = oracle_segment_nearest(e[0], e[1], b->r, b->h);
                if (oracle_point_distance(at, b->r, b->h) <= reach)
                    best = fminl(best, oracle_arc(a->normal, c->normal, m));
            }
            for (x = 0; x < shared; x++) {
                if (oracle_point_distance(e[x], b->r, b->h) > reach) continue;
                best = fminl(best, oracle_arc(a->normal, c->normal, m));
                for (k = j + 1; k < n; k++) {
                    const int64_t *of = s->t[k].c, v = a->c[common[x]];
                    if (of[0] == v || of[1] == v || of[2] == v)
                        best = fminl(best, oracle_cone(a->normal, c->normal, s->t[k].normal, m));
                }
            }
        }
    return best;
}

/* Has the scene no other triangle with the edge from corner k of t? */
static int oracle_is_rim(const oracle_scene *s, const oracle_triangle *t, int k)
{
    const int64_t v = t->c[k], w = t->c[(k + 1) % 3];
    size_t j;
    int n = 0;
    for (j = 0; j < s->count; j++) {
        const int64_t *c = s->t[j].c;
        n += (c[0] == v || c[1] == v || c[2] == v) && (c[0] == w || c[1] == w || c[2] == w);
    }
    return n < 2;
}

/* Is an edge within `reach` of p that only one triangle has? */
static ORACLE_UNUSED int oracle_at_border(oracle_scene *s, const oracle_terrain *terrain,
                                          oracle_vec p, oracle_real reach)
{
    const oracle_body b = oracle_body_make(p, oracle_make(0, 0, 1), 0, 0);
    size_t i;
    int k;
    oracle_gather(s, terrain, &b, reach);
    for (i = 0; i < s->count; i++)
        for (k = 0; k < 3; k++) {
            const oracle_triangle *t = &s->t[i];
            if (oracle_to_segment(t->p[k], t->p[(k + 1) % 3], p) > reach) continue;
            if (oracle_is_rim(s, t, k)) return 1;
        }
    return 0;
}

/* The same, seen from above. */
static ORACLE_UNUSED int oracle_beside_border(oracle_scene *s, const oracle_terrain *terrain,
                                              oracle_vec p, oracle_real reach)
{
    const oracle_body b = oracle_body_make(p, oracle_make(0, 0, 1), reach, 1e30L);
    size_t i;
    int k;
    oracle_gather(s, terrain, &b, 0);
    for (i = 0; i < s->count; i++)
        for (k = 0; k < 3; k++) {
            oracle_vec v = s->t[i].p[k], w = s->t[i].p[(k + 1) % 3];
            v.z = w.z = p.z;
            if (oracle_to_segment(v, w, p) <= reach && oracle_is_rim(s, &s->t[i], k)) return 1;
        }
    return 0;
}

/* The least angle of m (outward) to a normal of a rim within reach of p: of an edge that only one
   triangle has, those square to it from the triangle's outwards and on to its opposite; of a corner
   of such, those which all edges there are below. */
static ORACLE_UNUSED oracle_real oracle_rim_error(oracle_scene *s, const oracle_terrain *terrain,
                                                  oracle_vec p, oracle_vec m, oracle_real reach)
{
    const oracle_body b = oracle_body_make(p, oracle_make(0, 0, 1), 0, 0);
    oracle_real best = LDBL_MAX;
    size_t i, j;
    int k, l, n, end;
    oracle_gather(s, terrain, &b, reach);
    for (i = 0; i < s->count; i++)
        for (k = 0; k < 3; k++) {
            const oracle_triangle *t = &s->t[i];
            const oracle_vec v = t->p[k], w = t->p[(k + 1) % 3];
            const oracle_vec out = oracle_unit(oracle_cross(oracle_sub(w, v), t->normal));
            const oracle_vec down = oracle_mad(oracle_make(0, 0, 0), -1, t->normal);
            if (oracle_to_segment(v, w, p) > reach || !oracle_is_rim(s, t, k)) continue;
            best = fminl(best, oracle_arc(t->normal, out, m));
            best = fminl(best, oracle_arc(out, down, m));
            for (end = 0; end < 2; end++) {
                const oracle_vec at = end ? w : v;
                oracle_real above = 0;
                if (oracle_norm(oracle_sub(at, p)) > reach) continue;
                for (j = 0; j < s->count; j++)
                    for (l = 0; l < 3; l++) {
                        const oracle_triangle *o = &s->t[j];
                        if (o->c[l] != t->c[(k + end) % 3]) continue;
                        for (n = 1; n < 3; n++) {
                            const oracle_vec e = oracle_sub(o->p[(l + n) % 3], at);
                            above = fmaxl(above, oracle_dot(m, oracle_unit(e)));
                        }
                    }
                best = fminl(best, above);
            }
        }
    return best;
}

#endif
