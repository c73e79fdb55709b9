/* The worst cases of the queries about meshes and boxes: each bound of the documentation that the
 * library can count by itself, with the input that comes nearest to it. Counted are the steps that
 * cld_mesh_statistics tells and the bytes of the workspace, not time. Nothing counts the steps of
 * cld_aabb_pairs, of topologies and of trees (rays, closest points, distances): of these it is the
 * memory alone, where there is some. */
#include "test.h"
#include "mesh_shapes.h"

static scene world;
static cld_workspace space;

/* What the query did for all of the scene. */
static cld_mesh_statistics count_steps(double d, cld_mesh_search search)
{
    cld_mesh_statistics s;
    cld_mesh_params p;
    int i, status;
    memset(&s, 0, sizeof s), memset(&p, 0, sizeof p);
    p.distance = (cld_real)d, p.search = search;
    for (i = 0; i < world.count; i++) {
        scene_triangles(&world, i);
        status = cld_mesh_topology_build(&world.bodies[i].topology, &world.meshes[i], (cld_real)d,
                                         -1, NULL);
        CHECK(status == CLD_OK);
    }
    cld_workspace_free(&space);
    status = cld_mesh_collide(world.meshes, world.count, &p, &space, NULL, 0, &s);
    CHECK(status >= 0);
    return s;
}

static double steps_of(const cld_mesh_statistics *s)
{
    return (double)(s->cluster_pairs + s->box_pairs + s->tests);
}

/* ----------------------------------------------------------------------------- sizes and places */

static void two_cloths(int n)
{
    int i, k;
    world.count = 0;
    for (k = 0; k < 2; k++) {
        shape *s = scene_add(&world);
        world.meshes[k].self = 1;
        shape_sheet(s, n, 0.5 * k);
        for (i = 0; i < s->vertex_count; i++) s->xyz[3 * i + 2] += (i * 7 % 5) / 1000.0;
    }
}

enum { HUGE_ONE, FAR_ONE, SHRINKING, FLYING, OUTLIERS };

/* Below the cloths: one triangle of size L; a small one that far away; 30 that shrink by half each
   from there on; 30 whose distance grows so. */
static void add_outlier(shape *s, int kind, double L)
{
    const int count = kind < SHRINKING ? 1 : 30;
    int i;
    for (i = 0; i < count; i++) {
        const double size = kind == HUGE_ONE ? L : kind == SHRINKING ? ldexp(L, -i) : 0.01;
        const double x = kind == FAR_ONE ? L : kind == FLYING ? L * ldexp(1, i - 30) : -size;
        const int v = shape_vertex(s, x, -size, -1 - i);
        shape_vertex(s, x + 2 * size, -size, -1 - i), shape_vertex(s, x + size, size, -1 - i);
        shape_triangle(s, v, v + 1, v + 2);
    }
}

/* A few triangles take no resolution from the others, however large or far they are. */
static void what_is_huge_or_far_costs_nothing(void)
{
    const cld_mesh_search searches[] = {CLD_MESH_SEARCH_CLUSTERS, CLD_MESH_SEARCH_GRID};
    int i, kind, own;
    for (i = 0; i < 2; i++) {
        cld_mesh_statistics without, with;
        double L;
        two_cloths(24);
        without = count_steps(0.001, searches[i]);
        for (kind = 0; kind < OUTLIERS; kind++)
            for (own = 0; own < 2; own++)
                for (L = 1e6; L < 1e13; L *= 1e6) {
                    two_cloths(24);
                    add_outlier(own ? scene_add(&world) : &world.bodies[0].s, kind, L);
                    with = count_steps(0.001, searches[i]);
                    CHECK(with.contacts == without.contacts);
                    /* the outliers' own: each may be in the cells of a few others */
                    if (!CHECK(steps_of(&with) <= 1.1 * steps_of(&without) + 1000))
                        printf("    search %d, outlier %d, L %g: %.0f steps, %.0f without\n", i,
                               kind, L, steps_of(&with), steps_of(&without));
                }
    }
}

/* Tetrahedra of one size at places of all scales; a disc whose rings grow by a factor each. */
static void make_graded(int kind, int n)
{
    test_random r = test_random_from(7);
    shape *s;
    int i, k;
    world.count = 0;
    s = scene_add(&world);
    world.meshes[0].self = 1;
    if (kind == 0) {
        for (i = 0; i < n / 4; i++) {
            const double e = ldexp(1, -22);
            double x[3];
            int v;
            for (k = 0; k < 3; k++)
                x[k] = (test_integer(&r, 0, 1) ? -1 : 1) * pow(2, test_between(&r, -20, 20));
            v = shape_vertex(s, x[0], x[1], x[2]);
            shape_vertex(s, x[0] + e, x[1], x[2]), shape_vertex(s, x[0], x[1] + e, x[2]);
            shape_vertex(s, x[0], x[1], x[2] + e);
            shape_triangle(s, v, v + 1, v + 2), shape_triangle(s, v, v + 3, v + 1);
            shape_triangle(s, v, v + 2, v + 3), shape_triangle(s, v + 1, v + 3, v + 2);
        }
    } else {
        const int rings = n / 400;
        for (i = 0; i <= rings; i++)
            for (k = 0; k < 200; k++) {
                const double a = k * (6.283185307179586 / 200), x = pow(2, 40.0 * i / rings - 20);
                shape_vertex(s, x * cos(a), x * sin(a), 0.1 * x * sin(3 * a));
            }
        for (i = 0; i < rings; i++)
            for (k = 0; k < 200; k++) {
                const int a = 200 * i + k, b = 200 * i + (k + 1) % 200;
                shape_triangle(s, a, a + 200, b), shape_triangle(s, b, a + 200, b + 200);
            }
    }
}

/* Sizes and distances over 40 powers of two: the steps grow as the triangles do. */
static void all_scales_in_one_scene(void)
{
    const cld_mesh_search searches[] = {CLD_MESH_SEARCH_CLUSTERS, CLD_MESH_SEARCH_GRID};
    int i, kind;
    for (i = 0; i < 2; i++)
        for (kind = 0; kind < 2; kind++) {
            cld_mesh_statistics few, many;
            make_graded(kind, 8000);
            few = count_steps(ldexp(1, -26), searches[i]);
            make_graded(kind, 64000);
            many = count_steps(ldexp(1, -26), searches[i]);
            if (!CHECK(steps_of(&many) <= 10 * steps_of(&few)))
                printf("    search %d, scene %d: %.0f and %.0f steps\n", i, kind, steps_of(&few),
                       steps_of(&many));
        }
}

/* Around one vertex; all have it in common, so that their boxes all meet there. */
static void make_fan(int n)
{
    shape *s;
    int i;
    world.count = 0;
    s = scene_add(&world);
    world.meshes[0].self = 1;
    shape_vertex(s, 0, 0, 0);
    for (i = 0; i < n; i++) {
        const double u = i * (6.283185307179586 / n);
        shape_vertex(s, cos(u), sin(u), 0.1 * sin(5 * u));
        shape_triangle(s, 0, 1 + i, 1 + (i + 1) % n);
    }
}

/* Pairs of cells of a fan are not searched unless their rims are near each other. */
static void fans_grow_as_their_triangles(void)
{
    const cld_mesh_search searches[] = {CLD_MESH_SEARCH_CLUSTERS, CLD_MESH_SEARCH_GRID};
    int i;
    for (i = 0; i < 2; i++) {
        cld_mesh_statistics few, many;
        make_fan(2000);
        few = count_steps(1e-5, searches[i]);
        make_fan(16000);
        many = count_steps(1e-5, searches[i]);
        /* groups follow the grid's order, not the rim's: more of them meet others; far from 64 */
        if (!CHECK(many.cluster_pairs <= (i ? 16u : 10u) * few.cluster_pairs &&
                   many.box_pairs <= 16000))
            printf("    search %d: %.0f and %.0f steps\n", i, steps_of(&few), steps_of(&many));
        if (i == 0) CHECK((double)cld_workspace_bytes(&space) <= 1048576 + 1000.0 * 16000);
    }
}

/* ---------------------------------------------------------------------------- nothing but pairs */

/* Long triangles through one cube in all directions: the boxes of all overlap. */
static void make_crossing(int n)
{
    test_random r = test_random_from(11);
    shape *s;
    int i, k;
    world.count = 0;
    s = scene_add(&world);
    world.meshes[0].self = 1;
    for (i = 0; i < n; i++) {
        double x[3];
        int v;
        for (k = 0; k < 3; k++) x[k] = (test_integer(&r, 0, 1) ? -1 : 1) * test_between(&r, 0.8, 1);
        v = shape_vertex(s, x[0], x[1], x[2]);
        shape_vertex(s, -x[0], -x[1], -x[2] * 0.9), shape_vertex(s, -x[0], -x[1] * 0.9, -x[2]);
        shape_triangle(s, v, v + 1, v + 2);
    }
}

/* All pairs, and no more than all; memory as the docs say. */
static void all_near_all_is_the_square(void)
{
    const cld_mesh_search searches[] = {CLD_MESH_SEARCH_CLUSTERS, CLD_MESH_SEARCH_GRID};
    int i;
    for (i = 0; i < 2; i++) {
        cld_mesh_statistics few, many;
        size_t bytes;
        double n;
        make_crossing(200);
        few = count_steps(1e-6, searches[i]);
        make_crossing(1600);
        many = count_steps(1e-6, searches[i]);
        bytes = cld_workspace_bytes(&space);
        n = (double)many.clusters;
        CHECK(many.cluster_pairs <= (size_t)(n * (n + 1) / 2));
        /* of three vertices and three edges each, with all others */
        CHECK((double)many.box_pairs <= 1600.0 * 1600 * (3 + 4.5));
        if (!CHECK(steps_of(&many) <= 66 * steps_of(&few) && steps_of(&many) > 40 * steps_of(&few)))
            printf("    %.0f and %.0f steps\n", steps_of(&few), steps_of(&many));
        CHECK((double)bytes <= 1048576 + 2000.0 * 1600 + 72.0 * (double)many.cluster_pairs +
                                   32.0 * (double)many.contacts);
    }
}

/* Bars crosswise in layers: no two overlap, but the boxes around 16 do. */
static void bars_take_no_memory(void)
{
    size_t bytes[2];
    int large;
    for (large = 0; large < 2; large++) {
        const int n = large ? 16384 : 2048;
        cld_aabb *boxes = (cld_aabb *)oracle_memory(NULL, (size_t)n * sizeof *boxes);
        int i;
        for (i = 0; i < n; i++) {
            const cld_real low = (cld_real)(i / 2 * 2.0 / n), high = low + (cld_real)(0.5 / n);
            boxes[i].low.x = i % 2 ? 0 : low, boxes[i].high.x = i % 2 ? 1 : high;
            boxes[i].low.y = i % 2 ? low : 0, boxes[i].high.y = i % 2 ? high : 1;
            boxes[i].low.z = (cld_real)i, boxes[i].high.z = (cld_real)(i + 0.5);
        }
        cld_workspace_free(&space);
        CHECK(cld_aabb_pairs(boxes, n, &space, NULL, 0) == 0);
        bytes[large] = cld_workspace_bytes(&space);
        CHECK((double)bytes[large] <= 262144 + 85.0 * n);
        cld_workspace_free(&space);
        CHECK(cld_aabb_pairs_between(boxes, n / 2, boxes + n / 2, n / 2, &space, NULL, 0) == 0);
        CHECK((double)cld_workspace_bytes(&space) <= 262144 + 85.0 * n);
        free(boxes);
    }
    CHECK((double)bytes[1] <= 9 * (double)bytes[0]);
}

/* Of trees the memory is known before; it grows as the triangles do. */
static void trees_are_as_large_as_they_say(void)
{
    int n;
    for (n = 1; n < 2000000; n = n * 8 + 3) {
        cld_mesh m;
        memset(&m, 0, sizeof m);
        m.triangle_count = n;
        CHECK(cld_mesh_tree_size(&m) <= 68 * (size_t)n + 2048);
    }
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(what_is_huge_or_far_costs_nothing);
    TEST(all_scales_in_one_scene);
    TEST(fans_grow_as_their_triangles);
    TEST(all_near_all_is_the_square);
    TEST(bars_take_no_memory);
    TEST(trees_are_as_large_as_they_say);
    scene_free(&world);
    cld_workspace_free(&space);
    return test_end();
}
