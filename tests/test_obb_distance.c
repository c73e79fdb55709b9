/* [OBB]: distance, rays and sweeps, against brute force over features in long double. */
#include "test.h"

#include "oracle_obb.h"

typedef long double wide;

typedef struct wide_box {
    wide centre[3], axis[3][3], half[3];
} wide_box;

static cld_vec3 vec3(double x, double y, double z)
{
    cld_vec3 v;
    v.x = (cld_real)x, v.y = (cld_real)y, v.z = (cld_real)z;
    return v;
}

static cld_obb aligned(double x, double y, double z, double hx, double hy, double hz)
{
    cld_pose pose = cld_pose_identity();
    pose.position = vec3(x, y, z);
    return cld_obb_from_pose(&pose, vec3(hx, hy, hz));
}

static void numbers_of(const cld_obb *box, double n[15])
{
    const cld_real *from = &box->centre.x;
    int i;
    for (i = 0; i < 15; i++) {
        volatile cld_real rounded = from[i]; /* gcc 12 would read it as before its rounding */
        n[i] = (double)rounded;
    }
}

static wide_box widely(const cld_obb *box)
{
    wide_box w;
    double n[15];
    int i, k;
    numbers_of(box, n);
    for (i = 0; i < 3; i++) {
        w.centre[i] = n[i], w.half[i] = n[12 + i];
        for (k = 0; k < 3; k++) w.axis[i][k] = n[3 + 3 * i + k];
    }
    return w;
}

static oracle_box exactly(const cld_obb *box)
{
    oracle_box o;
    numbers_of(box, o.n);
    return o;
}

static wide dot(const wide a[3], const wide b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const wide a[3], const wide b[3], wide out[3])
{
    int c;
    for (c = 0; c < 3; c++)
        out[c] = a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
}

static double size_of(const cld_obb *a)
{
    return (double)a->half.x + (double)a->half.y + (double)a->half.z;
}

/* The M of the documentation. */
static double reach_of(const cld_obb *a, const cld_obb *b)
{
    return size_of(a) + size_of(b) + fabs((double)b->centre.x - (double)a->centre.x) +
           fabs((double)b->centre.y - (double)a->centre.y) +
           fabs((double)b->centre.z - (double)a->centre.z);
}

/* How far the numbers of an answer may be off that are coordinates: a centre and three products,
   each sum rounded, in double or not, and the whole to cld_real. */
static double place_of(const cld_obb *a, const cld_obb *b)
{
    double far = fabs((double)a->centre.x) + fabs((double)a->centre.y) + fabs((double)a->centre.z);
    return 8 * TEST_ROUND * (far + reach_of(a, b));
}

/* ------------------------------------------------------------------- brute force over features
   The least distance of two convex polyhedra is that of a corner and a face's parallelogram, or of
   two edges. Everything is taken as the given numbers have it: faces are parallelograms. */

static void corner_of(const wide_box *box, int corner, wide p[3])
{
    int i, c;
    for (c = 0; c < 3; c++) p[c] = box->centre[c];
    for (i = 0; i < 3; i++)
        for (c = 0; c < 3; c++)
            p[c] += (corner >> i & 1 ? box->half[i] : -box->half[i]) * box->axis[i][c];
}

static wide clamped(wide x, wide low, wide high)
{
    return x < low ? low : x > high ? high : x;
}

/* Distance of p from the segment q + t v, 0 <= t <= 1. */
static wide point_to_segment(const wide p[3], const wide q[3], const wide v[3])
{
    wide w[3], vv = dot(v, v), t;
    int c;
    for (c = 0; c < 3; c++) w[c] = p[c] - q[c];
    t = vv > 0 ? clamped(dot(w, v) / vv, 0, 1) : 0;
    for (c = 0; c < 3; c++) w[c] -= t * v[c];
    return sqrtl(dot(w, w));
}

/* Of p from the parallelogram q + s u + t v where its foot is inside, else infinite. */
static wide point_to_face(const wide p[3], const wide q[3], const wide u[3], const wide v[3])
{
    wide w[3], n[3], m[3], nn, s, t;
    int c;
    cross(u, v, n);
    nn = dot(n, n);
    if (!(nn > 0)) return (wide)HUGE_VAL;
    for (c = 0; c < 3; c++) w[c] = p[c] - q[c];
    cross(w, v, m);
    s = dot(m, n) / nn;
    cross(u, w, m);
    t = dot(m, n) / nn;
    if (s < 0 || s > 1 || t < 0 || t > 1) return (wide)HUGE_VAL;
    return fabsl(dot(w, n)) / sqrtl(nn);
}

/* Of the edges p + s u, |s| <= hu, and q + t v, |t| <= hv, where the common perpendicular meets
   both, else infinite. That of near-parallel u and v, lengths about 1, has its digits only if it is
   formed from their small difference. */
static wide edge_to_edge(const wide p[3], const wide u[3], wide hu, const wide q[3],
                         const wide v[3], wide hv)
{
    wide w[3], small[3], n[3], m[3], nn, side = dot(u, v) < 0 ? 1 : -1, s, t;
    int c;
    for (c = 0; c < 3; c++) small[c] = v[c] + side * u[c], w[c] = q[c] - p[c];
    cross(u, small, n);
    nn = dot(n, n);
    if (!(nn > 0)) return (wide)HUGE_VAL;
    cross(w, v, m);
    s = dot(m, n) / nn;
    cross(w, u, m);
    t = dot(m, n) / nn;
    if (fabsl(s) > hu || fabsl(t) > hv) return (wide)HUGE_VAL;
    return fabsl(dot(w, n)) / sqrtl(nn);
}

/* An end of edge e = 0..11 and the way to the other. */
static void edge_of(const wide_box *box, int e, wide p[3], wide u[3])
{
    int k = e / 4, c;
    corner_of(box, (e & 1) << (k + 1) % 3 | (e >> 1 & 1) << (k + 2) % 3, p);
    for (c = 0; c < 3; c++) u[c] = 2 * box->half[k] * box->axis[k][c];
}

static wide corners_to_box(const wide_box *a, const wide_box *b)
{
    wide least = (wide)HUGE_VAL, p[3], q[3], u[3], v[3];
    int corner, e, f;
    for (corner = 0; corner < 8; corner++) {
        corner_of(a, corner, p);
        for (e = 0; e < 12; e++) {
            edge_of(b, e, q, u);
            least = fminl(least, point_to_segment(p, q, u));
        }
        for (f = 0; f < 6; f++) { /* from the lowest corner of a face along two edges */
            int k = f / 2, c;
            corner_of(b, (f & 1) << k, q);
            for (c = 0; c < 3; c++) {
                u[c] = 2 * b->half[(k + 1) % 3] * b->axis[(k + 1) % 3][c];
                v[c] = 2 * b->half[(k + 2) % 3] * b->axis[(k + 2) % 3][c];
            }
            least = fminl(least, point_to_face(p, q, u, v));
        }
    }
    return least;
}

/* Of two boxes that are apart. They are moved to where a is at the origin: far from it, places have
   fewer digits than the bound. */
static wide brute_distance(const wide_box *first, const wide_box *second)
{
    wide_box at = *first, to = *second;
    const wide_box *a = &at, *b = &to;
    wide least, p[3], q[3], u[3];
    int e, f, c;
    for (c = 0; c < 3; c++) to.centre[c] -= at.centre[c], at.centre[c] = 0;
    least = fminl(corners_to_box(a, b), corners_to_box(b, a));
    for (e = 0; e < 12; e++)
        for (f = 0; f < 12; f++) {
            const int i = e / 4, k = f / 4;
            edge_of(a, e, p, u);
            for (c = 0; c < 3; c++) p[c] += u[c] / 2; /* the middle */
            edge_of(b, f, q, u);
            for (c = 0; c < 3; c++) q[c] += u[c] / 2;
            least =
                fminl(least, edge_to_edge(p, a->axis[i], a->half[i], q, b->axis[k], b->half[k]));
        }
    return least;
}

/* How far p is outside of the box, along the normals of its faces. */
static double outside(const wide_box *box, cld_vec3 at)
{
    wide d[3], n[3], most = -(wide)HUGE_VAL;
    int k, i;
    d[0] = (wide)at.x - box->centre[0], d[1] = (wide)at.y - box->centre[1];
    d[2] = (wide)at.z - box->centre[2];
    for (k = 0; k < 3; k++) {
        wide radius = 0;
        cross(box->axis[(k + 1) % 3], box->axis[(k + 2) % 3], n);
        for (i = 0; i < 3; i++) radius += box->half[i] * fabsl(dot(box->axis[i], n));
        most = fmaxl(most, fabsl(dot(d, n)) - radius);
    }
    return (double)most;
}

/* --------------------------------------------------------------------------------- random boxes */

enum { RANDOM, SHARED_AXIS, NEAR_PARALLEL, ALIGNED, FLAT, NEEDLE, KINDS };

static double log_between(test_random *r, double low, double high)
{
    return pow(10, test_between(r, low, high));
}

static cld_mat3 turned(cld_mat3 m, int axis, double angle)
{
    cld_vec3 *v[3], j, k;
    double c = cos(angle), s = sin(angle);
    v[0] = &m.x, v[1] = &m.y, v[2] = &m.z;
    j = *v[(axis + 1) % 3], k = *v[(axis + 2) % 3];
    *v[(axis + 1) % 3] = vec3(c * (double)j.x + s * (double)k.x, c * (double)j.y + s * (double)k.y,
                              c * (double)j.z + s * (double)k.z);
    *v[(axis + 2) % 3] = vec3(c * (double)k.x - s * (double)j.x, c * (double)k.y - s * (double)j.y,
                              c * (double)k.z - s * (double)j.z);
    return m;
}

static cld_vec3 random_half(test_random *r, int kind, double scale)
{
    double h[3];
    int i;
    for (i = 0; i < 3; i++) h[i] = scale * test_between(r, 0.2, 1);
    for (i = 0; i < 3 && kind == FLAT; i++)
        if (test_integer(r, 0, 1)) h[i] = 0;
    for (i = 0; i < 3 && kind == NEEDLE; i++)
        if (test_integer(r, 0, 1)) h[i] *= log_between(r, -7, -1);
    return vec3(h[0], h[1], h[2]);
}

/* Half of them are brought to a gap of 1e-17 to 0.1 sizes, or as deep into each other. */
static void random_pair(test_random *r, int kind, cld_obb *a, cld_obb *b)
{
    double scale = log_between(r, -6, 6), reach = scale * test_between(r, 0.2, 4);
    double far = test_integer(r, 0, 1) ? 0 : scale * log_between(r, 0, 4);
    cld_pose pose = test_pose(r, far);
    cld_vec3 axis;
    if (kind == ALIGNED && test_integer(r, 0, 1)) pose.rotation = cld_pose_identity().rotation;
    *a = cld_obb_from_pose(&pose, random_half(r, kind, scale));
    if (kind == SHARED_AXIS)
        pose.rotation = turned(pose.rotation, test_integer(r, 0, 2), test_between(r, -4, 4));
    else if (kind == NEAR_PARALLEL)
        pose.rotation = turned(turned(pose.rotation, test_integer(r, 0, 2), log_between(r, -9, -1)),
                               test_integer(r, 0, 2), log_between(r, -9, -1));
    else if (kind != ALIGNED)
        pose.rotation = test_rotation(r);
    pose.position = vec3((double)a->centre.x + test_between(r, -reach, reach),
                         (double)a->centre.y + test_between(r, -reach, reach),
                         (double)a->centre.z + test_between(r, -reach, reach));
    *b = cld_obb_from_pose(&pose, random_half(r, kind, scale));
    if (test_integer(r, 0, 1)) {
        double gap = scale * log_between(r, -17, -1) * (test_integer(r, 0, 3) ? 1 : -1);
        gap -= (double)cld_obb_separation(a, b, &axis);
        b->centre = vec3((double)b->centre.x + gap * (double)axis.x,
                         (double)b->centre.y + gap * (double)axis.y,
                         (double)b->centre.z + gap * (double)axis.z);
    }
}

/* ------------------------------------------------------------------------------------- distance */

static void distance_by_hand(void)
{
    cld_obb a = aligned(0, 0, 0, 1, 2, 3), b = aligned(4, 0.5, 0, 1, 1, 1);
    cld_obb p = aligned(4, 6, 3, 0, 0, 0), q = p;
    cld_contact c;
    CHECK(cld_obb_distance(&a, &b, &c) == 1);
    CHECK(c.distance == 2 && c.normal.x == 1 && c.normal.y == 0 && c.normal.z == 0);
    CHECK(c.point_a.x == 1 && c.point_b.x == 3 && c.point_a.y == c.point_b.y);
    CHECK(cld_obb_distance(&b, &a, &c) == 1 && c.distance == 2 && c.normal.x == -1);
    CHECK(cld_obb_distance(&a, &p, &c) == 1); /* a corner and a point: 3, 4, 0 */
    CHECK(c.distance == 5 && c.point_a.x == 1 && c.point_a.y == 2 && c.point_b.y == 6);
    CHECK(c.point_a.z == 3 && c.feature_b >= CLD_OBB_VERTEX);
    CHECK_NEAR(c.normal.x, 0.6, 4 * TEST_ROUND);
    CHECK_NEAR(c.normal.y, 0.8, 4 * TEST_ROUND);
    q.centre.z = 1; /* now beside the edge along z */
    CHECK(cld_obb_distance(&a, &q, &c) == 1 && c.distance == 5 && c.point_a.z == 1);
    CHECK(c.feature_a == CLD_OBB_EDGE + 4 * 2 + 3);
    q = aligned(0.5, 0.25, 7, 0, 0, 0); /* above the face */
    CHECK(cld_obb_distance(&a, &q, &c) == 1 && c.distance == 4 && c.normal.z == 1);
    CHECK(c.feature_a == CLD_OBB_FACE + 5 && c.point_a.x == (cld_real)0.5);
    CHECK(cld_obb_distance(&q, &q, &c) == 0 && c.distance == 0 && c.point_a.z == 7);
    b.centre.x = (cld_real)1.5; /* they overlap: a common point */
    CHECK(cld_obb_distance(&a, &b, &c) == 0 && c.distance == 0 && c.normal.x == 0);
    CHECK(cld_obb_contains(&a, c.point_a) && cld_obb_contains(&b, c.point_a));
    b.centre.x = 2; /* faces touch */
    CHECK(cld_obb_distance(&a, &b, &c) == 0 && c.point_a.x == 1 && c.point_b.x == 1);
}

static void distance_statuses(void)
{
    cld_obb a = aligned(0, 0, 0, 1, 1, 1), b = aligned(5, 0, 0, 1, 1, 1), bad;
    cld_contact c;
    int i;
    CHECK(cld_obb_distance(NULL, &b, &c) == CLD_ERROR_NULL);
    CHECK(cld_obb_distance(&a, NULL, &c) == CLD_ERROR_NULL);
    CHECK(cld_obb_distance(&a, &b, NULL) == CLD_ERROR_NULL);
    for (i = 0; i < 15; i++) {
        bad = b, (&bad.centre.x)[i] = (cld_real)TEST_NAN;
        CHECK(cld_obb_distance(&a, &bad, &c) == CLD_ERROR_FINITE);
        CHECK(cld_obb_distance(&bad, &a, &c) == CLD_ERROR_FINITE);
        CHECK(cld_obb_sweep(&a, &bad, vec3(1, 0, 0), NULL) == CLD_ERROR_FINITE);
        CHECK(cld_obb_raycast(&bad, vec3(9, 9, 9), vec3(-1, -1, -1), 100, NULL) ==
              CLD_ERROR_FINITE);
        bad = b, (&bad.centre.x)[i] = (cld_real)TEST_INFINITY;
        CHECK(cld_obb_distance(&a, &bad, &c) == CLD_ERROR_FINITE);
        CHECK(cld_obb_distance(&bad, &a, &c) == CLD_ERROR_FINITE);
        CHECK(cld_obb_sweep(&a, &bad, vec3(1, 0, 0), NULL) == CLD_ERROR_FINITE);
        CHECK(cld_obb_raycast(&bad, vec3(9, 9, 9), vec3(-1, -1, -1), 100, NULL) ==
              CLD_ERROR_FINITE);
    }
    if (sizeof(cld_real) > 4) { /* squares overflow */
        const double huge = TEST_ROUND < 1e-10 ? 1e160 : 0;
        bad = aligned(huge, 0, 0, 1, 1, 1);
        CHECK(cld_obb_distance(&a, &bad, &c) == CLD_ERROR_FINITE);
        CHECK(cld_obb_sweep(&a, &bad, vec3((cld_real)(-2 * huge), 0, 0), NULL) == CLD_ERROR_FINITE);
        CHECK(cld_obb_raycast(&bad, vec3(0, 0, 0), vec3(1, 0, 0), (cld_real)TEST_INFINITY, NULL) ==
              CLD_ERROR_FINITE);
    }
}

static int is_feature(uint32_t feature)
{
    return (feature >= CLD_OBB_FACE && feature < CLD_OBB_FACE + 6) ||
           (feature >= CLD_OBB_EDGE && feature < CLD_OBB_EDGE + 12) ||
           (feature >= CLD_OBB_VERTEX && feature < CLD_OBB_VERTEX + 8);
}

static void check_distance(const cld_obb *a, const cld_obb *b)
{
    const wide_box x = widely(a), y = widely(b);
    const double reach = reach_of(a, b), place = place_of(a, b);
    cld_contact c;
    const int apart = cld_obb_distance(a, b, &c);
    CHECK(apart == !cld_obb_overlap(a, b));
    CHECK(outside(&x, c.point_a) <= place && outside(&y, c.point_b) <= place);
    if (apart == 1) {
        const double truth = (double)brute_distance(&x, &y), bound = ldexp(reach, -46);
        wide between[3], normal[3];
        between[0] = (wide)c.point_b.x - (wide)c.point_a.x, normal[0] = c.normal.x;
        between[1] = (wide)c.point_b.y - (wide)c.point_a.y, normal[1] = c.normal.y;
        between[2] = (wide)c.point_b.z - (wide)c.point_a.z, normal[2] = c.normal.z;
        CHECK(c.distance > 0);
        CHECK_NEAR(c.distance, truth, bound + 2 * TEST_ROUND * truth);
        CHECK_NEAR(sqrtl(dot(between, between)), truth, 2 * place + bound);
        CHECK_NEAR(dot(normal, normal), 1, 8 * TEST_ROUND);
        CHECK_NEAR(dot(between, normal), truth, 2 * place + bound);
        CHECK(is_feature(c.feature_a) && is_feature(c.feature_b));
    } else {
        const oracle_box p = exactly(a), q = exactly(b);
        double off = 2 * place; /* boxes that are apart by rounding alone have no common point */
        if (oracle_apart(&p, &q, NULL)) off += (double)brute_distance(&x, &y);
        CHECK(off <= 4 * place + ldexp(reach, -46));
        CHECK(c.distance == 0 && c.normal.x == 0 && c.normal.y == 0 && c.normal.z == 0);
        CHECK_NEAR(c.point_a.x, c.point_b.x, off);
        CHECK_NEAR(c.point_a.y, c.point_b.y, off);
        CHECK_NEAR(c.point_a.z, c.point_b.z, off);
    }
}

static void distance_of_random_boxes(void)
{
    int kind, i, repeat = test_repeat(4000);
    for (kind = 0; kind < KINDS; kind++) {
        test_random r = test_random_from(300 + (uint64_t)kind);
        for (i = 0; i < repeat; i++) {
            cld_obb a, b;
            random_pair(&r, kind, &a, &b);
            check_distance(&a, &b);
            check_distance(&b, &a);
        }
    }
}

/* Boxes with numbers of few bits, in the orientation of the axes: ties everywhere. */
static void distance_of_blocks(void)
{
    test_random r = test_random_from(310);
    int i, k, repeat = test_repeat(4000);
    for (i = 0; i < repeat; i++) {
        double h[2][3], c[3], square = 0;
        cld_obb a, b;
        cld_contact contact;
        int apart;
        for (k = 0; k < 3; k++) {
            h[0][k] = test_integer(&r, 0, 3), h[1][k] = test_integer(&r, 0, 3);
            c[k] = test_integer(&r, -6, 6);
            square += pow(fmax(fabs(c[k]) - h[0][k] - h[1][k], 0), 2);
        }
        a = aligned(0, 0, 0, h[0][0], h[0][1], h[0][2]);
        b = aligned(c[0], c[1], c[2], h[1][0], h[1][1], h[1][2]);
        apart = cld_obb_distance(&a, &b, &contact);
        CHECK(apart == (square > 0));
        CHECK_NEAR(contact.distance, sqrt(square), 2 * TEST_ROUND * sqrt(square));
    }
}

/* Half of a box along an axis of the world, which is one of its own. */
static double extent(const cld_obb *box, int world)
{
    double sum = 0;
    int k;
    for (k = 0; k < 3; k++)
        sum += fabs((double)(&(&box->axes.x)[k].x)[world]) * (double)(&box->half.x)[k];
    return sum;
}

/* The axes of the world, the first of them the box's number `first`. */
static cld_obb along_axes(int first, const double centre[3], const double half[3])
{
    cld_obb box = aligned(centre[0], centre[1], centre[2], 0, 0, 0);
    cld_vec3 *axis = &box.axes.x;
    cld_real *to = &box.half.x;
    int k;
    for (k = 0; k < 3; k++) {
        const int world = (k + first) % 3;
        axis[k] = vec3(world == 0, world == 1, world == 2);
        to[k] = (cld_real)half[world];
    }
    return box;
}

/* Needles and plates, side by side: along the long sides the gap is rounding, which promises more
   than what is left to go along the short ones, and gives nothing. */
static void distance_of_thin_boxes(void)
{
    test_random r = test_random_from(311);
    int i, k, repeat = test_repeat(100000);
    for (i = 0; i < repeat; i++) {
        double h[2][3], c[2][3], square = 0, reach = 0;
        cld_obb a, b;
        cld_contact contact;
        memset(c, 0, sizeof c);
        for (k = 0; k < 6; k++)
            h[k / 3][k % 3] = test_integer(&r, 0, 2)   ? pow(10, -test_between(&r, 7, 11))
                              : test_integer(&r, 0, 2) ? test_between(&r, 0, 1)
                                                       : 0;
        for (k = 0; k < 3; k++) {
            const double sum = h[0][k] + h[1][k];
            c[1][k] = test_integer(&r, 0, 1) ? sum * test_between(&r, -1, 1)
                                             : sum + pow(10, -test_between(&r, 7, 12));
        }
        a = along_axes(test_integer(&r, 0, 2), c[0], h[0]);
        b = along_axes(test_integer(&r, 0, 2), c[1], h[1]);
        for (k = 0; k < 3; k++) { /* as rounded */
            const double place = fabs((double)(&b.centre.x)[k]);
            const double sum = extent(&a, k) + extent(&b, k);
            square += pow(fmax(place - sum, 0), 2), reach += place + sum;
        }
        if (cld_obb_distance(&a, &b, &contact) == 1)
            CHECK_NEAR(contact.distance, sqrt(square),
                       ldexp(reach, -46) + 2 * TEST_ROUND * sqrt(square));
    }
}

/* Half extents of up to six orders; every fourth is 0. */
static cld_vec3 uneven_half(test_random *r, double scale)
{
    double h[3];
    int k;
    for (k = 0; k < 3; k++) {
        const double least = test_integer(r, 0, 1) ? -6 : -1;
        h[k] = test_integer(r, 0, 3) ? scale * log_between(r, least, 0) : 0;
    }
    return vec3(h[0], h[1], h[2]);
}

/* The axes in another order, with other signs, no mirror, and turned by rounding or little more. */
static cld_mat3 quarter_turned(test_random *r, cld_mat3 m)
{
    const cld_vec3 axes[3] = {m.x, m.y, m.z};
    const int first = test_integer(r, 0, 2), flip = test_integer(r, 0, 3);
    cld_vec3 *to[3];
    int k, turns = test_integer(r, 0, 2);
    to[0] = &m.x, to[1] = &m.y, to[2] = &m.z;
    for (k = 0; k < 3; k++) {
        const double sign = flip == 3 || flip == k ? 1 : -1; /* two of them, or none */
        const cld_vec3 v = axes[(k + first) % 3];
        *to[k] = vec3(sign * (double)v.x, sign * (double)v.y, sign * (double)v.z);
    }
    if (test_integer(r, 0, 1)) { /* a quarter turn about the last */
        const cld_vec3 v = m.x;
        m.x = m.y, m.y = vec3(-(double)v.x, -(double)v.y, -(double)v.z);
    }
    while (turns--) m = turned(m, test_integer(r, 0, 2), log_between(r, -16, -6));
    return m;
}

/* Frames that are the same but for quarter turns and angles down to the last bit: ways that are all
   but parallel have to be taken together. A third of the boxes have the same size too. */
static void distance_of_all_but_parallel_boxes(void)
{
    test_random r = test_random_from(312);
    int i, k, repeat = test_repeat(8000);
    for (i = 0; i < repeat; i++) {
        const double scale = log_between(&r, -6, 6);
        cld_pose pose = test_pose(&r, test_integer(&r, 0, 2) ? 0 : scale * log_between(&r, 0, 4));
        cld_obb a = cld_obb_from_pose(&pose, uneven_half(&r, scale)), b;
        cld_vec3 axis;
        pose.rotation = quarter_turned(&r, pose.rotation);
        b = cld_obb_from_pose(&pose, test_integer(&r, 0, 2) ? uneven_half(&r, scale) : a.half);
        for (k = 0; k < 3; k++) { /* beside each other along some axes */
            const cld_vec3 way = (&a.axes.x)[k];
            const double sum = (double)(&a.half.x)[k] + (double)(&b.half.x)[k];
            const double at = sum * test_between(&r, -1, 1) * test_integer(&r, 0, 1);
            b.centre = vec3((double)b.centre.x + at * (double)way.x,
                            (double)b.centre.y + at * (double)way.y,
                            (double)b.centre.z + at * (double)way.z);
        }
        if (test_integer(&r, 0, 4)) {
            double gap = scale * log_between(&r, -17, -1) * (test_integer(&r, 0, 3) ? 1 : -1);
            gap -= (double)cld_obb_separation(&a, &b, &axis);
            b.centre = vec3((double)b.centre.x + gap * (double)axis.x,
                            (double)b.centre.y + gap * (double)axis.y,
                            (double)b.centre.z + gap * (double)axis.z);
        }
        check_distance(&a, &b);
        check_distance(&b, &a);
    }
}

/* ----------------------------------------------------------------------------------------- rays */

static void rays_by_hand(void)
{
    cld_obb a = aligned(0, 0, 0, 1, 2, 3), flat = aligned(0, 0, 0, 1, 1, 0);
    cld_obb_point p;
    CHECK(cld_obb_raycast(&a, vec3(-5, 1, 1), vec3(2, 0, 0), 10, &p) == 1);
    CHECK(p.distance == 2 && p.point.x == -1 && p.normal.x == -1 && p.feature == CLD_OBB_FACE);
    CHECK(cld_obb_raycast(&a, vec3(5, 1, 1), vec3(-2, 0, 0), 10, &p) == 1);
    CHECK(p.distance == 2 && p.normal.x == 1 && p.feature == CLD_OBB_FACE + 1);
    CHECK(cld_obb_raycast(&a, vec3(-5, 1, 1), vec3(2, 0, 0), (cld_real)1.5, &p) == 0);
    CHECK(cld_obb_raycast(&a, vec3(-5, 1, 1), vec3(2, 0, 0), 2, &p) == 1); /* its very end */
    CHECK(cld_obb_raycast(&a, vec3(-5, 1, 1), vec3(-2, 0, 0), 10, &p) == 0);
    CHECK(cld_obb_raycast(&a, vec3(-5, 2, 1), vec3(2, 0, 0), 10, &p) == 1);  /* along a face */
    CHECK(cld_obb_raycast(&a, vec3(-5, 2, 3), vec3(2, 0, 0), 10, &p) == 1);  /* along an edge */
    CHECK(cld_obb_raycast(&a, vec3(-3, 2, 5), vec3(1, 0, -1), 10, &p) == 1); /* an edge's */
    CHECK(cld_obb_raycast(&a, vec3(-5, 2.001, 1), vec3(2, 0, 0), 10, &p) == 0);
    CHECK(cld_obb_raycast(&a, vec3(0.5, 1, 1), vec3(2, 0, 0), 10, &p) == 1); /* from inside */
    CHECK(p.distance == 0 && p.normal.x == 0 && p.feature == 0 && p.point.x == (cld_real)0.5);
    CHECK(cld_obb_raycast(&flat, vec3(0.5, 0, 4), vec3(0, 0, -1), (cld_real)TEST_INFINITY, &p) ==
          1);
    CHECK(p.distance == 4 && p.normal.z == 1);
    CHECK(cld_obb_raycast(&flat, vec3(-4, 0, 0), vec3(1, 0, 0), 10, &p) == 1); /* within it */
    CHECK(p.distance == 3);
    CHECK(cld_obb_raycast(&a, vec3(-5, 1, 1), vec3(2, 0, 0), 10, NULL) == 1);
    CHECK(cld_obb_raycast(&a, vec3(-5, 1, 1), vec3(2, 0, 0), 0, NULL) == 0);
    CHECK(cld_obb_raycast(&a, vec3(0, 0, 0), vec3(2, 0, 0), 0, NULL) == 1);
    CHECK(cld_obb_raycast(NULL, vec3(0, 0, 0), vec3(2, 0, 0), 0, NULL) == CLD_ERROR_NULL);
    CHECK(cld_obb_raycast(&a, vec3(0, 0, 0), vec3(0, 0, 0), 1, NULL) == CLD_ERROR_PARAMETER);
    CHECK(cld_obb_raycast(&a, vec3(0, 0, 0), vec3(1, 0, 0), -1, NULL) == CLD_ERROR_PARAMETER);
    CHECK(cld_obb_raycast(&a, vec3(0, 0, 0), vec3(1, 0, 0), (cld_real)TEST_NAN, NULL) ==
          CLD_ERROR_PARAMETER);
    CHECK(cld_obb_raycast(&a, vec3(TEST_NAN, 0, 0), vec3(1, 0, 0), 1, NULL) == CLD_ERROR_FINITE);
    CHECK(cld_obb_raycast(&a, vec3(0, 0, 0), vec3(1, TEST_INFINITY, 0), 1, NULL) ==
          CLD_ERROR_FINITE);
}

/* By how much the segment from + t way, 0 <= t <= end, misses the box (negative: it goes that deep
   inside), measured across faces: the least over t of the greatest of six linear functions; these
   are convex, so that the ends, and where two of them are equal, are all places to look at. *enter:
   where the greatest over the three near faces is passed. */
static wide ray_miss(const wide_box *box, const wide from[3], const wide way[3], wide end,
                     wide *enter)
{
    wide x[6], w[6], least = (wide)HUGE_VAL, d[3], n[3];
    int i, k, m;
    for (i = 0; i < 3; i++) d[i] = from[i] - box->centre[i];
    *enter = -(wide)HUGE_VAL;
    for (k = 0; k < 3; k++) {
        wide radius = 0, length;
        cross(box->axis[(k + 1) % 3], box->axis[(k + 2) % 3], n);
        length = sqrtl(dot(n, n));
        for (i = 0; i < 3; i++) radius += box->half[i] * fabsl(dot(box->axis[i], n)) / length;
        x[2 * k] = dot(d, n) / length - radius, w[2 * k] = dot(way, n) / length;
        x[2 * k + 1] = -dot(d, n) / length - radius, w[2 * k + 1] = -w[2 * k];
    }
    for (i = 0; i < 6; i++)
        if (w[i] < 0) *enter = fmaxl(*enter, -x[i] / w[i]);
    for (i = 0; i < 6; i++)
        for (k = i; k < 6; k++) {
            wide t = i == k ? 0 : (x[k] - x[i]) / (w[i] - w[k]), worst = -(wide)HUGE_VAL;
            if (i == k && i == 1) t = end;
            if (!(t >= 0 && t <= end)) continue;
            for (m = 0; m < 6; m++) worst = fmaxl(worst, x[m] + t * w[m]);
            least = fminl(least, worst);
        }
    return least;
}

static void wide_from(cld_vec3 v, wide out[3])
{
    volatile cld_real x = v.x, y = v.y, z = v.z;
    out[0] = (wide)x, out[1] = (wide)y, out[2] = (wide)z;
}

static void check_ray(const cld_obb *box, cld_vec3 origin, cld_vec3 direction, cld_real t_max,
                      long seen[3])
{
    const wide_box w = widely(box);
    cld_obb at = *box;
    cld_obb_point p;
    wide from[3], way[3], enter, miss, speed, bound;
    const int hit = cld_obb_raycast(box, origin, direction, t_max, &p);
    at.centre = origin, at.half = vec3(0, 0, 0);
    wide_from(origin, from), wide_from(direction, way);
    miss = ray_miss(&w, from, way, (wide)t_max, &enter);
    bound = (wide)(100 * 1.1102230246251565e-16 * reach_of(box, &at));
    speed = sqrtl(dot(way, way));
    seen[miss > bound ? 0 : miss < -bound ? 1 : 2]++;
    CHECK(hit == 0 || hit == 1);
    if (miss <= 0) CHECK(hit == 1); /* no bound: never missed */
    if (miss > bound) CHECK(hit == 0);
    if (!hit || miss > 0) return;
    if (enter < 0) enter = 0;
    { /* at the time told the ray is on the box, and before that nowhere deep in it */
        const wide slack = bound + 4 * (wide)TEST_ROUND * (fabsl(enter) * speed);
        wide n[3], before;
        wide_from(p.normal, n);
        CHECK(outside(&w, p.point) <= (double)slack + place_of(box, &at));
        CHECK(ray_miss(&w, from, way, (wide)p.distance, &before) >= -slack || !p.feature);
        if (p.feature)
            CHECK_NEAR(dot(n, n), 1, 8 * TEST_ROUND);
        else
            CHECK(p.distance == 0);
    }
}

/* A point of the box: inside, on a face, an edge or a corner. */
static cld_vec3 point_of(test_random *r, const cld_obb *b)
{
    double p[3], h[3];
    int k, on = test_integer(r, 0, 3);
    h[0] = (double)b->half.x, h[1] = (double)b->half.y, h[2] = (double)b->half.z;
    for (k = 0; k < 3; k++) p[k] = h[k] * test_between(r, -1, 1);
    for (; on > 0; on--) {
        k = test_integer(r, 0, 2);
        p[k] = test_integer(r, 0, 1) ? h[k] : -h[k];
    }
    return vec3((double)b->centre.x + p[0] * (double)b->axes.x.x + p[1] * (double)b->axes.y.x +
                    p[2] * (double)b->axes.z.x,
                (double)b->centre.y + p[0] * (double)b->axes.x.y + p[1] * (double)b->axes.y.y +
                    p[2] * (double)b->axes.z.y,
                (double)b->centre.z + p[0] * (double)b->axes.x.z + p[1] * (double)b->axes.y.z +
                    p[2] * (double)b->axes.z.z);
}

static void rays_at_random_boxes(void)
{
    long seen[3] = {0, 0, 0};
    int kind, i, repeat = test_repeat(20000);
    for (kind = 0; kind < KINDS; kind++) {
        test_random r = test_random_from(320 + (uint64_t)kind);
        for (i = 0; i < repeat; i++) {
            cld_obb a, b;
            cld_vec3 to, way;
            double stretch = test_integer(&r, 0, 2) ? test_between(&r, 0.5, 2) : 1;
            random_pair(&r, kind, &a, &b);
            to = point_of(&r, &a); /* often through a corner or an edge, or ending there */
            way = vec3((double)to.x - (double)b.centre.x, (double)to.y - (double)b.centre.y,
                       (double)to.z - (double)b.centre.z);
            if (test_integer(&r, 0, 3) == 0) way = a.axes.y; /* along faces */
            if (way.x == 0 && way.y == 0 && way.z == 0) continue;
            if (test_integer(&r, 0, 3) == 0) b.centre = point_of(&r, &a);
            check_ray(&a, b.centre, way, (cld_real)stretch, seen);
        }
    }
    CHECK(seen[0] && seen[1] && seen[2]);
}

/* --------------------------------------------------------------------------------------- sweeps */

static void sweeps_by_hand(void)
{
    cld_obb a = aligned(0, 0, 0, 1, 1, 1), b = aligned(5, 0.5, 0, 1, 1, 1), c;
    cld_obb_hit hit;
    CHECK(cld_obb_sweep(&a, &b, vec3(-6, 0, 0), &hit) == 1);
    CHECK(hit.time == (cld_real)0.5 && hit.contact.normal.x == 1 && hit.contact.distance == 0);
    CHECK(hit.contact.point_a.x == 1 && hit.contact.point_b.x == 1);
    CHECK(cld_obb_sweep(&a, &b, vec3(-3, 0, 0), &hit) == 1 && hit.time == 1);
    CHECK(cld_obb_sweep(&a, &b, vec3((cld_real)-2.999, 0, 0), &hit) == 0);
    CHECK(cld_obb_sweep(&a, &b, vec3(6, 0, 0), &hit) == 0);
    CHECK(cld_obb_sweep(&a, &b, vec3(0, 0, 0), &hit) == 0);
    CHECK(cld_obb_sweep(&a, &b, vec3(-1000, 0, 0), NULL) == 1); /* through and out */
    c = aligned(5, 2, 0, 1, 1, 1);
    CHECK(cld_obb_sweep(&a, &c, vec3(-6, 0, 0), &hit) == 1); /* slides along the face */
    c = aligned(1.5, 0, 0, 1, 1, 1);
    CHECK(cld_obb_sweep(&a, &c, vec3(6, 0, 0), &hit) == 0); /* leaves */
    CHECK(cld_obb_sweep(&a, &c, vec3(-6, 0, 0), &hit) == 1 && hit.time == 0);
    CHECK(hit.contact.distance == (cld_real)-0.5 && hit.contact.normal.x == 1);
    CHECK(cld_obb_sweep(NULL, &b, vec3(1, 0, 0), &hit) == CLD_ERROR_NULL);
    CHECK(cld_obb_sweep(&a, NULL, vec3(1, 0, 0), &hit) == CLD_ERROR_NULL);
    CHECK(cld_obb_sweep(&a, &b, vec3(TEST_NAN, 0, 0), &hit) == CLD_ERROR_FINITE);
}

/* The box moved by t of the way, in double: rounded where it is far away. */
static oracle_box moved(const cld_obb *box, const wide way[3], double t)
{
    oracle_box o = exactly(box);
    int c;
    for (c = 0; c < 3; c++) o.n[c] = (double)((wide)o.n[c] + (wide)t * way[c]);
    return o;
}

/* Grown on all sides (or shrunk): by what rounding is allowed. */
static oracle_box grown(oracle_box o, double by)
{
    int k;
    for (k = 12; k < 15; k++) o.n[k] = fmax(o.n[k] + by, 0);
    return o;
}

/* At the time told they touch; samples of the way: where they meet, deeper than the rounding of the
   place here and of the time, the hit must have been found, and earlier. */
static void check_sweep(test_random *r, const cld_obb *a, const cld_obb *b, cld_vec3 motion,
                        long seen[2])
{
    const oracle_box x = exactly(a);
    wide way[3];
    cld_obb_hit hit;
    double length, bound, told = 2, slack;
    int i, found = cld_obb_sweep(a, b, motion, &hit);
    wide_from(motion, way);
    length = (double)sqrtl(dot(way, way));
    CHECK(found == 0 || found == 1);
    CHECK(found == cld_obb_sweep(a, b, motion, NULL));
    if (cld_obb_overlap(a, b)) { /* test_starts.c has what comes of that */
        CHECK(!found || hit.time == 0);
        return;
    }
    seen[found == 1]++;
    /* the documented bound, and that of the moved centre's rounding here */
    bound = 200 * 1.1102230246251565e-16 * reach_of(a, b) +
            4 * 1.1102230246251565e-16 *
                (length + fabs(x.n[0]) + fabs(x.n[1]) + fabs(x.n[2]) + reach_of(a, b));
    slack = bound + 2 * TEST_ROUND * length; /* time is rounded */
    if (found) {
        oracle_box y = grown(moved(b, way, (double)hit.time), slack);
        const wide_box u = widely(a);
        told = (double)hit.time;
        CHECK(told >= 0 && told <= 1);
        CHECK(!oracle_apart(&x, &y, NULL));
        CHECK(outside(&u, hit.contact.point_a) <= place_of(a, b) + slack);
        if (told > 0) CHECK_NEAR((double)hit.contact.distance, 0, 0);
    }
    for (i = 0; i < 12; i++) {
        double t = i == 0 ? 1 : test_between(r, 0, 1);
        oracle_box y;
        if (found && i > 5) t = told * (1 - log_between(r, -15, 0));
        y = moved(b, way, t);
        if (y.n[12] > slack && y.n[13] > slack && y.n[14] > slack)
            y = grown(y, -slack);
        else if (oracle_separation(&x, &y, NULL) > -slack)
            continue; /* too thin to shrink */
        if (!oracle_apart(&x, &y, NULL)) CHECK(found && t >= told);
    }
}

static void sweeps_of_random_boxes(void)
{
    long seen[2] = {0, 0};
    int kind, i, repeat = test_repeat(3000);
    for (kind = 0; kind < KINDS; kind++) {
        test_random r = test_random_from(340 + (uint64_t)kind);
        for (i = 0; i < repeat; i++) {
            cld_obb a, b;
            cld_vec3 from, to;
            random_pair(&r, kind, &a, &b);
            from = point_of(&r, &b), to = point_of(&r, &a); /* corners that meet, often */
            check_sweep(&r, &a, &b,
                        vec3((double)to.x - (double)from.x, (double)to.y - (double)from.y,
                             (double)to.z - (double)from.z),
                        seen);
            check_sweep(&r, &a, &b, vec3(3 * (double)a.axes.x.x, 3 * (double)a.axes.x.y, 0), seen);
        }
    }
    CHECK(seen[0] && seen[1]);
}

/* The distance falls to zero along a sweep, and not before its hit. */
static void sweeps_and_distances_agree(void)
{
    test_random r = test_random_from(350);
    int i, repeat = test_repeat(5000), met = 0;
    for (i = 0; i < repeat; i++) {
        cld_obb a, b;
        cld_obb_hit hit;
        cld_contact c, d;
        cld_pose pose = test_pose(&r, 1);
        a = cld_obb_from_pose(&pose, random_half(&r, RANDOM, 1));
        pose = test_pose(&r, 4);
        b = cld_obb_from_pose(&pose, random_half(&r, RANDOM, 1));
        if (!cld_obb_distance(&a, &b, &c)) continue;
        /* along the shortest way they meet at its end; a little before they do not */
        if (!CHECK(cld_obb_sweep(&a, &b,
                                 vec3(-1.001 * (double)c.distance * (double)c.normal.x,
                                      -1.001 * (double)c.distance * (double)c.normal.y,
                                      -1.001 * (double)c.distance * (double)c.normal.z),
                                 &hit)))
            continue;
        met++;
        /* the motion and the time rounded some times, and the documented bound */
        CHECK_NEAR(hit.time * (cld_real)1.001, 1,
                   64 * TEST_ROUND +
                       200 * 1.1102230246251565e-16 * reach_of(&a, &b) / (double)c.distance);
        b.centre.x -= (cld_real)0.99 * c.distance * c.normal.x;
        b.centre.y -= (cld_real)0.99 * c.distance * c.normal.y;
        b.centre.z -= (cld_real)0.99 * c.distance * c.normal.z;
        CHECK(cld_obb_distance(&a, &b, &d) || c.distance < 64 * (cld_real)TEST_ROUND * 100);
    }
    CHECK(met > repeat / 4);
}

/* Axes of any length have no right answer, but one in time: these took more than minutes. */
static void distances_of_what_is_no_box_end(void)
{
    test_random r = test_random_from(61);
    int n, i, repeat = test_repeat(20000);
    for (n = 0; n < repeat; n++) {
        cld_obb a = aligned(-7, -7, -7, 7, 7, 7), b = aligned(0, 0, -2, 4, 8, 8);
        cld_contact c;
        cld_real *axis = &b.axes.x.x;
        if (n == 0) {
            const cld_real no_axes[9] = {(cld_real)-6.02102735e+23,
                                         -4,
                                         -8,
                                         -89653248,
                                         -3,
                                         -8,
                                         (cld_real)0.322386146,
                                         (cld_real)-0.842436194,
                                         (cld_real)-0.431704044};
            memcpy(axis, no_axes, sizeof no_axes);
            a.axes.x = vec3(0, 0, -1), a.axes.z = vec3(1, 0, 0);
        } else {
            for (i = 0; i < 9; i++)
                axis[i] = (cld_real)ldexp(test_between(&r, -1, 1), test_integer(&r, 0, 80));
        }
        CHECK(cld_obb_distance(&a, &b, &c) <= 1);
        CHECK(cld_obb_distance(&b, &a, &c) <= 1);
    }
}

/* No query leaves the upper halves of AVX registers full: boxes with equal axes once did, and all SSE
   code of a program took four times as long after them. */
static void upper_halves_are_cleared(void)
{
    test_random r = test_random_from(91);
    int n, k;
    for (n = 0; n < test_repeat(4000); n++) {
        cld_obb a = aligned(0, 0, 0, 1, 1, 1), b = a;
        cld_contact c[8];
        cld_obb_point point;
        cld_obb_hit hit;
        uint32_t axis = 0, bits = 0;
        if (n % 4 == 3) {
            const cld_pose pose = test_pose(&r, 2);
            b = cld_obb_transform(&pose, &b);
        } else {
            b.centre = vec3(test_integer(&r, -4, 4) * 0.5, test_integer(&r, -4, 4) * 0.5,
                            test_integer(&r, -5, 5) * 0.5);
        }
        if (n % 3 == 0) b.half.z = 0;
        if (test_upper_halves()) continue; /* it was so before: this is no test of that */
        for (k = 0; k < 9; k++) {
            switch (k) {
            case 0:
                (void)cld_obb_overlap(&a, &b);
                break;
            case 1:
                (void)cld_obb_overlap_cached(&a, &b, &axis);
                break;
            case 2:
                (void)cld_obb_overlap_many(&a, &b, 1, &bits);
                break;
            case 3:
                (void)cld_obb_separation(&a, &b, NULL);
                break;
            case 4:
                (void)cld_obb_collide(&a, &b, c, 8);
                break;
            case 5:
                (void)cld_obb_distance(&a, &b, c);
                break;
            case 6:
                (void)cld_obb_sweep(&a, &b, vec3(1, 0, -1), &hit);
                break;
            case 7:
                (void)cld_obb_raycast(&a, b.centre, vec3(0, 0, 1), 9, &point);
                break;
            default:
                (void)cld_obb_contains(&a, b.centre);
                break;
            }
            if (!CHECK(!test_upper_halves())) return;
        }
    }
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(distance_by_hand);
    TEST(distance_statuses);
    TEST(distance_of_random_boxes);
    TEST(distance_of_blocks);
    TEST(distance_of_thin_boxes);
    TEST(distance_of_all_but_parallel_boxes);
    TEST(rays_by_hand);
    TEST(rays_at_random_boxes);
    TEST(sweeps_by_hand);
    TEST(sweeps_of_random_boxes);
    TEST(sweeps_and_distances_agree);
    TEST(distances_of_what_is_no_box_end);
    TEST(upper_halves_are_cleared);
    return test_end();
}
