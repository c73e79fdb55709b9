/* obb_scenes.h: the boxes of the OBB program: at random, and hard ones. */
#ifndef PEERS_OBB_SCENES_H
#define PEERS_OBB_SCENES_H

#include "../../tests/made_bodies.h"
#include "../../tests/oracle_obb.h"

static void obb_unit_axes(bench_random *r, double axes[3][3])
{
    double w = bench_normal(r), x = bench_normal(r), y = bench_normal(r), z = bench_normal(r);
    double s = 1 / sqrt(w * w + x * x + y * y + z * z);
    w *= s, x *= s, y *= s, z *= s;
    axes[0][0] = 1 - 2 * (y * y + z * z), axes[0][1] = 2 * (x * y + w * z);
    axes[0][2] = 2 * (x * z - w * y), axes[1][0] = 2 * (x * y - w * z);
    axes[1][1] = 1 - 2 * (x * x + z * z), axes[1][2] = 2 * (y * z + w * x);
    axes[2][0] = 2 * (x * z + w * y), axes[2][1] = 2 * (y * z - w * x);
    axes[2][2] = 1 - 2 * (x * x + y * y);
}

static double obb_rounded(double x)
{
    volatile float f = (float)x;
    return (double)f;
}

static void obb_round(obb_box *box)
{
    for (int k = 0; k < 3; ++k) {
        box->centre[k] = obb_rounded(box->centre[k]), box->half[k] = obb_rounded(box->half[k]);
        for (int i = 0; i < 3; ++i) box->axes[k][i] = obb_rounded(box->axes[k][i]);
    }
}

static obb_box obb_random(bench_random *r, double reach)
{
    obb_box box;
    obb_unit_axes(r, box.axes);
    for (int k = 0; k < 3; ++k) {
        box.centre[k] = bench_uniform(r, -reach, reach);
        box.half[k] = bench_uniform(r, 0.2, 1);
    }
    obb_round(&box);
    return box;
}

static oracle_box obb_exactly(const obb_box *box)
{
    oracle_box o;
    memcpy(o.n, box->centre, sizeof box->centre);
    memcpy(o.n + 3, box->axes, sizeof box->axes);
    memcpy(o.n + 12, box->half, sizeof box->half);
    return o;
}

/* Turned about its axis k. */
static void obb_turn(obb_box *box, int k, double angle)
{
    double c = cos(angle), s = sin(angle);
    double *u = box->axes[(k + 1) % 3], *v = box->axes[(k + 2) % 3];
    for (int i = 0; i < 3; ++i) {
        double x = u[i], y = v[i];
        u[i] = c * x + s * y, v[i] = c * y - s * x;
    }
}

/* Moves b along the axis on which the boxes are nearest to apart, to where they are apart by
   `gap`. */
static void obb_bring(const obb_box *a, obb_box *b, double gap)
{
    oracle_box x = obb_exactly(a), y = obb_exactly(b);
    const double *u, *v;
    double n[3], along = 0, length = 0, move;
    int k = 0;
    move = gap - oracle_separation(&x, &y, &k);
    oracle_factors(&x, &y, k, &u, &v);
    for (int c = 0; c < 3; ++c) {
        n[c] = u[(c + 1) % 3] * v[(c + 2) % 3] - u[(c + 2) % 3] * v[(c + 1) % 3];
        along += (b->centre[c] - a->centre[c]) * n[c];
        length += n[c] * n[c];
    }
    move *= (along < 0 ? -1 : 1) / sqrt(length);
    for (int c = 0; c < 3; ++c) b->centre[c] += move * n[c];
}

enum { OBB_ANY, OBB_SHARED_AXIS, OBB_NEAR_PARALLEL, OBB_FLAT, OBB_NEEDLE, OBB_KINDS };

static const char *const obb_kinds[OBB_KINDS] = {"touching", "shared axis", "near parallel", "flat",
                                                 "needle"};

/* A pair of a kind, as large as `scale`, `far` from the origin (in scales), and a relative 1e-7 to
   0.1 from touching. */
static void obb_hard_pair(bench_random *r, int kind, double scale, double far, obb_box *a,
                          obb_box *b)
{
    double gap = pow(10, bench_uniform(r, -7, -1)) * (bench_below(r, 2) ? 1 : -1);
    *a = obb_random(r, 0);
    *b = obb_random(r, 1);
    if (kind == OBB_SHARED_AXIS || kind == OBB_NEAR_PARALLEL)
        memcpy(b->axes, a->axes, sizeof b->axes);
    if (kind == OBB_SHARED_AXIS) obb_turn(b, bench_below(r, 3), bench_uniform(r, -4, 4));
    if (kind == OBB_NEAR_PARALLEL)
        for (int k = 0; k < 2; ++k)
            obb_turn(b, bench_below(r, 3), pow(10, bench_uniform(r, -8, -2)));
    if (kind == OBB_FLAT) a->half[2] = b->half[0] = 0;
    if (kind == OBB_NEEDLE)
        a->half[0] *= 1e-4, a->half[1] *= 1e-4, b->half[1] *= 1e-4, b->half[2] *= 1e-4;
    obb_bring(a, b, gap);
    for (int c = 0; c < 3; ++c) {
        double offset = far * bench_uniform(r, -1, 1);
        a->centre[c] = scale * (a->centre[c] + offset), a->half[c] *= scale;
        b->centre[c] = scale * (b->centre[c] + offset), b->half[c] *= scale;
    }
    obb_round(a);
    obb_round(b);
}

enum { OBB_MADE_AT_REST, OBB_MADE_GAP, OBB_MADE };

static const char *const obb_made[OBB_MADE] = {"made: at rest", "made: gap"};

static obb_box obb_of_made(const made_body *body)
{
    obb_box box;
    memcpy(box.centre, body->position, sizeof box.centre);
    memcpy(box.axes, body->axes, sizeof box.axes);
    memcpy(box.half, body->half, sizeof box.half);
    obb_round(&box);
    return box;
}

/* One box on another, as people place and pose them (tests/made_bodies.h): they touch in a face, an
   edge or a corner, exactly or to rounding, or are a little deep; or there is a gap of sixteenths
   between them. */
static void obb_made_pair(made_random *r, int kind, obb_box *a, obb_box *b)
{
    made_scene s;
    made_scene_on(&s, r, MADE_BOX, MADE_BOX);
    if (kind == OBB_MADE_GAP) s.mover.position[2] += s.depth + made_integer(r, 1, 16) / 16.0;
    made_scene_pose(&s, r);
    *a = obb_of_made(&s.still);
    *b = obb_of_made(&s.mover);
}

enum { OBB_RAY_ANY, OBB_RAY_CORNER, OBB_RAY_ALONG, OBB_RAY_FLAT, OBB_RAYS };

static const char *const obb_rays[OBB_RAYS] = {"half meet", "at edges and corners", "along faces",
                                               "flat box"};

/* A segment that begins outside of the box. */
static obb_ray obb_ray_at(bench_random *r, int kind, obb_box *box)
{
    double place[3], at[3], way[3], length = 0;
    obb_ray ray;
    *box = obb_random(r, 1);
    if (kind == OBB_RAY_FLAT) box->half[bench_below(r, 3)] = 0;
    for (int k = 0; k < 3; ++k) {
        double reach = kind == OBB_RAY_ANY || kind == OBB_RAY_FLAT ? 1.6 : 1;
        place[k] = box->half[k] * bench_uniform(r, -reach, reach);
        if (kind == OBB_RAY_CORNER && bench_below(r, 4))
            place[k] = bench_below(r, 2) ? box->half[k] : -box->half[k];
        way[k] = bench_normal(r);
    }
    if (kind == OBB_RAY_ALONG) {
        int k = bench_below(r, 3);
        place[k] = bench_below(r, 2) ? box->half[k] : -box->half[k];
        memcpy(way, box->axes[(k + 1) % 3], sizeof way);
    }
    for (int c = 0; c < 3; ++c) length += way[c] * way[c];
    length = sqrt(length) / bench_uniform(r, 3, 8);
    for (int c = 0; c < 3; ++c) {
        at[c] = box->centre[c];
        for (int k = 0; k < 3; ++k) at[c] += place[k] * box->axes[k][c];
        ray.origin[c] = obb_rounded(at[c] - way[c] / length);
        ray.direction[c] = obb_rounded(1.5 * way[c] / length);
    }
    return ray;
}

/* A motion of b that begins apart from a and leads a corner of one towards a corner of the other,
   or past it. */
static obb_ray obb_motion(bench_random *r, int kind, obb_box *a, obb_box *b)
{
    obb_ray ray;
    double way[3];
    obb_hard_pair(r, kind, 1, 0, a, b);
    for (int c = 0; c < 3; ++c) {
        way[c] = bench_uniform(r, -6, 6);
        ray.origin[c] = 0;
    }
    for (int c = 0; c < 3; ++c) {
        b->centre[c] = obb_rounded(b->centre[c] - way[c]);
        ray.direction[c] = obb_rounded(1.2 * way[c] + bench_uniform(r, -1, 1));
    }
    return ray;
}

/* A square net of side x side points with bumps, turned at random. */
static void obb_net(bench_random *r, obb_cloud *cloud, int side)
{
    double axes[3][3], bump = bench_uniform(r, 0.1, 0.6), stretch = bench_uniform(r, 1, 2);
    double shift = bench_uniform(r, -5, 5);
    obb_unit_axes(r, axes);
    cloud->count = side * side;
    for (int i = 0; i < side * side; ++i) {
        double x = stretch * (i % side) / (side - 1), y = (double)(i / side) / (side - 1);
        double z = bump * bench_uniform(r, 0, 1);
        for (int c = 0; c < 3; ++c)
            cloud->points[i][c] =
                obb_rounded(shift + x * axes[0][c] + y * axes[1][c] + z * axes[2][c]);
    }
}

/* Points of a ball, squeezed. */
static void obb_ball(bench_random *r, obb_cloud *cloud, int count)
{
    double axes[3][3], size[3];
    obb_unit_axes(r, axes);
    for (int k = 0; k < 3; ++k) size[k] = bench_uniform(r, 0.2, 1);
    cloud->count = count;
    for (int i = 0; i < count; ++i) {
        double n[3] = {bench_normal(r), bench_normal(r), bench_normal(r)};
        double s = cbrt(bench_uniform(r, 0, 1)) / sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int c = 0; c < 3; ++c) {
            double p = 0;
            for (int k = 0; k < 3; ++k) p += s * n[k] * size[k] * axes[k][c];
            cloud->points[i][c] = obb_rounded(p);
        }
    }
}

#endif /* PEERS_OBB_SCENES_H */
