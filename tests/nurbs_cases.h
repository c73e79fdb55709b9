/* Surfaces that the tests of the NURBS queries share: random ones of every legal kind, and ones
 * whose geometry is known. */
#ifndef NURBS_CASES_H
#define NURBS_CASES_H

#include "test.h"
#include "random_nurbs.h"

/* A surface with memory of its own. */
typedef struct case_surface {
    cld_nurbs view;
    cld_real *knots_u, *knots_v, *points, *weights; /* of the view, to write */
} case_surface;

/* Clamped uniform knots on [0, 1], points at 0, weights 1 (NULL if polynomial). */
static TEST_UNUSED case_surface case_new(int p, int q, int count_u, int count_v, int rational)
{
    size_t ku = (size_t)(count_u + p + 1), kv = (size_t)(count_v + q + 1);
    size_t n = (size_t)(count_u * count_v);
    cld_real *memory = (cld_real *)calloc(ku + kv + 4 * n, sizeof *memory);
    case_surface s;
    size_t i;
    if (!memory) abort();
    memset(&s, 0, sizeof s);
    s.knots_u = memory, s.knots_v = memory + ku, s.points = memory + ku + kv;
    s.weights = rational ? s.points + 3 * n : NULL;
    s.view.degree_u = p, s.view.degree_v = q, s.view.count_u = count_u, s.view.count_v = count_v;
    s.view.knots_u = s.knots_u, s.view.knots_v = s.knots_v, s.view.points = s.points;
    s.view.weights = s.weights;
    for (i = 0; i < ku; i++) {
        int k = (int)i - p, spans = count_u - p;
        s.knots_u[i] = (cld_real)(k < 0 ? 0 : k > spans ? 1 : (double)k / spans);
    }
    for (i = 0; i < kv; i++) {
        int k = (int)i - q, spans = count_v - q;
        s.knots_v[i] = (cld_real)(k < 0 ? 0 : k > spans ? 1 : (double)k / spans);
    }
    for (i = 0; rational && i < n; i++) s.weights[i] = 1;
    return s;
}

static TEST_UNUSED void case_free(case_surface *s)
{
    free(s->knots_u);
    memset(s, 0, sizeof *s);
}

static TEST_UNUSED cld_real *case_point(case_surface *s, int i, int j)
{
    return s->points + 3 * (i * s->view.count_v + j);
}

static TEST_UNUSED void case_set(case_surface *s, int i, int j, double x, double y, double z)
{
    cld_real *p = case_point(s, i, j);
    p[0] = (cld_real)x, p[1] = (cld_real)y, p[2] = (cld_real)z;
}

static TEST_UNUSED case_surface case_copy(const case_surface *from)
{
    const cld_nurbs *v = &from->view;
    size_t n = (size_t)(v->count_u * v->count_v);
    case_surface s = case_new(v->degree_u, v->degree_v, v->count_u, v->count_v, v->weights != NULL);
    memcpy(s.knots_u, v->knots_u, (size_t)(v->count_u + v->degree_u + 1) * sizeof(cld_real));
    memcpy(s.knots_v, v->knots_v, (size_t)(v->count_v + v->degree_v + 1) * sizeof(cld_real));
    memcpy(s.points, v->points, 3 * n * sizeof(cld_real));
    if (v->weights) memcpy(s.weights, v->weights, n * sizeof(cld_real));
    return s;
}

static TEST_UNUSED void case_scale(case_surface *s, double factor)
{
    int i, n = 3 * s->view.count_u * s->view.count_v;
    for (i = 0; i < n; i++) s->points[i] = (cld_real)((double)s->points[i] * factor);
}

/* ---------------------------------------------------------------------------------- random
   surfaces */

enum {
    CASE_PLAIN,   /* degrees 2 and 3, polynomial */
    CASE_WEIGHTS, /* weights within a factor of ten */
    CASE_WILD,    /* weights of ratio 1e6 */
    CASE_POLE,    /* one side of the net is one point */
    CASE_DEGREE,  /* degrees up to 7 */
    CASE_HIGH,    /* degree 15 */
    CASE_SMALL,   /* degree 1, least nets */
    CASE_SMOOTH,  /* little noise: nearly flat sheets, which come close without crossing */
    CASE_KINDS
};

/* Of about unit size; knots clamped or not, repeated or not; strides of all kinds. */
static TEST_UNUSED void case_random(test_random *r, int kind, test_surface *s)
{
    static const surface_kind kinds[CASE_KINDS] = {{2, 3, 4, 1, 1, 0, 1},   {2, 3, 3, 1, 10, 0, 1},
                                                   {1, 4, 2, 1, 1e6, 0, 1}, {2, 3, 2, 1, 4, 0, 1},
                                                   {1, 7, 2, 1, 1, 0, 1},   {15, 15, 0, 1, 1, 1, 0},
                                                   {1, 1, 2, 1, 1, 0, 1},   {2, 3, 4, 1, 1, 0, 0}};
    double first[3];
    int i, j, c;
    if (kind == CASE_HIGH && test_integer(r, 0, 9)) kind = CASE_DEGREE; /* slow */
    test_surface_random(r, &kinds[kind], s);
    for (j = 0; kind == CASE_POLE && j < s->view.count_v; j++) {
        const cld_real *p = (const cld_real *)s->view.points;
        for (c = 0; c < 3; c++) first[c] = (double)p[c];
        test_surface_set(s, 0, j, first, 1);
    }
    for (i = 0; kind == CASE_SMOOTH && i < s->view.count_u; i++)
        for (j = 0; j < s->view.count_v; j++)
            s->points[3 * (i * s->view.count_v + j) + 2] *= (cld_real)0.1;
}

/* ----------------------------------------------------------------------------------- known
   surfaces */

/* z = bend (x^2 + y^2) over [-1, 1]^2, exactly, by 3x3 points. */
static TEST_UNUSED case_surface case_bowl(double bend)
{
    case_surface s = case_new(2, 2, 3, 3, 0);
    int i, j;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            case_set(&s, i, j, i - 1, j - 1, bend * ((i == 1 ? -1 : 1) + (j == 1 ? -1 : 1)));
    return s;
}

/* The square |x|, |y| <= size/2 of the plane z = 0, by n x n points, bilinear or cubic. */
static TEST_UNUSED case_surface case_square(double size, int degree, int n)
{
    case_surface s = case_new(degree, degree, n, n, 0);
    int i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            double x = 0, y = 0; /* Greville abscissae: the surface is a square grid */
            for (k = 1; k <= degree; k++)
                x += (double)s.knots_u[i + k] / degree, y += (double)s.knots_v[j + k] / degree;
            case_set(&s, i, j, size * (x - 0.5), size * (y - 0.5), 0);
        }
    return s;
}

/* A wavy sheet of unit size by n x n points, cubic. */
static TEST_UNUSED case_surface case_waves(int n)
{
    case_surface s = case_square(1, 3, n);
    int i;
    for (i = 0; i < n * n; i++) {
        double x = (double)s.points[3 * i], y = (double)s.points[3 * i + 1];
        s.points[3 * i + 2] = (cld_real)(0.10 * sin(7 * x + 0.4) * cos(6 * y - 0.3));
    }
    return s;
}

/* An eighth of the sphere about the origin, its poles on the y axis, rational of degree 2: u turns
   about y, v rises from the equator to the pole. octants 0..3 are the upper ones. */
static TEST_UNUSED case_surface case_octant(double radius, int octant)
{
    static const double ring[5][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
    const double *from = ring[octant % 4], *to = ring[octant % 4 + 1];
    double height = octant < 4 ? radius : -radius;
    case_surface s = case_new(2, 2, 3, 3, 1);
    int i, j;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++) {
            double x = i == 0 ? from[0] : i == 1 ? from[0] + to[0] : to[0];
            double z = i == 0 ? from[1] : i == 1 ? from[1] + to[1] : to[1];
            case_set(&s, i, j, j == 2 ? 0 : radius * x, j == 0 ? 0 : height,
                     j == 2 ? 0 : radius * z);
            s.weights[3 * i + j] = (cld_real)((i == 1 ? sqrt(0.5) : 1) * (j == 1 ? sqrt(0.5) : 1));
        }
    return s;
}

/* A whole sphere: views[8], the memory of surface k in memory[k]. */
static TEST_UNUSED void case_sphere(double radius, case_surface memory[8], cld_nurbs views[8])
{
    int k;
    for (k = 0; k < 8; k++) {
        memory[k] = case_octant(radius, k);
        views[k] = memory[k].view;
    }
}

/* The cylinder x^2 + y^2 = 1, |z| <= half, as four quarters. */
static TEST_UNUSED void case_cylinder(double half, case_surface memory[4], cld_nurbs views[4])
{
    static const double ring[5][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
    int k, i, j;
    for (k = 0; k < 4; k++) {
        memory[k] = case_new(2, 1, 3, 2, 1);
        for (i = 0; i < 3; i++)
            for (j = 0; j < 2; j++) {
                double x = i == 0   ? ring[k][0]
                           : i == 1 ? ring[k][0] + ring[k + 1][0]
                                    : ring[k + 1][0];
                double y = i == 0   ? ring[k][1]
                           : i == 1 ? ring[k][1] + ring[k + 1][1]
                                    : ring[k + 1][1];
                case_set(&memory[k], i, j, x, y, j ? half : -half);
                memory[k].weights[2 * i + j] = (cld_real)(i == 1 ? sqrt(0.5) : 1);
            }
        views[k] = memory[k].view;
    }
}

/* The torus of radii 1 and r about the z axis in one surface: nine by nine points, both ways
   closed. */
static TEST_UNUSED case_surface case_torus(double r)
{
    static const double ring[9][2] = {{1, 0},   {1, 1},  {0, 1},  {-1, 1}, {-1, 0},
                                      {-1, -1}, {0, -1}, {1, -1}, {1, 0}};
    static const double knots[12] = {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4};
    case_surface s = case_new(2, 2, 9, 9, 1);
    int i, j;
    for (i = 0; i < 12; i++) s.knots_u[i] = s.knots_v[i] = (cld_real)knots[i];
    for (i = 0; i < 9; i++)
        for (j = 0; j < 9; j++) {
            double away = 1 + r * ring[j][0];
            case_set(&s, i, j, away * ring[i][0], away * ring[i][1], r * ring[j][1]);
            s.weights[9 * i + j] = (cld_real)((i & 1 ? sqrt(0.5) : 1) * (j & 1 ? sqrt(0.5) : 1));
        }
    return s;
}

/* -------------------------------------------------------------------------------------------
   bodies */

static TEST_UNUSED cld_nurbs_body case_body(const cld_nurbs *surfaces, int count)
{
    cld_nurbs_body body;
    memset(&body, 0, sizeof body);
    body.surfaces = surfaces;
    body.count = count;
    return body;
}

/* Two random surfaces of any kind, each posed at random up to `reach` from the origin. */
static TEST_UNUSED void case_random_pair(test_random *r, double reach, test_surface s[2],
                                         cld_nurbs_body body[2])
{
    int k;
    for (k = 0; k < 2; k++) {
        case_random(r, test_integer(r, 0, CASE_KINDS - 1), &s[k]);
        body[k] = case_body(&s[k].view, 1);
        body[k].pose = test_pose(r, reach);
    }
}

static TEST_UNUSED cld_pose case_at(double x, double y, double z)
{
    cld_pose pose = cld_pose_identity();
    pose.position.x = (cld_real)x, pose.position.y = (cld_real)y, pose.position.z = (cld_real)z;
    return pose;
}

static TEST_UNUSED const cld_real *case_view_point(const cld_nurbs *s, int i, int j)
{
    size_t sv = s->stride_v ? s->stride_v : 3 * sizeof(cld_real);
    size_t su = s->stride_u ? s->stride_u : sv * (size_t)s->count_v;
    return (const cld_real *)(const void *)((const char *)s->points + (size_t)i * su +
                                            (size_t)j * sv);
}

/* A bound on the largest coordinate that a query can meet in A's frame: what 'size of the data' in
   the documented tolerances is at most. */
static TEST_UNUSED double case_reach(const cld_nurbs_body *body)
{
    double reach = 0;
    int k, i, n, c, count = body->count ? body->count : 1;
    for (k = 0; k < count; k++) {
        const cld_nurbs *s = body->surfaces + k;
        for (i = 0, n = s->count_u * s->count_v; i < n; i++) {
            const cld_real *p = case_view_point(s, i / s->count_v, i % s->count_v);
            for (c = 0; c < 3; c++) reach = fmax(reach, fabs((double)p[c]));
        }
    }
    return reach;
}

static TEST_UNUSED double case_size(const cld_nurbs_body *a, const cld_nurbs_body *b)
{
    double x = (double)a->pose.position.x - (double)b->pose.position.x;
    double y = (double)a->pose.position.y - (double)b->pose.position.y;
    double z = (double)a->pose.position.z - (double)b->pose.position.z;
    return case_reach(a) + sqrt(3) * sqrt(x * x + y * y + z * z) + 2 * case_reach(b);
}

/* The documented default tolerance: 2 units of rounding of cld_real, never less than 2e-12 (cubic
   surfaces; in proportion to 64 + 34 degrees), times the size. */
static TEST_UNUSED double case_tolerance(const cld_nurbs_body *a, const cld_nurbs_body *b)
{
    const cld_nurbs_body *body[2];
    int side, k, degrees = 0;
    body[0] = a, body[1] = b;
    for (side = 0; side < 2; side++)
        for (k = 0; k < (body[side]->count ? body[side]->count : 1); k++) {
            const cld_nurbs *s = body[side]->surfaces + k;
            if (s->degree_u + s->degree_v > degrees) degrees = s->degree_u + s->degree_v;
        }
    return fmax(2 * TEST_ROUND, 2e-12 * (64 + 34 * degrees) / 268) * case_size(a, b);
}

#endif
