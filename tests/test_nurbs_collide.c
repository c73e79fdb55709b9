/* cld_nurbs_collide against the independent oracle, and what must not change the answer.
 *
 *     test_nurbs_collide [seed]                   as ctest runs it, some seconds
 *     test_nurbs_collide [seed] --pairs 20000     so many random pairs against the oracle
 */
#include "test.h"
#include "nurbs_cases.h"
#include "oracle_nurbs.h"
#ifndef __wasi__ /* there are no threads */
#include <pthread.h>
#endif

static int random_pairs = 250;
static cld_workspace shared; /* what came before must not matter: all tests use one workspace */

static int collide(const cld_nurbs_body *a, const cld_nurbs_body *b, cld_nurbs_contact *out)
{
    memset(out, 0, sizeof *out);
    return cld_nurbs_collide(a, b, NULL, &shared, out);
}

static int touching(int relation)
{
    return relation == CLD_NEAR || relation == CLD_CROSSING;
}

static double length(const double *v)
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* ------------------------------------------------------------------------- is a contact what it
   says? */

static void posed_point(const cld_nurbs *s, const cld_pose *pose, double u, double v, double out[3])
{
    oracle_point at = oracle_evaluate(s, u, v);
    oracle_real x[4];
    int c;
    for (c = 0; c < 3; c++) x[c] = at.d[0][0][c];
    x[3] = 1;
    oracle_pose(pose, x);
    for (c = 0; c < 3; c++) out[c] = (double)x[c];
}

static double apart(const double *a, const double *b)
{
    double d[3];
    int c;
    for (c = 0; c < 3; c++) d[c] = a[c] - b[c];
    return length(d);
}

/* How far a contact's point is from the surface at the contact's parameters, by the oracle, beyond
   what the rounding of the point and of the parameters to cld_real explains. */
static double off_surface(const cld_nurbs *s, const cld_pose *pose, cld_real u, cld_real v,
                          cld_vec3 point, double size)
{
    double at[3], beside[3], p[3], moved = 0, ru = 2 * TEST_ROUND * fabs((double)u);
    double rv = 2 * TEST_ROUND * fabs((double)v);
    int k;
    posed_point(s, pose, (double)u, (double)v, at);
    /* u and v are each rounded once: the neighbouring numbers bound what that moves (where weights
       differ by 1e6, a unit of rounding of a float moves the point by a tenth of the surface) */
    for (k = -1; k <= 1; k += 2) {
        posed_point(s, pose, (double)u + k * ru, (double)v, beside);
        moved = fmax(moved, apart(at, beside));
        posed_point(s, pose, (double)u, (double)v + k * rv, beside);
        moved = fmax(moved, apart(at, beside));
    }
    p[0] = (double)point.x, p[1] = (double)point.y, p[2] = (double)point.z;
    /* the point is rounded once; the arithmetic before is good to 1024 units of rounding in double
       (the tolerance's least value) */
    return apart(p, at) - 2 * moved - 2 * TEST_ROUND * size - 1024 * 1.2e-16 * size;
}

static void check_contact(const cld_nurbs_body *a, const cld_nurbs_body *b, int relation,
                          const cld_nurbs_contact *hit, const char *what, long number)
{
    double size = case_size(a, b) + 1e-300, gap[3], n[3], off_a, off_b;
    const cld_contact *c = &hit->contact;
    int count_a = a->count ? a->count : 1, count_b = b->count ? b->count : 1;
    size += fabs((double)a->pose.position.x) + fabs((double)a->pose.position.y);
    size += fabs((double)a->pose.position.z);
    if (!CHECK((int)c->feature_a < count_a && (int)c->feature_b < count_b)) return;
    off_a = off_surface(a->surfaces + c->feature_a, &a->pose, hit->u_a, hit->v_a, c->point_a, size);
    off_b = off_surface(b->surfaces + c->feature_b, &b->pose, hit->u_b, hit->v_b, c->point_b, size);
    gap[0] = (double)c->point_a.x - (double)c->point_b.x;
    gap[1] = (double)c->point_a.y - (double)c->point_b.y;
    gap[2] = (double)c->point_a.z - (double)c->point_b.z;
    n[0] = (double)c->normal.x, n[1] = (double)c->normal.y, n[2] = (double)c->normal.z;
    if (!CHECK(off_a <= 0 && off_b <= 0))
        printf("    %s %ld: points off their surfaces by %g, %g\n", what, number, off_a, off_b);
    /* each point is within the error of the true one */
    if (!CHECK(length(gap) <= 2 * (double)hit->error + 8 * TEST_ROUND * size))
        printf("    %s %ld: gap %g, error %g\n", what, number, length(gap), (double)hit->error);
    /* unit, or zero where the surface has no normal */
    CHECK(length(n) == 0 || fabs(length(n) - 1) < 8 * TEST_ROUND + 1e-12);
    CHECK(hit->relation == relation);
}

/* ------------------------------------------------------------------------------------- the
   oracle */

/* Two random surfaces, placed so that about half of the pairs meet. */
static void random_pair(test_random *r, test_surface s[2], cld_nurbs_body body[2])
{
    double reach = test_integer(r, 0, 2) ? test_between(r, 0, 0.7) : test_between(r, 0, 0.2);
    case_random_pair(r, reach, s, body);
}

static void against_the_oracle(void)
{
    static test_surface s[2];
    test_random r = test_random_from(1);
    int n, count = test_repeat(random_pairs), counts[4] = {0, 0, 0, 0}, between = 0;
    for (n = 0; n < count; n++) {
        cld_nurbs_body body[2];
        cld_nurbs_contact hit;
        oracle_answer truth;
        double tolerance;
        int relation;
        random_pair(&r, s, body);
        tolerance = case_tolerance(&body[0], &body[1]);
        relation = collide(&body[0], &body[1], &hit);
        if (!CHECK(relation >= 0 && relation != CLD_UNDECIDED)) {
            printf("    pair %d: %d\n", n, relation);
            continue;
        }
        counts[relation]++;
        truth = oracle_relation(&s[0].view, &body[0].pose, &s[1].view, &body[1].pose, 0, 0);
        between += truth.relation == ORACLE_BETWEEN;
        /* apart is a proof: no pair of points within what double can tell from common ones */
        if (relation == CLD_APART && !CHECK(truth.relation != ORACLE_COMMON))
            printf("    pair %d: a miss, common point within %g\n", n, truth.hi);
        /* crossing is a proof */
        if (relation == CLD_CROSSING && !CHECK(truth.relation != ORACLE_APART))
            printf("    pair %d: a false hit, proved apart by %g\n", n, truth.lo);
        if (relation == CLD_NEAR && !CHECK(truth.lo <= tolerance))
            printf("    pair %d: not near, proved apart by %g > %g\n", n, truth.lo, tolerance);
        if (relation > CLD_APART) check_contact(&body[0], &body[1], relation, &hit, "pair", n);
    }
    printf("    %d pairs: %d apart, %d near, %d crossing; the oracle left %d open\n", count,
           counts[0], counts[1], counts[2], between);
}

/* Random pairs moved along the line of their closest points, until a gap or an overlap from 1e-1
   to 1e-12 is left: where answers are hardest. The oracle may leave some open (it says what it
   knows). */
static void nearly_touching(void)
{
    static test_surface s[2];
    test_random r = test_random_from(8);
    int n, count = test_repeat(240), open = 0, counts[4] = {0, 0, 0, 0};
    for (n = 0; n < count; n++) {
        cld_nurbs_body body[2];
        cld_nurbs_contact c;
        oracle_answer truth;
        double tolerance, least, gap = (n % 2 ? -1 : 1) * pow(10, -1 - n / 2 % 12), d, move;
        int relation;
        random_pair(&r, s, body);
        if (cld_nurbs_distance(&body[0], &body[1], NULL, &shared, &c) != CLD_APART) continue;
        d = (double)c.contact.distance, move = gap - d;
        body[1].pose.position.x += (cld_real)(move * (double)c.contact.normal.x);
        body[1].pose.position.y += (cld_real)(move * (double)c.contact.normal.y);
        body[1].pose.position.z += (cld_real)(move * (double)c.contact.normal.z);
        tolerance = case_tolerance(&body[0], &body[1]);
        /* the size that counts lies between A's largest coordinate and our bound of it */
        least = tolerance * case_reach(&body[0]) / case_size(&body[0], &body[1]);
        relation = collide(&body[0], &body[1], &c);
        truth = oracle_relation(&s[0].view, &body[0].pose, &s[1].view, &body[1].pose, 0, 5000);
        if (!CHECK(relation >= 0 && relation != CLD_UNDECIDED)) continue;
        counts[relation]++, open += truth.relation == ORACLE_BETWEEN;
        /* farther apart than the tolerance; closer than what the oracle can tell from a common
           point */
        if (!CHECK(!(truth.lo > tolerance && relation != CLD_APART)) ||
            !CHECK(!(truth.lo > 0 && relation == CLD_CROSSING)) ||
            !CHECK(!(truth.hi < 0.25 * least && relation == CLD_APART)))
            printf("    pair %d, gap %g: %d, truth %g .. %g, tolerance %g\n", n, gap, relation,
                   truth.lo, truth.hi, tolerance);
        if (relation > CLD_APART) check_contact(&body[0], &body[1], relation, &c, "moved", n);
    }
    printf("    %d apart, %d near, %d crossing; the oracle left %d open\n", counts[0], counts[1],
           counts[2], open);
}

/* A wavy sheet and its copy above it by a gap, in which one control point is lowered so that the
   sheets cross there, or all but do. Points with the same parameters stand above each other, and in
   the middle of a cubic uniform net one control point moves the surface at its knots by 4/9: so the
   height between the sheets is least there, by construction, and -share times the gap. Whatever
   parts sheets that run side by side must not part these. */
static void a_dip_between_parallel_sheets(void)
{
    test_random r = test_random_from(9);
    int n, count = test_repeat(60), counts[4] = {0, 0, 0, 0};
    for (n = 0; n < count; n++) {
        const int side = test_integer(&r, 8, 12), at_u = test_integer(&r, 3, side - 4);
        const int at_v = test_integer(&r, 3, side - 4);
        const double gap = pow(10, -1 - test_between(&r, 0, sizeof(cld_real) == 4 ? 2 : 4));
        const double share = (n % 2 ? -1 : 1) * pow(10, -test_between(&r, 0.1, 2));
        const double rough = test_integer(&r, 0, 1) ? 0 : test_between(&r, 0, 0.05);
        case_surface a = case_waves(side), b;
        cld_nurbs_body body[2];
        cld_nurbs_contact c;
        int i, relation, first = test_integer(&r, 0, 1);
        for (i = 0; i < side * side; i++) {
            a.points[3 * i] += (cld_real)test_between(&r, -0.03 / side, 0.03 / side);
            a.points[3 * i + 1] += (cld_real)test_between(&r, -0.03 / side, 0.03 / side);
            a.points[3 * i + 2] += (cld_real)test_between(&r, -rough, rough);
        }
        b = case_copy(&a);
        for (i = 0; i < side * side; i++) b.points[3 * i + 2] += (cld_real)gap;
        case_point(&b, at_u, at_v)[2] -= (cld_real)(2.25 * gap * (1 + share));
        body[first] = case_body(&a.view, 1), body[!first] = case_body(&b.view, 1);
        body[0].pose = body[1].pose = test_pose(&r, test_between(&r, 0, 10));
        relation = collide(&body[0], &body[1], &c);
        if (relation >= 0) counts[relation]++;
        /* heights are rounded at most three times, 4/9 is not exactly that for rounded knots, and
           both bodies have the same pose; less than that is not asked for */
        if (fabs(share) * gap < 64 * TEST_ROUND * (1 + gap)) relation = -1;
        if (relation >= 0 && !CHECK(share > 0 ? touching(relation) : relation != CLD_CROSSING))
            printf("    sheet %d: gap %g, dip %g: %d\n", n, gap, share, relation);
        if (relation >= 0 && share < 0 && -share * gap > 40 * case_tolerance(&body[0], &body[1]))
            CHECK(relation == CLD_APART);
        case_free(&a);
        case_free(&b);
    }
    printf("    %d apart, %d near, %d crossing\n", counts[0], counts[1], counts[2]);
}

/* ------------------------------------------------------------------ what must not change the
   answer */

/* A surface's clone from another kind of description. */
static void reverse_u(case_surface *s)
{
    const cld_nurbs *v = &s->view;
    int i, n = v->count_u + v->degree_u, row = 3 * v->count_v, j;
    for (i = 0; i <= n / 2; i++) {
        cld_real low = s->knots_u[i], high = s->knots_u[n - i];
        s->knots_u[i] = -high, s->knots_u[n - i] = -low;
    }
    for (i = 0; i < v->count_u / 2; i++)
        for (j = 0; j < row; j++) {
            cld_real t = s->points[i * row + j];
            s->points[i * row + j] = s->points[(v->count_u - 1 - i) * row + j];
            s->points[(v->count_u - 1 - i) * row + j] = t;
        }
}

/* u and v exchanged by the strides alone. */
static cld_nurbs exchange(const cld_nurbs *s)
{
    cld_nurbs t = *s;
    size_t sv = s->stride_v ? s->stride_v : 3 * sizeof(cld_real);
    size_t su = s->stride_u ? s->stride_u : sv * (size_t)s->count_v;
    size_t wv = s->weight_stride_v ? s->weight_stride_v : sizeof(cld_real);
    size_t wu = s->weight_stride_u ? s->weight_stride_u : wv * (size_t)s->count_v;
    t.degree_u = s->degree_v, t.degree_v = s->degree_u;
    t.count_u = s->count_v, t.count_v = s->count_u;
    t.knots_u = s->knots_v, t.knots_v = s->knots_u;
    t.stride_u = sv, t.stride_v = su;
    t.weight_stride_u = wv, t.weight_stride_v = wu;
    return t;
}

/* A pair whose answer is not a matter of rounding: crossing, or apart by more than 1e-4. */
static int clear_pair(test_random *r, test_surface s[2], cld_nurbs_body body[2])
{
    oracle_answer truth;
    random_pair(r, s, body);
    truth = oracle_relation(&s[0].view, &body[0].pose, &s[1].view, &body[1].pose, 1e-4, 2000);
    if (truth.relation == ORACLE_COMMON) return 1;
    return truth.relation == ORACLE_APART ? 0 : -1;
}

static void same_geometry_same_answer(void)
{
    static test_surface s[2];
    static cld_real memory[1 << 16];
    test_random r = test_random_from(2);
    int n, count = test_repeat(120);
    for (n = 0; n < count; n++) {
        cld_nurbs_body body[2], other[2];
        cld_nurbs_contact hit;
        cld_nurbs view;
        cld_pose motion = test_pose(&r, 1);
        int truth = clear_pair(&r, s, body), k;
        if (truth < 0) continue;
        CHECK(touching(collide(&body[0], &body[1], &hit)) == truth);
        CHECK(touching(collide(&body[1], &body[0], &hit)) == truth); /* swapped */
        for (k = 0; k < 2; k++) {
            other[k] = body[k];
            other[k].pose = cld_pose_multiply(&motion, &body[k].pose);
        }
        CHECK(touching(collide(&other[0], &other[1], &hit)) == truth); /* moved together */
        view = exchange(&s[0].view);
        other[0] = body[0], other[0].surfaces = &view;
        CHECK(touching(collide(&other[0], &body[1], &hit)) == truth); /* u and v exchanged */
        {
            const cld_real *knots = s[1].view.knots_v;
            int q = s[1].view.degree_v, m = s[1].view.count_v, status;
            cld_real t = (cld_real)(0.3 * (double)knots[q] + 0.7 * (double)knots[m]);
            status = cld_nurbs_insert_knot(&s[1].view, 1, t, 1, &view, memory, 1 << 16);
            if (!CHECK(status > 0)) continue;
            other[1] = body[1], other[1].surfaces = &view;
            CHECK(touching(collide(&body[0], &other[1], &hit)) == truth); /* a knot more */
            if (truth == 1) check_contact(&body[0], &other[1], hit.relation, &hit, "refined", n);
        }
    }
}

/* Reversed parameters and knots on another interval: the same points in another order. */
static void reparametrised(void)
{
    case_surface a = case_waves(7), b = case_waves(8), c = case_copy(&a);
    test_random r = test_random_from(3);
    int n, i;
    reverse_u(&c);
    for (i = 0; i < 11; i++) c.knots_v[i] = c.knots_v[i] * 8 - 3;
    for (n = 0; n < test_repeat(200); n++) {
        cld_nurbs_body body[2], other;
        cld_nurbs_contact hit;
        int first, second;
        body[0] = case_body(&a.view, 1), body[1] = case_body(&b.view, 1);
        body[1].pose = test_pose(&r, 0.3);
        other = body[0], other.surfaces = &c.view;
        first = collide(&body[0], &body[1], &hit);
        second = collide(&other, &body[1], &hit);
        CHECK(touching(first) == touching(second));
        if (touching(second)) check_contact(&other, &body[1], second, &hit, "reversed", n);
    }
    case_free(&a), case_free(&b), case_free(&c);
}

/* Powers of two scale every number of the computation exactly: not a bit may differ. */
static void scale_free(void)
{
    static const int powers[4] = {20, -20, 7, -13};
    case_surface a = case_waves(6), b = case_waves(9);
    test_random r = test_random_from(4);
    int n, k;
    for (n = 0; n < test_repeat(100); n++) {
        cld_nurbs_body body[2], other[2];
        cld_nurbs_contact hit, scaled;
        case_surface big[2];
        double f = ldexp(1, powers[n % 4]);
        int first;
        body[0] = case_body(&a.view, 1), body[1] = case_body(&b.view, 1);
        body[1].pose = test_pose(&r, 0.35);
        first = collide(&body[0], &body[1], &hit);
        big[0] = case_copy(&a), big[1] = case_copy(&b);
        for (k = 0; k < 2; k++) {
            case_scale(&big[k], f);
            other[k] = case_body(&big[k].view, 1);
            other[k].pose = body[k].pose;
        }
        other[1].pose.position.x *= (cld_real)f, other[1].pose.position.y *= (cld_real)f;
        other[1].pose.position.z *= (cld_real)f;
        CHECK(collide(&other[0], &other[1], &scaled) == first);
        if (first > CLD_APART) {
            CHECK(scaled.contact.point_a.x == (cld_real)f * hit.contact.point_a.x);
            CHECK(scaled.contact.point_b.z == (cld_real)f * hit.contact.point_b.z);
            CHECK(scaled.u_a == hit.u_a && scaled.v_b == hit.v_b);
        }
        case_free(&big[0]), case_free(&big[1]);
    }
    case_free(&a), case_free(&b);
}

/* Both far from the origin: only the difference of the positions counts, which is exact here. */
static void far_from_the_origin(void)
{
    case_surface a = case_bowl(0.25), b = case_bowl(-0.25);
    int k;
    for (k = 0; k < 20; k++) {
        cld_nurbs_body body[2];
        cld_nurbs_contact hit;
        double gap = ldexp(k % 2 ? 1 : -1, -k / 2 - 1), far_away = 4096;
        /* numbers of 13 + k/2 + 1 binary digits fit the mantissa of a float up to k = 20 */
        body[0] = case_body(&b.view, 1), body[1] = case_body(&a.view, 1);
        body[0].pose = case_at(far_away, -far_away, far_away);
        body[1].pose = case_at(far_away, -far_away, far_away + gap);
        CHECK(touching(collide(&body[0], &body[1], &hit)) == (gap < 0));
        if (gap < 0) check_contact(&body[0], &body[1], hit.relation, &hit, "far", k);
    }
    case_free(&a), case_free(&b);
}

/* ------------------------------------------------------------------------------- gaps and
   overlaps */

/* Two bowls, bottom to bottom, and a bowl on a plane: the gap is the number in the pose,
   exactly. */
static void known_gaps(void)
{
    case_surface up = case_bowl(0.5), down = case_bowl(-0.5), flat = case_square(2, 3, 5);
    const cld_nurbs *below[2];
    int k, which, sign;
    below[0] = &down.view, below[1] = &flat.view;
    for (which = 0; which < 2; which++)
        for (k = 0; k <= 12; k++)
            for (sign = -1; sign <= 1; sign += 2) {
                cld_nurbs_body a = case_body(below[which], 1), b = case_body(&up.view, 1);
                cld_nurbs_contact hit;
                double gap = sign * pow(10, -k) / 8, tolerance, true_gap;
                int relation;
                b.pose = case_at(0, 0, gap);
                true_gap = (double)b.pose.position.z;
                tolerance = case_tolerance(&a, &b);
                relation = collide(&a, &b, &hit);
                if (true_gap < 0)
                    CHECK(touching(relation)); /* the circle where they meet is real */
                if (true_gap > tolerance && !CHECK(relation == CLD_APART))
                    printf("    gap %g, tolerance %g\n", true_gap, tolerance);
                if (true_gap > 0) CHECK(relation != CLD_CROSSING);
                if (relation > 0) check_contact(&a, &b, relation, &hit, "gap", k);
            }
    case_free(&up), case_free(&down), case_free(&flat);
}

/* near begins at the tolerance: surely apart beyond it, surely not within a quarter of it. */
static void tolerance_means(void)
{
    case_surface up = case_bowl(0.5), flat = case_square(2, 2, 4);
    cld_nurbs_body a = case_body(&flat.view, 1), b = case_body(&up.view, 1);
    int k;
    for (k = 1; k <= 4; k++) {
        cld_nurbs_params params;
        cld_nurbs_contact hit;
        double gap = pow(10, -k);
        memset(&params, 0, sizeof params);
        b.pose = case_at(0.1, 0.2, gap);
        gap = (double)b.pose.position.z;
        params.tolerance = (cld_real)(gap * 4.2);
        CHECK(cld_nurbs_collide(&a, &b, &params, &shared, &hit) == CLD_NEAR);
        check_contact(&a, &b, CLD_NEAR, &hit, "near", k);
        CHECK((double)hit.contact.distance <= (double)params.tolerance);
        params.tolerance = (cld_real)(gap * 0.999);
        CHECK(cld_nurbs_collide(&a, &b, &params, &shared, NULL) == CLD_APART);
        params.tolerance = (cld_real)-1;
        CHECK(cld_nurbs_collide(&a, &b, &params, &shared, NULL) == CLD_ERROR_PARAMETER);
        params.tolerance = (cld_real)TEST_NAN;
        CHECK(cld_nurbs_collide(&a, &b, &params, &shared, NULL) == CLD_ERROR_PARAMETER);
    }
    case_free(&up), case_free(&flat);
}

/* The source's test 4: sphere on sphere at a pole, on a seam, inside octants; sphere on a plane
   that is level, turned by 30 degrees about z, and by 30 more about y. */
static void six_touching_cases(void)
{
    static const double ways[3][3] = {{0, 1, 0}, {1, 1, 0}, {1, 1, 1}}, gaps[3] = {0, 1e-6, -1e-6};
    /* the sphere's numbers are rounded to cld_real: touching is true to a few of these */
    const double accuracy = sizeof(cld_real) == 8 ? 1e-9 : 1e-4;
    case_surface memory[8], plane = case_square(3, 3, 4);
    cld_nurbs sphere[8];
    int which, g, k;
    case_sphere(1, memory, sphere);
    for (which = 0; which < 6; which++)
        for (g = 0; g < 3; g++) {
            cld_nurbs_body a, b = case_body(sphere, 8);
            cld_nurbs_contact hit;
            double n[3], at[3] = {0, 0, 0}, off[3], c1 = 1, s1 = 0, c2 = 1, s2 = 0;
            int relation;
            if (which < 3) {
                double l = length(ways[which]);
                a = case_body(sphere, 8);
                for (k = 0; k < 3; k++) at[k] = n[k] = ways[which][k] / l;
            } else {
                a = case_body(&plane.view, 1);
                if (which >= 4) c1 = sqrt(0.75), s1 = 0.5;
                if (which >= 5) c2 = sqrt(0.75), s2 = 0.5;
                n[0] = c2 * c1, n[1] = s1,
                n[2] = -s2 * c1; /* where the rotation takes z: see below */
                a.pose = cld_pose_identity();
                a.pose.rotation.z.x = (cld_real)n[0], a.pose.rotation.z.y = (cld_real)n[1];
                a.pose.rotation.z.z = (cld_real)n[2];
                a.pose.rotation.x.x = (cld_real)s2, a.pose.rotation.x.y = 0;
                a.pose.rotation.x.z = (cld_real)c2;
                a.pose.rotation.y.x = (cld_real)(n[1] * c2);
                a.pose.rotation.y.y = (cld_real)(n[2] * s2 - n[0] * c2);
                a.pose.rotation.y.z = (cld_real)(-n[1] * s2);
            }
            b.pose = case_at(at[0] + (1 + gaps[g]) * n[0], at[1] + (1 + gaps[g]) * n[1],
                             at[2] + (1 + gaps[g]) * n[2]);
            relation = collide(&a, &b, &hit);
            if (gaps[g] == 0 && sizeof(cld_real) == 8) CHECK(touching(relation));
            if (gaps[g] > 0 && sizeof(cld_real) == 8) CHECK(relation == CLD_APART);
            if (gaps[g] < 0) CHECK(touching(relation));
            if (relation == CLD_APART) continue;
            check_contact(&a, &b, relation, &hit, "touching", which);
            off[0] = (double)hit.contact.point_a.x - at[0];
            off[1] = (double)hit.contact.point_a.y - at[1];
            off[2] = (double)hit.contact.point_a.z - at[2];
            if (gaps[g] == 0 && !CHECK(length(off) <= accuracy))
                printf("    case %d: contact off by %g\n", which + 1, length(off));
            /* overlapping spheres meet in a circle of radius sqrt(overlap); on a plane sqrt(2 o) */
            if (gaps[g] < 0) CHECK(length(off) <= 1.01 * sqrt(2 * 1e-6) + accuracy);
        }
    for (k = 0; k < 8; k++) case_free(&memory[k]);
    case_free(&plane);
}

/* ---------------------------------------------------------------------------------------
   degenerate */

static void check_touching(const cld_nurbs *s, const cld_pose *pose_s, const cld_nurbs *t,
                           const cld_pose *pose_t, const char *what)
{
    cld_nurbs_body a = case_body(s, 1), b = case_body(t, 1);
    cld_nurbs_contact hit;
    int relation;
    a.pose = *pose_s, b.pose = *pose_t;
    relation = collide(&a, &b, &hit);
    if (!CHECK(touching(relation))) printf("    %s: %d\n", what, relation);
    if (relation > 0) check_contact(&a, &b, relation, &hit, what, 0);
    relation = collide(&b, &a, &hit);
    if (!CHECK(touching(relation))) printf("    %s, swapped: %d\n", what, relation);
    if (relation > 0) check_contact(&b, &a, relation, &hit, what, 1);
}

static void check_apart(const cld_nurbs *s, const cld_pose *pose_s, const cld_nurbs *t,
                        const cld_pose *pose_t, const char *what)
{
    cld_nurbs_body a = case_body(s, 1), b = case_body(t, 1);
    cld_nurbs_contact hit;
    a.pose = *pose_s, b.pose = *pose_t;
    if (!CHECK(collide(&a, &b, &hit) == CLD_APART)) printf("    %s\n", what);
    if (!CHECK(collide(&b, &a, &hit) == CLD_APART)) printf("    %s, swapped\n", what);
}

/* A surface against itself, and against copies that share an edge or a corner. */
static void coincident(void)
{
    static test_surface s;
    test_random r = test_random_from(5);
    cld_pose here = cld_pose_identity(), aside = case_at(1, 0, 0), corner = case_at(1, 1, 0);
    case_surface square = case_square(1, 3, 5), coarse = case_square(1, 1, 2);
    int kind, n;
    for (kind = 0; kind < CASE_KINDS; kind++)
        for (n = 0; n < test_repeat(6); n++) {
            case_random(&r, kind, &s);
            check_touching(&s.view, &here, &s.view, &here, "itself");
        }
    check_touching(&square.view, &here, &coarse.view, &here, "one in the other");
    check_touching(&square.view, &here, &square.view, &aside, "shared edge");
    check_touching(&square.view, &here, &coarse.view, &aside, "shared edge of another net");
    check_touching(&square.view, &here, &coarse.view, &corner, "shared corner");
    aside.position.x += (cld_real)1e-4, corner.position.y += (cld_real)1e-4;
    check_apart(&square.view, &here, &coarse.view, &aside, "edges 1e-4 apart");
    check_apart(&square.view, &here, &coarse.view, &corner, "corners 1e-4 apart");
    case_free(&square), case_free(&coarse);
}

/* Surfaces that are a curve or a point. */
static void collapsed(void)
{
    case_surface point = case_new(2, 3, 4, 5, 0), line = case_new(3, 2, 4, 4, 1);
    case_surface square = case_square(2, 3, 6), bowl = case_bowl(0.5);
    cld_pose here = cld_pose_identity(), high = case_at(0, 0, 0.25),
             low = case_at(0.3, 0.2, -0.125);
    int i, j;
    for (i = 0; i < 4; i++)
        for (j = 0; j < 4; j++) case_set(&line, i, j, 0.1, 0.1, i / 3.0);
    check_touching(&point.view, &here, &point.view, &here, "point on point");
    check_touching(&point.view, &here, &square.view, &here, "point on square");
    check_touching(&point.view, &here, &bowl.view, &here, "point on bowl");
    check_touching(&line.view, &low, &square.view, &here, "line through square");
    check_touching(&line.view, &here, &square.view, &here, "line ends on square");
    check_touching(&line.view, &low, &bowl.view, &here, "line through bowl");
    check_touching(&line.view, &here, &line.view, &high, "line along line");
    check_apart(&point.view, &high, &square.view, &here, "point over square");
    check_apart(&point.view, &high, &point.view, &low, "two points");
    check_apart(&line.view, &high, &square.view, &here, "line over square");
    check_apart(&line.view, &low, &line.view, &here, "parallel lines");
    case_free(&point), case_free(&line), case_free(&square), case_free(&bowl);
}

/* A pole that touches: the tip of a cone on a plane, tip on tip, and a tip just above. */
static void poles(void)
{
    case_surface cone = case_new(2, 1, 5, 2, 0), square = case_square(2, 2, 3);
    static const double ring[5][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
    cld_pose here = cld_pose_identity(), down = cld_pose_identity(), up = case_at(0.1, 0.2, 1e-4);
    int i;
    for (i = 0; i < 5; i++) case_set(&cone, i, 1, ring[i][0], ring[i][1], 1);
    down.rotation.y.y = -1, down.rotation.z.z = -1;
    check_touching(&cone.view, &here, &square.view, &here, "tip on plane");
    check_touching(&cone.view, &here, &cone.view, &down, "tip on tip");
    check_apart(&cone.view, &up, &square.view, &here, "tip above plane");
    up.position.x = up.position.y = 0;
    check_apart(&cone.view, &up, &cone.view, &down, "tip above tip");
    case_free(&cone), case_free(&square);
}

/* ------------------------------------------------------------------ prepared, volumes, limits,
   memory */

static int same_contact(const cld_nurbs_contact *a, const cld_nurbs_contact *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static void prepared_is_unprepared(void)
{
    static test_surface s[2];
    test_random r = test_random_from(6);
    int n, k, volume, count = test_repeat(300);
    for (n = 0; n < count; n++) {
        cld_nurbs_body body[2], prepared[2];
        cld_nurbs_model model[2];
        cld_nurbs_contact hit, other;
        cld_nurbs_params params;
        int relation;
        random_pair(&r, s, body);
        memset(model, 0, sizeof model), memset(&params, 0, sizeof params);
        for (k = 0; k < 2; k++) {
            CHECK(cld_nurbs_model_build(&model[k], &s[k].view, 1, NULL) == CLD_OK);
            prepared[k] = body[k];
            prepared[k].surfaces = NULL, prepared[k].model = &model[k];
        }
        relation = collide(&body[0], &body[1], &hit);
        if (!CHECK(collide(&prepared[0], &prepared[1], &other) == relation) ||
            !CHECK(same_contact(&hit, &other)))
            printf("    pair %d, both prepared\n", n);
        if (!CHECK(collide(&prepared[0], &body[1], &other) == relation) ||
            !CHECK(same_contact(&hit, &other)))
            printf("    pair %d, A prepared\n", n);
        for (volume = 0; volume <= (int)CLD_NURBS_VOLUME_DOP26 && n % 8 == 0; volume++) {
            params.volume = (cld_nurbs_volume)volume;
            k = cld_nurbs_collide(&body[0], &body[1], &params, &shared, &other);
            CHECK(touching(k) == touching(relation));
            if (k > 0) check_contact(&body[0], &body[1], k, &other, "volume", volume);
        }
        cld_nurbs_model_free(&model[0]), cld_nurbs_model_free(&model[1]);
    }
}

/* Patches whose edges are parallel but for rounding, so that their product points anywhere: a
   prepared one still meets each of its corners. */
static void edges_that_are_parallel(void)
{
    static const cld_real knots[4] = {0, 0, 1, 1};
    int i, k, corner;
    for (i = 0; i < test_repeat(2000); i++) {
        test_random r = test_random_from((uint64_t)(7100 + i));
        double d[3], from[3], at[4];
        cld_real p[4][3], one[4][3];
        cld_nurbs line, point;
        cld_nurbs_body a, b;
        cld_nurbs_model model;
        memset(&line, 0, sizeof line), memset(&model, 0, sizeof model);
        for (k = 0; k < 3; k++) d[k] = test_between(&r, -1, 1), from[k] = test_between(&r, -9, 9);
        for (k = 0; k < 4; k++) at[k] = test_between(&r, 0, i % 3 ? 1 : 1e-6);
        for (k = 0; k < 12; k++) p[k / 3][k % 3] = (cld_real)(from[k % 3] + at[k / 3] * d[k % 3]);
        line.degree_u = line.degree_v = 1, line.count_u = line.count_v = 2;
        line.knots_u = line.knots_v = knots, line.points = p[0];
        point = line, point.points = one[0];
        a = case_body(&line, 1), b = case_body(&point, 1);
        if (!CHECK(cld_nurbs_model_build(&model, &line, 1, NULL) == CLD_OK)) return;
        a.model = &model;
        for (corner = 0; corner < 4; corner++) {
            for (k = 0; k < 4; k++) memcpy(one[k], p[corner], sizeof one[k]);
            CHECK(cld_nurbs_collide(&a, &b, NULL, &shared, NULL) > CLD_APART);
            CHECK(cld_nurbs_collide(&b, &a, NULL, &shared, NULL) > CLD_APART);
        }
        cld_nurbs_model_free(&model);
    }
}

/* Two parallel sheets: a limit says 'undecided', none says 'apart'. */
static void limits(void)
{
    case_surface sheet = case_waves(10);
    cld_nurbs_body a = case_body(&sheet.view, 1), b = a;
    cld_nurbs_params params;
    int k;
    b.pose = case_at(0, 0, 1.0 / 512);
    memset(&params, 0, sizeof params);
    CHECK(cld_nurbs_collide(&a, &b, &params, &shared, NULL) == CLD_APART);
    params.max_level = 1;
    CHECK(cld_nurbs_collide(&a, &b, &params, &shared, NULL) == CLD_UNDECIDED);
    params.max_level = 0, params.max_pairs = 10;
    CHECK(cld_nurbs_collide(&a, &b, &params, &shared, NULL) == CLD_UNDECIDED);
    params.max_pairs = 1000000000;
    CHECK(cld_nurbs_collide(&a, &b, &params, &shared, NULL) == CLD_APART);
    params.max_pairs = -1;
    CHECK(cld_nurbs_collide(&a, &b, &params, &shared, NULL) == CLD_ERROR_PARAMETER);
    params.max_pairs = 0, params.max_level = -1;
    CHECK(cld_nurbs_collide(&a, &b, &params, &shared, NULL) == CLD_ERROR_PARAMETER);
    params.max_level = 2147483647; /* more than any search comes to: no limit */
    CHECK(cld_nurbs_collide(&a, &b, &params, &shared, NULL) == CLD_APART);
    params.max_level = 0, params.volume = (cld_nurbs_volume)77;
    CHECK(cld_nurbs_collide(&a, &b, &params, &shared, NULL) == CLD_ERROR_PARAMETER);
    params.volume = (cld_nurbs_volume)-1;
    CHECK(cld_nurbs_collide(&a, &b, &params, &shared, NULL) == CLD_ERROR_PARAMETER);
    params.volume = CLD_NURBS_VOLUME_AUTO;
    for (k = 0; k < 9; k++) { /* each length, negative, NaN and endless */
        static const double bad[3] = {-1, TEST_NAN, TEST_INFINITY};
        cld_nurbs_params wrong = params;
        cld_real *number = k < 3 ? &wrong.tolerance : k < 6 ? &wrong.chord_error : &wrong.margin;
        *number = (cld_real)bad[k % 3];
        CHECK(cld_nurbs_collide(&a, &b, &wrong, &shared, NULL) == CLD_ERROR_PARAMETER);
    }
    case_free(&sheet);
}

/* What 'undecided' gives is a pair of points of the surfaces. */
static void undecided_gives_points(void)
{
    case_surface sheet = case_waves(10);
    cld_nurbs_body a = case_body(&sheet.view, 1), b = a;
    cld_nurbs_params params;
    cld_nurbs_contact hit;
    memset(&params, 0, sizeof params);
    memset(&hit, 0, sizeof hit);
    b.pose = case_at(0, 0, 1.0 / 512);
    params.max_pairs = 10;
    CHECK(cld_nurbs_collide(&a, &b, &params, &shared, &hit) == CLD_UNDECIDED);
    CHECK(hit.relation == CLD_UNDECIDED);
    CHECK(off_surface(&sheet.view, &a.pose, hit.u_a, hit.v_a, hit.contact.point_a, 4) <= 0);
    CHECK(off_surface(&sheet.view, &b.pose, hit.u_b, hit.v_b, hit.contact.point_b, 4) <= 0);
    CHECK((double)hit.contact.distance >= 0 && (double)hit.contact.distance < 1);
    case_free(&sheet);
}

static void memory_is_bounded(void)
{
    static const double gaps[4] = {1e-1, 1e-2, 1e-3, 1e-4};
    case_surface sheet = case_waves(10), big = case_waves(30);
    int k, twice;
    for (k = 0; k < 8; k++) {
        cld_nurbs_body a = case_body(k < 4 ? &sheet.view : &big.view, 1), b = a;
        cld_workspace workspace;
        test_memory memory;
        long requests = 0;
        int first = 0;
        if (k % 4 > 1 && test_effort < 50) continue; /* slow under sanitizers */
        memset(&workspace, 0, sizeof workspace);
        test_memory_reset(&memory, 0);
        workspace.allocator = test_allocator(&memory);
        b.pose = case_at(0, 0, gaps[k % 4]);
        for (twice = 0; twice < 2; twice++) {
            int relation = cld_nurbs_collide(&a, &b, NULL, &workspace, NULL);
            if (twice) CHECK(relation == first && memory.requests == requests);
            requests = memory.requests, first = relation;
        }
        CHECK(first == CLD_APART);
        if (!CHECK(memory.peak < 1000000)) printf("    %d: %ld bytes\n", k, (long)memory.peak);
        cld_workspace_free(&workspace);
        CHECK(memory.live == 0 && memory.blocks == 0);
    }
    case_free(&sheet), case_free(&big);
}

static void out_of_memory(void)
{
    case_surface a = case_waves(12), b = case_waves(9);
    cld_nurbs_body body[2];
    cld_nurbs_contact hit, untouched;
    int relation, n;
    body[0] = case_body(&a.view, 1), body[1] = case_body(&b.view, 1);
    body[1].pose = case_at(0.01, 0.02, 0.02);
    relation = collide(&body[0], &body[1], &hit);
    for (n = 1; n < 200; n++) {
        cld_workspace workspace;
        cld_nurbs_model model;
        test_memory memory;
        cld_allocator allocator;
        int status;
        memset(&workspace, 0, sizeof workspace), memset(&model, 0, sizeof model);
        memset(&hit, 0x5a, sizeof hit), memset(&untouched, 0x5a, sizeof untouched);
        test_memory_reset(&memory, n);
        workspace.allocator = allocator = test_allocator(&memory);
        status = cld_nurbs_collide(&body[0], &body[1], NULL, &workspace, &hit);
        if (!memory.failed) {
            CHECK(status == relation);
            cld_workspace_free(&workspace);
            break;
        }
        CHECK(status == CLD_ERROR_MEMORY || status == relation);
        if (status < 0) CHECK(same_contact(&hit, &untouched));
        memory.fail_at = 0; /* the same workspace works once there is memory */
        CHECK(cld_nurbs_collide(&body[0], &body[1], NULL, &workspace, &hit) == relation);
        cld_workspace_free(&workspace);
        CHECK(memory.live == 0 && memory.blocks == 0);
        test_memory_reset(&memory, n);
        status = cld_nurbs_model_build(&model, &a.view, 1, &allocator);
        CHECK(status == (memory.failed ? CLD_ERROR_MEMORY : CLD_OK));
        cld_nurbs_model_free(&model);
        CHECK(memory.live == 0 && memory.blocks == 0);
    }
    CHECK(n > 3 && n < 200);
    case_free(&a), case_free(&b);
}

/* ---------------------------------------------------------------------------------------- bad
   input */

/* Each way to be malformed, by number; 0 when there are no more. */
static int malformed(int way, case_surface *s, cld_nurbs_body *body)
{
    cld_nurbs *v = &s->view;
    switch (way) {
    case 0:
        v->knots_u = NULL;
        return CLD_ERROR_NULL;
    case 1:
        v->knots_v = NULL;
        return CLD_ERROR_NULL;
    case 2:
        v->points = NULL;
        return CLD_ERROR_NULL;
    case 3:
        v->degree_u = 0;
        return CLD_ERROR_DEGREE;
    case 4:
        v->degree_v = CLD_NURBS_MAX_DEGREE + 1;
        return CLD_ERROR_DEGREE;
    case 5:
        v->degree_u = -3;
        return CLD_ERROR_DEGREE;
    case 6:
        v->count_u = 3;
        return CLD_ERROR_COUNT;
    case 7:
        v->count_v = 0;
        return CLD_ERROR_COUNT;
    case 8:
        v->count_v = -5;
        return CLD_ERROR_COUNT;
    case 9:
        v->stride_u = 3 * v->stride_v + 1;
        return CLD_ERROR_STRIDE;
    case 10:
        v->weight_stride_v = 2 * sizeof(cld_real) + 1;
        return CLD_ERROR_STRIDE;
    case 11:
        s->knots_u[5] = (cld_real)TEST_NAN;
        return CLD_ERROR_KNOT_FINITE;
    case 12:
        s->knots_v[0] = (cld_real)-TEST_INFINITY;
        return CLD_ERROR_KNOT_FINITE;
    case 13:
        s->knots_v[4] = 3;
        return CLD_ERROR_KNOT_ORDER;
    case 14:
        memset(s->knots_u, 0, 12 * sizeof(cld_real));
        return CLD_ERROR_KNOT_DOMAIN;
    case 15:
        s->knots_u[4] = s->knots_u[5] = s->knots_u[6] = s->knots_u[7] = (cld_real)0.5;
        return CLD_ERROR_KNOT_REPEAT;
    case 16:
        case_point(s, 2, 3)[1] = (cld_real)TEST_NAN;
        return CLD_ERROR_POINT;
    case 17:
        case_point(s, 5, 5)[2] = (cld_real)TEST_INFINITY;
        return CLD_ERROR_POINT;
    case 18: /* too large to square; no float is, all arithmetic being double */
        case_point(s, 0, 0)[0] = (cld_real)(sizeof(cld_real) == 8 ? 1e200 : TEST_NAN);
        return CLD_ERROR_POINT;
    case 19:
        s->weights[7] = 0;
        return CLD_ERROR_WEIGHT;
    case 20:
        s->weights[0] = -1;
        return CLD_ERROR_WEIGHT;
    case 21:
        s->weights[35] = (cld_real)TEST_NAN;
        return CLD_ERROR_WEIGHT;
    case 22:
        s->weights[8] = (cld_real)TEST_INFINITY;
        return CLD_ERROR_WEIGHT;
    case 23:
        body->surfaces = NULL;
        return CLD_ERROR_NULL;
    case 24:
        body->count = -1;
        return CLD_ERROR_COUNT;
    case 25:
        body->pose.rotation.x.x = 2;
        return CLD_ERROR_POSE;
    case 26:
        body->pose.position.y = (cld_real)TEST_NAN;
        return CLD_ERROR_POSE;
    case 27:
        body->pose.position.z = (cld_real)TEST_INFINITY;
        return CLD_ERROR_POSE;
    default:
        return 0;
    }
}

/* All that a query could write to, filled with a pattern. */
typedef struct bad_outputs {
    cld_nurbs_contact hit;
    cld_nurbs_curve curve;
    cld_nurbs_curve_point points[4];
    cld_nurbs_hit foot;
    cld_nurbs view[2];
    cld_obb box;
    cld_real memory[512];
    int relation, count;
} bad_outputs;

static void same_status(int status, int expected, bad_outputs *out, int way, const char *what)
{
    static bad_outputs pattern;
    memset(&pattern, 0x5a, sizeof pattern);
    if (!CHECK(status == expected && memcmp(out, &pattern, sizeof pattern) == 0))
        printf("    way %d: %s gave %d, expected %d\n", way, what, status, expected);
    memset(out, 0x5a, sizeof *out);
}

static void bad_pair(const cld_nurbs_body body[2], int expected, int way)
{
    static bad_outputs out;
    int status;
    memset(&out, 0x5a, sizeof out);
    status = cld_nurbs_collide(&body[0], &body[1], NULL, &shared, &out.hit);
    same_status(status, expected, &out, way, "collide");
    status = cld_nurbs_distance(&body[0], &body[1], NULL, &shared, &out.hit);
    same_status(status, expected, &out, way, "distance");
    status = cld_nurbs_contacts(&body[0], &body[1], NULL, &shared, &out.hit, 1, &out.relation);
    same_status(status, expected, &out, way, "contacts");
    status = cld_nurbs_curves(&body[0], &body[1], NULL, &shared, &out.curve, 1, out.points, 4,
                              &out.count);
    same_status(status, expected, &out, way, "curves");
}

static void bad_body(const cld_nurbs_body *body, int expected, int way)
{
    static bad_outputs out;
    cld_vec3 at = {3, 4, 5}, down = {0, 0, -1};
    int status;
    memset(&out, 0x5a, sizeof out);
    status = cld_nurbs_closest(body, at, NULL, &shared, &out.foot);
    same_status(status, expected, &out, way, "closest");
    status = cld_nurbs_raycast(body, at, down, 0, NULL, &shared, &out.foot);
    same_status(status, expected, &out, way, "raycast");
}

static void bad_surface(const cld_nurbs *bad, const cld_nurbs *surfaces, int count, int expected,
                        int way)
{
    static bad_outputs out;
    cld_nurbs_model model;
    int status;
    memset(&out, 0x5a, sizeof out), memset(&model, 0, sizeof model);
    same_status(cld_nurbs_validate(bad, NULL), expected, &out, way, "validate");
    status = cld_nurbs_insert_knot(bad, 0, (cld_real)0.5, 1, &out.view[0], out.memory, 512);
    same_status(status, expected, &out, way, "insert_knot");
    status = cld_nurbs_split(bad, 1, (cld_real)0.5, out.view, out.memory, 512);
    same_status(status, expected, &out, way, "split");
    status = cld_nurbs_extract_bezier(bad, out.view, 2, &out.count, out.memory, 512);
    same_status(status, expected, &out, way, "extract_bezier");
    status = cld_nurbs_obb(bad, CLD_OBB_FIT_FAST, &out.box);
    same_status(status, expected, &out, way, "obb");
    status = cld_nurbs_model_build(&model, surfaces, count, NULL);
    same_status(status, expected, &out, way, "model_build");
    CHECK(!model.memory && model.count == 0 && model.bytes == 0);
}

/* Every query gives the status, on either side, alone or as the second of two surfaces, and writes
   nothing. */
static void bad_input(void)
{
    int way, side, second, i;
    for (way = 0; way < 28; way++)
        for (side = 0; side < 2; side++)
            for (second = 0; second < 2; second++) {
                case_surface bad = case_new(3, 3, 8, 6, 1), good = case_waves(6);
                cld_nurbs pair[2];
                cld_nurbs_body body[2];
                int expected;
                for (i = 0; i < 48; i++) case_set(&bad, i / 6, i % 6, i / 6, i % 6, 0);
                body[0] = body[1] = case_body(&good.view, 1);
                expected = malformed(way, &bad, &body[side]);
                pair[0] = good.view, pair[1] = bad.view;
                if (way < 23) {
                    body[side].surfaces = second ? pair : &bad.view;
                    body[side].count = 1 + second;
                    bad_surface(&bad.view, body[side].surfaces, 1 + second, expected, way);
                }
                bad_pair(body, expected, way);
                bad_body(&body[side], expected, way);
                case_free(&bad), case_free(&good);
            }
}

static void null_arguments(void)
{
    case_surface s = case_waves(5);
    cld_nurbs_body a = case_body(&s.view, 1), none = a, bare = a, fewer = a;
    cld_nurbs_model empty;
    memset(&empty, 0, sizeof empty);
    none.model = &empty;
    bare.surfaces = NULL, fewer.count = -1;
    CHECK(cld_nurbs_collide(&bare, &a, NULL, &shared, NULL) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_collide(&a, &fewer, NULL, &shared, NULL) == CLD_ERROR_COUNT);
    CHECK(cld_nurbs_collide(NULL, &a, NULL, &shared, NULL) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_collide(&a, NULL, NULL, &shared, NULL) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_collide(&a, &a, NULL, NULL, NULL) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_collide(&a, &none, NULL, &shared, NULL) == CLD_ERROR_NULL);
    CHECK(touching(cld_nurbs_collide(&a, &a, NULL, &shared, NULL)));
    case_free(&s);
}

/* ------------------------------------------------------------------------------------------
   threads */

enum { THREAD_QUERIES = 64 };

typedef struct thread_work {
    const cld_nurbs_model *model;
    cld_pose poses[THREAD_QUERIES];
    cld_nurbs_contact hits[THREAD_QUERIES];
    int relations[THREAD_QUERIES];
} thread_work;

static void *thread_run(void *data)
{
    thread_work *work = (thread_work *)data;
    cld_workspace workspace;
    int i;
    memset(&workspace, 0, sizeof workspace);
    for (i = 0; i < THREAD_QUERIES; i++) {
        cld_nurbs_body a, b;
        memset(&a, 0, sizeof a);
        a.model = work->model;
        b = a, b.pose = work->poses[i];
        work->relations[i] = cld_nurbs_collide(&a, &b, NULL, &workspace, &work->hits[i]);
    }
    cld_workspace_free(&workspace);
    return NULL;
}

/* At once, where there are threads. */
static void run_both(thread_work work[2])
{
    int i;
#ifdef __wasi__
    for (i = 0; i < 2; i++) thread_run(&work[i]);
#else
    pthread_t thread[2];
    for (i = 0; i < 2; i++) CHECK(pthread_create(&thread[i], NULL, thread_run, &work[i]) == 0);
    for (i = 0; i < 2; i++) CHECK(pthread_join(thread[i], NULL) == 0);
#endif
}

static void two_threads_on_one_model(void)
{
    static thread_work work[2];
    case_surface sheet = case_waves(12);
    cld_nurbs_model model;
    test_random r = test_random_from(7);
    int i;
    memset(work, 0, sizeof work), memset(&model, 0, sizeof model);
    CHECK(cld_nurbs_model_build(&model, &sheet.view, 1, NULL) == CLD_OK);
    for (i = 0; i < THREAD_QUERIES; i++) work[0].poses[i] = test_pose(&r, 0.3);
    work[0].model = &model;
    work[1] = work[0];
    run_both(work);
    for (i = 0; i < THREAD_QUERIES; i++) {
        CHECK(work[0].relations[i] == work[1].relations[i]);
        CHECK(same_contact(&work[0].hits[i], &work[1].hits[i]));
    }
    cld_nurbs_model_free(&model);
    case_free(&sheet);
}

int main(int argc, char **argv)
{
    random_pairs = test_option(&argc, argv, "--pairs", random_pairs);
    test_begin(argc, argv);
    TEST(known_gaps);
    TEST(tolerance_means);
    TEST(six_touching_cases);
    TEST(coincident);
    TEST(collapsed);
    TEST(poles);
    TEST(same_geometry_same_answer);
    TEST(reparametrised);
    TEST(scale_free);
    TEST(far_from_the_origin);
    TEST(prepared_is_unprepared);
    TEST(edges_that_are_parallel);
    TEST(limits);
    TEST(undecided_gives_points);
    TEST(memory_is_bounded);
    TEST(out_of_memory);
    TEST(bad_input);
    TEST(null_arguments);
    TEST(two_threads_on_one_model);
    TEST(nearly_touching);
    TEST(a_dip_between_parallel_sheets);
    TEST(against_the_oracle);
    cld_workspace_free(&shared);
    return test_end();
}
