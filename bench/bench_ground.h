/* bench_ground.h: the GROUND page of the bench: shapes on terrain and on the static mesh of its
 * triangles (scenes_ground.h), one beside the other; what is inside a closed mesh, beside a ray;
 * motions that slide. */
#ifndef BENCH_GROUND_H
#define BENCH_GROUND_H

#include "bench.h"
#include "collide.h"
#include "bench_terrain.h"
#include "ground_bodies.h"

enum { GROUND_COUNT = 16384, GROUND_QUICK_COUNT = 256 };

static int ground_count(const bench *b)
{
    return b->quick ? GROUND_QUICK_COUNT : GROUND_COUNT;
}

static double ground_budget(const bench *b)
{
    return b->quick ? 0.003 : 0.3;
}

/* ---- shapes on terrain and on a mesh */

typedef enum ground_question {
    GROUND_OVERLAP,
    GROUND_MANIFOLD,
    GROUND_DISTANCE,
    GROUND_SWEEP,
    GROUND_SWEEP_REST,
    GROUND_QUESTIONS
} ground_question;

static const char *const ground_question_names[GROUND_QUESTIONS] = {"overlap", "manifold",
                                                                    "distance", "sweep", "at rest"};

static const ground_placing ground_question_placings[GROUND_QUESTIONS] = {
    GROUND_TOUCHES, GROUND_TOUCHES, GROUND_APART, GROUND_APART, GROUND_TOUCHES};

typedef struct ground_work {
    terrain_batch batch;
    const ground_ours *ours;
    ground_question question;
    int mesh;
} ground_work;

static int ground_ask_terrain(const ground_work *w, int i, double *sum)
{
    const ground_ours *o = w->ours;
    cld_contact contacts[CLD_HEIGHTFIELD_CONTACTS];
    cld_hit hit;
    int answer;
    switch (w->question) {
    case GROUND_OVERLAP:
        return cld_heightfield_overlap_shape(&o->field, &o->shape, &o->poses[i]);
    case GROUND_MANIFOLD:
        answer = cld_heightfield_collide_shape(&o->field, &o->shape, &o->poses[i], 0, contacts,
                                               CLD_HEIGHTFIELD_CONTACTS);
        if (answer > 0) *sum += (double)contacts[0].distance;
        return answer;
    case GROUND_DISTANCE:
        answer = cld_heightfield_distance_shape(&o->field, &o->shape, &o->poses[i], 1, contacts);
        if (answer > 0) *sum += (double)contacts[0].distance;
        return answer;
    default:
        answer = cld_heightfield_sweep_shape(&o->field, &o->shape, &o->poses[i], &o->motions[i],
                                             NULL, &hit);
        if (answer > 0) *sum += (double)hit.time;
        return answer;
    }
}

static int ground_ask_mesh(const ground_work *w, int i, double *sum)
{
    const ground_ours *o = w->ours;
    cld_contact contacts[CLD_GROUND_CONTACTS];
    cld_hit hit;
    int answer;
    switch (w->question) {
    case GROUND_OVERLAP:
        return cld_mesh_overlap_shape(&o->mesh, &o->shape, &o->poses[i]);
    case GROUND_MANIFOLD:
        answer = cld_mesh_collide_shape(&o->mesh, &o->shape, &o->poses[i], 0, contacts,
                                        CLD_GROUND_CONTACTS);
        if (answer > 0) *sum += (double)contacts[0].distance;
        return answer;
    case GROUND_DISTANCE:
        answer = cld_mesh_distance_shape(&o->mesh, &o->shape, &o->poses[i], 1, contacts);
        if (answer > 0) *sum += (double)contacts[0].distance;
        return answer;
    default:
        answer =
            cld_mesh_sweep_shape(&o->mesh, &o->shape, &o->poses[i], &o->motions[i], NULL, &hit);
        if (answer > 0) *sum += (double)hit.time;
        return answer;
    }
}

static void ground_run(void *context)
{
    ground_work *w = (ground_work *)context;
    double sum = 0;
    for (int i = w->batch.from; i < w->batch.to; ++i) {
        const int answer = w->mesh ? ground_ask_mesh(w, i, &sum) : ground_ask_terrain(w, i, &sum);
        w->batch.found += answer > 0, w->batch.failed += answer < 0;
    }
    bench_keep(sum + w->batch.found);
}

/* Of how many the two say yes and no. */
static int ground_differ(const ground_work *terrain, const ground_work *mesh)
{
    double sum = 0;
    int differ = 0;
    for (int i = 0; i < terrain->batch.count; ++i)
        differ +=
            (ground_ask_terrain(terrain, i, &sum) > 0) != (ground_ask_mesh(mesh, i, &sum) > 0);
    return differ;
}

/* One row; random[0]: of the terrain, [1]: of the mesh, set by the first row. */
static void ground_row(bench *b, const ground_scene *s, const ground_ours *ours,
                       ground_question question, double random[2])
{
    static const char *const whose[2] = {"terrain", "mesh"};
    const char *parameter = ground_land_names[s->land];
    ground_work w[2];
    bench_runner runners[2];
    double seconds[2];
    char name[48], text[96];
    memset(w, 0, sizeof w);
    for (int k = 0; k < 2; ++k) {
        w[k].batch.count = w[k].batch.to = s->count;
        w[k].ours = ours, w[k].question = question, w[k].mesh = k;
        runners[k].run = ground_run, runners[k].context = &w[k];
    }
    terrain_race_for(ground_budget(b), runners, 2, seconds);
    snprintf(name, sizeof name, "%s, %s", ground_question_names[question],
             ground_kind_names[s->kind]);
    for (int k = 0; k < 2; ++k) {
        if (s->land == GROUND_ROUGH) random[k] = seconds[k];
        bench_figure(b, "collide", "ground", name, parameter, whose[k], seconds[k], "s");
        snprintf(text, sizeof text, "%s: %s", parameter, whose[k]);
        if (s->land != GROUND_ROUGH)
            bench_made(b, "ground", name, text, seconds[k], ground_land_names[GROUND_ROUGH],
                       random[k]);
    }
    bench_figure(b, "collide", "ground", name, parameter, "mesh/terrain", seconds[1] / seconds[0],
                 "x");
    for (int k = 0; k < 2; ++k) {
        snprintf(text, sizeof text, "%s/random", k ? "mesh" : "terr.");
        bench_figure(b, "collide", "ground", name, parameter, text, seconds[k] / random[k], "x");
    }
    bench_figure(b, "collide", "ground", name, parameter, "hits",
                 100.0 * w[1].batch.found / w[1].batch.count, "%");
    bench_figure(b, "collide", "ground", name, parameter, "differ", ground_differ(&w[0], &w[1]),
                 "");
    bench_figure(b, "collide", "ground", name, parameter, "failed",
                 w[0].batch.failed + w[1].batch.failed, "");
    snprintf(text, sizeof text, "%s, %s: mesh, of the terrain's time", name, parameter);
    if (question == GROUND_MANIFOLD)
        bench_ask(b, "ground", text, 1.3, seconds[1] / seconds[0], "x", BENCH_AT_MOST);
}

static void ground_bench_shapes(bench *b)
{
    static double random[GROUND_QUESTIONS][GROUND_KINDS][2];
    for (int kind = 0; kind < GROUND_KINDS; ++kind)
        for (int land = 0; land < GROUND_LANDS; ++land)
            for (int placing = GROUND_TOUCHES; placing <= GROUND_APART; ++placing) {
                ground_scene s;
                ground_ours *ours;
                ground_scene_new(&s, (ground_land)land, (ground_kind)kind, (ground_placing)placing,
                                 ground_count(b));
                ours = ground_bodies(&s);
                for (int q = 0; q < GROUND_QUESTIONS; ++q)
                    if ((int)ground_question_placings[q] == placing)
                        ground_row(b, &s, ours, (ground_question)q, random[q][kind]);
                ground_bodies_free(ours);
                ground_scene_free(&s);
            }
    bench_table(b, "shapes on 256 x 256 vertices, and on the mesh of these triangles: time a query"
                   "\n(hits: of the mesh; differ: of the two one says yes and one no; distance, "
                   "within 1 m, and sweep\nof what is apart; at rest: sweep of what touches)");
}

/* ---- inside of a closed mesh */

enum { GROUND_SIDE = 96 }; /* cells of an edge */

typedef enum ground_point_question {
    GROUND_RAY,
    GROUND_RAY_UP,
    GROUND_RAY_ALL,
    GROUND_CLOSEST,
    GROUND_CONTAINS,
    GROUND_SIGNED,
    GROUND_POINT_QUESTIONS
} ground_point_question;

static const char *const ground_point_names[GROUND_POINT_QUESTIONS] = {
    "raycast", "raycast upwards", "raycast_all", "closest", "contains", "signed_distance"};

/* A cube of edge 3, each side of 96 x 96 cells, unwelded: 110592 triangles; or a bumpy ball that it
   becomes. */
typedef struct ground_solid {
    terrain_batch batch;
    cld_mesh mesh;
    cld_real *positions;
    uint32_t *triangles;
    void *tree;
    cld_vec3 *points, *ways;
    ground_point_question question;
} ground_solid;

/* Point (i, j) of side `side` of the cube; on the ball it depends on the place alone, so that sides
   have the same numbers where they meet. */
static void ground_solid_point(int side, int i, int j, int made, cld_real out[3])
{
    const int axis = side / 2;
    double p[3], length, radius;
    p[axis] = side % 2 ? 1.5 : -1.5;
    p[(axis + 1) % 3] = i / 32.0 - 1.5, p[(axis + 2) % 3] = j / 32.0 - 1.5;
    length = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    radius = 1.5 + 0.25 * sin(5 * p[0]) * sin(5 * p[1] + 1) * sin(5 * p[2] + 2);
    for (int k = 0; k < 3; ++k) out[k] = (cld_real)(made ? p[k] : p[k] * radius / length);
}

static void ground_solid_new(ground_solid *s, int made, int count)
{
    enum { POINTS = (GROUND_SIDE + 1) * (GROUND_SIDE + 1), CELLS = GROUND_SIDE * GROUND_SIDE };
    uint32_t *flat = ground_triangles(GROUND_SIDE + 1, GROUND_SIDE + 1);
    memset(s, 0, sizeof *s);
    s->positions = (cld_real *)terrain_allocate(6 * 3 * POINTS, sizeof *s->positions);
    s->triangles = (uint32_t *)terrain_allocate(6 * 6 * CELLS, sizeof *s->triangles);
    for (int side = 0; side < 6; ++side) {
        uint32_t *at = s->triangles + (size_t)side * 6 * CELLS;
        for (int k = 0; k < POINTS; ++k)
            ground_solid_point(side, k % (GROUND_SIDE + 1), k / (GROUND_SIDE + 1), made,
                               s->positions + 3 * ((size_t)side * POINTS + (size_t)k));
        for (int k = 0; k < 6 * CELLS; ++k) /* outwards */
            at[k] = flat[side % 2 ? k : k / 3 * 3 + 2 - k % 3] + (uint32_t)(side * POINTS);
    }
    free(flat);
    s->mesh.positions = s->positions, s->mesh.vertex_count = 6 * POINTS;
    s->mesh.triangles = s->triangles, s->mesh.triangle_count = 12 * CELLS;
    ground_tree(&s->mesh, &s->tree);
    s->batch.count = s->batch.to = count;
    s->points = (cld_vec3 *)terrain_allocate((size_t)count, sizeof *s->points);
    s->ways = (cld_vec3 *)terrain_allocate((size_t)count, sizeof *s->ways);
}

static void ground_solid_free(ground_solid *s)
{
    free(s->positions);
    free(s->triangles);
    free(s->tree);
    free(s->points);
    free(s->ways);
}

/* Random points in a cube of edge 4, and ways; made ones on the lattice of the cells, halved: above
   and below edges and corners, and on the boundary; ways along axes and diagonals. */
static void ground_solid_ask(ground_solid *s, int made)
{
    bench_random r = bench_seed(950);
    for (int i = 0; i < s->batch.count; ++i) {
        double p[3], d[3] = {0, 0, 0};
        for (int k = 0; k < 3; ++k)
            p[k] = made ? (bench_below(&r, 257) - 128) / 64.0 : bench_uniform(&r, -2, 2);
        while (made && d[0] == 0 && d[1] == 0 && d[2] == 0)
            for (int k = 0; k < 3; ++k) d[k] = bench_below(&r, 3) - 1;
        s->points[i] = ground_vec3(p);
        s->ways[i] = made ? ground_vec3(d) : terrain_axis(&r, 0);
    }
}

static int ground_solid_one(const ground_solid *s, int i, double *sum)
{
    enum { MOST = 16 };
    const cld_vec3 p = s->points[i], up = {0, 0, 1};
    const cld_real far = (cld_real)INFINITY;
    cld_mesh_point found[MOST];
    int answer;
    switch (s->question) {
    case GROUND_RAY:
        answer = cld_mesh_raycast(&s->mesh, p, s->ways[i], far, found);
        break;
    case GROUND_RAY_UP:
        answer = cld_mesh_raycast(&s->mesh, p, up, far, found);
        break;
    case GROUND_RAY_ALL:
        answer = cld_mesh_raycast_all(&s->mesh, p, s->ways[i], far, found, MOST);
        break;
    case GROUND_CLOSEST:
        answer = cld_mesh_closest(&s->mesh, p, far, found);
        break;
    case GROUND_SIGNED:
        answer = cld_mesh_signed_distance(&s->mesh, p, far, found);
        if (answer > 0) *sum += (double)found[0].distance;
        return answer <= 0 ? answer : found[0].distance <= 0;
    default:
        answer = cld_mesh_contains(&s->mesh, p, NULL);
        return answer < 0 ? answer : answer != CLD_OUTSIDE;
    }
    if (answer > 0) *sum += (double)found[0].distance;
    return answer;
}

static void ground_solid_run(void *context)
{
    ground_solid *s = (ground_solid *)context;
    double sum = 0;
    for (int i = s->batch.from; i < s->batch.to; ++i) {
        const int answer = ground_solid_one(s, i, &sum);
        s->batch.found += answer > 0, s->batch.failed += answer < 0;
    }
    bench_keep(sum + s->batch.found);
}

static void ground_bench_solids(bench *b)
{
    static const char *const names[2] = {"random: bumpy ball", "made: cube, lattice"};
    double random[GROUND_POINT_QUESTIONS];
    for (int made = 0; made < 2; ++made) {
        ground_solid s[GROUND_POINT_QUESTIONS];
        bench_runner runners[GROUND_POINT_QUESTIONS];
        double seconds[GROUND_POINT_QUESTIONS];
        ground_solid_new(&s[0], made, ground_count(b));
        ground_solid_ask(&s[0], made);
        for (int q = 0; q < GROUND_POINT_QUESTIONS; ++q) {
            s[q] = s[0], s[q].question = (ground_point_question)q;
            runners[q].run = ground_solid_run, runners[q].context = &s[q];
        }
        terrain_race_for(4 * ground_budget(b), runners, GROUND_POINT_QUESTIONS, seconds);
        for (int q = 0; q < GROUND_POINT_QUESTIONS; ++q) {
            const char *name = ground_point_names[q];
            if (!made) random[q] = seconds[q];
            bench_figure(b, "collide", "ground", name, names[made], "time", seconds[q], "s");
            bench_figure(b, "collide", "ground", name, names[made], "to raycast",
                         seconds[q] / seconds[GROUND_RAY], "x");
            bench_figure(b, "collide", "ground", name, names[made], "to random",
                         seconds[q] / random[q], "x");
            bench_figure(b, "collide", "ground", name, names[made], "hits",
                         100.0 * s[q].batch.found / s[q].batch.count, "%");
            bench_figure(b, "collide", "ground", name, names[made], "failed", s[q].batch.failed,
                         "");
            if (made) bench_made(b, "ground", name, names[1], seconds[q], names[0], random[q]);
        }
        bench_ask(b, "ground", made ? "contains, cube: rays" : "contains, bumpy ball: rays", 1.5,
                  seconds[GROUND_CONTAINS] / seconds[GROUND_RAY], "x", BENCH_AT_MOST);
        ground_solid_free(&s[0]);
    }
    bench_table(b, "a closed mesh of 110592 triangles: time a query (hits: of contains and "
                   "signed_distance inside or on the\nboundary)");
}

/* ---- motions that slide along what they met */

enum { GROUND_PLANES = 4 };

typedef struct ground_slides {
    terrain_batch batch;
    cld_vec3 (*normals)[GROUND_PLANES], *ways;
    int *planes;
} ground_slides;

/* One to four planes; random ones turned anyhow, or as on ground people make: the floor, walls
   square to it, and the same ones again. */
static void ground_slides_new(ground_slides *s, int made, int count)
{
    static const double walls[6][3] = {{0, 0, 1},  {1, 0, 0},    {0, 1, 0},
                                       {-1, 0, 0}, {0.6, 0, .8}, {0, 0, 1}};
    bench_random r = bench_seed(960);
    memset(s, 0, sizeof *s);
    s->batch.count = s->batch.to = count;
    s->normals = (cld_vec3(*)[GROUND_PLANES])terrain_allocate((size_t)count, sizeof *s->normals);
    s->ways = (cld_vec3 *)terrain_allocate((size_t)count, sizeof *s->ways);
    s->planes = (int *)terrain_allocate((size_t)count, sizeof *s->planes);
    for (int i = 0; i < count; ++i) {
        s->planes[i] = 1 + bench_below(&r, GROUND_PLANES);
        s->ways[i] = terrain_axis(&r, 0);
        if (made)
            s->ways[i] =
                terrain_vec3(bench_below(&r, 5) - 2, bench_below(&r, 5) - 2, -bench_below(&r, 3));
        for (int k = 0; k < s->planes[i]; ++k)
            s->normals[i][k] = made ? ground_vec3(walls[bench_below(&r, 6)]) : terrain_axis(&r, 0);
    }
}

static void ground_slides_run(void *context)
{
    ground_slides *s = (ground_slides *)context;
    double sum = 0;
    for (int i = s->batch.from; i < s->batch.to; ++i) {
        cld_vec3 v = s->ways[i];
        const int answer = cld_slide(s->normals[i], s->planes[i], &v);
        s->batch.found += v.x != 0 || v.y != 0 || v.z != 0, s->batch.failed += answer < 0;
        sum += (double)v.x;
    }
    bench_keep(sum);
}

static void ground_bench_slides(bench *b)
{
    static const char *const names[2] = {"random: 1 to 4 planes", "made: floor and walls"};
    double seconds[2];
    for (int made = 0; made < 2; ++made) {
        ground_slides s;
        const bench_runner runner = {ground_slides_run, &s};
        ground_slides_new(&s, made, b->quick ? 2048 : 4 * GROUND_COUNT);
        terrain_race_for(ground_budget(b), &runner, 1, &seconds[made]);
        bench_figure(b, "collide", "ground", "slide", names[made], "time", seconds[made], "s");
        bench_figure(b, "collide", "ground", "slide", names[made], "to random",
                     seconds[made] / seconds[0], "x");
        bench_figure(b, "collide", "ground", "slide", names[made], "moves",
                     100.0 * s.batch.found / s.batch.count, "%");
        bench_figure(b, "collide", "ground", "slide", names[made], "failed", s.batch.failed, "");
        free(s.normals);
        free(s.ways);
        free(s.planes);
    }
    bench_made(b, "ground", "slide", names[1], seconds[1], names[0], seconds[0]);
    bench_table(b, "cld_slide: time a motion");
}

static void bench_ground(bench *b)
{
    ground_bench_shapes(b);
    ground_bench_solids(b);
    ground_bench_slides(b);
}

#endif /* BENCH_GROUND_H */
