/* terrain.h: a heightfield and bodies on it, for all who race in the TERRAIN program. */
#ifndef PEERS_TERRAIN_H
#define PEERS_TERRAIN_H

#include "peers.h"

typedef enum terrain_solid {
    TERRAIN_SOLID_CYLINDER, /* size: radius, half height; along axes[2] */
    TERRAIN_SOLID_SPHERE,   /* size: radius */
    TERRAIN_SOLID_CAPSULE,  /* size: radius, half of its segment; along axes[2] */
    TERRAIN_SOLID_BOX,      /* size: half extents */
    TERRAIN_SOLID_RAY       /* from the centre along its way */
} terrain_solid;

/* Where a body is; axes[k]: where its axis k points, unit to float's rounding. */
typedef struct terrain_pose {
    double centre[3], axes[3][3];
} terrain_pose;

/* One body in `count` places. Vertex (i, j) is (i cell, j cell, heights[i + j columns]); cells are
   cut from (i + 1, j) to (i, j + 1). All numbers are floats. */
typedef struct terrain_scene {
    const float *heights;
    int columns, rows;
    int field; /* its number: scenes of one field may share what was built of it */
    double cell;
    terrain_solid solid;
    double size[3];
    int count;
    const terrain_pose *poses;
    const double (*ways)[3]; /* motions, or directions of rays; or NULL */
    double within;           /* distance, or length of the rays: no farther */
    int prepare;             /* many cells a query: who has something for that uses it */
    int has_holes; /* vertices whose height is NaN: who cannot have these builds nothing */

    /* for the judge */
    const unsigned char *touching; /* 0, 1, or TERRAIN_NEAR */
    const double *depths;          /* a way out of this length there is, or 0: none is known */
    const double *truths;          /* distance, time of impact, ray's t; INFINITY: none */
} terrain_scene;

enum { TERRAIN_NEAR = 2 }; /* touches or not by 10 um: either answer is right */

typedef struct terrain_answer {
    int touching;         /* 1 or 0; -1: none */
    int contacts;         /* as far as they touch */
    double way[3], depth; /* of the deepest contact, collide's first: out of the ground, unit */
    double distance;      /* or time of impact, ray's t; INFINITY: none */
} terrain_answer;

#endif /* PEERS_TERRAIN_H */
