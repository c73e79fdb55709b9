/* Made surfaces: pairs as people make them, whose intersection is known in closed form. Planes,
 * cylinders, cones, spheres, tori and troughs as rational surfaces that cross, touch in a point or
 * along a curve, or share an edge; each pair is turned at random, and the seams of its surfaces of
 * revolution lie on the contact, beside it by 1e-12 to 1e-3, or anyhow. */
#ifndef MADE_NURBS_H
#define MADE_NURBS_H

#include "nurbs_cases.h"

typedef enum made_kind {
    MADE_PLANE_SPHERE,         /* cross in a circle */
    MADE_PLANE_CYLINDER,       /* cross in a circle */
    MADE_PLANE_TORUS,          /* cross in two circles */
    MADE_SPHERE_POINT,         /* a sphere on a plane */
    MADE_SPHERES_POINT,        /* two spheres */
    MADE_CYLINDER_ON_PLANE,    /* touch along a line */
    MADE_CONE_ON_PLANE,        /* touch along a ruling */
    MADE_TROUGH_ON_PLANE,      /* a parabolic trough touches along a line */
    MADE_TORUS_ON_PLANE,       /* touch along a circle */
    MADE_CYLINDER_IN_CYLINDER, /* touch along a line, from inside */
    MADE_CYLINDERS,            /* touch along a line, from outside */
    MADE_SPHERE_IN_CYLINDER,   /* touch along a circle */
    MADE_TORUS_IN_CYLINDER,    /* touch along the outer equator */
    MADE_BEND,                 /* two squares share an edge, at an angle */
    MADE_FLAT_EDGE,            /* two squares of one plane share an edge */
    MADE_SMOOTH_EDGE,          /* two halves of a trough share an edge */
    MADE_KINDS
} made_kind;

static const char *const made_names[MADE_KINDS] = {"plane, sphere: circle",
                                                   "plane, cylinder: circle",
                                                   "plane, torus: two circles",
                                                   "sphere on plane: point",
                                                   "two spheres: point",
                                                   "cylinder on plane: line",
                                                   "cone on plane: ruling",
                                                   "trough on plane: line",
                                                   "torus on plane: circle",
                                                   "cylinder in cylinder: line",
                                                   "cylinder beside cylinder: line",
                                                   "sphere in cylinder: circle",
                                                   "torus in cylinder: circle",
                                                   "squares with a bend: edge",
                                                   "squares of a plane: edge",
                                                   "halves of a trough: edge"};

typedef struct made_scene {
    case_surface surface[2];
    int count, closed; /* curves in truth, and how many of them are closed */
    double length;     /* of all; 0: a point */
    double size;       /* of the smaller body, about */
    int exact;         /* the default tolerance will do */
    double origin[3], axis[3][3];
} made_scene;

static TEST_UNUSED void made_set(const made_scene *m, case_surface *s, int i, int j, double x,
                                 double y, double z)
{
    double p[3];
    int k;
    for (k = 0; k < 3; k++)
        p[k] = m->origin[k] + x * m->axis[0][k] + y * m->axis[1][k] + z * m->axis[2][k];
    case_set(s, i, j, p[0], p[1], p[2]);
}

/* A quarter of the circle in each span: knots, and point i of nine. */
static TEST_UNUSED void made_circle(int i, double turn, double *x, double *y, double *w)
{
    const double quarter = 1.5707963267948966, r = i % 2 ? sqrt(2) : 1;
    *x = r * cos(turn + 0.5 * quarter * i), *y = r * sin(turn + 0.5 * quarter * i);
    *w = i % 2 ? sqrt(0.5) : 1;
}

static TEST_UNUSED void made_knots(cld_real *knots, int spans)
{
    int i;
    for (i = 0; i < 2 * spans + 4; i++) {
        int k = i < 1 ? 0 : (i - 1) / 2;
        knots[i] = (cld_real)((double)(k < spans ? k : spans) / spans);
    }
}

/* The profile (radius[j], height[j]) of n points turned about the axis that leads from `base` along
 * axis[2] of the scene, the others being axis[0] and axis[1] in the order given by `roll`: which of
 * the scene's axes is x, y, z here. */
static TEST_UNUSED case_surface made_revolve(const made_scene *m, int n, const double *radius,
                                             const double *height, const double *weight,
                                             double turn, const double base[3], int roll)
{
    case_surface s = case_new(2, n == 2 ? 1 : 2, 9, n, 1);
    int i, j;
    made_knots(s.knots_u, 4);
    if (n > 2) made_knots(s.knots_v, (n - 1) / 2);
    for (i = 0; i < 9; i++) {
        double x, y, w;
        made_circle(i, turn, &x, &y, &w);
        for (j = 0; j < n; j++) {
            double p[3];
            p[roll] = base[roll] + radius[j] * x;
            p[(roll + 1) % 3] = base[(roll + 1) % 3] + radius[j] * y;
            p[(roll + 2) % 3] = base[(roll + 2) % 3] + height[j];
            made_set(m, &s, i, j, p[0], p[1], p[2]);
            s.weights[i * n + j] = (cld_real)(w * (weight ? weight[j] : 1));
        }
    }
    return s;
}

static TEST_UNUSED case_surface made_tube(const made_scene *m, double r0, double r1, double length,
                                          double turn, const double base[3], int roll)
{
    double radius[2], height[2];
    radius[0] = r0, radius[1] = r1, height[0] = 0, height[1] = length;
    return made_revolve(m, 2, radius, height, NULL, turn, base, roll);
}

static TEST_UNUSED case_surface made_sphere(const made_scene *m, double r, double turn,
                                            const double base[3], int roll)
{
    double radius[5], height[5], weight[5];
    int j;
    for (j = 0; j < 5; j++) {
        radius[j] = j % 4 ? r : 0, height[j] = r * (j < 2 ? -1 : j > 2 ? 1 : 0);
        weight[j] = j % 2 ? sqrt(0.5) : 1;
    }
    return made_revolve(m, 5, radius, height, weight, turn, base, roll);
}

static TEST_UNUSED case_surface made_torus(const made_scene *m, double big, double r, double turn,
                                           double tilt)
{
    double radius[9], height[9], weight[9], base[3] = {0, 0, 0};
    int j;
    for (j = 0; j < 9; j++) {
        made_circle(j, tilt, &radius[j], &height[j], &weight[j]);
        radius[j] = big + r * radius[j], height[j] *= r;
    }
    return made_revolve(m, 9, radius, height, weight, turn, base, 0);
}

/* The rectangle |x - cx| <= a, |y - cy| <= b at height z, of so many spans, knots anyhow. */
static TEST_UNUSED case_surface made_plane(const made_scene *m, test_random *r, double cx,
                                           double cy, double a, double b, double z, int spans)
{
    case_surface s = case_new(1, 1, spans + 1, spans + 1, 0);
    double at[2][9];
    int i, j, k;
    for (k = 0; k < 2; k++)
        for (i = 0; i <= spans; i++)
            at[k][i] = i == 0       ? -1
                       : i == spans ? 1
                                    : -1 + 2 * (i + test_between(r, -0.3, 0.3)) / spans;
    for (i = 0; i <= spans; i++) {
        s.knots_u[i + 1] = (cld_real)at[0][i], s.knots_v[i + 1] = (cld_real)at[1][i];
        for (j = 0; j <= spans; j++) made_set(m, &s, i, j, cx + a * at[0][i], cy + b * at[1][j], z);
    }
    for (k = 0; k < 2; k++) {
        cld_real *knots = k ? s.knots_v : s.knots_u;
        knots[0] = -1, knots[spans + 2] = 1;
    }
    return s;
}

/* z = bend x^2 over low <= x <= high, |y| <= half */
static TEST_UNUSED case_surface made_trough(const made_scene *m, double bend, double low,
                                            double high, double half)
{
    case_surface s = case_new(2, 1, 3, 2, 0);
    int j;
    for (j = 0; j < 2; j++) {
        double y = j ? half : -half;
        made_set(m, &s, 0, j, low, y, bend * low * low);
        made_set(m, &s, 1, j, 0.5 * (low + high), y, bend * low * high);
        made_set(m, &s, 2, j, high, y, bend * high * high);
    }
    return s;
}

/* Where a seam lies beside what it would meet exactly: on it, beside it, anyhow. */
static TEST_UNUSED double made_beside(test_random *r)
{
    static const double off[8] = {0, 0, 1e-12, 1e-9, 1e-6, 1e-3, 0.1, 1};
    double by = off[test_integer(r, 0, 7)];
    if (by == 1) return test_between(r, 0, 6.28);
    return test_integer(r, 0, 1) ? by : -by;
}

static TEST_UNUSED void made_place(made_scene *m, test_random *r, int turned)
{
    cld_pose pose = test_pose(r, turned ? 1 : 0);
    double n;
    int k, i;
    memset(m->axis, 0, sizeof m->axis);
    for (k = 0; k < 3; k++) m->axis[k][k] = 1, m->origin[k] = 0;
    if (!turned) return;
    m->axis[0][0] = (double)pose.rotation.x.x, m->axis[0][1] = (double)pose.rotation.x.y;
    m->axis[0][2] = (double)pose.rotation.x.z;
    m->axis[1][0] = (double)pose.rotation.y.x, m->axis[1][1] = (double)pose.rotation.y.y;
    m->axis[1][2] = (double)pose.rotation.y.z;
    for (n = 0, k = 0; k < 3; k++) n += m->axis[0][k] * m->axis[0][k];
    for (k = 0; k < 3; k++) m->axis[0][k] /= sqrt(n); /* orthonormal in double */
    for (n = 0, k = 0; k < 3; k++) n += m->axis[0][k] * m->axis[1][k];
    for (k = 0; k < 3; k++) m->axis[1][k] -= n * m->axis[0][k];
    for (n = 0, k = 0; k < 3; k++) n += m->axis[1][k] * m->axis[1][k];
    for (k = 0; k < 3; k++) m->axis[1][k] /= sqrt(n);
    for (k = 0; k < 3; k++) {
        i = (k + 1) % 3;
        m->axis[2][k] =
            m->axis[0][i] * m->axis[1][(i + 1) % 3] - m->axis[0][(i + 1) % 3] * m->axis[1][i];
        m->origin[k] = test_between(r, -0.5, 0.5);
    }
}

static TEST_UNUSED void made_touch_line(made_scene *m, test_random *r, made_kind kind)
{
    const double half = 1.5707963267948966, at = test_between(r, -0.2, 0.2);
    const double length = test_between(r, 0.5, 1.5);
    double base[3] = {0, 0, 0}, slope = test_between(r, 0.2, 0.8), radius[2];
    double turn = -half + made_beside(r);
    case_surface *s = m->surface;
    m->length = length, m->count = 1, m->closed = 0;
    base[2] = 0.5, base[1] = at;
    /* the axis is y: roll 2 makes the scene's z, x the circle's plane; so turn is from z */
    base[1] = at - 0.5 * length;
    if (kind == MADE_CONE_ON_PLANE) {
        double c = cos(slope), sn = sin(slope);
        radius[0] = 0.2, radius[1] = 0.2 + length * sn / c;
        /* turned about x so that a ruling lies in z = 0 */
        s[0] = case_new(2, 1, 9, 2, 1);
        {
            int i, j;
            made_knots(s[0].knots_u, 4);
            for (i = 0; i < 9; i++)
                for (j = 0; j < 2; j++) {
                    double x, y, w, p, q;
                    made_circle(i, turn, &x, &y, &w);
                    p = radius[j] * x, q = radius[j] * y;
                    /* axis coordinate j*length, height q; the ruling q = -radius goes to z = 0 */
                    made_set(m, &s[0], i, j, p, c * (j * length) - sn * (q + radius[0]) + base[1],
                             sn * (j * length) + c * (q + radius[0]));
                    s[0].weights[2 * i + j] = (cld_real)w;
                }
        }
        m->length = length / c;
        s[1] = made_plane(m, r, 0, 0, 2, 6, 0, 1 + test_integer(r, 0, 3));
        return;
    }
    if (kind == MADE_TROUGH_ON_PLANE) {
        s[0] = made_trough(m, test_between(r, 0.5, 8), -1, test_between(r, 0.5, 1), 0.5 * length);
        s[1] = made_plane(m, r, 0, 0, 2, 3, 0, 1 + test_integer(r, 0, 3));
        return;
    }
    s[0] = made_tube(m, 0.5, 0.5, length, turn + half, base, 2);
    /* roll 2: circle x along the scene's z, circle y along x; the lowest point is at angle pi */
    if (kind == MADE_CYLINDER_ON_PLANE) {
        s[1] = made_plane(m, r, 0, 0, 2, 3, 0, 1 + test_integer(r, 0, 3));
    } else {
        double other[3] = {0, -2, 0};
        double big = test_between(r, 0.7, 2);
        other[2] = kind == MADE_CYLINDERS ? -big : big;
        s[1] = made_tube(m, big, big, 4, made_beside(r), other, 2);
    }
}

static TEST_UNUSED void made_touch_circle(made_scene *m, test_random *r, made_kind kind)
{
    const double two_pi = 6.283185307179586;
    double base[3] = {0, 0, 0}, big = test_between(r, 0.6, 1), small_ = test_between(r, 0.1, 0.4);
    case_surface *s = m->surface;
    m->count = m->closed = 1;
    if (kind == MADE_TORUS_ON_PLANE) {
        m->length = two_pi * big;
        s[0] = made_torus(m, big, small_, made_beside(r), made_beside(r));
        s[1] = made_plane(m, r, test_between(r, -0.1, 0.1), 0, 2, 2, small_,
                          1 + test_integer(r, 0, 3));
        return;
    }
    base[2] = -2;
    if (kind == MADE_SPHERE_IN_CYLINDER) {
        double centre[3] = {0, 0, 0};
        m->length = two_pi * big;
        s[0] = made_sphere(m, big, made_beside(r), centre, test_integer(r, 0, 2));
        s[1] = made_tube(m, big, big, 4, made_beside(r), base, 0);
    } else {
        m->length = two_pi * (big + small_);
        s[0] = made_torus(m, big, small_, made_beside(r), made_beside(r));
        s[1] = made_tube(m, big + small_, big + small_, 4, made_beside(r), base, 0);
    }
}

static TEST_UNUSED void made_edge(made_scene *m, test_random *r, made_kind kind)
{
    case_surface *s = m->surface;
    m->count = 1, m->closed = 0, m->length = 2;
    if (kind == MADE_SMOOTH_EDGE) {
        s[0] = made_trough(m, 1, 0, 1, 1);
        s[1] = made_trough(m, 1, -1, 0, 1);
    } else {
        double w = kind == MADE_BEND ? test_between(r, 0.3, 2.8) : 0;
        s[0] = case_new(1, 1, 2, 2, 0), s[1] = case_new(1, 1, 2, 2, 0);
        made_set(m, &s[0], 0, 0, -1, -1, 0), made_set(m, &s[0], 0, 1, -1, 1, 0);
        made_set(m, &s[0], 1, 0, 0, -1, 0), made_set(m, &s[0], 1, 1, 0, 1, 0);
        made_set(m, &s[1], 0, 0, 0, -1, 0), made_set(m, &s[1], 0, 1, 0, 1, 0);
        made_set(m, &s[1], 1, 0, cos(w), -1, sin(w)), made_set(m, &s[1], 1, 1, cos(w), 1, sin(w));
    }
}

static TEST_UNUSED void made_cross(made_scene *m, test_random *r, made_kind kind)
{
    const double two_pi = 6.283185307179586;
    double base[3] = {0, 0, 0}, h = test_integer(r, 0, 1) ? test_between(r, -0.3, 0.3) : 0;
    case_surface *s = m->surface;
    s[1] = made_plane(m, r, 0, 0, 2, 2, h, 1 + test_integer(r, 0, 3));
    m->count = m->closed = kind == MADE_PLANE_TORUS ? 2 : 1;
    if (kind == MADE_PLANE_SPHERE) {
        m->length = two_pi * sqrt(1 - h * h);
        s[0] = made_sphere(m, 1, made_beside(r), base, test_integer(r, 0, 2));
    } else if (kind == MADE_PLANE_CYLINDER) {
        base[2] = -1;
        m->length = two_pi * 0.8;
        s[0] = made_tube(m, 0.8, 0.8, 2, made_beside(r), base, 0);
    } else {
        m->length = 2 * two_pi * 1;
        s[0] = made_torus(m, 1, 0.4, made_beside(r), made_beside(r));
    }
}

/* A scene of the kind, from the random numbers. */
static TEST_UNUSED void made_scene_of(made_kind kind, test_random *r, made_scene *m)
{
    double base[3] = {0, 0, 1};
    memset(m, 0, sizeof *m);
    made_place(m, r, test_integer(r, 0, 3) > 0);
    m->size = 1;
    if (kind <= MADE_PLANE_TORUS) {
        made_cross(m, r, kind);
    } else if (kind <= MADE_SPHERES_POINT) {
        m->count = 1;
        m->surface[0] = made_sphere(m, 1, made_beside(r), base, test_integer(r, 0, 2));
        base[2] = -0.7;
        m->surface[1] = kind == MADE_SPHERE_POINT
                            ? made_plane(m, r, 0, 0, 2, 2, 0, 1 + test_integer(r, 0, 3))
                            : made_sphere(m, 0.7, made_beside(r), base, test_integer(r, 0, 2));
    } else if (kind >= MADE_BEND) {
        made_edge(m, r, kind);
    } else if (kind == MADE_TORUS_ON_PLANE || kind >= MADE_SPHERE_IN_CYLINDER) {
        made_touch_circle(m, r, kind);
    } else {
        made_touch_line(m, r, kind);
    }
}

static TEST_UNUSED void made_free(made_scene *m)
{
    case_free(&m->surface[0]), case_free(&m->surface[1]);
}

#endif
