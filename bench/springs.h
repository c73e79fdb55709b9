/* springs.h: the source's annex: four systems of two cubes and a spring (its table I.8 and figure
 * I.3), moved by examples/rigid.h.
 *
 * Becomes bench/out/figure_I_3.png, a strip of pictures a system, and figure_I_3_length.svg, the
 * spring's length against time beside what the formula of a damped oscillator says. All units are
 * 1: cubes of side and mass 1, their inertia the unit matrix, centres at -1 and 1 on the x axis, no
 * gravity. In the source's table decimal points are lost in print; 5.0 and 0.5 is how it is read.
 */
#ifndef BENCH_SPRINGS_H
#define BENCH_SPRINGS_H

#include "collide.h"
#include "bench.h"
#include "figure.h"
#include "../examples/rigid.h"
#include "../examples/film.h"

enum {
    SPRINGS_SYSTEMS = 4,
    SPRINGS_PICTURES = 6, /* of each system */
    SPRINGS_WIDTH = 210,
    SPRINGS_HEIGHT = 130,
    SPRINGS_SOFT = 2, /* pictures are drawn so much larger */
    SPRINGS_COILS = 9,
    SPRINGS_STEPS = 1000 /* a unit of time */
};

/* One row of the table. `between`: time between two pictures. */
typedef struct springs_row {
    double stiffness, damping, length;
    double at_first[3], at_second[3];
    double between;
} springs_row;

static const springs_row springs_table[SPRINGS_SYSTEMS] = {
    {5.0, 0.0, 1.2, {0.5, 0.0, 0.0}, {-0.5, 0.0, 0.0}, 0.4},
    {0.5, 0.0, 0.8, {0.5, 0.0, 0.0}, {-0.5, 0.0, 0.0}, 1.2},
    {5.0, 0.5, 0.8, {0.5, 0.0, 0.0}, {-0.5, 0.0, 0.0}, 0.4},
    {5.0, 0.0, 0.8, {0.5, 0.1, 0.0}, {-0.5, 0.3, 0.0}, 1.2}};

/* Do not copy it: parts of it point to others. */
typedef struct springs_system {
    rigid_body cubes[2];
    rigid_spring spring;
    rigid_force force;
    rigid_world world;
} springs_system;

static void springs_make(springs_system *s, const springs_row *row)
{
    memset(s, 0, sizeof *s);
    for (int i = 0; i < 2; ++i) {
        s->cubes[i].position = vector(i ? 1.0 : -1.0, 0.0, 0.0);
        rigid_set_mass(&s->cubes[i], 1.0, mat_diagonal(1.0, 1.0, 1.0));
    }
    s->spring.first = &s->cubes[0], s->spring.second = &s->cubes[1];
    s->spring.at_first = vector(row->at_first[0], row->at_first[1], row->at_first[2]);
    s->spring.at_second = vector(row->at_second[0], row->at_second[1], row->at_second[2]);
    s->spring.stiffness = row->stiffness, s->spring.damping = row->damping;
    s->spring.length = row->length;
    s->force.apply = rigid_spring_apply, s->force.data = &s->spring;
    s->world.bodies = s->cubes, s->world.body_count = 2;
    s->world.forces = &s->force, s->world.force_count = 1;
    s->world.max_step = 1.0 / SPRINGS_STEPS;
}

static double springs_length(const springs_system *s)
{
    return length(add(rigid_to_world(&s->cubes[1], s->spring.at_second), -1,
                      rigid_to_world(&s->cubes[0], s->spring.at_first)));
}

/* Of motion and of the spring. */
static double springs_energy(const springs_system *s)
{
    const double more = springs_length(s) - s->spring.length;
    return rigid_energy(&s->world) + 0.5 * s->spring.stiffness * more * more;
}

/* The length while the spring stays on the line of both centres: two masses of 1 are one of 1/2
   against a wall, so that y = length - rest obeys y'' = -2 stiffness y - 2 damping y'. */
static double springs_exact(const springs_row *row, double time)
{
    const double g = row->damping, w = sqrt(2.0 * row->stiffness - g * g);
    return row->length +
           (1.0 - row->length) * exp(-g * time) * (cos(w * time) + g / w * sin(w * time));
}

/* ---- pictures ---- */

/* Corner k of a cube of side 1. */
static vec springs_corner(const rigid_body *cube, int k)
{
    return rigid_to_world(cube, vector(k & 1 ? 0.5 : -0.5, k & 2 ? 0.5 : -0.5, k & 4 ? 0.5 : -0.5));
}

static void springs_paint_cube(raster *r, int step, const rigid_body *cube, vec colour)
{
    static const int faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (int i = 0; i < 6; ++i)
        for (int k = 1; k < 3; ++k) {
            const vec corners[3] = {springs_corner(cube, faces[i][0]),
                                    springs_corner(cube, faces[i][k]),
                                    springs_corner(cube, faces[i][k + 1])};
            raster_draw(r, step, corners, NULL, colour, colour);
        }
}

/* A wire wound round the line between both ends, seen also where a cube is before it, but faintly.
   Red: longer than at rest, blue: shorter. */
static void springs_paint_wire(raster *r, const springs_system *s)
{
    enum { PIECES = 16 };
    const vec p = rigid_to_world(&s->cubes[0], s->spring.at_first);
    const vec q = rigid_to_world(&s->cubes[1], s->spring.at_second);
    const vec way = add(q, -1, p), across = cross(way, vector(0, 0, 1));
    const vec x = unit(across), y = unit(cross(x, way));
    const double more = fmin(fmax(4.0 * (length(way) - s->spring.length), -1.0), 1.0);
    const vec colour = vector(0.42 + 0.4 * more, 0.30, 0.42 - 0.4 * more);
    vec last = p;
    for (int i = 0; i <= SPRINGS_COILS * PIECES; ++i) {
        const double angle = 2.0 * 3.14159265358979323846 * i / PIECES;
        vec next = add(p, 0.08 + 0.84 * i / (SPRINGS_COILS * PIECES), way);
        next = add(add(next, 0.13 * cos(angle), x), 0.13 * sin(angle), y);
        raster_line(r, last, next, 2.6 * SPRINGS_SOFT, colour);
        last = next;
    }
    raster_line(r, last, q, 2.6 * SPRINGS_SOFT, colour);
}

static int springs_shoot(film *reel, const springs_system *s, const char *caption)
{
    const vec colours[2] = {vector(0.95, 0.72, 0.38), vector(0.40, 0.63, 0.83)};
    vec corners[8];
    raster r;
    if (!raster_begin(&r, SPRINGS_SOFT * SPRINGS_WIDTH, SPRINGS_SOFT * SPRINGS_HEIGHT,
                      vector(0.8, -6.5, 5.0), vector(0, 0, 0)))
        return 0;
    for (int i = 0; i < 8; ++i)
        corners[i] = vector(i & 1 ? 1.85 : -1.85, i & 2 ? 0.95 : -0.95, i & 4 ? 0.5 : -0.6);
    raster_frame(&r, corners, 8, SPRINGS_SOFT * 2);
    if (!raster_light(&r, vector(-0.5, -0.6, 1.3), vector(0, 0, 0), 2.6)) return raster_end(&r), 0;
    raster_clear(&r, vector(1, 1, 1));
    for (int step = RASTER_CAST; step <= RASTER_SEE; ++step)
        for (int i = 0; i < 2; ++i) springs_paint_cube(&r, step, &s->cubes[i], colours[i]);
    raster_ground(&r, -0.6, vector(0.93, 0.92, 0.90));
    springs_paint_wire(&r, s);
    film_frame(reel, &r, caption);
    raster_end(&r);
    return 1;
}

/* The pictures of one system. 0: out of memory. */
static int springs_film(film *reel, int system)
{
    const springs_row *row = &springs_table[system];
    springs_system s;
    int good = 1;
    springs_make(&s, row);
    for (int i = 0; i < SPRINGS_PICTURES && good; ++i) {
        char caption[FILM_CAPTION];
        if (i > 0) good = rigid_update(&s.world, (i - 1) * row->between, i * row->between) >= 0;
        snprintf(caption, sizeof caption, "system %d: %.1f s", system + 1, i * row->between);
        good = good && springs_shoot(reel, &s, caption);
    }
    rigid_free(&s.world);
    return good;
}

/* ---- lengths ---- */

typedef struct springs_faults {
    double length;   /* against the formula, systems 1 to 3 */
    double energy;   /* relative, of those without damping */
    double momentum; /* linear and angular: there is none */
    int touching;    /* moments at which the cubes overlap: the spring does not know */
} springs_faults;

/* Every so often in time; fills the columns of a system. */
static void springs_follow(figure *f, int system, springs_faults *faults)
{
    const springs_row *row = &springs_table[system];
    springs_system s;
    springs_make(&s, row);
    for (int i = 0; i < s.world.body_count; ++i) rigid_refresh(&s.cubes[i]);
    const double start = springs_energy(&s);
    for (int r = 0; r < f->rows; ++r) {
        const double time = f->values[0][r];
        if (r > 0 && rigid_update(&s.world, f->values[0][r - 1], time) < 0) break;
        f->values[1 + system][r] = springs_length(&s);
        if (system < 3) {
            const double formula = springs_exact(row, time);
            f->values[1 + SPRINGS_SYSTEMS + system][r] = formula;
            faults->length = fmax(faults->length, fabs(springs_length(&s) - formula));
        }
        if (!(row->damping > 0.0))
            faults->energy = fmax(faults->energy, fabs(springs_energy(&s) / start - 1.0));
        faults->momentum = fmax(faults->momentum, fmax(length(rigid_momentum(&s.world)),
                                                       length(rigid_angular_momentum(&s.world))));
#ifndef COLLIDE_NO_OBB
        const cld_vec3 half = to_cld(vector(0.5, 0.5, 0.5));
        const cld_pose pose_a = rigid_pose(&s.cubes[0]), pose_b = rigid_pose(&s.cubes[1]);
        const cld_obb a = cld_obb_from_pose(&pose_a, half), b = cld_obb_from_pose(&pose_b, half);
        faults->touching += cld_obb_overlap(&a, &b);
#endif
    }
    rigid_free(&s.world);
}

static void springs_lengths(bench *b)
{
    static const char *const names[8] = {
        "time",     "system 1",         "system 2",         "system 3",
        "system 4", "system 1 formula", "system 2 formula", "system 3 formula"};
    springs_faults faults = {0.0, 0.0, 0.0, 0};
    figure *f = figure_new(
        "figure_I_3_length", "Figure I.3: two cubes and a spring, its length in the four systems",
        "1: stiff, pressed at first; 2: weak; 3: stiff and damped; 4: tied beside the centres, so "
        "that the cubes turn.\nDashed: what the formula of the damped oscillator says, the "
        "simulation lies on it",
        "time", "length of the spring (cubes: side 1)");
    memcpy(f->names, names, sizeof names);
    f->columns = 8, f->rows = FIGURE_ROWS, f->dashed = 3;
    for (int r = 0; r < f->rows; ++r) f->values[0][r] = 0.1 * r;
    for (int i = 0; i < SPRINGS_SYSTEMS; ++i) springs_follow(f, i, &faults);
    figure_write(b, f);
    free(f);
    bench_note(b,
               "springs: length off the formula by at most %.1e, energy by %.1e of it, momentum "
               "%.1e, cubes touching at %d moments",
               faults.length, faults.energy, faults.momentum, faults.touching);
}

static void bench_springs(bench *b)
{
    film reel;
    int good = 1;
    film_begin(&reel, SPRINGS_WIDTH, SPRINGS_HEIGHT);
    for (int i = 0; i < SPRINGS_SYSTEMS && good; ++i) good = springs_film(&reel, i);
    figure_folder();
    good = good && film_strip(&reel, "bench/out/figure_I_3.png", SPRINGS_PICTURES, 1);
    bench_note(b,
               good ? "wrote bench/out/figure_I_3.png" : "cannot write bench/out/figure_I_3.png");
    film_end(&reel);
    springs_lengths(b);
}

#endif /* BENCH_SPRINGS_H */
