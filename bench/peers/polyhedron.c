/* Convex polyhedra: collide.h beside its peers. See race.h for what is measured.
 *
 * Shapes: spheres of rings, random points of ellipsoids of half axes 1, 0.5, 0.25 and of flat ones
 * of 1, 1, 0.001, in turns, rounded to float: the hulls of these, made by the library in double.
 * A lies at rest in a pose of its own; B has a fresh pose in every query. Made pairs are boxes,
 * roofs, pyramids, prisms and octahedra of tests/made_bodies.h, one on another, turned alike. */
#include "race.h"
#include "polyhedron.h"
#define COLLIDE_DOUBLE
#define COLLIDE_STATIC
#define COLLIDE_IMPLEMENTATION
#define COLLIDE_NO_OBB
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_MESH
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_BEZIER
#include "collide.h"
#include "../../tests/made_bodies.h"
#include "../../tests/oracle_polyhedron.h"

#define POLYHEDRON_PI 3.14159265358979323846

/* ---- shapes ---- */

static double polyhedron_float(double x)
{
    volatile float rounded = (float)x;
    return (double)rounded;
}

static void polyhedron_direction(bench_random *r, double out[3])
{
    double angle = bench_uniform(r, 0, 2 * POLYHEDRON_PI), z = bench_uniform(r, -1, 1);
    double across = sqrt(1 - z * z);
    out[0] = across * cos(angle), out[1] = across * sin(angle), out[2] = z;
}

/* About n points of a sphere: rings of m, each turned by half a step against the one before, and
   the poles. Returns how many. */
static int polyhedron_rings(double *xyz, int n)
{
    int rings = (int)fmax(1, floor(sqrt((n - 2) / 2.0))), m = 2 * rings < 3 ? 3 : 2 * rings;
    int count = 0;
    for (int i = -1; i <= rings; ++i) {
        double tilt = POLYHEDRON_PI * (i + 1) / (rings + 1);
        int around = i < 0 || i == rings ? 1 : m;
        for (int k = 0; k < around; ++k, ++count) {
            double turn = 2 * POLYHEDRON_PI * (k + 0.5 * (i & 1)) / m;
            xyz[3 * count] = sin(tilt) * cos(turn), xyz[3 * count + 1] = sin(tilt) * sin(turn);
            xyz[3 * count + 2] = cos(tilt);
        }
    }
    return count;
}

/* Leaves out the points that are no corners. */
static int polyhedron_compact(double *xyz, int count, unsigned *triangles, int triangle_count)
{
    int *number = (int *)race_memory((size_t)count * sizeof *number), used = 0;
    for (int i = 0; i < 3 * triangle_count; ++i) number[triangles[i]] = 1;
    for (int i = 0; i < count; ++i) {
        if (!number[i]) continue;
        memmove(xyz + 3 * used, xyz + 3 * i, 3 * sizeof *xyz);
        number[i] = used++;
    }
    for (int i = 0; i < 3 * triangle_count; ++i) triangles[i] = (unsigned)number[triangles[i]];
    free(number);
    return used;
}

static polyhedron_solid polyhedron_new(bench_random *r, int n, int family)
{
    static const double axes[3][3] = {{1, 1, 1}, {1, 0.5, 0.25}, {1, 1, 0.001}};
    double *xyz = (double *)race_memory(3 * (size_t)(n + 8) * sizeof *xyz), d[3] = {0, 0, 0};
    unsigned *triangles = (unsigned *)race_memory(6 * (size_t)(n + 8) * sizeof *triangles);
    cld_workspace workspace = {0};
    polyhedron_solid s;
    int count = n;
    if (family == 0) count = polyhedron_rings(xyz, n);
    for (int i = 0; i < count; ++i) {
        if (family && i % 2 == 0) polyhedron_direction(r, d);
        for (int c = 0; family && i % 2 && c < 3; ++c) d[c] = -d[c]; /* around the origin */
        for (int c = 0; c < 3; ++c)
            xyz[3 * i + c] = polyhedron_float(family ? d[c] * axes[family][c] : xyz[3 * i + c]);
    }
    s.triangle_count = cld_polyhedron_hull(xyz, (size_t)count, 0, &workspace, triangles, 2 * count);
    cld_workspace_free(&workspace);
    if (s.triangle_count < 4) abort();
    s.vertex_count = polyhedron_compact(xyz, count, triangles, s.triangle_count);
    s.xyz = xyz, s.triangles = triangles;
    return s;
}

/* ---- scenes ---- */

/* What is known of a pair by the way it was put together. */
typedef struct polyhedron_truth {
    int overlap;
    double distance; /* > 0: that; NAN: not known */
    double way_out;  /* > 0: moving that far parts them */
} polyhedron_truth;

enum { POLYHEDRON_MOST_SHAPES = 6 };

/* Of the scene at hand, built where the judge needs it. */
static cld_polyhedron polyhedron_known[POLYHEDRON_MOST_SHAPES];

typedef struct polyhedron_work {
    polyhedron_scene scene;
    polyhedron_solid shapes[POLYHEDRON_MOST_SHAPES];
    polyhedron_placed rest[POLYHEDRON_MOST_SHAPES], *b;
    int *shape;
    double (*points)[3], (*directions)[3];
    polyhedron_truth *truth;
} polyhedron_work;

/* The shape of a made body of eighths, and how far it reaches along x, y and z. */
static polyhedron_solid polyhedron_of_made(made_random *r, int kind, double reach[3])
{
    double *xyz = (double *)race_memory(3 * MADE_CORNERS * sizeof *xyz);
    unsigned *triangles = (unsigned *)race_memory(6 * MADE_CORNERS * sizeof *triangles);
    cld_workspace workspace = {0};
    polyhedron_solid s;
    made_body body;
    do made_body_of(&body, r, kind, reach);
    while (reach[0] > 4); /* a plate */
    reach[2] = body.position[2];
    for (int i = 0; i < 3; ++i) reach[i] /= 8;
    for (int i = 0; i < 3 * body.corners; ++i) xyz[i] = body.corner[i / 3][i % 3] / 8;
    s.triangle_count =
        cld_polyhedron_hull(xyz, (size_t)body.corners, 0, &workspace, triangles, 2 * MADE_CORNERS);
    cld_workspace_free(&workspace);
    if (s.triangle_count < 4) abort();
    s.vertex_count = body.corners;
    s.xyz = xyz, s.triangles = triangles;
    return s;
}

static polyhedron_placed polyhedron_turned(bench_random *r, int shape)
{
    polyhedron_placed p;
    double w = bench_normal(r), x = bench_normal(r), y = bench_normal(r), z = bench_normal(r);
    double s = 1 / sqrt(w * w + x * x + y * y + z * z);
    w *= s, x *= s, y *= s, z *= s;
    p.shape = shape;
    p.axes[0][0] = 1 - 2 * (y * y + z * z), p.axes[0][1] = 2 * (x * y + w * z);
    p.axes[0][2] = 2 * (x * z - w * y), p.axes[1][0] = 2 * (x * y - w * z);
    p.axes[1][1] = 1 - 2 * (x * x + z * z), p.axes[1][2] = 2 * (y * z + w * x);
    p.axes[2][0] = 2 * (x * z + w * y), p.axes[2][1] = 2 * (y * z - w * x);
    p.axes[2][2] = 1 - 2 * (x * x + y * y);
    for (int k = 0; k < 9; ++k) p.axes[k / 3][k % 3] = polyhedron_float(p.axes[k / 3][k % 3]);
    for (int c = 0; c < 3; ++c) p.at[c] = polyhedron_float(bench_uniform(r, -1, 1));
    return p;
}

/* Shapes of about n vertices that lie within 1 of the origin. */
static polyhedron_work polyhedron_work_new(int n, int queries)
{
    polyhedron_work w;
    bench_random r = bench_seed(601 + (uint64_t)n);
    size_t count = (size_t)queries;
    memset(&w, 0, sizeof w);
    w.scene.shape_count = n > 2000 ? 3 : POLYHEDRON_MOST_SHAPES;
    for (int i = 0; i < w.scene.shape_count; ++i) {
        w.shapes[i] = polyhedron_new(&r, n, i % 3);
        w.rest[i] = polyhedron_turned(&r, i);
    }
    w.b = (polyhedron_placed *)race_memory(count * sizeof *w.b);
    w.shape = (int *)race_memory(count * sizeof *w.shape);
    w.points = (double(*)[3])race_memory(count * sizeof *w.points);
    w.directions = (double(*)[3])race_memory(count * sizeof *w.directions);
    w.truth = (polyhedron_truth *)race_memory(count * sizeof *w.truth);
    w.scene.bits = PEERS_FLOAT, w.scene.count = queries;
    w.scene.shape = w.shape, w.scene.truth = w.truth;
    return w;
}

/* The copy that is used has pointers into itself. */
static void polyhedron_work_link(polyhedron_work *w)
{
    w->scene.shapes = w->shapes, w->scene.rest = w->rest;
}

static void polyhedron_work_free(polyhedron_work *w)
{
    for (int i = 0; i < w->scene.shape_count; ++i) {
        free((void *)(uintptr_t)w->shapes[i].xyz);
        free((void *)(uintptr_t)w->shapes[i].triangles);
        free((void *)(uintptr_t)polyhedron_known[i].hierarchy);
        memset(&polyhedron_known[i], 0, sizeof polyhedron_known[i]);
    }
    free(w->b), free(w->shape), free(w->points), free(w->directions), free(w->truth);
}

/* A random point of a random triangle, `scale` times as far from the origin. */
static void polyhedron_outline(bench_random *r, const polyhedron_solid *s, double scale,
                               double out[3])
{
    const unsigned *t = s->triangles + 3 * bench_below(r, s->triangle_count);
    double u = bench_uniform(r, 0, 1), v = bench_uniform(r, 0, 1);
    if (u + v > 1) u = 1 - u, v = 1 - v;
    for (int c = 0; c < 3; ++c)
        out[c] = polyhedron_float(scale * ((1 - u - v) * s->xyz[3 * t[0] + c] +
                                           u * s->xyz[3 * t[1] + c] + v * s->xyz[3 * t[2] + c]));
}

/* Points about the outline, one in eight a vertex, one in eight on a face but for rounding. */
static void polyhedron_fill_points(polyhedron_work *w, uint64_t seed)
{
    bench_random r = bench_seed(seed);
    for (int q = 0; q < w->scene.count; ++q) {
        int shape = w->shape[q] = bench_below(&r, w->scene.shape_count), kind = bench_below(&r, 8);
        const polyhedron_solid *s = &w->shapes[shape];
        polyhedron_outline(&r, s, kind == 1 ? 1 : bench_uniform(&r, 0.5, 1.5), w->points[q]);
        if (kind == 0)
            memcpy(w->points[q], s->xyz + 3 * bench_below(&r, s->vertex_count), 3 * sizeof(double));
        polyhedron_direction(&r, w->directions[q]);
        for (int c = 0; c < 3; ++c) w->directions[q][c] = polyhedron_float(w->directions[q][c]);
    }
    w->scene.points = w->points, w->scene.directions = w->directions;
}

/* From 2 to 5 outside to a point within 1.1 of the outline: two in three hit. */
static void polyhedron_fill_rays(polyhedron_work *w, uint64_t seed)
{
    bench_random r = bench_seed(seed);
    for (int q = 0; q < w->scene.count; ++q) {
        double to[3], reach = bench_uniform(&r, 2, 5);
        int shape = w->shape[q] = bench_below(&r, w->scene.shape_count);
        polyhedron_outline(&r, &w->shapes[shape], bench_uniform(&r, 0, 1.1), to);
        polyhedron_direction(&r, w->points[q]);
        for (int c = 0; c < 3; ++c) {
            w->points[q][c] = polyhedron_float(reach * w->points[q][c]);
            w->directions[q][c] = polyhedron_float(to[c] - w->points[q][c]);
        }
    }
    w->scene.points = w->points, w->scene.directions = w->directions;
}

typedef enum polyhedron_population {
    POLYHEDRON_FAR,     /* centres 3 to 30 apart */
    POLYHEDRON_NEAR,    /* gaps of 0.01 to 1 */
    POLYHEDRON_CLOSE,   /* 1e-5 to 0.01 */
    POLYHEDRON_TOUCH,   /* 1e-12 to 1e-6 */
    POLYHEDRON_SHALLOW, /* a vertex of one 1e-5 to 0.01 inside the other */
    POLYHEDRON_DEEP     /* B's centre within A */
} polyhedron_population;

static double polyhedron_gap(bench_random *r, polyhedron_population population)
{
    static const double between[6][2] = {{3, 30},       {0.01, 1},    {1e-5, 0.01},
                                         {1e-12, 1e-6}, {1e-5, 0.01}, {0.1, 0.1}};
    const double *b = between[population];
    double gap = b[0] * pow(b[1] / b[0], bench_uniform(r, 0, 1));
    return population == POLYHEDRON_SHALLOW ? -gap : gap;
}

/* How far a placed solid reaches along a direction; which vertex, in *vertex. */
static long double polyhedron_reach(const polyhedron_solid *s, const polyhedron_placed *p,
                                    const long double n[3], int *vertex)
{
    long double local[3], best = -HUGE_VALL, at = 0;
    for (int k = 0; k < 3; ++k) {
        local[k] = n[0] * p->axes[k][0] + n[1] * p->axes[k][1] + n[2] * p->axes[k][2];
        at += n[k] * p->at[k];
    }
    for (int i = 0; i < s->vertex_count; ++i) {
        const double *v = s->xyz + 3 * (size_t)i;
        long double reach = local[0] * v[0] + local[1] * v[1] + local[2] * v[2];
        if (reach > best) best = reach, *vertex = i;
    }
    return best + at;
}

/* The unit normal of a triangle of a placed solid, and a point in the triangle's inside. */
static void polyhedron_face(const polyhedron_solid *s, const polyhedron_placed *p, int face,
                            long double n[3], double middle[3])
{
    double v[3][3];
    long double length = 0;
    for (int k = 0; k < 3; ++k)
        polyhedron_place(p, s->xyz + 3 * (size_t)s->triangles[3 * face + k], v[k]);
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        n[k] = ((long double)v[1][i] - v[0][i]) * ((long double)v[2][j] - v[0][j]) -
               ((long double)v[1][j] - v[0][j]) * ((long double)v[2][i] - v[0][i]);
        middle[k] = (v[0][k] + v[1][k] + v[2][k]) / 3;
        length += n[k] * n[k];
    }
    for (int k = 0; k < 3; ++k) n[k] /= sqrtl(length);
}

/* Inside of a placed solid for certain? (long double, all faces) */
static int polyhedron_inside(const polyhedron_solid *s, const polyhedron_placed *p,
                             const double at[3])
{
    double q[3];
    for (int k = 0; k < 3; ++k) { /* the axes are orthonormal to float's rounding */
        q[k] = 0;
        for (int c = 0; c < 3; ++c) q[k] += p->axes[k][c] * (at[c] - p->at[c]);
    }
    for (int i = 0; i < s->triangle_count; ++i) {
        const unsigned *t = s->triangles + 3 * i;
        if (oracle_orient3(s->xyz + 3 * (size_t)t[0], s->xyz + 3 * (size_t)t[1],
                           s->xyz + 3 * (size_t)t[2], q) > 0)
            return 0;
    }
    return 1;
}

/* B so that a vertex of it is at a gap above the middle of a face of A. What then is known. */
static polyhedron_truth polyhedron_attach(bench_random *r, const polyhedron_work *w, int a,
                                          polyhedron_placed *b, double gap)
{
    const polyhedron_solid *fixed = &w->shapes[a], *moving = &w->shapes[b->shape];
    polyhedron_truth truth = {0, NAN, 0};
    long double n[3], back[3], from_plane;
    double middle[3], at[3];
    int vertex = 0, unused = 0;
    polyhedron_face(fixed, &w->rest[a], bench_below(r, fixed->triangle_count), n, middle);
    for (int c = 0; c < 3; ++c) back[c] = -n[c];
    polyhedron_reach(moving, b, back, &vertex);
    polyhedron_place(b, moving->xyz + 3 * (size_t)vertex, at);
    for (int c = 0; c < 3; ++c) {
        b->at[c] += middle[c] + gap * (double)n[c] - at[c];
        if (w->scene.bits == PEERS_FLOAT) b->at[c] = polyhedron_float(b->at[c]);
    }
    from_plane = -polyhedron_reach(moving, b, back, &unused) -
                 polyhedron_reach(fixed, &w->rest[a], n, &unused);
    polyhedron_place(b, moving->xyz + 3 * (size_t)vertex, at);
    truth.overlap = gap < 0 && polyhedron_inside(fixed, &w->rest[a], at);
    if (gap > 0) truth.distance = (double)from_plane;
    if (truth.overlap) truth.way_out = -(double)from_plane;
    return truth;
}

/* A pair, again and again until it is as the population says. */
static void polyhedron_pair(bench_random *r, polyhedron_work *w, int q,
                            polyhedron_population population)
{
    int a = w->shape[q] = bench_below(r, w->scene.shape_count);
    polyhedron_placed *b = &w->b[q];
    polyhedron_truth *truth = &w->truth[q];
    double d[3], gap;
    do {
        gap = polyhedron_gap(r, population);
        *b = polyhedron_turned(r, bench_below(r, w->scene.shape_count));
        polyhedron_direction(r, d);
        for (int c = 0; c < 3; ++c) b->at[c] = polyhedron_float(w->rest[a].at[c] + gap * d[c]);
        if (population == POLYHEDRON_DEEP) {
            polyhedron_outline(r, &w->shapes[a], bench_uniform(r, 0, 0.5), d);
            polyhedron_place(&w->rest[a], d, b->at);
            for (int c = 0; c < 3; ++c) b->at[c] = polyhedron_float(b->at[c]);
        }
        memset(truth, 0, sizeof *truth);
        truth->distance = NAN;
        if (population == POLYHEDRON_FAR) return;
        if (population == POLYHEDRON_DEEP)
            truth->overlap = polyhedron_inside(&w->shapes[a], &w->rest[a], b->at);
        else
            *truth = polyhedron_attach(r, w, a, b, gap);
    } while (population >= POLYHEDRON_SHALLOW ? !truth->overlap : !(truth->distance > 0));
}

static void polyhedron_fill_pairs(polyhedron_work *w, const polyhedron_population *populations,
                                  int count, uint64_t seed)
{
    bench_random r = bench_seed(seed);
    for (int q = 0; q < w->scene.count; ++q) polyhedron_pair(&r, w, q, populations[q % count]);
    w->scene.b = w->b, w->scene.pairs = 0;
}

/* Pairs followed while B is shifted by a tenth of an edge a step. */
static void polyhedron_fill_motion(polyhedron_work *w, uint64_t seed)
{
    bench_random r = bench_seed(seed);
    double step = 0.35 / sqrt((double)w->shapes[0].vertex_count), d[3];
    int pairs = w->scene.count < 1024 ? 8 : 64;
    for (int q = 0; q < w->scene.count; ++q) {
        if (q < pairs) {
            polyhedron_pair(&r, w, q, POLYHEDRON_NEAR);
        } else {
            w->shape[q] = w->shape[q - pairs], w->b[q] = w->b[q - pairs];
            polyhedron_direction(&r, d);
            for (int c = 0; c < 3; ++c)
                w->b[q].at[c] = polyhedron_float(w->b[q].at[c] + step * d[c]);
            w->truth[q].overlap = -1, w->truth[q].distance = NAN;
        }
    }
    w->scene.b = w->b, w->scene.pairs = pairs;
}

enum { POLYHEDRON_MADE_GAP, POLYHEDRON_MADE_TOUCH, POLYHEDRON_MADE_DEEP, POLYHEDRON_MADE };

static const char *const polyhedron_made[POLYHEDRON_MADE] = {"made: gap", "made: touching",
                                                             "made: deep"};

/* B on the upper side of A, both turned alike: with a gap of sixteenths; touching in a face, an
   edge or a corner, all numbers whole or halves, boxes in quarter turns only; or boxes that are a
   little deep. */
static polyhedron_work polyhedron_work_made(int queries, int made)
{
    polyhedron_work w = polyhedron_work_new(8, queries);
    made_random r = {651 + (uint64_t)made};
    double reach[POLYHEDRON_MOST_SHAPES][3];
    int boxes = made == POLYHEDRON_MADE_GAP ? 3 : w.scene.shape_count;
    for (int i = 0; i < w.scene.shape_count; ++i) {
        polyhedron_placed *p = &w.rest[i];
        int how = made == POLYHEDRON_MADE_TOUCH ? i % 3 : i % 4, axis = made_integer(&r, 0, 2);
        double turn[2] = {how < 2, how == 2}; /* cosine, sine; 30 degrees: */
        if (how == 3) turn[0] = sqrt(0.75), turn[1] = 0.5;
        free((void *)(uintptr_t)w.shapes[i].xyz), free((void *)(uintptr_t)w.shapes[i].triangles);
        w.shapes[i] = polyhedron_of_made(&r, i < boxes ? MADE_BOX : MADE_HULL, reach[i]);
        memset(p->axes, 0, sizeof p->axes);
        p->axes[axis][axis] = 1;
        for (int k = 1; k < 3; ++k) {
            p->axes[(axis + k) % 3][(axis + k) % 3] = polyhedron_float(turn[0]);
            p->axes[(axis + k) % 3][(axis + 3 - k) % 3] = k == 1 ? turn[1] : -turn[1];
        }
        for (int c = 0; c < 3; ++c) p->at[c] = how ? 0.5 * made_integer(&r, -2, 2) : 0;
    }
    for (int q = 0; q < queries; ++q) {
        int a = w.shape[q] = made_integer(&r, 0, w.scene.shape_count - 1);
        int b = w.b[q].shape = made_integer(&r, 0, w.scene.shape_count - 1);
        int sides = made == POLYHEDRON_MADE_DEEP ? 0 : made_integer(&r, 0, 2);
        double by = made == POLYHEDRON_MADE_GAP    ? made_integer(&r, 1, 16) / 16.0
                    : made == POLYHEDRON_MADE_DEEP ? -ldexp(1, -made_integer(&r, 4, 10))
                                                   : 0;
        double at[3] = {0, 0, reach[a][2] + reach[b][2] + by};
        for (int c = 0; c < 2; ++c)
            at[c] = c < sides ? (reach[a][c] + reach[b][c]) * (made_integer(&r, 0, 1) ? 1 : -1)
                              : made_integer(&r, -1, 1) / 16.0;
        memcpy(w.b[q].axes, w.rest[a].axes, sizeof w.b[q].axes);
        polyhedron_place(&w.rest[a], at, w.b[q].at);
        for (int c = 0; c < 3; ++c) w.b[q].at[c] = polyhedron_float(w.b[q].at[c]);
        w.truth[q].overlap = made == POLYHEDRON_MADE_GAP ? -1 : 1; /* -1: to be found */
        w.truth[q].distance = made == POLYHEDRON_MADE_GAP ? (double)NAN : 0;
        w.truth[q].way_out = made == POLYHEDRON_MADE_DEEP ? -by : 0;
    }
    w.scene.b = w.b, w.scene.pairs = 0;
    return w;
}

typedef enum polyhedron_cubes {
    POLYHEDRON_CUBES_GAP,    /* aligned, 1/64 apart, shifted along the face by multiples of 1/16 */
    POLYHEDRON_CUBES_DEEP,   /* the same, 1/64 deep */
    POLYHEDRON_CUBES_TURNED, /* each turned at random, their middles 2 apart */
    POLYHEDRON_CUBES_MET,    /* the same, 0.8 apart */
    POLYHEDRON_CUBES
} polyhedron_cubes;

static const char *const polyhedron_cube_names[POLYHEDRON_CUBES] = {
    "made: cubes, gap", "made: cubes, deep", "cubes turned, apart", "cubes turned, deep"};

static polyhedron_solid polyhedron_cube(void)
{
    static const unsigned sides[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                       2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    double *xyz = (double *)race_memory(24 * sizeof *xyz);
    unsigned *triangles = (unsigned *)race_memory(sizeof sides);
    polyhedron_solid s;
    for (int i = 0; i < 24; ++i) xyz[i] = (i / 3 >> i % 3 & 1) - 0.5;
    memcpy(triangles, sides, sizeof sides);
    s.vertex_count = 8, s.triangle_count = 12, s.xyz = xyz, s.triangles = triangles;
    return s;
}

/* Unit cubes, B beyond a random side of A. */
static polyhedron_work polyhedron_work_cubes(int queries, polyhedron_cubes kind)
{
    const int turned = kind >= POLYHEDRON_CUBES_TURNED;
    const double away = kind == POLYHEDRON_CUBES_GAP    ? 1 + 1.0 / 64
                        : kind == POLYHEDRON_CUBES_DEEP ? 1 - 1.0 / 64
                        : kind == POLYHEDRON_CUBES_MET  ? 0.8
                                                        : 2;
    polyhedron_work w = polyhedron_work_new(8, queries);
    bench_random r = bench_seed(661 + (uint64_t)kind);
    for (int i = 0; i < w.scene.shape_count; ++i) {
        polyhedron_placed *p = &w.rest[i];
        free((void *)(uintptr_t)w.shapes[i].xyz), free((void *)(uintptr_t)w.shapes[i].triangles);
        w.shapes[i] = polyhedron_cube();
        *p = polyhedron_turned(&r, i);
        for (int k = 0; k < 9 && !turned; ++k) p->axes[k / 3][k % 3] = k % 4 == 0;
        for (int c = 0; c < 3; ++c) p->at[c] = bench_below(&r, 16) - 8;
    }
    for (int q = 0; q < queries; ++q) {
        const int a = w.shape[q] = bench_below(&r, w.scene.shape_count);
        const int side = bench_below(&r, 3), sign = bench_below(&r, 2) ? 1 : -1;
        polyhedron_placed *b = &w.b[q];
        *b = polyhedron_turned(&r, bench_below(&r, w.scene.shape_count));
        if (!turned) memcpy(b->axes, w.rest[a].axes, sizeof b->axes);
        for (int c = 0; c < 3; ++c)
            b->at[c] = w.rest[a].at[c] + (c == side ? sign * away
                                          : turned  ? 0
                                                    : (bench_below(&r, 17) - 8) / 16.0);
        w.truth[q].overlap =
            kind == POLYHEDRON_CUBES_GAP || kind == POLYHEDRON_CUBES_TURNED ? -1 : 1;
        w.truth[q].distance = w.truth[q].overlap < 0 ? (double)NAN : 0;
        w.truth[q].way_out = kind == POLYHEDRON_CUBES_DEEP ? 1.0 / 64 : (double)NAN;
    }
    w.scene.b = w.b, w.scene.pairs = 0;
    return w;
}

/* ---- verdicts ---- */

static double polyhedron_epsilon(const peer *who)
{
    return who->bits == PEERS_FLOAT ? 1.2e-7 : 2.3e-16;
}

/* What rounding explains: placing a vertex of either body takes six operations on numbers of that
   size; the difference, and its length, a few more: 16 epsilon M. */
static double polyhedron_slack(const polyhedron_scene *s, int q, const peer *who)
{
    double most = 2;
    for (int c = 0; c < 3; ++c) most = fmax(most, 1 + fabs(s->b[q].at[c]));
    return 16 * polyhedron_epsilon(who) * most;
}

static oracle_body polyhedron_body(const polyhedron_solid *s)
{
    oracle_body b;
    memset(&b, 0, sizeof b);
    b.v = s->xyz, b.t = s->triangles, b.triangle_count = s->triangle_count;
    return b;
}

static race_verdict polyhedron_judge_contains(const void *scene, int q, const void *answer,
                                              const peer *who, double *error)
{
    const polyhedron_scene *s = (const polyhedron_scene *)scene;
    oracle_body body = polyhedron_body(&s->shapes[s->shape[q]]);
    int within = oracle_where(&body, s->points[q]) > 0;
    (void)who, (void)error;
    if (((const polyhedron_answer *)answer)->yes == within) return RACE_RIGHT;
    return within ? RACE_MISSED : RACE_WRONG;
}

/* error: how much farther another vertex reaches. */
static race_verdict polyhedron_judge_extreme(const void *scene, int q, const void *answer,
                                             const peer *who, double *error)
{
    const polyhedron_scene *s = (const polyhedron_scene *)scene;
    const polyhedron_solid *solid = &s->shapes[s->shape[q]];
    const double *d = s->directions[q];
    int vertex = ((const polyhedron_answer *)answer)->vertex;
    long double best = -HUGE_VALL, mine = best;
    for (int i = 0; i < solid->vertex_count; ++i) {
        const double *v = solid->xyz + 3 * (size_t)i;
        long double reach =
            (long double)d[0] * v[0] + (long double)d[1] * v[1] + (long double)d[2] * v[2];
        if (reach > best) best = reach;
        if (i == vertex) mine = reach;
    }
    *error = (double)(best - mine);
    /* three products and two sums of each, none above sqrt 3 */
    return *error <= 10 * polyhedron_epsilon(who) ? RACE_RIGHT : RACE_WRONG;
}

/* error: of the point where it enters. */
static race_verdict polyhedron_judge_ray(const void *scene, int q, const void *answer,
                                         const peer *who, double *error)
{
    const polyhedron_scene *s = (const polyhedron_scene *)scene;
    const polyhedron_answer *mine = (const polyhedron_answer *)answer;
    oracle_body body = polyhedron_body(&s->shapes[s->shape[q]]);
    wide origin[3], direction[3];
    oracle_cut cut;
    double length = 0;
    for (int c = 0; c < 3; ++c) {
        origin[c] = s->points[q][c], direction[c] = s->directions[q][c];
        length += s->directions[q][c] * s->directions[q][c];
    }
    cut = oracle_line(&body, origin, direction, 0, 0);
    if (mine->yes != (cut.hits > 0)) return cut.hits ? RACE_MISSED : RACE_WRONG;
    if (!cut.hits) return RACE_RIGHT;
    *error = fabs(mine->value - (double)cut.enter) * sqrt(length);
    return *error <= sqrt(polyhedron_epsilon(who)) ? RACE_RIGHT : RACE_WRONG;
}

static race_verdict polyhedron_judge_overlap(const void *scene, int q, const void *answer,
                                             const peer *who, double *error)
{
    const polyhedron_scene *s = (const polyhedron_scene *)scene;
    int overlap = ((const polyhedron_truth *)s->truth)[q].overlap > 0;
    (void)who, (void)error;
    if (((const polyhedron_answer *)answer)->yes == overlap) return RACE_RIGHT;
    return overlap ? RACE_MISSED : RACE_WRONG;
}

/* Where the distance is not known, that of the library in double, which is checked elsewhere. */
static void polyhedron_find_distance(const polyhedron_scene *s, int q)
{
    polyhedron_truth *truth = (polyhedron_truth *)s->truth + q;
    const polyhedron_placed *placed[2] = {&s->rest[s->shape[q]], &s->b[q]};
    cld_polyhedron p[2];
    cld_contact closest;
    for (int i = 0; i < 2; ++i) {
        cld_polyhedron *known = &polyhedron_known[placed[i]->shape];
        const polyhedron_solid *solid = &s->shapes[placed[i]->shape];
        if (known->hierarchy == NULL) {
            known->vertices = solid->xyz, known->vertex_count = (size_t)solid->vertex_count;
            known->triangles = solid->triangles;
            known->triangle_count = (size_t)solid->triangle_count;
            if (cld_polyhedron_build(known, race_memory(cld_polyhedron_size(known)),
                                     cld_polyhedron_size(known)) != CLD_OK)
                abort();
        }
        p[i] = *known;
        memcpy(&p[i].pose.rotation, placed[i]->axes, sizeof placed[i]->axes);
        memcpy(&p[i].pose.position, placed[i]->at, sizeof placed[i]->at);
    }
    const cld_shape a = cld_shape_polyhedron(&p[0]), b = cld_shape_polyhedron(&p[1]);
    truth->overlap = !cld_shape_distance(&a, NULL, &b, NULL, HUGE_VAL, NULL, &closest);
    truth->distance = closest.distance;
}

static race_verdict polyhedron_judge_distance(const void *scene, int q, const void *answer,
                                              const peer *who, double *error)
{
    const polyhedron_scene *s = (const polyhedron_scene *)scene;
    const polyhedron_answer *mine = (const polyhedron_answer *)answer;
    const polyhedron_truth *truth = (const polyhedron_truth *)s->truth + q;
    double slack = polyhedron_slack(s, q, who);
    if (truth->overlap < 0) polyhedron_find_distance(s, q);
    if (mine->yes && truth->overlap) return RACE_MISSED;
    if (!mine->yes && !truth->overlap) return RACE_WRONG;
    if (strncmp(who->who, "FCL", 3) == 0) slack += 1e-6; /* its distance_tolerance */
    *error = fabs((mine->yes ? mine->value : 0) - truth->distance);
    return *error <= slack ? RACE_RIGHT : RACE_WRONG;
}

/* Moving B by the depth along the normal must part them; where the vertex was put in through a
   face, the depth can be no more than the way out through that. error: what it is short of parting
   them, or too much. */
static race_verdict polyhedron_judge_collide(const void *scene, int q, const void *answer,
                                             const peer *who, double *error)
{
    const polyhedron_scene *s = (const polyhedron_scene *)scene;
    const polyhedron_answer *mine = (const polyhedron_answer *)answer;
    const polyhedron_truth *truth = (const polyhedron_truth *)s->truth + q;
    const polyhedron_placed *a = &s->rest[s->shape[q]], *b = &s->b[q];
    long double n[3], back[3], reach;
    /* the axes are orthonormal to float's rounding only, which those who turn normals rely on */
    double slack = polyhedron_slack(s, q, who) + 6 * 6e-8;
    int unused = 0;
    if (!mine->yes) return RACE_MISSED;
    for (int c = 0; c < 3; ++c) n[c] = mine->normal[c], back[c] = -n[c];
    reach = polyhedron_reach(&s->shapes[a->shape], a, n, &unused) +
            polyhedron_reach(&s->shapes[b->shape], b, back, &unused);
    if (strncmp(who->who, "FCL", 3) == 0 || strncmp(who->who, "libccd", 6) == 0)
        slack += 1e-6; /* their tolerances as they are set */
    *error = fabs((double)reach - mine->value);
    if (truth->way_out > 0) *error = fmax(*error, mine->value - truth->way_out);
    return *error <= slack ? RACE_RIGHT : RACE_WRONG;
}

/* error: of the volume, as a part of it. */
static race_verdict polyhedron_judge_hull(const void *scene, int q, const void *answer,
                                          const peer *who, double *error)
{
    const polyhedron_scene *s = (const polyhedron_scene *)scene;
    const polyhedron_answer *mine = (const polyhedron_answer *)answer;
    const double *known = (const double *)s->truth + 2 * q;
    *error = fabs(mine->value / known[1] - 1);
    /* sums of positive terms, one a triangle, of numbers as they are; Bullet's are on a grid of
       1e-4 of the size */
    if (strcmp(who->who, "Bullet") == 0 && mine->vertex == (int)known[0] && *error < 1e-3)
        return RACE_RIGHT;
    return mine->vertex == (int)known[0] &&
                   *error <= 16 * polyhedron_epsilon(who) + 2 * s->cloud_size * 2.3e-16
               ? RACE_RIGHT
               : RACE_WRONG;
}

/* ---- contests ---- */

typedef struct polyhedron_level {
    int n, queries, quick, batch; /* quick: queries then, 0: none */
} polyhedron_level;

static const polyhedron_level polyhedron_levels[] = {{8, 1024, 512, 16},
                                                     {64, 1024, 256, 16},
                                                     {1000, 256, 64, 1},
                                                     {10000, 64, 16, 1},
                                                     {100000, 32, 0, 1}};
enum { POLYHEDRON_LEVELS = (int)(sizeof polyhedron_levels / sizeof polyhedron_levels[0]) };

static void polyhedron_race_one(racing *r, const polyhedron_work *w, const char *question,
                                const char *parameter, int batch, race_judge *judge)
{
    contest c = {question, parameter, &w->scene, w->scene.count, batch, sizeof(polyhedron_answer),
                 judge};
    race(r, &c);
}

static int polyhedron_queries(const racing *r, const polyhedron_level *level)
{
    return r->b.quick ? level->quick : level->queries;
}

static void polyhedron_race_single(racing *r, const polyhedron_level *level)
{
    polyhedron_work w = polyhedron_work_new(level->n, polyhedron_queries(r, level));
    char name[48];
    polyhedron_work_link(&w);
    snprintf(name, sizeof name, "n=%d", level->n);
    polyhedron_fill_points(&w, 621);
    if (level->n <= 10000) /* above, preparing everything for everybody takes too long */
        polyhedron_race_one(r, &w, "contains", name, 16, polyhedron_judge_contains);
    polyhedron_race_one(r, &w, "extreme", name, 16, polyhedron_judge_extreme);
    polyhedron_fill_rays(&w, 622);
    polyhedron_race_one(r, &w, "ray", name, level->batch, polyhedron_judge_ray);
    polyhedron_work_free(&w);
}

static void polyhedron_race_pairs(racing *r, const polyhedron_level *level)
{
    static const polyhedron_population all[5] = {POLYHEDRON_FAR, POLYHEDRON_NEAR, POLYHEDRON_CLOSE,
                                                 POLYHEDRON_SHALLOW, POLYHEDRON_DEEP};
    static const polyhedron_population apart[2] = {POLYHEDRON_NEAR, POLYHEDRON_CLOSE};
    static const polyhedron_population touch[1] = {POLYHEDRON_TOUCH};
    static const polyhedron_population into[2] = {POLYHEDRON_SHALLOW, POLYHEDRON_DEEP};
    polyhedron_work w = polyhedron_work_new(level->n, polyhedron_queries(r, level));
    char name[48];
    polyhedron_work_link(&w);
    snprintf(name, sizeof name, "n=%d", level->n);
    polyhedron_fill_pairs(&w, apart, 2, 632);
    polyhedron_race_one(r, &w, "distance", name, level->batch, polyhedron_judge_distance);
    if (level->n > 10000) {
        polyhedron_work_free(&w);
        return;
    }
    polyhedron_fill_pairs(&w, all, 5, 631);
    polyhedron_race_one(r, &w, "overlap", name, level->batch, polyhedron_judge_overlap);
    polyhedron_fill_motion(&w, 633);
    polyhedron_race_one(r, &w, "followed", name, level->batch, polyhedron_judge_distance);
    polyhedron_fill_pairs(&w, into, 1, 635);
    polyhedron_race_one(r, &w, "collide", name, level->batch, polyhedron_judge_collide);
    snprintf(name, sizeof name, "n=%d deep", level->n);
    polyhedron_fill_pairs(&w, into + 1, 1, 636);
    polyhedron_race_one(r, &w, "collide", name, level->batch, polyhedron_judge_collide);
    w.scene.bits = PEERS_DOUBLE;
    snprintf(name, sizeof name, "n=%d nearly touch", level->n);
    polyhedron_fill_pairs(&w, touch, 1, 634);
    polyhedron_race_one(r, &w, "overlap", name, level->batch, polyhedron_judge_overlap);
    polyhedron_race_one(r, &w, "distance", name, level->batch, polyhedron_judge_distance);
    polyhedron_work_free(&w);
}

static void polyhedron_race_made(racing *r)
{
    for (int made = 0; made < POLYHEDRON_MADE; ++made) {
        polyhedron_work w = polyhedron_work_made(r->b.quick ? 512 : 16384, made);
        const char *name = polyhedron_made[made];
        polyhedron_work_link(&w);
        polyhedron_race_one(r, &w, "overlap", name, 16, polyhedron_judge_overlap);
        if (made != POLYHEDRON_MADE_DEEP)
            polyhedron_race_one(r, &w, "distance", name, 16, polyhedron_judge_distance);
        if (made != POLYHEDRON_MADE_GAP)
            polyhedron_race_one(r, &w, "collide", name, 16, polyhedron_judge_collide);
        polyhedron_work_free(&w);
    }
}

static void polyhedron_race_cubes(racing *r)
{
    for (int kind = 0; kind < POLYHEDRON_CUBES; ++kind) {
        const int apart = kind == POLYHEDRON_CUBES_GAP || kind == POLYHEDRON_CUBES_TURNED;
        polyhedron_work w = polyhedron_work_cubes(r->b.quick ? 256 : 2048, (polyhedron_cubes)kind);
        const char *name = polyhedron_cube_names[kind];
        polyhedron_work_link(&w);
        if (apart)
            polyhedron_race_one(r, &w, "distance", name, 16, polyhedron_judge_distance);
        else
            polyhedron_race_one(r, &w, "collide", name, 16, polyhedron_judge_collide);
        polyhedron_work_free(&w);
    }
}

static void polyhedron_aims(racing *r)
{
    static const char *const *const cubes = polyhedron_cube_names;
    const race_aim aims[] = {{"aligned unit cubes: distance",
                              "distance",
                              cubes[POLYHEDRON_CUBES_GAP],
                              1,
                              0,
                              "",
                              {NULL, cubes[POLYHEDRON_CUBES_TURNED]},
                              0},
                             {"aligned unit cubes: collide",
                              "collide",
                              cubes[POLYHEDRON_CUBES_DEEP],
                              1,
                              0,
                              "",
                              {NULL, cubes[POLYHEDRON_CUBES_MET]},
                              0},
                             {"turned unit cubes: distance",
                              "distance",
                              cubes[POLYHEDRON_CUBES_TURNED],
                              0,
                              1e-6,
                              "Bullet",
                              {NULL, NULL},
                              0},
                             {"turned unit cubes: collide",
                              "collide",
                              cubes[POLYHEDRON_CUBES_MET],
                              0,
                              1e-6,
                              "ODE",
                              {NULL, NULL},
                              0},
                             {"aligned unit cubes: distance, beside Bullet",
                              "distance",
                              cubes[POLYHEDRON_CUBES_GAP],
                              0,
                              1e-6,
                              "Bullet",
                              {NULL, NULL},
                              0},
                             {"aligned unit cubes: collide, beside ODE",
                              "collide",
                              cubes[POLYHEDRON_CUBES_DEEP],
                              0,
                              1e-6,
                              "ODE",
                              {NULL, NULL},
                              0}};
    race_aims(r, aims, (int)(sizeof aims / sizeof *aims));
}

/* Its vertices and volume, as the library has them in double. */
static void polyhedron_know_hull(const double *xyz, int n, double known[2])
{
    cld_workspace workspace = {0};
    unsigned *t = (unsigned *)race_memory(6 * (size_t)n * sizeof *t);
    int count = cld_polyhedron_hull(xyz, (size_t)n, 0, &workspace, t, 2 * n);
    long double sum = 0;
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < 3; ++k) {
            const double *a = xyz + 3 * (size_t)t[3 * i], *b = xyz + 3 * (size_t)t[3 * i + 1];
            const double *c = xyz + 3 * (size_t)t[3 * i + 2];
            sum += (long double)a[k] * ((long double)b[(k + 1) % 3] * c[(k + 2) % 3] -
                                        (long double)b[(k + 2) % 3] * c[(k + 1) % 3]);
        }
    known[0] = count / 2 + 2, known[1] = (double)(sum / 6);
    cld_workspace_free(&workspace);
    free(t);
}

/* Clouds: points of a ball and of a sphere in turns. */
static void polyhedron_race_hull(racing *r, const polyhedron_level *level)
{
    int clouds = polyhedron_queries(r, level), n = level->n;
    bench_random random = bench_seed(641);
    polyhedron_scene scene;
    double *xyz, *known, d[3];
    char name[48];
    contest c = {"hull", name, &scene, clouds, 1, sizeof(polyhedron_answer), polyhedron_judge_hull};
    while (clouds > 4 && (double)clouds * n > 1e5) clouds /= 2;
    c.queries = clouds;
    xyz = (double *)race_memory(3 * (size_t)clouds * (size_t)n * sizeof *xyz);
    known = (double *)race_memory(2 * (size_t)clouds * sizeof *known);
    for (int i = 0; i < clouds; ++i) {
        double *cloud = xyz + 3 * (size_t)i * (size_t)n;
        for (int k = 0; k < n; ++k) {
            double radius = i % 2 ? 1 : cbrt(bench_uniform(&random, 0, 1));
            polyhedron_direction(&random, d);
            for (int j = 0; j < 3; ++j) cloud[3 * k + j] = polyhedron_float(radius * d[j]);
        }
        polyhedron_know_hull(cloud, n, known + 2 * i);
    }
    memset(&scene, 0, sizeof scene);
    scene.bits = PEERS_FLOAT, scene.count = clouds, scene.cloud_size = n, scene.cloud = xyz;
    scene.truth = known;
    snprintf(name, sizeof name, "n=%d", n);
    race(r, &c);
    free(xyz), free(known);
}

int main(int argc, char **argv)
{
    racing r;
    if (!race_begin(&r, argc, argv, "polyhedron")) return 2;
    r.seconds = 0.1; /* many contests */
    if (r.made) {
        polyhedron_race_cubes(&r);
        race_table(&r, "Unit cubes, aligned or turned");
        polyhedron_aims(&r);
        return race_end(&r);
    }
    for (int i = 0; i < POLYHEDRON_LEVELS; ++i)
        if (polyhedron_queries(&r, &polyhedron_levels[i]))
            polyhedron_race_single(&r, &polyhedron_levels[i]);
    race_table(&r, "One polyhedron: a point in it, its extreme vertex, a ray");
    for (int i = 0; i < POLYHEDRON_LEVELS; ++i)
        if (polyhedron_queries(&r, &polyhedron_levels[i]))
            polyhedron_race_pairs(&r, &polyhedron_levels[i]);
    polyhedron_race_made(&r);
    polyhedron_race_cubes(&r);
    race_table(&r, "Two polyhedra");
    for (int i = 0; i < POLYHEDRON_LEVELS; ++i)
        if (polyhedron_queries(&r, &polyhedron_levels[i]))
            polyhedron_race_hull(&r, &polyhedron_levels[i]);
    race_table(&r, "The hull of points");
    return race_end(&r);
}
