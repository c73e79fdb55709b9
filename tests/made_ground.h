/* Ground as people make it, and bodies at rest on it: flat, a step, a ramp, a valley, a crest,
 * stairs; posed as people pose it, at all scales. The ground is the same along y, so that a body on
 * it is told by its shadow in the plane x z: how far it reaches in directions of that plane, which
 * is a closed form for every body. After collide.h and test.h.
 *
 * The solid below such ground is a union of convex pieces: faces that follow each other with convex
 * edges or none between them are one piece, which is bounded by their lines and by nothing else
 * (made_ground_make makes no ground of which such a piece would reach out). The signed distance of
 * a body to a piece is the largest, over the piece's normals, those between the faces of its convex
 * edges too, of how far the body is beyond it along the normal: a convex function of the place. All
 * of this in long double, from the numbers that the library is given. */
#ifndef COLLIDE_MADE_GROUND_H
#define COLLIDE_MADE_GROUND_H

#include "test.h"
#include "examples/heightfield_bodies.h"

typedef long double made_real;

enum { MADE_FLAT, MADE_STEP, MADE_RAMP, MADE_VALLEY, MADE_CREST, MADE_STAIRS, MADE_GROUNDS };
enum { MADE_SPHERE, MADE_CAPSULE, MADE_BOX, MADE_CYLINDER, MADE_HULL, MADE_BODIES };
/* none, a shift, a quarter turn, 30 degrees, far out and turned */
enum { MADE_NO_POSE, MADE_SHIFT, MADE_QUARTER, MADE_THIRTY, MADE_FAR, MADE_POSES };
enum { MADE_COLUMNS = 49, MADE_ROWS = 9, MADE_POINTS = 10, MADE_PIECES = 48 };

static const char *const made_ground_names[MADE_GROUNDS] = {"flat",   "step",  "ramp",
                                                            "valley", "crest", "stairs"};
static const char *const made_body_names[MADE_BODIES] = {"sphere", "capsule", "box", "cylinder",
                                                         "hull"};

typedef struct made_vec {
    made_real x, y, z;
} made_vec;

static TEST_UNUSED made_vec made_make(made_real x, made_real y, made_real z)
{
    made_vec v;
    v.x = x, v.y = y, v.z = z;
    return v;
}

static TEST_UNUSED made_vec made_from(cld_vec3 v)
{
    return made_make(v.x, v.y, v.z);
}

static TEST_UNUSED made_real made_dot(made_vec a, made_vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* a + t b */
static TEST_UNUSED made_vec made_mad(made_vec a, made_real t, made_vec b)
{
    return made_make(a.x + t * b.x, a.y + t * b.y, a.z + t * b.z);
}

static TEST_UNUSED made_vec made_cross(made_vec a, made_vec b)
{
    return made_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static TEST_UNUSED made_vec made_unit(made_vec a)
{
    return made_mad(made_make(0, 0, 0), 1 / sqrtl(made_dot(a, a)), a);
}

static TEST_UNUSED cld_vec3 made_to(made_vec v)
{
    cld_vec3 out;
    out.x = (cld_real)v.x, out.y = (cld_real)v.y, out.z = (cld_real)v.z;
    return out;
}

/* A pose as it is meant: orthonormal. */
typedef struct made_frame {
    made_vec x, y, z, position;
} made_frame;

static TEST_UNUSED made_frame made_frame_of(const cld_pose *pose)
{
    made_frame f;
    f.x = made_from(pose->rotation.x), f.y = made_from(pose->rotation.y);
    f.position = made_from(pose->position);
    if (made_dot(f.x, f.x) == 0) f.x = made_make(1, 0, 0), f.y = made_make(0, 1, 0);
    f.x = made_unit(f.x);
    f.y = made_unit(made_mad(f.y, -made_dot(f.x, f.y), f.x));
    f.z = made_cross(f.x, f.y);
    return f;
}

static TEST_UNUSED made_vec made_turn_out(const made_frame *f, made_vec v)
{
    return made_mad(made_mad(made_mad(made_make(0, 0, 0), v.x, f->x), v.y, f->y), v.z, f->z);
}

static TEST_UNUSED made_vec made_turn_in(const made_frame *f, made_vec v)
{
    return made_make(made_dot(f->x, v), made_dot(f->y, v), made_dot(f->z, v));
}

static TEST_UNUSED made_vec made_out(const made_frame *f, made_vec v)
{
    return made_mad(made_turn_out(f, v), 1, f->position);
}

static TEST_UNUSED made_vec made_in(const made_frame *f, made_vec v)
{
    return made_turn_in(f, made_mad(v, -1, f->position));
}

/* ---------------------------------------------------------------------------------- the ground */

/* Some faces in a row, and their convex edges. */
typedef struct made_piece {
    int first, last; /* vertices */
} made_piece;

typedef struct made_ground {
    float heights[MADE_COLUMNS * MADE_ROWS];
    cld_heightfield field;
    made_frame frame;
    int kind, pieces;
    made_piece piece[MADE_PIECES];
    double scale, dx; /* dx: in units of scale */
} made_ground;

static TEST_UNUSED cld_pose made_pose(test_random *r, int kind, double size)
{
    static const double parts[3] = {0, 0.5, 0.86602540378443864676};
    cld_pose pose;
    cld_vec3 *axes[3];
    double c = 1, s = 0;
    const int about = test_integer(r, 0, 2);
    memset(&pose, 0, sizeof pose);
    if (kind == MADE_NO_POSE) return pose;
    if (kind == MADE_QUARTER) c = 0, s = test_integer(r, 0, 1) ? 1 : -1;
    if (kind == MADE_THIRTY) c = parts[2], s = test_integer(r, 0, 1) ? 0.5 : -0.5;
    if (kind == MADE_FAR && test_integer(r, 0, 1)) c = parts[2], s = 0.5;
    axes[0] = &pose.rotation.x, axes[1] = &pose.rotation.y, axes[2] = &pose.rotation.z;
    pose.rotation.x.x = pose.rotation.y.y = pose.rotation.z.z = 1;
    {
        cld_vec3 *u = axes[(about + 1) % 3], *v = axes[(about + 2) % 3];
        cld_real *parts_u = &u->x, *parts_v = &v->x;
        parts_u[(about + 1) % 3] = parts_v[(about + 2) % 3] = (cld_real)c;
        parts_u[(about + 2) % 3] = (cld_real)s, parts_v[(about + 1) % 3] = (cld_real)-s;
    }
    size *= kind == MADE_FAR ? 1000 : 0.5;
    pose.position.x = (cld_real)(size * test_integer(r, -20, 20));
    pose.position.y = (cld_real)(size * test_integer(r, -20, 20));
    pose.position.z = (cld_real)(size * test_integer(r, -20, 20));
    return pose;
}

static TEST_UNUSED made_real made_x(const made_ground *g, int i)
{
    return i * (made_real)g->field.dx;
}

/* The normal of the face from vertex i to the next. */
static TEST_UNUSED made_vec made_normal(const made_ground *g, int i)
{
    const made_real slope =
        ((made_real)g->heights[i + 1] - (made_real)g->heights[i]) / (made_real)g->field.dx;
    return made_unit(made_make(-slope, 0, 1));
}

/* Ground of a kind, with its feature about the middle; all numbers are multiples of a power of 2
 * times scale, which is one itself. */
static TEST_UNUSED void made_ground_make(made_ground *g, test_random *r, int kind, int pose,
                                         double scale)
{
    static const double gentle[4] = {0.125, 0.25, 0.5, 1}, steep[3] = {2, 4, 8};
    const double dx = 0.25 * (1 << test_integer(r, 0, 2));
    const int at = test_integer(r, MADE_COLUMNS / 2 - 3, MADE_COLUMNS / 2 + 3);
    const int up = test_integer(r, 0, 1), width = test_integer(r, 2, 6);
    const double a = gentle[test_integer(r, 0, 3)], b = gentle[test_integer(r, 0, 3)];
    const double riser = steep[test_integer(r, 0, 2)], rise = gentle[test_integer(r, 1, 3)];
    double h = 0.25 * test_integer(r, -8, 8);
    int i, j;
    memset(g, 0, sizeof *g);
    g->kind = kind, g->scale = scale, g->dx = dx;
    for (i = 0; i < MADE_COLUMNS; i++) {
        double slope = 0;
        for (j = 0; j < MADE_ROWS; j++) g->heights[i + j * MADE_COLUMNS] = (float)(h * scale);
        if (kind == MADE_STEP && i == at) slope = up ? riser : -riser;
        if (kind == MADE_RAMP && i >= at && i < at + width) slope = up ? a : -a;
        if (kind == MADE_VALLEY) slope = i < at ? -a : b;
        if (kind == MADE_CREST) slope = i < at ? a : -b;
        if (kind == MADE_STAIRS && i % width == 0) slope = (up ? rise : -rise) / dx;
        h += slope * dx;
    }
    g->field.heights = g->heights, g->field.type = CLD_HEIGHT_FLOAT;
    g->field.columns = MADE_COLUMNS, g->field.rows = MADE_ROWS;
    g->field.dx = (cld_real)(dx * scale), g->field.dy = (cld_real)(2 * scale);
    g->field.diagonal = (cld_diagonal)test_integer(r, 0, 2);
    g->field.pose = made_pose(r, pose, scale);
    g->frame = made_frame_of(&g->field.pose);
    for (i = 0; i + 1 < MADE_COLUMNS; i++) {
        const float *z = g->heights + i;
        if (i == 0 || z[1] - z[0] > z[0] - z[-1]) g->piece[g->pieces++].first = i;
        g->piece[g->pieces - 1].last = i + 1;
    }
}

/* ------------------------------------------------------------------------------------- bodies */

/* A body as the library is given it, and where that is in the field's frame. */
typedef struct made_body {
    int kind, count;
    cld_sphere sphere;
    cld_capsule capsule;
    cld_obb box;
    cld_cylinder cylinder;
    cld_hull hull;
    cld_real numbers[3 * MADE_POINTS];
    made_vec point[MADE_POINTS], axis; /* field's frame; of a cylinder its centre and axis */
    made_real radius, half, reach;
} made_body;

/* How a body is meant, in the field's frame. */
typedef struct made_shape {
    int kind, count;
    made_vec centre, half;
    made_frame turn;
    made_real radius;
    made_vec point[MADE_POINTS];
} made_shape;

static TEST_UNUSED made_vec made_turned(const made_shape *s, made_real x, made_real y, made_real z)
{
    return made_turn_out(&s->turn, made_make(x, y, z));
}

/* A body of about the scale; `lean`: the slope on which it lies, if it does. */
static TEST_UNUSED void made_shape_make(made_shape *s, test_random *r, int kind, double scale,
                                        made_vec lean)
{
    const int turn = test_integer(r, 0, 3);
    int k;
    memset(s, 0, sizeof *s);
    s->kind = kind;
    s->half = made_make(0.125 * (1 << test_integer(r, 0, 3)) * scale,
                        0.125 * (1 << test_integer(r, 0, 3)) * scale,
                        0.125 * (1 << test_integer(r, 0, 3)) * scale);
    s->radius = 0.125 * (1 << test_integer(r, 0, 2)) * scale;
    s->turn.x = made_make(1, 0, 0), s->turn.y = made_make(0, 1, 0), s->turn.z = made_make(0, 0, 1);
    if (turn == 1) { /* it lies on the slope */
        s->turn.z = lean, s->turn.x = made_cross(s->turn.y, lean);
    } else if (turn == 2) { /* a quarter turn */
        const made_vec x = s->turn.x;
        s->turn.x = s->turn.y, s->turn.y = s->turn.z, s->turn.z = x;
    } else if (turn == 3) {
        const cld_mat3 m = test_rotation(r);
        cld_pose pose;
        pose.rotation = m, pose.position.x = pose.position.y = pose.position.z = 0;
        s->turn = made_frame_of(&pose);
    }
    if (kind == MADE_HULL) {
        s->count = test_integer(r, 1, MADE_POINTS);
        if (test_integer(r, 0, 1)) s->radius = 0;
        for (k = 0; k < s->count; k++)
            s->point[k] = made_make(0.125 * scale * test_integer(r, -6, 6),
                                    0.125 * scale * test_integer(r, -6, 6),
                                    0.125 * scale * test_integer(r, -6, 6));
    }
}

/* The body that the shape is, posed and rounded; and read back. */
static TEST_UNUSED void made_body_make(made_body *b, const made_shape *s, const made_ground *g)
{
    const made_frame *f = &g->frame;
    int k;
    memset(b, 0, sizeof *b);
    b->kind = s->kind, b->count = 1;
    if (s->kind == MADE_SPHERE) {
        b->sphere.centre = made_to(made_out(f, s->centre)), b->sphere.radius = (cld_real)s->radius;
        b->point[0] = made_in(f, made_from(b->sphere.centre)), b->radius = b->sphere.radius;
    } else if (s->kind == MADE_CAPSULE) {
        const made_vec d = made_turned(s, 0, 0, s->half.z);
        b->capsule.a = made_to(made_out(f, made_mad(s->centre, -1, d)));
        b->capsule.b = made_to(made_out(f, made_mad(s->centre, 1, d)));
        b->capsule.radius = (cld_real)s->radius, b->radius = b->capsule.radius, b->count = 2;
        b->point[0] = made_in(f, made_from(b->capsule.a));
        b->point[1] = made_in(f, made_from(b->capsule.b));
    } else if (s->kind == MADE_BOX) {
        b->box.centre = made_to(made_out(f, s->centre)), b->box.half = made_to(s->half);
        b->box.axes.x = made_to(made_turn_out(f, s->turn.x));
        b->box.axes.y = made_to(made_turn_out(f, s->turn.y));
        b->box.axes.z = made_to(made_turn_out(f, s->turn.z));
        for (b->count = 8, k = 0; k < 8; k++) {
            made_vec p = made_from(b->box.centre);
            p = made_mad(p, (k & 1 ? 1 : -1) * (made_real)b->box.half.x, made_from(b->box.axes.x));
            p = made_mad(p, (k & 2 ? 1 : -1) * (made_real)b->box.half.y, made_from(b->box.axes.y));
            p = made_mad(p, (k & 4 ? 1 : -1) * (made_real)b->box.half.z, made_from(b->box.axes.z));
            b->point[k] = made_in(f, p);
        }
    } else if (s->kind == MADE_CYLINDER) {
        b->cylinder.centre = made_to(made_out(f, s->centre));
        b->cylinder.axis = made_to(made_turn_out(f, s->turn.z));
        b->cylinder.radius = (cld_real)s->radius, b->cylinder.half_height = (cld_real)s->half.z;
        b->point[0] = made_in(f, made_from(b->cylinder.centre));
        b->axis = made_unit(made_turn_in(f, made_from(b->cylinder.axis)));
        b->radius = b->cylinder.radius, b->half = b->cylinder.half_height;
    } else {
        made_frame own;
        b->hull.points = b->numbers, b->hull.count = (size_t)s->count;
        b->hull.radius = (cld_real)s->radius, b->radius = b->hull.radius, b->count = s->count;
        b->hull.pose.rotation.x = made_to(made_turn_out(f, s->turn.x));
        b->hull.pose.rotation.y = made_to(made_turn_out(f, s->turn.y));
        b->hull.pose.rotation.z = made_to(made_turn_out(f, s->turn.z));
        b->hull.pose.position = made_to(made_out(f, s->centre));
        own = made_frame_of(&b->hull.pose);
        for (k = 0; k < s->count; k++) {
            const cld_vec3 p = made_to(s->point[k]);
            b->numbers[3 * k] = p.x, b->numbers[3 * k + 1] = p.y, b->numbers[3 * k + 2] = p.z;
            b->point[k] = made_in(f, made_out(&own, made_from(p)));
        }
    }
    for (k = 0; k < b->count; k++) {
        const made_vec d = made_mad(b->point[k], -1, b->point[0]);
        b->reach = fmaxl(b->reach, sqrtl(made_dot(d, d)) + b->radius + b->half);
    }
}

/* How far the body reaches along u, unit. */
static TEST_UNUSED made_real made_support(const made_body *b, made_vec u)
{
    made_real most = made_dot(b->point[0], u);
    int k;
    if (b->kind == MADE_CYLINDER) {
        const made_real along = made_dot(b->axis, u);
        return most + b->half * fabsl(along) + b->radius * sqrtl(fmaxl(0, 1 - along * along));
    }
    for (k = 1; k < b->count; k++) most = fmaxl(most, made_dot(b->point[k], u));
    return most + b->radius;
}

/* How far the body, moved, is beyond the vertex i along n. */
static TEST_UNUSED made_real made_beyond(const made_ground *g, const made_body *b, made_vec move,
                                         int i, made_vec n)
{
    const made_vec v = made_make(made_x(g, i), 0, g->heights[i]);
    return made_dot(n, made_mad(move, -1, v)) -
           made_support(b, made_mad(made_make(0, 0, 0), -1, n));
}

/* The shadow of a body of points is a polygon: of its sides' normals between two, as made_edge.
   There are as many peaks as sides, and between samples they may hide. */
static TEST_UNUSED void made_sides(const made_ground *g, const made_body *b, made_vec move, int i,
                                   made_vec from, made_vec to, made_real *best, made_vec *normal)
{
    int k, l;
    if (b->kind == MADE_CYLINDER) return;
    for (k = 0; k < b->count; k++) {
        for (l = 0; l < b->count; l++) {
            const made_vec side = made_mad(b->point[l], -1, b->point[k]);
            const made_vec across = made_make(-side.z, 0, side.x);
            made_real most;
            made_vec n;
            if (!(made_dot(across, across) > 0)) continue;
            n = made_unit(across);
            if (from.z * n.x - from.x * n.z < 0 || n.z * to.x - n.x * to.z < 0) continue;
            if (!(made_dot(n, from) > 0 || made_dot(n, to) > 0)) continue;
            most = made_beyond(g, b, move, i, n);
            if (most > *best) *best = most, *normal = n;
        }
    }
}

/* Of the normals between two, along which is the body farthest beyond vertex i? As far, and that
   normal, if it is farther than *best. That far as a function of the angle has no slope larger than
   the distance of the body's farthest point: arcs that cannot be better are passed over. */
static TEST_UNUSED void made_edge(const made_ground *g, const made_body *b, made_vec move, int i,
                                  made_vec from, made_vec to, made_real away, made_real *best,
                                  made_vec *normal)
{
    const made_vec turn = made_mad(to, -1, from);
    const made_real chord = sqrtl(made_dot(turn, turn)), most_slope = 1.2L * (away + b->reach);
    made_real low, high, top = 0, most, at[2], ends[2];
    made_vec n[2];
    int k;
    if (!(chord > 1e-12L)) return;
    n[0] = made_unit(made_mad(from, 0.5L, turn));
    most = made_beyond(g, b, move, i, n[0]);
    if (most + most_slope * chord * 0.6L <= *best) return;
    for (k = 0; k <= 16; k++) {
        const made_real far =
            made_beyond(g, b, move, i, made_unit(made_mad(from, k / 16.0L, turn)));
        if (k == 0 || far > most) most = far, top = k / 16.0L;
    }
    /* where both normals are far apart the middle of the chord turns fastest */
    if (most + most_slope * chord / 16 * (2 / (2 - chord * chord / 2 + 1e-9L)) <= *best) return;
    made_sides(g, b, move, i, from, to, best, normal);
    low = fmaxl(0, top - 1 / 16.0L), high = fminl(1, top + 1 / 16.0L);
    for (k = -2; k < 70; k++) { /* of a peak between its neighbours: the golden section */
        const int side = k == -2 ? 0 : k == -1 ? 1 : at[0] > at[1] ? 0 : 1;
        if (k >= 0 && side == 0) high = ends[1], ends[1] = ends[0], at[1] = at[0], n[1] = n[0];
        if (k >= 0 && side == 1) low = ends[0], ends[0] = ends[1], at[0] = at[1], n[0] = n[1];
        ends[side] = low + (high - low) * (side ? 0.6180339887498948482L : 0.3819660112501051518L);
        n[side] = made_unit(made_mad(from, ends[side], turn));
        at[side] = made_beyond(g, b, move, i, n[side]);
        if (at[side] > *best) *best = at[side], *normal = n[side];
    }
}

/* Signed distance of the body, moved, to a piece, and along which normal. */
static TEST_UNUSED made_real made_distance_along(const made_ground *g, const made_body *b,
                                                 made_vec move, const made_piece *piece,
                                                 made_vec *normal)
{
    made_real best = -HUGE_VALL;
    made_vec n[MADE_COLUMNS];
    int i;
    for (i = piece->first; i < piece->last; i++) {
        made_real far;
        n[i] = made_normal(g, i);
        far = made_beyond(g, b, move, i, n[i]);
        if (far > best) best = far, *normal = n[i];
    }
    for (i = piece->first; i + 1 < piece->last; i++) { /* convex edges, or none */
        const made_vec v = made_make(made_x(g, i + 1), b->point[0].y, g->heights[i + 1]);
        const made_vec d = made_mad(made_mad(b->point[0], 1, move), -1, v);
        const made_real away = sqrtl(d.x * d.x + d.z * d.z);
        if (away <= 8 * (b->reach + (made_real)g->scale))
            made_edge(g, b, move, i + 1, n[i], n[i + 1], away, &best, normal);
    }
    return best;
}

static TEST_UNUSED made_real made_distance(const made_ground *g, const made_body *b, made_vec move,
                                           const made_piece *piece)
{
    made_vec n;
    return made_distance_along(g, b, move, piece, &n);
}

/* Lets the shape down, or lifts it, until it touches the ground. The distance to a piece is a
   convex function of the height: Newton's method comes down to the height of touch. */
static TEST_UNUSED void made_rest(made_shape *s, const made_ground *g)
{
    made_ground own = *g;
    made_body b;
    made_real highest = -HUGE_VALL;
    int k, step;
    memset(&own.field.pose, 0, sizeof own.field.pose);
    own.frame = made_frame_of(&own.field.pose);
    made_body_make(&b, s, &own);
    for (k = 0; k < own.pieces; k++) {
        made_real z = 64 * (made_real)g->scale;
        for (step = 0; step < 40 && z > highest; step++) {
            made_vec n;
            const made_real far =
                made_distance_along(&own, &b, made_make(0, 0, z), &own.piece[k], &n);
            if (!(far > 1e-18L * (made_real)g->scale)) break;
            z -= far / n.z;
        }
        highest = fmaxl(highest, z);
    }
    s->centre.z += highest;
}

/* ------------------------------------------------------------------------------------- queries */

static TEST_UNUSED int made_overlap(const made_ground *g, const made_body *b)
{
    const cld_heightfield *f = &g->field;
    if (b->kind == MADE_SPHERE) return cld_heightfield_overlap_sphere(f, &b->sphere);
    if (b->kind == MADE_CAPSULE) return cld_heightfield_overlap_capsule(f, &b->capsule);
    if (b->kind == MADE_BOX) return cld_heightfield_overlap_obb(f, &b->box);
    if (b->kind == MADE_CYLINDER) return cld_heightfield_overlap_cylinder(f, &b->cylinder);
    return cld_heightfield_overlap_hull(f, &b->hull);
}

static TEST_UNUSED int made_collide(const made_ground *g, const made_body *b, cld_real margin,
                                    cld_contact *out, int capacity)
{
    const cld_heightfield *f = &g->field;
    if (b->kind == MADE_SPHERE)
        return cld_heightfield_collide_sphere(f, &b->sphere, margin, out, capacity);
    if (b->kind == MADE_CAPSULE)
        return cld_heightfield_collide_capsule(f, &b->capsule, margin, out, capacity);
    if (b->kind == MADE_BOX) return cld_heightfield_collide_obb(f, &b->box, margin, out, capacity);
    if (b->kind == MADE_CYLINDER)
        return cld_heightfield_collide_cylinder(f, &b->cylinder, margin, out, capacity);
    return cld_heightfield_collide_hull(f, &b->hull, margin, out, capacity);
}

static TEST_UNUSED int made_sweep(const made_ground *g, const made_body *b, cld_vec3 motion,
                                  cld_heightfield_hit *hit)
{
    const cld_heightfield *f = &g->field;
    if (b->kind == MADE_SPHERE) return cld_heightfield_sweep_sphere(f, &b->sphere, motion, hit);
    if (b->kind == MADE_CAPSULE) return cld_heightfield_sweep_capsule(f, &b->capsule, motion, hit);
    if (b->kind == MADE_BOX) return cld_heightfield_sweep_obb(f, &b->box, motion, hit);
    if (b->kind == MADE_CYLINDER)
        return cld_heightfield_sweep_cylinder(f, &b->cylinder, motion, hit);
    return cld_heightfield_sweep_hull(f, &b->hull, motion, hit);
}

#endif /* COLLIDE_MADE_GROUND_H */
