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
        x = oracle_larger(x, fabs((double)b->exact.x[i])), y = oracle_larger(y, fabs((double)b->exact.y[i]));
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
    if (!CHECK(out <= near_by && (!is_first || out >= -near_by)))
        printf("out %Lg near %g distance %g radius %Lg count %d\n", out, near_by, (double)c->contact.distance, b->exact.radius, b->exact.count);
    if (!CHECK(fabs(n[0] * (p[0] - a[0]) + n[1] * (p[1] - a[1]) - (double)c->contact.distance) <=
          2 * near_by))
        printf("along %.17g distance %.17g near %g first %d degree %d t %.17g f %u count %d r %Lg\n", n[0] * (p[0] - a[0]) + n[1] * (p[1] - a[1]), (double)c->contact.distance, near_by, is_first, piece.degree, (double)c->parameter, c->contact.feature_b, b->exact.count, b->exact.radius);
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
        {
            if (!CHECK(fabsl((long double)d - least) <= (long double)bound))
            {
                const flank_curve q = piece_of(&one, (int)c.piece);
                int e;
                printf("d %g least %Lg bound %g m %g count %d radius %Lg\n", d, least, bound, m, b.exact.count, b.exact.radius);
                for (e = 0; e <= q.degree; e++) printf("  (%.9Lg, %.9Lg)", q.x[e], q.y[e]);
                printf(" t %.17g\n", (double)c.parameter);
                for (e = 0; e < b.exact.count; e++) printf("  [%.9Lg, %.9Lg]", b.exact.x[e], b.exact.y[e]);
                printf("\n");
            }
        }
        else
            CHECK(d <= -(double)b.exact.radius + bound);
        apart += least > 0, deep += least + b.exact.radius < 0;
        if (least > 0) {
            CHECK(cld_path_distance_polygon(&one.path, &b.polygon,
                                            (cld_real)((double)least * 0.999 - bound > 0
                                                           ? (double)least * 0.999 - bound
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
            CHECK(flank_bound(&p, &b.exact, 0, 0, 0, 1, enough, tolerance) >= enough - 2 * tolerance);
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
            const long double d =
                flank_distance(&c, &w->b->exact, at * (long double)dx, at * (long double)dy, 32, &t);
            if (!CHECK(d - r >= least - (long double)bound)) {
                printf("piece %d of %d, degree %d, time %.17g of %g: %.17Lg, allowed %.17Lg, bound %g\n", i,
                       s->piece_count, c.degree, (double)at, last, d - r, least, bound);
                return;
            }
        }
        if (!found) continue;
        here = (double)(flank_distance(&c, &w->b->exact, (long double)(last * dx),
                                       (long double)(last * dy), 64, &t) - r);
        if (fabs(here - (double)least) > bound) continue;
        if (start > (long double)w->distance + (long double)bound) reason = 1;
        for (eps = 1e-6; eps < 2 && !reason; eps *= 4) { /* deeper a little later */
            const double later = last + eps;
            reason = flank_distance(&c, &w->b->exact, (long double)(later * dx),
                                    (long double)(later * dy), 32, &t) - r <
                     least - (long double)ldexp(m, -50);
        }
    }
    if (!CHECK(!found || reason)) {
        static int verbose;
        printf("no reason: last %.17g piece %u of %d mover %u n %.9g %.9g d %.9g %.9g r %Lg dist %g\n", last, hit.piece, s->piece_count, hit.mover, hit.normal.x, hit.normal.y, dx, dy, w->b->exact.radius, (double)w->distance);
        for (i = 0; verbose < 12 && i < s->piece_count; i++) {
            const flank_curve c = piece_of(s, i);
            printf("piece %d start %.17Lg here %.17Lg:", i, flank_distance(&c, &w->b->exact, 0, 0, 32, &t)-w->b->exact.radius,
              flank_distance(&c, &w->b->exact, last * dx, last * dy, 64, &t)-w->b->exact.radius);
            for (k = 0; k <= c.degree; k++) printf("  (%.9Lg, %.9Lg)", c.x[k], c.y[k]);
            printf("\n");
        }
        for (k = 0; k < w->b->exact.count; k++) printf("  [%.9Lg, %.9Lg]", w->b->exact.x[k], w->b->exact.y[k]);
        printf("\n"), verbose++;
    }
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
        w.linear = is_on_grid(kind) ? vec2(scale * test_integer(&r, -6, 6),
                                           scale * test_integer(&r, -6, 6))
                                    : vec2(one.reach * test_between(&r, -2, 2),
                                           one.reach * test_between(&r, -2, 2));
        w.distance = (cld_real)(test_integer(&r, 0, 3) ? 0
                                : is_on_grid(kind)     ? scale
                                                       : one.reach * log_between(&r, -3, -1));
        check_sweep(&one, &w, 12);
    }
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(standing_polygons);
    TEST(nothing_is_nearer);
    TEST(moving_polygons);
    return test_end();
}
