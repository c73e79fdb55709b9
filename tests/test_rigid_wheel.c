/* Tests of examples/rigid.h with the library's heightfields: a wheel rolls over cells as over the *
   plane that they lie on, over a bowl of facets nearly as over a smooth one, and down a real *
   mountain without catching on an edge. What each edge may cost is the blow that its bend explains.
   */
#include "test.h"
#include "examples/rigid.h"
#include "examples/heightfield_bodies.h"
#include "rigid_scenes.h"
#include "examples/esri_grid.h"

/* A wheel, and what it rolls on: a field, or a plane where `flat` is set. */
typedef struct wheel {
    rigid_body body;
    double radius, half_width;
    cld_heightfield field;
    cld_plane plane;
    int flat;
    rigid_collider collider;
    rigid_world world;

    double step, blow; /* sum of what contacts that are touched in a step may take (wheel_step) */
} wheel;

static int wheel_collide(void *data, double time, double margin, rigid_contact *out, int capacity)
{
    wheel *w = (wheel *)data;
    cld_contact found[CLD_HEIGHTFIELD_CONTACTS];
    cld_cylinder c;
    int count;
    (void)time;
    c.centre = to_cld(w->body.position), c.axis = to_cld(w->body.rotation.z);
    c.radius = (cld_real)w->radius, c.half_height = (cld_real)w->half_width;
    const cld_shape shape = cld_shape_cylinder(c.radius, c.half_height);
    const cld_pose pose = {{to_cld(w->body.rotation.x), to_cld(w->body.rotation.y), c.axis},
                           c.centre};
    if (w->flat)
        count = cld_shape_collide_plane(&shape, &pose, &w->plane, (cld_real)margin, found,
                                        CLD_HEIGHTFIELD_CONTACTS);
    else
        count = cld_heightfield_collide_cylinder(&w->field, &c, (cld_real)margin, found,
                                                 CLD_HEIGHTFIELD_CONTACTS);
    for (int i = 0; i < count && i < capacity; i++) {
        const vec u = rigid_point_velocity(&w->body, from_cld(found[i].point_a));
        const double speed = length(u) + 2 * length(w->world.gravity) * w->step;
        out[i].contact = found[i];
        out[i].a = &w->body, out[i].b = NULL;
        if ((double)found[i].distance < speed * w->step)
            w->blow += 0.5 * w->body.mass * speed * speed;
    }
    return count;
}

/* At `position`, its axis along `axis` (horizontal). */
static void wheel_begin(wheel *w, double mass, vec position, vec axis, double step)
{
    const vec up = vector(0, 0, 1);
    memset(&w->body, 0, sizeof w->body);
    rigid_set_mass(&w->body, mass, rigid_cylinder_inertia(mass, w->radius, w->half_width));
    w->body.position = position;
    w->body.orientation = quat_from_axis(cross(up, axis), 0.5 * PI);
    w->collider.collide = wheel_collide, w->collider.data = w;
    w->collider.friction = 0.8, w->collider.restitution = 0;
    w->world = world_of(&w->body, 1, &w->collider);
    w->world.iterations = 30;
    w->step = step, w->world.max_step = 2 * step;
}

static void wheel_step(wheel *w)
{
    w->blow = 0;
    CHECK(rigid_update(&w->world, 0, w->step) == CLD_OK);
}

/* ----------------------------------------------------------------------------- a slope of cells */

/* A plane as a field: cells smaller and larger than the wheel, all diagonals, any slope. The wheel
   rolls straight down, at (2/3) g sin t, in each step a bit faster and nowhere slower, as on the
   plane itself. In float, contacts are known to a rounding of numbers up to 600, three coordinates
   and what is computed from them: 8 such; on the arm of a radius that is so much of the speed. The
   first step, and a tenth of what each brings, are the solver's. */
static void wheels_roll_over_cells_as_on_a_plane(void)
{
    enum { SIDE = 160 };
    static double heights[SIDE * SIDE];
    test_random r = test_random_from(1);
    for (int k = test_repeat(24); k > 0; k--) {
        const double cell = k % 2 ? 0.25 : 1.5, radius = test_between(&r, 0.3, 0.8), h = 1e-3;
        const double turn = test_between(&r, 0, 2 * PI), steep = test_between(&r, 0.05, 0.4);
        const double sx = steep * cos(turn), sy = steep * sin(turn), g = 9.81;
        const double size = sqrt(1 + steep * steep), pull = 2 * g * steep / (3 * size);
        const vec n = vector(-sx / size, -sy / size, 1 / size);
        const vec down = vector(-cos(turn), -sin(turn), 0), axis = vector(-down.y, down.x, 0);
        const double middle = 0.5 * SIDE * cell, noise = 8 * TEST_ROUND * 600 / radius;
        const vec start = vector(middle + 0.01, middle + 0.07, 500);
        double last = 0;
        wheel w = {0}, smooth;
        for (int j = 0; j < SIDE; j++)
            for (int i = 0; i < SIDE; i++)
                heights[j * SIDE + i] = 500 + sx * (i * cell - start.x) + sy * (j * cell - start.y);
        w.radius = radius, w.half_width = test_between(&r, 0.05, 0.5);
        w.field.heights = heights, w.field.type = CLD_HEIGHT_DOUBLE;
        w.field.columns = w.field.rows = SIDE;
        w.field.dx = w.field.dy = (cld_real)cell;
        w.field.diagonal = (cld_diagonal)(k % 3);
        w.plane.normal = to_cld(n), w.plane.offset = (cld_real)dot(n, start);
        smooth = w, smooth.flat = 1;
        /* half a slop deep: in float, 500 is good to 3e-5, and it shall not fall that far first */
        wheel_begin(&w, 3, add(start, radius - 1e-4, n), axis, h);
        wheel_begin(&smooth, 3, add(start, radius - 1e-4, n), axis, h);
        w.world.margin = smooth.world.margin = 0.01;
        w.world.slop = smooth.world.slop = 2e-4;
        for (int i = 1; i <= 2500; i++) {
            const double truth = pull * h * i;
            double v;
            wheel_step(&w), wheel_step(&smooth);
            v = length(w.body.velocity);
            if (!CHECK_NEAR(v, truth, g * h + noise * truth + 1e-6 * truth)) break;
            if (!CHECK_NEAR(v, length(smooth.body.velocity), g * h + 2 * noise * truth)) break;
            if (i > 100 && !CHECK_NEAR(v - last, pull * h, 2 * noise * truth + 0.1 * pull * h))
                break;
            last = v;
        }
        /* it goes straight: aside no more than the arms' noise makes of the way */
        {
            const vec way = add(w.body.position, -1, add(start, radius - 1e-4, n));
            CHECK_NEAR(dot(way, axis), 0, (2 * noise + 1e-4) * length(way));
            CHECK_NEAR(dot(way, n), 0, w.world.slop + noise * radius + pull * h * h);
        }
        rigid_free(&w.world), rigid_free(&smooth.world);
    }
}

/* ------------------------------------------------------------------------------ a bowl of cells */

/* A channel z = x^2 / (2 rho), cut in facets a cell long. At each concave bend, by an angle below
   cell/rho, the wheel hits the next facet with that part of its velocity which points into it:
   at most m (v cell/rho)^2 / 2 each are lost, from the start, x = -4, to the bottom and up again to
   where it stops; a smooth channel would lose nothing. The scheme adds g h v of energy per mass
   each way, and contacts as deep as slop and as early as margin m g each of them. */
static void wheels_lose_at_bends_what_bends_explain(void)
{
    enum { COLUMNS = 801, ROWS = 12 };
    static double heights[COLUMNS * ROWS];
    for (int fine = 0; fine < 4; fine++) {
        static const double cells[4] = {0.025, 0.05, 0.1, 0.2};
        const double cell = cells[fine], rho = 12, g = 9.81, h = 5e-4, x0 = -4, radius = 0.4;
        const double middle = 0.5 * (COLUMNS - 1) * cell, slope = x0 / rho;
        const double size = sqrt(1 + slope * slope), drop = 0.5 * x0 * x0 / rho;
        const double fast = sqrt(4 * g * drop / 3), bend = cell / rho;
        const vec n = vector(-slope / size, 0, 1 / size);
        double top = -HUGE_VAL, start, bound, least = 0, before = 0;
        wheel w = {0};
        for (int j = 0; j < ROWS; j++)
            for (int i = 0; i < COLUMNS; i++) {
                const double x = i * cell - middle;
                heights[j * COLUMNS + i] = 0.5 * x * x / rho;
            }
        w.radius = radius, w.half_width = 0.1;
        w.field.heights = heights, w.field.type = CLD_HEIGHT_DOUBLE;
        w.field.columns = COLUMNS, w.field.rows = ROWS;
        w.field.dx = (cld_real)cell, w.field.dy = (cld_real)0.2;
        w.field.diagonal = CLD_DIAGONAL_ALTERNATING;
        w.field.pose.rotation.x.x = w.field.pose.rotation.y.y = w.field.pose.rotation.z.z = 1;
        w.field.pose.position = to_cld(vector(-middle, -1.1, 0));
        wheel_begin(&w, 2, add(vector(x0, 0, drop), radius, n), vector(0, 1, 0), h);
        w.world.margin = 1e-3, w.world.slop = 1e-5;
        start = rigid_energy(&w.world);
        for (int i = 0; i < 20000; i++) {
            before = w.body.velocity.x;
            wheel_step(&w);
            if (before > 0 && w.body.velocity.x <= 0) break; /* it stops, and turns back */
            top = fmax(top, w.body.position.x);
        }
        least = rigid_energy(&w.world);
        bound = 8 / cell * 0.5 * fast * fast * bend * bend + 2 * g * h * fast;
        bound += g * (w.world.slop + w.world.margin);
        CHECK(top > 3);
        CHECK(start - least <= w.body.mass * bound);
        CHECK(start - least >= -w.body.mass * g * (w.world.slop + 4 * TEST_ROUND * 20));
        rigid_free(&w.world);
    }
}

/* ----------------------------------------------------------------------------------- a mountain */

/* A wheel rolls, and jumps, down a real elevation model, from places where it is steep. In no step
   does energy grow: by no more than what rounded contacts lift (numbers up to 30000: 4 roundings)
   and pushing out gives back. In no step is more lost than blows explain: a contact that is touched
   at the velocity u of the wheel's point takes m u^2 / 2 at most, for no more mass stands behind
   it; and what falls for a step, or slides, is faster by g h. They do not stop: in a minute they
   come over more than eight cells, in the mean. */
static void wheels_roll_down_a_mountain(void)
{
    esri_grid map;
    test_random r = test_random_from(2);
    const int count = test_repeat(12) < 4 ? 4 : test_repeat(12);
    double cells = 0;
    if (!CHECK(esri_grid_read("examples/data/jacksboro.asc", &map))) return;
    for (int k = count; k > 0; k--) {
        const double h = 2e-3, g = 9.81;
        const double radius = k % 3 == 2 ? 150 : k % 3 ? 5 : 30;
        cld_heightfield_point p;
        double energy, deepest = 0, slack;
        vec n, at;
        wheel w = {0};
        w.radius = radius, w.half_width = radius / 3;
        w.field.heights = map.heights, w.field.type = CLD_HEIGHT_FLOAT;
        w.field.columns = (uint32_t)map.columns, w.field.rows = (uint32_t)map.rows;
        w.field.dx = (cld_real)map.dx, w.field.dy = (cld_real)map.dy;
        do {
            at = vector(test_between(&r, 80, 320) * map.dx, test_between(&r, 80, 260) * map.dy, 0);
            CHECK(cld_heightfield_height(&w.field, to_cld(at), &p) == 1);
            n = from_cld(p.normal);
        } while (n.z > 0.95); /* a slope of a third */
        {
            const double flat = sqrt(n.x * n.x + n.y * n.y);
            wheel_begin(&w, 100, add(from_cld(p.point), radius * 1.1, n),
                        vector(-n.y / flat, n.x / flat, 0), h);
        }
        w.world.margin = 0.01 * radius, w.world.slop = 1e-3 * radius;
        energy = rigid_energy(&w.world);
        slack = 100 * g * 4 * TEST_ROUND * 30000;
        for (int i = 0; i * h < 60; i++) {
            double now;
            wheel_step(&w);
            for (int c = 0; c < w.world.contacts.count; c++)
                deepest = fmin(deepest, (double)w.world.contacts.at[c].contact.distance);
            now = rigid_energy(&w.world);
            cells += h * length(w.body.velocity) / map.dx;
            CHECK(now - energy <= slack - 100 * g * 0.2 * deepest);
            CHECK(energy - now <= w.blow + slack + 100 * g * g * h * h);
            energy = now;
        }
        rigid_free(&w.world);
    }
    esri_grid_free(&map);
    CHECK(cells > 8 * count);
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(wheels_roll_over_cells_as_on_a_plane);
    TEST(wheels_lose_at_bends_what_bends_explain);
    TEST(wheels_roll_down_a_mountain);
    return test_end();
}
