/* baseline_boxes.h: three plain ways to find the boxes that overlap, each as one would write it
 * with care and without SIMD, keeping from step to step what it can: a uniform grid, a sweep along
 * one axis over an order that is mended by insertion, a tree of boxes that is refitted.
 */
#ifndef BASELINE_BOXES_H
#define BASELINE_BOXES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collide.h"

static void *boxes_allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (memory == NULL) {
        fprintf(stderr, "bench: out of memory\n");
        exit(1);
    }
    return memory;
}

/* Grows the array; what was in it is lost. */
static void *boxes_grow(void *memory, size_t count, size_t *capacity, size_t size)
{
    if (count <= *capacity) return memory;
    free(memory);
    *capacity = count + count / 4;
    return boxes_allocate(*capacity, size);
}

typedef struct boxes_result {
    cld_pair *pairs;
    size_t capacity, count;
} boxes_result;

static inline void boxes_report(boxes_result *result, uint32_t a, uint32_t b)
{
    if (result->count < result->capacity) {
        cld_pair *pair = result->pairs + result->count;
        pair->a = a < b ? a : b, pair->b = a < b ? b : a;
    }
    result->count++;
}

static inline int boxes_overlap(const cld_aabb *a, const cld_aabb *b)
{
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y &&
           b->low.y <= a->high.y && a->low.z <= b->high.z && b->low.z <= a->high.z;
}

/* ---- uniform grid. Cells of twice the mean size, hashed into buckets, so that empty space costs
   nothing; a box is entered in all cells that it meets, with a counting sort; a pair belongs to the
   cell at the greater of the two low corners. */

typedef struct grid_entry {
    cld_aabb box;
    uint32_t number;
    int cell[3];
    int low[3]; /* the cell of the box's low corner */
} grid_entry;

typedef struct grid_baseline {
    grid_entry *entries;
    uint32_t *starts;
    size_t entry_capacity, bucket_capacity;
} grid_baseline;

static inline size_t grid_bucket(const int *cell, size_t mask)
{
    uint32_t h = (uint32_t)cell[0] * 73856093u ^ (uint32_t)cell[1] * 19349663u ^
                 (uint32_t)cell[2] * 83492791u;
    return (h ^ h >> 15) & mask;
}

static inline void grid_range(const cld_aabb *box, double inverse, int *low, int *high)
{
    low[0] = (int)floor((double)box->low.x * inverse);
    low[1] = (int)floor((double)box->low.y * inverse);
    low[2] = (int)floor((double)box->low.z * inverse);
    high[0] = (int)floor((double)box->high.x * inverse);
    high[1] = (int)floor((double)box->high.y * inverse);
    high[2] = (int)floor((double)box->high.z * inverse);
}

/* Counts the entries by bucket, or (entries given) writes them. */
static size_t grid_enter(const cld_aabb *boxes, int count, double inverse, size_t mask,
                         uint32_t *starts, grid_entry *entries)
{
    size_t all = 0;
    for (int i = 0; i < count; ++i) {
        int low[3], high[3], cell[3];
        grid_range(boxes + i, inverse, low, high);
        for (cell[2] = low[2]; cell[2] <= high[2]; ++cell[2])
            for (cell[1] = low[1]; cell[1] <= high[1]; ++cell[1])
                for (cell[0] = low[0]; cell[0] <= high[0]; ++cell[0]) {
                    size_t at = starts[grid_bucket(cell, mask)]++;
                    if (entries) {
                        entries[at].box = boxes[i], entries[at].number = (uint32_t)i;
                        memcpy(entries[at].cell, cell, sizeof cell);
                        memcpy(entries[at].low, low, sizeof low);
                    }
                    ++all;
                }
    }
    return all;
}

static inline int grid_owns(const grid_entry *a, const grid_entry *b)
{
    for (int k = 0; k < 3; ++k) {
        int owner = a->low[k] > b->low[k] ? a->low[k] : b->low[k];
        if (a->cell[k] != b->cell[k] || a->cell[k] != owner) return 0;
    }
    return 1;
}

static void grid_pairs(grid_baseline *g, const cld_aabb *boxes, int count, boxes_result *result)
{
    double sum = 0;
    size_t buckets = 1, begin = 0;
    for (int i = 0; i < count; ++i)
        sum += (double)(boxes[i].high.x - boxes[i].low.x) +
               (double)(boxes[i].high.y - boxes[i].low.y) +
               (double)(boxes[i].high.z - boxes[i].low.z);
    double inverse = 3 * count / (2 * sum);
    while (buckets < 2 * (size_t)count) buckets *= 2;
    g->starts = (uint32_t *)boxes_grow(g->starts, buckets, &g->bucket_capacity, sizeof *g->starts);
    memset(g->starts, 0, buckets * sizeof *g->starts);
    size_t all = grid_enter(boxes, count, inverse, buckets - 1, g->starts, NULL);
    g->entries = (grid_entry *)boxes_grow(g->entries, all, &g->entry_capacity, sizeof *g->entries);
    for (size_t i = 0; i < buckets; ++i) {
        size_t here = g->starts[i];
        g->starts[i] = (uint32_t)begin, begin += here;
    }
    grid_enter(boxes, count, inverse, buckets - 1, g->starts, g->entries);
    result->count = 0, begin = 0;
    for (size_t i = 0; i < buckets; begin = g->starts[i++])
        for (size_t a = begin; a < g->starts[i]; ++a)
            for (size_t b = a + 1; b < g->starts[i]; ++b)
                if (boxes_overlap(&g->entries[a].box, &g->entries[b].box) &&
                    grid_owns(g->entries + a, g->entries + b))
                    boxes_report(result, g->entries[a].number, g->entries[b].number);
}

/* ---- sweep along x: the order of the low ends is kept, and mended by insertion. */

typedef struct sweep_entry {
    cld_aabb box;
    uint32_t number;
} sweep_entry;

typedef struct sweep_baseline {
    sweep_entry *entries;
    int count;
} sweep_baseline;

static int sweep_compare(const void *x, const void *y)
{
    const sweep_entry *a = (const sweep_entry *)x, *b = (const sweep_entry *)y;
    return (a->box.low.x > b->box.low.x) - (a->box.low.x < b->box.low.x);
}

static void sweep_pairs(sweep_baseline *s, const cld_aabb *boxes, int count, boxes_result *result)
{
    sweep_entry *e = s->entries;
    if (s->count != count) {
        free(e);
        e = s->entries = (sweep_entry *)boxes_allocate((size_t)count, sizeof *e);
        for (int i = 0; i < count; ++i) e[i].box = boxes[i], e[i].number = (uint32_t)i;
        qsort(e, (size_t)count, sizeof *e, sweep_compare);
        s->count = count;
    }
    for (int i = 0; i < count; ++i) e[i].box = boxes[e[i].number];
    for (int i = 1; i < count; ++i) {
        sweep_entry moved = e[i];
        int k = i;
        for (; k > 0 && e[k - 1].box.low.x > moved.box.low.x; --k) e[k] = e[k - 1];
        e[k] = moved;
    }
    result->count = 0;
    for (int i = 0; i < count; ++i) {
        cld_aabb a = e[i].box;
        for (int k = i + 1; k < count && e[k].box.low.x <= a.high.x; ++k)
            if (a.low.y <= e[k].box.high.y && e[k].box.low.y <= a.high.y &&
                a.low.z <= e[k].box.high.z && e[k].box.low.z <= a.high.z)
                boxes_report(result, e[i].number, e[k].number);
    }
}

/* ---- a binary tree of boxes: built by medians along the longest side, then refitted from the
   leaves up, and built again when its boxes have grown by a third, as those who refit do; leaves of
   up to four boxes; searched by descending in pairs of nodes. */

enum { TREE_LEAF = 4 };

typedef struct tree_node {
    cld_aabb box;
    int first, count; /* of boxes; children of an inner node (count 0): first and first + 1 */
} tree_node;

typedef struct tree_baseline {
    tree_node *nodes;
    uint32_t *order;
    cld_aabb *boxes; /* in this order: refitting copies them here */
    int count, node_count;
    double built; /* the sum of the sides of all nodes when it was built */
} tree_baseline;

static inline double tree_centre(const cld_aabb *b, int axis)
{
    return axis == 0   ? (double)b->low.x + (double)b->high.x
           : axis == 1 ? (double)b->low.y + (double)b->high.y
                       : (double)b->low.z + (double)b->high.z;
}

static inline cld_aabb tree_join(cld_aabb a, const cld_aabb *b)
{
    if (b->low.x < a.low.x) a.low.x = b->low.x;
    if (b->low.y < a.low.y) a.low.y = b->low.y;
    if (b->low.z < a.low.z) a.low.z = b->low.z;
    if (b->high.x > a.high.x) a.high.x = b->high.x;
    if (b->high.y > a.high.y) a.high.y = b->high.y;
    if (b->high.z > a.high.z) a.high.z = b->high.z;
    return a;
}

/* Orders [begin, end) so that those before `middle` are not after those behind it (Hoare). */
static void tree_select(const cld_aabb *boxes, uint32_t *order, int begin, int end, int middle,
                        int axis)
{
    while (end - begin > 1) {
        double pivot = tree_centre(boxes + order[begin + (end - begin) / 2], axis);
        int i = begin, k = end - 1;
        while (i <= k) {
            while (tree_centre(boxes + order[i], axis) < pivot) ++i;
            while (tree_centre(boxes + order[k], axis) > pivot) --k;
            if (i <= k) {
                uint32_t swap = order[i];
                order[i++] = order[k], order[k--] = swap;
            }
        }
        if (middle <= k)
            end = k + 1;
        else if (middle >= i)
            begin = i;
        else
            return;
    }
}

static void tree_split(tree_baseline *t, const cld_aabb *boxes, int node, int begin, int end)
{
    double low[3] = {1e300, 1e300, 1e300}, high[3] = {-1e300, -1e300, -1e300};
    int axis = 0, middle = begin + (end - begin) / 2;
    if (end - begin <= TREE_LEAF) {
        t->nodes[node].first = begin, t->nodes[node].count = end - begin;
        return;
    }
    for (int i = begin; i < end; ++i)
        for (int k = 0; k < 3; ++k) {
            double x = tree_centre(boxes + t->order[i], k);
            if (x < low[k]) low[k] = x;
            if (x > high[k]) high[k] = x;
        }
    for (int k = 1; k < 3; ++k)
        if (high[k] - low[k] > high[axis] - low[axis]) axis = k;
    tree_select(boxes, t->order, begin, end, middle, axis);
    int first = t->node_count;
    t->node_count += 2;
    t->nodes[node].first = first, t->nodes[node].count = 0;
    tree_split(t, boxes, first, begin, middle);
    tree_split(t, boxes, first + 1, middle, end);
}

static void tree_build(tree_baseline *t, const cld_aabb *boxes, int count)
{
    free(t->nodes), free(t->order), free(t->boxes);
    t->nodes = (tree_node *)boxes_allocate(2 * (size_t)count, sizeof *t->nodes);
    t->order = (uint32_t *)boxes_allocate((size_t)count, sizeof *t->order);
    t->boxes = (cld_aabb *)boxes_allocate((size_t)count, sizeof *t->boxes);
    for (int i = 0; i < count; ++i) t->order[i] = (uint32_t)i;
    t->count = count, t->node_count = 1;
    tree_split(t, boxes, 0, 0, count);
}

static inline double tree_size(const cld_aabb *b)
{
    return (double)(b->high.x - b->low.x) + (double)(b->high.y - b->low.y) +
           (double)(b->high.z - b->low.z);
}

/* Children come after their parents in the array. Returns the sum of the sides of all nodes. */
static double tree_refit(tree_baseline *t, const cld_aabb *boxes)
{
    double sum = 0;
    for (int i = 0; i < t->count; ++i) t->boxes[i] = boxes[t->order[i]];
    for (int i = t->node_count - 1; i >= 0; --i) {
        tree_node *n = t->nodes + i;
        if (n->count == 0) {
            n->box = tree_join(t->nodes[n->first].box, &t->nodes[n->first + 1].box);
        } else {
            n->box = t->boxes[n->first];
            for (int k = 1; k < n->count; ++k) n->box = tree_join(n->box, t->boxes + n->first + k);
        }
        sum += tree_size(&n->box);
    }
    return sum;
}

static void tree_leaves(const tree_baseline *t, const tree_node *a, const tree_node *b,
                        boxes_result *result)
{
    for (int i = a->first; i < a->first + a->count; ++i)
        for (int k = a == b ? i + 1 : b->first; k < b->first + b->count; ++k)
            if (boxes_overlap(t->boxes + i, t->boxes + k))
                boxes_report(result, t->order[i], t->order[k]);
}

static void tree_meet(const tree_baseline *t, int x, int y, boxes_result *result)
{
    const tree_node *a = t->nodes + x, *b = t->nodes + y;
    if (!boxes_overlap(&a->box, &b->box)) return;
    if (a->count && b->count) {
        tree_leaves(t, a, b, result);
    } else if (b->count || (!a->count && tree_size(&a->box) > tree_size(&b->box))) {
        tree_meet(t, a->first, y, result);
        tree_meet(t, a->first + 1, y, result);
    } else {
        tree_meet(t, x, b->first, result);
        tree_meet(t, x, b->first + 1, result);
    }
}

static void tree_self(const tree_baseline *t, int node, boxes_result *result)
{
    const tree_node *n = t->nodes + node;
    if (n->count) {
        tree_leaves(t, n, n, result);
        return;
    }
    tree_self(t, n->first, result);
    tree_self(t, n->first + 1, result);
    tree_meet(t, n->first, n->first + 1, result);
}

static void tree_pairs(tree_baseline *t, const cld_aabb *boxes, int count, boxes_result *result)
{
    if (t->count != count) t->built = 0;
    if (t->built == 0 || tree_refit(t, boxes) > t->built * 4 / 3) {
        tree_build(t, boxes, count);
        t->built = tree_refit(t, boxes);
    }
    result->count = 0;
    tree_self(t, 0, result);
}

#endif /* BASELINE_BOXES_H */
