/* shape.h: convex shapes in pairs, for all who race in the shape program. A scene is a shape_scene
 * of bench/scenes_shape.h, whose numbers are floats. */
#ifndef PEERS_SHAPE_H
#define PEERS_SHAPE_H

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* for the clock of bench.h: include it first */
#endif
#include "../scenes_shape.h"
#include "peers.h"

/* "overlap", "contacts", "distance", "sweep". No answer: count -1 */
typedef struct shape_answer {
    int count;        /* overlap: 0 or 1; contacts: how many; distance: apart?; sweep: a hit? */
    double normal[3]; /* contacts: unit, from A to B */
    double value;     /* the greatest depth; the distance, 0 where they meet; the time */
} shape_answer;

#endif /* PEERS_SHAPE_H */
