/* deform/pictures.h, a part of deform.c: draws a scene. */

#ifndef DEFORM_PICTURES_H
#define DEFORM_PICTURES_H

#include "scenes.h"

#include "../film.h"

enum { WIDTH = 304, HEIGHT = 220, CELLS = 72 };

static inline void draw_body(raster *r, const body *b, int step)
{
    static vec at[(CELLS + 1) * (CELLS + 1)], normal[(CELLS + 1) * (CELLS + 1)];
    const cld_nurbs *s = &b->surface;
    const double u0 = (double)s->knots_u[3], v0 = (double)s->knots_v[3];
    const double u1 = (double)s->knots_u[s->count_u], v1 = (double)s->knots_v[s->count_v];
    for (int i = 0; i < (CELLS + 1) * (CELLS + 1); i++) {
        const double u = u0 + (u1 - u0) * (i / (CELLS + 1)) / CELLS;
        const double v = v0 + (v1 - v0) * (i % (CELLS + 1)) / CELLS;
        cld_nurbs_point p;
        check(cld_nurbs_evaluate(s, (cld_real)u, (cld_real)v, &p));
        at[i] = add(from_cld(p.position), 1, b->at), normal[i] = from_cld(p.normal);
    }
    for (int i = 0; i < 2 * CELLS * CELLS; i++) {
        const int x = i / 2 / CELLS, y = i / 2 % CELLS, k = x * (CELLS + 1) + y;
        const int second = i % 2 ? k + CELLS + 1 : k + CELLS + 2,
                  third = i % 2 ? k + CELLS + 2 : k + 1;
        const vec corners[3] = {at[k], at[second], at[third]};
        const vec round[3] = {normal[k], normal[second], normal[third]};
        const vec colour = (x / 6 + y / 6) % 2 ? b->light : b->dark;
        raster_draw(r, step, corners, round, colour, scale(0.85, colour));
    }
}

static inline void draw_scene(raster *r, const scene *s)
{
    raster_clear(r, vector(1, 1, 1));
    for (int step = RASTER_CAST; step <= RASTER_SEE; step++) {
        draw_body(r, &s->first, step);
        for (int i = 0; i < s->other_count; i++) draw_body(r, s->others + i, step);
    }
    raster_ground(r, -0.3, vector(0.93, 0.93, 0.95));
}

/* 0: out of memory. */
static inline int open_canvas(raster *r, const scene *s)
{
    if (!raster_begin(r, 2 * WIDTH, 2 * HEIGHT, s->eye, s->target)) return 0;
    raster_frame(r, s->corners, 8, 16);
    return raster_light(r, vector(-0.5, -0.45, 1.3), vector(0, 0, 0), 1.2);
}

#endif /* DEFORM_PICTURES_H */
