/* tour/boxes.h, a part of tour.c: the broad phase. A galaxy of boxes turns: which ones meet? */

#ifndef TOUR_BOXES_H
#define TOUR_BOXES_H

#include "paint.h"

enum { STARS = 100000, STAR_STEPS = 10, STAR_PAIRS = 1000000 };

typedef struct star {
    double radius, turn, height, size[3];
} star;

typedef struct galaxy {
    star *stars;
    cld_aabb *boxes;
    cld_pair *pairs;
    int pair_count;
} galaxy;

/* Two arms, dense in the middle. Sizes as those of stones: few large ones, many small. */
static void galaxy_make(tour *t, galaxy *s)
{
    s->stars = (star *)tour_memory(STARS * sizeof *s->stars);
    s->boxes = (cld_aabb *)tour_memory(STARS * sizeof *s->boxes);
    s->pairs = (cld_pair *)tour_memory(STAR_PAIRS * sizeof *s->pairs);
    for (int i = 0; i < STARS; i++) {
        star *p = &s->stars[i];
        const double out = random_between(&t->random, 0.02, 1),
                     aside = random_between(&t->random, -1, 1);
        const double size = 0.0008 / sqrt(random_between(&t->random, 0.002, 1));
        p->radius = out * sqrt(out);
        p->turn = (i % 2) * PI + 2.8 * log(p->radius + 0.08) +
                  (0.3 + 0.5 * out) * aside * fabs(aside) / (p->radius + 0.1);
        p->height = random_between(&t->random, -1, 1);
        p->height *= 0.25 * fabs(p->height) * exp(-3 * p->radius);
        for (int k = 0; k < 3; k++) p->size[k] = size * random_between(&t->random, 0.5, 1);
    }
}

/* The inner ones turn faster. */
static void galaxy_turn(galaxy *s, double time)
{
    for (int i = 0; i < STARS; i++) {
        const star *p = &s->stars[i];
        const double turn = p->turn + time / (0.2 + p->radius);
        const double x = p->radius * cos(turn), y = p->radius * sin(turn), z = p->height;
        s->boxes[i].low = to_cld(vector(x - p->size[0], y - p->size[1], z - p->size[2]));
        s->boxes[i].high = to_cld(vector(x + p->size[0], y + p->size[1], z + p->size[2]));
    }
}

static void galaxy_ask(tour *t, galaxy *s, chapter *c)
{
    const cld_aabb *boxes = s->boxes;
    cld_pair *pairs = s->pairs;
    for (int step = 0; step <= STAR_STEPS;
         step++) { /* the first one makes room, and is not timed */
        double begin;
        int count;
        galaxy_turn(s, 0.002 * step);
        begin = seconds();
        /* sample: */
        count = check(cld_aabb_pairs(boxes, STARS, &t->workspace, pairs, STAR_PAIRS));
        /* end of the sample */
        if (step > 0) c->time += seconds() - begin;
        tour_check(c, count > 0 && count <= STAR_PAIRS);
        s->pair_count = count;
    }
}

/* ----------------------------------------------------------------------------------- the check */

typedef struct galaxy_key {
    cld_real low;
    uint32_t box;
} galaxy_key;

static int galaxy_compare_keys(const void *a, const void *b)
{
    const galaxy_key *p = (const galaxy_key *)a, *q = (const galaxy_key *)b;
    return (p->low > q->low) - (p->low < q->low);
}

static int galaxy_compare_pairs(const void *a, const void *b)
{
    const cld_pair *p = (const cld_pair *)a, *q = (const cld_pair *)b;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    return (p->b > q->b) - (p->b < q->b);
}

static int galaxy_meet(const cld_aabb *p, const cld_aabb *q)
{
    return p->low.x <= q->high.x && q->low.x <= p->high.x && p->low.y <= q->high.y &&
           q->low.y <= p->high.y && p->low.z <= q->high.z && q->low.z <= p->high.z;
}

/* The pairs of the last step must be those that a plain sweep along x finds: all of them, none
   twice, and no others. */
static void galaxy_check(const galaxy *s, chapter *c)
{
    galaxy_key *keys = (galaxy_key *)tour_memory(STARS * sizeof *keys);
    cld_pair *found = (cld_pair *)tour_memory((size_t)s->pair_count * sizeof *found);
    int count = 0;
    for (uint32_t i = 0; i < STARS; i++) keys[i].low = s->boxes[i].low.x, keys[i].box = i;
    qsort(keys, STARS, sizeof *keys, galaxy_compare_keys);
    for (int i = 0; i < STARS; i++) {
        const uint32_t a = keys[i].box;
        for (int k = i + 1; k < STARS && keys[k].low <= s->boxes[a].high.x; k++) {
            const uint32_t b = keys[k].box;
            if (!galaxy_meet(&s->boxes[a], &s->boxes[b])) continue;
            if (count < s->pair_count)
                found[count].a = a < b ? a : b, found[count].b = a < b ? b : a;
            count++;
        }
    }
    tour_check(c, count == s->pair_count);
    qsort(found, (size_t)s->pair_count, sizeof *found, galaxy_compare_pairs);
    qsort(s->pairs, (size_t)s->pair_count, sizeof *found, galaxy_compare_pairs);
    for (int i = 0; i < count && i < s->pair_count; i++)
        tour_check(c, found[i].a == s->pairs[i].a && found[i].b == s->pairs[i].b);
    free(keys), free(found);
}

/* --------------------------------------------------------------------------------- the picture */

/* What is seen of a box: its top and two sides. */
static void galaxy_paint(const cld_aabb *box, raster *r, int step, vec colour)
{
    static const int faces[3][4] = {{4, 5, 7, 6}, {0, 1, 5, 4}, {1, 3, 7, 5}};
    for (int i = 0; i < 3; i++) {
        vec p[4];
        for (int k = 0; k < 4; k++) {
            const int at = faces[i][k];
            p[k] = from_cld(box->low);
            if (at & 1) p[k].x = (double)box->high.x;
            if (at & 2) p[k].y = (double)box->high.y;
            if (at & 4) p[k].z = (double)box->high.z;
        }
        paint_triangle(r, step, p[0], p[1], p[2], colour);
        paint_triangle(r, step, p[0], p[2], p[3], colour);
    }
}

static int galaxy_picture(const galaxy *s, const char *path)
{
    const vec blue = paint_colour(0x78b1e0), orange = paint_colour(0xffab5c);
    unsigned char *meets = (unsigned char *)tour_need(calloc(STARS, 1), "out of memory");
    vec *points = (vec *)tour_memory(STARS * sizeof *points);
    raster r;
    for (int i = 0; i < STARS; i++) points[i] = from_cld(s->boxes[i].low);
    for (int i = 0; i < s->pair_count; i++) meets[s->pairs[i].a] = meets[s->pairs[i].b] = 1;
    paint_begin(&r, vector(0.9, -2.2, 2.2), vector(0, 0, 0), vector(0, 0, 0), 1.2);
    raster_frame(&r, points, STARS, FINE * 12);
    for (int step = RASTER_CAST; step <= RASTER_SEE; step++)
        for (int i = 0; i < STARS; i++)
            if (s->stars[i].size[0] > 0.0024) /* a pixel: less is not seen */
                galaxy_paint(&s->boxes[i], &r, step, meets[i] ? orange : blue);
    free(meets), free(points);
    return paint_end(&r, path);
}

/* --------------------------------------------------------------------------------- the chapter */

static void tour_boxes(tour *t, chapter *c)
{
    galaxy s;
    memset(&s, 0, sizeof s);
    galaxy_make(t, &s);
    galaxy_ask(t, &s, c);
    galaxy_check(&s, c);
    c->asked = (double)STARS * STAR_STEPS, c->unit = "box";
    snprintf(c->job, TOUR_WORDS, "%d boxes that turn, %d steps", STARS, STAR_STEPS);
    snprintf(c->answers, TOUR_WORDS, "%d pairs meet in the last", s.pair_count);
    snprintf(c->text, TOUR_TEXT,
             "A galaxy of %d boxes, few large and many small, crowded in its middle, turns; all of "
             "them move in each step, and nothing is remembered from the step before. Which ones "
             "overlap (orange)? A step takes %.1f ms; the last one has %d pairs, and a plain sweep "
             "along x found the same ones.",
             STARS, 1e3 * c->time / STAR_STEPS, s.pair_count);
    tour_sample(c, __FILE__);
    tour_keep_picture(t, c, galaxy_picture(&s, tour_picture(t, c, "png")));
    free(s.stars), free(s.boxes), free(s.pairs);
}

#endif /* TOUR_BOXES_H */
