/* Meshes for tests: shapes that touch themselves and others in every way, and the scenes made of
 * them, each with what the library is given and what the oracle knows. After test.h. */
#ifndef COLLIDE_MESH_SHAPES_H
#define COLLIDE_MESH_SHAPES_H

#include "oracle_mesh.h"

#define SHAPE_PI 3.14159265358979323846

/* A number as cld_real has it. (gcc 12 drops the rounding of two neighbouring stores where it makes
   vectors of them: not through a volatile.) */
static TEST_UNUSED double as_given(double x)
{
    volatile cld_real rounded = (cld_real)x;
    return (double)rounded;
}

typedef struct shape {
    int vertex_count, triangle_count, room, triangle_room;
    double *xyz;
    uint32_t *t;
    double edge; /* a typical length of edges: what distances are measured by */
} shape;

/* -------------------------------------------------------------------------------- in the making */

static TEST_UNUSED void shape_clear(shape *s)
{
    s->vertex_count = s->triangle_count = 0;
    s->edge = 1;
}

static TEST_UNUSED void shape_free(shape *s)
{
    free(s->xyz);
    free(s->t);
    memset(s, 0, sizeof *s);
}

static TEST_UNUSED int shape_vertex(shape *s, double x, double y, double z)
{
    double *v;
    if (s->vertex_count == s->room) {
        s->room = 2 * s->room + 64;
        s->xyz = (double *)oracle_memory(s->xyz, 3 * (size_t)s->room * sizeof *s->xyz);
    }
    v = s->xyz + 3 * (size_t)s->vertex_count;
    v[0] = x, v[1] = y, v[2] = z;
    return s->vertex_count++;
}

static TEST_UNUSED void shape_triangle(shape *s, int a, int b, int c)
{
    uint32_t *t;
    if (s->triangle_count == s->triangle_room) {
        s->triangle_room = 2 * s->triangle_room + 128;
        s->t = (uint32_t *)oracle_memory(s->t, 3 * (size_t)s->triangle_room * sizeof *s->t);
    }
    t = s->t + 3 * (size_t)s->triangle_count++;
    t[0] = (uint32_t)a, t[1] = (uint32_t)b, t[2] = (uint32_t)c;
}

/* Cells of a net of nu x nv vertices from `first` on, row by row; closed in u or v: the last row
   meets the first. */
static TEST_UNUSED void shape_net(shape *s, int first, int nu, int nv, int closed_u, int closed_v)
{
    int i, k;
    for (k = 0; k < nv - !closed_v; k++)
        for (i = 0; i < nu - !closed_u; i++) {
            const int i1 = (i + 1) % nu, k1 = (k + 1) % nv;
            const int a = first + k * nu + i, b = first + k * nu + i1;
            const int c = first + k1 * nu + i, d = first + k1 * nu + i1;
            if ((i + k) % 2) {
                shape_triangle(s, a, b, d), shape_triangle(s, a, d, c);
            } else {
                shape_triangle(s, a, b, c), shape_triangle(s, b, d, c);
            }
        }
}

static TEST_UNUSED void shape_torus(shape *s, int nu, int nv, double large, double small)
{
    const int first = s->vertex_count;
    int i, k;
    for (k = 0; k < nv; k++)
        for (i = 0; i < nu; i++) {
            const double a = 2 * SHAPE_PI * i / nu, b = 2 * SHAPE_PI * k / nv;
            const double r = large + small * cos(b);
            shape_vertex(s, r * cos(a), r * sin(a), small * sin(b));
        }
    shape_net(s, first, nu, nv, 1, 1);
    s->edge = 2 * SHAPE_PI * large / nu;
}

/* A tube around a trefoil. */
static TEST_UNUSED void shape_knot(shape *s, int nu, int nv, double radius)
{
    const int first = s->vertex_count;
    int i, k;
    for (k = 0; k < nv; k++) {
        const double a = 2 * SHAPE_PI * k / nv, r = 2 + cos(3 * a);
        const double c[3] = {r * cos(2 * a), r * sin(2 * a), sin(3 * a)};
        double t[3], n[3], b[3], l;
        int j;
        t[0] = -3 * sin(3 * a) * cos(2 * a) - 2 * r * sin(2 * a);
        t[1] = -3 * sin(3 * a) * sin(2 * a) + 2 * r * cos(2 * a);
        t[2] = 3 * cos(3 * a);
        n[0] = t[1], n[1] = -t[0], n[2] = 0; /* across; the tangent is never upright */
        l = sqrt(n[0] * n[0] + n[1] * n[1]);
        for (j = 0; j < 3; j++) n[j] /= l;
        b[0] = t[1] * n[2] - t[2] * n[1], b[1] = t[2] * n[0] - t[0] * n[2];
        b[2] = t[0] * n[1] - t[1] * n[0];
        l = sqrt(b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
        for (i = 0; i < nu; i++) {
            const double u = cos(2 * SHAPE_PI * i / nu) * radius,
                         v = sin(2 * SHAPE_PI * i / nu) * radius / l;
            shape_vertex(s, c[0] + u * n[0] + v * b[0], c[1] + u * n[1] + v * b[1],
                         c[2] + u * n[2] + v * b[2]);
        }
    }
    shape_net(s, first, nu, nv, 1, 1);
    s->edge = 2 * SHAPE_PI * radius / nu;
}

/* A cloth of nu x nv vertices, one unit wide, folded back and forth like an S: straight parts of
   length 1, half circles between layers that are `gap` apart. */
static TEST_UNUSED void shape_folded(shape *s, int nu, int nv, int layers, double gap)
{
    const int first = s->vertex_count;
    const double bend = SHAPE_PI * gap / 2, length = layers + (layers - 1) * bend;
    int i, k;
    for (k = 0; k < nv; k++)
        for (i = 0; i < nu; i++) {
            double at = length * i / (nu - 1);
            int layer = 0;
            double x, z;
            while (layer + 1 < layers && at > 1 + bend) at -= 1 + bend, layer++;
            x = at < 1 ? at : 1 + sin((at - 1) / (gap / 2)) * gap / 2;
            z = layer * gap + (at < 1 ? 0 : (1 - cos((at - 1) / (gap / 2))) * gap / 2);
            shape_vertex(s, layer % 2 ? 1 - x : x, (double)k / (nv - 1), z);
        }
    shape_net(s, first, nu, nv, 0, 0);
    s->edge = length / (nu - 1);
}

/* Rolled up: a spiral whose turns are `gap` apart. */
static TEST_UNUSED void shape_rolled(shape *s, int nu, int nv, double turns, double gap)
{
    const int first = s->vertex_count;
    int i, k;
    for (k = 0; k < nv; k++)
        for (i = 0; i < nu; i++) {
            const double a = 2 * SHAPE_PI * turns * i / (nu - 1),
                         r = 0.2 + gap * a / (2 * SHAPE_PI);
            shape_vertex(s, r * cos(a), (double)k / (nv - 1), r * sin(a));
        }
    shape_net(s, first, nu, nv, 0, 0);
    s->edge = 2 * SHAPE_PI * turns * (0.2 + gap * turns / 2) / (nu - 1);
}

/* A ramp that winds around an axis: its layers face the same way. */
static TEST_UNUSED void shape_ramp(shape *s, int nu, int nv, double turns, double gap)
{
    const int first = s->vertex_count;
    int i, k;
    for (k = 0; k < nv; k++)
        for (i = 0; i < nu; i++) {
            const double a = 2 * SHAPE_PI * turns * i / (nu - 1), r = 0.2 + 0.8 * k / (nv - 1);
            shape_vertex(s, r * cos(a), r * sin(a), gap * a / (2 * SHAPE_PI));
        }
    shape_net(s, first, nu, nv, 0, 0);
    s->edge = 2 * SHAPE_PI * turns / (nu - 1);
}

/* A flat sheet of n x n vertices, side 1, at height z. */
static TEST_UNUSED void shape_sheet(shape *s, int n, double z)
{
    const int first = s->vertex_count;
    int i, k;
    for (k = 0; k < n; k++)
        for (i = 0; i < n; i++) shape_vertex(s, (double)i / (n - 1), (double)k / (n - 1), z);
    shape_net(s, first, n, n, 0, 0);
    s->edge = 1.0 / (n - 1);
}

/* A ball with poles, its lowest point at the origin. */
static TEST_UNUSED void shape_ball(shape *s, int nu, int nv, double radius)
{
    const int first = s->vertex_count;
    int i, k, south, north;
    for (k = 1; k < nv; k++)
        for (i = 0; i < nu; i++) {
            const double a = 2 * SHAPE_PI * i / nu, b = SHAPE_PI * k / nv;
            shape_vertex(s, radius * sin(b) * cos(a), radius * sin(b) * sin(a),
                         radius * (1 - cos(b)));
        }
    shape_net(s, first, nu, nv - 1, 1, 0);
    south = shape_vertex(s, 0, 0, 0), north = shape_vertex(s, 0, 0, 2 * radius);
    for (i = 0; i < nu; i++) {
        shape_triangle(s, south, first + (i + 1) % nu, first + i);
        shape_triangle(s, north, first + (nv - 2) * nu + i, first + (nv - 2) * nu + (i + 1) % nu);
    }
    s->edge = SHAPE_PI * radius / nv;
}

/* A table of two triangles, a thousand times as large as those of the ball on it; one mesh. */
static TEST_UNUSED void shape_table(shape *s, int n, double size)
{
    const int a = shape_vertex(s, -size, -size, 0), b = shape_vertex(s, size, -size, 0);
    const int c = shape_vertex(s, size, size, 0), d = shape_vertex(s, -size, size, 0);
    int i;
    shape_triangle(s, a, b, c), shape_triangle(s, a, c, d);
    shape_ball(s, n, n, 1);
    for (i = 4; i < s->vertex_count; i++) s->xyz[3 * i + 2] += 0.01;
}

/* Triangles anywhere in a cube, of sizes over `decades` powers of ten. */
static TEST_UNUSED void shape_soup(shape *s, test_random *r, int n, double decades)
{
    int i, k, j;
    for (i = 0; i < n; i++) {
        const double size = pow(10, -test_between(r, 0, decades) - 0.5);
        double c[3];
        int v[3];
        for (j = 0; j < 3; j++) c[j] = test_between(r, 0, 1);
        for (k = 0; k < 3; k++)
            v[k] = shape_vertex(s, c[0] + size * test_between(r, -1, 1),
                                c[1] + size * test_between(r, -1, 1),
                                c[2] + size * test_between(r, -1, 1));
        shape_triangle(s, v[0], v[1], v[2]);
    }
    s->edge = 0.3 / sqrt(n);
}

/* Any three of n points: not manifold, all through each other. */
static TEST_UNUSED void shape_tangle(shape *s, test_random *r, int points, int n)
{
    int i;
    for (i = 0; i < points; i++)
        shape_vertex(s, test_between(r, 0, 1), test_between(r, 0, 1), test_between(r, 0, 1));
    for (i = 0; i < n; i++)
        shape_triangle(s, test_integer(r, 0, points - 1), test_integer(r, 0, points - 1),
                       test_integer(r, 0, points - 1));
    s->edge = 0.05;
}

/* Whole coordinates from 0 to `most`: all that can coincide does. Points repeat, triangles are
   segments and points, name a vertex twice or thrice, are there several times, wound either way. */
static TEST_UNUSED void shape_degenerate(shape *s, test_random *r, int points, int n, int most)
{
    int i;
    for (i = 0; i < points; i++)
        shape_vertex(s, test_integer(r, 0, most), test_integer(r, 0, most),
                     test_integer(r, 0, most));
    while (s->triangle_count < n) {
        const int a = test_integer(r, 0, points - 1), b = test_integer(r, 0, points - 1);
        const int c = test_integer(r, 0, points - 1), how = test_integer(r, 0, 9);
        if (how == 0) shape_triangle(s, a, a, b);
        if (how == 1) shape_triangle(s, a, b, a);
        if (how == 2) shape_triangle(s, a, a, a);
        if (how == 3) shape_triangle(s, b, c, a), shape_triangle(s, a, c, b);
        shape_triangle(s, a, b, c);
    }
    s->edge = 1;
}

/* Thin triangles: needles and caps, height over length 10^-k. */
static TEST_UNUSED void shape_slivers(shape *s, test_random *r, int n)
{
    int i, k, j;
    for (i = 0; i < n; i++) {
        const double thin = pow(10, -test_between(r, 1, 9)), share = test_between(r, -0.2, 1.2);
        double c[3], e[3], f[3];
        int v[3];
        for (j = 0; j < 3; j++) {
            c[j] = test_between(r, 0, 1), e[j] = test_between(r, -0.5, 0.5);
            f[j] = test_between(r, -1, 1) * thin;
        }
        for (k = 0; k < 3; k++) {
            const double along = k == 2 ? share : k, across = k == 2;
            v[k] = shape_vertex(s, c[0] + along * e[0] + across * f[0],
                                c[1] + along * e[1] + across * f[1],
                                c[2] + along * e[2] + across * f[2]);
        }
        shape_triangle(s, v[0], v[1], v[2]);
    }
    s->edge = 0.05;
}

/* Many triangles around one edge, and many that have one corner in common. */
static TEST_UNUSED void shape_fan(shape *s, test_random *r, int n)
{
    const int a = shape_vertex(s, 0, 0, 0), b = shape_vertex(s, 0, 0, 1);
    int i;
    for (i = 0; i < n; i++) {
        const double u = 2 * SHAPE_PI * i / n;
        const int c = shape_vertex(s, cos(u), sin(u), test_between(r, 0, 1));
        shape_triangle(s, i % 2 ? a : b, i % 2 ? b : a, c);
        if (i) shape_triangle(s, a, c, c - 1);
    }
    s->edge = 2 * SHAPE_PI / n;
}

/* The bunny; 0 if the file is not where it should be. */
static TEST_UNUSED int shape_bunny(shape *s)
{
    FILE *file = fopen("examples/data/bunny.obj", "r");
    char line[256];
    shape_clear(s);
    while (file && fgets(line, sizeof line, file)) {
        double x, y, z;
        int a, b, c;
        if (sscanf(line, "v %lf %lf %lf", &x, &y, &z) == 3) shape_vertex(s, x, y, z);
        if (sscanf(line, "f %d %d %d", &a, &b, &c) == 3) shape_triangle(s, a - 1, b - 1, c - 1);
    }
    if (file) fclose(file);
    if (s->triangle_count) {
        const double *p = s->xyz + 3 * (size_t)s->t[0], *q = s->xyz + 3 * (size_t)s->t[1];
        s->edge = sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) +
                       (p[2] - q[2]) * (p[2] - q[2]));
    }
    return s->triangle_count > 0;
}

/* ------------------------------------------------------------------------------------- changed */

static TEST_UNUSED void shape_move(shape *s, double x, double y, double z)
{
    int i;
    for (i = 0; i < s->vertex_count; i++)
        s->xyz[3 * i] += x, s->xyz[3 * i + 1] += y, s->xyz[3 * i + 2] += z;
}

static TEST_UNUSED void shape_scale(shape *s, double by)
{
    int i;
    for (i = 0; i < 3 * s->vertex_count; i++) s->xyz[i] *= by;
    s->edge *= by;
}

static TEST_UNUSED void shape_turn(shape *s, const cld_mat3 *m)
{
    int i;
    for (i = 0; i < s->vertex_count; i++) {
        double *p = s->xyz + 3 * (size_t)i;
        const double x = p[0], y = p[1], z = p[2];
        p[0] = (double)m->x.x * x + (double)m->y.x * y + (double)m->z.x * z;
        p[1] = (double)m->x.y * x + (double)m->y.y * y + (double)m->z.y * z;
        p[2] = (double)m->x.z * x + (double)m->y.z * y + (double)m->z.z * z;
    }
}

/* Every vertex a little elsewhere. */
static TEST_UNUSED void shape_shake(shape *s, test_random *r, double by)
{
    int i;
    for (i = 0; i < 3 * s->vertex_count; i++) s->xyz[i] += test_between(r, -by, by);
}

/* Triangles in another order, begun at another corner, some turned over; order[i] (may be NULL) is
   the old number of triangle i. */
static TEST_UNUSED void shape_shuffle(shape *s, test_random *r, int turn_over, int *order)
{
    int i, k;
    for (i = 0; order && i < s->triangle_count; i++) order[i] = i;
    for (i = s->triangle_count - 1; i > 0; i--) {
        const int j = test_integer(r, 0, i);
        for (k = 0; k < 3; k++) {
            const uint32_t v = s->t[3 * i + k];
            s->t[3 * i + k] = s->t[3 * j + k], s->t[3 * j + k] = v;
        }
        if (order) k = order[i], order[i] = order[j], order[j] = k;
    }
    for (i = 0; i < s->triangle_count; i++) {
        uint32_t *t = s->t + 3 * (size_t)i;
        for (k = test_integer(r, 0, 2); k > 0; k--) {
            const uint32_t v = t[0];
            t[0] = t[1], t[1] = t[2], t[2] = v;
        }
        if (turn_over && test_integer(r, 0, 1)) {
            const uint32_t v = t[0];
            t[0] = t[1], t[1] = v;
        }
    }
}

static TEST_UNUSED void shape_copy(shape *to, const shape *from)
{
    int i;
    shape_clear(to);
    for (i = 0; i < from->vertex_count; i++)
        shape_vertex(to, from->xyz[3 * i], from->xyz[3 * i + 1], from->xyz[3 * i + 2]);
    for (i = 0; i < from->triangle_count; i++)
        shape_triangle(to, (int)from->t[3 * i], (int)from->t[3 * i + 1], (int)from->t[3 * i + 2]);
    to->edge = from->edge;
}

/* --------------------------------------------------------------------------------------- scenes */

enum { SCENE_MESHES = 128 };

/* A mesh of a scene: the shape, what the library sees of it, what the oracle sees. */
typedef struct body {
    shape s;
    cld_real *given;
    uint32_t *indices; /* as long as they must be, not longer */
    cld_mesh_topology topology;
    oracle_mesh oracle;
} body;

typedef struct scene {
    int count;
    body bodies[SCENE_MESHES];
    cld_mesh meshes[SCENE_MESHES];
    oracle_mesh oracle[SCENE_MESHES]; /* views of those of the bodies */
} scene;

static TEST_UNUSED void scene_free(scene *c)
{
    int i;
    for (i = 0; i < SCENE_MESHES; i++) {
        body *b = &c->bodies[i];
        cld_mesh_topology_free(&b->topology);
        oracle_mesh_free(&b->oracle);
        shape_free(&b->s);
        free(b->given), free(b->indices);
    }
    memset(c, 0, sizeof *c);
}

/* A new body, its shape empty; what it was before is gone, but for memory. */
static TEST_UNUSED shape *scene_add(scene *c)
{
    body *b = &c->bodies[c->count];
    memset(&c->meshes[c->count], 0, sizeof *c->meshes);
    c->count++;
    shape_clear(&b->s);
    return &b->s;
}

/* Brings positions to the library's view and to the oracle: after each change of a shape. `gap` is
   how many numbers lie between vertices, NaN all of them; vertices that no triangle names are NaN,
   too, as nobody may look. The rounding of poses in the library: three products and three sums of
   numbers that are together no larger than `large`, in double: 8 units are ample. */
static TEST_UNUSED void scene_view(scene *c, int i, int gap)
{
    body *b = &c->bodies[i];
    cld_mesh *m = &c->meshes[i];
    shape *s = &b->s;
    const size_t step = 3 + (size_t)gap;
    const cld_mat3 *r = &m->pose.rotation;
    const double zero = fabs((double)r->x.x) + fabs((double)r->x.y) + fabs((double)r->x.z);
    double pose[12];
    int v, k;
    b->given = (cld_real *)oracle_memory(b->given,
                                         (step * (size_t)s->vertex_count + 1) * sizeof *b->given);
    for (v = 0; v < s->vertex_count; v++)
        for (k = 0; k < 3 + gap; k++) {
            const int seen = k < 3 && b->oracle.used[v];
            if (k < 3) s->xyz[3 * v + k] = as_given(s->xyz[3 * v + k]);
            b->given[(size_t)v * step + (size_t)k] =
                seen ? (cld_real)s->xyz[3 * v + k] : (cld_real)TEST_NAN;
        }
    m->positions = b->given, m->stride = gap ? step * sizeof *b->given : 0;
    m->vertex_count = s->vertex_count, m->triangle_count = s->triangle_count;
    m->triangles = b->indices, m->topology = &b->topology;
    pose[0] = (double)r->x.x, pose[1] = (double)r->x.y, pose[2] = (double)r->x.z;
    pose[3] = (double)r->y.x, pose[4] = (double)r->y.y, pose[5] = (double)r->y.z;
    pose[6] = (double)r->z.x, pose[7] = (double)r->z.y, pose[8] = (double)r->z.z;
    if (zero == 0) pose[0] = pose[4] = pose[8] = 1;
    pose[9] = (double)m->pose.position.x, pose[10] = (double)m->pose.position.y;
    pose[11] = (double)m->pose.position.z;
    oracle_mesh_place(&b->oracle, s->xyz,
                      zero != 0 || pose[9] != 0 || pose[10] != 0 || pose[11] != 0 ? pose : NULL,
                      8 * DBL_EPSILON / 2);
    b->oracle.self = m->self;
    b->oracle.category = m->category ? m->category : 1;
    b->oracle.mask = m->mask ? m->mask : ~(uint32_t)0;
    c->oracle[i] = b->oracle;
}

/* Triangles too: after a shape is made, or its triangles have changed. */
static TEST_UNUSED void scene_triangles(scene *c, int i)
{
    body *b = &c->bodies[i];
    const size_t size = 3 * (size_t)b->s.triangle_count * sizeof *b->indices;
    b->indices = (uint32_t *)oracle_memory(b->indices, size);
    if (size) memcpy(b->indices, b->s.t, size);
    oracle_mesh_make(&b->oracle, b->s.vertex_count, b->s.t, b->s.triangle_count);
    scene_view(c, i, 0);
}

/* What is allowed to be either between neighbours and others: ways are sums of as many lengths as
   edges on the way, each rounded in double, some hundred of them. */
#define SCENE_WAY_DOUBT (256 * DBL_EPSILON)

/* The oracle's neighbours as cld_mesh_topology_build defines them for these two numbers; the shape
   is at rest. */
static TEST_UNUSED void scene_neighbours(scene *c, int i, double distance, double near)
{
    body *b = &c->bodies[i];
    const double d = as_given(distance), way = as_given(near);
    oracle_mesh_neighbours(&b->oracle, b->s.xyz, way == 0 ? 2 * d : way, SCENE_WAY_DOUBT);
    c->oracle[i] = b->oracle;
}

/* All of it: triangles, positions, topology, neighbours. The status of the build. */
static TEST_UNUSED int scene_build(scene *c, int i, double distance, double near)
{
    scene_triangles(c, i);
    if (c->meshes[i].self) scene_neighbours(c, i, distance, near);
    return cld_mesh_topology_build(&c->bodies[i].topology, &c->meshes[i], (cld_real)distance,
                                   (cld_real)near, NULL);
}

#endif
