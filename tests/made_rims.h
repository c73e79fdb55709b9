/* Fields that end, and bodies about their rims: flat, sloped and rough ground of a few cells with
 * holes of one vertex, of several beside each other (with corners that point into the hole) and at
 * the border; all diagonals, poses and scales. Pairs of a body's poses so near each other that it
 * is known how far its points have moved. After made_ground.h. */
#ifndef COLLIDE_MADE_RIMS_H
#define COLLIDE_MADE_RIMS_H

#include "made_ground.h"
#include "oracle_terrain.h"

enum { RIM_FLAT, RIM_SLOPED, RIM_ROUGH, RIM_GROUNDS };
enum { RIM_SIDE = 8 }; /* vertices */

static const char *const rim_ground_names[RIM_GROUNDS] = {"flat", "sloped", "rough"};

/* A field of a kind, in units of scale. */
static TEST_UNUSED void rim_ground_make(made_ground *g, test_random *r, int kind, int pose,
                                        double scale)
{
    static const double gentle[4] = {0.125, 0.25, 0.5, 1};
    const double a = gentle[test_integer(r, 0, 3)] * test_integer(r, -1, 1);
    const double b = gentle[test_integer(r, 0, 3)] * test_integer(r, -1, 1);
    const double rough = gentle[test_integer(r, 0, 2)], dx = 0.25 * (1 << test_integer(r, 0, 2));
    const double dy = test_integer(r, 0, 2) ? dx : 0.25 * (1 << test_integer(r, 0, 2));
    const int columns = test_integer(r, 2, RIM_SIDE), rows = test_integer(r, 2, RIM_SIDE);
    int i, j, holes = test_integer(r, 0, 3);
    memset(g, 0, sizeof *g);
    g->kind = kind, g->scale = scale, g->dx = dx;
    for (j = 0; j < rows; j++)
        for (i = 0; i < columns; i++) {
            double h = 0;
            if (kind != RIM_FLAT) h = a * i * dx + b * j * dy;
            if (kind == RIM_ROUGH) h += rough * 0.25 * test_integer(r, -4, 4);
            g->heights[i + j * columns] = (float)(h * scale);
        }
    while (holes-- > 0) { /* one, or three around a corner */
        const int x = test_integer(r, 0, columns - 1), y = test_integer(r, 0, rows - 1);
        g->heights[x + y * columns] = (float)TEST_NAN;
        if (test_integer(r, 0, 2)) continue;
        if (x + 1 < columns) g->heights[x + 1 + y * columns] = (float)TEST_NAN;
        if (y + 1 < rows) g->heights[x + (y + 1) * columns] = (float)TEST_NAN;
    }
    g->field.heights = g->heights, g->field.type = CLD_HEIGHT_FLOAT;
    g->field.columns = (uint32_t)columns, g->field.rows = (uint32_t)rows;
    g->field.dx = (cld_real)(dx * scale), g->field.dy = (cld_real)(dy * scale);
    g->field.diagonal = (cld_diagonal)test_integer(r, 0, 2);
    g->field.pose = made_pose(r, pose, scale);
    g->frame = made_frame_of(&g->field.pose);
}

/* The corners of triangle k of a cell; 0: there is none. */
static TEST_UNUSED int rim_triangle(const made_ground *g, int i, int j, int k, made_vec v[3])
{
    oracle_triangle t;
    int n;
    if (i < 0 || j < 0 || i + 1 >= (int)g->field.columns || j + 1 >= (int)g->field.rows) return 0;
    if (!oracle_triangle_of(&g->field, i, j, k, &t)) return 0;
    for (n = 0; n < 3; n++) v[n] = made_make(t.p[n].x, t.p[n].y, t.p[n].z);
    return 1;
}

/* A point of a side that only one triangle has, often a corner of it; 0: none was found. */
static TEST_UNUSED int rim_point(const made_ground *g, test_random *r, made_vec *out)
{
    int tries, i, j, k, n;
    for (tries = 0; tries < 200; tries++) {
        made_vec v[3], w[3], a, b;
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
                        const made_vec c = w[m], d = w[(m + 1) % 3];
                        shared |= c.x == b.x && c.y == b.y && d.x == a.x && d.y == a.y;
                    }
                }
        if (shared) continue;
        *out = made_mad(a, test_integer(r, 0, 2) ? test_between(r, 0, 1) : 0,
                        made_mad(b, -1, a));
        return 1;
    }
    return 0;
}

/* How far the points of a body have moved at most. */
static TEST_UNUSED made_real rim_displacement(const made_body *a, const made_body *b)
{
    made_real most = 0;
    int k;
    for (k = 0; k < a->count; k++) {
        const made_vec d = made_mad(b->point[k], -1, a->point[k]);
        most = fmaxl(most, sqrtl(made_dot(d, d)));
    }
    if (a->kind == MADE_CYLINDER) {
        const made_vec d = made_mad(b->axis, -1, a->axis);
        most += (a->half + a->radius) * sqrtl(made_dot(d, d));
    }
    return most;
}

/* Turns the shape by a small angle about an axis through its centre. */
static TEST_UNUSED void rim_turn(made_shape *s, made_vec axis, made_real angle)
{
    made_vec *v[3];
    int k;
    v[0] = &s->turn.x, v[1] = &s->turn.y, v[2] = &s->turn.z;
    for (k = 0; k < 3; k++) {
        const made_vec x = *v[k], across = made_cross(axis, x);
        const made_real along = made_dot(axis, x);
        const made_vec level = made_mad(made_make(0, 0, 0), cosl(angle), x);
        *v[k] = made_mad(made_mad(level, sinl(angle), across), along * (1 - cosl(angle)), axis);
    }
}

static TEST_UNUSED made_vec rim_direction(test_random *r)
{
    made_vec v;
    do {
        v = made_make(test_between(r, -1, 1), test_between(r, -1, 1), test_between(r, -1, 1));
    } while (!(made_dot(v, v) <= 1 && made_dot(v, v) > 0.01L));
    return made_unit(v);
}

static TEST_UNUSED int rim_distance(const made_ground *g, const made_body *b, cld_contact *out)
{
    const cld_heightfield *f = &g->field;
    const cld_real far = (cld_real)INFINITY;
    if (b->kind == MADE_SPHERE) return cld_heightfield_distance_sphere(f, &b->sphere, far, out);
    if (b->kind == MADE_CAPSULE) return cld_heightfield_distance_capsule(f, &b->capsule, far, out);
    if (b->kind == MADE_BOX) return cld_heightfield_distance_obb(f, &b->box, far, out);
    if (b->kind == MADE_CYLINDER)
        return cld_heightfield_distance_cylinder(f, &b->cylinder, far, out);
    return cld_heightfield_distance_hull(f, &b->hull, far, out);
}

#endif /* COLLIDE_MADE_RIMS_H */
