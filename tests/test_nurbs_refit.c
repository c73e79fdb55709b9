/* Surfaces that deform: models that are refitted, as a whole and where points moved, beside models
 * built anew and the oracle; and the boxes of bodies for a broad phase.
 *
 *     test_nurbs_refit [seed]                   as ctest runs it
 *     test_nurbs_refit [seed] --steps 100000    so many deformations
 */
#include "test.h"
#include "nurbs_cases.h"
#include "oracle_nurbs.h"

enum { MOST_SURFACES = 3, MOST_MOVED = 2500, STEPS = 20 };

static int all_steps = 10000;
static cld_workspace shared;

/* -------------------------------------------------------------------------- a body that deforms */

typedef struct actor {
    int count;
    test_surface now[MOST_SURFACES], start[MOST_SURFACES];
    cld_nurbs views[MOST_SURFACES];
    cld_nurbs_moved moved[MOST_MOVED];
    int moved_count;
    double scale; /* of the present points to those at the start */
} actor;

/* The views of the surfaces as they are now point to these, not to those that were copied. */
static void actor_views(actor *a)
{
    int k;
    for (k = 0; k < a->count; k++) {
        cld_nurbs *v = &a->now[k].view;
        v->knots_u = a->now[k].knots_u, v->knots_v = a->now[k].knots_v;
        v->points = a->now[k].points;
        if (v->weights) v->weights = a->now[k].weights;
        a->views[k] = *v;
    }
}

/* Uniform knots that go on beyond the domain, as those of a surface that closes on itself. */
static void make_periodic(test_surface *s)
{
    int i;
    for (i = 0; i <= s->view.count_u + s->view.degree_u; i++) s->knots_u[i] = (cld_real)i;
}

static void actor_new(test_random *r, actor *a)
{
    static const double ratios[4] = {1, 1, 10, 1e4};
    int k;
    a->count = test_integer(r, 1, MOST_SURFACES);
    a->moved_count = 0, a->scale = 1;
    for (k = 0; k < a->count; k++) {
        surface_kind kind = {1, 5, 4, 1, 1, 0, 1};
        kind.weight_ratio = ratios[test_integer(r, 0, 3)];
        if (test_integer(r, 0, 3) == 0) kind.min_degree = kind.max_degree = 3;
        if (test_integer(r, 0, 7) == 0) kind.max_extra = 40;
        test_surface_random(r, &kind, &a->now[k]);
        if (test_integer(r, 0, 3) == 0) make_periodic(&a->now[k]);
        a->start[k] = a->now[k];
    }
    actor_views(a);
}

static cld_real *actor_point(actor *a, int k, int i, int j)
{
    return a->now[k].points + (case_view_point(&a->views[k], i, j) - a->views[k].points);
}

static cld_real *actor_weight(actor *a, int k, int i, int j)
{
    const cld_nurbs *v = &a->views[k];
    size_t sv = v->weight_stride_v ? v->weight_stride_v : sizeof(cld_real);
    size_t su = v->weight_stride_u ? v->weight_stride_u : sv * (size_t)v->count_v;
    return a->now[k].weights + ((size_t)i * su + (size_t)j * sv) / sizeof(cld_real);
}

static void actor_name(actor *a, int k, int i, int j, int count_u, int count_v)
{
    cld_nurbs_moved *m = &a->moved[a->moved_count];
    if (a->moved_count == MOST_MOVED) abort();
    m->surface = k, m->i = i, m->j = j, m->count_u = count_u, m->count_v = count_v;
    a->moved_count++;
}

/* Moves a rectangle of control points by up to a fifth of the size, and names it. */
static void actor_push(test_random *r, actor *a, int k, int i, int j, int count_u, int count_v)
{
    int u, v, c;
    for (u = i; u < i + count_u; u++)
        for (v = j; v < j + count_v; v++)
            for (c = 0; c < 3; c++)
                actor_point(a, k, u, v)[c] += (cld_real)(test_between(r, -0.2, 0.2) * a->scale);
    actor_name(a, k, i, j, count_u, count_v);
}

/* ----------------------------------------------------------------------------- the deformations */

enum { ALL, TENTH, ONE, BRUSH, BACK, FLAT, POINT, SCALE, WEIGHTS, NOTHING, KINDS };

/* To a plane square to an axis, or one that leans; or to a point. */
static void actor_flatten(test_random *r, actor *a, int k, int to_point)
{
    int lean = test_integer(r, 0, 1), axis = test_integer(r, 0, 2), i, j, c;
    cld_real first[3];
    for (c = 0; c < 3; c++) first[c] = actor_point(a, k, 0, 0)[c];
    for (i = 0; i < a->views[k].count_u; i++)
        for (j = 0; j < a->views[k].count_v; j++) {
            cld_real *p = actor_point(a, k, i, j);
            for (c = 0; c < 3 && to_point; c++) p[c] = first[c];
            if (!to_point) p[axis] = lean ? p[(axis + 1) % 3] : first[axis];
        }
}

/* All points of a surface, in one of the ways that touch all of them. */
static void actor_whole(test_random *r, actor *a, int k, int kind, double factor)
{
    const int nu = a->views[k].count_u, nv = a->views[k].count_v;
    int i, j, c;
    switch (kind) {
    case ALL:
        actor_push(r, a, k, 0, 0, nu, nv);
        return;
    case BACK:
        memcpy(a->now[k].points, a->start[k].points, sizeof a->now[k].points);
        memcpy(a->now[k].weights, a->start[k].weights, sizeof a->now[k].weights);
        break;
    case FLAT:
    case POINT:
        actor_flatten(r, a, k, kind == POINT);
        break;
    case WEIGHTS:
        for (i = 0; i < nu && a->views[k].weights; i++)
            for (j = 0; j < nv; j++) *actor_weight(a, k, i, j) *= (cld_real)test_between(r, 0.5, 2);
        break;
    default:
        for (i = 0; i < nu; i++)
            for (j = 0; j < nv; j++)
                for (c = 0; c < 3; c++)
                    actor_point(a, k, i, j)[c] =
                        (cld_real)((double)actor_point(a, k, i, j)[c] * factor);
    }
    actor_name(a, k, 0, 0, nu, nv);
}

static void actor_deform(test_random *r, actor *a, int kind)
{
    int k = test_integer(r, 0, a->count - 1), n;
    const int nu = a->views[k].count_u, nv = a->views[k].count_v;
    const double to = pow(10, test_integer(r, -6, 6));
    a->moved_count = 0;
    switch (kind) {
    case TENTH:
        for (n = 0; n < nu * nv / 10 + 1; n++)
            actor_push(r, a, k, test_integer(r, 0, nu - 1), test_integer(r, 0, nv - 1), 1, 1);
        break;
    case ONE:
        actor_push(r, a, k, test_integer(r, 0, nu - 1), test_integer(r, 0, nv - 1), 1, 1);
        if (test_integer(r, 0, 1)) a->moved[0].count_u = a->moved[0].count_v = 0;
        break;
    case BRUSH: {
        int i = test_integer(r, 0, nu - 1), j = test_integer(r, 0, nv - 1);
        actor_push(r, a, k, i, j, test_integer(r, 1, nu - i), test_integer(r, 1, nv - j));
        break;
    }
    case BACK:
    case SCALE:
        for (k = 0; k < a->count; k++) actor_whole(r, a, k, kind, to / a->scale);
        a->scale = kind == BACK ? 1 : to;
        break;
    case NOTHING:
        break;
    default:
        actor_whole(r, a, k, kind, 1);
    }
}

/* ------------------------------------------------------------------------------ all its answers */

typedef struct answers {
    int status[9], relation;
    cld_nurbs_contact collide[2], distance, contact[8];
    cld_nurbs_hit closest, ray;
    cld_aabb box[2];
} answers;

typedef struct question {
    cld_nurbs_body partner;
    cld_pose pose;
    cld_vec3 point, direction;
    double scale;
} question;

static void ask(const cld_nurbs_model *model, const question *q, answers *out)
{
    cld_nurbs_body body;
    cld_nurbs_params params;
    memset(&body, 0, sizeof body), memset(&params, 0, sizeof params);
    memset(out, 0, sizeof *out);
    body.model = model;
    out->status[0] = cld_nurbs_aabb(&body, &out->box[0]);
    body.pose = q->pose;
    params.max_pairs = 1000;
    out->status[1] = cld_nurbs_aabb(&body, &out->box[1]);
    out->status[2] = cld_nurbs_collide(&body, &q->partner, &params, &shared, &out->collide[0]);
    out->status[3] = cld_nurbs_collide(&q->partner, &body, &params, &shared, &out->collide[1]);
    out->status[4] = cld_nurbs_distance(&body, &q->partner, &params, &shared, &out->distance);
    out->status[5] = cld_nurbs_closest(&body, q->point, &params, &shared, &out->closest);
    out->status[6] =
        cld_nurbs_raycast(&body, q->point, q->direction, 0, &params, &shared, &out->ray);
    params.max_pairs = 300;
    out->status[7] =
        cld_nurbs_contacts(&q->partner, &body, &params, &shared, out->contact, 8, &out->relation);
}

static int same(const answers *a, const answers *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* The partner is a surface as it was at the start, as large as the body now is. */
static void question_new(test_random *r, const actor *a, test_surface *partner, question *q)
{
    const double s = a->scale;
    int i;
    *partner = a->start[0];
    partner->view.knots_u = partner->knots_u, partner->view.knots_v = partner->knots_v;
    partner->view.points = partner->points;
    if (partner->view.weights) partner->view.weights = partner->weights;
    for (i = 0; i < SURFACE_NUMBERS; i++)
        partner->points[i] = (cld_real)((double)partner->points[i] * s);
    q->scale = s;
    q->partner = case_body(&partner->view, 1);
    q->partner.pose = test_pose(r, 0), q->pose = test_pose(r, 0);
    q->pose.position.x = (cld_real)(test_between(r, -1, 1) * s);
    q->pose.position.y = (cld_real)(test_between(r, -1, 1) * s);
    q->pose.position.z = (cld_real)(test_between(r, -1, 1) * s);
    q->point.x = (cld_real)(test_between(r, -1, 1) * s), q->point.y = (cld_real)(2 * s);
    q->point.z = (cld_real)(test_between(r, -1, 1) * s);
    q->direction.x = q->direction.z = 0, q->direction.y = -1;
}

/* What the library says of the body that was refitted point by point, by the oracle. */
static void ask_the_oracle(const actor *a, const question *q, const answers *got, int *judged)
{
    cld_nurbs_body body = case_body(a->views, a->count);
    oracle_answer truth;
    double tolerance, error, d = (double)got->distance.contact.distance;
    const int said = got->status[2];
    body.pose = q->pose;
    tolerance = case_tolerance(&body, &q->partner);
    truth = oracle_bodies(a->views, a->count, &q->pose, q->partner.surfaces, 1, &q->partner.pose, 0,
                          0, 1000);
    if (truth.relation == ORACLE_COMMON) CHECK(said != CLD_APART);
    /* 'near' is within the tolerance, and never farther */
    if (truth.lo > tolerance) CHECK(said != CLD_NEAR && said != CLD_CROSSING);
    /* the distance told is that of two points, the true one is less by at most the error */
    error = (double)got->distance.error + tolerance;
    CHECK(d >= truth.lo - tolerance && d - error <= truth.hi);
    *judged += truth.relation != ORACLE_BETWEEN;
}

/* Builds the model anew, and asks: 1 if that gives the very answers of both models. */
static int as_built(const actor *a, const question *q, const cld_nurbs_model *whole,
                    const cld_nurbs_model *points, answers *got)
{
    static answers expected;
    cld_nurbs_model fresh;
    int good;
    memset(&fresh, 0, sizeof fresh);
    CHECK(cld_nurbs_model_build(&fresh, a->views, a->count, NULL) == CLD_OK);
    ask(&fresh, q, &expected);
    cld_nurbs_model_free(&fresh);
    ask(whole, q, got);
    good = CHECK(same(got, &expected));
    ask(points, q, got);
    return CHECK(same(got, &expected)) && good;
}

static void refitted_is_built_anew(void)
{
    static actor a;
    static test_surface partner;
    static answers got;
    test_random r = test_random_from(1);
    const int sequences = (test_repeat(all_steps) + STEPS - 1) / STEPS;
    int n, step, judged = 0, asked = 0;
    for (n = 0; n < sequences; n++) {
        cld_nurbs_model whole, points;
        memset(&whole, 0, sizeof whole), memset(&points, 0, sizeof points);
        actor_new(&r, &a);
        CHECK(cld_nurbs_model_build(&whole, a.views, a.count, NULL) == CLD_OK);
        CHECK(cld_nurbs_model_build(&points, a.views, a.count, NULL) == CLD_OK);
        for (step = 0; step < STEPS; step++) {
            const int kind = test_integer(&r, 0, KINDS - 1);
            question q;
            actor_deform(&r, &a, kind);
            question_new(&r, &a, &partner, &q);
            CHECK(cld_nurbs_model_refit(&whole, a.views, a.count) == CLD_OK);
            CHECK(cld_nurbs_model_refit_points(&points, a.views, a.count, a.moved, a.moved_count) ==
                  CLD_OK);
            if (!as_built(&a, &q, &whole, &points, &got))
                printf("    sequence %d, step %d, kind %d\n", n, step, kind);
            if (step % 10 != 9) continue;
            asked++;
            ask_the_oracle(&a, &q, &got, &judged);
        }
        cld_nurbs_model_free(&whole), cld_nurbs_model_free(&points);
    }
    printf("    %d steps, the oracle decided %d of %d\n", sequences * STEPS, judged, asked);
    CHECK(judged * 2 > asked);
}

/* ------------------------------------------------------------------------------ what is refused */

/* Way `way` of a list of entries that is not legal, for three surfaces of which the second has 8 x
   9 points; its status, 0 when there are no more. */
static int illegal(int way, cld_nurbs_moved *m, cld_nurbs *views, case_surface *s)
{
    memset(m, 0, sizeof *m);
    m->surface = 1;
    switch (way) {
    case 0:
        m->surface = -1;
        return CLD_ERROR_INDEX;
    case 1:
        m->surface = 3;
        return CLD_ERROR_INDEX;
    case 2:
        m->i = 8;
        return CLD_ERROR_INDEX;
    case 3:
        m->j = 9;
        return CLD_ERROR_INDEX;
    case 4:
        m->i = -1;
        return CLD_ERROR_INDEX;
    case 5:
        m->j = -1;
        return CLD_ERROR_INDEX;
    case 6:
        m->i = 7, m->count_u = 2;
        return CLD_ERROR_INDEX;
    case 7:
        m->j = 1, m->count_v = INT32_MAX;
        return CLD_ERROR_INDEX;
    case 8:
        m->count_u = -1;
        return CLD_ERROR_COUNT;
    case 9:
        m->count_v = -1;
        return CLD_ERROR_COUNT;
    case 10:
        m->i = 2, m->j = 3, m->count_v = 2;
        case_point(s, 2, 4)[1] = (cld_real)TEST_NAN;
        return CLD_ERROR_POINT;
    case 11:
        s->weights[2 * 9 + 3] = 0;
        m->i = 2, m->j = 3;
        return CLD_ERROR_WEIGHT;
    case 12:
        views[1].points = NULL;
        return CLD_ERROR_NULL;
    case 13:
        views[1].degree_u = 2;
        return CLD_ERROR_MISMATCH;
    case 14:
        views[1].weights = NULL;
        return CLD_ERROR_MISMATCH;
    case 15:
        s->knots_v[5] += (cld_real)0.01;
        return CLD_ERROR_MISMATCH;
    case 16:
        s->knots_v[5] = (cld_real)TEST_NAN;
        return CLD_ERROR_KNOT_FINITE;
    case 17:
        views[1].stride_v = 3 * sizeof(cld_real) + 1;
        return CLD_ERROR_STRIDE;
    default:
        return 0;
    }
}

static case_surface bumpy(void)
{
    case_surface s = case_new(3, 3, 8, 9, 1);
    int n;
    for (n = 0; n < 72; n++) case_set(&s, n / 9, n % 9, n / 9 / 7.0, n % 9 / 8.0, 0.1 * (n % 5));
    return s;
}

static question plain_question(const cld_nurbs *partner)
{
    question q;
    memset(&q, 0, sizeof q);
    q.partner = case_body(partner, 1);
    q.partner.pose = case_at(0.1, 0.2, 0.1);
    q.pose = cld_pose_identity(), q.scale = 1;
    q.point.x = q.point.y = (cld_real)0.4, q.point.z = 2;
    q.direction.z = -1;
    return q;
}

/* On bad input nothing changes, though entries before the bad one moved points. */
static void refused_entries_change_nothing(void)
{
    static answers expected, got;
    case_surface first = bumpy(), last = case_torus(0.25), other;
    cld_nurbs views[3];
    cld_nurbs_model model;
    cld_nurbs_moved moved[3];
    question q = plain_question(&last.view);
    int way, status;
    memset(&model, 0, sizeof model), memset(moved, 0, sizeof moved);
    views[0] = first.view, views[1] = first.view, views[2] = last.view;
    CHECK(cld_nurbs_model_build(&model, views, 3, NULL) == CLD_OK);
    ask(&model, &q, &expected);
    for (way = 0;; way++) {
        other = case_copy(&first);
        case_set(&other, 0, 0, 9, 9, 9);
        views[1] = other.view;
        moved[0].surface = 1; /* legal: the point that moved */
        status = illegal(way, &moved[1], views, &other);
        moved[2] = moved[0];
        if (way >= 12) moved[0].surface = 0; /* so that the second is the first to name it */
        if (status && !CHECK(cld_nurbs_model_refit_points(&model, views, 3, moved, 3) == status))
            printf("    way %d\n", way);
        case_free(&other);
        if (!status) break;
        ask(&model, &q, &got);
        CHECK(same(&got, &expected));
    }
    CHECK(way == 18);
    views[1] = first.view;
    CHECK(cld_nurbs_model_refit_points(&model, views, 3, NULL, 1) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_model_refit_points(&model, NULL, 3, moved, 1) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_model_refit_points(NULL, views, 3, moved, 1) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_model_refit_points(&model, views, 2, moved, 1) == CLD_ERROR_MISMATCH);
    CHECK(cld_nurbs_model_refit_points(&model, views, 3, moved, -1) == CLD_ERROR_COUNT);
    CHECK(cld_nurbs_model_refit_points(&model, views, 3, NULL, 0) == CLD_OK);
    ask(&model, &q, &got);
    CHECK(same(&got, &expected));
    cld_nurbs_model_free(&model);
    CHECK(cld_nurbs_model_refit_points(&model, views, 3, moved, 1) == CLD_ERROR_NULL);
    case_free(&first), case_free(&last);
}

/* Of surfaces that no entry names nothing is read; and no refit asks for memory. */
static void refits_allocate_nothing(void)
{
    static answers expected, got;
    case_surface first = bumpy(), last = case_torus(0.25);
    cld_nurbs views[2], torn[2];
    cld_nurbs_model model, fresh;
    cld_nurbs_moved moved = {0, 3, 4, 0, 0};
    question q = plain_question(&last.view);
    test_memory memory;
    cld_allocator allocator;
    long requests;
    test_memory_reset(&memory, 0);
    allocator = test_allocator(&memory);
    memset(&model, 0, sizeof model), memset(&fresh, 0, sizeof fresh);
    views[0] = first.view, views[1] = last.view;
    CHECK(cld_nurbs_model_build(&model, views, 2, &allocator) == CLD_OK);
    requests = memory.requests;
    case_set(&first, 3, 4, 0.4, 0.5, 3);
    torn[0] = first.view;
    memset(&torn[1], 0, sizeof torn[1]);
    CHECK(cld_nurbs_model_refit_points(&model, torn, 2, &moved, 1) == CLD_OK);
    CHECK(cld_nurbs_model_build(&fresh, views, 2, NULL) == CLD_OK);
    ask(&model, &q, &got), ask(&fresh, &q, &expected);
    CHECK(same(&got, &expected));
    CHECK(cld_nurbs_model_refit(&model, views, 2) == CLD_OK);
    ask(&model, &q, &got);
    CHECK(same(&got, &expected) && memory.requests == requests);
    cld_nurbs_model_free(&model), cld_nurbs_model_free(&fresh);
    CHECK(memory.live == 0 && memory.blocks == 0);
    case_free(&first), case_free(&last);
}

/* ---------------------------------------------------------------------------------------- boxes */

typedef struct hull {
    oracle_real low[3], high[3];
} hull;

static void hull_add(hull *h, const cld_pose *pose, const cld_real *p)
{
    oracle_real x[4];
    int c;
    for (c = 0; c < 3; c++) x[c] = (oracle_real)p[c];
    x[3] = 1;
    oracle_pose(pose, x);
    for (c = 0; c < 3; c++) {
        if (x[c] < h->low[c]) h->low[c] = x[c];
        if (x[c] > h->high[c]) h->high[c] = x[c];
    }
}

static hull hull_of(const cld_nurbs *views, int count, const cld_pose *pose)
{
    hull h;
    int k, i, j;
    for (k = 0; k < 3; k++) h.low[k] = HUGE_VALL, h.high[k] = -HUGE_VALL;
    for (k = 0; k < count; k++)
        for (i = 0; i < views[k].count_u; i++)
            for (j = 0; j < views[k].count_v; j++)
                hull_add(&h, pose, case_view_point(&views[k], i, j));
    return h;
}

static void box_numbers(const cld_aabb *box, double low[3], double high[3])
{
    low[0] = (double)box->low.x, low[1] = (double)box->low.y, low[2] = (double)box->low.z;
    high[0] = (double)box->high.x, high[1] = (double)box->high.y, high[2] = (double)box->high.z;
}

/* Does the box hold the hull, and reach beyond it by at most `over`? */
static void check_box(const cld_aabb *box, const hull *h, double under, double over)
{
    double low[3], high[3];
    int c, good = 1;
    box_numbers(box, low, high);
    for (c = 0; c < 3; c++) {
        const double below = (double)(h->low[c] - (oracle_real)low[c]);
        const double above = (double)((oracle_real)high[c] - h->high[c]);
        good &= below >= -under && above >= -under && below <= over && above <= over;
    }
    CHECK(good);
}

/* The box of the Bezier points that a view is cut into, to a rounding of cld_real. */
static hull bezier_hull(const cld_nurbs *views, int count, const cld_pose *pose)
{
    static cld_nurbs patches[2500];
    static cld_real numbers[1000000];
    hull all = hull_of(views, 0, pose);
    int k, c, n;
    for (k = 0; k < count; k++) {
        hull h;
        int room = cld_nurbs_extract_bezier(&views[k], patches, 2500, &n, numbers, 1000000);
        CHECK(room <= 1000000 && n <= 2500);
        h = hull_of(patches, n, pose);
        for (c = 0; c < 3; c++) {
            if (h.low[c] < all.low[c]) all.low[c] = h.low[c];
            if (h.high[c] > all.high[c]) all.high[c] = h.high[c];
        }
    }
    return all;
}

/* Points of the surfaces are inside. */
static void check_samples(test_random *r, const actor *a, const cld_pose *pose, const cld_aabb *box)
{
    double low[3], high[3];
    int n, c;
    box_numbers(box, low, high);
    for (n = 0; n < 30; n++) {
        const cld_nurbs *v = &a->views[test_integer(r, 0, a->count - 1)];
        const double s = (double)test_parameter(r, v->knots_u, v->degree_u, v->count_u);
        const double t = (double)test_parameter(r, v->knots_v, v->degree_v, v->count_v);
        oracle_point at = oracle_evaluate(v, s, t);
        oracle_real x[4];
        for (c = 0; c < 3; c++) x[c] = at.d[0][0][c];
        x[3] = 1;
        oracle_pose(pose, x);
        for (c = 0; c < 3; c++) {
            /* the oracle rounds as well */
            const oracle_real own = 1e-17L * (fabsl(x[c]) + (oracle_real)high[c] - (oracle_real)low[c]);
            CHECK(x[c] >= (oracle_real)low[c] - own && x[c] <= (oracle_real)high[c] + own);
        }
    }
}

/* A pose, sometimes none at all, sometimes only a shift, sometimes far away. */
static cld_pose some_pose(test_random *r, double scale)
{
    static const double far_away[4] = {1, 1, 1e3, 1e6};
    cld_pose pose = test_pose(r, far_away[test_integer(r, 0, 3)] * scale), none;
    const int how = test_integer(r, 0, 5);
    memset(&none, 0, sizeof none);
    if (how == 0) return none;
    if (how == 1) return cld_pose_identity();
    if (how == 2) pose.rotation = none.rotation;
    return pose;
}

static void boxes_hold_bodies(void)
{
    static actor a;
    test_random r = test_random_from(2);
    int n;
    for (n = 0; n < test_repeat(2000); n++) {
        cld_nurbs_model model;
        cld_nurbs_body body;
        cld_aabb box, prepared;
        hull control, bezier;
        double size, unit;
        memset(&model, 0, sizeof model);
        actor_new(&r, &a);
        if (n % 2) actor_deform(&r, &a, SCALE);
        if (n % 5 == 0) actor_deform(&r, &a, FLAT);
        if (n % 7 == 0) actor_deform(&r, &a, POINT);
        body = case_body(a.views, a.count);
        body.pose = some_pose(&r, a.scale);
        size = 2 * case_reach(&body) + fabs((double)body.pose.position.x) +
               fabs((double)body.pose.position.y) + fabs((double)body.pose.position.z);
        /* one unit of cld_real, outwards, beyond roundings in double */
        unit = 2 * TEST_ROUND * size;
        CHECK(cld_nurbs_aabb(&body, &box) == CLD_OK);
        control = hull_of(a.views, a.count, &body.pose);
        check_box(&box, &control, 0, unit + 16 * DBL_EPSILON * size);
        check_samples(&r, &a, &body.pose, &box);
        CHECK(cld_nurbs_model_build(&model, a.views, a.count, NULL) == CLD_OK);
        body.model = &model;
        CHECK(cld_nurbs_aabb(&body, &prepared) == CLD_OK);
        check_samples(&r, &a, &body.pose, &prepared);
        /* the points of the patches are rounded to cld_real, and so is the box; each of the bounds
           of the library is at most (64 + 34 * 10) half units of double */
        bezier = bezier_hull(a.views, a.count, &body.pose);
        check_box(&prepared, &bezier, unit, 2 * unit + 410 * DBL_EPSILON * size);
        cld_nurbs_model_free(&model);
    }
}

/* Where the pose changes nothing, the box is that of the numbers, to the bit. */
static void boxes_are_exact_in_place(void)
{
    case_surface s = bumpy(), torus = case_torus(0.25);
    cld_nurbs views[2];
    cld_nurbs_body body = case_body(views, 2);
    cld_aabb box, again;
    int n;
    views[0] = s.view, views[1] = torus.view;
    CHECK(cld_nurbs_aabb(&body, &box) == CLD_OK);
    body.pose = cld_pose_identity();
    CHECK(cld_nurbs_aabb(&body, &again) == CLD_OK && memcmp(&box, &again, sizeof box) == 0);
    for (n = 0; n < 72; n++) {
        const cld_real *p = case_point(&s, n / 9, n % 9);
        CHECK(p[0] >= box.low.x && p[0] <= box.high.x);
    }
    CHECK(box.low.x == (cld_real)-1.25 && box.high.x == (cld_real)1.25);
    CHECK(box.low.z == (cld_real)-0.25 && box.high.z == (cld_real)0.4);
    case_free(&s), case_free(&torus);
}

static void boxes_refuse(void)
{
    case_surface s = bumpy();
    cld_nurbs_model model;
    cld_nurbs_body body = case_body(&s.view, 0), bad;
    cld_aabb box, before;
    memset(&model, 0, sizeof model);
    memset(&box, 0x5a, sizeof box), before = box;
    CHECK(cld_nurbs_aabb(NULL, &box) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_aabb(&body, NULL) == CLD_ERROR_NULL);
    bad = body, bad.surfaces = NULL;
    CHECK(cld_nurbs_aabb(&bad, &box) == CLD_ERROR_NULL);
    bad = body, bad.count = -1;
    CHECK(cld_nurbs_aabb(&bad, &box) == CLD_ERROR_COUNT);
    bad = body, bad.pose.rotation.x.x = 2;
    CHECK(cld_nurbs_aabb(&bad, &box) == CLD_ERROR_POSE);
    bad = body, bad.pose.position.y = (cld_real)TEST_NAN;
    CHECK(cld_nurbs_aabb(&bad, &box) == CLD_ERROR_POSE);
    bad = body, bad.model = &model;
    CHECK(cld_nurbs_aabb(&bad, &box) == CLD_ERROR_NULL);
    s.points[7] = (cld_real)TEST_NAN;
    CHECK(cld_nurbs_aabb(&body, &box) == CLD_ERROR_POINT);
    CHECK(memcmp(&box, &before, sizeof box) == 0);
    s.points[7] = 0;
    CHECK(cld_nurbs_aabb(&body, &box) == CLD_OK); /* count 0 means 1 */
    case_free(&s);
}

/* -------------------------------------------------------------------------------- a broad phase */

/* All pairs of bodies that touch are among the pairs of boxes that overlap. */
static void no_pair_is_lost(void)
{
    enum { BODIES = 24, PAIRS = BODIES * BODIES / 2 };
    static test_surface s[BODIES];
    static cld_nurbs_body body[BODIES];
    static cld_nurbs_model model[BODIES];
    static cld_pair pairs[PAIRS];
    test_random r = test_random_from(3);
    int n, i, j, k, touching = 0;
    for (n = 0; n < test_repeat(20) + 1; n++) {
        cld_aabb box[BODIES];
        int found, listed;
        for (i = 0; i < BODIES; i++) {
            case_random(&r, test_integer(&r, 0, CASE_KINDS - 1), &s[i]);
            body[i] = case_body(&s[i].view, 1);
            body[i].pose = test_pose(&r, 1);
            CHECK(cld_nurbs_model_build(&model[i], &s[i].view, 1, NULL) == CLD_OK);
            if (i % 2) body[i].model = &model[i];
            CHECK(cld_nurbs_aabb(&body[i], &box[i]) == CLD_OK);
        }
        found = cld_aabb_pairs(box, BODIES, &shared, pairs, PAIRS);
        if (!CHECK(found >= 0 && found <= PAIRS)) continue;
        for (i = 0; i < BODIES; i++)
            for (j = i + 1; j < BODIES; j++) {
                if (cld_nurbs_collide(&body[i], &body[j], NULL, &shared, NULL) != CLD_CROSSING)
                    continue;
                touching++;
                for (k = 0, listed = 0; k < found; k++)
                    listed |= (int)pairs[k].a == i && (int)pairs[k].b == j;
                CHECK(listed);
            }
    }
    CHECK(touching > 5 * n);
    for (i = 0; i < BODIES; i++) cld_nurbs_model_free(&model[i]);
}

int main(int argc, char **argv)
{
    all_steps = test_option(&argc, argv, "--steps", all_steps);
    test_begin(argc, argv);
    TEST(refitted_is_built_anew);
    TEST(refused_entries_change_nothing);
    TEST(refits_allocate_nothing);
    TEST(boxes_hold_bodies);
    TEST(boxes_are_exact_in_place);
    TEST(boxes_refuse);
    TEST(no_pair_is_lost);
    cld_workspace_free(&shared);
    return test_end();
}
