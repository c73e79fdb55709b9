/* baseline_mesh.h: the source's pipeline, steps 1 to 7, written plainly, in cld_real like ours.
 *
 * Boxes of the objects, region of interest, boxes of the triangles, a uniform grid whose cell is as
 * wide as the largest of them, a list of (cell, triangle), sorted; in each cell all pairs of
 * triangles, box test, then the vertex-triangle and edge-edge pairs that the two triangles own.
 * Three things are mended, so that nothing is lost: a pair of triangles belongs to the cell
 * max(low cell of A, low cell of B); whether two primitives have a vertex in common is asked of the
 * primitives, not of their triangles (an owner contains what it owns, so the pair of owners is
 * always found, and each pair of primitives is tested once); and boxes are wider by the rounding of
 * their corners. The source's own ways stay as options, to count what they lose. Closest points as
 * in the source (regions of Eberly, segments of Ericson) with the formulas set right.
 * All memory is kept from step to step. One sort: quicksort, median of three, on 64-bit keys.
 */
#ifndef BENCH_BASELINE_MESH_H
#define BENCH_BASELINE_MESH_H

#include "collide.h"
#include "bench.h"

enum {
    BASELINE_MESH_CONES = 1, /* the source's normal cones: a cell under a right angle is skipped */
    BASELINE_MESH_DROP = 2   /* the source's rule: no pair of triangles with a common vertex */
};

/* A mesh as the baseline holds it: made once. Bits 0-2 of owned: vertices, 3-5: edges from corner
   0, 1, 2 to the next. */
typedef struct baseline_mesh {
    const cld_real *positions;
    const uint32_t *triangles;
    int vertex_count, triangle_count, self;
    unsigned char *owned;
} baseline_mesh;

/* As the source's: ids of the primitives, points, normal, distance. Vertex-triangle: feature_a is
   the vertex; features as the library's. */
typedef struct baseline_mesh_contact {
    uint32_t feature_a, feature_b;
    int mesh_a, mesh_b;
    cld_real point_a[3], point_b[3], normal[3], distance;
} baseline_mesh_contact;

typedef struct baseline_mesh_box {
    cld_real low[3], high[3];
} baseline_mesh_box;

/* A triangle that meets the region. */
typedef struct baseline_mesh_item {
    baseline_mesh_box box;
    int cell[3];         /* of the low corner */
    unsigned object : 1; /* of the two */
    unsigned triangle : 31;
} baseline_mesh_item;

typedef struct baseline_mesh_work {
    baseline_mesh_item *items;
    uint64_t *keys; /* cell, item */
    baseline_mesh_contact *contacts;
    cld_real *normals; /* for cones */
    int item_capacity, key_capacity, contact_capacity, normal_capacity;
    int item_count, key_count, contact_count;
    int item_bits, options;
    int cells[3];
    cld_real distance;
    const baseline_mesh *meshes[2]; /* the two objects; the same one: with itself */
    int numbers[2];
    double pairs, tests, cells_met, cells_culled; /* statistics */
} baseline_mesh_work;

static void baseline_mesh_work_free(baseline_mesh_work *w)
{
    free(w->items);
    free(w->keys);
    free(w->contacts);
    free(w->normals);
    memset(w, 0, sizeof *w);
}

static size_t baseline_mesh_bytes(const baseline_mesh_work *w)
{
    return (size_t)w->item_capacity * sizeof *w->items + (size_t)w->key_capacity * sizeof *w->keys +
           (size_t)w->contact_capacity * sizeof *w->contacts +
           (size_t)w->normal_capacity * sizeof *w->normals;
}

/* ---- vectors */

static cld_real baseline_mesh_dot(const cld_real a[3], const cld_real b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void baseline_mesh_minus(const cld_real a[3], const cld_real b[3], cld_real out[3])
{
    for (int k = 0; k < 3; ++k) out[k] = a[k] - b[k];
}

static cld_real baseline_mesh_clamp(cld_real x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* ---- sort */

static void baseline_mesh_insertion(uint64_t *keys, int count)
{
    for (int i = 1; i < count; ++i) {
        const uint64_t key = keys[i];
        int k = i;
        for (; k > 0 && keys[k - 1] > key; --k) keys[k] = keys[k - 1];
        keys[k] = key;
    }
}

static void baseline_mesh_exchange(uint64_t *keys, int i, int j)
{
    const uint64_t key = keys[i];
    keys[i] = keys[j], keys[j] = key;
}

static void baseline_mesh_sort(uint64_t *keys, int count)
{
    while (count > 24) {
        int i = 0, j = count - 1;
        const int middle = count / 2;
        if (keys[middle] < keys[0]) baseline_mesh_exchange(keys, middle, 0);
        if (keys[j] < keys[0]) baseline_mesh_exchange(keys, j, 0);
        if (keys[j] < keys[middle]) baseline_mesh_exchange(keys, j, middle);
        const uint64_t pivot = keys[middle];
        for (;;) {
            do ++i;
            while (keys[i] < pivot);
            do --j;
            while (keys[j] > pivot);
            if (i >= j) break;
            baseline_mesh_exchange(keys, i, j);
        }
        if (i < count - i) { /* the smaller half by recursion: the stack stays low */
            baseline_mesh_sort(keys, i);
            keys += i, count -= i;
        } else {
            baseline_mesh_sort(keys + i, count - i);
            count = i;
        }
    }
    baseline_mesh_insertion(keys, count);
}

/* ---- owners: the first triangle that has it */

static int baseline_mesh_compare_edges(const void *a, const void *b)
{
    const uint32_t *x = (const uint32_t *)a, *y = (const uint32_t *)b;
    for (int k = 0; k < 3; ++k)
        if (x[k] != y[k]) return x[k] < y[k] ? -1 : 1;
    return 0;
}

/* The caller frees owned. */
static void baseline_mesh_prepare(baseline_mesh *m)
{
    uint32_t(*edges)[3] = NULL;
    unsigned char *seen = (unsigned char *)calloc((size_t)m->vertex_count + 1, 1);
    int count = 0, capacity = 0;
    m->owned = (unsigned char *)calloc((size_t)m->triangle_count + 1, 1);
    if (seen == NULL || m->owned == NULL) exit(1);
    for (int t = 0; t < m->triangle_count; ++t)
        for (int k = 0; k < 3; ++k) {
            const uint32_t a = m->triangles[3 * t + k], b = m->triangles[3 * t + (k + 1) % 3];
            if (!seen[a]) m->owned[t] = (unsigned char)(m->owned[t] | 1 << k);
            seen[a] = 1;
            if (a == b) continue;
            edges = (uint32_t(*)[3])bench_grow(edges, count, &capacity, sizeof *edges);
            edges[count][0] = a < b ? a : b, edges[count][1] = a < b ? b : a;
            edges[count++][2] = (uint32_t)(3 * t + k);
        }
    if (count) qsort(edges, (size_t)count, sizeof *edges, baseline_mesh_compare_edges);
    for (int i = 0; i < count; ++i) {
        const uint32_t t = edges[i][2] / 3, k = edges[i][2] % 3;
        if (i > 0 && edges[i][0] == edges[i - 1][0] && edges[i][1] == edges[i - 1][1]) continue;
        m->owned[t] = (unsigned char)(m->owned[t] | 8 << k);
    }
    free(edges);
    free(seen);
}

/* ---- step 7: closest points */

/* On the segment from a along e: the parameter next to p. */
static cld_real baseline_mesh_along(const cld_real e[3], const cld_real r[3], cld_real length2)
{
    return length2 > 0 ? baseline_mesh_clamp(baseline_mesh_dot(e, r) / length2) : 0;
}

static cld_real baseline_mesh_distance2(const cld_real a[3], const cld_real b[3])
{
    cld_real d[3];
    baseline_mesh_minus(a, b, d);
    return baseline_mesh_dot(d, d);
}

/* Outside or degenerate: the nearest of the three sides. */
static cld_real baseline_mesh_sides(const cld_real *const corners[3], const cld_real p[3],
                                    cld_real q[3])
{
    cld_real least = -1;
    for (int k = 0; k < 3; ++k) {
        const cld_real *a = corners[k];
        cld_real e[3], r[3], at[3];
        baseline_mesh_minus(corners[(k + 1) % 3], a, e);
        baseline_mesh_minus(p, a, r);
        const cld_real s = baseline_mesh_along(e, r, baseline_mesh_dot(e, e));
        for (int i = 0; i < 3; ++i) at[i] = a[i] + s * e[i];
        const cld_real d2 = baseline_mesh_distance2(p, at);
        if (least < 0 || d2 < least) {
            least = d2;
            memcpy(q, at, sizeof at);
        }
    }
    return least;
}

/* Eberly: minimum of the quadratic over the seven regions of the plane. Region 0 is the inside; in
   regions 1, 3, 5 one side is nearest, in 2, 4, 6 one of two. Returns the squared distance. */
static cld_real baseline_mesh_point_triangle(const cld_real p[3], const cld_real *const corners[3],
                                             cld_real q[3])
{
    cld_real e0[3], e1[3], r[3], s, t;
    baseline_mesh_minus(corners[1], corners[0], e0);
    baseline_mesh_minus(corners[2], corners[0], e1);
    baseline_mesh_minus(corners[0], p, r);
    const cld_real a = baseline_mesh_dot(e0, e0), b = baseline_mesh_dot(e0, e1);
    const cld_real c = baseline_mesh_dot(e1, e1), d = baseline_mesh_dot(e0, r);
    const cld_real e = baseline_mesh_dot(e1, r), det = a * c - b * b;
    s = b * e - c * d, t = b * d - a * e;
    if (!(det > 0)) return baseline_mesh_sides(corners, p, q);
    if (s >= 0 && t >= 0 && s + t <= det) {
        s /= det, t /= det; /* region 0 */
    } else if (s + t > det) {
        const cld_real to_c = c + e - b - d, way = a - 2 * b + c;
        if ((s < 0 && c + e <= b + d) || (t < 0 && a + d <= b + e))
            return baseline_mesh_sides(corners, p, q);
        s = baseline_mesh_clamp(to_c / way), t = 1 - s; /* region 1, and what falls on its side */
    } else if (s < 0 && t < 0) {
        if (d < 0) /* region 4 */
            t = 0, s = baseline_mesh_clamp(-d / a);
        else
            s = 0, t = baseline_mesh_clamp(-e / c);
    } else if (s < 0)
        s = 0, t = baseline_mesh_clamp(-e / c); /* region 3 */
    else
        t = 0, s = baseline_mesh_clamp(-d / a); /* region 5 */
    for (int k = 0; k < 3; ++k) q[k] = corners[0][k] + s * e0[k] + t * e1[k];
    return baseline_mesh_distance2(p, q);
}

/* Ericson, 5.1.9, with r = P1 - P2. Returns the squared distance. */
static cld_real baseline_mesh_segments(const cld_real p1[3], const cld_real q1[3],
                                       const cld_real p2[3], const cld_real q2[3], cld_real on1[3],
                                       cld_real on2[3])
{
    cld_real d1[3], d2[3], r[3], s = 0, t = 0;
    baseline_mesh_minus(q1, p1, d1);
    baseline_mesh_minus(q2, p2, d2);
    baseline_mesh_minus(p1, p2, r);
    const cld_real a = baseline_mesh_dot(d1, d1), e = baseline_mesh_dot(d2, d2);
    const cld_real f = baseline_mesh_dot(d2, r), c = baseline_mesh_dot(d1, r);
    if (!(e > 0)) {
        s = a > 0 ? baseline_mesh_clamp(-c / a) : 0;
    } else if (!(a > 0)) {
        t = baseline_mesh_clamp(f / e);
    } else {
        const cld_real b = baseline_mesh_dot(d1, d2), det = a * e - b * b;
        s = det > 0 ? baseline_mesh_clamp((b * f - c * e) / det) : 0;
        t = (b * s + f) / e;
        if (t < 0)
            t = 0, s = baseline_mesh_clamp(-c / a);
        else if (t > 1)
            t = 1, s = baseline_mesh_clamp((b - c) / a);
    }
    for (int k = 0; k < 3; ++k) on1[k] = p1[k] + s * d1[k], on2[k] = p2[k] + t * d2[k];
    return baseline_mesh_distance2(on1, on2);
}

static void baseline_mesh_found(baseline_mesh_work *w, int swap, uint32_t feature_a,
                                uint32_t feature_b, const cld_real a[3], const cld_real b[3],
                                cld_real distance2)
{
    baseline_mesh_contact *c;
    w->contacts = (baseline_mesh_contact *)bench_grow(w->contacts, w->contact_count,
                                                      &w->contact_capacity, sizeof *w->contacts);
    c = &w->contacts[w->contact_count++];
    c->mesh_a = w->numbers[swap], c->mesh_b = w->numbers[!swap];
    c->feature_a = feature_a, c->feature_b = feature_b;
    c->distance = (cld_real)sqrt((double)distance2);
    for (int k = 0; k < 3; ++k) {
        c->point_a[k] = a[k], c->point_b[k] = b[k];
        c->normal[k] = c->distance > 0 ? (b[k] - a[k]) / c->distance : 0;
    }
}

/* Boxes of two segments farther apart than d along an axis. The source found no gain in boxes of
   primitives; here they save up to a tenth, so the baseline may have them. */
static int baseline_mesh_apart(const cld_real *a, const cld_real *b, const cld_real *c,
                               const cld_real *d, cld_real wide)
{
    for (int k = 0; k < 3; ++k) {
        const cld_real low1 = a[k] < b[k] ? a[k] : b[k], high1 = a[k] < b[k] ? b[k] : a[k];
        const cld_real low2 = c[k] < d[k] ? c[k] : d[k], high2 = c[k] < d[k] ? d[k] : c[k];
        if (low1 - high2 > wide || low2 - high1 > wide) return 1;
    }
    return 0;
}

/* The vertices that item x owns against triangle y. */
static void baseline_mesh_vertices(baseline_mesh_work *w, const baseline_mesh_item *x,
                                   const baseline_mesh_item *y)
{
    const baseline_mesh *m = w->meshes[x->object], *n = w->meshes[y->object];
    const uint32_t *corner = &m->triangles[3 * x->triangle], *t = &n->triangles[3 * y->triangle];
    const cld_real *const corners[3] = {n->positions + 3 * t[0], n->positions + 3 * t[1],
                                        n->positions + 3 * t[2]};
    const cld_real limit = w->distance * w->distance, half = w->distance * (cld_real)0.5;
    const int owned = m->owned[x->triangle];
    for (int k = 0; k < 3; ++k) {
        const cld_real *p = m->positions + 3 * corner[k];
        cld_real q[3], d2;
        if (!(owned >> k & 1)) continue;
        if (m == n && (corner[k] == t[0] || corner[k] == t[1] || corner[k] == t[2])) continue;
        if (p[0] - half > y->box.high[0] || p[0] + half < y->box.low[0] ||
            p[1] - half > y->box.high[1] || p[1] + half < y->box.low[1] ||
            p[2] - half > y->box.high[2] || p[2] + half < y->box.low[2])
            continue;
        w->tests += 1;
        d2 = baseline_mesh_point_triangle(p, corners, q);
        if (d2 < limit)
            baseline_mesh_found(w, x->object, 4 * corner[k] + CLD_FEATURE_VERTEX,
                                4 * (uint32_t)y->triangle + CLD_FEATURE_FACE, p, q, d2);
    }
}

static void baseline_mesh_edges(baseline_mesh_work *w, const baseline_mesh_item *x,
                                const baseline_mesh_item *y)
{
    const baseline_mesh *m = w->meshes[x->object], *n = w->meshes[y->object];
    const uint32_t *s = &m->triangles[3 * x->triangle], *t = &n->triangles[3 * y->triangle];
    const cld_real limit = w->distance * w->distance;
    const int owned = m->owned[x->triangle], others = n->owned[y->triangle];
    for (int i = 0; i < 3; ++i) {
        const uint32_t a = s[i], b = s[(i + 1) % 3];
        if (!(owned >> (3 + i) & 1)) continue;
        for (int k = 0; k < 3; ++k) {
            const uint32_t c = t[k], d = t[(k + 1) % 3];
            cld_real p[3], q[3], d2;
            if (!(others >> (3 + k) & 1)) continue;
            if (m == n && (a == c || a == d || b == c || b == d)) continue;
            if (baseline_mesh_apart(m->positions + 3 * a, m->positions + 3 * b,
                                    n->positions + 3 * c, n->positions + 3 * d, w->distance))
                continue;
            w->tests += 1;
            d2 = baseline_mesh_segments(m->positions + 3 * a, m->positions + 3 * b,
                                        n->positions + 3 * c, n->positions + 3 * d, p, q);
            if (d2 < limit)
                baseline_mesh_found(
                    w, x->object, 4 * (3 * (uint32_t)x->triangle + (uint32_t)i) + CLD_FEATURE_EDGE,
                    4 * (3 * (uint32_t)y->triangle + (uint32_t)k) + CLD_FEATURE_EDGE, p, q, d2);
        }
    }
}

/* ---- step 6: cells */

static int baseline_mesh_overlap(const baseline_mesh_box *a, const baseline_mesh_box *b)
{
    return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] &&
           b->low[1] <= a->high[1] && a->low[2] <= b->high[2] && b->low[2] <= a->high[2];
}

static int baseline_mesh_share(const baseline_mesh_work *w, const baseline_mesh_item *a,
                               const baseline_mesh_item *b)
{
    const uint32_t *s = &w->meshes[0]->triangles[3 * a->triangle];
    const uint32_t *t = &w->meshes[0]->triangles[3 * b->triangle];
    for (int i = 0; i < 9; ++i)
        if (s[i / 3] == t[i % 3]) return 1;
    return 0;
}

static uint64_t baseline_mesh_cell(const baseline_mesh_work *w, int i, int j, int k)
{
    return ((uint64_t)k * (uint64_t)w->cells[1] + (uint64_t)j) * (uint64_t)w->cells[0] +
           (uint64_t)i;
}

static void baseline_mesh_pair(baseline_mesh_work *w, uint64_t cell, const baseline_mesh_item *a,
                               const baseline_mesh_item *b)
{
    const int self = w->meshes[0] == w->meshes[1];
    int own[3];
    if (!baseline_mesh_overlap(&a->box, &b->box)) return;
    for (int k = 0; k < 3; ++k) own[k] = a->cell[k] > b->cell[k] ? a->cell[k] : b->cell[k];
    if (baseline_mesh_cell(w, own[0], own[1], own[2]) != cell) return;
    if (self && (w->options & BASELINE_MESH_DROP) && baseline_mesh_share(w, a, b)) return;
    w->pairs += 1;
    baseline_mesh_vertices(w, a, b);
    baseline_mesh_vertices(w, b, a);
    baseline_mesh_edges(w, a, b);
}

/* The source's cone around the normals of some triangles: of both halves of the list, the axis
   between theirs, the half angle that of half the way plus the larger of the two. From a quarter
   turn on nothing more is computed: half is then that. */
typedef struct baseline_mesh_cone {
    double axis[3], half;
} baseline_mesh_cone;

static baseline_mesh_cone baseline_mesh_cone_of(const baseline_mesh_work *w, const uint64_t *keys,
                                                int count)
{
    const double quarter = 1.5707963267948966;
    baseline_mesh_cone a, b;
    double cosine = 0, length = 0;
    if (count == 1) {
        const uint64_t mask = ((uint64_t)1 << w->item_bits) - 1;
        const cld_real *n = &w->normals[3 * w->items[keys[0] & mask].triangle];
        for (int k = 0; k < 3; ++k) a.axis[k] = (double)n[k];
        a.half = 0;
        return a;
    }
    a = baseline_mesh_cone_of(w, keys, count / 2);
    if (a.half >= quarter) return a;
    b = baseline_mesh_cone_of(w, keys + count / 2, count - count / 2);
    if (b.half >= quarter) return b;
    for (int k = 0; k < 3; ++k) {
        cosine += a.axis[k] * b.axis[k];
        length += (a.axis[k] + b.axis[k]) * (a.axis[k] + b.axis[k]);
    }
    if (b.half > a.half) a.half = b.half;
    a.half += 0.5 * acos(cosine < -1 ? -1 : cosine > 1 ? 1 : cosine);
    if (!(length > 0)) a.half = quarter;
    for (int k = 0; k < 3; ++k) a.axis[k] = (a.axis[k] + b.axis[k]) / sqrt(length);
    return a;
}

static int baseline_mesh_flat(const baseline_mesh_work *w, const uint64_t *keys, int count)
{
    return baseline_mesh_cone_of(w, keys, count).half < 1.5707963267948966;
}

static void baseline_mesh_cells(baseline_mesh_work *w)
{
    const uint64_t mask = ((uint64_t)1 << w->item_bits) - 1;
    const int self = w->meshes[0] == w->meshes[1];
    for (int first = 0, last; first < w->key_count; first = last) {
        const uint64_t cell = w->keys[first] >> w->item_bits;
        for (last = first + 1; last < w->key_count; ++last)
            if (w->keys[last] >> w->item_bits != cell) break;
        if (last - first < 2) continue;
        w->cells_met += 1;
        if (self && (w->options & BASELINE_MESH_CONES) &&
            baseline_mesh_flat(w, w->keys + first, last - first)) {
            w->cells_culled += 1;
            continue;
        }
        for (int i = first; i < last; ++i) {
            const baseline_mesh_item *a = &w->items[w->keys[i] & mask];
            for (int k = i + 1; k < last; ++k) {
                const baseline_mesh_item *b = &w->items[w->keys[k] & mask];
                if (self || a->object != b->object) baseline_mesh_pair(w, cell, a, b);
            }
        }
    }
}

/* ---- steps 1 to 5 */

/* The least box of `count` vertices, d/2 wider on every side, and by what its corners may be
   rounded. indices NULL: vertices 0, 1, 2 ... */
static baseline_mesh_box baseline_mesh_bound(const baseline_mesh *m, const uint32_t *indices,
                                             int count, cld_real distance)
{
    const cld_real unit = sizeof(cld_real) == 4 ? (cld_real)1.2e-7 : (cld_real)2.3e-16;
    baseline_mesh_box box;
    for (int k = 0; k < 3; ++k) {
        const cld_real *at = m->positions + 3 * (indices ? indices[0] : 0);
        cld_real low = at[k], high = at[k], wide;
        for (int i = 1; i < count; ++i) {
            const cld_real x = m->positions[3 * (indices ? indices[i] : (uint32_t)i) + (uint32_t)k];
            if (x < low) low = x;
            if (x > high) high = x;
        }
        wide = distance * (cld_real)0.5 * (1 + 4 * unit) + 2 * unit *
                                                               (-low > high   ? -low
                                                                : high > -low ? high
                                                                              : -low);
        box.low[k] = low - wide, box.high[k] = high + wide;
    }
    return box;
}

/* Step 2: boxes of the triangles that meet the region, and their longest side. */
static cld_real baseline_mesh_gather(baseline_mesh_work *w, int object,
                                     const baseline_mesh_box *region, cld_real longest)
{
    const baseline_mesh *m = w->meshes[object];
    for (int t = 0; t < m->triangle_count; ++t) {
        baseline_mesh_item *item;
        const baseline_mesh_box box =
            baseline_mesh_bound(m, m->triangles + 3 * (size_t)t, 3, w->distance);
        if (!baseline_mesh_overlap(&box, region)) continue;
        w->items = (baseline_mesh_item *)bench_grow(w->items, w->item_count, &w->item_capacity,
                                                    sizeof *w->items);
        item = &w->items[w->item_count++];
        item->box = box;
        item->object = (unsigned)object & 1u, item->triangle = (unsigned)t & 0x7fffffffu;
        for (int k = 0; k < 3; ++k)
            if (box.high[k] - box.low[k] > longest) longest = box.high[k] - box.low[k];
    }
    return longest;
}

/* Step 3: the grid. Should cells and items not fit into 64 bits, cells are made wider. */
static double baseline_mesh_grid(baseline_mesh_work *w, const baseline_mesh_box *region,
                                 double cell)
{
    for (w->item_bits = 1; (w->item_count - 1) >> w->item_bits; ++w->item_bits) {}
    for (;; cell *= 2) {
        double all = 1;
        for (int k = 0; k < 3; ++k) {
            const double n = floor((double)(region->high[k] - region->low[k]) / cell) + 1;
            w->cells[k] = n < 1e9 ? (int)n : 1000000000;
            all *= n;
        }
        if (all < 9e18 / (double)((uint64_t)1 << w->item_bits) && all < 1e18) return cell;
    }
}

/* Monotone in x, so that pairs that overlap have the cell max(low, low) in common, clamped to the
   region or not. */
static int baseline_mesh_slot(double x, double low, double inverse, int cells)
{
    const double at = (x - low) * inverse;
    return !(at > 0) ? 0 : at >= cells ? cells - 1 : (int)at;
}

/* Step 4: the list of (cell, triangle). */
static void baseline_mesh_list(baseline_mesh_work *w, const baseline_mesh_box *region, double cell)
{
    const double inverse = 1 / cell;
    for (int t = 0; t < w->item_count; ++t) {
        baseline_mesh_item *item = &w->items[t];
        int last[3];
        for (int k = 0; k < 3; ++k) {
            const double low = (double)region->low[k];
            item->cell[k] = baseline_mesh_slot((double)item->box.low[k], low, inverse, w->cells[k]);
            last[k] = baseline_mesh_slot((double)item->box.high[k], low, inverse, w->cells[k]);
        }
        for (int z = item->cell[2]; z <= last[2]; ++z)
            for (int y = item->cell[1]; y <= last[1]; ++y)
                for (int x = item->cell[0]; x <= last[0]; ++x) {
                    w->keys = (uint64_t *)bench_grow(w->keys, w->key_count, &w->key_capacity,
                                                     sizeof *w->keys);
                    w->keys[w->key_count++] =
                        baseline_mesh_cell(w, x, y, z) << w->item_bits | (uint64_t)t;
                }
    }
}

static void baseline_mesh_normals(baseline_mesh_work *w)
{
    const baseline_mesh *m = w->meshes[0];
    if (w->normal_capacity < 3 * m->triangle_count) {
        w->normal_capacity = 3 * m->triangle_count;
        w->normals =
            (cld_real *)realloc(w->normals, (size_t)w->normal_capacity * sizeof *w->normals);
        if (w->normals == NULL) exit(1);
    }
    for (int t = 0; t < m->triangle_count; ++t) {
        const uint32_t *c = m->triangles + 3 * t;
        cld_real a[3], b[3], *n = w->normals + 3 * t, length;
        baseline_mesh_minus(m->positions + 3 * c[1], m->positions + 3 * c[0], a);
        baseline_mesh_minus(m->positions + 3 * c[2], m->positions + 3 * c[0], b);
        for (int k = 0; k < 3; ++k)
            n[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
        length = (cld_real)sqrt((double)baseline_mesh_dot(n, n));
        for (int k = 0; k < 3; ++k) n[k] = length > 0 ? n[k] / length : 0;
    }
}

static void baseline_mesh_objects(baseline_mesh_work *w, const baseline_mesh_box *region)
{
    const int self = w->meshes[0] == w->meshes[1];
    double cell;
    w->item_count = w->key_count = 0;
    cell = (double)baseline_mesh_gather(w, 0, region, 0);
    if (!self) cell = (double)baseline_mesh_gather(w, 1, region, (cld_real)cell);
    if (w->item_count == 0) return;
    cell = baseline_mesh_grid(w, region, cell * (1 + 1e-6));
    baseline_mesh_list(w, region, cell);
    baseline_mesh_sort(w->keys, w->key_count);
    if (self && (w->options & BASELINE_MESH_CONES)) baseline_mesh_normals(w);
    baseline_mesh_cells(w);
}

/* One step: the contacts are w->contacts, in no particular order. At most 8 meshes. */
static void baseline_mesh_collide(baseline_mesh_work *w, const baseline_mesh *meshes, int count,
                                  cld_real distance, int options)
{
    baseline_mesh_box boxes[8];
    w->contact_count = 0, w->options = options, w->distance = distance;
    w->pairs = w->tests = w->cells_met = w->cells_culled = 0;
    for (int i = 0; i < count; ++i)
        boxes[i] = baseline_mesh_bound(&meshes[i], NULL, meshes[i].vertex_count, distance);
    for (int i = 0; i < count; ++i)
        for (int j = i; j < count; ++j) {
            baseline_mesh_box region = boxes[i];
            if (i == j && !meshes[i].self) continue;
            if (!baseline_mesh_overlap(&boxes[i], &boxes[j])) continue;
            for (int k = 0; k < 3; ++k) {
                if (boxes[j].low[k] > region.low[k]) region.low[k] = boxes[j].low[k];
                if (boxes[j].high[k] < region.high[k]) region.high[k] = boxes[j].high[k];
            }
            w->meshes[0] = &meshes[i], w->meshes[1] = &meshes[j];
            w->numbers[0] = i, w->numbers[1] = j;
            baseline_mesh_objects(w, &region);
        }
}

#endif /* BENCH_BASELINE_MESH_H */
