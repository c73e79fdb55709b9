/* cloth/body.h, a part of cloth.c: a surface of triangles whose edges are springs. */

#ifndef CLOTH_BODY_H
#define CLOTH_BODY_H

#include "../run.h"
#include "../vec.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double GRAVITY = 9.81; /* m/s^2; lengths are in metres, masses in kilograms */

/* Damping, in parts of the stiffness of edges: for a speed that stretches by so much in a step. */
static const double EDGE_DAMPING = 1, BENDING_DAMPING = 0.2;

/* Pulls two vertices together, or pushes them apart, to the distance that they have at rest. */
typedef struct spring {
    uint32_t a, b;
    double length, stiffness; /* newtons a metre */
    double damping;           /* the same, of what it is stretched by in a step */
} spring;

typedef struct body {
    int vertex_count, triangle_count, spring_count;
    vec *rest;
    vec *place, *velocity, *force;
    double *mass;        /* 0: nothing moves it */
    vec *asked;          /* where the vertex was when contacts were last asked for, */
    double *reach;       /* and how far from there it may go until they are asked for again */
    double *load;        /* sums over its springs, or its contacts */
    cld_real *positions; /* `place` as queries read it */
    uint32_t *triangles; /* counter-clockwise, seen from the front */
    spring *springs;
    double density;             /* kilograms a square metre; 0: nothing moves the body */
    double stretching, bending; /* stiffness of its springs */
    double friction;
    vec front, back; /* colours */
    cld_mesh_topology topology;
} body;

static void body_free(body *b)
{
    free(b->rest), free(b->place), free(b->velocity), free(b->force), free(b->mass);
    free(b->asked), free(b->reach), free(b->load), free(b->positions);
    free(b->triangles), free(b->springs);
    cld_mesh_topology_free(&b->topology);
}

/* ---------------------------------------------------------------------------------------- shape */

static void body_room(body *b, int vertices, int triangles)
{
    const size_t n = (size_t)vertices, m = (size_t)triangles;
    b->rest = (vec *)need(calloc(n, sizeof(vec)));
    b->place = (vec *)need(calloc(n, sizeof(vec)));
    b->velocity = (vec *)need(calloc(n, sizeof(vec)));
    b->force = (vec *)need(calloc(n, sizeof(vec)));
    b->asked = (vec *)need(calloc(n, sizeof(vec)));
    b->mass = (double *)need(calloc(n, sizeof(double)));
    b->reach = (double *)need(calloc(n, sizeof(double)));
    b->load = (double *)need(calloc(n, sizeof(double)));
    b->positions = (cld_real *)need(calloc(3 * n, sizeof(cld_real)));
    b->triangles = (uint32_t *)need(calloc(3 * m, sizeof(uint32_t)));
    b->springs = (spring *)need(calloc(3 * m, sizeof(spring))); /* one for each side */
}

/* A grid of squares, two triangles each: vertex i + j*across is column i, row j. `round` 1: the
   last column is joined to the first, 2: the last row to the first, too. Places are set later. */
static void body_grid(body *b, int columns, int rows, int round)
{
    const int across = columns + (round < 1), down = rows + (round < 2);
    uint32_t *t;
    memset(b, 0, sizeof *b);
    body_room(b, across * down + across + down, 2 * columns * rows); /* cut: a row or column more */
    b->vertex_count = across * down;
    t = b->triangles;
    for (int j = 0; j < rows; j++) {
        for (int i = 0; i < columns; i++) {
            const int right = (i + 1) % across, up = (j + 1) % down * across, low = j * across;
            const int corners[6] = {low + i, low + right, up + right, low + i, up + right, up + i};
            for (int k = 0; k < 6; k++) *t++ = (uint32_t)corners[k];
        }
    }
    b->triangle_count = 2 * columns * rows;
}

static vec corner_at(const vec *points, const body *b, int triangle, int k)
{
    return points[b->triangles[3 * triangle + k]];
}

/* Across a triangle, as long as twice its area. */
static vec triangle_normal(const vec *points, const body *b, int t)
{
    const vec a = corner_at(points, b, t, 0);
    return cross(add(corner_at(points, b, t, 1), -1, a), add(corner_at(points, b, t, 2), -1, a));
}

/* -------------------------------------------------------------------------------------- springs */

/* A side of a triangle: its ends, the lower number first, and the corner opposite. */
typedef struct half_edge {
    uint32_t a, b, opposite;
} half_edge;

static int compare_sides(const void *first, const void *second)
{
    const half_edge *s = (const half_edge *)first, *t = (const half_edge *)second;
    if (s->a != t->a) return s->a < t->a ? -1 : 1;
    return s->b != t->b ? (s->b < t->b ? -1 : 1)
                        : (s->opposite > t->opposite) - (s->opposite < t->opposite);
}

static void add_spring(body *b, uint32_t from, uint32_t to, double stiffness, double damping)
{
    spring *s = b->springs + b->spring_count++;
    s->a = from, s->b = to, s->stiffness = stiffness, s->damping = damping;
    s->length = length(add(b->rest[to], -1, b->rest[from]));
}

/* Springs and masses of what hangs together now. Every edge is a spring: those along the grid keep
   its lengths, those across squares its angles. Where two triangles meet at an edge, a weaker
   spring between the corners opposite to it keeps the surface from bending: so there is one spring
   for each side of a triangle. */
static void body_springs(body *b)
{
    const int sides = 3 * b->triangle_count;
    half_edge *all;
    b->spring_count = 0;
    memset(b->mass, 0, (size_t)b->vertex_count * sizeof *b->mass);
    if (b->density == 0) return;
    all = (half_edge *)need(malloc((size_t)sides * sizeof *all));
    for (int i = 0; i < sides; i++) {
        const int t = i / 3;
        const uint32_t p = b->triangles[i], q = b->triangles[3 * t + (i + 1) % 3];
        all[i].a = p < q ? p : q, all[i].b = p < q ? q : p;
        all[i].opposite = b->triangles[3 * t + (i + 2) % 3];
        b->mass[p] += b->density / 6 * length(triangle_normal(b->rest, b, t));
    }
    qsort(all, (size_t)sides, sizeof *all, compare_sides);
    for (int i = 0; i < sides; i++) {
        const half_edge *s = all + i;
        const int again = i > 0 && s->a == s[-1].a && s->b == s[-1].b;
        if (again)
            add_spring(b, s[-1].opposite, s->opposite, b->bending, BENDING_DAMPING * b->stretching);
        else
            add_spring(b, s->a, s->b, b->stretching, EDGE_DAMPING * b->stretching);
    }
    free(all);
}

/* The square of the highest frequency (1/s, times 2 pi) that its springs can swing with is below
   this: twice what pulls at a vertex, by its mass, the row sum of Gershgorin's theorem. */
static double body_frequency(body *b)
{
    double most = 0;
    memset(b->load, 0, (size_t)b->vertex_count * sizeof *b->load);
    for (int i = 0; i < b->spring_count; i++) {
        b->load[b->springs[i].a] += b->springs[i].stiffness;
        b->load[b->springs[i].b] += b->springs[i].stiffness;
    }
    for (int v = 0; v < b->vertex_count; v++)
        if (b->mass[v] > 0) most = fmax(most, 2 * b->load[v] / b->mass[v]);
    return most;
}

/* Forces along the springs. */
static void body_pull(body *b, double step)
{
    for (int i = 0; i < b->spring_count; i++) {
        const spring *s = b->springs + i;
        const vec along = add(b->place[s->b], -1, b->place[s->a]);
        const vec apart = add(b->velocity[s->b], -1, b->velocity[s->a]);
        const double now = length(along);
        double f;
        if (!(now > 0)) continue; /* no direction */
        f = (s->stiffness * (now - s->length) + s->damping * step * dot(apart, along) / now) / now;
        b->force[s->a] = add(b->force[s->a], f, along);
        b->force[s->b] = add(b->force[s->b], -f, along);
    }
}

/* Of motion, height and springs: joules. */
static double body_energy(const body *b)
{
    double sum = 0;
    for (int v = 0; v < b->vertex_count; v++)
        sum += b->mass[v] * (0.5 * dot(b->velocity[v], b->velocity[v]) + GRAVITY * b->place[v].z);
    for (int i = 0; i < b->spring_count; i++) {
        const spring *s = b->springs + i;
        const double more = length(add(b->place[s->b], -1, b->place[s->a])) - s->length;
        sum += 0.5 * s->stiffness * more * more;
    }
    return sum;
}

#endif /* CLOTH_BODY_H */
