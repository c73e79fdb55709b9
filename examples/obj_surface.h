/* obj_surface.h: reads the free-form surfaces of an OBJ file as cld_nurbs views.
   A helper of the examples; include it after collide.h.

       obj_surfaces teapot = {0};
       char message[OBJ_MESSAGE];
       if (!obj_surfaces_read(&teapot, "teapot.obj", message)) puts(message);
       ... teapot.surfaces[0] to teapot.surfaces[teapot.count - 1] ...
       obj_surfaces_free(&teapot);

   Understood: v x y z [w], cstype [rat] bezier | bspline, deg, surf, parm u | v, end, comments,
   lines continued with \, vertex numbers from 1 or counted back from the last (-1), v/vt/vn.
   Weights count only under `rat`. A bezier surf of several patches becomes one surface whose inner
   knots repeat `degree` times.
   Skipped: what describes no surface (f, g, vn, usemtl, curves).
   Refused, because ignoring it would give another shape than the file means: trim and hole, a surf
   over a part of its knots' domain, the types cardinal, taylor and bmatrix.
   Every other mistake, too, ends in a message with the file's name and the line. */

#ifndef OBJ_SURFACE_H
#define OBJ_SURFACE_H

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OBJ_MESSAGE 256 /* bytes of a message, its end included */

typedef struct obj_surfaces {
    cld_nurbs *surfaces; /* views of the numbers in memory[] */
    int count;
    cld_real **memory; /* one block a surface: knots, points and weights */
} obj_surfaces;

/* ------------------------------------------------------------------------- state of the reader */

typedef struct obj_numbers { /* an array that grows */
    double *data;
    size_t count, capacity;
} obj_numbers;

typedef enum obj_type { OBJ_NO_TYPE, OBJ_BEZIER, OBJ_BSPLINE, OBJ_OTHER_TYPE } obj_type;

/* Between surf (or curv) and end, the file is `inside` an element. */
typedef enum obj_element { OBJ_OUTSIDE, OBJ_IN_SURFACE, OBJ_IN_CURVE } obj_element;

typedef struct obj_reader {
    const char *name;     /* of the file, for messages */
    char *at, *end;       /* the text not yet read */
    int line, next_line;  /* number of the line being read, and of the one after */
    char *message;        /* OBJ_MESSAGE bytes */
    obj_surfaces *out;    /* what has been read */
    obj_numbers vertices; /* x y z w each */
    obj_type type;        /* cstype */
    int rational;
    int degree[2];       /* deg: in u and v; 0 is not given */
    obj_element element; /* below: of the surface being read */
    double range[4];     /* surf s0 s1 t0 t1 */
    obj_numbers net;     /* its control points x y z w, u fastest */
    obj_numbers parm[2]; /* its parameter values in u and v */
} obj_reader;

/* Writes the message and returns 0, so that a caller can `return obj_fail(...)`. */
static int obj_fail(obj_reader *r, const char *format, ...)
{
    va_list arguments;
    int used = snprintf(r->message, OBJ_MESSAGE, "%.120s:%d: ", r->name, r->line);
    if (used < 0) used = 0;
    va_start(arguments, format);
    vsnprintf(r->message + used, OBJ_MESSAGE - (size_t)used, format, arguments);
    va_end(arguments);
    for (char *c = r->message; *c; c++) { /* words from a broken file may hold anything */
        if ((unsigned char)*c < 32 || *c == 127) *c = '?';
    }
    return 0;
}

static int obj_push(obj_reader *r, obj_numbers *list, double value)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 64;
        double *data = (double *)realloc(list->data, capacity * sizeof *data);
        if (!data) return obj_fail(r, "out of memory");
        list->data = data;
        list->capacity = capacity;
    }
    list->data[list->count++] = value;
    return 1;
}

/* ------------------------------------------------------------------------------ lines and words */

/* The next line without comment and line end, continued lines joined; NULL at the end of the text.
   The text is cut up in place. */
static char *obj_next_line(obj_reader *r)
{
    char *line = r->at, *c = r->at;
    if (c == r->end) return NULL;
    r->line = r->next_line;
    for (; c < r->end && *c != '\n'; c++) {
        char *after = c + 1;
        if (*c == '#') {
            *c = 0; /* the words end here, the line later */
            while (c + 1 < r->end && c[1] != '\n') c++;
        } else if (*c == '\\') {
            if (after < r->end && *after == '\r') after++;
            if (after < r->end && *after != '\n') continue; /* a backslash like any other letter */
            while (c < after && c < r->end) *c++ = ' ';
            if (c < r->end) *c = ' ', r->next_line++;
            if (c == r->end) break;
        }
    }
    if (c < r->end) *c++ = 0;
    r->next_line++;
    r->at = c;
    return line;
}

/* Cuts the next word off the line; NULL when there is none. */
static char *obj_word(char **line)
{
    char *word = *line + strspn(*line, " \t\r\f\v");
    size_t length = strcspn(word, " \t\r\f\v");
    if (length == 0) return NULL;
    *line = word + length;
    if (**line) *(*line)++ = 0;
    return word;
}

static int obj_number(obj_reader *r, const char *word, double *value)
{
    const double largest = sizeof(cld_real) == sizeof(float) ? 3.4e38 : 1.7e308;
    char *end;
    *value = strtod(word, &end);
    if (end == word || *end) return obj_fail(r, "'%.40s' is not a number", word);
    if (!(fabs(*value) <= largest)) return obj_fail(r, "'%.40s' is not finite", word);
    return 1;
}

/* Reads up to `most` numbers from the line; *count receives how many there are. */
static int obj_numbers_read(obj_reader *r, char *line, double *values, int most, int *count)
{
    char *word;
    for (*count = 0; *count < most && (word = obj_word(&line)) != NULL; ++*count) {
        if (!obj_number(r, word, &values[*count])) return 0;
    }
    return 1;
}

/* ----------------------------------------------------------------------------------- statements */

/* v x y z [w]. Six numbers are a point and a colour, as some programs write it. */
static int obj_read_vertex(obj_reader *r, char *line)
{
    double v[7];
    int count;
    if (!obj_numbers_read(r, line, v, 7, &count)) return 0;
    if (count < 3) return obj_fail(r, "a vertex needs x, y and z");
    if (count != 4) v[3] = 1;
    for (int i = 0; i < 4; i++) {
        if (!obj_push(r, &r->vertices, v[i])) return 0;
    }
    return 1;
}

static int obj_read_type(obj_reader *r, char *line)
{
    char *word = obj_word(&line);
    if (r->element != OBJ_OUTSIDE) return obj_fail(r, "'cstype' before the 'end' of a surface");
    r->rational = word && strcmp(word, "rat") == 0;
    if (r->rational) word = obj_word(&line);
    if (!word) return obj_fail(r, "'cstype' names no type");
    r->type = strcmp(word, "bezier") == 0    ? OBJ_BEZIER
              : strcmp(word, "bspline") == 0 ? OBJ_BSPLINE
                                             : OBJ_OTHER_TYPE;
    return 1;
}

/* deg u [v]; curves have one degree. */
static int obj_read_degree(obj_reader *r, char *line)
{
    double degree[2];
    int count;
    if (r->element != OBJ_OUTSIDE) return obj_fail(r, "'deg' before the 'end' of a surface");
    if (!obj_numbers_read(r, line, degree, 2, &count)) return 0;
    if (count == 0) return obj_fail(r, "'deg' without a degree");
    r->degree[0] = r->degree[1] = 0;
    for (int d = 0; d < count; d++) {
        if (!(degree[d] >= 1 && degree[d] <= CLD_NURBS_MAX_DEGREE && degree[d] == floor(degree[d])))
            return obj_fail(r, "a degree must be a whole number from 1 to %d",
                            CLD_NURBS_MAX_DEGREE);
        r->degree[d] = (int)degree[d];
    }
    return 1;
}

/* Appends the vertex that the word (v, v/vt, v//vn, v/vt/vn) names to the control net. */
static int obj_read_reference(obj_reader *r, const char *word)
{
    long vertex_count = (long)(r->vertices.count / 4);
    char *end;
    long index = strtol(word, &end, 10);
    if (end == word || (*end && *end != '/'))
        return obj_fail(r, "'%.40s' is not a vertex number", word);
    if (index < 0 && index >= -vertex_count) index += vertex_count + 1;
    if (index < 1 || index > vertex_count)
        return obj_fail(r, "there is no vertex %.40s (%ld so far)", word, vertex_count);
    for (int i = 0; i < 4; i++) {
        double value = r->vertices.data[4 * (index - 1) + i];
        if (!obj_push(r, &r->net, value)) return 0;
    }
    return 1;
}

/* surf s0 s1 t0 t1 v1 v2 ... */
static int obj_read_surface(obj_reader *r, char *line)
{
    char *word;
    if (r->element != OBJ_OUTSIDE) return obj_fail(r, "'surf' before the 'end' of the last one");
    if (r->type != OBJ_BEZIER && r->type != OBJ_BSPLINE)
        return obj_fail(r, r->type == OBJ_NO_TYPE ? "'surf' before any 'cstype'"
                                                  : "only bezier and bspline surfaces are read");
    if (!r->degree[0] || !r->degree[1]) return obj_fail(r, "'surf' needs 'deg' with two degrees");
    r->element = OBJ_IN_SURFACE;
    r->net.count = r->parm[0].count = r->parm[1].count = 0;
    for (int i = 0; i < 4; i++) {
        word = obj_word(&line);
        if (!word) return obj_fail(r, "'surf' needs four parameters, then its points");
        if (!obj_number(r, word, &r->range[i])) return 0;
    }
    while ((word = obj_word(&line)) != NULL) {
        if (!obj_read_reference(r, word)) return 0;
    }
    return 1;
}

static int obj_read_curve(obj_reader *r, char *line)
{
    (void)line;
    if (r->element != OBJ_OUTSIDE) return obj_fail(r, "a curve before the 'end' of a surface");
    r->element = OBJ_IN_CURVE;
    return 1;
}

/* parm u | v p1 p2 ... */
static int obj_read_parameters(obj_reader *r, char *line)
{
    char *word = obj_word(&line);
    int direction = word && strcmp(word, "v") == 0;
    double value;
    if (r->element == OBJ_OUTSIDE) return obj_fail(r, "'parm' outside a surface");
    if (r->element == OBJ_IN_CURVE) return 1;
    if (!word || (strcmp(word, "u") != 0 && strcmp(word, "v") != 0))
        return obj_fail(r, "'parm' must name u or v");
    r->parm[direction].count = 0;
    while ((word = obj_word(&line)) != NULL) {
        if (!obj_number(r, word, &value) || !obj_push(r, &r->parm[direction], value)) return 0;
    }
    return 1;
}

static int obj_refuse_trimming(obj_reader *r, char *line)
{
    (void)line;
    return obj_fail(r, "trimmed surfaces are not read");
}

/* --------------------------------------------------------------- the end of a surface: the view */

/* Number of control points in a direction, which the parameter values determine: bezier lists the
   ends of its patches, bspline the whole knot vector. 0 if there are too few. */
static size_t obj_net_count(const obj_reader *r, int direction)
{
    size_t degree = (size_t)r->degree[direction], values = r->parm[direction].count;
    if (r->type == OBJ_BEZIER) return values < 2 ? 0 : degree * (values - 1) + 1;
    return values < 2 * degree + 2 ? 0 : values - degree - 1;
}

/* Writes the knot vector for n control points and returns the place after it. */
static cld_real *obj_write_knots(const obj_reader *r, int direction, size_t n, cld_real *out)
{
    const obj_numbers *parm = &r->parm[direction];
    size_t degree = (size_t)r->degree[direction];
    for (size_t i = 0; i < n + degree + 1; i++) {
        size_t from = i;
        if (r->type == OBJ_BEZIER) { /* all values `degree` times, the first and last once more */
            from = i == 0 ? 0 : (i - 1) / degree;
            if (from > parm->count - 1) from = parm->count - 1;
        }
        *out++ = (cld_real)parm->data[from];
    }
    return out;
}

/* Does surf's range agree with the domain of the knots? Writers round: six digits must be equal. */
static int obj_check_range(obj_reader *r, int direction, const cld_real *knots, size_t n)
{
    double low = (double)knots[r->degree[direction]], high = (double)knots[n];
    double slack = 1e-6 * (fabs(low) + fabs(high));
    const double *range = &r->range[2 * direction];
    if (fabs(range[0] - low) <= slack && fabs(range[1] - high) <= slack) return 1;
    return obj_fail(r, "surf's range %g to %g in %c is not that of its knots, %g to %g", range[0],
                    range[1], "uv"[direction], low, high);
}

/* Room for one more surface in the output; its block of memory is `block`, which it then owns. */
static int obj_append(obj_reader *r, const cld_nurbs *surface, cld_real *block)
{
    obj_surfaces *out = r->out;
    if ((out->count & (out->count + 1)) == 0) { /* full at 0, 1, 3, 7, ...: room for twice that */
        size_t room = 2 * (size_t)out->count + 1;
        cld_nurbs *surfaces = (cld_nurbs *)realloc(out->surfaces, room * sizeof *surfaces);
        if (surfaces) out->surfaces = surfaces;
        cld_real **memory = (cld_real **)realloc(out->memory, room * sizeof *memory);
        if (memory) out->memory = memory;
        if (!surfaces || !memory) return obj_fail(r, "out of memory");
    }
    out->surfaces[out->count] = *surface;
    out->memory[out->count++] = block;
    return 1;
}

/* Lays knots, points and weights out in `block` as `surface` and checks the result. */
static int obj_fill(obj_reader *r, size_t nu, size_t nv, cld_real *block, cld_nurbs *surface)
{
    cld_nurbs_fault fault;
    cld_real *knots_v = obj_write_knots(r, 0, nu, block);
    cld_real *points = obj_write_knots(r, 1, nv, knots_v);
    cld_real *weights = points + 3 * nu * nv;
    memset(surface, 0, sizeof *surface);
    surface->degree_u = r->degree[0], surface->degree_v = r->degree[1];
    surface->count_u = (int)nu, surface->count_v = (int)nv;
    surface->knots_u = block, surface->knots_v = knots_v;
    surface->points = points;
    surface->stride_u = 3 * sizeof(cld_real); /* u runs fastest in an OBJ file */
    surface->stride_v = nu * surface->stride_u;
    if (r->rational) {
        surface->weights = weights;
        surface->weight_stride_u = sizeof(cld_real);
        surface->weight_stride_v = nu * sizeof(cld_real);
    }
    for (size_t i = 0; i < nu * nv; i++) {
        for (size_t k = 0; k < 3; k++) points[3 * i + k] = (cld_real)r->net.data[4 * i + k];
        if (r->rational) weights[i] = (cld_real)r->net.data[4 * i + 3];
    }
    if (cld_nurbs_validate(surface, &fault) != CLD_OK) {
        if (fault.j >= 0)
            return obj_fail(r, "%s: control point (%d, %d) of the surface that ends here",
                            cld_status_text(fault.status), fault.i, fault.j);
        return obj_fail(r, "%s: surface that ends here, direction %c",
                        cld_status_text(fault.status), "uv"[fault.direction == 1]);
    }
    return obj_check_range(r, 0, block, nu) && obj_check_range(r, 1, knots_v, nv);
}

static int obj_read_end(obj_reader *r, char *line)
{
    obj_element element = r->element;
    size_t nu = obj_net_count(r, 0), nv = obj_net_count(r, 1), points = r->net.count / 4;
    cld_real *block;
    cld_nurbs surface;
    (void)line;
    r->element = OBJ_OUTSIDE;
    if (element == OBJ_OUTSIDE) return obj_fail(r, "'end' outside a surface");
    if (element == OBJ_IN_CURVE) return 1;
    if (!nu || !nv) return obj_fail(r, "too few values in 'parm %c'", nu ? 'v' : 'u');
    if (points > INT_MAX / 4 || points % nu != 0 || points / nu != nv)
        return obj_fail(r, "%lu x %lu control points belong to these 'parm', %lu are given",
                        (unsigned long)nu, (unsigned long)nv, (unsigned long)points);
    block =
        (cld_real *)malloc((4 * points + nu + nv + 2 * CLD_NURBS_MAX_DEGREE + 2) * sizeof *block);
    if (!block) return obj_fail(r, "out of memory");
    if (obj_fill(r, nu, nv, block, &surface) && obj_append(r, &surface, block)) return 1;
    free(block);
    return 0;
}

/* ------------------------------------------------------------------------------------- the file */

static int obj_read_statement(obj_reader *r, char *line)
{
    static const struct {
        const char *word;
        int (*read)(obj_reader *r, char *line);
    } statements[] = {{"v", obj_read_vertex},        {"cstype", obj_read_type},
                      {"deg", obj_read_degree},      {"surf", obj_read_surface},
                      {"parm", obj_read_parameters}, {"end", obj_read_end},
                      {"curv", obj_read_curve},      {"curv2", obj_read_curve},
                      {"trim", obj_refuse_trimming}, {"hole", obj_refuse_trimming}};
    char *word = obj_word(&line);
    if (!word) return 1;
    for (size_t i = 0; i < sizeof statements / sizeof statements[0]; i++) {
        if (strcmp(word, statements[i].word) == 0) return statements[i].read(r, line);
    }
    return 1; /* of no concern to surfaces */
}

/* Gives all memory back and leaves an empty list. */
static void obj_surfaces_free(obj_surfaces *list)
{
    for (int i = 0; i < list->count; i++) free(list->memory[i]);
    free(list->memory);
    free(list->surfaces);
    memset(list, 0, sizeof *list);
}

/* Reads the surfaces from text[0 .. length - 1], which is cut up on the way; one byte more,
   text[length], must be writable. Returns 1, or 0 with a message (OBJ_MESSAGE bytes); *out is then
   empty. */
static int obj_surfaces_parse(obj_surfaces *out, char *text, size_t length, const char *name,
                              char *message)
{
    obj_reader r;
    char *line;
    int good = 1;
    memset(&r, 0, sizeof r);
    memset(out, 0, sizeof *out);
    r.out = out, r.name = name, r.message = message;
    r.at = text, r.end = text + length, r.line = r.next_line = 1;
    text[length] = 0;
    while (good && (line = obj_next_line(&r)) != NULL) good = obj_read_statement(&r, line);
    if (good && r.element != OBJ_OUTSIDE) good = obj_fail(&r, "the file ends before an 'end'");
    if (good && out->count == 0) good = obj_fail(&r, "the file ends without any surface");
    if (!good) obj_surfaces_free(out);
    free(r.vertices.data);
    free(r.net.data);
    free(r.parm[0].data);
    free(r.parm[1].data);
    return good;
}

/* The whole file in memory, with one byte to spare; NULL with a message. */
static char *obj_load(const char *path, size_t *length, char *message)
{
    size_t capacity = 1 << 16, used = 0;
    FILE *file = fopen(path, "rb");
    char *text = file ? (char *)malloc(capacity) : NULL;
    while (text) {
        used += fread(text + used, 1, capacity - used - 1, file);
        if (used < capacity - 1) break;
        char *larger = capacity < INT_MAX / 4 ? (char *)realloc(text, 2 * capacity) : NULL;
        if (!larger) free(text);
        text = larger;
        capacity *= 2;
    }
    if (!file) {
        snprintf(message, OBJ_MESSAGE, "%.200s: cannot be opened", path);
    } else if (!text) {
        snprintf(message, OBJ_MESSAGE, "%.200s: too large for the memory", path);
    } else if (ferror(file)) {
        snprintf(message, OBJ_MESSAGE, "%.200s: cannot be read", path);
        free(text);
        text = NULL;
    }
    if (file) fclose(file);
    *length = used;
    return text;
}

/* Reads all surfaces of the file. Returns 1, or 0 with a message (OBJ_MESSAGE bytes); *out is then
   empty. Free with obj_surfaces_free. */
static int obj_surfaces_read(obj_surfaces *out, const char *path, char *message)
{
    size_t length;
    char *text = obj_load(path, &length, message);
    int good;
    memset(out, 0, sizeof *out);
    if (!text) return 0;
    good = obj_surfaces_parse(out, text, length, path, message);
    free(text);
    return good;
}

#endif /* OBJ_SURFACE_H */
