/* rigid.h: rigid bodies that move, touch and bounce. A helper of the examples, the tests and the
   bench, not part of the library: it shows what contacts are good for. Include it after collide.h.

       rigid_body bodies[2] = {0};                 where they are, how they move: set what is not 0
       rigid_collider ground = {collide, &scene, 0.5, 0};   your function, friction, bounce
       rigid_world world = {0};
       rigid_set_mass(&bodies[0], mass, rigid_box_inertia(mass, half));
       world.bodies = bodies, world.body_count = 2;
       world.colliders = &ground, world.collider_count = 1;
       world.gravity = vector(0, 0, -9.81), world.max_step = 1e-3;
       if (rigid_update(&world, 0, 1) < 0) ...a collider failed, or out of memory...
       rigid_free(&world);

   A step: colliders say where bodies touch, forces accumulate and change velocities, impulses stop
   what would go through, bodies move, constraints put right what is left. Source: D. Baraff,
   A. Witkin 1997, notes on rigid bodies, as the thesis on NURBS surfaces of 2004 uses them (annex
   I); its integrator (explicit Euler, no gyroscopic term) is there to compare with. The default one
   changes velocities first, and turns bodies by the implicit midpoint rule: no step, however long,
   changes a free body's angular momentum, nor, once its equation is solved, its energy. Contacts:
   sequential impulses, started from those of the last step (E. Catto 2006), with Coulomb's
   friction.

   All lengths, masses and times are yours; there is no constant in here that has a unit. */

#ifndef RIGID_H
#define RIGID_H

#include "vec.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------ matrices, quaternions */

typedef struct mat {
    vec x, y, z; /* columns */
} mat;

typedef struct quat {
    double x, y, z, w; /* w: the cosine of half the angle. All zero stands for 'not turned' */
} quat;

static inline vec mat_apply(const mat *m, vec v)
{
    return add(add(scale(v.x, m->x), v.y, m->y), v.z, m->z);
}

/* By the transposed matrix: of a rotation, back. */
static inline vec mat_back(const mat *m, vec v)
{
    return vector(dot(m->x, v), dot(m->y, v), dot(m->z, v));
}

static inline mat mat_diagonal(double x, double y, double z)
{
    mat m = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    m.x.x = x, m.y.y = y, m.z.z = z;
    return m;
}

static inline mat mat_inverse(const mat *m)
{
    const vec u = cross(m->y, m->z), v = cross(m->z, m->x), w = cross(m->x, m->y);
    const double s = 1 / dot(m->x, u);
    mat r;
    r.x = vector(s * u.x, s * v.x, s * w.x);
    r.y = vector(s * u.y, s * v.y, s * w.y);
    r.z = vector(s * u.z, s * v.z, s * w.z);
    return r;
}

/* R m R^T: the matrix m of the body's frame in the world's. */
static inline mat mat_turn(const mat *r, const mat *m)
{
    mat t;
    const vec x = vector(r->x.x, r->y.x, r->z.x), y = vector(r->x.y, r->y.y, r->z.y);
    const vec z = vector(r->x.z, r->y.z, r->z.z);
    t.x = mat_apply(r, mat_apply(m, x));
    t.y = mat_apply(r, mat_apply(m, y));
    t.z = mat_apply(r, mat_apply(m, z));
    return t;
}

/* First b, then a. */
static inline quat quat_multiply(quat a, quat b)
{
    quat r;
    r.x = a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y;
    r.y = a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z;
    r.z = a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x;
    r.w = a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z;
    return r;
}

static inline quat quat_unit(quat q)
{
    const double s = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (!(s > 0))
        q.w = 1;
    else
        q.x /= s, q.y /= s, q.z /= s, q.w /= s;
    return q;
}

static inline quat quat_from_axis(vec axis, double angle)
{
    const double s = sin(0.5 * angle) / length(axis);
    quat q;
    q.x = s * axis.x, q.y = s * axis.y, q.z = s * axis.z, q.w = cos(0.5 * angle);
    return q;
}

/* Of a unit quaternion. */
static inline mat quat_matrix(quat q)
{
    mat m;
    m.x = vector(1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.z * q.w),
                 2 * (q.x * q.z - q.y * q.w));
    m.y = vector(2 * (q.x * q.y - q.z * q.w), 1 - 2 * (q.x * q.x + q.z * q.z),
                 2 * (q.y * q.z + q.x * q.w));
    m.z = vector(2 * (q.x * q.z + q.y * q.w), 2 * (q.y * q.z - q.x * q.w),
                 1 - 2 * (q.x * q.x + q.y * q.y));
    return m;
}

/* --------------------------------------------------------------------------------------- bodies */

typedef struct rigid_body {
    double mass, inverse_mass;    /* both 0: nothing but its own velocities moves it */
    mat inertia, inverse_inertia; /* about the centre of mass, in the body's frame */

    vec position;         /* of the centre of mass, in the world */
    quat orientation;     /* from the body's frame to the world's */
    vec velocity;         /* of the centre of mass */
    vec angular_velocity; /* radians per time, in the world's frame */

    vec force, torque; /* accumulated in a step */

    /* what follows from the above: set once a step (rigid_refresh) */
    mat rotation, world_inverse_inertia;
    vec acceleration, angular_acceleration;

    /* the solver's: velocities that part bodies and are then forgotten; where the body was */
    vec push, push_angular, old_position;
    quat old_orientation;
} rigid_body;

static inline mat rigid_box_inertia(double mass, vec half)
{
    const double s = mass / 3;
    return mat_diagonal(s * (half.y * half.y + half.z * half.z),
                        s * (half.x * half.x + half.z * half.z),
                        s * (half.x * half.x + half.y * half.y));
}

static inline mat rigid_sphere_inertia(double mass, double radius)
{
    const double s = 0.4 * mass * radius * radius;
    return mat_diagonal(s, s, s);
}

/* Solid, its axis along z. */
static inline mat rigid_cylinder_inertia(double mass, double radius, double half_height)
{
    const double s = mass * (radius * radius / 4 + half_height * half_height / 3);
    return mat_diagonal(s, s, mass * radius * radius / 2);
}

/* Call it after orientation was set by hand and before the body is asked something; rigid_update
   begins with it. */
static inline void rigid_refresh(rigid_body *body)
{
    body->orientation = quat_unit(body->orientation);
    body->rotation = quat_matrix(body->orientation);
    body->world_inverse_inertia = mat_turn(&body->rotation, &body->inverse_inertia);
}

/* The mass is positive, the inertia any symmetric positive definite one; or 0: forces do not turn
   the body. Without this call they do not move it either: its velocities do. */
static inline void rigid_set_mass(rigid_body *body, double mass, mat inertia)
{
    const double volume = dot(inertia.x, cross(inertia.y, inertia.z));
    body->mass = mass, body->inverse_mass = 1 / mass;
    body->inertia = inertia;
    body->inverse_inertia = volume > 0 ? mat_inverse(&inertia) : mat_diagonal(0, 0, 0);
    rigid_refresh(body);
}

/* From the body's frame to the world's and back. */
static inline vec rigid_to_world(const rigid_body *body, vec p)
{
    return add(body->position, 1, mat_apply(&body->rotation, p));
}

static inline vec rigid_to_body(const rigid_body *body, vec p)
{
    return mat_back(&body->rotation, add(p, -1, body->position));
}

/* How fast the point p of the world moves that is fixed to the body. */
static inline vec rigid_point_velocity(const rigid_body *body, vec p)
{
    return add(body->velocity, 1, cross(body->angular_velocity, add(p, -1, body->position)));
}

static inline void rigid_add_force(rigid_body *body, vec force, vec at)
{
    body->force = add(body->force, 1, force);
    body->torque = add(body->torque, 1, cross(add(at, -1, body->position), force));
}

/* Where the body is, as queries take it. */
static inline cld_pose rigid_pose(const rigid_body *body)
{
    cld_pose pose;
    pose.rotation.x = to_cld(body->rotation.x);
    pose.rotation.y = to_cld(body->rotation.y);
    pose.rotation.z = to_cld(body->rotation.z);
    pose.position = to_cld(body->position);
    return pose;
}

/* Angular momentum about the body's own centre. */
static inline vec rigid_spin(const rigid_body *body)
{
    const vec w = mat_back(&body->rotation, body->angular_velocity);
    return mat_apply(&body->rotation, mat_apply(&body->inertia, w));
}

/* ---------------------------------------------------------------- what acts, touches, and holds */

/* Adds forces and torques to bodies (rigid_add_force). */
typedef struct rigid_force {
    void (*apply)(void *data, double time);
    void *data;
} rigid_force;

/* A place where two bodies touch, or nearly: what a collider tells, and what the solver makes of
   it. */
typedef struct rigid_contact {
    cld_contact contact; /* the normal points from a to b; the features name it from step to step */
    rigid_body *a, *b;   /* NULL: what never moves */

    double friction, restitution; /* from the collider */
    vec arm_a, arm_b, axis[3];    /* from the centres to the contact; the normal, two tangents */
    double mass[2];               /* that an impulse moves: along the normal, along the plane */
    double impulse[3];            /* so far */
    double push;                  /* the same of the velocities that are forgotten */
    double target;                /* speed along the normal that the impulses must reach */
} rigid_contact;

/* Finds all contacts of some bodies that are nearer than `margin` (0: that touch). Writes contact,
   a and b of at most `capacity` (if that is 0, out may be NULL), and returns how many there are, or
   a negative number to end the simulation; where there were more, it is asked again. Pairs of
   features are unique for two bodies. Bodies stay where they are in memory as long as the world is
   used. */
typedef struct rigid_collider {
    int (*collide)(void *data, double time, double margin, rigid_contact *out, int capacity);
    void *data;
    double friction;    /* 0 or more: at most so many times the normal impulse */
    double restitution; /* 0: does not bounce, to 1: bounces as fast as it came */
} rigid_collider;

/* Moves bodies that violate it to the nearest place where they do not; calls rigid_refresh for
   those that it turns. Constraints come after contacts, and win: a joint may press a body into
   another. */
typedef struct rigid_constraint {
    void (*satisfy)(void *data, double time);
    void *data;
} rigid_constraint;

/* A damped spring between points of two bodies, for rigid_force; first or second NULL: the point is
   fixed in the world. */
typedef struct rigid_spring {
    rigid_body *first, *second;
    vec at_first, at_second; /* where it is attached, in the bodies' frames */
    double stiffness, damping, length;
} rigid_spring;

static inline void rigid_spring_apply(void *data, double time)
{
    const rigid_spring *s = (const rigid_spring *)data;
    const vec p = s->first ? rigid_to_world(s->first, s->at_first) : s->at_first;
    const vec q = s->second ? rigid_to_world(s->second, s->at_second) : s->at_second;
    const vec still = vector(0, 0, 0), d = add(q, -1, p);
    const vec v = s->first ? rigid_point_velocity(s->first, p) : still;
    const vec w = s->second ? rigid_point_velocity(s->second, q) : still;
    const double size = length(d);
    double pull;
    (void)time;
    if (!(size > 0)) return; /* of no direction */
    pull = s->stiffness * (size - s->length) + s->damping * dot(add(w, -1, v), d) / size;
    if (s->first) rigid_add_force(s->first, scale(pull / size, d), p);
    if (s->second) rigid_add_force(s->second, scale(-pull / size, d), q);
}

/* ---------------------------------------------------------------------------------------- world */

typedef enum rigid_integrator {
    RIGID_SEMI_IMPLICIT = 0, /* velocities first; the gyroscopic term by the midpoint rule */
    RIGID_EXPLICIT = 1       /* the source's: positions from old velocities, no gyroscopic term */
} rigid_integrator;

typedef struct rigid_contacts {
    rigid_contact *at;
    int count, capacity;
    double step; /* in which the impulses acted */
} rigid_contacts;

/* Zero-initialise it, then point it to what there is: the arrays stay yours. */
typedef struct rigid_world {
    rigid_body *bodies;
    rigid_force *forces;
    rigid_collider *colliders;
    rigid_constraint *constraints;
    int body_count, force_count, collider_count, constraint_count;

    vec gravity; /* an acceleration */
    /* force and torque per velocity, against it; times max_step less than mass and inertia */
    double linear_damping, angular_damping;
    double max_step; /* positive: a longer time is cut in equal steps */
    int relaxation;  /* rounds over all constraints in a step. 0: 10 */
    rigid_integrator integrator;

    int iterations; /* rounds over all contacts in a step. 0: 10 */
    double margin;  /* a length: bodies nearer than that get contacts, which stop them in time */
    double slop;    /* a length: deeper than that, contacts are pushed apart. Stacks lie still where
                       it is some times gravity * max_step^2 */
    double pushing; /* the part of the rest that a step takes away. 0: 0.2 */
    int halvings;   /* 0: contacts are as deep as a step lets them be; else the moment of a new one
                       is searched, to max_step / 2^halvings, if it is still there at the end of the
                       step: time goes back, and forces and colliders must not remember it. For
                       margin 0: what is near already is not new */

    rigid_contacts
        contacts;       /* of the last step, with their impulses; read them, if you like. Not of
                                steps much shorter than those before */
    int steps, impacts; /* so far; moments that were searched */

    rigid_contacts found, probe; /* private */
    rigid_body *saved;
    int saved_count;
    double usual; /* about how long steps are */
} rigid_world;

static inline void rigid_free(rigid_world *world)
{
    const rigid_contacts none = {NULL, 0, 0, 0};
    free(world->contacts.at), free(world->found.at), free(world->probe.at), free(world->saved);
    world->contacts = world->found = world->probe = none;
    world->saved = NULL, world->saved_count = 0;
}

/* Of motion and of height: gravity is counted in, springs are not. */
static inline double rigid_energy(const rigid_world *world)
{
    double sum = 0;
    for (int i = 0; i < world->body_count; i++) {
        const rigid_body *b = world->bodies + i;
        sum += 0.5 * b->mass * dot(b->velocity, b->velocity);
        sum += 0.5 * dot(b->angular_velocity, rigid_spin(b));
        sum -= b->mass * dot(world->gravity, b->position);
    }
    return sum;
}

static inline vec rigid_momentum(const rigid_world *world)
{
    vec sum = vector(0, 0, 0);
    for (int i = 0; i < world->body_count; i++)
        sum = add(sum, world->bodies[i].mass, world->bodies[i].velocity);
    return sum;
}

/* About the origin. */
static inline vec rigid_angular_momentum(const rigid_world *world)
{
    vec sum = vector(0, 0, 0);
    for (int i = 0; i < world->body_count; i++) {
        const rigid_body *b = world->bodies + i;
        sum = add(sum, b->mass, cross(b->position, b->velocity));
        sum = add(sum, 1, rigid_spin(b));
    }
    return sum;
}

/* ---------------------------------------------------------------------------------- integration */

static inline void rigid_apply_forces(rigid_world *world, double time)
{
    for (int i = 0; i < world->body_count; i++) {
        rigid_body *b = world->bodies + i;
        rigid_refresh(b);
        b->force = scale(b->mass, world->gravity);
        b->force = add(b->force, -world->linear_damping, b->velocity);
        b->torque = scale(-world->angular_damping, b->angular_velocity);
    }
    for (int i = 0; i < world->force_count; i++)
        world->forces[i].apply(world->forces[i].data, time);
    for (int i = 0; i < world->body_count; i++) {
        rigid_body *b = world->bodies + i;
        b->acceleration = scale(b->inverse_mass, b->force);
        b->angular_acceleration = mat_apply(&b->world_inverse_inertia, b->torque);
    }
}

static inline void rigid_accelerate(rigid_world *world, double h)
{
    for (int i = 0; i < world->body_count; i++) {
        rigid_body *b = world->bodies + i;
        b->velocity = add(b->velocity, h, b->acceleration);
        b->angular_velocity = add(b->angular_velocity, h, b->angular_acceleration);
    }
}

/* q + h/2 w q, made a unit again: turns by 2 atan(h |w| / 2) about w (the Cayley map). */
static inline quat rigid_turned(quat q, vec w, double h)
{
    quat turn;
    turn.x = 0.5 * h * w.x, turn.y = 0.5 * h * w.y, turn.z = 0.5 * h * w.z, turn.w = 1;
    return quat_unit(quat_multiply(turn, q));
}

/* v turned back by the same. */
static inline vec rigid_turned_back(vec v, vec w, double h)
{
    const vec t = scale(-0.5 * h, w);
    const double s = 2 / (1 + dot(t, t));
    return add(v, s, add(cross(t, v), 1, cross(t, cross(t, v))));
}

/* Turns a body that no torque acts on. In its own frame its angular momentum L obeys L' = L x w,
   w = I^-1 L. Midpoint rule: L becomes L turned back by h w, w being that of the mean of both; the
   body turns by h w. So R L, which is the momentum in the world, stays, whatever w is; and so does
   the energy, a quadratic form of L, for the w that solves this. Simple iteration finds it where
   h |w| is below about 1; in longer steps any w is as good. */
static inline void rigid_spin_freely(rigid_body *body, double h)
{
    const vec start = mat_apply(&body->inertia, mat_back(&body->rotation, body->angular_velocity));
    vec w = mat_apply(&body->inverse_inertia, start), end = start;
    for (int i = 0; i < 16; i++) {
        const vec last = w;
        end = rigid_turned_back(start, w, h);
        w = scale(0.5, mat_apply(&body->inverse_inertia, add(start, 1, end)));
        if (w.x == last.x && w.y == last.y && w.z == last.z) break;
    }
    end = rigid_turned_back(start, w, h);
    body->orientation = rigid_turned(body->orientation, mat_apply(&body->rotation, w), h);
    rigid_refresh(body);
    body->angular_velocity = mat_apply(&body->rotation, mat_apply(&body->inverse_inertia, end));
}

static inline void rigid_move(rigid_world *world, double h)
{
    for (int i = 0; i < world->body_count; i++) {
        rigid_body *b = world->bodies + i;
        b->position = add(b->position, h, add(b->velocity, 1, b->push));
        if (world->integrator == RIGID_EXPLICIT || !(b->inverse_mass > 0)) {
            b->orientation = rigid_turned(b->orientation, b->angular_velocity, h);
            rigid_refresh(b);
        } else {
            rigid_spin_freely(b, h);
        }
        if (dot(b->push_angular, b->push_angular) > 0) {
            b->orientation = rigid_turned(b->orientation, b->push_angular, h);
            rigid_refresh(b);
        }
    }
}

/* Moves bodies to where the constraints hold. What was moved so has moved at that speed: else what
   hangs on a joint would fall a little faster with each step. (The source leaves velocities.) */
static inline void rigid_relax(rigid_world *world, double time, double h)
{
    const int rounds = world->relaxation > 0 ? world->relaxation : 10;
    if (world->constraint_count == 0) return;
    for (int i = 0; i < world->body_count; i++) {
        rigid_body *b = world->bodies + i;
        b->old_position = b->position, b->old_orientation = b->orientation;
    }
    for (int i = 0; i < rounds * world->constraint_count; i++) {
        const rigid_constraint *c = world->constraints + i % world->constraint_count;
        c->satisfy(c->data, time);
    }
    for (int i = 0; i < world->body_count; i++) {
        rigid_body *b = world->bodies + i;
        quat back = b->old_orientation, turn;
        rigid_refresh(b);
        if (world->integrator == RIGID_EXPLICIT) continue;
        back.x = -back.x, back.y = -back.y, back.z = -back.z;
        turn = quat_multiply(b->orientation, back);
        b->velocity = add(b->velocity, 1 / h, add(b->position, -1, b->old_position));
        b->angular_velocity =
            add(b->angular_velocity, 2 / (h * turn.w), vector(turn.x, turn.y, turn.z));
    }
}

/* A joint: points of two bodies are at the same place. For rigid_constraint; first or second NULL:
   the point is fixed in the world. */
typedef struct rigid_joint {
    rigid_body *first, *second;
    vec at_first, at_second; /* in the bodies' frames */
} rigid_joint;

/* How far an impulse moves the body at the arm's end: added to a matrix. */
static inline void rigid_joint_yield(const rigid_body *body, vec arm, mat *sum)
{
    vec *columns[3];
    columns[0] = &sum->x, columns[1] = &sum->y, columns[2] = &sum->z;
    for (int i = 0; i < 3; i++) {
        const vec along = vector(i == 0, i == 1, i == 2);
        const vec turn = mat_apply(&body->world_inverse_inertia, cross(arm, along));
        *columns[i] = add(*columns[i], body->inverse_mass, along);
        *columns[i] = add(*columns[i], 1, cross(turn, arm));
    }
}

static inline void rigid_joint_move(rigid_body *body, vec arm, vec impulse)
{
    const vec turn = mat_apply(&body->world_inverse_inertia, cross(arm, impulse));
    body->position = add(body->position, body->inverse_mass, impulse);
    body->orientation = rigid_turned(body->orientation, turn, 1);
    rigid_refresh(body);
}

/* Moves both as the one impulse would that closes the gap, to first order. */
static inline void rigid_joint_satisfy(void *data, double time)
{
    const rigid_joint *j = (const rigid_joint *)data;
    const vec none = vector(0, 0, 0);
    const vec p = j->first ? mat_apply(&j->first->rotation, j->at_first) : none;
    const vec q = j->second ? mat_apply(&j->second->rotation, j->at_second) : none;
    vec gap = add(j->second ? add(j->second->position, 1, q) : j->at_second, -1,
                  j->first ? add(j->first->position, 1, p) : j->at_first);
    mat yield = mat_diagonal(0, 0, 0);
    (void)time;
    if (j->first) rigid_joint_yield(j->first, p, &yield);
    if (j->second) rigid_joint_yield(j->second, q, &yield);
    yield = mat_inverse(&yield);
    gap = mat_apply(&yield, gap);
    if (j->first) rigid_joint_move(j->first, p, gap);
    if (j->second) rigid_joint_move(j->second, q, scale(-1, gap));
}

/* ------------------------------------------------------------------------------------- contacts */

/* All contacts of all colliders. Returns a cld_status, or what a collider says. */
static inline int rigid_find(rigid_world *world, double time, double margin, rigid_contacts *list)
{
    list->count = 0;
    for (int i = 0; i < world->collider_count; i++) {
        const rigid_collider *c = world->colliders + i;
        for (;;) {
            const int room = list->capacity - list->count;
            rigid_contact *at = list->at ? list->at + list->count : NULL;
            const int count = c->collide(c->data, time, margin, at, room);
            if (count < 0) return count;
            if (count <= room) {
                for (int k = 0; k < count; k++)
                    at[k].friction = c->friction, at[k].restitution = c->restitution;
                list->count += count;
                break;
            }
            if (count > INT_MAX / 4 - list->count) return CLD_ERROR_COUNT;
            at = (rigid_contact *)realloc(list->at, 2 * (size_t)(list->count + count) *
                                                        sizeof(rigid_contact));
            if (!at) return CLD_ERROR_MEMORY;
            list->at = at, list->capacity = 2 * (list->count + count);
        }
    }
    return CLD_OK;
}

/* The impulse on b, and the opposite one on a. */
static inline void rigid_hit(const rigid_contact *c, vec impulse)
{
    if (c->a) {
        const vec turn = mat_apply(&c->a->world_inverse_inertia, cross(c->arm_a, impulse));
        c->a->velocity = add(c->a->velocity, -c->a->inverse_mass, impulse);
        c->a->angular_velocity = add(c->a->angular_velocity, -1, turn);
    }
    if (c->b) {
        const vec turn = mat_apply(&c->b->world_inverse_inertia, cross(c->arm_b, impulse));
        c->b->velocity = add(c->b->velocity, c->b->inverse_mass, impulse);
        c->b->angular_velocity = add(c->b->angular_velocity, 1, turn);
    }
}

/* The same to velocities that are forgotten after the step. */
static inline void rigid_push(const rigid_contact *c, vec impulse)
{
    if (c->a) {
        const vec turn = mat_apply(&c->a->world_inverse_inertia, cross(c->arm_a, impulse));
        c->a->push = add(c->a->push, -c->a->inverse_mass, impulse);
        c->a->push_angular = add(c->a->push_angular, -1, turn);
    }
    if (c->b) {
        const vec turn = mat_apply(&c->b->world_inverse_inertia, cross(c->arm_b, impulse));
        c->b->push = add(c->b->push, c->b->inverse_mass, impulse);
        c->b->push_angular = add(c->b->push_angular, 1, turn);
    }
}

/* Of b's point relative to a's. */
static inline vec rigid_contact_velocity(const rigid_contact *c)
{
    vec v = vector(0, 0, 0);
    if (c->a) v = add(v, -1, add(c->a->velocity, 1, cross(c->a->angular_velocity, c->arm_a)));
    if (c->b) v = add(v, 1, add(c->b->velocity, 1, cross(c->b->angular_velocity, c->arm_b)));
    return v;
}

static inline double rigid_push_speed(const rigid_contact *c)
{
    vec v = vector(0, 0, 0);
    if (c->a) v = add(v, -1, add(c->a->push, 1, cross(c->a->push_angular, c->arm_a)));
    if (c->b) v = add(v, 1, add(c->b->push, 1, cross(c->b->push_angular, c->arm_b)));
    return dot(v, c->axis[0]);
}

/* What one unit of impulse along the axis changes of a body's velocity there. */
static inline double rigid_yield(const rigid_body *body, vec arm, vec axis)
{
    const vec turn = cross(arm, axis);
    return body ? body->inverse_mass + dot(turn, mat_apply(&body->world_inverse_inertia, turn)) : 0;
}

/* Arms, axes, masses, and the speed at the start, for rigid_aim. Both tangents have one mass, the
   least: with two, friction would not point against the motion. */
static inline void rigid_prepare(rigid_contact *c)
{
    const vec p = from_cld(c->contact.point_a), q = from_cld(c->contact.point_b);
    const vec middle = add(p, 0.5, add(q, -1, p)), n = from_cld(c->contact.normal);
    const vec other = fabs(n.x) < 0.6 ? vector(1, 0, 0) : vector(0, 1, 0);
    const vec across = cross(n, other);
    double yield[3];
    c->arm_a = c->a ? add(middle, -1, c->a->position) : middle;
    c->arm_b = c->b ? add(middle, -1, c->b->position) : middle;
    c->axis[0] = n;
    c->axis[1] = unit(across);
    c->axis[2] = cross(n, c->axis[1]);
    for (int k = 0; k < 3; k++) {
        yield[k] =
            rigid_yield(c->a, c->arm_a, c->axis[k]) + rigid_yield(c->b, c->arm_b, c->axis[k]);
        c->impulse[k] = 0;
    }
    yield[1] = fmax(yield[1], yield[2]);
    for (int k = 0; k < 2; k++) c->mass[k] = yield[k] > 0 ? 1 / yield[k] : 0;
    c->push = 0;
    c->target = dot(rigid_contact_velocity(c), n);
}

/* The speed to be reached along the normal, when forces have changed the one at the start: what is
   apart may just come together in this step; what touches, or comes together faster, bounces, as if
   it had before the forces changed its speed. A body that lies still falls for a step and is
   stopped: that is no bounce. */
static inline void rigid_aim(rigid_contact *c, double h)
{
    const double gap = fmax((double)c->contact.distance, 0), start = c->target;
    const double now = dot(rigid_contact_velocity(c), c->axis[0]);
    const double fall_a = c->a ? length(c->a->acceleration) : 0;
    const double fall_b = c->b ? length(c->b->acceleration) : 0;
    c->target = -gap / h;
    if (start < -2 * h * fmax(fall_a, fall_b) && now < c->target)
        c->target = fmax(c->target, -c->restitution * start + (now - start));
}

/* Contacts of the last step that have the same bodies and features give their impulses, which grow
   with the step; not without end: a blow in a short step, enlarged, would be an explosion. Both
   lists mostly have the same order: the search begins where the last one ended. */
static inline void rigid_warm_start(const rigid_contacts *last, rigid_contacts *list)
{
    const double growth = last->count > 0 ? fmin(list->step / last->step, 4) : 0;
    int k = 0;
    for (int i = 0; i < list->count; i++) {
        rigid_contact *c = list->at + i;
        for (int tries = 0; tries < last->count; tries++) {
            const rigid_contact *o = last->at + k;
            k = k + 1 < last->count ? k + 1 : 0;
            if (o->a == c->a && o->b == c->b && o->contact.feature_a == c->contact.feature_a &&
                o->contact.feature_b == c->contact.feature_b) {
                const vec across = add(scale(o->impulse[1], o->axis[1]), o->impulse[2], o->axis[2]);
                c->impulse[0] = growth * o->impulse[0];
                c->impulse[1] = growth * dot(across, c->axis[1]);
                c->impulse[2] = growth * dot(across, c->axis[2]);
                break;
            }
        }
        for (int axis = 0; axis < 3; axis++) rigid_hit(c, scale(c->impulse[axis], c->axis[axis]));
    }
}

static inline void rigid_solve_contact(rigid_contact *c, double least_depth, double pushing)
{
    const vec v = rigid_contact_velocity(c);
    const double most = c->impulse[0] > 0 ? c->friction * c->impulse[0] : 0;
    double s, t = c->impulse[2] - c->mass[1] * dot(v, c->axis[2]), size, now;
    s = c->impulse[1] - c->mass[1] * dot(v, c->axis[1]);
    size = sqrt(s * s + t * t); /* Coulomb: along the plane, at most so much */
    if (size > most) s *= most / size, t *= most / size;
    rigid_hit(c, add(scale(s - c->impulse[1], c->axis[1]), t - c->impulse[2], c->axis[2]));
    c->impulse[1] = s, c->impulse[2] = t;

    now = dot(rigid_contact_velocity(c), c->axis[0]);
    s = fmax(c->impulse[0] + c->mass[0] * (c->target - now), 0);
    rigid_hit(c, scale(s - c->impulse[0], c->axis[0]));
    c->impulse[0] = s;

    now = pushing * -((double)c->contact.distance + least_depth);
    if (!(now > 0)) return;
    s = fmax(c->push + c->mass[0] * (now - rigid_push_speed(c)), 0);
    rigid_push(c, scale(s - c->push, c->axis[0]));
    c->push = s;
}

/* There and back again over all contacts: in one direction alone, what is left of the error would
   travel through a stack from step to step, and rock it for ever. */
static inline void rigid_solve(rigid_world *world, double h)
{
    const int rounds = world->iterations > 0 ? world->iterations : 10;
    const double pushing = (world->pushing > 0 ? world->pushing : 0.2) / h;
    const int last = world->found.count - 1;
    for (int i = 0; i < rounds; i++)
        for (int k = 0; k <= last; k++)
            rigid_solve_contact(world->found.at + (i % 2 ? last - k : k), world->slop, pushing);
}

/* ---------------------------------------------------------------------------------------- steps */

/* Moves everything by h, with the contacts found at the start. */
static inline void rigid_advance(rigid_world *world, double time, double h)
{
    rigid_contacts *list = &world->found;
    rigid_apply_forces(world, time);
    for (int i = 0; i < list->count; i++) rigid_prepare(list->at + i);
    if (world->integrator == RIGID_SEMI_IMPLICIT) rigid_accelerate(world, h);
    for (int i = 0; i < list->count; i++) rigid_aim(list->at + i, h);
    for (int i = 0; i < world->body_count; i++)
        world->bodies[i].push = world->bodies[i].push_angular = vector(0, 0, 0);
    list->step = h;
    rigid_warm_start(&world->contacts, list);
    rigid_solve(world, h);
    rigid_move(world, h);
    if (world->integrator == RIGID_EXPLICIT) rigid_accelerate(world, h);
    rigid_relax(world, time + h, h);
}

/* Do two bodies touch that did not at the start of the step? 1, 0, or a collider's fault. */
static inline int rigid_new_contact(rigid_world *world, double time)
{
    const int status = rigid_find(world, time, 0, &world->probe);
    if (status < 0) return status;
    for (int i = 0; i < world->probe.count; i++) {
        const rigid_contact *c = world->probe.at + i;
        int old = 0;
        for (int k = 0; k < world->found.count && !old; k++)
            old = world->found.at[k].a == c->a && world->found.at[k].b == c->b;
        if (!old) return 1;
    }
    return 0;
}

/* Goes on from the saved bodies by h. 1 if something new touches then. */
static inline int rigid_try(rigid_world *world, double time, double h)
{
    memcpy(world->bodies, world->saved, (size_t)world->body_count * sizeof(rigid_body));
    rigid_advance(world, time, h);
    return rigid_new_contact(world, time + h);
}

/* Advances by at most h, to just behind the first moment when something new touches, if there is
   one. Returns a status; *h receives how far it went. */
static inline int rigid_advance_to_impact(rigid_world *world, double time, double *h)
{
    double low = 0;
    int status;
    if (world->saved_count < world->body_count) {
        void *memory = realloc(world->saved, (size_t)world->body_count * sizeof(rigid_body));
        if (!memory) return CLD_ERROR_MEMORY;
        world->saved = (rigid_body *)memory, world->saved_count = world->body_count;
    }
    if (world->body_count == 0) return CLD_OK;
    memcpy(world->saved, world->bodies, (size_t)world->body_count * sizeof(rigid_body));
    status = rigid_try(world, time, *h);
    if (status != 1) return status;
    world->impacts++;
    for (int i = 0; i < world->halvings; i++) {
        const double middle = low + 0.5 * (*h - low);
        status = rigid_try(world, time, middle);
        if (status < 0) return status;
        if (status)
            *h = middle;
        else
            low = middle;
    }
    if (status == 0) status = rigid_try(world, time, *h); /* the last try was the other side */
    return status < 0 ? status : CLD_OK;
}

/* One step; where moments of contact are searched, in up to nine parts. What acted in a part, or a
   step, much shorter than usual is no good start for those that follow: what acted before is. */
static inline int rigid_step(rigid_world *world, double time, double h)
{
    for (int impacts = 0; h > 0; impacts++) {
        const rigid_contacts last = world->contacts;
        double part = h;
        int status = rigid_find(world, time, world->margin, &world->found);
        if (status < 0) return status;
        if (world->halvings > 0 && impacts < 8)
            status = rigid_advance_to_impact(world, time, &part);
        else
            rigid_advance(world, time, part);
        if (status < 0) return status;
        if (part >= 0.25 * world->usual)
            world->contacts = world->found, world->found = last, world->usual = part;
        else
            world->usual *= 0.5; /* in the end, what lasts is usual */
        time += part, h -= part;
    }
    world->steps++;
    return CLD_OK;
}

/* From time t1 to t2, in as few equal steps as max_step allows, give or take its billionth part:
   times are rounded. Returns CLD_OK, or CLD_ERROR_MEMORY, CLD_ERROR_PARAMETER (max_step not
   positive, or so small that an int cannot count the steps; a time not finite), or the negative
   number of a collider; the bodies are then somewhere between. */
static inline int rigid_update(rigid_world *world, double t1, double t2)
{
    const double parts = ceil((t2 - t1) / world->max_step * (1 - 1e-9));
    const double count = t2 > t1 ? fmax(parts, 1) : 0; /* 1: max_step may be infinite */
    if (!(world->max_step > 0) || !(fabs(parts) < INT_MAX)) return CLD_ERROR_PARAMETER;
    for (int i = 0; i < world->body_count; i++) rigid_refresh(world->bodies + i);
    for (int i = 0; i < count; i++) {
        const double h = (t2 - t1) / count;
        const int status = rigid_step(world, t1 + i * h, h);
        if (status < 0) return status;
    }
    return CLD_OK;
}

/* ---------------------------------------------------------------------------------------- boxes */

#ifndef COLLIDE_NO_OBB

/* Some bodies of a world, one after the other, are boxes: each against each other (all pairs: for
   some dozens). For rigid_collider. */
typedef struct rigid_boxes {
    rigid_body *bodies;
    const vec *half; /* extents of each */
    int count;
} rigid_boxes;

/* How far a box that is wider by 1 on each side reaches out along n. */
static inline double rigid_box_growth(const cld_obb *box, vec n)
{
    return fabs(dot(n, from_cld(box->axes.x))) + fabs(dot(n, from_cld(box->axes.y))) +
           fabs(dot(n, from_cld(box->axes.z)));
}

/* Each box is made wider by half the margin; what that adds along the normal is taken off again. */
static inline int rigid_boxes_collide(void *data, double time, double margin, rigid_contact *out,
                                      int capacity)
{
    const rigid_boxes *boxes = (const rigid_boxes *)data;
    int count = 0;
    (void)time;
    for (int i = 0; i < boxes->count; i++) {
        const cld_pose pose_i = rigid_pose(boxes->bodies + i);
        const vec wide = vector(0.5 * margin, 0.5 * margin, 0.5 * margin);
        const cld_obb a = cld_obb_from_pose(&pose_i, to_cld(add(boxes->half[i], 1, wide)));
        for (int k = i + 1; k < boxes->count; k++) {
            const cld_pose pose_k = rigid_pose(boxes->bodies + k);
            const cld_obb b = cld_obb_from_pose(&pose_k, to_cld(add(boxes->half[k], 1, wide)));
            cld_contact found[8];
            int more;
            if (!(boxes->bodies[i].inverse_mass + boxes->bodies[k].inverse_mass > 0)) continue;
            if (!cld_obb_overlap(&a, &b)) continue;
            more = cld_obb_collide(&a, &b, found, 8);
            if (more < 0) return more;
            for (int j = 0; j < more; j++, count++) {
                const vec n = from_cld(found[j].normal);
                const double grown = rigid_box_growth(&a, n) + rigid_box_growth(&b, n);
                if (count >= capacity) continue;
                found[j].distance += (cld_real)(0.5 * margin * grown);
                out[count].contact = found[j];
                out[count].a = boxes->bodies + i, out[count].b = boxes->bodies + k;
            }
        }
    }
    return count;
}

#endif /* COLLIDE_NO_OBB */

/* --------------------------------------------------------------------------------------- shapes */

#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_GRID)

/* Of a pair, at most: they hold a face on a face, too. */
enum { RIGID_SHAPE_CONTACTS = CLD_SHAPE_CONTACTS };

/* Two bodies that are near each other, and where the last query on them ended. */
typedef struct rigid_near {
    uint32_t a, b;
    cld_shape_cache cache;
} rigid_near;

typedef struct rigid_nears {
    rigid_near *at;
    int count, capacity;
} rigid_nears;

/* Some bodies of a world, one after the other, are convex shapes, on what never moves: half spaces,
   a terrain, or a mesh that has a tree (one sort at a time: their features may be the same). For
   rigid_collider; rigid_shapes_free at the end. */
typedef struct rigid_shapes {
    rigid_body *bodies;
    const cld_shape *shapes; /* of each, about its centre of mass */
    const cld_plane *planes;
    int count, plane_count;
#ifndef COLLIDE_NO_TERRAIN
    const cld_heightfield *field; /* NULL: none */
#endif
#ifndef COLLIDE_NO_MESH
    const cld_mesh *mesh; /* the same */
#endif

    cld_workspace workspace; /* private, like what follows: of the grid; poses and boxes of each */
    cld_pose *poses;
    cld_aabb *bounds;
    cld_pair *pairs;
    int64_t room;            /* for pairs */
    rigid_nears now, before; /* both in order */
} rigid_shapes;

static inline void rigid_shapes_free(rigid_shapes *s)
{
    const rigid_nears none = {NULL, 0, 0};
    cld_workspace_free(&s->workspace);
    free(s->poses), free(s->bounds), free(s->pairs), free(s->now.at), free(s->before.at);
    s->poses = NULL, s->bounds = NULL, s->pairs = NULL, s->room = 0;
    s->now = s->before = none;
}

static inline int rigid_pair_order(const void *first, const void *second)
{
    const cld_pair *p = (const cld_pair *)first, *q = (const cld_pair *)second;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    return p->b < q->b ? -1 : p->b > q->b;
}

/* The pairs of bodies whose boxes are at most `margin` apart, in order. Returns how many there are,
   or an error. */
static inline int64_t rigid_shapes_pairs(rigid_shapes *s, double margin)
{
    cld_grid grid;
    int64_t count;
    int status = CLD_OK;
    for (int i = 0; i < s->count && status == CLD_OK; i++) {
        s->poses[i] = rigid_pose(s->bodies + i);
        status = cld_shape_bounds(s->shapes + i, s->poses + i, NULL, s->bounds + i);
    }
    if (status == CLD_OK)
        status = cld_grid_build(&grid, s->bounds, (size_t)s->count, NULL, &s->workspace, NULL, 0);
    if (status < 0) return status;
    for (;;) {
        cld_pair *more;
        count = cld_grid_pairs(&grid, (cld_real)margin, &s->workspace, s->pairs, s->room);
        if (count < 0 || count <= s->room) break;
        if (count > INT_MAX / 4) return CLD_ERROR_COUNT;
        more = (cld_pair *)realloc(s->pairs, 2 * (size_t)count * sizeof *more);
        if (!more) return CLD_ERROR_MEMORY;
        s->pairs = more, s->room = 2 * count;
    }
    if (count > 1) qsort(s->pairs, (size_t)count, sizeof *s->pairs, rigid_pair_order);
    return count;
}

/* The pairs of now, each with its cache: what was near before goes on where it ended. */
static inline int rigid_shapes_near(rigid_shapes *s, double margin)
{
    const int64_t count = rigid_shapes_pairs(s, margin);
    const rigid_nears before = s->now;
    int k = 0;
    if (count < 0) return (int)count;
    if (s->before.capacity < count) {
        void *more = realloc(s->before.at, 2 * (size_t)count * sizeof(rigid_near));
        if (!more) return CLD_ERROR_MEMORY;
        s->before.at = (rigid_near *)more, s->before.capacity = (int)(2 * count);
    }
    s->now = s->before, s->now.count = (int)count, s->before = before;
    for (int i = 0; i < s->now.count; i++) {
        rigid_near *n = s->now.at + i;
        memset(n, 0, sizeof *n);
        n->a = s->pairs[i].a, n->b = s->pairs[i].b;
        while (k < before.count &&
               (before.at[k].a < n->a || (before.at[k].a == n->a && before.at[k].b < n->b)))
            k++;
        if (k < before.count && before.at[k].a == n->a && before.at[k].b == n->b)
            n->cache = before.at[k].cache;
    }
    return CLD_OK;
}

/* Contacts of a pair, behind `count` others; those that find no room are counted. */
static inline int rigid_shapes_add(const cld_contact *found, int more, rigid_body *a, rigid_body *b,
                                   rigid_contact *out, int capacity, int count)
{
    for (int j = 0; j < more && count + j < capacity; j++) {
        rigid_contact *c = out + count + j;
        c->contact = found[j], c->a = a, c->b = b;
    }
    return count + more;
}

/* Body i against the planes: feature_b is the plane's number. */
static inline int rigid_shapes_on_planes(const rigid_shapes *s, int i, double margin,
                                         rigid_contact *out, int capacity, int count)
{
    cld_contact found[RIGID_SHAPE_CONTACTS];
    for (int k = 0; k < s->plane_count; k++) {
        int more = cld_shape_collide_plane(s->shapes + i, s->poses + i, s->planes + k,
                                           (cld_real)margin, found, RIGID_SHAPE_CONTACTS);
        if (more < 0) return more;
        if (more > RIGID_SHAPE_CONTACTS) more = RIGID_SHAPE_CONTACTS;
        for (int j = 0; j < more; j++) found[j].feature_b = (uint32_t)k;
        count = rigid_shapes_add(found, more, s->bodies + i, NULL, out, capacity, count);
    }
    return count;
}

/* Body i against the terrain and the mesh: feature_b tells what of them. */
static inline int rigid_shapes_on_ground(const rigid_shapes *s, int i, double margin,
                                         rigid_contact *out, int capacity, int count)
{
    (void)margin, (void)out, (void)capacity;
#ifndef COLLIDE_NO_TERRAIN
    if (s->field) {
        cld_contact found[CLD_GROUND_CONTACTS];
        const int more = cld_heightfield_collide_shape(
            s->field, s->shapes + i, s->poses + i, (cld_real)margin, found, CLD_GROUND_CONTACTS);
        if (more < 0) return more;
        count = rigid_shapes_add(found, more, s->bodies + i, NULL, out, capacity, count);
    }
#endif
#ifndef COLLIDE_NO_MESH
    if (s->mesh) {
        cld_contact found[CLD_GROUND_CONTACTS];
        const int more = cld_mesh_collide_shape(s->mesh, s->shapes + i, s->poses + i,
                                                (cld_real)margin, found, CLD_GROUND_CONTACTS);
        if (more < 0) return more;
        count = rigid_shapes_add(found, more, s->bodies + i, NULL, out, capacity, count);
    }
#endif
    (void)s, (void)i;
    return count;
}

/* The grid says which boxes are near, cld_shape_collide where the shapes touch: its manifolds are
   what the solver takes, as they are. */
static inline int rigid_shapes_collide(void *data, double time, double margin, rigid_contact *out,
                                       int capacity)
{
    rigid_shapes *s = (rigid_shapes *)data;
    int count = 0, status;
    (void)time;
    if (!s->poses) s->poses = (cld_pose *)malloc((size_t)s->count * sizeof *s->poses);
    if (!s->bounds) s->bounds = (cld_aabb *)malloc((size_t)s->count * sizeof *s->bounds);
    if (!s->poses || !s->bounds) return CLD_ERROR_MEMORY;
    status = rigid_shapes_near(s, margin);
    if (status < 0) return status;
    for (int i = 0; i < s->now.count; i++) {
        rigid_near *n = s->now.at + i;
        rigid_body *a = s->bodies + n->a, *b = s->bodies + n->b;
        cld_contact found[RIGID_SHAPE_CONTACTS];
        int more;
        if (!(a->inverse_mass + b->inverse_mass > 0)) continue;
        more =
            cld_shape_collide(s->shapes + n->a, s->poses + n->a, s->shapes + n->b, s->poses + n->b,
                              (cld_real)margin, &n->cache, found, RIGID_SHAPE_CONTACTS);
        if (more < 0) return more;
        if (more > RIGID_SHAPE_CONTACTS) more = RIGID_SHAPE_CONTACTS;
        count = rigid_shapes_add(found, more, a, b, out, capacity, count);
    }
    for (int i = 0; i < s->count && count >= 0; i++)
        count = rigid_shapes_on_planes(s, i, margin, out, capacity, count);
    for (int i = 0; i < s->count && count >= 0; i++)
        count = rigid_shapes_on_ground(s, i, margin, out, capacity, count);
    return count;
}

#endif /* COLLIDE_NO_SHAPE, COLLIDE_NO_GRID */

#endif /* RIGID_H */
