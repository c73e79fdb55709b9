/* obb.h: boxes, for all who race in the OBB program. */
#ifndef PEERS_OBB_H
#define PEERS_OBB_H

#include <stdint.h>
#include "peers.h"

typedef struct obb_box {
    double centre[3], axes[3][3],
        half[3]; /* axes[k]: where axis k points, unit to float's rounding */
} obb_box;

typedef struct obb_ray {
    double origin[3], direction[3]; /* the segment from origin to origin + direction */
} obb_ray;

enum { OBB_MANY = 1024, OBB_MOST_POINTS = 400 };

typedef struct obb_cloud {
    int count;
    double points[OBB_MOST_POINTS][3];
} obb_cloud;

/* Pair q is a[q] and b[q]; in the contest "one against many" box a[q] meets all OBB_MANY of b; ray
   q meets a[q]; cloud q wants a box; in "sweep" b[q] moves by rays[q].direction. All numbers are
   floats. */
typedef struct obb_scene {
    int count;
    const obb_box *a, *b;
    const obb_ray *rays;
    const obb_cloud *clouds;
    const void *truth; /* the judge's */
} obb_scene;

/* "overlap" */
typedef struct obb_answer {
    int overlap;
} obb_answer;

/* "one against many": bit i%32 of word i/32 */
typedef struct obb_bits {
    uint32_t words[OBB_MANY / 32];
} obb_bits;

/* "contacts": how many, their unit normal from a to b, the greatest depth. -1: no answer */
typedef struct obb_contacts {
    int count;
    double normal[3], depth;
} obb_contacts;

/* "distance": 0 where they overlap, the points then being of no interest. -1: no answer */
typedef struct obb_distance {
    double distance, on_a[3], on_b[3];
} obb_distance;

/* "ray", "sweep": where along the direction, 0 to 1; beyond 1: nowhere. -1: no answer */
typedef struct obb_hit {
    double time, normal[3];
} obb_hit;

/* "fit" */
typedef struct obb_fit {
    obb_box box;
} obb_fit;

#endif /* PEERS_OBB_H */
