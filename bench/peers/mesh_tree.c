/* One mesh, asked by rays and points: collide.h beside its peers. See race.h for what is measured.
 * Populations: rays from around the mesh to places on it; from inside of a closed mesh exactly
 * towards its vertices and the middles of its edges, where none may slip through; from a thousand
 * sizes away. Points near the mesh and far from it. */
#include <float.h>
#include "race.h"
#include "mesh_tree.h"
typedef double cld_real;
#include "../../examples/obj_mesh.h"
#include "../../tests/oracle_mesh.h"

typedef struct tree_mesh {
    int vertex_count, triangle_count;
    unsigned *triangles;
    double *positions, *moved;
    double low[3], high[3], size; /* of its box; the longest side */
} tree_mesh;

/* Between which times a ray must say that it first hits; found: 1 yes, 0 no, -1 either. */
typedef struct tree_truth {
    int found;
    double from, to, size;
} tree_truth;

enum { TREE_QUERIES = 2048, TREE_QUICK_QUERIES = 256, TREE_BATCH = 16 };

static void tree_mesh_finish(tree_mesh *m)
{
    const size_t count = 3 * (size_t)m->vertex_count;
    m->moved = (double *)race_memory(count * sizeof(double));
    for (int k = 0; k < 3; ++k) m->low[k] = INFINITY, m->high[k] = -INFINITY;
    for (size_t i = 0; i < count; ++i) {
        const double x = m->positions[i] = (float)m->positions[i];
        m->low[i % 3] = fmin(m->low[i % 3], x), m->high[i % 3] = fmax(m->high[i % 3], x);
    }
    m->size = 0;
    for (int k = 0; k < 3; ++k) m->size = fmax(m->size, m->high[k] - m->low[k]);
    for (size_t i = 0; i < count; ++i) /* a wave goes through it */
        m->moved[i] =
            (float)(m->positions[i] + 0.05 * m->size * sin(5 * m->positions[i / 3 * 3] / m->size));
}

/* A closed tube of nu x nv quads around a torus (windings 0) or a trefoil. */
static tree_mesh tree_mesh_tube(int nu, int nv, int knot)
{
    tree_mesh m = {0};
    const double pi = 3.14159265358979323846;
    unsigned *t;
    m.vertex_count = nu * nv, m.triangle_count = 2 * nu * nv;
    m.positions = (double *)race_memory(3 * (size_t)m.vertex_count * sizeof(double));
    t = m.triangles = (unsigned *)race_memory(3 * (size_t)m.triangle_count * sizeof(unsigned));
    for (int k = 0; k < nv; ++k)
        for (int i = 0; i < nu; ++i) {
            const double a = 2 * pi * k / nv, b = 2 * pi * i / nu;
            const double turn = knot ? 2 * a : a, wide = knot ? 2 + cos(3 * a) : 3;
            const double across = wide + 0.6 * cos(b);
            double *p = m.positions + 3 * (k * nu + i);
            const int i1 = (i + 1) % nu, k1 = (k + 1) % nv;
            const unsigned v[4] = {(unsigned)(k * nu + i), (unsigned)(k * nu + i1),
                                   (unsigned)(k1 * nu + i1), (unsigned)(k1 * nu + i)};
            p[0] = across * cos(turn), p[1] = across * sin(turn);
            p[2] = 0.6 * sin(b) + (knot ? sin(3 * a) : 0);
            *t++ = v[0], *t++ = v[1], *t++ = v[2], *t++ = v[0], *t++ = v[2], *t++ = v[3];
        }
    tree_mesh_finish(&m);
    return m;
}

static tree_mesh tree_mesh_bunny(void)
{
    tree_mesh m = {0};
    obj_mesh obj;
    if (!obj_mesh_read("examples/data/bunny.obj", &obj)) {
        fprintf(stderr, "cannot read examples/data/bunny.obj: run it from the repository's root\n");
        exit(1);
    }
    m.vertex_count = (int)obj.point_count, m.triangle_count = (int)obj.triangle_count;
    m.positions = obj.points, m.triangles = obj.triangles;
    tree_mesh_finish(&m);
    return m;
}

static void tree_mesh_free(tree_mesh *m)
{
    free(m->positions);
    free(m->triangles);
    free(m->moved);
}

static const double *tree_corner(const tree_mesh *m, int triangle, int corner)
{
    return m->positions + 3 * (size_t)m->triangles[3 * triangle + corner];
}

/* ------------------------------------------------------------------------------------ the truth */

typedef long double tree_wide;

static tree_wide tree_det(const tree_wide *a, const tree_wide *b, const tree_wide *c)
{
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/* Is the triangle's circle about its first corner so far from the ray's line that it cannot be met?
   Coarse, and fast. */
static int tree_far_off(const double *o, const double *d, double dd, const double *a,
                        double longest)
{
    const double p[3] = {a[0] - o[0], a[1] - o[1], a[2] - o[2]};
    const double along = p[0] * d[0] + p[1] * d[1] + p[2] * d[2];
    const double square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
    return square - along * along / dd > 1.01 * longest * longest + 1e-9 * square;
}

/* What one triangle adds. Within the rounding of long double of an edge, it counts as either. */
static void tree_truth_add(tree_truth *truth, const tree_mesh *m, int triangle, const double *o,
                           const double *d)
{
    tree_wide v[3][3], u[3], way[3], sum = 0, t = 0, size = 0, dd = 0, room;
    int above = 0, below = 0, doubt = 0;
    for (int k = 0; k < 3; ++k) way[k] = d[k], dd += way[k] * way[k];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            v[i][k] = (tree_wide)tree_corner(m, triangle, i)[k] - o[k];
            size = fmaxl(size, fabsl(v[i][k]));
        }
    room = 64 * LDBL_EPSILON * size * size * sqrtl(dd);
    for (int i = 0; i < 3; ++i) {
        u[i] = tree_det(way, v[(i + 1) % 3], v[(i + 2) % 3]);
        above |= u[i] > room, below |= u[i] < -room, doubt |= fabsl(u[i]) <= room;
        sum += u[i];
    }
    if ((above && below) || (!above && !below)) return; /* edge on: its neighbours are met, too */
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) t += u[i] / sum * v[i][k] * way[k] / dd;
    if (t < 0) return;
    truth->from = fmin(truth->from, (double)t);
    if (!doubt) truth->to = fmin(truth->to, (double)t);
}

static double tree_longest_edge(const tree_mesh *m)
{
    double longest = 0;
    for (int t = 0; t < m->triangle_count; ++t)
        for (int i = 0; i < 3; ++i) {
            const double *a = tree_corner(m, t, i), *b = tree_corner(m, t, (i + 1) % 3);
            longest =
                fmax(longest, sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                                   (a[2] - b[2]) * (a[2] - b[2])));
        }
    return longest;
}

/* inside: the ray begins inside of a closed mesh, so that one of those in doubt is met for sure. */
static tree_truth tree_truth_of_ray(const tree_mesh *m, const double *o, const double *d,
                                    double longest, int inside)
{
    const double dd = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    tree_truth truth = {0, INFINITY, INFINITY, m->size / sqrt(dd)};
    for (int t = 0; t < m->triangle_count; ++t)
        if (!tree_far_off(o, d, dd, tree_corner(m, t, 0), longest))
            tree_truth_add(&truth, m, t, o, d);
    truth.found = truth.to < INFINITY || (inside && truth.from < INFINITY) ? 1
                  : truth.from < INFINITY                                  ? -1
                                                                           : 0;
    return truth;
}

static double tree_square_between(const double *p, const double *a, const double *b,
                                  const double *c)
{
    double u[3], v[3], r[3], uu = 0, uv = 0, vv = 0, ur = 0, vr = 0, s, t, det, best = INFINITY;
    const double *corner[3] = {a, b, c};
    for (int k = 0; k < 3; ++k) {
        u[k] = b[k] - a[k], v[k] = c[k] - a[k], r[k] = p[k] - a[k];
        uu += u[k] * u[k], uv += u[k] * v[k], vv += v[k] * v[k];
        ur += u[k] * r[k], vr += v[k] * r[k];
    }
    det = uu * vv - uv * uv, s = vv * ur - uv * vr, t = uu * vr - uv * ur;
    if (det > 0 && s >= 0 && t >= 0 && s + t <= det) {
        best = 0;
        for (int k = 0; k < 3; ++k) {
            const double gap = r[k] - s / det * u[k] - t / det * v[k];
            best += gap * gap;
        }
        return best;
    }
    for (int i = 0; i < 3; ++i) {
        const double *e = corner[i], *f = corner[(i + 1) % 3];
        double ee = 0, eq = 0, square = 0, w;
        for (int k = 0; k < 3; ++k)
            ee += (f[k] - e[k]) * (f[k] - e[k]), eq += (f[k] - e[k]) * (p[k] - e[k]);
        w = ee > 0 ? fmin(fmax(eq / ee, 0), 1) : 0;
        for (int k = 0; k < 3; ++k) {
            const double gap = p[k] - e[k] - w * (f[k] - e[k]);
            square += gap * gap;
        }
        best = fmin(best, square);
    }
    return best;
}

static tree_truth tree_truth_of_point(const tree_mesh *m, const double *p)
{
    tree_truth truth = {1, INFINITY, INFINITY, m->size};
    for (int t = 0; t < m->triangle_count; ++t)
        truth.from =
            fmin(truth.from, tree_square_between(p, tree_corner(m, t, 0), tree_corner(m, t, 1),
                                                 tree_corner(m, t, 2)));
    truth.from = truth.to = sqrt(truth.from);
    return truth;
}

/* Corners of a triangle, one mesh's as they are, the other's at the pose. */
static void tree_placed(const tree_mesh *m, int triangle, const double *pose, oracle_vec v[3])
{
    for (int i = 0; i < 3; ++i) {
        const double *p = tree_corner(m, triangle, i);
        oracle_real at[3];
        for (int k = 0; k < 3; ++k) {
            at[k] = p[k];
            for (int n = 0; pose && n < 3; ++n)
                at[k] = (n ? at[k] : pose[9 + k]) + (oracle_real)pose[3 * k + n] * p[n];
        }
        v[i].x = at[0], v[i].y = at[1], v[i].z = at[2];
    }
}

typedef struct tree_ball {
    double at[3], radius;
} tree_ball;

static tree_ball tree_ball_of(const oracle_vec v[3])
{
    tree_ball b = {{0, 0, 0}, 0};
    for (int i = 0; i < 3; ++i)
        b.at[0] += (double)v[i].x / 3, b.at[1] += (double)v[i].y / 3, b.at[2] += (double)v[i].z / 3;
    for (int i = 0; i < 3; ++i) {
        const double x = (double)v[i].x - b.at[0], y = (double)v[i].y - b.at[1];
        const double z = (double)v[i].z - b.at[2];
        b.radius = fmax(b.radius, sqrt(x * x + y * y + z * z) * (1 + 1e-12));
    }
    return b;
}

/* 0 where they meet, else the distance of their corners and edges. */
static double tree_pair(const oracle_vec a[3], const oracle_vec b[3])
{
    oracle_real best = INFINITY;
    if (oracle_triangles(a, b, 0) == 1) return 0;
    for (int i = 0; i < 3; ++i) {
        best = fminl(best, oracle_point_triangle(a[i], b).squared);
        best = fminl(best, oracle_point_triangle(b[i], a).squared);
        for (int k = 0; k < 3; ++k)
            best = fminl(best, oracle_segments(a[i], a[(i + 1) % 3], b[k], b[(k + 1) % 3]).squared);
    }
    return (double)sqrtl(best);
}

/* Every pair whose balls are nearer than what was found. */
static tree_truth tree_truth_of_pose(const tree_mesh *m, const double *pose)
{
    tree_truth truth = {1, INFINITY, INFINITY, m->size};
    tree_ball *balls = (tree_ball *)race_memory(2 * (size_t)m->triangle_count * sizeof(tree_ball));
    oracle_vec a[3], b[3];
    for (int t = 0; t < m->triangle_count; ++t) {
        tree_placed(m, t, NULL, a), tree_placed(m, t, pose, b);
        balls[t] = tree_ball_of(a), balls[m->triangle_count + t] = tree_ball_of(b);
    }
    for (int pass = 0; pass < 2;
         ++pass) /* the middles are on the triangles: a bound to begin with */
        for (int i = 0; i < m->triangle_count && truth.from > 0; ++i)
            for (int k = 0; k < m->triangle_count; ++k) {
                const tree_ball *x = balls + i, *y = balls + m->triangle_count + k;
                const double p = x->at[0] - y->at[0], q = x->at[1] - y->at[1];
                const double r = x->at[2] - y->at[2], square = p * p + q * q + r * r;
                const double reach = x->radius + y->radius + truth.from;
                if (pass == 0 && square < truth.from * truth.from) truth.from = sqrt(square);
                if (pass == 0 || square > reach * reach) continue;
                tree_placed(m, i, NULL, a), tree_placed(m, k, pose, b);
                truth.from = fmin(truth.from, tree_pair(a, b));
            }
    truth.to = truth.from;
    free(balls);
    return truth;
}

/* Wrong is what is off by more than 1e-4 of the mesh and 1e-6 of the distance: float does better.
   error: how far off, of the mesh's size. */
static race_verdict tree_judge(const void *scene, int query, const void *answer, const peer *who,
                               double *error)
{
    const tree_truth *truth = (const tree_truth *)((const mesh_tree_scene *)scene)->truth + query;
    const mesh_tree_answer *mine = (const mesh_tree_answer *)answer;
    double off, room;
    (void)who;
    if (!mine->found) return truth->found == 1 ? RACE_MISSED : RACE_RIGHT;
    if (truth->found == 0) return RACE_WRONG;
    off = fmax(truth->from - mine->distance, mine->distance - truth->to);
    if (truth->to == INFINITY) off = fabs(mine->distance - truth->from);
    room = 1e-4 * truth->size + 1e-6 * truth->from;
    if (!(off <= room)) return RACE_WRONG;
    *error = fmax(off, 0) / truth->size;
    return RACE_RIGHT;
}

/* ----------------------------------------------------------------------------------- the scenes */

typedef enum tree_population {
    TREE_AROUND,  /* rays to a place on the mesh, points about as far as the mesh is wide */
    TREE_CORNERS, /* rays from inside to vertices and middles of edges */
    TREE_AWAY,    /* from a thousand sizes away */
    TREE_NEAR     /* points a hundredth of the size from the mesh */
} tree_population;

static void tree_place(const tree_mesh *m, bench_random *r, tree_population population, double *p)
{
    const int t = (int)(bench_uniform(r, 0, 1) * m->triangle_count) % m->triangle_count;
    double s = bench_uniform(r, 0, 1), w = bench_uniform(r, 0, 1);
    if (s + w > 1) s = 1 - s, w = 1 - w;
    if (population == TREE_CORNERS) s = bench_uniform(r, 0, 1) < 0.5 ? 0 : 0.5, w = 0;
    for (int k = 0; k < 3; ++k) {
        const double a = tree_corner(m, t, 0)[k];
        p[k] = a + s * (tree_corner(m, t, 1)[k] - a) + w * (tree_corner(m, t, 2)[k] - a);
    }
}

static void tree_query(const tree_mesh *m, bench_random *r, tree_population population, double *p,
                       double *way)
{
    double reach = population == TREE_AWAY ? 1000 * m->size : m->size, target[3];
    tree_place(m, r, population, target);
    for (int k = 0; k < 3; ++k) {
        const double middle = (m->low[k] + m->high[k]) / 2;
        p[k] = (float)(middle + bench_uniform(r, -reach, reach));
        if (population == TREE_NEAR)
            p[k] = (float)(target[k] + bench_uniform(r, -0.01, 0.01) * m->size);
        if (population == TREE_CORNERS) p[k] = k == 0 ? 3 : 0; /* within the torus */
        way[k] = (float)(target[k] - p[k]);
    }
}

static void tree_race(racing *r, const tree_mesh *m, const char *question, const char *name,
                      tree_population population, int most)
{
    int count = r->b.quick ? TREE_QUICK_QUERIES : most;
    double(*numbers)[3] = (double(*)[3])race_memory(2 * (size_t)count * sizeof *numbers);
    tree_truth *truth = (tree_truth *)race_memory((size_t)count * sizeof *truth);
    const double longest = tree_longest_edge(m);
    bench_random random = bench_seed(17);
    mesh_tree_scene scene = {m->vertex_count,
                             m->triangle_count,
                             count,
                             m->triangles,
                             m->positions,
                             m->moved,
                             (const double(*)[3])numbers,
                             (const double(*)[3])(numbers + count),
                             NULL,
                             truth};
    contest c = {question, name, &scene, count, TREE_BATCH, sizeof(mesh_tree_answer), tree_judge};
    for (int q = 0; q < count; ++q) {
        tree_query(m, &random, population, numbers[q], numbers[count + q]);
        truth[q] = strcmp(question, "raycast") == 0
                       ? tree_truth_of_ray(m, numbers[q], numbers[count + q], longest,
                                           population == TREE_CORNERS)
                       : tree_truth_of_point(m, numbers[q]);
    }
    race(r, &c);
    free(numbers);
    free(truth);
}

/* The mesh and itself, turned, so far away that they meet or not. */
static void tree_race_distance(racing *r, const tree_mesh *m, const char *name, double near,
                               double far)
{
    const int count = r->b.quick ? 4 : 24;
    double(*poses)[12] = (double(*)[12])race_memory((size_t)count * sizeof *poses);
    tree_truth *truth = (tree_truth *)race_memory((size_t)count * sizeof *truth);
    bench_random random = bench_seed(23);
    mesh_tree_scene scene = {m->vertex_count,
                             m->triangle_count,
                             count,
                             m->triangles,
                             m->positions,
                             m->moved,
                             NULL,
                             NULL,
                             (const double(*)[12])poses,
                             truth};
    contest c = {"distance", name, &scene, count, 1, sizeof(mesh_tree_answer), tree_judge};
    for (int q = 0; q < count; ++q) {
        double w[4], way[3], size = 0, length = 0, reach = bench_uniform(&random, near, far);
        for (int k = 0; k < 4; ++k) w[k] = bench_normal(&random), size += w[k] * w[k];
        for (int k = 0; k < 3; ++k) way[k] = bench_normal(&random), length += way[k] * way[k];
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k) { /* of a quaternion, w[3] its real part */
                const double turn = i == k ? 0 : ((i + 1) % 3 == k ? -1 : 1) * w[3] * w[3 - i - k];
                poses[q][3 * i + k] = (float)((i == k) * (2 * w[3] * w[3] / size - 1) +
                                              2 * (w[i] * w[k] + turn) / size);
            }
        for (int k = 0; k < 3; ++k) {
            const double middle = (m->low[k] + m->high[k]) / 2;
            poses[q][9 + k] = middle + way[k] / sqrt(length) * reach * m->size;
            for (int n = 0; n < 3; ++n)
                poses[q][9 + k] -= poses[q][3 * k + n] * (m->low[n] + m->high[n]) / 2;
            poses[q][9 + k] = (float)poses[q][9 + k];
        }
        truth[q] = tree_truth_of_pose(m, poses[q]);
    }
    race(r, &c);
    free(poses);
    free(truth);
}

/* So many times the same triangle, and these once more, 1 beside them: all distances are equal. */
static void tree_race_ties(racing *r, int triangles)
{
    static double positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const double pose[1][12] = {{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1}};
    unsigned *t = (unsigned *)race_memory(3 * (size_t)triangles * sizeof *t);
    const tree_truth truth = {1, 1, 1, 1};
    const mesh_tree_scene scene = {3,         triangles, 1,    t,    positions,
                                   positions, NULL,      NULL, pose, &truth};
    char name[32];
    contest c = {"distance", name, &scene, 1, 1, sizeof(mesh_tree_answer), tree_judge};
    for (int i = 0; i < 3 * triangles; ++i) t[i] = (unsigned)i % 3;
    snprintf(name, sizeof name, "made: stacks of %d", triangles);
    race(r, &c);
    free(t);
}

static void tree_race_aims(racing *r)
{
    static const char *const large = "made: stacks of 4000";
    const race_aim aims[] = {
        {"two stacks of 500 equal triangles",
         "distance",
         "made: stacks of 500",
         0,
         1e-3,
         "FCL",
         {NULL, NULL},
         0},
        {"two stacks of 4000 equal triangles", "distance", large, 0, 1e-3, "FCL", {NULL, NULL}, 0}};
    tree_race_ties(r, 500);
    tree_race_ties(r, 4000);
    race_table(r, "How far apart are two stacks of equal triangles?");
    race_aims(r, aims, 2);
}

/* Refits and builds: no questions. */
static void tree_race_build(racing *r, const tree_mesh *m, const char *question, const char *name)
{
    mesh_tree_scene scene = {0};
    contest c = {question, name, &scene, 8, 1, sizeof(mesh_tree_answer), NULL};
    scene.vertex_count = m->vertex_count, scene.triangle_count = m->triangle_count;
    scene.query_count = 8, scene.triangles = m->triangles;
    scene.positions = m->positions, scene.moved = m->moved;
    race(r, &c);
}

int main(int argc, char **argv)
{
    tree_mesh bunny, torus, knot;
    racing r;
    if (!race_begin(&r, argc, argv, "mesh_tree")) return 2;
    r.seconds = r.made ? 0.3 : 0;
    if (r.made) {
        tree_race_aims(&r);
        return race_end(&r);
    }
    bunny = tree_mesh_bunny();
    torus = tree_mesh_tube(64, 256, 0);
    knot = tree_mesh_tube(128, r.b.quick ? 100 : 800, 1);
    tree_race(&r, &bunny, "raycast", "bunny", TREE_AROUND, TREE_QUERIES);
    tree_race(&r, &torus, "raycast", "torus, corners", TREE_CORNERS, TREE_QUERIES);
    tree_race(&r, &knot, "raycast", "knot", TREE_AROUND, TREE_QUERIES / 2);
    tree_race(&r, &knot, "raycast", "knot, far", TREE_AWAY, TREE_QUERIES / 2);
    race_table(&r, "Where does a ray first meet the mesh?");
    tree_race(&r, &bunny, "closest", "bunny", TREE_AROUND, TREE_QUERIES / 2);
    tree_race(&r, &bunny, "closest", "bunny, near", TREE_NEAR, TREE_QUERIES / 2);
    tree_race(&r, &knot, "closest", "knot", TREE_AROUND, TREE_QUERIES / 8);
    tree_race(&r, &knot, "closest", "knot, near", TREE_NEAR, TREE_QUERIES / 8);
    race_table(&r, "Which point of the mesh is closest?");
    tree_race_distance(&r, &bunny, "bunny, apart", 1, 2);
    tree_race_distance(&r, &bunny, "bunny, near", 0.5, 1);
    tree_race_distance(&r, &bunny, "bunny, meet", 0, 0.5);
    race_table(&r, "How far apart are two meshes?");
    tree_race_aims(&r);
    tree_race_build(&r, &bunny, "build", "bunny");
    tree_race_build(&r, &knot, "build", "knot");
    tree_race_build(&r, &bunny, "refit", "bunny");
    tree_race_build(&r, &knot, "refit", "knot");
    race_table(&r, "A tree of the mesh, new and fitted again");
    tree_mesh_free(&bunny);
    tree_mesh_free(&torus);
    tree_mesh_free(&knot);
    return race_end(&r);
}
