/* obb.h: boxes, for all who race in the OBB program. */
#ifndef PEERS_OBB_H
#define PEERS_OBB_H

#include "peers.h"

typedef struct obb_box {
    double centre[3], axes[3][3],
        half[3]; /* axes[k]: where axis k points, unit to float's rounding */
} obb_box;

/* Pair q is a[q] and b[q]. All numbers are floats. */
typedef struct obb_scene {
    int count;
    const obb_box *a, *b;
} obb_scene;

typedef struct obb_answer {
    int overlap;
} obb_answer;

#endif /* PEERS_OBB_H */
