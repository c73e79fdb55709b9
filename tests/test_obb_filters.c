/* [OBB], within: the quick looks at two boxes, in float and in double, never contradict the final
 * word. Through cld_obb_overlap alone, a filter that says 'apart' too soon by less than the
 * documented margin, or that never decides, would not show.
 *     test_obb_filters [seed]                 seconds
 *     test_obb_filters --pairs 1000000        so many pairs of each kind, figures printed */
#include "test.h"

#include "obb_shapes.h"

/* The filters in float and in double must never contradict the final word. Returns whether the
   first could not tell. */
static int filter_holds(const box_pair *p)
{
    int quick = cld__obb_filter_pair(&p->a, &p->b), found = cld__obb_decide(&p->a, &p->b) < 0;
    int again = cld__obb_filter_double(&p->a, &p->b);
    CHECK(quick == CLD__OBB_UNSURE || quick == found);
    CHECK(!found || !cld__obb_far(&p->a, &p->b));
    CHECK(again == CLD__OBB_UNSURE || again == found);
    return quick == CLD__OBB_UNSURE;
}

static void filter_all(int pairs, int loud)
{
    int kind, i;
    for (kind = 0; kind < KINDS; kind++) {
        test_random r = test_random_from(100 + (uint64_t)kind);
        long unsure = 0;
        for (i = 0; i < pairs; i++) {
            box_pair p = random_pair(&r, kind);
            unsure += filter_holds(&p);
        }
        if (loud)
            printf("%-14s filter unsure %.3g%%\n", kind_names[kind],
                   100 * (double)unsure / (double)pairs);
    }
}

static void filters_hold(void)
{
    filter_all(test_repeat(30000), 0);
}

/* Needles end to end, at every scale: balls around them meet where the needles do, and the quick
   looks at balls must not say 'apart' sooner than all axes in double. */
static void needles_end_to_end(void)
{
    enum { COUNT = 300 };
    test_random r = test_random_from(8);
    int repeat = test_repeat(100), n, i;
    char *memory = (char *)malloc(cld_obb_pack_size(COUNT));
    if (!CHECK(memory != NULL)) return;
    for (n = 0; n < repeat; n++) {
        cld_obb a, boxes[COUNT];
        cld_obb_pack pack = {NULL, 0};
        uint32_t bits[COUNT / 32 + 1];
        double scale = pow(10, test_between(&r, -30, 12)), away = pow(10, test_between(&r, -3, 5));
        a.axes = test_rotation(&r);
        a.half = vec3(scale * test_between(&r, 0, 1), 0, 0);
        a.centre = vec3(scale * away, -scale * away, scale);
        for (i = 0; i < COUNT; i++) {
            double length = scale * test_between(&r, 0, 1) * (i % 7 != 0);
            double gap = pow(10, test_between(&r, -8, i % 3 ? 0 : 2)) * (i % 2 ? -1 : 1);
            double d = ((double)a.half.x + length) * (1 + gap);
            boxes[i].axes = a.axes;
            boxes[i].half = vec3(length, i % 5 ? 0 : 1e-3 * length, 0);
            boxes[i].centre = vec3((double)a.centre.x + d * (double)a.axes.x.x,
                                   (double)a.centre.y + d * (double)a.axes.x.y,
                                   (double)a.centre.z + d * (double)a.axes.x.z);
        }
        CHECK(cld_obb_pack_build(&pack, boxes, COUNT, memory, cld_obb_pack_size(COUNT)) == CLD_OK);
        cld_obb_overlap_pack(&a, &pack, bits);
        for (i = 0; i < COUNT; i++) {
            int meet = cld__obb_decide(&a, &boxes[i]) < 0;
            CHECK(cld_obb_overlap(&a, &boxes[i]) == meet);
            CHECK((int)(bits[i / 32] >> i % 32 & 1) == meet);
        }
    }
    free(memory);
}

int main(int argc, char **argv)
{
    if (argc > 2 && !strcmp(argv[1], "--pairs")) {
        test_begin(1, argv);
        filter_all(atoi(argv[2]), 1);
        return test_end();
    }
    test_begin(argc, argv);
    TEST(filters_hold);
    TEST(needles_end_to_end);
    return test_end();
}
