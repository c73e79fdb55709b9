/* deform/touch.h, a part of deform.c: contacts of bodies that deform, and what they do. The other
   part to copy.

   In each step cld_nurbs_contacts looks at the control points as they are in that step: one contact
   for each piece in which the surfaces meet, at the deepest point that there is. Where a ball lies
   in a membrane all that touches is one piece. If only its deepest point were pushed, all others
   would sink in until each is the deepest in its turn, and the bodies would tremble. So where
   contacts were is remembered, in the parameters of both surfaces, and looked at again in each
   step, as long as the points there are still opposite each other. */

#ifndef DEFORM_TOUCH_H
#define DEFORM_TOUCH_H

#include "body.h"

#define TOLERANCE 1e-3  /* of the query: nearer than that is touching. Less costs more */
#define REACH     4e-3  /* remembered contacts that are farther apart than this are forgotten, */
#define ASIDE     8e-3  /* and those whose points have slid away from each other by this */
#define SPREAD    20e-3 /* of two contacts that are nearer to each other, the newer one counts */
#define PARTING   0.6   /* the part of a depth that is mended in one step */

enum { CONTACTS = 16, PLACES = 32, ITERATIONS = 8 };

/* Where two bodies touch, in their parameters. */
typedef struct place {
    cld_real u_a, v_a, u_b, v_b;
} place;

/* A contact as it is now, and how both bodies hang on it. */
typedef struct grip {
    body *a, *b;
    vec on_a, on_b, normal; /* from a to b */
    double depth, aside;    /* of b in a, along the normal; and across it */
    double parts_a[NODES], parts_b[NODES];
    double yields; /* what a push by 1 there changes */
    double pushed; /* in this step */
} grip;

/* Two bodies that may touch. */
typedef struct touching {
    body *a, *b;
    double side; /* 1 where the normals of a lead to b, else -1; 0 before they touched */
    place places[PLACES];
    grip grips[PLACES];
    int count;
    long queries, found;
    double deepest; /* of all contacts so far */
    double given;   /* energy that a brought in, if it is rigid, or b */
} touching;

/* ---------------------------------------------------------------------------------- the queries */

/* The contacts as they are now, asked in one of the ways of body.h. Returns how many. */
static inline int touch_ask(const touching *t, int way, cld_workspace *workspace,
                            cld_nurbs_contact out[CONTACTS])
{
    const cld_nurbs_body a = body_side(t->a, way), b = body_side(t->b, way);
    cld_nurbs_params params;
    int count;
    memset(&params, 0, sizeof params); /* all zero: defaults */
    params.tolerance = (cld_real)TOLERANCE;
    count = check(cld_nurbs_contacts(&a, &b, &params, workspace, out, CONTACTS, NULL));
    return count < CONTACTS ? count : CONTACTS; /* deepest first: these are there in any case */
}

static inline void grip_make(grip *g, body *a, body *b, double side, const place *p)
{
    vec way, unused;
    g->a = a, g->b = b;
    g->on_a = body_at(a, p->u_a, p->v_a, &g->normal);
    g->on_b = body_at(b, p->u_b, p->v_b, &unused);
    g->normal = scale(side, g->normal);
    way = add(g->on_b, -1, g->on_a);
    g->depth = -dot(way, g->normal);
    g->aside = length(add(way, g->depth, g->normal));
    body_parts(a, (double)p->u_a, (double)p->v_a, g->parts_a);
    body_parts(b, (double)p->u_b, (double)p->v_b, g->parts_b);
    g->yields = body_yields(a, g->parts_a) + body_yields(b, g->parts_b);
    g->pushed = 0;
}

/* Takes the place of one that is near, or a new one. If there is no room, that of the first. On
   which side of a sheet the other body is, its first contact says, and that stays so. (That of a
   later one may be but a guess: deep in a dent the slope of which is steep, a contact's normal that
   leads from the middle of one body towards that of the other leads out of the dent.) */
static inline void touch_remember(touching *t, const cld_nurbs_contact *c)
{
    place p = {c->u_a, c->v_a, c->u_b, c->v_b};
    vec normal, unused, at = body_at(t->a, p.u_a, p.v_a, &normal);
    int k = 0;
    if (t->side == 0) t->side = dot(normal, from_cld(c->contact.normal)) < 0 ? -1 : 1;
    while (k < t->count &&
           length(add(body_at(t->a, t->places[k].u_a, t->places[k].v_a, &unused), -1, at)) > SPREAD)
        k++;
    if (k == PLACES) k = 0;
    if (k == t->count) t->count++;
    t->places[k] = p;
}

static inline void touch_find(touching *t, cld_workspace *workspace)
{
    cld_nurbs_contact found[CONTACTS];
    const int count = touch_ask(t, UNPREPARED, workspace, found);
    t->queries++, t->found += count;
    for (int i = 0; i < count; i++) {
        touch_remember(t, found + i);
        t->deepest = fmax(t->deepest, -(double)found[i].contact.distance);
    }
    for (int i = 0; i < t->count; i++) {
        grip *g = t->grips + i;
        grip_make(g, t->a, t->b, t->side, t->places + i);
        if (g->aside > ASIDE || g->depth < -REACH) t->places[i--] = t->places[--t->count];
    }
}

/* --------------------------------------------------------------------------------- the response */

/* An impulse that lets the bodies come no nearer there than a gap allows, and Coulomb's friction.
   It adds up over all iterations, and is never a pull. It takes energy from what deforms, but for
   what a rigid body that moves brings in. */
static inline void grip_stop(touching *t, grip *g, double friction, double h)
{
    const vec v = add(body_velocity(g->b, g->parts_b), -1, body_velocity(g->a, g->parts_a));
    const double nearing = -dot(g->normal, v), may = fmax(0, -g->depth) / h;
    const double pushed = fmax(0, g->pushed + (nearing - may) / g->yields);
    const vec slip = add(v, nearing, g->normal);
    vec impulse = scale(pushed - g->pushed, g->normal);
    if (length(slip) > 0) {
        const double most = friction * fmax(0, pushed - g->pushed);
        impulse = add(impulse, -fmin(1 / g->yields, most / length(slip)), slip);
    }
    g->pushed = pushed;
    body_push(g->a, g->a->velocity, g->parts_a, scale(-1, impulse));
    body_push(g->b, g->b->velocity, g->parts_b, impulse);
    t->given += dot(impulse, add(g->a->speed, -1, g->b->speed));
}

/* Moves the bodies apart by a part of the depth. They get no velocity by that, which would let them
   jump. */
static inline void grip_part(grip *g)
{
    const vec by = scale(PARTING * g->depth / g->yields, g->normal);
    if (!(g->depth > 0)) return;
    body_push(g->a, g->a->place, g->parts_a, scale(-1, by));
    body_push(g->b, g->b->place, g->parts_b, by);
}

static inline void touch_stop(touching *t, double friction, double h)
{
    for (int i = 0; i < t->count; i++)
        if (t->grips[i].yields > 0) grip_stop(t, t->grips + i, friction, h);
}

static inline void touch_part(touching *t)
{
    for (int i = 0; i < t->count; i++)
        if (t->grips[i].yields > 0) grip_part(t->grips + i);
}

#endif /* DEFORM_TOUCH_H */
