/* terrain/checks.h, a part of terrain.c: each query is asked about bodies at random places; what is
   told is compared with other answers, and with looking at many points. */

#ifndef TERRAIN_CHECKS_H
#define TERRAIN_CHECKS_H

#include "scene.h"

/* Is a point inside the cylinder, by more than rounding? */
static int holds(const cld_cylinder *c, vec p, double least)
{
    const vec d = add(p, -1, from_cld(c->centre)), axis = unit(from_cld(c->axis));
    const double along = dot(d, axis);
    return fabs(along) < (double)c->half_height - least &&
           length(add(d, -along, axis)) < (double)c->radius - least;
}

/* Point k of 64 on the cylinder's rims. */
static vec rim_point(const cld_cylinder *c, int k)
{
    const vec axis = unit(from_cld(c->axis));
    const vec u = unit(cross(axis, fabs(axis.z) < 0.7 ? vector(0, 0, 1) : vector(1, 0, 0)));
    const double turn = 2 * PI * (k / 2) / 32, h = (double)c->half_height;
    const vec out = add(scale(cos(turn), u), sin(turn), cross(axis, u));
    return add(add(from_cld(c->centre), k & 1 ? h : -h, axis), (double)c->radius, out);
}

/* Does the cylinder plainly touch the ground: a vertex of the field inside it, its centre below
   ground, or, where there are no holes about, a point of its rims? By looking at many points. */
static int plainly_touches(const cld_heightfield *f, const cld_cylinder *c)
{
    const vec centre = from_cld(c->centre);
    const double reach = hypot((double)c->radius, (double)c->half_height), least = slack(f);
    const int i0 = (int)floor((centre.x - reach) / (double)f->dx);
    const int i1 = (int)floor((centre.x + reach) / (double)f->dx) + 1;
    const int j0 = (int)floor((centre.y - reach) / (double)f->dy);
    const int j1 = (int)floor((centre.y + reach) / (double)f->dy) + 1;
    int holes = 0;
    if (centre.z < surface(f, centre.x, centre.y) - least) return 1;
    for (int j = j0; j <= j1; j++) {
        for (int i = i0; i <= i1; i++) {
            const int beside = i < 0 || j < 0 || i >= (int)f->columns || j >= (int)f->rows;
            const vec v = vertex(f, i, j);
            if (beside || v.z != v.z)
                holes = 1;
            else if (holds(c, v, least))
                return 1;
        }
    }
    for (int k = 0; k < 64 && !holes; k++) {
        const vec p = rim_point(c, k);
        if (p.z < surface(f, p.x, p.y) - least) return 1;
    }
    return 0;
}

/* One body of any shape that the module knows. */
typedef enum shape { CYLINDER, SPHERE, CAPSULE, BOX, HULL, SHAPES } shape;

typedef struct body {
    shape shape;
    cld_cylinder cylinder;
    cld_sphere sphere;
    cld_capsule capsule;
    cld_obb box;
    cld_hull hull; /* of these points */
    cld_real points[24];
} body;

/* What was asked about one, and what was told. */
typedef struct answer {
    body body;
    int touches, bare_touches, count, bare_count, found, hits;
    cld_contact contacts[CLD_HEIGHTFIELD_CONTACTS], bare[CLD_HEIGHTFIELD_CONTACTS], closest;
    cld_heightfield_hit hit;
} answer;

static int overlap(const cld_heightfield *f, const body *b)
{
    return check(b->shape == CYLINDER  ? cld_heightfield_overlap_cylinder(f, &b->cylinder)
                 : b->shape == SPHERE  ? cld_heightfield_overlap_sphere(f, &b->sphere)
                 : b->shape == CAPSULE ? cld_heightfield_overlap_capsule(f, &b->capsule)
                 : b->shape == BOX     ? cld_heightfield_overlap_obb(f, &b->box)
                                       : cld_heightfield_overlap_hull(f, &b->hull));
}

static int collide(const cld_heightfield *f, const body *b, cld_contact *out)
{
    enum { MOST = CLD_HEIGHTFIELD_CONTACTS };
    return check(
        b->shape == CYLINDER  ? cld_heightfield_collide_cylinder(f, &b->cylinder, 0, out, MOST)
        : b->shape == SPHERE  ? cld_heightfield_collide_sphere(f, &b->sphere, 0, out, MOST)
        : b->shape == CAPSULE ? cld_heightfield_collide_capsule(f, &b->capsule, 0, out, MOST)
        : b->shape == BOX     ? cld_heightfield_collide_obb(f, &b->box, 0, out, MOST)
                              : cld_heightfield_collide_hull(f, &b->hull, 0, out, MOST));
}

static int distance(const cld_heightfield *f, const body *b, cld_contact *out)
{
    const cld_real far = (cld_real)INFINITY;
    return check(b->shape == CYLINDER ? cld_heightfield_distance_cylinder(f, &b->cylinder, far, out)
                 : b->shape == SPHERE ? cld_heightfield_distance_sphere(f, &b->sphere, far, out)
                 : b->shape == CAPSULE ? cld_heightfield_distance_capsule(f, &b->capsule, far, out)
                 : b->shape == BOX     ? cld_heightfield_distance_obb(f, &b->box, far, out)
                                       : cld_heightfield_distance_hull(f, &b->hull, far, out));
}

static void shift(cld_vec3 *p, double t, vec way)
{
    *p = to_cld(add(from_cld(*p), t, way));
}

/* The body moved by t times the way. */
static body moved_body(const body *b, double t, vec way)
{
    body there = *b;
    shift(&there.cylinder.centre, t, way);
    shift(&there.sphere.centre, t, way);
    shift(&there.capsule.a, t, way), shift(&there.capsule.b, t, way);
    shift(&there.box.centre, t, way);
    shift(&there.hull.pose.position, t, way);
    return there;
}

/* Does it touch there? */
static int touches_at(const cld_heightfield *f, const body *b, double t, vec way)
{
    const body there = moved_body(b, t, way);
    return overlap(f, &there);
}

/* How deep is it there, by its way out? */
static double depth_at(const cld_heightfield *f, const body *b, double t, vec way)
{
    const body there = moved_body(b, t, way);
    cld_contact contacts[CLD_HEIGHTFIELD_CONTACTS];
    return collide(f, &there, contacts) ? -(double)contacts[0].distance : 0;
}

/* A pose with z along an axis. */
static cld_mat3 rotation_to(vec z)
{
    const vec x = unit(cross(fabs(z.z) < 0.7 ? vector(0, 0, 1) : vector(1, 0, 0), z));
    cld_mat3 m;
    m.x = to_cld(x), m.y = to_cld(cross(z, x)), m.z = to_cld(z);
    return m;
}

/* A body at a random place, somewhat above or below ground or beside the field. */
static void random_body(scene *s, const cld_heightfield *f, shape form, double times, body *b)
{
    static const double stone[] = {.3, 0, .1, -.25, .1,  .15, 0,   .35, 0,   .1, -.3, .05,
                                   0,  0, .3, .1,   -.1, -.3, -.2, -.2, -.2, .2, .2,  -.1};
    const int kind = (int)random_between(&s->random, 0, KINDS);
    const double x = random_between(&s->random, -0.01, 1.01) * size_x(f);
    const double y = random_between(&s->random, -0.01, 1.01) * size_y(f);
    const int i = (int)floor(x / (double)f->dx), j = (int)floor(y / (double)f->dy);
    const double near = vertex(f, i, j).z, beside = near == near ? near : vertex(f, i + 16, j).z;
    const double ground = surface(f, x, y);
    const double up = times * kinds[kind].radius * random_between(&s->random, -0.2, 1.6);
    const vec centre = vector(x, y, (ground == ground ? ground : beside) + up);
    const vec axis = random_direction(s);
    const cld_real r = (cld_real)(times * kinds[kind].radius);
    memset(b, 0, sizeof *b);
    b->shape = form;
    b->cylinder = cylinder(kind, times, centre, axis);
    b->sphere.centre = to_cld(centre), b->sphere.radius = r;
    b->capsule.a = to_cld(add(centre, 0.5 * (double)r, axis)), b->capsule.radius = r / 2;
    b->capsule.b = to_cld(add(centre, -0.5 * (double)r, axis));
    b->box.centre = to_cld(centre), b->box.axes = rotation_to(axis);
    b->box.half.x = r, b->box.half.y = r / 2, b->box.half.z = r / 4;
    for (int k = 0; k < 24; k++) b->points[k] = (cld_real)(times * stone[k]);
    b->hull.points = b->points, b->hull.count = 8;
    b->hull.pose.rotation = rotation_to(axis), b->hull.pose.position = to_cld(centre);
}

/* Upward normal of the triangle of which a contact tells. */
static vec face_normal(const cld_heightfield *f, uint32_t feature)
{
    const uint32_t v = feature >> 3, columns = f->columns;
    const int i = (int)(v % columns), j = (int)(v / columns), upper = feature >> 2 & 1;
    const vec a = vertex(f, i + 1, j), b = vertex(f, i, j + 1), c = vertex(f, i + upper, j + upper);
    const vec n = unit(cross(add(a, -1, c), add(b, -1, c)));
    return n.z > 0 ? n : scale(-1, n);
}

/* Are the closest points as far apart as is told, one on the ground, the other in the body? */
static int is_closest(const cld_heightfield *f, const answer *a)
{
    const cld_contact *c = &a->closest;
    const vec p = from_cld(c->point_a), q = from_cld(c->point_b), n = from_cld(c->normal);
    const double least = 16 * slack(f), ground = surface(f, q.x, q.y);
    if (length(add(add(q, -1, p), -(double)c->distance, n)) > least) return 0;
    if (fabs(ground - q.z) > least) return 0; /* at the border, to rounding, there is none */
    return a->body.shape != CYLINDER || holds(&a->body.cylinder, p, -least);
}

/* Is the answer in keeping with itself, and with looking? */
static int is_wrong(const cld_heightfield *f, const answer *a)
{
    const double least = 4 * slack(f), away = (double)a->closest.distance;
    const vec first = from_cld(a->contacts[0].normal), nearest = from_cld(a->closest.normal);
    const double deep = a->count ? -(double)a->contacts[0].distance : 0;
    if (a->touches != (a->count > 0)) return 1; /* a contact where, and only where it touches */
    if (a->body.shape == CYLINDER && !a->touches && plainly_touches(f, &a->body.cylinder)) return 1;
    /* without the pyramid it touches as well */
    if (a->touches != a->bare_touches || (a->count > 0) != (a->bare_count > 0)) return 1;
    for (int i = 0; i < a->count; i++) {
        const vec n = from_cld(a->contacts[i].normal);
        const uint32_t feature = a->contacts[i].feature_b;
        if (fabs(length(n) - 1) > 1e-6) return 1;
        if (i > 0 && (feature & 3) == CLD_FEATURE_FACE &&
            length(add(n, 1, face_normal(f, feature))) > 1e-5)
            return 1; /* the first leads out of all, and may have another's normal */
    }
    /* the first contact is the way out, and less does not do */
    if (a->touches && (touches_at(f, &a->body, -deep - least, first) || deep < -least ||
                       (deep > least && !touches_at(f, &a->body, -deep + least, first))))
        return 1;
    /* the closest points are that far apart, on the body and on the ground; and it may move by the
       distance towards that without touching */
    if (!a->found || (a->touches && fabs(away + deep) > least)) return 1;
    if (!a->touches && (away < -least || !is_closest(f, a) ||
                        (away > least && touches_at(f, &a->body, away - least, nearest))))
        return 1;
    return 0;
}

/* What falls by `far` and is told to hit the ground on the way touches it then, and nowhere before;
   what does not hit it, nowhere. What touches from the start comes nowhere deeper before. */
static int is_wrong_fall(const cld_heightfield *f, const answer *a, double far)
{
    const vec down = vector(0, 0, -1);
    const double least = 4 * slack(f), fallen = a->hits ? far * (double)a->hit.time : far;
    const double deep = a->count ? -(double)a->contacts[0].distance : 0;
    for (int i = 0; i < 8 && a->touches; i++)
        if (depth_at(f, &a->body, fallen * (i + 1) / 8, down) > deep + least) return 1;
    if (a->touches) return 0;
    if (a->hits && !touches_at(f, &a->body, fallen + least, down)) return 1;
    for (int i = 0; i < 8; i++)
        if (touches_at(f, &a->body, (fallen - least) * (i + 1) / 8, down)) return 1;
    return 0;
}

/* Bodies of one shape at random places on a field: all answers, timed; then they are checked. */
static void ask_bodies(scene *s, const cld_heightfield *f, shape form, double times, int count,
                       const char *name)
{
    static answer answers[QUERIES];
    const double far = 3 * times;
    const cld_vec3 down = to_cld(vector(0, 0, -far));
    cld_heightfield bare = *f; /* the same without its pyramid */
    double clock[6] = {0, 0, 0, 0, 0, 0};
    long touching = 0, wrong = 0;
    bare.pyramid = NULL;
    for (int i = 0; i < count; i++) random_body(s, f, form, times, &answers[i].body);
    clock[0] = seconds();
    for (int i = 0; i < count; i++) answers[i].touches = overlap(f, &answers[i].body);
    clock[1] = seconds();
    for (int i = 0; i < count; i++)
        answers[i].count = collide(f, &answers[i].body, answers[i].contacts);
    clock[2] = seconds();
    for (int i = 0; i < count; i++)
        answers[i].found = distance(f, &answers[i].body, &answers[i].closest);
    clock[3] = seconds();
    for (int i = 0; i < count; i++) {
        const body *b = &answers[i].body;
        answers[i].hits =
            form == CYLINDER
                ? check(cld_heightfield_sweep_cylinder(f, &b->cylinder, down, &answers[i].hit))
            : form == SPHERE
                ? check(cld_heightfield_sweep_sphere(f, &b->sphere, down, &answers[i].hit))
                : 0;
    }
    clock[4] = seconds();
    for (int i = 0; i < count; i++) {
        answer *a = &answers[i];
        a->bare_touches = overlap(&bare, &a->body);
        a->bare_count = collide(&bare, &a->body, a->bare);
        touching += a->touches;
        wrong += is_wrong(f, a) || (form <= SPHERE && is_wrong_fall(f, a, far));
    }
    s->wrong += wrong;
    printf("%-34s %5d %8ld %9ld %8.0f %9.0f %9.0f", name, count, touching, wrong,
           1e9 / count * (clock[1] - clock[0]), 1e9 / count * (clock[2] - clock[1]),
           1e9 / count * (clock[3] - clock[2]));
    if (form <= SPHERE) printf(" %8.0f", 1e9 / count * (clock[4] - clock[3]));
    printf("\n");
}

/* Is the contact one of the plane's, to rounding? */
static int is_one_of(const cld_contact *c, const cld_contact *plane, int count, double least)
{
    for (int i = 0; i < count; i++)
        if (length(add(from_cld(c->point_a), -1, from_cld(plane[i].point_a))) < least &&
            length(add(from_cld(c->normal), -1, from_cld(plane[i].normal))) < 1e-5 &&
            fabs((double)c->distance - (double)plane[i].distance) < least)
            return 1;
    return 0;
}

/* A wheel rolls over a slope of coplanar cells: nothing of what touches may tell that there are
   cells. The contacts are those with the plane. */
static void ask_slope(scene *s)
{
    enum { SIDE = 65 };
    static float heights[SIDE * SIDE];
    const vec upward = unit(vector(-0.25, 0.125, 1)), axle = unit(cross(upward, vector(3, 1, 0)));
    const vec ahead = cross(axle, upward);
    cld_heightfield f;
    cld_heightfield plane;
    float corners[4];
    long wrong = 0, contacts = 0;
    memset(&f, 0, sizeof f);
    for (int i = 0; i < SIDE * SIDE; i++)
        heights[i] = 0.0625f * (float)(i % SIDE) - 0.03125f * (float)(i / SIDE);
    f.heights = heights, f.type = CLD_HEIGHT_FLOAT;
    f.columns = f.rows = SIDE, f.dx = f.dy = (cld_real)PATCH_CELL;
    for (int i = 0; i < 4; i++) /* the plane: one cell with the same corners */
        corners[i] = heights[(i & 1 ? SIDE - 1 : 0) + (i & 2 ? SIDE * (SIDE - 1) : 0)];
    plane = f, plane.heights = corners, plane.columns = plane.rows = 2;
    plane.dx = plane.dy = (cld_real)(PATCH_CELL * (SIDE - 1));
    for (int i = 0; i < QUERIES; i++) {
        const vec at = add(vector(8, 8, 1), 12.0 * i / QUERIES - 6, ahead);
        const double press = random_between(&s->random, 0, 0.05);
        const vec centre = add(at, kinds[WHEEL].radius - press - dot(at, upward), upward);
        cld_cylinder wheel = cylinder(WHEEL, 1, centre, axle);
        cld_contact on_cells[CLD_HEIGHTFIELD_CONTACTS], on_plane[4];
        int found = check(
            cld_heightfield_collide_cylinder(&f, &wheel, 0, on_cells, CLD_HEIGHTFIELD_CONTACTS));
        int most = check(cld_heightfield_collide_cylinder(&plane, &wheel, 0, on_plane, 4));
        int alike = found == most;
        for (int k = 0; k < found && alike; k++)
            alike = is_one_of(&on_cells[k], on_plane, most, 1e-5);
        contacts += found, wrong += !alike;
    }
    s->wrong += wrong;
    printf("%-34s %5d %8ld %9ld   contacts as with one plane\n", "a wheel on coplanar cells",
           QUERIES, contacts, wrong);
}

/* Does the way from p on by d cross the surface, elsewhere than through a hole? By looking at many
   points of it. */
static int crosses(const cld_heightfield *f, vec p, vec d)
{
    enum { STEPS = 200 };
    int last = 0; /* 1 above, -1 below ground, 0 in a hole */
    for (int i = 0; i <= STEPS; i++) {
        const vec at = add(p, (double)i / STEPS, d);
        const double up = at.z - surface(f, at.x, at.y);
        const int side = up > slack(f) ? 1 : up < -slack(f) ? -1 : up == up ? last : 0;
        if (side * last < 0) return 1;
        last = side;
    }
    return 0;
}

/* Rays from above ground, and heights of their origins. */
static void ask_rays(scene *s, const cld_heightfield *f, double times, const char *name)
{
    static vec origins[QUERIES], ways[QUERIES];
    static cld_heightfield_point below[QUERIES], met[QUERIES];
    static int known[QUERIES], hits[QUERIES];
    double clock[3];
    long wrong = 0, count = 0;
    for (int i = 0; i < QUERIES; i++) {
        const double x = random_between(&s->random, 0, 1) * size_x(f),
                     y = random_between(&s->random, 0, 1) * size_y(f);
        const double ground = surface(f, x, y);
        origins[i] = vector(
            x, y, (ground == ground ? ground : 0) + times * random_between(&s->random, 0, 1));
        ways[i] = scale(20 * times, random_direction(s));
    }
    clock[0] = seconds();
    for (int i = 0; i < QUERIES; i++)
        known[i] = check(cld_heightfield_height(f, to_cld(origins[i]), &below[i]));
    clock[1] = seconds();
    for (int i = 0; i < QUERIES; i++)
        hits[i] =
            check(cld_heightfield_raycast(f, to_cld(origins[i]), to_cld(ways[i]), 1, &met[i]));
    clock[2] = seconds();
    for (int i = 0; i < QUERIES; i++) {
        const double ground = surface(f, origins[i].x, origins[i].y);
        const double t = hits[i] ? (double)met[i].distance : 1;
        const vec at = from_cld(met[i].point);
        count += hits[i];
        wrong += known[i] != (ground == ground) ||
                 (known[i] && fabs((double)below[i].point.z - ground) > 4 * slack(f));
        wrong += (hits[i] && fabs(surface(f, at.x, at.y) - at.z) > 16 * slack(f)) ||
                 (ground == ground && crosses(f, origins[i], scale(0.9999 * t, ways[i])));
    }
    s->wrong += wrong;
    printf("%-34s %5d %8ld %9ld   a height %.0f, a ray %.0f\n", name, QUERIES, count, wrong,
           1e9 / QUERIES * (clock[1] - clock[0]), 1e9 / QUERIES * (clock[2] - clock[1]));
}

#endif /* TERRAIN_CHECKS_H */
