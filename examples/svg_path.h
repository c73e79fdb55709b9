/* svg_path.h: reads the path elements of an SVG file as one cld_path, ready to be asked.
   A helper of the examples; include it after collide.h.

       svg_path level = {0};
       char message[SVG_PATH_MESSAGE];
       if (!svg_path_read(&level, "level.svg", message)) puts(message);
       ... cld_path_sweep(&level.path, ...) ...
       svg_path_free(&level);

   In SVG y points down, in collide.h up: y changes its sign on the way in. To draw over the file,
   write -y.

   Understood: the d attribute of each <path>, wherever it stands, all in one path: M L H V Q T C S
   A Z, absolute and relative, commands left out where they repeat, numbers as SVG packs them
   ("1.5.5-3e2" is 1.5, 0.5, -300; flags of arcs need nothing between them: "a1 1 0 01.5.5"),
   commas; and the transform attributes of paths and of all elements around them. Comments,
   declarations and CDATA are skipped, and so is whatever is no path; viewBox, the x and y of a
   nested <svg>, <use> and styles are not looked at.

   An arc becomes cubics of at most a 32nd of a turn each. The end points of such a cubic are on the
   ellipse and its tangents there are the ellipse's; over an angle t it is at most
       2/27 sin(t/4)^6 / cos(t/4)^2, about t^6 / 55296,
   of the larger half axis off: 1.04e-9, or 2^-29.8, for a 32nd of a turn, below what a float's
   rounding leaves. The ellipse that counts is that after all transforms. Radii are as the
   implementation notes of SVG say: negative ones lose their sign; if one is 0 (here: below 1e-30)
   the arc is a line; if they are too small for the two ends they grow together until they fit.

   Every mistake ends in a message with the file's name, the line and the column. */

#ifndef SVG_PATH_H
#define SVG_PATH_H

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SVG_PATH_MESSAGE 256 /* bytes of a message, its end included */

typedef struct svg_path {
    cld_path path; /* a view of what follows */
    char *commands;
    cld_real *points;
    void *tree;
} svg_path;

typedef struct svg_path_point {
    double x, y; /* as the file has them: y down */
} svg_path_point;

/* x -> xx x + xy y + x0, y -> yx x + yy y + y0 */
typedef struct svg_path_matrix {
    double xx, yx, xy, yy, x0, y0; /* the order of matrix(a b c d e f) */
} svg_path_matrix;

/* An element that is open, and what takes points in it to the file's outermost frame. */
typedef struct svg_path_frame {
    const char *name, *name_end;
    svg_path_matrix matrix;
} svg_path_frame;

typedef struct svg_path_reader {
    const char *name;            /* of the file, for messages */
    const char *text, *at, *end; /* all of it, where the reader is, where the part ends */
    char *message;               /* SVG_PATH_MESSAGE bytes */
    svg_path *out;               /* what has been read */
    size_t command_capacity;     /* of out->commands */
    size_t point_capacity;       /* of out->points, in points */
    svg_path_point start, here;  /* of the chain; where the pen is */
    svg_path_point handle;       /* the last control point before `here`, for S and T */
    char last;                   /* the last command, in capitals; 0 before the first */
    svg_path_matrix matrix;      /* of the element that is read */
    svg_path_frame *frames;      /* the elements around it, the outermost first */
    size_t frame_count, frame_capacity;
} svg_path_reader;

/* Writes the message, with the place where the reader is, and returns 0, so that a caller can
   `return svg_path_fail(...)`. */
static int svg_path_fail(svg_path_reader *r, const char *format, ...)
{
    va_list arguments;
    int line = 1, column = 1, used;
    for (const char *c = r->text; c < r->at; c++) {
        column++;
        if (*c == '\n') line++, column = 1;
    }
    used = snprintf(r->message, SVG_PATH_MESSAGE, "%.120s:%d:%d: ", r->name, line, column);
    if (used < 0) used = 0;
    va_start(arguments, format);
    vsnprintf(r->message + used, SVG_PATH_MESSAGE - (size_t)used, format, arguments);
    va_end(arguments);
    for (char *c = r->message; *c; c++) { /* a broken file may hold anything */
        if ((unsigned char)*c < 32 || *c == 127) *c = '?';
    }
    return 0;
}

/* -------------------------------------------------------------------------------- transforms */

static svg_path_point svg_path_transformed(const svg_path_matrix *m, svg_path_point p)
{
    svg_path_point q;
    q.x = m->xx * p.x + m->xy * p.y + m->x0;
    q.y = m->yx * p.x + m->yy * p.y + m->y0;
    return q;
}

/* First b, then a. */
static svg_path_matrix svg_path_product(const svg_path_matrix *a, const svg_path_matrix *b)
{
    svg_path_matrix m;
    m.xx = a->xx * b->xx + a->xy * b->yx, m.xy = a->xx * b->xy + a->xy * b->yy;
    m.yx = a->yx * b->xx + a->yy * b->yx, m.yy = a->yx * b->xy + a->yy * b->yy;
    m.x0 = a->xx * b->x0 + a->xy * b->y0 + a->x0;
    m.y0 = a->yx * b->x0 + a->yy * b->y0 + a->y0;
    return m;
}

/* Cosine and sine of an angle in degrees; quarter turns are exact. */
static svg_path_point svg_path_direction(double degrees)
{
    static const double quarters[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const double turned = fmod(degrees, 360), quarter = floor(turned / 90 + 0.5);
    const double rest = (turned - 90 * quarter) * (3.14159265358979323846 / 180);
    const double *axis = quarters[(int)quarter & 3];
    svg_path_point p;
    p.x = axis[0] * cos(rest) - axis[1] * sin(rest);
    p.y = axis[1] * cos(rest) + axis[0] * sin(rest);
    return p;
}

/* ---------------------------------------------------------------------- the path that is built */

/* Room for one item more: doubles the array where it is full. */
static int svg_path_room(svg_path_reader *r, void **items, size_t count, size_t *capacity,
                         size_t size)
{
    size_t larger = *capacity ? 2 * *capacity : 64;
    void *grown;
    if (count < *capacity) return 1;
    grown = realloc(*items, larger * size);
    if (!grown) return svg_path_fail(r, "out of memory");
    *items = grown;
    *capacity = larger;
    return 1;
}

static int svg_path_put_point(svg_path_reader *r, svg_path_point p)
{
    svg_path *out = r->out;
    void *points = out->points;
    p = svg_path_transformed(&r->matrix, p);
    if (!(fabs(p.x) <= 1e30 && fabs(p.y) <= 1e30))
        return svg_path_fail(r, "a point is too far away");
    if (!svg_path_room(r, &points, out->path.point_count, &r->point_capacity, 2 * sizeof(cld_real)))
        return 0;
    out->points = (cld_real *)points;
    out->points[2 * out->path.point_count] = (cld_real)p.x;
    out->points[2 * out->path.point_count + 1] = (cld_real)(0 - p.y); /* -p.y could be -0 */
    out->path.point_count++;
    return 1;
}

/* Appends a command of cld_path and its points; the last of them is where the pen is then. */
static int svg_path_put(svg_path_reader *r, char command, const svg_path_point *points, int count)
{
    svg_path *out = r->out;
    void *commands = out->commands;
    if (!svg_path_room(r, &commands, out->path.command_count, &r->command_capacity, 1)) return 0;
    out->commands = (char *)commands;
    out->commands[out->path.command_count++] = command;
    for (int i = 0; i < count; i++) {
        if (!svg_path_put_point(r, points[i])) return 0;
    }
    if (count > 0) r->here = points[count - 1];
    return 1;
}

/* -------------------------------------------------------------------------- words of path data */

static int svg_path_is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

static int svg_path_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Skips white space, and one comma if `comma` is set. */
static void svg_path_skip(svg_path_reader *r, int comma)
{
    while (r->at < r->end && (svg_path_is_space(*r->at) || (comma && *r->at == ','))) {
        if (*r->at++ == ',') comma = 0;
    }
}

static const char *svg_path_digits(const char *at, const char *end)
{
    while (at < end && svg_path_is_digit(*at)) at++;
    return at;
}

/* The end of the number that begins at `at`; `at` itself if there is none. Only the grammar's
   numbers: strtod would take 0x1p3 and nan too. */
static const char *svg_path_number_end(const char *at, const char *end)
{
    const char *begin = at, *digits, *exponent;
    int any;
    if (at < end && (*at == '+' || *at == '-')) at++;
    digits = svg_path_digits(at, end);
    any = digits > at;
    at = digits;
    if (at < end && *at == '.') {
        digits = svg_path_digits(at + 1, end);
        any |= digits > at + 1;
        at = digits;
    }
    if (!any) return begin;
    if (at == end || (*at != 'e' && *at != 'E')) return at;
    exponent = at + 1;
    if (exponent < end && (*exponent == '+' || *exponent == '-')) exponent++;
    digits = svg_path_digits(exponent, end);
    return digits > exponent ? digits : at;
}

/* Does a number come next? */
static int svg_path_sees_number(const svg_path_reader *r)
{
    return svg_path_number_end(r->at, r->end) > r->at;
}

/* Reads a number and the comma after it. */
static int svg_path_number(svg_path_reader *r, double *value)
{
    char word[64];
    size_t length = (size_t)(svg_path_number_end(r->at, r->end) - r->at);
    if (length == 0) {
        if (r->at == r->end) return svg_path_fail(r, "the path ends where a number should be");
        return svg_path_fail(r, "'%c' where a number should be", *r->at);
    }
    if (length >= sizeof word) return svg_path_fail(r, "a number of %d digits", (int)length);
    memcpy(word, r->at, length);
    word[length] = 0;
    *value = strtod(word, NULL);
    if (!(fabs(*value) <= 1e30)) return svg_path_fail(r, "%s is too large", word);
    r->at += length;
    svg_path_skip(r, 1);
    return 1;
}

/* Reads `count` points, relative to `here` in small commands. */
static int svg_path_points(svg_path_reader *r, int relative, svg_path_point *points, int count)
{
    for (int i = 0; i < count; i++) {
        if (!svg_path_number(r, &points[i].x) || !svg_path_number(r, &points[i].y)) return 0;
        if (relative) points[i].x += r->here.x, points[i].y += r->here.y;
    }
    return 1;
}

/* ------------------------------------------------------------------------------------ commands */

/* The handle that S and T do not name: the last one, mirrored in `here`, if the command before was
   of the same kind. */
static svg_path_point svg_path_mirrored(const svg_path_reader *r, const char *kind)
{
    svg_path_point p = r->here;
    if (r->last && strchr(kind, r->last)) {
        p.x += r->here.x - r->handle.x;
        p.y += r->here.y - r->handle.y;
    }
    return p;
}

/* M, L, H, V: the numbers of one of them. */
static int svg_path_straight(svg_path_reader *r, char command, int relative)
{
    svg_path_point p = r->here;
    double value;
    if (command == 'M' || command == 'L') {
        if (!svg_path_points(r, relative, &p, 1)) return 0;
    } else {
        if (!svg_path_number(r, &value)) return 0;
        if (command == 'H') p.x = value + (relative ? r->here.x : 0);
        if (command == 'V') p.y = value + (relative ? r->here.y : 0);
    }
    if (command == 'M') r->start = p;
    return svg_path_put(r, command == 'M' ? 'M' : 'L', &p, 1);
}

/* Q, T, C, S. */
static int svg_path_curved(svg_path_reader *r, char command, int relative)
{
    svg_path_point p[3];
    int cubic = command == 'C' || command == 'S', named = command == 'Q' || command == 'C';
    int count = cubic ? 3 : 2;
    if (!named) p[0] = svg_path_mirrored(r, cubic ? "CS" : "QT");
    if (!svg_path_points(r, relative, p + !named, count - !named)) return 0;
    r->handle = p[count - 2];
    return svg_path_put(r, cubic ? 'C' : 'Q', p, count);
}

/* Reads a flag of an arc, one digit, and the comma after it. */
static int svg_path_flag(svg_path_reader *r, int *flag)
{
    if (r->at == r->end || (*r->at != '0' && *r->at != '1'))
        return svg_path_fail(r, "a flag of an arc is 0 or 1");
    *flag = *r->at++ == '1';
    svg_path_skip(r, 1);
    return 1;
}

/* An arc in the frame in which its ellipse is the unit circle: from an angle on, by a turn. A
   vector (x, y) there is x along + y across in the file. */
typedef struct svg_path_circle {
    svg_path_point along, across;
    double from, turn;
} svg_path_circle;

/* The arc between two points. In the frame of the circle the chord is twice (x, y), and the centre
   lies `height` away from its middle, at right angles to it. */
static svg_path_circle svg_path_circle_of(svg_path_point from, svg_path_point to, double rx,
                                          double ry, double degrees, int large, int sweep)
{
    const svg_path_point axis = svg_path_direction(degrees);
    const double dx = 0.5 * (from.x - to.x), dy = 0.5 * (from.y - to.y);
    double x = (axis.x * dx + axis.y * dy) / rx, y = (axis.x * dy - axis.y * dx) / ry;
    const double half = hypot(x, y), grown = half > 1 ? half : 1;
    const double height = half < 1 ? sqrt((1 - half) * (1 + half)) : 0;
    const double shift = large != sweep ? height : -height;
    svg_path_circle c;
    c.along.x = grown * rx * axis.x, c.along.y = grown * rx * axis.y;
    c.across.x = -grown * ry * axis.y, c.across.y = grown * ry * axis.x;
    c.from = c.turn = 0;
    if (!(half > 0)) return c;
    /* from the centre to `from`: (x, y) less shift (y, -x) / half */
    c.from = atan2(y / grown + shift * (x / half), x / grown - shift * (y / half));
    c.turn = 2 * atan2(half / grown, height);
    if (large) c.turn = 2 * 3.14159265358979323846 - c.turn;
    if (!sweep) c.turn = -c.turn;
    return c;
}

/* Appends the arc as cubics, the last of which ends exactly at `to`. Points are computed as
   differences to where the arc begins, so that large radii cost a short arc no digits. */
static int svg_path_put_circle(svg_path_reader *r, const svg_path_circle *c, svg_path_point to)
{
    const double most = 3.14159265358979323846 / 16; /* of one cubic */
    const double parts = ceil(fabs(c->turn) / most * (1 - 1e-12));
    const int count = parts > 1 ? (int)parts : 1;
    const double step = c->turn / count, handle = 4.0 / 3 * tan(step / 4);
    const svg_path_point from = r->here;
    svg_path_point before = from;
    for (int i = 1; i <= count; i++) {
        const double a = c->from + (i - 1) * step, b = c->from + i * step, d = 0.5 * i * step;
        /* (cos b, sin b) less the same of c->from */
        const double x = -2 * sin(c->from + d) * sin(d), y = 2 * cos(c->from + d) * sin(d);
        svg_path_point p[3];
        p[2].x = i < count ? from.x + x * c->along.x + y * c->across.x : to.x;
        p[2].y = i < count ? from.y + x * c->along.y + y * c->across.y : to.y;
        p[0].x = before.x + handle * (cos(a) * c->across.x - sin(a) * c->along.x);
        p[0].y = before.y + handle * (cos(a) * c->across.y - sin(a) * c->along.y);
        p[1].x = p[2].x - handle * (cos(b) * c->across.x - sin(b) * c->along.x);
        p[1].y = p[2].y - handle * (cos(b) * c->across.y - sin(b) * c->along.y);
        if (!svg_path_put(r, 'C', p, 3)) return 0;
        before = p[2];
    }
    return 1;
}

/* A. */
static int svg_path_arc(svg_path_reader *r, int relative)
{
    const svg_path_point from = r->here;
    svg_path_circle circle;
    svg_path_point to;
    double rx, ry, degrees;
    int large = 0, sweep = 0;
    if (!svg_path_number(r, &rx) || !svg_path_number(r, &ry) || !svg_path_number(r, &degrees) ||
        !svg_path_flag(r, &large) || !svg_path_flag(r, &sweep) ||
        !svg_path_points(r, relative, &to, 1))
        return 0;
    if (to.x == from.x && to.y == from.y) return 1; /* as the notes say: as if it were not there */
    rx = fabs(rx), ry = fabs(ry);
    if (!(rx >= 1e-30 && ry >= 1e-30)) return svg_path_put(r, 'L', &to, 1);
    circle = svg_path_circle_of(from, to, rx, ry, degrees, large, sweep);
    return svg_path_put_circle(r, &circle, to);
}

/* One command with all its repetitions. */
static int svg_path_command(svg_path_reader *r)
{
    char letter = *r->at, command = letter >= 'a' ? (char)(letter - 'a' + 'A') : letter;
    int relative = command != letter, first = 1, good = 1;
    if (!command || !strchr("MLHVQTCSAZ", command))
        return svg_path_fail(r, "'%c' is no command", letter);
    if (!r->last && command != 'M') return svg_path_fail(r, "a path begins with M");
    r->at++;
    svg_path_skip(r, 0);
    if (command == 'Z') {
        r->last = 'Z';
        r->here = r->start;
        return svg_path_put(r, 'Z', NULL, 0);
    }
    if (r->last == 'Z' && command != 'M') good = svg_path_put(r, 'M', &r->start, 1);
    while (good && (first || svg_path_sees_number(r))) {
        good = strchr("MLHV", command) ? svg_path_straight(r, command, relative)
               : command == 'A'        ? svg_path_arc(r, relative)
                                       : svg_path_curved(r, command, relative);
        r->last = command;
        if (command == 'M') command = 'L'; /* further points are lines */
        first = 0;
    }
    return good;
}

/* The path data from r->at to r->end. */
static int svg_path_data(svg_path_reader *r)
{
    svg_path_point origin = {0, 0};
    r->start = r->here = origin;
    r->last = 0;
    svg_path_skip(r, 0);
    while (r->at < r->end) {
        if (!svg_path_command(r)) return 0;
        svg_path_skip(r, 0);
    }
    return 1;
}

/* ------------------------------------------------------------------------ elements of the file */

typedef struct svg_path_attribute {
    const char *name, *name_end, *value, *value_end;
} svg_path_attribute;

/* Reads the next attribute of an element. Returns 1; 0 at the element's end; -1 with a message. */
static int svg_path_next(svg_path_reader *r, svg_path_attribute *a)
{
    char quote;
    svg_path_skip(r, 0);
    while (r->at < r->end && (*r->at == '/' || *r->at == '?')) r->at++;
    if (r->at == r->end) return svg_path_fail(r, "the file ends within an element") - 1;
    if (*r->at == '>') return 0;
    a->name = r->at;
    while (r->at < r->end && !svg_path_is_space(*r->at) && !strchr("=>/", *r->at)) r->at++;
    a->name_end = r->at;
    svg_path_skip(r, 0);
    if (r->at == r->end || *r->at != '=')
        return svg_path_fail(r, "an attribute without a value") - 1;
    r->at++;
    svg_path_skip(r, 0);
    quote = r->at < r->end ? *r->at : 0;
    if (quote != '"' && quote != '\'') return svg_path_fail(r, "a value without quotes") - 1;
    a->value = ++r->at;
    while (r->at < r->end && *r->at != quote) r->at++;
    if (r->at == r->end) return svg_path_fail(r, "the file ends within a value") - 1;
    a->value_end = r->at++;
    return 1;
}

static int svg_path_is_named(const svg_path_attribute *a, const char *name)
{
    size_t length = (size_t)(a->name_end - a->name);
    return length == strlen(name) && memcmp(a->name, name, length) == 0;
}

/* One function of a transform list, from its name to its closing bracket. */
static int svg_path_transform_one(svg_path_reader *r, svg_path_matrix *m)
{
    static const struct {
        const char *name;
        int least, most;
    } known[] = {{"matrix", 6, 6}, {"translate", 1, 2}, {"scale", 1, 2},
                 {"rotate", 1, 3}, {"skewX", 1, 1},     {"skewY", 1, 1}};
    enum { MATRIX, TRANSLATE, SCALE, ROTATE, SKEW_X, SKEW_Y, KINDS };
    svg_path_matrix one = {1, 0, 0, 1, 0, 0};
    const char *name = r->at;
    double v[6] = {0, 0, 0, 0, 0, 0};
    int kind = 0, count = 0;
    while (r->at < r->end && !svg_path_is_space(*r->at) && *r->at != '(') r->at++;
    while (kind < KINDS && (strlen(known[kind].name) != (size_t)(r->at - name) ||
                            memcmp(known[kind].name, name, (size_t)(r->at - name)) != 0))
        kind++;
    svg_path_skip(r, 0);
    if (kind == KINDS || r->at == r->end || *r->at != '(') {
        r->at = name;
        return svg_path_fail(r, "no transform that SVG has");
    }
    r->at++;
    svg_path_skip(r, 0);
    while (count < 6 && svg_path_sees_number(r)) {
        if (!svg_path_number(r, &v[count++])) return 0;
    }
    if (r->at == r->end || *r->at != ')')
        return svg_path_fail(r, "a transform without its closing bracket");
    if (count < known[kind].least || count > known[kind].most || (kind == ROTATE && count == 2))
        return svg_path_fail(r, "%s of %d numbers", known[kind].name, count);
    r->at++;
    if (kind == MATRIX) {
        one.xx = v[0], one.yx = v[1], one.xy = v[2], one.yy = v[3], one.x0 = v[4], one.y0 = v[5];
    } else if (kind == TRANSLATE) {
        one.x0 = v[0], one.y0 = v[1];
    } else if (kind == SCALE) {
        one.xx = v[0], one.yy = count > 1 ? v[1] : v[0];
    } else if (kind == ROTATE) { /* about the centre c: x -> R x + c - R c */
        const svg_path_point axis = svg_path_direction(v[0]);
        one.xx = one.yy = axis.x, one.yx = axis.y, one.xy = -axis.y;
        one.x0 = v[1] - (one.xx * v[1] + one.xy * v[2]);
        one.y0 = v[2] - (one.yx * v[1] + one.yy * v[2]);
    } else {
        const double slope = tan(fmod(v[0], 180) * (3.14159265358979323846 / 180));
        if (kind == SKEW_X) one.xy = slope;
        if (kind == SKEW_Y) one.yx = slope;
    }
    *m = svg_path_product(m, &one);
    return 1;
}

/* A transform list, from r->at to r->end: the first function is the outermost. */
static int svg_path_transforms(svg_path_reader *r, svg_path_matrix *m)
{
    svg_path_skip(r, 0);
    while (r->at < r->end) {
        if (!svg_path_transform_one(r, m)) return 0;
        svg_path_skip(r, 1);
    }
    return 1;
}

/* Skips what begins with `first`, to behind `last`. Returns 1 if there is such a thing. */
static int svg_path_skips(svg_path_reader *r, const char *first, const char *last)
{
    const size_t length = strlen(first), ends = strlen(last);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, first, length) != 0) return 0;
    for (r->at += length; r->at < r->end; r->at++) {
        if ((size_t)(r->end - r->at) >= ends && memcmp(r->at, last, ends) == 0) {
            r->at += ends;
            break;
        }
    }
    return 1;
}

/* Skips comments, instructions and declarations, those with an internal subset ([...]), too. */
static int svg_path_skips_other(svg_path_reader *r)
{
    int depth = 0;
    if (svg_path_skips(r, "<!--", "-->") || svg_path_skips(r, "<![CDATA[", "]]>") ||
        svg_path_skips(r, "<?", "?>"))
        return 1;
    if ((size_t)(r->end - r->at) < 2 || memcmp(r->at, "<!", 2) != 0) return 0;
    for (; r->at < r->end; r->at++) {
        if (*r->at == '[') depth++;
        if (*r->at == ']') depth--;
        if (*r->at == '>' && depth <= 0) break;
    }
    return 1;
}

/* Behind the name of an element. */
static void svg_path_skip_name(svg_path_reader *r)
{
    while (r->at < r->end && !svg_path_is_space(*r->at) && !strchr("/>", *r->at)) r->at++;
}

/* </name: the matrix is again that of the element around. */
static int svg_path_close(svg_path_reader *r)
{
    const char *name = r->at += 2;
    const svg_path_frame *frame;
    svg_path_skip_name(r);
    if (r->frame_count == 0) return svg_path_fail(r, "the end of an element that did not begin");
    frame = &r->frames[r->frame_count - 1];
    if (frame->name_end - frame->name != r->at - name ||
        memcmp(frame->name, name, (size_t)(r->at - name)) != 0)
        return svg_path_fail(r, "another element ends than began last");
    r->frame_count--;
    return 1;
}

/* <name with its attributes: of a path, appends the path; of what goes on until </name, opens a
   frame. */
static int svg_path_open(svg_path_reader *r)
{
    svg_path_attribute a = {NULL, NULL, NULL, NULL}, data = {NULL, NULL, NULL, NULL};
    const svg_path_matrix none = {1, 0, 0, 1, 0, 0};
    const char *const end = r->end, *close;
    svg_path_frame frame;
    void *frames = r->frames;
    int more, good;
    frame.name = ++r->at;
    svg_path_skip_name(r);
    frame.name_end = r->at;
    frame.matrix = r->frame_count ? r->frames[r->frame_count - 1].matrix : none;
    while ((more = svg_path_next(r, &a)) > 0) {
        const char *next = r->at;
        if (svg_path_is_named(&a, "d")) data = a;
        if (!svg_path_is_named(&a, "transform")) continue;
        r->at = a.value, r->end = a.value_end;
        good = svg_path_transforms(r, &frame.matrix);
        r->at = next, r->end = end;
        if (!good) return 0;
    }
    if (more < 0) return 0;
    close = r->at;
    if (data.value && frame.name_end - frame.name == 4 && memcmp(frame.name, "path", 4) == 0) {
        r->matrix = frame.matrix;
        r->at = data.value, r->end = data.value_end;
        good = svg_path_data(r);
        r->at = close, r->end = end;
        if (!good) return 0;
    }
    if (close[-1] == '/') return 1;
    if (!svg_path_room(r, &frames, r->frame_count, &r->frame_capacity, sizeof frame)) return 0;
    r->frames = (svg_path_frame *)frames;
    r->frames[r->frame_count++] = frame;
    return 1;
}

static int svg_path_file(svg_path_reader *r)
{
    while (r->at < r->end) {
        if (*r->at != '<') {
            r->at++;
        } else if (r->at + 1 < r->end && r->at[1] == '/') {
            if (!svg_path_close(r)) return 0;
        } else if (!svg_path_skips_other(r)) {
            if (!svg_path_open(r)) return 0;
        }
    }
    if (r->frame_count) return svg_path_fail(r, "the file ends within an element");
    return 1;
}

/* The whole file in memory; NULL with a message. */
static char *svg_path_load(const char *path, size_t *length, char *message)
{
    size_t capacity = 1 << 16, used = 0;
    FILE *file = fopen(path, "rb");
    char *text = file ? (char *)malloc(capacity) : NULL;
    while (text) {
        char *larger;
        used += fread(text + used, 1, capacity - used, file);
        if (used < capacity) break;
        larger = capacity < INT_MAX / 4 ? (char *)realloc(text, 2 * capacity) : NULL;
        if (!larger) free(text);
        text = larger;
        capacity *= 2;
    }
    if (!file) {
        snprintf(message, SVG_PATH_MESSAGE, "%.200s: cannot be opened", path);
    } else if (!text) {
        snprintf(message, SVG_PATH_MESSAGE, "%.200s: too large for the memory", path);
    } else if (ferror(file)) {
        snprintf(message, SVG_PATH_MESSAGE, "%.200s: cannot be read", path);
        free(text);
        text = NULL;
    }
    if (file) fclose(file);
    *length = used;
    return text;
}

static void svg_path_free(svg_path *p)
{
    free(p->commands);
    free(p->points);
    free(p->tree);
    memset(p, 0, sizeof *p);
}

/* Lets the view show what was read, and builds its tree. */
static int svg_path_finish(svg_path_reader *r)
{
    svg_path *out = r->out;
    int status;
    if (out->path.command_count == 0) return svg_path_fail(r, "the file ends without any path");
    out->path.commands = out->commands;
    out->path.points = out->points;
    out->tree = malloc(cld_path_size(&out->path));
    if (!out->tree) return svg_path_fail(r, "out of memory");
    status = cld_path_build(&out->path, out->tree, cld_path_size(&out->path));
    return status == CLD_OK ? 1 : svg_path_fail(r, "%s", cld_status_text(status));
}

/* Reads all paths of a text in memory; `name` is what messages call it. */
static int svg_path_parse(svg_path *out, const char *name, const char *text, size_t length,
                          char *message)
{
    svg_path_reader r;
    int good;
    memset(out, 0, sizeof *out);
    memset(&r, 0, sizeof r);
    r.name = name, r.message = message, r.out = out;
    r.text = r.at = text, r.end = text + length;
    good = svg_path_file(&r) && svg_path_finish(&r);
    if (!good) svg_path_free(out);
    free(r.frames);
    return good;
}

/* Reads all paths of the file. Returns 1, or 0 with a message (SVG_PATH_MESSAGE bytes); *out is
   then empty. Free with svg_path_free. */
static int svg_path_read(svg_path *out, const char *path, char *message)
{
    size_t length;
    char *text = svg_path_load(path, &length, message);
    int good;
    memset(out, 0, sizeof *out);
    if (!text) return 0;
    good = svg_path_parse(out, path, text, length, message);
    free(text);
    return good;
}

#endif /* SVG_PATH_H */
