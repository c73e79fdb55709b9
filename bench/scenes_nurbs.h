/* scenes_nurbs.h: the surfaces and placements that the NURBS benchmarks query.
 *
 * Plain arrays in double, fixed seeds, no type of collide.h: whoever measures converts them. The
 * scenes are those of the source's chapter 3 (four smooth surfaces at random placements, one patch
 * refined again and again, spheres and a plane that touch in six known ways, its worst case of two
 * parallel sheets) and two wavy sheets that meet along several curves.
 */
#ifndef BENCH_SCENES_NURBS_H
#define BENCH_SCENES_NURBS_H

#include "bench.h"

#define SCENE_PI 3.14159265358979323846

enum { SCENE_MAX_DEGREE = 7, SCENE_MAX_KNOTS = 128 };

/* Point (i, j) of the net is points[3 * (i * count_v + j)]; i goes with u. Knots are clamped. */
typedef struct scene_surface {
    int degree_u, degree_v, count_u, count_v;
    double *knots_u, *knots_v; /* count + degree + 1 */
    double *points;            /* Cartesian, not multiplied by the weights */
    double *weights;           /* NULL: polynomial */
} scene_surface;

/* p -> rotation p + position; the rotation by rows. */
typedef struct scene_pose {
    double rotation[9], position[3];
} scene_pose;

/* ---- surfaces ---- */

static scene_surface scene_new(int degree_u, int degree_v, int count_u, int count_v, int rational)
{
    scene_surface s = {degree_u, degree_v, count_u, count_v, NULL, NULL, NULL, NULL};
    size_t points = (size_t)count_u * (size_t)count_v;
    s.knots_u = (double *)calloc((size_t)(count_u + degree_u + 1), sizeof(double));
    s.knots_v = (double *)calloc((size_t)(count_v + degree_v + 1), sizeof(double));
    s.points = (double *)calloc(3 * points, sizeof(double));
    if (rational) s.weights = (double *)calloc(points, sizeof(double));
    if (!s.knots_u || !s.knots_v || !s.points || (rational && !s.weights)) {
        fprintf(stderr, "bench: out of memory\n");
        exit(1);
    }
    for (size_t i = 0; rational && i < points; ++i) s.weights[i] = 1.0;
    return s;
}

static void scene_free(scene_surface *s)
{
    free(s->knots_u);
    free(s->knots_v);
    free(s->points);
    free(s->weights);
    memset(s, 0, sizeof *s);
}

/* Clamped on [0, 1]. jitter > 0 moves the inner knots, since knots at dyadic fractions are the
   easy case for whoever splits in the middle. */
static void scene_clamped_knots(double *knots, int count, int degree, double jitter,
                                bench_random *random)
{
    int spans = count - degree;
    for (int i = 0; i <= degree; ++i) {
        knots[i] = 0.0;
        knots[count + degree - i] = 1.0;
    }
    for (int i = 1; i < spans; ++i) {
        double moved = jitter > 0.0 ? jitter * bench_uniform(random, -0.5, 0.5) : 0.0;
        knots[degree + i] = (i + moved) / spans;
    }
}

/* The parameter that a control point belongs to: with points at the Greville abscissae the spline
   reproduces linear functions, so a height field stays one. */
static double scene_greville(const double *knots, int degree, int i)
{
    double sum = 0.0;
    for (int k = 1; k <= degree; ++k) sum += knots[i + k];
    return sum / degree;
}

typedef void scene_shape(double u, double v, double point[3]);

static scene_surface scene_from_shape(scene_shape *shape, int count_u, int count_v, int rational,
                                      uint64_t seed)
{
    bench_random random = bench_seed(seed);
    scene_surface s = scene_new(3, 3, count_u, count_v, rational);
    scene_clamped_knots(s.knots_u, count_u, 3, 0.5, &random);
    scene_clamped_knots(s.knots_v, count_v, 3, 0.5, &random);
    for (int i = 0; i < count_u; ++i)
        for (int j = 0; j < count_v; ++j)
            shape(scene_greville(s.knots_u, 3, i), scene_greville(s.knots_v, 3, j),
                  s.points + 3 * (i * count_v + j));
    for (int i = 0; rational && i < count_u * count_v; ++i)
        s.weights[i] = pow(2.0, bench_uniform(&random, -1.0, 1.0));
    return s;
}

/* A tongue, narrowing towards its tip and curled upwards. */
static void scene_tongue(double u, double v, double point[3])
{
    double angle = 2.2 * u, width = 0.26 * (1.0 - 0.75 * u * u);
    double across = 2.0 * v - 1.0;
    point[0] = 0.5 * sin(angle) - 0.3;
    point[1] = width * across;
    point[2] = 0.5 * (1.0 - cos(angle)) - 0.12 + 0.12 * across * across;
}

/* A sheet with waves both ways. */
static void scene_sheet(double u, double v, double point[3])
{
    point[0] = u - 0.5;
    point[1] = 0.9 * (v - 0.5);
    point[2] = 0.09 * sin(9.0 * u + 0.5) * cos(6.0 * v) + 0.05 * sin(11.0 * (u + v));
}

/* A long band, twisted one and a half times about a bent axis. */
static void scene_band(double u, double v, double point[3])
{
    double angle = 3.0 * SCENE_PI * u, across = 0.34 * (v - 0.5);
    point[0] = 1.1 * (u - 0.5);
    point[1] = across * cos(angle) + 0.08 * sin(2.0 * SCENE_PI * u);
    point[2] = across * sin(angle) + 0.05 * cos(3.0 * SCENE_PI * u);
}

/* A bump on a flat ground. */
static void scene_bump(double u, double v, double point[3])
{
    double x = u - 0.5, y = v - 0.5;
    point[0] = 0.95 * x;
    point[1] = 0.95 * y;
    point[2] = 0.45 * exp(-14.0 * (x * x + 1.4 * y * y)) - 0.15;
}

enum { SCENE_FOUR = 4, SCENE_PAIRS = 6 };

/* Tests 1 and 2 of the source: nets of 9x5, 30x25, 70x21 and 15x14, all cubic, about unit size,
   the first and the last with weights between 1/2 and 2. */
static void scene_four_surfaces(scene_surface surfaces[SCENE_FOUR])
{
    surfaces[0] = scene_from_shape(scene_tongue, 9, 5, 1, 11);
    surfaces[1] = scene_from_shape(scene_sheet, 30, 25, 0, 12);
    surfaces[2] = scene_from_shape(scene_band, 70, 21, 0, 13);
    surfaces[3] = scene_from_shape(scene_bump, 15, 14, 1, 14);
}

/* ---- evaluation and exact refinement ---- */

/* The last span [knots[k], knots[k + 1]) that is not empty and holds t. */
static int scene_span(const double *knots, int count, int degree, double t)
{
    int k = count - 1;
    while (k > degree && knots[k] > t) --k;
    while (k > degree && knots[k] == knots[k + 1]) --k;
    return k;
}

/* The values of the degree + 1 basis functions that are not zero at t (Cox-de Boor). */
static void scene_basis(const double *knots, int span, int degree, double t, double *basis)
{
    basis[0] = 1.0;
    for (int d = 1; d <= degree; ++d) {
        double saved = 0.0;
        for (int r = 0; r < d; ++r) {
            double right = knots[span + r + 1], left = knots[span + 1 + r - d];
            double part = basis[r] / (right - left);
            basis[r] = saved + (right - t) * part;
            saved = (t - left) * part;
        }
        basis[d] = saved;
    }
}

static void scene_evaluate(const scene_surface *s, double u, double v, double point[3])
{
    double basis_u[SCENE_MAX_DEGREE + 1], basis_v[SCENE_MAX_DEGREE + 1];
    int ku = scene_span(s->knots_u, s->count_u, s->degree_u, u);
    int kv = scene_span(s->knots_v, s->count_v, s->degree_v, v);
    double sum[4] = {0.0, 0.0, 0.0, 0.0};
    scene_basis(s->knots_u, ku, s->degree_u, u, basis_u);
    scene_basis(s->knots_v, kv, s->degree_v, v, basis_v);
    for (int i = 0; i <= s->degree_u; ++i)
        for (int j = 0; j <= s->degree_v; ++j) {
            int at = (ku - s->degree_u + i) * s->count_v + kv - s->degree_v + j;
            double b = basis_u[i] * basis_v[j] * (s->weights ? s->weights[at] : 1.0);
            for (int c = 0; c < 3; ++c) sum[c] += b * s->points[3 * at + c];
            sum[3] += b;
        }
    for (int c = 0; c < 3; ++c) point[c] = sum[c] / sum[3];
}

/* One knot more in u (Boehm), of a polynomial surface; frees the old one. */
static scene_surface scene_insert_u(scene_surface *old, double t)
{
    int p = old->degree_u, row = 3 * old->count_v;
    int k = scene_span(old->knots_u, old->count_u, p, t);
    scene_surface s = scene_new(p, old->degree_v, old->count_u + 1, old->count_v, 0);
    for (int i = 0; i <= k; ++i) s.knots_u[i] = old->knots_u[i];
    s.knots_u[k + 1] = t;
    for (int i = k + 1; i < old->count_u + p + 1; ++i) s.knots_u[i + 1] = old->knots_u[i];
    memcpy(s.knots_v, old->knots_v, sizeof(double) * (size_t)(old->count_v + old->degree_v + 1));
    for (int i = 0; i < s.count_u; ++i) {
        double a = 1.0;
        if (i > k - p)
            a = i > k ? 0.0 : (t - old->knots_u[i]) / (old->knots_u[i + p] - old->knots_u[i]);
        for (int c = 0; c < row; ++c) {
            double here = a != 0.0 ? old->points[i * row + c] : 0.0;
            double before = a != 1.0 ? old->points[(i - 1) * row + c] : 0.0;
            s.points[i * row + c] = a * here + (1.0 - a) * before;
        }
    }
    scene_free(old);
    return s;
}

/* The same polynomial surface with u and v exchanged; frees the old one. */
static scene_surface scene_transpose(scene_surface *old)
{
    scene_surface s = scene_new(old->degree_v, old->degree_u, old->count_v, old->count_u, 0);
    memcpy(s.knots_u, old->knots_v, sizeof(double) * (size_t)(s.count_u + s.degree_u + 1));
    memcpy(s.knots_v, old->knots_u, sizeof(double) * (size_t)(s.count_v + s.degree_v + 1));
    for (int i = 0; i < s.count_u; ++i)
        for (int j = 0; j < s.count_v; ++j)
            memcpy(s.points + 3 * (i * s.count_v + j), old->points + 3 * (j * s.count_u + i),
                   3 * sizeof(double));
    scene_free(old);
    return s;
}

/* Test 3 of the source: one noisy bicubic 4x4 patch with so many points a side: 4, 10, 15, 20.
   The geometry is the same whatever the count. */
static scene_surface scene_noisy_patch(int side)
{
    bench_random random = bench_seed(21);
    scene_surface s = scene_new(3, 3, 4, 4, 0);
    scene_clamped_knots(s.knots_u, 4, 3, 0.0, NULL);
    scene_clamped_knots(s.knots_v, 4, 3, 0.0, NULL);
    for (int i = 0; i < 16; ++i) {
        s.points[3 * i] = (i / 4) / 3.0 - 0.5 + bench_uniform(&random, -0.08, 0.08);
        s.points[3 * i + 1] = (i % 4) / 3.0 - 0.5 + bench_uniform(&random, -0.08, 0.08);
        s.points[3 * i + 2] = bench_uniform(&random, -0.35, 0.35);
    }
    for (int way = 0; way < 2; ++way) {
        for (int i = 1; i <= side - 4; ++i) s = scene_insert_u(&s, (double)i / (side - 3));
        s = scene_transpose(&s);
    }
    return s;
}

/* ---- placements ---- */

static scene_pose scene_identity(void)
{
    scene_pose pose = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};
    return pose;
}

/* Uniform over all rotations (a random unit quaternion), the position uniform in a cube. */
static scene_pose scene_random_pose(bench_random *random, double cube)
{
    scene_pose pose;
    double q[4], norm = 0.0;
    do {
        norm = 0.0;
        for (int i = 0; i < 4; ++i) {
            q[i] = bench_uniform(random, -1.0, 1.0);
            norm += q[i] * q[i];
        }
    } while (norm > 1.0 || norm < 1e-3);
    for (int i = 0; i < 4; ++i) q[i] /= sqrt(norm);
    double w = q[0], x = q[1], y = q[2], z = q[3];
    double r[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                   2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                   2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    memcpy(pose.rotation, r, sizeof r);
    for (int i = 0; i < 3; ++i) pose.position[i] = cube * bench_uniform(random, -0.5, 0.5);
    return pose;
}

static void scene_apply(const scene_pose *pose, const double p[3], double out[3])
{
    for (int i = 0; i < 3; ++i)
        out[i] = pose->rotation[3 * i] * p[0] + pose->rotation[3 * i + 1] * p[1] +
                 pose->rotation[3 * i + 2] * p[2] + pose->position[i];
}

enum { SCENE_QUARTER_TURNS = 24 };

/* The rotations that take axes to axes, i in 0..23, the first being none: exact in float too. */
static scene_pose scene_quarter_turns(int i)
{
    scene_pose pose;
    int x = i / 8, y = (x + 1 + i / 4 % 2) % 3, z = 3 - x - y;
    int even = i / 4 % 2 == 0, flip_x = i & 1, flip_y = i >> 1 & 1;
    memset(&pose, 0, sizeof pose);
    pose.rotation[x] = flip_x ? -1.0 : 1.0;
    pose.rotation[3 + y] = flip_y ? -1.0 : 1.0;
    pose.rotation[6 + z] = (flip_x ^ flip_y ^ !even) ? -1.0 : 1.0;
    return pose;
}

/* First `second`, then `first`. */
static scene_pose scene_compose(const scene_pose *first, const scene_pose *second)
{
    scene_pose pose;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            pose.rotation[3 * i + j] = 0.0;
            for (int k = 0; k < 3; ++k)
                pose.rotation[3 * i + j] +=
                    first->rotation[3 * i + k] * second->rotation[3 * k + j];
        }
    scene_apply(first, second->position, pose.position);
    return pose;
}

/* The rigid motion that undoes this one. */
static scene_pose scene_invert(const scene_pose *pose)
{
    scene_pose inverse;
    for (int i = 0; i < 3; ++i) {
        inverse.position[i] = 0.0;
        for (int j = 0; j < 3; ++j) {
            inverse.rotation[3 * i + j] = pose->rotation[3 * j + i];
            inverse.position[i] -= pose->rotation[3 * j + i] * pose->position[j];
        }
    }
    return inverse;
}

/* One query: which two surfaces, and where. */
typedef struct scene_query {
    int a, b;
    scene_pose pose_a, pose_b;
} scene_query;

/* All four surfaces placed at random in a cube; every pair of them is a query.
   out: 6 * placements. */
static void scene_four_queries(scene_query *out, int placements, double cube, uint64_t seed)
{
    bench_random random = bench_seed(seed);
    for (int n = 0; n < placements; ++n) {
        scene_pose poses[SCENE_FOUR];
        for (int i = 0; i < SCENE_FOUR; ++i) poses[i] = scene_random_pose(&random, cube);
        for (int a = 0; a < SCENE_FOUR; ++a)
            for (int b = a + 1; b < SCENE_FOUR; ++b) {
                out->a = a;
                out->b = b;
                out->pose_a = poses[a];
                out->pose_b = poses[b];
                ++out;
            }
    }
}

/* Two copies of one surface, placed at random in a cube. */
static void scene_twin_queries(scene_query *out, int count, double cube, uint64_t seed)
{
    bench_random random = bench_seed(seed);
    for (int i = 0; i < count; ++i) {
        out[i].a = out[i].b = 0;
        out[i].pose_a = scene_random_pose(&random, cube);
        out[i].pose_b = scene_random_pose(&random, cube);
    }
}

/* Cube sizes that give about 0, 50 and 100 % of colliding pairs (measured with the baseline). */
static const double scene_four_cubes[3] = {12.0, 0.9, 0.05};
static const double scene_twin_cube = 1.15;

/* ---- six touching cases ---- */

enum { SCENE_OCTANTS = 8, SCENE_TOUCHING = 6 };

/* One octant of the sphere about the origin with its poles on the y axis: u turns about y, v rises
   from the equator to a pole, where a whole row of the net is one point. Rational degree 2. */
static scene_surface scene_octant(double radius, int octant)
{
    static const double ring[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const double *from = ring[octant % 4], *to = ring[(octant + 1) % 4];
    double pole = octant < 4 ? radius : -radius, half = sqrt(0.5);
    scene_surface s = scene_new(2, 2, 3, 3, 1);
    scene_clamped_knots(s.knots_u, 3, 2, 0.0, NULL);
    scene_clamped_knots(s.knots_v, 3, 2, 0.0, NULL);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            double *p = s.points + 3 * (3 * i + j);
            double out = j == 2 ? 0.0 : radius;
            p[0] = out * (i == 0 ? from[0] : i == 1 ? from[0] + to[0] : to[0]);
            p[1] = j == 0 ? 0.0 : pole;
            p[2] = out * (i == 0 ? from[1] : i == 1 ? from[1] + to[1] : to[1]);
            s.weights[3 * i + j] = (i == 1 ? half : 1.0) * (j == 1 ? half : 1.0);
        }
    return s;
}

/* The square of the plane y = 0 about the origin, as a 4x4 cubic. */
static scene_surface scene_plane(double size)
{
    scene_surface s = scene_new(3, 3, 4, 4, 0);
    scene_clamped_knots(s.knots_u, 4, 3, 0.0, NULL);
    scene_clamped_knots(s.knots_v, 4, 3, 0.0, NULL);
    for (int i = 0; i < 16; ++i) {
        s.points[3 * i] = size * ((i / 4) / 3.0 - 0.5);
        s.points[3 * i + 2] = size * ((i % 4) / 3.0 - 0.5);
    }
    return s;
}

/* Two bodies that touch in one known point. */
typedef struct scene_touching {
    const scene_surface *a, *b; /* bodies: arrays of surfaces */
    int count_a, count_b;
    scene_pose pose_a, pose_b;
    double contact[3], normal[3]; /* the normal from A towards B */
} scene_touching;

/* Rotation about z by an angle, then about y. */
static scene_pose scene_tilt(double about_z, double about_y)
{
    scene_pose pose = scene_identity();
    double cz = cos(about_z), sz = sin(about_z), cy = cos(about_y), sy = sin(about_y);
    double r[9] = {cy * cz, -cy * sz, sy, sz, cz, 0.0, -sy * cz, sy * sz, cy};
    memcpy(pose.rotation, r, sizeof r);
    return pose;
}

/* Test 4 of the source, case 1 to 6: sphere on sphere touching at a pole of both (1), on a seam
   between octants (2), inside octants (3); sphere on a plane that is level (4, at a pole), turned
   by 30 degrees about z (5, on a seam), and by 30 degrees more about y (6, inside an octant).
   B is moved along the contact normal by `gap`; negative: the bodies overlap. */
static scene_touching scene_touching_case(int which, const scene_surface sphere[SCENE_OCTANTS],
                                          double radius, const scene_surface *plane, double gap)
{
    static const double ways[3][3] = {{0, 1, 0}, {1, 1, 0}, {1, 1, 1}};
    scene_touching t = {NULL,      sphere,   1, SCENE_OCTANTS, scene_identity(), scene_identity(),
                        {0, 0, 0}, {0, 0, 0}};
    if (which <= 3) {
        const double *way = ways[which - 1];
        double length = sqrt(way[0] + way[1] + way[2]);
        t.a = sphere;
        t.count_a = SCENE_OCTANTS;
        for (int i = 0; i < 3; ++i) {
            double centre = which == 1 ? -way[i] * radius : 0.0; /* case 1 touches at the origin */
            t.normal[i] = way[i] / length;
            t.pose_a.position[i] = centre;
            t.contact[i] = centre + radius * t.normal[i];
        }
    } else {
        t.a = plane;
        t.pose_a = scene_tilt(which >= 5 ? SCENE_PI / 6 : 0.0, which == 6 ? SCENE_PI / 6 : 0.0);
        for (int i = 0; i < 3; ++i) t.normal[i] = t.pose_a.rotation[3 * i + 1];
    }
    for (int i = 0; i < 3; ++i) t.pose_b.position[i] = t.contact[i] + (radius + gap) * t.normal[i];
    return t;
}

/* ---- the worst case, and curves ---- */

/* A height field over the unit square about the origin, as a cubic net of side x side points. The
   knots are uniform and the points at the Greville abscissae, so x = u - 1/2, y = v - 1/2. */
static scene_surface scene_height_field(double (*height)(double x, double y), int side)
{
    scene_surface s = scene_new(3, 3, side, side, 0);
    scene_clamped_knots(s.knots_u, side, 3, 0.0, NULL);
    scene_clamped_knots(s.knots_v, side, 3, 0.0, NULL);
    for (int i = 0; i < side; ++i)
        for (int j = 0; j < side; ++j) {
            double *p = s.points + 3 * (i * side + j);
            p[0] = scene_greville(s.knots_u, 3, i) - 0.5;
            p[1] = scene_greville(s.knots_v, 3, j) - 0.5;
            p[2] = height(p[0], p[1]);
        }
    return s;
}

static double scene_worst_height(double x, double y)
{
    return 0.10 * sin(7.0 * x + 0.4) * cos(6.0 * y - 0.3);
}

/* The source's worst case: a wavy patch of unit size (10x10 points) beside itself. The copy is
   the same surface moved along z, the direction of the height, by the gap. Both are then turned by
   one common rotation, so that nothing lies along a coordinate axis. */
static scene_surface scene_worst_patch(void)
{
    return scene_height_field(scene_worst_height, 10);
}

static void scene_worst_poses(double gap, scene_pose *a, scene_pose *b)
{
    *a = *b = scene_tilt(0.7, 0.5);
    double up[3] = {0.0, 0.0, gap};
    scene_apply(a, up, b->position);
}

static double scene_curves_a(double x, double y)
{
    return 0.12 * sin(3.0 * SCENE_PI * x) + 0.03 * sin(5.0 * y);
}

static double scene_curves_b(double x, double y)
{
    return 0.05 * cos(2.0 * SCENE_PI * y + 0.7) + 0.02 * sin(4.0 * x);
}

enum { SCENE_BRANCHES = 3 };

/* Two wavy sheets of unit size (20x20 points) that cross along three separate curves. */
static void scene_curve_surfaces(scene_surface *a, scene_surface *b)
{
    *a = scene_height_field(scene_curves_a, 20);
    *b = scene_height_field(scene_curves_b, 20);
}

static scene_pose scene_curve_pose(void)
{
    return scene_tilt(0.4, -0.8);
}

/* Height of sheet A over sheet B above (x, y): zero on the curves. */
static double scene_curve_height(const scene_surface *a, const scene_surface *b, double x, double y)
{
    double p[3], q[3];
    scene_evaluate(a, x + 0.5, y + 0.5, p);
    scene_evaluate(b, x + 0.5, y + 0.5, q);
    return p[2] - q[2];
}

/* The length of all curves, from the zero of every row by bisection: the curves are graphs
   x = x(y), which the caller can rely on since it holds for these two sheets. */
static double scene_curve_length(const scene_surface *a, const scene_surface *b)
{
    enum { ROWS = 400, CELLS = 60 };
    double length = 0.0, before[SCENE_BRANCHES][3] = {{0.0}};
    for (int row = 0; row <= ROWS; ++row) {
        double y = (double)row / ROWS - 0.5;
        int found = 0;
        for (int cell = 0; cell < CELLS && found < SCENE_BRANCHES; ++cell) {
            double low = (double)cell / CELLS - 0.5, high = (cell + 1.0) / CELLS - 0.5, p[3];
            double sign = scene_curve_height(a, b, low, y);
            if (sign * scene_curve_height(a, b, high, y) > 0.0) continue;
            for (int step = 0; step < 40; ++step) {
                double middle = 0.5 * (low + high);
                if (sign * scene_curve_height(a, b, middle, y) > 0.0)
                    low = middle;
                else
                    high = middle;
            }
            scene_evaluate(a, low + 0.5, y + 0.5, p);
            double *q = before[found++], d2 = 0.0;
            for (int c = 0; c < 3; ++c) d2 += (p[c] - q[c]) * (p[c] - q[c]);
            memcpy(q, p, sizeof p);
            if (row > 0) length += sqrt(d2);
        }
        if (found != SCENE_BRANCHES) return NAN;
    }
    return length;
}

#endif /* BENCH_SCENES_NURBS_H */
