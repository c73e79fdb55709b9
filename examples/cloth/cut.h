/* cloth/cut.h, a part of cloth.c: a cut along edges, one vertex after the other. */

#ifndef CLOTH_CUT_H
#define CLOTH_CUT_H

#include "world.h"

/* The way of the knife: vertices along edges, and on which side of it each triangle lies. */
typedef struct knife {
    body *b; /* what it cuts */
    int count;
    uint32_t *path, *copies; /* the vertices, and what they are on the left side after the cut */
    int side;                /* from a vertex of the path to its neighbour on the left, by number */
    unsigned char *left;     /* for each triangle: its corners on the path become the copies */
    double gap;              /* between both sides, at rest */
    int changed;             /* triangles that got other vertices */
    double seconds;          /* that all updates of the topology took */
} knife;

/* Cuts a row of a grid, from column 0 on; or, where the grid is `round` both ways, a column. */
static void knife_make(knife *k, body *b, int columns, int rows, int line, int round, double gap)
{
    memset(k, 0, sizeof *k);
    k->b = b, k->gap = gap;
    k->side = round ? 1 : columns + 1;
    k->count = round ? rows : columns + 1;
    k->path = (uint32_t *)need(malloc((size_t)k->count * sizeof *k->path));
    k->copies = (uint32_t *)need(malloc((size_t)k->count * sizeof *k->copies));
    k->left = (unsigned char *)need(malloc((size_t)b->triangle_count));
    for (int i = 0; i < k->count; i++)
        k->path[i] = (uint32_t)(round ? line + i * columns : line * (columns + 1) + i);
    for (int t = 0; t < b->triangle_count; t++)
        k->left[t] = line == (round ? t / 2 % columns : t / 2 / columns);
}

static void knife_free(knife *k)
{
    free(k->path), free(k->copies), free(k->left);
}

/* Moves a vertex towards its neighbour off the path, by half the gap at rest: what was cut lies a
   little apart. Where it is now, by the same part of the way, but no farther than its reach. */
static void knife_part(knife *k, uint32_t vertex, uint32_t neighbour)
{
    body *b = k->b;
    const vec rest = add(b->rest[neighbour], -1, b->rest[vertex]);
    const vec now = add(b->place[neighbour], -1, b->place[vertex]);
    const double part = 0.5 * k->gap / length(rest), most = b->reach[vertex] / length(now);
    b->rest[vertex] = add(b->rest[vertex], part, rest);
    b->place[vertex] = add(b->place[vertex], fmin(part, most), now);
}

/* One vertex more is cut: it becomes two. The topology learns which triangles have other vertices
   than before; whatever the mesh, these are the few around it. */
static void knife_cut_vertex(knife *k, int i)
{
    enum { MOST = 16 };
    body *b = k->b;
    const uint32_t old = k->path[i], copy = (uint32_t)b->vertex_count++;
    int changed[MOST], count = 0;
    cld_mesh at_rest = {0};
    double start;
    k->copies[i] = copy;
    b->rest[copy] = b->rest[old], b->place[copy] = b->place[old];
    b->velocity[copy] = b->velocity[old], b->reach[copy] = b->reach[old];
    for (int c = 0; c < 3 * b->triangle_count; c++) {
        if (b->triangles[c] != old || !k->left[c / 3]) continue;
        if (count == MOST) check(CLD_ERROR_COUNT); /* a vertex cut by half is none */
        b->triangles[c] = copy;
        changed[count++] = c / 3;
    }
    knife_part(k, copy, old + (uint32_t)k->side);
    knife_part(k, old, old - (uint32_t)k->side);
    body_view(b, b->rest, &at_rest);
    start = seconds();
    check(cld_mesh_topology_update(&b->topology, &at_rest, changed, count));
    k->seconds += seconds() - start;
    k->changed += count;
}

/* The whole cut, while contacts have just been asked for and nothing has moved since: within its
   reach each vertex may part. */
static void knife_cut(knife *k, world *w)
{
    for (int i = 0; i < k->count; i++) knife_cut_vertex(k, i);
    body_springs(k->b);
    world_choose_step(w);
}

/* How far both sides are apart, in the mean. */
static double knife_opening(const knife *k)
{
    double sum = 0;
    for (int i = 0; i < k->count; i++)
        sum += length(add(k->b->place[k->copies[i]], -1, k->b->place[k->path[i]]));
    return sum / k->count;
}

#endif /* CLOTH_CUT_H */
