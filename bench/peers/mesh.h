/* mesh.h: meshes that deform, for all who race in the mesh program. */
#ifndef PEERS_MESH_H
#define PEERS_MESH_H

#include "peers.h"

typedef struct mesh_body {
    int vertex_count, triangle_count;
    const unsigned *triangles; /* three vertices each */
    const double *rest;        /* x y z of each vertex, before anything moves */
    int self;                  /* with itself, too */
} mesh_body;

/* Query q is step q: body k is where positions[q][k] says. Vertices move in every step, triangles
   stay. All numbers are floats. */
typedef struct mesh_steps {
    int body_count, step_count;
    mesh_body bodies[2];
    const double *(*positions)[2];
    double distance;
    const void *truth; /* the judge's own */
} mesh_steps;

/* Contacts or pairs of triangles: how many there are in this step. They stay with the racer until
   the next one, for the judge to ask. */
typedef struct mesh_answer {
    int count;
    const void *racer;
    unsigned long long (*key)(const void *racer, int number);
} mesh_answer;

enum { MESH_VERTEX_TRIANGLE, MESH_EDGE_EDGE, MESH_TRIANGLES };

/* What a member of the set is. Vertex-triangle: the vertex's body and number first. Edges have the
   number 3*t + k, from corner k of triangle t to the next, t the first triangle that has this edge;
   of two edges or two triangles, the one with the lower body, then number, first. */
static inline unsigned long long mesh_key(int kind, int body_a, unsigned a, int body_b, unsigned b)
{
    if (kind != MESH_VERTEX_TRIANGLE && (body_a > body_b || (body_a == body_b && a > b))) {
        const int body = body_a;
        const unsigned number = a;
        body_a = body_b, body_b = body, a = b, b = number;
    }
    return ((((unsigned long long)kind * 2 + (unsigned)body_a) * 2 + (unsigned)body_b) << 60) |
           ((unsigned long long)a << 30) | b;
}

#endif /* PEERS_MESH_H */
