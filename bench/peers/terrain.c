/* Terrain: collide.h beside its peers. See race.h for what is measured; the fields, the poses and
 * the verdict on cylinders are those of bench/scenes_terrain.h.
 *
 * Of an answer with contacts the deepest (of collide the first) is looked at:
 *   ghosts: contacts, but the oracle says apart;
 *   stuck: moved along it by its depth, a thousandth and 20 um more, the body still touches;
 *   detour: it is twice as long as a way out that is known, and a millimetre more;
 *   normal: not straight up, and by more than 0.02 no mean of the normals of the triangles that
 *   the body (of others than cylinders one around it), larger by a millimetre, meets (in slopes);
 *   at borders and holes, where the normal is known: off by more than 0.02.
 * `wrong` are ghosts and normals; peers do not promise a way out, so that stuck and detour are
 * told by themselves. */
#define COLLIDE_STATIC /* shapes and poses of what is made */

#include "race.h"
#include "../../collide.h"
#include "terrain.h"
#include "../scenes_terrain.h"
#include "../../tests/oracle_terrain.h"
#include "ground_truth.h"

enum { GROUND_SIZE = 512, GROUND_MANY = 16384, GROUND_SOME = 4096, GROUND_QUICK = 2048 };

/* ---- scenes ---- */

/* A scene, and what it is made of. */
typedef struct ground_scene {
    terrain_scene scene;
    cld_heightfield field;
    terrain_pose *poses;
    double (*ways)[3];
    unsigned char *touching;
    double *depths, *truths;
    double (*normals)[3]; /* NULL, or the way out where depths has one, upright or at an edge */
} ground_scene;

static int ground_fields; /* made so far */

static cld_heightfield ground_field(terrain_ground ground)
{
    ground_fields++;
    return terrain_view(terrain_heights(ground, GROUND_SIZE, GROUND_SIZE), GROUND_SIZE,
                        GROUND_SIZE);
}

static ground_scene ground_new(const cld_heightfield *field, terrain_solid solid, int count)
{
    ground_scene g;
    const size_t n = (size_t)count;
    memset(&g, 0, sizeof g);
    g.field = *field, g.scene.field = ground_fields;
    g.poses = (terrain_pose *)race_memory(n * sizeof *g.poses);
    g.ways = (double(*)[3])race_memory(n * sizeof *g.ways);
    g.touching = (unsigned char *)race_memory(n);
    g.depths = (double *)race_memory(n * sizeof *g.depths);
    g.truths = (double *)race_memory(n * sizeof *g.truths);
    g.scene.heights = (const float *)field->heights;
    g.scene.columns = (int)field->columns, g.scene.rows = (int)field->rows;
    g.scene.cell = TERRAIN_CELL, g.scene.solid = solid, g.scene.count = count;
    g.scene.poses = g.poses, g.scene.touching = g.touching, g.scene.depths = g.depths;
    g.scene.truths = g.truths, g.scene.ways = (const double(*)[3])g.ways;
    return g;
}

static void ground_free(ground_scene *g)
{
    free(g->poses);
    free(g->ways);
    free(g->touching);
    free(g->depths);
    free(g->truths);
    free(g->normals);
}

static double ground_round(long double x)
{
    return (float)x;
}

/* The cylinder's axis as it is, and two that make a frame with it. */
static terrain_pose ground_pose(const cld_cylinder *c)
{
    const terrain_body body = terrain_body_of(c);
    const terrain_vec axes[2] = {body.a, body.b};
    terrain_pose p;
    p.centre[0] = c->centre.x, p.centre[1] = c->centre.y, p.centre[2] = c->centre.z;
    p.axes[2][0] = c->axis.x, p.axes[2][1] = c->axis.y, p.axes[2][2] = c->axis.z;
    for (int k = 0; k < 2; ++k) {
        p.axes[k][0] = ground_round(axes[k].x), p.axes[k][1] = ground_round(axes[k].y);
        p.axes[k][2] = ground_round(axes[k].z);
    }
    return p;
}

static terrain_vec ground_vec(const double v[3])
{
    const terrain_vec w = {v[0], v[1], v[2]};
    return w;
}

/* The cylinder of a pose; of other solids one around them. */
static terrain_body ground_body(const terrain_scene *s, const terrain_pose *p)
{
    terrain_body b;
    b.centre = ground_vec(p->centre), b.axis = terrain_unit(ground_vec(p->axes[2]));
    b.a = terrain_unit(terrain_cross(b.axis, ground_vec(p->axes[0])));
    b.b = terrain_cross(b.axis, b.a);
    b.radius = s->size[0], b.half = s->size[1];
    if (s->solid == TERRAIN_SOLID_SPHERE) b.half = s->size[0];
    if (s->solid == TERRAIN_SOLID_CAPSULE) b.half = s->size[1] + s->size[0];
    if (s->solid == TERRAIN_SOLID_BOX)
        b.radius = hypot(s->size[0], s->size[1]), b.half = s->size[2];
    return b;
}

/* Cylinders placed, 60 % of them touching. tilt 0: any axis. */
static ground_scene ground_cylinders(const cld_heightfield *field, int count, double radius,
                                     double half, double tilt, uint64_t seed)
{
    ground_scene g = ground_new(field, TERRAIN_SOLID_CYLINDER, count);
    terrain_work w = terrain_work_new(field, count, radius, half, tilt, seed);
    g.scene.size[0] = (float)radius, g.scene.size[1] = (float)half;
    for (int i = 0; i < count; ++i) {
        g.poses[i] = ground_pose(&w.bodies[i]);
        g.touching[i] = w.touching[i], g.depths[i] = w.touching[i] ? w.depths[i] : 0;
    }
    terrain_work_free(&w);
    return g;
}

/* ---- verdicts on contacts ---- */

/* What was wrong with the contacts of each racer of one contest. */
typedef struct ground_tally {
    const char *who;
    int bits, ghosts, stuck, detour, normal;
} ground_tally;

static ground_tally ground_tallies[RACE_RACERS];

static ground_tally *ground_tally_of(const peer *who)
{
    ground_tally *t = ground_tallies;
    while (t->who != NULL && t->who != who->who) ++t;
    t->who = who->who;
    return t;
}

static int ground_meets_at(const ground_scene *g, int query, terrain_vec shift);

/* Slopes of the triangles that the body, larger by a millimetre, meets: does their hull, wider by
   0.02, hold the slope of n? Looked at in 64 directions. */
static int ground_normal_fits(const ground_scene *g, int query, terrain_vec n)
{
    enum { WAYS = 64 };
    const terrain_vec x = {1, 0, 0}, y = {0, 1, 0};
    terrain_body c = ground_body(&g->scene, &g->poses[query]);
    long double most[WAYS], way[WAYS][2];
    int cells[4];
    c.radius += 1e-3L, c.half += 1e-3L;
    for (int k = 0; k < WAYS; ++k) {
        const double a = 6.283185307179586 / WAYS * k;
        way[k][0] = cos(a), way[k][1] = sin(a), most[k] = -HUGE_VALL;
    }
    if (!terrain_under(&g->field, c.centre, terrain_reach(&c, x), terrain_reach(&c, y), cells))
        return 1;
    for (int j = cells[2]; j < cells[3]; ++j)
        for (int i = cells[0]; i < cells[1]; ++i)
            for (int m = 0; m < 2; ++m) {
                terrain_vec v[3];
                const terrain_vec t = terrain_triangle(&g->field, i, j, m, v);
                if (!terrain_meets(&c, v, t)) continue;
                for (int k = 0; k < WAYS; ++k) {
                    const long double s = (way[k][0] * t.x + way[k][1] * t.y) / t.z;
                    if (s > most[k]) most[k] = s;
                }
            }
    for (int k = 0; k < WAYS; ++k)
        if (n.z <= 0 || (way[k][0] * n.x + way[k][1] * n.y) / n.z > most[k] + 0.02L) return 0;
    return 1;
}

/* Within 0.02 of the normal that is known? */
static int ground_along_normal(const ground_scene *g, int query, terrain_vec n)
{
    const terrain_vec off = terrain_mad(n, -1, ground_vec(g->normals[query]));
    return terrain_dot(off, off) <= 4e-4L;
}

static race_verdict ground_judge_overlap(const void *scene, int query, const void *answer,
                                         const peer *who, double *error)
{
    const ground_scene *g = (const ground_scene *)scene;
    const terrain_answer *a = (const terrain_answer *)answer;
    (void)who, (void)error;
    if (a->touching < 0) return RACE_NONE;
    if (g->touching[query] == TERRAIN_NEAR || a->touching == g->touching[query]) return RACE_RIGHT;
    return a->touching ? RACE_WRONG : RACE_MISSED;
}

static race_verdict ground_judge_manifold(const void *scene, int query, const void *answer,
                                          const peer *who, double *error)
{
    const ground_scene *g = (const ground_scene *)scene;
    const terrain_answer *a = (const terrain_answer *)answer;
    const race_verdict v = ground_judge_overlap(scene, query, answer, who, error);
    ground_tally *t = ground_tally_of(who);
    const terrain_vec way = ground_vec(a->way), zero = {0, 0, 0};
    int fits;
    t->ghosts += v == RACE_WRONG;
    if (v != RACE_RIGHT || !a->touching || g->touching[query] != 1) return v;
    t->stuck += ground_meets_at(g, query, terrain_mad(zero, a->depth * 1.001L + 2e-5L, way));
    t->detour += g->depths[query] > 0 && a->depth > 2 * g->depths[query] + 1e-3;
    fits = way.z > 0.999999L ||
           (g->normals ? ground_along_normal(g, query, way) : ground_normal_fits(g, query, way));
    t->normal += !fits;
    return fits ? RACE_RIGHT : RACE_WRONG;
}

static void ground_race(racing *r, ground_scene *g, const char *question, const char *parameter,
                        int batch, race_judge *judge, double seconds)
{
    contest c = {question, parameter, g, g->scene.count, batch, sizeof(terrain_answer), judge};
    memset(ground_tallies, 0, sizeof ground_tallies);
    r->seconds = seconds;
    race(r, &c);
    for (const ground_tally *t = ground_tallies; t->who != NULL; ++t) {
        bench_figure(&r->b, t->who, "terrain", question, parameter, "ghosts", t->ghosts, "");
        bench_figure(&r->b, t->who, "terrain", question, parameter, "normal", t->normal, "");
        bench_figure(&r->b, t->who, "terrain", question, parameter, "stuck", t->stuck, "");
        bench_figure(&r->b, t->who, "terrain", question, parameter, "detour", t->detour, "");
    }
}

static void ground_race_both(racing *r, ground_scene *g, const char *parameter, int batch,
                             double seconds)
{
    ground_race(r, g, "overlap", parameter, batch, ground_judge_overlap, seconds);
    ground_race(r, g, "manifold", parameter, batch, ground_judge_manifold, seconds);
}

/* ---- other solids ---- */

/* Does the body, larger by e and moved, meet the triangle? */
static int ground_meets_triangle(const ground_scene *g, int query, terrain_vec centre,
                                 long double e, const terrain_vec v[3], terrain_vec n)
{
    const terrain_scene *s = &g->scene;
    const terrain_pose *p = &s->poses[query];
    if (s->solid == TERRAIN_SOLID_SPHERE)
        return ground_from_triangle(v, n, centre) <= s->size[0] + e;
    if (s->solid == TERRAIN_SOLID_CAPSULE) {
        const terrain_vec axis = ground_vec(p->axes[2]);
        return ground_from_segment(v, n, terrain_mad(centre, -s->size[1], axis),
                                   terrain_mad(centre, s->size[1], axis)) <= s->size[0] + e;
    } else {
        terrain_vec axes[3];
        for (int k = 0; k < 3; ++k) axes[k] = terrain_unit(ground_vec(p->axes[k]));
        return ground_meets_box(v, axes, centre, s->size, e);
    }
}

/* Does the body, larger by e, moved, touch the ground? */
static int ground_touches(const ground_scene *g, int query, terrain_vec shift, long double e)
{
    const terrain_vec x = {1, 0, 0}, y = {0, 1, 0};
    terrain_body c = ground_body(&g->scene, &g->poses[query]);
    int cells[4];
    c.centre = terrain_mad(c.centre, 1, shift);
    if (terrain_above(&g->field, c.centre, 1) <= 0) return 1;
    if (!terrain_under(&g->field, c.centre, terrain_reach(&c, x) + e, terrain_reach(&c, y) + e,
                       cells))
        return 0;
    for (int j = cells[2]; j < cells[3]; ++j)
        for (int i = cells[0]; i < cells[1]; ++i)
            for (int m = 0; m < 2; ++m) {
                terrain_vec v[3];
                const terrain_vec n = terrain_triangle(&g->field, i, j, m, v);
                const long double above = terrain_dot(terrain_mad(c.centre, -1, v[0]), n);
                if (fabsl(above) <= terrain_reach(&c, n) + 2 * e + 1e-9L &&
                    ground_meets_triangle(g, query, c.centre, e, v, n))
                    return 1;
            }
    return 0;
}

static int ground_meets_at(const ground_scene *g, int query, terrain_vec shift)
{
    if (g->scene.solid == TERRAIN_SOLID_CYLINDER) {
        terrain_body c = ground_body(&g->scene, &g->poses[query]);
        c.centre = terrain_mad(c.centre, 1, shift);
        return terrain_touches(&g->field, &c, NULL);
    }
    return ground_touches(g, query, shift, 0);
}

/* The solid where the cylinders are, raised so that about as many touch. */
static ground_scene ground_solids(const cld_heightfield *field, terrain_solid solid, int count,
                                  double a, double b, double c, uint64_t seed)
{
    const terrain_vec zero = {0, 0, 0};
    const double size[3] = {a, b, c};
    ground_scene g = ground_cylinders(field, count, 0.35, 0.125, 0, seed);
    g.scene.solid = solid;
    for (int k = 0; k < 3; ++k) g.scene.size[k] = (float)size[k];
    for (int q = 0; q < count; ++q) {
        const int inside = ground_touches(&g, q, zero, -1e-5L);
        g.touching[q] =
            (unsigned char)(inside == ground_touches(&g, q, zero, 1e-5L) ? inside : TERRAIN_NEAR);
        g.depths[q] = 0;
    }
    return g;
}

/* ---- truths: distances, times of impact, rays, heights ---- */

/* A body's distance from the surface, and room for the triangles around it. */
static double ground_distance(const ground_scene *g, oracle_scene *near, const terrain_pose *p,
                              terrain_vec shift)
{
    const oracle_terrain t = oracle_terrain_of(&g->field);
    const oracle_vec c =
        oracle_make(p->centre[0] + shift.x, p->centre[1] + shift.y, p->centre[2] + shift.z);
    const oracle_vec axis = oracle_make(p->axes[2][0], p->axes[2][1], p->axes[2][2]);
    const oracle_real r = g->scene.size[0];
    const int sphere = g->scene.solid == TERRAIN_SOLID_SPHERE;
    const oracle_body b = oracle_body_make(c, axis, r, sphere ? r : g->scene.size[1]);
    oracle_real least = oracle_distance(near, &t, &b), most = LDBL_MAX;
    if (!sphere) return (double)least;
    /* the cylinder around the sphere is nearer by half of its radius at most */
    oracle_gather(near, &t, &b, least + r);
    for (size_t i = 0; i < near->count; ++i)
        most = fminl(most, oracle_norm(oracle_sub(oracle_nearest(near->t[i].p, c), c)));
    return (double)(most - r);
}

/* Leaves those that are apart, and knows how far they are, but of capsules and boxes. */
static void ground_fill_distances(ground_scene *g)
{
    const terrain_vec zero = {0, 0, 0};
    oracle_scene near;
    int kept = 0;
    memset(&near, 0, sizeof near);
    for (int q = 0; q < g->scene.count; ++q) {
        if (g->touching[q]) continue;
        g->poses[kept] = g->poses[q], g->touching[kept] = 0;
        if (g->scene.solid <= TERRAIN_SOLID_SPHERE)
            g->truths[kept] = ground_distance(g, &near, &g->poses[q], zero);
        kept++;
    }
    oracle_scene_free(&near);
    g->scene.count = kept / 16 * 16;
    g->scene.within = 1;
}

/* How far the body surely is from the ground, moved: its distance; of capsules and boxes the most
   of some lengths by which they may be larger without touching, or 0. */
static double ground_clear(const ground_scene *g, oracle_scene *near, int q, terrain_vec shift)
{
    double e = 0.1;
    if (g->scene.solid <= TERRAIN_SOLID_SPHERE)
        return ground_distance(g, near, &g->poses[q], shift);
    while (e > 1e-5 && ground_touches(g, q, shift, e)) e /= 4;
    return e > 1e-5 ? e : 0;
}

/* When does the body touch first? Steps as long as its distance is; where that is below a tenth of
   a millimetre, steps of so much and, once it touches, halves. */
static double ground_impact(const ground_scene *g, oracle_scene *near, int q)
{
    const terrain_vec zero = {0, 0, 0}, way = ground_vec(g->ways[q]);
    const double little = 1e-4, length = (double)sqrtl(terrain_dot(way, way));
    double low = 0, high;
    for (;;) {
        const double away = ground_clear(g, near, q, terrain_mad(zero, low, way));
        high = low + (away > little ? away : little) / length;
        if (low > 1) return (double)INFINITY;
        if (away <= little && ground_meets_at(g, q, terrain_mad(zero, high, way))) break;
        low = high;
    }
    for (int k = 0; k < 20; ++k) {
        const double middle = (low + high) / 2;
        if (ground_meets_at(g, q, terrain_mad(zero, middle, way)))
            high = middle;
        else
            low = middle;
    }
    return high <= 1 ? high : (double)INFINITY;
}

/* Motions down within 60 degrees, 0.5 to 1 long. */
static void ground_fill_motions(ground_scene *g, uint64_t seed)
{
    bench_random random = bench_seed(seed);
    oracle_scene near;
    memset(&near, 0, sizeof near);
    for (int q = 0; q < g->scene.count; ++q) {
        const cld_vec3 d = terrain_axis(&random, 1.05);
        const double length = bench_uniform(&random, 0.5, 1);
        g->ways[q][0] = ground_round(length * d.x), g->ways[q][1] = ground_round(length * d.y);
        g->ways[q][2] = -ground_round(length * d.z);
        g->truths[q] = ground_impact(g, &near, q);
    }
    oracle_scene_free(&near);
}

/* Where along o + t d is triangle v? INFINITY: not before it. */
static long double ground_ray_triangle(const terrain_vec v[3], terrain_vec n, terrain_vec o,
                                       terrain_vec d)
{
    const long double along = terrain_dot(d, n);
    const long double t = terrain_dot(terrain_mad(v[0], -1, o), n) / along;
    const terrain_vec p = terrain_mad(o, t, d);
    if (along == 0 || t < 0) return HUGE_VALL;
    for (int i = 2, j = 0; j < 3; i = j++)
        if (terrain_dot(terrain_cross(n, terrain_mad(v[j], -1, v[i])), terrain_mad(p, -1, v[i])) <
            -1e-12L)
            return HUGE_VALL;
    return t;
}

/* Row by row of cells, all that the ray may pass there, and one more at each side. */
static double ground_ray(const ground_scene *g, terrain_vec o, terrain_vec d)
{
    const long double cell = TERRAIN_CELL, end = g->scene.within;
    long double least = HUGE_VALL;
    for (int j = 0; j + 1 < g->scene.rows; ++j) {
        long double a = d.y != 0 ? ((j - 1) * cell - o.y) / d.y : -HUGE_VALL;
        long double b = d.y != 0 ? ((j + 2) * cell - o.y) / d.y : HUGE_VALL, x[2];
        const long double t0 = fmaxl(fminl(a, b), 0), t1 = fminl(fmaxl(a, b), end);
        if (t0 > t1 || (d.y == 0 && fabsl(o.y - (j + 0.5L) * cell) > 2 * cell)) continue;
        x[0] = o.x + t0 * d.x, x[1] = o.x + t1 * d.x;
        for (int i = (int)floorl(fminl(x[0], x[1]) / cell) - 1;
             i <= (int)floorl(fmaxl(x[0], x[1]) / cell) + 1; ++i)
            for (int m = 0; m < 2 && i >= 0 && i + 1 < g->scene.columns; ++m) {
                terrain_vec v[3];
                const terrain_vec n = terrain_triangle(&g->field, i, j, m, v);
                least = fminl(least, ground_ray_triangle(v, n, o, d));
            }
    }
    return least <= end ? (double)least : (double)INFINITY;
}

/* Rays from 2 to 50 m above: within 45 degrees of downwards, or 1 to 20 below the horizontal; or
   straight down. */
typedef enum ground_rays { GROUND_STEEP, GROUND_GRAZING, GROUND_DOWN } ground_rays;

static ground_scene ground_rays_new(const cld_heightfield *field, int count, ground_rays kind,
                                    uint64_t seed)
{
    ground_scene g = ground_new(field, TERRAIN_SOLID_RAY, count);
    bench_random r = bench_seed(seed);
    const double size = TERRAIN_CELL * (field->columns - 1);
    g.scene.within = 250, g.scene.prepare = kind != GROUND_DOWN;
    for (int q = 0; q < count; ++q) {
        const double turn = bench_uniform(&r, 0, 6.283185307179586), u = bench_uniform(&r, 0, 1);
        const double down = kind == GROUND_STEEP ? 0.785 + 0.715 * u : 0.017 + 0.333 * u;
        const double way[3] = {cos(down) * cos(turn), cos(down) * sin(turn), -sin(down)};
        double *c = g.poses[q].centre;
        c[0] = ground_round(bench_uniform(&r, 3, size - 3));
        c[1] = ground_round(bench_uniform(&r, 3, size - 3));
        c[2] = 2 * pow(25, bench_uniform(&r, 0, 1));
        c[2] = ground_round(c[2] - terrain_above(field, (terrain_vec){c[0], c[1], 0}, 0));
        for (int i = 0; i < 3; ++i) g.ways[q][i] = ground_round(way[i]);
        g.truths[q] = kind == GROUND_DOWN ? (double)terrain_above(field, ground_vec(c), 0)
                                          : ground_ray(&g, ground_vec(c), ground_vec(g.ways[q]));
    }
    return g;
}

/* Right within a millimetre. Rays and motions that end too late, or nowhere, have missed what they
   hit; distances that are too large, what is nearer. */
static race_verdict ground_judge_distance(const void *scene, int query, const void *answer,
                                          const peer *who, double *error)
{
    const ground_scene *g = (const ground_scene *)scene;
    const double mine = ((const terrain_answer *)answer)->distance, truth = g->truths[query];
    double length = 1;
    (void)who;
    if (strcmp(who->question, "sweep") == 0)
        length = (double)sqrtl(terrain_dot(ground_vec(g->ways[query]), ground_vec(g->ways[query])));
    *error = isinf(mine) && isinf(truth) ? 0 : fabs(mine - truth) * length;
    if (*error <= 1e-3) return RACE_RIGHT;
    return mine > truth ? RACE_MISSED : RACE_WRONG;
}

/* ---- bodies at rest on made ground ---- */

static int ground_count(const racing *r, int full)
{
    return r->b.quick ? GROUND_QUICK : full;
}

enum { GROUND_RESTING = 4 };

/* How large they are, as sixteenths in tests/made_bodies.h. */
typedef struct ground_resting {
    const char *name;
    terrain_solid solid;
    int kind;
    double half[3];
} ground_resting;

static const ground_resting ground_restings[GROUND_RESTING] = {
    {"wheel", TERRAIN_SOLID_CYLINDER, MADE_CYLINDER, {4, 0, 2}},
    {"sphere", TERRAIN_SOLID_SPHERE, MADE_SPHERE, {3, 0, 0}},
    {"capsule", TERRAIN_SOLID_CAPSULE, MADE_CAPSULE, {2, 0, 3}},
    {"box", TERRAIN_SOLID_BOX, MADE_BOX, {4, 4, 2}}};

/* A body of the very size? */
static int ground_fits(const ground_resting *what, const made_body *b)
{
    const int is_box = what->solid == TERRAIN_SOLID_BOX;
    for (int k = 0; k < 3; ++k)
        if ((k != 1 || is_box) && b->half[k] != what->half[k] * MADE_GROUND_SCALE) return 0;
    return 1;
}

/* One of its size; as far as it is in the ground by 10 um at least, it touches for sure. Those
   whose motion rounding decides are left out. */
static ground_scene ground_rest(const cld_heightfield *field, const made_field *ground,
                                const ground_resting *what, int count)
{
    ground_scene g = ground_new(field, what->solid, count);
    made_random r = {850 + 8 * (uint64_t)ground->ground + (uint64_t)what->kind};
    g.scene.has_holes = ground->ground == MADE_HOLED;
    for (int k = 0; k < 3; ++k) g.scene.size[k] = what->half[k] * MADE_GROUND_SCALE;
    if (what->solid != TERRAIN_SOLID_BOX) g.scene.size[1] = what->half[2] * MADE_GROUND_SCALE;
    if (ground->ground >= MADE_BORDERED)
        g.normals = (double(*)[3])race_memory((size_t)count * sizeof *g.normals);
    for (int q = 0; q < count;) {
        made_scene s;
        terrain_pose *p = &g.poses[q];
        made_scene_ground(&s, &r, ground, what->kind);
        const int stops = made_stops(&s);
        if (stops < 0 || !ground_fits(what, &s.mover)) continue;
        for (int i = 0; i < 3; ++i) {
            p->centre[i] = ground_round(s.mover.position[i]);
            g.ways[q][i] = ground_round(s.motion[i]);
            for (int k = 0; k < 3; ++k) p->axes[k][i] = ground_round(s.mover.axes[k][i]);
            if (g.normals) g.normals[q][i] = s.normal[i];
        }
        g.touching[q] = s.depth > 2e-5 ? 1 : TERRAIN_NEAR;
        g.depths[q] = s.depth > 2e-5 ? s.depth : 0;
        g.truths[q] = stops ? 0 : (double)INFINITY;
        q++;
    }
    return g;
}

static cld_heightfield ground_made_field(made_field *made, int ground)
{
    ground_fields++;
    made_field_make(made, ground, GROUND_SIZE);
    return terrain_view(terrain_made_heights(made), GROUND_SIZE, GROUND_SIZE);
}

static void ground_race_rest(racing *r, int first)
{
    for (int k = first; k < MADE_GROUNDS; ++k) {
        made_field made;
        const cld_heightfield field = ground_made_field(&made, k);
        for (int i = 0; i < GROUND_RESTING; ++i) {
            const ground_resting *what = &ground_restings[i];
            ground_scene g = ground_rest(&field, &made, what, ground_count(r, GROUND_MANY));
            const double seconds = k < MADE_BORDERED ? 0.04 : 0.3; /* there manifolds are slow */
            char parameter[48];
            snprintf(parameter, sizeof parameter, "%s, %s", made_ground_names[k], what->name);
            ground_race_both(r, &g, parameter, 16, seconds);
            ground_race(r, &g, "sweep", parameter, 16, ground_judge_distance, seconds);
            ground_free(&g);
        }
        free((void *)(uintptr_t)field.heights);
    }
    race_table(r, "Bodies at rest on made ground, at its border and at holes, sizes of 1/8 to 1/4, "
                  "exactly in contact or a little deep; swept away, along, into it");
}

/* Bodies of one size on flat ground, upright, in it by a centimetre or touching it exactly. */
static void ground_race_flat(racing *r)
{
    static const double halves[GROUND_RESTING][3] = {
        {0.25, 0, 0.125}, {0.25, 0, 0}, {0.125, 0, 0.25}, {0.25, 0.25, 0.125}};
    made_field made;
    const cld_heightfield field = ground_made_field(&made, MADE_GROUND_FLAT);
    for (int i = 0; i < 2 * GROUND_RESTING; ++i) {
        const ground_resting *what = &ground_restings[i / 2];
        const double *half = halves[i / 2], depth = i % 2 ? 0 : 0.0078125;
        const int is_box = what->solid == TERRAIN_SOLID_BOX;
        ground_scene g = ground_new(&field, what->solid, ground_count(r, GROUND_MANY));
        bench_random random = bench_seed(861);
        double reach =
            is_box || what->solid == TERRAIN_SOLID_CYLINDER ? half[2] : half[0] + half[2];
        char parameter[48];
        g.scene.size[0] = half[0], g.scene.size[1] = is_box ? half[1] : half[2];
        g.scene.size[2] = half[2];
        for (int q = 0; q < g.scene.count; ++q) {
            terrain_pose *p = &g.poses[q];
            for (int k = 0; k < 2; ++k) p->centre[k] = (64 + bench_below(&random, 128)) / 8.0;
            p->centre[2] = reach - depth;
            for (int k = 0; k < 3; ++k) p->axes[k][k] = 1;
            g.touching[q] = depth > 0 ? 1 : TERRAIN_NEAR, g.depths[q] = depth;
        }
        snprintf(parameter, sizeof parameter, "made: %s, %s", what->name,
                 depth > 0 ? "a little deep" : "touching");
        ground_race_both(r, &g, parameter, 16, 0.04);
        ground_free(&g);
    }
    free((void *)(uintptr_t)field.heights);
    race_table(r, "Upright bodies on flat ground, in it by 1/128 or touching it exactly");
}

static void ground_aims(racing *r)
{
    static const char *const m = "manifold", *const wheel = "made: wheel, touching";
    const race_aim aims[] = {
        {"flat ground, box a little deep",
         m,
         "made: box, a little deep",
         1.5,
         0,
         "ODE double",
         {NULL, NULL},
         0},
        {"flat ground, capsule a little deep",
         m,
         "made: capsule, a little deep",
         1.5,
         0,
         "ODE double",
         {NULL, NULL},
         0},
        {"flat ground, sphere a little deep",
         m,
         "made: sphere, a little deep",
         1.5,
         0,
         "ODE double",
         {NULL, NULL},
         0},
        {"cylinder that touches flat ground: overlap",
         "overlap",
         wheel,
         1,
         0,
         "",
         {NULL, "made: wheel, a little deep"},
         0},
        {"cylinder that touches flat ground: manifold",
         m,
         wheel,
         1,
         0,
         "",
         {NULL, "made: wheel, a little deep"},
         0},
        {"the same beside ODE", m, wheel, 1.5, 0, "ODE double", {NULL, NULL}, 0}};
    race_aims(r, aims, (int)(sizeof aims / sizeof *aims));
}

/* At borders as on flat ground; at holes, which no other heightfield has, 1.5 times that. */
static void ground_aims_rims(racing *r)
{
    char rows[2 * GROUND_RESTING][48], parameters[2 * GROUND_RESTING][48];
    race_aim aims[2 * GROUND_RESTING];
    memset(aims, 0, sizeof aims);
    for (int k = 0; k < 2 * GROUND_RESTING; ++k) {
        const int ground = k < GROUND_RESTING ? MADE_BORDERED : MADE_HOLED;
        const char *name = ground_restings[k % GROUND_RESTING].name;
        snprintf(rows[k], sizeof rows[k], "%s at a %s", name,
                 ground == MADE_BORDERED ? "border" : "hole");
        snprintf(parameters[k], sizeof parameters[k], "%s, %s", made_ground_names[ground], name);
        aims[k].row = rows[k], aims[k].question = "manifold", aims[k].parameter = parameters[k];
        aims[k].times = 1.5, aims[k].who = ground == MADE_BORDERED ? "ODE double" : "";
        if (ground == MADE_HOLED) aims[k].beside[1] = parameters[k - GROUND_RESTING];
    }
    race_aims(r, aims, 2 * GROUND_RESTING);
}

/* ---- the contests ---- */

/* Wheels on each ground, with --quick on the first and last alone; that is left to others. */
static cld_heightfield ground_race_near(racing *r)
{
    cld_heightfield field;
    for (int k = 0;; k += r->b.quick ? TERRAIN_ROUGH : 1) {
        char parameter[32];
        field = ground_field((terrain_ground)k);
        ground_scene wheels = ground_cylinders(
            &field, ground_count(r, k == TERRAIN_ROUNDED ? GROUND_SOME : GROUND_MANY), 0.35, 0.125,
            0, 711 + 2 * (uint64_t)k);
        snprintf(parameter, sizeof parameter, "wheel, %s", terrain_ground_names[k]);
        ground_race_both(r, &wheels, parameter, 16, 0.08);
        ground_free(&wheels);
        if (k == TERRAIN_ROUGH) break;
        free((void *)(uintptr_t)field.heights);
    }
    ground_scene coins = ground_cylinders(&field, ground_count(r, GROUND_SOME), 1, 0.025, 0, 718);
    ground_race_both(r, &coins, "coin, rough", 16, 0.08);
    ground_free(&coins);
    race_table(r, "Cylinders on cells of 0.25: wheel of radius 0.35 and half height 0.125, coin of "
                  "1 and 0.025; 60 % touch, by 1 to 100 mm");
    return field;
}

static void ground_race_far(racing *r, const cld_heightfield *field)
{
    ground_scene g = ground_cylinders(field, ground_count(r, GROUND_MANY), 0.35, 0.125, 0, 731);
    bench_random random = bench_seed(732);
    for (int q = 0; q < g.scene.count; ++q) {
        terrain_pose *p = &g.poses[q];
        p->centre[2] = ground_round(p->centre[2] + 2 * pow(25, bench_uniform(&random, 0, 1)));
        g.touching[q] = 0;
    }
    ground_race_both(r, &g, "wheel, far above", 64, 0.04);
    ground_free(&g);
}

static void ground_race_large(racing *r, const cld_heightfield *field)
{
    ground_scene g = ground_cylinders(field, r->b.quick ? 128 : 1024, 8, 0.5, 0.5, 741);
    g.scene.prepare = 1;
    ground_race_both(r, &g, "disc, 64 x 64 cells", 1, 0.08);
    ground_free(&g);
}

static void ground_race_solids(racing *r, const cld_heightfield *field)
{
    const int count = ground_count(r, GROUND_SOME);
    ground_scene g = ground_solids(field, TERRAIN_SOLID_SPHERE, count, 0.2, 0, 0, 795);
    ground_race_both(r, &g, "sphere, rough", 16, 0.06);
    ground_free(&g);
    g = ground_solids(field, TERRAIN_SOLID_CAPSULE, count, 0.15, 0.25, 0, 796);
    ground_race_both(r, &g, "capsule, rough", 16, 0.06);
    ground_free(&g);
    g = ground_solids(field, TERRAIN_SOLID_BOX, count, 0.3, 0.3, 0.125, 797);
    ground_race_both(r, &g, "box, rough", 16, 0.06);
    ground_free(&g);
}

static void ground_race_distances(racing *r, const cld_heightfield *field)
{
    const int count = r->b.quick ? 256 : 2048;
    ground_scene g = ground_cylinders(field, count, 0.35, 0.125, 0, 771);
    ground_fill_distances(&g);
    ground_race(r, &g, "distance", "wheel, 1 to 100 mm", 4, ground_judge_distance, 0.08);
    ground_fill_motions(&g, 781);
    ground_race(r, &g, "sweep", "wheel, 0.5 to 1 m", 4, ground_judge_distance, 0.08);
    ground_free(&g);
    g = ground_solids(field, TERRAIN_SOLID_SPHERE, count, 0.2, 0, 0, 772);
    ground_fill_distances(&g);
    ground_race(r, &g, "distance", "sphere", 4, ground_judge_distance, 0.08);
    ground_fill_motions(&g, 782);
    ground_race(r, &g, "sweep", "sphere, 0.5 to 1 m", 4, ground_judge_distance, 0.08);
    ground_free(&g);
    g = ground_solids(field, TERRAIN_SOLID_CAPSULE, count, 0.15, 0.25, 0, 773);
    ground_fill_distances(&g);
    ground_fill_motions(&g, 783);
    ground_race(r, &g, "sweep", "capsule, 0.5 to 1 m", 4, ground_judge_distance, 0.05);
    ground_free(&g);
    g = ground_solids(field, TERRAIN_SOLID_BOX, count, 0.3, 0.3, 0.125, 774);
    ground_fill_distances(&g);
    ground_fill_motions(&g, 784);
    ground_race(r, &g, "sweep", "box, 0.5 to 1 m", 4, ground_judge_distance, 0.05);
    ground_free(&g);
}

static void ground_race_rays(racing *r, const cld_heightfield *field)
{
    const int count = ground_count(r, GROUND_SOME);
    ground_scene g = ground_rays_new(field, count, GROUND_STEEP, 792);
    ground_race(r, &g, "raycast", "steep", 32, ground_judge_distance, 0.06);
    ground_free(&g);
    g = ground_rays_new(field, count, GROUND_GRAZING, 794);
    ground_race(r, &g, "raycast", "grazing", 32, ground_judge_distance, 0.06);
    ground_free(&g);
    g = ground_rays_new(field, count, GROUND_DOWN, 795);
    ground_race(r, &g, "height", "rough", 64, ground_judge_distance, 0.05);
    ground_free(&g);
}

int main(int argc, char **argv)
{
    racing r;
    cld_heightfield rough;
    if (!race_begin(&r, argc, argv, "terrain")) return 2;
    if (r.made) {
        ground_race_flat(&r);
        ground_race_rest(&r, MADE_BORDERED);
        ground_aims(&r);
        ground_aims_rims(&r);
        return race_end(&r);
    }
    rough = ground_race_near(&r);
    ground_race_far(&r, &rough);
    ground_race_large(&r, &rough);
    race_table(&r, "Far above rough ground; a disc of radius 8 that lies on it");
    ground_race_solids(&r, &rough);
    race_table(&r, "Sphere of radius 0.2, capsule of 0.15 and 0.5, box of 0.6 x 0.6 x 0.25");
    ground_race_rest(&r, 0);
    ground_race_flat(&r);
    ground_race_distances(&r, &rough);
    race_table(&r, "Distance and time of impact of what is apart, on rough ground (error: metres)");
    ground_race_rays(&r, &rough);
    race_table(&r, "Rays from 2 to 50 m above rough ground, within 45 degrees of downwards or 1 to "
                   "20 below the horizontal; height over it");
    free((void *)(uintptr_t)rough.heights);
    return race_end(&r);
}
