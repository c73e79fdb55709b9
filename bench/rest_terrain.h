/* rest_terrain.h: ground as people make it, and bodies at rest on it; for the bench and for peers.
 *
 * Ground of cells of 0.25: flat; stepped, terraces 2 wide with steps of 0.25; ramped, 3 up in 4;
 * creased, ridges 4 apart whose sides fall 1 in 4. The bodies are those of tests/made_bodies.h, a
 * sixteenth as large, without plates: they lie flat on the ground, of creased ground on a ridge,
 * beside steps on a terrace; turned about the vertical not at all, by quarters or by 30 degrees;
 * exactly in contact, to rounding, or a little deep. So how deep they are, and along which normal, is
 * known. Then a motion: away, along, into the ground, or none.
 */
#ifndef BENCH_REST_TERRAIN_H
#define BENCH_REST_TERRAIN_H

#include "bench.h"
#include "collide.h"
#include "../tests/made_bodies.h"
#include "scenes_terrain.h"

typedef enum rest_ground {
    REST_FLAT,
    REST_STEPPED,
    REST_RAMPED,
    REST_CREASED,
    REST_GROUNDS
} rest_ground;

static const char *const rest_ground_names[REST_GROUNDS] = {"made: flat", "made: stepped",
                                                            "made: ramped", "made: creased"};

static const double rest_scale = 1.0 / 16;

/* All heights are floats. */
static double rest_height(rest_ground ground, double x)
{
    if (ground == REST_STEPPED) {
        const double step = floor(x / 2), along = x - 2 * step;
        return 0.25 * step + (along > 1.75 ? along - 1.75 : 0);
    }
    if (ground == REST_RAMPED) return 0.75 * x;
    if (ground == REST_CREASED) return -0.25 * fabs(x - 4 * floor(x / 4) - 2);
    return 0;
}

static cld_real *rest_heights(rest_ground ground, int columns, int rows)
{
    cld_real *h = (cld_real *)terrain_allocate((size_t)columns * (size_t)rows, sizeof *h), *at = h;
    for (int j = 0; j < rows; ++j)
        for (int i = 0; i < columns; ++i) *at++ = (cld_real)rest_height(ground, TERRAIN_CELL * i);
    return h;
}

/* A place on ground of so many columns: multiples of 1/16, half of a terrace from its steps. */
static void rest_place(made_random *r, rest_ground ground, int columns, double place[3])
{
    const int cells = columns / 4, middle = made_integer(r, cells / 4 + 8, 3 * cells / 4 - 8);
    place[0] = middle + made_integer(r, -8, 8) / 16.0;
    if (ground == REST_STEPPED) place[0] = 2 * (middle / 2) + 0.875 + made_integer(r, -4, 4) / 16.0;
    if (ground == REST_CREASED) place[0] = 4 * (middle / 4) + 2;
    place[1] = made_integer(r, 4 * cells, 12 * cells) / 16.0;
    place[2] = rest_height(ground, place[0]);
}

/* The mover of *s lies where it may lie, and moves: of steps and creases along them, or straight
   away from the ground or into it. */
static void rest_scene(made_random *r, rest_ground ground, int columns, int kind, made_scene *s)
{
    static const double quarters[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const int how = made_integer(r, 0, 5);
    const double cosine = how < 4 ? quarters[how][0] : sqrt(0.75);
    const double sine = how < 4 ? quarters[how][1] : how == 4 ? 0.5 : -0.5;
    const double rise = ground == REST_RAMPED ? 0.6 : 0, run = ground == REST_RAMPED ? 0.8 : 1;
    const double x[3] = {run, 0, rise}, z[3] = {-rise, 0, run};
    double turn[3][3], place[3];
    do {
        made_scene_rest(s, r, kind, 0);
    } while (s->mover.half[0] > 8 || s->mover.half[1] > 8 ||
             (s->mover.corners > 0 && fabs(s->mover.corner[0][0]) > 8));
    if (ground == REST_STEPPED || ground == REST_CREASED) /* turned by quarters: back to y */
        s->motion[0] = s->motion[1] = 0;
    for (int i = 0; i < 3; ++i) {
        turn[0][i] = cosine * x[i] + (i == 1 ? sine : 0);
        turn[1][i] = -sine * x[i] + (i == 1 ? cosine : 0);
        turn[2][i] = z[i];
    }
    rest_place(r, ground, columns, place);
    for (int i = 0; i < 3; ++i) place[i] /= rest_scale;
    made_body_pose(&s->mover, turn, place, rest_scale);
    made_turn(s->normal, turn);
    made_turn(s->motion, turn);
    if ((ground == REST_STEPPED || ground == REST_CREASED) && s->way != MADE_STANDS)
        s->motion[1] = made_integer(r, 1, 3);
    if (s->way == MADE_INTO && made_integer(r, 0, 1)) s->motion[1] = 0;
    for (int i = 0; i < 3; ++i) s->motion[i] *= rest_scale;
    s->depth *= rest_scale;
}

/* What a sweep must answer: 1 stopped at once, 0 not at all, -1 either is right, since rounding
   decides. */
static int rest_stops(const made_scene *s)
{
    double along = 0, length = 0;
    for (int i = 0; i < 3; ++i) {
        along += s->motion[i] * s->normal[i];
        length += s->motion[i] * s->motion[i];
    }
    length = sqrt(length);
    if (length == 0) return 0;
    if (along > 0.01 * length) return s->start == MADE_TO_ROUNDING ? -1 : 0;
    if (along < -0.01 * length) return 1;
    return s->start == MADE_TO_ROUNDING || fabs(along) > 0 ? -1 : 0;
}

#endif /* BENCH_REST_TERRAIN_H */
