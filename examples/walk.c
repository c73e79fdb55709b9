/* A character, a capsule, walks over a ridge and through a valley for 10 s under gravity, by the
 * plain recipe: sweep, move by the time of the hit, slide the rest along the normals met. Nothing
 * is pushed out and no skin is kept: a body that starts in contact is stopped only where it would
 * go deeper.
 *
 *     cc -O2 -I. examples/walk.c -o walk -lm && ./walk
 */
#define COLLIDE_NO_OBB /* the modules left out need no compiling: a third of the time */
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_GRID
#define COLLIDE_NO_MESH
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include <math.h>
#include <stdio.h>

enum { COLUMNS = 121, ROWS = 17, STEPS = 600, ROUNDS = 4 };

static float heights[COLUMNS * ROWS];

static double dot(cld_vec3 a, cld_vec3 b)
{
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z;
}

static cld_vec3 mad(cld_vec3 a, double t, cld_vec3 b)
{
    a.x = (cld_real)((double)a.x + t * (double)b.x);
    a.y = (cld_real)((double)a.y + t * (double)b.y);
    a.z = (cld_real)((double)a.z + t * (double)b.z);
    return a;
}

/* What is left of v when it may not go into the ground: against none of the normals, which point
   into it. Of two it is the line along both; of more, nothing. */
static cld_vec3 slide(cld_vec3 v, const cld_vec3 *normals, int count)
{
    const cld_vec3 none = {0, 0, 0};
    int i, k;
    for (i = 0; i < count; i++) {
        cld_vec3 on = mad(v, -dot(v, normals[i]), normals[i]);
        for (k = 0; k < count && dot(on, normals[k]) <= 1e-6 * sqrt(dot(v, v)); k++) continue;
        if (dot(v, normals[i]) > 0 && k == count) return on;
    }
    for (i = 1; i < count; i++) {
        const cld_vec3 a = normals[i - 1], b = normals[i];
        cld_vec3 d;
        double square;
        d.x = a.y * b.z - a.z * b.y, d.y = a.z * b.x - a.x * b.z, d.z = a.x * b.y - a.y * b.x;
        square = dot(d, d);
        if (square > 1e-12) return mad(none, dot(v, d) / square, d);
    }
    return none;
}

/* Moves the capsule; how many hits at time 0 there were. */
static int move(const cld_heightfield *field, cld_capsule *c, cld_vec3 motion, int *grounded)
{
    cld_vec3 normals[ROUNDS];
    cld_heightfield_hit hit;
    int round, at_once = 0;
    for (round = 0; round < ROUNDS; round++) {
        const int met = cld_heightfield_sweep_capsule(field, c, motion, &hit);
        const double t = met == 1 ? (double)hit.time : 1;
        c->a = mad(c->a, t, motion), c->b = mad(c->b, t, motion);
        if (met != 1) break;
        at_once += t == 0;
        *grounded |= hit.contact.normal.z < (cld_real)-0.5;
        normals[round] = hit.contact.normal;
        motion = slide(mad(motion, -t, motion), normals, round + 1);
    }
    return at_once;
}

int main(void)
{
    const double step = 1.0 / 60, speed = 2;
    cld_heightfield field = {0};
    cld_capsule c = {{2, 4, 0}, {2, 4, 0}, (cld_real)0.35};
    cld_contact k;
    double fall = 0, deepest = 0, gone;
    int i, j, n, at_once = 0;
    for (j = 0; j < ROWS; j++)
        for (i = 0; i < COLUMNS; i++) {
            const double x = 0.25 * i;
            heights[i + j * COLUMNS] = (float)(0.8 * sin(0.5 * x) + 0.1 * sin(2.3 * x));
        }
    field.heights = heights, field.type = CLD_HEIGHT_FLOAT;
    field.columns = COLUMNS, field.rows = ROWS, field.dx = (cld_real)0.25, field.dy = (cld_real)0.5;
    c.a.z = 2, c.b.z = (cld_real)3.2;
    for (n = 0; n < STEPS; n++) {
        cld_vec3 walk = {0, 0, 0}, drop = {0, 0, 0};
        int grounded = 0, ignored = 0;
        fall += 9.81 * step;
        drop.z = (cld_real)(-fall * step);
        at_once += move(&field, &c, drop, &grounded);
        if (grounded) fall = 0;
        /* along the ground: as far as speed says on the level, uphill and down */
        walk.x = (cld_real)(speed * step);
        if (grounded && cld_heightfield_distance_capsule(&field, &c, 1, &k) == 1) {
            const double up = (double)k.normal.x / -(double)k.normal.z;
            walk.z = (cld_real)(speed * step * up);
        }
        at_once += move(&field, &c, walk, &ignored);
        if (cld_heightfield_distance_capsule(&field, &c, 1, &k) == 1)
            deepest = fmin(deepest, (double)k.distance);
    }
    gone = (double)c.a.x - 2;
    printf("10 s at %g m/s: %.3f m far, %.1f %% of the way; %d hits at once; deepest %.2g m\n",
           speed, gone, 100 * gone / (10 * speed), at_once, -deepest);
    if (!(gone >= 0.99 * 10 * speed && deepest > -1e-3)) return 1;
    return 0;
}
