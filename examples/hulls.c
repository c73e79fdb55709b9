/* Convex hulls in space: one falls onto the other. Polyhedra in collide.h's module [POLYHEDRON],
   their pairs in [SHAPE].

       cc -O2 -I. examples/hulls.c -o hulls -lm && ./hulls

   Run it in the top folder, where collide.h is; it writes into the current folder.

   Reads the Stanford bunny and makes its convex hull, and that of a smaller one that hangs above
   it, upside down. Prepares both for queries. Then the small one falls: at each step the distance
   is asked, begun where the last one ended; the last steps go just as far as the distance allows,
   until they touch. What is told is compared with scans over all points and triangles. Prints a
   table and writes

       hulls.obj   both hulls, at the start and where they touch, and the shortest segments
       hulls.svg   a picture of the same

   Your own mesh: ./hulls mesh.obj

   The order of reading: main at the end, then the functions that it calls, from the bottom up. */

#define COLLIDE_NO_OBB /* the modules left out need no compiling: a third of the time */
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_MESH
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include "run.h"

#include "obj_mesh.h"
#include "vec.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MESH_FILE    "examples/data/bunny.obj"
#define OBJ_FILE     "hulls.obj"
#define PICTURE_FILE "hulls.svg"

enum { QUERIES = 2000 };

/* A mesh, its hull, and the hierarchy over that. */
typedef struct body {
    obj_mesh mesh;
    uint32_t *triangles; /* of the hull */
    void *hierarchy;
    cld_polyhedron hull; /* where it is: hull.pose */
    double hull_time, build_time, size;
} body;

typedef struct scene {
    body a, b;
    cld_contact start, end; /* closest points where B hangs, and where it touches */
    cld_pose hanging, landed;
    cld_clip3 clip; /* a line through A */
    vec line_from, line_to;
    uint32_t random;
    long wrong;
} scene;

/* -------------------------------------------------------------------------------------- numbers */

static vec random_direction(scene *s)
{
    double turn = random_between(&s->random, 0, 2 * PI), z = random_between(&s->random, -1, 1);
    return vector(sqrt(1 - z * z) * cos(turn), sqrt(1 - z * z) * sin(turn), z);
}

/* What rounding to cld_real may do to coordinates of the scene, some times over. */
static double slack(void)
{
    return sizeof(cld_real) == sizeof(float) ? 2e-5 : 1e-12;
}

/* --------------------------------------------------------------------------------------- bodies */

static vec mesh_point(const body *b, uint32_t i)
{
    const cld_real *v = b->mesh.points + 3 * (size_t)i;
    return vector((double)v[0], (double)v[1], (double)v[2]);
}

/* Point i where the body is. */
static vec world_point(const body *b, uint32_t i)
{
    return from_cld(cld_pose_point(&b->hull.pose, to_cld(mesh_point(b, i))));
}

/* Turned upside down, about the axis z, then about y by some degrees. */
static cld_pose upside_down(vec position, double degrees)
{
    double c = cos(degrees * PI / 180), s = sin(degrees * PI / 180);
    cld_pose pose;
    pose.rotation.x = to_cld(vector(-c, 0, s));
    pose.rotation.y = to_cld(vector(0, -1, 0));
    pose.rotation.z = to_cld(vector(s, 0, c));
    pose.position = to_cld(position);
    return pose;
}

/* Moves the mesh's middle to the origin and makes it `size` wide. */
static void fit(body *b, double size)
{
    vec low = mesh_point(b, 0), high = low;
    double widest;
    for (uint32_t i = 0; i < b->mesh.point_count; i++) {
        vec p = mesh_point(b, i);
        low = vector(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = vector(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    widest = fmax(high.x - low.x, fmax(high.y - low.y, high.z - low.z));
    for (uint32_t i = 0; i < b->mesh.point_count; i++) {
        vec p = add(mesh_point(b, i), -0.5, add(low, 1, high));
        b->mesh.points[3 * i] = (cld_real)(size / widest * p.x);
        b->mesh.points[3 * i + 1] = (cld_real)(size / widest * p.y);
        b->mesh.points[3 * i + 2] = (cld_real)(size / widest * p.z);
    }
    b->size = size;
}

/* Hull and hierarchy. The workspace holds what the hull's construction needs; the hierarchy lies in
   memory of ours. */
static int make_body(body *b, const char *path, double size, cld_workspace *workspace)
{
    double begin;
    int most;
    if (!obj_mesh_read(path, &b->mesh)) return 0;
    fit(b, size);
    most = 2 * (int)b->mesh.point_count;
    b->triangles = (uint32_t *)malloc(3 * (size_t)most * sizeof *b->triangles);
    if (!b->triangles) return 0;
    begin = seconds();
    most = check(
        cld_polyhedron_hull(b->mesh.points, b->mesh.point_count, 0, workspace, b->triangles, most));
    b->hull_time = seconds() - begin;
    b->hull.vertices = b->mesh.points;
    b->hull.vertex_count = b->mesh.point_count;
    b->hull.triangles = b->triangles;
    b->hull.triangle_count = (size_t)most;
    check(cld_polyhedron_validate(&b->hull, workspace, NULL));
    b->hierarchy = malloc(cld_polyhedron_size(&b->hull));
    if (!b->hierarchy) return 0;
    begin = seconds();
    check(cld_polyhedron_build(&b->hull, b->hierarchy, cld_polyhedron_size(&b->hull)));
    b->build_time = seconds() - begin;
    printf("hull of %d points: %d triangles in %.0f us, prepared in %.0f us, %d bytes\n",
           (int)b->mesh.point_count, most, 1e6 * b->hull_time, 1e6 * b->build_time,
           (int)cld_polyhedron_size(&b->hull));
    return 1;
}

static void free_body(body *b)
{
    obj_mesh_free(&b->mesh);
    free(b->triangles);
    free(b->hierarchy);
}

/* ------------------------------------------------------------------------------ answers checked */

/* How far a body reaches along d, by looking at all of its points. */
static double reach(const body *b, vec d)
{
    double most = -1e300;
    for (uint32_t i = 0; i < b->mesh.point_count; i++) most = fmax(most, dot(d, world_point(b, i)));
    return most;
}

/* Is p within the hull, by looking at all of its triangles? How far outside of the plane that it is
   farthest out of. */
static double outside(const body *b, vec p)
{
    double most = -1e300;
    for (size_t t = 0; t < b->hull.triangle_count; t++) {
        vec q = world_point(b, b->triangles[3 * t]);
        vec e = add(world_point(b, b->triangles[3 * t + 1]), -1, q);
        vec n = cross(e, add(world_point(b, b->triangles[3 * t + 2]), -1, q));
        most = fmax(most, dot(n, add(p, -1, q)) / length(n));
    }
    return most;
}

/* The closest points are as far apart as the distance says, each within its hull; and no point of
   either hull is between the planes through them at right angles: so none are closer. */
static int is_distance(const scene *s, const cld_contact *c)
{
    vec p = from_cld(c->point_a), q = from_cld(c->point_b), n = from_cld(c->normal);
    vec back = vector(-n.x, -n.y, -n.z);
    return fabs(length(add(q, -1, p)) - (double)c->distance) < slack() &&
           outside(&s->a, p) < slack() && outside(&s->b, q) < slack() &&
           reach(&s->a, n) < dot(n, p) + slack() && reach(&s->b, back) < dot(back, q) + slack();
}

static void tell(scene *s, const char *question, int asked, int yes, double time, int wrong)
{
    printf("%-34s %7d %7d %9d %9.0f\n", question, asked, yes, wrong, 1e9 * time / asked);
    s->wrong += wrong;
}

/* Directions: the farthest vertex, and planes through random points. */
static void ask_directions(scene *s)
{
    const body *b = &s->b;
    double extreme_time = 0, plane_time = 0;
    int wrong = 0, wrong_planes = 0, met = 0;
    for (int i = 0; i < QUERIES; i++) {
        vec d = random_direction(s);
        vec at = add(from_cld(b->hull.pose.position), random_between(&s->random, -1, 1) * b->size,
                     d),
            back;
        double begin = seconds(), end, most, least, here = dot(d, at);
        uint32_t vertex;
        cld_vec3 point;
        cld_span span;
        int meets;
        check(cld_polyhedron_extreme(&b->hull, to_cld(d), &vertex, &point));
        end = seconds(), extreme_time += end - begin;
        meets = check(cld_polyhedron_plane(&b->hull, to_cld(at), to_cld(d), &span));
        plane_time += seconds() - end;
        back = vector(-d.x, -d.y, -d.z);
        most = reach(b, d), least = -reach(b, back);
        wrong += !(fabs(dot(d, from_cld(point)) - most) < slack());
        if (fabs(here - most) > slack() && fabs(here - least) > slack())
            wrong_planes += meets != (least <= here && here <= most);
        met += meets;
    }
    tell(s, "farthest vertex in a direction", QUERIES, QUERIES, extreme_time, wrong);
    tell(s, "does a plane meet it?", QUERIES, met, plane_time, wrong_planes);
}

/* Random points, and those of the mesh, which are all inside: exactly. */
static void ask_points(scene *s)
{
    const body *b = &s->a;
    double time = 0, closest_time = 0;
    int wrong = 0, wrong_closest = 0, inside = 0, apart = 0;
    for (int i = 0; i < QUERIES; i++) {
        vec way = random_direction(s),
            at = scale(random_between(&s->random, 0, 0.8) * b->size, way);
        double begin = seconds(), end, out = outside(b, at);
        cld_contact c;
        int where, away;
        begin = seconds();
        where = check(cld_polyhedron_contains(&b->hull, to_cld(at)));
        end = seconds(), time += end - begin;
        away = check(cld_polyhedron_closest(&b->hull, to_cld(at), &c));
        closest_time += seconds() - end;
        inside += where != CLD_OUTSIDE, apart += away;
        if (fabs(out) > slack()) wrong += (where == CLD_OUTSIDE) != (out > 0);
        wrong_closest += (where == CLD_OUTSIDE) != away;
        if (away &&
            (outside(b, from_cld(c.point_a)) > slack() ||
             reach(b, from_cld(c.normal)) > dot(from_cld(c.normal), from_cld(c.point_a)) + slack()))
            wrong_closest++;
    }
    tell(s, "is a point inside?", QUERIES, inside, time, wrong);
    tell(s, "the closest point to one outside", QUERIES, apart, closest_time, wrong_closest);
    inside = 0, time = seconds();
    for (uint32_t i = 0; i < b->mesh.point_count; i++)
        inside += check(cld_polyhedron_contains(&b->hull, to_cld(mesh_point(b, i)))) != CLD_OUTSIDE;
    time = seconds() - time;
    tell(s, "are the mesh's own points inside?", (int)b->mesh.point_count, inside, time,
         (int)b->mesh.point_count - inside);
}

/* Lines through random points: where they enter and leave must be on the surface. */
static void ask_lines(scene *s)
{
    const body *b = &s->a;
    double time = 0;
    int wrong = 0, hits = 0;
    for (int i = 0; i < QUERIES; i++) {
        vec way = random_direction(s),
            from = scale(random_between(&s->random, 0, 0.8) * b->size, way);
        vec d = random_direction(s);
        cld_clip3 clip;
        double begin = seconds();
        int hit = check(cld_polyhedron_clip_line(&b->hull, to_cld(from), to_cld(d), &clip));
        time += seconds() - begin;
        hits += hit;
        if (hit)
            wrong += !(fabs(outside(b, from_cld(clip.enter_point))) < slack() &&
                       fabs(outside(b, from_cld(clip.exit_point))) < slack());
        else
            wrong += outside(b, from) < -slack();
    }
    tell(s, "a line's part inside", QUERIES, hits, time, wrong);
}

/* A square below, tilted: its distance must be that of the plane, which is so wide that the square
   has no border as far as the bunny is concerned. */
static void ask_floor(scene *s)
{
    const cld_real corners[] = {-40, -40, 0, 40, -40, 0, 40, 40, 0, -40, 40, 0};
    const cld_shape a = cld_shape_polyhedron(&s->a.hull), square = cld_shape_points(corners, 4);
    double time = 0;
    int wrong = 0, apart = 0;
    for (int i = 0; i < QUERIES; i++) {
        double tilt = random_between(&s->random, -0.3, 0.3),
               height = random_between(&s->random, -20, 0), begin, gap;
        cld_pose pose; /* takes the polygon's z to (sin, cos, 0) */
        vec n = vector(sin(tilt), cos(tilt), 0);
        cld_contact c;
        int away;
        pose.rotation.x = to_cld(vector(0, 0, 1));
        pose.rotation.y = to_cld(vector(cos(tilt), -sin(tilt), 0));
        pose.rotation.z = to_cld(n);
        pose.position = to_cld(vector(0, height, 0));
        begin = seconds();
        away = check(cld_shape_distance(&a, NULL, &square, &pose, INFINITY, NULL, &c));
        time += seconds() - begin;
        gap = -reach(&s->a, vector(-n.x, -n.y, -n.z)) - n.y * height;
        apart += away;
        wrong += fabs(gap) > slack() && away != (gap > 0);
        wrong += away && !(fabs((double)c.distance - gap) < slack());
    }
    tell(s, "distance from a polygon", QUERIES, apart, time, wrong);
}

/* B anywhere: overlap and distance tell the same, a scan confirms it. */
static void ask_pairs(scene *s)
{
    const cld_shape a = cld_shape_polyhedron(&s->a.hull), b = cld_shape_polyhedron(&s->b.hull);
    double overlap_time = 0, distance_time = 0;
    int wrong = 0, wrong_distance = 0, met = 0, parted = 0;
    for (int i = 0; i < QUERIES; i++) {
        vec way = random_direction(s),
            at = scale(random_between(&s->random, 0.2, 1.2) * s->a.size, way);
        double begin, end;
        cld_contact c;
        int meet, apart;
        s->b.hull.pose = upside_down(at, random_between(&s->random, 0, 360));
        begin = seconds();
        meet = check(cld_shape_overlap(&a, NULL, &b, NULL, NULL));
        end = seconds(), overlap_time += end - begin;
        apart = check(cld_shape_distance(&a, NULL, &b, NULL, INFINITY, NULL, &c));
        distance_time += seconds() - end;
        wrong += meet == apart && !(apart && (double)c.distance < slack());
        met += meet, parted += apart;
        if (apart)
            wrong_distance += !is_distance(s, &c);
        else
            wrong_distance += outside(&s->a, from_cld(c.point_a)) > slack() ||
                              outside(&s->b, from_cld(c.point_a)) > slack();
    }
    tell(s, "two overlap", QUERIES, met, overlap_time, wrong);
    tell(s, "distance of two", QUERIES, parted, distance_time, wrong_distance);
}

/* -------------------------------------------------------------------------------------- falling */

/* Prints a line of the table. */
static void print_step(int step, double fallen, int apart, const cld_contact *c)
{
    static const char *const kinds[] = {"vertex", "edge", "face", "inside"};
    if (!apart)
        printf("%6d %12.7f %14.9f   they touch\n", step, fallen, 0.0);
    else
        printf("%6d %12.7f %14.9f   %s %u, %s %u\n", step, fallen, (double)c->distance,
               kinds[c->feature_a & 3], (unsigned)(c->feature_a >> 2), kinds[c->feature_b & 3],
               (unsigned)(c->feature_b >> 2));
}

/* B falls from where it hangs, half a unit a step, or less: only as far as the distance allows, so
   that nothing can be met within a step. That ends where they touch, to rounding. Returns the
   steps. */
static int fall(scene *s)
{
    const cld_shape a = cld_shape_polyhedron(&s->a.hull), b = cld_shape_polyhedron(&s->b.hull);
    cld_shape_cache cache = {{0}, {0}, 0};
    const vec down = vector(0, -1, 0);
    double fallen = 0;
    int steps;
    printf("\n%6s %12s %14s   %s\n", "step", "fallen", "distance", "closest: A's feature, B's");
    s->b.hull.pose = s->hanging;
    for (steps = 0; steps < 1000; steps++) {
        double approach, before = fallen;
        cld_contact c;
        int apart;
        s->b.hull.pose.position = to_cld(add(from_cld(s->hanging.position), fallen, down));
        apart = check(cld_shape_distance(&a, NULL, &b, NULL, INFINITY, &cache, &c));
        print_step(steps, fallen, apart, &c);
        if (steps == 0) s->start = c;
        s->end = c, s->landed = s->b.hull.pose;
        if (!apart) break;
        s->wrong += !is_distance(s, &c);
        approach = -dot(from_cld(c.normal), down); /* > 0: they come closer */
        if ((double)c.distance <= slack() || approach <= 0) break;
        fallen += fmin(0.5, (double)c.distance / approach);
        if (fallen == before) break;
    }
    return steps;
}

/* A line through A that also shows in the picture. */
static void pierce(scene *s)
{
    vec from = vector(-7, -1.5, 5), to = vector(7, 0.5, -2);
    s->line_from = from, s->line_to = to;
    if (!check(cld_polyhedron_clip_segment(&s->a.hull, to_cld(from), to_cld(to), &s->clip)))
        s->wrong++;
    printf("a segment enters the large hull at t = %.4f through triangle %u and leaves at %.4f "
           "through %u\n",
           (double)s->clip.enter, (unsigned)(s->clip.enter_feature >> 2), (double)s->clip.exit,
           (unsigned)(s->clip.exit_feature >> 2));
}

/* --------------------------------------------------------------------------------------- output */

/* The hull's triangles; numbers of vertices in the file begin at `first`. Returns how many there
   are after. */
static int write_hull(FILE *file, const char *name, const body *b, int first)
{
    fprintf(file, "o %s\n", name);
    for (uint32_t i = 0; i < b->mesh.point_count; i++) {
        vec p = world_point(b, i);
        fprintf(file, "v %.7g %.7g %.7g\n", p.x, p.y, p.z);
    }
    for (size_t t = 0; t < b->hull.triangle_count; t++)
        fprintf(file, "f %d %d %d\n", first + (int)b->triangles[3 * t],
                first + (int)b->triangles[3 * t + 1], first + (int)b->triangles[3 * t + 2]);
    return first + (int)b->mesh.point_count;
}

static int write_segment(FILE *file, const char *name, const cld_contact *c, int first)
{
    fprintf(file, "o %s\nv %.7g %.7g %.7g\nv %.7g %.7g %.7g\nl %d %d\n", name, (double)c->point_a.x,
            (double)c->point_a.y, (double)c->point_a.z, (double)c->point_b.x, (double)c->point_b.y,
            (double)c->point_b.z, first, first + 1);
    return first + 2;
}

static int write_obj(scene *s, const char *path)
{
    FILE *file = fopen(path, "w");
    int next = 1;
    if (!file) {
        fprintf(stderr, "cannot write %s\n", path);
        return 0;
    }
    fprintf(file, "# two convex hulls, their closest points, and where one falls onto the other\n");
    next = write_hull(file, "large", &s->a, next);
    s->b.hull.pose = s->hanging;
    next = write_hull(file, "small_hanging", &s->b, next);
    next = write_segment(file, "shortest_hanging", &s->start, next);
    s->b.hull.pose = s->landed;
    next = write_hull(file, "small_landed", &s->b, next);
    write_segment(file, "shortest_landed", &s->end, next);
    return fclose(file) == 0;
}

/* The picture: seen from in front, above and aside, without perspective. */
static const vec view_right = {0.8660254, 0, -0.5}, view_up = {-0.171010, 0.939693, -0.296198},
                 view_back = {0.469846, 0.342020, 0.813798};

static double picture_x(vec p)
{
    return 330 + 33 * dot(view_right, p);
}

static double picture_y(vec p)
{
    return 500 - 33 * dot(view_up, p);
}

/* A triangle that faces the viewer. */
typedef struct tile {
    vec corner[3];
    double depth;
    int shade;
} tile;

static int compare_tiles(const void *a, const void *b)
{
    double x = ((const tile *)a)->depth, y = ((const tile *)b)->depth;
    return (x > y) - (x < y);
}

/* In halves of a pixel, to write whole numbers. */
static void write_triangle(FILE *file, const vec c[3])
{
    int x[3], y[3];
    for (int i = 0; i < 3; i++) {
        x[i] = (int)floor(2 * picture_x(c[i]) + 0.5);
        y[i] = (int)floor(2 * picture_y(c[i]) + 0.5);
    }
    fprintf(file, "M%d %dl%d %d %d %dz", x[0], y[0], x[1] - x[0], y[1] - y[0], x[2] - x[1],
            y[2] - y[1]);
}

static void draw_mesh(FILE *file, const body *b, const char *class_name)
{
    tile *tiles = (tile *)malloc(b->mesh.triangle_count * sizeof *tiles);
    size_t n = 0;
    if (!tiles) return;
    for (size_t t = 0; t < b->mesh.triangle_count; t++) {
        tile *k = &tiles[n];
        vec normal, light = vector(0.1, 0.85, 0.52);
        for (int i = 0; i < 3; i++)
            k->corner[i] = world_point(b, b->mesh.triangles[3 * t + (size_t)i]);
        normal = cross(add(k->corner[1], -1, k->corner[0]), add(k->corner[2], -1, k->corner[0]));
        if (dot(normal, view_back) <= 0) continue;
        k->shade = (int)(4.99 * (0.5 + 0.5 * dot(normal, light) / length(normal)));
        k->depth = dot(view_back, add(k->corner[0], 1, add(k->corner[1], 1, k->corner[2])));
        n++;
    }
    qsort(tiles, n, sizeof *tiles, compare_tiles);
    fprintf(file, "<g class=\"%s\" transform=\"scale(.5)\">\n", class_name);
    for (size_t i = 0; i < n; i++) {
        const vec *c = tiles[i].corner;
        if (i == 0 || tiles[i].shade != tiles[i - 1].shade)
            fprintf(file, "%s<path class=\"s%d\" d=\"", i ? "\"/>\n" : "", tiles[i].shade);
        write_triangle(file, c);
    }
    fprintf(file, "%s</g>\n", n ? "\"/>\n" : "");
    free(tiles);
}

/* The triangles of the hull that face the viewer, as a net. */
static void draw_hull(FILE *file, const body *b, const char *class_name)
{
    fprintf(file, "<path class=\"%s\" transform=\"scale(.5)\" d=\"", class_name);
    for (size_t t = 0; t < b->hull.triangle_count; t++) {
        vec c[3];
        for (int i = 0; i < 3; i++) c[i] = world_point(b, b->triangles[3 * t + (size_t)i]);
        if (dot(cross(add(c[1], -1, c[0]), add(c[2], -1, c[0])), view_back) <= 0) continue;
        write_triangle(file, c);
    }
    fprintf(file, "\"/>\n");
}

static void draw_line(FILE *file, vec p, vec q, const char *class_name)
{
    fprintf(file, "<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", class_name, picture_x(p),
            picture_y(p), picture_x(q), picture_y(q));
}

static void draw_dot(FILE *file, vec p, const char *class_name)
{
    fprintf(file, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>\n", class_name,
            picture_x(p), picture_y(p));
}

static void draw_words(FILE *file, double x, double y, const char *class_name, const char *words)
{
    fprintf(file, "<text class=\"%s\" x=\"%.0f\" y=\"%.0f\">%s</text>\n", class_name, x, y, words);
}

/* Words at (x, y), and a thin line from them to what they are about. */
static void draw_note(FILE *file, double at_x, double at_y, double x, double y, const char *words)
{
    const double dx = x - 5 - at_x, dy = y - 4 - at_y, gap = 7 / sqrt(dx * dx + dy * dy);
    fprintf(file, "<path class=\"note\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", at_x + gap * dx,
            at_y + gap * dy, x - 5, y - 4);
    draw_words(file, x, y, "words", words);
}

static int write_svg(scene *s, const char *path)
{
    FILE *file = fopen(path, "w");
    vec enter = from_cld(s->clip.enter_point), leave = from_cld(s->clip.exit_point);
    vec from = from_cld(s->start.point_a), to = from_cld(s->start.point_b);
    char words[80];
    if (!file) {
        fprintf(stderr, "cannot write %s\n", path);
        return 0;
    }
    fprintf(
        file,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 660 720\" "
        "font-family=\"sans-serif\" font-size=\"13\">\n<style>path{stroke-linejoin:round}"
        ".a,.b{stroke-width:1.4}.a .s0{fill:#57402f;stroke:#57402f}.a .s1{fill:#7d5f48;stroke:"
        "#7d5f48}.a .s2{fill:#a5836a;stroke:#a5836a}.a .s3{fill:#c9aa92;stroke:#c9aa92}.a .s4{"
        "fill:#e8d3c1;stroke:#e8d3c1}.b .s0{fill:#27435e;stroke:#27435e}"
        ".b .s1{fill:#3c6186;stroke:#3c6186}.b .s2{fill:#5f87ad;stroke:#5f87ad}.b .s3{fill:"
        "#8fb1d0;stroke:#8fb1d0}.b .s4{fill:#c6dbec;stroke:#c6dbec}.ha{fill:#e07a1f;"
        "fill-opacity:.06;stroke:#8d4a2f;stroke-width:1.2;stroke-opacity:.6}.hb{fill:#30638e;"
        "fill-opacity:.07;stroke:#27435e;stroke-width:1.2;stroke-opacity:.6}.ghost{fill:#30638e;"
        "fill-opacity:.10;stroke:#30638e;stroke-width:1;stroke-opacity:.45}path.gap{stroke:"
        "#c1121f;stroke-width:2.4}circle{stroke:#fff}circle.gap{fill:#c1121f}path.fall{stroke:"
        "#30638e;stroke-width:1;stroke-dasharray:2 3}path.line{stroke:#2f7d32;stroke-width:2}"
        "path.note{stroke:#777;stroke-width:1}path.inside{stroke-dasharray:6 "
        "4}circle.line{fill:#2f7d32}.title{font-size:18px;"
        "font-weight:bold}.words{fill:#555}</style>\n"
        "<rect width=\"660\" height=\"720\" fill=\"#fff\"/>\n");
    draw_words(file, 20, 34, "title", "Convex hulls of two bunnies: one falls onto the other");
    draw_words(file, 20, 54, "words",
               "red: closest points. green: a segment, dashed where it is inside the large hull.");
    draw_mesh(file, &s->a, "a");
    draw_line(file, s->line_from, enter, "line");
    draw_hull(file, &s->a, "ha");
    draw_line(file, enter, leave, "line inside");
    draw_line(file, leave, s->line_to, "line");
    s->b.hull.pose = s->landed;
    draw_hull(file, &s->b, "ghost");
    draw_dot(file, from_cld(s->end.point_a), "gap");
    draw_line(file, from_cld(s->hanging.position), from_cld(s->landed.position), "fall");
    s->b.hull.pose = s->hanging;
    draw_mesh(file, &s->b, "b");
    draw_hull(file, &s->b, "hb");
    draw_line(file, from, to, "gap");
    draw_dot(file, from, "gap");
    draw_dot(file, to, "gap");
    draw_dot(file, enter, "line");
    draw_dot(file, leave, "line");
    snprintf(words, sizeof words, "distance %.4f", (double)s->start.distance);
    draw_note(file, 0.5 * (picture_x(from) + picture_x(to)),
              0.5 * (picture_y(from) + picture_y(to)), picture_x(to) + 96,
              0.5 * (picture_y(from) + picture_y(to)) + 4, words);
    from = from_cld(s->end.point_a);
    draw_note(file, picture_x(from), picture_y(from), picture_x(to) + 96, picture_y(from) + 4,
              "where it lands");
    fprintf(file, "</svg>\n");
    return fclose(file) == 0;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : MESH_FILE;
    static scene s; /* all zero */
    cld_workspace workspace = {0};
    int steps, written;
    if (!make_body(&s.a, path, 10, &workspace) || !make_body(&s.b, path, 5, &workspace)) return 1;
    cld_workspace_free(&workspace); /* queries need none */
    s.hanging = upside_down(vector(0.4, 11, 0.5), 35);
    s.b.hull.pose = s.hanging;
    printf("\n%-34s %7s %7s %9s %9s\n", "question", "asked", "yes", "disagree", "ns each");
    ask_directions(&s);
    ask_points(&s);
    ask_lines(&s);
    ask_floor(&s);
    ask_pairs(&s);
    steps = fall(&s);
    printf("they touch after %d steps; answers that a scan disagrees with, in all: %ld\n", steps,
           s.wrong);
    pierce(&s);
    written = write_obj(&s, OBJ_FILE) && write_svg(&s, PICTURE_FILE);
    if (written) printf("written: %s, %s\n", OBJ_FILE, PICTURE_FILE);
    free_body(&s.a);
    free_body(&s.b);
    return s.wrong > 0 || !written;
}
