/* [NURBS] views: validate, evaluate, normals at degenerate points, insert, split, extract, box. */
#include "test.h"
#include "oracle_nurbs.h"
#include "random_nurbs.h"

#define ROUND64 1.1102230246251565e-16

static test_surface surface, moved; /* large: not on the stack */

static double real_of(cld_vec3 v, int c)
{
    return (double)(c == 0 ? v.x : c == 1 ? v.y : v.z);
}

/* ------------------------------------------------------------------------------------- evaluation
   */

/* How far a derivative of order a in u, b in v may be off. A homogeneous coordinate is off by K =
   16 (p + q + 1) roundings (a span's net, de Casteljau, the shift to the local origin) of
   the largest x w, at most 2 size wmax. Each differentiation multiplies that by 2 degree / width.
   The quotient divides by w >= wmax / ratio, and each order adds a term that is multiplied by w'/w
   <= degree ratio / width. What is rounded to cld_real at the end comes on top. */
static double evaluation_error(const test_surface *s, int a, int b, const double width[2],
                               double ratio, double value)
{
    int p = s->view.degree_u, q = s->view.degree_v, order = a + b;
    double k = 16 * (p + q + 1) * ROUND64 * 2 * s->size;
    double scale = pow(2 * p / width[0], a) * pow(2 * q / width[1], b);
    return TEST_ROUND * fabs(value) + k * scale * ratio * pow(2 + 2 * ratio, order);
}

static void check_point(const test_surface *s, cld_real u, cld_real v)
{
    static const int orders[6][2] = {{0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 1}, {0, 2}};
    oracle_point truth = oracle_evaluate(&s->view, (double)u, (double)v);
    const cld_nurbs *view = &s->view;
    int k = oracle_span(s->knots_u, view->degree_u, view->count_u, (double)u), i, c;
    int l = oracle_span(s->knots_v, view->degree_v, view->count_v, (double)v);
    double width[2], ratio = s->weight_ratio, most = s->size;
    cld_nurbs_point p;
    cld_vec3 got[6];
    width[0] = (double)s->knots_u[k + 1] - (double)s->knots_u[k];
    width[1] = (double)s->knots_v[l + 1] - (double)s->knots_v[l];
    if (!CHECK(cld_nurbs_evaluate(view, u, v, &p) == CLD_OK)) return;
    got[0] = p.position, got[1] = p.du, got[2] = p.dv;
    got[3] = p.duu, got[4] = p.duv, got[5] = p.dvv;
    for (i = 0; i < 6; i++)
        for (c = 0; c < 3; c++) {
            double t = (double)truth.d[orders[i][0]][orders[i][1]][c];
            double tolerance = evaluation_error(s, orders[i][0], orders[i][1], width, ratio, t);
            if (!CHECK_NEAR(real_of(got[i], c), t, tolerance))
                printf("    degrees %d %d, derivative %d %d, size %g, ratio %g\n", view->degree_u,
                       view->degree_v, orders[i][0], orders[i][1], most, ratio);
        }
}

/* The normal against the oracle's derivatives, where those are well away from parallel. */
static void check_normal(const test_surface *s, cld_real u, cld_real v)
{
    oracle_point truth = oracle_evaluate(&s->view, (double)u, (double)v);
    const oracle_real *du = truth.d[1][0], *dv = truth.d[0][1];
    oracle_real n[3], length;
    cld_nurbs_point p;
    int c;
    for (c = 0; c < 3; c++)
        n[c] = du[(c + 1) % 3] * dv[(c + 2) % 3] - du[(c + 2) % 3] * dv[(c + 1) % 3];
    length = sqrtl(oracle_dot(n, n));
    if (length < 1e-3L * sqrtl(oracle_dot(du, du) * oracle_dot(dv, dv))) return;
    if (s->weight_ratio > 10) return; /* derivatives lose digits there: see evaluation_error */
    CHECK(cld_nurbs_evaluate(&s->view, u, v, &p) == CLD_OK);
    /* derivatives to 1e-13 of each other's size at these degrees and ratios, over a sine of 1e-3 */
    for (c = 0; c < 3; c++) CHECK_NEAR(real_of(p.normal, c), n[c] / length, TEST_ROUND + 1e-9);
}

static void evaluation_matches_cox_de_boor(void)
{
    test_random r = test_random_from(1);
    int i, j, repeat = test_repeat(4000);
    for (i = 0; i < repeat; i++) {
        surface_kind kind = test_surface_kind(&r);
        test_surface_random(&r, &kind, &surface);
        CHECK(cld_nurbs_validate(&surface.view, NULL) == CLD_OK);
        for (j = 0; j < 4; j++) {
            const cld_nurbs *s = &surface.view;
            cld_real u = test_parameter(&r, surface.knots_u, s->degree_u, s->count_u);
            cld_real v = test_parameter(&r, surface.knots_v, s->degree_v, s->count_v);
            check_point(&surface, u, v);
            if (kind.max_degree <= 7) check_normal(&surface, u, v);
        }
    }
}

static void evaluation_at_the_highest_degree(void)
{
    test_random r = test_random_from(2);
    surface_kind kind = {15, 15, 2, 1, 2, 0, 1};
    int i, repeat = test_repeat(8);
    for (i = 0; i < repeat; i++) {
        test_surface_random(&r, &kind, &surface);
        check_point(&surface, test_parameter(&r, surface.knots_u, 15, surface.view.count_u),
                    test_parameter(&r, surface.knots_v, 15, surface.view.count_v));
    }
}

static void parameters_are_clamped(void)
{
    test_random r = test_random_from(3);
    surface_kind kind = {1, 4, 3, 1, 1, 0, 0};
    int i;
    for (i = 0; i < 100; i++) {
        cld_nurbs_point in, out;
        const cld_real *u = surface.knots_u, *v = surface.knots_v;
        const cld_nurbs *s = &surface.view;
        test_surface_random(&r, &kind, &surface);
        CHECK(cld_nurbs_evaluate(s, u[s->degree_u], v[s->count_v], &in) == CLD_OK);
        CHECK(cld_nurbs_evaluate(s, u[s->degree_u] - 1, v[s->count_v] + 7, &out) == CLD_OK);
        CHECK(memcmp(&in, &out, sizeof in) == 0);
        CHECK(cld_nurbs_evaluate(s, (cld_real)-TEST_INFINITY, (cld_real)TEST_INFINITY, &out) == 0);
        CHECK(memcmp(&in, &out, sizeof in) == 0);
    }
}

/* Strides say where the numbers are and nothing else: the same bits. */
static void layout_changes_nothing(void)
{
    test_random r = test_random_from(4);
    int i, j, k, repeat = test_repeat(300);
    for (i = 0; i < repeat; i++) {
        surface_kind kind = test_surface_kind(&r);
        cld_nurbs_point a, b;
        cld_real u, v;
        kind.layouts = 0;
        test_surface_random(&r, &kind, &surface);
        moved = surface;
        moved.view.knots_u = moved.knots_u, moved.view.knots_v = moved.knots_v;
        moved.view.points = moved.points;
        if (surface.view.weights) moved.view.weights = moved.weights;
        test_surface_layout(&r, &moved.view);
        for (j = 0; j < surface.view.count_u; j++)
            for (k = 0; k < surface.view.count_v; k++) {
                int at = j * surface.view.count_v + k;
                const cld_real *p = surface.points + 3 * at;
                double point[3];
                point[0] = (double)p[0], point[1] = (double)p[1], point[2] = (double)p[2];
                test_surface_set(&moved, j, k, point, (double)surface.weights[at]);
            }
        u = test_parameter(&r, surface.knots_u, surface.view.degree_u, surface.view.count_u);
        v = test_parameter(&r, surface.knots_v, surface.view.degree_v, surface.view.count_v);
        CHECK(cld_nurbs_evaluate(&surface.view, u, v, &a) == CLD_OK);
        CHECK(cld_nurbs_evaluate(&moved.view, u, v, &b) == CLD_OK);
        CHECK(memcmp(&a, &b, sizeof a) == 0);
    }
}

/* A power of two changes no digit: there is no absolute epsilon anywhere. */
static void scaling_scales_the_answer(void)
{
    test_random r = test_random_from(5);
    const cld_real scale = (cld_real)(1 << 20);
    int i, j, repeat = test_repeat(300);
    for (i = 0; i < repeat; i++) {
        surface_kind kind = test_surface_kind(&r);
        cld_nurbs_point a, b;
        cld_real u, v;
        kind.scale = 1;
        test_surface_random(&r, &kind, &surface);
        u = test_parameter(&r, surface.knots_u, surface.view.degree_u, surface.view.count_u);
        v = test_parameter(&r, surface.knots_v, surface.view.degree_v, surface.view.count_v);
        CHECK(cld_nurbs_evaluate(&surface.view, u, v, &a) == CLD_OK);
        for (j = 0; j < SURFACE_NUMBERS; j++) surface.points[j] *= scale;
        CHECK(cld_nurbs_evaluate(&surface.view, u, v, &b) == CLD_OK);
        CHECK(memcmp(&a.normal, &b.normal, sizeof a.normal) == 0);
        for (j = 0; j < 3; j++) {
            CHECK(real_of(a.position, j) * (double)scale == real_of(b.position, j));
            CHECK(real_of(a.du, j) * (double)scale == real_of(b.du, j));
            CHECK(real_of(a.dvv, j) * (double)scale == real_of(b.dvv, j));
        }
        for (j = 0; j < SURFACE_NUMBERS; j++) surface.points[j] = 0;
    }
}

/* ------------------------------------------------------------------------ normals where du x dv =
   0 */

/* One octant of the unit sphere, degree 2, pole at the end of u; signs choose which. */
static void sphere_octant(test_surface *s, int sx, int sy, int sz, double radius, const double *at)
{
    static const double row[3][2] = {{1, 0}, {1, 1}, {0, 1}};
    const double half = 0.70710678118654752440;
    cld_nurbs *v = &s->view;
    int i, j;
    memset(v, 0, sizeof *v);
    v->degree_u = v->degree_v = 2, v->count_u = v->count_v = 3;
    for (i = 0; i < 6; i++) s->knots_u[i] = s->knots_v[i] = i < 3 ? 0 : 1;
    v->knots_u = s->knots_u, v->knots_v = s->knots_v;
    v->points = s->points, v->weights = s->weights;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++) {
            double p[3];
            p[0] = at[0] + radius * sx * (i == 2 ? 0 : row[j][0]);
            p[1] = at[1] + radius * sy * (i == 2 ? 0 : row[j][1]);
            p[2] = at[2] + radius * sz * (i == 0 ? 0 : 1);
            test_surface_set(s, i, j, p, (i == 1 ? half : 1) * (j == 1 ? half : 1));
        }
}

static void normals_of_a_sphere_up_to_the_pole(void)
{
    static const double at[3] = {0, 0, 0}, radii[3] = {1e-6, 1, 1e6};
    int octant, i, j, k, c;
    for (octant = 0; octant < 8; octant++)
        for (k = 0; k < 3; k++) {
            int sx = octant & 1 ? -1 : 1, sy = octant & 2 ? -1 : 1, sz = octant & 4 ? -1 : 1;
            sphere_octant(&surface, sx, sy, sz, radii[k], at);
            for (i = 0; i <= 24; i++)
                for (j = 0; j <= 4; j++) {
                    /* ever closer to the pole, then the pole itself */
                    cld_real u = (cld_real)(i == 24 ? 1 : 1 - pow(0.1, i)), v = (cld_real)(j / 4.0);
                    cld_nurbs_point p;
                    CHECK(cld_nurbs_evaluate(&surface.view, u, v, &p) == CLD_OK);
                    /* outward or inward by the mirrorings. The weights 1/sqrt(2) are rounded, which
                       bends the surface by a few roundings of cld_real; so close to the pole that
                       dv is not told from rounding, the normal is that of the pole, off by no
                       more than that distance: the error of local coordinates times degree and
                       size */
                    for (c = 0; c < 3; c++)
                        CHECK_NEAR(real_of(p.normal, c) * -(sx * sy * sz) * radii[k],
                                   real_of(p.position, c),
                                   (16 * TEST_ROUND + 4 * 32 * 6 * ROUND64) * radii[k]);
                    if (i == 24) CHECK(real_of(p.normal, 2) == -sx * sy);
                }
        }
}

/* A cone: at its apex each generator keeps its own normal. Here the apex row has unequal weights,
   and the cone stands far from the origin. */
static void normals_at_the_apex_of_a_cone(void)
{
    static const double base[3][2] = {{1, 0}, {1, 1}, {0, 1}};
    const double far_away = 1024;
    cld_nurbs *v = &surface.view;
    int i, j, c;
    memset(v, 0, sizeof *v);
    v->degree_u = 1, v->degree_v = 2, v->count_u = 2, v->count_v = 3;
    for (i = 0; i < 6; i++) surface.knots_v[i] = i < 3 ? 0 : 1;
    for (i = 0; i < 4; i++) surface.knots_u[i] = i < 2 ? 0 : 1;
    v->knots_u = surface.knots_u, v->knots_v = surface.knots_v;
    v->points = surface.points, v->weights = surface.weights;
    for (i = 0; i < 2; i++)
        for (j = 0; j < 3; j++) {
            double p[3];
            p[0] = far_away + (i ? base[j][0] : 0), p[1] = far_away + (i ? base[j][1] : 0);
            p[2] = far_away + (i ? 0 : 1);
            test_surface_set(&surface, i, j, p, i ? (j == 1 ? 0.7 : 1) : 0.3 + j);
        }
    for (j = 0; j <= 8; j++) {
        cld_nurbs_point apex, along;
        CHECK(cld_nurbs_evaluate(v, 0, (cld_real)(j / 8.0), &apex) == CLD_OK);
        CHECK(cld_nurbs_evaluate(v, (cld_real)1e-5, (cld_real)(j / 8.0), &along) == CLD_OK);
        CHECK(real_of(apex.dv, 0) == 0 && real_of(apex.dv, 1) == 0 && real_of(apex.dv, 2) == 0);
        /* generators are not parameter lines exactly (weights differ): 1e-5 further, 1e-4 of turn
           */
        for (c = 0; c < 3; c++) CHECK_NEAR(real_of(apex.normal, c), real_of(along.normal, c), 1e-4);
        CHECK_NEAR(real_of(apex.normal, 0) * real_of(apex.normal, 0) +
                       real_of(apex.normal, 1) * real_of(apex.normal, 1) +
                       real_of(apex.normal, 2) * real_of(apex.normal, 2),
                   1, 8 * TEST_ROUND);
    }
}

/* Degenerate nets on [0, 1] x [0, 1]; point (i, j) is given by the function. */
typedef void net_shape(int i, int j, double *p);

static void bezier_from(net_shape *shape, int degree, int unclamped)
{
    cld_nurbs *v = &surface.view;
    int i, j;
    memset(v, 0, sizeof *v);
    v->degree_u = v->degree_v = degree, v->count_u = v->count_v = degree + 1;
    for (i = 0; i < 2 * degree + 2; i++)
        surface.knots_u[i] = surface.knots_v[i] = (cld_real)(i <= degree ? 0 : 1);
    for (i = 0; unclamped && i < 2 * degree + 2; i++) surface.knots_u[i] = (cld_real)(i - degree);
    v->knots_u = surface.knots_u, v->knots_v = surface.knots_v, v->points = surface.points;
    for (i = 0; i <= degree; i++)
        for (j = 0; j <= degree; j++) {
            double p[3];
            shape(i, j, p);
            test_surface_set(&surface, i, j, p, 1);
        }
}

/* A disc from one square patch: du and dv are parallel in all four corners. */
static void disc(int i, int j, double *p)
{
    static const double x[3][3] = {{-0.5, -1, -0.5}, {0, 0, 0}, {0.5, 1, 0.5}};
    p[0] = x[i][j] + 100, p[1] = x[j][i] - 7, p[2] = 3;
    if (i == 1 && j != 1) p[0] = 100, p[1] = -7 + (j - 1);
    if (j == 1 && i != 1) p[0] = 100 + (i - 1), p[1] = -7;
}

static void two_collapsed_edges(int i, int j, double *p)
{
    p[0] = i && j ? i : 0, p[1] = i && j ? j : 0, p[2] = 5;
}

/* The first three rows are one point: with unclamped knots the pole is met with u^3. */
static void slow_pole(int i, int j, double *p)
{
    p[0] = i == 3 ? 1 + 0.1 * j : 0, p[1] = i == 3 ? j : 0, p[2] = 4;
}

static void curve_in_u(int i, int j, double *p)
{
    (void)j;
    p[0] = 0.3 * i * i, p[1] = 0.7 * i, p[2] = 0.1 * i * i * i;
}

static void curve_in_both(int i, int j, double *p)
{
    double t = i + 2 * j; /* whole numbers: exactly on a line in float too */
    p[0] = 3 * t, p[1] = 7 * t, p[2] = -11 * t;
}

static void single_point(int i, int j, double *p)
{
    (void)i, (void)j;
    p[0] = 0.1, p[1] = 0.2, p[2] = 0.3;
}

static void check_flat_normals(double sign, const char *what)
{
    int i, j;
    for (i = 0; i <= 4; i++)
        for (j = 0; j <= 4; j++) {
            cld_nurbs_point p;
            CHECK(cld_nurbs_evaluate(&surface.view, (cld_real)(i / 4.0), (cld_real)(j / 4.0), &p) ==
                  CLD_OK);
            if (!CHECK_NEAR(real_of(p.normal, 2), sign, 4 * TEST_ROUND))
                printf("    %s at %g %g\n", what, i / 4.0, j / 4.0);
        }
}

static void check_no_normals(const char *what)
{
    int i, j;
    for (i = 0; i <= 4; i++)
        for (j = 0; j <= 4; j++) {
            cld_nurbs_point p;
            CHECK(cld_nurbs_evaluate(&surface.view, (cld_real)(i / 4.0), (cld_real)(j / 4.0), &p) ==
                  CLD_OK);
            if (!CHECK(p.normal.x == 0 && p.normal.y == 0 && p.normal.z == 0))
                printf("    %s at %g %g\n", what, i / 4.0, j / 4.0);
        }
}

static void normals_of_degenerate_patches(void)
{
    bezier_from(disc, 2, 0);
    check_flat_normals(1, "disc");
    bezier_from(two_collapsed_edges, 3, 0);
    check_flat_normals(1, "two collapsed edges");
    bezier_from(slow_pole, 3, 1);
    check_flat_normals(1, "slow pole");
    bezier_from(curve_in_u, 3, 0);
    check_no_normals("curve along u");
    bezier_from(curve_in_u, 3, 1);
    check_no_normals("curve along u, unclamped");
    bezier_from(curve_in_both, 2, 0);
    check_no_normals("line, both directions along it");
    bezier_from(single_point, 2, 0);
    check_no_normals("point");
    bezier_from(single_point, 5, 1);
    check_no_normals("point, unclamped");
}

/* Derivatives too large for cld_real are brought to its largest, and nothing is NaN. */
static void derivatives_that_overflow(void)
{
    const double tiny = (double)(sizeof(cld_real) == 4 ? FLT_MIN : 0) + DBL_MIN;
    cld_nurbs_point p;
    double v[15];
    int i, c;
    bezier_from(curve_in_u, 3, 0);
    for (i = 4; i < 8; i++) surface.knots_u[i] = (cld_real)tiny;
    CHECK(cld_nurbs_evaluate(&surface.view, (cld_real)(tiny / 2), (cld_real)0.5, &p) == CLD_OK);
    for (c = 0; c < 3; c++) {
        v[c] = real_of(p.du, c), v[3 + c] = real_of(p.dv, c), v[6 + c] = real_of(p.duu, c);
        v[9 + c] = real_of(p.duv, c), v[12 + c] = real_of(p.dvv, c);
    }
    for (i = 0; i < 15; i++) CHECK(test_is_finite(v[i]));
    CHECK(v[1] > 1e37);
}

/* ---------------------------------------------------------------------------------------- refining
   */

enum { MEMORY = 200000, PATCHES = 400 };
static cld_real memory[MEMORY];
static cld_nurbs patches[PATCHES];

/* New control points are rounded to cld_real: the surface moves by no more than a rounding of its
   size for the points and twice that for the weights; computing them costs, relative to the
   weights' ratio, what insertion in double costs: the bound of a net (test_nurbs_nets.c) holds
   for both ways of doing it. */
static double refined_error(const test_surface *s)
{
    int degrees = s->view.degree_u + s->view.degree_v;
    return s->size * (4 * TEST_ROUND + (9 * degrees + 8) * ROUND64 * s->weight_ratio * 2);
}

static void check_same_point(const test_surface *s, const cld_nurbs *part, double u, double v)
{
    oracle_point a = oracle_evaluate(&s->view, u, v), b = oracle_evaluate(part, u, v);
    int c;
    for (c = 0; c < 3; c++) CHECK_NEAR(a.d[0][0][c], b.d[0][0][c], refined_error(s));
}

static void check_same_surface(test_random *r, const test_surface *s, const cld_nurbs *part)
{
    int k;
    CHECK(cld_nurbs_validate(part, NULL) == CLD_OK);
    for (k = 0; k < 4; k++)
        check_same_point(s, part,
                         (double)test_parameter(r, part->knots_u, part->degree_u, part->count_u),
                         (double)test_parameter(r, part->knots_v, part->degree_v, part->count_v));
}

/* The view lies in memory[0..needed-1] in full. */
static size_t view_end(const cld_nurbs *v)
{
    size_t n = (size_t)v->count_u * (size_t)v->count_v;
    const cld_real *end = v->weights ? v->weights + n : v->points + 3 * n;
    return (size_t)(end - memory);
}

static int memory_is_clean(int from)
{
    int i;
    for (i = from; i < MEMORY && memory[i] == 77; i++) continue;
    return i == MEMORY;
}

static void memory_clear(void)
{
    int i;
    for (i = 0; i < MEMORY; i++) memory[i] = 77;
}

static void insertion_keeps_the_surface(void)
{
    test_random r = test_random_from(10);
    int i, repeat = test_repeat(1500);
    for (i = 0; i < repeat; i++) {
        surface_kind kind = test_surface_kind(&r);
        int direction = test_integer(&r, 0, 1), degree, count, times, needed, have, k;
        const cld_real *knots;
        cld_nurbs out, before;
        cld_real t;
        test_surface_random(&r, &kind, &surface);
        degree = direction ? surface.view.degree_v : surface.view.degree_u;
        count = direction ? surface.view.count_v : surface.view.count_u;
        knots = direction ? surface.knots_v : surface.knots_u;
        t = test_parameter(&r, knots, degree, count);
        times = test_integer(&r, 0, degree);
        for (have = 0, k = 0; k <= count + degree; k++) have += knots[k] <= t && t <= knots[k];
        memset(&out, 99, sizeof out), memset(&before, 99, sizeof before);
        memory_clear();
        needed = cld_nurbs_insert_knot(&surface.view, direction, t, times, NULL, NULL, 0);
        if (t <= knots[degree] || t >= knots[count] || have + times > degree) {
            CHECK(needed == CLD_ERROR_PARAMETER);
            continue;
        }
        if (!CHECK(needed > 0 && needed <= MEMORY)) continue;
        CHECK(cld_nurbs_insert_knot(&surface.view, direction, t, times, &out, memory, needed - 1) ==
              needed);
        CHECK(memcmp(&out, &before, sizeof out) == 0 && memory_is_clean(0));
        CHECK(cld_nurbs_insert_knot(&surface.view, direction, t, times, &out, memory, needed) ==
              needed);
        CHECK((int)view_end(&out) == needed && memory_is_clean(needed));
        CHECK((direction ? out.count_v : out.count_u) == count + times);
        check_same_surface(&r, &surface, &out);
    }
}

/* The spans that have a width. */
static int spans_of(const cld_real *knots, int degree, int count)
{
    int k, n = 0;
    for (k = degree; k < count; k++) n += knots[k] < knots[k + 1];
    return n;
}

static int edge_bits(const cld_nurbs *a, const cld_nurbs *b, int direction)
{
    int n = direction ? a->count_u : a->count_v, k;
    for (k = 0; k < n; k++) {
        int i = direction ? k : a->count_u - 1, j = direction ? a->count_v - 1 : k;
        int at = i * a->count_v + j, bt = direction ? k * b->count_v : k;
        if (memcmp(a->points + 3 * at, b->points + 3 * bt, 3 * sizeof(cld_real)) != 0) return 0;
        if (a->weights && memcmp(a->weights + at, b->weights + bt, sizeof(cld_real)) != 0) return 0;
    }
    return 1;
}

static void splitting_keeps_the_surface(void)
{
    test_random r = test_random_from(11);
    int i, repeat = test_repeat(1500);
    for (i = 0; i < repeat; i++) {
        surface_kind kind = test_surface_kind(&r);
        int direction = test_integer(&r, 0, 1), degree, count, needed;
        const cld_real *knots;
        cld_nurbs out[2], before[2];
        cld_real t;
        test_surface_random(&r, &kind, &surface);
        degree = direction ? surface.view.degree_v : surface.view.degree_u;
        count = direction ? surface.view.count_v : surface.view.count_u;
        knots = direction ? surface.knots_v : surface.knots_u;
        t = test_parameter(&r, knots, degree, count);
        memset(out, 99, sizeof out), memset(before, 99, sizeof before);
        memory_clear();
        needed = cld_nurbs_split(&surface.view, direction, t, out, memory, 0);
        if (t <= knots[degree] || t >= knots[count]) {
            CHECK(needed == CLD_ERROR_PARAMETER);
            continue;
        }
        if (!CHECK(needed > 0 && needed <= MEMORY)) continue;
        CHECK(cld_nurbs_split(&surface.view, direction, t, out, memory, needed - 1) == needed);
        CHECK(memcmp(out, before, sizeof out) == 0 && memory_is_clean(0));
        CHECK(cld_nurbs_split(&surface.view, direction, t, out, memory, needed) == needed);
        CHECK((int)view_end(&out[1]) == needed && memory_is_clean(needed));
        CHECK(edge_bits(&out[0], &out[1], direction));
        check_same_surface(&r, &surface, &out[0]);
        check_same_surface(&r, &surface, &out[1]);
        if (direction) {
            CHECK(out[0].knots_v[out[0].count_v] == t && out[1].knots_v[degree] == t);
        } else {
            CHECK(out[0].knots_u[out[0].count_u] == t && out[1].knots_u[degree] == t);
        }
    }
}

static void extraction_keeps_the_surface(void)
{
    test_random r = test_random_from(12);
    int i, k, repeat = test_repeat(500);
    for (i = 0; i < repeat; i++) {
        surface_kind kind = test_surface_kind(&r);
        int needed, count = -1, again = -1, spans_v;
        test_surface_random(&r, &kind, &surface);
        memory_clear();
        needed = cld_nurbs_extract_bezier(&surface.view, NULL, 0, &count, NULL, 0);
        if (!CHECK(needed > 0 && needed <= MEMORY && count > 0 && count <= PATCHES)) continue;
        CHECK(cld_nurbs_extract_bezier(&surface.view, patches, count - 1, &again, memory, needed) ==
              needed);
        CHECK(again == count && memory_is_clean(0));
        CHECK(cld_nurbs_extract_bezier(&surface.view, patches, count, &again, memory, needed - 1) ==
              needed);
        CHECK(again == count && memory_is_clean(0));
        CHECK(cld_nurbs_extract_bezier(&surface.view, patches, count, &again, memory, needed) ==
              needed);
        CHECK(again == count && (int)view_end(&patches[count - 1]) == needed);
        CHECK(memory_is_clean(needed));
        spans_v = spans_of(surface.knots_v, surface.view.degree_v, surface.view.count_v);
        for (k = 0; k < count; k++) {
            check_same_surface(&r, &surface, &patches[k]);
            if (k % spans_v) CHECK(edge_bits(&patches[k - 1], &patches[k], 1));
            if (k >= spans_v) CHECK(edge_bits(&patches[k - spans_v], &patches[k], 0));
        }
    }
}

/* --------------------------------------------------------------------------------------- bad input
   */

static cld_vec3 control_point(const cld_nurbs *s, int i, int j)
{
    const size_t sv = s->stride_v ? s->stride_v : sizeof(cld_vec3);
    const size_t su = s->stride_u ? s->stride_u : sv * (size_t)s->count_v;
    cld_vec3 p;
    memcpy(&p, (const char *)s->points + (size_t)i * su + (size_t)j * sv, sizeof p);
    return p;
}

static void box_holds_the_points(void)
{
    test_random r = test_random_from(14);
    int i, j, k, fit, repeat = test_repeat(200);
    for (i = 0; i < repeat; i++) {
        surface_kind kind = test_surface_kind(&r);
        test_surface_random(&r, &kind, &surface);
        for (fit = 0; fit < 3; fit++) {
            cld_obb box;
            if (!CHECK(cld_nurbs_obb(&surface.view, (cld_obb_fit)fit, &box) == CLD_OK)) continue;
            CHECK(cld_obb_validate(&box) == CLD_OK);
            for (j = 0; j < surface.view.count_u; j++)
                for (k = 0; k < surface.view.count_v; k++)
                    CHECK(cld_obb_contains(&box, control_point(&surface.view, j, k)));
        }
    }
}

static void good_surface(void)
{
    static const double u[11] = {0, 0, 0, 0, 1, 2.5, 3, 4, 4, 4, 4};
    static const double v[10] = {-1, -1, -1, -1, 0, 0.5, 2, 2, 2, 2};
    test_random r = test_random_from(20);
    surface_kind kind = {3, 3, 3, 1, 4, 1, 0};
    int i;
    do test_surface_random(&r, &kind, &surface);
    while (surface.view.count_u != 7 || surface.view.count_v != 6);
    for (i = 0; i < 11; i++) surface.knots_u[i] = (cld_real)u[i];
    for (i = 0; i < 10; i++) surface.knots_v[i] = (cld_real)v[i];
}

/* Every function refuses the surface with the same status and leaves its output alone. */
static void check_refused(int status, int direction, int i, int j)
{
    cld_nurbs_fault fault;
    cld_nurbs out[2], before[2];
    cld_obb box, box_before;
    int count = -7;
    memset(out, 99, sizeof out), memset(before, 99, sizeof before);
    memset(&box, 99, sizeof box), memset(&box_before, 99, sizeof box_before);
    memory_clear();
    CHECK(cld_nurbs_validate(&surface.view, NULL) == status);
    CHECK(cld_nurbs_validate(&surface.view, &fault) == status);
    if (!CHECK(fault.status == status && fault.direction == direction && fault.i == i &&
               fault.j == j))
        printf("    status %d at %d %d %d\n", fault.status, fault.direction, fault.i, fault.j);
    CHECK(cld_nurbs_insert_knot(&surface.view, 0, (cld_real)0.5, 1, out, memory, MEMORY) == status);
    CHECK(cld_nurbs_split(&surface.view, 1, (cld_real)0.5, out, memory, MEMORY) == status);
    CHECK(cld_nurbs_extract_bezier(&surface.view, out, 2, &count, memory, MEMORY) == status);
    CHECK(cld_nurbs_obb(&surface.view, CLD_OBB_FIT_BALANCED, &box) == status);
    CHECK(memcmp(&box, &box_before, sizeof box) == 0);
    CHECK(memcmp(out, before, sizeof out) == 0);
    CHECK(count == -7 && memory_is_clean(0));
}

/* cld_nurbs_evaluate looks at what counts at (u, v) alone: there it must see the same fault. */
static void check_evaluate(int status, cld_real u, cld_real v)
{
    cld_nurbs_point p, before;
    memset(&p, 99, sizeof p), memset(&before, 99, sizeof before);
    if (!CHECK(cld_nurbs_evaluate(&surface.view, u, v, &p) == status))
        printf("    wanted: %s\n", cld_status_text(status));
    CHECK(memcmp(&p, &before, sizeof p) == 0);
}

static void each_malformation_has_its_status(void)
{
    const cld_real nan = (cld_real)TEST_NAN, infinite = (cld_real)TEST_INFINITY;
    cld_nurbs *v = &surface.view;
    cld_obb box;
    cld_real *ku = surface.knots_u, *kv = surface.knots_v, middle;
    int i;

    CHECK(cld_nurbs_validate(NULL, NULL) == CLD_ERROR_NULL);
    good_surface();
    CHECK(cld_nurbs_validate(v, NULL) == CLD_OK);
    v->knots_u = NULL, check_refused(CLD_ERROR_NULL, 0, -1, -1),
    check_evaluate(CLD_ERROR_NULL, 0, 0);
    good_surface(), v->knots_v = NULL, check_refused(CLD_ERROR_NULL, 1, -1, -1);
    good_surface(), v->points = NULL, check_refused(CLD_ERROR_NULL, 0, -1, -1);

    good_surface(), v->degree_u = 0, check_refused(CLD_ERROR_DEGREE, 0, -1, -1);
    v->degree_u = CLD_NURBS_MAX_DEGREE + 1, check_refused(CLD_ERROR_DEGREE, 0, -1, -1);
    check_evaluate(CLD_ERROR_DEGREE, 0, 0);
    good_surface(), v->degree_v = -2147483647 - 1, check_refused(CLD_ERROR_DEGREE, 1, -1, -1);

    good_surface(), v->count_u = 3, check_refused(CLD_ERROR_COUNT, 0, -1, -1);
    check_evaluate(CLD_ERROR_COUNT, 0, 0);
    v->count_u = 0x7fffffff, check_refused(CLD_ERROR_COUNT, 0, -1, -1);
    good_surface(), v->count_v = -1, check_refused(CLD_ERROR_COUNT, 1, -1, -1);
    v->count_u = v->count_v = 1 << 20, check_refused(CLD_ERROR_COUNT, 1, -1, -1);

    good_surface(), v->stride_u = 1001, check_refused(CLD_ERROR_STRIDE, 0, -1, -1);
    check_evaluate(CLD_ERROR_STRIDE, 0, 0);
    good_surface(), v->stride_v = 13, check_refused(CLD_ERROR_STRIDE, 1, -1, -1);
    good_surface(), v->weight_stride_u = 2, check_refused(CLD_ERROR_STRIDE, 0, -1, -1);
    good_surface(), v->weight_stride_v = 7, check_refused(CLD_ERROR_STRIDE, 1, -1, -1);
    v->weights = NULL;
    CHECK(cld_nurbs_validate(v, NULL) == CLD_OK); /* the stride of nothing does not matter */

    for (i = 0; i <= 10; i++) {
        good_surface(), ku[i] = i & 1 ? nan : infinite;
        check_refused(CLD_ERROR_KNOT_FINITE, 0, i, -1);
        check_evaluate(CLD_ERROR_KNOT_FINITE, (cld_real)(i < 5 ? -1e9 : 1e9), 0);
    }
    good_surface(), kv[9] = -infinite, check_refused(CLD_ERROR_KNOT_FINITE, 1, 9, -1);
    good_surface(), kv[0] = nan, ku[10] = nan, check_refused(CLD_ERROR_KNOT_FINITE, 0, 10, -1);

    good_surface(), ku[5] = ku[6] + 1, check_refused(CLD_ERROR_KNOT_ORDER, 0, 6, -1);
    good_surface(), kv[0] = kv[1] + 1, check_refused(CLD_ERROR_KNOT_ORDER, 1, 1, -1);
    check_evaluate(CLD_ERROR_KNOT_ORDER, ku[0], kv[1]);
    good_surface(), kv[9] = kv[8] - 1, check_refused(CLD_ERROR_KNOT_ORDER, 1, 9, -1);

    good_surface();
    for (i = 0; i <= 10; i++) ku[i] = 1;
    check_refused(CLD_ERROR_KNOT_DOMAIN, 0, -1, -1),
        check_evaluate(CLD_ERROR_KNOT_DOMAIN, 1, kv[3]);

    good_surface(), v->degree_u = 2;
    for (i = 0; i <= 9; i++) ku[i] = (cld_real)(i < 3 ? 0 : i < 6 ? 1 : 2);
    check_refused(CLD_ERROR_KNOT_REPEAT, 0, 5, -1);
    check_evaluate(CLD_ERROR_KNOT_REPEAT, 1, kv[3]);
    good_surface(), v->degree_v = 1, v->count_v = 6;
    for (i = 0; i <= 7; i++) kv[i] = (cld_real)(i < 2 ? 0 : i < 5 ? 1 : i);
    check_refused(CLD_ERROR_KNOT_REPEAT, 1, 3, -1);

    for (i = 0; i < 3 * 42; i += 5) {
        good_surface(), surface.points[i] = i % 2 ? nan : -infinite;
        check_refused(CLD_ERROR_POINT, 0, i / 18, i / 3 % 6);
    }
    good_surface(), surface.points[0] = nan, surface.weights[0] = -1;
    check_refused(CLD_ERROR_POINT, 0, 0, 0), check_evaluate(CLD_ERROR_POINT, ku[3], kv[3]);
    good_surface(), surface.points[3 * 41 + 2] = infinite;
    check_evaluate(CLD_ERROR_POINT, ku[7], kv[6]);
    v->stride_v = 4 * sizeof(cld_real), surface.points[4 * 8] = nan;
    check_refused(CLD_ERROR_POINT, 0, 1, 2);

    for (i = 0; i < 42; i++) {
        static const double bad[4] = {0, -1, TEST_NAN, TEST_INFINITY};
        good_surface(), surface.weights[i] = (cld_real)bad[i % 4];
        check_refused(CLD_ERROR_WEIGHT, 0, i / 6, i % 6);
    }
    check_evaluate(CLD_ERROR_WEIGHT, ku[7], kv[6]);
    good_surface(), surface.weights[9] = (cld_real)-0.0, check_refused(CLD_ERROR_WEIGHT, 0, 1, 3);
    good_surface(), v->weight_stride_v = 2 * sizeof(cld_real), surface.weights[10] = 0;
    check_refused(CLD_ERROR_WEIGHT, 0, 0, 5);
#ifdef COLLIDE_DOUBLE
    good_surface(), surface.points[4] = 1e151, check_refused(CLD_ERROR_POINT, 0, 0, 1);
    good_surface(), surface.weights[1] = 1e151, check_refused(CLD_ERROR_WEIGHT, 0, 0, 1);
    good_surface(), surface.weights[1] = 1e-151, check_refused(CLD_ERROR_WEIGHT, 0, 0, 1);
    good_surface(), kv[9] = 1e151, check_refused(CLD_ERROR_KNOT_FINITE, 1, 9, -1);
    good_surface(), surface.points[4] = 1e149, surface.weights[1] = 1e149;
    CHECK(cld_nurbs_validate(v, NULL) == CLD_OK);
#else
    good_surface(), surface.points[4] = FLT_MAX, surface.weights[1] = FLT_MAX;
    surface.weights[2] = (cld_real)1e-45;
    CHECK(cld_nurbs_validate(v, NULL) == CLD_OK);
#endif

    good_surface();
    middle = (ku[3] + ku[7]) / 2;
    check_evaluate(CLD_ERROR_PARAMETER, nan, 0), check_evaluate(CLD_ERROR_PARAMETER, 0, nan);
    CHECK(cld_nurbs_evaluate(v, 0, 0, NULL) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_insert_knot(v, 2, middle, 1, patches, memory, 9) == CLD_ERROR_PARAMETER);
    CHECK(cld_nurbs_insert_knot(v, -1, middle, 1, patches, memory, 9) == CLD_ERROR_PARAMETER);
    CHECK(cld_nurbs_insert_knot(v, 0, nan, 1, patches, memory, 9) == CLD_ERROR_PARAMETER);
    CHECK(cld_nurbs_insert_knot(v, 0, ku[7], 1, patches, memory, 9) == CLD_ERROR_PARAMETER);
    CHECK(cld_nurbs_insert_knot(v, 0, middle, -1, patches, memory, 9) == CLD_ERROR_PARAMETER);
    CHECK(cld_nurbs_insert_knot(v, 0, middle, 4, patches, memory, 9) == CLD_ERROR_PARAMETER);
    CHECK(cld_nurbs_insert_knot(v, 0, middle, 1, patches, memory, -1) == CLD_ERROR_COUNT);
    CHECK(cld_nurbs_insert_knot(v, 0, middle, 1, patches, NULL, 9) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_insert_knot(v, 0, middle, 1, NULL, memory, 9) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_split(v, 0, ku[3], patches, memory, 9) == CLD_ERROR_PARAMETER);
    CHECK(cld_nurbs_split(v, 0, middle, NULL, memory, 9) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_extract_bezier(v, patches, 9, NULL, memory, 9) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_extract_bezier(v, patches, -9, &i, memory, 9) == CLD_ERROR_COUNT);
    CHECK(cld_nurbs_extract_bezier(v, patches, 9, &i, memory, -9) == CLD_ERROR_COUNT);
    CHECK(cld_nurbs_extract_bezier(v, patches, 9, &i, NULL, 9) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_extract_bezier(v, NULL, 9, &i, memory, 9) == CLD_ERROR_NULL);
    v->degree_u = 0, check_evaluate(CLD_ERROR_DEGREE, nan, 0);
    good_surface();
    CHECK(cld_nurbs_obb(v, CLD_OBB_FIT_FAST, NULL) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_obb(v, (cld_obb_fit)3, &box) == CLD_ERROR_PARAMETER);
}

/* Evaluation looks only at the knots that count where it is, and may be led astray by others: it
   answers where the spans it came to hold the parameter, and else says that knots decrease. */
static void knots_in_disorder(void)
{
    test_random r = test_random_from(31);
    const cld_nurbs *v = &surface.view;
    int i, k, n, answers = 0, repeat = test_repeat(20000);
    for (n = 0; n < repeat; n++) {
        cld_nurbs_point p;
        const cld_real u = (cld_real)test_integer(&r, 0, 8);
        const cld_real *ku = surface.knots_u;
        int status, held = 0;
        good_surface();
        surface.view.degree_u = 1, surface.view.count_u = 7;
        for (i = 0; i < 9; i++) surface.knots_u[i] = (cld_real)test_integer(&r, 0, 8);
        status = cld_nurbs_evaluate(v, u, surface.knots_v[3], &p);
        if (cld_nurbs_validate(v, NULL) == CLD_OK) CHECK(status == CLD_OK);
        answers += status == CLD_OK;
        if (status == CLD_OK) { /* a span that holds u, or the end of the domain next to it */
            const cld_real at = u < ku[1] ? ku[1] : u > ku[7] ? ku[7] : u;
            for (k = 1; k < 7; k++) held |= ku[k] < ku[k + 1] && ku[k] <= at && at <= ku[k + 1];
            CHECK(held && ku[1] < ku[7]);
        } else {
            CHECK(status == CLD_ERROR_KNOT_ORDER || status == CLD_ERROR_KNOT_DOMAIN ||
                  status == CLD_ERROR_KNOT_REPEAT);
        }
    }
    CHECK(answers > repeat / 100 && answers < repeat);
    { /* the span that the search comes to, 6 to 7, is in order all around, and not where u is */
        static const int disorder[19] = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 6, 7, 7, 5, 5, 5, 5, 5, 5};
        cld_nurbs_point p;
        good_surface();
        surface.view.degree_u = 1, surface.view.count_u = 17;
        for (i = 0; i < 19; i++) surface.knots_u[i] = (cld_real)disorder[i];
        CHECK(cld_nurbs_evaluate(v, 5, surface.knots_v[3], &p) == CLD_ERROR_KNOT_ORDER);
    }
}

/* Sizes at the ends of what an int counts; the points overlap, so that they need no memory. */
static void results_too_large(void)
{
    enum { MANY = 1500 };
    static cld_real knots[MANY + 16], points[2 * MANY + 8];
    const size_t real = sizeof(cld_real);
    cld_nurbs s;
    int i, count = -7;
    memset(&s, 0, sizeof s);
    for (i = 0; i < MANY + 16; i++) knots[i] = (cld_real)i;
    s.knots_u = s.knots_v = knots, s.points = points, s.weights = points;
    for (i = 0; i < 2 * MANY + 8; i++) points[i] = 1;
    s.degree_u = s.degree_v = 15, s.count_u = s.count_v = MANY;
    s.stride_u = s.stride_v = s.weight_stride_u = s.weight_stride_v = real;
    CHECK(cld_nurbs_validate(&s, NULL) == CLD_OK);
    /* 1485^2 patches of 2 * 32 knots and 4 * 256 numbers */
    CHECK(cld_nurbs_extract_bezier(&s, NULL, 0, &count, NULL, 0) == CLD_ERROR_COUNT);
    CHECK(count == -7);
    /* 15 lines and knots more; halves that share a line, each with all knots of the other way */
    CHECK(cld_nurbs_insert_knot(&s, 0, 700 + (cld_real)0.5, 15, NULL, NULL, 0) ==
          2 * (MANY + 16) + 15 + 4 * MANY * (MANY + 15));
    CHECK(cld_nurbs_split(&s, 1, 700 + (cld_real)0.5, NULL, NULL, 0) ==
          2 * (MANY + 16) + MANY + 16 + 32 + 4 * MANY * (MANY + 16));
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(evaluation_matches_cox_de_boor);
    TEST(evaluation_at_the_highest_degree);
    TEST(parameters_are_clamped);
    TEST(layout_changes_nothing);
    TEST(scaling_scales_the_answer);
    TEST(normals_of_a_sphere_up_to_the_pole);
    TEST(normals_at_the_apex_of_a_cone);
    TEST(normals_of_degenerate_patches);
    TEST(derivatives_that_overflow);
    TEST(insertion_keeps_the_surface);
    TEST(splitting_keeps_the_surface);
    TEST(extraction_keeps_the_surface);
    TEST(box_holds_the_points);
    TEST(each_malformation_has_its_status);
    TEST(knots_in_disorder);
    TEST(results_too_large);
    return test_end();
}
