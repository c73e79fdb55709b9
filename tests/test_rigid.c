/* Tests of examples/rigid.h: how bodies move that touch nothing. What is conserved, is so to
 * rounding; where a scheme has a closed form, that is met to rounding; else its error falls with
 * the step as it should, and stays below a bound that is derived here. */
#include "test.h"
#include "examples/rigid.h"
#include "oracle_rigid.h"

#include <float.h>

#define UNIT (DBL_EPSILON / 2) /* rigid.h computes in double, whatever cld_real is */
#define PI   3.14159265358979323846

/* -------------------------------------------------------------------------------------- helpers */

static vec random_vec(test_random *r, double size)
{
    const double x = test_between(r, -size, size), y = test_between(r, -size, size);
    return vector(x, y, test_between(r, -size, size));
}

static double random_power(test_random *r, double low, double high)
{
    return exp(test_between(r, log(low), log(high)));
}

static quat random_turn(test_random *r)
{
    quat q;
    double n;
    do {
        q.x = test_between(r, -1, 1), q.y = test_between(r, -1, 1);
        q.z = test_between(r, -1, 1), q.w = test_between(r, -1, 1);
        n = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    } while (n > 1 || n < 0.01);
    return quat_unit(q);
}

/* Principal moments between 1 and `ratio`, any axes. */
static mat random_inertia(test_random *r, double ratio)
{
    const mat turn = quat_matrix(random_turn(r));
    const mat moments = mat_diagonal(test_between(r, 1, ratio), test_between(r, 1, ratio), 1);
    mat m = mat_turn(&turn, &moments);
    m.y.x = m.x.y, m.z.x = m.x.z, m.z.y = m.y.z; /* symmetric to the last bit */
    return m;
}

static rigid_body random_body(test_random *r, double ratio)
{
    rigid_body b;
    memset(&b, 0, sizeof b);
    rigid_set_mass(&b, random_power(r, 0.1, 10), random_inertia(r, ratio));
    b.position = random_vec(r, 10), b.velocity = random_vec(r, 10);
    b.orientation = random_turn(r), b.angular_velocity = random_vec(r, 5);
    rigid_refresh(&b);
    return b;
}

static rigid_world world_of(rigid_body *bodies, int count)
{
    rigid_world world;
    memset(&world, 0, sizeof world);
    world.bodies = bodies, world.body_count = count, world.max_step = 1;
    return world;
}

/* `count` steps of exactly h, for what does not ask for the time. */
static void run_steps(rigid_world *world, int count, double h)
{
    world->max_step = h;
    for (int i = 0; i < count; i++) CHECK(rigid_update(world, 0, h) == CLD_OK);
}

static double turning_energy(const rigid_body *b)
{
    return 0.5 * dot(b->angular_velocity, rigid_spin(b));
}

static double distance(vec a, vec b)
{
    return length(add(a, -1, b));
}

static void check_vec(vec a, vec b, double tolerance)
{
    CHECK_NEAR(a.x, b.x, tolerance);
    CHECK_NEAR(a.y, b.y, tolerance);
    CHECK_NEAR(a.z, b.z, tolerance);
}

/* ------------------------------------------------------------------------ matrices, quaternions */

/* Elements of a unit quaternion are good to 3 units of rounding (norm: 2, root: 1, quotient: 1, the
   first halved by the root), those of its matrix, sums of products of two, to 4 * 4. */
static void turns_are_turns(void)
{
    test_random r = test_random_from(1);
    for (int n = test_repeat(3000); n--;) {
        const quat p = random_turn(&r), q = random_turn(&r);
        const mat a = quat_matrix(p), b = quat_matrix(q), ab = quat_matrix(quat_multiply(p, q));
        const vec v = random_vec(&r, 1), axis = random_vec(&r, 3);
        const double angle = test_between(&r, -3, 3), size = length(axis);
        const mat about = quat_matrix(quat_from_axis(axis, angle));
        const vec u = vector(axis.x / size, axis.y / size, axis.z / size);
        const vec along = add(vector(0, 0, 0), dot(u, v), u), off = add(v, -1, along);
        const vec turned = add(add(along, cos(angle), off), sin(angle), cross(u, v));
        check_vec(mat_apply(&ab, v), mat_apply(&a, mat_apply(&b, v)), 100 * UNIT);
        check_vec(mat_back(&a, mat_apply(&a, v)), v, 60 * UNIT);
        check_vec(mat_apply(&about, v), turned, 60 * UNIT); /* Rodrigues' formula */
    }
}

static void a_zero_quaternion_turns_nothing(void)
{
    test_random r = test_random_from(2);
    rigid_body body = random_body(&r, 3), twin = body;
    memset(&body.orientation, 0, sizeof body.orientation);
    rigid_refresh(&body);
    CHECK(body.orientation.w == 1 && body.orientation.x == 0 && body.orientation.y == 0);
    check_vec(mat_apply(&body.rotation, vector(1, 2, 3)), vector(1, 2, 3), 0);
    /* one of any length turns as the unit one */
    body = twin;
    body.orientation.x *= 1024, body.orientation.y *= 1024, body.orientation.z *= 1024;
    body.orientation.w *= 1024;
    rigid_refresh(&body), rigid_refresh(&twin);
    CHECK(memcmp(&body.rotation, &twin.rotation, sizeof body.rotation) == 0);
}

/* By cofactors: the determinant has an absolute error of some units of the product of the columns'
   lengths, which is at most the condition squared times the determinant. */
static void inverse_matrices_invert(void)
{
    test_random r = test_random_from(3);
    for (int n = test_repeat(3000); n--;) {
        mat m, inverse;
        double condition;
        m.x = random_vec(&r, 1), m.y = random_vec(&r, 1), m.z = random_vec(&r, 1);
        inverse = mat_inverse(&m);
        condition =
            sqrt(dot(m.x, m.x) + dot(m.y, m.y) + dot(m.z, m.z)) *
            sqrt(dot(inverse.x, inverse.x) + dot(inverse.y, inverse.y) + dot(inverse.z, inverse.z));
        const vec v = random_vec(&r, 1), w = mat_apply(&m, mat_apply(&inverse, v));
        check_vec(w, v, 30 * UNIT * condition * condition);
    }
}

static void inertias_are_turned(void)
{
    test_random r = test_random_from(4);
    for (int n = test_repeat(1000); n--;) {
        const mat turn = quat_matrix(random_turn(&r)), m = random_inertia(&r, 10);
        const mat turned = mat_turn(&turn, &m);
        const vec v = random_vec(&r, 1), w = mat_apply(&m, mat_back(&turn, v));
        check_vec(mat_apply(&turned, v), mat_apply(&turn, w), 200 * UNIT * 10);
    }
    /* those of a box, of a ball and of a cylinder, against sums over many small pieces */
    const int cells = 40;
    double ball[3] = {0, 0, 0}, tube[3] = {0, 0, 0}, in_ball = 0, in_tube = 0;
    const vec half = vector(1, 2, 3);
    const mat box = rigid_box_inertia(5, half), round = rigid_sphere_inertia(5, 1);
    const mat cylinder = rigid_cylinder_inertia(5, 1, 1);
    for (int i = 0; i < cells; i++)
        for (int j = 0; j < cells; j++)
            for (int k = 0; k < cells; k++) {
                const vec p = vector((2 * i + 1.0) / cells - 1, (2 * j + 1.0) / cells - 1,
                                     (2 * k + 1.0) / cells - 1);
                const double x = p.x * p.x, y = p.y * p.y, z = p.z * p.z;
                if (x + y + z <= 1) ball[0] += y + z, ball[2] += x + y, in_ball++;
                if (x + y <= 1) tube[0] += y + z, tube[2] += x + y, in_tube++;
            }
    /* pieces that the surface cuts, a part of 6 / cells of all, are in or out: errors cancel, and
       an eighth of that part is left at most */
    CHECK_NEAR(round.x.x, 5 * ball[0] / in_ball, 5 * 6.0 / cells / 8);
    CHECK_NEAR(round.z.z, 5 * ball[2] / in_ball, 5 * 6.0 / cells / 8);
    CHECK_NEAR(cylinder.x.x, 5 * tube[0] / in_tube, 5 * 6.0 / cells / 8);
    CHECK_NEAR(cylinder.z.z, 5 * tube[2] / in_tube, 5 * 6.0 / cells / 8);
    check_vec(vector(box.x.x, box.y.y, box.z.z), vector(5 * 13 / 3.0, 5 * 10 / 3.0, 5 * 5 / 3.0),
              50 * UNIT);
}

static void points_go_to_the_world_and_back(void)
{
    test_random r = test_random_from(5);
    for (int n = test_repeat(3000); n--;) {
        rigid_body b = random_body(&r, 3);
        const vec p = random_vec(&r, 10), q = rigid_to_world(&b, p);
        const cld_pose pose = rigid_pose(&b);
        /* numbers up to 28 (10 * sqrt 3 twice), a few dozen roundings of them */
        check_vec(rigid_to_body(&b, q), p, 60 * 28 * UNIT);
        check_vec(rigid_to_world(&b, rigid_to_body(&b, p)), p, 60 * 28 * UNIT);
        /* the library's own arithmetic: 12 roundings in cld_real */
        check_vec(from_cld(cld_pose_point(&pose, to_cld(p))), q, 12 * 28 * TEST_ROUND);
    }
}

/* Difference of places a time t later and earlier: off by t^2 |w|^3 |arm| / 6, and by rounding. */
static void points_of_a_body_move_with_it(void)
{
    test_random r = test_random_from(6);
    const double t = 1e-5;
    for (int n = test_repeat(3000); n--;) {
        rigid_body b = random_body(&r, 3), ahead = b, behind = b;
        const vec p = random_vec(&r, 10), at = rigid_to_world(&b, p), w = b.angular_velocity;
        const double angle = t * length(w);
        ahead.position = add(b.position, t, b.velocity);
        behind.position = add(b.position, -t, b.velocity);
        ahead.orientation = quat_multiply(quat_from_axis(w, angle), b.orientation);
        behind.orientation = quat_multiply(quat_from_axis(w, -angle), b.orientation);
        rigid_refresh(&ahead), rigid_refresh(&behind);
        const vec moved = add(rigid_to_world(&ahead, p), -1, rigid_to_world(&behind, p));
        const double cubed = pow(length(w), 3);
        check_vec(rigid_point_velocity(&b, at), add(vector(0, 0, 0), 0.5 / t, moved),
                  t * t * cubed * length(p) / 6 + 60 * 28 * UNIT / t);
    }
}

/* ----------------------------------------------------------------------------------------- time */

typedef struct times {
    double at[4096];
    int count;
} times;

static void note_time(void *data, double time)
{
    times *t = (times *)data;
    if (t->count < 4096) t->at[t->count] = time;
    t->count++;
}

static void update_cuts_time_in_equal_steps(void)
{
    test_random r = test_random_from(7);
    for (int n = test_repeat(2000); n--;) {
        times seen;
        rigid_force force;
        rigid_body body = random_body(&r, 3);
        rigid_world world = world_of(&body, 1);
        const double from = test_between(&r, -5, 5), to = from + random_power(&r, 1e-3, 5);
        const double steps = test_between(&r, 0.01, 300);
        double h;
        world.max_step = (to - from) / steps;
        force.apply = note_time, force.data = &seen;
        world.forces = &force, world.force_count = 1;
        seen.count = 0;
        CHECK(rigid_update(&world, from, to) == CLD_OK);
        CHECK(world.steps == seen.count);
        CHECK(seen.count == (int)ceil((to - from) / world.max_step * (1 - 1e-9)));
        h = (to - from) / seen.count;
        CHECK(h <= world.max_step * (1 + 1.1e-9));
        for (int i = 0; i < seen.count; i++) /* t1 + i h, in two roundings of numbers up to 10 */
            CHECK_NEAR(seen.at[i], from + i * h, 3 * 10 * UNIT);
    }
}

/* Times that are rounded do not make a step too many. */
static void frames_have_equal_steps(void)
{
    rigid_body body;
    rigid_world world = world_of(&body, 1);
    memset(&body, 0, sizeof body);
    world.max_step = 1. / 240;
    for (int i = 0; i < 6000; i++) {
        CHECK(rigid_update(&world, i / 60., (i + 1) / 60.) == CLD_OK);
        CHECK(world.steps == 4 * (i + 1));
    }
}

static int collider_fails(void *data, double time, double margin, rigid_contact *out, int capacity)
{
    (void)data, (void)time, (void)margin, (void)out, (void)capacity;
    return -77;
}

static void update_says_what_is_wrong(void)
{
    const double bad[4] = {0, -1, TEST_NAN, -TEST_INFINITY};
    test_random r = test_random_from(8);
    rigid_body body = random_body(&r, 3), before = body;
    rigid_world world = world_of(&body, 1);
    rigid_collider collider;
    memset(&collider, 0, sizeof collider);
    for (int i = 0; i < 4; i++) {
        world.max_step = bad[i];
        CHECK(rigid_update(&world, 0, 1) == CLD_ERROR_PARAMETER);
        CHECK(memcmp(&body, &before, sizeof body) == 0 && world.steps == 0);
    }
    world.max_step = 0.1;
    CHECK(rigid_update(&world, 0, TEST_NAN) == CLD_ERROR_PARAMETER);
    CHECK(rigid_update(&world, 0, TEST_INFINITY) == CLD_ERROR_PARAMETER);
    CHECK(rigid_update(&world, -TEST_INFINITY, 0) == CLD_ERROR_PARAMETER);
    for (int i = 0; i < 3; i++) {
        const double small[3] = {1e-310, 1e-17, 1e-10};
        world.max_step = small[i];
        CHECK(rigid_update(&world, 0, 1) == CLD_ERROR_PARAMETER);
    }
    CHECK(memcmp(&body, &before, sizeof body) == 0 && world.steps == 0);
    world.max_step = 0.1; /* no time passes, or it would run back: nothing moves */
    CHECK(rigid_update(&world, 4, 3) == CLD_OK && world.steps == 0);
    CHECK(rigid_update(&world, 3, 3) == CLD_OK && world.steps == 0);
    CHECK(distance(body.position, before.position) == 0);
    world.max_step = TEST_INFINITY; /* no limit: one step */
    CHECK(rigid_update(&world, 3, 4) == CLD_OK && world.steps == 1);
    check_vec(body.position, add(before.position, 1, before.velocity), 4 * 20 * UNIT);
    collider.collide = collider_fails;
    world.colliders = &collider, world.collider_count = 1;
    CHECK(rigid_update(&world, 0, 1) == -77);
    rigid_free(&world);
}

/* ---------------------------------------------------------------------------------------- falls */

/* Velocity: n sums, each with three roundings (force, acceleration, sum) of numbers up to v:
   3 n UNIT v. Position: n sums of products, of numbers up to x, with velocities so wrong:
   3 n UNIT x + n h (3 n UNIT v). */
static void check_fall(rigid_integrator integrator, test_random *r)
{
    rigid_body body = random_body(r, 4);
    const vec x0 = body.position, v0 = body.velocity, gravity = random_vec(r, 10);
    rigid_world world = world_of(&body, 1);
    const int n = test_integer(r, 1, 60);
    const double h = random_power(r, 1e-4, 0.1), t = n * h;
    const double v = length(v0) + t * length(gravity), x = length(x0) + t * v;
    const double velocity_bound = 3 * (n + 1) * UNIT * v;
    const double bound = 3 * (n + 1) * UNIT * x + t * velocity_bound;
    const int pairs = integrator == RIGID_EXPLICIT ? n * (n - 1) / 2 : n * (n + 1) / 2;
    world.gravity = gravity, world.integrator = integrator;
    const double energy = rigid_energy(&world) - turning_energy(&body);
    run_steps(&world, n, h);
    check_vec(body.velocity, add(v0, t, gravity), velocity_bound);
    check_vec(body.position, add(add(x0, t, v0), h * h * pairs, gravity), bound);
    /* against the true fall: half a step's worth of velocity, no more and no less */
    const vec fallen = add(add(x0, t, v0), t * t / 2, gravity);
    CHECK_NEAR(distance(body.position, fallen), length(gravity) * t * h / 2, 2 * bound);
    /* which is energy: the default scheme loses m g^2 t h / 2, the explicit one gains as much; the
       turning body has a part of it, that rounds (and, explicit, changes) */
    const double g = length(gravity), sign = integrator == RIGID_EXPLICIT ? 1 : -1;
    const double gained = rigid_energy(&world) - turning_energy(&body) - energy;
    CHECK_NEAR(gained, sign * body.mass * g * g * t * h / 2,
               body.mass * (v * velocity_bound + g * bound + 20 * UNIT * (v * v + g * x)) +
                   4 * UNIT * fabs(rigid_energy(&world)));
}

static void bodies_fall_as_the_schemes_say(void)
{
    test_random r = test_random_from(9);
    for (int n = test_repeat(4000); n--;)
        check_fall(n % 2 ? RIGID_EXPLICIT : RIGID_SEMI_IMPLICIT, &r);
}

/* Each step takes the same part of the velocity, h c / m, or of a ball's spin, h c / I: n products,
   four roundings each. */
static void damping_slows_down(void)
{
    test_random r = test_random_from(10);
    for (int n = test_repeat(1000); n--;) {
        rigid_body body = random_body(&r, 1);
        rigid_world world = world_of(&body, 1);
        const int steps = test_integer(&r, 1, 100);
        const double h = random_power(&r, 1e-4, 0.01), moment = random_power(&r, 0.1, 10);
        vec v = body.velocity, w = body.angular_velocity;
        rigid_set_mass(&body, body.mass, mat_diagonal(moment, moment, moment));
        world.linear_damping = test_between(&r, 0, 5);
        world.angular_damping = test_between(&r, 0, 5);
        world.integrator = n % 2 ? RIGID_EXPLICIT : RIGID_SEMI_IMPLICIT;
        const double keep = pow(1 - h * world.linear_damping / body.mass, steps);
        const double keep_spin = pow(1 - h * world.angular_damping / moment, steps);
        run_steps(&world, steps, h);
        v = vector(keep * v.x, keep * v.y, keep * v.z);
        w = vector(keep_spin * w.x, keep_spin * w.y, keep_spin * w.z);
        /* what is kept, half at least, is wrong by as many roundings of 1; a free turn rounds the
           spin some hundred times */
        check_vec(body.velocity, v, 10 * (steps + 1) * UNIT * length(v));
        check_vec(body.angular_velocity, w, 110 * (steps + 1) * UNIT * length(w));
    }
}

/* ----------------------------------------------------------------------------------------- tops */

/* Principal moments between 1 and 3: no number of a step loses more than 3 units for each unit that
   is rounded. A step computes the momentum through four turns (some 20 roundings each), two
   products with the inertia (6) and a new orientation (20): below 120 units, times 3, of the
   momentum's size. Rounding of n steps adds up to n such bounds; the energy, its square, has twice
   that, since the equation of the midpoint is solved to rounding: each round of its iteration
   brings it nearer by h |L| / (2 smallest moment), which is 0.1 at most here, and there are 16. */
static double top_bound(int steps)
{
    return 3 * 120 * UNIT * (steps + 1);
}

static void free_tops_keep_momentum_and_energy(void)
{
    test_random r = test_random_from(11);
    int moved = 0, cases = 0;
    for (int n = test_repeat(200); n--;) {
        rigid_body body = random_body(&r, 3);
        rigid_world world = world_of(&body, 1);
        const int steps = n == 0 ? test_repeat(100000) : 500;
        const vec spin = rigid_spin(&body), start = body.angular_velocity;
        const double energy = turning_energy(&body);
        const double h = test_between(&r, 0.01, 0.1) * 2 / length(spin);
        const double momentum_bound = top_bound(steps) * length(spin);
        run_steps(&world, steps, h);
        check_vec(rigid_spin(&body), spin, momentum_bound);
        CHECK_NEAR(turning_energy(&body), energy, 2 * top_bound(steps) * energy);
        moved += distance(body.angular_velocity, start) > 1e-3 * length(start);
        cases++;
    }
    CHECK(moved > 0.9 * cases); /* their axes did; all but those near a principal axis */
}

/* Steps in which the body turns by more than a radian, and up to a million of them: momentum stays,
   and so the energy between those of spins about the axes of the largest and the least moment. */
static void absurd_steps_keep_momentum(void)
{
    test_random r = test_random_from(12);
    for (int n = test_repeat(1000); n--;) {
        rigid_body body = random_body(&r, 3);
        rigid_world world = world_of(&body, 1);
        const int steps = 100;
        const vec spin = rigid_spin(&body);
        const double h = random_power(&r, 1, 1e6) / length(body.angular_velocity);
        const double energy = 0.5 * dot(spin, spin), room = 2 * top_bound(steps);
        for (int i = 0; i < steps; i++) {
            run_steps(&world, 1, h);
            check_vec(rigid_spin(&body), spin, top_bound(steps) * length(spin));
            CHECK(turning_energy(&body) <= energy * (1 + room));     /* over 1 */
            CHECK(turning_energy(&body) >= energy / 3 * (1 - room)); /* over 3 */
        }
    }
}

/* Nothing turns the source's bodies: they spin about the same axis of the world for ever, which
   changes the momentum of all but balls. */
static void explicit_tops_do_not_wobble(void)
{
    test_random r = test_random_from(13);
    rigid_body body = random_body(&r, 3);
    rigid_world world = world_of(&body, 1);
    const vec w = vector(1, 2, 3);
    double worst = 0;
    rigid_set_mass(&body, 1, mat_diagonal(1, 2, 3));
    memset(&body.orientation, 0, sizeof body.orientation);
    body.angular_velocity = w, rigid_refresh(&body);
    const vec spin = rigid_spin(&body);
    world.integrator = RIGID_EXPLICIT;
    for (int i = 0; i < 1000; i++) {
        run_steps(&world, 1, 1e-3);
        worst = fmax(worst, distance(rigid_spin(&body), spin));
    }
    CHECK(distance(body.angular_velocity, w) == 0);
    CHECK(worst > 0.1 * length(spin));
}

/* A body of moments 1, 2, 3 that spins about its middle axis, nearly: the time from one flip to the
   second after it, found where the spin along that axis changes its sign. */
static double flips(rigid_world *world, rigid_body *body, double h)
{
    double last = 1, first = -1;
    int count = 0;
    rigid_set_mass(body, 1, mat_diagonal(1, 2, 3));
    memset(&body->orientation, 0, sizeof body->orientation);
    body->angular_velocity = vector(0.02, 1, 0.01);
    rigid_refresh(body);
    for (int i = 1; i < 1e6; i++) {
        run_steps(world, 1, h);
        const double now = mat_back(&body->rotation, body->angular_velocity).y;
        if ((now > 0) != (last > 0)) {
            const double at = (i - now / (now - last)) * h;
            if (count == 0) first = at;
            if (count == 2) return at - first;
            count++;
        }
        last = now;
    }
    return TEST_NAN;
}

/* Euler's solution: that spin is an elliptic sine, which changes its sign every 2 K / rate. The
   integrator is of second order, so halving the step should leave a quarter of the error, and a
   third of the difference of the two periods be the error of the better one: half bounds it. */
static void tennis_rackets_flip(void)
{
    const double a = 1, b = 2, c = 3; /* the moments */
    const vec w = vector(0.02, 1, 0.01);
    const double e2 = a * w.x * w.x + b * w.y * w.y + c * w.z * w.z;
    const double l2 = a * a * w.x * w.x + b * b * w.y * w.y + c * c * w.z * w.z;
    double rate, k, period, coarse, fine_one;
    rigid_body body;
    rigid_world world = world_of(&body, 1);
    memset(&body, 0, sizeof body);
    if (l2 > b * e2) { /* it nods about the third axis, else about the first */
        rate = sqrt((c - b) * (l2 - a * e2) / (a * b * c));
        k = sqrt((b - a) * (c * e2 - l2) / ((c - b) * (l2 - a * e2)));
    } else {
        rate = sqrt((b - a) * (c * e2 - l2) / (a * b * c));
        k = sqrt((c - b) * (l2 - a * e2) / ((b - a) * (c * e2 - l2)));
    }
    period = 4 * oracle_elliptic(k) / rate;
    coarse = flips(&world, &body, 0.04);
    fine_one = flips(&world, &body, 0.02);
    if (!CHECK(fabs(fine_one - period) <= 0.5 * fabs(coarse - fine_one)))
        printf("    %.12g, steps of 0.04: %.12g, of 0.02: %.12g\n", period, coarse, fine_one);
    CHECK_NEAR(fabs(coarse - period) / fabs(fine_one - period), 4, 0.2);
    /* and the oracle of the other tests knows that time too */
    oracle_system s;
    oracle_motion m[ORACLE_BODIES];
    memset(&s, 0, sizeof s), memset(m, 0, sizeof m);
    s.bodies = 1, s.inertia[0] = fine_of(1, 2, 3);
    m[0].turn[3] = 1, m[0].spin = fine_of(1 * 0.02L, 2 * 1.0L, 3 * 0.01L);
    CHECK(oracle_run(&s, m, (fine)period, 1e-11) <= 1e-11);
    const fine3 turned = oracle_turn(m[0].turn, -1, m[0].spin);
    check_vec(vector((double)turned.x, (double)turned.y, (double)turned.z), vector(0.02, 2, 0.03),
              1e-11);
}

/* A weight at a point of the body whose centre nothing moves. */
typedef struct top_weight {
    rigid_body *body;
    vec at, force;
} top_weight;

static void apply_weight(void *data, double time)
{
    const top_weight *t = (const top_weight *)data;
    (void)time;
    t->body->torque =
        add(t->body->torque, 1, cross(mat_apply(&t->body->rotation, t->at), t->force));
}

typedef struct top_error {
    double azimuth, tilt; /* the largest */
} top_error;

static const double top_tilt = PI / 3, top_spin = 5, top_time = 30;

/* How fast the axis goes round: what solves moment * cos(tilt) * rate^2 - spin * rate + 1 = 0, the
   weight's moment being 1. */
static double top_rate(double moment)
{
    const double a = moment * cos(top_tilt);
    return 2 / (top_spin + sqrt(top_spin * top_spin - 4 * a));
}

/* A heavy top set off so that its axis goes round evenly; moments about the fixed point `across`
   and `along` the axis. */
static top_error heavy_top(rigid_integrator integrator, double across, double along, double h)
{
    rigid_body body;
    rigid_world world = world_of(&body, 1);
    rigid_force force;
    top_weight weight;
    top_error worst = {0, 0};
    const double rate = top_rate(across), spin = top_spin / along;
    double turned = 0, last = 0;
    memset(&body, 0, sizeof body);
    rigid_set_mass(&body, 1, mat_diagonal(across, across, along));
    body.orientation = quat_from_axis(vector(0, 1, 0), top_tilt); /* the axis leans to x */
    rigid_refresh(&body);
    body.angular_velocity = add(vector(0, 0, rate), spin - rate * cos(top_tilt), body.rotation.z);
    weight.body = &body, weight.at = vector(0, 0, 1), weight.force = vector(0, 0, -1);
    force.apply = apply_weight, force.data = &weight;
    world.forces = &force, world.force_count = 1, world.integrator = integrator;
    for (int i = 1; i * h <= top_time; i++) {
        run_steps(&world, 1, h);
        const vec axis = body.rotation.z;
        const double now = atan2(axis.y, axis.x);
        turned += remainder(now - last, 2 * PI), last = now;
        worst.azimuth = fmax(worst.azimuth, fabs(turned - rate * i * h));
        worst.tilt = fmax(worst.tilt, fabs(acos(axis.z) - top_tilt));
    }
    return worst;
}

/* The default integrator gives the body h times the torque and then lets it turn freely. Half of
   each such kick before and half behind the turn would be a scheme of second order, with the same
   motion but for half a kick at the start, h / 2 times the torque sin(tilt). That turns the
   momentum, of size `spin` at least, by h sin(tilt) / (2 spin): the axis nods by as much, twice to
   either side at most, and 1 / sin(tilt) as much in azimuth: h / spin, within which all errors of
   first order are. Those of second order: a free step turns by 2 atan(h w / 2), too little by
   (h w)^2 / 12 of it, w the rates of turning (here at most 10), which over the whole turning
   rate * time comes to (10 h)^2 / 12 * rate * time. */
static void heavy_tops_precess(void)
{
    const double shapes[3][2] = {{1, 0.5}, {0.5, 0.9}, {0.7, 0.7}};
    for (int i = 0; i < 3; i++) {
        const double across = shapes[i][0], along = shapes[i][1], h = 2e-3;
        const double second = 100 * h * h / 12 * top_rate(across) * top_time;
        const top_error e = heavy_top(RIGID_SEMI_IMPLICIT, across, along, h);
        const top_error half = heavy_top(RIGID_SEMI_IMPLICIT, across, along, h / 2);
        CHECK(e.azimuth <= h / top_spin + second);
        CHECK(e.tilt <= h / top_spin * sin(top_tilt) + second);
        CHECK(half.azimuth <= h / 2 / top_spin + second / 4);
    }
}

/* The source's: without the gyroscopic term only a top whose moments are equal goes round as it
   should, with an error of first order, e: 2 e(h/2) - e(h) is of the order of h w e. Others do not,
   however short the step. */
static void explicit_tops_precess_if_round(void)
{
    const double h = 2e-3;
    const top_error round = heavy_top(RIGID_EXPLICIT, 0.7, 0.7, h);
    const top_error round_half = heavy_top(RIGID_EXPLICIT, 0.7, 0.7, h / 2);
    const top_error flat = heavy_top(RIGID_EXPLICIT, 0.5, 0.9, h);
    const top_error flat_half = heavy_top(RIGID_EXPLICIT, 0.5, 0.9, h / 2);
    CHECK_NEAR(round.azimuth / round_half.azimuth, 2, 10 * h);
    CHECK_NEAR(round.tilt / round_half.tilt, 2, 10 * h);
    CHECK(flat.azimuth > 1 && flat_half.azimuth > 1);
    CHECK(flat.tilt > 0.01 && flat_half.tilt > 0.01);
}

/* -------------------------------------------------------------------------------------- springs */

static fine3 fine_from(vec a)
{
    return fine_of((fine)a.x, (fine)a.y, (fine)a.z);
}

/* Forces are opposite to the last bit; their moments about the origin cancel to the rounding of
   arms, products and sums, some 20 units of arm times force; and they are the formula's, whose
   length of spring is good to 20 units of the places' size, here 20. */
static void springs_pull_both_ways(void)
{
    test_random r = test_random_from(14);
    for (int n = test_repeat(3000); n--;) {
        rigid_body b[2] = {random_body(&r, 3), random_body(&r, 3)};
        rigid_spring spring = {b, b + 1, random_vec(&r, 2), random_vec(&r, 2), 5, 0, 3};
        vec torque = vector(0, 0, 0), p, q;
        double size;
        spring.damping = n % 2 ? test_between(&r, 0, 2) : 0;
        rigid_spring_apply(&spring, 0);
        CHECK(distance(add(b[0].force, 1, b[1].force), vector(0, 0, 0)) == 0);
        for (int i = 0; i < 2; i++)
            torque = add(add(torque, 1, b[i].torque), 1, cross(b[i].position, b[i].force));
        size = length(b[0].force);
        check_vec(torque, vector(0, 0, 0), 20 * 20 * UNIT * size);
        p = rigid_to_world(b, spring.at_first), q = rigid_to_world(b + 1, spring.at_second);
        const fine3 d = fine_mad(fine_from(q), -1, fine_from(p));
        const fine3 v = fine_mad(fine_from(rigid_point_velocity(b + 1, q)), -1,
                                 fine_from(rigid_point_velocity(b, p)));
        const fine far = fine_length(d), stiffness = (fine)spring.stiffness;
        const fine pull = stiffness * (far - 3) + (fine)spring.damping * fine_dot(v, d) / far;
        const fine3 f = fine_mad(fine_of(0, 0, 0), pull / far, d);
        size = (double)fabsl(pull);
        check_vec(b[0].force, vector((double)f.x, (double)f.y, (double)f.z),
                  20 * UNIT * (20 * 5 + 3 * 2 * (double)fine_length(v) + size) +
                      20 * 20 * UNIT * size / (double)far);
        /* to a fixed point of the world: the same force */
        rigid_body alone = b[0];
        alone.force = alone.torque = vector(0, 0, 0);
        spring.first = &alone, spring.second = NULL, spring.at_second = q, spring.damping = 0;
        b[0].force = b[1].force = b[0].torque = b[1].torque = vector(0, 0, 0);
        rigid_spring_apply(&spring, 0);
        spring.first = NULL, spring.second = &alone;
        spring.at_second = spring.at_first, spring.at_first = q;
        const vec once = alone.force;
        rigid_spring_apply(&spring, 0);
        CHECK(distance(alone.force, vector(2 * once.x, 2 * once.y, 2 * once.z)) == 0);
    }
}

/* A spring of no length at the moment has no direction: no force, and no NaN. */
static void springs_without_direction_rest(void)
{
    test_random r = test_random_from(17);
    rigid_body b[2] = {random_body(&r, 3), random_body(&r, 3)};
    rigid_spring spring = {b, b + 1, {0, 0, 0}, {0, 0, 0}, 5, 1, 3};
    b[1].position = b[0].position;
    rigid_spring_apply(&spring, 0);
    for (int i = 0; i < 2; i++) CHECK(length(b[i].force) == 0 && length(b[i].torque) == 0);
}

/* Three bodies, three springs. Each step rounds velocities a few times in units of the momentum,
   and in those of the forces' impulses; angular momentum about the origin besides turns each spin
   as top_bound says. The bounds of the steps are added up along the way. The explicit scheme has
   moved a body before the force of its old place changes its velocity: angular momentum changes. */
static void springs_keep_momentum(void)
{
    test_random r = test_random_from(15);
    for (int n = test_repeat(300); n--;) {
        rigid_body b[3] = {random_body(&r, 3), random_body(&r, 3), random_body(&r, 3)};
        rigid_spring spring[3];
        rigid_force force[3];
        rigid_world world = world_of(b, 3);
        const double h = random_power(&r, 1e-4, 1e-2);
        double bound = 0, turning_bound = 0;
        for (int i = 0; i < 3; i++) {
            const rigid_spring s = {b + i,
                                    b + (i + 1) % 3,
                                    random_vec(&r, 1),
                                    random_vec(&r, 1),
                                    test_between(&r, 0, 10),
                                    test_between(&r, 0, 1),
                                    3};
            spring[i] = s, force[i].apply = rigid_spring_apply, force[i].data = spring + i;
        }
        world.forces = force, world.force_count = 3;
        world.integrator = n % 3 ? RIGID_SEMI_IMPLICIT : RIGID_EXPLICIT;
        const vec momentum = rigid_momentum(&world), turning = rigid_angular_momentum(&world);
        for (int i = 0; i < 100; i++) {
            run_steps(&world, 1, h);
            for (int k = 0; k < 3; k++) {
                const double p = b[k].mass * length(b[k].velocity) + h * length(b[k].force);
                const double spin = length(rigid_spin(b + k)) + h * length(b[k].torque);
                bound += 10 * UNIT * p;
                turning_bound += 20 * UNIT * p * (length(b[k].position) + 20) + top_bound(0) * spin;
            }
        }
        check_vec(rigid_momentum(&world), momentum, bound);
        if (world.integrator == RIGID_SEMI_IMPLICIT)
            check_vec(rigid_angular_momentum(&world), turning, turning_bound);
    }
}

/* The source's four systems: two cubes of edge 1, of unit mass and moments, 2 apart, and a spring
   between them. The scan has lost most decimal points. All columns have one decimal where the point
   is left, so 50 is 5.0 and 08 is 0.8; so read, the springs end on the cubes (0.1 and 0.3 off the
   middle of a face; 1 and 3 would be outside), the damped one swings before it comes to rest (with
   a damping of 5 it would creep), and the cubes never run into each other. */
static const struct two_cubes {
    double stiffness, damping, length, first[3], second[3];
} two_cubes[4] = {{5.0, 0.0, 1.2, {0.5, 0, 0}, {-0.5, 0, 0}},
                  {0.5, 0.0, 0.8, {0.5, 0, 0}, {-0.5, 0, 0}},
                  {5.0, 0.5, 0.8, {0.5, 0, 0}, {-0.5, 0, 0}},
                  {5.0, 0.0, 0.8, {0.5, 0.1, 0}, {-0.5, 0.3, 0}}};

typedef struct cube_scene {
    rigid_body body[2];
    rigid_spring spring;
    rigid_force force;
    rigid_world world;
} cube_scene;

static void cubes_begin(cube_scene *s, const struct two_cubes *c, rigid_integrator integrator)
{
    memset(s, 0, sizeof *s);
    for (int i = 0; i < 2; i++) {
        rigid_set_mass(s->body + i, 1, mat_diagonal(1, 1, 1));
        s->body[i].position = vector(2 * i - 1, 0, 0);
        rigid_refresh(s->body + i);
    }
    s->spring.first = s->body, s->spring.second = s->body + 1;
    s->spring.at_first = vector(c->first[0], c->first[1], c->first[2]);
    s->spring.at_second = vector(c->second[0], c->second[1], c->second[2]);
    s->spring.stiffness = c->stiffness, s->spring.damping = c->damping;
    s->spring.length = c->length;
    s->force.apply = rigid_spring_apply, s->force.data = &s->spring;
    s->world = world_of(s->body, 2);
    s->world.forces = &s->force, s->world.force_count = 1, s->world.integrator = integrator;
}

static oracle_system cubes_oracle(const struct two_cubes *c, oracle_motion m[2])
{
    oracle_system s;
    memset(&s, 0, sizeof s), memset(m, 0, 2 * sizeof *m);
    s.bodies = 2, s.springs = 1;
    for (int i = 0; i < 2; i++) {
        s.mass[i] = 1, s.inertia[i] = fine_of(1, 1, 1);
        m[i].position.x = 2 * i - 1, m[i].turn[3] = 1;
    }
    s.spring[0].second = 1;
    s.spring[0].at_first = fine_of((fine)c->first[0], (fine)c->first[1], (fine)c->first[2]);
    s.spring[0].at_second = fine_of((fine)c->second[0], (fine)c->second[1], (fine)c->second[2]);
    s.spring[0].stiffness = (fine)c->stiffness, s.spring[0].damping = (fine)c->damping;
    s.spring[0].length = (fine)c->length;
    return s;
}

/* The bodies of rigid.h as the oracle has them. */
static void motion_from(const rigid_body *b, int count, oracle_motion *m)
{
    for (int i = 0; i < count; i++, b++, m++) {
        const int sign = b->orientation.w < 0 ? -1 : 1; /* both mean the same turn */
        m->position = fine_from(b->position), m->velocity = fine_from(b->velocity);
        m->turn[0] = (fine)(sign * b->orientation.x), m->turn[1] = (fine)(sign * b->orientation.y);
        m->turn[2] = (fine)(sign * b->orientation.z), m->turn[3] = (fine)(sign * b->orientation.w);
        m->spin = fine_from(rigid_spin(b));
    }
}

enum { CUBE_NUMBERS = 2 * ORACLE_NUMBERS };

/* A spring along x: the gap between the cubes swings about its length with the stiffness 2 ks and
   the damping 2 kd, each cube having half of it. */
static double gap_after(const struct two_cubes *c, double t)
{
    const double decay = c->damping, w = sqrt(2 * c->stiffness - decay * decay);
    const double swing = cos(w * t) + decay / w * sin(w * t);
    return c->length + (1 - c->length) * exp(-decay * t) * swing;
}

static void the_oracle_knows_the_cubes(void)
{
    for (int i = 0; i < 3; i++) {
        oracle_motion m[2];
        const oracle_system s = cubes_oracle(two_cubes + i, m);
        CHECK(oracle_run(&s, m, 9, 1e-13) <= 1e-13);
        CHECK_NEAR(m[1].position.x - m[0].position.x - 1, gap_after(two_cubes + i, 9), 1e-12);
    }
}

static void the_cubes_swing_apart(void)
{
    for (int i = 0; i < 4; i++) {
        const struct two_cubes *c = two_cubes + i;
        cube_scene s;
        int turns = 0;
        double last = 0, now, least = 9, most = 0;
        cubes_begin(&s, c, RIGID_SEMI_IMPLICIT);
        CHECK(fabs(c->first[1]) <= 0.5 && fabs(c->second[1]) <= 0.5);
        for (int step = 0; step < 900; step++) { /* nine seconds, as the source's pictures */
            cld_pose pose[2];
            cld_obb box[2];
            run_steps(&s.world, 10, 1e-3);
            for (int k = 0; k < 2; k++) {
                pose[k] = rigid_pose(s.body + k);
                box[k] = cld_obb_from_pose(pose + k, to_cld(vector(0.5, 0.5, 0.5)));
            }
            CHECK(!cld_obb_overlap(box, box + 1));
            now = s.body[1].velocity.x - s.body[0].velocity.x;
            turns += now * last < 0, last = now;
            least = fmin(least, s.body[1].position.x - s.body[0].position.x);
            most = fmax(most, s.body[1].position.x - s.body[0].position.x);
        }
        CHECK(turns >= 2); /* there and back at least */
        /* no farther from the rest than at the start, nor, undamped, less: to the first order error
           of the step, 1e-3 times the fastest rate, sqrt(10) */
        if (i < 3)
            CHECK_NEAR(fmax(most - 1 - c->length, c->length - least + 1), fabs(1 - c->length),
                       4e-3 * fabs(1 - c->length));
    }
}

/* What one step leaves out, over the square of its length. The explicit scheme: half the second
   derivative of all. The default one changes the velocities first: places have as much too much. A
   quaternion's second derivative along itself is not missed, since it is made a unit again. */
static void cubes_defect(const oracle_system *s, rigid_integrator how, const fine *y, fine *defect)
{
    const fine small = 1e-6L;
    fine slope[CUBE_NUMBERS], a[CUBE_NUMBERS], b[CUBE_NUMBERS], z[CUBE_NUMBERS];
    oracle_slope(s, y, slope);
    for (int i = 0; i < CUBE_NUMBERS; i++) z[i] = y[i] + small * slope[i];
    oracle_slope(s, z, a);
    for (int i = 0; i < CUBE_NUMBERS; i++) z[i] = y[i] - small * slope[i];
    oracle_slope(s, z, b);
    for (int i = 0; i < CUBE_NUMBERS; i++) {
        const int is_place = i % ORACLE_NUMBERS < 7;
        const int sign = is_place && how == RIGID_SEMI_IMPLICIT ? 1 : -1;
        defect[i] = sign * (a[i] - b[i]) / (2 * small) / 2;
    }
    for (int body = 0; body < 2; body++) {
        fine *d = defect + body * ORACLE_NUMBERS + 3, along = 0;
        const fine *q = y + body * ORACLE_NUMBERS + 3;
        for (int i = 0; i < 4; i++) along += q[i] * d[i];
        for (int i = 0; i < 4; i++) d[i] -= along * q[i];
    }
}

/* Adds to `sum` what a small error of that direction has become after some time, by differences. */
static void cubes_grown(const oracle_system *s, const fine *y, const fine *direction, fine time,
                        fine weight, fine *sum)
{
    const fine small = 1e-6L;
    const int steps = 1 + (int)(time * 40);
    fine a[CUBE_NUMBERS], b[CUBE_NUMBERS];
    for (int i = 0; i < CUBE_NUMBERS; i++)
        a[i] = y[i] + small * direction[i], b[i] = y[i] - small * direction[i];
    for (int i = 0; i < steps; i++)
        oracle_step(s, a, time / steps), oracle_step(s, b, time / steps);
    for (int i = 0; i < CUBE_NUMBERS; i++) sum[i] += weight * (a[i] - b[i]) / (2 * small);
}

/* The bodies of rigid.h after so many steps. */
static void cubes_after(const struct two_cubes *c, rigid_integrator how, int steps, double time,
                        fine *y)
{
    cube_scene s;
    oracle_motion m[2];
    cubes_begin(&s, c, how);
    run_steps(&s.world, steps, time / steps);
    motion_from(s.body, 2, m);
    oracle_pack(m, 2, y);
}

static double numbers_length(const fine *a)
{
    fine sum = 0;
    for (int i = 0; i < CUBE_NUMBERS; i++) sum += a[i] * a[i];
    return (double)sqrtl(sum);
}

/* The error of all places, turns and velocities is known beforehand: h times the integral over time
   of what one step leaves out, as it has grown until the end (Simpson's rule, whose error is 5e-5
   of it here); plus a part of second order in h. Of two runs, h and h / 2 long, the errors e and f
   have 4 f - e in common, which is the first order alone, to (h w)^2 = 1e-5 of the motion. */
static void cubes_err_as_they_should(void)
{
    const double time = 3;
    enum { STEPS = 3000, SAMPLES = 64 };
    for (int i = 0; i < 4; i++) {
        oracle_motion m[2];
        const struct two_cubes *c = two_cubes + i;
        const oracle_system s = cubes_oracle(c, m);
        fine truth[CUBE_NUMBERS], first[2][CUBE_NUMBERS], y[CUBE_NUMBERS];
        memset(first, 0, sizeof first);
        for (int k = 0; k <= SAMPLES; k++) {
            const fine left = (fine)(time * (SAMPLES - k) / SAMPLES);
            const fine simpson = (fine)((k % SAMPLES == 0 ? 1 : k % 2 ? 4 : 2) / 3.0 / SAMPLES);
            oracle_pack(m, 2, truth);
            for (int how = 0; how < 2; how++) {
                cubes_defect(&s, (rigid_integrator)how, truth, y);
                cubes_grown(&s, truth, y, left, (fine)(time * time / STEPS) * simpson, first[how]);
            }
            if (k < SAMPLES) CHECK(oracle_run(&s, m, (fine)time / SAMPLES, 1e-14) <= 1e-14);
        }
        for (int how = 0; how < 2; how++) {
            fine e[CUBE_NUMBERS], f[CUBE_NUMBERS], off[CUBE_NUMBERS];
            cubes_after(c, (rigid_integrator)how, STEPS, time, e);
            cubes_after(c, (rigid_integrator)how, 2 * STEPS, time, f);
            for (int k = 0; k < CUBE_NUMBERS; k++) {
                e[k] -= truth[k], f[k] -= truth[k];
                off[k] = 4 * f[k] - e[k] - first[how][k];
            }
            CHECK(numbers_length(off) <= 1e-3 * numbers_length(first[how]));
            CHECK_NEAR(numbers_length(e) / numbers_length(f), 2, 0.1);
        }
    }
}

/* ---------------------------------------------------------------------------------- constraints */

/* A body's centre on a string about the origin. (A joint fixes a point of a body there.) */
typedef struct hung {
    rigid_body *body;
    double length;
} hung;

static void keep_length(void *data, double time)
{
    const hung *b = (const hung *)data;
    const vec p = b->body->position;
    (void)time;
    b->body->position = add(vector(0, 0, 0), b->length / length(p), p);
}

typedef struct swing {
    double period, off, speed; /* the latest period; the worst error of the joint; at the lowest */
} swing;

/* Starts at rest, a radian from straight down, and passes the lowest place three times. `at` zero:
   on a string. */
static swing swing_of(rigid_integrator integrator, double at, double moment, double h)
{
    rigid_body body;
    rigid_world world = world_of(&body, 1);
    rigid_constraint hold;
    hung bob = {&body, 1};
    rigid_joint joint = {&body, NULL, {0, 0, at}, {0, 0, 0}};
    swing s = {0, 0, 0};
    double last = -1, first = 0;
    int passed = 0;
    memset(&body, 0, sizeof body);
    body.orientation = quat_from_axis(vector(0, 1, 0), 1);
    rigid_set_mass(&body, 2, mat_diagonal(moment, moment, moment));
    rigid_refresh(&body);
    body.position =
        at > 0 ? mat_apply(&body.rotation, vector(0, 0, -at)) : vector(-sin(1), 0, -cos(1));
    hold.satisfy = keep_length, hold.data = &bob;
    if (at > 0) hold.satisfy = rigid_joint_satisfy, hold.data = &joint;
    world.constraints = &hold, world.constraint_count = 1;
    world.gravity = vector(0, 0, -1), world.integrator = integrator;
    for (int i = 1; i * h < 100 && passed < 3; i++) {
        run_steps(&world, 1, h);
        const vec p = body.position;
        const double now = p.x;
        const double wrong =
            at > 0 ? length(rigid_to_world(&body, joint.at_first)) : fabs(length(p) - 1);
        s.off = fmax(s.off, wrong);
        if ((now > 0) != (last > 0)) {
            const double t = (i - now / (now - last)) * h;
            if (passed++ == 0) first = t, s.speed = length(body.velocity);
            s.period = t - first; /* two passes later: a whole one */
        }
        last = now;
    }
    return s;
}

/* Rods on a chain of joints, let go from level. What a step opens of a gap is its length squared
   times accelerations: gravity, and v^2 / r with rods' ends half a unit from their middles; rounds
   of joints leave a part of that. Joints take energy and never bring any. */
static void chains_hang_together(void)
{
    enum { RODS = 8 };
    for (int how = 0; how < 3; how++) {
        const double h = how == 0 ? 1e-3 : how == 1 ? 4e-3 : 1e-2;
        rigid_body rod[RODS];
        rigid_joint joint[RODS];
        rigid_constraint hold[RODS];
        rigid_world world = world_of(rod, RODS);
        double start, least = 0, widest = 0, fastest = 0;
        memset(rod, 0, sizeof rod);
        for (int i = 0; i < RODS; i++) {
            rigid_set_mass(&rod[i], 1 + i % 3, mat_diagonal(0.01, 0.09, 0.09));
            rod[i].position = vector(i + 0.5, 0, 0);
            joint[i].first = i > 0 ? &rod[i - 1] : NULL, joint[i].second = &rod[i];
            joint[i].at_first = vector(i > 0 ? 0.5 : 0, 0, 0);
            joint[i].at_second = vector(-0.5, 0, 0);
            hold[i].satisfy = rigid_joint_satisfy, hold[i].data = &joint[i];
        }
        world.constraints = hold, world.constraint_count = RODS;
        world.gravity = vector(0, 0, -10);
        start = rigid_energy(&world);
        for (int i = 0; i * h < 10; i++) {
            run_steps(&world, 1, h);
            CHECK(rigid_energy(&world) <= start + 1e-9);
            least = fmin(least, rigid_energy(&world) - start);
            for (int k = 0; k < RODS; k++)
                fastest = fmax(fastest, length(rod[k].velocity) + length(rod[k].angular_velocity));
            for (int k = 0; k < RODS; k++) {
                const vec p =
                    k > 0 ? rigid_to_world(&rod[k - 1], joint[k].at_first) : joint[k].at_first;
                const vec gap = add(rigid_to_world(&rod[k], joint[k].at_second), -1, p);
                CHECK(length(gap) <= h * h * (10 + 2 * fastest * fastest));
                widest = fmax(widest, length(gap));
            }
        }
        CHECK(least < -100); /* it fell */
        CHECK(widest > 0);   /* and gaps were looked at */
    }
}

/* The time between the first and the third pass of a pendulum with
   angle'' = -sin(angle) / reduced - h (bend^2 angle'^3 + cos(angle) angle' / reduced),
   let go at a radian: by Runge-Kutta steps, much shorter than those of the scheme. */
static double damped_period(double reduced, double bend, double h)
{
    const double step = 1e-4;
    double y[2] = {1, 0}, last = 1, first = 0;
    int passed = 0;
    for (int i = 1; i < 2e6; i++) {
        double k[4][2], z[2] = {y[0], y[1]};
        for (int stage = 0; stage < 4; stage++) {
            for (int j = 0; j < 2 && stage > 0; j++)
                z[j] = y[j] + (stage < 3 ? step / 2 : step) * k[stage - 1][j];
            k[stage][0] = z[1];
            k[stage][1] = -sin(z[0]) / reduced -
                          h * (bend * bend * z[1] * z[1] * z[1] + cos(z[0]) * z[1] / reduced);
        }
        for (int j = 0; j < 2; j++)
            y[j] += step / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
        if ((y[0] > 0) != (last > 0)) {
            const double t = (i - y[0] / (y[0] - last)) * step;
            if (passed == 2) return t - first;
            if (passed++ == 0) first = t;
        }
        last = y[0];
    }
    return TEST_NAN;
}

/* A step goes straight ahead, by h v + h^2 g, and then to the nearest place of the curve on which
   the constraint holds, of curvature c (mass metric): so the next step is shorter by the part
   c^2 (h v)^2 + c h^2 g_n, g_n being what of the gravity points out of the curve. That damps the
   motion at a rate of the order of h. On a string of length 1 the curve is a circle, c = 1; with a
   joint it is a helix in x, z and the angle (times the radius of gyration), of c = at / R^2,
   R^2 = at^2 + moment / mass, and the reduced length is R^2 / at = 1 / c. The period so predicted
   is right but for what is of second order, h times the fastest rate (1.5) of it; and at h = 0 it
   is 4 sqrt(reduced) K(sin(1/2)). */
static void pendulums_swing(void)
{
    for (int joint = 0; joint < 2; joint++) {
        const double at = joint ? 0.7 : 0, moment = 0.3, h = 2e-3;
        const double square = joint ? at * at + moment / 2 : 1; /* R^2; the mass is 2 */
        const double reduced = joint ? square / at : 1, bend = joint ? at / sqrt(square) : 1;
        const double period = 4 * sqrt(reduced) * oracle_elliptic(sin(0.5));
        const swing whole = swing_of(RIGID_SEMI_IMPLICIT, at, moment, h);
        const swing half = swing_of(RIGID_SEMI_IMPLICIT, at, moment, h / 2);
        const double expected = damped_period(reduced, bend, h) - period;
        const double expected_half = damped_period(reduced, bend, h / 2) - period;
        CHECK_NEAR(damped_period(reduced, bend, 0), period, 1e-7);
        /* places up to 2, a dozen roundings after the last round of the constraint */
        CHECK(whole.off <= 24 * UNIT && half.off <= 24 * UNIT);
        CHECK_NEAR(whole.period - period, expected, 2 * h * fabs(expected));
        CHECK_NEAR(half.period - period, expected_half, h * fabs(expected_half));
        CHECK_NEAR((whole.period - period) / (half.period - period), 2, 0.05);
    }
}

/* The source moves bodies to where the constraint holds and leaves their velocities: the length is
   kept, but what hangs falls ever faster, g h more with each step. */
static void the_source_leaves_velocities(void)
{
    rigid_body body;
    rigid_world world = world_of(&body, 1);
    rigid_constraint hold;
    hung bob = {&body, 1};
    memset(&body, 0, sizeof body);
    rigid_set_mass(&body, 2, mat_diagonal(1, 1, 1));
    body.position = vector(-sin(1), 0, -cos(1));
    hold.satisfy = keep_length, hold.data = &bob;
    world.constraints = &hold, world.constraint_count = 1;
    world.gravity = vector(0, 0, -1), world.integrator = RIGID_EXPLICIT;
    run_steps(&world, 1000, 1e-3);
    check_vec(body.velocity, vector(0, 0, -1), 3 * 1001 * UNIT);
    CHECK_NEAR(length(body.position), 1, 8 * UNIT);
}

/* --------------------------------------------------------------------------------------- scales */

/* Two bodies at the ends of a spring, a third on a string, all in units of so many lengths, times
   and masses. */
typedef struct unit_scene {
    rigid_body body[3];
    rigid_spring spring;
    rigid_force force;
    hung bob;
    rigid_constraint hold;
    rigid_world world;
} unit_scene;

static void units_begin(unit_scene *s, test_random r, double l, double t, double m)
{
    const vec still = vector(0, 0, 0);
    memset(s, 0, sizeof *s);
    for (int i = 0; i < 3; i++) {
        rigid_body *b = s->body + i;
        *b = random_body(&r, 3);
        const mat inertia = {add(still, m * l * l, b->inertia.x),
                             add(still, m * l * l, b->inertia.y),
                             add(still, m * l * l, b->inertia.z)};
        rigid_set_mass(b, b->mass * m, inertia);
        b->position = add(still, l, b->position), b->velocity = add(still, l / t, b->velocity);
        b->angular_velocity = add(still, 1 / t, b->angular_velocity);
    }
    s->spring.first = s->body, s->spring.second = s->body + 1;
    s->spring.at_first = random_vec(&r, l), s->spring.at_second = random_vec(&r, l);
    s->spring.stiffness = test_between(&r, 0, 10) * m / (t * t);
    s->spring.damping = test_between(&r, 0, 1) * m / t, s->spring.length = 3 * l;
    s->force.apply = rigid_spring_apply, s->force.data = &s->spring;
    s->bob.body = s->body + 2, s->bob.length = 5 * l;
    s->hold.satisfy = keep_length, s->hold.data = &s->bob;
    s->world = world_of(s->body, 3);
    s->world.forces = &s->force, s->world.force_count = 1;
    s->world.constraints = &s->hold, s->world.constraint_count = 1;
    s->world.gravity = random_vec(&r, 10 * l / (t * t));
    s->world.linear_damping = test_between(&r, 0, 0.1) * m / t;
    s->world.angular_damping = test_between(&r, 0, 0.1) * m * l * l / t;
}

/* All units changed by powers of two, which do not round: lengths, times, masses by up to a million
   to either side. The motion is the same to the last bit: no number in rigid.h has a unit. */
static void units_do_not_matter(void)
{
    test_random r = test_random_from(16);
    for (int n = test_repeat(1000); n--;) {
        const double l = ldexp(1, test_integer(&r, -20, 20));
        const double t = ldexp(1, test_integer(&r, -20, 20));
        const double m = ldexp(1, test_integer(&r, -20, 20)), h = random_power(&r, 1e-3, 0.05);
        unit_scene a, b;
        (void)test_bits(&r);
        units_begin(&a, r, 1, 1, 1), units_begin(&b, r, l, t, m);
        a.world.integrator = b.world.integrator = n % 2 ? RIGID_EXPLICIT : RIGID_SEMI_IMPLICIT;
        run_steps(&a.world, 50, h), run_steps(&b.world, 50, h * t);
        for (int i = 0; i < 3; i++) {
            const rigid_body *p = a.body + i, *q = b.body + i;
            const vec still = vector(0, 0, 0);
            check_vec(q->position, add(still, l, p->position), 0);
            check_vec(q->velocity, add(still, l / t, p->velocity), 0);
            check_vec(q->angular_velocity, add(still, 1 / t, p->angular_velocity), 0);
            CHECK(memcmp(&p->orientation, &q->orientation, sizeof p->orientation) == 0);
        }
        CHECK_NEAR(rigid_energy(&b.world), m * l * l / (t * t) * rigid_energy(&a.world), 0);
    }
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(turns_are_turns);
    TEST(a_zero_quaternion_turns_nothing);
    TEST(inverse_matrices_invert);
    TEST(inertias_are_turned);
    TEST(points_go_to_the_world_and_back);
    TEST(points_of_a_body_move_with_it);
    TEST(update_cuts_time_in_equal_steps);
    TEST(frames_have_equal_steps);
    TEST(update_says_what_is_wrong);
    TEST(bodies_fall_as_the_schemes_say);
    TEST(damping_slows_down);
    TEST(free_tops_keep_momentum_and_energy);
    TEST(absurd_steps_keep_momentum);
    TEST(explicit_tops_do_not_wobble);
    TEST(tennis_rackets_flip);
    TEST(heavy_tops_precess);
    TEST(explicit_tops_precess_if_round);
    TEST(springs_pull_both_ways);
    TEST(springs_without_direction_rest);
    TEST(springs_keep_momentum);
    TEST(the_oracle_knows_the_cubes);
    TEST(the_cubes_swing_apart);
    TEST(cubes_err_as_they_should);
    TEST(pendulums_swing);
    TEST(chains_hang_together);
    TEST(the_source_leaves_velocities);
    TEST(units_do_not_matter);
    return test_end();
}
