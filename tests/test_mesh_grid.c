/* The search CLD_MESH_SEARCH_GRID: on every scene the bytes of CLD_MESH_SEARCH_CLUSTERS, with the
 * same topologies and without any, and the contacts of brute force. Scenes are those of all mesh
 * tests, and what is hard on cells: layers at multiples of d, corners on the borders of cells, all
 * in one cell, cells that collide in the table, sizes from 2^-20 to 2^20, far away, large, small. */
#include "test.h"
#include "grid_hash.h"
#include "mesh_scenes.h"

static scene world;
static answer clusters, grid;
static cld_workspace space;
static cld_mesh bare[SCENE_MESHES]; /* the scene's, those without topology as they are asked */
static long scenes_compared, contacts_compared, pairs_compared;

/* ---------------------------------------------------------------------------- asked either way */

static int ask_meshes(const cld_mesh *meshes, int count, const cld_mesh_params *params,
                      cld_mesh_search search, cld_workspace *workspace, answer *a)
{
    cld_mesh_params p = *params;
    int again;
    p.search = search;
    a->count = cld_mesh_collide(meshes, count, &p, workspace, a->at, a->room, &a->statistics);
    if (a->count <= a->room) return a->count;
    a->room = a->count + a->count / 2;
    a->at = (cld_mesh_contact *)oracle_memory(a->at, (size_t)a->room * sizeof *a->at);
    again = cld_mesh_collide(meshes, count, &p, workspace, a->at, a->room, &a->statistics);
    CHECK(again == a->count);
    a->count = again;
    return again;
}

static int ask_overlap(const cld_mesh *meshes, int count, const cld_mesh_params *params,
                       cld_mesh_search search, cld_workspace *workspace)
{
    cld_mesh_params p = *params;
    p.search = search;
    return cld_mesh_overlap(meshes, count, &p, workspace);
}

/* Bit k of `without`: mesh k will be asked without topology. Its own is then one of which only
   common vertices are neighbours, for the clusters to be asked with. */
static int is_bare(uint32_t without, int mesh)
{
    return (int)(without >> mesh % 32 & 1);
}

static void view_bare(const scene *c, uint32_t without)
{
    int i;
    for (i = 0; i < c->count; i++) {
        bare[i] = c->meshes[i];
        if (is_bare(without, i)) bare[i].topology = NULL;
    }
}

/* Builds all of it; `to_oracle`: it will be asked, too, and has to know neighbours. */
static void build_as(scene *c, double d, double near, uint32_t without, int to_oracle)
{
    int i;
    for (i = 0; i < c->count; i++) {
        const double way = is_bare(without, i) ? -1 : near;
        const int self = c->meshes[i].self;
        if (!to_oracle) c->meshes[i].self = 0;
        CHECK(scene_build(c, i, d, way) == CLD_OK);
        c->meshes[i].self = self;
    }
    view_bare(c, without);
}

static void check_grid_statistics(const scene *c)
{
    const cld_mesh_statistics *s = &grid.statistics;
    check_statistics(c, &grid);
    CHECK(s->triangles_near <= s->triangles);
    CHECK(s->levels <= s->cells && s->cells <= s->clusters);
    CHECK(s->clusters <= s->triangles_near && s->clusters_near == s->clusters);
    CHECK((s->cells > 0) == (s->triangles_near > 0) && (s->levels > 0) == (s->cells > 0));
    CHECK((s->cluster_pairs >= s->clusters) || c->count > 1);
    CHECK(s->neighbours == clusters.statistics.neighbours);
}

/* Intersections do not depend on neighbours, nor on a search that one could ask for: the grid is
   asked by taking all topologies away. */
static void compare_intersections(const scene *c)
{
    cld_mesh none[SCENE_MESHES];
    cld_mesh_pair *pairs[2];
    int i, n;
    memcpy(none, c->meshes, sizeof none);
    for (i = 0; i < c->count; i++) none[i].topology = NULL;
    n = cld_mesh_intersections(c->meshes, c->count, &space, NULL, 0);
    if (!CHECK(n >= 0)) return;
    CHECK(cld_mesh_intersections(none, c->count, &space, NULL, 0) == n);
    for (i = 0; i < 2; i++) {
        const size_t bytes = (size_t)(n + 1) * sizeof **pairs;
        pairs[i] = (cld_mesh_pair *)oracle_memory(NULL, bytes);
        memset(pairs[i], 0x5a, bytes);
        CHECK(cld_mesh_intersections(i ? none : c->meshes, c->count, &space, pairs[i], n) == n);
        CHECK(pairs[i][n].mesh_a == 0x5a5a5a5a);
    }
    CHECK(memcmp(pairs[0], pairs[1], (size_t)n * sizeof **pairs) == 0);
    pairs_compared += n;
    free(pairs[0]), free(pairs[1]);
}

/* With less room, the first ones. */
static void compare_capacity(const scene *c, const cld_mesh_params *params, int room)
{
    cld_mesh_contact *k = (cld_mesh_contact *)oracle_memory(NULL, (size_t)(room + 1) * sizeof *k);
    cld_mesh_params p = *params;
    p.search = CLD_MESH_SEARCH_GRID;
    memset(k, 0x5a, (size_t)(room + 1) * sizeof *k);
    CHECK(cld_mesh_collide(bare, c->count, &p, &space, k, room, NULL) == clusters.count);
    CHECK(room == 0 || memcmp(k, clusters.at, (size_t)room * sizeof *k) == 0);
    CHECK(k[room].mesh_a == 0x5a5a5a5a && k[room].vertices[3] == 0x5a5a5a5a);
    free(k);
}

/* Sorted: vertices and triangles first, by vertex, then triangle; edges by the first, the second. */
static int in_order(const cld_mesh_contact *a, const cld_mesh_contact *b)
{
    const cld_mesh_contact *k[2];
    uint64_t key[2][2];
    int edge[2], i;
    k[0] = a, k[1] = b;
    for (i = 0; i < 2; i++) {
        const uint64_t of_a = side_of(k[i]->mesh_a, k[i]->contact.feature_a / 4);
        const uint64_t of_b = side_of(k[i]->mesh_b, k[i]->contact.feature_b / 4);
        edge[i] = k[i]->contact.feature_a % 4 == CLD_FEATURE_EDGE;
        if (edge[i])
            key[i][0] = of_a < of_b ? of_a : of_b, key[i][1] = of_a < of_b ? of_b : of_a;
        else if (k[i]->contact.feature_a % 4 == CLD_FEATURE_VERTEX)
            key[i][0] = of_a, key[i][1] = of_b;
        else
            key[i][0] = of_b, key[i][1] = of_a;
    }
    if (edge[0] != edge[1]) return edge[0] < edge[1];
    return key[0][0] < key[1][0] || (key[0][0] == key[1][0] && key[0][1] < key[1][1]);
}

/* Everything that either search can be asked. `clusters` and `grid` are the answers at the end. */
static int compare(const scene *c, double distance, uint32_t without)
{
    cld_mesh_params p = params_of(distance);
    const long before = test_failures;
    int i, k, touch,
        count = ask_meshes(c->meshes, c->count, &p, CLD_MESH_SEARCH_CLUSTERS, &space, &clusters);
    if (!CHECK(count >= 0)) return 0;
    for (i = 0; i + 1 < count; i++) CHECK(in_order(clusters.at + i, clusters.at + i + 1));
    for (k = 0; k < 3; k++) {
        ask_meshes(k ? bare : c->meshes, c->count, &p,
                   k < 2 ? CLD_MESH_SEARCH_GRID : CLD_MESH_SEARCH_AUTO, &space, &grid);
        CHECK(same_bytes(&clusters, &grid));
        if (k < 2) check_grid_statistics(c);
    }
    touch = ask_overlap(c->meshes, c->count, &p, CLD_MESH_SEARCH_CLUSTERS, &space);
    CHECK(count > 0 ? touch == 1 : touch >= 0);
    for (k = 0; k < 2; k++)
        CHECK(ask_overlap(k ? bare : c->meshes, c->count, &p, CLD_MESH_SEARCH_GRID, &space) ==
              touch);
    compare_capacity(c, &p, 0), compare_capacity(c, &p, count / 3);
    p.cones = CLD_MESH_CONES_PROVED;
    ask_meshes(bare, c->count, &p, CLD_MESH_SEARCH_GRID, &space, &grid);
    CHECK(same_bytes(&clusters, &grid));
    CHECK(ask_overlap(bare, c->count, &p, CLD_MESH_SEARCH_GRID, &space) == touch);
    p.cones = CLD_MESH_CONES_HEURISTIC;
    ask_meshes(bare, c->count, &p, CLD_MESH_SEARCH_GRID, &space, &grid);
    for (i = k = 0; i < count && k < grid.count; i++)
        k += memcmp(clusters.at + i, grid.at + k, sizeof *grid.at) == 0;
    CHECK(k == grid.count);
    p.cones = CLD_MESH_CONES_NONE, p.closest = 1;
    ask_meshes(c->meshes, c->count, &p, CLD_MESH_SEARCH_CLUSTERS, &space, &clusters);
    ask_meshes(bare, c->count, &p, CLD_MESH_SEARCH_GRID, &space, &grid);
    CHECK(same_bytes(&clusters, &grid));
    p.closest = 0;
    compare_intersections(c);
    ask_meshes(c->meshes, c->count, &p, CLD_MESH_SEARCH_CLUSTERS, &space, &clusters);
    ask_meshes(bare, c->count, &p, CLD_MESH_SEARCH_GRID, &space, &grid);
    CHECK(same_bytes(&clusters, &grid));
    scenes_compared++, contacts_compared += count;
    if (test_failures > before && before < 20)
        printf("    %d meshes, d %.9g, %d contacts by clusters, %d by the grid, without %x\n",
               c->count, distance, clusters.count, grid.count, (unsigned)without);
    return count;
}

/* The same, and brute force. */
static int compare_all(const scene *c, double distance, uint32_t without)
{
    const double d = as_given(distance);
    const int count = compare(c, d, without);
    if (grid.count >= 0) check_answer(c, d, &grid);
    return count;
}

/* Meshes that are asked without topology: all, all but some, any. */
static uint32_t any_without(test_random *r)
{
    const int how = test_integer(r, 0, 3);
    return how < 2 ? ~(uint32_t)0 : how == 2 ? (uint32_t)test_bits(r) : 0;
}

/* ---------------------------------------------------------------------- the scenes of all tests */

static void the_scenes_of_all_mesh_tests(void)
{
    static const double factors[] = {0.01, 0.1, 0.4, 1, 2.5, 10};
    static const double scales[] = {1, 1e-6, 1e6, 1e-3, 37.5, 1, 1};
    static const double fars[] = {0, 0, 10, 0, 1e3, 1e5, 0};
    const int rounds = test_repeat(24);
    int kind, i;
    for (kind = 0; kind < KINDS; kind++)
        for (i = 0; i < rounds; i++) {
            test_random r = test_random_from((uint64_t)(1000 + 100 * kind + i));
            const double factor = factors[(i + kind) % 6];
            const int to_oracle = i % 4 == 0;
            const int n = factor > 5 ? 30 : factor > 2 ? 80 : to_oracle ? 150 : 600;
            const uint32_t without = any_without(&r);
            double d;
            make_scene(&world, &r, kind, n);
            place_scene(&world, &r, scales[(i / 2 + kind) % 7], fars[(i / 3 + kind) % 7]);
            d = as_given(world.bodies[0].s.edge * factor);
            build_as(&world, d, i % 3 ? 0 : d / 2, without, to_oracle);
            if (to_oracle)
                compare_all(&world, d, without);
            else
                compare(&world, d, without);
        }
}

static void the_bunny(void)
{
    shape *s;
    double d;
    world.count = 0;
    s = scene_add(&world);
    world.meshes[0].self = 1;
    if (!CHECK(shape_bunny(s))) return;
    d = s->edge;
    build_as(&world, d, 0, 1, 0);
    CHECK(compare(&world, d, 1) > 100);
    build_as(&world, d, 0, 0, 0);
    compare(&world, d, 0);
}

/* Poses, strides, topologies that are shared, some without. */
static void copies_with_poses(void)
{
    int i, k;
    for (i = 0; i < test_repeat(30); i++) {
        test_random r = test_random_from((uint64_t)(50 + i));
        const uint32_t without = any_without(&r);
        const double d = 0.06;
        world.count = 0;
        for (k = 0; k < 2 + i % 4; k++) {
            shape *s = scene_add(&world);
            if (i % 3 == 0) shape_torus(s, 9, 6, 1, 0.4);
            if (i % 3 == 1) shape_ball(s, 7, 6, 1);
            if (i % 3 == 2) shape_folded(s, 16, 4, 3, 0.1);
            world.meshes[k].self = test_integer(&r, 0, 1);
            if (test_integer(&r, 0, 3)) world.meshes[k].pose = test_pose(&r, i % 5 ? 1 : 1000);
        }
        build_as(&world, d, 0, without, 1);
        for (k = 0; k < world.count; k++) scene_view(&world, k, (i + k) % 3);
        view_bare(&world, without);
        compare_all(&world, d, without);
    }
}

/* ------------------------------------------------------------------------ a part out of the frame */

/* One huge triangle, a far one, or many that fly off, each as small beside its distance as the one
   before or shrinking, in one mesh with the rest or in one of their own. */
static void add_outliers(shape *s, test_random *r, int kind)
{
    const int count = kind < 2 ? 1 : 40;
    const double base = ldexp(1, test_integer(r, 4, 40));
    int i, k, v;
    for (i = 0; i < count; i++) {
        const double far = kind == 2 ? base * pow(0.5, i) : kind == 3 ? base : base * (1 + i % 5);
        const double size = kind == 0 ? base : kind == 3 ? base * pow(0.25, i) : base / 1024;
        for (k = 0, v = 0; k < 3; k++)
            v = shape_vertex(s, far * (kind ? 1 : 0) + size * test_between(r, -1, 1),
                             size * test_between(r, -1, 1), size * test_between(r, -1, 1));
        shape_triangle(s, v - 2, v - 1, v);
    }
}

static void a_few_beside_many(void)
{
    static const double factors[] = {0.01, 0.1, 0.4, 1};
    int i;
    for (i = 0; i < test_repeat(40); i++) {
        test_random r = test_random_from((uint64_t)(2100 + i));
        const int kind = 7 * i % KINDS;
        const uint32_t without = any_without(&r);
        shape *s;
        double d;
        make_scene(&world, &r, kind, 300);
        place_scene(&world, &r, 1, i % 3 ? 0 : 1000);
        s = i % 2 && world.count < SCENE_MESHES ? scene_add(&world) : &world.bodies[0].s;
        d = as_given(world.bodies[0].s.edge * factors[i % 4]);
        add_outliers(s, &r, i % 5);
        build_as(&world, d, 0, without, 1);
        compare_all(&world, d, without);
    }
}

/* Small bunches of triangles in places and of sizes over 40 powers of two, each within a few times
   its size of itself: no frame serves all, boxes are compared by ranks. */
static void bunches_of_all_scales(void)
{
    int i, k, m, n;
    for (i = 0; i < test_repeat(40); i++) {
        test_random r = test_random_from((uint64_t)(2300 + i));
        const uint32_t without = any_without(&r);
        const int meshes = i % 3 ? 1 : test_integer(&r, 2, 60);
        const double d = ldexp(1, test_integer(&r, -24, -16));
        world.count = 0;
        for (m = 0; m < meshes; m++) {
            shape *s = scene_add(&world);
            world.meshes[m].self = meshes == 1 || test_integer(&r, 0, 1);
            for (n = 0; n < 60 / meshes + 1; n++) {
                const double size = ldexp(1, -20 + (i % 2 ? 0 : test_integer(&r, 0, 20)));
                double at[3];
                int v[6];
                for (k = 0; k < 3; k++)
                    at[k] = ldexp(test_integer(&r, 0, 1) ? -1 : 1, test_integer(&r, -20, 20));
                for (k = 0; k < 6; k++)
                    v[k] = shape_vertex(s, at[0] + size * test_between(&r, -1, 1),
                                        at[1] + size * test_between(&r, -1, 1),
                                        at[2] + size * test_between(&r, -1, 1));
                shape_triangle(s, v[0], v[1], v[2]), shape_triangle(s, v[2], v[1], v[3]);
                shape_triangle(s, v[3], v[4], v[5]), shape_triangle(s, v[0], v[4], v[5]);
            }
        }
        build_as(&world, d, 0, without, 1);
        compare_all(&world, d, without);
    }
}

/* One to three fans of more than a dozen cells each, their hubs apart, near each other, in the same
   place or the same vertex, flat, creased or tangled, with other triangles through them. */
static void fans_of_many_cells(void)
{
    int i, k, m;
    for (i = 0; i < test_repeat(24); i++) {
        test_random r = test_random_from((uint64_t)(2500 + i));
        const uint32_t without = any_without(&r);
        const double rough = i % 3 == 0 ? 0 : test_between(&r, 0, 0.5), apart = i % 4 * 0.1;
        const double d = ldexp(1, test_integer(&r, -12, -5)), lift = test_between(&r, 0, 1);
        const int fans = test_integer(&r, 1, 3), n = 320;
        shape *s;
        world.count = 0;
        s = scene_add(&world), world.meshes[0].self = 1;
        for (m = 0; m < fans; m++) {
            const double x = m * apart, z = i % 5 ? 0 : m * 0.01;
            const int hub = m && i % 6 == 1 ? 0 : shape_vertex(s, x, 0, z);
            int first = s->vertex_count;
            for (k = 0; k < n; k++) {
                const double u = 2 * SHAPE_PI * k / n, by = 1 + rough * test_between(&r, -1, 1);
                shape_vertex(s, x + by * cos(u), by * sin(u),
                             z + lift * by * (i % 2 ? sin(5 * u) : 1) + m * 0.02);
                if (k) shape_triangle(s, hub, first + k - 1, first + k);
            }
            if (i % 7) shape_triangle(s, hub, first + n - 1, first);
        }
        if (i % 3 == 1) s = scene_add(&world), world.meshes[1].self = i % 2;
        if (i % 3) shape_soup(s, &r, 40, 1);
        build_as(&world, d, 0, without, 1);
        compare_all(&world, d, without);
    }
}

/* ------------------------------------------------------------------------------ borders of cells */

/* Sheets at exact multiples of d, of a lattice that is exact, too; of powers of two d, edges and
   places are borders of cells of every level. d itself, and what is just beside it. */
static void layers_at_multiples_of_d(void)
{
    int i, k, v;
    for (i = 0; i < test_repeat(40); i++) {
        test_random r = test_random_from((uint64_t)(200 + i));
        const double unit = ldexp(1, test_integer(&r, -20, 20));
        const double d = unit * (i % 2 ? 1 : i % 3 ? 0.125 : 0.3);
        const double beside = 1 + (i % 5 - 2) * 4 * TEST_ROUND;
        const uint32_t without = any_without(&r);
        const int separate = i % 4 == 3, from = test_integer(&r, -6, 2);
        shape *s = NULL;
        world.count = 0;
        for (k = 0; k < 4; k++) {
            int first = 0;
            if (k == 0 || separate) s = scene_add(&world), world.meshes[world.count - 1].self = 1;
            if (!separate) first = s->vertex_count;
            shape_sheet(s, 5, 0);
            for (v = first; v < s->vertex_count; v++) {
                double *x = s->xyz + 3 * (size_t)v;
                x[0] = (x[0] * 4 + from) * unit, x[1] = (x[1] * 4 - 3) * unit;
                x[2] = (k + from) * as_given(d);
            }
        }
        build_as(&world, d, 0, without, 1);
        compare_all(&world, d * beside, without);
    }
}

/* Corners on whole coordinates, of either sign, times a power of two; d such that boxes end on
   borders, too. */
static void corners_on_borders(void)
{
    static const double ds[] = {1, 2, 0.5, 1e-6, 0.75, 1.0009765625, 4};
    int i, k, t;
    for (i = 0; i < test_repeat(60); i++) {
        test_random r = test_random_from((uint64_t)(300 + i));
        const double unit = ldexp(1, i % 3 ? test_integer(&r, -20, 20) : 0);
        const double d = ds[i % 7] * unit;
        const int most = test_integer(&r, 1, 9), meshes = test_integer(&r, 1, 3);
        const uint32_t without = any_without(&r);
        world.count = 0;
        for (k = 0; k < meshes; k++) {
            shape *s = scene_add(&world);
            world.meshes[k].self = test_integer(&r, 0, 2) > 0;
            for (t = 0; t < 24; t++) {
                int x = test_integer(&r, -most, most), y = test_integer(&r, -most, most);
                int z = test_integer(&r, -most, most), side = 1 << test_integer(&r, 0, 2);
                int v = shape_vertex(s, x, y, z);
                shape_vertex(s, x + side, y, z), shape_vertex(s, x, y + side, z + side * (t % 2));
                shape_triangle(s, v, v + 1, t % 5 ? v + 2 : test_integer(&r, 0, v));
            }
            shape_scale(s, unit);
        }
        build_as(&world, d, 0, without, 1);
        compare_all(&world, d, without);
    }
}

/* Few triangles across the border of a cell as wide as all of them, along one axis, two or three:
   the order of the cells passes through wider ones piece by piece, so that these must not be. (They
   were, and pairs were lost.) */
static void few_across_a_wide_border(void)
{
    int i, t, j;
    for (i = 0; i < test_repeat(200); i++) {
        test_random r = test_random_from((uint64_t)(350 + i));
        const double unit = ldexp(1, test_integer(&r, -8, 8)), d = unit * (i % 2 ? 1e-3 : 0.2);
        const uint32_t without = any_without(&r);
        const int n = i % 5 ? 40 : 150;
        shape *s;
        world.count = 0;
        s = scene_add(&world);
        world.meshes[0].self = 1;
        for (t = 0; t < n; t++) {
            double c[3];
            int v[3], k;
            for (j = 0; j < 3; j++)
                c[j] = test_between(&r, -1, 1) + ((i >> j & 1) ? 0 : 5 + 64 * (i >> (j + 3) & 3));
            for (k = 0; k < 3; k++)
                v[k] = shape_vertex(s, c[0] + test_between(&r, -0.3, 0.3),
                                    c[1] + test_between(&r, -0.3, 0.3),
                                    c[2] + test_between(&r, -0.3, 0.3));
            shape_triangle(s, v[0], v[1], v[2]);
        }
        shape_scale(s, unit);
        build_as(&world, d, -1, without, 0);
        compare(&world, d, without);
    }
}

/* The same triangle again and again: of the same vertices, of others at the same place, in meshes
   of their own; wound either way. All is in one cell, with groups that are full. */
static void all_in_one_cell(void)
{
    int i, k;
    for (i = 0; i < test_repeat(24); i++) {
        test_random r = test_random_from((uint64_t)(400 + i));
        const int n = i % 8 == 7 ? 120 : test_integer(&r, 1, 50), how = i % 4;
        const double d = i % 2 ? 0.25 : 10;
        const uint32_t without = any_without(&r);
        shape *s = NULL;
        world.count = 0;
        for (k = 0; k < n; k++) {
            int v = 0;
            if (k == 0 || (how == 2 && k % 16 == 0)) {
                s = scene_add(&world), world.meshes[world.count - 1].self = i % 3 > 0;
            }
            if (how > 0 || k == 0) {
                v = shape_vertex(s, -1, -1, -1);
                shape_vertex(s, 1, -1, how == 3 ? 1 + k * 1e-3 : 1), shape_vertex(s, -1, 1, 0.5);
            }
            if (k % 3)
                shape_triangle(s, v + k % 2, v + 2, v + 1 - k % 2);
            else
                shape_triangle(s, v + 2, v, v + 1);
        }
        build_as(&world, d, -1, without, n < 60);
        if (n < 60)
            compare_all(&world, d, without);
        else
            compare(&world, d, without);
    }
    /* thousands of the same three vertices: no contacts, but every pair is looked at */
    world.count = 0;
    shape_vertex(scene_add(&world), 0, 0, 0);
    world.meshes[0].self = 1;
    shape_vertex(&world.bodies[0].s, 1, 0, 0), shape_vertex(&world.bodies[0].s, 0, 1, 0);
    for (k = 0; k < 3000; k++) shape_triangle(&world.bodies[0].s, k % 3, (k + 1) % 3, (k + 2) % 3);
    build_as(&world, 0.5, -1, 1, 0);
    CHECK(compare(&world, 0.5, 1) == 0);
}

/* Some triangles, a little smaller than a cell, their low corners in the cell. */
static void fill_cell(shape *s, test_random *r, const int at[3], int n)
{
    int i, k, j;
    for (i = 0; i < n; i++) {
        double low[3], p[3][3];
        int v[3];
        for (j = 0; j < 3; j++) {
            low[j] = at[j] + test_between(r, 0.1, 0.2);
            for (k = 0; k < 3; k++) p[k][j] = low[j] + test_between(r, 0, 0.6);
            p[(i + j) % 3][j] = low[j], p[(i + j + 1) % 3][j] = low[j] + 0.6;
        }
        for (k = 0; k < 3; k++) v[k] = shape_vertex(s, p[k][0], p[k][1], p[k][2]);
        shape_triangle(s, v[0], v[1], v[2]);
    }
}

/* Cells that collide in the table: all there are, of equal hashes and of hashes that begin at few of
   its slots, so full that no coarser cells are better. A hundred and thirty cells or more have a
   table of 512 slots. */
static void cells_that_collide(void)
{
    enum { PAIRED = (int)(sizeof colliding / sizeof *colliding), CELLS = 150 };
    test_random r = test_random_from(500);
    int at[3], cells, i;
    shape *s;
    world.count = 0;
    s = scene_add(&world);
    world.meshes[0].self = 1;
    for (cells = 0; cells < PAIRED; cells++) {
        const uint64_t h = grid_hash_of(colliding[cells]),
                       other = grid_hash_of(colliding[cells ^ 1]);
        CHECK(h >> 32 == other >> 32 && (h & 511) == (other & 511));
        fill_cell(s, &r, colliding[cells], 24);
    }
    for (i = 0; i < 1000000 && cells < CELLS; i++) { /* far from each other, and from those above */
        at[0] = 4 * (i % 60) - 120, at[1] = 4 * (i / 60 % 60) - 120, at[2] = 200 + 4 * (i / 3600);
        if ((grid_hash_of(at) & 511) < 8) fill_cell(s, &r, at, 24), cells++;
    }
    CHECK(cells == CELLS);
    build_as(&world, 0.01, -1, 1, 0);
    CHECK(compare(&world, 0.01, 1) > 1000);
    CHECK(grid.statistics.cells == CELLS && grid.statistics.levels == 1);
}

/* --------------------------------------------------------------------------------------- sizes */

/* Sizes from 2^-20 to 2^20 in one scene, all near one point, so that levels meet. */
static void sizes_of_many_powers(void)
{
    int i, k, t, j;
    for (i = 0; i < test_repeat(20); i++) {
        test_random r = test_random_from((uint64_t)(600 + i));
        const uint32_t without = any_without(&r);
        const double d = ldexp(1, test_integer(&r, -22, i % 2 ? 12 : -4));
        const double middle = i % 3 ? 0 : test_between(&r, -100, 100);
        world.count = 0;
        for (k = 0; k < 1 + i % 3; k++) {
            shape *s = scene_add(&world);
            world.meshes[k].self = k == 0 || test_integer(&r, 0, 1);
            for (t = 0; t < 60; t++) {
                const double size = pow(2, test_between(&r, -20, 20));
                double c[3];
                int v[3], n;
                for (j = 0; j < 3; j++) c[j] = middle + size * test_between(&r, -1, 1);
                for (n = 0; n < 3; n++)
                    v[n] = shape_vertex(s, c[0] + size * test_between(&r, -1, 1),
                                        c[1] + size * test_between(&r, -1, 1),
                                        c[2] + size * test_between(&r, -1, 1));
                shape_triangle(s, v[0], v[1], v[2]);
            }
        }
        build_as(&world, d, -1, without, 1);
        compare_all(&world, d, without);
    }
}

/* Two huge triangles and many small ones on them, of one mesh and of two. */
static void a_table_and_what_is_on_it(void)
{
    int i, k;
    for (i = 0; i < test_repeat(10); i++) {
        test_random r = test_random_from((uint64_t)(700 + i));
        const uint32_t without = any_without(&r);
        const double d = i % 2 ? 0.02 : 0.3;
        shape *s;
        world.count = 0;
        shape_table(scene_add(&world), 14, pow(10, i % 7));
        world.meshes[0].self = 1;
        s = scene_add(&world);
        for (k = 0; k < 6; k++) shape_ball(s, 6, 6, pow(10, -k)), shape_move(s, 0.01, 0, 0.02);
        world.meshes[1].self = i % 2;
        build_as(&world, d, 0, without, i % 4 == 0);
        if (i % 4 == 0)
            CHECK(compare_all(&world, d, without) > 0);
        else
            compare(&world, d, without);
    }
}

/* Far from the origin, where positions have few bits left; the coordinates of cells are large. */
static void far_from_the_origin(void)
{
    static const double floats[] = {1e6, -1e6, 1e4, 1e7}, doubles[] = {1e12, -1e12, 1e6, 1e15};
    int kind, i;
    for (i = 0; i < test_repeat(4); i++)
        for (kind = 0; kind < KINDS; kind++) {
            test_random r = test_random_from((uint64_t)(800 + 20 * i + kind));
            const double far = sizeof(cld_real) == 4 ? floats[i] : doubles[i];
            const uint32_t without = any_without(&r);
            double d;
            int k;
            make_scene(&world, &r, kind, 80);
            for (k = 0; k < world.count; k++) {
                shape_scale(&world.bodies[k].s, i % 2 ? 100 : 1);
                shape_move(&world.bodies[k].s, far, -far, far / 3);
            }
            d = world.bodies[0].s.edge * (i == 2 ? 1e-9 : 0.3);
            build_as(&world, d, 0, without, 1);
            compare_all(&world, d, without);
        }
}

/* Scales: float has 1e-36 .. 1e36, double 1e-145 .. 1e145 and below it what has no squares. */
static void scales(void)
{
    static const double floats[] = {1e-6, 1e6, 1e-30, 1e30, 1e-42, 1e36};
    static const double doubles[] = {1e-100, 1e100, 1e-6, 1e6, 1e-140, 1e145};
    int kind, i;
    for (i = 0; i < test_repeat(6); i++)
        for (kind = 0; kind < KINDS; kind++) {
            test_random r = test_random_from((uint64_t)(900 + 20 * i + kind));
            const double scale = sizeof(cld_real) == 4 ? floats[i] : doubles[i];
            const uint32_t without = any_without(&r);
            const int to_oracle = sizeof(cld_real) == 4 || LDBL_MAX_EXP > DBL_MAX_EXP || i < 4;
            double d;
            if (kind == TABLE && i > 3) continue; /* a thousand times as large */
            make_scene(&world, &r, kind, 50);
            place_scene(&world, &r, scale, 0);
            d = world.bodies[0].s.edge * 0.4;
            build_as(&world, d, 0, without, to_oracle);
            if (to_oracle)
                compare_all(&world, d, without);
            else
                compare(&world, d, without);
        }
}

/* d so large that all is in contact, and larger than anything; so small that hardly anything is; the
   least and nearly the largest number there is. */
static void tiny_and_huge_distances(void)
{
    static const double factors[] = {100, 1e6, 1e-6, 1e-12, 0, HUGE_VAL};
    int i, kind;
    for (i = 0; i < 6; i++)
        for (kind = 0; kind < KINDS; kind++) {
            test_random r = test_random_from((uint64_t)(1100 + 20 * i + kind));
            const uint32_t without = any_without(&r);
            double d;
            make_scene(&world, &r, kind, 16);
            d = world.bodies[0].s.edge * factors[i];
            if (i == 4) d = sizeof(cld_real) == 4 ? 1e-44 : 1e-320;
            if (i == 5) d = sizeof(cld_real) == 4 ? 3e38 : 1e308;
            build_as(&world, world.bodies[0].s.edge, -1, without, i < 4);
            if (i < 4)
                compare_all(&world, d, without);
            else
                compare(&world, d, without);
        }
}

/* -------------------------------------------------------------------------------- many meshes */

/* None, one, two, fifty meshes, some without triangles, some the same arrays again; categories,
   masks, poses, self on and off. */
static void numbers_of_meshes(void)
{
    static const int numbers[] = {0, 1, 2, 50, 3, 17};
    int i, k;
    for (i = 0; i < test_repeat(36); i++) {
        test_random r = test_random_from((uint64_t)(1300 + i));
        const int count = numbers[i % 6];
        const uint32_t without = any_without(&r);
        const double d = 0.1;
        world.count = 0;
        for (k = 0; k < count; k++) {
            shape *s = scene_add(&world);
            cld_mesh *m = &world.meshes[k];
            const int what = test_integer(&r, 0, 5);
            if (what == 0 && k % 2) shape_vertex(s, 0, 0, 0); /* no triangles */
            if (what == 1) shape_sheet(s, 3, test_between(&r, 0, 1));
            if (what == 2) shape_ball(s, 4, 4, test_between(&r, 0.1, 1));
            if (what == 3) shape_degenerate(s, &r, 8, 10, 2);
            if (what > 3) shape_soup(s, &r, 10, 1);
            m->self = test_integer(&r, 0, 1);
            if (i % 2) m->category = (uint32_t)test_integer(&r, 0, 3);
            if (i % 2) m->mask = (uint32_t)test_integer(&r, 0, 3);
            if (i % 3 == 0 && test_integer(&r, 0, 1)) m->pose = test_pose(&r, 0.5);
        }
        build_as(&world, d, 0, without, count < 20);
        if (count > 1 && i % 4 == 0) { /* the same mesh twice */
            world.meshes[0] = world.meshes[1], world.oracle[0] = world.oracle[1];
            if (is_bare(without, 0) != is_bare(without, 1)) world.meshes[0].self = 0;
            world.oracle[0].self = world.meshes[0].self;
            view_bare(&world, without);
        }
        if (count < 20)
            compare_all(&world, d, without);
        else
            compare(&world, d, without);
    }
}

/* Meshes without triangles have no positions either. */
static void meshes_of_nothing(void)
{
    const cld_mesh_params p = params_of(1);
    cld_mesh m[3];
    memset(m, 0, sizeof m);
    m[0].self = m[2].self = 1;
    CHECK(ask_meshes(m, 3, &p, CLD_MESH_SEARCH_AUTO, &space, &grid) == 0);
    CHECK(grid.statistics.cells == 0 && grid.statistics.triangles == 0);
    CHECK(ask_meshes(m, 3, &p, CLD_MESH_SEARCH_CLUSTERS, &space, &grid) == CLD_ERROR_NULL);
    CHECK(ask_meshes(NULL, 0, &p, CLD_MESH_SEARCH_GRID, &space, &grid) == 0);
    CHECK(ask_overlap(m, 3, &p, CLD_MESH_SEARCH_GRID, &space) == 0);
    CHECK(cld_mesh_intersections(m, 3, &space, NULL, 0) == 0);
}

/* A large sheet of which a small ball touches one place: of meshes that are not searched with
   themselves only triangles near others are looked at. */
static void far_triangles_are_left_out(void)
{
    test_random r = test_random_from(1400);
    int i;
    for (i = 0; i < 4; i++) {
        const double d = 0.01;
        const uint32_t without = i % 2 ? 3 : 1;
        shape *s;
        world.count = 0;
        shape_sheet(scene_add(&world), 41, 0);
        s = scene_add(&world);
        shape_ball(s, 9, 9, 0.05), shape_move(s, 0.5, 0.4, 0.005);
        if (i > 1) shape_ball(s, 9, 9, 0.05); /* the region is wide, with much between: the sieve */
        if (i > 1) shape_shuffle(&world.bodies[0].s, &r, 1, NULL);
        build_as(&world, d, 0, without, 1);
        CHECK(compare_all(&world, d, without) > 10);
        CHECK(grid.statistics.triangles_near > 10 && grid.statistics.triangles_near < 1000);
        world.meshes[0].self = 1;
        build_as(&world, d, 0, without, 0);
        compare(&world, d, without);
        CHECK(grid.statistics.triangles_near > 3200);
    }
}

/* ------------------------------------------------------------------------------ bad and odd input */

/* What no triangle names may be anything, scene_view sees to that; all else is looked at. */
static void positions_that_are_not_finite(void)
{
    static const double numbers[] = {TEST_NAN, TEST_INFINITY, -TEST_INFINITY, 1e151};
    int i;
    for (i = 0; i < test_repeat(100); i++) {
        test_random r = test_random_from((uint64_t)(1500 + i));
        const cld_mesh_params p = params_of(0.1);
        const uint32_t without = any_without(&r);
        cld_real *x, good;
        int v, m;
        make_scene(&world, &r, i % 2 ? BALLS : DEGENERATE, 60);
        for (v = 0; v < 3; v++) shape_vertex(&world.bodies[0].s, 0, 0, 0);
        build_as(&world, 0.1, 0, without, 0);
        compare(&world, 0.1, without);
        if (sizeof(cld_real) == 4 && i % 4 == 3) continue;
        m = test_integer(&r, 0, world.count - 1);
        v = (int)world.bodies[m].s.t[test_integer(&r, 0, world.bodies[m].s.triangle_count - 1)];
        x = world.bodies[m].given + 3 * v + test_integer(&r, 0, 2);
        good = *x, *x = (cld_real)numbers[i % 4];
        CHECK(ask_meshes(bare, world.count, &p, CLD_MESH_SEARCH_GRID, &space, &grid) ==
              CLD_ERROR_FINITE);
        CHECK(ask_overlap(bare, world.count, &p, CLD_MESH_SEARCH_GRID, &space) == CLD_ERROR_FINITE);
        CHECK(cld_mesh_intersections(bare, world.count, &space, NULL, 0) == CLD_ERROR_FINITE);
        *x = good;
        ask_meshes(bare, world.count, &p, CLD_MESH_SEARCH_GRID, &space, &grid);
        CHECK(same_bytes(&clusters, &grid));
    }
}

/* A triangle that names a vertex which there is not is found, in whichever mesh and corner it is;
   with a topology the triangles that it was built of count. */
static void indices_that_there_are_not(void)
{
    int i;
    for (i = 0; i < test_repeat(200); i++) {
        test_random r = test_random_from((uint64_t)(1700 + i));
        const cld_mesh_params p = params_of(0.1);
        const uint32_t without = any_without(&r);
        cld_mesh_contact k;
        uint32_t *t, good;
        int m, wanted;
        make_scene(&world, &r, i % 2 ? BALLS : TANGLE, 50);
        build_as(&world, 0.1, 0, without, 0);
        m = test_integer(&r, 0, world.count - 1);
        t = world.bodies[m].indices + test_integer(&r, 0, 3 * world.bodies[m].s.triangle_count - 1);
        good = *t;
        *t = i % 3   ? (uint32_t)world.bodies[m].s.vertex_count
             : i % 2 ? ~(uint32_t)0
                     : (uint32_t)test_bits(&r) | 0x1000000u;
        memset(&k, 0x5a, sizeof k);
        wanted = is_bare(without, m) ? CLD_ERROR_INDEX : 0;
        ask_meshes(bare, world.count, &p, CLD_MESH_SEARCH_GRID, &space, &grid);
        CHECK(wanted ? grid.count == wanted : grid.count >= 0);
        wanted = ask_overlap(bare, world.count, &p, CLD_MESH_SEARCH_GRID, &space);
        CHECK(is_bare(without, m) ? wanted == CLD_ERROR_INDEX : wanted >= 0);
        wanted = cld_mesh_intersections(bare, world.count, &space, NULL, 0);
        CHECK(is_bare(without, m) ? wanted == CLD_ERROR_INDEX : wanted >= 0);
        if (is_bare(without, m)) {
            CHECK(cld_mesh_collide(bare, world.count, &p, &space, &k, 1, NULL) == CLD_ERROR_INDEX);
            CHECK(k.mesh_a == 0x5a5a5a5a && k.vertices[3] == 0x5a5a5a5a);
        }
        *t = good;
        ask_meshes(world.meshes, world.count, &p, CLD_MESH_SEARCH_CLUSTERS, &space, &clusters);
        ask_meshes(bare, world.count, &p, CLD_MESH_SEARCH_GRID, &space, &grid);
        CHECK(same_bytes(&clusters, &grid));
    }
}

/* Errors that all searches have in common; what is said of a topology, of a mesh that has one. */
static void bad_questions(void)
{
    test_random r = test_random_from(1900);
    cld_mesh_params p = params_of(0.1);
    cld_mesh bad;
    int i;
    make_scene(&world, &r, KNOT, 100);
    build_as(&world, 0.1, 0, 1, 0);
    p.search = CLD_MESH_SEARCH_GRID;
    CHECK(cld_mesh_collide(bare, 1, &p, NULL, NULL, 0, NULL) == CLD_ERROR_NULL);
    CHECK(cld_mesh_collide(NULL, 1, &p, &space, NULL, 0, NULL) == CLD_ERROR_NULL);
    CHECK(cld_mesh_collide(bare, 1, &p, &space, NULL, 1, NULL) == CLD_ERROR_NULL);
    CHECK(cld_mesh_collide(bare, 1, &p, &space, NULL, -1, NULL) == CLD_ERROR_COUNT);
    CHECK(cld_mesh_collide(bare, -1, &p, &space, NULL, 0, NULL) == CLD_ERROR_COUNT);
    for (i = 0; i < 9; i++) {
        static const int wanted[] = {CLD_ERROR_COUNT, CLD_ERROR_COUNT,  CLD_ERROR_NULL,
                                     CLD_ERROR_NULL,  CLD_ERROR_STRIDE, CLD_ERROR_STRIDE,
                                     CLD_ERROR_POSE,  CLD_ERROR_INDEX,  CLD_ERROR_MISMATCH};
        bad = i == 8 ? world.meshes[0] : bare[0];
        if (i == 0) bad.vertex_count = -1;
        if (i == 1) bad.triangle_count = -1;
        if (i == 2) bad.positions = NULL;
        if (i == 3) bad.triangles = NULL;
        if (i == 4) bad.stride = 1;
        if (i == 5) bad.stride = 2 * sizeof(cld_real);
        if (i == 6) bad.pose.rotation.x.x = 2;
        if (i == 7) bad.vertex_count--;
        if (i == 8) bad.triangle_count--;
        CHECK(cld_mesh_collide(&bad, 1, &p, &space, NULL, 0, NULL) == wanted[i]);
        CHECK(cld_mesh_overlap(&bad, 1, &p, &space) == wanted[i]);
        CHECK(cld_mesh_intersections(&bad, 1, &space, NULL, 0) == wanted[i]);
    }
    p.distance = 0;
    CHECK(cld_mesh_collide(bare, 1, &p, &space, NULL, 0, NULL) == CLD_ERROR_PARAMETER);
    p = params_of(0.1), p.search = CLD_MESH_SEARCH_CLUSTERS;
    CHECK(cld_mesh_collide(bare, 1, &p, &space, NULL, 0, NULL) == CLD_ERROR_NULL);
    CHECK(cld_mesh_overlap(bare, 1, &p, &space) == CLD_ERROR_NULL);
    CHECK(compare(&world, 0.1, 1) > 10);
}

/* ---------------------------------------------------------------------- edges of many triangles */

/* Every edge of a contact has the number of its first half-edge. */
static void check_edge_numbers(const scene *c)
{
    int i, side, e;
    for (i = 0; i < grid.count; i++)
        for (side = 0; side < 2; side++) {
            const cld_mesh_contact *k = grid.at + i;
            const uint32_t feature = side ? k->contact.feature_b : k->contact.feature_a;
            const shape *s = &c->bodies[side ? k->mesh_b : k->mesh_a].s;
            const uint32_t *v = k->vertices + (side ? 2 : 0);
            if (feature % 4 != CLD_FEATURE_EDGE) continue;
            for (e = 0; e < 3 * s->triangle_count; e++) {
                const uint32_t a = s->t[e], b = s->t[e - e % 3 + (e % 3 + 1) % 3];
                if ((a == v[0] && b == v[1]) || (a == v[1] && b == v[0])) break;
            }
            CHECK(e == (int)(feature / 4));
        }
}

/* Edges of three triangles and more, the same triangle several times, corners named twice: which
   triangle comes first in a cell has nothing to do with which has the first number. */
static void edges_of_many_triangles(void)
{
    int i, k, n;
    for (i = 0; i < test_repeat(60); i++) {
        test_random r = test_random_from((uint64_t)(2000 + i));
        const uint32_t without = any_without(&r);
        const double d = i % 2 ? 0.05 : 0.3;
        world.count = 0;
        for (k = 0; k < 1 + i % 2; k++) {
            shape *s = scene_add(&world);
            const int points = 6 + 4 * (i % 3);
            world.meshes[k].self = 1;
            shape_tangle(s, &r, points, 25);
            for (n = 0; n < 25; n++) {
                const uint32_t *t = s->t + 3 * test_integer(&r, 0, s->triangle_count - 1);
                const int a = (int)t[0], b = (int)t[1], c = (int)t[2];
                if (n % 4 == 0) shape_triangle(s, b, a, c);
                if (n % 4 == 1) shape_triangle(s, b, c, a);
                if (n % 4 == 2) shape_triangle(s, c, b, test_integer(&r, 0, points - 1));
                if (n % 4 == 3) shape_triangle(s, a, n % 8 == 3 ? a : b, a);
            }
            shape_shuffle(s, &r, 1, NULL);
        }
        build_as(&world, d, 0, without, 1);
        compare_all(&world, d, without);
        check_edge_numbers(&world);
    }
}

/* A fan around one vertex, a book of pages at one edge: they own one edge and one vertex together,
   whoever is first. */
static void fans_and_books(void)
{
    int i, k;
    for (i = 0; i < 4; i++) {
        test_random r = test_random_from((uint64_t)(2100 + i));
        const int n = test_effort < 10 ? 200 : 2000, book = i % 2;
        const double step = 2 * SHAPE_PI / n, d = step * 0.4;
        shape *s;
        world.count = 0;
        s = scene_add(&world);
        world.meshes[0].self = 1;
        shape_vertex(s, 0, 0, 0), shape_vertex(s, 0, 0, 1);
        for (k = 0; k < n; k++) {
            const int v = shape_vertex(s, cos(k * step), sin(k * step), k % 2 * 0.01);
            if (book)
                shape_triangle(s, k % 2, 1 - k % 2, v);
            else
                shape_triangle(s, 0, v, k + 1 < n ? v + 1 : 2);
        }
        if (i > 1) shape_shuffle(s, &r, 1, NULL);
        if (i > 1) shape_ball(scene_add(&world), 8, 8, 0.3);
        build_as(&world, d, -1, 3, 0);
        compare(&world, d, 3);
        if (i > 1) CHECK(grid.count > 0), check_edge_numbers(&world);
    }
}

/* Needles, caps, triangles that are segments and points, some exactly along axes. */
static void degenerate_triangles(void)
{
    int i, k;
    for (i = 0; i < test_repeat(40); i++) {
        test_random r = test_random_from((uint64_t)(2200 + i));
        const uint32_t without = any_without(&r);
        const double d = i % 3 ? 0.01 : 0.2;
        shape *s;
        world.count = 0;
        s = scene_add(&world);
        world.meshes[0].self = 1;
        shape_slivers(s, &r, 20);
        for (k = 0; k < 20; k++) {
            const double x = test_integer(&r, 0, 4) / 4.0, y = test_integer(&r, 0, 4) / 4.0;
            const int v = shape_vertex(s, x, y, 0.5), w = shape_vertex(s, x, y, 1);
            const int u = shape_vertex(s, x + ldexp(1, -test_integer(&r, 1, 60)), y, 0.5);
            if (k % 5 == 0) shape_triangle(s, v, v, w);
            if (k % 5 == 1) shape_triangle(s, v, v, v);
            if (k % 5 == 2) shape_triangle(s, v, u, w);
            if (k % 5 == 3) shape_triangle(s, v, test_integer(&r, 0, w), v);
            if (k % 5 == 4) shape_triangle(s, v, w, shape_vertex(s, x, y, 0.75));
        }
        shape_degenerate(scene_add(&world), &r, 10, 12, 1);
        world.meshes[1].self = i % 2;
        build_as(&world, d, 0, without, 1);
        compare_all(&world, d, without);
        check_edge_numbers(&world);
    }
}

/* -------------------------------------------------------------------------------------- workers */

/* The caller's own tasks: last first, the worker's number going round. */
static void backwards(void *context, int count, cld_task *task, void *data)
{
    const int workers = *(const int *)context;
    int i;
    for (i = count - 1; i >= 0; i--) task(data, i, i % workers);
}

/* Small scenes, and one that is large enough for tasks: whoever works, the same bytes. */
static void workers_agree(void)
{
    static const int workers[] = {2, 7, 3};
    int kind, i;
    for (kind = 0; kind < KINDS + 2; kind++) {
        test_random r = test_random_from((uint64_t)(2300 + kind));
        const uint32_t without = kind % 3 ? ~(uint32_t)0 : 1;
        cld_mesh_params p;
        int touch, n;
        make_scene(&world, &r,
                   kind < KINDS    ? kind
                   : kind == KINDS ? KNOT
                                   : TWO_TORI,
                   kind < KINDS       ? 300
                   : test_effort < 30 ? 3000
                                      : 12000);
        p = params_of(world.bodies[0].s.edge * 0.3);
        build_as(&world, (double)p.distance, 0, without, 0);
        ask_meshes(bare, world.count, &p, CLD_MESH_SEARCH_GRID, &space, &clusters);
        touch = ask_overlap(bare, world.count, &p, CLD_MESH_SEARCH_GRID, &space);
        n = cld_mesh_intersections(bare, world.count, &space, NULL, 0);
        for (i = 0; i < 3; i++) {
            cld_workspace w;
            int most = workers[i];
            memset(&w, 0, sizeof w);
            w.tasks.workers = workers[i];
            if (i == 2) w.tasks.run = backwards, w.tasks.context = &most;
            ask_meshes(bare, world.count, &p, CLD_MESH_SEARCH_GRID, &w, &grid);
            CHECK(same_bytes(&clusters, &grid));
            CHECK(memcmp(&clusters.statistics, &grid.statistics, sizeof grid.statistics) == 0);
            CHECK(ask_overlap(bare, world.count, &p, CLD_MESH_SEARCH_GRID, &w) == touch);
            CHECK(cld_mesh_intersections(bare, world.count, &w, NULL, 0) == n);
            cld_workspace_free(&w);
        }
    }
}

/* --------------------------------------------------------------------------------------- memory */

/* Steady state: the second time nothing is allocated. */
static void asked_again(void)
{
    test_memory memory;
    cld_workspace w;
    int kind, i;
    test_memory_reset(&memory, 0);
    memset(&w, 0, sizeof w);
    w.allocator = test_allocator(&memory);
    for (kind = 0; kind < KINDS; kind++) {
        test_random r = test_random_from((uint64_t)(2400 + kind));
        cld_mesh_params p;
        long requests = 0;
        make_scene(&world, &r, kind, 200);
        p = params_of(world.bodies[0].s.edge * 0.5);
        build_as(&world, (double)p.distance, 0, ~(uint32_t)0, 0);
        for (i = 0; i < 3; i++) {
            ask_meshes(bare, world.count, &p, CLD_MESH_SEARCH_GRID, &w, i ? &grid : &clusters);
            if (i) CHECK(same_bytes(&clusters, &grid));
            ask_overlap(bare, world.count, &p, CLD_MESH_SEARCH_GRID, &w);
            cld_mesh_intersections(bare, world.count, &w, NULL, 0);
            if (i == 0) requests = memory.requests;
        }
        CHECK(memory.requests == requests);
    }
    cld_workspace_free(&w);
    CHECK(memory.live == 0 && memory.blocks == 0);
}

/* A first try for more than was asked for is refused, so that each array has a block of its own. */
static void *exactly(void *context, void *memory, size_t old_size, size_t new_size)
{
    if (!memory && new_size > 65536 && new_size < 65536 + 256) return NULL;
    return test_realloc(context, memory, old_size, new_size);
}

/* Contacts, the closest, cones, overlap, intersections; what is written goes to `out`. */
static int ask_for_memory(int what, cld_workspace *w, void *out, int room)
{
    cld_mesh_params p = params_of(0.3);
    p.search = CLD_MESH_SEARCH_GRID;
    p.closest = what == 1, p.cones = what == 2 ? CLD_MESH_CONES_PROVED : CLD_MESH_CONES_NONE;
    if (what < 3)
        return cld_mesh_collide(bare, world.count, &p, w, (cld_mesh_contact *)out, room, NULL);
    if (what == 3) return cld_mesh_overlap(bare, world.count, &p, w);
    return cld_mesh_intersections(bare, world.count, w, (cld_mesh_pair *)out, room);
}

/* Memory that ends at any array: it is said, nothing is written, nothing leaks, and the same
   workspace, not freed in between, answers as if nothing had been. Small scenes; many bodies of
   which not all ask for themselves, so that there is a sieve; one that two workers share. */
static void memory_ends_anywhere(void)
{
    int what, kind, i, n_workers = 2;
    for (kind = 0; kind < 3; kind++) {
        test_random r = test_random_from(2500);
        const int large = kind == 1, meshes = kind == 2 ? 6 : 3;
        world.count = 0;
        for (i = 0; i < meshes; i++) {
            shape *s = scene_add(&world);
            if (large)
                shape_sheet(s, 54, 0.004 * i), shape_scale(s, 53);
            else if (kind == 2)
                shape_sheet(s, 24, 0.004 * i), shape_scale(s, 9), shape_move(s, i * 4, 0, 0);
            else
                shape_tangle(s, &r, 12, 14);
            world.meshes[i].self = i == 1;
        }
        build_as(&world, 0.3, -1, ~(uint32_t)4, 0);
        for (what = 0; what < (large ? 1 : 5); what++) {
            test_memory memory;
            cld_workspace w;
            size_t bytes;
            char *out, *wanted_out;
            int wanted, room, n;
            memset(&w, 0, sizeof w);
            test_memory_reset(&memory, 0);
            w.allocator = test_allocator(&memory), w.allocator.realloc_fn = exactly;
            if (large) w.tasks.run = backwards, w.tasks.context = &n_workers, w.tasks.workers = 2;
            wanted = ask_for_memory(what, &w, NULL, 0);
            CHECK(wanted > 0 || (kind == 2 && what == 4));
            room = what == 3 ? 0 : wanted;
            bytes = (size_t)room * (what == 4 ? sizeof(cld_mesh_pair) : sizeof(cld_mesh_contact));
            out = (char *)oracle_memory(NULL, bytes + 1);
            wanted_out = (char *)oracle_memory(NULL, bytes + 1);
            CHECK(ask_for_memory(what, &w, wanted_out, room) == wanted);
            for (n = 1; n < 1000; n += large && test_effort < 20 ? 5 : 1) {
                size_t k;
                cld_workspace_free(&w);
                CHECK(memory.live == 0 && memory.blocks == 0);
                test_memory_reset(&memory, n);
                memset(out, 0x5a, bytes + 1);
                i = ask_for_memory(what, &w, out, room);
                CHECK(i == (memory.failed ? CLD_ERROR_MEMORY : wanted));
                if (!memory.failed) break;
                for (k = 0; k <= bytes && out[k] == 0x5a;) k++;
                CHECK(k == bytes + 1);
                memory.fail_at = 0;
                CHECK(ask_for_memory(what, &w, out, room) == wanted);
                CHECK(memcmp(out, wanted_out, bytes) == 0);
            }
            CHECK(n > 20 && n < 1000);
            cld_workspace_free(&w);
            CHECK(memory.live == 0 && memory.blocks == 0);
            free(out), free(wanted_out);
        }
    }
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(the_scenes_of_all_mesh_tests);
    TEST(the_bunny);
    TEST(copies_with_poses);
    TEST(a_few_beside_many);
    TEST(bunches_of_all_scales);
    TEST(fans_of_many_cells);
    TEST(layers_at_multiples_of_d);
    TEST(corners_on_borders);
    TEST(few_across_a_wide_border);
    TEST(all_in_one_cell);
    TEST(cells_that_collide);
    TEST(sizes_of_many_powers);
    TEST(a_table_and_what_is_on_it);
    TEST(far_from_the_origin);
    TEST(scales);
    TEST(tiny_and_huge_distances);
    TEST(numbers_of_meshes);
    TEST(meshes_of_nothing);
    TEST(far_triangles_are_left_out);
    TEST(positions_that_are_not_finite);
    TEST(indices_that_there_are_not);
    TEST(bad_questions);
    TEST(edges_of_many_triangles);
    TEST(fans_and_books);
    TEST(degenerate_triangles);
    TEST(workers_agree);
    TEST(asked_again);
    TEST(memory_ends_anywhere);
    printf("%ld scenes, %ld contacts and %ld intersections the same by both searches, %ld contacts "
           "checked\n",
           scenes_compared, contacts_compared, pairs_compared, checked_contacts);
    cld_workspace_free(&space);
    scene_free(&world);
    free(clusters.at), free(grid.at);
    return test_end();
}
