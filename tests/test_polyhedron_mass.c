/* [POLYHEDRON]: volume, centroid, inertia: cld_polyhedron_mass against closed forms, whole numbers,
 * and sums in long double over prisms under the triangles (the divergence theorem), where the
 * library sums over tetrahedra.
 *
 *     test_polyhedron_mass [seed] [--cases n]
 *
 * n: random polyhedra for each test instead of those that TEST_EFFORT gives:
 *
 *     test_polyhedron_mass 7 --cases 100000 */
#include "test.h"

#include "polyhedron_shapes.h"

typedef long double wide_real;

static int option_cases;

static int cases(int full)
{
    return option_cases ? option_cases : test_repeat(full);
}

/* Volume, first and second moments about a point, and the area of the surface. */
typedef struct integrals {
    wide_real volume, first[3], second[3][3], area;
} integrals;

/* Under a triangle, down to z = 0: the integral of a polynomial over the triangle's shadow, exact
   for degree 5 with the seven nodes of Radon. */
static void add_prism(integrals *sum, wide_real p[3][3])
{
    const wide_real s = sqrtl(15), node[3] = {1 / 3.0L, (6 - s) / 21, (6 + s) / 21};
    const wide_real weight[3] = {9 / 40.0L, (155 - s) / 1200, (155 + s) / 1200};
    wide_real u[3], v[3], n[3];
    int i, j, k, m;
    for (k = 0; k < 3; k++) u[k] = p[1][k] - p[0][k], v[k] = p[2][k] - p[0][k];
    for (k = 0; k < 3; k++)
        n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
    sum->area += sqrtl(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2;
    for (m = 0; m < 7; m++) {
        const int kind = m ? 1 + (m - 1) / 3 : 0, corner = m ? (m - 1) % 3 : 0;
        const wide_real share = node[kind], w = weight[kind] * n[2] / 2;
        wide_real q[3];
        for (k = 0; k < 3; k++) {
            q[k] = 0;
            for (i = 0; i < 3; i++) q[k] += (i == corner ? 1 - 2 * share : share) * p[i][k];
        }
        sum->volume += w * q[2];
        for (i = 0; i < 3; i++) sum->first[i] += w * q[i] * q[2] / (i == 2 ? 2 : 1);
        for (i = 0; i < 3; i++)
            for (j = 0; j < 3; j++)
                sum->second[i][j] += w * q[i] * q[j] * q[2] /
                                     (i == 2 && j == 2   ? 3
                                      : i == 2 || j == 2 ? 2
                                                         : 1);
    }
}

/* The corner of a triangle in the world, relative to the first corner of the first. */
static void corner_of(const cld_polyhedron *p, uint32_t vertex, wide_real out[3])
{
    static const cld_mat3 identity = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, none;
    const cld_mat3 *r =
        memcmp(&p->pose.rotation, &none, sizeof none) ? &p->pose.rotation : &identity;
    const size_t stride = p->stride ? p->stride : 3 * sizeof(cld_real);
    cld_real v[3], o[3];
    wide_real d[3];
    int k;
    memcpy(v, (const char *)p->vertices + vertex * stride, sizeof v);
    memcpy(o, (const char *)p->vertices + p->triangles[0] * stride, sizeof o);
    for (k = 0; k < 3; k++) d[k] = (wide_real)v[k] - (wide_real)o[k];
    out[0] = r->x.x * d[0] + r->y.x * d[1] + r->z.x * d[2];
    out[1] = r->x.y * d[0] + r->y.y * d[1] + r->z.y * d[2];
    out[2] = r->x.z * d[0] + r->y.z * d[1] + r->z.z * d[2];
}

/* Where the first corner is in the world; returns the largest number that goes into that. */
static wide_real first_corner(const cld_polyhedron *p, wide_real world[3])
{
    const size_t stride = p->stride ? p->stride : 3 * sizeof(cld_real);
    const cld_vec3 at = p->pose.position;
    const cld_mat3 *r = &p->pose.rotation;
    wide_real most = fmaxl(fabsl((wide_real)at.x), fabsl((wide_real)at.y));
    cld_real v[3];
    int i;
    memcpy(v, (const char *)p->vertices + p->triangles[0] * stride, sizeof v);
    most = fmaxl(most, fabsl((wide_real)at.z));
    for (i = 0; i < 3; i++) most = fmaxl(most, fabsl(world[i] = v[i]));
    if (r->x.x != 0 || r->x.y != 0 || r->x.z != 0) {
        const wide_real x = v[0], y = v[1], z = v[2];
        world[0] = r->x.x * x + r->y.x * y + r->z.x * z;
        world[1] = r->x.y * x + r->y.y * y + r->z.y * z;
        world[2] = r->x.z * x + r->y.z * y + r->z.z * z;
    }
    world[0] += at.x, world[1] += at.y, world[2] += at.z;
    return most;
}

static int close_to(cld_real got, wide_real expected, wide_real off)
{
    const wide_real most = sizeof(cld_real) == 4 ? (wide_real)FLT_MAX : (wide_real)DBL_MAX;
    const wide_real tiny = sizeof(cld_real) == 4 ? (wide_real)FLT_MIN : (wide_real)DBL_MIN;
    if (fabsl(expected) > 0.999L * most) return 1; /* told as infinite */
    return fabsl((wide_real)got - expected) <= off + 1.01L * TEST_ROUND * fabsl(expected) + tiny;
}

static void check_mass(const cld_polyhedron *p, const char *what)
{
    integrals s;
    wide_real d = 0, ds, off, world[3], c[3], most;
    cld_real got[3], inertia[3][3];
    cld_mass m;
    size_t t;
    int i, j, good;
    memset(&s, 0, sizeof s);
    for (t = 0; t < p->triangle_count; t++) {
        wide_real q[3][3];
        for (i = 0; i < 3; i++) {
            corner_of(p, p->triangles[3 * t + (size_t)i], q[i]);
            d = fmaxl(d, sqrtl(q[i][0] * q[i][0] + q[i][1] * q[i][1] + q[i][2] * q[i][2]));
        }
        add_prism(&s, q);
    }
    ds = d * s.area;
    good = CHECK(cld_polyhedron_mass(p, &m) == CLD_OK);
    good &= CHECK(close_to(m.volume, s.volume, ldexpl(ds, -48)));
    got[0] = m.centroid.x, got[1] = m.centroid.y, got[2] = m.centroid.z;
    memcpy(inertia, &m.inertia, sizeof inertia);
    most = first_corner(p, world);
    if (s.volume > 8 * ldexpl(ds, -48)) {
        for (i = 0; i < 3; i++) c[i] = s.first[i] / s.volume;
        off = ldexpl(ds * d, -46) / s.volume + ldexpl(most, -50);
        for (i = 0; i < 3; i++) good &= CHECK(close_to(got[i], world[i] + c[i], off));
        for (i = 0; i < 3; i++)
            for (j = 0; j < 3; j++) {
                const int k = (i + 1) % 3, l = (i + 2) % 3;
                const wide_real square = i == j ? s.second[k][k] + s.second[l][l] -
                                                      s.volume * (c[k] * c[k] + c[l] * c[l])
                                                : -(s.second[i][j] - s.volume * c[i] * c[j]);
                good &= CHECK(close_to(inertia[i][j], square, ldexpl(ds * d * d, -45)));
                good &= CHECK(inertia[i][j] == inertia[j][i]);
            }
    } else {
        for (i = 0; i < 3; i++)
            good &= CHECK(close_to(got[i], world[i], d * (1 + TEST_ROUND) + ldexpl(most, -50)));
    }
    if (!good && test_failures < 20)
        printf("    %s: %u triangles, volume %.17g, expected %.17Lg; size %Lg, surface %Lg\n", what,
               (unsigned)p->triangle_count, (double)m.volume, s.volume, d, s.area);
}

static void masses_of_random_polyhedra(void)
{
    static solid s;
    const int repeat = cases(4000);
    int i, k;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(100000 + (uint64_t)i);
        const double scale = test_integer(&r, 0, 2) ? 1 : solid_log(&r, -6, 6);
        double shift[3];
        char what[32];
        const int kind = test_integer(&r, 0, KINDS - 1);
        for (k = 0; k < 3; k++)
            shift[k] = test_integer(&r, 0, 3) ? 0 : scale * test_integer(&r, -1000, 1000);
        if (!make_solid(&s, &r, kind, 4 + test_integer(&r, 0, i % 16 ? 20 : 100), scale, shift))
            continue;
        solid_view(&s, test_integer(&r, 0, 2) ? 0 : 3 + test_integer(&r, 1, 2));
        if (test_integer(&r, 0, 1)) {
            const cld_vec3 axis = {(cld_real)test_between(&r, -1, 1),
                                   (cld_real)test_between(&r, -1, 1),
                                   (cld_real)test_between(&r, -1, 1)};
            const double far = scale * pow(10, test_integer(&r, -1, 5));
            const cld_vec3 at = vec3(test_between(&r, -far, far), test_between(&r, -far, far),
                                     test_between(&r, -far, far));
            s.p.pose = cld_pose_from_axis_angle(axis, (cld_real)test_between(&r, -4, 4), at);
        }
        sprintf(what, "kind %d", kind);
        check_mass(&s.p, what);
    }
    solid_free(&s);
}

static const uint32_t box_triangles[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                           2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};

static cld_polyhedron box_of(cld_real v[24], double x, double y, double z, const double at[3])
{
    cld_polyhedron p;
    int i;
    for (i = 0; i < 8; i++) {
        v[3 * i] = (cld_real)(at[0] + (i & 1 ? x : 0));
        v[3 * i + 1] = (cld_real)(at[1] + (i & 2 ? y : 0));
        v[3 * i + 2] = (cld_real)(at[2] + (i & 4 ? z : 0));
    }
    memset(&p, 0, sizeof p);
    p.vertices = v, p.vertex_count = 8, p.triangles = box_triangles, p.triangle_count = 12;
    return p;
}

/* Boxes and tetrahedra of whole numbers: closed forms. */
static void masses_of_boxes_and_tetrahedra(void)
{
    static const uint32_t four[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
    const int repeat = cases(4000);
    int i, k;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(200000 + (uint64_t)i);
        const double far = test_integer(&r, 0, 1) ? 100000 : 0;
        double at[3], x = test_integer(&r, 1, 60), y = test_integer(&r, 1, 60), z, v, u;
        cld_real corners[24];
        cld_polyhedron p;
        cld_mass m;
        z = test_integer(&r, 1, 60), v = x * y * z;
        for (k = 0; k < 3; k++)
            at[k] = test_integer(&r, 0, 1) ? floor(test_between(&r, -far, far)) : 0;
        p = box_of(corners, x, y, z, at);
        if (test_integer(&r, 0, 1)) { /* a third of a turn: x to y to z to x */
            const cld_mat3 turn = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
            p.pose.rotation = turn;
        }
        u = 1e-14 + 2 * TEST_ROUND;
        CHECK(cld_polyhedron_mass(&p, &m) == CLD_OK);
        CHECK_NEAR(m.volume, v, v * u);
        if (p.pose.rotation.x.y == 0) {
            CHECK_NEAR(m.centroid.x, at[0] + x / 2, u * (x + fabs(at[0])));
            CHECK_NEAR(m.inertia.x.x, v * (y * y + z * z) / 12, u * v * (y * y + z * z));
            CHECK_NEAR(m.inertia.y.y, v * (x * x + z * z) / 12, u * v * (x * x + z * z));
            CHECK_NEAR(m.inertia.z.z, v * (x * x + y * y) / 12, u * v * (x * x + y * y));
        } else {
            CHECK_NEAR(m.centroid.y, at[0] + x / 2, u * (x + fabs(at[0])));
            CHECK_NEAR(m.inertia.y.y, v * (y * y + z * z) / 12, u * v * (y * y + z * z));
            CHECK_NEAR(m.inertia.z.z, v * (x * x + z * z) / 12, u * v * (x * x + z * z));
            CHECK_NEAR(m.inertia.x.x, v * (x * x + y * y) / 12, u * v * (x * x + y * y));
        }
        CHECK_NEAR(m.inertia.x.y, 0, 1e-14 * v * (x * x + y * y + z * z));
        { /* of a tetrahedron V / 20 (the sum of squares of corners about the centroid) */
            double c[4][3], middle[3] = {0, 0, 0}, six, square[3][3];
            int j, l;
            for (j = 0; j < 12; j++)
                corners[j] = (cld_real)(c[j / 3][j % 3] = at[j % 3] + test_integer(&r, -50, 50));
            six = 0;
            for (j = 0; j < 3; j++)
                six += (c[1][j] - c[0][j]) * ((c[2][(j + 1) % 3] - c[0][(j + 1) % 3]) *
                                                  (c[3][(j + 2) % 3] - c[0][(j + 2) % 3]) -
                                              (c[2][(j + 2) % 3] - c[0][(j + 2) % 3]) *
                                                  (c[3][(j + 1) % 3] - c[0][(j + 1) % 3]));
            p.vertex_count = 4, p.triangles = four, p.triangle_count = 4;
            memset(&p.pose, 0, sizeof p.pose);
            if (six < 0) {
                CHECK(cld_polyhedron_mass(&p, &m) == CLD_ERROR_CONVEX);
                for (j = 0; j < 3; j++) {
                    const cld_real swap = corners[j];
                    corners[j] = corners[3 + j], corners[3 + j] = swap;
                }
                six = -six;
            }
            CHECK(cld_polyhedron_mass(&p, &m) == CLD_OK);
            if (six == 0) {
                CHECK(m.volume == 0 && m.inertia.x.x == 0 && m.inertia.y.z == 0);
                continue;
            }
            for (j = 0; j < 12; j++) middle[j % 3] += c[j / 3][j % 3] / 4;
            CHECK_NEAR(m.volume, six / 6, six * u + 1e-8);
            CHECK_NEAR(m.centroid.y, middle[1], u * fabs(middle[1]) + 1e-8);
            for (j = 0; j < 3; j++)
                for (l = 0; l < 3; l++) {
                    square[j][l] = 0;
                    for (k = 0; k < 4; k++)
                        square[j][l] += six / 120 * (c[k][j] - middle[j]) * (c[k][l] - middle[l]);
                }
            /* less than the bounds of the docs, 2^-48 D S and 2^-45 D^3 S, for sizes of 173 */
            CHECK_NEAR(m.inertia.x.x, square[1][1] + square[2][2],
                       u * (square[1][1] + square[2][2]) + 1e-4);
            CHECK_NEAR(m.inertia.y.x, -square[0][1], u * (square[0][0] + square[1][1]) + 1e-4);
            CHECK_NEAR(m.inertia.z.y, -square[1][2], u * (square[1][1] + square[2][2]) + 1e-4);
            CHECK_NEAR(m.inertia.x.z, -square[0][2], u * (square[0][0] + square[2][2]) + 1e-4);
        }
    }
}

/* A box with a cavity is one box less another. */
static void surfaces_that_are_not_convex(void)
{
    cld_real v[48];
    uint32_t t[72];
    const double zero[3] = {0, 0, 0}, hole[3] = {1, 1, 1};
    cld_polyhedron p = box_of(v, 4, 4, 4, zero);
    cld_mass m;
    int i;
    (void)box_of(v + 24, 2, 1, 1, hole);
    for (i = 0; i < 36; i++) { /* a cavity, its triangles turned over */
        t[i] = box_triangles[i];
        t[36 + i] = 8 + box_triangles[i % 3 == 0 ? i : i % 3 == 1 ? i + 1 : i - 1];
    }
    p.vertex_count = 16, p.triangles = t, p.triangle_count = 24;
    CHECK(cld_polyhedron_mass(&p, &m) == CLD_OK);
    CHECK_NEAR(m.volume, 62, 62 * 2 * TEST_ROUND);
    CHECK_NEAR(m.centroid.x, (64 * 2 - 2 * 2) / 62.0, 4 * TEST_ROUND);
    CHECK_NEAR(m.centroid.y, (64 * 2 - 2 * 1.5) / 62.0, 4 * TEST_ROUND);
    p.triangles = t + 36, p.triangle_count = 12;
    CHECK(cld_polyhedron_mass(&p, &m) == CLD_ERROR_CONVEX);
}

static void far_away_and_scaled(void)
{
    static solid s;
    const int repeat = cases(1000);
    int i;
    for (i = 0; i < repeat; i++) {
        test_random r = test_random_from(300000 + (uint64_t)i);
        static const double zero[3] = {0, 0, 0};
        const int k = test_integer(&r, -6, 6);
        cld_mass a, b;
        size_t n, j;
        if (!make_solid(&s, &r, test_integer(&r, 0, KINDS - 1), 20, 1, zero)) continue;
        solid_view(&s, 0);
        CHECK(cld_polyhedron_mass(&s.p, &a) == CLD_OK);
        s.p.pose.position = vec3(1e9, -1e15, 3e7);
        CHECK(cld_polyhedron_mass(&s.p, &b) == CLD_OK);
        CHECK(a.volume == b.volume && memcmp(&a.inertia, &b.inertia, sizeof a.inertia) == 0);
        memset(&s.p.pose, 0, sizeof s.p.pose);
        n = 3 * s.p.vertex_count;
        for (j = 0; j < n; j++) s.given[j] = (cld_real)ldexp((double)s.given[j], k);
        CHECK(cld_polyhedron_mass(&s.p, &b) == CLD_OK);
        CHECK(b.volume == (cld_real)ldexp((double)a.volume, 3 * k));
        CHECK(b.centroid.z == (cld_real)ldexp((double)a.centroid.z, k));
        CHECK(b.inertia.x.y == (cld_real)ldexp((double)a.inertia.x.y, 5 * k));
    }
    solid_free(&s);
}

static void bad_arguments(void)
{
    const double zero[3] = {0, 0, 0};
    cld_real v[24];
    uint32_t t[36];
    cld_polyhedron good = box_of(v, 1, 2, 3, zero), p;
    cld_mass m;
    int i;
    memset(&m, 0x5a, sizeof m);
    memcpy(t, box_triangles, sizeof t);
    CHECK(cld_polyhedron_mass(NULL, &m) == CLD_ERROR_NULL);
    CHECK(cld_polyhedron_mass(&good, NULL) == CLD_ERROR_NULL);
    for (i = 0; i < 10; i++) {
        static const int status[10] = {
            CLD_ERROR_NULL, CLD_ERROR_NULL,  CLD_ERROR_COUNT, CLD_ERROR_COUNT, CLD_ERROR_STRIDE,
            CLD_ERROR_POSE, CLD_ERROR_INDEX, CLD_ERROR_INDEX, CLD_ERROR_POINT, CLD_ERROR_POINT};
        p = good;
        if (i == 0) p.vertices = NULL;
        if (i == 1) p.triangles = NULL;
        if (i == 2) p.vertex_count = 3;
        if (i == 3) p.triangle_count = 3;
        if (i == 4) p.stride = 2 * sizeof(cld_real);
        if (i == 5) p.pose.rotation.x.x = 2;
        if (i == 6) p.triangles = t, t[0] = 8;
        if (i == 7) p.triangles = t, t[0] = 0, t[35] = 0xffffffffu;
        if (i >= 8) v[7] = (cld_real)(i == 8 ? TEST_NAN : TEST_INFINITY);
        CHECK(cld_polyhedron_mass(&p, &m) == status[i]);
    }
    for (i = 0; i < (int)sizeof m; i++) CHECK(((unsigned char *)&m)[i] == 0x5a);
    p = box_of(v, 2, 4, 0, zero); /* flat: the centroid of the surface */
    CHECK(cld_polyhedron_mass(&p, &m) == CLD_OK && m.volume == 0);
    CHECK_NEAR(m.centroid.x, 1, 8 * TEST_ROUND), CHECK_NEAR(m.centroid.y, 2, 16 * TEST_ROUND);
    CHECK(m.centroid.z == 0 && m.inertia.x.x == 0);
    p = box_of(v, 0, 0, 0, zero), p.pose.position = vec3(1, 2, 3); /* a point */
    CHECK(cld_polyhedron_mass(&p, &m) == CLD_OK && m.volume == 0);
    CHECK(m.centroid.x == 1 && m.centroid.y == 2 && m.centroid.z == 3);
}

int main(int argc, char **argv)
{
    option_cases = test_option(&argc, argv, "--cases", 0);
    test_begin(argc, argv);
    TEST(bad_arguments);
    TEST(masses_of_boxes_and_tetrahedra);
    TEST(surfaces_that_are_not_convex);
    TEST(far_away_and_scaled);
    TEST(masses_of_random_polyhedra);
    return test_end();
}
