/* [BEZIER] polygons and paths: overlap, distance, contacts and sweeps of convex polygons with a
 * radius against lines, quadratics and cubics, against the signed distance in long double at many
 * places and times (oracle_path_polygon.h).
 *
 *     test_path_polygon [seed] */
#include "test.h"

#include "oracle_path_polygon.h"
#include "path_shapes.h"

static shape one;

typedef struct body {
    cld_real xy[2 * FLANK_VERTICES];
    cld_polygon polygon;
    flank_polygon exact;
} body;

/* What the numbers given say. */
static void body_read(body *b)
{
    const cld_polygon *p = &b->polygon;
    long double c = (long double)p->pose.rotation.x, s = (long double)p->pose.rotation.y;
    size_t i;
    if (c == 0 && s == 0) c = 1;
    b->exact.count = (int)p->count, b->exact.radius = (long double)p->radius;
    for (i = 0; i < p->count; i++) {
        const long double x = (long double)b->xy[2 * i], y = (long double)b->xy[2 * i + 1];
        b->exact.x[i] = c * x - s * y + (long double)p->pose.position.x;
        b->exact.y[i] = s * x + c * y + (long double)p->pose.position.y;
    }
}

static void body_begin(body *b, int count)
{
    memset(&b->polygon, 0, sizeof b->polygon);
    b->polygon.vertices = b->xy, b->polygon.count = (size_t)count;
}

/* A polygon about (x, y), of at most so many vertices. */
static void make_body(body *b, test_random *r, int most, double x, double y, double size)
{
    const int n = test_integer(r, 1, most), turned = test_integer(r, 0, 2);
    int i;
    for (i = 0; i < n; i++) {
        b->xy[2 * i] = (cld_real)(size * test_between(r, -1, 1) + (turned ? 0 : x));
        b->xy[2 * i + 1] = (cld_real)(size * test_between(r, -1, 1) + (turned ? 0 : y));
    }
    body_begin(b, cld_polygon_hull(b->xy, (size_t)n, 0));
    if (turned) b->polygon.pose.position = vec2(x, y);
    if (turned == 2) {
        const double a = test_between(r, -4, 4);
        b->polygon.pose.rotation = vec2(cos(a), sin(a));
    }
    if (coin(r)) b->polygon.radius = (cld_real)(size * log_between(r, -3, 0));
    body_read(b);
}

/* On whole numbers: boxes, triangles, segments. */
static void make_grid_body(body *b, test_random *r, double scale)
{
    const int x = test_integer(r, -5, 4), y = test_integer(r, -5, 4);
    const int w = test_integer(r, 1, 3), h = test_integer(r, 1, 3);
    const int box[8] = {x, y, x + w, y, x + w, y + h, x, y + h};
    const int kind = test_integer(r, 0, 7);
    int i, n = kind ? 4 : test_integer(r, 1, 5);
    for (i = 0; i < 2 * n; i++)
        b->xy[i] = (cld_real)(scale * (kind ? box[i] : test_integer(r, -5, 5)));
    if (!kind) n = cld_polygon_hull(b->xy, (size_t)n, 0);
    body_begin(b, n);
    if (test_integer(r, 0, 3) == 0) b->polygon.radius = (cld_real)(scale * test_integer(r, 1, 2));
    body_read(b);
}

static flank_curve piece_of(const shape *s, int i)
{
    flank_curve c;
    int k;
    memset(&c, 0, sizeof c);
    c.degree = s->pieces[i].degree;
    for (k = 0; k <= c.degree; k++)
        c.x[k] = (long double)s->pieces[i].x[k], c.y[k] = (long double)s->pieces[i].y[k];
    return c;
}

/* The largest number that takes part. */
static double scene_size(const shape *s, const body *b)
{
    double most = (double)b->exact.radius, x = 0, y = 0;
    int i, k;
    for (i = 0; i < b->exact.count; i++) {
        x = oracle_larger(x, fabs((double)b->exact.x[i])),
        y = oracle_larger(y, fabs((double)b->exact.y[i]));
    }
    most += x + y;
    for (i = 0; i < s->piece_count; i++)
        for (k = 0; k <= s->pieces[i].degree; k++)
            most = oracle_larger(most, fabs(s->pieces[i].x[k]) + fabs(s->pieces[i].y[k]) + x + y);
    return most;
}

/* The least signed distance of all pieces and the polygon, with its radius, at a shift. */
static long double scene_distance(const shape *s, const body *b, long double sx, long double sy,
                                  int samples)
{
    long double least = HUGE_VALL, t;
    int i;
    for (i = 0; i < s->piece_count; i++) {
        const flank_curve c = piece_of(s, i);
        const long double d = flank_distance(&c, &b->exact, sx, sy, samples, &t);
        if (d < least) least = d;
    }
    return least - b->exact.radius;
}

static int some_scene(shape *s, body *b, test_random *r, double *scale)
{
    const int kind = test_integer(r, 0, LONG - 1);
    *scale = is_on_grid(kind) ? ldexp(1, test_integer(r, -20, 20)) : log_between(r, -6, 6);
    make_shape(s, r, kind);
    shape_build(s, r, *scale, 0, 0);
    if (is_on_grid(kind))
        make_grid_body(b, r, *scale);
    else
        make_body(b, r, 12, s->reach * test_between(r, -1.5, 1.5),
                  s->reach * test_between(r, -1.5, 1.5), s->reach * log_between(r, -2, 0));
    return kind;
}

/* ----------------------------------------------------------------------------- standing polygons */

/* The second contact of a piece may be at a vertex whose way to it is not the shortest: with a radius
   its point lies inside then. */
static void check_contact(const shape *s, const body *b, const cld_path_contact *c, double m,
                          int is_first)
{
    long double out;
    const double near_by = ldexp(m, -43) + 8 * TEST_ROUND * m;
    flank_curve piece;
    long double x, y;
    double a[2], p[2], n[2];
    if (!CHECK(c->piece < (uint32_t)s->piece_count)) return;
    CHECK(c->parameter >= 0 && c->parameter <= 1);
    CHECK(c->contact.feature_a / 4 == c->piece && c->contact.feature_b / 4 < b->polygon.count);
    CHECK((c->contact.feature_a & 3) ==
          (c->parameter > 0 && c->parameter < 1 ? CLD_FEATURE_EDGE : CLD_FEATURE_VERTEX));
    numbers(c->contact.point_a, a), numbers(c->contact.point_b, p), numbers(c->contact.normal, n);
    CHECK(fabs(hypot(n[0], n[1]) - 1) <= 8 * TEST_ROUND);
    piece = piece_of(s, (int)c->piece);
    flank_at(&piece, (long double)c->parameter, &x, &y);
    CHECK(hypotl(x - (long double)a[0], y - (long double)a[1]) <= 16 * near_by);
    out = flank_point(&b->exact, (long double)p[0], (long double)p[1]) - b->exact.radius;
    CHECK(out <= near_by && (!is_first || out >= -near_by));
    CHECK(fabs(n[0] * (p[0] - a[0]) + n[1] * (p[1] - a[1]) - (double)c->contact.distance) <=
          2 * near_by);
}

static void standing_polygons(void)
{
    test_random r = test_random_from(700);
    int n, i, repeat = test_repeat(12000), apart = 0, deep = 0;
    for (n = 0; n < repeat; n++) {
        static body b;
        cld_path_contact c, all[64];
        double scale, m, bound, d;
        long double least;
        int count, answer;
        cld_real margin;
        some_scene(&one, &b, &r, &scale);
        m = scene_size(&one, &b);
        bound = ldexp(m, -43) + 4 * TEST_ROUND * m;
        least = scene_distance(&one, &b, 0, 0, 48);
        answer = cld_path_overlap_polygon(&one.path, &b.polygon);
        CHECK(answer == 0 ? least > 0 : least <= (long double)ldexp(m, -43));
        CHECK(cld_path_distance_polygon(&one.path, &b.polygon, (cld_real)TEST_INFINITY, &c) == 1);
        check_contact(&one, &b, &c, m, 1);
        d = (double)c.contact.distance;
        if (d < (double)least - bound && least + b.exact.radius > 0) /* a narrow minimum */
            least = scene_distance(&one, &b, 0, 0, 1024);
        if (least + b.exact.radius > (long double)ldexp(m, -40))
            CHECK(fabsl((long double)d - least) <= (long double)bound);
        else
            CHECK(d <= -(double)b.exact.radius + bound);
        apart += least > 0, deep += least + b.exact.radius < 0;
        if (least > 0) {
            CHECK(cld_path_distance_polygon(
                      &one.path, &b.polygon,
                      (cld_real)((double)least * 0.999 - bound > 0 ? (double)least * 0.999 - bound
                                                                   : 0),
                      &c) == ((double)least * 0.999 - bound > 0 ? 0 : answer) ||
                  (double)least < 16 * bound);
            CHECK(cld_path_distance_polygon(&one.path, &b.polygon,
                                            (cld_real)((double)least * 1.001 + bound), &c) == 1);
        }
        margin = (cld_real)(coin(&r) ? 0 : one.reach * log_between(&r, -3, 0));
        count = cld_path_collide_polygon(&one.path, &b.polygon, margin, all, 64);
        if (!CHECK(count >= 0 && count <= 64)) continue;
        if (least > (long double)margin + (long double)bound) CHECK(count == 0);
        if (least < (long double)margin - (long double)bound) CHECK(count > 0);
        if (count) CHECK_NEAR((double)all[0].contact.distance, d, bound);
        for (i = 0; i < count; i++) {
            check_contact(&one, &b, &all[i], m, 0);
            if (i) CHECK(all[i - 1].contact.distance <= all[i].contact.distance);
            CHECK((double)all[i].contact.distance <= (double)margin + bound);
        }
        CHECK(cld_path_collide_polygon(&one.path, &b.polygon, margin, &c, 1) == count);
        if (count) CHECK(c.contact.distance == all[0].contact.distance && c.piece == all[0].piece);
        CHECK(cld_path_collide_polygon(&one.path, &b.polygon, margin, NULL, 0) == count);
    }
    CHECK(apart > repeat / 8 && deep > repeat / 16);
}

/* The bound of the oracle that is proved, on a few. */
static void nothing_is_nearer(void)
{
    test_random r = test_random_from(701);
    int n, i, repeat = test_repeat(400);
    for (n = 0; n < repeat; n++) {
        static body b;
        cld_path_contact c;
        double scale;
        some_scene(&one, &b, &r, &scale);
        CHECK(cld_path_distance_polygon(&one.path, &b.polygon, (cld_real)TEST_INFINITY, &c) == 1);
        if (!((double)c.contact.distance > 0)) continue;
        for (i = 0; i < one.piece_count; i++) {
            const flank_curve p = piece_of(&one, i);
            const long double tolerance = 1e-3L * (long double)one.reach;
            const long double enough = (long double)c.contact.distance + b.exact.radius;
            CHECK(flank_bound(&p, &b.exact, 0, 0, 0, 1, enough, tolerance) >=
                  enough - 2 * tolerance);
        }
    }
}

/* ------------------------------------------------------------------------------------- sweeps */

typedef struct way {
    body *b;
    cld_vec2 linear;
    cld_real distance;
} way;

/* No piece comes nearer or deeper than it may before the hit; at the hit one is as near as that, and
   was apart before or then goes deeper. */
static void check_sweep(const shape *s, const way *w, int times)
{
    cld_motion2 motion = {{0, 0}, 0, {0, 0}};
    cld_sweep_params params;
    cld_path_hit hit;
    double dx = (double)w->linear.x, dy = (double)w->linear.y, length = hypot(dx, dy);
    double m = scene_size(s, w->b) + length + (double)w->distance, last = 1, bound, here, eps;
    long double t;
    int i, k, found, reason = 0;
    motion.linear = w->linear;
    params.distance = w->distance;
    found = cld_path_sweep_polygon(&s->path, &w->b->polygon, &motion, &params, &hit);
    CHECK(cld_path_sweep_polygon(&s->path, &w->b->polygon, &motion, &params, NULL) == found);
    if (!CHECK(found == 0 || found == 1)) return;
    if (found) last = (double)hit.time;
    bound = ldexp(m, -43) + 16 * TEST_ROUND * m;
    for (i = 0; i < s->piece_count; i++) {
        const flank_curve c = piece_of(s, i);
        const long double r = w->b->exact.radius;
        const long double start = flank_distance(&c, &w->b->exact, 0, 0, 32, &t) - r;
        const long double least =
            start < (long double)w->distance ? start : (long double)w->distance;
        for (k = 1; k <= times; k++) {
            const long double at = (long double)(last * k / times);
            const long double d = flank_distance(&c, &w->b->exact, at * (long double)dx,
                                                 at * (long double)dy, 32, &t);
            if (!CHECK(d - r >= least - (long double)bound)) return;
        }
        if (!found) continue;
        here = (double)(flank_distance(&c, &w->b->exact, (long double)(last * dx),
                                       (long double)(last * dy), 64, &t) -
                        r);
        if (fabs(here - (double)least) > bound) continue;
        if (start > (long double)w->distance + (long double)bound) reason = 1;
        for (eps = 1e-6; eps < 2 && !reason; eps *= 4) { /* deeper a little later */
            const double later = last + eps;
            reason = flank_distance(&c, &w->b->exact, (long double)(later * dx),
                                    (long double)(later * dy), 32, &t) -
                         r <
                     least - (long double)ldexp(m, -50);
        }
    }
    CHECK(!found || reason);
    if (found) {
        double p[2], n[2], core;
        numbers(hit.point, p), numbers(hit.normal, n);
        CHECK(fabs(hypot(n[0], n[1]) - 1) <= 8 * TEST_ROUND);
        core = (double)flank_point(&w->b->exact, (long double)(p[0] - last * dx),
                                   (long double)(p[1] - last * dy));
        CHECK(core <= (double)w->b->exact.radius + (double)w->distance + bound);
        CHECK(hit.piece < (uint32_t)s->piece_count && hit.mover / 4 < w->b->polygon.count);
    }
}

static void moving_polygons(void)
{
    test_random r = test_random_from(702);
    int n, repeat = test_repeat(3000);
    for (n = 0; n < repeat; n++) {
        static body b;
        double scale;
        way w;
        const int kind = some_scene(&one, &b, &r, &scale);
        w.b = &b;
        w.linear =
            is_on_grid(kind)
                ? vec2(scale * test_integer(&r, -6, 6), scale * test_integer(&r, -6, 6))
                : vec2(one.reach * test_between(&r, -2, 2), one.reach * test_between(&r, -2, 2));
        w.distance = (cld_real)(test_integer(&r, 0, 3) ? 0
                                : is_on_grid(kind)     ? scale
                                                       : one.reach * log_between(&r, -3, -1));
        check_sweep(&one, &w, 12);
    }
}

/* ---------------------------------------------------------------------------------- made input */

static void make_box(body *b, double x0, double y0, double x1, double y1)
{
    const double v[8] = {x0, y0, x1, y0, x1, y1, x0, y1};
    int i;
    for (i = 0; i < 8; i++) b->xy[i] = (cld_real)v[i];
    body_begin(b, 4);
    body_read(b);
}

static int sweep_of(const shape *s, const body *b, double dx, double dy, cld_path_hit *hit)
{
    cld_motion2 motion = {{0, 0}, 0, {0, 0}};
    motion.linear = vec2(dx, dy);
    return cld_path_sweep_polygon(&s->path, &b->polygon, &motion, NULL, hit);
}

/* A floor of so many pieces, from x = 0, each 1 long, and a wall at its end. */
static void make_floor(shape *s, int pieces, double scale, double y, int curved)
{
    int i;
    shape_clear(s);
    shape_move(s, 0, y);
    for (i = 0; i < pieces; i++) {
        if (curved == 0) shape_line(s, i + 1, y);
        if (curved == 1) shape_quadratic(s, i + 0.25, y, i + 1, y);
        if (curved == 2) shape_cubic(s, i + 0.5, y, i + 0.75, y, i + 1, y);
    }
    shape_line(s, pieces, y + 4);
    shape_build(s, NULL, scale, 0, 0);
}

/* A box rests on the floor, or is a little deep: it slides over all joints, leaves, is stopped at
   once where it would go in, and by the wall. */
static void boxes_rest_on_floors(void)
{
    test_random r = test_random_from(710);
    int n, repeat = test_repeat(2000);
    for (n = 0; n < repeat; n++) {
        static body b;
        const int pieces = test_integer(&r, 2, 12), curved = n % 3;
        const double scale = n & 1 ? ldexp(1, test_integer(&r, -20, 20)) : log_between(&r, -6, 6);
        const double w = test_between(&r, 0.1, 1.5), x = test_between(&r, 0, pieces - w - 0.1);
        const double deep = n % 4 < 2   ? 0
                            : n % 4 < 3 ? 1e-7 * test_between(&r, -1, 1)
                                        : log_between(&r, -9, -1) * 0.5 * w;
        const double round = n % 5 ? 0 : 0.1;
        double left, right;
        cld_path_contact c[64];
        cld_path_hit hit;
        int count, i;
        make_floor(&one, pieces, scale, 0, curved);
        make_box(&b, scale * x, scale * (round - deep), scale * (x + w), scale * (round + 1));
        b.polygon.radius = (cld_real)(scale * round),
        b.exact.radius = (long double)b.polygon.radius;
        CHECK(sweep_of(&one, &b, scale * (pieces - x - w - round - 0.01), 0, &hit) == 0);
        CHECK(sweep_of(&one, &b, -scale * 20, 0, &hit) == 0);
        CHECK(sweep_of(&one, &b, -scale * 20, scale, &hit) == 0);
        CHECK(sweep_of(&one, &b, 0, scale, &hit) == 0);
        CHECK(sweep_of(&one, &b, 0, 0, &hit) == 0);
        if (deep >= 0) {
            CHECK(sweep_of(&one, &b, 0, -scale, &hit) == 1);
            CHECK((double)hit.time <= 1e-6 && (double)hit.normal.y > 0.999 && hit.side == 1);
            CHECK(sweep_of(&one, &b, scale, -scale, &hit) == 1 && (double)hit.normal.y > 0.999);
        }
        CHECK(sweep_of(&one, &b, scale * (pieces - x), 0, &hit) == 1);
        CHECK_NEAR((double)hit.time, (pieces - x - w - round) / (pieces - x), 1e-5);
        CHECK((double)hit.normal.x < -0.999 && hit.side == 1 && hit.piece == (uint32_t)pieces);
        /* contacts at both ends of the box, none sideways */
        count = cld_path_collide_polygon(&one.path, &b.polygon, (cld_real)(1e-5 * scale), c, 64);
        if (!CHECK(count >= 2 && count <= 64)) continue;
        if (deep > 0.01 * w) continue; /* in corners of the wall */
        left = 1e30, right = -1e30;
        for (i = 0; i < count; i++) {
            CHECK((double)c[i].contact.normal.y > 0.999 && c[i].side == 1);
            if (i < 2) CHECK_NEAR((double)c[i].contact.distance, -deep * scale, 2e-6 * scale);
            left = fmin(left, (double)c[i].contact.point_b.x / scale);
            right = fmax(right, (double)c[i].contact.point_b.x / scale);
        }
        CHECK_NEAR(left, x, 1e-5 + 0.05 * round);
        CHECK_NEAR(right, x + w, 1e-5 + 0.05 * round);
    }
}

/* Steps: each frame a box slides by what is left, and is never deeper than before. */
static void a_box_slides_in_steps(void)
{
    test_random r = test_random_from(711);
    int n, repeat = test_repeat(60);
    for (n = 0; n < repeat; n++) {
        static body b;
        const int pieces = 40, curved = n % 3;
        const double slope = test_between(&r, -0.3, 0.3), y0 = test_between(&r, -50, 50);
        double x = 0.5, y, lift = 1e-6;
        int i, step;
        shape_clear(&one);
        shape_move(&one, 0, y0);
        for (i = 0; i < pieces; i++) {
            if (curved)
                shape_quadratic(&one, i + 0.5, y0 + slope * (i + 0.5), i + 1, y0 + slope * (i + 1));
            else
                shape_line(&one, i + 1, y0 + slope * (i + 1));
        }
        shape_build(&one, NULL, 1, 0, 0);
        y = y0 + slope * x + lift;
        for (step = 0; step < 300 && x < 38; step++) {
            const double step_by = 0.13;
            cld_path_hit hit;
            int stopped;
            make_box(&b, -0.5, 0, 0.5, 1);
            b.polygon.pose.position = vec2(x, y);
            b.polygon.pose.rotation = vec2(1 / hypot(1, slope), slope / hypot(1, slope));
            body_read(&b);
            stopped = sweep_of(&one, &b, step_by, slope * step_by, &hit);
            CHECK(stopped == 0 || (double)hit.normal.y > 0.9); /* the floor, no joint */
            x += step_by, y += slope * step_by;
        }
        CHECK(x >= 38);
    }
}

/* Starts in contact of all kinds: a spike in a box, a corner in a line. */
static void depth_is_kept(void)
{
    static body b;
    cld_path_hit hit;
    cld_path_contact c;
    shape_clear(&one);
    shape_move(&one, -4, 0), shape_line(&one, 0, 0); /* a spike, 1 from the box's right side */
    shape_build(&one, NULL, 1, 0, 0);
    make_box(&b, -3, -0.25, 1, 2);
    CHECK(sweep_of(&one, &b, 0, 0.5, &hit) == 0); /* leaves */
    CHECK(sweep_of(&one, &b, 0, -1, &hit) == 1 && hit.time == 0);
    CHECK(sweep_of(&one, &b, 5, 0, &hit) == 0); /* along */
    CHECK(sweep_of(&one, &b, -5, 0, &hit) == 0);
    CHECK(cld_path_distance_polygon(&one.path, &b.polygon, 0, &c) == 1);
    CHECK(c.contact.distance == -0.25 && c.contact.normal.y == 1 && c.side == 1);
    make_box(&b, -1, -1, 1, 1); /* its corner down */
    b.polygon.pose.rotation = vec2(sqrt(0.5), sqrt(0.5));
    b.polygon.pose.position = vec2(-2, 1.25);
    body_read(&b);
    CHECK(cld_path_distance_polygon(&one.path, &b.polygon, 0, &c) == 1);
    CHECK_NEAR((double)c.contact.distance, 1.25 - sqrt(2), 1e-6);
    CHECK((double)c.contact.normal.y > 0.99999 && (c.contact.feature_b & 3) == CLD_FEATURE_VERTEX);
    CHECK(sweep_of(&one, &b, 0.5, 0, &hit) == 0 && sweep_of(&one, &b, 0.5, 0.125, &hit) == 0);
    CHECK(sweep_of(&one, &b, 0.5, -0.125, &hit) == 1 && hit.time == 0);
    CHECK((double)hit.normal.y > 0.99999);
    /* a segment without a radius has no inside: it leaves to either side; others stop it */
    shape_line(&one, 0, -4);
    shape_build(&one, NULL, 1, 0, 0);
    body_begin(&b, 2);
    b.xy[0] = -3, b.xy[1] = 0, b.xy[2] = -2, b.xy[3] = 0;
    body_read(&b);
    CHECK(sweep_of(&one, &b, 1.5, 0, &hit) == 0 && sweep_of(&one, &b, 0, -2, &hit) == 0);
    CHECK(sweep_of(&one, &b, 0, 2, &hit) == 0);
    CHECK(sweep_of(&one, &b, 8, -2, &hit) == 1 && hit.piece == 1);
    CHECK_NEAR((double)hit.time, 0.25, 1e-6);
}

/* The disc of cld_path_sweep_disc, the point of cld_path_sweep; a polygon of two equal vertices. */
static void discs_are_polygons(void)
{
    test_random r = test_random_from(712);
    int n, repeat = test_repeat(4000);
    for (n = 0; n < repeat; n++) {
        static body b;
        double scale;
        cld_path_hit disc, hit;
        cld_vec2 from, to;
        cld_motion2 motion = {{0, 0}, 0, {0, 0}};
        int found, kind = some_scene(&one, &b, &r, &scale);
        if (is_on_grid(kind)) continue;
        from = vec2(one.reach * test_between(&r, -2, 2), one.reach * test_between(&r, -2, 2));
        motion.linear =
            vec2(one.reach * test_between(&r, -2, 2), one.reach * test_between(&r, -2, 2));
        to.x = from.x + motion.linear.x, to.y = from.y + motion.linear.y;
        motion.linear.x = to.x - from.x, motion.linear.y = to.y - from.y;
        if (from.x + motion.linear.x != to.x || from.y + motion.linear.y != to.y) continue;
        body_begin(&b, test_integer(&r, 1, 3));
        b.xy[0] = b.xy[2] = b.xy[4] = from.x, b.xy[1] = b.xy[3] = b.xy[5] = from.y;
        b.polygon.radius = (cld_real)(coin(&r) ? 0 : one.reach * log_between(&r, -3, 0));
        found = cld_path_sweep_disc(&one.path, from, to, b.polygon.radius, &disc);
        CHECK(cld_path_sweep_polygon(&one.path, &b.polygon, &motion, NULL, &hit) == found);
        if (found != 1) continue;
        CHECK_NEAR((double)hit.time, (double)disc.time, 4 * TEST_ROUND);
        CHECK(hit.piece == disc.piece && hit.side == disc.side && hit.mover == 0);
    }
}

/* A polygon apart from the path: grown by a radius it hits when the smaller one comes so near; a
   motion cut in two, the path run backwards, and all scaled by a power of two give the same. */
static void sweeps_agree(void)
{
    test_random r = test_random_from(713);
    static shape back;
    int n, i, k, hits = 0, repeat = test_repeat(3000);
    for (n = 0; n < repeat; n++) {
        static body b, big;
        double scale, m, length, cut, slack;
        cld_path_hit hit, h;
        cld_path_contact c;
        cld_motion2 motion = {{0, 0}, 0, {0, 0}}, part = motion;
        cld_sweep_params params;
        cld_vec2 linear;
        int found, kind = some_scene(&one, &b, &r, &scale);
        linear = vec2(one.reach * test_between(&r, -2, 2), one.reach * test_between(&r, -2, 2));
        if (is_on_grid(kind))
            linear = vec2(scale * test_integer(&r, -6, 6), scale * test_integer(&r, -6, 6));
        motion.linear = linear;
        m = scene_size(&one, &b);
        length = hypot((double)linear.x, (double)linear.y);
        if (cld_path_distance_polygon(&one.path, &b.polygon, (cld_real)(m * 1e-5), &c) != 0)
            continue;
        params.distance = 0;
        found = cld_path_sweep_polygon(&one.path, &b.polygon, &motion, &params, &hit);
        hits += found;
        /* with a radius, or the same as distance */
        big = b, big.polygon.vertices = big.xy;
        big.polygon.radius += (cld_real)(m * 0.0009765625);
        params.distance = big.polygon.radius - b.polygon.radius;
        k = cld_path_sweep_polygon(&one.path, &big.polygon, &motion, NULL, &h);
        i = cld_path_sweep_polygon(&one.path, &b.polygon, &motion, &params, &hit);
        if (cld_path_distance_polygon(&one.path, &big.polygon, (cld_real)(m * 1e-5), &c) == 0) {
            slack = 64 * m * TEST_ROUND;
            if (k != i) /* it grazes */
                CHECK(scene_distance(&one, &big,
                                     (long double)linear.x * (long double)(k ? h.time : hit.time),
                                     (long double)linear.y * (long double)(k ? h.time : hit.time),
                                     64) > -(long double)slack);
            else if (k == 1)
                CHECK(fabs((double)h.time - (double)hit.time) * length <= sqrt(slack * m));
            CHECK(!found || k == 1);
        }
        params.distance = 0;
        found = cld_path_sweep_polygon(&one.path, &b.polygon, &motion, &params, &hit);
        /* the path backwards */
        shape_clear(&back);
        {
            size_t p = one.point_count;
            const char *open = memchr(one.commands + 1, 'M', one.command_count - 1);
            const char *loop = memchr(one.commands, 'Z', one.command_count);
            if (!open && !loop) {
                back.point_count = 0;
                shape_move(&back, one.xy[2 * p - 2], one.xy[2 * p - 1]);
                for (i = (int)one.command_count - 1; i > 0; i--) {
                    back.commands[back.command_count++] = one.commands[i];
                    for (k = one.commands[i] == 'C'   ? 3
                             : one.commands[i] == 'Q' ? 2
                                                      : 1;
                         k > 0; k--)
                        p--, shape_point(&back, one.xy[2 * p - 2], one.xy[2 * p - 1]);
                }
                shape_build(&back, NULL, scale, 0, 0);
                CHECK(cld_path_sweep_polygon(&back.path, &b.polygon, &motion, NULL, &h) == found ||
                      (found && hit.side == 0));
                if (found == 1)
                    CHECK_NEAR((double)h.time, (double)hit.time, 64 * TEST_ROUND * m / length);
            }
        }
        /* cut in two */
        if (found != 1) continue;
        cut = test_between(&r, 0, 1);
        part.linear = vec2(cut * (double)linear.x, cut * (double)linear.y);
        k = cld_path_sweep_polygon(&one.path, &b.polygon, &part, NULL, &h);
        if (cut > (double)hit.time + 64 * m * TEST_ROUND / length && cut < 0.99) {
            if (k == 1)
                CHECK(fabs((double)h.time * cut - (double)hit.time) * length <=
                      sqrt(64 * m * m * TEST_ROUND));
        } else if (cut < (double)hit.time * 0.999) {
            CHECK(k == 0);
        }
    }
    CHECK(hits > repeat / 32);
}

/* Polygons of thousands of vertices. */
static void large_polygons(void)
{
    test_random r = test_random_from(714);
    enum { MANY = 20000 };
    static cld_real xy[2 * MANY];
    int n, i, k, repeat = test_repeat(300);
    for (n = 0; n < repeat; n++) {
        const int count = n % 2 ? MANY : test_integer(&r, 65, 400);
        cld_polygon p;
        cld_path_contact c, d;
        cld_path_hit hit, h;
        cld_motion2 motion = {{0, 0}, 0, {0, 0}};
        const double x = test_between(&r, -1.5, 1.5), y = test_between(&r, -1.5, 1.5);
        double size = log_between(&r, -2, 0), scale = 1;
        const cld_real disc[2] = {0, 0};
        cld_polygon round;
        make_shape(&one, &r, test_integer(&r, 0, GRID - 1));
        shape_build(&one, &r, scale, 0, 0);
        for (i = 0; i < count; i++)
            xy[2 * i] = (cld_real)(size * cos(6.283185307179586 * i / count)),
                   xy[2 * i + 1] = (cld_real)(size * sin(6.283185307179586 * i / count));
        memset(&p, 0, sizeof p);
        k = cld_polygon_hull(xy, (size_t)count, 0);
        p.vertices = xy, p.count = (size_t)k;
        p.pose.position = vec2(x, y);
        round = p, round.vertices = disc, round.count = 1, round.radius = (cld_real)size;
        motion.linear = vec2(test_between(&r, -2, 2), test_between(&r, -2, 2));
        i = cld_path_distance_polygon(&one.path, &round, 10, &c);
        CHECK(i == 1 && cld_path_distance_polygon(&one.path, &p, 10, &d) == 1);
        if (c.contact.distance > 0)
            CHECK_NEAR((double)d.contact.distance, (double)c.contact.distance,
                       5 * size / count + 1e-6);
        CHECK(cld_path_overlap_polygon(&one.path, &p) == (d.contact.distance <= 0) ||
              fabs((double)d.contact.distance) < 1e-6);
        if (fabs((double)c.contact.distance) < 1e-2 * size) continue;
        i = cld_path_sweep_polygon(&one.path, &round, &motion, NULL, &hit);
        k = cld_path_sweep_polygon(&one.path, &p, &motion, NULL, &h);
        if (c.contact.distance > 0 && k == 1)
            CHECK(i == 1 && (double)hit.time <= (double)h.time + 1e-5);
        if (i == 1 && k == 1 && count == MANY && c.contact.distance > 0)
            CHECK_NEAR((double)h.time, (double)hit.time, 0.02);
    }
}

static void bad_input(void)
{
    static body b;
    cld_path_contact c;
    cld_path_hit h;
    cld_motion2 motion = {{0, 0}, 0, {0, 0}};
    cld_sweep_params params = {0};
    cld_path none;
    memset(&none, 0, sizeof none);
    make_floor(&one, 3, 1, 0, 0);
    make_box(&b, 0, 1, 1, 2);
    CHECK(cld_path_overlap_polygon(NULL, &b.polygon) == CLD_ERROR_NULL);
    CHECK(cld_path_overlap_polygon(&none, &b.polygon) == CLD_ERROR_NULL);
    CHECK(cld_path_overlap_polygon(&one.path, NULL) == CLD_ERROR_NULL);
    CHECK(cld_path_distance_polygon(&one.path, &b.polygon, 1, NULL) == CLD_ERROR_NULL);
    CHECK(cld_path_distance_polygon(&one.path, &b.polygon, -1, &c) == CLD_ERROR_PARAMETER);
    CHECK(cld_path_distance_polygon(&one.path, &b.polygon, (cld_real)TEST_NAN, &c) ==
          CLD_ERROR_PARAMETER);
    CHECK(cld_path_collide_polygon(&one.path, &b.polygon, -1, &c, 1) == CLD_ERROR_PARAMETER);
    CHECK(cld_path_collide_polygon(&one.path, &b.polygon, 0, &c, -1) == CLD_ERROR_COUNT);
    CHECK(cld_path_collide_polygon(&one.path, &b.polygon, 0, NULL, 1) == CLD_ERROR_NULL);
    CHECK(cld_path_sweep_polygon(&one.path, &b.polygon, NULL, NULL, &h) == 0);
    motion.angle = 1;
    CHECK(cld_path_sweep_polygon(&one.path, &b.polygon, &motion, NULL, &h) == CLD_ERROR_PARAMETER);
    motion.angle = 0, motion.linear.x = (cld_real)TEST_INFINITY;
    CHECK(cld_path_sweep_polygon(&one.path, &b.polygon, &motion, NULL, &h) == CLD_ERROR_FINITE);
    motion.linear = vec2(0, -1), params.distance = -1;
    CHECK(cld_path_sweep_polygon(&one.path, &b.polygon, &motion, &params, &h) ==
          CLD_ERROR_PARAMETER);
    params.distance = 0;
    CHECK(cld_path_sweep_polygon(&one.path, &b.polygon, &motion, &params, &h) == 1);
    CHECK_NEAR((double)h.time, 1, ldexp(1, -40));
    b.polygon.radius = -1;
    CHECK(cld_path_overlap_polygon(&one.path, &b.polygon) == CLD_ERROR_EXTENT);
    b.polygon.radius = (cld_real)TEST_NAN;
    CHECK(cld_path_sweep_polygon(&one.path, &b.polygon, &motion, &params, &h) == CLD_ERROR_EXTENT);
    b.polygon.radius = 0, b.polygon.count = 0;
    CHECK(cld_path_overlap_polygon(&one.path, &b.polygon) == CLD_ERROR_COUNT);
    b.polygon.count = 4, b.polygon.stride = 1;
    CHECK(cld_path_overlap_polygon(&one.path, &b.polygon) == CLD_ERROR_STRIDE);
    b.polygon.stride = 0, b.xy[0] = 1, b.xy[2] = 0, b.xy[4] = 0, b.xy[6] = 1; /* clockwise */
    CHECK(cld_path_overlap_polygon(&one.path, &b.polygon) == CLD_ERROR_CONVEX);
    b.xy[0] = (cld_real)TEST_NAN;
    CHECK(cld_path_overlap_polygon(&one.path, &b.polygon) < 0);
    shape_clear(&one); /* a point on a point */
    shape_move(&one, 0, 0), shape_line(&one, 0, 0);
    shape_build(&one, NULL, 1, 0, 0);
    body_begin(&b, 1), b.xy[0] = b.xy[1] = 0;
    CHECK(cld_path_overlap_polygon(&one.path, &b.polygon) == 1);
    CHECK(cld_path_collide_polygon(&one.path, &b.polygon, 0, &c, 1) == 1 &&
          c.contact.distance == 0);
    make_box(&b, 0, 1, 1, 2);
    shape_clear(&one);
    shape_move(&one, 0, 0);
    shape_build(&one, NULL, 1, 0, 0);
    CHECK(cld_path_overlap_polygon(&one.path, &b.polygon) == 0);
    CHECK(cld_path_distance_polygon(&one.path, &b.polygon, (cld_real)TEST_INFINITY, &c) == 0);
    CHECK(cld_path_collide_polygon(&one.path, &b.polygon, (cld_real)TEST_INFINITY, &c, 1) == 0);
    CHECK(cld_path_sweep_polygon(&one.path, &b.polygon, &motion, &params, &h) == 0);
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(standing_polygons);
    TEST(nothing_is_nearer);
    TEST(moving_polygons);
    TEST(boxes_rest_on_floors);
    TEST(a_box_slides_in_steps);
    TEST(depth_is_kept);
    TEST(discs_are_polygons);
    TEST(sweeps_agree);
    TEST(large_polygons);
    TEST(bad_input);
    return test_end();
}
