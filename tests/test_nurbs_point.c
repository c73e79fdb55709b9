/* [NURBS] closest point and ray: against the oracle, against spheres, on seams and poles. */
#include "test.h"
#include "oracle_nurbs.h"
#include "random_nurbs.h"

#define ROUND64 1.1102230246251565e-16

static test_surface surface, dot, octants[8];
static cld_nurbs sphere[8];
static cld_workspace workspace;

static cld_vec3 vector(double x, double y, double z)
{
    cld_vec3 v;
    v.x = (cld_real)x, v.y = (cld_real)y, v.z = (cld_real)z;
    return v;
}

static cld_vec3 random_point(test_random *r, double reach)
{
    double x = test_between(r, -reach, reach), y = test_between(r, -reach, reach);
    return vector(x, y, test_between(r, -reach, reach));
}

static double length3(double x, double y, double z)
{
    return sqrt(x * x + y * y + z * z);
}

static double between(cld_vec3 a, cld_vec3 b)
{
    return length3((double)a.x - (double)b.x, (double)a.y - (double)b.y, (double)a.z - (double)b.z);
}

static cld_nurbs_body body_of(const cld_nurbs *surfaces, int count)
{
    cld_nurbs_body body;
    memset(&body, 0, sizeof body);
    body.surfaces = surfaces;
    body.count = count;
    return body;
}

/* A segment as a surface that has shrunk to it: the oracle then knows rays and points too. */
static const cld_nurbs *segment(cld_vec3 from, cld_vec3 to)
{
    cld_nurbs *v = &dot.view;
    int i;
    memset(v, 0, sizeof *v);
    v->degree_u = v->degree_v = 1, v->count_u = v->count_v = 2;
    v->knots_u = dot.knots_u, v->knots_v = dot.knots_v, v->points = dot.points;
    for (i = 0; i < 4; i++) {
        cld_vec3 p = i < 2 ? from : to;
        dot.knots_u[i] = dot.knots_v[i] = (cld_real)(i / 2);
        dot.points[3 * i] = p.x, dot.points[3 * i + 1] = p.y, dot.points[3 * i + 2] = p.z;
    }
    return v;
}

static surface_kind any_kind(test_random *r)
{
    static const double scales[5] = {1e-6, 1e-3, 1, 1e3, 1e6}, ratios[3] = {1, 4, 100};
    surface_kind k;
    k.min_degree = 1, k.max_degree = 4, k.max_extra = 5;
    k.scale = scales[test_integer(r, 0, 4)];
    k.weight_ratio = ratios[test_integer(r, 0, 2)];
    k.clamped = 0, k.layouts = 1;
    return k;
}

/* The largest number of a scene: surface and pose and point are of about the surface's size. */
static double scene_size(const cld_nurbs_body *body, double size, cld_vec3 p)
{
    const cld_vec3 *t = &body->pose.position;
    double reach = length3((double)t->x, (double)t->y, (double)t->z);
    return 2 * size + reach + length3((double)p.x, (double)p.y, (double)p.z);
}

/* The point reported is the surface at the parameters reported: these are rounded to cld_real,
   which moves the point by half a unit of the parameter times the derivative; the point itself by a
   rounding of the scene, and what the poses' rotations lack to be orthonormal. */
static void check_hit_on_surface(const cld_nurbs_body *body, const cld_nurbs_hit *hit, double size)
{
    const cld_nurbs *s = body->surfaces + hit->surface;
    oracle_point at = oracle_evaluate(s, (double)hit->u, (double)hit->v);
    double tolerance = (16 * TEST_ROUND + 4096 * ROUND64) * size, d = 0;
    oracle_real x[4];
    int c;
    for (c = 0; c < 3; c++) x[c] = at.d[0][0][c];
    x[3] = 1;
    oracle_pose(&body->pose, x);
    for (c = 0; c < 3; c++)
        tolerance += TEST_ROUND * (double)(fabsl(at.d[1][0][c]) * fabsl((oracle_real)hit->u) +
                                           fabsl(at.d[0][1][c]) * fabsl((oracle_real)hit->v));
    d = length3((double)x[0] - (double)hit->point.x, (double)x[1] - (double)hit->point.y,
                (double)x[2] - (double)hit->point.z);
    CHECK(d <= tolerance);
}

/* ---------------------------------------------------------------------------------- closest point
   */

static void closest_is_the_global_minimum(void)
{
    test_random r = test_random_from(1);
    int i, repeat = test_repeat(1500);
    for (i = 0; i < repeat; i++) {
        surface_kind kind = any_kind(&r);
        cld_nurbs_body body = body_of(&surface.view, 1);
        cld_nurbs_hit hit;
        oracle_answer truth;
        cld_vec3 p = random_point(&r, kind.scale);
        double size, tolerance;
        test_surface_random(&r, &kind, &surface);
        if (i % 2) body.pose = test_pose(&r, kind.scale);
        size = scene_size(&body, surface.size, p);
        if (!CHECK(cld_nurbs_closest(&body, p, NULL, &workspace, &hit) == 1)) continue;
        truth = oracle_distance(&surface.view, &body.pose, segment(p, p), NULL, 1e-7 * size, 4000);
        /* the search leaves open a rounding of cld_real, or 8192 of double, of the size */
        tolerance = (8 * TEST_ROUND + 16384 * ROUND64) * size;
        if (!CHECK((double)hit.distance <= truth.hi + tolerance &&
                   (double)hit.distance >= truth.lo - tolerance))
            printf("    distance %.12g, oracle %.12g .. %.12g, size %g\n", (double)hit.distance,
                   truth.lo, truth.hi, size);
        CHECK_NEAR(hit.distance, between(p, hit.point), tolerance);
        check_hit_on_surface(&body, &hit, size);
    }
}

/* The eight octants of a sphere as one body. */
static void make_sphere(double radius)
{
    static const double row[3][2] = {{1, 0}, {1, 1}, {0, 1}};
    const double half = 0.70710678118654752440;
    int k, i, j;
    for (k = 0; k < 8; k++) {
        cld_nurbs *v = &octants[k].view;
        memset(v, 0, sizeof *v);
        v->degree_u = v->degree_v = 2, v->count_u = v->count_v = 3;
        for (i = 0; i < 6; i++) octants[k].knots_u[i] = octants[k].knots_v[i] = i < 3 ? 0 : 1;
        v->knots_u = octants[k].knots_u, v->knots_v = octants[k].knots_v;
        v->points = octants[k].points, v->weights = octants[k].weights;
        for (i = 0; i < 3; i++)
            for (j = 0; j < 3; j++) {
                double p[3];
                p[0] = radius * (k & 1 ? -1 : 1) * (i == 2 ? 0 : row[j][0]);
                p[1] = radius * (k & 2 ? -1 : 1) * (i == 2 ? 0 : row[j][1]);
                p[2] = radius * (k & 4 ? -1 : 1) * (i == 0 ? 0 : 1);
                test_surface_set(&octants[k], i, j, p, (i == 1 ? half : 1) * (j == 1 ? half : 1));
            }
        sphere[k] = *v;
    }
}

static double sign_of_octant(int k)
{
    return (k & 1 ? -1 : 1) * (k & 2 ? -1 : 1) * (k & 4 ? -1 : 1);
}

/* Outward normal of the hit; du x dv points inwards in octant 0 and changes with each mirroring. */
static double outward(const cld_nurbs_hit *hit, cld_vec3 n)
{
    return -sign_of_octant(hit->surface) *
           ((double)hit->normal.x * (double)n.x + (double)hit->normal.y * (double)n.y +
            (double)hit->normal.z * (double)n.z);
}

static void closest_on_a_sphere(void)
{
    test_random r = test_random_from(2);
    cld_nurbs_body body = body_of(sphere, 8);
    int i, k, repeat = test_repeat(1000);
    make_sphere(1);
    for (i = 0; i < repeat; i++) {
        cld_vec3 p = random_point(&r, 2);
        cld_nurbs_hit hit;
        double far_off;
        /* on the axes (poles), in the planes where octants meet */
        if (i % 4 == 1) p.x = 0;
        if (i % 4 == 2) p.x = p.y = 0;
        far_off = length3((double)p.x, (double)p.y, (double)p.z);
        if (far_off < 0.05) continue;
        CHECK(cld_nurbs_closest(&body, p, NULL, &workspace, &hit) == 1);
        /* weights of 1/sqrt(2) are rounded: the sphere is one to a rounding or two; the search
           leaves a few roundings open, and the point moves by their square root */
        CHECK_NEAR(hit.distance, fabs(far_off - 1), 16 * TEST_ROUND + 65536 * ROUND64);
        for (k = 0; k < 3; k++) CHECK_NEAR(outward(&hit, p) / far_off, 1, 1e-5);
        CHECK(between(hit.point, vector((double)p.x / far_off, (double)p.y / far_off,
                                        (double)p.z / far_off)) < 1e-3);
    }
}

/* All of the sphere is equally near its centre: the answer stays right, and soon. */
static void closest_to_the_centre_of_a_sphere(void)
{
    cld_nurbs_body body = body_of(sphere, 8);
    cld_nurbs_hit hit;
    make_sphere(1);
    CHECK(cld_nurbs_closest(&body, vector(0, 0, 0), NULL, &workspace, &hit) == 1);
    CHECK_NEAR(hit.distance, 1, 1e-4);
    CHECK(cld_workspace_bytes(&workspace) < 1024 * 1024);
}

/* -------------------------------------------------------------------------------------------- ray
   */

/* A point of the ray. */
static cld_vec3 along(cld_vec3 o, cld_vec3 d, double t)
{
    return vector((double)o.x + t * (double)d.x, (double)o.y + t * (double)d.y,
                  (double)o.z + t * (double)d.z);
}

/* The oracle knows no ray but distances: up to just before the hit the ray must not meet the
   surface, and where there is no hit, nowhere. */
static void first_hit_is_the_first(void)
{
    test_random r = test_random_from(10);
    int i, repeat = test_repeat(1500), hits = 0;
    for (i = 0; i < repeat; i++) {
        surface_kind kind = any_kind(&r);
        cld_nurbs_body body = body_of(&surface.view, 1);
        cld_nurbs_hit hit;
        cld_vec3 o = random_point(&r, kind.scale), d;
        double size, tolerance, end = 1, speed;
        int answer;
        oracle_answer truth;
        test_surface_random(&r, &kind, &surface);
        if (i % 2) body.pose = test_pose(&r, kind.scale / 4);
        /* towards the surface and beyond; as a segment from o to o + d that cld_real can hold */
        d = random_point(&r, 0.4 * kind.scale);
        d = vector(1.7 * ((double)d.x - (double)o.x), 1.7 * ((double)d.y - (double)o.y),
                   1.7 * ((double)d.z - (double)o.z));
        d.x = (cld_real)((cld_real)(o.x + d.x) - o.x),
        d.y = (cld_real)((cld_real)(o.y + d.y) - o.y);
        d.z = (cld_real)((cld_real)(o.z + d.z) - o.z);
        speed = length3((double)d.x, (double)d.y, (double)d.z);
        size = scene_size(&body, surface.size, o) + speed;
        tolerance = (16 * TEST_ROUND + 4096 * ROUND64) * size;
        answer = cld_nurbs_raycast(&body, o, d, 1, NULL, &workspace, &hit);
        CHECK(answer == 0 || answer == 1);
        if (answer == 1) {
            hits++;
            check_hit_on_surface(&body, &hit, size);
            CHECK(between(along(o, d, (double)hit.distance), hit.point) <= tolerance);
            end = (double)hit.distance - 1e-4;
        }
        if (end <= 0) continue;
        truth =
            oracle_relation(&surface.view, &body.pose, segment(o, along(o, d, end)), NULL, 0, 4000);
        if (!CHECK(truth.relation != ORACLE_COMMON))
            printf("    surface %d: hit %d, the oracle's at %g of %g\n", i, answer,
                   truth.uv[1][0] * end, answer ? (double)hit.distance : 1.0);
    }
    CHECK(hits > repeat / 10);
}

static void rays_at_a_sphere(void)
{
    test_random r = test_random_from(11);
    static const double radii[3] = {1e-3, 1, 1e4};
    int i, repeat = test_repeat(3000);
    for (i = 0; i < repeat; i++) {
        double radius = radii[i % 3], b, c, speed, off, t;
        cld_nurbs_body body = body_of(sphere, 8);
        cld_vec3 o = random_point(&r, 3 * radius), d = random_point(&r, 1);
        cld_nurbs_hit hit;
        int answer;
        make_sphere(radius);
        if (i % 4 == 1) d = vector(-(double)o.x, -(double)o.y, -(double)o.z); /* at the centre */
        speed = length3((double)d.x, (double)d.y, (double)d.z);
        b = ((double)o.x * (double)d.x + (double)o.y * (double)d.y + (double)o.z * (double)d.z) /
            speed;
        c = length3((double)o.x, (double)o.y, (double)o.z);
        off = (radius - sqrt(fmax(0, c * c - b * b))) / radius; /* inside by this much of it */
        answer = cld_nurbs_raycast(&body, o, d, 0, NULL, &workspace, &hit);
        if (fabs(off) < 1e-4 || fabs(c - radius) < 1e-4 * radius)
            continue; /* grazes; starts on it */
        t = -b - sqrt(fmax(0, b * b - c * c + radius * radius));
        if (t < 0) t = -b + sqrt(fmax(0, b * b - c * c + radius * radius));
        CHECK(answer == (off > 0 && t >= 0));
        if (answer != 1) continue;
        /* a grazing ray magnifies the roundings of the sphere by one over the sine: 1e2 here */
        CHECK_NEAR((double)hit.distance * speed, t, 1e4 * TEST_ROUND * radius);
    }
}

/* Through edges where octants meet, through poles and corners, straight or aslant: none slips
   through. */
static void rays_through_seams(void)
{
    cld_nurbs_body body = body_of(sphere, 8);
    int i, j, repeat = test_repeat(2000);
    test_random r = test_random_from(12);
    make_sphere(1);
    for (i = 0; i < repeat; i++) {
        cld_nurbs_hit hit;
        cld_vec3 target = random_point(&r, 1), o = random_point(&r, 4), d;
        double n, away;
        target.x = 0; /* the seam x = 0 */
        if (i % 3 == 0) target.y = 0;
        n = length3((double)target.x, (double)target.y, (double)target.z);
        if (n < 0.1) continue;
        target = vector((double)target.x / n, (double)target.y / n, (double)target.z / n);
        if (i % 2) o = vector(0, (double)o.y, (double)o.z); /* in the plane of the seam */
        d = vector((double)target.x - (double)o.x, (double)target.y - (double)o.y,
                   (double)target.z - (double)o.z);
        away = length3((double)o.x, (double)o.y, (double)o.z);
        if (fabs(away - 1) < 1e-3 || between(o, target) < 0.1) continue;
        /* aslant by less the ray goes no deeper than cosine^2/2, some roundings of the sphere */
        away = length3((double)d.x, (double)d.y, (double)d.z);
        n = ((double)target.x * (double)d.x + (double)target.y * (double)d.y +
             (double)target.z * (double)d.z) /
            away;
        if (fabs(n) < 2e-3) continue;
        if (!CHECK(cld_nurbs_raycast(&body, o, d, 0, NULL, &workspace, &hit) == 1)) continue;
        CHECK((double)hit.distance <= 1 + 1e-3);
    }
    for (i = -3; i <= 3; i++) /* a grid of rays down, x = 0 and y = 0 being seams, 0 0 the pole */
        for (j = -3; j <= 3; j++) {
            cld_vec3 o = vector(i * 0.125, j * 0.125, 8), down = vector(0, 0, -2);
            double z = sqrt(1 - (i * i + j * j) / 64.0);
            cld_nurbs_hit hit;
            CHECK(cld_nurbs_raycast(&body, o, down, 0, NULL, &workspace, &hit) == 1);
            CHECK_NEAR(hit.distance, (8 - z) / 2, 8 * TEST_ROUND * 8);
            CHECK_NEAR(outward(&hit, hit.point), 1, 64 * TEST_ROUND + 1e-12);
            CHECK(cld_nurbs_raycast(&body, o, down, (cld_real)((8 - z) / 2 - 0.001), NULL,
                                    &workspace, &hit) == 0);
        }
}

/* A flat square: from above, from the side (in its plane), past it, from a point on it. */
static void rays_at_a_square(void)
{
    static const double corner[4][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
    cld_nurbs_body body = body_of(&surface.view, 1);
    cld_nurbs *v = &surface.view;
    cld_nurbs_hit hit;
    int i;
    memset(v, 0, sizeof *v);
    v->degree_u = v->degree_v = 1, v->count_u = v->count_v = 2;
    v->knots_u = surface.knots_u, v->knots_v = surface.knots_v, v->points = surface.points;
    for (i = 0; i < 4; i++) {
        surface.knots_u[i] = surface.knots_v[i] = (cld_real)(i / 2);
        surface.points[3 * i] = (cld_real)corner[i][0];
        surface.points[3 * i + 1] = (cld_real)corner[i][1];
        surface.points[3 * i + 2] = 0;
    }
    CHECK(cld_nurbs_raycast(&body, vector(0.25, 0.75, 2), vector(0, 0, -1), 0, NULL, &workspace,
                            &hit) == 1);
    CHECK(hit.u == (cld_real)0.25 && hit.v == (cld_real)0.75 && hit.distance == 2);
    CHECK(hit.normal.z == 1 && hit.surface == 0);
    CHECK(cld_nurbs_raycast(&body, vector(0.25, 0.75, 2), vector(0, 0, 1), 0, NULL, &workspace,
                            &hit) == 0);
    CHECK(cld_nurbs_raycast(&body, vector(1.25, 0.75, 2), vector(0, 0, -1), 0, NULL, &workspace,
                            &hit) == 0);
    CHECK(cld_nurbs_raycast(&body, vector(0.5, 0.5, 0), vector(1, 2, 3), 0, NULL, &workspace,
                            &hit) == 1);
    CHECK(hit.distance == 0);
    CHECK(cld_nurbs_raycast(&body, vector(-2, 0.5, 0), vector(1, 0, 0), 0, NULL, &workspace,
                            &hit) == 1);
    /* in the plane of the square pieces are halved down to the rounding of the query */
    CHECK_NEAR(hit.distance, 2, 64 * TEST_ROUND + 8192 * ROUND64);
    CHECK(cld_nurbs_raycast(&body, vector(-2, 0.5, 0), vector(1, 0, 0), (cld_real)1.9, NULL,
                            &workspace, &hit) == 0);
    for (i = 0; i < 4; i++) { /* the corners are of the square */
        cld_vec3 o = vector(corner[i][0], corner[i][1], 1);
        CHECK(cld_nurbs_raycast(&body, o, vector(0, 0, -1), 0, NULL, &workspace, &hit) == 1);
        CHECK(hit.u == (cld_real)corner[i][0] && hit.v == (cld_real)corner[i][1]);
    }
}

/* ----------------------------------------------------------------- prepared models, memory, bad
   input */

static void prepared_and_bare_agree(void)
{
    test_random r = test_random_from(20);
    int i, repeat = test_repeat(200);
    for (i = 0; i < repeat; i++) {
        surface_kind kind = any_kind(&r);
        cld_nurbs_body bare = body_of(&surface.view, 1), ready = bare;
        cld_nurbs_model model;
        cld_nurbs_hit a, b;
        cld_vec3 p = random_point(&r, kind.scale), d = random_point(&r, 1);
        double size, tolerance;
        int hit;
        memset(&model, 0, sizeof model);
        test_surface_random(&r, &kind, &surface);
        if (!CHECK(cld_nurbs_model_build(&model, &surface.view, 1, NULL) == CLD_OK)) continue;
        ready.surfaces = NULL, ready.model = &model;
        bare.pose = ready.pose = test_pose(&r, kind.scale);
        size = scene_size(&bare, surface.size, p);
        tolerance = (8 * TEST_ROUND + 16384 * ROUND64) * size;
        CHECK(cld_nurbs_closest(&bare, p, NULL, &workspace, &a) == 1);
        CHECK(cld_nurbs_closest(&ready, p, NULL, &workspace, &b) == 1);
        CHECK_NEAR(a.distance, b.distance, tolerance);
        hit = cld_nurbs_raycast(&bare, p, d, 0, NULL, &workspace, &a);
        CHECK(cld_nurbs_raycast(&ready, p, d, 0, NULL, &workspace, &b) == hit);
        if (hit == 1) CHECK(between(a.point, b.point) <= 1e-4 * size);
        cld_nurbs_model_free(&model);
    }
}

static void memory_runs_out_anywhere(void)
{
    long n;
    int what, status = 0;
    make_sphere(1);
    for (what = 0; what < 2; what++)
        for (n = 1; n < 1000; n++) {
            cld_nurbs_body body = body_of(sphere, 8);
            cld_workspace w;
            test_memory memory;
            cld_nurbs_hit hit, before;
            memset(&w, 0, sizeof w), memset(&hit, 99, sizeof hit), memset(&before, 99, sizeof hit);
            test_memory_reset(&memory, n);
            w.allocator = test_allocator(&memory);
            status = what ? cld_nurbs_raycast(&body, vector(3, 2, 1), vector(-3, -2, -1), 0, NULL,
                                              &w, &hit)
                          : cld_nurbs_closest(&body, vector(3, 2, 1), NULL, &w, &hit);
            if (memory.failed) {
                CHECK(status == CLD_ERROR_MEMORY && memcmp(&hit, &before, sizeof hit) == 0);
            } else {
                long requests = memory.requests;
                memory.fail_at = 0;
                CHECK(status == 1);
                CHECK((what ? cld_nurbs_raycast(&body, vector(3, 2, 1), vector(-3, -2, -1), 0, NULL,
                                                &w, &hit)
                            : cld_nurbs_closest(&body, vector(3, 2, 1), NULL, &w, &hit)) == 1);
                CHECK(memory.requests == requests);
            }
            cld_workspace_free(&w);
            CHECK(memory.live == 0);
            if (!memory.failed) break;
        }
    CHECK(status == 1);
}

static void bad_input_is_refused(void)
{
    const double nan = TEST_NAN, infinite = TEST_INFINITY;
    cld_nurbs_body body = body_of(sphere, 8);
    cld_nurbs_hit hit, before;
    cld_vec3 o = vector(3, 0, 0), d = vector(-1, 0, 0);
    cld_nurbs_params params;
    memset(&hit, 99, sizeof hit), memset(&before, 99, sizeof before);
    memset(&params, 0, sizeof params);
    make_sphere(1);
#define REFUSED(call, status) CHECK((call) == (status) && memcmp(&hit, &before, sizeof hit) == 0)
    REFUSED(cld_nurbs_closest(&body, o, NULL, &workspace, NULL), CLD_ERROR_NULL);
    REFUSED(cld_nurbs_closest(NULL, o, NULL, &workspace, &hit), CLD_ERROR_NULL);
    REFUSED(cld_nurbs_closest(&body, o, NULL, NULL, &hit), CLD_ERROR_NULL);
    REFUSED(cld_nurbs_closest(&body, vector(0, nan, 0), NULL, &workspace, &hit), CLD_ERROR_FINITE);
    REFUSED(cld_nurbs_closest(&body, vector(infinite, 0, 0), NULL, &workspace, &hit),
            CLD_ERROR_FINITE);
    REFUSED(cld_nurbs_raycast(&body, o, d, 0, NULL, &workspace, NULL), CLD_ERROR_NULL);
    REFUSED(cld_nurbs_raycast(&body, vector(nan, 0, 0), d, 0, NULL, &workspace, &hit),
            CLD_ERROR_FINITE);
    REFUSED(cld_nurbs_raycast(&body, o, vector(0, 0, 0), 0, NULL, &workspace, &hit),
            CLD_ERROR_PARAMETER);
    REFUSED(cld_nurbs_raycast(&body, o, vector(0, nan, 0), 0, NULL, &workspace, &hit),
            CLD_ERROR_PARAMETER);
    REFUSED(cld_nurbs_raycast(&body, o, vector(0, infinite, 0), 0, NULL, &workspace, &hit),
            CLD_ERROR_PARAMETER);
    REFUSED(cld_nurbs_raycast(&body, o, d, -1, NULL, &workspace, &hit), CLD_ERROR_PARAMETER);
    REFUSED(cld_nurbs_raycast(&body, o, d, (cld_real)nan, NULL, &workspace, &hit),
            CLD_ERROR_PARAMETER);
#ifdef COLLIDE_DOUBLE /* distances of which would be infinite */
    REFUSED(cld_nurbs_closest(&body, vector(0, 1e151, 0), NULL, &workspace, &hit),
            CLD_ERROR_FINITE);
    REFUSED(cld_nurbs_raycast(&body, vector(0, 0, -1e151), d, 0, NULL, &workspace, &hit),
            CLD_ERROR_FINITE);
    body.pose.position = vector(0, 0, 1e160);
    REFUSED(cld_nurbs_closest(&body, o, NULL, &workspace, &hit), CLD_ERROR_POSE);
    REFUSED(cld_nurbs_raycast(&body, o, d, 0, NULL, &workspace, &hit), CLD_ERROR_POSE);
    body = body_of(sphere, 8);
#endif
    params.tolerance = -1;
    REFUSED(cld_nurbs_closest(&body, o, &params, &workspace, &hit), CLD_ERROR_PARAMETER);
    body.pose.rotation.x.x = 2;
    REFUSED(cld_nurbs_closest(&body, o, NULL, &workspace, &hit), CLD_ERROR_POSE);
    body = body_of(sphere, 8);
    sphere[7].degree_u = 99;
    REFUSED(cld_nurbs_closest(&body, o, NULL, &workspace, &hit), CLD_ERROR_DEGREE);
    REFUSED(cld_nurbs_raycast(&body, o, d, 0, NULL, &workspace, &hit), CLD_ERROR_DEGREE);
#undef REFUSED
    make_sphere(1);
    /* huge and tiny directions, an endless t_max: the same hit */
    CHECK(cld_nurbs_raycast(&body, o, vector(-1e-30, 0, 0), 0, NULL, &workspace, &hit) == 1);
    CHECK_NEAR((double)hit.distance * 1e-30, 2, 8 * TEST_ROUND);
    CHECK(cld_nurbs_raycast(&body, o, vector(-1e30, 0, 0), (cld_real)infinite, NULL, &workspace,
                            &hit) == 1);
    CHECK_NEAR((double)hit.distance * 1e30, 2, 8 * TEST_ROUND);
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(closest_is_the_global_minimum);
    TEST(closest_on_a_sphere);
    TEST(closest_to_the_centre_of_a_sphere);
    TEST(first_hit_is_the_first);
    TEST(rays_at_a_sphere);
    TEST(rays_through_seams);
    TEST(rays_at_a_square);
    TEST(prepared_and_bare_agree);
    TEST(memory_runs_out_anywhere);
    TEST(bad_input_is_refused);
    cld_workspace_free(&workspace);
    return test_end();
}
