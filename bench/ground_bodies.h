/* ground_bodies.h: the scenes of scenes_ground.h as collide.h takes them; for the bench and for
 * peers. */
#ifndef BENCH_GROUND_BODIES_H
#define BENCH_GROUND_BODIES_H

#include "scenes_ground.h"

/* The same ground twice: a field without a pyramid, and a mesh of its triangles without those of
   holes. */
typedef struct ground_ours {
    int count;
    cld_shape shape;
    cld_pose *poses;
    cld_motion *motions;
    cld_heightfield field;
    cld_mesh mesh;
    cld_real corners[GROUND_CORNERS][3];
    cld_real *heights, *positions;
    uint32_t *triangles;
    void *tree;
} ground_ours;

static void ground_tree(cld_mesh *mesh, void **memory)
{
    *memory = terrain_allocate(cld_mesh_tree_size(mesh), 1);
    if (cld_mesh_tree_build(mesh, *memory, cld_mesh_tree_size(mesh)) != CLD_OK) {
        fprintf(stderr, "bench: no tree\n");
        exit(1);
    }
}

/* Two triangles a cell, seen from above counter-clockwise. */
static uint32_t *ground_triangles(int columns, int rows)
{
    const uint32_t across = (uint32_t)columns;
    uint32_t *all = (uint32_t *)terrain_allocate((size_t)(columns - 1) * (size_t)(rows - 1) * 6,
                                                 sizeof *all),
             *at = all;
    for (uint32_t j = 0; j + 1 < (uint32_t)rows; ++j)
        for (uint32_t i = 0; i + 1 < across; ++i) {
            const uint32_t v = j * across + i;
            *at++ = v, *at++ = v + 1, *at++ = v + across;
            *at++ = v + 1 + across, *at++ = v + across, *at++ = v + 1;
        }
    return all;
}

static cld_vec3 ground_vec3(const double v[3])
{
    return terrain_vec3(v[0], v[1], v[2]);
}

static cld_shape ground_shape(ground_ours *mine, const ground_scene *s)
{
    const cld_real radius = (cld_real)ground_sizes[s->kind][0];
    const cld_real half = (cld_real)ground_sizes[s->kind][1];
    switch (s->kind) {
    case GROUND_SPHERE:
        return cld_shape_sphere(radius);
    case GROUND_CAPSULE:
        return cld_shape_capsule(radius, half);
    case GROUND_BOX:
        return cld_shape_box(terrain_vec3((double)radius, (double)radius, (double)half));
    case GROUND_CYLINDER:
        return cld_shape_cylinder(radius, half);
    default:
        for (int k = 0; k < 3 * GROUND_CORNERS; ++k)
            mine->corners[k / 3][k % 3] = (cld_real)s->corners[k / 3][k % 3];
        return cld_shape_points(mine->corners[0], GROUND_CORNERS);
    }
}

static int ground_is_hole(const ground_scene *s, uint32_t vertex)
{
    return s->heights[vertex] != s->heights[vertex];
}

/* Leaves out triangles that have no height; how many are left. */
static int ground_kept(const ground_scene *s, uint32_t *triangles)
{
    int kept = 0;
    for (int k = 0; k < 2 * (GROUND_SIZE - 1) * (GROUND_SIZE - 1); ++k) {
        const uint32_t *t = triangles + (size_t)k * 3;
        if (ground_is_hole(s, t[0]) || ground_is_hole(s, t[1]) || ground_is_hole(s, t[2])) continue;
        memmove(triangles + (size_t)3 * (size_t)kept++, t, 3 * sizeof *t);
    }
    return kept;
}

static void ground_lands(ground_ours *mine, const ground_scene *s)
{
    const int vertices = GROUND_SIZE * GROUND_SIZE;
    mine->heights = (cld_real *)terrain_allocate((size_t)vertices, sizeof *mine->heights);
    mine->positions = (cld_real *)terrain_allocate((size_t)vertices * 3, sizeof *mine->positions);
    for (int i = 0; i < vertices; ++i) {
        mine->heights[i] = (cld_real)s->heights[i];
        mine->positions[3 * i + 2] = ground_is_hole(s, (uint32_t)i) ? 0 : mine->heights[i];
        mine->positions[3 * i] = (cld_real)(TERRAIN_CELL * (i % GROUND_SIZE));
        mine->positions[3 * i + 1] = (cld_real)(TERRAIN_CELL * (i / GROUND_SIZE));
    }
    mine->field = terrain_view(mine->heights, GROUND_SIZE, GROUND_SIZE);
    mine->triangles = ground_triangles(GROUND_SIZE, GROUND_SIZE);
    mine->mesh.positions = mine->positions, mine->mesh.vertex_count = vertices;
    mine->mesh.triangles = mine->triangles;
    mine->mesh.triangle_count = ground_kept(s, mine->triangles);
    mine->mesh.sides = CLD_MESH_FRONT;
    ground_tree(&mine->mesh, &mine->tree);
}

static ground_ours *ground_bodies(const ground_scene *s)
{
    const size_t n = (size_t)s->count;
    ground_ours *mine = (ground_ours *)terrain_allocate(1, sizeof *mine);
    mine->count = s->count;
    mine->shape = ground_shape(mine, s);
    mine->poses = (cld_pose *)terrain_allocate(n, sizeof *mine->poses);
    mine->motions = (cld_motion *)terrain_allocate(n, sizeof *mine->motions);
    for (int i = 0; i < s->count; ++i) {
        const ground_body *b = &s->bodies[i];
        mine->poses[i].rotation.x = ground_vec3(b->axes[0]);
        mine->poses[i].rotation.y = ground_vec3(b->axes[1]);
        mine->poses[i].rotation.z = ground_vec3(b->axes[2]);
        mine->poses[i].position = ground_vec3(b->at);
        mine->motions[i].linear = ground_vec3(b->way);
    }
    ground_lands(mine, s);
    return mine;
}

static void ground_bodies_free(ground_ours *mine)
{
    free(mine->poses);
    free(mine->motions);
    free(mine->heights);
    free(mine->positions);
    free(mine->triangles);
    free(mine->tree);
    free(mine);
}

#endif /* BENCH_GROUND_BODIES_H */
