/* What is drawn: how many lines, and that each lies on the shape. */
#include "test.h"

#define PI 3.141592653589793

typedef struct lines {
    int count;
    double length;
    cld_vec3 low, high;
    double off; /* the most that an end is off what `apart` says */
    double (*apart)(const void *shape, cld_vec3 p);
    const void *shape;
} lines;

static cld_vec3 vec3(double x, double y, double z)
{
    cld_vec3 v;
    v.x = (cld_real)x, v.y = (cld_real)y, v.z = (cld_real)z;
    return v;
}

static cld_vec2 vec2(double x, double y)
{
    cld_vec2 v;
    v.x = (cld_real)x, v.y = (cld_real)y;
    return v;
}

static double length_of(cld_vec3 a, cld_vec3 b)
{
    const double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    const double z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

static void take(lines *l, cld_vec3 p)
{
    l->low.x = p.x < l->low.x ? p.x : l->low.x, l->high.x = p.x > l->high.x ? p.x : l->high.x;
    l->low.y = p.y < l->low.y ? p.y : l->low.y, l->high.y = p.y > l->high.y ? p.y : l->high.y;
    l->low.z = p.z < l->low.z ? p.z : l->low.z, l->high.z = p.z > l->high.z ? p.z : l->high.z;
    if (l->apart) l->off = fmax(l->off, fabs(l->apart(l->shape, p)));
}

static void line(void *context, cld_vec3 from, cld_vec3 to)
{
    lines *l = (lines *)context;
    l->count++, l->length += length_of(from, to);
    take(l, from), take(l, to);
}

static cld_debug begin(lines *l, double (*apart)(const void *, cld_vec3), const void *shape)
{
    cld_debug draw;
    memset(l, 0, sizeof *l);
    l->low = vec3(1e9, 1e9, 1e9), l->high = vec3(-1e9, -1e9, -1e9);
    l->apart = apart, l->shape = shape;
    draw.line = line, draw.context = l;
    return draw;
}

/* ---- */

static double of_box(const void *shape, cld_vec3 p)
{
    const cld_obb *box = (const cld_obb *)shape;
    const cld_pose pose = {box->axes, box->centre}, inverse = cld_pose_invert(&pose);
    const cld_vec3 at = cld_pose_point(&inverse, p);
    const double x = fabs((double)at.x) - (double)box->half.x;
    const double y = fabs((double)at.y) - (double)box->half.y;
    const double z = fabs((double)at.z) - (double)box->half.z;
    return fabs(x) + fabs(y) + fabs(z); /* ends are corners */
}

static double of_sphere(const void *shape, cld_vec3 p)
{
    (void)shape;
    return length_of(p, vec3(1, 2, 3)) - 2;
}

/* From (1, 2, 3) to (2, 4, 1), of radius 1/2. */
static double of_capsule(const void *shape, cld_vec3 p)
{
    cld_segment axis, point;
    (void)shape;
    axis.a = vec3(1, 2, 3), axis.b = vec3(2, 4, 1), point.a = point.b = p;
    return (double)cld_segment_closest(&axis, &point, NULL, NULL) - 0.5;
}

/* Of radius 2 and half height 1, posed. */
static double of_cylinder(const void *shape, cld_vec3 p)
{
    const cld_pose *pose = (const cld_pose *)shape, back = cld_pose_invert(pose);
    const cld_vec3 q = cld_pose_point(&back, p);
    return fabs(fabs((double)q.z) - 1) + fabs(hypot((double)q.x, (double)q.y) - 2);
}

static void boxes_and_frames(void)
{
    test_random r = test_random_from(5);
    cld_pose pose = test_pose(&r, 3);
    const cld_obb box = cld_obb_from_pose(&pose, vec3(1, 2, 3));
    cld_aabb plain = {{-1, -2, -3}, {4, 5, 6}};
    cld_contact contact;
    cld_contact2 flat;
    lines l;
    cld_debug draw = begin(&l, of_box, &box);
    CHECK(cld_debug_draw_obb(&draw, &box) == CLD_OK && l.count == 12);
    CHECK(l.off < 200 * TEST_ROUND);
    CHECK_NEAR(l.length, 8 * (1 + 2 + 3), 1e-4);
    draw = begin(&l, NULL, NULL);
    CHECK(cld_debug_draw_aabb(&draw, &plain) == CLD_OK && l.count == 12);
    CHECK(l.low.x == -1 && l.low.y == -2 && l.low.z == -3);
    CHECK(l.high.x == 4 && l.high.y == 5 && l.high.z == 6);
    plain.low.x = 5;
    CHECK(cld_debug_draw_aabb(&draw, &plain) == CLD_OK && l.count == 12); /* an empty box */
    draw = begin(&l, NULL, NULL);
    CHECK(cld_debug_draw_pose(&draw, &pose, 2) == CLD_OK && l.count == 3);
    CHECK_NEAR(l.length, 6, 1e-5);
    memset(&contact, 0, sizeof contact), memset(&flat, 0, sizeof flat);
    contact.point_b = vec3(0, 0, 2), contact.normal = vec3(0, 0, 1);
    draw = begin(&l, NULL, NULL);
    CHECK(cld_debug_draw_contact(&draw, &contact, 1) == CLD_OK && l.count == 8);
    CHECK_NEAR(l.length, 3 + 3 + 2 + 1, 1e-5);
    flat.point_b = vec2(0, 2), flat.normal = vec2(0, 1);
    draw = begin(&l, NULL, NULL);
    CHECK(cld_debug_draw_contact2(&draw, &flat, 1) == CLD_OK && l.count == 8);
    CHECK_NEAR(l.length, 3 + 3 + 2 + 1, 1e-5);
}

static void shapes(void)
{
    static const cld_real ends[] = {1, 2, 3, 2, 4, 1};
    test_random r = test_random_from(6);
    const cld_shape sphere = cld_shape_sphere(2), cylinder = cld_shape_cylinder(2, 1);
    const cld_shape bad = cld_shape_sphere(-1), triangle = cld_shape_points(ends, 2);
    const cld_plane plane = {{0, 0, 2}, 4};
    cld_shape capsule = triangle, box = cld_shape_box(vec3(1, 2, 3));
    cld_pose pose = test_pose(&r, 3), at = cld_pose_identity();
    lines l;
    cld_debug draw = begin(&l, of_sphere, NULL);
    at.position = vec3(1, 2, 3);
    CHECK(cld_debug_draw_shape(&draw, &sphere, &at) == CLD_OK && l.count == 96);
    CHECK(l.off < 100 * TEST_ROUND);
    CHECK_NEAR(l.length, 3 * 2 * PI * 2, 0.1);
    capsule.radius = (cld_real)0.5;
    draw = begin(&l, of_capsule, NULL);
    CHECK(cld_debug_draw_shape(&draw, &capsule, NULL) == CLD_OK && l.count == 64 + 64 + 4);
    CHECK(l.off < 100 * TEST_ROUND);
    draw = begin(&l, of_cylinder, &pose);
    CHECK(cld_debug_draw_shape(&draw, &cylinder, &pose) == CLD_OK && l.count == 64 + 8);
    CHECK(l.off < 400 * TEST_ROUND);
    draw = begin(&l, NULL, NULL);
    CHECK(cld_debug_draw_shape(&draw, &triangle, NULL) == CLD_OK && l.count == 2);
    CHECK_NEAR(l.length, 6, 1e-5);
    draw = begin(&l, NULL, NULL);
    CHECK(cld_debug_draw_shape(&draw, &box, NULL) == CLD_OK && l.count == 12);
    CHECK_NEAR(l.length, 4 * (2 + 4 + 6), 1e-4);
    box.radius = 1;
    draw = begin(&l, NULL, NULL);
    CHECK(cld_debug_draw_shape(&draw, &box, NULL) == CLD_OK && l.count == 12 + 8 * 96);
    CHECK(cld_debug_draw_shape(&draw, &bad, NULL) == CLD_ERROR_EXTENT);
    CHECK(cld_debug_draw_shape(&draw, NULL, NULL) == CLD_ERROR_NULL);
    draw = begin(&l, NULL, NULL);
    CHECK(cld_debug_draw_plane(&draw, &plane, vec3(1, 1, 9), 6) == CLD_OK && l.count == 7);
    CHECK(l.low.z == 2 && l.high.z == 5 && l.low.x == -2 && l.high.y == 4);
}

static void meshes_and_polyhedra(void)
{
    static const cld_real xyz[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    cld_mesh mesh;
    cld_polyhedron solid;
    lines l;
    cld_debug draw = begin(&l, NULL, NULL);
    void *memory;
    memset(&mesh, 0, sizeof mesh), memset(&solid, 0, sizeof solid);
    mesh.positions = xyz, mesh.vertex_count = 4, mesh.triangles = triangles,
    mesh.triangle_count = 4;
    mesh.pose = cld_pose_identity(), mesh.pose.position.x = 7;
    CHECK(cld_debug_draw_mesh(&draw, &mesh) == CLD_OK && l.count == 12);
    CHECK_NEAR(l.length, 6 + 6 * sqrt(2), 1e-5);
    CHECK(l.low.x == 7 && l.high.x == 8);
    CHECK(cld_debug_draw_mesh_tree(&draw, &mesh, 9) == CLD_ERROR_NULL);
    memory = malloc(cld_mesh_tree_size(&mesh));
    CHECK(cld_mesh_tree_build(&mesh, memory, cld_mesh_tree_size(&mesh)) == CLD_OK);
    draw = begin(&l, NULL, NULL);
    CHECK(cld_debug_draw_mesh_tree(&draw, &mesh, 9) == CLD_OK && l.count % 12 == 0 && l.count);
    CHECK((double)l.low.x <= 7 && (double)l.high.x >= 8 && (double)l.high.x < 8.001);
    free(memory);
    solid.vertices = xyz, solid.vertex_count = 4, solid.triangles = triangles;
    solid.triangle_count = 4, solid.pose = mesh.pose;
    draw = begin(&l, NULL, NULL);
    CHECK(cld_debug_draw_polyhedron(&draw, &solid) == CLD_OK && l.count == 6);
    CHECK_NEAR(l.length, 3 + 3 * sqrt(2), 1e-5);
    CHECK(l.low.x == 7 && l.high.x == 8);
}

static void fields(void)
{
    cld_real heights[12] = {0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0};
    cld_heightfield field;
    lines l;
    cld_debug draw = begin(&l, NULL, NULL);
    memset(&field, 0, sizeof field);
    field.heights = heights, field.columns = 4, field.rows = 3, field.dx = field.dy = 2;
    CHECK(cld_debug_draw_heightfield(&draw, &field, 0, 0, 99, 99) == CLD_OK);
    CHECK(l.count == 3 * 2 * 6 && l.high.x == 6 && l.high.y == 4 && l.high.z == 1);
    draw = begin(&l, NULL, NULL);
    CHECK(cld_debug_draw_heightfield(&draw, &field, 1, 1, 1, 1) == CLD_OK && l.count == 6);
    CHECK(l.low.x == 2 && l.high.x == 4 && l.low.y == 2);
    heights[0] = (cld_real)TEST_NAN;
    draw = begin(&l, NULL, NULL);
    CHECK(cld_debug_draw_heightfield(&draw, &field, 0, 0, 1, 1) == CLD_OK && l.count == 3);
    draw = begin(&l, NULL, NULL);
    CHECK(cld_debug_draw_heightfield(&draw, &field, 3, 0, 1, 1) == CLD_OK && l.count == 0);
}

static void curves_and_outlines(void)
{
    static const cld_real square[] = {0, 0, 2, 0, 2, 2, 0, 2},
                          level[] = {0, 0, 4, 0, 5, 0, 6, 1, 7, 3};
    const cld_polygon polygon = {square, 4, 0, {{0, 1}, {5, 0}}, 0};
    cld_path path = {"MLCZ", 4, level, 5, 0, NULL};
    cld_bezier curve;
    double memory[512];
    cld_real length;
    lines l;
    cld_debug draw = begin(&l, NULL, NULL);
    CHECK(cld_debug_draw_polygon(&draw, &polygon) == CLD_OK && l.count == 4);
    CHECK(l.length == 8 && l.low.x == 3 && l.high.x == 5 && l.high.y == 2 && l.high.z == 0);
    CHECK(cld_debug_draw_path(&draw, &path, 100) == CLD_ERROR_NULL);
    CHECK(cld_path_size(&path) <= sizeof memory &&
          cld_path_build(&path, memory, sizeof memory) == CLD_OK);
    CHECK(cld_path_length(&path, &length) == CLD_OK);
    draw = begin(&l, NULL, NULL);
    CHECK(cld_debug_draw_path(&draw, &path, 100) == CLD_OK && l.count == 102);
    CHECK_NEAR(l.length, length, 1e-3);
    CHECK(cld_path_piece(&path, 1, &curve) == CLD_OK);
    CHECK(cld_debug_draw_bezier(&draw, &curve, 0) == CLD_ERROR_PARAMETER);
    CHECK(cld_debug_draw_bezier(&draw, &curve, 1025) == CLD_ERROR_PARAMETER);
    curve.degree = 4;
    CHECK(cld_debug_draw_bezier(&draw, &curve, 4) == CLD_ERROR_DEGREE && l.count == 102);
}

static void surfaces(void)
{
    static const cld_real knots[] = {0, 0, 1, 2, 2},
                          points[] = {0, 0, 0, 0, 1, 0, 0, 2, 0, 1, 0, 0, 1, 1,
                                      0, 1, 2, 0, 2, 0, 0, 2, 1, 0, 2, 2, 0};
    cld_nurbs s;
    cld_nurbs_curve curve = {1, 3, 1, CLD_CROSSING};
    cld_nurbs_curve_point at[4];
    cld_pose pose = cld_pose_identity();
    lines l;
    cld_debug draw = begin(&l, NULL, NULL);
    memset(&s, 0, sizeof s), memset(at, 0, sizeof at);
    s.degree_u = s.degree_v = 1, s.count_u = s.count_v = 3;
    s.knots_u = s.knots_v = knots, s.points = points;
    pose.position.z = 5;
    CHECK(cld_debug_draw_nurbs(&draw, &s, &pose, 4) == CLD_OK && l.count == 6 * 2 * 4);
    CHECK(l.low.z == 5 && l.high.z == 5 && l.low.x == 0 && l.high.y == 2);
    CHECK_NEAR(l.length, 6 * 2, 1e-5);
    CHECK(cld_debug_draw_nurbs(&draw, &s, NULL, 0) == CLD_ERROR_PARAMETER);
    s.degree_u = 0;
    CHECK(cld_debug_draw_nurbs(&draw, &s, NULL, 4) == CLD_ERROR_DEGREE);
    at[2].position.x = 3, at[3].position.y = 4;
    draw = begin(&l, NULL, NULL);
    CHECK(cld_debug_draw_nurbs_curve(&draw, &curve, at) == CLD_OK && l.count == 3);
    CHECK(l.length == 12);
    curve.closed = 0;
    CHECK(cld_debug_draw_nurbs_curve(&draw, &curve, at) == CLD_OK && l.count == 5);
}

static void nothing_to_draw_with(void)
{
    cld_debug draw;
    cld_pose pose = cld_pose_identity();
    memset(&draw, 0, sizeof draw);
    CHECK(cld_debug_draw_pose(NULL, &pose, 1) == CLD_ERROR_NULL);
    CHECK(cld_debug_draw_pose(&draw, &pose, 1) == CLD_ERROR_NULL);
    draw.line = line;
    CHECK(cld_debug_draw_pose(&draw, NULL, 1) == CLD_ERROR_NULL);
    CHECK(cld_debug_draw_obb(&draw, NULL) == CLD_ERROR_NULL);
    CHECK(cld_debug_draw_mesh(&draw, NULL) == CLD_ERROR_NULL);
    CHECK(cld_debug_draw_path(&draw, NULL, 3) == CLD_ERROR_NULL);
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(boxes_and_frames);
    TEST(shapes);
    TEST(meshes_and_polyhedra);
    TEST(fields);
    TEST(curves_and_outlines);
    TEST(surfaces);
    TEST(nothing_to_draw_with);
    return test_end();
}
