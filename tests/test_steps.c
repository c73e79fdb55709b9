/* The worst cases of queries, counted: each bound on time that the documentation gives, against
 * the input that comes nearest to it, at one size and at eight times that size. Counted are the
 * basic blocks that run (-fsanitize-coverage=trace-pc calls the function below in each), so that
 * neither the machine nor what else it does matters. What cld_mesh_collide does is counted by its
 * statistics in test_worst.c. `test_steps 1 --table` prints each row. */
#include "test.h"
#include "polygon_sweep.h"
#include "examples/heightfield_bodies.h"

#define PI 3.141592653589793

void __sanitizer_cov_trace_pc(void);

static uint64_t steps;
static cld_workspace space;

void __sanitizer_cov_trace_pc(void)
{
    steps++;
}

/* The bounds: eight times the input costs at most so many times the steps. A logarithm from 2^9 to
   2^12 grows by 4/3, and n log n by 32/3. The rest is what a bound leaves open: a tree may be one
   level deeper than another, a search may find its end sooner. */
typedef enum growth {
    CONSTANT,
    LOGARITHM,
    LOGARITHM_SQUARE,
    LINEAR,
    LINEAR_LOGARITHM,
    SQUARE
} growth;
static const double growth_most[] = {1.2, 1.67, 2.6, 8.5, 11, 68};
static const char *const growth_names[] = {"1", "log n", "log^2 n", "n", "n log n", "n^2"};
enum { SMALL = 512, LARGE = 8 * SMALL };

/* One kind of question on one kind of input: the most steps of `count` questions. */
typedef struct row {
    const char *name;
    growth bound;
    int count;
    void (*make)(int n);       /* the input, of n vertices, pieces, cells along a side and so on */
    void (*ask)(int question); /* number `question`, of a sequence that is the same at all sizes */
} row;

static uint64_t most_steps(const row *r, int n)
{
    uint64_t most = 0;
    int i;
    r->make(n);
    for (i = 0; i < r->count; i++) {
        steps = 0;
        r->ask(i);
        if (steps > most) most = steps;
    }
    return most;
}

static int print_rows;

static void check_rows(const row *rows, size_t count, int n)
{
    size_t i;
    for (i = 0; i < count; i++) {
        const double one = (double)most_steps(&rows[i], n);
        const double eight = (double)most_steps(&rows[i], 8 * n);
        if (print_rows)
            printf("%-52s %-8s %10.0f %11.0f  %6.2f times%s\n", rows[i].name,
                   growth_names[rows[i].bound], one, eight, eight / one,
                   eight > growth_most[rows[i].bound] * one ? "  MORE" : "");
        CHECK(one > 0);
        if (!CHECK(eight <= growth_most[rows[i].bound] * one))
            printf("    %s: %.0f steps, then %.0f\n", rows[i].name, one, eight);
    }
}

#define CHECK_ROWS(rows, n) check_rows(rows, sizeof(rows) / sizeof *(rows), n)

/* A number from 0 to 1 of question i, the k-th of it. */
static double part(int i, int k)
{
    const double x = 0.5 + i * 0.7548776662466927 + k * 0.5698402909980532;
    return x - floor(x);
}

static cld_vec2 vec2(double x, double y)
{
    cld_vec2 v;
    v.x = (cld_real)x, v.y = (cld_real)y;
    return v;
}

static cld_vec3 vec3(double x, double y, double z)
{
    cld_vec3 v;
    v.x = (cld_real)x, v.y = (cld_real)y, v.z = (cld_real)z;
    return v;
}

/* ----------------------------------------------------------------------------- convex polygons */

enum { MOST_VERTICES = 2 * LARGE };

static cld_real outline[2][2 * MOST_VERTICES];
static cld_polygon polygons[2];
static int sides; /* of the polygon as it was made, before points on a line went */

static void hull_of_outline(int which, int n)
{
    cld_polygon *p = &polygons[which];
    const int h = cld_polygon_hull(outline[which], (size_t)n, 0);
    memset(p, 0, sizeof *p);
    p->vertices = outline[which], p->count = (size_t)h;
    CHECK(h > 0);
}

static void outline_set(int which, int i, double x, double y)
{
    outline[which][2 * i] = (cld_real)x, outline[which][2 * i + 1] = (cld_real)y;
}

static void make_circles(int n)
{
    int k, i;
    sides = n;
    for (k = 0; k < 2; k++) {
        for (i = 0; i < n; i++) outline_set(k, i, cos(2 * PI * i / n), sin(2 * PI * i / n));
        hull_of_outline(k, n);
    }
}

/* A thousand times as long as wide; nearly all vertices of the other one near its two tips. */
static void make_needles(int n)
{
    int i;
    sides = n;
    for (i = 0; i < n; i++) {
        const double t = 2 * PI * i / n, x = cos(t);
        outline_set(0, i, 1000 * x, sin(t));
        outline_set(1, i, x < 0 ? -pow(-x, 0.2) : pow(x, 0.2), sin(t) / 4);
    }
    hull_of_outline(0, n), hull_of_outline(1, n);
}

/* Half of a parabola whose vertices are a fixed factor apart: all scales at once. */
static void make_scales(int n)
{
    int k, i;
    sides = n;
    for (k = 0; k < 2; k++) {
        for (i = 0; i < n; i++) {
            const double x = exp2(-20.0 * i / n) * (k ? -1 : 1);
            outline_set(k, i, x, k ? 1 - x * x : x * x);
        }
        hull_of_outline(k, n);
    }
}

/* All vertices but four lie on the sides of a square, and each twice. */
static void make_squares(int n)
{
    int k, i;
    sides = n;
    for (k = 0; k < 2; k++) {
        cld_polygon *p = &polygons[k];
        for (i = 0; i < n; i++) {
            const int j = i / 2 * 2, side = 4 * j / n, m = n / 4;
            const double t = 2.0 * (j - side * m) / m - 1;
            outline_set(k, i,
                        side == 0   ? t
                        : side == 1 ? 1
                        : side == 2 ? -t
                                    : -1,
                        side == 0   ? -1
                        : side == 1 ? t
                        : side == 2 ? 1
                                    : -t);
        }
        memset(p, 0, sizeof *p);
        p->vertices = outline[k], p->count = (size_t)n;
    }
}

static cld_vec2 vertex_of(int which, int i)
{
    const cld_real *v = polygons[which].vertices + 2 * ((size_t)i % polygons[which].count);
    return vec2((double)v[0], (double)v[1]);
}

/* A direction: any, or square to an edge. */
static cld_vec2 direction_of(int i)
{
    if (i % 2) {
        const int v = (int)(part(i, 0) * (double)polygons[0].count);
        const cld_vec2 a = vertex_of(0, v), b = vertex_of(0, v + 1);
        if (a.x != b.x || a.y != b.y)
            return vec2((double)b.y - (double)a.y, (double)a.x - (double)b.x);
    }
    return vec2(cos(2 * PI * part(i, 0)), sin(2 * PI * part(i, 0)));
}

/* A point: a vertex, the middle of an edge, one within, one without, near the outline. */
static cld_vec2 point_of(int i)
{
    const int v = (int)(part(i, 0) * (double)polygons[0].count);
    const cld_vec2 a = vertex_of(0, v), b = vertex_of(0, v + 1);
    const double grow = i % 6 < 2    ? 1
                        : i % 6 == 2 ? 1 - 1e-7
                        : i % 6 == 3 ? 1 + 1e-7
                                     : 2 * part(i, 1);
    if (i % 6 == 1) return vec2(((double)a.x + (double)b.x) / 2, ((double)a.y + (double)b.y) / 2);
    return vec2(grow * (double)a.x, grow * (double)a.y);
}

static void ask_extreme(int i)
{
    uint32_t vertex;
    CHECK(cld_polygon_extreme(&polygons[0], direction_of(i), &vertex, NULL) == CLD_OK);
}

static void ask_span(int i)
{
    cld_span span;
    CHECK(cld_polygon_span(&polygons[0], direction_of(i), &span) == CLD_OK);
}

static void ask_contains(int i)
{
    CHECK(cld_polygon_contains(&polygons[0], point_of(i)) >= 0);
}

static void ask_tangents(int i)
{
    uint32_t vertices[2];
    CHECK(cld_polygon_tangents(&polygons[0], point_of(i), vertices) >= 0);
}

static void ask_clip(int i)
{
    cld_clip2 clip;
    const cld_vec2 d = direction_of(i);
    CHECK(cld_polygon_clip_line(&polygons[0], point_of(i), vec2(-(double)d.y, (double)d.x),
                                &clip) >= 0);
}

static void ask_closest(int i)
{
    cld_contact2 c;
    CHECK(cld_polygon_closest(&polygons[0], point_of(i), &c) >= 0);
}

/* Two polygons: the same place, about one centre, turned, touching in a vertex or along an edge, a
   little apart, far. */
static void place_polygons(int i)
{
    const cld_vec2 a = vertex_of(0, (int)(part(i, 0) * sides)),
                   b = vertex_of(1, (int)(part(i, 1) * sides));
    const double gap = i % 3 == 0 ? 0 : i % 3 == 1 ? 1e-6 : -1e-3;
    double angle = i % 8 == 2 || i % 8 > 4 ? 6 * part(i, 2) : 0;
    cld_vec2 at = vec2(0, 0);
    if (i % 8 >= 3)
        at = vec2((1 + gap) * (double)a.x - (double)b.x, (1 + gap) * (double)a.y - (double)b.y);
    if (i % 8 == 4) at = vec2((2 + gap) * (double)a.x, (2 + gap) * (double)a.y);
    if (i % 8 == 1) at = vec2(part(i, 3) / 100, part(i, 4) / 100);
    polygons[1].pose = cld_pose2_from_angle((cld_real)angle, at);
}

static void ask_overlap(int i)
{
    place_polygons(i);
    CHECK(cld_polygon_overlap(&polygons[0], &polygons[1], NULL) >= 0);
}

static void ask_distance(int i)
{
    cld_contact2 c;
    place_polygons(i);
    CHECK(cld_polygon_distance(&polygons[0], &polygons[1], &c) >= 0);
}

static void ask_manifold(int i)
{
    cld_contact2 c[2];
    place_polygons(i);
    CHECK(cld_polygon_collide(&polygons[0], &polygons[1], 0, c, 2) >= 0);
}

static void ask_sweep(int i)
{
    cld_hit2 hit;
    cld_vec2 m;
    place_polygons(i);
    m = polygons[1].pose.position;
    polygons[1].pose.position = vec2(-2 * (double)m.x + 5 * part(i, 5), -2 * (double)m.y + 5);
    CHECK(sweep_b(&polygons[0], &polygons[1],
                  vec2(3 * (double)m.x - 5 * part(i, 5), 3 * (double)m.y - 5), &hit) >= 0);
}

static void ask_mass(int i)
{
    cld_area_mass mass;
    place_polygons(i);
    CHECK(cld_polygon_mass(&polygons[1], &mass) == CLD_OK);
}

static void ask_intersection(int i)
{
    cld_area_mass mass;
    place_polygons(i);
    CHECK(cld_polygon_intersection(&polygons[0], &polygons[1], NULL, 0, &mass) >= 0);
}

static void ask_sum(int i)
{
    place_polygons(i);
    CHECK(cld_polygon_sum(&polygons[0], &polygons[1], NULL, 0) > 0);
}

#define POLYGON_ROWS(kind, make)                                                                   \
    {kind ": extreme", LOGARITHM, 2000, make, ask_extreme},                                        \
        {kind ": span", LOGARITHM, 2000, make, ask_span},                                          \
        {kind ": contains", LOGARITHM, 2000, make, ask_contains},                                  \
        {kind ": tangents", LOGARITHM, 2000, make, ask_tangents},                                  \
        {kind ": clip_line", LOGARITHM, 2000, make, ask_clip},                                     \
        {kind ": closest", LOGARITHM, 2000, make, ask_closest},                                    \
        {kind ": overlap", LOGARITHM, 4000, make, ask_overlap},                                    \
        {kind ": collide", LINEAR, 4000, make, ask_manifold},                                      \
    {                                                                                              \
        kind ": sweep", LOGARITHM, 4000, make, ask_sweep                                           \
    }

/* Each question looks at all vertices: fewer of them. */
#define POLYGON_AREAS(kind, make)                                                                  \
    {kind ": mass", LINEAR, 100, make, ask_mass},                                                  \
        {kind ": intersection", LINEAR, 200, make, ask_intersection},                              \
    {                                                                                              \
        kind ": sum", LINEAR, 200, make, ask_sum                                                   \
    }

#define POLYGON_DISTANCE(kind, make)                                                               \
    {                                                                                              \
        kind ": distance", LOGARITHM, 4000, make, ask_distance                                     \
    }

static void convex_polygons(void)
{
    static const row rows[] = {
        POLYGON_ROWS("circle", make_circles),     POLYGON_ROWS("needle", make_needles),
        POLYGON_ROWS("all scales", make_scales),  POLYGON_ROWS("square", make_squares),
        POLYGON_AREAS("circle", make_circles),    POLYGON_AREAS("needle", make_needles),
        POLYGON_AREAS("all scales", make_scales), POLYGON_AREAS("square", make_squares),
        POLYGON_DISTANCE("needle", make_needles), POLYGON_DISTANCE("all scales", make_scales),
        POLYGON_DISTANCE("square", make_squares)};
    /* Where circles touch in a vertex, exact sums take most of the steps, a number of them that does
       not depend on n. Of 512 vertices none of 64,000 questions takes more than 5547 steps; the most
       of the row's questions are 9253 of 1024 vertices, 9342 of 4096, 9312 of 32,768: so this row
       begins at 1024. */
    static const row circles[] = {POLYGON_DISTANCE("circle", make_circles)};
    CHECK_ROWS(rows, SMALL);
    CHECK_ROWS(circles, 2 * SMALL);
}

/* ----------------------------------------------------------------------------- convex polyhedra */

static cld_real *solid_points[2];
static uint32_t *solid_triangles[2];
static void *solid_memory[2];
static cld_polyhedron solids[2];
static double solid_reach;

/* What was pushed becomes a polyhedron, the hull of its points. */
static void hull_of_points(int which, int n)
{
    cld_polyhedron *p = &solids[which];
    int m;
    solid_triangles[which] = realloc(solid_triangles[which], (size_t)n * 6 * sizeof(uint32_t));
    m = cld_polyhedron_hull(solid_points[which], (size_t)n, 0, &space, solid_triangles[which],
                            2 * n);
    CHECK(m > 0);
    memset(p, 0, sizeof *p);
    p->vertices = solid_points[which], p->vertex_count = (size_t)n;
    p->triangles = solid_triangles[which], p->triangle_count = (size_t)m;
    solid_memory[which] = realloc(solid_memory[which], cld_polyhedron_size(p));
    CHECK(cld_polyhedron_build(p, solid_memory[which], cld_polyhedron_size(p)) == CLD_OK);
}

static void solid_begin(int n)
{
    int k;
    sides = n, solid_reach = 1;
    for (k = 0; k < 2; k++)
        solid_points[k] = realloc(solid_points[k], (size_t)(n + 16) * 3 * sizeof(cld_real));
}

static void solid_set(int which, int i, double x, double y, double z)
{
    cld_real *p = solid_points[which] + 3 * (size_t)i;
    p[0] = (cld_real)x, p[1] = (cld_real)y, p[2] = (cld_real)z;
}

static void make_balls(int n)
{
    int k, i;
    solid_begin(n);
    for (k = 0; k < 2; k++) {
        for (i = 0; i < n; i++) { /* on a spiral from pole to pole */
            const double z = 1 - (2 * i + 1.0) / n, a = 2.399963229728653 * i;
            const double r = sqrt(1 - z * z);
            solid_set(k, i, r * cos(a), r * sin(a), z);
        }
        hull_of_points(k, n);
    }
}

/* Two faces of n/2 corners each. */
static void make_prisms(int n)
{
    int k, i;
    solid_begin(n);
    for (k = 0; k < 2; k++) {
        for (i = 0; i < n; i++) {
            const double a = 4 * PI * (i / 2) / n;
            solid_set(k, i, cos(a), sin(a), i % 2);
        }
        hull_of_points(k, n);
    }
}

/* Two vertices at which n - 2 edges end. */
static void make_tops(int n)
{
    int k, i;
    solid_begin(n);
    for (k = 0; k < 2; k++) {
        for (i = 0; i < n - 2; i++)
            solid_set(k, i, cos(2 * PI * i / (n - 2)), sin(2 * PI * i / (n - 2)), 0);
        solid_set(k, n - 2, 0, 0, 1), solid_set(k, n - 1, 0, 0, -1);
        hull_of_points(k, n);
    }
}

/* A cube with all other points on its edges' rounded sides: faces of many corners in a plane. */
static void make_cushions(int n)
{
    int k, i;
    solid_begin(n);
    for (k = 0; k < 2; k++) {
        for (i = 0; i < n; i++) {
            const int axis = i % 3, side = i / 3 % 2 * 2 - 1;
            const double a = 2 * PI * (i / 6) / (n / 6);
            const double u = cos(a), v = sin(a);
            solid_set(k, i,
                      axis == 0   ? side
                      : axis == 1 ? u
                                  : v,
                      axis == 1   ? side
                      : axis == 2 ? u
                                  : v,
                      axis == 2   ? side
                      : axis == 0 ? u
                                  : v);
        }
        hull_of_points(k, n);
    }
}

/* A ball a thousand times as long as wide. */
static void make_rods(int n)
{
    int k, i;
    solid_begin(n);
    solid_reach = 1000;
    for (k = 0; k < 2; k++) {
        for (i = 0; i < n; i++) {
            const double z = 1 - (2 * i + 1.0) / n, a = 2.399963229728653 * i;
            const double r = sqrt(1 - z * z);
            solid_set(k, i, 1000 * r * cos(a), r * sin(a), z);
        }
        hull_of_points(k, n);
    }
}

static cld_vec3 corner_of(int which, int i)
{
    const cld_real *v = solid_points[which] + 3 * (size_t)i;
    return vec3((double)v[0], (double)v[1], (double)v[2]);
}

static void triangle_of(int i, cld_vec3 corners[3])
{
    const cld_polyhedron *p = &solids[0];
    const uint32_t *t = p->triangles + 3 * (size_t)(part(i, 0) * (double)p->triangle_count);
    int k;
    for (k = 0; k < 3; k++) corners[k] = corner_of(0, (int)t[k]);
}

/* Any direction, or square to a face. */
static cld_vec3 direction3_of(int i)
{
    const double z = 2 * part(i, 3) - 1, r = sqrt(1 - z * z), a = 2 * PI * part(i, 4);
    if (i % 2) {
        cld_vec3 c[3], n;
        double u[3], v[3];
        triangle_of(i, c);
        u[0] = (double)c[1].x - (double)c[0].x, u[1] = (double)c[1].y - (double)c[0].y;
        u[2] = (double)c[1].z - (double)c[0].z, v[0] = (double)c[2].x - (double)c[0].x;
        v[1] = (double)c[2].y - (double)c[0].y, v[2] = (double)c[2].z - (double)c[0].z;
        n = vec3(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
        if (n.x != 0 || n.y != 0 || n.z != 0) return n;
    }
    return vec3(r * cos(a), r * sin(a), z);
}

/* A corner, a point of an edge, of a face, near these, anywhere. */
static cld_vec3 point3_of(int i)
{
    const double grow = i % 8 < 3    ? 1
                        : i % 8 == 3 ? 1 - 1e-7
                        : i % 8 == 4 ? 1 + 1e-7
                                     : 2 * part(i, 1);
    const double s = i % 8 == 1 ? 0.5 : i % 8 ? part(i, 5) : 0;
    const double t = i % 8 > 1 ? (1 - s) * part(i, 6) : 0;
    cld_vec3 c[3];
    triangle_of(i, c);
    return vec3(grow * ((1 - s - t) * (double)c[0].x + s * (double)c[1].x + t * (double)c[2].x),
                grow * ((1 - s - t) * (double)c[0].y + s * (double)c[1].y + t * (double)c[2].y),
                grow * ((1 - s - t) * (double)c[0].z + s * (double)c[1].z + t * (double)c[2].z));
}

static void ask_solid_extreme(int i)
{
    uint32_t vertex;
    CHECK(cld_polyhedron_extreme(&solids[0], direction3_of(i), &vertex, NULL) == CLD_OK);
}

static void ask_solid_span(int i)
{
    cld_span span;
    CHECK(cld_polyhedron_span(&solids[0], direction3_of(i), &span) == CLD_OK);
}

static void ask_solid_plane(int i)
{
    CHECK(cld_polyhedron_plane(&solids[0], point3_of(i), direction3_of(i), NULL) >= 0);
}

static void ask_solid_contains(int i)
{
    CHECK(cld_polyhedron_contains(&solids[0], point3_of(i)) >= 0);
}

static void ask_solid_clip(int i)
{
    const cld_vec3 d = direction3_of(i), e = direction3_of(i + 1);
    const cld_vec3 along = vec3((double)d.y * (double)e.z - (double)d.z * (double)e.y,
                                (double)d.z * (double)e.x - (double)d.x * (double)e.z,
                                (double)d.x * (double)e.y - (double)d.y * (double)e.x);
    cld_clip3 clip;
    if (along.x == 0 && along.y == 0 && along.z == 0) return;
    CHECK(cld_polyhedron_clip_line(&solids[0], point3_of(i), along, &clip) >= 0);
}

static void ask_solid_closest(int i)
{
    cld_contact c;
    CHECK(cld_polyhedron_closest(&solids[0], point3_of(i), &c) >= 0);
}

static void place_solids(int i)
{
    const cld_vec3 a = point3_of(i), b = corner_of(1, (int)(part(i, 7) * sides));
    const double gap = i % 3 == 0 ? 0 : i % 3 == 1 ? 1e-6 : -1e-3;
    const double turn = i % 8 == 2 || i % 8 > 4 ? 6 * part(i, 2) : 0;
    cld_pose pose = cld_pose_identity();
    pose.rotation.x = vec3(cos(turn), sin(turn), 0);
    pose.rotation.y = vec3(-sin(turn), cos(turn), 0);
    if (i % 8 >= 3)
        pose.position =
            vec3((1 + gap) * (double)a.x - (double)b.x, (1 + gap) * (double)a.y - (double)b.y,
                 (1 + gap) * (double)a.z - (double)b.z);
    if (i % 8 == 4)
        pose.position =
            vec3((2 + gap) * (double)a.x, (2 + gap) * (double)a.y, (2 + gap) * (double)a.z);
    if (i % 8 == 1) pose.position = vec3(part(i, 3) / 100, part(i, 4) / 100, 0);
    solids[1].pose = pose;
}

static void ask_solid_overlap(int i)
{
    const cld_shape a = cld_shape_polyhedron(&solids[0]), b = cld_shape_polyhedron(&solids[1]);
    place_solids(i);
    CHECK(cld_shape_overlap(&a, NULL, &b, NULL, NULL) >= 0);
}

static void ask_solid_distance(int i)
{
    const cld_shape a = cld_shape_polyhedron(&solids[0]), b = cld_shape_polyhedron(&solids[1]);
    cld_contact c;
    place_solids(i);
    CHECK(cld_shape_distance(&a, NULL, &b, NULL, (cld_real)TEST_INFINITY, NULL, &c) >= 0);
}

static void ask_solid_manifold(int i)
{
    const cld_shape a = cld_shape_polyhedron(&solids[0]), b = cld_shape_polyhedron(&solids[1]);
    cld_contact c;
    place_solids(i);
    CHECK(cld_shape_collide(&a, NULL, &b, NULL, 0, NULL, &c, 1) >= 0);
}

static void ask_solid_build(int i)
{
    (void)i;
    CHECK(cld_polyhedron_build(&solids[0], solid_memory[0], cld_polyhedron_size(&solids[0])) ==
          CLD_OK);
}

static void ask_solid_validate(int i)
{
    (void)i;
    CHECK(cld_polyhedron_validate(&solids[0], &space, NULL) <= 0);
}

static void ask_solid_hull(int i)
{
    (void)i;
    CHECK(cld_polyhedron_hull(solid_points[0], (size_t)sides, 0, &space, solid_triangles[1],
                              2 * sides) > 0);
}

#define SOLID_ROWS(kind, make, clip)                                                               \
    {kind ": extreme", LOGARITHM, 2000, make, ask_solid_extreme},                                  \
        {kind ": span", LOGARITHM, 2000, make, ask_solid_span},                                    \
        {kind ": plane", LOGARITHM, 2000, make, ask_solid_plane},                                  \
        {kind ": contains", LOGARITHM_SQUARE, 2000, make, ask_solid_contains},                     \
        {kind ": clip_line", clip, 2000, make, ask_solid_clip},                                    \
        {kind ": closest", LOGARITHM, 2000, make, ask_solid_closest},                              \
        {kind ": overlap", LOGARITHM_SQUARE, 2000, make, ask_solid_overlap},                       \
        {kind ": distance", LOGARITHM_SQUARE, 2000, make, ask_solid_distance},                     \
        {kind ": collide", LOGARITHM_SQUARE, 100, make, ask_solid_manifold},                       \
        {kind ": validate", LINEAR, 1, make, ask_solid_validate},                                  \
        {kind ": build", LINEAR, 1, make, ask_solid_build},                                        \
    {                                                                                              \
        kind ": hull", LINEAR_LOGARITHM, 1, make, ask_solid_hull                                   \
    }

static void convex_polyhedra(void)
{
    static const row rows[] = {
        SOLID_ROWS("ball", make_balls, LOGARITHM), SOLID_ROWS("prism", make_prisms, LINEAR),
        SOLID_ROWS("double cone", make_tops, LINEAR), SOLID_ROWS("cushion", make_cushions, LINEAR),
        SOLID_ROWS("rod", make_rods, LOGARITHM)};
    int k;
    CHECK_ROWS(rows, SMALL);
    for (k = 0; k < 2; k++) free(solid_points[k]), free(solid_triangles[k]), free(solid_memory[k]);
}

/* ------------------------------------------------------------ boxes, the grid, trees of triangles */

enum { MOST_BOXES = 8 * LARGE };

static cld_aabb boxes[MOST_BOXES];
static cld_pair some_pairs[16];
static cld_grid grid;
static int box_count;

static cld_aabb box_at(double x, double y, double z, double size)
{
    cld_aabb b;
    b.low = vec3(x, y, z), b.high = vec3(x + size, y + size, z + size);
    return b;
}

static void build_grid(double cell)
{
    cld_grid_params params;
    memset(&params, 0, sizeof params);
    params.cell = (cld_real)cell;
    CHECK(cld_grid_build(&grid, boxes, (size_t)box_count, &params, &space, NULL, 0) == CLD_OK);
}

/* A lattice whose boxes do not touch. */
static void make_lattice(int n)
{
    int side = 1, i;
    while (side * side * side < n) side++;
    for (i = 0; i < n; i++) boxes[i] = box_at(i % side, i / side % side, i / side / side, 0.5);
    box_count = n;
    build_grid(0);
}

/* Sizes and places from 2^-20 to 2^20. */
static void make_all_scales(int n)
{
    int i;
    for (i = 0; i < n; i++) {
        const double far_away = exp2(40 * part(i, 0) - 20), a = 6.3 * part(i, 1),
                     z = 2 * part(i, 2) - 1;
        boxes[i] = box_at(far_away * cos(a) * sqrt(1 - z * z), far_away * sin(a) * sqrt(1 - z * z),
                          far_away * z, far_away / (8 * cbrt(n)));
    }
    box_count = n;
    build_grid(0);
}

static void make_heap(int n)
{
    int i;
    for (i = 0; i < n; i++) boxes[i] = box_at(0, 0, 0, 1);
    box_count = n;
    build_grid(0);
}

static void ask_pairs_of_boxes(int i)
{
    (void)i;
    CHECK(cld_aabb_pairs(boxes, box_count, &space, some_pairs, 16) >= 0);
}

static void ask_grid_build(int i)
{
    (void)i;
    build_grid(0);
}

static void ask_grid_pairs(int i)
{
    (void)i;
    CHECK(cld_grid_pairs(&grid, 0, &space, some_pairs, 16) >= 0);
}

static void ask_grid_near(int i)
{
    const cld_aabb *b = &boxes[(int)(part(i, 0) * box_count)];
    CHECK(cld_grid_near(&grid, b->low, (cld_real)(((double)b->high.x - (double)b->low.x)), NULL,
                        0) >= 0);
}

static void ask_grid_put(int i)
{
    const uint32_t item = (uint32_t)(part(i, 0) * box_count);
    cld_aabb b = boxes[item];
    CHECK(cld_grid_put(&grid, item, &b) == CLD_OK);
}

static void boxes_and_grid(void)
{
    static const row few[] = {
        {"lattice: aabb_pairs", LINEAR_LOGARITHM, 1, make_lattice, ask_pairs_of_boxes},
        {"lattice: grid_build", LINEAR, 1, make_lattice, ask_grid_build},
        {"lattice: grid_pairs", LINEAR, 1, make_lattice, ask_grid_pairs},
        {"lattice: grid_near", CONSTANT, 1000, make_lattice, ask_grid_near},
        {"lattice: grid_put", CONSTANT, 1000, make_lattice, ask_grid_put},
        {"all scales: aabb_pairs", LINEAR_LOGARITHM, 1, make_all_scales, ask_pairs_of_boxes},
        {"all scales: grid_build", LINEAR, 1, make_all_scales, ask_grid_build},
        {"all scales: grid_pairs", LINEAR_LOGARITHM, 1, make_all_scales, ask_grid_pairs},
        {"all scales: grid_near", LOGARITHM, 1000, make_all_scales, ask_grid_near},
    };
    static const row many[] = {
        {"one place: aabb_pairs", SQUARE, 1, make_heap, ask_pairs_of_boxes},
        {"one place: grid_pairs", SQUARE, 1, make_heap, ask_grid_pairs},
        {"one place: grid_near", LINEAR, 10, make_heap, ask_grid_near},
    };
    CHECK_ROWS(few, LARGE);
    CHECK_ROWS(many, SMALL);
}

enum { MOST_TRIANGLES = 2 * LARGE };

static cld_real mesh_points[2][9 * MOST_TRIANGLES];
static uint32_t mesh_numbers[2][3 * MOST_TRIANGLES];
static void *mesh_memory[2];
static cld_mesh meshes[2];

static void mesh_set(int which, int triangle, int corner, double x, double y, double z)
{
    cld_real *p = mesh_points[which] + 9 * triangle + 3 * corner;
    p[0] = (cld_real)x, p[1] = (cld_real)y, p[2] = (cld_real)z;
}

static void mesh_done(int which, int n)
{
    cld_mesh *m = &meshes[which];
    int i;
    for (i = 0; i < 3 * n; i++) mesh_numbers[which][i] = (uint32_t)i;
    memset(m, 0, sizeof *m);
    m->positions = mesh_points[which], m->vertex_count = 3 * n;
    m->triangles = mesh_numbers[which], m->triangle_count = n;
    mesh_memory[which] = realloc(mesh_memory[which], cld_mesh_tree_size(m));
    CHECK(cld_mesh_tree_build(m, mesh_memory[which], cld_mesh_tree_size(m)) == CLD_OK);
}

/* Two sheets of n triangles, a little apart. */
static void make_sheets(int n)
{
    int side = 1, k, i;
    while (2 * side * side < n) side++;
    for (k = 0; k < 2; k++) {
        for (i = 0; i < n; i++) {
            const int x = i / 2 % side, y = i / 2 / side, up = i % 2;
            mesh_set(k, i, 0, x + up, y + up, k);
            mesh_set(k, i, 1, x + 1 - up, y, k), mesh_set(k, i, 2, x, y + 1 - up, k);
            if (up) mesh_set(k, i, 1, x, y + 1, k), mesh_set(k, i, 2, x + 1, y, k);
        }
        mesh_done(k, n);
    }
}

/* All triangles touch one sphere: as far from its centre. */
static void make_shells(int n)
{
    int k, i;
    for (k = 0; k < 2; k++) {
        for (i = 0; i < n; i++) {
            const double z = 1 - (2 * i + 1.0) / n, a = 2.399963229728653 * i, r = sqrt(1 - z * z);
            const double size = 1 / sqrt(n), grow = 1 + k;
            const double u[3] = {-sin(a), cos(a), 0}, v[3] = {-z * cos(a), -z * sin(a), r};
            int j;
            for (j = 0; j < 3; j++) {
                const double c = size * cos(2.1 * j), d = size * sin(2.1 * j);
                mesh_set(k, i, j, grow * (r * cos(a) + c * u[0] + d * v[0]),
                         grow * (r * sin(a) + c * u[1] + d * v[1]), grow * (z + d * v[2]));
            }
        }
        mesh_done(k, n);
    }
}

/* Long triangles that cross each other's boxes: bars along the diagonals of one cube. */
static void make_bars(int n)
{
    int k, i;
    for (k = 0; k < 2; k++) {
        for (i = 0; i < n; i++) {
            const double x = part(i, 0), y = part(i, 1) + 3 * k, t = 1e-3;
            mesh_set(k, i, 0, x, y, 0), mesh_set(k, i, 1, x + 1, y + 1, 1);
            mesh_set(k, i, 2, x + t, y, 0);
        }
        mesh_done(k, n);
    }
}

static void ask_mesh_ray(int i)
{
    cld_mesh_point out;
    const cld_vec3 from = vec3(3 * part(i, 0) - 1, 3 * part(i, 1) - 1, i % 2 ? 0.4 : 3);
    const cld_vec3 to = vec3(part(i, 2), part(i, 3), i % 2 ? 0.6 : -3);
    CHECK(cld_mesh_raycast(&meshes[0], from,
                           vec3((double)to.x - (double)from.x, (double)to.y - (double)from.y,
                                (double)to.z - (double)from.z),
                           (cld_real)INFINITY, &out) >= 0);
}

static void ask_mesh_closest(int i)
{
    cld_mesh_point out;
    const cld_vec3 p =
        i == 0 ? vec3(0, 0, 0) : vec3(3 * part(i, 0) - 1, 3 * part(i, 1) - 1, part(i, 2));
    CHECK(cld_mesh_closest(&meshes[0], p, (cld_real)INFINITY, &out) >= 0);
}

static void ask_mesh_distance(int i)
{
    cld_contact c;
    (void)i;
    CHECK(cld_mesh_distance(&meshes[0], &meshes[1], (cld_real)INFINITY, &c) >= 0);
}

static void ask_mesh_build(int i)
{
    (void)i;
    CHECK(cld_mesh_tree_build(&meshes[0], mesh_memory[0], cld_mesh_tree_size(&meshes[0])) ==
          CLD_OK);
}

static void trees_of_triangles(void)
{
    static const row rows[] = {
        {"sheets: mesh_tree_build", LINEAR_LOGARITHM, 1, make_sheets, ask_mesh_build},
        {"sheets: mesh_raycast", LOGARITHM, 2000, make_sheets, ask_mesh_ray},
        {"sheets: mesh_closest", LOGARITHM, 2000, make_sheets, ask_mesh_closest},
        {"sheets: mesh_distance", LINEAR_LOGARITHM, 1, make_sheets, ask_mesh_distance},
        {"shells: mesh_tree_build", LINEAR_LOGARITHM, 1, make_shells, ask_mesh_build},
        {"shells: mesh_raycast", LOGARITHM_SQUARE, 2000, make_shells, ask_mesh_ray},
        {"shells: mesh_closest", LINEAR, 1, make_shells, ask_mesh_closest},
        {"shells: mesh_distance", SQUARE, 1, make_shells, ask_mesh_distance},
        {"bars: mesh_tree_build", LINEAR_LOGARITHM, 1, make_bars, ask_mesh_build},
        {"bars: mesh_raycast", LINEAR, 2000, make_bars, ask_mesh_ray},
        {"bars: mesh_closest", LINEAR, 2000, make_bars, ask_mesh_closest},
        {"bars: mesh_distance", SQUARE, 1, make_bars, ask_mesh_distance},
    };
    CHECK_ROWS(rows, MOST_TRIANGLES / 8);
    free(mesh_memory[0]), free(mesh_memory[1]);
}

/* -------------------------------------------------------------------------------- heightfields */

enum { MOST_SIDE = 1024 };

static cld_real heights[MOST_SIDE * MOST_SIDE];
static void *field_memory;
static cld_heightfield field;

static void field_done(int n, int pyramid)
{
    memset(&field, 0, sizeof field);
    field.heights = heights, field.columns = field.rows = (uint32_t)n;
    field.dx = field.dy = 1;
    if (!pyramid) return;
    field_memory = realloc(field_memory, cld_heightfield_size(&field));
    CHECK(cld_heightfield_build(&field, field_memory, cld_heightfield_size(&field)) == CLD_OK);
}

static void make_level(int n)
{
    memset(heights, 0, sizeof heights);
    field_done(n, 1);
}

static void make_hills(int n)
{
    int i;
    for (i = 0; i < n * n; i++)
        heights[i] = (cld_real)(3 * sin(0.3 * (i % n)) * cos(0.2 * (i / n)) + part(i, 0));
    field_done(n, 1);
}

static void make_hills_bare(int n)
{
    make_hills(n);
    field.pyramid = NULL;
}

/* Spikes, between which nothing can be passed over. */
static void make_spikes(int n)
{
    int i;
    for (i = 0; i < n * n; i++) heights[i] = (cld_real)(10 * ((i % n + i / n) % 2));
    field_done(n, 1);
}

/* Along x, so narrow that what flies in it has its walls in the same blocks. */
static void make_valley(int n)
{
    int i;
    for (i = 0; i < n * n; i++) heights[i] = (cld_real)(8 * abs(i / n - n / 2));
    field_done(n, 1);
}

static cld_vec3 place_above(int i)
{
    /* the same places about the middle of the field, whatever its size */
    const double middle = field.columns / 2;
    return vec3(middle + 60 * part(i, 0) - 30, middle + 60 * part(i, 1) - 30, 5);
}

static void ask_height(int i)
{
    cld_heightfield_point out;
    CHECK(cld_heightfield_height(&field, place_above(i), &out) >= 0);
}

static void ask_terrain_ray(int i)
{
    cld_heightfield_point out;
    const double n = field.columns, z = i % 4 ? 11 : 9.99;
    const double x = n * part(i, 2), y = n * part(i, 3);
    CHECK(cld_heightfield_raycast(&field, vec3(x, 0, z), vec3(y - x, n, i % 3 ? -0.5 : 0),
                                  (cld_real)INFINITY, &out) >= 0);
}

static void ask_sphere(int i)
{
    cld_contact out[CLD_HEIGHTFIELD_CONTACTS];
    cld_sphere s;
    s.centre = place_above(i), s.radius = 2;
    s.centre.z = (cld_real)(1.5 + part(i, 4));
    CHECK(cld_heightfield_collide_sphere(&field, &s, 0, out, CLD_HEIGHTFIELD_CONTACTS) >= 0);
}

static void ask_cylinder(int i)
{
    cld_contact out[CLD_HEIGHTFIELD_CONTACTS];
    cld_cylinder c;
    c.centre = place_above(i), c.radius = 2, c.half_height = 1;
    c.axis = vec3(part(i, 5) - 0.5, part(i, 6) - 0.5, part(i, 7));
    c.centre.z = (cld_real)(1.5 + part(i, 4));
    CHECK(cld_heightfield_collide_cylinder(&field, &c, 0, out, CLD_HEIGHTFIELD_CONTACTS) >= 0);
}

/* A sphere as large as the field. */
static void ask_large_sphere(int i)
{
    cld_contact out[CLD_HEIGHTFIELD_CONTACTS];
    cld_sphere s;
    const double n = field.columns;
    s.radius = (cld_real)(n / 2), s.centre = vec3(n / 2, n / 2, n / 2 + 9 + part(i, 0));
    CHECK(cld_heightfield_collide_sphere(&field, &s, 0, out, CLD_HEIGHTFIELD_CONTACTS) >= 0);
}

static void ask_sphere_distance(int i)
{
    cld_contact out;
    cld_sphere s;
    s.centre = place_above(i), s.radius = 1;
    s.centre.z = (cld_real)(20 + 20 * part(i, 2));
    CHECK(cld_heightfield_distance_sphere(&field, &s, (cld_real)INFINITY, &out) >= 0);
}

/* All the way over the field, near the ground. */
static void ask_terrain_sweep(int i)
{
    cld_heightfield_hit hit;
    cld_sphere s;
    const double n = field.columns;
    s.radius = 1, s.centre = vec3(2, 2 + (n - 4) * part(i, 0), 11.01);
    CHECK(cld_heightfield_sweep_sphere(&field, &s, vec3(n - 4, part(i, 1), 0), &hit) >= 0);
}

static void ask_cylinder_sweep(int i)
{
    cld_heightfield_hit hit;
    cld_cylinder c;
    const double n = field.columns;
    c.radius = 1, c.half_height = 1, c.axis = vec3(0, 1, part(i, 2));
    c.centre = vec3(2, 2 + (n - 4) * part(i, 0), 11.6);
    CHECK(cld_heightfield_sweep_cylinder(&field, &c, vec3(n - 4, part(i, 1), 0), &hit) >= 0);
}

/* As low as it can without a touch. */
static void ask_valley_sweep(int i)
{
    cld_heightfield_hit hit;
    cld_sphere s;
    const double n = field.columns;
    s.radius = 1, s.centre = vec3(2, n / 2, 8.2 + part(i, 0));
    CHECK(cld_heightfield_sweep_sphere(&field, &s, vec3(n - 4, 0, 0), &hit) == 0);
}

static void ask_field_build(int i)
{
    (void)i;
    CHECK(cld_heightfield_build(&field, field_memory, cld_heightfield_size(&field)) == CLD_OK);
}

/* Rows of n are fields of n x n vertices. */
static void heightfields(void)
{
    static const row rows[] = {
        {"level: height", CONSTANT, 1000, make_level, ask_height},
        {"level: raycast", LOGARITHM, 1000, make_level, ask_terrain_ray},
        {"level: sphere, collide", CONSTANT, 1000, make_level, ask_sphere},
        {"level: cylinder, collide", CONSTANT, 1000, make_level, ask_cylinder},
        {"level: sphere as large, collide", SQUARE, 4, make_level, ask_large_sphere},
        {"level: sphere, distance", LOGARITHM, 1000, make_level, ask_sphere_distance},
        {"level: sphere, sweep", LOGARITHM, 100, make_level, ask_terrain_sweep},
        {"level: cylinder, sweep", LOGARITHM, 100, make_level, ask_cylinder_sweep},
        {"level: build", SQUARE, 1, make_level, ask_field_build},
        {"hills: height", CONSTANT, 1000, make_hills, ask_height},
        {"hills: raycast", LINEAR, 1000, make_hills, ask_terrain_ray},
        {"hills without pyramid: raycast", LINEAR, 1000, make_hills_bare, ask_terrain_ray},
        {"hills: sphere, collide", LOGARITHM, 1000, make_hills, ask_sphere},
        {"hills: cylinder, collide", LOGARITHM, 1000, make_hills, ask_cylinder},
        {"hills: sphere as large, collide", SQUARE, 4, make_hills, ask_large_sphere},
        {"hills: sphere, distance", LOGARITHM, 1000, make_hills, ask_sphere_distance},
        {"hills: sphere, sweep", LOGARITHM, 100, make_hills, ask_terrain_sweep},
        {"spikes: raycast", LINEAR, 1000, make_spikes, ask_terrain_ray},
        {"spikes: sphere, collide", LOGARITHM_SQUARE, 1000, make_spikes, ask_sphere},
        {"spikes: cylinder, collide", LOGARITHM_SQUARE, 1000, make_spikes, ask_cylinder},
        {"spikes: sphere as large, collide", SQUARE, 4, make_spikes, ask_large_sphere},
        {"spikes: sphere, sweep", LOGARITHM, 100, make_spikes, ask_terrain_sweep},
        {"valley: sphere, sweep", LINEAR, 100, make_valley, ask_valley_sweep},
    };
    CHECK_ROWS(rows, MOST_SIDE / 8);
    free(field_memory);
}

/* ---------------------------------------------------------------------------------------- paths */

enum { MOST_PIECES = LARGE };

static char commands[2][MOST_PIECES + 2];
static cld_real path_points[2][2 * (3 * MOST_PIECES + 2)];
static void *path_memory[2];
static cld_path paths[2];

static void path_point(int which, double x, double y)
{
    cld_path *p = &paths[which];
    path_points[which][2 * p->point_count] = (cld_real)x;
    path_points[which][2 * p->point_count + 1] = (cld_real)y;
    p->point_count++;
}

static void path_begin(int which, double x, double y)
{
    cld_path *p = &paths[which];
    memset(p, 0, sizeof *p);
    p->commands = commands[which], p->points = path_points[which];
    commands[which][p->command_count++] = 'M';
    path_point(which, x, y);
}

static void path_done(int which)
{
    cld_path *p = &paths[which];
    path_memory[which] = realloc(path_memory[which], cld_path_size(p));
    CHECK(cld_path_build(p, path_memory[which], cld_path_size(p)) == CLD_OK);
}

static void path_arc(int which, double x, double y, double radius, double from, double angle)
{
    const double k = 4.0 / 3 * tan(angle / 4), to = from + angle;
    commands[which][paths[which].command_count++] = 'C';
    path_point(which, x + radius * (cos(from) - k * sin(from)),
               y + radius * (sin(from) + k * cos(from)));
    path_point(which, x + radius * (cos(to) + k * sin(to)), y + radius * (sin(to) - k * cos(to)));
    path_point(which, x + radius * cos(to), y + radius * sin(to));
}

/* Two circles of n arcs that cross. */
static void make_rings(int n)
{
    int k, i;
    for (k = 0; k < 2; k++) {
        path_begin(k, 1 + 0.5 * k, 0);
        for (i = 0; i < n; i++) path_arc(k, 0.5 * k, 0, 1, 2 * PI * i / n, 2 * PI / n);
        path_done(k);
    }
}

/* The same circle twice. */
static void make_same_rings(int n)
{
    int k, i;
    for (k = 0; k < 2; k++) {
        path_begin(k, 1, 0);
        for (i = 0; i < n; i++) path_arc(k, 0, 0, 1, 2 * PI * i / n, 2 * PI / n);
        path_done(k);
    }
}

/* A comb of n/2 teeth, and the same turned by a quarter: every tooth crosses every other. */
static void make_combs(int n)
{
    int k, i;
    for (k = 0; k < 2; k++) {
        path_begin(k, 0, 0);
        for (i = 1; i <= n; i++) {
            const double x = (i / 2 + 0.5) / n, y = (i + 1) / 2 % 2;
            commands[k][paths[k].command_count++] = 'L';
            if (k)
                path_point(k, y, x);
            else
                path_point(k, x, y);
        }
        path_done(k);
    }
}

/* One path: a zigzag of n lines through a straight run of n more, which it crosses n times; with
   every vertex `times` times. */
static void make_zigzag_times(int n, int times)
{
    path_begin(0, 0, 1);
    for (int i = 1; i <= 2 * n; i++) {
        const double x = i <= n ? i : 2 * n - i + 0.5, y = i <= n ? (i & 1 ? -1 : 1) : 0.25;
        for (int k = 0; k < times; k++) {
            commands[0][paths[0].command_count++] = 'L';
            path_point(0, x / n, y);
        }
    }
    path_done(0);
}

static void make_zigzag(int n)
{
    make_zigzag_times(n / 2, 1);
}

static void make_zigzag_repeated(int n)
{
    make_zigzag_times(n / 8, 4);
}

/* n times the same point, on the way from one place to another. */
static void make_one_vertex(int n)
{
    path_begin(0, 0, 0);
    for (int i = 0; i < n; i++) {
        commands[0][paths[0].command_count++] = 'L';
        path_point(0, i + 1 < n ? 1 : 2, i + 1 < n ? 1 : 0);
    }
    path_done(0);
}

static void ask_path_closest(int i)
{
    cld_path_point out;
    const double step = 2 * PI / (double)(paths[0].command_count - 1);
    const double r = i == 0 ? 0 : 1 + step * (2 * part(i, 0) - 1), a = 6.3 * part(i, 1);
    CHECK(cld_path_closest(&paths[0], vec2(r * cos(a), r * sin(a)), &out) >= 0);
}

static void ask_path_closest_near(int i)
{
    ask_path_closest(i + 1);
}

static void ask_path_sweep(int i)
{
    cld_path_hit out;
    const double step = 2 * PI / (double)(paths[0].command_count - 1);
    const double r = 1 + step * (part(i, 0) - 0.5), a = 6.3 * part(i, 1), b = a + step * part(i, 2);
    const double to = 1 + step * (part(i, 3) - 0.5);
    CHECK(cld_path_sweep(&paths[0], vec2(r * cos(a), r * sin(a)), vec2(to * cos(b), to * sin(b)),
                         &out) >= 0);
}

static void ask_path_sweep_all(int i)
{
    cld_path_hit out[4];
    CHECK(cld_path_sweep_all(&paths[0], vec2(-2, part(i, 0)), vec2(2, part(i, 1)), out, 4) >= 0);
}

static void ask_path_disc(int i)
{
    cld_path_hit out;
    const double step = 2 * PI / (double)(paths[0].command_count - 1);
    const double r = 1 + step * (1 + part(i, 0)), a = 6.3 * part(i, 1), b = a + step * part(i, 2);
    CHECK(cld_path_sweep_disc(&paths[0], vec2(r * cos(a), r * sin(a)), vec2(r * cos(b), r * sin(b)),
                              (cld_real)step, &out) >= 0);
}

static void ask_path_winding(int i)
{
    int winding;
    CHECK(cld_path_winding(&paths[0], vec2(2 * part(i, 0) - 1, 2 * part(i, 1) - 1), &winding) ==
          CLD_OK);
}

static void ask_path_contains(int i)
{
    CHECK(cld_path_contains(&paths[0], vec2(2 * part(i, 0) - 1, 2 * part(i, 1) - 1),
                            CLD_FILL_EVEN_ODD) >= 0);
}

static void ask_path_length(int i)
{
    cld_real length;
    (void)i;
    CHECK(cld_path_length(&paths[0], &length) == CLD_OK);
}

static void ask_path_build(int i)
{
    (void)i;
    CHECK(cld_path_build(&paths[0], path_memory[0], cld_path_size(&paths[0])) == CLD_OK);
}

static void ask_path_intersect(int i)
{
    cld_path_meeting out[4];
    (void)i;
    CHECK(cld_path_intersect(&paths[0], &paths[1], out, 4) >= 0);
}

static void ask_path_self(int i)
{
    cld_path_meeting out[4];
    (void)i;
    CHECK(cld_path_self_intersect(&paths[0], out, 4) >= 0);
}

static void ask_path_area(int i)
{
    cld_real area;
    (void)i;
    CHECK(cld_path_area(&paths[0], &area) == CLD_OK);
}

static void ask_path_distance(int i)
{
    cld_path_pair pair;
    (void)i;
    CHECK(cld_path_distance(&paths[0], &paths[1], 100, &pair) == 1);
}

/* Two circles beside each other; one in the other, about one centre: all of it is as near. */
static void make_rings_apart(int n)
{
    for (int k = 0; k < 2; k++) {
        path_begin(k, 1 + 2.5 * k, 0);
        for (int i = 0; i < n; i++) path_arc(k, 2.5 * k, 0, 1, 2 * PI * i / n, 2 * PI / n);
        path_done(k);
    }
}

static void make_rings_nested(int n)
{
    for (int k = 0; k < 2; k++) {
        path_begin(k, 1 + k, 0);
        for (int i = 0; i < n; i++) path_arc(k, 0, 0, 1 + k, 2 * PI * i / n, 2 * PI / n);
        path_done(k);
    }
}

static void paths_of_pieces(void)
{
    static const row rows[] = {
        {"ring: build", LINEAR, 1, make_rings, ask_path_build},
        {"ring: length", LINEAR, 1, make_rings, ask_path_length},
        {"ring: closest, near it", LOGARITHM_SQUARE, 20000, make_rings, ask_path_closest_near},
        {"ring: closest, from the centre", LINEAR, 1, make_rings, ask_path_closest},
        {"ring: sweep", LOGARITHM_SQUARE, 20000, make_rings, ask_path_sweep},
        {"ring: sweep_all", LOGARITHM, 1000, make_rings, ask_path_sweep_all},
        {"ring: sweep_disc", LOGARITHM_SQUARE, 20000, make_rings, ask_path_disc},
        {"ring: winding", LOGARITHM, 1000, make_rings, ask_path_winding},
        {"ring: contains", LOGARITHM, 1000, make_rings, ask_path_contains},
        {"two rings: intersect", LINEAR_LOGARITHM, 1, make_rings, ask_path_intersect},
        {"the same ring: intersect", LINEAR_LOGARITHM, 1, make_same_rings, ask_path_intersect},
        {"ring: area", LINEAR, 1, make_rings, ask_path_area},
        {"two rings: distance", LOGARITHM_SQUARE, 1, make_rings_apart, ask_path_distance},
        {"nested rings: distance", LINEAR_LOGARITHM, 1, make_rings_nested, ask_path_distance},
        {"ring: self_intersect", LINEAR_LOGARITHM, 1, make_rings, ask_path_self},
        {"zigzag: self_intersect", LINEAR_LOGARITHM, 1, make_zigzag, ask_path_self},
        {"repeated vertices: self_intersect", LINEAR_LOGARITHM, 1, make_zigzag_repeated,
         ask_path_self},
        {"one vertex: self_intersect", LINEAR_LOGARITHM, 1, make_one_vertex, ask_path_self},
        {"comb: sweep_all", LINEAR, 1000, make_combs, ask_path_sweep_all},
        {"comb: winding", LINEAR, 1000, make_combs, ask_path_winding},
        {"comb: contains", LINEAR, 1000, make_combs, ask_path_contains},
    };
    static const row many[] = {
        {"two combs: intersect", SQUARE, 1, make_combs, ask_path_intersect},
    };
    CHECK_ROWS(rows, SMALL);
    CHECK_ROWS(many, SMALL / 8);
    free(path_memory[0]), free(path_memory[1]);
}

/* ------------------------------------------------------------------------------------- surfaces */

enum { MOST_PATCHES = 96, MOST_NET = MOST_PATCHES + 3 };

static cld_real net[2][3 * MOST_NET * MOST_NET], knots[MOST_NET + 4];
static cld_nurbs surfaces[2];
static cld_nurbs_model models[2];

/* Bicubic surfaces over the unit square, of n x n patches. */
static void make_surfaces(int patches, double height, double gap, int wavy)
{
    const int n = patches + 3;
    int k, i, j;
    for (i = 0; i < n + 4; i++) knots[i] = (cld_real)(i < 4 ? 0 : i > n - 1 ? n - 3 : i - 3);
    for (k = 0; k < 2; k++) {
        cld_nurbs *s = &surfaces[k];
        memset(s, 0, sizeof *s);
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++) {
                cld_real *p = net[k] + 3 * (i * n + j);
                p[0] = (cld_real)((double)i / (n - 1)), p[1] = (cld_real)((double)j / (n - 1));
                p[2] = (cld_real)(gap * k + height * sin(wavy * 0.7 * i) * cos(wavy * 0.5 * j) / n);
            }
        s->degree_u = s->degree_v = 3, s->count_u = s->count_v = n;
        s->knots_u = s->knots_v = knots, s->points = net[k];
        CHECK(cld_nurbs_model_build(&models[k], s, 1, NULL) == CLD_OK);
    }
}

static void make_waves(int n)
{
    make_surfaces(n, 1, 4.0 / n, 1);
}

static void ask_surface_build(int i)
{
    (void)i;
    CHECK(cld_nurbs_model_build(&models[0], &surfaces[0], 1, NULL) == CLD_OK);
}

static void ask_surface_validate(int i)
{
    (void)i;
    CHECK(cld_nurbs_validate(&surfaces[0], NULL) == CLD_OK);
}

static void ask_surface_point(int i)
{
    cld_nurbs_point out;
    const double most = (double)knots[surfaces[0].count_u];
    CHECK(cld_nurbs_evaluate(&surfaces[0], (cld_real)(most * part(i, 0)),
                             (cld_real)(most * part(i, 1)), &out) == CLD_OK);
}

static cld_nurbs_body body_of(int which, int prepared)
{
    cld_nurbs_body b;
    memset(&b, 0, sizeof b);
    b.surfaces = &surfaces[which], b.count = 1;
    if (prepared) b.model = &models[which];
    return b;
}

static void ask_surface_closest(int i)
{
    const cld_nurbs_body b = body_of(0, 1);
    cld_nurbs_hit hit;
    CHECK(cld_nurbs_closest(&b, vec3(part(i, 0), part(i, 1), part(i, 2) / surfaces[0].count_u),
                            NULL, &space, &hit) >= 0);
}

static void ask_surface_ray(int i)
{
    const cld_nurbs_body b = body_of(0, 1);
    cld_nurbs_hit hit;
    CHECK(cld_nurbs_raycast(&b, vec3(part(i, 0), part(i, 1), 1),
                            vec3(part(i, 2) - 0.5, part(i, 3) - 0.5, -1), 0, NULL, &space,
                            &hit) >= 0);
}

/* Apart, each point beside the other surface: nothing can be passed over. */
static void ask_surfaces_apart(int i)
{
    const cld_nurbs_body a = body_of(0, i % 2), b = body_of(1, i % 2);
    CHECK(cld_nurbs_collide(&a, &b, NULL, &space, NULL) == CLD_APART);
}

/* Rows of n are surfaces of n x n patches. */
static void surfaces_of_patches(void)
{
    static const row rows[] = {
        {"waves: nurbs_validate", SQUARE, 1, make_waves, ask_surface_validate},
        {"waves: nurbs_evaluate", LOGARITHM, 1000, make_waves, ask_surface_point},
        {"waves: nurbs_model_build", SQUARE, 1, make_waves, ask_surface_build},
        {"waves: nurbs_closest", LOGARITHM, 1000, make_waves, ask_surface_closest},
        {"waves: nurbs_raycast", LOGARITHM, 1000, make_waves, ask_surface_ray},
        {"waves side by side: nurbs_collide", SQUARE, 2, make_waves, ask_surfaces_apart},
    };
    CHECK_ROWS(rows, MOST_PATCHES / 8);
    cld_nurbs_model_free(&models[0]), cld_nurbs_model_free(&models[1]);
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    print_rows = argc > 2 && !strcmp(argv[2], "--table");
    TEST(convex_polygons);
    TEST(convex_polyhedra);
    TEST(boxes_and_grid);
    TEST(trees_of_triangles);
    TEST(heightfields);
    TEST(paths_of_pieces);
    TEST(surfaces_of_patches);
    cld_workspace_free(&space);
    return test_end();
}
