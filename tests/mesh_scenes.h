/* Scenes that touch in every way, made by kind, and answers compared byte by byte: for all tests of
 * what meshes have to do with each other. After test.h. */
#ifndef COLLIDE_MESH_SCENES_H
#define COLLIDE_MESH_SCENES_H

#include "mesh_checks.h"

enum {
    TWO_TORI,
    KNOT,
    FOLDED,
    ROLLED,
    RAMP,
    STACK,
    STACK_SEPARATE,
    TABLE,
    SOUP,
    TANGLE,
    DEGENERATE,
    SLIVERS,
    FANS,
    BALLS,
    POINT, /* all in one point */
    KINDS
};

/* A scene of about n triangles; the first meshes ask for themselves. */
static TEST_UNUSED void make_scene(scene *c, test_random *r, int kind, int n)
{
    const int side = 2 + (int)sqrt(n / 2.0), half = 3 + (int)sqrt(n / 4.0);
    shape *s;
    int i;
    c->count = 0;
    s = scene_add(c);
    c->meshes[0].self = 1;
    switch (kind) {
    case TWO_TORI:
        shape_torus(s, half + 2, half - 1, 1, 0.3);
        s = scene_add(c);
        shape_torus(s, half + 3, half - 1, 1, 0.3);
        for (i = 0; i < s->vertex_count; i++) { /* stands up, through the hole of the first */
            const double y = s->xyz[3 * i + 1];
            s->xyz[3 * i + 1] = s->xyz[3 * i + 2], s->xyz[3 * i + 2] = y;
        }
        shape_move(s, test_between(r, 0.3, 1), 0, 0);
        c->meshes[1].self = test_integer(r, 0, 1);
        break;
    case KNOT:
        shape_knot(s, 5, n / 10 + 3, 0.9);
        break;
    case FOLDED:
        shape_folded(s, side * 2, side / 2 + 2, 4, 0.05);
        break;
    case ROLLED:
        shape_rolled(s, side * 2, side / 2 + 2, 3, 0.05);
        break;
    case RAMP:
        shape_ramp(s, side * 2, side / 2 + 2, 4, 0.06);
        break;
    case STACK:
        for (i = 0; i < 4; i++) shape_sheet(s, side / 2 + 2, 0.03 * i);
        break;
    case STACK_SEPARATE:
        for (i = 0; i < 4; i++) {
            if (i) s = scene_add(c);
            shape_sheet(s, side / 2 + 2, 0.03 * i);
        }
        break;
    case TABLE:
        shape_table(s, side, 1000);
        break;
    case SOUP:
        shape_soup(s, r, n, test_between(r, 0, 4));
        break;
    case TANGLE:
        shape_tangle(s, r, n / 3 + 3, n / 2);
        break;
    case DEGENERATE:
        shape_degenerate(s, r, n / 2 + 3, n / 2, test_integer(r, 1, 6));
        break;
    case SLIVERS:
        shape_slivers(s, r, n / 2);
        break;
    case FANS:
        shape_fan(s, r, n / 2);
        break;
    case POINT:
        shape_degenerate(s, r, 6, n < 20 ? n : 20, 0);
        shape_move(s, 1, 2, 3);
        break;
    default:
        for (i = 0; i < 5; i++) {
            if (i) s = scene_add(c);
            c->meshes[i].self = i % 2;
            shape_ball(s, half / 2 + 2, half / 2 + 2, test_between(r, 0.1, 1));
            shape_move(s, test_between(r, -1, 1), test_between(r, -1, 1), test_between(r, -1, 1));
        }
    }
}

/* Scales and places the scene, all of it alike, and shuffles it; d goes with it. */
static TEST_UNUSED void place_scene(scene *c, test_random *r, double scale, double far)
{
    const cld_mat3 turn = test_rotation(r);
    double x[3];
    int i;
    for (i = 0; i < 3; i++) x[i] = far > 0 ? far * scale * test_between(r, -1, 1) : 0;
    for (i = 0; i < c->count; i++) {
        shape *s = &c->bodies[i].s;
        if (test_integer(r, 0, 1)) shape_shuffle(s, r, 1, NULL);
        if (far > 0) shape_turn(s, &turn);
        shape_scale(s, scale);
        shape_move(s, x[0], x[1], x[2]);
    }
}

/* As built with `near`; the oracle of those that ask for themselves knows the neighbours. */
static TEST_UNUSED void build_scene(scene *c, double d, double near)
{
    int i;
    for (i = 0; i < c->count; i++) CHECK(scene_build(c, i, d, near) == CLD_OK);
}

static TEST_UNUSED int same_bytes(const answer *a, const answer *b)
{
    if (a->count != b->count) return 0;
    return a->count <= 0 || memcmp(a->at, b->at, (size_t)a->count * sizeof *a->at) == 0;
}

#endif
