/* bench_polyhedron.h: the part of the POLYGON page on polyhedra, of 10 to 10^6 vertices: what the
 * preparation takes, then queries beside scans over all vertices or faces (baseline_polygon.h).
 */
#ifndef BENCH_POLYHEDRON_H
#define BENCH_POLYHEDRON_H

#include "bench.h"
#include "collide.h"
#include "../tests/made_bodies.h"
#include "bench_polygon.h"

/* A polyhedron with its hierarchy; how long that and the hull took, seconds. */
typedef struct polyhedron_shape {
    cld_polyhedron view;
    cld_real *xyz;
    uint32_t *triangles;
    void *memory;
    double hull_seconds, build_seconds;
    size_t bytes;
} polyhedron_shape;

static cld_vec3 polyhedron_vec3(double x, double y, double z)
{
    cld_vec3 v;
    v.x = (cld_real)x, v.y = (cld_real)y, v.z = (cld_real)z;
    return v;
}

/* A random direction. */
static cld_vec3 polyhedron_direction(bench_random *r)
{
    double angle = bench_uniform(r, 0, 2 * POLYGON_PI), z = bench_uniform(r, -1, 1);
    double across = sqrt(1 - z * z);
    return polyhedron_vec3(across * cos(angle), across * sin(angle), z);
}

/* Rings of m vertices from pole to pole of a sphere, each turned by half a step against the one
   before, so that no four are in a plane; twice as many a ring as rings, so that neighbours in it
   are near. 2 + rings * m vertices. */
static void polyhedron_rings(polyhedron_shape *s, int rings)
{
    int m = 2 * rings < 3 ? 3 : 2 * rings, last = rings * m + 1;
    uint32_t *t = s->triangles;
    s->view.vertex_count = (size_t)last + 1;
    s->xyz[2] = 1, s->xyz[3 * last + 2] = -1;
    for (int i = 0; i < rings; ++i) {
        double tilt = POLYGON_PI * (i + 1) / (rings + 1);
        for (int k = 0; k < m; ++k) {
            cld_real *v = s->xyz + 3 * (1 + i * m + k);
            double turn = 2 * POLYGON_PI * (k + 0.5 * (i % 2)) / m;
            v[0] = (cld_real)(sin(tilt) * cos(turn));
            v[1] = (cld_real)(sin(tilt) * sin(turn));
            v[2] = (cld_real)cos(tilt);
        }
    }
    for (int k = 0; k < m; ++k) {
        int next = (k + 1) % m, bottom = 1 + (rings - 1) * m;
        *t++ = 0, *t++ = (uint32_t)(1 + k), *t++ = (uint32_t)(1 + next);
        *t++ = (uint32_t)last, *t++ = (uint32_t)(bottom + next), *t++ = (uint32_t)(bottom + k);
        for (int i = 0; i + 1 < rings; ++i) { /* the band below ring i */
            int up = 1 + i * m, down = up + m, shift = i % 2;
            *t++ = (uint32_t)(up + k), *t++ = (uint32_t)(down + (k + shift) % m);
            *t++ = (uint32_t)(up + next);
            *t++ = (uint32_t)(down + k), *t++ = (uint32_t)(down + next);
            *t++ = (uint32_t)(up + (k + 1 - shift) % m);
        }
    }
    s->view.triangle_count = (size_t)(t - s->triangles) / 3;
}

/* Random points of an ellipsoid of half axes 1, 0.5, 0.25, and their hull. 0 if that fails. */
static int polyhedron_ellipsoid(polyhedron_shape *s, int n, cld_workspace *workspace)
{
    bench_random r = bench_seed(471 + (uint64_t)n);
    double least = HUGE_VAL;
    int count = 0;
    for (int i = 0; i < n; ++i) {
        cld_vec3 d = polyhedron_direction(&r);
        s->xyz[3 * i] = d.x;
        s->xyz[3 * i + 1] = d.y / 2;
        s->xyz[3 * i + 2] = d.z / 4;
    }
    for (int i = 0; i < (n > 1000 ? 1 : 5); ++i) {
        double start = bench_seconds();
        count = cld_polyhedron_hull(s->xyz, (size_t)n, 0, workspace, s->triangles, 2 * n + 2);
        least = fmin(least, bench_seconds() - start);
    }
    s->hull_seconds = count > 0 ? least : (double)NAN;
    s->view.vertex_count = (size_t)n;
    s->view.triangle_count = (size_t)(count > 0 ? count : 0);
    return count > 0;
}

/* A sphere of rings, or a random ellipsoid. 0 if there is no hierarchy. */
static int polyhedron_new(polyhedron_shape *s, int n, int random, cld_workspace *workspace)
{
    double least = HUGE_VAL;
    memset(s, 0, sizeof *s);
    s->xyz = (cld_real *)polygon_allocate(3 * (size_t)n + 3, sizeof *s->xyz);
    s->triangles = (uint32_t *)polygon_allocate(6 * (size_t)n + 6, sizeof *s->triangles);
    s->view.vertices = s->xyz, s->view.triangles = s->triangles;
    s->hull_seconds = (double)NAN;
    if (!random || !polyhedron_ellipsoid(s, n, workspace))
        polyhedron_rings(s, (int)fmax(1, floor(sqrt((n - 2) / 2.0))));
    s->bytes = cld_polyhedron_size(&s->view);
    s->memory = polygon_allocate(s->bytes + 1, 1);
    for (int i = 0; i < (n > 10000 ? 2 : 5); ++i) {
        double start = bench_seconds();
        if (cld_polyhedron_build(&s->view, s->memory, cld_polyhedron_size(&s->view)) != CLD_OK)
            return 0;
        least = fmin(least, bench_seconds() - start);
    }
    s->build_seconds = least;
    return 1;
}

static void polyhedron_free(polyhedron_shape *s)
{
    free(s->xyz);
    free(s->triangles);
    free(s->memory);
}

/* Query i is about shape i % 2, or the pair a[i] b[i]. */
typedef struct polyhedron_work {
    polyhedron_shape *shapes;
    int count, found, failed;
    cld_vec3 *p, *d;
    cld_polyhedron *a, *b;
    double *gap; /* the distance, if known beforehand, else NAN */
    cld_shape_cache *caches;
    int pairs;
} polyhedron_work;

static polyhedron_work polyhedron_work_new(polyhedron_shape *shapes, int count)
{
    polyhedron_work w;
    size_t n = (size_t)count;
    memset(&w, 0, sizeof w);
    w.shapes = shapes, w.count = count;
    w.p = (cld_vec3 *)polygon_allocate(n, sizeof *w.p);
    w.d = (cld_vec3 *)polygon_allocate(n, sizeof *w.d);
    w.a = (cld_polyhedron *)polygon_allocate(n, sizeof *w.a);
    w.b = (cld_polyhedron *)polygon_allocate(n, sizeof *w.b);
    w.gap = (double *)polygon_allocate(n, sizeof *w.gap);
    w.caches = (cld_shape_cache *)polygon_allocate(n, sizeof *w.caches);
    return w;
}

static void polyhedron_work_free(polyhedron_work *w)
{
    free(w->p);
    free(w->d);
    free(w->a);
    free(w->b);
    free(w->gap);
    free(w->caches);
}

/* Points at low to high times a vertex's distance from the centre, random directions. */
static void polyhedron_fill_points(polyhedron_work *w, double low, double high, uint64_t seed)
{
    bench_random r = bench_seed(seed);
    for (int i = 0; i < w->count; ++i) {
        const cld_polyhedron *a = &w->shapes[i & 1].view;
        const cld_real *v = a->vertices + 3 * bench_below(&r, (int)a->vertex_count);
        double scale = bench_uniform(&r, low, high);
        w->p[i] = polyhedron_vec3(scale * (double)v[0], scale * (double)v[1], scale * (double)v[2]);
        w->d[i] = polyhedron_direction(&r);
    }
}

/* From a random unit quaternion. */
static cld_pose polyhedron_pose(bench_random *r)
{
    cld_pose pose = cld_pose_identity();
    double q[4], square = 0;
    for (int i = 0; i < 4; ++i) q[i] = bench_normal(r), square += q[i] * q[i];
    for (int i = 0; i < 4; ++i) q[i] /= sqrt(square);
    pose.rotation.x =
        polyhedron_vec3(1 - 2 * (q[2] * q[2] + q[3] * q[3]), 2 * (q[1] * q[2] + q[0] * q[3]),
                        2 * (q[1] * q[3] - q[0] * q[2]));
    pose.rotation.y =
        polyhedron_vec3(2 * (q[1] * q[2] - q[0] * q[3]), 1 - 2 * (q[1] * q[1] + q[3] * q[3]),
                        2 * (q[2] * q[3] + q[0] * q[1]));
    pose.rotation.z =
        polyhedron_vec3(2 * (q[1] * q[3] + q[0] * q[2]), 2 * (q[2] * q[3] - q[0] * q[1]),
                        1 - 2 * (q[1] * q[1] + q[2] * q[2]));
    return pose;
}

static cld_vec3 polyhedron_vertex(const cld_polyhedron *a, uint32_t i)
{
    const cld_real *v = a->vertices + 3 * (size_t)i;
    return cld_pose_point(&a->pose, polyhedron_vec3((double)v[0], (double)v[1], (double)v[2]));
}

/* Moves B so that its extreme vertex is in the middle of a random face of A, and from there out by
   the gap. */
static void polyhedron_attach(bench_random *r, const cld_polyhedron *a, cld_polyhedron *b,
                              double gap)
{
    const uint32_t *t = a->triangles + 3 * bench_below(r, (int)a->triangle_count);
    baseline_vec3 corner[3], n;
    uint32_t vertex = 0;
    cld_vec3 at;
    double length;
    for (int k = 0; k < 3; ++k) {
        cld_vec3 v = polyhedron_vertex(a, t[k]);
        corner[k].x = (double)v.x, corner[k].y = (double)v.y, corner[k].z = (double)v.z;
    }
    n = baseline_cross3(baseline_sub3(corner[1], corner[0]), baseline_sub3(corner[2], corner[0]));
    length = sqrt(baseline_dot3(n, n));
    cld_polyhedron_extreme(b, polyhedron_vec3(-n.x / length, -n.y / length, -n.z / length), &vertex,
                           NULL);
    at = polyhedron_vertex(b, vertex);
    b->pose.position =
        polyhedron_vec3((double)b->pose.position.x - (double)at.x + gap * n.x / length +
                            (corner[0].x + corner[1].x + corner[2].x) / 3,
                        (double)b->pose.position.y - (double)at.y + gap * n.y / length +
                            (corner[0].y + corner[1].y + corner[2].y) / 3,
                        (double)b->pose.position.z - (double)at.z + gap * n.z / length +
                            (corner[0].z + corner[1].z + corner[2].z) / 3);
}

/* Returns the distance, if it is known. */
static double polyhedron_pair(bench_random *r, const polyhedron_work *w,
                              polygon_population population, cld_polyhedron *a, cld_polyhedron *b)
{
    int first = bench_below(r, 2);
    double gap = (double)NAN;
    *a = w->shapes[first].view, *b = w->shapes[1 - first].view;
    a->pose = polyhedron_pose(r), b->pose = polyhedron_pose(r);
    a->pose.position = polyhedron_vec3(bench_uniform(r, -1, 1), bench_uniform(r, -1, 1), 0);
    b->pose.position = a->pose.position;
    if (population == POLYGON_FAR || population == POLYGON_DEEP) {
        cld_vec3 d = polyhedron_direction(r);
        double away =
            population == POLYGON_FAR ? polygon_exponential(r, 3, 30) : bench_uniform(r, 0, 0.5);
        b->pose.position = polyhedron_vec3((double)a->pose.position.x + away * (double)d.x,
                                           (double)a->pose.position.y + away * (double)d.y,
                                           (double)a->pose.position.z + away * (double)d.z);
    } else {
        gap = polygon_gap(r, population);
        polyhedron_attach(r, a, b, gap);
    }
    return gap > 0 ? gap : (double)NAN;
}

static void polyhedron_fill_pairs(polyhedron_work *w, polygon_population population, uint64_t seed)
{
    bench_random r = bench_seed(seed);
    for (int i = 0; i < w->count; ++i)
        w->gap[i] = polyhedron_pair(&r, w, population, &w->a[i], &w->b[i]);
}

/* 64 pairs followed while B is shifted by 1/10 of an edge a step. */
static void polyhedron_fill_motion(polyhedron_work *w, uint64_t seed)
{
    bench_random r = bench_seed(seed);
    double step = 0.35 / sqrt((double)w->shapes[0].view.vertex_count);
    w->pairs = 64;
    for (int i = 0; i < w->count; ++i) {
        cld_vec3 *at = &w->b[i].pose.position, d = polyhedron_direction(&r);
        if (i < w->pairs) {
            polyhedron_pair(&r, w, POLYGON_NEAR, &w->a[i], &w->b[i]);
            continue;
        }
        w->a[i] = w->a[i - w->pairs], w->b[i] = w->b[i - w->pairs];
        *at =
            polyhedron_vec3((double)at->x + step * (double)d.x, (double)at->y + step * (double)d.y,
                            (double)at->z + step * (double)d.z);
    }
}

BENCH_RUN(polyhedron_run_extreme, polyhedron_work)
{
    uint32_t vertex = 0;
    const int answer = cld_polyhedron_extreme(&w->shapes[i & 1].view, w->d[i], &vertex, NULL);
    *sum += vertex;
    return answer;
}

BENCH_RUN(polyhedron_run_plane, polyhedron_work)
{
    (void)sum;
    return cld_polyhedron_plane(&w->shapes[i & 1].view, w->p[i], w->d[i], NULL);
}

BENCH_RUN(polyhedron_run_contains, polyhedron_work)
{
    (void)sum;
    return cld_polyhedron_contains(&w->shapes[i & 1].view, w->p[i]);
}

BENCH_RUN(polyhedron_run_line, polyhedron_work)
{
    cld_clip3 clip;
    int answer = cld_polyhedron_clip_line(&w->shapes[i & 1].view, w->p[i], w->d[i], &clip);
    if (answer > 0) *sum += (double)clip.enter + (double)clip.exit;
    return answer;
}

static int polyhedron_overlap(const polyhedron_work *w, int i)
{
    const cld_shape a = cld_shape_polyhedron(&w->a[i]), b = cld_shape_polyhedron(&w->b[i]);
    return cld_shape_overlap(&a, NULL, &b, NULL, NULL);
}

static int polyhedron_distance(const polyhedron_work *w, int i, cld_shape_cache *cache,
                               cld_contact *closest)
{
    const cld_shape a = cld_shape_polyhedron(&w->a[i]), b = cld_shape_polyhedron(&w->b[i]);
    return cld_shape_distance(&a, NULL, &b, NULL, (cld_real)HUGE_VAL, cache, closest);
}

BENCH_RUN(polyhedron_run_overlap, polyhedron_work)
{
    (void)sum;
    return polyhedron_overlap(w, i);
}

BENCH_RUN(polyhedron_run_distance, polyhedron_work)
{
    cld_contact closest;
    int answer = polyhedron_distance(w, i, NULL, &closest);
    if (answer > 0) *sum += (double)closest.distance;
    return answer;
}

BENCH_RUN(polyhedron_run_cached, polyhedron_work)
{
    cld_contact closest;
    int answer = polyhedron_distance(w, i, &w->caches[i % w->pairs], &closest);
    if (answer > 0) *sum += (double)closest.distance;
    return answer;
}

static baseline_polyhedron polyhedron_plain(const cld_polyhedron *p)
{
    const cld_mat3 *m = &p->pose.rotation;
    const cld_vec3 columns[4] = {m->x, m->y, m->z, p->pose.position};
    baseline_polyhedron b;
    b.xyz = p->vertices, b.count = p->vertex_count;
    b.triangles = p->triangles, b.triangle_count = p->triangle_count;
    for (int k = 0; k < 4; ++k) {
        baseline_vec3 *to = k < 3 ? &b.axes[k] : &b.position;
        to->x = (double)columns[k].x, to->y = (double)columns[k].y, to->z = (double)columns[k].z;
    }
    return b;
}

static baseline_vec3 polyhedron_wide(cld_vec3 v)
{
    baseline_vec3 r;
    r.x = (double)v.x, r.y = (double)v.y, r.z = (double)v.z;
    return r;
}

static void polyhedron_plain_extreme(void *context)
{
    polyhedron_work *w = (polyhedron_work *)context;
    double sum = 0;
    for (int i = 0; i < w->count; ++i) {
        baseline_polyhedron a = polyhedron_plain(&w->shapes[i & 1].view);
        sum += (double)baseline_extreme3(&a, polyhedron_wide(w->d[i]));
    }
    bench_keep(sum);
}

static int polyhedron_plain_meets(const polyhedron_work *w, int i)
{
    baseline_polyhedron a = polyhedron_plain(&w->shapes[i & 1].view);
    baseline_vec3 d = polyhedron_wide(w->d[i]);
    double low, high, at = baseline_dot3(d, polyhedron_wide(w->p[i]));
    baseline_span3(&a, d, &low, &high);
    return low <= at && at <= high;
}

static void polyhedron_plain_plane(void *context)
{
    polyhedron_work *w = (polyhedron_work *)context;
    double sum = 0;
    for (int i = 0; i < w->count; ++i) sum += polyhedron_plain_meets(w, i);
    bench_keep(sum);
}

static void polyhedron_plain_contains(void *context)
{
    polyhedron_work *w = (polyhedron_work *)context;
    double sum = 0;
    for (int i = 0; i < w->count; ++i) {
        baseline_polyhedron a = polyhedron_plain(&w->shapes[i & 1].view);
        sum += baseline_contains3(&a, polyhedron_wide(w->p[i]));
    }
    bench_keep(sum);
}

static void polyhedron_plain_line(void *context)
{
    polyhedron_work *w = (polyhedron_work *)context;
    double sum = 0, enter, exit;
    for (int i = 0; i < w->count; ++i) {
        baseline_polyhedron a = polyhedron_plain(&w->shapes[i & 1].view);
        if (baseline_clip3(&a, polyhedron_wide(w->p[i]), polyhedron_wide(w->d[i]), &enter, &exit))
            sum += enter + exit;
    }
    bench_keep(sum);
}

static void polyhedron_plain_distance(void *context)
{
    polyhedron_work *w = (polyhedron_work *)context;
    double sum = 0;
    for (int i = 0; i < w->count; ++i) {
        baseline_polyhedron a = polyhedron_plain(&w->a[i]), b = polyhedron_plain(&w->b[i]);
        sum += baseline_distance3(&a, &b);
    }
    bench_keep(sum);
}

/* Answers that are not the baseline's, beyond what its own rounding explains. */
static int polyhedron_differs(const polyhedron_work *w, int kind, int i)
{
    const cld_polyhedron *a = &w->shapes[i & 1].view;
    baseline_polyhedron plain = polyhedron_plain(a), pa = polyhedron_plain(&w->a[i]),
                        pb = polyhedron_plain(&w->b[i]);
    baseline_vec3 p = polyhedron_wide(w->p[i]), d = polyhedron_wide(w->d[i]);
    double slack = sizeof(cld_real) == sizeof(float) ? 1e-5 : 1e-9, enter, exit, distance;
    if (kind == 0) {
        uint32_t vertex = 0;
        double best = baseline_dot3(d, baseline_vertex3(&plain, baseline_extreme3(&plain, d)));
        if (cld_polyhedron_extreme(a, w->d[i], &vertex, NULL) != CLD_OK) return 1;
        return baseline_dot3(d, baseline_vertex3(&plain, vertex)) < best - 1e-15;
    }
    if (kind == 1)
        return cld_polyhedron_plane(a, w->p[i], w->d[i], NULL) != polyhedron_plain_meets(w, i);
    if (kind == 2)
        return (cld_polyhedron_contains(a, w->p[i]) > 0) != baseline_contains3(&plain, p);
    if (kind == 3) {
        cld_clip3 clip = {0, 0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0, 0};
        int answer = cld_polyhedron_clip_line(a, w->p[i], w->d[i], &clip);
        if (answer != baseline_clip3(&plain, p, d, &enter, &exit)) return 1;
        return answer &&
               !(fabs((double)clip.enter - enter) + fabs((double)clip.exit - exit) < 1e-6 + slack);
    }
    distance = w->gap[i] > 0 ? w->gap[i] : baseline_distance3(&pa, &pb);
    if (w->gap[i] > 0) slack = 16 * polygon_epsilon() * 4;
    if (kind == 4)
        return distance > slack ? polyhedron_overlap(w, i) != 0
                                : distance == 0 && polyhedron_overlap(w, i) != 1;
    {
        cld_contact closest;
        int answer = polyhedron_distance(w, i, NULL, &closest);
        return answer < 0 ||
               fabs((answer ? (double)closest.distance : 0) - distance) > slack * (1 + distance);
    }
}

enum { POLYHEDRON_KINDS = 6 };

static const char *const polyhedron_names[POLYHEDRON_KINDS] = {"extreme",   "plane",   "contains",
                                                               "clip line", "overlap", "distance"};

/* As many of the queries as take a quarter of a second, or less in a quick run. */
static int polyhedron_count(const bench *b, void (*run)(void *), const polyhedron_work *w)
{
    polyhedron_work few = *w;
    double start, share;
    few.count = w->count < 256 ? w->count : 256;
    start = bench_seconds();
    run(&few);
    share = (b->quick ? 0.02 : 0.25) / (bench_seconds() - start + 1e-9) * few.count;
    return share > w->count ? w->count : share < few.count ? few.count : (int)share;
}

/* One kind, its queries filled in: our time, the scan's, and answers that differ. */
static void polyhedron_time(const bench *b, polyhedron_work *w, int kind, double seconds[2],
                            int *differ)
{
    static void (*const runs[POLYHEDRON_KINDS])(void *) = {
        polyhedron_run_extreme, polyhedron_run_plane,   polyhedron_run_contains,
        polyhedron_run_line,    polyhedron_run_overlap, polyhedron_run_distance};
    static void (*const plain[POLYHEDRON_KINDS])(void *) = {
        polyhedron_plain_extreme, polyhedron_plain_plane,    polyhedron_plain_contains,
        polyhedron_plain_line,    polyhedron_plain_distance, polyhedron_plain_distance};
    polyhedron_work mine = *w, part = *w;
    bench_runner runners[2];
    bench quick = *b;
    int n = (int)w->shapes[0].view.vertex_count, scanned = n <= 150000;
    int most = (b->quick ? 100000 : 1000000) / n;
    quick.quick = b->quick || n > 3000;
    mine.count = polyhedron_count(b, runs[kind], w);
    runners[0].run = runs[kind], runners[0].context = &mine;
    runners[1].run = plain[kind], runners[1].context = &part;
    part.count = most < 4 ? 4 : most < w->count ? most : w->count;
    seconds[1] = (double)NAN;
    bench_race(&quick, runners, scanned ? 2 : 1, seconds);
    seconds[0] /= mine.count;
    seconds[1] /= part.count;
    runs[kind](&mine);
    w->found = (int)((double)mine.found * w->count / mine.count);
    *differ = 0;
    if (mine.failed) seconds[0] = (double)NAN;
    for (int i = 0; i < 4 * part.count && i < w->count && scanned; ++i)
        *differ += polyhedron_differs(w, kind, i);
}

static void polyhedron_row(bench *b, const char *name, const char *parameter,
                           const double seconds[2], const polyhedron_work *w, int differ)
{
    bench_figure(b, "collide", "polygon", name, parameter, "time_median", seconds[0], "s");
    bench_figure(b, "collide", "polygon", name, parameter, "hits", 100.0 * w->found / w->count,
                 "%");
    bench_figure(b, "collide", "polygon", name, parameter, "scan", seconds[1], "s");
    bench_figure(b, "collide", "polygon", name, parameter, "faster", seconds[1] / seconds[0], "x");
    bench_figure(b, "collide", "polygon", name, parameter, "differ", differ, "");
}

/* What was measured of polyhedra of one size; kinds POLYHEDRON_KINDS is the cached distance. */
typedef struct polyhedron_result {
    double seconds[POLYHEDRON_KINDS + 1], scan[POLYHEDRON_KINDS];
} polyhedron_result;

static void polyhedron_measure_queries(bench *b, polyhedron_work *w, const char *parameter,
                                       polyhedron_result *result)
{
    static const polygon_population pairs[2][3] = {{POLYGON_NEAR, POLYGON_SHALLOW, POLYGON_DEEP},
                                                   {POLYGON_FAR, POLYGON_NEAR, POLYGON_TOUCH}};
    for (int kind = 0; kind < POLYHEDRON_KINDS; ++kind) {
        int populations = kind < 4 ? 1 : 3, differ = 0, one, found = 0;
        double mean[2] = {0, 0};
        for (int k = 0; k < populations; ++k) {
            double seconds[2];
            char text[48];
            if (kind < 4) polyhedron_fill_points(w, kind == 2 ? 0.5 : 0, 1.5, 481);
            if (kind >= 4) polyhedron_fill_pairs(w, pairs[kind - 4][k], 482 + (uint64_t)k);
            polyhedron_time(b, w, kind, seconds, &one);
            differ += one, found += w->found;
            mean[0] += seconds[0] / populations, mean[1] += seconds[1] / populations;
            if (kind < 4) continue;
            snprintf(text, sizeof text, "%s %s", parameter,
                     polygon_population_names[pairs[kind - 4][k]]);
            bench_figure(b, "collide", "polygon", polyhedron_names[kind], text, "time_median",
                         seconds[0], "s");
        }
        w->found = found / populations;
        polyhedron_row(b, polyhedron_names[kind], parameter, mean, w, differ);
        result->seconds[kind] = mean[0], result->scan[kind] = mean[1];
    }
}

static double polyhedron_measure_cached(bench *b, polyhedron_work *w, const char *parameter)
{
    polyhedron_work mine = *w;
    const bench_runner runner = {polyhedron_run_cached, &mine};
    bench quick = *b;
    double seconds;
    quick.quick = 1;
    polyhedron_fill_motion(w, 491);
    mine.pairs = w->pairs;
    mine.count = polyhedron_count(b, polyhedron_run_cached, &mine);
    bench_race(&quick, &runner, 1, &seconds);
    seconds = mine.failed ? (double)NAN : seconds / mine.count;
    bench_figure(b, "collide", "polygon", "cached: 1/10 edge", parameter, "time_median", seconds,
                 "s");
    return seconds;
}

/* All about polyhedra of about n vertices, figures pending. 0 if they cannot be built. */
static int polyhedron_measure(bench *b, int n, polyhedron_result *result)
{
    cld_workspace workspace = {0};
    polyhedron_shape shapes[2];
    char parameter[32];
    int fine = polyhedron_new(&shapes[0], n, 0, &workspace);
    fine = polyhedron_new(&shapes[1], n, 1, &workspace) && fine;
    snprintf(parameter, sizeof parameter, "polyhedra n=%d", n);
    bench_figure(b, "collide", "polygon", "hull a vertex", parameter, "time_median",
                 shapes[1].hull_seconds / n, "s");
    if (fine) {
        polyhedron_work w = polyhedron_work_new(shapes, b->quick ? 2048 : 16384);
        for (int k = 0; k < 2; ++k) {
            const char *name = k ? "build a vertex: random" : "build a vertex: rings";
            double vertices = (double)shapes[k].view.vertex_count;
            bench_figure(b, "collide", "polygon", name, parameter, "time_median",
                         shapes[k].build_seconds / vertices, "s");
            bench_figure(b, "collide", "polygon", name, parameter, "bytes",
                         (double)shapes[k].bytes / vertices, "B");
        }
        polyhedron_measure_queries(b, &w, parameter, result);
        result->seconds[POLYHEDRON_KINDS] = polyhedron_measure_cached(b, &w, parameter);
        polyhedron_work_free(&w);
    }
    polyhedron_free(&shapes[0]);
    polyhedron_free(&shapes[1]);
    cld_workspace_free(&workspace);
    return fine;
}

/* ---- made pairs beside random ones: boxes on each other (tests/made_bodies.h) */

enum { POLYHEDRON_MADE_SHAPES = 256 };

typedef struct polyhedron_made_set {
    polyhedron_shape shapes[POLYHEDRON_MADE_SHAPES];
    double half[POLYHEDRON_MADE_SHAPES][3];
    int count;
} polyhedron_made_set;

/* The box of these half extents, prepared when it is first wanted. */
static const cld_polyhedron *polyhedron_made_box(polyhedron_made_set *set, const made_body *body)
{
    static const uint32_t sides[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                       2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    polyhedron_shape *s;
    for (int i = 0; i < set->count; ++i)
        if (memcmp(set->half[i], body->half, sizeof body->half) == 0) return &set->shapes[i].view;
    if (set->count == POLYHEDRON_MADE_SHAPES) exit(1);
    s = &set->shapes[set->count];
    memset(s, 0, sizeof *s);
    memcpy(set->half[set->count++], body->half, sizeof body->half);
    s->xyz = (cld_real *)polygon_allocate(24, sizeof *s->xyz);
    for (int i = 0; i < 24; ++i) s->xyz[i] = (cld_real)body->corner[i / 3][i % 3];
    s->view.vertices = s->xyz, s->view.vertex_count = 8;
    s->view.triangles = sides, s->view.triangle_count = 12;
    s->memory = polygon_allocate(cld_polyhedron_size(&s->view) + 1, 1);
    if (cld_polyhedron_build(&s->view, s->memory, cld_polyhedron_size(&s->view)) != CLD_OK) exit(1);
    return &s->view;
}

static void polyhedron_made_place(cld_polyhedron *p, const made_body *body)
{
    cld_vec3 *axes = &p->pose.rotation.x;
    for (int k = 0; k < 3; ++k)
        axes[k] = polyhedron_vec3(body->axes[k][0], body->axes[k][1], body->axes[k][2]);
    p->pose.position = polyhedron_vec3(body->position[0], body->position[1], body->position[2]);
}

static const char *const polyhedron_made_names[4] = {"turned at random", "made: gap",
                                                     "made: touching", "made: deep"};

/* Boxes on boxes, posed as people do; or each turned at random, where they were. */
static void polyhedron_fill_made(polyhedron_work *w, polyhedron_made_set *set, int kind)
{
    made_random r = {501 + (uint64_t)kind};
    bench_random turn = bench_seed(505);
    for (int i = 0; i < w->count; ++i) {
        made_scene s;
        made_body still, mover;
        do { /* all at one scale, no plates */
            made_scene_on(&s, &r, MADE_BOX, MADE_BOX);
            still = s.still, mover = s.mover;
            if (kind == 1) s.mover.position[2] += s.depth + made_integer(&r, 1, 16) / 16.0;
            made_scene_pose(&s, &r);
        } while (s.scale != 1 || still.half[0] > 4 || mover.half[0] > 4 ||
                 (kind > 1 && s.start != (kind == 2 ? MADE_EXACTLY : MADE_DEEP)));
        w->a[i] = *polyhedron_made_box(set, &still), w->b[i] = *polyhedron_made_box(set, &mover);
        polyhedron_made_place(&w->a[i], &s.still), polyhedron_made_place(&w->b[i], &s.mover);
        if (kind == 0) {
            w->a[i].pose.rotation = polyhedron_pose(&turn).rotation;
            w->b[i].pose.rotation = polyhedron_pose(&turn).rotation;
        }
    }
}

BENCH_RUN(polyhedron_run_collide, polyhedron_work)
{
    cld_contact contact;
    const cld_shape a = cld_shape_polyhedron(&w->a[i]), b = cld_shape_polyhedron(&w->b[i]);
    int answer = cld_shape_collide(&a, NULL, &b, NULL, 0, NULL, &contact, 1);
    if (answer > 0) *sum += (double)contact.distance;
    return answer;
}

static void polyhedron_bench_made(bench *b)
{
    polyhedron_made_set set;
    polyhedron_work w = polyhedron_work_new(set.shapes, b->quick ? 2048 : 16384);
    double random[3] = {0, 0, 0};
    set.count = 0;
    for (int kind = 0; kind < 4; ++kind) {
        const bench_runner runners[3] = {{polyhedron_run_overlap, &w},
                                         {polyhedron_run_distance, &w},
                                         {polyhedron_run_collide, &w}};
        static const char *const names[3] = {"overlap", "distance", "collide"};
        double seconds[3];
        polyhedron_fill_made(&w, &set, kind);
        bench_race(b, runners, 3, seconds);
        for (int i = 0; i < 3; ++i) {
            const double time = seconds[i] / w.count;
            bench_figure(b, "collide", "polygon", names[i], polyhedron_made_names[kind],
                         "time_median", time, "s");
            if (kind == 0)
                random[i] = time;
            else
                bench_made(b, "polygon", names[i], polyhedron_made_names[kind], time,
                           polyhedron_made_names[0], random[i]);
        }
        bench_figure(b, "collide", "polygon", "collide", polyhedron_made_names[kind], "hits",
                     100.0 * w.found / w.count, "%");
    }
    bench_table(b, "boxes as polyhedra, one on another: turned at random, and as people place "
                   "them; time a query");
    for (int i = 0; i < set.count; ++i) {
        free(set.shapes[i].xyz);
        free(set.shapes[i].memory);
    }
    polyhedron_work_free(&w);
}

static void bench_polyhedra(bench *b)
{
    static const int full[] = {10, 100, 1000, 10000, 100000, 1000000}, quick[] = {100, 10000};
    const int *sizes = b->quick ? quick : full;
    int count = b->quick ? 2 : 6;
    for (int i = 0; i < count; ++i) {
        polyhedron_result result;
        int fine = polyhedron_measure(b, sizes[i], &result);
        bench_table(b, i ? ""
                         : "convex polyhedra, a sphere of rings and a random ellipsoid; all posed "
                           "afresh in queries\nof two; time a query (scan: over all vertices or "
                           "faces, GJK with linear support;\nbuild and hull: time and bytes a "
                           "vertex; differ: of those compared)");
        for (int k = 0; k < POLYHEDRON_KINDS && sizes[i] == 100000; ++k) {
            char text[80];
            if (k == 2) continue; /* not asked */
            snprintf(text, sizeof text, "polyhedra: %s, 10^5 vertices: scans in that time",
                     polyhedron_names[k]);
            bench_ask(b, "polygon", text, 20,
                      fine ? result.scan[k] / result.seconds[k] : (double)NAN, "x", BENCH_AT_LEAST);
        }
    }
    polyhedron_bench_made(b);
}

#endif /* BENCH_POLYHEDRON_H */
