/* scene.h: the bodies of vase.c, what they are made of, and how they start. Include it after
   collide.h. Metres, kilograms, seconds. */

#ifndef VASE_SCENE_H
#define VASE_SCENE_H

#include "../run.h"
#include "../rigid.h"
#include "shapes.h"
#include "touch.h"

#define STEP       1e-3
#define GRAVITY    9.81
#define GLAZE      0.003 /* the skin of the torus and the vase */
#define HALF_SHEET 0.02  /* that of the sheet: it is a board twice as thick, its rim round */
#define SHEET_MASS 60.0
#define STIFFNESS  8000.0
#define DAMPING    200.0

enum { TORUS, POT, SHEET, BODIES, SPRINGS = 4, PAIRS = 3 };

/* Do not copy it: parts of it point to others. */
typedef struct scene {
    shape shapes[BODIES];
    outside outsides[BODIES];
    rigid_body bodies[BODIES];
    vec vase_centre;    /* of mass, as the outline has it */
    double torus_fault; /* the torus's volume and inertia against formulas, relative */
    rigid_spring springs[SPRINGS];
    rigid_force forces[SPRINGS];
    touching pairs[PAIRS];
    touch_all touch;
    rigid_collider collider;
    rigid_world world;
} scene;

/* From the surface: what it weighs, where its centre is, how it resists turning. The surface is
   moved, so that the centre is its origin. Returns where it was. */
static inline vec solid_body(shape *s, rigid_body *body, double density)
{
    solid whole;
    mat inertia;
    check(solid_of(&s->surface, &whole));
    inertia = whole.inertia;
    inertia.x = scale(density, inertia.x);
    inertia.y = scale(density, inertia.y);
    inertia.z = scale(density, inertia.z);
    rigid_set_mass(body, density * whole.volume, inertia);
    shape_shift(s, scale(-1, whole.centre));
    return whole.centre;
}

/* Pappus for the volume; the inertia about its axis and across it. */
static inline double torus_fault(const rigid_body *torus, double density)
{
    const double r = TORUS_RADIUS * TORUS_RADIUS;
    const double t = TORUS_TUBE * TORUS_TUBE, mass = density * 2 * PI * PI * TORUS_RADIUS * t;
    const double along = mass * (r + 0.75 * t), across = mass * (0.5 * r + 0.625 * t);
    return fmax(fabs(torus->mass / mass - 1),
                fmax(fabs(torus->inertia.z.z / along - 1), fabs(torus->inertia.x.x / across - 1)));
}

/* Farther than any point of the surface is from the origin: it is within its control points. */
static inline double shape_reach(const shape *s)
{
    double most = 0;
    for (int i = 0; i < s->surface.count_u * s->surface.count_v; i++) {
        const cld_real *p = s->points + 3 * i;
        most = fmax(most, length(vector((double)p[0], (double)p[1], (double)p[2])));
    }
    return most;
}

static inline void make_bodies(scene *s)
{
    const double thickness = 2 * HALF_SHEET, wood = 500, clay = 1500;
    shape_torus(&s->shapes[TORUS]);
    shape_vase(&s->shapes[POT]);
    shape_sheet(&s->shapes[SHEET]);
    solid_body(&s->shapes[TORUS], &s->bodies[TORUS], wood);
    s->torus_fault = torus_fault(&s->bodies[TORUS], wood);
    s->vase_centre = solid_body(&s->shapes[POT], &s->bodies[POT], clay);
    rigid_set_mass(&s->bodies[SHEET], SHEET_MASS,
                   rigid_box_inertia(SHEET_MASS, vector(SHEET_X, SHEET_Y, 0.5 * thickness)));
    for (int i = 0; i < BODIES; i++) {
        outside *o = s->outsides + i;
        o->body = s->bodies + i;
        o->skin = i == SHEET ? HALF_SHEET : GLAZE;
        o->reach = shape_reach(s->shapes + i) + o->skin;
        check(cld_nurbs_model_build(&o->model, &s->shapes[i].surface, 1, NULL));
    }
}

/* Four springs from the sheet's corners up and outwards. They are as long as it takes to carry the
   sheet alone where it is. */
static inline void make_springs(scene *s)
{
    for (int i = 0; i < SPRINGS; i++) {
        rigid_spring *spring = s->springs + i;
        const double x = i % 2 ? SHEET_X : -SHEET_X, y = i / 2 ? SHEET_Y : -SHEET_Y;
        const vec corner = vector(x, y, sheet_height(x, y));
        const vec up = vector(0.4 * x, 0.4 * y, 0.45);
        const double pull = SHEET_MASS * GRAVITY / SPRINGS * length(up) / up.z;
        spring->at_first = add(corner, 1, up);
        spring->second = &s->bodies[SHEET], spring->at_second = corner;
        spring->stiffness = STIFFNESS, spring->damping = DAMPING;
        spring->length = length(up) - pull / STIFFNESS;
        s->forces[i].apply = rigid_spring_apply, s->forces[i].data = spring;
    }
}

static inline double springs_energy(const scene *s)
{
    double sum = 0;
    for (int i = 0; i < SPRINGS; i++) {
        const rigid_spring *p = s->springs + i;
        const vec end = rigid_to_world(p->second, p->at_second);
        const double more = length(add(end, -1, p->at_first)) - p->length;
        sum += 0.5 * p->stiffness * more * more;
    }
    return sum;
}

/* The torus rolls in like a wheel, leaning; the vase falls before it. */
static inline void place_bodies(scene *s)
{
    rigid_body *torus = &s->bodies[TORUS], *vase = &s->bodies[POT];
    torus->position = vector(-0.4, 0.03, 0.77);
    torus->orientation = quat_from_axis(vector(0.63, 0.16, 0.18), 1.495);
    torus->velocity = vector(0.73, 0.14, 0);
    torus->angular_velocity = vector(0, 7.8, -0.8);
    vase->position = vector(-0.06, -0.045, 1.38);
    vase->orientation = quat_from_axis(vector(0.54, -0.05, 0), 1.15);
    vase->velocity = vector(-0.28, -0.17, 0);
    vase->angular_velocity = vector(-0.25, 2.65, 1.7);
}

static inline void make_world(scene *s)
{
    static const struct {
        const char *name;
        int a, b;
    } pairs[PAIRS] = {
        {"torus, vase", TORUS, POT}, {"torus, sheet", TORUS, SHEET}, {"vase, sheet", POT, SHEET}};
    for (int i = 0; i < PAIRS; i++) {
        s->pairs[i].name = pairs[i].name, s->pairs[i].nearest = HUGE_VAL;
        s->pairs[i].a = s->outsides + pairs[i].a, s->pairs[i].b = s->outsides + pairs[i].b;
    }
    s->touch.pairs = s->pairs, s->touch.count = PAIRS;
    s->touch.stale = 2e-3, s->touch.tilt = 0.005, s->touch.tolerance = 5e-4;
    s->collider.collide = touch_collide, s->collider.data = &s->touch;
    s->collider.friction = 0.5, s->collider.restitution = 0.3;
    s->world.bodies = s->bodies, s->world.body_count = BODIES;
    s->world.forces = s->forces, s->world.force_count = SPRINGS;
    s->world.colliders = &s->collider, s->world.collider_count = 1;
    s->world.gravity = vector(0, 0, -GRAVITY);
    s->world.angular_damping = 0.05;
    s->world.max_step = STEP * (1 + 1e-6); /* rounded times do not cut it in two */
    s->world.iterations = 30;
    s->world.margin = 0.02, s->world.slop = 5e-4;
}

/* From all zero. Whatever goes wrong here ends the program. */
static inline void scene_make(scene *s)
{
    make_bodies(s);
    make_springs(s);
    place_bodies(s);
    make_world(s);
    for (int i = 0; i < BODIES; i++) rigid_refresh(s->bodies + i);
}

static inline void scene_free(scene *s)
{
    rigid_free(&s->world);
    cld_workspace_free(&s->touch.workspace);
    for (int i = 0; i < BODIES; i++) cld_nurbs_model_free(&s->outsides[i].model);
}

#endif /* VASE_SCENE_H */
