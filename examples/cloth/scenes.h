/* cloth/scenes.h, a part of cloth.c: what falls, on what, and where it is cut. */

#ifndef CLOTH_SCENES_H
#define CLOTH_SCENES_H

#include "cut.h"

typedef struct scene {
    const char *name;
    world world; /* body 0 is the one that moves */
    knife knife;
    double cut_at; /* seconds */
    int pictures;
    double most;    /* joules: what there was at the start, and what the cut has brought in, */
    double allowed; /* what there may be at the next picture, */
    double brought; /* and what changing contacts have brought in, or taken, in all */
    vec eye, target, sun, corners[4]; /* the camera, and what pictures show */
} scene;

static void stay_at_rest(body *b)
{
    memcpy(b->place, b->rest, (size_t)b->vertex_count * sizeof *b->place);
}

/* A ground of two large triangles. */
static void make_ground(body *b)
{
    body_grid(b, 1, 1, 0);
    for (int v = 0; v < 4; v++) b->rest[v] = vector(v % 2 ? 3 : -3, v / 2 ? 3 : -3, 0);
    b->friction = 0.5;
    stay_at_rest(b);
}

/* Its poles are above and below; there, triangles have no area. */
static void make_ball(body *b, vec centre, double radius)
{
    enum { AROUND = 36, DOWN = 18 };
    body_grid(b, AROUND, DOWN, 1);
    for (int v = 0; v < b->vertex_count; v++) {
        const double east = 2 * PI * (v % AROUND) / AROUND, north = PI * (v / AROUND) / DOWN;
        b->rest[v] = add(centre, radius,
                         vector(sin(north) * cos(east), sin(north) * sin(east), -cos(north)));
    }
    b->friction = 0.3;
    b->front = b->back = vector(0.83, 0.85, 0.88);
    stay_at_rest(b);
}

/* --------------------------------------------------------------------------------- folded cloth */

/* Where a strip is after the length u when it is folded to and fro, in layers that are `straight`
   long and `gap` apart: x and z. */
static vec fold(double u, double straight, double gap)
{
    const double bend = 0.5 * PI * gap, layer = floor(u / (straight + bend));
    const double at = u - layer * (straight + bend), round = fmax(0, at - straight) / (0.5 * gap);
    const double x = fmin(at, straight) + 0.5 * gap * sin(round);
    return vector(fmod(layer, 2) > 0 ? straight - x : x, 0,
                  gap * layer + 0.5 * gap * (1 - cos(round)));
}

/* A cloth in three layers falls onto a ball, and is cut across the top of it. */
static void make_cloth(scene *s)
{
    enum { LONG = 46, WIDE = 28, LAYERS = 3 };
    const double edge = 0.0345, gap = 0.03;
    const double straight = (LONG * edge - (LAYERS - 1) * 0.5 * PI * gap) / LAYERS;
    world *w = &s->world;
    body *b = w->bodies;
    body_grid(b, LONG, WIDE, 0);
    for (int v = 0; v < b->vertex_count; v++) {
        const double u = edge * (v % (LONG + 1)), across = edge * (v / (LONG + 1));
        const vec p = fold(u, straight, gap);
        b->rest[v] = vector(u, across, 0);
        b->place[v] = vector(p.x - 0.5 * straight, across - 0.5 * edge * WIDE, p.z + 0.72);
    }
    b->density = 0.2, b->friction = 0.3;
    b->stretching = 40, b->bending = 0.4;
    b->front = vector(0.82, 0.25, 0.22), b->back = vector(0.95, 0.78, 0.45);
    make_ball(w->bodies + 1, vector(0, 0, 0.36), 0.32);
    make_ground(w->bodies + 2);
    w->body_count = 3;
    w->distance = 0.6 * edge;
    knife_make(&s->knife, b, LONG, WIDE, WIDE / 2, 0, 0.1 * edge);
    s->name = "cloth", s->cut_at = 0.7, s->pictures = 32;
    s->eye = vector(2.7, -1.3, 1.7), s->target = vector(0, 0, 0.35),
    s->sun = vector(0.3, -0.8, 1.3);
    s->corners[0] = vector(0, -0.85, 0), s->corners[1] = vector(0, 0.85, 0);
    s->corners[2] = vector(0, 0, 0.95), s->corners[3] = vector(0.7, 0, 0);
}

/* ------------------------------------------------------------------------------ collapsing knot */

/* The middle of the tube: three times round the ring while twice around its axis. */
static vec knot(double turn)
{
    const double from_axis = 0.34 + 0.13 * cos(3 * turn);
    return vector(from_axis * cos(2 * turn), from_axis * sin(2 * turn), 0.13 * sin(3 * turn));
}

/* A tube with nothing in it, around a knot, falls and collapses onto itself; it is cut through. */
static void make_knot(scene *s)
{
    enum { LONG = 112, ROUND = 14 };
    const double radius = 0.062, edge = 2 * PI * radius / ROUND;
    world *w = &s->world;
    body *b = w->bodies;
    body_grid(b, LONG, ROUND, 2);
    for (int v = 0; v < b->vertex_count; v++) {
        const double turn = 2 * PI * (v % LONG) / LONG, angle = 2 * PI * (v / LONG) / ROUND;
        const vec along = unit(add(knot(turn + 1e-3), -1, knot(turn - 1e-3)));
        const vec side = unit(cross(along, vector(0, 0, 1))), up = cross(side, along);
        b->rest[v] = add(add(knot(turn), radius * cos(angle), side), radius * sin(angle), up);
        b->place[v] = add(b->rest[v], 0.35, vector(0, 0, 1));
    }
    b->density = 0.3, b->friction = 0.4;
    b->stretching = 100, b->bending = 1;
    b->front = vector(0.2, 0.5, 0.75), b->back = vector(0.9, 0.6, 0.3);
    make_ground(w->bodies + 1);
    w->body_count = 2;
    w->distance = 0.6 * edge;
    knife_make(&s->knife, b, LONG, ROUND, 10, 1, 0.1 * edge);
    s->name = "knot", s->cut_at = 0.7, s->pictures = 32;
    s->eye = vector(1.6, -2.6, 1.9), s->target = vector(0, 0, 0.2),
    s->sun = vector(-0.3, -0.8, 1.3);
    s->corners[0] = vector(-0.65, 0, 0), s->corners[1] = vector(0.65, 0, 0);
    s->corners[2] = vector(0, 0.53, 0.55), s->corners[3] = vector(0, -0.6, 0);
}

static void scene_begin(scene *s, void (*make)(scene *))
{
    memset(s, 0, sizeof *s);
    make(s);
    s->world.drag = 1;
    world_begin(&s->world);
}

static void scene_end(scene *s)
{
    knife_free(&s->knife);
    world_free(&s->world);
}

#endif /* CLOTH_SCENES_H */
