/* Contacts and sweeps of shapes of every kind with static meshes. Planes that are cut at random,
 * with common vertices, T-joints, slivers and soups, must have the contacts of the plane;
 * everywhere a contact must be where it is said to be, with a normal that no triangle at its place
 * is in front of, and nothing that touches may be without one. The oracle asks each triangle alone,
 * by the queries on pairs, or knows planes and spheres by itself; it knows nothing of trees or
 * neighbours. */
#include "test.h"
#include "shape_checks.h"

enum { MOST_VERTICES = 6000, MOST_TRIANGLES = 2000 };

typedef struct ground {
    cld_real positions[3 * MOST_VERTICES];
    uint32_t triangles[3 * MOST_TRIANGLES];
    int vertices, count;
    cld_mesh mesh;
    void *memory;
} ground;

/* A frame: w is the normal of what lies in u and v. */
typedef struct frame {
    double u[3], v[3], w[3], at[3];
} frame;

static ground land;
static shape_body body_now;

static void ground_clear(ground *g)
{
    const cld_mesh none = {0};
    g->vertices = g->count = 0;
    g->mesh = none;
}

static uint32_t ground_vertex(ground *g, const frame *f, double x, double y, double z)
{
    cld_real *p = g->positions + 3 * g->vertices;
    if (g->vertices >= MOST_VERTICES) exit(1);
    for (int k = 0; k < 3; k++)
        p[k] = (cld_real)(f->at[k] + x * f->u[k] + y * f->v[k] + z * f->w[k]);
    return (uint32_t)g->vertices++;
}

static void ground_triangle(ground *g, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t *t = g->triangles + 3 * g->count++;
    if (g->count > MOST_TRIANGLES) exit(1);
    t[0] = a, t[1] = b, t[2] = c;
}

static void ground_build(ground *g)
{
    g->mesh.positions = g->positions, g->mesh.vertex_count = g->vertices;
    g->mesh.triangles = g->triangles, g->mesh.triangle_count = g->count;
    const size_t bytes = cld_mesh_tree_size(&g->mesh);
    free(g->memory);
    g->memory = malloc(bytes);
    if (!CHECK(g->memory != NULL)) exit(1);
    CHECK(cld_mesh_tree_build(&g->mesh, g->memory, bytes) == CLD_OK);
}

/* Axis-parallel, or turned at random. */
static frame frame_make(test_random *r, int turned, double far, double scale)
{
    frame f = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
    const cld_pose pose = test_pose(r, 1);
    if (turned) {
        numbers(pose.rotation.x, f.u), numbers(pose.rotation.y, f.v);
        numbers(pose.rotation.z, f.w);
    }
    for (int k = 0; k < 3; k++) f.at[k] = far * test_between(r, -1, 1) * scale;
    return f;
}

/* -------------------------------------------------------------------------------- planes, cut */

/* A rectangle with T-joints: cut in two until it is small, then into triangles of their own. */
static void cut_rectangle(ground *g, const frame *f, test_random *r, const double low[2],
                          const double high[2], int depth)
{
    if (depth > 0 && test_integer(r, 0, 9)) {
        const int axis = high[0] - low[0] > high[1] - low[1] ? 0 : 1;
        const double cut = low[axis] + (high[axis] - low[axis]) * (test_integer(r, 0, 5)
                                                                       ? test_between(r, 0.1, 0.9)
                                                                       : test_between(r, 0, 0.001));
        double half[2];
        half[0] = high[0], half[1] = high[1], half[axis] = cut;
        cut_rectangle(g, f, r, low, half, depth - 1);
        half[0] = low[0], half[1] = low[1], half[axis] = cut;
        cut_rectangle(g, f, r, half, high, depth - 1);
        return;
    }
    const uint32_t a = ground_vertex(g, f, low[0], low[1], 0);
    const uint32_t b = ground_vertex(g, f, high[0], low[1], 0);
    const uint32_t c = ground_vertex(g, f, high[0], high[1], 0);
    const uint32_t d = ground_vertex(g, f, low[0], high[1], 0);
    if (test_integer(r, 0, 1)) {
        ground_triangle(g, a, b, c), ground_triangle(g, a, c, d);
    } else {
        ground_triangle(g, a, b, d), ground_triangle(g, b, c, d);
    }
}

/* A triangle, cut at an edge, again and again. */
static void cut_triangle(ground *g, const frame *f, test_random *r, const double v[3][2], int depth)
{
    double part[3][2];
    if (depth > 0) {
        const int i = test_integer(r, 0, 2), k = (i + 1) % 3, l = (i + 2) % 3;
        const double t =
            test_integer(r, 0, 3) ? test_between(r, 0.2, 0.8) : ldexp(1, -test_integer(r, 4, 20));
        const double x = v[i][0] + t * (v[k][0] - v[i][0]), y = v[i][1] + t * (v[k][1] - v[i][1]);
        memcpy(part[0], v[i], sizeof part[0]), memcpy(part[2], v[l], sizeof part[2]);
        part[1][0] = x, part[1][1] = y;
        cut_triangle(g, f, r, (const double(*)[2])part, depth - 1);
        memcpy(part[0], v[k], sizeof part[0]);
        memcpy(part[1], v[l], sizeof part[1]);
        part[2][0] = x, part[2][1] = y;
        cut_triangle(g, f, r, (const double(*)[2])part, depth - 1);
        return;
    }
    uint32_t id[3];
    for (int i = 0; i < 3; i++) id[i] = ground_vertex(g, f, v[i][0], v[i][1], 0);
    ground_triangle(g, id[0], id[1], id[2]);
}

/* A net with common vertices, moved in the plane. */
static void cut_net(ground *g, const frame *f, test_random *r, double half, int side)
{
    for (int j = 0; j <= side; j++)
        for (int i = 0; i <= side; i++) {
            const int inside = i > 0 && j > 0 && i < side && j < side;
            const double x = i + (inside ? test_between(r, -0.3, 0.3) : 0);
            const double y = j + (inside ? test_between(r, -0.3, 0.3) : 0);
            ground_vertex(g, f, half * (2 * x / side - 1), half * (2 * y / side - 1), 0);
        }
    for (int j = 0; j < side; j++)
        for (int i = 0; i < side; i++) {
            const uint32_t a = (uint32_t)(j * (side + 1) + i), b = a + 1;
            const uint32_t d = a + (uint32_t)side + 1, c = d + 1;
            if (test_integer(r, 0, 1)) {
                ground_triangle(g, a, b, c), ground_triangle(g, a, c, d);
            } else {
                ground_triangle(g, a, b, d), ground_triangle(g, b, c, d);
            }
        }
}

enum { CUT_NET, CUT_JOINTS, CUT_TRIANGLES, CUTS };

static void ground_plane(ground *g, const frame *f, test_random *r, int cut, double half)
{
    const double low[2] = {-half, -half}, high[2] = {half, half};
    const double one[3][2] = {{-half, -half}, {half, -half}, {half, half}};
    const double other[3][2] = {{-half, -half}, {half, half}, {-half, half}};
    ground_clear(g);
    if (cut == CUT_NET) cut_net(g, f, r, half, test_integer(r, 1, 12));
    if (cut == CUT_JOINTS) cut_rectangle(g, f, r, low, high, test_integer(r, 1, 8));
    if (cut == CUT_TRIANGLES) {
        const int depth = test_integer(r, 1, 7);
        cut_triangle(g, f, r, one, depth), cut_triangle(g, f, r, other, depth);
    }
    ground_build(g);
}

/* The error of places: M, with the rounding of what is given and told. */
static double rounding_of(const ground *g, const shape_body *b)
{
    double most = body_size(b) + vec_most(&b->pose.position);
    for (int i = 0; i < 3 * g->vertices; i++) most = fmax(most, fabs((double)g->positions[i]));
    return 16 * (double)TEST_ROUND * most + ldexp(3 * most, is_curved(b) ? -24 : -42);
}

/* Puts the body above a place of the plane, so deep. */
static void body_onto(shape_body *b, const frame *f, double x, double y, double depth)
{
    cld_plane plane;
    cld_contact c;
    double at[3];
    b->at = &b->pose;
    plane.normal = vec3(f->w[0], f->w[1], f->w[2]);
    for (int i = 0; i < 2; i++) {
        const double offset = f->at[0] * f->w[0] + f->at[1] * f->w[1] + f->at[2] * f->w[2];
        plane.offset = (cld_real)offset;
        if (i == 0)
            for (int k = 0; k < 3; k++) at[k] = f->at[k] + x * f->u[k] + y * f->v[k];
        b->pose.position = vec3(at[0], at[1], at[2]);
        CHECK(cld_shape_collide_plane(&b->shape, b->at, &plane, (cld_real)INFINITY, &c, 1) > 0);
        for (int k = 0; k < 3; k++) at[k] -= ((double)c.distance + depth) * f->w[k];
    }
    b->pose.position = vec3(at[0], at[1], at[2]);
}

static double apart(const cld_vec3 *a, const cld_vec3 *b)
{
    const double x = (double)a->x - (double)b->x, y = (double)a->y - (double)b->y;
    const double z = (double)a->z - (double)b->z;
    return sqrt(x * x + y * y + z * z);
}

/* Which of their many faces and corners is the lowest is rounding. */
static int is_round(const shape_body *b)
{
    return is_curved(b) || b->sort == SORT_LARGE || b->sort == SORT_MANY;
}

static double place_of(const cld_vec3 *p, int k)
{
    return (double)(k == 0 ? p->x : k == 1 ? p->y : p->z);
}

/* How far contacts reach in a direction of the plane. */
static double reach_of(const cld_contact *c, int count, const frame *f, double turn)
{
    double most = -HUGE_VAL;
    for (int i = 0; i < count; i++) {
        double x = 0, y = 0;
        for (int k = 0; k < 3; k++)
            x += f->u[k] * place_of(&c[i].point_a, k), y += f->v[k] * place_of(&c[i].point_a, k);
        most = fmax(most, x * cos(turn) + y * sin(turn));
    }
    return most;
}

/* The contacts of the mesh are those of the plane: of more than four, which differ with the way a
   round face is seen, others that span as much. */
static int check_plane(const ground *g, const shape_body *b, const frame *f, cld_real margin)
{
    cld_contact is[CONTACTS], four[4], told[CONTACTS];
    cld_plane plane;
    int good = 1;
    const double e = rounding_of(g, b), size = body_size(b);
    plane.normal = vec3(f->w[0], f->w[1], f->w[2]);
    plane.offset = (cld_real)(f->at[0] * f->w[0] + f->at[1] * f->w[1] + f->at[2] * f->w[2]);
    const int known = cld_shape_collide_plane(&b->shape, b->at, &plane, margin, is, CONTACTS);
    const int count = cld_mesh_collide_shape(&g->mesh, &b->shape, b->at, margin, told, CONTACTS);
    cld_shape_collide_plane(&b->shape, b->at, &plane, margin, four, 4);
    good &= CHECK(count >= 0 && count <= 4);
    if (known > 0 && (double)is[0].distance < (double)margin - 2 * e) good &= CHECK(count > 0);
    if (known == 0) good &= CHECK(count == 0 || (double)told[0].distance > (double)margin - 2 * e);
    if (known > 0 && count > 0) {
        good &= CHECK(fabs((double)is[0].distance - (double)told[0].distance) <= 2 * e);
        good &= CHECK(count == known || known != 2 || is_round(b));
    }
    for (int i = 0; i < 16 && known > 4 && count > 0 && !is_round(b); i++) {
        const double turn = i * 0.39269908169872414;
        const double all = reach_of(four, 4, f, turn) + reach_of(four, 4, f, turn + 3.14159265);
        const double kept =
            reach_of(told, count, f, turn) + reach_of(told, count, f, turn + 3.14159265);
        good &= CHECK(kept <= all * 1.6 + 2e-4 * size + 16 * e);
        good &= CHECK(kept >= 0.3 * all - 2e-4 * size - 16 * e);
    }
    for (int i = 0; i < count; i++) {
        double off, nearest = HUGE_VAL, least = 2e-4 * size + 16 * e;
        const double n[3] = {(double)told[i].normal.x, (double)told[i].normal.y,
                             (double)told[i].normal.z};
        const double turn = hypot(hypot(n[0] + f->w[0], n[1] + f->w[1]), n[2] + f->w[2]);
        good &= CHECK(turn * size <= 64 * e + 1e-5 * size);
        for (int k = 0; k < known; k++)
            nearest = fmin(nearest, apart(&told[i].point_a, &is[k].point_a));
        if (known > 0 && known <= 4 && !is_round(b)) good &= CHECK(nearest <= least);
        off = 0;
        for (int k = 0; k < 3; k++) off += f->w[k] * (place_of(&told[i].point_a, k) - f->at[k]);
        good &= CHECK(fabs(off - (double)told[i].distance) <= 4 * e || i == 0);
    }
    if (!good && test_failures < 20) {
        printf("    bound %g, size %g\n", e, size);
        for (int i = 0; i < known; i++)
            printf("    plane %.9g at %g %g %g, %u\n", (double)is[i].distance,
                   (double)is[i].point_a.x, (double)is[i].point_a.y, (double)is[i].point_a.z,
                   is[i].feature_a);
        for (int i = 0; i < count; i++)
            printf("    mesh %.9g at %g %g %g, %u %u, normal %g %g %g\n", (double)told[i].distance,
                   (double)told[i].point_a.x, (double)told[i].point_a.y, (double)told[i].point_a.z,
                   told[i].feature_a, told[i].feature_b, (double)told[i].normal.x,
                   (double)told[i].normal.y, (double)told[i].normal.z);
        printf("    axis %g %g %g\n", f->w[0], f->w[1], f->w[2]);
        body_print(b);
    }
    return good;
}

/* True if it reaches little across the plane, and may be beneath it. */
static int is_thin(const shape_body *b, const frame *f, double size)
{
    cld_contact c[2];
    cld_plane plane;
    for (int i = 0; i < 2; i++) {
        const double sign = i ? -1 : 1;
        plane.normal = vec3(sign * f->w[0], sign * f->w[1], sign * f->w[2]);
        plane.offset = 0;
        cld_shape_collide_plane(&b->shape, b->at, &plane, (cld_real)INFINITY, &c[i], 1);
    }
    return -((double)c[0].distance + (double)c[1].distance) < 0.05 * size;
}

static void planes_cut(void)
{
    const int cases = (int)test_repeat(3000);
    for (int n = 0; n < cases; n++) {
        test_random r = test_random_from((uint64_t)n);
        const double scale = ldexp(1, test_integer(&r, 0, 1) ? 0 : test_integer(&r, -20, 20));
        const int turned = test_integer(&r, 0, 1), cut = test_integer(&r, 0, CUTS - 1);
        const frame f = frame_make(&r, turned, test_integer(&r, 0, 4) ? 0 : 100, scale);
        const int sort = test_integer(&r, 0, SORTS - 1);
        static const double deep[6] = {0, 1e-9, 1e-6, 1e-3, 1e-2, -1e-3};
        ground_plane(&land, &f, &r, cut, 5 * scale);
        body_random_shape(&body_now, &r, sort, 0.6 * scale);
        body_now.pose = test_pose(&r, 0);
        if (test_integer(&r, 0, 2) == 0) /* face on face */
            for (int k = 0; k < 3; k++) {
                const cld_vec3 axis[3] = {vec3(f.u[0], f.u[1], f.u[2]),
                                          vec3(f.v[0], f.v[1], f.v[2]),
                                          vec3(f.w[0], f.w[1], f.w[2])};
                body_now.pose.rotation.x = axis[0], body_now.pose.rotation.y = axis[1];
                body_now.pose.rotation.z = axis[2];
            }
        const double size = body_size(&body_now);
        body_onto(&body_now, &f, scale * test_between(&r, -2, 2), scale * test_between(&r, -2, 2),
                  size * deep[test_integer(&r, 0, 5)]);
        const cld_real margin =
            (cld_real)(test_integer(&r, 0, 2) ? 0 : size * test_between(&r, 0, 0.1));
        if (is_thin(&body_now, &f, size)) {
            body_free(&body_now);
            continue;
        }
        if (!check_plane(&land, &body_now, &f, margin) && test_failures < 20)
            printf("    case %d, %s, cut %d, %s, %d triangles\n", n, sort_names[sort], cut,
                   turned ? "turned" : "straight", land.count);
        body_free(&body_now);
    }
}

/* ------------------------------------------------------------------------------ any ground */

enum { GROUND_STEPS, GROUND_HILLS, GROUND_BOXES, GROUND_SOUP, GROUND_FLAWS, GROUNDS };

static const char *const ground_names[GROUNDS] = {"steps", "hills", "boxes", "soup", "flaws"};

static void ground_box(ground *g, const frame *f, const double at[3], const double half[3])
{
    static const uint8_t quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                        {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    uint32_t v[8];
    for (int i = 0; i < 8; i++)
        v[i] = ground_vertex(g, f, at[0] + (i & 1 ? half[0] : -half[0]),
                             at[1] + (i & 2 ? half[1] : -half[1]),
                             at[2] + (i & 4 ? half[2] : -half[2]));
    for (int i = 0; i < 6; i++) {
        ground_triangle(g, v[quads[i][0]], v[quads[i][1]], v[quads[i][2]]);
        ground_triangle(g, v[quads[i][0]], v[quads[i][2]], v[quads[i][3]]);
    }
}

static void ground_net(ground *g, const frame *f, test_random *r, int kind, double scale)
{
    enum { SIDE = 7 };
    const int loose = test_integer(r, 0, 1); /* without common vertices */
    double z[SIDE + 1][SIDE + 1];
    for (int j = 0; j <= SIDE; j++)
        for (int i = 0; i <= SIDE; i++) {
            z[j][i] = kind == GROUND_STEPS ? i / 2 : test_between(r, -0.7, 0.7);
            if (!loose) ground_vertex(g, f, scale * (i - 3), scale * (j - 3), scale * z[j][i]);
        }
    for (int j = 0; j < SIDE; j++)
        for (int i = 0; i < SIDE; i++) {
            uint32_t c[6];
            static const uint8_t corners[2][6] = {{0, 1, 3, 0, 3, 2}, {0, 1, 2, 1, 3, 2}};
            const uint8_t *which = corners[test_integer(r, 0, 1)];
            for (int k = 0; k < 6; k++) {
                const int x = i + (which[k] & 1), y = j + (which[k] >> 1);
                c[k] = loose
                           ? ground_vertex(g, f, scale * (x - 3), scale * (y - 3), scale * z[y][x])
                           : (uint32_t)(y * (SIDE + 1) + x);
            }
            ground_triangle(g, c[0], c[1], c[2]), ground_triangle(g, c[3], c[4], c[5]);
        }
}

static void ground_any(ground *g, const frame *f, test_random *r, int kind, double scale)
{
    double at[3], half[3];
    ground_clear(g);
    if (kind <= GROUND_HILLS) {
        ground_net(g, f, r, kind, scale);
    } else if (kind == GROUND_BOXES) {
        for (int i = 0; i < 8; i++) {
            for (int k = 0; k < 3; k++) at[k] = scale * test_integer(r, -1, 1), half[k] = scale / 2;
            ground_box(g, f, at, half);
        }
    } else {
        for (int i = 0; i < 40; i++) {
            uint32_t v[3];
            for (int k = 0; k < 3; k++) at[k] = scale * test_between(r, -3, 3);
            for (int k = 0; k < 3; k++)
                v[k] = ground_vertex(g, f, at[0] + scale * test_between(r, -1, 1),
                                     at[1] + scale * test_between(r, -1, 1),
                                     at[2] + scale * test_between(r, -1, 1));
            const int flaw = kind == GROUND_FLAWS ? test_integer(r, 0, 3) : 0;
            ground_triangle(g, v[0], flaw & 1 ? v[0] : v[1], flaw & 2 ? v[0] : v[2]);
        }
    }
    ground_build(g);
}

/* The corners of a triangle in the world. */
static void corners_of(const ground *g, int t, double v[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            v[i][k] = (double)g->positions[3 * g->triangles[3 * t + i] + (uint32_t)k];
}

static double dot3(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The distance of a point and a segment. */
static double segment_off(const double *a, const double *b, const double *p)
{
    double d[3], q[3], t;
    for (int k = 0; k < 3; k++) d[k] = b[k] - a[k], q[k] = p[k] - a[k];
    t = dot3(d, d) > 0 ? fmin(1, fmax(0, dot3(q, d) / dot3(d, d))) : 0;
    for (int k = 0; k < 3; k++) q[k] -= t * d[k];
    return sqrt(dot3(q, q));
}

static int triangle_normal(const double v[3][3], double n[3])
{
    double d[3], e[3];
    for (int k = 0; k < 3; k++) d[k] = v[1][k] - v[0][k], e[k] = v[2][k] - v[0][k];
    for (int k = 0; k < 3; k++)
        n[k] = d[(k + 1) % 3] * e[(k + 2) % 3] - d[(k + 2) % 3] * e[(k + 1) % 3];
    const double length = sqrt(dot3(n, n));
    if (!(length > 1e-12 * (dot3(d, d) + dot3(e, e)))) return 0;
    for (int k = 0; k < 3; k++) n[k] /= length;
    return 1;
}

/* The distance of a point and a triangle. */
static double triangle_off(const double v[3][3], const double *p)
{
    double n[3], high = 0, least = HUGE_VAL;
    int inside = 1;
    for (int i = 0; i < 3; i++) least = fmin(least, segment_off(v[i], v[(i + 1) % 3], p));
    if (!triangle_normal(v, n)) return least;
    for (int i = 0; i < 3; i++) {
        double e[3], q[3], out = 0;
        for (int k = 0; k < 3; k++) e[k] = v[(i + 1) % 3][k] - v[i][k], q[k] = p[k] - v[i][k];
        for (int k = 0; k < 3; k++)
            out += q[k] * (e[(k + 1) % 3] * n[(k + 2) % 3] - e[(k + 2) % 3] * n[(k + 1) % 3]);
        if (out > 0) inside = 0;
    }
    if (!inside) return least;
    for (int k = 0; k < 3; k++) high += (p[k] - v[0][k]) * n[k];
    return fabs(high);
}

/* By how much triangles at the place of a contact come out before it, as tangents of angles; those
   thinner than `e` are passed over. */
static double rises(const ground *g, const cld_contact *c, double e)
{
    double p[3], n[3], most = 0;
    numbers(c->point_b, p), numbers(c->normal, n);
    for (int t = 0; t < g->count; t++) {
        double v[3][3];
        corners_of(g, t, v);
        if (triangle_off((const double(*)[3])v, p) > e) continue;
        for (int i = 0; i < 3; i++) {
            double d[3];
            for (int k = 0; k < 3; k++) d[k] = v[i][k] - p[k];
            const double up = -dot3(n, d) - 8 * e;
            if (up > 0) most = fmax(most, up / sqrt(dot3(d, d)));
        }
    }
    return most;
}

/* How far a contact's place is from the feature that is told. */
static double feature_away(const ground *g, const cld_contact *c)
{
    const uint32_t number = c->feature_b / 4, kind = c->feature_b % 4;
    double v[3][3], p[3];
    numbers(c->point_b, p);
    if (kind == CLD_FEATURE_VERTEX) {
        for (int k = 0; k < 3; k++) v[0][k] = (double)g->positions[3 * number + (uint32_t)k];
        return segment_off(v[0], v[0], p);
    }
    corners_of(g, (int)(kind == CLD_FEATURE_EDGE ? number / 3 : number), v);
    if (kind == CLD_FEATURE_EDGE) return segment_off(v[number % 3], v[(number + 1) % 3], p);
    return kind == CLD_FEATURE_FACE ? triangle_off((const double(*)[3])v, p) : HUGE_VAL;
}

/* The signed distance of a body and a triangle. */
static double alone_gap(const ground *g, const shape_body *b, const cld_pose *pose, int t)
{
    cld_real points[9];
    cld_contact c;
    for (int i = 0; i < 3; i++)
        memcpy(points + 3 * i, g->positions + 3 * g->triangles[3 * t + i], 3 * sizeof *points);
    const cld_shape three = cld_shape_points(points, 3);
    CHECK(cld_shape_collide(&b->shape, pose, &three, NULL, (cld_real)INFINITY, NULL, &c, 1) > 0);
    return (double)c.distance;
}

/* The pose of the body, moved by a contact. */
static cld_pose pushed(const shape_body *b, const cld_contact *c)
{
    cld_pose moved = b->pose;
    const double d = (double)c->distance;
    moved.position.x += (cld_real)(d * (double)c->normal.x);
    moved.position.y += (cld_real)(d * (double)c->normal.y);
    moved.position.z += (cld_real)(d * (double)c->normal.z);
    return moved;
}

/* True if a contact has the normal of its triangle. */
static int is_face_normal(const ground *g, const cld_contact *c)
{
    const uint32_t kind = c->feature_b % 4, number = c->feature_b / 4;
    double n[3], m[3], v[3][3];
    numbers(c->normal, n);
    for (int t = 0; t < g->count; t++) {
        if (kind == CLD_FEATURE_VERTEX
                ? g->triangles[3 * t] != number && g->triangles[3 * t + 1] != number &&
                      g->triangles[3 * t + 2] != number
                : t != (int)(kind == CLD_FEATURE_EDGE ? number / 3 : number))
            continue;
        corners_of(g, t, v);
        if (triangle_normal((const double(*)[3])v, m) && fabs(dot3(n, m)) > 1 - 1e-6) return 1;
    }
    return 0;
}

/* How far the place of a contact is from the plane of another. */
static double above(const cld_contact *c, const cld_contact *other)
{
    double p[3], q[3], n[3];
    numbers(c->point_b, p), numbers(other->point_b, q), numbers(c->normal, n);
    for (int k = 0; k < 3; k++) q[k] -= p[k];
    return fabs(dot3(q, n));
}

static int check_any(const ground *g, const shape_body *b, cld_real margin)
{
    cld_contact c[CLD_GROUND_CONTACTS + 1], closest;
    const double e = rounding_of(g, b);
    const int count = cld_mesh_collide_shape(&g->mesh, &b->shape, b->at, margin, c, CONTACTS);
    const int meet = cld_mesh_overlap_shape(&g->mesh, &b->shape, b->at);
    const int off = cld_mesh_distance_shape(&g->mesh, &b->shape, b->at, margin, &closest);
    int good = CHECK(count >= 0 && count <= CLD_GROUND_CONTACTS);
    good &= CHECK((count > 0) == (margin > 0 ? off == 1 || closest.distance == 0 : meet));
    if (count > 0 && off == 1 && (double)closest.distance > 4 * e) /* told first */
        good &= CHECK(fabs((double)(c[0].distance - closest.distance)) <= 4 * e);
    for (int i = 0; i < count; i++) {
        double p[3], q[3], n[3];
        numbers(c[i].point_a, p), numbers(c[i].point_b, q), numbers(c[i].normal, n);
        good &= CHECK(fabs(dot3(n, n) - 1) < 1e-5);
        for (int k = 0; k < 3; k++) q[k] -= p[k] + n[k] * (double)c[i].distance;
        int leads = 1; /* the first of a plane tells the distance of its deepest place */
        for (int k = 0; k < i; k++)
            leads &= apart(&c[k].normal, &c[i].normal) > 1e-6 || above(&c[k], &c[i]) > 4 * e;
        good &= CHECK(sqrt(dot3(q, q)) <= 4 * e || leads);
        good &= CHECK(feature_away(g, &c[i]) <= 8 * e);
        if (!is_face_normal(g, &c[i]) && count > 1 &&
            fabs((double)c[i].distance) > 1e-3 * body_size(b))
            good &= CHECK(rises(g, &c[i], e / 2) < 1e-3);
    }
    if (count > 0 && c[0].distance < 0) { /* the way out of the triangle that is told */
        const uint32_t f = c[0].feature_b;
        const cld_pose moved = pushed(b, &c[0]);
        const double d = (double)c[0].distance;
        int t = (int)(f % 4 == CLD_FEATURE_FACE ? f / 4 : f / 12);
        if (f % 4 != CLD_FEATURE_VERTEX)
            good &= CHECK(alone_gap(g, b, &moved, t) >= -4 * e - 0.01 * fabs(d));
    }
    if (!good && test_failures < 20) {
        printf("    bound %g, size %g, margin %g\n", e, body_size(b), (double)margin);
        for (int i = 0; i < count; i++)
            printf("    %.9g at %g %g %g, %u %u, normal %g %g %g, rises %g, off %g\n",
                   (double)c[i].distance, (double)c[i].point_b.x, (double)c[i].point_b.y,
                   (double)c[i].point_b.z, c[i].feature_a, c[i].feature_b, (double)c[i].normal.x,
                   (double)c[i].normal.y, (double)c[i].normal.z, rises(g, &c[i], 4 * e),
                   feature_away(g, &c[i]));
        body_print(b);
    }
    return good;
}

static void anywhere(void)
{
    const int cases = (int)test_repeat(3000);
    for (int n = 0; n < cases; n++) {
        test_random r = test_random_from((uint64_t)n);
        const double scale = ldexp(1, test_integer(&r, 0, 1) ? 0 : test_integer(&r, -20, 20));
        const int turned = test_integer(&r, 0, 1), kind = test_integer(&r, 0, GROUNDS - 1);
        const frame f = frame_make(&r, turned, test_integer(&r, 0, 4) ? 0 : 100, scale);
        const int sort = test_integer(&r, 0, SORTS - 1);
        ground_any(&land, &f, &r, kind, scale);
        body_random_shape(&body_now, &r, sort, 0.7 * scale);
        body_now.pose = test_pose(&r, 2 * scale), body_now.at = &body_now.pose;
        body_now.pose.position.x += (cld_real)f.at[0];
        body_now.pose.position.y += (cld_real)f.at[1];
        body_now.pose.position.z += (cld_real)f.at[2];
        const cld_real margin = (cld_real)(test_integer(&r, 0, 2) ? 0 : 0.1 * scale);
        if (!check_any(&land, &body_now, margin) && test_failures < 20)
            printf("    case %d, %s on %s\n", n, sort_names[sort], ground_names[kind]);
        body_free(&body_now);
    }
}

/* ------------------------------------------------------------------------------ sweeps */

/* The earliest time at which a triangle alone is met, or 2. */
static double sweep_alone(const ground *g, const shape_body *b, const cld_motion *motion,
                          const cld_sweep_params *params)
{
    double first = 2;
    for (int t = 0; t < g->count; t++) {
        cld_real points[9];
        cld_hit hit;
        for (int i = 0; i < 3; i++)
            memcpy(points + 3 * i, g->positions + 3 * g->triangles[3 * t + i], 3 * sizeof *points);
        const cld_shape three = cld_shape_points(points, 3);
        if (cld_shape_sweep(&b->shape, b->at, motion, &three, NULL, NULL, params, &hit) == 1)
            first = fmin(first, (double)hit.time);
    }
    return first;
}

static cld_pose pose_at(const shape_body *b, const cld_motion *motion, double time)
{
    cld_pose pose = b->pose;
    pose.position.x = (cld_real)((double)pose.position.x + time * (double)motion->linear.x);
    pose.position.y = (cld_real)((double)pose.position.y + time * (double)motion->linear.y);
    pose.position.z = (cld_real)((double)pose.position.z + time * (double)motion->linear.z);
    return pose;
}

static cld_motion motion_in(const frame *f, double x, double y, double z)
{
    cld_motion motion;
    double d[3];
    memset(&motion, 0, sizeof motion);
    for (int k = 0; k < 3; k++) d[k] = x * f->u[k] + y * f->v[k] + z * f->w[k];
    motion.linear = vec3(d[0], d[1], d[2]);
    return motion;
}

/* The least signed distance of the body at a time to a triangle alone. */
static double nearest_of(const ground *g, const shape_body *b, const cld_motion *motion,
                         double time)
{
    const cld_pose then = pose_at(b, motion, time);
    double least = HUGE_VAL;
    for (int t = 0; t < g->count; t++) least = fmin(least, alone_gap(g, b, &then, t));
    return least;
}

/* What starts apart is stopped by the first triangle that it meets, and before it is apart. Returns
   -1 where it does not start apart, else how many times it is stopped. */
static int check_sweep(const ground *g, const shape_body *b, const cld_motion *motion,
                       const cld_sweep_params *params)
{
    const cld_mesh *m = &g->mesh;
    const double reach = vec_most(&motion->linear), e = 2 * rounding_of(g, b);
    const double length = 2 * e + 4e-7 * reach;
    cld_contact c;
    cld_hit hit;
    hit.time = -1;
    const int got = cld_mesh_sweep_shape(m, &b->shape, b->at, motion, params, &hit);
    CHECK(got == 0 || got == 1);
    CHECK(cld_mesh_distance_shape(m, &b->shape, b->at, (cld_real)INFINITY, &c) >= 0);
    if (c.distance <= params->distance + (cld_real)(2 * e)) return -1;
    const double first = sweep_alone(g, b, motion, params), near = 1e-5 * reach + 64 * length;
    const double last = got == 1 ? (double)hit.time : 1;
    int good = CHECK(got == 0 || (first - last) * reach <= near ||
                     nearest_of(g, b, motion, last) <= (double)params->distance + e); /* grazed */
    if ((last - first) * reach > near) /* later: it may only have grazed what it met before */
        for (int i = 1; i <= 16; i++)
            good &= CHECK(nearest_of(g, b, motion, first + (last - first) * i / 17) >=
                          (double)params->distance - 8 * length);
    if (got == 1) {
        const cld_pose then = pose_at(b, motion, (double)hit.time);
        CHECK(cld_mesh_distance_shape(m, &b->shape, &then, (cld_real)INFINITY, &c) >= 0);
        good &= CHECK(c.distance <= params->distance + (cld_real)(64 * length));
        good &= CHECK((double)c.distance >= (double)params->distance - 8 * length);
        good &= CHECK(feature_away(g, &hit.contact) <= 64 * length);
    }
    if (!good && test_failures < 20) {
        printf("    got %d at %.9g, alone %.9g, bound %g\n", got, (double)hit.time, first, length);
        body_print(b);
    }
    return good ? got : 0;
}

static void sweeps_anywhere(void)
{
    const int cases = (int)test_repeat(2000);
    int hits = 0, starts = 0;
    for (int n = 0; n < cases; n++) {
        test_random r = test_random_from((uint64_t)n);
        const double scale = ldexp(1, test_integer(&r, 0, 1) ? 0 : test_integer(&r, -20, 20));
        const int kind = test_integer(&r, 0, GROUNDS - 1), sort = test_integer(&r, 0, SORTS - 1);
        const frame f =
            frame_make(&r, test_integer(&r, 0, 1), test_integer(&r, 0, 4) ? 0 : 100, scale);
        const long failures = test_failures;
        cld_motion motion;
        cld_sweep_params params;
        memset(&motion, 0, sizeof motion);
        ground_any(&land, &f, &r, kind, scale);
        body_random_shape(&body_now, &r, sort, 0.3 * scale);
        body_now.pose = test_pose(&r, 3 * scale), body_now.at = &body_now.pose;
        body_now.pose.position.x += (cld_real)f.at[0];
        body_now.pose.position.y += (cld_real)f.at[1];
        body_now.pose.position.z += (cld_real)f.at[2];
        const double reach = scale * (test_integer(&r, 0, 3) ? 5 : 0.5);
        motion.linear = vec3(reach * test_between(&r, -1, 1), reach * test_between(&r, -1, 1),
                             reach * test_between(&r, -1, 1));
        params.distance = (cld_real)(test_integer(&r, 0, 2) ? 0 : 0.05 * scale);
        const int got = check_sweep(&land, &body_now, &motion, &params);
        starts += got >= 0, hits += got > 0;
        if (failures != test_failures && test_failures < 20)
            printf("    case %d, %s on %s\n", n, sort_names[sort], ground_names[kind]);
        body_free(&body_now);
    }
    CHECK(hits > starts / 10);
}

/* Along the axes of a level, or of a chessboard of two levels, whose sides are slopes: shapes that
   stand straight meet several triangles at the same time, at borders and at convex edges, and are
   stopped; and what is within a margin of a border is as far away as it is. */
static void borders(void)
{
    enum { SIDE = 12 };
    const int cases = (int)test_repeat(3000);
    int hits = 0;
    for (int n = 0; n < cases; n++) {
        test_random r = test_random_from((uint64_t)n);
        const double scale = ldexp(1, test_integer(&r, 0, 1) ? 0 : test_integer(&r, -20, 20));
        const int turned = test_integer(&r, 0, 3) == 0, steps = test_integer(&r, 0, 1);
        const int sort = test_integer(&r, 0, SORTS - 1);
        const long failures = test_failures;
        const frame f = frame_make(&r, turned, 0, scale);
        cld_sweep_params params;
        double at[3], way[3];
        ground_clear(&land);
        for (int j = 0; j <= SIDE; j++)
            for (int i = 0; i <= SIDE; i++)
                ground_vertex(&land, &f, scale * (i - SIDE / 2) / 4, scale * (j - SIDE / 2) / 4,
                              steps ? scale * ((i / 3 + j / 3) % 2) / 4 : 0);
        for (int j = 0; j < SIDE; j++)
            for (int i = 0; i < SIDE; i++) {
                const uint32_t a = (uint32_t)(j * (SIDE + 1) + i), d = a + SIDE + 1;
                ground_triangle(&land, a, a + 1, d), ground_triangle(&land, a + 1, d + 1, d);
            }
        ground_build(&land);
        body_random_shape(&body_now, &r, sort, (test_integer(&r, 0, 1) ? 0.1 : 0.6) * scale);
        if (test_integer(&r, 0, 1)) {
            body_now.pose = test_pose(&r, 0);
        } else {
            body_now.pose.rotation.x = vec3(f.u[0], f.u[1], f.u[2]);
            body_now.pose.rotation.y = vec3(f.v[0], f.v[1], f.v[2]);
            body_now.pose.rotation.z = vec3(f.w[0], f.w[1], f.w[2]);
        }
        const int whole = test_integer(&r, 0, 1);
        for (int k = 0; k < 3; k++) {
            at[k] = test_between(&r, -2, k == 2 ? 1 : 2), way[k] = test_between(&r, -2, 2);
            if (whole) at[k] = floor(at[k] * 16) / 16;
            if (whole) way[k] = floor(way[k] * 2);
            if (at[k] * way[k] > 0 && test_integer(&r, 0, 3)) way[k] = -way[k]; /* towards it */
            if (k == 2 && test_integer(&r, 0, 1)) way[2] = 0, at[2] = 0;
        }
        const double *p = f.at;
        body_now.pose.position =
            vec3(p[0] + scale * (at[0] * f.u[0] + at[1] * f.v[0] + at[2] * f.w[0]),
                 p[1] + scale * (at[0] * f.u[1] + at[1] * f.v[1] + at[2] * f.w[1]),
                 p[2] + scale * (at[0] * f.u[2] + at[1] * f.v[2] + at[2] * f.w[2]));
        body_now.at = &body_now.pose;
        const cld_motion motion = motion_in(&f, scale * way[0], scale * way[1], scale * way[2]);
        params.distance = (cld_real)(test_integer(&r, 0, 2) ? 0 : 0.05 * scale);
        hits += check_sweep(&land, &body_now, &motion, &params) > 0;
        check_any(&land, &body_now, (cld_real)(0.2 * scale));
        if (failures != test_failures && test_failures < 20)
            printf("    case %d, %s on %s\n", n, sort_names[sort], steps ? "steps" : "a level");
        body_free(&body_now);
    }
    CHECK(hits > cases / 10);
}

/* What rests on a plane, or is sunk in it, slides over its seams and is lifted off; it is stopped
   at once where it goes in. */
static void slides(void)
{
    const int cases = (int)test_repeat(2000);
    for (int n = 0; n < cases; n++) {
        test_random r = test_random_from((uint64_t)n);
        const double scale = ldexp(1, test_integer(&r, 0, 1) ? 0 : test_integer(&r, -20, 20));
        const int turned = test_integer(&r, 0, 1), cut = test_integer(&r, 0, CUTS - 1);
        const frame f = frame_make(&r, turned, 0, scale);
        const int sort = test_integer(&r, 0, SORTS - 1);
        static const double deep[6] = {0, 1e-9, 1e-6, 1e-4, 1e-3, 1e-2};
        ground_plane(&land, &f, &r, cut, 5 * scale);
        body_random_shape(&body_now, &r, sort, 0.6 * scale);
        body_now.pose = test_pose(&r, 0);
        if (test_integer(&r, 0, 2) == 0) {
            body_now.pose.rotation.x = vec3(f.u[0], f.u[1], f.u[2]);
            body_now.pose.rotation.y = vec3(f.v[0], f.v[1], f.v[2]);
            body_now.pose.rotation.z = vec3(f.w[0], f.w[1], f.w[2]);
        }
        const double size = body_size(&body_now);
        const int depth = test_integer(&r, 0, 5);
        body_onto(&body_now, &f, scale * test_between(&r, -1, 1), scale * test_between(&r, -1, 1),
                  size * deep[depth]);
        if (size > 0 && !is_thin(&body_now, &f, size)) {
            const double x = scale * test_between(&r, -2, 2), y = scale * test_between(&r, -2, 2);
            const cld_motion along = motion_in(&f, x, y, 0);
            const cld_motion off = motion_in(&f, x, y, 0.01 * scale);
            const cld_motion in = motion_in(&f, x, y, -0.05 * scale);
            cld_hit hit;
            int good = 1;
            const cld_shape *s = &body_now.shape;
            hit.time = -1;
            good &=
                CHECK(cld_mesh_sweep_shape(&land.mesh, s, body_now.at, &along, NULL, &hit) == 0);
            good &= CHECK(cld_mesh_sweep_shape(&land.mesh, s, body_now.at, &off, NULL, &hit) == 0);
            const int got = cld_mesh_sweep_shape(&land.mesh, s, body_now.at, &in, NULL, &hit);
            good &= CHECK(got == 1);
            if (got == 1) {
                const double n3[3] = {(double)hit.contact.normal.x, (double)hit.contact.normal.y,
                                      (double)hit.contact.normal.z};
                good &= CHECK((double)hit.time <= 1e-3);
                good &= CHECK(dot3(n3, f.w) < -1 + 1e-3);
            }
            if (!good && test_failures < 20) {
                printf("    case %d, %s, cut %d, %s, depth %g of %g: time %g\n", n,
                       sort_names[sort], cut, turned ? "turned" : "straight", deep[depth], size,
                       (double)hit.time);
                body_print(&body_now);
            }
        }
        body_free(&body_now);
    }
}

/* Vertices that move after the tree was built, with a refit: the answers are those of a tree that is
   built where they are now. What was one plane is creased, what was creased may be one plane. */
static void moved_vertices(void)
{
    static ground fresh;
    const int cases = (int)test_repeat(1500);
    int hits = 0;
    for (int n = 0; n < cases; n++) {
        test_random r = test_random_from((uint64_t)n);
        const int turned = test_integer(&r, 0, 1), soup = test_integer(&r, 0, 2) == 0;
        const int creased = test_integer(&r, 0, 2), sort = test_integer(&r, 0, SORTS - 1);
        const frame f = frame_make(&r, turned, 0, 1);
        const long failures = test_failures;
        cld_motion motion;
        cld_hit hit[2];
        cld_contact contact[2][CLD_GROUND_CONTACTS];
        ground *both[2];
        int got[2], good = 1;
        both[0] = &land, both[1] = &fresh;
        memset(&motion, 0, sizeof motion);
        for (int k = 0; k < 2; k++) {
            test_random same = r;
            ground *g = both[k];
            ground_clear(g);
            if (soup)
                cut_rectangle(g, &f, &same, (const double[2]){-3, -3}, (const double[2]){3, 3}, 6);
            else
                cut_net(g, &f, &same, 3, 10);
            if (creased == 0 && k == 0) /* it was, and is no more */
                for (int i = 0; i < g->vertices; i += 3) g->positions[3 * i + 2] += (cld_real)0.5;
            if (k == 0) ground_build(g);
            if (creased)
                for (int i = 0; i < g->vertices; i++)
                    g->positions[3 * i + 2] +=
                        (cld_real)(creased * test_integer(&same, 0, 3) / 3 * 0.5);
            if (k == 1) ground_build(g);
            if (k == 1) {
                memcpy(land.positions, g->positions, sizeof land.positions);
                CHECK(cld_mesh_tree_refit(&land.mesh) == CLD_OK);
            }
        }
        body_random_shape(&body_now, &r, sort, 0.6);
        body_now.pose = test_pose(&r, 0), body_now.at = &body_now.pose;
        const double size = body_size(&body_now);
        body_onto(&body_now, &f, test_between(&r, -2, 2), test_between(&r, -2, 2),
                  size * test_between(&r, -0.01, 0.02));
        motion = motion_in(&f, test_between(&r, -2, 2), test_between(&r, -2, 2),
                           test_between(&r, -0.5, 0.5));
        for (int k = 0; k < 2; k++) {
            hit[k].time = 2;
            got[k] = cld_mesh_collide_shape(&both[k]->mesh, &body_now.shape, body_now.at, 0,
                                            contact[k], CLD_GROUND_CONTACTS);
        }
        good &= CHECK((got[0] > 0) == (got[1] > 0));
        if (got[0] > 0 && got[1] > 0)
            good &= CHECK(fabs((double)(contact[0][0].distance - contact[1][0].distance)) <=
                          1e-3 * size);
        for (int k = 0; k < 2; k++)
            got[k] = cld_mesh_sweep_shape(&both[k]->mesh, &body_now.shape, body_now.at, &motion,
                                          NULL, &hit[k]);
        good &= CHECK(got[0] == got[1]);
        good &= CHECK(fabs((double)(hit[0].time - hit[1].time)) <= 1e-3);
        hits += got[0] > 0;
        if (!good && failures < 20) printf("    case %d, %s\n", n, sort_names[sort]);
        body_free(&body_now);
    }
    free(fresh.memory), fresh.memory = NULL;
    CHECK(hits > cases / 10);
}

/* Ground as people build it: a lattice of quarters, flat, with bumps, chequered or with one step,
   of which cells may be missing; shapes straight, or turned by a quarter or by 3, 4, 5, at
   sixteenths, apart, in touch or a little deep; moved by halves. Contacts are told where the shape
   overlaps, and nowhere else; and a sweep of what is apart, or touches, ends before it is in any
   triangle. */
static void lattices(void)
{
    enum { SIDE = 12 };
    const int cases = (int)test_repeat(3000);
    int hits = 0;
    for (int n = 0; n < cases; n++) {
        test_random r = test_random_from((uint64_t)n);
        const double scale = test_integer(&r, 0, 2) ? 1 : test_integer(&r, 0, 1) ? 1e6 : 1e-6;
        const double off = test_integer(&r, 0, 3) ? 0 : 100 * scale;
        const int kind = test_integer(&r, 0, 3), holes = test_integer(&r, 0, 2);
        const int turn = test_integer(&r, 0, 2), high = test_integer(&r, 0, 1);
        frame f = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
        cld_contact contact;
        cld_motion motion;
        cld_hit hit;
        cld_aabb box;
        double at[3], way[3];
        f.at[0] = f.at[1] = off;
        ground_clear(&land);
        for (int j = 0; j <= SIDE; j++)
            for (int i = 0; i <= SIDE; i++) {
                const int up = kind == 1   ? test_integer(&r, 0, 4) == 0
                               : kind == 2 ? (i / 3 + j / 3) % 2
                                           : kind == 3 && i > 6;
                ground_vertex(&land, &f, scale * (i - 6) / 4, scale * (j - 6) / 4, scale * up / 4);
            }
        for (int j = 0; j < SIDE; j++)
            for (int i = 0; i < SIDE; i++) {
                const uint32_t a = (uint32_t)(j * (SIDE + 1) + i), d = a + SIDE + 1;
                if (holes && test_integer(&r, 0, holes == 1 ? 3 : 1) == 0) continue;
                if (test_integer(&r, 0, 1))
                    ground_triangle(&land, a, a + 1, d), ground_triangle(&land, a + 1, d + 1, d);
                else
                    ground_triangle(&land, a, a + 1, d + 1), ground_triangle(&land, a, d + 1, d);
            }
        ground_build(&land);
        body_random_shape(&body_now, &r, test_integer(&r, 0, SORTS - 1), 0.375 * scale);
        body_now.pose = cld_pose_identity(), body_now.at = &body_now.pose;
        if (turn == 1) {
            body_now.pose.rotation.x = vec3(0.8, 0.6, 0);
            body_now.pose.rotation.y = vec3(-0.6, 0.8, 0);
        } else if (turn == 2) {
            body_now.pose.rotation.y = vec3(0, 0, 1);
            body_now.pose.rotation.z = vec3(0, -1, 0);
        }
        CHECK(cld_shape_bounds(&body_now.shape, body_now.at, NULL, &box) == CLD_OK);
        const int deep = test_integer(&r, 0, 3);
        for (int k = 0; k < 2; k++) at[k] = off + scale * test_integer(&r, -24, 24) / 16;
        at[2] = scale * high / 4 - (double)box.low.z;
        if (deep > 1) at[2] += scale * (deep == 2 ? -1 / 128.0 : test_integer(&r, 1, 8) / 16.0);
        for (int k = 0; k < 3; k++) way[k] = scale * test_integer(&r, -4, 4) / 2;
        if (test_integer(&r, 0, 1)) way[2] = 0;
        body_now.pose.position = vec3(at[0], at[1], at[2]);
        motion = motion_in(&f, way[0], way[1], way[2]);
        hit.time = 1;
        const int meet = cld_mesh_overlap_shape(&land.mesh, &body_now.shape, body_now.at);
        contact.normal = vec3(0, 0, 0);
        const int told =
            cld_mesh_collide_shape(&land.mesh, &body_now.shape, body_now.at, 0, &contact, 1);
        int good = CHECK((told > 0) == (meet > 0));
        if (told > 0) { /* whatever was dropped, one is left that has a normal */
            const double u[3] = {(double)contact.normal.x, (double)contact.normal.y,
                                 (double)contact.normal.z};
            good &= CHECK_NEAR(dot3(u, u), 1, 16 * TEST_ROUND);
        }
        hits += cld_mesh_sweep_shape(&land.mesh, &body_now.shape, body_now.at, &motion, NULL, &hit);
        int late = 0;
        for (int i = 1; i <= 12 && !meet; i++)
            late +=
                nearest_of(&land, &body_now, &motion, (double)hit.time * i / 12) < -4e-3 * scale;
        good &= CHECK(late == 0);
        if (!good && test_failures < 20) {
            printf("    case %d: kind %d, holes %d, scale %g, overlap %d, time %g\n", n, kind,
                   holes, scale, meet, (double)hit.time);
            body_print(&body_now);
        }
        body_free(&body_now);
    }
    CHECK(hits > cases / 10);
}

/* A touch exactly at the end of the motion is a hit, wherever on the ground: all numbers are small
   whole multiples of a power of two. (The rims of cylinders are found by a search, to 1e-8.) */
static void touches_at_the_end(void)
{
    const frame f = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
    ground_clear(&land);
    for (int j = 0; j <= 8; j++)
        for (int i = 0; i <= 8; i++) ground_vertex(&land, &f, 0.25 * i, 0.25 * j, 0);
    for (uint32_t j = 0; j < 8; j++)
        for (uint32_t i = 0; i < 8; i++) {
            const uint32_t a = 9 * j + i;
            ground_triangle(&land, a, a + 1, a + 9), ground_triangle(&land, a + 1, a + 10, a + 9);
        }
    ground_build(&land);
    for (int n = 0; n < 5 * 16 * 16 * 5; n++) {
        const cld_real points[12] = {
            0, 0, (cld_real)-0.25, (cld_real)0.25, 0, 0, 0, 0, (cld_real)0.25, 0, 1, 0};
        const int way = n / (5 * 256);
        const cld_shape shape[5] = {
            cld_shape_sphere((cld_real)0.25), cld_shape_capsule((cld_real)0.125, (cld_real)0.125),
            cld_shape_box(vec3(0.25, 0.5, 0.25)), cld_shape_cylinder((cld_real)0.5, (cld_real)0.25),
            cld_shape_points(points, 4)};
        cld_pose pose = cld_pose_identity();
        cld_motion motion;
        cld_hit hit;
        memset(&motion, 0, sizeof motion);
        motion.linear = vec3(0.125 * (way % 3 - 1), 0.25 * (way / 2 - 1), -0.375);
        pose.position = vec3(0.5 + n / 5 % 16 / 16.0, 0.5 + n / 80 % 16 / 16.0, 0.625);
        hit.time = -1;
        if (!CHECK(cld_mesh_sweep_shape(&land.mesh, &shape[n % 5], &pose, &motion, NULL, &hit) ==
                   1) ||
            !CHECK(fabs((double)hit.time - 1) <= (n % 5 == 3 ? 1e-8 : 0) + 512 * TEST_ROUND))
            printf("    case %d: time %g\n", n, (double)hit.time);
    }
}

/* A step in the way stops what slides on the ground, a little sunk in or not. */
static void steps_stop(void)
{
    const int cases = (int)test_repeat(1000);
    for (int n = 0; n < cases; n++) {
        test_random r = test_random_from((uint64_t)n);
        const double scale = ldexp(1, test_integer(&r, -20, 20));
        const frame f = frame_make(&r, test_integer(&r, 0, 1), 0, scale);
        static const double deep[5] = {0, 1e-9, 1e-6, 1e-3, 1e-2};
        const double sunk = 0.3 * deep[test_integer(&r, 0, 4)],
                     tall = test_integer(&r, 0, 1) ? 1 : 0.1;
        const cld_real half = (cld_real)(0.3 * scale);
        double at[3];
        cld_hit hit;
        ground_plane(&land, &f, &r, test_integer(&r, 0, CUTS - 1), 5 * scale);
        /* a wall across the way, on the ground or a little into it */
        const double y = test_between(&r, 1, 2), foot = test_integer(&r, 0, 1) * -0.05;
        const uint32_t a = ground_vertex(&land, &f, -5 * scale, y * scale, foot * scale);
        ground_vertex(&land, &f, 5 * scale, y * scale, foot * scale);
        ground_vertex(&land, &f, 5 * scale, y * scale, tall * scale);
        ground_vertex(&land, &f, -5 * scale, y * scale, tall * scale);
        ground_triangle(&land, a, a + 1, a + 2), ground_triangle(&land, a, a + 2, a + 3);
        ground_build(&land);
        const int ball = test_integer(&r, 0, 1);
        body_now.sort = ball ? SORT_BALL : SORT_BOX;
        body_now.shape = ball ? cld_shape_sphere(half)
                              : cld_shape_box(vec3((double)half, (double)half, (double)half));
        body_now.pose.rotation.x = vec3(f.u[0], f.u[1], f.u[2]);
        body_now.pose.rotation.y = vec3(f.v[0], f.v[1], f.v[2]);
        body_now.pose.rotation.z = vec3(f.w[0], f.w[1], f.w[2]);
        for (int k = 0; k < 3; k++)
            at[k] = test_between(&r, -1, 1) * 0 + scale * (0.3 - sunk) * f.w[k];
        body_now.pose.position = vec3(at[0], at[1], at[2]);
        const cld_motion motion = motion_in(&f, 0, 3 * scale, 0);
        const int got =
            cld_mesh_sweep_shape(&land.mesh, &body_now.shape, &body_now.pose, &motion, NULL, &hit);
        const double high = 0.3 - sunk,
                     low = ball && tall < high ? sqrt(0.09 - (high - tall) * (high - tall)) : 0.3;
        int good = CHECK(got == 1);
        if (got == 1) good &= CHECK(fabs((double)hit.time - (y - low) / 3) < 1e-4);
        if (!good && test_failures < 20)
            printf("    case %d, %s, sunk %g, wall %g to %g at %g: %d at %g, expected %g\n", n,
                   ball ? "ball" : "box", sunk, foot, tall, y, got,
                   got == 1 ? (double)hit.time : -1, (y - low) / 3);
    }
}

/* ------------------------------------------------------------------------------ made grounds */

/* A sphere, a little sunk: its contacts are the places of the mesh that are nearest to its centre
   and at which all triangles lie behind the plane across the way there. */
static void spheres(void)
{
    const int cases = (int)test_repeat(2000);
    int total = 0;
    for (int n = 0; n < cases; n++) {
        test_random r = test_random_from((uint64_t)n);
        const frame f = frame_make(&r, test_integer(&r, 0, 1), 0, 1);
        cld_contact c[CLD_GROUND_CONTACTS];
        double centre[3], place[64][3];
        int places = 0, doubtful = 0;
        ground_any(&land, &f, &r, test_integer(&r, 0, GROUND_SOUP), 1);
        for (int k = 0; k < 3; k++) centre[k] = (double)(cld_real)test_between(&r, -2, 2);
        const cld_real radius = (cld_real)test_between(&r, 0.1, 0.8);
        const cld_shape ball = cld_shape_sphere(radius);
        cld_pose pose = cld_pose_identity();
        pose.position = vec3(centre[0], centre[1], centre[2]);
        for (int t = 0; t < land.count; t++) {
            double v[3][3], away[3], p[3], best;
            cld_vec3 w;
            cld_triangle three;
            corners_of(&land, t, v);
            best = triangle_off((const double(*)[3])v, centre);
            if (best > (double)radius + 1e-4) continue;
            if (fabs(best - (double)radius) <= 1e-4 || best < 1e-3) doubtful = 1;
            three.a = vec3(v[0][0], v[0][1], v[0][2]), three.b = vec3(v[1][0], v[1][1], v[1][2]);
            three.c = vec3(v[2][0], v[2][1], v[2][2]);
            cld_triangle_closest(&three, pose.position, &w);
            for (int k = 0; k < 3; k++) {
                p[k] = (double)w.x * v[0][k] + (double)w.y * v[1][k] + (double)w.z * v[2][k];
                away[k] = (centre[k] - p[k]) / best;
            }
            double most = -1;
            for (int o = 0; o < land.count; o++) {
                double u[3][3], d[3];
                corners_of(&land, o, u);
                const double off = triangle_off((const double(*)[3])u, p);
                if (off > 1e-5) {
                    doubtful |= off < 1e-2;
                    continue;
                }
                for (int i = 0; i < 3; i++) {
                    for (int k = 0; k < 3; k++) d[k] = u[i][k] - p[k];
                    most = fmax(most, dot3(away, d));
                }
            }
            doubtful |= most > 1e-5 && most < 1e-2;
            if (most >= 1e-3) continue;
            int known = 0;
            for (int k = 0; k < places; k++)
                known |=
                    fabs(place[k][0] - p[0]) + fabs(place[k][1] - p[1]) + fabs(place[k][2] - p[2]) <
                    1e-4;
            if (!known && places < 64) memcpy(place[places++], p, sizeof p);
        }
        if (doubtful || places > CLD_GROUND_CONTACTS) continue;
        const int count =
            cld_mesh_collide_shape(&land.mesh, &ball, &pose, 0, c, CLD_GROUND_CONTACTS);
        total += places > 0;
        int good = places ? CHECK(count == places) : CHECK(count <= 1);
        for (int i = 0; i < count && places; i++) {
            double least = HUGE_VAL;
            for (int k = 0; k < places; k++)
                least = fmin(least, fabs(place[k][0] - (double)c[i].point_b.x) +
                                        fabs(place[k][1] - (double)c[i].point_b.y) +
                                        fabs(place[k][2] - (double)c[i].point_b.z));
            good &= CHECK(least < 1e-4);
        }
        if (!good && test_failures < 20) {
            printf("    case %d: %d places, %d contacts\n", n, places, count);
            for (int i = 0; i < count; i++)
                printf("    %g at %g %g %g, %u\n", (double)c[i].distance, (double)c[i].point_b.x,
                       (double)c[i].point_b.y, (double)c[i].point_b.z, c[i].feature_b);
            for (int i = 0; i < places; i++)
                printf("    place %g %g %g\n", place[i][0], place[i][1], place[i][2]);
        }
    }
    CHECK(total > cases / 20);
}

/* A terrain and the mesh of its triangles have the same contacts. */
static void terrain_and_mesh(void)
{
    enum { SIDE = 9 };
    static cld_real heights[SIDE * SIDE];
    const int cases = (int)test_repeat(2000);
    int touching = 0;
    for (int n = 0; n < cases; n++) {
        test_random r = test_random_from((uint64_t)n);
        const frame f = frame_make(&r, 0, 0, 1);
        const cld_real radius = (cld_real)test_between(&r, 0.2, 0.6);
        cld_contact mine[CLD_GROUND_CONTACTS], theirs[CLD_GROUND_CONTACTS];
        cld_heightfield field;
        const cld_shape ball = cld_shape_sphere(radius);
        cld_pose pose = cld_pose_identity();
        double low = -2, high = 4;
        ground_clear(&land);
        for (int k = 0; k < SIDE * SIDE; k++) {
            heights[k] = (cld_real)(0.05 * test_integer(&r, 0, 8));
            ground_vertex(&land, &f, k % SIDE, k / SIDE, (double)heights[k]);
        }
        for (uint32_t j = 0; j + 1 < SIDE; j++)
            for (uint32_t i = 0; i + 1 < SIDE; i++) {
                const uint32_t a = j * SIDE + i, d = a + SIDE + 1;
                ground_triangle(&land, a, a + 1, d), ground_triangle(&land, a, d, a + SIDE);
            }
        ground_build(&land);
        land.mesh.sides = test_integer(&r, 0, 1) ? CLD_MESH_FRONT : CLD_MESH_SHEET;
        memset(&field, 0, sizeof field);
        field.heights = heights, field.columns = field.rows = SIDE, field.dx = field.dy = 1;
        field.diagonal = CLD_DIAGONAL_RISING;
        const double x = test_between(&r, 2, 6), y = test_between(&r, 2, 6);
        for (int k = 0; k < 40; k++) { /* a little sunk */
            pose.position = vec3(x, y, (low + high) / 2);
            if (cld_heightfield_overlap_shape(&field, &ball, &pose) == 1)
                low = (low + high) / 2;
            else
                high = (low + high) / 2;
        }
        pose.position = vec3(x, y, low - 1e-3 * test_between(&r, 0.1, 1));
        const int known =
            cld_heightfield_collide_shape(&field, &ball, &pose, 0, theirs, CLD_GROUND_CONTACTS);
        const int count =
            cld_mesh_collide_shape(&land.mesh, &ball, &pose, 0, mine, CLD_GROUND_CONTACTS);
        int good = CHECK((count > 0) == (known > 0));
        touching += known > 0;
        for (int i = 0; i < count + known;
             i++) { /* the first of the field may be a way out alone */
            const cld_contact *one = i < count ? &mine[i] : &theirs[i - count];
            const cld_contact *others = i < count ? theirs : mine;
            double least = HUGE_VAL;
            for (int k = 0; k < (i < count ? known : count); k++)
                least = fmin(least, apart(&one->point_b, &others[k].point_b) +
                                        apart(&one->normal, &others[k].normal));
            good &= CHECK(least < 1e-4 || i == count);
        }
        if (!good && test_failures < 20) {
            printf("    case %d: field %d, mesh %d\n", n, known, count);
            for (int i = 0; i < known; i++)
                printf("    field %g at %g %g %g, normal %g %g %g\n", (double)theirs[i].distance,
                       (double)theirs[i].point_b.x, (double)theirs[i].point_b.y,
                       (double)theirs[i].point_b.z, (double)theirs[i].normal.x,
                       (double)theirs[i].normal.y, (double)theirs[i].normal.z);
            for (int i = 0; i < count; i++)
                printf("    mesh %g at %g %g %g, normal %g %g %g\n", (double)mine[i].distance,
                       (double)mine[i].point_b.x, (double)mine[i].point_b.y,
                       (double)mine[i].point_b.z, (double)mine[i].normal.x,
                       (double)mine[i].normal.y, (double)mine[i].normal.z);
        }
    }
    CHECK(touching > cases / 2);
}

/* One side alone: from behind there is nothing; a fin that stands on the ground stops what slides.
   */
static void sides(void)
{
    const frame f = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};
    const cld_shape box = cld_shape_box(vec3(0.5, 0.5, 0.5));
    cld_pose pose = cld_pose_identity();
    cld_contact c[CLD_GROUND_CONTACTS];
    test_random r = test_random_from(1);
    cld_motion motion;
    cld_hit hit;
    memset(&motion, 0, sizeof motion);
    ground_plane(&land, &f, &r, CUT_NET, 5);
    for (int front = 0; front < 2; front++) {
        land.mesh.sides = front ? CLD_MESH_FRONT : CLD_MESH_SHEET;
        pose.position = vec3(0, 0, 0.45);
        CHECK(cld_mesh_collide_shape(&land.mesh, &box, &pose, 0, c, 16) == 4);
        CHECK((double)c[0].normal.z < -0.999 && fabs((double)c[0].distance + 0.05) < 1e-5);
        CHECK(cld_mesh_collide_shape(&land.mesh, &box, &pose, 0, NULL, 0) == 4);
        CHECK(cld_mesh_collide_shape(&land.mesh, &box, &pose, 0, c, 1) == 4);
        pose.position = vec3(0, 0, -0.45); /* from below */
        CHECK(cld_mesh_collide_shape(&land.mesh, &box, &pose, 0, c, 16) == (front ? 0 : 4));
        if (!front) CHECK((double)c[0].normal.z > 0.999);
        pose.position = vec3(0, 0, -1), motion.linear = vec3(0, 0, 3);
        CHECK(cld_mesh_sweep_shape(&land.mesh, &box, &pose, &motion, NULL, &hit) == !front);
        if (!front) CHECK(fabs((double)hit.time - 1.0 / 6) < 1e-5);
        pose.position = vec3(0, 0, 1), motion.linear = vec3(0, 0, -3);
        CHECK(cld_mesh_sweep_shape(&land.mesh, &box, &pose, &motion, NULL, NULL) == 1);
        CHECK(cld_mesh_sweep_shape(&land.mesh, &box, &pose, &motion, NULL, &hit) == 1);
        CHECK(fabs((double)hit.time - 1.0 / 6) < 1e-5);
    }
    for (int k = 0; k < 3; k++) { /* edge on, touching at the start, and a needle */
        ground_plane(&land, &f, &r, CUT_NET, 5);
        const uint32_t a = ground_vertex(&land, &f, 2, 0, 0);
        ground_vertex(&land, &f, 3, 0, 0), ground_vertex(&land, &f, 2, 0, 1);
        ground_triangle(&land, a, k == 2 ? a : a + 1, a + 2);
        ground_build(&land);
        pose.position = vec3(k == 1 ? 1.5 : 0, 0, 0.499), motion.linear = vec3(3, 0, 0);
        const int got = cld_mesh_sweep_shape(&land.mesh, &box, &pose, &motion, NULL, &hit);
        if (CHECK(got == 1)) CHECK(fabs((double)hit.time - (k == 1 ? 0 : 0.5)) < 1e-5);
        motion.linear = vec3(-1, 0, 0);
        CHECK(cld_mesh_sweep_shape(&land.mesh, &box, &pose, &motion, NULL, &hit) == 0);
    }
}

/* A box on the edge between the top of a block and one of its sides, near a corner: the other side,
   which its triangles reach as little as it does, is not told as a way out of 120 mm. */
static void beside_a_side(void)
{
    static const double corners[7][3] = {{1.2, -0.9, 0.2}, {1.2, -1.2, 0.2}, {1.5, -1.2, 0.2},
                                         {1.5, -0.9, 0.2}, {1.2, -0.9, 0},   {1.2, -1.2, 0},
                                         {1.5, -0.9, 0}};
    static const uint8_t triangles[6][3] = {{0, 1, 2}, {0, 2, 3}, {0, 4, 5},
                                            {0, 5, 1}, {0, 3, 6}, {0, 6, 4}};
    const cld_shape box = cld_shape_box(vec3(0.245996432, 0.170240594, 0.188676344));
    test_random r = test_random_from(0);
    const frame f = frame_make(&r, 0, 0, 1);
    ground_clear(&land);
    for (int i = 0; i < 7; i++)
        ground_vertex(&land, &f, corners[i][0], corners[i][1], corners[i][2]);
    for (int i = 0; i < 6; i++)
        ground_triangle(&land, triangles[i][0], triangles[i][1], triangles[i][2]);
    ground_build(&land);
    for (int n = 0; n <= 400; n++) {
        cld_pose at;
        cld_contact c[CLD_GROUND_CONTACTS];
        const double in = 3e-5 * n; /* at most what is 20 mm deep at that edge */
        const cld_real margin = (cld_real)(n % 3 == 0 ? 0 : n % 3 == 1 ? 0.01 : 0.02);
        land.mesh.sides = n % 2 ? CLD_MESH_FRONT : CLD_MESH_SHEET;
        at.rotation.x = vec3(0.841096215, -0.520103633, 0.148490298);
        at.rotation.y = vec3(0.518455837, 0.697002908, -0.495369046);
        at.rotation.z = vec3(0.154145071, 0.493638691, 0.855897272);
        at.position = vec3(1.17297687 - in * 0.154145, -0.638176639 - in * 0.493639,
                           0.285625712 - in * 0.855897);
        const int count =
            cld_mesh_collide_shape(&land.mesh, &box, &at, margin, c, CLD_GROUND_CONTACTS);
        int good = CHECK(count > 0);
        if (count > 0) good &= CHECK((double)c[0].distance > -0.021);
        for (int i = 0; i < count; i++) good &= CHECK((double)c[i].normal.x < 0.9);
        if (!good && test_failures < 20) printf("    %g in, margin %g\n", in, (double)margin);
    }
}

/* Two triangles of one plane, one over the other, and a flat shape through both: the place that is
   as deep as any lies where the other goes on, but the way that is told is out of the one named. */
static void one_over_the_other(void)
{
    static const double corners[5][3] = {
        {-1, -2, -1}, {-3, 2, -3}, {1, -2, 1}, {2, -4, 2}, {4, 1, 4}};
    static const cld_real points[9] = {1, 3, 4, 0, -3, -3, 2, -2, 3};
    test_random r = test_random_from(0);
    const frame f = frame_make(&r, 0, 0, 1);
    cld_contact c[CLD_GROUND_CONTACTS];
    body_now.shape = cld_shape_points(points, 3), body_now.at = &body_now.pose;
    for (int n = 0; n < 4; n++) { /* in either order, from one side or both */
        ground_clear(&land);
        for (int i = 0; i < 5; i++)
            ground_vertex(&land, &f, corners[i][0], corners[i][1], corners[i][2]);
        if (n & 1) ground_triangle(&land, 0, 1, 2);
        ground_triangle(&land, 1, 3, 4);
        if (!(n & 1)) ground_triangle(&land, 0, 1, 2);
        ground_build(&land);
        land.mesh.sides = n & 2 ? CLD_MESH_FRONT : CLD_MESH_SHEET;
        body_now.pose = cld_pose_identity();
        const int count = cld_mesh_collide_shape(&land.mesh, &body_now.shape, body_now.at, 0, c,
                                                 CLD_GROUND_CONTACTS);
        if (!CHECK(count > 0)) continue;
        const uint32_t feature = c[0].feature_b;
        const double d = (double)c[0].distance;
        cld_pose out = body_now.pose;
        CHECK(d < 0 && feature % 4 != CLD_FEATURE_VERTEX);
        out.position =
            vec3(d * (double)c[0].normal.x, d * (double)c[0].normal.y, d * (double)c[0].normal.z);
        const int t = (int)(feature % 4 == CLD_FEATURE_FACE ? feature / 4 : feature / 12);
        CHECK(alone_gap(&land, &body_now, &out, t) > -1e-5);
    }
}

/* A spire with one corner far off: the rounding of that does not turn the triangles at its foot
   into each other's planes. */
static void far_corner(void)
{
    static const double corners[8][3] = {{-0.5, 0.5, -1},  {0.5, 0.5, -1},    {0.5, -0.5, -1},
                                         {-0.5, -0.5, -1}, {4096, -2048, -2}, {0.5, 0.5, 1},
                                         {-0.5, 0.5, 1},   {-2, 1, -1}};
    static const uint32_t triangles[12][3] = {{0, 1, 2}, {0, 2, 3}, {4, 5, 6}, {4, 6, 7},
                                              {2, 4, 7}, {2, 7, 3}, {6, 5, 1}, {6, 1, 0},
                                              {7, 6, 0}, {7, 0, 3}, {1, 5, 4}, {1, 4, 2}};
    test_random r = test_random_from(0);
    const frame f = frame_make(&r, 0, 0, 1);
    cld_contact c[CLD_GROUND_CONTACTS];
    body_now.shape = cld_shape_sphere(16), body_now.at = &body_now.pose;
    body_now.pose = cld_pose_identity(), body_now.pose.position = vec3(1.25, 0.5, -0.25);
    ground_clear(&land);
    for (int i = 0; i < 8; i++)
        ground_vertex(&land, &f, corners[i][0], corners[i][1], corners[i][2]);
    for (int i = 0; i < 12; i++)
        ground_triangle(&land, triangles[i][0], triangles[i][1], triangles[i][2]);
    ground_build(&land);
    land.mesh.sides = CLD_MESH_FRONT;
    if (!CHECK(cld_mesh_collide_shape(&land.mesh, &body_now.shape, body_now.at, 0, c,
                                      CLD_GROUND_CONTACTS) > 0))
        return;
    const cld_pose freed = pushed(&body_now, &c[0]);
    CHECK(c[0].feature_b % 4 == CLD_FEATURE_FACE);
    CHECK(alone_gap(&land, &body_now, &freed, (int)(c[0].feature_b / 4)) > -1e-2);
}

/* Blocks, their faces nets of their own vertices, wound outwards; corners as a shape. */
static void block_add(ground *g, const frame *f, const double half[3], int side, cld_real *corners)
{
    for (int i = 0; i < 6; i++) {
        const int a = i / 2, sign = i % 2 ? 1 : -1, u = (a + 1) % 3, v = (a + 2) % 3;
        const uint32_t first = (uint32_t)g->vertices;
        double p[3];
        for (int k = 0; k <= side; k++)
            for (int l = 0; l <= side; l++) {
                p[a] = sign * half[a], p[u] = half[u] * (2.0 * k / side - 1);
                p[v] = half[v] * (2.0 * l / side - 1);
                ground_vertex(g, f, p[0], p[1], p[2]);
            }
        for (int k = 0; k < side; k++)
            for (int l = 0; l < side; l++) {
                const uint32_t at = first + (uint32_t)(k * (side + 1) + l);
                const uint32_t on = at + (uint32_t)side + 1;
                if (sign > 0)
                    ground_triangle(g, at, on, on + 1), ground_triangle(g, at, on + 1, at + 1);
                else
                    ground_triangle(g, at, on + 1, on), ground_triangle(g, at, at + 1, on + 1);
            }
    }
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) {
            const double x = (i & 1 ? 1 : -1) * half[0], y = (i & 2 ? 1 : -1) * half[1];
            const double z = (i & 4 ? 1 : -1) * half[2];
            corners[3 * i + k] = (cld_real)(f->at[k] + x * f->u[k] + y * f->v[k] + z * f->w[k]);
        }
}

/* The signed distance of the body and a block of so many corners, as a pair of shapes. */
static double block_gap(const shape_body *b, const cld_pose *at, const cld_real *corners)
{
    const cld_shape block = cld_shape_points(corners, 8);
    cld_contact c;
    CHECK(cld_shape_collide(&b->shape, at, &block, NULL, (cld_real)INFINITY, NULL, &c, 1) > 0);
    return (double)c.distance;
}

/* What is inside has a contact, and one that leads out of a block. */
static int check_inside(const shape_body *b, const cld_real *corners, int blocks, double gap,
                        double e)
{
    const cld_mesh *m = &land.mesh;
    cld_contact c;
    cld_motion motion;
    cld_hit hit;
    int good = CHECK(cld_mesh_overlap_shape(m, &b->shape, b->at) == 1);
    good &= CHECK(cld_mesh_distance_shape(m, &b->shape, b->at, (cld_real)INFINITY, &c) == 0);
    good &= CHECK(c.distance == 0);
    if (!CHECK(cld_mesh_collide_shape(m, &b->shape, b->at, 0, &c, 1) >= 1)) return 0;
    if (c.feature_a != CLD_FEATURE_INTERIOR) return good;
    good &= CHECK(c.distance < 0 && c.feature_b / 4 < (uint32_t)land.count);
    if (blocks == 1) {
        const cld_pose freed = pushed(b, &c);
        good &= CHECK(block_gap(b, &freed, corners) >= -e);
        /* a pair prefers faces that are longer by so much */
        good &= CHECK((double)c.distance <= 0.95 * gap + 0.002 * body_size(b) + e);
        if (b->sort == SORT_BALL) good &= CHECK((double)c.distance >= gap - e);
    }
    memset(&motion, 0, sizeof motion);
    motion.linear = c.normal;
    good &= CHECK(cld_mesh_sweep_shape(m, &b->shape, b->at, &motion, NULL, &hit) == 1);
    good &= CHECK(hit.time == 0 && hit.contact.feature_a == CLD_FEATURE_INTERIOR);
    if (blocks > 1) return good;
    motion.linear = vec3(-8 * (double)c.normal.x, -8 * (double)c.normal.y, -8 * (double)c.normal.z);
    return good & CHECK(cld_mesh_sweep_shape(m, &b->shape, b->at, &motion, NULL, &hit) == 0);
}

/* Solids touch what is inside them: one block, or two that overlap, as pairs of shapes tell. */
static void solids(void)
{
    const int cases = (int)test_repeat(3000);
    int inside = 0, hits = 0;
    for (int n = 0; n < cases; n++) {
        test_random r = test_random_from((uint64_t)n);
        const double scale = ldexp(1, test_integer(&r, 0, 1) ? 0 : test_integer(&r, -20, 20));
        const int blocks = test_integer(&r, 1, 2), sort = test_integer(&r, 0, SORTS - 1);
        const long failures = test_failures;
        cld_real corners[2][24];
        double gap = HUGE_VAL, half[3], at[3];
        frame f = frame_make(&r, test_integer(&r, 0, 1), test_integer(&r, 0, 2) ? 0 : 100, scale);
        ground_clear(&land);
        for (int i = 0; i < blocks; i++) {
            for (int k = 0; k < 3; k++) half[k] = scale * test_integer(&r, 1, 8) / 8;
            if (i > 0)
                for (int k = 0; k < 3; k++) f.at[k] += half[k] * test_integer(&r, -4, 4) / 4;
            block_add(&land, &f, half, test_integer(&r, 1, 3), corners[i]);
        }
        land.mesh.sides = CLD_MESH_SOLID;
        ground_build(&land);
        body_random_shape(&body_now, &r, sort, (test_integer(&r, 0, 2) ? 0.1 : 1) * scale);
        body_now.pose = test_pose(&r, 0), body_now.at = &body_now.pose;
        for (int k = 0; k < 3; k++)
            at[k] = f.at[k] + scale * (test_integer(&r, 0, 3) ? test_between(&r, -1, 1)
                                                              : test_integer(&r, -4, 4) / 4.0);
        body_now.pose.position = vec3(at[0], at[1], at[2]);
        const double e = 8 * rounding_of(&land, &body_now);
        for (int i = 0; i < blocks; i++)
            gap = fmin(gap, block_gap(&body_now, body_now.at, corners[i]));
        int good = 1;
        if (gap < -e) {
            inside++;
            good = check_inside(&body_now, corners[0], blocks, gap, e);
        } else if (gap > e) {
            const cld_motion motion =
                motion_in(&f, -at[0] + f.at[0] + scale * test_between(&r, -1, 1),
                          scale * test_between(&r, -2, 2), scale * test_between(&r, -2, 2));
            const double reach = vec_most(&motion.linear);
            double first = 2;
            cld_contact c;
            cld_hit hit;
            good &= CHECK(cld_mesh_overlap_shape(&land.mesh, &body_now.shape, body_now.at) == 0);
            good &= CHECK(
                cld_mesh_collide_shape(&land.mesh, &body_now.shape, body_now.at, 0, &c, 1) == 0);
            good &= CHECK(cld_mesh_distance_shape(&land.mesh, &body_now.shape, body_now.at,
                                                  (cld_real)INFINITY, &c) == 1 &&
                          fabs((double)c.distance - gap) <= e);
            for (int i = 0; i < blocks; i++) {
                const cld_shape block = cld_shape_points(corners[i], 8);
                if (cld_shape_sweep(&body_now.shape, body_now.at, &motion, &block, NULL, NULL, NULL,
                                    &hit) == 1)
                    first = fmin(first, (double)hit.time);
            }
            if (cld_mesh_sweep_shape(&land.mesh, &body_now.shape, body_now.at, &motion, NULL,
                                     &hit) == 1) {
                hits++;
                good &= CHECK(((double)hit.time - first) * reach <= 1e-5 * reach + 64 * e);
            } else if (first <= 1) { /* grazed, at most */
                const cld_pose last = pose_at(&body_now, &motion, 1);
                good &= CHECK((1 - first) * reach <= 64 * e ||
                              block_gap(&body_now, &last, corners[0]) > -e || blocks > 1);
            }
        }
        if (!good && test_failures < 20) {
            printf("    case %d, %s, %d blocks, scale %g, gap %g, bound %g\n", n, sort_names[sort],
                   blocks, scale, gap, e);
            body_print(&body_now);
        }
        if (failures != test_failures && test_failures > 40) break;
        body_free(&body_now);
    }
    CHECK(inside > cases / 4 && hits > cases / 40);
}

static void bad_input(void)
{
    test_random r = test_random_from(1);
    const frame f = frame_make(&r, 1, 0, 1);
    cld_shape s = cld_shape_sphere(1), bad = cld_shape_sphere(-1);
    cld_pose pose = test_pose(&r, 1), wrong = pose;
    cld_motion motion = {{1, 0, 0}, {0, 0, 0}, {0, 0, 0}}, turning = motion, broken = motion;
    cld_sweep_params params = {0};
    cld_contact c;
    cld_hit hit;
    cld_mesh bare;
    ground_any(&land, &f, &r, GROUND_HILLS, 1);
    bare = land.mesh, bare.tree = NULL;
    wrong.position.x = (cld_real)TEST_NAN;
    turning.angular = vec3(0, 0, 1), broken.linear.x = (cld_real)TEST_NAN;
    c.distance = -7, hit.time = -7;
    const cld_mesh *m = &land.mesh;
    CHECK(cld_mesh_collide_shape(NULL, &s, NULL, 0, &c, 1) == CLD_ERROR_NULL);
    CHECK(cld_mesh_collide_shape(&bare, &s, NULL, 0, &c, 1) == CLD_ERROR_NULL);
    CHECK(cld_mesh_collide_shape(m, NULL, NULL, 0, &c, 1) == CLD_ERROR_NULL);
    CHECK(cld_mesh_collide_shape(m, &s, NULL, 0, NULL, 1) == CLD_ERROR_NULL);
    CHECK(cld_mesh_collide_shape(m, &s, NULL, 0, &c, -1) == CLD_ERROR_COUNT);
    CHECK(cld_mesh_collide_shape(m, &s, NULL, -1, &c, 1) == CLD_ERROR_PARAMETER);
    CHECK(cld_mesh_collide_shape(m, &s, NULL, (cld_real)TEST_NAN, &c, 1) == CLD_ERROR_PARAMETER);
    CHECK(cld_mesh_collide_shape(m, &bad, NULL, 0, &c, 1) == CLD_ERROR_EXTENT);
    CHECK(cld_mesh_collide_shape(m, &s, &wrong, 0, &c, 1) == CLD_ERROR_POSE);
    CHECK(cld_mesh_sweep_shape(NULL, &s, NULL, &motion, NULL, &hit) == CLD_ERROR_NULL);
    CHECK(cld_mesh_sweep_shape(&bare, &s, NULL, &motion, NULL, &hit) == CLD_ERROR_NULL);
    CHECK(cld_mesh_sweep_shape(m, NULL, NULL, &motion, NULL, &hit) == CLD_ERROR_NULL);
    CHECK(cld_mesh_sweep_shape(m, &bad, NULL, &motion, NULL, &hit) == CLD_ERROR_EXTENT);
    CHECK(cld_mesh_sweep_shape(m, &s, &wrong, &motion, NULL, &hit) == CLD_ERROR_POSE);
    CHECK(cld_mesh_sweep_shape(m, &s, NULL, &turning, NULL, &hit) == CLD_ERROR_PARAMETER);
    CHECK(cld_mesh_sweep_shape(m, &s, NULL, &broken, NULL, &hit) == CLD_ERROR_FINITE);
    params.distance = -1;
    CHECK(cld_mesh_sweep_shape(m, &s, NULL, &motion, &params, &hit) == CLD_ERROR_PARAMETER);
    params.distance = (cld_real)TEST_NAN;
    CHECK(cld_mesh_sweep_shape(m, &s, NULL, &motion, &params, &hit) == CLD_ERROR_FINITE);
    bare = land.mesh, bare.sides = 7;
    CHECK(cld_mesh_collide_shape(&bare, &s, NULL, 0, &c, 1) == CLD_ERROR_PARAMETER);
    CHECK(cld_mesh_sweep_shape(&bare, &s, NULL, &motion, NULL, &hit) == CLD_ERROR_PARAMETER);
    bare = land.mesh, bare.triangle_count--;
    CHECK(cld_mesh_collide_shape(&bare, &s, NULL, 0, &c, 1) == CLD_ERROR_MISMATCH);
    CHECK(cld_mesh_sweep_shape(&bare, &s, NULL, &motion, NULL, &hit) == CLD_ERROR_MISMATCH);
    for (int i = 0; i < 3 * land.vertices; i++) land.positions[i] = (cld_real)TEST_NAN;
    const cld_shape all = cld_shape_box(vec3(100, 100, 100));
    CHECK(cld_mesh_collide_shape(m, &all, NULL, 0, &c, 1) == CLD_ERROR_FINITE);
    CHECK(cld_mesh_sweep_shape(m, &all, NULL, &motion, NULL, &hit) == CLD_ERROR_FINITE);
    CHECK(c.distance == -7 && hit.time == -7);
    land.mesh.triangle_count = 0; /* no triangles are touched by nothing */
    ground_clear(&land);
    ground_build(&land);
    CHECK(cld_mesh_collide_shape(m, &s, NULL, 1, &c, 1) == 0);
    CHECK(cld_mesh_sweep_shape(m, &s, NULL, &motion, NULL, &hit) == 0);
    CHECK(cld_mesh_sweep_shape(m, &s, NULL, NULL, NULL, NULL) == 0);
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(planes_cut);
    TEST(anywhere);
    TEST(sweeps_anywhere);
    TEST(borders);
    TEST(slides);
    TEST(moved_vertices);
    TEST(lattices);
    TEST(touches_at_the_end);
    TEST(steps_stop);
    TEST(spheres);
    TEST(terrain_and_mesh);
    TEST(sides);
    TEST(beside_a_side);
    TEST(one_over_the_other);
    TEST(far_corner);
    TEST(solids);
    TEST(bad_input);
    free(land.memory);
    return test_end();
}
