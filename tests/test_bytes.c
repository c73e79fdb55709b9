/* What is prepared in memory of the caller's: as many bytes as its size function says are enough,
 * and none beyond them is written; one fewer is CLD_ERROR_MEMORY, and nothing is written at all. */
#include "test.h"

enum { MOST = 65536, MARK = 0xa5 };

static union {
    double align;
    unsigned char bytes[MOST];
} room;

static void mark(void)
{
    memset(room.bytes, MARK, sizeof room.bytes);
}

/* Is all from there on as it was? */
static int untouched(size_t from)
{
    for (; from < MOST; from++)
        if (room.bytes[from] != MARK) return 0;
    return 1;
}

#define CHECK_BYTES(size, build, none)                                                             \
    do {                                                                                           \
        size_t bytes = (size);                                                                     \
        CHECK(bytes > 0 && bytes < MOST);                                                          \
        mark(), bytes--;                                                                           \
        CHECK((build) == CLD_ERROR_MEMORY && untouched(0) && (none));                              \
        bytes = 0;                                                                                 \
        CHECK((build) == CLD_ERROR_MEMORY && untouched(0) && (none));                              \
        bytes = (size);                                                                            \
        CHECK((build) == CLD_OK && untouched(bytes) && !(none));                                   \
    } while (0)

static void packs_of_boxes(void)
{
    cld_obb boxes[37];
    cld_obb_pack pack;
    const cld_pose pose = cld_pose_identity();
    const cld_vec3 half = {1, 1, 1};
    int i;
    for (i = 0; i < 37; i++) boxes[i] = cld_obb_from_pose(&pose, half);
    memset(&pack, 0, sizeof pack);
    CHECK_BYTES(cld_obb_pack_size(37), cld_obb_pack_build(&pack, boxes, 37, room.bytes, bytes),
                pack.data == NULL);
}

static void grids(void)
{
    cld_aabb boxes[40];
    cld_real points[3 * 40];
    cld_workspace space;
    cld_grid_params params;
    cld_grid grid;
    int i;
    memset(&space, 0, sizeof space), memset(&grid, 0, sizeof grid);
    memset(&params, 0, sizeof params);
    params.capacity = 50;
    for (i = 0; i < 40; i++) {
        const cld_real x = (cld_real)i;
        boxes[i].low.x = boxes[i].low.y = boxes[i].low.z = x;
        boxes[i].high.x = boxes[i].high.y = boxes[i].high.z = x + 1;
        points[3 * i] = x, points[3 * i + 1] = -x, points[3 * i + 2] = 2 * x;
    }
    CHECK_BYTES(cld_grid_size(50),
                cld_grid_build(&grid, boxes, 40, &params, &space, room.bytes, bytes),
                grid.memory == NULL);
    memset(&grid, 0, sizeof grid);
    CHECK_BYTES(cld_grid_size(40),
                cld_grid_build_points(&grid, points, 0, 40, NULL, &space, room.bytes, bytes),
                grid.memory == NULL);
    cld_workspace_free(&space);
}

static void meshes_and_polyhedra(void)
{
    static const cld_real xyz[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    cld_mesh mesh;
    cld_polyhedron solid;
    memset(&mesh, 0, sizeof mesh), memset(&solid, 0, sizeof solid);
    mesh.positions = xyz, mesh.vertex_count = 4;
    mesh.triangles = triangles, mesh.triangle_count = 4;
    CHECK_BYTES(cld_mesh_tree_size(&mesh), cld_mesh_tree_build(&mesh, room.bytes, bytes),
                mesh.tree == NULL);
    solid.vertices = xyz, solid.vertex_count = 4, solid.triangles = triangles;
    solid.triangle_count = 4;
    CHECK_BYTES(cld_polyhedron_size(&solid), cld_polyhedron_build(&solid, room.bytes, bytes),
                solid.hierarchy == NULL);
}

static void fields_and_paths(void)
{
    static const cld_real level[] = {0, 0, 4, 0, 5, 0, 6, 1, 7, 3};
    cld_real heights[20 * 20];
    cld_heightfield field;
    cld_path path = {"MLCZ", 4, level, 5, 0, NULL};
    memset(&field, 0, sizeof field), memset(heights, 0, sizeof heights);
    field.heights = heights, field.columns = field.rows = 20, field.dx = field.dy = 1;
    CHECK_BYTES(cld_heightfield_size(&field), cld_heightfield_build(&field, room.bytes, bytes),
                field.pyramid == NULL);
    CHECK_BYTES(cld_path_size(&path), cld_path_build(&path, room.bytes, bytes), path.tree == NULL);
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(packs_of_boxes);
    TEST(grids);
    TEST(meshes_and_polyhedra);
    TEST(fields_and_paths);
    return test_end();
}
