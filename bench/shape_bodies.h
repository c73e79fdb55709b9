/* shape_bodies.h: the bodies of bench/scenes_shape.h as collide.h takes them, for the bench and for
 * peers; include collide.h before. */
#ifndef BENCH_SHAPE_BODIES_H
#define BENCH_SHAPE_BODIES_H

#include "scenes_shape.h"

typedef struct shape_ours {
    int count;
    cld_shape *a, *b;
    cld_pose *pose_a, *pose_b;
    cld_motion *ways;
    cld_real (*points)[SHAPE_POINTS][3];
    cld_polyhedron *polyhedra; /* of hulls, then of boxes */
    void **memory;
    cld_real (*corners)[8][3];
} shape_ours;

/* Of a box, counter-clockwise seen from outside; bit k of a corner says which side of axis k. */
static const uint32_t shape_box_triangles[12][3] = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5},
                                                    {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                                    {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};

static cld_vec3 shape_vec3(const double v[3])
{
    cld_vec3 r = {(cld_real)v[0], (cld_real)v[1], (cld_real)v[2]};
    return r;
}

static void shape_polyhedron_new(shape_ours *mine, int i, const cld_real *points, int count,
                                 const uint32_t *triangles)
{
    cld_polyhedron *p = &mine->polyhedra[i];
    p->vertices = points, p->vertex_count = (size_t)count;
    p->triangles = triangles, p->triangle_count = 2 * (size_t)count - 4;
    mine->memory[i] = malloc(cld_polyhedron_size(p));
    if (cld_polyhedron_build(p, mine->memory[i], cld_polyhedron_size(p)) != CLD_OK) abort();
}

static void shape_corners(const shape_body *body, cld_real out[8][3])
{
    for (int i = 0; i < 24; ++i) {
        const cld_real half = (cld_real)body->half[i % 3];
        out[i / 3][i % 3] = i / 3 >> i % 3 & 1 ? half : -half;
    }
}

static cld_shape shape_from(shape_ours *mine, const shape_body *body, int number, int prepared)
{
    const cld_real radius = (cld_real)body->half[0], half = (cld_real)body->half[2];
    const int box = SHAPE_HULLS + number;
    switch (body->kind) {
    case SHAPE_SPHERE:
        return cld_shape_sphere(radius);
    case SHAPE_CAPSULE:
        return cld_shape_capsule(radius, half);
    case SHAPE_CYLINDER:
        return cld_shape_cylinder(radius, half);
    case SHAPE_BOX:
        if (!prepared) return cld_shape_box(shape_vec3(body->half));
        shape_corners(body, mine->corners[number]);
        shape_polyhedron_new(mine, box, mine->corners[number][0], 8, shape_box_triangles[0]);
        return cld_shape_polyhedron(&mine->polyhedra[box]);
    default:
        if (prepared) return cld_shape_polyhedron(&mine->polyhedra[body->hull]);
        return cld_shape_points(mine->points[body->hull][0], SHAPE_POINTS);
    }
}

static cld_pose shape_pose(const shape_body *body)
{
    cld_pose pose;
    pose.rotation.x = shape_vec3(body->axes[0]);
    pose.rotation.y = shape_vec3(body->axes[1]);
    pose.rotation.z = shape_vec3(body->axes[2]);
    pose.position = shape_vec3(body->at);
    return pose;
}

/* prepared: boxes and hulls as polyhedra. */
static shape_ours *shape_bodies(const shape_scene *s, int prepared)
{
    const size_t n = (size_t)s->count, boxes = prepared ? 2 * n : 0;
    shape_ours *mine = (shape_ours *)calloc(1, sizeof *mine);
    mine->count = SHAPE_HULLS + (int)boxes;
    mine->a = (cld_shape *)calloc(2 * n, sizeof *mine->a), mine->b = mine->a + n;
    mine->pose_a = (cld_pose *)calloc(2 * n, sizeof *mine->pose_a);
    mine->pose_b = mine->pose_a + n;
    mine->ways = (cld_motion *)calloc(n, sizeof *mine->ways);
    mine->points = (cld_real(*)[SHAPE_POINTS][3])calloc(SHAPE_HULLS, sizeof *mine->points);
    mine->corners = (cld_real(*)[8][3])calloc(boxes + 1, sizeof *mine->corners);
    mine->polyhedra = (cld_polyhedron *)calloc(SHAPE_HULLS + boxes, sizeof *mine->polyhedra);
    mine->memory = (void **)calloc(SHAPE_HULLS + boxes, sizeof *mine->memory);
    for (int i = 0; i < SHAPE_HULLS; ++i) {
        for (int k = 0; k < 3 * SHAPE_POINTS; ++k)
            mine->points[i][k / 3][k % 3] = (cld_real)s->hulls[i].points[k / 3][k % 3];
        if (prepared)
            shape_polyhedron_new(mine, i, mine->points[i][0], SHAPE_POINTS,
                                 s->hulls[i].triangles[0]);
    }
    for (int q = 0; q < s->count; ++q) {
        mine->a[q] = shape_from(mine, &s->a[q], q, prepared);
        mine->b[q] = shape_from(mine, &s->b[q], s->count + q, prepared);
        mine->pose_a[q] = shape_pose(&s->a[q]), mine->pose_b[q] = shape_pose(&s->b[q]);
        mine->ways[q].linear = shape_vec3(s->ways[q]);
    }
    return mine;
}

static void shape_bodies_free(shape_ours *mine)
{
    for (int i = 0; i < mine->count; ++i) free(mine->memory[i]);
    free(mine->memory);
    free(mine->polyhedra);
    free(mine->corners);
    free(mine->points);
    free(mine->ways);
    free(mine->pose_a);
    free(mine->a);
    free(mine);
}

#endif /* BENCH_SHAPE_BODIES_H */
