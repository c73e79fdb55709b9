/* Two teapots collide: a first lesson in collide.h.

       cc -O2 -I. examples/teapot.c -o teapot -lm && ./teapot

   Run it in the top folder, where collide.h is; it writes into the current folder.

   Reads the 32 curved patches of the Utah teapot, pokes a second teapot into it, and asks the four
   questions that the library answers about curved surfaces: do they touch, at which contacts, along
   which curves, and how far apart are they? Prints the answers and how long each takes, and writes

       teapot_curves.obj   the curves, for any 3D program
       teapot.svg          the picture, for any browser

   Your own free-form OBJ files (bezier or bspline surfaces, as modellers export them):

       ./teapot a.obj         a against a second a
       ./teapot a.obj b.obj   a against b, each where its file puts it

   Ends with 1 if the points that an answer names by their parameters on both surfaces are farther
   from each other, or from the answer, than rounding explains.

   The order of reading: main at the end, then the functions that it calls, from the top down. */

#define COLLIDE_NO_MESH /* the modules left out need no compiling: a third of the time */
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION /* in one file of a program: the code, not only its declarations */
#include "collide.h"
#include "run.h"

#include "nurbs_svg.h"
#include "obj_surface.h"
#include "svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TEAPOT_FILE  "examples/data/teapot.obj"
#define CURVES_FILE  "teapot_curves.obj"
#define PICTURE_FILE "teapot.svg"

enum { MOST_CONTACTS = 64 };

/* What the queries need and what they found. */
typedef struct scene {
    obj_surfaces file_a, file_b; /* own the control points */
    cld_nurbs_body a, b;         /* views of them, and where they are */
    cld_workspace workspace;     /* the library's memory, kept from query to query */
    double size;                 /* of the box around both bodies */
    cld_nurbs_contact contacts[MOST_CONTACTS];
    int contact_count;
    cld_nurbs_curve *curves;
    int curve_count;
    cld_nurbs_curve_point *curve_points;
    int curve_point_count;
    int wrong;
} scene;

static void *allocate(size_t bytes)
{
    return need(malloc(bytes ? bytes : 1));
}

/* ----------------------------------------------------------------------------- points and poses */

static double distance(cld_vec3 a, cld_vec3 b)
{
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    double z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

static double size_of(cld_vec3 a)
{
    return distance(a, nurbs_vector(0, 0, 0));
}

/* The point of a posed surface at the parameters. *slack receives how far that may be from where
   the library had it: parameters are rounded to cld_real, which moves the point as fast as the
   surface runs; so are coordinates, some times over; and without a tolerance of its own a query
   takes 2 units of rounding of these, but not less than 2e-12. */
static cld_vec3 surface_point(const cld_nurbs_body *body, uint32_t surface, cld_real u, cld_real v,
                              double *slack)
{
    const double unit = sizeof(cld_real) == sizeof(float) ? 6e-8 : 1.2e-16;
    cld_nurbs_point at;
    cld_vec3 point;
    check(cld_nurbs_evaluate(&body->surfaces[surface], u, v, &at));
    point = cld_pose_point(&body->pose, at.position);
    *slack = unit * (fabs((double)u) * size_of(at.du) + fabs((double)v) * size_of(at.dv)) +
             fmax(16 * unit, 4e-12) * (size_of(at.position) + size_of(point));
    return point;
}

/* Are the points of a contact those that its parameters name on either surface? */
static int is_on_both(const cld_nurbs_body *a, const cld_nurbs_body *b, const cld_nurbs_contact *c)
{
    double slack_a, slack_b;
    const cld_vec3 on_a = surface_point(a, c->contact.feature_a, c->u_a, c->v_a, &slack_a);
    const cld_vec3 on_b = surface_point(b, c->contact.feature_b, c->u_b, c->v_b, &slack_b);
    return distance(on_a, c->contact.point_a) <= slack_a &&
           distance(on_b, c->contact.point_b) <= slack_b;
}

/* --------------------------------------------------------------------- 1. do they touch, where? */

static const char *relation_text(int relation)
{
    switch (relation) {
    case CLD_APART:
        return "apart (proved)";
    case CLD_NEAR:
        return "nearer than the tolerance: they touch, for all that arithmetic can say";
    case CLD_CROSSING:
        return "they cross (a common point is proved to exist)";
    case CLD_COINCIDENT:
        return "they coincide over an area";
    default:
        return "undecided: the search was ended by its limits";
    }
}

static void print_contact(const cld_nurbs_contact *c)
{
    printf(
        "  (%8.4f %8.4f %8.4f)  (%6.3f %6.3f %6.3f) %9.5f   %2u (%.4f, %.4f)  %2u (%.4f, %.4f)\n",
        (double)c->contact.point_a.x, (double)c->contact.point_a.y, (double)c->contact.point_a.z,
        (double)c->contact.normal.x, (double)c->contact.normal.y, (double)c->contact.normal.z,
        (double)c->contact.distance, (unsigned)c->contact.feature_a, (double)c->u_a, (double)c->v_a,
        (unsigned)c->contact.feature_b, (double)c->u_b, (double)c->v_b);
}

/* All contacts: one for each piece in which the surfaces meet, which is what a physics engine needs
   to push the bodies apart. */
static void find_contacts(scene *s)
{
    int relation, found = check(cld_nurbs_contacts(&s->a, &s->b, NULL, &s->workspace, s->contacts,
                                                   MOST_CONTACTS, &relation));
    s->contact_count = found < MOST_CONTACTS ? found : MOST_CONTACTS;
    printf("\nRelation: %s.\n", relation_text(relation));
    printf("%d contact%s, deepest first:\n", found, found == 1 ? "" : "s");
    if (found) {
        printf("  %-28s  %-22s %9s   %-20s %s\n", "point on A", "normal, A to B", "distance",
               "surface of A (u, v)", "surface of B (u, v)");
    }
    for (int i = 0; i < s->contact_count; i++) {
        print_contact(&s->contacts[i]);
        s->wrong += complain(!is_on_both(&s->a, &s->b, &s->contacts[i]),
                             "a contact is not where its parameters are");
    }
    if (found > s->contact_count) printf("  ... %d more\n", found - s->contact_count);
}

/* ----------------------------------------------------------------------- 2. along which curves? */

static double curve_length(const scene *s, const cld_nurbs_curve *curve)
{
    const cld_nurbs_curve_point *p = s->curve_points + curve->first;
    double length = 0;
    for (int i = 0; i + 1 < curve->count; i++) length += distance(p[i].position, p[i + 1].position);
    if (curve->closed) length += distance(p[curve->count - 1].position, p[0].position);
    return length;
}

static double all_length(const scene *s)
{
    double length = 0;
    for (int i = 0; i < s->curve_count; i++) length += curve_length(s, &s->curves[i]);
    return length;
}

/* The test of the answer: a vertex carries its parameters on both surfaces. How far apart are the
   two points which these name, and how much of what rounding explains is that? Both at most. */
static double largest_residual(const scene *s, double *part)
{
    double largest = 0;
    *part = 0;
    for (int i = 0; i < s->curve_point_count; i++) {
        const cld_nurbs_curve_point *p = &s->curve_points[i];
        double slack_a, slack_b, apart;
        cld_vec3 on_a = surface_point(&s->a, (uint32_t)p->surface_a, p->u_a, p->v_a, &slack_a);
        cld_vec3 on_b = surface_point(&s->b, (uint32_t)p->surface_b, p->u_b, p->v_b, &slack_b);
        apart = distance(on_a, on_b);
        largest = fmax(largest, apart);
        *part = fmax(*part, apart / (slack_a + slack_b));
        *part = fmax(*part, distance(on_a, p->position) / slack_a);
        *part = fmax(*part, distance(on_b, p->position) / slack_b);
    }
    return largest;
}

/* The way of all queries with many answers: ask how many there are, make room, ask again. */
static void find_curves(scene *s)
{
    int points, curves;
    double part;
    curves = check(cld_nurbs_curves(&s->a, &s->b, NULL, &s->workspace, NULL, 0, NULL, 0, &points));
    s->curves = (cld_nurbs_curve *)allocate((size_t)curves * sizeof *s->curves);
    s->curve_points = (cld_nurbs_curve_point *)allocate((size_t)points * sizeof *s->curve_points);
    s->curve_count = check(cld_nurbs_curves(&s->a, &s->b, NULL, &s->workspace, s->curves, curves,
                                            s->curve_points, points, &s->curve_point_count));
    printf("\n%d intersection curve%s, length %.6g in all:\n", s->curve_count,
           s->curve_count == 1 ? "" : "s", all_length(s));
    for (int i = 0; i < s->curve_count; i++) {
        printf("  curve %d: %s, %d vertices, length %.6g%s\n", i + 1,
               s->curves[i].closed ? "closed" : "open", s->curves[i].count,
               curve_length(s, &s->curves[i]),
               s->curves[i].relation == CLD_CROSSING ? "" : ", touching somewhere");
    }
    printf(
        "Largest distance of the two surfaces' points at a vertex: %.2g (the scene's size: %.3g)\n",
        largest_residual(s, &part), s->size);
    s->wrong += complain(part > 1, "a curve's vertex is not on both surfaces");
}

static int write_curves(const scene *s, const char *path)
{
    FILE *file = fopen(path, "w");
    int bad;
    if (!file) return 0;
    fprintf(file, "# curves in which two bodies of curved surfaces meet: collide.h, teapot.c\n");
    for (int i = 0; i < s->curve_point_count; i++) {
        cld_vec3 p = s->curve_points[i].position;
        fprintf(file, "v %.9g %.9g %.9g\n", (double)p.x, (double)p.y, (double)p.z);
    }
    for (int i = 0; i < s->curve_count; i++) {
        const cld_nurbs_curve *curve = &s->curves[i];
        fprintf(file, "o curve_%d\nl", i + 1); /* OBJ counts vertices from 1 */
        for (int k = 0; k < curve->count; k++) fprintf(file, " %d", curve->first + k + 1);
        if (curve->closed) fprintf(file, " %d", curve->first + 1);
        fprintf(file, "\n");
    }
    bad = ferror(file);
    return fclose(file) == 0 && !bad;
}

/* ---------------------------------------------------------------- 3. how far apart, once moved? */

/* B moved away from A, sideways, by the size of the scene. */
static cld_nurbs_body moved_apart(const scene *s)
{
    cld_nurbs_body b = s->b;
    b.pose.position.x += (cld_real)s->size;
    return b;
}

static void find_distance(scene *s)
{
    cld_nurbs_body b = moved_apart(s);
    cld_nurbs_contact closest;
    check(cld_nurbs_distance(&s->a, &b, NULL, &s->workspace, &closest));
    printf("\nWith B moved by %.3g along x, the distance is %.6g:\n", s->size,
           (double)closest.contact.distance);
    printf("  closest points (%.4f %.4f %.4f) and (%.4f %.4f %.4f)\n",
           (double)closest.contact.point_a.x, (double)closest.contact.point_a.y,
           (double)closest.contact.point_a.z, (double)closest.contact.point_b.x,
           (double)closest.contact.point_b.y, (double)closest.contact.point_b.z);
    s->wrong += complain(!is_on_both(&s->a, &b, &closest), "closest points are on no surface");
}

/* -------------------------------------------------------------------- 4. how long does it take? */

typedef int query(const cld_nurbs_body *a, const cld_nurbs_body *b, cld_workspace *workspace);

static int query_first(const cld_nurbs_body *a, const cld_nurbs_body *b, cld_workspace *workspace)
{
    return cld_nurbs_collide(a, b, NULL, workspace, NULL);
}

static int query_contacts(const cld_nurbs_body *a, const cld_nurbs_body *b,
                          cld_workspace *workspace)
{
    cld_nurbs_contact contacts[MOST_CONTACTS];
    return cld_nurbs_contacts(a, b, NULL, workspace, contacts, MOST_CONTACTS, NULL);
}

static int query_curves(const cld_nurbs_body *a, const cld_nurbs_body *b, cld_workspace *workspace)
{
    int points;
    return cld_nurbs_curves(a, b, NULL, workspace, NULL, 0, NULL, 0, &points);
}

static int query_distance(const cld_nurbs_body *a, const cld_nurbs_body *b,
                          cld_workspace *workspace)
{
    cld_nurbs_contact closest;
    return cld_nurbs_distance(a, b, NULL, workspace, &closest);
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A number from -1 to 1, the same sequence in every run. */
static double wobble(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / 8388608.0 - 1;
}

/* The median time of a query over placements that differ by a few degrees and hundredths of the
   size: the same placement again and again would only measure how well a processor remembers. */
static double median_time(query *ask, const cld_nurbs_body *a, cld_nurbs_body b, scene *s)
{
    enum { MOST = 301, LEAST = 5 };
    double times[MOST], begin = seconds();
    unsigned state = 1;
    int n = 0;
    cld_pose home = b.pose;
    if (home.rotation.x.x == 0 && home.rotation.x.y == 0 && home.rotation.x.z == 0)
        home.rotation = cld_pose_identity().rotation; /* zero stands for that */
    while (n < MOST && (n < LEAST || seconds() - begin < 0.5)) {
        double turn_x = 2 * wobble(&state), turn_y = 2 * wobble(&state), start;
        cld_pose small = nurbs_place(turn_x, turn_y, 2 * wobble(&state), nurbs_vector(0, 0, 0));
        b.pose = home;
        b.pose.rotation = cld_pose_multiply(&home, &small).rotation;
        b.pose.position.x += (cld_real)(0.01 * s->size * wobble(&state));
        b.pose.position.y += (cld_real)(0.01 * s->size * wobble(&state));
        b.pose.position.z += (cld_real)(0.01 * s->size * wobble(&state));
        start = seconds();
        check(ask(a, &b, &s->workspace));
        times[n++] = seconds() - start;
    }
    qsort(times, (size_t)n, sizeof times[0], compare_doubles);
    return times[n / 2];
}

static void print_time(double time)
{
    if (time < 1e-3) {
        printf("%10.1f us", 1e6 * time);
    } else {
        printf("%10.2f ms", 1e3 * time);
    }
}

/* Builds the models and returns the time of it. Once would do: the least of five is the work
   without the hiccups of the machine. */
static double prepare(const scene *s, cld_nurbs_model *model_a, cld_nurbs_model *model_b)
{
    double least = 1e30;
    memset(model_a, 0, sizeof *model_a);
    memset(model_b, 0, sizeof *model_b);
    for (int i = 0; i < 5; i++) {
        double begin = seconds();
        check(cld_nurbs_model_build(model_a, s->a.surfaces, s->a.count, NULL));
        check(cld_nurbs_model_build(model_b, s->b.surfaces, s->b.count, NULL));
        least = fmin(least, seconds() - begin);
    }
    return least;
}

/* Each query twice: straight from the control points, which may change from query to query, and on
   prepared models. Preparing pays for bodies that keep their shape: build a model of each once,
   pose it as you like. */
static void measure(scene *s)
{
    static const struct {
        const char *text;
        query *ask;
        int apart;
    } queries[] = {{"do they touch, and a first contact", query_first, 0},
                   {"all contacts", query_contacts, 0},
                   {"all intersection curves", query_curves, 0},
                   {"distance, when moved apart", query_distance, 1}};
    cld_nurbs_model model_a, model_b;
    cld_nurbs_body a = s->a, b = s->b, apart = moved_apart(s);
    double build_time = prepare(s, &model_a, &model_b);
    printf("\nTime of a query, median over slightly different placements (%s):\n",
           sizeof(cld_real) == sizeof(float) ? "float" : "double");
    printf("  %-36s %16s %12s\n", "", "nothing prepared", "prepared");
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        printf("  %-36s    ", queries[i].text);
        a.model = b.model = apart.model = NULL;
        print_time(median_time(queries[i].ask, &a, queries[i].apart ? apart : b, s));
        a.model = &model_a;
        b.model = apart.model = &model_b;
        print_time(median_time(queries[i].ask, &a, queries[i].apart ? apart : b, s));
        printf("\n");
    }
    printf("  %-36s    %13s", "preparing both bodies, once", "");
    print_time(build_time);
    printf("\n  memory: workspace %.0f kB, models %.0f kB\n",
           (double)cld_workspace_bytes(&s->workspace) / 1024,
           (double)(model_a.bytes + model_b.bytes) / 1024);
    cld_nurbs_model_free(&model_a);
    cld_nurbs_model_free(&model_b);
}

/* ---------------------------------------------------------------------------------- the picture */

static const char picture_css[] =
    ".edge,.line,.curve,.halo,.hidden,.arrow{fill:none;stroke-linecap:round;stroke-linejoin:round}"
    "\n"
    ".line{stroke:#000;stroke-opacity:.13;stroke-width:3}\n"
    ".edge{stroke:#000;stroke-opacity:.28;stroke-width:4}\n"
    ".halo{stroke:#fff;stroke-width:32;stroke-opacity:.85}\n"
    ".curve{stroke:#d3122f;stroke-width:18}\n"
    ".hidden{stroke:#d3122f;stroke-width:7;stroke-dasharray:24 20;stroke-opacity:.75}\n"
    ".arrow{stroke:#111;stroke-width:11}\n"
    ".dot{fill:#111;stroke:#fff;stroke-width:7}\n"
    ".covered{fill:#fff;stroke:#111;stroke-width:9}\n"
    "text{font-family:sans-serif;fill:#222}\n"
    ".note{font-size:75px}\n";

/* Each curve once as a white rim and once in colour, so that it stands out from any ground. */
static void draw_curves(svg_scene *picture, const scene *s)
{
    svg_vec *line = (svg_vec *)allocate((size_t)s->curve_point_count * sizeof *line);
    for (int i = 0; i < s->curve_point_count; i++)
        line[i] = nurbs_svg_from(s->curve_points[i].position);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < s->curve_count; i++) {
            const cld_nurbs_curve *curve = &s->curves[i];
            svg_polyline(picture, line + curve->first, curve->count, curve->closed,
                         pass ? "curve" : "halo", pass ? "hidden" : NULL);
        }
    }
    free(line);
}

static void draw_contacts(svg_scene *picture, const scene *s)
{
    for (int i = 0; i < s->contact_count; i++) {
        const cld_contact *contact = &s->contacts[i].contact;
        svg_vec at = nurbs_svg_from(contact->point_a);
        svg_line(picture, at, svg_add(at, 0.055 * s->size, nurbs_svg_from(contact->normal)),
                 "arrow");
        svg_dot_at(picture, at, 5, svg_sees(picture, at) ? "dot" : "covered");
    }
}

static int write_picture(const scene *s, const char *path)
{
    static const unsigned colours[2] = {0xf0dfb8, 0x4f8fc4};
    const cld_nurbs_body *const bodies[2] = {&s->a, &s->b};
    svg_scene picture;
    if (!svg_begin(&picture, 960, 640, svg_point(0.5, 1, -0.35), svg_point(0, 0, 1))) return 0;
    if (!nurbs_svg_frame(&picture, bodies, 2, 30)) return svg_close(&picture), 0;
    for (int step = NURBS_SVG_HIDE; step <= NURBS_SVG_PAINT; step++) {
        nurbs_svg_draw(&picture, &s->a, 0, step);
        nurbs_svg_draw(&picture, &s->b, 1, step);
    }
    if (!svg_open(&picture, path, colours, 2, picture_css)) return svg_close(&picture), 0;
    nurbs_svg_draw(&picture, &s->a, 0, NURBS_SVG_LINES);
    nurbs_svg_draw(&picture, &s->b, 1, NURBS_SVG_LINES);
    draw_curves(&picture, s);
    draw_contacts(&picture, s);
    svg_text(&picture, 24, 620, "note", "%d curves (dashed: hidden), %d contacts (white: hidden)",
             s->curve_count, s->contact_count);
    return svg_close(&picture);
}

/* ------------------------------------------------------------------------------------ the scene */

static void load(obj_surfaces *out, const char *path)
{
    char message[OBJ_MESSAGE];
    if (obj_surfaces_read(out, path, message)) return;
    fprintf(stderr, "%s\n", message);
    if (strcmp(path, TEAPOT_FILE) == 0) {
        fprintf(stderr, "Run this program in the top folder of collide.h (where collide.h is),\n"
                        "or name an OBJ file with bezier or bspline surfaces: ./teapot file.obj\n");
    }
    exit(1);
}

/* A box along the axes. */
typedef struct bounds {
    cld_vec3 low, high;
} bounds;

static double diagonal(const bounds *box)
{
    return distance(box->low, box->high);
}

/* Extends the box to the control points of a body, hence to the body. */
static void extend(bounds *box, const cld_nurbs_body *body)
{
    for (int k = 0; k < body->count; k++) {
        const cld_nurbs *s = &body->surfaces[k];
        for (int i = 0; i < 3 * s->count_u * s->count_v; i += 3) { /* as obj_surface.h packs them */
            cld_vec3 p = cld_pose_point(&body->pose,
                                        nurbs_vector((double)s->points[i], (double)s->points[i + 1],
                                                     (double)s->points[i + 2]));
            if (p.x < box->low.x) box->low.x = p.x;
            if (p.y < box->low.y) box->low.y = p.y;
            if (p.z < box->low.z) box->low.z = p.z;
            if (p.x > box->high.x) box->high.x = p.x;
            if (p.y > box->high.y) box->high.y = p.y;
            if (p.z > box->high.z) box->high.z = p.z;
        }
    }
}

/* The second teapot pours: turned around the middle of its box and shifted by parts of the box's
   size, so that its spout cuts through the first one's side. */
static cld_pose pouring(const bounds *box)
{
    double size = diagonal(box);
    cld_vec3 middle = nurbs_vector(0.5 * ((double)box->low.x + (double)box->high.x),
                                   0.5 * ((double)box->low.y + (double)box->high.y),
                                   0.5 * ((double)box->low.z + (double)box->high.z));
    cld_pose pose = nurbs_place(0, 40, 180, nurbs_vector(0, 0, 0));
    cld_vec3 turned = cld_pose_point(&pose, middle);
    pose.position = nurbs_vector((double)middle.x - (double)turned.x + 0.26 * size,
                                 (double)middle.y - (double)turned.y - 0.22 * size,
                                 (double)middle.z - (double)turned.z + 0.09 * size);
    return pose;
}

static void set_up(scene *s, int argument_count, char **arguments)
{
    const char *path_a = argument_count > 1 ? arguments[1] : TEAPOT_FILE;
    const char *path_b = argument_count > 2 ? arguments[2] : path_a;
    const cld_vec3 low = nurbs_vector(1e30, 1e30, 1e30), high = nurbs_vector(-1e30, -1e30, -1e30);
    bounds box;
    load(&s->file_a, path_a);
    load(&s->file_b, path_b);
    s->a.surfaces = s->file_a.surfaces, s->a.count = s->file_a.count;
    s->b.surfaces = s->file_b.surfaces, s->b.count = s->file_b.count;
    box.low = low, box.high = high;
    extend(&box, &s->a);
    if (argument_count <= 2) s->b.pose = pouring(&box);
    extend(&box, &s->b);
    s->size = diagonal(&box);
    printf("A: %s, %d surfaces. B: %s, %d surfaces.\n", path_a, s->a.count, path_b, s->b.count);
}

static void clean_up(scene *s)
{
    cld_workspace_free(&s->workspace);
    obj_surfaces_free(&s->file_a);
    obj_surfaces_free(&s->file_b);
    free(s->curves);
    free(s->curve_points);
}

int main(int argument_count, char **arguments)
{
    static scene s; /* static: all zero, which stands for sensible defaults everywhere */
    int written;
    if (argument_count > 3 || (argument_count > 1 && arguments[1][0] == '-')) {
        printf("usage: %s [a.obj [b.obj]]\n", arguments[0]);
        return 1;
    }
    set_up(&s, argument_count, arguments);
    find_contacts(&s);
    find_curves(&s);
    find_distance(&s);
    measure(&s);
    written = write_curves(&s, CURVES_FILE) && write_picture(&s, PICTURE_FILE);
    if (written) {
        printf("\nWritten: %s and %s.\n", CURVES_FILE, PICTURE_FILE);
    } else {
        fprintf(stderr, "\nThe files could not be written: is this folder writable?\n");
    }
    clean_up(&s);
    return s.wrong > 0 || !written;
}
