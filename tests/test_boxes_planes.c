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

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(same_as_one_by_one);
    return test_end();
}
