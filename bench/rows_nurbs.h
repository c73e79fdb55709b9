/* rows_nurbs.h: the bodies, queries and rows of the NURBS page of the bench (bench_nurbs.h).
 *
 * The scenes are those of scenes_nurbs.h, rounded to cld_real first, so that the library and the
 * baseline (the source's algorithm in double, baseline_nurbs.h) get the same numbers. Posing is
 * part of every query on both sides. Two routes of the library are measured: 'view', nothing
 * prepared, and 'prepared', models built beforehand. The baseline runs at the level where its
 * contact error falls to ours (level chosen by measurement, and printed).
 */
#ifndef BENCH_ROWS_NURBS_H
#define BENCH_ROWS_NURBS_H

#include "bench.h"
#include "collide.h"
#include "baseline_nurbs.h"
#include "plot.h"

/* ---- bodies and queries ---- */

typedef struct nurbs_body {
    int count;
    scene_surface *scenes;
    cld_nurbs *views;
    cld_real *numbers; /* what the views point to */
    cld_nurbs_model model;
} nurbs_body;

typedef struct nurbs_query {
    const nurbs_body *a, *b;
    scene_pose pose_a, pose_b;
    cld_pose real_a, real_b; /* the same as cld_real */
} nurbs_query;

typedef struct nurbs_answer {
    int relation; /* cld_relation; of the baseline CLD_APART or CLD_NEAR */
    int gave_up, surface_a, surface_b;
    double point_a[3], point_b[3], uv_a[2], uv_b[2];
} nurbs_answer;

typedef enum nurbs_route { NURBS_VIEW, NURBS_PREPARED, NURBS_BASELINE } nurbs_route;

/* Everything a timed query needs. */
typedef struct nurbs_run {
    nurbs_route route;
    const nurbs_query *queries;
    nurbs_answer *answers;
    cld_workspace *workspace;
    baseline *baseline;
    baseline_settings settings;
} nurbs_run;

static void *nurbs_allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (memory == NULL) {
        fprintf(stderr, "bench: out of memory\n");
        exit(1);
    }
    return memory;
}

/* Rounds the doubles to cld_real in place, and writes them as such. */
static const cld_real *nurbs_round(double *values, int count, cld_real **to)
{
    cld_real *out = *to;
    for (int i = 0; i < count; ++i) {
        out[i] = (cld_real)values[i];
        values[i] = (double)out[i];
    }
    *to += count;
    return out;
}

static int nurbs_number_count(const scene_surface *s)
{
    return s->count_u + s->degree_u + s->count_v + s->degree_v + 2 + 4 * s->count_u * s->count_v;
}

static cld_nurbs nurbs_make_view(scene_surface *s, cld_real **numbers)
{
    cld_nurbs view;
    int points = s->count_u * s->count_v;
    memset(&view, 0, sizeof view);
    view.degree_u = s->degree_u;
    view.degree_v = s->degree_v;
    view.count_u = s->count_u;
    view.count_v = s->count_v;
    view.knots_u = nurbs_round(s->knots_u, s->count_u + s->degree_u + 1, numbers);
    view.knots_v = nurbs_round(s->knots_v, s->count_v + s->degree_v + 1, numbers);
    view.points = nurbs_round(s->points, 3 * points, numbers);
    if (s->weights) view.weights = nurbs_round(s->weights, points, numbers);
    return view;
}

/* Takes the surfaces over: nurbs_body_free frees them. */
static nurbs_body nurbs_body_from(const scene_surface *surfaces, int count)
{
    nurbs_body body;
    int numbers = 0;
    memset(&body, 0, sizeof body);
    body.count = count;
    body.scenes = (scene_surface *)nurbs_allocate((size_t)count, sizeof *body.scenes);
    body.views = (cld_nurbs *)nurbs_allocate((size_t)count, sizeof *body.views);
    for (int i = 0; i < count; ++i) numbers += nurbs_number_count(&surfaces[i]);
    body.numbers = (cld_real *)nurbs_allocate((size_t)numbers, sizeof *body.numbers);
    cld_real *to = body.numbers;
    for (int i = 0; i < count; ++i) {
        body.scenes[i] = surfaces[i];
        body.views[i] = nurbs_make_view(&body.scenes[i], &to);
    }
    int status = cld_nurbs_model_build(&body.model, body.views, count, NULL);
    if (status < 0) fprintf(stderr, "bench: model: %s\n", cld_status_text(status));
    return body;
}

static void nurbs_body_free(nurbs_body *body)
{
    cld_nurbs_model_free(&body->model);
    for (int i = 0; i < body->count; ++i) scene_free(&body->scenes[i]);
    free(body->scenes);
    free(body->views);
    free(body->numbers);
    memset(body, 0, sizeof *body);
}

static cld_pose nurbs_round_pose(scene_pose *pose)
{
    cld_real numbers[12], *to = numbers;
    cld_pose out;
    const cld_real *r = nurbs_round(pose->rotation, 9, &to);
    const cld_real *p = nurbs_round(pose->position, 3, &to);
    out.rotation.x.x = r[0], out.rotation.x.y = r[3], out.rotation.x.z = r[6];
    out.rotation.y.x = r[1], out.rotation.y.y = r[4], out.rotation.y.z = r[7];
    out.rotation.z.x = r[2], out.rotation.z.y = r[5], out.rotation.z.z = r[8];
    out.position.x = p[0], out.position.y = p[1], out.position.z = p[2];
    return out;
}

static nurbs_query nurbs_make_query(const nurbs_body *a, const scene_pose *pose_a,
                                    const nurbs_body *b, const scene_pose *pose_b)
{
    nurbs_query q;
    q.a = a;
    q.b = b;
    q.pose_a = *pose_a;
    q.pose_b = *pose_b;
    q.real_a = nurbs_round_pose(&q.pose_a);
    q.real_b = nurbs_round_pose(&q.pose_b);
    return q;
}

/* From scene queries, whose numbers index the bodies. */
static void nurbs_make_queries(nurbs_query *out, const scene_query *from, int count,
                               const nurbs_body *bodies)
{
    for (int i = 0; i < count; ++i)
        out[i] = nurbs_make_query(&bodies[from[i].a], &from[i].pose_a, &bodies[from[i].b],
                                  &from[i].pose_b);
}

static const char *nurbs_route_name(nurbs_route route)
{
    return route == NURBS_VIEW ? "view" : route == NURBS_PREPARED ? "prepared" : "baseline";
}

static const char *nurbs_who(nurbs_route route)
{
    return route == NURBS_BASELINE ? "baseline" : "collide";
}

/* "what view", "what prepared", or "what" for the baseline, which has but one route. */
static void nurbs_parameter(char *out, size_t size, const char *what, nurbs_route route)
{
    if (route == NURBS_BASELINE)
        snprintf(out, size, "%s", what);
    else
        snprintf(out, size, "%s %s", what, nurbs_route_name(route));
}

/* ---- one query, by whichever route ---- */

static cld_nurbs_body nurbs_side(const nurbs_body *body, const cld_pose *pose, nurbs_route route)
{
    cld_nurbs_body side;
    memset(&side, 0, sizeof side);
    side.surfaces = body->views;
    side.count = body->count;
    side.model = route == NURBS_PREPARED ? &body->model : NULL;
    side.pose = *pose;
    return side;
}

static void nurbs_from_vec3(cld_vec3 v, double out[3])
{
    out[0] = (double)v.x;
    out[1] = (double)v.y;
    out[2] = (double)v.z;
}

static void nurbs_ask_library(const nurbs_run *run, const nurbs_query *q, nurbs_answer *out)
{
    cld_nurbs_contact hit;
    cld_nurbs_body a = nurbs_side(q->a, &q->real_a, run->route);
    cld_nurbs_body b = nurbs_side(q->b, &q->real_b, run->route);
    out->relation = cld_nurbs_collide(&a, &b, NULL, run->workspace, &hit);
    out->gave_up = out->relation < 0 || out->relation == CLD_UNDECIDED;
    if (out->relation <= 0) return;
    nurbs_from_vec3(hit.contact.point_a, out->point_a);
    nurbs_from_vec3(hit.contact.point_b, out->point_b);
    out->surface_a = (int)hit.contact.feature_a;
    out->surface_b = (int)hit.contact.feature_b;
    out->uv_a[0] = (double)hit.u_a, out->uv_a[1] = (double)hit.v_a;
    out->uv_b[0] = (double)hit.u_b, out->uv_b[1] = (double)hit.v_b;
}

/* The source knows no bodies: all pairs of surfaces in turn, until the first hit. */
static void nurbs_ask_baseline(const nurbs_run *run, const nurbs_query *q, nurbs_answer *out)
{
    out->relation = CLD_APART;
    out->gave_up = 0;
    for (int i = 0; i < q->a->count; ++i)
        for (int j = 0; j < q->b->count; ++j) {
            baseline_hit hit = baseline_collide(run->baseline, &run->settings, &q->a->scenes[i],
                                                &q->pose_a, &q->b->scenes[j], &q->pose_b);
            out->gave_up |= hit.gave_up;
            if (hit.hits == 0) continue;
            out->relation = CLD_NEAR;
            out->surface_a = i;
            out->surface_b = j;
            memcpy(out->point_a, hit.point, sizeof hit.point);
            memcpy(out->point_b, hit.point, sizeof hit.point);
            memcpy(out->uv_a, hit.uv[0], sizeof hit.uv[0]);
            memcpy(out->uv_b, hit.uv[1], sizeof hit.uv[1]);
            return;
        }
}

static void nurbs_query_one(void *context, int i)
{
    const nurbs_run *run = (const nurbs_run *)context;
    if (run->route == NURBS_BASELINE)
        nurbs_ask_baseline(run, &run->queries[i], &run->answers[i]);
    else
        nurbs_ask_library(run, &run->queries[i], &run->answers[i]);
}

/* ---- judging answers ---- */

static double nurbs_distance(const double p[3], const double q[3])
{
    double x = p[0] - q[0], y = p[1] - q[1], z = p[2] - q[2];
    return sqrt(x * x + y * y + z * z);
}

static void nurbs_evaluate(const nurbs_body *body, const scene_pose *pose, int surface,
                           const double uv[2], double out[3])
{
    double p[3];
    scene_evaluate(&body->scenes[surface], uv[0], uv[1], p);
    scene_apply(pose, p, out);
}

/* How far the surfaces are from each other at the reported parameters. */
static double nurbs_residual(const nurbs_query *q, const nurbs_answer *answer)
{
    double p[3], r[3];
    nurbs_evaluate(q->a, &q->pose_a, answer->surface_a, answer->uv_a, p);
    nurbs_evaluate(q->b, &q->pose_b, answer->surface_b, answer->uv_b, r);
    return nurbs_distance(p, r);
}

typedef struct nurbs_judgement {
    int hits, crossings, undecided, wrong; /* wrong: other than the reference */
    double error_median, error_max;        /* residuals of the hits */
} nurbs_judgement;

static nurbs_judgement nurbs_judge(const nurbs_query *queries, const nurbs_answer *answers,
                                   const nurbs_answer *reference, int count)
{
    nurbs_judgement j = {0, 0, 0, 0, 0.0, 0.0};
    double *errors = (double *)nurbs_allocate((size_t)count, sizeof(double));
    for (int i = 0; i < count; ++i) {
        const nurbs_answer *a = &answers[i];
        if (reference && !reference[i].gave_up)
            j.wrong += (a->relation != CLD_APART) != (reference[i].relation != CLD_APART);
        j.undecided += a->gave_up;
        j.crossings += a->relation == CLD_CROSSING;
        if (a->relation > 0) errors[j.hits++] = nurbs_residual(&queries[i], a);
    }
    if (j.hits > 0) {
        bench_statistics s = bench_summary(errors, j.hits);
        j.error_median = s.median;
        j.error_max = s.max;
    }
    free(errors);
    return j;
}

/* ---- memory ---- */

typedef struct nurbs_counter {
    size_t now, peak;
    long calls;
} nurbs_counter;

static void *nurbs_count_memory(void *context, void *memory, size_t old_size, size_t new_size)
{
    nurbs_counter *counter = (nurbs_counter *)context;
    if (new_size == 0) {
        counter->now -= old_size;
        free(memory);
        return NULL;
    }
    void *result = realloc(memory, new_size);
    if (result == NULL) return NULL;
    ++counter->calls;
    counter->now += new_size - old_size;
    if (counter->now > counter->peak) counter->peak = counter->now;
    return result;
}

/* The page's tally: what the library's queries took at most, and whether any allocated when it
   was asked for the second time. */
typedef struct nurbs_page {
    bench *b;
    baseline reference;
    int level; /* of the baseline: where its precision equals ours */
    size_t peak;
    long second_allocations;
    nurbs_body four[SCENE_FOUR];
} nurbs_page;

/* All queries twice in a fresh workspace. `slot` is where the query finds its workspace. */
static void nurbs_measure_memory(nurbs_page *page, const char *name, const char *parameter,
                                 bench_query *query, void *context, cld_workspace **slot, int count)
{
    nurbs_counter counter = {0, 0, 0};
    cld_workspace workspace, *before = *slot;
    memset(&workspace, 0, sizeof workspace);
    workspace.allocator.realloc_fn = nurbs_count_memory;
    workspace.allocator.context = &counter;
    *slot = &workspace;
    long again = 0;
    for (int i = 0; i < count; ++i) {
        query(context, i);
        long first = counter.calls;
        query(context, i);
        again += counter.calls - first;
    }
    cld_workspace_free(&workspace);
    *slot = before;
    bench_figure(page->b, "collide", "nurbs", name, parameter, "bytes", (double)counter.peak, "B");
    bench_figure(page->b, "collide", "nurbs", name, parameter, "allocs_again", (double)again, "");
    if (counter.peak > page->peak) page->peak = counter.peak;
    page->second_allocations += again;
}

/* ---- tests 1 and 2: four surfaces at random placements ---- */

static baseline_settings nurbs_settings(int level)
{
    baseline_settings s;
    memset(&s, 0, sizeof s);
    s.level = level;
    s.call_limit = 10000000;
    return s;
}

/* The lowest level (a multiple of 5) at which the baseline's worst contact error is not above
   `wanted`; 220 when there is none. */
static int nurbs_find_level(nurbs_page *page, nurbs_run run, int count, double wanted)
{
    int low = 1, high = 44;
    run.route = NURBS_BASELINE;
    while (low < high) {
        int middle = (low + high) / 2;
        run.settings = nurbs_settings(5 * middle);
        for (int i = 0; i < count; ++i) nurbs_query_one(&run, i);
        nurbs_judgement j = nurbs_judge(run.queries, run.answers, NULL, count);
        if (j.error_max <= wanted)
            high = middle;
        else
            low = middle + 1;
    }
    (void)page;
    return 5 * high;
}

static void nurbs_report(bench *b, const char *who, const char *name, const char *parameter,
                         const bench_statistics *s, const nurbs_judgement *j)
{
    bench_times(b, who, "nurbs", name, parameter, s);
    bench_figure(b, who, "nurbs", name, parameter, "hits", j->hits, "");
    bench_figure(b, who, "nurbs", name, parameter, "wrong", j->wrong, "");
    bench_figure(b, who, "nurbs", name, parameter, "undecided", j->undecided, "");
    bench_figure(b, who, "nurbs", name, parameter, "error_max", j->error_max, "");
}

enum { NURBS_PLACEMENTS = 500 };

typedef struct nurbs_set {
    int count;
    nurbs_query *queries;
    nurbs_answer *answers[3]; /* by route */
} nurbs_set;

static nurbs_set nurbs_set_new(int count)
{
    nurbs_set s;
    s.count = count;
    s.queries = (nurbs_query *)nurbs_allocate((size_t)count, sizeof *s.queries);
    for (int i = 0; i < 3; ++i)
        s.answers[i] = (nurbs_answer *)nurbs_allocate((size_t)count, sizeof *s.answers[i]);
    return s;
}

static void nurbs_set_free(nurbs_set *s)
{
    free(s->queries);
    for (int i = 0; i < 3; ++i) free(s->answers[i]);
}

static nurbs_set nurbs_placements(const nurbs_page *page, int placements, double cube)
{
    nurbs_set s = nurbs_set_new(SCENE_PAIRS * placements);
    scene_query *from = (scene_query *)nurbs_allocate((size_t)s.count, sizeof *from);
    scene_four_queries(from, placements, cube, 31);
    nurbs_make_queries(s.queries, from, s.count, page->four);
    free(from);
    return s;
}

/* Times all three routes over the set; the baseline is the reference for what is wrong. */
static void nurbs_time_set(nurbs_page *page, const char *name, const char *prefix,
                           const nurbs_set *set, bench_statistics times[3])
{
    cld_workspace workspace;
    nurbs_run runs[3];
    void *contexts[3];
    char parameter[48];
    memset(&workspace, 0, sizeof workspace);
    for (int r = 0; r < 3; ++r) {
        nurbs_run run = {(nurbs_route)r, set->queries,     set->answers[r],
                         &workspace,     &page->reference, nurbs_settings(page->level)};
        runs[r] = run;
        contexts[r] = &runs[r];
    }
    bench_each_of(page->b, nurbs_query_one, contexts, 3, set->count, times);
    for (int r = 0; r < 3; ++r) {
        nurbs_judgement j =
            nurbs_judge(set->queries, set->answers[r], set->answers[NURBS_BASELINE], set->count);
        nurbs_parameter(parameter, sizeof parameter, prefix, runs[r].route);
        nurbs_report(page->b, nurbs_who(runs[r].route), name, parameter, &times[r], &j);
        if (r != NURBS_BASELINE)
            nurbs_measure_memory(page, name, parameter, nurbs_query_one, &runs[r],
                                 &runs[r].workspace, set->count);
    }
    cld_workspace_free(&workspace);
}

/* The precision of ours at 50 % decides the level of the baseline. */
static void nurbs_choose_level(nurbs_page *page)
{
    nurbs_set set = nurbs_placements(page, page->b->quick ? 20 : 60, scene_four_cubes[1]);
    cld_workspace workspace;
    memset(&workspace, 0, sizeof workspace);
    nurbs_run run = {NURBS_VIEW, set.queries,      set.answers[NURBS_VIEW],
                     &workspace, &page->reference, nurbs_settings(0)};
    for (int i = 0; i < set.count; ++i) nurbs_query_one(&run, i);
    nurbs_judgement ours = nurbs_judge(set.queries, run.answers, NULL, set.count);
    /* Not below what parameters rounded to cld_real can express, nor below 1e-12: the baseline is
       not made to work for digits that nobody asked for. */
    double wanted = sizeof(cld_real) == 4 ? 1e-7 : 1e-12;
    if (ours.error_max > wanted) wanted = ours.error_max;
    run.answers = set.answers[NURBS_BASELINE];
    page->level = nurbs_find_level(page, run, set.count, wanted);
    cld_workspace_free(&workspace);
    nurbs_set_free(&set);
    bench_note(page->b,
               "nurbs: contact error of ours at most %.2g; baseline at level %d, where its "
               "error falls to %.2g",
               ours.error_max, page->level, wanted);
}

/* For who wants to know what precision costs the baseline: level 30, where the source ran. */
static void nurbs_time_level_30(nurbs_page *page, const nurbs_set *set, const char *rate)
{
    char parameter[48];
    nurbs_answer *answers = (nurbs_answer *)nurbs_allocate((size_t)set->count, sizeof *answers);
    nurbs_run run = {NURBS_BASELINE, set->queries,     answers,
                     NULL,           &page->reference, nurbs_settings(30)};
    bench_statistics s = bench_each(page->b, nurbs_query_one, &run, set->count);
    nurbs_judgement j =
        nurbs_judge(set->queries, answers, set->answers[NURBS_BASELINE], set->count);
    snprintf(parameter, sizeof parameter, "%s level 30", rate);
    nurbs_report(page->b, "baseline", "test 1/2", parameter, &s, &j);
    free(answers);
}

static void nurbs_bench_placements(nurbs_page *page)
{
    static const char *const rates[3] = {"0 %", "50 %", "100 %"};
    int placements = page->b->quick ? 40 : NURBS_PLACEMENTS, wrong = 0;
    bench_statistics times[3], half[3];
    memset(half, 0, sizeof half);
    for (int r = 0; r < 3; ++r) {
        nurbs_set set = nurbs_placements(page, placements, scene_four_cubes[r]);
        nurbs_time_set(page, "test 1/2", rates[r], &set, times);
        if (r == 1) nurbs_time_level_30(page, &set, rates[r]);
        for (int i = 0; i < set.count; ++i)
            for (int route = NURBS_VIEW; route <= NURBS_PREPARED; ++route)
                wrong += (set.answers[route][i].relation != CLD_APART) !=
                         (set.answers[NURBS_BASELINE][i].relation != CLD_APART);
        if (r == 1) memcpy(half, times, sizeof half);
        nurbs_set_free(&set);
    }
    bench_table(page->b, "NURBS, tests 1 and 2: four cubic surfaces at random, first contact");
    bench_ask(page->b, "nurbs", "test 1/2 at 50 %, nothing prepared: times as fast as baseline", 8,
              half[NURBS_BASELINE].mean / half[NURBS_VIEW].mean, "x", BENCH_AT_LEAST);
    bench_ask(page->b, "nurbs", "test 1/2 at 50 %, prepared: times as fast as baseline", 25,
              half[NURBS_BASELINE].mean / half[NURBS_PREPARED].mean, "x", BENCH_AT_LEAST);
    bench_ask(page->b, "nurbs", "test 1/2: answers that differ from the baseline's", 0, wrong, "",
              BENCH_AT_MOST);
}

/* ---- test 3: the same patch with more and more control points ---- */

static nurbs_set nurbs_twins(const nurbs_body *body, int count)
{
    nurbs_set s = nurbs_set_new(count);
    scene_query *from = (scene_query *)nurbs_allocate((size_t)count, sizeof *from);
    scene_twin_queries(from, count, scene_twin_cube, 32);
    nurbs_make_queries(s.queries, from, count, body);
    free(from);
    return s;
}

static void nurbs_bench_refinement(nurbs_page *page)
{
    static const int sides[4] = {4, 10, 15, 20};
    bench_statistics times[4][3];
    for (int i = 0; i < 4; ++i) {
        char name[32];
        scene_surface patch = scene_noisy_patch(sides[i]);
        nurbs_body body = nurbs_body_from(&patch, 1);
        nurbs_set set = nurbs_twins(&body, page->b->quick ? 200 : 2000);
        snprintf(name, sizeof name, "%dx%d", sides[i], sides[i]);
        nurbs_time_set(page, "test 3", name, &set, times[i]);
        nurbs_set_free(&set);
        nurbs_body_free(&body);
    }
    bench_table(page->b, "NURBS, test 3: one bicubic patch refined, about 50 % colliding");
    bench_ask(page->b, "nurbs", "test 3, nothing prepared: time at 20x20 over time at 4x4", 4,
              times[3][NURBS_VIEW].mean / times[0][NURBS_VIEW].mean, "x", BENCH_AT_MOST);
}

/* ---- test 4: six ways to touch ---- */

enum { NURBS_MOTIONS = 96, NURBS_TOUCH_LEVEL = 100 };

typedef struct nurbs_touch_scene {
    nurbs_body sphere, plane;
} nurbs_touch_scene;

static const double nurbs_radius = 0.5;

static nurbs_touch_scene nurbs_touch_scene_new(void)
{
    nurbs_touch_scene s;
    scene_surface octants[SCENE_OCTANTS], plane = scene_plane(1.5);
    for (int i = 0; i < SCENE_OCTANTS; ++i) octants[i] = scene_octant(nurbs_radius, i);
    s.sphere = nurbs_body_from(octants, SCENE_OCTANTS);
    s.plane = nurbs_body_from(&plane, 1);
    return s;
}

static void nurbs_touch_scene_free(nurbs_touch_scene *s)
{
    nurbs_body_free(&s->sphere);
    nurbs_body_free(&s->plane);
}

/* Motions that leave the contact what it is: any in double, where their rounding is far below the
   1e-9 that is asked for; in float those that are free of rounding. */
static scene_pose nurbs_motion(int i, bench_random *random)
{
    if (sizeof(cld_real) == 4) return scene_quarter_turns(i % SCENE_QUARTER_TURNS);
    return i == 0 ? scene_identity() : scene_random_pose(random, 0.5);
}

/* The case under `count` rigid motions of both bodies, the first of them none; contacts: where
   they touch. */
static nurbs_set nurbs_touch_set(const nurbs_touch_scene *s, int which, double gap, int count,
                                 double (*contacts)[3])
{
    nurbs_set set = nurbs_set_new(count);
    bench_random random = bench_seed(33);
    scene_touching t =
        scene_touching_case(which, s->sphere.scenes, nurbs_radius, s->plane.scenes, gap);
    const nurbs_body *first = which <= 3 ? &s->sphere : &s->plane;
    for (int i = 0; i < count; ++i) {
        scene_pose motion = nurbs_motion(i, &random);
        scene_pose a = scene_compose(&motion, &t.pose_a), b = scene_compose(&motion, &t.pose_b);
        set.queries[i] = nurbs_make_query(first, &a, &s->sphere, &b);
        scene_apply(&motion, t.contact, contacts[i]);
    }
    return set;
}

/* By how much the bodies overlap once their placement is rounded: at gap 0 they then meet in a
   circle of radius sqrt(2 r overlap) or so, and the touching point is not the only right answer. */
static double nurbs_touch_overlap(const nurbs_query *q, int which)
{
    const double *a = q->pose_a.position, *b = q->pose_b.position, *r = q->pose_a.rotation;
    if (which <= 3) return 2.0 * nurbs_radius - nurbs_distance(a, b);
    return nurbs_radius - (r[1] * (b[0] - a[0]) + r[4] * (b[1] - a[1]) + r[7] * (b[2] - a[2]));
}

typedef struct nurbs_touch_result {
    double time, error; /* mean over motions; worst distance of a reported point from the true */
    int wrong;
} nurbs_touch_result;

/* Touching and overlapping bodies must not be called apart, bodies with a gap must. */
static nurbs_touch_result nurbs_touch_one(nurbs_page *page, const nurbs_touch_scene *scene,
                                          int which, double gap, nurbs_route route)
{
    double contacts[NURBS_MOTIONS][3];
    int count = page->b->quick ? 24 : NURBS_MOTIONS, crossings = 0;
    nurbs_touch_result r = {0.0, 0.0, 0};
    cld_workspace workspace;
    memset(&workspace, 0, sizeof workspace);
    nurbs_set set = nurbs_touch_set(scene, which, gap, count, contacts);
    nurbs_run run = {route,      set.queries,      set.answers[route],
                     &workspace, &page->reference, nurbs_settings(NURBS_TOUCH_LEVEL)};
    bench_statistics s = bench_each(page->b, nurbs_query_one, &run, count);
    r.time = s.mean;
    for (int i = 0; i < count; ++i) {
        const nurbs_answer *a = &run.answers[i];
        r.wrong += a->gave_up || (a->relation == CLD_APART) != (gap > 0.0);
        crossings += a->relation == CLD_CROSSING;
        if (a->relation <= 0) continue;
        r.error = fmax(r.error, gap == 0.0 ? fmax(nurbs_distance(a->point_a, contacts[i]),
                                                  nurbs_distance(a->point_b, contacts[i]))
                                           : nurbs_residual(&set.queries[i], a));
    }
    char parameter[48];
    char name[32], what[32];
    snprintf(what, sizeof what, "gap %g", gap);
    nurbs_parameter(parameter, sizeof parameter, what, route);
    snprintf(name, sizeof name, "test 4 case %d", which);
    const char *who = nurbs_who(route);
    bench_times(page->b, who, "nurbs", name, parameter, &s);
    bench_figure(page->b, who, "nurbs", name, parameter, "wrong", r.wrong, "");
    bench_figure(page->b, who, "nurbs", name, parameter, "crossings", crossings, "");
    bench_figure(page->b, who, "nurbs", name, parameter, "overlap",
                 nurbs_touch_overlap(&set.queries[0], which), "");
    bench_figure(page->b, who, "nurbs", name, parameter, "error_max", r.error, "");
    if (route != NURBS_BASELINE)
        nurbs_measure_memory(page, name, parameter, nurbs_query_one, &run, &run.workspace, count);
    cld_workspace_free(&workspace);
    nurbs_set_free(&set);
    return r;
}

static void nurbs_bench_touching(nurbs_page *page)
{
    static const double gaps[3] = {0.0, -1e-6, 1e-6};
    nurbs_touch_scene scene = nurbs_touch_scene_new();
    double error = 0.0, slowest = 0.0, ratio = 0.0;
    int wrong[2] = {0, 0};
    for (int which = 1; which <= SCENE_TOUCHING; ++which)
        for (int route = NURBS_VIEW; route <= NURBS_BASELINE; ++route) {
            double touching = 0.0;
            for (int g = 0; g < 3; ++g) {
                nurbs_touch_result r =
                    nurbs_touch_one(page, &scene, which, gaps[g], (nurbs_route)route);
                if (route == NURBS_BASELINE) continue;
                wrong[g > 0] += r.wrong;
                if (g == 0) touching = r.time;
                if (g == 0) error = fmax(error, r.error);
                if (g == 0) slowest = fmax(slowest, r.time);
                if (g > 0) ratio = fmax(ratio, r.time / touching);
            }
        }
    nurbs_touch_scene_free(&scene);
    bench_table(page->b,
                "NURBS, test 4: six ways to touch (octant spheres, plane), under rigid "
                "motions; baseline at level 100,\nwhere its error bottoms out; error: from "
                "the true contact at gap 0, else between the surfaces");
    bench_ask(page->b, "nurbs", "test 4: touching cases called apart or not decided", 0, wrong[0],
              "", BENCH_AT_MOST);
    bench_ask(page->b, "nurbs", "test 4: worst contact error of the six touching cases",
              sizeof(cld_real) == 4 ? 1e-4 : 1e-9, error, "", BENCH_AT_MOST);
    bench_ask(page->b, "nurbs", "test 4: slowest touching case, mean time", 30e-6, slowest, "s",
              BENCH_AT_MOST);
    bench_ask(page->b, "nurbs", "test 4: wrong answers at overlap and gap of 1e-6", 0, wrong[1], "",
              BENCH_AT_MOST);
    bench_ask(page->b, "nurbs", "test 4: overlap or gap of 1e-6 over touching, slowest time", 10,
              ratio, "x", BENCH_AT_MOST);
}

/* ---- the worst case: parallel sheets ---- */

enum { NURBS_GAPS = 4, NURBS_TURNS = 5 };

/* The sheets under a few rotations of both. */
static nurbs_set nurbs_worst_set(const nurbs_body *body, double gap, int count)
{
    nurbs_set set = nurbs_set_new(count);
    bench_random random = bench_seed(34);
    scene_pose a, b;
    scene_worst_poses(gap, &a, &b);
    for (int i = 0; i < count; ++i) {
        scene_pose motion = i == 0 ? scene_identity() : scene_random_pose(&random, 0.5);
        scene_pose c = scene_compose(&motion, &a), d = scene_compose(&motion, &b);
        set.queries[i] = nurbs_make_query(body, &c, body, &d);
    }
    return set;
}

/* Mean time over the rotations; counts answers that are not 'apart'. */
static double nurbs_worst_one(nurbs_page *page, const nurbs_body *body, double gap,
                              nurbs_route route, int *wrong)
{
    /* The baseline takes most of a second at the smallest gap. */
    int count = route == NURBS_BASELINE && gap < 5e-4 ? 1 : NURBS_TURNS;
    char parameter[48];
    cld_workspace workspace;
    memset(&workspace, 0, sizeof workspace);
    nurbs_set set = nurbs_worst_set(body, gap, count);
    nurbs_run run = {route,      set.queries,      set.answers[route],
                     &workspace, &page->reference, nurbs_settings(200)};
    bench_statistics s = bench_each(page->b, nurbs_query_one, &run, count);
    int touching = 0;
    for (int i = 0; i < count; ++i) touching += run.answers[i].relation != CLD_APART;
    const char *who = nurbs_who(route);
    char what[32];
    snprintf(what, sizeof what, "gap %g", gap);
    nurbs_parameter(parameter, sizeof parameter, what, route);
    bench_times(page->b, who, "nurbs", "worst case", parameter, &s);
    bench_figure(page->b, who, "nurbs", "worst case", parameter, "wrong", touching, "");
    if (route != NURBS_BASELINE) {
        *wrong += touching;
        nurbs_measure_memory(page, "worst case", parameter, nurbs_query_one, &run, &run.workspace,
                             count);
    }
    cld_workspace_free(&workspace);
    nurbs_set_free(&set);
    return s.mean;
}

static void nurbs_bench_worst(nurbs_page *page)
{
    static const double gaps[NURBS_GAPS] = {1e-1, 1e-2, 1e-3, 1e-4};
    scene_surface patch = scene_worst_patch();
    nurbs_body body = nurbs_body_from(&patch, 1);
    double times[NURBS_GAPS] = {0.0}, growth = 0.0;
    int wrong = 0;
    for (int g = 0; g < NURBS_GAPS; ++g) {
        times[g] = nurbs_worst_one(page, &body, gaps[g], NURBS_VIEW, &wrong);
        nurbs_worst_one(page, &body, gaps[g], NURBS_PREPARED, &wrong);
        if (g > 1) growth = fmax(growth, times[g] / times[g - 1]);
        if (!page->b->quick || gaps[g] > 5e-4)
            nurbs_worst_one(page, &body, gaps[g], NURBS_BASELINE, &wrong);
    }
    nurbs_body_free(&body);
    bench_table(page->b,
                "NURBS, worst case: a wavy 10x10 patch of unit size beside its copy, moved "
                "along its height by the gap");
    bench_ask(page->b, "nurbs", "worst case: not proved apart, all gaps", 0, wrong, "",
              BENCH_AT_MOST);
    bench_ask(page->b, "nurbs", "worst case: time over time at ten times the gap, 1e-2 to 1e-4", 10,
              growth, "x", BENCH_AT_MOST);
    bench_ask(page->b, "nurbs", "worst case: time at gap 1e-3, nothing prepared", 3e-3, times[2],
              "s", BENCH_AT_MOST);
}

/* ---- all of an intersection ---- */

enum { NURBS_CURVES = 64, NURBS_CURVE_POINTS = 60000 };

typedef struct nurbs_curve_run {
    cld_workspace *workspace;
    nurbs_route route;
    const nurbs_query *queries;
    cld_nurbs_params params;
    cld_nurbs_curve curves[NURBS_CURVES];
    cld_nurbs_curve_point *points;
    int curve_count, point_count;
} nurbs_curve_run;

static void nurbs_curves_one(void *context, int i)
{
    nurbs_curve_run *run = (nurbs_curve_run *)context;
    const nurbs_query *q = &run->queries[i];
    cld_nurbs_body a = nurbs_side(q->a, &q->real_a, run->route);
    cld_nurbs_body b = nurbs_side(q->b, &q->real_b, run->route);
    run->curve_count =
        cld_nurbs_curves(&a, &b, &run->params, run->workspace, run->curves, NURBS_CURVES,
                         run->points, NURBS_CURVE_POINTS, &run->point_count);
}

/* Derivatives of the height difference of the sheets, by differences. */
static void nurbs_height_gradient(const scene_surface *a, const scene_surface *b, double x,
                                  double y, double gradient[2])
{
    const double h = 1e-6;
    gradient[0] =
        (scene_curve_height(a, b, x + h, y) - scene_curve_height(a, b, x - h, y)) / (2 * h);
    gradient[1] =
        (scene_curve_height(a, b, x, y + h) - scene_curve_height(a, b, x, y - h)) / (2 * h);
}

/* Distance to the curve of a point near it, in the sheets' own frame. Newton along the gradient of
   the height difference leads to a point of the curve; what lies along the curve's tangent there
   is taken off. */
static double nurbs_curve_distance(const scene_surface *a, const scene_surface *b,
                                   const double point[3])
{
    double x = point[0], y = point[1], g[2], on[3], ahead[3], inside = 0.5 - 2e-6;
    for (int step = 0; step < 6; ++step) {
        x = fmin(fmax(x, -inside), inside);
        y = fmin(fmax(y, -inside), inside);
        nurbs_height_gradient(a, b, x, y, g);
        double squared = g[0] * g[0] + g[1] * g[1], f = scene_curve_height(a, b, x, y);
        if (!(squared > 0.0)) return HUGE_VAL;
        x -= f * g[0] / squared;
        y -= f * g[1] / squared;
    }
    double length = sqrt(g[0] * g[0] + g[1] * g[1]), h = y < 0.0 ? 1e-6 : -1e-6, along = 0.0;
    scene_evaluate(a, x + 0.5, y + 0.5, on);
    scene_evaluate(a, x - h * g[1] / length + 0.5, y + h * g[0] / length + 0.5, ahead);
    double step = nurbs_distance(on, ahead), whole = nurbs_distance(on, point);
    for (int c = 0; c < 3; ++c) along += (ahead[c] - on[c]) / step * (point[c] - on[c]);
    return sqrt(fmax(0.0, whole * whole - along * along));
}

typedef struct nurbs_curve_judgement {
    double vertex_error, chord_error, length;
} nurbs_curve_judgement;

static void nurbs_curve_vertex(const nurbs_query *q, const cld_nurbs_curve_point *v, double p[3],
                               double *error)
{
    double uv_a[2] = {(double)v->u_a, (double)v->v_a}, uv_b[2] = {(double)v->u_b, (double)v->v_b};
    double on[3];
    nurbs_from_vec3(v->position, p);
    nurbs_evaluate(q->a, &q->pose_a, v->surface_a, uv_a, on);
    *error = fmax(*error, nurbs_distance(p, on));
    nurbs_evaluate(q->b, &q->pose_b, v->surface_b, uv_b, on);
    *error = fmax(*error, nurbs_distance(p, on));
}

/* Both sheets have the same pose, so chords can be judged in their own frame. */
static nurbs_curve_judgement nurbs_judge_curves(const nurbs_curve_run *run)
{
    const nurbs_query *q = &run->queries[0];
    nurbs_curve_judgement j = {0.0, 0.0, 0.0};
    scene_pose back = scene_invert(&q->pose_a);
    int curves = run->curve_count < NURBS_CURVES ? run->curve_count : NURBS_CURVES;
    for (int c = 0; c < curves; ++c) {
        const cld_nurbs_curve *curve = &run->curves[c];
        double before[3], p[3], local[3];
        for (int i = 0; i < curve->count; ++i) {
            nurbs_curve_vertex(q, &run->points[curve->first + i], p, &j.vertex_error);
            for (int k = 1; i > 0 && k < 4; ++k) {
                double t = 0.25 * k, on[3];
                for (int d = 0; d < 3; ++d) on[d] = (1.0 - t) * before[d] + t * p[d];
                scene_apply(&back, on, local);
                j.chord_error =
                    fmax(j.chord_error, nurbs_curve_distance(q->a->scenes, q->b->scenes, local));
            }
            if (i > 0) j.length += nurbs_distance(before, p);
            memcpy(before, p, sizeof p);
        }
    }
    return j;
}

static nurbs_curve_judgement nurbs_curves_route(nurbs_page *page, nurbs_curve_run *run,
                                                nurbs_route route, double *time)
{
    cld_workspace workspace;
    memset(&workspace, 0, sizeof workspace);
    run->workspace = &workspace;
    run->route = route;
    run->curve_count = run->point_count = 0;
    const char *parameter = nurbs_route_name(route), *name = "all curves";
    bench_statistics s = bench_each(page->b, nurbs_curves_one, run, NURBS_TURNS);
    nurbs_curves_one(run, 0);
    nurbs_curve_judgement j = nurbs_judge_curves(run);
    if (run->curve_count <= 0)
        j.vertex_error = j.chord_error = s.mean = NAN; /* no curve, no merit */
    bench_times(page->b, "collide", "nurbs", name, parameter, &s);
    bench_figure(page->b, "collide", "nurbs", name, parameter, "curves", run->curve_count, "");
    bench_figure(page->b, "collide", "nurbs", name, parameter, "points", run->point_count, "");
    bench_figure(page->b, "collide", "nurbs", name, parameter, "length", j.length, "");
    bench_figure(page->b, "collide", "nurbs", name, parameter, "vertex_error", j.vertex_error, "");
    bench_figure(page->b, "collide", "nurbs", name, parameter, "chord_error", j.chord_error, "");
    nurbs_measure_memory(page, name, parameter, nurbs_curves_one, run, &run->workspace, 1);
    cld_workspace_free(&workspace);
    *time = s.mean;
    return j;
}

typedef struct nurbs_boxes_run {
    nurbs_page *page;
    const nurbs_query *queries;
    baseline_settings settings;
    baseline_hit hit;
} nurbs_boxes_run;

static void nurbs_boxes_one(void *context, int i)
{
    nurbs_boxes_run *run = (nurbs_boxes_run *)context;
    const nurbs_query *q = &run->queries[i];
    run->hit = baseline_collide(&run->page->reference, &run->settings, q->a->scenes, &q->pose_a,
                                q->b->scenes, &q->pose_b);
}

/* The source's way: all pairs of boxes that are flat to the chord error. Its segments are not cut
   out and not connected here, which would only add to its time. */
static void nurbs_curves_baseline(nurbs_page *page, const nurbs_query *queries, double chord_error)
{
    nurbs_boxes_run run;
    memset(&run, 0, sizeof run);
    run.page = page;
    run.queries = queries;
    run.settings = nurbs_settings(200);
    run.settings.flat = chord_error;
    run.settings.all = 1;
    bench_statistics s = bench_each(page->b, nurbs_boxes_one, &run, NURBS_TURNS);
    bench_times(page->b, "baseline", "nurbs", "all curves", "pairs of flat boxes", &s);
    bench_figure(page->b, "baseline", "nurbs", "all curves", "pairs of flat boxes", "hits",
                 run.hit.hits, "");
}

static void nurbs_bench_curves(nurbs_page *page)
{
    const double chord_error = 1e-5;
    scene_surface sheets[2];
    scene_curve_surfaces(&sheets[0], &sheets[1]);
    nurbs_body a = nurbs_body_from(&sheets[0], 1), b = nurbs_body_from(&sheets[1], 1);
    double length = scene_curve_length(a.scenes, b.scenes), time, prepared;
    nurbs_query queries[NURBS_TURNS];
    bench_random random = bench_seed(35);
    for (int i = 0; i < NURBS_TURNS; ++i) {
        scene_pose pose = i == 0 ? scene_curve_pose() : scene_random_pose(&random, 0.5);
        queries[i] = nurbs_make_query(&a, &pose, &b, &pose);
    }
    nurbs_curve_run *run = (nurbs_curve_run *)nurbs_allocate(1, sizeof *run);
    run->points = (cld_nurbs_curve_point *)nurbs_allocate(NURBS_CURVE_POINTS, sizeof *run->points);
    run->queries = queries;
    run->params.chord_error = (cld_real)chord_error;
    nurbs_curve_judgement j = nurbs_curves_route(page, run, NURBS_VIEW, &time);
    int curves = run->curve_count;
    nurbs_curves_route(page, run, NURBS_PREPARED, &prepared);
    nurbs_curves_baseline(page, queries, chord_error);
    free(run->points);
    free(run);
    nurbs_body_free(&a);
    nurbs_body_free(&b);
    char title[160];
    snprintf(title, sizeof title,
             "NURBS, all of the intersection: two wavy 20x20 sheets, %d branches, length %.5f, "
             "chord error %g asked",
             SCENE_BRANCHES, length, chord_error);
    bench_table(page->b, title);
    bench_ask(page->b, "nurbs", "all curves: |curves found - 3 branches|", 0,
              fabs((double)curves - SCENE_BRANCHES), "", BENCH_AT_MOST);
    bench_ask(page->b, "nurbs", "all curves: |length found - true length|", 1e-4,
              fabs(j.length - length), "", BENCH_AT_MOST);
    bench_ask(page->b, "nurbs", "all curves: worst distance of a vertex from a surface",
              sizeof(cld_real) == 4 ? 1e-6 : 1e-9, j.vertex_error, "", BENCH_AT_MOST);
    bench_ask(page->b, "nurbs", "all curves: worst chord error", chord_error, j.chord_error, "",
              BENCH_AT_MOST);
    bench_ask(page->b, "nurbs", "all curves: time, nothing prepared", 5e-3, time, "s",
              BENCH_AT_MOST);
}

/* ---- the other queries, without a baseline: nothing in the source does them ---- */

typedef enum nurbs_other {
    NURBS_BUILD,
    NURBS_REFIT,
    NURBS_DISTANCE,
    NURBS_CLOSEST,
    NURBS_RAY,
    NURBS_CONTACTS
} nurbs_other;

typedef struct nurbs_other_run {
    nurbs_other what;
    nurbs_route route;
    const nurbs_query *queries;
    const nurbs_body *bodies;
    cld_workspace *workspace;
    cld_nurbs_model models[SCENE_FOUR]; /* to build and refit */
    int failures;
} nurbs_other_run;

/* A point, or the start of a ray towards the origin, off the surface: from the query's pose. */
static cld_vec3 nurbs_probe(const nurbs_query *q)
{
    return q->real_b.position;
}

static int nurbs_ask_other(nurbs_other_run *run, int i)
{
    const nurbs_query *q = &run->queries[i];
    int k = i % SCENE_FOUR;
    cld_nurbs_body a = nurbs_side(q->a, &q->real_a, run->route);
    cld_nurbs_body b = nurbs_side(q->b, &q->real_b, run->route);
    cld_nurbs_contact contacts[16];
    cld_nurbs_hit hit;
    cld_vec3 probe = nurbs_probe(q), way = q->real_a.position;
    way.x -= probe.x, way.y -= probe.y, way.z -= probe.z;
    switch (run->what) {
    case NURBS_BUILD:
        return cld_nurbs_model_build(&run->models[k], run->bodies[k].views, 1, NULL);
    case NURBS_REFIT:
        return cld_nurbs_model_refit(&run->models[k], run->bodies[k].views, 1);
    case NURBS_DISTANCE:
        return cld_nurbs_distance(&a, &b, NULL, run->workspace, contacts);
    case NURBS_CLOSEST:
        return cld_nurbs_closest(&a, probe, NULL, run->workspace, &hit);
    case NURBS_RAY:
        return cld_nurbs_raycast(&a, probe, way, 0, NULL, run->workspace, &hit);
    default:
        return cld_nurbs_contacts(&a, &b, NULL, run->workspace, contacts, 16, NULL);
    }
}

static void nurbs_other_one(void *context, int i)
{
    nurbs_other_run *run = (nurbs_other_run *)context;
    run->failures += nurbs_ask_other(run, i) < 0;
}

static void nurbs_time_other(nurbs_page *page, const char *name, nurbs_other_run *run, int count)
{
    bench_statistics s = bench_each(page->b, nurbs_other_one, run, count);
    const char *parameter =
        run->what <= NURBS_REFIT ? "four surfaces" : nurbs_route_name(run->route);
    bench_times(page->b, "collide", "nurbs", name, parameter, &s);
    bench_figure(page->b, "collide", "nurbs", name, parameter, "failures", run->failures, "");
    run->failures = 0;
}

/* Over the placements of test 1/2 with few collisions: what proximity queries are for. */
static void nurbs_bench_others(nurbs_page *page)
{
    static const char *const names[6] = {"model build",   "model refit", "distance",
                                         "closest point", "ray",         "all contacts"};
    static const double cubes[6] = {3.0, 3.0, 3.0, 3.0, 3.0, 0.9};
    cld_workspace workspace;
    nurbs_other_run run;
    memset(&workspace, 0, sizeof workspace);
    memset(&run, 0, sizeof run);
    run.workspace = &workspace;
    run.bodies = page->four;
    for (int what = NURBS_BUILD; what <= NURBS_CONTACTS; ++what) {
        nurbs_set set = nurbs_placements(page, page->b->quick ? 10 : 50, cubes[what]);
        run.what = (nurbs_other)what;
        run.queries = set.queries;
        for (int route = NURBS_VIEW; route <= NURBS_PREPARED; ++route) {
            run.route = (nurbs_route)route;
            if (what > NURBS_REFIT || route == NURBS_VIEW)
                nurbs_time_other(page, names[what], &run, set.count);
        }
        nurbs_set_free(&set);
    }
    for (int i = 0; i < SCENE_FOUR; ++i) cld_nurbs_model_free(&run.models[i]);
    cld_workspace_free(&workspace);
    bench_table(page->b, "NURBS, other queries on the four surfaces (contacts: 50 % colliding)");
}

/* ---- the page ---- */

static void nurbs_page_open(nurbs_page *page, bench *b)
{
    scene_surface four[SCENE_FOUR];
    memset(page, 0, sizeof *page);
    page->b = b;
    if (!baseline_create(&page->reference, (size_t)1 << 18)) {
        fprintf(stderr, "bench: out of memory\n");
        exit(1);
    }
    scene_four_surfaces(four);
    for (int i = 0; i < SCENE_FOUR; ++i) page->four[i] = nurbs_body_from(&four[i], 1);
    nurbs_choose_level(page);
}

static void nurbs_page_close(nurbs_page *page)
{
    for (int i = 0; i < SCENE_FOUR; ++i) nurbs_body_free(&page->four[i]);
    baseline_destroy(&page->reference);
}

#endif
