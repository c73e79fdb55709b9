/* The broad phase as meshes ask it: boxes by coordinate, in floats. The same pairs in the same
 * order as of the same boxes given one by one (which test_boxes.c holds against each with each),
 * from any number of workers, for little work and for much; and between two sets. */
#include "test.h"

enum { MOST = 40000, MOST_PAIRS = 2000000 };

static float planes[6][MOST];
static cld_aabb boxes[MOST];
static cld_pair wanted[MOST_PAIRS];

static void backwards(void *context, int count, cld_task *task, void *data)
{
    const int workers = *(int *)context;
    int i;
    for (i = count - 1; i >= 0; i--) task(data, i, i % workers);
}

static int by_numbers(const void *x, const void *y)
{
    const cld_pair *p = (const cld_pair *)x, *q = (const cld_pair *)y;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    return p->b < q->b ? -1 : p->b > q->b;
}

static void make(test_random *r, int count)
{
    const double size = (test_integer(r, 0, 4) ? 1.5 : 4) * pow(1.0 / (count + 1), 1 / 3.0);
    int i, k;
    for (i = 0; i < count; i++) {
        for (k = 0; k < 3; k++) {
            planes[k][i] = (float)test_between(r, 0, 1);
            planes[k + 3][i] = planes[k][i] + (float)test_between(r, 0, size);
        }
        boxes[i].low.x = (cld_real)planes[0][i], boxes[i].low.y = (cld_real)planes[1][i];
        boxes[i].low.z = (cld_real)planes[2][i], boxes[i].high.x = (cld_real)planes[3][i];
        boxes[i].high.y = (cld_real)planes[4][i], boxes[i].high.z = (cld_real)planes[5][i];
    }
}

static void same_as_one_by_one(void)
{
    test_random r = test_random_from(1);
    int round, k;
    for (round = 0; round < test_repeat(300); round++) {
        const int count = round % 4 ? test_integer(&r, 0, 3000) : test_integer(&r, 0, MOST);
        int workers = 1 + round % 8, n;
        cld_workspace one = {0}, w = {0};
        cld__boxes view;
        cld_pair *pairs;
        size_t found;
        make(&r, count);
        for (k = 0; k < 3; k++) view.low[k] = planes[k], view.high[k] = planes[k + 3];
        view.count = (size_t)count;
        view.second = round % 3 && count ? (size_t)test_integer(&r, count / 4, count * 3 / 4) : 0;
        w.tasks.run = backwards, w.tasks.context = &workers, w.tasks.workers = workers;
        n = view.second ? cld_aabb_pairs_between(boxes, (int)view.second, boxes + view.second,
                                                 count - (int)view.second, &one, wanted, MOST_PAIRS)
                        : cld_aabb_pairs(boxes, count, &one, wanted, MOST_PAIRS);
        cld__workspace_begin(&w);
        CHECK(cld__boxes_pairs(&view, &w, &pairs, &found) == CLD_OK);
        if (!CHECK(n >= 0 && n <= MOST_PAIRS && found == (size_t)n)) continue;
        if (sizeof(cld_real) > sizeof(float) && n) { /* rounding them first may order otherwise */
            qsort(pairs, found, sizeof *pairs, by_numbers);
            qsort(wanted, found, sizeof *wanted, by_numbers);
        }
        CHECK(!n || memcmp(pairs, wanted, found * sizeof *pairs) == 0);
        cld_workspace_free(&one);
        cld_workspace_free(&w);
    }
}

/* How many pairs of groups of 16 have boxes around them that overlap: what the search looks at. */
static size_t groups_that_meet(const cld__box_tree *tree)
{
    size_t i, j, met = 0;
    for (i = 0; i < tree->groups[0]; i++)
        for (j = 0; j < i; j++) {
            const float *a = tree->boxes[1] + i / CLD__BOX_GROUP * CLD__BOX_FLOATS;
            const float *b = tree->boxes[1] + j / CLD__BOX_GROUP * CLD__BOX_FLOATS;
            int k, apart = 0;
            a += i % CLD__BOX_GROUP, b += j % CLD__BOX_GROUP;
            for (k = 0; k < 48; k += 16) apart |= a[k] > b[k + 48] || b[k] > a[k + 48];
            met += !apart;
        }
    return met;
}

/* Small boxes at places of all scales: grows[axis] tells in which octaves of 2^-20 .. 2^20 the
   coordinate lies, the same for all axes, one each, or the same for two. A group may meet a
   number of others that does not grow with the number of boxes: it did where many of a cell's
   boxes were in one of its 128 bins. */
static void all_scales_at_once(void)
{
    test_random r = test_random_from(2);
    int kind, sign, i, k;
    for (kind = 0; kind < 3; kind++)
        for (sign = 0; sign < 2; sign++) {
            const int count = 20000;
            cld_workspace w = {0};
            cld__box_search s;
            cld__boxes view;
            for (i = 0; i < count; i++) {
                double q[3];
                for (k = 0; k < 3; k++) {
                    q[k] = kind == 0 && k ? q[0] : kind == 2 && k == 2 ? q[1]
                                                 : exp2(test_between(&r, -20, 20));
                    planes[k][i] = (float)((sign && test_integer(&r, 0, 1) ? -1 : 1) * q[k] *
                                           test_between(&r, 1, 2));
                }
                for (k = 0; k < 3; k++) planes[k + 3][i] = planes[k][i] + (float)(q[k] * 1e-3);
            }
            memset(&s, 0, sizeof s);
            for (k = 0; k < 3; k++) view.low[k] = planes[k], view.high[k] = planes[k + 3];
            view.count = (size_t)count, view.second = 0;
            s.source.planes = &view, s.source.count = s.source.first_count = (size_t)count;
            s.sides = 1, s.chunks = s.pieces = 1;
            cld__workspace_begin(&w);
            if (CHECK(cld__box_build(&s, &w) == CLD_OK)) {
                const size_t met = groups_that_meet(&s.tree);
                CHECK(s.tree.groups[0] >= (size_t)count / 16);
                if (!CHECK(met < 12 * s.tree.groups[0]))
                    printf("kind %d sign %d: %zu groups, %zu pairs of them\n", kind, sign,
                           s.tree.groups[0], met);
            }
            cld_workspace_free(&w);
        }
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(same_as_one_by_one);
    TEST(all_scales_at_once);
    return test_end();
}
