/* mesh_tree.h: one mesh asked by rays and points, for all who race in the mesh_tree program. */
#ifndef PEERS_MESH_TREE_H
#define PEERS_MESH_TREE_H

#include "peers.h"

/* Query q of rays: from points[q] along ways[q], without end; of closest points: points[q]. Refits:
   query q takes the vertices to positions (q even) or to moved (q odd), and asks nothing. Of the
   distance: the mesh, and the same one at poses[q], its rotation row by row, then its position. All
   numbers are floats. */
typedef struct mesh_tree_scene {
    int vertex_count, triangle_count, query_count;
    const unsigned *triangles; /* three vertices each */
    const double *positions, *moved;
    const double (*points)[3], (*ways)[3];
    const double (*poses)[12];
    const void *truth; /* the judge's own */
} mesh_tree_scene;

/* Of a ray: how far, in lengths of its way; of a point: the distance. */
typedef struct mesh_tree_answer {
    int found;
    double distance;
} mesh_tree_answer;

#endif /* PEERS_MESH_TREE_H */
