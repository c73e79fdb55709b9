/* Fields that end, and bodies about their rims: made_ground.h's patches, flat, sloped and rough,
 * with all diagonals, poses and scales; pairs of a body's poses so near each other that it is known
 * how far its points have moved. After collide.h and test.h. */
#ifndef COLLIDE_GROUND_RIMS_H
#define COLLIDE_GROUND_RIMS_H

#include "oracle_ground.h"
#include "oracle_terrain.h"

static const char *const rim_ground_names[MADE_PATCHES] = {"flat", "sloped", "rough"};

/* A field of a kind, in units of scale. */
static TEST_UNUSED void rim_ground_make(ground_land *g, test_random *r, int kind, int pose,
                                        double scale)
{
    made_random m = ground_random(r);
    made_patch p;
    int i;
    made_patch_draw(&p, &m, kind);
    r->state = m.state;
    memset(g, 0, sizeof *g);
    g->kind = kind, g->scale = scale, g->dx = p.dx;
    for (i = 0; i < p.columns * p.rows; i++) g->heights[i] = (float)(p.z[i] * scale);
    g->field.heights = g->heights, g->field.type = CLD_HEIGHT_FLOAT;
    g->field.columns = (uint32_t)p.columns, g->field.rows = (uint32_t)p.rows;
    g->field.dx = (cld_real)(p.dx * scale), g->field.dy = (cld_real)(p.dy * scale);
    g->field.diagonal = (cld_diagonal)test_integer(r, 0, 2);
    g->field.pose = ground_pose(r, pose, scale);
    g->frame = ground_frame_of(&g->field.pose);
}

/* The corners of triangle k of a cell; 0: there is none. */
static TEST_UNUSED int rim_triangle(const ground_land *g, int i, int j, int k, ground_vec v[3])
{
    oracle_triangle t;
    int n;
    if (i < 0 || j < 0 || i + 1 >= (int)g->field.columns || j + 1 >= (int)g->field.rows) return 0;
    if (!oracle_triangle_of(&g->field, i, j, k, &t)) return 0;
    for (n = 0; n < 3; n++) v[n] = ground_make(t.p[n].x, t.p[n].y, t.p[n].z);
    return 1;
}

/* A point of a side that only one triangle has, often a corner of it; 0: none was found. */
static TEST_UNUSED int rim_point(const ground_land *g, test_random *r, ground_vec *out)
{
    int tries, i, j, k, n;
    for (tries = 0; tries < 200; tries++) {
        ground_vec v[3], w[3], a, b;
        int shared = 0, x, y, l, m;
        i = test_integer(r, 0, (int)g->field.columns - 2);
        j = test_integer(r, 0, (int)g->field.rows - 2);
        k = test_integer(r, 0, 1), n = test_integer(r, 0, 2);
        if (!rim_triangle(g, i, j, k, v)) continue;
        a = v[n], b = v[(n + 1) % 3];
        for (y = j - 1; y <= j + 1; y++)
            for (x = i - 1; x <= i + 1; x++)
                for (l = 0; l < 2; l++) {
                    if ((x == i && y == j && l == k) || !rim_triangle(g, x, y, l, w)) continue;
                    for (m = 0; m < 3; m++) {
                        const ground_vec c = w[m], d = w[(m + 1) % 3];
                        shared |= c.x == b.x && c.y == b.y && d.x == a.x && d.y == a.y;
                    }
                }
        if (shared) continue;
        *out =
            ground_mad(a, test_integer(r, 0, 2) ? test_between(r, 0, 1) : 0, ground_mad(b, -1, a));
        return 1;
    }
    return 0;
}

/* How far the points of a body have moved at most. */
static TEST_UNUSED ground_real rim_displacement(const ground_body *a, const ground_body *b)
{
    ground_real most = 0;
    int k;
    for (k = 0; k < a->count; k++) {
        const ground_vec d = ground_mad(b->point[k], -1, a->point[k]);
        most = fmaxl(most, sqrtl(ground_dot(d, d)));
    }
    if (a->kind == GROUND_CYLINDER) {
        const ground_vec d = ground_mad(b->axis, -1, a->axis);
        most += (a->half + a->radius) * sqrtl(ground_dot(d, d));
    }
    return most;
}

/* Turns the shape by a small angle about an axis through its centre. */
static TEST_UNUSED void rim_turn(ground_shape *s, ground_vec axis, ground_real angle)
{
    ground_vec *v[3];
    int k;
    v[0] = &s->turn.x, v[1] = &s->turn.y, v[2] = &s->turn.z;
    for (k = 0; k < 3; k++) {
        const ground_vec x = *v[k], across = ground_cross(axis, x);
        const ground_real along = ground_dot(axis, x);
        const ground_vec level = ground_mad(ground_make(0, 0, 0), cosl(angle), x);
        *v[k] = ground_mad(ground_mad(level, sinl(angle), across), along * (1 - cosl(angle)), axis);
    }
}

static TEST_UNUSED ground_vec rim_direction(test_random *r)
{
    ground_vec v;
    do {
        v = ground_make(test_between(r, -1, 1), test_between(r, -1, 1), test_between(r, -1, 1));
    } while (!(ground_dot(v, v) <= 1 && ground_dot(v, v) > 0.01L));
    return ground_unit(v);
}

static TEST_UNUSED int rim_distance(const ground_land *g, const ground_body *b, cld_contact *out)
{
    const cld_heightfield *f = &g->field;
    const cld_real far = (cld_real)INFINITY;
    if (b->kind == GROUND_SPHERE) return cld_heightfield_distance_sphere(f, &b->sphere, far, out);
    if (b->kind == GROUND_CAPSULE)
        return cld_heightfield_distance_capsule(f, &b->capsule, far, out);
    if (b->kind == GROUND_BOX) return cld_heightfield_distance_obb(f, &b->box, far, out);
    if (b->kind == GROUND_CYLINDER)
        return cld_heightfield_distance_cylinder(f, &b->cylinder, far, out);
    return cld_heightfield_distance_hull(f, &b->hull, far, out);
}

#endif /* COLLIDE_GROUND_RIMS_H */
