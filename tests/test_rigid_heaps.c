/* Tests of examples/rigid.h: bodies that lie on bodies. Stacks that stand for a minute, pyramids,
 * heavy boxes on light ones, heaps thrown in a bin. g h^2, the fall of a step, is the length that
 * decides: stacks stand where slop is a few times that, and a bound is told in slops. */
#include "test.h"
#include "examples/rigid.h"
#include "rigid_scenes.h"

enum { BODIES = 40 };

/* Boxes of edge 1 or so on a floor, body 0. */
typedef struct pile {
    rigid_body body[BODIES];
    vec half[BODIES], start[BODIES];
    rigid_boxes boxes;
    rigid_collider collider;
    rigid_world world;
    int count;
    double weight;
} pile;

static void pile_begin(pile *p, double step, double friction)
{
    memset(p, 0, sizeof *p);
    p->half[0] = vector(20, 20, 1);
    p->body[0] = box_body(0, p->half[0], vector(0, 0, -1));
    p->count = 1;
    p->world.max_step = step, p->collider.friction = friction;
}

static void pile_add(pile *p, double mass, vec half, vec position, double turn)
{
    const int i = p->count++;
    p->half[i] = half, p->body[i] = box_body(mass, half, position);
    p->body[i].orientation = quat_from_axis(vector(0, 0, 1), turn);
    p->start[i] = position, p->weight += mass * 9.81;
}

static void pile_end(pile *p)
{
    const double h = p->world.max_step;
    p->boxes.bodies = p->body, p->boxes.half = p->half, p->boxes.count = p->count;
    p->collider.collide = rigid_boxes_collide, p->collider.data = &p->boxes;
    p->collider.restitution = 0.2;
    p->world = world_of(p->body, p->count, &p->collider);
    p->world.max_step = h, p->world.margin = 0.01, p->world.slop = 8 * 9.81 * h * h;
}

/* Greatest way from the start, speed (of points half an edge off the centre too). */
static double pile_moved(const pile *p)
{
    double most = 0;
    for (int i = 1; i < p->count; i++)
        most = fmax(most, distance_of(p->body[i].position, p->start[i]));
    return most;
}

static double pile_speed(const pile *p)
{
    double most = 0;
    for (int i = 1; i < p->count; i++)
        most = fmax(most, length(p->body[i].velocity) + length(p->body[i].angular_velocity));
    return most;
}

/* The impulse on the ground. */
static double pile_load(const pile *p)
{
    double sum = 0;
    for (int i = 0; i < p->world.contacts.count; i++)
        if (p->world.contacts.at[i].a == p->body) sum += p->world.contacts.at[i].impulse[0];
    return sum;
}

/* How many contacts of the last step have a predecessor in the one before; that list is the one
   which is filled next. */
static int pile_found_again(const pile *p)
{
    int again = 0;
    for (int i = 0; i < p->world.contacts.count; i++) {
        const rigid_contact *c = p->world.contacts.at + i;
        for (int k = 0; k < p->world.found.count; k++) {
            const rigid_contact *o = p->world.found.at + k;
            if (o->a != c->a || o->b != c->b) continue;
            if (o->contact.feature_a != c->contact.feature_a) continue;
            if (o->contact.feature_b != c->contact.feature_b) continue;
            again++;
            break;
        }
    }
    return again;
}

/* A minute, or the part of it that the effort leaves. */
static double minute(void)
{
    return 60 * fmax(0.05, fmin(1, test_effort / 100));
}

/* Lets it stand for a time; no box goes farther than `bound` from its place, ever. In the last
   quarter contacts have the same names from step to step (99 %), and the ground carries the weight
   to a millionth. At the end boxes move slower than by a 10000th of what gravity gives in a step.
   */
static void pile_stands(pile *p, double time, double bound, const char *name)
{
    const double h = p->world.max_step;
    const int steps = (int)(time / h + 0.5);
    double moved = 0, load = 0;
    long contacts = 0, again = 0;
    for (int i = 0; i < steps; i++) {
        CHECK(rigid_update(&p->world, 0, h) == CLD_OK);
        moved = fmax(moved, pile_moved(p));
        if (i < steps - steps / 4) continue;
        contacts += p->world.contacts.count, again += pile_found_again(p);
        load = fmax(load, fabs(pile_load(p) / (p->weight * h) - 1));
    }
    if (!CHECK(moved <= bound)) printf("    %s: moved %g, allowed %g\n", name, moved, bound);
    if (!CHECK((double)again >= 0.99 * (double)contacts))
        printf("    %s: %ld of %ld contacts found again\n", name, again, contacts);
    CHECK(again > 0);
    if (test_effort >= 100) { /* else there was less time: they may still settle */
        if (!CHECK(load <= 1e-6)) printf("    %s: load off by %g\n", name, load);
        if (!CHECK(pile_speed(p) <= 1e-4 * 9.81 * h))
            printf("    %s: %g fast\n", name, pile_speed(p));
    }
    rigid_free(&p->world);
}

/* Ten cubes, straight, shifted, turned against each other, both. Each lies up to a slop deep in the
   one below, so the i-th sinks by i slops; and where one side is that deep and the other is not, it
   leans, by a slop over the width w that carries it, more than the one below: the centre of the
   tenth goes aside by the sum of all leanings below, 1 + 2 + ... + 10 = 55 slops/w. As
   nothing damps it, it may swing as far beyond that as it was off at first: twice as much. */
static void stacks_of_ten_stand_for_a_minute(void)
{
    static const char *const names[4] = {"straight", "shifted", "turned", "shifted and turned"};
    test_random r = test_random_from(1);
    for (int kind = 0; kind < 4; kind++) {
        const double shift = kind & 1 ? 0.15 : 0, turn = kind & 2 ? 0.7 : 0;
        const double width = 1 - 2 * shift, h = 0.002;
        pile p;
        pile_begin(&p, h, 0.6);
        for (int i = 0; i < 10; i++) {
            const vec at =
                vector(test_between(&r, -shift, shift), test_between(&r, -shift, shift), i + 0.5);
            pile_add(&p, test_between(&r, 0.8, 1.25), vector(0.5, 0.5, 0.5), at,
                     test_between(&r, -turn, turn));
        }
        pile_end(&p);
        pile_stands(&p, minute(), 2 * p.world.slop * (10 + 55 / width), names[kind]);
    }
}

/* Five boxes, on them four, three, two, one, each over the gap below, which is a fifth wide: width
   0.4 carries at each end. */
static void pyramids_stand(void)
{
    pile p;
    pile_begin(&p, 0.002, 0.6);
    for (int row = 0; row < 5; row++)
        for (int i = 0; i < 5 - row; i++)
            pile_add(&p, 1, vector(0.5, 0.5, 0.5), vector(1.2 * (i + 0.5 * row), 0, row + 0.5), 0);
    pile_end(&p);
    pile_stands(&p, 0.5 * minute(), 2 * p.world.slop * (5 + 15 / 0.4), "pyramid");
}

/* A heavy box on light ones: what the solver leaves of its error grows with the ratio of masses. A
   hundred times the mass on one box, and ten times on four, stand with steps of a millisecond, but
   sink deeper than the slop: ten times that is allowed. (A thousand times on four does not stand.)
   */
static void heavy_boxes_stand_on_light_ones(void)
{
    for (int kind = 0; kind < 2; kind++) {
        const int light = kind ? 4 : 1;
        pile p;
        pile_begin(&p, 0.001, 0.6);
        for (int i = 0; i < light; i++)
            pile_add(&p, 1, vector(0.5, 0.5, 0.5), vector(0, 0, i + 0.5), 0);
        pile_add(&p, kind ? 10 : 100, vector(0.5, 0.5, 0.5), vector(0, 0, light + 0.5), 0);
        pile_end(&p);
        pile_stands(&p, minute() / 2, 10 * p.world.slop * (kind ? 5 + 15 : 2 + 3),
                    kind ? "10:1" : "100:1");
    }
}

/* Steps of all lengths, as a program makes that follows a clock: now and then a very short one,
   each second one, any at random. No impulse is enlarged with them that was a blow: three boxes
   stay where they are, give or take some slop of the longest step; where all lengths are random
   they creep, by less than a quarter of a box in half a minute. */
static void odd_steps_do_not_explode(void)
{
    test_random r = test_random_from(31);
    for (int how = 0; how < 8; how++) {
        const double longest = 1. / 60, least = how % 2 ? 1e-9 : 1e-5;
        double time = 0, most;
        pile p;
        pile_begin(&p, longest, 0.6);
        for (int i = 0; i < 3; i++)
            pile_add(&p, 1, vector(0.5, 0.5, 0.5), vector(0.01 * (i % 2), 0, i + 0.5), 0.1 * i);
        pile_end(&p);
        p.world.max_step = 1;
        most = rigid_energy(&p.world);
        for (int i = 0; time < minute() / 2; i++) {
            const double h = how < 2   ? (i % 60 ? longest : least)
                             : how < 4 ? (i % 2 ? longest : least)
                             : how < 6 ? random_power(&r, least, longest)
                                       : (i / 100 % 2 ? longest : random_power(&r, 1e-4, 1e-3));
            CHECK(rigid_update(&p.world, time, time + h) == CLD_OK);
            time += fmax(h, 1e-4); /* the clock goes on, or it would take too long */
            if (!CHECK(rigid_energy(&p.world) <= most + 30 * p.world.slop)) break;
        }
        if (!CHECK(pile_moved(&p) <= (how == 4 || how == 5 ? 0.25 : 4 * p.world.slop)))
            printf("    way %d: moved %g of %g\n", how, pile_moved(&p), p.world.slop);
        rigid_free(&p.world);
    }
}

/* A ball that bounces beside a stack, each of its blows searched in time: the short parts of steps
   that this makes do not rock the stack, which lies as still as alone. */
static void short_parts_do_not_rock_stacks(void)
{
    const double radius = 0.1;
    scene s = {0};
    rigid_collider both[2];
    pile p;
    pile_begin(&p, 0.002, 0.6);
    for (int i = 0; i < 6; i++)
        pile_add(&p, 1, vector(0.5, 0.5, 0.5), vector(0.02 * (i % 3), 0.03 * (i % 2), i + 0.5),
                 0.1 * (i % 3));
    pile_end(&p);
    p.body[p.count] = ball_body(1, radius, vector(5, 0, 2));
    s.bodies = p.body + p.count, s.radius = &radius, s.count = 1, s.normal = vector(0, 0, 1);
    both[0] = p.collider, both[1] = collider_of(&s, 0.5, 0.9);
    p.world.body_count = p.count + 1, p.world.colliders = both, p.world.collider_count = 2;
    p.world.margin = 0, p.world.halvings = 20;
    CHECK(rigid_update(&p.world, 0, 5) == CLD_OK); /* settled */
    for (int i = 0; i < 1000; i++) {
        CHECK(rigid_update(&p.world, 0, 0.005) == CLD_OK);
        if (!CHECK(pile_speed(&p) <= 1e-4 * 9.81 * 0.002)) break;
    }
    CHECK(p.world.impacts > 10);
    CHECK(pile_moved(&p) <= 2 * p.world.slop * (6 + 21));
    rigid_free(&p.world);
}

/* The same numbers, the same bits, each time. */
static void heaps_repeat_to_the_bit(void)
{
    rigid_body first[BODIES];
    for (int run = 0; run < 2; run++) {
        test_random r = test_random_from(2);
        pile p;
        pile_begin(&p, 0.004, 0.5);
        for (int i = 0; i < 12; i++)
            pile_add(&p, 1, vector(0.3, 0.4, 0.5),
                     vector(test_between(&r, -0.5, 0.5), test_between(&r, -0.5, 0.5), 1 + 1.3 * i),
                     test_between(&r, 0, 6));
        pile_end(&p);
        p.world.halvings = 8;
        CHECK(rigid_update(&p.world, 0, 3) == CLD_OK);
        if (run == 0)
            memcpy(first, p.body, sizeof first);
        else
            CHECK(memcmp(first, p.body, (size_t)p.count * sizeof *first) == 0);
        rigid_free(&p.world);
    }
}

/* ------------------------------------------------------------------------------------------- heaps
   Thirty boxes, of all shapes, thrown into a bin, spinning. */

typedef struct heap {
    double step, friction, bounce, margin, ratio, time; /* ratio of the masses */
} heap;

static void heap_begin(pile *p, test_random *r, const heap *d)
{
    pile_begin(p, d->step, d->friction);
    for (int k = 0; k < 4; k++) /* walls, a metre thick, far higher than anything flies */
        pile_add(p, 0, k < 2 ? vector(1, 6, 30) : vector(6, 1, 30),
                 vector(k < 2 ? 8 * k - 4 : 0, k < 2 ? 0 : 8 * k - 20, 28), 0);
    for (int i = 0; i < 30; i++) {
        const vec half =
            vector(test_between(r, 0.2, 0.6), test_between(r, 0.2, 0.6), test_between(r, 0.2, 0.6));
        const double mass =
            d->ratio > 1 ? random_power(r, 1, d->ratio) : 8 * half.x * half.y * half.z;
        pile_add(p, mass, half, vector(2 * (i % 3) - 2, 2 * (i / 3 % 3) - 2, 1.1 + 2 * (i / 9)), 0);
        p->body[p->count - 1].orientation = random_turn(r);
        p->body[p->count - 1].velocity = random_vec(r, 3);
        p->body[p->count - 1].angular_velocity = random_vec(r, 3);
    }
    pile_end(p);
    p->collider.restitution = d->bounce;
    p->world.margin = d->margin, p->world.slop *= d->margin > 0;
}

/* Nothing explodes. Energy is never above that of the start (where boxes bounce, by no more than a
   thousandth: with friction, Newton's law of restitution can win energy, Kane 1984). Nor is it
   above the least so far by more than what pushing apart gives back (the weight of all, lifted by
   the deepest contact so far) and what the solver's ten rounds leave of a blow that the next step
   starts with: as measured with many seeds, below 1 % of the energy at the start, and 5 % where one
   box weighs 100 times another; twice that is allowed. No body leaves the bin. Where masses are
   alike, none sinks deeper in another than it moves in four steps (one until it is seen, the others
   while it is pressed from behind; as measured, hardly ever more than two) and ten falls of a step,
   for what ten rounds cannot hold; and, where contacts are found ahead and it does not bounce, all
   lie in the end. (Boxes that weigh 100 times others press them deep into walls, and may rock for
   long.) */
static void heap_falls(test_random *r, const heap *d)
{
    const double h = d->step, left = d->ratio > 1 ? 0.1 : 0.02;
    const int steps = (int)(d->time / h);
    pile p;
    double start, least, fastest = 0, deepest = 0;
    heap_begin(&p, r, d);
    start = least = rigid_energy(&p.world);
    for (int i = 0; i < steps; i++) {
        double now;
        CHECK(rigid_update(&p.world, 0, h) == CLD_OK);
        for (int k = 0; k < p.world.contacts.count; k++)
            deepest = fmin(deepest, (double)p.world.contacts.at[k].contact.distance);
        for (int k = 5; k < p.count; k++) {
            const rigid_body *b = p.body + k;
            const double turning = length(p.half[k]) * length(b->angular_velocity);
            fastest = fmax(fastest, length(b->velocity) + turning);
        }
        now = rigid_energy(&p.world);
        if (!CHECK(now <= start * (d->bounce > 0 ? 1.001 : 1))) break;
        if (!CHECK(now <= least - p.weight * deepest + left * start)) break;
        least = fmin(least, now);
    }
    for (int k = 5; k < p.count; k++) {
        const vec at = p.body[k].position;
        CHECK(fabs(at.x) < 3 && fabs(at.y) < 3 && at.z > 0);
    }
    if (d->ratio == 1) {
        CHECK(deepest >= -4 * h * fastest - p.world.slop - 10 * 9.81 * h * h);
        if (d->time > 5 && d->margin > 0 && d->bounce == 0) CHECK(pile_speed(&p) <= 0.1);
    }
    rigid_free(&p.world);
}

static void heaps_do_not_explode(void)
{
    static const double steps[4] = {1.0 / 60, 1.0 / 250, 1e-3, 1e-4};
    test_random r = test_random_from(3);
    for (int n = test_repeat(32); n--;) {
        const int i = 31 - n % 32;
        heap d;
        d.step = steps[i % 4], d.friction = i / 4 % 2 ? 2 : 0.4, d.bounce = i / 8 % 2 ? 0.8 : 0;
        d.margin = (i + i / 4) % 2 ? 0.01 : 0, d.ratio = i / 16 % 2 ? 100 : 1;
        d.time = i % 4 == 3 ? 0.3 : i % 4 == 2 ? 2 : 8;
        heap_falls(&r, &d);
    }
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(stacks_of_ten_stand_for_a_minute);
    TEST(pyramids_stand);
    TEST(heavy_boxes_stand_on_light_ones);
    TEST(odd_steps_do_not_explode);
    TEST(short_parts_do_not_rock_stacks);
    TEST(heaps_repeat_to_the_bit);
    TEST(heaps_do_not_explode);
    return test_end();
}
