/* Fuzzer of the boxes: any bytes are two boxes and a few points. Nothing may crash, write outside
 its * buffers, or contradict itself; sound boxes said to be apart must be so exactly.
 *
 *     clang -fsanitize=fuzzer,address,undefined -DFUZZ_LIBFUZZER -I. tests/fuzz_obb.c -o fuzz_obb
 -lm *
 * Without libFuzzer it drives itself: fuzz_obb [count] [seed] makes random and half-random inputs.
   */
#include <stdio.h>
#include <stdlib.h>

#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#include "oracle_obb.h"

static void must(int good, const char *what)
{
    if (good) return;
    fprintf(stderr, "fuzz_obb: %s\n", what);
    abort();
}

/* Sound, and of a size that the oracle's arithmetic takes without underflow. */
static int is_sound(const cld_obb *box)
{
    const cld_real *n = &box->centre.x;
    int i;
    if (cld_obb_validate(box) != CLD_OK) return 0;
    for (i = 0; i < 15; i++) {
        double x = fabs((double)n[i]);
        if (x > 1e30 || (x < 1e-30 && x > 0)) return 0;
    }
    return 1;
}

static void overlap_is_consistent(const cld_obb *a, const cld_obb *b, uint32_t axis)
{
    double memory[600];
    cld_obb_pack pack;
    uint32_t bits = 0, many = 0;
    int answer = cld_obb_overlap(a, b);
    must(answer == 0 || answer == 1, "overlap answers 0 or 1");
    int sound = cld_obb_validate(a) == CLD_OK && cld_obb_validate(b) == CLD_OK;
    must(sizeof memory >= cld_obb_pack_size(1), "size of a pack");
    must(cld_obb_pack_build(&pack, b, 1, memory) == CLD_OK, "pack");
    cld_obb_overlap_cached(a, b, &axis);
    cld_obb_overlap_pack(a, &pack, &bits);
    must(cld_obb_overlap_many(a, b, 1, &many) == (size_t)answer, "many");
    must(!sound || (axis == 0) == answer, "cached");
    must(!sound || bits == (uint32_t)answer, "pack");
    if (!answer && is_sound(a) && is_sound(b)) {
        oracle_box x, y;
        int i;
        for (i = 0; i < 15; i++) {
            x.n[i] = (double)(&a->centre.x)[i];
            y.n[i] = (double)(&b->centre.x)[i];
        }
        must(oracle_apart(&x, &y, NULL), "false 'apart'");
    }
}

static void contacts_are_consistent(const cld_obb *a, const cld_obb *b, int capacity)
{
    cld_contact contacts[9];
    int i, count;
    memset(contacts, 0x5a, sizeof contacts);
    count = cld_obb_collide(a, b, contacts, capacity);
    must(count <= 8, "at most 8 contacts");
    for (i = capacity; i < 9; i++) must(contacts[i].feature_a == 0x5a5a5a5au, "capacity");
    cld_obb_separation(a, b, NULL);
    if (is_sound(a) && is_sound(b)) must(count >= 0, "contacts of sound boxes");
}

static void fit_is_consistent(const cld_real *points, size_t count)
{
    cld_obb box;
    int fit;
    size_t i;
    for (fit = 0; fit < 3; fit++) {
        if (cld_obb_from_points(points, count, 0, (cld_obb_fit)fit, &box) != CLD_OK) continue;
        must(cld_obb_validate(&box) == CLD_OK, "a fitted box is sound");
        for (i = 0; i < count; i++) {
            cld_vec3 p;
            p.x = points[3 * i], p.y = points[3 * i + 1], p.z = points[3 * i + 2];
            must(cld_obb_contains(&box, p), "a fitted box holds its points");
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cld_obb boxes[2];
    cld_real points[30];
    size_t at = sizeof boxes;
    if (size < sizeof boxes + 1) return 0;
    memcpy(boxes, data, sizeof boxes);
    overlap_is_consistent(&boxes[0], &boxes[1], data[size - 1]);
    overlap_is_consistent(&boxes[1], &boxes[0], data[size - 1]);
    contacts_are_consistent(&boxes[0], &boxes[1], data[size - 1] % 10);
    cld_obb_contains(&boxes[0], boxes[1].centre);
    cld_obb_closest_point(&boxes[0], boxes[1].centre);
    size = size - at > sizeof points ? sizeof points : size - at;
    memcpy(points, data + at, size);
    fit_is_consistent(points, size / (3 * sizeof(cld_real)));
    return 0;
}

#ifndef FUZZ_LIBFUZZER
static uint64_t fuzz_state;

static uint64_t fuzz_bits(void)
{
    uint64_t z = fuzz_state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* A number of few bits, now and then one of any bits at all. */
static cld_real fuzz_number(void)
{
    cld_real x;
    uint64_t bits = fuzz_bits();
    if (fuzz_bits() % 64 == 0) {
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    return (cld_real)ldexp((double)(bits % 33) - 16, (int)(bits >> 8 & 15) - 8);
}

static void fuzz_once(void)
{
    cld_real input[61];
    int i, k;
    for (i = 0; i < 61; i++) input[i] = fuzz_number();
    for (i = 0; i < 30; i += 15) { /* mostly a rotation: a signed permutation or a turn by 3-4-5 */
        uint64_t bits = fuzz_bits();
        cld_real c = bits & 16 ? 1 : (cld_real)0.6, s = bits & 16 ? 0 : (cld_real)0.8;
        int axis = (int)((bits >> 8) % 3), next = (axis + 1) % 3, last = (axis + 2) % 3;
        if (bits % 16 == 0) continue;
        for (k = 0; k < 9; k++) input[i + 3 + k] = 0;
        input[i + 3 + 4 * axis] = 1;
        input[i + 3 + 3 * next + next] = input[i + 3 + 3 * last + last] = c;
        input[i + 3 + 3 * next + last] = s, input[i + 3 + 3 * last + next] = -s;
        for (k = 12; k < 15; k++)
            if (input[i + k] < 0) input[i + k] = -input[i + k];
    }
    LLVMFuzzerTestOneInput((const uint8_t *)input, sizeof input - (size_t)(fuzz_bits() % 100));
}

int main(int argc, char **argv)
{
    long i, count = argc > 1 ? atol(argv[1]) : 20000;
    fuzz_state = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    for (i = 0; i < count; i++) fuzz_once();
    printf("%ld inputs\n", count);
    return 0;
}
#endif
