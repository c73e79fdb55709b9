/* Oriented boxes: collide.h beside its peers. See race.h for what is measured. */
#include "race.h"
#include "obb.h"
#include "../../tests/oracle_obb.h"

enum { OBB_COUNT = 16384, OBB_QUICK_COUNT = 2048, OBB_BATCH = 64 };

static void obb_unit_axes(bench_random *r, double axes[3][3])
{
    double w = bench_normal(r), x = bench_normal(r), y = bench_normal(r), z = bench_normal(r);
    double s = 1 / sqrt(w * w + x * x + y * y + z * z);
    w *= s, x *= s, y *= s, z *= s;
    axes[0][0] = 1 - 2 * (y * y + z * z), axes[0][1] = 2 * (x * y + w * z);
    axes[0][2] = 2 * (x * z - w * y), axes[1][0] = 2 * (x * y - w * z);
    axes[1][1] = 1 - 2 * (x * x + z * z), axes[1][2] = 2 * (y * z + w * x);
    axes[2][0] = 2 * (x * z + w * y), axes[2][1] = 2 * (y * z - w * x);
    axes[2][2] = 1 - 2 * (x * x + y * y);
}

static obb_box obb_random(bench_random *r, double reach)
{
    obb_box box;
    obb_unit_axes(r, box.axes);
    for (int k = 0; k < 3; ++k) {
        box.centre[k] = (float)bench_uniform(r, -reach, reach);
        box.half[k] = (float)bench_uniform(r, 0.2, 1);
        for (int i = 0; i < 3; ++i) box.axes[k][i] = (float)box.axes[k][i];
    }
    return box;
}

static oracle_box obb_exactly(const obb_box *box)
{
    oracle_box o;
    memcpy(o.n, box->centre, sizeof box->centre);
    memcpy(o.n + 3, box->axes, sizeof box->axes);
    memcpy(o.n + 12, box->half, sizeof box->half);
    return o;
}

static race_verdict obb_judge(const void *scene, int query, const void *answer, const peer *who,
                              double *error)
{
    const obb_scene *s = (const obb_scene *)scene;
    const obb_answer *mine = (const obb_answer *)answer;
    oracle_box a = obb_exactly(&s->a[query]), b = obb_exactly(&s->b[query]);
    long exactly = 0;
    int apart = oracle_apart(&a, &b, &exactly);
    (void)who, (void)error;
    if (mine->overlap == !apart) return RACE_RIGHT;
    return apart ? RACE_WRONG : RACE_MISSED;
}

static void obb_race_overlap(racing *r, const char *name, double reach)
{
    int count = r->b.quick ? OBB_QUICK_COUNT : OBB_COUNT;
    obb_box *boxes = (obb_box *)race_memory(2 * (size_t)count * sizeof *boxes);
    obb_scene scene = {count, boxes, boxes + count};
    contest c = {"overlap", name, &scene, count, OBB_BATCH, sizeof(obb_answer), obb_judge};
    bench_random random = bench_seed(5);
    for (int i = 0; i < count; ++i) {
        boxes[i] = obb_random(&random, 0);
        boxes[count + i] = obb_random(&random, reach);
    }
    race(r, &c);
    free(boxes);
}

int main(int argc, char **argv)
{
    racing r;
    if (!race_begin(&r, argc, argv, "obb")) return 2;
    obb_race_overlap(&r, "few", 5);
    obb_race_overlap(&r, "half", 2);
    obb_race_overlap(&r, "most", 1);
    race_table(&r, "Do two boxes overlap?");
    return race_end(&r);
}
