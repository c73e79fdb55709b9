/* A whole program without a C library, for Linux on x86-64: it starts at _start, asks each module a
 * question or two whose answers are plain to see, and ends with the number of the first that is
 * wrong, or 0.
 *     cc -ffreestanding -nostdlib -static -fno-stack-protector -I. tests/config/freestanding.c */
#include "freestanding.h"
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

/* ------------------------------------------------------------------------ what the caller provides */

double user_sqrt(double x)
{
    double root;
    __asm__("sqrtsd %1, %0" : "=x"(root) : "x"(x));
    return root;
}

float user_sqrtf(float x)
{
    float root;
    __asm__("sqrtss %1, %0" : "=x"(root) : "x"(x));
    return root;
}

/* Taylor's series; the angles asked for are small. */
double user_sine(double x)
{
    double sum = 0, term = x;
    int k;
    for (k = 1; k < 30; k++) sum += term, term *= -x * x / (2 * k * (2 * k + 1));
    return sum;
}

double user_cosine(double x)
{
    double sum = 0, term = 1;
    int k;
    for (k = 1; k < 30; k++) sum += term, term *= -x * x / (2 * k * (2 * k - 1));
    return sum;
}

static union {
    char bytes[1 << 24];
    long double aligned;
} pool;
static size_t pool_used;

void *user_realloc(void *memory, size_t size)
{
    const size_t room = (size + 15) / 16 * 16;
    if (memory || room > sizeof pool - pool_used) return NULL;
    pool_used += room;
    return pool.bytes + pool_used - room;
}

void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);

void *memcpy(void *to, const void *from, size_t size)
{
    void *end = to;
    __asm__ volatile("rep movsb" : "+D"(end), "+S"(from), "+c"(size) : : "memory");
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    volatile char *t = (volatile char *)to;
    const volatile char *f = (const volatile char *)from;
    if (to <= from) return memcpy(to, from, size);
    while (size-- > 0) t[size] = f[size];
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    void *end = to;
    __asm__ volatile("rep stosb" : "+D"(end), "+c"(size) : "a"(byte) : "memory");
    return to;
}

int memcmp(const void *a, const void *b, size_t size)
{
    const volatile unsigned char *x = (const volatile unsigned char *)a;
    const volatile unsigned char *y = (const volatile unsigned char *)b;
    size_t i;
    for (i = 0; i < size; i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

/* ---------------------------------------------------------------------------------- the questions */

static int near_to(cld_real x, double known)
{
    const double d = (double)x - known;
    return d < 1e-6 && d > -1e-6;
}

static cld_vec2 vec2(double x, double y)
{
    cld_vec2 v;
    v.x = (cld_real)x, v.y = (cld_real)y;
    return v;
}

/* A cube of half the side 1, turned by half a right angle about z: its edge reaches to sqrt(2). */
static int boxes(void)
{
    const cld_real h = (cld_real)0.70710678118654752;
    cld_obb a = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {1, 1, 1}}, b = a;
    cld_contact closest;
    b.centre.x = 3;
    b.axes.x.x = h, b.axes.x.y = h, b.axes.y.x = -h, b.axes.y.y = h;
    if (cld_obb_overlap(&a, &b) != 0) return 1;
    if (cld_obb_distance(&a, &b, &closest) < 0) return 2;
    if (!near_to(closest.distance, 2 - 1.4142135623730951)) return 3;
    b.centre.x = (cld_real)2.4;
    return cld_obb_overlap(&a, &b) == 1 ? 0 : 4;
}

static int surfaces(void)
{
    static const cld_real knots[4] = {0, 0, 1, 1};
    static const cld_real flat[12] = {-1, -1, 0, -1, 1, 0, 1, -1, 0, 1, 1, 0};
    static const cld_real wall[12] = {0, -1, -1, 0, -1, 1, 0, 1, -1, 0, 1, 1};
    const cld_nurbs s = {1, 1, 2, 2, knots, knots, flat, 0, 0, NULL, 0, 0};
    const cld_nurbs t = {1, 1, 2, 2, knots, knots, wall, 0, 0, NULL, 0, 0};
    cld_workspace workspace = {0};
    cld_nurbs_body a = {0}, b = {0};
    cld_nurbs_contact hit;
    a.surfaces = &s, b.surfaces = &t;
    if (cld_nurbs_collide(&a, &b, NULL, &workspace, &hit) <= 0) return 1;
    if (!near_to(hit.contact.point_a.z, 0) || !near_to(hit.contact.point_a.x, 0)) return 2;
    b.pose = cld_pose_identity(), b.pose.position.z = 2;
    if (cld_nurbs_collide(&a, &b, NULL, &workspace, &hit) != CLD_APART) return 3;
    cld_workspace_free(&workspace);
    return 0;
}

static int meshes(void)
{
    static const cld_real first[9] = {0, 0, 0, 4, 0, 0, 0, 4, 0};
    static const cld_real second[9] = {1, 1, -1, 1, 1, 2, 2, 1, 2};
    static const uint32_t corners[3] = {0, 1, 2};
    cld_mesh mesh[2];
    cld_mesh_topology topology[2];
    cld_mesh_params params = {0};
    cld_workspace workspace = {0};
    int i;
    memset(mesh, 0, sizeof mesh), memset(topology, 0, sizeof topology);
    for (i = 0; i < 2; i++) {
        mesh[i].positions = i ? second : first, mesh[i].vertex_count = 3;
        mesh[i].triangles = corners, mesh[i].triangle_count = 1;
        mesh[i].category = mesh[i].mask = 1;
        if (cld_mesh_topology_build(&topology[i], &mesh[i], (cld_real)0.1, (cld_real)0.2, NULL) < 0)
            return 1;
        mesh[i].topology = &topology[i];
    }
    params.distance = (cld_real)0.1;
    if (cld_mesh_overlap(mesh, 2, &params, &workspace) != 1) return 2;
    mesh[1].pose = cld_pose_identity(), mesh[1].pose.position.z = 3;
    return cld_mesh_overlap(mesh, 2, &params, &workspace) == 0 ? 0 : 3;
}

/* A sphere over a slope of 3 in 4, and in it. */
static int terrain(void)
{
    static const float heights[9] = {0, 0.75f, 1.5f, 0, 0.75f, 1.5f, 0, 0.75f, 1.5f};
    cld_heightfield field = {0};
    const cld_shape sphere = cld_shape_sphere((cld_real)0.5);
    cld_pose at = cld_pose_identity();
    cld_contact closest;
    field.heights = heights, field.type = CLD_HEIGHT_FLOAT, field.columns = field.rows = 3;
    field.dx = field.dy = 1;
    at.position.x = at.position.y = 1, at.position.z = 2;
    if (cld_heightfield_distance_shape(&field, &sphere, &at, 9, &closest) != 1) return 1;
    if (!near_to(closest.distance, 0.5)) return 2;
    if (cld_heightfield_collide_shape(&field, &sphere, &at, 0, &closest, 1) != 0) return 3;
    at.position.z = 1;
    return cld_heightfield_collide_shape(&field, &sphere, &at, 0, &closest, 1) >= 1 ? 0 : 4;
}

static int polygons(void)
{
    static const cld_real square[8] = {0, 0, 1, 0, 1, 1, 0, 1};
    static const cld_real points[15] = {
        0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, (cld_real)0.1, (cld_real)0.1, (cld_real)0.1};
    cld_polygon a = {square, 4, 0, {{0, 0}, {0, 0}}, 0}, b = a;
    cld_workspace workspace = {0};
    cld_contact2 closest;
    uint32_t triangles[12];
    b.pose = cld_pose2_from_angle((cld_real)0.78539816339744831, vec2(2, 0));
    if (cld_polygon_overlap(&a, &b, NULL) != 0) return 1;
    if (cld_polygon_distance(&a, &b, &closest) < 0) return 2;
    if (!near_to(closest.distance, 1 - 0.70710678118654752)) return 3;
    b.pose.position.x = (cld_real)1.7;
    if (cld_polygon_overlap(&a, &b, NULL) != 1) return 4;
    return cld_polyhedron_hull(points, 5, 0, &workspace, triangles, 4) == 4 ? 0 : 5;
}

/* A disc falls onto the arch, whose top is at 1. */
static int curves(void)
{
    cld_bezier arch;
    cld_path_hit hit;
    cld_real length = 0;
    arch.degree = 2;
    arch.points[0] = vec2(-1, 0), arch.points[1] = vec2(0, 2), arch.points[2] = vec2(1, 0);
    if (cld_bezier_sweep_disc(&arch, vec2(0, 5), vec2(0, 0), 1, &hit) != 1) return 1;
    if (!near_to(hit.time, 0.6)) return 2;
    if (cld_bezier_sweep_disc(&arch, vec2(-3, 5), vec2(-3, 0), 1, &hit) != 0) return 3;
    if (cld_bezier_length(&arch, 0, 1, &length) < 0) return 4;
    return near_to(length, 2.9578857151) ? 0 : 5;
}

void run(void);

void run(void)
{
    int (*const questions[])(void) = {boxes, surfaces, meshes, terrain, polygons, curves};
    int i, wrong = 0;
    for (i = 0; i < 6 && !wrong; i++) {
        wrong = questions[i]();
        if (wrong) wrong += 10 * (i + 1);
    }
    __asm__ volatile("syscall" : : "a"(231L), "D"((long)wrong) : "rcx", "r11", "memory");
}

__asm__(".globl _start\n_start:\n    andq $-16, %rsp\n    call run\n");
