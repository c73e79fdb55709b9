/* polyhedron.h: convex polyhedra, for all who race in the polyhedron program. */
#ifndef PEERS_POLYHEDRON_H
#define PEERS_POLYHEDRON_H

#include "peers.h"

/* Exactly convex, the origin inside; triangles counter-clockwise seen from outside; every vertex is
   one of the hull. All coordinates are floats. */
typedef struct polyhedron_solid {
    const double *xyz;
    const unsigned *triangles;
    int vertex_count, triangle_count;
} polyhedron_solid;

/* Where a solid is put: v goes to v[0] axes[0] + v[1] axes[1] + v[2] axes[2] + at. */
typedef struct polyhedron_placed {
    int shape;
    double axes[3][3], at[3];
} polyhedron_placed;

typedef struct polyhedron_scene {
    int bits; /* PEERS_DOUBLE: positions of B are doubles; who works in float stays away */
    int shape_count;
    const polyhedron_solid *shapes;
    const polyhedron_placed *rest; /* each shape's own pose: A is one of these */
    int count;                     /* queries */
    const int *shape;              /* of query q: the shape, without pose; of pairs A, at rest */
    const double (*points)[3], (*directions)[3]; /* rays from the points */
    const polyhedron_placed *b;                  /* of pairs: afresh in each query */
    int pairs;                                   /* query q goes on from query q - pairs */
    int cloud_size;                              /* hulls: `count` clouds of so many points */
    const double *cloud;
    void *truth; /* the judge's */
} polyhedron_scene;

typedef struct polyhedron_answer {
    int yes;      /* inside or on the boundary; hit; overlap; apart in distance */
    int vertex;   /* extreme; of hulls: the number of their vertices */
    double value; /* distance, depth > 0; parameter of the hit; volume */
    double normal[3];
} polyhedron_answer;

static inline void polyhedron_place(const polyhedron_placed *p, const double *v, double out[3])
{
    for (int c = 0; c < 3; ++c)
        out[c] = v[0] * p->axes[0][c] + v[1] * p->axes[1][c] + v[2] * p->axes[2][c] + p->at[c];
}

#endif /* PEERS_POLYHEDRON_H */
