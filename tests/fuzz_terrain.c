/* Fuzzes [TERRAIN]: any bytes as heights, counts, strides, types, poses, and as bodies, rays,
 * motions. Queries end; they read within the arrays (heights lie at the end of a block of their own
 * size, for the sanitizers; so do bits of diagonals and the pyramid); they refuse with a status of
 * the docs, and then leave alone what they would have written; or they answer with features that
 * there are, and what several say of the same fits together.
 *
 * How: tests/fuzz.h. Without TEST_LIBFUZZER argv[1] is the seed, argv[2] how many inputs. */
#include "test.h"
#include "fuzz.h"
#include "examples/heightfield_bodies.h"

typedef struct fuzz_terrain {
    cld_heightfield field;
    void *heights, *memory;
    uint32_t *bits;
    int status;  /* of what is cheap to see */
    double most; /* of heights and sizes */
} fuzz_terrain;

static int fuzz_unit3(cld_vec3 v)
{
    const double n =
        (double)v.x * (double)v.x + (double)v.y * (double)v.y + (double)v.z * (double)v.z;
    return fabs(n - 1) < 16 * TEST_ROUND;
}

static double fuzz_most(cld_vec3 v)
{
    return fmax(fabs((double)v.x), fmax(fabs((double)v.y), fabs((double)v.z)));
}

static cld_pose fuzz_pose(fuzz_input *in, int how)
{
    cld_pose p;
    memset(&p, 0, sizeof p);
    if (how & 1) p.position = fuzz_vec3(in);
    if ((how & 6) == 6) {
        p.rotation.x = fuzz_vec3(in), p.rotation.y = fuzz_vec3(in), p.rotation.z = fuzz_vec3(in);
    } else if (how & 2) {
        test_random r;
        r.state = (uint64_t)fuzz_byte(in);
        p.rotation = test_rotation(&r);
    }
    return p;
}

/* Number k of a height array of some type. */
static double fuzz_height(fuzz_input *in, cld_height_type type, char *at, int flat)
{
    const cld_real x = flat ? (cld_real)flat : fuzz_real(in);
    const float f = (float)x;
    const double d = (double)x;
    const int16_t n = (int16_t)(fuzz_byte(in) * 256 + fuzz_byte(in));
    switch (type) {
    case CLD_HEIGHT_REAL:
        memcpy(at, &x, sizeof x);
        return (double)x;
    case CLD_HEIGHT_FLOAT:
        memcpy(at, &f, sizeof f);
        return (double)f;
    case CLD_HEIGHT_DOUBLE:
        memcpy(at, &d, sizeof d);
        return d;
    default:
        memcpy(at, &n, sizeof n);
        return n;
    }
}

static void fuzz_make(fuzz_input *in, fuzz_terrain *t)
{
    static const size_t sizes[4] = {sizeof(cld_real), sizeof(float), sizeof(double),
                                    sizeof(int16_t)};
    cld_heightfield *f = &t->field;
    const int bend = fuzz_byte(in), how = fuzz_byte(in), flat = fuzz_byte(in) % 4 == 0;
    const uint32_t columns = 2 + (uint32_t)fuzz_byte(in) % 20,
                   rows = 2 + (uint32_t)fuzz_byte(in) % 20;
    const cld_height_type type = (cld_height_type)(fuzz_byte(in) % 4);
    const size_t size = sizes[type], stride = size * (columns + (uint32_t)fuzz_byte(in) % 3);
    const size_t bytes = stride * (rows - 1) + size * columns;
    uint32_t i, j, words = ((columns - 1) * (rows - 1) + 31) / 32;
    size_t where;
    memset(t, 0, sizeof *t);
    t->heights = malloc(bytes);
    t->bits = (uint32_t *)malloc(words * sizeof *t->bits);
    if (!t->heights || !t->bits) abort();
    memset(t->heights, 0xff, bytes);
    for (i = 0; i < words; i++) t->bits[i] = (uint32_t)fuzz_byte(in) * 0x01010101u;
    f->heights = t->heights, f->type = type, f->columns = columns, f->rows = rows;
    f->stride = stride == size * columns && (how & 128) ? 0 : stride;
    f->diagonal = (cld_diagonal)(how >> 4 & 3), f->diagonals = t->bits;
    f->dx = f->dy = 1;
    if (how & 8) f->dx = fuzz_real(in), f->dy = fuzz_real(in);
    if (how & 4) f->scale = fuzz_real(in), f->offset = fuzz_real(in);
    f->has_no_data = how & 64, f->no_data = (double)fuzz_real(in);
    if (how & 1) f->pose = fuzz_pose(in, fuzz_byte(in));
    for (j = 0; j < rows; j++)
        for (i = 0; i < columns; i++) {
            const double h =
                fuzz_height(in, type, (char *)t->heights + j * stride + i * size, flat);
            if (test_is_finite(h)) t->most = fmax(t->most, fabs(h));
        }
    if (bend == 100) f->columns = 1;
    if (bend == 101) f->rows = 0;
    if (bend == 102) f->rows = 0xffffffffu;
    if (bend == 103) f->stride = 1;
    if (bend == 104) f->stride = size;
    if (bend == 105) f->heights = NULL;
    if (bend == 106) f->diagonal = CLD_DIAGONAL_BITS, f->diagonals = NULL;
    if (bend == 107) f->diagonal = (cld_diagonal)77;
    if (bend == 108) f->type = (cld_height_type)-5;
    t->status = cld_heightfield_validate(f, &where);
    if (t->status == CLD_ERROR_POINT) {
        CHECK(where < (size_t)columns * rows);
        t->status = CLD_OK; /* too dear to see for queries: such a height is a hole */
    }
    t->most *= f->scale == 0 ? 1 : fabs((double)f->scale);
    t->most += fabs((double)f->offset) + fuzz_most(f->pose.position) + 20 * fabs((double)f->dx) +
               20 * fabs((double)f->dy);
    where = cld_heightfield_size(f);
    CHECK((where > 0) == (t->status == CLD_OK));
    if (where > 0 && (how & 2)) {
        t->memory = malloc(where);
        if (!t->memory) abort();
        CHECK(cld_heightfield_build(f, t->memory, cld_heightfield_size(f)) == CLD_OK &&
              f->pyramid == t->memory);
    }
}

static void fuzz_free(fuzz_terrain *t)
{
    free(t->heights);
    free(t->bits);
    free(t->memory);
}

/* An error that a query may give for this field and a body that is well formed or not. */
static int fuzz_answer(const fuzz_terrain *t, int body, int answer, int most)
{
    if (t->status < 0 && body < 0) return answer == t->status || answer == body;
    if (t->status < 0) return answer == t->status;
    if (body < 0) return answer == body;
    return answer >= 0 && answer <= most;
}

static int fuzz_feature(const fuzz_terrain *t, uint32_t feature)
{
    const uint32_t kind = feature % 4, number = feature / 4;
    const uint32_t v = kind == CLD_FEATURE_VERTEX ? number
                       : kind == CLD_FEATURE_EDGE ? number / 3
                                                  : number / 2;
    return kind <= CLD_FEATURE_FACE && v < t->field.columns * t->field.rows;
}

/* Numbers whose squares and products do not overflow cld_real when contacts are told. */
static int fuzz_tame(const fuzz_terrain *t, double body)
{
    const double most = sizeof(cld_real) == 4 ? 1e30 : 1e60;
    return t->status == CLD_OK && t->most < most && body < most;
}

static void fuzz_contact(const fuzz_terrain *t, const cld_contact *k, int tame)
{
    CHECK(fuzz_feature(t, k->feature_b));
    if (!tame) return;
    CHECK(fuzz_unit3(k->normal));
    CHECK(fuzz_finite3(k->point_a) && fuzz_finite3(k->point_b));
    CHECK(test_is_finite((double)k->distance));
}

static const unsigned char *fuzz_clean(void *what, size_t size)
{
    static unsigned char clean[sizeof(cld_contact) * (CLD_HEIGHTFIELD_CONTACTS + 1)];
    memset(clean, 0x5a, sizeof clean);
    memcpy(what, clean, size);
    return clean;
}

/* ---------------------------------------------------------------------------------------- queries
   */

enum { CYLINDER, SPHERE, CAPSULE, HULL, BOX, BODIES };

/* A body of one of these kinds. */
typedef struct fuzz_body {
    int kind;
    cld_cylinder cylinder;
    cld_sphere sphere;
    cld_capsule capsule;
    cld_hull hull;
#ifndef COLLIDE_NO_OBB
    cld_obb box;
#endif
    cld_real *points; /* of the hull */
    double most;      /* of its numbers */
} fuzz_body;

static int fuzz_overlap(const cld_heightfield *f, const fuzz_body *b)
{
    switch (b->kind) {
    case CYLINDER:
        return cld_heightfield_overlap_cylinder(f, &b->cylinder);
    case SPHERE:
        return cld_heightfield_overlap_sphere(f, &b->sphere);
    case CAPSULE:
        return cld_heightfield_overlap_capsule(f, &b->capsule);
#ifndef COLLIDE_NO_OBB
    case BOX:
        return cld_heightfield_overlap_obb(f, &b->box);
#endif
    default:
        return cld_heightfield_overlap_hull(f, &b->hull);
    }
}

static int fuzz_collide(const cld_heightfield *f, const fuzz_body *b, cld_real margin,
                        cld_contact *out, int capacity)
{
    switch (b->kind) {
    case CYLINDER:
        return cld_heightfield_collide_cylinder(f, &b->cylinder, margin, out, capacity);
    case SPHERE:
        return cld_heightfield_collide_sphere(f, &b->sphere, margin, out, capacity);
    case CAPSULE:
        return cld_heightfield_collide_capsule(f, &b->capsule, margin, out, capacity);
#ifndef COLLIDE_NO_OBB
    case BOX:
        return cld_heightfield_collide_obb(f, &b->box, margin, out, capacity);
#endif
    default:
        return cld_heightfield_collide_hull(f, &b->hull, margin, out, capacity);
    }
}

static int fuzz_distance(const cld_heightfield *f, const fuzz_body *b, cld_real most,
                         cld_contact *closest)
{
    switch (b->kind) {
    case CYLINDER:
        return cld_heightfield_distance_cylinder(f, &b->cylinder, most, closest);
    case SPHERE:
        return cld_heightfield_distance_sphere(f, &b->sphere, most, closest);
    case CAPSULE:
        return cld_heightfield_distance_capsule(f, &b->capsule, most, closest);
#ifndef COLLIDE_NO_OBB
    case BOX:
        return cld_heightfield_distance_obb(f, &b->box, most, closest);
#endif
    default:
        return cld_heightfield_distance_hull(f, &b->hull, most, closest);
    }
}

static int fuzz_sweep(const cld_heightfield *f, const fuzz_body *b, cld_vec3 motion,
                      cld_heightfield_hit *hit)
{
    switch (b->kind) {
    case CYLINDER:
        return cld_heightfield_sweep_cylinder(f, &b->cylinder, motion, hit);
    case SPHERE:
        return cld_heightfield_sweep_sphere(f, &b->sphere, motion, hit);
    case CAPSULE:
        return cld_heightfield_sweep_capsule(f, &b->capsule, motion, hit);
#ifndef COLLIDE_NO_OBB
    case BOX:
        return cld_heightfield_sweep_obb(f, &b->box, motion, hit);
#endif
    default:
        return cld_heightfield_sweep_hull(f, &b->hull, motion, hit);
    }
}

static void fuzz_hull(fuzz_input *in, fuzz_body *b)
{
    const size_t count = 1 + (size_t)fuzz_byte(in) % 12;
    const int bend = fuzz_byte(in);
    cld_hull *h = &b->hull;
    size_t i;
    b->points = (cld_real *)malloc(3 * count * sizeof *b->points);
    if (!b->points) abort();
    for (i = 0; i < 3 * count; i++)
        b->points[i] = fuzz_real(in), b->most = fmax(b->most, fabs((double)b->points[i]));
    h->points = b->points, h->count = count;
    h->radius = bend & 1 ? 0 : fuzz_real(in);
    if (bend & 2) h->pose = fuzz_pose(in, bend / 4);
    if (bend == 200) h->count = 0;
    if (bend == 201) h->count = 257;
    if (bend == 202) h->stride = 1;
    if (bend == 204) h->points = NULL;
    b->most += fuzz_most(h->pose.position) + fabs((double)h->radius);
}

static void fuzz_cylinder(fuzz_input *in, cld_cylinder *c)
{
    c->centre = fuzz_vec3(in), c->axis = fuzz_vec3(in);
    c->radius = fuzz_real(in), c->half_height = fuzz_real(in);
    if (fuzz_byte(in) % 4) c->radius = (cld_real)(0.1 * (1 + fuzz_byte(in) % 40));
    if (fuzz_byte(in) % 4) c->half_height = (cld_real)(0.1 * (1 + fuzz_byte(in) % 40));
}

static void fuzz_body_make(fuzz_input *in, int kind, fuzz_body *b)
{
    memset(b, 0, sizeof *b);
    b->kind = kind;
    if (kind == CYLINDER) {
        fuzz_cylinder(in, &b->cylinder);
        b->most = fuzz_most(b->cylinder.centre) + fabs((double)b->cylinder.radius) +
                  fabs((double)b->cylinder.half_height);
    } else if (kind == SPHERE) {
        b->sphere.centre = fuzz_vec3(in), b->sphere.radius = fuzz_real(in);
        b->most = fuzz_most(b->sphere.centre) + fabs((double)b->sphere.radius);
    } else if (kind == CAPSULE) {
        b->capsule.a = fuzz_vec3(in), b->capsule.b = fuzz_vec3(in);
        b->capsule.radius = fuzz_real(in);
        b->most =
            fuzz_most(b->capsule.a) + fuzz_most(b->capsule.b) + fabs((double)b->capsule.radius);
    }
#ifndef COLLIDE_NO_OBB
    else if (kind == BOX) {
        const cld_pose pose = fuzz_pose(in, fuzz_byte(in));
        b->box = cld_obb_from_pose(&pose, fuzz_vec3(in));
        b->most = fuzz_most(pose.position) + fuzz_most(b->box.half);
    }
#endif
    else {
        b->kind = HULL;
        fuzz_hull(in, b);
    }
}

/* What the three queries on a body say. */
typedef struct fuzz_said {
    int overlap, collide, distance;
    cld_contact k[CLD_HEIGHTFIELD_CONTACTS + 1], closest;
} fuzz_said;

static void fuzz_consistent(const fuzz_terrain *t, int body, double size, const fuzz_said *s,
                            cld_real margin)
{
    const int tame = body == CLD_OK && fuzz_tame(t, size);
    unsigned char none[sizeof s->k];
    int i;
    CHECK(fuzz_answer(t, body, s->overlap, 1));
    CHECK(fuzz_answer(t, body, s->collide, CLD_HEIGHTFIELD_CONTACTS) ||
          (s->collide == CLD_ERROR_PARAMETER && !(margin >= 0)));
    memset(none, 0x5a, sizeof none);
    for (i = 0; i < s->collide; i++) fuzz_contact(t, &s->k[i], tame);
    i = s->collide > 0 ? s->collide : 0;
    CHECK(memcmp(&s->k[i], none, sizeof s->k - (size_t)i * sizeof s->k[0]) == 0);
    if (s->distance == 1)
        fuzz_contact(t, &s->closest, tame);
    else
        CHECK(memcmp(&s->closest, none, sizeof s->closest) == 0);
    if (s->overlap >= 0 && !(margin >= 0)) CHECK(s->collide == CLD_ERROR_PARAMETER);
    if (!(margin >= 0)) return;
    if (s->overlap == 1) CHECK(s->collide > 0);
    if (s->overlap == 0 && margin == 0) CHECK(s->collide == 0);
}

/* A result array of just the size asked for: as many are written, and the same. */
static void fuzz_capacity(const fuzz_terrain *t, const fuzz_body *b, cld_real margin, int capacity,
                          const fuzz_said *s)
{
    const size_t size = (size_t)capacity * sizeof(cld_contact);
    cld_contact *out = (cld_contact *)malloc(size + 1);
    int some;
    if (!out) abort();
    CHECK(fuzz_collide(&t->field, b, margin, capacity ? out : NULL, capacity) == s->collide);
    some = s->collide < capacity ? s->collide : capacity;
    if (some > 0) CHECK(memcmp(out, s->k, (size_t)some * sizeof *out) == 0);
    free(out);
}

/* The same without the pyramid, but for what touches by no more than rounding. */
static void fuzz_without(const fuzz_terrain *t, const fuzz_body *b, const fuzz_said *s)
{
    cld_heightfield plain = t->field;
    cld_contact k[2];
    int overlap;
    if (!plain.pyramid || s->overlap < 0) return;
    plain.pyramid = NULL;
    overlap = fuzz_overlap(&plain, b);
    if (overlap == s->overlap) return;
    CHECK(fuzz_collide(overlap ? &plain : &t->field, b, 0, k, 1) > 0);
    if (fuzz_tame(t, b->most)) CHECK(fabs((double)k[0].distance) <= 1e-10 * (t->most + b->most));
}

static long fuzz_touching;

static void fuzz_ask(fuzz_input *in, const fuzz_terrain *t, int kind)
{
    const cld_heightfield *f = &t->field;
    const cld_real margin = fuzz_byte(in) % 3 ? 0 : fuzz_real(in);
    const cld_real far = fuzz_byte(in) % 3 ? (cld_real)TEST_INFINITY : fuzz_real(in);
    const cld_vec3 motion = fuzz_vec3(in);
    const int capacity = fuzz_byte(in) % (CLD_HEIGHTFIELD_CONTACTS + 1);
    cld_heightfield_hit hit;
    fuzz_body b;
    fuzz_said s;
    int status, swept;
    fuzz_body_make(in, kind, &b);
    fuzz_clean(s.k, sizeof s.k);
    fuzz_clean(&s.closest, sizeof s.closest);
    s.overlap = fuzz_overlap(f, &b);
    s.collide = fuzz_collide(f, &b, margin, s.k, CLD_HEIGHTFIELD_CONTACTS);
    s.distance = fuzz_distance(f, &b, far, &s.closest);
    status = s.overlap < 0 ? s.overlap : CLD_OK;
    if (kind == CYLINDER) status = cld_cylinder_validate(&b.cylinder);
    fuzz_consistent(t, status, b.most, &s, margin);
    CHECK(fuzz_answer(t, status, s.distance, 1) ||
          (s.distance == CLD_ERROR_PARAMETER && !(far >= 0)));
    if (s.overlap >= 0) CHECK(far >= 0 ? s.distance >= s.overlap : s.distance < 0);
    fuzz_capacity(t, &b, margin, capacity, &s);
    CHECK(fuzz_collide(f, &b, margin, s.k, -1) < 0);
    fuzz_without(t, &b, &s);
    swept = fuzz_sweep(f, &b, motion, &hit);
    CHECK(fuzz_answer(t, status, swept, 1) || swept == CLD_ERROR_FINITE);
    if (swept == 1) CHECK(hit.time >= 0 && hit.time <= 1 && fuzz_feature(t, hit.contact.feature_b));
    if (swept >= 0) CHECK(fuzz_sweep(f, &b, motion, NULL) == swept);
    if (kind == CYLINDER) fuzz_touching += s.overlap == 1;
    free(b.points);
}

static void fuzz_points(fuzz_input *in, const fuzz_terrain *t)
{
    const cld_heightfield *f = &t->field;
    const cld_vec3 p = fuzz_vec3(in), d = fuzz_vec3(in);
    const cld_real most = fuzz_byte(in) % 2 ? (cld_real)TEST_INFINITY : fuzz_real(in);
    cld_heightfield_point at;
    int s = cld_heightfield_height(f, p, &at);
    CHECK(fuzz_answer(t, fuzz_finite3(p) ? CLD_OK : CLD_ERROR_FINITE, s, 1) ||
          s == CLD_ERROR_FINITE);
    if (s == 1) CHECK(fuzz_feature(t, at.feature) && at.feature % 4 == CLD_FEATURE_FACE);
    s = cld_heightfield_raycast(f, p, d, most, &at);
    CHECK(fuzz_answer(t, CLD_OK, s, 1) || s == CLD_ERROR_FINITE || s == CLD_ERROR_PARAMETER);
    if (s == 1) {
        CHECK(fuzz_feature(t, at.feature) && at.distance >= 0 && at.distance <= most);
        CHECK(cld_heightfield_raycast(f, p, d, most, NULL) == 1);
    }
}

/* Some heights change; the pyramid is told. */
static void fuzz_update(fuzz_input *in, fuzz_terrain *t)
{
    cld_heightfield *f = &t->field;
    const uint32_t x = (uint32_t)fuzz_byte(in) % 24, y = (uint32_t)fuzz_byte(in) % 24;
    const uint32_t wide = fuzz_byte(in) % 8 ? (uint32_t)fuzz_byte(in) % 6 : 0xffffffffu;
    const uint32_t high = fuzz_byte(in) % 8 ? (uint32_t)fuzz_byte(in) % 6 : 0xffffffffu;
    const size_t size = f->type == CLD_HEIGHT_INT16    ? sizeof(int16_t)
                        : f->type == CLD_HEIGHT_FLOAT  ? sizeof(float)
                        : f->type == CLD_HEIGHT_DOUBLE ? sizeof(double)
                                                       : sizeof(cld_real);
    uint32_t i, j;
    if (!f->pyramid) {
        CHECK(cld_heightfield_update(f, x, y, wide, high) < 0);
        return;
    }
    for (j = y; j < f->rows && j - y < high; j++)
        for (i = x; i < f->columns && i - x < wide; i++) {
            const size_t row = f->stride ? f->stride : size * f->columns;
            char *at = (char *)t->heights + j * row + i * size;
            const double h = fabs(fuzz_height(in, f->type, at, 0));
            if (test_is_finite(h))
                t->most = fmax(t->most,
                               h * fmax(1, fabs((double)f->scale)) + 2 * fabs((double)f->offset));
        }
    CHECK(cld_heightfield_update(f, x, y, wide, high) == CLD_OK);
}

static void fuzz_run(fuzz_input *in)
{
    fuzz_terrain t;
    int i, kind;
    fuzz_make(in, &t);
    for (i = 0; i < 4; i++) {
        for (kind = 0; kind < BODIES; kind++) fuzz_ask(in, &t, kind);
        fuzz_points(in, &t);
        if (i == 2) fuzz_update(in, &t);
    }
    fuzz_free(&t);
}

#ifndef TEST_LIBFUZZER
int main(int argc, char **argv)
{
    const int repeat = fuzz_random(argc, argv, 3000);
    printf("%d inputs, %ld cylinders touched\n", repeat, fuzz_touching);
    CHECK(repeat < 1000 || fuzz_touching > repeat / 10);
    return test_end();
}
#endif
