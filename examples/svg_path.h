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
   Z, absolute and relative, commands left out where they repeat, numbers as SVG packs them
   ("1.5.5-3e2" is 1.5, 0.5, -300), commas. Comments are skipped, and so is whatever is no path.
   Refused, because ignoring it would give another shape than the file means: the arc A, and
   transform attributes on paths and groups.
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

/* One command with all its repetitions. */
static int svg_path_command(svg_path_reader *r)
{
    char letter = *r->at, command = letter >= 'a' ? (char)(letter - 'a' + 'A') : letter;
    int relative = command != letter, first = 1, good = 1;
    if (command == 'A') return svg_path_fail(r, "arcs (A) are no Bezier curves: convert them");
    if (!command || !strchr("MLHVQTCSZ", command))
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

/* The attributes of <path (is_path) or <g. */
static int svg_path_element(svg_path_reader *r, int is_path)
{
    svg_path_attribute a = {NULL, NULL, NULL, NULL};
    int more;
    while ((more = svg_path_next(r, &a)) > 0) {
        const char *next = r->at, *end = r->end;
        int good = 1;
        r->at = a.value;
        if (svg_path_is_named(&a, "transform"))
            return svg_path_fail(r, "transforms are not understood: apply them to the points");
        if (is_path && svg_path_is_named(&a, "d")) {
            r->end = a.value_end;
            good = svg_path_data(r);
            r->end = end;
        }
        if (!good) return 0;
        r->at = next;
    }
    return more == 0;
}

/* Does the text go on with `word`, and after it none of the letters of a name? */
static int svg_path_sees(const svg_path_reader *r, const char *word, int whole)
{
    size_t length = strlen(word);
    if ((size_t)(r->end - r->at) <= length || memcmp(r->at, word, length) != 0) return 0;
    return !whole || svg_path_is_space(r->at[length]) || strchr("/>", r->at[length]);
}

static int svg_path_file(svg_path_reader *r)
{
    for (; r->at < r->end; r->at++) {
        if (svg_path_sees(r, "<!--", 0)) {
            while (r->at < r->end && !svg_path_sees(r, "-->", 0)) r->at++;
        } else if (svg_path_sees(r, "<path", 1) || svg_path_sees(r, "<g", 1)) {
            int is_path = r->at[1] == 'p';
            r->at += is_path ? 5 : 2;
            if (!svg_path_element(r, is_path)) return 0;
        }
        if (r->at == r->end) break;
    }
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

/* Reads all paths of the file. Returns 1, or 0 with a message (SVG_PATH_MESSAGE bytes); *out is
   then empty. Free with svg_path_free. */
static int svg_path_read(svg_path *out, const char *path, char *message)
{
    svg_path_reader r;
    size_t length;
    char *text = svg_path_load(path, &length, message);
    int good;
    memset(out, 0, sizeof *out);
    if (!text) return 0;
    memset(&r, 0, sizeof r);
    r.name = path, r.message = message, r.out = out;
    r.text = r.at = text, r.end = text + length;
    good = svg_path_file(&r) && svg_path_finish(&r);
    if (!good) svg_path_free(out);
    free(text);
    return good;
}

#endif /* SVG_PATH_H */
