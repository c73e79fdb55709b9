/* What the tests of heightfields share: cases that can be asked for again, bounds of the docs, what
 * holds for every contact. */
#ifndef COLLIDE_TERRAIN_CHECKS_H
#define COLLIDE_TERRAIN_CHECKS_H

#include "test.h"
#include "oracle_terrain.h"
#include "terrain_shapes.h"

/* 2^-44, the bound of the docs in units of the largest number that takes part. */
#define BOUND 5.684341886080802e-14L

static TEST_UNUSED cld_vec3 vec3(double x, double y, double z)
{
    cld_vec3 v;
    v.x = (cld_real)x, v.y = (cld_real)y, v.z = (cld_real)z;
    return v;
}

/* ----------------------------------------------------------------------------------------- a case
   */

/* A terrain and a cylinder, and what the oracle has seen of them. */
typedef struct terrain_case {
    terrain *ground;
    oracle_terrain terrain;
    cld_cylinder cylinder;
    oracle_body body;
    oracle_scene *scene;
    oracle_real bound, round; /* of the docs; of a coordinate in cld_real */
    oracle_real grain;        /* of stored heights, where they mean planes */
    shape_wish wish;
    int shape, verdict;
    int kind, number, pose; /* which it is */
    test_random random;     /* for what a check chooses */
} terrain_case;

static int option_poses, option_number = -1, option_pose = -1, option_kind = -1;

/* Triangles that are off a plane by the rounding of stored floats are taken as of that plane: to so
 * much of a height. */
static oracle_real case_grain(const terrain_case *c)
{
    const cld_height_type type = c->ground->field.type;
    oracle_real most = fabsl((oracle_real)c->ground->field.offset);
    size_t i;
    if (type == CLD_HEIGHT_DOUBLE || type == CLD_HEIGHT_INT16) return 0;
    if (type == CLD_HEIGHT_REAL && sizeof(cld_real) == sizeof(double)) return 0;
    for (i = 0; i < c->scene->count; i++)
        most = fmaxl(most, fmaxl(fabsl(c->scene->t[i].low.z), fabsl(c->scene->t[i].high.z)));
    return 4 * (oracle_real)FLT_EPSILON * most;
}

static void case_look(terrain_case *c)
{
    c->terrain = oracle_terrain_of(&c->ground->field);
    c->body = oracle_body_of(&c->terrain, &c->cylinder);
    oracle_gather(c->scene, &c->terrain, &c->body, 0);
    c->bound = BOUND * c->scene->largest;
    oracle_gather(c->scene, &c->terrain, &c->body, 2 * c->bound);
    c->grain = case_grain(c);
    c->round = 2 * (oracle_real)TEST_ROUND * c->scene->largest + c->bound;
    c->verdict = oracle_verdict(c->scene, &c->body, c->bound);
}

/* Says how to see a failure again. */
static TEST_UNUSED void case_print(const terrain_case *c)
{
    const cld_cylinder *a = &c->cylinder;
    size_t i, meet = 0;
    if (test_failures > 20) return;
    for (i = 0; i < c->scene->count; i++)
        meet += (size_t)oracle_meets(c->scene->t[i].q, oracle_make(0, 0, 0), c->body.r, c->body.h);
    printf("    %s, %s: again with the seed and --case-kind %d --case %d --pose %d\n",
           terrain_names[c->kind], cylinder_names[c->shape], c->kind, c->number, c->pose);
    printf("      centre {%a, %a, %a}, axis {%a, %a, %a}, radius %a, half_height %a\n",
           (double)a->centre.x, (double)a->centre.y, (double)a->centre.z, (double)a->axis.x,
           (double)a->axis.y, (double)a->axis.z, (double)a->radius, (double)a->half_height);
    printf("      %u x %u, dx %a dy %a, diagonal %d, type %d; verdict %d (triangles %d, "
           "centre below %d), bound %Lg\n",
           (unsigned)c->ground->field.columns, (unsigned)c->ground->field.rows,
           (double)c->ground->field.dx, (double)c->ground->field.dy, (int)c->ground->field.diagonal,
           (int)c->ground->field.type, c->verdict, (int)meet, oracle_below(c->scene, c->body.c),
           c->bound);
}

typedef void (*case_check)(terrain_case *c);

enum { CASE_POSES = 25 }; /* on one terrain */

/* Terrain number n of a kind: cells from a tenth to ten times the cylinders, rarely more. */
static terrain case_terrain(int kind, int number, int stream, double *size)
{
    test_random r = test_random_from((uint64_t)(stream * 64 + kind) * 1000003u + (uint64_t)number);
    const double cell = pow(2, test_integer(&r, -3, 4));
    int how = TERRAIN_ANY_TYPE;
    *size = cell * pow(10, test_between(&r, -1, number % 8 == 0 ? 1.2 : 0.6));
    if (number % 3 == 1) how |= TERRAIN_HOLES;
    if (number % 2) how |= TERRAIN_POSED;
    if (number % 7 == 6) how |= TERRAIN_FAR;
    return terrain_make((terrain_kind)kind, test_integer(&r, 2, number % 4 ? 24 : 70),
                        test_integer(&r, 2, number % 4 ? 24 : 70), cell, how, &r);
}

/* Asks `check` about `full` poses (or --poses) on each kind of terrain. */
static void case_each(int stream, int full, case_check check)
{
    oracle_scene scene;
    int kind, number, pose, all = option_poses ? option_poses : test_repeat(full);
    memset(&scene, 0, sizeof scene);
    if (!CHECK(terrain_model() != NULL)) printf("    examples/data/jacksboro.asc is missing\n");
    for (kind = 0; kind < TERRAIN_KINDS; kind++) {
        if (option_kind >= 0 && kind != option_kind) continue;
        for (number = 0; number * CASE_POSES < all; number++) {
            double size;
            terrain t;
            if (option_number >= 0 && number != option_number) continue;
            t = case_terrain(kind, number, stream, &size);
            for (pose = 0; pose < CASE_POSES && number * CASE_POSES + pose < all; pose++) {
                const uint64_t place = ((uint64_t)number * 9u + (uint64_t)kind) * CASE_POSES;
                const long before = test_failures;
                terrain_case c;
                double own = size;
                if (option_pose >= 0 && pose != option_pose) continue;
                memset(&c, 0, sizeof c);
                c.ground = &t, c.scene = &scene, c.kind = kind, c.number = number, c.pose = pose;
                c.random =
                    test_random_from((uint64_t)stream * 7919u + 65537u * place + (uint64_t)pose);
                c.terrain = oracle_terrain_of(&t.field);
                c.shape = test_integer(&c.random, 0, 30) % CYLINDER_SHAPES;
                /* the large one covers many cells: as a rule fewer */
                if (c.shape == 5) own *= test_integer(&c.random, 0, 9) ? 0.1 : 0.5;
                c.cylinder = shape_place(&scene, &c.terrain, c.shape, own, &c.random, &c.wish);
                case_look(&c);
                check(&c);
                if (test_failures > before) case_print(&c);
            }
            terrain_free(&t);
        }
    }
    oracle_scene_free(&scene);
}

/* -------------------------------------------------------------------------- what every contact has
   */

/* Distance of a point of the field's frame to the surface. */
static TEST_UNUSED oracle_real surface_distance(oracle_scene *s, const oracle_terrain *t,
                                                oracle_vec p, oracle_real reach)
{
    const oracle_body b = oracle_body_make(p, oracle_make(0, 0, 1), reach, reach);
    oracle_real best = LDBL_MAX;
    size_t i;
    oracle_gather(s, t, &b, 0);
    for (i = 0; i < s->count; i++)
        best = fminl(best, oracle_norm(oracle_sub(oracle_nearest(s->t[i].p, p), p)));
    return best;
}

/* Distance of p to the feature that a contact names; -1: there is no such feature. */
static oracle_real feature_distance(const cld_heightfield *f, uint32_t feature, oracle_vec p)
{
    const uint32_t kind = feature % 4, number = feature / 4;
    const uint32_t v = kind == CLD_FEATURE_VERTEX ? number
                       : kind == CLD_FEATURE_EDGE ? number / 3
                                                  : number / 2;
    const int64_t i = v % f->columns, j = v / f->columns;
    oracle_vec a, b;
    oracle_triangle t;
    if (kind > CLD_FEATURE_FACE || j >= (int64_t)f->rows) return -1;
    if (kind == CLD_FEATURE_VERTEX) {
        if (!oracle_vertex(f, i, j, &a)) return -1;
        return oracle_norm(oracle_sub(a, p));
    }
    if (kind == CLD_FEATURE_FACE) {
        if (i + 1 >= (int64_t)f->columns || j + 1 >= (int64_t)f->rows) return -1;
        if (!oracle_triangle_of(f, i, j, (int)(number % 2), &t)) return -1;
        return oracle_norm(oracle_sub(oracle_nearest(t.p, p), p));
    }
    if (number % 3 == 0) {
        if (!oracle_vertex(f, i, j, &a) || !oracle_vertex(f, i + 1, j, &b)) return -1;
    } else if (number % 3 == 1) {
        if (!oracle_vertex(f, i, j, &a) || !oracle_vertex(f, i, j + 1, &b)) return -1;
    } else {
        const int rising =
            i + 1 < (int64_t)f->columns && j + 1 < (int64_t)f->rows ? oracle_rising(f, i, j) : 0;
        if (!oracle_vertex(f, rising ? i : i + 1, j, &a) ||
            !oracle_vertex(f, rising ? i + 1 : i, j + 1, &b)) {
            return -1;
        }
    }
    return oracle_to_segment(a, b, p);
}

static TEST_UNUSED void contact_print(const char *text, const cld_contact *k)
{
    if (test_failures > 20) return;
    printf("      %s distance %.9g, normal %.9g %.9g %.9g, a %.9g %.9g %.9g, b %.9g %.9g %.9g, "
           "features %u, %u kind %u\n",
           text, (double)k->distance, (double)k->normal.x, (double)k->normal.y, (double)k->normal.z,
           (double)k->point_a.x, (double)k->point_a.y, (double)k->point_a.z, (double)k->point_b.x,
           (double)k->point_b.y, (double)k->point_b.z, (unsigned)k->feature_a,
           (unsigned)(k->feature_b / 4), (unsigned)(k->feature_b % 4));
}

/* The contact's points: A on the cylinder, B on the terrain and on the feature that is named, B - A
   along the unit normal as far as the distance says. Coordinates are rounded to cld_real, and so is
   the normal. */
static void contact_is_sound(terrain_case *c, const cld_contact *k)
{
    const oracle_vec a = oracle_from(k->point_a), b = oracle_from(k->point_b);
    const oracle_vec n = oracle_from(k->normal);
    const oracle_vec a_in = oracle_point_in(&c->terrain, a), b_in = oracle_point_in(&c->terrain, b);
    const oracle_real d = (oracle_real)k->distance;
    const oracle_real e = 4 * c->round + 4 * (oracle_real)TEST_ROUND * fabsl(d) + c->grain;
    const long before = test_failures;
    CHECK(test_is_finite((double)d));
    CHECK(fabsl(oracle_dot(n, n) - 1) <= 16 * (oracle_real)TEST_ROUND);
    CHECK(oracle_norm(oracle_sub(b, oracle_mad(a, d, n))) <= e);
    CHECK(oracle_point_distance(oracle_seen(&c->body, oracle_sub(a_in, c->body.c)), c->body.r,
                                c->body.h) <= e);
    /* below a border the way out may end where the centre is no longer below the field */
    if (k->feature_a % 8 == CLD_CYLINDER_INSIDE &&
        oracle_norm(oracle_sub(a_in, c->body.c)) <= e) {
        return;
    }
    CHECK(surface_distance(c->scene, &c->terrain, b_in, e) <= e);
    CHECK(k->feature_a % 8 <= CLD_CYLINDER_INSIDE && k->feature_a / 8 <= 4);
    CHECK(feature_distance(&c->ground->field, k->feature_b, b_in) >= 0);
    if (!CHECK(feature_distance(&c->ground->field, k->feature_b, b_in) <= e) && test_failures <= 20)
        printf("      off by %Lg\n", feature_distance(&c->ground->field, k->feature_b, b_in));
    if (test_failures > before) contact_print("contact:", k);
}

/* Its normal is one that the terrain has at point B. */
static void contact_normal(terrain_case *c, const cld_contact *k)
{
    const oracle_vec b = oracle_point_in(&c->terrain, oracle_from(k->point_b));
    const oracle_vec m = oracle_direction_in(&c->terrain, oracle_make(-(oracle_real)k->normal.x,
                                                                      -(oracle_real)k->normal.y,
                                                                      -(oracle_real)k->normal.z));
    const oracle_real reach =
        4 * c->round + 4 * (oracle_real)TEST_ROUND * fabsl((oracle_real)k->distance) + c->grain;
    /* of a face: its corners' rounding over its size; and the normal's own */
    const oracle_real allowed =
        16 * (oracle_real)TEST_ROUND +
        (64 * c->bound + 4 * c->grain) /
            fminl((oracle_real)c->ground->field.dx, (oracle_real)c->ground->field.dy);
    oracle_real error;
    oracle_body met;
    int i;
    if (k->feature_a % 8 == CLD_CYLINDER_INSIDE &&
        oracle_angle(m, oracle_make(0, 0, 1)) <= 16 * (oracle_real)TEST_ROUND) {
        return;
    }
    if (k->feature_a / 8 == 4 || k->feature_a % 8 == CLD_CYLINDER_INSIDE) {
        /* the way out, along the normal of something that it meets there */
        for (i = 0, error = LDBL_MAX; i <= 16 && error > allowed; i++) {
            const oracle_real t = -(oracle_real)k->distance * (oracle_real)i / 16;
            met = c->body;
            met.c = oracle_mad(met.c, t, m);
            error = fminl(error, oracle_normal_error(c->scene, &c->terrain, &met, oracle_unit(m),
                                                     fmaxl(-t, 0) + c->bound));
        }
        /* or straight above, were it from beside it for rounding: on a border */
        for (i = 0; i < 25 && k->feature_a % 8 == CLD_CYLINDER_INSIDE && error > allowed; i++) {
            const oracle_vec up = oracle_make(0, 0, 1);
            const int at = (i + 12) % 25; /* the centre first */
            if (i && c->verdict == ORACLE_TOUCHES) break;
            met = c->body;
            met.c.x += c->bound * (at % 5 - 2) / 2, met.c.y += c->bound * (at / 5 - 2) / 2;
            met.c.z += oracle_exit(c->scene, &c->terrain, &met, up, (oracle_real)INFINITY);
            error = oracle_normal_error(c->scene, &c->terrain, &met, oracle_unit(m), c->round);
        }
    } else {
        met = oracle_body_make(b, oracle_make(0, 0, 1), 0, 0);
        error = oracle_normal_error(c->scene, &c->terrain, &met, oracle_unit(m), reach);
    }
    /* told apart from a border, or the body from below (its centre beside the field): along the
     * line between the closest points */
    if (error > allowed && (oracle_real)k->distance > 0 &&
        ((m.z < 0 && c->verdict != ORACLE_TOUCHES) ||
         oracle_at_border(c->scene, &c->terrain, b, reach))) {
        return;
    }
    error = fminl(error, oracle_rim_error(c->scene, &c->terrain, b, oracle_unit(m), reach));
    /* the shortest way over a rim may be between the normals of what is left last */
    if ((k->feature_a / 8 == 4 || k->feature_a % 8 == CLD_CYLINDER_INSIDE) &&
        oracle_beside_border(c->scene, &c->terrain, c->body.c,
                             c->body.r + c->body.h - (oracle_real)k->distance)) {
        return;
    }
    if (!CHECK(error <= allowed) && test_failures <= 20) {
        printf("      angle %Lg beyond the faces' cone, allowed %Lg\n", error, allowed);
        contact_print("contact:", k);
    }
}

#endif
