/* deform/scenes.h, a part of deform.c: what deforms, and what it meets. Metres, kilograms,
   seconds. */

#ifndef DEFORM_SCENES_H
#define DEFORM_SCENES_H

#include "touch.h"

enum { SIDE = 14, ROWS = 16, AROUND = 14, RINGS = 9, LATTICE = 4, OTHERS = 2 };

/* The first body meets each of the others. */
typedef struct scene {
    const char *name;
    body first, others[OTHERS];
    int other_count;
    touching pairs[OTHERS];
    vec gravity;
    double friction;
    void (*steer)(struct scene *s, double time); /* what moves by itself; NULL: nothing does */
    double (*gauge)(const struct scene *s);      /* a length that what happens makes smaller */
    vec eye, target, corners[8];                 /* of pictures, and what they must show */
} scene;

/* ------------------------------------------------------------------------------------- surfaces */

/* Control points 0 .. count - 1 of a cubic curve that ends at its first and its last one. */
static inline void knots_open(cld_real *knots, int count)
{
    for (int i = 0; i < count + 4; i++)
        knots[i] = (cld_real)(i < 4 ? 0 : i < count ? i - 3 : count - 3);
}

/* Of a closed one, whose first three control points stand at its end again. */
static inline void knots_closed(cld_real *knots, int count)
{
    for (int i = 0; i < count + 4; i++) knots[i] = (cld_real)i;
}

/* A bicubic surface; closed: in the direction of v. */
static inline void body_view(body *b, int count_u, int count_v, int closed)
{
    cld_nurbs *s = &b->surface;
    knots_open(b->knots_u, count_u);
    if (closed)
        knots_closed(b->knots_v, count_v);
    else
        knots_open(b->knots_v, count_v);
    s->degree_u = s->degree_v = 3, s->count_u = count_u, s->count_v = count_v;
    s->knots_u = b->knots_u, s->knots_v = b->knots_v, s->points = b->points;
}

/* A control point of a ring about the x axis. A closed cubic curve is inside its control points: so
   far out they must be for the ring's radius. */
static inline vec ring_point(double x, double radius, int j)
{
    const double angle = 2 * PI * j / AROUND, out = 3 * radius / (2 + cos(2 * PI / AROUND));
    return vector(x, out * cos(angle), out * sin(angle));
}

/* Each control point is a node: the row i of them has `across` different ones. */
static inline void body_nodes(body *b, int across, double mass)
{
    const cld_nurbs *s = &b->surface;
    b->share_count = 1, b->node_count = s->count_u * across;
    for (int k = 0; k < s->count_u * s->count_v; k++) {
        b->shares[k].node = k / s->count_v * across + k % s->count_v % across;
        b->shares[k].part = 1;
    }
    for (int i = 0; i < b->node_count; i++) b->inverse_mass[i] = b->node_count / mass;
}

static inline void hold(body *b, int node)
{
    b->inverse_mass[node] = 0;
}

static inline void make_membrane(body *b, double half, double mass)
{
    body_view(b, SIDE, SIDE, 0);
    body_nodes(b, SIDE, mass);
    for (int k = 0; k < SIDE * SIDE; k++) {
        const int i = k / SIDE, j = k % SIDE;
        b->place[k] =
            vector(half * (2.0 * i / (SIDE - 1) - 1), half * (2.0 * j / (SIDE - 1) - 1), 0);
        if (i % (SIDE - 1) == 0 || j % (SIDE - 1) == 0) hold(b, k);
    }
}

static inline void make_tube(body *b, double half, double radius, double mass)
{
    body_view(b, ROWS, AROUND + 3, 1);
    body_nodes(b, AROUND, mass);
    for (int k = 0; k < ROWS * AROUND; k++) {
        const int i = k / AROUND;
        b->place[k] = ring_point(half * (2.0 * i / (ROWS - 1) - 1), radius, k % AROUND);
        if (i % (ROWS - 1) == 0) hold(b, k);
    }
}

/* Control points of rings about the x axis; profile: x and radius of each. */
static inline void make_turned(body *b, double profile[RINGS][2], vec centre)
{
    body_view(b, RINGS, AROUND + 3, 1);
    for (int k = 0; k < RINGS * (AROUND + 3); k++) {
        const double *ring = profile[k / (AROUND + 3)];
        const vec p = add(centre, 1, ring_point(ring[0], ring[1], k % (AROUND + 3)));
        b->points[3 * k] = (cld_real)p.x;
        b->points[3 * k + 1] = (cld_real)p.y;
        b->points[3 * k + 2] = (cld_real)p.z;
    }
}

static inline double bernstein(int i, double t)
{
    return (i % 3 ? 3 : 1) * pow(t, i) * pow(1 - t, 3 - i);
}

/* Free-form deformation: the nodes are a lattice of 4 x 4 x 4 in a cube about the surface, and its
   control points hang in the cube by Bernstein's polynomials, whatever becomes of it. Equal control
   points (poles, a seam) stay equal. Source: Sederberg, Parry 1986. */
static inline void body_lattice(body *b, vec centre, double half, double mass)
{
    b->share_count = b->node_count = LATTICE * LATTICE * LATTICE;
    for (int n = 0; n < b->node_count; n++) {
        const int i = n % LATTICE, j = n / LATTICE % LATTICE, l = n / (LATTICE * LATTICE);
        const vec at = vector(2 * i / 3.0 - 1, 2 * j / 3.0 - 1, 2 * l / 3.0 - 1);
        b->place[n] = add(centre, half, at);
        b->inverse_mass[n] = b->node_count / mass;
        for (int k = 0; k < b->surface.count_u * b->surface.count_v; k++) {
            const cld_real *p = b->points + 3 * k;
            share *s = b->shares + k * b->share_count + n;
            s->node = n;
            s->part = bernstein(i, 0.5 + 0.5 * ((double)p[0] - centre.x) / half) *
                      bernstein(j, 0.5 + 0.5 * ((double)p[1] - centre.y) / half) *
                      bernstein(l, 0.5 + 0.5 * ((double)p[2] - centre.z) / half);
        }
    }
}

/* --------------------------------------------------------------------------------------- scenes */

#define BALL 0.15

/* The height of the membrane's middle. */
static inline double gauge_membrane(const scene *s)
{
    vec normal;
    return body_at(&s->first, 5.5f, 5.5f, &normal).z;
}

/* A half circle about the x axis from pole to pole: a cubic's control points are off it where it
   bends. */
static inline void ball_profile(double profile[RINGS][2])
{
    const double spans = RINGS - 3, out = 1 + PI * PI / (6 * spans * spans);
    for (int i = 0; i < RINGS; i++) {
        const double turn = fmin(fmax(i - 1, 0.0), spans); /* its place along the curve, in spans */
        const double third = i == 1 ? 1.0 / 3 : i == RINGS - 2 ? -1.0 / 3 : 0;
        const double angle = PI * (turn + third) / spans, r = i % (RINGS - 1) ? BALL * out : BALL;
        profile[i][0] = -r * cos(angle), profile[i][1] = i % (RINGS - 1) ? r * sin(angle) : 0;
    }
}

/* A soft ball falls on a membrane. */
static inline void make_drop(scene *s)
{
    const vec start = vector(-0.1, 0.04, 0.36);
    const double edge = 1.0 / (SIDE - 1), cell = 2.2 * BALL / (LATTICE - 1);
    double profile[RINGS][2];
    body *ball = s->others;
    s->name = "ball", s->other_count = 1;
    s->gravity = vector(0, 0, -9.81), s->friction = 0.4, s->gauge = gauge_membrane;
    make_membrane(&s->first, 0.5, 0.3);
    body_tie(&s->first, 1.5 * edge, edge, 300, 0.9);
    s->first.damping = 0.01, s->first.drag = 0.3;
    ball_profile(profile);
    make_turned(ball, profile, start);
    body_lattice(ball, start, 1.1 * BALL, 1.0);
    body_tie(ball, 1.8 * cell, cell, 130, 1);
    ball->damping = 0.004, ball->drag = 0.1, ball->outside = vector(0, 0, 1);
    for (int i = 0; i < ball->node_count; i++) ball->velocity[i] = vector(0.3, -0.1, -1.5);
    s->first.light = vector(0.60, 0.76, 0.88), s->first.dark = vector(0.36, 0.56, 0.76);
    ball->light = vector(0.98, 0.80, 0.42), ball->dark = vector(0.93, 0.52, 0.16);
    s->eye = vector(-0.9, -2.3, 0.9), s->target = vector(0, 0, 0.1);
    for (int i = 0; i < 8; i++)
        s->corners[i] = vector(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.53 : -0.25);
}

#define TUBE 0.12
#define ROD  0.04

/* How thick the tube is in its middle: the rods press there. */
static inline double gauge_tube(const scene *s)
{
    vec normal;
    return body_at(&s->first, 6.5f, 5.5f, &normal).z - body_at(&s->first, 6.5f, 12.5f, &normal).z;
}

/* The rods pinch the tube, wait, and go back. */
static inline void steer_rods(scene *s, double time)
{
    const double speed = time < 0.4 ? -0.24 : time < 0.5 ? 0 : time < 0.7 ? 0.48 : 0;
    for (int i = 0; i < s->other_count; i++)
        s->others[i].speed = scale(speed, s->others[i].outside);
}

static inline void make_pinch(scene *s)
{
    double profile[RINGS][2];
    s->name = "tube", s->other_count = 2;
    s->gravity = vector(0, 0, -9.81), s->friction = 0.2;
    s->steer = steer_rods, s->gauge = gauge_tube;
    make_tube(&s->first, 0.5, TUBE, 0.4);
    body_tie(&s->first, 0.115, 0.06, 150, 1);
    s->first.damping = 0.01, s->first.drag = 1;
    for (int i = 0; i < RINGS; i++) {
        profile[i][0] = 0.22 * fmin(fmax((i - 1) / 3.0 - 1, -1), 1);
        profile[i][1] = i % (RINGS - 1) ? ROD : 0;
    }
    for (int i = 0; i < s->other_count; i++) {
        body *rod = s->others + i;
        make_turned(rod, profile, vector(0, 0, 0));
        for (int k = 0; k < RINGS * (AROUND + 3); k++) { /* along y */
            const cld_real x = rod->points[3 * k];
            rod->points[3 * k] = -rod->points[3 * k + 1], rod->points[3 * k + 1] = x;
        }
        rod->outside = vector(0, 0, i ? -1 : 1), rod->at = scale(TUBE + ROD + 0.005, rod->outside);
        rod->light = vector(0.80, 0.80, 0.84), rod->dark = vector(0.62, 0.64, 0.70);
    }
    s->first.light = vector(0.66, 0.80, 0.62), s->first.dark = vector(0.42, 0.62, 0.42);
    s->eye = vector(-0.7, -2.1, 0.6), s->target = vector(0, 0, 0);
    for (int i = 0; i < 8; i++)
        s->corners[i] = vector(i & 1 ? 0.5 : -0.5, i & 2 ? 0.2 : -0.2, i & 4 ? 0.2 : -0.2);
}

/* All is where it is to start; what does not deform is prepared for good. */
static inline void scene_make(scene *s, void (*make)(scene *))
{
    memset(s, 0, sizeof *s);
    make(s);
    for (int i = 0; i <= s->other_count; i++) {
        body *b = i ? s->others + i - 1 : &s->first;
        body_follow(b);
        check(cld_nurbs_model_build(&b->model, &b->surface, 1, NULL));
        if (i) s->pairs[i - 1].a = &s->first, s->pairs[i - 1].b = b;
    }
}

static inline void scene_free(scene *s)
{
    for (int i = 0; i <= s->other_count; i++) {
        body *b = i ? s->others + i - 1 : &s->first;
        cld_nurbs_model_free(&b->model);
        cld_nurbs_model_free(&b->anew);
    }
}

#endif /* DEFORM_SCENES_H */
