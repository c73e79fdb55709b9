/* Shapes of every kind against static meshes: random triangles, ground as people make it, soups
 * that are not welded, degenerate triangles; posed, at rest on faces, edges and corners, far from
 * the origin, tiny and huge. The oracle asks every triangle as a solid of three points, in long
 * double (oracle_shape.h), and knows nothing of trees. */
#include "test.h"
#include "shape_checks.h"

enum { MOST_VERTICES = 200, MOST_TRIANGLES = 130 };

typedef struct ground {
    cld_real positions[3 * MOST_VERTICES];
    uint32_t triangles[3 * MOST_TRIANGLES];
    int vertices, count;
    cld_mesh mesh;
    const cld_pose *at; /* of the mesh, or NULL */
    void *memory;
} ground;

enum ground_kind {
    GROUND_FLAT,
    GROUND_STEPS,
    GROUND_HILLS,
    GROUND_BOXES,
    GROUND_SOUP,
    GROUND_FLAWS,
    GROUNDS
};

static const char *const ground_names[GROUNDS] = {"flat",  "steps", "hills",
                                                  "boxes", "soup",  "flaws"};

static uint32_t ground_vertex(ground *g, double x, double y, double z)
{
    cld_real *p = g->positions + 3 * g->vertices;
    p[0] = (cld_real)x, p[1] = (cld_real)y, p[2] = (cld_real)z;
    return (uint32_t)g->vertices++;
}

static void ground_triangle(ground *g, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t *t = g->triangles + 3 * g->count++;
    t[0] = a, t[1] = b, t[2] = c;
}

/* A net of cells, with vertices of their own in a soup. */
static void ground_net(ground *g, test_random *r, int kind, double scale)
{
    enum { SIDE = 7 };
    for (int j = 0; j <= SIDE; j++)
        for (int i = 0; i <= SIDE; i++) {
            double z = 0;
            if (kind == GROUND_STEPS) z = i / 2;
            if (kind == GROUND_HILLS) z = test_between(r, -1, 1);
            ground_vertex(g, scale * (i - 3), scale * (j - 3), scale * z);
        }
    for (int j = 0; j < SIDE; j++)
        for (int i = 0; i < SIDE; i++) {
            const uint32_t a = (uint32_t)(j * (SIDE + 1) + i), b = a + 1, c = a + SIDE + 1;
            if (test_integer(r, 0, 1)) {
                ground_triangle(g, a, b, c + 1), ground_triangle(g, a, c + 1, c);
            } else {
                ground_triangle(g, a, b, c), ground_triangle(g, b, c + 1, c);
            }
        }
}

static void ground_box(ground *g, const double at[3], const double half[3])
{
    static const uint8_t quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                        {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    uint32_t v[8];
    for (int i = 0; i < 8; i++)
        v[i] = ground_vertex(g, at[0] + (i & 1 ? half[0] : -half[0]),
                             at[1] + (i & 2 ? half[1] : -half[1]),
                             at[2] + (i & 4 ? half[2] : -half[2]));
    for (int i = 0; i < 6; i++) {
        ground_triangle(g, v[quads[i][0]], v[quads[i][1]], v[quads[i][2]]);
        ground_triangle(g, v[quads[i][0]], v[quads[i][2]], v[quads[i][3]]);
    }
}

static void ground_make(ground *g, test_random *r, int kind, double scale)
{
    const cld_mesh none = {0};
    double at[3], half[3];
    int i, k;
    g->vertices = g->count = 0;
    if (kind <= GROUND_HILLS) {
        ground_net(g, r, kind, scale);
    } else if (kind == GROUND_BOXES) { /* unit cubes side by side and on each other */
        for (i = 0; i < 8; i++) {
            for (k = 0; k < 3; k++) at[k] = scale * test_integer(r, -1, 1), half[k] = scale / 2;
            ground_box(g, at, half);
        }
    } else {
        for (i = 0; i < 40; i++) {
            uint32_t v[3];
            for (k = 0; k < 3; k++) at[k] = scale * test_between(r, -3, 3);
            for (k = 0; k < 3; k++)
                v[k] = ground_vertex(g, at[0] + scale * test_between(r, -1, 1),
                                     at[1] + scale * test_between(r, -1, 1),
                                     at[2] + scale * test_between(r, -1, 1));
            k = kind == GROUND_FLAWS ? test_integer(r, 0, 3) : 0; /* points and segments */
            ground_triangle(g, v[0], k & 1 ? v[0] : v[1], k & 2 ? v[0] : v[2]);
        }
    }
    g->mesh = none;
    g->mesh.positions = g->positions, g->mesh.vertex_count = g->vertices;
    g->mesh.triangles = g->triangles, g->mesh.triangle_count = g->count;
    g->at = NULL;
}

static void ground_build(ground *g)
{
    const size_t bytes = cld_mesh_tree_size(&g->mesh);
    free(g->memory);
    g->memory = malloc(bytes);
    if (!CHECK(g->memory != NULL)) exit(1);
    CHECK(cld_mesh_tree_build(&g->mesh, g->memory, bytes) == CLD_OK);
}

/* A triangle as the oracle's solid. */
static void ground_solid(const ground *g, int t, shape_solid *s)
{
    cld_real points[9];
    cld_shape three;
    for (int i = 0; i < 3; i++)
        memcpy(points + 3 * i, g->positions + 3 * g->triangles[3 * t + i], 3 * sizeof *points);
    three = cld_shape_points(points, 3);
    shape_solid_of(s, &three, g->at);
}

/* The signed distance of core and triangles: its bounds, and the bound of errors in *e. */
static shape_between ground_gap(const ground *g, const shape_body *b, double *e)
{
    static shape_solid s;
    shape_between best;
    memset(&best, 0, sizeof best);
    best.low = best.high = 1e300L, *e = 0;
    for (int t = 0; t < g->count; t++) {
        ground_solid(g, t, &s);
        const double m = (double)pair_size(&b->truth, &s, NULL);
        *e = fmax(*e, ldexp(m, is_curved(b) ? -24 : -44) + 4 * (double)TEST_ROUND * m);
    }
    for (int t = 0; t < g->count; t++) {
        shape_between gap;
        ground_solid(g, t, &s);
        if (best.high < 1e299L) { /* too far to matter, along the way between two of their points */
            solid_real n[3], far = 0;
            for (int k = 0; k < 3; k++) n[k] = s.place[k] + s.vertex[0][k] - b->truth.place[k];
            if (solid_unit(n)) far = shape_along(&b->truth, &s, NULL, n);
            if (far > best.high) continue;
        }
        gap = shape_gap(&b->truth, &s, NULL, *e / 64);
        if (gap.low < best.low) best.low = gap.low;
        if (gap.high < best.high) best.high = gap.high;
    }
    return best;
}

/* How far a place is from the feature that is told. */
static double feature_off(const ground *g, uint32_t feature, const cld_vec3 *p)
{
    const uint32_t number = feature / 4, kind = feature % 4;
    solid_real corner[3][3], rows[3][3], place[3], q[3], w[3], u[3], v[3];
    uint32_t id[3];
    int n = 3;
    CHECK(kind != CLD_FEATURE_INTERIOR);
    if (kind == CLD_FEATURE_VERTEX) n = 1, id[0] = number;
    if (kind == CLD_FEATURE_EDGE)
        n = 2, id[0] = g->triangles[number],
        id[1] = g->triangles[number - number % 3 + (number + 1) % 3];
    if (kind == CLD_FEATURE_FACE) memcpy(id, g->triangles + 3 * number, sizeof id);
    shape_pose_of(g->at, rows, place);
    for (int i = 0; i < n; i++) {
        solid_real own[3];
        for (int k = 0; k < 3; k++) own[k] = g->positions[3 * id[i] + (uint32_t)k];
        solid_turned(rows, own, corner[i]);
        for (int k = 0; k < 3; k++) corner[i][k] += place[k];
    }
    q[0] = p->x - corner[0][0], q[1] = p->y - corner[0][1], q[2] = p->z - corner[0][2];
    if (n == 1) return (double)solid_length(q);
    solid_minus(corner[1], corner[0], u);
    if (n == 2) {
        solid_real t = solid_dot(q, u) / solid_dot(u, u);
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        for (int k = 0; k < 3; k++) w[k] = q[k] - t * u[k];
        return (double)solid_length(w);
    }
    solid_minus(corner[2], corner[0], v);
    solid_cross(u, v, w);
    return solid_unit(w) ? fabs((double)solid_dot(w, q)) : 0;
}

static void check(const ground *g, const shape_body *b)
{
    double e;
    const shape_between gap = ground_gap(g, b, &e);
    cld_contact c, again;
    const int overlap = cld_mesh_overlap_shape(&g->mesh, &b->shape, b->at);
    const int apart = cld_mesh_distance_shape(&g->mesh, &b->shape, b->at, (cld_real)HUGE_VAL, &c);
    int good = CHECK(overlap == 0 || overlap == 1);
    good &= CHECK(apart == 0 || apart == 1);
    if (overlap == 0) good &= CHECK(gap.high > 0);
    if (overlap == 1) good &= CHECK((double)gap.low <= e);
    if (apart == 0) {
        good &= CHECK((double)gap.low <= e) && CHECK(c.distance == 0);
    } else {
        const double d = (double)c.distance;
        const double x = (double)c.point_b.x - (double)c.point_a.x;
        const double y = (double)c.point_b.y - (double)c.point_a.y;
        const double z = (double)c.point_b.z - (double)c.point_a.z;
        const double along =
            x * (double)c.normal.x + y * (double)c.normal.y + z * (double)c.normal.z;
        const double places = /* as told, rounded in the world */
            4 * e + 8 * (double)TEST_ROUND * fmax(vec_most(&c.point_a), vec_most(&c.point_b));
        const cld_real most = (cld_real)(d + 2 * e);
        good &= CHECK(d > 0) && CHECK(gap.high > 0);
        good &= CHECK(d >= (double)gap.low - e && d <= (double)gap.high + e);
        good &= CHECK(fabs(sqrt(x * x + y * y + z * z) - d) <= places);
        good &= CHECK(fabs(along - d) <= places);
        good &= CHECK(feature_off(g, c.feature_b, &c.point_b) <= places);
        good &= CHECK(cld_mesh_distance_shape(&g->mesh, &b->shape, b->at, most, &again) == 1);
        good &= CHECK(fabs((double)again.distance - d) <= e);
        good &=
            CHECK(cld_mesh_distance_shape(&g->mesh, &b->shape, b->at, c.distance / 2, &again) == 0);
        good &= CHECK(again.distance > c.distance);
    }
    if (!good && test_failures < 20) {
        printf("    overlap %d, apart %d, distance %.17g, true %.17g to %.17g, bound %.3g\n",
               overlap, apart, (double)c.distance, (double)gap.low, (double)gap.high, e);
        body_print(b);
    }
}

static ground land;
static shape_body body_now;

static void at_random(void)
{
    const int cases = (int)test_repeat(400);
    int before;
    for (int n = 0; n < cases; n++) {
        test_random r = test_random_from((uint64_t)n);
        const double scale = ldexp(1, test_integer(&r, 0, 3) ? 0 : test_integer(&r, -20, 20));
        const double far = test_integer(&r, 0, 3) ? 0 : 1000 * scale;
        const int kind = test_integer(&r, 0, GROUNDS - 1);
        cld_pose pose = test_pose(&r, scale);
        ground_make(&land, &r, kind, scale);
        if (test_integer(&r, 0, 1)) land.mesh.pose = pose, land.at = &land.mesh.pose;
        ground_build(&land);
        body_random_shape(&body_now, &r, test_integer(&r, 0, SORTS - 2), 0.7 * scale);
        body_now.pose = test_pose(&r, 3 * scale), body_now.at = &body_now.pose;
        if (land.at) {
            land.mesh.pose.position.x += (cld_real)far;
            body_now.pose.position.x += (cld_real)far;
        }
        body_settle(&body_now);
        before = (int)test_failures;
        check(&land, &body_now);
        if (test_failures != before && test_failures < 20)
            printf("    on %s, case %d, %s\n", ground_names[kind], n, land.at ? "posed" : "plain");
        body_free(&body_now);
    }
}

/* Bodies with whole numbers, at rest on flat ground, steps and cubes, or a little above. */
static void at_rest(void)
{
    const int cases = (int)test_repeat(300);
    int touching = 0;
    for (int n = 0; n < cases; n++) {
        test_random r = test_random_from((uint64_t)n);
        const double scale = ldexp(1, test_integer(&r, -20, 20));
        const int kind = test_integer(&r, 0, 2) == 0   ? GROUND_BOXES
                         : test_integer(&r, 0, 1) == 0 ? GROUND_STEPS
                                                       : GROUND_FLAT;
        const cld_pose none = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
        const double up = test_integer(&r, 0, 1) * 0.25;
        const cld_real half = (cld_real)(scale / 2);
        ground_make(&land, &r, kind, scale);
        ground_build(&land);
        body_now.sort = SORT_BOX;
        switch (test_integer(&r, 0, 4)) {
        case 0:
            body_now.shape = cld_shape_box(vec3(half, half, half));
            break;
        case 1:
            body_now.shape = cld_shape_sphere(half);
            break;
        case 2:
            body_now.shape = cld_shape_cylinder(half, half);
            break;
        case 3:
            body_now.shape = cld_shape_capsule(half / 2, half / 2);
            break;
        default:
            body_now.shape = cld_shape_box(vec3(2 * half, half, half));
        }
        body_now.pose = none, body_now.at = &body_now.pose;
        body_now.pose.position =
            vec3(scale * test_integer(&r, -2, 2), scale * test_integer(&r, -2, 2),
                 scale * (test_integer(&r, 0, 3) + 0.5 + up));
        if (kind == GROUND_FLAT) { /* exactly known */
            cld_contact c;
            const double high = (double)body_now.pose.position.z - scale / 2;
            const int found = cld_mesh_distance_shape(&land.mesh, &body_now.shape, body_now.at,
                                                      (cld_real)HUGE_VAL, &c);
            CHECK(cld_mesh_overlap_shape(&land.mesh, &body_now.shape, body_now.at) == (high == 0));
            CHECK(found == (high > 0));
            CHECK(fabs((double)c.distance - high) <=
                  4 * (double)TEST_ROUND * scale +
                      ldexp(16 * scale, is_curved(&body_now) ? -24 : -44));
            touching += high == 0;
        }
        body_settle(&body_now);
        check(&land, &body_now);
    }
    CHECK(touching > 0 || cases < 40);
}

/* The same by the point of the mesh that is closest to the centre of a sphere. */
static void spheres_as_points(void)
{
    const int cases = (int)test_repeat(4000);
    for (int n = 0; n < cases; n++) {
        test_random r = test_random_from((uint64_t)(n / 20));
        if (n % 20 == 0) {
            ground_make(&land, &r, test_integer(&r, 0, GROUNDS - 1), 1);
            ground_build(&land);
        }
        r = test_random_from((uint64_t)n);
        const cld_pose pose = test_pose(&r, 4);
        const cld_shape s = cld_shape_sphere((cld_real)(test_integer(&r, 0, 3) * 0.25));
        cld_contact c;
        cld_mesh_point p;
        const int found = cld_mesh_distance_shape(&land.mesh, &s, &pose, (cld_real)HUGE_VAL, &c);
        const double e = 64 * (double)TEST_ROUND + ldexp(1, -40);
        CHECK(cld_mesh_closest(&land.mesh, pose.position, (cld_real)HUGE_VAL, &p) == 1);
        if (!CHECK(fabs((double)c.distance - fmax(0, (double)p.distance - (double)s.radius)) <= e))
            printf("    %.17g, closest %.17g, radius %g\n", (double)c.distance, (double)p.distance,
                   (double)s.radius);
        if (found == 0) CHECK((double)p.distance <= (double)s.radius + e);
    }
}

/* A small triangle whose coordinates are far from the origin of its frame, and a pose that takes it
   back: a box that contains a corner of it is found however the places are rounded. */
static void posed_back(void)
{
    const int cases = (int)test_repeat(4000);
    const double far = 1048576, grain = 2 * (double)TEST_ROUND * far; /* between its neighbours */
    int within = 0;
    for (int n = 0; n < cases; n++) {
        test_random r = test_random_from((uint64_t)n);
        const int spots = 1 << test_integer(&r, 1, 12);
        const double half = grain * spots * 0.01 * test_between(&r, 0.1, 1);
        const cld_shape box = cld_shape_box(vec3((cld_real)half, (cld_real)half, (cld_real)half));
        const int side = test_integer(&r, 0, 2);
        cld_pose pose = cld_pose_identity();
        cld_real corner[3], place[3];
        cld_contact c;
        land.vertices = land.count = 0, land.at = NULL;
        for (int i = 0; i < 3; i++)
            ground_vertex(&land, far + grain * test_integer(&r, 0, spots),
                          far + grain * test_integer(&r, 0, spots),
                          far + grain * test_integer(&r, 0, spots));
        ground_triangle(&land, 0, 1, 2);
        memset(&land.mesh, 0, sizeof land.mesh);
        land.mesh.positions = land.positions, land.mesh.triangles = land.triangles;
        land.mesh.vertex_count = 3, land.mesh.triangle_count = 1;
        land.mesh.pose = pose;
        land.mesh.pose.position = vec3((cld_real)-far, (cld_real)-far, (cld_real)-far);
        ground_build(&land);
        for (int k = 0; k < 3; k++) {
            corner[k] = land.positions[k] - (cld_real)far; /* exact */
            place[k] = corner[k];
        }
        place[side] += (cld_real)(half * (1 - 1e-3 * test_between(&r, 0, 1)) *
                                  (test_integer(&r, 0, 1) ? 1 : -1));
        if (fabsl((long double)place[side] - corner[side]) > (long double)box.half.x) continue;
        within++;
        pose.position = vec3(place[0], place[1], place[2]);
        CHECK(cld_mesh_overlap_shape(&land.mesh, &box, &pose) == 1);
        CHECK(cld_mesh_distance_shape(&land.mesh, &box, &pose, 0, &c) == 0 && c.distance == 0);
    }
    CHECK(within > cases / 2);
}

/* A mesh and a shape that are moved far away together are as far from each other as before. */
static void far_together(void)
{
    const int cases = (int)test_repeat(2000);
    for (int n = 0; n < cases; n++) {
        test_random r = test_random_from((uint64_t)n);
        const double size = 0.01, spread = test_integer(&r, 0, 1) ? 1e-5 : 1e-6;
        const cld_shape plate = cld_shape_box(vec3((cld_real)size, (cld_real)size, 0));
        const double places[] = {0, 1e3, 1e5, 1e7};
        cld_contact c;
        double at_home = 0;
        land.vertices = land.count = 0, land.at = NULL;
        for (int i = 0; i < 6; i++)
            ground_vertex(&land, size * test_between(&r, -0.5, 0.5),
                          size * test_between(&r, -0.5, 0.5),
                          -size * (0.1 + spread * test_between(&r, 0, 1)));
        ground_triangle(&land, 0, 1, 2), ground_triangle(&land, 3, 4, 5);
        memset(&land.mesh, 0, sizeof land.mesh);
        land.mesh.positions = land.positions, land.mesh.triangles = land.triangles;
        land.mesh.vertex_count = 6, land.mesh.triangle_count = 2;
        for (int i = 0; i < 4; i++) {
            const cld_real far = (cld_real)(places[i] + 0.5);
            land.mesh.pose = cld_pose_identity();
            land.mesh.pose.position = vec3(far, far, far);
            ground_build(&land);
            CHECK(cld_mesh_distance_shape(&land.mesh, &plate, &land.mesh.pose, (cld_real)HUGE_VAL,
                                          &c) == 1);
            if (i == 0) at_home = (double)c.distance;
            CHECK(fabs((double)c.distance - at_home) <=
                  ldexp(3 * size, -44) + 2 * (double)TEST_ROUND * at_home);
        }
    }
}

/* A wheel above more triangles than its table of support points could hold. */
static void wheel_over_many(void)
{
    enum { SIDE = 40, COUNT = 2 * SIDE * SIDE };
    static cld_real positions[3 * (SIDE + 1) * (SIDE + 1)];
    static uint32_t triangles[3 * COUNT];
    const cld_shape wheel = cld_shape_cylinder(10, (cld_real)0.5);
    const double lean = 0.1;
    cld_pose pose = cld_pose_identity();
    cld_contact c, one;
    cld_mesh mesh;
    double least = HUGE_VAL;
    uint32_t n = 0;
    for (int j = 0; j <= SIDE; j++)
        for (int i = 0; i <= SIDE; i++) {
            cld_real *p = positions + 3 * (j * (SIDE + 1) + i);
            p[0] = (cld_real)(i - SIDE / 2), p[1] = (cld_real)(j - SIDE / 2);
            p[2] = (cld_real)(0.2 * sin(i * 1.3 + j * 2.1));
        }
    for (uint32_t j = 0; j < SIDE; j++)
        for (uint32_t i = 0; i < SIDE; i++) {
            const uint32_t a = j * (SIDE + 1) + i, d = a + SIDE + 2;
            triangles[n++] = a, triangles[n++] = a + 1, triangles[n++] = d;
            triangles[n++] = a, triangles[n++] = d, triangles[n++] = d - 1;
        }
    memset(&mesh, 0, sizeof mesh);
    mesh.positions = positions, mesh.triangles = triangles;
    mesh.vertex_count = (SIDE + 1) * (SIDE + 1), mesh.triangle_count = COUNT;
    const size_t bytes = cld_mesh_tree_size(&mesh);
    void *memory = malloc(bytes);
    if (!CHECK(memory != NULL)) exit(1);
    CHECK(cld_mesh_tree_build(&mesh, memory, bytes) == CLD_OK);
    pose.rotation.y.y = (cld_real)cos(lean), pose.rotation.y.z = (cld_real)sin(lean);
    pose.rotation.z.y = (cld_real)-sin(lean), pose.rotation.z.z = (cld_real)cos(lean);
    pose.position.z = (cld_real)(0.5 + 10 * sin(lean) + 0.3);
    for (uint32_t t = 0; t < COUNT; t++) {
        cld_real points[9];
        for (int i = 0; i < 3; i++)
            memcpy(points + 3 * i, positions + 3 * triangles[3 * t + (uint32_t)i],
                   3 * sizeof *points);
        const cld_shape three = cld_shape_points(points, 3);
        CHECK(cld_shape_distance(&wheel, &pose, &three, NULL, (cld_real)HUGE_VAL, NULL, &one) == 1);
        least = fmin(least, (double)one.distance);
    }
    CHECK(cld_mesh_overlap_shape(&mesh, &wheel, &pose) == 0);
    CHECK(cld_mesh_distance_shape(&mesh, &wheel, &pose, (cld_real)HUGE_VAL, &c) == 1);
    CHECK(fabs((double)c.distance - least) <= ldexp(60, -24));
    free(memory);
}

static void bad_input(void)
{
    test_random r = test_random_from(1);
    cld_shape s = cld_shape_sphere(1), bad = cld_shape_sphere(-1);
    cld_mesh bare;
    cld_contact c;
    cld_pose pose = test_pose(&r, 1), wrong = pose;
    ground_make(&land, &r, GROUND_HILLS, 1);
    bare = land.mesh;
    ground_build(&land);
    wrong.position.x = (cld_real)TEST_NAN;
    CHECK(cld_mesh_overlap_shape(NULL, &s, NULL) == CLD_ERROR_NULL);
    CHECK(cld_mesh_overlap_shape(&bare, &s, NULL) == CLD_ERROR_NULL);
    CHECK(cld_mesh_overlap_shape(&land.mesh, NULL, NULL) == CLD_ERROR_NULL);
    CHECK(cld_mesh_overlap_shape(&land.mesh, &bad, NULL) == CLD_ERROR_EXTENT);
    CHECK(cld_mesh_overlap_shape(&land.mesh, &s, &wrong) == CLD_ERROR_POSE);
    CHECK(cld_mesh_distance_shape(&land.mesh, &s, &pose, 1, NULL) == CLD_ERROR_NULL);
    CHECK(cld_mesh_distance_shape(&land.mesh, &s, &pose, -1, &c) == CLD_ERROR_PARAMETER);
    CHECK(cld_mesh_distance_shape(&land.mesh, &s, &pose, (cld_real)TEST_NAN, &c) ==
          CLD_ERROR_PARAMETER);
    /* a vertex that is not finite any more: the error, and a result that stays */
    const cld_shape all = cld_shape_box(vec3(100, 100, 100));
    const cld_real kept = land.positions[0];
    land.positions[0] = (cld_real)TEST_NAN, c.distance = -7;
    CHECK(cld_mesh_overlap_shape(&land.mesh, &all, NULL) != 0);
    pose.position = vec3(0, 0, 3);
    if (cld_mesh_distance_shape(&land.mesh, &s, &pose, (cld_real)HUGE_VAL, &c) < 0)
        CHECK(c.distance == -7);
    for (int i = 0; i < 3 * land.vertices; i++) land.positions[i] = (cld_real)TEST_NAN;
    c.distance = -7;
    CHECK(cld_mesh_distance_shape(&land.mesh, &s, &pose, (cld_real)HUGE_VAL, &c) ==
          CLD_ERROR_FINITE);
    CHECK(c.distance == -7);
    land.positions[0] = kept;
    land.mesh.triangle_count--;
    CHECK(cld_mesh_overlap_shape(&land.mesh, &s, NULL) == CLD_ERROR_MISMATCH);
    bare = land.mesh, bare.triangle_count = 0; /* no triangles are touched by nothing */
    land.mesh = bare;
    ground_build(&land);
    CHECK(cld_mesh_overlap_shape(&land.mesh, &s, NULL) == 0);
    CHECK(cld_mesh_distance_shape(&land.mesh, &s, NULL, 1, &c) == 0 && c.distance > 1);
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(at_random);
    TEST(at_rest);
    TEST(spheres_as_points);
    TEST(posed_back);
    TEST(far_together);
    TEST(wheel_over_many);
    TEST(bad_input);
    free(land.memory);
    return test_end();
}
