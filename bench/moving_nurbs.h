/* moving_nurbs.h: the source's moving precision test (its section 3.4 and figure 3.8).
 *
 * The six touching cases of scenes_nurbs.h again, but one body is still and the other, a sphere,
 * falls on it, moved by examples/rigid.h with the source's integrator and its step of 1e-4. What is
 * measured is the first contact that is reported: how far it is from where the true ones first
 * touch. Against the recursion level of the source's algorithm, and against the tolerance of ours;
 * found as the steps find it, or with the moment of contact searched within the step.
 */
#ifndef BENCH_MOVING_NURBS_H
#define BENCH_MOVING_NURBS_H

#include "bench.h"
#include "collide.h"
#include "bench_nurbs.h"
#include "figure.h"
#include "../examples/rigid.h"

enum {
    MOVING_LEVELS = 11,
    MOVING_TOLERANCES = 7,
    MOVING_HALVINGS = 30,
    MOVING_PHASES = 4,
    MOVING_STEPS = 7
};

static const double moving_step = 1e-4, moving_gravity = 9.81, moving_fall = 0.05;

/* How fast the sphere is when it arrives, hence how far it falls in a step. */
static double moving_speed(void)
{
    return sqrt(2.0 * moving_gravity * moving_fall);
}

typedef enum moving_question {
    MOVING_BASELINE, /* the source's algorithm at some level */
    MOVING_FIRST,    /* cld_nurbs_collide: some point where they meet */
    MOVING_DEEPEST   /* cld_nurbs_contacts: the deepest one */
} moving_question;

typedef struct moving_drop {
    /* set by who measures */
    nurbs_page *page;
    const nurbs_touch_scene *scene;
    int which; /* case 1 to 6 */
    moving_question question;
    int level;
    double tolerance, step; /* step: of time */
    int halvings;
    int last_steps; /* > 0: only about so many steps of the fall are moved, the rest by formula */

    /* of the fall */
    rigid_body sphere;
    const nurbs_body *still;
    scene_touching touching;
    cld_workspace workspace;

    /* the earliest contact so far: the searched moment is the first of all that were tried */
    int found;
    double time, error, overlap; /* distance from the true contact; how deep the spheres are then */
    long queries, wrong;         /* wrong: answers that the true gap contradicts, or no answer */
} moving_drop;

static void moving_ask_library(moving_drop *d, const nurbs_query *q, nurbs_answer *out)
{
    cld_nurbs_body a = nurbs_side(q->a, &q->real_a, NURBS_PREPARED);
    cld_nurbs_body b = nurbs_side(q->b, &q->real_b, NURBS_PREPARED);
    cld_nurbs_params params;
    cld_nurbs_contact hit;
    memset(&params, 0, sizeof params);
    params.tolerance = (cld_real)d->tolerance;
    if (d->question == MOVING_FIRST) {
        out->relation = cld_nurbs_collide(&a, &b, &params, &d->workspace, &hit);
    } else {
        int count = cld_nurbs_contacts(&a, &b, &params, &d->workspace, &hit, 1, &out->relation);
        if (count < 0) out->relation = count;
    }
    out->gave_up = out->relation < 0 || out->relation == CLD_UNDECIDED;
    if (out->relation <= 0) return;
    nurbs_from_vec3(hit.contact.point_a, out->point_a);
    nurbs_from_vec3(hit.contact.point_b, out->point_b);
}

/* Where the sphere is now. */
static nurbs_query moving_query(const moving_drop *d)
{
    scene_pose pose = scene_identity();
    pose.position[0] = d->sphere.position.x;
    pose.position[1] = d->sphere.position.y;
    pose.position[2] = d->sphere.position.z;
    return nurbs_make_query(d->still, &d->touching.pose_a, &d->scene->sphere, &pose);
}

/* Ours must say apart beyond the tolerance and must not below a quarter of it, but for the rounding
   of poses and control points. The source's algorithm promises nothing. */
static int moving_contradicts(const moving_drop *d, const nurbs_answer *answer, double overlap)
{
    const double rounding = 8.0 * (sizeof(cld_real) == 4 ? 6e-8 : 2e-12);
    if (d->question == MOVING_BASELINE) return answer->gave_up;
    if (answer->gave_up) return 1;
    return answer->relation == CLD_APART ? -overlap < d->tolerance / 4.0 - rounding
                                         : -overlap > d->tolerance + rounding;
}

/* For rigid_collider: asks, and keeps the earliest contact. */
static int moving_collide(void *data, double time, double margin, rigid_contact *out, int capacity)
{
    moving_drop *d = (moving_drop *)data;
    nurbs_query q = moving_query(d);
    nurbs_run run = {NURBS_BASELINE,          NULL, NULL, NULL, &d->page->reference,
                     nurbs_settings(d->level)};
    nurbs_answer answer;
    double overlap = nurbs_touch_overlap(&q, d->which);
    (void)margin;
    if (d->question == MOVING_BASELINE)
        nurbs_ask_baseline(&run, &q, &answer);
    else
        moving_ask_library(d, &q, &answer);
    ++d->queries;
    d->wrong += moving_contradicts(d, &answer, overlap);
    if (answer.relation <= 0) return 0;
    if (!d->found || time < d->time) {
        d->found = 1;
        d->time = time;
        d->overlap = overlap;
        d->error = fmax(nurbs_distance(answer.point_a, d->touching.contact),
                        nurbs_distance(answer.point_b, d->touching.contact));
    }
    if (capacity < 1) return 1;
    const double *a = answer.point_a, *b = answer.point_b, *n = d->touching.normal;
    memset(out, 0, sizeof *out);
    out->contact.point_a = to_cld(vector(a[0], a[1], a[2]));
    out->contact.point_b = to_cld(vector(b[0], b[1], b[2]));
    out->contact.normal = to_cld(vector(n[0], n[1], n[2]));
    out->contact.distance = (cld_real)-overlap;
    out->b = &d->sphere;
    return 1;
}

/* Lets the sphere fall from `height` above where it touches, until a contact is found. */
static void moving_run(moving_drop *d, double height)
{
    const double skipped = moving_fall - d->last_steps * moving_speed() * d->step;
    const double left = d->last_steps > 0 ? height - fmax(skipped, 0.0) : height;
    rigid_world world;
    rigid_collider collider = {moving_collide, d, 0.0, 0.0};
    const double *at;
    d->touching = scene_touching_case(d->which, d->scene->sphere.scenes, nurbs_radius,
                                      d->scene->plane.scenes, 0.0);
    d->still = d->which <= 3 ? &d->scene->sphere : &d->scene->plane;
    d->found = 0;
    at = d->touching.pose_b.position;
    memset(&d->sphere, 0, sizeof d->sphere);
    rigid_set_mass(&d->sphere, 1.0, rigid_sphere_inertia(1.0, nurbs_radius));
    d->sphere.position = vector(at[0], at[1] + left, at[2]);
    d->sphere.velocity = vector(0.0, -sqrt(2.0 * moving_gravity * (height - left)), 0.0);
    memset(&world, 0, sizeof world);
    world.bodies = &d->sphere, world.body_count = 1;
    world.colliders = &collider, world.collider_count = 1;
    world.gravity = vector(0.0, -moving_gravity, 0.0);
    world.integrator = RIGID_EXPLICIT;
    world.max_step = 2.0 * d->step; /* each call below is one step */
    world.halvings = d->halvings;
    for (int i = 0; i * d->step < 0.5 && !d->found; ++i)
        if (rigid_update(&world, i * d->step, (i + 1) * d->step) < 0) break;
    rigid_free(&world);
}

/* The worst and the mean error over falls that arrive at different moments within a step. */
typedef struct moving_result {
    double worst, mean, overlap; /* NAN: a fall without a contact; the deepest and, negative, all
                                    that is reported too early */
    long queries, wrong;
} moving_result;

static moving_result moving_measure(moving_drop *d, int phases)
{
    moving_result r = {0.0, 0.0, -HUGE_VAL, 0, 0};
    d->queries = d->wrong = 0;
    for (int i = 0; i < phases; ++i) {
        moving_run(d, moving_fall + i * moving_speed() * d->step / phases);
        double error = (double)NAN;
        if (d->found) error = d->error;
        r.worst = error <= r.worst ? r.worst : error;
        r.mean += error / phases;
        r.overlap = fmax(r.overlap, d->overlap);
    }
    r.queries = d->queries;
    r.wrong = d->wrong;
    return r;
}

static moving_drop moving_drop_new(nurbs_page *page, const nurbs_touch_scene *scene)
{
    moving_drop d;
    memset(&d, 0, sizeof d);
    d.page = page;
    d.scene = scene;
    d.step = moving_step;
    return d;
}

static void moving_report(const moving_drop *d, const moving_result *r)
{
    char name[32], parameter[48];
    const char *who = d->question == MOVING_BASELINE ? "baseline" : "collide";
    bench *b = d->page->b;
    snprintf(name, sizeof name, "moving case %d", d->which);
    if (d->question == MOVING_BASELINE)
        snprintf(parameter, sizeof parameter, "level%s %d", d->halvings > 0 ? " searched" : "",
                 d->level);
    else
        snprintf(parameter, sizeof parameter, "%s%s %.0e",
                 d->question == MOVING_FIRST ? "first" : "deepest",
                 d->halvings > 0 ? " searched" : "", d->tolerance);
    bench_figure(b, who, "moving", name, parameter, "error_max", r->worst, "");
    bench_figure(b, who, "moving", name, parameter, "error_mean", r->mean, "");
    bench_figure(b, who, "moving", name, parameter, "overlap", r->overlap, "");
    bench_figure(b, who, "moving", name, parameter, "wrong", (double)r->wrong, "");
    bench_figure(b, who, "moving", name, parameter, "queries", (double)r->queries, "");
}
/* ---- all of it ---- */

/* How the library is asked: the question, and whether the moment is searched. */
enum { MOVING_WAYS = 4 };
static const char *const moving_ways[MOVING_WAYS] = {"first", "first searched", "deepest",
                                                     "deepest searched"};

typedef struct moving_table {
    int levels, tolerances; /* rows that were measured */
    double level[MOVING_LEVELS], tolerance[MOVING_TOLERANCES];
    double baseline[2][MOVING_LEVELS][SCENE_TOUCHING]; /* worst errors; [1]: searched */
    double standing[MOVING_LEVELS]; /* the same where the bodies just touch and nothing moves */
    double ours[MOVING_WAYS][MOVING_TOLERANCES][SCENE_TOUCHING];
    long wrong;
} moving_table;

static double moving_worst(const double *errors)
{
    double worst = 0.0;
    for (int i = 0; i < SCENE_TOUCHING; ++i) worst = errors[i] <= worst ? worst : errors[i];
    return worst;
}

/* As figure 3.7 has it: the worst of six cases, or NAN where one was missed. */
static double moving_standing(const moving_drop *d, int level)
{
    double worst = 0.0, contact[1][3];
    for (int which = 1; which <= SCENE_TOUCHING; ++which) {
        nurbs_set set = nurbs_touch_set(d->scene, which, 0.0, 1, contact);
        nurbs_run run = {NURBS_BASELINE, set.queries,         set.answers[NURBS_BASELINE],
                         NULL,           &d->page->reference, nurbs_settings(level)};
        nurbs_query_one(&run, 0);
        double error = nurbs_distance(run.answers[0].point_a, contact[0]);
        if (run.answers[0].relation <= 0) error = (double)NAN;
        worst = error <= worst ? worst : error;
        nurbs_set_free(&set);
    }
    return worst;
}

static void moving_measure_baseline(moving_drop *d, moving_table *t)
{
    const int step = d->page->b->quick ? 20 : 5;
    d->question = MOVING_BASELINE;
    for (int searched = 0; searched < 2; ++searched) {
        d->halvings = searched ? MOVING_HALVINGS : 0;
        t->levels = 0;
        for (int level = d->page->b->quick ? 20 : 10; level <= 60; level += step) {
            t->level[t->levels] = level;
            t->standing[t->levels] = moving_standing(d, level);
            d->level = level;
            for (d->which = 1; d->which <= SCENE_TOUCHING; ++d->which) {
                moving_result r = moving_measure(d, 1);
                t->baseline[searched][t->levels][d->which - 1] = r.worst;
                moving_report(d, &r);
            }
            ++t->levels;
        }
    }
}

static void moving_measure_ours(moving_drop *d, moving_table *t)
{
    const int quick = d->page->b->quick;
    t->tolerances = quick ? 4 : MOVING_TOLERANCES;
    for (int way = 0; way < MOVING_WAYS; ++way) {
        d->question = way < 2 ? MOVING_FIRST : MOVING_DEEPEST;
        d->halvings = way % 2 ? MOVING_HALVINGS : 0;
        for (int i = 0; i < t->tolerances; ++i) {
            d->tolerance = t->tolerance[i] = pow(10.0, -(quick ? 2 * i + 1 : i + 1));
            for (d->which = 1; d->which <= SCENE_TOUCHING; ++d->which) {
                moving_result r = moving_measure(d, quick ? 1 : MOVING_PHASES);
                t->ours[way][i][d->which - 1] = r.worst;
                t->wrong += r.wrong;
                moving_report(d, &r);
            }
        }
    }
}

/* What the falls need: for moving_drop_new. */
typedef struct moving_room {
    nurbs_page page;
    nurbs_touch_scene scene;
} moving_room;

static void moving_open(moving_room *room, bench *b)
{
    memset(room, 0, sizeof *room);
    room->page.b = b;
    room->scene = nurbs_touch_scene_new();
    if (!baseline_create(&room->page.reference, (size_t)1 << 18)) {
        fprintf(stderr, "bench: out of memory\n");
        exit(1);
    }
}

static void moving_close(moving_room *room, moving_drop *d)
{
    cld_workspace_free(&d->workspace);
    nurbs_touch_scene_free(&room->scene);
    baseline_destroy(&room->page.reference);
}

static moving_table moving_measure_all(moving_drop *d)
{
    moving_table t;
    memset(&t, 0, sizeof t);
    moving_measure_baseline(d, &t);
    moving_measure_ours(d, &t);
    return t;
}

static void bench_moving(bench *b)
{
    moving_room room;
    moving_open(&room, b);
    moving_drop d = moving_drop_new(&room.page, &room.scene);
    moving_table t = moving_measure_all(&d);
    moving_close(&room, &d);
    const int last = t.tolerances - 1;
    bench_table(b, "NURBS, the moving test: one body still, a sphere falls on it in steps of 1e-4; "
                   "error of the first contact reported;\noverlap: of the bodies at that moment, "
                   "negative: not yet touching");
    bench_ask(b, "moving", "answers that the true gap contradicts", 0, (double)t.wrong, "",
              BENCH_AT_MOST);
    for (int way = 1; way < MOVING_WAYS; way += 2) {
        char text[96];
        snprintf(text, sizeof text, "%s, tolerance %.0e: worst error (unsearched: %.1e)",
                 moving_ways[way], t.tolerance[last], moving_worst(t.ours[way - 1][last]));
        /* in float the places themselves are off by 1e-7, and so the circle where they meet is
           as wide as the root of that */
        bench_ask(b, "moving", text, sizeof(cld_real) == 4 ? 1e-3 : 1e-6,
                  moving_worst(t.ours[way][last]), "", BENCH_AT_MOST);
    }
}

/* ---- figure 3.8, and the same against the tolerance ---- */

/* The radius of the circle in which a sphere and a plane cross that overlap by so much: where a
   first contact may be found. (Of two spheres: 0.7 times that.) */
static double moving_circle(double overlap)
{
    return sqrt(2.0 * nurbs_radius * overlap);
}

/* As the steps find the contact, or with its moment searched, which the source's simulator did. */
static void figure_3_8(bench *b, const moving_table *t, int searched)
{
    static const char *const names[11] = {
        "level",           "baseline case 1",   "baseline case 2",
        "baseline case 3", "baseline case 4",   "baseline case 5",
        "baseline case 6", "baseline standing", "circle after a step",
        "fall in a step",  "collide searched"};
    figure *f = figure_new(
        searched ? "figure_3_8_searched" : "figure_3_8",
        searched ? "Figure 3.8: error of the contact, a body moving, its moment searched"
                 : "Figure 3.8: error of the contact, a body moving in steps of 1e-4",
        searched ? "the moment of contact searched within the step by 30 halvings: nothing is "
                   "lost\nagainst standing bodies (figure 3.7, worst of six cases)"
                 : "the source: ten times less precise than standing. A contact is noticed after "
                   "it happened: by then the\nbodies overlap by the fall of a step and cross in a "
                   "circle, on which the answer lies; no level helps",
        "recursion level", "distance from the true contact (radius 0.5)");
    const double fall = moving_speed() * moving_step;
    memcpy(f->names, names, sizeof names);
    f->columns = 11;
    f->rows = t->levels;
    f->dashed = 4;
    f->look.y_log = 1;
    for (int r = 0; r < t->levels; ++r) {
        f->values[0][r] = t->level[r];
        for (int c = 0; c < SCENE_TOUCHING; ++c) f->values[1 + c][r] = t->baseline[searched][r][c];
        f->values[7][r] = t->standing[r];
        f->values[8][r] = moving_circle(fall);
        f->values[9][r] = fall;
        f->values[10][r] = moving_worst(t->ours[3][t->tolerances - 1]);
    }
    figure_write(b, f);
    free(f);
}

/* What the step costs: the same falls with steps of 1e-2 to 1e-5. The level is one at which the
   standing bodies' error is about 1e-3, a tenth of the circle after a step of 1e-4; ours have a
   tolerance that is far below all of it. */
static void figure_3_8_step(bench *b, moving_drop *d)
{
    enum { LEVEL = 40 };
    static const char *const names[8] = {
        "step",           "baseline level 40", "baseline searched",
        "collide",        "collide deepest",   "circle after a step",
        "fall in a step", "level 40 standing"};
    figure *f = figure_new(
        "figure_3_8_step", "Figure 3.8, why: error of the contact and the simulator's step",
        "A contact is noticed up to a step after it happened. First hits lie on the circle in "
        "which the bodies then cross, sqrt(2 r fall):\nten times the standing error of level 40 at "
        "the source's step, 1e-4. With the moment searched the step does not matter",
        "step of time, s", "worst distance from the true contact (radius 0.5)");
    const double standing = moving_standing(d, LEVEL);
    d->last_steps = 20;
    memcpy(f->names, names, sizeof names);
    f->columns = 8;
    f->dashed = 3;
    f->look.x_log = f->look.y_log = 1;
    plot_add_mark(&f->look, moving_step, "the source's step");
    for (int r = 0; r < MOVING_STEPS; ++r) {
        static const double digits[2] = {1.0, 3.0};
        static const int searched[4] = {0, MOVING_HALVINGS, 0, 0};
        static const moving_question questions[4] = {MOVING_BASELINE, MOVING_BASELINE, MOVING_FIRST,
                                                     MOVING_DEEPEST};
        d->step = digits[r % 2] * pow(10.0, r / 2 - 5);
        f->values[0][r] = d->step;
        for (int k = 0; k < 4; ++k) {
            double *worst = &f->values[1 + k][r];
            d->question = questions[k], d->halvings = searched[k];
            d->level = LEVEL, d->tolerance = 1e-6;
            *worst = 0.0;
            for (d->which = 1; d->which <= SCENE_TOUCHING; ++d->which) {
                double error = moving_measure(d, b->quick ? 1 : MOVING_PHASES).worst;
                *worst = error <= *worst ? *worst : error;
            }
        }
        f->values[5][r] = moving_circle(moving_speed() * d->step);
        f->values[6][r] = moving_speed() * d->step;
        f->values[7][r] = standing;
    }
    d->step = moving_step, d->last_steps = 0;
    f->rows = MOVING_STEPS;
    figure_write(b, f);
    free(f);
}

static void figure_3_8_tolerance(bench *b, const moving_table *t)
{
    figure *f = figure_new("figure_3_8_tolerance",
                           "Figure 3.8 with tolerances: a body moving, ours, worst of six cases",
                           "first: collide, any point where they meet; deepest: contacts; "
                           "searched: the moment, within the step",
                           "tolerance", "distance from the true contact");
    const double fall = moving_speed() * moving_step;
    f->names[0] = "tolerance";
    for (int way = 0; way < MOVING_WAYS; ++way) f->names[1 + way] = moving_ways[way];
    f->names[5] = "circle after a step";
    f->names[6] = "fall in a step";
    f->columns = 7;
    f->rows = t->tolerances;
    f->dashed = 2;
    f->look.x_log = f->look.y_log = 1;
    for (int r = 0; r < t->tolerances; ++r) {
        f->values[0][r] = t->tolerance[r];
        for (int way = 0; way < MOVING_WAYS; ++way)
            f->values[1 + way][r] = moving_worst(t->ours[way][r]);
        f->values[5][r] = moving_circle(fall);
        f->values[6][r] = fall;
    }
    figure_write(b, f);
    free(f);
}

static void bench_moving_figures(bench *b)
{
    moving_room room;
    moving_open(&room, b);
    moving_drop d = moving_drop_new(&room.page, &room.scene);
    moving_table t = moving_measure_all(&d);
    b->record_count = 0; /* the figures say it */
    figure_3_8(b, &t, 0);
    figure_3_8(b, &t, 1);
    figure_3_8_tolerance(b, &t);
    figure_3_8_step(b, &d);
    moving_close(&room, &d);
}

#endif /* BENCH_MOVING_NURBS_H */
