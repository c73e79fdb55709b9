/* deform/body.h, a part of deform.c: bodies of a NURBS surface that deform, and how a contact moves
   them. The part to copy.

   What has mass are nodes; springs tie them to each other. Each control point is a weighted sum of
   nodes, and each point of the surface a weighted sum of control points, whose weights are the
   basis functions there. So a contact at (u, v) knows how much of it hangs on which node, and what
   pushes it there pushes these nodes, each by its part. That is all that a response needs: the
   surface deforms where it is touched, smoothly, as far as its basis functions reach.

   A rigid body has no nodes: it is prepared once and moved by its pose. */

#ifndef DEFORM_BODY_H
#define DEFORM_BODY_H

#include "../run.h"
#include "../vec.h"

#include <string.h>

enum { NODES = 256, POINTS = 320, SHARES = 64 * POINTS, KNOTS = 32, SPRINGS = 4096 };

typedef struct share {
    int node;
    double part;
} share;

typedef struct spring {
    int first, second;
    double length, stiffness; /* at rest; newtons a metre */
} spring;

/* Do not copy it: the view points into it. */
typedef struct body {
    cld_nurbs surface; /* a view of these arrays */
    cld_real points[3 * POINTS], knots_u[KNOTS], knots_v[KNOTS];
    cld_nurbs_model model, anew; /* built once (a rigid body's: for good); built just now */
    share shares[SHARES];        /* those of control point k from k*share_count on */
    int share_count;
    int node_count, spring_count; /* no nodes: rigid */
    vec place[NODES], velocity[NODES];
    double inverse_mass[NODES]; /* 0: held */
    spring springs[SPRINGS];
    double damping;  /* of a spring, as a part of what would stop its ends in one step */
    double drag;     /* of the air: the part of its speed that it takes from a node in a second */
    vec at, speed;   /* of a rigid body */
    vec outside;     /* the direction in which it has nothing to pass through */
    vec light, dark; /* colours */
} body;

/* ------------------------------------------------------------------------------------- surfaces */

/* Where the nodes have gone, the control points follow. */
static inline void body_follow(body *b)
{
    for (int k = 0; b->node_count > 0 && k < b->surface.count_u * b->surface.count_v; k++) {
        const share *s = b->shares + k * b->share_count;
        vec p = vector(0, 0, 0);
        for (int i = 0; i < b->share_count; i++) p = add(p, s[i].part, b->place[s[i].node]);
        b->points[3 * k] = (cld_real)p.x;
        b->points[3 * k + 1] = (cld_real)p.y;
        b->points[3 * k + 2] = (cld_real)p.z;
    }
}

/* How to ask about a body that deforms. UNPREPARED: a view of its control points as they are.
   REFITTED, ANEW: its models, which are up to date if cld_nurbs_model_refit, or _build, was called
   since the control points moved. */
enum { UNPREPARED, REFITTED, ANEW, WAYS };

static inline cld_nurbs_body body_side(const body *b, int way)
{
    cld_nurbs_body side;
    memset(&side, 0, sizeof side);
    side.surfaces = &b->surface;
    side.model = way == REFITTED || b->node_count == 0 ? &b->model : way == ANEW ? &b->anew : NULL;
    side.pose = cld_pose_identity();
    side.pose.position = to_cld(b->at);
    return side;
}

/* The degree + 1 basis functions that are not 0 at t, of the control points from the one returned
   on. Source: The NURBS Book, A2.1 and A2.2. */
static inline int basis(const cld_real *knots, int degree, int count, double t, double *out)
{
    int span = degree;
    while (span + 1 < count && t >= (double)knots[span + 1]) span++;
    out[0] = 1;
    for (int d = 1; d <= degree; d++) {
        double carried = 0;
        for (int i = 0; i < d; i++) {
            const double low = (double)knots[span + 1 + i - d], high = (double)knots[span + 1 + i];
            const double part = out[i] / (high - low);
            out[i] = carried + (high - t) * part;
            carried = (t - low) * part;
        }
        out[d] = carried;
    }
    return span - degree;
}

/* The point at (u, v) is the sum of parts[i] times node i. (The surfaces here have no weights; with
   them, each control point's part is its basis functions times its weight, over the sum of all.) */
static inline void body_parts(const body *b, double u, double v, double parts[NODES])
{
    const cld_nurbs *s = &b->surface;
    double along_u[CLD_NURBS_MAX_DEGREE + 1], along_v[CLD_NURBS_MAX_DEGREE + 1];
    const int i0 = basis(s->knots_u, s->degree_u, s->count_u, u, along_u);
    const int j0 = basis(s->knots_v, s->degree_v, s->count_v, v, along_v);
    for (int i = 0; i < b->node_count; i++) parts[i] = 0;
    for (int i = 0; b->node_count > 0 && i <= s->degree_u; i++) {
        for (int j = 0; j <= s->degree_v; j++) {
            const int k = (i0 + i) * s->count_v + j0 + j;
            const share *hung = b->shares + k * b->share_count;
            for (int n = 0; n < b->share_count; n++)
                parts[hung[n].node] += along_u[i] * along_v[j] * hung[n].part;
        }
    }
}

/* --------------------------------------------------------------------------------------- motion */

/* Ties all nodes to each other that are nearer than `reach`, in a lattice whose edges are `edge`
   long: a longer spring is as much softer. `shrink`: how much shorter they would be, were they
   free. */
static inline void body_tie(body *b, double reach, double edge, double stiffness, double shrink)
{
    for (int i = 0; i < b->node_count; i++) {
        for (int k = 0; k < i; k++) {
            const double far = length(add(b->place[i], -1, b->place[k]));
            spring *s = b->springs + b->spring_count;
            if (!(far < reach) || b->inverse_mass[i] + b->inverse_mass[k] <= 0) continue;
            if (b->spring_count++ >= SPRINGS) need(NULL);
            s->first = k, s->second = i;
            s->length = shrink * far, s->stiffness = stiffness * edge / far;
        }
    }
}

/* Springs and weight, for a step of h seconds. */
static inline void body_hurry(body *b, vec gravity, double h)
{
    for (int i = 0; i < b->spring_count; i++) {
        const spring *s = b->springs + i;
        const double m = b->inverse_mass[s->first], n = b->inverse_mass[s->second];
        const vec way = add(b->place[s->second], -1, b->place[s->first]);
        const double far = length(way);
        const vec along = scale(1 / far, way);
        const double parting = dot(along, add(b->velocity[s->second], -1, b->velocity[s->first]));
        const double pull = h * s->stiffness * (far - s->length) + b->damping * parting / (m + n);
        b->velocity[s->first] = add(b->velocity[s->first], m * pull, along);
        b->velocity[s->second] = add(b->velocity[s->second], -n * pull, along);
    }
    for (int i = 0; i < b->node_count; i++) {
        if (b->inverse_mass[i] > 0) b->velocity[i] = add(b->velocity[i], h, gravity);
        b->velocity[i] = scale(1 - b->drag * h, b->velocity[i]);
    }
}

/* With the new velocities (semi-implicit Euler); the control points follow. */
static inline void body_move(body *b, double h)
{
    for (int i = 0; i < b->node_count; i++) b->place[i] = add(b->place[i], h, b->velocity[i]);
    b->at = add(b->at, h, b->speed);
    body_follow(b);
}

static inline double body_energy(const body *b, vec gravity)
{
    double sum = 0;
    for (int i = 0; i < b->spring_count; i++) {
        const spring *s = b->springs + i;
        const double far = length(add(b->place[s->second], -1, b->place[s->first]));
        sum += 0.5 * s->stiffness * (far - s->length) * (far - s->length);
    }
    for (int i = 0; i < b->node_count; i++)
        if (b->inverse_mass[i] > 0)
            sum += (0.5 * dot(b->velocity[i], b->velocity[i]) - dot(gravity, b->place[i])) /
                   b->inverse_mass[i];
    return sum;
}

/* ----------------------------------------------------------------------------- what hangs where */

static inline vec body_at(const body *b, cld_real u, cld_real v, vec *normal)
{
    cld_nurbs_point p;
    check(cld_nurbs_evaluate(&b->surface, u, v, &p));
    *normal = from_cld(p.normal);
    return add(from_cld(p.position), 1, b->at);
}

/* How fast the point moves that hangs on the nodes by these parts. */
static inline vec body_velocity(const body *b, const double *parts)
{
    vec sum = b->speed;
    for (int i = 0; i < b->node_count; i++) sum = add(sum, parts[i], b->velocity[i]);
    return sum;
}

/* A push by 1 there moves that point by so much. */
static inline double body_yields(const body *b, const double *parts)
{
    double sum = 0;
    for (int i = 0; i < b->node_count; i++) sum += parts[i] * parts[i] * b->inverse_mass[i];
    return sum;
}

/* Pushes there. What changes: velocities, by an impulse; or places. */
static inline void body_push(const body *b, vec *what, const double *parts, vec by)
{
    for (int i = 0; i < b->node_count; i++)
        what[i] = add(what[i], parts[i] * b->inverse_mass[i], by);
}

#endif /* DEFORM_BODY_H */
