/* bench_mesh.h: contacts of deforming meshes, beside the source's pipeline on the same positions.
 *
 * A scene is a row of frames: every vertex somewhere else in each. Contacts are all vertex-triangle
 * and edge-edge pairs without a common vertex closer than d. First all frames once, untimed: memory
 * grows, and the two sets of contacts are compared pair by pair. Then two timed passes over the
 * frames, the racers in turns; a frame's time is the least of its passes, the scene's the median of
 * its frames. After the first pass nothing may allocate.
 */
#ifndef BENCH_MESH_H
#define BENCH_MESH_H

#include "collide.h"
#include "bench.h"
#include "pool.h"
#include "scenes_mesh.h"
#include "scenes_soup.h"
#include "baseline_mesh.h"

enum { MESH_MOST_FRAMES = 24, MESH_PASSES = 2 };

/* ---- memory, counted */

typedef struct mesh_counter {
    size_t now;
    long calls;
} mesh_counter;

static void *mesh_count_memory(void *context, void *memory, size_t old_size, size_t new_size)
{
    mesh_counter *counter = (mesh_counter *)context;
    void *result;
    if (new_size == 0) {
        counter->now -= old_size;
        free(memory);
        return NULL;
    }
    result = realloc(memory, new_size);
    if (result == NULL) return NULL;
    ++counter->calls;
    counter->now += new_size - old_size;
    return result;
}

static void *mesh_memory(void *old, size_t bytes)
{
    void *memory = realloc(old, bytes ? bytes : 1);
    if (memory == NULL) {
        fprintf(stderr, "bench: out of memory\n");
        exit(1);
    }
    return memory;
}

/* ---- a scene with all that both sides need */

/* One who asks the library: a workspace of its own, room for the contacts. */
typedef struct mesh_asker {
    cld_workspace workspace;
    cld_mesh_contact *contacts;
    int capacity, count;
    cld_mesh_statistics statistics;
    cld_mesh_cones cones;
    cld_mesh_search search; /* GRID: the meshes are asked without their topologies */
} mesh_asker;

typedef struct mesh_body {
    mesh_scene scene;
    int frame_count;
    cld_real *frames[MESH_MOST_FRAMES][2]; /* positions */
    mesh_counter counter;                  /* of the topologies and of `one` */
    mesh_counter grid_counter;             /* of `grid` */
    cld_mesh_topology topologies[2];
    cld_mesh meshes[2];
    baseline_mesh plain[2];
    baseline_mesh_work work;
    mesh_asker one, two;       /* workers */
    mesh_asker grid, grid_two; /* the same questions, in the hashed grid */
    double build;              /* seconds: the topologies */
} mesh_body;

static void mesh_asker_free(mesh_asker *asker)
{
    cld_workspace_free(&asker->workspace);
    free(asker->contacts);
    memset(asker, 0, sizeof *asker);
}

static void mesh_body_free(mesh_body *body)
{
    mesh_asker_free(&body->one);
    mesh_asker_free(&body->two);
    mesh_asker_free(&body->grid);
    mesh_asker_free(&body->grid_two);
    baseline_mesh_work_free(&body->work);
    for (int k = 0; k < body->scene.part_count; ++k) {
        cld_mesh_topology_free(&body->topologies[k]);
        free(body->plain[k].owned);
        for (int f = 0; f < body->frame_count; ++f) free(body->frames[f][k]);
    }
    mesh_scene_free(&body->scene);
    free(body);
}

static void mesh_round(const mesh_part *part, cld_real *positions)
{
    for (size_t i = 0; i < 3 * (size_t)part->vertex_count; ++i)
        positions[i] = (cld_real)part->positions[i];
}

/* Views of part k with its positions at rest, and the topology of that. Contacts are all pairs
   without a common vertex: near is negative. */
static int mesh_body_view(mesh_body *body, int k)
{
    const mesh_part *part = &body->scene.parts[k];
    cld_real *rest =
        (cld_real *)mesh_memory(NULL, 3 * sizeof(cld_real) * (size_t)part->vertex_count);
    cld_allocator counting;
    cld_mesh *mesh = &body->meshes[k];
    double start;
    int status;
    counting.realloc_fn = mesh_count_memory, counting.context = &body->counter;
    mesh_scene_rest(&body->scene);
    mesh_round(part, rest);
    mesh->positions = rest;
    mesh->vertex_count = part->vertex_count;
    mesh->triangles = (const uint32_t *)part->triangles;
    mesh->triangle_count = part->triangle_count;
    mesh->self = part->self;
    start = bench_seconds();
    status = cld_mesh_topology_build(&body->topologies[k], mesh, (cld_real)body->scene.distance, -1,
                                     &counting);
    body->build += bench_seconds() - start;
    mesh->topology = &body->topologies[k];
    body->plain[k].triangles = mesh->triangles;
    body->plain[k].vertex_count = part->vertex_count;
    body->plain[k].triangle_count = part->triangle_count;
    body->plain[k].self = part->self;
    baseline_mesh_prepare(&body->plain[k]);
    free(rest);
    return status;
}

/* NULL, and a note, where the library refuses. frames: at least 2. */
static mesh_body *mesh_body_new(bench *b, mesh_scene_kind kind, int size, int frames)
{
    mesh_body *body = (mesh_body *)mesh_memory(NULL, sizeof *body);
    int status = CLD_OK;
    memset(body, 0, sizeof *body);
    if (!mesh_scene_new(&body->scene, kind, size)) exit(1);
    body->frame_count = frames;
    for (int k = 0; k < body->scene.part_count && status == CLD_OK; ++k)
        status = mesh_body_view(body, k);
    for (int f = 0; f < frames; ++f) {
        mesh_scene_move(&body->scene, (double)f / (frames - 1));
        for (int k = 0; k < body->scene.part_count; ++k) {
            const mesh_part *part = &body->scene.parts[k];
            body->frames[f][k] =
                (cld_real *)mesh_memory(NULL, 3 * sizeof(cld_real) * (size_t)part->vertex_count);
            mesh_round(part, body->frames[f][k]);
        }
    }
    body->one.workspace.allocator.realloc_fn = mesh_count_memory;
    body->one.workspace.allocator.context = &body->counter;
    body->grid.workspace.allocator.realloc_fn = mesh_count_memory;
    body->grid.workspace.allocator.context = &body->grid_counter;
    body->grid.search = body->grid_two.search = CLD_MESH_SEARCH_GRID;
    if (status == CLD_OK) return body;
    bench_note(b, "mesh, %s: %s", mesh_scene_names[kind], cld_status_text(status));
    mesh_body_free(body);
    return NULL;
}

static void mesh_frame(mesh_body *body, int frame)
{
    for (int k = 0; k < body->scene.part_count; ++k)
        body->meshes[k].positions = body->plain[k].positions = body->frames[frame][k];
}

/* Seconds of one query; its room grows where it was too small, and the query is asked again. */
static double mesh_ask(mesh_body *body, mesh_asker *asker)
{
    const int count = body->scene.part_count;
    cld_mesh_params params;
    cld_mesh meshes[2];
    double start, time;
    memset(&params, 0, sizeof params);
    params.distance = (cld_real)body->scene.distance;
    params.cones = asker->cones;
    params.search = asker->search;
    for (int k = 0; k < count; ++k) {
        meshes[k] = body->meshes[k];
        if (asker->search == CLD_MESH_SEARCH_GRID) meshes[k].topology = NULL;
    }
    for (;;) {
        start = bench_seconds();
        asker->count = cld_mesh_collide(meshes, count, &params, &asker->workspace, asker->contacts,
                                        asker->capacity, &asker->statistics);
        time = bench_seconds() - start;
        if (asker->count <= asker->capacity) break;
        asker->capacity = asker->count + asker->count / 4 + 64;
        asker->contacts = (cld_mesh_contact *)mesh_memory(
            asker->contacts, (size_t)asker->capacity * sizeof *asker->contacts);
    }
    if (asker->count < 0) {
        fprintf(stderr, "bench: mesh: %s\n", cld_status_text(asker->count));
        asker->count = 0;
    }
    return time;
}

/* Are the pool's threads, if there is one, to wait for work, or to leave their cores to others? */
static void mesh_pool_wake(mesh_asker *asker, int awake)
{
#if BENCH_POOL
    bench_pool *pool = (bench_pool *)asker->workspace.tasks.context;
    if (pool != NULL) bench_pool_wake(pool, awake);
#else
    (void)asker, (void)awake;
#endif
}

static double mesh_ask_baseline(mesh_body *body, int options)
{
    const double start = bench_seconds();
    baseline_mesh_collide(&body->work, body->plain, body->scene.part_count,
                          (cld_real)body->scene.distance, options);
    return bench_seconds() - start;
}

/* ---- sets of contacts. A key: kind (1 bit), two meshes (1 bit each), two numbers (30 bits each);
   vertex first, of two edges the lower first. */

static uint64_t mesh_key(int kind, int mesh_a, int mesh_b, uint32_t a, uint32_t b)
{
    if (kind == 1 && (mesh_a > mesh_b || (mesh_a == mesh_b && a > b))) {
        const int mesh = mesh_a;
        const uint32_t number = a;
        mesh_a = mesh_b, mesh_b = mesh, a = b, b = number;
    }
    return ((uint64_t)(kind & 1) << 62) | ((uint64_t)(mesh_a & 1) << 61) |
           ((uint64_t)(mesh_b & 1) << 60) | ((uint64_t)(a & 0x3fffffffu) << 30) |
           (uint64_t)(b & 0x3fffffffu);
}

static uint64_t mesh_key_features(int mesh_a, int mesh_b, uint32_t a, uint32_t b)
{
    if ((a & 3) == CLD_FEATURE_EDGE) return mesh_key(1, mesh_a, mesh_b, a / 4, b / 4);
    if ((a & 3) == CLD_FEATURE_VERTEX) return mesh_key(0, mesh_a, mesh_b, a / 4, b / 4);
    return mesh_key(0, mesh_b, mesh_a, b / 4, a / 4);
}

typedef struct mesh_keys {
    uint64_t *keys;
    int count, capacity;
} mesh_keys;

static void mesh_keys_add(mesh_keys *set, uint64_t key)
{
    set->keys = (uint64_t *)bench_grow(set->keys, set->count, &set->capacity, sizeof *set->keys);
    set->keys[set->count++] = key;
}

static mesh_keys mesh_keys_ours(const mesh_asker *asker)
{
    mesh_keys set = {NULL, 0, 0};
    for (int i = 0; i < asker->count; ++i) {
        const cld_mesh_contact *c = &asker->contacts[i];
        mesh_keys_add(&set, mesh_key_features(c->mesh_a, c->mesh_b, c->contact.feature_a,
                                              c->contact.feature_b));
    }
    baseline_mesh_sort(set.keys, set.count);
    return set;
}

static mesh_keys mesh_keys_plain(const baseline_mesh_work *work)
{
    mesh_keys set = {NULL, 0, 0};
    for (int i = 0; i < work->contact_count; ++i) {
        const baseline_mesh_contact *c = &work->contacts[i];
        mesh_keys_add(&set, mesh_key_features(c->mesh_a, c->mesh_b, c->feature_a, c->feature_b));
    }
    baseline_mesh_sort(set.keys, set.count);
    return set;
}

/* ---- the verdict on one pair, in double, by other formulas than the baseline's */

typedef struct mesh_point {
    double x[3];
} mesh_point;

static mesh_point mesh_point_of(const cld_mesh *mesh, uint32_t vertex)
{
    mesh_point p;
    for (int k = 0; k < 3; ++k) p.x[k] = (double)mesh->positions[3 * (size_t)vertex + (size_t)k];
    return p;
}

static double mesh_dot(const mesh_point *a, const mesh_point *b)
{
    return a->x[0] * b->x[0] + a->x[1] * b->x[1] + a->x[2] * b->x[2];
}

static mesh_point mesh_minus(const mesh_point *a, const mesh_point *b)
{
    mesh_point d;
    for (int k = 0; k < 3; ++k) d.x[k] = a->x[k] - b->x[k];
    return d;
}

static mesh_point mesh_cross(const mesh_point *a, const mesh_point *b)
{
    mesh_point c;
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        c.x[k] = a->x[i] * b->x[j] - a->x[j] * b->x[i];
    }
    return c;
}

static double mesh_point_segment(const mesh_point *p, const mesh_point *a, const mesh_point *b)
{
    const mesh_point e = mesh_minus(b, a);
    mesh_point r = mesh_minus(p, a);
    const double length2 = mesh_dot(&e, &e);
    double s = length2 > 0 ? mesh_dot(&e, &r) / length2 : 0;
    s = s < 0 ? 0 : s > 1 ? 1 : s;
    for (int k = 0; k < 3; ++k) r.x[k] -= s * e.x[k];
    return sqrt(mesh_dot(&r, &r));
}

/* The nearest of the three sides, or the height where it falls inside all of them. */
static double mesh_point_triangle(const mesh_point *p, const mesh_point *t)
{
    double least = HUGE_VAL;
    int inside = 1;
    const mesh_point e0 = mesh_minus(&t[1], &t[0]), e1 = mesh_minus(&t[2], &t[0]);
    const mesh_point n = mesh_cross(&e0, &e1);
    const double length = sqrt(mesh_dot(&n, &n));
    mesh_point r = mesh_minus(p, &t[0]);
    for (int k = 0; k < 3; ++k) {
        const mesh_point *a = &t[k], *b = &t[(k + 1) % 3];
        const double distance = mesh_point_segment(p, a, b);
        const mesh_point e = mesh_minus(b, a), ap = mesh_minus(p, a), side = mesh_cross(&e, &ap);
        if (distance < least) least = distance;
        if (!(mesh_dot(&side, &n) > 0)) inside = 0;
    }
    return inside && length > 0 ? fabs(mesh_dot(&r, &n)) / length : least;
}

/* The nearest end, or the distance of the lines where that is inside both. */
static double mesh_segment_segment(const mesh_point *a, const mesh_point *b, const mesh_point *c,
                                   const mesh_point *d)
{
    const mesh_point u = mesh_minus(b, a), v = mesh_minus(d, c), r = mesh_minus(c, a);
    const mesh_point n = mesh_cross(&u, &v), rv = mesh_cross(&r, &v), ru = mesh_cross(&r, &u);
    const double n2 = mesh_dot(&n, &n);
    double least = mesh_point_segment(a, c, d), other;
    if ((other = mesh_point_segment(b, c, d)) < least) least = other;
    if ((other = mesh_point_segment(c, a, b)) < least) least = other;
    if ((other = mesh_point_segment(d, a, b)) < least) least = other;
    if (n2 > 0) {
        const double s = mesh_dot(&rv, &n) / n2, t = mesh_dot(&ru, &n) / n2;
        if (s > 0 && s < 1 && t > 0 && t < 1) {
            other = fabs(mesh_dot(&r, &n)) / sqrt(n2);
            if (other < least) least = other;
        }
    }
    return least;
}

/* The distance that a key stands for. */
static double mesh_key_distance(const mesh_body *body, uint64_t key)
{
    const cld_mesh *m = &body->meshes[key >> 61 & 1], *n = &body->meshes[key >> 60 & 1];
    const uint32_t a = (uint32_t)(key >> 30 & 0x3fffffffu), b = (uint32_t)(key & 0x3fffffffu);
    mesh_point p[4];
    if (!(key >> 62 & 1)) {
        p[3] = mesh_point_of(m, a);
        for (uint32_t k = 0; k < 3; ++k) p[k] = mesh_point_of(n, n->triangles[3 * b + k]);
        return mesh_point_triangle(&p[3], p);
    }
    p[0] = mesh_point_of(m, m->triangles[a]);
    p[1] = mesh_point_of(m, m->triangles[a / 3 * 3 + (a + 1) % 3]);
    p[2] = mesh_point_of(n, n->triangles[b]);
    p[3] = mesh_point_of(n, n->triangles[b / 3 * 3 + (b + 1) % 3]);
    return mesh_segment_segment(&p[0], &p[1], &p[2], &p[3]);
}

/* Where two sets differ, double arithmetic says who errs. wrong: ours lacks a pair that is closer
   than d, or has one that is not; lost: those of them that it lacks. rounding: ours is right, the
   other one, in cld_real, is not, or d is so near that double cannot tell. */
typedef struct mesh_difference {
    int wrong, lost, rounding;
} mesh_difference;

/* The verdict errs by the rounding of coordinates up to 32 (all scenes fit) in some ten differences
   and products: 16 units of 2^-53. A cross product of edges of length e, at distance d, enlarges
   that by e/d, less than 10. Less than 1e-8 of the smallest d. */
static double mesh_slack(void)
{
    return 16 * 10 * 1.2e-16 * 32;
}

static mesh_difference mesh_compare(const mesh_body *body, const mesh_keys *ours,
                                    const mesh_keys *other)
{
    mesh_difference result = {0, 0, 0};
    const double d = (double)(cld_real)body->scene.distance, slack = mesh_slack();
    for (int i = 0, k = 0; i < ours->count || k < other->count;) {
        const int extra = k >= other->count || (i < ours->count && ours->keys[i] < other->keys[k]);
        const int missing =
            i >= ours->count || (k < other->count && other->keys[k] < ours->keys[i]);
        double distance;
        if (!extra && !missing) {
            ++i, ++k;
            continue;
        }
        distance = mesh_key_distance(body, extra ? ours->keys[i] : other->keys[k]);
        if (extra ? distance > d + slack : distance < d - slack) {
            ++result.wrong;
            result.lost += missing;
        } else
            ++result.rounding;
        if (extra)
            ++i;
        else
            ++k;
    }
    for (int i = 1; i < ours->count; ++i) /* each pair once */
        result.wrong += ours->keys[i] == ours->keys[i - 1];
    return result;
}

static mesh_difference mesh_compare_with_baseline(const mesh_body *body, const mesh_asker *asker)
{
    mesh_keys ours = mesh_keys_ours(asker), plain = mesh_keys_plain(&body->work);
    const mesh_difference result = mesh_compare(body, &ours, &plain);
    free(ours.keys);
    free(plain.keys);
    return result;
}

/* ---- are scenes and baseline what they claim? All pairs of small ones by brute force */

/* The number of an edge is that of the first triangle that has it. */
static int mesh_edge_is_first(const cld_mesh *m, uint32_t edge)
{
    const uint32_t a = m->triangles[edge], b = m->triangles[edge / 3 * 3 + (edge + 1) % 3];
    if (a == b) return 0;
    for (uint32_t i = 0; i < edge; ++i) {
        const uint32_t c = m->triangles[i], d = m->triangles[i / 3 * 3 + (i + 1) % 3];
        if ((a == c && b == d) || (a == d && b == c)) return 0;
    }
    return 1;
}

/* Farther apart than d along an axis, with room for rounding: saves most of the work. */
static int mesh_far(const cld_mesh *m, const uint32_t *v, int v_count, const cld_mesh *n,
                    const uint32_t *w, int w_count, double d)
{
    for (int k = 0; k < 3; ++k) {
        double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
        for (int i = 0; i < v_count + w_count; ++i) {
            const int second = i >= v_count;
            const cld_real *p =
                second ? n->positions + 3 * w[i - v_count] : m->positions + 3 * v[i];
            if ((double)p[k] < low[second]) low[second] = (double)p[k];
            if ((double)p[k] > high[second]) high[second] = (double)p[k];
        }
        if (low[0] - high[1] > 1.001 * d || low[1] - high[0] > 1.001 * d) return 1;
    }
    return 0;
}

/* The first edges of each pair of vertices; the caller frees them. */
static uint32_t *mesh_first_edges(const cld_mesh *m, uint32_t *count)
{
    const uint32_t all = 3 * (uint32_t)m->triangle_count;
    uint32_t *edges = (uint32_t *)mesh_memory(NULL, all * sizeof *edges);
    *count = 0;
    for (uint32_t i = 0; i < all; ++i)
        if (mesh_edge_is_first(m, i)) edges[(*count)++] = i;
    return edges;
}

static void mesh_brute_vertices(const mesh_body *body, int a, int b, mesh_keys *set)
{
    const cld_mesh *m = &body->meshes[a], *n = &body->meshes[b];
    const double d = (double)(cld_real)body->scene.distance;
    for (uint32_t v = 0; v < (uint32_t)m->vertex_count; ++v)
        for (uint32_t t = 0; t < (uint32_t)n->triangle_count; ++t) {
            const uint32_t *c = n->triangles + 3 * t;
            const uint64_t key = mesh_key(0, a, b, v, t);
            if (m == n && (v == c[0] || v == c[1] || v == c[2])) continue;
            if (mesh_far(m, &v, 1, n, c, 3, d)) continue;
            if (mesh_key_distance(body, key) < d) mesh_keys_add(set, key);
        }
}

static void mesh_brute_edges(const mesh_body *body, int a, int b, mesh_keys *set)
{
    const cld_mesh *m = &body->meshes[a], *n = &body->meshes[b];
    const double d = (double)(cld_real)body->scene.distance;
    uint32_t m_count, n_count;
    uint32_t *firsts = mesh_first_edges(m, &m_count), *others = mesh_first_edges(n, &n_count);
    for (uint32_t i = 0; i < m_count; ++i)
        for (uint32_t k = m == n ? i + 1 : 0; k < n_count; ++k) {
            const uint32_t e = firsts[i], f = others[k];
            const uint32_t v[2] = {m->triangles[e], m->triangles[e / 3 * 3 + (e + 1) % 3]};
            const uint32_t w[2] = {n->triangles[f], n->triangles[f / 3 * 3 + (f + 1) % 3]};
            const uint64_t key = mesh_key(1, a, b, e, f);
            if (m == n && (v[0] == w[0] || v[0] == w[1] || v[1] == w[0] || v[1] == w[1])) continue;
            if (mesh_far(m, v, 2, n, w, 2, d)) continue;
            if (mesh_key_distance(body, key) < d) mesh_keys_add(set, key);
        }
    free(firsts);
    free(others);
}

static mesh_keys mesh_brute(const mesh_body *body)
{
    mesh_keys set = {NULL, 0, 0};
    for (int a = 0; a < body->scene.part_count; ++a)
        for (int b = 0; b < body->scene.part_count; ++b)
            if (a != b || body->meshes[a].self) {
                mesh_brute_vertices(body, a, b, &set);
                if (a <= b) mesh_brute_edges(body, a, b, &set);
            }
    baseline_mesh_sort(set.keys, set.count);
    return set;
}

/* The same contacts in the same order, byte for byte? */
static int mesh_same(const mesh_asker *a, const mesh_asker *b)
{
    return a->count == b->count &&
           (a->count == 0 ||
            memcmp(a->contacts, b->contacts, (size_t)a->count * sizeof *a->contacts) == 0);
}

/* Every scene, small: contacts there are, and all agree. Notes what is not so. */
static int mesh_smoke(bench *b)
{
    static const int sizes[MESH_SCENE_KINDS] = {400, 200, 150, 12, 30,  144,
                                                144, 10,  20,  20, 324, 100};
    int faults = 0;
    for (int kind = 0; kind < MESH_SCENE_KINDS; ++kind) {
        mesh_body *body = mesh_body_new(b, (mesh_scene_kind)kind, sizes[kind], 2);
        if (body == NULL) return faults + 1;
        for (int f = 0; f < body->frame_count; ++f) {
            mesh_keys brute, plain, ours;
            mesh_difference theirs, mine;
            mesh_frame(body, f);
            mesh_ask(body, &body->one);
            mesh_ask(body, &body->grid);
            mesh_ask_baseline(body, 0);
            brute = mesh_brute(body);
            plain = mesh_keys_plain(&body->work), ours = mesh_keys_ours(&body->one);
            mine = mesh_compare(body, &ours, &brute);
            theirs = mesh_compare(body, &plain, &brute);
            if (mine.wrong || !mesh_same(&body->one, &body->grid) ||
                (brute.count == 0 && kind != MESH_SHEET) || theirs.lost > brute.count / 100) {
                bench_note(b,
                           "mesh, %s, frame %d: %d pairs by brute force, ours %d (%d wrong), "
                           "grid %d, baseline %d (%d wrong)",
                           mesh_scene_names[kind], f, brute.count, ours.count, mine.wrong,
                           body->grid.count, plain.count, theirs.wrong);
                ++faults;
            }
            free(brute.keys), free(plain.keys), free(ours.keys);
        }
        mesh_body_free(body);
    }
    return faults;
}

/* ---- a scene, timed */

typedef struct mesh_result {
    double ours, plain, two, native; /* medians over the frames, seconds; 0: not asked */
    double grid, grid_two;           /* the same of the hashed grid */
    double contacts, candidates, tests, pairs, plain_tests; /* means over the frames */
    double grid_contacts, grid_candidates, grid_tests;
    double bytes, plain_bytes, grid_bytes;
    long allocations;
    int wrong, rounding, unlike; /* unlike: answers that depend on the workers */
    int grid_unlike;             /* frames on which the grid's contacts are not the clusters' */
    int triangles;
} mesh_result;

/* Who is asked, one after the other. */
typedef enum mesh_racer {
    MESH_ONE,
    MESH_PLAIN,
    MESH_TWO,
    MESH_NATIVE,
    MESH_GRID,
    MESH_GRID_TWO,
    MESH_RACERS
} mesh_racer;

typedef struct mesh_race {
    const bench *b;
    mesh_body *body;
    mesh_asker native;
    mesh_asker shuffled;
    int with_baseline, with_two;
    double times[MESH_RACERS][MESH_MOST_FRAMES];
} mesh_race;

/* The first pass in the hashed grid. */
static void mesh_race_first_grid(mesh_race *race, int frame, mesh_result *r)
{
    mesh_body *body = race->body;
    const double share = 1.0 / body->frame_count;
    mesh_ask(body, &body->grid);
    r->grid_contacts += share * body->grid.count;
    r->grid_candidates += share * (double)body->grid.statistics.box_pairs;
    r->grid_tests += share * (double)body->grid.statistics.tests;
    r->grid_unlike += !mesh_same(&body->one, &body->grid);
    if (race->with_two) {
        mesh_pool_wake(&body->grid_two, 1);
        mesh_ask(body, &body->grid_two);
        mesh_pool_wake(&body->grid_two, 0);
        r->unlike += !mesh_same(&body->grid, &body->grid_two);
    }
    if (frame == 0 || frame == body->frame_count - 1) {
        race->shuffled.search = CLD_MESH_SEARCH_GRID;
        mesh_ask(body, &race->shuffled);
        race->shuffled.search = CLD_MESH_SEARCH_CLUSTERS;
        r->unlike += !mesh_same(&body->grid, &race->shuffled);
    }
}

/* The first pass: everything grows, everything is compared. */
static void mesh_race_first(mesh_race *race, mesh_result *r)
{
    mesh_body *body = race->body;
    for (int f = 0; f < body->frame_count; ++f) {
        const double share = 1.0 / body->frame_count;
        mesh_frame(body, f);
        mesh_ask(body, &body->one);
        r->contacts += share * body->one.count;
        r->candidates += share * (double)body->one.statistics.box_pairs;
        r->tests += share * (double)body->one.statistics.tests;
        if (race->with_baseline) {
            mesh_difference difference;
            mesh_ask_baseline(body, 0);
            r->pairs += share * body->work.pairs, r->plain_tests += share * body->work.tests;
            difference = mesh_compare_with_baseline(body, &body->one);
            r->wrong += difference.wrong, r->rounding += difference.rounding;
        }
        if (race->with_two) {
            mesh_pool_wake(&body->two, 1);
            mesh_ask(body, &body->two);
            mesh_pool_wake(&body->two, 0);
            r->unlike += !mesh_same(&body->one, &body->two);
        }
        if (f == 0 || f == body->frame_count - 1) {
            mesh_ask(body, &race->shuffled);
            r->unlike += !mesh_same(&body->one, &race->shuffled);
        }
        if (race->native.workspace.tasks.workers > 1) {
            mesh_ask(body, &race->native);
            r->unlike += !mesh_same(&body->one, &race->native);
        }
        mesh_race_first_grid(race, f, r);
    }
}

static double mesh_race_ask(mesh_race *race, mesh_racer who)
{
    mesh_body *body = race->body;
    switch (who) {
    case MESH_ONE:
        return mesh_ask(body, &body->one);
    case MESH_PLAIN:
        return race->with_baseline ? mesh_ask_baseline(body, 0) : 0;
    case MESH_TWO:
        return race->with_two ? mesh_ask(body, &body->two) : 0;
    case MESH_GRID:
        return mesh_ask(body, &body->grid);
    case MESH_GRID_TWO:
        return race->with_two ? mesh_ask(body, &body->grid_two) : 0;
    default:
        return race->native.workspace.tasks.workers > 1 ? mesh_ask(body, &race->native) : 0;
    }
}

/* Who is asked goes through all steps, one after the other, as a program does: what is in the
   caches then is what the step before left there. */
static void mesh_race_pass(mesh_race *race, int pass)
{
    mesh_body *body = race->body;
    for (int who = 0; who < MESH_RACERS; ++who) {
        mesh_pool_wake(&body->two, (who == MESH_TWO || who == MESH_GRID_TWO) && race->with_two);
        for (int f = 0; f < body->frame_count; ++f) {
            double now, *best = &race->times[who][f];
            mesh_frame(body, f);
            now = mesh_race_ask(race, (mesh_racer)who);
            if (pass == 0 || now < *best) *best = now;
        }
    }
    mesh_pool_wake(&body->two, 0);
}

/* tasks: of two workers; run NULL: none. */
static mesh_result mesh_race_run(bench *b, mesh_body *body, int with_baseline, cld_tasks tasks)
{
    mesh_result r;
    mesh_race race;
    long calls;
    memset(&r, 0, sizeof r);
    memset(&race, 0, sizeof race);
    race.b = b, race.body = body;
    race.with_baseline = with_baseline, race.with_two = tasks.run != NULL;
    body->two.workspace.tasks = body->grid_two.workspace.tasks = tasks;
    race.shuffled.workspace.tasks = bench_shuffled(7);
#if COLLIDE_THREADS == COLLIDE_THREADS_NATIVE
    race.native.workspace.tasks.workers = 2;
#endif
    for (int k = 0; k < body->scene.part_count; ++k) r.triangles += body->meshes[k].triangle_count;
    mesh_race_first(&race, &r);
    calls = body->counter.calls + body->grid_counter.calls;
    for (int pass = 0; pass < (b->quick ? 1 : MESH_PASSES); ++pass) mesh_race_pass(&race, pass);
    r.allocations = body->counter.calls + body->grid_counter.calls - calls;
    r.bytes = (double)body->counter.now, r.grid_bytes = (double)body->grid_counter.now;
    r.plain_bytes = (double)baseline_mesh_bytes(&body->work);
    r.ours = bench_median(race.times[MESH_ONE], body->frame_count);
    r.plain = bench_median(race.times[MESH_PLAIN], body->frame_count);
    r.two = bench_median(race.times[MESH_TWO], body->frame_count);
    r.native = bench_median(race.times[MESH_NATIVE], body->frame_count);
    r.grid = bench_median(race.times[MESH_GRID], body->frame_count);
    r.grid_two = bench_median(race.times[MESH_GRID_TWO], body->frame_count);
    mesh_asker_free(&race.native);
    mesh_asker_free(&race.shuffled);
    return r;
}

/* ---- the page */

typedef struct mesh_case {
    mesh_scene_kind kind;
    int size, frames, quick; /* quick: frames with --quick, 0 leaves it out */
    double asked;            /* so many times as fast as the baseline; 0: nothing asked */
    double grid_asked;       /* the same of the hashed grid */
} mesh_case;

typedef struct mesh_page {
    bench *b;
    cld_tasks tasks;
    double least_two;      /* ratio with two workers, scenes above 10000 triangles */
    double least_grid_two; /* the same in the hashed grid */
    double per_triangle;   /* of the knot of 50000, seconds */
    double per_answer;     /* of the same, of each triangle and each contact */
    long allocations;
    int wrong, unlike;
    int grid_unlike; /* frames on which the grid's contacts are not the clusters' */
} mesh_page;

static void mesh_parameter(char *text, size_t size, const mesh_result *r, const mesh_case *c)
{
    if (c->kind == MESH_TORI)
        snprintf(text, size, "2x%d", r->triangles / 2);
    else if (c->kind == MESH_FOLDED || c->kind == MESH_ROLLED || c->kind == MESH_FLAT ||
             c->kind == MESH_LAYERS)
        snprintf(text, size, "%dx%d", c->size, c->size);
    else
        snprintf(text, size, "%d", r->triangles);
}

static void mesh_rows(mesh_page *page, const mesh_case *c, const char *parameter,
                      const mesh_result *r)
{
    bench *b = page->b;
    const char *name = mesh_scene_names[c->kind];
    bench_figure(b, "collide", "mesh", name, parameter, "time_median", r->ours, "s");
    bench_figure(b, "collide", "mesh", name, parameter, "ratio",
                 r->ours > 0 ? r->plain / r->ours : 0, "");
    bench_figure(b, "collide", "mesh", name, parameter, "contacts", floor(r->contacts + 0.5), "");
    bench_figure(b, "collide", "mesh", name, parameter, "candidates", floor(r->candidates + 0.5),
                 "");
    bench_figure(b, "collide", "mesh", name, parameter, "tests", floor(r->tests + 0.5), "");
    bench_figure(b, "collide", "mesh", name, parameter, "MB", r->bytes * 1e-6, "");
    bench_figure(b, "collide", "mesh", name, parameter, "wrong", r->wrong, "");
    bench_figure(b, "collide", "mesh", name, parameter, "rounding", r->rounding, "");
    if (r->two > 0) {
        bench_figure(b, "collide, pool", "mesh", name, parameter, "time_median", r->two, "s");
        bench_figure(b, "collide, pool", "mesh", name, parameter, "ratio", r->ours / r->two, "");
        bench_figure(b, "collide, pool", "mesh", name, parameter, "wrong", r->unlike, "");
    }
    if (r->native > 0) {
        bench_figure(b, "collide, native", "mesh", name, parameter, "time_median", r->native, "s");
        bench_figure(b, "collide, native", "mesh", name, parameter, "ratio", r->ours / r->native,
                     "");
    }
    if (r->plain > 0) {
        bench_figure(b, "baseline", "mesh", name, parameter, "time_median", r->plain, "s");
        bench_figure(b, "baseline", "mesh", name, parameter, "candidates", floor(r->pairs + 0.5),
                     "");
        bench_figure(b, "baseline", "mesh", name, parameter, "tests", floor(r->plain_tests + 0.5),
                     "");
        bench_figure(b, "baseline", "mesh", name, parameter, "MB", r->plain_bytes * 1e-6, "");
    }
}

/* The same scene in the hashed grid, without topologies. */
static void mesh_rows_grid(mesh_page *page, const mesh_case *c, const char *parameter,
                           const mesh_result *r)
{
    bench *b = page->b;
    const char *name = mesh_scene_names[c->kind];
    bench_figure(b, "grid", "mesh", name, parameter, "time_median", r->grid, "s");
    bench_figure(b, "grid", "mesh", name, parameter, "ratio", r->grid > 0 ? r->plain / r->grid : 0,
                 "");
    bench_figure(b, "grid", "mesh", name, parameter, "contacts", floor(r->grid_contacts + 0.5), "");
    bench_figure(b, "grid", "mesh", name, parameter, "candidates", floor(r->grid_candidates + 0.5),
                 "");
    bench_figure(b, "grid", "mesh", name, parameter, "tests", floor(r->grid_tests + 0.5), "");
    bench_figure(b, "grid", "mesh", name, parameter, "MB", r->grid_bytes * 1e-6, "");
    bench_figure(b, "grid", "mesh", name, parameter, "wrong", r->grid_unlike, "");
    if (r->grid_two > 0) {
        bench_figure(b, "grid, pool", "mesh", name, parameter, "time_median", r->grid_two, "s");
        bench_figure(b, "grid, pool", "mesh", name, parameter, "ratio", r->grid / r->grid_two, "");
    }
}

static void mesh_case_ask(mesh_page *page, const mesh_case *c, const char *parameter,
                          const mesh_result *r)
{
    char text[96];
    if (r->two > 0 && r->triangles > 10000 && r->ours / r->two < page->least_two)
        page->least_two = r->ours / r->two;
    if (r->grid_two > 0 && r->triangles > 10000 && r->grid / r->grid_two < page->least_grid_two)
        page->least_grid_two = r->grid / r->grid_two;
    page->grid_unlike += r->grid_unlike;
    page->allocations += r->allocations;
    page->wrong += r->wrong, page->unlike += r->unlike;
    if (c->kind == MESH_KNOT && c->size == 50000) {
        page->per_triangle = r->ours / r->triangles;
        page->per_answer = r->ours / (r->triangles + r->contacts);
    }
    if (c->kind >= MESH_FLAT) { /* made */
        snprintf(text, sizeof text, "%s, %s", mesh_scene_names[c->kind], parameter);
        bench_made(page->b, "mesh", "a triangle or contact", text,
                   r->ours / (r->triangles + r->contacts), "knot 50000", page->per_answer);
    }
    if (c->asked > 0) {
        snprintf(text, sizeof text, "%s %s: times as fast as the baseline",
                 mesh_scene_names[c->kind], parameter);
        bench_ask(page->b, "mesh", text, c->asked, r->plain / r->ours, "", BENCH_AT_LEAST);
    }
    if (c->grid_asked > 0) {
        snprintf(text, sizeof text, "%s %s, grid: times as fast as the baseline",
                 mesh_scene_names[c->kind], parameter);
        bench_ask(page->b, "mesh", text, c->grid_asked, r->plain / r->grid, "", BENCH_AT_LEAST);
    }
    if (c->kind == MESH_KNOT && c->size == 1000000) {
        bench_ask(page->b, "mesh", "a million triangles with themselves: a step", 0.5, r->ours, "s",
                  BENCH_AT_MOST);
        bench_ask(page->b, "mesh", "the same: memory", 400e6, r->bytes, "B", BENCH_AT_MOST);
        bench_ask(page->b, "mesh", "the same: cost of a triangle, times that at 50000", 1.5,
                  page->per_triangle > 0 ? r->ours / r->triangles / page->per_triangle
                                         : (double)NAN,
                  "", BENCH_AT_MOST);
    }
}

/* What is asked of two tori depends on what the compiler may use; the rest is asked of AVX2 and
   more only. */
static double mesh_asked_tori(void)
{
#if defined(COLLIDE_NO_SIMD)
    return 0;
#elif defined(__AVX512F__)
    return 3;
#elif defined(__AVX2__)
    return 2;
#else
    return 1;
#endif
}

static double mesh_asked(double times)
{
    return mesh_asked_tori() >= 2 ? times : 0;
}

static void mesh_page_scenes(mesh_page *page)
{
    const double tori = mesh_asked_tori(), three = mesh_asked(3), four = mesh_asked(4);
    const mesh_case cases[] = {{MESH_TORI, 1600, 24, 4, tori, 0},
                               {MESH_TORI, 6400, 24, 3, tori, 0},
                               {MESH_TORI, 25600, 24, 2, tori, three},
                               {MESH_KNOT, 3960, 24, 4, three, 0},
                               {MESH_KNOT_THICK, 3960, 20, 2, 0, 0},
                               {MESH_KNOT, 50000, 20, 2, three, 0},
                               {MESH_KNOT, 200000, 4, 0, three, three},
                               {MESH_FOLDED, 100, 20, 2, four, 0},
                               {MESH_FOLDED, 300, 3, 0, four, 0},
                               {MESH_ROLLED, 100, 20, 2, four, 0},
                               {MESH_ROLLED, 300, 3, 0, four, three},
                               {MESH_TABLE, 10000, 0, 2, 0, 0},
                               {MESH_TABLE, 20000, 6, 0, mesh_asked(25), 0},
                               {MESH_TABLE_APART, 20000, 6, 0, 0, 0},
                               {MESH_FLAT, 64, 6, 0, 0, 0},
                               {MESH_LAYERS, 64, 6, 0, 0, 0},
                               {MESH_LAYERS, 192, 3, 0, 0, 0},
                               {MESH_BLOCKS, 1500, 12, 2, 0, 0},
                               {MESH_BLOCKS, 12000, 6, 0, 0, 0},
                               {MESH_BLOCKS, 96000, 3, 0, 0, 0},
                               {MESH_FAN, 1000, 6, 2, 0, 0},
                               {MESH_FAN, 8000, 2, 0, 0, 0},
                               {MESH_KNOT, 1000000, 2, 0, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const mesh_case *c = &cases[i];
        const int frames = page->b->quick ? c->quick : c->frames;
        char parameter[48];
        mesh_result r;
        mesh_body *body;
        if (frames < 2) continue;
        body = mesh_body_new(page->b, c->kind, c->size, frames);
        if (body == NULL) continue;
        r = mesh_race_run(page->b, body, c->size < 1000000, page->tasks);
        mesh_parameter(parameter, sizeof parameter, &r, c);
        mesh_rows(page, c, parameter, &r);
        mesh_rows_grid(page, c, parameter, &r);
        mesh_case_ask(page, c, parameter, &r);
        mesh_body_free(body);
    }
    bench_table(page->b, "mesh: contacts, a step (ratio: times as fast as the baseline; of two "
                         "workers: as one; grid: without topologies)");
}

/* ---- the other questions */

typedef enum mesh_question {
    MESH_CLOSEST,   /* only the closest contacts */
    MESH_YES,       /* overlap: there are contacts */
    MESH_NO,        /* overlap: d so small that there are none */
    MESH_INTERSECT, /* pairs of triangles */
    MESH_QUESTIONS
} mesh_question;

static double mesh_question_time(mesh_body *body, mesh_question question, int *answer)
{
    cld_mesh_params params;
    cld_mesh_pair pairs[16];
    cld_workspace *workspace = &body->one.workspace;
    const double start = bench_seconds();
    const int count = body->scene.part_count;
    memset(&params, 0, sizeof params);
    params.distance = (cld_real)body->scene.distance;
    switch (question) {
    case MESH_CLOSEST:
        params.closest = 1;
        *answer = cld_mesh_collide(body->meshes, count, &params, workspace, body->one.contacts,
                                   body->one.capacity, NULL);
        break;
    case MESH_NO:
        params.distance *= (cld_real)1e-3;
        *answer = cld_mesh_overlap(body->meshes, count, &params, workspace);
        break;
    case MESH_YES:
        *answer = cld_mesh_overlap(body->meshes, count, &params, workspace);
        break;
    default:
        *answer = cld_mesh_intersections(body->meshes, count, workspace, pairs, 16);
    }
    return bench_seconds() - start;
}

static void mesh_page_questions(mesh_page *page)
{
    static const char *const names[MESH_QUESTIONS] = {"closest", "overlap, d", "overlap, d/1000",
                                                      "intersections"};
    static const mesh_case cases[] = {{MESH_TORI, 6400, 4, 2, 0, 0},
                                      {MESH_KNOT, 50000, 4, 2, 0, 0},
                                      {MESH_FOLDED, 100, 4, 2, 0, 0}};
    bench *b = page->b;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const mesh_case *c = &cases[i];
        const int frames = b->quick ? c->quick : c->frames;
        mesh_body *body = mesh_body_new(b, c->kind, c->size, frames);
        char parameter[48];
        if (body == NULL) return;
        snprintf(parameter, sizeof parameter, "%d",
                 body->meshes[0].triangle_count * body->scene.part_count);
        for (int q = -1; q < MESH_QUESTIONS; ++q) {
            double times[MESH_MOST_FRAMES];
            int answer = 0;
            for (int pass = 0; pass < (b->quick ? 1 : MESH_PASSES); ++pass)
                for (int f = 0; f < frames; ++f) {
                    double time;
                    mesh_frame(body, f);
                    time = q < 0 ? mesh_ask(body, &body->one)
                                 : mesh_question_time(body, (mesh_question)q, &answer);
                    if (q < 0) answer = body->one.count;
                    if (pass == 0 || time < times[f]) times[f] = time;
                }
            bench_figure(b, q < 0 ? "all contacts" : names[q], "mesh", mesh_scene_names[c->kind],
                         parameter, "time_median", bench_median(times, frames), "s");
            bench_figure(b, q < 0 ? "all contacts" : names[q], "mesh", mesh_scene_names[c->kind],
                         parameter, "answer", answer, "");
        }
        mesh_body_free(body);
    }
    bench_table(b, "mesh: other questions about the same scenes (answer: in the last step)");
}

/* ---- normal cones: what they save, what the source's rule loses */

static void mesh_cones_ours(bench *b, mesh_body *body, mesh_asker *asker, const char *parameter,
                            cld_mesh_cones cones, const char *who, const mesh_keys *all)
{
    const char *name = mesh_scene_names[body->scene.kind];
    mesh_difference difference;
    mesh_keys keys;
    double least = HUGE_VAL;
    asker->cones = cones;
    for (int i = 0; i < 5; ++i) {
        const double time = mesh_ask(body, asker);
        if (time < least) least = time;
    }
    keys = mesh_keys_ours(asker);
    difference = mesh_compare(body, &keys, all);
    bench_figure(b, who, "mesh", name, parameter, "time_least", least, "s");
    bench_figure(b, who, "mesh", name, parameter, "culled %",
                 100.0 * (double)asker->statistics.clusters_culled /
                     (double)(asker->statistics.cluster_pairs + !asker->statistics.cluster_pairs),
                 "");
    bench_figure(b, who, "mesh", name, parameter, "candidates", (double)asker->statistics.box_pairs,
                 "");
    bench_figure(b, who, "mesh", name, parameter, "contacts", asker->count, "");
    bench_figure(b, who, "mesh", name, parameter, "lost %",
                 100.0 * difference.lost / (all->count + !all->count), "");
    asker->cones = CLD_MESH_CONES_NONE;
    free(keys.keys);
}

static void mesh_cones_plain(bench *b, mesh_body *body, const char *parameter, int options,
                             const char *who, const mesh_keys *all)
{
    const char *name = mesh_scene_names[body->scene.kind];
    mesh_difference difference;
    mesh_keys keys;
    double least = HUGE_VAL;
    for (int i = 0; i < (b->quick ? 1 : 3); ++i) {
        const double time = mesh_ask_baseline(body, options);
        if (time < least) least = time;
    }
    keys = mesh_keys_plain(&body->work);
    difference = mesh_compare(body, &keys, all);
    bench_figure(b, who, "mesh", name, parameter, "time_least", least, "s");
    bench_figure(b, who, "mesh", name, parameter, "culled %",
                 100.0 * body->work.cells_culled /
                     (body->work.cells_met > 0 ? body->work.cells_met : 1),
                 "");
    bench_figure(b, who, "mesh", name, parameter, "candidates", body->work.pairs, "");
    bench_figure(b, who, "mesh", name, parameter, "contacts", body->work.contact_count, "");
    bench_figure(b, who, "mesh", name, parameter, "lost %",
                 100.0 * difference.lost / (all->count + !all->count), "");
    free(keys.keys);
}

static void mesh_page_cones(mesh_page *page)
{
    static const mesh_case cases[] = {{MESH_KNOT, 3960, 3, 3, 0, 0},
                                      {MESH_KNOT, 50000, 3, 0, 0, 0},
                                      {MESH_FOLDED, 100, 3, 0, 0, 0},
                                      {MESH_ROLLED, 100, 3, 3, 0, 0},
                                      {MESH_SHEET, 100, 3, 0, 0, 0}};
    static const char *const names[6] = {"collide, none", "collide, proved", "collide, Provot",
                                         "grid, none",    "grid, proved",    "grid, Provot"};
    bench *b = page->b;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const mesh_case *c = &cases[i];
        mesh_body *body;
        mesh_keys all;
        char parameter[48];
        if (b->quick && c->quick == 0) continue;
        if ((body = mesh_body_new(b, c->kind, c->size, 3)) == NULL) continue;
        snprintf(parameter, sizeof parameter, "%d", body->meshes[0].triangle_count);
        mesh_frame(body, 1);
        mesh_ask(body, &body->one);
        all = mesh_keys_ours(&body->one);
        for (int k = 0; k < 6; ++k)
            mesh_cones_ours(b, body, k < 3 ? &body->one : &body->grid, parameter,
                            (cld_mesh_cones)(k % 3), names[k], &all);
        mesh_cones_plain(b, body, parameter, 0, "baseline, none", &all);
        mesh_cones_plain(b, body, parameter, BASELINE_MESH_CONES, "baseline, cones", &all);
        mesh_cones_plain(b, body, parameter, BASELINE_MESH_DROP, "baseline, drop", &all);
        mesh_cones_plain(b, body, parameter, BASELINE_MESH_DROP | BASELINE_MESH_CONES,
                         "baseline, both", &all);
        free(all.keys);
        mesh_body_free(body);
    }
    bench_table(b,
                "mesh: normal cones (drop: the source leaves out triangles with a common vertex)");
}

/* ---- soups: other triangles in every step. The grid, beside a topology that is built in the step
   and the clusters */

typedef enum soup_racer { SOUP_GRID, SOUP_GRID_TWO, SOUP_CLUSTERS, SOUP_RACERS } soup_racer;

static const char *const soup_racers[SOUP_RACERS] = {"grid", "grid, pool", "clusters"};

typedef struct soup_race {
    soup_scene scene;
    mesh_counter counters[SOUP_RACERS]; /* workspaces, and the topology */
    mesh_asker askers[SOUP_RACERS];
    cld_mesh_topology topology; /* built anew in every step, in the memory of the last one */
    cld_real *positions;
    cld_mesh mesh;
} soup_race;

static cld_allocator soup_allocator(soup_race *race, soup_racer who)
{
    cld_allocator counting;
    counting.realloc_fn = mesh_count_memory, counting.context = &race->counters[who];
    return counting;
}

static void soup_race_free(soup_race *race)
{
    for (int who = 0; who < SOUP_RACERS; ++who) mesh_asker_free(&race->askers[who]);
    cld_mesh_topology_free(&race->topology);
    free(race->positions);
    soup_scene_free(&race->scene);
    free(race);
}

/* Exits where there is no memory. */
static soup_race *soup_race_new(soup_kind kind, int size, cld_tasks tasks)
{
    soup_race *race = (soup_race *)mesh_memory(NULL, sizeof *race);
    memset(race, 0, sizeof *race);
    if (!soup_scene_new(&race->scene, kind, size)) exit(1);
    for (int who = 0; who < SOUP_RACERS; ++who) {
        race->askers[who].workspace.allocator = soup_allocator(race, (soup_racer)who);
        race->askers[who].search =
            who == SOUP_CLUSTERS ? CLD_MESH_SEARCH_CLUSTERS : CLD_MESH_SEARCH_GRID;
    }
    race->askers[SOUP_GRID_TWO].workspace.tasks = tasks;
    race->positions =
        (cld_real *)mesh_memory(NULL, 3 * sizeof(cld_real) * (size_t)race->scene.vertex_count);
    race->mesh.positions = race->positions;
    race->mesh.vertex_count = race->scene.vertex_count;
    race->mesh.triangles = (const uint32_t *)race->scene.triangles;
    race->mesh.triangle_count = race->scene.triangle_count;
    race->mesh.self = 1;
    return race;
}

static void soup_race_step(soup_race *race, int step)
{
    soup_scene_step(&race->scene, step);
    for (size_t i = 0; i < 3 * (size_t)race->scene.vertex_count; ++i)
        race->positions[i] = (cld_real)race->scene.positions[i];
}

/* Seconds from the arrays of the step to all contacts; of a query that had to be repeated with more
   room, the last. */
static double soup_ask(soup_race *race, soup_racer who)
{
    mesh_asker *asker = &race->askers[who];
    const cld_allocator counting = soup_allocator(race, who);
    cld_mesh_params params;
    double start, time;
    memset(&params, 0, sizeof params);
    params.distance = (cld_real)race->scene.distance, params.search = asker->search;
    for (;;) {
        int status = CLD_OK;
        start = bench_seconds();
        race->mesh.topology = NULL;
        if (who == SOUP_CLUSTERS) {
            status = cld_mesh_topology_build(&race->topology, &race->mesh, params.distance, -1,
                                             &counting);
            race->mesh.topology = &race->topology;
        }
        asker->count = status < 0
                           ? status
                           : cld_mesh_collide(&race->mesh, 1, &params, &asker->workspace,
                                              asker->contacts, asker->capacity, &asker->statistics);
        time = bench_seconds() - start;
        if (asker->count <= asker->capacity) break;
        asker->capacity = asker->count + asker->count / 4 + 64;
        asker->contacts = (cld_mesh_contact *)mesh_memory(
            asker->contacts, (size_t)asker->capacity * sizeof *asker->contacts);
    }
    if (asker->count < 0) {
        fprintf(stderr, "bench: soup: %s\n", cld_status_text(asker->count));
        asker->count = 0;
    }
    return time;
}

typedef struct soup_case {
    soup_kind kind;
    int size, steps, quick; /* quick: steps with --quick, 0 leaves it out */
} soup_case;

/* The first pass over the steps is not timed: everything grows, everything is compared. In each
   step then, everyone three times. */
static void soup_race_run(mesh_page *page, soup_race *race, int steps,
                          double times[SOUP_RACERS][MESH_MOST_FRAMES], int *unlike)
{
    mesh_asker *two = &race->askers[SOUP_GRID_TWO];
    for (int f = 0; f < 2 * steps; ++f) {
        soup_race_step(race, f % steps);
        for (int who = 0; who < SOUP_RACERS; ++who) {
            double *least = &times[who][f % steps];
            if (who == SOUP_GRID_TWO && page->tasks.run == NULL) continue;
            mesh_pool_wake(two, who == SOUP_GRID_TWO);
            *least = soup_ask(race, (soup_racer)who);
            for (int i = 0; i < 2 && f >= steps; ++i) {
                const double time = soup_ask(race, (soup_racer)who);
                if (time < *least) *least = time;
            }
            mesh_pool_wake(two, 0);
            if (!mesh_same(&race->askers[SOUP_GRID], &race->askers[who])) ++unlike[who];
        }
    }
}

/* What is asked of these sizes. */
static void soup_asks(mesh_page *page, const soup_case *c, const char *parameter,
                      const double median[SOUP_RACERS], double bytes)
{
    char text[96];
    if (c->size < 1000000) {
        if (!(mesh_asked(3) > 0)) return;
        snprintf(text, sizeof text, "%s %s, grid: times as fast as topology and clusters",
                 soup_names[c->kind], parameter);
        bench_ask(page->b, "mesh", text, mesh_asked(3), median[SOUP_CLUSTERS] / median[SOUP_GRID],
                  "", BENCH_AT_LEAST);
        return;
    }
    bench_ask(page->b, "mesh", "a soup of a million with itself, grid: a step", 0.6,
              median[SOUP_GRID], "s", BENCH_AT_MOST);
    bench_ask(page->b, "mesh", "the same: workspace", 400e6, bytes, "B", BENCH_AT_MOST);
    bench_ask(page->b, "mesh", "the same: two workers", 1.8,
              page->tasks.run != NULL ? median[SOUP_GRID] / median[SOUP_GRID_TWO] : (double)NAN, "",
              BENCH_AT_LEAST);
}

static void soup_case_run(mesh_page *page, const soup_case *c)
{
    const int steps = page->b->quick ? c->quick : c->steps;
    double times[SOUP_RACERS][MESH_MOST_FRAMES], median[SOUP_RACERS];
    int unlike[SOUP_RACERS] = {0};
    const char *name = soup_names[c->kind];
    bench *b = page->b;
    char parameter[48];
    soup_race *race;
    if (steps == 0) return;
    race = soup_race_new(c->kind, c->size, page->tasks);
    snprintf(parameter, sizeof parameter, "%d", race->scene.triangle_count);
    soup_race_run(page, race, steps, times, unlike);
    for (int who = 0; who < SOUP_RACERS; ++who) {
        const mesh_asker *asker = &race->askers[who];
        if (who == SOUP_GRID_TWO && page->tasks.run == NULL) continue;
        median[who] = bench_median(times[who], steps);
        bench_figure(b, soup_racers[who], "mesh", name, parameter, "time_median", median[who], "s");
        bench_figure(b, soup_racers[who], "mesh", name, parameter, "ratio",
                     median[SOUP_GRID] / median[who], "");
        bench_figure(b, soup_racers[who], "mesh", name, parameter, "contacts", asker->count, "");
        bench_figure(b, soup_racers[who], "mesh", name, parameter, "candidates",
                     (double)asker->statistics.box_pairs, "");
        bench_figure(b, soup_racers[who], "mesh", name, parameter, "MB",
                     (double)race->counters[who].now * 1e-6, "");
        bench_figure(b, soup_racers[who], "mesh", name, parameter, "wrong", unlike[who], "");
    }
    soup_asks(page, c, parameter, median, (double)race->counters[SOUP_GRID].now);
    page->unlike += unlike[SOUP_GRID_TWO], page->grid_unlike += unlike[SOUP_CLUSTERS];
    soup_race_free(race);
}

static void mesh_page_soups(mesh_page *page)
{
    static const soup_case cases[] = {{SOUP_LOOSE, 20000, 8, 2},    {SOUP_LOOSE, 180000, 4, 0},
                                      {SOUP_FRACTURE, 20000, 8, 1}, {SOUP_FRACTURE, 180000, 4, 0},
                                      {SOUP_REMADE, 20000, 8, 1},   {SOUP_REMADE, 180000, 4, 0},
                                      {SOUP_LOOSE, 1000000, 2, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) soup_case_run(page, &cases[i]);
    bench_table(page->b, "mesh: other triangles in every step (clusters: with a topology built in "
                         "the step; ratio: of the grid's time; wrong: steps unlike the grid's)");
}

/* ---- a cut, row by row, every step */

typedef struct mesh_cut_result {
    double update;  /* median seconds of an update, 8 rows: 48 triangles */
    double build;   /* of a new topology, at the end */
    double updated; /* of a step at the end, with the topology that was updated */
    double rebuilt; /* with a new one */
    int unlike;     /* the two differ in their contacts */
    int triangles;
} mesh_cut_result;

enum { MESH_CUT_ROWS = 8 };

/* The mesh after some rows more, at rest. */
static int mesh_cut_rows(mesh_body *body, cld_real *positions, int *changed)
{
    const mesh_part *part = &body->scene.parts[0];
    int count = 0;
    for (int i = 0; i < MESH_CUT_ROWS; ++i) count += mesh_scene_cut(&body->scene, changed + count);
    mesh_scene_rest(&body->scene);
    mesh_round(part, positions);
    body->meshes[0].positions = positions;
    body->meshes[0].vertex_count = part->vertex_count;
    body->meshes[0].triangle_count = part->triangle_count;
    return count;
}

static double mesh_cut_step(mesh_body *body, cld_real *positions)
{
    double least = HUGE_VAL;
    for (int i = 0; i < 5; ++i) {
        mesh_scene_move(&body->scene, 0.1 * i);
        mesh_round(&body->scene.parts[0], positions);
        double time = mesh_ask(body, &body->one);
        if (time < least) least = time;
    }
    return least;
}

static int mesh_cut_run(bench *b, int size, mesh_cut_result *r)
{
    mesh_body *body = mesh_body_new(b, MESH_SHEET, size, 2);
    int changed[6 * MESH_CUT_ROWS], steps = 0, status = CLD_OK;
    double times[32], start;
    cld_real *positions;
    cld_mesh_topology fresh;
    mesh_keys before, after;
    memset(r, 0, sizeof *r);
    if (body == NULL) return 0;
    positions = (cld_real *)mesh_memory(NULL, 3 * sizeof(cld_real) *
                                                  (size_t)body->scene.parts[0].vertex_capacity);
    while (steps < 10 && status == CLD_OK) {
        const int count = mesh_cut_rows(body, positions, changed);
        start = bench_seconds();
        status = cld_mesh_topology_update(&body->topologies[0], &body->meshes[0], changed, count);
        times[steps++] = bench_seconds() - start;
    }
    r->update = bench_median(times, steps), r->triangles = body->meshes[0].triangle_count;
    memset(&fresh, 0, sizeof fresh);
    start = bench_seconds();
    if (status == CLD_OK)
        status = cld_mesh_topology_build(&fresh, &body->meshes[0], (cld_real)body->scene.distance,
                                         -1, NULL);
    r->build = bench_seconds() - start;
    if (status == CLD_OK) {
        body->scene.distance *=
            1.6; /* neighbours along the surface are contacts: some to compare */
        r->updated = mesh_cut_step(body, positions);
        before = mesh_keys_ours(&body->one);
        body->meshes[0].topology = &fresh;
        r->rebuilt = mesh_cut_step(body, positions);
        after = mesh_keys_ours(&body->one);
        r->unlike = before.count != after.count || before.count == 0 ||
                    memcmp(before.keys, after.keys, (size_t)after.count * sizeof *after.keys) != 0;
        free(before.keys), free(after.keys);
        cld_mesh_topology_free(&fresh);
    } else
        bench_note(b, "mesh, a cut: %s", cld_status_text(status));
    free(positions);
    mesh_body_free(body);
    return status == CLD_OK;
}

static void mesh_page_cut(mesh_page *page)
{
    const int sizes[2] = {page->b->quick ? 50 : 100, page->b->quick ? 150 : 300};
    mesh_cut_result r[2];
    for (int i = 0; i < 2; ++i) {
        char parameter[48];
        if (!mesh_cut_run(page->b, sizes[i], &r[i])) return;
        snprintf(parameter, sizeof parameter, "%d", r[i].triangles);
        bench_figure(page->b, "collide", "mesh", "cut of 48", parameter, "update", r[i].update,
                     "s");
        bench_figure(page->b, "collide", "mesh", "cut of 48", parameter, "a triangle",
                     r[i].update / 48, "s");
        bench_figure(page->b, "collide", "mesh", "cut of 48", parameter, "build", r[i].build, "s");
        bench_figure(page->b, "collide", "mesh", "cut of 48", parameter, "a triangle, b.",
                     r[i].build / r[i].triangles, "s");
        bench_figure(page->b, "collide", "mesh", "cut of 48", parameter, "step after", r[i].updated,
                     "s");
        bench_figure(page->b, "collide", "mesh", "cut of 48", parameter, "step, rebuilt",
                     r[i].rebuilt, "s");
        bench_figure(page->b, "collide", "mesh", "cut of 48", parameter, "unlike", r[i].unlike, "");
        page->wrong += r[i].unlike;
    }
    bench_table(page->b, "mesh: a sheet is cut, 8 rows a step (2 triangles become 6 in each)");
    bench_ask(page->b, "mesh", "the same cut in 9 times as many triangles: times the cost", 1.5,
              r[1].update / r[0].update, "", BENCH_AT_MOST);
    bench_ask(page->b, "mesh", "the larger one, cut of 48 triangles: part of a new topology's cost",
              0.01, r[1].update / r[1].build, "", BENCH_AT_MOST);
}

static void bench_mesh(bench *b)
{
    mesh_page page;
    int faults;
#if BENCH_POOL
    bench_pool *pool = bench_pool_new(2);
#endif
    memset(&page, 0, sizeof page);
    page.b = b, page.least_two = page.least_grid_two = HUGE_VAL;
#if BENCH_POOL
    if (pool != NULL) page.tasks = bench_pool_tasks(pool), bench_pool_wake(pool, 0);
#endif
    faults = mesh_smoke(b);
    mesh_page_scenes(&page);
    mesh_page_soups(&page);
    mesh_page_questions(&page);
    mesh_page_cones(&page);
    mesh_page_cut(&page);
    bench_ask(b, "mesh", "small scenes where brute force differs", 0, faults, "", BENCH_AT_MOST);
    bench_ask(b, "mesh", "contacts lost or wrong", 0, page.wrong, "", BENCH_AT_MOST);
    bench_ask(b, "mesh", "answers that depend on the workers (1, 2, 7)", 0, page.unlike, "",
              BENCH_AT_MOST);
    bench_ask(b, "mesh", "allocations after the first pass", 0, (double)page.allocations, "",
              BENCH_AT_MOST);
    bench_ask(b, "mesh", "two workers, scenes above 10000 triangles: least ratio", 1.7,
              page.least_two < HUGE_VAL ? page.least_two : (double)NAN, "", BENCH_AT_LEAST);
    bench_ask(b, "mesh", "grid: steps whose contacts are not those of the clusters", 0,
              page.grid_unlike, "", BENCH_AT_MOST);
    bench_ask(b, "mesh", "grid, two workers, scenes above 10000 triangles: least ratio", 1.8,
              page.least_grid_two < HUGE_VAL ? page.least_grid_two : (double)NAN, "",
              BENCH_AT_LEAST);
#if BENCH_POOL
    bench_pool_free(pool);
#endif
}

#endif /* BENCH_MESH_H */
