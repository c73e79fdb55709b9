/* bezier.h: curves, paths and what moves against them, for all who race in the BEZIER program. */
#ifndef PEERS_BEZIER_H
#define PEERS_BEZIER_H

#include "peers.h"
#include <stddef.h>

typedef struct bezier_point {
    double x, y;
} bezier_point;

/* Degree 1, 2 or 3; p[0..degree] are its control points. */
typedef struct bezier_curve {
    int degree;
    bezier_point p[4];
} bezier_curve;

/* So many chords stand for a line, a quadratic, a cubic, where a peer has no curves: equal steps of
   the parameter. Such a peer's `how` begins with "flattened", and it is judged beside the
   chords. */
enum { BEZIER_CHORDS_LINE = 1, BEZIER_CHORDS_QUADRATIC = 12, BEZIER_CHORDS_CUBIC = 16 };

/* Questions on curves. Query q is about curves[q], all cubics, and
   "segment", "sweep", "batch", "all hits":  the move from[q] .. to[q] (segment: against the chord
                                             between the curve's ends)
   "closest":  the point from[q]            "meet":  the curve others[q]
   "length", "bounds", "self":  nothing else
   "at length":  the length at[q], asked for the parameter. */
typedef struct bezier_pairs {
    int count;
    int degenerate; /* moves that are so by their making: there are peers that do not come back */
    const bezier_curve *curves, *others;
    const bezier_point *from, *to;
    const double *at;
    const bezier_point *flat; /* BEZIER_CHORDS_CUBIC + 1 points a curve */
} bezier_pairs;

/* Questions on a closed path of lines, quadratics and cubics. Query q is about
   "path sweep":    the move from[q] .. to[q]
   "path disc":     a disc that moves so
   "path points":   bodies[q * movers] ..., which are shifted by to[q] - from[q]
   "path closest", "path winding": the point from[q]
   "path meet":     the path `other` */
typedef struct bezier_path {
    int count;
    const bezier_point *from, *to, *bodies;
    int movers;
    double radius;
    const char *commands; /* as cld_path has them; the last is Z */
    size_t command_count, point_count;
    const bezier_point *points;
    const bezier_curve *pieces; /* the same, Z as a line, too */
    int piece_count;
    const bezier_point *flat; /* the corners of its chords; the last is the first */
    int flat_count;
    const struct bezier_path *other;
} bezier_path;

/* Sweeps. */
typedef struct bezier_hit {
    int found;      /* 1, 0; -1: no answer */
    double time;    /* of the first hit; NaN: this peer only says whether there is one */
    double allowed; /* how far off, in units of the scene, the peer says that it may be */
} bezier_hit;

enum { BEZIER_MOST = 12 };

/* "all hits", "meet", "self": times, or parameters on both curves; a_to > a: a part in common,
   to b_to. */
typedef struct bezier_hits {
    int count; /* -1: no answer */
    double a[BEZIER_MOST], b[BEZIER_MOST], a_to[BEZIER_MOST], b_to[BEZIER_MOST];
} bezier_hits;

/* "closest": the distance; "winding", "length"; "at length": the parameter; "bounds": left, low,
   right, high; "path meet": how many meetings. */
typedef struct bezier_value {
    int found; /* -1: no answer */
    double v[4];
} bezier_value;

#endif /* PEERS_BEZIER_H */
