/* Oriented boxes: collide.h beside its peers. See race.h for what is measured. */
#include "race.h"
#include "obb.h"
#include "obb_judge.h"

enum { OBB_COUNT = 16384, OBB_QUICK_COUNT = 2048, OBB_BATCH = 64 };

/* Room for `count` pairs, rays and clouds. */
static obb_scene obb_scene_new(int count)
{
    size_t n = (size_t)count;
    obb_box *boxes = (obb_box *)race_memory((2 * n + OBB_MANY) * sizeof(obb_box));
    obb_scene s = {count, boxes, boxes + n, NULL, NULL, NULL};
    return s;
}

static void obb_scene_free(obb_scene *s)
{
    free((void *)s->a);
    free((void *)s->rays);
    free((void *)s->clouds);
    free((void *)s->truth);
}

/* Pairs whose centres are up to `reach` apart along each coordinate. */
static obb_scene obb_scene_random(int count, double reach, uint64_t seed)
{
    obb_scene s = obb_scene_new(count);
    bench_random r = bench_seed(seed);
    for (int i = 0; i < count; ++i) {
        ((obb_box *)s.a)[i] = obb_random(&r, 0);
        ((obb_box *)s.b)[i] = obb_random(&r, reach);
    }
    return s;
}

static obb_scene obb_scene_hard(int count, int kind, double scale, double far)
{
    obb_scene s = obb_scene_new(count);
    bench_random r = bench_seed(70 + (uint64_t)kind);
    for (int i = 0; i < count; ++i)
        obb_hard_pair(&r, kind, scale, far, (obb_box *)&s.a[i], (obb_box *)&s.b[i]);
    return s;
}

static obb_scene obb_scene_made(int count, int kind)
{
    obb_scene s = obb_scene_new(count);
    made_random r = {90 + (uint64_t)kind};
    for (int i = 0; i < count; ++i) obb_made_pair(&r, kind, (obb_box *)&s.a[i], (obb_box *)&s.b[i]);
    return s;
}

static const struct {
    const char *name;
    double reach;
} obb_shares[3] = {{"few meet", 5}, {"half meet", 2}, {"most meet", 1}};

/* ---- overlap */

static void obb_run_overlap(racing *r, const char *name, obb_scene s)
{
    contest c = {"overlap", name, &s, s.count, OBB_BATCH, sizeof(obb_answer), obb_judge_overlap};
    s.truth = obb_truth(&s);
    race(r, &c);
    obb_scene_free(&s);
}

static void obb_race_overlap(racing *r)
{
    int count = r->b.quick ? OBB_QUICK_COUNT : OBB_COUNT;
    for (int i = 0; i < 3; ++i)
        obb_run_overlap(r, obb_shares[i].name, obb_scene_random(count, obb_shares[i].reach, 5));
    for (int kind = 0; kind < OBB_MADE; ++kind)
        obb_run_overlap(r, obb_made[kind], obb_scene_made(count, kind));
    race_table(r, "Do two boxes overlap?");
    for (int kind = 0; kind < OBB_KINDS; ++kind)
        obb_run_overlap(r, obb_kinds[kind], obb_scene_hard(count, kind, 1, 0));
    obb_run_overlap(r, "touching, far away", obb_scene_hard(count, OBB_ANY, 1, 1e4));
    obb_run_overlap(r, "touching, 1e-6", obb_scene_hard(count, OBB_ANY, 1e-6, 0));
    obb_run_overlap(r, "touching, 1e6", obb_scene_hard(count, OBB_ANY, 1e6, 0));
    race_table(r, "Do two boxes overlap? Pairs a relative 1e-7 to 0.1 from touching");
}

static void obb_race_many(racing *r)
{
    int count = r->b.quick ? 32 : 256;
    for (int i = 0; i < 3; ++i) {
        obb_scene s = obb_scene_new(count);
        contest c = {"one against many", obb_shares[i].name, &s, count, 1,
                     sizeof(obb_bits),   obb_judge_many};
        bench_random random = bench_seed(6);
        for (int k = 0; k < count; ++k) ((obb_box *)s.a)[k] = obb_random(&random, 0);
        for (int k = 0; k < OBB_MANY; ++k)
            ((obb_box *)s.b)[k] = obb_random(&random, obb_shares[i].reach);
        s.truth = obb_truth_many(&s);
        race(r, &c);
        obb_scene_free(&s);
    }
    race_table(r, "One box against 1024: which overlap? (a query is all 1024)");
}

/* ---- contacts, distance */

static void obb_run_contacts(racing *r, const char *name, obb_scene s)
{
    contest c = {"contacts", name, &s, s.count, 16, sizeof(obb_contacts), obb_judge_contacts};
    s.truth = obb_truth(&s);
    race(r, &c);
    obb_scene_free(&s);
}

static void obb_race_contacts(racing *r)
{
    int count = r->b.quick ? OBB_QUICK_COUNT / 2 : OBB_COUNT / 2;
    obb_run_contacts(r, "half meet", obb_scene_random(count, 2, 8));
    obb_run_contacts(r, "most meet", obb_scene_random(count, 1, 8));
    obb_run_contacts(r, obb_made[OBB_MADE_AT_REST],
                     obb_scene_made(r->b.quick ? OBB_QUICK_COUNT : OBB_COUNT, OBB_MADE_AT_REST));
    obb_run_contacts(r, "touching", obb_scene_hard(count, OBB_ANY, 1, 0));
    obb_run_contacts(r, "shared axis", obb_scene_hard(count, OBB_SHARED_AXIS, 1, 0));
    obb_run_contacts(r, "near parallel", obb_scene_hard(count, OBB_NEAR_PARALLEL, 1, 0));
    obb_run_contacts(r, "flat", obb_scene_hard(count, OBB_FLAT, 1, 0));
    race_table(r, "Contacts of two boxes");
}

static void obb_run_distance(racing *r, const char *name, obb_scene s)
{
    contest c = {"distance", name, &s, s.count, 16, sizeof(obb_distance), obb_judge_distance};
    s.truth = obb_truth_distance(&s);
    race(r, &c);
    obb_scene_free(&s);
}

static void obb_race_distance(racing *r)
{
    int count = r->b.quick ? OBB_QUICK_COUNT / 2 : OBB_COUNT / 2;
    obb_run_distance(r, "few meet", obb_scene_random(count, 5, 9));
    obb_run_distance(r, "half meet", obb_scene_random(count, 2, 9));
    for (int kind = 0; kind < OBB_MADE; ++kind)
        obb_run_distance(r, obb_made[kind],
                         obb_scene_made(r->b.quick ? OBB_QUICK_COUNT : OBB_COUNT, kind));
    obb_run_distance(r, "touching", obb_scene_hard(count, OBB_ANY, 1, 0));
    obb_run_distance(r, "shared axis", obb_scene_hard(count, OBB_SHARED_AXIS, 1, 0));
    obb_run_distance(r, "near parallel", obb_scene_hard(count, OBB_NEAR_PARALLEL, 1, 0));
    obb_run_distance(r, "flat", obb_scene_hard(count, OBB_FLAT, 1, 0));
    obb_run_distance(r, "needle", obb_scene_hard(count, OBB_NEEDLE, 1, 0));
    race_table(r, "How far apart, and which points are closest?");
}

/* ---- rays, sweeps */

static void obb_race_rays(racing *r)
{
    int count = r->b.quick ? OBB_QUICK_COUNT : OBB_COUNT;
    for (int kind = 0; kind < OBB_RAYS; ++kind) {
        obb_scene s = obb_scene_new(count);
        obb_ray *rays = (obb_ray *)race_memory((size_t)count * sizeof *rays);
        contest c = {"ray", obb_rays[kind], &s, count, OBB_BATCH, sizeof(obb_hit), obb_judge_ray};
        bench_random random = bench_seed(81);
        for (int i = 0; i < count; ++i) rays[i] = obb_ray_at(&random, kind, (obb_box *)&s.a[i]);
        s.rays = rays;
        s.truth = obb_truth_rays(&s);
        race(r, &c);
        obb_scene_free(&s);
    }
    race_table(r, "Where does a segment enter a box?");
}

/* Boxes with a gap between them; the upper one moves down by a little more or less than that, and
   along. */
static void obb_race_made_sweeps(racing *r)
{
    int count = r->b.quick ? OBB_QUICK_COUNT : OBB_COUNT;
    obb_scene s = obb_scene_made(count, OBB_MADE_GAP);
    obb_ray *rays = (obb_ray *)race_memory((size_t)count * sizeof *rays);
    contest c = {"sweep", obb_made[OBB_MADE_GAP], &s, count, 16, sizeof(obb_hit), obb_judge_sweep};
    made_random random = {97};
    for (int i = 0; i < count; ++i) {
        const obb_box *a = &s.a[i];
        double scale = obb_size(a) / 8;
        double way[3] = {0, 0, -scale * made_integer(&random, 0, 4)};
        for (int k = 0; k < 2; ++k) way[k] = scale * made_integer(&random, -1, 1);
        for (int k = 0; k < 3; ++k) {
            rays[i].origin[k] = 0;
            rays[i].direction[k] = obb_rounded(way[0] * a->axes[0][k] + way[1] * a->axes[1][k] +
                                               way[2] * a->axes[2][k]);
        }
    }
    s.rays = rays;
    s.truth = obb_truth_sweep(&s);
    race(r, &c);
    obb_scene_free(&s);
}

static void obb_race_sweeps(racing *r)
{
    int count = r->b.quick ? OBB_QUICK_COUNT / 2 : OBB_COUNT / 4;
    for (int kind = 0; kind < OBB_KINDS; ++kind) {
        obb_scene s = obb_scene_new(count);
        obb_ray *rays = (obb_ray *)race_memory((size_t)count * sizeof *rays);
        contest c = {
            "sweep",        kind ? obb_kinds[kind] : "random", &s, count, 16, sizeof(obb_hit),
            obb_judge_sweep};
        bench_random random = bench_seed(91);
        for (int i = 0; i < count; ++i)
            rays[i] = obb_motion(&random, kind, (obb_box *)&s.a[i], (obb_box *)&s.b[i]);
        s.rays = rays;
        s.truth = obb_truth_sweep(&s);
        race(r, &c);
        obb_scene_free(&s);
    }
    obb_race_made_sweeps(r);
    race_table(r, "When does a moving box first touch another?");
}

/* ---- fit */

static void obb_run_fit(racing *r, const char *name, int points, int net)
{
    int count = r->b.quick ? 20 : 50, side = (int)sqrt((double)points);
    obb_scene s = obb_scene_new(0);
    obb_cloud *clouds = (obb_cloud *)race_memory((size_t)count * sizeof *clouds);
    contest c = {"fit", name, &s, count, 1, sizeof(obb_fit), obb_judge_fit};
    bench_random random = bench_seed(61);
    for (int i = 0; i < count; ++i) {
        if (net)
            obb_net(&random, &clouds[i], side);
        else
            obb_ball(&random, &clouds[i], points);
    }
    s.count = count, s.clouds = clouds;
    s.truth = obb_truth_fit(&s);
    race(r, &c);
    obb_scene_free(&s);
}

static void obb_race_fit(racing *r)
{
    obb_run_fit(r, "net of 36 points", 36, 1);
    obb_run_fit(r, "net of 400 points", 400, 1);
    obb_run_fit(r, "ball of 400 points", 400, 0);
    race_table(r, "Boxes around points (error: volume over the least known, less 1; the worst)");
}

static void obb_race_aims(racing *r)
{
    const race_aim aims[] = {{"oriented boxes in parallel",
                              "overlap",
                              obb_made[OBB_MADE_GAP],
                              0,
                              15e-9,
                              "ODE",
                              {NULL, NULL},
                              0},
                             {"oriented boxes that touch",
                              "overlap",
                              obb_made[OBB_MADE_AT_REST],
                              0,
                              30e-9,
                              "ODE",
                              {NULL, NULL},
                              0}};
    const int count = r->b.quick ? OBB_QUICK_COUNT : OBB_COUNT;
    for (int kind = 0; kind < OBB_MADE; ++kind)
        obb_run_overlap(r, obb_made[kind], obb_scene_made(count, kind));
    race_table(r, "Boxes one on another: do they overlap?");
    race_aims(r, aims, 2);
}

int main(int argc, char **argv)
{
    racing r;
    if (!race_begin(&r, argc, argv, "obb")) return 2;
    if (r.made) {
        obb_race_aims(&r);
        return race_end(&r);
    }
    obb_race_overlap(&r);
    obb_race_many(&r);
    obb_race_contacts(&r);
    obb_race_distance(&r);
    obb_race_rays(&r);
    obb_race_sweeps(&r);
    obb_race_fit(&r);
    return race_end(&r);
}
