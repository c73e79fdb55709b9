/* touching_nurbs.h: surfaces as people make them, beside sheets that lie anyhow.
 *
 * All kinds of pairs of tests/made_nurbs.h, by group and one by one: planes, cylinders, cones,
 * spheres, tori, troughs and free-form sheets that cross, touch in a point, along a line or a
 * circle, have an edge in common, or coincide in part; seams and lines of knots on the contact, beside it, or anyhow. Each is fresh. All of them
 * touch, and how many curves they have in common, how long these are and how many of them are closed
 * is known: 'missed' counts what is told apart, or short; 'wrong', what is told too long or more than
 * once; 'none', what is left undecided.
 */
#ifndef BENCH_TOUCHING_NURBS_H
#define BENCH_TOUCHING_NURBS_H

#define TEST_LINKED /* the library is here already */
#include "rows_nurbs.h"
#include "../tests/made_nurbs.h"

enum { TOUCHING_CURVES = 512, TOUCHING_POINTS = 65536 };

typedef enum touching_what {
    TOUCHING_COLLIDE,
    TOUCHING_CURVES_OF,
    TOUCHING_CONTACTS
} touching_what;

typedef struct touching_run {
    touching_what what;
    common_scene *scenes;
    cld_nurbs_params *params;
    int count;
    cld_workspace workspace;
    cld_nurbs_curve *curves;
    cld_nurbs_curve_point *points;
    int answer; /* of the last query */
    int missed, wrong, none;
    double told; /* points of all curves */
} touching_run;

static void touching_one(void *context, int i)
{
    touching_run *run = (touching_run *)context;
    const case_surface *s = run->scenes[i].made.surface;
    const cld_nurbs_body a = case_body(&s[0].view, 1), b = case_body(&s[1].view, 1);
    const cld_nurbs_params *params = &run->params[i];
    cld_nurbs_contact contacts[16];
    int vertices;
    if (run->what == TOUCHING_COLLIDE)
        run->answer = cld_nurbs_collide(&a, &b, params, &run->workspace, contacts);
    else if (run->what == TOUCHING_CONTACTS)
        run->answer = cld_nurbs_contacts(&a, &b, params, &run->workspace, contacts, 16, NULL);
    else
        run->answer = cld_nurbs_curves(&a, &b, params, &run->workspace, run->curves,
                                       TOUCHING_CURVES, run->points, TOUCHING_POINTS, &vertices);
}

static double touching_between(cld_vec3 a, cld_vec3 b)
{
    const double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    const double z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

static void touching_judge_curves(touching_run *run, const common_scene *scene)
{
    const made_pair *m = &scene->made;
    double length = 0;
    int closed = 0, undecided = run->answer < 0;
    for (int i = 0; i < run->answer && i < TOUCHING_CURVES; ++i) {
        const cld_nurbs_curve *c = &run->curves[i];
        const cld_nurbs_curve_point *p = run->points + c->first;
        undecided |= c->relation == CLD_UNDECIDED;
        closed += c->closed, run->told += c->count;
        for (int k = 0; k + 1 < c->count; ++k)
            length += touching_between(p[k].position, p[k + 1].position);
        if (c->closed) length += touching_between(p[0].position, p[c->count - 1].position);
    }
    if (undecided)
        run->none++;
    else if (m->count < 0)
        return;
    else if (run->answer < m->count || length < 0.999 * m->length - 1e-4 * m->size)
        run->missed++;
    else if (run->answer > m->count || closed != m->closed ||
             length > 1.001 * m->length + 1e-3 * m->size)
        run->wrong++;
}

static void touching_judge(touching_run *run)
{
    run->missed = run->wrong = run->none = 0, run->told = 0;
    for (int i = 0; i < run->count; ++i) {
        const common_scene *scene = &run->scenes[i];
        const int known = scene->made.count >= 0;
        const int least = run->what == TOUCHING_COLLIDE ? 1 : scene->contacts;
        touching_one(run, i);
        if (run->what == TOUCHING_CURVES_OF)
            touching_judge_curves(run, scene);
        else if (run->answer < 0 || (run->what == TOUCHING_COLLIDE && run->answer == CLD_UNDECIDED))
            run->none++;
        else if (known && run->answer < least)
            run->missed++;
        else if (known && run->what == TOUCHING_CONTACTS && run->answer > least)
            run->wrong++;
    }
}

/* Sixteen roundings of the size, since rounding the control points may leave a gap. */
static void touching_tolerance(touching_run *run, int i)
{
    const made_pair *m = &run->scenes[i].made;
    const cld_nurbs_body a = case_body(&m->surface[0].view, 1);
    const cld_nurbs_body b = case_body(&m->surface[1].view, 1);
    memset(&run->params[i], 0, sizeof run->params[i]);
    if (!m->exact)
        run->params[i].tolerance = (cld_real)(8 * TEST_ROUND * (case_reach(&a) + case_reach(&b)));
}

static void touching_make_group(touching_run *run, made_group group, int count)
{
    test_random r = test_random_from(340 + (uint64_t)group);
    run->count = count;
    for (int i = 0; i < count; ++i) {
        made_group_scene(group, i, &r, &run->scenes[i]);
        touching_tolerance(run, i);
    }
}

static void touching_make_kind(touching_run *run, int kind, int count)
{
    test_random r = test_random_from(380 + (uint64_t)kind);
    run->count = count;
    for (int i = 0; i < count; ++i) {
        made_kind_scene(kind, &r, &run->scenes[i]);
        touching_tolerance(run, i);
    }
}

/* Times the scenes, judges them and frees them: a row. Returns the median time. */
static double touching_row(bench *b, touching_run *run, const char *name, const char *parameter)
{
    bench_statistics s = bench_each(b, touching_one, run, run->count);
    touching_judge(run);
    bench_times(b, "collide", "nurbs", name, parameter, &s);
    bench_figure(b, "collide", "nurbs", name, parameter, "missed", run->missed, "");
    bench_figure(b, "collide", "nurbs", name, parameter, "wrong", run->wrong, "");
    bench_figure(b, "collide", "nurbs", name, parameter, "none", run->none, "");
    bench_figure(b, "collide", "nurbs", name, parameter, "queries", run->count, "");
    if (run->what == TOUCHING_CURVES_OF)
        bench_figure(b, "collide", "nurbs", name, parameter, "points", run->told / run->count, "");
    for (int i = 0; i < run->count; ++i) made_free(&run->scenes[i].made);
    return s.median;
}

static void nurbs_bench_touching_pairs(nurbs_page *page)
{
    static const char *const names[3] = {"first contact", "all curves", "all contacts"};
    /* queries of all curves take up to tens of milliseconds; in the quick run there is one, and
       none of contacts */
    static const int counts[3] = {16384, 96, 48}, quick[3] = {64, 1, 0};
    enum { OF_A_KIND = 16 };
    touching_run run;
    bench *b = page->b;
    memset(&run, 0, sizeof run);
    run.scenes = (common_scene *)nurbs_allocate((size_t)counts[0], sizeof *run.scenes);
    run.params = (cld_nurbs_params *)nurbs_allocate((size_t)counts[0], sizeof *run.params);
    run.curves = (cld_nurbs_curve *)nurbs_allocate(TOUCHING_CURVES, sizeof *run.curves);
    run.points = (cld_nurbs_curve_point *)nurbs_allocate(TOUCHING_POINTS, sizeof *run.points);
    for (int what = TOUCHING_COLLIDE; what <= (b->quick ? TOUCHING_CURVES_OF : TOUCHING_CONTACTS);
         ++what) {
        run.what = (touching_what)what;
        double random = 0;
        for (int group = MADE_GROUP_RANDOM; group < MADE_GROUPS; ++group) {
            const char *name = names[what], *parameter = made_group_names[group];
            touching_make_group(&run, (made_group)group, b->quick ? quick[what] : counts[what]);
            const double seconds = touching_row(b, &run, name, parameter);
            if (group == MADE_GROUP_RANDOM)
                random = seconds;
            else
                bench_made(b, "nurbs", name, parameter, seconds, "random, crossing", random);
        }
    }
    bench_table(b,
                "NURBS, made input: pairs that cross, touch, have an edge in common or coincide");
    run.what = TOUCHING_CURVES_OF;
    for (int kind = 0; kind < MADE_ALL_KINDS && !b->quick; ++kind) {
        touching_make_kind(&run, kind, OF_A_KIND);
        touching_row(b, &run, made_group_names[made_kind_group(kind)], made_kind_name(kind));
    }
    bench_table(b, "NURBS, made input, all curves: each kind");
    cld_workspace_free(&run.workspace);
    free(run.scenes), free(run.params), free(run.curves), free(run.points);
}

/* ---- distance where a whole area or line is equally near ---- */

enum { NURBS_OFFSET_COUNT = 64 };

static const double nurbs_offset_gap = 1e-2;

typedef struct nurbs_offset_run {
    made_pair pairs[NURBS_OFFSET_COUNT];
    cld_nurbs_params params;
    cld_workspace workspace;
    int failures, wrong;
} nurbs_offset_run;

/* 'wrong': farther from the truth than was asked, and than rounding of the control points moves
   it. */
static void nurbs_offset_one(void *context, int i)
{
    nurbs_offset_run *run = (nurbs_offset_run *)context;
    const case_surface *s = run->pairs[i].surface;
    const cld_nurbs_body a = case_body(&s[0].view, 1), b = case_body(&s[1].view, 1);
    cld_nurbs_contact c;
    const int relation = cld_nurbs_distance(&a, &b, &run->params, &run->workspace, &c);
    run->failures += relation != CLD_APART && relation != CLD_NEAR;
    run->wrong += !(fabs((double)c.contact.distance - nurbs_offset_gap) <=
                    (double)run->params.tolerance + 32 * TEST_ROUND);
}

/* Balls in sockets about one centre, pins in holes about one axis, cylinders side by side. */
static void nurbs_bench_offsets(nurbs_page *page)
{
    static const char *const names[MADE_OFFSETS] = {"distance, concentric", "distance, coaxial",
                                                    "distance, parallel"};
    static const double accuracy[3] = {1e-3, 1e-6, 1e-9};
    static const char *const parameters[3] = {"accuracy 1e-3", "accuracy 1e-6", "accuracy 1e-9"};
    nurbs_offset_run *run = (nurbs_offset_run *)nurbs_allocate(1, sizeof *run);
    for (int what = 0; what < MADE_OFFSETS; ++what) {
        test_random r = test_random_from(360 + (uint64_t)what);
        for (int i = 0; i < NURBS_OFFSET_COUNT; ++i)
            made_offset((made_offset_kind)what, &r, nurbs_offset_gap, &run->pairs[i]);
        for (int k = 0; k < 3; ++k) {
            run->params.tolerance = (cld_real)accuracy[k];
            run->failures = run->wrong = 0;
            bench_statistics s = bench_each(page->b, nurbs_offset_one, run, NURBS_OFFSET_COUNT);
            bench_times(page->b, "collide", "nurbs", names[what], parameters[k], &s);
            bench_figure(page->b, "collide", "nurbs", names[what], parameters[k], "failures",
                         run->failures, "");
            bench_figure(page->b, "collide", "nurbs", names[what], parameters[k], "wrong",
                         run->wrong, "");
        }
        for (int i = 0; i < NURBS_OFFSET_COUNT; ++i) made_free(&run->pairs[i]);
    }
    cld_workspace_free(&run->workspace);
    free(run);
    bench_table(page->b, "NURBS, distance where a whole area or line is equally near");
}

#endif /* BENCH_TOUCHING_NURBS_H */
