/* The source's moving precision test (its section 3.4), asserted: a sphere of eight octants falls
 * on another one, or on a plane, in six known ways, moved by examples/rigid.h with the source's
 * integrator and step. The first contact that cld_nurbs reports is neither early nor late, and not
 * farther from where the bodies first touch than what is derived here. bench/ measures it. */
#include "test.h"
#include "nurbs_cases.h"
#include "examples/rigid.h"

#define PI 3.14159265358979323846

static const double radius = 0.5, step = 1e-4, gravity = 9.81;

/* The coordinates are below 2, and poses, control points and weights are rounded. */
static const double slack = 16 * TEST_ROUND + 1e-12;

typedef struct drop {
    int which;    /* case 1 to 6: on a sphere straight below, diagonally in a plane, in space; on a
                     plane that is level, turned about z, and about y too */
    int deepest;  /* ask for the deepest contact, not for any */
    int halvings; /* 0: the moment is not searched */
    double tolerance, height;

    cld_nurbs_body still, sphere;
    vec normal, touch; /* of the first true contact, towards the sphere */
    rigid_body body;
    cld_workspace workspace;

    int found;
    double time, gap;
    vec nearest;           /* of A's surface, then */
    cld_nurbs_contact hit; /* the earliest */
} drop;

static vec case_normal(int which)
{
    const vec ways[3] = {{0, 1, 0}, {1, 1, 0}, {1, 1, 1}};
    const vec still = vector(0, 0, 0);
    if (which <= 3) return add(still, 1 / length(ways[which - 1]), ways[which - 1]);
    const quat z = quat_from_axis(vector(0, 0, 1), which >= 5 ? PI / 6 : 0);
    const quat y = quat_from_axis(vector(0, 1, 0), which == 6 ? PI / 6 : 0);
    const mat turn = quat_matrix(quat_multiply(y, z));
    return turn.y;
}

/* The plane z = 0 of case_square, so turned that its normal is the one wanted. */
static cld_pose plane_pose(vec normal)
{
    const vec across = cross(normal, vector(0, 0, 1)), still = vector(0, 0, 0);
    cld_pose pose = cld_pose_identity();
    const vec x = add(still, 1 / length(across), across), y = cross(normal, x);
    pose.rotation.x = to_cld(x), pose.rotation.y = to_cld(y), pose.rotation.z = to_cld(normal);
    return pose;
}

/* Between the bodies as they were asked about, after rounding: negative if they overlap. *nearest
   receives the point of A's surface on the shortest way. */
static double gap_between(const drop *d, vec *nearest)
{
    const vec a = from_cld(d->still.pose.position), b = from_cld(d->sphere.pose.position);
    const vec apart = add(b, -1, a);
    const vec n = from_cld(d->still.pose.rotation.z);
    if (d->which <= 3) {
        *nearest = add(a, radius / length(apart), apart);
        return length(apart) - 2 * radius;
    }
    *nearest = add(b, -dot(n, apart) / dot(n, n), n);
    return dot(n, apart) / length(n) - radius;
}

/* What is near or crosses is no farther apart than the tolerance; what is apart is farther than a
   quarter of it. */
static int ask(void *data, double time, double margin, rigid_contact *out, int capacity)
{
    drop *d = (drop *)data;
    cld_nurbs_params params;
    cld_nurbs_contact hit;
    vec nearest;
    int relation = 0, count;
    double gap;
    (void)margin;
    memset(&params, 0, sizeof params);
    params.tolerance = (cld_real)d->tolerance;
    d->sphere.pose = rigid_pose(&d->body);
    if (d->deepest) {
        count =
            cld_nurbs_contacts(&d->still, &d->sphere, &params, &d->workspace, &hit, 1, &relation);
        CHECK((count > 0) == (relation > CLD_APART));
    } else {
        relation = cld_nurbs_collide(&d->still, &d->sphere, &params, &d->workspace, &hit);
    }
    gap = gap_between(d, &nearest);
    CHECK(relation >= CLD_APART && relation < CLD_UNDECIDED);
    CHECK(relation == CLD_APART ? gap > d->tolerance / 4 - slack : gap <= d->tolerance + slack);
    if (relation <= 0) return 0;
    if (!d->found || time < d->time)
        d->found = 1, d->time = time, d->gap = gap, d->nearest = nearest, d->hit = hit;
    if (capacity < 1) return 1;
    memset(out, 0, sizeof *out);
    out->contact = hit.contact, out->contact.normal = to_cld(d->normal), out->b = &d->body;
    return 1;
}

/* Height above the place of touching after n steps of the explicit scheme. */
static double height_after(const drop *d, int n)
{
    return d->height - 0.5 * step * step * gravity * n * (n - 1.0);
}

/* The gap, were the places not rounded, `height` above where they touch. */
static double gap_at(const drop *d, double height)
{
    const vec up = add(vector(0, height, 0), 2 * radius, d->normal);
    return d->which <= 3 ? length(up) - 2 * radius : height * d->normal.y;
}

static void fall(drop *d)
{
    rigid_collider collider = {ask, d, 0, 0};
    rigid_world world;
    memset(&world, 0, sizeof world), memset(&d->body, 0, sizeof d->body);
    rigid_set_mass(&d->body, 1, rigid_sphere_inertia(1, radius));
    d->body.position = add(add(d->touch, radius, d->normal), d->height, vector(0, 1, 0));
    world.bodies = &d->body, world.body_count = 1;
    world.colliders = &collider, world.collider_count = 1;
    world.gravity = vector(0, -gravity, 0), world.integrator = RIGID_EXPLICIT;
    world.max_step = 2 * step, world.halvings = d->halvings; /* each call is a step */
    for (int i = 0; i < 2000 && !d->found; i++)
        CHECK(rigid_update(&world, i * step, (i + 1) * step) == CLD_OK);
    rigid_free(&world);
}

/* Points of A that are no farther from B's surface than the tolerance: by the cosine rule of the
   centres (on the plane: Pythagoras'), the radius and the tolerance being one side, they are so far
   from the nearest one. B's point is beside it, or as deep below as they overlap. */
static double error_bound(const drop *d)
{
    const double near = d->tolerance + slack, reach = radius + near;
    const double apart = d->gap + (d->which <= 3 ? 2 * radius : radius);
    const double cosine = (radius * radius + apart * apart - reach * reach) / (2 * radius * apart);
    const double square =
        d->which <= 3 ? 2 * radius * radius * (1 - cosine) : reach * reach - apart * apart;
    return sqrt(fmax(square, 0)) + length(add(d->nearest, -1, d->touch)) + fmax(near, -d->gap) +
           slack;
}

static void check_drop(drop *d, const cld_nurbs *sphere, const cld_nurbs *plane)
{
    const double h = ldexp(step, -d->halvings), speed = sqrt(2 * gravity * d->height);
    double error;
    int first = 0, last = 0;
    d->normal = case_normal(d->which), d->touch = vector(0, 0, 0), d->found = 0;
    d->sphere = case_body(sphere, 8), d->sphere.pose = case_at(0, 1, 0);
    d->still = d->which <= 3 ? case_body(sphere, 8) : case_body(plane, 1);
    d->still.pose = d->which <= 3 ? cld_pose_identity() : plane_pose(d->normal);
    if (d->which <= 3) d->touch = add(d->touch, radius, d->normal);
    d->tolerance = fmax(d->tolerance, case_tolerance(&d->still, &d->sphere));
    fall(d);
    if (!CHECK(d->found)) return;

    /* the right step: not before they are near, nor later than they must be called so */
    while (gap_at(d, height_after(d, first)) > d->tolerance + slack) first++;
    while (gap_at(d, height_after(d, last)) > d->tolerance / 4 - slack) last++;
    CHECK(d->time <= (last + 1e-6) * step);
    CHECK(d->time >= (first - (d->halvings ? 1 : 0) - 1e-6) * step);

    /* as deep as a step lets them be, or the last half of a half of one */
    CHECK(-d->gap <= speed * h * d->normal.y + slack);

    error = fmax(length(add(from_cld(d->hit.contact.point_a), -1, d->touch)),
                 length(add(from_cld(d->hit.contact.point_b), -1, d->touch)));
    if (!CHECK(error <= error_bound(d)))
        printf("    case %d: error %g, bound %g, tolerance %g, gap %g\n", d->which, error,
               error_bound(d), d->tolerance, d->gap);
    /* the deepest point, where it is one, has fallen since they touched, and is no farther off */
    if (d->deepest && d->hit.contact.distance < 0) CHECK(error <= speed * h + d->tolerance + slack);
}

static void first_contacts_are_where_and_when_they_should(void)
{
    case_surface memory[8], square = case_square(1.5, 3, 4);
    cld_nurbs sphere[8];
    test_random r = test_random_from(1);
    drop d;
    memset(&d, 0, sizeof d);
    case_sphere(radius, memory, sphere);
    for (int n = test_repeat(6); n--;)
        for (d.which = 1; d.which <= 6; d.which++)
            for (int way = 0; way < 4; way++) {
                d.deepest = way % 2, d.halvings = way / 2 * 30;
                d.tolerance = exp(test_between(&r, log(1e-7), log(1e-4)));
                d.height = test_between(&r, 0.0005, 0.002);
                check_drop(&d, sphere, &square.view);
            }
    cld_workspace_free(&d.workspace);
    for (int k = 0; k < 8; k++) case_free(memory + k);
    case_free(&square);
}

/* What the search of the moment is for: at the least tolerance the error falls from the circle in
   which bodies cross after a step, sqrt(radius * overlap) wide at least, to what rounding leaves:
   slack, and the circle of that overlap. */
static void searched_moments_are_better(void)
{
    case_surface memory[8], square = case_square(1.5, 3, 4);
    cld_nurbs sphere[8];
    drop d;
    memset(&d, 0, sizeof d);
    case_sphere(radius, memory, sphere);
    for (d.which = 1; d.which <= 6; d.which++) {
        double error[2], overlap[2];
        for (int searched = 0; searched < 2; searched++) {
            d.tolerance = 0, d.height = 0.001, d.halvings = searched * 30;
            check_drop(&d, sphere, &square.view);
            error[searched] = length(add(from_cld(d.hit.contact.point_a), -1, d.touch));
            overlap[searched] = -d.gap;
        }
        CHECK(overlap[1] <= slack + d.tolerance && overlap[0] > overlap[1]);
        CHECK(error[0] >= sqrt(radius * overlap[0]) * 0.9 - 2 * slack);
        CHECK(error[1] <= 2 * sqrt(2 * radius * (2 * d.tolerance + 2 * slack)));
    }
    cld_workspace_free(&d.workspace);
    for (int k = 0; k < 8; k++) case_free(memory + k);
    case_free(&square);
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(first_contacts_are_where_and_when_they_should);
    TEST(searched_moments_are_better);
    return test_end();
}
