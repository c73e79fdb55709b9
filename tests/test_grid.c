/* The grid of the user's own points and boxes. The reference compares each item with each; scenes
 * are random, adversarial, and such as people make: lattices, layers, stacks. The program holds the
 * library: it looks into the grid after every change, and makes cells that collide in its table. */
#include "test.h"
#include "grid_hash.h"
#include "oracle_grid.h"

enum { MOST = 400, MANY = 3000 };

typedef struct scene {
    int count, points; /* points: all are */
    cld_real cell;
    cld_aabb boxes[MANY];
} scene;

static scene s; /* what is built */
static unsigned char there[MANY][MANY / 8 + 1];
static uint32_t ids[MANY];
static cld_pair pairs[MANY * 40];
static uint32_t numbers[MANY * 80];
static cld_grid_list lists[2 * MANY];
static char counted[MANY];
static cld_workspace space;

/* ------------------------------------------------------------------------------- the invariants */

static void check_slot(const cld__grid_data *d, const cld_aabb *model, uint32_t slot,
                       const cld__grid_place *place, uint32_t *seen)
{
    const uint32_t item = *cld__grid_item(d, slot);
    const cld__grid_place at = cld__grid_place_of_slot(d, slot);
    cld_real box[6];
    if (!CHECK(item < d->capacity) || !CHECK(d->slot_of[item] == slot)) return;
    CHECK(cld__grid_same(&at, place));
    cld__grid_get(d, slot, box);
    CHECK(memcmp(box, model + item, sizeof box) == 0);
    ++*seen;
}

/* All items are in their cells, all cells in the table and in a list, all slots somewhere. */
static void check_grid(const cld_grid *g, const cld_aabb *model)
{
    const cld__grid_data *d = (const cld__grid_data *)g->memory;
    uint32_t seen = 0, cells = 0, free_slots = 0, chained = 0, present = 0, slot, k;
    int i;
    for (i = 0; i < d->layer_count; i++) {
        uint32_t cell = d->layers[i].first, of_layer = 0;
        CHECK(i == 0 || d->layers[i].of > d->layers[i - 1].of);
        for (; cell != CLD__GRID_NONE; cell = d->links[cell].after, of_layer++) {
            const cld__grid_cell *c = d->table.cells + cell;
            const uint32_t before = seen;
            CHECK(c->place.level == d->layers[i].of &&
                  cld__grid_find(&d->table, &c->place) == cell);
            for (k = 0; k < c->count; k++) check_slot(d, model, c->begin + k, &c->place, &seen);
            for (slot = d->links[cell].chain; slot != CLD__GRID_NONE; slot = d->next[slot])
                check_slot(d, model, slot, &c->place, &seen), chained++;
            CHECK(seen > before);
        }
        CHECK(of_layer == d->layers[i].cells && of_layer > 0);
        cells += of_layer;
    }
    for (slot = d->next[d->capacity]; slot != d->capacity; slot = d->next[slot], free_slots++)
        if (!CHECK(*cld__grid_item(d, slot) == CLD__GRID_NONE && free_slots < d->capacity)) return;
    for (k = 0; k < d->capacity; k++) present += d->slot_of[k] != CLD__GRID_NONE;
    CHECK(seen == g->count && seen == present && cells == g->cell_count && chained == d->chained);
    CHECK(seen + free_slots == d->fresh && d->fresh <= d->capacity && d->capacity == g->capacity);
}

/* ------------------------------------------------------------------------ answers and reference */

static int pair_is_there(int a, int b)
{
    return there[a][b / 8] >> b % 8 & 1;
}

/* The list of each item has the others that pairs has it with (there[]), each once. */
static void check_neighbours(const cld_grid *g, int64_t pair_count, cld_real distance,
                             cld_workspace *w)
{
    const int64_t room = (int64_t)(sizeof numbers / sizeof *numbers);
    const int64_t found = cld_grid_neighbours(g, distance, w, lists, numbers, room);
    int64_t sum = 0, k;
    size_t i;
    if (!CHECK(found == 2 * pair_count) || !CHECK(g->capacity <= 2 * MANY) || found > room) return;
    for (i = 0; i < g->capacity; i++) {
        const cld_grid_list list = lists[i];
        if (!CHECK(list.first >= 0 && list.count >= 0 && list.first + list.count <= found)) return;
        sum += list.count;
        memset(counted, 0, sizeof counted);
        for (k = 0; k < list.count; k++) {
            const uint32_t other = numbers[list.first + k];
            if (!CHECK(other != i && other < MANY) || !CHECK(!counted[other])) return;
            counted[other] = 1;
            CHECK(i < other ? pair_is_there((int)i, (int)other) : pair_is_there((int)other, (int)i));
        }
    }
    CHECK(sum == found);
    CHECK(cld_grid_neighbours(g, distance, w, NULL, NULL, 0) == found);
}

/* With room for less than all, the first are written, and the lists are the same. */
static void room_for_some(const cld_grid *g, cld_real distance, cld_workspace *w)
{
    static cld_grid_list again[2 * MANY];
    static uint32_t some[MANY * 80];
    const int64_t room = (int64_t)(sizeof numbers / sizeof *numbers);
    const int64_t all = cld_grid_neighbours(g, distance, w, lists, numbers, room), part = all / 3;
    if (!CHECK(all > 100 && all <= room)) return;
    memset(some, 0x5a, sizeof some);
    CHECK(cld_grid_neighbours(g, distance, w, again, some, part) == all);
    CHECK(memcmp(lists, again, g->capacity * sizeof *lists) == 0);
    CHECK(memcmp(some, numbers, (size_t)part * sizeof *some) == 0 && some[part] == 0x5a5a5a5a);
}

/* All pairs of the items whose boxes are given; those not in the grid are empty. */
static void check_pairs(const cld_grid *g, const cld_aabb *b, int count, cld_real distance,
                        cld_workspace *w)
{
    const int64_t room = (int64_t)(sizeof pairs / sizeof *pairs);
    const int64_t found = cld_grid_pairs(g, distance, w, pairs, room);
    int64_t i, expected = 0;
    int k, m, good = 1;
    if (!CHECK(found >= 0)) return;
    if (found > room) { /* too many to be written: counted */
        for (k = 0; k < count; k++)
            for (m = k + 1; m < count; m++)
                expected += oracle_near(b + k, b + m, distance) != ORACLE_NO;
        CHECK(found <= expected);
        return;
    }
    memset(there, 0, sizeof there);
    for (i = 0; i < found; i++) {
        if (!CHECK(pairs[i].a < pairs[i].b && pairs[i].b < (uint32_t)count)) return;
        good &= CHECK(!pair_is_there((int)pairs[i].a, (int)pairs[i].b)); /* nothing twice */
        there[pairs[i].a][pairs[i].b / 8] |= (unsigned char)(1 << pairs[i].b % 8);
    }
    for (k = 0; k < count; k++)
        for (m = k + 1; m < count; m++) {
            const int want = oracle_near(b + k, b + m, distance), is = pair_is_there(k, m);
            if (want == ORACLE_YES) good &= CHECK(is);
            if (want == ORACLE_NO) good &= CHECK(!is);
        }
    if (!good) printf("    pairs at distance %g\n", (double)distance);
    check_neighbours(g, found, distance, w);
}

/* ids[] are numbers, none twice; counted[] says which. */
static int check_ids(int64_t found, int count)
{
    int64_t i;
    memset(counted, 0, sizeof counted);
    if (!CHECK(found >= 0 && found <= count)) return 0;
    for (i = 0; i < found; i++) {
        if (!CHECK(ids[i] < (uint32_t)count) || !CHECK(!counted[ids[i]])) return 0;
        counted[ids[i]] = 1;
    }
    return 1;
}

static void check_answer(int want, int i)
{
    if (want == ORACLE_YES) CHECK(counted[i]);
    if (want == ORACLE_NO) CHECK(!counted[i]);
}

static void check_near(const cld_grid *g, const cld_aabb *b, int count, cld_vec3 p, cld_real radius)
{
    const int64_t found = cld_grid_near(g, p, radius, ids, MANY);
    cld_aabb point;
    int i;
    point.low = point.high = p;
    if (!check_ids(found, count)) return;
    for (i = 0; i < count; i++) check_answer(oracle_near(b + i, &point, radius), i);
}

static void check_box(const cld_grid *g, const cld_aabb *b, int count, const cld_aabb *box)
{
    const int64_t found = cld_grid_box(g, box, ids, MANY);
    int i;
    if (!check_ids(found, count)) return;
    for (i = 0; i < count; i++) CHECK(counted[i] == boxes_overlap(b + i, box));
}

static void check_ray(const cld_grid *g, const cld_aabb *b, int count, cld_vec3 o, cld_vec3 d,
                      cld_real t_max, cld_real margin)
{
    const int64_t found = cld_grid_ray(g, o, d, t_max, margin, ids, MANY);
    int i;
    if (!check_ids(found, count)) return;
    for (i = 0; i < count; i++) {
        const int want = oracle_ray(b + i, o, d, t_max, margin);
        const long before = test_failures;
        check_answer(want, i);
        if (test_failures > before && before < 20)
            printf("    ray %g %g %g + t %g %g %g, to %g, margin %g\n", (double)o.x, (double)o.y,
                   (double)o.z, (double)d.x, (double)d.y, (double)d.z, (double)t_max,
                   (double)margin);
    }
}

/* --------------------------------------------------------------------------------------- scenes */

enum {
    UNIFORM,
    LATTICE,    /* points on borders of cells */
    LAYERS,     /* flat boxes at exact multiples of the cell */
    STACK,      /* unit cubes, face on face */
    COINCIDENT, /* all at one place */
    ONE_CELL,
    SIZES,    /* log-uniform in 2^-20 .. 2^20 */
    TWO_HUGE, /* and many small */
    FAR_AWAY, /* beside 1e6, in double 1e30 */
    SERIES,   /* places of all magnitudes */
    HOLES,    /* some empty */
    ENDLESS,  /* some infinite */
    LARGEST,  /* near the largest numbers */
    CLUSTERS,
    MIXED, /* points among boxes */
    SCENES
};

static double power(test_random *r, double low, double high)
{
    return low * pow(high / low, test_between(r, 0, 1));
}

static double limited(double x)
{
#ifdef COLLIDE_DOUBLE
    return x;
#else
    return fmax(fmin(x, (double)FLT_MAX), -(double)FLT_MAX);
#endif
}

/* Low x y z and size of one item; the scene's unit is about the distance of neighbours. */
static void scene_item(test_random *r, int kind, int i, double *at, double *size)
{
    const double side = floor(cbrt((double)s.count)) + 1, one = test_between(r, 0, 1);
    int k;
    for (k = 0; k < 3; k++) at[k] = test_between(r, -side / 2, side / 2), size[k] = 0;
    switch (kind) {
    case UNIFORM:
        for (k = 0; k < 3 && !s.points; k++) size[k] = test_between(r, 0, 1);
        break;
    case LATTICE:
        at[0] = i % (int)side, at[1] = i / (int)side % (int)side, at[2] = i / (int)(side * side);
        for (k = 0; k < 3; k++) at[k] -= 3;
        break;
    case LAYERS:
        at[2] = test_integer(r, -5, 5), size[0] = test_integer(r, 0, 2), size[1] = one;
        break;
    case STACK:
        for (k = 0; k < 3; k++) at[k] = test_integer(r, -3, 3), size[k] = 1;
        break;
    case COINCIDENT:
        at[0] = 0.1, at[1] = -7, at[2] = 3;
        break;
    case ONE_CELL:
        for (k = 0; k < 3; k++) at[k] = 16.25 + 1e-4 * at[k];
        break;
    case SIZES:
        for (k = 0; k < 3; k++) size[k] = power(r, 1e-6, 1e6), at[k] *= power(r, 1e-6, 1e6);
        if (test_integer(r, 0, 1)) size[1] = size[2] = size[0];
        break;
    case TWO_HUGE:
        for (k = 0; k < 3; k++) size[k] = i < 2 ? 1e5 : 0.3 * one, at[k] -= i < 2 ? 5e4 : 0;
        break;
    case FAR_AWAY:
        for (k = 0; k < 3; k++) {
            at[k] += sizeof(cld_real) == 4 ? 1e6 : i % 2 ? 1e6 : 1e30, size[k] = i % 3 ? one : 0;
            if (sizeof(cld_real) == 8 && i % 2 == 0) at[k] += 1e14 * at[k] / 1e30, size[k] *= 1e15;
        }
        break;
    case SERIES:
        for (k = 0; k < 3; k++) at[k] *= power(r, 1e-30, 1e30);
        size[0] = i % 2 ? one : 0;
        break;
    case HOLES:
        for (k = 0; k < 3; k++) size[k] = one;
        if (test_integer(r, 0, 2) == 0) size[test_integer(r, 0, 2)] = -1;
        break;
    case ENDLESS:
        for (k = 0; k < 3; k++) size[k] = one;
        if (test_integer(r, 0, 3)) break;
        for (k = 0; k < 3; k++) {
            const int how = test_integer(r, 0, 4);
            if (how == 1) at[k] = -TEST_INFINITY, size[k] = TEST_INFINITY;
            if (how == 2) size[k] = TEST_INFINITY;
            if (how == 3) at[k] = TEST_INFINITY, size[k] = 0;
        }
        break;
    case LARGEST:
        for (k = 0; k < 3; k++) {
            at[k] =
                (test_integer(r, 0, 1) ? 1 : -1) * (sizeof(cld_real) == 4 ? 3e38 : 1.5e308) * one;
            size[k] = test_integer(r, 0, 1) ? fabs(at[k]) * 0.1 : 0;
        }
        break;
    case CLUSTERS:
        for (k = 0; k < 3; k++) at[k] = 100 * (i % 5 * (k + 1) % 7) + at[k] * 1e-3;
        break;
    default:
        for (k = 0; k < 3; k++) size[k] = i % 2 ? one : 0;
        break;
    }
}

static void make_item(test_random *r, int kind, double scale, int i)
{
    double at[3], size[3], high[3];
    int k;
    scene_item(r, kind, i, at, size);
    for (k = 0; k < 3; k++) {
        if (kind != LARGEST) at[k] *= scale, size[k] *= scale;
        high[k] = at[k] + size[k];
        if (at[k] == -TEST_INFINITY && size[k] == TEST_INFINITY)
            high[k] = test_integer(r, 0, 1) ? TEST_INFINITY : scale;
        if (test_is_finite(at[k])) at[k] = limited(at[k]);
        if (test_is_finite(high[k])) high[k] = limited(high[k]);
    }
    s.boxes[i].low.x = (cld_real)at[0], s.boxes[i].high.x = (cld_real)high[0];
    s.boxes[i].low.y = (cld_real)at[1], s.boxes[i].high.y = (cld_real)high[1];
    s.boxes[i].low.z = (cld_real)at[2], s.boxes[i].high.z = (cld_real)high[2];
    if (s.points) s.boxes[i].high = s.boxes[i].low;
}

static int is_for_points(int kind)
{
    return kind == UNIFORM || kind == LATTICE || kind == COINCIDENT || kind == ONE_CELL ||
           kind == FAR_AWAY || kind == SERIES || kind == CLUSTERS || kind == LARGEST;
}

static void make_scene(test_random *r, int kind, int count, double scale)
{
    int i;
    s.count = count, s.points = is_for_points(kind) && test_integer(r, 0, 1);
    s.cell = 0;
    if (test_integer(r, 0, 2) == 0) s.cell = (cld_real)(scale * power(r, 0.1, 3));
    for (i = 0; i < count; i++) make_item(r, kind, scale, i);
}

/* Builds what the scene has, in the memory or in the workspace. */
static int build(cld_grid *g, size_t capacity, cld_workspace *w, void *memory)
{
    static cld_real xyz[5 * MANY];
    const size_t most = capacity > (size_t)s.count ? capacity : (size_t)s.count;
    cld_grid_params params;
    int i;
    params.cell = s.cell, params.capacity = capacity;
    if (!s.points)
        return cld_grid_build(g, s.boxes, (size_t)s.count, &params, w, memory, cld_grid_size(most));
    for (i = 0; i < s.count; i++) memcpy(xyz + 5 * i, &s.boxes[i].low, 3 * sizeof *xyz);
    return cld_grid_build_points(g, xyz, 5 * sizeof *xyz, (size_t)s.count, &params, w, memory,
                                 cld_grid_size(most));
}

static cld_vec3 some_point(test_random *r, double scale)
{
    const cld_aabb *b = s.boxes + test_integer(r, 0, s.count ? s.count - 1 : 0);
    cld_vec3 p = b->low;
    const int how = test_integer(r, 0, 3);
    if (how == 0) p = b->high;
    if (how == 1) p.x += (cld_real)(scale * test_between(r, -2, 2));
    if (how == 2) p.z = (cld_real)(scale * test_integer(r, -6, 6));
    if (!test_is_finite((double)p.x)) p.x = 0;
    if (!test_is_finite((double)p.y)) p.y = 0;
    if (!test_is_finite((double)p.z)) p.z = 0;
    return p;
}

static cld_real some_distance(test_random *r, double scale)
{
    const double most = sizeof(cld_real) == 4 ? 3e38 : 1e308;
    switch (test_integer(r, 0, 7)) {
    case 0:
        return 0;
    case 1:
        return (cld_real)scale; /* the spacing, to the last bit */
    case 2:
        return (cld_real)(2 * scale);
    case 3:
        return (cld_real)(scale * 1e5);
    case 4:
        return test_integer(r, 0, 3) ? (cld_real)(scale * 1e-3) : (cld_real)most;
    default:
        return (cld_real)(scale * test_between(r, 0, 2));
    }
}

static void some_ray(test_random *r, double scale, const cld_grid *g)
{
    const int how = test_integer(r, 0, 6), long_way = test_integer(r, 0, 2);
    cld_vec3 o = some_point(r, scale), to = some_point(r, scale), d;
    cld_real t_max = (cld_real)INFINITY, margin = 0;
    d.x = to.x - o.x, d.y = to.y - o.y, d.z = to.z - o.z;
    if (how == 0) d.x = d.y = 0, d.z = 1;
    if (how == 1) d.x = -1, d.y = d.z = 0;
    if (how == 2) d.x = d.y = d.z = 1; /* through corners of cells */
    if (how == 3) d.x = 1, d.y = -1, d.z = 0;
    if (how == 4) o.x -= d.x, o.y -= d.y, o.z -= d.z; /* from outside */
    if (!test_is_finite((double)d.x + (double)d.y + (double)d.z) ||
        !test_is_finite((double)o.x + (double)o.y + (double)o.z))
        return;
    if (d.x == 0 && d.y == 0 && d.z == 0) d.y = 1;
    if (long_way == 0) t_max = (cld_real)test_between(r, 0, 2);
    if (long_way == 1 && test_integer(r, 0, 3) == 0) t_max = 0;
    if (test_integer(r, 0, 2) == 0) margin = (cld_real)(scale * test_integer(r, 0, 2) / 2);
    check_ray(g, s.boxes, s.count, o, d, t_max, margin);
}

/* Every kind of question. */
static void ask_all(test_random *r, const cld_grid *g, double scale, cld_workspace *w)
{
    int k;
    for (k = 0; k < 2; k++) check_pairs(g, s.boxes, s.count, some_distance(r, scale), w);
    for (k = 0; k < 8; k++) {
        cld_aabb box;
        check_near(g, s.boxes, s.count, some_point(r, scale), some_distance(r, scale));
        box.low = some_point(r, scale), box.high = some_point(r, scale);
        if (k == 0) box = s.boxes[test_integer(r, 0, s.count ? s.count - 1 : 0)];
        if (k == 1) box.low.y = -(cld_real)INFINITY, box.high.y = (cld_real)INFINITY;
        check_box(g, s.boxes, s.count, &box);
        some_ray(r, scale, g);
    }
}

static void every_scene(void)
{
    static const double scales[] = {1, 1, 1e-6, 1e6, 1e-20};
    test_random r = test_random_from(1);
    int turn;
    for (turn = 0; turn < test_repeat(60 * SCENES); turn++) {
        const int kind = turn % SCENES, small = test_integer(&r, 0, 4);
        const int count = small ? test_integer(&r, 0, MOST) : test_integer(&r, 0, 3);
        const double scale = scales[test_integer(&r, 0, 4)];
        const size_t capacity = test_integer(&r, 0, 1) ? (size_t)count + 7 : 0;
        const int own = test_integer(&r, 0, 1);
        const long before = test_failures;
        void *memory = NULL;
        cld_grid g;
        memset(&g, 0, sizeof g);
        make_scene(&r, kind, count, scale);
        if (own) memory = malloc(cld_grid_size(capacity ? capacity : (size_t)count));
        if (!CHECK(build(&g, capacity, &space, memory) == CLD_OK)) return;
        check_grid(&g, s.boxes);
        ask_all(&r, &g, scale, &space);
        if (test_failures > before && before < 20)
            printf("    kind %d, %d items, scale %g, cell %g, points %d\n", kind, count, scale,
                   (double)s.cell, s.points);
        free(memory);
    }
}

/* -------------------------------------------------------------------------------------- changes */

/* A long sequence of changes; the scene's boxes are the model: empty ones are not there. */
static void change(test_random *r, int kind, double scale)
{
    const size_t capacity = (size_t)test_integer(r, 1, MOST / 2);
    void *memory = malloc(cld_grid_size(capacity));
    const cld_real inf = (cld_real)INFINITY;
    cld_grid g;
    int i, k, round;
    make_scene(r, kind, test_integer(r, 0, (int)capacity), scale);
    if (!CHECK(build(&g, capacity, &space, memory) == CLD_OK)) return;
    for (i = s.count; i < (int)capacity; i++) {
        s.boxes[i].low.x = s.boxes[i].low.y = s.boxes[i].low.z = inf;
        s.boxes[i].high.x = s.boxes[i].high.y = s.boxes[i].high.z = -inf;
    }
    s.count = (int)capacity, s.points &= test_integer(r, 0, 1);
    for (round = 0; round < 6; round++) {
        const int fill = round % 3; /* mostly put, both, mostly take */
        for (k = 0; k < (int)capacity; k++) {
            const int item = test_integer(r, 0, (int)capacity - 1);
            const cld_aabb before = s.boxes[item];
            if (test_integer(r, 0, 3) < fill + (fill == 2)) {
                CHECK(cld_grid_remove(&g, (uint32_t)item) == !box_is_empty(&before));
                s.boxes[item].low.x = inf, s.boxes[item].high.x = -inf;
                continue;
            }
            make_item(r, kind, scale, item);
            if (test_integer(r, 0, 3) == 0 && !box_is_empty(&before)) /* a little */
                s.boxes[item] = before, s.boxes[item].high.x += (cld_real)(s.points ? 0 : scale);
            CHECK(cld_grid_put(&g, (uint32_t)item, s.boxes + item) == CLD_OK);
        }
        check_grid(&g, s.boxes);
        ask_all(r, &g, scale, &space);
    }
    for (i = 0; i < (int)capacity; i++) { /* full to the last place, then empty */
        make_item(r, STACK, scale, i);
        CHECK(cld_grid_put(&g, (uint32_t)i, s.boxes + i) == CLD_OK);
    }
    CHECK(g.count == capacity);
    check_grid(&g, s.boxes);
    check_pairs(&g, s.boxes, s.count, (cld_real)scale, &space);
    CHECK(cld_grid_put(&g, (uint32_t)capacity, s.boxes) == CLD_ERROR_INDEX);
    for (i = 0; i < (int)capacity; i++) CHECK(cld_grid_remove(&g, (uint32_t)i) == 1);
    CHECK(g.count == 0 && g.cell_count == 0);
    check_grid(&g, s.boxes);
    free(memory);
}

static void items_that_move(void)
{
    test_random r = test_random_from(2);
    int turn;
    for (turn = 0; turn < test_repeat(8 * SCENES); turn++) {
        const long before = test_failures;
        const double scale = turn % 2 ? 1 : 1e-3;
        change(&r, turn % SCENES, scale);
        if (test_failures > before && before < 20) printf("    kind %d\n", turn % SCENES);
    }
}

/* The copy of the hash that other tests make colliding cells by is the library's. */
static void hash_is_that_of_the_tests(void)
{
    const int count = (int)(sizeof colliding / sizeof *colliding);
    test_random r = test_random_from(9);
    int i, k;
    for (i = 0; i < count + 1000; i++) {
        cld__grid_place place;
        int at[3];
        for (k = 0; k < 3; k++) {
            at[k] = i < count ? colliding[i][k] : test_integer(&r, -1000000, 1000000);
            place.at[k] = at[k];
        }
        place.level = 0;
        CHECK(cld__grid_hash(&place) == grid_hash_of(at));
    }
}

/* Cells that all begin at one place of the table, at its very end: the row of full places goes
   over the end. Taken out in any order, the others are still found. */
static void cells_that_collide(void)
{
    enum { CELLS = 40 };
    test_random r = test_random_from(3);
    cld_grid_params params;
    cld_grid g;
    cld_vec3 zero = {0, 0, 0};
    int i, x, n = 0;
    memset(&params, 0, sizeof params), memset(&s, 0, sizeof s);
    s.cell = params.cell = 1, s.points = 1;
    for (x = 0; n < CELLS && x < 1000000; x++) {
        cld__grid_place place;
        place.at[0] = x % 100 - 50, place.at[1] = x / 100 % 100 - 50, place.at[2] = x / 10000;
        place.level = 0;
        if ((cld__grid_hash(&place) & 127) != 126) continue;
        s.boxes[n].low.x = (cld_real)place.at[0], s.boxes[n].low.y = (cld_real)place.at[1];
        s.boxes[n].low.z = (cld_real)place.at[2], s.boxes[n].high = s.boxes[n].low, n++;
    }
    if (!CHECK(n == CELLS)) return;
    s.count = CELLS;
    if (!CHECK(build(&g, 0, &space, NULL) == CLD_OK)) return;
    CHECK(((cld__grid_data *)g.memory)->table.mask == 127 && g.cell_count == CELLS);
    for (i = 0; i < CELLS; i++) {
        int k = test_integer(&r, 0, CELLS - 1);
        while (box_is_empty(s.boxes + k)) k = (k + 1) % CELLS;
        CHECK(cld_grid_remove(&g, (uint32_t)k) == 1);
        s.boxes[k].high.x = s.boxes[k].low.x - 1;
        check_grid(&g, s.boxes);
        check_near(&g, s.boxes, CELLS, zero, 1000);
    }
}

/* ------------------------------------------------------------------------------- made by hand */

static cld_vec3 vec(double x, double y, double z)
{
    cld_vec3 v;
    v.x = (cld_real)x, v.y = (cld_real)y, v.z = (cld_real)z;
    return v;
}

/* Points one apart, cells of one: 6 neighbours at just that distance, 18 at sqrt(2), 26 at
   sqrt(3), which is rounded. */
static void on_the_borders(void)
{
    static const double offsets[] = {0, -1, 1024, -4096, 1e6};
    enum { SIDE = 7 };
    int k, i;
    for (k = 0; k < 5; k++) {
        const double at = offsets[k];
        const cld_vec3 middle = vec(at + 3, at + 3, at + 3);
        cld_grid g;
        s.count = SIDE * SIDE * SIDE, s.points = 1, s.cell = 1;
        for (i = 0; i < s.count; i++) {
            s.boxes[i].low = vec(at + i % SIDE, at + i / SIDE % SIDE, at + i / SIDE / SIDE);
            s.boxes[i].high = s.boxes[i].low;
        }
        if (!CHECK(build(&g, 0, &space, NULL) == CLD_OK)) return;
        CHECK(cld_grid_near(&g, middle, 0, NULL, 0) == 1);
        CHECK(cld_grid_near(&g, middle, 1, NULL, 0) == 7);
        CHECK(cld_grid_near(&g, middle, (cld_real)1.415, NULL, 0) == 19);
        CHECK(cld_grid_near(&g, middle, 2, NULL, 0) == 33);
        CHECK(cld_grid_near(&g, middle, (cld_real)0.999, NULL, 0) == 1);
        CHECK(cld_grid_pairs(&g, 1, &space, NULL, 0) == 3 * SIDE * SIDE * (SIDE - 1));
        CHECK(cld_grid_ray(&g, vec(at - 9, at + 2, at + 5), vec(1, 0, 0), (cld_real)INFINITY, 0,
                           NULL, 0) == SIDE);
        CHECK(cld_grid_ray(&g, vec(at - 1, at - 1, at - 1), vec(1, 1, 1), (cld_real)INFINITY, 0,
                           NULL, 0) == SIDE);
        CHECK(cld_grid_ray(&g, middle, vec(0, 0, -1), 3, 0, NULL, 0) == 4);
        CHECK(cld_grid_ray(&g, middle, vec(0, 0, -1), 0, 0, NULL, 0) == 1);
        CHECK(cld_grid_ray(&g, middle, vec(0, 0, -1), 0, 1, NULL, 0) == 27);
    }
}

static void a_stack(void)
{
    cld_aabb box;
    cld_grid g;
    int i;
    s.count = 1000, s.points = 0, s.cell = 0;
    for (i = 0; i < s.count; i++) {
        s.boxes[i].low = vec(0, 0, i), s.boxes[i].high = vec(1, 1, i + 1);
    }
    if (!CHECK(build(&g, 0, &space, NULL) == CLD_OK)) return;
    CHECK(cld_grid_pairs(&g, 0, &space, NULL, 0) == 999);
    CHECK(cld_grid_pairs(&g, 1, &space, NULL, 0) == 999 + 998);
    box.low = vec(1, 1, 10), box.high = vec(9, 9, 12);
    CHECK(cld_grid_box(&g, &box, NULL, 0) == 4);
    CHECK(cld_grid_near(&g, vec(3, 1, 10), 2, NULL, 0) == 2);
    CHECK(cld_grid_neighbours(&g, 0, &space, lists, numbers, MANY) == 2 * 999);
    for (i = 0; i < s.count; i++) CHECK(lists[i].count == (i > 0) + (i < s.count - 1));
    room_for_some(&g, 1, &space);
    CHECK(cld_grid_remove(&g, 500) == 1);
    CHECK(cld_grid_neighbours(&g, 0, &space, lists, numbers, MANY) == 2 * 997);
    CHECK(lists[500].count == 0 && lists[499].count == 1 && lists[501].count == 1);
}

/* Nobody waits: a radius of all numbers, rays without end, cells at the end of coordinates. */
static void without_end(void)
{
    const cld_real most = sizeof(cld_real) == 4 ? (cld_real)3e38 : (cld_real)1e308;
    cld_grid g;
    int i;
    s.count = MANY, s.points = 1, s.cell = (cld_real)1e-30;
    for (i = 0; i < s.count; i++) {
        s.boxes[i].low = vec(i, i % 10 * 1e30, i % 3 - 1), s.boxes[i].high = s.boxes[i].low;
    }
    if (!CHECK(build(&g, 0, &space, NULL) == CLD_OK)) return;
    CHECK(cld_grid_near(&g, vec(0, 0, 0), most, NULL, 0) == MANY);
    CHECK(cld_grid_pairs(&g, most, &space, NULL, 0) == (int64_t)MANY * (MANY - 1) / 2);
    CHECK(cld_grid_ray(&g, vec(-1, 0, -1), vec(1, 0, 0), (cld_real)INFINITY, 0, NULL, 0) ==
          MANY / 30);
    CHECK(cld_grid_ray(&g, vec(-1, 0, 0), vec(1, 1e-3, 0), (cld_real)INFINITY, most, NULL, 0) ==
          MANY);
}

static void two_huge_and_many_small(void)
{
    test_random r = test_random_from(4);
    const int many = 20000;
    cld_aabb *boxes = (cld_aabb *)malloc((size_t)many * sizeof *boxes);
    int64_t wanted = 0;
    int i, k;
    cld_grid g;
    s.count = many, s.points = 0;
    for (i = 0; i < many; i++) {
        const int huge = i % 10000 == 77;
        const double x = huge ? -500 : test_between(&r, 0, 30), size = huge ? 2000 : 0.2;
        boxes[i].low =
            vec(x, huge ? x : test_between(&r, 0, 30), huge ? x : test_between(&r, 0, 30));
        boxes[i].high = vec((double)boxes[i].low.x + size, (double)boxes[i].low.y + size,
                            (double)boxes[i].low.z + size);
    }
    for (i = 0; i < many; i++)
        for (k = i + 1; k < many; k++) wanted += boxes_overlap(boxes + i, boxes + k);
    CHECK(wanted >= 2 * many - 3);
    if (CHECK(cld_grid_build(&g, boxes, (size_t)many, NULL, &space, NULL, 0) == CLD_OK))
        CHECK(cld_grid_pairs(&g, 0, &space, NULL, 0) == wanted);
    free(boxes);
}

/* ----------------------------------------------------------------------------- visits, statuses */

typedef struct visits {
    int count, most;
    cld_pair last;
} visits;

static int visit(void *context, cld_pair pair, cld_real distance, int worker)
{
    visits *v = (visits *)context;
    CHECK(distance >= 0 && worker == 0);
    v->last = pair;
    return ++v->count == v->most;
}

/* As many visits as there are answers; and none after the one that ends it. */
static void visits_end(void)
{
    test_random r = test_random_from(5);
    const cld_vec3 o = vec(-4, 0, 0), d = vec(1, 0.1, 0.2);
    cld_aabb box;
    cld_grid g;
    int64_t found[4];
    int k;
    make_scene(&r, STACK, MOST, 1);
    box.low = vec(-1, -1, -1), box.high = vec(1, 1, 1);
    if (!CHECK(build(&g, 0, &space, NULL) == CLD_OK)) return;
    found[0] = cld_grid_pairs(&g, 1, &space, NULL, 0);
    found[1] = cld_grid_near(&g, o, 3, NULL, 0);
    found[2] = cld_grid_box(&g, &box, NULL, 0);
    found[3] = cld_grid_ray(&g, o, d, 9, 0, NULL, 0);
    for (k = 0; k < 12; k++) {
        visits v;
        int ended = 0;
        memset(&v, 0, sizeof v);
        v.most = k < 4 ? 0 : k < 8 ? 1 : 4;
        if (k % 4 == 0) ended = cld_grid_visit_pairs(&g, 1, &space, visit, &v);
        if (k % 4 == 1) ended = cld_grid_visit_near(&g, o, 3, visit, &v);
        if (k % 4 == 2) ended = cld_grid_visit_box(&g, &box, visit, &v);
        if (k % 4 == 3) ended = cld_grid_visit_ray(&g, o, d, 9, 0, visit, &v);
        CHECK(found[k % 4] > 4);
        CHECK(ended == (k >= 4) && v.count == (k < 4 ? found[k % 4] : v.most));
    }
}

/* What is asked wrongly. */
static void statuses(void)
{
    const cld_real nan = (cld_real)TEST_NAN, inf = (cld_real)INFINITY;
    const cld_vec3 zero = vec(0, 0, 0), x = vec(1, 0, 0), bad = vec(TEST_NAN, 0, 0);
    cld_real points[6] = {0, 0, 0, 1, 1, 1}, wrong[3] = {0, 0, 0};
    double memory[4];
    cld_grid_params params = {0, 0};
    cld_aabb box = {{0, 0, 0}, {1, 1, 1}}, none = {{0, 0, 0}, {nan, 1, 1}};
    cld_grid g, same;
    memset(&g, 0, sizeof g), same = g;
    wrong[1] = inf;
    CHECK(cld_grid_build(NULL, &box, 1, NULL, &space, NULL, 0) == CLD_ERROR_NULL);
    CHECK(cld_grid_build(&g, NULL, 1, NULL, &space, NULL, 0) == CLD_ERROR_NULL);
    CHECK(cld_grid_build(&g, &box, 1, NULL, NULL, NULL, 0) == CLD_ERROR_NULL);
    CHECK(cld_grid_build(&g, &box, (size_t)-1, NULL, &space, NULL, 0) == CLD_ERROR_COUNT);
    CHECK(cld_grid_build(&g, &none, 1, NULL, &space, NULL, 0) == CLD_ERROR_FINITE);
    CHECK(cld_grid_build(&g, &box, 1, NULL, &space, (char *)memory + 1, (size_t)-1) ==
          CLD_ERROR_STRIDE);
    CHECK(cld_grid_build_points(&g, wrong, 0, 1, NULL, &space, NULL, 0) == CLD_ERROR_FINITE);
    CHECK(cld_grid_build_points(&g, points, 5, 1, NULL, &space, NULL, 0) == CLD_ERROR_STRIDE);
    CHECK(cld_grid_build_points(&g, points, sizeof *points, 1, NULL, &space, NULL, 0) ==
          CLD_ERROR_STRIDE);
    params.cell = -1;
    CHECK(cld_grid_build(&g, &box, 1, &params, &space, NULL, 0) == CLD_ERROR_PARAMETER);
    params.cell = nan;
    CHECK(cld_grid_build(&g, &box, 1, &params, &space, NULL, 0) == CLD_ERROR_PARAMETER);
    params.cell = 0, params.capacity = 0xffffffffu;
    CHECK(cld_grid_build(&g, &box, 1, &params, &space, NULL, 0) == CLD_ERROR_COUNT);
    CHECK(cld_grid_size(0xffffffffu) == 0 && cld_grid_size((size_t)-1) == 0);
    CHECK(cld_grid_size(0) > 0 && cld_grid_size(10) > cld_grid_size(0));
    CHECK(memcmp(&g, &same, sizeof g) == 0);
    CHECK(cld_grid_near(&g, zero, 1, NULL, 0) == CLD_ERROR_NULL);
    CHECK(cld_grid_put(&g, 0, &box) == CLD_ERROR_NULL);
    CHECK(cld_grid_remove(NULL, 0) == CLD_ERROR_NULL);
    if (!CHECK(cld_grid_build_points(&g, points, 0, 2, NULL, &space, NULL, 0) == CLD_OK)) return;
    CHECK(cld_grid_put(&g, 2, &box) == CLD_ERROR_INDEX);
    CHECK(cld_grid_remove(&g, 2) == CLD_ERROR_INDEX);
    CHECK(cld_grid_put(&g, 1, &none) == CLD_ERROR_FINITE);
    CHECK(cld_grid_put(&g, 1, NULL) == CLD_ERROR_NULL);
    CHECK(cld_grid_near(&g, bad, 1, NULL, 0) == CLD_ERROR_FINITE);
    CHECK(cld_grid_near(&g, zero, -1, NULL, 0) == CLD_ERROR_PARAMETER);
    CHECK(cld_grid_near(&g, zero, inf, NULL, 0) == CLD_ERROR_PARAMETER);
    CHECK(cld_grid_near(&g, zero, 1, NULL, 1) == CLD_ERROR_NULL);
    CHECK(cld_grid_near(&g, zero, 1, NULL, -1) == CLD_ERROR_COUNT);
    CHECK(cld_grid_near(&g, zero, 1, NULL, 0) == 1);
    CHECK(cld_grid_visit_near(&g, zero, 1, NULL, NULL) == CLD_ERROR_NULL);
    CHECK(cld_grid_box(&g, NULL, NULL, 0) == CLD_ERROR_NULL);
    CHECK(cld_grid_box(&g, &none, NULL, 0) == CLD_ERROR_FINITE);
    CHECK(cld_grid_pairs(&g, -1, &space, NULL, 0) == CLD_ERROR_PARAMETER);
    CHECK(cld_grid_pairs(&g, 1, NULL, NULL, 0) == CLD_ERROR_NULL);
    CHECK(cld_grid_pairs(&g, 1, &space, NULL, -1) == CLD_ERROR_COUNT);
    CHECK(cld_grid_neighbours(NULL, 1, &space, NULL, NULL, 0) == CLD_ERROR_NULL);
    CHECK(cld_grid_neighbours(&g, 1, NULL, NULL, NULL, 0) == CLD_ERROR_NULL);
    CHECK(cld_grid_neighbours(&g, 1, &space, NULL, ids, 1) == CLD_ERROR_NULL);
    CHECK(cld_grid_neighbours(&g, 1, &space, lists, NULL, 1) == CLD_ERROR_NULL);
    CHECK(cld_grid_neighbours(&g, 1, &space, lists, ids, -1) == CLD_ERROR_COUNT);
    CHECK(cld_grid_neighbours(&g, nan, &space, lists, ids, 1) == CLD_ERROR_PARAMETER);
    CHECK(cld_grid_visit_pairs(&g, nan, &space, visit, NULL) == CLD_ERROR_PARAMETER);
    CHECK(cld_grid_ray(&g, bad, x, 1, 0, NULL, 0) == CLD_ERROR_FINITE);
    CHECK(cld_grid_ray(&g, zero, zero, 1, 0, NULL, 0) == CLD_ERROR_PARAMETER);
    CHECK(cld_grid_ray(&g, zero, bad, 1, 0, NULL, 0) == CLD_ERROR_PARAMETER);
    CHECK(cld_grid_ray(&g, zero, x, -1, 0, NULL, 0) == CLD_ERROR_PARAMETER);
    CHECK(cld_grid_ray(&g, zero, x, nan, 0, NULL, 0) == CLD_ERROR_PARAMETER);
    CHECK(cld_grid_ray(&g, zero, x, 1, inf, NULL, 0) == CLD_ERROR_PARAMETER);
    CHECK(cld_grid_ray(&g, zero, x, inf, 0, NULL, 0) == 1);
    box.low.x = 2; /* empty */
    CHECK(cld_grid_box(&g, &box, NULL, 0) == 0);
    CHECK(cld_grid_put(&g, 1, &box) == CLD_OK && g.count == 1 && cld_grid_remove(&g, 1) == 0);
}

/* Out of memory at each allocation in turn, with two workers of one thread. */
static void run_both(void *context, int count, cld_task *task, void *data)
{
    int i;
    (void)context;
    for (i = count - 1; i >= 0; i--) task(data, i, i % 2);
}

/* Pairs and neighbours, or an error of either. */
static int64_t ask(const cld_grid *g, cld_workspace *w, cld_pair *out, int room)
{
    const int64_t found = cld_grid_pairs(g, 0, w, out, room);
    const int64_t neighbours = cld_grid_neighbours(g, 0, w, NULL, NULL, 0);
    if (found < 0 || neighbours < 0) return found < neighbours ? found : neighbours;
    CHECK(neighbours == 2 * found);
    return found;
}

static void memory_ends(void)
{
    const int many = 17000;
    test_random r = test_random_from(6);
    cld_aabb *boxes = (cld_aabb *)malloc((size_t)many * sizeof *boxes);
    cld_pair *out = (cld_pair *)malloc((size_t)many * 4 * sizeof *out);
    test_memory memory;
    int64_t all = -1;
    long n;
    int i;
    for (i = 0; i < many; i++) {
        const double size = i % 7 ? 0.5 : -1;
        boxes[i].low =
            vec(test_between(&r, 0, 26), test_between(&r, 0, 26), test_between(&r, 0, 26));
        boxes[i].high = vec((double)boxes[i].low.x + size, (double)boxes[i].low.y + size,
                            (double)boxes[i].low.z + size);
    }
    for (n = 0; n < 200; n++) {
        cld_workspace w;
        cld_grid g, before;
        int64_t found = CLD_ERROR_MEMORY;
        int status;
        memset(&w, 0, sizeof w), memset(&g, 0, sizeof g), before = g;
        test_memory_reset(&memory, n);
        w.allocator = test_allocator(&memory);
        w.tasks.workers = n ? 2 : 1, w.tasks.run = run_both;
        status = cld_grid_build(&g, boxes, (size_t)many, NULL, &w, NULL, 0);
        if (status != CLD_OK)
            CHECK(status == CLD_ERROR_MEMORY && memcmp(&g, &before, sizeof g) == 0);
        if (status == CLD_OK) found = ask(&g, &w, out, 4 * many);
        CHECK(memory.failed ? found == CLD_ERROR_MEMORY : found > 0);
        if (n == 0) all = found;
        if (memory.failed) { /* the workspace can be used again */
            memory.fail_at = 0;
            CHECK(cld_grid_build(&g, boxes, (size_t)many, NULL, &w, NULL, 0) == CLD_OK);
            found = ask(&g, &w, out, 4 * many);
        }
        CHECK(found == all);
        cld_workspace_free(&w);
        CHECK(memory.live == 0 && memory.blocks == 0);
        if (n && !memory.failed) break;
    }
    CHECK(n > 3 && n < 200);
    free(boxes), free(out);
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(on_the_borders);
    TEST(a_stack);
    TEST(every_scene);
    TEST(items_that_move);
    TEST(hash_is_that_of_the_tests);
    TEST(cells_that_collide);
    TEST(without_end);
    TEST(two_huge_and_many_small);
    TEST(visits_end);
    TEST(statuses);
    TEST(memory_ends);
    cld_workspace_free(&space);
    return test_end();
}
