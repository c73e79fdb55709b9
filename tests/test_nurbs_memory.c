/* What queries on surfaces and prepared bodies do with memory: it runs out at each allocation of
 * each query in turn, and models are built, replaced, refitted and refused.
 *
 *     test_nurbs_memory [seed]
 */
#include "test.h"
#include "nurbs_cases.h"

enum { MOST_CURVES = 64, MOST_POINTS = 1024 };

static cld_workspace shared;

/* ------------------------------------------------------------------------------------ the queries */

enum { COLLIDE, CONTACTS, CURVES, DISTANCE, MARGIN, CLOSEST, RAYCAST, QUERIES };

/* All that a query can write. */
typedef struct answer {
    int status, points, relation;
    cld_nurbs_contact contact[16];
    cld_nurbs_curve curve[MOST_CURVES];
    cld_nurbs_curve_point point[MOST_POINTS];
    cld_nurbs_hit hit;
} answer;

typedef struct scene {
    const char *name;
    cld_nurbs_body a, b;
    cld_nurbs_params params;
} scene;

static void ask(int query, const scene *s, cld_workspace *w, answer *out)
{
    cld_nurbs_params params = s->params;
    const cld_vec3 o = {3, 2, 1}, d = {-3, -2, (cld_real)-0.9};
    memset(out, 0x5a, sizeof *out);
    params.margin = (cld_real)(query == MARGIN ? 0.5 : 0);
    switch (query) {
    case COLLIDE:
        out->status = cld_nurbs_collide(&s->a, &s->b, &params, w, out->contact);
        break;
    case CONTACTS:
        out->status =
            cld_nurbs_contacts(&s->a, &s->b, &params, w, out->contact, 16, &out->relation);
        break;
    case CURVES:
        out->status = cld_nurbs_curves(&s->a, &s->b, &params, w, out->curve, MOST_CURVES,
                                       out->point, MOST_POINTS, &out->points);
        break;
    case DISTANCE:
    case MARGIN:
        out->status = cld_nurbs_distance(&s->a, &s->b, &params, w, out->contact);
        break;
    case CLOSEST:
        out->status = cld_nurbs_closest(&s->a, o, &params, w, &out->hit);
        break;
    default:
        out->status = cld_nurbs_raycast(&s->a, o, d, 0, &params, w, &out->hit);
    }
}

static int same(const answer *a, const answer *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static int untouched(const answer *a)
{
    answer fresh;
    memset(&fresh, 0x5a, sizeof fresh);
    fresh.status = a->status;
    return same(a, &fresh);
}

/* ------------------------------------------------------------------------------------- the scenes */

typedef struct cast {
    case_surface waves, other, torus, square, bump, ring[4], ball[8];
    cld_nurbs quarters[4], octants[8];
} cast;

static void cast_begin(cast *c)
{
    c->waves = case_waves(6), c->other = case_waves(7);
    c->torus = case_torus(0.25), c->square = case_square(4, 3, 5);
    c->bump = case_bowl(0.5);
    case_cylinder(2, c->ring, c->quarters);
    case_sphere(1, c->ball, c->octants);
}

static void cast_end(cast *c)
{
    int k;
    case_free(&c->waves), case_free(&c->other), case_free(&c->torus), case_free(&c->square);
    case_free(&c->bump);
    for (k = 0; k < 4; k++) case_free(&c->ring[k]);
    for (k = 0; k < 8; k++) case_free(&c->ball[k]);
}

/* Scene k of the cast; 0 when there are no more. */
static int cast_scene(const cast *c, int k, scene *s)
{
    memset(s, 0, sizeof *s);
    s->a = case_body(&c->waves.view, 1), s->b = case_body(&c->other.view, 1);
    s->params.chord_error = (cld_real)5e-2;
    switch (k) {
    case 0:
        s->name = "sheets that cross";
        s->b.pose = case_at(0.1, 0.2, 0.01);
        return 1;
    case 1:
        s->name = "cylinders that branch";
        s->a = s->b = case_body(c->quarters, 4);
        s->b.pose = case_at(0, 0, 0);
        s->b.pose.rotation.x.x = 0, s->b.pose.rotation.x.z = -1;
        s->b.pose.rotation.z.x = 1, s->b.pose.rotation.z.z = 0;
        return 1;
    case 2:
        s->name = "a torus that touches a plane in a circle";
        s->a = case_body(&c->torus.view, 1), s->b = case_body(&c->square.view, 1);
        s->b.pose = case_at(0.2, 0.1, 0.25);
        s->params.tolerance = (cld_real)1e-3;
        s->params.max_pairs = 2000;
        return 1;
    case 3:
        s->name = "half spheres that cross around their poles";
        s->a = case_body(c->octants, 4), s->b = case_body(c->octants + 4, 4);
        s->b.pose = case_at(0, 1.9, 0);
        return 1;
    case 4:
        s->name = "half spheres that cross";
        s->a = case_body(c->octants, 4), s->b = case_body(c->octants + 4, 4);
        s->b.pose = case_at(0.9, 1.1, 0.7);
        return 1;
    case 5:
        s->name = "a search that ends early";
        s->b.pose = case_at(0.1, 0.2, 0.01);
        s->params.max_pairs = 100;
        return 1;
    case 6:
        s->name = "sheets near each other";
        s->b.pose = case_at(0.01, 0.02, 0.08);
        return 1;
    case 7:
        s->name = "a bowl that touches a plane";
        s->a = case_body(&c->bump.view, 1), s->b = case_body(&c->square.view, 1);
        return 1;
    case 8:
        s->name = "far apart";
        s->b.pose = case_at(10, 0, 0);
        return 1;
    default:
        return 0;
    }
}

/* ------------------------------------------------------------------------------------------ stingy
   A workspace asks for more than it needs, and for just that if it does not get it. From this
   allocator it does not: so that every single allocation within a query comes here, and can fail.
 */

static void *stingy_realloc(void *context, void *memory, size_t old_size, size_t new_size)
{
    test_memory *m = (test_memory *)context;
    const size_t slack = 256, first = 65536, more = m->live / 8; /* what a block has at least */
    const size_t ample = more > first ? more : first;
    if (!memory && new_size >= ample && new_size < ample + slack) return NULL;
    return test_realloc(m, memory, old_size, new_size);
}

static cld_allocator stingy_allocator(test_memory *memory, long fail_at)
{
    cld_allocator a;
    test_memory_reset(memory, fail_at);
    a.realloc_fn = stingy_realloc, a.context = memory;
    return a;
}

/* The query with the n-th allocation refused, and all after it: a status, nothing written, nothing
   lost. Then with memory: as if nothing had been. Returns 0 when there is no n-th. */
static int refuse(int query, const scene *s, long n, const answer *expected)
{
    static answer got;
    cld_workspace w;
    test_memory memory;
    int failed;
    memset(&w, 0, sizeof w);
    w.allocator = stingy_allocator(&memory, n);
    ask(query, s, &w, &got);
    failed = memory.failed > 0;
    if (failed && !CHECK(got.status == CLD_ERROR_MEMORY && untouched(&got)))
        printf("    %s, query %d, allocation %ld: %d\n", s->name, query, n, got.status);
    if (failed) {
        memory.fail_at = 0;
        ask(query, s, &w, &got);
    }
    if (!CHECK(same(&got, expected)))
        printf("    %s, query %d, after allocation %ld: %d\n", s->name, query, n, got.status);
    cld_workspace_free(&w);
    CHECK(memory.live == 0 && memory.blocks == 0);
    return failed;
}

/* All allocations of all queries; of the long ones, in part. */
static void refuse_each(const scene *s, int part, test_random *r)
{
    static answer expected;
    int query;
    for (query = 0; query < QUERIES; query++) {
        const int some = query == CURVES ? test_repeat(100) : part; /* contacts find curves, too */
        long n = 1;
        ask(query, s, &shared, &expected);
        CHECK(expected.status >= 0);
        while (n < 1000 && (test_integer(r, 1, 100) > some || refuse(query, s, n, &expected))) n++;
        CHECK(n > 2 && n < 1000);
    }
}

static void queries_out_of_memory(void)
{
    test_random r = test_random_from(1);
    cast all;
    scene s;
    int k;
    cast_begin(&all);
    for (k = 0; cast_scene(&all, k, &s); k++) {
        const int part = k == 1 ? test_repeat(100) : 100;
        cld_nurbs_model model;
        refuse_each(&s, part, &r);
        memset(&model, 0, sizeof model);
        CHECK(cld_nurbs_model_build(&model, s.a.surfaces, s.a.count, NULL) == CLD_OK);
        s.a.model = &model;
        refuse_each(&s, test_repeat(100), &r);
        cld_nurbs_model_free(&model);
    }
    cast_end(&all);
}

/* Spheres that overlap anyhow: how many pieces a search holds is different each time, so that the
   last allocations fall in ever other places of the search for the deepest point. */
static void last_allocations(void)
{
    static answer expected;
    test_random r = test_random_from(3);
    cast all;
    scene s;
    int n;
    cast_begin(&all);
    for (n = 0; n < test_repeat(100) + 10; n++) {
        test_memory memory;
        cld_workspace w;
        long last, k;
        cast_scene(&all, 4, &s);
        s.a = s.b = case_body(all.octants, 8);
        if (n % 3 == 0) s.a = case_body(&all.torus.view, 1);
        if (n % 3 == 1) s.b = case_body(&all.bump.view, 1);
        s.a.pose = test_pose(&r, 0.5), s.b.pose = test_pose(&r, 0.8);
        s.params.max_pairs = 20000;
        memset(&w, 0, sizeof w);
        w.allocator = stingy_allocator(&memory, 0);
        ask(CONTACTS, &s, &w, &expected);
        last = memory.requests;
        cld_workspace_free(&w);
        CHECK(expected.status >= 0);
        for (k = 0; k < 3; k++) refuse(CONTACTS, &s, last - k, &expected);
    }
    cast_end(&all);
}

/* ----------------------------------------------------------------------------------------- models */

/* What a model answers, all queries. */
typedef struct answers {
    answer to[QUERIES];
} answers;

static void ask_model(const cld_nurbs_model *model, const scene *s, answers *out)
{
    scene prepared = *s;
    int query;
    prepared.a.model = model, prepared.a.surfaces = NULL, prepared.a.count = 0;
    for (query = 0; query < QUERIES; query++) ask(query, &prepared, &shared, &out->to[query]);
}

static void ask_fresh(const cld_nurbs *surfaces, int count, const scene *s, answers *out)
{
    cld_nurbs_model model;
    memset(&model, 0, sizeof model);
    CHECK(cld_nurbs_model_build(&model, surfaces, count, NULL) == CLD_OK);
    ask_model(&model, s, out);
    cld_nurbs_model_free(&model);
    CHECK(model.memory == NULL && model.count == 0 && model.bytes == 0);
}

static int same_answers(const answers *a, const answers *b)
{
    int query, good = 1;
    for (query = 0; query < QUERIES; query++) good &= same(&a->to[query], &b->to[query]);
    return good;
}

static answers expected, got;

/* A build that runs out of memory leaves the model that was there, and loses nothing. */
static void builds_out_of_memory(void)
{
    cast all;
    scene s;
    test_memory memory;
    cld_allocator allocator;
    cld_nurbs_model model, before;
    long n;
    cast_begin(&all);
    cast_scene(&all, 4, &s);
    memset(&model, 0, sizeof model);
    CHECK(cld_nurbs_model_build(&model, &all.waves.view, 1, NULL) == CLD_OK);
    before = model;
    ask_model(&model, &s, &expected);
    for (n = 1; n < 1000; n++) {
        allocator = stingy_allocator(&memory, n);
        if (cld_nurbs_model_build(&model, all.octants, 8, &allocator) == CLD_OK) break;
        CHECK(memory.failed > 0 && memory.live == 0 && memory.blocks == 0);
        CHECK(memcmp(&model, &before, sizeof model) == 0);
        memory.failed = memory.fail_at = 0;
    }
    CHECK(n > 8 && n < 1000 && memory.failed == 0 && model.count == 8);
    CHECK(model.bytes > 0 && model.bytes <= memory.live);
    ask_model(&model, &s, &got);
    ask_fresh(all.octants, 8, &s, &expected);
    CHECK(same_answers(&got, &expected));
    cld_nurbs_model_free(&model);
    CHECK(memory.live == 0 && memory.blocks == 0);
    cld_nurbs_model_free(&model), cld_nurbs_model_free(NULL);
    cast_end(&all);
}

/* Points and weights that move, by a tenth of their size. */
static void move(test_random *r, case_surface *s)
{
    int i, n = s->view.count_u * s->view.count_v;
    for (i = 0; i < 3 * n; i++) s->points[i] += (cld_real)test_between(r, -0.1, 0.1);
    for (i = 0; s->weights && i < n; i++) s->weights[i] *= (cld_real)test_between(r, 0.9, 1.1);
}

/* A model that is refitted is the one that would be built; and neither needs the arrays that it was
   made from. */
static void refitted_is_built_anew(void)
{
    test_random r = test_random_from(2);
    int n, k, i;
    for (n = 0; n < test_repeat(20); n++) {
        case_surface *from[3];
        cast all;
        scene s;
        cld_nurbs views[3];
        cld_nurbs_model model;
        cast_begin(&all);
        cast_scene(&all, n & 1 ? 0 : 6, &s);
        s.params.max_pairs = 5000;
        from[0] = &all.ball[0], from[1] = &all.waves, from[2] = &all.torus;
        for (k = 0; k < 3; k++) views[k] = from[k]->view;
        memset(&model, 0, sizeof model);
        CHECK(cld_nurbs_model_build(&model, views, 3, NULL) == CLD_OK);
        for (i = 0; i < 2; i++) {
            const void *memory = model.memory;
            for (k = 0; k < 3; k++) move(&r, from[k]);
            ask_fresh(views, 3, &s, &expected);
            CHECK(cld_nurbs_model_refit(&model, views, 3) == CLD_OK);
            CHECK(model.memory == memory && model.count == 3);
            ask_model(&model, &s, &got);
            CHECK(same_answers(&got, &expected));
        }
        for (k = 0; k < 3; k++) case_free(from[k]);
        ask_model(&model, &s, &got);
        CHECK(same_answers(&got, &expected));
        cld_nurbs_model_free(&model);
        for (k = 0; k < 3; k++) *from[k] = case_square(1, 1, 2);
        cast_end(&all);
    }
}

/* Ways in which surface 1 of three is not the one that the model was built from, by number; the
   status, 0 when there are no more. */
static int changed(int way, case_surface *s)
{
    cld_nurbs *v = &s->view;
    int k;
    switch (way) {
    case 0: /* other degrees, from as many knots */
        v->degree_u++, v->count_u--;
        return CLD_ERROR_MISMATCH;
    case 1:
        v->degree_v++, v->count_v--;
        return CLD_ERROR_MISMATCH;
    case 2: /* the first knots of more: a smaller domain */
        v->count_u--;
        return CLD_ERROR_MISMATCH;
    case 3:
        v->count_v--;
        return CLD_ERROR_MISMATCH;
    case 4:
        v->weights = NULL;
        return CLD_ERROR_MISMATCH;
    case 5: /* a break that moved */
        s->knots_u[5] += (cld_real)0.01;
        return CLD_ERROR_MISMATCH;
    case 6: /* a span less, in the middle: 4 and 5 are the same */
        s->knots_v[5] = s->knots_v[4];
        return CLD_ERROR_MISMATCH;
    case 7: /* and at the end */
        s->knots_v[v->count_v - 1] = s->knots_v[v->count_v];
        return CLD_ERROR_MISMATCH;
    case 8: /* a span more, at the end */
        s->knots_u[v->count_u - 1] -= (cld_real)0.125;
        return CLD_ERROR_MISMATCH;
    case 9: /* a longer domain */
        for (k = v->count_u; k <= v->count_u + v->degree_u; k++) s->knots_u[k] += 1;
        return CLD_ERROR_MISMATCH;
    case 10: /* the same domain, no longer clamped: another surface */
        s->knots_u[0] -= 1;
        return CLD_ERROR_MISMATCH;
    case 11:
        s->knots_v[v->count_v + v->degree_v] += 1;
        s->knots_v[v->count_v + v->degree_v - 1] += 1;
        return CLD_ERROR_MISMATCH;
    case 12:
        s->points[5] = (cld_real)TEST_NAN;
        return CLD_ERROR_POINT;
    case 13:
        v->knots_u = NULL;
        return CLD_ERROR_NULL;
    default:
        return 0;
    }
}

/* What does not fit is refused, and the model stays as it was. */
static void refits_that_are_refused(void)
{
    cast all;
    scene s;
    cld_nurbs views[3];
    cld_nurbs_model model, none;
    case_surface middle = case_new(3, 3, 8, 9, 1);
    int way, status;
    cast_begin(&all);
    cast_scene(&all, 4, &s);
    memset(&model, 0, sizeof model), memset(&none, 0, sizeof none);
    for (way = 0; way < 72; way++)
        case_set(&middle, way / 9, way % 9, way / 9 / 7.0, way % 9 / 8.0, 0.1 * (way % 5));
    middle.knots_u[7] = middle.knots_u[8]; /* a double knot at the end, for way 8 */
    views[0] = all.octants[1], views[1] = middle.view, views[2] = all.torus.view;
    CHECK(cld_nurbs_model_build(&model, views, 3, NULL) == CLD_OK);
    ask_model(&model, &s, &expected);
    for (way = 0;; way++) {
        case_surface other = case_copy(&middle);
        status = changed(way, &other);
        views[0] = all.octants[2], views[1] = other.view;
        if (status && !CHECK(cld_nurbs_model_refit(&model, views, 3) == status))
            printf("    way %d\n", way);
        case_free(&other);
        if (!status) break;
        ask_model(&model, &s, &got);
        CHECK(same_answers(&got, &expected));
    }
    CHECK(way == 14);
    views[1] = middle.view;
    CHECK(cld_nurbs_model_refit(&model, views, 2) == CLD_ERROR_MISMATCH);
    CHECK(cld_nurbs_model_refit(&model, views, 0) == CLD_ERROR_MISMATCH);
    CHECK(cld_nurbs_model_refit(&model, NULL, 3) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_model_refit(&none, views, 3) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_model_refit(NULL, views, 3) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_model_build(NULL, views, 3, NULL) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_model_build(&model, NULL, 3, NULL) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_model_build(&model, views, 0, NULL) == CLD_ERROR_COUNT);
    CHECK(cld_nurbs_model_build(&model, views, -1, NULL) == CLD_ERROR_COUNT);
    views[1].degree_u = 0;
    CHECK(cld_nurbs_model_build(&model, views, 3, NULL) == CLD_ERROR_DEGREE);
    ask_model(&model, &s, &got);
    CHECK(same_answers(&got, &expected));
    views[0] = all.octants[1], views[1] = middle.view;
    CHECK(cld_nurbs_model_refit(&model, views, 3) == CLD_OK);
    ask_model(&model, &s, &got);
    CHECK(same_answers(&got, &expected));
    cld_nurbs_model_free(&model);
    case_free(&middle);
    cast_end(&all);
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(queries_out_of_memory);
    TEST(last_allocations);
    TEST(builds_out_of_memory);
    TEST(refitted_is_built_anew);
    TEST(refits_that_are_refused);
    cld_workspace_free(&shared);
    return test_end();
}
