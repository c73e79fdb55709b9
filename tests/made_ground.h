/* Ground as people make it, and bodies at rest on it: flat, a step, a ramp, a valley, a crest,
 * stairs, ridges; with borders and with holes. The generator of tests, bench and bench/peers.
 *
 * Independent of collide.h, as made_bodies.h, whose bodies lie on it. All is double: heights and
 * places are multiples of powers of 2 (times the scale of who takes them), which floats hold.
 *
 *     made_profile p;
 *     made_profile_draw(&p, &r, MADE_STAIRS, 49);      drawn: steps, slopes, where
 *     made_patch_draw(&patch, &r, MADE_ROUGH);         a few cells, with holes
 *
 *     made_field f;                                    ground that goes on, with room for many
 *     made_field_make(&f, MADE_BORDERED, 512);
 *     made_field_height(&f, i, j);                     of a vertex; NaN: there is none
 *     made_scene_ground(&s, &r, &f, MADE_BOX);         what lies there, how deep, and moves
 *     made_stops(&s);                                  what a sweep must say of that */
#ifndef COLLIDE_MADE_GROUND_H
#define COLLIDE_MADE_GROUND_H

#include "made_bodies.h"

/* ------------------------------------------------------------------------------------- profiles */

/* Ground that is the same along y. */
enum made_land {
    MADE_FLAT,
    MADE_STEP,
    MADE_RAMP,
    MADE_VALLEY,
    MADE_CREST,
    MADE_STAIRS,
    MADE_RIDGES,
    MADE_LANDS
};

static MADE_UNUSED const char *const made_land_names[MADE_LANDS] = {
    "flat", "step", "ramp", "valley", "crest", "stairs", "ridges"};

enum { MADE_VERTICES = 512 };

typedef struct made_profile {
    int land, count;  /* of vertices */
    int first, width; /* cells: where it begins; how many, or how many until it comes again */
    double cell;      /* along x */
    double slope[2];  /* of ridges up and down, of valley and crest before and after */
    double z[MADE_VERTICES];
} made_profile;

/* Of the cell from vertex i to the next. */
static MADE_UNUSED double made_slope(const made_profile *p, int i)
{
    switch (p->land) {
    case MADE_STEP:
        return i == p->first ? p->slope[0] : 0;
    case MADE_RAMP:
        return i >= p->first && i < p->first + p->width ? p->slope[0] : 0;
    case MADE_VALLEY:
    case MADE_CREST:
        return p->slope[i >= p->first];
    case MADE_STAIRS:
        return (i - p->first) % p->width == 0 ? p->slope[0] : 0;
    case MADE_RIDGES:
        return p->slope[i / p->width % 2];
    default:
        return 0;
    }
}

static MADE_UNUSED void made_profile_heights(made_profile *p, double low)
{
    int i;
    for (i = 0; i < p->count; i++) {
        p->z[i] = low;
        low += made_slope(p, i) * p->cell;
    }
}

/* Between vertices, too. */
static MADE_UNUSED double made_profile_at(const made_profile *p, double x)
{
    const int last = p->count - 2, i = (int)floor(x / p->cell);
    const int cell = i < 0 ? 0 : i > last ? last : i;
    return p->z[cell] + made_slope(p, cell) * (x - cell * p->cell);
}

/* Ground of a kind, but for ridges, with its feature about the middle. */
static MADE_UNUSED void made_profile_draw(made_profile *p, made_random *r, int land, int count)
{
    static const double gentle[4] = {0.125, 0.25, 0.5, 1}, steep[3] = {2, 4, 8};
    const double cell = 0.25 * (1 << made_integer(r, 0, 2));
    const int at = made_integer(r, count / 2 - 3, count / 2 + 3);
    const int up = made_integer(r, 0, 1), width = made_integer(r, 2, 6);
    const double a = gentle[made_integer(r, 0, 3)], b = gentle[made_integer(r, 0, 3)];
    const double riser = steep[made_integer(r, 0, 2)], rise = gentle[made_integer(r, 1, 3)];
    const double low = 0.25 * made_integer(r, -8, 8), sign = up ? 1 : -1;
    memset(p, 0, sizeof *p);
    p->land = land, p->count = count, p->cell = cell;
    p->first = land == MADE_STAIRS ? 0 : at, p->width = width;
    if (land == MADE_STEP) p->slope[0] = sign * riser;
    if (land == MADE_RAMP) p->slope[0] = sign * a;
    if (land == MADE_VALLEY) p->slope[0] = -a, p->slope[1] = b;
    if (land == MADE_CREST) p->slope[0] = a, p->slope[1] = -b;
    if (land == MADE_STAIRS) p->slope[0] = sign * rise / cell;
    made_profile_heights(p, low);
}

/* ---------------------------------------------------------------------------------------- poses */

/* none, a shift, a quarter turn, 30 degrees, far out and turned */
enum made_pose { MADE_NO_POSE, MADE_SHIFT, MADE_QUARTER, MADE_THIRTY, MADE_FAR, MADE_POSES };

/* axes[i]: axis i of the frame in the world; nothing is written for MADE_NO_POSE. */
static MADE_UNUSED void made_pose_draw(made_random *r, int pose, double size, double axes[3][3],
                                       double at[3])
{
    const double cosine = sqrt(0.75);
    const int about = made_integer(r, 0, 2), u = (about + 1) % 3, v = (about + 2) % 3;
    double c = 1, s = 0;
    int i, k;
    if (pose == MADE_NO_POSE) return;
    if (pose == MADE_QUARTER) c = 0, s = made_integer(r, 0, 1) ? 1 : -1;
    if (pose == MADE_THIRTY) c = cosine, s = made_integer(r, 0, 1) ? 0.5 : -0.5;
    if (pose == MADE_FAR && made_integer(r, 0, 1)) c = cosine, s = 0.5;
    for (i = 0; i < 3; i++)
        for (k = 0; k < 3; k++) axes[i][k] = i == k;
    axes[u][u] = axes[v][v] = c;
    axes[u][v] = s, axes[v][u] = -s;
    size *= pose == MADE_FAR ? 1000 : 0.5;
    for (i = 0; i < 3; i++) at[i] = size * made_integer(r, -20, 20);
}

/* -------------------------------------------------------------------------------------- patches */

/* A few cells that are mostly rim: holes of one vertex, or of three around a corner; borders. */
enum made_patch_kind { MADE_LEVEL, MADE_SLOPED, MADE_ROUGH, MADE_PATCHES };

enum { MADE_SIDE = 8 }; /* vertices */

typedef struct made_patch {
    int columns, rows;
    double dx, dy;
    double z[MADE_SIDE * MADE_SIDE]; /* NaN: a hole */
} made_patch;

static MADE_UNUSED void made_patch_draw(made_patch *p, made_random *r, int kind)
{
    static const double gentle[4] = {0.125, 0.25, 0.5, 1};
    const double a = gentle[made_integer(r, 0, 3)] * made_integer(r, -1, 1);
    const double b = gentle[made_integer(r, 0, 3)] * made_integer(r, -1, 1);
    const double rough = gentle[made_integer(r, 0, 2)], dx = 0.25 * (1 << made_integer(r, 0, 2));
    const double dy = made_integer(r, 0, 2) ? dx : 0.25 * (1 << made_integer(r, 0, 2));
    const int columns = made_integer(r, 2, MADE_SIDE), rows = made_integer(r, 2, MADE_SIDE);
    int i, j, holes = made_integer(r, 0, 3);
    memset(p, 0, sizeof *p);
    p->columns = columns, p->rows = rows, p->dx = dx, p->dy = dy;
    for (j = 0; j < rows; j++)
        for (i = 0; i < columns; i++) {
            double *z = &p->z[i + j * columns];
            if (kind != MADE_LEVEL) *z = a * i * dx + b * j * dy;
            if (kind == MADE_ROUGH) *z += rough * 0.25 * made_integer(r, -4, 4);
        }
    while (holes-- > 0) {
        const int x = made_integer(r, 0, columns - 1), y = made_integer(r, 0, rows - 1);
        p->z[x + y * columns] = (double)NAN;
        if (made_integer(r, 0, 2)) continue;
        if (x + 1 < columns) p->z[x + 1 + y * columns] = (double)NAN;
        if (y + 1 < rows) p->z[x + (y + 1) * columns] = (double)NAN;
    }
}

/* --------------------------------------------------------------------------------------- fields */

/* Square fields of cells of 0.25. Stepped: terraces 2 wide with steps of 0.25; ramped: 3 up in 4;
   creased: ridges 4 apart whose sides fall 1 in 4. The last two are flat: bodies lie at the border,
   or at holes of 8 x 8 vertices, 4 apart. */
enum made_ground {
    MADE_GROUND_FLAT,
    MADE_STEPPED,
    MADE_RAMPED,
    MADE_CREASED,
    MADE_BORDERED,
    MADE_HOLED,
    MADE_GROUNDS
};

static MADE_UNUSED const char *const made_ground_names[MADE_GROUNDS] = {
    "made: flat", "made: stepped", "made: ramped", "made: creased", "made: border", "made: hole"};

#define MADE_CELL 0.25

/* Holes: vertices from this one of each 16, to this one. */
enum { MADE_HOLE_FIRST = 4, MADE_HOLE_LAST = 11 };

typedef struct made_field {
    int ground, count; /* vertices along x and along y */
    made_profile profile;
} made_field;

static MADE_UNUSED void made_field_make(made_field *f, int ground, int count)
{
    made_profile *p = &f->profile;
    memset(f, 0, sizeof *f);
    f->ground = ground, f->count = count;
    p->count = count, p->cell = MADE_CELL;
    if (ground == MADE_STEPPED) p->land = MADE_STAIRS, p->first = -1, p->width = 8, p->slope[0] = 1;
    if (ground == MADE_RAMPED) p->land = MADE_RAMP, p->width = count, p->slope[0] = 0.75;
    if (ground == MADE_CREASED) {
        p->land = MADE_RIDGES, p->width = 8;
        p->slope[0] = 0.25, p->slope[1] = -0.25;
    }
    made_profile_heights(p, ground == MADE_CREASED ? -0.5 : 0);
}

static MADE_UNUSED double made_field_height(const made_field *f, int i, int j)
{
    const int x = i % 16, y = j % 16;
    const int is_hole =
        x >= MADE_HOLE_FIRST && x <= MADE_HOLE_LAST && y >= MADE_HOLE_FIRST && y <= MADE_HOLE_LAST;
    return f->ground == MADE_HOLED && is_hole ? (double)NAN : f->profile.z[i];
}

/* --------------------------------------------------------------------------- what lies on edges */

/* A straight edge of a field, about a place on it: where ground ends, and the unit vector out of
   the ground. */
typedef struct made_rim {
    double at[2], out[2];
} made_rim;

/* One of the border's four sides, or of the four of a hole; of these the middle. */
static MADE_UNUSED void made_rim_draw(made_rim *e, made_random *r, const made_field *f)
{
    static const double quarters[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const int side = made_integer(r, 0, 3), axis = side % 2, holes = (f->count - 1) / 16;
    double *across = &e->at[axis], *along = &e->at[!axis];
    e->out[0] = quarters[side][0], e->out[1] = quarters[side][1];
    if (f->ground == MADE_HOLED) {
        const int edge = side < 2 ? MADE_HOLE_FIRST - 1 : MADE_HOLE_LAST + 1;
        const int i = made_integer(r, holes / 4, 3 * holes / 4);
        const int j = made_integer(r, holes / 4, 3 * holes / 4);
        *across = MADE_CELL * (16 * i + edge);
        *along = MADE_CELL * (16 * j + 7.5) + made_integer(r, -3, 3) / 16.0;
    } else {
        *across = side < 2 ? MADE_CELL * (f->count - 1) : 0;
        *along = made_integer(r, f->count, 3 * f->count) / 16.0;
    }
}

/* How far the middle of a body that lies on the ground is beyond the edge, in halves of `unit`:
   ground is left below its lower side, which reaches `foot` out from the middle, for one unit at
   least; a round body may touch right on the edge, one with a point below (is_round 0, foot 0) is
   a unit from it. Often the side of the body, `side` from its middle, is flush with the edge. */
static MADE_UNUSED double made_overhang(made_random *r, double foot, double side, int is_round,
                                        double unit)
{
    const double most = foot >= unit ? unit * floor(foot / unit - 1) : is_round ? 0 : -unit;
    const int flush = made_integer(r, 0, 3) == 0;
    const int last = (int)floor(2 * (most + side) / unit);
    const int halves = made_integer(r, 0, last > 0 ? last : 0);
    return flush && -side < most ? -side : most - 0.5 * unit * halves;
}

/* The lower side of an upright body, seen along an axis: flat, `deep` below its middle, as far as
   `flat`, then a quarter of an ellipse `round` wide. */
typedef struct made_outline {
    double deep, flat, round;
} made_outline;

/* How high the middle is when the body touches the ground from above. */
static MADE_UNUSED double made_rests(const made_profile *p, const made_outline *o, double x)
{
    const int steps = (int)(64 * (o->flat + o->round));
    double highest = made_profile_at(p, x) + o->deep;
    int side, k;
    for (side = -1; side <= 1; side += 2) {
        const double edge = made_profile_at(p, x + side * o->flat) + o->deep;
        if (edge > highest) highest = edge;
        for (k = 0; k <= steps; k++) {
            const double u = k / 64.0, t = o->round > 0 ? (u - o->flat) / o->round : 0;
            const double down = u <= o->flat ? o->deep : o->deep * sqrt(t < 1 ? 1 - t * t : 0);
            const double at = made_profile_at(p, x + side * u) + down;
            if (at > highest) highest = at;
        }
    }
    return highest;
}

/* --------------------------------------------------------------------------------------- scenes */

/* Bodies are a sixteenth of those of made_bodies.h, without plates. */
#define MADE_GROUND_SCALE (1.0 / 16)

/* A place on ground: multiples of 1/16, half of a terrace from its steps, or on a ridge. */
static MADE_UNUSED void made_field_place(made_random *r, const made_field *f, double place[3])
{
    const int cells = f->count / 4, middle = made_integer(r, cells / 4 + 8, 3 * cells / 4 - 8);
    place[0] = middle + made_integer(r, -8, 8) / 16.0;
    if (f->ground == MADE_STEPPED)
        place[0] = 2 * (middle / 2) + 0.875 + made_integer(r, -4, 4) / 16.0;
    if (f->ground == MADE_CREASED) place[0] = 4 * (middle / 4) + 2;
    place[1] = made_integer(r, 4 * cells, 12 * cells) / 16.0;
    place[2] = made_profile_at(&f->profile, place[0]);
}

/* How far the lower side of a mover that lies reaches along x from its middle, and how far all of
   it; 1: it is round where it touches, or is a cylinder. */
static MADE_UNUSED int made_mover_reach(const made_body *b, double *foot, double *side)
{
    const double along = fabs(b->axes[2][0]), rest = sqrt(along < 1 ? 1 - along * along : 0);
    const int lies = b->kind == MADE_CYLINDER && b->axes[2][2] == 0;
    int i;
    *foot = *side = 0;
    for (i = 0; i < b->corners; i++) {
        double at[3];
        made_corner_at(b, i, at);
        at[0] = fabs(at[0] - b->position[0]);
        if (at[0] > *side) *side = at[0];
        if (at[2] < b->position[2] && b->corner[i][2] == b->corner[0][2] && at[0] > *foot)
            *foot = at[0];
    }
    if (b->corners > 0) return 0;
    *foot = b->kind == MADE_SPHERE ? 0 : along * b->half[2];
    *side = *foot + (lies ? rest * b->half[0] : b->half[0]);
    if (b->kind == MADE_CYLINDER && !lies) *foot = b->half[0];
    return 1;
}

/* What is round leans on the edge, its middle beyond it; lean: the normal, outwards and upwards. */
static MADE_UNUSED void made_scene_leans(made_scene *s, made_random *r, double lean[2])
{
    static const double ways[3][2] = {{0.6, 0.8}, {0.8, 0.6}, {5.0 / 13, 12.0 / 13}};
    const double *way = ways[made_integer(r, 0, 2)];
    const int stands = s->mover.kind == MADE_CAPSULE && s->mover.axes[2][2] != 0;
    const double up = stands ? s->mover.half[2] : 0, away = s->mover.position[2] - up;
    s->mover.position[0] = way[0] * away, s->mover.position[2] = way[1] * away + up;
    if (s->start == MADE_EXACTLY) s->start = MADE_TO_ROUNDING;
    s->touch = MADE_EDGE;
    lean[0] = way[0], lean[1] = way[1];
}

/* At a border or a hole. Motions stay on the straight part of a hole's side. */
static MADE_UNUSED void made_scene_rim(made_scene *s, made_random *r, const made_field *f)
{
    static const double turns[6][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {0, 0.5}, {0, -0.5}};
    const int how = made_integer(r, 0, 5), leans = made_integer(r, 0, 2) == 0;
    const double c = how < 4 ? turns[how][0] : sqrt(0.75), d = turns[how][1];
    double turn[3][3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 1}}, here[3] = {0, 0, 0}, lean[2] = {0, 1};
    double foot, side;
    made_rim e;
    int i, is_round;
    turn[0][0] = turn[1][1] = c, turn[0][1] = d, turn[1][0] = -d;
    made_body_pose(&s->mover, turn, here, 1);
    made_turn(s->motion, turn);
    is_round = made_mover_reach(&s->mover, &foot, &side);
    if (s->mover.kind == MADE_HULL && foot > 1) foot = 1; /* or a wedge might slip below the edge */
    if (is_round && foot == 0 && leans)
        made_scene_leans(s, r, lean);
    else
        s->mover.position[0] = made_overhang(r, foot, side, is_round, 1);
    while (f->ground == MADE_HOLED && fabs(s->motion[0]) + fabs(s->motion[1]) > 10)
        for (i = 0; i < 3; i++) s->motion[i] /= 50;
    { /* x is out of the ground: now where the edge is */
        const double slide[3] = {lean[1] * s->motion[0] + lean[0] * s->motion[2], s->motion[1],
                                 lean[1] * s->motion[2] - lean[0] * s->motion[0]};
        for (i = 0; i < 3; i++) s->motion[i] = slide[i];
    }
    s->normal[0] = lean[0], s->normal[2] = lean[1];
    made_rim_draw(&e, r, f);
    turn[0][0] = turn[1][1] = e.out[0], turn[0][1] = e.out[1], turn[1][0] = -e.out[1];
    for (i = 0; i < 2; i++) here[i] = e.at[i] / MADE_GROUND_SCALE;
    made_body_pose(&s->mover, turn, here, MADE_GROUND_SCALE);
    made_turn(s->normal, turn);
    made_turn(s->motion, turn);
}

/* On steps and creases motions lead along them, or straight away from the ground or into it. */
static MADE_UNUSED void made_scene_inside(made_scene *s, made_random *r, const made_field *f,
                                          int how)
{
    static const double quarters[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const double cosine = how < 4 ? quarters[how][0] : sqrt(0.75);
    const double sine = how < 4 ? quarters[how][1] : how == 4 ? 0.5 : -0.5;
    const int ramp = f->ground == MADE_RAMPED;
    const int lines = f->ground == MADE_STEPPED || f->ground == MADE_CREASED;
    const double rise = ramp ? 0.6 : 0, run = ramp ? 0.8 : 1;
    const double x[3] = {run, 0, rise}, z[3] = {-rise, 0, run};
    double turn[3][3], place[3];
    int i;
    if (lines) s->motion[0] = s->motion[1] = 0;
    for (i = 0; i < 3; i++) {
        turn[0][i] = cosine * x[i] + (i == 1 ? sine : 0);
        turn[1][i] = -sine * x[i] + (i == 1 ? cosine : 0);
        turn[2][i] = z[i];
    }
    made_field_place(r, f, place);
    for (i = 0; i < 3; i++) place[i] /= MADE_GROUND_SCALE;
    made_body_pose(&s->mover, turn, place, MADE_GROUND_SCALE);
    made_turn(s->normal, turn);
    made_turn(s->motion, turn);
    if (lines && s->way != MADE_STANDS) s->motion[1] = made_integer(r, 1, 3);
    if (s->way == MADE_INTO && made_integer(r, 0, 1)) s->motion[1] = 0;
}

/* A body lies flat on the ground, of creased ground on a ridge, beside steps on a terrace, or at an
   edge, on which it may lean if it is round; turned about the vertical not at all, by quarters or
   by 30 degrees; exactly in contact, to rounding, or a little deep. So how deep it is (`depth`),
   and along which normal, is known. Then it moves: away, along, into the ground, or not at all. */
static MADE_UNUSED void made_scene_ground(made_scene *s, made_random *r, const made_field *f,
                                          int kind)
{
    const int how = made_integer(r, 0, 5);
    int i;
    do {
        made_scene_rest(s, r, kind, 0);
    } while (s->mover.half[0] > 8 || s->mover.half[1] > 8 ||
             (s->mover.corners > 0 && fabs(s->mover.corner[0][0]) > 8));
    if (f->ground >= MADE_BORDERED)
        made_scene_rim(s, r, f);
    else
        made_scene_inside(s, r, f, how);
    for (i = 0; i < 3; i++) s->motion[i] *= MADE_GROUND_SCALE;
    s->depth *= MADE_GROUND_SCALE;
}

/* What a sweep must answer: 1 stopped at once, 0 not at all, -1 either is right, since rounding
   decides. */
static MADE_UNUSED int made_stops(const made_scene *s)
{
    double along = 0, length = 0;
    int i;
    for (i = 0; i < 3; i++) {
        along += s->motion[i] * s->normal[i];
        length += s->motion[i] * s->motion[i];
    }
    length = sqrt(length);
    if (length == 0) return 0;
    if (along > 0.01 * length) return s->start == MADE_TO_ROUNDING ? -1 : 0;
    if (along < -0.01 * length) return 1;
    if (s->touch == MADE_EDGE && fabs(s->motion[2]) > 0) return -1; /* along an aslant normal */
    return s->start == MADE_TO_ROUNDING || fabs(along) > 0 ? -1 : 0;
}

#endif /* COLLIDE_MADE_GROUND_H */
