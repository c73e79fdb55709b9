/* How much stack a call takes, against what the title block of collide.h says: each query runs in a
 * thread whose stack was filled with a pattern before, over input that meets its deepest calls. */
#if defined(__unix__) && !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, pthread_attr_setstack */
#endif
#include "test.h"
#include "polygon_sweep.h"
#include "examples/heightfield_bodies.h"
#include "made_nurbs.h"
#include "polyhedron_shapes.h"

#if defined(__unix__) && !defined(__SANITIZE_ADDRESS__) && !defined(__wasi__)
#define STACK_IS_MEASURED 1
#include <pthread.h>
#include <sys/mman.h>
#else
#define STACK_IS_MEASURED 0
#endif

enum { STACK_BYTES = 1 << 20, SIDE = 17, CORNERS = 40 };

static cld_workspace workspace;
static test_random numbers_of;
static int table; /* --table 1: each figure is printed */

/* ------------------------------------------------------------------------------------- measuring */

typedef struct stack_query {
    const char *name;
    void (*ask)(test_random *r);
    int kilobytes, repetitions;
} stack_query;

#if STACK_IS_MEASURED
static const stack_query *asked;

static void *ask_in_thread(void *unused)
{
    const int repeat = test_repeat(asked->repetitions);
    int i;
    for (i = 0; i < repeat; i++) asked->ask(&numbers_of);
    return unused;
}

/* Bytes of stack that differ from the pattern; -1 if there is no thread with a stack of ours. */
static long stack_of(const stack_query *query)
{
    unsigned char *memory = (unsigned char *)mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
                                                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_attr_t attributes;
    pthread_t thread;
    long untouched = 0, taken = -1;
    if (memory == MAP_FAILED) return -1;
    memset(memory, 0xa5, STACK_BYTES);
    asked = query;
    if (pthread_attr_init(&attributes) == 0) {
        if (pthread_attr_setstack(&attributes, memory, STACK_BYTES) == 0 &&
            pthread_create(&thread, &attributes, ask_in_thread, NULL) == 0 &&
            pthread_join(thread, NULL) == 0) {
            while (untouched < STACK_BYTES && memory[untouched] == 0xa5) untouched++;
            taken = STACK_BYTES - untouched;
        }
        pthread_attr_destroy(&attributes);
    }
    munmap(memory, STACK_BYTES);
    return taken;
}
#else /* the sanitizers have a stack of their own */
static long stack_of(const stack_query *query)
{
    if (query->repetitions == 1) query->ask(&numbers_of);
    return -1;
}
#endif

static void ask_nothing(test_random *r)
{
    (void)r;
}

/* ----------------------------------------------------------------------------------------- input */

static cld_vec3 some_place(test_random *r, double reach)
{
    return vec3(test_between(r, -reach, reach), test_between(r, -reach, reach),
                test_between(r, -reach, reach));
}

static cld_vec2 some_place2(test_random *r, double reach)
{
    cld_vec2 p;
    p.x = (cld_real)test_between(r, -reach, reach), p.y = (cld_real)test_between(r, -reach, reach);
    return p;
}

/* Rough ground, flat ground, stairs; a hole now and then. */
static cld_heightfield some_ground(test_random *r)
{
    static float heights[SIDE * SIDE];
    static double memory[512];
    cld_heightfield f;
    const int kind = test_integer(r, 0, 2);
    int i;
    memset(&f, 0, sizeof f);
    f.heights = heights, f.type = CLD_HEIGHT_FLOAT, f.columns = f.rows = SIDE;
    f.dx = f.dy = (cld_real)0.5;
    for (i = 0; i < SIDE * SIDE; i++)
        heights[i] = test_integer(r, 0, 80) == 0 ? (float)TEST_NAN
                     : kind == 0                 ? (float)test_between(r, -0.5, 0.5)
                     : kind == 1                 ? 0
                                                 : (float)(i % SIDE / 3);
    CHECK(cld_heightfield_size(&f) <= sizeof memory &&
          cld_heightfield_build(&f, memory, sizeof memory) == CLD_OK);
    return f;
}

static cld_pose some_pose_on_ground(test_random *r)
{
    cld_pose pose = test_pose(r, 1);
    pose.position = vec3(test_between(r, 0, 8), test_between(r, 0, 8), test_between(r, -1, 1));
    return pose;
}

#define ON_GROUND(shape, make)                                                                     \
    static void ask_ground_##shape(test_random *r)                                                 \
    {                                                                                              \
        const cld_heightfield f = some_ground(r);                                                  \
        const cld_pose pose = some_pose_on_ground(r);                                              \
        cld_contact out[16];                                                                       \
        cld_heightfield_hit hit;                                                                   \
        make;                                                                                      \
        CHECK(cld_heightfield_overlap_##shape(&f, &body) >= 0);                                    \
        CHECK(cld_heightfield_collide_##shape(&f, &body, (cld_real)0.1, out, 16) >= 0);            \
        CHECK(cld_heightfield_distance_##shape(&f, &body, 10, out) >= 0);                          \
        CHECK(cld_heightfield_sweep_##shape(&f, &body, some_place(r, 2), &hit) >= 0);              \
    }

static cld_hull some_hull(test_random *r, const cld_pose *pose)
{
    static cld_real points[3 * CORNERS];
    cld_hull hull;
    int i;
    memset(&hull, 0, sizeof hull);
    for (i = 0; i < 3 * CORNERS; i++) points[i] = (cld_real)test_between(r, -1, 1);
    hull.points = points, hull.count = CORNERS, hull.pose = *pose;
    return hull;
}

ON_GROUND(cylinder, cld_cylinder body; memset(&body, 0, sizeof body); body.centre = pose.position;
          body.axis = pose.rotation.z; body.radius = (cld_real)test_between(r, 0.1, 1.5);
          body.half_height = (cld_real)test_between(r, 0.1, 1.5))
ON_GROUND(sphere, cld_sphere body; body.centre = pose.position;
          body.radius = (cld_real)test_between(r, 0.1, 1.5))
ON_GROUND(capsule, cld_capsule body; body.a = pose.position;
          body.b = cld_pose_point(&pose, vec3(0, 0, 1));
          body.radius = (cld_real)test_between(r, 0.1, 1))
ON_GROUND(obb, const cld_obb body = cld_obb_from_pose(&pose, vec3(0.7, 0.5, 0.3)))
ON_GROUND(hull, const cld_hull body = some_hull(r, &pose))

static void ask_surfaces(test_random *r)
{
    made_pair m;
    cld_nurbs_body a, b;
    cld_nurbs_contact contacts[8];
    static cld_nurbs_curve curves[16];
    static cld_nurbs_curve_point points[4096];
    cld_nurbs_point place;
    cld_nurbs_hit hit;
    cld_obb box;
    int relation, count;
    made_pair_of((made_pair_kind)test_integer(r, 0, MADE_PAIR_KINDS - 1), r, &m);
    memset(&a, 0, sizeof a), memset(&b, 0, sizeof b);
    a.surfaces = &m.surface[0].view, b.surfaces = &m.surface[1].view;
    CHECK(cld_nurbs_collide(&a, &b, NULL, &workspace, contacts) >= 0);
    CHECK(cld_nurbs_contacts(&a, &b, NULL, &workspace, contacts, 8, &relation) >= 0);
    CHECK(cld_nurbs_curves(&a, &b, NULL, &workspace, curves, 16, points, 4096, &count) >= 0);
    CHECK(cld_nurbs_closest(&a, some_place(r, 2), NULL, &workspace, &hit) >= 0);
    CHECK(cld_nurbs_raycast(&a, some_place(r, 2), some_place(r, 2), 10, NULL, &workspace, &hit) >=
          0);
    CHECK(cld_nurbs_evaluate(a.surfaces, 0, 0, &place) <= CLD_OK);
    CHECK(cld_nurbs_obb(a.surfaces, CLD_OBB_FIT_TIGHT, &box) == CLD_OK);
    made_free(&m);
}

static void ask_surfaces_distance(test_random *r)
{
    made_pair m;
    cld_nurbs_body a, b;
    cld_nurbs_contact closest;
    made_pair_of((made_pair_kind)test_integer(r, 0, MADE_PAIR_KINDS - 1), r, &m);
    memset(&a, 0, sizeof a), memset(&b, 0, sizeof b);
    a.surfaces = &m.surface[0].view, b.surfaces = &m.surface[1].view;
    b.pose = cld_pose_identity();
    b.pose.position = some_place(r, 4);
    CHECK(cld_nurbs_distance(&a, &b, NULL, &workspace, &closest) >= 0);
    made_free(&m);
}

static void ask_boxes(test_random *r)
{
    enum { BOXES = 40000 };
    static cld_aabb boxes[BOXES];
    static cld_pair pairs[8192]; /* too few is no fault */
    cld_grid grid;
    int i;
    for (i = 0; i < BOXES; i++) {
        boxes[i].low = some_place(r, 80);
        boxes[i].high.x = boxes[i].low.x + 1, boxes[i].high.y = boxes[i].low.y + 1;
        boxes[i].high.z = boxes[i].low.z + 1;
    }
    CHECK(cld_aabb_pairs(boxes, BOXES, &workspace, pairs, 8192) >= 0);
    CHECK(cld_aabb_pairs_between(boxes, BOXES / 2, boxes + BOXES / 2, BOXES / 2, &workspace, pairs,
                                 8192) >= 0);
    memset(&grid, 0, sizeof grid);
    CHECK(cld_grid_build(&grid, boxes, BOXES, NULL, &workspace, NULL, 0) == CLD_OK);
    CHECK(cld_grid_pairs(&grid, (cld_real)0.5, &workspace, pairs, 8192) >= 0);
}

static void ask_boxes_oriented(test_random *r)
{
    cld_pose pose = test_pose(r, 1);
    const cld_obb a = cld_obb_from_pose(&pose, vec3(1, 1, 1));
    cld_obb b = a;
    cld_contact out[8];
    cld_obb_hit hit;
    if (test_integer(r, 0, 1)) pose = test_pose(r, 1), b = cld_obb_from_pose(&pose, vec3(1, 1, 1));
    b.centre = some_place(r, 2);
    CHECK(cld_obb_overlap(&a, &b) >= 0);
    CHECK(cld_obb_collide(&a, &b, out, 8) >= 0);
    CHECK(cld_obb_distance(&a, &b, out) >= 0);
    CHECK(cld_obb_sweep(&a, &b, some_place(r, 3), &hit) >= 0);
}

/* Two crumpled sheets. */
static void ask_meshes(test_random *r)
{
    enum { CELLS = 12 };
    static cld_real places[2][3 * (CELLS + 1) * (CELLS + 1)];
    static uint32_t triangles[6 * CELLS * CELLS];
    static double memory[2][8192];
    cld_mesh meshes[2];
    cld_mesh_topology topology[2];
    cld_mesh_params params;
    cld_contact closest;
    static const uint32_t twice[6] = {0, CELLS + 1, 1, 0, CELLS + 1, 1};
    cld_mesh_point crossings[2];
    cld_mesh_point point;
    static cld_mesh_contact contacts[256];
    static cld_mesh_pair pairs[256];
    int i, k;
    uint32_t *t = triangles;
    for (i = 0; i < CELLS * CELLS; i++) {
        const uint32_t c = (uint32_t)(i / CELLS * (CELLS + 1) + i % CELLS), d = c + CELLS + 1;
        *t++ = c, *t++ = d, *t++ = c + 1, *t++ = c + 1, *t++ = d, *t++ = d + 1;
    }
    memset(meshes, 0, sizeof meshes), memset(topology, 0, sizeof topology);
    memset(&params, 0, sizeof params);
    params.distance = (cld_real)0.01;
    for (k = 0; k < 2; k++) {
        for (i = 0; i < (CELLS + 1) * (CELLS + 1); i++) {
            places[k][3 * i] = (cld_real)(i / (CELLS + 1)),
                          places[k][3 * i + 1] = (cld_real)(i % (CELLS + 1));
            places[k][3 * i + 2] = (cld_real)test_between(r, -1, 1);
        }
        meshes[k].positions = places[k], meshes[k].vertex_count = (CELLS + 1) * (CELLS + 1);
        meshes[k].triangles = triangles, meshes[k].triangle_count = 2 * CELLS * CELLS;
        CHECK(cld_mesh_topology_build(&topology[k], &meshes[k], params.distance, 0, NULL) ==
              CLD_OK);
        meshes[k].topology = &topology[k], meshes[k].self = 1;
    }
    CHECK(cld_mesh_collide(meshes, 2, &params, &workspace, contacts, 256, NULL) >= 0);
    CHECK(cld_mesh_overlap(meshes, 2, &params, &workspace) >= 0);
    CHECK(cld_mesh_intersections(meshes, 2, &workspace, pairs, 256) >= 0);
    for (k = 0; k < 2; k++) {
        CHECK(cld_mesh_tree_size(&meshes[k]) <= sizeof memory[k]);
        CHECK(cld_mesh_tree_build(&meshes[k], memory[k], cld_mesh_tree_size(&meshes[k])) == CLD_OK);
    }
    CHECK(cld_mesh_distance(&meshes[0], &meshes[1], 10, &closest) >= 0);
    CHECK(cld_mesh_closest(&meshes[0], some_place(r, 10), 100, &point) >= 0);
    CHECK(cld_mesh_raycast(&meshes[0], some_place(r, 10), some_place(r, 1), 100, &point) >= 0);
    CHECK(cld_mesh_signed_distance(&meshes[0], some_place(r, 10), 100, &point) >= 0);
    /* crossed at the same distance */
    meshes[1].triangles = twice, meshes[1].triangle_count = 2, meshes[1].topology = NULL;
    CHECK(cld_mesh_tree_build(&meshes[1], memory[1], cld_mesh_tree_size(&meshes[1])) == CLD_OK);
    const cld_vec3 below = {(cld_real)0.25, (cld_real)0.25, -2}, up = {(cld_real)0.01, 0, 1};
    CHECK(cld_mesh_raycast_all(&meshes[1], below, up, 100, crossings, 2) == 2);
    for (k = 0; k < 2; k++) cld_mesh_topology_free(&topology[k]);
}

/* A box, rounded or not, a cylinder, a hull of 256 points. */
static cld_shape some_shape(test_random *r)
{
    static cld_real points[3 * 256];
    const int kind = test_integer(r, 0, 2);
    cld_shape shape = cld_shape_box(vec3(1, 0.5, 0.25));
    int i;
    for (i = 0; i < 3 * 256; i++) points[i] = (cld_real)test_between(r, -1, 1);
    if (kind == 1) shape = cld_shape_cylinder((cld_real)0.5, (cld_real)0.75);
    if (kind == 2) shape = cld_shape_points(points, 256);
    shape.radius = (cld_real)(test_integer(r, 0, 1) * 0.1);
    return shape;
}

static void ask_shapes(test_random *r)
{
    const cld_shape a = some_shape(r), ball = cld_shape_sphere((cld_real)0.5);
    const cld_pose pose = some_pose_on_ground(r);
    cld_pose other = pose;
    cld_motion motion;
    cld_contact out[4];
    cld_hit hit;
    memset(&motion, 0, sizeof motion);
    motion.linear = some_place(r, 2);
    other.position.x += (cld_real)test_between(r, -1, 1);
    CHECK(cld_shape_collide(&a, &pose, &ball, &other, 1, NULL, out, 4) >= 0);
    CHECK(cld_shape_sweep(&a, &pose, &motion, &a, &other, NULL, NULL, &hit) >= 0);
    motion.angular = some_place(r, 2);
    CHECK(cld_shape_sweep(&a, &pose, &motion, &a, &other, NULL, NULL, &hit) >= 0);
    CHECK(cld_shape_collide(&a, &pose, &a, &other, 1, NULL, out, 4) >= 0);
}

/* Rough or flat. */
static void ask_shapes_on_mesh(test_random *r)
{
    enum { CELLS = 8 };
    static cld_real places[3 * (CELLS + 1) * (CELLS + 1)];
    static uint32_t triangles[6 * CELLS * CELLS];
    static double memory[4096];
    const cld_shape a = some_shape(r);
    const double rough = test_integer(r, 0, 1);
    const cld_pose pose = some_pose_on_ground(r);
    cld_motion motion;
    cld_contact out[CLD_GROUND_CONTACTS];
    cld_hit hit;
    cld_mesh mesh;
    int i, k;
    memset(&mesh, 0, sizeof mesh), memset(&motion, 0, sizeof motion);
    for (i = 0; i < (CELLS + 1) * (CELLS + 1); i++) {
        places[3 * i] = (cld_real)(i % (CELLS + 1)),
                   places[3 * i + 1] = (cld_real)(i / (CELLS + 1));
        places[3 * i + 2] = (cld_real)(rough * test_between(r, -0.5, 0.5));
    }
    for (i = 0; i < CELLS * CELLS; i++) {
        const uint32_t v = (uint32_t)(i % CELLS + i / CELLS * (CELLS + 1));
        const uint32_t t[6] = {v, v + 1, v + CELLS + 2, v, v + CELLS + 2, v + CELLS + 1};
        for (k = 0; k < 6; k++) triangles[6 * i + k] = t[k];
    }
    mesh.positions = places, mesh.vertex_count = (CELLS + 1) * (CELLS + 1);
    mesh.triangles = triangles, mesh.triangle_count = 2 * CELLS * CELLS;
    mesh.sides = test_integer(r, 0, 1) ? CLD_MESH_FRONT : CLD_MESH_SHEET;
    CHECK(cld_mesh_tree_size(&mesh) <= sizeof memory);
    CHECK(cld_mesh_tree_build(&mesh, memory, sizeof memory) == CLD_OK);
    motion.linear = some_place(r, 2);
    CHECK(cld_mesh_overlap_shape(&mesh, &a, &pose) >= 0);
    CHECK(cld_mesh_distance_shape(&mesh, &a, &pose, 10, out) >= 0);
    CHECK(cld_mesh_collide_shape(&mesh, &a, &pose, (cld_real)0.1, out, CLD_GROUND_CONTACTS) >= 0);
    CHECK(cld_mesh_sweep_shape(&mesh, &a, &pose, &motion, NULL, &hit) >= 0);
}

static void ask_triangles(test_random *r)
{
    cld_triangle a, b;
    cld_segment s, t;
    cld_mesh_hit hit;
    cld_contact contact;
    a.a = some_place(r, 1), a.b = some_place(r, 1), a.c = some_place(r, 1);
    b = a;
    b.a = some_place(r, 1);
    s.a = a.a, s.b = a.b, t.a = a.c, t.b = b.a;
    CHECK(cld_triangle_distance(&a, &b, &contact) >= 0);
    CHECK(cld_triangle_overlap(&a, &b) >= 0);
    CHECK(cld_triangle_sweep_point(&a, &b, some_place(r, 1), a.a, 0, &hit) >= 0);
    CHECK(cld_segment_sweep(&s, &t, &t, &s, (cld_real)0.01, &hit) >= 0);
}

/* Regular ones too: their exact signs take most. */
static void ask_polygons(test_random *r)
{
    static cld_real corners[2][16] = {{0, 0, 2, 0, 2, 2, 0, 2}, {0, 0, 2, 0, 2, 2, 0, 2}};
    cld_polygon a, b;
    cld_contact2 out[2];
    cld_area_mass mass;
    cld_real points[16];
    cld_hit2 hit;
    uint32_t tangents[2];
    memset(&a, 0, sizeof a);
    a.vertices = corners[0], a.count = 4, b = a, b.vertices = corners[1];
    a.pose = cld_pose2_from_angle((cld_real)test_between(r, -3, 3), some_place2(r, 2));
    b.pose = test_integer(r, 0, 1)
                 ? a.pose
                 : cld_pose2_from_angle((cld_real)test_between(r, -3, 3), some_place2(r, 2));
    if (test_integer(r, 0, 1)) b.pose.position = cld_pose2_point(&a.pose, b.pose.position);
    if (test_integer(r, 0, 1)) b.pose.position.x = a.pose.position.x + 2;
    CHECK(cld_polygon_overlap(&a, &b, NULL) >= 0);
    CHECK(cld_polygon_distance(&a, &b, out) >= 0);
    CHECK(cld_polygon_collide(&a, &b, 0, out, 2) >= 0);
    CHECK(sweep_b(&a, &b, some_place2(r, 3), &hit) >= 0);
    CHECK(cld_polygon_mass(&a, &mass) == CLD_OK);
    CHECK(cld_polygon_intersection(&a, &b, points, 8, &mass) >= 0);
    CHECK(cld_polygon_sum(&a, &b, points, 8) >= 4);
    CHECK(cld_polygon_contains(&a, some_place2(r, 3)) >= 0);
    CHECK(cld_polygon_closest(&a, some_place2(r, 3), out) >= 0);
    CHECK(cld_polygon_tangents(&a, some_place2(r, 3), tangents) >= 0);
}

static void ask_polyhedra(test_random *r)
{
    solid a = {0}, b = {0};
    cld_contact out[4];
    cld_clip3 clip;
    if (solid_of(&a, r, test_integer(r, 0, LAST_WHOLE), 40, 1, NULL) &&
        solid_of(&b, r, test_integer(r, 0, LAST_WHOLE), 40, 1, NULL)) {
        b.p.pose = test_pose(r, 1);
        b.p.pose.position = some_place(r, 20);
        CHECK(polyhedra_overlap(&a.p, &b.p) >= 0);
        CHECK(polyhedra_distance(&a.p, &b.p, NULL, out) >= 0);
        CHECK(polyhedra_collide(&a.p, &b.p, out, 4) >= 0);
        CHECK(cld_polyhedron_closest(&a.p, some_place(r, 20), out) >= 0);
        CHECK(cld_polyhedron_clip_line(&a.p, some_place(r, 20), some_place(r, 20), &clip) >= 0);
    }
    solid_free(&a), solid_free(&b);
}

static void ask_curves(test_random *r)
{
    cld_bezier a, b;
    cld_vec2 from[64], to[64];
    cld_path_hit hits[64];
    cld_path_meeting meetings[32];
    cld_path_point closest;
    int i;
    a.degree = 3, b.degree = 3;
    for (i = 0; i < 4; i++) a.points[i] = some_place2(r, 1), b.points[i] = some_place2(r, 1);
    if (test_integer(r, 0, 1)) b = a, b.points[1] = some_place2(r, 1);
    for (i = 0; i < 64; i++) from[i] = some_place2(r, 2), to[i] = some_place2(r, 2);
    CHECK(cld_bezier_sweep_many(&a, from, to, 64, hits) == CLD_OK);
    CHECK(cld_bezier_sweep_disc(&a, from[0], to[0], (cld_real)0.1, hits) >= 0);
    CHECK(cld_bezier_intersect(&a, &b, meetings, 32) >= 0);
    CHECK(cld_bezier_closest(&a, from[0], &closest) >= 0);
}

static void ask_paths(test_random *r)
{
    static cld_real xy[2][26];
    static double memory[2][512];
    cld_path path[2];
    cld_real points[6];
    cld_motion2 motion;
    cld_path_hit hit;
    cld_path_point closest;
    cld_path_meeting meetings[64];
    cld_path_pair pair;
    cld_polygon polygon;
    cld_path_contact contacts[8];
    int i, k;
    memset(path, 0, sizeof path), memset(&motion, 0, sizeof motion);
    for (k = 0; k < 2; k++) {
        for (i = 0; i < 26; i++) xy[k][i] = (cld_real)test_between(r, -2, 2);
        path[k].commands = "MCCQLL", path[k].command_count = 6, path[k].points = xy[k];
        path[k].point_count = 11;
        CHECK(cld_path_size(&path[k]) <= sizeof memory[k]);
        CHECK(cld_path_build(&path[k], memory[k], cld_path_size(&path[k])) == CLD_OK);
    }
    for (i = 0; i < 6; i++) points[i] = (cld_real)test_between(r, -2, 2);
    motion.linear = some_place2(r, 2), motion.angle = (cld_real)test_between(r, -3, 3);
    CHECK(cld_path_sweep_points(path, points, 3, 0, &motion, &hit) >= 0);
    CHECK(cld_path_sweep_disc(path, some_place2(r, 3), some_place2(r, 3), (cld_real)0.2, &hit) >=
          0);
    CHECK(cld_path_intersect(path, path + 1, meetings, 64) >= 0);
    CHECK(cld_path_self_intersect(path, meetings, 64) >= 0);
    CHECK(cld_path_distance(path, path + 1, 9, &pair) == 1);
    CHECK(cld_path_closest(path, some_place2(r, 3), &closest) >= 0);
    memset(&polygon, 0, sizeof polygon);
    polygon.vertices = points, polygon.count = (size_t)cld_polygon_hull(points, 3, 0);
    polygon.radius = (cld_real)(test_integer(r, 0, 1) * 0.1), motion.angle = 0;
    CHECK(cld_path_overlap_polygon(path, &polygon) >= 0);
    CHECK(cld_path_distance_polygon(path, &polygon, 4, contacts) >= 0);
    CHECK(cld_path_collide_polygon(path, &polygon, (cld_real)0.2, contacts, 8) >= 0);
    CHECK(cld_path_sweep_polygon(path, &polygon, &motion, NULL, &hit) >= 0);
}

/* ----------------------------------------------------------------------------------------- tests */

/* The bounds of the title block. A query of the ground takes a thousand times as long as most others,
   and its deepest calls are met within the first tenth of the repetitions. */
static void stack_of_each_query(void)
{
    static const stack_query queries[] = {
        {"cylinder on terrain", ask_ground_cylinder, 160, 3000},
        {"sphere on terrain", ask_ground_sphere, 64, 1000},
        {"capsule on terrain", ask_ground_capsule, 64, 1000},
        {"box on terrain", ask_ground_obb, 64, 1000},
        {"hull on terrain", ask_ground_hull, 64, 1000},
        {"curves and contacts of surfaces", ask_surfaces, 64, 200},
        {"distance of surfaces", ask_surfaces_distance, 64, 200},
        {"pairs of boxes, grid", ask_boxes, 96, 30},
        {"oriented boxes", ask_boxes_oriented, 64, 30000},
        {"meshes", ask_meshes, 64, 50},
        {"shapes", ask_shapes, 64, 1000},
        {"shapes on meshes", ask_shapes_on_mesh, 128, 1000},
        {"triangles that deform", ask_triangles, 64, 30000},
        {"polygons", ask_polygons, 64, 30000},
        {"polyhedra", ask_polyhedra, 64, 3000},
        {"curves", ask_curves, 64, 3000},
        {"paths", ask_paths, 64, 3000}};
    const stack_query nothing = {"nothing", ask_nothing, 0, 1};
    const long idle = stack_of(&nothing); /* what a thread takes itself */
    size_t i;
    for (i = 0; i < sizeof queries / sizeof *queries; i++) {
        const long taken = stack_of(&queries[i]);
        if (taken < 0 || idle < 0) continue;
        if (table)
            printf("%-32s %4ld KB of %d\n", queries[i].name, (taken - idle) / 1024,
                   queries[i].kilobytes);
        if (!CHECK(taken - idle <= 1024L * queries[i].kilobytes))
            printf("%s: %ld bytes of stack\n", queries[i].name, taken - idle);
    }
}

int main(int argc, char **argv)
{
    table = test_option(&argc, argv, "--table", 0);
    test_begin(argc, argv);
    numbers_of = test_random_from(1);
    TEST(stack_of_each_query);
    cld_workspace_free(&workspace);
    return test_end();
}
