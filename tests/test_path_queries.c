/* [BEZIER]: what is asked of paths besides sweeps of one point: sets of points that move together
 * and turn, discs, the closest point, where two paths meet, length, winding numbers of open chains;
 * against the pieces one by one, and against many small steps.
 *
 *     test_path_queries [seed] */
#include "test.h"

#include "path_shapes.h"

static shape one, two;

/* A shape of any kind but the long one, at any size. */
static int some_shape(shape *s, test_random *r, double *scale)
{
    int kind = test_integer(r, 0, LONG - 1);
    *scale = is_on_grid(kind) ? ldexp(1, test_integer(r, -20, 20)) : log_between(r, -6, 6);
    make_shape(s, r, kind);
    shape_build(s, r, *scale, 0, 0);
    return kind;
}

static double largest_distance(const shape *s, const double p[2])
{
    double most = 0;
    int i, k;
    for (i = 0; i < s->piece_count; i++)
        for (k = 0; k <= s->pieces[i].degree; k++)
            most = oracle_larger(most, hypot(s->pieces[i].x[k] - p[0], s->pieces[i].y[k] - p[1]));
    return most;
}

/* The distance of a point to where a piece is at a parameter. */
static double off_piece(const oracle_curve *c, double parameter, const double p[2])
{
    double x[4], y[4];
    int i, j;
    for (i = 0; i <= c->degree; i++) x[i] = c->x[i] - p[0], y[i] = c->y[i] - p[1];
    for (j = c->degree; j > 0; j--)
        for (i = 0; i < j; i++)
            x[i] += parameter * (x[i + 1] - x[i]), y[i] += parameter * (y[i + 1] - y[i]);
    return hypot(x[0], y[0]);
}

/* ----------------------------------------------------------------------- points that only shift */

static void shifted_points_are_sweeps(void)
{
    test_random r = test_random_from(400);
    int n, i, repeat = test_repeat(20000);
    for (n = 0; n < repeat; n++) {
        double scale;
        cld_real points[2 * 8];
        cld_motion2 motion = {{0, 0}, 0, {0, 0}};
        cld_path_hit hit, h;
        double first = 2, own[8];
        int count = test_integer(&r, 0, 8), found, kind = some_shape(&one, &r, &scale);
        if (!is_on_grid(kind)) { /* where nothing is rounded: as if point + shift were given */
            make_shape(&one, &r, GRID);
            shape_build(&one, &r, scale = 1, 0, 0);
        }
        for (i = 0; i < 2 * count; i++) points[i] = (cld_real)(scale * test_integer(&r, -7, 7));
        motion.linear = vec2(scale * test_integer(&r, -9, 9), scale * test_integer(&r, -9, 9));
        motion.centre = vec2(scale * test_between(&r, -9, 9), scale);
        for (i = 0; i < count; i++) {
            cld_vec2 from, to;
            from.x = points[2 * i], from.y = points[2 * i + 1];
            to.x = from.x + motion.linear.x, to.y = from.y + motion.linear.y;
            own[i] = cld_path_sweep(&one.path, from, to, &h) == 1 ? (double)h.time : 2;
            first = own[i] < first ? own[i] : first;
        }
        found = cld_path_sweep_points(&one.path, points, (size_t)count, 0, &motion, &hit);
        CHECK(found == (first <= 1));
        CHECK(cld_path_sweep_points(&one.path, points, (size_t)count, 0, &motion, NULL) == found);
        if (found != 1 || !CHECK(hit.mover < (uint32_t)count)) continue;
        /* times that are equal but for rounding in double may be either's */
        CHECK_NEAR(hit.time, first, ldexp(1, -40) + TEST_ROUND);
        CHECK_NEAR(own[hit.mover], first, ldexp(1, -40) + TEST_ROUND);
    }
}

/* ------------------------------------------------------------------------------ points that turn
   Where a point is at a time, in double: a few roundings of numbers below M. If the winding number
   differs between two times, both away from the path, the way between them meets the path: there is
   a hit not later than the second. The other way round, a hit is where the docs say, so none is too
   early. */

static void turned_to(const cld_motion2 *m, const double p[2], double t, double out[2])
{
    double a = t * (double)m->angle, c = cos(a), s = sin(a);
    double x = p[0] - (double)m->centre.x, y = p[1] - (double)m->centre.y;
    out[0] = (double)m->centre.x + c * x - s * y + t * (double)m->linear.x;
    out[1] = (double)m->centre.y + s * x + c * y + t * (double)m->linear.y;
}

/* The first of many times by which the point has surely met the path; 2 if it surely need not. */
static double met_by(const shape *s, const cld_motion2 *m, const double p[2], double near)
{
    enum { STEPS = 96 };
    int i, winding = 0, known = 0, is_near, w;
    for (i = 0; i <= STEPS; i++) {
        double at[2], t = (double)i / STEPS;
        turned_to(m, p, t, at);
        w = oracle_winding(s->pieces, s->closed_count, at, near, &is_near);
        if (is_near) continue;
        if (known && w != winding) return t;
        winding = w, known = 1;
    }
    return 2;
}

typedef struct turn {
    cld_real points[3 * 4];
    int count;
    size_t stride;
    cld_motion2 motion;
    double m, speed; /* M of the docs, the fastest that a point may be */
} turn;

static void turn_point(const turn *t, int i, double out[2])
{
    const cld_real *p = t->points + (t->stride ? 3 : 2) * i;
    cld_vec2 v;
    v.x = p[0], v.y = p[1];
    numbers(v, out);
}

static turn random_turn(test_random *r, double reach)
{
    turn t;
    int i;
    memset(&t, 0, sizeof t);
    t.count = test_integer(r, 1, 4);
    t.stride = coin(r) ? 3 * sizeof(cld_real) : 0;
    for (i = 0; i < 12; i++) t.points[i] = (cld_real)(reach * test_between(r, -1.3, 1.3));
    t.motion.linear = vec2(reach * test_between(r, -1, 1), reach * test_between(r, -1, 1));
    t.motion.centre = vec2(reach * test_between(r, -2, 2), reach * test_between(r, -2, 2));
    t.motion.angle = (cld_real)(log_between(r, -4, 1) * (coin(r) ? 1 : -1));
    if (test_integer(r, 0, 3) == 0) t.motion.linear = vec2(0, 0);
    t.m = 16 * reach; /* corners of 1.3 and 2 reaches, turned around each other, and shifted */
    t.speed = 2 * reach + fabs((double)t.motion.angle) * 6 * reach;
    return t;
}

/* Rounding: of the time, of the point's coordinates; of the angle in double, which may be several
   turns. Of the parameter: its derivative is at most 6 M. */
static void turn_hit_is_sound(const shape *s, const turn *t, const cld_path_hit *h)
{
    double p[2], at[2], point[2], nx = (double)h->normal.x, ny = (double)h->normal.y, v[2], speed;
    double bound = ldexp(t->m, -40) + TEST_ROUND * t->m;
    if (!CHECK(h->piece < (uint32_t)s->piece_count && h->mover < (uint32_t)t->count)) return;
    if (!CHECK(h->time >= 0 && h->time <= 1 && h->parameter >= 0 && h->parameter <= 1)) return;
    turn_point(t, (int)h->mover, p);
    turned_to(&t->motion, p, (double)h->time, at);
    numbers(h->point, point);
    CHECK(hypot(at[0] - point[0], at[1] - point[1]) <= bound + TEST_ROUND * t->speed);
    CHECK(off_piece(&s->pieces[h->piece], (double)h->parameter, point) <=
          bound + 6 * TEST_ROUND * t->m);
    CHECK(h->side >= -1 && h->side <= 1 && fabs(nx * nx + ny * ny - 1) <= 8 * TEST_ROUND);
    /* against the velocity, unless that is along the curve to the root of the bound */
    v[0] = (double)t->motion.linear.x -
           (double)t->motion.angle *
               (at[1] - (double)t->motion.centre.y - (double)h->time * (double)t->motion.linear.y);
    v[1] = (double)t->motion.linear.y +
           (double)t->motion.angle *
               (at[0] - (double)t->motion.centre.x - (double)h->time * (double)t->motion.linear.x);
    speed = hypot(v[0], v[1]);
    if (h->parameter > 0 && h->parameter < 1 && speed > t->speed / 64)
        CHECK(nx * v[0] + ny * v[1] <= speed * (sizeof(cld_real) == 4 ? 0.01 : 1.0 / 4096));
}

static void turning_points_hit(void)
{
    test_random r = test_random_from(401);
    int n, i, repeat = test_repeat(6000), hits = 0, sure = 0;
    for (n = 0; n < repeat; n++) {
        double scale, first = 2;
        cld_path_hit hit;
        turn t;
        int found;
        some_shape(&one, &r, &scale);
        t = random_turn(&r, one.reach);
        found =
            cld_path_sweep_points(&one.path, t.points, (size_t)t.count, t.stride, &t.motion, &hit);
        if (!CHECK(found == 0 || found == 1)) continue;
        if (found) turn_hit_is_sound(&one, &t, &hit);
        hits += found;
        for (i = 0; i < t.count; i++) {
            double p[2], by;
            turn_point(&t, i, p);
            by = met_by(&one, &t.motion, p, ldexp(one.reach, -34));
            first = by < first ? by : first;
        }
        sure += first <= 1;
        if (first <= 1) CHECK(found == 1 && (double)hit.time <= first + TEST_ROUND);
    }
    CHECK(hits > repeat / 4 && sure > repeat / 5 && sure < repeat);
}

static void turns_by_hand(void)
{
    const cld_real wall[4] = {0, 1, 0, 3};
    const cld_real points[6] = {4, 0, 2, 0, 0, 0}; /* the first passes over the wall */
    /* M is 5 at most; the mover makes more than that in its time, so times are no worse */
    double memory[200], bound = 5 * ldexp(1, -40) + 16 * TEST_ROUND;
    cld_motion2 m = {{0, 0}, 0, {0, 0}};
    cld_path path;
    cld_path_hit h;
    memset(&path, 0, sizeof path);
    path.commands = "ML", path.command_count = 2, path.points = wall, path.point_count = 2;
    CHECK(cld_path_build(&path, memory, sizeof memory) == CLD_OK);
    m.angle = (cld_real)3.141592653589793;
    CHECK(cld_path_sweep_points(&path, points, 3, 0, &m, &h) == 1);
    CHECK(h.mover == 1 && h.piece == 0 && h.side == -1); /* it comes from the right of the wall */
    CHECK_NEAR(h.time, 0.5, bound);
    CHECK_NEAR(h.parameter, 0.5, bound);
    CHECK_NEAR(h.point.y, 2, 2 * bound);
    CHECK(h.normal.x == 1 && fabs((double)h.normal.y) <= TEST_ROUND);
    m.angle = -m.angle;
    CHECK(cld_path_sweep_points(&path, points, 3, 0, &m, &h) == 0);
    m.angle *= 2; /* three quarters of the whole turn */
    CHECK(cld_path_sweep_points(&path, points, 3, 0, &m, &h) == 1 && h.side == 1);
    CHECK_NEAR(h.time, 0.75, bound);
    m.angle *= 10;
    CHECK(cld_path_sweep_points(&path, points, 3, 0, &m, &h) == 1);
    CHECK_NEAR(h.time, 0.075, bound);
    CHECK(cld_path_sweep_points(&path, points, 1, 0, &m, &h) == 0);
    CHECK(cld_path_sweep_points(&path, points + 4, 1, 0, &m, &h) == 0);
    m.angle = 1; /* points that start in the wall leave it to either side */
    m.centre = vec2(0, 2);
    CHECK(cld_path_sweep_points(&path, wall, 2, 0, &m, &h) == 0);
    m.angle = (cld_real)6; /* and meet it again, on the other side of the centre */
    CHECK(cld_path_sweep_points(&path, wall, 1, 0, &m, &h) == 1);
    CHECK_NEAR(h.time, 3.141592653589793 / 6, bound);
    m.angle = 0, m.linear = vec2(0, 0);
    CHECK(cld_path_sweep_points(&path, wall, 2, 0, &m, &h) == 0);
    { /* beside the wall, however near: it does not go through */
        cld_real beside[2] = {(cld_real)1e-30, 2};
        m.centre = vec2(0, 0), m.angle = (cld_real)0.5;
        CHECK(cld_path_sweep_points(&path, beside, 1, 0, &m, &h) == 1 && h.time == 0);
        m.angle = (cld_real)-0.5;
        CHECK(cld_path_sweep_points(&path, beside, 1, 0, &m, &h) == 0);
    }
    { /* a wheel on the floor: it turns, rolls, digs in */
        const cld_real floor_ends[4] = {-9, 0, 9, 0}, rim[2] = {0, 0};
        path.points = floor_ends;
        CHECK(cld_path_build(&path, memory, sizeof memory) == CLD_OK);
        m.centre = vec2(0, 1), m.angle = 3;
        CHECK(cld_path_sweep_points(&path, rim, 1, 0, &m, &h) == 0);
        m.angle = 9; /* more than a turn */
        CHECK(cld_path_sweep_points(&path, rim, 1, 0, &m, &h) == 1);
        CHECK_NEAR(h.time, 2 * 3.141592653589793 / 9, 1e-5);
        m.linear = vec2(-3, 0), m.angle = 3;
        CHECK(cld_path_sweep_points(&path, rim, 1, 0, &m, &h) == 0);
    }
}

static void motions_refused(void)
{
    const double bad[3] = {TEST_NAN, TEST_INFINITY, -TEST_INFINITY};
    const cld_real wall[4] = {0, 1, 0, 3};
    cld_real points[4] = {4, 0, 2, 0};
    double memory[200];
    cld_motion2 m = {{1, 0}, 1, {0, 0}};
    cld_path path;
    cld_path_hit h;
    int i;
    memset(&path, 0, sizeof path);
    path.commands = "ML", path.command_count = 2, path.points = wall, path.point_count = 2;
    CHECK(cld_path_sweep_points(&path, points, 2, 0, &m, &h) == CLD_ERROR_NULL);
    CHECK(cld_path_sweep_points(NULL, points, 2, 0, &m, &h) == CLD_ERROR_NULL);
    CHECK(cld_path_build(&path, memory, sizeof memory) == CLD_OK);
    CHECK(cld_path_sweep_points(&path, NULL, 2, 0, &m, &h) == CLD_ERROR_NULL);
    CHECK(cld_path_sweep_points(&path, NULL, 0, 0, &m, &h) == 0);
    CHECK(cld_path_sweep_points(&path, points, 2, 0, NULL, &h) == CLD_ERROR_NULL);
    CHECK(cld_path_sweep_points(&path, points, 1, 2 * sizeof(cld_real) + 1, &m, &h) ==
          CLD_ERROR_STRIDE);
    if (sizeof(size_t) > 4)
        CHECK(cld_path_sweep_points(&path, points, ((size_t)1 << 31) + 1, 0, &m, &h) ==
              CLD_ERROR_COUNT);
    for (i = 0; i < 12; i++) {
        cld_motion2 n = m;
        cld_real keep = points[i % 4];
        points[i % 4] = (cld_real)bad[i / 4];
        CHECK(cld_path_sweep_points(&path, points, 2, 0, &m, &h) == CLD_ERROR_FINITE);
        points[i % 4] = keep;
        if (i % 4 < 2)
            (&n.linear.x)[i % 2] = (cld_real)bad[i / 4];
        else
            (&n.centre.x)[i % 2] = (cld_real)bad[i / 4];
        CHECK(cld_path_sweep_points(&path, points, 2, 0, &n, &h) == CLD_ERROR_FINITE);
        n = m;
        n.angle = (cld_real)bad[i / 4];
        CHECK(cld_path_sweep_points(&path, points, 2, 0, &n, &h) == CLD_ERROR_FINITE);
    }
    m.angle = 1024;
    CHECK(cld_path_sweep_points(&path, points, 2, 0, &m, &h) == 1);
    CHECK(cld_path_sweep_points(&path, points, 2, 0, &m, NULL) == 1);
    m.angle = (cld_real)-1024.5;
    CHECK(cld_path_sweep_points(&path, points, 2, 0, &m, &h) == CLD_ERROR_PARAMETER);
}

/* Points that pass more pieces than are gathered for several of them: as each by itself. */
static void shifted_through_many_pieces(void)
{
    enum { PIECES = 400, POINTS = 40 };
    static char commands[PIECES + 1];
    static cld_real points[2 * (PIECES + 1)];
    static double memory[(64 * (PIECES + 1) + 1024) / sizeof(double) + 1];
    test_random r = test_random_from(405);
    int n, i, repeat = test_repeat(200);
    for (n = 0; n < repeat; n++) {
        cld_real set[2 * POINTS];
        cld_motion2 motion = {{0, 0}, 0, {0, 0}};
        cld_path_hit hit, h;
        cld_path path;
        double first = 2;
        int found, mover = -1;
        for (i = 0; i <= PIECES; i++) { /* a comb of lines, in two halves */
            commands[i] = i % 200 ? 'L' : 'M';
            points[2 * i] = (cld_real)(i % 200), points[2 * i + 1] = (cld_real)(i % 2 ? 5 : -5);
            if (n % 2) points[2 * i + 1] += (cld_real)test_integer(&r, -4, 4);
        }
        memset(&path, 0, sizeof path);
        path.commands = commands, path.command_count = PIECES + 1;
        path.points = points, path.point_count = PIECES + 1;
        CHECK(cld_path_size(&path) <= sizeof memory &&
              cld_path_build(&path, memory, sizeof memory) == CLD_OK);
        motion.linear = vec2(test_integer(&r, -300, 300), test_integer(&r, -3, 3));
        for (i = 0; i < POINTS; i++) { /* whole numbers: nothing is rounded */
            set[2 * i] = (cld_real)test_integer(&r, n % 3 ? -50 : 200, 250);
            set[2 * i + 1] = (cld_real)test_integer(&r, -20, 20);
        }
        found = cld_path_sweep_points(&path, set, POINTS, 0, &motion, &hit);
        for (i = 0; i < POINTS; i++) {
            const cld_vec2 from = vec2((double)set[2 * i], (double)set[2 * i + 1]);
            const cld_vec2 to = vec2((double)from.x + (double)motion.linear.x,
                                     (double)from.y + (double)motion.linear.y);
            if (cld_path_sweep(&path, from, to, &h) != 1 || (double)h.time >= first) continue;
            first = (double)h.time, mover = i;
        }
        CHECK(found == (mover >= 0));
        if (found) CHECK((double)hit.time == first && hit.mover == (uint32_t)mover);
    }
}

/* A piece that is a point, before the chain or behind it, changes no side. */
static void sides_beside_points(void)
{
    test_random r = test_random_from(406);
    int n, i, repeat = test_repeat(300);
    for (n = 0; n < repeat; n++) {
        cld_real v[10];
        double memory[2][200];
        cld_path path[2];
        for (i = 0; i < 4; i++) v[2 + i] = (cld_real)test_integer(&r, -9, 9);
        if (v[2] == v[4] && v[3] == v[5]) continue;
        v[0] = v[2], v[1] = v[3], v[6] = v[8] = v[4], v[7] = v[9] = v[5];
        memset(path, 0, sizeof path);
        path[0].commands = "ML", path[0].points = v + 2;
        path[1].commands = "MLLLL", path[1].points = v; /* a point, the line, two points */
        for (i = 0; i < 2; i++) {
            path[i].command_count = path[i].point_count = i ? 5 : 2;
            CHECK(cld_path_build(&path[i], memory[i], cld_path_size(&path[i])) == CLD_OK);
        }
        for (i = 0; i < 20; i++) {
            const cld_vec2 p = vec2(test_integer(&r, -20, 20), test_integer(&r, -20, 20));
            cld_path_point a, b;
            CHECK(cld_path_closest(&path[0], p, &a) == 1 && cld_path_closest(&path[1], p, &b) == 1);
            CHECK(a.distance == b.distance && a.side == b.side);
            CHECK(a.point.x == b.point.x && a.point.y == b.point.y);
        }
    }
}

/* ------------------------------------------------------------------------------- closest, disc */

static void closest_is_that_of_a_piece(void)
{
    test_random r = test_random_from(402);
    int n, i, repeat = test_repeat(20000), is_near, w;
    for (n = 0; n < repeat; n++) {
        double scale, least = 1e300, p[2], point[2], bound, along;
        cld_path_point found, c;
        cld_vec2 at;
        int kind = some_shape(&one, &r, &scale);
        at = vec2(one.reach * test_between(&r, -2, 2), one.reach * test_between(&r, -2, 2));
        if (is_on_grid(kind))
            at = vec2(scale * test_integer(&r, -6, 6), scale * test_integer(&r, -6, 6));
        numbers(at, p);
        if (!CHECK(cld_path_closest(&one.path, at, &found) == 1)) continue;
        for (i = 0; i < one.piece_count; i++) {
            cld_bezier b;
            CHECK(cld_path_piece(&one.path, (uint32_t)i, &b) == CLD_OK);
            CHECK(cld_bezier_closest(&b, at, &c) == 1);
            if ((double)c.distance < least) least = (double)c.distance;
        }
        /* twice the bound of a minimum, and the rounding of two distances */
        bound = 2 * FAR_OFF * largest_distance(&one, p) + 2 * TEST_ROUND * least;
        CHECK(fabs((double)found.distance - least) <= bound);
        if (!CHECK(found.piece < (uint32_t)one.piece_count)) continue;
        numbers(found.point, point);
        bound += 2 * TEST_ROUND * (fabs(point[0]) + fabs(point[1]));
        CHECK(fabs(hypot(p[0] - point[0], p[1] - point[1]) - least) <= bound);
        CHECK(off_piece(&one.pieces[found.piece], (double)found.parameter, point) <=
              bound + 6 * TEST_ROUND * largest_distance(&one, p));
        along =
            (p[0] - point[0]) * (double)found.normal.x + (p[1] - point[1]) * (double)found.normal.y;
        CHECK(fabs(along - least) <= bound + 8 * TEST_ROUND * least);
        if (kind != STAR) continue; /* counter-clockwise and simple: inside is left */
        w = oracle_winding(one.pieces, one.closed_count, p, ldexp(one.reach, -38), &is_near);
        if (!is_near) CHECK(found.side == (w ? 1 : -1));
    }
}

static void discs_meet_a_piece(void)
{
    test_random r = test_random_from(403);
    int n, i, repeat = test_repeat(8000), hits = 0, apart = 0;
    for (n = 0; n < repeat; n++) {
        double scale, least = 2, length, p[2], m;
        cld_path_hit found, h;
        cld_vec2 from, to;
        cld_real radius;
        int answer;
        some_shape(&one, &r, &scale);
        radius = (cld_real)(one.reach * (n % 8 ? log_between(&r, -3, 0) : 0));
        from = vec2(one.reach * test_between(&r, -2, 2), one.reach * test_between(&r, -2, 2));
        to = vec2(one.reach * test_between(&r, -2, 2), one.reach * test_between(&r, -2, 2));
        length = hypot((double)(to.x - from.x), (double)(to.y - from.y));
        numbers(from, p);
        m = oracle_larger(largest_distance(&one, p), length) + (double)radius;
        {
            cld_path_point c; /* test_starts.c has what comes of discs that touch at the start */
            CHECK(cld_path_closest(&one.path, from, &c) == 1);
            if ((double)c.distance <= (1 + 32 * TEST_ROUND) * (double)radius) continue;
            apart++;
        }
        answer = cld_path_sweep_disc(&one.path, from, to, radius, &found);
        for (i = 0; i < one.piece_count; i++) {
            cld_bezier b;
            CHECK(cld_path_piece(&one.path, (uint32_t)i, &b) == CLD_OK);
            if (cld_bezier_sweep_disc(&b, from, to, radius, &h) == 1 && (double)h.time < least)
                least = (double)h.time;
        }
        CHECK(answer == (least <= 1));
        CHECK(cld_path_sweep_disc(&one.path, from, to, radius, NULL) == answer);
        hits += answer == 1;
        /* both are within the bound of touching; times may differ by that and their rounding, more
           where the disc grazes: then what is reported must be as good */
        if (answer != 1 || least > 1) continue;
        CHECK((double)found.time <= least + (2 * FAR_OFF * m / (length + 1e-300)) + 4 * TEST_ROUND);
        {
            double t = (double)found.time, q[2], x, y;
            numbers(found.point, q);
            x = p[0] + t * ((double)to.x - p[0]) - q[0],
            y = p[1] + t * ((double)to.y - p[1]) - q[1];
            CHECK(fabs(hypot(x, y) - (double)radius) <= FAR_OFF * m + 6 * TEST_ROUND * m);
        }
    }
    CHECK(hits > apart / 8 && apart > repeat / 8);
}

/* ------------------------------------------------------------------------------ paths that meet */

static void meetings_are_those_of_pieces(void)
{
    test_random r = test_random_from(404);
    enum { ROOM = 9 * 24 * 24 };
    static cld_path_meeting found[ROOM];
    int n, i, j, k, repeat = test_repeat(1500);
    for (n = 0; n < repeat; n++) {
        double scale;
        int count, total = 0;
        some_shape(&one, &r, &scale);
        make_shape(&two, &r, test_integer(&r, 0, LONG - 1));
        shape_build(&two, &r, scale, 0, 0);
        count = cld_path_intersect(&one.path, &two.path, found, ROOM);
        if (!CHECK(count >= 0 && count <= ROOM)) continue;
        for (k = 1; k < count; k++) CHECK(found[k - 1].piece_a <= found[k].piece_a);
        for (i = 0; i < one.piece_count; i++) {
            for (j = 0; j < two.piece_count; j++) {
                cld_bezier a, b;
                cld_path_meeting m[9];
                int here = 0, some;
                CHECK(cld_path_piece(&one.path, (uint32_t)i, &a) == CLD_OK);
                CHECK(cld_path_piece(&two.path, (uint32_t)j, &b) == CLD_OK);
                some = cld_bezier_intersect(&a, &b, m, 9);
                for (k = 0; k < count; k++)
                    here += found[k].piece_a == (uint32_t)i && found[k].piece_b == (uint32_t)j;
                CHECK(here == some);
                total += some;
            }
        }
        CHECK(total == count);
        CHECK(cld_path_intersect(&one.path, &two.path, NULL, 0) == count);
        if (count > 1) CHECK(cld_path_intersect(&one.path, &two.path, found, count - 1) == count);
    }
}

/* ---------------------------------------------------------------------------- lengths, windings */

/* The pieces before, and the part of this one, make the length that was asked for; the rounding of
   a parameter counts with the speed there, at most 6 reaches. */
static void at_length_adds_up(const shape *s, double whole, cld_real asked)
{
    double sum = 0, truth = asked < 0 ? 0 : fmin((double)asked, whole);
    cld_real parameter = -1, part = 0;
    uint32_t piece = 0, i;
    cld_bezier b;
    if (s->piece_count == 0) return;
    CHECK(cld_path_at_length(&s->path, asked, &piece, &parameter) == CLD_OK);
    if (!CHECK((int)piece < s->piece_count && parameter >= 0 && parameter <= 1)) return;
    for (i = 0; i <= piece; i++) {
        CHECK(cld_path_piece(&s->path, i, &b) == CLD_OK);
        CHECK(cld_bezier_length(&b, 0, i < piece ? 1 : parameter, &part) == CLD_OK);
        sum += (double)part;
    }
    CHECK_NEAR(sum, truth, whole * (2e-12 + 4 * TEST_ROUND) + 12 * s->reach * TEST_ROUND);
}

static void length_is_the_sum(void)
{
    test_random r = test_random_from(405);
    int n, i, repeat = test_repeat(2000);
    for (n = 0; n < repeat; n++) {
        double scale, sum = 0;
        cld_real length = -1, part = 0;
        some_shape(&one, &r, &scale);
        CHECK(cld_path_length(&one.path, &length) == CLD_OK);
        for (i = 0; i < one.piece_count; i++) {
            cld_bezier b;
            CHECK(cld_path_piece(&one.path, (uint32_t)i, &b) == CLD_OK);
            CHECK(cld_bezier_length(&b, 0, 1, &part) == CLD_OK);
            sum += (double)part;
        }
        CHECK_NEAR(length, sum, sum * (2e-12 + 2 * TEST_ROUND));
        at_length_adds_up(&one, sum, (cld_real)(test_between(&r, -0.1, 1.1) * sum));
    }
}

/* Pieces of length 0 before the others, or after: length 0 is where the path starts. */
static void length_zero_is_the_start(void)
{
    test_random r = test_random_from(407);
    int n, i, repeat = test_repeat(400);
    for (n = 0; n < repeat; n++) {
        const int leading = n % 4, moves = n / 4 % 2, lines = test_integer(&r, 0, 3);
        const cld_real asked[3] = {-1, 0, (cld_real)-0.0};
        char commands[32] = "M";
        cld_real p[64] = {3, 4}, parameter, size = 1;
        double memory[400];
        cld_path path;
        cld_vec2 at;
        cld_bezier b;
        uint32_t piece;
        int count = 1, points = 1;
        for (i = 0; i < leading + lines; i++) {
            if (i >= leading) size += (cld_real)test_between(&r, 0, 9);
            if (moves && i > 0) { /* each line a chain of its own, elsewhere */
                commands[count++] = 'M';
                p[2 * points] = p[2 * points - 2] + (cld_real)(9 * i), p[2 * points + 1] = size;
                points++;
            }
            commands[count++] = 'L';
            p[2 * points] = p[2 * points - 2] + (i < leading ? 0 : size);
            p[2 * points + 1] = p[2 * points - 1];
            points++;
        }
        if (leading + lines == 0) continue;
        memset(&path, 0, sizeof path);
        path.commands = commands, path.command_count = (size_t)count;
        path.points = p, path.point_count = (size_t)points;
        if (!CHECK(cld_path_size(&path) <= sizeof memory)) return;
        CHECK(cld_path_build(&path, memory, sizeof memory) == CLD_OK);
        for (i = 0; i < 3; i++) {
            piece = 99, parameter = 99;
            CHECK(cld_path_at_length(&path, asked[i], &piece, &parameter) == CLD_OK);
            CHECK(piece == 0 && parameter == 0);
            CHECK(cld_path_piece(&path, piece, &b) == CLD_OK);
            CHECK(cld_bezier_evaluate(&b, parameter, &at, NULL) == CLD_OK);
            CHECK(at.x == 3 && at.y == 4);
        }
        /* beyond the whole, the last piece's end: of a point, parameter 0 */
        CHECK(cld_path_at_length(&path, 999, &piece, &parameter) == CLD_OK);
        CHECK((int)piece == leading + lines - 1 && parameter == (lines ? 1 : 0));
    }
}

/* Open chains count as if a line closed them. */
static void windings_of_open_chains(void)
{
    test_random r = test_random_from(406);
    int n, k, repeat = test_repeat(4000), inside = 0;
    for (n = 0; n < repeat; n++) {
        double scale = log_between(&r, -6, 6);
        int most = n % 2 ? 0 : 4;
        shape_clear(&one);
        make_mixed(&one, &r, test_integer(&r, 2, 20), most, 1);
        shape_build(&one, &r, most ? ldexp(1, n % 40 - 20) : scale, 0, 0);
        for (k = 0; k < 20; k++) {
            cld_vec2 p =
                vec2(one.reach * test_between(&r, -1, 1), one.reach * test_between(&r, -1, 1));
            double at[2];
            int is_near, w, winding = 99;
            if (most) p = vec2(one.reach * test_integer(&r, -8, 8) / 4, (double)p.y);
            numbers(p, at);
            w = oracle_winding(one.pieces, one.closed_count, at, ldexp(one.reach, -38), &is_near);
            CHECK(cld_path_winding(&one.path, p, &winding) == CLD_OK);
            if (!is_near) CHECK(w == winding);
            inside += w != 0;
        }
    }
    CHECK(inside > repeat);
}

static void queries_refuse(void)
{
    const cld_real p[8] = {0, 0, 1, 0, 1, 1, 0, 1};
    cld_vec2 a = vec2(-1, -1), b = vec2(3, 2), bad = vec2(0, TEST_NAN);
    double memory[200];
    cld_path path, empty;
    cld_path_hit h;
    cld_path_point c;
    cld_path_meeting m;
    cld_real length;
    uint32_t piece;
    memset(&path, 0, sizeof path);
    path.commands = "MLLLZ", path.command_count = 5, path.points = p, path.point_count = 4;
    CHECK(cld_path_closest(&path, a, &c) == CLD_ERROR_NULL);
    CHECK(cld_path_sweep_disc(&path, a, b, 1, &h) == CLD_ERROR_NULL);
    CHECK(cld_path_length(&path, &length) == CLD_ERROR_NULL);
    CHECK(cld_path_intersect(&path, &path, &m, 1) == CLD_ERROR_NULL);
    CHECK(cld_path_build(&path, memory, sizeof memory) == CLD_OK);
    CHECK(cld_path_closest(NULL, a, &c) == CLD_ERROR_NULL);
    CHECK(cld_path_closest(&path, a, NULL) == CLD_ERROR_NULL);
    CHECK(cld_path_closest(&path, bad, &c) == CLD_ERROR_FINITE);
    CHECK(cld_path_sweep_disc(&path, bad, b, 1, &h) == CLD_ERROR_FINITE);
    CHECK(cld_path_sweep_disc(&path, a, bad, 1, &h) == CLD_ERROR_FINITE);
    CHECK(cld_path_sweep_disc(&path, a, b, -1, &h) == CLD_ERROR_EXTENT);
    CHECK(cld_path_sweep_disc(&path, a, b, (cld_real)TEST_NAN, &h) == CLD_ERROR_EXTENT);
    CHECK(cld_path_sweep_disc(&path, a, b, (cld_real)TEST_INFINITY, &h) == CLD_ERROR_EXTENT);
    CHECK(cld_path_length(&path, NULL) == CLD_ERROR_NULL);
    CHECK(cld_path_length(NULL, &length) == CLD_ERROR_NULL);
    CHECK(cld_path_intersect(NULL, &path, &m, 1) == CLD_ERROR_NULL);
    CHECK(cld_path_length(&path, &length) == CLD_OK && length == 4);
    CHECK(cld_path_at_length(NULL, 1, &piece, &length) == CLD_ERROR_NULL);
    CHECK(cld_path_at_length(&path, 1, NULL, &length) == CLD_ERROR_NULL);
    CHECK(cld_path_at_length(&path, 1, &piece, NULL) == CLD_ERROR_NULL);
    CHECK(cld_path_at_length(&path, (cld_real)TEST_NAN, &piece, &length) == CLD_ERROR_PARAMETER);
    CHECK(cld_path_at_length(&path, (cld_real)2.25, &piece, &length) == CLD_OK);
    CHECK(piece == 2 && length == (cld_real)0.25);
    CHECK(cld_path_at_length(&path, -1, &piece, &length) == CLD_OK && piece == 0 && length == 0);
    CHECK(cld_path_at_length(&path, 9, &piece, &length) == CLD_OK && piece == 3 && length == 1);
    CHECK(cld_path_intersect(&path, NULL, &m, 1) == CLD_ERROR_NULL);
    CHECK(cld_path_intersect(&path, &path, &m, -1) == CLD_ERROR_COUNT);
    CHECK(cld_path_intersect(&path, &path, NULL, 1) == CLD_ERROR_NULL);
    empty = path;
    empty.command_count = empty.point_count = 1;
    CHECK(cld_path_build(&empty, memory + 100, cld_path_size(&empty)) == CLD_OK);
    CHECK(cld_path_closest(&empty, a, &c) == 0);
    CHECK(cld_path_sweep_disc(&empty, a, b, 1, &h) == 0);
    CHECK(cld_path_length(&empty, &length) == CLD_OK && length == 0);
    CHECK(cld_path_at_length(&empty, 0, &piece, &length) == CLD_ERROR_COUNT);
    CHECK(cld_path_intersect(&empty, &empty, &m, 1) == 0);
}

/* Where a motion has a point: at both ends, and on its circle in between. */
static void motion_has_points(void)
{
    test_random r = test_random_from(77);
    int i, n = test_repeat(2000);
    for (i = 0; i < n; i++) {
        const cld_vec2 p = vec2(test_between(&r, -9, 9), test_between(&r, -9, 9));
        const double time = test_between(&r, 0, 1);
        cld_motion2 m;
        cld_vec2 at, end;
        double x, y, c, s, turned;
        m.linear = vec2(test_between(&r, -9, 9), test_between(&r, -9, 9));
        m.centre = vec2(test_between(&r, -9, 9), test_between(&r, -9, 9));
        m.angle = 0;
        at = cld_motion2_point(&m, p, 0), end = cld_motion2_point(&m, p, 1);
        CHECK(at.x == p.x && at.y == p.y);
        /* stored, because sums may be wider than their type (FLT_EVAL_METHOD) */
        CHECK(end.x == (cld_real)(p.x + m.linear.x) && end.y == (cld_real)(p.y + m.linear.y));
        m.angle = (cld_real)test_between(&r, -7, 7);
        at = cld_motion2_point(&m, p, (cld_real)time);
        turned = (double)m.angle * (double)(cld_real)time;
        c = cos(turned), s = sin(turned);
        x = (double)p.x - (double)m.centre.x, y = (double)p.y - (double)m.centre.y;
        /* numbers up to 40, a dozen roundings in double, and one to cld_real */
        CHECK_NEAR(at.x, (double)m.centre.x + c * x - s * y + time * (double)m.linear.x,
                   40 * (1e-14 + TEST_ROUND) + 9 * TEST_ROUND);
        CHECK_NEAR(at.y, (double)m.centre.y + s * x + c * y + time * (double)m.linear.y,
                   40 * (1e-14 + TEST_ROUND) + 9 * TEST_ROUND);
    }
}

/* The same polyline of small whole numbers at scales whose squares underflow, down to where the
   coordinates do: the same closest point, bit for bit. In float no such scale exists. */
static void closest_at_tiny_scales(void)
{
    test_random r = test_random_from(414);
    const int least = sizeof(cld_real) == 4 ? -140 : -1060;
    int n, i, e, repeat = test_repeat(300);
    for (n = 0; n < repeat; n++) {
        double whole[14];
        cld_path_point usual = {{0, 0}, {0, 0}, 0, 0, 0, 0};
        for (i = 0; i < 14; i++) whole[i] = test_integer(&r, -4, 4);
        for (e = 0; e >= least; e -= 20) {
            const double scale = ldexp(1, e);
            double memory[256];
            cld_real points[12];
            cld_path path = {"MLLLLL", 6, NULL, 6, 0, NULL};
            cld_path_point found = usual;
            cld_vec2 p;
            for (i = 0; i < 12; i++) points[i] = (cld_real)(whole[i] * scale);
            p.x = (cld_real)(whole[12] * scale), p.y = (cld_real)(whole[13] * scale);
            path.points = points;
            if (!CHECK(cld_path_size(&path) <= sizeof memory)) return;
            CHECK(cld_path_build(&path, memory, sizeof memory) == CLD_OK);
            CHECK(cld_path_closest(&path, p, &found) == 1);
            if (e == 0) usual = found;
            CHECK(found.piece == usual.piece && found.side == usual.side);
            CHECK(found.parameter == usual.parameter);
            /* what is subnormal has rounded to the least number there is */
            CHECK_NEAR((double)found.distance / scale, (double)usual.distance,
                       8 * TEST_ROUND + ldexp(1, sizeof(cld_real) == 4 ? -149 : -1074) / scale);
        }
    }
}

/* A path of small whole numbers, asked all there is to ask, at a power of two. */
typedef struct scaled_answers {
    int sweep, disc, points, meetings, winding;
    double sweep_time, disc_time, points_time, length;
} scaled_answers;

static void answers_at_scale(int whole[2][22], const int asked[8], double scale,
                             scaled_answers *all)
{
    static double memory[2][512];
    static cld_path_meeting meetings[256];
    cld_real points[2][22], mover[2], length = 0;
    cld_path path[2];
    cld_motion2 motion;
    cld_path_hit hit;
    cld_vec2 from, to;
    int i, k;
    memset(path, 0, sizeof path), memset(&motion, 0, sizeof motion), memset(all, 0, sizeof *all);
    for (k = 0; k < 2; k++) {
        for (i = 0; i < 22; i++) points[k][i] = (cld_real)(0.5 * whole[k][i] * scale);
        path[k].commands = "MCCQLL", path[k].command_count = 6;
        path[k].points = points[k], path[k].point_count = 11;
        if (!CHECK(cld_path_size(&path[k]) <= sizeof memory[k])) return;
        CHECK(cld_path_build(&path[k], memory[k], cld_path_size(&path[k])) == CLD_OK);
    }
    from = vec2(0.25 * asked[0] * scale, 0.25 * asked[1] * scale);
    to = vec2(0.25 * asked[2] * scale, 0.25 * asked[3] * scale);
    hit.time = 0;
    all->sweep = cld_path_sweep(path, from, to, &hit), all->sweep_time = (double)hit.time;
    hit.time = 0;
    all->disc = cld_path_sweep_disc(path, from, to, (cld_real)(0.25 * scale), &hit);
    all->disc_time = (double)hit.time;
    motion.linear = vec2(0.25 * asked[4] * scale, 0.25 * asked[5] * scale);
    motion.centre = vec2(0.25 * asked[6] * scale, 0.25 * asked[7] * scale);
    motion.angle = (cld_real)1.5, mover[0] = from.x, mover[1] = from.y, hit.time = 0;
    all->points = cld_path_sweep_points(path, mover, 1, 0, &motion, &hit);
    all->points_time = (double)hit.time;
    all->meetings = cld_path_intersect(path, path + 1, meetings, 256);
    CHECK(cld_path_winding(path, from, &all->winding) == CLD_OK);
    CHECK(cld_path_length(path, &length) == CLD_OK);
    all->length = (double)length / scale;
}

/* The answers do not depend on the scale, where squares under- or overflow either; times do by the
   bound of a hit, divided by how steeply the mover meets the curve. */
static void answers_at_all_scales(void)
{
    static const int exponents[2][6] = {{-120, -80, -40, 40, 80, 110},
                                        {-1000, -700, -520, -300, 300, 480}};
    test_random r = test_random_from(415);
    int n, i, k, repeat = test_repeat(300);
    for (n = 0; n < repeat; n++) {
        int whole[2][22], asked[8];
        scaled_answers usual, other;
        for (k = 0; k < 2; k++)
            for (i = 0; i < 22; i++) whole[k][i] = 2 * test_integer(&r, -4, 4) + k;
        for (i = 0; i < 8; i++) asked[i] = test_integer(&r, -16, 16);
        answers_at_scale(whole, asked, 1, &usual);
        for (i = 0; i < 6; i++) {
            const double scale = ldexp(1, exponents[sizeof(cld_real) > 4][i]),
                         near = 16 * TEST_ROUND + ldexp(1, -36);
            answers_at_scale(whole, asked, scale, &other);
            CHECK(other.sweep == usual.sweep && other.disc == usual.disc);
            CHECK(other.points == usual.points && other.meetings == usual.meetings);
            CHECK(other.winding == usual.winding);
            CHECK_NEAR(other.sweep_time, usual.sweep_time, near);
            CHECK_NEAR(other.disc_time, usual.disc_time, near);
            CHECK_NEAR(other.points_time, usual.points_time, near);
            CHECK_NEAR(other.length, usual.length, near * usual.length);
        }
    }
}

int main(int argc, char **argv)
{
    test_begin(argc, argv);
    TEST(turns_by_hand);
    TEST(motions_refused);
    TEST(queries_refuse);
    TEST(shifted_points_are_sweeps);
    TEST(shifted_through_many_pieces);
    TEST(sides_beside_points);
    TEST(turning_points_hit);
    TEST(closest_is_that_of_a_piece);
    TEST(discs_meet_a_piece);
    TEST(meetings_are_those_of_pieces);
    TEST(length_is_the_sum);
    TEST(length_zero_is_the_start);
    TEST(windings_of_open_chains);
    shape_free(&one);
    shape_free(&two);
    TEST(motion_has_points);
    TEST(closest_at_tiny_scales);
    TEST(answers_at_all_scales);
    return test_end();
}
