/* Rigid bodies in motion, in long double, by other means than examples/rigid.h: the state holds
 * momenta, and the classical Runge-Kutta method of fourth order moves it, with no regard to what
 * any integrator conserves. How good it is, oracle_run finds out by halving the step. For up to two
 * bodies, springs between them, gravity, and a weight on a body whose centre stays where it is. */
#ifndef COLLIDE_ORACLE_RIGID_H
#define COLLIDE_ORACLE_RIGID_H

#include "test.h"

typedef long double fine;

typedef struct fine3 {
    fine x, y, z;
} fine3;

static TEST_UNUSED fine3 fine_of(fine x, fine y, fine z)
{
    fine3 r;
    r.x = x, r.y = y, r.z = z;
    return r;
}

/* a + s b */
static TEST_UNUSED fine3 fine_mad(fine3 a, fine s, fine3 b)
{
    return fine_of(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static TEST_UNUSED fine fine_dot(fine3 a, fine3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static TEST_UNUSED fine3 fine_cross(fine3 a, fine3 b)
{
    return fine_of(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static TEST_UNUSED fine fine_length(fine3 a)
{
    return sqrtl(fine_dot(a, a));
}

/* The state of a body: where it is, how it is turned (x y z w, of any length), its velocity, and
   its angular momentum about its own centre. */
typedef struct oracle_motion {
    fine3 position;
    fine turn[4];
    fine3 velocity, spin;
} oracle_motion;

enum { ORACLE_BODIES = 2, ORACLE_SPRINGS = 2, ORACLE_NUMBERS = 13 };

typedef struct oracle_spring {
    int first, second;
    fine3 at_first, at_second; /* in the bodies' frames */
    fine stiffness, damping, length;
} oracle_spring;

typedef struct oracle_system {
    int bodies, springs;
    fine mass[ORACLE_BODIES]; /* 0: no force moves its centre */
    fine3 inertia[ORACLE_BODIES];
    oracle_spring spring[ORACLE_SPRINGS];
    fine3 weight, at_weight; /* a constant force on a point of the first body */
} oracle_system;

/* By the quaternion (sign 1) or back (sign -1). */
static TEST_UNUSED fine3 oracle_turn(const fine *q, int sign, fine3 v)
{
    const fine3 axis = fine_of(sign * q[0], sign * q[1], sign * q[2]);
    const fine3 t = fine_cross(axis, v);
    const fine two = 2 / (fine_dot(axis, axis) + q[3] * q[3]);
    return fine_mad(fine_mad(v, two * q[3], t), two, fine_cross(axis, t));
}

static TEST_UNUSED fine3 oracle_angular_velocity(const oracle_system *s, int body,
                                                 const oracle_motion *m)
{
    const fine3 spin = oracle_turn(m->turn, -1, m->spin), i = s->inertia[body];
    return oracle_turn(m->turn, 1, fine_of(spin.x / i.x, spin.y / i.y, spin.z / i.z));
}

static TEST_UNUSED void oracle_add_spring(const oracle_system *s, const oracle_spring *spring,
                                          const oracle_motion *m, oracle_motion *rate)
{
    const int ends[2] = {spring->first, spring->second};
    const fine3 at[2] = {spring->at_first, spring->at_second};
    fine3 arm[2], place[2], speed[2], along, force;
    fine size;
    for (int e = 0; e < 2; e++) {
        const oracle_motion *b = m + ends[e];
        arm[e] = oracle_turn(b->turn, 1, at[e]);
        place[e] = fine_mad(b->position, 1, arm[e]);
        speed[e] =
            fine_mad(b->velocity, 1, fine_cross(oracle_angular_velocity(s, ends[e], b), arm[e]));
    }
    along = fine_mad(place[1], -1, place[0]);
    size = fine_length(along);
    along = fine_of(along.x / size, along.y / size, along.z / size);
    force = fine_mad(fine_of(0, 0, 0),
                     spring->stiffness * (size - spring->length) +
                         spring->damping * fine_dot(fine_mad(speed[1], -1, speed[0]), along),
                     along);
    for (int e = 0; e < 2; e++) {
        const fine sign = e ? -1 : 1, mass = s->mass[ends[e]];
        oracle_motion *r = rate + ends[e];
        if (mass > 0) r->velocity = fine_mad(r->velocity, sign / mass, force);
        r->spin = fine_mad(r->spin, sign, fine_cross(arm[e], force));
    }
}

/* How fast the state changes. */
static TEST_UNUSED void oracle_rate(const oracle_system *s, const oracle_motion *m,
                                    oracle_motion *rate)
{
    memset(rate, 0, ORACLE_BODIES * sizeof *rate);
    for (int i = 0; i < s->bodies; i++) {
        const fine3 w = oracle_angular_velocity(s, i, m + i);
        const fine *q = m[i].turn;
        const fine3 axis = fine_of(q[0], q[1], q[2]), turned = fine_cross(w, axis);
        rate[i].position = m[i].velocity;
        rate[i].turn[0] = (turned.x + q[3] * w.x) / 2; /* half of w times q */
        rate[i].turn[1] = (turned.y + q[3] * w.y) / 2;
        rate[i].turn[2] = (turned.z + q[3] * w.z) / 2;
        rate[i].turn[3] = -fine_dot(w, axis) / 2;
    }
    rate[0].spin = fine_cross(oracle_turn(m->turn, 1, s->at_weight), s->weight);
    if (s->mass[0] > 0) rate[0].velocity = fine_mad(rate[0].velocity, 1 / s->mass[0], s->weight);
    for (int i = 0; i < s->springs; i++) oracle_add_spring(s, s->spring + i, m, rate);
}

/* The state as one row of numbers. */
static TEST_UNUSED void oracle_pack(const oracle_motion *m, int bodies, fine *y)
{
    for (int i = 0; i < bodies; i++, m++) {
        const fine row[ORACLE_NUMBERS] = {
            m->position.x, m->position.y, m->position.z, m->turn[0],    m->turn[1],
            m->turn[2],    m->turn[3],    m->velocity.x, m->velocity.y, m->velocity.z,
            m->spin.x,     m->spin.y,     m->spin.z};
        for (int k = 0; k < ORACLE_NUMBERS; k++) *y++ = row[k];
    }
}

static TEST_UNUSED void oracle_unpack(const fine *y, int bodies, oracle_motion *m)
{
    for (int i = 0; i < bodies; i++, m++, y += ORACLE_NUMBERS) {
        m->position = fine_of(y[0], y[1], y[2]);
        for (int k = 0; k < 4; k++) m->turn[k] = y[3 + k];
        m->velocity = fine_of(y[7], y[8], y[9]);
        m->spin = fine_of(y[10], y[11], y[12]);
    }
}

static TEST_UNUSED void oracle_slope(const oracle_system *s, const fine *y, fine *slope)
{
    oracle_motion m[ORACLE_BODIES], rate[ORACLE_BODIES];
    oracle_unpack(y, s->bodies, m);
    oracle_rate(s, m, rate);
    oracle_pack(rate, s->bodies, slope);
}

static TEST_UNUSED void oracle_step(const oracle_system *s, fine *y, fine h)
{
    const int n = s->bodies * ORACLE_NUMBERS;
    fine k[4][ORACLE_BODIES * ORACLE_NUMBERS], z[ORACLE_BODIES * ORACLE_NUMBERS];
    oracle_slope(s, y, k[0]);
    for (int stage = 1; stage < 4; stage++) {
        for (int i = 0; i < n; i++) z[i] = y[i] + (stage < 3 ? h / 2 : h) * k[stage - 1][i];
        oracle_slope(s, z, k[stage]);
    }
    for (int i = 0; i < n; i++) y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

/* Moves the bodies by `time`, with steps halved until that changes nothing beyond `wanted`. Returns
   the largest change at the last halving: the error of what is returned is a fifteenth of it. */
static TEST_UNUSED double oracle_run(const oracle_system *s, oracle_motion *m, fine time,
                                     double wanted)
{
    const int n = s->bodies * ORACLE_NUMBERS;
    fine start[ORACLE_BODIES * ORACLE_NUMBERS], y[ORACLE_BODIES * ORACLE_NUMBERS],
        last[ORACLE_BODIES * ORACLE_NUMBERS];
    double change = TEST_INFINITY;
    oracle_pack(m, s->bodies, start);
    for (int steps = 16; steps <= 1 << 20 && !(change <= wanted); steps *= 2) {
        memcpy(y, start, sizeof y);
        for (int i = 0; i < steps; i++) oracle_step(s, y, time / steps);
        change = steps > 16 ? 0 : TEST_INFINITY;
        for (int i = 0; i < n && steps > 16; i++)
            change = fmax(change, (double)fabsl(y[i] - last[i]));
        memcpy(last, y, sizeof y);
    }
    oracle_unpack(y, s->bodies, m);
    return change;
}

/* -------------------------------------------------------------------- what is known in formulas */

/* The complete elliptic integral K of modulus k, by the arithmetic-geometric mean (Gauss). */
static TEST_UNUSED double oracle_elliptic(double k)
{
    fine a = 1, b = sqrtl((1 - (fine)k) * (1 + (fine)k));
    for (int i = 0; i < 40; i++) {
        const fine mean = (a + b) / 2;
        b = sqrtl(a * b), a = mean;
    }
    return (double)(acosl(-1) / (2 * a));
}

#endif
