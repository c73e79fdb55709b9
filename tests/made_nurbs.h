/* Made surfaces: pairs as people make them, whose intersection is known in closed form. Planes,
 * cylinders, cones, spheres, tori and troughs as rational surfaces that cross, touch in a point or
 * along a curve, or share an edge; each pair is turned at random, and the seams of its surfaces of
 * revolution lie on the contact, beside it by 1e-12 to 1e-3, or anyhow. Free-form sheets that cross
 * or touch over the zeros of a polynomial. */
#ifndef MADE_NURBS_H
#define MADE_NURBS_H

#include "nurbs_cases.h"

typedef enum made_pair_kind {
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
    MADE_PLANE_CONE,           /* cross in a circle */
    MADE_SPHERES,              /* the same */
    MADE_CONE_CYLINDER,
    MADE_CONES,
    MADE_SPHERE_CYLINDER, /* cross in two circles */
    MADE_SPHERE_CONE,     /* the same */
    MADE_TORUS_SPHERE,    /* a sphere about the torus' centre */
    MADE_TORUS_CYLINDER,
    MADE_TORUS_CONE,
    MADE_TORI,                     /* of one circle, one shifted */
    MADE_PLANE_TROUGH,             /* cross in two lines */
    MADE_TROUGHS,                  /* the same */
    MADE_PIPES,                    /* a pipe passes through a wider one */
    MADE_POINTS,                   /* from here to MADE_LINES: two of made_rests touch in a point */
    MADE_LINES = MADE_POINTS + 16, /* to MADE_CIRCLES: along a ruling of both */
    MADE_CIRCLES = MADE_LINES + 8,
    MADE_SPHERE_IN_CONE = MADE_CIRCLES, /* touch along a circle */
    MADE_TORUS_IN_CONE,
    MADE_SPHERE_IN_RING,   /* a ball in the hole of a torus */
    MADE_SPHERE_IN_TUBE,   /* a ball inside a torus, along a meridian */
    MADE_CYLINDER_IN_RING, /* a pin in the hole of a torus */
    MADE_TORI_STACKED,
    MADE_TORUS_IN_TORUS,
    MADE_FREE,                  /* from here on free-form sheets, see made_free_form */
    MADE_FREE_LINE = MADE_FREE, /* cross in a curve from border to border */
    MADE_FREE_LINES,            /* in two */
    MADE_FREE_LOOP,             /* in a closed one */
    MADE_FREE_POINT,            /* touch in a point */
    MADE_FREE_TOUCH,            /* along a curve, straight as seen from above */
    MADE_FREE_BENT,             /* along a bent one */
    MADE_FREE_RING,             /* along a closed one */
    MADE_FREE_BOTH,             /* cross in one curve and touch along another */
    MADE_PAIR_KINDS
} made_pair_kind;

static const char *const made_pair_names[MADE_PAIR_KINDS] = {"plane, sphere: circle",
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
                                                             "halves of a trough: edge",
                                                             "plane, cone: circle",
                                                             "two spheres: circle",
                                                             "cone, cylinder: circle",
                                                             "two cones: circle",
                                                             "sphere, cylinder: two circles",
                                                             "sphere, cone: two circles",
                                                             "torus, sphere: two circles",
                                                             "torus, cylinder: two circles",
                                                             "torus, cone: two circles",
                                                             "two tori: two circles",
                                                             "plane, trough: two lines",
                                                             "two troughs: two lines",
                                                             "two pipes: two curves",
                                                             "sphere on cylinder: point",
                                                             "sphere on cone: point",
                                                             "sphere on torus: point",
                                                             "sphere on trough: point",
                                                             "cylinder on cylinder: point",
                                                             "cylinder on cone: point",
                                                             "cylinder on torus: point",
                                                             "cylinder on trough: point",
                                                             "cone on cone: point",
                                                             "cone on torus: point",
                                                             "cone on trough: point",
                                                             "torus on torus: point",
                                                             "torus on trough: point",
                                                             "torus on plane: point",
                                                             "trough on trough: point",
                                                             "sphere in trough: point",
                                                             "cylinder beside cone: line",
                                                             "cylinder on trough: line",
                                                             "cone beside cone: line",
                                                             "cone on trough: line",
                                                             "trough on trough: line",
                                                             "cylinder in trough: line",
                                                             "cone in cone: line",
                                                             "trough in trough: line",
                                                             "sphere in cone: circle",
                                                             "torus in cone: circle",
                                                             "sphere in ring: circle",
                                                             "sphere in torus: circle",
                                                             "cylinder in ring: circle",
                                                             "torus on torus: circle",
                                                             "torus in torus: circle",
                                                             "free forms: a crossing",
                                                             "free forms: two crossings",
                                                             "free forms: a crossing loop",
                                                             "free forms: touch, point",
                                                             "free forms: touch, straight",
                                                             "free forms: touch, bent",
                                                             "free forms: touch, loop",
                                                             "free forms: crossing and touch"};

typedef struct made_pair {
    case_surface surface[2];
    int count, closed; /* curves in truth, and how many of them are closed */
    double length;     /* of all; 0: a point */
    double size;       /* of the smaller body, about */
    int exact;         /* the default tolerance will do */
    double origin[3], axis[3][3];
} made_pair;

static TEST_UNUSED void made_set(const made_pair *m, case_surface *s, int i, int j, double x,
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
static TEST_UNUSED case_surface made_revolve(const made_pair *m, int n, const double *radius,
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

static TEST_UNUSED case_surface made_tube(const made_pair *m, double r0, double r1, double length,
                                          double turn, const double base[3], int roll)
{
    double radius[2], height[2];
    radius[0] = r0, radius[1] = r1, height[0] = 0, height[1] = length;
    return made_revolve(m, 2, radius, height, NULL, turn, base, roll);
}

static TEST_UNUSED case_surface made_sphere(const made_pair *m, double r, double turn,
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

static TEST_UNUSED case_surface made_torus(const made_pair *m, double big, double r, double turn,
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
static TEST_UNUSED case_surface made_plane(const made_pair *m, test_random *r, double cx, double cy,
                                           double a, double b, double z, int spans)
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
static TEST_UNUSED case_surface made_trough(const made_pair *m, double bend, double low,
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

static TEST_UNUSED void made_place(made_pair *m, test_random *r, int turned)
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

static TEST_UNUSED void made_touch_line(made_pair *m, test_random *r, made_pair_kind kind)
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

static TEST_UNUSED void made_touch_circle(made_pair *m, test_random *r, made_pair_kind kind)
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

static TEST_UNUSED void made_edge(made_pair *m, test_random *r, made_pair_kind kind)
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

static TEST_UNUSED void made_cross(made_pair *m, test_random *r, made_pair_kind kind)
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

/* ---- two surfaces on either side of a plane that is tangent to both: they touch in a point, or,
   if both have a ruling in it and these have one direction, along that */

typedef enum made_rest {
    MADE_REST_PLANE,
    MADE_REST_SPHERE,
    MADE_REST_CYLINDER,
    MADE_REST_CONE,
    MADE_REST_TORUS,
    MADE_REST_TROUGH
} made_rest;

/* The scene's axes turned about z by an angle; then, if `under`, by a half turn about x. */
static TEST_UNUSED made_pair made_turned(const made_pair *m, double angle, int under)
{
    made_pair t = *m;
    const double c = cos(angle), s = sin(angle), side = under ? -1 : 1;
    int k;
    for (k = 0; k < 3; k++) {
        t.axis[0][k] = c * m->axis[0][k] + s * m->axis[1][k];
        t.axis[1][k] = side * (c * m->axis[1][k] - s * m->axis[0][k]);
        t.axis[2][k] = side * m->axis[2][k];
    }
    return t;
}

/* A torus above z = 0 that touches this at the origin, on its outer half. */
static TEST_UNUSED case_surface made_torus_at_rest(const made_pair *m, test_random *r)
{
    const double big = test_between(r, 0.5, 1), thin = test_between(r, 0.1, 0.4);
    const double tilt = test_integer(r, 0, 1) ? 0 : test_between(r, -1.2, 1.2);
    const double c = cos(tilt), s = sin(tilt);
    made_pair t = *m;
    int k;
    for (k = 0; k < 3; k++) {
        t.axis[0][k] = s * m->axis[1][k] - c * m->axis[2][k];
        t.axis[1][k] = m->axis[0][k];
        t.axis[2][k] = -c * m->axis[1][k] - s * m->axis[2][k];
        t.origin[k] -= (big + thin * c) * t.axis[0][k] + thin * s * t.axis[2][k];
    }
    return made_torus(&t, big, thin, made_beside(r), tilt + made_beside(r));
}

/* A surface of the kind above z = 0 that touches this at the origin; its ruling, if it has one,
   along y, from *low to *high. `size` says how much it is curved. */
static TEST_UNUSED case_surface made_at_rest(const made_pair *m, test_random *r, made_rest kind,
                                             double size, double *low, double *high)
{
    const double half = 1.5707963267948966, length = test_between(r, 0.5, 1.5);
    const double turn = made_beside(r);
    double base[3] = {0, 0, 0};
    *low = -length * test_between(r, 0.3, 0.7), *high = *low + length;
    if (kind == MADE_REST_SPHERE) {
        base[2] = size;
        return made_sphere(m, size, turn, base, test_integer(r, 0, 2));
    }
    if (kind == MADE_REST_CYLINDER) {
        base[1] = *low, base[2] = size;
        return made_tube(m, size, size, length, turn, base, 2);
    }
    if (kind == MADE_REST_CONE) {
        const double slope = test_between(r, 0.2, 0.8), c = cos(slope), s = sin(slope);
        const double least = 0.4 * size;
        case_surface cone = case_new(2, 1, 9, 2, 1);
        int i, j;
        made_knots(cone.knots_u, 4);
        for (i = 0; i < 9; i++)
            for (j = 0; j < 2; j++) { /* the axis leans by `slope`, so that a ruling lies along y */
                const double radius = least + j * length * s, height = j * length * c;
                double x, y, w;
                made_circle(i, turn - half, &x, &y, &w);
                made_set(m, &cone, i, j, radius * x, *low + c * height - s * (radius * y + least),
                         s * height + c * (radius * y + least));
                cone.weights[2 * i + j] = (cld_real)w;
            }
        return cone;
    }
    if (kind == MADE_REST_TORUS) return made_torus_at_rest(m, r);
    if (kind == MADE_REST_TROUGH) {
        made_pair t = *m;
        int k;
        for (k = 0; k < 3; k++) t.origin[k] += 0.5 * (*low + *high) * m->axis[1][k];
        return made_trough(&t, 0.5 / size, -1, test_between(r, 0.5, 1), 0.5 * length);
    }
    return made_plane(m, r, 0.1, 0, 1.5, 1.5, 0, 1 + test_integer(r, 0, 3));
}

static TEST_UNUSED void made_touch_at_rest(made_pair *m, test_random *r, made_pair_kind kind)
{
    static const made_rest points[16][2] = {
        {MADE_REST_SPHERE, MADE_REST_CYLINDER},   {MADE_REST_SPHERE, MADE_REST_CONE},
        {MADE_REST_SPHERE, MADE_REST_TORUS},      {MADE_REST_SPHERE, MADE_REST_TROUGH},
        {MADE_REST_CYLINDER, MADE_REST_CYLINDER}, {MADE_REST_CYLINDER, MADE_REST_CONE},
        {MADE_REST_CYLINDER, MADE_REST_TORUS},    {MADE_REST_CYLINDER, MADE_REST_TROUGH},
        {MADE_REST_CONE, MADE_REST_CONE},         {MADE_REST_CONE, MADE_REST_TORUS},
        {MADE_REST_CONE, MADE_REST_TROUGH},       {MADE_REST_TORUS, MADE_REST_TORUS},
        {MADE_REST_TORUS, MADE_REST_TROUGH},      {MADE_REST_TORUS, MADE_REST_PLANE},
        {MADE_REST_TROUGH, MADE_REST_TROUGH},     {MADE_REST_SPHERE, MADE_REST_TROUGH}};
    static const made_rest lines[8][2] = {
        {MADE_REST_CYLINDER, MADE_REST_CONE}, {MADE_REST_CYLINDER, MADE_REST_TROUGH},
        {MADE_REST_CONE, MADE_REST_CONE},     {MADE_REST_CONE, MADE_REST_TROUGH},
        {MADE_REST_TROUGH, MADE_REST_TROUGH}, {MADE_REST_CYLINDER, MADE_REST_TROUGH},
        {MADE_REST_CONE, MADE_REST_CONE},     {MADE_REST_TROUGH, MADE_REST_TROUGH}};
    const int line = kind >= MADE_LINES;
    const int n = (int)kind - (int)(line ? MADE_LINES : MADE_POINTS);
    const made_rest *rest = line ? lines[n] : points[n];
    const int inside = line ? n >= 5 : n == 15; /* both above the plane */
    const double size = test_between(r, 0.2, 0.7);
    double low[2], high[2], y;
    double angle = line ? 0 : test_between(r, 0.3, 2.8);
    made_pair t;
    m->surface[0] = made_at_rest(m, r, rest[0], size, &low[0], &high[0]);
    t = made_turned(m, angle, !inside);
    m->surface[1] =
        made_at_rest(&t, r, rest[1],
                     inside ? test_between(r, 8, 12) * (rest[1] == MADE_REST_CONE ? 1 : size)
                            : test_between(r, 0.2, 0.7),
                     &low[1], &high[1]);
    m->count = 1;
    if (!line) return;
    if (!inside) y = low[1], low[1] = -high[1], high[1] = -y;
    m->length = fmin(high[0], high[1]) - fmax(low[0], low[1]);
}

/* ---- surfaces about one axis that touch along a circle */

static TEST_UNUSED void made_touch_round(made_pair *m, test_random *r, made_pair_kind kind)
{
    const double two_pi = 6.283185307179586, angle = test_between(r, 0.3, 1.2);
    const double c = cos(angle), s = sin(angle);
    const double big = test_between(r, 0.6, 1), thin = test_between(r, 0.1, 0.4);
    const double turn = made_beside(r), other = made_beside(r), tilt = made_beside(r);
    double base[3] = {0, 0, 0};
    case_surface *f = m->surface;
    made_pair t = *m;
    int k;
    m->count = m->closed = 1;
    if (kind == MADE_SPHERE_IN_CONE || kind == MADE_TORUS_IN_CONE) {
        /* the cone's profile is tangent to a circle about (middle, 0), at this angle */
        const double middle = kind == MADE_SPHERE_IN_CONE ? 0 : big;
        const double radius = kind == MADE_SPHERE_IN_CONE ? big : thin;
        const double at = middle + radius * c, way = 0.9 * at / s;
        m->length = two_pi * at;
        f[0] = middle > 0 ? made_torus(m, big, thin, turn, tilt)
                          : made_sphere(m, big, turn, base, test_integer(r, 0, 2));
        base[2] = radius * s - way * c;
        f[1] = made_tube(m, at + way * s, at - way * s, 2 * way * c, other, base, 0);
    } else if (kind == MADE_SPHERE_IN_RING) {
        m->length = two_pi * (big - thin);
        f[0] = made_sphere(m, big - thin, turn, base, test_integer(r, 0, 2));
        f[1] = made_torus(m, big, thin, other, tilt);
    } else if (kind == MADE_SPHERE_IN_TUBE) {
        m->length = two_pi * thin;
        base[0] = big;
        f[0] = made_sphere(m, thin, turn, base, test_integer(r, 0, 2));
        f[1] = made_torus(m, big, thin, other, tilt);
    } else if (kind == MADE_CYLINDER_IN_RING) {
        m->length = two_pi * (big - thin);
        base[2] = -1;
        f[0] = made_tube(m, big - thin, big - thin, 2, turn, base, 0);
        f[1] = made_torus(m, big, thin, other, tilt);
    } else {
        const double in = kind == MADE_TORUS_IN_TORUS ? test_between(r, 0.4, 0.8) * thin : thin;
        m->length = two_pi * (kind == MADE_TORUS_IN_TORUS ? big + thin * c : big);
        f[1] = made_torus(m, big, thin, turn, tilt);
        for (k = 0; k < 3; k++)
            t.origin[k] +=
                (kind == MADE_TORUS_IN_TORUS ? (thin - in) * s : 2 * thin) * m->axis[2][k];
        f[0] = made_torus(&t, kind == MADE_TORUS_IN_TORUS ? big + (thin - in) * c : big, in, other,
                          made_beside(r));
    }
}

/* ---- surfaces about one axis that cross in circles; rulings in one direction; pipes */

/* A tube whose radius is r0 + slope z, from z = -half to half. */
static TEST_UNUSED case_surface made_coaxial(const made_pair *m, test_random *r, double r0,
                                             double slope, double half)
{
    double base[3] = {0, 0, 0};
    base[2] = -half;
    return made_tube(m, r0 - slope * half, r0 + slope * half, 2 * half, made_beside(r), base, 0);
}

/* The length of one of the two curves in which a pipe about the scene's y axis, of radius `thin`,
   passes through the wall of one about an axis square to its own in the plane z = 0 but for an
   angle, and `off` higher. */
static TEST_UNUSED double made_pipe_curve(double thin, double big, double angle, double off)
{
    double length = 0, last[3] = {0, 0, 0};
    int i, k;
    for (i = 0; i <= 20000; i++) {
        const double t = 6.283185307179586 * i / 20000, x = thin * cos(t), z = thin * sin(t);
        const double h = sqrt(big * big - (z - off) * (z - off));
        double p[3], square = 0;
        /* the wide one's axis is (cos angle, sin angle, 0): |y cos - x sin| = h */
        p[0] = x, p[1] = (h + x * sin(angle)) / cos(angle), p[2] = z;
        for (k = 0; k < 3; k++) square += (p[k] - last[k]) * (p[k] - last[k]), last[k] = p[k];
        if (i > 0) length += sqrt(square);
    }
    return length;
}

static TEST_UNUSED void made_cross_pipes(made_pair *m, test_random *r)
{
    const double angle = test_between(r, -0.6, 0.6), thin = test_between(r, 0.2, 0.7);
    const double off = test_integer(r, 0, 1) ? test_between(r, -0.25, 0.25) : 0;
    double base[3] = {0, -2, 0};
    made_pair t = made_turned(m, angle - 1.5707963267948966, 0);
    m->surface[0] = made_tube(m, thin, thin, 4, made_beside(r), base, 2);
    base[2] = off;
    m->surface[1] = made_tube(&t, 1, 1, 4, made_beside(r), base, 2);
    m->count = m->closed = 2;
    m->length = 2 * made_pipe_curve(thin, 1, angle, off);
}

static TEST_UNUSED void made_cross_round(made_pair *m, test_random *r, made_pair_kind kind)
{
    const double pi = 3.141592653589793, big = test_between(r, 0.8, 1.2);
    const double thin = test_between(r, 0.2, 0.4), slope = test_between(r, 0.1, 0.4);
    const double h = test_integer(r, 0, 1) ? test_between(r, -0.5, 0.5) : 0;
    double base[3] = {0, 0, 0}, a, b, c;
    case_surface *s = m->surface;
    made_pair t = *m;
    int k;
    m->count = m->closed = kind < MADE_SPHERE_CYLINDER ? 1 : 2;
    switch (kind) {
    case MADE_PLANE_CONE:
        s[0] = made_coaxial(m, r, big, slope, 1);
        s[1] = made_plane(m, r, 0, 0, 2, 2, h, 1 + test_integer(r, 0, 3));
        m->length = 2 * pi * (big + slope * h);
        return;
    case MADE_SPHERES: /* of radii 1 and `big`, their centres so far apart */
        a = 1 + h, b = (1 + a * a - big * big) / (2 * a);
        s[0] = made_sphere(m, 1, made_beside(r), base, test_integer(r, 0, 2));
        base[0] = a;
        s[1] = made_sphere(m, big, made_beside(r), base, test_integer(r, 0, 2));
        m->length = 2 * pi * sqrt(1 - b * b);
        return;
    case MADE_CONE_CYLINDER:
        s[0] = made_coaxial(m, r, big, slope, 1);
        s[1] = made_coaxial(m, r, big + slope * h, 0, 1.5);
        m->length = 2 * pi * (big + slope * h);
        return;
    case MADE_CONES:
        a = -test_between(r, 0.1, 0.3);
        s[0] = made_coaxial(m, r, big, slope, 1);
        s[1] = made_coaxial(m, r, big + (slope - a) * h, a, 1.5);
        m->length = 2 * pi * (big + slope * h);
        return;
    case MADE_SPHERE_CYLINDER:
        a = test_between(r, 0.3, 0.9);
        s[0] = made_sphere(m, 1, made_beside(r), base, test_integer(r, 0, 2));
        s[1] = made_coaxial(m, r, a, 0, 2);
        m->length = 4 * pi * a;
        return;
    case MADE_SPHERE_CONE: /* z from (a + slope z)^2 + z^2 = 1: the radii add up to this */
        a = test_between(r, 0.6, 0.8);
        s[0] = made_sphere(m, 1, made_beside(r), base, test_integer(r, 0, 2));
        s[1] = made_coaxial(m, r, a, slope, 1.2);
        m->length = 2 * pi * (2 * a - slope * 2 * a * slope / (1 + slope * slope));
        return;
    case MADE_TORUS_SPHERE:
        a = big + thin * test_between(r, -0.7, 0.9);
        b = (a * a + big * big - thin * thin) / (2 * big); /* the circles' radius */
        s[0] = made_torus(m, big, thin, made_beside(r), made_beside(r));
        s[1] = made_sphere(m, a, made_beside(r), base, test_integer(r, 0, 2));
        m->length = 4 * pi * b;
        return;
    case MADE_TORUS_CYLINDER:
        a = big + thin * test_between(r, -0.8, 0.8);
        s[0] = made_torus(m, big, thin, made_beside(r), made_beside(r));
        s[1] = made_coaxial(m, r, a, 0, 1.5);
        m->length = 4 * pi * a;
        return;
    case MADE_TORUS_CONE: /* r = a + slope z meets (r - big)^2 + z^2 = thin^2 */
        a = big + thin * test_between(r, -0.6, 0.6);
        s[0] = made_torus(m, big, thin, made_beside(r), made_beside(r));
        s[1] = made_coaxial(m, r, a, slope, 1.2);
        m->length = 2 * pi * (2 * a - slope * 2 * (a - big) * slope / (1 + slope * slope));
        return;
    case MADE_TORI:
        a = thin * test_between(r, 0.3, 1.6), b = test_between(r, -1.5, 1.5);
        c = a * cos(b); /* how much larger the second is */
        s[0] = made_torus(m, big, thin, made_beside(r), made_beside(r));
        for (k = 0; k < 3; k++) t.origin[k] += a * sin(b) * m->axis[2][k];
        s[1] = made_torus(&t, big + c, thin, made_beside(r), made_beside(r));
        m->length = 4 * pi * (big + 0.5 * c);
        return;
    default: /* a trough's rulings at height h' */
        m->closed = 0;
        a = test_between(r, 0.5, 2), b = kind == MADE_TROUGHS ? test_between(r, 0.5, 2) : 0;
        c = (a + b) * test_between(r, 0.1, 0.6);
        m->length = 2 * test_between(r, 0.5, 1.5);
        s[0] = made_trough(m, a, -1, 1, 0.25 * m->length);
        for (k = 0; k < 3; k++) t.origin[k] += c * m->axis[2][k];
        s[1] = kind == MADE_TROUGHS ? made_trough(&t, -b, -1, 0.9, 2)
                                    : made_plane(&t, r, 0.1, 0, 2, 2, 0, 1 + test_integer(r, 0, 3));
    }
}

/* ---- free-form sheets: graphs z = f and z = f + g over a square of the plane z = 0. What they
   have in common lies over the zeros of g, whatever f is: they cross where g changes its sign and
   touch where it is but zero. So do their images under a projective map, which are rational. */

enum { MADE_TERMS = 5 }; /* polynomials in x and y, of degree 4 at most in either */

typedef struct made_polynomial {
    double c[MADE_TERMS][MADE_TERMS]; /* by powers of x, and of y */
} made_polynomial;

static TEST_UNUSED made_polynomial made_product(const made_polynomial *a, const made_polynomial *b)
{
    made_polynomial p;
    int i, j, k, l;
    memset(&p, 0, sizeof p);
    for (i = 0; i < MADE_TERMS; i++)
        for (j = 0; j < MADE_TERMS; j++)
            for (k = 0; i + k < MADE_TERMS; k++)
                for (l = 0; j + l < MADE_TERMS; l++) p.c[i + k][j + l] += a->c[i][j] * b->c[k][l];
    return p;
}

static TEST_UNUSED double made_value(const made_polynomial *p, double x, double y)
{
    double sum = 0;
    int i, j;
    for (i = MADE_TERMS - 1; i >= 0; i--) {
        double row = 0;
        for (j = MADE_TERMS - 1; j >= 0; j--) row = row * y + p->c[i][j];
        sum = sum * x + row;
    }
    return sum;
}

static TEST_UNUSED made_polynomial made_linear(double c, double x, double y)
{
    made_polynomial p;
    memset(&p, 0, sizeof p);
    p.c[0][0] = c, p.c[1][0] = x, p.c[0][1] = y;
    return p;
}

/* The polynomial of other coordinates s and t, x and y being linear in them. */
static TEST_UNUSED made_polynomial made_substitute(const made_polynomial *p,
                                                   const made_polynomial *x,
                                                   const made_polynomial *y)
{
    made_polynomial sum, power = made_linear(1, 0, 0);
    int i, j, k, l;
    memset(&sum, 0, sizeof sum);
    for (i = 0; i < MADE_TERMS; i++) {
        made_polynomial term = power;
        for (j = 0; i + j < MADE_TERMS; j++) {
            for (k = 0; k < MADE_TERMS; k++)
                for (l = 0; l < MADE_TERMS; l++) sum.c[k][l] += p->c[i][j] * term.c[k][l];
            term = made_product(&term, y);
        }
        power = made_product(&power, x);
    }
    return sum;
}

/* The spline coefficients of t^k: its polar form at `degree` knots. */
static TEST_UNUSED double made_polar(const cld_real *knots, int degree, int k)
{
    double sum[MADE_TERMS + 1] = {1, 0, 0, 0, 0, 0}, choose = 1;
    int i, j;
    for (i = 0; i < degree; i++)
        for (j = i < k ? i + 1 : k; j > 0; j--) sum[j] += (double)knots[i] * sum[j - 1];
    for (i = 0; i < k; i++) choose = choose * (degree - i) / (i + 1);
    return sum[k] / choose;
}

/* How the sheets of a scene are placed: (x, y, z) goes to that over 1 + a x + b y. */
typedef struct made_sheets {
    const made_pair *m;
    double a, b;
    int degree;
} made_sheets;

/* The graph of f over the square |s|, |t| <= half about (x0, y0), turned by an angle; `bumps`, a
   spline of the same knots, (NULL: none) on top. */
static TEST_UNUSED case_surface made_sheet(const made_sheets *map, const made_polynomial *f,
                                           double x0, double y0, double half, double angle,
                                           const case_surface *like, const double *bumps)
{
    const int p = map->degree, nu = like->view.count_u, nv = like->view.count_v;
    const double c = half * cos(angle), s = half * sin(angle);
    const made_polynomial x = made_linear(x0, c, -s), y = made_linear(y0, s, c);
    const made_polynomial z = made_substitute(f, &x, &y);
    case_surface out = case_new(p, p, nu, nv, map->a != 0);
    int i, j, k, l;
    memcpy(out.knots_u, like->knots_u, (size_t)(nu + p + 1) * sizeof(cld_real));
    memcpy(out.knots_v, like->knots_v, (size_t)(nv + p + 1) * sizeof(cld_real));
    for (i = 0; i < nu; i++)
        for (j = 0; j < nv; j++) {
            const double u = made_polar(out.knots_u + i + 1, p, 1);
            const double v = made_polar(out.knots_v + j + 1, p, 1);
            double at[3], w;
            at[0] = made_value(&x, u, v), at[1] = made_value(&y, u, v);
            at[2] = bumps ? bumps[i * nv + j] : 0;
            for (k = 0; k < MADE_TERMS; k++)
                for (l = 0; l < MADE_TERMS; l++)
                    if (k <= p && l <= p)
                        at[2] += z.c[k][l] * made_polar(out.knots_u + i + 1, p, k) *
                                 made_polar(out.knots_v + j + 1, p, l);
            w = 1 + map->a * at[0] + map->b * at[1];
            made_set(map->m, &out, i, j, at[0] / w, at[1] / w, at[2] / w);
            if (out.weights) out.weights[i * nv + j] = (cld_real)w;
        }
    return out;
}

/* Knots on [-1, 1], those inside anyhow; one at `at` if that is inside. */
static TEST_UNUSED void made_free_knots(case_surface *s, test_random *r, double at)
{
    int k, i;
    for (k = 0; k < 2; k++) {
        cld_real *knots = k ? s->knots_v : s->knots_u;
        const int degree = k ? s->view.degree_v : s->view.degree_u;
        const int count = k ? s->view.count_v : s->view.count_u, spans = count - degree;
        for (i = 0; i <= count + degree; i++) {
            const int n = i <= degree ? 0 : i >= count ? spans : i - degree;
            const double way = n % spans ? test_between(r, -0.3, 0.3) : 0;
            knots[i] = (cld_real)(-1 + 2 * (n + way) / spans);
        }
        if (spans == 2 && fabs(at) < 1) knots[degree + 1] = (cld_real)at;
    }
}

/* The curve that is asked about, by t from 0 to 1, and the polynomial whose zeros it is. */
typedef struct made_zeros {
    double x, y;          /* a point of it, or the middle */
    double c, s;          /* its direction there, or that of an axis */
    double bend;          /* across it y = bend x^2 */
    double radius, ratio; /* of a ring */
} made_zeros;

static TEST_UNUSED made_polynomial made_zeros_of(const made_zeros *z)
{
    const made_polynomial along = made_linear(-z->c * z->x - z->s * z->y, z->c, z->s);
    const made_polynomial across = made_linear(z->s * z->x - z->c * z->y, -z->s, z->c);
    const made_polynomial xx = made_product(&along, &along), yy = made_product(&across, &across);
    made_polynomial p = across;
    int i, j;
    for (i = 0; i < MADE_TERMS; i++)
        for (j = 0; j < MADE_TERMS; j++)
            p.c[i][j] = z->radius >= 0 && z->ratio > 0 ? xx.c[i][j] + z->ratio * yy.c[i][j]
                                                       : across.c[i][j] - z->bend * xx.c[i][j];
    if (z->ratio > 0) p.c[0][0] -= z->radius * z->radius;
    return p;
}

/* The length of the curve over |x|, |y| <= 1 on the sheet `s`, whose parameters these are. */
static TEST_UNUSED double made_zeros_length(const made_zeros *z, const case_surface *s)
{
    double length = 0;
    cld_nurbs_point last;
    int i, known = 0;
    memset(&last, 0, sizeof last);
    for (i = 0; i <= 20000; i++) {
        const double t = z->ratio > 0 ? 6.283185307179586 * i / 20000 : -3 + 6.0 * i / 20000;
        const double a = z->ratio > 0 ? z->radius * cos(t) : t;
        const double b = z->ratio > 0 ? z->radius * sin(t) / sqrt(z->ratio) : z->bend * t * t;
        const double x = z->x + z->c * a - z->s * b, y = z->y + z->s * a + z->c * b;
        cld_nurbs_point p;
        if (fabs(x) > 1 || fabs(y) > 1 ||
            cld_nurbs_evaluate(&s->view, (cld_real)x, (cld_real)y, &p) < 0) {
            known = 0;
            continue;
        }
        if (known) {
            const double dx = (double)p.position.x - (double)last.position.x;
            const double dy = (double)p.position.y - (double)last.position.y;
            const double dz = (double)p.position.z - (double)last.position.z;
            length += sqrt(dx * dx + dy * dy + dz * dz);
        }
        last = p, known = 1;
    }
    return length;
}

/* A curve for the kind: some of the straight ones run along lines of knots, or beside them. */
static TEST_UNUSED made_zeros made_some_zeros(test_random *r, made_pair_kind kind, double at)
{
    made_zeros z;
    double angle = test_between(r, -0.6, 0.6);
    memset(&z, 0, sizeof z);
    z.x = test_between(r, -0.3, 0.3), z.y = test_between(r, -0.3, 0.3);
    if (kind == MADE_FREE_LOOP || kind == MADE_FREE_RING)
        z.radius = test_between(r, 0.2, 0.45), z.ratio = test_between(r, 0.7, 1.4);
    if (kind == MADE_FREE_POINT) z.ratio = test_between(r, 0.2, 2);
    if (kind == MADE_FREE_BENT) z.bend = test_between(r, -0.5, 0.5);
    if (fabs(at) < 1) {
        const double beside = made_beside(r);
        angle = 0, z.y = at + (fabs(beside) < 1 ? 0.1 * beside : 0);
    }
    z.c = cos(angle), z.s = sin(angle);
    return z;
}

static TEST_UNUSED void made_free_form(made_pair *m, test_random *r, made_pair_kind kind)
{
    const int ring = kind == MADE_FREE_RING, touches = kind >= MADE_FREE_POINT;
    const int spans = test_integer(r, 1, 3), shared = test_integer(r, 0, 1);
    const double at = test_integer(r, 0, 2) ? 2 : test_between(r, -0.3, 0.3);
    const double steep =
        test_between(r, 0.3, 2) * (test_integer(r, 0, 1) ? 1 : -1) / (ring ? 8 : 1);
    const double bend = test_integer(r, 0, 3) ? 0.15 : 0;
    made_polynomial f = made_linear(0, 0, 0), g, h;
    made_zeros z = made_some_zeros(r, kind, at), z2;
    double bumps[64];
    case_surface like, *s = m->surface;
    made_sheets map;
    int i, j;
    memset(&map, 0, sizeof map);
    map.m = m, map.degree = ring || kind == MADE_FREE_BENT ? 4 : 3;
    if (test_integer(r, 0, 2) == 0)
        map.a = test_between(r, -0.2, 0.2), map.b = test_between(r, -0.2, 0.2);
    for (i = 0; i < 4; i++)
        for (j = 0; i + j < 4; j++) f.c[i][j] = bend * test_between(r, -1, 1);
    g = made_zeros_of(&z), z2 = z;
    m->count = 1, m->closed = z.ratio > 0 && kind != MADE_FREE_POINT;
    if (kind == MADE_FREE_LINES || kind == MADE_FREE_BOTH) { /* another, beside the first */
        const double beside = test_between(r, 0.2, 0.4);
        z2.x -= z2.s * beside, z2.y += z2.c * beside;
        m->count = 2;
    }
    h = made_zeros_of(&z2);
    if (kind == MADE_FREE_BOTH) h = made_product(&h, &h);
    if (m->count == 2 || (touches && kind != MADE_FREE_POINT)) g = made_product(&g, &h);
    like = case_new(map.degree, map.degree, map.degree + spans, map.degree + spans, 0);
    made_free_knots(&like, r, at);
    for (i = 0; i < (map.degree + spans) * (map.degree + spans); i++)
        bumps[i] = shared ? bend * test_between(r, -0.5, 0.5) : 0;
    s[0] = made_sheet(&map, &f, 0, 0, 1, 0, &like, bumps);
    for (i = 0; i < MADE_TERMS; i++)
        for (j = 0; j < MADE_TERMS; j++) f.c[i][j] += steep * g.c[i][j];
    if (!shared) made_free_knots(&like, r, 2);
    s[1] = shared ? made_sheet(&map, &f, 0, 0, 1, 0, &like, bumps)
                  : made_sheet(&map, &f, 0.05, 0, 1.5, test_between(r, 0, 6.28), &like, NULL);
    case_free(&like);
    if (kind == MADE_FREE_POINT) return;
    m->length = made_zeros_length(&z, &s[0]);
    if (m->count == 2) m->length += made_zeros_length(&z2, &s[0]);
}

/* A scene of the kind, from the random numbers. */
static TEST_UNUSED void made_pair_of(made_pair_kind kind, test_random *r, made_pair *m)
{
    double base[3] = {0, 0, 1};
    memset(m, 0, sizeof *m);
    made_place(m, r, test_integer(r, 0, 3) > 0);
    m->size = 1;
    if (kind >= MADE_FREE) {
        made_free_form(m, r, kind);
    } else if (kind >= MADE_CIRCLES) {
        made_touch_round(m, r, kind);
    } else if (kind >= MADE_POINTS) {
        made_touch_at_rest(m, r, kind);
    } else if (kind == MADE_PIPES) {
        made_cross_pipes(m, r);
    } else if (kind >= MADE_PLANE_CONE) {
        made_cross_round(m, r, kind);
    } else if (kind <= MADE_PLANE_TORUS) {
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

static TEST_UNUSED int made_by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* How the scenes of one kind came out: a line of a table. Sorts the seconds that each took. */
typedef struct made_row {
    int scenes, right, less, more, open; /* told short, told double, left open */
} made_row;

static TEST_UNUSED void made_head(void)
{
    printf("%-30s %6s %6s %6s %6s %6s %9s %9s ms\n", "kind", "scenes", "right", "short", "double",
           "open", "median", "worst");
}

static TEST_UNUSED void made_tell(const char *name, const made_row *row, double *seconds)
{
    qsort(seconds, (size_t)row->scenes, sizeof *seconds, made_by_size);
    printf("%-30s %6d %6d %6d %6d %6d %9.3f %9.3f\n", name, row->scenes, row->right, row->less,
           row->more, row->open, 1e3 * seconds[row->scenes / 2], 1e3 * seconds[row->scenes - 1]);
    fflush(stdout);
}

static TEST_UNUSED void made_free(made_pair *m)
{
    case_free(&m->surface[0]), case_free(&m->surface[1]);
}

/* ------------------------------------------------------- what two surfaces have in common: edges
   without a bend, and areas. Both parts come from one surface, whose edges are measured, so the
   truth is known; the second is written in another form: knots inserted, u and v swapped, reversed,
   weights and degrees that change nothing. */

typedef enum common_kind {
    COMMON_EDGE_PLANE,    /* rectangles of a plane, edges of unlike length, one part in common */
    COMMON_EDGE_TROUGH,   /* halves of a parabolic trough */
    COMMON_EDGE_FILLET,   /* a plane and the tangent patch that continues it */
    COMMON_EDGE_T,        /* the edge of half a trough lies in the middle of a plane, tangent */
    COMMON_EDGE_FREE,     /* parts of a free-form sheet, side by side */
    COMMON_EDGE_CIRCLE,   /* two lengths of one tube: a closed edge */
    COMMON_EDGE_CONE,     /* two lengths of a cone, one perhaps to the apex: a closed edge */
    COMMON_EDGE_RULING,   /* parts of a cone side by side: one ruling, or two */
    COMMON_EDGE_TORUS,    /* parts of a torus: one circle, or two, around it or of its tube */
    COMMON_EDGE_SPHERE,   /* parts of a sphere: an equator, half a meridian or both halves of one */
    COMMON_EDGE_CAPSULE,  /* a tube and the hemisphere that closes it */
    COMMON_EDGE_ROUND,    /* a tube and the part of a torus that rounds its edge */
    COMMON_EDGE_BEND,     /* two free-form sheets with an edge in common, at an angle */
    COMMON_AREA_COPY,     /* a free-form sheet and its copy */
    COMMON_AREA_KNOTS,    /* the same, of other knots */
    COMMON_AREA_PLANES,   /* two rectangles of a plane, turned and shifted */
    COMMON_AREA_FLUSH,    /* the same, with edges in line */
    COMMON_AREA_PART,     /* a free-form sheet and a part of it */
    COMMON_AREA_OVERLAP,  /* two parts of a free-form sheet that overlap */
    COMMON_AREA_CYLINDER, /* two lengths of a tube that overlap: two circles */
    COMMON_AREA_SHELL,    /* two pieces of a cylinder, shifted along and around */
    COMMON_AREA_CONE,     /* two lengths of a cone that overlap: two circles */
    COMMON_AREA_SHEATH,   /* two pieces of a cone, shifted along and around */
    COMMON_AREA_BEND,     /* two bends of a tube, parts of one torus that overlap: two circles */
    COMMON_AREA_SADDLE,   /* two pieces of a torus, shifted both ways around */
    COMMON_AREA_LUNE,     /* halves of a sphere from pole to pole, turned about the axis */
    COMMON_AREA_CAP,      /* a sphere and half of it, about any axis: a circle */
    COMMON_AREA_QUARTER,  /* two halves of a sphere about axes at right angles */
    COMMON_AREA_SPHERE,   /* a sphere and its copy, turned: no border */
    COMMON_AREA_TORUS,    /* a torus and its copy, turned both ways around: no border */
    COMMON_KINDS
} common_kind;

static const char *const common_names[COMMON_KINDS] = {"edge: rectangles of a plane",
                                                       "edge: halves of a trough",
                                                       "edge: plane and fillet",
                                                       "edge: tangent T",
                                                       "edge: free form",
                                                       "edge: circle of a tube",
                                                       "edge: lengths of a cone",
                                                       "edge: ruling of a cone",
                                                       "edge: parts of a torus",
                                                       "edge: parts of a sphere",
                                                       "edge: tube and hemisphere",
                                                       "edge: tube and rounding",
                                                       "edge: free form, a bend",
                                                       "area: free form, copy",
                                                       "area: free form, knots",
                                                       "area: planes, turned",
                                                       "area: planes, edges in line",
                                                       "area: free form, a part",
                                                       "area: free form, overlap",
                                                       "area: tubes, two circles",
                                                       "area: pieces of a cylinder",
                                                       "area: cones, two circles",
                                                       "area: pieces of a cone",
                                                       "area: bends of a tube",
                                                       "area: pieces of a torus",
                                                       "area: lune of a sphere",
                                                       "area: sphere and half of it",
                                                       "area: quarter of a sphere",
                                                       "area: spheres, no border",
                                                       "area: tori, no border"};

typedef struct common_scene {
    made_pair made;
    int area, crossing;  /* it has an area in common; it has a bend */
    int contacts;        /* how many contacts it has: one stands for an area or an edge */
    double points[4][3]; /* some places that belong to what is common */
    int places;
} common_scene;

/* A view's memory as a case_surface, of the numbers that a refining function wrote. */
static TEST_UNUSED case_surface common_own(const cld_nurbs *v)
{
    case_surface s = case_new(v->degree_u, v->degree_v, v->count_u, v->count_v, v->weights != NULL);
    const char *p = (const char *)v->points, *w = (const char *)v->weights;
    size_t su = v->stride_u, sv = v->stride_v, wu = v->weight_stride_u, wv = v->weight_stride_v;
    int i, j;
    if (!sv) sv = 3 * sizeof(cld_real);
    if (!su) su = (size_t)v->count_v * sv;
    if (!wv) wv = sizeof(cld_real);
    if (!wu) wu = (size_t)v->count_v * wv;
    memcpy(s.knots_u, v->knots_u, (size_t)(v->count_u + v->degree_u + 1) * sizeof(cld_real));
    memcpy(s.knots_v, v->knots_v, (size_t)(v->count_v + v->degree_v + 1) * sizeof(cld_real));
    for (i = 0; i < v->count_u; i++)
        for (j = 0; j < v->count_v; j++) {
            memcpy(case_point(&s, i, j), p + (size_t)i * su + (size_t)j * sv, 3 * sizeof(cld_real));
            if (w)
                memcpy(&s.weights[i * v->count_v + j], w + (size_t)i * wu + (size_t)j * wv,
                       sizeof(cld_real));
        }
    return s;
}

/* The part of a surface between two parameters in each direction. */
static TEST_UNUSED case_surface common_part(const case_surface *from, double u0, double u1,
                                            double v0, double v1)
{
    static cld_real memory[2][20000];
    cld_nurbs now = from->view, half[2];
    double cut[4];
    int k, n = 0;
    cut[0] = u0, cut[1] = u1, cut[2] = v0, cut[3] = v1;
    for (k = 0; k < 4; k++) {
        if (cut[k] <= 0 || cut[k] >= 1) continue;
        if (cld_nurbs_split(&now, k / 2, (cld_real)cut[k], half, memory[n], 20000) < 0) abort();
        now = half[!(k & 1)];
        n = !n;
    }
    return common_own(&now);
}

/* The same surface in another form: knots inserted, swapped, reversed; weights that are all alike.
   */
static TEST_UNUSED void common_reform(case_surface *s, test_random *r)
{
    static cld_real memory[2][20000];
    cld_nurbs now = s->view, next;
    case_surface t, old;
    int n, k = 0, i, j, times = test_integer(r, 0, 2);
    for (n = 0; n < times; n++) {
        const int direction = test_integer(r, 0, 1);
        const cld_real *knots = direction ? now.knots_v : now.knots_u;
        const int degree = direction ? now.degree_v : now.degree_u;
        const int count = direction ? now.count_v : now.count_u;
        const double low = (double)knots[degree], high = (double)knots[count];
        const double at = low + (high - low) * test_between(r, 0.2, 0.8);
        if (cld_nurbs_insert_knot(&now, direction, (cld_real)at, 1, &next, memory[k], 20000) < 0)
            abort();
        now = next, k = !k;
    }
    t = common_own(&now);
    case_free(s);
    if (test_integer(r, 0, 1)) { /* u reversed, then swapped with v */
        const cld_nurbs *v = &old.view;
        double last;
        old = t;
        last = (double)v->knots_u[0] + (double)v->knots_u[v->count_u + v->degree_u];
        t = case_new(v->degree_v, v->degree_u, v->count_v, v->count_u, v->weights != NULL);
        memcpy(t.knots_u, v->knots_v, (size_t)(v->count_v + v->degree_v + 1) * sizeof(cld_real));
        for (i = 0; i <= v->count_u + v->degree_u; i++)
            t.knots_v[i] = (cld_real)(last - (double)v->knots_u[v->count_u + v->degree_u - i]);
        for (i = 0; i < v->count_v; i++)
            for (j = 0; j < v->count_u; j++) {
                memcpy(case_point(&t, i, j), case_point(&old, v->count_u - 1 - j, i),
                       3 * sizeof(cld_real));
                if (v->weights)
                    t.weights[i * v->count_u + j] =
                        old.weights[(v->count_u - 1 - j) * v->count_v + i];
            }
        case_free(&old);
    }
    *s = t;
}

/* The length of an edge (0: u lowest, 1: u highest, 2 and 3: v). */
static TEST_UNUSED double common_edge_length(const case_surface *s, int edge)
{
    const cld_nurbs *v = &s->view;
    const double u0 = (double)v->knots_u[v->degree_u], u1 = (double)v->knots_u[v->count_u];
    const double v0 = (double)v->knots_v[v->degree_v], v1 = (double)v->knots_v[v->count_v];
    cld_nurbs_point p, q;
    double length = 0;
    int i;
    memset(&q, 0, sizeof q);
    for (i = 0; i <= 2000; i++) {
        const double t = i / 2000.0;
        const double u = edge == 0 ? u0 : edge == 1 ? u1 : u0 + t * (u1 - u0);
        const double w = edge == 2 ? v0 : edge == 3 ? v1 : v0 + t * (v1 - v0);
        if (cld_nurbs_evaluate(v, (cld_real)u, (cld_real)w, &p) < 0) abort();
        if (i > 0) {
            const double x = (double)p.position.x - (double)q.position.x;
            const double y = (double)p.position.y - (double)q.position.y;
            const double z = (double)p.position.z - (double)q.position.z;
            length += sqrt(x * x + y * y + z * z);
        }
        q = p;
    }
    return length;
}

static TEST_UNUSED double common_border_length(const case_surface *s)
{
    return common_edge_length(s, 0) + common_edge_length(s, 1) + common_edge_length(s, 2) +
           common_edge_length(s, 3);
}

/* A free-form sheet over the unit square of the scene, bicubic, a few patches. */
static TEST_UNUSED case_surface common_sheet(const made_pair *m, test_random *r, double bend)
{
    const int nu = 4 + test_integer(r, 0, 3), nv = 4 + test_integer(r, 0, 3);
    case_surface s = case_new(3, 3, nu, nv, test_integer(r, 0, 2) == 0);
    int i, j;
    for (i = 0; i < nu; i++)
        for (j = 0; j < nv; j++) {
            made_set(m, &s, i, j, i / (nu - 1.0) + test_between(r, -0.05, 0.05),
                     j / (nv - 1.0) + test_between(r, -0.05, 0.05), bend * test_between(r, -1, 1));
            if (s.weights) s.weights[i * nv + j] = (cld_real)test_between(r, 0.5, 2);
        }
    return s;
}

/* The rectangle from (x0, y0) on, of sides a and b, turned by an angle in the plane z = 0. */
static TEST_UNUSED case_surface common_plate(const made_pair *m, test_random *r, double x0,
                                             double y0, double a, double b, double angle)
{
    const int p = test_integer(r, 1, 3), q = test_integer(r, 1, 3);
    const int nu = p + 1 + test_integer(r, 0, 2), nv = q + 1 + test_integer(r, 0, 2);
    case_surface s = case_new(p, q, nu, nv, 0);
    int i, j, k;
    for (i = 0; i < nu; i++)
        for (j = 0; j < nv; j++) {
            double x = 0, y = 0;
            for (k = 1; k <= p; k++) x += (double)s.knots_u[i + k] / p;
            for (k = 1; k <= q; k++) y += (double)s.knots_v[j + k] / q;
            x *= a, y *= b;
            made_set(m, &s, i, j, x0 + cos(angle) * x - sin(angle) * y,
                     y0 + sin(angle) * x + cos(angle) * y, 0);
        }
    return s;
}

/* The length of the border of what two rectangles have in common: [0, 1] x [0, 1], and the plate
   with these numbers, cut by its four lines. */
static TEST_UNUSED double common_plates_length(double x0, double y0, double a, double b,
                                               double angle)
{
    double p[32][2], q[32][2], length = 0;
    int n = 4, i, k, m;
    p[0][0] = x0, p[0][1] = y0;
    p[1][0] = x0 + cos(angle) * a, p[1][1] = y0 + sin(angle) * a;
    p[2][0] = p[1][0] - sin(angle) * b, p[2][1] = p[1][1] + cos(angle) * b;
    p[3][0] = x0 - sin(angle) * b, p[3][1] = y0 + cos(angle) * b;
    for (k = 0; k < 4; k++) { /* keeps x >= 0, x <= 1, y >= 0, y <= 1 */
        for (i = m = 0; i < n; i++) {
            const double *c = p[i], *d = p[(i + 1) % n];
            const double f = k & 1 ? 1 - c[k / 2] : c[k / 2], g = k & 1 ? 1 - d[k / 2] : d[k / 2];
            if (f >= 0) q[m][0] = c[0], q[m][1] = c[1], m++;
            if ((f >= 0) != (g >= 0)) {
                q[m][0] = c[0] + f / (f - g) * (d[0] - c[0]);
                q[m][1] = c[1] + f / (f - g) * (d[1] - c[1]);
                m++;
            }
        }
        memcpy(p, q, sizeof p);
        n = m;
    }
    for (i = 0; i < n; i++) {
        const double x = p[(i + 1) % n][0] - p[i][0], y = p[(i + 1) % n][1] - p[i][1];
        length += sqrt(x * x + y * y);
    }
    return length;
}

static TEST_UNUSED void common_edge_scene(common_kind kind, test_random *r, made_pair *m)
{
    const double pi = 3.141592653589793;
    case_surface *s = m->surface, all;
    double base[3] = {0, 0, 0}, t, u;
    int i, j;
    m->count = 1, m->closed = 0;
    switch (kind) {
    case COMMON_EDGE_PLANE:
        t = test_between(r, -0.4, 0.4), u = test_between(r, 0.6, 1.4);
        s[0] = common_plate(m, r, 0, 0, 1, 1, 0);
        s[1] = common_plate(m, r, 1, test_integer(r, 0, 2) ? t : 0, 1.3,
                            test_integer(r, 0, 2) ? u : 1, 0);
        {
            double ends[2];
            cld_nurbs_point p;
            for (i = 0; i < 2; i++) { /* of the second, along the scene's y */
                if (cld_nurbs_evaluate(&s[1].view, 0, (cld_real)i, &p) < 0) abort();
                ends[i] = ((double)p.position.x - m->origin[0]) * m->axis[1][0] +
                          ((double)p.position.y - m->origin[1]) * m->axis[1][1] +
                          ((double)p.position.z - m->origin[2]) * m->axis[1][2];
            }
            m->length = fmin(1, ends[1]) - fmax(0, ends[0]);
        }
        break;
    case COMMON_EDGE_TROUGH:
        t = test_between(r, 0.2, 3);
        s[0] = made_trough(m, t, 0, 1, 1), s[1] = made_trough(m, t, -0.7, 0, 1);
        m->length = 2;
        break;
    case COMMON_EDGE_FILLET:
        s[0] = common_plate(m, r, -1, -1, 1, 2, 0);
        s[1] = made_trough(m, test_between(r, 0.2, 3), 0, 1, 1);
        m->length = 2;
        break;
    case COMMON_EDGE_T:
        s[0] = common_plate(m, r, -1, -2, 2, 4, 0);
        s[1] = made_trough(m, test_between(r, 0.2, 3), 0, 1, 1);
        m->length = 2;
        break;
    case COMMON_EDGE_CIRCLE:
        t = test_between(r, 0.3, 0.8);
        s[0] = made_tube(m, t, t, 1, made_beside(r), base, 0);
        base[2] = 1;
        s[1] = made_tube(m, t, t, 1, made_beside(r), base, 0);
        m->closed = 1, m->length = 6.283185307179586 * t;
        break;
    case COMMON_EDGE_FREE:
        all = common_sheet(m, r, 0.15);
        t = test_between(r, 0.3, 0.7);
        i = test_integer(r, 0, 1);
        s[0] = common_part(&all, 0, t, 0, 1);
        s[1] = common_part(&all, t, 1, i ? 0.25 : 0, i ? 0.75 : 1);
        m->length = common_edge_length(&s[1], 0);
        case_free(&all);
        break;
    case COMMON_EDGE_CONE:
        t = test_between(r, 0.3, 0.8);
        u = t * (test_integer(r, 0, 2) ? test_between(r, -0.8, 0.8) : 1);
        s[0] = made_tube(m, t - u, t, 1, made_beside(r), base, 0);
        base[2] = 1;
        s[1] = made_tube(m, t, t + u, 1, made_beside(r), base, 0);
        m->closed = 1, m->length = pi * 2 * t;
        break;
    case COMMON_EDGE_RULING:
        t = test_between(r, 0.3, 0.8), i = test_integer(r, 1, 2);
        u = i == 1 && test_integer(r, 0, 1) ? 0 : test_between(r, 0.2, 1);
        all = made_tube(m, t, u, 1, made_beside(r), base, 0);
        s[0] = common_part(&all, 0, 0.5, 0, 1), s[1] = common_part(&all, 0.5, 0.5 + 0.25 * i, 0, 1);
        case_free(&all);
        m->count = i, m->length = i * sqrt(1 + (t - u) * (t - u));
        break;
    case COMMON_EDGE_TORUS:
        t = test_between(r, 0.1, 0.3), u = test_between(r, -3, 3), i = test_integer(r, 1, 2);
        all = made_torus(m, 0.6, t, made_beside(r), u);
        m->count = m->closed = i;
        if (test_integer(r, 0, 1)) {
            s[0] = common_part(&all, 0, 0.5, 0, 1);
            s[1] = common_part(&all, 0.5, 0.5 + 0.25 * i, 0, 1);
            m->length = 2 * pi * t * i;
        } else {
            s[0] = common_part(&all, 0, 1, 0, 0.5);
            s[1] = common_part(&all, 0, 1, 0.5, 0.5 + 0.25 * i);
            m->length = 2 * pi * (i * 0.6 - (2 - i) * t * cos(u));
        }
        case_free(&all);
        break;
    case COMMON_EDGE_SPHERE:
        all = made_sphere(m, 0.7, made_beside(r), base, test_integer(r, 0, 2));
        i = test_integer(r, 0, 2);
        s[0] = i ? common_part(&all, 0, 0.5, 0, 1) : common_part(&all, 0, 1, 0, 0.5);
        s[1] = i ? common_part(&all, 0.5, 0.5 + 0.25 * i, 0, 1) : common_part(&all, 0, 1, 0.5, 1);
        case_free(&all);
        m->closed = i != 1, m->length = (i == 1 ? 1 : 2) * pi * 0.7;
        break;
    case COMMON_EDGE_CAPSULE:
        t = test_between(r, 0.3, 0.8);
        s[0] = made_tube(m, t, t, 1, made_beside(r), base, 0);
        base[2] = 1;
        all = made_sphere(m, t, made_beside(r), base, 0);
        s[1] = common_part(&all, 0, 1, 0.5, 1);
        case_free(&all);
        m->closed = 1, m->length = 2 * pi * t;
        break;
    case COMMON_EDGE_ROUND:
        t = test_between(r, 0.1, 0.5), base[2] = -1;
        s[0] = made_tube(m, 0.4 + t, 0.4 + t, 1, made_beside(r), base, 0);
        all = made_torus(m, 0.4, t, made_beside(r), 0);
        s[1] = common_part(&all, 0, 1, 0, 0.25 * test_integer(r, 1, 2));
        case_free(&all);
        m->closed = 1, m->length = 2 * pi * (0.4 + t);
        break;
    default: /* a bend: the second leaves the first's edge upwards */
        s[0] = common_sheet(m, r, 0.02);
        s[1] = case_copy(&s[0]);
        for (i = 0; i < s[1].view.count_u; i++)
            for (j = 0; j < s[1].view.count_v; j++) {
                const cld_real *p = case_point(&s[0], 0, j);
                double x[3];
                int k;
                for (k = 0; k < 3; k++)
                    x[k] = (double)p[k] + i * (0.3 * m->axis[2][k] - 0.2 * m->axis[0][k]);
                case_set(&s[1], i, j, x[0], x[1], x[2]);
                if (s[1].weights) s[1].weights[i * s[1].view.count_v + j] = s[0].weights[j];
            }
        m->length = common_edge_length(&s[0], 0);
    }
}

static TEST_UNUSED void common_area_scene(common_kind kind, test_random *r, made_pair *m)
{
    const double pi = 3.141592653589793;
    case_surface *s = m->surface, all, part;
    double base[3] = {0, 0, 0}, t, u, w, h;
    int i;
    m->count = m->closed = 1;
    switch (kind) {
    case COMMON_AREA_COPY:
    case COMMON_AREA_KNOTS:
        s[0] = common_sheet(m, r, 0.15);
        s[1] = case_copy(&s[0]);
        m->length = common_border_length(&s[0]);
        break;
    case COMMON_AREA_PLANES:
    case COMMON_AREA_FLUSH:
        do {
            t = kind == COMMON_AREA_PLANES ? test_between(r, 0, 1.5) : 0;
            u = test_between(r, 0.2, 0.8);
            w = kind == COMMON_AREA_PLANES ? test_between(r, 0.2, 0.8) : 0;
            h = kind == COMMON_AREA_PLANES ? test_between(r, 0.3, 1.5) : 1;
            m->length = common_plates_length(u, w, h, 1, t);
        } while (m->length < 0.5);
        s[0] = common_plate(m, r, 0, 0, 1, 1, 0);
        s[1] = common_plate(m, r, u, w, h, 1, t);
        break;
    case COMMON_AREA_PART:
        s[0] = common_sheet(m, r, 0.15);
        s[1] = common_part(&s[0], test_integer(r, 0, 1) ? 0.2 : 0, 0.6, 0.3,
                           test_integer(r, 0, 1) ? 0.7 : 1);
        m->length = common_border_length(&s[1]);
        break;
    case COMMON_AREA_OVERLAP:
        all = common_sheet(m, r, 0.15);
        s[0] = common_part(&all, 0, 0.7, 0, 0.6), s[1] = common_part(&all, 0.3, 1, 0.2, 1);
        part = common_part(&all, 0.3, 0.7, 0.2, 0.6);
        m->length = common_border_length(&part);
        case_free(&all), case_free(&part);
        break;
    case COMMON_AREA_CYLINDER:
        t = test_between(r, 0.3, 0.8);
        s[0] = made_tube(m, t, t, 1, made_beside(r), base, 0);
        base[2] = test_between(r, 0.2, 0.8);
        s[1] = made_tube(m, t, t, 1, made_beside(r), base, 0);
        m->count = m->closed = 2, m->length = 2 * 6.283185307179586 * t;
        break;
    case COMMON_AREA_SHELL:
        t = test_between(r, 0.3, 0.8);
        all = made_tube(m, t, t, 1, 0, base, 0);
        s[0] = common_part(&all, 0, 0.5, 0, 1);
        case_free(&all);
        base[2] = u = test_between(r, 0.2, 0.8);
        w = test_between(r, 0.3, 2.5);
        all = made_tube(m, t, t, 1, w, base, 0);
        s[1] = common_part(&all, 0, 0.5, 0, 1);
        case_free(&all);
        m->length = 2 * (1 - u) + 2 * t * (3.141592653589793 - w);
        break;
    case COMMON_AREA_CONE: /* of radius t + h z */
        t = test_between(r, 0.4, 0.8), h = test_between(r, -0.2, 0.5);
        s[0] = made_tube(m, t, t + h, 1, made_beside(r), base, 0);
        base[2] = u = test_between(r, 0.2, 0.8);
        s[1] = made_tube(m, t + h * u, t + h * (u + 1), 1, made_beside(r), base, 0);
        m->count = m->closed = 2, m->length = 2 * pi * (2 * t + h * (1 + u));
        break;
    case COMMON_AREA_SHEATH:
        t = test_between(r, 0.4, 0.8), h = test_between(r, -0.2, 0.5);
        all = made_tube(m, t, t + h, 1, 0, base, 0);
        s[0] = common_part(&all, 0, 0.5, 0, 1);
        case_free(&all);
        base[2] = u = test_between(r, 0.2, 0.8);
        w = test_between(r, 0.3, 2.5);
        all = made_tube(m, t + h * u, t + h * (u + 1), 1, w, base, 0);
        s[1] = common_part(&all, 0, 0.5, 0, 1);
        case_free(&all);
        m->length = 2 * sqrt(1 + h * h) * (1 - u) + (2 * t + h * (1 + u)) * (pi - w);
        break;
    case COMMON_AREA_BEND:
        t = test_between(r, 0.1, 0.3), w = test_between(r, 0.3, 2.5);
        all = made_torus(m, 0.6, t, 0, made_beside(r));
        s[0] = common_part(&all, 0, 0.5, 0, 1);
        case_free(&all);
        all = made_torus(m, 0.6, t, w, made_beside(r));
        s[1] = common_part(&all, 0, 0.5, 0, 1);
        case_free(&all);
        m->count = m->closed = 2, m->length = 4 * pi * t;
        break;
    case COMMON_AREA_SADDLE: /* the tube's angles from u, those of the second from u + h */
        t = test_between(r, 0.1, 0.3), u = test_between(r, -3, 3);
        w = test_between(r, 0.3, 2.5), h = test_between(r, 0.3, 2.5);
        all = made_torus(m, 0.6, t, 0, u);
        s[0] = common_part(&all, 0, 0.5, 0, 0.5);
        case_free(&all);
        all = made_torus(m, 0.6, t, w, u + h);
        s[1] = common_part(&all, 0, 0.5, 0, 0.5);
        case_free(&all);
        m->length = 2 * t * (pi - h) + (pi - w) * (1.2 + t * (cos(u + h) - cos(u)));
        break;
    case COMMON_AREA_LUNE:
        w = test_between(r, 0.3, 2.5);
        all = made_sphere(m, 0.7, 0, base, 0);
        s[0] = common_part(&all, 0, 0.5, 0, 1);
        case_free(&all);
        all = made_sphere(m, 0.7, w, base, 0);
        s[1] = common_part(&all, 0, 0.5, 0, 1);
        case_free(&all);
        m->length = 2 * pi * 0.7;
        break;
    case COMMON_AREA_CAP:
    case COMMON_AREA_QUARTER:
        i = test_integer(r, kind == COMMON_AREA_QUARTER, 2);
        all = made_sphere(m, 0.7, made_beside(r), base, 0);
        s[0] = common_part(&all, 0, 1, 0, kind == COMMON_AREA_QUARTER ? 0.5 : 1);
        case_free(&all);
        all = made_sphere(m, 0.7, made_beside(r), base, i);
        s[1] = common_part(&all, 0, 1, 0.5, 1);
        case_free(&all);
        m->length = 2 * pi * 0.7;
        break;
    case COMMON_AREA_TORUS:
        t = test_between(r, 0.1, 0.3);
        s[0] = made_torus(m, 0.6, t, made_beside(r), made_beside(r));
        s[1] = made_torus(m, 0.6, t, made_beside(r), made_beside(r));
        m->closed = 0, m->length = 0;
        break;
    default:
        s[0] = made_sphere(m, 0.7, 0, base, 0);
        s[1] = made_sphere(m, 0.7, made_beside(r), base, test_integer(r, 0, 2));
        m->closed = 0, m->length = 0;
    }
}

/* A scene of the kind; scaled, and moved away from the origin by `away` of its size. */
static TEST_UNUSED void common_scene_of(common_kind kind, test_random *r, double scale, double away,
                                        common_scene *c)
{
    made_pair *m = &c->made;
    int i, k;
    memset(c, 0, sizeof *c);
    made_place(m, r, test_integer(r, 0, 3) > 0);
    for (k = 0; k < 3; k++) m->origin[k] += away * (k - 0.6);
    m->size = 1;
    c->contacts = 1; /* of an area, whatever its border */
    c->area = kind >= COMMON_AREA_COPY, c->crossing = kind == COMMON_EDGE_BEND;
    if (c->area)
        common_area_scene(kind, r, m);
    else
        common_edge_scene(kind, r, m);
    if (kind != COMMON_AREA_COPY) common_reform(&m->surface[1], r);
    if (kind == COMMON_AREA_KNOTS) common_reform(&m->surface[0], r);
    if (!c->area) c->contacts = m->count;
    for (i = 0; i < 2; i++) case_scale(&m->surface[i], scale);
    m->length *= scale, m->size *= scale;
}

/* ---------------------------------------------------------------------------------------- groups:
   what a row of a table is about, beside two free-form sheets that lie anyhow */

typedef enum made_group {
    MADE_GROUP_RANDOM,   /* sheets that cross anyhow; how long, is not known */
    MADE_GROUP_CROSSING, /* planes, cylinders, cones, spheres, tori, troughs */
    MADE_GROUP_FREE,     /* free-form sheets; one kind touches along a second curve */
    MADE_GROUP_POINT,
    MADE_GROUP_LINE,
    MADE_GROUP_ROUND,
    MADE_GROUP_BEND,
    MADE_GROUP_SMOOTH,
    MADE_GROUP_AREA,
    MADE_GROUPS
} made_group;

static const char *const made_group_names[MADE_GROUPS] = {
    "random, crossing",   "made: crossing",     "made: free, crossing",
    "made: touch, point", "made: touch, line",  "made: touch, circle",
    "made: edge, bend",   "made: edge, smooth", "made: coincident"};

/* All kinds: those of made_pair_kind, then those of common_kind. */
enum { MADE_ALL_KINDS = MADE_PAIR_KINDS + COMMON_KINDS };

static TEST_UNUSED const char *made_kind_name(int kind)
{
    return kind < MADE_PAIR_KINDS ? made_pair_names[kind] : common_names[kind - MADE_PAIR_KINDS];
}

static TEST_UNUSED made_group made_kind_group(int kind)
{
    const int common = kind - MADE_PAIR_KINDS;
    if (common >= COMMON_AREA_COPY) return MADE_GROUP_AREA;
    if (common >= 0) return common == COMMON_EDGE_BEND ? MADE_GROUP_BEND : MADE_GROUP_SMOOTH;
    switch (kind) {
    case MADE_SPHERE_POINT:
    case MADE_SPHERES_POINT:
    case MADE_FREE_POINT:
        return MADE_GROUP_POINT;
    case MADE_TORUS_ON_PLANE:
    case MADE_SPHERE_IN_CYLINDER:
    case MADE_TORUS_IN_CYLINDER:
    case MADE_FREE_RING:
        return MADE_GROUP_ROUND;
    case MADE_BEND:
        return MADE_GROUP_BEND;
    case MADE_FLAT_EDGE:
    case MADE_SMOOTH_EDGE:
        return MADE_GROUP_SMOOTH;
    case MADE_FREE_TOUCH:
    case MADE_FREE_BENT:
        return MADE_GROUP_LINE;
    default:
        break;
    }
    if (kind >= MADE_FREE) return MADE_GROUP_FREE;
    if (kind >= MADE_CIRCLES) return MADE_GROUP_ROUND;
    if (kind >= MADE_LINES) return MADE_GROUP_LINE;
    if (kind >= MADE_POINTS) return MADE_GROUP_POINT;
    return kind >= MADE_PLANE_CONE || kind <= MADE_PLANE_TORUS ? MADE_GROUP_CROSSING
                                                               : MADE_GROUP_LINE;
}

/* How many kinds a group has: 0 of MADE_GROUP_RANDOM. */
static TEST_UNUSED int made_group_size(made_group group)
{
    int kind, count = 0;
    for (kind = 0; kind < MADE_ALL_KINDS; kind++) count += made_kind_group(kind) == group;
    return count;
}

/* Kind number n of a group, all of them in turn; -1 of MADE_GROUP_RANDOM. */
static TEST_UNUSED int made_group_kind(made_group group, int n)
{
    const int size = made_group_size(group);
    int kind, left = size > 0 ? n % size : -1;
    for (kind = 0; kind < MADE_ALL_KINDS; kind++)
        if (made_kind_group(kind) == group && left-- == 0) return kind;
    return -1;
}

/* Two free-form sheets of about unit size whose middles are near each other, each turned anyhow;
   count is -1. */
static TEST_UNUSED void made_random_pair(test_random *r, made_pair *m)
{
    made_pair other;
    int k;
    memset(m, 0, sizeof *m);
    memset(&other, 0, sizeof other);
    made_place(m, r, 1), made_place(&other, r, 1);
    for (k = 0; k < 3; k++) {
        const double middle = m->origin[k] + 0.5 * (m->axis[0][k] + m->axis[1][k]);
        other.origin[k] = middle - 0.5 * (other.axis[0][k] + other.axis[1][k]);
        other.origin[k] += test_between(r, -0.2, 0.2);
    }
    m->surface[0] = common_sheet(m, r, 0.15);
    m->surface[1] = common_sheet(&other, r, 0.15);
    m->count = -1, m->size = 1;
}

/* ---- pairs that are equally near each other over a whole area or along a line */

typedef enum made_offset_kind {
    MADE_OFFSET_SPHERES,  /* a ball in a socket, about one centre */
    MADE_OFFSET_COAXIAL,  /* a pin in a hole */
    MADE_OFFSET_PARALLEL, /* two cylinders side by side */
    MADE_OFFSETS
} made_offset_kind;

static const char *const made_offset_names[MADE_OFFSETS] = {
    "concentric spheres", "coaxial cylinders", "parallel cylinders"};

/* The first has radius 1; how far they are apart, is `gap`. */
static TEST_UNUSED void made_offset(made_offset_kind kind, test_random *r, double gap, made_pair *m)
{
    const double big = kind == MADE_OFFSET_PARALLEL ? 1 : 1 + gap, length = 2;
    double base[3] = {0, 0, 0};
    case_surface *s = m->surface;
    memset(m, 0, sizeof *m);
    made_place(m, r, test_integer(r, 0, 3) > 0);
    m->size = 1, m->length = gap, m->count = 0;
    if (kind == MADE_OFFSET_SPHERES) {
        s[0] = made_sphere(m, 1, made_beside(r), base, test_integer(r, 0, 2));
        s[1] = made_sphere(m, big, made_beside(r), base, test_integer(r, 0, 2));
    } else {
        s[0] = made_tube(m, 1, 1, length, made_beside(r), base, 0);
        if (kind == MADE_OFFSET_PARALLEL) base[0] = 2 + gap;
        s[1] = made_tube(m, big, big, length, made_beside(r), base, 0);
    }
}

/* A scene of one of all kinds, about unit size and near the origin. */
static TEST_UNUSED void made_kind_scene(int kind, test_random *r, common_scene *c)
{
    if (kind >= MADE_PAIR_KINDS) {
        common_scene_of((common_kind)(kind - MADE_PAIR_KINDS), r, 1, 0, c);
        return;
    }
    memset(c, 0, sizeof *c);
    made_pair_of((made_pair_kind)kind, r, &c->made);
    c->contacts = c->made.count;
    c->crossing = made_kind_group(kind) == MADE_GROUP_CROSSING ||
                  made_kind_group(kind) == MADE_GROUP_FREE || kind == MADE_BEND;
}

/* Scene number n of a group. */
static TEST_UNUSED void made_group_scene(made_group group, int n, test_random *r, common_scene *c)
{
    if (group != MADE_GROUP_RANDOM) {
        made_kind_scene(made_group_kind(group, n), r, c);
        return;
    }
    memset(c, 0, sizeof *c);
    made_random_pair(r, &c->made);
    c->contacts = c->made.count, c->crossing = 1;
}

#endif
