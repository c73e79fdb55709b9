/* [BASE]: status texts, workspace, poses, the exact orientation predicate, tasks. */
#include "test.h"

static void every_status_has_its_own_text(void)
{
    int s, t;
    CHECK(strcmp(cld_status_text(0), "ok") == 0);
    CHECK(strcmp(cld_status_text(7), "ok") == 0);
    CHECK(strcmp(cld_status_text(CLD_STATUS_LAST - 1), "unknown status") == 0);
    CHECK(strcmp(cld_status_text(-2147483647 - 1), "unknown status") == 0);
    for (s = -1; s >= CLD_STATUS_LAST; s--) {
        CHECK(strlen(cld_status_text(s)) > 5);
        for (t = 0; t > s; t--) CHECK(strcmp(cld_status_text(s), cld_status_text(t)) != 0);
    }
}

/* A query of random requests, some given up again; fills what it gets, and checks at the end that
   no two live pieces overlap. Returns 0 when memory ran out. */
static int random_query(cld_workspace *w, test_random r, int requests, int largest)
{
    enum { MOST = 512 };
    unsigned char *piece[MOST];
    size_t size[MOST], k;
    cld__mark mark = {0};
    int i, n = 0, marked = 0;
    CHECK(cld__workspace_begin(w) == CLD_OK);
    for (i = 0; i < requests && n < MOST; i++) {
        int what = test_integer(&r, 0, 9);
        if (what == 0) {
            mark = cld__workspace_mark(w);
            marked = n;
        } else if (what == 1 && w->marks > 0) {
            cld__workspace_release(w, mark);
            n = marked;
        } else {
            size[n] = (size_t)test_integer(&r, 0, what == 2 ? largest : largest / 50);
            piece[n] = (unsigned char *)cld__workspace_alloc(w, size[n]);
            if (!piece[n]) return 0;
            CHECK(((uintptr_t)piece[n] & 63) == 0);
            memset(piece[n], n & 255, size[n]);
            n++;
        }
        if (i == 0) mark = cld__workspace_mark(w), marked = n;
    }
    for (i = 0; i < n; i++) {
        for (k = 0; k < size[i] && piece[i][k] == (i & 255); k++) continue;
        if (!CHECK(k == size[i])) break;
    }
    return 1;
}

static void workspace_repeats_without_allocating(void)
{
    int i, repeat = test_repeat(200);
    for (i = 0; i < repeat; i++) {
        test_memory memory;
        cld_workspace w = {0};
        test_random r = test_random_from((uint64_t)i);
        int requests = test_integer(&r, 1, 300), largest = test_integer(&r, 50, 200000);
        long after_first;
        test_memory_reset(&memory, 0);
        w.allocator = test_allocator(&memory);
        CHECK(random_query(&w, r, requests, largest) == 1);
        after_first = memory.requests;
        CHECK(cld_workspace_bytes(&w) == memory.live);
        CHECK(random_query(&w, r, requests, largest) == 1);
        CHECK(memory.requests == after_first);
        cld_workspace_free(&w);
        CHECK(memory.live == 0 && memory.blocks == 0 && cld_workspace_bytes(&w) == 0);
    }
}

static void workspace_survives_running_out_of_memory(void)
{
    test_memory memory;
    test_random r = test_random_from(1);
    long n;
    for (n = 1; n < 1000; n++) {
        cld_workspace w = {0};
        int good;
        test_memory_reset(&memory, n);
        w.allocator = test_allocator(&memory);
        good = random_query(&w, r, 200, 100000);
        CHECK(good == (memory.failed == 0));
        if (good) {
            cld_workspace_free(&w);
            break;
        }
        memory.fail_at = 0; /* memory is there again: the same workspace works */
        CHECK(random_query(&w, r, 200, 100000) == 1);
        cld_workspace_free(&w);
        CHECK(memory.live == 0);
    }
    CHECK(n > 5 && n < 1000);
}

/* Many equal requests: the total held stays below 1.5 times the need (growth by half), plus the
   first block, plus one request that did not fit at the end of each block. */
static void workspace_holds_little_more_than_needed(void)
{
    size_t size, need;
    for (size = 64; size <= 65536; size *= 4) {
        cld_workspace w = {0};
        for (need = 0; need < 4000000; need += size) CHECK(cld__workspace_alloc(&w, size) != NULL);
        CHECK(cld_workspace_bytes(&w) <= need + need / 2 + 16384 + 20 * size);
        cld_workspace_free(&w);
    }
}

static void workspace_reserve_is_enough(void)
{
    test_memory memory;
    cld_workspace w = {0};
    test_random r = test_random_from(2);
    int round;
    test_memory_reset(&memory, 0);
    w.allocator = test_allocator(&memory);
    for (round = 0; round < 20; round++) {
        size_t room = 64 * (size_t)test_integer(&r, 1, 3000), left = room;
        long before;
        cld__workspace_begin(&w);
        CHECK(cld__workspace_alloc(&w, 1000) != NULL); /* leaves a short chain behind */
        CHECK(cld_workspace_reserve(&w, room) == CLD_OK);
        CHECK(cld_workspace_bytes(&w) >= room);
        before = memory.requests;
        cld__workspace_begin(&w);
        while (left) {
            size_t piece = 64 * (size_t)test_integer(&r, 1, 40);
            if (piece > left) piece = left;
            CHECK(cld__workspace_alloc(&w, piece) != NULL);
            left -= piece;
        }
        CHECK(memory.requests == before);
    }
    cld_workspace_free(&w);
    CHECK(memory.live == 0);
}

/* A mark set before there was a block stands for the start; the C library's memory serves where no
   allocator is named. */
static void workspace_marks_from_the_start(void)
{
    test_memory memory;
    cld_workspace w = {0};
    cld__mark mark = cld__workspace_mark(&w);
    char *first = (char *)cld__workspace_alloc(&w, 5000), *again;
    if (!CHECK(first != NULL && mark.block == NULL)) return;
    CHECK(cld__workspace_alloc(&w, 100000) != NULL);
    cld__workspace_release(&w, mark);
    again = (char *)cld__workspace_alloc(&w, 5000);
    CHECK(again == first);
    cld_workspace_free(&w);
    CHECK(cld__realloc(NULL, NULL, 0, 0) == NULL);
    again = (char *)cld__realloc(NULL, NULL, 0, 10);
    if (CHECK(again != NULL)) CHECK(cld__realloc(NULL, again, 10, 0) == NULL);
    test_memory_reset(&memory, 0);
    w.allocator = test_allocator(&memory);
    CHECK(cld__realloc(&w.allocator, NULL, 0, 0) == NULL && memory.requests == 0);
}

static void workspace_rejects_bad_calls(void)
{
    test_memory memory;
    cld_workspace w = {0};
    size_t held;
    CHECK(cld_workspace_reserve(NULL, 1) == CLD_ERROR_NULL);
    CHECK(cld_workspace_bytes(NULL) == 0);
    CHECK(cld__workspace_begin(NULL) == CLD_ERROR_NULL);
    cld_workspace_free(NULL);
    cld_workspace_free(&w);
    test_memory_reset(&memory, 0);
    w.allocator = test_allocator(&memory);
    CHECK(cld_workspace_reserve(&w, 5000) == CLD_OK);
    held = cld_workspace_bytes(&w);
    CHECK(cld_workspace_reserve(&w, SIZE_MAX) == CLD_ERROR_MEMORY);
    CHECK(cld__workspace_alloc(&w, SIZE_MAX) == NULL);
    CHECK(cld__workspace_alloc(&w, SIZE_MAX / 2 + 1) == NULL);
    CHECK(cld__workspace_alloc(&w, SIZE_MAX / 2) == NULL);
    CHECK(cld__workspace_array(&w, SIZE_MAX / 4, 8) == NULL);
    CHECK(cld__workspace_array(&w, SIZE_MAX / 2, 0) != NULL);
    memory.fail_at = memory.requests + 1;
    CHECK(cld_workspace_reserve(&w, 100000) == CLD_ERROR_MEMORY);
    CHECK(cld_workspace_bytes(&w) == held && memory.live == held);
    CHECK(cld__workspace_alloc(&w, 4096) != NULL); /* what was there still is */
    cld_workspace_free(&w);
    CHECK(memory.live == 0);
}

/* One operation rounds each product and sum once in double and the result once to cld_real: a few
   units of rounding of the largest term, here taken as 8. */
static void check_vec3_near(cld_vec3 a, cld_vec3 b, double size)
{
    CHECK_NEAR(a.x, b.x, 8 * TEST_ROUND * size);
    CHECK_NEAR(a.y, b.y, 8 * TEST_ROUND * size);
    CHECK_NEAR(a.z, b.z, 8 * TEST_ROUND * size);
}

static void poses_compose_and_invert(void)
{
    test_random r = test_random_from(3);
    int i;
    for (i = 0; i < 2000; i++) {
        double reach = pow(10, test_between(&r, -6, 6));
        cld_pose a = test_pose(&r, reach), b = test_pose(&r, reach), ab, back;
        cld_vec3 p = test_pose(&r, reach).position;
        ab = cld_pose_multiply(&a, &b);
        back = cld_pose_invert(&a);
        CHECK(cld_pose_validate(&a) == CLD_OK && cld_pose_validate(&ab) == CLD_OK);
        /* sizes: |a p| and |b p| stay below 4 reach, |a b p| below 6 */
        check_vec3_near(cld_pose_point(&ab, p), cld_pose_point(&a, cld_pose_point(&b, p)),
                        6 * reach);
        check_vec3_near(cld_pose_point(&back, cld_pose_point(&a, p)), p, 6 * reach);
    }
}

static void zero_pose_is_identity(void)
{
    cld_pose zero, one = cld_pose_identity(), moved;
    cld_vec3 p = {1, 2, 3}, q;
    memset(&zero, 0, sizeof zero);
    zero.position.x = 4;
    q = cld_pose_point(&zero, p);
    CHECK(q.x == 5 && q.y == 2 && q.z == 3);
    q = cld_pose_point(&one, p);
    CHECK(q.x == 1 && q.y == 2 && q.z == 3);
    moved = cld_pose_invert(&zero);
    CHECK(moved.position.x == -4 && moved.rotation.x.x == 1 && moved.rotation.y.y == 1);
    moved = cld_pose_multiply(&zero, &zero);
    CHECK(moved.position.x == 8 && moved.rotation.z.z == 1);
    CHECK(cld_pose_validate(&zero) == CLD_OK);
}

/* A quarter turn about z, then a step along x: worked by hand. */
static void pose_by_hand(void)
{
    cld_pose turn = {{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}, {10, 0, 0}};
    cld_vec3 p = {1, 2, 3}, q = cld_pose_point(&turn, p);
    cld_pose twice = cld_pose_multiply(&turn, &turn);
    CHECK(q.x == 8 && q.y == 1 && q.z == 3);
    q = cld_pose_point(&twice, p);
    CHECK(q.x == 9 && q.y == 8 && q.z == 3);
}

/* The largest difference of two rotations' numbers. */
static double turned_apart(const cld_pose *a, const cld_pose *b)
{
    cld_real p[16], q[16];
    double most = 0;
    int i;
    cld_pose_to_matrix(a, CLD_MATRIX_COLUMNS, p), cld_pose_to_matrix(b, CLD_MATRIX_COLUMNS, q);
    for (i = 0; i < 12; i++) most = fmax(most, fabs((double)p[i] - (double)q[i]));
    return most;
}

static cld_vec3 base_vec3(double x, double y, double z)
{
    cld_vec3 v;
    v.x = (cld_real)x, v.y = (cld_real)y, v.z = (cld_real)z;
    return v;
}

/* To quaternion, axis and angle, and matrix, and back; near no turn and half a turn as well. */
static void poses_in_other_forms(void)
{
    static const double angles[] = {0, 1e-9, 1e-4, 1, 1.5707963267948966, 3, 3.14159, 3.1415926535};
    test_random r = test_random_from(11);
    int i;
    for (i = 0; i < 4000; i++) {
        const double angle = i % 2 ? test_between(&r, 0, 3.14159) : angles[i / 2 % 8];
        const int which = i / 16 % 8;
        const cld_vec3 axis = which < 3
                                  ? base_vec3(which == 0, which == 1, which == 2)
                                  : base_vec3(test_between(&r, -1, 1), test_between(&r, -1, 1),
                                              test_between(&r, -1, 1));
        const cld_pose a = cld_pose_from_axis_angle(axis, (cld_real)angle, base_vec3(1, 2, 3));
        cld_pose b = cld_pose_from_quaternion(cld_pose_to_quaternion(&a), a.position);
        cld_quaternion q = cld_pose_to_quaternion(&a);
        cld_real m[16];
        cld_vec3 found;
        double length;
        cld_real turn;
        int order;
        CHECK(cld_pose_validate(&a) == CLD_OK);
        CHECK(turned_apart(&a, &b) <= 8 * TEST_ROUND);
        CHECK((double)q.w >= 0);
        q.x = -7 * q.x, q.y = -7 * q.y, q.z = -7 * q.z, q.w = -7 * q.w; /* the same rotation */
        b = cld_pose_from_quaternion(q, a.position);
        CHECK(turned_apart(&a, &b) <= 8 * TEST_ROUND);
        turn = cld_pose_to_axis_angle(&a, &found);
        CHECK_NEAR(turn, angle, 16 * TEST_ROUND * (1 + angle));
        b = cld_pose_from_axis_angle(found, turn, a.position);
        CHECK(turned_apart(&a, &b) <= 16 * TEST_ROUND);
        length = (double)found.x * (double)found.x + (double)found.y * (double)found.y +
                 (double)found.z * (double)found.z;
        CHECK_NEAR(length, 1, 8 * TEST_ROUND);
        for (order = 0; order < 2; order++) {
            cld_pose_to_matrix(&a, (cld_matrix_order)order, m);
            CHECK(m[order ? 3 : 12] == 1 && m[order ? 7 : 13] == 2 && m[order ? 11 : 14] == 3);
            CHECK(m[order ? 4 : 1] == a.rotation.x.y && m[15] == 1);
            CHECK(cld_pose_from_matrix(m, (cld_matrix_order)order, &b) == CLD_OK);
            CHECK(turned_apart(&a, &b) <= 8 * TEST_ROUND && b.position.y == 2);
        }
    }
}

static void matrices_that_are_no_poses(void)
{
    cld_pose pose = cld_pose_identity(), out = pose;
    cld_real m[16];
    int i;
    cld_pose_to_matrix(&pose, CLD_MATRIX_ROWS, m);
    CHECK(cld_pose_from_matrix(NULL, CLD_MATRIX_ROWS, &out) == CLD_ERROR_NULL);
    CHECK(cld_pose_from_matrix(m, CLD_MATRIX_ROWS, NULL) == CLD_ERROR_NULL);
    CHECK(cld_pose_from_matrix(m, (cld_matrix_order)2, &out) == CLD_ERROR_PARAMETER);
    for (i = 0; i < 16; i++) {
        const cld_real was = m[i];
        m[i] = (cld_real)TEST_NAN;
        CHECK(cld_pose_from_matrix(m, CLD_MATRIX_ROWS, &out) == CLD_ERROR_POSE);
        m[i] = was + (cld_real)0.1; /* a scale, shear or projection, or another place */
        CHECK(cld_pose_from_matrix(m, CLD_MATRIX_ROWS, &out) ==
              (i == 3 || i == 7 || i == 11 ? CLD_OK : CLD_ERROR_POSE));
        m[i] = was;
    }
    m[0] = -1; /* a mirror */
    CHECK(cld_pose_from_matrix(m, CLD_MATRIX_ROWS, &out) == CLD_ERROR_POSE);
}

static void poses_that_look(void)
{
    cld_pose a = cld_pose_look_at(base_vec3(1, 2, 3), base_vec3(1, 2, 8), base_vec3(0, 4, 9));
    test_random r = test_random_from(12);
    int i;
    cld_pose one = cld_pose_identity();
    one.position = base_vec3(1, 2, 3);
    CHECK(turned_apart(&a, &one) == 0);
    for (i = 0; i < 1000; i++) {
        const cld_vec3 from = test_pose(&r, 10).position;
        const cld_vec3 up = test_pose(&r, 1).position;
        const cld_vec3 to = i % 5 == 0 ? from : test_pose(&r, 10).position;
        const cld_vec3 along =
            base_vec3((double)to.x - (double)from.x, (double)to.y - (double)from.y,
                      (double)to.z - (double)from.z);
        cld_vec3 ahead;
        double far_off;
        a = cld_pose_look_at(from, to, i % 7 == 0 ? along : i % 11 == 0 ? base_vec3(0, 0, 0) : up);
        CHECK(cld_pose_validate(&a) == CLD_OK);
        if (i % 5 == 0) continue;
        far_off = sqrt((double)along.x * (double)along.x + (double)along.y * (double)along.y +
                       (double)along.z * (double)along.z);
        ahead = cld_pose_point(&a, base_vec3(0, 0, far_off));
        check_vec3_near(ahead, to, 40);
        if (i % 7 && i % 11)
            CHECK((double)a.rotation.y.x * (double)up.x + (double)a.rotation.y.y * (double)up.y +
                      (double)a.rotation.y.z * (double)up.z >=
                  -8 * TEST_ROUND);
    }
}

static void poses_in_between(void)
{
    test_random r = test_random_from(13);
    int i;
    for (i = 0; i < 2000; i++) {
        const cld_pose a = test_pose(&r, 1);
        const double angle = i % 3   ? test_between(&r, 0, 3)
                             : i % 2 ? 1e-9
                                     : 0,
                     t = test_between(&r, -1, 2);
        const cld_pose turn = cld_pose_from_axis_angle(test_pose(&r, 1).position, (cld_real)angle,
                                                       base_vec3(0, 0, 0));
        cld_pose b, c, d, e;
        cld_vec3 axis;
        b = cld_pose_multiply(&a, &turn), b.position = test_pose(&r, 1).position;
        c = cld_pose_interpolate(&a, &b, 0), d = cld_pose_interpolate(&a, &b, 1);
        CHECK(turned_apart(&a, &c) <= 16 * TEST_ROUND && turned_apart(&b, &d) <= 16 * TEST_ROUND);
        (void)cld_pose_to_axis_angle(&turn, &axis);
        c = cld_pose_from_axis_angle(axis, (cld_real)(t * angle), base_vec3(0, 0, 0));
        c = cld_pose_multiply(&a, &c);
        d = cld_pose_interpolate(&a, &b, (cld_real)t);
        c.position = d.position;
        CHECK(turned_apart(&c, &d) <= 64 * TEST_ROUND);
        CHECK_NEAR(d.position.x, (1 - t) * (double)a.position.x + t * (double)b.position.x,
                   8 * TEST_ROUND);
        e = a;
        e.rotation.x.x += (cld_real)1e-3, e.rotation.z.y -= (cld_real)1e-3;
        e = cld_pose_orthonormal(&e);
        CHECK(cld_pose_validate(&e) == CLD_OK && turned_apart(&e, &a) < 3e-3);
    }
}

static void bad_poses_are_named(void)
{
    cld_pose good = cld_pose_identity(), bad;
    int i;
    CHECK(cld_pose_validate(NULL) == CLD_ERROR_NULL);
    bad = good, bad.rotation.x.x = -1;
    CHECK(cld_pose_validate(&bad) == CLD_ERROR_POSE); /* a mirror */
    bad = good, bad.rotation.y.y = 2;
    CHECK(cld_pose_validate(&bad) == CLD_ERROR_POSE);
    bad = good, bad.rotation.y.x = (cld_real)1e-4;
    CHECK(cld_pose_validate(&bad) == CLD_ERROR_POSE);
    bad = good, bad.rotation.y.x = (cld_real)1e-6;
    CHECK(cld_pose_validate(&bad) == CLD_OK); /* below 64 units of rounding of float, 3.8e-6 */
    bad = good, bad.position.z = (cld_real)TEST_NAN;
    CHECK(cld_pose_validate(&bad) == CLD_ERROR_POSE);
    bad = good, bad.position.z = (cld_real)-TEST_INFINITY;
    CHECK(cld_pose_validate(&bad) == CLD_ERROR_POSE);
    bad = good, bad.rotation.z.y = (cld_real)TEST_NAN;
    CHECK(cld_pose_validate(&bad) == CLD_ERROR_POSE);
    for (i = 0; i < 12; i++) {
        bad = good, (&bad.rotation.x.x)[i] = (cld_real)(i % 2 ? TEST_NAN : TEST_INFINITY);
        CHECK(cld_pose_validate(&bad) == CLD_ERROR_POSE);
    }
    for (i = 0; i < 9; i++) { /* all zero is the identity, all zero but one is nothing */
        bad = good;
        memset(&bad.rotation, 0, sizeof bad.rotation);
        CHECK(cld_pose_validate(&bad) == CLD_OK);
        (&bad.rotation.x.x)[i] = 1;
        CHECK(cld_pose_validate(&bad) == CLD_ERROR_POSE);
    }
    for (i = 0; i < 6; i++) { /* lengths and angles of the axes, each by itself */
        bad = good;
        (&bad.rotation.x.x)[i < 3 ? 4 * i : i == 3 ? 3 : i == 4 ? 7 : 6] += (cld_real)1e-3;
        CHECK(cld_pose_validate(&bad) == CLD_ERROR_POSE);
    }
}

/* --------------------------------------------------------------------------- poses of the plane */

static cld_pose2 pose2(double cosine, double sine, double x, double y)
{
    cld_pose2 p;
    p.rotation.x = (cld_real)cosine, p.rotation.y = (cld_real)sine;
    p.position.x = (cld_real)x, p.position.y = (cld_real)y;
    return p;
}

static cld_vec2 point2(double x, double y)
{
    cld_vec2 v;
    v.x = (cld_real)x, v.y = (cld_real)y;
    return v;
}

static void check_vec2_near(cld_vec2 a, cld_vec2 b, double size)
{
    CHECK_NEAR(a.x, b.x, 16 * TEST_ROUND * size);
    CHECK_NEAR(a.y, b.y, 16 * TEST_ROUND * size);
}

static void poses_of_the_plane_compose_and_invert(void)
{
    test_random r = test_random_from(31);
    int i, repeat = test_repeat(3000);
    for (i = 0; i < repeat; i++) {
        const double reach = pow(10, test_between(&r, -3, 3)), angle = test_between(&r, -9, 9);
        const cld_vec2 at =
            point2(test_between(&r, -reach, reach), test_between(&r, -reach, reach));
        const cld_vec2 p = point2(test_between(&r, -reach, reach), test_between(&r, -reach, reach));
        const cld_pose2 a = cld_pose2_from_angle((cld_real)angle, at);
        const cld_pose2 b = cld_pose2_from_angle((cld_real)test_between(&r, -9, 9), p);
        const cld_pose2 ab = cld_pose2_multiply(&a, &b), back = cld_pose2_invert(&a);
        const cld_vec2 q = cld_pose2_point(&a, p);
        const double c = cos((double)(cld_real)angle), s = sin((double)(cld_real)angle);
        CHECK(cld_pose2_validate(&a) == CLD_OK && cld_pose2_validate(&ab) == CLD_OK);
        CHECK(cld_pose2_validate(&back) == CLD_OK);
        check_vec2_near(q,
                        point2(c * (double)p.x - s * (double)p.y + (double)at.x,
                               s * (double)p.x + c * (double)p.y + (double)at.y),
                        reach);
        check_vec2_near(cld_pose2_point(&ab, at), cld_pose2_point(&a, cld_pose2_point(&b, at)),
                        4 * reach);
        check_vec2_near(cld_pose2_point(&back, q), p, 4 * reach);
    }
}

static void poses_of_the_plane_by_hand(void)
{
    const cld_pose2 quarter = pose2(0, 1, 10, 20), none = pose2(0, 0, 0, 0);
    const cld_pose2 moved = pose2(0, 0, 3, 4), half = cld_pose2_multiply(&quarter, &quarter);
    cld_pose2 p = cld_pose2_from_angle(0, point2(1, 2));
    cld_vec2 q = cld_pose2_point(&quarter, point2(1, 2));
    CHECK(p.rotation.x == 1 && p.rotation.y == 0 && p.position.x == 1 && p.position.y == 2);
    CHECK(q.x == 8 && q.y == 21);
    CHECK(half.rotation.x == -1 && half.rotation.y == 0);
    CHECK(half.position.x == -10 && half.position.y == 30); /* (10, 20) turned: (-20, 10) */
    p = cld_pose2_invert(&quarter);
    CHECK(p.rotation.x == 0 && p.rotation.y == -1 && p.position.x == -20 && p.position.y == 10);
    /* all zero stands for the identity */
    q = cld_pose2_point(&none, point2(5, -6));
    CHECK(q.x == 5 && q.y == -6);
    q = cld_pose2_point(&moved, point2(5, -6));
    CHECK(q.x == 8 && q.y == -2);
    p = cld_pose2_multiply(&none, &quarter);
    CHECK(p.rotation.x == 0 && p.rotation.y == 1 && p.position.x == 10 && p.position.y == 20);
    p = cld_pose2_invert(&moved);
    CHECK(p.rotation.x == 1 && p.rotation.y == 0 && p.position.x == -3 && p.position.y == -4);
}

static void bad_poses_of_the_plane_are_named(void)
{
    cld_pose2 p = pose2(1, 0, 0, 0);
    CHECK(cld_pose2_validate(NULL) == CLD_ERROR_NULL);
    CHECK(cld_pose2_validate(&p) == CLD_OK);
    p = pose2(0, 0, 1e30, -1e30);
    CHECK(cld_pose2_validate(&p) == CLD_OK);
    p = pose2(1 + 3e-6, 0, 0, 0); /* its square is 6e-6 too long; 64 units of rounding are 7.6e-6 */
    CHECK(cld_pose2_validate(&p) == CLD_OK);
    p = pose2(1 + 5e-6, 0, 0, 0);
    CHECK(cld_pose2_validate(&p) == CLD_ERROR_POSE);
    p = pose2(1 - 5e-6, 0, 0, 0);
    CHECK(cld_pose2_validate(&p) == CLD_ERROR_POSE);
    p = pose2(0, 2, 0, 0);
    CHECK(cld_pose2_validate(&p) == CLD_ERROR_POSE);
    p = pose2(1e-30, 0, 0, 0);
    CHECK(cld_pose2_validate(&p) == CLD_ERROR_POSE);
    p = pose2(TEST_NAN, 1, 0, 0);
    CHECK(cld_pose2_validate(&p) == CLD_ERROR_POSE);
    p = pose2(1, TEST_INFINITY, 0, 0);
    CHECK(cld_pose2_validate(&p) == CLD_ERROR_POSE);
    p = pose2(1, 0, TEST_NAN, 0);
    CHECK(cld_pose2_validate(&p) == CLD_ERROR_POSE);
    p = pose2(0, 0, 0, -TEST_INFINITY);
    CHECK(cld_pose2_validate(&p) == CLD_ERROR_POSE);
}

/* ------------------------------------------------------------------------------------- orientation
   Oracle 1: coordinates that are integers below 2^61, the determinant in 128-bit integers. */
#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 wide;

static int orient_in_integers(const int64_t *p)
{
    wide left = (wide)(p[0] - p[4]) * (p[3] - p[5]), right = (wide)(p[1] - p[5]) * (p[2] - p[4]);
    return (left > right) - (left < right);
}

/* The nearest number that cld_real holds. */
static int64_t as_real(double x)
{
    return (int64_t)(cld_real)x;
}

/* Random integer that cld_real holds exactly, below 2^bits. */
static int64_t random_real_integer(test_random *r, int bits)
{
    double x = ldexp(test_between(r, -1, 1), test_integer(r, 1, bits));
    return as_real(x);
}

/* c near the line through a and b: on it as rounded, or a few steps beside; sometimes far outside
   of the segment, sometimes one of its ends. */
static void near_line(test_random *r, int64_t *p)
{
    int i, steps = test_integer(r, 0, 3);
    double t = test_integer(r, 0, 3) ? test_between(r, 0, 1) : test_between(r, -4, 4);
    if (test_integer(r, 0, 9) == 0) t = test_integer(r, 0, 1);
    for (i = 0; i < 2; i++) {
        double c = (double)p[i] + t * (double)(p[2 + i] - p[i]);
        while (fabs(c) > 1e18) c /= 2;
        p[4 + i] = as_real(c);
        p[4 + i] = as_real((double)p[4 + i] + steps * test_integer(r, -1, 1));
    }
}

static void orientation_of_integers_is_exact(void)
{
    test_random r = test_random_from(4);
    int i, k, zeros = 0, repeat = test_repeat(2000000);
    for (i = 0; i < repeat; i++) {
        int64_t p[6];
        int bits = test_integer(&r, 3, 59), want;
        int down = test_integer(&r, -60, 60); /* a scale that is a power of two changes nothing */
        cld_real q[6];
        cld_vec2 a, b, c;
        for (k = 0; k < 6; k++) p[k] = random_real_integer(&r, bits);
        if (i % 8) near_line(&r, p);
        for (k = 0; k < 6; k++) q[k] = (cld_real)ldexp((double)p[k], down);
        a.x = q[0], a.y = q[1], b.x = q[2], b.y = q[3], c.x = q[4], c.y = q[5];
        want = orient_in_integers(p);
        zeros += want == 0;
        if (!CHECK(cld_orient2d(a, b, c) == want)) {
            printf("    (%a %a) (%a %a) (%a %a)\n", (double)a.x, (double)a.y, (double)b.x,
                   (double)b.y, (double)c.x, (double)c.y);
        }
        CHECK(cld__orient2d_exact((double)a.x, (double)a.y, (double)b.x, (double)b.y, (double)c.x,
                                  (double)c.y) == want);
    }
    CHECK(zeros > repeat / 100 && zeros < repeat / 2); /* the inputs are what they claim to be */
}
#endif

/* Oracle 2, for every exponent: schoolbook arithmetic on long integers, 16 bits a limb, the unit
   being the smallest positive double. Slow and obvious. */
enum { LIMBS = 280 };

typedef struct longint {
    int negative;
    uint32_t limb[LIMBS];
} longint;

static longint long_from(double x)
{
    longint r;
    int exponent, i;
    double fraction = frexp(fabs(x), &exponent);
    memset(&r, 0, sizeof r);
    r.negative = x < 0;
    /* takes off one bit at a time: |x| = sum of 2^(exponent - i) */
    for (i = 1; fraction > 0; i++) {
        fraction *= 2;
        if (fraction >= 1) {
            int bit = exponent - i + 1074;
            r.limb[bit / 16] |= 1u << (bit % 16);
            fraction -= 1;
        }
    }
    return r;
}

/* Compares magnitudes. */
static int long_compare(const longint *a, const longint *b)
{
    int i;
    for (i = LIMBS - 1; i >= 0; i--)
        if (a->limb[i] != b->limb[i]) return a->limb[i] > b->limb[i] ? 1 : -1;
    return 0;
}

static longint long_subtract(longint a, longint b)
{
    longint r;
    int i;
    int64_t carry = 0;
    memset(&r, 0, sizeof r);
    b.negative = !b.negative;
    if (a.negative == b.negative) {
        for (i = 0; i < LIMBS; i++, carry >>= 16) {
            carry += (int64_t)a.limb[i] + b.limb[i];
            r.limb[i] = (uint32_t)(carry & 0xffff);
        }
        r.negative = a.negative;
        return r;
    }
    if (long_compare(&a, &b) < 0) {
        longint swap = a;
        a = b, b = swap;
    }
    for (i = 0; i < LIMBS; i++) {
        carry += (int64_t)a.limb[i] - b.limb[i];
        r.limb[i] = (uint32_t)(carry & 0xffff);
        carry = carry < 0 ? -1 : 0;
    }
    r.negative = a.negative;
    return r;
}

static longint long_multiply(const longint *a, const longint *b)
{
    longint r;
    int i, k;
    memset(&r, 0, sizeof r);
    for (i = 0; i < LIMBS; i++) {
        uint64_t carry = 0;
        if (!a->limb[i]) continue;
        for (k = 0; i + k < LIMBS; k++, carry >>= 16) {
            carry += (uint64_t)a->limb[i] * b->limb[k] + r.limb[i + k];
            r.limb[i + k] = (uint32_t)(carry & 0xffff);
        }
    }
    r.negative = a->negative != b->negative;
    return r;
}

static int orient_in_long_integers(cld_vec2 a, cld_vec2 b, cld_vec2 c)
{
    longint cx = long_from((double)c.x), cy = long_from((double)c.y);
    longint acx = long_subtract(long_from((double)a.x), cx);
    longint acy = long_subtract(long_from((double)a.y), cy);
    longint bcx = long_subtract(long_from((double)b.x), cx);
    longint bcy = long_subtract(long_from((double)b.y), cy);
    longint det = long_subtract(long_multiply(&acx, &bcy), long_multiply(&acy, &bcx)), zero;
    memset(&zero, 0, sizeof zero);
    if (long_compare(&det, &zero) == 0) return 0;
    return det.negative ? -1 : 1;
}

static cld_real any_exponent(test_random *r, int low, int high)
{
    return (cld_real)ldexp(test_between(r, -1, 1), test_integer(r, low, high));
}

/* Numbers from denormal to nearly overflowing, all mixed; and nearly collinear ones at one
   scale. */
static void orientation_of_all_magnitudes_is_exact(void)
{
    const int low = sizeof(cld_real) == 8 ? -1070 : -145, high = sizeof(cld_real) == 8 ? 1023 : 127;
    test_random r = test_random_from(5);
    int i, repeat = test_repeat(10000);
    for (i = 0; i < repeat; i++) {
        cld_vec2 a, b, c;
        int from = low, to = high, want;
        if (i % 4) from = to = test_integer(&r, low, high - 2);
        if (i % 4 == 1) to = from + 2;
        a.x = any_exponent(&r, from, to), a.y = any_exponent(&r, from, to);
        b.x = any_exponent(&r, from, to), b.y = any_exponent(&r, from, to);
        c.x = any_exponent(&r, from, to), c.y = any_exponent(&r, from, to);
        if (i % 4 > 1) {
            double t = test_between(&r, -1, 2);
            c.x = (cld_real)((double)a.x * (1 - t) + (double)b.x * t);
            c.y = (cld_real)((double)a.y * (1 - t) + (double)b.y * t);
        }
        want = orient_in_long_integers(a, b, c);
        CHECK(cld_orient2d(a, b, c) == want);
        CHECK(cld_orient2d(b, c, a) == want);
        CHECK(cld_orient2d(c, b, a) == -want);
    }
}

static cld_vec2 vec2(double x, double y)
{
    cld_vec2 v;
    v.x = (cld_real)x, v.y = (cld_real)y;
    return v;
}

static void orientation_by_hand(void)
{
    const double tiny = sizeof(cld_real) == 8 ? 4.9406564584124654e-324 : 1.4012984643248171e-45;
    const double huge = sizeof(cld_real) == 8 ? 1.7976931348623157e308 : 3.4028234663852886e38;
    int i;
    CHECK(cld_orient2d(vec2(0, 0), vec2(1, 0), vec2(0, 1)) == 1);
    CHECK(cld_orient2d(vec2(0, 0), vec2(0, 1), vec2(1, 0)) == -1);
    CHECK(cld_orient2d(vec2(0, 0), vec2(1, 1), vec2(3, 3)) == 0);
    CHECK(cld_orient2d(vec2(2, 2), vec2(2, 2), vec2(3, 4)) == 0);
    CHECK(cld_orient2d(vec2(0, 0), vec2(tiny, 0), vec2(0, tiny)) == 1);
    CHECK(cld_orient2d(vec2(-huge, -huge), vec2(huge, huge), vec2(0, tiny)) == 1);
    CHECK(cld_orient2d(vec2(-huge, -huge), vec2(huge, huge), vec2(tiny, 0)) == -1);
    CHECK(cld_orient2d(vec2(-huge, -huge), vec2(huge, huge), vec2(tiny, tiny)) == 0);
    /* one step of rounding beside the diagonal, which plain arithmetic takes for on it */
    CHECK(cld_orient2d(vec2(12, 12), vec2(24, 24), vec2(0.5, 0.5 + TEST_ROUND)) == 1);
    CHECK(cld_orient2d(vec2(12, 12), vec2(24, 24), vec2(0.5 + TEST_ROUND, 0.5)) == -1);
    for (i = -490; i <= 490; i += 980) { /* few bits, and products near the ends of the range */
        const double s = sizeof(cld_real) == 8 ? ldexp(1, i) : ldexp(1, i / 8);
        CHECK(cld_orient2d(vec2(s, s), vec2(2 * s, 2 * s), vec2(5 * s, 5 * s)) == 0);
        CHECK(cld_orient2d(vec2(s, s), vec2(2 * s, 2 * s), vec2(5 * s, 6 * s)) == 1);
        CHECK(cld_orient2d(vec2(s, s), vec2(2 * s, 2 * s), vec2(5 * s, 4 * s)) == -1);
    }
    CHECK(cld_orient2d(vec2(TEST_NAN, 0), vec2(1, 0), vec2(0, 1)) == 0);
    CHECK(cld_orient2d(vec2(0, 0), vec2(1, 0), vec2(0, TEST_INFINITY)) == 0);
    CHECK(cld_orient2d(vec2(-TEST_INFINITY, 0), vec2(1, 0), vec2(0, 1)) == 0);
    CHECK(cld_orient2d(vec2(0, 0), vec2(1, TEST_NAN), vec2(0, 1)) == 0);
    CHECK(cld_orient2d(vec2(0, 0), vec2(1, 0), vec2(TEST_NAN, 1)) == 0);
}

/* -------------------------------------------------------------------------- sums of products
   cld__sign_of_sum: products that cancel exactly, written in two ways, and one that remains. */

static void swap_products(double *f, int degree, int i, int k)
{
    int j;
    for (j = 0; j < degree; j++) {
        const double t = f[i * degree + j];
        f[i * degree + j] = f[k * degree + j], f[k * degree + j] = t;
    }
}

static void signs_of_sums_are_exact(void)
{
    test_random r = test_random_from(32);
    int i, k, j, repeat = test_repeat(20000);
    for (i = 0; i < repeat; i++) {
        double f[41 * 6];
        const int degree = test_integer(&r, 1, 6), pairs = test_integer(&r, 0, 20);
        const int reach = test_integer(&r, 0, 2) ? 20 : 900 / degree, kind = test_integer(&r, 0, 3);
        int count = 2 * pairs, want = 0;
        for (k = 0; k < pairs; k++) {
            double *p = f + 2 * k * degree, *q = p + degree;
            for (j = 0; j < degree; j++) {
                p[j] = ldexp(test_between(&r, -1, 1), test_integer(&r, -reach, reach));
                q[j] = p[j];
            }
            q[0] = -q[0];
            if (degree > 1) { /* the same product otherwise: powers of two and signs wander */
                const double shift = ldexp(1, test_integer(&r, -9, 9));
                q[degree - 1] *= -shift, q[0] /= -shift;
            }
        }
        if (kind) { /* what remains */
            double *p = f + count * degree;
            want = 1;
            for (j = 0; j < degree; j++) {
                p[j] = ldexp(test_between(&r, -1, 1), test_integer(&r, -reach, reach));
                if (kind == 1) p[j] = ldexp(p[j], degree == 1 ? -1000 : -20);
                if (p[j] < 0) want = -want;
                if (p[j] == 0) want = 0, p[j] = 0;
            }
            for (j = 0; j < degree; j++)
                if (p[j] == 0) want = 0;
            count++;
        }
        for (k = count - 1; k > 0; k--) swap_products(f, degree, k, test_integer(&r, 0, k));
        if (!CHECK(cld__sign_of_sum(f, count, degree) == want)) {
            printf("    %d products of %d\n", count, degree);
        }
    }
}

static void signs_of_sums_by_hand(void)
{
    const double tiny = 4.9406564584124654e-324, huge = 1.7976931348623157e308;
    const double all_tiny[6] = {tiny, tiny, tiny, tiny, tiny, tiny};
    const double opposite[12] = {huge,  huge, huge, huge, huge, huge,
                                 -huge, huge, huge, huge, huge, huge};
    const double and_tiny[18] = {huge, huge, huge, huge,  huge, huge, -huge, huge, huge,
                                 huge, huge, huge, -tiny, tiny, tiny, tiny,  tiny, tiny};
    const double zeros[8] = {0, huge, huge, huge, -0.0, -1, 2, tiny};
    const double thirds[6] = {3, 5, -15, 1, 0, 7}, ones[2] = {3, -2};
    const double near[2] = {18446744073709551616.0, -18446744073709549568.0};
    int exponent;
    CHECK(cld__sign_of_sum(all_tiny, 1, 6) == 1 && cld__sign_of_sum(all_tiny, 6, 1) == 1);
    CHECK(cld__sign_of_sum(opposite, 2, 6) == 0);
    CHECK(cld__sign_of_sum(and_tiny, 3, 6) == -1);
    CHECK(cld__sign_of_sum(zeros, 2, 4) == 0);
    CHECK(cld__sign_of_sum(thirds, 3, 2) == 0 && cld__sign_of_sum(thirds, 1, 2) == 1);
    CHECK(cld__sign_of_sum(thirds, 0, 2) == 0);
    /* 2^64 - (2^64 - 2^11): what remains is in the lowest words */
    CHECK(cld__value_of_sum(near, 2, 1, &exponent) == ldexp(1, 11 - exponent));
    CHECK(cld__value_of_sum(near + 1, 1, 1, &exponent) ==
          ldexp(-9007199254740991.0, 11 - exponent));
    CHECK(cld__value_of_sum(ones, 2, 1, &exponent) == ldexp(1, -exponent));
}

/* ------------------------------------------------------------------------------------- cld_slide */

static long double slide_dot(const long double a[3], const long double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void slide_from(cld_vec3 v, int unit, long double out[3])
{
    long double length;
    out[0] = (long double)v.x, out[1] = (long double)v.y, out[2] = (long double)v.z;
    length = sqrtl(slide_dot(out, out));
    if (unit && length > 0) out[0] /= length, out[1] /= length, out[2] /= length;
}

/* Is u, of length 1, in the cone? */
static int slide_holds(const cld_vec3 *normals, int count, const long double u[3], long double e)
{
    int k;
    for (k = 0; k < count; k++) {
        long double n[3];
        slide_from(normals[k], 1, n);
        if (slide_dot(n, u) < -e) return 0;
    }
    return 1;
}

/* The nearest point w of a cone to v is the one for which v - w is square to w, and makes no acute
   angle with any direction u of the cone. Directions tried: at random, those projected to each of
   the planes, and the creases, which span the cone. */
static void slide_is_nearest(const cld_vec3 *normals, int count, cld_vec3 before, cld_vec3 after,
                             test_random *r)
{
    long double v[3], w[3], rest[3], length, e;
    int i, j, k, turn;
    slide_from(before, 0, v), slide_from(after, 0, w);
    length = sqrtl(slide_dot(v, v)), e = 8 * (long double)TEST_ROUND * length;
#ifdef __FAST_MATH__
    e *= 4096; /* the accurate cross product is none then */
#endif
    for (i = 0; i < count; i++) {
        long double n[3];
        slide_from(normals[i], 1, n);
        CHECK(slide_dot(n, w) >= -e);
    }
    for (k = 0; k < 3; k++) rest[k] = v[k] - w[k];
    CHECK(fabsl(slide_dot(rest, w)) <= e * length);
    for (i = 0; i < count; i++)
        for (j = i; j < count; j++)
            for (turn = 0; turn < 4; turn++) {
                long double n[3], m[3], u[3], size;
                slide_from(normals[i], 1, n), slide_from(normals[j], 1, m);
                for (k = 0; k < 3; k++) {
                    const long double cross =
                        n[(k + 1) % 3] * m[(k + 2) % 3] - n[(k + 2) % 3] * m[(k + 1) % 3];
                    u[k] = i == j ? (long double)test_between(r, -1, 1) : turn & 1 ? -cross : cross;
                }
                size = slide_dot(u, n);
                for (k = 0; k < 3 && i == j && turn; k++) u[k] -= size * n[k];
                size = sqrtl(slide_dot(u, u));
                for (k = 0; k < 3; k++) u[k] /= size > 0 ? size : 1;
                if (slide_holds(normals, count, u, 0)) CHECK(slide_dot(rest, u) <= e);
            }
}

static cld_vec3 slide_vector(test_random *r, int made)
{
    cld_vec3 v;
    v.x = (cld_real)(made ? test_integer(r, -1, 1) : test_between(r, -1, 1));
    v.y = (cld_real)(made ? test_integer(r, -1, 1) : test_between(r, -1, 1));
    v.z = (cld_real)(made ? test_integer(r, -1, 1) : test_between(r, -1, 1));
    return v;
}

/* Random normals; those of boxes; several of one wall, equal but for rounding; of all lengths. */
static void slides_are_the_nearest(void)
{
    test_random r = test_random_from(test_seed);
    int i, k, left = 0, stuck = 0, n = test_repeat(100000);
#ifdef __FAST_MATH__
    const int nearly = 0; /* their crease is rounding then */
#else
    const int nearly = 1;
#endif
    for (i = 0; i < n; i++) {
        cld_vec3 normals[6], v, before;
        const int made = i % 3, count = test_integer(&r, 0, 6);
        const cld_real size = (cld_real)ldexp(1, test_integer(&r, -40, 40));
        for (k = 0; k < count; k++) {
            normals[k] = slide_vector(&r, made == 1);
            if (made == 2 && nearly && k > 0 && test_integer(&r, 0, 1)) {
                normals[k] = normals[0];
                normals[k].x *= 1 + (cld_real)(TEST_ROUND * test_integer(&r, -2, 2));
            }
            normals[k].x *= size, normals[k].y *= size, normals[k].z *= size;
        }
        before = v = slide_vector(&r, made == 1);
        CHECK(cld_slide(normals, count, &v) == CLD_OK);
        slide_is_nearest(normals, count, before, v, &r);
        left += v.x == before.x && v.y == before.y && v.z == before.z;
        stuck += v.x == 0 && v.y == 0 && v.z == 0;
    }
    printf("    %d of %d as they were, %d stuck\n", left, n, stuck);
    CHECK(left < n && stuck < n && left > 0 && stuck > 0);
}

static cld_vec3 slide_of(double x, double y, double z)
{
    cld_vec3 v;
    v.x = (cld_real)x, v.y = (cld_real)y, v.z = (cld_real)z;
    return v;
}

/* Is v that, to rounding? */
static int slide_is(cld_vec3 v, double x, double y, double z)
{
    return fabs((double)v.x - x) <= 4 * TEST_ROUND && fabs((double)v.y - y) <= 4 * TEST_ROUND &&
           fabs((double)v.z - z) <= 4 * TEST_ROUND;
}

static void slides_by_hand(void)
{
    cld_vec3 n[4], v = slide_of(1, 0, -1);
    n[0] = slide_of(0, 0, 5), n[1] = slide_of(-3, 0, 0), n[2] = slide_of(0, 0, 0);
    n[3] = slide_of(0, 0, 1e30);
    CHECK(cld_slide(n, 0, &v) == CLD_OK && v.x == 1 && v.z == -1);
    CHECK(cld_slide(NULL, 0, &v) == CLD_OK && v.x == 1 && v.z == -1);
    CHECK(cld_slide(n, 1, &v) == CLD_OK && slide_is(v, 1, 0, 0));
    v = slide_of(1, 2, -1); /* in the corner of floor and wall: along both */
    CHECK(cld_slide(n, 4, &v) == CLD_OK && slide_is(v, 0, 2, 0));
    v = slide_of(-1, 2, 1); /* away from both */
    CHECK(cld_slide(n, 4, &v) == CLD_OK && v.x == -1 && v.y == 2 && v.z == 1);
    n[2] = slide_of(0, -1, 0);
    v = slide_of(1, 2, -1); /* and a second wall */
    CHECK(cld_slide(n, 4, &v) == CLD_OK && slide_is(v, 0, 0, 0));
    v = slide_of(1, 0, -1);
    CHECK(cld_slide(NULL, 1, &v) == CLD_ERROR_NULL && cld_slide(n, 1, NULL) == CLD_ERROR_NULL);
    CHECK(cld_slide(n, -1, &v) == CLD_ERROR_COUNT);
    n[1].y = (cld_real)NAN;
    CHECK(cld_slide(n, 2, &v) == CLD_ERROR_FINITE && v.x == 1 && v.y == 0 && v.z == -1);
    v.x = (cld_real)INFINITY;
    CHECK(cld_slide(n, 1, &v) == CLD_ERROR_FINITE && v.z == -1);
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(every_status_has_its_own_text);
    TEST(workspace_repeats_without_allocating);
    TEST(workspace_survives_running_out_of_memory);
    TEST(workspace_holds_little_more_than_needed);
    TEST(workspace_reserve_is_enough);
    TEST(workspace_marks_from_the_start);
    TEST(workspace_rejects_bad_calls);
    TEST(poses_compose_and_invert);
    TEST(zero_pose_is_identity);
    TEST(pose_by_hand);
    TEST(poses_in_other_forms);
    TEST(matrices_that_are_no_poses);
    TEST(poses_that_look);
    TEST(poses_in_between);
    TEST(bad_poses_are_named);
    TEST(poses_of_the_plane_compose_and_invert);
    TEST(poses_of_the_plane_by_hand);
    TEST(bad_poses_of_the_plane_are_named);
    TEST(slides_by_hand);
    TEST(slides_are_the_nearest);
    TEST(signs_of_sums_by_hand);
    TEST(signs_of_sums_are_exact);
    TEST(orientation_by_hand);
#ifdef __SIZEOF_INT128__
    TEST(orientation_of_integers_is_exact);
#endif
    TEST(orientation_of_all_magnitudes_is_exact);
    return test_end();
}
