/* Bodies that touch, for the tests of examples/rigid.h: spheres and boxes on a plane and against
 * each other, computed in double here, so that what a test finds is the solver's; a world around
 * them. After test.h and examples/rigid.h. */
#ifndef COLLIDE_RIGID_SCENES_H
#define COLLIDE_RIGID_SCENES_H

#include "test.h"
#include "examples/rigid.h"

#define PI 3.14159265358979323846

static TEST_UNUSED vec random_vec(test_random *r, double size)
{
    const double x = test_between(r, -size, size), y = test_between(r, -size, size);
    return vector(x, y, test_between(r, -size, size));
}

static TEST_UNUSED vec random_direction(test_random *r)
{
    vec v;
    do v = random_vec(r, 1);
    while (!(dot(v, v) > 0.01 && dot(v, v) <= 1));
    return add(vector(0, 0, 0), 1 / length(v), v);
}

static TEST_UNUSED quat random_turn(test_random *r)
{
    return quat_from_axis(random_direction(r), test_between(r, 0, 2 * PI));
}

static TEST_UNUSED double random_power(test_random *r, double low, double high)
{
    return exp(test_between(r, log(low), log(high)));
}

static TEST_UNUSED double distance_of(vec a, vec b)
{
    return length(add(a, -1, b));
}

/* ----------------------------------------------------------------------------- a plane, spheres */

/* Bodies on the half space normal . p <= offset: spheres where `radius` is given, else boxes; the
   spheres against each other too if `among` is set. */
typedef struct scene {
    rigid_body *bodies;
    const double *radius;
    const vec *half;
    int count, no_plane, among;
    vec normal;
    double offset;

    double touched; /* when a part of a step first began with a contact; negative: not yet */
    int calls;      /* of the collider */
    int fails_at;   /* the call that returns `fault`; 0: none */
    int fault;
} scene;

static void scene_contact(rigid_contact *c, rigid_body *a, rigid_body *b, vec p, vec normal,
                          double distance, unsigned feature)
{
    memset(c, 0, sizeof *c);
    c->a = a, c->b = b;
    c->contact.point_a = to_cld(p);
    c->contact.point_b = to_cld(add(p, distance, normal));
    c->contact.normal = to_cld(normal);
    c->contact.distance = (cld_real)distance;
    c->contact.feature_a = feature;
}

/* The corner k of a box, the lowest point of a sphere. */
static vec scene_corner(const scene *s, int body, int k)
{
    const rigid_body *b = s->bodies + body;
    vec h;
    if (s->radius) return add(b->position, -s->radius[body], s->normal);
    h = s->half[body];
    return rigid_to_world(b, vector(k & 1 ? h.x : -h.x, k & 2 ? h.y : -h.y, k & 4 ? h.z : -h.z));
}

/* How far above the plane a body's lowest point is. */
static TEST_UNUSED double scene_clearance(const scene *s, int body)
{
    double least = HUGE_VAL;
    for (int k = 0; k < (s->radius ? 1 : 8); k++)
        least = fmin(least, dot(s->normal, scene_corner(s, body, k)) - s->offset);
    return least;
}

static int scene_collide(void *data, double time, double margin, rigid_contact *out, int capacity)
{
    scene *s = (scene *)data;
    const vec down = add(vector(0, 0, 0), -1, s->normal);
    int count = 0;
    if (++s->calls == s->fails_at) return s->fault;
    for (int i = 0; i < s->count && !s->no_plane; i++) {
        for (int k = 0; k < (s->radius ? 1 : 8); k++) {
            const vec p = scene_corner(s, i, k);
            const double d = dot(s->normal, p) - s->offset;
            if (d > margin) continue;
            if (count < capacity)
                scene_contact(out + count, s->bodies + i, NULL, p, down, d, (unsigned)k);
            count++;
        }
    }
    for (int i = 0; i < s->count && s->among; i++) {
        for (int k = i + 1; k < s->count; k++) {
            const vec d = add(s->bodies[k].position, -1, s->bodies[i].position);
            const double gap = length(d) - s->radius[i] - s->radius[k];
            const vec n = add(vector(0, 0, 0), 1 / length(d), d);
            if (gap > margin) continue;
            if (count < capacity)
                scene_contact(out + count, s->bodies + i, s->bodies + k,
                              add(s->bodies[i].position, s->radius[i], n), n, gap, 0);
            count++;
        }
    }
    if (count > 0 && margin > 0 && s->touched < 0) s->touched = time; /* no probe: they have 0 */
    return count;
}

/* --------------------------------------------------------------------------------------- worlds */

static TEST_UNUSED rigid_world world_of(rigid_body *bodies, int count, rigid_collider *collider)
{
    rigid_world world;
    memset(&world, 0, sizeof world);
    world.bodies = bodies, world.body_count = count;
    world.colliders = collider, world.collider_count = 1;
    world.gravity = vector(0, 0, -9.81);
    for (int i = 0; i < count; i++) rigid_refresh(bodies + i);
    return world;
}

static TEST_UNUSED rigid_collider collider_of(scene *s, double friction, double restitution)
{
    rigid_collider c;
    s->touched = -1;
    c.collide = scene_collide, c.data = s;
    c.friction = friction, c.restitution = restitution;
    return c;
}

static TEST_UNUSED rigid_body box_body(double mass, vec half, vec position)
{
    rigid_body b;
    memset(&b, 0, sizeof b);
    if (mass > 0) rigid_set_mass(&b, mass, rigid_box_inertia(mass, half));
    b.position = position;
    rigid_refresh(&b);
    return b;
}

static TEST_UNUSED rigid_body ball_body(double mass, double radius, vec position)
{
    rigid_body b;
    memset(&b, 0, sizeof b);
    rigid_set_mass(&b, mass, rigid_sphere_inertia(mass, radius));
    b.position = position;
    rigid_refresh(&b);
    return b;
}

/* One step of exactly h, the number `i`. */
static TEST_UNUSED void step_once(rigid_world *world, int i, double h)
{
    world->max_step = 2 * h;
    CHECK(rigid_update(world, i * h, i * h + h) == CLD_OK);
}

#endif
