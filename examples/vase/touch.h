/* touch.h: how the curved bodies of vase.c touch: a collider for rigid.h that asks
   cld_nurbs_distance. Include it after collide.h.

   Surfaces have no inside, and once they pass through each other it is late. So each has a skin:
   bodies touch where their surfaces are as near as both skins are thick. The surfaces themselves
   stay apart, and the line between their nearest points is the normal.

   One query tells the nearest points: one contact. A ring that lies flat needs three at least. So
   each pair of bodies keeps five: the nearest points as things are, and those if the first body
   were tilted a little one way or another, which is where it would touch next. Between queries the
   points move on with their bodies. A query, for the next of the five, is due whenever the bodies
   have moved by a small length against each other: what moves fast is asked again and again in a
   step, and what rests costs nothing. */

#ifndef VASE_TOUCH_H
#define VASE_TOUCH_H

#include "../rigid.h"
#include "../run.h"

enum { SLOTS = 5 };

/* What collides of a body. */
typedef struct outside {
    rigid_body *body;
    cld_nurbs_model model;
    double skin, reach; /* reach: of the surface's farthest point from the centre of mass */
} outside;

/* Where two bodies are near. */
typedef struct slot {
    int used;
    vec on_a, on_b, normal; /* points of the surfaces in their bodies' frames; in that of b */
} slot;

/* How many queries there were, and how long they took. */
typedef struct tally {
    long count;
    double time;
} tally;

typedef struct touching {
    const char *name;
    const outside *a, *b;
    slot slots[SLOTS];
    long asked;   /* so often */
    vec position; /* of a as b sees it, when asked last */
    quat orientation;
    tally apart, near, crossing; /* by the answer */
    double nearest;              /* that the surfaces were seen to each other, nothing tilted */
} touching;

typedef struct touch_all {
    touching *pairs;
    int count;
    double stale;     /* a length: what has moved by that must be asked once more */
    double tilt;      /* an angle: less than the skins over the reach, so that nothing crosses */
    double tolerance; /* of distances */
    cld_workspace workspace;
    long contacts; /* in all steps so far */
} touch_all;

/* ------------------------------------------------------------------------------- has it moved? */

static inline quat touch_orientation(const touching *pair)
{
    quat back = pair->b->body->orientation;
    back.x = -back.x, back.y = -back.y, back.z = -back.z;
    return quat_multiply(back, pair->a->body->orientation);
}

/* At most so far has any point of a moved, as b sees it, since they were asked. */
static inline double touch_moved(const touching *pair)
{
    const vec to = rigid_to_body(pair->b->body, pair->a->body->position);
    quat turn = pair->orientation;
    turn.x = -turn.x, turn.y = -turn.y, turn.z = -turn.z;
    turn = quat_multiply(turn, touch_orientation(pair));
    return length(add(to, -1, pair->position)) +
           2 * pair->a->reach * length(vector(turn.x, turn.y, turn.z));
}

/* ------------------------------------------------------------------------------------ questions */

/* The first body for a slot: as it is, or turned a little about its centre of mass, back or forth
   about one of two level axes. */
static inline rigid_body touch_tilted(const touching *pair, double tilt, int number)
{
    rigid_body body = *pair->a->body;
    const vec axis = number <= 2 ? vector(1, 0, 0) : vector(0, 1, 0);
    if (number == 0) return body;
    body.orientation =
        quat_multiply(quat_from_axis(axis, number % 2 ? tilt : -tilt), body.orientation);
    rigid_refresh(&body);
    return body;
}

static inline cld_nurbs_body touch_body(const outside *o, const rigid_body *where)
{
    cld_nurbs_body body;
    memset(&body, 0, sizeof body);
    body.model = &o->model;
    body.pose = rigid_pose(where);
    return body;
}

/* The nearest points of the bodies, if they are nearer than the margin. Where surfaces meet there
   is no line between such points, and no side from which they came: skins are there so that this
   never happens, and whoever uses this must demand that none is counted as crossing. Returns a
   cld_relation, or a status. */
static inline int touch_query(touch_all *all, const cld_nurbs_body *a, const cld_nurbs_body *b,
                              double margin, cld_nurbs_contact *out)
{
    cld_nurbs_params params;
    int relation;
    memset(&params, 0, sizeof params);
    params.margin = (cld_real)margin, params.tolerance = (cld_real)all->tolerance;
    relation = cld_nurbs_distance(a, b, &params, &all->workspace, out);
    if (relation < 0 || relation == CLD_APART) return relation;
    return out->contact.distance > 0 ? CLD_NEAR : CLD_CROSSING;
}

/* Asks for the next slot's points. */
static inline int touch_ask(touch_all *all, touching *pair, double margin)
{
    const int number = (int)(pair->asked++ % SLOTS);
    const rigid_body tilted = touch_tilted(pair, all->tilt, number);
    const cld_nurbs_body a = touch_body(pair->a, &tilted);
    const cld_nurbs_body b = touch_body(pair->b, pair->b->body);
    const double start = seconds();
    slot *s = pair->slots + number;
    cld_nurbs_contact c;
    int relation = touch_query(all, &a, &b, margin, &c);
    tally *t = relation == CLD_APART      ? &pair->apart
               : relation == CLD_CROSSING ? &pair->crossing
                                          : &pair->near;
    if (relation < 0) return relation;
    t->count++, t->time += seconds() - start;
    pair->position = rigid_to_body(pair->b->body, pair->a->body->position);
    pair->orientation = touch_orientation(pair);
    s->used = relation == CLD_NEAR;
    if (!s->used) return CLD_OK;
    if (number == 0) pair->nearest = fmin(pair->nearest, (double)c.contact.distance);
    s->on_a = rigid_to_body(&tilted, from_cld(c.contact.point_a));
    s->on_b = rigid_to_body(pair->b->body, from_cld(c.contact.point_b));
    s->normal = mat_back(&pair->b->body->rotation, from_cld(c.contact.normal));
    return CLD_OK;
}

/* -------------------------------------------------------------------------------------- answers */

/* What the slot's contact is now: its points are on the skins. 0 if there is none. */
static inline int touch_contact(const touching *pair, int number, double margin, rigid_contact *out)
{
    const slot *s = pair->slots + number;
    vec p, q, n;
    double distance;
    if (!s->used) return 0;
    n = mat_apply(&pair->b->body->rotation, s->normal);
    p = add(rigid_to_world(pair->a->body, s->on_a), pair->a->skin, n);
    q = add(rigid_to_world(pair->b->body, s->on_b), -pair->b->skin, n);
    distance = dot(n, add(q, -1, p));
    if (distance > margin) return 0;
    memset(out, 0, sizeof *out);
    out->a = pair->a->body, out->b = pair->b->body;
    out->contact.point_a = to_cld(p), out->contact.point_b = to_cld(q);
    out->contact.normal = to_cld(n);
    out->contact.distance = (cld_real)distance;
    out->contact.feature_a = out->contact.feature_b = (uint32_t)number;
    return 1;
}

/* One query for each time that they moved by the length that makes points stale. */
static inline int touch_refresh(touch_all *all, touching *pair, double margin)
{
    const double within = pair->a->skin + pair->b->skin + margin + all->tilt * pair->a->reach;
    const double moved = pair->asked ? touch_moved(pair) : HUGE_VAL;
    for (int i = 0; i < SLOTS && moved > (i + 1) * all->stale; i++) {
        const int status = touch_ask(all, pair, within);
        if (status < 0) return status;
    }
    return CLD_OK;
}

/* For rigid_collider; the data is a touch_all. */
static inline int touch_collide(void *data, double time, double margin, rigid_contact *out,
                                int capacity)
{
    touch_all *all = (touch_all *)data;
    int count = 0;
    (void)time;
    for (int i = 0; i < all->count; i++) {
        touching *pair = all->pairs + i;
        const int status = touch_refresh(all, pair, margin);
        if (status < 0) return status;
        for (int k = 0; k < SLOTS; k++) {
            rigid_contact contact;
            if (!touch_contact(pair, k, margin, &contact)) continue;
            if (count < capacity) out[count] = contact;
            count++;
        }
    }
    all->contacts += count <= capacity ? count : 0; /* else it is called again */
    return count;
}

#endif /* VASE_TOUCH_H */
