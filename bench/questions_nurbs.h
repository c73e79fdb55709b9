/* questions_nurbs.h: three questions that the source leaves open, each answered by tables.
 *
 * Which volume should bound the pieces (cld_nurbs_volume), which way should a box lie, and where
 * should a piece be split? Beside times stand counts: pairs of pieces that the library looked at,
 * and tests of two boxes that the source's algorithm made. Counts hardly depend on the machine.
 * Models are prepared, so that the trees, which have nothing to do with the questions, cost
 * little.
 */
#ifndef BENCH_QUESTIONS_NURBS_H
#define BENCH_QUESTIONS_NURBS_H

#include "bench.h"
#include "collide.h"
#include "bench_nurbs.h"

/* ---- surfaces and placements ---- */

/* A narrow ribbon, twisted one and a half times about its length. */
static void question_ribbon(double u, double v, double point[3])
{
    double angle = 3.0 * SCENE_PI * u, across = 0.06 * (v - 0.5);
    point[0] = u - 0.5;
    point[1] = across * cos(angle) + 0.05 * sin(2.0 * SCENE_PI * (u - 0.5));
    point[2] = across * sin(angle);
}

static double question_level(double x, double y)
{
    (void)x, (void)y;
    return 0.0;
}

/* A kind of surfaces, all pairs of which are placed at random. */
typedef struct question_kind {
    const char *name;
    int count;
    nurbs_body bodies[SCENE_FOUR];
} question_kind;

enum { QUESTION_KINDS = 4, QUESTION_SHARES = 5 };

static const double question_shares[QUESTION_SHARES] = {0.0, 0.25, 0.5, 0.75, 1.0};

static question_kind question_kind_of(const char *name, const scene_surface *surfaces, int count)
{
    question_kind kind;
    memset(&kind, 0, sizeof kind);
    kind.name = name;
    kind.count = count;
    for (int i = 0; i < count; ++i) kind.bodies[i] = nurbs_body_from(&surfaces[i], 1);
    return kind;
}

static void question_kinds_new(question_kind kinds[QUESTION_KINDS])
{
    scene_surface flat = scene_height_field(question_level, 10), curved = scene_noisy_patch(10);
    scene_surface thin = scene_from_shape(question_ribbon, 40, 4, 0, 15), four[SCENE_FOUR];
    scene_four_surfaces(four);
    kinds[0] = question_kind_of("flat 10x10", &flat, 1);
    kinds[1] = question_kind_of("curved 10x10", &curved, 1);
    kinds[2] = question_kind_of("thin 40x4", &thin, 1);
    kinds[3] = question_kind_of("four surfaces", four, SCENE_FOUR);
}

static void question_kinds_free(question_kind kinds[QUESTION_KINDS])
{
    for (int k = 0; k < QUESTION_KINDS; ++k)
        for (int i = 0; i < kinds[k].count; ++i) nurbs_body_free(&kinds[k].bodies[i]);
}

/* One kind at random in a cube: twins, or the pairs of the four in turn. */
static nurbs_set question_random_set(const question_kind *kind, int count, double cube)
{
    static const int pairs[SCENE_PAIRS][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    nurbs_set set = nurbs_set_new(count);
    bench_random random = bench_seed(41);
    for (int i = 0; i < count; ++i) {
        const int *pair = pairs[i % SCENE_PAIRS];
        scene_pose a = scene_random_pose(&random, cube), b = scene_random_pose(&random, cube);
        int four = kind->count == SCENE_FOUR;
        set.queries[i] = nurbs_make_query(&kind->bodies[four ? pair[0] : 0], &a,
                                          &kind->bodies[four ? pair[1] : 0], &b);
    }
    return set;
}

/* ---- one question to the library ---- */

static const char *const question_volumes[] = {"auto",  "aabb",  "sphere", "obb",
                                               "dop14", "dop18", "dop26"};

enum {
    QUESTION_VOLUMES = sizeof question_volumes / sizeof *question_volumes,
    QUESTION_MOST_PAIRS = 100000 /* a volume that looks at more of them has no place in the table */
};

typedef struct question_run {
    cld_nurbs_params params;
    cld_workspace *workspace;
    const nurbs_set *set;
} question_run;

static void question_one(void *context, int i)
{
    question_run *run = (question_run *)context;
    const nurbs_query *q = &run->set->queries[i];
    cld_nurbs_contact hit;
    cld_nurbs_body a = nurbs_side(q->a, &q->real_a, NURBS_PREPARED);
    cld_nurbs_body b = nurbs_side(q->b, &q->real_b, NURBS_PREPARED);
    cld_nurbs_collide(&a, &b, &run->params, run->workspace, &hit);
}

/* Does the query of cld_nurbs_collide again, since only its state knows the pairs. */
static int question_pairs(const question_run *run, int i, int *relation)
{
    const nurbs_query *q = &run->set->queries[i];
    cld__query *state;
    cld_nurbs_body a = nurbs_side(q->a, &q->real_a, NURBS_PREPARED);
    cld_nurbs_body b = nurbs_side(q->b, &q->real_b, NURBS_PREPARED);
    *relation = cld__query_begin(&a, &b, &run->params, run->workspace, &state);
    if (*relation != CLD_OK) return 0;
    *relation = cld__search(state);
    return state->pairs;
}

/* How many of the set's pairs collide. */
static int question_hits(const nurbs_set *set)
{
    cld_workspace workspace;
    question_run run;
    int hits = 0, relation;
    memset(&workspace, 0, sizeof workspace);
    memset(&run, 0, sizeof run);
    run.workspace = &workspace;
    run.set = set;
    for (int i = 0; i < set->count; ++i) {
        question_pairs(&run, i, &relation);
        hits += relation != CLD_APART;
    }
    cld_workspace_free(&workspace);
    return hits;
}

/* The set whose cube makes the share of pairs collide, nearly: none and all of them take the
   largest cube (the smallest) of which that is still true, by steps of a fifth. */
static nurbs_set question_share_set(const question_kind *kind, int count, double share)
{
    double low = 0.001, high = 20.0;
    while (high > 1.02 * low) {
        double cube = sqrt(low * high);
        nurbs_set set = question_random_set(kind, count, cube);
        double got = (double)question_hits(&set) / count;
        nurbs_set_free(&set);
        if (share >= 1.0 ? got >= 1.0 : share > 0.0 ? got >= share : got > 0.0)
            low = cube;
        else
            high = cube;
    }
    return question_random_set(kind, count, share > 0.0 ? low : high);
}

/* ---- made scenes ---- */

enum { QUESTION_MADE = 14 };

/* Bodies that lie to each other as random ones never do. The tilted ones are the same surfaces,
   turned in their own frames: so no axis of any frame is of help. */
typedef struct question_made {
    nurbs_touch_scene touch;
    nurbs_body wavy[2], level[2], inner; /* [1]: tilted */
} question_made;

static scene_pose question_tilt(void)
{
    return scene_tilt(0.7, 0.5);
}

static nurbs_body question_sheet(double (*height)(double x, double y), int tilted)
{
    scene_surface s = scene_height_field(height, 10);
    scene_pose tilt = question_tilt();
    for (int i = 0; tilted && i < 100; ++i) {
        double p[3];
        memcpy(p, s.points + 3 * i, sizeof p);
        scene_apply(&tilt, p, s.points + 3 * i);
    }
    return nurbs_body_from(&s, 1);
}

static void question_made_new(question_made *made)
{
    scene_surface inner[SCENE_OCTANTS];
    for (int i = 0; i < SCENE_OCTANTS; ++i) inner[i] = scene_octant(0.98 * nurbs_radius, i);
    made->touch = nurbs_touch_scene_new();
    for (int tilted = 0; tilted < 2; ++tilted) {
        made->wavy[tilted] = question_sheet(scene_worst_height, tilted);
        made->level[tilted] = question_sheet(question_level, tilted);
    }
    made->inner = nurbs_body_from(inner, SCENE_OCTANTS);
}

static void question_made_free(question_made *made)
{
    nurbs_touch_scene_free(&made->touch);
    for (int tilted = 0; tilted < 2; ++tilted) {
        nurbs_body_free(&made->wavy[tilted]);
        nurbs_body_free(&made->level[tilted]);
    }
    nurbs_body_free(&made->inner);
}

/* Body b at `place` in the frame of a, both then turned together by quarters, which are exact. */
static nurbs_set question_turned(const nurbs_body *a, const nurbs_body *b, const scene_pose *place,
                                 int count)
{
    nurbs_set set = nurbs_set_new(count);
    for (int i = 0; i < count; ++i) {
        scene_pose motion = scene_quarter_turns(i % SCENE_QUARTER_TURNS);
        scene_pose moved = scene_compose(&motion, place);
        set.queries[i] = nurbs_make_query(a, &motion, b, &moved);
    }
    return set;
}

static nurbs_set question_touching_set(const question_made *made, int count)
{
    double contacts[NURBS_MOTIONS][3];
    nurbs_set set = nurbs_set_new(SCENE_TOUCHING * count);
    for (int which = 1; which <= SCENE_TOUCHING; ++which) {
        nurbs_set one = nurbs_touch_set(&made->touch, which, 0.0, count, contacts);
        memcpy(set.queries + (which - 1) * count, one.queries, (size_t)count * sizeof *set.queries);
        nurbs_set_free(&one);
    }
    return set;
}

enum { QUESTION_LEVEL, QUESTION_WAVY, QUESTION_SPHERE };

/* Two copies of a body, or the sphere and the one in it; the second turned and moved, both ways as
   the sheets lie before they are tilted. */
typedef struct question_scene {
    const char *name;
    int what, tilted;
    double about_x, about_z, x, z;
} question_scene;

static const question_scene question_scenes[QUESTION_MADE - 1] = {
    {"flat, gap 1e-2", QUESTION_LEVEL, 0, 0, 0, 0, 1e-2},
    {"flat, gap 1e-2", QUESTION_LEVEL, 1, 0, 0, 0, 1e-2},
    {"flat, gap 1e-3", QUESTION_LEVEL, 1, 0, 0, 0, 1e-3},
    {"flat, crossing at 90", QUESTION_LEVEL, 0, 0.5, 0, 0, 0},
    {"flat, edge on face", QUESTION_LEVEL, 0, 0.5, 0, 0, 0.5},
    {"flat, edge 1e-3 over", QUESTION_LEVEL, 1, 0.5, 0, 0, 0.501},
    {"flat, edge over edge", QUESTION_LEVEL, 1, 0.25, 0, 0, 1e-3},
    {"one plane, corner 1e-3", QUESTION_LEVEL, 1, 0, 0.25, 1.2081068, 0},
    {"wavy, gap 1e-2", QUESTION_WAVY, 0, 0, 0, 0, 1e-2},
    {"wavy, gap 1e-2", QUESTION_WAVY, 1, 0, 0, 0, 1e-2},
    {"wavy, gap 1e-3", QUESTION_WAVY, 1, 0, 0, 0, 1e-3},
    {"sphere in sphere", QUESTION_SPHERE, 0, 0, 0, 0, 0},
    {"sphere in sphere", QUESTION_SPHERE, 1, 0, 0, 0, 0},
};

/* The first sheet leans by 60 degrees about x, the second by 35 about y, above it by the gap, so
   that only an edge of either comes near: the place of the second as the first sees it. */
static scene_pose question_edges_cross(double gap)
{
    double c = 0.5, s = sqrt(0.75), lean = 35.0 / 180.0 * SCENE_PI;
    scene_pose first = {{1, 0, 0, 0, c, -s, 0, s, c}, {0, 0, 0}}, back = scene_invert(&first);
    scene_pose second = scene_tilt(0.0, lean);
    second.position[2] = 0.5 * s + 0.5 * sin(lean) + gap;
    return scene_compose(&back, &second);
}

/* Turned about x, then about z, in half turns; quarter turns about x are exact. */
static scene_pose question_place(const question_scene *scene)
{
    double s = scene->about_x > 0.0 ? 1.0 : 0.0, a = SCENE_PI * scene->about_z;
    scene_pose x = {{1, 0, 0, 0, 1 - s, -s, 0, s, 1 - s}, {0, 0, 0}}, z = scene_tilt(a, 0.0);
    scene_pose place = scene_compose(&z, &x), tilt = question_tilt(), back = scene_invert(&tilt);
    place.position[0] = scene->x;
    place.position[2] = scene->z;
    if (scene->about_x == 0.25) place = question_edges_cross(scene->z);
    if (!scene->tilted) return place;
    if (scene->what == QUESTION_SPHERE) return tilt;
    place = scene_compose(&place, &back);
    return scene_compose(&tilt, &place);
}

static nurbs_set question_made_set(const question_made *made, int which, int count,
                                   const char **name, const char **how)
{
    const question_scene *scene = &question_scenes[which];
    if (which == QUESTION_MADE - 1) {
        *name = "touching, test 4", *how = "six ways";
        return question_touching_set(made, count);
    }
    scene_pose place = question_place(scene);
    const nurbs_body *b = scene->what == QUESTION_LEVEL  ? &made->level[scene->tilted]
                          : scene->what == QUESTION_WAVY ? &made->wavy[scene->tilted]
                                                         : &made->inner;
    *name = scene->name, *how = scene->tilted ? "tilted" : "along the axes";
    return question_turned(scene->what == QUESTION_SPHERE ? &made->touch.sphere : b, b, &place,
                           count);
}

/* ---- rows of one table of counts and one of times ---- */

enum { QUESTION_ROWS = 40, QUESTION_WAYS = 7 };

typedef struct question_row {
    char name[32], parameter[24];
    double count[QUESTION_WAYS], time[QUESTION_WAYS]; /* NAN: given up */
} question_row;

typedef struct question_table {
    const char *who, *counted; /* collide or baseline; what is counted */
    const char *const *ways;
    int way_count, row_count;
    question_row rows[QUESTION_ROWS];
} question_table;

/* Answers all queries of a set in one of the ways; counts[i] is negative where it gave up. */
typedef void question_answer(void *context, int way, const nurbs_set *set, long *counts);

typedef struct question_asked {
    bench *b;
    question_table *table;
    question_answer *answer;
    void *context;
    bench_query *query;  /* one query, to be timed */
    void *const *timers; /* its contexts, one for each way */
} question_asked;

static void question_ask_set(const question_asked *asked, const char *name, const char *parameter,
                             const nurbs_set *set)
{
    question_table *table = asked->table;
    question_row *row = &table->rows[table->row_count++];
    void *racers[QUESTION_WAYS] = {NULL};
    int way_of[QUESTION_WAYS], count = 0;
    bench_statistics times[QUESTION_WAYS];
    long *counts = (long *)nurbs_allocate((size_t)set->count, sizeof *counts);
    snprintf(row->name, sizeof row->name, "%s", name);
    snprintf(row->parameter, sizeof row->parameter, "%s", parameter);
    for (int way = 0; way < table->way_count; ++way) {
        double sum = 0.0;
        asked->answer(asked->context, way, set, counts);
        for (int i = 0; i < set->count; ++i) sum += counts[i] < 0 ? NAN : (double)counts[i];
        row->count[way] = sum / set->count;
        row->time[way] = NAN;
        if (isnan(sum)) continue;
        way_of[count] = way;
        racers[count++] = asked->timers[way];
    }
    bench clock = *asked->b;
    clock.quick = 1; /* there are many rows: three passes each will do */
    bench_each_of(&clock, asked->query, racers, count, set->count, times);
    for (int r = 0; r < count; ++r) row->time[way_of[r]] = times[r].mean;
    free(counts);
}

/* All kinds at all shares, then the made scenes. */
static void question_ask_all(const question_asked *asked, const question_kind *kinds,
                             const question_made *made, int count)
{
    char share[24];
    for (int k = 0; k < QUESTION_KINDS; ++k)
        for (int s = 0; s < QUESTION_SHARES; ++s) {
            nurbs_set set = question_share_set(&kinds[k], count, question_shares[s]);
            snprintf(share, sizeof share, "%.0f %% collide",
                     100.0 * question_hits(&set) / set.count);
            question_ask_set(asked, kinds[k].name, share, &set);
            nurbs_set_free(&set);
        }
    for (int which = 0; which < QUESTION_MADE; ++which) {
        const char *name, *how;
        nurbs_set set = question_made_set(made, which, asked->b->quick ? 1 : 2, &name, &how);
        question_ask_set(asked, name, how, &set);
        nurbs_set_free(&set);
    }
}

static void question_print(bench *b, const question_table *table, int times, const char *title)
{
    char metric[24];
    for (int r = 0; r < table->row_count; ++r)
        for (int way = 0; way < table->way_count; ++way) {
            const question_row *row = &table->rows[r];
            snprintf(metric, sizeof metric, "%s_%s", times ? "time" : table->counted,
                     table->ways[way]);
            bench_figure(b, table->who, "nurbs", row->name, row->parameter, metric,
                         times ? row->time[way] : row->count[way], times ? "s" : "");
        }
    bench_table(b, title);
}

/* Geometric mean over all rows of what `way` takes beside way 0; rows that either gave up or that
   took nothing are left out. */
static double question_mean_ratio(const question_table *table, int way, int times)
{
    double sum = 0.0;
    int count = 0;
    for (int r = 0; r < table->row_count; ++r) {
        const double *value = times ? table->rows[r].time : table->rows[r].count;
        if (!(value[way] > 0.0 && value[0] > 0.0)) continue;
        sum += log(value[way] / value[0]);
        ++count;
    }
    return count > 0 ? exp(sum / count) : NAN;
}

/* The greatest ratio of way 0's figure to the best other's, and the row. */
static double question_worst_ratio(const question_table *table, int times, int *where)
{
    double worst = 0.0;
    for (int r = 0; r < table->row_count; ++r) {
        const double *value = times ? table->rows[r].time : table->rows[r].count;
        double least = HUGE_VAL;
        for (int way = 1; way < table->way_count; ++way)
            if (value[way] < least) least = value[way];
        if (!(value[0] / least > worst)) continue;
        worst = value[0] / least;
        *where = r;
    }
    return worst;
}

static void question_note_ratios(bench *b, const question_table *table)
{
    for (int way = 1; way < table->way_count; ++way)
        bench_note(b,
                   "%s, over all rows that it ends: %.2f times the %s of %s, %.2f times the time",
                   table->ways[way], question_mean_ratio(table, way, 0), table->counted,
                   table->ways[0], question_mean_ratio(table, way, 1));
}

/* ---- which volume ---- */

static void question_answer_volume(void *context, int way, const nurbs_set *set, long *counts)
{
    question_run *run = &((question_run *)context)[way];
    for (int v = 0; v < QUESTION_VOLUMES; ++v) ((question_run *)context)[v].set = set;
    for (int i = 0; i < set->count; ++i) {
        int relation, pairs = question_pairs(run, i, &relation);
        counts[i] = relation < 0 || relation == CLD_UNDECIDED ? -1 : pairs;
    }
}

static void question_which_volume(bench *b, const question_kind *kinds, const question_made *made)
{
    question_table *table = (question_table *)nurbs_allocate(1, sizeof *table);
    question_run runs[QUESTION_VOLUMES];
    void *timers[QUESTION_VOLUMES];
    cld_workspace workspace;
    int where = 0;
    memset(&workspace, 0, sizeof workspace);
    memset(runs, 0, sizeof runs);
    for (int v = 0; v < QUESTION_VOLUMES; ++v) {
        runs[v].params.volume = (cld_nurbs_volume)v;
        runs[v].params.max_pairs = QUESTION_MOST_PAIRS;
        runs[v].workspace = &workspace;
        timers[v] = &runs[v];
    }
    table->who = "collide", table->counted = "pairs";
    table->ways = question_volumes, table->way_count = QUESTION_VOLUMES;
    question_asked asked = {b, table, question_answer_volume, runs, question_one, timers};
    question_ask_all(&asked, kinds, made, b->quick ? 60 : 600);
    cld_workspace_free(&workspace);
    question_print(b, table, 0,
                   "NURBS, which volume: mean number of pairs of pieces looked at "
                   "(-: in one query more than 100000)");
    question_print(b, table, 1, "NURBS, which volume: mean time of a query, prepared");
    question_note_ratios(b, table);
    double worst = question_worst_ratio(table, 1, &where);
    bench_note(b, "auto at worst: %.2f times the time of the best other (%s, %s)", worst,
               table->rows[where].name, table->rows[where].parameter);
    bench_ask(b, "nurbs", "which volume: auto's time over the best other's, worst row", 2, worst,
              "x", BENCH_AT_MOST);
    free(table);
}

/* ---- which way boxes lie, and where to split: the source's algorithm, otherwise as it is ---- */

typedef struct question_source {
    baseline *memory;
    baseline_settings settings;
    const nurbs_set *set;
} question_source;

/* The boxes compared in query i; negative where it gave up. */
static long question_calls(const question_source *source, int i)
{
    const nurbs_query *q = &source->set->queries[i];
    long calls = 0;
    for (int j = 0; j < q->a->count; ++j)
        for (int k = 0; k < q->b->count; ++k) {
            baseline_hit hit = baseline_collide(source->memory, &source->settings, &q->a->scenes[j],
                                                &q->pose_a, &q->b->scenes[k], &q->pose_b);
            if (hit.gave_up) return -1;
            calls += hit.calls;
            if (hit.hits > 0) return calls;
        }
    return calls;
}

static void question_source_one(void *context, int i)
{
    question_calls((const question_source *)context, i);
}

static void question_answer_source(void *context, int way, const nurbs_set *set, long *counts)
{
    question_source *sources = (question_source *)context;
    for (int w = 0; w < QUESTION_WAYS; ++w) sources[w].set = set;
    for (int i = 0; i < set->count; ++i) counts[i] = question_calls(&sources[way], i);
}

/* Pairs of boxes are hits when no box is larger than 1e-4: so all ways come equally close. */
static baseline_settings question_settings(void)
{
    baseline_settings settings = nurbs_settings(400);
    settings.size = 1e-4;
    settings.call_limit = QUESTION_MOST_PAIRS;
    return settings;
}

/* ---- which way ---- */

/* The axes of a box of the library's. Points are made relative, for floats to tell them apart; the
   axes are made orthonormal again in double. */
static int question_fit(const double *p, const int count[2], cld_obb_fit fit, double axis[3][3])
{
    enum { MOST = 2048 };
    cld_real points[3 * MOST];
    int n = count[0] * count[1];
    cld_obb box;
    if (n > MOST) return 0;
    for (int i = 0; i < 3 * n; ++i) points[i] = (cld_real)(p[i] - p[i % 3]);
    if (cld_obb_from_points(points, (size_t)n, 0, fit, &box) != CLD_OK) return 0;
    nurbs_from_vec3(box.axes.x, axis[0]);
    nurbs_from_vec3(box.axes.y, axis[1]);
    return 1;
}

/* From two directions: the first, the part of the second across it, and their product. */
static int question_square_up(double axis[3][3])
{
    for (int k = 0; k < 2; ++k) {
        double length = sqrt(baseline_inner(axis[k], axis[k]));
        if (!(length > 0.0)) return 0;
        for (int c = 0; c < 3; ++c) axis[k][c] /= length;
        for (int turn = 0; turn < 2 && k == 0; ++turn) {
            double slant = baseline_inner(axis[0], axis[1]);
            for (int c = 0; c < 3; ++c) axis[1][c] -= slant * axis[0][c];
        }
    }
    double slant = baseline_inner(axis[0], axis[1]);
    for (int c = 0; c < 3; ++c)
        axis[2][c] = axis[0][(c + 1) % 3] * axis[1][(c + 2) % 3] -
                     axis[0][(c + 2) % 3] * axis[1][(c + 1) % 3];
    return fabs(slant) < 1e-15;
}

static int question_balanced(const double *p, const int count[2], double axis[3][3])
{
    return question_fit(p, count, CLD_OBB_FIT_BALANCED, axis) && question_square_up(axis);
}

static int question_tight(const double *p, const int count[2], double axis[3][3])
{
    return question_fit(p, count, CLD_OBB_FIT_TIGHT, axis) && question_square_up(axis);
}

/* Along the chords that join the middles of opposite edges, as far as corners tell: the longer
   one, what of the other is across it, and the normal of both. This is the library's box. */
static int question_edges(const double *p, const int count[2], double axis[3][3])
{
    const double *p00 = p, *p01 = p + 3 * (count[1] - 1);
    const double *p10 = p + 3 * (count[0] - 1) * count[1], *p11 = p10 + 3 * (count[1] - 1);
    double chord[2][3];
    for (int c = 0; c < 3; ++c) {
        chord[0][c] = p10[c] + p11[c] - p00[c] - p01[c];
        chord[1][c] = p01[c] + p11[c] - p00[c] - p10[c];
    }
    int first = baseline_inner(chord[1], chord[1]) > baseline_inner(chord[0], chord[0]);
    memcpy(axis[0], chord[first], sizeof chord[0]);
    memcpy(axis[1], chord[!first], sizeof chord[0]);
    return question_square_up(axis);
}

static int question_world(const double *p, const int count[2], double axis[3][3])
{
    (void)p, (void)count;
    for (int i = 0; i < 9; ++i) axis[i / 3][i % 3] = i % 4 == 0;
    return 1;
}

/* ---- where to split ---- */

/* The line of control points through the middle of the net, projected, and the parameters that
   they belong to. Its length; 0 for nets too long, which nobody here has. */
enum { QUESTION_LINE = 128 };
typedef struct question_line {
    int count;
    double points[QUESTION_LINE][3], at[QUESTION_LINE];
} question_line;

static void question_middle_line(const baseline_surface *s, int way, question_line *line)
{
    int across = (s->count[1 - way] - 1) / 2, step = way == 0 ? s->count[1] : 1;
    int start = way == 0 ? across : across * s->count[1];
    line->count = s->count[way] < QUESTION_LINE ? s->count[way] : 0;
    for (int i = 0; i < line->count; ++i) {
        const double *h = s->points + 4 * (start + i * step);
        for (int c = 0; c < 3; ++c) line->points[i][c] = h[c] / h[3];
        line->at[i] = scene_greville(s->knots[way], s->degree[way], i);
    }
}

/* Not in the outer eighths, or a piece may hardly shrink. */
static double question_inside(const baseline_surface *s, int way, double parameter)
{
    double low = s->knots[way][s->degree[way]], high = s->knots[way][s->count[way]];
    double margin = 0.125 * (high - low);
    return fmin(fmax(parameter, low + margin), high - margin);
}

/* The middle again, of u and of v in turn. */
static void question_in_turn(const baseline_surface *s, const baseline_box *own,
                             const baseline_box *other, int level, int *way, double *parameter)
{
    double middle[2];
    (void)own, (void)other;
    baseline_middle(s, middle);
    *way = level / 2 % 2;
    *parameter = middle[*way];
}

/* Where half of the length is. */
static void question_half_length(const baseline_surface *s, const baseline_box *own,
                                 const baseline_box *other, int level, int *way, double *parameter)
{
    question_line line;
    double length = 0.0, along = 0.0;
    (void)own, (void)other, (void)level;
    question_middle_line(s, *way, &line);
    for (int i = 1; i < line.count; ++i)
        length += nurbs_distance(line.points[i - 1], line.points[i]);
    for (int i = 1; i < line.count; ++i) {
        double step = nurbs_distance(line.points[i - 1], line.points[i]);
        if (along + step >= 0.5 * length && step > 0.0) {
            double t = (0.5 * length - along) / step;
            *parameter =
                question_inside(s, *way, line.at[i - 1] + t * (line.at[i] - line.at[i - 1]));
            return;
        }
        along += step;
    }
}

/* Where the middle line comes nearest to the middle of the other box. */
static void question_closest(const baseline_surface *s, const baseline_box *own,
                             const baseline_box *other, int level, int *way, double *parameter)
{
    question_line line;
    double least = HUGE_VAL;
    (void)own, (void)level;
    question_middle_line(s, *way, &line);
    for (int i = 1; i < line.count; ++i) {
        const double *p = line.points[i - 1], *r = line.points[i];
        double step[3], to[3], foot[3];
        for (int c = 0; c < 3; ++c) step[c] = r[c] - p[c], to[c] = other->centre[c] - p[c];
        double square = baseline_inner(step, step);
        double t = square > 0.0 ? baseline_inner(to, step) / square : 0.0;
        t = fmin(fmax(t, 0.0), 1.0);
        for (int c = 0; c < 3; ++c) foot[c] = p[c] + t * step[c];
        double distance = nurbs_distance(foot, other->centre);
        if (!(distance < least)) continue;
        least = distance;
        *parameter = question_inside(s, *way, line.at[i - 1] + t * (line.at[i] - line.at[i - 1]));
    }
}

/* Where the middle line turns most, for the length that turns. */
static void question_most_curved(const baseline_surface *s, const baseline_box *own,
                                 const baseline_box *other, int level, int *way, double *parameter)
{
    question_line line;
    double most = 0.0;
    (void)own, (void)other, (void)level;
    question_middle_line(s, *way, &line);
    for (int i = 1; i + 1 < line.count; ++i) {
        const double *p = line.points[i - 1], *q = line.points[i], *r = line.points[i + 1];
        double a = nurbs_distance(p, q), b = nurbs_distance(q, r), turn[3];
        if (!(a > 0.0 && b > 0.0)) continue;
        for (int c = 0; c < 3; ++c) turn[c] = (r[c] - q[c]) / b - (q[c] - p[c]) / a;
        double curvature = 2.0 * sqrt(baseline_inner(turn, turn)) / (a + b);
        if (!(curvature > 1.0001 * most)) continue;
        most = curvature;
        *parameter = question_inside(s, *way, line.at[i]);
    }
}

static void question_source_table(bench *b, baseline *memory, const question_kind *kinds,
                                  const question_made *made, const char *const *ways, int count,
                                  baseline_orient *const *orient, baseline_choose *const *choose,
                                  const char *what)
{
    question_table *table = (question_table *)nurbs_allocate(1, sizeof *table);
    question_source sources[QUESTION_WAYS];
    void *timers[QUESTION_WAYS];
    char title[160];
    memset(sources, 0, sizeof sources);
    for (int way = 0; way < count; ++way) {
        sources[way].memory = memory;
        sources[way].settings = question_settings();
        if (orient) sources[way].settings.orient = orient[way];
        if (choose) sources[way].settings.choose = choose[way];
        timers[way] = &sources[way];
    }
    table->who = "baseline", table->counted = "tests";
    table->ways = ways, table->way_count = count;
    question_asked asked = {b, table, question_answer_source, sources, question_source_one, timers};
    question_ask_all(&asked, kinds, made, b->quick ? 24 : 40);
    snprintf(title, sizeof title,
             "NURBS, %s: mean number of box tests, source's algorithm to boxes of 1e-4 (-: in one "
             "query more than 100000)",
             what);
    question_print(b, table, 0, title);
    snprintf(title, sizeof title, "NURBS, %s: mean time of a query", what);
    question_print(b, table, 1, title);
    question_note_ratios(b, table);
    free(table);
}

static void question_which_way(bench *b, baseline *memory, const question_kind *kinds,
                               const question_made *made)
{
    static const char *const ways[] = {"covar", "rect", "tight", "edges", "world"};
    static baseline_orient *const orient[] = {NULL, question_balanced, question_tight,
                                              question_edges, question_world};
    question_source_table(b, memory, kinds, made, ways, 5, orient, NULL, "which way boxes lie");
}

static void question_where_to_split(bench *b, baseline *memory, const question_kind *kinds,
                                    const question_made *made)
{
    static const char *const ways[] = {"middle", "inturn", "length", "close", "curved"};
    static baseline_choose *const choose[] = {NULL, question_in_turn, question_half_length,
                                              question_closest, question_most_curved};
    question_source_table(b, memory, kinds, made, ways, 5, NULL, choose, "where to split");
}

static void bench_nurbs_questions(bench *b)
{
    question_kind kinds[QUESTION_KINDS];
    question_made made;
    baseline memory;
    if (!baseline_create(&memory, (size_t)1 << 20)) {
        fprintf(stderr, "bench: out of memory\n");
        exit(1);
    }
    question_kinds_new(kinds);
    question_made_new(&made);
    question_which_volume(b, kinds, &made);
    question_which_way(b, &memory, kinds, &made);
    question_where_to_split(b, &memory, kinds, &made);
    question_made_free(&made);
    question_kinds_free(kinds);
    baseline_destroy(&memory);
}

#endif /* BENCH_QUESTIONS_NURBS_H */
