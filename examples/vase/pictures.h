/* pictures.h: draws the scene of vase.c. Include it after collide.h. */

#ifndef VASE_PICTURES_H
#define VASE_PICTURES_H

#include "../film.h"
#include "scene.h"

enum { WIDTH = 320, HEIGHT = 264, SOFT = 2 }; /* of a picture; it is drawn twice as large */
enum { SKIN_ROWS = 96, SKIN_COLUMNS = 136, SIDES = 6, COILS = 11, COIL = 12 };

#define FLOOR (-0.5)

/* A surface's skin, in its body's frame: points and normals of a grid. */
typedef struct hide {
    int rows, columns;
    vec at[(SKIN_ROWS + 1) * (SKIN_COLUMNS + 1)], normal[(SKIN_ROWS + 1) * (SKIN_COLUMNS + 1)];
} hide;

enum { HIDE_TORUS, HIDE_VASE, HIDE_TOP, HIDE_BELOW, HIDES };

/* Draws triangles, or the shadows that they cast. */
typedef struct brush {
    raster *picture;
    int step; /* RASTER_CAST, RASTER_SEE */
    vec colour;
} brush;

typedef struct studio {
    raster picture;
    hide hides[HIDES];
    film reel;
} studio;

/* ---------------------------------------------------------------------------------- brushwork */

/* The front of a triangle is where its normals point. */
static inline void paint(const brush *b, vec p, vec q, vec r, vec n_p, vec n_q, vec n_r)
{
    const vec flat = cross(add(q, -1, p), add(r, -1, p));
    const int turn = dot(flat, add(add(n_p, 1, n_q), 1, n_r)) < 0;
    const vec corners[3] = {p, turn ? r : q, turn ? q : r};
    const vec normals[3] = {n_p, turn ? n_r : n_q, turn ? n_q : n_r};
    raster_draw(b->picture, b->step, corners, normals, b->colour, b->colour);
}

/* A grid of points from `at`, with normals; its rows are `stride` apart. */
static inline void paint_cell(const brush *b, const vec *at, const vec *normal, int stride)
{
    const int s = stride, t = stride + 1;
    paint(b, at[0], at[s], at[t], normal[0], normal[s], normal[t]);
    paint(b, at[0], at[t], at[1], normal[0], normal[t], normal[1]);
}

/* A round bar from p to q. */
static inline void paint_bar(const brush *b, vec p, vec q, double radius)
{
    const vec along = unit(add(q, -1, p));
    const vec other = fabs(along.z) < 0.9 ? vector(0, 0, 1) : vector(1, 0, 0);
    const vec x = unit(cross(along, other)), y = cross(along, x);
    vec at[2 * (SIDES + 1)], normal[2 * (SIDES + 1)];
    for (int i = 0; i <= SIDES; i++) {
        const double angle = 2 * PI * i / SIDES;
        const vec n = add(scale(cos(angle), x), sin(angle), y);
        normal[i] = normal[SIDES + 1 + i] = n;
        at[i] = add(p, radius, n), at[SIDES + 1 + i] = add(q, radius, n);
    }
    for (int i = 0; i < SIDES; i++) paint_cell(b, at + i, normal + i, SIDES + 1);
}

static inline void paint_ball(const brush *b, vec centre, double radius)
{
    enum { ROUND = 12 };
    vec at[(ROUND + 1) * (ROUND + 1)], normal[(ROUND + 1) * (ROUND + 1)];
    for (int i = 0; i < (ROUND + 1) * (ROUND + 1); i++) {
        const double angle = 2 * PI * (i % (ROUND + 1)) / ROUND;
        const double height = PI * ((double)(i / (ROUND + 1)) / ROUND - 0.5);
        normal[i] = vector(cos(height) * cos(angle), cos(height) * sin(angle), sin(height));
        at[i] = add(centre, radius, normal[i]);
    }
    for (int i = 0; i < ROUND * ROUND; i++) {
        const int k = i / ROUND * (ROUND + 1) + i % ROUND;
        paint_cell(b, at + k, normal + k, ROUND + 1);
    }
}

/* A wire wound round the line from p to q, straight at its ends. */
static inline void paint_spring(const brush *b, vec p, vec q, double radius, double wire)
{
    const vec way = add(q, -1, p), along = unit(way);
    const vec x = unit(cross(along, vector(0, 0, 1))), y = cross(along, x);
    vec last = p;
    for (int i = 0; i <= COILS * COIL; i++) {
        const double angle = 2 * PI * i / COIL;
        vec next = add(p, 0.12 + 0.76 * i / (COILS * COIL), way);
        next = add(add(next, radius * cos(angle), x), radius * sin(angle), y);
        paint_bar(b, last, next, wire);
        last = next;
    }
    paint_bar(b, last, q, wire);
}

/* -------------------------------------------------------------------------------------- things */

/* The surface, moved along its normals by `out`. */
static inline void hide_make(hide *h, const cld_nurbs *surface, int rows, int columns, double out)
{
    const double end_u = (double)surface->knots_u[surface->count_u];
    const double end_v = (double)surface->knots_v[surface->count_v];
    h->rows = rows, h->columns = columns;
    for (int i = 0; i < (rows + 1) * (columns + 1); i++) {
        const double u = end_u * (i / (columns + 1)) / rows;
        const double v = end_v * (i % (columns + 1)) / columns;
        cld_nurbs_point p;
        check(cld_nurbs_evaluate(surface, (cld_real)u, (cld_real)v, &p));
        h->normal[i] = scale(out < 0 ? -1 : 1, from_cld(p.normal));
        h->at[i] = add(from_cld(p.position), fabs(out), h->normal[i]);
    }
}

/* What is painted on them: a striped ring, a glazed vase with bands, a woven sheet. */
static inline vec hide_colour(int which, int row, int column)
{
    const vec white = vector(0.96, 0.94, 0.90), blue = vector(0.16, 0.36, 0.62);
    const vec clay = vector(0.72, 0.42, 0.30);
    if (which == HIDE_TORUS)
        return row / 8 % 2 ? vector(0.93, 0.52, 0.16) : vector(0.98, 0.80, 0.42);
    if (which >= HIDE_TOP)
        return (row / 2 + column / 2) % 2 ? vector(0.63, 0.74, 0.62) : vector(0.72, 0.81, 0.69);
    if (column < 22 || column > 88) return clay;
    if (column < 28 || column > 82) return white;
    if (column >= 38 && column < 50) return (row / 4 + column / 6) % 2 ? white : blue;
    return column == 34 || column == 53 ? white : blue;
}

static inline void paint_hide(brush *b, studio *st, int which, const rigid_body *body)
{
    const hide *h = st->hides + which;
    for (int i = 0; i < h->rows; i++) {
        for (int k = 0; k < h->columns; k++) {
            vec p[4], n[4];
            for (int c = 0; c < 4; c++) {
                const int from = (i + c / 2) * (h->columns + 1) + k + c % 2;
                p[c] = rigid_to_world(body, h->at[from]);
                n[c] = mat_apply(&body->rotation, h->normal[from]);
            }
            b->colour = hide_colour(which, i, k);
            paint_cell(b, p, n, 2);
        }
    }
}

/* The sheet's round rim, a little thicker than the sheet. */
static inline void paint_rim(brush *b, const scene *s)
{
    const rigid_body *sheet = s->bodies + SHEET;
    enum { PIECES = 20 };
    b->colour = vector(0.45, 0.56, 0.46);
    for (int i = 0; i < 4 * PIECES; i++) {
        vec end[2];
        for (int k = 0; k < 2; k++) {
            const double t = 2.0 * (i % PIECES + k) / PIECES - 1, side = i / PIECES % 2 ? 1 : -1;
            const double x = SHEET_X * (i < 2 * PIECES ? t : side);
            const double y = SHEET_Y * (i < 2 * PIECES ? side : t);
            end[k] = rigid_to_world(sheet, vector(x, y, sheet_height(x, y)));
        }
        paint_bar(b, end[0], end[1], 1.2 * HALF_SHEET);
    }
}

static inline void paint_springs(brush *b, const scene *s)
{
    for (int i = 0; i < SPRINGS; i++) {
        const rigid_spring *p = s->springs + i;
        const vec low = rigid_to_world(p->second, p->at_second), high = p->at_first;
        b->colour = vector(0.80, 0.80, 0.84);
        paint_spring(b, low, high, 0.035, 0.010);
        b->colour = vector(0.40, 0.42, 0.48);
        paint_ball(b, low, 1.5 * HALF_SHEET), paint_ball(b, high, 0.04);
        paint_bar(b, vector(high.x, high.y, FLOOR), high, 0.028);
    }
}

static inline void paint_all(brush *b, studio *st, const scene *s)
{
    paint_hide(b, st, HIDE_TORUS, s->bodies + TORUS);
    paint_hide(b, st, HIDE_VASE, s->bodies + POT);
    paint_hide(b, st, HIDE_TOP, s->bodies + SHEET);
    paint_hide(b, st, HIDE_BELOW, s->bodies + SHEET);
    paint_rim(b, s);
    paint_springs(b, s);
}

/* -------------------------------------------------------------------------------------- studio */

/* 0: out of memory. */
static inline int studio_open(studio *st, const scene *s)
{
    const vec eye = vector(-2.0, -5.6, 3.4), aim = vector(0, 0, 0.15);
    vec corners[10];
    hide_make(st->hides + HIDE_TORUS, &s->shapes[TORUS].surface, 96, 40, GLAZE);
    hide_make(st->hides + HIDE_VASE, &s->shapes[POT].surface, 64, 136, GLAZE);
    hide_make(st->hides + HIDE_TOP, &s->shapes[SHEET].surface, 22, 18, HALF_SHEET);
    hide_make(st->hides + HIDE_BELOW, &s->shapes[SHEET].surface, 22, 18, -HALF_SHEET);
    for (int i = 0; i < 8; i++)
        corners[i] = vector(i & 1 ? 1.57 : -1.57, i & 2 ? 1.29 : -1.29, i & 4 ? 0.55 : FLOOR);
    corners[8] = vector(-0.3, 0, 1.7), corners[9] = vector(0.3, 0, 1.7);
    film_begin(&st->reel, WIDTH, HEIGHT);
    if (!raster_begin(&st->picture, SOFT * WIDTH, SOFT * HEIGHT, eye, aim)) return 0;
    raster_frame(&st->picture, corners, 10, 4 * SOFT);
    return raster_light(&st->picture, vector(-0.5, -0.45, 1.3), vector(0, 0, 0), 2.6);
}

static inline void studio_shoot(studio *st, const scene *s, const char *caption)
{
    brush b;
    b.picture = &st->picture;
    raster_clear(&st->picture, vector(1, 1, 1));
    for (b.step = RASTER_CAST; b.step <= RASTER_SEE; b.step++) paint_all(&b, st, s);
    raster_ground(&st->picture, FLOOR, vector(0.90, 0.88, 0.86));
    film_frame(&st->reel, &st->picture, caption);
}

static inline void studio_close(studio *st)
{
    raster_end(&st->picture);
    film_end(&st->reel);
}

#endif /* VASE_PICTURES_H */
