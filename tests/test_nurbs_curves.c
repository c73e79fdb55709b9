/* cld_nurbs_curves and cld_nurbs_contacts against curves that are known exactly, and against brute
 * force that shares nothing with collide.h: signs over a grid for height fields, edges of a fine
 * net of triangles for surfaces of every kind.
 *
 *     test_nurbs_curves [seed]                   as ctest runs it, some seconds
 *     test_nurbs_curves [seed] --pairs 2000      so many random pairs against brute force
 */
#include "test.h"
#include "nurbs_cases.h"
#include "oracle_nurbs.h"

enum { MOST_CURVES = 2000, MOST_POINTS = 200000 };

static const double PI = 3.14159265358979323846;
static int random_pairs = 10;
static cld_workspace shared; /* what came before must not matter: all tests use one workspace */

typedef struct answer {
    int count, points;
    cld_nurbs_curve curve[MOST_CURVES];
    cld_nurbs_curve_point point[MOST_POINTS];
} answer;

static answer got, again;

typedef struct vec {
    double x, y, z;
} vec;

static vec from(cld_vec3 a)
{
    vec r;
    r.x = (double)a.x, r.y = (double)a.y, r.z = (double)a.z;
    return r;
}

static vec make(double x, double y, double z)
{
    vec r;
    r.x = x, r.y = y, r.z = z;
    return r;
}

static vec minus(vec a, vec b)
{
    return make(a.x - b.x, a.y - b.y, a.z - b.z);
}

static double dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static double apart(vec a, vec b)
{
    vec d = minus(a, b);
    return sqrt(dot(d, d));
}

static void ask(const cld_nurbs_body *a, const cld_nurbs_body *b, double chord, answer *out)
{
    cld_nurbs_params params;
    int i;
    memset(&params, 0, sizeof params);
    params.chord_error = (cld_real)chord;
    out->count = cld_nurbs_curves(a, b, &params, &shared, out->curve, MOST_CURVES, out->point,
                                  MOST_POINTS, &out->points);
    CHECK(out->count >= 0 && out->count <= MOST_CURVES && out->points <= MOST_POINTS);
    if (out->count < 0) out->count = out->points = 0;
    for (i = 0; i < out->points; i++) { /* whatever is asked of them further */
        const cld_vec3 p = out->point[i].position;
        CHECK(test_is_finite((double)p.x) && test_is_finite((double)p.y) &&
              test_is_finite((double)p.z));
    }
}

/* ------------------------------------------------------------------------------- what must hold */

/* The point of a body's surface, by Cox-de Boor in long double. */
static vec surface_at(const cld_nurbs_body *body, int surface, double u, double v)
{
    oracle_point o = oracle_evaluate(body->surfaces + surface, u, v);
    const cld_mat3 *r = &body->pose.rotation;
    vec p = make((double)o.d[0][0][0], (double)o.d[0][0][1], (double)o.d[0][0][2]), q = p;
    if (r->x.x != 0 || r->x.y != 0 || r->x.z != 0) {
        q.x = (double)r->x.x * p.x + (double)r->y.x * p.y + (double)r->z.x * p.z;
        q.y = (double)r->x.y * p.x + (double)r->y.y * p.y + (double)r->z.y * p.z;
        q.z = (double)r->x.z * p.x + (double)r->y.z * p.y + (double)r->z.z * p.z;
    }
    return make(q.x + (double)body->pose.position.x, q.y + (double)body->pose.position.y,
                q.z + (double)body->pose.position.z);
}

/* How far the point moves when the parameters are rounded to cld_real, up or down. (Derivatives
   would not tell: where weights let a surface run fast, they change within the rounding.) They have
   been computed in double, to a rounding of each of the four over the sine of the angle, 0.4 and
   more. */
static double rounding_at(const cld_nurbs_body *body, int surface, double u, double v)
{
    const cld_nurbs *s = body->surfaces + surface;
    vec p = surface_at(body, surface, u, v);
    double moved[2] = {0, 0};
    int k;
    for (k = 0; k < 4; k++) {
        double way = (k & 1 ? 1 : -1) * (2 * TEST_ROUND + 4 * 1.2e-16 / 0.4), x = u, y = v;
        if (k < 2)
            x += way * fabs(u);
        else
            y += way * fabs(v);
        x = fmax((double)s->knots_u[s->degree_u], fmin((double)s->knots_u[s->count_u], x));
        y = fmax((double)s->knots_v[s->degree_v], fmin((double)s->knots_v[s->count_v], y));
        moved[k / 2] = fmax(moved[k / 2], apart(surface_at(body, surface, x, y), p));
    }
    return moved[0] + moved[1];
}

/* Vertices on both surfaces: to the rounding of what is handed out (parameters, position), to 1e-12
   of the size where the curve crosses, and to the tolerance where it touches. */
static void check_vertices(const cld_nurbs_body *a, const cld_nurbs_body *b, const answer *s)
{
    double size = case_size(a, b), near = case_tolerance(a, b), worst = 0;
    int i, k, first = 0;
    for (i = 0; i < s->count; i++) {
        const cld_nurbs_curve *c = &s->curve[i];
        double allowed =
            (c->relation == CLD_CROSSING ? 1e-12 * size : near) + 4 * TEST_ROUND * size;
        CHECK(c->first == first && c->count >= 1);
        CHECK(c->relation == CLD_CROSSING || c->relation == CLD_NEAR);
        CHECK(c->closed == 0 || (c->closed == 1 && c->count > 2));
        first += c->count;
        for (k = c->first; k < first; k++) {
            const cld_nurbs_curve_point *p = &s->point[k];
            double ua = (double)p->u_a, va = (double)p->v_a, ub = (double)p->u_b;
            double vb = (double)p->v_b;
            double off_a = apart(surface_at(a, p->surface_a, ua, va), from(p->position)) -
                           rounding_at(a, p->surface_a, ua, va);
            double off_b = apart(surface_at(b, p->surface_b, ub, vb), from(p->position)) -
                           rounding_at(b, p->surface_b, ub, vb);
            worst = fmax(worst, fmax(off_a, off_b) / allowed);
        }
    }
    CHECK(first == s->points);
    if (!CHECK(worst <= 1)) printf("    a vertex is off by %g times what is allowed\n", worst);
}

static double curve_length(const answer *s, int i)
{
    const cld_nurbs_curve *c = &s->curve[i];
    double length = 0;
    int k;
    for (k = 0; k + 1 < c->count + c->closed; k++)
        length += apart(from(s->point[c->first + k].position),
                        from(s->point[c->first + (k + 1) % c->count].position));
    return length;
}

static double all_length(const answer *s)
{
    double length = 0;
    int i;
    for (i = 0; i < s->count; i++) length += curve_length(s, i);
    return length;
}

static double to_segment(vec p, vec a, vec b)
{
    vec d = minus(b, a), e = minus(p, a);
    double square = dot(d, d), t = square > 0 ? fmin(1, fmax(0, dot(e, d) / square)) : 0;
    return apart(p, make(a.x + t * d.x, a.y + t * d.y, a.z + t * d.z));
}

/* Distance of a point from all curves. */
static double to_curves(const answer *s, vec p)
{
    double least = 1e300;
    int i, k;
    for (i = 0; i < s->count; i++) {
        const cld_nurbs_curve *c = &s->curve[i];
        for (k = 0; k < c->count; k++) {
            int next = k + 1 < c->count ? k + 1 : c->closed ? 0 : k;
            least = fmin(least, to_segment(p, from(s->point[c->first + k].position),
                                           from(s->point[c->first + next].position)));
        }
    }
    return least;
}

/* Asks, checks the vertices, and that nothing changes when it is asked again. */
static void find(const cld_nurbs_body *a, const cld_nurbs_body *b, double chord)
{
    int relation;
    ask(a, b, chord, &got);
    check_vertices(a, b, &got);
    relation = cld_nurbs_collide(a, b, NULL, &shared, NULL);
    CHECK((got.count > 0) == (relation != CLD_APART));
    ask(a, b, chord, &again);
    CHECK(again.count == got.count && again.points == got.points);
    CHECK(memcmp(again.curve, got.curve, (size_t)got.count * sizeof got.curve[0]) == 0);
    CHECK(memcmp(again.point, got.point, (size_t)got.points * sizeof got.point[0]) == 0);
}

static int closed_count(const answer *s)
{
    int i, n = 0;
    for (i = 0; i < s->count; i++) n += s->curve[i].closed;
    return n;
}

/* --------------------------------------------------------------------------------- known curves */

/* All vertices, and the middles of all chords to the chord error, have this distance from p. */
static void check_circle(const answer *s, int i, vec middle, double radius, double chord,
                         double rounding)
{
    const cld_nurbs_curve *c = &s->curve[i];
    double worst = 0, bulge = 0;
    int k;
    for (k = 0; k < c->count; k++) {
        vec p = from(s->point[c->first + k].position);
        vec q = from(s->point[c->first + (k + 1) % c->count].position);
        vec m = make(0.5 * (p.x + q.x), 0.5 * (p.y + q.y), 0.5 * (p.z + q.z));
        worst = fmax(worst, fabs(apart(p, middle) - radius));
        if (k + 1 < c->count || c->closed) bulge = fmax(bulge, radius - apart(m, middle));
    }
    CHECK_NEAR(worst, 0, rounding);
    CHECK(bulge <= chord + rounding);
}

static const double chords[3] = {1e-2, 1e-4, 1e-5};

static void sphere_and_sphere(void)
{
    test_random r = test_random_from(1);
    case_surface memory[8];
    cld_nurbs views[8];
    cld_nurbs_body a, b;
    int n, k;
    case_sphere(1, memory, views);
    a = b = case_body(views, 8);
    for (n = 0; n < test_repeat(30); n++) {
        double d, radius, chord = chords[n % 3];
        vec m;
        a.pose = test_pose(&r, 1), b.pose = test_pose(&r, 1);
        if (n < 6) { /* seams and poles of both in one line */
            a.pose = case_at(0, 0, 0);
            b.pose = case_at(n % 3 == 0, n % 3 == 1 || n > 3, n % 3 == 2);
        }
        d = apart(from(a.pose.position), from(b.pose.position));
        if (fabs(d - 2) < 0.01 || d < 0.3) continue;
        find(&a, &b, chord);
        CHECK(got.count == (d < 2));
        if (got.count != 1) continue;
        radius = sqrt(1 - 0.25 * d * d);
        m.x = 0.5 * (double)(a.pose.position.x + b.pose.position.x);
        m.y = 0.5 * (double)(a.pose.position.y + b.pose.position.y);
        m.z = 0.5 * (double)(a.pose.position.z + b.pose.position.z);
        CHECK(got.curve[0].closed == 1);
        /* rotations are orthonormal to rounding only, and 1/d of it turns up along the axis */
        check_circle(&got, 0, m, radius, chord, 64 * TEST_ROUND * 4 / d / radius);
        /* an arc of half angle w is longer than its chord by w^2 / 6 at most, w^2 <= 2 chord / r */
        CHECK(curve_length(&got, 0) <= 6.2832 * radius * (1 + 1e-5));
        CHECK(curve_length(&got, 0) >= 6.2831 * radius * (1 - chord / radius));
    }
    for (k = 0; k < 8; k++) case_free(&memory[k]);
}

static void plane_and_cylinder(void)
{
    case_surface memory[4], square = case_square(6, 3, 5);
    cld_nurbs views[4];
    cld_nurbs_body a, b;
    cld_pose tilt = case_at(0, 0, 0);
    int k, n;
    case_cylinder(2, memory, views);
    a = case_body(views, 4), b = case_body(&square.view, 1);
    b.pose = case_at(0.03, 0.02, 0.3); /* across: a circle */
    find(&a, &b, 1e-4);
    CHECK(got.count == 1 && got.curve[0].closed == 1);
    check_circle(&got, 0, make(0, 0, 0.3), 1, 1e-4, 64 * TEST_ROUND);
    /* at 45 degrees: an ellipse with half axes 1 and sqrt 2; the axis x + z = 0 maps to z */
    tilt.rotation.x.x = tilt.rotation.x.z = tilt.rotation.z.z = (cld_real)sqrt(0.5);
    tilt.rotation.z.x = -(cld_real)sqrt(0.5);
    tilt.position.y = (cld_real)0.1;
    b.pose = tilt;
    find(&a, &b, 1e-4);
    CHECK(got.count == 1 && got.curve[0].closed == 1);
    for (n = 0; n < got.points; n++) {
        vec p = from(got.point[n].position);
        /* a vertex is where both agree to 32 roundings of the size, 8 here, along both normals */
        CHECK_NEAR(p.x * p.x + p.y * p.y, 1, 1024 * TEST_ROUND);
        CHECK_NEAR(p.z, p.x, 1024 * TEST_ROUND);
    }
    CHECK_NEAR(all_length(&got), 7.6404, 2e-3); /* 4 sqrt 2 E(1/2) */
    /* along: two straight lines from end to end */
    tilt = case_at(0.3, 0, 0.1);
    tilt.rotation.x.x = 0, tilt.rotation.x.z = -1, tilt.rotation.z.x = 1, tilt.rotation.z.z = 0;
    b.pose = tilt;
    find(&a, &b, 1e-4);
    CHECK(got.count == 2 && closed_count(&got) == 0);
    CHECK_NEAR(all_length(&got), 8, 256 * TEST_ROUND);
    for (k = 0; k < 4; k++) case_free(&memory[k]);
    case_free(&square);
}

static void plane_and_plane(void)
{
    case_surface s = case_square(2, 1, 2), t = case_square(2, 3, 7);
    cld_nurbs_body a = case_body(&s.view, 1), b = case_body(&t.view, 1);
    cld_pose wall = case_at(0.25, 0.5, 0.125);
    wall.rotation.x.x = 0, wall.rotation.x.z = -1, wall.rotation.z.x = 1, wall.rotation.z.z = 0;
    b.pose = wall; /* x = 0.25, y from -0.5 to 1.5: they share y from -0.5 to 1 */
    find(&a, &b, 0);
    CHECK(got.count == 1 && got.curve[0].closed == 0);
    CHECK(got.curve[0].relation == CLD_CROSSING);
    CHECK_NEAR(all_length(&got), 1.5, 64 * TEST_ROUND);
    b.pose.position.y = 2; /* they share the one point (0.25, 1, 0) */
    find(&a, &b, 0);
    CHECK(got.count == 1 && got.points == 1);
    CHECK_NEAR(apart(from(got.point[0].position), make(0.25, 1, 0)), 0, 64 * TEST_ROUND);
    b.pose.position.y = (cld_real)2.001;
    find(&a, &b, 0);
    CHECK(got.count == 0 && got.points == 0);
    case_free(&s), case_free(&t);
}

static void torus_and_plane(void)
{
    case_surface torus = case_torus(0.25), square = case_square(4, 3, 6);
    cld_nurbs_body a = case_body(&torus.view, 1), b = case_body(&square.view, 1);
    cld_pose upright = case_at(0.1, 0.03, 0.02);
    int i, inner;
    b.pose = case_at(0, 0, 0.1); /* two circles, inner and outer */
    find(&a, &b, 1e-4);
    CHECK(got.count == 2 && closed_count(&got) == 2);
    inner = got.count == 2 && curve_length(&got, 1) < curve_length(&got, 0);
    for (i = 0; i < got.count && i < 2; i++) {
        double root = sqrt(0.0625 - 0.01);
        check_circle(&got, i, make(0, 0, 0.1), i == inner ? 1 - root : 1 + root, 1e-4,
                     64 * TEST_ROUND);
    }
    upright.rotation.x.x = 0, upright.rotation.x.z = -1;
    upright.rotation.z.x = 1, upright.rotation.z.z = 0; /* x = 0.1: one oval on either side */
    b.pose = upright;
    find(&a, &b, 1e-4);
    CHECK(got.count == 2 && closed_count(&got) == 2);
    b.pose = case_at(0, 0, 0.26);
    find(&a, &b, 1e-4);
    CHECK(got.count == 0);
    case_free(&torus), case_free(&square);
}

/* Curves that branch: so many, all closed, of this total length, wherever the two bodies are. */
static void check_branches(cld_nurbs_body *a, cld_nurbs_body *b, const cld_pose *at, int count,
                           double length, double least_radius)
{
    const int poses = 4 + test_repeat(60);
    test_random r = test_random_from(8);
    int n, k;
    for (n = 0; n < poses; n++) {
        double chord = 1e-4, rounding;
        a->pose = n ? test_pose(&r, n % 16 < 8 ? 0 : 2) : case_at(0, 0, 0);
        b->pose = cld_pose_multiply(&a->pose, at);
        find(a, b, chord);
        CHECK(got.count == count && closed_count(&got) == count);
        for (k = 0; k < got.count; k++) CHECK(got.curve[k].relation == CLD_NEAR);
        /* An arc whose chord is e off is longer than that by e / (3 radius). Around a branch point,
           for curvatures of about one, the surfaces are nearer than the tolerance t for sqrt(t):
           there rounding decides which branch goes on as which; four ends at two points at most. */
        rounding = 8 * sqrt(case_tolerance(a, b));
        CHECK(all_length(&got) <= length + rounding);
        CHECK(all_length(&got) >= length * (1 - chord / (3 * least_radius)) - rounding);
    }
}

/* Two equal cylinders at a right angle: two ellipses that cross twice, where the surfaces are
   parallel, on seams of both. */
static void equal_cylinders(void)
{
    case_surface memory[4];
    cld_nurbs views[4];
    cld_nurbs_body a, b;
    cld_pose across = case_at(0, 0, 0);
    double length = 0, w = 0;
    int k;
    case_cylinder(2, memory, views);
    a = b = case_body(views, 4);
    across.rotation.x.x = 0, across.rotation.x.z = -1;
    across.rotation.z.x = 1, across.rotation.z.z = 0;
    for (k = 0; k < 20000; k++) { /* semi-axes 1 and sqrt 2; the midpoint rule is exact here */
        w = (k + 0.5) * 2 * PI / 20000;
        length += 2 * sqrt(1 + sin(w) * sin(w)) * 2 * PI / 20000;
    }
    check_branches(&a, &b, &across, 2, length, sqrt(0.5));
    for (k = 0; k < 4; k++) case_free(&memory[k]);
}

/* Planes that touch a torus: in two points (Villarceau's circles cross there), in one of the inner
   equator (a figure of eight), along the top. */
static void planes_that_touch_a_torus(void)
{
    case_surface torus = case_torus(0.25), square = case_square(4, 3, 6);
    cld_nurbs_body a = case_body(&torus.view, 1), b = case_body(&square.view, 1);
    cld_pose at = case_at(0, 0, 0);
    double length = 0, y = 0, z = 0;
    int k, count = 20000;
    at.rotation.x.x = at.rotation.z.z = (cld_real)sqrt(0.9375);
    at.rotation.x.z = (cld_real)0.25, at.rotation.z.x = (cld_real)-0.25;
    check_branches(&a, &b, &at, 2, 4 * PI, 1);
    at = case_at(0.75, 0, 0);
    at.rotation.x.x = 0, at.rotation.x.z = -1;
    at.rotation.z.x = 1, at.rotation.z.z = 0;
    for (k = 0; k <= count; k++) { /* one of the two halves, as a polyline */
        double w = PI + 2 * PI * k / count, away = 1 + 0.25 * cos(w), c = 0.75 / away;
        double y1 = c < 1 ? away * sqrt(1 - c * c) : 0, z1 = 0.25 * sin(w);
        if (k) length += 2 * sqrt((y1 - y) * (y1 - y) + (z1 - z) * (z1 - z));
        y = y1, z = z1;
    }
    check_branches(&a, &b, &at, 1, length, 0.2);
    a.pose = case_at(0, 0, 0), b.pose = case_at(0, 0, 0.25);
    find(&a, &b, 1e-4);
    CHECK(got.count == 1 && got.curve[0].closed && got.curve[0].relation == CLD_NEAR);
    /* on a circle of touch places are up to sqrt(tolerance / curvature) off */
    for (k = 0; k < got.points; k++) {
        vec p = from(got.point[k].position);
        CHECK_NEAR(sqrt(p.x * p.x + p.y * p.y), 1, sqrt(case_tolerance(&a, &b)));
    }
    case_free(&torus), case_free(&square);
}

/* z = xy and a plane: at height 0 two lines that cross, else two hyperbolas. */
static void saddle_and_plane(void)
{
    static const double heights[6] = {0, 1e-1, -1e-2, 1e-4, -1e-6, 1e-3};
    test_random r = test_random_from(2);
    int side, n;
    for (side = 3; side <= 7; side += 2) { /* for 7 the branch point is inside a patch */
        case_surface s = case_square(2, 2, side), t = case_square(3, 1, 2);
        cld_nurbs_body a = case_body(&s.view, 1), b = case_body(&t.view, 1);
        for (n = 0; n < side * side; n++)
            s.points[3 * n + 2] = s.points[3 * n] * s.points[3 * n + 1];
        for (n = 0; n < 6; n++) {
            double h = heights[n];
            b.pose = case_at(0.02, 0.07, h);
            if (n == 5) { /* both turned together, so that nothing is along an axis */
                cld_pose turn = test_pose(&r, 1);
                a.pose = turn;
                b.pose = cld_pose_multiply(&turn, &b.pose);
            }
#ifndef COLLIDE_DOUBLE
            if (h != 0 && fabs(h) < 1e-5) continue; /* within float's tolerance */
#endif
            find(&a, &b, 1e-4);
            CHECK(got.count == 2 && closed_count(&got) == 0);
            if (h == 0) {
                CHECK_NEAR(all_length(&got), 4, 1e-5);
                CHECK(got.count == 2 && got.curve[0].relation == CLD_NEAR);
                CHECK(got.count == 2 && got.curve[1].relation == CLD_NEAR);
            } else {
                CHECK(got.count == 2 && got.curve[0].relation == CLD_CROSSING);
            }
        }
        case_free(&s), case_free(&t);
    }
}

/* A bowl z = (x^2 + y^2)/2 and a plane at height h: nothing, a point, or a circle of radius
   sqrt(2h). */
static void bowl_and_plane(void)
{
    static const double heights[9] = {-1e-3, -1e-5, -1e-6, 0, 1e-6, 1e-5, 1e-4, 1e-2, 0.3};
    test_random r = test_random_from(3);
    int n, turned;
    for (turned = 0; turned < 4; turned++) {
        case_surface s = case_bowl(0.5), t = case_square(3, 3, 4 + 2 * turned);
        cld_nurbs_body a = case_body(&s.view, 1), b = case_body(&t.view, 1);
        for (n = 0; n < 9; n++) {
            double h = heights[n], chord = 1e-3 * sqrt(fabs(h)) + 1e-7, rounding;
            cld_pose turn = turned ? test_pose(&r, 1) : case_at(0, 0, 0);
            b.pose = case_at(0.05, -0.03, h);
            a.pose = turn;
            b.pose = cld_pose_multiply(&turn, &b.pose);
            /* the height of the plane is known to a few roundings of positions of about unit
               size */
            rounding = 32 * TEST_ROUND;
            if (h != 0 && fabs(h) < 16 * rounding + 4 * case_tolerance(&a, &b)) continue;
            find(&a, &b, chord);
            CHECK(got.count == (h >= 0));
            if (h > 0 && got.count == 1) {
                vec m = from(cld_pose_point(&turn, case_at(0, 0, h).position));
                CHECK(got.curve[0].closed == 1 && got.curve[0].relation == CLD_CROSSING);
                check_circle(&got, 0, m, sqrt(2 * h), fmax(chord, 4 * case_tolerance(&a, &b)),
                             2 * rounding / sqrt(2 * h));
            }
            if (h == 0 && got.count == 1) {
                vec m = from(turn.position);
                CHECK(got.points == 1 && got.curve[0].relation == CLD_NEAR);
                CHECK(apart(from(got.point[0].position), m) <= 8 * sqrt(case_tolerance(&a, &b)));
            }
        }
        case_free(&s), case_free(&t);
    }
}

/* Spheres on a plane and on each other: poles, seams, and neither. */
static void spheres_that_touch(void)
{
    static const double ways[3][3] = {{0, 1, 0}, {1, 1, 0}, {1, 1, 1}};
    static const double gaps[4] = {0, 1e-4, -1e-4, -1e-6};
    case_surface memory[8];
    cld_nurbs views[8];
    cld_nurbs_body a, b;
    int k, g;
    case_sphere(1, memory, views);
    a = b = case_body(views, 8);
    for (k = 0; k < 3; k++)
        for (g = 0; g < 4; g++) {
            double s = (2 + gaps[g]) / sqrt(ways[k][0] + ways[k][1] + ways[k][2]);
            b.pose = case_at(s * ways[k][0], s * ways[k][1], s * ways[k][2]);
#ifndef COLLIDE_DOUBLE
            if (g == 3) continue;
#endif
            find(&a, &b, 1e-3 * sqrt(fabs(gaps[g])));
            CHECK(got.count == (gaps[g] <= 0));
            if (gaps[g] == 0 && got.count == 1) {
                CHECK(got.points == 1 && got.curve[0].relation == CLD_NEAR);
                CHECK(fabs(sqrt(dot(from(got.point[0].position), from(got.point[0].position))) -
                           1) <= case_tolerance(&a, &b));
            }
            if (gaps[g] < 0 && got.count == 1) {
                double d = 2 + gaps[g];
                CHECK(got.curve[0].closed == 1);
                CHECK_NEAR(curve_length(&got, 0), 6.2832 * sqrt(1 - 0.25 * d * d),
                           0.05 * sqrt(-gaps[g]));
            }
        }
    for (k = 0; k < 8; k++) case_free(&memory[k]);
}

/* Spheres that overlap by four tolerances or more cross in one circle, no part of which may be
   taken for a touch, though all within it is nearly parallel, and at a pole nothing is regular. */
static void circles_around_poles(void)
{
    static const double ways[3][3] = {{0, 1, 0}, {1, 1, 0}, {1, 2, 3}};
    case_surface memory[8];
    cld_nurbs views[8];
    cld_nurbs_body a, b;
    test_random r = test_random_from(77);
    int k, n;
    case_sphere(1, memory, views);
    a = b = case_body(views, 8);
    for (n = test_repeat(60); n--;)
        for (k = 0; k < (TEST_ROUND < 1e-9 ? 3 : 1); k++) {
            const double *way = ways[k];
            double tolerance = exp(test_between(&r, log(TEST_ROUND < 1e-9 ? 1e-9 : 1e-5), -9));
            double overlap = tolerance * exp(test_between(&r, log(4), log(1000))), d = 2 - overlap;
            double s = d / sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
            double radius = sqrt(1 - 0.25 * d * d);
            cld_nurbs_params params;
            memset(&params, 0, sizeof params);
            params.tolerance = (cld_real)tolerance;
            params.chord_error = (cld_real)(1e-2 * radius);
            b.pose = case_at(s * way[0], s * way[1], s * way[2]);
            got.count = cld_nurbs_curves(&a, &b, &params, &shared, got.curve, MOST_CURVES,
                                         got.point, MOST_POINTS, &got.points);
            /* chords that are off by 1e-2 of the radius are shorter by 1.4e-2 of the arc at most,
               and where the circle passes seams they end within some tolerances */
            if (!CHECK(got.count == 1 && got.curve[0].closed == 1) ||
                !CHECK_NEAR(curve_length(&got, 0), 6.2832 * radius, 0.09 * radius + 16 * tolerance))
                printf("    way %d, tolerance %g, overlap %g\n", k, tolerance, overlap);
        }
    for (k = 0; k < 8; k++) case_free(&memory[k]);
}

static cld_vec3 rounded(vec a)
{
    cld_vec3 r;
    r.x = (cld_real)a.x, r.y = (cld_real)a.y, r.z = (cld_real)a.z;
    return r;
}

/* The pose that turns the z axis into a direction. */
static cld_pose facing(vec to)
{
    cld_pose pose = cld_pose_identity();
    vec side = fabs(to.y) < 0.9 ? make(to.z, 0, -to.x) : make(0, -to.z, to.y), up;
    double s = 1 / sqrt(dot(side, side));
    side = make(s * side.x, s * side.y, s * side.z);
    up = make(to.y * side.z - to.z * side.y, to.z * side.x - to.x * side.z,
              to.x * side.y - to.y * side.x);
    pose.rotation.x = rounded(side), pose.rotation.y = rounded(up), pose.rotation.z = rounded(to);
    return pose;
}

/* Such spheres, and a sphere that dips into a plane, are deepest on the line of centres, at a pole
   as elsewhere. What the answer's error leaves open changes the depth in second order only. */
static void depth_around_poles(void)
{
    static const double ways[4][3] = {{0, 1, 0}, {0, -1, 0}, {1, 1, 0}, {1, 2, 3}};
    case_surface memory[8], square = case_square(6, 2, 4);
    cld_nurbs views[8];
    cld_nurbs_body a, b;
    cld_nurbs_contact c[2];
    test_random r = test_random_from(78);
    int k, n;
    case_sphere(1, memory, views);
    a = case_body(views, 8);
    for (n = test_repeat(60); n--;)
        for (k = 0; k < (TEST_ROUND < 1e-9 ? 8 : 4); k++) {
            const double *way = ways[k / 2];
            const double length = sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
            const vec to = make(way[0] / length, way[1] / length, way[2] / length);
            double tolerance = exp(test_between(&r, log(TEST_ROUND < 1e-9 ? 1e-9 : 1e-5), -9));
            double overlap = tolerance * exp(test_between(&r, log(4), log(1000))), d, off;
            const int plane = k & 1;
            int count;
            cld_nurbs_params params;
            if (k == 5) continue; /* a circle over a seam may come in two pieces */
            memset(&params, 0, sizeof params);
            params.tolerance = (cld_real)tolerance;
            d = (plane ? 1 : 2) - overlap;
            b = plane ? case_body(&square.view, 1) : case_body(views, 8);
            if (plane) b.pose = facing(to);
            b.pose.position = rounded(make(d * to.x, d * to.y, d * to.z));
            overlap = (plane ? 1 : 2) - dot(from(b.pose.position), to); /* as rounded */
            count = cld_nurbs_contacts(&a, &b, &params, &shared, c, 2, NULL);
            if (!CHECK(count == 1)) continue;
            off = (double)c[0].error + 16 * TEST_ROUND;
            CHECK(off <= 1e-3 * sqrt(overlap)); /* of the circle's radius */
            CHECK_NEAR(c[0].contact.distance, -overlap, off * off + 16 * TEST_ROUND);
            CHECK(apart(from(c[0].contact.point_a), to) <= off);
            d = 1 - overlap;
            CHECK(apart(from(c[0].contact.point_b), make(d * to.x, d * to.y, d * to.z)) <= off);
            /* elsewhere the normal is that from point to point */
            CHECK(apart(from(c[0].contact.normal), to) <= (k < 4 ? off : 2 * off / overlap));
        }
    for (k = 0; k < 8; k++) case_free(&memory[k]);
    case_free(&square);
}

/* A cylinder that lies on a plane touches it along a line, or crosses it in two. */
static void cylinder_on_plane(void)
{
    case_surface memory[4], square = case_square(6, 2, 4);
    cld_nurbs views[4];
    cld_nurbs_body a, b;
    cld_pose flat = case_at(0.1, 0, 0.07);
    int k, n;
    case_cylinder(1, memory, views);
    a = case_body(views + 2, 1); /* x from -1 to 0, y from 0 to -1, about it */
    flat.rotation.y.y = 0, flat.rotation.y.z = 1, flat.rotation.z.y = -1, flat.rotation.z.z = 0;
    for (n = 0; n < 3; n++) {
        double turn = 0.25 * 3.14159265358979 + 1e-3;
        cld_pose at = case_at(0, 0, 0);
        at.rotation.x.x = at.rotation.y.y = (cld_real)cos(turn);
        at.rotation.x.y = (cld_real)sin(turn), at.rotation.y.x = -(cld_real)sin(turn);
        a.pose = at;
        flat.position.y = (cld_real)(n == 0 ? -1 : n == 1 ? -1.001 : -0.999);
        b = case_body(&square.view, 1);
        b.pose = flat;
        find(&a, &b, 0);
        CHECK(got.count == (n == 0 ? 1 : n == 1 ? 0 : 2));
        if (n == 0 && got.count == 1) {
            CHECK(got.curve[0].relation == CLD_NEAR);
            CHECK_NEAR(all_length(&got), 2, 0.1); /* ends are known to a step */
            CHECK(got.points < 5000);
        }
        if (n == 2) CHECK_NEAR(all_length(&got), 4, 1e-3);
    }
    for (k = 0; k < 4; k++) case_free(&memory[k]);
    case_free(&square);
}

/* ---------------------------------------------------------------------------------- brute force */

/* A random height field over the unit square about the origin, cubic, on uniform knots. */
static case_surface random_heights(test_random *r, int n, double height)
{
    case_surface s = case_square(1, 3, n);
    int i;
    for (i = 0; i < n * n; i++) s.points[3 * i + 2] = (cld_real)test_between(r, -height, height);
    return s;
}

/* Height of s over t at (x, y); both are graphs with x = u - 1/2, y = v - 1/2. */
static double height(const cld_nurbs *s, const cld_nurbs *t, double x, double y)
{
    oracle_point a = oracle_evaluate(s, x + 0.5, y + 0.5), b = oracle_evaluate(t, x + 0.5, y + 0.5);
    return (double)(a.d[0][0][2] - b.d[0][0][2]);
}

/* The zero between two places of different sign, as a point in space. */
static vec zero_between(const cld_nurbs *s, const cld_nurbs *t, double x0, double y0, double x1,
                        double y1)
{
    double low = 0, high = 1, sign = height(s, t, x0, y0), x = x0, y = y0;
    int i;
    for (i = 0; i < 40; i++) {
        double m = 0.5 * (low + high);
        x = x0 + m * (x1 - x0), y = y0 + m * (y1 - y0);
        if (sign * height(s, t, x, y) > 0)
            low = m;
        else
            high = m;
    }
    return make(x, y, (double)oracle_evaluate(s, x + 0.5, y + 0.5).d[0][0][2]);
}

enum { GRID = 64 };

/* Every change of sign over a grid lies on a curve, and the curves are as long, about, as those of
   the grid: none is missing, none is there twice. */
static void height_fields(void)
{
    static double z[GRID + 1][GRID + 1];
    test_random r = test_random_from(4);
    int n, i, j;
    for (n = 0; n < test_repeat(8); n++) {
        case_surface s = random_heights(&r, test_integer(&r, 4, 12), 0.2);
        case_surface t = random_heights(&r, test_integer(&r, 4, 12), 0.1);
        cld_nurbs_body a = case_body(&s.view, 1), b = case_body(&t.view, 1);
        double chord = 1e-4, worst = 0, length = 0, allowed;
        find(&a, &b, chord);
        for (i = 0; i <= GRID; i++)
            for (j = 0; j <= GRID; j++)
                z[i][j] = height(&s.view, &t.view, (double)i / GRID - 0.5, (double)j / GRID - 0.5);
        for (i = 0; i <= GRID; i++)
            for (j = 0; j <= GRID; j++) {
                double x = (double)i / GRID - 0.5, y = (double)j / GRID - 0.5, h = 1.0 / GRID;
                vec on[4];
                int c, found = 0;
                if (i < GRID && z[i][j] * z[i + 1][j] < 0)
                    on[found++] = zero_between(&s.view, &t.view, x, y, x + h, y);
                if (j < GRID && z[i][j] * z[i][j + 1] < 0)
                    on[found++] = zero_between(&s.view, &t.view, x, y, x, y + h);
                for (c = 0; c < found; c++) worst = fmax(worst, to_curves(&got, on[c]));
                if (i == GRID || j == GRID) continue;
                if (z[i + 1][j] * z[i + 1][j + 1] < 0)
                    on[found++] = zero_between(&s.view, &t.view, x + h, y, x + h, y + h);
                if (z[i][j + 1] * z[i + 1][j + 1] < 0)
                    on[found++] = zero_between(&s.view, &t.view, x, y + h, x + h, y + h);
                if (found == 2) length += apart(on[0], on[1]);
                if (found == 4) length += apart(on[0], on[1]) + apart(on[2], on[3]);
            }
        /* bisection leaves h 2^-40, and the slope carries it; the slope of such nets is below 20 */
        allowed = fmax(chord, 4 * case_tolerance(&a, &b)) + 1e-9;
        if (!CHECK(worst <= allowed))
            printf("    pair %d: a zero is %g off all curves\n", n, worst);
        /* the grid cuts corners and does not see loops smaller than its cells */
        if (!CHECK(fabs(all_length(&got) - length) <= 0.02 * length + 4.0 / GRID))
            printf("    pair %d: length %g, by the grid %g\n", n, all_length(&got), length);
        case_free(&s), case_free(&t);
    }
}

enum { NET = 20 };

typedef struct sample {
    double u, v;
    vec p;
} sample;

/* The surface over a grid of parameters. */
static void sample_surface(const cld_nurbs_body *body, sample net[NET + 1][NET + 1])
{
    const cld_nurbs *s = body->surfaces;
    double u0 = (double)s->knots_u[s->degree_u], u1 = (double)s->knots_u[s->count_u];
    double v0 = (double)s->knots_v[s->degree_v], v1 = (double)s->knots_v[s->count_v];
    int i, j;
    for (i = 0; i <= NET; i++)
        for (j = 0; j <= NET; j++) {
            net[i][j].u = u0 + (u1 - u0) * i / NET, net[i][j].v = v0 + (v1 - v0) * j / NET;
            net[i][j].p = surface_at(body, 0, net[i][j].u, net[i][j].v);
        }
}

static vec cross(vec a, vec b)
{
    return make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/* Where the segment meets the triangle: t along the segment, (s0, s1) in the triangle. 1: it
   does. */
static int segment_triangle(vec from_, vec to, const vec *p, double *t, double *s0, double *s1)
{
    vec d = minus(to, from_), e = minus(p[1], p[0]), f = minus(p[2], p[0]), h = cross(d, f);
    double det = dot(e, h);
    vec o = minus(from_, p[0]), q;
    if (fabs(det) < 1e-300) return 0;
    *s0 = dot(o, h) / det;
    q = cross(o, e);
    *s1 = dot(d, q) / det, *t = dot(f, q) / det;
    return *s0 >= 0 && *s1 >= 0 && *s0 + *s1 <= 1 && *t >= 0 && *t <= 1;
}

/* Newton's method for the isoline of A that runs from `from_` to `to` against B: three unknowns, t
   on the line and (u, v). 1: converged within both. */
static int isoline_meets(const cld_nurbs_body *a, const sample *from_, const sample *to,
                         const cld_nurbs_body *b, double t, double u, double v, vec *out)
{
    const cld_nurbs *s = b->surfaces;
    double lo[3], hi[3], x[3];
    int i, k;
    lo[0] = 0, hi[0] = 1;
    lo[1] = (double)s->knots_u[s->degree_u], hi[1] = (double)s->knots_u[s->count_u];
    lo[2] = (double)s->knots_v[s->degree_v], hi[2] = (double)s->knots_v[s->count_v];
    x[0] = t, x[1] = u, x[2] = v;
    for (i = 0; i < 30; i++) {
        vec p, f, d[3], g;
        double det, step[3];
        p = surface_at(a, 0, from_->u + x[0] * (to->u - from_->u),
                       from_->v + x[0] * (to->v - from_->v));
        f = minus(surface_at(b, 0, x[1], x[2]), p);
        *out = p;
        if (sqrt(dot(f, f)) < 1e-11) return 1;
        for (k = 0; k < 3; k++) {
            double e = 1e-6 * (hi[k] - lo[k]), y[3];
            memcpy(y, x, sizeof y);
            y[k] += x[k] + e > hi[k] ? -e : e;
            if (k == 0) {
                g = surface_at(a, 0, from_->u + y[0] * (to->u - from_->u),
                               from_->v + y[0] * (to->v - from_->v));
                g = minus(p, g);
            } else {
                g = minus(surface_at(b, 0, y[1], y[2]), surface_at(b, 0, x[1], x[2]));
            }
            d[k] = make(g.x / (y[k] - x[k]), g.y / (y[k] - x[k]), g.z / (y[k] - x[k]));
        }
        det = dot(d[0], cross(d[1], d[2]));
        if (fabs(det) < 1e-300) return 0;
        step[0] = dot(f, cross(d[1], d[2])) / det;
        step[1] = dot(d[0], cross(f, d[2])) / det, step[2] = dot(d[0], cross(d[1], f)) / det;
        for (k = 0; k < 3; k++) {
            double most = 0.1 * (hi[k] - lo[k]);
            x[k] -= fmax(-most, fmin(most, step[k]));
            if (!(x[k] >= lo[k] && x[k] <= hi[k])) return 0;
        }
    }
    return 0;
}

static int brute_force_found;

/* Every point where a line of A's net is seen to cross B's triangles, made exact, lies on a curve.
   */
static void cross_net(const cld_nurbs_body *a, const cld_nurbs_body *b, double allowed, int pair)
{
    static sample na[NET + 1][NET + 1], nb[NET + 1][NET + 1];
    int i, j, k, l, way, half;
    sample_surface(a, na), sample_surface(b, nb);
    for (i = 0; i <= NET; i++)
        for (j = 0; j <= NET; j++)
            for (way = 0; way < 2; way++) {
                const sample *p = &na[i][j], *q;
                if (way ? j == NET : i == NET) continue;
                q = way ? &na[i][j + 1] : &na[i + 1][j];
                for (k = 0; k < NET; k++)
                    for (l = 0; l < NET; l++)
                        for (half = 0; half < 2; half++) {
                            const sample *c[3];
                            double t, s0, s1, off;
                            vec tri[3], on;
                            c[0] = &nb[k + half][l + half], c[1] = &nb[k + 1][l],
                            c[2] = &nb[k][l + 1];
                            tri[0] = c[0]->p, tri[1] = c[1]->p, tri[2] = c[2]->p;
                            if (!segment_triangle(p->p, q->p, tri, &t, &s0, &s1)) continue;
                            if (!isoline_meets(
                                    a, p, q, b, t,
                                    c[0]->u + s0 * (c[1]->u - c[0]->u) + s1 * (c[2]->u - c[0]->u),
                                    c[0]->v + s0 * (c[1]->v - c[0]->v) + s1 * (c[2]->v - c[0]->v),
                                    &on))
                                continue;
                            brute_force_found++;
                            off = to_curves(&got, on);
                            if (!CHECK(off <= allowed))
                                printf("    pair %d: (%g %g %g) is %g off all curves\n", pair, on.x,
                                       on.y, on.z, off);
                        }
            }
}

static void random_surfaces(void)
{
    test_random r = test_random_from(5);
    int n;
    brute_force_found = 0;
    for (n = 0; n < test_repeat(random_pairs); n++) {
        static test_surface s, t;
        cld_nurbs_body a, b;
        double chord = 1e-3, allowed;
        int kind = test_integer(&r, 0, CASE_KINDS - 1);
        case_random(&r, kind == CASE_WILD ? CASE_PLAIN : kind, &s);
        kind = test_integer(&r, 0, CASE_KINDS - 1);
        case_random(&r, kind == CASE_WILD ? CASE_PLAIN : kind, &t);
        a = case_body(&s.view, 1), b = case_body(&t.view, 1);
        a.pose = test_pose(&r, 0.3), b.pose = test_pose(&r, 0.3);
        find(&a, &b, chord);
        /* Newton's method in brute force ends at 1e-11, times the inverse of an angle */
        allowed = fmax(chord, 4 * case_tolerance(&a, &b)) + 1e-6;
        cross_net(&a, &b, allowed, n);
        cross_net(&b, &a, allowed, n);
    }
    CHECK(brute_force_found > 0);
}

/* ------------------------------------------------------------------------------ how it is asked */

static void same_however_asked(void)
{
    test_random r = test_random_from(6);
    case_surface memory[8], waves = case_waves(9);
    cld_nurbs views[8];
    int n, k;
    case_sphere(0.4, memory, views);
    for (n = 0; n < test_repeat(12); n++) {
        cld_nurbs_body a = case_body(views, 8), b = case_body(&waves.view, 1), pa, pb;
        cld_nurbs_model ma, mb;
        memset(&ma, 0, sizeof ma), memset(&mb, 0, sizeof mb);
        a.pose = test_pose(&r, 0.3), b.pose = test_pose(&r, 0.3);
        find(&a, &b, 1e-4);
        CHECK(cld_nurbs_model_build(&ma, views, 8, NULL) == CLD_OK);
        CHECK(cld_nurbs_model_build(&mb, &waves.view, 1, NULL) == CLD_OK);
        pa = a, pb = b;
        pa.model = &ma, pb.model = &mb;
        ask(&pa, &pb, 1e-4, &again); /* prepared: the same, bit by bit */
        CHECK(again.count == got.count && again.points == got.points);
        CHECK(memcmp(again.curve, got.curve, (size_t)got.count * sizeof got.curve[0]) == 0);
        CHECK(memcmp(again.point, got.point, (size_t)got.points * sizeof got.point[0]) == 0);
        ask(&b, &a, 1e-4, &again); /* exchanged: the same curves */
        CHECK(again.count == got.count && closed_count(&again) == closed_count(&got));
        CHECK_NEAR(all_length(&again), all_length(&got), 2e-3 * (1 + all_length(&got)));
        for (k = 0; k < again.points; k += 7) {
            double off = to_curves(&got, from(again.point[k].position));
            CHECK(off <= 1e-4 + 4 * case_tolerance(&a, &b));
        }
        cld_nurbs_model_free(&ma), cld_nurbs_model_free(&mb);
    }
    for (k = 0; k < 8; k++) case_free(&memory[k]);
    case_free(&waves);
}

static void capacities(void)
{
    case_surface torus = case_torus(0.25), square = case_square(4, 3, 6);
    cld_nurbs_body a = case_body(&torus.view, 1), b = case_body(&square.view, 1);
    cld_nurbs_curve curve[2];
    cld_nurbs_curve_point *point;
    int points = -1, count, k;
    b.pose = case_at(0, 0, 0.1);
    find(&a, &b, 0);
    CHECK(got.count == 2);
    CHECK(cld_nurbs_curves(&a, &b, NULL, &shared, NULL, 0, NULL, 0, &points) == 2);
    CHECK(points == got.points);
    point = (cld_nurbs_curve_point *)malloc((size_t)(points + 1) * sizeof *point);
    if (!point) abort();
    for (k = 0; k < 4; k++) { /* room for nothing, all but one point, one curve, all */
        int most = k == 0 ? 0 : k == 1 ? points - 1 : points, curves = k == 2 ? 1 : 2;
        int whole = k == 0 ? 0 : k == 3 ? 2 : 1, written = whole == 1 ? got.curve[0].count : points;
        if (!whole) written = 0;
        memset(curve, 0x5a, sizeof curve);
        memset(point, 0x5a, (size_t)(points + 1) * sizeof *point);
        count = cld_nurbs_curves(&a, &b, NULL, &shared, curve, curves, point, most, &points);
        CHECK(count == 2 && points == got.points);
        CHECK(memcmp(curve, got.curve, (size_t)whole * sizeof *curve) == 0);
        CHECK(memcmp(point, got.point, (size_t)written * sizeof *point) == 0);
        CHECK(whole == 2 || *(const unsigned char *)(curve + whole) == 0x5a);
        CHECK(*(const unsigned char *)(point + written) == 0x5a);
    }
    CHECK(cld_nurbs_curves(&a, &b, NULL, &shared, NULL, 0, NULL, 0, NULL) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_curves(&a, &b, NULL, &shared, NULL, 1, NULL, 0, &points) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_curves(&a, &b, NULL, &shared, NULL, 0, NULL, 1, &points) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_curves(&a, &b, NULL, &shared, NULL, -1, NULL, 0, &points) == CLD_ERROR_COUNT);
    CHECK(cld_nurbs_curves(&a, &b, NULL, &shared, NULL, 0, NULL, -1, &points) == CLD_ERROR_COUNT);
    CHECK(cld_nurbs_curves(&a, &b, NULL, NULL, NULL, 0, NULL, 0, &points) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_curves(NULL, &b, NULL, &shared, NULL, 0, NULL, 0, &points) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_contacts(&a, &b, NULL, &shared, NULL, 1, NULL) == CLD_ERROR_NULL);
    CHECK(cld_nurbs_contacts(&a, &b, NULL, &shared, NULL, -1, NULL) == CLD_ERROR_COUNT);
    CHECK(points == got.points); /* untouched by all of these */
    free(point);
    case_free(&torus), case_free(&square);
}

static void short_of_memory(const cld_nurbs_body *a, const cld_nurbs_body *b,
                            const cld_nurbs_params *params)
{
    cld_nurbs_contact contact;
    test_memory memory;
    long n;
    int points, count = cld_nurbs_curves(a, b, params, &shared, NULL, 0, NULL, 0, &points);
    for (n = 1; n < 1000; n++) {
        cld_workspace workspace;
        int status;
        memset(&workspace, 0, sizeof workspace);
        test_memory_reset(&memory, n);
        workspace.allocator = test_allocator(&memory);
        points = -7;
        status = cld_nurbs_curves(a, b, params, &workspace, again.curve, MOST_CURVES, again.point,
                                  MOST_POINTS, &points);
        if (memory.failed) CHECK(status == CLD_ERROR_MEMORY && points == -7);
        status = cld_nurbs_contacts(a, b, params, &workspace, &contact, 1, NULL);
        if (!memory.failed) n = 1000;
        memory.fail_at = 0; /* the same workspace works once there is memory */
        status = cld_nurbs_curves(a, b, params, &workspace, NULL, 0, NULL, 0, &points);
        CHECK(status == count);
        memory.requests = 0;
        status = cld_nurbs_curves(a, b, params, &workspace, NULL, 0, NULL, 0, &points);
        CHECK(status == count && memory.requests == 0); /* nothing more is asked for */
        cld_workspace_free(&workspace);
        CHECK(memory.live == 0 && memory.blocks == 0);
    }
    CHECK(n > 1000);
}

/* A square above the plane of x and y, and upright. */
static case_surface upright(double gap)
{
    case_surface wall = case_square(1, 1, 2);
    int n;
    for (n = 0; n < 4; n++) case_set(&wall, n / 2, n % 2, 0, n / 2 * 2 - 1, n % 2 ? 1 : gap);
    return wall;
}

static void out_of_memory(void)
{
    case_surface s = case_waves(6), t = case_waves(7), torus = case_torus(0.25), ring[4];
    case_surface square = case_square(1, 1, 2), wall = upright(1e-5);
    cld_nurbs quarters[4];
    cld_nurbs_body a = case_body(&s.view, 1), b = case_body(&t.view, 1);
    cld_nurbs_params params;
    int k;
    memset(&params, 0, sizeof params);
    params.chord_error = (cld_real)1e-5;
    b.pose = case_at(0.1, 0.2, 0.01);
    short_of_memory(&a, &b, &params);
    case_cylinder(2, ring, quarters); /* branches, and a limit */
    a = b = case_body(quarters, 4);
    b.pose.rotation = case_at(0, 0, 0).rotation;
    b.pose.rotation.x.x = 0, b.pose.rotation.x.z = -1;
    b.pose.rotation.z.x = 1, b.pose.rotation.z.z = 0;
    short_of_memory(&a, &b, &params);
    params.max_pairs = 3000;
    short_of_memory(&a, &b, &params);
    a = case_body(&torus.view, 1), b = case_body(&s.view, 1); /* places of touch */
    b.pose = case_at(1, 0, 0.25);
    short_of_memory(&a, &b, NULL);
    a = case_body(&square.view, 1), b = case_body(&wall.view, 1); /* an edge just above a sheet */
    memset(&params, 0, sizeof params);
    params.tolerance = (cld_real)1e-3;
    short_of_memory(&a, &b, &params);
    case_free(&s), case_free(&t), case_free(&torus), case_free(&square), case_free(&wall);
    for (k = 0; k < 4; k++) case_free(&ring[k]);
}

/* ----------------------------------------------------------------------------------- degenerate */

/* Whatever they are, the query ends with an answer that is not absurd. */
static void odd_pair(const char *name, const cld_nurbs_body *a, const cld_nurbs_body *b, int least,
                     int most)
{
    long before = test_failures;
    ask(a, b, 0, &got);
    CHECK(got.count >= least && got.count <= most);
    CHECK(cld_workspace_bytes(&shared) < 64u << 20);
    if (test_failures != before) printf("    %s: %d curves\n", name, got.count);
}

/* A limit that ends the search: what was found so far, and a vertex that says that there may be
   more. Nothing is said to be apart that is not. */
static void limits(void)
{
    static const int pairs[5] = {1, 10, 100, 1000, 10000};
    case_surface memory[8], torus = case_torus(0.25), square = case_square(4, 3, 5);
    cld_nurbs views[8];
    cld_nurbs_body a[3], b[3];
    cld_nurbs_params params;
    cld_nurbs_contact contact[8];
    int n, k, i, count, open, relation;
    case_sphere(1, memory, views);
    a[0] = b[0] = case_body(views, 8), b[0].pose = case_at(1, 0.1, 0.2);
    a[1] = case_body(&torus.view, 1), b[1] = case_body(&square.view, 1);
    b[1].pose = case_at(0.2, 0.1, 0.25);
    a[2] = b[2] = case_body(views, 8), b[2].pose = case_at(2.1, 0.1, 0.2);
    for (n = 0; n < 3; n++) {
        for (k = 0; k < 7; k++) {
            memset(&params, 0, sizeof params);
            if (k < 5) params.max_pairs = pairs[k];
            if (k >= 5) params.max_level = k == 5 ? 1 : 5;
            got.count = cld_nurbs_curves(&a[n], &b[n], &params, &shared, got.curve, MOST_CURVES,
                                         got.point, MOST_POINTS, &got.points);
            CHECK(got.count >= (n < 2) && got.count <= MOST_CURVES && got.points <= MOST_POINTS);
            for (i = open = 0; i < got.count; i++) {
                if (got.curve[i].relation == CLD_UNDECIDED) open++;
                if (got.curve[i].relation == CLD_CROSSING) CHECK(got.curve[i].count > 1);
            }
            if (k == 0 || k == 5) CHECK(open > 0 || n == 2);
            if (k < 5) CHECK(got.points <= pairs[k] + 4); /* a step is a pair; four ends */
            count = cld_nurbs_contacts(&a[n], &b[n], &params, &shared, contact, 8, &relation);
            CHECK(count == got.count && (count > 0) == (relation != CLD_APART));
            for (i = 0; i < count && i < 8; i++) open -= contact[i].relation == CLD_UNDECIDED;
            CHECK(open >= 0); /* a curve cut short is a crossing all the same */
        }
        ask(&a[n], &b[n], 0, &got);
        for (i = 0; i < got.count; i++) CHECK(got.curve[i].relation != CLD_UNDECIDED);
    }
    /* a chord error of nothing: as many vertices as max_pairs allows, and no more */
    memset(&params, 0, sizeof params);
    params.chord_error = (cld_real)1e-30;
    params.max_pairs = 20000;
    count = cld_nurbs_curves(&a[0], &b[0], &params, &shared, NULL, 0, NULL, 0, &n);
    CHECK(count >= 1 && n <= 20004);
    for (k = 0; k < 8; k++) case_free(&memory[k]);
    case_free(&torus), case_free(&square);
}

/* Tolerances that nothing can meet, and some beyond all sizes. */
static void any_tolerance(void)
{
    static const double tolerances[6] = {1e-300, 1e-12, 1e-3, 0.1, 10, 1e30};
    case_surface memory[8], ring[4];
    cld_nurbs views[8], quarters[4];
    cld_nurbs_body a[3], b[3];
    cld_nurbs_params params;
    cld_pose across = case_at(0, 0, 0);
    int n, k, count, points;
    case_sphere(1, memory, views), case_cylinder(2, ring, quarters);
    across.rotation.x.x = 0, across.rotation.x.z = -1;
    across.rotation.z.x = 1, across.rotation.z.z = 0;
    a[0] = b[0] = case_body(quarters, 4), b[0].pose = across;
    a[1] = b[1] = case_body(views, 8), b[1].pose = case_at(1, 0, 0);
    a[2] = b[2] = a[1], b[2].pose = case_at(3, 0, 0);
    for (n = 0; n < 3; n++) {
        for (k = 0; k < 6; k++) {
            memset(&params, 0, sizeof params);
            params.tolerance = (cld_real)tolerances[k];
            count = cld_nurbs_curves(&a[n], &b[n], &params, &shared, NULL, 0, NULL, 0, &points);
            CHECK(count >= (n < 2 || k > 3) && count <= 16);
            if (n < 2 && k < 3) CHECK(count == 2 - n);
            if (n == 2 && k < 4) CHECK(count == 0);
        }
    }
    for (k = 0; k < 8; k++) case_free(&memory[k]);
    for (k = 0; k < 4; k++) case_free(&ring[k]);
}

/* A circle on a square whose weights make it run fast at one end: where the parameters of a chord
   are far from those of its curve, that is still seen to be one closed curve. */
static void circles_on_fast_squares(void)
{
    case_surface memory[8], square = case_square(2, 1, 2);
    cld_real weights[4];
    cld_nurbs views[8];
    cld_nurbs_body a, b;
    test_random r = test_random_from(9);
    int n, k;
    case_sphere(1, memory, views);
    square.view.weights = weights;
    a = case_body(&square.view, 1), b = case_body(views, 8);
    for (n = 0; n < 40; n++) {
        double ratio = pow(10, 6.0 * n / 39), x = test_between(&r, -0.5, 0.5);
        for (k = 0; k < 4; k++) weights[k] = (cld_real)(k < 2 ? sqrt(ratio) : 1 / sqrt(ratio));
        b.pose = case_at(x, test_between(&r, -0.5, 0.5), sqrt(0.84));
        ask(&a, &b, 1e-3, &got);
        CHECK(got.count == 1 && got.curve[0].closed && got.points < 400);
        check_vertices(&a, &b, &got);
        /* whatever the speed: the height that is rounded is 2.3 radii; Newton's method ends at a
           gap of 32 roundings of double of the size, 1.7, at an angle of sine 0.4 */
        check_circle(&got, 0, make(x, (double)b.pose.position.y, 0), 0.4, 1e-3,
                     16 * TEST_ROUND + 32 * 1.2e-16 * 1.7 / 0.4);
    }
    for (k = 0; k < 8; k++) case_free(&memory[k]);
    case_free(&square);
}

/* A circle that dips over a line of knots and comes back: the trace follows it there, and does not
   take the line for a crease and run to and fro. */
static void circles_that_graze_a_knot(void)
{
    case_surface memory[8], square = case_square(8, 2, 4);
    cld_nurbs views[8];
    cld_nurbs_body a, b;
    int n;
    case_sphere(1, memory, views);
    a = case_body(&square.view, 1), b = case_body(views, 8);
    for (n = 0; n < 40; n++) {
        double dip = pow(10, -1 - 0.15 * n);
        b.pose = case_at(sqrt(0.91) - dip, 0.013, 0.3);
        ask(&a, &b, 1e-3, &got);
        CHECK(got.count == 1 && got.curve[0].closed && got.points < 1000);
        check_vertices(&a, &b, &got);
    }
    for (n = 0; n < 8; n++) case_free(&memory[n]);
    case_free(&square);
}

static void degenerate(void)
{
    case_surface memory[8], waves = case_waves(6), square = case_square(1, 1, 2), line, dot_, high,
                            bad;
    case_surface half = case_square(1, 3, 5);
    cld_nurbs views[8], two[2];
    cld_nurbs_body a, b;
    cld_real fast[4];
    int k, i, j;
    case_sphere(1, memory, views);
    a = case_body(views, 8);
    odd_pair("sphere against itself", &a, &a, 1, 4);
    a = case_body(&waves.view, 1);
    odd_pair("waves against themselves", &a, &a, 1, 4);
    a = case_body(&square.view, 1);
    odd_pair("square against itself", &a, &a, 1, 1);
    b = case_body(&half.view, 1);
    b.pose = case_at(0.5, 0, 0); /* overlaps by half, in its plane */
    odd_pair("squares that overlap", &a, &b, 1, 4);
    b.pose = case_at(1, 0, 0); /* shares an edge */
    odd_pair("squares with a common edge", &a, &b, 1, 8);
    b.pose = case_at(1, 1, 0); /* shares a corner */
    odd_pair("squares with a common corner", &a, &b, 1, 1);
    b.pose = case_at(1.001, 0, 0);
    odd_pair("squares side by side", &a, &b, 0, 0);
    line = case_square(1, 2, 4), dot_ = case_square(1, 2, 4);
    for (i = 0; i < 4; i++)
        for (j = 0; j < 4; j++) {
            case_set(&line, i, j, 0, 0, i - 1.5);
            case_set(&dot_, i, j, 0.1, 0.2, 0);
        }
    b = case_body(&line.view, 1);
    odd_pair("a surface that is a line", &a, &b, 1, 16);
    b = case_body(&dot_.view, 1);
    odd_pair("a surface that is a point", &a, &b, 1, 1);
    odd_pair("a point against itself", &b, &b, 1, 4);
    /* weights that make a square run fast at one end, where parameters are coarse for its points:
       still a straight line, of few vertices */
    for (i = 0; i < 4; i++) fast[i] = (cld_real)(i < 2 ? 800 : 0.001);
    case_free(&half);
    half = case_square(1, 1, 2);
    half.view.weights = fast;
    a = case_body(&half.view, 1), b = case_body(&square.view, 1);
    b.pose = case_at(0.1, 0, 0);
    b.pose.rotation.x.x = (cld_real)0.8, b.pose.rotation.x.y = (cld_real)0.6;
    b.pose.rotation.y.y = 0, b.pose.rotation.y.z = 1;
    b.pose.rotation.z.x = (cld_real)0.6, b.pose.rotation.z.y = (cld_real)-0.8;
    b.pose.rotation.z.z = 0;
    ask(&a, &b, 1e-4, &got);
    CHECK(got.count == 1 && got.points < 200);
    check_vertices(&a, &b, &got);
    for (i = 0; i < got.points; i++) { /* on the wall, whatever the speed */
        vec p = from(got.point[i].position);
        CHECK_NEAR(0.6 * (p.x - 0.1) - 0.8 * p.y, 0, 4 * TEST_ROUND);
        CHECK_NEAR(p.z, 0, 4 * TEST_ROUND);
    }
    a = case_body(&square.view, 1);
    high = case_square(1, 7, 8);
    for (i = 0; i < 64; i++) high.points[3 * i + 2] = (cld_real)(i % 3 ? 0.2 : -0.2);
    b = case_body(&high.view, 1);
    odd_pair("degree 7", &a, &b, 1, 12);
    two[0] = waves.view, two[1] = waves.view; /* twice the same: one curve, not two */
    a = case_body(two, 2), b = case_body(&square.view, 1);
    b.pose = case_at(0, 0, 0.02);
    odd_pair("a body that holds a surface twice", &a, &b, 1, 40);
    bad = case_square(1, 3, 4);
    bad.points[7] = (cld_real)TEST_NAN;
    b = case_body(&bad.view, 1);
    CHECK(cld_nurbs_curves(&a, &b, NULL, &shared, NULL, 0, NULL, 0, &k) == CLD_ERROR_POINT);
    CHECK(cld_nurbs_contacts(&a, &b, NULL, &shared, NULL, 0, NULL) == CLD_ERROR_POINT);
    for (k = 0; k < 8; k++) case_free(&memory[k]);
    case_free(&waves), case_free(&square), case_free(&line), case_free(&dot_), case_free(&high);
    case_free(&bad), case_free(&half);
}

/* Two squares beside each other, their common edge the segment |y| <= 1 at x = z = 0, slanted so
   that they rise by `rise` on the way outwards; by 2 x 2 or more points. */
static void case_roof(double rise, int degree, int n, case_surface memory[2], cld_nurbs views[2])
{
    int k, i;
    for (k = 0; k < 2; k++) {
        memory[k] = case_square(2, degree, n);
        for (i = 0; i < n * n; i++) {
            cld_real *p = memory[k].points + 3 * i;
            p[0] += (cld_real)(k ? 1 : -1);
            p[2] = (cld_real)(rise * fabs((double)p[0]));
        }
        views[k] = memory[k].view;
    }
}

/* A curve along an edge that surfaces share is found on each of them, and given once. */
static void along_a_common_edge(void)
{
    static const double rises[4] = {0, 0.5, -0.5, 1};
    case_surface floor_[2], wall[2];
    cld_nurbs floors[2], walls[2];
    cld_nurbs_body a, b;
    cld_pose upright = case_at(0, 0, 0);
    int n, k, sides;
    upright.rotation.x.x = 0, upright.rotation.x.z = 1;
    upright.rotation.z.x = -1, upright.rotation.z.z = 0;
    for (n = 0; n < 16; n++) {
        case_roof(rises[n % 4], 1 + n / 4 % 2, 2 + n / 8 + n / 4 % 2, floor_, floors);
        case_roof(0.25, 1, 2 + n / 8, wall, walls);
        for (sides = 1; sides <= 2; sides++) { /* one square stands on the edge; two meet there */
            a = case_body(floors, 2), b = case_body(walls + 2 - sides, sides);
            b.pose = upright;
            ask(&a, &b, 1e-4, &got);
            if (!CHECK(got.count == 1)) {
                printf("    %d, %d: %d curves\n", n, sides, got.count);
                continue;
            }
            check_vertices(&a, &b, &got);
            CHECK_NEAR(all_length(&got), 2, 64 * TEST_ROUND);
            for (k = 0; k < got.points; k++)
                CHECK(fabs((double)got.point[k].position.x) <= 16 * TEST_ROUND &&
                      fabs((double)got.point[k].position.z) <= 16 * TEST_ROUND);
        }
        for (k = 0; k < 2; k++) case_free(&floor_[k]), case_free(&wall[k]);
    }
}

/* --------------------------------------------------------------------------- near, not crossing */

/* The sheet |x|, |y| <= 1, z = 0 and a wall of n x n points that stands on the height `gap`, above
   inner points of the sheet: leaning, curved as seen from above, turned so that a corner is lowest,
   of any degree. Its distance from the sheet is the gap. */
static case_surface case_wall(test_random *r, double gap)
{
    const int degree = (int)test_integer(r, 1, 3), n = degree + 1 + (int)test_integer(r, 0, 2);
    const double lean = test_between(r, -1, 1), bend = test_between(r, -0.3, 0.3);
    const double yaw = test_between(r, 0, 2 * PI), turn = test_between(r, 0, 1.2);
    const int corner = (int)test_integer(r, 0, 1);
    case_surface s = case_new(degree, degree, n, n, 0);
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            double along = (double)i / (n - 1), up = (double)j / (n - 1), x, y;
            if (corner) {
                x = along * cos(turn) - up * sin(turn);
                up = along * sin(turn) + up * cos(turn), along = x;
            }
            x = 0.7 * along - 0.3, y = bend * along * along + lean * up;
            case_set(&s, i, j, x * cos(yaw) - y * sin(yaw), x * sin(yaw) + y * cos(yaw), gap + up);
        }
    return s;
}

/* Two bodies: what each query says of whether they are near, and that all agree. */
static int said_near(const cld_nurbs_body *a, const cld_nurbs_body *b, double tolerance)
{
    cld_nurbs_params params;
    cld_nurbs_contact first, c[4];
    int relation, said, count, curves, points, k;
    memset(&params, 0, sizeof params);
    params.tolerance = (cld_real)tolerance;
    said = cld_nurbs_collide(a, b, &params, &shared, &first);
    count = cld_nurbs_contacts(a, b, &params, &shared, c, 4, &relation);
    curves = cld_nurbs_curves(a, b, &params, &shared, NULL, 0, NULL, 0, &points);
    CHECK(said >= 0 && said != CLD_UNDECIDED && relation != CLD_UNDECIDED);
    CHECK((count > 0) == (said > 0) && (relation > 0) == (said > 0) && count == curves);
    for (k = 0; k < count && k < 4; k++) {
        const double d = apart(from(c[k].contact.point_a), from(c[k].contact.point_b));
        CHECK(d <= tolerance + 64 * TEST_ROUND && d <= (double)c[k].error);
        CHECK_NEAR(dot(from(c[k].contact.normal), from(c[k].contact.normal)), 1, 16 * TEST_ROUND);
    }
    return relation;
}

/* An edge or a corner just above a sheet: the pieces there cross at a large angle, if only beyond
   the edge, so that no place of touch is looked for. Their relation was CLD_APART. Likewise that of
   flat sheets that cross at a small angle. */
static void nearer_than_the_tolerance(void)
{
    static const double gaps[4] = {1e-4, 1e-5, 1e-6, 0};
    test_random r = test_random_from(11);
    case_surface square = case_square(1, 1, 2), wall;
    cld_nurbs_body a, b;
    double angle;
    int n, k;
    a = case_body(&square.view, 1);
    for (k = 0; k < 4; k++) {
        wall = upright(gaps[k]);
        b = case_body(&wall.view, 1);
        CHECK(said_near(&a, &b, 1e-3) == CLD_NEAR);
        case_free(&wall);
    }
    for (angle = 0.5; angle > 1e-4; angle *= 0.5) {
        wall = case_square(1, 1, 2);
        for (n = 0; n < 4; n++)
            case_set(&wall, n / 2, n % 2, n / 2 * 2 - 1, n % 2 * 2 - 1, angle * (n / 2 * 2 - 1));
        b = case_body(&wall.view, 1);
        CHECK(said_near(&a, &b, 1e-3) != CLD_APART);
        case_free(&wall);
    }
    for (n = 0; n < test_repeat(400); n++) {
        const double tolerance = pow(10, -test_between(&r, 2, 4)), far = test_between(&r, 1.05, 9);
        const double gap = tolerance * (n % 4 ? test_between(&r, 0.01, 0.24) : far);
        case_surface sheet = case_square(1, (int)test_integer(&r, 1, 3), 4);
        wall = case_wall(&r, gap);
        a = case_body(&sheet.view, 1), b = case_body(&wall.view, 1);
        a.pose = b.pose = test_pose(&r, 1);
        if (!CHECK((said_near(&a, &b, tolerance) != CLD_APART) == (n % 4 != 0)))
            printf("    %d: gap %g, tolerance %g\n", n, gap, tolerance);
        if (!CHECK((said_near(&b, &a, tolerance) != CLD_APART) == (n % 4 != 0)))
            printf("    %d, exchanged: gap %g, tolerance %g\n", n, gap, tolerance);
        case_free(&sheet), case_free(&wall);
    }
    case_free(&square);
}

/* What is near, but nowhere meets, is not apart for want of pairs to look at. */
static void limits_where_all_is_near(void)
{
    test_random r = test_random_from(12);
    cld_nurbs_params params;
    int n, points;
    memset(&params, 0, sizeof params);
    params.tolerance = (cld_real)1e-3;
    for (n = 0; n < test_repeat(100); n++) {
        case_surface sheet = case_square(1, (int)test_integer(&r, 1, 3), 4);
        case_surface wall = case_wall(&r, 1e-3 * test_between(&r, 0.01, 0.24));
        cld_nurbs_body a = case_body(&sheet.view, 1), b = case_body(&wall.view, 1);
        a.pose = b.pose = test_pose(&r, 1);
        for (params.max_pairs = 1; params.max_pairs < 64; params.max_pairs++) {
            CHECK(cld_nurbs_curves(&a, &b, &params, &shared, NULL, 0, NULL, 0, &points) > 0);
            CHECK(cld_nurbs_curves(&b, &a, &params, &shared, NULL, 0, NULL, 0, &points) > 0);
        }
        case_free(&sheet), case_free(&wall);
    }
}

/* ------------------------------------------------------------------------------------- contacts */

static void contacts(void)
{
    test_random r = test_random_from(7);
    case_surface memory[8], torus = case_torus(0.25), square = case_square(4, 3, 5);
    cld_nurbs views[8];
    cld_nurbs_body a, b;
    cld_nurbs_contact c[8];
    int n, k, count, relation;
    case_sphere(1, memory, views);
    for (n = 0; n < test_repeat(20); n++) { /* two spheres: the depth is known */
        double d, depth;
        vec way;
        a = b = case_body(views, 8);
        a.pose = test_pose(&r, 1), b.pose = test_pose(&r, 1);
        way = minus(from(b.pose.position), from(a.pose.position));
        d = sqrt(dot(way, way)), depth = 2 - d;
        if (depth < 0.02 || depth > 1) continue;
        count = cld_nurbs_contacts(&a, &b, NULL, &shared, c, 8, &relation);
        CHECK(count == 1 && relation == CLD_CROSSING);
        if (count != 1) continue;
        CHECK(c[0].relation == CLD_CROSSING);
        CHECK_NEAR(c[0].contact.distance, -depth, 128 * TEST_ROUND);
        CHECK_NEAR(dot(from(c[0].contact.normal), way), d, 128 * TEST_ROUND);
        CHECK_NEAR(apart(from(c[0].contact.point_a), from(a.pose.position)), 1, 128 * TEST_ROUND);
        CHECK_NEAR(apart(from(c[0].contact.point_b), from(b.pose.position)), 1, 128 * TEST_ROUND);
        count = cld_nurbs_contacts(&b, &a, NULL, &shared, c, 8, NULL); /* exchanged */
        CHECK(count == 1);
        CHECK_NEAR(c[0].contact.distance, -depth, 128 * TEST_ROUND);
        CHECK_NEAR(dot(from(c[0].contact.normal), way), -d, 128 * TEST_ROUND);
    }
    a = case_body(&torus.view, 1), b = case_body(&square.view, 1);
    b.pose = case_at(0.2, 0.1, 0.25); /* a circle of touch */
    count = cld_nurbs_contacts(&a, &b, NULL, &shared, c, 8, &relation);
    CHECK(count == 1 && relation == CLD_NEAR);
    b.pose = case_at(0.2, 0.1, 0.3);
    memset(c, 0x5a, sizeof c);
    CHECK(cld_nurbs_contacts(&a, &b, NULL, &shared, c, 8, &relation) == 0);
    CHECK(relation == CLD_APART && *(const unsigned char *)c == 0x5a);
    a = case_body(views, 8);
    b.pose = case_at(0, 0, 0.5);
    count = cld_nurbs_contacts(&a, &b, NULL, &shared, c, 1, &relation);
    CHECK(count == 1 && relation == CLD_CROSSING);
    for (k = 0; k < 8; k++) case_free(&memory[k]);
    case_free(&torus), case_free(&square);
}

/* A fan of n x n points that stands on its pole, the corner u = 0, in the plane z = slope y; cupped
   by `cup` along v. */
static case_surface case_fan(int degree, double slope, double cup)
{
    const int n = degree + 1;
    case_surface s = case_new(degree, degree, n, n, 0);
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            double up = (double)i / (n - 1), across = 2.0 * j / (n - 1) - 1;
            case_set(&s, i, j, 0.5 * up * across, up * (0.5 + cup * across * across),
                     up * slope * (0.5 + cup * across * across));
        }
    return s;
}

/* Where a pole of A touches B there is a normal: the limit that cld_nurbs_evaluate gives, or its
   opposite. It was zero. */
static void normals_at_poles(void)
{
    test_random r = test_random_from(13);
    case_surface square = case_square(1, 1, 2), point = case_new(1, 1, 2, 2, 0);
    cld_nurbs_body a, b;
    cld_nurbs_contact c[4];
    cld_nurbs_point at;
    int n, count;
    b = case_body(&square.view, 1);
    for (n = 0; n < test_repeat(200); n++) {
        const double slope = test_between(&r, 0.3, 3), cup = n % 3 ? 0 : test_between(&r, 0, 0.5);
        case_surface fan = case_fan((int)test_integer(&r, 1, 4), slope, cup);
        vec wanted;
        a = case_body(&fan.view, 1);
        a.pose = b.pose = n ? test_pose(&r, 1) : case_at(0, 0, 0);
        count = cld_nurbs_contacts(&a, &b, NULL, &shared, c, 4, NULL);
        if (!CHECK(count == 1 && c[0].relation != CLD_APART)) continue;
        CHECK(cld_nurbs_evaluate(&fan.view, c[0].u_a, c[0].v_a, &at) == CLD_OK);
        wanted = from(at.normal);
        CHECK_NEAR(dot(wanted, wanted), 1, 16 * TEST_ROUND);
        if (n) {
            const cld_mat3 *m = &a.pose.rotation;
            wanted = make(dot(make((double)m->x.x, (double)m->y.x, (double)m->z.x), wanted),
                          dot(make((double)m->x.y, (double)m->y.y, (double)m->z.y), wanted),
                          dot(make((double)m->x.z, (double)m->y.z, (double)m->z.z), wanted));
        }
        CHECK_NEAR(fabs(dot(from(c[0].contact.normal), wanted)), 1, 64 * TEST_ROUND);
        case_free(&fan);
    }
    a = case_body(&point.view, 1); /* has none anywhere */
    b.pose = case_at(0.1, 0.2, 0);
    count = cld_nurbs_contacts(&a, &b, NULL, &shared, c, 4, NULL);
    CHECK(count == 1 && apart(from(c[0].contact.normal), make(0, 0, 0)) == 0);
    case_free(&square), case_free(&point);
}

int main(int argc, char **argv)
{
    random_pairs = test_option(&argc, argv, "--pairs", random_pairs);
    test_begin(argc, argv);
    TEST(sphere_and_sphere);
    TEST(plane_and_cylinder);
    TEST(plane_and_plane);
    TEST(torus_and_plane);
    TEST(equal_cylinders);
    TEST(planes_that_touch_a_torus);
    TEST(saddle_and_plane);
    TEST(bowl_and_plane);
    TEST(spheres_that_touch);
    TEST(circles_around_poles);
    TEST(depth_around_poles);
    TEST(cylinder_on_plane);
    TEST(height_fields);
    TEST(random_surfaces);
    TEST(same_however_asked);
    TEST(capacities);
    TEST(out_of_memory);
    TEST(limits);
    TEST(any_tolerance);
    TEST(circles_on_fast_squares);
    TEST(circles_that_graze_a_knot);
    TEST(degenerate);
    TEST(along_a_common_edge);
    TEST(nearer_than_the_tolerance);
    TEST(limits_where_all_is_near);
    TEST(contacts);
    TEST(normals_at_poles);
    cld_workspace_free(&shared);
    return test_end();
}
