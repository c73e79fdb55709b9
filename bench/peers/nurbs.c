/* NURBS surfaces: collide.h beside its peers. See race.h for what is measured. The scenes are those
 * of the bench (bench/scenes_nurbs.h), all numbers rounded to float; what is true of each query the
 * tests' oracle says beforehand (nurbs_truth.h), or the way in which it was made. */
#include "race.h"
#define COLLIDE_DOUBLE
#define COLLIDE_STATIC /* what cuts and writes made surfaces in other forms */
#define COLLIDE_NO_MESH
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#include "collide.h"
#include "nurbs_truth.h"
#include "../scenes_nurbs.h"
#include "../../tests/made_nurbs.h"

/* What is known of a query. */
typedef struct nurbs_known {
    truth_relation relation;
    double value;    /* "distance", "closest": the distance; "ray": the part of the way */
    double point[3]; /* the only contact, if pointed */
    int pointed;
} nurbs_known;

/* What is raced: the scene first, since the judges are given its address. */
typedef struct nurbs_set {
    nurbs_scene scene;
    nurbs_known *known;
    nurbs_query *queries;
} nurbs_set;

/* ---- bodies ---- */

enum { NURBS_MOST_SURFACES = 16 };

typedef struct nurbs_world {
    scene_surface scenes[NURBS_MOST_SURFACES];
    nurbs_surface views[NURBS_MOST_SURFACES];
    nurbs_body bodies[NURBS_MOST_SURFACES];
    int surface_count, body_count;
} nurbs_world;

/* volatile: gcc 12 at -O2 drops the rounding where two neighbours are stored. */
static double nurbs_float(double x)
{
    volatile float rounded = (float)x;
    return (double)rounded;
}

static void nurbs_round(double *values, int count)
{
    for (int i = 0; i < count; ++i) values[i] = nurbs_float(values[i]);
}

/* Takes the surfaces over. */
static void nurbs_add_body(nurbs_world *w, const scene_surface *surfaces, int count)
{
    nurbs_body *body = &w->bodies[w->body_count++];
    body->count = count;
    body->surfaces = &w->views[w->surface_count];
    for (int i = 0; i < count; ++i) {
        scene_surface s = surfaces[i];
        nurbs_surface view = {s.degree_u, s.degree_v, s.count_u, s.count_v,
                              s.knots_u,  s.knots_v,  s.points,  s.weights};
        nurbs_round(s.knots_u, s.count_u + s.degree_u + 1);
        nurbs_round(s.knots_v, s.count_v + s.degree_v + 1);
        nurbs_round(s.points, 3 * s.count_u * s.count_v);
        if (s.weights) nurbs_round(s.weights, s.count_u * s.count_v);
        w->views[w->surface_count] = view;
        w->scenes[w->surface_count++] = s;
    }
}

static void nurbs_free_world(nurbs_world *w)
{
    for (int i = 0; i < w->surface_count; ++i) scene_free(&w->scenes[i]);
}

static void nurbs_four(nurbs_world *w)
{
    scene_surface four[SCENE_FOUR];
    memset(w, 0, sizeof *w);
    scene_four_surfaces(four);
    for (int i = 0; i < SCENE_FOUR; ++i) nurbs_add_body(w, &four[i], 1);
}

/* ---- sets of queries ---- */

static nurbs_set nurbs_set_of(const nurbs_body *bodies, int body_count, int count, double tolerance,
                              int flags)
{
    nurbs_set s;
    memset(&s, 0, sizeof s);
    s.queries = (nurbs_query *)race_memory((size_t)count * sizeof *s.queries);
    s.known = (nurbs_known *)race_memory((size_t)count * sizeof *s.known);
    s.scene.bodies = bodies, s.scene.body_count = body_count;
    s.scene.queries = s.queries, s.scene.count = count;
    s.scene.tolerance = tolerance, s.scene.flags = flags;
    return s;
}

static nurbs_set nurbs_new_set(const nurbs_world *w, int count, double tolerance, int flags)
{
    return nurbs_set_of(w->bodies, w->body_count, count, tolerance, flags);
}

static void nurbs_free_set(nurbs_set *s)
{
    free(s->queries);
    free(s->known);
}

static nurbs_pose nurbs_float_pose(const scene_pose *pose)
{
    nurbs_pose out;
    memcpy(out.rotation, pose->rotation, sizeof out.rotation);
    memcpy(out.position, pose->position, sizeof out.position);
    nurbs_round(out.rotation, 9);
    nurbs_round(out.position, 3);
    return out;
}

static void nurbs_set_query(nurbs_query *q, int a, const scene_pose *pose_a, int b,
                            const scene_pose *pose_b)
{
    memset(q, 0, sizeof *q);
    q->a = a, q->b = b;
    q->pose_a = nurbs_float_pose(pose_a);
    q->pose_b = nurbs_float_pose(pose_b);
}

static void nurbs_set_queries(nurbs_set *s, const scene_query *from)
{
    for (int i = 0; i < s->scene.count; ++i)
        nurbs_set_query(&s->queries[i], from[i].a, &from[i].pose_a, from[i].b, &from[i].pose_b);
}

static void nurbs_truth_bodies(const nurbs_set *s, const nurbs_query *q, truth_body *a,
                               truth_body *b)
{
    *a = truth_body_of(&s->scene.bodies[q->a], &q->pose_a);
    *b = truth_body_of(&s->scene.bodies[q->b], &q->pose_b);
}

/* Asks the oracle of every query whether the bodies touch; what it leaves open is left out. */
static void nurbs_know_touching(nurbs_set *s)
{
    int kept = 0;
    for (int i = 0; i < s->scene.count; ++i) {
        nurbs_known *known = &s->known[kept];
        truth_body a, b;
        nurbs_truth_bodies(s, &s->queries[i], &a, &b);
        known->relation = truth_collide(&a, &b, s->scene.tolerance, known->point);
        free(a.patches);
        free(b.patches);
        s->queries[kept] = s->queries[i];
        kept += known->relation != TRUTH_UNKNOWN;
    }
    s->scene.count = kept;
}

/* ---- judges ---- */

/* What triangles within 1e-3 of the surface may be off by. Their chord error is measured on
   samples: half as much again. */
static const double nurbs_chord = 1.5e-3;

static int nurbs_is_mesh(const peer *who)
{
    return strncmp(who->who, "collide", 7) != 0 && strncmp(who->who, "SISL", 4) != 0 &&
           strncmp(who->who, "Open", 4) != 0;
}

static double nurbs_apart(const double a[3], const double b[3])
{
    double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return sqrt(x * x + y * y + z * z);
}

static race_verdict nurbs_judge_collide(const void *scene, int query, const void *answer,
                                        const peer *who, double *error)
{
    const nurbs_known *known = &((const nurbs_set *)scene)->known[query];
    const nurbs_answer *mine = (const nurbs_answer *)answer;
    (void)who;
    if (mine->found < 0) return RACE_NONE;
    if (known->relation == TRUTH_APART) return mine->found ? RACE_WRONG : RACE_RIGHT;
    if (!mine->found) return RACE_MISSED;
    if (known->pointed && mine->pointed) *error = nurbs_apart(mine->point, known->point);
    return RACE_RIGHT;
}

/* Exact surfaces: to 1e-6, a few units of float's rounding at these coordinates. Triangles: as far
   as two of them may be off. */
static race_verdict nurbs_judge_distance(const void *scene, int query, const void *answer,
                                         const peer *who, double *error)
{
    const nurbs_known *known = &((const nurbs_set *)scene)->known[query];
    const nurbs_answer *mine = (const nurbs_answer *)answer;
    if (mine->found < 0) return RACE_NONE;
    *error = fabs(mine->value - known->value);
    return *error <= (nurbs_is_mesh(who) ? 2 * nurbs_chord : 1e-6) ? RACE_RIGHT : RACE_WRONG;
}

/* Triangles: a ray that meets the surface at more than some 4 degrees hits them within 0.02. */
static race_verdict nurbs_judge_ray(const void *scene, int query, const void *answer,
                                    const peer *who, double *error)
{
    const nurbs_set *s = (const nurbs_set *)scene;
    const nurbs_known *known = &s->known[query];
    const nurbs_answer *mine = (const nurbs_answer *)answer;
    const double none[3] = {0, 0, 0}, length = nurbs_apart(s->queries[query].way, none);
    if (mine->found < 0) return RACE_NONE;
    if (known->relation == TRUTH_APART) return mine->found ? RACE_WRONG : RACE_RIGHT;
    if (!mine->found) return RACE_MISSED;
    *error = fabs(mine->value - known->value) * length;
    return *error <= (nurbs_is_mesh(who) ? 0.02 : 1e-5) ? RACE_RIGHT : RACE_WRONG;
}

/* The greatest deviation of the position, and of derivatives as parts of the longest of their
   order: what float rounds, ten times over. */
static race_verdict nurbs_judge_evaluate(const void *scene, int query, const void *answer,
                                         const peer *who, double *error)
{
    const nurbs_set *s = (const nurbs_set *)scene;
    const nurbs_query *q = &s->queries[query];
    const nurbs_surface *from = s->scene.bodies[q->a].surfaces;
    const nurbs_answer *mine = (const nurbs_answer *)answer;
    static const int order[6][2] = {{0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 1}, {0, 2}};
    const double *given[6] = {mine->point,     mine->first[0],  mine->first[1],
                              mine->second[0], mine->second[1], mine->second[2]};
    double scale[3] = {1, 1, 1};
    cld_nurbs view = {from->degree_u,
                      from->degree_v,
                      from->count_u,
                      from->count_v,
                      from->knots_u,
                      from->knots_v,
                      from->points,
                      0,
                      0,
                      from->weights,
                      0,
                      0};
    oracle_point o = oracle_evaluate(&view, q->uv[0], q->uv[1]);
    (void)who;
    if (mine->found < 0) return RACE_NONE;
    for (int k = 0; k < 6; ++k)
        for (int c = 0; c < 3; ++c) {
            double *most = &scale[order[k][0] + order[k][1]];
            *most = fmax(*most, fabs((double)o.d[order[k][0]][order[k][1]][c]));
        }
    for (int k = 0; k < 6; ++k)
        for (int c = 0; c < 3; ++c) {
            double truth = (double)o.d[order[k][0]][order[k][1]][c];
            *error = fmax(*error, fabs(given[k][c] - truth) / scale[order[k][0] + order[k][1]]);
        }
    return *error <= 1e-6 ? RACE_RIGHT : RACE_WRONG;
}

/* ---- whether bodies touch ---- */

static void nurbs_race_collide(racing *r, const char *parameter, nurbs_set *s, int batch)
{
    contest c = {"collide",
                 parameter,
                 &s->scene,
                 s->scene.count - s->scene.count % batch,
                 batch,
                 sizeof(nurbs_answer),
                 nurbs_judge_collide};
    race(r, &c);
}

static nurbs_set nurbs_four_set(const racing *r, const nurbs_world *w, int placements, double cube,
                                uint64_t seed, int flags)
{
    int count = SCENE_PAIRS * (r->b.quick ? placements / 10 : placements);
    nurbs_set s = nurbs_new_set(w, count, 1e-6, flags);
    scene_query *from = (scene_query *)race_memory((size_t)count * sizeof *from);
    scene_four_queries(from, count / SCENE_PAIRS, cube, seed);
    nurbs_set_queries(&s, from);
    free(from);
    return s;
}

static void nurbs_race_four(racing *r, const nurbs_world *w)
{
    static const char *const rates[3] = {"four, 0 %", "four, 50 %", "four, 100 %"};
    for (int i = 0; i < 3; ++i) {
        nurbs_set s =
            nurbs_four_set(r, w, 30, scene_four_cubes[i], 31, i == 1 ? NURBS_DEFORMING : 0);
        nurbs_know_touching(&s);
        nurbs_race_collide(r, rates[i], &s, i == 0 ? SCENE_PAIRS : 1); /* the first: 100 ns */
        nurbs_free_set(&s);
    }
}

/* The half of them once more, a thousand lengths from the origin. */
static void nurbs_race_far(racing *r, const nurbs_world *w)
{
    static const double there[3] = {1024, -2048, 512};
    nurbs_set s = nurbs_four_set(r, w, 30, scene_four_cubes[1], 37, 0);
    for (int i = 0; i < s.scene.count; ++i)
        for (int c = 0; c < 3; ++c) {
            double *a = s.queries[i].pose_a.position, *b = s.queries[i].pose_b.position;
            a[c] = nurbs_float(a[c] + there[c]);
            b[c] = nurbs_float(b[c] + there[c]);
        }
    nurbs_know_touching(&s);
    nurbs_race_collide(r, "four, far away", &s, 1);
    nurbs_free_set(&s);
}

/* Placements apart, B then moved along the shortest way towards A, until the gap is so wide or, if
   negative, so much too far. */
static void nurbs_race_nearly(racing *r, const nurbs_world *w)
{
    static const double gaps[4] = {1e-3, 1e-4, -1e-4, -1e-3};
    nurbs_set s = nurbs_four_set(r, w, 30, 2.5, 38, 0);
    int kept = 0;
    for (int i = 0; i < s.scene.count; ++i) {
        nurbs_query *q = &s.queries[i];
        truth_body a, b;
        nurbs_truth_bodies(&s, q, &a, &b);
        oracle_answer o = truth_distance(&a, &b, 1e-7);
        free(a.patches);
        free(b.patches);
        if (!(o.lo > 1e-2) || o.hi - o.lo > 1e-6) continue;
        for (int c = 0; c < 3; ++c) {
            double way = (o.point[0][c] - o.point[1][c]) * (1 - gaps[kept % 4] / o.hi);
            q->pose_b.position[c] = nurbs_float(q->pose_b.position[c] + way);
        }
        s.queries[kept++] = *q;
    }
    s.scene.count = kept;
    nurbs_know_touching(&s);
    nurbs_race_collide(r, "four, nearly", &s, 1);
    nurbs_free_set(&s);
}

static void nurbs_race_twins(racing *r)
{
    nurbs_world w;
    scene_surface patch = scene_noisy_patch(20);
    int count = r->b.quick ? 60 : 600;
    memset(&w, 0, sizeof w);
    nurbs_add_body(&w, &patch, 1);
    nurbs_set s = nurbs_new_set(&w, count, 1e-6, NURBS_DEFORMING);
    scene_query *from = (scene_query *)race_memory((size_t)count * sizeof *from);
    scene_twin_queries(from, count, scene_twin_cube, 32);
    nurbs_set_queries(&s, from);
    free(from);
    nurbs_know_touching(&s);
    nurbs_race_collide(r, "20x20, 50 %", &s, 1);
    nurbs_free_set(&s);
    nurbs_free_world(&w);
}

/* ---- six ways to touch ---- */

static const double nurbs_radius = 0.5;

static void nurbs_touching_world(nurbs_world *w)
{
    scene_surface octants[SCENE_OCTANTS], plane = scene_plane(1.5);
    memset(w, 0, sizeof *w);
    for (int i = 0; i < SCENE_OCTANTS; ++i) octants[i] = scene_octant(nurbs_radius, i);
    nurbs_add_body(w, octants, SCENE_OCTANTS);
    nurbs_add_body(w, &plane, 1);
}

/* Under quarter turns of both, which do not round. What is rounded (weights, poses of other angles)
   moves the surfaces by 1e-7 at most, and the tolerance is ten times that. */
static void nurbs_race_touching(racing *r)
{
    static const double gaps[3] = {0, -1e-5, 1e-5};
    static const char *const names[3] = {"touching", "overlap 1e-5", "gap 1e-5"};
    nurbs_world w;
    nurbs_touching_world(&w);
    int turns = r->b.quick ? 2 : SCENE_QUARTER_TURNS / 2;
    for (int g = 0; g < 3; ++g) {
        nurbs_set s = nurbs_new_set(&w, SCENE_TOUCHING * turns, 1e-6, NURBS_ENDLESS);
        for (int i = 0; i < s.scene.count; ++i) {
            int which = 1 + i % SCENE_TOUCHING;
            scene_touching t = scene_touching_case(which, w.scenes, nurbs_radius,
                                                   &w.scenes[SCENE_OCTANTS], gaps[g]);
            scene_pose turn = scene_quarter_turns(2 * (i / SCENE_TOUCHING) + i % 2);
            scene_pose a = scene_compose(&turn, &t.pose_a), b = scene_compose(&turn, &t.pose_b);
            nurbs_set_query(&s.queries[i], which <= 3 ? 0 : 1, &a, 0, &b);
            s.known[i].relation = gaps[g] > 0 ? TRUTH_APART : TRUTH_TOUCHING;
            s.known[i].pointed = g == 0;
            scene_apply(&turn, t.contact, s.known[i].point);
        }
        nurbs_race_collide(r, names[g], &s, 1);
        nurbs_free_set(&s);
    }
    nurbs_free_world(&w);
}

/* ---- sheets side by side ---- */

/* The same surface with more knots: who makes triangles of it makes others, so that sheets side by
   side are not each other's exact copies by luck. */
static scene_surface nurbs_refined(scene_surface s)
{
    static const double knots[3] = {0.21, 0.52, 0.83};
    for (int way = 0; way < 2; ++way) {
        for (int i = 0; i < 3; ++i) s = scene_insert_u(&s, knots[i]);
        s = scene_transpose(&s);
    }
    return s;
}

static void nurbs_race_parallel(racing *r)
{
    static const double gaps[3] = {1e-2, 1e-3, 1e-4};
    static const char *const names[3] = {"parallel, 1e-2", "parallel, 1e-3", "parallel, 1e-4"};
    nurbs_world w;
    scene_surface patch = scene_worst_patch(), other = nurbs_refined(scene_worst_patch());
    memset(&w, 0, sizeof w);
    nurbs_add_body(&w, &patch, 1);
    nurbs_add_body(&w, &other, 1);
    for (int g = 0; g < (r->b.quick ? 2 : 3); ++g) {
        nurbs_set s = nurbs_new_set(&w, 5, 1e-6, 0);
        bench_random random = bench_seed(34);
        scene_pose a, b;
        scene_worst_poses(gaps[g], &a, &b);
        for (int i = 0; i < s.scene.count; ++i) {
            scene_pose motion = i == 0 ? scene_identity() : scene_random_pose(&random, 0.5);
            scene_pose c = scene_compose(&motion, &a), d = scene_compose(&motion, &b);
            nurbs_set_query(&s.queries[i], 0, &c, 1, &d);
            /* a height field above itself: its slopes are below 1, the rounding below 1e-6 */
            s.known[i].relation = TRUTH_APART;
        }
        nurbs_race_collide(r, names[g], &s, 1);
        nurbs_free_set(&s);
    }
    nurbs_free_world(&w);
}

/* ---- distance, closest point, ray, evaluation ---- */

static void nurbs_race_distance(racing *r, const nurbs_world *w)
{
    nurbs_set s = nurbs_four_set(r, w, 25, 3, 39, 0);
    int kept = 0;
    for (int i = 0; i < s.scene.count; ++i) {
        truth_body a, b;
        nurbs_truth_bodies(&s, &s.queries[i], &a, &b);
        oracle_answer o = truth_distance(&a, &b, 5e-7);
        free(a.patches);
        free(b.patches);
        if (o.hi - o.lo > 1e-6) continue;
        s.known[kept].value = o.hi;
        s.queries[kept++] = s.queries[i];
    }
    s.scene.count = kept;
    contest c = {"distance",           "four, mostly apart", &s.scene, kept, 1,
                 sizeof(nurbs_answer), nurbs_judge_distance};
    race(r, &c);
    nurbs_free_set(&s);
}

static void nurbs_float_point(bench_random *random, double cube, double out[3])
{
    for (int c = 0; c < 3; ++c) out[c] = nurbs_float(cube * bench_uniform(random, -0.5, 0.5));
}

static void nurbs_race_closest(racing *r, const nurbs_world *w)
{
    nurbs_set s = nurbs_new_set(w, r->b.quick ? 100 : 1000, 0, 0);
    bench_random random = bench_seed(40);
    int kept = 0;
    for (int i = 0; i < s.scene.count; ++i) {
        nurbs_query *q = &s.queries[kept];
        q->a = i % SCENE_FOUR;
        nurbs_float_point(&random, 2, q->point);
        oracle_answer o = truth_closest(&s.scene.bodies[q->a], q->point, 1e-8);
        s.known[kept].value = o.hi;
        kept += o.hi - o.lo <= 1e-7;
    }
    s.scene.count = kept;
    contest c = {
        "closest",           "four, from afar and near", &s.scene, kept, 1, sizeof(nurbs_answer),
        nurbs_judge_distance};
    race(r, &c);
    nurbs_free_set(&s);
}

static void nurbs_race_ray(racing *r, const nurbs_world *w)
{
    nurbs_set s = nurbs_new_set(w, r->b.quick ? 30 : 300, 0, 0);
    bench_random random = bench_seed(41);
    int kept = 0;
    for (int i = 0; i < s.scene.count; ++i) {
        nurbs_query *q = &s.queries[kept];
        nurbs_known *known = &s.known[kept];
        double to[3];
        q->a = i % SCENE_FOUR;
        nurbs_float_point(&random, 3, q->point);
        nurbs_float_point(&random, 0.8, to);
        for (int c = 0; c < 3; ++c) q->way[c] = nurbs_float(2 * (to[c] - q->point[c]));
        known->relation = truth_ray(&s.scene.bodies[q->a], q->point, q->way, 2e-6, &known->value);
        kept += known->relation != TRUTH_UNKNOWN;
    }
    s.scene.count = kept;
    contest c = {"ray", "four, half hit", &s.scene, kept, 1, sizeof(nurbs_answer), nurbs_judge_ray};
    race(r, &c);
    nurbs_free_set(&s);
}

/* At random, and along rows of a grid, where spans and caches stay. */
static void nurbs_race_evaluate(racing *r, const nurbs_world *w)
{
    enum { COUNT = 4096, ROW = 64 };
    for (int grid = 0; grid < 2; ++grid) {
        nurbs_set s = nurbs_new_set(w, COUNT, 0, 0);
        bench_random random = bench_seed(42);
        for (int i = 0; i < COUNT; ++i) {
            nurbs_query *q = &s.queries[i];
            q->a = grid ? i / (COUNT / SCENE_FOUR) : i % SCENE_FOUR;
            q->uv[0] = grid ? i / ROW % 16 / 16.0 + 0.031 : bench_uniform(&random, 0, 1);
            q->uv[1] = grid ? (i % ROW + 0.3) / ROW : bench_uniform(&random, 0, 1);
            nurbs_round(q->uv, 2);
        }
        contest c = {"evaluate",
                     grid ? "four, rows" : "four, random",
                     &s.scene,
                     COUNT,
                     16,
                     sizeof(nurbs_answer),
                     nurbs_judge_evaluate};
        race(r, &c);
        nurbs_free_set(&s);
    }
}

/* ---- all of an intersection ---- */

typedef struct nurbs_sheets {
    nurbs_set set;
    const scene_surface *a, *b;
    double length;
} nurbs_sheets;

/* The difference of the heights, by differences. */
static void nurbs_slope(const nurbs_sheets *s, double x, double y, double slope[2])
{
    const double h = 1e-6;
    slope[0] = scene_curve_height(s->a, s->b, x + h, y) - scene_curve_height(s->a, s->b, x - h, y);
    slope[1] = scene_curve_height(s->a, s->b, x, y + h) - scene_curve_height(s->a, s->b, x, y - h);
    slope[0] /= 2 * h, slope[1] /= 2 * h;
}

/* Distance to the curve of a point near it, in the sheets' own frame. Newton along the slope of the
   difference of heights leads to a point of the curve; what lies along the tangent there is taken
   off. */
static double nurbs_off_curve(const nurbs_sheets *s, const double point[3])
{
    const double inside = 0.5 - 2e-6;
    double x = point[0], y = point[1], slope[2], on[3], ahead[3], along = 0;
    for (int step = 0; step < 6; ++step) {
        x = fmin(fmax(x, -inside), inside), y = fmin(fmax(y, -inside), inside);
        nurbs_slope(s, x, y, slope);
        double squared = slope[0] * slope[0] + slope[1] * slope[1];
        double f = scene_curve_height(s->a, s->b, x, y);
        if (!(squared > 0)) return HUGE_VAL;
        x -= f * slope[0] / squared, y -= f * slope[1] / squared;
    }
    double h = (y < 0 ? 1e-6 : -1e-6) / sqrt(slope[0] * slope[0] + slope[1] * slope[1]);
    scene_evaluate(s->a, x + 0.5, y + 0.5, on);
    scene_evaluate(s->a, x - h * slope[1] + 0.5, y + h * slope[0] + 0.5, ahead);
    double step = nurbs_apart(on, ahead), whole = nurbs_apart(on, point);
    for (int c = 0; c < 3; ++c) along += (ahead[c] - on[c]) / step * (point[c] - on[c]);
    return sqrt(fmax(0, whole * whole - along * along));
}

/* Right: three curves (of triangles: any number, since theirs may break) whose length is that of
   the true ones to a thousandth. error: the greatest distance of a chord's middle or end. */
static race_verdict nurbs_judge_curves(const void *scene, int query, const void *answer,
                                       const peer *who, double *error)
{
    const nurbs_sheets *s = (const nurbs_sheets *)scene;
    const nurbs_curves_answer *mine = (const nurbs_curves_answer *)answer;
    const nurbs_pose *pose = &s->set.queries[query].pose_a;
    scene_pose there;
    double length = 0;
    if (mine->curves <= 0) return RACE_NONE;
    memcpy(there.rotation, pose->rotation, sizeof there.rotation);
    memcpy(there.position, pose->position, sizeof there.position);
    scene_pose back = scene_invert(&there);
    for (int c = 0, i = 0; c < mine->curves; ++c)
        for (int begin = i; i < mine->ends[c]; ++i) {
            const double *p = mine->points + 3 * i;
            double middle[3], local[3];
            for (int k = 0; k < 3; ++k) middle[k] = i > begin ? (p[k] + p[k - 3]) / 2 : p[k];
            if (i > begin) length += nurbs_apart(p, p - 3);
            scene_apply(&back, middle, local);
            *error = fmax(*error, nurbs_off_curve(s, local));
            scene_apply(&back, p, local);
            *error = fmax(*error, nurbs_off_curve(s, local));
        }
    if (!nurbs_is_mesh(who) && mine->curves != SCENE_BRANCHES) return RACE_WRONG;
    return fabs(length / s->length - 1) <= 1e-3 ? RACE_RIGHT : RACE_WRONG;
}

static void nurbs_race_curves(racing *r)
{
    nurbs_world w;
    nurbs_sheets s;
    scene_surface sheets[2];
    bench_random random = bench_seed(35);
    memset(&w, 0, sizeof w);
    scene_curve_surfaces(&sheets[0], &sheets[1]);
    for (int i = 0; i < 2; ++i) nurbs_add_body(&w, &sheets[i], 1);
    s.set = nurbs_new_set(&w, 8, 0, 0);
    s.set.scene.chord = 1e-5;
    s.a = &w.scenes[0], s.b = &w.scenes[1];
    s.length = scene_curve_length(s.a, s.b);
    for (int i = 0; i < s.set.scene.count; ++i) {
        scene_pose pose = i == 0 ? scene_curve_pose() : scene_random_pose(&random, 0.5);
        nurbs_set_query(&s.set.queries[i], 0, &pose, 1, &pose);
    }
    contest c = {"curves", "two 20x20 sheets",          &s.set.scene,      s.set.scene.count,
                 1,        sizeof(nurbs_curves_answer), nurbs_judge_curves};
    race(r, &c);
    nurbs_free_set(&s.set);
    nurbs_free_world(&w);
}

/* ---- made input: each query has two surfaces of its own ---- */

typedef struct nurbs_made {
    nurbs_set set;
    common_scene *scenes;
    nurbs_surface *views;
    nurbs_body *bodies;
} nurbs_made;

/* Rounding the control points of surfaces some units in size moves them by so much. */
static const double nurbs_made_tolerance = 4e-6;

/* Knots from 0 to 1; all numbers floats. */
static nurbs_surface nurbs_made_surface(case_surface *from)
{
    const cld_nurbs *v = &from->view;
    const int count[2] = {v->count_u, v->count_v}, degree[2] = {v->degree_u, v->degree_v};
    double *knots[2] = {from->knots_u, from->knots_v};
    const nurbs_surface s = {v->degree_u,   v->degree_v,   v->count_u,   v->count_v,
                             from->knots_u, from->knots_v, from->points, from->weights};
    for (int k = 0; k < 2; ++k) {
        const double low = knots[k][degree[k]], high = knots[k][count[k]];
        for (int i = 0; i < count[k] + degree[k] + 1; ++i)
            knots[k][i] = nurbs_float((knots[k][i] - low) / (high - low));
    }
    nurbs_round(from->points, 3 * count[0] * count[1]);
    if (from->weights) nurbs_round(from->weights, count[0] * count[1]);
    return s;
}

/* What touches to the tolerance, each scene at the origin. Then nurbs_made_finish. */
static nurbs_made nurbs_made_begin(int count, int flags)
{
    nurbs_made m;
    m.scenes = (common_scene *)race_memory((size_t)count * sizeof *m.scenes);
    m.views = (nurbs_surface *)race_memory(2 * (size_t)count * sizeof *m.views);
    m.bodies = (nurbs_body *)race_memory(2 * (size_t)count * sizeof *m.bodies);
    m.set = nurbs_set_of(m.bodies, 2 * count, count, nurbs_made_tolerance, flags);
    return m;
}

static void nurbs_made_finish(nurbs_made *m)
{
    const scene_pose none = scene_identity();
    for (int i = 0; i < m->set.scene.count; ++i) {
        for (int k = 0; k < 2; ++k) {
            m->views[2 * i + k] = nurbs_made_surface(&m->scenes[i].made.surface[k]);
            m->bodies[2 * i + k].count = 1, m->bodies[2 * i + k].surfaces = &m->views[2 * i + k];
        }
        nurbs_set_query(&m->set.queries[i], 2 * i, &none, 2 * i + 1, &none);
    }
}

static void nurbs_made_free(nurbs_made *m)
{
    for (int i = 0; i < m->set.scene.count; ++i) made_free(&m->scenes[i].made);
    nurbs_free_set(&m->set);
    free(m->scenes);
    free(m->views);
    free(m->bodies);
}

/* Scenes of a group, all of its kinds in turn; or, from MADE_GROUPS on, of kind `of` - MADE_GROUPS. */
static nurbs_made nurbs_made_new(int of, int count)
{
    nurbs_made m = nurbs_made_begin(count, NURBS_ENDLESS);
    test_random r = test_random_from(340 + (uint64_t)of);
    for (int i = 0; i < count; ++i) {
        if (of < MADE_GROUPS)
            made_group_scene((made_group)of, i, &r, &m.scenes[i]);
        else
            made_kind_scene(of - MADE_GROUPS, &r, &m.scenes[i]);
        m.set.known[i].relation = TRUTH_TOUCHING;
    }
    nurbs_made_finish(&m);
    return m;
}

/* Missed: nothing, or fewer or shorter curves than there are. Wrong: more, or longer ones; of
   triangles, whose curves may break, only longer ones. error: what the length is off by. */
static race_verdict nurbs_judge_made(const void *scene, int query, const void *answer,
                                     const peer *who, double *error)
{
    const made_pair *m = &((const nurbs_made *)scene)->scenes[query].made;
    const nurbs_curves_answer *mine = (const nurbs_curves_answer *)answer;
    double length = 0;
    if (mine->curves < 0) return RACE_NONE;
    for (int c = 0, i = 0; c < mine->curves; ++c)
        for (int begin = i; i < mine->ends[c]; ++i)
            if (i > begin) length += nurbs_apart(mine->points + 3 * i, mine->points + 3 * i - 3);
    if (m->count < 0) return mine->curves > 0 ? RACE_RIGHT : RACE_MISSED;
    if (mine->curves < m->count || length < 0.999 * m->length - 1e-4) return RACE_MISSED;
    if (mine->curves > m->count && !nurbs_is_mesh(who)) return RACE_WRONG;
    if (length > 1.001 * m->length + 1e-3) return RACE_WRONG;
    *error = fabs(length - m->length);
    return RACE_RIGHT;
}

static void nurbs_race_made_curves(racing *r, const char *parameter, int of, int count)
{
    nurbs_made m = nurbs_made_new(of, count);
    m.set.scene.chord = 1e-4;
    contest c = {"curves",          parameter, &m.set.scene,
                 m.set.scene.count, 1,         sizeof(nurbs_curves_answer),
                 nurbs_judge_made};
    race(r, &c);
    nurbs_made_free(&m);
}

/* First contacts, then all curves. Sheets that lie anyhow may be apart: the oracle says so. */
static void nurbs_race_made(racing *r)
{
    for (int group = 0; group < MADE_GROUPS; ++group) {
        nurbs_made m = nurbs_made_new(group, r->b.quick ? 32 : 512);
        const int count = m.set.scene.count;
        if (group == MADE_GROUP_RANDOM) nurbs_know_touching(&m.set);
        nurbs_race_collide(r, made_group_names[group], &m.set, 1);
        m.set.scene.count = count;
        nurbs_made_free(&m);
    }
    race_table(r, "Made surfaces, which touch to 4e-6 or cross: first contact");
    for (int group = 0; group < MADE_GROUPS; ++group)
        nurbs_race_made_curves(r, made_group_names[group], group, r->b.quick ? 9 : 45);
    race_table(r, "Made surfaces: all curves, chord error 1e-4 asked");
}

/* Each kind of the generator: who is slow answers one at least. */
static void nurbs_race_kinds(racing *r)
{
    for (int kind = 0; kind < MADE_ALL_KINDS; ++kind)
        nurbs_race_made_curves(r, made_kind_name(kind), MADE_GROUPS + kind, r->b.quick ? 2 : 8);
    race_table(r, "Each kind of made surfaces: all curves, chord error 1e-4 asked");
}

/* ---- aims ---- */

/* A bicubic patch of the surface z = wave(x, y), its net over [x, x + 1] x [y, y + 1]. */
static nurbs_surface nurbs_patch(double *points, double x, double y)
{
    static const double knots[8] = {0, 0, 0, 0, 1, 1, 1, 1};
    const nurbs_surface s = {3, 3, 4, 4, knots, knots, points, NULL};
    for (int i = 0; i < 16; ++i, points += 3) {
        points[0] = x + i / 4 / 3.0, points[1] = y + i % 4 / 3.0;
        points[2] = 0.5 * sin(0.7 * points[0]) * sin(0.9 * points[1] + 0.3 * points[0]);
        nurbs_round(points, 3);
    }
    return s;
}

/* side x side patches, and the same twice as far up as they wave, both turned: apart. */
static void nurbs_race_patches(racing *r, int side)
{
    enum { COUNT = 64, BATCH = 16 }; /* of ours some 50 ns each */
    const int patches = side * side;
    nurbs_surface *views = (nurbs_surface *)race_memory((size_t)patches * sizeof *views);
    double *points = (double *)race_memory(48 * (size_t)patches * sizeof *points);
    nurbs_body bodies[2] = {{patches, views}, {patches, views}};
    nurbs_set s = nurbs_set_of(bodies, 2, COUNT, 0, NURBS_ENDLESS);
    bench_random random = bench_seed(71);
    char parameter[32];
    for (int i = 0; i < patches; ++i)
        views[i] = nurbs_patch(points + 48 * (size_t)i, i / side - side / 2, i % side - side / 2);
    for (int i = 0; i < COUNT; ++i) {
        const scene_pose a = scene_random_pose(&random, 1);
        scene_pose b = a;
        for (int c = 0; c < 3; ++c) b.position[c] += 2 * a.rotation[3 * c + 2];
        nurbs_set_query(&s.queries[i], 0, &a, 1, &b);
        s.known[i].relation = TRUTH_APART;
    }
    snprintf(parameter, sizeof parameter, "%d patches, apart", patches);
    nurbs_race_collide(r, parameter, &s, BATCH);
    nurbs_free_set(&s);
    free(views), free(points);
}

/* One region, told as such. */
static race_verdict nurbs_judge_region(const void *scene, int query, const void *answer,
                                       const peer *who, double *error)
{
    const nurbs_answer *mine = (const nurbs_answer *)answer;
    (void)scene, (void)query, (void)who, (void)error;
    if (mine->found < 0) return RACE_NONE;
    if (mine->found == 0) return RACE_MISSED;
    return mine->found == 1 && mine->region ? RACE_RIGHT : RACE_WRONG;
}

/* Bicubic sheets, each with itself in another form. */
static void nurbs_race_region(racing *r)
{
    const int of = MADE_GROUPS + MADE_PAIR_KINDS + COMMON_AREA_KNOTS, count = r->b.quick ? 4 : 32;
    const char *const parameter = made_kind_name(of - MADE_GROUPS);
    nurbs_made m = nurbs_made_new(of, count);
    contest c = {"contacts",           parameter,         &m.set.scene, count, 1,
                 sizeof(nurbs_answer), nurbs_judge_region};
    race(r, &c);
    nurbs_made_free(&m);
    nurbs_race_made_curves(r, parameter, of, count);
}

static void nurbs_race_aims(racing *r)
{
    static const char *const region = "area: free form, knots";
    const race_aim aims[] = {{"prepared surfaces apart, 1024 patches",
                              "collide",
                              "1024 patches, apart",
                              0,
                              3e-6,
                              "FCL",
                              {NULL, NULL},
                              1},
                             {"prepared surfaces apart, 10000 patches",
                              "collide",
                              "10000 patches, apart",
                              0,
                              3e-6,
                              "FCL",
                              {NULL, NULL},
                              1},
                             {"prepared surfaces apart, 19600 patches",
                              "collide",
                              "19600 patches, apart",
                              0,
                              3e-6,
                              "FCL",
                              {NULL, NULL},
                              1},
                             {"contacts of coincident bicubic surfaces",
                              "contacts",
                              region,
                              0,
                              20e-3,
                              "Open CASCADE",
                              {"curves", NULL},
                              0}};
    nurbs_race_patches(r, 32);
    nurbs_race_patches(r, 100);
    nurbs_race_patches(r, 140);
    nurbs_race_region(r);
    race_table(r, "Prepared surfaces of many patches, apart; a bicubic surface and itself");
    race_aims(r, aims, (int)(sizeof aims / sizeof *aims));
}

/* Equally near along a line or all over, a hundredth to a tenth apart. */
static void nurbs_race_offset(racing *r)
{
    for (int what = 0; what < MADE_OFFSETS; ++what) {
        nurbs_made m = nurbs_made_begin(r->b.quick ? 16 : 128, NURBS_ENDLESS);
        test_random random = test_random_from(360 + (uint64_t)what);
        for (int i = 0; i < m.set.scene.count; ++i) {
            const double gap = test_between(&random, 1e-2, 0.1);
            made_offset((made_offset_kind)what, &random, gap, &m.scenes[i].made);
            m.set.known[i].value = gap;
        }
        nurbs_made_finish(&m);
        contest c = {"distance", made_offset_names[what], &m.set.scene,        m.set.scene.count,
                     1,          sizeof(nurbs_answer),    nurbs_judge_distance};
        race(r, &c);
        nurbs_made_free(&m);
    }
}

/* ---- what is prepared, after control points moved ---- */

static race_verdict nurbs_judge_prepared(const void *scene, int query, const void *answer,
                                         const peer *who, double *error)
{
    (void)scene, (void)query, (void)who, (void)error;
    return ((const nurbs_answer *)answer)->found == 1 ? RACE_RIGHT : RACE_NONE;
}

/* Each of the four surfaces in turn. */
static void nurbs_race_prepared(racing *r, const nurbs_world *w)
{
    static const char *const questions[2] = {"refit", "build"};
    for (int k = 0; k < 2; ++k) {
        nurbs_set s = nurbs_new_set(w, 4 * SCENE_FOUR, 1e-6, NURBS_DEFORMING);
        scene_pose none = scene_identity();
        for (int i = 0; i < s.scene.count; ++i)
            nurbs_set_query(&s.queries[i], i % SCENE_FOUR, &none, i % SCENE_FOUR, &none);
        contest c = {questions[k],        "four",     &s.scene,
                     s.scene.count,       SCENE_FOUR, sizeof(nurbs_answer),
                     nurbs_judge_prepared};
        race(r, &c);
        nurbs_free_set(&s);
    }
}

int main(int argc, char **argv)
{
    racing r;
    if (!race_begin(&r, argc, argv, "nurbs")) return 2;
    r.seconds = r.kinds ? 0.05 : 0.3;
    if (r.kinds) nurbs_race_kinds(&r);
    if (r.made) nurbs_race_aims(&r);
    if (r.kinds || r.made) return race_end(&r);
    nurbs_world four;
    nurbs_four(&four);
    r.seconds = 0.1; /* many contests, and peers that take a second for a query */
    nurbs_race_four(&r, &four);
    nurbs_race_twins(&r);
    nurbs_race_nearly(&r, &four);
    nurbs_race_far(&r, &four);
    race_table(&r, "Do two bodies of surfaces touch? First contact");
    nurbs_race_touching(&r);
    race_table(&r, "Six ways to touch, of spheres and a plane: to a tolerance of 1e-6");
    nurbs_race_parallel(&r);
    race_table(&r, "Wavy sheets side by side: proof that they are apart");
    nurbs_race_curves(&r);
    race_table(&r, "All curves of an intersection, chord error 1e-5 asked");
    r.seconds = 0.5; /* peers take a tenth of a second for a query */
    nurbs_race_made(&r);
    nurbs_race_aims(&r);
    r.seconds = 0.1;
    nurbs_race_distance(&r, &four);
    nurbs_race_offset(&r);
    nurbs_race_closest(&r, &four);
    nurbs_race_ray(&r, &four);
    nurbs_race_evaluate(&r, &four);
    race_table(&r, "Distance, closest point, ray, evaluation");
    nurbs_race_prepared(&r, &four);
    race_table(&r, "All control points moved: what is prepared is refitted, or built again");
    nurbs_free_world(&four);
    return race_end(&r);
}
