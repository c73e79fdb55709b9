/* points.h: points in space, for all who look for their neighbours. */
#ifndef PEERS_POINTS_H
#define PEERS_POINTS_H

#include <stdint.h>
#include "peers.h"

/* Who answers writes here; all take turns, so that one such memory serves all. What has no room is
   counted all the same, and nothing is written beyond. */
typedef struct points_room {
    int64_t *ends;     /* "near", "asks": where the numbers of point i end */
    int64_t *begins;   /* and where they begin, if answer.lists */
    uint32_t *numbers; /* one after the other; "pairs": a and b by turns */
    int64_t capacity;  /* of numbers */
} points_room;

/* Points, x y z each, those of a step one after the other; the same in both precisions. Every
   coordinate and the radius are floats and whole multiples of `unit`, of less than 24 bits, so
   that the judge computes with whole numbers. A point at just the radius is within. */
typedef struct points_scene {
    int count, steps, queries;
    const float *at32; /* count * 3 numbers a step */
    const double *at64;
    double radius, unit;
    points_room room;
    const struct points_truth *truth; /* the judge's */
} points_scene;

/* "near", "pairs", "build": query q is step q. All that is kept is what memory there is.
   "asks": who is within the radius of each point of step q + 1 among the points of step 0, which
   were prepared. */
typedef struct points_answer {
    int64_t count; /* of numbers, or of pairs; "build": of points that are in what was built */
    int lists;     /* "near": 1: lists stand anywhere, and no point is in its own; 0: in the order of
                      the points, and each is in its own */
} points_answer;

static inline const float *points_step32(const points_scene *s, int step)
{
    return s->at32 + (size_t)step * (size_t)s->count * 3;
}

static inline const double *points_step64(const points_scene *s, int step)
{
    return s->at64 + (size_t)step * (size_t)s->count * 3;
}

/* For those who tell of one at a time. */
typedef struct points_writer {
    uint32_t *at, *end;
    int64_t count;
} points_writer;

static inline points_writer points_begin(const points_room *room)
{
    points_writer w = {room->numbers, room->numbers + room->capacity, 0};
    return w;
}

static inline void points_write(points_writer *w, uint32_t number)
{
    if (w->at < w->end) *w->at++ = number;
    w->count++;
}

static inline void points_write_pair(points_writer *w, uint32_t a, uint32_t b)
{
    if (w->at + 1 < w->end) w->at[0] = a, w->at[1] = b, w->at += 2;
    w->count++;
}

/* Of points whose coordinates are floats: of those that are not at the radius to all but rounding,
   exact. For those who tell of too many. */
static inline int points_within(const double *a, const double *b, double squared_radius)
{
    double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return x * x + y * y + z * z <= squared_radius;
}

#endif /* PEERS_POINTS_H */
