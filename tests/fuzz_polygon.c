/* Fuzzes [POLYGON] in the plane: any bytes as vertices, counts, strides, poses, points, directions.
 * Queries end, soon; they read within the array (vertices lie at the end of a block of their own
 * size, for the sanitizers); they refuse with a status of the docs or answer with vertices and
 * edges that there are. What validate calls convex also gets answers that fit together.
 *
 * How: tests/fuzz.h. Without TEST_LIBFUZZER argv[1] is the seed, argv[2] how many inputs. */
#include "test.h"
#include "polygon_sweep.h"
#include "fuzz.h"
#include <time.h>

static TEST_UNUSED int fuzz_equal(cld_vec2 a, cld_vec2 b)
{
    return a.x == b.x && a.y == b.y;
}

/* A polygon in a block that ends where its last vertex does. */
typedef struct fuzz_polygon {
    cld_polygon polygon;
    void *block;
    size_t count; /* that the block has; the polygon's may lie */
    int status;   /* of validate */
    double most;  /* largest coordinate, about */
    int plain;    /* a packed hull of three corners or more, without a pose */
} fuzz_polygon;

enum { FUZZ_RANDOM, FUZZ_HULL, FUZZ_ROUND, FUZZ_SAME, FUZZ_KINDS };

/* A radius or margin of what has been read already: inputs stay what they were. */
static cld_real fuzz_length(int choice, cld_vec2 of)
{
    static const double made[4] = {1, 0.001, 1e30, -1};
    choice &= 7;
    if (choice < 4) return (cld_real)fabs(choice & 1 ? (double)of.x : (double)of.y);
    return choice == 7 ? of.x : (cld_real)made[choice - 4];
}

static void fuzz_make(fuzz_input *in, fuzz_polygon *f)
{
    static const int counts[8] = {1, 2, 3, 4, 6, 17, 40, 200};
    const int kind = fuzz_byte(in) % FUZZ_KINDS, bend = fuzz_byte(in), turn = fuzz_byte(in);
    size_t i, stride = (size_t)(2 + fuzz_byte(in) % 3) * sizeof(cld_real), n, bytes;
    const cld_vec2 centre = fuzz_vec2(in), size = fuzz_vec2(in);
    size_t where = 0;
    n = (size_t)counts[fuzz_byte(in) % 8] + (size_t)(fuzz_byte(in) % 3);
    bytes = (n - 1) * stride + 2 * sizeof(cld_real);
    f->count = n, f->plain = 0;
    f->block = malloc(bytes);
    if (!f->block) abort();
    memset(f->block, 0xff, bytes);
    for (i = 0; i < n; i++) {
        cld_vec2 v = centre;
        const double a = 6.283185307179586 * (double)i / (double)n;
        if (kind == FUZZ_ROUND) {
            v.x = (cld_real)((double)centre.x + (double)size.x * cos(a));
            v.y = (cld_real)((double)centre.y + (double)size.y * sin(a));
        } else if (kind != FUZZ_SAME || i % 7 == 0) {
            v = fuzz_vec2(in);
        }
        memcpy((char *)f->block + i * stride, &v, sizeof v);
    }
    memset(&f->polygon, 0, sizeof f->polygon);
    f->polygon.vertices = (const cld_real *)f->block;
    f->polygon.count = n;
    f->polygon.stride = stride == 2 * sizeof(cld_real) && bend < 128 ? 0 : stride;
    if (kind == FUZZ_HULL) {
        /* the last vertex may have no room behind it: only packed ones are moved whole */
        if (stride == 2 * sizeof(cld_real)) {
            const int h = cld_polygon_hull((cld_real *)f->block, n, 0);
            CHECK(h == CLD_ERROR_POINT || (h >= 1 && (size_t)h <= n));
            if (h > 0) f->polygon.count = (size_t)h;
            if (h > 0 && n <= 40) CHECK(cld_polygon_validate(&f->polygon, NULL) == CLD_OK);
            f->plain = h > 2 && !(turn & 3) && (turn & 6) != 6 && bend < 200;
            for (i = 0; i < n && h > 0 && n <= 40; i++) { /* what is left out is within */
                cld_vec2 v;
                memcpy(&v, (char *)f->block + i * stride, sizeof v);
                CHECK(cld_polygon_contains(&f->polygon, v) >= CLD_BOUNDARY);
            }
        }
    }
    if (turn & 1) {
        f->polygon.pose = cld_pose2_from_angle(fuzz_real(in), fuzz_vec2(in));
    } else if ((turn & 6) == 6) {
        f->polygon.pose.rotation = fuzz_vec2(in);
        f->polygon.pose.position = fuzz_vec2(in);
    } else if (turn & 2) {
        f->polygon.pose.rotation.x = 0, f->polygon.pose.rotation.y = turn & 8 ? 1 : -1;
        f->polygon.pose.position = fuzz_vec2(in);
    }
    if ((turn & 48) == 48) f->polygon.radius = fuzz_length(bend, size), f->plain = 0;
    if (bend == 200) f->polygon.count = 0;
    if (bend == 201) f->polygon.count = ((size_t)1 << 29) + 1;
    if (bend == 202) f->polygon.stride = 1;
    if (bend == 203) f->polygon.stride = sizeof(cld_real);
    if (bend == 204) f->polygon.vertices = NULL;
    f->status = cld_polygon_validate(&f->polygon, &where);
    if (f->status == CLD_ERROR_POINT || f->status == CLD_ERROR_CONVEX) CHECK(where < n);
    f->most =
        fmax(fabs((double)f->polygon.pose.position.x), fabs((double)f->polygon.pose.position.y));
    for (i = 0; i < n && f->status == CLD_OK; i++) {
        cld_vec2 v;
        memcpy(&v, (char *)f->block + i * stride, sizeof v);
        f->most = fmax(f->most, fabs((double)v.x) + fabs((double)v.y));
    }
    f->most = fmax(f->most, (double)f->polygon.radius);
}

/* What cheap looks find: the same for all queries, whatever the vertices. */
static int fuzz_cheap(const fuzz_polygon *f)
{
    return f->status == CLD_ERROR_NULL || f->status == CLD_ERROR_COUNT ||
           f->status == CLD_ERROR_STRIDE || f->status == CLD_ERROR_POSE ||
           f->status == CLD_ERROR_EXTENT;
}

static int fuzz_status(const fuzz_polygon *f, int answer, int most)
{
    if (fuzz_cheap(f)) return answer == f->status;
    if (answer == CLD_ERROR_CONVEX) return f->status != CLD_OK;
    return (answer >= 0 && answer <= most) || answer == CLD_ERROR_FINITE ||
           answer == CLD_ERROR_PARAMETER;
}

static int fuzz_feature(const fuzz_polygon *f, uint32_t feature)
{
    return feature == CLD_FEATURE_INTERIOR ||
           (feature / 4 < f->polygon.count && feature % 4 <= CLD_FEATURE_EDGE);
}

static int fuzz_unit(cld_vec2 v)
{
    const double n = (double)v.x * (double)v.x + (double)v.y * (double)v.y;
    return fabs(n - 1) < 16 * TEST_ROUND;
}

/* -------------------------------------------------------------------------------------- answers */

/* Numbers that do not overflow when they are placed and squared. */
static int fuzz_tame(const fuzz_polygon *f, cld_vec2 p)
{
    const double most = sizeof(cld_real) == 4 ? 1e30 : 1e140;
    return f->status == CLD_OK && f->most < most && fuzz_finite(p) && fabs((double)p.x) < most &&
           fabs((double)p.y) < most;
}

static void fuzz_clip(const fuzz_polygon *f, const cld_clip2 *c, int tame)
{
    CHECK(fuzz_feature(f, c->enter_feature) && fuzz_feature(f, c->exit_feature));
    if (tame) {
        CHECK(fuzz_finite(c->enter_point) && fuzz_finite(c->exit_point));
        CHECK(c->enter <= c->exit);
    }
}

/* Where q is, seen from every edge of a hull that lies where it was made. */
static int fuzz_where(const fuzz_polygon *f, cld_vec2 q)
{
    const cld_vec2 *v = (const cld_vec2 *)f->block;
    const size_t n = f->polygon.count;
    int least = 1;
    size_t i;
    for (i = 0; i < n; i++) {
        const int side = cld_orient2d(v[i], v[(i + 1) % n], q);
        least = side < least ? side : least;
    }
    return least < 0 ? CLD_OUTSIDE : least > 0 ? CLD_INSIDE : CLD_BOUNDARY;
}

/* What stood behind a query's answers must stand there still. */
static void fuzz_room(const void *first, const void *end)
{
    const unsigned char *p = (const unsigned char *)first, *e = (const unsigned char *)end;
    while (p < e && *p == 0x5a) p++;
    CHECK(p == e);
}

/* Many points and directions at a time: the answers of one at a time, or none. */
static void fuzz_many(fuzz_input *in, const fuzz_polygon *f)
{
    const cld_polygon *p = &f->polygon;
    const size_t count = (size_t)fuzz_byte(in) % 20, step = 2 + (size_t)fuzz_byte(in) % 3;
    const size_t packed = 2 * sizeof(cld_real), odd = (size_t)fuzz_byte(in) % 64;
    /* too small ones are refused */
    const size_t stride = odd > 0 && odd < packed ? odd : step == 2 ? 0 : step * sizeof(cld_real);
    cld_vec2 at[20];
    uint32_t vertices[21], v = 0;
    uint8_t where[21];
    cld_real *points = (cld_real *)malloc((step * count + 1) * sizeof *points);
    size_t i;
    int s;
    if (!points) abort();
    for (i = 0; i < count; i++)
        at[i] = fuzz_vec2(in), memcpy(points + step * i, &at[i], sizeof *at);
    memset(where, 0x5a, sizeof where), memset(vertices, 0x5a, sizeof vertices);
    s = cld_polygon_contains_many(p, points, count, stride, where);
    CHECK(odd > 0 && odd < packed && !fuzz_cheap(f)
              ? s == CLD_ERROR_STRIDE || (s == CLD_ERROR_CONVEX && f->status != CLD_OK)
              : fuzz_status(f, s, 0) || fuzz_cheap(f));
    fuzz_room(where + (s == CLD_OK ? count : 0), where + 21);
    for (i = 0; i < count && s == CLD_OK; i++) CHECK(where[i] == cld_polygon_contains(p, at[i]));
    s = cld_polygon_extreme_many(p, at, count, vertices);
    CHECK(fuzz_status(f, s, 0));
    fuzz_room(vertices + (s == CLD_OK ? count : 0), vertices + 21);
    for (i = 0; i < count && s == CLD_OK; i++)
        CHECK(cld_polygon_extreme(p, at[i], &v, NULL) == CLD_OK && vertices[i] == v);
    free(points);
}

static void fuzz_one(fuzz_input *in, const fuzz_polygon *f)
{
    const cld_polygon *p = &f->polygon;
    const cld_vec2 q = fuzz_vec2(in), d = fuzz_vec2(in);
    const int tame = fuzz_tame(f, q) && fuzz_tame(f, d);
    uint32_t v = 0, t[2] = {0, 0};
    cld_vec2 at;
    cld_span span;
    cld_clip2 clip;
    cld_contact2 c;
    int s, inside;
    s = cld_polygon_extreme(p, d, &v, &at);
    CHECK(fuzz_status(f, s, 0));
    if (s == CLD_OK) CHECK(v < p->count);
    s = cld_polygon_span(p, d, &span);
    CHECK(fuzz_status(f, s, 0));
    if (s == CLD_OK) {
        CHECK(span.vertex_min < p->count && span.vertex_max < p->count);
        if (tame) CHECK(span.min <= span.max && span.width >= 0);
        if (tame && cld_polygon_extreme(p, d, &v, NULL) == CLD_OK) CHECK(v == span.vertex_max);
    }
    inside = cld_polygon_contains(p, q);
    CHECK(fuzz_status(f, inside, 2));
    s = cld_polygon_tangents(p, q, t);
    CHECK(fuzz_status(f, s, 1));
    if (s == 1) CHECK(t[0] < p->count && t[1] < p->count);
    if (tame && p->radius == 0) CHECK(s == (inside == CLD_OUTSIDE));
    s = cld_polygon_closest(p, q, &c);
    CHECK(fuzz_status(f, s, 1));
    if (s == 1) CHECK(fuzz_feature(f, c.feature_a));
    if (tame) {
        CHECK(s == (inside == CLD_OUTSIDE));
        CHECK((c.distance > 0) == (s == 1));
        if (s == 1) CHECK(fuzz_unit(c.normal) && fuzz_finite(c.point_a));
    }
    s = cld_polygon_clip_line(p, q, d, &clip);
    CHECK(fuzz_status(f, s, 1));
    if (s == 1) fuzz_clip(f, &clip, tame);
    s = cld_polygon_clip_ray(p, q, d, &clip);
    CHECK(fuzz_status(f, s, 1));
    if (s == 1) fuzz_clip(f, &clip, tame);
    if (tame && inside > 0 && (d.x != 0 || d.y != 0)) CHECK(s == 1);
    s = cld_polygon_clip_segment(p, q, d, &clip);
    CHECK(fuzz_status(f, s, 1));
    if (s == 1) fuzz_clip(f, &clip, tame);
    if (tame && inside > 0) CHECK(s == 1);
    if (tame && f->plain) CHECK(inside == fuzz_where(f, q));
    fuzz_many(in, f);
}

static int fuzz_status_two(const fuzz_polygon *a, const fuzz_polygon *b, int answer, int most)
{
    if (answer == CLD_ERROR_CONVEX) { /* of one that is well but for that, and is looked at first */
        return (a->status != CLD_OK && !fuzz_cheap(a)) || (b->status != CLD_OK && !fuzz_cheap(b));
    }
    if (fuzz_cheap(a) || fuzz_cheap(b)) return answer == a->status || answer == b->status;
    return (answer >= 0 && answer <= most) || answer == CLD_ERROR_FINITE;
}

/* The distance seen from the other: each is right to 2^-48 of the largest number that takes part,
   which a turn makes larger by 3/2, and to two roundings. */
static void fuzz_swapped(const cld_polygon *p, const cld_polygon *q, const cld_contact2 *c,
                         double most)
{
    const double far = fabs((double)c->distance), least = sizeof(cld_real) == 4 ? 1e-44 : 1e-322;
    cld_contact2 other;
    CHECK(cld_polygon_distance(q, p, &other) == 1);
    CHECK_NEAR(other.distance, c->distance, ldexp(6 * most, -48) + 2 * TEST_ROUND * far + least);
}

/* With a margin, and with a skin on the way. */
static void fuzz_margin(const fuzz_polygon *a, const fuzz_polygon *b, cld_vec2 motion, int overlap,
                        int choice)
{
    const cld_polygon *p = &a->polygon, *q = &b->polygon;
    const int tame = fuzz_tame(a, motion) && fuzz_tame(b, motion);
    const int bad = fuzz_cheap(a) || fuzz_cheap(b);
    cld_motion2 move = {{0, 0}, 0, {0, 0}}, own = move;
    cld_sweep_params params;
    cld_contact2 c[3];
    cld_hit2 hit;
    const cld_real margin = fuzz_length(choice, motion);
    int s;
    memset(c, 0x5a, sizeof c), memset(&params, 0, sizeof params);
    s = cld_polygon_collide(p, q, margin, c, 2);
    if (!(margin >= 0)) {
        CHECK(bad || s == CLD_ERROR_PARAMETER || s == CLD_ERROR_CONVEX);
    } else {
        CHECK(fuzz_status_two(a, b, s, 2));
        if (s > 0) CHECK(fuzz_feature(a, c->feature_a) && fuzz_feature(b, c->feature_b));
        if (tame && overlap) CHECK(s > 0);
        if (tame && s > 0) CHECK((c->distance > 0) == !overlap && fuzz_unit(c->normal));
    }
    fuzz_room(c + 2, c + 3);
    params.distance = margin, move.linear = motion;
    own.linear.x = motion.y, own.linear.y = motion.x, own.angle = (cld_real)(choice == 10);
    s = cld_polygon_sweep(p, choice & 2 ? &own : NULL, q, &move, &params, &hit);
    CHECK(bad || fuzz_status_two(a, b, s, 1) || s == CLD_ERROR_PARAMETER);
    if (s == 1) CHECK(hit.time >= 0 && hit.time <= 1);
    if (s == 1 && tame && !overlap) {
        CHECK(fuzz_feature(a, hit.contact.feature_a) && fuzz_feature(b, hit.contact.feature_b));
    }
}

/* The answer of cld_polygon_mass: no area without a place. */
static void fuzz_mass(const fuzz_polygon *f)
{
    const cld_vec2 zero = {0, 0};
    cld_area_mass m;
    const int s = cld_polygon_mass(&f->polygon, &m);
    CHECK(fuzz_cheap(f) ? s == f->status : s == CLD_OK || f->status != CLD_OK);
    if (s != CLD_OK || !fuzz_tame(f, zero)) return;
    CHECK(m.area >= 0 && m.xx >= 0 && m.yy >= 0);
    CHECK(fuzz_finite(m.centroid) || f->most > 1e29);
}

/* Intersection and sum: as many vertices as fit, and no more than both polygons have. */
static void fuzz_areas(const fuzz_polygon *a, const fuzz_polygon *b, int overlap, int capacity)
{
    const cld_polygon *p = &a->polygon, *q = &b->polygon;
    const cld_vec2 zero = {0, 0};
    const int tame = fuzz_tame(a, zero) && fuzz_tame(b, zero);
    const int bad = fuzz_cheap(a) || fuzz_cheap(b);
    /* what is not convex may have as many crossings as there are steps */
    const int most = bad ? 0 : (int)(p->count + q->count), room = most < capacity ? most : capacity;
    const int limit = a->status == CLD_OK && b->status == CLD_OK ? most : 4 * most + 4;
    cld_real *points = (cld_real *)malloc(sizeof(cld_real) * (size_t)(2 * room + 1));
    cld_area_mass m;
    int s;
    if (!points) abort();
    points[2 * room] = 77;
    s = cld_polygon_intersection(p, q, points, room, &m);
    CHECK(points[2 * room] == 77);
    CHECK(fuzz_status_two(a, b, s, limit) || (s == CLD_ERROR_PARAMETER && !bad));
    if (tame && s != CLD_ERROR_PARAMETER) CHECK((s > 0) == overlap);
    if (tame && s >= 0) CHECK(m.area >= 0 && m.xx >= 0 && m.yy >= 0);
    if (tame && s >= 0 && s < 3) CHECK(m.area == 0);
    CHECK(cld_polygon_intersection(p, q, NULL, 0, NULL) == s);
    s = cld_polygon_sum(p, q, points, room);
    CHECK(points[2 * room] == 77);
    CHECK(fuzz_status_two(a, b, s, limit));
    if (!bad && s >= 0) CHECK(s >= 1);
    CHECK(cld_polygon_sum(p, q, NULL, 0) == s);
    free(points);
}

static void fuzz_two(fuzz_input *in, const fuzz_polygon *a, const fuzz_polygon *b)
{
    const cld_vec2 motion = fuzz_vec2(in), zero = {0, 0};
    const cld_polygon *p = &a->polygon, *q = &b->polygon;
    const int tame = fuzz_tame(a, motion) && fuzz_tame(b, motion);
    cld_polygon_witness w;
    cld_polygon_cache cache;
    cld_contact2 c[4];
    cld_hit2 hit;
    cld_vec2 back;
    int s, overlap, capacity;
    overlap = cld_polygon_overlap(p, q, &w);
    CHECK(fuzz_status_two(a, b, overlap, 1));
    if (tame && overlap == 0) {
        CHECK(fuzz_unit(w.normal) && w.vertex_a < p->count && w.vertex_b < q->count);
    }
    if (tame) CHECK(cld_polygon_overlap(q, p, NULL) == overlap);
    fuzz_take(in, &cache, sizeof cache);
    s = cld_polygon_overlap_cached(p, q, &cache, &w);
    CHECK(fuzz_status_two(a, b, s, 1));
    if (tame) CHECK(s == overlap);
    s = cld_polygon_distance(p, q, c);
    CHECK(fuzz_status_two(a, b, s, 1));
    if (tame) {
        CHECK(s == !overlap && (c->distance > 0) == s);
        CHECK(fuzz_finite(c->point_a) && fuzz_finite(c->point_b));
        if (s) CHECK(fuzz_unit(c->normal));
    }
    if (s == 1) CHECK(fuzz_feature(a, c->feature_a) && fuzz_feature(b, c->feature_b));
    s = cld_polygon_distance_cached(p, q, &cache, c);
    CHECK(fuzz_status_two(a, b, s, 1));
    if (tame) CHECK(s == !overlap);
    if (s == 1) CHECK(fuzz_feature(a, c->feature_a) && fuzz_feature(b, c->feature_b));
    if (tame && s == 1) fuzz_swapped(p, q, c, fmax(a->most, b->most));
    memset(c, 0x5a, sizeof c);
    capacity = fuzz_byte(in) % 4;
    s = cld_polygon_collide(p, q, 0, c, capacity);
    CHECK(fuzz_status_two(a, b, s, 2));
    fuzz_room(c + (s < 0 ? 0 : s < capacity ? s : capacity), c + 4);
    s = cld_polygon_collide(p, q, 0, c, 2);
    CHECK(fuzz_status_two(a, b, s, 2));
    if (tame) {
        CHECK((s > 0) == overlap);
        if (s > 0) CHECK(c->distance <= 0 && fuzz_unit(c->normal));
    }
    if (s > 0) CHECK(fuzz_feature(a, c->feature_a) && fuzz_feature(b, c->feature_b));
    s = sweep_b(p, q, motion, &hit);
    CHECK(fuzz_status_two(a, b, s, 1));
    if (s == 1) {
        CHECK(hit.time >= 0 && hit.time <= 1);
        if (overlap != 1) {
            CHECK(fuzz_feature(a, hit.contact.feature_a) && fuzz_feature(b, hit.contact.feature_b));
        }
    }
    if (tame && overlap && s == 1) CHECK(hit.time == 0 && fuzz_unit(hit.contact.normal));
    back.x = -motion.x, back.y = -motion.y; /* A comes to B: exact, either way */
    /* of a start within 2^-44 M the rule for contact holds, which rounding may decide */
    if (tame && cld_polygon_distance(p, q, c) == 1 && p->radius + q->radius == 0 &&
        (double)c->distance > ldexp(fmax(a->most, b->most), -43))
        CHECK(sweep_b(q, p, back, NULL) == s);
    s = sweep_b(p, q, zero, NULL);
    if (tame) CHECK(s == 0);
    CHECK(cld_polygon_collide(p, q, 0, c, -1) < 0);
    fuzz_margin(a, b, motion, overlap, capacity + 4 * (int)(p->count % 4));
    fuzz_areas(a, b, overlap, capacity ? 1000 : 2);
}

static long fuzz_convex;

static void fuzz_run(fuzz_input *in)
{
    fuzz_polygon a, b;
    int i;
    fuzz_make(in, &a);
    fuzz_make(in, &b);
    fuzz_convex += a.status == CLD_OK && b.status == CLD_OK;
    for (i = 0; i < 3; i++) fuzz_one(in, &a);
    fuzz_mass(&a), fuzz_mass(&b);
    fuzz_two(in, &a, &b);
    fuzz_two(in, &b, &a);
    fuzz_two(in, &a, &a);
    free(a.block), free(b.block);
}

#ifndef TEST_LIBFUZZER
/* Long arrays of anything: no query takes long for what is not convex. A quarter as long where
   little is asked for, under the sanitizers: what is linear takes there, not optimised, as long as
   the bound, while what is quadratic would still take minutes. */
static void fuzz_long(test_random *r)
{
    enum { ASKED = 30 };
    const uint32_t N = test_repeat(100) < 10 ? 50000 : 200000;
    cld_real *v = (cld_real *)malloc(4 * N * sizeof v[0]);
    cld_polygon p[2];
    uint32_t i;
    int kind, k;
    if (!v) abort();
    memset(p, 0, sizeof p);
    for (kind = 0; kind < 5; kind++) {
        clock_t begun;
        for (i = 0; i < 2 * N; i++) {
            const double a = 6.283185307179586 * i / N, t = test_between(r, -1, 1);
            double x = t, y = test_between(r, -1, 1);
            if (kind == 1) x = cos(a) + 1e-7 * t, y = sin(a) + 1e-7 * y; /* a rough circle */
            if (kind == 2) x = cos(-a), y = sin(-a);                     /* the other way around */
            if (kind == 3) x = cos(a * 1001) + t / 100, y = sin(a * 1001); /* many times around */
            if (kind == 4) x = i % 3 ? TEST_NAN : x;
            v[2 * i] = (cld_real)x, v[2 * i + 1] = (cld_real)y;
        }
        p[0].vertices = v, p[1].vertices = v + 2 * N;
        p[0].count = p[1].count = N;
        begun = clock();
        for (i = 0; i < ASKED; i++) {
            const double a = test_between(r, -4, 4);
            cld_vec2 d, q;
            uint32_t found[2] = {0, 0};
            cld_span span;
            cld_contact2 c;
            cld_clip2 clip;
            cld_hit2 hit;
            d.x = (cld_real)cos(a), d.y = (cld_real)sin(a);
            q.x = (cld_real)test_between(r, -2, 2), q.y = (cld_real)test_between(r, -2, 2);
            p[1].pose = cld_pose2_from_angle((cld_real)a, q);
            CHECK(cld_polygon_extreme(&p[0], d, found, NULL) <= 0 && found[0] < N);
            CHECK(cld_polygon_span(&p[0], d, &span) <= 0);
            CHECK(cld_polygon_contains(&p[0], q) <= 2);
            CHECK(cld_polygon_tangents(&p[0], q, found) <= 1 && found[0] < N && found[1] < N);
            CHECK(cld_polygon_closest(&p[0], q, &c) <= 1);
            CHECK(cld_polygon_clip_line(&p[0], q, d, &clip) <= 1);
            CHECK(cld_polygon_overlap(&p[0], &p[1], NULL) <= 1);
            k = cld_polygon_distance(&p[0], &p[1], &c);
            if (k == 1) CHECK(c.feature_a / 4 < N && c.feature_b / 4 < N);
            if (k == 1) CHECK(sweep_b(&p[0], &p[1], d, &hit) <= 1);
        }
        /* microseconds each; collide apart, which may be linear, as may a sweep that starts in
           contact, which asks for the depth; generously: a millisecond */
        CHECK((double)(clock() - begun) / CLOCKS_PER_SEC < 9 * ASKED * 1e-3);
        begun = clock();
        for (i = 0; i < 4; i++) {
            cld_contact2 c[2];
            cld_area_mass m;
            p[1].pose.position.x = (cld_real)(i / 3.0);
            CHECK(cld_polygon_collide(&p[0], &p[1], 0, c, 2) <= 2);
            CHECK(cld_polygon_mass(&p[0], &m) <= 0);
            CHECK(cld_polygon_intersection(&p[0], &p[1], NULL, 0, &m) < (int)(4 * N));
            CHECK(cld_polygon_sum(&p[0], &p[1], NULL, 0) < (int)(4 * N));
            CHECK(sweep_b(&p[0], &p[1], p[1].pose.position, NULL) <= 1);
        }
        CHECK((double)(clock() - begun) / CLOCKS_PER_SEC < 4 * 1.0);
    }
    free(v);
}

int main(int argc, char **argv)
{
    const int repeat = fuzz_random(argc, argv, 20000);
    test_random r = test_random_from(2);
    printf("%d inputs, %ld of them two convex polygons\n", repeat, fuzz_convex);
    CHECK(repeat < 1000 || fuzz_convex > repeat / 10);
    if (argc < 2 || strcmp(argv[1], "--corpus") != 0) fuzz_long(&r);
    return test_end();
}
#endif
