/* scenes_soup.h: triangles that are others in every step, so that nothing can be prepared. Plain
 * arrays in double, the same numbers on every machine; needs scenes_mesh.h.
 *
 *   soup_scene scene;
 *   if (!soup_scene_new(&scene, SOUP_LOOSE, 20000)) ...out of memory...
 *   soup_scene_step(&scene, 3);   positions and triangles of step 3
 *   soup_scene_free(&scene);
 *
 * The contact distance that goes with a scene is in scene.distance.
 */
#ifndef BENCH_SCENES_SOUP_H
#define BENCH_SCENES_SOUP_H

#include "bench.h"
#include "scenes_mesh.h"
#include <stdint.h>

typedef enum soup_kind {
    SOUP_LOOSE,    /* triangles without common vertices, anywhere in a cube */
    SOUP_FRACTURE, /* a block cut into cubes, each with vertices of its own, in courses that are
                      displaced: faces that are coplanar or at exact distances */
    SOUP_REMADE,   /* the knot, as if its surface were made anew: vertices and triangles in another
                      order in every step */
    SOUP_KINDS
} soup_kind;

static const char *const soup_names[SOUP_KINDS] = {"soup", "fracture", "knot, remade"};

typedef struct soup_scene {
    soup_kind kind;
    int vertex_count, triangle_count, side; /* of the block, in cubes */
    double *positions;                      /* x y z */
    unsigned *triangles;
    int *order; /* of vertices and of triangles, or of cubes */
    double distance;
    mesh_scene knot;
} soup_scene;

static double soup_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

/* 0 .. count - 1 in some order. */
static void soup_shuffle(int *order, int count, uint64_t *state)
{
    for (int i = 0; i < count; ++i) {
        const int k = (int)(soup_random(state) * (i + 1));
        order[i] = order[k], order[k] = i;
    }
}

/* ---- triangles anywhere: equilateral, their edges half of what is a triangle's share of space */

static void soup_loose(soup_scene *scene, uint64_t *state)
{
    const double radius = 0.5 / cbrt((double)scene->triangle_count) / sqrt(3.0);
    for (int t = 0; t < scene->triangle_count; ++t) {
        double *p = scene->positions + 9 * (size_t)t, c[3], axis[2][3];
        const double up = 2 * soup_random(state) - 1, turn = MESH_TURN * soup_random(state);
        const double spin = MESH_TURN * soup_random(state), flat = sqrt(1 - up * up);
        for (int k = 0; k < 3; ++k) c[k] = soup_random(state);
        axis[0][0] = -sin(turn), axis[0][1] = cos(turn), axis[0][2] = 0;
        axis[1][0] = -up * cos(turn), axis[1][1] = -up * sin(turn), axis[1][2] = flat;
        for (int i = 0; i < 3; ++i) {
            const double angle = spin + MESH_TURN * i / 3;
            for (int k = 0; k < 3; ++k)
                p[3 * i + k] = c[k] + radius * (cos(angle) * axis[0][k] + sin(angle) * axis[1][k]);
        }
        for (int i = 0; i < 3; ++i) scene->triangles[3 * t + i] = (unsigned)(3 * t + i);
    }
}

/* ---- a block in cubes of edge 1: gaps of 1/16 or 3/32, d 1/8; all numbers are exact in float */

static void soup_cube(soup_scene *scene, int cube, const double low[3])
{
    static const unsigned char faces[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                            2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    double *p = scene->positions + 24 * (size_t)cube;
    unsigned *t = scene->triangles + 36 * (size_t)cube;
    for (int v = 0; v < 8; ++v)
        for (int k = 0; k < 3; ++k) p[3 * v + k] = low[k] + (v >> k & 1);
    for (int i = 0; i < 36; ++i) t[i] = 8u * (unsigned)cube + faces[i];
}

static void soup_fracture(soup_scene *scene, int step, uint64_t *state)
{
    const int side = scene->side, count = side * side * side;
    const double pitch = step % 2 ? 1 + 3.0 / 32 : 1 + 1.0 / 16;
    soup_shuffle(scene->order, count, state);
    for (int i = 0; i < count; ++i) {
        const int x = i % side, y = i / side % side, z = i / (side * side);
        double low[3];
        low[0] = pitch * x + (y * 3 + z * 5 + step) % 8 / 8.0;
        low[1] = pitch * y + (z * 3 + step) % 8 / 8.0;
        low[2] = pitch * z;
        soup_cube(scene, scene->order[i], low);
    }
}

/* ---- the knot, in another order */

static void soup_remade(soup_scene *scene, int step, uint64_t *state)
{
    const mesh_part *part = &scene->knot.parts[0];
    int *vertices = scene->order, *triangles = scene->order + scene->vertex_count;
    mesh_scene_move(&scene->knot, step % 8 / 7.0);
    soup_shuffle(vertices, scene->vertex_count, state);
    soup_shuffle(triangles, scene->triangle_count, state);
    for (int v = 0; v < scene->vertex_count; ++v)
        memcpy(scene->positions + 3 * (size_t)vertices[v], part->positions + 3 * (size_t)v,
               3 * sizeof *scene->positions);
    for (int t = 0; t < scene->triangle_count; ++t)
        for (int k = 0; k < 3; ++k)
            scene->triangles[3 * (size_t)triangles[t] + (size_t)k] =
                (unsigned)vertices[part->triangles[3 * t + (t + k) % 3]];
}

/* ---- all of them */

static void soup_scene_free(soup_scene *scene)
{
    mesh_scene_free(&scene->knot);
    free(scene->positions), free(scene->triangles), free(scene->order);
    memset(scene, 0, sizeof *scene);
}

static void soup_scene_step(soup_scene *scene, int step)
{
    uint64_t state = 977 + 7919 * (uint64_t)step;
    if (scene->kind == SOUP_LOOSE)
        soup_loose(scene, &state);
    else if (scene->kind == SOUP_FRACTURE)
        soup_fracture(scene, step, &state);
    else
        soup_remade(scene, step, &state);
}

/* size: triangles, nearly. 0 when there is no memory. The positions are those of step 0. */
static int soup_scene_new(soup_scene *scene, soup_kind kind, int size)
{
    memset(scene, 0, sizeof *scene);
    scene->kind = kind;
    if (kind == SOUP_LOOSE) {
        scene->triangle_count = size, scene->vertex_count = 3 * size;
        scene->distance = 0.05 / cbrt((double)size);
    } else if (kind == SOUP_FRACTURE) {
        scene->side = (int)(cbrt(size / 12.0) + 0.5);
        scene->vertex_count = 8 * scene->side * scene->side * scene->side;
        scene->triangle_count = 12 * scene->side * scene->side * scene->side;
        scene->distance = 0.125;
    } else {
        if (!mesh_scene_new(&scene->knot, MESH_KNOT, size)) return 0;
        scene->vertex_count = scene->knot.parts[0].vertex_count;
        scene->triangle_count = scene->knot.parts[0].triangle_count;
        scene->distance = scene->knot.distance;
    }
    scene->positions = (double *)malloc(3 * sizeof(double) * (size_t)scene->vertex_count);
    scene->triangles = (unsigned *)malloc(3 * sizeof(unsigned) * (size_t)scene->triangle_count);
    scene->order =
        (int *)malloc(sizeof(int) * ((size_t)scene->vertex_count + (size_t)scene->triangle_count));
    if (!scene->positions || !scene->triangles || !scene->order) {
        soup_scene_free(scene);
        return 0;
    }
    soup_scene_step(scene, 0);
    return 1;
}

#endif /* BENCH_SCENES_SOUP_H */
