/* Fuzzes convex shapes: any bytes as kinds, sizes, points, polyhedra, poses, motions, caches,
 * questions. All must be refused with a status of the docs or answered in range, without a crash or
 * a loop without end, within the buffers; verdicts of one pair must agree where they must.
 *
 * How: tests/fuzz.h. Without TEST_LIBFUZZER argv[1] is the seed, argv[2] how many inputs. */
#include "test.h"
#include "polyhedron_shapes.h"
#define FUZZ_EXPONENT (sizeof(cld_real) == 4 ? 126 : 260)
#include "fuzz.h"

typedef struct fuzz_body {
    cld_shape shape;
    cld_pose pose;
    const cld_pose *at;
    cld_real points[3 * CLD_SHAPE_POINTS_MAX];
    solid solid;
} fuzz_body;

static fuzz_body bodies[2];
static long good, touching, hits;

static int fuzz_status(int answer)
{
    return answer >= 0 || answer == CLD_ERROR_NULL || answer == CLD_ERROR_COUNT ||
           answer == CLD_ERROR_STRIDE || answer == CLD_ERROR_FINITE || answer == CLD_ERROR_POSE ||
           answer == CLD_ERROR_PARAMETER || answer == CLD_ERROR_EXTENT;
}

/* None, a turn about z and a shift, rarely anything. */
static const cld_pose *fuzz_pose(fuzz_input *in, cld_pose *p)
{
    const int how = fuzz_byte(in);
    memset(p, 0, sizeof *p);
    if (how < 60) return NULL;
    p->position = fuzz_vec3(in);
    if (how < 140) return p;
    if (how < 245) {
        const double a = fuzz_byte(in) / 40.0;
        p->rotation.x.x = p->rotation.y.y = (cld_real)cos(a);
        p->rotation.x.y = (cld_real)sin(a), p->rotation.y.x = (cld_real)-sin(a);
        p->rotation.z.z = 1;
    } else {
        p->rotation.x = fuzz_vec3(in), p->rotation.y = fuzz_vec3(in);
        p->rotation.z = fuzz_vec3(in);
    }
    return p;
}

static void fuzz_solid(fuzz_input *in, fuzz_body *b)
{
    test_random r;
    const double zero[3] = {0, 0, 0};
    const int kind = fuzz_byte(in) % KINDS, n = 4 + fuzz_byte(in) % 60;
    r.state = (uint64_t)fuzz_byte(in);
    if (!make_solid(&b->solid, &r, kind, n, 1, zero)) make_solid(&b->solid, &r, BOX, 8, 1, zero);
    solid_view(&b->solid, 0);
    CHECK(solid_build(&b->solid, 1) == CLD_OK);
    b->solid.p.pose = b->pose; /* whatever is left there */
    b->shape = cld_shape_polyhedron(&b->solid.p);
}

static void fuzz_shape(fuzz_input *in, fuzz_body *b)
{
    const int kind = fuzz_byte(in), n = fuzz_byte(in) % 40;
    int i;
    memset(&b->shape, 0, sizeof b->shape);
    if (kind < 80) {
        b->shape = cld_shape_box(fuzz_vec3(in));
    } else if (kind < 130) {
        b->shape = cld_shape_cylinder(fuzz_real(in), fuzz_real(in));
    } else if (kind < 200) {
        for (i = 0; i < 3 * n; i++) b->points[i] = fuzz_real(in);
        b->shape = cld_shape_points(b->points, (size_t)n);
        if (kind < 140 && n) b->shape.count = (size_t)fuzz_byte(in) * 3 % (size_t)(n + 1);
        if (kind == 140) b->shape.stride = (size_t)fuzz_byte(in) % 12;
    } else if (kind < 245) {
        fuzz_solid(in, b);
    } else {
        b->shape.kind = (cld_shape_kind)(fuzz_byte(in) % 5);
        b->shape.half = fuzz_vec3(in);
        b->shape.polyhedron = NULL;
    }
    if (b->shape.kind != CLD_SHAPE_POINTS && kind < 245 && fuzz_byte(in) < 200) {
        if (b->shape.half.x < 0) b->shape.half.x = -b->shape.half.x;
        if (b->shape.half.y < 0) b->shape.half.y = -b->shape.half.y;
        if (b->shape.half.z < 0) b->shape.half.z = -b->shape.half.z;
    }
    if (fuzz_byte(in) < 80) b->shape.radius = fuzz_real(in);
    if (b->shape.radius < 0 && fuzz_byte(in) < 200) b->shape.radius = -b->shape.radius;
    b->at = fuzz_pose(in, &b->pose);
}

/* What is so far from something that a distance may be beyond the range of cld_real. */
static int beyond_range;

static int fuzz_is_far(cld_vec3 v)
{
    const cld_real most = (cld_real)ldexp(1, sizeof(cld_real) == 4 ? 124 : 1020);
    return !(v.x > -most && v.x < most && v.y > -most && v.y < most && v.z > -most && v.z < most);
}

static void fuzz_range(const fuzz_body *b)
{
    cld_aabb box;
    if (cld_shape_bounds(&b->shape, b->at, NULL, &box) == CLD_OK)
        beyond_range |= fuzz_is_far(box.low) || fuzz_is_far(box.high);
}

static void fuzz_contact(const cld_contact *c)
{
    if (beyond_range) return;
    CHECK(test_is_finite((double)c->distance));
    CHECK(fuzz_finite3(c->point_a) && fuzz_finite3(c->point_b) && fuzz_finite3(c->normal));
}

/* E of the title of [SHAPE], or up to four times that: below it 1 may be told, too. */
static double fuzz_error(const fuzz_body *a, const fuzz_body *b)
{
    const int curved = a->shape.kind == CLD_SHAPE_CYLINDER || b->shape.kind == CLD_SHAPE_CYLINDER;
    cld_aabb of_a, of_b;
    if (cld_shape_bounds(&a->shape, a->at, NULL, &of_a) != CLD_OK ||
        cld_shape_bounds(&b->shape, b->at, NULL, &of_b) != CLD_OK)
        return 0;
    return ldexp(fmax((double)of_a.high.x, (double)of_b.high.x) -
                     fmin((double)of_a.low.x, (double)of_b.low.x) +
                     fmax((double)of_a.high.y, (double)of_b.high.y) -
                     fmin((double)of_a.low.y, (double)of_b.low.y) +
                     fmax((double)of_a.high.z, (double)of_b.high.z) -
                     fmin((double)of_a.low.z, (double)of_b.low.z),
                 curved ? -23 : -43);
}

static void fuzz_pair(fuzz_input *in, const fuzz_body *a, const fuzz_body *b)
{
    cld_shape_cache cache;
    cld_contact c[6];
    const int capacity = fuzz_byte(in) % 5;
    int overlap, apart, count, again, i;
    cld_real margin = fuzz_real(in);
    overlap = cld_shape_overlap(&a->shape, a->at, &b->shape, b->at, NULL);
    CHECK(fuzz_status(overlap) && overlap <= 1);
    memset(c, 0x5a, sizeof c);
    apart =
        cld_shape_distance(&a->shape, a->at, &b->shape, b->at, (cld_real)TEST_INFINITY, NULL, c);
    CHECK(fuzz_status(apart) && apart <= 1 && (apart < 0) == (overlap < 0));
    if (apart >= 0) CHECK(c->distance >= 0 && (apart == 0) == (c->distance == 0));
    if (apart >= 0) fuzz_contact(c);
    memset(c + 1, 0x5a, sizeof c - sizeof c[0]);
    count = cld_shape_collide(&a->shape, a->at, &b->shape, b->at, margin, NULL, c + 1, capacity);
    CHECK(fuzz_status(count));
    if (margin >= 0 && test_is_finite((double)margin)) CHECK((count < 0) == (overlap < 0));
    for (i = 0; i < count && i < capacity; i++) fuzz_contact(&c[1 + i]);
    for (i = capacity; i < 5; i++) CHECK(((unsigned char *)&c[1 + i])[3] == 0x5a);
    fuzz_take(in, &cache, sizeof cache);
    for (i = 0; i < 2; i++) {
        again = cld_shape_overlap(&a->shape, a->at, &b->shape, b->at, &cache);
        if (again == overlap) continue;
        if (CHECK(again >= 0 && overlap >= 0) && apart == 1)
            CHECK((double)c->distance <= fuzz_error(a, b));
    }
    again = cld_shape_distance(&a->shape, a->at, &b->shape, b->at, margin, &cache, c);
    CHECK(fuzz_status(again) && again <= 1);
    good += overlap >= 0, touching += overlap == 1;
}

static void fuzz_sweep(fuzz_input *in, const fuzz_body *a, const fuzz_body *b)
{
    cld_motion ma, mb;
    cld_sweep_params params;
    cld_hit hit;
    cld_aabb box;
    int told;
    memset(&ma, 0, sizeof ma), memset(&mb, 0, sizeof mb);
    ma.linear = fuzz_vec3(in), mb.linear = fuzz_vec3(in);
    if (fuzz_byte(in) > 128) ma.angular = fuzz_vec3(in), ma.centre = fuzz_vec3(in);
    if (fuzz_byte(in) > 128) mb.angular = fuzz_vec3(in);
    params.distance = fuzz_byte(in) < 100 ? 0 : fuzz_real(in);
    params.tolerance = fuzz_byte(in) < 100 ? 0 : fuzz_real(in);
    memset(&hit, 0x5a, sizeof hit);
    told =
        cld_shape_sweep(&a->shape, a->at, fuzz_byte(in) % 3 ? &ma : NULL, &b->shape, b->at,
                        fuzz_byte(in) % 3 ? &mb : NULL, fuzz_byte(in) % 2 ? &params : NULL, &hit);
    CHECK(fuzz_status(told) && told <= 1);
    hits += told == 1;
    if (told == 1) CHECK(hit.time >= 0 && hit.time <= 1);
    if (told == 1) fuzz_contact(&hit.contact);
    if (told != 1) CHECK(((unsigned char *)&hit)[1] == 0x5a);
    memset(&box, 0x5a, sizeof box);
    told = cld_shape_bounds(&a->shape, a->at, &ma, &box);
    CHECK(fuzz_status(told) && told <= 0);
    if (told == CLD_OK) CHECK(box.low.x <= box.high.x && box.low.z <= box.high.z);
    if (told != CLD_OK) CHECK(((unsigned char *)&box)[1] == 0x5a);
}

static void fuzz_alone(fuzz_input *in, const fuzz_body *b)
{
    const cld_vec3 p = fuzz_vec3(in), d = fuzz_vec3(in);
    const int valid = cld_shape_validate(&b->shape);
    cld_plane plane;
    cld_contact c[4];
    cld_ray_hit ray;
    cld_aabb box;
    int told = cld_shape_bounds(&b->shape, b->at, NULL, &box);
    CHECK(fuzz_status(valid) && valid <= 0 && fuzz_status(told) && told <= 0);
    CHECK(valid == CLD_OK || told < 0);
    if (told == CLD_OK) CHECK(box.low.x <= box.high.x && box.low.z <= box.high.z);
    told = cld_shape_raycast(&b->shape, b->at, p, d, fuzz_byte(in) % 2 ? fuzz_real(in) : 1, &ray);
    CHECK(fuzz_status(told) && told <= 1);
    if (told == 1) CHECK(ray.distance >= 0 && fuzz_finite3(ray.normal));
    told = cld_shape_contains(&b->shape, b->at, p);
    CHECK(fuzz_status(told) && told <= CLD_INSIDE);
    CHECK((cld_shape_closest(&b->shape, b->at, p, c) == CLD_OK) == (told >= 0));
    if (told >= 0 && !fuzz_is_far(p)) fuzz_contact(c);
    plane.normal = d, plane.offset = fuzz_real(in);
    told = cld_shape_collide_plane(&b->shape, b->at, &plane, 0, c, 4);
    CHECK(fuzz_status(told));
    if (told <= 0) return;
    CHECK(c->distance == c->distance);
    if (c->distance > -TEST_INFINITY) fuzz_contact(c); /* the plane may be that far */
}

static void fuzz_run(fuzz_input *in)
{
    int i;
    beyond_range = 0;
    for (i = 0; i < 2; i++) {
        fuzz_shape(in, &bodies[i]), fuzz_range(&bodies[i]);
        fuzz_alone(in, &bodies[i]);
    }
    for (i = 0; i < 3; i++) {
        fuzz_pair(in, &bodies[0], &bodies[1]);
        fuzz_sweep(in, &bodies[0], &bodies[1]);
        bodies[1].at = fuzz_pose(in, &bodies[1].pose), fuzz_range(&bodies[1]);
    }
}

#ifndef TEST_LIBFUZZER
int main(int argc, char **argv)
{
    const int repeat = fuzz_random(argc, argv, 20000);
    printf("%d inputs; %ld pairs answered, %ld touching, %ld hits\n", repeat, good, touching, hits);
    CHECK(repeat < 1000 || (good > repeat / 4 && touching > repeat / 20 && hits > repeat / 50));
    solid_free(&bodies[0].solid);
    solid_free(&bodies[1].solid);
    return test_end();
}
#endif
