/* [BEZIER]: distance of curves and of paths, and the area of a path. Distances against local minima
 * in long double, started all over both curves, and, to 2^-12 of the size, against proved lower
 * bounds; whole paths against all pairs of pieces; lines and circles in closed form. Areas against
 * whole numbers.
 *
 *     test_path_distance [seed] [--cases count] */
#include "test.h"

#include "path_builder.h"

#include "examples/svg_path.h"
#include "font_files.h"
#include "icon_files.h"

static built_path one, two;
static int option_cases;

static int cases(int full)
{
    return option_cases ? option_cases : test_repeat(full);
}

static cld_vec2 vec2(double x, double y)
{
    cld_vec2 v;
    v.x = (cld_real)x, v.y = (cld_real)y;
    return v;
}

/* ---------------------------------------------------------------------------- curves, by search */

typedef struct big {
    long double x, y;
} big;

static long double big_dot(big a, big b)
{
    return a.x * b.x + a.y * b.y;
}

static big big_of(cld_vec2 p)
{
    big b;
    b.x = (long double)p.x, b.y = (long double)p.y;
    return b;
}

/* The point of the curve, its velocity and acceleration, by de Casteljau. */
static big big_point(const cld_bezier *c, long double t, big *v, big *w)
{
    big p[4], zero = {0, 0};
    const int n = c->degree;
    for (int i = 0; i <= n; i++) p[i] = big_of(c->points[i]);
    *v = *w = zero;
    for (int level = n; level > 0; level--) {
        if (level == 2)
            w->x = n * (n - 1) * (p[2].x - 2 * p[1].x + p[0].x),
            w->y = n * (n - 1) * (p[2].y - 2 * p[1].y + p[0].y);
        if (level == 1) v->x = n * (p[1].x - p[0].x), v->y = n * (p[1].y - p[0].y);
        for (int i = 0; i < level; i++) {
            p[i].x += t * (p[i + 1].x - p[i].x);
            p[i].y += t * (p[i + 1].y - p[i].y);
        }
    }
    return p[0];
}

static long double big_gap(const cld_bezier *a, const cld_bezier *b, long double s, long double t)
{
    big v, w, p = big_point(a, s, &v, &w), q = big_point(b, t, &v, &w);
    p.x -= q.x, p.y -= q.y;
    return sqrtl(big_dot(p, p));
}

static long double unit(long double t)
{
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

/* A local minimum: Newton's steps on both parameters, each in turn where that does not help. */
static long double descend(const cld_bezier *a, const cld_bezier *b, long double s, long double t)
{
    long double best = big_gap(a, b, s, t);
    for (int i = 0; i < 60; i++) {
        big v, w, x, y, p = big_point(a, s, &v, &w), q = big_point(b, t, &x, &y), r;
        long double fs, ft, ss, st, tt, det, u[3][2];
        int better = 0;
        r.x = p.x - q.x, r.y = p.y - q.y;
        fs = big_dot(r, v), ft = -big_dot(r, x);
        ss = big_dot(v, v) + big_dot(r, w), tt = big_dot(x, x) - big_dot(r, y);
        st = -big_dot(v, x), det = ss * tt - st * st;
        u[0][0] = s - (fs * tt - ft * st) / det, u[0][1] = t - (ft * ss - fs * st) / det;
        u[1][0] = ss > 0 ? s - fs / ss : fs > 0 ? s - 0.01L : s + 0.01L, u[1][1] = t;
        u[2][0] = s, u[2][1] = tt > 0 ? t - ft / tt : ft > 0 ? t - 0.01L : t + 0.01L;
        for (int k = 0; k < 3; k++) {
            const long double s1 = unit(u[k][0]), t1 = unit(u[k][1]), d = big_gap(a, b, s1, t1);
            if (!(d < best)) continue;
            best = d, s = s1, t = t1, better = 1;
        }
        if (!better) break;
    }
    return best;
}

static long double by_search(const cld_bezier *a, const cld_bezier *b)
{
    enum { STEPS = 10 };
    long double best = 1e30L, d;
    for (int i = 0; i <= STEPS; i++)
        for (int k = 0; k <= STEPS; k++) {
            const long double s = (long double)i / STEPS, t = (long double)k / STEPS;
            const int is_end = i % STEPS == 0 || k % STEPS == 0;
            /* from every place of a coarse grid that its neighbours do not beat */
            const long double h = 1.0L / STEPS, here = big_gap(a, b, s, t);
            if (!is_end && (big_gap(a, b, s - h, t) < here || big_gap(a, b, s + h, t) < here ||
                            big_gap(a, b, s, t - h) < here || big_gap(a, b, s, t + h) < here))
                continue;
            d = descend(a, b, s, t);
            if (d < best) best = d;
        }
    return best;
}

static double curve_size(const cld_bezier *a, const cld_bezier *b)
{
    double size = 0;
    for (int k = 0; k < 2; k++) {
        const cld_bezier *c = k ? b : a;
        for (int i = 0; i <= c->degree; i++) {
            size = fmax(size, fabs((double)c->points[i].x - (double)a->points[0].x));
            size = fmax(size, fabs((double)c->points[i].y - (double)a->points[0].y));
        }
    }
    return size;
}

/* A proof that the curves are nowhere nearer than `most`, by halving and boxes of control points,
   from a given depth: 1; 0 where it does not get there. */
static int proved(const cld_bezier *a, const cld_bezier *b, double most, int depth)
{
    const cld_bezier *c[2];
    double min[2][2], max[2][2], x, y;
    c[0] = a, c[1] = b;
    for (int k = 0; k < 2; k++) {
        min[k][0] = min[k][1] = 1e300, max[k][0] = max[k][1] = -1e300;
        for (int i = 0; i <= c[k]->degree; i++) {
            const double p[2] = {(double)c[k]->points[i].x, (double)c[k]->points[i].y};
            for (int j = 0; j < 2; j++)
                min[k][j] = fmin(min[k][j], p[j]), max[k][j] = fmax(max[k][j], p[j]);
        }
    }
    x = fmax(fmax(min[1][0] - max[0][0], min[0][0] - max[1][0]), 0);
    y = fmax(fmax(min[1][1] - max[0][1], min[0][1] - max[1][1]), 0);
    if (hypot(x, y) >= most) return 1;
    if (depth == 0) return 0;
    {
        const int which = max[1][0] - min[1][0] + max[1][1] - min[1][1] >
                          max[0][0] - min[0][0] + max[0][1] - min[0][1];
        cld_bezier halves[2];
        if (cld_bezier_split(c[which], (cld_real)0.5, halves) != CLD_OK) return 0;
        for (int i = 0; i < 2; i++)
            if (!proved(which ? a : &halves[i], which ? &halves[i] : b, most, depth - 1)) return 0;
    }
    return 1;
}

static double worst_off;

static void check_distance(const cld_bezier *a, const cld_bezier *b, long number, int proves)
{
    cld_path_pair p, back;
    cld_path_meeting m[9];
    const double size = curve_size(a, b), bound = ldexp(size, -44);
    const int meets = cld_bezier_intersect(a, b, m, 9);
    cld_vec2 at;
    double d;
    long double searched;
    if (!CHECK(cld_bezier_distance(a, b, &p) == 1)) return;
    CHECK(cld_bezier_distance(b, a, &back) == 1);
    d = (double)p.contact.distance;
    CHECK((d == 0) == (meets > 0) && d >= 0);
    CHECK_NEAR(back.contact.distance, d, 2 * bound + 2 * TEST_ROUND * d);
    if (meets > 0) {
        CHECK(p.parameter_a == m[0].a_from && p.parameter_b == m[0].b_from);
    } else {
        searched = by_search(a, b);
        if (!CHECK(d <= (double)searched * (1 + TEST_ROUND) + bound))
            printf("    case %ld: %.17g, found %.17g\n", number, d, (double)searched);
        worst_off = fmax(worst_off, (d * (1 - TEST_ROUND) - (double)searched) / size);
        /* it is that of the points told, whose parameters are rounded */
        CHECK_NEAR(big_gap(a, b, (long double)p.parameter_a, (long double)p.parameter_b), d,
                   size * 12 * TEST_ROUND + bound);
        CHECK_NEAR((double)p.contact.normal.x * (double)p.contact.normal.x +
                       (double)p.contact.normal.y * (double)p.contact.normal.y,
                   1, 8 * TEST_ROUND);
        CHECK_NEAR(
            (double)p.contact.point_a.x + d * (double)p.contact.normal.x, p.contact.point_b.x,
            4 * TEST_ROUND *
                    (d + fabs((double)p.contact.point_a.x) + fabs((double)p.contact.point_b.x)) +
                2 * bound);
    }
    /* forty halvings, each rounded */
    if (proves && d > 0)
        CHECK(proved(a, b,
                     d - ldexp(size, -12) -
                         40 * TEST_ROUND *
                             (fabs((double)a->points[0].x) + fabs((double)a->points[0].y) + size),
                     40));
    CHECK(p.parameter_a >= 0 && p.parameter_a <= 1 && p.parameter_b >= 0 && p.parameter_b <= 1);
    CHECK(cld_bezier_evaluate(a, p.parameter_a, &at, NULL) == CLD_OK);
    CHECK_NEAR(at.x, p.contact.point_a.x,
               size * 8 * TEST_ROUND + 2 * TEST_ROUND * fabs((double)at.x));
    CHECK(cld_bezier_evaluate(b, p.parameter_b, &at, NULL) == CLD_OK);
    CHECK_NEAR(at.y, p.contact.point_b.y,
               size * 8 * TEST_ROUND + 2 * TEST_ROUND * fabs((double)at.y));
}

/* kind 0: small whole numbers; 1: any; 2: beside each other; 3: far from the origin; 4: one is the
   other, moved; 5: straight, at any speed; 6: an end of one on the other; 7: smooth continuation */
static void make_pair(test_random *r, int kind, cld_bezier c[2])
{
    const double scale = kind == 0 ? 1 : pow(10, test_between(r, -6, 6));
    const double far = kind == 3 ? 1000 * scale : 0, beside = kind == 2 ? 3 * scale : 0;
    for (int k = 0; k < 2; k++) {
        c[k].degree = test_integer(r, 1, 3);
        for (int i = 0; i < 4; i++) {
            const double x = kind ? scale * test_between(r, 0, 4) : test_integer(r, 0, 4);
            const double y = kind ? scale * test_between(r, 0, 4) : test_integer(r, 0, 4);
            c[k].points[i] = vec2(far + x + k * beside, far + y);
        }
    }
    if (kind == 4) {
        const double angle = test_between(r, 0, 7), by = scale * pow(10, test_between(r, -4, 0));
        c[1].degree = c[0].degree;
        for (int i = 0; i < 4; i++)
            c[1].points[i] = vec2((double)c[0].points[i].x + by * cos(angle),
                                  (double)c[0].points[i].y + by * sin(angle));
    }
    if (kind == 5) {
        for (int i = 0; i < 4; i++) {
            c[0].points[i] = vec2(scale * test_integer(r, 0, 8), 0);
            c[1].points[i] = vec2(scale * test_integer(r, 0, 8), scale);
        }
    }
    if (kind == 6) {
        cld_vec2 p = {0, 0};
        CHECK(cld_bezier_evaluate(&c[0], (cld_real)test_between(r, 0, 1), &p, NULL) == CLD_OK);
        c[1].points[0] = p;
    }
    if (kind == 7) {
        const cld_vec2 p = c[0].points[c[0].degree], q = c[0].points[c[0].degree - 1];
        c[1].points[1] = vec2(2 * (double)p.x - (double)q.x, 2 * (double)p.y - (double)q.y);
        c[1].points[0] = vec2((double)p.x + 0.01 * ((double)p.x - (double)q.x),
                              (double)p.y + 0.01 * ((double)p.y - (double)q.y));
    }
}

static void curves_by_search(void)
{
    test_random r = test_random_from(4901);
    const int repeat = cases(4000);
    for (int n = 0; n < repeat; n++) {
        cld_bezier c[2];
        make_pair(&r, n % 8, c);
        check_distance(&c[0], &c[1], n, n % 64 < 8);
    }
    printf("     the worst is 2^%.1f of the size beyond what was found\n",
           worst_off > 0 ? log2(worst_off) : -99);
}

/* Arcs about one centre: valleys, all along which the distance is nearly the same. */
static void concentric_arcs(void)
{
    test_random r = test_random_from(4902);
    const double pi = 3.14159265358979323846;
    const int repeat = cases(500) / (option_cases ? 10 : 1);
    for (int n = 0; n < repeat; n++) {
        cld_bezier c[2];
        double radius[2], from = test_between(&r, 0, 6), turn = pi / (1 << test_integer(&r, 1, 8));
        cld_path_pair p;
        radius[0] = 1, radius[1] = 1 + pow(10, test_between(&r, -2, 1));
        for (int k = 0; k < 2; k++) {
            const double h = 4.0 / 3 * tan(turn / 4), to = from + turn, a = radius[k];
            c[k].degree = 3;
            c[k].points[0] = vec2(a * cos(from), a * sin(from));
            c[k].points[1] = vec2(a * (cos(from) - h * sin(from)), a * (sin(from) + h * cos(from)));
            c[k].points[2] = vec2(a * (cos(to) + h * sin(to)), a * (sin(to) - h * cos(to)));
            c[k].points[3] = vec2(a * cos(to), a * sin(to));
            from += turn * test_between(&r, -0.5, 0.5);
        }
        CHECK(cld_bezier_distance(&c[0], &c[1], &p) == 1);
        /* both are off the circle by up to 2/27 sin^6 / cos^2 of a quarter of the turn, outwards */
        {
            const double off =
                2.0 / 27 * pow(sin(turn / 4), 6) / pow(cos(turn / 4), 2) + 4 * TEST_ROUND;
            CHECK((double)p.contact.distance >=
                  radius[1] - radius[0] - off * radius[0] - 4 * TEST_ROUND * radius[1]);
            CHECK((double)p.contact.distance <=
                  radius[1] - radius[0] + off * radius[1] + 4 * TEST_ROUND * radius[1]);
        }
    }
}

/* The distance of two segments in closed form: of the ends to the other one, or 0. */
static double to_segment(const cld_bezier *c, cld_vec2 p)
{
    const double ux = (double)c->points[1].x - (double)c->points[0].x;
    const double uy = (double)c->points[1].y - (double)c->points[0].y;
    const double wx = (double)p.x - (double)c->points[0].x,
                 wy = (double)p.y - (double)c->points[0].y;
    double t = (ux * wx + uy * wy) / (ux * ux + uy * uy);
    if (!(t > 0)) t = 0;
    if (t > 1) t = 1;
    return hypot(wx - t * ux, wy - t * uy);
}

static void lines_and_points(void)
{
    test_random r = test_random_from(4903);
    const int repeat = cases(20000);
    for (int n = 0; n < repeat; n++) {
        cld_bezier c[2];
        cld_path_pair p;
        double best;
        make_pair(&r, n % 2 ? 1 : 0, c);
        c[0].degree = c[1].degree = 1;
        if (n % 7 == 0) c[0].points[1] = c[0].points[0];
        if (n % 11 == 0) c[1].points[1] = c[1].points[0];
        CHECK(cld_bezier_distance(&c[0], &c[1], &p) == 1);
        best = fmin(fmin(to_segment(&c[0], c[1].points[0]), to_segment(&c[0], c[1].points[1])),
                    fmin(to_segment(&c[1], c[0].points[0]), to_segment(&c[1], c[0].points[1])));
        if (cld_segment_hit(c[0].points[0], c[0].points[1], c[1].points[0], c[1].points[1], NULL))
            best = 0;
        CHECK_NEAR(p.contact.distance, best,
                   ldexp(curve_size(&c[0], &c[1]), -43) + TEST_ROUND * best);
    }
}

/* ---------------------------------------------------------------------------------------- paths */

static void make_path(test_random *r, built_path *b, double scale, double x, double y)
{
    const int chains = test_integer(r, 0, 3);
    path_clear(b);
    for (int c = 0; c < chains; c++) {
        const int pieces = test_integer(r, 0, 10);
        const double cx = test_between(r, 0, 10), cy = test_between(r, 0, 10);
        double p[6];
        for (int i = 0; i <= pieces; i++) {
            for (int k = 0; k < 6; k += 2) {
                p[k] = x + scale * (cx + test_between(r, 0, 3));
                p[k + 1] = y + scale * (cy + test_between(r, 0, 3));
            }
            path_add(b, "MLQC"[i ? test_integer(r, 1, 3) : 0], p);
        }
        if (pieces && test_integer(r, 0, 1)) path_add(b, 'Z', NULL);
    }
    path_build(b);
}

static void paths_as_all_pairs(void)
{
    test_random r = test_random_from(4904);
    const int repeat = cases(200) / (option_cases ? 50 : 1);
    for (int n = 0; n < repeat; n++) {
        const double scale = pow(10, test_between(&r, -6, 6));
        const double apart = scale * (n % 3 ? test_between(&r, 0, 14) : 0);
        double best = 1e300, bound = 0;
        cld_path_pair p, q;
        int found, meets;
        make_path(&r, &one, scale, n % 4 ? 0 : 300 * scale, 0);
        make_path(&r, &two, scale, (n % 4 ? 0 : 300 * scale) + apart, 0);
        found = cld_path_distance(&one.path, &two.path, (cld_real)TEST_INFINITY, &p);
        meets = cld_path_intersect(&one.path, &two.path, NULL, 0);
        for (int i = 0; i < cld_path_count(&one.path); i++)
            for (int k = 0; k < cld_path_count(&two.path); k++) {
                cld_bezier a, b;
                CHECK(cld_path_piece(&one.path, (uint32_t)i, &a) == CLD_OK);
                CHECK(cld_path_piece(&two.path, (uint32_t)k, &b) == CLD_OK);
                CHECK(cld_bezier_distance(&a, &b, &q) == 1);
                best = fmin(best, (double)q.contact.distance);
                bound = fmax(bound, ldexp(curve_size(&a, &b), -44));
            }
        CHECK(found == (best < 1e300));
        if (found != 1) continue;
        CHECK_NEAR(p.contact.distance, best, 2 * bound + TEST_ROUND * best);
        CHECK((meets > 0) == (p.contact.distance == 0));
        CHECK(p.contact.feature_a / 4 == p.piece_a && p.contact.feature_b / 4 == p.piece_b);
        {
            cld_bezier a, b;
            CHECK(cld_path_piece(&one.path, p.piece_a, &a) == CLD_OK);
            CHECK(cld_path_piece(&two.path, p.piece_b, &b) == CLD_OK);
            CHECK(cld_bezier_distance(&a, &b, &q) == 1);
            CHECK_NEAR(q.contact.distance, p.contact.distance, 2 * bound + 2 * TEST_ROUND * best);
        }
        if (best == 0) continue;
        CHECK(cld_path_distance(&one.path, &two.path, (cld_real)(best * 0.999), &q) == 0);
        CHECK(cld_path_distance(&one.path, &two.path, (cld_real)(best * 1.001), &q) == 1);
        CHECK(cld_path_distance(&two.path, &one.path, p.contact.distance, &q) == 1);
        CHECK_NEAR(q.contact.distance, p.contact.distance, 2 * bound + 2 * TEST_ROUND * best);
    }
}

/* Two circles: the distance of their centres less the radii, to the error of their quarters. */
static void circles(void)
{
    test_random r = test_random_from(4905);
    const int repeat = cases(500);
    for (int n = 0; n < repeat; n++) {
        const double a = test_between(&r, 1, 3), b = test_between(&r, 1, 3);
        const double angle = test_between(&r, 0, 7), apart = a + b + test_between(&r, 0.01, 5);
        cld_path_pair p;
        path_clear(&one), path_add_circle(&one, 0, 0, a, 1), path_build(&one);
        path_clear(&two), path_add_circle(&two, apart * cos(angle), apart * sin(angle), b, -1);
        path_build(&two);
        CHECK(cld_path_distance(&one.path, &two.path, 100, &p) == 1);
        CHECK_NEAR(p.contact.distance, apart - a - b, 2.8e-4 * (a + b));
        CHECK_NEAR(p.contact.normal.x, cos(angle), 0.05);
        CHECK_NEAR(p.contact.normal.y, sin(angle), 0.05);
    }
}

static void the_same_at_all_scales(void)
{
    static const int exponents[2][4] = {{-100, -40, 40, 100}, {-900, -300, 300, 400}};
    test_random r = test_random_from(4906);
    const int repeat = cases(500);
    for (int n = 0; n < repeat; n++) {
        cld_bezier c[2], other[2];
        cld_path_pair p, q;
        make_pair(&r, 0, c);
        CHECK(cld_bezier_distance(&c[0], &c[1], &p) == 1);
        for (int i = 0; i < 4; i++) {
            const double scale = ldexp(1, exponents[sizeof(cld_real) > 4][i]);
            for (int k = 0; k < 8; k++) {
                other[k / 4].degree = c[k / 4].degree;
                other[k / 4].points[k % 4] = vec2(scale * (double)c[k / 4].points[k % 4].x,
                                                  scale * (double)c[k / 4].points[k % 4].y);
            }
            CHECK(cld_bezier_distance(&other[0], &other[1], &q) == 1);
            CHECK_NEAR((double)q.contact.distance / scale, p.contact.distance, 4 * TEST_ROUND);
            CHECK(q.parameter_a == p.parameter_a && q.parameter_b == p.parameter_b);
        }
    }
}

static built_path other_icon;
static long icons_asked;

/* The distance of two paths, the pieces of `b` less than `size` away, against all pairs. */
static void as_all_pairs(const cld_path *a, const cld_path *b, double size)
{
    cld_path_pair p, q;
    double best = 1e300;
    CHECK(cld_path_distance(a, b, (cld_real)TEST_INFINITY, &p) == 1);
    for (int i = 0; i < cld_path_count(a); i++)
        for (int k = 0; k < cld_path_count(b); k++) {
            cld_bezier c, d;
            CHECK(cld_path_piece(a, (uint32_t)i, &c) == CLD_OK);
            CHECK(cld_path_piece(b, (uint32_t)k, &d) == CLD_OK);
            CHECK(cld_bezier_distance(&c, &d, &q) == 1);
            best = fmin(best, (double)q.contact.distance);
        }
    CHECK_NEAR(p.contact.distance, best, ldexp(3 * size, -43) + TEST_ROUND * best);
}

/* Each icon against a circle beside it. */
static void ask_icon(const char *file)
{
    char message[SVG_PATH_MESSAGE];
    cld_vec2 min = {0, 0}, max = {0, 0};
    svg_path icon;
    double size;
    if (!svg_path_read(&icon, file, message)) return;
    if (cld_path_count(&icon.path) > 0 && cld_path_bounds(&icon.path, &min, &max) == CLD_OK) {
        size = fmax((double)max.x - (double)min.x, (double)max.y - (double)min.y);
        path_clear(&other_icon);
        path_add_circle(&other_icon, (double)max.x + 0.3 * size, (double)min.y, 0.2 * size, 1);
        path_build(&other_icon);
        as_all_pairs(&icon.path, &other_icon.path, size);
        icons_asked++;
    }
    svg_path_free(&icon);
}

static void icons_as_all_pairs(void)
{
    icons_asked = 0;
    if (icon_files(test_repeat(40), ask_icon))
        printf("     %ld icons\n", icons_asked);
    else
        printf("     skipped: no icons are installed\n");
}

static long glyphs_asked;

/* Each glyph against the one before it, which stands to its right; a tenth of the glyphs' size lies
   between the boxes around them, or they overlap by that. */
static void ask_glyph(built_path *glyph, const char *font, int number)
{
    cld_vec2 min = {0, 0}, max = {0, 0}, other_min = {0, 0}, other_max = {0, 0};
    (void)font;
    CHECK(cld_path_bounds(&glyph->path, &min, &max) == CLD_OK);
    if (cld_path_count(&glyph->path) > 100) return;
    if (cld_path_count(&other_icon.path) > 0) {
        const double size = fmax((double)max.x - (double)min.x, (double)max.y - (double)min.y);
        double shift;
        CHECK(cld_path_bounds(&other_icon.path, &other_min, &other_max) == CLD_OK);
        shift = floor((double)max.x - (double)other_min.x + (number % 4 ? 0.1 : -0.1) * size);
        for (size_t i = 0; i < other_icon.path.point_count; i++)
            other_icon.points[2 * i] += (cld_real)shift;
        path_build(&other_icon);
        as_all_pairs(&glyph->path, &other_icon.path, 4 * size);
        glyphs_asked++;
    }
    path_clear(&other_icon); /* a copy of this one, for the next */
    for (size_t i = 0, point = 0; i < glyph->path.command_count; i++) {
        double xy[4];
        for (int k = 0; k < 4 && 2 * point + (size_t)k < 2 * glyph->path.point_count; k++)
            xy[k] = (double)glyph->points[2 * point + (size_t)k];
        path_add(&other_icon, glyph->commands[i], xy);
        point = other_icon.path.point_count;
    }
    path_build(&other_icon);
}

static void glyphs_as_all_pairs(void)
{
    glyphs_asked = 0;
    path_clear(&other_icon), path_build(&other_icon);
    if (font_glyphs(cases(6), &one, ask_glyph))
        printf("     %ld pairs of glyphs\n", glyphs_asked);
    else
        printf("     skipped: no fonts are installed\n");
}

/* ---------------------------------------------------------------------------------------- areas */

static double area_of(built_path *b)
{
    cld_real area = -77;
    path_build(b);
    CHECK(cld_path_area(&b->path, &area) == CLD_OK);
    return (double)area;
}

static void areas_by_hand(void)
{
    built_path *b = &one;
    path_clear(b);
    CHECK(area_of(b) == 0);
    path_add1(b, 'M', 1, 1), path_add1(b, 'L', 4, 1), path_add1(b, 'L', 4, 3);
    CHECK(area_of(b) == 3); /* open: closed by a line */
    path_add(b, 'Z', NULL);
    CHECK(area_of(b) == 3);
    path_add1(b, 'M', 100, 1), path_add1(b, 'L', 100, 2), path_add1(b, 'L', 102, 2);
    CHECK(area_of(b) == 2);                                           /* clockwise */
    path_clear(b), path_add1(b, 'M', 0, 0), path_add2(b, 1, 2, 2, 0); /* 2/3 of the triangle */
    CHECK_NEAR(area_of(b), -4.0 / 3, 2 * TEST_ROUND);
    path_clear(b), path_add1(b, 'M', 0, 0), path_add1(b, 'L', 2, 2), path_add1(b, 'L', 2, 0);
    path_add1(b, 'L', 0, 2), path_add(b, 'Z', NULL); /* a bow tie */
    CHECK(area_of(b) == 0);
    path_clear(b), path_add_circle(b, 1000, 2000, 1, 1);
    CHECK_NEAR(area_of(b), 3.1421, sizeof(cld_real) > 4 ? 1e-3 : 4e-3);
    path_add_circle(b, 1000, 2000, 1, 1), path_add_circle(b, 0, 0, 1, -1);
    CHECK_NEAR(area_of(b), 3.1421, sizeof(cld_real) > 4 ? 1e-3 : 8e-3);
}

/* 120 times the area by Bernstein's products, in whole numbers: coordinates below 2^17. */
static int64_t whole_area(const int64_t p[4][2], int degree)
{
    static const int weights[4][4][4] = {{{0}},
                                         {{0, 60}},
                                         {{0, 40, 20}, {0, 0, 40}},
                                         {{0, 36, 18, 6}, {0, 0, 18, 18}, {0, 0, 0, 36}}};
    int64_t sum = 0;
    for (int i = 0; i < degree; i++)
        for (int k = i + 1; k <= degree; k++)
            sum += weights[degree][i][k] * (p[i][0] * p[k][1] - p[i][1] * p[k][0]);
    return sum;
}

static long areas_asked;

/* A glyph's area against the sum of its pieces in whole numbers, where it has only such. */
static void ask_glyph_area(built_path *glyph, const char *font, int number)
{
    int64_t expected = 0;
    double length = 0;
    cld_real area;
    cld_vec2 min = {0, 0}, max = {0, 0};
    if (!glyph_is_whole(glyph)) return;
    CHECK(cld_path_bounds(&glyph->path, &min, &max) == CLD_OK);
    for (int i = 0; i < cld_path_count(&glyph->path); i++) {
        cld_bezier c;
        int64_t p[4][2];
        CHECK(cld_path_piece(&glyph->path, (uint32_t)i, &c) == CLD_OK);
        for (int k = 0; k <= c.degree; k++) {
            p[k][0] = (int64_t)c.points[k].x, p[k][1] = (int64_t)c.points[k].y;
            if (k)
                length += hypot((double)(p[k][0] - p[k - 1][0]), (double)(p[k][1] - p[k - 1][1]));
        }
        expected += whole_area((const int64_t(*)[2])p, c.degree);
    }
    CHECK(cld_path_area(&glyph->path, &area) == CLD_OK);
    if (!CHECK(fabs((double)area - (double)expected / 120) <=
               ldexp(fmax((double)max.x - (double)min.x, (double)max.y - (double)min.y) * length,
                     -48) +
                   TEST_ROUND * fabs((double)expected / 120)))
        printf("    %s %d: %g, not %g\n", font, number, (double)area, (double)expected / 120);
    areas_asked++;
}

static void areas_of_glyphs(void)
{
    areas_asked = 0;
    if (font_glyphs(cases(100), &one, ask_glyph_area))
        printf("     %ld glyphs\n", areas_asked);
    else
        printf("     skipped: no fonts are installed\n");
}

static void areas_in_whole_numbers(void)
{
    test_random r = test_random_from(4907);
    const int repeat = cases(20000);
    for (int n = 0; n < repeat; n++) {
        const int chains = test_integer(&r, 1, 3), wide = n % 2 ? 9 : 60000;
        const int64_t x = n % 5 ? 0 : 65000, y = n % 5 ? 0 : -65000;
        const double scale = ldexp(1, test_integer(&r, -40, 40));
        int64_t expected = 0;
        double length = 0;
        path_clear(&one);
        for (int c = 0; c < chains; c++) {
            int64_t start[2] = {0, 0}, here[2] = {0, 0}, p[4][2];
            const int pieces = test_integer(&r, 0, 9);
            for (int i = 0; i <= pieces; i++) {
                const int degree = i ? test_integer(&r, 1, 3) : 1;
                double xy[6];
                p[0][0] = here[0], p[0][1] = here[1];
                for (int k = 1; k <= degree; k++) {
                    p[k][0] = x + test_integer(&r, 0, wide),
                    p[k][1] = y + test_integer(&r, 0, wide);
                    xy[2 * k - 2] = scale * (double)p[k][0],
                               xy[2 * k - 1] = scale * (double)p[k][1];
                    if (i)
                        length +=
                            hypot((double)(p[k][0] - p[k - 1][0]), (double)(p[k][1] - p[k - 1][1]));
                }
                path_add(&one, i ? "?LQC"[degree] : 'M', xy);
                here[0] = p[degree][0], here[1] = p[degree][1];
                if (i)
                    expected += whole_area((const int64_t(*)[2])p, degree);
                else
                    start[0] = here[0], start[1] = here[1];
            }
            p[0][0] = here[0], p[0][1] = here[1], p[1][0] = start[0], p[1][1] = start[1];
            expected += whole_area((const int64_t(*)[2])p, 1);
            if (pieces && n % 3 == 0) path_add(&one, 'Z', NULL);
        }
        CHECK_NEAR(area_of(&one) / (scale * scale), (double)expected / 120,
                   ldexp(wide * 2.0 * length, -48) + TEST_ROUND * fabs((double)expected / 120));
    }
}

static void bad_input(void)
{
    cld_bezier a = {1, {{0, 0}, {1, 0}, {0, 0}, {0, 0}}}, b = a;
    cld_path none = {0};
    cld_path_pair p;
    cld_real area = 5;
    memset(&p, 17, sizeof p);
    path_clear(&one), path_add1(&one, 'M', 0, 0), path_add1(&one, 'L', 1, 0), path_build(&one);
    path_clear(&two), path_build(&two);
    CHECK(cld_bezier_distance(&a, &b, NULL) == CLD_ERROR_NULL);
    CHECK(cld_bezier_distance(NULL, &b, &p) == CLD_ERROR_NULL);
    CHECK(cld_bezier_distance(&a, NULL, &p) == CLD_ERROR_NULL);
    b.degree = 4;
    CHECK(cld_bezier_distance(&a, &b, &p) == CLD_ERROR_DEGREE);
    b.degree = 1, b.points[1].x = (cld_real)TEST_NAN;
    CHECK(cld_bezier_distance(&b, &a, &p) == CLD_ERROR_POINT);
    CHECK(cld_path_distance(&one.path, &one.path, -1, &p) == CLD_ERROR_PARAMETER);
    CHECK(cld_path_distance(&one.path, &one.path, (cld_real)TEST_NAN, &p) == CLD_ERROR_PARAMETER);
    CHECK(cld_path_distance(&one.path, &one.path, 1, NULL) == CLD_ERROR_NULL);
    CHECK(cld_path_distance(NULL, &one.path, 1, &p) == CLD_ERROR_NULL);
    CHECK(cld_path_distance(&one.path, &none, 1, &p) == CLD_ERROR_NULL);
    CHECK(cld_path_distance(&one.path, &two.path, 1, &p) == 0);
    CHECK(cld_path_distance(&two.path, &one.path, 1, &p) == 0);
    CHECK(p.piece_a == 0x11111111u);
    CHECK(cld_path_area(NULL, &area) == CLD_ERROR_NULL);
    CHECK(cld_path_area(&none, &area) == CLD_ERROR_NULL);
    CHECK(cld_path_area(&one.path, NULL) == CLD_ERROR_NULL && area == 5);
    CHECK(cld_path_distance(&one.path, &one.path, 0, &p) == 1 && p.contact.distance == 0);
}

int main(int argc, char **argv)
{
    option_cases = test_option(&argc, argv, "--cases", 0);
    test_begin(argc, argv);
    TEST(areas_by_hand);
    TEST(areas_in_whole_numbers);
    TEST(areas_of_glyphs);
    TEST(lines_and_points);
    TEST(curves_by_search);
    TEST(concentric_arcs);
    TEST(circles);
    TEST(paths_as_all_pairs);
    TEST(the_same_at_all_scales);
    TEST(icons_as_all_pairs);
    TEST(glyphs_as_all_pairs);
    TEST(bad_input);
    path_free(&one), path_free(&two), path_free(&other_icon);
    return test_end();
}
