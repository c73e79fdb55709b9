/* svg.h: pictures of surfaces and curves in space, as SVG files. A helper of the examples: it needs
   nothing but the C library and knows nothing of collisions.

       svg_scene scene;
       if (!svg_begin(&scene, 1200, 800, view, up)) ...out of memory...
       svg_frame(&scene, points, n, margin)  what the picture must show
       svg_occlude(&scene, f, data, n)    every surface first: what hides what
       svg_paint(&scene, f, data, c)      then every surface, in colour number c
       svg_open(&scene, path)             then lines, dots and words, each on top of those before
       svg_polyline(&scene, points, count, closed, "class for seen", "class for hidden")
       svg_close(&scene)                  0 if the file could not be written

   A surface is a function of (u, v) in the unit square, called with your data. Triangles are taken
   one by one: all with svg_hide_triangle, then all with svg_paint_flat. A picture may have several
   parts with a camera each: svg_look and svg_frame_part before surfaces, and again before lines.

   How it is made: a depth buffer in memory says what is visible. A surface is painted as cells of
   its parameter square in flat shades. A cell of which only a part is seen is quartered a few
   times; the smallest partly seen cells are painted first, far before near, the whole cells after
   them. So the file stays small and has sharp outlines. Lines are cut where they become hidden. */

#ifndef SVG_H
#define SVG_H

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct svg_vec {
    double x, y, z;
} svg_vec;

/* The point and the normal (of any length; zero if unknown) at (u, v) in the unit square. */
typedef void svg_surface(const void *data, double u, double v, svg_vec *point, svg_vec *normal);

enum { SVG_SHADES = 96, SVG_COLOURS = 8, SVG_UNIT = 5 /* file units a pixel: whole numbers */ };

/* A piece of surface that is seen. */
typedef struct svg_cell {
    int corners[8]; /* x y, in file units */
    double nearness;
    int shade; /* colour number * SVG_SHADES + brightness */
    int whole; /* no part of it is hidden */
} svg_cell;

typedef struct svg_scene {
    FILE *file;
    int width, height;            /* pixels */
    svg_vec eye, right, up, back; /* the camera and its axes: it looks along -back */
    double scale, x0, y0;         /* pixel = x0 + scale * slope */
    float *nearest;               /* depth buffer: 1 / distance, 0 where nothing is */
    double slack;                 /* what is hidden by less (a length) counts as seen */
    double finest; /* cells seen in part are quartered until they are this wide, in pixels */
    svg_cell *cells;
    size_t cell_count, cell_capacity;
    int failed; /* out of memory */
} svg_scene;

/* -------------------------------------------------------------------------------------- vectors */

static svg_vec svg_point(double x, double y, double z)
{
    svg_vec r;
    r.x = x, r.y = y, r.z = z;
    return r;
}

static svg_vec svg_add(svg_vec a, double s, svg_vec b)
{
    return svg_point(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static double svg_dot(svg_vec a, svg_vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static svg_vec svg_cross(svg_vec a, svg_vec b)
{
    return svg_point(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/* Zero stays zero. */
static svg_vec svg_unit(svg_vec a)
{
    double length = sqrt(svg_dot(a, a));
    return length > 0 ? svg_point(a.x / length, a.y / length, a.z / length) : a;
}

/* --------------------------------------------------------------------------------------- camera */

/* Turns the camera into the direction `view` (away from the eye). */
static void svg_look(svg_scene *s, svg_vec view, svg_vec up)
{
    s->back = svg_unit(svg_point(-view.x, -view.y, -view.z));
    s->right = svg_unit(svg_cross(up, s->back));
    s->up = svg_cross(s->back, s->right);
}

/* Starts a scene seen along the direction `view`. Returns 0 if out of memory. */
static int svg_begin(svg_scene *s, int width, int height, svg_vec view, svg_vec up)
{
    memset(s, 0, sizeof *s);
    s->width = width, s->height = height;
    svg_look(s, view, up);
    s->finest = 9;
    s->nearest = (float *)calloc((size_t)width * (size_t)height, sizeof(float));
    return s->nearest != NULL;
}

/* Pixel coordinates, and in z the nearness, 1 / distance, which varies linearly over the picture of
   a flat surface. */
static svg_vec svg_project(const svg_scene *s, svg_vec p)
{
    svg_vec d = svg_add(p, -1, s->eye);
    double nearness = -1 / svg_dot(d, s->back);
    return svg_point(s->x0 + s->scale * svg_dot(d, s->right) * nearness,
                     s->y0 - s->scale * svg_dot(d, s->up) * nearness, nearness);
}

/* Places the camera for a natural perspective, and fits the points into the picture without
   `margin` pixels on each side. */
static void svg_frame(svg_scene *s, const svg_vec *points, int count, double margin)
{
    svg_vec low = svg_point(DBL_MAX, DBL_MAX, DBL_MAX),
            high = svg_point(-DBL_MAX, -DBL_MAX, -DBL_MAX);
    double left = DBL_MAX, right = -DBL_MAX, top = DBL_MAX, bottom = -DBL_MAX, diagonal;
    for (int i = 0; i < count; i++) {
        svg_vec p = points[i];
        low = svg_point(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = svg_point(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    high = svg_add(high, -1, low); /* now the size of the box around the points */
    diagonal = sqrt(svg_dot(high, high));
    s->eye = svg_add(svg_add(low, 0.5, high), 2.5 * (diagonal > 0 ? diagonal : 1), s->back);
    s->slack = 1e-3 * diagonal;
    s->scale = 1, s->x0 = s->y0 = 0;
    for (int i = 0; i < count; i++) { /* as they would be seen at scale 1 */
        svg_vec p = svg_project(s, points[i]);
        left = fmin(left, p.x), right = fmax(right, p.x);
        top = fmin(top, p.y), bottom = fmax(bottom, p.y);
    }
    s->scale = fmin((s->width - 2 * margin) / fmax(right - left, 1e-9),
                    (s->height - 2 * margin) / fmax(bottom - top, 1e-9));
    s->x0 = 0.5 * s->width - 0.5 * s->scale * (left + right);
    s->y0 = 0.5 * s->height - 0.5 * s->scale * (top + bottom);
}

/* The same in a part of the picture, whose upper left corner and size are given in pixels. */
static inline void svg_frame_part(svg_scene *s, const svg_vec *points, int count, int x, int y,
                                  int width, int height)
{
    int whole_width = s->width, whole_height = s->height;
    s->width = width, s->height = height;
    svg_frame(s, points, count, 0);
    s->width = whole_width, s->height = whole_height;
    s->x0 += x, s->y0 += y;
}

/* --------------------------------------------------------------------------- what hides what */

/* Enters a triangle of projected points into the depth buffer. */
static void svg_occlude_triangle(svg_scene *s, svg_vec a, svg_vec b, svg_vec c)
{
    double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    int left = (int)fmax(0, ceil(fmin(a.x, fmin(b.x, c.x))));
    int right = (int)fmin(s->width - 1, floor(fmax(a.x, fmax(b.x, c.x))));
    int top = (int)fmax(0, ceil(fmin(a.y, fmin(b.y, c.y))));
    int bottom = (int)fmin(s->height - 1, floor(fmax(a.y, fmax(b.y, c.y))));
    if (!(fabs(area) > 1e-12)) return;
    for (int y = top; y <= bottom; y++) {
        for (int x = left; x <= right; x++) {
            double wb = ((x - a.x) * (c.y - a.y) - (y - a.y) * (c.x - a.x)) / area;
            double wc = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / area;
            float *nearest = &s->nearest[y * s->width + x];
            float z = (float)(a.z + wb * (b.z - a.z) + wc * (c.z - a.z));
            if (wb >= 0 && wc >= 0 && wb + wc <= 1 && z > *nearest) *nearest = z;
        }
    }
}

/* Enters a surface, as n x n cells of two triangles, into the depth buffer. */
static inline void svg_occlude(svg_scene *s, svg_surface *f, const void *data, int n)
{
    size_t row = (size_t)n + 1;
    svg_vec *grid = (svg_vec *)malloc(row * row * sizeof *grid), point, normal;
    if (!grid) {
        s->failed = 1;
        return;
    }
    for (int i = 0; i <= n; i++) {
        for (int j = 0; j <= n; j++) {
            f(data, (double)i / n, (double)j / n, &point, &normal);
            grid[(size_t)i * row + (size_t)j] = svg_project(s, point);
        }
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            const svg_vec *g = grid + (size_t)i * row + (size_t)j;
            svg_occlude_triangle(s, g[0], g[row], g[row + 1]);
            svg_occlude_triangle(s, g[0], g[row + 1], g[1]);
        }
    }
    free(grid);
}

/* Enters a triangle of points in space. */
static inline void svg_hide_triangle(svg_scene *s, svg_vec a, svg_vec b, svg_vec c)
{
    svg_occlude_triangle(s, svg_project(s, a), svg_project(s, b), svg_project(s, c));
}

/* Is the projected point seen? What hides it by less than the slack does not count. One neighbour
   in the buffer that lets it through is enough: the surface may be steep there. */
static int svg_visible(const svg_scene *s, svg_vec p)
{
    double allowed = p.z / (1 - p.z * s->slack);
    int x = (int)floor(p.x + 0.5), y = (int)floor(p.y + 0.5);
    for (int i = y - 1; i <= y + 1; i++) {
        for (int j = x - 1; j <= x + 1; j++) {
            double nearest;
            if (i < 0 || j < 0 || i >= s->height || j >= s->width) return 1;
            nearest = (double)s->nearest[i * s->width + j];
            if (nearest > 0 && nearest <= allowed) return 1;
        }
    }
    return !(s->nearest[y * s->width + x] > 0);
}

/* ------------------------------------------------------------------------------------- painting */

/* Brightness 0 .. SVG_SHADES - 1 of a surface whose normal is n, light from behind the viewer's
   left shoulder. Which side is outside is not known: the normal is turned towards the eye. */
static int svg_shade(const svg_scene *s, svg_vec point, svg_vec n)
{
    svg_vec to_eye = svg_unit(svg_add(s->eye, -1, point)), light, half;
    double diffuse, shine, brightness;
    n = svg_unit(n);
    if (svg_dot(n, to_eye) < 0) n = svg_point(-n.x, -n.y, -n.z);
    light = svg_add(svg_add(s->back, -0.7, s->right), 1.1, s->up);
    light = svg_unit(light);
    half = svg_unit(svg_add(light, 1, to_eye));
    diffuse = 0.5 + 0.5 * svg_dot(n, light);
    shine = pow(fmax(0, svg_dot(n, half)), 16);
    brightness = 0.80 * diffuse * diffuse + 0.04 + 0.12 * shine;
    return (int)(fmin(fmax(brightness, 0), 0.999) * SVG_SHADES);
}

static void svg_keep_cell(svg_scene *s, const svg_vec corners[4], int whole, int shade)
{
    svg_cell *cell;
    if (s->cell_count == s->cell_capacity) {
        size_t capacity = s->cell_capacity ? 2 * s->cell_capacity : 4096;
        svg_cell *cells = (svg_cell *)realloc(s->cells, capacity * sizeof *cells);
        if (!cells) {
            s->failed = 1;
            return;
        }
        s->cells = cells;
        s->cell_capacity = capacity;
    }
    cell = &s->cells[s->cell_count++];
    cell->nearness = 0;
    for (int i = 0; i < 4; i++) {
        cell->corners[2 * i] = (int)floor(corners[i].x * SVG_UNIT + 0.5);
        cell->corners[2 * i + 1] = (int)floor(corners[i].y * SVG_UNIT + 0.5);
        cell->nearness += corners[i].z / 4;
    }
    cell->whole = whole;
    cell->shade = shade;
}

/* Keeps the cell of lower corner (u, v) and widths hu, hv if it is seen; its quarters if only a
   part of it is seen, until they are a few pixels wide. */
static inline void svg_paint_cell(svg_scene *s, svg_surface *f, const void *data, double u,
                                  double v, double hu, double hv, int depth, int colour)
{
    static const double at[9][2] = {{0, 0},  {1, 0},  {1, 1},  {0, 1}, {.5, .5},
                                    {.5, 0}, {1, .5}, {.5, 1}, {0, .5}};
    svg_vec p[9], point, normal;
    int visible = 0, shade = 0;
    double width;
    for (int i = 0; i < 9; i++) {
        f(data, u + hu * at[i][0], v + hv * at[i][1], &point, &normal);
        p[i] = svg_project(s, point);
        visible += svg_visible(s, p[i]);
        if (i == 4) shade = svg_shade(s, point, normal);
    }
    width = fmax(hypot(p[2].x - p[0].x, p[2].y - p[0].y), hypot(p[3].x - p[1].x, p[3].y - p[1].y));
    if (visible == 0) return;
    if (visible == 9 || width < s->finest || depth == 0) {
        if (visible > 3) svg_keep_cell(s, p, visible == 9, colour * SVG_SHADES + shade);
        return; /* seen at one edge: the far side of an outline, behind its near side */
    }
    for (int i = 0; i < 4; i++) {
        svg_paint_cell(s, f, data, u + (i & 1) * hu / 2, v + (i >> 1) * hv / 2, hu / 2, hv / 2,
                       depth - 1, colour);
    }
}

/* Into how many cells the surface is cut in the direction 0 u, 1 v: small ones where it is large in
   the picture, and some where it is small but bent. */
static inline int svg_cell_count(const svg_scene *s, svg_surface *f, const void *data,
                                 int direction)
{
    enum { LINES = 3, STEPS = 8 };
    double longest = 0;
    for (int i = 0; i < LINES; i++) {
        double length = 0, fixed = (double)i / (LINES - 1);
        svg_vec last = svg_point(0, 0, 0), p, normal;
        for (int k = 0; k <= STEPS; k++) {
            double along = (double)k / STEPS;
            f(data, direction ? fixed : along, direction ? along : fixed, &p, &normal);
            p = svg_project(s, p);
            if (k) length += hypot(p.x - last.x, p.y - last.y);
            last = p;
        }
        longest = fmax(longest, length);
    }
    return (int)fmin(fmax(longest / 16, 8), 100);
}

/* Paints what is seen of a surface; colour is the number of one of svg_open's. */
static inline void svg_paint(svg_scene *s, svg_surface *f, const void *data, int colour)
{
    int nu = svg_cell_count(s, f, data, 0), nv = svg_cell_count(s, f, data, 1);
    for (int i = 0; i < nu; i++) {
        for (int j = 0; j < nv; j++) {
            svg_paint_cell(s, f, data, (double)i / nu, (double)j / nv, 1.0 / nu, 1.0 / nv, 3,
                           colour);
        }
    }
}

static inline svg_vec svg_middle(svg_vec a, svg_vec b)
{
    return svg_point(0.5 * (a.x + b.x), 0.5 * (a.y + b.y), 0.5 * (a.z + b.z));
}

/* Paints a flat quadrangle in one shade, all of it if some of it is seen; c and d the same: a
   triangle. The triangles of a mesh are small: what is too much of one is painted over by those
   that hide it. */
static inline void svg_paint_flat(svg_scene *s, svg_vec a, svg_vec b, svg_vec c, svg_vec d,
                                  int colour)
{
    svg_vec normal = svg_cross(svg_add(b, -1, a), svg_add(c, -1, a)), p[9];
    int visible = 0;
    p[0] = a, p[1] = b, p[2] = c, p[3] = d;
    for (int i = 0; i < 4; i++) p[i + 4] = svg_middle(p[i], p[(i + 1) & 3]);
    p[8] = svg_middle(p[4], p[6]);
    for (int i = 0; i < 9; i++) {
        p[i] = svg_project(s, p[i]);
        visible += svg_visible(s, p[i]);
    }
    if (visible > 1) /* one: an edge on the far side of an outline */
        svg_keep_cell(s, p, visible == 9, colour * SVG_SHADES + svg_shade(s, a, normal));
}

/* Cells seen in part first, far before near; then whole ones by shade, to share one path. */
static int svg_cell_order(const void *a, const void *b)
{
    const svg_cell *p = (const svg_cell *)a, *q = (const svg_cell *)b;
    if (p->whole != q->whole) return p->whole - q->whole;
    if (p->whole && p->shade != q->shade) return p->shade - q->shade;
    return (p->nearness > q->nearness) - (p->nearness < q->nearness);
}

static void svg_write_cells(svg_scene *s)
{
    if (s->cell_count) qsort(s->cells, s->cell_count, sizeof *s->cells, svg_cell_order);
    fprintf(s->file, "<g stroke-width=\"4\" stroke-linejoin=\"round\">\n");
    for (size_t i = 0; i < s->cell_count; i++) {
        const svg_cell *cell = &s->cells[i], *last = i ? cell - 1 : NULL;
        const int *c = cell->corners;
        if (!last || last->shade != cell->shade) {
            fprintf(s->file, "%s<path class=\"%c%d\" d=\"", last ? "\"/>\n" : "",
                    'a' + cell->shade / SVG_SHADES, cell->shade % SVG_SHADES);
        }
        fprintf(s->file, "M%d %dl", c[0], c[1]);
        for (int k = 2; k < (c[6] == c[4] && c[7] == c[5] ? 6 : 8);
             k++) { /* a minus separates as well as a blank */
            int step = c[k] - c[k - 2];
            fprintf(s->file, "%s%d", k == 2 || step < 0 ? "" : " ", step);
        }
        fprintf(s->file, "z");
    }
    fprintf(s->file, "%s</g>\n", s->cell_count ? "\"/>\n" : "");
}

/* ------------------------------------------------------------------------------------- the file */

/* Shades of one colour: from a dark tone over the colour itself to nearly white. */
static void svg_write_shades(FILE *file, int number, unsigned rgb)
{
    for (int i = 0; i < SVG_SHADES; i++) {
        double t = (i + 0.5) / SVG_SHADES, dark = fmin(1, 0.22 + 1.2 * t);
        double white = fmax(0, (t - 0.65) / 0.35);
        unsigned shade = 0;
        for (int k = 16; k >= 0; k -= 8) {
            double channel = ((rgb >> k) & 255) * dark;
            shade = shade << 8 | (unsigned)(channel + white * (255 - channel) + 0.5);
        }
        fprintf(file, ".%c%d{fill:#%06x;stroke:#%06x}\n", 'a' + number, i, shade, shade);
    }
}

/* Opens the file and writes the painted surfaces: colours are 0xRRGGBB, css your classes for lines
   and words (in file units: SVG_UNIT a pixel). Returns 0 if the file cannot be opened. */
static int svg_open(svg_scene *s, const char *path, const unsigned *colours, int colour_count,
                    const char *css)
{
    s->file = fopen(path, "w");
    if (!s->file) return 0;
    fprintf(s->file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\">\n<style>\n",
            s->width, s->height, s->width * SVG_UNIT, s->height * SVG_UNIT);
    for (int i = 0; i < colour_count; i++) svg_write_shades(s->file, i, colours[i]);
    fprintf(s->file, "%s</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n", css);
    svg_write_cells(s);
    return 1;
}

/* Ends the file and gives all memory back. Returns 0 if anything went wrong on the way. */
static int svg_close(svg_scene *s)
{
    int good = !s->failed;
    if (s->file) {
        fprintf(s->file, "</svg>\n");
        if (ferror(s->file)) good = 0;
        if (fclose(s->file) != 0) good = 0;
    }
    free(s->nearest);
    free(s->cells);
    memset(s, 0, sizeof *s);
    return good;
}

/* ------------------------------------------------------------------------------ lines and words */

/* Pixels between p and the straight line from a to b. */
static double svg_deviation(svg_vec p, svg_vec a, svg_vec b)
{
    double x = b.x - a.x, y = b.y - a.y, length = hypot(x, y);
    if (length < 1e-9) return hypot(p.x - a.x, p.y - a.y);
    return fabs(x * (p.y - a.y) - y * (p.x - a.x)) / length;
}

/* How far the straight line from point `first` can go on until a point between is off it. */
static int svg_straight(const svg_vec *points, int first, int last)
{
    int end = first + 1;
    while (end + 1 < last && end - first < 100) {
        for (int i = first + 1; i <= end; i++) {
            if (svg_deviation(points[i], points[first], points[end + 1]) > 0.2) return end;
        }
        end++;
    }
    return end;
}

/* The points from first to last - 1 as a path; those that change nothing visible are left out. */
static void svg_write_run(svg_scene *s, const svg_vec *points, int first, int last, int closed,
                          const char *class_name)
{
    int x = 0, y = 0;
    if (last - first < 2) return;
    fprintf(s->file, "<path class=\"%s\" d=\"", class_name);
    for (int i = first; i < last; i = svg_straight(points, i, last)) {
        int new_x = (int)floor(points[i].x * SVG_UNIT + 0.5);
        int new_y = (int)floor(points[i].y * SVG_UNIT + 0.5);
        fprintf(s->file, i == first ? "M%d %dl" : "%d %d ", new_x - x, new_y - y);
        x = new_x, y = new_y;
    }
    fprintf(s->file, "%s\"/>\n", closed ? "z" : "");
}

/* A run of fewer pixels than this is too short to tell seen from hidden: it joins its neighbours.
   */
static int svg_run_is_short(const svg_vec *points, int first, int last)
{
    double length = 0;
    for (int i = first + 1; i < last; i++) {
        length += hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
    }
    return length < 4;
}

/* Projects and, where the next point is more than two pixels away, adds points between. Returns
   memory to be freed, NULL if there is none. */
static svg_vec *svg_project_line(const svg_scene *s, const svg_vec *points, int count, int closed,
                                 int *out_count)
{
    int segments = closed ? count : count - 1, n = 0;
    size_t room = 1;
    svg_vec *line;
    for (int pass = 0; pass < 2; pass++) { /* first count, then write */
        line = pass ? (svg_vec *)malloc(room * sizeof *line) : NULL;
        if (pass && !line) return NULL;
        for (int i = 0; i < segments; i++) {
            svg_vec from = points[i], to = points[(i + 1) % count];
            svg_vec p = svg_project(s, from), q = svg_project(s, to);
            int steps = 1 + (int)fmin(hypot(q.x - p.x, q.y - p.y) / 2, 2000);
            room += (size_t)steps;
            for (int k = 0; pass && k < steps; k++) {
                svg_vec between = svg_add(from, (double)k / steps, svg_add(to, -1, from));
                line[n++] = svg_project(s, between);
            }
        }
    }
    line[n++] = svg_project(s, points[closed ? 0 : count - 1]);
    *out_count = n;
    return line;
}

/* Draws a polyline in space: its parts that are seen and those that are hidden, each in its class;
   NULL draws nothing. */
static void svg_polyline(svg_scene *s, const svg_vec *points, int count, int closed,
                         const char *seen, const char *hidden)
{
    int n = 0, first = 0;
    svg_vec *line = count > 1 ? svg_project_line(s, points, count, closed, &n) : NULL;
    if (!line) return;
    while (first < n - 1) {
        int state = svg_visible(s, line[first]), last = first + 1, change;
        const char *name = state ? seen : hidden;
        while (last < n) { /* extend over what looks alike, and over short runs that do not */
            for (change = last; change < n && svg_visible(s, line[change]) == state;) change++;
            last = change;
            while (change < n && svg_visible(s, line[change]) != state) change++;
            if (!svg_run_is_short(line, last, change)) break;
            last = change;
        }
        if (last < n) last++; /* up to the first point of the next run: no gap */
        if (name) svg_write_run(s, line, first, last, closed && last - first == n, name);
        first = last - 1;
    }
    free(line);
}

/* Is the point in space seen? */
static inline int svg_sees(const svg_scene *s, svg_vec p)
{
    return svg_visible(s, svg_project(s, p));
}

/* A dot of `radius` pixels at a point in space, on top of everything. */
static void svg_dot_at(svg_scene *s, svg_vec p, double radius, const char *class_name)
{
    svg_vec q = svg_project(s, p);
    fprintf(s->file, "<circle class=\"%s\" cx=\"%.0f\" cy=\"%.0f\" r=\"%.0f\"/>\n", class_name,
            q.x * SVG_UNIT, q.y * SVG_UNIT, radius * SVG_UNIT);
}

/* A straight line in space, on top of everything. */
static void svg_line(svg_scene *s, svg_vec from, svg_vec to, const char *class_name)
{
    svg_vec line[2];
    line[0] = svg_project(s, from);
    line[1] = svg_project(s, to);
    svg_write_run(s, line, 0, 2, 0, class_name);
}

/* Words at a pixel; printf's format. No < or & in them. */
static inline void svg_text(svg_scene *s, double x, double y, const char *class_name,
                            const char *format, ...)
{
    va_list arguments;
    fprintf(s->file, "<text class=\"%s\" x=\"%.0f\" y=\"%.0f\">", class_name, x * SVG_UNIT,
            y * SVG_UNIT);
    va_start(arguments, format);
    vfprintf(s->file, format, arguments);
    va_end(arguments);
    fprintf(s->file, "</text>\n");
}

#endif /* SVG_H */
