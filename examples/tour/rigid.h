/* tour/rigid.h, a part of tour.c: rigid bodies. A tower of bricks is hit and falls. */

#ifndef TOUR_RIGID_H
#define TOUR_RIGID_H

#include "../film.h"
#include "../rigid.h"
#include "obb.h"
#include "paint.h"

enum {
    TOWER_ROUND = 10, /* bricks of a ring */
    TOWER_RINGS = 7,
    TOWER_BRICKS = TOWER_ROUND * TOWER_RINGS,
    TOWER_BODIES = TOWER_BRICKS + 1, /* and what hits it */
    TOWER_BOXES = TOWER_BODIES + 1,  /* and the ground */
    TOWER_PAIRS = 8 * TOWER_BOXES,
    TOWER_FRAMES = 32,
    TOWER_STILL = 9, /* the frame that is kept as a picture */
    FILM_WIDE = 318,
    FILM_HIGH = 188
};

static const double TOWER_STEP = 1.0 / 240, TOWER_FRAME = 1.0 / 12, TOWER_SPEED = 15;

typedef struct tower {
    rigid_body bodies[TOWER_BODIES];
    vec half[TOWER_BOXES];
    rigid_world world;
    rigid_collider collider;
    cld_workspace *workspace;
    cld_pair pairs[TOWER_PAIRS];
    double asked, time; /* pairs, seconds */
} tower;

static vec tower_corner(const cld_obb *box, int k)
{
    const svg_vec p = obb_point(box, k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1);
    return vector(p.x, p.y, p.z);
}

/* A body as a box, wider by `more` on each side; the last one is the ground, whose top is at
   height 0. */
static cld_obb tower_box(const tower *s, int i, double more)
{
    cld_pose pose = cld_pose_identity();
    if (i < TOWER_BODIES)
        pose = rigid_pose(&s->bodies[i]);
    else
        pose.position = to_cld(vector(0, 0, -s->half[i].z));
    return cld_obb_from_pose(&pose, to_cld(add(s->half[i], more, vector(1, 1, 1))));
}

static cld_aabb tower_bounds(const cld_obb *box)
{
    vec low = tower_corner(box, 0), high = low;
    cld_aabb r;
    for (int k = 1; k < 8; k++) {
        const vec p = tower_corner(box, k);
        low = vector(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = vector(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    r.low = to_cld(low), r.high = to_cld(high);
    return r;
}

/* Contacts of boxes that were made wider by half the margin: what that adds along the normal is
   taken off again. */
static void tower_narrow(const cld_obb *a, const cld_obb *b, double margin, cld_contact *contacts,
                         int n)
{
    for (int k = 0; k < n; k++) {
        const vec normal = from_cld(contacts[k].normal);
        const double grown = rigid_box_growth(a, normal) + rigid_box_growth(b, normal);
        contacts[k].distance += (cld_real)(0.5 * margin * grown);
    }
}

/* Appends the contacts of a pair to those of the world, as far as there is room. */
static int tower_append(tower *s, cld_pair pair, const cld_contact *contacts, int n,
                        rigid_contact *out, int capacity, int count)
{
    for (int k = 0; k < n; k++, count++) {
        if (count >= capacity) continue; /* the world asks again, with more room */
        out[count].contact = contacts[k];
        out[count].a = &s->bodies[pair.a];
        out[count].b = pair.b < TOWER_BODIES ? &s->bodies[pair.b] : NULL; /* NULL: the ground */
    }
    return count;
}

/* The collider of rigid.h: all contacts of all boxes that are nearer than the margin. */
static int tower_collide(void *data, double time, double margin, rigid_contact *out, int capacity)
{
    tower *s = (tower *)data;
    cld_obb boxes[TOWER_BOXES];
    cld_aabb bounds[TOWER_BOXES];
    cld_contact contacts[8];
    cld_pair *pairs = s->pairs;
    int count = 0, near;
    double begin;
    (void)time;
    for (int i = 0; i < TOWER_BOXES; i++)
        boxes[i] = tower_box(s, i, 0.5 * margin), bounds[i] = tower_bounds(&boxes[i]);
    begin = seconds();
    /* sample: */
    near = cld_aabb_pairs(bounds, TOWER_BOXES, s->workspace, pairs, TOWER_PAIRS);
    if (near > TOWER_PAIRS) return CLD_ERROR_COUNT;
    for (int i = 0; i < near; i++) {
        const cld_obb *a = &boxes[pairs[i].a], *b = &boxes[pairs[i].b];
        const int n = cld_obb_collide(a, b, contacts, 8);
        if (n < 0) return n;
        tower_narrow(a, b, margin, contacts, n);
        count = tower_append(s, pairs[i], contacts, n, out, capacity, count);
    }
    /* end of the sample */
    s->time += seconds() - begin;
    s->asked += near > 0 ? near : 0;
    return near < 0 ? near : count;
}

/* Rings of bricks, each on the joints of the one below; a heavy cube flies at them. */
static void tower_make(tower *s)
{
    const double ring = 1.72;
    const vec brick = vector(0.26, 0.5, 0.25), cube = vector(0.5, 0.5, 0.5);
    for (int i = 0; i < TOWER_BRICKS; i++) {
        rigid_body *b = &s->bodies[i];
        const double turn = 2 * PI * (i % TOWER_ROUND + 0.5 * (i / TOWER_ROUND % 2)) / TOWER_ROUND;
        b->position = vector(ring * cos(turn), ring * sin(turn),
                             brick.z * (1 + 2 * (double)(i / TOWER_ROUND)));
        b->orientation = quat_from_axis(vector(0, 0, 1), turn);
        s->half[i] = brick;
        rigid_set_mass(b, 1, rigid_box_inertia(1, brick));
    }
    s->half[TOWER_BRICKS] = cube;
    s->bodies[TOWER_BRICKS].position = vector(-5.5, -2.6, 1.2);
    s->bodies[TOWER_BRICKS].velocity = vector(TOWER_SPEED, 0.35 * TOWER_SPEED, 1.5);
    s->bodies[TOWER_BRICKS].angular_velocity = vector(2, 3, 1);
    rigid_set_mass(&s->bodies[TOWER_BRICKS], 30, rigid_box_inertia(30, cube));
    s->half[TOWER_BODIES] = vector(40, 40, 1);
    s->collider.collide = tower_collide, s->collider.data = s;
    s->collider.friction = 0.6, s->collider.restitution = 0.1;
    s->world.bodies = s->bodies, s->world.body_count = TOWER_BODIES;
    s->world.colliders = &s->collider, s->world.collider_count = 1;
    s->world.gravity = vector(0, 0, -9.81);
    s->world.max_step = 1.0001 * TOWER_STEP; /* a frame is 20 of them, not 21 by rounding */
    s->world.slop = 0.005;
}

/* Do the contacts of this moment tell which boxes overlap? Of every two boxes the 15 axes are
   looked at: what overlaps must have contacts, what is apart none (but for rounding: axes are right
   to 1e-7, and boxes up to 57 large). And nothing may be deeper in anything else than what the
   fastest body moves in two steps: else it was not held when it should have been. */
static void tower_check(tower *s, chapter *c)
{
    enum { ROOM = 8 * TOWER_PAIRS };
    const double slack = sizeof(cld_real) == sizeof(float) ? 1e-5 : 1e-11;
    const double deepest = s->world.slop + 2 * TOWER_STEP * 1.2 * TOWER_SPEED;
    rigid_contact *out = (rigid_contact *)tour_memory(ROOM * sizeof *out);
    unsigned char told[TOWER_BOXES][TOWER_BOXES] = {{0}};
    const double asked = s->asked, time = s->time;
    const int count = check(tower_collide(s, 0, 0, out, ROOM));
    s->asked = asked, s->time = time; /* this question does not count */
    for (int i = 0; i < count && i < ROOM; i++)
        told[out[i].a - s->bodies][out[i].b ? out[i].b - s->bodies : TOWER_BODIES] = 1;
    for (int i = 0; i < TOWER_BOXES; i++) {
        for (int k = i + 1; k < TOWER_BOXES; k++) {
            const cld_obb a = tower_box(s, i, 0), b = tower_box(s, k, 0);
            const double gap = obb_gap(&a, &b);
            if (fabs(gap) > slack) tour_check(c, told[i][k] == (gap < 0));
            tour_check(c, gap > -deepest);
        }
    }
    free(out);
}

/* --------------------------------------------------------------------------------- the pictures */

static void tower_paint_box(const cld_obb *box, raster *r, int step, vec colour)
{
    static const int faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (int i = 0; i < 6; i++) {
        vec p[4];
        for (int k = 0; k < 4; k++) p[k] = tower_corner(box, faces[i][k]);
        paint_triangle(r, step, p[0], p[1], p[2], colour);
        paint_triangle(r, step, p[0], p[2], p[3], colour);
    }
}

static void tower_paint(const tower *s, raster *r, vec ground)
{
    const vec colours[3] = {paint_colour(0xffe3b0), paint_colour(0xf0c27a), paint_colour(0x78b1e0)};
    for (int step = RASTER_CAST; step <= RASTER_SEE; step++) {
        for (int i = 0; i < TOWER_BODIES; i++) {
            const cld_obb box = tower_box(s, i, 0);
            tower_paint_box(&box, r, step, colours[i == TOWER_BRICKS ? 2 : i / TOWER_ROUND % 2]);
        }
    }
    raster_ground(r, 0, ground);
}

/* An empty picture that shows all of it. */
static void tower_begin(raster *r, int width, int height, vec paper)
{
    vec corners[8];
    paint_begin_on(r, width, height, paper, vector(-5, -13, 7), vector(0.8, 0, 1.2),
                   vector(1, 0, 1), 8);
    for (int i = 0; i < 8; i++)
        corners[i] = vector(i & 1 ? 4.6 : -3.0, i & 2 ? 3 : -2.6, i & 4 ? 3.4 : 0);
    raster_frame(r, corners, 8, FINE * 2);
}

/* One picture, with the contacts of the moment; what is hidden shines through. */
static int tower_picture(const tower *s, const char *path)
{
    const vec red = paint_colour(tour_colours[RED]);
    raster r;
    tower_begin(&r, WIDE, HIGH, paint_colour(TOUR_PAPER));
    tower_paint(s, &r, paint_colour(TOUR_PAPER));
    for (int i = 0; i < s->world.contacts.count; i++) {
        const vec at = raster_project(&r, from_cld(s->world.contacts.at[i].contact.point_a));
        raster_stroke(&r, at, at, 3.5, red, 0.12);
    }
    return paint_end(&r, path);
}

static void tower_shoot(const tower *s, film *reel, double time)
{
    char caption[16];
    raster r;
    tower_begin(&r, FILM_WIDE, FILM_HIGH, vector(1, 1, 1));
    tower_paint(s, &r, vector(1, 1, 1));
    snprintf(caption, sizeof caption, "%.1f s", time);
    film_frame(reel, &r, caption);
    raster_end(&r);
}

/* ---------------------------------------------------------------------------------- the chapter */

static void tour_rigid(tour *t, chapter *c)
{
    tower *s = (tower *)tour_need(calloc(1, sizeof *s), "out of memory");
    double moving = 0;
    int fallen = 0;
    film reel;
    s->workspace = &t->workspace;
    tower_make(s);
    film_begin(&reel, FILM_WIDE, FILM_HIGH);
    for (int i = 0; i < TOWER_FRAMES; i++) {
        const double begin = seconds();
        check(rigid_update(&s->world, i * TOWER_FRAME, (i + 1) * TOWER_FRAME));
        moving += seconds() - begin;
        tower_check(s, c);
        tower_shoot(s, &reel, (i + 1) * TOWER_FRAME);
        if (i == TOWER_STILL) {
            tour_sample(c, __FILE__);
            tour_keep_picture(t, c, tower_picture(s, tour_picture(t, c, "png")));
        }
    }
    for (int i = 0; i < TOWER_BRICKS; i++) /* lower than where its ring was, by half a brick */
        fallen += s->bodies[i].position.z < s->half[i].z * (2 * (double)(i / TOWER_ROUND) + 0.5);
    c->time = s->time, c->asked = s->asked, c->unit = "pair";
    snprintf(c->job, TOUR_WORDS, "a tower of %d bricks is hit", TOWER_BRICKS);
    snprintf(c->answers, TOUR_WORDS, "%d bricks fall in %.1f s", fallen,
             TOWER_FRAMES * TOWER_FRAME);
    snprintf(c->text, TOUR_TEXT,
             "A heavy cube flies into a tower of %d bricks. The solver is examples/rigid.h, a "
             "small file of its own; all that it knows of shapes comes from two queries: which "
             "boxes are near, and where they touch. %.1f seconds in %d steps of 1/240 s took "
             "%.2f s in all, %.0f pairs of boxes asked. At each picture of the film every two "
             "boxes were compared by the textbook's 15 axes: what overlaps has contacts, what is "
             "apart has none, and nothing is deeper in anything than two steps can take it.",
             TOWER_BRICKS, TOWER_FRAMES * TOWER_FRAME, s->world.steps, moving, s->asked);
    tour_keep_film(c, film_play(&reel, TOUR_TEMPORARY, 12));
    film_end(&reel);
    rigid_free(&s->world);
    free(s);
}

#endif /* TOUR_RIGID_H */
