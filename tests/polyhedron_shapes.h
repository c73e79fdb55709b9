/* Convex polyhedra for tests: shapes at random, exactly convex, of any size; what the oracle needs
 * to know of them. Those of whole coordinates are made triangle by triangle; the others are hulls:
 * up to some hundred points that of solid_own_hull, which is slow and obvious, above that the
 * library's. */
#ifndef COLLIDE_POLYHEDRON_SHAPES_H
#define COLLIDE_POLYHEDRON_SHAPES_H

#include "oracle_polyhedron.h"

/* A number as cld_real has it. (gcc 12 drops the rounding of two neighbouring stores where it makes
   vectors of them: not through a volatile.) */
static TEST_UNUSED double as_given(double x)
{
    volatile cld_real rounded = (cld_real)x;
    return (double)rounded;
}

static TEST_UNUSED double as_stored(const cld_real *x)
{
    return (double)*(const volatile cld_real *)x;
}

typedef struct solid {
    int count, triangle_count, room, triangle_room;
    double *xyz; /* what the library is given, as doubles */
    uint32_t *t;
    int *used, used_count; /* vertices that triangles name */
    cld_polyhedron p;
    oracle_body body;
    cld_real *given; /* with the stride; as long as it must be, not longer */
    unsigned char *raw;
    size_t size;
    int guarded; /* the hierarchy lies between guards; else in memory of just its size */
    int kind;
} solid;

enum {
    TETRA, /* whole coordinates from here */
    BOX,
    OCTA,
    GRID_CUBE, /* cube of k x k squares a face: coplanar neighbours, vertices within edges */
    PRISM,     /* caps are fans around one vertex */
    PYRAMID,   /* an apex of n edges, the base a fan */
    BIPYRAMID,
    BOWL,   /* two paraboloids over a grid: all squares are coplanar pairs */
    SLIVER, /* nearly flat */
    LAST_WHOLE = SLIVER,
    ICOSA,
    BALL, /* hulls of random points */
    SPHERE,
    ELLIPSOID, /* axes to 10^6 : 1 */
    NEEDLE,
    DISC,
    KINDS
};

/* -------------------------------------------------------------------------------- in the making */

static TEST_UNUSED void *solid_memory(void *memory, size_t size)
{
    void *p = realloc(memory, size ? size : 1);
    if (!p) abort();
    return p;
}

static TEST_UNUSED void solid_clear(solid *s)
{
    s->count = s->triangle_count = s->used_count = 0;
    memset(&s->p, 0, sizeof s->p);
}

static TEST_UNUSED void solid_free(solid *s)
{
    free(s->xyz);
    free(s->t);
    free(s->used);
    free(s->given);
    free(s->raw);
    memset(s, 0, sizeof *s);
}

static TEST_UNUSED int solid_vertex(solid *s, double x, double y, double z)
{
    double *v;
    if (s->count == s->room) {
        s->room = 2 * s->room + 64;
        s->xyz = (double *)solid_memory(s->xyz, 3 * (size_t)s->room * sizeof *s->xyz);
    }
    v = s->xyz + 3 * (size_t)s->count;
    v[0] = x, v[1] = y, v[2] = z;
    return s->count++;
}

static TEST_UNUSED void solid_triangle(solid *s, int a, int b, int c)
{
    uint32_t *t;
    if (s->triangle_count == s->triangle_room) {
        s->triangle_room = 2 * s->triangle_room + 128;
        s->t = (uint32_t *)solid_memory(s->t, 3 * (size_t)s->triangle_room * sizeof *s->t);
    }
    t = s->t + 3 * (size_t)s->triangle_count++;
    t[0] = (uint32_t)a, t[1] = (uint32_t)b, t[2] = (uint32_t)c;
}

static TEST_UNUSED void solid_quad(solid *s, int a, int b, int c, int d, int other_way)
{
    if (other_way) {
        solid_triangle(s, a, b, d);
        solid_triangle(s, b, c, d);
    } else {
        solid_triangle(s, a, b, c);
        solid_triangle(s, a, c, d);
    }
}

/* The faces of n vertices from `first` on, counter-clockwise, as a fan around one of them. */
static TEST_UNUSED void solid_fan(solid *s, int first, int n, int around, int reversed)
{
    int i;
    for (i = 1; i + 1 < n; i++) {
        const int a = first + (around + i) % n, b = first + (around + i + 1) % n;
        solid_triangle(s, first + around, reversed ? b : a, reversed ? a : b);
    }
}

/* --------------------------------------------------------------------------- the library's hull */

static TEST_UNUSED int solid_library_hull(solid *s)
{
    cld_workspace workspace;
    cld_real *points = (cld_real *)solid_memory(NULL, 3 * (size_t)s->count * sizeof *points);
    int i, n, room = 2 * s->count;
    uint32_t *t = (uint32_t *)solid_memory(NULL, 3 * (size_t)room * sizeof *t);
    memset(&workspace, 0, sizeof workspace);
    for (i = 0; i < 3 * s->count; i++) points[i] = (cld_real)s->xyz[i];
    n = cld_polyhedron_hull(points, (size_t)s->count, 0, &workspace, t, room);
    s->triangle_count = 0;
    for (i = 0; i < n && i < room; i++)
        solid_triangle(s, (int)t[3 * i], (int)t[3 * i + 1], (int)t[3 * i + 2]);
    cld_workspace_free(&workspace);
    free(t);
    free(points);
    return n > 0;
}

/* ------------------------------------------------------------------------------------ our own hull
   Point by point: the triangles that see it go, and what bounds them is joined to it. 0 if ever
   four points lie in one plane: such points are not for it. */

static TEST_UNUSED int solid_own_hull(solid *s)
{
    enum { MOST = 400 };
    static int tri[2 * MOST][3], seen_at[MOST][MOST]; /* edge from, to: of a seen triangle, when */
    static signed char sees[2 * MOST];
    static int mate[MOST]; /* of horizon edge a -> b: mate[a] = b */
    int n = 0, i, j, k;
    if (s->count < 4 || s->count > MOST) return 0;
#define SOLID_V(i) (s->xyz + 3 * (size_t)(i))
    k = oracle_orient3(SOLID_V(0), SOLID_V(1), SOLID_V(2), SOLID_V(3));
    if (k == 0) return 0;
    memset(seen_at, 0, sizeof seen_at);
    for (i = 0; i < 4; i++, n++) { /* the face without vertex i, seen from which i lies behind */
        static const int face[4][3] = {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}};
        for (j = 0; j < 3; j++) tri[n][j] = face[i][k < 0 ? j : 2 - j];
    }
    for (i = 4; i < s->count; i++) {
        int kept = 0, seen = 0, start = -1, a;
        for (j = 0; j < n; j++) {
            sees[j] = (signed char)oracle_orient3(SOLID_V(tri[j][0]), SOLID_V(tri[j][1]),
                                                  SOLID_V(tri[j][2]), SOLID_V(i));
            if (sees[j] == 0) return 0;
            seen += sees[j] > 0;
        }
        if (!seen) continue;
        /* an edge of one seen triangle alone is on the horizon */
        for (j = 0; j < n; j++)
            for (k = 0; k < 3 && sees[j] > 0; k++) seen_at[tri[j][k]][tri[j][(k + 1) % 3]] = i;
        for (j = 0; j < n; j++)
            for (k = 0; k < 3 && sees[j] > 0; k++)
                if (seen_at[tri[j][(k + 1) % 3]][tri[j][k]] != i)
                    start = tri[j][k], mate[start] = tri[j][(k + 1) % 3];
        for (j = 0; j < n; j++)
            if (sees[j] < 0) memcpy(tri[kept++], tri[j], sizeof tri[0]);
        n = kept;
        a = start;
        do {
            tri[n][0] = a, tri[n][1] = mate[a], tri[n][2] = i;
            n++;
            a = mate[a];
        } while (a != start);
    }
#undef SOLID_V
    s->triangle_count = 0;
    for (j = 0; j < n; j++) solid_triangle(s, tri[j][0], tri[j][1], tri[j][2]);
    return 1;
}

/* Rounds to what the library can be given, at a scale. */
static TEST_UNUSED void solid_round(solid *s, double scale, const double shift[3])
{
    int i;
    for (i = 0; i < 3 * s->count; i++) {
        s->xyz[i] = as_given(scale * s->xyz[i] + shift[i % 3]);
    }
}

/* --------------------------------------------------------------------------------- the families */

/* A convex polygon of n vertices (a multiple of 4) of whole coordinates at height z, the first
   `step` apart: sums of short vectors without a common factor, sorted by direction. Returns the
   first vertex. */
typedef struct solid_short {
    int x, y;
} solid_short;

static int solid_by_angle(const void *a, const void *b)
{
    const solid_short *u = (const solid_short *)a, *v = (const solid_short *)b;
    const int64_t cross = (int64_t)u->x * v->y - (int64_t)u->y * v->x;
    return cross > 0 ? -1 : cross < 0;
}

static TEST_UNUSED int solid_ring(solid *s, int n, double z)
{
    const int quarter = n / 4, first = s->count;
    solid_short *d = (solid_short *)solid_memory(NULL, (size_t)quarter * sizeof *d);
    int64_t x = 0, y = 0, side_x = 0, side_y = 0;
    int i, k, sum, found = 0;
    for (sum = 1; found < quarter; sum++) {
        for (i = 1; i <= sum && found < quarter; i++) {
            int a = i, b = sum - i;
            while (b) k = a % b, a = b, b = k;
            if (a == 1) d[found].x = i, d[found].y = sum - i, found++;
        }
    }
    qsort(d, (size_t)quarter, sizeof *d, solid_by_angle);
    for (i = 0; i < quarter; i++) side_x += d[i].x, side_y += d[i].y;
    /* a quarter goes (side_x, side_y), the next that turned left: the centre is known */
    x = -(side_x - side_y) / 2, y = -(side_x + side_y) / 2;
    for (k = 0; k < 4; k++) {
        for (i = 0; i < quarter; i++) {
            const int64_t dx = d[i].x, dy = d[i].y;
            solid_vertex(s, (double)x, (double)y, z);
            x += k == 0 ? dx : k == 1 ? -dy : k == 2 ? -dx : dy;
            y += k == 0 ? dy : k == 1 ? dx : k == 2 ? -dy : -dx;
        }
    }
    free(d);
    return first;
}

static TEST_UNUSED void make_prism(solid *s, test_random *r, int n)
{
    const int ring = (n / 8 < 1 ? 1 : n / 8) * 4, height = test_integer(r, 1, 1 + ring);
    int i, bottom = solid_ring(s, ring, 0), top = solid_ring(s, ring, height);
    solid_fan(s, bottom, ring, test_integer(r, 0, ring - 1), 1);
    solid_fan(s, top, ring, test_integer(r, 0, ring - 1), 0);
    for (i = 0; i < ring; i++) {
        const int j = (i + 1) % ring;
        solid_quad(s, bottom + i, bottom + j, top + j, top + i, test_integer(r, 0, 1));
    }
}

static TEST_UNUSED void make_pyramid(solid *s, test_random *r, int n, int both)
{
    const int ring = (n / 4 < 1 ? 1 : n / 4) * 4;
    int i, k, base = solid_ring(s, ring, 0);
    for (k = 0; k < 1 + both; k++) {
        const int height = test_integer(r, 1, 1 + ring), apex = s->count;
        solid_vertex(s, 0, 0, k ? -height : height);
        for (i = 0; i < ring; i++) {
            const int a = base + i, b = base + (i + 1) % ring;
            solid_triangle(s, k ? b : a, k ? a : b, apex);
        }
    }
    if (!both) solid_fan(s, base, ring, test_integer(r, 0, ring - 1), 1);
}

static TEST_UNUSED void make_box(solid *s, test_random *r)
{
    static const int face[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                   {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    double size[3];
    int i;
    for (i = 0; i < 3; i++) size[i] = test_integer(r, 1, 20);
    for (i = 0; i < 8; i++)
        solid_vertex(s, i & 1 ? size[0] : 0, i & 2 ? size[1] : 0, i & 4 ? size[2] : 0);
    for (i = 0; i < 6; i++)
        solid_quad(s, face[i][0], face[i][1], face[i][2], face[i][3], test_integer(r, 0, 1));
}

static TEST_UNUSED void make_octa(solid *s, test_random *r)
{
    static const int around[4] = {0, 2, 1, 3};
    int i, k, size = test_integer(r, 1, 20);
    for (i = 0; i < 6; i++) {
        double v[3] = {0, 0, 0};
        v[i / 2] = i & 1 ? -size : size;
        solid_vertex(s, v[0], v[1], v[2]);
    }
    for (i = 0; i < 4; i++)
        for (k = 0; k < 2; k++) {
            const int a = around[i], b = around[(i + 1) % 4];
            solid_triangle(s, k ? b : a, k ? a : b, 4 + k);
        }
}

/* Where on the surface of the k-cube the lattice point is, as a vertex number: layer by layer,
   inner layers being rings. */
static int solid_cube_vertex(int k, int x, int y, int z)
{
    const int layer = (k + 1) * (k + 1);
    int ring;
    if (z == 0) return y * (k + 1) + x;
    if (z == k) return layer + (k - 1) * 4 * k + y * (k + 1) + x;
    ring = y == 0 ? x : x == k ? k + y : y == k ? 3 * k - x : 4 * k - y;
    return layer + (z - 1) * 4 * k + ring;
}

static TEST_UNUSED void make_grid_cube(solid *s, test_random *r, int n)
{
    int k = (int)sqrt(n / 6.0), x, y, z, side;
    if (k < 1) k = 1;
    for (z = 0; z <= k; z++) {
        if (z == 0 || z == k) {
            for (y = 0; y <= k; y++)
                for (x = 0; x <= k; x++) solid_vertex(s, x, y, z);
        } else {
            for (x = 0; x < k; x++) solid_vertex(s, x, 0, z);
            for (y = 0; y < k; y++) solid_vertex(s, k, y, z);
            for (x = k; x > 0; x--) solid_vertex(s, x, k, z);
            for (y = k; y > 0; y--) solid_vertex(s, 0, y, z);
        }
    }
    for (side = 0; side < 6; side++)
        for (y = 0; y < k; y++)
            for (x = 0; x < k; x++) {
                static const int square[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
                int q[4], c;
                for (c = 0; c < 4; c++) {
                    const int u = x + square[side & 1 ? c : 3 - c][0];
                    const int v = y + square[side & 1 ? c : 3 - c][1];
                    int p[3];
                    p[side / 2] = side & 1 ? k : 0;
                    p[(side / 2 + 1) % 3] = u, p[(side / 2 + 2) % 3] = v;
                    q[c] = solid_cube_vertex(k, p[0], p[1], p[2]);
                }
                solid_quad(s, q[0], q[1], q[2], q[3], test_integer(r, 0, 1));
            }
}

static TEST_UNUSED void make_bowl(solid *s, test_random *r, int n)
{
    int k = (int)((sqrt(n / 2.0) - 1) / 2), w, x, y, top;
    double height;
    if (k < 1) k = 1;
    w = 2 * k + 1;
    height = 5.0 * k * k;
    for (top = 0; top < 2; top++)
        for (y = -k; y <= k; y++)
            for (x = -k; x <= k; x++) {
                const double z = (double)x * x + (double)y * y;
                solid_vertex(s, x, y, top ? height - z : z);
            }
    for (top = 0; top < 2; top++)
        for (y = 0; y < 2 * k; y++)
            for (x = 0; x < 2 * k; x++) {
                const int a = top * w * w + y * w + x, b = a + 1, c = a + w + 1, d = a + w;
                solid_quad(s, a, top ? b : d, c, top ? d : b, test_integer(r, 0, 1));
            }
    for (x = 0; x < 2 * k; x++) { /* between the rims, upwards */
        const int up = w * w, last = w * (w - 1), how = test_integer(r, 0, 1);
        solid_quad(s, x, x + 1, x + 1 + up, x + up, how);
        solid_quad(s, last + x + 1, last + x, last + x + up, last + x + 1 + up, how);
        solid_quad(s, (x + 1) * w, x * w, x * w + up, (x + 1) * w + up, how);
        solid_quad(s, x * w + w - 1, (x + 1) * w + w - 1, (x + 1) * w + w - 1 + up,
                   x * w + w - 1 + up, how);
    }
}

static TEST_UNUSED void make_icosa(solid *s)
{
    const double g = (1 + sqrt(5)) / 2;
    int i, j, k, l;
    for (i = 0; i < 4; i++) solid_vertex(s, i & 2 ? -1 : 1, 0, i & 1 ? -g : g);
    for (i = 0; i < 4; i++) solid_vertex(s, i & 1 ? -g : g, i & 2 ? -1 : 1, 0);
    for (i = 0; i < 4; i++) solid_vertex(s, 0, i & 2 ? -g : g, i & 1 ? -1 : 1);
    for (i = 0; i < 12; i++)
        for (j = i + 1; j < 12; j++)
            for (k = j + 1; k < 12; k++) { /* neighbours are 2 apart, others more than 3 */
                const double *v[3], centre[3] = {0, 0, 0};
                double most = 0;
                v[0] = s->xyz + 3 * i, v[1] = s->xyz + 3 * j, v[2] = s->xyz + 3 * k;
                for (l = 0; l < 3; l++) {
                    const double *u = v[l], *w = v[(l + 1) % 3];
                    const double d = hypot(hypot(u[0] - w[0], u[1] - w[1]), u[2] - w[2]);
                    if (d > most) most = d;
                }
                if (most > 2.5) continue;
                l = oracle_orient3(v[0], v[1], v[2], centre) < 0;
                solid_triangle(s, i, l ? j : k, l ? k : j);
            }
}

static TEST_UNUSED void solid_random_points(solid *s, test_random *r, int n, int kind)
{
    double axis[3] = {1, 1, 1};
    int i;
    if (kind == ELLIPSOID)
        for (i = 0; i < 3; i++) axis[i] = pow(10, test_between(r, -3, 3));
    if (kind == NEEDLE) axis[0] = 1e3, axis[1] = axis[2] = 1e-3;
    if (kind == DISC) axis[0] = 1e-3, axis[1] = axis[2] = 1e3;
    for (i = 0; i < n; i++) {
        double p[3], square = 0;
        int k;
        do {
            for (square = 0, k = 0; k < 3; k++) {
                p[k] = test_between(r, -1, 1);
                square += p[k] * p[k];
            }
        } while (square > 1 || square < 0.01);
        for (k = 0; k < 3; k++) p[k] *= axis[k] / (kind == BALL ? 1 : sqrt(square));
        solid_vertex(s, p[0], p[1], p[2]);
    }
}

/* About n vertices; exactly convex once rounded: those of whole coordinates at a power of two near
   the scale, shifted by whole steps. 1, or 0 if it is not to be had (a hull of many
   points, and the library has none). */
static TEST_UNUSED int make_solid(solid *s, test_random *r, int kind, int n, double scale,
                                  const double shift[3])
{
    double step[3] = {0, 0, 0};
    int attempt, axis;
    if (kind <= LAST_WHOLE) scale = ldexp(1, (int)floor(log2(scale)));
    for (axis = 0; shift && axis < 3; axis++)
        step[axis] = kind <= LAST_WHOLE ? scale * floor(shift[axis] / scale) : shift[axis];
    for (attempt = 0; attempt < 100; attempt++) {
        int i, k, hull = kind >= BALL || kind == TETRA || kind == SLIVER;
        solid_clear(s);
        s->kind = kind;
        switch (kind) {
        case TETRA:
            for (i = 0; i < 12; i += 3) {
                double v[3];
                for (k = 0; k < 3; k++) v[k] = test_integer(r, -20, 20);
                solid_vertex(s, v[0], v[1], v[2]);
            }
            break;
        case SLIVER:
            for (i = 0; i < (n < 12 ? n : 12); i++) {
                const int x = test_integer(r, -400, 400), y = test_integer(r, -400, 400);
                solid_vertex(s, x, y, (2 * x + 5 * y) / 7 + test_integer(r, 0, 1));
            }
            break;
        case BOX:
            make_box(s, r);
            break;
        case OCTA:
            make_octa(s, r);
            break;
        case GRID_CUBE:
            make_grid_cube(s, r, n);
            break;
        case PRISM:
            make_prism(s, r, n);
            break;
        case PYRAMID:
            make_pyramid(s, r, n, 0);
            break;
        case BIPYRAMID:
            make_pyramid(s, r, n, 1);
            break;
        case BOWL:
            make_bowl(s, r, n);
            break;
        case ICOSA:
            make_icosa(s);
            break;
        default:
            solid_random_points(s, r, n, kind);
        }
        solid_round(s, scale, step);
        if (!hull || (kind < BALL || n <= 300 ? solid_own_hull(s) : solid_library_hull(s)))
            return 1;
        if (n > 300 && kind >= BALL) return 0;
    }
    return 0;
}

/* -------------------------------------------------------------------------- what is given to it */

/* Other numbers for the vertices, other order of triangles and corners; some vertices that no
   triangle names, far away or on top of others. */
static TEST_UNUSED void solid_shuffle(solid *s, test_random *r, int unused)
{
    int *to, i, k, n = s->count;
    double *xyz;
    for (i = 0; i < unused; i++) {
        const double *v = s->xyz + 3 * (size_t)test_integer(r, 0, n - 1);
        const double far_off = test_integer(r, 0, 1) ? 1 : test_integer(r, -100, 100);
        solid_vertex(s, as_given(far_off * v[0]), as_given(far_off * v[1]),
                     as_given(far_off * v[2]));
    }
    n = s->count;
    to = (int *)solid_memory(NULL, (size_t)n * sizeof *to);
    xyz = (double *)solid_memory(NULL, 3 * (size_t)s->room * sizeof *xyz);
    for (i = 0; i < n; i++) to[i] = i;
    for (i = n - 1; i > 0; i--) {
        const int j = test_integer(r, 0, i), swap = to[i];
        to[i] = to[j], to[j] = swap;
    }
    for (i = 0; i < n; i++)
        memcpy(xyz + 3 * (size_t)to[i], s->xyz + 3 * (size_t)i, 3 * sizeof *xyz);
    free(s->xyz);
    s->xyz = xyz;
    for (i = 0; i < s->triangle_count; i++) {
        const int turn = test_integer(r, 0, 2);
        uint32_t t[3];
        for (k = 0; k < 3; k++) t[k] = (uint32_t)to[s->t[3 * i + (k + turn) % 3]];
        memcpy(s->t + 3 * (size_t)i, t, sizeof t);
    }
    for (i = s->triangle_count - 1; i > 0; i--) {
        const size_t j = 3 * (size_t)test_integer(r, 0, i);
        uint32_t t[3];
        memcpy(t, s->t + j, sizeof t);
        memcpy(s->t + j, s->t + 3 * (size_t)i, sizeof t);
        memcpy(s->t + 3 * (size_t)i, t, sizeof t);
    }
    free(to);
}

static TEST_UNUSED void solid_pose(solid *s, const cld_pose *pose)
{
    oracle_body *b = &s->body;
    const cld_mat3 *m = &s->p.pose.rotation;
    int i;
    if (pose)
        s->p.pose = *pose;
    else
        memset(&s->p.pose, 0, sizeof s->p.pose);
    for (i = 0; i < 3; i++) {
        const cld_vec3 *column = i == 0 ? &m->x : i == 1 ? &m->y : &m->z;
        b->r[0][i] = as_stored(&column->x);
        b->r[1][i] = as_stored(&column->y);
        b->r[2][i] = as_stored(&column->z);
    }
    if (m->x.x == 0 && m->x.y == 0 && m->x.z == 0)
        for (i = 0; i < 3; i++) b->r[i][i] = 1;
    b->at[0] = as_stored(&s->p.pose.position.x);
    b->at[1] = as_stored(&s->p.pose.position.y);
    b->at[2] = as_stored(&s->p.pose.position.z);
}

/* As a rotation that was kept in float: orthonormal to that rounding only. */
static TEST_UNUSED void pose_in_float(cld_pose *pose)
{
    cld_real *x = &pose->rotation.x.x, *y = &pose->rotation.y.x, *z = &pose->rotation.z.x;
    int i;
    for (i = 0; i < 3; i++) {
        volatile float a = (float)x[i], b = (float)y[i], c = (float)z[i];
        x[i] = (cld_real)a, y[i] = (cld_real)b, z[i] = (cld_real)c;
    }
}

/* The view, with a stride of so many numbers (0: packed); what lies between vertices is NaN. */
static TEST_UNUSED void solid_view(solid *s, int stride)
{
    const size_t step = (size_t)(stride ? stride : 3), n = (size_t)s->count;
    size_t i;
    int k;
    free(s->given);
    s->given = (cld_real *)solid_memory(NULL, ((n ? n - 1 : 0) * step + 3) * sizeof(cld_real));
    for (i = 0; i + 1 < n; i++)
        for (k = 0; k < (int)step; k++) s->given[step * i + (size_t)k] = (cld_real)TEST_NAN;
    for (i = 0; i < n; i++)
        for (k = 0; k < 3; k++)
            s->given[step * i + (size_t)k] = (cld_real)s->xyz[3 * i + (size_t)k];
    s->used = (int *)solid_memory(s->used, n * sizeof *s->used);
    memset(s->used, 0, n * sizeof *s->used);
    for (k = 0; k < 3 * s->triangle_count; k++)
        if (s->t[k] < (uint32_t)s->count) s->used[s->t[k]] = 1;
    for (s->used_count = 0, k = 0; k < s->count; k++)
        if (s->used[k]) s->used[s->used_count++] = k;
    s->p.vertices = s->given;
    s->p.vertex_count = n;
    s->p.stride = (size_t)stride * sizeof(cld_real);
    s->p.triangles = s->t;
    s->p.triangle_count = (size_t)s->triangle_count;
    s->p.hierarchy = NULL;
    s->body.v = s->xyz;
    s->body.t = s->t;
    s->body.triangle_count = s->triangle_count;
    s->body.used = s->used;
    s->body.used_count = s->used_count;
    solid_pose(s, NULL);
}

static TEST_UNUSED int solid_guards_live(const solid *s)
{
    size_t i;
    if (!s->guarded) return 1;
    for (i = 0; i < 64; i++)
        if (s->raw[i] != 0xa5 || s->raw[72 + s->size + i] != 0x5a) return 0;
    return 1;
}

/* Builds the hierarchy: between guards, aligned for double and no more; or in memory of just its
   size, where a sanitizer sees what is read behind it. */
static TEST_UNUSED int solid_build(solid *s, int guarded)
{
    int status;
    s->size = cld_polyhedron_size(&s->p);
    free(s->raw);
    s->guarded = guarded;
    s->raw = (unsigned char *)solid_memory(NULL, s->size + (guarded ? 136 : 0));
    if (guarded) {
        memset(s->raw, 0xa5, 72);
        memset(s->raw + 72 + s->size, 0x5a, 64);
    }
    status = cld_polyhedron_build(&s->p, s->raw + (guarded ? 72 : 0), cld_polyhedron_size(&s->p));
    CHECK(solid_guards_live(s));
    return status;
}

/* A solid of a kind, shuffled, with a view and a hierarchy: 1 if it was to be had. */
static TEST_UNUSED int solid_of(solid *s, test_random *r, int kind, int n, double scale,
                                const double shift[3])
{
    if (!make_solid(s, r, kind, n, scale, shift)) return 0;
    if (test_integer(r, 0, 3))
        solid_shuffle(s, r, test_integer(r, 0, 2) ? 0 : test_integer(r, 0, 5));
    solid_view(s, test_integer(r, 0, 2) ? 0 : test_integer(r, 3, 6));
    return CHECK(solid_build(s, test_integer(r, 0, 1)) == CLD_OK);
}

/* Mostly small, up to `most`. */
static TEST_UNUSED int solid_some_size(test_random *r, int most)
{
    return (int)(4 * pow(most / 4.0, test_between(r, 0, 1)));
}

/* 10^low .. 10^high */
static TEST_UNUSED double solid_log(test_random *r, double low, double high)
{
    return pow(10, test_between(r, low, high));
}

static TEST_UNUSED void solid_print(const solid *s)
{
    int i;
    if (test_failures > 20) return;
    printf("    kind %d, %d vertices, %d triangles\n", s->kind, s->count, s->triangle_count);
    if (s->count > 300) return;
    for (i = 0; i < s->count; i++)
        printf("    v %a %a %a\n", s->xyz[3 * i], s->xyz[3 * i + 1], s->xyz[3 * i + 2]);
    for (i = 0; i < s->triangle_count; i++)
        printf("    t %u %u %u\n", s->t[3 * i], s->t[3 * i + 1], s->t[3 * i + 2]);
    printf("    r %a %a %a %a %a %a %a %a %a\n    at %a %a %a\n", s->body.r[0][0], s->body.r[0][1],
           s->body.r[0][2], s->body.r[1][0], s->body.r[1][1], s->body.r[1][2], s->body.r[2][0],
           s->body.r[2][1], s->body.r[2][2], s->body.at[0], s->body.at[1], s->body.at[2]);
}

static TEST_UNUSED cld_vec3 vec3(double x, double y, double z)
{
    cld_vec3 v;
    v.x = (cld_real)x, v.y = (cld_real)y, v.z = (cld_real)z;
    return v;
}

static TEST_UNUSED void numbers(cld_vec3 v, double out[3])
{
    out[0] = as_stored(&v.x), out[1] = as_stored(&v.y), out[2] = as_stored(&v.z);
}

static TEST_UNUSED double largest(const double v[3])
{
    const double a = fabs(v[0]), b = fabs(v[1]), c = fabs(v[2]);
    return a > b ? (a > c ? a : c) : (b > c ? b : c);
}

/* --------------------------------------------------------------- pairs of polyhedra, as shapes */

static TEST_UNUSED int polyhedra_overlap(const cld_polyhedron *a, const cld_polyhedron *b)
{
    const cld_shape s = cld_shape_polyhedron(a), t = cld_shape_polyhedron(b);
    return cld_shape_overlap(&s, NULL, &t, NULL, NULL);
}

static TEST_UNUSED int polyhedra_distance(const cld_polyhedron *a, const cld_polyhedron *b,
                                          cld_shape_cache *cache, cld_contact *closest)
{
    const cld_shape s = cld_shape_polyhedron(a), t = cld_shape_polyhedron(b);
    return cld_shape_distance(&s, NULL, &t, NULL, (cld_real)TEST_INFINITY, cache, closest);
}

static TEST_UNUSED int polyhedra_collide(const cld_polyhedron *a, const cld_polyhedron *b,
                                         cld_contact *out, int capacity)
{
    const cld_shape s = cld_shape_polyhedron(a), t = cld_shape_polyhedron(b);
    return cld_shape_collide(&s, NULL, &t, NULL, 0, NULL, out, capacity);
}

#endif
