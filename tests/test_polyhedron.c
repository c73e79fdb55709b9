/* [POLYGON]: one polyhedron: validity, hull, hierarchy, extremes, planes, points, lines; against
 * linear scans and exact signs.
 *
 *     test_polyhedron [seed]
 *
 * With TEST_EFFORT=4000 a million questions of each kind. */
#include "test.h"

#include "polyhedron_shapes.h"

static solid one, two;
static cld_workspace space;

static double length3(const double v[3])
{
    const double m = largest(v);
    if (!(m > 0)) return 0;
    return m * sqrt(v[0] / m * (v[0] / m) + v[1] / m * (v[1] / m) + v[2] / m * (v[2] / m));
}

/* Questions for one solid of each loop. */
enum { QUESTIONS = 50 };

/* Any kind, up to so many vertices, at any scale; in its own frame perhaps far from the origin. 0
   if none was to be had, ever again. */
static int some_solid(solid *s, test_random *r, int most)
{
    int tries;
    for (tries = 0; tries < 50; tries++) {
        const int kind = test_integer(r, 0, KINDS - 1);
        const double scale = test_integer(r, 0, 2) ? 1 : solid_log(r, -6, 6);
        double shift[3];
        int k;
        for (k = 0; k < 3; k++)
            shift[k] = test_integer(r, 0, 3) ? 0 : scale * test_integer(r, -1000, 1000);
        if (solid_of(s, r, kind, solid_some_size(r, most), scale, shift)) return 1;
    }
    return 0;
}

/* Half the largest difference of two coordinates. */
static double half_extent(const solid *s)
{
    double most = 0;
    int i, k;
    for (k = 0; k < 3; k++) {
        double low = 0, high = 0;
        for (i = 0; i < s->used_count; i++) {
            const double x = s->xyz[3 * s->used[i] + k];
            if (i == 0 || x < low) low = x;
            if (i == 0 || x > high) high = x;
        }
        if (high - low > 2 * most) most = (high - low) / 2;
    }
    return most;
}

static double *some_vertex(const solid *s, test_random *r)
{
    return s->xyz + 3 * (size_t)s->used[test_integer(r, 0, s->used_count - 1)];
}

/* A point of the body's frame, as cld_real: vertices, points of edges and faces, their neighbours
   by some ulps, points around. */
static void some_point(const solid *s, test_random *r, double out[3])
{
    const int how = test_integer(r, 0, 7), t = test_integer(r, 0, s->triangle_count - 1);
    double c[3] = {1, 0, 0}, sum = 0;
    int i, k;
    if (how == 1) c[1] = 1; /* a middle of an edge */
    if (how == 2) c[1] = test_between(r, 0, 1), c[0] = 1 - c[1];
    if (how >= 3 && how <= 5)
        for (i = 0; i < 3; i++)
            c[i] = how == 3 ? 1 << test_integer(r, 0, 3) : test_between(r, 0, 1);
    for (i = 0; i < 3; i++) sum += c[i];
    for (k = 0; k < 3; k++) {
        double x = 0;
        for (i = 0; i < 3; i++) x += c[i] / sum * oracle_corner(&s->body, t, i)[k];
        out[k] = x;
    }
    if (how >= 6) { /* between two vertices, or past the second */
        const double *a = some_vertex(s, r), *b = some_vertex(s, r), f = test_between(r, -0.1, 1.1);
        for (k = 0; k < 3; k++) out[k] = (out[k] + a[k]) / 2 + f * (b[k] - a[k]);
    }
    for (k = 0; k < 3; k++) {
        if (how == 5) out[k] *= 1 + test_integer(r, -3, 3) * 2 * TEST_ROUND;
        out[k] = as_given(out[k]);
    }
}

/* A direction as cld_real: any, along axes, normals of faces, edges, of any length. */
static void some_direction(const solid *s, test_random *r, double out[3])
{
    const int how = test_integer(r, 0, 4), t = test_integer(r, 0, s->triangle_count - 1);
    double e[3], f[3], scale = test_integer(r, 0, 3) ? 1 : solid_log(r, -6, 6), n;
    int k;
    for (k = 0; k < 3; k++) {
        e[k] = oracle_corner(&s->body, t, 1)[k] - oracle_corner(&s->body, t, 0)[k];
        f[k] = oracle_corner(&s->body, t, 2)[k] - oracle_corner(&s->body, t, 0)[k];
    }
    for (k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        out[k] = how == 0   ? e[k]
                 : how == 1 ? e[i] * f[j] - e[j] * f[i]
                 : how == 2 ? test_integer(r, -1, 1)
                            : test_between(r, -1, 1);
    }
    n = length3(out);
    if (how == 3) n /= test_integer(r, 0, 1) ? 1 : -1;
    if (!(n != 0)) out[0] = n = 1;
    if (how == 1 && s->kind <= LAST_WHOLE && largest(out) < 1e15) scale = n; /* as it is: exact */
    for (k = 0; k < 3; k++) out[k] = as_given(out[k] / n * scale);
    if (largest(out) == 0) out[0] = 1;
}

static void some_pose(solid *s, test_random *r)
{
    const double reach[4] = {0, 1, 100, 1e4};
    cld_pose pose = test_pose(r, half_extent(s) * reach[test_integer(r, 0, 3)]);
    if (test_integer(r, 0, 4) == 0) memset(&pose.rotation, 0, sizeof pose.rotation);
    if (test_integer(r, 0, 1)) pose_in_float(&pose);
    solid_pose(s, &pose);
}

/* One of the 24 turns of a cube, and a whole shift: nothing is rounded on small whole numbers. */
static void exact_pose(solid *s, test_random *r, int reach)
{
    static const double turn[2][3][3] = {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}},
                                         {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}};
    double m[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, n[3][3];
    cld_pose pose;
    int i, j, k, l, times = test_integer(r, 1, 6);
    for (l = 0; l < times; l++) {
        const int which = test_integer(r, 0, 1);
        for (i = 0; i < 3; i++)
            for (j = 0; j < 3; j++)
                for (n[i][j] = 0, k = 0; k < 3; k++) n[i][j] += m[i][k] * turn[which][k][j];
        memcpy(m, n, sizeof m);
    }
    pose.rotation.x = vec3(m[0][0], m[1][0], m[2][0]);
    pose.rotation.y = vec3(m[0][1], m[1][1], m[2][1]);
    pose.rotation.z = vec3(m[0][2], m[1][2], m[2][2]);
    pose.position = vec3(test_integer(r, -reach, reach), test_integer(r, -reach, reach),
                         test_integer(r, -reach, reach));
    solid_pose(s, &pose);
}

/* The world's place of a point, in double. */
static void placed(const solid *s, const double v[3], double out[3])
{
    wide w[3];
    int k;
    oracle_place(&s->body, v, w);
    for (k = 0; k < 3; k++) out[k] = (double)w[k];
}

/* ------------------------------------------------------------------------------------ validity */

static int validated(const solid *s, size_t *where)
{
    *where = (size_t)-1;
    return cld_polyhedron_validate(&s->p, &space, where);
}

/* Build says the same, CONVEX apart, and leaves the hierarchy as it was. */
static void same_from_build(solid *s, int status)
{
    static double memory[1 << 14];
    const void *before = s->p.hierarchy = &space;
    int built;
    if (status == CLD_OK && !CHECK(cld_polyhedron_size(&s->p) <= sizeof memory)) return;
    built = cld_polyhedron_build(&s->p, memory, sizeof memory);
    CHECK(built == (status == CLD_ERROR_CONVEX ? CLD_OK : status));
    if (built != CLD_OK)
        CHECK(s->p.hierarchy == before);
    else
        CHECK(s->p.hierarchy != before && s->p.hierarchy != NULL);
    s->p.hierarchy = NULL;
}

static void plain_box(test_random *r)
{
    double shift[3] = {0, 0, 0};
    make_solid(&one, r, BOX, 8, 1, shift);
    solid_view(&one, 0);
}

static void statuses_of_validate(void)
{
    test_random r = test_random_from(1);
    cld_polyhedron p;
    double memory[4096];
    size_t where;
    int i, k;
    plain_box(&r);
    p = one.p;
    CHECK(validated(&one, &where) == CLD_OK);
    CHECK(cld_polyhedron_validate(&p, &space, NULL) == CLD_OK);
    same_from_build(&one, CLD_OK);
    CHECK(cld_polyhedron_validate(NULL, &space, &where) == CLD_ERROR_NULL);
    CHECK(cld_polyhedron_validate(&p, NULL, &where) == CLD_ERROR_NULL);
    CHECK(cld_polyhedron_build(NULL, memory, sizeof memory) == CLD_ERROR_NULL);
    CHECK(cld_polyhedron_build(&p, NULL, cld_polyhedron_size(&p)) == CLD_ERROR_NULL &&
          p.hierarchy == NULL);
    CHECK(cld_polyhedron_build(&p, (char *)memory + sizeof(cld_real) / 2,
                               cld_polyhedron_size(&p)) == CLD_ERROR_STRIDE);
    CHECK(p.hierarchy == NULL && cld_polyhedron_size(NULL) == 0);
    for (i = 0; i < 6; i++) { /* counts and arrays */
        p = one.p;
        if (i == 0) p.vertices = NULL;
        if (i == 1) p.triangles = NULL;
        if (i == 2) p.vertex_count = 3;
        if (i == 3) p.triangle_count = 3;
        if (i == 4) p.vertex_count = ((size_t)1 << 28) + 1;
        if (i == 5) p.triangle_count = ((size_t)1 << 29) + 1;
        k = i < 2 ? CLD_ERROR_NULL : CLD_ERROR_COUNT;
        CHECK(cld_polyhedron_validate(&p, &space, &where) == k);
        CHECK(cld_polyhedron_build(&p, memory, sizeof memory) == k && p.hierarchy == NULL);
        CHECK(i < 2 || cld_polyhedron_size(&p) == 0);
    }
    for (i = 0; i < 3; i++) {
        p = one.p;
        p.stride = i == 0 ? 1 : i == 1 ? 2 * sizeof(cld_real) : 3 * sizeof(cld_real) + 1;
        CHECK(cld_polyhedron_validate(&p, &space, &where) == CLD_ERROR_STRIDE);
        CHECK(cld_polyhedron_build(&p, memory, sizeof memory) == CLD_ERROR_STRIDE);
    }
    for (i = 0; i < 4; i++) {
        p = one.p;
        p.pose = cld_pose_identity();
        if (i == 0) p.pose.rotation.x.x = 2;
        if (i == 1) p.pose.rotation.z.z = -1;
        if (i == 2) p.pose.position.y = (cld_real)TEST_NAN;
        if (i == 3) p.pose.rotation.y.x = (cld_real)TEST_INFINITY;
        CHECK(cld_polyhedron_validate(&p, &space, &where) == CLD_ERROR_POSE);
        CHECK(cld_polyhedron_build(&p, memory, sizeof memory) == CLD_ERROR_POSE);
    }
    for (i = 0; i < 24; i++) { /* every coordinate */
        const cld_real keep = one.given[i];
        for (k = 0; k < 4; k++) {
            one.given[i] = (cld_real)(k == 0   ? TEST_NAN
                                      : k == 1 ? TEST_INFINITY
                                      : k == 2 ? -TEST_INFINITY
                                               : 1.01e100);
            CHECK(validated(&one, &where) == CLD_ERROR_POINT && where == (size_t)i / 3);
            same_from_build(&one, CLD_ERROR_POINT);
        }
        one.given[i] = keep;
    }
    for (i = 0; i < 36; i++) { /* every index; later triangles may be as bad */
        const uint32_t keep = one.t[i], last = one.t[35];
        for (k = 0; k < 3; k++) {
            one.t[i] = k == 0 ? 8 : k == 1 ? 0xffffffffu : one.t[i % 3 ? i - 1 : i + 1];
            if (test_integer(&r, 0, 1) && i < 33) one.t[35] = 77;
            CHECK(validated(&one, &where) == CLD_ERROR_INDEX && where == (size_t)i / 3);
            same_from_build(&one, CLD_ERROR_INDEX);
            one.t[35] = last;
            one.t[i] = keep;
        }
    }
    CHECK(validated(&one, &where) == CLD_OK);
}

/* 1 if an edge of the triangle has no counterpart, or several, in the others. */
static int is_open(const solid *s, int triangle)
{
    int i, k, open = 0;
    for (k = 0; k < 3; k++) {
        const uint32_t a = s->t[3 * triangle + k], b = s->t[3 * triangle + (k + 1) % 3];
        int same = 0, against = 0;
        for (i = 0; i < 3 * s->triangle_count; i++) {
            const uint32_t c = s->t[i], d = s->t[i % 3 == 2 ? i - 2 : i + 1];
            same += c == a && d == b;
            against += c == b && d == a;
        }
        if (same != 1 || against != 1) open = 1;
    }
    return open;
}

static void surfaces_that_do_not_close(void)
{
    test_random r = test_random_from(2);
    size_t where;
    int n, repeat = test_repeat(2000);
    for (n = 0; n < repeat; n++) {
        const int how = test_integer(&r, 0, 2);
        double shift[3] = {0, 0, 0};
        int i, k;
        if (!make_solid(&one, &r, test_integer(&r, 0, KINDS - 1), solid_some_size(&r, 60), 1,
                        shift))
            continue;
        solid_shuffle(&one, &r, 0);
        i = test_integer(&r, 0, one.triangle_count - 1);
        if (how == 0) { /* one is missing */
            one.triangle_count--;
            memcpy(one.t + 3 * i, one.t + 3 * one.triangle_count, 3 * sizeof *one.t);
        }
        if (how == 1) /* one is there twice */
            solid_triangle(&one, (int)one.t[3 * i], (int)one.t[3 * i + 1], (int)one.t[3 * i + 2]);
        if (how == 2) { /* one is turned over */
            const uint32_t t = one.t[3 * i];
            one.t[3 * i] = one.t[3 * i + 1], one.t[3 * i + 1] = t;
        }
        solid_view(&one, 0);
        k = validated(&one, &where);
        if (one.triangle_count < 4) {
            CHECK(k == CLD_ERROR_COUNT);
            continue;
        }
        CHECK(k == CLD_ERROR_SURFACE);
        if (CHECK(where < (size_t)one.triangle_count)) CHECK(is_open(&one, (int)where));
        same_from_build(&one, CLD_ERROR_SURFACE);
    }
}

/* Two boxes, apart or joined in a vertex, or along an edge. */
static void two_surfaces(void)
{
    test_random r = test_random_from(3);
    size_t where;
    int how, i, k;
    for (how = 0; how < 4; how++) {
        solid_clear(&one);
        make_box(&one, &r);
        for (i = 0; i < 8; i++) {
            const double *v = one.xyz + 3 * i;
            solid_vertex(&one, v[0] + 100, v[1], v[2]);
        }
        for (i = 0; i < 12; i++) {
            int t[3];
            for (k = 0; k < 3; k++) {
                const int v = (int)one.t[3 * i + k];
                t[k] = how == 1 && v == 0 ? 7 : how >= 2 && v <= 1 ? 6 + v : v + 8;
                if (how == 3) t[k] = v; /* the same once more */
            }
            solid_triangle(&one, t[0], t[1], t[2]);
        }
        solid_view(&one, 0);
        CHECK(validated(&one, &where) == CLD_ERROR_SURFACE);
        CHECK(where < (size_t)one.triangle_count);
        same_from_build(&one, CLD_ERROR_SURFACE);
    }
}

static void good_solids_are_convex(void)
{
    test_random r = test_random_from(4);
    size_t where;
    int n, repeat = test_repeat(1500);
    for (n = 0; n < repeat; n++) {
        if (!some_solid(&one, &r, 300)) return;
        if (!CHECK(validated(&one, &where) == CLD_OK)) solid_print(&one);
        if (n % 4 == 0) { /* inside out */
            int i;
            for (i = 0; i < one.triangle_count; i++) {
                const uint32_t t = one.t[3 * i];
                one.t[3 * i] = one.t[3 * i + 1], one.t[3 * i + 1] = t;
            }
            CHECK(validated(&one, &where) == CLD_ERROR_CONVEX);
            CHECK(where < (size_t)one.triangle_count);
        }
    }
}

/* Is triangle `t` folded back onto a neighbour in the same plane? No edge is bent then, but the
   surface is none of a convex solid. */
static int is_folded(const solid *s, size_t t)
{
    const uint32_t *a = s->t + 3 * t;
    int i, j;
    for (i = 0; i < s->triangle_count; i++) {
        const uint32_t *b = s->t + 3 * i;
        int same = 0, other = 0;
        double n[2][3], dot = 0;
        for (j = 0; j < 3; j++) {
            const int shared = b[j] == a[0] || b[j] == a[1] || b[j] == a[2];
            same += shared;
            if (!shared) other = j;
        }
        if (same != 2 || oracle_orient3(s->xyz + 3 * a[0], s->xyz + 3 * a[1], s->xyz + 3 * a[2],
                                        s->xyz + 3 * b[other]) != 0) {
            continue;
        }
        for (j = 0; j < 2; j++) {
            const uint32_t *c = j ? b : a;
            const double *p = s->xyz + 3 * c[0], *q = s->xyz + 3 * c[1], *r = s->xyz + 3 * c[2];
            int k;
            for (k = 0; k < 3; k++) {
                const int l = (k + 1) % 3, m = (k + 2) % 3;
                n[j][k] = (q[l] - p[l]) * (r[m] - p[m]) - (q[m] - p[m]) * (r[l] - p[l]);
            }
        }
        for (j = 0; j < 3; j++) dot += n[0][j] * n[1][j];
        if (dot < 0) return 1;
    }
    return 0;
}

/* A vertex moves by an ulp or some, or in a face: exactly decided whether that dents it. */
static void convexity_to_the_last_bit(void)
{
    test_random r = test_random_from(5);
    size_t where;
    int n, repeat = test_repeat(4000), dents = 0, flats = 0;
    for (n = 0; n < repeat; n++) {
        double shift[3] = {0, 0, 0}, *v;
        oracle_surface look;
        int status, i, times = test_integer(&r, 1, 3);
        shift[0] = test_integer(&r, 0, 5);
        if (!make_solid(&one, &r, test_integer(&r, 0, KINDS - 1), solid_some_size(&r, 100),
                        solid_log(&r, -6, 6), shift))
            continue;
        for (i = 0; i < times; i++) {
            v = one.xyz + 3 * test_integer(&r, 0, one.count - 1) + test_integer(&r, 0, 2);
            if (test_integer(&r, 0, 3))
                *v *= 1 + test_integer(&r, -2, 2) * 2 * TEST_ROUND;
            else
                *v += test_integer(&r, -1, 1) * ldexp(1, test_integer(&r, -30, 0));
            *v = as_given(*v);
        }
        solid_view(&one, 0);
        look = oracle_look(&one.body, one.count);
        CHECK(look.closed);
        if (look.flat) {
            flats++;
            continue;
        }
        status = validated(&one, &where);
        if (look.bend == 0 && status == CLD_ERROR_CONVEX) { /* folded there, or elsewhere */
            for (i = 0; i < one.triangle_count && !is_folded(&one, (size_t)i); i++) {}
            if (CHECK(where < (size_t)one.triangle_count) && i < one.triangle_count) continue;
        }
        if (!CHECK(status == (look.bend > 0 ? CLD_ERROR_CONVEX : CLD_OK))) solid_print(&one);
        if (status == CLD_ERROR_CONVEX && CHECK(where < (size_t)one.triangle_count)) {
            int bent = 0, j; /* it, or a neighbour of it, sees the other's corner */
            const uint32_t *t = one.t + 3 * where;
            for (i = 0; i < 3 * one.triangle_count; i++)
                for (j = 0; j < 3; j++)
                    if (one.t[i] == t[(j + 1) % 3] && one.t[i % 3 == 2 ? i - 2 : i + 1] == t[j] &&
                        oracle_orient3(one.xyz + 3 * t[0], one.xyz + 3 * t[1], one.xyz + 3 * t[2],
                                       one.xyz + 3 * one.t[i % 3 == 0 ? i + 2 : i - 1]) > 0)
                        bent = 1;
            if (!CHECK(bent)) printf("    in triangle %d\n", (int)where), solid_print(&one);
        }
        dents += look.bend > 0;
        same_from_build(&one, status);
    }
    CHECK(repeat < 1000 || (dents > repeat / 8 && dents < repeat - repeat / 8));
    CHECK(flats < repeat / 4);
}

/* Pyramids on both sides of a star: convex at every edge, around more than once. */
static void surfaces_that_go_around_twice(void)
{
    size_t where;
    int n, k, i, turn, bends, often = 0;
    for (n = 8; n <= 64; n += 4)
        for (k = 1; k < n / 2; k++) {
            int a = n, b = k;
            while (b) turn = a % b, a = b, b = turn;
            if (a != 1) continue;
            solid_clear(&one);
            solid_ring(&one, n, 0);
            solid_vertex(&one, 0, 0, 10);
            solid_vertex(&one, 0, 0, -3);
            for (i = 0; i < n; i++) {
                const int u = i * k % n, v = (i + 1) * k % n;
                solid_triangle(&one, u, v, n);
                solid_triangle(&one, v, u, n + 1);
            }
            solid_view(&one, 0);
            bends = oracle_look(&one.body, one.count).bend > 0;
            often += !bends && k > 1;
            CHECK(validated(&one, &where) == (k == 1 ? CLD_OK : CLD_ERROR_CONVEX));
            CHECK(k == 1 || where < (size_t)one.triangle_count);
            same_from_build(&one, k == 1 ? CLD_OK : CLD_ERROR_CONVEX);
        }
    CHECK(often > 50); /* nothing to be seen at the edges */
}

/* Everything in one plane: a polygon's front and back. */
static void flat_surfaces(void)
{
    test_random r = test_random_from(6);
    size_t where;
    int n, i;
    for (n = 4; n <= 40; n += 4) {
        solid_clear(&one);
        solid_ring(&one, n, 0);
        for (i = 0; i < n; i++) one.xyz[3 * i + 2] = 3 * one.xyz[3 * i] - one.xyz[3 * i + 1] + 5;
        solid_fan(&one, 0, n, test_integer(&r, 0, n - 1), 0);
        solid_fan(&one, 0, n, test_integer(&r, 0, n - 1), 1);
        solid_view(&one, 0);
        i = validated(&one, &where);
        /* the same diagonal in front and behind is an edge of four triangles */
        CHECK(i == CLD_ERROR_CONVEX || i == CLD_ERROR_SURFACE);
        CHECK(where < (size_t)one.triangle_count);
    }
}

static void validate_without_memory(void)
{
    test_random r = test_random_from(7);
    test_memory memory;
    size_t where;
    int n;
    solid_clear(&one);
    make_bowl(&one, &r, 1000);
    solid_view(&one, 0);
    for (n = 1; n < 1000; n++) {
        cld_workspace w;
        int status;
        memset(&w, 0, sizeof w);
        test_memory_reset(&memory, n);
        w.allocator = test_allocator(&memory);
        status = cld_polyhedron_validate(&one.p, &w, &where);
        if (!memory.failed)
            CHECK(status == CLD_OK);
        else {
            CHECK(status == CLD_ERROR_MEMORY);
            memory.fail_at = 0; /* it can be used again */
            CHECK(cld_polyhedron_validate(&one.p, &w, &where) == CLD_OK);
            memory.failed = 1;
        }
        cld_workspace_free(&w);
        CHECK(memory.live == 0 && memory.blocks == 0);
        if (memory.requests < n) break;
    }
    CHECK(n < 1000);
}

/* ---------------------------------------------------------------------------------------- hulls */

/* Where seen from the inside: the sum of the faces' solid angles, in spheres. */
static double turns_around(const oracle_body *b)
{
    long double c[3] = {0, 0, 0}, sum = 0;
    int i, j, k;
    for (i = 0; i < b->used_count; i++)
        for (k = 0; k < 3; k++) c[k] += (long double)b->v[3 * b->used[i] + k] / b->used_count;
    for (i = 0; i < b->triangle_count; i++) {
        long double v[3][3], n[3], d[3], top, bottom;
        for (j = 0; j < 3; j++) {
            for (k = 0; k < 3; k++) v[j][k] = oracle_corner(b, i, j)[k] - c[k];
            n[j] = sqrtl(v[j][0] * v[j][0] + v[j][1] * v[j][1] + v[j][2] * v[j][2]);
        }
        for (j = 0; j < 3; j++) {
            const long double *u = v[j], *w = v[(j + 1) % 3];
            d[j] = u[0] * w[0] + u[1] * w[1] + u[2] * w[2];
        }
        top = 0;
        for (k = 0; k < 3; k++)
            top += v[0][k] *
                   (v[1][(k + 1) % 3] * v[2][(k + 2) % 3] - v[1][(k + 2) % 3] * v[2][(k + 1) % 3]);
        bottom = n[0] * n[1] * n[2] + d[0] * n[2] + d[1] * n[0] + d[2] * n[1];
        sum += 2 * atan2l(top, bottom);
    }
    return (double)(sum / (4 * 3.14159265358979323846L));
}

/* The triangles of `one` are the hull of its points: closed, exactly convex, every vertex a corner,
   once around, every point behind every face (of many, some against all). */
static int is_hull(test_random *r)
{
    const oracle_body *b = &one.body;
    oracle_surface look = oracle_look(b, one.count);
    double turns;
    int i, j, good, whole = (double)one.count * one.triangle_count < 2e6;
    good = CHECK(look.closed) && CHECK(look.bend <= 0) && CHECK(look.flat == 0) &&
           CHECK(look.euler == 2) && CHECK(look.corners >= 3);
    for (i = 0; good && i < (whole ? one.triangle_count : 10); i++) {
        const int t = whole ? i : test_integer(r, 0, one.triangle_count - 1);
        for (j = 0; j < one.count; j++)
            if (oracle_orient3(oracle_corner(b, t, 0), oracle_corner(b, t, 1),
                               oracle_corner(b, t, 2), one.xyz + 3 * j) > 0)
                good = 0;
    }
    CHECK(good);
    for (i = 0; !whole && good && i < 10; i++)
        good = CHECK(oracle_where(b, one.xyz + 3 * test_integer(r, 0, one.count - 1)) > 0);
    turns = turns_around(b);
    good &= CHECK(turns > 0.5 && turns < 1.5); /* once around */
    return good;
}

/* The hull of the points that `one` has, given with a stride, with any capacity. */
static int hull_of_points(test_random *r, int expect_none)
{
    const int n = one.count, full = 2 * n > 4 ? 2 * n - 4 : 4;
    const int capacity = test_integer(r, 0, 3) ? full : test_integer(r, 0, full);
    uint32_t *t = (uint32_t *)solid_memory(NULL, (3 * (size_t)full + 8) * sizeof *t);
    int i, found, again, good = 1;
    one.triangle_count = 0;
    solid_view(&one, test_integer(r, 0, 1) ? 0 : test_integer(r, 3, 6));
    memset(t, 0x5a, (3 * (size_t)full + 8) * sizeof *t);
    found = cld_polyhedron_hull(one.given, (size_t)n, one.p.stride, &space, t, full);
    for (i = 0; i < 8; i++) CHECK(t[3 * full + i] == 0x5a5a5a5a);
    if (expect_none)
        good = CHECK(found == 0) && CHECK(t[0] == 0x5a5a5a5a);
    else
        good = CHECK(found >= 4 && found <= full);
    for (i = 0; good && i < 3 * found; i++) good = CHECK(t[i] < (uint32_t)n);
    if (good) {
        uint32_t *part = (uint32_t *)solid_memory(NULL, (3 * (size_t)capacity + 1) * sizeof *part);
        part[3 * capacity] = 77;
        again = cld_polyhedron_hull(one.given, (size_t)n, one.p.stride, &space, part, capacity);
        CHECK(again == found && part[3 * capacity] == 77);
        for (i = 0; i < 3 * found && i < 3 * capacity; i++) good &= part[i] == t[i];
        CHECK(good);
        free(part);
    }
    for (i = 0; good && i < found; i++)
        solid_triangle(&one, (int)t[3 * i], (int)t[3 * i + 1], (int)t[3 * i + 2]);
    free(t);
    solid_view(&one, 0);
    if (good && found) good = is_hull(r);
    return good;
}

/* Points of many kinds; 1 if they are known to lie in one plane. */
static int some_points(test_random *r, int n)
{
    const int kind = test_integer(r, 0, 12);
    const double scale = test_integer(r, 0, 2) ? 1 : ldexp(1, test_integer(r, -40, 40));
    int i, k, side = test_integer(r, 1, 6), flat = 0;
    double zero[3] = {0, 0, 0}, a = test_integer(r, -3, 3), b = test_integer(r, -3, 3);
    solid_clear(&one);
    if (kind < 5) solid_random_points(&one, r, n, BALL + kind);
    for (i = 0; kind >= 5 && i < n; i++) {
        double v[3];
        for (k = 0; k < 3; k++) v[k] = test_integer(r, -side, side);
        if (kind == 5) v[test_integer(r, 0, 2)] = test_integer(r, 0, 1) ? side : -side;
        if (kind == 6) v[2] = a * v[0] + b * v[1] + 1, flat = 1;
        if (kind == 7) v[1] = a * v[0] + 2, v[2] = b * v[0], flat = 1;
        if (kind == 8) v[0] = v[1] = v[2] = 3, flat = 1;
        if (kind == 9) v[2] = a * v[0] + b * v[1] + (i == n / 2); /* one is off the plane */
        if (kind == 10) v[2] = v[2] > 0 ? 1 : 0;                  /* two planes */
        if (kind == 11)                                           /* on a sphere, 26 = 1 + 9 + 16 */
            do
                for (k = 0; k < 3; k++) v[k] = test_integer(r, -5, 5);
            while (v[0] * v[0] + v[1] * v[1] + v[2] * v[2] != 26);
        if (kind == 12) /* to the last bits of a plane that is not one of whole numbers */
            for (v[2] = 0.1, k = 0; k < 2; k++) v[k] *= 0.1, v[2] += (k ? 0.3 : 0.7) * v[k];
        solid_vertex(&one, v[0], v[1], v[2]);
    }
    solid_round(&one, scale, zero);
    for (i = 0; i < n / 8 && test_integer(r, 0, 1); i++) { /* some twice; -0 is 0 */
        const double *v = one.xyz + 3 * test_integer(r, 0, one.count - 1);
        double w[3];
        for (k = 0; k < 3; k++) w[k] = v[k] == 0 ? -v[k] : v[k];
        solid_vertex(&one, w[0], w[1], w[2]);
    }
    return flat;
}

/* Whether all points lie in one plane, exactly, by any three that are not on a line. */
static int in_one_plane(void)
{
    const double *v = one.xyz;
    int i, second = 0, third = 0;
    for (i = 1; i < one.count && !second; i++)
        if (v[3 * i] != v[0] || v[3 * i + 1] != v[1] || v[3 * i + 2] != v[2]) second = i;
    for (i = 1; i < one.count && !third && second; i++)
        if (!oracle_collinear(v, v + 3 * second, v + 3 * i)) third = i;
    for (i = 1; i < one.count && third; i++)
        if (oracle_orient3(v, v + 3 * second, v + 3 * third, v + 3 * i) != 0) return 0;
    return 1;
}

static void hulls(void)
{
    test_random r = test_random_from(10);
    int n, repeat = test_repeat(6000), none = 0;
    for (n = 0; n < repeat; n++) {
        const int count = test_integer(&r, 0, 3) ? test_integer(&r, 1, 20)
                                                 : solid_some_size(&r, n % 50 ? 150 : 1500);
        int flat = some_points(&r, count), plane = in_one_plane(), i;
        CHECK(!flat || plane);
        if (!hull_of_points(&r, plane))
            for (i = 0; i < one.count && one.count < 12; i++)
                printf("    v %a %a %a\n", one.xyz[3 * i], one.xyz[3 * i + 1], one.xyz[3 * i + 2]);
        none += plane;
    }
    CHECK(repeat < 1000 || (none > repeat / 20 && none < repeat - repeat / 3));
}

static void large_hulls(void)
{
    test_random r = test_random_from(11);
    static const int kinds[] = {BALL, SPHERE, ELLIPSOID, NEEDLE, DISC, BOWL, GRID_CUBE, PRISM};
    const double zero[3] = {0, 0, 0};
    int i, n = test_effort >= 100 ? 20000 : 3000;
    for (i = 0; i < 8; i++) {
        solid_clear(&one);
        if (kinds[i] >= BALL) solid_random_points(&one, &r, n, kinds[i]);
        if (kinds[i] == BOWL) make_bowl(&one, &r, n / 2);
        if (kinds[i] == GRID_CUBE) make_grid_cube(&one, &r, n / 2);
        if (kinds[i] == PRISM) make_prism(&one, &r, n / 2);
        solid_round(&one, 1, zero);
        one.triangle_count = 0;
        hull_of_points(&r, 0);
    }
}

static void hull_refuses(void)
{
    test_random r = test_random_from(12);
    cld_real p[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
    uint32_t t[18];
    int i, k, n;
    (void)r;
    CHECK(cld_polyhedron_hull(NULL, 5, 0, &space, t, 6) == CLD_ERROR_NULL);
    CHECK(cld_polyhedron_hull(p, 5, 0, NULL, t, 6) == CLD_ERROR_NULL);
    CHECK(cld_polyhedron_hull(p, 5, 0, &space, NULL, 6) == CLD_ERROR_NULL);
    CHECK(cld_polyhedron_hull(p, 5, 0, &space, NULL, 0) == 6);
    CHECK(cld_polyhedron_hull(p, 5, 0, &space, t, -1) == CLD_ERROR_COUNT);
    CHECK(cld_polyhedron_hull(p, ((size_t)1 << 28) + 1, 0, &space, t, 6) == CLD_ERROR_COUNT);
    CHECK(cld_polyhedron_hull(p, 5, 2, &space, t, 6) == CLD_ERROR_STRIDE);
    CHECK(cld_polyhedron_hull(p, 5, 2 * sizeof(cld_real), &space, t, 6) == CLD_ERROR_STRIDE);
    for (n = 0; n < 4; n++) CHECK(cld_polyhedron_hull(p, (size_t)n, 0, &space, t, 6) == 0);
    for (i = 0; i < 15; i++) {
        const cld_real keep = p[i];
        for (k = 0; k < 3; k++) {
            p[i] = (cld_real)(k == 0 ? TEST_NAN : k == 1 ? -TEST_INFINITY : 1.01e100);
            CHECK(cld_polyhedron_hull(p, 5, 0, &space, t, 6) == CLD_ERROR_POINT);
        }
        p[i] = keep;
    }
    CHECK(cld_polyhedron_hull(p, 5, 0, &space, t, 6) == 6);
}

static void hull_without_memory(void)
{
    test_random r = test_random_from(13);
    uint32_t t[3 * 800];
    test_memory memory;
    int n, found = 0, status;
    solid_clear(&one);
    solid_random_points(&one, &r, 400, SPHERE);
    solid_view(&one, 0);
    for (n = 0; n < 1000; n++) { /* first as it should be */
        cld_workspace w;
        memset(&w, 0, sizeof w);
        test_memory_reset(&memory, n);
        w.allocator = test_allocator(&memory);
        status = cld_polyhedron_hull(one.given, 400, 0, &w, t, 800);
        if (n == 0) found = status;
        if (!memory.failed)
            CHECK(status == found && found > 0);
        else {
            CHECK(status == CLD_ERROR_MEMORY);
            memory.fail_at = 0;
            CHECK(cld_polyhedron_hull(one.given, 400, 0, &w, t, 800) == found);
        }
        status = n > 0 && memory.requests < n;
        if (status) { /* nothing is allocated when it is asked again */
            const long requests = memory.requests;
            CHECK(cld_polyhedron_hull(one.given, 400, 0, &w, t, 800) == found);
            CHECK(memory.requests == requests);
        }
        cld_workspace_free(&w);
        CHECK(memory.live == 0 && memory.blocks == 0);
        if (status) break;
    }
    CHECK(n < 1000);
}

/* Memory that ends after any number of bytes: hull and validation say so, have written nothing, and
   then succeed where there is more. */
static void memory_ends_anywhere(void)
{
    enum { POINTS = 700, MOST = 2 * POINTS };
    static uint32_t t[3 * MOST], good[3 * MOST];
    test_random r = test_random_from(45);
    size_t bytes, where;
    int k, found;
    solid_clear(&one);
    solid_random_points(&one, &r, POINTS, SPHERE);
    solid_view(&one, 0);
    found = cld_polyhedron_hull(one.given, POINTS, 0, &space, good, MOST);
    CHECK(found > 1024); /* more than are allocated at once */
    one.p.triangles = good, one.p.triangle_count = (size_t)found;
    for (k = 0; k < 2; k++) {
        /* closer where the arrays for so many points end, the last of which is a few pointers */
        for (bytes = 0; bytes < 1 << 22; bytes += bytes / 1000 == 25 ? 16 : 1 + bytes / 9) {
            test_memory memory;
            cld_workspace w;
            int status;
            memset(&w, 0, sizeof w);
            test_memory_reset(&memory, 0);
            w.allocator = test_allocator(&memory);
            CHECK(cld_workspace_reserve(&w, bytes) == CLD_OK);
            memory.fail_at = 1;
            memset(t, 0x5a, sizeof t);
            status = k ? cld_polyhedron_validate(&one.p, &w, &where)
                       : cld_polyhedron_hull(one.given, POINTS, 0, &w, t, MOST);
            if (status == CLD_ERROR_MEMORY) {
                CHECK(memory.failed > 0 && t[0] == 0x5a5a5a5a && t[3 * MOST - 1] == 0x5a5a5a5a);
                memory.fail_at = 0;
                status = k ? cld_polyhedron_validate(&one.p, &w, &where)
                           : cld_polyhedron_hull(one.given, POINTS, 0, &w, t, MOST);
                memory.fail_at = 1;
            }
            CHECK(status == (k ? CLD_OK : found));
            CHECK(k || memcmp(t, good, 12 * (size_t)found) == 0);
            cld_workspace_free(&w);
            CHECK(memory.live == 0 && memory.blocks == 0);
            if (!memory.failed) break;
        }
        CHECK(bytes > 0 && bytes < 1 << 22);
    }
}

/* Points that come ever closer to each other: each face that is cut off leaves nearly all of them
   to one other. */
static void hulls_of_points_that_close_in(void)
{
    test_random r = test_random_from(46);
    int n, i, repeat = test_repeat(60);
    for (n = 0; n < repeat; n++) {
        const double share = test_between(&r, 0.5, 0.9), p = test_between(&r, 1, 2.5);
        const double q = test_between(&r, 0.5, 2.5);
        const int count = 120, last = (int)(-30 * log(2) / log(share) / (p > q ? p : q));
        uint32_t t[3 * 2 * 200];
        size_t where;
        int found;
        solid_clear(&one);
        for (i = 0; i < count; i++) {
            const double x =
                pow(share, i < last ? i : last) * (i < last ? 1 : test_between(&r, 0, 1));
            const double y = pow(x, p), z = pow(x, q) * (i % 2 ? -1 : 1);
            solid_vertex(&one, as_given(x), as_given(y), as_given(z));
        }
        solid_view(&one, 0);
        found = cld_polyhedron_hull(one.given, (size_t)count, 0, &space, t, 400);
        if (!CHECK(found >= 4 && found <= 2 * count - 4)) continue;
        one.p.triangles = t, one.p.triangle_count = (size_t)found;
        CHECK(cld_polyhedron_validate(&one.p, &space, &where) == CLD_OK);
        for (i = 0; i < found; i++)
            solid_triangle(&one, (int)t[3 * i], (int)t[3 * i + 1], (int)t[3 * i + 2]);
        solid_view(&one, 0);
        if (!CHECK(solid_build(&one, 0) == CLD_OK)) continue;
        for (i = 0; i < count; i++) {
            const double *v = one.xyz + 3 * i;
            CHECK(cld_polyhedron_contains(&one.p, vec3(v[0], v[1], v[2])) >= CLD_BOUNDARY);
        }
    }
}

/* ------------------------------------------------------------------------------------- extremes */

/* n . (v - from) of a vertex in the world, wide. */
static wide ahead_of(const solid *s, int vertex, const wide n[3], const wide from[3])
{
    wide w[3];
    oracle_place(&s->body, s->xyz + 3 * vertex, w);
    wide_sub(w, from, w);
    return wide_dot(n, w);
}

static int is_used(const solid *s, uint32_t vertex)
{
    int i;
    for (i = 0; i < 3 * s->triangle_count; i++)
        if (s->t[i] == vertex) return 1;
    return 0;
}

/* The number at most 2^bits of a size, and what storing it as cld_real rounds. */
static double bound(int bits, double size, double value)
{
    return ldexp(size, bits) + TEST_ROUND * fabs(value);
}

/* Is the vertex farthest? Exactly without a pose; with one, to 2^-48 of M. */
static int is_farthest(const solid *s, const double d[3], uint32_t vertex, int posed)
{
    wide n[3], zero[3] = {0, 0, 0}, most = 0;
    double size = oracle_size(&s->body) * length3(d);
    int i;
    if (!CHECK(vertex < (uint32_t)s->count) || !CHECK(is_used(s, vertex))) return 0;
    if (!posed) {
        for (i = 0; i < s->used_count; i++)
            if (oracle_ahead(d, s->xyz + 3 * s->used[i], s->xyz + 3 * vertex) > 0) return 0;
        return 1;
    }
    for (i = 0; i < 3; i++) n[i] = d[i];
    most = oracle_reach(&s->body, n, zero, 1, 0);
    return (double)(most - ahead_of(s, (int)vertex, n, zero)) <= ldexp(size, -48);
}

static void extremes(void)
{
    test_random r = test_random_from(20);
    int n, i, k, repeat = test_repeat(500);
    for (n = 0; n < repeat; n++) {
        const int posed = n % 3 == 0;
        if (!some_solid(&one, &r, n % 20 ? 200 : 3000)) return;
        if (posed) some_pose(&one, &r);
        for (i = 0; i < QUESTIONS; i++) {
            double d[3], at[3], given[3];
            uint32_t vertex = 0xffffffffu;
            cld_vec3 point = vec3(TEST_NAN, 0, 0);
            some_direction(&one, &r, d);
            if (!CHECK(cld_polyhedron_extreme(&one.p, vec3(d[0], d[1], d[2]), &vertex, &point) ==
                       CLD_OK))
                continue;
            if (!CHECK(is_farthest(&one, d, vertex, posed))) {
                printf("    solid %d, direction %a %a %a, vertex %u\n", n, d[0], d[1], d[2],
                       vertex);
                solid_print(&one);
                continue;
            }
            placed(&one, one.xyz + 3 * vertex, at);
            numbers(point, given);
            for (k = 0; k < 3; k++)
                CHECK_NEAR(given[k], at[k], bound(-50, posed ? oracle_size(&one.body) : 0, at[k]));
        }
    }
}

static void spans(void)
{
    test_random r = test_random_from(21);
    int n, i, k, repeat = test_repeat(500);
    for (n = 0; n < repeat; n++) {
        const int posed = n % 3 == 0;
        double size, extent;
        if (!some_solid(&one, &r, n % 20 ? 200 : 3000)) return;
        if (posed) some_pose(&one, &r);
        size = oracle_size(&one.body), extent = half_extent(&one);
        for (i = 0; i < QUESTIONS; i++) {
            double d[3], back[3], low, high, width;
            wide u[3], zero[3] = {0, 0, 0}, length, least, most;
            cld_span span;
            some_direction(&one, &r, d);
            for (k = 0; k < 3; k++) u[k] = d[k], back[k] = -d[k];
            length = wide_sqrt(wide_dot(u, u));
            for (k = 0; k < 3; k++) u[k] /= length;
            least = oracle_reach(&one.body, u, zero, -1, 0);
            most = oracle_reach(&one.body, u, zero, 1, 0);
            low = (double)least, high = (double)most, width = (double)(most - least);
            if (!CHECK(cld_polyhedron_span(&one.p, vec3(d[0], d[1], d[2]), &span) == CLD_OK))
                continue;
            k = CHECK_NEAR(span.min, low, bound(-48, size, low)) &&
                CHECK_NEAR(span.max, high, bound(-48, size, high)) &&
                CHECK_NEAR(span.width, width, bound(-48, 2 * extent, width)) &&
                CHECK(is_farthest(&one, d, span.vertex_max, posed)) &&
                CHECK(is_farthest(&one, back, span.vertex_min, posed));
            if (!k) {
                printf("    solid %d, direction %a %a %a\n", n, d[0], d[1], d[2]);
                solid_print(&one);
            }
        }
    }
}

/* --------------------------------------------------------------------------------------- planes */

/* Exactly, in the body's frame: is there a vertex on the plane or on each side? */
static int meets_plane(const oracle_body *b, const double p[3], const double n[3])
{
    int i, over = 0, under = 0;
    for (i = 0; i < b->used_count; i++) {
        const int side = oracle_ahead(n, b->v + 3 * b->used[i], p);
        over |= side >= 0, under |= side <= 0;
    }
    return over && under;
}

static void planes(void)
{
    test_random r = test_random_from(22);
    int n, i, k, repeat = test_repeat(500);
    long hits = 0, touches = 0, unsure = 0;
    for (n = 0; n < repeat; n++) {
        const int posed = n % 3 == 0;
        double size;
        if (!some_solid(&one, &r, n % 20 ? 200 : 3000)) return;
        if (posed) some_pose(&one, &r);
        size = oracle_size(&one.body);
        for (i = 0; i < QUESTIONS; i++) {
            double p[3], d[3];
            wide u[3], from[3], length, least, most;
            int expect, found;
            cld_span span;
            some_point(&one, &r, p);
            some_direction(&one, &r, d);
            if (test_integer(&r, 0, 1)) /* through the vertex that is farthest: it touches */
                memcpy(p, one.xyz + 3 * oracle_farthest(&one.body, d), sizeof p);
            if (posed)
                for (placed(&one, p, p), k = 0; k < 3; k++) p[k] = as_given(p[k]);
            for (k = 0; k < 3; k++) u[k] = d[k], from[k] = p[k];
            length = wide_sqrt(wide_dot(u, u));
            for (k = 0; k < 3; k++) u[k] /= length;
            least = oracle_reach(&one.body, u, from, -1, 0);
            most = oracle_reach(&one.body, u, from, 1, 0);
            expect = posed ? least <= 0 && most >= 0 : meets_plane(&one.body, p, d);
            found =
                cld_polyhedron_plane(&one.p, vec3(p[0], p[1], p[2]), vec3(d[0], d[1], d[2]), &span);
            CHECK(cld_polyhedron_plane(&one.p, vec3(p[0], p[1], p[2]), vec3(d[0], d[1], d[2]),
                                       NULL) == found);
            k = (double)wide_abs(least) < ldexp(size + largest(p), -48) ||
                (double)wide_abs(most) < ldexp(size + largest(p), -48);
            touches += k, hits += expect;
            if (posed && k)
                unsure++;
            else if (!CHECK(found == expect)) {
                printf("    solid %d, point %a %a %a normal %a %a %a\n", n, p[0], p[1], p[2], d[0],
                       d[1], d[2]);
                solid_print(&one);
            }
            least += wide_dot(u, from), most += wide_dot(u, from);
            CHECK_NEAR(span.min, least, bound(-48, size, (double)least));
            CHECK_NEAR(span.max, most, bound(-48, size, (double)most));
        }
    }
    CHECK(repeat < 100 || (hits > 1000 && touches > 1000 && unsure < touches));
}

/* --------------------------------------------------------------------------------------- points */

/* How deep a world point is within the faces' planes: the least of them all, wide; and how much
   the rounding of the point in the body's own frame may matter for it. */
static double depth_of(const solid *s, const double p[3], double *noise)
{
    wide q[3], w[3], least = 0;
    int i, k;
    for (k = 0; k < 3; k++) w[k] = p[k];
    oracle_back(&s->body, w, 1, q);
    for (i = 0; i < s->triangle_count; i++) {
        wide e[3], f[3], n[3], d;
        for (k = 0; k < 3; k++) {
            e[k] = (wide)oracle_corner(&s->body, i, 1)[k] - oracle_corner(&s->body, i, 0)[k];
            f[k] = (wide)oracle_corner(&s->body, i, 2)[k] - oracle_corner(&s->body, i, 0)[k];
            w[k] = oracle_corner(&s->body, i, 0)[k] - q[k];
        }
        wide_cross(e, f, n);
        d = wide_dot(n, w) / wide_sqrt(wide_dot(n, n));
        if (i == 0 || d < least) least = d;
    }
    for (*noise = 0, k = 0; k < 3; k++) {
        *noise += fabs((double)q[k]) + fabs(p[k] - s->body.at[k]);
    }
    *noise = ldexp(*noise, -50);
    return (double)least;
}

static void contains(void)
{
    test_random r = test_random_from(23);
    int n, i, k, repeat = test_repeat(500);
    long found[3] = {0, 0, 0}, unsure = 0;
    for (n = 0; n < repeat; n++) {
        const int posed = n % 4 == 0;
        if (!some_solid(&one, &r, n % 20 ? 200 : 3000)) return;
        if (posed) some_pose(&one, &r);
        for (i = 0; i < (posed ? QUESTIONS / 8 : 2 * QUESTIONS); i++) {
            double p[3], depth, noise;
            int expect, is;
            some_point(&one, &r, p);
            if (posed) {
                for (placed(&one, p, p), k = 0; k < 3; k++) p[k] = as_given(p[k]);
                depth = depth_of(&one, p, &noise);
                expect = fabs(depth) <= noise ? -1 : depth > 0 ? CLD_INSIDE : CLD_OUTSIDE;
            } else {
                expect = oracle_where(&one.body, p);
            }
            is = cld_polyhedron_contains(&one.p, vec3(p[0], p[1], p[2]));
            CHECK(is >= 0 && is <= 2);
            if (expect < 0)
                unsure++;
            else
                found[expect]++;
            if (expect >= 0 && !CHECK(is == expect)) {
                printf("    solid %d, point %a %a %a is %d, not %d\n", n, p[0], p[1], p[2], expect,
                       is);
                solid_print(&one);
            }
        }
    }
    CHECK(repeat < 100 || (found[0] > 2000 && found[1] > 2000 && found[2] > 2000));
}

/* Turns of a cube and whole shifts round nothing: what is exact without a pose is so with these. */
static void exact_poses(void)
{
    test_random r = test_random_from(24);
    int n, i, k, repeat = test_repeat(300);
    for (n = 0; n < repeat; n++) {
        const double zero[3] = {0, 0, 0};
        int kind = test_integer(&r, 0, LAST_WHOLE);
        if (!solid_of(&one, &r, kind, solid_some_size(&r, 200), 1, zero)) continue;
        exact_pose(&one, &r, 1000);
        for (i = 0; i < QUESTIONS; i++) {
            double p[3], d[3], turned[3], w[3];
            cld_vec3 at;
            uint32_t vertex;
            int t = test_integer(&r, 0, one.triangle_count - 1);
            for (k = 0; k < 3; k++) { /* a corner, the middle of an edge; some steps aside */
                const double *a = oracle_corner(&one.body, t, 0),
                             *b = oracle_corner(&one.body, t, 1);
                p[k] = i % 3 == 0 ? a[k] : (a[k] + b[k]) / 2;
                if (i % 4 == 0) p[k] += test_integer(&r, -2, 2) * 0.5;
            }
            placed(&one, p, w);
            at = vec3(w[0], w[1], w[2]);
            CHECK(cld_polyhedron_contains(&one.p, at) == oracle_where(&one.body, p));
            for (k = 0; k < 3; k++) d[k] = test_integer(&r, -5, 5);
            if (largest(d) == 0) d[0] = 1;
            for (k = 0; k < 3; k++)
                turned[k] =
                    one.body.r[k][0] * d[0] + one.body.r[k][1] * d[1] + one.body.r[k][2] * d[2];
            CHECK(cld_polyhedron_plane(&one.p, at, vec3(turned[0], turned[1], turned[2]), NULL) ==
                  meets_plane(&one.body, p, d));
            CHECK(cld_polyhedron_extreme(&one.p, vec3(turned[0], turned[1], turned[2]), &vertex,
                                         &at) == CLD_OK);
            CHECK(is_farthest(&one, turned, vertex, 1));
            if (CHECK(vertex < (uint32_t)one.count)) {
                const double *v = one.xyz + 3 * oracle_farthest(&one.body, d);
                CHECK(oracle_ahead(d, v, one.xyz + 3 * vertex) == 0);
                placed(&one, one.xyz + 3 * vertex, w);
                CHECK((double)at.x == w[0] && (double)at.y == w[1] && (double)at.z == w[2]);
            }
        }
    }
}

/* ---------------------------------------------------------------------------------------- lines */

enum { LINE, RAY, SEGMENT };

static int is_placed(const solid *s)
{
    const cld_pose zero = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {0, 0, 0}};
    return memcmp(&s->p.pose, &zero, sizeof zero) != 0;
}

/* The face that an answer names: the point lies on it and the normal is its own. By `turned` a pose
   may have rounded d. */
static void check_face(const solid *s, uint32_t feature, cld_vec3 point, cld_vec3 normal,
                       const double d[3], double turned, int leaves, double size)
{
    oracle_feature f, p;
    oracle_pair pair;
    wide e[3], g[3], n[3], length;
    double at[3], unit[3], slack, along = 0;
    int k;
    f = oracle_feature_of(&s->body, s->count, feature);
    if (!CHECK(feature % 4 == CLD_FEATURE_FACE && f.count == 3)) return;
    numbers(point, at);
    numbers(normal, unit);
    p = oracle_point(at);
    pair = oracle_closest(&p, &f);
    slack = ldexp(size, -48) + 2 * TEST_ROUND * largest(at);
    if (!CHECK((double)wide_sqrt(pair.square) <= slack))
        printf("    %g off its face, allowed %g\n", (double)wide_sqrt(pair.square), slack);
    wide_sub(f.p[1], f.p[0], e);
    wide_sub(f.p[2], f.p[0], g);
    wide_cross(e, g, n);
    length = wide_sqrt(wide_dot(n, n));
    for (k = 0; k < 3; k++) {
        /* a pose's rotation is one to rounding only; the cross product of what it has turned too */
        CHECK_NEAR(unit[k], n[k] / length, 64 * TEST_ROUND + 1e-9);
        along += unit[k] * d[k];
    }
    along /= length3(d);
    CHECK_NEAR(length3(unit), 1, 4 * TEST_ROUND);
    /* a pose may move the line by 2^-48 of M: across a face of this length that is an angle; its
       rotation is one to the rounding of float only; and a short segment's ends are rounded */
    length = wide_sqrt(wide_dot(e, e)) + wide_sqrt(wide_dot(g, g));
    slack = 8 * TEST_ROUND + (is_placed(s) ? 1e-8 + ldexp(size, -46) / (double)length : 0) +
            turned / length3(d);
    if (!CHECK(leaves ? along >= -slack : along <= slack))
        printf("    along %g, allowed %g\n", along, slack);
}

/* One question and its answer; p is in the world. 1 if good. */
static int check_clip(const solid *s, int what, const double p[3], const double d[3], int found,
                      const cld_clip3 *clip, double size, int *kind)
{
    wide o[3], u[3], lo[3], lu[3], from[2], to[2];
    oracle_cut cut;
    double t[2], at[2][3], unit, reach = ldexp(size, -48), blur = 0, turned = 0;
    const double limit[2] = {0, 1};
    int k, i, sure = 1;
    for (k = 0; k < 3; k++) o[k] = p[k], u[k] = d[k];
    oracle_back(&s->body, o, 1, lo);
    oracle_back(&s->body, u, 0, lu);
    if (is_placed(s)) { /* with a pose the line is rounded on its way to the own frame */
        for (k = 0; k < 3; k++) {
            blur += ldexp(fabs((double)lo[k]) + fabs(p[k] - s->body.at[k]) + fabs(d[k]), -49);
            turned += ldexp(fabs((double)lu[k]) + (what == SEGMENT ? fabs((double)lo[k]) : 0), -49);
        }
    }
    cut = oracle_line(&s->body, lo, lu, blur, turned);
    for (i = 0; i < 2; i++) { /* where it enters and leaves: at the earliest, at the latest */
        from[i] = cut.enter_between[i], to[i] = cut.exit_between[i];
        if (what != LINE && from[i] < 0) from[i] = 0;
        if (what == SEGMENT && to[i] > 1) to[i] = 1;
    }
    if (what != LINE && cut.exit < 0) cut.hits = 0;
    if (what == SEGMENT && cut.enter > 1) cut.hits = 0;
    if (what != LINE && cut.exit == 0 && cut.hits) cut.hits = 1;
    if (what == SEGMENT && cut.enter == 1 && cut.hits) cut.hits = 1;
    *kind = cut.unsure ? -1 : cut.hits;
    unit = length3(d);
    /* through the inside: never missed, however short; by more than rounding past it: never told */
    if (found == 0) return cut.unsure || cut.hits < 2 || CHECK(!(to[0] > from[1]));
    if (!CHECK(found == 1)) return 0;
    if (!cut.unsure && !cut.in_face && cut.hits == 0)
        sure &= CHECK((double)(from[0] - to[1]) * unit <= reach);
    t[0] = (double)clip->enter, t[1] = (double)clip->exit;
    numbers(clip->enter_point, at[0]);
    numbers(clip->exit_point, at[1]);
    if (!CHECK(t[0] <= t[1])) return 0;
    if (what != LINE && !CHECK(t[0] >= limit[0])) return 0;
    if (what == SEGMENT && !CHECK(t[1] <= limit[1])) return 0;
    for (i = 0; i < 2 && cut.hits == 2 && !cut.unsure; i++) {
        const wide low = i ? to[0] : from[0], high = i ? to[1] : from[1];
        const double slack = bound(-48, (size + unit) / unit, (double)(i ? cut.exit : cut.enter));
        /* a line that is inside for less than rounding may run along an edge or face to rounding:
           that the points told are there is asked below */
        const int grazes = (double)(cut.exit - cut.enter) * unit <= reach;
        const int good =
            grazes || CHECK(t[i] >= (double)low - slack && t[i] <= (double)high + slack);
        sure &= good;
        if (!good && test_failures < 20)
            printf("    %s %.17g, not %.17g .. %.17g\n", i ? "leaves" : "enters", t[i], (double)low,
                   (double)high);
        for (k = 0; k < 3; k++) { /* the point is the parameter's */
            const double x = (double)(o[k] + t[i] * u[k]);
            sure &= CHECK_NEAR(at[i][k], x,
                               bound(-47, size, x) + fabs(d[k]) * fabs(t[i]) * TEST_ROUND * 2);
        }
    }
    for (i = 0; i < 2; i++) { /* what is told is there: a touch too */
        wide w[3];
        double off;
        for (k = 0; k < 3; k++) w[k] = at[i][k];
        off = oracle_off(&s->body, w);
        if (off > 0 && !CHECK(off <= reach + 2 * TEST_ROUND * largest(at[i]))) {
            printf("    %g outside, allowed %g\n", off, reach + 2 * TEST_ROUND * largest(at[i]));
            sure = 0;
        }
    }
    for (i = 0; i < 2; i++) {
        const uint32_t feature = i ? clip->exit_feature : clip->enter_feature;
        const cld_vec3 normal = i ? clip->exit_normal : clip->enter_normal;
        if (feature == CLD_FEATURE_INTERIOR) {
            double zero[3];
            numbers(normal, zero);
            CHECK(largest(zero) == 0 && what != LINE && (what == SEGMENT || i == 0));
            CHECK(t[i] == limit[i]);
            if (cut.hits == 2 && !cut.unsure)
                CHECK(i ? (double)(1 - cut.exit_between[1]) * unit <= 2 * reach
                        : (double)cut.enter_between[0] * unit <= 2 * reach);
        } else {
            check_face(s, feature, i ? clip->exit_point : clip->enter_point, normal, d, turned, i,
                       size);
        }
    }
    return sure;
}

static int ask_clip(const solid *s, int what, const double p[3], const double d[3], cld_clip3 *clip)
{
    const cld_vec3 a = vec3(p[0], p[1], p[2]);
    memset(clip, 0x5a, sizeof *clip);
    if (what == LINE) return cld_polyhedron_clip_line(&s->p, a, vec3(d[0], d[1], d[2]), clip);
    if (what == RAY) return cld_polyhedron_clip_ray(&s->p, a, vec3(d[0], d[1], d[2]), clip);
    return cld_polyhedron_clip_segment(&s->p, a, vec3(p[0] + d[0], p[1] + d[1], p[2] + d[2]), clip);
}

/* Lines through some point of the solid or near it, along some direction, begun somewhere on them;
   the segment's end is what cld_real makes of origin + direction, and d is made to be that. */
static void some_line(const solid *s, test_random *r, int posed, double p[3], double d[3])
{
    double q[3], size = half_extent(s);
    int k, how = test_integer(r, 0, 3);
    some_point(s, r, p);
    some_point(s, r, q);
    if (how == 0)
        some_direction(s, r, d);
    else
        for (k = 0; k < 3; k++) d[k] = q[k] - p[k];
    if (posed) {
        wide w[3], out[3];
        placed(s, p, p);
        for (k = 0; k < 3; k++) w[k] = d[k];
        for (k = 0; k < 3; k++)
            out[k] = s->body.r[k][0] * w[0] + s->body.r[k][1] * w[1] + s->body.r[k][2] * w[2];
        for (k = 0; k < 3; k++) d[k] = (double)out[k];
    }
    if (test_integer(r, 0, 1)) {
        const double back = test_between(r, -3, 3) * (size > 0 ? size : 1) / (length3(d) + 1e-300);
        for (k = 0; k < 3; k++) p[k] += back * d[k];
    }
    for (k = 0; k < 3; k++) {
        const double a = as_given(p[k]), b = as_given(p[k] + d[k]);
        p[k] = a;
        d[k] = as_given(d[k]);
        if (how != 1) d[k] = b - p[k]; /* as a segment has it; in float exact in double */
        if (sizeof(cld_real) == 4) d[k] = as_given(d[k]);
    }
    if (largest(d) == 0) d[0] = 1;
}

static void clips(void)
{
    test_random r = test_random_from(25);
    int n, i, k, repeat = test_repeat(300);
    long kinds[3] = {0, 0, 0};
    for (n = 0; n < repeat; n++) {
        const int posed = n % 3 == 0;
        double base;
        if (!some_solid(&one, &r, n % 20 ? 100 : 1000)) return;
        if (posed) some_pose(&one, &r);
        base = oracle_size(&one.body);
        for (i = 0; i < QUESTIONS; i++) {
            double p[3], d[3], size;
            int what = test_integer(&r, LINE, SEGMENT), found, kind;
            cld_clip3 clip;
            some_line(&one, &r, posed, p, d);
            if (what == SEGMENT) /* d is exactly what the library sees */
                for (k = 0; k < 3; k++) {
                    const double b = as_given(p[k] + d[k]);
                    d[k] = b - p[k];
                    if (b - d[k] != p[k]) d[k] = 0; /* rounded: not for this test */
                }
            if (largest(d) == 0) d[0] = what == SEGMENT ? as_given(p[0] * 2) - p[0] : 1;
            if (largest(d) == 0) continue;
            size = base > largest(p) ? base : largest(p);
            if (what == SEGMENT && size < largest(d)) size = largest(d);
            found = ask_clip(&one, what, p, d, &clip);
            if (!check_clip(&one, what, p, d, found, &clip, size, &kind)) {
                printf("    solid %d, %d: %s from %a %a %a along %a %a %a: %d, %.17g %.17g\n", n, i,
                       what == LINE  ? "line"
                       : what == RAY ? "ray"
                                     : "segment",
                       p[0], p[1], p[2], d[0], d[1], d[2], found, (double)clip.enter,
                       (double)clip.exit);
                solid_print(&one);
            }
            if (kind >= 0) kinds[kind]++;
            if (what == LINE) { /* a ray is its part, and NULL is allowed */
                cld_clip3 ray;
                const int part = ask_clip(&one, RAY, p, d, &ray);
                CHECK(cld_polyhedron_clip_line(&one.p, vec3(p[0], p[1], p[2]),
                                               vec3(d[0], d[1], d[2]), NULL) == found);
                if (found == 1 && clip.enter > 0)
                    CHECK(part == 1 && /* not to the bit: they are found on other ways */
                          fabs((double)ray.enter - (double)clip.enter) * length3(d) <=
                              ldexp(size, -47) + 2 * TEST_ROUND * largest(d) &&
                          fabs((double)ray.exit - (double)clip.exit) * length3(d) <=
                              ldexp(size, -47) + 2 * TEST_ROUND * largest(d));
                if (kind == 2 && (double)clip.exit * length3(d) < -ldexp(size, -46))
                    CHECK(part == 0);
            }
        }
    }
    CHECK(repeat < 100 || (kinds[0] > 1000 && kinds[2] > 1000));
}

/* A segment without length is a point; a line in a face is on the boundary. */
static void clips_that_touch(void)
{
    test_random r = test_random_from(26);
    int n, i, k, repeat = test_repeat(300);
    for (n = 0; n < repeat; n++) {
        const double zero[3] = {0, 0, 0};
        if (!solid_of(&one, &r, test_integer(&r, 0, LAST_WHOLE), solid_some_size(&r, 100), 1, zero))
            continue;
        for (i = 0; i < QUESTIONS; i++) {
            const int t = test_integer(&r, 0, one.triangle_count - 1);
            double p[3], q[3], d[3];
            cld_clip3 clip;
            int found, where;
            some_point(&one, &r, p);
            where = oracle_where(&one.body, p);
            found = cld_polyhedron_clip_segment(&one.p, vec3(p[0], p[1], p[2]),
                                                vec3(p[0], p[1], p[2]), &clip);
            CHECK(where == CLD_BOUNDARY ? found == 0 || found == 1
                                        : found == (where == CLD_INSIDE));
            if (found == 1 && where == CLD_INSIDE)
                CHECK(clip.enter_feature == CLD_FEATURE_INTERIOR &&
                      clip.exit_feature == CLD_FEATURE_INTERIOR);
            /* from the middle of a face to the middle of an edge of its: along the face */
            for (k = 0; k < 3; k++) {
                const double *v[3];
                v[0] = oracle_corner(&one.body, t, 0), v[1] = oracle_corner(&one.body, t, 1);
                v[2] = oracle_corner(&one.body, t, 2);
                p[k] = (v[0][k] + v[1][k]) / 4 + v[2][k] / 2;
                q[k] = (v[0][k] + v[1][k]) / 2;
                d[k] = q[k] - p[k];
            }
            if (largest(d) == 0 || one.kind == BOWL) continue;
            found = cld_polyhedron_clip_line(&one.p, vec3(p[0], p[1], p[2]), vec3(d[0], d[1], d[2]),
                                             &clip);
            if (!CHECK(found == 1)) {
                printf("    along face %d from %a %a %a, %a %a %a\n", t, p[0], p[1], p[2], d[0],
                       d[1], d[2]);
                solid_print(&one);
            } else {
                CHECK((double)clip.enter <= 1e-6 && (double)clip.exit >= 1 - 1e-6);
            }
        }
    }
}

/* A line that touches a thin solid in a vertex, nearly parallel to the sliver of a face that it
   enters through: in twofold precision it entered 3.6e-12 beside the solid. */
static void clips_a_corner(void)
{
    static const double v[8][3] = {
        {0x1.a5ee859d8155dp-1, -0x1.07b56020cfa77p-1, -0x1.e2ea4e11536d1p-3},
        {-0x1.9c53ab1ce84ep-2, 0x1.c848003379213p-1, 0x1.abfb85fabb675p-3},
        {-0x1.481a637f0bf45p-2, 0x1.d33d182f556cdp-1, 0x1.0425ac10ba452p-2},
        {-0x1.df776f450774cp-1, 0x1.4369c3e8f93a9p-3, -0x1.40bd82e570373p-2},
        {-0x1.a03cfc63d0fcap-1, -0x1.e00b2e9ac66e6p-3, 0x1.10ec5c3f11315p-1},
        {0x1.322a86b7fbca7p-3, 0x1.7cd3706cfb297p-3, 0x1.f1369e6407ad7p-1},
        {-0x1.0ce773e3a261dp-2, 0x1.cacf74850e90cp-1, 0x1.6e62d5427e33bp-2},
        {-0x1.67b73391bdfdcp-2, 0x1.25a415f4e5a0ep-2, 0x1.c854ff4b57817p-1}};
    static const int t[12][3] = {{0, 6, 5}, {1, 2, 0}, {6, 1, 7}, {2, 1, 6}, {1, 4, 7}, {6, 0, 2},
                                 {5, 7, 4}, {0, 3, 1}, {4, 0, 5}, {0, 4, 3}, {6, 7, 5}, {3, 4, 1}};
    const double d[3] = {-0x1.46422ca8215e2p+0, 0x1.bf79b47a04e26p-3, 0x1.32757d76a85eep-1};
    cld_clip3 clip;
    int i, kind;
    if (sizeof(cld_real) == 4) return; /* the numbers are of double */
    solid_clear(&one);
    for (i = 0; i < 8; i++) solid_vertex(&one, v[i][0], v[i][1], v[i][2]);
    for (i = 0; i < 12; i++) solid_triangle(&one, t[i][0], t[i][1], t[i][2]);
    solid_view(&one, 0);
    CHECK(solid_build(&one, 1) == CLD_OK);
    i = ask_clip(&one, LINE, v[0], d, &clip);
    CHECK(i == 1 && check_clip(&one, LINE, v[0], d, i, &clip, 1, &kind));
    CHECK((double)clip.enter == 0 && (double)clip.exit == 0);
}

/* -------------------------------------------------------------------------------- metamorphoses */

static void scales(void)
{
    test_random r = test_random_from(30);
    static solid big;
    int n, i, k, repeat = test_repeat(200);
    const int most = sizeof(cld_real) == 4 ? 40 : 150;
    for (n = 0; n < repeat; n++) {
        int power = test_integer(&r, -most, most);
        double shift[3] = {0, 0, 0}, f = ldexp(1, power);
        if (!solid_of(&one, &r, test_integer(&r, 0, KINDS - 1), solid_some_size(&r, 100), 1, shift))
            continue;
        if (n % 2) exact_pose(&one, &r, 9);
        solid_clear(&big);
        for (i = 0; i < one.count; i++)
            solid_vertex(&big, f * one.xyz[3 * i], f * one.xyz[3 * i + 1], f * one.xyz[3 * i + 2]);
        for (i = 0; i < one.triangle_count; i++)
            solid_triangle(&big, (int)one.t[3 * i], (int)one.t[3 * i + 1], (int)one.t[3 * i + 2]);
        solid_view(&big, 0);
        if (!CHECK(solid_build(&big, 1) == CLD_OK)) continue;
        big.p.pose = one.p.pose;
        big.p.pose.position.x *= (cld_real)f;
        big.p.pose.position.y *= (cld_real)f;
        big.p.pose.position.z *= (cld_real)f;
        for (i = 0; i < 20; i++) {
            double p[3], d[3];
            cld_vec3 at, where, direction, out, scaled;
            cld_span a, b;
            cld_clip3 c, e;
            uint32_t u, v;
            some_point(&one, &r, p);
            some_direction(&one, &r, d);
            placed(&one, p, p);
            at = vec3(p[0], p[1], p[2]);
            where = at;
            where.x *= (cld_real)f, where.y *= (cld_real)f, where.z *= (cld_real)f;
            direction = vec3(d[0], d[1], d[2]);
            CHECK(cld_polyhedron_contains(&one.p, at) == cld_polyhedron_contains(&big.p, where));
            CHECK(cld_polyhedron_extreme(&one.p, direction, &u, &out) == CLD_OK);
            CHECK(cld_polyhedron_extreme(&big.p, direction, &v, &scaled) == CLD_OK);
            CHECK(u == v && scaled.x == (cld_real)f * out.x);
            CHECK(cld_polyhedron_plane(&one.p, at, direction, &a) ==
                  cld_polyhedron_plane(&big.p, where, direction, &b));
            CHECK(b.min == (cld_real)f * a.min && b.width == (cld_real)f * a.width);
            k = cld_polyhedron_clip_line(&one.p, at, direction, &c);
            CHECK(cld_polyhedron_clip_line(&big.p, where, direction, &e) == k);
            if (k == 1)
                CHECK(e.enter == (cld_real)f * c.enter && e.exit == (cld_real)f * c.exit &&
                      e.enter_feature == c.enter_feature && e.exit_feature == c.exit_feature);
        }
    }
    solid_free(&big);
}

/* Another memory, another time, a copy: the same answers. */
static void built_twice(void)
{
    test_random r = test_random_from(31);
    int n, i, repeat = test_repeat(200);
    for (n = 0; n < repeat; n++) {
        cld_polyhedron other;
        double *memory;
        size_t size;
        if (!some_solid(&one, &r, 400)) return;
        other = one.p;
        size = cld_polyhedron_size(&other);
        CHECK(size == one.size);
        memory = (double *)solid_memory(NULL, size);
        memset(memory, test_integer(&r, 0, 255), size);
        CHECK(cld_polyhedron_build(&other, memory, cld_polyhedron_size(&other)) == CLD_OK);
        for (i = 0; i < 20; i++) {
            double p[3], d[3];
            cld_vec3 at, direction, out, also;
            cld_clip3 a, b;
            uint32_t u, v;
            some_point(&one, &r, p);
            some_direction(&one, &r, d);
            at = vec3(p[0], p[1], p[2]), direction = vec3(d[0], d[1], d[2]);
            CHECK(cld_polyhedron_contains(&one.p, at) == cld_polyhedron_contains(&other, at));
            CHECK(cld_polyhedron_extreme(&one.p, direction, &u, &out) == CLD_OK);
            CHECK(cld_polyhedron_extreme(&other, direction, &v, &also) == CLD_OK);
            CHECK(u == v && memcmp(&out, &also, sizeof out) == 0);
            if (cld_polyhedron_clip_ray(&one.p, at, direction, &a) == 1) {
                CHECK(cld_polyhedron_clip_ray(&other, at, direction, &b) == 1);
                CHECK(a.enter == b.enter && a.exit == b.exit && a.enter_feature == b.enter_feature);
            }
        }
        free(memory);
    }
}

/* ------------------------------------------------------------------------------------ bad input */

/* What is refused leaves no upper halves of AVX registers full either, in a library that is
   optimised. */
static void refused_with_clean_registers(cld_vec3 bad, cld_vec3 x)
{
    cld_clip3 clip;
    cld_span span;
    uint32_t vertex;
    int k;
    if (test_upper_halves()) return; /* it was so before: this is no test of that */
    for (k = 0; k < 8; k++) {
        switch (k) {
        case 0:
            (void)cld_polyhedron_clip_line(&one.p, bad, x, &clip);
            break;
        case 1:
            (void)cld_polyhedron_clip_line(&one.p, x, bad, &clip);
            break;
        case 2:
            (void)cld_polyhedron_clip_ray(&one.p, bad, x, &clip);
            break;
        case 3:
            (void)cld_polyhedron_clip_segment(&one.p, bad, x, &clip);
            break;
        case 4:
            (void)cld_polyhedron_clip_segment(&one.p, x, bad, &clip);
            break;
        case 5:
            (void)cld_polyhedron_contains(&one.p, bad);
            break;
        case 6:
            (void)cld_polyhedron_span(&one.p, bad, &span);
            break;
        default:
            (void)cld_polyhedron_extreme(&one.p, bad, &vertex, NULL);
        }
        if (!CHECK(!test_upper_halves())) {
            printf("    query %d\n", k);
            return;
        }
    }
}

static void queries_refuse(void)
{
    test_random r = test_random_from(40);
    const double bad[3] = {TEST_NAN, TEST_INFINITY, -TEST_INFINITY};
    const double zero[3] = {0, 0, 0};
    cld_polyhedron p;
    cld_clip3 clip;
    cld_span span;
    cld_vec3 o = vec3(0, 0, 0), x = vec3(1, 0, 0), v;
    uint32_t vertex;
    int i, k;
    if (!solid_of(&one, &r, BOX, 8, 1, zero)) return;
    for (i = 0; i < 4; i++) {
        const int status = i < 2 ? CLD_ERROR_NULL : CLD_ERROR_POSE;
        const cld_polyhedron *q = i == 0 ? NULL : &p;
        p = one.p;
        if (i == 1) p.hierarchy = NULL;
        if (i >= 2) p.pose = cld_pose_identity();
        if (i == 2) p.pose.rotation.x.x = 3;
        if (i == 3) p.pose.position.z = (cld_real)TEST_NAN;
        CHECK(cld_polyhedron_extreme(q, x, &vertex, &v) == status);
        CHECK(cld_polyhedron_span(q, x, &span) == status);
        CHECK(cld_polyhedron_plane(q, o, x, &span) == status);
        CHECK(cld_polyhedron_contains(q, o) == status);
        CHECK(cld_polyhedron_clip_line(q, o, x, &clip) == status);
        CHECK(cld_polyhedron_clip_ray(q, o, x, &clip) == status);
        CHECK(cld_polyhedron_clip_segment(q, o, x, &clip) == status);
    }
    for (i = 0; i < 9; i++) {
        cld_vec3 b = vec3(1, 2, 3);
        for (k = 0; k < 3; k++)
            if (i % 3 == k) *(k == 0 ? &b.x : k == 1 ? &b.y : &b.z) = (cld_real)bad[i / 3];
        CHECK(cld_polyhedron_extreme(&one.p, b, &vertex, &v) == CLD_ERROR_FINITE);
        CHECK(cld_polyhedron_span(&one.p, b, &span) == CLD_ERROR_FINITE);
        CHECK(cld_polyhedron_plane(&one.p, o, b, &span) == CLD_ERROR_FINITE);
        CHECK(cld_polyhedron_plane(&one.p, b, x, &span) == CLD_ERROR_FINITE);
        CHECK(cld_polyhedron_contains(&one.p, b) == CLD_ERROR_FINITE);
        CHECK(cld_polyhedron_clip_line(&one.p, b, x, &clip) == CLD_ERROR_FINITE);
        CHECK(cld_polyhedron_clip_line(&one.p, x, b, &clip) == CLD_ERROR_FINITE);
        CHECK(cld_polyhedron_clip_ray(&one.p, b, x, &clip) == CLD_ERROR_FINITE);
        CHECK(cld_polyhedron_clip_ray(&one.p, x, b, &clip) == CLD_ERROR_FINITE);
        CHECK(cld_polyhedron_clip_segment(&one.p, b, x, &clip) == CLD_ERROR_FINITE);
        CHECK(cld_polyhedron_clip_segment(&one.p, x, b, &clip) == CLD_ERROR_FINITE);
        refused_with_clean_registers(b, x);
    }
    CHECK(cld_polyhedron_span(&one.p, o, &span) == CLD_ERROR_PARAMETER);
    CHECK(cld_polyhedron_plane(&one.p, o, o, &span) == CLD_ERROR_PARAMETER);
    CHECK(cld_polyhedron_clip_line(&one.p, o, o, &clip) == CLD_ERROR_PARAMETER);
    CHECK(cld_polyhedron_clip_ray(&one.p, o, o, &clip) == CLD_ERROR_PARAMETER);
    vertex = 99;
    CHECK(cld_polyhedron_extreme(&one.p, o, &vertex, &v) == CLD_OK && vertex < 8);
    CHECK(cld_polyhedron_extreme(&one.p, x, NULL, &v) == CLD_OK);
    CHECK(cld_polyhedron_extreme(&one.p, x, &vertex, NULL) == CLD_OK);
    CHECK(vertex < 8 && (double)v.x == one.xyz[3 * vertex]);
    CHECK(cld_polyhedron_span(&one.p, x, NULL) == CLD_ERROR_NULL);
    CHECK(cld_polyhedron_clip_segment(&one.p, v, v, NULL) == 1); /* a point, of the boundary */
    v.x *= 2;
    CHECK(cld_polyhedron_clip_segment(&one.p, v, v, NULL) == 0);
}

/* In 32 bits the hierarchy of 2^24 vertices would take more than all memory: that is refused, and
   not taken for what is left of the number. */
static void sizes_beyond_memory(void)
{
    cld_real v[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    uint32_t t[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3}, k;
    double memory[4096];
    cld_polyhedron p;
    memset(&p, 0, sizeof p);
    p.vertices = v, p.triangles = t, p.vertex_count = p.triangle_count = 4;
    CHECK(cld_polyhedron_size(&p) <= sizeof memory &&
          cld_polyhedron_build(&p, memory, sizeof memory) == CLD_OK);
    for (k = 20; k <= 28; k++) {
        const double least = ldexp(100, (int)k); /* a vertex takes more than 100 bytes */
        size_t size;
        p.vertex_count = (size_t)1 << k, p.triangle_count = ((size_t)2 << k) - 4;
        size = cld_polyhedron_size(&p);
        CHECK(size == 0 ? sizeof(size_t) == 4 && k > 20 : (double)size > least);
        if (size == 0) CHECK(cld_polyhedron_build(&p, memory, sizeof memory) == CLD_ERROR_COUNT);
    }
}

/* Rotations that are all but the identity: one number differs, by what a pose may be off. */
static void hardly_turned(void)
{
    test_random r = test_random_from(43);
    const double zero[3] = {0, 0, 0};
    int k, n;
    if (!solid_of(&one, &r, BOX, 8, 1, zero)) return;
    for (k = 0; k < 9; k++) {
        for (n = 0; n < 8; n++) {
            const double *q = one.xyz + 3 * n;
            cld_polyhedron p = one.p;
            cld_vec3 d, at;
            uint32_t vertex;
            double w[3];
            int i;
            p.pose = cld_pose_identity();
            (&p.pose.rotation.x.x + k)[0] += (cld_real)ldexp(1, -20);
            for (i = 0; i < 3; i++) /* exactly: small whole numbers, and 2^-20 of them */
                w[i] = q[i] + (k % 3 == i ? ldexp(q[k / 3], -20) : 0);
            CHECK(cld_polyhedron_contains(&p, vec3(w[0], w[1], w[2])) == CLD_BOUNDARY);
            d = vec3(q[0] > 0 ? 1 : -1, q[1] > 0 ? 1 : -1, q[2] > 0 ? 1 : -1);
            if (!CHECK(cld_polyhedron_extreme(&p, d, &vertex, &at) == CLD_OK)) return;
            CHECK(vertex < 8);
        }
    }
}

/* The same, all larger by as little; turned half around, which keeps two axes' lines. */
static void all_but_turned(void)
{
    test_random r = test_random_from(47);
    const double zero[3] = {0, 0, 0};
    const double diagonal[4][3] = {{1, 1, 1}, {1, -1, -1}, {-1, -1, 1}, {-1, 1, -1}};
    int k, n, i;
    if (!solid_of(&one, &r, BOX, 8, 1, zero)) return;
    for (k = 0; k < 4; k++) {
        cld_polyhedron p = one.p;
        const double size = k ? 1 : 1 + ldexp(1, -20);
        p.pose = cld_pose_identity();
        p.pose.rotation.x.x = (cld_real)(size * diagonal[k][0]);
        p.pose.rotation.y.y = (cld_real)(size * diagonal[k][1]);
        p.pose.rotation.z.z = (cld_real)(size * diagonal[k][2]);
        for (n = 0; n < 8; n++) {
            double w[3];
            for (i = 0; i < 3; i++) w[i] = one.xyz[3 * n + i] * diagonal[k][i] * size;
            CHECK(cld_polyhedron_contains(&p, vec3(w[0], w[1], w[2])) == CLD_BOUNDARY);
            if (largest(w) == 0) continue;
            for (i = 0; i < 3; i++) w[i] *= 1 + ldexp(1, -10);
            CHECK(cld_polyhedron_contains(&p, vec3(w[0], w[1], w[2])) == CLD_OUTSIDE);
        }
    }
}

/* Surfaces of no extent but along a line: what lies between the ends is boundary, all else is
   outside. */
static void needles_of_no_width(void)
{
    test_random r = test_random_from(48);
    int n, i, k, repeat = test_repeat(300);
    for (n = 0; n < repeat; n++) {
        double way[3], at[3], past[3], aside[3];
        solid_clear(&one);
        for (k = 0; k < 3; k++) way[k] = test_integer(&r, -2, 2) * (n % 7 == k ? 0 : 1);
        for (i = 0; i < 4; i++) solid_vertex(&one, 4 * i * way[0], 4 * i * way[1], 4 * i * way[2]);
        solid_triangle(&one, 0, 2, 1), solid_triangle(&one, 0, 1, 3);
        solid_triangle(&one, 1, 2, 3), solid_triangle(&one, 2, 0, 3);
        solid_view(&one, 0);
        if (!CHECK(solid_build(&one, 0) == CLD_OK)) return;
        for (i = -2; i < 16; i++) {
            const int inside = (i >= 0 && i <= 12) || largest(way) == 0;
            for (k = 0; k < 3; k++) at[k] = i * way[k], past[k] = aside[k] = at[k];
            past[n % 3] += 40, aside[(n + 1) % 3] += 1;
            if (way[(n + 2) % 3] == 0) aside[(n + 2) % 3] += 1;
            CHECK(cld_polyhedron_contains(&one.p, vec3(at[0], at[1], at[2])) ==
                  (inside ? CLD_BOUNDARY : CLD_OUTSIDE));
            CHECK(cld_polyhedron_contains(&one.p, vec3(past[0], past[1], past[2])) == CLD_OUTSIDE);
            if (way[n % 3] != 0 || way[(n + 2) % 3] == 0)
                CHECK(cld_polyhedron_contains(&one.p, vec3(aside[0], aside[1], aside[2])) ==
                      CLD_OUTSIDE);
        }
    }
}

/* Of a surface that closes but is not convex: `own` from the same points as the hull `all`. What
   is told of it is there: nothing is nearer or farther out than on the hull. */
static void within_its_hull(const solid *own, const solid *all, test_random *r)
{
    int i;
    for (i = 0; i < 60; i++) {
        const cld_vec3 p =
            vec3(test_between(r, -9, 9), test_between(r, -9, 9), test_between(r, -9, 9));
        const cld_vec3 d =
            vec3(test_between(r, -1, 1), test_between(r, -1, 1), test_between(r, -1, 1));
        cld_contact c, e;
        cld_span s, t;
        cld_clip3 clip;
        uint32_t v = 0;
        int found;
        CHECK(cld_polyhedron_extreme(&own->p, d, &v, NULL) == CLD_OK && v < (uint32_t)own->count);
        CHECK(cld_polyhedron_span(&own->p, d, &s) == CLD_OK);
        CHECK(cld_polyhedron_span(&all->p, d, &t) == CLD_OK);
        CHECK((double)s.max <= (double)t.max + 32 * TEST_ROUND);
        CHECK((double)s.min >= (double)t.min - 32 * TEST_ROUND);
        found = cld_polyhedron_contains(&own->p, p);
        CHECK(found >= 0 && found <= 2);
        if (cld_polyhedron_closest(&own->p, p, &c) == 1) {
            CHECK(cld_polyhedron_closest(&all->p, p, &e) >= 0);
            CHECK((double)c.distance >= (double)e.distance - ldexp(16, -46) - 32 * TEST_ROUND);
        }
        found = cld_polyhedron_clip_line(&own->p, p, d, &clip);
        CHECK(found == 0 || (found == 1 && clip.enter <= clip.exit));
    }
}

/* A ring of n by m squares, and of it the ends of `pinches` pairs made one vertex. */
static void make_handles(solid *s, test_random *r, int n, int m, int pinches)
{
    int i, k;
    solid_clear(s);
    for (i = 0; i < n; i++) {
        for (k = 0; k < m; k++) {
            const double a = 6.283185307179586 * i / n, b = 6.283185307179586 * k / m;
            solid_vertex(s, as_given((3 + cos(b)) * cos(a)), as_given((3 + cos(b)) * sin(a)),
                         as_given(sin(b)));
        }
    }
    for (i = 0; i < n; i++) {
        for (k = 0; k < m; k++) {
            const int j = (i + 1) % n, l = (k + 1) % m;
            solid_quad(s, i * m + k, j * m + k, j * m + l, i * m + l, test_integer(r, 0, 1));
        }
    }
    for (; pinches > 0; pinches--) {
        const uint32_t a = (uint32_t)test_integer(r, 0, n * m - 1);
        const uint32_t b = (uint32_t)test_integer(r, 0, n * m - 1);
        for (i = 0; i < 3 * s->triangle_count; i++)
            if (s->t[i] == a) s->t[i] = b;
    }
}

static void handles_and_pinches(void)
{
    test_random r = test_random_from(49);
    int n, i, built = 0, repeat = test_repeat(300);
    for (n = 0; n < repeat; n++) {
        const int many = n % 4 == 1, far_apart = many ? 40 : 24;
        const int around = test_integer(&r, 3, far_apart),
                  across = test_integer(&r, 3, far_apart / 2);
        size_t where;
        int status;
        make_handles(&one, &r, around, across, n % 3 ? test_integer(&r, 0, many ? 60 : 8) : 0);
        solid_clear(&two);
        for (i = 0; i < one.count; i++)
            solid_vertex(&two, one.xyz[3 * i], one.xyz[3 * i + 1], one.xyz[3 * i + 2]);
        if (!CHECK(solid_library_hull(&two))) continue;
        solid_view(&two, 0), solid_view(&one, 0);
        status = cld_polyhedron_validate(&one.p, &space, &where);
        CHECK(status < 0);
        if (status != CLD_ERROR_CONVEX) continue; /* pinched so that an edge is of four */
        if (!CHECK(solid_build(&one, 1) == CLD_OK && solid_build(&two, 0) == CLD_OK)) continue;
        CHECK(solid_guards_live(&one));
        within_its_hull(&one, &two, &r);
        built++;
    }
    CHECK(repeat < 20 || built > repeat / 4);
}

/* Numbers at the end of the range of double: every answer is one, and right where it is decided in
   the polyhedron's own frame. */
static void numbers_without_end(void)
{
#ifdef COLLIDE_DOUBLE
    test_random r = test_random_from(50);
    const double zero[3] = {0, 0, 0};
    int i, k;
    if (!solid_of(&one, &r, BOX, 8, 1, zero)) return;
    for (i = 0; i < 64; i++) {
        const double far_off = i & 8 ? 1.7e308 : 1e300;
        const cld_vec3 d =
            vec3(i & 1 ? 1e308 : -1e308, i & 2 ? 1e308 : -1e308, i & 4 ? 1e308 : -1e308);
        const cld_vec3 o = vec3(1e150, 1, -1e150);
        cld_polyhedron p = one.p;
        cld_shape_cache cache;
        cld_contact c;
        cld_clip3 clip;
        uint32_t v = 99;
        int found;
        CHECK(cld_polyhedron_extreme(&p, d, &v, NULL) == CLD_OK && v < 8);
        for (k = 0; k < 3 && v < 8; k++) CHECK((one.xyz[3 * v + (uint32_t)k] > 0) == (i >> k & 1));
        p.pose = test_pose(&r, 1);
        p.pose.position = vec3(i & 16 ? far_off : 1, i & 32 ? -far_off : 1, far_off);
        found = cld_polyhedron_extreme(&p, d, &v, NULL);
        CHECK(found == CLD_ERROR_FINITE || (found == CLD_OK && v < 8));
        CHECK(cld_polyhedron_contains(&p, o) == CLD_OUTSIDE);
        found = cld_polyhedron_clip_line(&p, o, vec3(1, 2, 3), &clip);
        CHECK(found == 0 || found == CLD_ERROR_FINITE);
        found = cld_polyhedron_clip_segment(&p, o, vec3(1, 2, 3), &clip);
        CHECK(found == 0 || found == CLD_ERROR_FINITE);
        CHECK(polyhedra_overlap(&p, &one.p) == 0);
        memset(&cache, 0, sizeof cache);
        cache.count = 1, cache.a[0] = cache.b[0] = (uint32_t)i;
        CHECK(polyhedra_distance(&p, &one.p, &cache, &c) == 1);
    }
#endif
}

/* Sheets that close a surface but have no volume, in a plane that is no axis': build takes them, as
   validate would not. They are all boundary, as far as they reach and no farther. */
static void sheets(void)
{
    test_random r = test_random_from(44);
    int n, i, repeat = test_repeat(200);
    for (n = 0; n < repeat; n++) {
        const int corners = test_integer(&r, 4, 30), a = test_integer(&r, -3, 3), b = 1 + n % 2;
        solid_clear(&one);
        solid_ring(&one, corners, 0);
        for (i = 0; i < one.count; i++) {
            double *v = one.xyz + 3 * i;
            v[2] = a * v[0] + b * v[1] + 5;
        }
        solid_fan(&one, 0, one.count, 0, 0);
        solid_fan(&one, 0, one.count, 1, 1);
        solid_view(&one, 0);
        if (solid_build(&one, n % 2) != CLD_OK) continue; /* of four corners, an edge is of four */
        for (i = 0; i < 40; i++) {
            const double *v = one.xyz + 3 * test_integer(&r, 0, one.count - 1);
            const double *w = one.xyz + 3 * test_integer(&r, 0, one.count - 1);
            const double x = (v[0] + w[0]) / 2, y = (v[1] + w[1]) / 2, z = (v[2] + w[2]) / 2;
            cld_contact c;
            CHECK(cld_polyhedron_contains(&one.p, vec3(x, y, z)) == CLD_BOUNDARY);
            CHECK(cld_polyhedron_contains(&one.p, vec3(x, y, z + 1)) == CLD_OUTSIDE);
            CHECK(cld_polyhedron_contains(&one.p, vec3(x, y, z - 1)) == CLD_OUTSIDE);
            if (v[0] == 0 && v[1] == 0) continue;
            /* in the plane, beyond a corner: (0, 0) is within the ring */
            CHECK(cld_polyhedron_contains(&one.p, vec3(2 * v[0], 2 * v[1], 2 * v[2] - 5)) ==
                  CLD_OUTSIDE);
            CHECK(cld_polyhedron_closest(&one.p, vec3(2 * v[0], 2 * v[1], 2 * v[2] - 5), &c) == 1);
            CHECK(c.distance > 0);
        }
    }
}

/* What rounding to float has dented: it is built, and every question is answered, about as well. */
static void not_quite_convex(void)
{
    test_random r = test_random_from(41);
    int n, i, repeat = test_repeat(60);
    for (n = 0; n < repeat; n++) {
        const int rings = test_integer(&r, 3, 40), around = 4 * test_integer(&r, 2, 20);
        const double far_off = n % 3 == 0 ? 0 : ldexp(1, test_integer(&r, 0, 14));
        int k, j, status;
        size_t where;
        solid_clear(&one);
        for (k = 0; k <= rings; k++)
            for (j = 0; j < (k % rings ? around : 1); j++) {
                const double a = 3.141592653589793 * k / rings, b = 6.283185307179586 * j / around;
                solid_vertex(&one, (double)(float)(far_off + sin(a) * cos(b)),
                             (double)(float)(far_off + sin(a) * sin(b)), (double)(float)cos(a));
            }
        for (j = 0; j < around; j++) {
            const int next = (j + 1) % around, last = one.count - 1;
            solid_triangle(&one, 0, 1 + j, 1 + next);
            solid_triangle(&one, last, last - around + next, last - around + j);
            for (k = 0; k + 2 < rings; k++) {
                const int u = 1 + k * around;
                solid_quad(&one, u + j, u + around + j, u + around + next, u + next, j % 2);
            }
        }
        solid_shuffle(&one, &r, 2);
        solid_view(&one, 0);
        status = validated(&one, &where);
        CHECK(status == CLD_OK || status == CLD_ERROR_CONVEX);
        if (!CHECK(solid_build(&one, 1) == CLD_OK)) continue;
        for (i = 0; i < QUESTIONS; i++) {
            double p[3], d[3];
            cld_vec3 at, direction, out;
            cld_clip3 clip;
            cld_span span;
            uint32_t vertex;
            some_point(&one, &r, p);
            some_direction(&one, &r, d);
            at = vec3(p[0], p[1], p[2]), direction = vec3(d[0], d[1], d[2]);
            CHECK(cld_polyhedron_extreme(&one.p, direction, &vertex, &out) == CLD_OK);
            CHECK(vertex < (uint32_t)one.count && is_used(&one, vertex));
            CHECK(cld_polyhedron_span(&one.p, direction, &span) == CLD_OK);
            CHECK(cld_polyhedron_plane(&one.p, at, direction, NULL) >= 0);
            status = cld_polyhedron_contains(&one.p, at);
            CHECK(status >= 0 && status <= 2);
            status = cld_polyhedron_clip_line(&one.p, at, direction, &clip);
            CHECK(status == 0 || (status == 1 && clip.enter <= clip.exit));
        }
    }
}

/* ----------------------------------------------------------------------------------- large ones */

/* A dozen questions of each kind, against every vertex and every face. */
static void asked_all(test_random *r)
{
    int i, k, kind;
    double size = oracle_size(&one.body);
    for (i = 0; i < 12; i++) {
        double p[3], d[3];
        uint32_t vertex = 0xffffffffu;
        cld_vec3 point;
        cld_clip3 clip;
        some_point(&one, r, p);
        some_direction(&one, r, d);
        CHECK(cld_polyhedron_extreme(&one.p, vec3(d[0], d[1], d[2]), &vertex, &point) == CLD_OK);
        CHECK(is_farthest(&one, d, vertex, 0));
        CHECK(cld_polyhedron_contains(&one.p, vec3(p[0], p[1], p[2])) ==
              oracle_where(&one.body, p));
        if (i % 2) memcpy(p, one.xyz + 3 * oracle_farthest(&one.body, d), sizeof p);
        CHECK(cld_polyhedron_plane(&one.p, vec3(p[0], p[1], p[2]), vec3(d[0], d[1], d[2]), NULL) ==
              meets_plane(&one.body, p, d));
        some_line(&one, r, 0, p, d);
        k = ask_clip(&one, LINE, p, d, &clip);
        CHECK(check_clip(&one, LINE, p, d, k, &clip, size > largest(p) ? size : largest(p), &kind));
    }
}

static void large_solids(void)
{
    test_random r = test_random_from(50);
    static const int kinds[] = {BOWL, GRID_CUBE, PRISM, PYRAMID, BIPYRAMID, SPHERE, ELLIPSOID};
    const double zero[3] = {0, 0, 0};
    size_t where;
    int i, n = test_effort >= 1000 ? 1000000 : test_effort >= 100 ? 20000 : 3000;
    for (i = 0; i < 7; i++) {
        int most = sizeof(cld_real) == 4 && n > 60000 && kinds[i] != BOWL ? 60000 : n;
        if (kinds[i] >= BALL && n > 200000) most = 200000;
        if (!CHECK(make_solid(&one, &r, kinds[i], most, 1, zero))) continue;
        solid_shuffle(&one, &r, 3);
        solid_view(&one, 0);
        CHECK(validated(&one, &where) == CLD_OK);
        if (CHECK(solid_build(&one, 1) == CLD_OK)) asked_all(&r);
    }
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    memset(&space, 0, sizeof space);
    TEST(statuses_of_validate);
    TEST(surfaces_that_do_not_close);
    TEST(two_surfaces);
    TEST(good_solids_are_convex);
    TEST(convexity_to_the_last_bit);
    TEST(surfaces_that_go_around_twice);
    TEST(flat_surfaces);
    TEST(validate_without_memory);
    TEST(hulls);
    TEST(large_hulls);
    TEST(hull_refuses);
    TEST(hull_without_memory);
    TEST(memory_ends_anywhere);
    TEST(hulls_of_points_that_close_in);
    TEST(extremes);
    TEST(spans);
    TEST(planes);
    TEST(contains);
    TEST(exact_poses);
    TEST(clips);
    TEST(clips_that_touch);
    TEST(clips_a_corner);
    TEST(scales);
    TEST(built_twice);
    TEST(queries_refuse);
    TEST(sizes_beyond_memory);
    TEST(hardly_turned);
    TEST(all_but_turned);
    TEST(sheets);
    TEST(needles_of_no_width);
    TEST(handles_and_pinches);
    TEST(numbers_without_end);
    TEST(not_quite_convex);
    TEST(large_solids);
    cld_workspace_free(&space);
    solid_free(&one);
    solid_free(&two);
    return test_end();
}
