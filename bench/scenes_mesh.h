/* scenes_mesh.h: deforming meshes, every vertex at another place in every step, without any random
 * number. Plain arrays in double; needs nothing but libc, so that tests can use it too.
 *
 *   mesh_scene scene;
 *   if (!mesh_scene_new(&scene, MESH_ROLLED, 100)) ...out of memory...
 *   mesh_scene_rest(&scene);         positions: the sheet flat, the tube round
 *   mesh_scene_move(&scene, 0.5);    positions at time 0.5 of 0..1
 *   mesh_scene_free(&scene);
 *
 * The contact distance that goes with a scene is in scene.distance. A vertex has two parameters on
 * its surface, and a shape maps them to a place: so a cut needs only new parameters.
 */
#ifndef BENCH_SCENES_MESH_H
#define BENCH_SCENES_MESH_H

#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#define MESH_SCENE_UNUSED __attribute__((unused))
#else
#define MESH_SCENE_UNUSED
#endif

typedef enum mesh_scene_kind {
    MESH_TORI,        /* two soft tori, one falls on the other and slides; size: triangles of one */
    MESH_KNOT,        /* a trefoil tube that goes flat, with itself; size: triangles, nearly */
    MESH_KNOT_THICK,  /* the same, d twice the edges: mostly neighbours along the surface */
    MESH_FOLDED,      /* a sheet folded to and fro, layers face to face; size: squares a side */
    MESH_ROLLED,      /* a sheet rolled up, layers that face the same way; size: squares a side */
    MESH_TABLE,       /* one mesh: a torus on a table of two huge triangles; size: of the torus */
    MESH_TABLE_APART, /* the same as two meshes, the torus with itself, too */
    MESH_SHEET,       /* a sheet hangs in waves, to be cut; size: squares a side */
    MESH_FLAT,   /* made: a sheet folded flat onto itself, all in one plane, vertex on vertex */
    MESH_LAYERS, /* made: the same, its layers just d from each other; size: squares a side */
    MESH_BLOCKS, /* made: cubes of a lattice, not welded: coplanar sides; size: triangles */
    MESH_FAN,    /* made: triangles around one vertex; size: triangles */
    MESH_SCENE_KINDS
} mesh_scene_kind;

static const char *const mesh_scene_names[MESH_SCENE_KINDS] = {
    "two tori",          "knot",         "knot, large d",
    "folded cloth",      "rolled cloth", "table",
    "table, 2 meshes",   "sheet, cut",   "made: folded flat",
    "made: layers at d", "made: blocks", "made: fan"};

typedef struct mesh_part {
    int vertex_count, triangle_count;
    int vertex_capacity, triangle_capacity; /* a cut adds to both */
    double *parameters;                     /* u v of each vertex, 0..1 */
    double *positions;                      /* x y z */
    unsigned *triangles;
    int columns, rows; /* squares of the grid along u, v */
    int self;
} mesh_part;

typedef struct mesh_scene {
    mesh_scene_kind kind;
    int size, part_count;
    mesh_part parts[2];
    double edge;     /* of the triangles, nearly */
    double distance; /* d */
    int cut_rows;    /* so many rows of squares are cut */
} mesh_scene;

#define MESH_TURN 6.283185307179586

/* ---- shapes: the place of parameters u, v */

/* Soft minimum: below both, and equal to the lesser but for a rounding of width w. */
static double mesh_soft_least(double x, double y, double w)
{
    return 0.5 * (x + y - sqrt((x - y) * (x - y) + w * w));
}

/* A turn about a slanted axis: no layer stays parallel to an axis of the grid. */
static void mesh_turn(double p[3], double angle)
{
    static const double k[3] = {0.48, 0.6, 0.64};
    const double c = cos(angle), s = sin(angle);
    const double dot = (k[0] * p[0] + k[1] * p[1] + k[2] * p[2]) * (1 - c);
    const double x = c * p[0] + s * (k[1] * p[2] - k[2] * p[1]) + dot * k[0];
    const double y = c * p[1] + s * (k[2] * p[0] - k[0] * p[2]) + dot * k[1];
    const double z = c * p[2] + s * (k[0] * p[1] - k[1] * p[0]) + dot * k[2];
    p[0] = x, p[1] = y, p[2] = z;
}

static void mesh_torus(double u, double v, double t, double p[3])
{
    const double a = MESH_TURN * u, b = MESH_TURN * v;
    const double r = 0.4 * (1 + 0.02 * sin(3 * a + 5 * t)), from_axis = 1 + r * cos(b);
    p[0] = from_axis * cos(a), p[1] = from_axis * sin(a), p[2] = r * sin(b);
}

/* Two tori above each other, pressed flat where they meet, along a wavy face. The upper one lies
   across the lower, falls, and slides. */
static void mesh_torus_pressed(int upper, double u, double v, double t, double d, double p[3])
{
    const double fall = 0.79 - 0.08 * t, slide = 0.3 + 0.6 * t;
    double face;
    mesh_torus(u, v, upper ? t + 0.7 : t, p);
    if (upper) p[0] += slide, p[1] += 0.35, p[2] += fall;
    face = 0.5 * fall + 0.01 * sin(4 * p[0] + t) * sin(5 * p[1] - 2 * t);
    if (upper)
        p[2] = -mesh_soft_least(-p[2], -face - 0.35 * d, 0.25 * d);
    else
        p[2] = mesh_soft_least(p[2], face - 0.35 * d, 0.25 * d);
}

/* The place on a stadium of half thickness h and perimeter 2 pi r, by arc length: a tube that goes
   flat does not stretch. */
static void mesh_stadium(double v, double r, double h, double *across, double *up)
{
    const double straight = 0.25 * MESH_TURN * (r - h); /* half of it */
    double at = (v - floor(v)) * MESH_TURN * r, sign = 1;
    if (at >= 0.5 * MESH_TURN * r) at -= 0.5 * MESH_TURN * r, sign = -1;
    if (at <= 2 * straight)
        *across = at - straight, *up = -h;
    else {
        const double angle = (at - 2 * straight) / h;
        *across = straight + h * sin(angle), *up = -h * cos(angle);
    }
    *across *= sign, *up *= sign;
}

/* A tube of radius 0.45 around a trefoil. flat: 0 round, 1 as flat as `thin`. */
static void mesh_knot(double u, double v, double t, double flat, double thin, double p[3])
{
    const double s = MESH_TURN * u, r = 0.45;
    const double h = r + flat * (thin * (1 + 0.7 * sin(7 * s + 4 * t) * sin(4 * s + 1)) - r);
    const double lift = 1 + flat * (2.3 * thin - 1);
    const double tangent[3] = {cos(s) + 4 * cos(2 * s), 4 * sin(2 * s) - sin(s),
                               -3 * lift * cos(3 * s)};
    const double level = sqrt(tangent[0] * tangent[0] + tangent[1] * tangent[1]);
    const double length = sqrt(level * level + tangent[2] * tangent[2]);
    /* across: level, square to the tangent; up: square to both */
    const double side[2] = {tangent[1] / level, -tangent[0] / level};
    const double lean = -tangent[2] / (length * level);
    double across, up;
    mesh_stadium(v, r, h, &across, &up);
    p[0] = sin(s) + 2 * sin(2 * s) + across * side[0] + up * lean * tangent[0];
    p[1] = cos(s) - 2 * cos(2 * s) + across * side[1] + up * lean * tangent[1];
    p[2] = -lift * sin(3 * s) + up * level / length + 0.05 * flat * sin(p[0] + 2 * t);
}

/* A strip of length 1 folded to and fro in layers `gap` apart, by arc length. */
static void mesh_serpentine(double u, int layers, double gap, double *x, double *z)
{
    const double period = 1.0 / layers, bend = 0.25 * MESH_TURN * gap;
    const int layer = (int)(u / period) < layers ? (int)(u / period) : layers - 1;
    const double at = u - layer * period, straight = period - bend;
    double along = at, lift = 0;
    if (at > straight) {
        const double angle = 2 * (at - straight) / gap;
        along = straight + 0.5 * gap * sin(angle), lift = 0.5 * gap * (1 - cos(angle));
    }
    *x = layer % 2 ? straight - along : along;
    *z = layer * gap + lift;
}

/* A strip rolled up in a spiral of inner radius r, turns `gap` apart, by arc length, nearly. */
static void mesh_spiral(double u, double r, double gap, double *x, double *z)
{
    const double k = gap / MESH_TURN, angle = (sqrt(r * r + 2 * k * u) - r) / k;
    *x = (r + k * angle) * cos(angle), *z = (r + k * angle) * sin(angle);
}

/* How many squares a fold is wide, of a sheet that is folded flat. */
enum { MESH_FOLD = 8, MESH_ROOM = 1024 };

/* What people make: whole multiples of the edge, which is a power of two; in every step a sixteenth
   of an edge further, the sheet wider by as much. */
static void mesh_made(const mesh_scene *scene, const double *uv, double t, double p[3])
{
    const double e = scene->edge, step = floor(16 * t + 0.5) / 16;
    if (scene->kind == MESH_FAN) {
        const double turn = MESH_TURN * uv[0];
        p[0] = uv[1] * cos(turn + t), p[1] = uv[1] * sin(turn + t), p[2] = 0.25 * uv[1];
    } else if (scene->kind == MESH_BLOCKS) {
        const double y = floor(uv[0] / MESH_ROOM);
        p[0] = e * (uv[0] - MESH_ROOM * y + step), p[1] = e * y, p[2] = e * uv[1];
    } else {
        const int i = (int)(uv[0] * scene->parts[0].columns + 0.5), at = i % (2 * MESH_FOLD);
        const int layer = (i + MESH_FOLD / 2) / MESH_FOLD;
        p[0] = e * (at < MESH_FOLD ? at : 2 * MESH_FOLD - at) * (1 + step);
        p[1] = e * floor(uv[1] * scene->parts[0].rows + 0.5);
        p[2] = scene->kind == MESH_LAYERS ? layer * scene->distance : e * step;
    }
}

static void mesh_shape(const mesh_scene *scene, int part, const double *uv, double t, double p[3])
{
    const double e = scene->edge, u = uv[0], v = uv[1];
    switch (scene->kind) {
    case MESH_TORI:
        mesh_torus_pressed(part, u, v, t, scene->distance, p);
        mesh_turn(p, 0.3 + 0.1 * t);
        break;
    case MESH_KNOT:
    case MESH_KNOT_THICK:
        mesh_knot(u, v, t, 1 - 0.02 * (1 - t) * (1 - t), 0.28 * e, p);
        mesh_turn(p, 0.4 + 0.1 * t);
        break;
    case MESH_FOLDED:
        mesh_serpentine(u, 9, e * (0.46 - 0.04 * t), &p[0], &p[2]);
        p[1] = v + 0.01 * sin(9 * u + t);
        p[2] *= 1 + 0.1 * sin(7 * v + 3 * t);
        p[2] += 0.02 * sin(11 * p[0] + 5 * v + 4 * t);
        mesh_turn(p, 0.4 + 0.1 * t);
        break;
    case MESH_ROLLED:
        mesh_spiral(u, 4 * e, e * (0.46 - 0.04 * t), &p[0], &p[2]);
        p[1] = v + 0.3 * e * sin(9 * u + t);
        p[0] *= 1 + 0.05 * sin(7 * v + 3 * t);
        p[2] += 0.05 * sin(3 * v + 4 * t);
        mesh_turn(p, 0.4 + 0.1 * t);
        break;
    case MESH_TABLE:
    case MESH_TABLE_APART:
        if (u > 1.5) { /* corners of the table: 20 times as wide as the torus */
            p[0] = 40 * (u - 2), p[1] = 40 * (v - 2), p[2] = -0.3 + 1e-3 * sin(5 * t + u);
            break;
        }
        mesh_torus(u, v, t, p);
        p[2] = -mesh_soft_least(-p[2], 0.29, 0.01);
        p[0] += 0.5 * t;
        break;
    case MESH_FLAT:
    case MESH_LAYERS:
    case MESH_BLOCKS:
    case MESH_FAN:
        mesh_made(scene, uv, t, p);
        break;
    default:
        p[0] = u, p[1] = v;
        p[2] = 0.05 * sin(9 * u + 2 * t) * sin(7 * v + 3 * t);
        mesh_turn(p, 0.4 + 0.1 * t);
    }
}

/* All positions at time t of 0..1. */
MESH_SCENE_UNUSED static void mesh_scene_move(mesh_scene *scene, double t)
{
    for (int k = 0; k < scene->part_count; ++k)
        for (int i = 0; i < scene->parts[k].vertex_count; ++i)
            mesh_shape(scene, k, &scene->parts[k].parameters[2 * i], t,
                       &scene->parts[k].positions[3 * i]);
}

/* All positions at rest: sheets flat, tubes round; tori and tables as at time 0. */
MESH_SCENE_UNUSED static void mesh_scene_rest(mesh_scene *scene)
{
    const int knot = scene->kind == MESH_KNOT || scene->kind == MESH_KNOT_THICK;
    mesh_part *part = &scene->parts[0];
    if (!knot && scene->kind != MESH_FOLDED && scene->kind != MESH_ROLLED &&
        scene->kind != MESH_SHEET) {
        mesh_scene_move(scene, 0);
        return;
    }
    for (int i = 0; i < part->vertex_count; ++i) {
        const double u = part->parameters[2 * i], v = part->parameters[2 * i + 1];
        double *p = &part->positions[3 * i];
        if (knot)
            mesh_knot(u, v, 0, 0, 0, p);
        else
            p[0] = u, p[1] = v, p[2] = 0;
    }
}

/* ---- grids of triangles */

MESH_SCENE_UNUSED static void mesh_scene_free(mesh_scene *scene)
{
    for (int k = 0; k < 2; ++k) {
        free(scene->parts[k].parameters);
        free(scene->parts[k].positions);
        free(scene->parts[k].triangles);
    }
    memset(scene, 0, sizeof *scene);
}

static int mesh_part_reserve(mesh_part *part, int vertices, int triangles)
{
    part->vertex_capacity = vertices, part->triangle_capacity = triangles;
    part->parameters = (double *)malloc(sizeof(double) * 2 * (size_t)vertices);
    part->positions = (double *)calloc((size_t)vertices, sizeof(double) * 3);
    part->triangles = (unsigned *)malloc(sizeof(unsigned) * 3 * (size_t)triangles);
    return part->parameters && part->positions && part->triangles;
}

static void mesh_part_triangle(mesh_part *part, int a, int b, int c)
{
    unsigned *t = &part->triangles[3 * (size_t)part->triangle_count++];
    t[0] = (unsigned)a, t[1] = (unsigned)b, t[2] = (unsigned)c;
}

static int mesh_part_vertex(mesh_part *part, double u, double v)
{
    const int i = part->vertex_count++;
    part->parameters[2 * (size_t)i] = u, part->parameters[2 * (size_t)i + 1] = v;
    return i;
}

/* A grid of columns x rows squares, two triangles each; closed: both ends of u and of v are one.
   `more`: room for so many triangles and vertices beyond. */
static int mesh_part_grid(mesh_part *part, int columns, int rows, int closed, int more)
{
    const int across = closed ? columns : columns + 1, down = closed ? rows : rows + 1;
    part->columns = columns, part->rows = rows;
    if (!mesh_part_reserve(part, across * down + more, 2 * columns * rows + more)) return 0;
    for (int j = 0; j < down; ++j)
        for (int i = 0; i < across; ++i)
            mesh_part_vertex(part, (double)i / columns, (double)j / rows);
    for (int j = 0; j < rows; ++j)
        for (int i = 0; i < columns; ++i) {
            const int right = (i + 1) % across, up = (j + 1) % down;
            const int a = j * across + i, b = j * across + right;
            const int c = up * across + right, d = up * across + i;
            mesh_part_triangle(part, a, b, c);
            mesh_part_triangle(part, a, c, d);
        }
    return 1;
}

static int mesh_scene_tori(mesh_scene *scene)
{
    const int rows = (int)(sqrt(scene->size / 4.0) + 0.5);
    scene->part_count = 2;
    scene->edge = MESH_TURN / (2 * rows);
    scene->distance = 0.035; /* the same for all sizes: contacts grow faster than triangles */
    return mesh_part_grid(&scene->parts[0], 2 * rows, rows, 1, 0) &&
           mesh_part_grid(&scene->parts[1], 2 * rows, rows, 1, 0);
}

static int mesh_scene_knot(mesh_scene *scene)
{
    const int rows = (int)(sqrt(scene->size / 27.5) + 0.5);
    const int columns = (int)(scene->size / (2.0 * rows) + 0.5);
    scene->edge = MESH_TURN * 0.45 / rows;
    scene->distance = scene->edge * (scene->kind == MESH_KNOT ? 0.3 : 0.8);
    scene->parts[0].self = 1;
    return mesh_part_grid(&scene->parts[0], columns, rows, 1, 0);
}

static int mesh_scene_sheet(mesh_scene *scene)
{
    const int n = scene->size, cut = scene->kind == MESH_SHEET;
    scene->edge = 1.0 / n;
    scene->distance = scene->edge * (scene->kind == MESH_ROLLED ? 0.49 : 0.45);
    scene->parts[0].self = 1;
    return mesh_part_grid(&scene->parts[0], n, n, 0, cut ? 8 * n + 8 : 0);
}

static int mesh_scene_made(mesh_scene *scene)
{
    mesh_part *part = &scene->parts[0];
    const int n = scene->size, side = (int)ceil(cbrt(n / 12.0) - 1e-9);
    part->self = 1;
    scene->edge = 1.0 / 64;
    scene->distance = scene->edge * (scene->kind == MESH_LAYERS ? 0.5 : 0.125);
    if (scene->kind == MESH_FLAT || scene->kind == MESH_LAYERS)
        return mesh_part_grid(part, n, n, 0, 0);
    if (scene->kind == MESH_FAN) {
        scene->edge = MESH_TURN / n,
        scene->distance = 1.2 * scene->edge; /* the next but one, too */
        if (!mesh_part_reserve(part, n + 1, n)) return 0;
        mesh_part_vertex(part, 0, 0);
        for (int i = 0; i < n; ++i) mesh_part_vertex(part, (double)i / n, 1);
        for (int i = 0; i < n; ++i) mesh_part_triangle(part, 0, 1 + i, 1 + (i + 1) % n);
        return 1;
    }
    if (!mesh_part_reserve(part, 8 * side * side * side, 12 * side * side * side)) return 0;
    for (int i = 0; i < side * side * side; ++i) {
        /* two triangles of each side; the corners' bits are x, y, z */
        static const int sides[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                         {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                         {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
        for (int k = 0; k < 8; ++k)
            mesh_part_vertex(part,
                             i % side + (k & 1) + MESH_ROOM * (i / side % side + (k >> 1 & 1)),
                             i / side / side + (k >> 2));
        for (int k = 0; k < 12; ++k)
            mesh_part_triangle(part, 8 * i + sides[k][0], 8 * i + sides[k][1], 8 * i + sides[k][2]);
    }
    return 1;
}

static int mesh_scene_table(mesh_scene *scene)
{
    const int rows = (int)(sqrt(scene->size / 4.0) + 0.5);
    int corner[4];
    mesh_part *table = &scene->parts[scene->kind == MESH_TABLE_APART];
    scene->edge = MESH_TURN / (2 * rows);
    scene->distance = 0.5 * scene->edge;
    scene->parts[0].self = 1;
    if (!mesh_part_grid(&scene->parts[0], 2 * rows, rows, 1, 4)) return 0;
    if (scene->kind == MESH_TABLE_APART) {
        scene->part_count = 2;
        if (!mesh_part_reserve(table, 4, 2)) return 0;
    }
    for (int k = 0; k < 4; ++k)
        corner[k] = mesh_part_vertex(table, k == 1 || k == 2 ? 3.1 : 1.6, k >= 2 ? 3.1 : 1.6);
    mesh_part_triangle(table, corner[0], corner[1], corner[2]);
    mesh_part_triangle(table, corner[0], corner[2], corner[3]);
    return 1;
}

/* 0 when there is no memory. The positions are those at rest. */
MESH_SCENE_UNUSED static int mesh_scene_new(mesh_scene *scene, mesh_scene_kind kind, int size)
{
    int made;
    memset(scene, 0, sizeof *scene);
    scene->kind = kind, scene->size = size, scene->part_count = 1;
    if (kind == MESH_TORI)
        made = mesh_scene_tori(scene);
    else if (kind == MESH_KNOT || kind == MESH_KNOT_THICK)
        made = mesh_scene_knot(scene);
    else if (kind == MESH_TABLE || kind == MESH_TABLE_APART)
        made = mesh_scene_table(scene);
    else if (kind >= MESH_FLAT)
        made = mesh_scene_made(scene);
    else
        made = mesh_scene_sheet(scene);
    if (!made)
        mesh_scene_free(scene);
    else
        mesh_scene_rest(scene);
    return made;
}

/* ---- a cut */

/* Cuts the next row of squares of MESH_SHEET along the plane u = middle: two triangles become six,
   each side with vertices of its own. The numbers of those changed and new go to changed[6].
   Returns how many there are, 0 when the sheet is cut through. Then move or rest. */
MESH_SCENE_UNUSED static int mesh_scene_cut(mesh_scene *scene, int changed[6])
{
    mesh_part *part = &scene->parts[0];
    const int across = part->columns + 1, column = part->columns / 2, row = scene->cut_rows;
    const int a = row * across + column, b = a + 1, c = b + across, d = a + across;
    const int t = 2 * (row * part->columns + column);
    const double e = scene->edge, left = (column + 0.48) * e, right = (column + 0.52) * e;
    int p, count = part->triangle_count;
    if (row >= part->rows) return 0;
    /* p p+1: left and right on ab; p+2 p+3: on ac; p+4 p+5: on dc, the next row's ab */
    p = row == 0 ? mesh_part_vertex(part, left, row * e) : part->vertex_count - 2;
    if (row == 0) mesh_part_vertex(part, right, row * e);
    mesh_part_vertex(part, left, (row + 0.48) * e);
    mesh_part_vertex(part, right, (row + 0.52) * e);
    mesh_part_vertex(part, left, (row + 1) * e);
    mesh_part_vertex(part, right, (row + 1) * e);
    part->triangle_count = t;
    mesh_part_triangle(part, a, p, p + 2);
    mesh_part_triangle(part, p + 3, c, p + 5);
    part->triangle_count = count;
    mesh_part_triangle(part, p + 1, b, c);
    mesh_part_triangle(part, p + 1, c, p + 3);
    mesh_part_triangle(part, a, p + 2, p + 4);
    mesh_part_triangle(part, a, p + 4, d);
    changed[0] = t, changed[1] = t + 1;
    for (int k = 0; k < 4; ++k) changed[2 + k] = count + k;
    scene->cut_rows++;
    return 6;
}

#endif /* BENCH_SCENES_MESH_H */
