/* What is fit and what is not; the topology of a mesh: edges, neighbours along the surface, cuts.
 * Neighbours are seen in the contacts that are left out, against ways that the oracle finds by
 * itself; a topology after cuts is seen in the contacts of one newly built. */
#include "test.h"
#include "mesh_checks.h"

static scene world;
static answer found, other;
static cld_workspace space;

/* ------------------------------------------------------------------------------------------ fit */

static const cld_real square_xyz[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
static const uint32_t square_t[] = {0, 1, 2, 0, 2, 3};

static cld_mesh square_view(void)
{
    cld_mesh m;
    memset(&m, 0, sizeof m);
    m.positions = square_xyz, m.vertex_count = 4, m.triangles = square_t, m.triangle_count = 2;
    return m;
}

/* What build says of it, too; and a topology that was there stays. */
static int status_of(const cld_mesh *m, int *where)
{
    cld_mesh_topology t, before;
    int status = cld_mesh_validate(m, where), built;
    memset(&t, 0, sizeof t), memset(&before, 0, sizeof before);
    CHECK(cld_mesh_validate(m, NULL) == status);
    built = cld_mesh_topology_build(&t, m, 1, 0, NULL);
    CHECK(built == (status == CLD_ERROR_MISMATCH ? CLD_OK : status));
    if (built != CLD_OK) CHECK(memcmp(&t, &before, sizeof t) == 0);
    cld_mesh_topology_free(&t);
    CHECK(memcmp(&t, &before, sizeof t) == 0);
    return status;
}

static void what_is_fit(void)
{
    const size_t odd = 3 * sizeof(cld_real) + 1;
    cld_mesh m = square_view();
    uint32_t t[6];
    cld_real xyz[12];
    int where = -5;
    CHECK(status_of(&m, &where) == CLD_OK);
    CHECK(cld_mesh_validate(NULL, &where) == CLD_ERROR_NULL);
    m.positions = NULL;
    CHECK(status_of(&m, &where) == CLD_ERROR_NULL);
    m = square_view(), m.triangles = NULL;
    CHECK(status_of(&m, &where) == CLD_ERROR_NULL);
    m = square_view(), m.vertex_count = -1;
    CHECK(status_of(&m, &where) == CLD_ERROR_COUNT);
    m = square_view(), m.triangle_count = -1;
    CHECK(status_of(&m, &where) == CLD_ERROR_COUNT);
    m = square_view(), m.vertex_count = (1 << 28) + 1;
    CHECK(status_of(&m, &where) == CLD_ERROR_COUNT);
    m = square_view(), m.triangle_count = (1 << 28) + 1;
    CHECK(status_of(&m, &where) == CLD_ERROR_COUNT);
    m = square_view(), m.stride = odd;
    CHECK(status_of(&m, &where) == CLD_ERROR_STRIDE);
    m.stride = 2 * sizeof(cld_real);
    CHECK(status_of(&m, &where) == CLD_ERROR_STRIDE);
    m.stride = 3 * sizeof(cld_real);
    CHECK(status_of(&m, &where) == CLD_OK);
    m = square_view(), m.pose.rotation.x.x = 1;
    CHECK(status_of(&m, &where) == CLD_ERROR_POSE);
    m = square_view(), m.pose.position.y = (cld_real)TEST_NAN;
    CHECK(status_of(&m, &where) == CLD_ERROR_POSE);
    memcpy(t, square_t, sizeof t);
    m = square_view(), m.triangles = t;
    t[4] = 4, where = -5;
    CHECK(status_of(&m, &where) == CLD_ERROR_INDEX && where == 1);
    t[2] = 0xffffffffu, where = -5;
    CHECK(status_of(&m, &where) == CLD_ERROR_INDEX && where == 0);
    memcpy(xyz, square_xyz, sizeof xyz);
    m = square_view(), m.positions = xyz;
    xyz[3 * 3 + 1] = (cld_real)TEST_NAN, where = -5;
    CHECK(status_of(&m, &where) == CLD_ERROR_FINITE && where == 3);
    xyz[3 * 1 + 2] = (cld_real)-TEST_INFINITY, where = -5;
    CHECK(status_of(&m, &where) == CLD_ERROR_FINITE && where == 1);
    m.triangle_count = 1; /* vertex 3 is not there any more */
    xyz[3 * 1 + 2] = 0;
    CHECK(status_of(&m, &where) == CLD_OK);
    m = square_view(), m.vertex_count = 0, m.positions = NULL, m.triangle_count = 0;
    m.triangles = NULL;
    CHECK(status_of(&m, &where) == CLD_OK);
    m.vertex_count = 4, m.positions = xyz;
    CHECK(status_of(&m, &where) == CLD_OK);
    m = square_view(), m.vertex_count = 0, m.positions = NULL;
    CHECK(status_of(&m, &where) == CLD_ERROR_INDEX);
    if (sizeof(cld_real) == 8) {
        memcpy(xyz, square_xyz, sizeof xyz);
        m = square_view(), m.positions = xyz;
        xyz[0] = (cld_real)1e150;
        CHECK(status_of(&m, &where) == CLD_OK);
        xyz[0] = (cld_real)-1.0000001e150;
        CHECK(status_of(&m, &where) == CLD_ERROR_FINITE && where == 0);
    }
}

/* Of several faults the first of the list. */
static void the_first_fault(void)
{
    static const int statuses[] = {CLD_ERROR_NULL,    CLD_ERROR_COUNT, CLD_ERROR_STRIDE,
                                   CLD_ERROR_POSE,    CLD_ERROR_INDEX, CLD_ERROR_FINITE,
                                   CLD_ERROR_MISMATCH};
    cld_mesh_topology topology;
    int faults, i;
    memset(&topology, 0, sizeof topology);
    for (faults = 0; faults < 128; faults++) {
        cld_mesh m = square_view();
        uint32_t t[6];
        cld_real xyz[12];
        int want = CLD_OK;
        memcpy(t, square_t, sizeof t), memcpy(xyz, square_xyz, sizeof xyz);
        m.triangles = t, m.positions = xyz;
        if (faults & 1) m.positions = NULL;
        if (faults & 2) m.triangle_count = (1 << 28) + 1;
        if (faults & 4) m.stride = 1;
        if (faults & 8) m.pose.rotation.x.x = (cld_real)TEST_NAN;
        if (faults & 16) t[5] = 99;
        if (faults & 32) xyz[0] = (cld_real)TEST_NAN;
        if (faults & 64) m.topology = &topology;
        for (i = 6; i >= 0; i--)
            if (faults >> i & 1) want = statuses[i];
        CHECK(cld_mesh_validate(&m, NULL) == want);
    }
}

/* ---------------------------------------------------------------------------------------- built */

static void counts_and_bytes(void)
{
    test_random r = test_random_from(1);
    test_memory memory;
    cld_allocator allocator;
    cld_mesh_topology t;
    int i;
    memset(&t, 0, sizeof t);
    test_memory_reset(&memory, 0);
    allocator = test_allocator(&memory);
    for (i = 0; i < test_repeat(60); i++) {
        shape *s;
        const cld_mesh *m = &world.meshes[0];
        world.count = 0;
        s = scene_add(&world);
        if (i % 4 == 0) shape_degenerate(s, &r, 1 + i, i, 3);
        if (i % 4 == 1) shape_torus(s, 4 + i, 5, 2, 1);
        if (i % 4 == 2) shape_soup(s, &r, i, 1);
        if (i % 4 == 3) shape_fan(s, &r, i);
        scene_triangles(&world, 0);
        /* each build replaces what was there */
        CHECK(cld_mesh_topology_build(&t, m, (cld_real)0.1, 0, &allocator) == CLD_OK);
        CHECK(t.vertex_count == m->vertex_count && t.triangle_count == m->triangle_count);
        CHECK(t.edge_count == world.oracle[0].edge_count);
        CHECK(t.cluster_count >= (m->triangle_count + 15) / 16);
        CHECK(t.cluster_count <= m->triangle_count);
        CHECK(t.bytes == memory.live);
    }
    cld_mesh_topology_free(&t);
    CHECK(memory.live == 0 && memory.blocks == 0);
    CHECK(t.memory == NULL && t.triangle_count == 0);
    cld_mesh_topology_free(&t);
    cld_mesh_topology_free(NULL);
}

static void bad_builds(void)
{
    cld_mesh_topology t, before;
    cld_mesh m = square_view();
    const cld_real nan = (cld_real)TEST_NAN, infinite = (cld_real)TEST_INFINITY;
    const int zero = 0;
    memset(&t, 0, sizeof t);
    CHECK(cld_mesh_topology_build(NULL, &m, 1, 0, NULL) == CLD_ERROR_NULL);
    CHECK(cld_mesh_topology_build(&t, NULL, 1, 0, NULL) == CLD_ERROR_NULL);
    CHECK(cld_mesh_topology_build(&t, &m, nan, 0, NULL) == CLD_ERROR_PARAMETER);
    CHECK(cld_mesh_topology_build(&t, &m, -1, 0, NULL) == CLD_ERROR_PARAMETER);
    CHECK(cld_mesh_topology_build(&t, &m, 1, nan, NULL) == CLD_ERROR_PARAMETER);
    CHECK(t.memory == NULL);
    CHECK(cld_mesh_topology_build(&t, &m, 1, infinite, NULL) == CLD_OK);
    CHECK(cld_mesh_topology_build(&t, &m, 0, 0, NULL) == CLD_OK);
    CHECK(cld_mesh_topology_build(&t, &m, 1, -infinite, NULL) == CLD_OK);
    before = t;
    CHECK(cld_mesh_topology_build(&t, &m, nan, 0, NULL) == CLD_ERROR_PARAMETER);
    CHECK(cld_mesh_topology_update(NULL, &m, NULL, 0) == CLD_ERROR_NULL);
    CHECK(cld_mesh_topology_update(&t, NULL, NULL, 0) == CLD_ERROR_NULL);
    CHECK(cld_mesh_topology_update(&t, &m, NULL, 1) == CLD_ERROR_NULL);
    CHECK(cld_mesh_topology_update(&t, &m, &zero, -1) == CLD_ERROR_COUNT);
    CHECK(cld_mesh_topology_update(&t, &m, &zero, (1 << 28) + 1) == CLD_ERROR_COUNT);
    m.vertex_count--;
    CHECK(cld_mesh_topology_update(&t, &m, &zero, 1) == CLD_ERROR_MISMATCH);
    m = square_view(), m.triangle_count = -1;
    CHECK(cld_mesh_topology_update(&t, &m, &zero, 1) == CLD_ERROR_COUNT);
    CHECK(memcmp(&t, &before, sizeof t) == 0);
    m = square_view();
    CHECK(cld_mesh_topology_update(&t, &m, NULL, 0) == CLD_OK);
    cld_mesh_topology_free(&t);
    CHECK(cld_mesh_topology_update(&t, &m, NULL, 0) == CLD_ERROR_NULL); /* never built */
}

/* So many names, all of the same triangle, that pointers of 32 bits have no room for what goes with
   them: too much memory is wanted there, and nothing is written beyond less. */
static void more_changes_than_memory(void)
{
    const int n = 20 << 20;
    cld_mesh_topology t;
    cld_mesh m = square_view();
    int *changed, status;
    if (sizeof(size_t) > 4) return; /* would take gigabytes */
    changed = (int *)calloc((size_t)n, sizeof *changed);
    if (!CHECK(changed != NULL)) return;
    memset(&t, 0, sizeof t);
    CHECK(cld_mesh_topology_build(&t, &m, 1, 0, NULL) == CLD_OK);
    status = cld_mesh_topology_update(&t, &m, changed, n);
    CHECK(status == CLD_ERROR_MEMORY);
    CHECK(cld_mesh_topology_update(&t, &m, changed, 7) == CLD_OK);
    cld_mesh_topology_free(&t);
    free(changed);
}

/* ----------------------------------------------------------------------------------- neighbours */

/* How many vertex-triangle contacts a row of squares of side 1 has with itself, d 1.75, for near as
   given; all numbers are whole, so that `at most` is exact. */
static int contacts_of_row(cld_real distance, cld_real near)
{
    cld_mesh_params params = params_of(1.75);
    int i, n, count = 0;
    world.count = 0;
    {
        shape *s = scene_add(&world);
        for (i = 0; i < 16; i++) shape_vertex(s, i / 2, i % 2, 0);
        for (i = 0; i < 14; i += 2)
            shape_triangle(s, i, i + 2, i + 3), shape_triangle(s, i, i + 3, i + 1);
    }
    world.meshes[0].self = 1;
    scene_triangles(&world, 0);
    oracle_mesh_neighbours(&world.bodies[0].oracle, world.bodies[0].s.xyz,
                           near == 0 ? 2 * (double)distance : (double)near, 0); /* no doubt */
    world.oracle[0] = world.bodies[0].oracle;
    CHECK(cld_mesh_topology_build(&world.bodies[0].topology, &world.meshes[0], distance, near,
                                  NULL) == CLD_OK);
    n = ask(&world, &params, &space, &found);
    CHECK(n >= 0);
    check_answer(&world, 1.75, &found);
    for (i = 0; i < n; i++) count += found.at[i].contact.feature_a % 4 != CLD_FEATURE_EDGE;
    return count;
}

static void at_most_near(void)
{
    const double u = TEST_ROUND;
    const int all = contacts_of_row(1, -1), ring = contacts_of_row(1, 1);
    const int less = contacts_of_row(1, (cld_real)(1 - 2 * u));
    CHECK(all == less && less > ring && ring > 0); /* no edge is shorter than 1 */
    CHECK(contacts_of_row(1, (cld_real)1e-30) == all);
    CHECK(contacts_of_row((cld_real)0.5, 0) == ring); /* twice the distance */
    CHECK(contacts_of_row(5, 1) == ring);             /* near is said: distance does not matter */
    CHECK(contacts_of_row(0, 0) == all);
    CHECK(contacts_of_row(1, 0) == contacts_of_row(5, 2));
    CHECK(contacts_of_row(1, 1000) == 0);
    CHECK(contacts_of_row(1, (cld_real)TEST_INFINITY) == 0);
}

/* Any near, any mesh, and positions that have nothing to do with those at rest. */
static void neighbours_of_the_rest_shape(void)
{
    int i;
    for (i = 0; i < test_repeat(60); i++) {
        test_random r = test_random_from((uint64_t)(100 + i));
        shape *s;
        double d, near;
        int k;
        world.count = 0;
        s = scene_add(&world);
        world.meshes[0].self = 1;
        if (i % 6 == 0) shape_sheet(s, 9, 0);
        if (i % 6 == 1) shape_torus(s, 11, 7, 1, 0.4);
        if (i % 6 == 2) shape_tangle(s, &r, 30, 40);
        if (i % 6 == 3) shape_degenerate(s, &r, 40, 40, 4);
        if (i % 6 == 4) shape_fan(s, &r, 15);
        if (i % 6 == 5) shape_ramp(s, 30, 4, 3, 0.1);
        if (i % 4 < 2) shape_shake(s, &r, s->edge * 0.2);
        d = s->edge * test_between(&r, 0.2, 2);
        near = s->edge * test_between(&r, -0.5, 4);
        if (i % 5 == 0) near = 0;
        CHECK(scene_build(&world, 0, d, near) == CLD_OK);
        check_scene(&world, d, &space, &found);
        for (k = 0; k < 2; k++) {
            shape_shake(s, &r, s->edge * (k ? 2 : 0.5));
            scene_view(&world, 0, k);
            check_scene(&world, d, &space, &found);
        }
        if (i % 6 == 0) { /* a sheet crumpled into a corner of itself */
            shape_scale(s, 0.3);
            scene_view(&world, 0, 0);
            check_scene(&world, d, &space, &found);
        }
    }
}

/* A vertex that triangles name but that is at the same place as another is no neighbour of it, if
   no edge says so; an edge of no length makes neighbours of its ends, however small near. */
static void ways_of_no_length(void)
{
    int with_edge;
    for (with_edge = 0; with_edge < 2; with_edge++) {
        shape *s;
        int n;
        world.count = 0;
        s = scene_add(&world);
        world.meshes[0].self = 1;
        shape_vertex(s, 0, 0, 0), shape_vertex(s, 1, 0, 0), shape_vertex(s, 0, 1, 0);
        shape_vertex(s, 0, 0, 0), shape_vertex(s, -1, 0, 0), shape_vertex(s, 0, -1, 0);
        shape_triangle(s, 0, 1, 2), shape_triangle(s, 3, 4, 5);
        if (with_edge) shape_triangle(s, 0, 3, 3);
        CHECK(scene_build(&world, 0, 0, 0) == CLD_OK);
        n = check_scene(&world, 0.25, &space, &found);
        CHECK(with_edge ? n == 0 : n > 0);
        CHECK(scene_build(&world, 0, 0, -1) == CLD_OK);
        n = check_scene(&world, 0.25, &space, &found);
        CHECK(n > 0);
    }
}

/* ----------------------------------------------------------------------------------------- cuts */

enum { CHANGES = 4096 };

typedef struct cut {
    int changed[CHANGES], count;
} cut;

static void cut_name(cut *c, int t)
{
    if (c->count < CHANGES) c->changed[c->count++] = t;
}

/* Takes triangle t out: the last one moves to its place. */
static void cut_out(shape *s, cut *c, int t)
{
    const int last = s->triangle_count - 1;
    memmove(s->t + 3 * t, s->t + 3 * last, 3 * sizeof *s->t);
    cut_name(c, last);
    if (t != last) cut_name(c, t);
    s->triangle_count--;
}

/* Triangle t gets a vertex of its own where it had a common one. */
static void cut_off(shape *s, test_random *r, cut *c, int t)
{
    const int k = test_integer(r, 0, 2);
    const double *p = s->xyz + 3 * (size_t)s->t[3 * t + k];
    s->t[3 * t + k] = (uint32_t)shape_vertex(s, p[0], p[1], p[2]);
    cut_name(c, t);
}

/* All triangles on one side of a plane get vertices of their own along it: a real cut. */
static void cut_through(shape *s, test_random *r, cut *c)
{
    const int axis = test_integer(r, 0, 2), old = s->vertex_count;
    const double at = s->xyz[3 * test_integer(r, 0, old - 1) + axis];
    int *twin = (int *)oracle_memory(NULL, (size_t)old * sizeof *twin);
    int t, k;
    for (t = 0; t < old; t++) twin[t] = -1;
    for (t = 0; t < s->triangle_count; t++) {
        double middle = 0;
        int touched = 0;
        for (k = 0; k < 3; k++) middle += s->xyz[3 * s->t[3 * t + k] + (uint32_t)axis] / 3;
        for (k = 0; k < 3 && middle > at; k++) {
            const uint32_t v = s->t[3 * t + k];
            const double *p = s->xyz + 3 * (size_t)v;
            if (v >= (uint32_t)old || p[axis] > at) continue;
            if (twin[v] < 0) twin[v] = shape_vertex(s, p[0], p[1], p[2]);
            s->t[3 * t + k] = (uint32_t)twin[v];
            touched = 1;
        }
        if (touched) cut_name(c, t);
    }
    free(twin);
}

/* New triangles between old and new vertices. */
static void cut_add(shape *s, test_random *r, cut *c, int n)
{
    for (; n > 0; n--) {
        int v[3], k;
        for (k = 0; k < 3; k++) {
            v[k] = test_integer(r, 0, s->vertex_count - 1);
            if (test_integer(r, 0, 2) == 0)
                v[k] = shape_vertex(s, test_between(r, 0, 1), test_between(r, 0, 1),
                                    test_between(r, 0, 1));
        }
        cut_name(c, s->triangle_count);
        shape_triangle(s, v[0], v[1], v[2]);
    }
}

static void cut_somehow(shape *s, test_random *r, cut *c, int how)
{
    int i;
    c->count = 0;
    for (i = test_integer(r, 1, 6); i > 0 && s->triangle_count > 0; i--) {
        const int t = test_integer(r, 0, s->triangle_count - 1);
        if (how == 0) cut_out(s, c, t);
        if (how == 1) cut_off(s, r, c, t);
        if (how == 4) { /* any three vertices */
            s->t[3 * t] = (uint32_t)test_integer(r, 0, s->vertex_count - 1);
            s->t[3 * t + 1] = (uint32_t)test_integer(r, 0, s->vertex_count - 1);
            cut_name(c, t);
        }
        if (how == 5) cut_name(c, t); /* nothing changed */
        if (how == 6) {               /* turned over */
            const uint32_t v = s->t[3 * t];
            s->t[3 * t] = s->t[3 * t + 1], s->t[3 * t + 1] = v;
            cut_name(c, t);
        }
    }
    if (how == 2 && s->triangle_count) cut_through(s, r, c);
    if (how == 3 && s->vertex_count) cut_add(s, r, c, test_integer(r, 1, 40));
    if (how == 7) /* all gone */
        while (s->triangle_count) cut_out(s, c, s->triangle_count - 1);
    if (c->count && test_integer(r, 0, 1)) cut_name(c, c->changed[0]); /* named twice */
    for (i = c->count - 1; i > 0; i--) {                               /* in any order */
        const int k = test_integer(r, 0, i), t = c->changed[i];
        c->changed[i] = c->changed[k], c->changed[k] = t;
    }
}

static int contact_order(const void *x, const void *y)
{
    const cld_mesh_contact *a = (const cld_mesh_contact *)x, *b = (const cld_mesh_contact *)y;
    const uint64_t a0 = side_of(a->mesh_a, a->contact.feature_a);
    const uint64_t a1 = side_of(a->mesh_b, a->contact.feature_b);
    const uint64_t b0 = side_of(b->mesh_a, b->contact.feature_a);
    const uint64_t b1 = side_of(b->mesh_b, b->contact.feature_b);
    const uint64_t al = a0 < a1 ? a0 : a1, ah = a0 < a1 ? a1 : a0;
    const uint64_t bl = b0 < b1 ? b0 : b1, bh = b0 < b1 ? b1 : b0;
    if (al != bl) return al < bl ? -1 : 1;
    return (ah > bh) - (ah < bh);
}

/* The same pairs, whichever of them is A. */
static int same_pairs(answer *a, answer *b)
{
    int i;
    if (a->count != b->count) return 0;
    if (a->count <= 0) return 1;
    qsort(a->at, (size_t)a->count, sizeof *a->at, contact_order);
    qsort(b->at, (size_t)b->count, sizeof *b->at, contact_order);
    for (i = 0; i < a->count; i++)
        if (contact_order(&a->at[i], &b->at[i])) return 0;
    return 1;
}

/* Updates the topology and compares with one newly built, and with the oracle. */
static void check_update(const cut *c, double d, double near, int deep)
{
    cld_mesh_topology fresh;
    cld_mesh m;
    const cld_mesh_params params = params_of(as_given(d));
    body *b = &world.bodies[0];
    int status;
    scene_triangles(&world, 0);
    status = cld_mesh_topology_update(&b->topology, &world.meshes[0], c->changed, c->count);
    if (!CHECK(status == CLD_OK)) {
        printf("    %s\n", cld_status_text(status));
        return;
    }
    CHECK(b->topology.triangle_count == b->s.triangle_count);
    CHECK(b->topology.vertex_count == b->s.vertex_count);
    CHECK(b->topology.edge_count == b->oracle.edge_count);
    memset(&fresh, 0, sizeof fresh);
    m = world.meshes[0];
    CHECK(cld_mesh_topology_build(&fresh, &m, (cld_real)d, (cld_real)near, NULL) == CLD_OK);
    CHECK(fresh.edge_count == b->topology.edge_count);
    ask(&world, &params, &space, &found);
    world.meshes[0].topology = &fresh;
    ask(&world, &params, &space, &other);
    CHECK(found.statistics.neighbours == other.statistics.neighbours);
    CHECK(same_pairs(&found, &other));
    world.meshes[0].topology = &b->topology;
    if (deep) {
        scene_neighbours(&world, 0, d, near);
        check_scene(&world, d, &space, &found);
    }
    cld_mesh_topology_free(&fresh);
}

static void cuts(void)
{
    int i, k;
    static cut c;
    for (i = 0; i < test_repeat(40); i++) {
        test_random r = test_random_from((uint64_t)(300 + i));
        shape *s;
        double d, near;
        const long before = test_failures;
        world.count = 0;
        s = scene_add(&world);
        world.meshes[0].self = 1;
        if (i % 5 == 0) shape_sheet(s, 8, 0);
        if (i % 5 == 1) shape_knot(s, 5, 30, 0.9);
        if (i % 5 == 2) shape_tangle(s, &r, 40, 60);
        if (i % 5 == 3) shape_degenerate(s, &r, 40, 40, 3);
        if (i % 5 == 4) shape_folded(s, 30, 5, 3, 0.1);
        d = s->edge * test_between(&r, 0.2, 1.2);
        near = i % 3 == 0 ? -1 : i % 3 == 1 ? 0 : s->edge * test_between(&r, 0.5, 3);
        CHECK(scene_build(&world, 0, d, near) == CLD_OK);
        for (k = 0; k < 12; k++) {
            int how = test_integer(&r, 0, 6);
            if (k == 6 && i % 4 == 0) how = 7;
            if (k == 7 && i % 4 == 0) how = 3; /* something again */
            cut_somehow(s, &r, &c, how);
            check_update(&c, d, near, k % 4 == 3);
            if (test_failures > before && before < 20) {
                printf("    round %d, step %d, kind of cut %d, near %g\n", i, k, how, near);
                break;
            }
        }
    }
}

/* Hundreds of updates of one mesh, and memory that does not grow with them. */
static void many_cuts(void)
{
    test_random r = test_random_from(4);
    static cut c;
    shape *s;
    double d;
    size_t bytes = 0;
    int k;
    world.count = 0;
    s = scene_add(&world);
    world.meshes[0].self = 1;
    shape_torus(s, 30, 20, 1, 0.4);
    d = s->edge * 0.5;
    CHECK(scene_build(&world, 0, d, 0) == CLD_OK);
    for (k = 0; k < test_repeat(300); k++) {
        const int t = test_integer(&r, 0, s->triangle_count - 1);
        c.count = 0;
        if (k % 2) {
            cut_off(s, &r, &c, t);
        } else { /* sewn together again, as long as vertices last */
            s->t[3 * t] = (uint32_t)test_integer(&r, 0, 599);
            cut_name(&c, t);
        }
        if (k % 20 == 0) {
            check_update(&c, d, 0, k % 100 == 0);
        } else {
            scene_triangles(&world, 0);
            CHECK(cld_mesh_topology_update(&world.bodies[0].topology, &world.meshes[0], c.changed,
                                           c.count) == CLD_OK);
        }
        if (k == 20) bytes = world.bodies[0].topology.bytes;
    }
    if (bytes) CHECK(world.bodies[0].topology.bytes < 4 * bytes);
}

/* A number that is not named, or too large, or a mesh that is not fit: an error, and the topology
   answers as before. */
static void bad_cuts(void)
{
    test_random r = test_random_from(5);
    cld_mesh_params params;
    body *b = &world.bodies[0];
    cld_mesh m;
    uint32_t *t;
    shape *s;
    int changed[3], i, n;
    world.count = 0;
    s = scene_add(&world);
    world.meshes[0].self = 1;
    shape_knot(s, 5, 40, 0.9);
    params = params_of(s->edge * 0.5);
    CHECK(scene_build(&world, 0, (double)params.distance, 0) == CLD_OK);
    n = s->triangle_count;
    ask(&world, &params, &space, &found);
    CHECK(found.count > 0);
    t = (uint32_t *)oracle_memory(NULL, 3 * (size_t)(n + 2) * sizeof *t);
    memcpy(t, s->t, 3 * (size_t)n * sizeof *t);
    for (i = 0; i < 6; i++) t[3 * n + i] = (uint32_t)test_integer(&r, 0, s->vertex_count - 1);
    changed[0] = n, changed[1] = 3, changed[2] = 5;
    for (i = 0; i < 7; i++) {
        cld_mesh_topology before = b->topology;
        int want = CLD_ERROR_MISMATCH, status;
        m = world.meshes[0], m.topology = NULL;
        m.triangles = t, m.triangle_count = n + 1;
        if (i == 0) m.triangle_count = n + 2;            /* n + 1 is not named */
        if (i == 1) changed[0] = 0;                      /* nor is n */
        if (i == 2) changed[0] = n, t[3 * n] = 0xffffff; /* no such vertex */
        if (i == 2) want = CLD_ERROR_INDEX;
        if (i == 3) t[3 * n] = 0, m.stride = 1, want = CLD_ERROR_STRIDE;
        if (i == 4) m.vertex_count = -1, want = CLD_ERROR_COUNT;
        if (i == 5) m.triangles = NULL, want = CLD_ERROR_NULL;
        if (i == 6) { /* a new vertex that is not finite */
            cld_real *x = b->given + 3 * t[3 * n + 1];
            const cld_real good = *x;
            *x = (cld_real)TEST_NAN;
            CHECK(cld_mesh_topology_update(&b->topology, &m, changed, 3) == CLD_ERROR_FINITE);
            *x = good;
            CHECK(memcmp(&before, &b->topology, sizeof before) == 0);
            continue;
        }
        status = cld_mesh_topology_update(&b->topology, &m, changed, 3);
        if (!CHECK(status == want)) printf("    case %d: %s\n", i, cld_status_text(status));
        CHECK(memcmp(&before, &b->topology, sizeof before) == 0);
        ask(&world, &params, &space, &other);
        CHECK(other.count == found.count &&
              memcmp(found.at, other.at, (size_t)found.count * sizeof *found.at) == 0);
    }
    for (i = 0; i < 3; i++) { /* negative, and beyond both counts: whatever it says, no harm */
        m = world.meshes[0], m.topology = NULL;
        changed[0] = i == 0 ? -1 : i == 1 ? n + 1000000 : 2147483647;
        if (cld_mesh_topology_update(&b->topology, &m, changed, 1) < 0) {
            ask(&world, &params, &space, &other);
            CHECK(other.count == found.count);
        } else {
            CHECK(i > 0);
            ask(&world, &params, &space, &other);
            CHECK(same_pairs(&found, &other));
        }
    }
    free(t);
}

/* From a mesh without anything, or with vertices alone: all of it comes by updates. */
static void grown_from_nothing(void)
{
    static cut c;
    int i, k;
    for (i = 0; i < test_repeat(24); i++) {
        test_random r = test_random_from((uint64_t)(900 + i));
        const double near = i % 4 == 0 ? -1 : i % 4 == 1 ? 0 : 0.3;
        shape *s;
        world.count = 0;
        s = scene_add(&world);
        world.meshes[0].self = 1;
        if (i % 3) shape_vertex(s, 0.5, 0.25, 0);
        CHECK(scene_build(&world, 0, 0.04, near) == CLD_OK);
        for (k = 0; k < 5; k++) {
            if (!s->vertex_count) shape_vertex(s, 0, 0, 0);
            c.count = 0;
            if (k == 3) /* all gone again */
                while (s->triangle_count) cut_out(s, &c, s->triangle_count - 1);
            else
                cut_add(s, &r, &c, 3 * k * k + 1);
            check_update(&c, 0.04, near, 1);
        }
    }
}

/* Out of memory at each allocation of a build and of an update: said, and what was there answers as
   before. */
static void out_of_memory(void)
{
    static cut c;
    int updating;
    long n;
    for (updating = 0; updating < 2; updating++)
        for (n = 1; n < 1000; n++) {
            test_random r = test_random_from(6);
            test_memory memory;
            cld_allocator allocator;
            cld_mesh_topology before;
            cld_mesh old;
            cld_mesh_params params;
            uint32_t *indices;
            shape *s;
            int status;
            body *b = &world.bodies[0];
            world.count = 0;
            s = scene_add(&world);
            shape_knot(s, 5, 40, 0.9);
            world.meshes[0].self = 1;
            params = params_of(s->edge * 0.5);
            scene_triangles(&world, 0);
            test_memory_reset(&memory, 0);
            allocator = test_allocator(&memory);
            cld_mesh_topology_free(&b->topology);
            CHECK(cld_mesh_topology_build(&b->topology, &world.meshes[0], params.distance, 0,
                                          &allocator) == CLD_OK);
            ask(&world, &params, &space, &found);
            old = world.meshes[0];
            indices =
                (uint32_t *)oracle_memory(NULL, 3 * (size_t)s->triangle_count * sizeof *indices);
            memcpy(indices, b->indices, 3 * (size_t)s->triangle_count * sizeof *indices);
            cut_somehow(s, &r, &c, 3); /* only adds: the old mesh is a part of the new one */
            scene_triangles(&world, 0);
            before = b->topology;
            memory.requests = 0, memory.fail_at = n;
            status = updating ? cld_mesh_topology_update(&b->topology, &world.meshes[0], c.changed,
                                                         c.count)
                              : cld_mesh_topology_build(&b->topology, &world.meshes[0],
                                                        params.distance, 0, &allocator);
            CHECK(status == (memory.failed ? CLD_ERROR_MEMORY : CLD_OK));
            memory.fail_at = 0;
            if (status == CLD_ERROR_MEMORY) {
                /* it may hold more memory than before, and says so */
                CHECK(b->topology.triangle_count == before.triangle_count);
                CHECK(b->topology.vertex_count == before.vertex_count);
                CHECK(b->topology.edge_count == before.edge_count);
                CHECK(memory.live == b->topology.bytes);
                old.topology = &b->topology, old.triangles = indices, old.positions = b->given;
                world.meshes[0] = old;
                ask(&world, &params, &space, &other);
                CHECK(other.count == found.count);
                CHECK(other.count <= 0 ||
                      memcmp(found.at, other.at, (size_t)found.count * sizeof *found.at) == 0);
            }
            cld_mesh_topology_free(&b->topology);
            CHECK(memory.live == 0 && memory.blocks == 0);
            free(indices);
            if (status == CLD_OK) break;
        }
    CHECK(n > 1 && n < 1000);
}

/* What is called again has the same bytes: two builds, in the answers' order. */
static void built_twice(void)
{
    int i;
    for (i = 0; i < test_repeat(10); i++) {
        test_random r = test_random_from((uint64_t)(700 + i));
        cld_mesh_params params;
        shape *s;
        int k;
        world.count = 0;
        s = scene_add(&world);
        world.meshes[0].self = 1;
        shape_tangle(s, &r, 60, 90);
        params = params_of(s->edge * 0.5);
        for (k = 0; k < 2; k++) {
            CHECK(scene_build(&world, 0, (double)params.distance, 0) == CLD_OK);
            ask(&world, &params, &space, k ? &other : &found);
        }
        CHECK(found.count == other.count);
        CHECK(found.count <= 0 ||
              memcmp(found.at, other.at, (size_t)found.count * sizeof *found.at) == 0);
    }
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(what_is_fit);
    TEST(the_first_fault);
    TEST(counts_and_bytes);
    TEST(bad_builds);
    TEST(at_most_near);
    TEST(neighbours_of_the_rest_shape);
    TEST(ways_of_no_length);
    TEST(cuts);
    TEST(many_cuts);
    TEST(bad_cuts);
    TEST(grown_from_nothing);
    TEST(more_changes_than_memory);
    TEST(out_of_memory);
    TEST(built_twice);
    printf("%ld contacts checked, %ld pairs within rounding of a limit\n", checked_contacts,
           checked_either);
    cld_workspace_free(&space);
    scene_free(&world);
    free(found.at), free(other.at);
    return test_end();
}
