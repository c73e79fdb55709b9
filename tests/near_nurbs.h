/* Surfaces beside each other as people make them: equally near all over (concentric, parallel,
 * offset), along a line or a circle, or in one point; planes, cylinders, cones, spheres, tori,
 * troughs and free forms. The distance is known in closed form, or, where an offset is fitted as
 * modellers do it, from above by many points and their feet. */
#ifndef NEAR_NURBS_H
#define NEAR_NURBS_H

#include "made_nurbs.h"

typedef enum near_kind {
    NEAR_PLANES,         /* areas */
    NEAR_CYLINDERS,      /* coaxial */
    NEAR_CONES,          /* coaxial, offset */
    NEAR_SPHERES,        /* concentric */
    NEAR_TORI,           /* about one circle */
    NEAR_WALLS,          /* over a cubic curve and its exact offset */
    NEAR_BELLS,          /* the same curves, turned about an axis: bent both ways */
    NEAR_SHEETS_7,       /* a bicubic patch and its offset, fitted by degree 7 */
    NEAR_SHEETS_3,       /* a bicubic sheet of 3 x 3 patches, its offset fitted by cubics */
    NEAR_CYLINDER_PLANE, /* lines */
    NEAR_CONE_PLANE,
    NEAR_TROUGH_PLANE,
    NEAR_CYLINDERS_BESIDE,
    NEAR_CYLINDER_INSIDE,
    NEAR_CYLINDER_IN_TROUGH,
    NEAR_TROUGHS,
    NEAR_CONES_BESIDE,
    NEAR_VALLEYS,     /* two cubic profiles, extruded */
    NEAR_TORUS_PLANE, /* circles */
    NEAR_SPHERE_CYLINDER,
    NEAR_SPHERE_CONE,
    NEAR_SPHERE_TORUS, /* in the hole */
    NEAR_SPHERE_TUBE,  /* inside the torus */
    NEAR_TORUS_CYLINDER,
    NEAR_TORUS_CONE,
    NEAR_TORI_STACKED,
    NEAR_BELL_PLANE,   /* a free form turned about an axis */
    NEAR_SHEETS_RIDGE, /* a bicubic patch and a fitted one, nearest along a curve */
    NEAR_SPHERE_PLANE, /* points */
    NEAR_SPHERES_BESIDE,
    NEAR_BOWLS,        /* paraboloids */
    NEAR_SHEETS_MOVED, /* a bicubic patch and its translate */
    NEAR_KINDS
} near_kind;

static const char *const near_names[NEAR_KINDS] = {"area: planes",
                                                   "area: coaxial cylinders",
                                                   "area: coaxial cones",
                                                   "area: concentric spheres",
                                                   "area: tori",
                                                   "area: walls over a cubic",
                                                   "area: bells, a cubic turned",
                                                   "area: patch, fitted degree 7",
                                                   "area: sheet, fitted cubics",
                                                   "line: cylinder, plane",
                                                   "line: cone, plane",
                                                   "line: trough, plane",
                                                   "line: cylinders",
                                                   "line: cylinder in cylinder",
                                                   "line: cylinder in trough",
                                                   "line: troughs",
                                                   "line: cones",
                                                   "line: valleys, free form",
                                                   "circle: torus, plane",
                                                   "circle: sphere in cylinder",
                                                   "circle: sphere in cone",
                                                   "circle: sphere in ring",
                                                   "circle: sphere in tube",
                                                   "circle: torus in cylinder",
                                                   "circle: torus in cone",
                                                   "circle: stacked tori",
                                                   "circle: bell, plane",
                                                   "curve: patch, fitted ridge",
                                                   "point: sphere, plane",
                                                   "point: spheres",
                                                   "point: bowls",
                                                   "point: patch and translate"};

typedef struct near_scene {
    made_pair made;
    double gap;
    double below, above; /* what is fitted: the distance differs from the gap by so much at most */
} near_scene;

/* Adds f times the product of two polynomials in Bernstein form. */
static TEST_UNUSED void near_product(const double *a, int p, const double *b, int q, double f,
                                     double *out)
{
    double choose[3][16];
    int i, j, k;
    for (k = 0; k < 3; k++) {
        int n = k == 0 ? p : k == 1 ? q : p + q;
        choose[k][0] = 1;
        for (i = 0; i < n; i++) choose[k][i + 1] = choose[k][i] * (n - i) / (i + 1);
    }
    for (i = 0; i <= p; i++)
        for (j = 0; j <= q; j++)
            out[i + j] += f * a[i] * b[j] * choose[0][i] * choose[1][j] / choose[2][i + j];
}

/* Tschirnhausen's cubic, whose speed is a polynomial, moved along its normals by d: rational,
   exactly (Farouki, Sakkalis 1990), of degree 5, and no conic. */
static TEST_UNUSED void near_cubic(double d, double x[6], double y[6], double w[6])
{
    static const double one[6] = {1, 1, 1, 1, 1, 1}, u[2] = {1, 1}, v[2] = {-0.4, 0.5};
    double dx[3] = {0, 0, 0}, dy[3] = {0, 0, 0}, speed[3] = {0, 0, 0}, cx[4], cy[4];
    int i;
    for (i = 0; i < 6; i++) x[i] = y[i] = w[i] = 0;
    near_product(u, 1, u, 1, 1, dx), near_product(v, 1, v, 1, -1, dx);
    near_product(u, 1, v, 1, 2, dy);
    near_product(u, 1, u, 1, 1, speed), near_product(v, 1, v, 1, 1, speed);
    cx[0] = cy[0] = 0;
    for (i = 0; i < 3; i++) cx[i + 1] = cx[i] + dx[i] / 3, cy[i + 1] = cy[i] + dy[i] / 3;
    near_product(speed, 2, one, 3, 1, w);
    near_product(cx, 3, speed, 2, 1, x), near_product(dy, 2, one, 3, d, x);
    near_product(cy, 3, speed, 2, 1, y), near_product(dx, 2, one, 3, -d, y);
    for (i = 0; i < 6; i++) x[i] /= w[i], y[i] /= w[i];
}

/* A wall over it along the scene's z, or that profile turned about the scene's z axis, its y being
   the height. */
static TEST_UNUSED case_surface near_wall(const made_pair *m, double d)
{
    case_surface s = case_new(5, 1, 6, 2, 1);
    double x[6], y[6], w[6];
    int i, j;
    near_cubic(d, x, y, w);
    for (i = 0; i < 6; i++)
        for (j = 0; j < 2; j++) {
            made_set(m, &s, i, j, x[i], y[i], j);
            s.weights[2 * i + j] = (cld_real)w[i];
        }
    return s;
}

static TEST_UNUSED case_surface near_bell(const made_pair *m, double d, double turn)
{
    case_surface s = case_new(2, 5, 9, 6, 1);
    double r[6], z[6], w[6];
    int i, j;
    near_cubic(d, r, z, w);
    made_knots(s.knots_u, 4);
    for (i = 0; i < 9; i++) {
        double x, y, f;
        made_circle(i, turn, &x, &y, &f);
        for (j = 0; j < 6; j++) {
            made_set(m, &s, i, j, (0.5 + r[j]) * x, (0.5 + r[j]) * y, z[j]);
            s.weights[6 * i + j] = (cld_real)(f * w[j]);
        }
    }
    return s;
}

/* ----- sheets, and what is fitted to them */

/* B-splines of degree p at t: value or derivative of the i-th. */
static TEST_UNUSED double near_spline(const cld_real *knots, int i, int p, double t, int derivative)
{
    const double a = (double)knots[i], b = (double)knots[i + p], c = (double)knots[i + 1],
                 d = (double)knots[i + p + 1];
    double sum = 0;
    if (p == 0) return (t >= a && t < d) || (t >= 1 && a < 1 && d >= 1) ? 1 : 0;
    if (derivative) {
        if (b > a) sum += p / (b - a) * near_spline(knots, i, p - 1, t, 0);
        if (d > c) sum -= p / (d - c) * near_spline(knots, i + 1, p - 1, t, 0);
        return sum;
    }
    if (b > a) sum += (t - a) / (b - a) * near_spline(knots, i, p - 1, t, 0);
    if (d > c) sum += (d - t) / (d - c) * near_spline(knots, i + 1, p - 1, t, 0);
    return sum;
}

/* A polynomial surface's point and normal, in the scene's world, in double. */
static TEST_UNUSED void near_point(const case_surface *s, double u, double v, double x[3],
                                   double n[3])
{
    const cld_nurbs *view = &s->view;
    double d[3][3], length = 0;
    int i, j, k;
    memset(d, 0, sizeof d);
    for (i = 0; i < view->count_u; i++) {
        const double b = near_spline(view->knots_u, i, view->degree_u, u, 0);
        const double db = near_spline(view->knots_u, i, view->degree_u, u, 1);
        if (b == 0 && db == 0) continue;
        for (j = 0; j < view->count_v; j++) {
            const double c = near_spline(view->knots_v, j, view->degree_v, v, 0);
            const double dc = near_spline(view->knots_v, j, view->degree_v, v, 1);
            const cld_real *p = s->points + 3 * (i * view->count_v + j);
            for (k = 0; k < 3; k++) {
                d[0][k] += b * c * (double)p[k];
                d[1][k] += db * c * (double)p[k], d[2][k] += b * dc * (double)p[k];
            }
        }
    }
    for (k = 0; k < 3; k++) {
        const int a = (k + 1) % 3, b = (k + 2) % 3;
        n[k] = d[1][a] * d[2][b] - d[1][b] * d[2][a];
        length += n[k] * n[k];
        x[k] = d[0][k];
    }
    for (k = 0; k < 3; k++) n[k] /= sqrt(length);
}

/* Solves for the n coefficients of a spline with given values at its Greville abscissae, `columns`
   at once: in place, by elimination. */
static TEST_UNUSED void near_interpolate(const cld_real *knots, int p, int n, const double *at,
                                         double *values, int columns, int step)
{
    double a[16][16];
    int i, j, k, c;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) a[i][j] = near_spline(knots, j, p, at[i], 0);
    for (k = 0; k < n; k++) { /* totally positive: no pivots are needed */
        for (i = k + 1; i < n; i++) {
            const double f = a[i][k] / a[k][k];
            if (f == 0) continue;
            for (j = k; j < n; j++) a[i][j] -= f * a[k][j];
            for (c = 0; c < columns; c++) values[i * step + c] -= f * values[k * step + c];
        }
    }
    for (k = n - 1; k >= 0; k--)
        for (c = 0; c < columns; c++) {
            for (j = k + 1; j < n; j++) values[k * step + c] -= a[k][j] * values[j * step + c];
            values[k * step + c] /= a[k][k];
        }
}

/* The surface of degree p and p, n x n points, through points beside `from`, `gap` away along the
   normals, more by bend (u - v / 4 - 0.4)^2. */
static TEST_UNUSED case_surface near_fitted(const case_surface *from, int p, int n, double gap,
                                            double bend)
{
    static double values[16][16][3];
    case_surface s = case_new(p, p, n, n, 0);
    double at[16] = {0};
    int i, j, k;
    for (i = 0; i < n; i++) {
        at[i] = 0;
        for (k = 1; k <= p; k++) at[i] += (double)s.knots_u[i + k] / p;
        if (p == 7) at[i] = 0.5 - 0.5 * cos(3.141592653589793 * i / (n - 1)); /* one span */
    }
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            const double w = at[i] - 0.25 * at[j] - 0.4;
            double x[3], d[3];
            near_point(from, at[i], at[j], x, d);
            for (k = 0; k < 3; k++) values[i][j][k] = x[k] + (gap + bend * w * w) * d[k];
        }
    near_interpolate(s.knots_u, p, n, at, &values[0][0][0], 48, 48);
    for (i = 0; i < n; i++) near_interpolate(s.knots_v, p, n, at, &values[i][0][0], 3, 3);
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            case_set(&s, i, j, values[i][j][0], values[i][j][1], values[i][j][2]);
    return s;
}

/* A bicubic sheet over about the unit square, no weights. */
static TEST_UNUSED case_surface near_sheet(const made_pair *m, test_random *r, int n, double bend)
{
    case_surface s = case_new(3, 3, n, n, 0);
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            const double x = i / (n - 1.0), y = j / (n - 1.0);
            made_set(m, &s, i, j, x, y,
                     bend * (sin(4 * x + 1) * cos(3 * y) + 0.3 * test_between(r, -1, 1)));
        }
    return s;
}

/* z = height + c_0 .. over x from -1 to 1, Bernstein coefficients of a cubic, extruded along y. */
static TEST_UNUSED case_surface near_extruded(const made_pair *m, const double z[4], double half)
{
    case_surface s = case_new(3, 1, 4, 2, 0);
    int i, j;
    for (i = 0; i < 4; i++)
        for (j = 0; j < 2; j++) made_set(m, &s, i, j, -1 + 2 * i / 3.0, half * (2 * j - 1), z[i]);
    return s;
}

/* A cone about the scene's z axis, its radius r0 at z = 0, r1 at `height`. */
static TEST_UNUSED case_surface near_cone(const made_pair *m, double r0, double r1, double height,
                                          double turn)
{
    static const double base[3] = {0, 0, 0};
    return made_tube(m, r0, r1, height, turn, base, 0);
}

/* Moves a surface along an axis of the scene. */
static TEST_UNUSED void near_move(const made_pair *m, case_surface *s, int axis, double by)
{
    int i, k;
    for (i = 0; i < s->view.count_u * s->view.count_v; i++)
        for (k = 0; k < 3; k++) s->points[3 * i + k] += (cld_real)(by * m->axis[axis][k]);
}

static TEST_UNUSED void near_area_scene(near_kind kind, test_random *r, double gap, near_scene *n)
{
    made_pair *m = &n->made;
    case_surface *s = m->surface;
    const double turn = made_beside(r), slope = sqrt(17) / 4;
    double base[3] = {0, 0, -1};
    switch (kind) {
    case NEAR_PLANES:
        s[0] = made_plane(m, r, 0, 0, 1, 1, 0, 1 + test_integer(r, 0, 3));
        s[1] = made_plane(m, r, 0.1, -0.2, 1.3, 0.8, gap, 1 + test_integer(r, 0, 3));
        break;
    case NEAR_CYLINDERS:
        s[0] = made_tube(m, 1, 1, 2, 0.2, base, 0);
        base[2] = -0.7;
        s[1] = made_tube(m, 1 + gap, 1 + gap, 2, 0.2 + turn, base, 0);
        break;
    case NEAR_CONES:
        s[0] = near_cone(m, 0.5, 1, 2, 0.2);
        s[1] = near_cone(m, 0.5 + slope * gap, 1 + slope * gap, 2, 0.2 + turn);
        break;
    case NEAR_SPHERES:
        base[2] = 0;
        s[0] = made_sphere(m, 1, turn, base, test_integer(r, 0, 2));
        s[1] = made_sphere(m, 1 + gap, made_beside(r), base, test_integer(r, 0, 2));
        break;
    case NEAR_TORI:
        s[0] = made_torus(m, 1, 0.4, 0.2, 0.1);
        s[1] = made_torus(m, 1, 0.4 + gap, 0.2 + turn, made_beside(r));
        break;
    case NEAR_WALLS:
        s[0] = near_wall(m, 0), s[1] = near_wall(m, gap);
        break;
    case NEAR_BELLS:
        s[0] = near_bell(m, 0, 0.3), s[1] = near_bell(m, gap, 0.3 + turn);
        break;
    case NEAR_SHEETS_7:
        s[0] = near_sheet(m, r, 4, 0.15);
        s[1] = near_fitted(&s[0], 7, 8, gap, 0);
        n->below = 2e-4 * gap;
        break;
    default:
        s[0] = near_sheet(m, r, 6, 0.15);
        s[1] = near_fitted(&s[0], 3, 15, gap, 0);
        n->below = 1e-3 * gap;
    }
}

static TEST_UNUSED void near_line_scene(near_kind kind, test_random *r, double gap, near_scene *n)
{
    static const double low[4] = {0.9, -0.5, 0.1, 1.1}, high[4] = {1.3, -0.6, 0.2, 1.4};
    made_pair *m = &n->made;
    case_surface *s = m->surface;
    double base[3] = {0, 0, 0};
    switch (kind) {
    case NEAR_CYLINDER_PLANE:
        made_touch_line(m, r, MADE_CYLINDER_ON_PLANE);
        break;
    case NEAR_CONE_PLANE:
        made_touch_line(m, r, MADE_CONE_ON_PLANE);
        break;
    case NEAR_TROUGH_PLANE:
        made_touch_line(m, r, MADE_TROUGH_ON_PLANE);
        break;
    case NEAR_CYLINDERS_BESIDE:
        made_touch_line(m, r, MADE_CYLINDERS);
        break;
    case NEAR_CYLINDER_INSIDE:
        made_touch_line(m, r, MADE_CYLINDER_IN_CYLINDER);
        break;
    case NEAR_CYLINDER_IN_TROUGH:
        base[1] = -0.6, base[2] = 0.5;
        s[0] = made_tube(m, 0.5, 0.5, 1.1, made_beside(r), base, 2);
        s[1] = made_trough(m, 0.8, -1, 0.9, 1);
        break;
    case NEAR_TROUGHS:
        s[0] = made_trough(m, 0.5, -1, 1, 1), s[1] = made_trough(m, 0.4, -1, 1, 1);
        break;
    case NEAR_CONES_BESIDE: { /* mirrored at a plane that touches one along a ruling */
        int i, k;
        made_touch_line(m, r, MADE_CONE_ON_PLANE);
        case_free(&s[1]);
        s[1] = case_copy(&s[0]);
        for (i = 0; i < 18; i++) {
            double z = 0;
            for (k = 0; k < 3; k++)
                z += ((double)s[0].points[3 * i + k] - m->origin[k]) * m->axis[2][k];
            for (k = 0; k < 3; k++)
                s[1].points[3 * i + k] =
                    (cld_real)((double)s[0].points[3 * i + k] - 2 * z * m->axis[2][k]);
        }
        break;
    }
    default: { /* the upper profile less the lower one has a double root; it bends more */
        double z[4], least = 1e9, t;
        int i;
        for (t = 0; t <= 1; t += 1.0 / 4096) {
            double c[4];
            int k;
            for (i = 0; i < 4; i++) c[i] = high[i] - low[i];
            for (k = 3; k > 0; k--)
                for (i = 0; i < k; i++) c[i] += t * (c[i + 1] - c[i]);
            least = fmin(least, c[0]);
        }
        for (i = 0; i < 4; i++) z[i] = high[i] - least;
        s[0] = near_extruded(m, z, 0.9), s[1] = near_extruded(m, low, 1);
        n->below = 1; /* along z it is the gap, but not across */
    }
    }
    near_move(m, &s[0], 2, gap);
}

static TEST_UNUSED void near_circle_scene(near_kind kind, test_random *r, double gap, near_scene *n)
{
    made_pair *m = &n->made;
    case_surface *s = m->surface;
    const double turn = made_beside(r), tilt = made_beside(r), big = test_between(r, 0.6, 1);
    double base[3] = {0, 0, 0};
    switch (kind) {
    case NEAR_TORUS_PLANE:
        s[0] = made_torus(m, big, 0.3, turn, tilt);
        s[1] = made_plane(m, r, 0.05, 0, 2, 2, -0.3 - gap, 1 + test_integer(r, 0, 3));
        break;
    case NEAR_SPHERE_CYLINDER:
        s[0] = made_sphere(m, big, turn, base, test_integer(r, 0, 2));
        base[2] = -2;
        s[1] = made_tube(m, big + gap, big + gap, 4, tilt, base, 0);
        break;
    case NEAR_SPHERE_CONE:
    case NEAR_TORUS_CONE: /* slope 1/2: the distance from the axis at height z, less z/2 .. */
        if (kind == NEAR_SPHERE_CONE)
            s[0] = made_sphere(m, 0.4, turn, base, test_integer(r, 0, 2));
        else
            s[0] = made_torus(m, big, 0.2, turn, tilt);
        {
            const double c = 2 / sqrt(5);
            const double at = kind == NEAR_SPHERE_CONE ? (0.4 + gap) / c : big + (0.2 + gap) / c;
            base[2] = -0.7;
            s[1] = made_tube(m, at - 0.35, at + 0.35, 1.4, made_beside(r), base, 0);
        }
        break;
    case NEAR_SPHERE_TORUS:
        s[0] = made_torus(m, big, 0.3, turn, tilt);
        s[1] = made_sphere(m, big - 0.3 - gap, made_beside(r), base, test_integer(r, 0, 2));
        break;
    case NEAR_SPHERE_TUBE:
        s[0] = made_torus(m, big, 0.3, turn, tilt);
        base[0] = big;
        s[1] = made_sphere(m, 0.3 - gap, made_beside(r), base, test_integer(r, 0, 2));
        break;
    case NEAR_TORUS_CYLINDER:
        s[0] = made_torus(m, big, 0.3, turn, tilt);
        base[2] = -2;
        s[1] = made_tube(m, big + 0.3 + gap, big + 0.3 + gap, 4, made_beside(r), base, 0);
        break;
    case NEAR_TORI_STACKED:
        s[0] = made_torus(m, big, 0.3, turn, tilt);
        s[1] = made_torus(m, big, 0.2, made_beside(r), made_beside(r));
        near_move(m, &s[1], 2, 0.5 + gap);
        break;
    default: { /* the curve y(x) of the bell falls first, then rises */
        double x[6], y[6], w[6], z = 1e9, t;
        int i, k;
        near_cubic(0, x, y, w);
        for (t = 0; t <= 1; t += 1.0 / 65536) {
            double c[6], e[6];
            for (i = 0; i < 6; i++) c[i] = y[i] * w[i], e[i] = w[i];
            for (k = 5; k > 0; k--)
                for (i = 0; i < k; i++)
                    c[i] += t * (c[i + 1] - c[i]), e[i] += t * (e[i + 1] - e[i]);
            z = fmin(z, c[0] / e[0]);
        }
        n->below = n->above = 1e-9; /* the lowest place was looked for */
        s[0] = near_bell(m, 0, turn);
        s[1] = made_plane(m, r, 0, 0, 2, 2, z - gap, 1 + test_integer(r, 0, 3));
    }
    }
}

static TEST_UNUSED void near_point_scene(near_kind kind, test_random *r, double gap, near_scene *n)
{
    made_pair *m = &n->made;
    case_surface *s = m->surface;
    switch (kind) {
    case NEAR_SHEETS_RIDGE:
        s[0] = near_sheet(m, r, 4, 0.15);
        s[1] = near_fitted(&s[0], 7, 8, gap, 0.3);
        n->below = 1e-4, n->above = 1e-4;
        break;
    case NEAR_SPHERE_PLANE:
        made_pair_of(MADE_SPHERE_POINT, r, m), near_move(m, &s[0], 2, gap);
        break;
    case NEAR_SPHERES_BESIDE:
        made_pair_of(MADE_SPHERES_POINT, r, m), near_move(m, &s[0], 2, gap);
        break;
    case NEAR_BOWLS: { /* z = bend (x^2 + y^2) + height, radii of curvature 1 / (2 bend) */
        int k, i, j;
        for (k = 0; k < 2; k++) {
            const double bend = k ? 0.3 : 0.5;
            s[k] = case_new(2, 2, 3, 3, 0);
            for (i = 0; i < 3; i++)
                for (j = 0; j < 3; j++)
                    made_set(m, &s[k], i, j, i - 1, j - 1,
                             bend * ((i == 1 ? -1 : 1) + (j == 1 ? -1 : 1)) + (k ? 0 : gap));
        }
        break;
    }
    default:
        s[0] = near_sheet(m, r, 4, 0.15);
        s[1] = case_copy(&s[0]);
        near_move(m, &s[0], 2, gap);
        n->below = 1;
    }
}

/* A scene of the kind, at a given gap, of about unit size. */
static TEST_UNUSED void near_scene_of(near_kind kind, test_random *r, double gap, near_scene *n)
{
    made_pair *m = &n->made;
    memset(n, 0, sizeof *n);
    made_place(m, r, test_integer(r, 0, 3) > 0);
    m->size = 1;
    n->gap = gap;
    if (kind <= NEAR_SHEETS_3)
        near_area_scene(kind, r, gap, n);
    else if (kind <= NEAR_VALLEYS)
        near_line_scene(kind, r, gap, n);
    else if (kind <= NEAR_BELL_PLANE)
        near_circle_scene(kind, r, gap, n);
    else
        near_point_scene(kind, r, gap, n);
}

#endif
