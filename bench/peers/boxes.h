/* boxes.h: boxes parallel to the axes, for all who race in the broad phase. */
#ifndef PEERS_BOXES_H
#define PEERS_BOXES_H

#include <stdint.h>
#include "peers.h"

/* Boxes, 6 numbers each, low x y z and high x y z, those of a step one after the other; the same
   in both precisions, as whoever moves boxes has them: nobody has to convert. Exactly equal. */
typedef struct boxes_set {
    int count;
    const float *at32; /* count * 6 numbers a step */
    const double *at64;
} boxes_set;

/* Steps before the first query: margins that boxes move out of now and then shall be left at
   different times. */
enum { BOXES_LEAD = 3 };

/* Query q: step BOXES_LEAD + q + 1 of `moving`, from the one before. "all pairs": those of boxes
   that move, a < b; nothing stands; "count": how many these are, or -1 where an int cannot say.
   "between": a moves, b stands. */
typedef struct boxes_scene {
    boxes_set moving;
    boxes_set standing; /* has one step */
    int queries;
    double motion; /* that a coordinate moves in a step, at most */
    const struct boxes_answer *expected;
} boxes_scene;

/* How many pairs, and a sum over them that does not depend on their order. */
typedef struct boxes_answer {
    int64_t count;
    uint64_t sum;
} boxes_answer;

static inline void boxes_note(boxes_answer *answer, uint32_t a, uint32_t b)
{
    uint64_t x = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15u;
    x ^= x >> 32;
    answer->count++;
    answer->sum += x * 0xd6e8feb86659fd93u;
}

static inline void boxes_note_either_way(boxes_answer *answer, uint32_t a, uint32_t b)
{
    boxes_note(answer, a < b ? a : b, a < b ? b : a);
}

static inline const float *boxes_step32(const boxes_set *set, int step)
{
    return set->at32 + (size_t)step * (size_t)set->count * 6;
}

static inline const double *boxes_step64(const boxes_set *set, int step)
{
    return set->at64 + (size_t)step * (size_t)set->count * 6;
}

/* Closed boxes overlap: touching is overlap. */
static inline int boxes_overlap64(const double *a, const double *b)
{
    return a[0] <= b[3] && b[0] <= a[3] && a[1] <= b[4] && b[1] <= a[4] && a[2] <= b[5] &&
           b[2] <= a[5];
}

static inline int boxes_overlap32(const float *a, const float *b)
{
    return a[0] <= b[3] && b[0] <= a[3] && a[1] <= b[4] && b[1] <= a[4] && a[2] <= b[5] &&
           b[2] <= a[5];
}

#endif /* PEERS_BOXES_H */
