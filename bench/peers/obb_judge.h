/* obb_judge.h: what is right, in the OBB program. Whether two boxes meet is decided exactly
 * (tests/oracle_obb.h); distances are the least over all pairs of features, in double. The numbers
 * of a box are exact, but its axes are orthonormal only to float's rounding: whoever takes them for
 * orthonormal is off by OBB_FLOAT of the size, so that much is no fault. */
#ifndef PEERS_OBB_JUDGE_H
#define PEERS_OBB_JUDGE_H

#include <float.h>

#include "obb_scenes.h"

#define OBB_FLOAT 2e-6 /* 32 units of rounding of float */

static double obb_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double obb_size(const obb_box *box)
{
    return box->half[0] + box->half[1] + box->half[2];
}

/* How large the numbers are that this pair's answer is made of. */
static double obb_pair_size(const obb_box *a, const obb_box *b)
{
    double size = obb_size(a) + obb_size(b);
    for (int c = 0; c < 3; ++c) size += fabs(a->centre[c]) + fabs(b->centre[c]);
    return size;
}

/* Do the boxes meet, or are they no farther apart than the documentation of cld_obb_overlap leaves
   open, 100 * 2^-53 times the sum of their half extents? Decided exactly, of a box that is larger
   by that much: nobody who computes in floats is asked for more. */
static int obb_meet_nearly(const obb_box *a, const obb_box *b)
{
    oracle_box x = obb_exactly(a), y = obb_exactly(b);
    const double slack = ldexp(100, -53) * (obb_size(a) + obb_size(b));
    for (int c = 0; c < 3; ++c) y.n[12 + c] += slack;
    return !oracle_apart(&x, &y, NULL);
}

/* ---- overlap */

static int *obb_truth(const obb_scene *s)
{
    int *truth = (int *)race_memory((size_t)s->count * sizeof(int));
    for (int i = 0; i < s->count; ++i) {
        oracle_box a = obb_exactly(&s->a[i]), b = obb_exactly(&s->b[i]);
        truth[i] = !oracle_apart(&a, &b, NULL);
    }
    return truth;
}

static race_verdict obb_judge_overlap(const void *scene, int query, const void *answer,
                                      const peer *who, double *error)
{
    const obb_scene *s = (const obb_scene *)scene;
    int meet = ((const int *)s->truth)[query];
    (void)who, (void)error;
    if (!((const obb_answer *)answer)->overlap == !meet) return RACE_RIGHT;
    if (!meet && obb_meet_nearly(&s->a[query], &s->b[query])) return RACE_RIGHT;
    return meet ? RACE_MISSED : RACE_WRONG;
}

/* ---- one against many: one wrong box makes an answer wrong */

static obb_bits *obb_truth_many(const obb_scene *s)
{
    obb_bits *truth = (obb_bits *)race_memory((size_t)s->count * sizeof *truth);
    for (int q = 0; q < s->count; ++q)
        for (int i = 0; i < OBB_MANY; ++i) {
            oracle_box a = obb_exactly(&s->a[q]), b = obb_exactly(&s->b[i]);
            if (!oracle_apart(&a, &b, NULL)) truth[q].words[i / 32] |= (uint32_t)1 << i % 32;
        }
    return truth;
}

static race_verdict obb_judge_many(const void *scene, int query, const void *answer,
                                   const peer *who, double *error)
{
    const obb_scene *s = (const obb_scene *)scene;
    const obb_bits *truth = (const obb_bits *)s->truth + query;
    const obb_bits *mine = (const obb_bits *)answer;
    int wrong = 0;
    (void)who, (void)error;
    for (int w = 0; w < OBB_MANY / 32; ++w) {
        if (truth->words[w] & ~mine->words[w]) return RACE_MISSED;
        wrong |= mine->words[w] != truth->words[w];
    }
    return wrong ? RACE_WRONG : RACE_RIGHT;
}

/* ---- contacts */

static int obb_meet_moved(const obb_box *a, const obb_box *b, const double n[3], double by)
{
    oracle_box x = obb_exactly(a), y = obb_exactly(b);
    for (int c = 0; c < 3; ++c) y.n[c] += by * n[c];
    return !oracle_apart(&x, &y, NULL);
}

/* Right: moving b by the depth along the normal takes the boxes apart, and by nine tenths of it
   less 0.2 % of the smaller box does not: by so much who prefers faces to edges may penetrate
   deeper than the least. The error is the depth beyond the least, relative to the size. */
static race_verdict obb_judge_contacts(const void *scene, int query, const void *answer,
                                       const peer *who, double *error)
{
    const obb_scene *s = (const obb_scene *)scene;
    const obb_box *a = &s->a[query], *b = &s->b[query];
    const obb_contacts *mine = (const obb_contacts *)answer;
    double slack = OBB_FLOAT * obb_pair_size(a, b), depth = mine->depth, prefer;
    oracle_box x = obb_exactly(a), y = obb_exactly(b);
    int meet = ((const int *)s->truth)[query];
    (void)who;
    if (mine->count < 0) return RACE_NONE;
    if (mine->count == 0) return meet ? RACE_MISSED : RACE_RIGHT;
    if (!meet) return obb_meet_nearly(a, b) ? RACE_RIGHT : RACE_WRONG;
    if (!(fabs(obb_dot(mine->normal, mine->normal) - 1) < 1e-4)) return RACE_WRONG;
    if (obb_meet_moved(a, b, mine->normal, depth + slack)) return RACE_WRONG;
    prefer = 0.9 * depth - 0.002 * fmin(obb_size(a), obb_size(b)) - slack;
    /* what touches in an edge or a corner may come apart if it is moved in: that is not asked */
    if (prefer > 0 && !obb_meet_moved(a, b, mine->normal, prefer)) return RACE_WRONG;
    *error = (depth + oracle_separation(&x, &y, NULL)) / (obb_size(a) + obb_size(b));
    return RACE_RIGHT;
}

/* ---- distance */

static void obb_corner(const obb_box *box, int corner, double p[3])
{
    for (int c = 0; c < 3; ++c) {
        p[c] = box->centre[c];
        for (int k = 0; k < 3; ++k)
            p[c] += (corner >> k & 1 ? box->half[k] : -box->half[k]) * box->axes[k][c];
    }
}

static double obb_point_distance(const obb_box *box, const double p[3])
{
    double d[3], square = 0;
    for (int c = 0; c < 3; ++c) d[c] = p[c] - box->centre[c];
    for (int k = 0; k < 3; ++k) {
        double out = fabs(obb_dot(d, box->axes[k])) - box->half[k];
        if (out > 0) square += out * out;
    }
    return sqrt(square);
}

/* Of the segments p + s u and q + t v, 0 <= s, t <= 1: the interior minimum, or infinity where the
   least is at an end (the corners have those). */
static double obb_edge_distance(const double p[3], const double u[3], const double q[3],
                                const double v[3])
{
    double w[3], n[3], uu = obb_dot(u, u), vv = obb_dot(v, v), uv = obb_dot(u, v), det, s, t;
    for (int c = 0; c < 3; ++c) w[c] = q[c] - p[c];
    for (int c = 0; c < 3; ++c)
        n[c] = u[(c + 1) % 3] * v[(c + 2) % 3] - u[(c + 2) % 3] * v[(c + 1) % 3];
    det = obb_dot(n, n);
    if (!(det > 1e-20 * uu * vv)) return HUGE_VAL;
    s = (vv * obb_dot(u, w) - uv * obb_dot(v, w)) / det;
    t = (uv * obb_dot(u, w) - uu * obb_dot(v, w)) / det;
    if (s < 0 || s > 1 || t < 0 || t > 1) return HUGE_VAL;
    return fabs(obb_dot(n, w)) / sqrt(det);
}

/* Of an end of edge e = 0..11 of the box, and the way along it. */
static void obb_edge(const obb_box *box, int e, double p[3], double u[3])
{
    int k = e / 4, corner = (e & 1) << (k + 1) % 3 | (e >> 1 & 1) << (k + 2) % 3;
    obb_corner(box, corner, p);
    for (int c = 0; c < 3; ++c) u[c] = 2 * box->half[k] * box->axes[k][c];
}

/* Of two boxes that are apart. */
static double obb_least_distance(const obb_box *a, const obb_box *b)
{
    double least = HUGE_VAL, p[3], q[3], u[3], v[3];
    for (int k = 0; k < 8; ++k) {
        obb_corner(a, k, p);
        obb_corner(b, k, q);
        least = fmin(least, fmin(obb_point_distance(b, p), obb_point_distance(a, q)));
    }
    for (int e = 0; e < 12; ++e)
        for (int f = 0; f < 12; ++f) {
            obb_edge(a, e, p, u);
            obb_edge(b, f, q, v);
            least = fmin(least, obb_edge_distance(p, u, q, v));
        }
    return least;
}

static double *obb_truth_distance(const obb_scene *s)
{
    double *truth = (double *)race_memory((size_t)s->count * sizeof(double));
    int *meet = obb_truth(s);
    for (int i = 0; i < s->count; ++i) {
        oracle_box a = obb_exactly(&s->a[i]), b = obb_exactly(&s->b[i]);
        if (meet[i]) continue;
        /* edges so near to parallel that doubles take them for crossing: the gap is known better */
        truth[i] = fmax(obb_least_distance(&s->a[i], &s->b[i]), oracle_separation(&a, &b, NULL));
        truth[i] = fmax(truth[i], DBL_MIN); /* 0 is for those that meet */
    }
    free(meet);
    return truth;
}

/* Right: off by at most a thousandth, or the rounding of float; so are the points. The error is
   relative to the size of the boxes. */
static race_verdict obb_judge_distance(const void *scene, int query, const void *answer,
                                       const peer *who, double *error)
{
    const obb_scene *s = (const obb_scene *)scene;
    const obb_box *a = &s->a[query], *b = &s->b[query];
    const obb_distance *mine = (const obb_distance *)answer;
    double truth = ((const double *)s->truth)[query], d[3];
    double slack = 1e-3 * truth + OBB_FLOAT * obb_pair_size(a, b);
    (void)who;
    if (!(mine->distance >= 0)) return RACE_NONE;
    if (truth == 0 && mine->distance > 0) return RACE_MISSED;
    *error = fabs(mine->distance - truth);
    if (mine->distance > 0) {
        for (int c = 0; c < 3; ++c) d[c] = mine->on_b[c] - mine->on_a[c];
        *error = fmax(*error, fabs(sqrt(obb_dot(d, d)) - truth));
        *error = fmax(*error, obb_point_distance(a, mine->on_a));
        *error = fmax(*error, obb_point_distance(b, mine->on_b));
    }
    if (!(*error <= slack)) return RACE_WRONG;
    *error /= obb_size(a) + obb_size(b);
    return RACE_RIGHT;
}

/* ---- rays: whether they meet the box is decided exactly */

typedef struct obb_ray_truth {
    int meet;
    double time, across; /* speed across the face that is entered */
} obb_ray_truth;

static obb_ray_truth obb_ray_meets(const obb_box *box, const obb_ray *ray)
{
    oracle_box b = obb_exactly(box), segment = b;
    obb_ray_truth t = {0, -HUGE_VAL, 0};
    double d[3];
    for (int c = 0; c < 3; ++c) { /* half a direction each way: exact, as floats are */
        segment.n[c] = ray->origin[c] + ray->direction[c] / 2;
        segment.n[3 + c] = ray->direction[c];
        segment.n[6 + c] = c == 1, segment.n[9 + c] = c == 2;
        d[c] = ray->origin[c] - box->centre[c];
    }
    segment.n[12] = 0.5, segment.n[13] = segment.n[14] = 0;
    t.meet = !oracle_apart(&b, &segment, NULL);
    for (int k = 0; k < 3; ++k) { /* the slab of the parallelepiped as its numbers have it */
        const double *u = box->axes[(k + 1) % 3], *w = box->axes[(k + 2) % 3];
        double n[3], x, v, radius, time;
        for (int c = 0; c < 3; ++c)
            n[c] = u[(c + 1) % 3] * w[(c + 2) % 3] - u[(c + 2) % 3] * w[(c + 1) % 3];
        x = obb_dot(d, n), v = obb_dot(ray->direction, n);
        radius = box->half[k] * fabs(obb_dot(box->axes[k], n)); /* the others lie in the face */
        time = ((v > 0 ? -radius : radius) - x) / v;
        if (v != 0 && time > t.time) t.time = time, t.across = fabs(v);
    }
    return t;
}

static obb_ray_truth *obb_truth_rays(const obb_scene *s)
{
    obb_ray_truth *truth = (obb_ray_truth *)race_memory((size_t)s->count * sizeof *truth);
    for (int i = 0; i < s->count; ++i) truth[i] = obb_ray_meets(&s->a[i], &s->rays[i]);
    return truth;
}

/* Right: also within a thousandth of the size of the face that is entered; the error is that. */
static race_verdict obb_judge_ray(const void *scene, int query, const void *answer, const peer *who,
                                  double *error)
{
    const obb_scene *s = (const obb_scene *)scene;
    const obb_ray_truth *truth = (const obb_ray_truth *)s->truth + query;
    const obb_hit *mine = (const obb_hit *)answer;
    int hit = mine->time <= 1;
    (void)who;
    if (!(mine->time >= 0)) return RACE_NONE;
    if (truth->meet && !hit) return RACE_MISSED;
    if (!truth->meet && hit) return RACE_WRONG;
    if (!hit) return RACE_RIGHT;
    *error = fabs(mine->time - truth->time) * truth->across / obb_size(&s->a[query]);
    return *error <= 1e-3 ? RACE_RIGHT : RACE_WRONG;
}

/* ---- sweeps: the separation along the way is a convex function of time */

static double obb_separation_at(const obb_scene *s, int query, double time)
{
    oracle_box a = obb_exactly(&s->a[query]), b = obb_exactly(&s->b[query]);
    for (int c = 0; c < 3; ++c) b.n[c] += time * s->rays[query].direction[c];
    return oracle_separation(&a, &b, NULL);
}

/* The least separation on the way, by golden sections. */
static double *obb_truth_sweep(const obb_scene *s)
{
    double *truth = (double *)race_memory((size_t)s->count * sizeof(double));
    for (int i = 0; i < s->count; ++i) {
        double low = 0, high = 1, g = 0.6180339887498949;
        double p = high - g, q = low + g;
        double at_p = obb_separation_at(s, i, p), at_q = obb_separation_at(s, i, q);
        for (int step = 0; step < 60; ++step) {
            if (at_p < at_q) {
                high = q, q = p, at_q = at_p, p = high - g * (high - low);
                at_p = obb_separation_at(s, i, p);
            } else {
                low = p, p = q, at_p = at_q, q = low + g * (high - low);
                at_q = obb_separation_at(s, i, q);
            }
        }
        truth[i] = fmin(fmin(at_p, at_q), obb_separation_at(s, i, 1));
    }
    return truth;
}

/* Right: found where they meet deeper than float's rounding, not found where they are farther apart
   than that; at the time told within a thousandth of the size of touching, which is the error, and
   not already out at the other side; where they overlap from the beginning, at 0, or not at all
   if they go no deeper. */
static race_verdict obb_judge_sweep(const void *scene, int query, const void *answer,
                                    const peer *who, double *error)
{
    const obb_scene *s = (const obb_scene *)scene;
    const obb_hit *mine = (const obb_hit *)answer;
    const obb_box *a = &s->a[query], *b = &s->b[query];
    double truth = ((const double *)s->truth)[query], slack = OBB_FLOAT * obb_pair_size(a, b);
    double before;
    (void)who;
    if (!(mine->time >= 0)) return RACE_NONE;
    if (mine->time > 1) {
        /* what starts in contact and goes no deeper need not be told */
        double start = obb_separation_at(s, query, 0);
        return truth < -slack && !(start < slack && truth > start - slack) ? RACE_MISSED
                                                                           : RACE_RIGHT;
    }
    if (truth > slack) return RACE_WRONG;
    if (mine->time <= 0 && obb_separation_at(s, query, 0) < slack) return RACE_RIGHT;
    *error = fabs(obb_separation_at(s, query, mine->time)) / (obb_size(a) + obb_size(b));
    before = obb_separation_at(s, query, 0.5 * mine->time);
    if (before < -slack) return RACE_WRONG;
    return *error <= 1e-3 ? RACE_RIGHT : RACE_WRONG;
}

/* ---- fit */

static double obb_volume_along(const obb_cloud *cloud, double axes[3][3])
{
    double volume = 1;
    for (int k = 0; k < 3; ++k) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (int i = 0; i < cloud->count; ++i) {
            double x = obb_dot(cloud->points[i], axes[k]);
            low = fmin(low, x), high = fmax(high, x);
        }
        volume *= high - low;
    }
    return volume;
}

/* The least volume that a long search among rotations finds: random turns of the best so far,
   smaller and smaller, from many starts. */
static double obb_least_volume(const obb_cloud *cloud, bench_random *r)
{
    double best = HUGE_VAL;
    for (int start = 0; start < 24; ++start) {
        obb_box frame;
        double size = 1, volume;
        obb_unit_axes(r, frame.axes);
        volume = obb_volume_along(cloud, frame.axes);
        for (int step = 0; step < 300; ++step, size *= 0.965) {
            obb_box trial = frame;
            double now;
            for (int k = 0; k < 3; ++k) obb_turn(&trial, k, size * bench_normal(r));
            now = obb_volume_along(cloud, trial.axes);
            if (now < volume) volume = now, frame = trial;
        }
        best = fmin(best, volume);
    }
    return best;
}

static double *obb_truth_fit(const obb_scene *s)
{
    double *truth = (double *)race_memory((size_t)s->count * sizeof(double));
    bench_random r = bench_seed(17);
    for (int i = 0; i < s->count; ++i) truth[i] = obb_least_volume(&s->clouds[i], &r);
    return truth;
}

/* Right: every point is inside, to float's rounding. The error is the volume over the least known,
   less 1. */
static race_verdict obb_judge_fit(const void *scene, int query, const void *answer, const peer *who,
                                  double *error)
{
    const obb_scene *s = (const obb_scene *)scene;
    const obb_cloud *cloud = &s->clouds[query];
    const obb_box *box = &((const obb_fit *)answer)->box;
    double slack = OBB_FLOAT * obb_pair_size(box, box);
    (void)who;
    for (int i = 0; i < cloud->count; ++i)
        if (!(obb_point_distance(box, cloud->points[i]) <= slack)) return RACE_WRONG;
    *error = 8 * box->half[0] * box->half[1] * box->half[2] / ((const double *)s->truth)[query] - 1;
    return RACE_RIGHT;
}

#endif /* PEERS_OBB_JUDGE_H */
