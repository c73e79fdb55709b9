/* Shapes on a static mesh: collide.h beside its peers, and beside terrain of the same triangles.
 * See race.h for what is measured.
 *
 * Scenes are those of bench/scenes_ground.h: rough waves, flat ground, stairs, the border of flat
 * ground and holes in it. 'missed': no contact, or no hit, but the body meets a triangle, in long
 * double, by more than 10 um; 'wrong': contacts where it is that far from all. On flat ground, its
 * border and holes too, where depth and normal are known, the deepest contact is wrong, too, if its
 * depth is off by a thousandth of the body's size, 0.6 mm, or its normal by a hundredth. A sweep's
 * time is wrong if the body, larger by a millimetre, meets nothing there; it is missed, or too
 * late, if the body, smaller by a millimetre, meets a triangle at one of eight times before. Times
 * of starts in contact are not asked. */
#include "race.h"
#include "../../collide.h"
#include "../scenes_ground.h"
#include "ground.h"
#include "ground_truth.h"

enum { GROUND_COUNT = 16384, GROUND_SWEEPS = 4096, GROUND_QUICK = 1024, GROUND_BATCH = 16 };

/* First the scene that racers know. */
typedef struct ground_judged {
    ground_scene scene;
    cld_real *heights;
    cld_heightfield field;
    unsigned char *touching; /* 0, 1, or GROUND_NEAR */
} ground_judged;

enum { GROUND_NEAR = 2 }; /* by no more than 10 um: either answer is right */

static terrain_vec ground_vec(const double v[3])
{
    const terrain_vec w = {v[0], v[1], v[2]};
    return w;
}

/* ---- truth */

/* Of the prism, from its corners. */
static int ground_meets_hull(const ground_scene *s, const terrain_vec v[3],
                             const terrain_vec axes[3], terrain_vec centre, long double e)
{
    const terrain_vec zero = {0, 0, 0};
    terrain_vec normals[GROUND_PLANES];
    long double reach[GROUND_PLANES];
    for (int k = 0; k < 6; ++k) {
        const double *p = s->corners[2 * k], *q = s->corners[2 * ((k + 1) % 6)];
        const long double x = (long double)q[1] - p[1], y = (long double)p[0] - q[0];
        normals[k] = terrain_unit(terrain_mad(terrain_mad(zero, x, axes[0]), y, axes[1]));
        reach[k] = (x * p[0] + y * p[1]) / sqrtl(x * x + y * y);
    }
    for (int k = 0; k < 2; ++k) {
        normals[6 + k] = terrain_mad(zero, k ? 1 : -1, axes[2]);
        reach[6 + k] = ground_sizes[GROUND_HULL][1];
    }
    return ground_meets_planes(v, centre, normals, reach, GROUND_PLANES, e);
}

/* Does the body, larger by e and moved, meet the triangle? */
static int ground_meets_triangle(const ground_scene *s, const ground_body *b, terrain_vec centre,
                                 long double e, const terrain_vec v[3], terrain_vec n)
{
    const double radius = ground_sizes[s->kind][0], half = ground_sizes[s->kind][1];
    const double sizes[3] = {radius, radius, half};
    const terrain_vec axes[3] = {terrain_unit(ground_vec(b->axes[0])),
                                 terrain_unit(ground_vec(b->axes[1])),
                                 terrain_unit(ground_vec(b->axes[2]))};
    terrain_body c;
    switch (s->kind) {
    case GROUND_SPHERE:
        return ground_from_triangle(v, n, centre) <= radius + e;
    case GROUND_CAPSULE:
        return ground_from_segment(v, n, terrain_mad(centre, -half, axes[2]),
                                   terrain_mad(centre, half, axes[2])) <= radius + e;
    case GROUND_BOX:
        return ground_meets_box(v, axes, centre, sizes, e);
    case GROUND_CYLINDER:
        c.centre = centre, c.axis = axes[2], c.a = axes[0], c.b = axes[1];
        c.radius = radius + e, c.half = half + e;
        return terrain_meets(&c, v, n);
    default:
        return ground_meets_hull(s, v, axes, centre, e);
    }
}

/* Does the body, larger by e, at a time on its way, meet a triangle? Spheres in it and around it
   spare most of the work. */
static int ground_meets(const ground_judged *g, int query, double time, long double e)
{
    const ground_body *b = &g->scene.bodies[query];
    const double *size = ground_sizes[g->scene.kind];
    const terrain_vec at = terrain_mad(ground_vec(b->at), time, ground_vec(b->way));
    const int rounded = g->scene.kind <= GROUND_CAPSULE;
    const long double least = (rounded ? size[0] : size[1]) + e;
    const long double most = 1.5L * size[0] + size[1] + 2 * fabsl(e); /* 1.5: across a box */
    int cells[4];
    if (!terrain_under(&g->field, at, most, most, cells)) return 0;
    for (int j = cells[2]; j < cells[3]; ++j)
        for (int i = cells[0]; i < cells[1]; ++i)
            for (int m = 0; m < 2; ++m) {
                terrain_vec v[3];
                const terrain_vec n = terrain_triangle(&g->field, i, j, m, v);
                const long double above = terrain_dot(terrain_mad(at, -1, v[0]), n);
                const long double away =
                    fabsl(above) <= most ? ground_from_triangle(v, n, at) : most;
                if (away >= most) continue;
                if (away <= least || ground_meets_triangle(&g->scene, b, at, e, v, n)) return 1;
            }
    return 0;
}

/* ---- scenes */

static void ground_judged_new(ground_judged *g, ground_land land, ground_kind kind,
                              ground_placing placing, int count)
{
    memset(g, 0, sizeof *g);
    ground_scene_new(&g->scene, land, kind, placing, count);
    g->heights = (cld_real *)race_memory(GROUND_SIZE * GROUND_SIZE * sizeof *g->heights);
    for (int i = 0; i < GROUND_SIZE * GROUND_SIZE; ++i)
        g->heights[i] = (cld_real)g->scene.heights[i];
    g->field = terrain_view(g->heights, GROUND_SIZE, GROUND_SIZE);
    g->touching = (unsigned char *)race_memory((size_t)count);
    for (int q = 0; q < count && placing == GROUND_TOUCHES; ++q) {
        const int inside = ground_meets(g, q, 0, -1e-5L);
        g->touching[q] =
            (unsigned char)(inside == ground_meets(g, q, 0, 1e-5L) ? inside : GROUND_NEAR);
    }
}

static void ground_judged_free(ground_judged *g)
{
    ground_scene_free(&g->scene);
    free(g->heights);
    free(g->touching);
}

/* ---- verdicts */

static race_verdict ground_judge_contacts(const void *scene, int query, const void *answer,
                                          const peer *who, double *error)
{
    const ground_judged *g = (const ground_judged *)scene;
    const ground_answer *mine = (const ground_answer *)answer;
    const double depth = g->scene.bodies[query].depth;
    (void)who;
    if (mine->count < 0) return RACE_NONE;
    if (g->touching[query] == 1 && mine->count == 0) return RACE_MISSED;
    if (g->touching[query] == 0 && mine->count > 0) return RACE_WRONG;
    if (g->scene.land == GROUND_ROUGH || g->scene.land == GROUND_STAIRS || mine->count == 0)
        return RACE_RIGHT;
    *error = fabs(mine->value - depth);
    return *error <= 6e-4 && mine->way[2] > 1 - 5e-5 ? RACE_RIGHT : RACE_WRONG;
}

static race_verdict ground_judge_sweep(const void *scene, int query, const void *answer,
                                       const peer *who, double *error)
{
    const ground_judged *g = (const ground_judged *)scene;
    const ground_answer *mine = (const ground_answer *)answer;
    const double end = mine->count > 0 ? mine->value : 1;
    (void)who, (void)error;
    if (mine->count < 0) return RACE_NONE;
    if (ground_meets(g, query, 0, 1e-3L)) return RACE_RIGHT; /* it begins in contact */
    if (mine->count > 0 && !ground_meets(g, query, end, 1e-3L)) return RACE_WRONG;
    for (int k = 1; k <= 8; ++k)
        if (ground_meets(g, query, k / 8.0 * end, -1e-3L)) return RACE_MISSED;
    return RACE_RIGHT;
}

/* ---- contests */

static void ground_race(racing *r, ground_placing placing, ground_land land)
{
    const int sweeps = placing == GROUND_APART;
    for (int kind = 0; kind < GROUND_KINDS; ++kind) {
        ground_judged g;
        char parameter[48];
        contest c = {sweeps ? "sweep" : "contacts",
                     parameter,
                     &g,
                     0,
                     GROUND_BATCH,
                     sizeof(ground_answer),
                     sweeps ? ground_judge_sweep : ground_judge_contacts};
        c.queries = r->b.quick ? GROUND_QUICK : sweeps ? GROUND_SWEEPS : GROUND_COUNT;
        snprintf(parameter, sizeof parameter, "%s, %s", ground_kind_names[kind],
                 ground_land_names[land]);
        ground_judged_new(&g, land, (ground_kind)kind, placing, c.queries);
        race(r, &c);
        ground_judged_free(&g);
    }
}

/* Half of Bullet's time, and 1.3 times that on terrain. */
static void ground_aims(racing *r)
{
    enum { ROWS = GROUND_LANDS * GROUND_KINDS };
    char names[ROWS][48];
    race_aim aims[2 * ROWS];
    memset(aims, 0, sizeof aims);
    for (int k = 0; k < 2 * ROWS; ++k) {
        char *name = names[k / 2];
        snprintf(name, sizeof names[0], "%s, %s", ground_kind_names[k / 2 % GROUND_KINDS],
                 ground_land_names[k / 2 / GROUND_KINDS]);
        aims[k].row = name, aims[k].question = "contacts", aims[k].parameter = name;
        aims[k].times = k % 2 ? 1.3 : 0.5, aims[k].who = k % 2 ? "collide terrain" : "Bullet";
    }
    race_aims(r, aims, 2 * ROWS);
}

int main(int argc, char **argv)
{
    racing r;
    if (!race_begin(&r, argc, argv, "ground")) return 2;
    r.seconds = r.b.quick ? 0.6 : 0.15; /* of many contests */
    for (int land = 0; land < GROUND_LANDS; ++land)
        ground_race(&r, GROUND_TOUCHES, (ground_land)land);
    race_table(&r, "Contacts of a shape and a mesh of 130050 triangles, or terrain of these");
    if (!r.made) {
        for (int land = 0; land < GROUND_LANDS; ++land)
            ground_race(&r, GROUND_APART, (ground_land)land);
        race_table(&r, "When does a shape that moves first touch it?");
    }
    ground_aims(&r);
    return race_end(&r);
}
