/* nurbs_truth.h: what is true of a query, by the tests' oracle (tests/oracle_nurbs.h), which shares
 * nothing with collide.h. The oracle is slow where there are many patches, so it is only asked
 * about pairs of patches, each with its own control points, whose boxes leave the question open. */
#ifndef PEERS_NURBS_TRUTH_H
#define PEERS_NURBS_TRUTH_H

#define COLLIDE_DOUBLE
#define TEST_LINKED /* types alone */
#include "../../tests/oracle_nurbs.h"
#include "nurbs.h"

/* The part of a surface over one rectangle of knots: its (p + 1) (q + 1) control points, the box
   around them and the point of the surface in the middle, posed. */
typedef struct truth_patch {
    cld_nurbs view;
    double low[3], high[3], middle[3];
} truth_patch;

typedef struct truth_body {
    truth_patch *patches;
    int count;
    cld_pose pose;
} truth_body;

typedef enum truth_relation { TRUTH_UNKNOWN, TRUTH_APART, TRUTH_TOUCHING } truth_relation;

static void *truth_memory(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory) abort();
    return memory;
}

static cld_pose truth_pose(const nurbs_pose *pose)
{
    const double *r = pose->rotation, *p = pose->position;
    cld_pose out = {{{r[0], r[3], r[6]}, {r[1], r[4], r[7]}, {r[2], r[5], r[8]}},
                    {p[0], p[1], p[2]}};
    return out;
}

static void truth_pose_patch(truth_patch *patch, const nurbs_pose *pose)
{
    const cld_nurbs *s = &patch->view;
    const double *u = s->knots_u + s->degree_u, *v = s->knots_v + s->degree_v;
    oracle_point o = oracle_evaluate(s, (u[0] + u[1]) / 2, (v[0] + v[1]) / 2);
    double middle[3] = {(double)o.d[0][0][0], (double)o.d[0][0][1], (double)o.d[0][0][2]};
    nurbs_apply(pose, middle, patch->middle);
    for (int c = 0; c < 3; ++c) patch->low[c] = HUGE_VAL, patch->high[c] = -HUGE_VAL;
    for (int i = 0; i < s->count_u; ++i)
        for (int j = 0; j < s->count_v; ++j) {
            double p[3];
            nurbs_apply(pose, s->points + (size_t)i * s->stride_u / sizeof(double) + 3 * j, p);
            for (int c = 0; c < 3; ++c) {
                patch->low[c] = fmin(patch->low[c], p[c]);
                patch->high[c] = fmax(patch->high[c], p[c]);
            }
        }
}

static truth_patch truth_patch_of(const nurbs_surface *s, int i, int j)
{
    truth_patch patch;
    int at = i * s->count_v + j;
    memset(&patch, 0, sizeof patch);
    patch.view.degree_u = s->degree_u, patch.view.degree_v = s->degree_v;
    patch.view.count_u = s->degree_u + 1, patch.view.count_v = s->degree_v + 1;
    patch.view.knots_u = s->knots_u + i, patch.view.knots_v = s->knots_v + j;
    patch.view.points = s->points + 3 * at;
    patch.view.stride_v = 3 * sizeof(double);
    patch.view.stride_u = (size_t)s->count_v * patch.view.stride_v;
    if (s->weights == NULL) return patch;
    patch.view.weights = s->weights + at;
    patch.view.weight_stride_v = sizeof(double);
    patch.view.weight_stride_u = (size_t)s->count_v * sizeof(double);
    return patch;
}

static truth_body truth_body_of(const nurbs_body *body, const nurbs_pose *pose)
{
    truth_body out = {NULL, 0, truth_pose(pose)};
    int room = 0;
    for (int k = 0; k < body->count; ++k)
        room += body->surfaces[k].count_u * body->surfaces[k].count_v;
    out.patches = (truth_patch *)truth_memory((size_t)room, sizeof *out.patches);
    for (int k = 0; k < body->count; ++k) {
        const nurbs_surface *s = &body->surfaces[k];
        for (int i = 0; i < s->count_u - s->degree_u; ++i)
            for (int j = 0; j < s->count_v - s->degree_v; ++j) {
                truth_patch patch = truth_patch_of(s, i, j);
                if (!(s->knots_u[i + s->degree_u] < s->knots_u[i + s->degree_u + 1])) continue;
                if (!(s->knots_v[j + s->degree_v] < s->knots_v[j + s->degree_v + 1])) continue;
                truth_pose_patch(&patch, pose);
                out.patches[out.count++] = patch;
            }
    }
    return out;
}

static double truth_box_distance(const truth_patch *a, const truth_patch *b)
{
    double squared = 0;
    for (int c = 0; c < 3; ++c) {
        double gap = fmax(0, fmax(a->low[c] - b->high[c], b->low[c] - a->high[c]));
        squared += gap * gap;
    }
    return sqrt(squared);
}

/* The views of the patches of b that come within `reach` of the patch, by their boxes. */
static int truth_near(const truth_patch *patch, const truth_body *b, double reach, cld_nurbs *out)
{
    int count = 0;
    for (int j = 0; j < b->count; ++j)
        if (truth_box_distance(patch, &b->patches[j]) <= reach) out[count++] = b->patches[j].view;
    return count;
}

static int truth_is_near(const truth_patch *patch, const truth_body *b, double reach)
{
    for (int j = 0; j < b->count; ++j)
        if (truth_box_distance(patch, &b->patches[j]) <= reach) return 1;
    return 0;
}

/* Boxes are computed in double: what they may be off by, generously. */
static double truth_slack(const truth_body *a)
{
    double size = 0;
    for (int i = 0; i < a->count; ++i)
        for (int c = 0; c < 3; ++c)
            size = fmax(size, fmax(fabs(a->patches[i].low[c]), fabs(a->patches[i].high[c])));
    return 1e-13 * size;
}

/* TOUCHING: two points that are common to 1e-13 of the size, or within a quarter of the tolerance,
   were found; APART: proved farther than the tolerance; point: of the contact. */
static truth_relation truth_collide(const truth_body *a, const truth_body *b, double tolerance,
                                    double point[3])
{
    cld_nurbs *list = (cld_nurbs *)truth_memory((size_t)b->count, sizeof *list);
    truth_relation relation = TRUTH_APART;
    double reach = tolerance + truth_slack(a) + truth_slack(b);
    for (int i = 0; i < a->count && relation != TRUTH_TOUCHING; ++i) {
        int count = truth_near(&a->patches[i], b, reach, list);
        oracle_answer o;
        if (count == 0) continue;
        o = oracle_bodies(&a->patches[i].view, 1, &a->pose, list, count, &b->pose, tolerance, 0, 0);
        if (o.relation == ORACLE_APART) continue;
        relation =
            o.relation == ORACLE_COMMON || o.hi <= tolerance / 4 ? TRUTH_TOUCHING : TRUTH_UNKNOWN;
        memcpy(point, o.point[0], sizeof o.point[0]);
    }
    free(list);
    return relation;
}

/* What the distance cannot exceed: the least one of points in the middles of patches. */
static double truth_reach(const truth_body *a, const truth_body *b)
{
    double least = HUGE_VAL;
    for (int i = 0; i < a->count; ++i)
        for (int j = 0; j < b->count; ++j) {
            const double *p = a->patches[i].middle, *q = b->patches[j].middle;
            double x = p[0] - q[0], y = p[1] - q[1], z = p[2] - q[2];
            least = fmin(least, x * x + y * y + z * z);
        }
    return sqrt(least) + truth_slack(a) + truth_slack(b);
}

/* The distance to within the accuracy, if o.hi - o.lo is not above it. */
static oracle_answer truth_distance(const truth_body *a, const truth_body *b, double accuracy)
{
    cld_nurbs *near_a = (cld_nurbs *)truth_memory((size_t)a->count, sizeof *near_a);
    cld_nurbs *near_b = (cld_nurbs *)truth_memory((size_t)b->count, sizeof *near_b);
    double reach = truth_reach(a, b);
    int count_a = 0, count_b = 0;
    for (int i = 0; i < a->count; ++i)
        if (truth_is_near(&a->patches[i], b, reach)) near_a[count_a++] = a->patches[i].view;
    for (int j = 0; j < b->count; ++j)
        if (truth_is_near(&b->patches[j], a, reach)) near_b[count_b++] = b->patches[j].view;
    oracle_answer o =
        oracle_bodies(near_a, count_a, &a->pose, near_b, count_b, &b->pose, HUGE_VAL, accuracy, 0);
    free(near_a);
    free(near_b);
    return o;
}

/* A segment from p to q as a body of one surface that is a curve: q = p is a point. */
typedef struct truth_segment {
    double knots[4], points[12];
    nurbs_surface surface;
    nurbs_body body;
} truth_segment;

static void truth_segment_set(truth_segment *s, const double p[3], const double q[3])
{
    nurbs_surface surface = {1, 1, 2, 2, s->knots, s->knots, s->points, NULL};
    s->knots[0] = s->knots[1] = 0, s->knots[2] = s->knots[3] = 1;
    for (int c = 0; c < 3; ++c) {
        s->points[c] = s->points[3 + c] = p[c];
        s->points[6 + c] = s->points[9 + c] = q[c];
    }
    s->surface = surface;
    s->body.count = 1, s->body.surfaces = &s->surface;
}

static nurbs_pose truth_identity(void)
{
    nurbs_pose pose = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};
    return pose;
}

/* The distance of a point from the body, both in the body's frame. */
static oracle_answer truth_closest(const nurbs_body *body, const double point[3], double accuracy)
{
    truth_segment s;
    nurbs_pose pose = truth_identity();
    truth_segment_set(&s, point, point);
    truth_body a = truth_body_of(body, &pose), b = truth_body_of(&s.body, &pose);
    oracle_answer o = truth_distance(&a, &b, accuracy);
    free(a.patches);
    free(b.patches);
    return o;
}

/* Does the part of the way from `begin` to `end` meet the body? *t: somewhere where it does. */
static truth_relation truth_part(const truth_body *a, const double origin[3], const double way[3],
                                 double begin, double end, double *t)
{
    nurbs_pose pose = truth_identity();
    truth_segment s;
    double p[3], q[3], point[3], along = 0, length2 = 0;
    for (int c = 0; c < 3; ++c) {
        p[c] = origin[c] + begin * way[c];
        q[c] = origin[c] + end * way[c];
    }
    truth_segment_set(&s, p, q);
    truth_body b = truth_body_of(&s.body, &pose);
    truth_relation relation = truth_collide(a, &b, 1e-9, point);
    free(b.patches);
    if (relation != TRUTH_TOUCHING) return relation;
    for (int c = 0; c < 3; ++c) {
        along += (point[c] - origin[c]) * way[c];
        length2 += way[c] * way[c];
    }
    *t = along / length2;
    return relation;
}

/* Where along `way` the ray first meets the body: TOUCHING with *t; APART; or UNKNOWN. Part after
   part of the way; where one meets the body, it is cut just before the point found, until nothing
   is left on it: *t is right to `accuracy`. */
static truth_relation truth_ray(const nurbs_body *body, const double origin[3], const double way[3],
                                double accuracy, double *t)
{
    enum { PARTS = 64, CUTS = 64 };
    nurbs_pose pose = truth_identity();
    truth_body a = truth_body_of(body, &pose);
    truth_relation found = TRUTH_APART;
    for (int part = 0; part < PARTS && found == TRUTH_APART; ++part) {
        double begin = (double)part / PARTS, end = (part + 1.0) / PARTS;
        for (int cut = 0; cut < CUTS && end > begin; ++cut) {
            truth_relation here = truth_part(&a, origin, way, begin, end, t);
            if (here == TRUTH_APART) break;
            found = here;
            if (here == TRUTH_UNKNOWN) break;
            end = *t - accuracy;
        }
    }
    free(a.patches);
    return found;
}

#endif /* PEERS_NURBS_TRUTH_H */
