/* Bodies on the ground of made_ground.h's profiles: how far they are from it or in it, in long
 * double, from the numbers that the library is given. The ground is the same along y, so that a
 * body on it is told by its shadow in the plane x z: how far it reaches in directions of that
 * plane, which is a closed form for every body. After collide.h and test.h.
 *
 * The solid below such ground is a union of convex pieces: faces that follow each other with convex
 * edges or none between them are one piece, which is bounded by their lines and by nothing else
 * (made_profile_draw makes no ground of which such a piece would reach out). The signed distance of
 * a body to a piece is the largest, over the piece's normals, those between the faces of its convex
 * edges too, of how far the body is beyond it along the normal: a convex function of the place. */
#ifndef COLLIDE_ORACLE_GROUND_H
#define COLLIDE_ORACLE_GROUND_H

#include "made_ground.h"
#include "test.h"
#include "examples/heightfield_bodies.h"

typedef long double ground_real;

enum { GROUND_LANDS = MADE_RIDGES }; /* that are drawn */
enum { GROUND_SPHERE, GROUND_CAPSULE, GROUND_BOX, GROUND_CYLINDER, GROUND_HULL, GROUND_BODIES };
enum { GROUND_COLUMNS = 49, GROUND_ROWS = 9, GROUND_POINTS = 10, GROUND_PIECES = 48 };

static const char *const ground_body_names[GROUND_BODIES] = {"sphere", "capsule", "box", "cylinder",
                                                             "hull"};

typedef struct ground_vec {
    ground_real x, y, z;
} ground_vec;

static TEST_UNUSED ground_vec ground_make(ground_real x, ground_real y, ground_real z)
{
    ground_vec v;
    v.x = x, v.y = y, v.z = z;
    return v;
}

static TEST_UNUSED ground_vec ground_from(cld_vec3 v)
{
    return ground_make(v.x, v.y, v.z);
}

static TEST_UNUSED ground_real ground_dot(ground_vec a, ground_vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* a + t b */
static TEST_UNUSED ground_vec ground_mad(ground_vec a, ground_real t, ground_vec b)
{
    return ground_make(a.x + t * b.x, a.y + t * b.y, a.z + t * b.z);
}

static TEST_UNUSED ground_vec ground_cross(ground_vec a, ground_vec b)
{
    return ground_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static TEST_UNUSED ground_vec ground_unit(ground_vec a)
{
    return ground_mad(ground_make(0, 0, 0), 1 / sqrtl(ground_dot(a, a)), a);
}

static TEST_UNUSED cld_vec3 ground_to(ground_vec v)
{
    cld_vec3 out;
    out.x = (cld_real)v.x, out.y = (cld_real)v.y, out.z = (cld_real)v.z;
    return out;
}

/* A pose as it is meant: orthonormal. */
typedef struct ground_frame {
    ground_vec x, y, z, position;
} ground_frame;

static TEST_UNUSED ground_frame ground_frame_of(const cld_pose *pose)
{
    ground_frame f;
    f.x = ground_from(pose->rotation.x), f.y = ground_from(pose->rotation.y);
    f.position = ground_from(pose->position);
    if (ground_dot(f.x, f.x) == 0) f.x = ground_make(1, 0, 0), f.y = ground_make(0, 1, 0);
    f.x = ground_unit(f.x);
    f.y = ground_unit(ground_mad(f.y, -ground_dot(f.x, f.y), f.x));
    f.z = ground_cross(f.x, f.y);
    return f;
}

static TEST_UNUSED ground_vec ground_turn_out(const ground_frame *f, ground_vec v)
{
    return ground_mad(ground_mad(ground_mad(ground_make(0, 0, 0), v.x, f->x), v.y, f->y), v.z,
                      f->z);
}

static TEST_UNUSED ground_vec ground_turn_in(const ground_frame *f, ground_vec v)
{
    return ground_make(ground_dot(f->x, v), ground_dot(f->y, v), ground_dot(f->z, v));
}

static TEST_UNUSED ground_vec ground_out(const ground_frame *f, ground_vec v)
{
    return ground_mad(ground_turn_out(f, v), 1, f->position);
}

static TEST_UNUSED ground_vec ground_in(const ground_frame *f, ground_vec v)
{
    return ground_turn_in(f, ground_mad(v, -1, f->position));
}

/* ---------------------------------------------------------------------------------- the ground */

/* Some faces in a row, and their convex edges. */
typedef struct ground_piece {
    int first, last; /* vertices */
} ground_piece;

typedef struct ground_land {
    float heights[GROUND_COLUMNS * GROUND_ROWS];
    cld_heightfield field;
    ground_frame frame;
    int kind, pieces;
    ground_piece piece[GROUND_PIECES];
    double scale, dx; /* dx: in units of scale */
} ground_land;

/* The generator's state is the tests': both are the same. */
static TEST_UNUSED made_random ground_random(const test_random *r)
{
    made_random m;
    m.state = r->state;
    return m;
}

static TEST_UNUSED cld_pose ground_pose(test_random *r, int kind, double size)
{
    made_random m = ground_random(r);
    double axes[3][3] = {{0}}, at[3] = {0, 0, 0};
    cld_pose pose;
    made_pose_draw(&m, kind, size, axes, at);
    r->state = m.state;
    pose.rotation.x = ground_to(ground_make(axes[0][0], axes[0][1], axes[0][2]));
    pose.rotation.y = ground_to(ground_make(axes[1][0], axes[1][1], axes[1][2]));
    pose.rotation.z = ground_to(ground_make(axes[2][0], axes[2][1], axes[2][2]));
    pose.position = ground_to(ground_make(at[0], at[1], at[2]));
    return pose;
}

static TEST_UNUSED ground_real ground_x(const ground_land *g, int i)
{
    return i * (ground_real)g->field.dx;
}

/* The normal of the face from vertex i to the next. */
static TEST_UNUSED ground_vec ground_normal(const ground_land *g, int i)
{
    const ground_real slope =
        ((ground_real)g->heights[i + 1] - (ground_real)g->heights[i]) / (ground_real)g->field.dx;
    return ground_unit(ground_make(-slope, 0, 1));
}

/* Ground of a kind; all numbers are multiples of a power of 2 times scale, which is one itself. */
static TEST_UNUSED void ground_land_make(ground_land *g, test_random *r, int kind, int pose,
                                         double scale)
{
    made_random m = ground_random(r);
    made_profile profile;
    int i;
    made_profile_draw(&profile, &m, kind, GROUND_COLUMNS);
    r->state = m.state;
    memset(g, 0, sizeof *g);
    g->kind = kind, g->scale = scale, g->dx = profile.cell;
    for (i = 0; i < GROUND_COLUMNS * GROUND_ROWS; i++)
        g->heights[i] = (float)(profile.z[i % GROUND_COLUMNS] * scale);
    g->field.heights = g->heights, g->field.type = CLD_HEIGHT_FLOAT;
    g->field.columns = GROUND_COLUMNS, g->field.rows = GROUND_ROWS;
    g->field.dx = (cld_real)(profile.cell * scale), g->field.dy = (cld_real)(2 * scale);
    g->field.diagonal = (cld_diagonal)test_integer(r, 0, 2);
    g->field.pose = ground_pose(r, pose, scale);
    g->frame = ground_frame_of(&g->field.pose);
    for (i = 0; i + 1 < GROUND_COLUMNS; i++) {
        const float *z = g->heights + i;
        if (i == 0 || z[1] - z[0] > z[0] - z[-1]) g->piece[g->pieces++].first = i;
        g->piece[g->pieces - 1].last = i + 1;
    }
}

/* ------------------------------------------------------------------------------------- bodies */

/* A body as the library is given it, and where that is in the field's frame. */
typedef struct ground_body {
    int kind, count;
    cld_sphere sphere;
    cld_capsule capsule;
    cld_obb box;
    cld_cylinder cylinder;
    cld_hull hull;
    cld_real numbers[3 * GROUND_POINTS];
    ground_vec point[GROUND_POINTS], axis; /* field's frame; of a cylinder its centre and axis */
    ground_real radius, half, reach;
} ground_body;

/* How a body is meant, in the field's frame. */
typedef struct ground_shape {
    int kind, count;
    ground_vec centre, half;
    ground_frame turn;
    ground_real radius;
    ground_vec point[GROUND_POINTS];
} ground_shape;

static TEST_UNUSED ground_vec ground_turned(const ground_shape *s, ground_real x, ground_real y,
                                            ground_real z)
{
    return ground_turn_out(&s->turn, ground_make(x, y, z));
}

/* A body of about the scale; `lean`: the slope on which it lies, if it does. */
static TEST_UNUSED void ground_shape_make(ground_shape *s, test_random *r, int kind, double scale,
                                          ground_vec lean)
{
    const int turn = test_integer(r, 0, 3);
    int k;
    memset(s, 0, sizeof *s);
    s->kind = kind;
    s->half = ground_make(0.125 * (1 << test_integer(r, 0, 3)) * scale,
                          0.125 * (1 << test_integer(r, 0, 3)) * scale,
                          0.125 * (1 << test_integer(r, 0, 3)) * scale);
    s->radius = 0.125 * (1 << test_integer(r, 0, 2)) * scale;
    s->turn.x = ground_make(1, 0, 0), s->turn.y = ground_make(0, 1, 0),
    s->turn.z = ground_make(0, 0, 1);
    if (turn == 1) { /* it lies on the slope */
        s->turn.z = lean, s->turn.x = ground_cross(s->turn.y, lean);
    } else if (turn == 2) { /* a quarter turn */
        const ground_vec x = s->turn.x;
        s->turn.x = s->turn.y, s->turn.y = s->turn.z, s->turn.z = x;
    } else if (turn == 3) {
        const cld_mat3 m = test_rotation(r);
        cld_pose pose;
        pose.rotation = m, pose.position.x = pose.position.y = pose.position.z = 0;
        s->turn = ground_frame_of(&pose);
    }
    if (kind == GROUND_HULL) {
        s->count = test_integer(r, 1, GROUND_POINTS);
        if (test_integer(r, 0, 1)) s->radius = 0;
        for (k = 0; k < s->count; k++)
            s->point[k] = ground_make(0.125 * scale * test_integer(r, -6, 6),
                                      0.125 * scale * test_integer(r, -6, 6),
                                      0.125 * scale * test_integer(r, -6, 6));
    }
}

/* The body that the shape is, posed and rounded; and read back. */
static TEST_UNUSED void ground_body_make(ground_body *b, const ground_shape *s,
                                         const ground_land *g)
{
    const ground_frame *f = &g->frame;
    int k;
    memset(b, 0, sizeof *b);
    b->kind = s->kind, b->count = 1;
    if (s->kind == GROUND_SPHERE) {
        b->sphere.centre = ground_to(ground_out(f, s->centre)),
        b->sphere.radius = (cld_real)s->radius;
        b->point[0] = ground_in(f, ground_from(b->sphere.centre)), b->radius = b->sphere.radius;
    } else if (s->kind == GROUND_CAPSULE) {
        const ground_vec d = ground_turned(s, 0, 0, s->half.z);
        b->capsule.a = ground_to(ground_out(f, ground_mad(s->centre, -1, d)));
        b->capsule.b = ground_to(ground_out(f, ground_mad(s->centre, 1, d)));
        b->capsule.radius = (cld_real)s->radius, b->radius = b->capsule.radius, b->count = 2;
        b->point[0] = ground_in(f, ground_from(b->capsule.a));
        b->point[1] = ground_in(f, ground_from(b->capsule.b));
    } else if (s->kind == GROUND_BOX) {
        b->box.centre = ground_to(ground_out(f, s->centre)), b->box.half = ground_to(s->half);
        b->box.axes.x = ground_to(ground_turn_out(f, s->turn.x));
        b->box.axes.y = ground_to(ground_turn_out(f, s->turn.y));
        b->box.axes.z = ground_to(ground_turn_out(f, s->turn.z));
        for (b->count = 8, k = 0; k < 8; k++) {
            ground_vec p = ground_from(b->box.centre);
            p = ground_mad(p, (k & 1 ? 1 : -1) * (ground_real)b->box.half.x,
                           ground_from(b->box.axes.x));
            p = ground_mad(p, (k & 2 ? 1 : -1) * (ground_real)b->box.half.y,
                           ground_from(b->box.axes.y));
            p = ground_mad(p, (k & 4 ? 1 : -1) * (ground_real)b->box.half.z,
                           ground_from(b->box.axes.z));
            b->point[k] = ground_in(f, p);
        }
    } else if (s->kind == GROUND_CYLINDER) {
        b->cylinder.centre = ground_to(ground_out(f, s->centre));
        b->cylinder.axis = ground_to(ground_turn_out(f, s->turn.z));
        b->cylinder.radius = (cld_real)s->radius, b->cylinder.half_height = (cld_real)s->half.z;
        b->point[0] = ground_in(f, ground_from(b->cylinder.centre));
        b->axis = ground_unit(ground_turn_in(f, ground_from(b->cylinder.axis)));
        b->radius = b->cylinder.radius, b->half = b->cylinder.half_height;
    } else {
        ground_frame own;
        b->hull.points = b->numbers, b->hull.count = (size_t)s->count;
        b->hull.radius = (cld_real)s->radius, b->radius = b->hull.radius, b->count = s->count;
        b->hull.pose.rotation.x = ground_to(ground_turn_out(f, s->turn.x));
        b->hull.pose.rotation.y = ground_to(ground_turn_out(f, s->turn.y));
        b->hull.pose.rotation.z = ground_to(ground_turn_out(f, s->turn.z));
        b->hull.pose.position = ground_to(ground_out(f, s->centre));
        own = ground_frame_of(&b->hull.pose);
        for (k = 0; k < s->count; k++) {
            const cld_vec3 p = ground_to(s->point[k]);
            b->numbers[3 * k] = p.x, b->numbers[3 * k + 1] = p.y, b->numbers[3 * k + 2] = p.z;
            b->point[k] = ground_in(f, ground_out(&own, ground_from(p)));
        }
    }
    for (k = 0; k < b->count; k++) {
        const ground_vec d = ground_mad(b->point[k], -1, b->point[0]);
        b->reach = fmaxl(b->reach, sqrtl(ground_dot(d, d)) + b->radius + b->half);
    }
}

/* How far the body reaches along u, unit. */
static TEST_UNUSED ground_real ground_support(const ground_body *b, ground_vec u)
{
    ground_real most = ground_dot(b->point[0], u);
    int k;
    if (b->kind == GROUND_CYLINDER) {
        const ground_real along = ground_dot(b->axis, u);
        return most + b->half * fabsl(along) + b->radius * sqrtl(fmaxl(0, 1 - along * along));
    }
    for (k = 1; k < b->count; k++) most = fmaxl(most, ground_dot(b->point[k], u));
    return most + b->radius;
}

/* How far the body, moved, is beyond the vertex i along n. */
static TEST_UNUSED ground_real ground_beyond(const ground_land *g, const ground_body *b,
                                             ground_vec move, int i, ground_vec n)
{
    const ground_vec v = ground_make(ground_x(g, i), 0, g->heights[i]);
    return ground_dot(n, ground_mad(move, -1, v)) -
           ground_support(b, ground_mad(ground_make(0, 0, 0), -1, n));
}

/* The shadow of a body of points is a polygon: of its sides' normals between two, as ground_edge.
   There are as many peaks as sides, and between samples they may hide. */
static TEST_UNUSED void ground_sides(const ground_land *g, const ground_body *b, ground_vec move,
                                     int i, ground_vec from, ground_vec to, ground_real *best,
                                     ground_vec *normal)
{
    int k, l;
    if (b->kind == GROUND_CYLINDER) return;
    for (k = 0; k < b->count; k++) {
        for (l = 0; l < b->count; l++) {
            const ground_vec side = ground_mad(b->point[l], -1, b->point[k]);
            const ground_vec across = ground_make(-side.z, 0, side.x);
            ground_real most;
            ground_vec n;
            if (!(ground_dot(across, across) > 0)) continue;
            n = ground_unit(across);
            if (from.z * n.x - from.x * n.z < 0 || n.z * to.x - n.x * to.z < 0) continue;
            if (!(ground_dot(n, from) > 0 || ground_dot(n, to) > 0)) continue;
            most = ground_beyond(g, b, move, i, n);
            if (most > *best) *best = most, *normal = n;
        }
    }
}

/* Of the normals between two, along which is the body farthest beyond vertex i? As far, and that
   normal, if it is farther than *best. That far as a function of the angle has no slope larger than
   the distance of the body's farthest point: arcs that cannot be better are passed over. */
static TEST_UNUSED void ground_edge(const ground_land *g, const ground_body *b, ground_vec move,
                                    int i, ground_vec from, ground_vec to, ground_real away,
                                    ground_real *best, ground_vec *normal)
{
    const ground_vec turn = ground_mad(to, -1, from);
    const ground_real chord = sqrtl(ground_dot(turn, turn)), most_slope = 1.2L * (away + b->reach);
    ground_real low, high, top = 0, most, at[2], ends[2];
    ground_vec n[2];
    int k;
    if (!(chord > 1e-12L)) return;
    n[0] = ground_unit(ground_mad(from, 0.5L, turn));
    most = ground_beyond(g, b, move, i, n[0]);
    if (most + most_slope * chord * 0.6L <= *best) return;
    for (k = 0; k <= 16; k++) {
        const ground_real far =
            ground_beyond(g, b, move, i, ground_unit(ground_mad(from, k / 16.0L, turn)));
        if (k == 0 || far > most) most = far, top = k / 16.0L;
    }
    /* where both normals are far apart the middle of the chord turns fastest */
    if (most + most_slope * chord / 16 * (2 / (2 - chord * chord / 2 + 1e-9L)) <= *best) return;
    ground_sides(g, b, move, i, from, to, best, normal);
    low = fmaxl(0, top - 1 / 16.0L), high = fminl(1, top + 1 / 16.0L);
    for (k = -2; k < 70; k++) { /* of a peak between its neighbours: the golden section */
        const int side = k == -2 ? 0 : k == -1 ? 1 : at[0] > at[1] ? 0 : 1;
        if (k >= 0 && side == 0) high = ends[1], ends[1] = ends[0], at[1] = at[0], n[1] = n[0];
        if (k >= 0 && side == 1) low = ends[0], ends[0] = ends[1], at[0] = at[1], n[0] = n[1];
        ends[side] = low + (high - low) * (side ? 0.6180339887498948482L : 0.3819660112501051518L);
        n[side] = ground_unit(ground_mad(from, ends[side], turn));
        at[side] = ground_beyond(g, b, move, i, n[side]);
        if (at[side] > *best) *best = at[side], *normal = n[side];
    }
}

/* Signed distance of the body, moved, to a piece, and along which normal. */
static TEST_UNUSED ground_real ground_distance_along(const ground_land *g, const ground_body *b,
                                                     ground_vec move, const ground_piece *piece,
                                                     ground_vec *normal)
{
    ground_real best = -HUGE_VALL;
    ground_vec n[GROUND_COLUMNS];
    int i;
    for (i = piece->first; i < piece->last; i++) {
        ground_real far;
        n[i] = ground_normal(g, i);
        far = ground_beyond(g, b, move, i, n[i]);
        if (far > best) best = far, *normal = n[i];
    }
    for (i = piece->first; i + 1 < piece->last; i++) { /* convex edges, or none */
        const ground_vec v = ground_make(ground_x(g, i + 1), b->point[0].y, g->heights[i + 1]);
        const ground_vec d = ground_mad(ground_mad(b->point[0], 1, move), -1, v);
        const ground_real away = sqrtl(d.x * d.x + d.z * d.z);
        if (away <= 8 * (b->reach + (ground_real)g->scale))
            ground_edge(g, b, move, i + 1, n[i], n[i + 1], away, &best, normal);
    }
    return best;
}

static TEST_UNUSED ground_real ground_distance(const ground_land *g, const ground_body *b,
                                               ground_vec move, const ground_piece *piece)
{
    ground_vec n;
    return ground_distance_along(g, b, move, piece, &n);
}

/* Lets the shape down, or lifts it, until it touches the ground. The distance to a piece is a
   convex function of the height: Newton's method comes down to the height of touch. */
static TEST_UNUSED void ground_rest(ground_shape *s, const ground_land *g)
{
    ground_land own = *g;
    ground_body b;
    ground_real highest = -HUGE_VALL;
    int k, step;
    memset(&own.field.pose, 0, sizeof own.field.pose);
    own.frame = ground_frame_of(&own.field.pose);
    ground_body_make(&b, s, &own);
    for (k = 0; k < own.pieces; k++) {
        ground_real z = 64 * (ground_real)g->scale;
        for (step = 0; step < 40 && z > highest; step++) {
            ground_vec n;
            const ground_real far =
                ground_distance_along(&own, &b, ground_make(0, 0, z), &own.piece[k], &n);
            if (!(far > 1e-18L * (ground_real)g->scale)) break;
            z -= far / n.z;
        }
        highest = fmaxl(highest, z);
    }
    s->centre.z += highest;
}

/* ------------------------------------------------------------------------------------- queries */

static TEST_UNUSED int ground_overlap(const ground_land *g, const ground_body *b)
{
    const cld_heightfield *f = &g->field;
    if (b->kind == GROUND_SPHERE) return cld_heightfield_overlap_sphere(f, &b->sphere);
    if (b->kind == GROUND_CAPSULE) return cld_heightfield_overlap_capsule(f, &b->capsule);
    if (b->kind == GROUND_BOX) return cld_heightfield_overlap_obb(f, &b->box);
    if (b->kind == GROUND_CYLINDER) return cld_heightfield_overlap_cylinder(f, &b->cylinder);
    return cld_heightfield_overlap_hull(f, &b->hull);
}

static TEST_UNUSED int ground_collide(const ground_land *g, const ground_body *b, cld_real margin,
                                      cld_contact *out, int capacity)
{
    const cld_heightfield *f = &g->field;
    if (b->kind == GROUND_SPHERE)
        return cld_heightfield_collide_sphere(f, &b->sphere, margin, out, capacity);
    if (b->kind == GROUND_CAPSULE)
        return cld_heightfield_collide_capsule(f, &b->capsule, margin, out, capacity);
    if (b->kind == GROUND_BOX)
        return cld_heightfield_collide_obb(f, &b->box, margin, out, capacity);
    if (b->kind == GROUND_CYLINDER)
        return cld_heightfield_collide_cylinder(f, &b->cylinder, margin, out, capacity);
    return cld_heightfield_collide_hull(f, &b->hull, margin, out, capacity);
}

static TEST_UNUSED int ground_sweep(const ground_land *g, const ground_body *b, cld_vec3 motion,
                                    cld_heightfield_hit *hit)
{
    const cld_heightfield *f = &g->field;
    if (b->kind == GROUND_SPHERE) return cld_heightfield_sweep_sphere(f, &b->sphere, motion, hit);
    if (b->kind == GROUND_CAPSULE)
        return cld_heightfield_sweep_capsule(f, &b->capsule, motion, hit);
    if (b->kind == GROUND_BOX) return cld_heightfield_sweep_obb(f, &b->box, motion, hit);
    if (b->kind == GROUND_CYLINDER)
        return cld_heightfield_sweep_cylinder(f, &b->cylinder, motion, hit);
    return cld_heightfield_sweep_hull(f, &b->hull, motion, hit);
}

#endif /* COLLIDE_ORACLE_GROUND_H */
