/* Fuzzes what asks one mesh, and what meshes are asked with: trees, rays, closest points,
 * distances; boxes; points, segments and triangles, standing and moving. Any bytes as positions,
 * triangles, strides, counts, poses, numbers: refused with a status of the docs, or answered within
 * the buffers and as the triangles answer one by one.
 *
 * How: tests/fuzz.h. Without TEST_LIBFUZZER argv[1] is the seed, argv[2] how many inputs. */
#include "test.h"
#include "oracle_boxes.h"
#define FUZZ_EXPONENT (sizeof(cld_real) == 4 ? 126 : 505)
#include "fuzz.h"
#include <float.h>

enum { VERTICES = 24, TRIANGLES = 48, MESHES = 2, BOXES = 40, MANY = 1200 };

static cld_workspace space;
static long answered, refused, hits, pairs_found;

static double largest(cld_vec3 v)
{
    return fmax(fabs((double)v.x), fmax(fabs((double)v.y), fabs((double)v.z)));
}

static void *room(size_t bytes)
{
    void *p = malloc(bytes ? bytes : 1);
    if (!p) abort();
    return p;
}

/* ---------------------------------------------------------------------------------------- trees */

/* A mesh in memory of exactly its size; its tree with a guard behind. */
typedef struct fuzzed {
    cld_mesh mesh;
    cld_real *positions;
    uint32_t *triangles;
    char *tree;
} fuzzed;

static void fuzzed_free(fuzzed *f)
{
    free(f->positions), free(f->triangles), free(f->tree);
}

static void fuzz_pose(fuzz_input *in, cld_pose *pose)
{
    const int how = fuzz_byte(in);
    cld_real *x = &pose->rotation.x.x;
    int i;
    if (how < 160) return;
    pose->position = fuzz_vec3(in);
    if (how >= 200 && how < 245) {
        const double a = fuzz_byte(in) / 40.0;
        pose->rotation.x.x = pose->rotation.y.y = (cld_real)cos(a);
        pose->rotation.x.y = (cld_real)sin(a), pose->rotation.y.x = (cld_real)-sin(a);
        pose->rotation.z.z = 1;
    }
    for (i = 0; how >= 245 && i < 9; i++) x[i] = fuzz_real(in);
}

static void fuzz_mesh(fuzz_input *in, fuzzed *f)
{
    const int n = fuzz_byte(in) % VERTICES, m = fuzz_byte(in) % TRIANGLES, how = fuzz_byte(in);
    const size_t gap = how % 4 == 1 ? 2 : 0;
    const int beyond = how % 16 == 2;
    int i;
    memset(f, 0, sizeof *f);
    f->positions = (cld_real *)room((size_t)n * (3 + gap) * sizeof(cld_real));
    f->triangles = (uint32_t *)room(3 * (size_t)m * sizeof(uint32_t));
    for (i = 0; i < n * (int)(3 + gap); i++) f->positions[i] = fuzz_real(in);
    for (i = 0; i < 3 * m; i++)
        f->triangles[i] = n + beyond ? (uint32_t)(fuzz_byte(in) % (n + beyond)) : 0;
    f->mesh.positions = f->positions, f->mesh.vertex_count = n;
    f->mesh.triangles = f->triangles, f->mesh.triangle_count = m;
    f->mesh.stride = gap ? (3 + gap) * sizeof(cld_real) : 0;
    if (how % 32 == 5) f->mesh.stride = (size_t)fuzz_byte(in) % (3 * sizeof(cld_real));
    if (how % 64 == 6) f->mesh.positions = NULL;
    if (how % 64 == 7) f->mesh.triangles = NULL;
    if (how % 64 == 8) f->mesh.vertex_count = -1 - fuzz_byte(in);
    if (how % 64 == 9) f->mesh.triangle_count = -1 - fuzz_byte(in);
    fuzz_pose(in, &f->mesh.pose);
}

static void check_guard(const fuzzed *f, size_t size)
{
    int i;
    for (i = 0; i < 64; i++) CHECK((unsigned char)f->tree[size + (size_t)i] == 0x5a);
}

/* 1 if there is a tree now. */
static int build(fuzzed *f)
{
    const size_t size = cld_mesh_tree_size(&f->mesh);
    const int status = cld_mesh_validate(&f->mesh, NULL);
    CHECK(size <= 56 * (size_t)TRIANGLES + 2048);
    CHECK((size == 0) == (f->mesh.triangle_count < 0));
    f->tree = (char *)room(size + 64);
    memset(f->tree, 0x5a, size + 64);
    CHECK(cld_mesh_tree_build(&f->mesh, f->tree, cld_mesh_tree_size(&f->mesh)) == status);
    CHECK((f->mesh.tree != NULL) == (status == CLD_OK));
    check_guard(f, size);
    refused += status != CLD_OK;
    return status == CLD_OK;
}

/* Triangle i of the mesh, as a mesh with a tree in `memory`. */
static cld_mesh alone(const cld_mesh *mesh, int i, double *memory)
{
    cld_mesh one = *mesh;
    one.triangles += 3 * (size_t)i, one.triangle_count = 1, one.tree = NULL;
    CHECK(cld_mesh_tree_build(&one, memory, cld_mesh_tree_size(&one)) == CLD_OK);
    return one;
}

/* The ray against every triangle by itself: the answer is the first of these, to the bit. */
static void ask_ray(const cld_mesh *mesh, cld_vec3 o, cld_vec3 d, cld_real t_max)
{
    double memory[512];
    cld_mesh_point out, here;
    const int got = cld_mesh_raycast(mesh, o, d, t_max, &out);
    int i, first = -1;
    cld_real least = 0;
    if (got < 0) {
        CHECK(got == CLD_ERROR_FINITE || got == CLD_ERROR_PARAMETER);
        CHECK(!fuzz_finite3(o) || !fuzz_finite3(d) || !(t_max >= 0) || largest(d) == 0 ||
              sizeof(cld_real) == 8);
        return;
    }
    for (i = 0; i < mesh->triangle_count; i++) {
        const cld_mesh one = alone(mesh, i, memory);
        if (cld_mesh_raycast(&one, o, d, t_max, &here) != 1) continue;
        if (first >= 0 && here.distance >= least) continue;
        first = i, least = here.distance;
    }
    CHECK(got == (first >= 0));
    if (got != 1) return;
    hits++;
    if (first >= 0) CHECK(out.distance == least && out.triangle <= TRIANGLES);
    CHECK(out.distance >= 0 && !(out.distance > t_max));
    CHECK(out.weights.x >= 0 && out.weights.y >= 0 && out.weights.z >= 0);
}

/* The distance of p in the mesh's frame is that of the nearest triangle, to rounding of sizes. */
static void ask_closest(const cld_mesh *mesh, cld_vec3 p, cld_real most)
{
    double memory[512], size = largest(p) + largest(mesh->pose.position), least = HUGE_VAL, error;
    cld_mesh_point out, here;
    const int got = cld_mesh_closest(mesh, p, most, &out);
    int i, k;
    if (got < 0) {
        CHECK(got == CLD_ERROR_FINITE || got == CLD_ERROR_PARAMETER);
        CHECK(!fuzz_finite3(p) || !(most >= 0) || sizeof(cld_real) == 8);
        return;
    }
    for (i = 0; i < mesh->triangle_count; i++) {
        const cld_mesh one = alone(mesh, i, memory);
        for (k = 0; k < 3; k++) {
            const size_t stride = mesh->stride ? mesh->stride : 3 * sizeof(cld_real);
            cld_vec3 v;
            memcpy(&v, (const char *)mesh->positions + mesh->triangles[3 * i + k] * stride,
                   sizeof v);
            size = fmax(size, largest(v));
        }
        if (cld_mesh_closest(&one, p, (cld_real)INFINITY, &here) == 1)
            least = fmin(least, (double)here.distance);
    }
    error = 1024 * DBL_EPSILON * size + 4 * TEST_ROUND * least;
    if (got == 1) CHECK(fabs((double)out.distance - least) <= error || !test_is_finite(least));
    if (got == 0) CHECK(mesh->triangle_count == 0 || least >= (double)most - error);
}

/* The largest coordinate of a corner of a triangle, before and after the pose, or more. */
static double size_of(const cld_mesh *mesh)
{
    const size_t stride = mesh->stride ? mesh->stride : 3 * sizeof(cld_real);
    double size = 0;
    int i;
    for (i = 0; i < 3 * mesh->triangle_count; i++) {
        cld_vec3 v;
        memcpy(&v, (const char *)mesh->positions + mesh->triangles[i] * stride, sizeof v);
        if (fuzz_finite3(v)) size = fmax(size, largest(v));
    }
    return 2 * size + largest(mesh->pose.position);
}

static void ask_distance(const cld_mesh *a, const cld_mesh *b, cld_real most)
{
    cld_contact c, d;
    const int got = cld_mesh_distance(a, b, most, &c), back = cld_mesh_distance(b, a, most, &d);
    CHECK(got == back || (got >= 0 && back >= 0));
    if (got < 0) {
        CHECK(got == CLD_ERROR_PARAMETER && !(most >= 0));
        return;
    }
    if ((double)most > 4 * (size_of(a) + size_of(b))) /* farther than anything is */
        CHECK(got == (a->triangle_count > 0 && b->triangle_count > 0));
    if (got == 1) CHECK(c.distance >= 0);
    if (got == 1 && back == 1)
        CHECK(fabs((double)c.distance - (double)d.distance) <=
              1024 * DBL_EPSILON * (size_of(a) + size_of(b)) + 4 * TEST_ROUND * (double)d.distance);
}

/* Poses that are plain: exactly as triangles one by one. */
static void compare_distance(const cld_mesh *a, const cld_mesh *b)
{
    cld_contact c;
    double least = HUGE_VAL, size = 0;
    int i, k, j, meet = 0;
    if (cld_mesh_distance(a, b, (cld_real)INFINITY, &c) != 1) return;
    for (i = 0; i < a->triangle_count; i++)
        for (k = 0; k < b->triangle_count; k++) {
            const size_t stride_a = a->stride ? a->stride : 3 * sizeof(cld_real);
            const size_t stride_b = b->stride ? b->stride : 3 * sizeof(cld_real);
            cld_vec3 v[6];
            cld_triangle s, t;
            for (j = 0; j < 3; j++) {
                memcpy(&v[j], (const char *)a->positions + a->triangles[3 * i + j] * stride_a,
                       sizeof v[j]);
                memcpy(&v[3 + j], (const char *)b->positions + b->triangles[3 * k + j] * stride_b,
                       sizeof v[j]);
            }
            for (j = 0; j < 6; j++) size = fmax(size, largest(v[j]));
            s.a = v[0], s.b = v[1], s.c = v[2], t.a = v[3], t.b = v[4], t.c = v[5];
            meet |= cld_triangle_overlap(&s, &t);
            least = fmin(least, (double)cld_triangle_distance(&s, &t, NULL));
        }
    CHECK(((double)c.distance == 0) == (meet || least == 0));
    CHECK(fabs((double)c.distance - least) <= 1024 * DBL_EPSILON * size + 4 * TEST_ROUND * least);
}

/* Inside and outside, and all crossings, agree with the first hit and the closest point. */
static void ask_inside(const cld_mesh *mesh, cld_vec3 o, cld_vec3 d, cld_real most)
{
    enum { ROOM = 5 };
    cld_mesh_point out[ROOM], first, nearest;
    const int hit = cld_mesh_raycast(mesh, o, d, most, &first);
    const int all = cld_mesh_raycast_all(mesh, o, d, most, out, ROOM);
    const int close = cld_mesh_closest(mesh, o, most, &nearest);
    int i, winding = 7;
    const int where = cld_mesh_contains(mesh, o, &winding);
    CHECK(all <= mesh->triangle_count && (all < 0) == (hit < 0));
    if (hit < 0) CHECK(all == hit);
    if (all > 0) CHECK(hit == 1 && out[0].distance >= first.distance);
    for (i = 0; i < all && i < ROOM; i++) {
        CHECK(out[i].triangle >= 0 && out[i].triangle < mesh->triangle_count);
        CHECK(i == 0 || out[i].distance >= out[i - 1].distance);
    }
    CHECK(cld_mesh_raycast_all(mesh, o, d, most, NULL, 0) == all);
    if (where < 0) {
        CHECK(where == CLD_ERROR_FINITE);
    } else {
        CHECK(where == CLD_OUTSIDE || where == CLD_BOUNDARY || where == CLD_INSIDE);
        CHECK((where == CLD_INSIDE) == (winding != 0));
        CHECK(mesh->triangle_count > 0 || where == CLD_OUTSIDE);
    }
    CHECK(cld_mesh_signed_distance(mesh, o, most, &first) == close);
    if (close != 1) return;
    if (where == CLD_OUTSIDE) CHECK(first.distance == nearest.distance);
    if (where == CLD_INSIDE) CHECK(first.distance == -nearest.distance);
    if (where == CLD_BOUNDARY) CHECK(first.distance == 0);
}

/* A shape touches the mesh only if it touches one of its triangles by itself; it is no nearer. */
static void ask_shape(fuzz_input *in, const cld_mesh *mesh)
{
    double memory[512];
    cld_real points[12], least = (cld_real)INFINITY;
    cld_pose pose;
    cld_shape shape;
    cld_contact c, here;
    int i, how = fuzz_byte(in), got, apart, meets = 0;
    memset(&pose, 0, sizeof pose);
    pose.rotation.x.x = pose.rotation.y.y = pose.rotation.z.z = 1;
    if (how & 8) fuzz_pose(in, &pose);
    pose.position = fuzz_vec3(in);
    for (i = 0; i < 12; i++) points[i] = fuzz_real(in);
    memset(&shape, 0, sizeof shape);
    shape.kind = (cld_shape_kind)(how % 3);
    shape.half.x = points[0], shape.half.y = points[1], shape.half.z = points[2];
    if (how & 16) shape.half.x = shape.half.y = (cld_real)fabs((double)points[0]);
    if (how & 16) shape.half.z = (cld_real)fabs((double)points[2]);
    if (how & 32) shape.radius = points[3];
    shape.points = points, shape.count = 1 + (size_t)how % 4;
    got = cld_mesh_overlap_shape(mesh, &shape, &pose);
    apart = cld_mesh_distance_shape(mesh, &shape, &pose, (cld_real)INFINITY, &c);
    if (got < 0 || apart < 0) {
        const int status = got < 0 ? got : apart;
        CHECK(status == CLD_ERROR_FINITE || status == CLD_ERROR_EXTENT ||
              status == CLD_ERROR_POSE || status == CLD_ERROR_PARAMETER ||
              status == CLD_ERROR_COUNT);
        refused++;
        return;
    }
    for (i = 0; i < mesh->triangle_count; i++) {
        const cld_mesh one = alone(mesh, i, memory);
        meets |= cld_mesh_overlap_shape(&one, &shape, &pose) == 1;
        if (cld_mesh_distance_shape(&one, &shape, &pose, (cld_real)INFINITY, &here) >= 0 &&
            here.distance < least)
            least = here.distance;
    }
    CHECK(meets || got == 0);
    if (apart == 1) CHECK(c.distance >= least && c.distance > 0);
    if (mesh->triangle_count == 0) CHECK(got == 0 && apart == 0);
    answered++;
}

static void ask_mesh(fuzz_input *in, const cld_mesh *mesh)
{
    const int far = fuzz_byte(in) % 3;
    const cld_vec3 o = fuzz_vec3(in), d = fuzz_vec3(in);
    const cld_real most = far ? (cld_real)INFINITY : fuzz_real(in);
    ask_ray(mesh, o, d, most);
    ask_closest(mesh, o, most);
    ask_inside(mesh, o, d, most);
    if (fuzz_byte(in) % 2) ask_shape(in, mesh);
    answered++;
}

static void run_trees(fuzz_input *in)
{
    fuzzed f[MESHES];
    int there[MESHES], i, k;
    const cld_vec3 zero = {0, 0, 0};
    for (i = 0; i < MESHES; i++) {
        fuzz_mesh(in, &f[i]);
        there[i] = build(&f[i]);
        if (!there[i]) {
            CHECK(cld_mesh_raycast(&f[i].mesh, zero, zero, 1, NULL) < 0);
            CHECK(cld_mesh_closest(&f[i].mesh, zero, 1, NULL) < 0);
            CHECK(cld_mesh_tree_refit(&f[i].mesh) < 0);
            CHECK(cld_mesh_distance(&f[i].mesh, &f[0].mesh, 1, NULL) < 0);
            continue;
        }
        for (k = fuzz_byte(in) % 4; k >= 0; k--) ask_mesh(in, &f[i].mesh);
    }
    if (there[0] && there[1]) {
        ask_distance(&f[0].mesh, &f[1].mesh,
                     fuzz_byte(in) % 2 ? (cld_real)INFINITY : fuzz_real(in));
        memset(&f[0].mesh.pose, 0, sizeof f[0].mesh.pose);
        memset(&f[1].mesh.pose, 0, sizeof f[1].mesh.pose);
        compare_distance(&f[0].mesh, &f[1].mesh);
    }
    if (there[0] && f[0].mesh.vertex_count > 0) { /* something moves */
        const int at = fuzz_byte(in) % (3 * f[0].mesh.vertex_count);
        int status;
        f[0].positions[at] = fuzz_real(in);
        /* the tree is of before, and the number may be none: something is said */
        status = cld_mesh_distance(&f[0].mesh, &f[0].mesh, (cld_real)INFINITY, NULL);
        CHECK(status == 0 || status == 1);
        status = cld_mesh_raycast(&f[0].mesh, zero, fuzz_vec3(in), 9, NULL);
        CHECK(status >= 0 || status == CLD_ERROR_PARAMETER);
        status = cld_mesh_tree_refit(&f[0].mesh);
        CHECK(status == CLD_OK || status == CLD_ERROR_FINITE);
        check_guard(&f[0], cld_mesh_tree_size(&f[0].mesh));
        if (status == CLD_OK) ask_mesh(in, &f[0].mesh);
    }
    for (i = 0; i < MESHES; i++) fuzzed_free(&f[i]);
}

/* ---------------------------------------------------------------------------------------- boxes */

static int has_nan(const cld_aabb *b, int count)
{
    int i;
    for (i = 0; i < count; i++)
        if (b[i].low.x != b[i].low.x || b[i].low.y != b[i].low.y || b[i].low.z != b[i].low.z ||
            b[i].high.x != b[i].high.x || b[i].high.y != b[i].high.y || b[i].high.z != b[i].high.z)
            return 1;
    return 0;
}

/* Boxes from the input, repeated until there are so many. */
static cld_aabb *fuzz_boxes(fuzz_input *in, int given, int count)
{
    cld_aabb *b = (cld_aabb *)room((size_t)count * sizeof *b);
    int i;
    for (i = 0; i < given && i < count; i++) {
        b[i].low = fuzz_vec3(in), b[i].high = fuzz_vec3(in);
        if (fuzz_byte(in) < 200) { /* not empty */
            b[i].high.x = b[i].low.x + (b[i].high.x > 0 ? b[i].high.x : -b[i].high.x);
            b[i].high.y = b[i].low.y + (b[i].high.y > 0 ? b[i].high.y : -b[i].high.y);
            b[i].high.z = b[i].low.z + (b[i].high.z > 0 ? b[i].high.z : -b[i].high.z);
        }
    }
    for (; i < count; i++) b[i] = b[i % given];
    return b;
}

/* Each pair overlaps, none is there twice (they are as many as there should be). */
static void check_pairs(const cld_aabb *a, int a_count, const cld_aabb *b, int b_count,
                        const cld_pair *out, int found, int capacity)
{
    int i, k, wanted = 0;
    for (i = 0; i < a_count; i++)
        for (k = b ? 0 : i + 1; k < (b ? b_count : a_count); k++)
            wanted += boxes_overlap(a + i, (b ? b : a) + k);
    CHECK(found == wanted);
    for (i = 0; i < found && i < capacity; i++) {
        if (!CHECK(out[i].a < (uint32_t)a_count)) continue;
        if (!CHECK(out[i].b < (uint32_t)(b ? b_count : a_count))) continue;
        CHECK(boxes_overlap(a + out[i].a, (b ? b : a) + out[i].b));
        if (!b) CHECK(out[i].a < out[i].b);
    }
    pairs_found += found;
}

static void run_boxes(fuzz_input *in)
{
    const int n = 1 + fuzz_byte(in) % BOXES, m = 1 + fuzz_byte(in) % BOXES, how = fuzz_byte(in);
    const int n_count = how % 16 == 1 ? MANY : n, m_count = how % 16 == 2 ? MANY : m;
    cld_aabb *a = fuzz_boxes(in, n, n_count), *b = fuzz_boxes(in, m, m_count);
    const int capacity = fuzz_byte(in) * 4;
    cld_pair *out = (cld_pair *)room((size_t)(capacity + 1) * sizeof *out);
    const int bad_a = has_nan(a, n_count), bad_b = has_nan(b, m_count);
    int found;
    memset(out, 0xff, (size_t)(capacity + 1) * sizeof *out);
    if (n_count < MANY) {
        found = cld_aabb_pairs(a, n_count, &space, out, capacity);
        CHECK(bad_a ? found == CLD_ERROR_FINITE : found >= 0);
        if (found >= 0) check_pairs(a, n_count, NULL, 0, out, found, capacity);
        CHECK(out[capacity].a == 0xffffffffu);
    }
    found = cld_aabb_pairs_between(a, n_count, b, m_count, &space, out, capacity);
    CHECK(bad_a || bad_b ? found == CLD_ERROR_FINITE : found >= 0);
    if (found >= 0) check_pairs(a, n_count, b, m_count, out, found, capacity);
    CHECK(out[capacity].a == 0xffffffffu && out[capacity].b == 0xffffffffu);
    free(a), free(b), free(out);
}

/* --------------------------------------------------------------- points, segments and triangles */

static cld_triangle triangle_of(const cld_vec3 *p, int i, int k, int j)
{
    cld_triangle t;
    t.a = p[i], t.b = p[k], t.c = p[j];
    return t;
}

/* What standing ones say of each other, asked both ways and from another corner. */
static void run_pairs(fuzz_input *in)
{
    cld_vec3 p[6], w;
    cld_triangle s, t, renamed;
    cld_segment e, f;
    cld_contact c;
    cld_real u, v;
    double size = 0, d, back;
    int i, all = 1, meet;
    for (i = 0; i < 6; i++) {
        p[i] = i > 1 && fuzz_byte(in) < 25 ? p[fuzz_byte(in) % i] : fuzz_vec3(in);
        size = fmax(size, largest(p[i])), all &= fuzz_finite3(p[i]);
    }
    s = triangle_of(p, 0, 1, 2), t = triangle_of(p + 3, 0, 1, 2);
    renamed = triangle_of(p + 3, 2, 1, 0);
    meet = cld_triangle_overlap(&s, &t);
    CHECK(meet == cld_triangle_overlap(&t, &s) && meet == cld_triangle_overlap(&s, &renamed));
    d = (double)cld_triangle_distance(&s, &t, &c);
    back = (double)cld_triangle_distance(&renamed, &s, NULL);
    if (!all) {
        CHECK(meet == 1);
        CHECK(!test_is_finite((double)cld_triangle_distance(&s, &t, NULL)));
        return;
    }
    CHECK(meet ? d == 0 : d >= 0); /* apart by less than a rounding of the size may be 0 */
    CHECK(fabs(d - back) <= 256 * DBL_EPSILON * size + 2 * TEST_ROUND * d || !test_is_finite(d));
    d = (double)cld_triangle_closest(&s, p[3], &w);
    CHECK(d >= 0 && w.x >= 0 && w.y >= 0 && w.z >= 0);
    CHECK(fabs((double)w.x + (double)w.y + (double)w.z - 1) <= 4 * TEST_ROUND);
    e.a = p[0], e.b = p[1], f.a = p[3], f.b = p[4];
    d = (double)cld_segment_closest(&e, &f, &u, &v);
    back = (double)cld_segment_closest(&f, &e, NULL, NULL);
    CHECK(d >= 0 && u >= 0 && u <= 1 && v >= 0 && v <= 1);
    CHECK(fabs(d - back) <= 256 * DBL_EPSILON * size + 2 * TEST_ROUND * d || !test_is_finite(d));
    answered++;
}

/* Moving ones: what is as near at the end is found, unless it was in contact at the start, and then
   is no nearer than that. */
static void run_sweeps(fuzz_input *in)
{
    cld_vec3 p[8];
    cld_mesh_hit hit;
    double size = 0, reach, start, end;
    cld_real distance;
    int i, all = 1, segments = fuzz_byte(in) % 2, found;
    for (i = 0; i < 8; i++) {
        p[i] = i > 1 && fuzz_byte(in) < 25 ? p[fuzz_byte(in) % i] : fuzz_vec3(in);
        size = fmax(size, largest(p[i])), all &= fuzz_finite3(p[i]);
    }
    distance = fuzz_real(in);
    if (segments) {
        cld_segment s[4];
        for (i = 0; i < 4; i++) s[i].a = p[2 * i], s[i].b = p[2 * i + 1];
        found = cld_segment_sweep(&s[0], &s[2], &s[1], &s[3], distance, &hit);
        start = (double)cld_segment_closest(&s[0], &s[1], NULL, NULL);
        end = (double)cld_segment_closest(&s[2], &s[3], NULL, NULL);
    } else {
        const cld_triangle s = triangle_of(p + 1, 0, 1, 2), t = triangle_of(p + 5, 0, 1, 2);
        found = cld_triangle_sweep_point(&s, &t, p[0], p[4], distance, &hit);
        start = (double)cld_triangle_closest(&s, p[0], NULL);
        end = (double)cld_triangle_closest(&t, p[4], NULL);
    }
    CHECK(found == 0 || found == 1);
    if (!all || distance != distance) {
        CHECK(found == 1 && hit.time == 0);
        return;
    }
    reach = fmax((double)distance, 0);
    if (found == 0) { /* by the bound and the rounding of the motion, see the docs */
        const double bound = (TEST_ROUND > 1e-10 ? 4e-6 : 4e-10) * size + 32 * TEST_ROUND * size;
        if (start > reach + bound) CHECK(end * (1 + 2 * TEST_ROUND) > reach);
        CHECK(end >= fmin(start, reach) - bound);
    }
    if (found == 1) {
        CHECK(hit.time >= 0 && hit.time <= 1);
        for (i = 0; i < 4; i++) CHECK(hit.weights[i] >= 0);
    }
    answered++;
}

static void fuzz_run(fuzz_input *in)
{
    const int kind = fuzz_byte(in) % 8;
    int i;
    if (kind < 4)
        run_trees(in);
    else if (kind < 6)
        run_boxes(in);
    else
        for (i = 0; i < 20 && in->left; i++) {
            if (kind == 6)
                run_pairs(in);
            else
                run_sweeps(in);
        }
}

#ifndef TEST_LIBFUZZER
int main(int argc, char **argv)
{
    const int repeat = fuzz_random(argc, argv, 6000);
    printf("%d inputs; %ld answered, %ld refused, %ld rays that hit, %ld pairs of boxes\n", repeat,
           answered, refused, hits, pairs_found);
    CHECK(repeat < 1000 || (answered > repeat && refused > repeat / 20 && hits > repeat / 20 &&
                            pairs_found > repeat));
    cld_workspace_free(&space);
    return test_end();
}
#endif
