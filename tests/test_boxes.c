/* Which boxes overlap. The reference compares each with each, on the numbers as given: the answer
 * must be that set, exactly, in float as in double, however the boxes lie. */
#include "test.h"
#include "oracle_boxes.h"
#include <float.h>

enum { MOST_BOXES = 20000, MOST_PAIRS = 4000000 };

static cld_aabb boxes[MOST_BOXES], others[MOST_BOXES];
static cld_pair found[MOST_PAIRS], again[MOST_PAIRS], wanted[MOST_PAIRS];

/* ----------------------------------------------------------------------------------- reference */

/* The pairs in the order of their numbers; as many as there is room for are written. */
static int all_pairs(const cld_aabb *b, int count)
{
    int i, k, n = 0;
    for (i = 0; i < count; i++)
        for (k = i + 1; k < count; k++)
            if (boxes_overlap(b + i, b + k)) {
                if (n < MOST_PAIRS) wanted[n].a = (uint32_t)i, wanted[n].b = (uint32_t)k;
                n++;
            }
    return n;
}

static int all_pairs_between(const cld_aabb *b, int count, const cld_aabb *c, int c_count)
{
    int i, k, n = 0;
    for (i = 0; i < count; i++)
        for (k = 0; k < c_count; k++)
            if (boxes_overlap(b + i, c + k)) {
                if (n < MOST_PAIRS) wanted[n].a = (uint32_t)i, wanted[n].b = (uint32_t)k;
                n++;
            }
    return n;
}

static int by_numbers(const void *x, const void *y)
{
    const cld_pair *p = (const cld_pair *)x, *q = (const cld_pair *)y;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    return p->b < q->b ? -1 : p->b > q->b;
}

static size_t bytes(int count)
{
    return (size_t)count * sizeof(cld_pair);
}

static int same_as_wanted(cld_pair *pairs, int count, int wanted_count)
{
    if (!CHECK(count == wanted_count)) {
        printf("    %d pairs, wanted %d\n", count, wanted_count);
        return 0;
    }
    if (!count) return 1;
    qsort(pairs, (size_t)count, sizeof *pairs, by_numbers);
    return CHECK(memcmp(pairs, wanted, bytes(count)) == 0);
}

/* --------------------------------------------------------------------------------------- scenes */

enum {
    UNIFORM,
    CLUSTERED,
    MIXED,     /* sizes by a power law, some as large as all */
    TOUCHING,  /* boxes of a lattice: faces, edges and corners in common */
    IDENTICAL, /* some few boxes, each many times */
    FLAT,      /* without thickness in one direction or more, on planes in common */
    POINTS,    /* on a lattice, several at each place */
    ENDLESS,   /* some infinite on a side or more */
    HOLES,     /* some empty */
    LAST_BIT,  /* ends that differ in the last bit, or do not */
    NESTED,    /* one in the other */
    SERIES,    /* sizes and places of all magnitudes */
    LINE,      /* along one axis */
    FAR_AWAY,  /* all far from the origin, one box beside it */
    WORLDS,    /* in places that are small beside their distance */
    SCENES
};

static double power(test_random *r, double low, double high)
{
    return low * pow(high / low, test_between(r, 0, 1));
}

static void set(double *box, test_random *r, int axis, double at, double size)
{
    box[axis] = at, box[axis + 3] = at + size * test_between(r, 0.5, 1.5);
}

static double next(double x, int up)
{
#ifdef COLLIDE_DOUBLE
    return nextafter(x, up ? 10 : -10);
#else
    return (double)nextafterf((float)x, up ? 10.f : -10.f);
#endif
}

/* One box; low x y z, high x y z. */
static void scene_box(test_random *r, int scene, int count, double *box)
{
    const double size = pow(2.0 / count, 1 / 3.0);
    const int special = test_integer(r, 0, 9);
    double centre[3], s;
    int axis, k;
    for (axis = 0; axis < 3; axis++) centre[axis] = test_between(r, -1, 1);
    for (axis = 0; axis < 3; axis++) set(box, r, axis, centre[axis], size);
    switch (scene) {
    case CLUSTERED:
        k = test_integer(r, 0, 4);
        for (axis = 0; axis < 3; axis++)
            set(box, r, axis, (k >> axis & 1) + 0.01 * centre[axis], 0.01 * size);
        break;
    case MIXED:
        s = special ? 0.3 * size / sqrt(test_between(r, 1e-5, 1)) : power(r, 1e-9, 1);
        for (axis = 0; axis < 3; axis++) set(box, r, axis, centre[axis], s);
        break;
    case TOUCHING:
        k = (int)ceil(pow(count, 1 / 3.0));
        for (axis = 0; axis < 3; axis++) {
            box[axis] = test_integer(r, -k, k);
            box[axis + 3] = box[axis] + test_integer(r, 1, 2);
        }
        break;
    case IDENTICAL:
        for (axis = 0; axis < 3; axis++)
            box[axis] = special % 4, box[axis + 3] = special % 4 + (special & 1 ? 0.5 : 1);
        break;
    case FLAT:
        k = test_integer(r, 1, 7);
        for (axis = 0; axis < 3; axis++) {
            s = k >> axis & 1 ? 0 : test_between(r, 0, 0.5);
            if (!(s > 0)) box[axis] = 0.125 * test_integer(r, -4, 4);
            box[axis + 3] = box[axis] + s;
        }
        break;
    case POINTS:
        for (axis = 0; axis < 3; axis++) box[axis] = box[axis + 3] = test_integer(r, -5, 5);
        break;
    case ENDLESS:
        for (axis = 0; axis < 3 && !special; axis++) {
            k = test_integer(r, 0, 7);
            if (k == 1) box[axis] = -TEST_INFINITY;
            if (k == 2) box[axis + 3] = TEST_INFINITY;
            if (k == 3) box[axis] = -TEST_INFINITY, box[axis + 3] = TEST_INFINITY;
            if (k == 4) box[axis] = box[axis + 3] = TEST_INFINITY;
            if (k == 5) box[axis] = 1e38, box[axis + 3] = TEST_INFINITY;
            if (k == 6) box[axis] = -3e38, box[axis + 3] = 3e38;
        }
        break;
    case HOLES:
        axis = test_integer(r, 0, 2);
        if (special < 4) box[axis + 3] = next(box[axis], 0);
        if (special == 1) box[axis] = TEST_INFINITY, box[axis + 3] = -TEST_INFINITY;
        if (special == 2)
            for (axis = 0; axis < 3; axis++) box[axis] = 1, box[axis + 3] = -1;
        break;
    case LAST_BIT:
        for (axis = 0; axis < 3; axis++) {
            box[axis] = 1.1 * test_integer(r, 1, 5), box[axis + 3] = box[axis] + 1.1;
            k = test_integer(r, 0, 8);
            if (k < 2) box[axis] = next((double)(cld_real)box[axis], k);
            if (k > 6) box[axis + 3] = next((double)(cld_real)box[axis + 3], k & 1);
        }
        break;
    case NESTED:
        s = test_between(r, 0, 1);
        for (axis = 0; axis < 3; axis++)
            box[axis] = -s, box[axis + 3] = special ? s : s * test_between(r, -1, 1);
        break;
    case SERIES:
        s = power(r, 1e-30, 1e30);
        for (axis = 0; axis < 3; axis++)
            set(box, r, axis, centre[axis] * (special & 1 ? s : power(r, 1e-30, 1e30)), s);
        break;
    case LINE:
        set(box, r, special % 3, centre[special % 3], 2.0 / count);
        break;
    case FAR_AWAY:
        for (axis = 0; axis < 3; axis++)
            box[axis] += 1e6 * (axis + 1), box[axis + 3] += 1e6 * (axis + 1);
        if (special == 0 && test_integer(r, 0, 20) == 0)
            for (axis = 0; axis < 3; axis++) set(box, r, axis, 0, size);
        break;
    default:
        break;
    }
}

static void make(test_random *r, cld_aabb *b, int count, int scene, double scale)
{
    int i;
    for (i = 0; i < count; i++) {
        double box[6];
        scene_box(r, scene, count, box);
        b[i].low.x = (cld_real)(scale * box[0]), b[i].high.x = (cld_real)(scale * box[3]);
        b[i].low.y = (cld_real)(scale * box[1]), b[i].high.y = (cld_real)(scale * box[4]);
        b[i].low.z = (cld_real)(scale * box[2]), b[i].high.z = (cld_real)(scale * box[5]);
    }
}

/* Most scenes are of some dozens: there the groups' and the cells' ends lie. */
static int some(test_random *r)
{
    const int kind = test_integer(r, 0, 9);
    return kind < 3   ? test_integer(r, 0, 20)
           : kind < 8 ? test_integer(r, 10, 120)
                      : test_integer(r, 100, 900);
}

/* Scales by powers of two keep what touches; others need not. */
static double some_scale(test_random *r, int scene)
{
    static const double scales[] = {1, 1, 1, 1e-6, 1e6, 0x1p-40, 0x1p40};
    return scene == SERIES || scene == ENDLESS ? 1 : scales[test_integer(r, 0, 6)];
}

/* ---------------------------------------------------------------------------------------- tests */

static void one_set(void)
{
    test_random r = test_random_from(1);
    cld_workspace w = {0};
    int round;
    for (round = 0; round < test_repeat(6000); round++) {
        const int scene = round % SCENES, count = some(&r);
        make(&r, boxes, count, scene, some_scale(&r, scene));
        if (!same_as_wanted(found, cld_aabb_pairs(boxes, count, &w, found, MOST_PAIRS),
                            all_pairs(boxes, count)))
            printf("    scene %d of %d boxes, round %d\n", scene, count, round);
    }
    cld_workspace_free(&w);
}

static void two_sets(void)
{
    test_random r = test_random_from(2);
    cld_workspace w = {0};
    int round;
    for (round = 0; round < test_repeat(6000); round++) {
        const int scene = round % SCENES, other = test_integer(&r, 0, 3) ? scene : UNIFORM;
        const int count = some(&r), more = some(&r);
        const double scale = some_scale(&r, scene);
        make(&r, boxes, count, scene, scale);
        make(&r, others, more, other, scale);
        if (!same_as_wanted(
                found, cld_aabb_pairs_between(boxes, count, others, more, &w, found, MOST_PAIRS),
                all_pairs_between(boxes, count, others, more)))
            printf("    scenes %d %d of %d and %d boxes\n", scene, other, count, more);
    }
    cld_workspace_free(&w);
}

/* A few among many, the one set or the other, near the many or somewhere in them. */
static void few_and_many(void)
{
    test_random r = test_random_from(10);
    cld_workspace w = {0};
    int round;
    for (round = 0; round < test_repeat(600); round++) {
        const int scene = round % SCENES, other = test_integer(&r, 0, 3) ? scene : UNIFORM;
        const int many = test_integer(&r, 1024, 4000), from = test_integer(&r, 0, many / 2);
        const int few = test_integer(&r, 0, test_integer(&r, 0, 1) ? many / 16 : 3);
        const double scale = some_scale(&r, scene);
        const cld_aabb *some_of = test_integer(&r, 0, 1) ? boxes + from : others;
        int wanted_count, n, capacity;
        make(&r, boxes, many, scene, scale);
        make(&r, others, few, other, scale);
        wanted_count = all_pairs_between(some_of, few, boxes, many);
        n = cld_aabb_pairs_between(some_of, few, boxes, many, &w, found, MOST_PAIRS);
        capacity = n / 2;
        memset(again, 0xff, bytes(capacity + 1));
        CHECK(cld_aabb_pairs_between(some_of, few, boxes, many, &w, again, capacity) == n);
        CHECK(memcmp(found, again, bytes(capacity)) == 0 && again[capacity].a == 0xffffffffu);
        if (!same_as_wanted(found, n, wanted_count))
            printf("    scenes %d %d of %d and %d boxes\n", other, scene, few, many);
        wanted_count = all_pairs_between(boxes, many, some_of, few);
        n = cld_aabb_pairs_between(boxes, many, some_of, few, &w, found, MOST_PAIRS);
        if (!same_as_wanted(found, n, wanted_count))
            printf("    scenes %d %d of %d and %d boxes\n", scene, other, many, few);
    }
    cld_workspace_free(&w);
}

/* The many at whole places of a size so small that the grid of the few has no number for its cells
   (in double that took for ever); all along one axis, and all at one place. */
static void so_small(void)
{
    const double least = sizeof(cld_real) == 4 ? 0x1p-149 : 0x1p-1074;
    test_random r = test_random_from(14);
    cld_workspace w = {0};
    int round, i, k;
    for (round = 0; round < 24; round++) {
        const int few = 1 + round, most = round % 3 == 0 ? 1 : 40;
        for (i = 0; i < 1500 + few; i++) {
            cld_aabb *b = i < few ? &others[i] : &boxes[i - few];
            for (k = 0; k < 3; k++) {
                const int at = k == 0 || round % 2 ? test_integer(&r, 0, most) : 3;
                *(k == 0 ? &b->low.x : k == 1 ? &b->low.y : &b->low.z) = (cld_real)(at * least);
                *(k == 0   ? &b->high.x
                  : k == 1 ? &b->high.y
                           : &b->high.z) = (cld_real)((at + test_integer(&r, 0, 2)) * least);
            }
        }
        same_as_wanted(found,
                       cld_aabb_pairs_between(others, few, boxes, 1500, &w, found, MOST_PAIRS),
                       all_pairs_between(others, few, boxes, 1500));
        same_as_wanted(found, cld_aabb_pairs(boxes, 150, &w, found, MOST_PAIRS),
                       all_pairs(boxes, 150));
    }
    cld_workspace_free(&w);
}

/* Ends among the last numbers there are: what is cut off there for the search must not make two
   of them one. In half of the rounds the very last are left out. */
static void at_the_end_of_the_range(void)
{
    test_random r = test_random_from(15);
    cld_workspace w = {0};
    double last[6];
    int round, i, k;
    last[0] = sizeof(cld_real) == 4 ? (double)FLT_MAX : DBL_MAX;
    for (k = 1; k < 6; k++) last[k] = next(last[k - 1], 0);
    for (round = 0; round < test_repeat(100); round++) {
        const int count = some(&r), first = round % 4;
        for (i = 0; i < count; i++) {
            cld_real ends[6];
            for (k = 0; k < 6; k++) {
                const double end = last[test_integer(&r, first, 5)];
                ends[k] = (cld_real)(k < 3 && test_integer(&r, 0, 2) ? -end : end);
            }
            boxes[i].low.x = ends[0], boxes[i].low.y = ends[1], boxes[i].low.z = ends[2];
            boxes[i].high.x = ends[3], boxes[i].high.y = ends[4], boxes[i].high.z = ends[5];
        }
        if (!same_as_wanted(found, cld_aabb_pairs(boxes, count, &w, found, MOST_PAIRS),
                            all_pairs(boxes, count)))
            printf("    %d boxes, from the number %d on\n", count, first);
    }
    cld_workspace_free(&w);
}

/* A caller's system: backwards, the worker's number going round from the last. */
typedef struct circle {
    int workers, calls;
} circle;

static void backwards(void *context, int count, cld_task *task, void *data)
{
    circle *c = (circle *)context;
    int i;
    c->calls++;
    for (i = count - 1; i >= 0; i--) task(data, i, c->workers - 1 - i % c->workers);
}

static cld_workspace workspace_of(circle *c, int workers, int own)
{
    cld_workspace w = {0};
    c->workers = workers, c->calls = 0;
    w.tasks.workers = workers;
    if (own) w.tasks.run = backwards, w.tasks.context = c;
    return w;
}

/* Large scenes, those that are cut in pieces among workers; the bytes of the answer are the same
   for any number of them, and the set is right. */
static void workers_make_no_difference(void)
{
    static const int workers[] = {2, 7, 100, 2, 7};
    static const int scenes[] = {UNIFORM, MIXED, CLUSTERED, ENDLESS, WORLDS, LINE, FAR_AWAY, HOLES};
    test_random r = test_random_from(3);
    int round, k;
    for (round = 0; round < test_repeat(8); round++) {
        const int count = MOST_BOXES - test_integer(&r, 0, 3000), scene = scenes[round % 8];
        const int half = count - 9000;
        cld_workspace one = {0};
        int n, m;
        make(&r, boxes, count, scene, 1);
        n = cld_aabb_pairs(boxes, count, &one, found, MOST_PAIRS);
        CHECK(n >= 0);
        for (k = 0; k < 5; k++) {
            circle c;
            cld_workspace w = workspace_of(&c, workers[k], k < 3);
            const int capacity = n < MOST_PAIRS ? n : MOST_PAIRS;
            memset(again, 0xff, bytes(capacity));
            CHECK(cld_aabb_pairs(boxes, count, &w, again, capacity) == n);
            CHECK(memcmp(found, again, bytes(capacity)) == 0);
            CHECK(!w.tasks.run || c.calls > 0);
            memset(again, 0xff, bytes(capacity));
            CHECK(cld_aabb_pairs(boxes, count, &w, again, capacity / 3) == n);
            CHECK(memcmp(found, again, bytes(capacity / 3)) == 0);
            if (capacity / 3 < capacity) CHECK(again[capacity / 3].a == 0xffffffffu);
            CHECK(cld_aabb_pairs(boxes, count, &w, NULL, 0) == n);
            cld_workspace_free(&w);
        }
        if (round < 3) same_as_wanted(found, n, all_pairs(boxes, count));
        m = cld_aabb_pairs_between(boxes, half, boxes + half, 9000, &one, found, MOST_PAIRS);
        for (k = 0; k < 5; k++) {
            circle c;
            cld_workspace w = workspace_of(&c, workers[k], k < 3);
            const int capacity = m < MOST_PAIRS ? m : MOST_PAIRS;
            CHECK(cld_aabb_pairs_between(boxes, half, boxes + half, 9000, &w, again, capacity) ==
                  m);
            CHECK(memcmp(found, again, bytes(capacity)) == 0);
            cld_workspace_free(&w);
        }
        if (round < 3) same_as_wanted(found, m, all_pairs_between(boxes, half, boxes + half, 9000));
        cld_workspace_free(&one);
    }
}

/* Numbers of boxes, axes and directions mean nothing. */
static void turned_and_renumbered(void)
{
    static int place[MOST_BOXES];
    test_random r = test_random_from(4);
    cld_workspace w = {0};
    int round;
    for (round = 0; round < test_repeat(2000); round++) {
        const int scene = round % SCENES, count = some(&r);
        int i, n;
        make(&r, boxes, count, scene, 1);
        for (i = 0; i < count; i++) place[i] = i;
        for (i = count - 1; i > 0; i--) {
            const int k = test_integer(&r, 0, i), was = place[i];
            place[i] = place[k], place[k] = was;
        }
        for (i = 0; i < count; i++) {
            cld_aabb *to = &others[place[i]];
            const cld_aabb *b = &boxes[i];
            to->low.x = -b->high.y, to->high.x = -b->low.y;
            to->low.y = b->low.z, to->high.y = b->high.z;
            to->low.z = -b->high.x, to->high.z = -b->low.x;
        }
        n = cld_aabb_pairs(boxes, count, &w, wanted, MOST_PAIRS);
        for (i = 0; i < n; i++) {
            const uint32_t a = (uint32_t)place[wanted[i].a], b = (uint32_t)place[wanted[i].b];
            wanted[i].a = a < b ? a : b, wanted[i].b = a < b ? b : a;
        }
        if (n > 0) qsort(wanted, (size_t)n, sizeof *wanted, by_numbers);
        same_as_wanted(found, cld_aabb_pairs(others, count, &w, found, MOST_PAIRS), n);
    }
    cld_workspace_free(&w);
}

/* The same scene times a power of two, or moved where no number is rounded: the same bytes. */
static void scaled(void)
{
    test_random r = test_random_from(5);
    cld_workspace w = {0};
    int round;
    for (round = 0; round < test_repeat(500); round++) {
        const int scene = round % SCENES, count = some(&r);
        const cld_real scale = (cld_real)(round & 1 ? 0x1p-30 : 0x1p30);
        int i, n, capacity;
        if (scene == SERIES || scene == ENDLESS) continue;
        make(&r, boxes, count, scene, 1);
        for (i = 0; i < count; i++) {
            others[i] = boxes[i];
            others[i].low.x *= scale, others[i].low.y *= scale, others[i].low.z *= scale;
            others[i].high.x *= scale, others[i].high.y *= scale, others[i].high.z *= scale;
        }
        n = cld_aabb_pairs(boxes, count, &w, found, MOST_PAIRS);
        capacity = n;
        if (!CHECK(cld_aabb_pairs(others, count, &w, again, capacity) == n))
            printf("    scene %d of %d boxes\n", scene, count);
        CHECK(memcmp(found, again, bytes(n)) == 0);
    }
    cld_workspace_free(&w);
}

static void capacity_is_kept(void)
{
    test_random r = test_random_from(6);
    cld_workspace w = {0};
    int n, k;
    make(&r, boxes, 300, UNIFORM, 1);
    n = cld_aabb_pairs(boxes, 300, &w, found, MOST_PAIRS);
    CHECK(n > 100);
    for (k = 0; k <= n; k++) {
        memset(again, 0xff, bytes(n + 1));
        CHECK(cld_aabb_pairs(boxes, 300, &w, again, k) == n);
        CHECK(memcmp(found, again, bytes(k)) == 0);
        CHECK(again[k].a == 0xffffffffu && again[k].b == 0xffffffffu);
    }
    CHECK(cld_aabb_pairs(boxes, 300, &w, NULL, 0) == n);
    cld_workspace_free(&w);
}

static cld_real *number(cld_aabb *box, int i)
{
    cld_vec3 *end = i < 3 ? &box->low : &box->high;
    return i % 3 == 0 ? &end->x : i % 3 == 1 ? &end->y : &end->z;
}

static void bad_input(void)
{
    test_random r = test_random_from(7);
    cld_workspace w = {0};
    int i;
    make(&r, boxes, 100, UNIFORM, 1);
    make(&r, others, 50, UNIFORM, 1);
    CHECK(cld_aabb_pairs(boxes, -1, &w, found, 10) == CLD_ERROR_COUNT);
    CHECK(cld_aabb_pairs(boxes, (1 << 30) + 1, &w, found, 10) == CLD_ERROR_COUNT);
    CHECK(cld_aabb_pairs(boxes, 100, &w, found, -1) == CLD_ERROR_COUNT);
    CHECK(cld_aabb_pairs(NULL, 100, &w, found, 10) == CLD_ERROR_NULL);
    CHECK(cld_aabb_pairs(boxes, 100, NULL, found, 10) == CLD_ERROR_NULL);
    CHECK(cld_aabb_pairs(boxes, 100, &w, NULL, 10) == CLD_ERROR_NULL);
    CHECK(cld_aabb_pairs(NULL, 0, &w, NULL, 0) == 0);
    CHECK(cld_aabb_pairs(boxes, 1, &w, found, 10) == 0);
    CHECK(cld_aabb_pairs_between(boxes, -1, others, 50, &w, found, 10) == CLD_ERROR_COUNT);
    CHECK(cld_aabb_pairs_between(boxes, 100, others, -1, &w, found, 10) == CLD_ERROR_COUNT);
    i = (1 << 30) + 1;
    CHECK(cld_aabb_pairs_between(boxes, i, others, 50, &w, found, 10) == CLD_ERROR_COUNT);
    CHECK(cld_aabb_pairs_between(boxes, 100, others, i, &w, found, 10) == CLD_ERROR_COUNT);
    CHECK(cld_aabb_pairs_between(boxes, 100, others, 50, &w, found, -1) == CLD_ERROR_COUNT);
    CHECK(cld_aabb_pairs_between(NULL, 100, others, 50, &w, found, 10) == CLD_ERROR_NULL);
    CHECK(cld_aabb_pairs_between(boxes, 100, NULL, 50, &w, found, 10) == CLD_ERROR_NULL);
    CHECK(cld_aabb_pairs_between(boxes, 100, others, 50, NULL, found, 10) == CLD_ERROR_NULL);
    CHECK(cld_aabb_pairs_between(boxes, 100, others, 50, &w, NULL, 10) == CLD_ERROR_NULL);
    CHECK(cld_aabb_pairs_between(NULL, 0, others, 50, &w, found, 10) == 0);
    CHECK(cld_aabb_pairs_between(boxes, 100, NULL, 0, &w, found, 10) == 0);
    CHECK(cld_aabb_pairs_between(NULL, 0, NULL, 0, &w, NULL, 0) == 0);
    for (i = 0; i < 600; i++) {
        cld_real *x = number(&boxes[i / 6], i % 6), was = *x;
        *x = (cld_real)(i & 1 ? TEST_NAN : -TEST_NAN);
        memset(found, 0xff, bytes(10));
        CHECK(cld_aabb_pairs(boxes, 100, &w, found, 10) == CLD_ERROR_FINITE);
        CHECK(cld_aabb_pairs_between(boxes, 100, others, 50, &w, found, 10) == CLD_ERROR_FINITE);
        CHECK(cld_aabb_pairs_between(others, 50, boxes, 100, &w, found, 10) == CLD_ERROR_FINITE);
        CHECK(found[0].a == 0xffffffffu);
        *x = was;
    }
    make(&r, boxes, 2000, UNIFORM, 1);
    for (i = 0; i < 12; i++) { /* far from the few, or of them */
        cld_real *x = number(i < 6 ? &boxes[1999] : others, i % 6), was = *x;
        *x = (cld_real)TEST_NAN;
        CHECK(cld_aabb_pairs_between(others, 50, boxes, 2000, &w, found, 10) == CLD_ERROR_FINITE);
        CHECK(cld_aabb_pairs_between(boxes, 2000, others, 50, &w, found, 10) == CLD_ERROR_FINITE);
        *x = was;
    }
    CHECK(cld_aabb_pairs(boxes, 100, &w, found, 10) >= 0);
    cld_workspace_free(&w);
}

/* 65537 boxes in one place have 2^31 + 32768 pairs; one fewer, 2^31 - 32768. */
static void more_than_an_int_counts(void)
{
    cld_workspace w = {0};
    cld_aabb *b;
    int i;
    if (test_effort < 100 || sizeof(cld_real) > sizeof(float)) return; /* takes seconds */
    b = (cld_aabb *)calloc(65537, sizeof *b);
    if (!CHECK(b != NULL)) return;
    for (i = 0; i < 65537; i++) b[i].high.x = 1;
    CHECK(cld_aabb_pairs(b, 65536, &w, NULL, 0) == 2147450880);
    CHECK(cld_aabb_pairs(b, 65537, &w, NULL, 0) == CLD_ERROR_COUNT);
    free(b);
    /* 10^6: the search ends where the count no longer fits; to the end it would take minutes */
    b = (cld_aabb *)calloc(1000000, sizeof *b);
    if (!CHECK(b != NULL)) return;
    CHECK(cld_aabb_pairs(b, 1000000, &w, NULL, 0) == CLD_ERROR_COUNT);
    free(b);
    cld_workspace_free(&w);
}

static void out_of_memory(void)
{
    test_random r = test_random_from(8);
    test_memory memory;
    long at;
    int workers;
    make(&r, boxes, MOST_BOXES, UNIFORM, 1);
    for (workers = 1; workers < 3; workers++) {
        circle c;
        cld_workspace w = workspace_of(&c, workers, 1);
        const int n = cld_aabb_pairs(boxes, MOST_BOXES, &w, wanted, MOST_PAIRS);
        cld_workspace_free(&w);
        for (at = 1; at < 100; at++) {
            int status;
            test_memory_reset(&memory, at);
            w.allocator = test_allocator(&memory);
            status = cld_aabb_pairs(boxes, MOST_BOXES, &w, found, MOST_PAIRS);
            if (!memory.failed) break;
            CHECK(status == CLD_ERROR_MEMORY);
            memory.fail_at = 0;
            CHECK(cld_aabb_pairs(boxes, MOST_BOXES, &w, found, MOST_PAIRS) == n);
            CHECK(memcmp(found, wanted, bytes(n)) == 0);
            cld_workspace_free(&w);
            CHECK(memory.live == 0);
        }
        CHECK(at > 1 && at < 100);
        cld_workspace_free(&w);
    }
}

static void out_of_memory_between(void)
{
    test_random r = test_random_from(11);
    test_memory memory;
    cld_workspace w = {0};
    long at;
    int n;
    make(&r, boxes, MOST_BOXES, UNIFORM, 1);
    n = cld_aabb_pairs_between(boxes, 50, boxes, MOST_BOXES, &w, wanted, MOST_PAIRS);
    cld_workspace_free(&w);
    for (at = 1; at < 100; at++) {
        int status;
        test_memory_reset(&memory, at);
        w.allocator = test_allocator(&memory);
        status = cld_aabb_pairs_between(boxes, 50, boxes, MOST_BOXES, &w, found, MOST_PAIRS);
        if (!memory.failed) break;
        CHECK(status == CLD_ERROR_MEMORY);
        memory.fail_at = 0;
        CHECK(cld_aabb_pairs_between(boxes, 50, boxes, MOST_BOXES, &w, found, MOST_PAIRS) == n);
        CHECK(memcmp(found, wanted, bytes(n)) == 0);
        cld_workspace_free(&w);
        CHECK(memory.live == 0);
    }
    CHECK(at > 1 && at < 100);
    cld_workspace_free(&w);
}

/* One set; few and many, two sets; a set for two workers. */
static int ask_kind(int kind, cld_workspace *w, cld_pair *out)
{
    if (kind == 0) return cld_aabb_pairs(boxes, 500, w, out, MOST_PAIRS);
    if (kind == 1) return cld_aabb_pairs_between(boxes, 30, boxes, 1100, w, out, MOST_PAIRS);
    if (kind == 2) return cld_aabb_pairs_between(boxes, 300, boxes, 1100, w, out, MOST_PAIRS);
    return cld_aabb_pairs(boxes, MOST_BOXES, w, out, MOST_PAIRS);
}

/* Memory that ends at any place: so many bytes are there and no more. Whatever does not fit, it is
   said, and with more memory all is as if nothing had been. */
static void memory_ends_anywhere(void)
{
    test_random r = test_random_from(15);
    int kind;
    make(&r, boxes, MOST_BOXES, UNIFORM, 1);
    for (kind = 0; kind < 4; kind++) {
        test_memory memory;
        circle c;
        cld_workspace w = workspace_of(&c, kind == 3 ? 2 : 1, kind == 3);
        size_t size, need;
        int n, refused = 0;
        test_memory_reset(&memory, 0);
        w.allocator = test_allocator(&memory);
        n = ask_kind(kind, &w, wanted);
        CHECK(n > 0);
        need = cld_workspace_bytes(&w);
        for (size = 0; size < need; size += kind == 3 ? need / 40 : 448) {
            int status;
            cld_workspace_free(&w);
            CHECK(memory.live == 0 && memory.blocks == 0);
            test_memory_reset(&memory, 0);
            CHECK(cld_workspace_reserve(&w, size) == CLD_OK);
            memory.fail_at = memory.requests + 1;
            status = ask_kind(kind, &w, found);
            CHECK(status == (memory.failed ? CLD_ERROR_MEMORY : n));
            refused += memory.failed > 0;
            memory.fail_at = 0;
            CHECK(ask_kind(kind, &w, found) == n && memcmp(found, wanted, bytes(n)) == 0);
        }
        CHECK(refused > 5);
        cld_workspace_free(&w);
        CHECK(memory.live == 0 && memory.blocks == 0);
    }
}

/* Once it has been done, boxes that move need no more memory. */
static void steady_state(void)
{
    test_random r = test_random_from(9);
    test_memory memory;
    int workers, scene, step;
    for (workers = 1; workers < 3; workers++)
        for (scene = UNIFORM; scene <= MIXED; scene++) {
            circle c;
            cld_workspace w = workspace_of(&c, workers, 1);
            long requests = 0;
            test_memory_reset(&memory, 0);
            w.allocator = test_allocator(&memory);
            for (step = 0; step < 4; step++) {
                make(&r, boxes, 18000, scene, 1);
                CHECK(cld_aabb_pairs(boxes, 18000, &w, found, MOST_PAIRS) > 0);
                CHECK(cld_aabb_pairs_between(boxes, 9000, boxes + 9000, 9000, &w, found,
                                             MOST_PAIRS) > 0);
                if (step) CHECK(memory.requests == requests);
                requests = memory.requests;
            }
            cld_workspace_free(&w);
            CHECK(memory.live == 0);
        }
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(one_set);
    TEST(two_sets);
    TEST(few_and_many);
    TEST(so_small);
    TEST(at_the_end_of_the_range);
    TEST(workers_make_no_difference);
    TEST(turned_and_renumbered);
    TEST(scaled);
    TEST(capacity_is_kept);
    TEST(bad_input);
    TEST(more_than_an_int_counts);
    TEST(out_of_memory);
    TEST(out_of_memory_between);
    TEST(memory_ends_anywhere);
    TEST(steady_state);
    return test_end();
}
