/* Meshes that deform: where do two of them, or one and itself, come close? collide.h's module
   [MESH].

       cc -O2 -I. examples/meshes.c -o meshes -lm && ./meshes

   Run it in the top folder, where collide.h is; it writes into the current folder.

   Reads the Stanford bunny and a ring (which it makes and writes first), and lowers the ring over
   the ears until the two come nearer than a distance d: asked of larger distances before, so that
   each step is as long as is safe. Prints the contacts, and what each stage of each query did. Then
   it presses the ring further and finds the triangles that intersect. A cloth is rolled up next:
   its layers come close to each other, but neighbours along the cloth are not contacts. Last, the
   cloth is cut, and its topology updated where that changed it. Bunny and ring, and the cloth, are
   searched a second time in the hashed grid, which gives the same contacts in the same order; what
   each stage of both searches did stands side by side. What is told is compared with scans over all
   pairs of vertices, edges and triangles; the program fails where they disagree. Writes

       meshes_ring.obj    the ring
       meshes_bunny.obj   both, where they first come near, and the contacts as lines
       meshes_cloth.obj   the cloth, rolled up and cut, and its contacts as lines
       meshes.svg         pictures of the same

   Your own meshes: ./meshes bunny.obj [ring.obj]

   The order of reading: main at the end, then the functions that it calls, from the bottom up. */

#define COLLIDE_NO_OBB /* the modules left out need no compiling: a third of the time */
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include "run.h"

#include "obj_mesh.h"
#include "svg.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BUNNY_FILE   "examples/data/bunny.obj"
#define RING_FILE    "meshes_ring.obj"
#define MEETING_FILE "meshes_bunny.obj"
#define CLOTH_FILE   "meshes_cloth.obj"
#define PICTURE_FILE "meshes.svg"

/* The cloth has LONG columns of WIDE vertices; the cut goes between rows, along row CUT from the
   last column to column TIP. */
enum { LONG = 160, WIDE = 24, CUT = 12, TIP = 125 };

/* The bunny is 10 wide, the cloth 24 long and 7 wide. Contacts are what is nearer than these. */
static const double BUNNY_DISTANCE = 0.2, CLOTH_DISTANCE = 0.2;

static const double PRESSED = 0.8; /* how much further down the ring is pushed */

/* A mesh, its topology, and the view of both that queries take. */
typedef struct body {
    obj_mesh mesh;
    cld_mesh_topology topology;
    cld_mesh view;
} body;

typedef struct scene {
    body bunny, ring, cloth;
    cld_real *rest; /* the cloth's vertices, lying flat */
    cld_workspace workspace;
    cld_mesh_contact *contacts; /* what the last query found */
    int contact_count, contact_room;
    cld_mesh_statistics statistics;
    double seconds; /* that it took */
    cld_mesh_search search;
    cld_mesh_pair *pairs; /* triangles that intersect, the last time that was asked */
    int pair_count;
    svg_vec hanging;      /* where the ring begins */
    double sunk, pressed; /* how far it has come where it is near, and where it intersects */
    int usual;            /* the meshes are ours: what they do is known */
    long wrong;           /* answers that something disagrees with */
    svg_scene picture;
} scene;

static cld_vec3 to_cld(svg_vec a)
{
    cld_vec3 r;
    r.x = (cld_real)a.x, r.y = (cld_real)a.y, r.z = (cld_real)a.z;
    return r;
}

static svg_vec from_cld(cld_vec3 a)
{
    return svg_point((double)a.x, (double)a.y, (double)a.z);
}

static double span(svg_vec a, svg_vec b)
{
    svg_vec d = svg_add(b, -1, a);
    return sqrt(svg_dot(d, d));
}

/* --------------------------------------------------------------------------------------- bodies */

static svg_vec rest_point(const body *b, uint32_t v)
{
    const cld_real *p = b->mesh.points + 3 * (size_t)v;
    return svg_point((double)p[0], (double)p[1], (double)p[2]);
}

/* Vertex v where the body is. */
static svg_vec vertex(const body *b, uint32_t v)
{
    return from_cld(cld_pose_point(&b->view.pose, to_cld(rest_point(b, v))));
}

static uint32_t corner(const body *b, size_t triangle, int k)
{
    return b->mesh.triangles[3 * triangle + (size_t)k];
}

/* A view of the mesh and its topology. Zero in the rest of the view stands for what is usual:
   packed positions, the identity as pose, one category. */
static void prepare(body *b, const char *name, double distance)
{
    double start = seconds();
    b->view.positions = b->mesh.points;
    b->view.vertex_count = (int)b->mesh.point_count;
    b->view.triangles = b->mesh.triangles;
    b->view.triangle_count = (int)b->mesh.triangle_count;
    b->view.topology = &b->topology;
    check(cld_mesh_topology_build(&b->topology, &b->view, (cld_real)distance, 0, NULL));
    printf("%s: %d vertices, %d triangles; topology: %d edges, %d clusters, %.1f ms, %d kB\n", name,
           b->view.vertex_count, b->view.triangle_count, b->topology.edge_count,
           b->topology.cluster_count, 1e3 * (seconds() - start), (int)(b->topology.bytes / 1024));
}

static void free_body(body *b)
{
    cld_mesh_topology_free(&b->topology);
    obj_mesh_free(&b->mesh);
}

/* A ring of radius 1 around the axis y, and how thick it is: as an OBJ file of quadrangles. */
static int write_ring(const char *path, double thick)
{
    enum { AROUND = 60, ACROSS = 20 };
    FILE *file = fopen(path, "w");
    if (!file) return 0;
    fprintf(file, "# a ring, made by examples/meshes.c\n");
    for (int i = 0; i < AROUND; i++) {
        for (int j = 0; j < ACROSS; j++) {
            double turn = 2 * PI * i / AROUND, roll = 2 * PI * j / ACROSS;
            double r = 1 + thick * cos(roll);
            fprintf(file, "v %.6f %.6f %.6f\n", r * cos(turn), thick * sin(roll), r * sin(turn));
        }
    }
    for (int i = 0; i < AROUND; i++) {
        for (int j = 0; j < ACROSS; j++) {
            int next = (i + 1) % AROUND * ACROSS, up = (j + 1) % ACROSS;
            fprintf(file, "f %d %d %d %d\n", i * ACROSS + j + 1, i * ACROSS + up + 1, next + up + 1,
                    next + j + 1);
        }
    }
    return fclose(file) == 0;
}

static void bounds(const body *b, svg_vec *low, svg_vec *high)
{
    *low = *high = rest_point(b, 0);
    for (uint32_t v = 1; v < b->mesh.point_count; v++) {
        svg_vec p = rest_point(b, v);
        *low = svg_point(fmin(low->x, p.x), fmin(low->y, p.y), fmin(low->z, p.z));
        *high = svg_point(fmax(high->x, p.x), fmax(high->y, p.y), fmax(high->z, p.z));
    }
}

/* Moves the middle to the origin and makes it `size` wide. */
static void fit(body *b, double size)
{
    svg_vec low, high;
    double scale;
    bounds(b, &low, &high);
    scale = size / fmax(high.x - low.x, fmax(high.y - low.y, high.z - low.z));
    for (uint32_t v = 0; v < b->mesh.point_count; v++) {
        svg_vec p = svg_add(rest_point(b, v), -0.5, svg_add(low, 1, high));
        b->mesh.points[3 * v] = (cld_real)(scale * p.x);
        b->mesh.points[3 * v + 1] = (cld_real)(scale * p.y);
        b->mesh.points[3 * v + 2] = (cld_real)(scale * p.z);
    }
}

/* Turned by some degrees about z, then about x. */
static cld_pose tilted(double about_z, double about_x, svg_vec position)
{
    double c = cos(about_z * PI / 180), s = sin(about_z * PI / 180);
    double d = cos(about_x * PI / 180), t = sin(about_x * PI / 180);
    cld_pose pose;
    pose.rotation.x = to_cld(svg_point(c, s * d, s * t));
    pose.rotation.y = to_cld(svg_point(-s, c * d, c * t));
    pose.rotation.z = to_cld(svg_point(0, -t, d));
    pose.position = to_cld(position);
    return pose;
}

/* -------------------------------------------------------------------------------------- queries */

/* All contacts nearer than d: of two bodies, or of one with itself (second NULL). Room for them is
   made when the first answer has told how much. closest 1: of each vertex and edge only the
   closest. */
static int collide(scene *s, const body *first, const body *second, double d, int closest)
{
    cld_mesh meshes[2];
    cld_mesh_params params = {0};
    int count = second ? 2 : 1;
    params.distance = (cld_real)d;
    params.closest = closest;
    params.search = s->search;
    meshes[0] = first->view;
    if (second) meshes[1] = second->view;
    for (;;) {
        double start = seconds();
        s->contact_count = check(cld_mesh_collide(meshes, count, &params, &s->workspace,
                                                  s->contacts, s->contact_room, &s->statistics));
        s->seconds = seconds() - start;
        if (s->contact_count <= s->contact_room) break;
        s->contact_room = s->contact_count + s->contact_count / 2;
        s->contacts = (cld_mesh_contact *)need(
            realloc(s->contacts, (size_t)s->contact_room * sizeof *s->contacts));
    }
    s->wrong +=
        check(cld_mesh_overlap(meshes, count, &params, &s->workspace)) < (s->contact_count > 0);
    return s->contact_count;
}

/* All pairs of triangles that share a point. */
static int intersect(scene *s, const body *first, const body *second)
{
    cld_mesh meshes[2];
    int count = second ? 2 : 1;
    meshes[0] = first->view;
    if (second) meshes[1] = second->view;
    s->pair_count = check(cld_mesh_intersections(meshes, count, &s->workspace, NULL, 0));
    free(s->pairs);
    s->pairs = (cld_mesh_pair *)need(malloc(((size_t)s->pair_count + 1) * sizeof *s->pairs));
    check(cld_mesh_intersections(meshes, count, &s->workspace, s->pairs, s->pair_count));
    return s->pair_count;
}

static void print_statistics_head(const char *first, const char *second)
{
    printf("\n%9s %9s | %9s %9s %9s %9s %9s | %9s %8s\n", first, second, "clusters", "pairs of",
           "boxes", "computed", "near on", "contacts", "");
    printf("%9s %9s | %9s %9s %9s %9s %9s | %9s %8s\n", "", "", "near", "clusters", "meet",
           "in double", "the sheet", "", "us");
}

static void print_statistics(const scene *s, double first, double second)
{
    const cld_mesh_statistics *t = &s->statistics;
    printf("%9.3f %9.3f | %9lu %9lu %9lu %9lu %9lu | %9lu %8.0f\n", first, second,
           (unsigned long)t->clusters_near, (unsigned long)t->cluster_pairs,
           (unsigned long)t->box_pairs, (unsigned long)t->tests, (unsigned long)t->neighbours,
           (unsigned long)t->contacts, 1e6 * s->seconds);
}

static void print_stage(const char *stage, size_t clusters, size_t grid)
{
    printf("  %-34s %9lu %9lu\n", stage, (unsigned long)clusters, (unsigned long)grid);
}

/* A stage that clusters do not have. */
static void print_stage_of_grid(const char *stage, size_t grid)
{
    printf("  %-34s %9s %9lu\n", stage, "", (unsigned long)grid);
}

/* The same question to both searches: what each stage did, and whether they say the same. */
static void compare_searches(scene *s, const body *first, const body *second, double d)
{
    cld_mesh_statistics t[2];
    double least[2] = {HUGE_VAL, HUGE_VAL};
    cld_mesh_contact *found = NULL;
    int count = 0;
    for (int k = 0; k < 2; k++) {
        s->search = k ? CLD_MESH_SEARCH_GRID : CLD_MESH_SEARCH_CLUSTERS;
        for (int i = 0; i < 5; i++) {
            collide(s, first, second, d, 0);
            least[k] = fmin(least[k], s->seconds);
        }
        t[k] = s->statistics;
        if (k == 0) {
            count = s->contact_count;
            found = (cld_mesh_contact *)need(malloc(((size_t)count + 1) * sizeof *found));
            if (count) memcpy(found, s->contacts, (size_t)count * sizeof *found);
        }
    }
    s->search = CLD_MESH_SEARCH_AUTO;
    s->wrong += count != s->contact_count ||
                (count && memcmp(found, s->contacts, (size_t)count * sizeof *found) != 0);
    free(found);
    printf("\n  %-34s %9s %9s\n", "stage of the search", "clusters", "grid");
    print_stage("triangles", t[0].triangles, t[1].triangles);
    print_stage_of_grid("of these in a region of interest", t[1].triangles_near);
    print_stage_of_grid("sizes of cells", t[1].levels);
    print_stage_of_grid("cells that hold a triangle", t[1].cells);
    print_stage("clusters, or groups of a cell", t[0].clusters, t[1].clusters);
    print_stage("of these in a region of interest", t[0].clusters_near, t[1].clusters_near);
    print_stage("pairs of them", t[0].cluster_pairs, t[1].cluster_pairs);
    print_stage("pairs whose boxes meet", t[0].box_pairs, t[1].box_pairs);
    print_stage("computed in double", t[0].tests, t[1].tests);
    print_stage("near on the sheet", t[0].neighbours, t[1].neighbours);
    print_stage("contacts", t[0].contacts, t[1].contacts);
    printf("  %-34s %9.0f %9.0f\n", "microseconds, the least of five", 1e6 * least[0],
           1e6 * least[1]);
}

static void print_contacts(const scene *s, int most)
{
    static const char *const kinds[] = {"vertex", "edge", "face", ""};
    for (int i = 0; i < s->contact_count && i < most; i++) {
        const cld_contact *c = &s->contacts[i].contact;
        printf("  %s %u and %s %u: %.4f apart at (%.3f, %.3f, %.3f), normal (%.3f, %.3f, %.3f)\n",
               kinds[c->feature_a & 3], (unsigned)(c->feature_a >> 2), kinds[c->feature_b & 3],
               (unsigned)(c->feature_b >> 2), (double)c->distance, (double)c->point_a.x,
               (double)c->point_a.y, (double)c->point_a.z, (double)c->normal.x, (double)c->normal.y,
               (double)c->normal.z);
    }
    if (s->contact_count > most) printf("  and %d more\n", s->contact_count - most);
}

/* ------------------------------------------------------------------------------ answers checked */

/* What rounding to cld_real may do to lengths among coordinates below 32, some times over. */
static double slack(void)
{
    return 32 * 4 * (sizeof(cld_real) == sizeof(float) ? (double)FLT_EPSILON : DBL_EPSILON);
}

/* The points of each contact are those that its weights tell, as far apart as it says, and that is
   less than d. */
static void check_contacts(scene *s, const body *first, const body *second, double d)
{
    for (int i = 0; i < s->contact_count; i++) {
        const cld_mesh_contact *c = &s->contacts[i];
        svg_vec at[2] = {{0, 0, 0}, {0, 0, 0}};
        int of_a = 1 + (int)(c->contact.feature_a & 3);
        for (int k = 0; k < 4; k++) {
            const body *b = (k < of_a ? c->mesh_a : c->mesh_b) && second ? second : first;
            at[k >= of_a] =
                svg_add(at[k >= of_a], (double)c->weights[k], vertex(b, c->vertices[k]));
        }
        s->wrong += span(at[0], from_cld(c->contact.point_a)) > slack() ||
                    span(at[1], from_cld(c->contact.point_b)) > slack() ||
                    fabs(span(at[0], at[1]) - (double)c->contact.distance) > slack() ||
                    (double)c->contact.distance > d + slack();
    }
}

/* A vertex, an edge or a triangle, and the box around it. */
typedef struct part {
    uint32_t vertex[3];
    int count;
    svg_vec low, high;
    cld_vec3 at[3];
} part;

static part make_part(const body *b, int count, uint32_t p, uint32_t q, uint32_t r)
{
    part made;
    made.count = count;
    made.vertex[0] = p, made.vertex[1] = q, made.vertex[2] = r;
    made.low = made.high = vertex(b, p);
    for (int k = 0; k < 3; k++) {
        svg_vec at = vertex(b, made.vertex[k]);
        made.at[k] = to_cld(at);
        made.low =
            svg_point(fmin(made.low.x, at.x), fmin(made.low.y, at.y), fmin(made.low.z, at.z));
        made.high =
            svg_point(fmax(made.high.x, at.x), fmax(made.high.y, at.y), fmax(made.high.z, at.z));
    }
    return made;
}

/* By the box's left end; of edges that are the same, the two come one after the other. */
static int compare_parts(const void *a, const void *b)
{
    const part *p = (const part *)a, *q = (const part *)b;
    if (p->low.x != q->low.x) return p->low.x < q->low.x ? -1 : 1;
    for (int k = 0; k < 2; k++)
        if (p->vertex[k] != q->vertex[k]) return p->vertex[k] < q->vertex[k] ? -1 : 1;
    return 0;
}

/* All vertices (1), edges (2) or triangles (3) of a body's triangles, each once, ordered. */
static part *parts_of(const body *b, int kind, size_t *out_count)
{
    const size_t most = (kind == 3 ? 1 : 3) * b->mesh.triangle_count;
    part *parts = (part *)need(malloc(most * sizeof *parts));
    size_t count = 0;
    for (size_t i = 0; i < most; i++) {
        size_t t = kind == 3 ? i : i / 3;
        uint32_t p = corner(b, t, (int)(kind == 3 ? 0 : i % 3)), q = p, r = p;
        if (kind == 2) q = corner(b, t, (int)((i + 1) % 3));
        if (kind == 2 && q < p) r = p, p = q, q = r;
        if (kind == 3) q = corner(b, t, 1), r = corner(b, t, 2);
        parts[i] = make_part(b, kind, p, q, kind == 2 ? p : r);
    }
    qsort(parts, most, sizeof *parts, compare_parts);
    for (size_t i = 0; i < most; i++) {
        if (kind < 3 && count && compare_parts(&parts[count - 1], &parts[i]) == 0) continue;
        parts[count++] = parts[i];
    }
    *out_count = count;
    return parts;
}

/* The way along the edges of the flat cloth, whose cells are cut from low to high in both
   directions: the diagonal helps where the way goes up in both or down in both. */
static double way(uint32_t p, uint32_t q, double dx, double dy)
{
    double x = (double)(p / WIDE) - (double)(q / WIDE), y = (double)(p % WIDE) - (double)(q % WIDE);
    double aslant = x * y > 0 ? fmin(fabs(x), fabs(y)) : 0;
    return (fabs(x) - aslant) * dx + (fabs(y) - aslant) * dy + aslant * hypot(dx, dy);
}

/* Of a cloth: are they neighbours, by the definition in cld_mesh_topology_build? */
static int neighbours(const part *p, const part *q, double near, double dx, double dy)
{
    for (int i = 0; i < p->count; i++)
        for (int k = 0; k < q->count; k++)
            if (way(p->vertex[i], q->vertex[k], dx, dy) <= near) return 1;
    return 0;
}

static double part_distance(const part *p, const part *q)
{
    if (p->count == 2) {
        cld_segment first, second;
        first.a = p->at[0], first.b = p->at[1];
        second.a = q->at[0], second.b = q->at[1];
        return (double)cld_segment_closest(&first, &second, NULL, NULL);
    } else {
        cld_triangle triangle;
        triangle.a = q->at[0], triangle.b = q->at[1], triangle.c = q->at[2];
        return (double)cld_triangle_closest(&triangle, p->at[0], NULL);
    }
}

/* Do the boxes come nearer than d? */
static int boxes_near(const part *p, const part *q, double d)
{
    return q->high.x >= p->low.x - d && q->low.x <= p->high.x + d && q->high.y >= p->low.y - d &&
           q->low.y <= p->high.y + d && q->high.z >= p->low.z - d && q->low.z <= p->high.z + d;
}

/* Counts the pairs nearer than d, without and with those that rounding may add, by the elementary
   questions of the library: vertices of the first with triangles of the second (kind 1), or edges
   of both (kind 2), all whose boxes come near. Of a cloth with itself (first == second) two edges
   count once, and neighbours do not. */
static void scan(const body *first, const body *second, int kind, double d, const double cell[2],
                 long count[2])
{
    size_t n, m, begin = 0;
    part *p = parts_of(first, kind, &n), *q = parts_of(second, kind == 1 ? 3 : 2, &m);
    double widest = 0;
    for (size_t j = 0; j < m; j++) widest = fmax(widest, q[j].high.x - q[j].low.x);
    for (size_t i = 0; i < n; i++) {
        while (begin < m && q[begin].low.x + widest < p[i].low.x - d) begin++;
        for (size_t j = begin; j < m && q[j].low.x <= p[i].high.x + d; j++) {
            double distance;
            if (!boxes_near(&p[i], &q[j], d)) continue;
            if (first == second && kind == 2 && j <= i) continue;
            if (first == second && neighbours(&p[i], &q[j], 2 * d, cell[0], cell[1])) continue;
            distance = part_distance(&p[i], &q[j]);
            count[0] += distance < d - slack();
            count[1] += distance < d + slack();
        }
    }
    free(p);
    free(q);
}

/* Compares what the last query found with a scan. */
static void check_count(scene *s, const body *first, const body *second, double d,
                        const double cell[2])
{
    long count[2] = {0, 0};
    scan(first, second ? second : first, 1, d, cell, count);
    if (second) scan(second, first, 1, d, cell, count);
    scan(first, second ? second : first, 2, d, cell, count);
    s->wrong += s->contact_count < count[0] || s->contact_count > count[1];
    check_contacts(s, first, second, d);
    printf("; a scan over all pairs finds %ld, and %ld within rounding of that\n", count[0],
           count[1] - count[0]);
}

/* --------------------------------------------------------------------------------------- output */

/* The triangles; numbers of vertices in the file begin at *next. */
static void write_body(FILE *file, const char *name, const body *b, int *next)
{
    fprintf(file, "o %s\n", name);
    for (uint32_t v = 0; v < b->mesh.point_count; v++) {
        svg_vec p = vertex(b, v);
        fprintf(file, "v %.7g %.7g %.7g\n", p.x, p.y, p.z);
    }
    for (size_t t = 0; t < b->mesh.triangle_count; t++)
        fprintf(file, "f %d %d %d\n", *next + (int)corner(b, t, 0), *next + (int)corner(b, t, 1),
                *next + (int)corner(b, t, 2));
    *next += (int)b->mesh.point_count;
}

/* Bodies, and a line for each contact. */
static void write_meeting(const scene *s, const char *path, const body *first, const body *second)
{
    FILE *file = fopen(path, "w");
    int next = 1;
    if (!file) {
        fprintf(stderr, "cannot write %s\n", path);
        exit(1);
    }
    write_body(file, "first", first, &next);
    if (second) write_body(file, "second", second, &next);
    fprintf(file, "o contacts\n");
    for (int i = 0; i < s->contact_count; i++) {
        svg_vec p = from_cld(s->contacts[i].contact.point_a);
        svg_vec q = from_cld(s->contacts[i].contact.point_b);
        fprintf(file, "v %.7g %.7g %.7g\nv %.7g %.7g %.7g\nl %d %d\n", p.x, p.y, p.z, q.x, q.y, q.z,
                next + 2 * i, next + 2 * i + 1);
    }
    if (fclose(file) != 0) fprintf(stderr, "cannot write %s\n", path), exit(1);
}

/* ------------------------------------------------------------------------------- bunny and ring */

/* Hangs the ring over the middle of what is highest of the bunny, and makes it wider than that. */
static void hang(scene *s)
{
    svg_vec low, high, top_low = svg_point(1e30, 0, 1e30), top_high = svg_point(-1e30, 0, -1e30);
    bounds(&s->bunny, &low, &high);
    for (uint32_t v = 0; v < s->bunny.mesh.point_count; v++) {
        svg_vec p = rest_point(&s->bunny, v);
        if (p.y < high.y - 0.22 * (high.y - low.y)) continue;
        top_low = svg_point(fmin(top_low.x, p.x), 0, fmin(top_low.z, p.z));
        top_high = svg_point(fmax(top_high.x, p.x), 0, fmax(top_high.z, p.z));
    }
    s->hanging = svg_middle(top_low, top_high);
    s->hanging.y = high.y;
    fit(&s->ring, 1.6 * fmax(top_high.x - top_low.x, top_high.z - top_low.z));
    bounds(&s->ring, &low, &high); /* whichever way it is turned, it hangs free */
    s->hanging.y += 0.5 * span(low, high);
}

/* The ring hangs a little aslant, and sinks. */
static void sink(scene *s, double depth)
{
    s->ring.view.pose = tilted(-8, 12, svg_add(s->hanging, -depth, svg_point(0, 1, 0)));
}

/* Lowers the ring until something is nearer than d. Where nothing is nearer than some larger
   distance, it may sink by what that is more than d, and nothing is missed on the way; where
   something is, a smaller distance is asked. */
static void lower(scene *s)
{
    const double d = BUNNY_DISTANCE;
    double asked = 8 * d;
    print_statistics_head("sunk by", "nearer");
    for (s->sunk = 0; s->sunk < 30;) {
        sink(s, s->sunk);
        collide(s, &s->bunny, &s->ring, asked, 0);
        print_statistics(s, s->sunk, asked);
        if (s->contact_count && asked <= d) break;
        if (s->contact_count)
            asked = asked > 1.2 * d ? 0.5 * (asked + d) : d;
        else
            s->sunk += asked > d ? asked - d : 0.1 * d;
    }
    printf("the first contacts:\n");
    print_contacts(s, 5);
}

/* Sinks by half of d more, which still leaves the two apart; then by more than that allows. */
static void press(scene *s)
{
    const double d = BUNNY_DISTANCE;
    s->sunk += 0.5 * d;
    sink(s, s->sunk);
    collide(s, &s->bunny, &s->ring, d, 0);
    printf("sunk by %.3f: %d contacts nearer than %.3f", s->sunk, s->contact_count, d);
    check_count(s, &s->bunny, &s->ring, d, NULL);
    compare_searches(s, &s->bunny, &s->ring, d);
    s->wrong += intersect(s, &s->bunny, &s->ring) != 0;
    write_meeting(s, MEETING_FILE, &s->bunny, &s->ring);
    s->pressed = s->sunk + PRESSED;
    sink(s, s->pressed);
    s->wrong += intersect(s, &s->bunny, &s->ring) == 0 && s->usual;
    printf("sunk by %.3f: %d pairs of triangles intersect\n", s->pressed, s->pair_count);
}

/* ---------------------------------------------------------------------------------------- cloth */

static const double CLOTH_LONG = 24, CLOTH_WIDE = 7, ROLLED = 18;

static void write_cell(body *b, int i, int j)
{
    uint32_t *t = b->mesh.triangles + 6 * (i * (WIDE - 1) + j), v = (uint32_t)(i * WIDE + j);
    t[0] = v, t[1] = v + WIDE, t[2] = v + WIDE + 1;
    t[3] = v, t[4] = v + WIDE + 1, t[5] = v + 1;
}

/* Lying flat; with room for the vertices that a cut adds. */
static void make_cloth(scene *s)
{
    obj_mesh *m = &s->cloth.mesh;
    const size_t most = LONG * WIDE + LONG;
    s->rest = (cld_real *)need(calloc(3 * most, sizeof *s->rest));
    m->points = (cld_real *)need(calloc(3 * most, sizeof *m->points));
    m->point_count = LONG * WIDE;
    m->triangle_count = 2 * (LONG - 1) * (WIDE - 1);
    m->triangles = (uint32_t *)need(malloc(3 * m->triangle_count * sizeof *m->triangles));
    for (int v = 0; v < LONG * WIDE; v++) {
        s->rest[3 * v] = (cld_real)(CLOTH_LONG * (v / WIDE) / (LONG - 1));
        s->rest[3 * v + 2] = (cld_real)(CLOTH_WIDE * (v % WIDE) / (WIDE - 1));
    }
    for (int i = 0; i + 1 < LONG; i++)
        for (int j = 0; j + 1 < WIDE; j++) write_cell(&s->cloth, i, j);
    memcpy(m->points, s->rest, 3 * m->point_count * sizeof *m->points);
    s->cloth.view.self = 1;
}

/* The radius of the roll at an angle, and what it grows by in a radian. */
static const double CORE = 0.3, GROWTH = 0.22 / (2 * PI);

/* The angle of the spiral at a length of cloth from its inner end, by the midpoint rule. */
static double spiral_angle(double length)
{
    enum { STEPS = 500 };
    double angle = 0;
    for (int i = 0; i < STEPS; i++) {
        double middle = angle + 0.5 * length / STEPS / hypot(CORE + GROWTH * angle, GROWTH);
        angle += length / STEPS / hypot(CORE + GROWTH * middle, GROWTH);
    }
    return angle;
}

/* A place of the roll: a spiral that lies on the rest of the cloth, from the angle 0 in its core to
   `end`, where it leaves the floor at x = rolled. Ripples make the layers come near to each other
   and part again. */
static svg_vec roll_point(double angle, double end, double z, double rolled)
{
    const double end_r = CORE + GROWTH * end, level = atan2(end_r, GROWTH);
    const double ripple = 0.05 * fmin(1, 0.3 * (end - angle)) * sin(2.5 * angle + 0.8 * z);
    const double r = CORE + GROWTH * angle + ripple, turned = angle - end - level;
    return svg_point(rolled + r * cos(turned) - end_r * cos(level),
                     r * sin(turned) + end_r * sin(level), z);
}

/* A place beyond the cut's end that bends up. */
static svg_vec flap_point(double x, double z)
{
    const double tip = CLOTH_LONG * TIP / (LONG - 1), bend = 2.6, angle = (x - tip) / bend;
    return svg_point(tip + bend * sin(angle), bend * (1 - cos(angle)), z);
}

/* The column of a vertex; those that the cut adds come last. */
static int column(size_t v)
{
    return v < LONG * WIDE ? (int)(v / WIDE) : TIP + 1 + (int)(v - LONG * WIDE);
}

/* Rolls up so much of the length, and lifts what the cut has freed. */
static void roll(scene *s, double rolled, int lifted)
{
    const body *b = &s->cloth;
    const double end = spiral_angle(rolled);
    double angles[LONG];
    for (int i = 0; i < LONG; i++) angles[i] = spiral_angle(CLOTH_LONG * i / (LONG - 1));
    for (size_t v = 0; v < b->mesh.point_count; v++) {
        const double x = (double)s->rest[3 * v], z = (double)s->rest[3 * v + 2];
        const int freed = v >= LONG * WIDE || (column(v) > TIP && (int)(v % WIDE) > CUT);
        svg_vec p = svg_point(x, 0, z);
        if (x < rolled) p = roll_point(angles[column(v)], end, z, rolled);
        if (lifted && freed) p = flap_point(x, z);
        b->mesh.points[3 * v] = (cld_real)p.x;
        b->mesh.points[3 * v + 1] = (cld_real)p.y;
        b->mesh.points[3 * v + 2] = (cld_real)p.z;
    }
}

/* Rolls the cloth up, and looks for contacts with itself after each step. */
static void roll_up(scene *s)
{
    const double cell[2] = {CLOTH_LONG / (LONG - 1), CLOTH_WIDE / (WIDE - 1)};
    print_statistics_head("rolled", "nearer");
    for (int step = 0; step <= 6; step++) {
        roll(s, ROLLED * step / 6, 0);
        collide(s, &s->cloth, NULL, CLOTH_DISTANCE, 0);
        print_statistics(s, ROLLED * step / 6, CLOTH_DISTANCE);
        s->wrong += (s->contact_count > 0) != (step > 0);
    }
    printf("%d contacts", s->contact_count);
    check_count(s, &s->cloth, NULL, CLOTH_DISTANCE, cell);
    compare_searches(s, &s->cloth, NULL, CLOTH_DISTANCE);
    s->wrong += intersect(s, &s->cloth, NULL) != 0;
}

/* ------------------------------------------------------------------------------------------ cut */

/* Cuts the flat end of the cloth along its middle: the vertices there get a twin each, at the end
   of the list, and the triangles on one side take those. Returns how many triangles changed. */
static int cut(scene *s, int *changed)
{
    obj_mesh *m = &s->cloth.mesh;
    int count = 0;
    for (int i = TIP + 1; i < LONG; i++) {
        memcpy(s->rest + 3 * m->point_count, s->rest + 3 * (i * WIDE + CUT), 3 * sizeof *s->rest);
        m->point_count++;
    }
    for (size_t t = 0; t < m->triangle_count; t++) {
        int twins = 0, beyond = (int)(t / 2 % (WIDE - 1)) >= CUT;
        for (size_t k = 3 * t; beyond && k < 3 * t + 3; k++) {
            int i = (int)m->triangles[k] / WIDE;
            if (m->triangles[k] % WIDE != CUT || i <= TIP) continue;
            m->triangles[k] = (uint32_t)(LONG * WIDE + i - TIP - 1);
            twins++;
        }
        if (twins) changed[count++] = (int)t;
    }
    return count;
}

static int compare_contacts(const void *a, const void *b)
{
    const cld_contact *p = &((const cld_mesh_contact *)a)->contact;
    const cld_contact *q = &((const cld_mesh_contact *)b)->contact;
    if (p->feature_a != q->feature_a) return p->feature_a < q->feature_a ? -1 : 1;
    return (p->feature_b > q->feature_b) - (p->feature_b < q->feature_b);
}

/* Are the contacts the same as with a topology that is built anew? Their order may be another. */
static void check_update(scene *s, const cld_mesh *at_rest)
{
    const cld_mesh_topology *updated = s->cloth.view.topology;
    const int count = s->contact_count;
    cld_mesh_contact *found = (cld_mesh_contact *)need(malloc(((size_t)count + 1) * sizeof *found));
    cld_mesh_topology anew = {0};
    double start = seconds();
    memcpy(found, s->contacts, (size_t)count * sizeof *found);
    check(cld_mesh_topology_build(&anew, at_rest, (cld_real)CLOTH_DISTANCE, 0, NULL));
    printf("a topology built anew takes %.0f us and finds the same\n", 1e6 * (seconds() - start));
    s->cloth.view.topology = &anew;
    collide(s, &s->cloth, NULL, CLOTH_DISTANCE, 0);
    s->cloth.view.topology = updated;
    qsort(found, (size_t)count, sizeof *found, compare_contacts);
    qsort(s->contacts, (size_t)s->contact_count, sizeof *found, compare_contacts);
    s->wrong += count != s->contact_count;
    for (int i = 0; i < count && i < s->contact_count; i++)
        s->wrong += compare_contacts(&found[i], &s->contacts[i]) != 0;
    cld_mesh_topology_free(&anew);
    free(found);
}

/* The topology learns what was cut from the flat cloth: what are neighbours is said by lengths at
   rest. Then the freed corner is lifted. */
static void cut_and_lift(scene *s)
{
    static int changed[2 * LONG];
    const int count = cut(s, changed);
    cld_mesh at_rest;
    double start;
    s->cloth.view.vertex_count = (int)s->cloth.mesh.point_count;
    at_rest = s->cloth.view;
    at_rest.positions = s->rest;
    start = seconds();
    check(cld_mesh_topology_update(&s->cloth.topology, &at_rest, changed, count));
    printf("a cut that changes %d triangles: topology updated in %.0f us\n", count,
           1e6 * (seconds() - start));
    roll(s, ROLLED, 1);
    collide(s, &s->cloth, NULL, CLOTH_DISTANCE, 0);
    print_statistics(s, ROLLED, CLOTH_DISTANCE);
    check_contacts(s, &s->cloth, NULL, CLOTH_DISTANCE);
    write_meeting(s, CLOTH_FILE, &s->cloth, NULL);
    check_update(s, &at_rest);
}

/* ---------------------------------------------------------------------------------------- cells */

/* A cell of the hashed grid: floor(x / 2^level) in each coordinate. */
typedef struct cell {
    int level, at[3];
} cell;

typedef struct cell_list {
    cell *cells;
    int count;
} cell_list;

static int compare_cells(const void *a, const void *b)
{
    const cell *p = (const cell *)a, *q = (const cell *)b;
    if (p->level != q->level) return p->level < q->level ? -1 : 1;
    for (int k = 0; k < 3; k++)
        if (p->at[k] != q->at[k]) return p->at[k] < q->at[k] ? -1 : 1;
    return 0;
}

/* A triangle's box, half of d larger on all sides. */
static part grown(const body *b, size_t t, double d)
{
    const svg_vec half = svg_point(0.5 * d, 0.5 * d, 0.5 * d);
    part p = make_part(b, 3, corner(b, t, 0), corner(b, t, 1), corner(b, t, 2));
    p.low = svg_add(p.low, -1, half), p.high = svg_add(p.high, 1, half);
    return p;
}

/* The cell in which a triangle lies: that of the low corner of its box, among cells whose edge is
   the least power of two that is not below the box's. (The search may join a size that few have
   with the next, and cells that hold little into larger ones; here they are as they would be before
   that. cld_mesh_statistics says how many there are, not where.) */
static cell cell_of(const part *p)
{
    const double size =
        fmax(p->high.x - p->low.x, fmax(p->high.y - p->low.y, p->high.z - p->low.z));
    cell c;
    c.level = (int)ceil(log2(size));
    c.at[0] = (int)floor(ldexp(p->low.x, -c.level));
    c.at[1] = (int)floor(ldexp(p->low.y, -c.level));
    c.at[2] = (int)floor(ldexp(p->low.z, -c.level));
    return c;
}

/* Does the box hold one of the places of contact? */
static int holds_contact(const scene *s, const part *p)
{
    for (int i = 0; i < s->contact_count; i++) {
        const svg_vec at = from_cld(s->contacts[i].contact.point_a);
        if (at.x >= p->low.x && at.x <= p->high.x && at.y >= p->low.y && at.y <= p->high.y &&
            at.z >= p->low.z && at.z <= p->high.z)
            return 1;
    }
    return 0;
}

/* The cells of a body's triangles that hold a contact, each once; the caller frees them. With a row
   of the cloth (NULL: none), which lies at one z and is seen along it: the cells of the triangles
   that cross it, one of those behind each other. */
static cell_list cells_of(const scene *s, const body *b, double d, const svg_vec *row)
{
    cell_list all = {NULL, 0};
    int kept = 0;
    all.cells = (cell *)need(malloc((b->mesh.triangle_count + 1) * sizeof *all.cells));
    for (size_t t = 0; t < b->mesh.triangle_count; t++) {
        const part p = grown(b, t, d);
        if (row ? p.high.z < row->z || p.low.z > row->z : !holds_contact(s, &p)) continue;
        all.cells[all.count] = cell_of(&p);
        if (row) all.cells[all.count].at[2] = 0;
        all.count++;
    }
    qsort(all.cells, (size_t)all.count, sizeof *all.cells, compare_cells);
    for (int i = 0; i < all.count; i++)
        if (kept == 0 || compare_cells(&all.cells[kept - 1], &all.cells[i]) != 0)
            all.cells[kept++] = all.cells[i];
    all.count = kept;
    return all;
}

static svg_vec cell_corner(const cell *c, int x, int y, int z)
{
    return svg_point(ldexp(c->at[0] + x, c->level), ldexp(c->at[1] + y, c->level),
                     ldexp(c->at[2] + z, c->level));
}

/* -------------------------------------------------------------------------------------- picture
   Six parts, each with a camera of its own. */

enum { PART_WIDTH = 560, PART_HEIGHT = 400 };

static const char *const picture_css =
    "path{stroke-linecap:round;stroke-linejoin:round}"
    ".normal,.curve,.behind,.sheet,.contact{fill:none;stroke:#d00000;stroke-width:9}"
    "circle{fill:#d00000;stroke:#fff;stroke-width:3}"
    ".curve{stroke-width:13}.behind{stroke-opacity:.7}"
    ".sheet{stroke:#2f5d46;stroke-width:11}"
    ".cell{fill:none;stroke:#3b5fa8;stroke-width:4}"
    "text{font-family:sans-serif}.title{font-size:80px;font-weight:bold;fill:#222}"
    ".words{font-size:62px;fill:#555}";

/* Numbers of colours. */
enum { BROWN, BLUE, RED, OUTSIDE, INSIDE, NEAR, COLOURS };

static const unsigned picture_colours[COLOURS] = {0xd9b38c, 0x6fa3d0, 0xe5383b,
                                                  0x8fb8a0, 0xe3d9b0, 0xee8434};

/* Turns the camera to a quarter of the picture (right and down 0 or 1), to show these points. */
static void aim(scene *s, int right, int down, svg_vec view, const svg_vec *points, int count)
{
    svg_look(&s->picture, view, svg_point(0, 1, 0));
    svg_frame_part(&s->picture, points, count, 25 + right * (PART_WIDTH + 30),
                   85 + down * (PART_HEIGHT + 95), PART_WIDTH, PART_HEIGHT);
}

/* All vertices of one body or two (second NULL: one). */
static void aim_at(scene *s, int right, int down, svg_vec view, const body *first,
                   const body *second)
{
    size_t n = first->mesh.point_count, m = second ? second->mesh.point_count : 0;
    svg_vec *points = (svg_vec *)need(malloc((n + m) * sizeof *points));
    for (size_t v = 0; v < n; v++) points[v] = vertex(first, (uint32_t)v);
    for (size_t v = 0; v < m; v++) points[n + v] = vertex(second, (uint32_t)v);
    aim(s, right, down, view, points, (int)(n + m));
    free(points);
}

static void hide(scene *s, const body *b)
{
    for (size_t t = 0; t < b->mesh.triangle_count; t++)
        svg_hide_triangle(&s->picture, vertex(b, corner(b, t, 0)), vertex(b, corner(b, t, 1)),
                          vertex(b, corner(b, t, 2)));
}

/* Paints the triangles in their colours, of which there is one for each side. Two triangles cut
   from one quadrangle are painted as one. */
static void paint(scene *s, const body *b, const unsigned char *front, const unsigned char *back)
{
    for (size_t t = 0; t < b->mesh.triangle_count; t++) {
        uint32_t v[4] = {corner(b, t, 0), corner(b, t, 1), corner(b, t, 2), corner(b, t, 2)};
        svg_vec p[4], normal;
        int seen_from_front;
        size_t first = t;
        if (t + 1 < b->mesh.triangle_count && corner(b, t + 1, 0) == v[0] &&
            corner(b, t + 1, 1) == v[2] && front[t] == front[t + 1] && back[t] == back[t + 1])
            v[3] = corner(b, ++t, 2);
        for (int k = 0; k < 4; k++) p[k] = vertex(b, v[k]);
        normal = svg_cross(svg_add(p[1], -1, p[0]), svg_add(p[2], -1, p[0]));
        seen_from_front = svg_dot(normal, svg_add(s->picture.eye, -1, p[0])) > 0;
        svg_paint_flat(&s->picture, p[0], p[1], p[2], p[3],
                       seen_from_front ? front[first] : back[first]);
    }
}

/* A colour for each triangle. */
static unsigned char *colours_of(const body *b, int colour)
{
    unsigned char *colours = (unsigned char *)need(malloc(b->mesh.triangle_count + 1));
    memset(colours, colour, b->mesh.triangle_count + 1);
    return colours;
}

/* Turns the camera to bunny and ring: from above, or from below. */
static void aim_at_meeting(scene *s, int right)
{
    sink(s, s->sunk);
    aim_at(s, right, 0, right ? svg_point(0.7, -0.1, -1) : svg_point(0.25, -0.5, -1), &s->bunny,
           &s->ring);
    sink(s, right ? s->pressed : s->sunk);
}

/* Bunny and ring; triangles that intersect are red. */
static void paint_meeting(scene *s, int right)
{
    unsigned char *bunny = colours_of(&s->bunny, BROWN), *ring = colours_of(&s->ring, BLUE);
    aim_at_meeting(s, right);
    intersect(s, &s->bunny, &s->ring);
    for (int i = 0; i < s->pair_count; i++)
        bunny[s->pairs[i].triangle_a] = RED, ring[s->pairs[i].triangle_b] = RED;
    hide(s, &s->bunny);
    hide(s, &s->ring);
    paint(s, &s->bunny, bunny, bunny);
    paint(s, &s->ring, ring, ring);
    free(bunny);
    free(ring);
}

/* The ring, behind the cells around the contacts. */
static void paint_ring(scene *s)
{
    unsigned char *ring = colours_of(&s->ring, BLUE);
    sink(s, s->sunk);
    aim_at(s, 0, 2, svg_point(0.25, -0.5, -1), &s->ring, NULL);
    hide(s, &s->ring);
    paint(s, &s->ring, ring, ring);
    free(ring);
}

/* The rolled cloth, marked where its layers come nearer than two thirds of d. */
static void paint_roll(scene *s)
{
    unsigned char *above = colours_of(&s->cloth, INSIDE), *below = colours_of(&s->cloth, OUTSIDE);
    for (int i = 0; i < s->contact_count; i++) {
        const cld_contact *c = &s->contacts[i].contact;
        size_t number = c->feature_b >> 2;
        if ((double)c->distance > CLOTH_DISTANCE * 2 / 3) continue;
        if ((c->feature_b & 3) == CLD_FEATURE_VERTEX) number = c->feature_a >> 2;
        if ((c->feature_b & 3) == CLD_FEATURE_EDGE) continue;
        above[number] = below[number] = NEAR;
    }
    aim_at(s, 0, 1, svg_point(-0.5, -0.55, -1), &s->cloth, NULL);
    hide(s, &s->cloth);
    paint(s, &s->cloth, below, above);
    free(above);
    free(below);
}

/* Contacts of bunny and ring: dots with their normals, which show through what hides them. */
static void draw_contacts(scene *s)
{
    aim_at_meeting(s, 0);
    collide(s, &s->bunny, &s->ring, BUNNY_DISTANCE, 0);
    for (int i = 0; i < s->contact_count; i++) {
        svg_vec at = from_cld(s->contacts[i].contact.point_a);
        svg_line(&s->picture, at, svg_add(at, 0.5, from_cld(s->contacts[i].contact.normal)),
                 "normal");
    }
    for (int i = 0; i < s->contact_count; i++)
        svg_dot_at(&s->picture, from_cld(s->contacts[i].contact.point_a), 2.2, "dot");
}

/* Where the edges of triangle p go through triangle q: adds to ends, returns how many there are. */
static int cross_triangle(const svg_vec p[3], const svg_vec q[3], svg_vec ends[2], int count)
{
    svg_vec normal = svg_cross(svg_add(q[1], -1, q[0]), svg_add(q[2], -1, q[0]));
    for (int i = 0; i < 3 && count < 2; i++) {
        double from = svg_dot(normal, svg_add(p[i], -1, q[0]));
        double to = svg_dot(normal, svg_add(p[(i + 1) % 3], -1, q[0]));
        svg_vec at;
        int inside = from * to < 0;
        if (!inside) continue;
        at = svg_add(p[i], from / (from - to), svg_add(p[(i + 1) % 3], -1, p[i]));
        for (int k = 0; k < 3; k++) {
            svg_vec side = svg_cross(normal, svg_add(q[(k + 1) % 3], -1, q[k]));
            inside = inside && svg_dot(side, svg_add(at, -1, q[k])) >= 0;
        }
        if (inside) ends[count++] = at;
    }
    return count;
}

/* The segments in which triangles intersect: together, the curve in which the surfaces do. */
static void draw_curve(scene *s)
{
    aim_at_meeting(s, 1);
    intersect(s, &s->bunny, &s->ring);
    for (int i = 0; i < s->pair_count; i++) {
        svg_vec p[3], q[3], ends[2];
        for (int k = 0; k < 3; k++) {
            p[k] = vertex(&s->bunny, corner(&s->bunny, (size_t)s->pairs[i].triangle_a, k));
            q[k] = vertex(&s->ring, corner(&s->ring, (size_t)s->pairs[i].triangle_b, k));
        }
        if (cross_triangle(q, p, ends, cross_triangle(p, q, ends, 0)) == 2)
            svg_line(&s->picture, ends[0], ends[1],
                     svg_sees(&s->picture, svg_middle(ends[0], ends[1])) ? "curve" : "behind");
    }
}

/* One row of the cloth from the side, and the closest contacts near that row. */
static void draw_layers(scene *s)
{
    enum { ROW = WIDE / 4 };
    const double z = CLOTH_WIDE * ROW / (WIDE - 1), half = 0.5 * CLOTH_WIDE / (WIDE - 1);
    svg_vec row[LONG];
    int rolled = 0, end;
    for (int i = 0; i < LONG; i++) {
        row[i] = vertex(&s->cloth, (uint32_t)(i * WIDE + ROW));
        if (CLOTH_LONG * i / (LONG - 1) < ROLLED) rolled = i;
    }
    end = rolled + 8 < LONG ? rolled + 8 : LONG;
    collide(s, &s->cloth, NULL, CLOTH_DISTANCE, 1);
    aim(s, 1, 1, svg_point(0, 0, -1), row, rolled);
    for (int i = 0; i < s->contact_count; i++) {
        svg_vec p = from_cld(s->contacts[i].contact.point_a);
        svg_vec q = from_cld(s->contacts[i].contact.point_b);
        if (fabs(p.z - z) > half || fabs(q.z - z) > half) continue;
        svg_line(&s->picture, p, q, "contact");
    }
    svg_polyline(&s->picture, row, end, 0, "sheet", "sheet");
}

/* Where bunny and ring are near each other, the cells of the triangles there; and the contacts. */
static void draw_cells(scene *s)
{
    const double d = BUNNY_DISTANCE;
    const body *bodies[2] = {&s->bunny, &s->ring};
    sink(s, s->sunk);
    collide(s, &s->bunny, &s->ring, d, 0);
    aim_at(s, 0, 2, svg_point(0.25, -0.5, -1), &s->ring, NULL);
    for (int k = 0; k < 2; k++) {
        cell_list all = cells_of(s, bodies[k], d, NULL);
        for (int i = 0; i < 12 * all.count; i++) {
            const cell *c = &all.cells[i / 12];
            const int axis = i % 12 / 4, u = i & 1, v = i >> 1 & 1;
            int from[3], to[3];
            from[axis] = 0, to[axis] = 1;
            from[(axis + 1) % 3] = to[(axis + 1) % 3] = u;
            from[(axis + 2) % 3] = to[(axis + 2) % 3] = v;
            svg_line(&s->picture, cell_corner(c, from[0], from[1], from[2]),
                     cell_corner(c, to[0], to[1], to[2]), "cell");
        }
        free(all.cells);
    }
    for (int i = 0; i < s->contact_count; i++)
        svg_dot_at(&s->picture, from_cld(s->contacts[i].contact.point_a), 2.2, "dot");
}

/* The row of the cloth once more, and the cells of the triangles along it. */
static void draw_layer_cells(scene *s)
{
    enum { ROW = WIDE / 4 };
    cell_list all;
    svg_vec row[LONG], *corners;
    int rolled = 0, count = 0, end;
    for (int i = 0; i < LONG; i++) {
        row[i] = vertex(&s->cloth, (uint32_t)(i * WIDE + ROW));
        if (CLOTH_LONG * i / (LONG - 1) < ROLLED) rolled = i;
    }
    end = rolled + 8 < LONG ? rolled + 8 : LONG;
    all = cells_of(s, &s->cloth, CLOTH_DISTANCE, row);
    corners = (svg_vec *)need(calloc((size_t)all.count * 4 + 1, sizeof *corners));
    for (int i = 0; i < all.count; i++) {
        const cell *c = &all.cells[i];
        if (cell_corner(c, 1, 0, 0).x > row[end - 1].x) continue;
        for (int k = 0; k < 4; k++) corners[count++] = cell_corner(c, k == 1 || k == 2, k >= 2, 0);
    }
    aim(s, 1, 2, svg_point(0, 0, -1), corners, count);
    for (int i = 0; i < count; i += 4) svg_polyline(&s->picture, corners + i, 4, 1, "cell", "cell");
    svg_polyline(&s->picture, row, end, 0, "sheet", "sheet");
    free(corners);
    free(all.cells);
}

static void title(scene *s, int right, int down, const char *words, const char *more)
{
    const double x = 25 + right * (PART_WIDTH + 30), y = 34 + down * (PART_HEIGHT + 95);
    svg_text(&s->picture, x, y, "title", "%s", words);
    svg_text(&s->picture, x, y + 22, "words", "%s", more);
}

static int write_picture(scene *s, const char *path)
{
    paint_meeting(s, 0);
    paint_meeting(s, 1);
    paint_roll(s);
    paint_ring(s);
    if (!svg_open(&s->picture, path, picture_colours, COLOURS, picture_css))
        return svg_close(&s->picture), 0;
    draw_contacts(s);
    draw_curve(s);
    draw_layers(s);
    draw_cells(s);
    draw_layer_cells(s);
    title(s, 0, 0, "Near", "a ring sinks onto a bunny: what is nearer than d, and normals");
    title(s, 1, 0, "Too near", "pushed further: triangles that intersect, and where");
    title(s, 0, 1, "Near itself", "a cloth, rolled up and cut: orange where layers almost touch");
    title(s, 1, 1, "The roll from the side", "one row, and of each place the closest contact");
    title(s, 0, 2, "The hashed grid", "the cells of the triangles that have a contact, and these");
    title(s, 1, 2, "The grid along the roll", "the cells in which the triangles of that row lie");
    return svg_close(&s->picture);
}

int main(int argc, char **argv)
{
    static scene s; /* all zero: the workspace and the topologies want that */
    const char *bunny = argc > 1 ? argv[1] : BUNNY_FILE, *ring = argc > 2 ? argv[2] : RING_FILE;
    int written;
    if (argc <= 2 && !write_ring(RING_FILE, 0.2)) return 1;
    if (!obj_mesh_read(bunny, &s.bunny.mesh) || !obj_mesh_read(ring, &s.ring.mesh)) return 1;
    if (!svg_begin(&s.picture, 1200, 1500, svg_point(0, 0, -1), svg_point(0, 1, 0))) return 1;
    s.usual = argc == 1;
    fit(&s.bunny, 10);
    hang(&s);
    prepare(&s.bunny, "bunny", BUNNY_DISTANCE);
    prepare(&s.ring, "ring", BUNNY_DISTANCE);
    lower(&s);
    press(&s);
    make_cloth(&s);
    prepare(&s.cloth, "cloth", CLOTH_DISTANCE);
    roll_up(&s);
    cut_and_lift(&s);
    written = write_picture(&s, PICTURE_FILE);
    printf("\nanswers that something disagrees with, in all: %ld\n", s.wrong);
    if (written)
        printf("written: %s%s, %s, %s\n", argc <= 2 ? RING_FILE ", " : "", MEETING_FILE, CLOTH_FILE,
               PICTURE_FILE);
    else
        fprintf(stderr, "cannot write %s\n", PICTURE_FILE);
    free_body(&s.bunny);
    free_body(&s.ring);
    free_body(&s.cloth);
    free(s.rest);
    free(s.contacts);
    free(s.pairs);
    cld_workspace_free(&s.workspace);
    return s.wrong > 0 || !written;
}
