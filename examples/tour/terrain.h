/* tour/terrain.h, a part of tour.c: heightfields. A thousand wheels fall on a mountain. */

#ifndef TOUR_TERRAIN_H
#define TOUR_TERRAIN_H

#include "../esri_grid.h"
#include "../heightfield_bodies.h"
#include "paint.h"

#include <float.h>

enum { WHEELS = 1000, WHEEL_SIDES = 28 };

/* The part of the field that is drawn: columns and rows. */
enum { DRAWN_LEFT = 140, DRAWN_RIGHT = 260, DRAWN_LOW = 40, DRAWN_HIGH = 110 };

/* The model of Jacksboro, Tennessee, in kilometres: 30 x 32 of them, and heights twice as steep. */
static const double WHEEL_RADIUS = 0.3, WHEEL_HALF = 0.08, WHEEL_FALL = 4;

typedef struct wheel {
    cld_cylinder start, landed;
    cld_contact contacts[CLD_HEIGHTFIELD_CONTACTS];
    int count;
} wheel;

typedef struct mountain {
    esri_grid grid;
    cld_heightfield field;
    void *pyramid;
    wheel *wheels;
    int contacts;
} mountain;

/* The field is a view of the heights as they were read: metres, which a scale makes kilometres. */
static void mountain_make(mountain *s)
{
    cld_heightfield *f = &s->field;
    if (!esri_grid_read("examples/data/jacksboro.asc", &s->grid)) exit(1);
    f->heights = s->grid.heights, f->type = CLD_HEIGHT_FLOAT;
    f->columns = (uint32_t)s->grid.columns, f->rows = (uint32_t)s->grid.rows;
    f->dx = (cld_real)(1e-3 * s->grid.dx), f->dy = (cld_real)(1e-3 * s->grid.dy);
    f->scale = (cld_real)2e-3;
    s->pyramid = tour_memory(cld_heightfield_size(f));
    check(cld_heightfield_build(f, s->pyramid, cld_heightfield_size(f)));
}

/* Wheels at random places, so far from each other that they fall side by side. */
static void mountain_throw(tour *t, mountain *s)
{
    const double x = (s->field.columns - 1) * (double)s->field.dx - WHEEL_RADIUS;
    const double y = (s->field.rows - 1) * (double)s->field.dy - WHEEL_RADIUS;
    s->wheels = (wheel *)tour_memory(WHEELS * sizeof *s->wheels);
    for (int i = 0, clear; i < WHEELS; i += clear) {
        cld_cylinder *c = &s->wheels[i].start;
        const double turn = random_between(&t->random, 0, 2 * PI);
        const double east = random_between(&t->random, WHEEL_RADIUS, x);
        const double north = random_between(&t->random, WHEEL_RADIUS, y);
        const vec at = vector(east, north, 2e-3 * s->grid.greatest + 1);
        clear = 1;
        for (int k = 0; k < i && clear; k++)
            clear = length(add(from_cld(s->wheels[k].start.centre), -1, at)) > 2.1 * WHEEL_RADIUS;
        c->centre = to_cld(at);
        c->axis = to_cld(vector(cos(turn), sin(turn), random_between(&t->random, -0.5, 0.5)));
        c->radius = (cld_real)WHEEL_RADIUS, c->half_height = (cld_real)WHEEL_HALF;
    }
}

static void mountain_ask(mountain *s, chapter *c)
{
    const cld_heightfield *field = &s->field;
    const cld_vec3 down = to_cld(vector(0, 0, -WHEEL_FALL));
    const cld_real near = (cld_real)(0.02 * WHEEL_RADIUS);
    const double begin = seconds();
    /* sample: */
    for (int i = 0; i < WHEELS; i++) {
        wheel *w = &s->wheels[i];
        cld_heightfield_hit hit;
        w->landed = w->start;
        if (!check(cld_heightfield_sweep_cylinder(field, &w->start, down, &hit))) continue;
        w->landed.centre.z += hit.time * down.z; /* where it first touches, and then, how: */
        w->count = check(cld_heightfield_collide_cylinder(field, &w->landed, near, w->contacts,
                                                          CLD_HEIGHTFIELD_CONTACTS));
    }
    /* end of the sample */
    c->time = seconds() - begin;
}

/* --------------------------------------------------------------------------------- the checks */

/* How far a point is inside of a wheel; negative outside. */
static double wheel_inside(const cld_cylinder *w, vec p)
{
    const vec axis = unit(from_cld(w->axis)), d = add(p, -1, from_cld(w->centre));
    const double along = dot(d, axis);
    return fmin((double)w->half_height - fabs(along),
                (double)w->radius - length(add(d, -along, axis)));
}

static vec mountain_vertex(const mountain *s, int i, int j)
{
    const cld_heightfield *f = &s->field;
    return vector(i * (double)f->dx, j * (double)f->dy,
                  (double)f->scale * (double)s->grid.heights[i + j * s->grid.columns]);
}

/* Where each wheel landed: no point of the ground is in it, by looking at some thousand points of
   the triangles around; but the ground is as near as the distance query says, 0. Numbers are of up
   to 36 and rounded some times on the way (the sweep's time, the sum): 8 roundings of 36; and
   sweeps are right to 2^-42 of that. */
static void mountain_check(mountain *s, chapter *c)
{
    const double unit = sizeof(cld_real) == sizeof(float) ? (double)FLT_EPSILON : DBL_EPSILON;
    const double slack = 36 * (8 * unit + ldexp(1, -42));
    const int near_x = (int)(WHEEL_RADIUS / (double)s->field.dx) + 2;
    const int near_y = (int)(WHEEL_RADIUS / (double)s->field.dy) + 2;
    for (int k = 0; k < WHEELS; k++) {
        const wheel *w = &s->wheels[k];
        const int column = (int)((double)w->landed.centre.x / (double)s->field.dx);
        const int row = (int)((double)w->landed.centre.y / (double)s->field.dy);
        double deepest = -HUGE_VAL;
        cld_contact closest;
        for (int j = row - near_y; j <= row + near_y; j++) {
            for (int i = column - near_x; i <= column + near_x; i++) {
                vec a, b, d;
                if (i < 0 || j < 0 || i + 1 >= s->grid.columns || j + 1 >= s->grid.rows) continue;
                a = mountain_vertex(s, i, j);
                b = add(mountain_vertex(s, i + 1, j), -1, a); /* cells are cut falling: b to d */
                d = add(mountain_vertex(s, i, j + 1), -1, a);
                for (int u = 0; u <= 4; u++)
                    for (int v = 0; u + v <= 4; v++)
                        deepest = fmax(
                            deepest, wheel_inside(&w->landed, add(add(a, u / 4.0, b), v / 4.0, d)));
            }
        }
        tour_check(c, deepest < slack);
        tour_check(
            c, check(cld_heightfield_distance_cylinder(&s->field, &w->landed, 1, &closest)) == 1 &&
                   fabs((double)closest.distance) < slack);
        tour_check(c, w->count > 0);
        s->contacts += w->count;
    }
}

/* -------------------------------------------------------------------------------- the picture */

/* Green valleys, ochre slopes, pale ridges; t from 0 to 1. */
static vec mountain_tint(double t)
{
    const vec low = paint_colour(0x9db68c), middle = paint_colour(0xe9cf9c);
    const vec high = paint_colour(0xfaf4e8);
    return t < 0.5 ? add(low, 2 * t, add(middle, -1, low))
                   : add(middle, 2 * t - 1, add(high, -1, middle));
}

static void mountain_paint(const mountain *s, raster *picture, int step)
{
    for (int j = DRAWN_LOW; j < DRAWN_HIGH; j++) {
        for (int i = DRAWN_LEFT; i < DRAWN_RIGHT; i++) {
            const int at[4][2] = {{i, j}, {i + 1, j}, {i + 1, j + 1}, {i, j + 1}};
            vec p[4], n[4];
            for (int k = 0; k < 4; k++) {
                const int x = at[k][0], y = at[k][1];
                p[k] = mountain_vertex(s, x, y);
                n[k] = cross(add(mountain_vertex(s, x + 1, y), -1, mountain_vertex(s, x - 1, y)),
                             add(mountain_vertex(s, x, y + 1), -1, mountain_vertex(s, x, y - 1)));
            }
            paint_patch(picture, step, p, n,
                        mountain_tint((0.5e3 * p[0].z - s->grid.least) /
                                      (s->grid.greatest - s->grid.least)));
        }
    }
}

static void wheel_paint(const cld_cylinder *w, raster *picture, int step, vec colour)
{
    const vec axis = unit(from_cld(w->axis)), centre = from_cld(w->centre);
    const vec side = unit(cross(axis, vector(0, 0, 1))), up = cross(side, axis);
    const double half = (double)w->half_height;
    const vec ends[2] = {add(centre, -half, axis), add(centre, half, axis)};
    for (int k = 0; k < WHEEL_SIDES; k++) {
        vec out[2], p[4], n[4];
        for (int l = 0; l < 2; l++) {
            const double turn = 2 * PI * (k + l) / WHEEL_SIDES;
            out[l] = add(scale(cos(turn), side), sin(turn), up);
        }
        for (int l = 0; l < 4; l++) {
            n[l] = out[l == 1 || l == 2];
            p[l] = add(ends[l / 2], (double)w->radius, n[l]);
        }
        paint_patch(picture, step, p, n, colour);
        paint_triangle(picture, step, ends[0], p[1], p[0], colour);
        paint_triangle(picture, step, ends[1], p[3], p[2], colour);
    }
}

static int mountain_picture(const mountain *s, const char *path)
{
    const vec low = mountain_vertex(s, DRAWN_LEFT, DRAWN_LOW);
    const vec high = mountain_vertex(s, DRAWN_RIGHT, DRAWN_HIGH);
    const vec centre = vector(0.5 * (low.x + high.x), 0.5 * (low.y + high.y), low.z);
    const vec blue = paint_colour(0x78b1e0), orange = paint_colour(0xffab5c); /* in shadow, too */
    raster picture;
    vec corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] = vector(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? 2 : 0.5);
    paint_begin(&picture, add(centre, 1, vector(-3, -13, 11)), centre, centre, 6);
    raster_frame(&picture, corners, 8, FINE * 4);
    for (int step = RASTER_CAST; step <= RASTER_SEE; step++) {
        mountain_paint(s, &picture, step);
        for (int i = 0; i < WHEELS; i++) {
            const cld_cylinder *w = &s->wheels[i].landed;
            const double x = (double)w->centre.x, y = (double)w->centre.y;
            if (x > low.x && y > low.y && x < high.x && y < high.y)
                wheel_paint(w, &picture, step, i % 3 ? blue : orange);
        }
    }
    return paint_end(&picture, path);
}

/* -------------------------------------------------------------------------------- the chapter */

static void tour_terrain(tour *t, chapter *c)
{
    mountain s;
    memset(&s, 0, sizeof s);
    mountain_make(&s);
    mountain_throw(t, &s);
    mountain_ask(&s, c);
    mountain_check(&s, c);
    c->asked = WHEELS, c->unit = "wheel";
    snprintf(c->job, TOUR_WORDS, "%d wheels fall on %d x %d heights", WHEELS, s.grid.columns,
             s.grid.rows);
    snprintf(c->answers, TOUR_WORDS, "all land, at %d contacts", s.contacts);
    snprintf(c->text, TOUR_TEXT,
             "A thousand wheels, true cylinders with flat ends and sharp rims, each tilted "
             "otherwise, fall on a mountain of Tennessee: %d x %d heights (doubled; the wheels are "
             "600 m across), which are looked at where they were read and never copied. The sweep "
             "says when each first touches, the contacts there say how: %d of them. Checked: no "
             "point of the ground around is inside of any wheel, and the distance of each from "
             "the ground is 0 to rounding. The picture shows a part.",
             s.grid.columns, s.grid.rows, s.contacts);
    tour_sample(c, __FILE__);
    tour_keep_picture(t, c, mountain_picture(&s, tour_picture(t, c, "png")));
    esri_grid_free(&s.grid);
    free(s.pyramid), free(s.wheels);
}

#endif /* TOUR_TERRAIN_H */
