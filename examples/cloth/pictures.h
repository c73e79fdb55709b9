/* cloth/pictures.h, a part of cloth.c: bodies in pictures. */

#ifndef CLOTH_PICTURES_H
#define CLOTH_PICTURES_H

#include "world.h"

#include "../film.h"

static void draw_body(raster *r, const body *b, int step)
{
    vec *normals = (vec *)need(calloc((size_t)b->vertex_count, sizeof *normals));
    for (int i = 0; i < 3 * b->triangle_count; i++) {
        vec *n = normals + b->triangles[i];
        *n = add(*n, 1, triangle_normal(b->place, b, i / 3));
    }
    for (int t = 0; t < b->triangle_count; t++) {
        vec corners[3], round[3];
        for (int k = 0; k < 3; k++) {
            corners[k] = corner_at(b->place, b, t, k);
            round[k] = corner_at(normals, b, t, k);
        }
        raster_draw(r, step, corners, round, b->front, b->back);
    }
    free(normals);
}

/* All bodies but the last, which is the ground. */
static void draw_world(const world *w, raster *r)
{
    raster_clear(r, vector(1, 1, 1));
    for (int step = RASTER_CAST; step <= RASTER_SEE; step++)
        for (int i = 0; i + 1 < w->body_count; i++) draw_body(r, w->bodies + i, step);
    raster_ground(r, 0, vector(0.93, 0.93, 0.95));
}

#endif /* CLOTH_PICTURES_H */
