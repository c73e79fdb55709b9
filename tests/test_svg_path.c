/* examples/svg_path.h: what it makes of SVG path data and transforms. Arcs against the ellipse they
 * were made from: the ends of each cubic lie on it, all else within the bound that the header
 * states; transforms against matrices multiplied here; mistakes end in messages.
 *
 *     test_svg_path [seed] */
#include "test.h"

#include "examples/svg_path.h"
#include "icon_files.h"

static const double PI = 3.14159265358979323846;

/* Reads a text that has to be right. */
static int reads(svg_path *p, const char *text)
{
    char message[SVG_PATH_MESSAGE] = "";
    const int good = svg_path_parse(p, "text", text, strlen(text), message);
    if (!CHECK(good == 1)) printf("    %s\n", message);
    return good;
}

/* Reads path data alone. */
static int reads_data(svg_path *p, const char *data)
{
    char text[4096];
    snprintf(text, sizeof text, "<path d='%s'/>", data);
    return reads(p, text);
}

/* Point i, with y down again. */
static void point_of(const svg_path *p, size_t i, double out[2])
{
    out[0] = (double)p->points[2 * i], out[1] = -(double)p->points[2 * i + 1];
}

/* Both texts are the same path, to the bit. */
static void same(const char *a, const char *b)
{
    svg_path x, y;
    const int good = reads(&x, a) & reads(&y, b);
    if (good && CHECK(x.path.command_count == y.path.command_count) &&
        CHECK(x.path.point_count == y.path.point_count)) {
        CHECK(memcmp(x.commands, y.commands, x.path.command_count) == 0);
        for (size_t i = 0; i < 2 * x.path.point_count; i++)
            if (!CHECK(x.points[i] == y.points[i])) printf("    %s | %s\n", a, b);
    }
    svg_path_free(&x), svg_path_free(&y);
}

static void same_data(const char *a, const char *b)
{
    char one[1024], two[1024];
    snprintf(one, sizeof one, "<path d='%s'/>", a);
    snprintf(two, sizeof two, "<path d='%s'/>", b);
    same(one, two);
}

/* ------------------------------------------------------------------------------------- commands */

static void commands_relative(void)
{
    same_data("m1 2 3 4 1-1", "M1 2 L4 6 L5 5");
    same_data("M1 2q1 1 2 0t2 0", "M1 2Q2 3 3 2Q4 1 5 2");
    same_data("M0 0c1 0 2 1 2 2s-1 2-2 2", "M0 0C1 0 2 1 2 2C2 3 1 4 0 4");
    same_data("M1 1T3 3S4 4 5 1", "M1 1Q1 1 3 3C3 3 4 4 5 1");
    same_data("M1 1h1v1zl2 2", "M1 1L2 1L2 2Z M1 1L3 3");
    same_data("M1.5.5-3e0-1", "M1.5 .5L-3 -1");
    same_data("M0,0L1,1,2,2", "M0 0 1 1 2 2");
}

/* ----------------------------------------------------------------------------------------- arcs */

static void arcs_by_hand(void)
{
    svg_path p;
    double q[2];
    same_data("M1 2a1 1 0 01.5.5", "M1 2A1,1,0,0,1,1.5,2.5");
    same_data("M1 2a1 1 0 01.5.5.5.5 0 10-1 0", "M1 2A1 1 0 0 1 1.5 2.5A.5 .5 0 1 0 .5 2.5");
    same_data("M1 2a-1 1 0 1 1 1 0", "M1 2A1 -1 0 1 1 2 2");
    same_data("M1 2a0 1 0 1 1 1 0", "M1 2L2 2"); /* a radius of 0: a line */
    same_data("M1 2a1 0 30 1 1 1 0", "M1 2L2 2");
    same_data("M1 2a1 1 0 1 1 0 0L3 3", "M1 2L3 3"); /* ends that are one: nothing */
    same_data("M0 0A1 1 0 0 1 2 0S3 3 4 4", "M0 0A1 1 0 0 1 2 0C2 0 3 3 4 4");
    same_data("M0 0a1 1 0 0 0 8 0", "M0 0a4 4 0 0 0 8 0"); /* too small: they grow */
    same_data("M0 0a1 1 0 1 0 8 0", "M0 0a4 4 0 1 0 8 0");
    same_data("M3 0H4V1za1 1 0 0 1 1 1", "M3 0L4 0L4 1Z M3 0a1 1 0 0 1 1 1");
    /* a half circle through (1, -1): y is down, so sweep 1 goes from the left over the top */
    if (reads_data(&p, "M0 0A1 1 0 0 1 2 0") && CHECK(p.path.command_count == 17)) {
        point_of(&p, 24, q);
        CHECK_NEAR(q[0], 1, 2 * TEST_ROUND), CHECK_NEAR(q[1], -1, 2 * TEST_ROUND);
    }
    svg_path_free(&p);
    /* three quarters of a circle about (1, 0), and one quarter about (0, 1): the flags choose */
    if (reads_data(&p, "M0 0A1 1 0 1 1 1 1") && CHECK(p.path.command_count == 25)) {
        point_of(&p, 36, q);
        CHECK_NEAR(q[0], 1 + sqrt(0.5), 2 * TEST_ROUND), CHECK_NEAR(q[1], -sqrt(0.5), TEST_ROUND);
    }
    svg_path_free(&p);
    if (reads_data(&p, "M0 0A1 1 0 0 1 1 1") && CHECK(p.path.command_count == 9)) {
        point_of(&p, 12, q);
        CHECK_NEAR(q[0], sqrt(0.5), TEST_ROUND), CHECK_NEAR(q[1], 1 - sqrt(0.5), TEST_ROUND);
    }
    svg_path_free(&p);
    /* radii beyond all measure: the line but for the bulge */
    if (reads_data(&p, "M0 0A1e20 1e20 30 0 1 1 1") && CHECK(p.path.command_count == 2)) {
        for (int i = 0; i < 4; i++) {
            point_of(&p, (size_t)i, q);
            CHECK_NEAR(q[0], i / 3.0, TEST_ROUND), CHECK_NEAR(q[1], i / 3.0, TEST_ROUND);
        }
    }
    svg_path_free(&p);
}

typedef struct ellipse {
    double x, y, rx, ry, degrees, from, turn; /* angles in degrees */
} ellipse;

static void on_ellipse(const ellipse *e, double angle, double out[2])
{
    const double c = cos(e->degrees * PI / 180), s = sin(e->degrees * PI / 180);
    const double x = e->rx * cos(angle), y = e->ry * sin(angle);
    out[0] = e->x + c * x - s * y, out[1] = e->y + s * x + c * y;
}

/* The place of a point in the frame in which the ellipse is the unit circle. */
static void in_circle(const ellipse *e, const double p[2], double out[2])
{
    const double c = cos(e->degrees * PI / 180), s = sin(e->degrees * PI / 180);
    const double x = p[0] - e->x, y = p[1] - e->y;
    out[0] = (c * x + s * y) / e->rx, out[1] = (c * y - s * x) / e->ry;
}

static double worst_error; /* of a cubic, relative to the larger radius, where radii are equal */

/* The cubics of path p, from its point 0 on, follow the ellipse. `rounding`: of the coordinates,
   in the frame of the circle. */
static void follows(const svg_path *p, const ellipse *e, double rounding)
{
    const int count = (int)p->path.command_count - 1;
    const double from = e->from * PI / 180, step = e->turn * PI / 180 / count;
    for (int i = 0; i < count; i++) {
        double q[4][2];
        for (int k = 0; k < 4; k++) {
            double file[2];
            point_of(p, (size_t)(3 * i + k), file);
            in_circle(e, file, q[k]);
        }
        for (int k = 0; k <= 8; k++) {
            const double t = k / 8.0, s = 1 - t, angle = from + (i + t) * step;
            double at[2];
            for (int a = 0; a < 2; a++)
                at[a] = s * s * s * q[0][a] + 3 * s * s * t * q[1][a] + 3 * s * t * t * q[2][a] +
                        t * t * t * q[3][a];
            /* the bound of the header, and what the coordinates were rounded by */
            CHECK_NEAR(hypot(at[0], at[1]), 1, (k % 8 ? 1.04e-9 : 0) + rounding);
            if (rounding < 1e-13) worst_error = fmax(worst_error, fabs(hypot(at[0], at[1]) - 1));
            /* along the circle: at the ends and in the middle; in between to the fourth order */
            CHECK_NEAR(at[0] * sin(angle) - at[1] * cos(angle), 0,
                       (k % 4 ? 2e-4 : 0) + 2 * rounding);
            CHECK(at[0] * cos(angle) + at[1] * sin(angle) > 0.9);
        }
    }
}

static void arcs_follow_the_ellipse(void)
{
    test_random r = test_random_from(4701);
    const int repeat = test_repeat(20000);
    for (int n = 0; n < repeat; n++) {
        const double scale = pow(10, test_between(&r, -6, 6));
        const double ratio = n % 3 == 0 ? 1 : pow(10, test_between(&r, -3, 3));
        ellipse e;
        char data[512];
        double a[2], b[2], most;
        svg_path p;
        e.rx = scale * (ratio > 1 ? 1 : ratio), e.ry = scale * (ratio > 1 ? 1 / ratio : 1);
        e.x = scale * test_between(&r, -2, 2), e.y = scale * test_between(&r, -2, 2);
        e.degrees = n % 5 ? test_between(&r, -400, 400) : 90 * test_integer(&r, -4, 4);
        e.from = n % 7 ? test_between(&r, -180, 180) : 45 * test_integer(&r, -4, 4);
        e.turn = n % 7 ? test_between(&r, 1, 359) : 45 * test_integer(&r, 1, 7);
        if (fabs(e.turn - 180) < 0.5) continue; /* the flags say nothing there */
        if (n & 1) e.turn = -e.turn;
        on_ellipse(&e, e.from * PI / 180, a);
        on_ellipse(&e, (e.from + e.turn) * PI / 180, b);
        snprintf(data, sizeof data, "M%.17g %.17gA%.17g %.17g %.17g %d%d%.17g,%.17g", a[0], a[1],
                 e.rx, e.ry, e.degrees, fabs(e.turn) > 180, e.turn > 0, b[0], b[1]);
        most = fabs(e.x) + fabs(e.y) + 2 * scale;
        if (!reads_data(&p, data)) continue;
        CHECK((int)p.path.command_count == 1 + (int)ceil(fabs(e.turn) / 11.25 * (1 - 1e-12)));
        /* the rounding of the ends moves the centre: at right angles to the chord by that over the
           cosine of half the turn, along it over the sine */
        {
            const double half = e.turn * PI / 360;
            const double small = 64 * 1.2e-16 * most / fmin(e.rx, e.ry) *
                                 (1 / fabs(sin(half)) + 1 / fabs(cos(half)));
            follows(&p, &e, small + 4 * TEST_ROUND * most / fmin(e.rx, e.ry));
        }
        svg_path_free(&p);
    }
    if (worst_error > 0) /* in double: else rounding hides it */
        printf("     the worst cubic is 2^%.2f of the radius off\n", log2(worst_error));
}

/* ----------------------------------------------------------------------------------- transforms */

static void transforms_by_hand(void)
{
#define PATH "d='M1 2L3 4Q5 6 7 9'/>"
    same("<path transform='translate(3)' " PATH, "<path d='M4 2L6 4Q8 6 10 9'/>");
    same("<path transform='translate(3,-1)' " PATH, "<path d='M4 1L6 3Q8 5 10 8'/>");
    same("<path transform='scale(2)' " PATH, "<path d='M2 4L6 8Q10 12 14 18'/>");
    same("<path transform='scale(2 -1)' " PATH, "<path d='M2 -2L6 -4Q10 -6 14 -9'/>");
    same("<path transform='rotate(90)' " PATH, "<path d='M-2 1L-4 3Q-6 5 -9 7'/>");
    same("<path transform='rotate(-450)' " PATH, "<path d='M2 -1L4 -3Q6 -5 9 -7'/>");
    same("<path transform='rotate(180, 1, 2)' " PATH, "<path d='M1 2L-1 0Q-3 -2 -5 -5'/>");
    same("<path transform='matrix(1 2 3 4 5 6)' d='M1 2L0 0'/>", "<path d='M12 16L5 6'/>");
    same("<path transform='translate(3)scale(2)' d='M1 2L0 0'/>", "<path d='M5 4L3 0'/>");
    same("<path transform='scale(2) , translate(3)' d='M1 2L0 0'/>", "<path d='M8 4L6 0'/>");
    same("<path transform='' " PATH, "<path " PATH);
    same("<path d='M1 2L0 0' transform=' scale ( 2 ) '/>", "<path d='M2 4L0 0'/>");
    /* groups: from the inside out, and no longer than they last */
    same("<svg><g transform='translate(3)'><g transform='scale(2)'><path d='M1 2L0 0'/></g>"
         "<path d='M1 2L0 0'/></g><path d='M1 2L0 0'/></svg>",
         "<path d='M5 4L3 0M4 2L3 0M1 2L0 0'/>");
    same("<g transform='scale(5)'/><a transform='scale(2)'><path d='M1 2L0 0'/></a>",
         "<path d='M2 4L0 0'/>");
    same("<g transform='scale(2)'><path d='M1 2L0 0'><title>x</title></path></g>",
         "<path d='M2 4L0 0'/>");
    same(
        "<?xml version='1.0'?><!DOCTYPE svg [ <!ENTITY x '<g>'> ]><!-- <g transform='scale(3)'> -->"
        "<svg><style><![CDATA[ a < b { } ]]></style><path d='M1 2L0 0'/></svg >",
        "<path d='M1 2L0 0'/>");
#undef PATH
}

static void skews_by_hand(void)
{
    svg_path p;
    double q[2];
    if (reads(&p, "<path transform='skewX(45)' d='M1 2L3 4'/>")) {
        point_of(&p, 0, q), CHECK_NEAR(q[0], 3, 4 * TEST_ROUND), CHECK(q[1] == 2);
        point_of(&p, 1, q), CHECK_NEAR(q[0], 7, 8 * TEST_ROUND), CHECK(q[1] == 4);
    }
    svg_path_free(&p);
    if (reads(&p, "<path transform='skewY(-45)' d='M1 2L3 4'/>")) {
        point_of(&p, 0, q), CHECK(q[0] == 1), CHECK_NEAR(q[1], 1, 4 * TEST_ROUND);
    }
    svg_path_free(&p);
}

/* Adds a random function to a list and to its matrix. */
static void add_transform(test_random *r, char *list, size_t room, double m[6])
{
    const double a = test_between(r, -2, 2), b = test_between(r, -2, 2);
    const double d = test_between(r, -80, 80), c = cos(d * PI / 180), s = sin(d * PI / 180);
    double f[6] = {1, 0, 0, 1, 0, 0}, out[6];
    char word[256];
    switch (test_integer(r, 0, 5)) {
    case 0:
        f[0] = a, f[1] = b, f[2] = c, f[3] = s, f[4] = d, f[5] = a * b;
        snprintf(word, sizeof word, "matrix(%.17g %.17g,%.17g %.17g %.17g %.17g)", f[0], f[1], f[2],
                 f[3], f[4], f[5]);
        break;
    case 1:
        f[4] = a, f[5] = b;
        snprintf(word, sizeof word, "translate(%.17g,%.17g)", a, b);
        break;
    case 2:
        f[0] = a, f[3] = b;
        snprintf(word, sizeof word, "scale(%.17g %.17g)", a, b);
        break;
    case 3: /* to the origin, turned, and back */
        f[0] = f[3] = c, f[1] = s, f[2] = -s;
        f[4] = a - c * a + s * b, f[5] = b - s * a - c * b;
        snprintf(word, sizeof word, "rotate(%.17g %.17g %.17g)", d, a, b);
        break;
    case 4:
        f[2] = s / c;
        snprintf(word, sizeof word, "skewX(%.17g)", d);
        break;
    default:
        f[1] = s / c;
        snprintf(word, sizeof word, "skewY(%.17g)", d);
        break;
    }
    out[0] = m[0] * f[0] + m[2] * f[1], out[1] = m[1] * f[0] + m[3] * f[1];
    out[2] = m[0] * f[2] + m[2] * f[3], out[3] = m[1] * f[2] + m[3] * f[3];
    out[4] = m[0] * f[4] + m[2] * f[5] + m[4], out[5] = m[1] * f[4] + m[3] * f[5] + m[5];
    memcpy(m, out, sizeof out);
    snprintf(list + strlen(list), room - strlen(list), " %s", word);
}

static void transforms_multiply(void)
{
    test_random r = test_random_from(4702);
    const int repeat = test_repeat(20000);
    for (int n = 0; n < repeat; n++) {
        char text[4096] = "<svg>";
        const int depth = test_integer(&r, 0, 3);
        double m[6] = {1, 0, 0, 1, 0, 0}, q[2], size = 0;
        svg_path p;
        for (int i = 0; i <= depth; i++) {
            char list[1024] = "";
            const int count = test_integer(&r, 0, 2);
            for (int k = 0; k < count; k++) add_transform(&r, list, sizeof list, m);
            snprintf(text + strlen(text), sizeof text - strlen(text), "<%s transform='%s'%s",
                     i < depth ? "g" : "path", list, i < depth ? ">" : " d='M1 0L0 1L3 5'/>");
        }
        for (int i = 0; i < depth; i++) strcat(text, "</g>");
        strcat(text, "</svg>");
        if (!reads(&p, text)) continue;
        for (size_t i = 0; i < 3; i++) {
            static const double at[3][2] = {{1, 0}, {0, 1}, {3, 5}};
            const double x = m[0] * at[i][0] + m[2] * at[i][1] + m[4],
                         y = m[1] * at[i][0] + m[3] * at[i][1] + m[5];
            /* eight functions at most, whose numbers are below 6 in size and move points by
               less than 50: 1e10 at most, some dozens of roundings of which in double */
            size = fmax(fabs(x), fabs(y));
            point_of(&p, i, q);
            CHECK_NEAR(q[0], x, 2 * TEST_ROUND * size + 1e-5);
            CHECK_NEAR(q[1], y, 2 * TEST_ROUND * size + 1e-5);
        }
        svg_path_free(&p);
    }
}

/* ------------------------------------------------------------------------------------- mistakes */

static void refused(const char *text, const char *message_part)
{
    char message[SVG_PATH_MESSAGE] = "";
    svg_path p;
    if (!CHECK(svg_path_parse(&p, "text", text, strlen(text), message) == 0)) svg_path_free(&p);
    if (!CHECK(strstr(message, message_part) != NULL)) printf("    %s: %s\n", text, message);
    CHECK(p.commands == NULL && p.points == NULL && p.tree == NULL);
}

static void mistakes_have_messages(void)
{
    refused("", "without any path");
    refused("<svg></svg>", "without any path");
    refused("<path d='L1 2'/>", "text:1:10: a path begins with M");
    refused("<path\nd='M1 2X'/>", "text:2:8: 'X' is no command");
    refused("<path d='M1 2A1 1 0 2 1 3 3'/>", "a flag of an arc is 0 or 1");
    refused("<path d='M1 2A1 1 0 0'/>", "a flag of an arc is 0 or 1");
    refused("<path d='M1 2A1 1 0 01 3'/>", "the path ends where a number should be");
    refused("<path transform='turn(3)' d='M1 2'/>", "text:1:18: no transform that SVG has");
    refused("<path transform='scale' d='M1 2'/>", "no transform that SVG has");
    refused("<path transform='scale(1' d='M1 2'/>", "without its closing bracket");
    refused("<path transform='rotate(1 2)' d='M1 2'/>", "rotate of 2 numbers");
    refused("<path transform='matrix(1 2 3)' d='M1 2'/>", "matrix of 3 numbers");
    refused("<path transform='scale(1e20)scale(1e20)' d='M1 2'/>", "too far away");
    refused("<g><path d='M1 2L0 0'/></a>", "another element ends");
    refused("<path d='M1 2L0 0'/></g>", "did not begin");
    refused("<g><path d='M1 2L0 0'/>", "ends within an element");
    refused("<g><path d='M1 2L0 0'", "ends within an element");
}

/* Texts with mistakes at random: a message or a path, nothing else. */
static void broken_texts(void)
{
    static const char good[] =
        "<?xml?><!DOCTYPE x [y]><svg><!-- c --><g transform='matrix(1 0 0 1 2 3) rotate(45 1 2)'>"
        "<path transform=\"scale(2)\" d=\"M1 2a1 1 0 01.5.5h3v-3.5e0z m1,1q1 1 2 0t2 0c1 0 2 1 2 "
        "2s-1 2-2 2\"/><![CDATA[x]]></g></svg>";
    static const char letters[] = "<>/='\"()[]!-?&MLHVQTCSAZmlhvqtcsaz0123456789.,e+- \n";
    test_random r = test_random_from(4703);
    const int repeat = test_repeat(30000);
    for (int n = 0; n < repeat; n++) {
        char text[sizeof good], message[SVG_PATH_MESSAGE] = "";
        size_t length = sizeof good - 1;
        const int changes = test_integer(&r, 1, 4);
        svg_path p;
        memcpy(text, good, sizeof good);
        for (int i = 0; i < changes; i++) {
            const size_t at = (size_t)test_integer(&r, 0, (int)length - 1);
            text[at] = letters[test_integer(&r, 0, (int)sizeof letters - 2)];
        }
        if (n % 4 == 0) length = (size_t)test_integer(&r, 0, (int)length);
        if (svg_path_parse(&p, "text", text, length, message))
            CHECK(p.path.tree != NULL);
        else
            CHECK(message[0] != 0);
        svg_path_free(&p);
    }
}

static int icons_read, icons_refused;

static void read_icon(const char *file)
{
    char message[SVG_PATH_MESSAGE] = "";
    svg_path p;
    if (svg_path_read(&p, file, message)) {
        CHECK(cld_path_validate(&p.path, NULL) == CLD_OK && p.path.tree != NULL);
        icons_read++;
    } else {
        /* of circles and rectangles alone, or of what is not the grammar's */
        if (icons_refused++ < 3) printf("     %s\n", message);
        CHECK(message[0] != 0);
    }
    svg_path_free(&p);
}

static void files_are_read(void)
{
    char message[SVG_PATH_MESSAGE] = "";
    svg_path p;
    CHECK(svg_path_read(&p, "no such file.svg", message) == 0 && strstr(message, "be opened"));
    icons_read = icons_refused = 0;
    if (icon_files(test_repeat(2000), read_icon))
        printf("     %d icons read, %d without paths\n", icons_read, icons_refused);
    else
        printf("     skipped: no icons are installed\n");
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(commands_relative);
    TEST(arcs_by_hand);
    TEST(arcs_follow_the_ellipse);
    TEST(transforms_by_hand);
    TEST(skews_by_hand);
    TEST(transforms_multiply);
    TEST(mistakes_have_messages);
    TEST(broken_texts);
    TEST(files_are_read);
    return test_end();
}
