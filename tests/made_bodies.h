/* Bodies as people put them: at rest on each other, face on face, edge on edge, corner on corner,
 * with whole numbers for sizes and places, and the pose that a person would give to all of it; and
 * the motions that begin there: away, along, in, along and later into a wall. Random scenes are
 * general: nothing is parallel, nothing touches. These are what random ones never are.
 *
 * Shared by tests, bench and bench/peers; independent of collide.h. All is double: who asks a
 * library in float rounds it, and so has the scenes that touch 'to rounding'.
 *
 *     made_random r = {seed};
 *     made_scene s;
 *     made_scene_on(&s, &r, MADE_BOX, MADE_BOX);     what lies on what, in space
 *     made_scene_pose(&s, &r);                       where, how large
 *
 * Scenes in the plane are the same with z = 0 and y upwards: made_scene_flat. What lies on terrain
 * or on a path is a scene whose `still` is that ground's own: made_scene_rest puts a body on the
 * plane through the origin, to which the ground is fitted by who makes it. */
#ifndef COLLIDE_MADE_BODIES_H
#define COLLIDE_MADE_BODIES_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__)
#define MADE_UNUSED __attribute__((unused))
#else
#define MADE_UNUSED
#endif

typedef struct made_random {
    uint64_t state;
} made_random;

static MADE_UNUSED uint64_t made_next(made_random *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* low <= result <= high */
static MADE_UNUSED int made_integer(made_random *r, int low, int high)
{
    return low + (int)(made_next(r) % (uint64_t)(high - low + 1));
}

enum { MADE_CORNERS = 16 };

enum made_kind {
    MADE_BOX,      /* half */
    MADE_HULL,     /* corners */
    MADE_SPHERE,   /* radius half[0] */
    MADE_CAPSULE,  /* radius half[0], its middle segment from -half[2] to half[2] along z */
    MADE_CYLINDER, /* radius half[0], from -half[2] to half[2] along z */
    MADE_POLYGON,  /* in the plane: corners, counter-clockwise */
    MADE_DISC,     /* in the plane: radius half[0] */
    MADE_KINDS
};

typedef struct made_body {
    int kind, corners;
    double half[3];
    double corner[MADE_CORNERS][3]; /* in its own frame; of a box too */
    double axes[3][3];              /* axes[i]: its axis i in the world */
    double position[3];
} made_body;

enum made_touch { MADE_FACE, MADE_EDGE, MADE_CORNER, MADE_TOUCHES };
enum made_start { MADE_EXACTLY, MADE_TO_ROUNDING, MADE_DEEP, MADE_STARTS };
enum made_way { MADE_AWAY, MADE_ALONG, MADE_INTO, MADE_STANDS, MADE_LATER, MADE_WAYS };

typedef struct made_scene {
    made_body still, mover;
    made_body wall; /* what the mover meets later, if it goes along that far */
    int touch, start, way;
    double normal[3]; /* from what is still to the mover, which it rests on */
    double motion[3];
    double depth, scale;
} made_scene;

/* ---------------------------------------------------------------------------------------- bodies */

static MADE_UNUSED void made_body_begin(made_body *b, int kind)
{
    memset(b, 0, sizeof *b);
    b->kind = kind;
    b->axes[0][0] = b->axes[1][1] = b->axes[2][2] = 1;
}

static MADE_UNUSED void made_corner(made_body *b, double x, double y, double z)
{
    double *c = b->corner[b->corners++];
    c[0] = x, c[1] = y, c[2] = z;
}

static MADE_UNUSED void made_box(made_body *b, double x, double y, double z)
{
    int i;
    made_body_begin(b, MADE_BOX);
    b->half[0] = x, b->half[1] = y, b->half[2] = z;
    for (i = 0; i < 8; i++) made_corner(b, i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z);
}

/* A body of small whole numbers that stands on the plane z = 0 (y = 0 in the plane), the origin
   being below its middle; how far it reaches along x and y. Plates are a hundred times as wide as
   high. */
static MADE_UNUSED void made_body_of(made_body *b, made_random *r, int kind, double reach[2])
{
    double x = made_integer(r, 1, 4), y = made_integer(r, 1, 4), z = made_integer(r, 1, 3);
    int i, lies = 0;
    if (made_integer(r, 0, 9) == 0) x *= 100;
    made_body_begin(b, kind);
    if (kind == MADE_BOX) {
        made_box(b, x, y, z);
    } else if (kind == MADE_HULL) {
        switch (made_integer(r, 0, 3)) {
        case 0: /* a roof */
            for (i = 0; i < 4; i++) made_corner(b, i & 1 ? x : -x, i & 2 ? y : -y, -z);
            made_corner(b, -x, 0, z), made_corner(b, x, 0, z);
            break;
        case 1: /* a pyramid */
            for (i = 0; i < 4; i++) made_corner(b, i & 1 ? x : -x, i & 2 ? y : -y, -z);
            made_corner(b, 0, 0, z);
            break;
        case 2: /* a prism of six sides */
            for (i = 0; i < 2; i++) {
                const double h = i ? z : -z;
                made_corner(b, x, 0, h), made_corner(b, -x, 0, h);
                made_corner(b, x / 2, y, h), made_corner(b, -x / 2, y, h);
                made_corner(b, x / 2, -y, h), made_corner(b, -x / 2, -y, h);
            }
            break;
        default: /* an octahedron */
            made_corner(b, x, 0, 0), made_corner(b, -x, 0, 0), made_corner(b, 0, y, 0);
            made_corner(b, 0, -y, 0), made_corner(b, 0, 0, z), made_corner(b, 0, 0, -z);
        }
    } else if (kind == MADE_POLYGON) {
        y = z;
        switch (made_integer(r, 0, 3)) {
        case 0: /* a triangle */
            made_corner(b, -x, -y, 0), made_corner(b, x, -y, 0), made_corner(b, 0, y, 0);
            break;
        case 1: /* six corners, two of them at the sides */
            made_corner(b, -x / 2, -y, 0), made_corner(b, x / 2, -y, 0), made_corner(b, x, 0, 0);
            made_corner(b, x / 2, y, 0), made_corner(b, -x / 2, y, 0), made_corner(b, -x, 0, 0);
            break;
        default:
            made_corner(b, -x, -y, 0), made_corner(b, x, -y, 0);
            made_corner(b, x, y, 0), made_corner(b, -x, y, 0);
        }
    } else {
        if (x > 4) x = 4;
        b->half[0] = x, b->half[2] = kind == MADE_SPHERE || kind == MADE_DISC ? 0 : z;
        lies = (kind == MADE_CAPSULE || kind == MADE_CYLINDER) && made_integer(r, 0, 1);
        if (lies) { /* its axis along x */
            memset(b->axes, 0, sizeof b->axes);
            b->axes[0][2] = -1, b->axes[1][1] = 1, b->axes[2][0] = 1;
        }
        y = x, z = kind == MADE_CYLINDER ? z : kind == MADE_CAPSULE ? x + z : x;
        if (lies) x = z, z = y;
    }
    reach[0] = x, reach[1] = y;
    b->position[kind == MADE_POLYGON || kind == MADE_DISC ? 1 : 2] = kind == MADE_POLYGON ? y : z;
    if (kind == MADE_DISC) b->position[1] = b->half[0];
}

/* ---------------------------------------------------------------------------------------- scenes */

/* The motion of a mover that lies on something; up and two ways along. */
static MADE_UNUSED void made_scene_moves(made_scene *s, made_random *r, int plane)
{
    const int up = plane ? 1 : 2;
    const int k = made_integer(r, 1, 4);
    int along[2] = {0, 0};
    while (!along[0] && !along[1]) {
        along[0] = made_integer(r, -3, 3);
        along[1] = plane ? 0 : made_integer(r, -3, 3);
    }
    s->way = made_integer(r, 0, MADE_WAYS - 1);
    memset(s->motion, 0, sizeof s->motion);
    if (s->way == MADE_STANDS) return;
    if (s->way != MADE_INTO || made_integer(r, 0, 1)) {
        s->motion[0] = along[0];
        if (!plane) s->motion[1] = along[1];
    }
    if (s->way == MADE_AWAY) s->motion[up] = made_integer(r, 1, 4);
    if (s->way == MADE_INTO) s->motion[up] = -k;
    if (s->way == MADE_LATER || made_integer(r, 0, 7) == 0) {
        int i;
        for (i = 0; i < 3; i++) s->motion[i] *= 50;
    }
    if (made_integer(r, 0, 15) == 0) { /* nearly along */
        const double tiny[3] = {1e-3, 1e-6, 1e-12};
        s->motion[up] += tiny[made_integer(r, 0, 2)] * (made_integer(r, 0, 1) ? 1 : -1);
    }
}

/* How deep it is at the start. */
static MADE_UNUSED void made_scene_start(made_scene *s, made_random *r, int plane)
{
    const int up = plane ? 1 : 2;
    s->start = made_integer(r, 0, MADE_STARTS - 1);
    s->depth = s->start == MADE_DEEP ? ldexp(1, -made_integer(r, 2, 20)) : 0;
    s->mover.position[up] -= s->depth;
    if (s->start == MADE_TO_ROUNDING)
        s->mover.position[up] *= 1 + made_integer(r, -3, 3) * 1.1102230246251565e-16;
}

/* One body on another: its underside on the upper side, its side above the side, or its corner on
   the corner. A wall stands some way off. */
static MADE_UNUSED void made_scene_place(made_scene *s, made_random *r, int still, int mover,
                                         int plane)
{
    const int up = plane ? 1 : 2;
    double below[2], above[2], height;
    int i;
    memset(s, 0, sizeof *s);
    s->scale = 1;
    made_body_of(&s->still, r, still, below);
    made_body_of(&s->mover, r, mover, above);
    s->touch = made_integer(r, 0, MADE_TOUCHES - 1);
    height = s->still.position[up];
    s->still.position[up] = -height; /* its upper side is at 0 */
    s->normal[up] = 1;
    for (i = 0; i < (plane ? 1 : 2); i++) {
        if (i < s->touch - MADE_FACE) {
            s->mover.position[i] = (below[i] + above[i]) * (made_integer(r, 0, 1) ? 1 : -1);
        } else {
            s->mover.position[i] = 0.5 * made_integer(r, -2, 2);
        }
    }
    made_scene_start(s, r, plane);
    made_scene_moves(s, r, plane);
    if (plane) {
        made_body_begin(&s->wall, MADE_POLYGON);
        made_corner(&s->wall, -1, -9, 0), made_corner(&s->wall, 1, -9, 0);
        made_corner(&s->wall, 1, 9, 0), made_corner(&s->wall, -1, 9, 0);
    } else {
        made_box(&s->wall, 1, 900, 9);
    }
    s->wall.position[0] = s->mover.position[0] + above[0] + 1 + made_integer(r, 1, 20);
}

static MADE_UNUSED void made_scene_on(made_scene *s, made_random *r, int still, int mover)
{
    made_scene_place(s, r, still, mover, 0);
}

static MADE_UNUSED void made_scene_flat(made_scene *s, made_random *r, int still, int mover)
{
    made_scene_place(s, r, still, mover, 1);
}

/* A body that rests on the plane z = 0 (y = 0 in the plane) and moves: for grounds, which `still`
   does not have. */
static MADE_UNUSED void made_scene_rest(made_scene *s, made_random *r, int mover, int plane)
{
    double reach[2];
    memset(s, 0, sizeof *s);
    s->scale = 1;
    made_body_of(&s->mover, r, mover, reach);
    s->normal[plane ? 1 : 2] = 1;
    made_scene_start(s, r, plane);
    made_scene_moves(s, r, plane);
}

static MADE_UNUSED void made_turn(double v[3], double axes[3][3])
{
    double w[3];
    int i;
    for (i = 0; i < 3; i++) w[i] = axes[0][i] * v[0] + axes[1][i] * v[1] + axes[2][i] * v[2];
    memcpy(v, w, sizeof w);
}

static MADE_UNUSED void made_body_pose(made_body *b, double axes[3][3], const double at[3],
                                       double scale)
{
    int i, k;
    for (i = 0; i < 3; i++) made_turn(b->axes[i], axes);
    made_turn(b->position, axes);
    for (i = 0; i < 3; i++) {
        b->position[i] = scale * (b->position[i] + at[i]);
        b->half[i] *= scale;
        for (k = 0; k < b->corners; k++) b->corner[k][i] *= scale;
    }
}

/* Poses all of a scene as people do: not at all, a shift, quarter turns, 30 degrees, far out; at
   scales of 1e-6 to 1e6. In the plane it turns about z. */
static MADE_UNUSED void made_scene_pose(made_scene *s, made_random *r)
{
    const int plane = s->mover.kind >= MADE_POLYGON, quarters = made_integer(r, 0, 3);
    const double scales[5] = {1, 1, 1e-6, 1e6, 0.0254};
    const int how = made_integer(r, 0, 4);
    double turn[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, at[3] = {0, 0, 0}, cosine = 1, sine = 0;
    const int axis = plane ? 2 : made_integer(r, 0, 2), next = (axis + 1) % 3;
    const int last = (axis + 2) % 3;
    int i;
    s->scale = scales[made_integer(r, 0, 4)];
    if (how == 1 || how == 4)
        for (i = 0; i < (plane ? 2 : 3); i++)
            at[i] = made_integer(r, -9, 9) * (how == 4 ? 1000.0 : 0.5);
    if (how == 2) {
        const double quarter[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        cosine = quarter[quarters][0], sine = quarter[quarters][1];
    } else if (how == 3 || (how == 4 && quarters)) {
        cosine = sqrt(0.75), sine = 0.5;
    }
    turn[next][next] = turn[last][last] = cosine;
    turn[next][last] = sine, turn[last][next] = -sine;
    made_body_pose(&s->still, turn, at, s->scale);
    made_body_pose(&s->mover, turn, at, s->scale);
    made_body_pose(&s->wall, turn, at, s->scale);
    made_turn(s->normal, turn);
    made_turn(s->motion, turn);
    for (i = 0; i < 3; i++) s->motion[i] *= s->scale;
    s->depth *= s->scale;
}

/* ---------------------------------------------------------------------------- parts of two boxes */

/* Corner i of a body in the world. */
static MADE_UNUSED void made_corner_at(const made_body *b, int i, double at[3])
{
    int j, k;
    for (j = 0; j < 3; j++) {
        at[j] = b->position[j];
        for (k = 0; k < 3; k++) at[j] += b->axes[k][j] * b->corner[i][k];
    }
}

/* Corners of a triangle of a box's side; sides that may be rested on come first. */
static MADE_UNUSED const int *made_side(made_random *r)
{
    static const int sides[12][3] = {{4, 5, 7}, {4, 7, 6}, {4, 5, 6}, {5, 7, 6},
                                     {0, 1, 3}, {0, 3, 2}, {0, 4, 5}, {0, 5, 1},
                                     {2, 6, 7}, {2, 7, 3}, {1, 5, 7}, {1, 7, 3}};
    return sides[made_integer(r, 0, 3) ? made_integer(r, 0, 3) : made_integer(r, 4, 11)];
}

/* A corner (p[0]) or an edge (p[0], p[1]) of a box that rests on another, and a triangle or an edge
   of that; p[4..7] at the end of the motion. */
static MADE_UNUSED void made_start(made_random *r, int segments, double p[8][3])
{
    static const int edges[12][2] = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3},
                                     {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
    made_scene s;
    int i, k, pick[4];
    made_scene_on(&s, r, MADE_BOX, MADE_BOX), made_scene_pose(&s, r);
    if (segments) {
        const int *a = edges[made_integer(r, 0, 11)], *b = edges[made_integer(r, 0, 11)];
        pick[0] = a[0], pick[1] = a[1], pick[2] = b[0], pick[3] = b[1];
    } else {
        const int *b = made_side(r);
        pick[0] = made_integer(r, 0, 7), pick[1] = b[0], pick[2] = b[1], pick[3] = b[2];
    }
    for (i = 0; i < 4; i++) {
        const int moves = i < (segments ? 2 : 1);
        made_corner_at(moves ? &s.mover : &s.still, pick[i], p[i]);
        for (k = 0; k < 3; k++) p[4 + i][k] = p[i][k] + (moves ? s.motion[k] : 0);
    }
}

/* A triangle of a box, p[0..2], and one of a box that rests on it: coplanar, touching, apart. */
static MADE_UNUSED void made_sides(made_random *r, double p[6][3])
{
    made_scene s;
    int i, k;
    made_scene_on(&s, r, MADE_BOX, MADE_BOX), made_scene_pose(&s, r);
    for (k = 0; k < 2; k++) {
        const int *side = made_side(r);
        for (i = 0; i < 3; i++) /* the mover lies on its lower side: corners 0..3 */
            made_corner_at(k ? &s.mover : &s.still, k ? side[i] ^ 4 : side[i], p[3 * k + i]);
    }
}

#endif
