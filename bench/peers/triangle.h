/* triangle.h: points, segments and triangles, for all who race in the elementary questions. */
#ifndef PEERS_TRIANGLE_H
#define PEERS_TRIANGLE_H

#include "peers.h"

/* Query q has eight points, the same in both precisions: nobody has to convert.
       "overlap", "distance"  of the triangle 0 1 2 and the triangle 3 4 5
       "point"                distance of point 0 and the triangle 1 2 3
       "segments"             distance of the segments 0 1 and 2 3
       "point moves"          point 0 and triangle 1 2 3 move to 4 and 5 6 7: do they touch, when?
       "edges move"           segments 0 1 and 2 3 move to 4 5 and 6 7: the same */
typedef struct triangle_scene {
    int count;
    const float (*at32)[8][3];
    const double (*at64)[8][3];
    const struct triangle_truth *truth;
} triangle_scene;

typedef struct triangle_answer {
    int hit;
    double distance;
    double time; /* of the first touch; negative: it does not say */
} triangle_answer;

#endif /* PEERS_TRIANGLE_H */
