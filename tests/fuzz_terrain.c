/* Fuzzes [TERRAIN]: any bytes as heights, counts, strides, types, poses, and as bodies, rays,
 * motions. Queries end; they read within the arrays (heights lie at the end of a block of their own
 * size, for the sanitizers; so do bits of diagonals and the pyramid); they refuse with a status of
 * the docs, and then leave alone what they would have written; or they answer with features that
 * there are, and what several say of the same fits together.
 *
 * How: tests/fuzz.h. Without TEST_LIBFUZZER argv[1] is the seed, argv[2] how many inputs. */
#include "test.h"
#include "fuzz.h"

typedef struct fuzz_terrain {
    cld_heightfield field;
    void *heights, *memory;
    uint32_t *bits;
    int status;  /* of what is cheap to see */
    double most; /* of heights and sizes */
} fuzz_terrain;

static cld_vec3 fuzz_vec3(fuzz_input *in)
{
    cld_vec3 v;
    v.x = fuzz_real(in), v.y = fuzz_real(in), v.z = fuzz_real(in);
    return v;
}

static int fuzz_finite3(cld_vec3 v)
{
    return test_is_finite((double)v.x) && test_is_finite((double)v.y) &&
           test_is_finite((double)v.z);
}

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
        CHECK(cld_heightfield_build(f, t->memory) == CLD_OK && f->pyramid == t->memory);
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

/* What the three queries on a body say. */
typedef struct fuzz_said {
    int overlap, collide, distance;
    cld_contact k[CLD_HEIGHTFIELD_CONTACTS + 1], closest;
} fuzz_said;

static void fuzz_consistent(const char *name, const fuzz_terrain *t, int body, double size,
                            fuzz_said *s, int margin)
{
    const int tame = body == CLD_OK && fuzz_tame(t, size);
    const long before = test_failures;
    unsigned char none[sizeof s->k];
    int i;
    CHECK(fuzz_answer(t, body, s->overlap, 1));
    CHECK(fuzz_answer(t, body, s->collide, CLD_HEIGHTFIELD_CONTACTS));
    CHECK(fuzz_answer(t, body, s->distance, 1));
    memset(none, 0x5a, sizeof none);
    for (i = 0; i < s->collide; i++) fuzz_contact(t, &s->k[i], tame);
    i = s->collide > 0 ? s->collide : 0;
    CHECK(memcmp(&s->k[i], none, sizeof s->k - (size_t)i * sizeof s->k[0]) == 0);
    if (s->distance == 1)
        fuzz_contact(t, &s->closest, tame);
    else
        CHECK(memcmp(&s->closest, none, sizeof s->closest) == 0);
    if (s->overlap == 1) CHECK(s->collide > 0);
    if (s->overlap == 0 && !margin) CHECK(s->collide == 0);
    if (s->overlap == 1) CHECK(s->distance == 1);
    if (test_failures > before && before < 20) {
        printf("    %s: field %d, body %d; overlap %d, collide %d, distance %d\n", name, t->status,
               body, s->overlap, s->collide, s->distance);
    }
}

static void fuzz_begin(fuzz_said *s)
{
    fuzz_clean(s->k, sizeof s->k);
    fuzz_clean(&s->closest, sizeof s->closest);
}

static void fuzz_hit(const fuzz_terrain *t, int body, int answer, const cld_heightfield_hit *hit)
{
    CHECK(fuzz_answer(t, body, answer, 1) || answer == CLD_ERROR_FINITE ||
          answer == CLD_ERROR_PARAMETER);
    if (answer == 1)
        CHECK(hit->time >= 0 && hit->time <= 1 && fuzz_feature(t, hit->contact.feature_b));
}

static long fuzz_touching;

static void fuzz_cylinder(fuzz_input *in, const fuzz_terrain *t)
{
    const cld_heightfield *f = &t->field;
    const cld_real margin = fuzz_byte(in) % 3 ? 0 : (cld_real)fabs((double)fuzz_real(in));
    const cld_real far = (cld_real)fabs((double)fuzz_real(in));
    const cld_vec3 motion = fuzz_vec3(in);
    cld_cylinder c;
    cld_heightfield_hit hit;
    fuzz_said s;
    int status;
    c.centre = fuzz_vec3(in), c.axis = fuzz_vec3(in);
    c.radius = fuzz_real(in), c.half_height = fuzz_real(in);
    if (fuzz_byte(in) % 4) c.radius = (cld_real)(0.1 * (1 + fuzz_byte(in) % 40));
    if (fuzz_byte(in) % 4) c.half_height = (cld_real)(0.1 * (1 + fuzz_byte(in) % 40));
    status = cld_cylinder_validate(&c);
    CHECK(status == CLD_OK || status == CLD_ERROR_FINITE || status == CLD_ERROR_EXTENT ||
          status == CLD_ERROR_PARAMETER);
    if (!test_is_finite((double)margin) || !test_is_finite((double)far)) return;
    fuzz_begin(&s);
    s.overlap = cld_heightfield_overlap_cylinder(f, &c);
    s.collide = cld_heightfield_collide_cylinder(f, &c, margin, s.k, CLD_HEIGHTFIELD_CONTACTS);
    s.distance = cld_heightfield_distance_cylinder(f, &c, (cld_real)TEST_INFINITY, &s.closest);
    fuzz_consistent("cylinder", t, status,
                    fuzz_most(c.centre) + (double)c.radius + (double)c.half_height, &s, margin > 0);
    fuzz_touching += s.overlap == 1;
    if (s.distance == 1) {
        cld_contact near;
        const int within = cld_heightfield_distance_cylinder(f, &c, far, &near);
        CHECK(within == 0 || within == 1);
        if (s.overlap == 1) CHECK(within == 1);
    }
    fuzz_hit(t, status, cld_heightfield_sweep_cylinder(f, &c, motion, &hit), &hit);
    if (status == CLD_OK && t->status == CLD_OK && s.overlap == 1 && fuzz_finite3(motion) &&
        fuzz_most(motion) < 1e30) {
        CHECK(cld_heightfield_sweep_cylinder(f, &c, motion, &hit) == 1 && hit.time == 0);
    }
}

static void fuzz_sphere(fuzz_input *in, const fuzz_terrain *t)
{
    const cld_heightfield *f = &t->field;
    const cld_vec3 motion = fuzz_vec3(in);
    cld_sphere b;
    cld_heightfield_hit hit;
    fuzz_said s;
    int status = CLD_OK;
    b.centre = fuzz_vec3(in), b.radius = fuzz_real(in);
    fuzz_begin(&s);
    s.overlap = cld_heightfield_overlap_sphere(f, &b);
    s.collide = cld_heightfield_collide_sphere(f, &b, 0, s.k, CLD_HEIGHTFIELD_CONTACTS);
    s.distance = cld_heightfield_distance_sphere(f, &b, (cld_real)TEST_INFINITY, &s.closest);
    if (s.overlap < 0) status = s.overlap;
    if (fuzz_finite3(b.centre) && test_is_finite((double)b.radius) && t->status == CLD_OK &&
        fuzz_tame(t, fuzz_most(b.centre) + fabs((double)b.radius))) {
        CHECK((status == CLD_OK) == (b.radius > 0) &&
              (status == CLD_OK || status == CLD_ERROR_EXTENT));
    }
    fuzz_consistent("sphere", t, status, fuzz_most(b.centre) + (double)b.radius, &s, 0);
    fuzz_hit(t, status, cld_heightfield_sweep_sphere(f, &b, motion, &hit), &hit);
}

static void fuzz_capsule(fuzz_input *in, const fuzz_terrain *t)
{
    const cld_heightfield *f = &t->field;
    const cld_vec3 motion = fuzz_vec3(in);
    cld_heightfield_hit hit;
    cld_capsule b;
    fuzz_said s;
    int status;
    b.a = fuzz_vec3(in), b.b = fuzz_vec3(in), b.radius = fuzz_real(in);
    fuzz_begin(&s);
    s.overlap = cld_heightfield_overlap_capsule(f, &b);
    s.collide = cld_heightfield_collide_capsule(f, &b, 0, s.k, CLD_HEIGHTFIELD_CONTACTS);
    s.distance = cld_heightfield_distance_capsule(f, &b, (cld_real)TEST_INFINITY, &s.closest);
    status = s.overlap < 0 ? s.overlap : CLD_OK;
    fuzz_consistent("capsule", t, status, fuzz_most(b.a) + fuzz_most(b.b) + (double)b.radius, &s,
                    0);
    fuzz_hit(t, status, cld_heightfield_sweep_capsule(f, &b, motion, &hit), &hit);
}

static void fuzz_hull(fuzz_input *in, const fuzz_terrain *t)
{
    const cld_heightfield *f = &t->field;
    const size_t count = 1 + (size_t)fuzz_byte(in) % 12;
    cld_real *points = (cld_real *)malloc(3 * count * sizeof *points);
    const int bend = fuzz_byte(in);
    const cld_vec3 motion = fuzz_vec3(in);
    cld_heightfield_hit hit;
    double most = 0;
    cld_hull b;
    fuzz_said s;
    size_t i;
    int status;
    if (!points) abort();
    memset(&b, 0, sizeof b);
    for (i = 0; i < 3 * count; i++)
        points[i] = fuzz_real(in), most = fmax(most, fabs((double)points[i]));
    b.points = points, b.count = count;
    b.radius = bend & 1 ? 0 : fuzz_real(in);
    if (bend & 2) b.pose = fuzz_pose(in, bend / 4);
    if (bend == 200) b.count = 0;
    if (bend == 201) b.count = 257;
    if (bend == 202) b.stride = 1;
    if (bend == 204) b.points = NULL;
    fuzz_begin(&s);
    s.overlap = cld_heightfield_overlap_hull(f, &b);
    s.collide = cld_heightfield_collide_hull(f, &b, 0, s.k, CLD_HEIGHTFIELD_CONTACTS);
    s.distance = cld_heightfield_distance_hull(f, &b, (cld_real)TEST_INFINITY, &s.closest);
    status = s.overlap < 0 ? s.overlap : CLD_OK;
    fuzz_consistent("hull", t, status, most + fuzz_most(b.pose.position) + (double)b.radius, &s, 0);
    fuzz_hit(t, status, cld_heightfield_sweep_hull(f, &b, motion, &hit), &hit);
    free(points);
}

#ifndef COLLIDE_NO_OBB
static void fuzz_obb(fuzz_input *in, const fuzz_terrain *t)
{
    const cld_heightfield *f = &t->field;
    const cld_pose pose = fuzz_pose(in, fuzz_byte(in));
    const cld_vec3 motion = fuzz_vec3(in);
    cld_obb b = cld_obb_from_pose(&pose, fuzz_vec3(in));
    cld_heightfield_hit hit;
    fuzz_said s;
    int status;
    fuzz_begin(&s);
    s.overlap = cld_heightfield_overlap_obb(f, &b);
    s.collide = cld_heightfield_collide_obb(f, &b, 0, s.k, CLD_HEIGHTFIELD_CONTACTS);
    s.distance = cld_heightfield_distance_obb(f, &b, (cld_real)TEST_INFINITY, &s.closest);
    status = s.overlap < 0 ? s.overlap : CLD_OK;
    fuzz_consistent("obb", t, status, fuzz_most(pose.position) + fuzz_most(b.half), &s, 0);
    fuzz_hit(t, status, cld_heightfield_sweep_obb(f, &b, motion, &hit), &hit);
}
#endif

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

static void fuzz_plane_and_sphere(fuzz_input *in)
{
    cld_cylinder c;
    cld_plane p;
    cld_sphere b;
    cld_contact k[4];
    int s;
    c.centre = fuzz_vec3(in), c.axis = fuzz_vec3(in);
    c.radius = fuzz_real(in), c.half_height = fuzz_real(in);
    p.normal = fuzz_vec3(in), p.offset = fuzz_real(in);
    b.centre = fuzz_vec3(in), b.radius = fuzz_real(in);
    s = cld_cylinder_collide_plane(&c, &p, 0, k, 4);
    CHECK(s <= 4 && (s >= 0 || cld_cylinder_validate(&c) < 0 || s == CLD_ERROR_FINITE ||
                     s == CLD_ERROR_PARAMETER));
    s = cld_cylinder_collide_sphere(&c, &b, 0, k);
    CHECK(s <= 1 && (s >= 0 || cld_cylinder_validate(&c) < 0 || s == CLD_ERROR_FINITE ||
                     s == CLD_ERROR_EXTENT));
}

static void fuzz_run(fuzz_input *in)
{
    fuzz_terrain t;
    int i;
    fuzz_make(in, &t);
    for (i = 0; i < 4; i++) {
        fuzz_cylinder(in, &t);
        fuzz_points(in, &t);
        fuzz_sphere(in, &t);
        fuzz_capsule(in, &t);
        fuzz_hull(in, &t);
#ifndef COLLIDE_NO_OBB
        fuzz_obb(in, &t);
#endif
        fuzz_plane_and_sphere(in);
    }
    if (t.field.pyramid) {
        const uint32_t x = (uint32_t)fuzz_byte(in), y = (uint32_t)fuzz_byte(in);
        CHECK(cld_heightfield_update(&t.field, x % 24, y % 24, x / 8, y / 8) == CLD_OK);
    } else {
        CHECK(cld_heightfield_update(&t.field, 0, 0, 1, 1) < 0);
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
