/* Fuzzes meshes: any bytes as positions, triangles, strides, poses, distances, cuts; and good
 * meshes in which a few numbers were changed. All must be refused with a status of the docs or
 * answered within the buffers, without a crash or a loop without end; what is answered must be the
 * oracle's answer, where the numbers are such that it has one.
 *
 * How: tests/fuzz.h. Without TEST_LIBFUZZER argv[1] is the seed, argv[2] how many inputs. */
#include "test.h"
#include "mesh_checks.h"
#define FUZZ_EXPONENT (sizeof(cld_real) == 4 ? 126 : 505)
#include "fuzz.h"

enum { MESHES = 3, VERTICES = 24, TRIANGLES = 40, CONTACTS = 64 };

static scene world;
static answer all;
static cld_workspace space;
static answer either[2]; /* by one search and by the other */
static long answered, compared, refused, updated, searched;

/* A status that the docs name, or an answer that is not negative. */
static int fuzz_status(int status)
{
    return status >= 0 || status == CLD_ERROR_NULL || status == CLD_ERROR_COUNT ||
           status == CLD_ERROR_STRIDE || status == CLD_ERROR_POSE || status == CLD_ERROR_INDEX ||
           status == CLD_ERROR_FINITE || status == CLD_ERROR_MISMATCH ||
           status == CLD_ERROR_PARAMETER;
}

/* Mostly positive and of the size of small whole numbers. */
static cld_real fuzz_distance(fuzz_input *in)
{
    const int how = fuzz_byte(in);
    if (how < 180) return (cld_real)((fuzz_byte(in) + 1) / 32.0);
    return fuzz_real(in);
}

static cld_pose fuzz_pose(fuzz_input *in)
{
    cld_pose p;
    const int how = fuzz_byte(in);
    cld_real *x = &p.rotation.x.x;
    int i;
    memset(&p, 0, sizeof p);
    if (how < 140) return p;
    if (how < 190) p.position.x = fuzz_real(in), p.position.y = fuzz_real(in);
    if (how >= 160 && how < 245) {
        const double a = fuzz_byte(in) / 40.0;
        p.rotation.x.x = p.rotation.y.y = (cld_real)cos(a);
        p.rotation.x.y = (cld_real)sin(a), p.rotation.y.x = (cld_real)-sin(a);
        p.rotation.z.z = 1;
    }
    for (i = 0; how >= 245 && i < 9; i++) x[i] = fuzz_real(in);
    return p;
}

/* -------------------------------------------------------------------------------------- shapes */

static void fuzz_any(fuzz_input *in, shape *s)
{
    const int n = fuzz_byte(in) % VERTICES, m = fuzz_byte(in) % TRIANGLES,
              beyond = fuzz_byte(in) % 16 == 0; /* vertices that there are not */
    int i;
    for (i = 0; i < n; i++) {
        const double x = (double)fuzz_real(in), y = (double)fuzz_real(in);
        shape_vertex(s, x, y, (double)fuzz_real(in));
    }
    for (i = 0; i < m && n + beyond > 0; i++) {
        const int a = fuzz_byte(in), b = fuzz_byte(in), c = fuzz_byte(in);
        shape_triangle(s, a % (n + beyond), b % (n + beyond), c % (n + beyond));
    }
}

static void fuzz_good(fuzz_input *in, shape *s)
{
    const int kind = fuzz_byte(in) % 6, n = fuzz_byte(in) % 8;
    test_random r;
    r.state = (uint64_t)fuzz_byte(in);
    if (kind == 0) shape_sheet(s, 2 + n / 2, 0);
    if (kind == 1) shape_torus(s, 3 + n, 4, 2, 1);
    if (kind == 2) shape_folded(s, 8 + 2 * n, 3, 3, 0.25);
    if (kind == 3) shape_fan(s, &r, 3 + n);
    if (kind == 4) shape_soup(s, &r, 4 * n, 1);
    if (kind == 5) shape_degenerate(s, &r, 4 + n, 5 * n, 3);
    if (fuzz_byte(in) % 2) shape_scale(s, 1 + fuzz_byte(in) % 8);
    if (fuzz_byte(in) % 2) shape_move(s, fuzz_byte(in) % 4, fuzz_byte(in) % 4, 0);
}

/* Numbers from `kind` on: 0 all, 3 none that moves a vertex. */
static void fuzz_edit(fuzz_input *in, shape *s, int kind)
{
    int edits = fuzz_byte(in) % 4;
    for (; edits > 0; edits--) {
        const int what = kind + fuzz_byte(in) % (6 - kind), i = fuzz_byte(in) * 256 + fuzz_byte(in);
        if (!s->vertex_count || !s->triangle_count) return;
        if (what < 2) s->xyz[i % (3 * s->vertex_count)] = (double)fuzz_real(in);
        if (what == 2) s->xyz[i % (3 * s->vertex_count)] *= 1 + (i - 127) * 2 * TEST_ROUND;
        if (what == 3)
            s->t[i % (3 * s->triangle_count)] =
                (uint32_t)(fuzz_byte(in) % (s->vertex_count + (i % 16 == 0)));
        if (what == 4) s->triangle_count--;
        if (what == 5)
            shape_triangle(s, i % s->vertex_count, fuzz_byte(in) % s->vertex_count,
                           fuzz_byte(in) % s->vertex_count);
    }
}

/* Can the oracle say what is right? All vertices are there and finite, the distance is not beyond
   what its precision holds; the pose is good; it has the squares of all differences. */
static int fuzz_plain(const scene *c, double d)
{
    const double least = LDBL_MAX_EXP > DBL_MAX_EXP ? 0 : 1e-100;
    double large = 0;
    int i, k, n;
    for (i = 0; i < c->count; i++) {
        const shape *s = &c->bodies[i].s;
        const cld_pose *p = &c->meshes[i].pose;
        if (cld_mesh_validate(&c->meshes[i], NULL) != CLD_OK) return 0;
        for (k = 0; k < 3 * s->triangle_count; k++) {
            const double *x = s->xyz + 3 * (size_t)s->t[k];
            for (n = 0; n < 3; n++)
                if (x[n] != 0 && fabs(x[n]) < least) return 0;
            large = fmax(large, fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2]))));
        }
        large = fmax(large, fmax(fabs((double)p->position.x), fabs((double)p->position.y)));
    }
    /* the float's rounding of the answer, and squares in double */
    return d > large * 1e-6 && d < 1e6 * (large + d / 2e6) && large < 1e100 && d > 1e-30;
}

/* ----------------------------------------------------------------------------------- questions */

static void fuzz_contact(const cld_mesh_contact *k)
{
    int i;
    CHECK(k->mesh_a >= 0 && k->mesh_a <= k->mesh_b && k->mesh_b < world.count);
    CHECK(k->contact.feature_a % 4 + k->contact.feature_b % 4 == 2);
    for (i = 0; i < 4; i++) CHECK(k->weights[i] >= 0 && k->weights[i] <= 1);
    CHECK(k->contact.distance >= 0);
}

/* The other search, and meshes without topology against those whose neighbours have common vertices:
   the same bytes, or refused for the same reason. */
static void fuzz_search(fuzz_input *in, const cld_mesh_params *params)
{
    cld_mesh m[2][SCENE_MESHES];
    cld_mesh_topology plain[MESHES];
    cld_mesh_params p = *params;
    const int without = fuzz_byte(in) % 8, how = fuzz_byte(in);
    cld_mesh_pair pairs[2][CONTACTS];
    int i, k, n[2], touch[2];
    p.closest = how % 2, p.cones = how / 2 % 4 == 3 ? CLD_MESH_CONES_PROVED : CLD_MESH_CONES_NONE;
    memset(plain, 0, sizeof plain), memset(pairs, 0, sizeof pairs);
    for (i = 0; i < world.count; i++) {
        m[0][i] = m[1][i] = world.meshes[i];
        if (!(without >> i & 1)) continue;
        m[1][i].topology = NULL;
        if (cld_mesh_topology_build(&plain[i], &m[1][i], 1, -1, NULL) == CLD_OK)
            m[0][i].topology = &plain[i];
        else
            m[1][i].topology = m[0][i].topology; /* what is refused is refused for one reason */
    }
    for (k = 0; k < 2; k++) {
        answer *a = &either[k];
        p.search = k ? CLD_MESH_SEARCH_GRID : CLD_MESH_SEARCH_CLUSTERS;
        for (i = 0; i < 2; i++) {
            a->count = cld_mesh_collide(m[k], world.count, &p, &space, a->at, a->room, NULL);
            if (a->count <= a->room) break;
            a->room = a->count;
            a->at = (cld_mesh_contact *)oracle_memory(a->at, (size_t)a->room * sizeof *a->at);
        }
        touch[k] = cld_mesh_overlap(m[k], world.count, &p, &space);
        n[k] = cld_mesh_intersections(m[k], world.count, &space, pairs[k], CONTACTS);
    }
    CHECK(fuzz_status(either[1].count) && either[0].count == either[1].count);
    if (either[0].count > 0 && either[0].count == either[1].count)
        CHECK(memcmp(either[0].at, either[1].at, (size_t)either[0].count * sizeof *all.at) == 0);
    CHECK(touch[0] == touch[1]);
    CHECK(n[0] == n[1] && memcmp(pairs[0], pairs[1], sizeof pairs[0]) == 0);
    searched += either[0].count >= 0;
    for (i = 0; i < world.count; i++) cld_mesh_topology_free(&plain[i]);
}

static void fuzz_ask(fuzz_input *in)
{
    cld_mesh_contact k[CONTACTS + 1];
    cld_mesh_pair pairs[CONTACTS + 1];
    cld_mesh_statistics statistics;
    cld_mesh_params params;
    const int capacity = fuzz_byte(in) % (CONTACTS + 1);
    int found, touch, i;
    memset(&params, 0, sizeof params);
    params.distance = fuzz_distance(in);
    params.search = (cld_mesh_search)(fuzz_byte(in) % 3);
    fuzz_search(in, &params);
    memset(k, 0x5a, sizeof k), memset(pairs, 0x5a, sizeof pairs);
    found = cld_mesh_collide(world.meshes, world.count, &params, &space, k, capacity, &statistics);
    CHECK(fuzz_status(found));
    touch = cld_mesh_overlap(world.meshes, world.count, &params, &space);
    CHECK(found < 0 ? touch == found : touch == (found > 0) || (found == 0 && touch == 1));
    if (found == 0 && fuzz_plain(&world, (double)params.distance))
        check_overlap(&world, &params, found, &space);
    for (i = 0; i < found && i < capacity; i++) fuzz_contact(&k[i]);
    for (i = found < 0 ? 0 : found; i <= CONTACTS; i++) CHECK(k[i].mesh_a == 0x5a5a5a5a);
    CHECK(k[capacity].mesh_a == 0x5a5a5a5a);
    if (found >= 0) {
        answered++;
        CHECK(statistics.contacts == (size_t)found);
        if (fuzz_plain(&world, (double)params.distance)) {
            ask(&world, &params, &space, &all);
            check_answer(&world, (double)params.distance, &all);
            compared++;
        }
        params.closest = 1;
        touch = cld_mesh_collide(world.meshes, world.count, &params, &space, k, capacity, NULL);
        CHECK(touch <= found && (touch > 0) == (found > 0));
        params.closest = 0, params.cones = CLD_MESH_CONES_PROVED;
        CHECK(found == cld_mesh_collide(world.meshes, world.count, &params, &space, NULL, 0, NULL));
        params.cones = CLD_MESH_CONES_HEURISTIC;
        touch = cld_mesh_collide(world.meshes, world.count, &params, &space, k, capacity, NULL);
        CHECK(touch >= 0 && touch <= found);
    } else {
        refused++;
    }
    found = cld_mesh_intersections(world.meshes, world.count, &space, pairs, capacity);
    CHECK(fuzz_status(found) && pairs[capacity].mesh_a == 0x5a5a5a5a);
    for (i = 0; i < found && i < capacity; i++) {
        CHECK(pairs[i].mesh_a <= pairs[i].mesh_b && pairs[i].mesh_b < world.count);
        CHECK(pairs[i].triangle_a >= 0 &&
              pairs[i].triangle_a < world.meshes[pairs[i].mesh_a].triangle_count);
        CHECK(pairs[i].triangle_b >= 0 &&
              pairs[i].triangle_b < world.meshes[pairs[i].mesh_b].triangle_count);
    }
}

/* A cut of a mesh that had a topology: names what differs, and now and then something else. */
static void fuzz_cut(fuzz_input *in, int m, cld_real distance, cld_real near)
{
    body *b = &world.bodies[m];
    int changed[256], n = 0, i, status;
    uint32_t *old = (uint32_t *)oracle_memory(NULL, 3 * (size_t)b->s.triangle_count * sizeof *old);
    const int count = b->s.triangle_count;
    if (count) memcpy(old, b->s.t, 3 * (size_t)count * sizeof *old);
    fuzz_edit(in, &b->s, 3); /* at rest, vertices stay where they were */
    for (i = 0; i < count || i < b->s.triangle_count; i++) {
        const int same = i < count && i < b->s.triangle_count &&
                         memcmp(old + 3 * i, b->s.t + 3 * i, 3 * sizeof *old) == 0;
        if (n < 250 && (!same || fuzz_byte(in) == 1)) changed[n++] = i;
    }
    if (fuzz_byte(in) == 1) changed[n++] = (int)fuzz_byte(in) * 100 - 1000;
    free(old);
    for (i = 0; i < 3 * b->s.triangle_count; i++)
        if (b->s.t[i] >= (uint32_t)b->s.vertex_count) return;
    if (n >= 250) return;
    scene_triangles(&world, m);
    status = cld_mesh_topology_update(&b->topology, &world.meshes[m], changed, n);
    CHECK(fuzz_status(status) && status <= 0);
    if (status == CLD_OK) {
        updated++;
        CHECK(b->topology.edge_count == b->oracle.edge_count);
    } else {
        status = cld_mesh_topology_build(&b->topology, &world.meshes[m], distance, near, NULL);
        CHECK(fuzz_status(status) && status <= 0);
    }
    if (world.meshes[m].self) scene_neighbours(&world, m, (double)distance, (double)near);
    fuzz_ask(in);
}

static void fuzz_run(fuzz_input *in)
{
    const int count = 1 + fuzz_byte(in) % MESHES;
    cld_real distance = fuzz_distance(in), near = fuzz_byte(in) % 2 ? 0 : fuzz_real(in);
    int i, k, n = 0;
    if (!(distance >= 0) || distance - distance != 0 || distance > (cld_real)1e30) distance = 1;
    if (near - near != 0 || near > (cld_real)1e30) near = -1;
    world.count = 0;
    for (i = 0; i < count; i++) {
        shape *s = scene_add(&world);
        cld_mesh *m = &world.meshes[world.count - 1];
        int bad = 0, status, where = -7;
        if (fuzz_byte(in) % 3) {
            fuzz_good(in, s);
            if (fuzz_byte(in) % 2) fuzz_edit(in, s, 0);
        } else {
            fuzz_any(in, s);
        }
        m->self = fuzz_byte(in) % 2;
        m->pose = fuzz_pose(in);
        if (fuzz_byte(in) % 8 == 0) m->category = (uint32_t)fuzz_byte(in);
        if (fuzz_byte(in) % 8 == 0) m->mask = (uint32_t)fuzz_byte(in);
        for (k = 0; k < 3 * s->triangle_count; k++) bad |= s->t[k] >= (uint32_t)s->vertex_count;
        if (bad) { /* the oracle has no such mesh; nor has the library */
            cld_mesh view = *m;
            cld_mesh_topology none;
            const cld_real zeros[3 * 256] = {0};
            memset(&none, 0, sizeof none);
            view.positions = zeros, view.vertex_count = s->vertex_count;
            view.triangles = s->t, view.triangle_count = s->triangle_count;
            memset(&view.pose, 0, sizeof view.pose);
            CHECK(cld_mesh_validate(&view, &where) == CLD_ERROR_INDEX);
            CHECK(where >= 0 && where < s->triangle_count);
            CHECK(cld_mesh_topology_build(&none, &view, 1, 0, NULL) == CLD_ERROR_INDEX);
            {
                const cld_mesh_params p = params_of(1);
                CHECK(cld_mesh_collide(&view, 1, &p, &space, NULL, 0, NULL) == CLD_ERROR_INDEX);
                CHECK(cld_mesh_overlap(&view, 1, &p, &space) == CLD_ERROR_INDEX);
                CHECK(cld_mesh_intersections(&view, 1, &space, NULL, 0) == CLD_ERROR_INDEX);
            }
            refused++;
            world.count--;
            continue;
        }
        scene_triangles(&world, world.count - 1);
        status = cld_mesh_validate(m, &where);
        CHECK(fuzz_status(status) && status <= 0);
        if (status == CLD_ERROR_FINITE) CHECK(where >= 0 && where < s->vertex_count);
        k = cld_mesh_topology_build(&world.bodies[world.count - 1].topology, m, distance, near,
                                    NULL);
        CHECK(k == (status == CLD_ERROR_MISMATCH ? CLD_OK : status));
        if (k == CLD_OK && m->self)
            scene_neighbours(&world, world.count - 1, (double)distance, (double)near);
        if (k == CLD_OK) n++;
        scene_view(&world, world.count - 1, fuzz_byte(in) % 4);
        if (k != CLD_OK && fuzz_byte(in) % 4) world.count--; /* not always in the way */
    }
    fuzz_ask(in);
    if (n == world.count && n > 0) fuzz_cut(in, 0, distance, near);
}

#ifndef TEST_LIBFUZZER
int main(int argc, char **argv)
{
    const int repeat = fuzz_random(argc, argv, 1500);
    printf("%d inputs; %ld answered, %ld of those compared, %ld by both searches, %ld refused, %ld "
           "updates\n",
           repeat, answered, compared, searched, refused, updated);
    CHECK(repeat < 1000 ||
          (answered > repeat / 2 && compared > repeat / 10 && refused > repeat / 50 &&
           updated > repeat / 20 && searched > repeat / 2));
    cld_workspace_free(&space);
    scene_free(&world);
    free(all.at), free(either[0].at), free(either[1].at);
    return test_end();
}
#endif
