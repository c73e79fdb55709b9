/* cld_nurbs_distance against the independent oracle and against geometry that is known.
 *
 *     test_nurbs_distance [seed]                   as ctest runs it, some seconds
 *     test_nurbs_distance [seed] --pairs 20000     so many random pairs against the oracle
 *     test_nurbs_distance [seed] --table 6         times and errors over so many made scenes a row
 *     test_nurbs_distance [seed] --table 6 --float 1   the same, their points rounded to float
 */
#include <time.h>

#include "test.h"
#include "nurbs_cases.h"
#include "near_nurbs.h"
#include "oracle_nurbs.h"

static int random_pairs = 150;
static cld_workspace shared; /* what came before must not matter: all tests use one workspace */

static int distance(const cld_nurbs_body *a, const cld_nurbs_body *b, double margin,
                    cld_nurbs_contact *out)
{
    cld_nurbs_params params;
    memset(&params, 0, sizeof params);
    params.margin = (cld_real)margin;
    memset(out, 0x5a, sizeof *out);
    return cld_nurbs_distance(a, b, &params, &shared, out);
}

static int untouched(const cld_nurbs_contact *out)
{
    cld_nurbs_contact pattern;
    memset(&pattern, 0x5a, sizeof pattern);
    return memcmp(out, &pattern, sizeof pattern) == 0;
}

static double apart(cld_vec3 a, cld_vec3 b)
{
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    double z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

/* How far the numbers of a result may be off by their rounding to cld_real, and by the rotation
   matrices, which are orthonormal to that only. */
static double rounding(const cld_nurbs_body *a, const cld_nurbs_body *b)
{
    double far_away = fabs((double)a->pose.position.x) + fabs((double)a->pose.position.y) +
                      fabs((double)a->pose.position.z);
    return 16 * TEST_ROUND * (case_size(a, b) + far_away) + case_tolerance(a, b);
}

/* The distance of the contact's point from the surface at its parameters must be explained by the
   rounding of these: as in test_nurbs_collide.c. */
static int on_surface(const cld_nurbs *s, const cld_pose *pose, cld_real u, cld_real v,
                      cld_vec3 point, double allowed)
{
    static const int beside[5][2] = {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    double p[5][3], moved = 0, off = 0, step;
    int k, c;
    for (k = 0; k < 5; k++) {
        oracle_point at =
            oracle_evaluate(s, (double)u + beside[k][0] * 2 * TEST_ROUND * fabs((double)u),
                            (double)v + beside[k][1] * 2 * TEST_ROUND * fabs((double)v));
        oracle_real x[4];
        for (c = 0; c < 3; c++) x[c] = at.d[0][0][c];
        x[3] = 1;
        oracle_pose(pose, x);
        for (step = 0, c = 0; c < 3; c++) {
            p[k][c] = (double)x[c];
            step += (p[k][c] - p[0][c]) * (p[k][c] - p[0][c]);
        }
        moved = fmax(moved, sqrt(step));
    }
    off = pow(p[0][0] - (double)point.x, 2) + pow(p[0][1] - (double)point.y, 2) +
          pow(p[0][2] - (double)point.z, 2);
    return sqrt(off) <= 2 * moved + allowed;
}

/* Is a result what it says, whatever the true distance? */
static void check_result(const cld_nurbs_body *a, const cld_nurbs_body *b, int relation,
                         const cld_nurbs_contact *c, const char *what, long number)
{
    double slack = rounding(a, b), d = (double)c->contact.distance;
    double n[3];
    const cld_nurbs *sa = a->surfaces + c->contact.feature_a;
    const cld_nurbs *sb = b->surfaces + c->contact.feature_b;
    long before = test_failures;
    CHECK(c->relation == relation);
    CHECK(on_surface(sa, &a->pose, c->u_a, c->v_a, c->contact.point_a, slack));
    CHECK(on_surface(sb, &b->pose, c->u_b, c->v_b, c->contact.point_b, slack));
    CHECK((double)c->error >= 0);
    if (relation == CLD_CROSSING) {
        CHECK(d == 0);
        CHECK(apart(c->contact.point_a, c->contact.point_b) <= 2 * (double)c->error + slack);
    } else {
        CHECK_NEAR(d, apart(c->contact.point_a, c->contact.point_b), slack);
    }
    n[0] = (double)c->contact.normal.x, n[1] = (double)c->contact.normal.y;
    n[2] = (double)c->contact.normal.z;
    if (relation == CLD_APART && d > 100 * slack) {
        double along = n[0] * ((double)c->contact.point_b.x - (double)c->contact.point_a.x) +
                       n[1] * ((double)c->contact.point_b.y - (double)c->contact.point_a.y) +
                       n[2] * ((double)c->contact.point_b.z - (double)c->contact.point_a.z);
        CHECK_NEAR(along, d, 2 * slack); /* the normal points from A to B */
    }
    if (test_failures > before)
        printf("    %s %ld: relation %d, distance %g\n", what, number, relation, d);
}

/* ------------------------------------------------------------------------------------ known
   geometry */

/* Checks both orders, with margins on either side as well. */
static void check_known(const cld_nurbs *s, const cld_pose *pose_s, const cld_nurbs *t,
                        const cld_pose *pose_t, double truth, const char *what)
{
    cld_nurbs_body body[2];
    int swap;
    for (swap = 0; swap < 2; swap++) {
        cld_nurbs_contact c;
        double slack;
        int relation;
        body[swap] = case_body(s, 1), body[!swap] = case_body(t, 1);
        body[swap].pose = *pose_s, body[!swap].pose = *pose_t;
        slack = rounding(&body[0], &body[1]);
        relation = distance(&body[0], &body[1], 0, &c);
        if (truth > slack && !CHECK(relation == CLD_APART)) printf("    %s\n", what);
        if (truth == 0 && !CHECK(relation == CLD_NEAR || relation == CLD_CROSSING))
            printf("    %s\n", what);
        if (!CHECK_NEAR(c.contact.distance, truth, slack)) printf("    %s\n", what);
        CHECK((double)c.error <= 4 * slack);
        check_result(&body[0], &body[1], relation, &c, what, swap);
        if (0.005 * truth < slack) continue;
        relation = distance(&body[0], &body[1], 0.99 * truth, &c);
        CHECK(relation == CLD_APART && untouched(&c));
        relation = distance(&body[0], &body[1], 1.01 * truth, &c);
        CHECK(relation == CLD_NEAR);
        CHECK_NEAR(c.contact.distance, truth, slack);
        check_result(&body[0], &body[1], relation, &c, what, swap + 2);
    }
}

/* Every kind of closest pair: inside, edge, corner, on either side. */
static void flat_things(void)
{
    case_surface square = case_square(1, 3, 5), coarse = case_square(1, 1, 2);
    cld_pose here = cld_pose_identity(), up = case_at(0.25, 0.125, 0.5), wall = here, tip = here;
    double r = sqrt(0.5);
    check_known(&square.view, &here, &coarse.view, &up, 0.5, "parallel squares");
    up = case_at(1.5, 0.25, 0);
    check_known(&square.view, &here, &coarse.view, &up, 0.5, "edges of one plane");
    up = case_at(1.5, 0.25, 1.25);
    check_known(&square.view, &here, &coarse.view, &up, sqrt(0.25 + 1.5625), "parallel edges");
    up = case_at(1.5, 1.25, 0.25);
    check_known(&square.view, &here, &coarse.view, &up, sqrt(0.25 + 0.0625 + 0.0625), "corners");
    wall.rotation.x.x = 0, wall.rotation.x.z = 1, wall.rotation.z.z = 0, wall.rotation.z.x = -1;
    wall.position = case_at(0.125, 0, 0.75).position;
    check_known(&square.view, &here, &coarse.view, &wall, 0.25, "edge over a square");
    wall.position.z = (cld_real)0.5;
    check_known(&square.view, &here, &coarse.view, &wall, 0, "edge on a square");
    wall.position.z = 0;
    check_known(&square.view, &here, &coarse.view, &wall, 0, "squares that cross");
    wall.position = case_at(1, 0, 0.25).position;
    check_known(&square.view, &here, &coarse.view, &wall, 0.5, "edge beside a wall");
    tip.rotation.x = wall.rotation.x; /* a wall that stands on its corner */
    tip.rotation.y.x = 0, tip.rotation.y.y = (cld_real)r, tip.rotation.y.z = (cld_real)r;
    tip.rotation.x.x = 0, tip.rotation.x.y = (cld_real)-r, tip.rotation.x.z = (cld_real)r;
    tip.rotation.z.x = -1, tip.rotation.z.y = tip.rotation.z.z = 0;
    tip.position = case_at(0.125, 0.0625, 1.25).position;
    check_known(&square.view, &here, &coarse.view, &tip, 1.25 - r, "corner over a square");
    case_free(&square), case_free(&coarse);
}

static void curved_things(void)
{
    case_surface bowl = case_bowl(0.5), flat = case_square(2, 3, 6), down = case_bowl(-0.5);
    case_surface point = case_new(1, 1, 2, 2, 0), line = case_new(3, 2, 4, 4, 1);
    cld_pose here = cld_pose_identity(), up;
    int k, i, j;
    for (k = 1; k <= 9; k++) { /* down to gaps where the normals' lines are ill-conditioned */
        double gap = pow(10, -k);
        up = case_at(0.01, 0.02, gap);
        gap = (double)up.position.z;
        check_known(&bowl.view, &up, &flat.view, &here, gap, "bowl over a plane");
        up.position.x = up.position.y = 0;
        check_known(&bowl.view, &up, &down.view, &here, gap, "bowl over a bowl");
    }
    for (i = 0; i < 4; i++)
        for (j = 0; j < 4; j++) case_set(&line, i, j, 0.125, 0.25, i / 3.0);
    up = case_at(0, 0, 0.25);
    check_known(&point.view, &up, &flat.view, &here, 0.25, "a point over a plane");
    check_known(&point.view, &here, &line.view, &up, sqrt(0.0625 + 0.015625 + 0.0625),
                "point, line");
    check_known(&point.view, &up, &line.view, &here, sqrt(0.0625 + 0.015625), "point beside line");
    check_known(&point.view, &here, &point.view, &up, 0.25, "two points");
    check_known(&line.view, &up, &flat.view, &here, 0.25, "line over a plane");
    check_known(&line.view, &here, &flat.view, &here, 0, "line on a plane");
    up = case_at(2, 0, 0.25);
    check_known(&line.view, &here, &line.view, &up, 2, "parallel lines");
    case_free(&bowl), case_free(&flat), case_free(&down), case_free(&point), case_free(&line);
}

/* Bodies of eight octants, at poles, seams and inside. The octants are spheres to the rounding of
   their weights. */
static void spheres(void)
{
    static const double gaps[4] = {1, 1e-2, 1e-5, -0.1};
    case_surface memory[8];
    cld_nurbs views[8];
    test_random r = test_random_from(1);
    int n, k;
    case_sphere(1, memory, views);
    for (n = 0; n < test_repeat(40); n++) {
        cld_nurbs_body a = case_body(views, 8), b = a;
        cld_nurbs_contact c;
        double x = test_between(&r, -1, 1), y = test_between(&r, -1, 1),
               z = test_between(&r, -1, 1);
        double l, gap = gaps[n % 4], truth;
        int relation;
        if (n < 12) x = n / 4 == 2, y = 1, z = n / 4 > 0; /* pole, seam, corner of octants */
        l = (2 + gap) / sqrt(x * x + y * y + z * z);
        b.pose = case_at(l * x, l * y, l * z);
        x = (double)b.pose.position.x, y = (double)b.pose.position.y, z = (double)b.pose.position.z;
        truth = sqrt(x * x + y * y + z * z) - 2;
        relation = distance(&a, &b, 0, &c);
        CHECK(relation == (gap > 0 ? CLD_APART : CLD_CROSSING));
        CHECK_NEAR(c.contact.distance, gap > 0 ? truth : 0, rounding(&a, &b));
        check_result(&a, &b, relation, &c, "spheres", n);
    }
    for (k = 0; k < 8; k++) case_free(&memory[k]);
}

/* ------------------------------------------------------------------------------- equally near all
   over: surfaces beside each other at one distance */

/* A profile of conics turned about the z axis: n points (r, z) with weights, whole circles. */
static case_surface turned(int degree, int n, const double profile[][3])
{
    static const double x[9] = {1, 1, 0, -1, -1, -1, 0, 1, 1},
                        y[9] = {0, 1, 1, 1, 0, -1, -1, -1, 0};
    case_surface s = case_new(2, degree, 9, n, 1);
    int i, j;
    for (i = 0; i < 12; i++) s.knots_u[i] = (cld_real)(i < 3 ? 0 : i > 8 ? 4 : (i - 1) / 2);
    for (j = 0; j < n + degree + 1 && degree == 2; j++)
        s.knots_v[j] = (cld_real)(j < 3 ? 0 : j >= n ? (n - 1) / 2 : (j - 1) / 2);
    for (i = 0; i < 9; i++)
        for (j = 0; j < n; j++) {
            const double *p = profile[j];
            case_set(&s, i, j, p[0] * x[i], p[0] * y[i], p[1]);
            s.weights[i * n + j] = (cld_real)(p[2] * (i % 2 ? sqrt(0.5) : 1));
        }
    return s;
}

enum { OFFSET_SPHERE, OFFSET_CYLINDER, OFFSET_CONE, OFFSET_TORUS, OFFSET_KINDS };

/* The surface of a kind, moved out along its normals by d. */
static case_surface offset_surface(int kind, double d)
{
    const double h = sqrt(0.5), r = 0.5 + d, slope = sqrt(17) / 4;
    const double sphere[5][3] = {
        {0, -1 - d, 1}, {1 + d, -1 - d, h}, {1 + d, 0, 1}, {1 + d, 1 + d, h}, {0, 1 + d, 1}};
    const double cylinder[2][3] = {{1 + d, -1, 1}, {1 + d, 1, 1}};
    const double cone[2][3] = {{0.5 + slope * d, -1, 1}, {1 + slope * d, 1, 1}};
    const double torus[9][3] = {{2 + r, 0, 1}, {2 + r, r, h},  {2, r, 1},
                                {2 - r, r, h}, {2 - r, 0, 1},  {2 - r, -r, h},
                                {2, -r, 1},    {2 + r, -r, h}, {2 + r, 0, 1}};
    if (kind == OFFSET_SPHERE) return turned(2, 5, sphere);
    if (kind == OFFSET_CYLINDER) return turned(1, 2, cylinder);
    if (kind == OFFSET_CONE) return turned(1, 2, cone);
    return turned(2, 9, torus);
}

/* Asks for an accuracy, and with margins around the distance. The work is bounded by max_pairs:
   CLD_UNDECIDED would say that it was not enough. */
static void check_offset(const cld_nurbs_body *a, const cld_nurbs_body *b, double truth,
                         double accuracy, int pairs, const char *what, long number)
{
    const double slack = rounding(a, b), around[3] = {0.99, 1, 1.01};
    long before = test_failures;
    cld_nurbs_params params;
    cld_nurbs_contact c;
    int relation, k;
    memset(&params, 0, sizeof params);
    params.tolerance = (cld_real)accuracy, params.max_pairs = pairs;
    relation = cld_nurbs_distance(a, b, &params, &shared, &c);
    CHECK(relation == CLD_APART || (relation == CLD_NEAR && truth <= accuracy + slack));
    CHECK((double)c.contact.distance >= truth - slack);
    CHECK((double)c.contact.distance - (double)c.error <= truth + slack);
    CHECK((double)c.error <= accuracy + slack);
    check_result(a, b, relation, &c, what, number);
    for (k = 0; k < 3; k++) {
        double margin = around[k] * truth;
        params.margin = (cld_real)margin;
        relation = cld_nurbs_distance(a, b, &params, &shared, &c);
        CHECK(relation == CLD_APART || relation == CLD_NEAR);
        if (margin < truth - accuracy - slack) CHECK(relation == CLD_APART);
        if (margin > truth + accuracy + slack) CHECK(relation == CLD_NEAR);
        if (relation == CLD_NEAR) {
            CHECK((double)c.contact.distance >= truth - slack);
            CHECK((double)c.contact.distance - (double)c.error <= truth + slack);
        }
    }
    if (test_failures > before)
        printf("    %s %ld: truth %.9g, accuracy %g\n", what, number, truth, accuracy);
}

static const double offset_accuracy[5] = {1e-3, 1e-4, 1e-6, 1e-9, 0};

/* Concentric and coaxial surfaces, turned so that seams and poles lie anyhow, at all scales, far
   from the origin; spheres and cylinders also a little off their centres. */
static void offset_surfaces(void)
{
    test_random r = test_random_from(6);
    int n, count = test_repeat(240);
    for (n = 0; n < count; n++) {
        static const double scales[4] = {1, 1e-6, 1e6, 1024};
        const int kind = n % OFFSET_KINDS;
        const double scale = scales[n / 4 % 4], gap = pow(10, -test_between(&r, 0.5, 3));
        const double off =
            n % 3 && kind < OFFSET_CONE ? gap * pow(10, -test_between(&r, 1, 11)) : 0;
        const double angle = test_between(&r, -3, 3);
        case_surface s = offset_surface(kind, 0), t = offset_surface(kind, gap);
        cld_pose motion = test_pose(&r, n % 5 ? 1 : 100), own = cld_pose_identity(), shift = own;
        cld_nurbs_body body[2];
        case_scale(&s, scale), case_scale(&t, scale);
        body[n & 1] = case_body(&s.view, 1), body[!(n & 1)] = case_body(&t.view, 1);
        motion.position.x *= (cld_real)scale, motion.position.y *= (cld_real)scale;
        motion.position.z *= (cld_real)scale;
        if (kind == OFFSET_SPHERE && n / 4 % 3)
            own = test_pose(&r, 0);
        else {
            own.rotation.x.x = own.rotation.y.y = (cld_real)cos(angle);
            own.rotation.x.y = (cld_real)sin(angle), own.rotation.y.x = -own.rotation.x.y;
        }
        own.position = shift.position;
        shift.position.x = (cld_real)(off * scale);
        own = cld_pose_multiply(&shift, &own);
        body[0].pose = motion, body[1].pose = cld_pose_multiply(&motion, &own);
        check_offset(&body[0], &body[1], (gap - off) * scale, offset_accuracy[n / 2 % 5] * scale,
                     4096, "offset", n);
        case_free(&s), case_free(&t);
    }
}

/* A whole line equally near: a cylinder beside a plane, and beside a cylinder. */
static void nearest_lines(void)
{
    test_random r = test_random_from(7);
    int n, count = test_repeat(60);
    for (n = 0; n < count; n++) {
        const double gap = pow(10, -test_between(&r, 0.5, 3)), angle = test_between(&r, -3, 3);
        case_surface s = offset_surface(OFFSET_CYLINDER, 0), t = s;
        cld_pose motion = test_pose(&r, 1), beside = cld_pose_identity();
        cld_nurbs_body a, b;
        if (n % 2)
            t = case_square(3, n % 4 == 1 ? 1 : 3, n % 4 == 1 ? 2 : 6);
        else
            t = offset_surface(OFFSET_CYLINDER, 0.5);
        if (n % 2) { /* its normal along x; the plane turned in itself */
            beside.rotation.x = case_at(0, cos(angle), sin(angle)).position;
            beside.rotation.y = case_at(0, -sin(angle), cos(angle)).position;
            beside.rotation.z = case_at(1, 0, 0).position;
        }
        beside.position.x = (cld_real)((n % 2 ? 1 : 2.5) + gap);
        a = case_body(&s.view, 1), b = case_body(&t.view, 1);
        a.pose = motion, b.pose = cld_pose_multiply(&motion, &beside);
        check_offset(&a, &b, gap, offset_accuracy[n / 2 % 5], 4096, "line", n);
        check_offset(&b, &a, gap, offset_accuracy[n / 2 % 5], 4096, "line", n);
        case_free(&s), case_free(&t);
    }
}

/* Scenes of every kind in near_nurbs.h: the distance is what it was made to be, as accurately as
   was asked for, after a bounded number of pairs. */
static void made_scenes(void)
{
    static const double accuracy[4] = {1e-9, 1e-3, 1e-6, 1e-5};
    test_random r = test_random_from(11);
    int kind, n, count = test_repeat(4);
    for (kind = 0; kind < NEAR_KINDS; kind++) {
        for (n = 0; n < count; n++) {
            const double asked = accuracy[n % 4], gap = n % 3 == 1 ? 0.1 : n % 3 ? 0.01 : 0.03;
            const int many = kind >= NEAR_BELLS && kind <= NEAR_SHEETS_3;
            long before = test_failures;
            near_scene scene;
            cld_nurbs_body a, b;
            cld_nurbs_params params;
            cld_nurbs_contact c;
            double slack, d;
            int relation;
            near_scene_of((near_kind)kind, &r, gap, &scene);
            a = case_body(&scene.made.surface[n & 1].view, 1);
            b = case_body(&scene.made.surface[!(n & 1)].view, 1);
            slack = rounding(&a, &b);
            memset(&params, 0, sizeof params);
            params.tolerance = (cld_real)asked, params.max_pairs = many ? 0 : 32768;
            relation = cld_nurbs_distance(&a, &b, &params, &shared, &c);
            d = (double)c.contact.distance;
            CHECK(relation == CLD_APART);
            CHECK((double)c.error <= asked + slack);
            CHECK(d <= gap + asked + scene.above + slack && d >= gap - scene.below - slack);
            CHECK(d - (double)c.error <= gap + scene.above + slack);
            check_result(&a, &b, relation, &c, near_names[kind], n);
            if (test_failures > before)
                printf("    %s %d: gap %g, asked %g: relation %d, distance %.9g, error %.3g\n",
                       near_names[kind], n, gap, asked, relation, d, (double)c.error);
            made_free(&scene.made);
        }
    }
}

/* Rounds points and weights to float, whatever cld_real is, so that float and double see the same
   surfaces. */
static void round_to_float(case_surface *s, double scale)
{
    const int count = s->view.count_u * s->view.count_v;
    int i;
    for (i = 0; i < 3 * count; i++) s->points[i] = (cld_real)(float)(scale * (double)s->points[i]);
    for (i = 0; s->view.weights && i < count; i++) s->weights[i] = (cld_real)(float)s->weights[i];
}

/* The scenes of near_nurbs.h with points and weights that are floats, at all scales and far from
   the origin: float and double agree with the truth, to what the rounding of the points moves, as
   accurately as was asked for, after a bounded number of pairs. Spheres, say, are none any more,
   but surfaces near them. */
static void rounded_scenes(void)
{
    static const double scales[4] = {1, 1e-6, 1e6, 1024}, accuracy[3] = {1e-6, 1e-9, 0};
    const double of_float = ldexp(1, -24);
    test_random r = test_random_from(12);
    int kind, n, count = test_repeat(3);
    for (kind = 0; kind < NEAR_KINDS; kind++) {
        for (n = 0; n < count; n++) {
            const double scale = scales[(kind + n) % 4], gap = n % 3 == 1 ? 0.1
                                                               : n % 3    ? 0.01
                                                                          : 0.03;
            const double asked = accuracy[n % 3] * scale;
            const int many = kind >= NEAR_BELLS && kind <= NEAR_SHEETS_3;
            long before = test_failures;
            near_scene scene;
            cld_nurbs_body a, b;
            cld_nurbs_params params;
            cld_nurbs_contact c;
            double slack, d;
            int relation;
            near_scene_of((near_kind)kind, &r, gap, &scene);
            round_to_float(&scene.made.surface[0], scale);
            round_to_float(&scene.made.surface[1], scale);
            a = case_body(&scene.made.surface[n & 1].view, 1);
            b = case_body(&scene.made.surface[!(n & 1)].view, 1);
            if (n % 2) a.pose.position.x = b.pose.position.x = (cld_real)(100 * scale);
            slack = rounding(&a, &b) + 16 * of_float * case_size(&a, &b);
            memset(&params, 0, sizeof params);
            params.tolerance = (cld_real)asked, params.max_pairs = many ? 0 : 65536;
            relation = cld_nurbs_distance(&a, &b, &params, &shared, &c);
            d = (double)c.contact.distance;
            CHECK(relation == CLD_APART);
            CHECK((double)c.error <= fmax(asked, 1e-6 * scale) + slack);
            if (asked > 0) CHECK((double)c.error <= asked + rounding(&a, &b));
            CHECK(d <= (gap + scene.above) * scale + (double)c.error + slack);
            CHECK(d >= (gap - scene.below) * scale - slack);
            CHECK(d - (double)c.error <= (gap + scene.above) * scale + slack);
            check_result(&a, &b, relation, &c, near_names[kind], n);
            if (test_failures > before)
                printf("    %s %d: scale %g, gap %g, asked %g: relation %d, %.9g error %.3g\n",
                       near_names[kind], n, scale, gap, asked, relation, d / scale,
                       (double)c.error / scale);
            made_free(&scene.made);
        }
    }
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Times and errors of the same scenes, for people. */
static void print_table(int scenes, int of_floats)
{
    static const double asked[8] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 0};
    static double ms[64], error[64];
    int kind, k, n;
    printf("%-30s %7s %9s %9s %9s %9s %9s\n", "kind", "asked", "undecided", "ms median", "ms worst",
           "error", "worst");
    for (kind = 0; kind < NEAR_KINDS; kind++) {
        for (k = 0; k < 8; k++) {
            int undecided = 0;
            for (n = 0; n < scenes; n++) {
                test_random r = test_random_from((uint64_t)(1000 * kind + n));
                const double gap = n % 3 == 0 ? 0.1 : n % 3 == 1 ? 0.01 : 0.001;
                near_scene scene;
                cld_nurbs_body a, b;
                cld_nurbs_params params;
                cld_nurbs_contact c;
                clock_t start;
                near_scene_of((near_kind)kind, &r, gap, &scene);
                if (of_floats) round_to_float(&scene.made.surface[0], 1);
                if (of_floats) round_to_float(&scene.made.surface[1], 1);
                a = case_body(&scene.made.surface[0].view, 1);
                b = case_body(&scene.made.surface[1].view, 1);
                memset(&params, 0, sizeof params);
                params.tolerance = (cld_real)asked[k];
                start = clock();
                undecided += cld_nurbs_distance(&a, &b, &params, &shared, &c) == CLD_UNDECIDED;
                ms[n] = 1e3 * (double)(clock() - start) / CLOCKS_PER_SEC;
                error[n] = (double)c.error;
                made_free(&scene.made);
            }
            qsort(ms, (size_t)scenes, sizeof *ms, by_size);
            qsort(error, (size_t)scenes, sizeof *error, by_size);
            printf("%-30s %7.0e %9d %9.3f %9.3f %9.1e %9.1e\n", near_names[kind], asked[k],
                   undecided, ms[scenes / 2], ms[scenes - 1], error[scenes / 2], error[scenes - 1]);
        }
    }
}

/* A bicubic patch and its translate: not offset, the distance is less than the way. */
static void translated_patch(void)
{
    case_surface s = case_waves(4);
    int k;
    for (k = 0; k < 4; k++) {
        cld_nurbs_body a = case_body(&s.view, 1), b = a;
        oracle_answer truth;
        b.pose = case_at(0, 0, 0.1);
        truth = oracle_distance(&s.view, &a.pose, &s.view, &b.pose, 1e-9, 0);
        check_offset(&a, &b, truth.hi, fmax(offset_accuracy[k], 2e-9), 4096, "translate", k);
    }
    case_free(&s);
}

/* ------------------------------------------------------------------------------------- the
   oracle */

static void random_pair(test_random *r, test_surface s[2], cld_nurbs_body body[2])
{
    double reach = test_integer(r, 0, 4) ? test_between(r, 0.2, 1.2) : test_between(r, 0, 5);
    case_random_pair(r, reach, s, body);
}

static void against_the_oracle(void)
{
    static test_surface s[2];
    test_random r = test_random_from(2);
    int n, count = test_repeat(random_pairs), counts[4] = {0, 0, 0, 0};
    double worst = 0;
    for (n = 0; n < count; n++) {
        cld_nurbs_body body[2];
        cld_nurbs_contact c;
        oracle_answer truth;
        double slack, d;
        int relation;
        random_pair(&r, s, body);
        slack = rounding(&body[0], &body[1]);
        relation = distance(&body[0], &body[1], 0, &c);
        if (!CHECK(relation >= 0 && relation != CLD_UNDECIDED)) {
            printf("    pair %d: %d\n", n, relation);
            continue;
        }
        counts[relation]++;
        d = (double)c.contact.distance;
        worst = fmax(worst, (double)c.error / slack);
        truth = oracle_distance(&s[0].view, &body[0].pose, &s[1].view, &body[1].pose, 1e-7, 0);
        check_result(&body[0], &body[1], relation, &c, "pair", n);
        /* no points are nearer than the proof says, and the pair given is not nearer than
           possible */
        if (!CHECK(d - (double)c.error <= truth.hi + slack && d >= truth.lo - slack) ||
            !CHECK(relation != CLD_CROSSING || truth.relation != ORACLE_APART))
            printf("    pair %d: %.9g error %.3g, truth %.9g .. %.9g\n", n, d, (double)c.error,
                   truth.lo, truth.hi);
        if (truth.relation == ORACLE_COMMON) CHECK(relation != CLD_APART);
        if (d > 4 * slack) {
            relation = distance(&body[0], &body[1], 0.9 * d, &c);
            CHECK(relation == CLD_APART && untouched(&c));
            relation = distance(&body[0], &body[1], 1.1 * d, &c);
            CHECK(relation == CLD_NEAR);
            CHECK_NEAR(c.contact.distance, d, 2 * slack);
        }
    }
    printf("    %d pairs: %d apart, %d near, %d crossing; worst error %.2g of the allowance\n",
           count, counts[0], counts[1], counts[2], worst);
}

/* ------------------------------------------------------------------ what must not change the
   answer */

static void same_geometry_same_distance(void)
{
    static test_surface s[2];
    test_random r = test_random_from(3);
    int n, k;
    for (n = 0; n < test_repeat(60); n++) {
        cld_nurbs_body body[2], moved[2], prepared[2];
        cld_nurbs_model model[2];
        cld_nurbs_contact first, c;
        cld_pose motion = test_pose(&r, 1);
        double slack;
        int relation;
        random_pair(&r, s, body);
        memset(model, 0, sizeof model);
        for (k = 0; k < 2; k++) {
            moved[k] = prepared[k] = body[k];
            moved[k].pose = cld_pose_multiply(&motion, &body[k].pose);
            CHECK(cld_nurbs_model_build(&model[k], &s[k].view, 1, NULL) == CLD_OK);
            prepared[k].model = &model[k];
        }
        slack = 2 * (rounding(&body[0], &body[1]) + rounding(&moved[0], &moved[1]));
        relation = distance(&body[0], &body[1], 0, &first);
        if (first.contact.distance < (cld_real)(4 * slack) && relation != CLD_CROSSING) continue;
        CHECK(distance(&body[1], &body[0], 0, &c) == relation);
        CHECK_NEAR(c.contact.distance, first.contact.distance, slack + (double)first.error);
        CHECK(distance(&moved[0], &moved[1], 0, &c) == relation);
        CHECK_NEAR(c.contact.distance, first.contact.distance, slack + (double)first.error);
        CHECK(distance(&prepared[0], &prepared[1], 0, &c) == relation);
        CHECK_NEAR(c.contact.distance, first.contact.distance, slack + (double)first.error);
        CHECK(distance(&prepared[0], &body[1], 0, &c) == relation);
        CHECK_NEAR(c.contact.distance, first.contact.distance, slack + (double)first.error);
        cld_nurbs_model_free(&model[0]), cld_nurbs_model_free(&model[1]);
    }
}

/* Powers of two scale every number of the computation exactly. */
static void scale_free(void)
{
    case_surface a = case_waves(6), b = case_waves(9);
    test_random r = test_random_from(4);
    int n, k;
    for (n = 0; n < test_repeat(40); n++) {
        cld_nurbs_body body[2], other[2];
        cld_nurbs_contact c, scaled;
        case_surface big[2];
        cld_real f = (cld_real)ldexp(1, n % 2 ? 20 : -20);
        int relation;
        body[0] = case_body(&a.view, 1), body[1] = case_body(&b.view, 1);
        body[1].pose = test_pose(&r, 1);
        relation = distance(&body[0], &body[1], 0, &c);
        big[0] = case_copy(&a), big[1] = case_copy(&b);
        for (k = 0; k < 2; k++) {
            case_scale(&big[k], (double)f);
            other[k] = case_body(&big[k].view, 1);
            other[k].pose = body[k].pose;
        }
        other[1].pose.position.x *= f, other[1].pose.position.y *= f, other[1].pose.position.z *= f;
        CHECK(distance(&other[0], &other[1], 0, &scaled) == relation);
        CHECK(scaled.contact.distance == f * c.contact.distance);
        CHECK(scaled.contact.point_a.x == f * c.contact.point_a.x && scaled.u_b == c.u_b);
        CHECK(scaled.error == f * c.error);
        case_free(&big[0]), case_free(&big[1]);
    }
    case_free(&a), case_free(&b);
}

/* ---------------------------------------------------------------------------------- limits and
   memory */

/* A limit ends the search early: the bounds hold all the same. */
static void limits(void)
{
    case_surface sheet = case_waves(10);
    cld_nurbs_body a = case_body(&sheet.view, 1), b = a;
    cld_nurbs_params params;
    cld_nurbs_contact exact, c;
    int k;
    b.pose = case_at(0.03, 0.02, 1.0 / 16);
    CHECK(distance(&a, &b, 0, &exact) == CLD_APART);
    for (k = 1; k < 1000; k *= 4) {
        int relation;
        memset(&params, 0, sizeof params);
        params.max_pairs = k;
        relation = cld_nurbs_distance(&a, &b, &params, &shared, &c);
        CHECK(relation == CLD_UNDECIDED || k > 100);
        check_result(&a, &b, relation, &c, "max_pairs", k);
        CHECK(c.contact.distance >= exact.contact.distance - exact.error);
        CHECK(c.contact.distance - c.error <= exact.contact.distance);
        params.margin = (cld_real)0.5;
        relation = cld_nurbs_distance(&a, &b, &params, &shared, &c);
        CHECK(relation == CLD_UNDECIDED || k > 100);
    }
    memset(&params, 0, sizeof params);
    params.max_level = 1;
    CHECK(cld_nurbs_distance(&a, &b, &params, &shared, &c) == CLD_UNDECIDED);
    check_result(&a, &b, CLD_UNDECIDED, &c, "max_level", 1);
    params.max_level = 0, params.margin = -1;
    CHECK(cld_nurbs_distance(&a, &b, &params, &shared, &c) == CLD_ERROR_PARAMETER);
    params.margin = (cld_real)TEST_NAN;
    CHECK(cld_nurbs_distance(&a, &b, &params, &shared, &c) == CLD_ERROR_PARAMETER);
    CHECK(cld_nurbs_distance(&a, &b, NULL, &shared, NULL) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_distance(NULL, &b, NULL, &shared, &c) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_distance(&a, NULL, NULL, &shared, &c) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_distance(&a, &b, NULL, NULL, &c) == CLD_ERROR_NULL);
    case_free(&sheet);
}

static void memory_is_bounded(void)
{
    static const double gaps[3] = {1e-1, 1e-2, 3};
    case_surface sheet = case_waves(10), big = case_waves(28), high = case_new(15, 15, 16, 16, 1);
    test_random r = test_random_from(5);
    int k, n;
    for (n = 0; n < 256; n++) {
        case_set(&high, n / 16, n % 16, n / 16 / 15.0, n % 16 / 15.0, test_between(&r, 0, 0.05));
        high.weights[n] = (cld_real)test_between(&r, 0.5, 2);
    }
    for (k = 0; k < 9; k++) {
        const case_surface *s = k < 3 ? &sheet : k < 6 ? &big : &high;
        cld_nurbs_body a = case_body(&s->view, 1), b = a;
        cld_workspace workspace;
        cld_nurbs_contact c[2];
        test_memory memory;
        long requests;
        int relation;
        if (k > 5 && k % 3 == 1) continue; /* minutes, at 128 kB a pair of pieces */
        memset(&workspace, 0, sizeof workspace);
        test_memory_reset(&memory, 0);
        workspace.allocator = test_allocator(&memory);
        b.pose = case_at(0, 0, gaps[k % 3]);
        relation = cld_nurbs_distance(&a, &b, NULL, &workspace, &c[0]);
        requests = memory.requests;
        CHECK(cld_nurbs_distance(&a, &b, NULL, &workspace, &c[1]) == relation);
        CHECK(memory.requests == requests);
        CHECK(memcmp(&c[0], &c[1], sizeof c[0]) == 0);
        /* degree 15: a piece has 16 kB, and a hundred are needed */
        if (!CHECK(memory.peak < (k < 6 ? 1000000 : 4000000)))
            printf("    %d: %ld bytes\n", k, (long)memory.peak);
        cld_workspace_free(&workspace);
        CHECK(memory.live == 0 && memory.blocks == 0);
    }
    case_free(&sheet), case_free(&big), case_free(&high);
}

static void out_of_memory(void)
{
    case_surface a = case_waves(12), b = case_waves(9);
    cld_nurbs_body body[2];
    cld_nurbs_contact expected, c;
    int relation, n;
    body[0] = case_body(&a.view, 1), body[1] = case_body(&b.view, 1);
    body[1].pose = case_at(0.01, 0.02, 0.05);
    relation = distance(&body[0], &body[1], 0, &expected);
    for (n = 1; n < 200; n++) {
        cld_workspace workspace;
        test_memory memory;
        int status;
        memset(&workspace, 0, sizeof workspace), memset(&c, 0x5a, sizeof c);
        test_memory_reset(&memory, n);
        workspace.allocator = test_allocator(&memory);
        status = cld_nurbs_distance(&body[0], &body[1], NULL, &workspace, &c);
        CHECK(status == relation || (status == CLD_ERROR_MEMORY && memory.failed && untouched(&c)));
        n = memory.failed ? n : 1000;
        memory.fail_at = 0; /* the same workspace works once there is memory */
        CHECK(cld_nurbs_distance(&body[0], &body[1], NULL, &workspace, &c) == relation);
        CHECK(memcmp(&c, &expected, sizeof c) == 0);
        cld_workspace_free(&workspace);
        CHECK(memory.live == 0 && memory.blocks == 0);
    }
    CHECK(n > 1000); /* the last query had all that it asked for */
    case_free(&a), case_free(&b);
}

int main(int argc, char **argv)
{
    int scenes, of_floats;
    random_pairs = test_option(&argc, argv, "--pairs", random_pairs);
    of_floats = test_option(&argc, argv, "--float", 0); /* the last one first */
    scenes = test_option(&argc, argv, "--table", 0);
    test_begin(argc, argv);
    if (scenes > 0) {
        print_table(scenes < 64 ? scenes : 64, of_floats);
        cld_workspace_free(&shared);
        return test_end();
    }
    TEST(flat_things);
    TEST(curved_things);
    TEST(spheres);
    TEST(offset_surfaces);
    TEST(nearest_lines);
    TEST(made_scenes);
    TEST(rounded_scenes);
    TEST(translated_patch);
    TEST(same_geometry_same_distance);
    TEST(scale_free);
    TEST(limits);
    TEST(memory_is_bounded);
    TEST(out_of_memory);
    TEST(against_the_oracle);
    cld_workspace_free(&shared);
    return test_end();
}
