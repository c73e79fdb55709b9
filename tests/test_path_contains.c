/* [BEZIER]: where a point is in what a path fills, and tangents. Polygons in whole numbers; curves
 * cut into short lines; points that were put on the path; directions by hand and by limits in long
 * double.
 *
 *     test_path_contains [seed] [--cases count] */
#include "test.h"

#include "path_builder.h"

#include "font_files.h"

static built_path one;
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

static int where(double x, double y, int rule)
{
    return cld_path_contains(&one.path, vec2(x, y), rule);
}

/* ------------------------------------------------------------------------------------- by hand */

static void figures_by_hand(void)
{
    built_path *b = &one;
    /* a square in a square, the same way around: the rules differ */
    path_clear(b), path_add1(b, 'M', 0, 0), path_add1(b, 'L', 8, 0), path_add1(b, 'L', 8, 8);
    path_add1(b, 'L', 0, 8), path_add(b, 'Z', NULL), path_add1(b, 'M', 2, 2);
    path_add1(b, 'L', 6, 2), path_add1(b, 'L', 6, 6), path_add1(b, 'L', 2, 6);
    path_add(b, 'Z', NULL), path_build(b);
    CHECK(where(1, 1, CLD_FILL_NONZERO) == CLD_INSIDE);
    CHECK(where(1, 1, CLD_FILL_EVEN_ODD) == CLD_INSIDE);
    CHECK(where(4, 4, CLD_FILL_NONZERO) == CLD_INSIDE);
    CHECK(where(4, 4, CLD_FILL_EVEN_ODD) == CLD_OUTSIDE);
    CHECK(where(9, 4, CLD_FILL_NONZERO) == CLD_OUTSIDE);
    CHECK(where(2, 4, CLD_FILL_NONZERO) == CLD_BOUNDARY); /* though both sides are inside */
    CHECK(where(2, 2, CLD_FILL_EVEN_ODD) == CLD_BOUNDARY);
    CHECK(where(8, 8, CLD_FILL_NONZERO) == CLD_BOUNDARY);
    CHECK(where(8, 8 + 1e-5, CLD_FILL_NONZERO) == CLD_OUTSIDE);
    CHECK(where(8 - 1e-5, 8 - 1e-5, CLD_FILL_NONZERO) == CLD_INSIDE);
    /* an open chain, closed by a line; a chain without pieces */
    path_clear(b), path_add1(b, 'M', 9, 9), path_add1(b, 'M', 0, 0), path_add1(b, 'L', 4, 0);
    path_add1(b, 'L', 4, 4), path_build(b);
    CHECK(where(3, 1, 0) == CLD_INSIDE && where(2, 2, 0) == CLD_BOUNDARY);
    CHECK(where(1, 2, 0) == CLD_OUTSIDE && where(9, 9, 0) == CLD_OUTSIDE);
    /* a circle and a figure eight */
    path_clear(b), path_add_circle(b, 0, 0, 4, 1), path_build(b);
    CHECK(where(0, 0, 0) == CLD_INSIDE && where(4, 0, 0) == CLD_BOUNDARY);
    CHECK(where(0, -4, 1) == CLD_BOUNDARY && where(3, 3, 1) == CLD_OUTSIDE);
    path_clear(b), path_add1(b, 'M', 0, 0), path_add3(b, 1, 1, 3, 1, 3, 0);
    path_add3(b, 3, -1, 1, -1, 0, 0), path_add3(b, -1, 1, -3, 1, -3, 0);
    path_add3(b, -3, -1, -1, -1, 0, 0), path_build(b);
    CHECK(where(2, 0, 0) == CLD_INSIDE && where(-2, 0, 0) == CLD_INSIDE);
    CHECK(where(0, 0, 0) == CLD_BOUNDARY && where(0, 1, 0) == CLD_OUTSIDE);
    /* nothing */
    path_clear(b), path_build(b);
    CHECK(where(0, 0, 0) == CLD_OUTSIDE);
}

static void bad_input(void)
{
    cld_path none = {0};
    CHECK(cld_path_contains(NULL, vec2(0, 0), 0) == CLD_ERROR_NULL);
    CHECK(cld_path_contains(&none, vec2(0, 0), 0) == CLD_ERROR_NULL);
    CHECK(where(TEST_NAN, 0, 0) == CLD_ERROR_FINITE);
    CHECK(where(0, TEST_INFINITY, 0) == CLD_ERROR_FINITE);
    CHECK(where(0, 0, 2) == CLD_ERROR_PARAMETER && where(0, 0, -1) == CLD_ERROR_PARAMETER);
}

/* -------------------------------------------------------------------- polygons in whole numbers */

enum { CORNERS = 40 };

static int sign(long x)
{
    return (x > 0) - (x < 0);
}

static void polygons_in_whole_numbers(void)
{
    test_random r = test_random_from(5001);
    const int repeat = cases(20000);
    for (int n = 0; n < repeat; n++) {
        const int chains = test_integer(&r, 1, 3), wide = n % 2 ? 6 : 2000;
        const double scale = ldexp(1, test_integer(&r, -30, 30));
        const long x0 = n % 3 ? 0 : 100000, y0 = n % 3 ? 0 : -100000;
        long a[CORNERS][2], b[CORNERS][2];
        int lines = 0;
        path_clear(&one);
        for (int c = 0; c < chains; c++) {
            const int first = lines, corners = test_integer(&r, 2, 9);
            long x = 0, y = 0, start[2] = {0, 0};
            for (int i = 0; i < corners; i++) {
                const long u = x0 + test_integer(&r, 0, wide), v = y0 + test_integer(&r, 0, wide);
                path_add1(&one, i ? 'L' : 'M', scale * (double)u, scale * (double)v);
                if (i) a[lines][0] = x, a[lines][1] = y, b[lines][0] = u, b[lines++][1] = v;
                if (!i) start[0] = u, start[1] = v;
                x = u, y = v;
            }
            a[lines][0] = x, a[lines][1] = y, b[lines][0] = start[0], b[lines++][1] = start[1];
            if (n % 2) path_add(&one, 'Z', NULL);
            (void)first;
        }
        path_build(&one);
        for (int q = 0; q < 8; q++) {
            long x = x0 + test_integer(&r, -1, wide + 1), y = y0 + test_integer(&r, -1, wide + 1);
            int winding = 0, on = 0;
            if (q == 0) x = a[0][0], y = a[0][1];
            for (int i = 0; i < lines; i++) {
                const long ux = b[i][0] - a[i][0], uy = b[i][1] - a[i][1];
                const int side = sign(ux * (y - a[i][1]) - uy * (x - a[i][0]));
                const long along = ux * (x - a[i][0]) + uy * (y - a[i][1]);
                on |= side == 0 && along >= 0 && along <= ux * ux + uy * uy &&
                      (ux != 0 || uy != 0 || (x == a[i][0] && y == a[i][1]));
                if ((a[i][1] > y) != (b[i][1] > y) && side == sign(uy)) winding += side;
            }
            CHECK(where(scale * (double)x, scale * (double)y, CLD_FILL_NONZERO) ==
                  (on        ? CLD_BOUNDARY
                   : winding ? CLD_INSIDE
                             : CLD_OUTSIDE));
            CHECK(where(scale * (double)x, scale * (double)y, CLD_FILL_EVEN_ODD) ==
                  (on            ? CLD_BOUNDARY
                   : winding & 1 ? CLD_INSIDE
                                 : CLD_OUTSIDE));
        }
    }
}

/* ------------------------------------------------------------------- curves, cut in short lines */

enum { CUTS = 96 };

/* The winding number of the path's pieces around p, closed by lines; *distance to them. */
static int by_short_lines(double x, double y, double *distance)
{
    const int pieces = cld_path_count(&one.path);
    double sum = 0, start[2] = {0, 0}, last[2] = {0, 0};
    int piece = 0;
    const double pi = 3.14159265358979323846;
    *distance = 1e300;
    (void)pieces;
    for (size_t i = 0; i <= one.path.command_count; i++) {
        cld_bezier c = {1, {{0, 0}, {0, 0}, {0, 0}, {0, 0}}};
        const int ends = i == one.path.command_count || one.path.commands[i] == 'M';
        if (ends && i > 0 && one.path.commands[i - 1] != 'M') {
            c.points[0] = vec2(last[0], last[1]), c.points[1] = vec2(start[0], start[1]);
        } else if (!ends) {
            CHECK(cld_path_piece(&one.path, (uint32_t)piece++, &c) == CLD_OK);
            if (one.path.commands[i - 1] == 'M')
                start[0] = (double)c.points[0].x, start[1] = (double)c.points[0].y;
        } else {
            continue;
        }
        for (int k = 0; k <= CUTS; k++) {
            double p[4][2], t = (double)k / CUTS, at[2];
            for (int j = 0; j <= c.degree; j++)
                p[j][0] = (double)c.points[j].x - x, p[j][1] = (double)c.points[j].y - y;
            for (int n = c.degree; n > 0; n--)
                for (int j = 0; j < n; j++)
                    for (int d = 0; d < 2; d++) p[j][d] += t * (p[j + 1][d] - p[j][d]);
            at[0] = p[0][0], at[1] = p[0][1];
            if (k > 0) {
                const double ux = at[0] - last[0], uy = at[1] - last[1];
                double s = -(last[0] * ux + last[1] * uy) / (ux * ux + uy * uy);
                if (!(s > 0)) s = 0;
                if (s > 1) s = 1;
                *distance = fmin(*distance, hypot(last[0] + s * ux, last[1] + s * uy));
                sum += atan2(last[0] * at[1] - last[1] * at[0], last[0] * at[0] + last[1] * at[1]);
            }
            last[0] = at[0], last[1] = at[1];
        }
        last[0] += x, last[1] += y;
    }
    return (int)floor(sum / (2 * pi) + 0.5);
}

static void make_curves(test_random *r, double scale, double x, double y, int whole)
{
    const int chains = test_integer(r, 1, 3);
    path_clear(&one);
    for (int c = 0; c < chains; c++) {
        const int pieces = test_integer(r, 1, 5);
        double p[6];
        for (int i = 0; i <= pieces; i++) {
            for (int k = 0; k < 6; k++)
                p[k] = (k & 1 ? y : x) +
                       scale * (whole ? 8 * test_integer(r, 0, 8) : test_between(r, 0, 64));
            path_add(&one, "MLQC"[i ? test_integer(r, 1, 3) : 0], p);
        }
        if (test_integer(r, 0, 1)) path_add(&one, 'Z', NULL);
    }
    path_build(&one);
}

static void curves_by_short_lines(void)
{
    test_random r = test_random_from(5002);
    const int repeat = cases(1500);
    long asked = 0;
    for (int n = 0; n < repeat; n++) {
        const double scale = pow(10, test_between(&r, -6, 6)), far = n % 3 ? 0 : 500 * scale;
        make_curves(&r, scale, far, -far, 0);
        for (int q = 0; q < 4; q++) {
            const cld_vec2 p =
                vec2(far + scale * test_between(&r, 0, 64), -far + scale * test_between(&r, 0, 64));
            double distance;
            const int winding = by_short_lines((double)p.x, (double)p.y, &distance);
            /* a chord of a 96th is off by an eighth of the square of that times the second
               derivative, at most 6 times 4 times the size */
            if (distance < scale * 64 * (3.0 / (CUTS * CUTS)) * 1.5) continue;
            CHECK(cld_path_contains(&one.path, p, CLD_FILL_NONZERO) ==
                  (winding ? CLD_INSIDE : CLD_OUTSIDE));
            CHECK(cld_path_contains(&one.path, p, CLD_FILL_EVEN_ODD) ==
                  (winding & 1 ? CLD_INSIDE : CLD_OUTSIDE));
            asked++;
        }
    }
    CHECK(asked > 2 * repeat);
}

/* Points put on a piece: in halves and quarters of whole numbers exactly, else as near as they are
   rounded; beside it, by 2^-40 of the size and more, they are not on it. */
static void points_on_the_path(void)
{
    test_random r = test_random_from(5003);
    const int repeat = cases(10000);
    for (int n = 0; n < repeat; n++) {
        const double scale = ldexp(1, test_integer(&r, -20, 20));
        cld_bezier c;
        cld_vec2 p, d;
        cld_real t;
        int piece;
        make_curves(&r, scale, 0, 0, 1);
        piece = test_integer(&r, 0, cld_path_count(&one.path) - 1);
        CHECK(cld_path_piece(&one.path, (uint32_t)piece, &c) == CLD_OK);
        t = (cld_real)(0.5 * test_integer(&r, 0, 2));
        if (sizeof(cld_real) > 4 && n % 2 && c.degree > 1) t = (cld_real)test_between(&r, 0, 1);
        CHECK(cld_bezier_evaluate(&c, t, &p, &d) == CLD_OK);
        CHECK(cld_path_contains(&one.path, p, n & 1) == CLD_BOUNDARY);
        {
            /* at right angles to the tangent, where nothing else is near */
            const double off = fmax(ldexp(64, -40), 64 * 8 * TEST_ROUND) * scale;
            const double v = hypot((double)d.x, (double)d.y);
            cld_path_point closest;
            if (!(v > scale)) continue;
            p = vec2((double)p.x - off * (double)d.y / v, (double)p.y + off * (double)d.x / v);
            CHECK(cld_path_closest(&one.path, p, &closest) == 1);
            if ((double)closest.distance < 0.5 * off) continue;
            if (cld_path_contains(&one.path, p, 0) == CLD_BOUNDARY) {
                /* only on the line that closes an open chain */
                path_add(&one, 'Z', NULL), path_build(&one);
                CHECK(cld_path_contains(&one.path, p, 0) == CLD_BOUNDARY);
                one.path.command_count--;
            }
        }
    }
}

/* ---------------------------------------------------------------------------------- real outlines */

static long glyphs_asked;
static test_random glyph_random;

/* Random points in and around a glyph against its pieces in short lines, and the ends and middles
   of its pieces, which are whole numbers or quarters of them. */
static void ask_glyph(built_path *glyph, const char *font, int number)
{
    cld_vec2 min = {0, 0}, max = {0, 0};
    double width, height, size;
    CHECK(cld_path_bounds(&glyph->path, &min, &max) == CLD_OK);
    width = (double)max.x - (double)min.x, height = (double)max.y - (double)min.y;
    size = fmax(width, height);
    for (int q = 0; q < 4; q++) {
        const cld_vec2 p = vec2((double)min.x + width * test_between(&glyph_random, -0.1, 1.1),
                                (double)min.y + height * test_between(&glyph_random, -0.1, 1.1));
        double distance;
        const int winding = by_short_lines((double)p.x, (double)p.y, &distance);
        /* as of quadratics whose second derivative is at most 2 times 4 times the size */
        if (distance < size / (CUTS * CUTS)) continue;
        if (!CHECK(cld_path_contains(&glyph->path, p, CLD_FILL_NONZERO) ==
                   (winding ? CLD_INSIDE : CLD_OUTSIDE)) ||
            !CHECK(cld_path_contains(&glyph->path, p, CLD_FILL_EVEN_ODD) ==
                   (winding & 1 ? CLD_INSIDE : CLD_OUTSIDE)))
            printf("    %s %d\n", font, number);
        glyphs_asked++;
    }
    for (int i = 0; glyph_is_whole(glyph) && i < cld_path_count(&glyph->path); i++) {
        cld_bezier c;
        cld_vec2 p, d;
        CHECK(cld_path_piece(&glyph->path, (uint32_t)i, &c) == CLD_OK);
        for (int k = 0; k < 3; k++) {
            CHECK(cld_bezier_evaluate(&c, (cld_real)(0.5 * k), &p, &d) == CLD_OK);
            if (!CHECK(cld_path_contains(&glyph->path, p, CLD_FILL_NONZERO) == CLD_BOUNDARY))
                printf("    %s %d, piece %d\n", font, number, i);
        }
    }
}

static void glyphs_by_short_lines(void)
{
    glyphs_asked = 0, glyph_random = test_random_from(5006);
    if (font_glyphs(cases(10), &one, ask_glyph))
        printf("     %ld points beside glyphs\n", glyphs_asked);
    else
        printf("     skipped: no fonts are installed\n");
}

/* ------------------------------------------------------------------------------------- tangents */

static void is_tangent(const cld_bezier *c, double t, double x, double y)
{
    cld_vec2 v = {7, 7};
    CHECK(cld_bezier_tangent(c, (cld_real)t, &v) == 1);
    if (!CHECK_NEAR(v.x, x / hypot(x, y), 4 * TEST_ROUND + 4e-15) ||
        !CHECK_NEAR(v.y, y / hypot(x, y), 4 * TEST_ROUND + 4e-15))
        printf("    degree %d at %g\n", c->degree, t);
}

static void tangents_by_hand(void)
{
    const cld_bezier line = {1, {{1, 1}, {4, 5}, {0, 0}, {0, 0}}};
    const cld_bezier first = {3, {{0, 0}, {0, 0}, {1, 2}, {5, 1}}}; /* handles of length 0 */
    const cld_bezier two = {3, {{0, 0}, {0, 0}, {0, 0}, {3, 4}}};
    const cld_bezier last = {3, {{0, 0}, {1, 2}, {5, 1}, {5, 1}}};
    const cld_bezier quadratic = {2, {{0, 0}, {0, 0}, {3, 4}, {0, 0}}};
    const cld_bezier cusp = {3, {{0, 0}, {2, 2}, {0, 2}, {2, 0}}}; /* at 1/2, upwards, then down */
    const cld_bezier point = {3, {{2, 3}, {2, 3}, {2, 3}, {2, 3}}};
    cld_path_point closest;
    cld_vec2 v = {7, 7}, d;
    is_tangent(&line, 0, 3, 4), is_tangent(&line, 1, 3, 4), is_tangent(&line, 0.3, 3, 4);
    is_tangent(&first, 0, 1, 2), is_tangent(&first, 1, 4, -1);
    is_tangent(&two, 0, 3, 4), is_tangent(&two, 1, 3, 4), is_tangent(&two, 0.25, 3, 4);
    is_tangent(&last, 0, 1, 2), is_tangent(&last, 1, 4, -1);
    is_tangent(&quadratic, 0, 3, 4), is_tangent(&quadratic, 1, 3, 4);
    is_tangent(&cusp, 0.5, 0, 1);
    /* beside an end whose handle is short or none, forward in spite of how slow it is there */
    is_tangent(&first, 1e-15, 1, 2), is_tangent(&two, 1e-12, 3, 4);
    is_tangent(&quadratic, 1e-17, 3, 4);
    CHECK(cld_bezier_evaluate(&first, 0, NULL, &d) == CLD_OK && d.x == 0 && d.y == 0);
    CHECK(cld_bezier_tangent(&point, (cld_real)0.5, &v) == 0 && v.x == 0 && v.y == 0);
    v.x = 7;
    CHECK(cld_bezier_tangent(&first, (cld_real)1.5, &v) == CLD_ERROR_PARAMETER && v.x == 7);
    CHECK(cld_bezier_tangent(&first, -1, &v) == CLD_ERROR_PARAMETER);
    CHECK(cld_bezier_tangent(&first, (cld_real)TEST_NAN, &v) == CLD_ERROR_PARAMETER);
    CHECK(cld_bezier_tangent(&first, 0, NULL) == CLD_ERROR_NULL);
    CHECK(cld_bezier_tangent(NULL, 0, &v) == CLD_ERROR_NULL);
    /* so sides and normals are right there */
    {
        const cld_bezier flat = {3, {{0, 0}, {0, 0}, {1, 0}, {2, 1}}};
        for (int i = 0; i < 2; i++) {
            const int side = i ? -1 : 1;
            CHECK(cld_bezier_closest(&flat, vec2(1e-30, 0.5 * side), &closest) == 1);
            CHECK(closest.side == side);
            CHECK_NEAR(closest.normal.y, side, 0.01); /* to what 2^-44 of the distance is */
            CHECK(cld_bezier_closest(&flat, vec2(0, 0.5 * side), &closest) == 1);
            CHECK(closest.side == side);
        }
    }
}

/* Against the difference of points beside the parameter, in long double, towards the inside. */
static void tangents_by_limits(void)
{
    test_random r = test_random_from(5004);
    const int repeat = cases(20000);
    for (int n = 0; n < repeat; n++) {
        cld_bezier c;
        cld_vec2 v = {0, 0};
        const double t = n % 2 ? test_integer(&r, 0, 1) : 0.25 * test_integer(&r, 0, 4);
        const long double h = 1e-4L,
                          at[2] = {t > 0 ? (long double)t - h : 0, t > 0 ? (long double)t : h};
        long double p[2][2];
        double length;
        int told;
        c.degree = test_integer(&r, 1, 3);
        for (int i = 0; i < 4; i++)
            c.points[i] = vec2(test_integer(&r, 0, 2), test_integer(&r, 0, 2));
        told = cld_bezier_tangent(&c, (cld_real)t, &v);
        for (int k = 0; k < 2; k++) {
            long double q[4][2];
            for (int i = 0; i <= c.degree; i++)
                q[i][0] = (long double)c.points[i].x, q[i][1] = (long double)c.points[i].y;
            for (int m = c.degree; m > 0; m--)
                for (int i = 0; i < m; i++)
                    for (int d = 0; d < 2; d++) q[i][d] += at[k] * (q[i + 1][d] - q[i][d]);
            p[k][0] = q[0][0], p[k][1] = q[0][1];
        }
        length = (double)hypotl(p[1][0] - p[0][0], p[1][1] - p[0][1]);
        CHECK(told == (length > 0));
        if (told != 1) continue;
        /* off by h times the ratio of a derivative to the one before, at most some dozen; the
           points are rounded by 2^-64 of 2, which is little of h^3 */
        CHECK_NEAR(v.x, (double)(p[1][0] - p[0][0]) / length, 4e-3);
        CHECK_NEAR(v.y, (double)(p[1][1] - p[0][1]) / length, 4e-3);
    }
}

int main(int argc, char **argv)
{
    option_cases = test_option(&argc, argv, "--cases", 0);
    test_begin(argc, argv);
    TEST(figures_by_hand);
    TEST(bad_input);
    TEST(polygons_in_whole_numbers);
    TEST(curves_by_short_lines);
    TEST(points_on_the_path);
    TEST(glyphs_by_short_lines);
    TEST(tangents_by_hand);
    TEST(tangents_by_limits);
    path_free(&one);
    return test_end();
}
