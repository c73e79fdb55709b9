/* mesh_truth.h: what is true of deforming meshes, by brute force: all pairs of primitives whose
 * boxes come near along the longest axis are tried, with the plain formulas of tests/oracle_mesh.h.
 * Independent of all who race. */
#ifndef PEERS_MESH_TRUTH_H
#define PEERS_MESH_TRUTH_H

#include "race.h"
#include "mesh.h"
#include "../../tests/oracle_mesh.h"

/* Members of a set: those that must be in it, and those that may, where rounding leaves it open. */
typedef struct truth_member {
    unsigned long long key;
    int there, either, seen; /* seen: by whom last */
} truth_member;

typedef struct truth_set {
    truth_member *members; /* hashed, open addressing */
    size_t room, count, sure;
    int made, asked; /* asked: how often it was compared */
} truth_set;

/* The truth about one scene: a set of each kind for each step, made when first asked for. */
typedef struct truth {
    truth_set *contacts, *triangles;
} truth;

static truth_member *truth_find(const truth_set *set, unsigned long long key)
{
    size_t at = (size_t)((key * 0x9e3779b97f4a7c15ull) >> 20) & (set->room - 1);
    while (set->members[at].there && set->members[at].key != key) at = (at + 1) & (set->room - 1);
    return &set->members[at];
}

static void truth_add(truth_set *set, unsigned long long key, int either)
{
    truth_member *m;
    if (2 * (set->count + 1) > set->room) {
        truth_set more = *set;
        more.room = set->room ? 2 * set->room : 1024;
        more.members = (truth_member *)race_memory(more.room * sizeof *more.members);
        for (size_t i = 0; i < set->room; ++i)
            if (set->members[i].there) *truth_find(&more, set->members[i].key) = set->members[i];
        free(set->members);
        *set = more;
    }
    m = truth_find(set, key);
    if (!m->there)
        m->key = key, m->there = 1, m->either = either, set->count++, set->sure += !either;
}

/* Adds what of an answer is right, missed and wrong; who says a thing twice is wrong once. */
static void truth_compare(truth_set *set, const mesh_answer *answer, int verdicts[4])
{
    size_t sure = 0;
    set->asked++;
    for (int i = 0; i < answer->count; ++i) {
        truth_member *m = set->room ? truth_find(set, answer->key(answer->racer, i)) : NULL;
        const int good = m != NULL && m->there && m->seen != set->asked;
        verdicts[good ? RACE_RIGHT : RACE_WRONG]++;
        if (good) m->seen = set->asked, sure += !m->either;
    }
    verdicts[RACE_MISSED] += (int)(set->sure - sure);
}

/* ---- primitives and their boxes */

typedef struct truth_part {
    double low[3], high[3];
    int body, corners, kind; /* kind: 0 the first side of a pair, 1 the second */
    unsigned number, vertices[3];
} truth_part;

typedef struct truth_parts {
    truth_part *at;
    int count, axis;
} truth_parts;

/* The box is wider by d/2 and rounding, so that boxes of what is nearer than d meet. */
static void truth_part_add(truth_parts *parts, const mesh_steps *s, int q, truth_part part)
{
    for (int k = 0; k < 3; ++k) {
        part.low[k] = HUGE_VAL, part.high[k] = -HUGE_VAL;
        for (int i = 0; i < part.corners; ++i) {
            const double x = s->positions[q][part.body][3 * (size_t)part.vertices[i] + (size_t)k];
            part.low[k] = fmin(part.low[k], x - 0.5000001 * s->distance - 1e-12 * fabs(x));
            part.high[k] = fmax(part.high[k], x + 0.5000001 * s->distance + 1e-12 * fabs(x));
        }
    }
    parts->at[parts->count++] = part;
}

static void truth_add_vertices(truth_parts *parts, const mesh_steps *s, int q, int body)
{
    for (int i = 0; i < s->bodies[body].vertex_count; ++i) {
        truth_part p = {{0}, {0}, body, 1, 0, (unsigned)i, {(unsigned)i}};
        truth_part_add(parts, s, q, p);
    }
}

static void truth_add_triangles(truth_parts *parts, const mesh_steps *s, int q, int body)
{
    for (int i = 0; i < s->bodies[body].triangle_count; ++i) {
        truth_part p = {{0}, {0}, body, 3, 1, (unsigned)i, {0}};
        memcpy(p.vertices, s->bodies[body].triangles + 3 * i, sizeof p.vertices);
        truth_part_add(parts, s, q, p);
    }
}

/* Each edge once, with the number of the first triangle that has it. */
static void truth_add_edges(truth_parts *parts, const mesh_steps *s, int q, int body)
{
    oracle_mesh m;
    memset(&m, 0, sizeof m);
    oracle_mesh_make(&m, s->bodies[body].vertex_count, s->bodies[body].triangles,
                     s->bodies[body].triangle_count);
    for (int i = 0; i < m.edge_count; ++i) {
        truth_part p = {{0}, {0}, body, 2, 0, m.edges[i].number, {m.edges[i].a, m.edges[i].b}};
        truth_part_add(parts, s, q, p);
    }
    oracle_mesh_free(&m);
}

static int truth_axis; /* of the comparison */

static int truth_order(const void *a, const void *b)
{
    const double x = ((const truth_part *)a)->low[truth_axis];
    const double y = ((const truth_part *)b)->low[truth_axis];
    return (x > y) - (x < y);
}

static void truth_sort(truth_parts *parts)
{
    double longest = -1;
    for (int k = 0; k < 3; ++k) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (int i = 0; i < parts->count; ++i) {
            low = fmin(low, parts->at[i].low[k]);
            high = fmax(high, parts->at[i].high[k]);
        }
        if (high - low > longest) longest = high - low, parts->axis = k;
    }
    truth_axis = parts->axis;
    qsort(parts->at, (size_t)parts->count, sizeof *parts->at, truth_order);
}

static int truth_common_vertex(const truth_part *p, const truth_part *q)
{
    if (p->body != q->body) return 0;
    for (int i = 0; i < p->corners; ++i)
        for (int k = 0; k < q->corners; ++k)
            if (p->vertices[i] == q->vertices[k]) return 1;
    return 0;
}

static int truth_boxes_apart(const truth_part *p, const truth_part *q)
{
    for (int k = 0; k < 3; ++k)
        if (p->low[k] > q->high[k] || q->low[k] > p->high[k]) return 1;
    return 0;
}

typedef void truth_try(truth_set *set, const mesh_steps *s, int q, const truth_part *a,
                       const truth_part *b);

/* Tries all pairs whose boxes meet and that the bodies allow. */
static void truth_sweep(truth_parts *parts, truth_set *set, const mesh_steps *s, int q,
                        truth_try *try)
{
    const int axis = (truth_sort(parts), parts->axis);
    for (int i = 0; i < parts->count; ++i) {
        const truth_part *a = &parts->at[i];
        for (int j = i + 1; j < parts->count && parts->at[j].low[axis] <= a->high[axis]; ++j) {
            const truth_part *b = &parts->at[j];
            if (truth_boxes_apart(a, b) || truth_common_vertex(a, b)) continue;
            if (a->body == b->body && !s->bodies[a->body].self) continue;
            try(set, s, q, a, b);
        }
    }
}

static oracle_vec truth_vertex(const mesh_steps *s, int q, const truth_part *p, int corner)
{
    const double *x = s->positions[q][p->body] + 3 * (size_t)p->vertices[corner];
    return (oracle_vec){(oracle_real)x[0], (oracle_real)x[1], (oracle_real)x[2]};
}

/* ---- contacts */

/* In doubt: within the roundings of double that the documentation of cld_mesh_collide allows, as
   in tests/mesh_checks.h: 64 units of rounding of the pair's size, above d; below it, the oracle's
   own eight. */
static void truth_near(truth_set *set, const mesh_steps *s, const oracle_near *near,
                       const truth_part *a, const truth_part *b, unsigned long long key)
{
    const oracle_real distance = oracle_sqrt(near->squared), d = (oracle_real)s->distance;
    double size = 0;
    for (int k = 0; k < 3; ++k)
        size = fmax(size, fmax(a->high[k], b->high[k]) - fmin(a->low[k], b->low[k]));
    if (distance > d + (oracle_real)(64 * (DBL_EPSILON / 2) * (size + s->distance))) return;
    truth_add(set, key, distance >= d - 8 * ORACLE_EPSILON * (oracle_real)(size + s->distance));
}

static void truth_try_edges(truth_set *set, const mesh_steps *s, int q, const truth_part *a,
                            const truth_part *b)
{
    const oracle_near near = oracle_segments(truth_vertex(s, q, a, 0), truth_vertex(s, q, a, 1),
                                             truth_vertex(s, q, b, 0), truth_vertex(s, q, b, 1));
    truth_near(set, s, &near, a, b,
               mesh_key(MESH_EDGE_EDGE, a->body, a->number, b->body, b->number));
}

static void truth_try_vertex(truth_set *set, const mesh_steps *s, int q, const truth_part *a,
                             const truth_part *b)
{
    const truth_part *v = a->corners == 1 ? a : b, *t = a->corners == 1 ? b : a;
    oracle_vec corners[3];
    oracle_near near;
    if (a->corners == b->corners) return;
    for (int k = 0; k < 3; ++k) corners[k] = truth_vertex(s, q, t, k);
    near = oracle_point_triangle(truth_vertex(s, q, v, 0), corners);
    truth_near(set, s, &near, a, b,
               mesh_key(MESH_VERTEX_TRIANGLE, v->body, v->number, t->body, t->number));
}

/* ---- intersections */

/* Apart along an axis, or not, by more than 1e-9 of the numbers: double errs by 1e-14 of them. */
static int truth_axis_clear(const oracle_vec p[3], const oracle_vec q[3], oracle_vec axis)
{
    double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL}, large = 0, overlap;
    for (int i = 0; i < 3; ++i) {
        const double x = (double)oracle_dot(axis, p[i]), y = (double)oracle_dot(axis, q[i]);
        low[0] = fmin(low[0], x), high[0] = fmax(high[0], x);
        low[1] = fmin(low[1], y), high[1] = fmax(high[1], y);
        large = fmax(
            large, (double)(oracle_largest(axis) * (oracle_largest(p[i]) + oracle_largest(q[i]))));
    }
    overlap = fmin(high[0], high[1]) - fmax(low[0], low[1]);
    return overlap < -1e-9 * large ? -1 : overlap > 1e-9 * large ? 1 : 0;
}

/* The axis across two edges; zero, which is never clear, where they are so nearly parallel that it
   is inaccurate. */
static oracle_vec truth_across(oracle_vec e, oracle_vec f)
{
    const oracle_vec zero = {0, 0, 0}, axis = oracle_cross(e, f);
    const int narrow = oracle_largest(axis) < 1e-6L * oracle_largest(e) * oracle_largest(f);
    return narrow ? zero : axis;
}

/* 0 apart, 1 they share a point, ORACLE_EITHER: not clear. Of triangles that are clearly not in one
   plane, eleven axes decide. */
static int truth_clear(const oracle_vec p[3], const oracle_vec q[3])
{
    oracle_vec axes[11], e[3], f[3];
    int answer = 1, n = 0;
    for (int i = 0; i < 3; ++i) {
        e[i] = oracle_sub(p[(i + 1) % 3], p[i]);
        f[i] = oracle_sub(q[(i + 1) % 3], q[i]);
    }
    axes[n++] = truth_across(e[0], e[1]), axes[n++] = truth_across(f[0], f[1]);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) axes[n++] = truth_across(e[i], f[k]);
    for (int i = 0; i < n; ++i) {
        const int here = truth_axis_clear(p, q, axes[i]);
        if (here < 0) return 0;
        if (here == 0) answer = ORACLE_EITHER;
    }
    return answer;
}

/* Whole multiples of 2^-10 up to 4: no product of the oracle rounds. */
static int truth_is_whole(const oracle_vec p[3])
{
    for (int i = 0; i < 3; ++i) {
        const double x[3] = {(double)p[i].x, (double)p[i].y, (double)p[i].z};
        for (int k = 0; k < 3; ++k)
            if (fabs(x[k]) > 4 || x[k] * 1024 != floor(x[k] * 1024)) return 0;
    }
    return 1;
}

static void truth_try_triangles(truth_set *set, const mesh_steps *s, int q, const truth_part *a,
                                const truth_part *b)
{
    oracle_vec x[3], y[3];
    int answer;
    for (int k = 0; k < 3; ++k) x[k] = truth_vertex(s, q, a, k), y[k] = truth_vertex(s, q, b, k);
    answer = truth_clear(x, y);
    if (answer == ORACLE_EITHER)
        answer = oracle_triangles(x, y, truth_is_whole(x) && truth_is_whole(y));
    if (answer)
        truth_add(set, mesh_key(MESH_TRIANGLES, a->body, a->number, b->body, b->number),
                  answer == ORACLE_EITHER);
}

/* ---- all of a step */

static truth_parts truth_parts_new(const mesh_steps *s)
{
    truth_parts parts = {NULL, 0, 0};
    size_t most = 0;
    for (int k = 0; k < s->body_count; ++k)
        most += (size_t)(s->bodies[k].vertex_count + 3 * s->bodies[k].triangle_count);
    parts.at = (truth_part *)race_memory(most * sizeof *parts.at);
    return parts;
}

static truth_set truth_of_contacts(const mesh_steps *s, int q)
{
    truth_set set = {NULL, 0, 0, 0, 1, 0};
    truth_parts parts = truth_parts_new(s);
    for (int k = 0; k < s->body_count; ++k) truth_add_edges(&parts, s, q, k);
    truth_sweep(&parts, &set, s, q, truth_try_edges);
    parts.count = 0;
    for (int k = 0; k < s->body_count; ++k) {
        truth_add_vertices(&parts, s, q, k);
        truth_add_triangles(&parts, s, q, k);
    }
    truth_sweep(&parts, &set, s, q, truth_try_vertex);
    free(parts.at);
    return set;
}

static truth_set truth_of_triangles(const mesh_steps *s, int q)
{
    truth_set set = {NULL, 0, 0, 0, 1, 0};
    truth_parts parts = truth_parts_new(s);
    for (int k = 0; k < s->body_count; ++k) truth_add_triangles(&parts, s, q, k);
    truth_sweep(&parts, &set, s, q, truth_try_triangles);
    free(parts.at);
    return set;
}

#endif /* PEERS_MESH_TRUTH_H */
