/* checks.h: looks at what vase.c computes without asking the library: how deep bodies are in each
   other, by formulas of their shapes, and whether energy comes from nowhere. Include it after
   collide.h. */

#ifndef VASE_CHECKS_H
#define VASE_CHECKS_H

#include "scene.h"

enum { ALONG = 100, AROUND = 48, RING = 64, TUBE = 48 };

/* Points all over the torus and the vase, in their bodies' frames. */
typedef struct samples {
    vec torus[RING * TUBE], vase[ALONG * AROUND];
} samples;

/* What was seen. */
typedef struct findings {
    double depth[PAIRS]; /* the most of skin in skin */
    int above[BODIES];   /* 1: the body is above the sheet; 0: beside or below */
    int through;         /* so many times was one above it, and then below */
    double first, last;  /* energy */
    double gain, gains;  /* the most that a step added to it, and all that steps added */
    double excess;       /* the most that a step added beyond what its length explains */
} findings;

static inline vec on_circle(double radius, double height, double angle)
{
    return vector(radius * cos(angle), radius * sin(angle), height);
}

/* The vase's outline at t = 0..17 by de Boor's recursion: four control points become one. */
static inline vec outline_point(double t)
{
    const int span = (int)t;
    double p[4][2];
    for (int i = 0; i < 4; i++)
        for (int c = 0; c < 2; c++) p[i][c] = vase_outline[span + i][c];
    for (int round = 1; round <= 3; round++)
        for (int i = 3; i >= round; i--)
            for (int c = 0; c < 2; c++) {
                const double low = vase_knot(span + i), high = vase_knot(span + i + 4 - round);
                p[i][c] = p[i - 1][c] + (t - low) / (high - low) * (p[i][c] - p[i - 1][c]);
            }
    return vector(p[3][0], 0, p[3][1]);
}

static inline void samples_make(samples *s, vec vase_centre)
{
    const double circle = 2 * PI;
    for (int i = 0; i < RING * TUBE; i++) {
        const double angle = circle * (i % TUBE) / TUBE;
        s->torus[i] = on_circle(TORUS_RADIUS + TORUS_TUBE * cos(angle), TORUS_TUBE * sin(angle),
                                circle * (i / TUBE) / RING);
    }
    for (int i = 0; i < ALONG * AROUND; i++) {
        const vec p = outline_point((VASE - 3) * (i / AROUND + 0.5) / ALONG);
        s->vase[i] = add(on_circle(p.x, p.z, circle * (i % AROUND) / AROUND), -1, vase_centre);
    }
}

/* Of a point from the torus's surface; inside it is negative. */
static inline double torus_distance(vec p)
{
    return hypot(hypot(p.x, p.y) - TORUS_RADIUS, p.z) - TORUS_TUBE;
}

/* Of a point from the sheet, which is nearly flat: from the plane that touches it where it is above
   or below the point; beside it, from the rim. */
static inline double sheet_distance(vec p)
{
    const double x = fmin(fmax(p.x, -SHEET_X), SHEET_X), y = fmin(fmax(p.y, -SHEET_Y), SHEET_Y);
    const double up = p.z - sheet_height(x, y);
    const double slope_x = SHEET_DEPTH * x / (SHEET_X * SHEET_X);
    const double slope_y = SHEET_DEPTH * y / (SHEET_Y * SHEET_Y);
    const double straight = up / sqrt(1 + slope_x * slope_x + slope_y * slope_y);
    return sqrt(straight * straight + (p.x - x) * (p.x - x) + (p.y - y) * (p.y - y));
}

/* How deep the deepest of the points, which are one body's, is in the other. */
static inline double depth_of(const rigid_body *of, const vec *points, int count,
                              const rigid_body *in, double distance_from(vec), double skins)
{
    const vec centre = rigid_to_body(in, of->position);
    double least = HUGE_VAL;
    mat turn;
    turn.x = mat_back(&in->rotation, of->rotation.x);
    turn.y = mat_back(&in->rotation, of->rotation.y);
    turn.z = mat_back(&in->rotation, of->rotation.z);
    for (int i = 0; i < count; i++)
        least = fmin(least, distance_from(add(centre, 1, mat_apply(&turn, points[i]))));
    return skins - least;
}

static inline void look_at_depth(const scene *s, const samples *all, findings *f)
{
    const rigid_body *torus = s->bodies + TORUS, *vase = s->bodies + POT;
    const rigid_body *sheet = s->bodies + SHEET;
    const double reach = s->outsides[TORUS].reach + s->outsides[POT].reach + 2 * GLAZE;
    if (length(add(torus->position, -1, vase->position)) < reach)
        f->depth[0] = fmax(f->depth[0], depth_of(vase, all->vase, ALONG * AROUND, torus,
                                                 torus_distance, 2 * GLAZE));
    f->depth[1] = fmax(f->depth[1], depth_of(torus, all->torus, RING * TUBE, sheet, sheet_distance,
                                             GLAZE + HALF_SHEET));
    f->depth[2] = fmax(f->depth[2], depth_of(vase, all->vase, ALONG * AROUND, sheet, sheet_distance,
                                             GLAZE + HALF_SHEET));
}

/* Bodies get below the sheet around its rim only. */
static inline void look_at_sides(const scene *s, findings *f)
{
    for (int i = 0; i < SHEET; i++) {
        const vec p = rigid_to_body(s->bodies + SHEET, s->bodies[i].position);
        const int over = fabs(p.x) < SHEET_X && fabs(p.y) < SHEET_Y;
        const int above = over && p.z > sheet_height(p.x, p.y);
        if (f->above[i] && over && !above) f->through++;
        f->above[i] = above;
    }
}

/* What a step may add to the energy because it is not infinitely short. Velocities change first and
   then move bodies, so weight takes away more than it gives. A spring bends: its end moves by d,
   and its energy grows by the force times d and at most stiffness/2 d^2. What turns does so along
   an arc, which is up to (turn)^2/2 of the radius off its tangent. What is pushed out of another
   body is moved against the forces on it, and turned while it spins. And the solver ends after some
   rounds: what speed is then left at a contact beyond what was demanded, its impulse has paid. */
static inline double step_slack(const scene *s, double h)
{
    double sum = 0;
    for (int i = 0; i < SPRINGS; i++) {
        const rigid_spring *p = s->springs + i;
        const vec end = rigid_to_world(p->second, p->at_second);
        const double moved = h * length(rigid_point_velocity(p->second, end));
        const double turn = h * length(p->second->angular_velocity);
        const double pull = p->stiffness * fabs(length(add(end, -1, p->at_first)) - p->length);
        sum += 0.5 * p->stiffness * moved * moved;
        sum += 0.5 * pull * turn * turn * length(p->at_second);
    }
    for (int i = 0; i < BODIES; i++) {
        const rigid_body *b = s->bodies + i;
        const vec twist = cross(rigid_spin(b), b->angular_velocity);
        sum += h * length(b->force) * length(b->push);
        sum += h * (length(b->torque) + length(twist)) * length(b->push_angular);
    }
    for (int i = 0; i < s->world.contacts.count; i++) {
        const rigid_contact *c = s->world.contacts.at + i;
        const vec v = rigid_contact_velocity(c);
        sum += c->impulse[0] * fmax(dot(v, c->axis[0]) - c->target, 0);
        sum += fmax(c->impulse[1] * dot(v, c->axis[1]) + c->impulse[2] * dot(v, c->axis[2]), 0);
    }
    return sum;
}

/* All that steps add may be this part of what is lost. What swings on a spring keeps, in these
   steps, not its energy E but the sum of that and h/2 times the spring's power, which is up to w E
   (w: its frequency times 2 pi) and changes its sign twice in a swing: E goes up by h w^2 E / pi a
   second in the mean, and down as much. The damping takes c/k w^2 E a second. Whatever swings, the
   ratio is h k / (pi c): 1.3 % here; and what blows and friction take is lost besides. */
static inline double springs_share(void)
{
    return STEP * STIFFNESS / (PI * DAMPING);
}

static inline void look_at_energy(const scene *s, double h, findings *f)
{
    const double now = rigid_energy(&s->world) + springs_energy(s);
    if (s->world.steps == 0) {
        f->first = f->last = now;
        return;
    }
    f->gain = fmax(f->gain, now - f->last);
    f->gains += fmax(now - f->last, 0);
    f->excess = fmax(f->excess, now - f->last - step_slack(s, h));
    f->last = now;
}

/* All of the above: at the start, and after each step. */
static inline void look(const scene *s, const samples *points, findings *f)
{
    look_at_depth(s, points, f);
    look_at_sides(s, f);
    look_at_energy(s, STEP, f);
}

#endif /* VASE_CHECKS_H */
