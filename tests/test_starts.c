/* Sweeps that start in contact, by the rule in the title block of collide.h: a body is stopped only
 * where it would go deeper than it already is. Scenes are those that people make (made_bodies.h);
 * the truth comes from long double and from plain formulas, independent of the library: the signed
 * distance of convex bodies that do not turn is the largest of the gaps along finitely many
 * directions, a convex function of time, whose least value a search finds.
 *
 *     test_starts [seed]                  seconds
 *     test_starts --starts 1000000 [seed]   so many starts of each kind; prints what came of them */
#include "test.h"

#include "made_bodies.h"

typedef long double wide;

typedef struct tally {
    long starts, contact, hits, free, later, open; /* open: the truth is within the bound */
} tally;

static long most_starts = 8000;
static int is_loud;

static void tally_print(const tally *t, const char *name)
{
    if (is_loud) {
        printf("%-9s %8ld starts: %8ld in contact: %8ld hits, %8ld free, %6ld too close to tell; "
               "%8ld apart or later\n",
               name, t->starts, t->contact, t->hits, t->free, t->open, t->later);
    }
    CHECK(t->hits > 0 && t->free > 0 && t->later > 0 && t->contact > t->starts / 4);
    CHECK(t->open * 4 < t->contact);
}

/* ----------------------------------------------------------------------- the signed distance */

enum { GAPS = 64 };

/* Gaps along unit directions: max(low + t speed, high - t speed). */
typedef struct gaps {
    int count;
    wide normal[GAPS][3], low[GAPS], high[GAPS], speed[GAPS];
} gaps;

static wide dot(const wide a[3], const wide b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

typedef struct cloud {
    int count;
    wide at[MADE_CORNERS][3];
} cloud;

static void cloud_reach(const cloud *c, const wide n[3], wide *low, wide *high)
{
    int i;
    *low = *high = dot(c->at[0], n);
    for (i = 1; i < c->count; i++) {
        const wide x = dot(c->at[i], n);
        if (x < *low) *low = x;
        if (x > *high) *high = x;
    }
}

/* The direction, of any length, as one along which the hulls of a and b, which moves, may part. */
static void gaps_add(gaps *g, const cloud *a, const cloud *b, const wide direction[3],
                     const wide motion[3])
{
    const wide length = sqrtl(dot(direction, direction));
    wide *n = g->normal[g->count], a_low, a_high, b_low, b_high;
    int i;
    if (!(length > 0) || g->count == GAPS) return;
    for (i = 0; i < 3; i++) n[i] = direction[i] / length;
    for (i = 0; i < g->count; i++) /* parallel edges tell the same again and again */
        if (fabsl(n[0]) == fabsl(g->normal[i][0]) && fabsl(n[1]) == fabsl(g->normal[i][1]) &&
            fabsl(n[2]) == fabsl(g->normal[i][2]) && fabsl(dot(n, g->normal[i])) > 1 - 1e-15L)
            return;
    cloud_reach(a, n, &a_low, &a_high), cloud_reach(b, n, &b_low, &b_high);
    g->low[g->count] = b_low - a_high, g->high[g->count] = a_low - b_high;
    g->speed[g->count] = dot(n, motion);
    g->count++;
}

static wide gap_at(const gaps *g, int i, wide t)
{
    const wide x = g->low[i] + t * g->speed[i], y = g->high[i] - t * g->speed[i];
    return x > y ? x : y;
}

static wide gaps_at(const gaps *g, wide t)
{
    wide most = gap_at(g, 0, t);
    int i;
    for (i = 1; i < g->count; i++) {
        const wide x = gap_at(g, i, t);
        if (x > most) most = x;
    }
    return most;
}

/* The least of the signed distance + t rise, over the way; where. The line of the gap that is
   largest at a time says on which side of it the least is. */
static wide gaps_least(const gaps *g, wide rise, wide *where)
{
    wide low = 0, high = 1, least = gaps_at(g, 0), end = gaps_at(g, 1) + rise;
    int i, k;
    *where = 0;
    if (end < least) least = end, *where = 1;
    for (i = 0; i < 70; i++) {
        const wide t = 0.5L * (low + high);
        wide most = gap_at(g, 0, t), speed = 0;
        int at = 0;
        for (k = 1; k < g->count; k++) {
            const wide x = gap_at(g, k, t);
            if (x > most) most = x, at = k;
        }
        if (most + t * rise < least) least = most + t * rise, *where = t;
        speed = g->low[at] + t * g->speed[at] >= g->high[at] - t * g->speed[at] ? g->speed[at]
                                                                                : -g->speed[at];
        if (speed + rise > 0) {
            high = t;
        } else {
            low = t;
        }
    }
    return least;
}

/* What a sweep told. */
typedef struct told {
    int found;
    double time, distance;
    wide normal[3];
} told;

/* Judges a sweep: `bound` is how far signed distances may be off, `numbers` how large the numbers
   are that cld_real rounds. */
static void judge(const gaps *g, const told *h, double length, double bound, double numbers,
                  tally *t, test_random *r)
{
    const wide at_start = gaps_at(g, 0);
    const wide graze = 8 * (wide)TEST_ROUND * length, rounding = 16 * (wide)TEST_ROUND * numbers;
    const wide floor_is = at_start < 0 ? at_start : 0;
    wide where, least = gaps_least(g, 0, &where), n[3];
    int i, good = 1;
    t->starts++;
    good &= CHECK(h->found == 0 || h->found == 1);
    if (at_start > bound) { /* apart: the first touch */
        t->later++;
        if (least < -bound) good &= CHECK(h->found == 1);
        if (least > bound) good &= CHECK(h->found == 0);
        if (h->found) {
            good &= CHECK(fabsl(gaps_at(g, h->time)) <= bound + 2 * (wide)TEST_ROUND * length);
        }
    } else if (at_start > -bound && least > -bound) {
        t->contact++; /* they may do no more than touch: at most a hit that is no deeper */
        t->free += !h->found;
        if (least >= at_start && at_start <= 0) good &= CHECK(!h->found);
    } else {
        const wide less = gaps_least(g, graze, &where);
        t->contact++;
        if (less < floor_is - 2 * bound) {
            good &= CHECK(h->found == 1);
        } else if (least >= floor_is - 1e-18L * numbers) {
            good &= CHECK(h->found == 0);
        } else {
            t->open++;
        }
        t->hits += h->found, t->free += !h->found;
    }
    if (h->found && at_start <= 0) good &= CHECK(h->time == 0);
    for (i = 0; i < 3; i++) n[i] = h->normal[i];
    if (h->found) good &= CHECK(fabsl(dot(n, n) - 1) <= 16 * (wide)TEST_ROUND);
    if (h->found && h->time == 0 && at_start <= bound) {
        /* the contact is told as it is, and B goes against the normal */
        wide most = -1e300L;
        for (i = 0; i < g->count; i++) {
            const wide c = dot(g->normal[i], n), sign = c < 0 ? -1 : 1;
            const wide x = sign > 0 ? g->low[i] : g->high[i];
            if (c * sign > 1 - 64 * (wide)TEST_ROUND && x > most) {
                most = x;
                good &= CHECK(sign * g->speed[i] < 0);
            }
        }
        good &= CHECK(most >= at_start - bound);
        good &= CHECK(fabsl(h->distance - floor_is) <= bound + rounding);
    }
    if (!h->found) { /* what is free is free */
        for (i = 0; i < 9; i++) {
            const wide when = i == 0 ? 1 : i == 1 ? where : (wide)test_between(r, 0, 1);
            const wide low = at_start > bound ? 0 : floor_is;
            good &= CHECK(gaps_at(g, when) >= low - 2 * bound - when * graze);
        }
    }
    if (!good && is_loud) {
        printf("    at the start %Lg, least %Lg at %Lg, bound %g, found %d time %g\n", at_start,
               least, where, bound, h->found, h->time);
    }
}

/* ------------------------------------------------------------------------------------- boxes */

#define ROUND_DOUBLE 1.1102230246251565e-16

static cld_vec3 rounded3(const double v[3])
{
    cld_vec3 w;
    w.x = (cld_real)v[0], w.y = (cld_real)v[1], w.z = (cld_real)v[2];
    return w;
}

static cld_obb box_of(const made_body *b)
{
    cld_obb o;
    o.centre = rounded3(b->position), o.half = rounded3(b->half);
    o.axes.x = rounded3(b->axes[0]), o.axes.y = rounded3(b->axes[1]);
    o.axes.z = rounded3(b->axes[2]);
    return o;
}

static void numbers_of(const cld_real *from, int count, wide *to)
{
    int i;
    for (i = 0; i < count; i++) {
        volatile cld_real rounded = from[i];
        to[i] = rounded;
    }
}

/* The corners of a box, its axes. */
static void box_cloud(const cld_obb *box, cloud *c, wide axes[3][3])
{
    wide centre[3], half[3];
    int i, k, j;
    numbers_of(&box->centre.x, 3, centre), numbers_of(&box->half.x, 3, half);
    numbers_of(&box->axes.x.x, 9, axes[0]);
    c->count = 8;
    for (i = 0; i < 8; i++)
        for (j = 0; j < 3; j++) {
            c->at[i][j] = centre[j];
            for (k = 0; k < 3; k++) c->at[i][j] += (i >> k & 1 ? half[k] : -half[k]) * axes[k][j];
        }
}

static void cross(const wide a[3], const wide b[3], wide out[3])
{
    int c;
    for (c = 0; c < 3; c++)
        out[c] = a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
}

static void judge_boxes(const cld_obb *a, const cld_obb *b, cld_vec3 motion, tally *t,
                        test_random *r)
{
    const double way[3] = {(double)motion.x, (double)motion.y, (double)motion.z};
    const double length = sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    double size = 0, far = 0, delta = 0;
    wide move[3], axes_a[3][3], axes_b[3][3], n[3];
    cloud ca, cb;
    gaps g;
    cld_obb_hit hit;
    told h;
    int i, k;
    box_cloud(a, &ca, axes_a), box_cloud(b, &cb, axes_b);
    numbers_of(&motion.x, 3, move);
    g.count = 0;
    for (i = 0; i < 3; i++) {
        cross(axes_a[i], axes_a[(i + 1) % 3], n), gaps_add(&g, &ca, &cb, n, move);
        cross(axes_b[i], axes_b[(i + 1) % 3], n), gaps_add(&g, &ca, &cb, n, move);
        for (k = 0; k < 3; k++) cross(axes_a[i], axes_b[k], n), gaps_add(&g, &ca, &cb, n, move);
        size += (double)(&a->half.x)[i] + (double)(&b->half.x)[i];
        delta += fabs((double)(&b->centre.x)[i] - (double)(&a->centre.x)[i]);
        far += fabs((double)(&b->centre.x)[i]) + fabs((double)(&a->centre.x)[i]);
    }
    memset(&hit, 0, sizeof hit);
    h.found = cld_obb_sweep(a, b, motion, &hit);
    CHECK(cld_obb_sweep(a, b, motion, NULL) == h.found);
    h.time = (double)hit.time, h.distance = (double)hit.contact.distance;
    numbers_of(&hit.contact.normal.x, 3, h.normal);
    judge(&g, &h, length, 200 * ROUND_DOUBLE * (size + delta), size + far, t, r);
}

static void starts_of_boxes(void)
{
    made_random m = {test_seed};
    test_random r = test_random_from(1);
    tally t;
    long i;
    memset(&t, 0, sizeof t);
    for (i = 0; i < most_starts; i++) {
        made_scene s;
        cld_obb a, b, wall;
        made_scene_on(&s, &m, MADE_BOX, MADE_BOX), made_scene_pose(&s, &m);
        a = box_of(&s.still), b = box_of(&s.mover), wall = box_of(&s.wall);
        judge_boxes(&a, &b, rounded3(s.motion), &t, &r);
        if (s.way == MADE_LATER) judge_boxes(&wall, &b, rounded3(s.motion), &t, &r);
    }
    tally_print(&t, "boxes");
}

/* ----------------------------------------------------------------------- polygons in the plane */

#ifndef COLLIDE_NO_POLYGON

#include "polygon_sweep.h"

typedef struct outline {
    cld_polygon polygon;
    cld_real vertices[2 * MADE_CORNERS];
} outline;

static void outline_of(outline *o, const made_body *b)
{
    int i;
    memset(o, 0, sizeof *o);
    for (i = 0; i < b->corners; i++) {
        o->vertices[2 * i] = (cld_real)b->corner[i][0];
        o->vertices[2 * i + 1] = (cld_real)b->corner[i][1];
    }
    o->polygon.vertices = o->vertices, o->polygon.count = (size_t)b->corners;
    o->polygon.pose.rotation.x = (cld_real)b->axes[0][0];
    o->polygon.pose.rotation.y = (cld_real)b->axes[0][1];
    o->polygon.pose.position.x = (cld_real)b->position[0];
    o->polygon.pose.position.y = (cld_real)b->position[1];
}

/* Its corners in the world, and the largest number that makes them. */
static double outline_cloud(const outline *o, cloud *c)
{
    wide turn[2], at[2], v[2];
    double most = 0;
    int i;
    numbers_of(&o->polygon.pose.rotation.x, 2, turn),
        numbers_of(&o->polygon.pose.position.x, 2, at);
    c->count = (int)o->polygon.count;
    for (i = 0; i < c->count; i++) {
        numbers_of(o->vertices + 2 * i, 2, v);
        c->at[i][0] = turn[0] * v[0] - turn[1] * v[1] + at[0];
        c->at[i][1] = turn[1] * v[0] + turn[0] * v[1] + at[1];
        c->at[i][2] = 0;
        most = fmax(most, (double)fmaxl(fabsl(v[0]), fabsl(v[1])));
        most = fmax(most, (double)fmaxl(fabsl(c->at[i][0]), fabsl(c->at[i][1])));
    }
    return fmax(most, (double)fmaxl(fabsl(at[0]), fabsl(at[1])));
}

static void judge_polygons(const outline *a, const outline *b, cld_vec2 motion, tally *t,
                           test_random *r)
{
    const double length = hypot((double)motion.x, (double)motion.y);
    wide move[3] = {0, 0, 0}, n[3] = {0, 0, 0};
    double numbers = length;
    cloud c[2];
    gaps g;
    cld_hit2 hit;
    told h;
    int k, i;
    numbers = fmax(numbers, outline_cloud(a, &c[0])),
    numbers = fmax(numbers, outline_cloud(b, &c[1]));
    numbers_of(&motion.x, 2, move);
    g.count = 0;
    for (k = 0; k < 2; k++)
        for (i = 0; i < c[k].count; i++) {
            const wide *p = c[k].at[i], *q = c[k].at[(i + 1) % c[k].count];
            n[0] = q[1] - p[1], n[1] = p[0] - q[0];
            gaps_add(&g, &c[0], &c[1], n, move);
        }
    memset(&hit, 0, sizeof hit);
    h.found = sweep_b(&a->polygon, &b->polygon, motion, &hit);
    CHECK(sweep_b(&a->polygon, &b->polygon, motion, NULL) == h.found);
    h.time = (double)hit.time, h.distance = (double)hit.contact.distance;
    memset(h.normal, 0, sizeof h.normal);
    numbers_of(&hit.contact.normal.x, 2, h.normal);
    judge(&g, &h, length, ldexp(numbers, -44), numbers, t, r);
}

static void starts_of_polygons(void)
{
    made_random m = {test_seed + 1};
    test_random r = test_random_from(2);
    tally t;
    long i;
    memset(&t, 0, sizeof t);
    for (i = 0; i < most_starts; i++) {
        made_scene s;
        outline a, b, wall;
        cld_vec2 motion;
        made_scene_flat(&s, &m, MADE_POLYGON, MADE_POLYGON), made_scene_pose(&s, &m);
        outline_of(&a, &s.still), outline_of(&b, &s.mover), outline_of(&wall, &s.wall);
        motion.x = (cld_real)s.motion[0], motion.y = (cld_real)s.motion[1];
        judge_polygons(&a, &b, motion, &t, &r);
        if (s.way == MADE_LATER) judge_polygons(&wall, &b, motion, &t, &r);
    }
    tally_print(&t, "polygons");
}

#endif

/* ------------------------------------------------------------------------- discs on paths */

#ifndef COLLIDE_NO_BEZIER

enum { LINES = 16 };

/* A floor of straight pieces, some of them cubics, and what is at its end. */
typedef struct floor_path {
    cld_path path;
    int count; /* of pieces */
    wide ends[LINES + 1][2];
    char commands[LINES + 1];
    cld_real points[2 * (3 * LINES + 1)];
    double tree[1024];
} floor_path;

static void floor_point(floor_path *f, int *used, const made_scene *pose, double x, double y)
{
    const double *turn = pose->wall.axes[0];
    const double px = turn[0] * x - turn[1] * y, py = turn[1] * x + turn[0] * y;
    f->points[2 * *used] = (cld_real)(pose->wall.position[0] + pose->scale * px);
    f->points[2 * *used + 1] = (cld_real)(pose->wall.position[1] + pose->scale * py);
    ++*used;
}

/* The pose is that of a body that stood in the origin. */
static void floor_of(floor_path *f, const made_scene *pose, int shape, int wall, int cubics)
{
    const double ends[4][2] = {{0, 9}, {4, 3}, {0, -2}, {9, 0}};
    double x = -24, y = 0;
    int used = 0, i;
    memset(f, 0, sizeof *f);
    f->commands[0] = 'M';
    floor_point(f, &used, pose, x, y);
    for (i = 0; i < 6; i++) {
        const double to_x = i < 4 ? -24 + (wall + 24) * (i + 1) / 4.0 : x + ends[shape][0];
        const double to_y = i < 4 ? 0 : y + ends[shape][1];
        if (cubics >> i & 1) {
            floor_point(f, &used, pose, x + (to_x - x) / 4, y + (to_y - y) / 4);
            floor_point(f, &used, pose, x + (to_x - x) / 2, y + (to_y - y) / 2);
        }
        f->commands[1 + i] = cubics >> i & 1 ? 'C' : 'L';
        x = to_x, y = to_y;
        floor_point(f, &used, pose, x, y);
    }
    f->count = 6;
    f->path.commands = f->commands, f->path.command_count = 7;
    f->path.points = f->points, f->path.point_count = (size_t)used;
    CHECK(cld_path_build(&f->path, f->tree, cld_path_size(&f->path)) == CLD_OK);
}

/* The distance of a place from piece i, as the library has it: cubics by many chords. */
static wide piece_distance(const cld_bezier *c, wide x, wide y)
{
    const int chords = c->degree == 1 ? 1 : 64;
    wide best = 1e300L, px = c->points[0].x, py = c->points[0].y;
    int k;
    for (k = 1; k <= chords; k++) {
        const wide s = (wide)k / chords, u = 1 - s;
        wide qx, qy, dx, dy, square, t, ex, ey;
        if (c->degree == 1) {
            qx = c->points[1].x, qy = c->points[1].y;
        } else {
            qx = u * u * u * c->points[0].x + 3 * u * u * s * c->points[1].x +
                 3 * u * s * s * c->points[2].x + s * s * s * c->points[3].x;
            qy = u * u * u * c->points[0].y + 3 * u * u * s * c->points[1].y +
                 3 * u * s * s * c->points[2].y + s * s * s * c->points[3].y;
        }
        dx = qx - px, dy = qy - py, square = dx * dx + dy * dy;
        t = square > 0 ? ((x - px) * dx + (y - py) * dy) / square : 0;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        ex = px + t * dx - x, ey = py + t * dy - y;
        if (sqrtl(ex * ex + ey * ey) < best) best = sqrtl(ex * ex + ey * ey);
        px = qx, py = qy;
    }
    return best;
}

/* The least distance along the way: convex in time for straight pieces, and nearly so for cubics
   that rounding has bent. */
static wide piece_least(const cld_bezier *c, const wide from[2], const wide way[2])
{
    wide low = 0, high = 1, a, b;
    int i;
    for (i = 0; i < 90; i++) {
        const wide s = low + (high - low) / 3, t = high - (high - low) / 3;
        a = piece_distance(c, from[0] + s * way[0], from[1] + s * way[1]);
        b = piece_distance(c, from[0] + t * way[0], from[1] + t * way[1]);
        if (a <= b) {
            high = t;
        } else {
            low = s;
        }
    }
    a = piece_distance(c, from[0] + low * way[0], from[1] + low * way[1]);
    b = piece_distance(c, from[0] + way[0], from[1] + way[1]);
    if (b < a) a = b;
    b = piece_distance(c, from[0], from[1]);
    return b < a ? b : a;
}

static wide cubic_square(const cld_bezier *c, wide s, wide x, wide y)
{
    const wide u = 1 - s, a = u * u * u, b = 3 * u * u * s, d = 3 * u * s * s, e = s * s * s;
    const wide qx =
        a * c->points[0].x + b * c->points[1].x + d * c->points[2].x + e * c->points[3].x - x;
    const wide qy =
        a * c->points[0].y + b * c->points[1].y + d * c->points[2].y + e * c->points[3].y - y;
    return qx * qx + qy * qy;
}

/* Of a place from a cubic, to the rounding of long double. */
static wide cubic_distance(const cld_bezier *c, wide x, wide y)
{
    wide best = 1e300L, low = 0, high = 1;
    int k, at = 0;
    for (k = 0; k <= 256; k++) {
        const wide square = cubic_square(c, k / 256.0L, x, y);
        if (square < best) best = square, at = k;
    }
    low = fmaxl(0, (at - 1) / 256.0L), high = fminl(1, (at + 1) / 256.0L);
    for (k = 0; k < 100; k++) {
        const wide s = low + (high - low) / 3, t = high - (high - low) / 3;
        const wide a = cubic_square(c, s, x, y), b = cubic_square(c, t, x, y);
        if (a <= b) {
            high = t;
        } else {
            low = s;
        }
        best = fminl(best, fminl(a, b));
    }
    return sqrtl(best);
}

/* A cubic that rounding has bent may come near a disc twice, and the search for the least distance
   end at the wrong place: the least at the time told and around it, nearer and nearer to it. */
static wide cubic_least(const cld_bezier *c, const wide from[2], const wide way[2], wide time)
{
    wide best = 1e300L, step = 1;
    int k, side;
    for (k = 0; k < 60; k++, step /= 2) {
        for (side = -1; side <= 1; side++) {
            const wide t = fminl(1, fmaxl(0, time + side * step));
            best = fminl(best, cubic_distance(c, from[0] + t * way[0], from[1] + t * way[1]));
        }
    }
    return best;
}

static void judge_disc(const floor_path *f, cld_vec2 from, cld_vec2 to, cld_real radius, tally *t,
                       test_random *r)
{
    wide at[2], end[2], way[2], rad, length, bound, graze, least[LINES], begin[LINES];
    double size;
    cld_bezier c[LINES];
    cld_path_hit hit;
    int i, k, found, rests = 0, must = 0, may = 0, good = 1;
    numbers_of(&from.x, 2, at), numbers_of(&to.x, 2, end), numbers_of(&radius, 1, &rad);
    way[0] = end[0] - at[0], way[1] = end[1] - at[1];
    length = sqrtl(way[0] * way[0] + way[1] * way[1]);
    size = (double)(rad + length);
    for (i = 0; i < f->count; i++) {
        CHECK(cld_path_piece(&f->path, (uint32_t)i, &c[i]) == CLD_OK);
        for (k = 0; k <= c[i].degree; k++)
            size = fmax(size, hypot((double)((wide)c[i].points[k].x - at[0]),
                                    (double)((wide)c[i].points[k].y - at[1])));
    }
    bound = ldexpl(size + rad, -43), graze = 8 * (wide)TEST_ROUND * length;
    graze += 4 * (wide)TEST_ROUND *
             fmaxl(fmaxl(fabsl(at[0]), fabsl(at[1])), fmaxl(fabsl(end[0]), fabsl(end[1])));
    for (i = 0; i < f->count; i++) {
        begin[i] = piece_distance(&c[i], at[0], at[1]) - rad;
        least[i] = piece_least(&c[i], at, way) - rad;
        rests |= begin[i] <= 4 * (wide)TEST_ROUND * rad;
    }
    memset(&hit, 0, sizeof hit);
    found = cld_path_sweep_disc(&f->path, from, to, radius, &hit);
    good &= CHECK(found == 0 || found == 1);
    CHECK(cld_path_sweep_disc(&f->path, from, to, radius, NULL) == found);
    t->starts++;
    for (i = 0; i < f->count; i++) {
        const wide low = begin[i] < 0 ? begin[i] : 0;
        must |= least[i] < low - 2 * bound - 2 * graze;
        may |= least[i] < low - 1e-18L * size;
        if (!rests) may |= least[i] <= bound;
    }
    for (i = 0; i < f->count && found && !may; i++) {
        const wide low = begin[i] < 0 ? begin[i] : 0;
        if (c[i].degree == 1) continue;
        least[i] = fminl(least[i], cubic_least(&c[i], at, way, hit.time) - rad);
        may |= least[i] < low - 1e-18L * size || (!rests && least[i] <= bound);
    }
    if (must) good &= CHECK(found == 1);
    if (!may) good &= CHECK(found == 0);
    t->contact += rests, t->later += !rests || (found && hit.time > 0);
    t->open += may && !must, t->hits += rests && found, t->free += !found;
    if (found) {
        const wide when = hit.time, off = bound + 2 * (wide)TEST_ROUND * length;
        int meets = 0;
        for (i = 0; i < f->count; i++) {
            const wide low = begin[i] < 0 ? begin[i] : 0;
            wide now = piece_distance(&c[i], at[0] + when * way[0], at[1] + when * way[1]) - rad;
            meets |= fabsl(now - low) <= 2 * off;
            good &= CHECK(now >= low - 2 * off - graze);
        }
        good &= CHECK(meets);
        if (hit.time == 0 && rests)
            good &= CHECK((wide)hit.normal.x * way[0] + (wide)hit.normal.y * way[1] < 0);
        good &= CHECK_NEAR(hypot((double)hit.normal.x, (double)hit.normal.y), 1, 16 * TEST_ROUND);
    }
    for (k = 0; k < 5 && !found; k++) { /* what is free is free */
        const wide when = k ? (wide)test_between(r, 0, 1) : 1;
        for (i = 0; i < f->count; i++) {
            const wide low = begin[i] < 0 ? begin[i] : 0;
            good &=
                CHECK(piece_distance(&c[i], at[0] + when * way[0], at[1] + when * way[1]) - rad >=
                      low - 2 * bound - graze);
        }
    }
    if (!good && is_loud) {
        printf("    from %.9g %.9g to %.9g %.9g radius %.9g found %d time %.9g piece %u\n",
               (double)from.x, (double)from.y, (double)to.x, (double)to.y, (double)radius, found,
               (double)hit.time, (unsigned)hit.piece);
        for (i = 0; i < f->count; i++)
            printf("      piece %d (degree %d) %.9g %.9g to %.9g %.9g begins %Lg least %Lg\n", i,
                   c[i].degree, (double)c[i].points[0].x, (double)c[i].points[0].y,
                   (double)c[i].points[c[i].degree].x, (double)c[i].points[c[i].degree].y, begin[i],
                   least[i]);
    }
}

static int sweep_point(const cld_path *path, double x, double y, double to_x, double to_y,
                       cld_path_hit *hit)
{
    cld_vec2 from, to;
    from.x = (cld_real)x, from.y = (cld_real)y, to.x = (cld_real)to_x, to.y = (cld_real)to_y;
    return cld_path_sweep(path, from, to, hit);
}

/* A floor of two pieces, a wall at its end. */
static void starts_of_points(void)
{
    const cld_real room[8] = {-5, 0, 0, 0, 3, 0, 3, 4};
    double memory[512];
    cld_path p = {"MLLL", 4, room, 4, 0, NULL};
    cld_motion2 m = {{5, 0}, 0, {0, 0}};
    cld_path_hit h;
    cld_bezier c;
    CHECK(cld_path_build(&p, memory, sizeof memory) == CLD_OK);
    CHECK(sweep_point(&p, -1, 0, 5, 0, &h) == 1 && h.time == (cld_real)(2 / 3.0) && h.piece == 2);
    CHECK(sweep_point(&p, -1, 0, 2, 0, &h) == 0); /* over the joint */
    CHECK(sweep_point(&p, -1, 0, -1, 1, &h) == 0);
    CHECK(sweep_point(&p, -1, 0, -1, -1, &h) == 0);
    CHECK(sweep_point(&p, -1, 0, -1, 0, &h) == 0);
    CHECK(sweep_point(&p, -1, 0, 7, 2, &h) == 1 && h.time == (cld_real)0.5 && h.piece == 2);
    CHECK(sweep_point(&p, -1, 1, -1, -1, &h) == 1 && h.time == (cld_real)0.5);
    CHECK(cld_path_sweep_points(&p, room + 2, 1, 0, &m, &h) == 1 && h.time == (cld_real)0.6);
    { /* as near beside a line as numbers go, a point does not go through */
        const cld_real least = sizeof(cld_real) == 4 ? (cld_real)1e-40 : (cld_real)1e-310;
        cld_vec2 from, to;
        CHECK(sweep_point(&p, -1, (double)least, -1, -1, &h) == 1 && h.time <= least);
        CHECK(sweep_point(&p, -1, -(double)least, -1, 1, &h) == 1 && h.time <= least);
        CHECK(sweep_point(&p, -1, (double)least, -1, 1, &h) == 0);
        CHECK(sweep_point(&p, -1, -(double)least, -1, -1, &h) == 0);
        c.degree = 1, c.points[0].x = -5, c.points[0].y = 0, c.points[1].x = 1, c.points[1].y = 0;
        from.x = -1, from.y = least, to.x = 1, to.y = -3;
        CHECK(cld_bezier_sweep(&c, from, to, &h) == 1 && h.time <= least);
        CHECK(cld_bezier_sweep_many(&c, &from, &to, 1, &h) == CLD_OK && h.time <= least);
    }
    c.degree = 2; /* a point leaves a parabola and meets it again */
    c.points[0].x = -2, c.points[0].y = 4, c.points[1].x = 0, c.points[1].y = -4;
    c.points[2].x = 2, c.points[2].y = 4;
    {
        cld_vec2 from, to;
        from.x = -1, from.y = 1, to.x = 3, to.y = 1;
        CHECK(cld_bezier_sweep(&c, from, to, &h) == 1 && h.time == (cld_real)0.5);
        CHECK(cld_bezier_sweep_many(&c, &from, &to, 1, &h) == CLD_OK && h.time == (cld_real)0.5);
        CHECK(cld_bezier_sweep_all(&c, from, to, &h, 1) == 2);
        CHECK((double)h.time <= ldexp(1, -44)); /* the bound of the docs */
        to.x = -3;
        CHECK(cld_bezier_sweep(&c, from, to, &h) == 0);
    }
}

/* A point that starts on the floor y = 0, |x| < 9, or close beside it, and turns: its height is a
   plain formula. It leaves to either side; beside it, it does not go through. */
static void starts_of_turning_points(void)
{
    enum { STEPS = 256 };
    const cld_real ends[4] = {-9, 0, 9, 0};
    test_random r = test_random_from(4);
    double memory[512];
    cld_path p = {"ML", 2, ends, 2, 0, NULL};
    tally t;
    long i;
    memset(&t, 0, sizeof t);
    CHECK(cld_path_build(&p, memory, sizeof memory) == CLD_OK);
    for (i = 0; i < most_starts; i++) {
        const double near_by = test_integer(&r, 0, 3) ? 0 : ldexp(1, -test_integer(&r, 60, 90));
        cld_real at[2];
        cld_motion2 m;
        cld_path_hit h;
        wide cross = 2, y = 0, before, v, place[2], speed = 0;
        int found, k, left = 0, good = 1;
        at[0] = (cld_real)(0.5 * test_integer(&r, -12, 12));
        at[1] = (cld_real)(near_by * (test_integer(&r, 0, 1) ? 1 : -1));
        m.centre.x = (cld_real)(0.5 * test_integer(&r, -6, 6));
        m.centre.y = (cld_real)(0.5 * test_integer(&r, -6, 6));
        m.angle = (cld_real)(0.25 * test_integer(&r, -16, 16));
        m.linear.x = (cld_real)(0.5 * test_integer(&r, -4, 4));
        m.linear.y = (cld_real)(0.5 * test_integer(&r, -4, 4));
        if (m.angle == 0) continue;
        v = (wide)m.linear.y + (wide)m.angle * ((wide)at[0] - m.centre.x);
        speed = hypotl(m.linear.x, m.linear.y) +
                fabsl(m.angle) * hypotl((wide)at[0] - m.centre.x, (wide)at[1] - m.centre.y);
        before = at[1];
        for (k = 1; k <= STEPS && cross > 1; k++) {
            const wide time = (wide)k / STEPS, phi = time * m.angle;
            place[0] = (wide)at[0] - m.centre.x, place[1] = (wide)at[1] - m.centre.y;
            y = m.centre.y + time * m.linear.y + sinl(phi) * place[0] + cosl(phi) * place[1];
            v = m.centre.x + time * m.linear.x + cosl(phi) * place[0] - sinl(phi) * place[1];
            if (fabsl(y) < 1e-3L) continue; /* what grazes may be either */
            if (before != 0 && (y > 0) != (before > 0) && fabsl(v) < 8.5L) cross = time;
            if (fabsl(v) > 8.5L) left = 1; /* beyond the floor */
            before = y;
        }
        memset(&h, 0, sizeof h);
        found = cld_path_sweep_points(&p, at, 1, 0, &m, &h);
        t.starts++, t.contact++, t.hits += found, t.free += !found;
        t.later += found && h.time > 0;
        if (cross <= 1 && !left) good &= CHECK(found == 1 && (wide)h.time <= cross);
        if (found && h.time > 0) { /* there it is on the floor, once it has left it */
            const wide phi = (wide)h.time * m.angle;
            y = m.centre.y + (wide)h.time * m.linear.y + sinl(phi) * ((wide)at[0] - m.centre.x) +
                cosl(phi) * ((wide)at[1] - m.centre.y);
            good &= CHECK(fabsl(y) <= 64 * ldexpl(1, -40) + 4 * (wide)TEST_ROUND * speed);
        }
        if (found && h.time == 0) good &= CHECK(at[1] != 0);
        if (!good && is_loud)
            printf(
                "    at %g %g centre %g %g shift %g %g angle %g: found %d time %g, crosses %Lg\n",
                (double)at[0], (double)at[1], (double)m.centre.x, (double)m.centre.y,
                (double)m.linear.x, (double)m.linear.y, (double)m.angle, found, (double)h.time,
                cross);
    }
    tally_print(&t, "turning");
}

static void starts_of_discs(void)
{
    made_random m = {test_seed + 2};
    test_random r = test_random_from(3);
    tally t;
    long i;
    memset(&t, 0, sizeof t);
    for (i = 0; i < most_starts; i++) {
        made_scene s;
        floor_path f;
        cld_vec2 from, to;
        const int wall = made_integer(&m, 2, 20), shape = made_integer(&m, 0, 3);
        made_scene_rest(&s, &m, MADE_DISC, 1);
        made_body_begin(&s.wall, MADE_POLYGON);
        s.mover.position[0] =
            made_integer(&m, 0, 1) ? 0.5 * made_integer(&m, -9, 3) : wall - s.mover.half[0];
        made_scene_pose(&s, &m);
        floor_of(&f, &s, shape, wall, made_integer(&m, 0, 3) ? 0 : made_integer(&m, 0, 63));
        from.x = (cld_real)s.mover.position[0], from.y = (cld_real)s.mover.position[1];
        to.x = (cld_real)(s.mover.position[0] + s.motion[0]);
        to.y = (cld_real)(s.mover.position[1] + s.motion[1]);
        judge_disc(&f, from, to, (cld_real)s.mover.half[0], &t, &r);
    }
    tally_print(&t, "discs");
}

/* Discs on long straight pieces, lines and cubics, in a direction in which all numbers are exact:
   along the floor and away they are free, whatever the rounding of the distances; down they go in
   at once, but for those that pass the end of the path before they are in by what rounds. */
static void starts_of_discs_on_long_pieces(void)
{
    test_random r = test_random_from(5);
    long n;
    { /* stopped at the joint: the distance from the cubic was a rounding too large */
        static const double floor[10] = {
            -20784609.690826528, -12000000, -11907849.30203603,  -6875000,
            -9688659.2048384063, -5593750,  -7469469.1076407824, -4312500,
            -3031088.913245535,  -1750000};
        double memory[512];
        cld_real points[10];
        cld_path path = {"MLC", 3, points, 5, 0, NULL};
        cld_vec2 from, to;
        int i;
        for (i = 0; i < 10; i++) points[i] = (cld_real)floor[i];
        from.x = (cld_real)-4397114.3170299744, from.y = (cld_real)-1383974.5962155615;
        to.x = (cld_real)-47698384.506251909, to.y = (cld_real)-26383974.596215561;
        CHECK(cld_path_build(&path, memory, sizeof memory) == CLD_OK);
        CHECK(cld_path_sweep_disc(&path, from, to, 1000000, NULL) == 0);
    }
    for (n = most_starts / 8; n > 0; n--) {
        const double scale = ldexp(1, test_integer(&r, -30, 30));
        const int pieces = 6, quarter = 1 << test_integer(&r, 0, 15);
        const double along[2] = {3, test_integer(&r, 0, 1) ? 4 : -4};
        const int turn = test_integer(&r, 0, 1), high = test_integer(&r, 1, 16);
        const double up = test_integer(&r, 0, 1) ? high : -high; /* in fives */
        const int way = test_integer(&r, -6 * quarter, 6 * quarter);
        double memory[1024];
        floor_path f;
        cld_vec2 from, to;
        cld_real radius;
        cld_bezier c;
        int i, k, used = 0, found, good = 1;
        memset(&f, 0, sizeof f);
        f.commands[0] = 'M';
        for (i = 0; i <= pieces; i++) {
            const int cubic = i > 0 && test_integer(&r, 0, 1);
            for (k = 0; i > 0 && cubic && k < 2; k++, used++) {
                const double at = (4 * (i - 1) + 1 + k) * quarter - 12.0 * quarter;
                f.points[2 * used + turn] = (cld_real)(scale * at * along[0]);
                f.points[2 * used + !turn] = (cld_real)(scale * at * along[1]);
            }
            f.commands[i] = i == 0 ? 'M' : cubic ? 'C' : 'L';
            f.points[2 * used + turn] = (cld_real)(scale * (4.0 * i - 12) * quarter * along[0]);
            f.points[2 * used + !turn] = (cld_real)(scale * (4.0 * i - 12) * quarter * along[1]);
            used++;
        }
        f.path.commands = f.commands, f.path.command_count = pieces + 1;
        f.path.points = f.points, f.path.point_count = (size_t)used;
        CHECK(cld_path_build(&f.path, memory, sizeof memory) == CLD_OK);
        i = test_integer(&r, -12 * quarter, 12 * quarter - 1); /* where the disc rests */
        radius = (cld_real)(5 * scale * high * (1 - 2 * test_integer(&r, 0, 3) * TEST_ROUND));
        (&from.x)[turn] = (cld_real)(scale * (i * along[0] - up * along[1]));
        (&from.x)[!turn] = (cld_real)(scale * (i * along[1] + up * along[0]));
        for (k = -1; k <= 1; k++) { /* down, along, up */
            const double rise =
                k * test_integer(&r, 1, 64) * (1 + quarter / 256) * (up > 0 ? 1 : -1);
            (&to.x)[turn] =
                (&from.x)[turn] + (cld_real)(scale * (way * along[0] - rise * along[1]));
            (&to.x)[!turn] =
                (&from.x)[!turn] + (cld_real)(scale * (way * along[1] + rise * along[0]));
            found = cld_path_sweep_disc(&f.path, from, to, radius, NULL);
            if (k < 0) { /* in fives: how far it is in where it comes to the end */
                const double end = 12.0 * quarter + (way < 0 ? i : -i), far = abs(way);
                const double in = fabs(rise) * (end < far ? end / far : 1);
                if (in < ldexp(20.0 * quarter + fabs(rise), -20)) found = 1;
            }
            good &= CHECK(found == (k < 0));
            CHECK(cld_path_piece(&f.path, (uint32_t)((i + 12 * quarter) / (4 * quarter)), &c) ==
                  CLD_OK);
            found = cld_bezier_sweep_disc(&c, from, to, radius, NULL);
            if (k >= 0) good &= CHECK(found == 0);
        }
        if (!good && is_loud)
            printf("    quarter %d high %d at %d way %d scale %g\n", quarter, high, i, way, scale);
    }
}

#endif

int main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "--starts") == 0) {
        is_loud = 1;
        test_begin(argc - 2, argv + 2);
        most_starts = atol(argv[2]);
    } else {
        test_begin(argc, argv);
        most_starts = test_repeat(40000);
    }
    TEST(starts_of_boxes);
#ifndef COLLIDE_NO_POLYGON
    TEST(starts_of_polygons);
#endif
#ifndef COLLIDE_NO_BEZIER
    TEST(starts_of_points);
    TEST(starts_of_turning_points);
    TEST(starts_of_discs);
    TEST(starts_of_discs_on_long_pieces);
#endif
    return test_end();
}
