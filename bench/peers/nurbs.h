/* nurbs.h: surfaces, for all who race in the NURBS program. */
#ifndef PEERS_NURBS_H
#define PEERS_NURBS_H

#include "peers.h"

/* Point (i, j) of the net is points[3 * (i * count_v + j)], not multiplied by its weight; i goes
   with u. Knots are clamped on [0, 1], count + degree + 1 of them. weights NULL: polynomial. */
typedef struct nurbs_surface {
    int degree_u, degree_v, count_u, count_v;
    const double *knots_u, *knots_v, *points, *weights;
} nurbs_surface;

typedef struct nurbs_body {
    int count;
    const nurbs_surface *surfaces;
} nurbs_body;

/* p -> rotation p + position; the rotation by rows, orthonormal to float's rounding. */
typedef struct nurbs_pose {
    double rotation[9], position[3];
} nurbs_pose;

/* "collide", "contacts", "distance", "curves": bodies a and b at their poses. "closest": the point of body a
   closest to `point`, both in the body's own frame; "ray": from `point` along `way`, at most its
   length; "evaluate": the only surface of body a at uv; "refit", "build": what is prepared of
   body a is brought up to date, all of its control points having moved, or made anew. */
typedef struct nurbs_query {
    int a, b;
    nurbs_pose pose_a, pose_b;
    double point[3], way[3], uv[2];
} nurbs_query;

enum { NURBS_DEFORMING = 1, NURBS_ENDLESS = 2 };

/* All numbers are floats. */
typedef struct nurbs_scene {
    const nurbs_body *bodies;
    const nurbs_query *queries;
    int body_count, count;
    double tolerance; /* "collide": what touches to this counts as touching; "curves": likewise, or
                         0: each as it likes */
    double chord;     /* "curves": largest distance of polyline and curve asked for */
    int flags;        /* NURBS_DEFORMING: those who refit or rebuild take part as well;
                         NURBS_ENDLESS: rows of equal points, touch, surfaces that coincide: there
                         are peers that do not come back */
} nurbs_scene;

/* All but "curves". found: 1 or 0; -1: no answer. */
typedef struct nurbs_answer {
    int found;          /* they touch; the ray hits; how many contacts; else 1 */
    int region;         /* "contacts": the first is a region where they coincide */
    int pointed;        /* `point` was given */
    double value;       /* the distance; of a ray the part of `way` until it hits */
    double point[3];    /* of the contact, world; of the surface */
    double first[2][3]; /* "evaluate": derivatives in u, v, and uu, uv, vv */
    double second[3][3];
} nurbs_answer;

enum { NURBS_CURVES = 64, NURBS_CURVE_POINTS = 8192 };

/* "curves": polylines one after another, world; curve c ends before points[3 * ends[c]]. A closed
   one ends where it begins; a point of touch is a curve of one point. */
typedef struct nurbs_curves_answer {
    int curves; /* -1: no answer */
    int ends[NURBS_CURVES];
    double points[3 * NURBS_CURVE_POINTS];
} nurbs_curves_answer;

/* The point of `q`'s frame: undo pose a and apply pose b, for those who pose one body alone. */
static inline void nurbs_apply(const nurbs_pose *pose, const double p[3], double out[3])
{
    const double *r = pose->rotation;
    for (int i = 0; i < 3; ++i)
        out[i] = r[3 * i] * p[0] + r[3 * i + 1] * p[1] + r[3 * i + 2] * p[2] + pose->position[i];
}

/* B as seen from A: inverse(pose_a) pose_b. */
static inline nurbs_pose nurbs_relative(const nurbs_pose *a, const nurbs_pose *b)
{
    nurbs_pose out;
    for (int i = 0; i < 3; ++i) {
        out.position[i] = 0;
        for (int k = 0; k < 3; ++k)
            out.position[i] += a->rotation[3 * k + i] * (b->position[k] - a->position[k]);
        for (int j = 0; j < 3; ++j) {
            out.rotation[3 * i + j] = 0;
            for (int k = 0; k < 3; ++k)
                out.rotation[3 * i + j] += a->rotation[3 * k + i] * b->rotation[3 * k + j];
        }
    }
    return out;
}

#endif /* PEERS_NURBS_H */
