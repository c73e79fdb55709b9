/* polygon.h: convex polygons, for all who race in the polygon program. */
#ifndef PEERS_POLYGON_H
#define PEERS_POLYGON_H

#include "peers.h"

/* x y of each vertex, counter-clockwise, strictly convex. */
typedef struct polygon_ring {
    const double *xy;
    int count;
} polygon_ring;

/* Where a shape is put: (x, y) goes to (cosine x - sine y + at[0], sine x + cosine y + at[1]). */
typedef struct polygon_placed {
    int shape;
    double cosine, sine, at[2];
} polygon_placed;

typedef struct polygon_scene {
    int bits; /* PEERS_FLOAT: all numbers are floats; PEERS_DOUBLE: who works in float stays away */
    int shape_count;
    const polygon_ring *shapes;
    const polygon_placed *rest; /* each shape's own pose: A is one of these, so that it can be
                                   prepared */
    int count;                  /* queries */
    const int *shape;           /* of query q: the shape, without pose; of pairs A, at rest */
    const double (*points)[2], (*ends)[2]; /* ends: of segments from the points */
    const double (*directions)[2];         /* for extreme vertices; motions of B in sweeps */
    const polygon_placed *b;               /* of pairs: afresh in each query */
    int pairs;      /* query q goes on from query q - pairs; 0: it does not */
    int cloud_size; /* hulls: `count` clouds of so many points, in `cloud` */
    const double *cloud;
    void *truth; /* the judge's */
} polygon_scene;

typedef struct polygon_answer {
    int yes;         /* inside or on the boundary; hits; overlap; apart in distance */
    int vertex;      /* extreme; of hulls: their number */
    double value[2]; /* distance, depth > 0, time; enter and exit; area */
    double normal[2];
} polygon_answer;

/* x y of the vertices of a placed shape, in double. */
static inline void polygon_place(const polygon_scene *s, const polygon_placed *p, double *xy)
{
    const polygon_ring *ring = &s->shapes[p->shape];
    for (int i = 0; i < ring->count; ++i) {
        double x = ring->xy[2 * i], y = ring->xy[2 * i + 1];
        xy[2 * i] = p->cosine * x - p->sine * y + p->at[0];
        xy[2 * i + 1] = p->sine * x + p->cosine * y + p->at[1];
    }
}

#endif /* PEERS_POLYGON_H */
