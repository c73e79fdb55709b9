/* cloth/world.h, a part of cloth.c: bodies that move and keep each other, and themselves, away.

   Contacts are springs that push, and rub, with the weights of the contact. What keeps surfaces
   from passing through each other is not their strength but a bound of steps: two places at a
   distance s cannot meet before one of them has gone s/2. Until contacts are asked for again, no
   vertex goes farther than REACH times the least distance among the contacts in which it takes
   part, or of the contact distance where it is in none; and a point of a surface goes no farther
   than the farthest corner around it.

   Contacts push below THICKNESS times the contact distance. They are asked for again when a vertex
   has gone half of what lies between the two, or was cut short by its reach: what was no contact
   cannot have begun to push by then, so that nothing begins late, and all at once. */

#ifndef CLOTH_WORLD_H
#define CLOTH_WORLD_H

#include "body.h"

#include <float.h>

enum { BODIES = 3, STEPS = 40 /* at most, before contacts are asked for again */ };

static const double REACH = 0.45; /* below 1/2: what is left is for rounding to float */
static const double THICKNESS = 0.5;

/* The step h, in seconds, is as long as is stable. Speeds first, then places: what swings with the
   frequency w (times 2 pi) and is damped at the rate c is stable where (h w)^2 + 2 h c < 4. Row
   sums (Gershgorin) say that (h w)^2 is at most SPRINGS of the springs and CONTACTS of the
   contacts, and h c at most SPRINGS * (EDGE_DAMPING + BENDING_DAMPING) and CONTACTS_DAMPING: all
   together 3.9. */
static const double SPRINGS = 0.5, CONTACTS = 1, CONTACTS_DAMPING = 0.6, RUBBING = 0.3;

/* The four vertices of a contact: whose they are, and how much of the contact is theirs, negative
   on the side of A. */
typedef struct share {
    body *b;
    uint32_t vertex;
    double weight;
} share;

/* What a contact does in the steps after it was found. */
typedef struct push {
    share shares[4];
    vec normal;
    double distance;  /* when it was found */
    double thickness; /* it pushes where the distance is below this */
    double stiffness;
} push;

typedef struct world {
    body bodies[BODIES];
    cld_mesh views[BODIES];
    int body_count;
    double distance; /* of contacts */
    double step;     /* seconds */
    double gone;     /* how far a vertex has gone at most since contacts were asked for */
    double drag;     /* of the air: the part of its speed that it takes from a vertex in a second */
    cld_workspace workspace;
    cld_mesh_contact *contacts;
    push *pushes;
    int contact_count, contact_room;
    cld_mesh_statistics statistics;
    /* in all: */
    double time, query_seconds;
    long queries, steps, moves, held; /* moves: of vertices; held: those cut short by their reach */
    double fastest;                   /* metres a second */
    double brought; /* energy, by contacts that were found or were no more, or pushed otherwise */
} world;

static void world_free(world *w)
{
    for (int i = 0; i < w->body_count; i++) body_free(w->bodies + i);
    cld_workspace_free(&w->workspace);
    free(w->contacts), free(w->pushes);
    memset(w, 0, sizeof *w);
}

/* A body as queries see it, its vertices at these points. */
static void body_view(body *b, const vec *points, cld_mesh *view)
{
    for (int v = 0; v < b->vertex_count; v++) {
        b->positions[3 * v] = (cld_real)points[v].x;
        b->positions[3 * v + 1] = (cld_real)points[v].y;
        b->positions[3 * v + 2] = (cld_real)points[v].z;
    }
    view->positions = b->positions, view->vertex_count = b->vertex_count;
    view->triangles = b->triangles, view->triangle_count = b->triangle_count;
    view->topology = &b->topology;
}

/* Where all bodies are now. */
static void world_views(world *w)
{
    for (int i = 0; i < w->body_count; i++)
        body_view(w->bodies + i, w->bodies[i].place, w->views + i);
}

/* After bodies have got springs: at the beginning, and after a cut. */
static void world_choose_step(world *w)
{
    double most = 0;
    for (int i = 0; i < w->body_count; i++) most = fmax(most, body_frequency(w->bodies + i));
    w->step = sqrt(SPRINGS / most);
}

/* After bodies and where they are is known. What stays where it is meets nothing of its kind. Only
   what has a common vertex is no contact: see world_pushes for neighbours. */
static void world_begin(world *w)
{
    for (int i = 0; i < w->body_count; i++) {
        body *b = w->bodies + i;
        const int moves = b->density > 0;
        body_springs(b);
        body_view(b, b->rest, w->views + i);
        check(cld_mesh_topology_build(&b->topology, w->views + i, (cld_real)w->distance, -1, NULL));
        w->views[i].self = moves;
        w->views[i].category = moves ? 1 : 2, w->views[i].mask = moves ? 3 : 1;
    }
    world_choose_step(w);
}

/* ------------------------------------------------------------------------------------- contacts */

/* All contacts, with as much room as they need. */
static void world_query(world *w)
{
    cld_mesh_params params = {0};
    const double start = seconds();
    params.distance = (cld_real)w->distance;
    for (;;) {
        w->contact_count = check(cld_mesh_collide(w->views, w->body_count, &params, &w->workspace,
                                                  w->contacts, w->contact_room, &w->statistics));
        if (w->contact_count <= w->contact_room) break;
        w->contact_room = 2 * w->contact_count;
        free(w->contacts), free(w->pushes);
        w->contacts =
            (cld_mesh_contact *)need(malloc((size_t)w->contact_room * sizeof *w->contacts));
        w->pushes = (push *)need(malloc((size_t)w->contact_room * sizeof *w->pushes));
    }
    w->queries++, w->query_seconds += seconds() - start;
}

static void contact_shares(world *w, const cld_mesh_contact *c, share shares[4])
{
    const int of_a = 1 + (int)(c->contact.feature_a & 3); /* vertex, edge, face */
    for (int k = 0; k < 4; k++) {
        shares[k].b = w->bodies + (k < of_a ? c->mesh_a : c->mesh_b);
        shares[k].vertex = c->vertices[k];
        shares[k].weight = k < of_a ? -(double)c->weights[k] : (double)c->weights[k];
    }
}

/* The way from A's point of the contact to B's: now, or where both are at rest. */
static vec shares_apart(const share shares[4], int at_rest)
{
    vec sum = vector(0, 0, 0);
    for (int k = 0; k < 4; k++) {
        const body *b = shares[k].b;
        sum = add(sum, shares[k].weight, (at_rest ? b->rest : b->place)[shares[k].vertex]);
    }
    return sum;
}

/* How far each vertex may go from here. */
static void world_reach(world *w)
{
    for (int i = 0; i < w->body_count; i++) {
        body *b = w->bodies + i;
        for (int v = 0; v < b->vertex_count; v++) {
            b->asked[v] = b->place[v], b->load[v] = 0;
            b->reach[v] = REACH * w->distance;
        }
    }
    for (int i = 0; i < w->contact_count; i++) {
        const double reach = REACH * (double)w->contacts[i].contact.distance;
        share s[4];
        contact_shares(w, w->contacts + i, s);
        for (int k = 0; k < 4; k++)
            s[k].b->reach[s[k].vertex] = fmin(s[k].b->reach[s[k].vertex], reach);
    }
}

/* How hard contacts push: as hard as is stable. With stiffness k in contact c and weights v, a
   vertex of mass m has the row sum 2 * sum over c of k |v| / m. Where each k is at most

       share * CONTACTS / (2 h^2) * m / (sum over c of share |v|)

   for all its vertices, that is CONTACTS / h^2 at most, whatever the shares. The nearest contact
   has the largest, and the share of one that is just found is 0: nothing changes by leaps, which
   would bring in energy. */
static void world_pushes(world *w)
{
    for (int i = 0; i < w->contact_count; i++) {
        const cld_contact *c = &w->contacts[i].contact;
        push *p = w->pushes + i;
        share *s = p->shares;
        double far_off;
        contact_shares(w, w->contacts + i, s);
        p->normal = from_cld(c->normal);
        p->distance = (double)c->distance;
        /* what touches has a huge share, but not an infinite one */
        far_off = fmax(w->distance / fmax(p->distance, DBL_EPSILON * w->distance) - 1, 0);
        p->stiffness = far_off * far_off;
        /* neighbours along a surface, and the two sides of a cut, are not pushed farther apart
           than they lie at rest */
        p->thickness = THICKNESS * w->distance;
        if (s[0].b == s[3].b) p->thickness = fmin(p->thickness, length(shares_apart(s, 1)));
        for (int k = 0; k < 4; k++) s[k].b->load[s[k].vertex] += p->stiffness * fabs(s[k].weight);
    }
    for (int i = 0; i < w->contact_count; i++) {
        push *p = w->pushes + i;
        double least = HUGE_VAL;
        for (int k = 0; k < 4; k++) {
            const share s = p->shares[k];
            if (s.b->mass[s.vertex] > 0 && s.b->load[s.vertex] > 0)
                least = fmin(least, s.b->mass[s.vertex] / s.b->load[s.vertex]);
        }
        p->stiffness *= least < HUGE_VAL ? 0.5 * CONTACTS * least / (w->step * w->step) : 0;
    }
}

/* Adds the forces of contacts; returns the energy that they hold. They push the harder the deeper:
   with stiffness * inside^2 / (2 * thickness), so that what only just touches is pushed softly. */
static double world_push(world *w)
{
    const double damping = CONTACTS_DAMPING / CONTACTS * w->step;
    const double rubbing = RUBBING / CONTACTS * w->step;
    double energy = 0;
    for (int i = 0; i < w->contact_count; i++) {
        const push *p = w->pushes + i;
        const share *s = p->shares;
        vec speed = vector(0, 0, 0), total;
        double inside, pressed, closing, force, slide, rub;
        if (p->distance - 2 * w->gone > p->thickness) continue;
        inside = p->thickness - dot(shares_apart(s, 0), p->normal);
        if (!(inside > 0)) continue;
        pressed = inside * inside / (2 * p->thickness);
        for (int k = 0; k < 4; k++) speed = add(speed, s[k].weight, s[k].b->velocity[s[k].vertex]);
        closing = -dot(speed, p->normal);
        force = fmax(0, p->stiffness * (pressed + damping * closing));
        speed = add(speed, closing, p->normal);
        slide = length(speed);
        rub =
            fmin(fmin(s[0].b->friction, s[3].b->friction) * force, rubbing * p->stiffness * slide);
        total = scale(force, p->normal);
        if (slide > 0) total = add(total, -rub / slide, speed);
        for (int k = 0; k < 4; k++)
            s[k].b->force[s[k].vertex] = add(s[k].b->force[s[k].vertex], s[k].weight, total);
        energy += p->stiffness * inside * pressed / 3;
    }
    return energy;
}

/* ---------------------------------------------------------------------------------------- steps */

/* Semi-implicit Euler: first the speed, then with that the place; as far as the reach allows.
   Returns how far a vertex has gone at most since contacts were asked for. */
static double body_move(world *w, body *b)
{
    double most = 0;
    for (int v = 0; v < b->vertex_count; v++) {
        vec to, away;
        double far_off;
        if (!(b->mass[v] > 0)) continue;
        b->velocity[v] = add(b->velocity[v], w->step / b->mass[v], b->force[v]);
        to = add(b->place[v], w->step, b->velocity[v]);
        away = add(to, -1, b->asked[v]);
        far_off = length(away);
        w->moves++;
        if (far_off > b->reach[v]) {
            to = add(b->asked[v], b->reach[v] / far_off, away);
            b->velocity[v] = scale(1 / w->step, add(to, -1, b->place[v]));
            w->held++, far_off = w->distance; /* that was too far: ask */
        }
        most = fmax(most, far_off);
        b->place[v] = to;
        w->fastest = fmax(w->fastest, length(b->velocity[v]));
    }
    return most;
}

/* Returns the energy of contacts. */
static double world_forces(world *w)
{
    for (int i = 0; i < w->body_count; i++) {
        body *b = w->bodies + i;
        for (int v = 0; v < b->vertex_count; v++)
            b->force[v] =
                add(vector(0, 0, -GRAVITY * b->mass[v]), -w->drag * b->mass[v], b->velocity[v]);
        body_pull(b, w->step);
    }
    return world_push(w);
}

/* Of motion, height, springs and contacts. Where forces do not damp, these steps keep not the
   energy but the sum of it and h/2 times the power of the forces (of springs that is exact):
   *slack is how much. */
static double world_energy(world *w, double *slack)
{
    double energy = world_forces(w), power = 0;
    for (int i = 0; i < w->body_count; i++) {
        const body *b = w->bodies + i;
        energy += body_energy(b);
        for (int v = 0; v < b->vertex_count; v++) power += dot(b->force[v], b->velocity[v]);
    }
    *slack = 0.5 * w->step * fabs(power);
    return energy;
}

/* What is near now. */
static void world_contacts(world *w)
{
    w->brought -= world_push(w);
    world_views(w);
    world_query(w);
    world_reach(w);
    world_pushes(w);
    w->gone = 0;
    w->brought += world_push(w);
}

/* Contacts once, then steps for as long as they hold. */
static void world_steps(world *w)
{
    const double far_enough = 0.5 * (1 - THICKNESS) * w->distance;
    world_contacts(w);
    for (int k = 0; k < STEPS && w->gone < far_enough; k++) {
        world_forces(w);
        for (int i = 0; i < w->body_count; i++)
            w->gone = fmax(w->gone, body_move(w, w->bodies + i));
        w->time += w->step, w->steps++;
    }
}

/* Pairs of triangles that have passed through each other. */
static int world_intersections(world *w)
{
    world_views(w);
    return check(cld_mesh_intersections(w->views, w->body_count, &w->workspace, NULL, 0));
}

#endif /* CLOTH_WORLD_H */
