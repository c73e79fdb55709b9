/* Fuzzes [OBB]: any bytes as boxes, rays, motions, points. Calls end; they read and write within
 * the arrays (blocks of their own size, for the sanitizers); all ways to ask for an overlap agree;
 * sound boxes that are told apart are so exactly; distances, contacts, sweeps and rays fit to that;
 * boxes around points are sound and hold them.
 *
 * How: tests/fuzz.h. Without TEST_LIBFUZZER argv[1] is the seed, argv[2] how many inputs. */
#include "test.h"
#include "fuzz.h"

#include "oracle_obb.h"

/* A signed permutation, or a turn by 3-4-5, or any rotation. */
static cld_mat3 fuzz_rotation(fuzz_input *in)
{
    const int how = fuzz_byte(in), axis = how / 4 % 3, next = (axis + 1) % 3, last = (axis + 2) % 3;
    const cld_real c = how % 4 ? 0 : (cld_real)0.6, s = how % 4 ? 1 : (cld_real)0.8;
    test_random r;
    cld_mat3 m;
    r.state = (uint64_t)how;
    if (how & 128) return test_rotation(&r);
    memset(&m, 0, sizeof m);
    (&m.x)[axis].x = axis == 0, (&m.x)[axis].y = axis == 1, (&m.x)[axis].z = axis == 2;
    (&(&m.x)[next].x)[next] = c, (&(&m.x)[next].x)[last] = s;
    (&(&m.x)[last].x)[next] = -s, (&(&m.x)[last].x)[last] = c;
    return m;
}

static cld_obb fuzz_box(fuzz_input *in)
{
    const int how = fuzz_byte(in);
    const cld_vec3 size = fuzz_vec3(in);
    cld_pose pose;
    cld_obb box;
    pose.position = fuzz_vec3(in), pose.rotation = fuzz_rotation(in);
    box = cld_obb_from_pose(&pose, size);
    box.half = size;
    if (how == 1) box.axes.x = fuzz_vec3(in), box.axes.y = fuzz_vec3(in);
    if (how == 2) box.axes.z = fuzz_vec3(in);
    if (how % 8) {
        box.half.x = (cld_real)fabs((double)size.x), box.half.y = (cld_real)fabs((double)size.y);
        box.half.z = (cld_real)fabs((double)size.z);
    }
    return box;
}

/* Sound, and of a size that the oracle's arithmetic takes without underflow. */
static int fuzz_sound(const cld_obb *box)
{
    int i;
    if (cld_obb_validate(box) != CLD_OK) return 0;
    for (i = 0; i < 15; i++) {
        const double x = fabs((double)(&box->centre.x)[i]);
        if (x > 1e30 || (x < 1e-30 && x > 0)) return 0;
    }
    return 1;
}

static int fuzz_has_nan(const cld_obb *box)
{
    int i, some = 0;
    for (i = 0; i < 15; i++) some |= (&box->centre.x)[i] != (&box->centre.x)[i];
    return some;
}

static oracle_box fuzz_exactly(const cld_obb *box)
{
    oracle_box o;
    int i;
    for (i = 0; i < 15; i++) o.n[i] = (double)(&box->centre.x)[i];
    return o;
}

static int fuzz_feature(uint32_t feature)
{
    return (feature >= CLD_OBB_FACE && feature < CLD_OBB_FACE + 6) ||
           (feature >= CLD_OBB_EDGE && feature < CLD_OBB_EDGE + 12) ||
           (feature >= CLD_OBB_VERTEX && feature < CLD_OBB_VERTEX + 8);
}

static long fuzz_apart;

/* ------------------------------------------------------------------------------------ one pair */

static void fuzz_collide(const cld_obb *a, const cld_obb *b, int overlap, int capacity)
{
    cld_contact *out = (cld_contact *)malloc((size_t)(capacity > 0 ? capacity : 1) * sizeof *out);
    const int sound = fuzz_sound(a) && fuzz_sound(b);
    int i, count;
    if (!out) abort();
    count = cld_obb_collide(a, b, capacity ? out : NULL, capacity);
    CHECK(count <= 8 && (count >= 0 || count == CLD_ERROR_FINITE || count == CLD_ERROR_COUNT));
    CHECK((count == CLD_ERROR_COUNT) == (capacity < 0));
    if (sound && capacity >= 0) CHECK(count >= 0 && (count > 0) == overlap);
    for (i = 0; i < count && i < capacity; i++) {
        CHECK(fuzz_feature(out[i].feature_a) && fuzz_feature(out[i].feature_b));
        if (sound) CHECK(test_is_finite((double)out[i].distance) && fuzz_finite3(out[i].normal));
    }
    free(out);
}

static void fuzz_distance(const cld_obb *a, const cld_obb *b, int overlap)
{
    const int sound = fuzz_sound(a) && fuzz_sound(b);
    cld_contact c;
    const int apart = cld_obb_distance(a, b, &c);
    CHECK(apart == 0 || apart == 1 || (apart == CLD_ERROR_FINITE && !sound));
    if (apart < 0) return;
    if (sound) CHECK(apart == !overlap);
    if (apart) CHECK(c.distance > 0);
    if (apart && sound) {
        CHECK(fuzz_feature(c.feature_a) && fuzz_feature(c.feature_b));
        CHECK(fuzz_finite3(c.point_a) && fuzz_finite3(c.point_b) && fuzz_finite3(c.normal));
    }
    if (!apart) CHECK(c.distance == 0);
}

static void fuzz_sweep(const cld_obb *a, const cld_obb *b, int overlap, cld_vec3 motion)
{
    const int sound = fuzz_sound(a) && fuzz_sound(b) && fuzz_finite3(motion);
    cld_obb_hit hit;
    const int met = cld_obb_sweep(a, b, motion, &hit);
    CHECK(met == 0 || met == 1 || met == CLD_ERROR_FINITE);
    CHECK(cld_obb_sweep(a, b, motion, NULL) == met);
    if (met == 1) CHECK(hit.time >= 0 && hit.time <= 1);
    if (sound && overlap && met) CHECK(met == 1 && hit.time == 0);
}

static void fuzz_pair(const cld_obb *a, const cld_obb *b, uint32_t cached, cld_vec3 motion,
                      int capacity)
{
    const int overlap = cld_obb_overlap(a, b);
    const int valid = cld_obb_validate(a) == CLD_OK && cld_obb_validate(b) == CLD_OK;
    cld_vec3 axis;
    CHECK(overlap == 0 || overlap == 1);
    if (fuzz_has_nan(a) || fuzz_has_nan(b)) CHECK(overlap == 1);
    if (valid) CHECK(cld_obb_overlap_cached(a, b, &cached) == overlap);
    if (valid) CHECK((cld_obb_separation(a, b, &axis) > 0) == !overlap);
    if (!overlap && fuzz_sound(a) && fuzz_sound(b)) {
        const oracle_box x = fuzz_exactly(a), y = fuzz_exactly(b);
        CHECK(oracle_apart(&x, &y, NULL));
        fuzz_apart++;
    }
    fuzz_collide(a, b, overlap, capacity);
    fuzz_distance(a, b, overlap);
    fuzz_sweep(a, b, overlap, motion);
}

static void fuzz_rays(const cld_obb *box, cld_vec3 p, cld_vec3 way, cld_real most)
{
    cld_obb_point at;
    const int met = cld_obb_raycast(box, p, way, most, &at);
    const cld_vec3 closest = cld_obb_closest_point(box, p);
    cld_obb inner = *box;
    double size;
    int thin;
    CHECK(met == 0 || met == 1 || met == CLD_ERROR_FINITE || met == CLD_ERROR_PARAMETER);
    CHECK(cld_obb_raycast(box, p, way, most, NULL) == met);
    if (met == 1) CHECK(at.distance >= 0);
    if (!fuzz_sound(box) || !fuzz_finite3(p)) return;
    inner.half.x *= (cld_real)0.75, inner.half.y *= (cld_real)0.75, inner.half.z *= (cld_real)0.75;
    size = (double)box->half.x + (double)box->half.y + (double)box->half.z;
    thin = fmin((double)box->half.x, fmin((double)box->half.y, (double)box->half.z)) < 1e-3 * size;
    if (met >= 0 && !thin && size > 0 && cld_obb_contains(&inner, p))
        CHECK(met == 1 && at.distance == 0);
    CHECK(!cld_obb_contains(box, p) || (closest.x == p.x && closest.y == p.y && closest.z == p.z));
}

/* --------------------------------------------------------------------------------------- arrays */

/* One box against up to a thousand, of which there are some that repeat. */
static void fuzz_many(fuzz_input *in, const cld_obb *some, size_t different)
{
    const size_t count = fuzz_byte(in) % 4 ? (size_t)fuzz_byte(in) : 4 * (size_t)fuzz_byte(in);
    const size_t words = (count + 31) / 32, step = 1 + (size_t)fuzz_byte(in) % 7;
    const size_t size = cld_obb_pack_size(count);
    cld_obb *boxes = (cld_obb *)malloc(count * sizeof *boxes + 1);
    uint32_t *many = (uint32_t *)malloc(words * sizeof *many + 1);
    uint32_t *packed = (uint32_t *)malloc(words * sizeof *packed + 1);
    void *memory = malloc(size + 1);
    cld_obb_pack pack;
    size_t i, ones;
    if (!boxes || !many || !packed || !memory) abort();
    for (i = 0; i < count; i++) boxes[i] = some[i / step % different];
    CHECK(cld_obb_pack_build(&pack, boxes, count, memory, cld_obb_pack_size(count)) == CLD_OK &&
          pack.count == count);
    ones = cld_obb_overlap_many(&some[0], boxes, count, many);
    CHECK(ones <= count);
    CHECK(cld_obb_overlap_pack(&some[0], &pack, packed) <= count);
    for (i = 0; i < 32 * words; i++) {
        const uint32_t one = many[i / 32] >> i % 32 & 1, two = packed[i / 32] >> i % 32 & 1;
        if (i >= count) {
            CHECK(!one && !two);
            continue;
        }
        ones -= one;
        if (!fuzz_sound(&some[0]) || !fuzz_sound(&boxes[i])) continue;
        CHECK(one == (uint32_t)cld_obb_overlap(&some[0], &boxes[i]) && one == two);
    }
    CHECK(ones == 0);
    free(boxes), free(many), free(packed), free(memory);
}

/* A box around points of any stride. */
static void fuzz_fit(fuzz_input *in)
{
    const size_t count = (size_t)fuzz_byte(in) % 100, kind = (size_t)fuzz_byte(in) % 8;
    const size_t real = sizeof(cld_real), stride = kind < 4 ? 0 : kind < 7 ? kind * real : 10;
    const size_t step = stride ? stride : 3 * real;
    const cld_obb_fit fit = (cld_obb_fit)(fuzz_byte(in) % 5 - 1);
    char *points = (char *)malloc(count * step + 1);
    cld_obb box, before;
    int status, finite = 1;
    size_t i;
    if (!points) abort();
    for (i = 0; i < count; i++) {
        const cld_vec3 p = fuzz_vec3(in);
        finite &= fuzz_finite3(p);
        if (step % real == 0) memcpy(points + i * step, &p, sizeof p);
    }
    memset(&box, 0x5a, sizeof box), before = box;
    status = cld_obb_from_points((const cld_real *)(const void *)points, count, stride, fit, &box);
    if (!count)
        CHECK(status == CLD_ERROR_COUNT);
    else if (step % real)
        CHECK(status == CLD_ERROR_STRIDE);
    else if ((int)fit < 0 || (int)fit > 2)
        CHECK(status == CLD_ERROR_PARAMETER);
    else if (!finite)
        CHECK(status == CLD_ERROR_FINITE);
    else
        CHECK(status == CLD_OK || status == CLD_ERROR_FINITE);
    if (status != CLD_OK) CHECK(memcmp(&box, &before, sizeof box) == 0);
    for (i = 0; i < count && status == CLD_OK; i++) {
        cld_vec3 p;
        memcpy(&p, points + i * step, sizeof p);
        CHECK(cld_obb_contains(&box, p));
    }
    if (status == CLD_OK) CHECK(cld_obb_validate(&box) == CLD_OK);
    free(points);
}

static void fuzz_run(fuzz_input *in)
{
    cld_obb box[8];
    size_t i, different = 2 + (size_t)fuzz_byte(in) % 7; /* 8 at most */
    for (i = 0; i < different; i++) box[i] = fuzz_box(in);
    for (i = 1; i < different; i++) {
        const cld_vec3 motion = fuzz_vec3(in), p = fuzz_vec3(in);
        const uint32_t cached = (uint32_t)fuzz_byte(in);
        const int capacity = fuzz_byte(in) % 12 - 1;
        const cld_real most = fuzz_byte(in) % 2 ? (cld_real)TEST_INFINITY : fuzz_real(in);
        fuzz_pair(&box[0], &box[i], cached, motion, capacity);
        fuzz_pair(&box[i], &box[0], cached, motion, capacity);
        fuzz_rays(&box[i], p, motion, most);
    }
    fuzz_many(in, box, different);
    fuzz_fit(in);
}

#ifndef TEST_LIBFUZZER
int main(int argc, char **argv)
{
    const int repeat = fuzz_random(argc, argv, 3000);
    printf("%d inputs, %ld pairs apart\n", repeat, fuzz_apart);
    CHECK(repeat < 1000 || fuzz_apart > repeat / 10);
    return test_end();
}
#endif
