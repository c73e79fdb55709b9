/* scenes_ground.h: makes the scenes of ground_scene.h, for the bench and for peers.
 *
 *   ground_scene s;
 *   ground_scene_new(&s, GROUND_STAIRS, GROUND_BOX, GROUND_TOUCHES, count);
 *   ground_scene_free(&s);
 *
 * Ground of 256 x 256 vertices, cells of 0.25 cut from (i + 1, j) to (i, j + 1). Random: rough
 * waves, bodies turned anyhow where the wheel of scenes_terrain.h is, of which 60 % touch, by 1 to
 * 100 mm; what is smaller lower, so that about half touch. Made: flat ground, and stairs 2 deep
 * whose steps of 0.25 rise over one cell; bodies stand or lie upright, turned about the vertical by
 * quarters or by 30 degrees, at multiples of 1/16, on the highest ground below them: in contact
 * exactly (where that is an edge, to rounding), or 1/128 deep; or at the border of flat ground, or
 * at a hole's edge, over which they reach, or with which their side is flush, or which is below
 * their middle.
 */
#ifndef BENCH_SCENES_GROUND_H
#define BENCH_SCENES_GROUND_H

#include "bench.h"
#include "collide.h"
#include "ground_scene.h"
#include "scenes_terrain.h"

/* By how much random ones are lower than the wheel. */
static const double ground_lower[GROUND_KINDS] = {0.1875, 0.0625, 0, 0, 0};

static double ground_float(double x)
{
    volatile float rounded = (float)x;
    return (double)rounded;
}

/* ---- made bodies */

static made_field ground_field(ground_land land)
{
    static const int grounds[GROUND_LANDS] = {MADE_GROUND_FLAT, MADE_GROUND_FLAT, MADE_STEPPED,
                                              MADE_BORDERED, MADE_HOLED};
    made_field f;
    made_field_make(&f, grounds[land], GROUND_SIZE);
    return f;
}

/* Of a body's lower side, seen along y. */
static made_outline ground_outline_of(ground_kind kind, const ground_body *b)
{
    const double radius = ground_sizes[kind][0], half = ground_sizes[kind][1];
    const double x = fabs(b->axes[2][0]), y = fabs(b->axes[2][1]);
    made_outline o = {half, radius, 0};
    if (kind == GROUND_SPHERE) o.deep = o.round = radius, o.flat = 0;
    if (kind == GROUND_CAPSULE) o.deep = o.round = radius, o.flat = half * x;
    if (kind == GROUND_CYLINDER && b->axes[2][2] < 0.5) /* it lies */
        o.deep = radius, o.flat = half * x, o.round = radius * y;
    if (kind == GROUND_BOX) o.flat = radius * (fabs(b->axes[0][0]) + fabs(b->axes[1][0]));
    if (kind == GROUND_HULL) {
        const double aslant = sqrt(0.75) * fabs(b->axes[1][0]), along = fabs(b->axes[0][0]);
        o.flat = radius * (along > along / 2 + aslant ? along : along / 2 + aslant);
    }
    return o;
}

/* Upright over an edge, x being out of the ground, and then where the edge is. */
static void ground_body_over(bench_random *r, const made_field *f, const made_outline *o,
                             ground_body *b)
{
    made_random m = {bench_u64(r)};
    const int is_round = o->round > 0;
    const double out = made_overhang(&m, o->flat, o->flat + o->round, is_round, 1.0 / 16);
    made_rim e;
    made_rim_draw(&e, &m, f);
    for (int k = 0; k < 3; ++k) {
        const double x = b->axes[k][0], y = b->axes[k][1];
        b->axes[k][0] = e.out[0] * x - e.out[1] * y, b->axes[k][1] = e.out[1] * x + e.out[0] * y;
    }
    for (int k = 0; k < 2; ++k) b->at[k] = ground_float(e.at[k] + out * e.out[k]);
}

static void ground_body_upright(bench_random *r, ground_kind kind, double axes[3][3])
{
    static const double turns[6][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {0, 0.5}, {0, -0.5}};
    const int which = bench_below(r, 6);
    const double c = which < 4 ? turns[which][0] : sqrt(0.75), s = turns[which][1];
    const double turned[3][3] = {{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
    const int lies = kind == GROUND_CAPSULE || (kind == GROUND_CYLINDER && bench_below(r, 2));
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 3; ++i) axes[k][i] = ground_float(turned[lies ? (k + 1) % 3 : k][i]);
}

static void ground_body_made(bench_random *r, const ground_scene *s, const made_field *f,
                             ground_body *b)
{
    static const double rest[8][3] = {{1, 0, 0},  {0, 1, 0},  {-1, 0, 0}, {0.75, 0.5, 0},
                                      {0, 0, -1}, {1, 0, -1}, {0, 0, 1},  {0, 1, -0.5}};
    static const double fall[4][3] = {{0, 0, -1}, {0.5, 0, -0.5}, {0, 0.75, -0.75}, {-1, 0, -1}};
    const int apart = s->placing == GROUND_APART, which = bench_below(r, apart ? 4 : 8);
    const double length = (4 + bench_below(r, 5)) / 8.0;
    made_outline o;
    ground_body_upright(r, s->kind, b->axes);
    o = ground_outline_of(s->kind, b);
    b->at[0] = 8 + bench_below(r, 48 * 16) / 16.0, b->at[1] = 8 + bench_below(r, 48 * 16) / 16.0;
    b->depth = apart ? -(1 + bench_below(r, 8)) / 16.0 : bench_below(r, 2) / 128.0;
    b->at[2] = ground_float(made_rests(&f->profile, &o, b->at[0]) - b->depth);
    if (f->ground >= MADE_BORDERED) ground_body_over(r, f, &o, b);
    for (int k = 0; k < 3; ++k) b->way[k] = length * (apart ? fall : rest)[which][k];
}

/* ---- random bodies */

static void ground_body_random(bench_random *r, const ground_scene *s, const cld_cylinder *wheel,
                               ground_body *b)
{
    const terrain_body frame = terrain_body_of(wheel);
    const terrain_vec axes[3] = {frame.a, frame.b, frame.axis};
    const int apart = s->placing == GROUND_APART;
    const cld_vec3 way = terrain_axis(r, apart ? 1.05 : 0);
    const double length = bench_uniform(r, 0.5, 1) * (apart ? -1 : 1);
    for (int k = 0; k < 3; ++k) {
        b->axes[k][0] = ground_float((double)axes[k].x);
        b->axes[k][1] = ground_float((double)axes[k].y);
        b->axes[k][2] = ground_float((double)axes[k].z);
    }
    b->at[0] = ground_float((double)wheel->centre.x);
    b->at[1] = ground_float((double)wheel->centre.y);
    b->at[2] = ground_float((double)wheel->centre.z - ground_lower[s->kind] +
                            (apart ? bench_uniform(r, 0.25, 0.75) : 0));
    b->way[0] = ground_float(length * (double)way.x);
    b->way[1] = ground_float(length * (double)way.y);
    b->way[2] = ground_float(length * (double)way.z);
    b->depth = 0;
}

/* The wheels are the same for all kinds of bodies. */
static void ground_bodies_random(bench_random *r, ground_scene *s)
{
    const cld_cylinder shape = {
        {0, 0, 0}, {0, 0, 1}, (cld_real)ground_sizes[GROUND_CYLINDER][0], (cld_real)0.125};
    cld_real *heights = terrain_heights(TERRAIN_ROUGH, GROUND_SIZE, GROUND_SIZE);
    const cld_heightfield field = terrain_view(heights, GROUND_SIZE, GROUND_SIZE);
    for (int i = 0; i < s->count; ++i) {
        cld_cylinder wheel = shape;
        terrain_place(r, &field, (double)shape.radius, 0.125, 0, bench_uniform(r, 0, 1) < 0.6,
                      &wheel);
        ground_body_random(r, s, &wheel, &s->bodies[i]);
    }
    free(heights);
}

static void ground_scene_new(ground_scene *s, ground_land land, ground_kind kind,
                             ground_placing placing, int count)
{
    bench_random r = bench_seed(900 + 8 * (uint64_t)land + (uint64_t)placing);
    const made_field f = ground_field(land);
    memset(s, 0, sizeof *s);
    s->land = land, s->kind = kind, s->placing = placing, s->count = count;
    s->heights = (float *)terrain_allocate((size_t)GROUND_SIZE * GROUND_SIZE, sizeof *s->heights);
    s->bodies = (ground_body *)terrain_allocate((size_t)count, sizeof *s->bodies);
    for (int k = 0; k < GROUND_SIZE * GROUND_SIZE; ++k) {
        const int i = k % GROUND_SIZE, j = k / GROUND_SIZE;
        s->heights[k] =
            (float)(land == GROUND_ROUGH ? terrain_rough(TERRAIN_CELL * i, TERRAIN_CELL * j)
                                         : made_field_height(&f, i, j));
    }
    for (int k = 0; k < GROUND_CORNERS; ++k) {
        const double turn = k / 2 * 1.0471975511965976, radius = ground_sizes[GROUND_HULL][0];
        s->corners[k][0] = ground_float(radius * cos(turn));
        s->corners[k][1] = ground_float(radius * sin(turn));
        s->corners[k][2] = ground_sizes[GROUND_HULL][1] * (k % 2 ? 1 : -1);
    }
    if (land == GROUND_ROUGH)
        ground_bodies_random(&r, s);
    else
        for (int i = 0; i < count; ++i) ground_body_made(&r, s, &f, &s->bodies[i]);
}

static void ground_scene_free(ground_scene *s)
{
    free(s->heights);
    free(s->bodies);
}

#endif /* BENCH_SCENES_GROUND_H */
