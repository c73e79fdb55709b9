/* Boxes: pairs, one against many, cached, fits, separation and contacts, beside the textbook's
   test. */
#ifndef BENCH_OBB_H
#define BENCH_OBB_H

#include "collide.h"
#include "baseline_obb.h"
#include "bench.h"
#include "../tests/oracle_obb.h"

enum { OBB_PAIRS = 16384, OBB_QUERIES = 16 };

typedef struct obb_scene {
    cld_obb *a, *b;
    baseline_obb *plain_a, *plain_b;
    cld_obb_pack pack;
    void *memory;
    uint32_t *bits, *axes;
    int count, hits;
    double sink;
} obb_scene;

static cld_vec3 obb_vec3(double x, double y, double z)
{
    cld_vec3 v;
    v.x = (cld_real)x, v.y = (cld_real)y, v.z = (cld_real)z;
    return v;
}

/* A uniformly distributed rotation, from a quaternion. */
static cld_mat3 obb_rotation(bench_random *r)
{
    double w = bench_normal(r), x = bench_normal(r), y = bench_normal(r), z = bench_normal(r);
    double s = 1 / sqrt(w * w + x * x + y * y + z * z);
    cld_mat3 m;
    w *= s, x *= s, y *= s, z *= s;
    m.x = obb_vec3(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y));
    m.y = obb_vec3(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x));
    m.z = obb_vec3(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y));
    return m;
}

static cld_obb obb_random(bench_random *r, double reach)
{
    cld_pose pose;
    pose.rotation = obb_rotation(r);
    pose.position = obb_vec3(bench_uniform(r, -reach, reach), bench_uniform(r, -reach, reach),
                             bench_uniform(r, -reach, reach));
    return cld_obb_from_pose(&pose, obb_vec3(bench_uniform(r, 0.2, 1), bench_uniform(r, 0.2, 1),
                                             bench_uniform(r, 0.2, 1)));
}

static baseline_obb obb_plain(const cld_obb *box)
{
    const cld_real *n = &box->centre.x;
    baseline_obb p;
    for (int i = 0; i < 3; ++i) {
        p.centre[i] = (float)n[i];
        p.half[i] = (float)n[12 + i];
        for (int j = 0; j < 3; ++j) p.axis[i][j] = (float)n[3 + 3 * i + j];
    }
    return p;
}

static oracle_box obb_exactly(const cld_obb *box)
{
    const cld_real *n = &box->centre.x;
    oracle_box o;
    for (int i = 0; i < 15; ++i) {
        volatile cld_real rounded = n[i]; /* gcc 12 would read it as it was before its rounding */
        o.n[i] = (double)rounded;
    }
    return o;
}

/* Distance of centres at which this share of pairs overlaps. */
static double obb_reach(double share)
{
    double low = 0.01, high = 40;
    for (int step = 0; step < 24; ++step) {
        double middle = sqrt(low * high);
        bench_random r = bench_seed(11);
        int hits = 0;
        for (int i = 0; i < 4000; ++i) {
            cld_obb a = obb_random(&r, 0), b = obb_random(&r, middle);
            hits += cld_obb_overlap(&a, &b);
        }
        if (hits > share * 4000)
            low = middle;
        else
            high = middle;
    }
    return sqrt(low * high);
}

static void *obb_alloc(size_t bytes)
{
    void *memory = malloc(bytes);
    if (memory == NULL) exit(1);
    return memory;
}

static void obb_scene_new(obb_scene *s, int count)
{
    size_t n = (size_t)count;
    s->count = count;
    s->a = (cld_obb *)obb_alloc(n * sizeof(cld_obb));
    s->b = (cld_obb *)obb_alloc(n * sizeof(cld_obb));
    s->plain_a = (baseline_obb *)obb_alloc(n * sizeof(baseline_obb));
    s->plain_b = (baseline_obb *)obb_alloc(n * sizeof(baseline_obb));
    s->memory = obb_alloc(cld_obb_pack_size(n));
    s->bits = (uint32_t *)obb_alloc((n + 31) / 32 * sizeof(uint32_t));
    s->axes = (uint32_t *)obb_alloc(n * sizeof(uint32_t));
    memset(s->axes, 0, n * sizeof(uint32_t));
}

static void obb_scene_free(obb_scene *s)
{
    free(s->a);
    free(s->b);
    free(s->plain_a);
    free(s->plain_b);
    free(s->memory);
    free(s->bits);
    free(s->axes);
}

/* What follows from the boxes a and b. */
static void obb_scene_finish(obb_scene *s)
{
    for (int i = 0; i < s->count; ++i) {
        s->plain_a[i] = obb_plain(&s->a[i]);
        s->plain_b[i] = obb_plain(&s->b[i]);
    }
    cld_obb_pack_build(&s->pack, s->b, (size_t)s->count, s->memory,
                       cld_obb_pack_size((size_t)s->count));
}

static void obb_scene_random(obb_scene *s, double reach, uint64_t seed)
{
    bench_random r = bench_seed(seed);
    for (int i = 0; i < s->count; ++i) {
        s->a[i] = obb_random(&r, 0);
        s->b[i] = obb_random(&r, reach);
    }
    obb_scene_finish(s);
}

/* ---- what is timed ---- */

static void obb_run_pairs(void *context)
{
    obb_scene *s = (obb_scene *)context;
    s->hits = 0;
    for (int i = 0; i < s->count; ++i) s->hits += cld_obb_overlap(&s->a[i], &s->b[i]);
    bench_keep(s->hits);
}

static void obb_run_plain(void *context)
{
    obb_scene *s = (obb_scene *)context;
    s->hits = 0;
    for (int i = 0; i < s->count; ++i)
        s->hits += baseline_obb_overlap(&s->plain_a[i], &s->plain_b[i]);
    bench_keep(s->hits);
}

static void obb_run_cached(void *context)
{
    obb_scene *s = (obb_scene *)context;
    s->hits = 0;
    for (int i = 0; i < s->count; ++i)
        s->hits += cld_obb_overlap_cached(&s->a[i], &s->b[i], &s->axes[i]);
    bench_keep(s->hits);
}

static void obb_run_pack(void *context)
{
    obb_scene *s = (obb_scene *)context;
    size_t hits = 0;
    for (int q = 0; q < OBB_QUERIES; ++q) hits += cld_obb_overlap_pack(&s->a[q], &s->pack, s->bits);
    bench_keep((double)hits);
}

static void obb_run_many(void *context)
{
    obb_scene *s = (obb_scene *)context;
    size_t hits = 0;
    for (int q = 0; q < OBB_QUERIES; ++q)
        hits += cld_obb_overlap_many(&s->a[q], s->b, (size_t)s->count, s->bits);
    bench_keep((double)hits);
}

static void obb_run_plain_many(void *context)
{
    obb_scene *s = (obb_scene *)context;
    s->hits = 0;
    for (int q = 0; q < OBB_QUERIES; ++q)
        for (int i = 0; i < s->count; ++i)
            s->hits += baseline_obb_overlap(&s->plain_a[q], &s->plain_b[i]);
    bench_keep(s->hits);
}

static void obb_run_build(void *context)
{
    obb_scene *s = (obb_scene *)context;
    cld_obb_pack_build(&s->pack, s->b, (size_t)s->count, s->memory,
                       cld_obb_pack_size((size_t)s->count));
}

static void obb_run_separation(void *context)
{
    obb_scene *s = (obb_scene *)context;
    double sum = 0;
    for (int i = 0; i < s->count; ++i) sum += (double)cld_obb_separation(&s->a[i], &s->b[i], NULL);
    bench_keep(sum);
}

static void obb_run_collide(void *context)
{
    obb_scene *s = (obb_scene *)context;
    cld_contact contacts[8];
    s->hits = 0;
    for (int i = 0; i < s->count; ++i) s->hits += cld_obb_collide(&s->a[i], &s->b[i], contacts, 8);
    bench_keep(s->hits);
}

/* ---- pairs, and one against many ---- */

/* The least of the ratios over the overlap rates is what is asked about. */
static void obb_bench_overlap(bench *b, obb_scene *s, double ratio[3])
{
    const double shares[3] = {0.05, 0.5, 0.95};
    double seconds[4], per_batch = (double)s->count * OBB_QUERIES;
    ratio[0] = ratio[1] = ratio[2] = HUGE_VAL;
    for (int i = 0; i < 3; ++i) {
        const bench_runner pairs[2] = {{obb_run_pairs, s}, {obb_run_plain, s}};
        const bench_runner many[4] = {
            {obb_run_pack, s}, {obb_run_many, s}, {obb_run_plain_many, s}, {obb_run_build, s}};
        char parameter[32];
        obb_scene_random(s, obb_reach(shares[i]), 21 + (uint64_t)i);
        snprintf(parameter, sizeof parameter, "overlap=%g%%", 100 * shares[i]);
        bench_race(b, pairs, 2, seconds);
        bench_figure(b, "collide", "obb", "one pair", parameter, "time_median",
                     seconds[0] / s->count, "s");
        bench_figure(b, "baseline", "obb", "one pair", parameter, "time_median",
                     seconds[1] / s->count, "s");
        bench_figure(b, "collide", "obb", "one pair", parameter, "ratio", seconds[1] / seconds[0],
                     "");
        bench_figure(b, "collide", "obb", "one pair", parameter, "hits", s->hits, "");
        ratio[0] = fmin(ratio[0], seconds[1] / seconds[0]);
        bench_race(b, many, 4, seconds);
        bench_figure(b, "collide", "obb", "one against pack", parameter, "time_median",
                     seconds[0] / per_batch, "s");
        bench_figure(b, "collide", "obb", "one against many", parameter, "time_median",
                     seconds[1] / per_batch, "s");
        bench_figure(b, "baseline", "obb", "one against many", parameter, "time_median",
                     seconds[2] / per_batch, "s");
        bench_figure(b, "collide", "obb", "one against pack", parameter, "ratio",
                     seconds[2] / seconds[0], "");
        bench_figure(b, "collide", "obb", "one against many", parameter, "ratio",
                     seconds[2] / seconds[1], "");
        bench_figure(b, "collide", "obb", "build the pack", parameter, "time_median",
                     seconds[3] / s->count, "s");
        ratio[1] = fmin(ratio[1], seconds[2] / seconds[0]);
        ratio[2] = fmin(ratio[2], seconds[2] / seconds[1]);
    }
    bench_table(b, "boxes: overlap, time a pair");
}

/* Boxes that move a little between calls; others in one orientation, deep in each other or at
   rest. */
static void obb_bench_coherent(bench *b, obb_scene *s)
{
    const bench_runner cached[2] = {{obb_run_cached, s}, {obb_run_pairs, s}};
    const bench_runner resting[2] = {{obb_run_pairs, s}, {obb_run_plain, s}};
    const char *const names[2] = {"aligned, deep", "aligned, touching"};
    double seconds[2];
    bench_random r = bench_seed(31);
    obb_scene_random(s, obb_reach(0.05), 32);
    memset(s->axes, 0, (size_t)s->count * sizeof *s->axes);
    obb_run_cached(s);
    for (int i = 0; i < s->count; ++i) {
        s->b[i].centre.x += (cld_real)bench_uniform(&r, -0.01, 0.01);
        s->b[i].centre.y += (cld_real)bench_uniform(&r, -0.01, 0.01);
    }
    bench_race(b, cached, 2, seconds);
    bench_figure(b, "collide", "obb", "cached axis", "overlap=5%", "time_median",
                 seconds[0] / s->count, "s");
    bench_figure(b, "collide", "obb", "the same, not cached", "overlap=5%", "time_median",
                 seconds[1] / s->count, "s");
    obb_scene_random(s, obb_reach(0.95), 33); /* what is aligned here overlaps */
    bench_race(b, resting, 1, seconds);
    const double random = seconds[0] / s->count;
    bench_figure(b, "collide", "obb", "random, not cached", "overlap=95%", "time_median", random,
                 "s");
    for (int touching = 0; touching < 2; ++touching) {
        for (int i = 0; i < s->count; ++i) {
            s->a[i] = s->b[i] = obb_random(&r, 1);
            s->b[i].centre = cld_obb_from_pose(NULL, s->a[i].half).centre;
            cld_pose pose;
            pose.rotation = s->a[i].axes;
            pose.position = s->a[i].centre;
            s->b[i].centre = cld_pose_point(
                &pose, obb_vec3(0.1 * bench_uniform(&r, 0, 1), 0.1 * bench_uniform(&r, 0, 1),
                                touching ? 2 * (double)s->a[i].half.z : 0.1));
        }
        obb_scene_finish(s);
        bench_race(b, resting, 2, seconds);
        bench_figure(b, "collide", "obb", names[touching], "", "time_median", seconds[0] / s->count,
                     "s");
        bench_made(b, "obb", "overlap", names[touching], seconds[0] / s->count, "overlap=95%",
                   random);
        bench_figure(b, "baseline", "obb", names[touching], "", "time_median",
                     seconds[1] / s->count, "s");
    }
    bench_table(b, "boxes: coherent and aligned, time a pair");
}

static void obb_bench_contacts(bench *b, obb_scene *s)
{
    const bench_runner runners[2] = {{obb_run_separation, s}, {obb_run_collide, s}};
    double seconds[2];
    obb_scene_random(s, obb_reach(0.95), 41);
    bench_race(b, runners, 2, seconds);
    bench_figure(b, "collide", "obb", "separation", "overlap=95%", "time_median",
                 seconds[0] / s->count, "s");
    bench_figure(b, "collide", "obb", "contact manifold", "overlap=95%", "time_median",
                 seconds[1] / s->count, "s");
    bench_figure(b, "collide", "obb", "contact manifold", "overlap=95%", "contacts a pair",
                 (double)s->hits / s->count, "");
    bench_table(b, "boxes: separation and contacts");
}

/* ---- wrong answers ---- */

/* B is turned as the kind says and moved to where it touches A, give or take a relative 1e-7 to
   0.1. */
static void obb_hard_pair(bench_random *r, int kind, cld_obb *a, cld_obb *b)
{
    double scale = pow(10, bench_uniform(r, -6, 6)), best = -HUGE_VAL, gap;
    cld_vec3 axis;
    *a = obb_random(r, 0);
    *b = obb_random(r, 1);
    if (kind == 1) { /* they share an axis, but for rounding */
        double c = cos(scale), s = sin(scale);
        b->axes.x = a->axes.x;
        b->axes.y = obb_vec3(c * (double)a->axes.y.x + s * (double)a->axes.z.x,
                             c * (double)a->axes.y.y + s * (double)a->axes.z.y,
                             c * (double)a->axes.y.z + s * (double)a->axes.z.z);
        b->axes.z = obb_vec3(c * (double)a->axes.z.x - s * (double)a->axes.y.x,
                             c * (double)a->axes.z.y - s * (double)a->axes.y.y,
                             c * (double)a->axes.z.z - s * (double)a->axes.y.z);
    } else if (kind == 2) { /* near-parallel: a small turn */
        cld_pose turn;
        cld_obb turned;
        double e = pow(10, bench_uniform(r, -8, -2));
        turn.rotation.x = obb_vec3(1, e, -e), turn.rotation.y = obb_vec3(-e, 1, e);
        turn.rotation.z = obb_vec3(e, -e, 1), turn.position = obb_vec3(0, 0, 0);
        turned = cld_obb_transform(&turn, a);
        b->axes = turned.axes;
    } else if (kind == 3) {
        a->half.z = 0;
        b->half.x = 0;
    } else if (kind == 4) {
        a->half.x *= (cld_real)1e-4, a->half.y *= (cld_real)1e-4;
        b->half.y *= (cld_real)1e-4, b->half.z *= (cld_real)1e-4;
    }
    gap = pow(10, bench_uniform(r, -7, -1)) * (bench_below(r, 2) ? 1 : -1);
    best = (double)cld_obb_separation(a, b, &axis);
    b->centre = obb_vec3(scale * ((double)b->centre.x + (gap - best) * (double)axis.x),
                         scale * ((double)b->centre.y + (gap - best) * (double)axis.y),
                         scale * ((double)b->centre.z + (gap - best) * (double)axis.z));
    a->half =
        obb_vec3(scale * (double)a->half.x, scale * (double)a->half.y, scale * (double)a->half.z);
    b->half =
        obb_vec3(scale * (double)b->half.x, scale * (double)b->half.y, scale * (double)b->half.z);
}

static void obb_bench_wrong(bench *b, long *missed)
{
    static const char *const kinds[5] = {"random", "one shared axis", "near-parallel", "flat",
                                         "needle"};
    int count = b->quick ? 20000 : 200000;
    *missed = 0;
    for (int kind = 0; kind < 5; ++kind) {
        long wrong[2][2] = {{0, 0}, {0, 0}}; /* who; false apart, false overlap */
        bench_random r = bench_seed(51 + (uint64_t)kind);
        char parameter[32];
        for (int i = 0; i < count; ++i) {
            cld_obb first, second;
            obb_hard_pair(&r, kind, &first, &second);
            oracle_box x = obb_exactly(&first), y = obb_exactly(&second);
            baseline_obb p = obb_plain(&first), q = obb_plain(&second);
            int meet = !oracle_apart(&x, &y, NULL), ours = cld_obb_overlap(&first, &second);
            int plain = baseline_obb_overlap(&p, &q);
            if (ours != meet) wrong[0][ours]++;
            if (plain != meet) wrong[1][plain]++;
        }
        *missed += wrong[0][0];
        snprintf(parameter, sizeof parameter, "pairs=%d", count);
        for (int who = 0; who < 2; ++who) {
            const char *name = who ? "baseline" : "collide";
            bench_figure(b, name, "obb", kinds[kind], parameter, "wrong", (double)wrong[who][0],
                         "");
            bench_figure(b, name, "obb", kinds[kind], parameter, "false_overlap",
                         (double)wrong[who][1], "");
        }
    }
    bench_table(b, "boxes: pairs near touching, scales 1e-6 to 1e6, against exact arithmetic\n"
                   "(wrong: said to be apart though they meet)");
}

/* ---- fits ---- */

typedef struct obb_cloud {
    cld_real points[400][3];
    int count;
} obb_cloud;

typedef struct obb_fit_run {
    obb_cloud *clouds;
    int count;
    cld_obb_fit fit;
} obb_fit_run;

static double obb_volume(const cld_obb *box)
{
    return 8 * (double)box->half.x * (double)box->half.y * (double)box->half.z;
}

static void obb_run_fit(void *context)
{
    obb_fit_run *run = (obb_fit_run *)context;
    double sum = 0;
    for (int i = 0; i < run->count; ++i) {
        cld_obb box;
        cld_obb_from_points(run->clouds[i].points[0], (size_t)run->clouds[i].count, 0, run->fit,
                            &box);
        sum += obb_volume(&box);
    }
    bench_keep(sum);
}

/* A square net of size side x side with bumps, turned at random: the covariance of a plain square
   net has two equal eigenvalues. */
static void obb_net(bench_random *r, obb_cloud *cloud, int side)
{
    cld_pose pose;
    double bump = bench_uniform(r, 0.1, 0.6), stretch = bench_uniform(r, 1, 2);
    pose.rotation = obb_rotation(r);
    pose.position = obb_vec3(bench_uniform(r, -5, 5), 0, 0);
    cloud->count = side * side;
    for (int i = 0; i < side * side; ++i) {
        cld_vec3 p = cld_pose_point(&pose, obb_vec3(stretch * (i % side) / (side - 1),
                                                    (double)(i / side) / (side - 1),
                                                    bump * bench_uniform(r, 0, 1)));
        cloud->points[i][0] = p.x, cloud->points[i][1] = p.y, cloud->points[i][2] = p.z;
    }
}

/* Extent of the cloud along a unit vector. */
static double obb_extent(const obb_cloud *cloud, cld_vec3 n)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int i = 0; i < cloud->count; ++i) {
        double s = (double)cloud->points[i][0] * (double)n.x +
                   (double)cloud->points[i][1] * (double)n.y +
                   (double)cloud->points[i][2] * (double)n.z;
        low = fmin(low, s);
        high = fmax(high, s);
    }
    return high - low;
}

static double obb_volume_in(const obb_cloud *cloud, const cld_mat3 *m)
{
    return obb_extent(cloud, m->x) * obb_extent(cloud, m->y) * obb_extent(cloud, m->z);
}

/* The best box, nearly: random turns of the best so far, smaller and smaller, from many starts. */
static double obb_best_volume(const obb_cloud *cloud, bench_random *r)
{
    double best = HUGE_VAL;
    for (int start = 0; start < 12; ++start) {
        cld_mat3 frame = obb_rotation(r);
        double volume = obb_volume_in(cloud, &frame), size = 1;
        for (int step = 0; step < 250; ++step, size *= 0.965) {
            double x = size * bench_normal(r), y = size * bench_normal(r),
                   z = size * bench_normal(r);
            cld_pose turn;
            cld_obb box;
            memset(&box, 0, sizeof box);
            box.axes = frame;
            double w = sqrt(1 + x * x + y * y + z * z); /* Cayley's rotation, columns */
            double q0 = 1 / w, q1 = x / w, q2 = y / w, q3 = z / w;
            turn.rotation.x = obb_vec3(1 - 2 * (q2 * q2 + q3 * q3), 2 * (q1 * q2 + q0 * q3),
                                       2 * (q1 * q3 - q0 * q2));
            turn.rotation.y = obb_vec3(2 * (q1 * q2 - q0 * q3), 1 - 2 * (q1 * q1 + q3 * q3),
                                       2 * (q2 * q3 + q0 * q1));
            turn.rotation.z = obb_vec3(2 * (q1 * q3 + q0 * q2), 2 * (q2 * q3 - q0 * q1),
                                       1 - 2 * (q1 * q1 + q2 * q2));
            turn.position = obb_vec3(0, 0, 0);
            box = cld_obb_transform(&turn, &box);
            double trial = obb_volume_in(cloud, &box.axes);
            if (trial < volume) volume = trial, frame = box.axes;
        }
        best = fmin(best, volume);
    }
    return best;
}

static void obb_bench_fits(bench *b)
{
    static const cld_obb_fit fits[3] = {CLD_OBB_FIT_FAST, CLD_OBB_FIT_BALANCED, CLD_OBB_FIT_TIGHT};
    static const char *const names[3] = {"fit fast", "fit balanced", "fit tight"};
    static const int sides[2] = {6, 20};
    int count = b->quick ? 40 : 200;
    obb_cloud *clouds = (obb_cloud *)obb_alloc(sizeof(obb_cloud) * (size_t)count);
    double *best = (double *)obb_alloc(sizeof(double) * (size_t)count), seconds[3];
    for (int k = 0; k < 2; ++k) {
        bench_random r = bench_seed(61 + (uint64_t)k);
        obb_fit_run runs[3];
        bench_runner runners[3];
        char parameter[32];
        snprintf(parameter, sizeof parameter, "points=%d", sides[k] * sides[k]);
        for (int i = 0; i < count; ++i) {
            obb_net(&r, &clouds[i], sides[k]);
            best[i] = obb_best_volume(&clouds[i], &r);
        }
        for (int f = 0; f < 3; ++f) {
            runs[f].clouds = clouds, runs[f].count = count, runs[f].fit = fits[f];
            runners[f].run = obb_run_fit, runners[f].context = &runs[f];
        }
        for (int f = 0; f < 3; ++f) /* the reference may not be worse than what it judges */
            for (int i = 0; i < count; ++i) {
                cld_obb box;
                cld_obb_from_points(clouds[i].points[0], (size_t)clouds[i].count, 0, fits[f], &box);
                best[i] = fmin(best[i], obb_volume(&box));
            }
        bench_race(b, runners, 3, seconds);
        for (int f = 0; f < 3; ++f) {
            double mean = 0, most = 0;
            for (int i = 0; i < count; ++i) {
                cld_obb box;
                cld_obb_from_points(clouds[i].points[0], (size_t)clouds[i].count, 0, fits[f], &box);
                double ratio = obb_volume(&box) / best[i];
                mean += ratio / count;
                most = fmax(most, ratio);
            }
            bench_figure(b, "collide", "obb", names[f], parameter, "time_median",
                         seconds[f] / count, "s");
            bench_figure(b, "collide", "obb", names[f], parameter, "volume_mean", mean, "");
            bench_figure(b, "collide", "obb", names[f], parameter, "volume_max", most, "");
        }
    }
    free(clouds);
    free(best);
    bench_table(b, "boxes: fits around nets of points; volumes relative to the best box known");
}

static void bench_obb(bench *b)
{
    obb_scene s;
    double ratio[3], asked_pair = 1, asked_pack = 1;
    long missed;
    obb_scene_new(&s, OBB_PAIRS);
    obb_bench_overlap(b, &s, ratio);
    obb_bench_coherent(b, &s);
    obb_bench_contacts(b, &s);
    obb_bench_wrong(b, &missed);
    obb_bench_fits(b);
    obb_scene_free(&s);
#if defined(CLD__SIMD_AVX512)
    asked_pair = 3, asked_pack = 10;
#elif defined(CLD__SIMD_AVX2)
    asked_pair = 2, asked_pack = 6;
#elif defined(CLD__SIMD_SSE2)
    asked_pack = 3;
#endif
    bench_ask(b, "obb", "one pair: times as fast as the textbook (5, 50, 95 % overlap: the least)",
              asked_pair, ratio[0], "x", BENCH_AT_LEAST);
    bench_ask(b, "obb", "one against many, packed: times as fast (the least)", asked_pack, ratio[1],
              "x", BENCH_AT_LEAST);
    bench_ask(b, "obb", "pairs that meet, said to be apart", 0, (double)missed, "", BENCH_AT_MOST);
}

#endif
