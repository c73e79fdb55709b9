/* Contacts of triangle meshes: the exact set against brute force, over shapes that touch in every
 * way; what each contact says of itself; what a scene has in common with itself turned, scaled,
 * mirrored, renumbered; errors, memory, threads. */
#include "test.h"
#include "mesh_scenes.h"

static scene world;
static answer found, other;
static cld_workspace space;

/* ---------------------------------------------------------------------------- the oracle itself */

/* No point that is tried is nearer than the oracle's; and the oracle's is one of them. */
static void the_oracle_beats_samples(void)
{
    test_random r = test_random_from(1);
    int i, k;
    for (i = 0; i < test_repeat(300); i++) {
        oracle_vec p[4];
        oracle_near face, edges;
        double size, large, sampled_face = HUGE_VAL, sampled_edges = HUGE_VAL;
        const int whole = i % 2;
        for (k = 0; k < 4; k++) {
            p[k].x = whole ? test_integer(&r, 0, 3) : test_between(&r, -1, 1);
            p[k].y = whole ? test_integer(&r, 0, 3) : test_between(&r, -1, 1);
            p[k].z = whole ? test_integer(&r, 0, 1) : test_between(&r, -1, 1) * (i % 3 ? 1 : 1e-6);
        }
        oracle_measure(p, 4, &size, &large);
        face = oracle_point_triangle(p[0], p + 1), edges = oracle_segments(p[0], p[1], p[2], p[3]);
        for (k = 0; k < 4000; k++) {
            const double s = k % 5 ? test_between(&r, 0, 1) : k % 2,
                         t = k % 7 ? test_between(&r, 0, 1) : k % 3 == 0;
            oracle_vec x;
            double w[3];
            w[0] = s, w[1] = (1 - s) * t, w[2] = (1 - s) * (1 - t);
            x.x = x.y = x.z = 0;
            x = oracle_add_scaled(x, p[1], w[0]), x = oracle_add_scaled(x, p[2], w[1]);
            x = oracle_add_scaled(x, p[3], w[2]);
            sampled_face = fmin(sampled_face, vec_length(oracle_sub(x, p[0])));
            x = oracle_add_scaled(p[2], oracle_sub(p[3], p[2]), t);
            x = oracle_sub(x, oracle_add_scaled(p[0], oracle_sub(p[1], p[0]), s));
            sampled_edges = fmin(sampled_edges, vec_length(x));
        }
        /* four thousand samples lie some hundredth of the size apart */
        size = size * 1e-13;
        CHECK(sqrt((double)face.squared) <= sampled_face + size);
        CHECK(sqrt((double)edges.squared) <= sampled_edges + size);
        CHECK(sqrt((double)face.squared) >= sampled_face - 0.2 * (size * 1e13));
        CHECK(sqrt((double)edges.squared) >= sampled_edges - 0.2 * (size * 1e13));
        CHECK_NEAR(vec_length(face.difference), sqrt((double)face.squared), size);
    }
}

static int whole_triangles(const double a[9], const double b[9])
{
    oracle_vec p[3], q[3];
    int k;
    for (k = 0; k < 3; k++) {
        p[k].x = a[3 * k], p[k].y = a[3 * k + 1], p[k].z = a[3 * k + 2];
        q[k].x = b[3 * k], q[k].y = b[3 * k + 1], q[k].z = b[3 * k + 2];
    }
    return oracle_triangles(p, q, 1);
}

/* By hand; and on small whole coordinates two triangles share a point exactly if a point or an edge
   of one is at distance 0 of the other, or an edge goes through. */
static void the_oracle_knows_triangles(void)
{
    static const double flat[9] = {0, 0, 0, 4, 0, 0, 0, 4, 0};
    static const double across[9] = {1, 1, -1, 1, 1, 1, 9, 9, 9};
    static const double above[9] = {0, 0, 1, 4, 0, 1, 0, 4, 1};
    static const double inside[9] = {1, 1, 0, 2, 1, 0, 1, 2, 0};
    static const double corner[9] = {2, 2, 0, 9, 9, 0, 9, 8, 0};
    static const double beside[9] = {3, 2, 0, 9, 9, 0, 9, 8, 0};
    static const double dot_in[9] = {1, 1, 0, 1, 1, 0, 1, 1, 0};
    static const double dot_out[9] = {3, 3, 0, 3, 3, 0, 3, 3, 0};
    static const double needle[9] = {1, 1, -1, 1, 1, 1, 1, 1, 0};
    static const double line[9] = {2, 0, 0, 7, 0, 0, 5, 0, 0};
    static const double line_off[9] = {5, 0, 0, 7, 0, 0, 6, 0, 0};
    CHECK(whole_triangles(flat, flat) == 1);
    CHECK(whole_triangles(flat, across) == 1);
    CHECK(whole_triangles(flat, above) == 0);
    CHECK(whole_triangles(flat, inside) == 1);
    CHECK(whole_triangles(flat, corner) == 1);
    CHECK(whole_triangles(flat, beside) == 0);
    CHECK(whole_triangles(flat, dot_in) == 1);
    CHECK(whole_triangles(flat, dot_out) == 0);
    CHECK(whole_triangles(flat, needle) == 1);
    CHECK(whole_triangles(flat, line) == 1);
    CHECK(whole_triangles(flat, line_off) == 0);
    CHECK(whole_triangles(line, line_off) == 1);
    CHECK(whole_triangles(dot_in, dot_in) == 1);
    CHECK(whole_triangles(dot_in, dot_out) == 0);
}

/* -------------------------------------------------------------------------------- by hand */

static void a_view(cld_mesh *m, const cld_real *xyz, int vertices, const uint32_t *t, int triangles,
                   cld_mesh_topology *topology)
{
    memset(m, 0, sizeof *m);
    m->positions = xyz, m->vertex_count = vertices;
    m->triangles = t, m->triangle_count = triangles;
    CHECK(cld_mesh_topology_build(topology, m, 0, -1, NULL) == CLD_OK);
    m->topology = topology;
}

/* One vertex over a large triangle; everything that the struct says, in whole numbers. */
static void a_vertex_over_a_triangle(void)
{
    static const cld_real floor_xyz[] = {0, 0, 0, 8, 0, 0, 0, 8, 0};
    static const cld_real spike_xyz[] = {2, 4, 1, 2, 4, 9, 3, 4, 9};
    static const uint32_t t[] = {0, 1, 2};
    static const double weights[] = {0.25, 0.25, 0.5, 1};
    cld_mesh_topology topology;
    cld_mesh m[2];
    cld_mesh_params params = params_of(1.5);
    cld_mesh_contact k[4];
    int i;
    memset(&topology, 0, sizeof topology);
    a_view(&m[0], floor_xyz, 3, t, 1, &topology);
    a_view(&m[1], spike_xyz, 3, t, 1, &topology);
    m[0].topology = &topology;
    CHECK(cld_mesh_collide(m, 2, &params, &space, k, 4, NULL) == 1);
    CHECK(k->mesh_a == 0 && k->mesh_b == 1);
    CHECK(k->contact.feature_a == CLD_FEATURE_FACE && k->contact.feature_b == CLD_FEATURE_VERTEX);
    CHECK(k->contact.distance == 1);
    CHECK(k->contact.normal.x == 0 && k->contact.normal.y == 0 && k->contact.normal.z == 1);
    CHECK(k->contact.point_a.x == 2 && k->contact.point_a.y == 4 && k->contact.point_a.z == 0);
    CHECK(k->contact.point_b.x == 2 && k->contact.point_b.y == 4 && k->contact.point_b.z == 1);
    for (i = 0; i < 4; i++) CHECK((double)k->weights[i] == weights[i]);
    for (i = 0; i < 3; i++) CHECK(k->vertices[i] == (uint32_t)i);
    CHECK(k->vertices[3] == 0);
    params.distance = 1; /* not closer than 1: not by more than rounding of double, so either way */
    i = cld_mesh_collide(m, 2, &params, &space, k, 4, NULL);
    CHECK(i == 0 || (i == 1 && k->contact.distance == 1));
    params.distance = (cld_real)0.999;
    CHECK(cld_mesh_collide(m, 2, &params, &space, k, 4, NULL) == 0);
    params.distance = (cld_real)1.001;
    CHECK(cld_mesh_collide(m, 2, &params, &space, k, 4, NULL) == 1);
    CHECK(cld_mesh_overlap(m, 2, &params, &space) == 1);
    cld_mesh_topology_free(&topology);
}

/* Two edges that cross, at distance 0 and at 1. */
static void edges_that_cross(void)
{
    static const uint32_t t[] = {0, 1, 2};
    static const cld_real low[] = {-4, 0, 0, 4, 0, 0, 0, 0, -9};
    int z, i;
    for (z = 0; z < 2; z++) {
        cld_real high[] = {0, -4, 0, 0, 4, 0, 0, 0, 9};
        cld_mesh_topology topology;
        cld_mesh m[2];
        cld_mesh_params params = params_of(1.25);
        cld_mesh_contact k[32];
        int n, edges = 0;
        high[2] = high[5] = (cld_real)z;
        memset(&topology, 0, sizeof topology);
        a_view(&m[0], low, 3, t, 1, &topology);
        a_view(&m[1], high, 3, t, 1, &topology);
        n = cld_mesh_collide(m, 2, &params, &space, k, 32, NULL);
        for (i = 0; i < n && i < 32; i++) {
            if (k[i].contact.feature_a != 1 || k[i].contact.feature_b != 1) continue;
            edges++;
            CHECK(k[i].contact.distance == (cld_real)z);
            CHECK(k[i].contact.normal.x == 0 && k[i].contact.normal.y == 0);
            CHECK(z ? k[i].contact.normal.z == 1 : fabs((double)k[i].contact.normal.z) == 1);
            CHECK(k[i].weights[0] == (cld_real)0.5 && k[i].weights[2] == (cld_real)0.5);
            CHECK(k[i].contact.point_b.z == (cld_real)z && k[i].contact.point_a.z == 0);
        }
        CHECK(edges == 1);
        cld_mesh_topology_free(&topology);
    }
}

/* Triangles (3,3,5) and (3,3,3): no edge (3,3), one edge (3,5), faces that are a segment and a
   point; two edges that are the same place. */
static void vertices_named_twice(void)
{
    static const cld_real xyz[] = {9, 9, 9, 9, 9, 9, 9, 9, 9, 0, 0, 0, 9, 9, 9, 2, 0, 0};
    static const cld_real spike[] = {1, 0, 1, 1, 0, 5, 2, 0, 5};
    static const uint32_t t[] = {3, 3, 5, 5, 3, 5, 3, 3, 3}, one[] = {0, 1, 2};
    cld_mesh_topology topology, single;
    cld_mesh m[2];
    cld_mesh_params params = params_of(1.125);
    cld_mesh_contact k[32];
    int n, i, edges = 0, faces = 0;
    memset(&topology, 0, sizeof topology), memset(&single, 0, sizeof single);
    a_view(&m[0], xyz, 6, t, 3, &topology);
    a_view(&m[1], spike, 3, one, 1, &single);
    CHECK(topology.edge_count == 1);
    n = cld_mesh_collide(m, 2, &params, &space, k, 32, NULL);
    for (i = 0; i < n && i < 32; i++) {
        CHECK(k[i].contact.distance == 1 && k[i].contact.normal.z == 1);
        edges += k[i].contact.feature_a == 4 * 1 + CLD_FEATURE_EDGE;
        faces += k[i].contact.feature_a % 4 == CLD_FEATURE_FACE;
    }
    /* the two edges at the tip, each with the edge (3,5); the tip with faces 0 and 1 */
    CHECK(n == 4 && edges == 2 && faces == 2);
    cld_mesh_topology_free(&topology);
    cld_mesh_topology_free(&single);
}

/* -------------------------------------------------------------------------------------- scenes */

/* Distances from a hundredth to ten times the edge; the smaller the scene the larger. Neighbours
   are left out by default; else too, or only those with a common vertex. */
static void the_contacts_are_those_of_brute_force(void)
{
    static const double factors[] = {0.01, 0.1, 0.4, 1, 2.5, 10};
    static const double scales[] = {1, 1, 1e-6, 1e6, 1e-3, 37.5};
    static const double fars[] = {0, 0, 0, 10, 1e3, 1e5};
    const int rounds = test_repeat(20);
    int kind, i;
    for (kind = 0; kind < KINDS; kind++) {
        long count = 0;
        for (i = 0; i < rounds; i++) {
            test_random r = test_random_from((uint64_t)(1000 + 100 * kind + i));
            const double factor = factors[(i * 5 + kind) % 6];
            const int n = factor > 5 ? 40 : factor > 2 ? 100 : 300;
            double d, near;
            const long before = test_failures;
            make_scene(&world, &r, kind, n);
            place_scene(&world, &r, scales[(i + kind) % 6], fars[(i / 2 + kind) % 6]);
            d = world.bodies[0].s.edge * factor;
            near = i % 3 == 0 ? -1 : i % 3 == 1 ? 0 : world.bodies[0].s.edge * 1.5;
            build_scene(&world, d, near);
            count += check_scene(&world, d, &space, &found);
            if (test_failures > before && before < 20)
                printf("    kind %d, round %d, near %g\n", kind, i, near);
        }
        if (rounds > 5) CHECK(count > 0);
    }
}

/* The bunny, and two of them that share one topology, with poses. */
static void bunnies(void)
{
    test_random r = test_random_from(3);
    shape *s;
    double d;
    int i;
    world.count = 0;
    s = scene_add(&world);
    world.meshes[0].self = 1;
    if (!CHECK(shape_bunny(s))) return;
    d = s->edge;
    CHECK(scene_build(&world, 0, d, 0) == CLD_OK);
    check_scene(&world, d, &space, &found);
    for (i = 0; i < test_repeat(2); i++) {
        s = &world.bodies[0].s;
        world.count = 1;
        shape_copy(scene_add(&world), s);
        world.meshes[0].self = 0;
        world.meshes[1].pose = test_pose(&r, s->edge * 5);
        CHECK(scene_build(&world, 1, d, 0) == CLD_OK);
        world.meshes[1].topology = &world.bodies[0].topology;
        scene_view(&world, 0, 0);
        check_scene(&world, d / 4, &space, &found);
    }
}

/* Copies of one mesh with one topology, each with its pose or its positions; strides. */
static void copies_with_poses(void)
{
    int i, k;
    for (i = 0; i < test_repeat(30); i++) {
        test_random r = test_random_from((uint64_t)(50 + i));
        const int copies = 2 + i % 4;
        double d;
        world.count = 0;
        for (k = 0; k < copies; k++) {
            shape *s = scene_add(&world);
            if (i % 3 == 0) shape_torus(s, 9, 6, 1, 0.4);
            if (i % 3 == 1) shape_ball(s, 7, 6, 1);
            if (i % 3 == 2) shape_folded(s, 16, 4, 3, 0.1);
            world.meshes[k].self = 1;
            d = s->edge * 0.2;
            CHECK(scene_build(&world, k, d, 0) == CLD_OK); /* at rest */
            if (i % 2) {
                shape_shake(s, &r, s->edge * 0.3);
                shape_move(s, test_between(&r, 0, 1), 0, 0);
            }
            world.meshes[k].pose = test_pose(&r, i % 5 ? 1 : 1000);
            scene_view(&world, k, (i + k) % 3);
            world.meshes[k].topology = &world.bodies[0].topology;
        }
        check_scene(&world, world.bodies[0].s.edge * 0.2, &space, &found);
    }
}

/* Meshes of very different sizes, one a millionth of another; a hundred of them; one empty. */
static void sizes_and_numbers(void)
{
    test_random r = test_random_from(5);
    int i, k;
    for (i = 0; i < test_repeat(4); i++) {
        world.count = 0;
        for (k = 0; k < 100; k++) {
            shape *s = scene_add(&world);
            const double size = pow(10, test_between(&r, i % 2 ? -6 : -1, 0));
            if (k == 7) { /* nothing */
            } else if (k % 3) {
                shape_ball(s, 4, 3, size);
            } else {
                shape_sheet(s, 3, 0);
            }
            shape_scale(s, k % 3 ? 1 : size * 3);
            shape_move(s, test_between(&r, -1, 1), test_between(&r, -1, 1),
                       test_between(&r, -1, 1));
            world.meshes[k].self = k % 2;
            CHECK(scene_build(&world, k, 0.05, 0) == CLD_OK);
        }
        check_scene(&world, 0.05, &space, &found);
        check_scene(&world, 1e-6, &space, &found);
    }
}

/* Category and mask, 0 among them; a mesh with itself asks nobody. */
static void categories(void)
{
    test_random r = test_random_from(6);
    int i, k;
    for (i = 0; i < test_repeat(40); i++) {
        world.count = 0;
        for (k = 0; k < 5; k++) {
            shape_soup(scene_add(&world), &r, 12, 1);
            world.meshes[k].category = (uint32_t)test_integer(&r, 0, 3);
            world.meshes[k].mask = (uint32_t)test_integer(&r, 0, 3);
            world.meshes[k].self = test_integer(&r, 0, 1);
            CHECK(scene_build(&world, k, 0.1, 0) == CLD_OK);
        }
        check_scene(&world, 0.1, &space, &found);
    }
}

/* ------------------------------------------------------------------------------------- the same */

/* The caller's own tasks: last first, the worker's number going round. */
static void backwards(void *context, int count, cld_task *task, void *data)
{
    const int workers = *(const int *)context;
    int i;
    for (i = count - 1; i >= 0; i--) task(data, i, i % workers);
}

static void from_workers(const scene *c, double d)
{
    static const int workers[] = {2, 7, 3};
    const cld_mesh_params params = params_of(d);
    cld_mesh_pair *pairs[2] = {NULL, NULL};
    int i, alone, count[2];
    ask(c, &params, &space, &found);
    alone = cld_mesh_overlap(c->meshes, c->count, &params, &space);
    count[0] = cld_mesh_intersections(c->meshes, c->count, &space, NULL, 0);
    if (!CHECK(count[0] >= 0)) return;
    for (i = 0; i < 2; i++)
        pairs[i] = (cld_mesh_pair *)oracle_memory(NULL, (size_t)count[0] * sizeof *pairs[i]);
    cld_mesh_intersections(c->meshes, c->count, &space, pairs[0], count[0]);
    for (i = 0; i < 3; i++) {
        cld_workspace w;
        int most = workers[i];
        memset(&w, 0, sizeof w);
        w.tasks.workers = workers[i];
        if (i == 2) w.tasks.run = backwards, w.tasks.context = &most;
        ask(c, &params, &w, &other);
        CHECK(same_bytes(&found, &other));
        CHECK(memcmp(&found.statistics, &other.statistics, sizeof found.statistics) == 0);
        if (found.count > 0) CHECK(cld_mesh_overlap(c->meshes, c->count, &params, &w) == 1);
        if (found.count == 0) CHECK(cld_mesh_overlap(c->meshes, c->count, &params, &w) == alone);
        count[1] = cld_mesh_intersections(c->meshes, c->count, &w, pairs[1], count[0]);
        CHECK(count[1] == count[0]);
        if (count[0]) CHECK(memcmp(pairs[0], pairs[1], (size_t)count[0] * sizeof *pairs[0]) == 0);
        cld_workspace_free(&w);
    }
    free(pairs[0]), free(pairs[1]);
}

static void workers_agree(void)
{
    int kind;
    for (kind = 0; kind < KINDS; kind++) {
        test_random r = test_random_from((uint64_t)(70 + kind));
        double d;
        make_scene(&world, &r, kind, 300);
        d = world.bodies[0].s.edge * 0.3;
        build_scene(&world, d, 0);
        from_workers(&world, d);
    }
    for (kind = 0; kind < test_repeat(4); kind++) { /* large enough for tasks */
        static const int large[] = {KNOT, TWO_TORI, ROLLED, STACK};
        test_random r = test_random_from((uint64_t)(90 + kind));
        double d;
        int i;
        make_scene(&world, &r, large[kind % 4], test_effort < 30 ? 3000 : 12000);
        d = world.bodies[0].s.edge * (kind % 4 > 1 ? 2 : 0.3);
        for (i = 0; i < world.count; i++) {
            world.meshes[i].self = 0; /* not in the oracle, which is not asked */
            CHECK(scene_build(&world, i, d, 0) == CLD_OK);
            world.meshes[i].self = 1;
        }
        from_workers(&world, d);
        if (!CHECK(found.count > 100)) printf("    kind %d: %d\n", large[kind % 4], found.count);
    }
}

/* Steady state: the second time nothing is allocated, and the answer has the same bytes; what was
   asked in between does not matter. */
static void asked_again(void)
{
    test_memory memory;
    cld_workspace w;
    int kind;
    test_memory_reset(&memory, 0);
    memset(&w, 0, sizeof w);
    w.allocator = test_allocator(&memory);
    for (kind = 0; kind < KINDS; kind++) {
        test_random r = test_random_from((uint64_t)(110 + kind));
        cld_mesh_params params;
        long requests;
        int i;
        make_scene(&world, &r, kind, 200);
        params = params_of(world.bodies[0].s.edge * 0.5);
        build_scene(&world, (double)params.distance, 0);
        ask(&world, &params, &w, &found);
        cld_mesh_intersections(world.meshes, world.count, &w, NULL, 0);
        requests = memory.requests;
        for (i = 0; i < 3; i++) {
            ask(&world, &params, &w, &other);
            CHECK(same_bytes(&found, &other));
            check_overlap(&world, &params, found.count, &w);
            cld_mesh_intersections(world.meshes, world.count, &w, NULL, 0);
        }
        CHECK(memory.requests == requests);
    }
    cld_workspace_free(&w);
    CHECK(memory.live == 0 && memory.blocks == 0);
}

/* A smaller capacity: the first ones, the same count; the rest of the buffer is not touched. */
static void capacities(void)
{
    int kind;
    for (kind = 0; kind < KINDS; kind++) {
        test_random r = test_random_from((uint64_t)(130 + kind));
        cld_mesh_params params;
        int i, n;
        make_scene(&world, &r, kind, 120);
        params = params_of(world.bodies[0].s.edge * 0.5);
        build_scene(&world, (double)params.distance, 0);
        n = ask(&world, &params, &space, &found);
        CHECK(cld_mesh_collide(world.meshes, world.count, &params, &space, NULL, 0, NULL) == n);
        for (i = 0; i < 6 && n > 0; i++) {
            const int room = i == 0 ? n - 1 : test_integer(&r, 0, n);
            cld_mesh_contact *k =
                (cld_mesh_contact *)oracle_memory(NULL, (size_t)(room + 1) * sizeof *k);
            memset(k, 0x5a, (size_t)(room + 1) * sizeof *k);
            CHECK(cld_mesh_collide(world.meshes, world.count, &params, &space, k, room, NULL) == n);
            if (room) CHECK(memcmp(k, found.at, (size_t)room * sizeof *k) == 0);
            CHECK(k[room].mesh_a == 0x5a5a5a5a && k[room].vertices[3] == 0x5a5a5a5a);
            free(k);
        }
    }
}

/* Out of memory at each allocation in turn: said, nothing leaks, and the next query works. */
static void out_of_memory(void)
{
    test_memory memory;
    cld_workspace w;
    long n;
    int what;
    test_random r = test_random_from(7);
    cld_mesh_params params;
    make_scene(&world, &r, KNOT, 500);
    params = params_of(world.bodies[0].s.edge * 0.5);
    world.meshes[0].self = 0;
    CHECK(scene_build(&world, 0, (double)params.distance, 0) == CLD_OK);
    world.meshes[0].self = 1;
    ask(&world, &params, &space, &found);
    CHECK(found.count > 100);
    memset(&w, 0, sizeof w);
    for (what = 0; what < 3; what++) {
        const int wanted = what == 0   ? found.count
                           : what == 1 ? 1
                                       : cld_mesh_intersections(world.meshes, 1, &space, NULL, 0);
        for (n = 1; n < 1000; n++) {
            int status;
            test_memory_reset(&memory, n);
            w.allocator = test_allocator(&memory);
            if (what == 0)
                status = cld_mesh_collide(world.meshes, 1, &params, &w, NULL, 0, NULL);
            else if (what == 1)
                status = cld_mesh_overlap(world.meshes, 1, &params, &w);
            else
                status = cld_mesh_intersections(world.meshes, 1, &w, NULL, 0);
            CHECK(status == wanted || (memory.failed && status == CLD_ERROR_MEMORY));
            if (!memory.failed) break;
            memory.fail_at = 0; /* memory is back */
            CHECK(cld_mesh_collide(world.meshes, 1, &params, &w, NULL, 0, NULL) == found.count);
            cld_workspace_free(&w);
            CHECK(memory.live == 0 && memory.blocks == 0);
        }
        CHECK(n > 1 && n < 1000);
        cld_workspace_free(&w);
        CHECK(memory.live == 0 && memory.blocks == 0);
    }
}

/* Contacts, and what overlap says agrees. */
static int collide_of(const cld_mesh *m, int count, const cld_mesh_params *p, cld_workspace *w)
{
    const int a = cld_mesh_collide(m, count, p, w, NULL, 0, NULL);
    const int b = cld_mesh_overlap(m, count, p, w);
    CHECK(a < 0 ? b == a : a == 0 || b == 1);
    return a;
}

static int ask_memory(int what, cld_workspace *w)
{
    cld_mesh_params params = params_of(0.3);
    params.closest = what == 1;
    if (what < 2) return cld_mesh_collide(world.meshes, world.count, &params, w, NULL, 0, NULL);
    if (what == 2) return cld_mesh_overlap(world.meshes, world.count, &params, w);
    return cld_mesh_intersections(world.meshes, world.count, w, NULL, 0);
}

/* A first try for more than was asked for is refused, so that each array has a block of its own. */
static void *exactly(void *context, void *memory, size_t old_size, size_t new_size)
{
    if (!memory && new_size > 65536 && new_size < 65536 + 256) return NULL;
    return test_realloc(context, memory, old_size, new_size);
}

/* Memory that ends at any array, of small scenes, of one that is large enough for two workers, and
   of one of many bodies: it is said, and with more memory all is as if nothing had been. */
static void memory_ends_anywhere(void)
{
    int what, kind, n_workers = 2, i;
    for (kind = 0; kind < 3; kind++) {
        test_random r = test_random_from(9);
        const int large = kind == 1;
        world.count = 0;
        for (i = 0; i < (kind == 2 ? 20 : 3); i++) {
            shape *s = scene_add(&world);
            if (large)
                shape_sheet(s, 54, 0.004 * i), shape_scale(s, 53);
            else
                shape_tangle(s, &r, 12, kind == 2 ? 4 : 14);
            world.meshes[i].self = i == 1;
            CHECK(scene_build(&world, i, 0, -1) == CLD_OK);
        }
        for (what = 0; what < (large ? 1 : 4); what++) {
            test_memory memory;
            cld_workspace w;
            int wanted, n;
            memset(&w, 0, sizeof w);
            test_memory_reset(&memory, 0);
            w.allocator = test_allocator(&memory), w.allocator.realloc_fn = exactly;
            if (large) w.tasks.run = backwards, w.tasks.context = &n_workers, w.tasks.workers = 2;
            wanted = ask_memory(what, &w);
            CHECK(wanted > 0);
            for (n = 1; n < 1000; n += large && test_effort < 20 ? 5 : 1) {
                cld_workspace_free(&w);
                CHECK(memory.live == 0 && memory.blocks == 0);
                test_memory_reset(&memory, n);
                i = ask_memory(what, &w);
                CHECK(i == (memory.failed ? CLD_ERROR_MEMORY : wanted));
                if (!memory.failed) break;
                memory.fail_at = 0;
                CHECK(ask_memory(what, &w) == wanted);
            }
            CHECK(n > 15 && n < 1000);
            cld_workspace_free(&w);
            CHECK(memory.live == 0 && memory.blocks == 0);
        }
    }
}

/* Many thin triangles side by side, along a diagonal: the box of each overlaps all others', and
   none comes near another; but for one that goes across all. */
static void all_boxes_overlap(void)
{
    const int n = 200;
    cld_mesh_params params = params_of(0.01);
    int with, i;
    for (with = 0; with < 2; with++) {
        shape *s;
        world.count = 0;
        s = scene_add(&world);
        for (i = 0; i < n; i++) {
            const double x = 0.05 * i;
            shape_vertex(s, x, -x, 0), shape_vertex(s, 99 + x, 99 - x, 99);
            shape_vertex(s, 99 + x, 99 - x, 99.01);
            shape_triangle(s, 3 * i, 3 * i + 1, 3 * i + 2);
        }
        if (with) {
            shape_vertex(s, 40, 40, 40.001), shape_vertex(s, 60, 20, 40.001);
            shape_vertex(s, 60, 20, 40.0015);
            shape_triangle(s, 3 * n, 3 * n + 1, 3 * n + 2);
        }
        world.meshes[0].self = 1;
        CHECK(scene_build(&world, 0, 0, -1) == CLD_OK);
        check_scene(&world, (double)params.distance, &space, &found);
        CHECK(found.statistics.cluster_pairs == (size_t)((n + with) * (n + with + 1) / 2));
        CHECK(cld_mesh_overlap(world.meshes, 1, &params, &space) == with);
        i = cld_mesh_intersections(world.meshes, 1, &space, NULL, 0);
        CHECK(with ? i > n / 2 : i == 0);
    }
}

/* A scene whose meshes have their neighbours by different rules. */
static void neighbours_here_and_there(void)
{
    int i, round;
    for (round = 0; round < test_repeat(20); round++) {
        test_random r = test_random_from((uint64_t)(300 + round));
        world.count = 0;
        for (i = 0; i < 3; i++) {
            shape *s = scene_add(&world);
            shape_sheet(s, 5, 0.05 * i);
            shape_shake(s, &r, 0.1);
            world.meshes[i].self = 1;
            CHECK(scene_build(&world, i, 0.2, (i + round) % 3 - 1) == CLD_OK);
        }
        check_scene(&world, 0.2, &space, &found);
    }
}

/* So many copies of a mesh that their vertices, or their clusters, have no numbers of 32 bits: a
   status, before anything is allocated for them. */
static void more_than_there_are_numbers(void)
{
    enum { COPIES = 1 << 14 };
    cld_mesh *m = (cld_mesh *)oracle_memory(NULL, COPIES * sizeof *m);
    const cld_mesh_params params = params_of(0.1);
    int which, i;
    for (which = 0; which < 2; which++) {
        shape *s;
        world.count = 0;
        s = scene_add(&world);
        if (which) /* 4097 clusters of one triangle each, all of three vertices */
            for (i = 0; i < 4097 * 3; i++) shape_vertex(s, i, i % 7, i % 5);
        for (i = 0; which && i < 4097; i++) shape_triangle(s, 3 * i, 3 * i + 1, 3 * i + 2);
        if (!which) /* 65537 vertices */
            for (i = 0; i < 65537; i++) shape_vertex(s, i, 0, 0);
        CHECK(scene_build(&world, 0, 0, -1) == CLD_OK);
        for (i = 0; i < COPIES; i++) m[i] = world.meshes[0], m[i].mask = 2;
        CHECK(collide_of(m, COPIES, &params, &space) == CLD_ERROR_COUNT);
        CHECK(cld_mesh_intersections(m, COPIES, &space, NULL, 0) == CLD_ERROR_COUNT);
        CHECK(collide_of(m, 2, &params, &space) == 0);
    }
    free(m);
}

/* Two threads' worth of workspaces aside, a failure writes nothing: neither contacts nor counts. */
static void nothing_is_written_on_error(void)
{
    test_memory memory;
    cld_workspace w;
    cld_mesh_contact k[8];
    cld_mesh_statistics s;
    test_random r = test_random_from(8);
    cld_mesh_params params;
    unsigned char before[sizeof k];
    int i;
    memset(&w, 0, sizeof w), memset(k, 0x77, sizeof k), memset(before, 0x77, sizeof before);
    memset(&s, 0x77, sizeof s);
    make_scene(&world, &r, KNOT, 200);
    params = params_of(world.bodies[0].s.edge);
    build_scene(&world, 0, -1);
    for (i = 0; i < 3; i++) {
        int status;
        test_memory_reset(&memory, i + 1);
        w.allocator = test_allocator(&memory);
        status = cld_mesh_collide(world.meshes, 1, &params, &w, k, 8, &s);
        if (!memory.failed) break;
        CHECK(status == CLD_ERROR_MEMORY);
        CHECK(memcmp(k, before, sizeof k) == 0);
        CHECK(memcmp(&s, before, sizeof s) == 0);
        cld_workspace_free(&w);
    }
    cld_workspace_free(&w);
    world.bodies[0].given[0] = (cld_real)TEST_INFINITY;
    CHECK(cld_mesh_collide(world.meshes, 1, &params, &space, k, 8, &s) == CLD_ERROR_FINITE);
    CHECK(memcmp(k, before, sizeof k) == 0 && memcmp(&s, before, sizeof s) == 0);
}

/* ------------------------------------------------------------------------------ changed scenes */

/* Sorted by what they name. */
static int contact_order(const void *x, const void *y)
{
    const cld_mesh_contact *a = (const cld_mesh_contact *)x, *b = (const cld_mesh_contact *)y;
    const uint64_t a0 = side_of(a->mesh_a, a->contact.feature_a);
    const uint64_t a1 = side_of(a->mesh_b, a->contact.feature_b);
    const uint64_t b0 = side_of(b->mesh_a, b->contact.feature_a);
    const uint64_t b1 = side_of(b->mesh_b, b->contact.feature_b);
    if (a0 != b0) return a0 < b0 ? -1 : 1;
    return (a1 > b1) - (a1 < b1);
}

static void sort_contacts(answer *a)
{
    if (a->count > 0) qsort(a->at, (size_t)a->count, sizeof *a->at, contact_order);
}

static cld_vec3 scaled(cld_vec3 v, cld_real by)
{
    v.x *= by, v.y *= by, v.z *= by;
    return v;
}

/* By a power of two: all bits of all numbers, but for the exponents. */
static void scaled_by_powers_of_two(void)
{
    static const int powers[] = {-20, 20, 1, -7};
    int kind, i, k;
    for (kind = 0; kind < KINDS; kind++) {
        test_random r = test_random_from((uint64_t)(150 + kind));
        cld_mesh_params params;
        double by = 1;
        make_scene(&world, &r, kind, 150);
        params = params_of(world.bodies[0].s.edge * 0.4);
        build_scene(&world, (double)params.distance, 0);
        ask(&world, &params, &space, &found);
        by = ldexp(1, powers[kind % 4]);
        for (i = 0; i < world.count; i++) shape_scale(&world.bodies[i].s, by);
        params.distance *= (cld_real)by;
        build_scene(&world, (double)params.distance, 0);
        ask(&world, &params, &space, &other);
        for (i = 0; i < found.count; i++) {
            cld_contact *c = &found.at[i].contact;
            c->point_a = scaled(c->point_a, (cld_real)by);
            c->point_b = scaled(c->point_b, (cld_real)by);
            c->distance *= (cld_real)by;
        }
        if (!CHECK(same_bytes(&found, &other))) {
            printf("    kind %d, by 2^%d: %d and %d contacts\n", kind, powers[kind % 4],
                   found.count, other.count);
            for (k = 0; k < found.count && k < other.count; k++)
                if (memcmp(&found.at[k], &other.at[k], sizeof found.at[k]) != 0) break;
            printf("    the first that differs: %d\n", k);
        }
    }
}

/* Axes mirrored: the same pairs at the same distances, the points mirrored. Bit for bit in any
   order; only the weights of what is parallel or of distance 0 may differ, as there are several. */
static void mirrored(void)
{
    int kind, i, axis;
    for (kind = 0; kind < KINDS; kind++) {
        test_random r = test_random_from((uint64_t)(170 + kind));
        cld_mesh_params params;
        make_scene(&world, &r, kind, 150);
        place_scene(&world, &r, 1, 1);
        params = params_of(world.bodies[0].s.edge * 0.4);
        build_scene(&world, (double)params.distance, 0);
        ask(&world, &params, &space, &found);
        axis = kind % 3;
        for (i = 0; i < world.count; i++) {
            shape *s = &world.bodies[i].s;
            int v;
            for (v = 0; v < s->vertex_count; v++) s->xyz[3 * v + axis] *= -1;
        }
        build_scene(&world, (double)params.distance, 0);
        ask(&world, &params, &space, &other);
        sort_contacts(&found), sort_contacts(&other);
        if (!CHECK(found.count == other.count)) continue;
        for (i = 0; i < found.count; i++) {
            const cld_contact *a = &found.at[i].contact, *b = &other.at[i].contact;
            CHECK(contact_order(&found.at[i], &other.at[i]) == 0);
            if (test_fused())
                CHECK_NEAR(a->distance, b->distance,
                           8 * TEST_ROUND * (double)(a->distance + params.distance));
            else
                CHECK(a->distance == b->distance);
        }
    }
}

/* Triangles in another order: the same contacts, each under its new name. */
static void renumbered(void)
{
    int kind, i;
    for (kind = 0; kind < KINDS; kind++) {
        test_random r = test_random_from((uint64_t)(190 + kind));
        double d;
        make_scene(&world, &r, kind, 150);
        d = world.bodies[0].s.edge * 0.4;
        build_scene(&world, d, 0);
        check_scene(&world, d, &space, &other);
        for (i = 0; i < world.count; i++) shape_shuffle(&world.bodies[i].s, &r, 1, NULL);
        build_scene(&world, d, 0);
        check_scene(&world, d, &space, &found);
        CHECK(found.count == other.count); /* the same pairs, decided by the same numbers */
        CHECK(found.statistics.neighbours == other.statistics.neighbours);
    }
}

/* Meshes in another order: A and B change places, normals turn. */
static void swapped(void)
{
    long count = 0;
    int i, k;
    for (i = 0; i < test_repeat(10); i++) {
        test_random r = test_random_from((uint64_t)(210 + i));
        cld_mesh_params params;
        cld_mesh first;
        make_scene(&world, &r, TWO_TORI, 200);
        world.meshes[0].self = world.meshes[1].self = 0;
        params = params_of(world.bodies[0].s.edge * 1.5);
        build_scene(&world, (double)params.distance, 0);
        ask(&world, &params, &space, &found);
        first = world.meshes[0], world.meshes[0] = world.meshes[1], world.meshes[1] = first;
        ask(&world, &params, &space, &other);
        CHECK(other.count == found.count);
        count += found.count;
        for (k = 0; k < other.count; k++) {
            cld_contact *c = &other.at[k].contact;
            const cld_vec3 p = c->point_a;
            const uint32_t feature = c->feature_a;
            c->point_a = c->point_b, c->point_b = p;
            c->feature_a = c->feature_b, c->feature_b = feature;
        }
        sort_contacts(&found), sort_contacts(&other);
        for (k = 0; k < other.count && k < found.count; k++) {
            const cld_contact *a = &found.at[k].contact, *b = &other.at[k].contact;
            CHECK(contact_order(&found.at[k], &other.at[k]) == 0);
            /* each is the nearest place rounded in its own way: check_measures has the bounds */
            CHECK_NEAR(a->distance, b->distance,
                       2 * TEST_ROUND * (double)a->distance + 2 * CHECK_UNIT * DBL_EPSILON * 4);
        }
    }
    CHECK(count > 0);
}

/* A mesh twice in the scene is two meshes: what one has with itself it has with its copy, and all
   that is neighbours besides, at distance 0 the common vertices. */
static void a_mesh_and_its_copy(void)
{
    test_random r = test_random_from(9);
    double d;
    make_scene(&world, &r, KNOT, 150);
    shape_copy(scene_add(&world), &world.bodies[0].s);
    d = world.bodies[0].s.edge * 0.4;
    build_scene(&world, d, 0);
    check_scene(&world, d, &space, &found);
    CHECK(found.count > 2 * world.bodies[0].s.vertex_count);
}

/* ------------------------------------------------------------------------------------- closest */

/* One side of a contact as a group: the vertex, or the edge, in its pair of meshes; or none. */
typedef struct group {
    uint64_t meshes, side;
    int index; /* of the contact */
} group;

static int group_order(const void *x, const void *y)
{
    const group *a = (const group *)x, *b = (const group *)y;
    if (a->meshes != b->meshes) return a->meshes < b->meshes ? -1 : 1;
    if (a->side != b->side) return a->side < b->side ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static int groups_of(const answer *a, group *out)
{
    int i, n = 0, side;
    for (i = 0; i < a->count; i++)
        for (side = 0; side < 2; side++) {
            const cld_mesh_contact *k = &a->at[i];
            const uint32_t feature = side ? k->contact.feature_b : k->contact.feature_a;
            if (feature % 4 == CLD_FEATURE_FACE) continue;
            out[n].meshes = ((uint64_t)(uint32_t)k->mesh_a << 32) + (uint32_t)k->mesh_b;
            out[n].side = side_of(side ? k->mesh_b : k->mesh_a, feature);
            out[n++].index = i;
        }
    qsort(out, (size_t)n, sizeof *out, group_order);
    return n;
}

/* Of each vertex and of each edge the closest contact, of equal ones the first. In float, distances
   that differ as doubles may be equal as reported: then any of the equal ones will do. */
static void check_closest(const answer *all, const answer *closest)
{
    group *g = (group *)oracle_memory(NULL, 2 * (size_t)(all->count + 1) * sizeof *g);
    char *kept = (char *)oracle_memory(NULL, (size_t)all->count + 1);
    char *wanted = (char *)oracle_memory(NULL, (size_t)all->count + 1);
    const int n = groups_of(all, g);
    int i, k = 0, from, to;
    memset(kept, 0, (size_t)all->count + 1), memset(wanted, 0, (size_t)all->count + 1);
    for (i = 0; i < all->count && k < closest->count; i++)
        if (memcmp(&all->at[i], &closest->at[k], sizeof *all->at) == 0) kept[i] = 1, k++;
    CHECK(k == closest->count); /* some of all, in their order */
    for (from = 0; from < n; from = to) {
        double least = HUGE_VAL;
        int first = -1, equal = 0, some = 0;
        for (to = from; to < n && g[to].meshes == g[from].meshes && g[to].side == g[from].side;
             to++) {
            const double d = (double)all->at[g[to].index].contact.distance;
            if (d < least) least = d, first = g[to].index;
        }
        for (i = from; i < to; i++) {
            const int at = g[i].index;
            if ((double)all->at[at].contact.distance != least) continue;
            equal++, some += kept[at], wanted[at] |= 2;
        }
        CHECK(some > 0);
        if (equal == 1 || sizeof(cld_real) == 8) wanted[first] |= 1;
    }
    for (i = 0; i < all->count; i++) {
        if (wanted[i] & 1) CHECK(kept[i]);
        if (kept[i]) CHECK(sizeof(cld_real) == 8 ? wanted[i] & 1 : wanted[i] & 2);
    }
    free(g), free(kept), free(wanted);
}

static void only_the_closest(void)
{
    int kind, i;
    for (kind = 0; kind < KINDS; kind++)
        for (i = 0; i < test_repeat(2); i++) {
            test_random r = test_random_from((uint64_t)(230 + 2 * kind + i));
            cld_mesh_params params;
            long before;
            make_scene(&world, &r, kind, 150);
            params = params_of(world.bodies[0].s.edge * (i ? 1 : 0.3));
            build_scene(&world, (double)params.distance, 0);
            ask(&world, &params, &space, &found);
            params.closest = 1;
            ask(&world, &params, &space, &other);
            CHECK(other.statistics.contacts == (size_t)other.count);
            CHECK((found.count > 0) == (other.count > 0));
            check_overlap(&world, &params, other.count, &space);
            before = test_failures;
            check_closest(&found, &other);
            if (test_failures > before && before < 20)
                printf("    kind %d, %d meshes, %d of %d contacts\n", kind, world.count,
                       other.count, found.count);
        }
}

/* --------------------------------------------------------------------------------------- cones */

/* Proved cones leave no contact out; those of the heuristic give some of them, and lose some. */
static void cones(void)
{
    int kind, i;
    for (kind = 0; kind < KINDS; kind++)
        for (i = 0; i < test_repeat(2); i++) {
            test_random r = test_random_from((uint64_t)(270 + 2 * kind + i));
            cld_mesh_params params;
            int k, j = 0;
            make_scene(&world, &r, kind, 250);
            params = params_of(world.bodies[0].s.edge * (i ? 1.5 : 0.3));
            build_scene(&world, (double)params.distance, i ? -1 : 0);
            ask(&world, &params, &space, &found);
            CHECK(found.statistics.clusters_culled == 0);
            k = cld_mesh_overlap(world.meshes, world.count, &params, &space);
            params.cones = CLD_MESH_CONES_PROVED;
            ask(&world, &params, &space, &other);
            CHECK(same_bytes(&found, &other));
            CHECK(cld_mesh_overlap(world.meshes, world.count, &params, &space) == k);
            params.cones = CLD_MESH_CONES_HEURISTIC;
            ask(&world, &params, &space, &other);
            sort_contacts(&found), sort_contacts(&other);
            for (k = 0; k < found.count && j < other.count; k++)
                j += memcmp(&found.at[k], &other.at[j], sizeof *found.at) == 0;
            CHECK(j == other.count);
        }
}

/* ------------------------------------------------------------------------------- intersections */

/* The position in the world as cld_real has it, from the oracle's. */
static void rounded_triangle(const oracle_mesh *m, int t, oracle_vec out[3])
{
    int k;
    for (k = 0; k < 3; k++) {
        const oracle_vec p = m->at[m->triangles[3 * t + k]];
        out[k].x = as_given((double)p.x), out[k].y = as_given((double)p.y);
        out[k].z = as_given((double)p.z);
    }
}

static int common_vertex(const oracle_mesh *m, int t, int u)
{
    int i, k;
    for (i = 0; i < 3; i++)
        for (k = 0; k < 3; k++)
            if (m->triangles[3 * t + i] == m->triangles[3 * u + k]) return 1;
    return 0;
}

/* Every pair of triangles, each once, against the list. Returns how many of the oracle's are in
   doubt. `exact`: whole coordinates. */
static long check_intersections(const scene *c, int exact)
{
    const int n = cld_mesh_intersections(c->meshes, c->count, &space, NULL, 0);
    const size_t room = n > 0 ? (size_t)n : 0;
    cld_mesh_pair *pairs = (cld_mesh_pair *)oracle_memory(NULL, (room + 1) * sizeof *pairs);
    long either = 0, sure = 0, there = 0;
    int a, b, i, t, u;
    CHECK(n >= 0);
    if (n > 0) CHECK(cld_mesh_intersections(c->meshes, c->count, &space, pairs, n) == n);
    for (a = 0; a < c->count; a++)
        for (b = a; b < c->count; b++) {
            const oracle_mesh *m = &c->oracle[a], *o = &c->oracle[b];
            char *table =
                (char *)oracle_memory(NULL, (size_t)m->triangle_count * (size_t)o->triangle_count);
            memset(table, 0, (size_t)m->triangle_count * (size_t)o->triangle_count);
            for (i = 0; i < n; i++) {
                int x = pairs[i].triangle_a, y = pairs[i].triangle_b;
                if (pairs[i].mesh_a != a || pairs[i].mesh_b != b) continue;
                there++;
                if (!CHECK(x >= 0 && y >= 0 && x < m->triangle_count && y < o->triangle_count))
                    continue;
                if (a == b && x > y) t = x, x = y, y = t;
                CHECK(!table[x * o->triangle_count + y]); /* once */
                table[x * o->triangle_count + y] = 1;
            }
            for (t = 0; t < m->triangle_count; t++)
                for (u = a == b ? t + 1 : 0; u < o->triangle_count; u++) {
                    oracle_vec p[3], q[3];
                    int want = 0;
                    rounded_triangle(m, t, p), rounded_triangle(o, u, q);
                    if (a == b ? m->self && !common_vertex(m, t, u) : oracle_allowed(m, o))
                        want = oracle_triangles(p, q, exact);
                    either += want == ORACLE_EITHER, sure += want == 1;
                    if (want == ORACLE_EITHER) continue;
                    if (!CHECK(table[t * o->triangle_count + u] == want))
                        printf("    meshes %d and %d, triangles %d and %d: want %d\n", a, b, t, u,
                               want);
                }
            free(table);
        }
    CHECK(there == n); /* mesh_a <= mesh_b in all */
    free(pairs);
    return either;
}

static void intersections(void)
{
    int i, kind;
    long either = 0;
    for (i = 0; i < test_repeat(20);
         i++) { /* whole coordinates: exact, with touching of all kinds */
        test_random r = test_random_from((uint64_t)(320 + i));
        world.count = 0;
        for (kind = 0; kind < 2; kind++) {
            shape_degenerate(scene_add(&world), &r, 30, 40, 1 + i % 7);
            world.meshes[kind].self = 1;
            world.meshes[kind].mask = (uint32_t)(i % 5 == 0 ? 2 : 0);
            if (i % 2) shape_scale(&world.bodies[kind].s, ldexp(1, i % 40 - 20));
            CHECK(scene_build(&world, kind, 0, i % 3 - 1) == CLD_OK);
        }
        CHECK(check_intersections(&world, 1) == 0);
    }
    for (kind = 0; kind < KINDS; kind++) {
        test_random r = test_random_from((uint64_t)(350 + kind));
        make_scene(&world, &r, kind, 150);
        if (kind % 2) place_scene(&world, &r, 1, 100);
        build_scene(&world, 0, 0);
        either += check_intersections(&world, kind == POINT);
    }
    printf("     %ld pairs of triangles within rounding of touching\n", either);
}

/* Turned by right angles: positions in the world are exact, so is the answer. */
static void intersections_with_poses(void)
{
    int i, k;
    for (i = 0; i < test_repeat(10); i++) {
        test_random r = test_random_from((uint64_t)(380 + i));
        world.count = 0;
        for (k = 0; k < 3; k++) {
            cld_pose *p = &world.meshes[k].pose;
            shape_degenerate(scene_add(&world), &r, 20, 15, 4);
            p->rotation.x.y = 1, p->rotation.y.x = -1, p->rotation.z.z = 1;
            p->position.x = (cld_real)test_integer(&r, 0, 4);
            p->position.z = (cld_real)test_integer(&r, -2, 2);
            if (k == 1) memset(&p->rotation, 0, sizeof p->rotation);
            world.meshes[k].self = k != 2;
            CHECK(scene_build(&world, k, 0, 0) == CLD_OK);
        }
        CHECK(check_intersections(&world, 1) == 0);
    }
}

/* ------------------------------------------------------------------- overlap without a contact */

/* A needle or an edge through the middle of large triangles: nothing is near any vertex or edge of
   theirs. Two meshes, and one with itself, small and large, near and far; beside it is 0. */
static void through_the_middle(void)
{
    static const uint32_t ground[] = {0, 1, 2}, needle[] = {3, 4, 5};
    static const cld_real at[] = {-40, -40, 0,  40, -40, 0,  0, 40, 0,
                                  0,   -2,  30, 0,  2,   30, 0, 0,  -30};
    static const uint32_t both[] = {0, 1, 2, 3, 4, 5};
    int i, k, large;
    for (i = 0; i < 60; i++) {
        const double scale = ldexp(1, i % 20 * 4 - 40), aside = i % 3 == 2 ? 90 : i % 3;
        const double away = i % 4 ? 0 : 1000;
        cld_real xyz[18];
        cld_mesh_topology topology[3];
        cld_mesh m[3];
        const cld_mesh_params params = params_of(1.5 * scale);
        for (k = 0; k < 18; k++) {
            const double x = (double)at[k] + (k % 3 == 0 && k >= 9 ? aside : 0);
            xyz[k] = (cld_real)((x + away) * scale);
        }
        memset(topology, 0, sizeof topology);
        a_view(&m[0], xyz, 6, ground, 1, &topology[0]);
        a_view(&m[1], xyz, 6, needle, 1, &topology[1]);
        a_view(&m[2], xyz, 6, both, 2, &topology[2]);
        for (k = 0; k < 3; k++) m[k].topology = &topology[k];
        m[2].self = 1;
        large = aside < 90;
        CHECK(cld_mesh_collide(m, 2, &params, &space, NULL, 0, NULL) == 0);
        CHECK(cld_mesh_overlap(m, 2, &params, &space) == large);
        CHECK(cld_mesh_overlap(m + 2, 1, &params, &space) == large);
        m[2].self = 0, m[1].mask = 2;
        CHECK(cld_mesh_overlap(m, 2, &params, &space) == 0); /* these may not meet */
        CHECK(cld_mesh_overlap(m + 2, 1, &params, &space) == 0);
        for (k = 0; k < 3; k++) cld_mesh_topology_free(&topology[k]);
    }
}

/* Soups of a few large triangles: most meet somewhere in the middle, at distances that leave no
   contact; with poses, with themselves, with neighbours or not. */
static void soups_that_cross(void)
{
    const long before = checked_crossings;
    int i, k, t;
    for (i = 0; i < test_repeat(1500); i++) {
        test_random r = test_random_from((uint64_t)(12000 + i));
        const double d = pow(10, test_between(&r, -6, -0.5));
        world.count = 0;
        for (k = 0; k < 1 + i % 3; k++) {
            shape *s = scene_add(&world);
            shape_clear(s);
            for (t = 0; t < 9; t++)
                shape_vertex(s, test_between(&r, -2, 2), test_between(&r, -2, 2),
                             test_between(&r, -2, 2));
            for (t = 0; t < 9; t += 3) shape_triangle(s, t, t + 1, t + 2);
            if (i % 5 == 0) shape_triangle(s, 0, 3, 6);
            world.meshes[k].self = i % 3 == 0 || i % 4 == 0;
        }
        if (i % 2) place_scene(&world, &r, 1, 100);
        build_scene(&world, d, i % 5 ? 0 : 0.5);
        check_scene(&world, d, &space, &found);
    }
    printf("     %ld scenes without a contact cross\n", checked_crossings - before);
    if (test_effort >= 20) CHECK(checked_crossings > before + 20);
}

/* --------------------------------------------------------------------------------------- errors */

/* Welding against all pairs; then a box of loose triangles hangs together. */
static void welded(void)
{
    test_random r = test_random_from(77);
    cld_workspace own;
    cld_real xyz[3 * 200];
    uint32_t first[200];
    cld_mesh m;
    int i, j, k, repeat;
    memset(&own, 0, sizeof own), memset(&m, 0, sizeof m);
    m.positions = xyz;
    for (repeat = 0; repeat < 200; repeat++) {
        const int n = test_integer(&r, 0, 200), few = test_integer(&r, 1, 6);
        int count = 0, told;
        for (i = 0; i < 3 * n; i++) {
            xyz[i] = (cld_real)test_integer(&r, -few, few);
            if (xyz[i] == 0 && i % 2) xyz[i] = -xyz[i];
        }
        m.vertex_count = n;
        told = cld_mesh_weld(&m, &own, first);
        for (i = 0; i < n; i++) {
            for (j = 0; j < i; j++) {
                for (k = 0; k < 3 && xyz[3 * i + k] == xyz[3 * j + k]; k++) {}
                if (k == 3) break;
            }
            CHECK(first[i] == (uint32_t)j);
            count += j == i;
        }
        CHECK(told == count);
    }
    CHECK(cld_mesh_weld(NULL, &own, first) == CLD_ERROR_NULL);
    CHECK(cld_mesh_weld(&m, NULL, first) == CLD_ERROR_NULL);
    m.vertex_count = 2;
    CHECK(cld_mesh_weld(&m, &own, NULL) == CLD_ERROR_NULL);
    xyz[4] = (cld_real)TEST_NAN;
    CHECK(cld_mesh_weld(&m, &own, first) == CLD_ERROR_FINITE);
    m.stride = 1;
    CHECK(cld_mesh_weld(&m, &own, first) == CLD_ERROR_STRIDE);
    cld_workspace_free(&own);
}

static void bad_questions(void)
{
    test_random r = test_random_from(10);
    cld_mesh_params params = params_of(0.1), p;
    cld_mesh_contact k;
    cld_mesh_pair pair;
    cld_mesh bad;
    int i;
    static const double distances[] = {0, -1, -1e-30, 1};
    make_scene(&world, &r, KNOT, 100);
    build_scene(&world, 0.1, 0);
    CHECK(collide_of(NULL, 1, &params, &space) == CLD_ERROR_NULL);
    CHECK(collide_of(world.meshes, 1, NULL, &space) == CLD_ERROR_NULL);
    CHECK(collide_of(world.meshes, 1, &params, NULL) == CLD_ERROR_NULL);
    CHECK(collide_of(world.meshes, -1, &params, &space) == CLD_ERROR_COUNT);
    CHECK(collide_of(world.meshes, 0, &params, &space) == 0);
    CHECK(collide_of(NULL, 0, &params, &space) == 0);
    CHECK(cld_mesh_intersections(NULL, 1, &space, NULL, 0) == CLD_ERROR_NULL);
    CHECK(cld_mesh_intersections(world.meshes, 1, NULL, NULL, 0) == CLD_ERROR_NULL);
    CHECK(cld_mesh_intersections(world.meshes, -1, &space, NULL, 0) == CLD_ERROR_COUNT);
    CHECK(cld_mesh_intersections(world.meshes, 0, &space, NULL, 0) == 0);
    CHECK(cld_mesh_collide(world.meshes, 1, &params, &space, &k, -1, NULL) == CLD_ERROR_COUNT);
    CHECK(cld_mesh_collide(world.meshes, 1, &params, &space, NULL, 1, NULL) == CLD_ERROR_NULL);
    CHECK(cld_mesh_intersections(world.meshes, 1, &space, &pair, -1) == CLD_ERROR_COUNT);
    CHECK(cld_mesh_intersections(world.meshes, 1, &space, NULL, 1) == CLD_ERROR_NULL);
    for (i = 0; i < 9; i++) {
        p = params;
        if (i < 3) p.distance = (cld_real)distances[i];
        if (i == 3) p.distance = (cld_real)TEST_NAN;
        if (i == 4) p.distance = (cld_real)TEST_INFINITY;
        if (i == 5) p.cones = (cld_mesh_cones)3;
        if (i == 6) p.cones = (cld_mesh_cones)-1;
        if (i == 7) p.search = (cld_mesh_search)3;
        if (i == 8) p.search = (cld_mesh_search)-1;
        CHECK(collide_of(world.meshes, 1, &p, &space) == CLD_ERROR_PARAMETER);
    }
    bad = world.meshes[0], bad.topology = NULL; /* only clusters need one */
    p = params, p.search = CLD_MESH_SEARCH_CLUSTERS;
    CHECK(collide_of(&bad, 1, &p, &space) == CLD_ERROR_NULL);
    i = cld_mesh_intersections(world.meshes, 1, &space, NULL, 0);
    CHECK(i >= 0 && cld_mesh_intersections(&bad, 1, &space, NULL, 0) == i);
    CHECK(scene_build(&world, 0, 0.1, -1) == CLD_OK);
    bad = world.meshes[0], bad.topology = NULL; /* the arrays are others now */
    i = collide_of(world.meshes, 1, &p, &space);
    CHECK(i > 0 && collide_of(&bad, 1, &params, &space) == i);
    bad = world.meshes[0], bad.vertex_count++;
    CHECK(collide_of(&bad, 1, &params, &space) == CLD_ERROR_MISMATCH);
    CHECK(cld_mesh_intersections(&bad, 1, &space, NULL, 0) == CLD_ERROR_MISMATCH);
    bad = world.meshes[0], bad.triangle_count--;
    CHECK(collide_of(&bad, 1, &params, &space) == CLD_ERROR_MISMATCH);
    bad = world.meshes[0], bad.stride = 1;
    CHECK(collide_of(&bad, 1, &params, &space) == CLD_ERROR_STRIDE);
    bad = world.meshes[0], bad.pose.rotation.x.x = 2;
    CHECK(collide_of(&bad, 1, &params, &space) == CLD_ERROR_POSE);
    bad = world.meshes[0], bad.positions = NULL;
    CHECK(collide_of(&bad, 1, &params, &space) == CLD_ERROR_NULL);
    bad = world.meshes[0], bad.vertex_count = -1;
    CHECK(collide_of(&bad, 1, &params, &space) == CLD_ERROR_COUNT);
}

/* A number that is not finite is refused wherever it is, also in a mesh whom nobody asks; a vertex
   that no triangle names may be anything. */
static void bad_positions(void)
{
    static const double numbers[] = {TEST_NAN, TEST_INFINITY, -TEST_INFINITY, 1e151};
    test_random r = test_random_from(11);
    const cld_mesh_params params = params_of(0.1);
    int i, v, where;
    make_scene(&world, &r, BALLS, 300);
    for (i = 0; i < world.count; i++) shape_vertex(&world.bodies[i].s, 0, 0, 0);
    build_scene(&world, 0.1, 0);
    CHECK(collide_of(world.meshes, world.count, &params, &space) >= 0);
    for (i = 0; i < test_repeat(200); i++) {
        const int m = test_integer(&r, 0, world.count - 1), k = test_integer(&r, 0, 2);
        const cld_mesh *mesh = &world.meshes[m];
        cld_real *x, good;
        if (sizeof(cld_real) == 4 && i % 4 == 3) continue;
        v = test_integer(&r, 0, mesh->vertex_count - 2);
        x = world.bodies[m].given + 3 * v + k;
        good = *x, *x = (cld_real)numbers[i % 4];
        where = -7;
        CHECK(cld_mesh_validate(mesh, &where) == CLD_ERROR_FINITE && where == v);
        CHECK(cld_mesh_validate(mesh, NULL) == CLD_ERROR_FINITE);
        CHECK(collide_of(world.meshes, world.count, &params, &space) == CLD_ERROR_FINITE);
        CHECK(cld_mesh_intersections(world.meshes, world.count, &space, NULL, 0) ==
              CLD_ERROR_FINITE);
        *x = good;
        CHECK(cld_mesh_validate(mesh, &where) == CLD_OK);
    }
}

/* --------------------------------------------------------------------------------- the extremes */

/* Coordinates near the limits, large and small. In double squares vanish below 1e-160: there all
   was in contact at distance 0, all of a mesh its own neighbour, so that contacts with itself were
   missed. An oracle that has no smaller numbers cannot say. In float nothing is too large. */
static void near_the_limits(void)
{
    static const double doubles[] = {1e140, 1e-140, 1e149, 1e100, 1e-100, 1e-163, 1e-250, 1e-314};
    static const double floats[] = {1e37, 1e-36, 1e30, 1e-30, 1e20, 1e-42};
    const int count = sizeof(cld_real) == 4 ? 6 : LDBL_MAX_EXP > DBL_MAX_EXP ? 8 : 5;
    int i, kind;
    for (i = 0; i < count; i++)
        for (kind = 0; kind < KINDS; kind++) {
            test_random r = test_random_from((uint64_t)(400 + 20 * i + kind));
            const double scale = sizeof(cld_real) == 8 ? doubles[i] : floats[i];
            const long before = test_failures;
            double d;
            if (kind == TABLE) continue; /* a thousand times as large */
            make_scene(&world, &r, kind, 40);
            place_scene(&world, &r, scale, 0);
            d = world.bodies[0].s.edge * 0.4;
            build_scene(&world, d, 0);
            check_scene(&world, d, &space, &found);
            if (test_failures > before && before < 20) printf("    kind %d by %g\n", kind, scale);
        }
}

/* d so large that all is in contact, and larger than anything; so small that hardly anything is. */
static void extreme_distances(void)
{
    static const double factors[] = {100, 1e6, 1e-6, 1e-12};
    int i, kind;
    for (i = 0; i < 4; i++)
        for (kind = 0; kind < KINDS; kind++) {
            test_random r = test_random_from((uint64_t)(500 + 20 * i + kind));
            double d;
            make_scene(&world, &r, kind, 16);
            d = world.bodies[0].s.edge * factors[i];
            build_scene(&world, d, i % 2 ? 0 : -1);
            check_scene(&world, d, &space, &found);
        }
}

/* Small things beside large ones, up to 10^9 times, in one mesh and in groups that are far apart;
   whatever grid or frame the library has, it cannot suit all of them. */
static void small_beside_large(void)
{
    int i, k;
    for (i = 0; i < test_repeat(24); i++) {
        test_random r = test_random_from((uint64_t)(700 + i));
        const double d = pow(10, -test_between(&r, 1, i % 2 ? 9 : 4));
        shape *s;
        world.count = 0;
        for (k = 0; k < 3; k++) {
            int v, first;
            s = scene_add(&world);
            world.meshes[k].self = k != 1;
            if (k == 0) shape_soup(s, &r, 60, i % 3 ? 9 : 4);
            if (k == 1) shape_table(s, 6, pow(10, i % 7));
            if (k == 2) shape_ball(s, 5, 5, pow(10, -i % 9));
            first = s->vertex_count;
            for (v = 0; v < 40; v++) { /* what is as small as d, far away, near another vertex */
                const double *p = s->xyz + 3 * (size_t)test_integer(&r, 0, first - 1);
                const double x[3] = {p[0], p[1], p[2]};
                shape_vertex(s, x[0] + test_between(&r, -d, d), x[1] + test_between(&r, -d, d),
                             x[2] + test_between(&r, -d, d));
            }
            for (v = 0; v < 30; v++)
                shape_triangle(s, first + test_integer(&r, 0, 39), first + test_integer(&r, 0, 39),
                               v % 3 ? first + test_integer(&r, 0, 39)
                                     : test_integer(&r, 0, first - 1));
            CHECK(scene_build(&world, k, d, -1) == CLD_OK);
        }
        check_scene(&world, d, &space, &found);
    }
}

/* In one mesh the least and the largest numbers that double has squares of, and less: quotients of
   dot products overflow, and once gave a weight and a distance that were NaN. */
static void least_beside_largest(void)
{
    static const double sizes[] = {1e-160, 1e-145, 1e124, 1e149, 1e-160, 1e-160};
    int i, k, v, j;
    if (sizeof(cld_real) == 4 || LDBL_MAX_EXP == DBL_MAX_EXP) return;
    for (i = 0; i < test_repeat(300); i++) {
        test_random r = test_random_from((uint64_t)(1400 + i));
        const double d = sizes[i % 4];
        world.count = 0;
        for (k = 0; k < 2; k++) {
            shape *s = scene_add(&world);
            for (v = 0; v < 9; v++) {
                double x[3];
                for (j = 0; j < 3; j++)
                    x[j] = test_between(&r, -6, 6) * sizes[test_integer(&r, 0, 5)];
                shape_vertex(s, x[0], x[1], x[2]);
            }
            for (v = 0; v < 5; v++)
                shape_triangle(s, v, test_integer(&r, 0, 8), test_integer(&r, 0, 8));
            CHECK(scene_build(&world, k, d, -1) == CLD_OK);
        }
        check_scene(&world, d, &space, &found);
    }
}

/* In a scene of size 1, what is so small that the floats' squares of it underflow: a triangle from
   1e-12 to 1e-11 below a face (its normal, cut off, was too long: what was nearer than d seemed
   farther), points a step of rounding apart from 1e-24 to 1e-21 (a length of 0 proved anything). */
static void below_the_floats_squares(void)
{
    int i, k, v;
    for (i = 0; i < test_repeat(300); i++) {
        test_random r = test_random_from((uint64_t)(1000 + i));
        const double small = pow(10, -test_between(&r, 11, 12)), d = test_between(&r, 0.1, 0.5);
        const double h = d * test_between(&r, 0.8, 1.1);
        const double unit = pow(10, -test_between(&r, 21, 24));
        shape *s;
        world.count = 0;
        s = scene_add(&world);
        shape_vertex(s, 0, 0, 0), shape_vertex(s, small, 0, 0), shape_vertex(s, 0, small, 0);
        shape_triangle(s, 0, 1, 2);
        s = scene_add(&world);
        shape_vertex(s, -1, -1, h), shape_vertex(s, 1, -1, h), shape_vertex(s, 0, 1, h);
        shape_triangle(s, 0, 1, 2);
        s = scene_add(&world); /* the frame */
        shape_vertex(s, -1, -1, -1), shape_vertex(s, 1, 1, 1), shape_vertex(s, 1, 1, 0.9);
        shape_triangle(s, 0, 1, 2);
        for (k = 0; k < 4; k++) {
            s = scene_add(&world);
            for (v = 0; v < 6; v++) {
                const double far = v % 3 == 2 && k % 2 ? 1 : unit;
                shape_vertex(s, test_integer(&r, -9, 9) * unit, test_between(&r, -9, 9) * unit,
                             test_between(&r, -1, 1) * far);
            }
            shape_triangle(s, 0, 1, 2), shape_triangle(s, 3, 4, 5), shape_triangle(s, 0, 0, 4);
        }
        for (k = 0; k < world.count; k++) CHECK(scene_build(&world, k, 0, -1) == CLD_OK);
        check_scene(&world, d, &space, &found);
    }
}

enum { HAIR_ANY, HAIR_PARALLEL, HAIR_SLIVERS, HAIR_WHOLE, HAIR_RIGHT, HAIRS };

/* Two triangles: any; nearly parallel and nearly alike; needles; whole coordinates; right angles,
   turned. Their distances are about 1. */
static void make_hair(test_random *r, int kind, int second, double p[9])
{
    const double thin = pow(10, -test_between(r, 1, 17));
    int v, k;
    for (v = 0; v < 9; v++) {
        p[v] = test_between(r, -1, 1);
        if (kind == HAIR_PARALLEL) p[v] = (v * 5 % 7 - 3) / 3.0 + thin * p[v];
        if (kind == HAIR_WHOLE) p[v] = test_integer(r, -2, 2);
        if (kind == HAIR_RIGHT) p[v] = v == 3 || v == 7;
    }
    for (k = 0; k < 3 && kind == HAIR_SLIVERS; k++)
        p[6 + k] = (p[k] + p[3 + k]) * 0.5 + thin * p[6 + k];
    for (v = 0; v < 3; v++) p[3 * v + 2] += 1.2 * second;
    if (kind == HAIR_RIGHT)
        for (v = 0; v < 3 * second; v++) p[3 * v] += 2;
}

/* Pairs at distances that differ from d by a few units in the last place: below it they must be
   found. In float the positions can say this too, near the origin. */
static void a_hair_below(void)
{
    int i, k;
    for (i = 0; i < test_repeat(1000); i++) {
        test_random r = test_random_from((uint64_t)(1600 + i));
        const cld_mat3 turn = test_rotation(&r);
        const double far = i % 3 ? 0 : pow(10, test_between(&r, 0, 6));
        double d;
        world.count = 0;
        for (k = 0; k < 2; k++) {
            shape *s = scene_add(&world);
            double p[9];
            int v;
            make_hair(&r, i % HAIRS, k, p);
            for (v = 0; v < 3; v++) shape_vertex(s, p[3 * v], p[3 * v + 1], p[3 * v + 2]);
            shape_triangle(s, 0, 1, 2);
            if (i % 2) shape_turn(s, &turn);
            shape_move(s, far, -far / 3, far);
            CHECK(scene_build(&world, k, 0, -1) == CLD_OK);
        }
        { /* d is the distance of one of the pairs, and what cld_real has next to it */
            oracle_contacts all;
            memset(&all, 0, sizeof all);
            all.unit = CHECK_UNIT;
            oracle_collide(&all, world.oracle, 2, 1e8);
            CHECK(all.count == 15);
            d = sqrt((double)all.at[i % 15].near.squared);
            free(all.at);
        }
        if (!(d > 1e-3)) continue; /* what touches: elsewhere */
        for (k = -3; k <= 3; k++) check_scene(&world, d * (1 + 2 * k * TEST_ROUND), &space, &found);
    }
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(the_oracle_beats_samples);
    TEST(the_oracle_knows_triangles);
    TEST(a_vertex_over_a_triangle);
    TEST(edges_that_cross);
    TEST(vertices_named_twice);
    TEST(the_contacts_are_those_of_brute_force);
    TEST(bunnies);
    TEST(copies_with_poses);
    TEST(sizes_and_numbers);
    TEST(categories);
    TEST(workers_agree);
    TEST(asked_again);
    TEST(capacities);
    TEST(out_of_memory);
    TEST(memory_ends_anywhere);
    TEST(all_boxes_overlap);
    TEST(neighbours_here_and_there);
    TEST(more_than_there_are_numbers);
    TEST(nothing_is_written_on_error);
    TEST(scaled_by_powers_of_two);
    TEST(mirrored);
    TEST(renumbered);
    TEST(swapped);
    TEST(a_mesh_and_its_copy);
    TEST(only_the_closest);
    TEST(cones);
    TEST(intersections);
    TEST(intersections_with_poses);
    TEST(through_the_middle);
    TEST(soups_that_cross);
    TEST(welded);
    TEST(bad_questions);
    TEST(bad_positions);
    TEST(near_the_limits);
    TEST(extreme_distances);
    TEST(small_beside_large);
    TEST(least_beside_largest);
    TEST(below_the_floats_squares);
    TEST(a_hair_below);
    printf("%ld contacts checked, %ld pairs within rounding of d, %ld at distance 0\n",
           checked_contacts, checked_either, checked_zero);
    cld_workspace_free(&space);
    scene_free(&world);
    free(found.at), free(other.at);
    return test_end();
}
