/* shapes.h: the surfaces of vase.c as NURBS, and what weighs what they enclose. Include it after
   collide.h. Metres. */

#ifndef VASE_SHAPES_H
#define VASE_SHAPES_H

#include "../vec.h"

#include <string.h>

#define TORUS_RADIUS 0.30 /* of the circle in the middle of the tube */
#define TORUS_TUBE   0.11
#define SHEET_X      1.1 /* half its sides */
#define SHEET_Y      0.9
#define SHEET_DEPTH  0.15

enum { CIRCLE = 9, VASE = 20 }; /* control points of a circle, and of the vase's outline */

/* A point of the curve that turns around the z axis. */
typedef struct profile_point {
    double radius, height, weight;
} profile_point;

/* A surface that owns its numbers. Do not copy it: the view points into it. */
typedef struct shape {
    cld_nurbs surface;
    cld_real points[CIRCLE * VASE * 3], weights[CIRCLE * VASE];
    cld_real knots_u[CIRCLE + 3], knots_v[VASE + 4];
} shape;

/* A full circle of radius 1: four quarters, each a quadratic piece, its corner weighing the sine of
   45 degrees. */
static inline profile_point circle_point(int i)
{
    static const int x[CIRCLE] = {1, 1, 0, -1, -1, -1, 0, 1, 1};
    static const int y[CIRCLE] = {0, 1, 1, 1, 0, -1, -1, -1, 0};
    profile_point p;
    p.radius = x[i], p.height = y[i], p.weight = i % 2 ? sqrt(0.5) : 1;
    return p;
}

/* 0 0 0 1 1 2 2 3 3 4 4 4: where its quarters meet, the knots are double. */
static inline void circle_knots(cld_real knots[CIRCLE + 3])
{
    for (int i = 0; i < CIRCLE + 3; i++)
        knots[i] = (cld_real)(i < 3 ? 0 : i > CIRCLE ? 4 : (i - 1) / 2);
}

/* Turns the curve around the z axis. Its normals point outwards if the curve goes up where it is
   outside. */
static inline void shape_revolve(shape *s, const profile_point *curve, int count, int degree,
                                 const cld_real *knots)
{
    memset(s, 0, sizeof *s);
    circle_knots(s->knots_u);
    memcpy(s->knots_v, knots, (size_t)(count + degree + 1) * sizeof *knots);
    for (int i = 0; i < CIRCLE * count; i++) {
        const profile_point around = circle_point(i / count), p = curve[i % count];
        s->points[3 * i] = (cld_real)(p.radius * around.radius);
        s->points[3 * i + 1] = (cld_real)(p.radius * around.height);
        s->points[3 * i + 2] = (cld_real)p.height;
        s->weights[i] = (cld_real)(p.weight * around.weight);
    }
    s->surface.degree_u = 2, s->surface.count_u = CIRCLE, s->surface.knots_u = s->knots_u;
    s->surface.degree_v = degree, s->surface.count_v = count, s->surface.knots_v = s->knots_v;
    s->surface.points = s->points, s->surface.weights = s->weights;
}

/* Exact: a circle of the radius `tube` goes around at the distance `radius`. */
static inline void shape_torus(shape *s)
{
    profile_point curve[CIRCLE];
    cld_real knots[CIRCLE + 3];
    circle_knots(knots);
    for (int i = 0; i < CIRCLE; i++) {
        curve[i] = circle_point(i);
        curve[i].radius = TORUS_RADIUS + TORUS_TUBE * curve[i].radius;
        curve[i].height *= TORUS_TUBE;
    }
    shape_revolve(s, curve, CIRCLE, 2, knots);
}

/* Control points of the vase's outline, radius and height: a uniform cubic curve from the middle of
   the bottom outside to the middle of the bottom inside. So the vase has a wall, and is a solid; it
   stands on a ring. */
static const double vase_outline[VASE][2] = {
    {0.000, 0.030}, {0.060, 0.030}, {0.100, -0.015}, {0.150, -0.015}, {0.135, 0.065},
    {0.210, 0.150}, {0.230, 0.300}, {0.140, 0.420},  {0.070, 0.510},  {0.100, 0.630},
    {0.170, 0.680}, {0.150, 0.710}, {0.065, 0.640},  {0.030, 0.510},  {0.100, 0.400},
    {0.185, 0.290}, {0.165, 0.160}, {0.090, 0.085},  {0.040, 0.075},  {0.000, 0.075}};

/* Clamped: 0 0 0 0 1 2 3 ... 17 17 17 17. */
static inline double vase_knot(int i)
{
    return i < 4 ? 0 : i > VASE ? VASE - 3 : i - 3;
}

static inline void shape_vase(shape *s)
{
    profile_point curve[VASE];
    cld_real knots[VASE + 4];
    for (int i = 0; i < VASE; i++) {
        curve[i].radius = vase_outline[i][0], curve[i].height = vase_outline[i][1];
        curve[i].weight = 1;
    }
    for (int i = 0; i < VASE + 4; i++) knots[i] = (cld_real)vase_knot(i);
    shape_revolve(s, curve, VASE, 3, knots);
}

/* The sheet hangs through: the mean of its heights is 0. */
static inline double sheet_height(double x, double y)
{
    const double s = x / SHEET_X, t = y / SHEET_Y;
    return SHEET_DEPTH * (0.5 * (s * s + t * t) - 1.0 / 3);
}

/* One quadratic piece: a parabola's middle control point is as far below as its ends are above. */
static inline void shape_sheet(shape *s)
{
    memset(s, 0, sizeof *s);
    for (int k = 0; k < 9; k++) {
        const int i = k / 3 - 1, j = k % 3 - 1;
        const double rise = 0.5 * ((i ? 1 : -1) + (j ? 1 : -1)) - 1.0 / 3;
        s->points[3 * k] = (cld_real)(SHEET_X * i);
        s->points[3 * k + 1] = (cld_real)(SHEET_Y * j);
        s->points[3 * k + 2] = (cld_real)(SHEET_DEPTH * rise);
    }
    for (int i = 0; i < 6; i++) s->knots_u[i] = s->knots_v[i] = (cld_real)(i / 3);
    s->surface.degree_u = s->surface.degree_v = 2;
    s->surface.count_u = s->surface.count_v = 3;
    s->surface.knots_u = s->knots_u, s->surface.knots_v = s->knots_v;
    s->surface.points = s->points;
}

/* --------------------------------------------------------------------------------------- weight */

/* What a solid of density 1 weighs, and how. */
typedef struct solid {
    double volume;
    vec centre;
    mat inertia; /* about the centre */
} solid;

/* Adds what the piece of surface around p tells. By the divergence theorem the integral of f over
   the solid is one over its surface: of F n_x with dF/dx = f, or of any such sum of three. `area`
   is the normal, as long as the piece is large. */
static inline void solid_add(solid *s, vec *moments, vec *products, vec p, vec area)
{
    s->volume += dot(p, area) / 3;
    s->centre.x += 0.5 * p.x * p.x * area.x;
    s->centre.y += 0.5 * p.y * p.y * area.y;
    s->centre.z += 0.5 * p.z * p.z * area.z;
    moments->x += p.x * p.x * p.x * area.x / 3;
    moments->y += p.y * p.y * p.y * area.y / 3;
    moments->z += p.z * p.z * p.z * area.z / 3;
    products->x += 0.5 * p.y * p.y * p.z * area.y; /* yz */
    products->y += 0.5 * p.z * p.z * p.x * area.z; /* zx */
    products->z += 0.5 * p.x * p.x * p.y * area.x; /* xy */
}

/* Of a surface that closes a solid. Each rectangle between knots is cut in CUT x CUT, with five
   Gauss points in each direction of each: exact for polynomials of degree 9, and for these smooth
   rational ones to some 1e-9. Returns a cld_status. */
static inline int solid_of(const cld_nurbs *surface, solid *out)
{
    enum { CUT = 4, GAUSS = 5 };
    static const double gauss[GAUSS] = {-0.9061798459386640, -0.5384693101056831, 0,
                                        0.5384693101056831, 0.9061798459386640};
    static const double weight[GAUSS] = {0.1184634425280945, 0.2393143352496832, 0.2844444444444444,
                                         0.2393143352496832, 0.1184634425280945};
    const int spans_u = (int)surface->knots_u[surface->count_u];
    const int spans_v = (int)surface->knots_v[surface->count_v], columns = GAUSS * CUT * spans_v;
    vec moments = vector(0, 0, 0), products = vector(0, 0, 0), c;
    memset(out, 0, sizeof *out);
    for (int i = 0; i < GAUSS * CUT * spans_u * columns; i++) {
        const int iu = i / columns, iv = i % columns;
        const double u = (iu / GAUSS + 0.5 + 0.5 * gauss[iu % GAUSS]) / CUT;
        const double v = (iv / GAUSS + 0.5 + 0.5 * gauss[iv % GAUSS]) / CUT;
        const double part = weight[iu % GAUSS] * weight[iv % GAUSS] / (CUT * CUT);
        cld_nurbs_point at;
        const int status = cld_nurbs_evaluate(surface, (cld_real)u, (cld_real)v, &at);
        if (status < 0) return status;
        solid_add(out, &moments, &products, from_cld(at.position),
                  scale(part, cross(from_cld(at.du), from_cld(at.dv))));
    }
    out->centre = c = scale(1 / out->volume, out->centre);
    moments = add(moments, -out->volume, vector(c.x * c.x, c.y * c.y, c.z * c.z));
    products = add(products, -out->volume, vector(c.y * c.z, c.z * c.x, c.x * c.y));
    out->inertia.x = vector(moments.y + moments.z, -products.z, -products.y);
    out->inertia.y = vector(-products.z, moments.x + moments.z, -products.x);
    out->inertia.z = vector(-products.y, -products.x, moments.x + moments.y);
    return CLD_OK;
}

/* Moves the shape, so that a body's centre of mass is its origin. */
static inline void shape_shift(shape *s, vec by)
{
    for (int i = 0; i < s->surface.count_u * s->surface.count_v; i++) {
        s->points[3 * i] = (cld_real)((double)s->points[3 * i] + by.x);
        s->points[3 * i + 1] = (cld_real)((double)s->points[3 * i + 1] + by.y);
        s->points[3 * i + 2] = (cld_real)((double)s->points[3 * i + 2] + by.z);
    }
}

#endif /* VASE_SHAPES_H */
