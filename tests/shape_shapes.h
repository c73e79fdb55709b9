/* Convex shapes in pairs for the tests of cld_shape_...: at random, of every kind, from deep to far
 * apart, mostly within a twentieth of their size of touching; and as people make them, with whole
 * numbers: face on face, edge on edge, corner on corner, in one place, one in the other, needles,
 * plates, without extents, at quarter turns, far from the origin, tiny and huge. */
#ifndef COLLIDE_SHAPE_SHAPES_H
#define COLLIDE_SHAPE_SHAPES_H

#include "made_bodies.h"
#include "oracle_shape.h"
#include "polyhedron_shapes.h"

enum shape_sort {
    SORT_BALL,
    SORT_CAPSULE,
    SORT_BOX,
    SORT_ROUNDED, /* box with a radius */
    SORT_PLATE,   /* box that lacks one extent or two */
    SORT_CYLINDER,
    SORT_DISC,
    SORT_FEW,   /* 1 to 4 points */
    SORT_CLOUD, /* 5 to 24 points */
    SORT_MANY,  /* to 256 */
    SORT_FLAT,  /* points in a plane or on a line, some more than once */
    SORT_SOLID, /* small polyhedron */
    SORT_LARGE, /* of hundreds of vertices */
    SORTS
};

static TEST_UNUSED const char *const sort_names[SORTS] = {
    "ball", "capsule", "box",  "rounded", "plate", "cylinder", "disc",
    "few",  "cloud",   "many", "flat",    "solid", "large"};

typedef struct shape_body {
    cld_shape shape;
    cld_pose pose;
    const cld_pose *at; /* &pose, or NULL */
    int sort;
    cld_real points[4 * CLD_SHAPE_POINTS_MAX];
    solid solid; /* what a polyhedron is made of */
    shape_solid truth;
} shape_body;

static TEST_UNUSED void body_free(shape_body *b)
{
    solid_free(&b->solid);
}

/* A pose that a body does not have stands for the identity. */
static TEST_UNUSED void body_settle(shape_body *b)
{
    shape_solid_of(&b->truth, &b->shape, b->at);
}

static TEST_UNUSED void body_print(const shape_body *b)
{
    const cld_real *r = &b->pose.rotation.x.x;
    size_t i, k;
    if (test_failures > 20) return;
    printf("    %s: kind %d, radius %a, half %a %a %a, %d points, %s", sort_names[b->sort],
           (int)b->shape.kind, (double)b->shape.radius, (double)b->shape.half.x,
           (double)b->shape.half.y, (double)b->shape.half.z, (int)b->shape.count,
           b->at ? "" : "no ");
    printf("pose");
    for (i = 0; i < 12 && b->at; i++) printf(" %a", (double)r[i]);
    printf("\n");
    for (i = 0; i < b->shape.count && i < 40 && b->shape.kind == CLD_SHAPE_POINTS; i++) {
        const size_t step = b->shape.stride ? b->shape.stride / sizeof(cld_real) : 3;
        printf("        {");
        for (k = 0; k < 3; k++) printf("%s%a", k ? ", " : "", (double)b->points[step * i + k]);
        printf("}\n");
    }
    if (b->shape.kind == CLD_SHAPE_POLYHEDRON) solid_print(&b->solid);
}

/* ------------------------------------------------------------------------------------- polyhedra
   Unit-sized solids are made once; each body has one of them, at its scale, a power of two. */

enum { POOL_SMALL = 48, POOL_LARGE = 8 };
static solid pool[POOL_SMALL + POOL_LARGE];

static TEST_UNUSED void pool_fill(void)
{
    test_random r = test_random_from(77);
    const double zero[3] = {0, 0, 0};
    int i, k, made;
    if (pool[0].count) return;
    for (i = 0; i < POOL_SMALL + POOL_LARGE; i++) {
        const int large = i >= POOL_SMALL;
        double most = 0;
        do {
            const int kind = test_integer(&r, 0, BALL + 1);
            const int n = large ? test_integer(&r, 150, 280) : test_integer(&r, 4, 30);
            made = make_solid(&pool[i], &r, kind, n, 1, zero) && (!large || pool[i].count > 100) &&
                   pool[i].count < SOLID_POINTS;
        } while (!made);
        for (k = 0; k < 3 * pool[i].count; k++) most = fmax(most, fabs(pool[i].xyz[k]));
        for (k = 0; k < 3 * pool[i].count; k++)
            pool[i].xyz[k] = ldexp(pool[i].xyz[k], -(int)ceil(log2(most)));
    }
}

static TEST_UNUSED void pool_free(void)
{
    int i;
    for (i = 0; i < POOL_SMALL + POOL_LARGE; i++) solid_free(&pool[i]);
}

/* scale: a power of two. */
static TEST_UNUSED void body_of_solid(shape_body *b, const solid *from, double scale)
{
    solid *s = &b->solid;
    int i;
    solid_clear(s);
    for (i = 0; i < from->count; i++)
        solid_vertex(s, scale * from->xyz[3 * i], scale * from->xyz[3 * i + 1],
                     scale * from->xyz[3 * i + 2]);
    for (i = 0; i < from->triangle_count; i++)
        solid_triangle(s, (int)from->t[3 * i], (int)from->t[3 * i + 1], (int)from->t[3 * i + 2]);
    s->kind = from->kind;
    solid_view(s, 0);
    CHECK(solid_build(s, 1) == CLD_OK);
    b->shape = cld_shape_polyhedron(&s->p);
}

/* ------------------------------------------------------------------------------------ at random */

static TEST_UNUSED void body_random_points(shape_body *b, test_random *r, int n, double scale)
{
    const int step = test_integer(r, 0, 3) ? 3 : 4, how = test_integer(r, 0, 3);
    double axis[3];
    int i, k;
    for (k = 0; k < 3; k++) axis[k] = scale * (how == 3 ? test_between(r, 0.1, 1) : 1);
    for (i = 0; i < n; i++) {
        double p[3], square;
        do {
            for (square = 0, k = 0; k < 3; k++) {
                p[k] = test_between(r, -1, 1);
                square += p[k] * p[k];
            }
        } while (square > 1 || square < 0.01);
        for (k = 0; k < 3; k++) /* in the ball, on the ball, on a grid */
            b->points[step * i + k] = (cld_real)(axis[k] * (how == 1   ? p[k] / sqrt(square)
                                                            : how == 2 ? floor(4 * p[k] + 0.5) / 4
                                                                       : p[k]));
        if (step == 4) b->points[4 * i + 3] = (cld_real)TEST_NAN;
    }
    b->shape = cld_shape_points(b->points, (size_t)n);
    if (step == 4) b->shape.stride = 4 * sizeof(cld_real);
}

/* In a plane or on a line of whole numbers, exactly; some more than once. */
static TEST_UNUSED void body_flat_points(shape_body *b, test_random *r, double scale)
{
    const int n = test_integer(r, 2, 20), line = test_integer(r, 0, 3) == 0;
    int u[3], v[3], i, k;
    for (k = 0; k < 3; k++) u[k] = test_integer(r, -3, 3), v[k] = line ? 0 : test_integer(r, -3, 3);
    scale = ldexp(1, (int)floor(log2(scale)) - 4);
    for (i = 0; i < n; i++) {
        const int x = test_integer(r, -3, 3), y = test_integer(r, -3, 3);
        for (k = 0; k < 3; k++) b->points[3 * i + k] = (cld_real)(scale * (x * u[k] + y * v[k]));
    }
    b->shape = cld_shape_points(b->points, (size_t)n);
}

/* The shape, of about the size `scale`. */
static TEST_UNUSED void body_random_shape(shape_body *b, test_random *r, int sort, double scale)
{
    double h[3];
    int k;
    for (k = 0; k < 3; k++) h[k] = scale * test_between(r, 0.1, 1);
    b->sort = sort;
    switch (sort) {
    case SORT_BALL:
        b->shape = cld_shape_sphere((cld_real)h[0]);
        break;
    case SORT_CAPSULE:
        b->shape = cld_shape_capsule((cld_real)h[0], (cld_real)h[1]);
        break;
    case SORT_PLATE:
        h[test_integer(r, 0, 2)] = 0;
        if (test_integer(r, 0, 2) == 0) h[test_integer(r, 0, 2)] = 0;
        b->shape = cld_shape_box(vec3(h[0], h[1], h[2]));
        break;
    case SORT_BOX:
    case SORT_ROUNDED:
        b->shape = cld_shape_box(vec3(h[0], h[1], h[2]));
        if (sort == SORT_ROUNDED) b->shape.radius = (cld_real)(scale * test_between(r, 0, 0.5));
        break;
    case SORT_CYLINDER:
    case SORT_DISC:
        b->shape = cld_shape_cylinder((cld_real)h[0], (cld_real)(sort == SORT_DISC ? 0 : h[1]));
        break;
    case SORT_FEW:
        body_random_points(b, r, test_integer(r, 1, 4), scale);
        break;
    case SORT_CLOUD:
        body_random_points(b, r, test_integer(r, 5, 24), scale);
        break;
    case SORT_MANY:
        body_random_points(b, r, test_integer(r, 25, CLD_SHAPE_POINTS_MAX), scale);
        break;
    case SORT_FLAT:
        body_flat_points(b, r, scale);
        break;
    default:
        pool_fill();
        k = sort == SORT_SOLID ? test_integer(r, 0, POOL_SMALL - 1)
                               : POOL_SMALL + test_integer(r, 0, POOL_LARGE - 1);
        body_of_solid(b, &pool[k], ldexp(1, (int)floor(log2(scale))));
        if (test_integer(r, 0, 3) == 0) {
            cld_pose own = test_pose(r, scale / 2);
            solid_pose(&b->solid, &own);
        }
    }
    if (sort > SORT_ROUNDED && test_integer(r, 0, 4) == 0)
        b->shape.radius = (cld_real)(scale * test_between(r, 0, 0.4));
}

/* Puts b where it comes to when it moves towards a from somewhere, and `beyond` more. */
static TEST_UNUSED void body_meet(const shape_body *a, shape_body *b, test_random *r, double beyond)
{
    const double size = (double)(a->truth.size + b->truth.size);
    solid_real motion[3];
    shape_time when;
    cld_real *to = &b->pose.position.x;
    const cld_real *from = &a->pose.position.x;
    double way[3], length = 0;
    int k;
    do {
        for (length = 0, k = 0; k < 3; k++)
            way[k] = test_between(r, -1, 1), length += way[k] * way[k];
    } while (length > 1 || length < 0.01);
    for (k = 0; k < 3; k++) {
        way[k] /= sqrt(length);
        to[k] = (cld_real)((a->at ? (double)from[k] : 0) + 4 * size * way[k] +
                           size * test_between(r, -0.5, 0.5));
        motion[k] = -4 * size * way[k];
    }
    body_settle(b);
    when = shape_first(&a->truth, &b->truth, motion, 0, size * 1e-9);
    if (!when.hits) when.free = 0.9L;
    for (k = 0; k < 3; k++)
        to[k] = (cld_real)((double)to[k] + (double)(when.free * motion[k]) - beyond * way[k]);
    body_settle(b);
}

/* Two shapes at random: most within a twentieth of their size of touching. */
static TEST_UNUSED void random_pair(shape_body *a, shape_body *b, test_random *r, int first,
                                    int second)
{
    const double scale = 1, other = test_integer(r, 0, 1) ? 1 : solid_log(r, -1, 1);
    double beyond;
    body_random_shape(a, r, first, scale);
    body_random_shape(b, r, second, scale * other);
    a->pose = test_pose(r, test_integer(r, 0, 3) ? 1 : 100), b->pose = test_pose(r, 1);
    a->at = &a->pose, b->at = &b->pose;
    if (test_integer(r, 0, 9) == 0) a->at = NULL;
    body_settle(a), body_settle(b);
    beyond = (double)(a->truth.size < b->truth.size ? a->truth.size : b->truth.size);
    switch (test_integer(r, 0, 9)) {
    case 0: /* far */
        beyond *= -test_between(r, 0, 3);
        break;
    case 1: /* deep */
        beyond *= test_between(r, 0, 1);
        break;
    case 2: /* within rounding */
        beyond *= test_between(r, -8, 8) * TEST_ROUND;
        break;
    case 3: /* close */
        beyond *= (test_integer(r, 0, 1) ? 1 : -1) * solid_log(r, -15, -3);
        break;
    default:
        beyond *= test_between(r, -0.05, 0.05);
    }
    body_meet(a, b, r, beyond);
}

/* -------------------------------------------------------------------------- as people make them */

typedef struct made_pair {
    int exact;   /* the signed distance is known, but for the rounding of a root: `distance` */
    int touches; /* they have a common point, exactly */
    double distance;
    int which;
    made_scene scene; /* of the ones with a motion */
} made_pair;

enum made_which {
    MADE_ON,      /* at rest on each other */
    MADE_ALIKE,   /* equal shapes in one place */
    MADE_CENTRES, /* about one centre */
    MADE_BOXES,   /* axis-parallel boxes of whole numbers, in any representation */
    MADE_NEEDLES, /* 1e6 : 1, and plates of that */
    MADE_GAP,     /* at rest, but for a gap of some 1e-12 of their size */
    MADE_VERTEX,  /* small whole coordinates with a vertex in common */
    MADE_EMPTY,   /* without extents: points, segments, rectangles, in one plane, crossing */
    MADE_WHICH
};

static TEST_UNUSED void body_of_points(shape_body *b, const double (*p)[3], int n, test_random *r)
{
    int i, k;
    for (i = 0; i < n; i++)
        for (k = 0; k < 3; k++) b->points[3 * i + k] = (cld_real)p[i][k];
    for (i = n - 1; i > 0; i--) {
        const int j = test_integer(r, 0, i);
        for (k = 0; k < 3; k++) {
            const cld_real x = b->points[3 * i + k];
            b->points[3 * i + k] = b->points[3 * j + k], b->points[3 * j + k] = x;
        }
    }
    b->shape = cld_shape_points(b->points, (size_t)n);
    b->sort = SORT_CLOUD;
}

/* The same solid as a polyhedron; as points if it has no volume. */
static TEST_UNUSED void body_of_hull(shape_body *b, const double (*p)[3], int n, test_random *r)
{
    static solid s;
    int i;
    solid_clear(&s);
    for (i = 0; i < n; i++) solid_vertex(&s, p[i][0], p[i][1], p[i][2]);
    if (solid_library_hull(&s)) {
        body_of_solid(b, &s, 1);
        b->sort = SORT_SOLID;
    } else {
        body_of_points(b, p, n, r);
    }
    solid_free(&s);
}

/* A box as a box, as its corners, as a polyhedron. */
static TEST_UNUSED void body_of_box(shape_body *b, const double half[3], test_random *r)
{
    const int how = test_integer(r, 0, 3);
    double p[8][3];
    int i, k;
    for (i = 0; i < 8; i++)
        for (k = 0; k < 3; k++) p[i][k] = i >> k & 1 ? half[k] : -half[k];
    b->sort = SORT_BOX;
    if (how < 2)
        b->shape = cld_shape_box(vec3(half[0], half[1], half[2]));
    else if (how == 2)
        body_of_points(b, (const double(*)[3])p, 8, r);
    else
        body_of_hull(b, (const double(*)[3])p, 8, r);
}

static TEST_UNUSED void body_pose_of(shape_body *b, double axes[3][3], const double at[3])
{
    b->pose.rotation.x = vec3(axes[0][0], axes[0][1], axes[0][2]);
    b->pose.rotation.y = vec3(axes[1][0], axes[1][1], axes[1][2]);
    b->pose.rotation.z = vec3(axes[2][0], axes[2][1], axes[2][2]);
    b->pose.position = vec3(at[0], at[1], at[2]);
    b->at = &b->pose;
}

static TEST_UNUSED void body_of_made(shape_body *b, made_body *m, test_random *r)
{
    switch (m->kind) {
    case MADE_BOX:
        body_of_box(b, m->half, r);
        break;
    case MADE_SPHERE:
        b->shape = cld_shape_sphere((cld_real)m->half[0]);
        b->sort = SORT_BALL;
        break;
    case MADE_CAPSULE:
        b->shape = cld_shape_capsule((cld_real)m->half[0], (cld_real)m->half[2]);
        b->sort = SORT_CAPSULE;
        break;
    case MADE_CYLINDER:
        b->shape = cld_shape_cylinder((cld_real)m->half[0], (cld_real)m->half[2]);
        b->sort = SORT_CYLINDER;
        break;
    default:
        if (test_integer(r, 0, 1))
            body_of_points(b, (const double(*)[3])m->corner, m->corners, r);
        else
            body_of_hull(b, (const double(*)[3])m->corner, m->corners, r);
    }
    body_pose_of(b, m->axes, m->position);
}

/* One of the 24 ways to lay the axes on themselves. */
static TEST_UNUSED void quarter_turns(test_random *r, double axes[3][3])
{
    const int first = test_integer(r, 0, 2), second = (first + test_integer(r, 1, 2)) % 3;
    int k;
    memset(axes, 0, 9 * sizeof axes[0][0]);
    axes[0][first] = test_integer(r, 0, 1) ? 1 : -1;
    axes[1][second] = test_integer(r, 0, 1) ? 1 : -1;
    for (k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        axes[2][k] = axes[0][i] * axes[1][j] - axes[0][j] * axes[1][i];
    }
}

/* Both bodies are scaled by a power of two. */
static TEST_UNUSED void body_scale(shape_body *b, int e)
{
    cld_real *at = &b->pose.position.x;
    size_t i, n = b->shape.stride ? b->shape.stride / sizeof(cld_real) : 3;
    int k;
    b->shape.radius = (cld_real)ldexp((double)b->shape.radius, e);
    b->shape.half.x = (cld_real)ldexp((double)b->shape.half.x, e);
    b->shape.half.y = (cld_real)ldexp((double)b->shape.half.y, e);
    b->shape.half.z = (cld_real)ldexp((double)b->shape.half.z, e);
    for (k = 0; k < 3; k++) at[k] = (cld_real)ldexp((double)at[k], e);
    if (b->shape.kind == CLD_SHAPE_POINTS)
        for (i = 0; i < n * b->shape.count; i++)
            b->points[i] = (cld_real)ldexp((double)b->points[i], e);
    if (b->shape.kind == CLD_SHAPE_POLYHEDRON) {
        const cld_real radius = b->shape.radius;
        cld_pose own = b->solid.p.pose;
        solid copy;
        memset(&copy, 0, sizeof copy);
        for (k = 0; k < b->solid.count; k++)
            solid_vertex(&copy, b->solid.xyz[3 * k], b->solid.xyz[3 * k + 1],
                         b->solid.xyz[3 * k + 2]);
        for (k = 0; k < b->solid.triangle_count; k++)
            solid_triangle(&copy, (int)b->solid.t[3 * k], (int)b->solid.t[3 * k + 1],
                           (int)b->solid.t[3 * k + 2]);
        body_of_solid(b, &copy, ldexp(1, e));
        b->shape.radius = radius;
        own.position.x = (cld_real)ldexp((double)own.position.x, e);
        own.position.y = (cld_real)ldexp((double)own.position.y, e);
        own.position.z = (cld_real)ldexp((double)own.position.z, e);
        solid_pose(&b->solid, &own);
        solid_free(&copy);
    }
}

static TEST_UNUSED void body_turn(shape_body *b, double axes[3][3], const double shift[3])
{
    double own[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, at[3] = {0, 0, 0};
    int i, k;
    if (b->at) {
        numbers(b->pose.rotation.x, own[0]), numbers(b->pose.rotation.y, own[1]);
        numbers(b->pose.rotation.z, own[2]), numbers(b->pose.position, at);
    }
    for (i = 0; i < 3; i++) made_turn(own[i], axes);
    made_turn(at, axes);
    for (k = 0; k < 3; k++) at[k] += shift[k];
    body_pose_of(b, own, at);
}

/* The whole scene is put somewhere, all numbers being what they were: not at all, quarter turns, a
   shift, a scale; or, rarely and then not exactly, turned by 30 degrees at a scale of 0.0254. */
static TEST_UNUSED void pair_pose(shape_body *a, shape_body *b, test_random *r, made_pair *made)
{
    double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, shift[3] = {0, 0, 0};
    const int how = test_integer(r, 0, 5), e = test_integer(r, 0, 2) ? 0 : test_integer(r, -20, 20);
    int k;
    if (how == 1 || how == 2) quarter_turns(r, axes);
    if (how == 2 || how == 3)
        for (k = 0; k < 3; k++) shift[k] = test_integer(r, -9, 9) * (how == 3 ? 1000 : 1);
    if (how == 5) {
        axes[0][0] = axes[1][1] = sqrt(0.75), axes[0][1] = 0.5, axes[1][0] = -0.5;
        made->exact = made->touches = 0;
    }
    if (how) body_turn(a, axes, shift), body_turn(b, axes, shift);
    if (how) { /* the motion, too */
        made_turn(made->scene.motion, axes), made_turn(made->scene.normal, axes);
    }
    if (e) {
        body_scale(a, e), body_scale(b, e);
        for (k = 0; k < 3; k++) made->scene.motion[k] = ldexp(made->scene.motion[k], e);
        made->scene.depth = ldexp(made->scene.depth, e);
        made->distance = ldexp(made->distance, e);
    }
    body_settle(a), body_settle(b);
}

/* Two shapes as they stand in a scene that people made: axes along the world's, side by side along
   one of these, touching or nearly; middles, or a quarter of the size, apart across it. */
static TEST_UNUSED void aligned_pair(shape_body *a, shape_body *b, test_random *r, int first,
                                     int second)
{
    const int along = test_integer(r, 0, 2), side = test_integer(r, 0, 1) ? 1 : -1;
    double axes[3][3], at[3] = {0, 0, 0}, beyond = 0, size;
    solid_real n[3] = {0, 0, 0};
    int k;
    body_random_shape(a, r, first, 1), body_random_shape(b, r, second, 1);
    for (k = 0; k < 3; k++) at[k] = test_integer(r, 0, 1) ? 0 : test_integer(r, -9, 9);
    quarter_turns(r, axes), body_pose_of(a, axes, at), body_settle(a);
    if (test_integer(r, 0, 1)) quarter_turns(r, axes);
    body_pose_of(b, axes, at), body_settle(b);
    n[along] = side;
    size = fmin((double)a->truth.size, (double)b->truth.size);
    if (test_integer(r, 0, 2) == 0) beyond = (test_integer(r, 0, 4) - 3) * 0.01 * size;
    if (test_integer(r, 0, 9) == 0) beyond = test_integer(r, -4, 4) * TEST_ROUND * size;
    for (k = 0; k < 3; k++)
        at[k] += k == along ? -side * ((double)shape_along(&a->truth, &b->truth, NULL, n) + beyond)
                            : test_integer(r, -2, 2) * 0.25 * size;
    body_pose_of(b, axes, at), body_settle(b);
}

/* Boxes of whole numbers, parallel to the axes. */
static TEST_UNUSED void made_boxes(shape_body *a, shape_body *b, test_random *r, made_pair *made)
{
    double h[2][3], at[3], most = 0, square = 0, none[3] = {0, 0, 0};
    double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    int k, empty = test_integer(r, 0, 3) == 0;
    for (k = 0; k < 3; k++) {
        double gap;
        h[0][k] = test_integer(r, empty ? 0 : 1, 4), h[1][k] = test_integer(r, empty ? 0 : 1, 4);
        at[k] = test_integer(r, -8, 8);
        if (test_integer(r, 0, 2) == 0) at[k] = h[0][k] + h[1][k];
        gap = fabs(at[k]) - h[0][k] - h[1][k];
        if (k == 0 || gap > most) most = gap;
        if (gap > 0) square += gap * gap;
    }
    body_of_box(a, h[0], r), body_of_box(b, h[1], r);
    body_pose_of(a, axes, none), body_pose_of(b, axes, at);
    if (test_integer(r, 0, 1)) a->at = NULL;
    made->exact = 1, made->distance = most > 0 ? sqrt(square) : most;
    made->touches = most <= 0;
}

/* A million times as long as thick, or as wide as high; crossing or side by side. */
static TEST_UNUSED void made_needles(shape_body *a, shape_body *b, test_random *r)
{
    shape_body *s[2];
    double axes[3][3], at[3] = {0, 0, 0}, h[2][3];
    int i, k;
    s[0] = a, s[1] = b;
    for (i = 0; i < 2; i++) {
        const int how = test_integer(r, 0, 3);
        for (k = 0; k < 3; k++) h[i][k] = ldexp(test_integer(r, 1, 3), -20);
        h[i][2] = 1;
        if (how == 1) h[i][0] = 1;
        s[i]->sort = SORT_BOX;
        if (how < 2) {
            body_of_box(s[i], h[i], r);
        } else if (how == 2) {
            s[i]->shape = cld_shape_capsule((cld_real)h[i][0], 1);
        } else {
            s[i]->shape = cld_shape_cylinder((cld_real)h[i][0], 1);
        }
        quarter_turns(r, axes);
        for (k = 0; k < 3 && i; k++)
            at[k] = test_integer(r, 0, 1) ? 0 : ldexp(test_integer(r, -6, 6), -21);
        body_pose_of(s[i], axes, at);
        if (test_integer(r, 0, 2) == 0) s[i]->pose.rotation = test_rotation(r);
    }
}

/* Points of small whole coordinates; one of each is the same place. */
static TEST_UNUSED void made_vertex(shape_body *a, shape_body *b, test_random *r, int most)
{
    double p[2][12][3], axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, at[3] = {0, 0, 0};
    int n[2], i, j, k;
    for (i = 0; i < 2; i++) {
        n[i] = test_integer(r, 1, most);
        for (j = 0; j < n[i]; j++)
            for (k = 0; k < 3; k++) p[i][j][k] = test_integer(r, -4, 4);
        if (test_integer(r, 0, 2) == 0) /* in one plane */
            for (j = 0, k = test_integer(r, 0, 2); j < n[i]; j++) p[i][j][k] = 0;
    }
    body_of_points(a, (const double(*)[3])p[0], n[0], r);
    for (j = 0; j < n[1]; j++) /* away from a's, mostly */
        for (k = 0; k < 3 && j; k++)
            if (test_integer(r, 0, 3)) p[1][j][k] = p[1][0][k] + fabs(p[1][j][k]) * (k ? 1 : -1);
    body_of_hull(b, (const double(*)[3])p[1], n[1], r);
    for (k = 0; k < 3; k++) at[k] = (double)a->points[k] - p[1][0][k];
    body_pose_of(a, axes, p[1][0]), body_pose_of(b, axes, p[1][0]);
    for (k = 0; k < 3; k++) at[k] += p[1][0][k];
    body_pose_of(b, axes, at);
}

/* How deep equal shapes in one place are: what is known of it. */
static TEST_UNUSED void made_alike(shape_body *a, shape_body *b, test_random *r, made_pair *made)
{
    const int sorts[6] = {SORT_BALL, SORT_CAPSULE, SORT_BOX, SORT_CYLINDER, SORT_CLOUD, SORT_SOLID};
    const int sort = sorts[test_integer(r, 0, 5)];
    test_random again;
    a->pose = test_pose(r, 3), a->at = &a->pose;
    if (test_integer(r, 0, 1)) {
        double axes[3][3], at[3] = {1, 2, 3};
        quarter_turns(r, axes);
        body_pose_of(a, axes, at);
    }
    again = *r;
    body_random_shape(a, r, sort, 1), body_random_shape(b, &again, sort, 1);
    b->pose = a->pose, b->at = &b->pose;
    made->touches = 1;
}

/* What any scene is; the motion of those at rest on each other is in `scene`. */
static TEST_UNUSED void make_pair(shape_body *a, shape_body *b, test_random *r, int which,
                                  made_pair *made)
{
    made_random m;
    double zero[3] = {0, 0, 0}, axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    m.state = test_bits(r);
    memset(made, 0, sizeof *made);
    made->which = which;
    switch (which) {
    case MADE_ON:
    case MADE_GAP:
        made_scene_on(&made->scene, &m, test_integer(r, MADE_BOX, MADE_CYLINDER),
                      test_integer(r, MADE_BOX, MADE_CYLINDER));
        body_of_made(a, &made->scene.still, r);
        if (which == MADE_GAP)
            made->scene.mover.position[2] += ldexp(1, sizeof(cld_real) == 4 ? -14 : -40);
        body_of_made(b, &made->scene.mover, r);
        made->touches = which == MADE_ON && made->scene.start == MADE_EXACTLY &&
                        made->scene.touch == MADE_FACE &&
                        (made->scene.mover.kind == MADE_BOX && made->scene.still.kind == MADE_BOX);
        made->exact = made->touches;
        break;
    case MADE_ALIKE:
        made_alike(a, b, r, made);
        break;
    case MADE_CENTRES:
        body_random_shape(a, r, test_integer(r, 0, SORTS - 1), 1);
        body_random_shape(b, r, test_integer(r, 0, SORTS - 1), test_integer(r, 0, 1) ? 1 : 0.25);
        if (test_integer(r, 0, 1)) quarter_turns(r, axes);
        body_pose_of(a, axes, zero), body_pose_of(b, axes, zero);
        if (test_integer(r, 0, 1)) b->pose.rotation = test_rotation(r);
        break;
    case MADE_BOXES:
        made_boxes(a, b, r, made);
        break;
    case MADE_NEEDLES:
        made_needles(a, b, r);
        break;
    case MADE_VERTEX:
        made_vertex(a, b, r, 12);
        made->touches = 1;
        break;
    default:
        made_vertex(a, b, r, 3);
        made->touches = 1;
    }
    pair_pose(a, b, r, made);
}

#endif
