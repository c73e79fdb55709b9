/* Inside and outside of meshes: the winding number, all crossings of a ray, signed distances. The
 * oracles know nothing of rays along z: meshes are sums of tetrahedra at whole coordinates, each of
 * which holds a point or not by the signs of four determinants in whole numbers; other meshes are
 * asked by the sum of solid angles in long double, where the point is well off the surface. */
#include "test.h"
#include "mesh_shapes.h"
#include "oracle_whole.h"

typedef struct model {
    shape s;
    cld_real *positions;
    cld_mesh mesh;
    void *memory;
} model;

static cld_vec3 real3(double x, double y, double z)
{
    cld_vec3 v;
    v.x = (cld_real)x, v.y = (cld_real)y, v.z = (cld_real)z;
    return v;
}

static void model_build(model *m)
{
    const cld_mesh none = {0};
    const size_t numbers = 3 * (size_t)m->s.vertex_count + 1;
    m->positions = (cld_real *)oracle_memory(m->positions, numbers * sizeof *m->positions);
    for (int i = 0; i < 3 * m->s.vertex_count; i++)
        m->positions[i] = (cld_real)(m->s.xyz[i] = as_given(m->s.xyz[i]));
    m->mesh = none;
    m->mesh.positions = m->positions, m->mesh.vertex_count = m->s.vertex_count;
    m->mesh.triangles = m->s.t, m->mesh.triangle_count = m->s.triangle_count;
    m->memory = oracle_memory(m->memory, cld_mesh_tree_size(&m->mesh));
    CHECK(cld_mesh_tree_build(&m->mesh, m->memory, cld_mesh_tree_size(&m->mesh)) == CLD_OK);
}

static void model_free(model *m)
{
    shape_free(&m->s);
    free(m->positions), free(m->memory);
    memset(m, 0, sizeof *m);
}

/* ------------------------------------------------ the oracle of whole numbers */

static wvec w_of(const double *p)
{
    const wvec r = {(whole)p[0], (whole)p[1], (whole)p[2]};
    return r;
}

static whole w_side(wvec a, wvec b, wvec c, wvec d)
{
    return w_dot(w_cross(w_sub(b, a), w_sub(c, a)), w_sub(d, a));
}

static int w_on_segment(wvec a, wvec b, wvec p)
{
    const wvec n = w_cross(w_sub(b, a), w_sub(p, a));
    return !n.x && !n.y && !n.z && w_dot(w_sub(a, p), w_sub(b, p)) <= 0;
}

static int w_on_triangle(const wvec v[3], wvec p)
{
    const wvec n = w_cross(w_sub(v[1], v[0]), w_sub(v[2], v[0]));
    if (!n.x && !n.y && !n.z)
        return w_on_segment(v[0], v[1], p) || w_on_segment(v[1], v[2], p) ||
               w_on_segment(v[2], v[0], p);
    if (w_dot(n, w_sub(p, v[0]))) return 0;
    for (int i = 0; i < 3; i++)
        if (w_dot(n, w_cross(w_sub(v[(i + 1) % 3], v[i]), w_sub(p, v[i]))) < 0) return 0;
    return 1;
}

/* The vertices of the shape are whole numbers. */
static int w_on_surface(const shape *s, wvec p)
{
    for (int t = 0; t < s->triangle_count; t++) {
        wvec v[3];
        for (int i = 0; i < 3; i++) v[i] = w_of(s->xyz + 3 * (size_t)s->t[3 * t + i]);
        if (w_on_triangle(v, p)) return 1;
    }
    return 0;
}

/* The winding number around p, which is on no triangle, by crossings in a direction in which the
   ray meets no edge; 0 in *sure if there was one. */
static int w_winding_along(const shape *s, wvec p, wvec d, int *sure)
{
    int winding = 0;
    *sure = 1;
    for (int t = 0; t < s->triangle_count; t++) {
        wvec v[3];
        int above = 0, below = 0;
        for (int i = 0; i < 3; i++) v[i] = w_sub(w_of(s->xyz + 3 * (size_t)s->t[3 * t + i]), p);
        for (int i = 0; i < 3; i++) {
            const whole side = w_dot(d, w_cross(v[i], v[(i + 1) % 3]));
            above += side > 0, below += side < 0;
        }
        if (above && below) continue;
        if (above + below < 3) {
            const wvec n = w_cross(w_sub(v[1], v[0]), w_sub(v[2], v[0]));
            if (n.x || n.y || n.z) *sure = 0; /* degenerate ones cross nothing */
        } else {
            const whole height = w_dot(v[0], w_cross(v[1], v[2])); /* t = height / (d . normal) */
            if (above && height > 0) winding++;
            if (below && height < 0) winding--;
        }
    }
    return winding;
}

static wvec w_random(test_random *r, int reach)
{
    const wvec d = {test_integer(r, -reach, reach), test_integer(r, -reach, reach),
                    test_integer(r, -reach, reach)};
    return d;
}

static int w_winding(const shape *s, wvec p, test_random *r)
{
    int sure = 0, winding = 0, tries = 0;
    while (!sure && tries++ < 100) winding = w_winding_along(s, p, w_random(r, 9973), &sure);
    CHECK(sure);
    return winding;
}

/* ------------------------------------------------ solid angles, elsewhere */

/* The sum of the solid angles over 4 pi (Van Oosterom, Strackee 1983). */
static long double angle_winding(const shape *s, const double p[3])
{
    long double sum = 0;
    for (int t = 0; t < s->triangle_count; t++) {
        long double v[3][3], n[3], dot[3];
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                v[i][k] = (long double)s->xyz[3 * (size_t)s->t[3 * t + i] + (size_t)k] -
                          (long double)p[k];
        for (int i = 0; i < 3; i++) {
            const long double *a = v[i], *b = v[(i + 1) % 3];
            n[i] = sqrtl(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
            dot[i] = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        }
        const long double det = v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1]) +
                                v[0][1] * (v[1][2] * v[2][0] - v[1][0] * v[2][2]) +
                                v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]);
        sum += atan2l(det, n[0] * n[1] * n[2] + dot[0] * n[2] + dot[1] * n[0] + dot[2] * n[1]);
    }
    return sum / (2 * (long double)SHAPE_PI);
}

/* ------------------------------------------------ whole meshes */

/* The four triangles of a tetrahedron, wound outwards if it is positive. */
static void add_tetrahedron(shape *s, int a, int b, int c, int d)
{
    shape_triangle(s, a, c, b), shape_triangle(s, a, b, d);
    shape_triangle(s, b, c, d), shape_triangle(s, c, a, d);
}

/* A box, its faces cut n by n by n; inside out if `turned`. Vertices are not shared by faces. */
static void add_box(shape *s, const int low[3], const int high[3], int n, int turned)
{
    for (int face = 0; face < 6; face++) {
        const int k = face / 2, i = (k + 1) % 3, j = (k + 2) % 3, up = face % 2;
        const int first = s->vertex_count;
        for (int u = 0; u <= n; u++)
            for (int v = 0; v <= n; v++) {
                double p[3];
                p[i] = low[i] + (double)((high[i] - low[i]) * u / n);
                p[j] = low[j] + (double)((high[j] - low[j]) * v / n);
                p[k] = up ? high[k] : low[k];
                shape_vertex(s, p[0], p[1], p[2]);
            }
        for (int u = 0; u < n; u++)
            for (int v = 0; v < n; v++) {
                const int a = first + u * (n + 1) + v, b = a + n + 1, c = b + 1, d = a + 1;
                const int along = (u + v) % 2;
                if (up != turned) {
                    shape_triangle(s, a, b, along ? c : d);
                    shape_triangle(s, along ? a : b, c, d);
                } else {
                    shape_triangle(s, a, along ? c : d, b);
                    shape_triangle(s, along ? a : b, d, c);
                }
            }
    }
}

/* Triangles without area, each closed by itself: points, and edges there and back. */
static void add_degenerate(shape *s, test_random *r, int count)
{
    for (int i = 0; i < count; i++) {
        const int a = test_integer(r, 0, s->vertex_count - 1);
        const int b = test_integer(r, 0, s->vertex_count - 1);
        shape_triangle(s, a, b, i % 3 ? b : a);
    }
}

/* The whole mesh moved and scaled, both without rounding, as the library sees it. */
typedef struct frame {
    double scale, shift[3];
} frame;

static frame random_frame(test_random *r, int round)
{
    frame f;
    const int most = sizeof(cld_real) == 4 ? 100 : 450, far = round % 7 == 3 ? most : 20;
    f.scale = round % 3 == 1 ? ldexp(1, -far) : round % 3 == 2 ? ldexp(1, far) : 1;
    for (int k = 0; k < 3; k++) f.shift[k] = round % 4 == 3 ? test_integer(r, -500000, 500000) : 0;
    return f;
}

static cld_vec3 frame_point(const frame *f, double x, double y, double z)
{
    return real3((x + f->shift[0]) * f->scale, (y + f->shift[1]) * f->scale,
                 (z + f->shift[2]) * f->scale);
}

/* Builds the model of a shape whose coordinates are whole; *plain keeps these. */
static void model_in(model *m, const frame *f, shape *plain)
{
    memset(plain, 0, sizeof *plain);
    shape_copy(plain, &m->s);
    for (int i = 0; i < 3 * m->s.vertex_count; i++)
        m->s.xyz[i] = (m->s.xyz[i] + f->shift[i % 3]) * f->scale;
    model_build(m);
}

/* Asks for the whole point p: against the brute-force surface and `expected`. */
static void check_place(const model *m, const frame *f, const shape *plain, wvec p, int expected)
{
    int winding = 99;
    const cld_vec3 at = frame_point(f, (double)p.x, (double)p.y, (double)p.z);
    const int where = cld_mesh_contains(&m->mesh, at, &winding);
    if (w_on_surface(plain, p)) {
        CHECK(where == CLD_BOUNDARY && winding == 0);
        return;
    }
    if (!CHECK(winding == expected && where == (expected ? CLD_INSIDE : CLD_OUTSIDE)))
        printf("    (%lld %lld %lld): %d, winding %d, not %d\n", p.x, p.y, p.z, where, winding,
               expected);
    CHECK(cld_mesh_contains(&m->mesh, at, NULL) == where);
}

/* ------------------------------------------------ tests */

/* Soups of tetrahedra on a small lattice, flat ones too: what is around p is known from each. */
static void tetrahedra(void)
{
    test_random r = test_random_from(1);
    const int rounds = test_repeat(1500);
    for (int round = 0; round < rounds; round++) {
        const int size = 2 * test_integer(&r, 1, 5), count = test_integer(&r, 1, 30);
        const frame f = random_frame(&r, round);
        wvec corner[4 * 30];
        shape plain;
        model m;
        memset(&m, 0, sizeof m);
        for (int i = 0; i < 4 * count; i++) {
            /* even, so that odd points are between; often the same */
            corner[i] = w_random(&r, size / 2);
            corner[i].x *= 2, corner[i].y *= 2, corner[i].z *= 2;
            shape_vertex(&m.s, (double)corner[i].x, (double)corner[i].y, (double)corner[i].z);
        }
        for (int i = 0; i < 4 * count; i += 4) add_tetrahedron(&m.s, i, i + 1, i + 2, i + 3);
        if (round % 2) add_degenerate(&m.s, &r, test_integer(&r, 1, 5));
        model_in(&m, &f, &plain);
        for (int k = 0; k < 60; k++) {
            const wvec p = w_random(&r, size + 1);
            int expected = 0;
            for (int i = 0; i < 4 * count; i += 4) {
                const wvec *v = corner + i;
                const whole six = w_side(v[0], v[1], v[2], v[3]);
                const int sign = (six > 0) - (six < 0);
                expected += sign && w_side(v[0], v[2], v[1], p) * sign < 0 &&
                                    w_side(v[0], v[1], v[3], p) * sign < 0 &&
                                    w_side(v[1], v[2], v[3], p) * sign < 0 &&
                                    w_side(v[2], v[0], v[3], p) * sign < 0
                                ? sign
                                : 0;
            }
            check_place(&m, &f, &plain, p, expected);
            if (k == 0 && !w_on_surface(&plain, p)) /* the oracles agree */
                CHECK(w_winding(&plain, p, &r) == expected);
        }
        shape_free(&plain), model_free(&m);
    }
}

static int box_holds(const int low[3], const int high[3], wvec p)
{
    return p.x > low[0] && p.x < high[0] && p.y > low[1] && p.y < high[1] && p.z > low[2] &&
           p.z < high[2];
}

/* Boxes whose faces are cut in squares: each point of the lattice is on a face, above or below
   vertices, edges and walls, or between. One box; two that overlap (winding 2); one inside out
   (-1); one in the other, turned (hollow) or not; two in one place, which cancel; with degenerate
   triangles. */
static void boxes(void)
{
    static const int low[7][2][3] = {{{0, 0, 0}, {0, 0, 0}},    {{0, 0, 0}, {2, 2, 2}},
                                     {{0, 0, 0}, {4, 0, 0}},    {{-2, -2, -2}, {0, 0, 0}},
                                     {{-4, -4, -4}, {0, 0, 0}}, {{0, 0, 0}, {0, 0, 0}},
                                     {{0, 0, 0}, {4, 4, 4}}};
    static const int high[7][2][3] = {{{4, 4, 4}, {0, 0, 0}}, {{4, 4, 4}, {6, 6, 6}},
                                      {{4, 4, 4}, {8, 4, 4}}, {{6, 6, 6}, {4, 4, 4}},
                                      {{8, 8, 8}, {4, 4, 4}}, {{4, 4, 4}, {4, 4, 4}},
                                      {{4, 4, 4}, {8, 8, 8}}};
    test_random r = test_random_from(2);
    for (int round = 0; round < 7 * 4 * 2; round++) {
        const int which = round % 7, first = round / 7 % 2, second = round / 14 % 2;
        const frame f = random_frame(&r, round / 7);
        shape plain;
        model m;
        memset(&m, 0, sizeof m);
        add_box(&m.s, low[which][0], high[which][0], 2, first);
        if (which) add_box(&m.s, low[which][1], high[which][1], round % 2 ? 1 : 2, second);
        if (round / 28) add_degenerate(&m.s, &r, 5);
        shape_shuffle(&m.s, &r, 0, NULL);
        model_in(&m, &f, &plain);
        for (int x = -5; x <= 9; x++)
            for (int y = -5; y <= 9; y++)
                for (int z = -5; z <= 9; z++) {
                    const wvec p = {x, y, z};
                    int expected = 0;
                    if (test_integer(&r, 0, 99) >= test_effort) continue;
                    expected += box_holds(low[which][0], high[which][0], p) * (first ? -1 : 1);
                    if (which)
                        expected += box_holds(low[which][1], high[which][1], p) * (second ? -1 : 1);
                    check_place(&m, &f, &plain, p, expected);
                }
        shape_free(&plain), model_free(&m);
    }
}

/* Any closed surface at whole coordinates: tori and balls rounded to a coarse lattice fold, flatten
   and cross themselves. The oracle is asked in three directions. */
static void rounded_surfaces(void)
{
    test_random r = test_random_from(3);
    const int rounds = test_repeat(60);
    for (int round = 0; round < rounds; round++) {
        const frame f = random_frame(&r, round);
        const double size = test_between(&r, 2, 12);
        shape plain;
        model m;
        memset(&m, 0, sizeof m);
        if (round % 2)
            shape_torus(&m.s, 3 + round % 17, 3 + round % 11, size, size * test_between(&r, 0, 2));
        else
            shape_ball(&m.s, 4 + round % 20, 3 + round % 13, size);
        if (round % 5) {
            const cld_mat3 turn = test_rotation(&r);
            shape_turn(&m.s, &turn);
        }
        for (int i = 0; i < 3 * m.s.vertex_count; i++) m.s.xyz[i] = floor(m.s.xyz[i] + 0.5);
        shape_shuffle(&m.s, &r, 0, NULL);
        model_in(&m, &f, &plain);
        for (int k = 0; k < 100; k++) {
            wvec p = w_random(&r, (int)(1.5 * size) + 2);
            if (k % 2) { /* above or below a vertex, or near it */
                const int v = test_integer(&r, 0, plain.vertex_count - 1);
                p.x = (whole)plain.xyz[3 * v], p.y = (whole)plain.xyz[3 * v + 1];
                if (k % 4 == 3) p.x += test_integer(&r, -1, 1), p.y += test_integer(&r, -1, 1);
            }
            if (w_on_surface(&plain, p)) {
                check_place(&m, &f, &plain, p, 0);
            } else {
                const int expected = w_winding(&plain, p, &r);
                CHECK(w_winding(&plain, p, &r) == expected);
                CHECK(w_winding(&plain, p, &r) == expected);
                check_place(&m, &f, &plain, p, expected);
            }
        }
        shape_free(&plain), model_free(&m);
    }
}

/* Smooth surfaces at any scale, far away and posed, at random points that are off the surface. */
static void solid_angles(void)
{
    test_random r = test_random_from(4);
    const int rounds = test_repeat(60);
    for (int round = 0; round < rounds; round++) {
        const double scale = pow(10, test_integer(&r, -6, 6));
        const double far = round % 4 == 1 ? 100 : 0;
        model m;
        memset(&m, 0, sizeof m);
        if (round % 3 == 0)
            shape_ball(&m.s, 20, 15, 1);
        else if (round % 3 == 1)
            shape_torus(&m.s, 24, 16, 1, test_between(&r, 0.2, 1.8)); /* above 1: crosses itself */
        else
            shape_knot(&m.s, 60, 8, 0.3);
        if (round % 2) {
            const cld_mat3 turn = test_rotation(&r);
            shape_turn(&m.s, &turn);
        }
        shape_move(&m.s, far, far / 2, -far), shape_scale(&m.s, scale);
        shape_shuffle(&m.s, &r, 0, NULL);
        model_build(&m);
        for (int k = 0; k < 60; k++) {
            double p[3];
            int winding = 99;
            for (int i = 0; i < 3; i++) p[i] = test_between(&r, -3, 3);
            p[0] += far, p[1] += far / 2, p[2] -= far;
            for (int i = 0; i < 3; i++) p[i] = as_given(p[i] * scale);
            const cld_vec3 at = real3(p[0], p[1], p[2]);
            if (cld_mesh_closest(&m.mesh, at, (cld_real)(1e-4 * scale), NULL)) continue;
            const long double sum = angle_winding(&m.s, p);
            const int where = cld_mesh_contains(&m.mesh, at, &winding);
            /* each angle is off by some roundings over the distance's share, 1e-4 */
            CHECK_NEAR((double)sum, winding, 1e-6);
            CHECK(where == (winding ? CLD_INSIDE : CLD_OUTSIDE));
            if (k % 8 == 0) { /* the pose rounds p by much less than its distance */
                cld_mesh posed = m.mesh;
                const cld_pose pose = test_pose(&r, 0);
                const cld_mat3 *q = &pose.rotation;
                posed.pose = pose;
                const cld_vec3 moved =
                    real3((double)q->x.x * p[0] + (double)q->y.x * p[1] + (double)q->z.x * p[2],
                          (double)q->x.y * p[0] + (double)q->y.y * p[1] + (double)q->z.y * p[2],
                          (double)q->x.z * p[0] + (double)q->y.z * p[1] + (double)q->z.z * p[2]);
                int again = 99;
                CHECK(cld_mesh_contains(&posed, moved, &again) == where && again == winding);
            }
        }
        model_free(&m);
    }
}

/* Corners, edges and faces themselves, at numbers that are not whole, are on the surface; the next
   numbers beside them are not, where the face is across an axis. */
static void on_the_surface(void)
{
    test_random r = test_random_from(5);
    const int rounds = test_repeat(300);
    for (int round = 0; round < rounds; round++) {
        const int low[3] = {0, 0, 0}, high[3] = {1, 1, 1};
        const double scale = pow(10, test_integer(&r, -6, 6));
        model m;
        memset(&m, 0, sizeof m);
        add_box(&m.s, low, high, 1, 0);
        for (int i = 0; i < 3 * m.s.vertex_count; i++)
            m.s.xyz[i] = m.s.xyz[i] > 0 ? 1.1 * scale : 0.3 * scale;
        model_build(&m);
        const double least = as_given(0.3 * scale), most = as_given(1.1 * scale);
        for (int k = 0; k < 30; k++) {
            double p[3];
            int on = 0, out = 0, winding = 99;
            for (int i = 0; i < 3; i++) {
                const int kind = test_integer(&r, 0, 6);
                const cld_real end = (cld_real)(kind % 2 ? least : most);
                const double away = kind % 4 < 2 ? 1e30 : -1e30;
                p[i] = kind < 2   ? (double)end
                       : kind < 6 ?
#ifdef COLLIDE_DOUBLE
                                  nextafter((double)end, away)
#else
                                  (double)nextafterf(end, (float)away)
#endif
                                  : as_given(test_between(&r, least, most));
                on |= p[i] == least || p[i] == most, out |= p[i] < least || p[i] > most;
            }
            const int where = cld_mesh_contains(&m.mesh, real3(p[0], p[1], p[2]), &winding);
            CHECK(where == (out ? CLD_OUTSIDE : on ? CLD_BOUNDARY : CLD_INSIDE));
            CHECK(winding == (where == CLD_INSIDE));
        }
        model_free(&m);
    }
}

/* ------------------------------------------------ all crossings of a ray */

/* A crossing in whole numbers: t = over / under; the other two are what `over` grows by with the
   two shifts. under is positive. */
typedef struct crossing {
    whole over[3], under;
    int sign, triangle;
} crossing;

static whole w_at(wvec a, int k)
{
    return k == 0 ? a.x : k == 1 ? a.y : a.z;
}

static int crossing_order(const void *p, const void *q)
{
    const crossing *a = (const crossing *)p, *b = (const crossing *)q;
    for (int i = 0; i < 3; i++) {
        const whole left = a->over[i] * b->under, right = b->over[i] * a->under;
        if (left != right) return left > right ? 1 : -1;
    }
    return (a->triangle > b->triangle) - (a->triangle < b->triangle);
}

/* The crossings of a ray with t <= half_end / 2 (negative: without end) and a shape, both in whole
   numbers of at most 20, in order. The line is really shifted, by 2^-11 and 2^-22 of one: every
   determinant with it that is not 0 is at least 1, or 1 times the larger shift, which both are more
   than what the next can change: 2 times 20 times 20. */
static int w_crossings(const shape *s, wvec o, wvec d, whole half_end, crossing *list)
{
    const whole one = 1 << 22;
    const whole x = llabs(d.x), y = llabs(d.y), z = llabs(d.z);
    const int k = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
    const int axes[2] = {(k + 1) % 3, (k + 2) % 3};
    int count = 0;
    whole shift[3] = {0, 0, 0};
    shift[axes[0]] = one >> 11, shift[axes[1]] = 1;
    for (int t = 0; t < s->triangle_count; t++) {
        wvec v[3], w[3];
        int above = 0, below = 0;
        for (int i = 0; i < 3; i++) {
            v[i] = w_sub(w_of(s->xyz + 3 * (size_t)s->t[3 * t + i]), o);
            w[i].x = v[i].x * one - shift[0], w[i].y = v[i].y * one - shift[1];
            w[i].z = v[i].z * one - shift[2];
        }
        for (int i = 0; i < 3; i++) {
            const whole side = w_dot(d, w_cross(w[i], w[(i + 1) % 3]));
            above += side > 0, below += side < 0;
        }
        if (above < 3 && below < 3) continue;
        const wvec n = w_cross(w_sub(v[1], v[0]), w_sub(v[2], v[0]));
        crossing *c = list + count;
        const whole under = w_dot(n, d), sign = under > 0 ? 1 : -1;
        CHECK(sign == (above ? 1 : -1));
        c->under = under * sign, c->over[0] = w_dot(n, v[0]) * sign;
        c->over[1] = -w_at(n, axes[0]) * sign, c->over[2] = -w_at(n, axes[1]) * sign;
        c->sign = (int)sign, c->triangle = t;
        if (c->over[0] < 0 || (half_end >= 0 && 2 * c->over[0] > half_end * c->under)) continue;
        count++;
    }
    qsort(list, (size_t)count, sizeof *list, crossing_order);
    return count;
}

enum { MOST_CROSSINGS = 4096 };

static void check_crossings(const model *m, const frame *f, const shape *plain, wvec o, wvec d,
                            test_random *r)
{
    static crossing expected[MOST_CROSSINGS];
    static cld_mesh_point out[MOST_CROSSINGS];
    const whole half_end = test_integer(r, 0, 2) ? -1 : test_integer(r, 0, 8);
    const int count = w_crossings(plain, o, d, half_end, expected);
    const int capacity = test_integer(r, 0, 1) ? MOST_CROSSINGS : test_integer(r, 0, count + 1);
    /* a step along the ray is scaled with the mesh */
    const cld_vec3 from = frame_point(f, (double)o.x, (double)o.y, (double)o.z);
    const cld_vec3 along =
        real3((double)d.x * f->scale, (double)d.y * f->scale, (double)d.z * f->scale);
    const cld_real end = (cld_real)(half_end < 0 ? TEST_INFINITY : (double)half_end / 2);
    double last = 0;
    cld_mesh_point first;
    memset(out, 0x77, sizeof *out * (size_t)(capacity < 64 ? capacity + 1 : 64));
    const int got = cld_mesh_raycast_all(&m->mesh, from, along, end, out, capacity);
    if (!CHECK(got == count)) printf("    %d crossings, not %d\n", got, count);
    for (int i = 0; i < got && i < count && i < capacity; i++) {
        const double t = (double)expected[i].over[0] / (double)expected[i].under;
        if (!CHECK(out[i].triangle == expected[i].triangle)) break;
        CHECK((double)out[i].distance >= last);
        last = (double)out[i].distance;
        /* under is at least 1, and no factor in it is above 40: 2^-42 grows to 2^-28 at most; and
           one rounding of float */
        CHECK_NEAR(out[i].distance, t, ldexp(1, -26) * 40 + 2 * TEST_ROUND * t);
    }
    if (capacity < 64) CHECK(((unsigned char *)(out + capacity))[0] == 0x77);
    /* where there is a crossing, there is a hit, not after it */
    if (count) {
        CHECK(cld_mesh_raycast(&m->mesh, from, along, end, &first) == 1);
        if (capacity > 0) CHECK(first.distance <= out[0].distance);
    }
}

/* Rays from and to points of the lattice, along axes and diagonals too, through soups of tetrahedra
   and boxes: through vertices, along edges and faces, from the surface. What they cross is what a
   line crosses that is really shifted; of rays without end the sum is the winding number at the
   origin. */
static void crossings(void)
{
    test_random r = test_random_from(6);
    const int rounds = test_repeat(600);
    for (int round = 0; round < rounds; round++) {
        const int size = test_integer(&r, 1, 6), count = test_integer(&r, 1, 20);
        const frame f = random_frame(&r, round);
        shape plain;
        model m;
        memset(&m, 0, sizeof m);
        if (round % 3 == 0) {
            const int low[3] = {-2, -2, -2}, high[3] = {2, 2, 2};
            const int low2[3] = {0, 0, -2}, high2[3] = {4, 4, 4};
            add_box(&m.s, low, high, 2 + round % 2 * 2, 0);
            if (round % 2) add_box(&m.s, low2, high2, 2, round / 2 % 2);
        } else {
            for (int i = 0; i < 4 * count; i++) {
                const wvec p = w_random(&r, size);
                shape_vertex(&m.s, (double)p.x, (double)p.y, (double)p.z);
            }
            for (int i = 0; i < 4 * count; i += 4) add_tetrahedron(&m.s, i, i + 1, i + 2, i + 3);
        }
        if (round % 4 == 0) add_degenerate(&m.s, &r, test_integer(&r, 1, 5));
        shape_shuffle(&m.s, &r, round % 5 == 0, NULL);
        model_in(&m, &f, &plain);
        for (int k = 0; k < 40; k++) {
            const wvec o = w_random(&r, size + 2);
            wvec d = w_random(&r, k % 4 ? 1 : 9);
            if (k % 8 == 1) d = w_sub(w_random(&r, size), o);
            if (!d.x && !d.y && !d.z) continue;
            check_crossings(&m, &f, &plain, o, d, &r);
            if (round % 5 == 0 || w_on_surface(&plain, o)) continue; /* triangles turned over */
            crossing all[200];
            int sum = 0, winding = 99;
            if (plain.triangle_count > 200) continue;
            const int n = w_crossings(&plain, o, d, -1, all);
            for (int i = 0; i < n; i++) sum += all[i].sign;
            cld_mesh_contains(&m.mesh, frame_point(&f, (double)o.x, (double)o.y, (double)o.z),
                              &winding);
            CHECK(winding == sum);
        }
        shape_free(&plain), model_free(&m);
    }
}

/* The sign of normal . d of a triangle. */
static int facing(const model *m, int triangle, const double d[3])
{
    long double v[3][3], sum = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            v[i][k] = (long double)m->s.xyz[3 * (size_t)m->s.t[3 * triangle + i] + (size_t)k];
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        sum += (long double)d[k] * ((v[1][i] - v[0][i]) * (v[2][j] - v[0][j]) -
                                    (v[1][j] - v[0][j]) * (v[2][i] - v[0][i]));
    }
    return (sum > 0) - (sum < 0);
}

/* Closed meshes that do not intersect themselves are entered and left in turn, also through their
   vertices exactly, and where walls are thinner than what distances can tell: shells of two balls,
   the inner one turned. */
static void in_turn(void)
{
    test_random r = test_random_from(7);
    const int rounds = test_repeat(100);
    for (int round = 0; round < rounds; round++) {
        static cld_mesh_point out[MOST_CROSSINGS];
        const double scale = pow(10, test_integer(&r, -6, 6));
        const int layers = round % 5 == 0 ? 40 : round % 5 == 1 ? 2 : 1;
        model m;
        memset(&m, 0, sizeof m);
        for (int layer = 0; layer < layers; layer++) {
            const int from = m.s.vertex_count, begin = m.s.triangle_count;
            const double thin = ldexp(1, sizeof(cld_real) == 4 ? -18 : -44);
            if (layers > 1 || round % 2)
                shape_ball(&m.s, 13, 9, 1 - layer * thin);
            else
                shape_torus(&m.s, 24, 16, 1, 0.4);
            for (int i = from; layers > 1 && i < m.s.vertex_count; i++)
                m.s.xyz[3 * i + 2] += layer * thin - 1; /* about one centre */
            for (int t = begin; layer % 2 && t < m.s.triangle_count; t++) {
                const uint32_t first = m.s.t[3 * t];
                m.s.t[3 * t] = m.s.t[3 * t + 1], m.s.t[3 * t + 1] = first;
            }
        }
        if (round % 3) {
            const cld_mat3 turn = test_rotation(&r);
            shape_turn(&m.s, &turn);
        }
        shape_scale(&m.s, scale);
        shape_shuffle(&m.s, &r, 0, NULL);
        model_build(&m);
        for (int k = 0; k < 100; k++) {
            double p[3], d[3];
            int inside, winding;
            for (int i = 0; i < 3; i++) {
                const int v = test_integer(&r, 0, m.s.vertex_count - 1);
                p[i] = as_given(test_between(&r, -2, 2) * scale);
                d[i] = as_given(k % 3 ? m.s.xyz[3 * v + i] - p[i] : test_between(&r, -1, 1));
            }
            if (k % 3 == 2) { /* along an axis, through a vertex exactly */
                const int axis = test_integer(&r, 0, 2),
                          v = test_integer(&r, 0, m.s.vertex_count - 1);
                for (int i = 0; i < 3; i++) {
                    d[i] = i == axis ? k % 2 ? 1 : -1 : 0;
                    if (i != axis) p[i] = m.s.xyz[3 * v + i];
                }
            }
            const cld_vec3 o = real3(p[0], p[1], p[2]);
            inside = cld_mesh_contains(&m.mesh, o, &winding);
            if (inside == CLD_BOUNDARY) continue;
            CHECK(winding == (inside == CLD_INSIDE));
            const int count = cld_mesh_raycast_all(&m.mesh, o, real3(d[0], d[1], d[2]),
                                                   (cld_real)TEST_INFINITY, out, MOST_CROSSINGS);
            CHECK(count % 2 == winding);
            for (int i = 0; i < count; i++) {
                CHECK(facing(&m, out[i].triangle, d) == ((winding + i) % 2 ? 1 : -1));
                CHECK(i == 0 || out[i].distance >= out[i - 1].distance);
            }
        }
        model_free(&m);
    }
}

/* Many sheets across one ray, in any order: the nearest are kept, whatever the capacity. */
static void many_layers(void)
{
    test_random r = test_random_from(8);
    const int layers = 3000;
    static cld_mesh_point out[MOST_CROSSINGS];
    model m;
    memset(&m, 0, sizeof m);
    for (int i = 0; i < layers; i++) {
        const double z = i % 1500; /* each twice */
        const int a = shape_vertex(&m.s, -1, -1, z), b = shape_vertex(&m.s, 3, -1, z);
        shape_triangle(&m.s, a, b, shape_vertex(&m.s, -1, 3, z));
    }
    shape_shuffle(&m.s, &r, 1, NULL);
    model_build(&m);
    for (int k = 0; k < 30; k++) {
        const int capacity = k ? test_integer(&r, 0, 60) : MOST_CROSSINGS, down = k % 2;
        const int count = cld_mesh_raycast_all(&m.mesh, real3(0, 0, down ? 1499.5 : -0.5),
                                               real3(0, 0, down ? -1 : 1), 10000, out, capacity);
        CHECK(count == layers);
        for (int i = 0; i < capacity && i < count; i++) {
            CHECK((double)out[i].distance == i / 2 + 0.5);
            CHECK(i % 2 == 0 || out[i].triangle > out[i - 1].triangle);
        }
    }
    model_free(&m);
}

/* ------------------------------------------------ signed distances */

/* The signed distance of a box from 0 to 1 along each axis, times scale. */
static double box_distance(const double p[3])
{
    double most = -HUGE_VAL, square = 0;
    for (int i = 0; i < 3; i++) {
        const double beyond = fmax(-p[i], p[i] - 1);
        most = fmax(most, beyond), square += beyond > 0 ? beyond * beyond : 0;
    }
    return most > 0 ? sqrt(square) : most;
}

/* Boxes, turned inside out too, against the closed form, at any scale and with poses; needles whose
   edges are so sharp that normals beside them say nothing. */
static void signed_distances(void)
{
    test_random r = test_random_from(9);
    const int rounds = test_repeat(100);
    for (int round = 0; round < rounds; round++) {
        const int low[3] = {0, 0, 0}, high[3] = {8, 8, 8};
        const double scale = ldexp(1, 10 * test_integer(&r, -2, 2));
        model m;
        memset(&m, 0, sizeof m);
        add_box(&m.s, low, high, 4, round % 2);
        shape_scale(&m.s, scale / 8);
        shape_shuffle(&m.s, &r, 0, NULL);
        model_build(&m);
        for (int k = 0; k < 60; k++) {
            double p[3];
            cld_mesh_point out, closest;
            for (int i = 0; i < 3; i++)
                p[i] = k % 2 ? as_given(test_between(&r, -1, 2)) : test_integer(&r, -4, 12) / 8.0;
            const double expected = box_distance(p);
            const cld_vec3 at = real3(p[0] * scale, p[1] * scale, p[2] * scale);
            const cld_real all = (cld_real)TEST_INFINITY;
            CHECK(cld_mesh_signed_distance(&m.mesh, at, all, &out) == 1);
            /* some roundings of sizes up to 3 */
            CHECK_NEAR((double)out.distance / scale, expected, 8 * TEST_ROUND);
            CHECK(((double)out.distance < 0) == (expected < 0));
            CHECK(((double)out.distance == 0) == (expected == 0));
            CHECK(cld_mesh_closest(&m.mesh, at, all, &closest) == 1);
            CHECK(out.triangle == closest.triangle && out.point.x == closest.point.x);
            CHECK(cld_mesh_signed_distance(&m.mesh, at, all, NULL) == 1);
            if (fabs(expected) > 0.01) {
                const cld_real less = (cld_real)(fabs(expected) * 0.99 * scale);
                const cld_real more = (cld_real)(fabs(expected) * 1.01 * scale);
                out.triangle = 77;
                CHECK(cld_mesh_signed_distance(&m.mesh, at, less, &out) == 0);
                CHECK(out.triangle == 77);
                CHECK(cld_mesh_signed_distance(&m.mesh, at, more, &out) == 1);
            }
            if (fabs(expected) > 0.01) {
                cld_mesh posed = m.mesh;
                posed.pose = test_pose(&r, 0);
                const cld_mat3 *q = &posed.pose.rotation;
                const cld_vec3 moved = real3(
                    scale * ((double)q->x.x * p[0] + (double)q->y.x * p[1] + (double)q->z.x * p[2]),
                    scale * ((double)q->x.y * p[0] + (double)q->y.y * p[1] + (double)q->z.y * p[2]),
                    scale *
                        ((double)q->x.z * p[0] + (double)q->y.z * p[1] + (double)q->z.z * p[2]));
                CHECK(cld_mesh_signed_distance(&posed, moved, all, &out) == 1);
                CHECK_NEAR((double)out.distance / scale, expected, 64 * TEST_ROUND);
            }
        }
        model_free(&m);
    }
    for (int round = 0; round < rounds; round++) { /* needles: whole numbers, longest edge 4000 */
        model m;
        wvec v[4];
        int tries = 0;
        whole six = 0;
        memset(&m, 0, sizeof m);
        while (six <= 0 && tries++ < 1000) {
            for (int i = 0; i < 4; i++) v[i] = w_random(&r, 3);
            v[3].x += test_integer(&r, -2000, 2000), v[3].y += test_integer(&r, -2000, 2000);
            six = w_side(v[0], v[1], v[2], v[3]);
        }
        for (int i = 0; i < 4; i++)
            shape_vertex(&m.s, (double)v[i].x, (double)v[i].y, (double)v[i].z);
        add_tetrahedron(&m.s, 0, 1, 2, 3);
        model_build(&m);
        for (int k = 0; k < 60; k++) { /* around the far corner and the near ones */
            wvec p = w_random(&r, 4);
            cld_mesh_point out;
            int above = 0, below = 0;
            p.x += v[k % 4].x, p.y += v[k % 4].y, p.z += v[k % 4].z;
            const whole side[4] = {w_side(v[0], v[2], v[1], p), w_side(v[0], v[1], v[3], p),
                                   w_side(v[1], v[2], v[3], p), w_side(v[2], v[0], v[3], p)};
            for (int i = 0; i < 4; i++) above += side[i] > 0, below += side[i] < 0;
            const cld_vec3 at = real3((double)p.x, (double)p.y, (double)p.z);
            CHECK(cld_mesh_signed_distance(&m.mesh, at, (cld_real)TEST_INFINITY, &out) == 1);
            const double d = (double)out.distance;
            CHECK(above ? d > 0 : below == 4 ? d < 0 : d == 0);
        }
        model_free(&m);
    }
}

static void bad_questions(void)
{
    const int low[3] = {0, 0, 0}, high[3] = {4, 4, 4};
    int winding = 7;
    cld_mesh bad;
    model m;
    memset(&m, 0, sizeof m);
    add_box(&m.s, low, high, 2, 0);
    model_build(&m);
    CHECK(cld_mesh_contains(NULL, real3(1, 1, 1), &winding) == CLD_ERROR_NULL);
    CHECK(cld_mesh_contains(&m.mesh, real3(TEST_NAN, 1, 1), &winding) == CLD_ERROR_FINITE);
    CHECK(cld_mesh_contains(&m.mesh, real3(1, 1, TEST_INFINITY), &winding) == CLD_ERROR_FINITE);
    bad = m.mesh, bad.tree = NULL;
    CHECK(cld_mesh_contains(&bad, real3(1, 1, 1), &winding) == CLD_ERROR_NULL);
    bad = m.mesh, bad.triangle_count--;
    CHECK(cld_mesh_contains(&bad, real3(1, 1, 1), &winding) == CLD_ERROR_MISMATCH);
    bad = m.mesh, bad.pose.rotation.x.x = 2;
    CHECK(cld_mesh_contains(&bad, real3(1, 1, 1), &winding) == CLD_ERROR_POSE);
    CHECK(winding == 7);
    CHECK(cld_mesh_contains(&m.mesh, real3(1e30, 1, 1), &winding) == CLD_OUTSIDE && winding == 0);
    CHECK(cld_mesh_contains(&m.mesh, real3(1, 1, -1e30), &winding) == CLD_OUTSIDE && winding == 0);
    const cld_vec3 o = real3(1, 1, 1), d = real3(0, 1, 0);
    cld_mesh_point out;
    CHECK(cld_mesh_raycast_all(NULL, o, d, 1, &out, 1) == CLD_ERROR_NULL);
    CHECK(cld_mesh_raycast_all(&m.mesh, o, d, 1, NULL, 1) == CLD_ERROR_NULL);
    CHECK(cld_mesh_raycast_all(&m.mesh, o, d, 1, &out, -1) == CLD_ERROR_COUNT);
    CHECK(cld_mesh_raycast_all(&bad, o, d, 1, &out, 1) == CLD_ERROR_POSE);
    CHECK(cld_mesh_raycast_all(&m.mesh, real3(TEST_NAN, 0, 0), d, 1, &out, 1) == CLD_ERROR_FINITE);
    CHECK(cld_mesh_raycast_all(&m.mesh, o, real3(0, 0, 0), 1, &out, 1) == CLD_ERROR_PARAMETER);
    CHECK(cld_mesh_raycast_all(&m.mesh, o, d, -1, &out, 1) == CLD_ERROR_PARAMETER);
    CHECK(cld_mesh_raycast_all(&m.mesh, o, d, 2, NULL, 0) == 0);
    CHECK(cld_mesh_raycast_all(&m.mesh, o, d, 3, NULL, 0) == 1);
    CHECK(cld_mesh_signed_distance(NULL, o, 1, &out) == CLD_ERROR_NULL);
    CHECK(cld_mesh_signed_distance(&bad, o, 1, &out) == CLD_ERROR_POSE);
    CHECK(cld_mesh_signed_distance(&m.mesh, o, -1, &out) == CLD_ERROR_PARAMETER);
    CHECK(cld_mesh_signed_distance(&m.mesh, real3(TEST_NAN, 0, 0), 1, &out) == CLD_ERROR_FINITE);
    m.s.triangle_count = 0;
    model_build(&m);
    CHECK(cld_mesh_signed_distance(&m.mesh, o, 1, &out) == 0);
    CHECK(cld_mesh_raycast_all(&m.mesh, o, d, 3, &out, 1) == 0);
    winding = 7;
    CHECK(cld_mesh_contains(&m.mesh, real3(1, 1, 1), &winding) == CLD_OUTSIDE && winding == 0);
    model_free(&m);
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(tetrahedra);
    TEST(boxes);
    TEST(rounded_surfaces);
    TEST(solid_angles);
    TEST(on_the_surface);
    TEST(crossings);
    TEST(in_turn);
    TEST(many_layers);
    TEST(signed_distances);
    TEST(bad_questions);
    return test_end();
}
