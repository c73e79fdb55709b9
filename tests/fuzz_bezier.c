/* Fuzzes [BEZIER]: any bytes as curves, paths, moves, counts, strides, capacities must be refused
 * with a status of the docs or answered with finite numbers in range, without a crash, within the
 * buffers.
 *
 * How: tests/fuzz.h. Without TEST_LIBFUZZER argv[1] is the seed, argv[2] how many inputs. */
#include "test.h"
#include "fuzz.h"

static cld_bezier fuzz_curve(fuzz_input *in)
{
    cld_bezier c;
    int i, degree = fuzz_byte(in);
    for (i = 0; i < 4; i++) c.points[i] = fuzz_vec2(in);
    c.degree = degree < 240 ? 1 + degree % 3 : degree - 247;
    return c;
}

static int fuzz_unit(cld_vec2 v)
{
    double n = (double)v.x * (double)v.x + (double)v.y * (double)v.y;
    return n == 0 || fabs(n - 1) < 16 * TEST_ROUND;
}

/* ------------------------------------------------------------------------------------- answers */

/* A status that the docs of the queries name, or an answer that is not negative. */
static int fuzz_status(int answer)
{
    return answer >= 0 || answer == CLD_ERROR_NULL || answer == CLD_ERROR_COUNT ||
           answer == CLD_ERROR_STRIDE || answer == CLD_ERROR_FINITE ||
           answer == CLD_ERROR_PARAMETER || answer == CLD_ERROR_EXTENT ||
           answer == CLD_ERROR_DEGREE || answer == CLD_ERROR_POINT || answer == CLD_ERROR_COMMAND ||
           answer == CLD_ERROR_MISMATCH;
}

static void fuzz_hit(const cld_path_hit *h, int pieces, int movers)
{
    CHECK(h->time >= 0 && h->time <= 1 && h->parameter >= 0 && h->parameter <= 1);
    CHECK(fuzz_finite(h->point) && fuzz_finite(h->normal) && fuzz_unit(h->normal));
    CHECK(h->side >= -1 && h->side <= 1);
    CHECK(h->piece < (uint32_t)pieces && h->mover < (uint32_t)movers);
}

/* What stood in the room behind a query's answers must stand there still. */
static void fuzz_room(const void *first, const void *end, int from)
{
    const unsigned char *p = (const unsigned char *)first, *e = (const unsigned char *)end;
    for (; p < e; p++)
        if (*p != (unsigned char)from) break;
    CHECK(p == e);
}

static void fuzz_meetings(const cld_path_meeting *m, int count, int pieces_a, int pieces_b)
{
    int i;
    for (i = 0; i < count; i++) {
        CHECK(m[i].a_from >= 0 && m[i].a_to <= 1 && m[i].a_from <= m[i].a_to);
        CHECK(m[i].b_from >= 0 && m[i].b_from <= 1 && m[i].b_to >= 0 && m[i].b_to <= 1);
        CHECK(fuzz_finite(m[i].point));
        CHECK(m[i].piece_a < (uint32_t)pieces_a && m[i].piece_b < (uint32_t)pieces_b);
        CHECK(i == 0 || m[i - 1].piece_a <= m[i].piece_a);
    }
}

static int fuzz_least(int a, int b)
{
    return a < b ? a : b;
}

/* -------------------------------------------------------------------------------------- curves */

/* Does the point start on the line, exactly, or go along it, to the bound of the docs? */
static int fuzz_rests(const cld_bezier *c, cld_vec2 from, cld_vec2 to)
{
    const cld_vec2 a = c->points[0], b = c->points[1];
    const double x = (double)to.x - (double)from.x, y = (double)to.y - (double)from.y;
    const double u = (double)b.x - (double)a.x, v = (double)b.y - (double)a.y;
    const double place = fmax(fmax(fabs((double)from.x), fabs((double)from.y)),
                              fmax(fabs((double)to.x), fabs((double)to.y)));
    const double across = fabs(x * (v / hypot(u, v)) - y * (u / hypot(u, v)));
    return cld_orient2d(from, a, b) == 0 ||
           !(across > 5 * TEST_ROUND * (place + 2 * hypot(x, y)) + 1e-300);
}

/* What exactly meets a line meets the curve that is that line, asked in any way. */
static void fuzz_on_line(const cld_bezier *c, cld_vec2 from, cld_vec2 to, cld_real radius)
{
    cld_path_hit h;
    if (c->degree != 1 || cld_segment_hit(from, to, c->points[0], c->points[1], NULL) != 1) return;
    CHECK(cld_bezier_sweep_all(c, from, to, &h, 1) >= 1);
    if (fuzz_rests(c, from, to)) return; /* in contact at the start */
    CHECK(cld_bezier_sweep(c, from, to, NULL) == 1);
    CHECK(cld_bezier_sweep_many(c, &from, &to, 1, &h) == CLD_OK && h.time <= 1);
    if (radius >= 0) CHECK(cld_bezier_sweep_disc(c, from, to, radius, NULL) >= 0);
}

static void fuzz_sweeps(fuzz_input *in, const cld_bezier *c, int status)
{
    cld_real radius;
    cld_path_hit h, all[8];
    cld_vec2 from = fuzz_vec2(in), to = fuzz_vec2(in);
    int capacity = fuzz_byte(in) % 10 - 1, n, i, found;
    int finite = fuzz_finite(from) && fuzz_finite(to);
    found = cld_bezier_sweep(c, from, to, &h);
    CHECK(fuzz_status(found) && (status == CLD_OK || found == status));
    CHECK(finite || found < 0);
    if (found == 1) fuzz_hit(&h, 1, 1);
    CHECK(cld_bezier_sweep(c, from, to, NULL) == found);
    memset(all, 0x5a, sizeof all);
    n = cld_bezier_sweep_all(c, from, to, all, capacity);
    CHECK(fuzz_status(n) && n <= 4 && (capacity >= 0 || n < 0) && (found >= 0 || n < 0));
    for (i = 0; i < n && i < capacity; i++) fuzz_hit(&all[i], 1, 1);
    if (n < 0) capacity = 0;
    fuzz_room(all + fuzz_least(n < 0 ? 0 : n, capacity), all + 8, 0x5a);
    radius = fuzz_real(in);
    n = cld_bezier_sweep_disc(c, from, to, radius, &h);
    CHECK(fuzz_status(n));
    if (n == 1) fuzz_hit(&h, 1, 1);
    if (status == CLD_OK && found >= 0) fuzz_on_line(c, from, to, radius);
    n = cld_segment_hit(from, to, c->points[0], c->points[1], &h);
    CHECK(n == 0 || n == 1 || n == CLD_ERROR_FINITE);
    if (n == 1) fuzz_hit(&h, 1, 1);
}

static void fuzz_many(fuzz_input *in, const cld_bezier *c, int status)
{
    cld_vec2 from[20], to[20];
    cld_path_hit hits[21], h;
    int count = fuzz_byte(in) % 21, i, answer, finite = 1;
    for (i = 0; i < count; i++) {
        from[i] = fuzz_vec2(in), to[i] = fuzz_vec2(in);
        finite &= fuzz_finite(from[i]) && fuzz_finite(to[i]);
    }
    memset(hits, 0x5a, sizeof hits);
    answer = cld_bezier_sweep_many(c, from, to, (size_t)count, hits);
    CHECK(fuzz_status(answer) && answer <= 0 && (status == CLD_OK || answer == status));
    CHECK(finite || answer < 0);
    fuzz_room(hits + (answer < 0 ? 0 : count), hits + 21, 0x5a);
    for (i = 0; i < count && answer == CLD_OK; i++) {
        /* (a single call may take a miss by less than the bound for a hit) */
        if (hits[i].time <= 1) CHECK(cld_bezier_sweep(c, from[i], to[i], &h) >= 0);
        if (hits[i].time <= 1)
            fuzz_hit(&hits[i], 1, 1);
        else
            CHECK(hits[i].time == 2);
    }
}

static void fuzz_shape(fuzz_input *in, const cld_bezier *c, int status)
{
    cld_vec2 p, d, low, high;
    cld_bezier halves[2];
    cld_path_point closest;
    cld_path_meeting meeting;
    cld_real t = fuzz_real(in), u = fuzz_real(in), length;
    int answer = cld_bezier_evaluate(c, t, &p, &d);
    CHECK(fuzz_status(answer) && (status == CLD_OK || answer == status));
    answer = cld_bezier_split(c, t, halves);
    CHECK(fuzz_status(answer) && (status == CLD_OK || answer == status));
    if (answer == CLD_OK) CHECK(cld_bezier_validate(&halves[0]) == CLD_OK);
    if (answer == CLD_OK) CHECK(cld_bezier_validate(&halves[1]) == CLD_OK);
    answer = cld_bezier_bounds(c, &low, &high);
    CHECK(fuzz_status(answer) && (status == CLD_OK ? answer == CLD_OK : answer == status));
    if (answer == CLD_OK) CHECK(low.x <= high.x && low.y <= high.y);
    answer = cld_bezier_length(c, t, u, &length);
    CHECK(fuzz_status(answer) && (status == CLD_OK || answer == status));
    if (answer == CLD_OK) CHECK(length == length);
    answer = cld_bezier_at_length(c, u, &length);
    CHECK(fuzz_status(answer) && (status == CLD_OK || answer == status));
    if (answer == CLD_OK) CHECK(length >= 0 && length <= 1);
    answer = cld_bezier_self_intersect(c, &meeting);
    CHECK(status == CLD_OK ? answer == 0 || answer == 1 : answer == status);
    if (answer == 1) CHECK(0 <= meeting.a_from && meeting.b_from <= 1);
    p = fuzz_vec2(in);
    answer = cld_bezier_closest(c, p, &closest);
    CHECK(fuzz_status(answer) && (status == CLD_OK || answer == status));
    if (answer != 1) return;
    CHECK(closest.distance >= 0 && closest.parameter >= 0 && closest.parameter <= 1);
    CHECK(fuzz_finite(closest.point) && fuzz_unit(closest.normal) && closest.piece == 0);
}

static void fuzz_intersect(fuzz_input *in, const cld_bezier *c, int status)
{
    cld_bezier d = fuzz_curve(in);
    cld_path_meeting m[12];
    int capacity = fuzz_byte(in) % 12 - 1, n;
    memset(m, 0x5a, sizeof m);
    n = cld_bezier_intersect(c, &d, m, capacity);
    CHECK(fuzz_status(n) && n <= 9 && (status == CLD_OK || n < 0));
    fuzz_meetings(m, fuzz_least(n, capacity), 1, 1);
    fuzz_room(m + (n < 0 ? 0 : fuzz_least(n, capacity)), m + 12, 0x5a);
}

/* --------------------------------------------------------------------------------------- paths */

enum { FUZZ_COMMANDS = 40 };

typedef struct fuzz_path {
    char commands[FUZZ_COMMANDS];
    cld_real points[9 * FUZZ_COMMANDS + 8];
    double memory[(64 * FUZZ_COMMANDS + 1024) / 8 + 2];
    cld_path path;
    int status;
} fuzz_path;

static fuzz_path first, second;

/* Letters that mostly fit the points. */
static void fuzz_make_path(fuzz_input *in, fuzz_path *p)
{
    static const char letters[16] = {'M', 'L', 'L', 'L', 'Q', 'Q', 'C', 'C',
                                     'C', 'Z', 'Z', 'L', 'L', 'Q', 'C', 'M'};
    int i, raw = fuzz_byte(in), count = fuzz_byte(in) % FUZZ_COMMANDS, points = 0, step;
    for (i = 0; i < count; i++) {
        char c = i == 0 ? 'M' : letters[fuzz_byte(in) % 16];
        if (raw == 1 && i == count / 2) c = (char)fuzz_byte(in);
        p->commands[i] = c;
        points += c == 'M' || c == 'L' ? 1 : c == 'Q' ? 2 : c == 'C' ? 3 : 0;
    }
    for (i = 0; i < 9 * FUZZ_COMMANDS + 8; i++) p->points[i] = fuzz_real(in);
    step = fuzz_byte(in) % 4;
    memset(&p->path, 0, sizeof p->path);
    p->path.commands = raw == 2 ? NULL : p->commands;
    p->path.command_count = (size_t)count;
    p->path.points = raw == 3 ? NULL : p->points;
    p->path.point_count = (size_t)(points + (raw == 4) - (raw == 5 && points > 0));
    p->path.stride = step == 3 ? 3 * sizeof(cld_real) : step == 2 ? 2 * sizeof(cld_real) : 0;
    if (raw == 6) p->path.stride = (size_t)fuzz_byte(in) % (3 * sizeof(cld_real));
    if (raw == 7) p->path.command_count = (size_t)-1 - (size_t)fuzz_byte(in);
    if (raw == 8) p->path.point_count = (size_t)-1 - (size_t)fuzz_byte(in);
}

static void fuzz_build(fuzz_path *p)
{
    size_t size = cld_path_size(&p->path), where = 12345;
    double *end = p->memory + sizeof p->memory / sizeof p->memory[0];
    int status = cld_path_validate(&p->path, &where);
    CHECK(fuzz_status(status) && status <= 0);
    memset(p->memory, 0x77, sizeof p->memory);
    p->status = cld_path_build(&p->path, p->memory, cld_path_size(&p->path));
    CHECK(p->status == status && (status == CLD_OK) == (p->path.tree != NULL));
    if (status != CLD_OK) return;
    CHECK(size <= 64 * p->path.command_count + 1024);
    fuzz_room((char *)p->memory + size, end, 0x77);
}

/* Whatever exactly meets a line of the path meets the path. */
static void fuzz_on_lines(const fuzz_path *p, cld_vec2 from, cld_vec2 to, cld_real radius)
{
    const int pieces = cld_path_count(&p->path);
    cld_bezier c;
    int i, meets = 0, rests = 0;
    for (i = 0; i < pieces && (!meets || rests); i++) {
        CHECK(cld_path_piece(&p->path, (uint32_t)i, &c) == CLD_OK);
        meets = c.degree == 1 && cld_segment_hit(from, to, c.points[0], c.points[1], NULL) == 1;
        rests = meets && fuzz_rests(&c, from, to);
    }
    if (!meets) return;
    CHECK(cld_path_sweep_all(&p->path, from, to, NULL, 0) >= 1);
    if (rests) return; /* in contact at the start */
    CHECK(cld_path_sweep(&p->path, from, to, NULL) == 1);
    if (radius >= 0) CHECK(cld_path_sweep_disc(&p->path, from, to, radius, NULL) >= 0);
}

static void fuzz_path_sweeps(fuzz_input *in, const fuzz_path *p)
{
    cld_path_hit h, all[32];
    cld_vec2 from = fuzz_vec2(in), to = fuzz_vec2(in);
    cld_real radius;
    int pieces = cld_path_count(&p->path), capacity = fuzz_byte(in) % 32 - 1, n, i;
    int found = cld_path_sweep(&p->path, from, to, &h);
    CHECK(fuzz_status(found) && (p->status == CLD_OK || found == CLD_ERROR_NULL));
    if (found == 1) fuzz_hit(&h, pieces, 1);
    memset(all, 0x5a, sizeof all);
    n = cld_path_sweep_all(&p->path, from, to, all, capacity);
    CHECK(fuzz_status(n) && (found >= 0 || n < 0));
    for (i = 0; i < n && i < capacity; i++) fuzz_hit(&all[i], pieces, 1);
    fuzz_room(all + (n < 0 ? 0 : fuzz_least(n, capacity)), all + 32, 0x5a);
    radius = fuzz_real(in);
    n = cld_path_sweep_disc(&p->path, from, to, radius, &h);
    CHECK(fuzz_status(n));
    if (n == 1) fuzz_hit(&h, pieces, 1);
    if (found >= 0) fuzz_on_lines(p, from, to, radius);
}

/* Points that are shifted meet what each of them meets. */
static void fuzz_shifted(const fuzz_path *p, const cld_real *points, int count, size_t stride,
                         const cld_motion2 *m, int found)
{
    int i, any = 0;
    if (!stride) stride = 2 * sizeof(cld_real);
    for (i = 0; i < count && !any; i++) {
        cld_vec2 from;
        memcpy(&from, (const char *)points + (size_t)i * stride, sizeof from);
        any = cld_path_sweep(&p->path, from, cld_motion2_point(m, from, 1), NULL) == 1;
    }
    CHECK(found == any);
}

static void fuzz_path_points(fuzz_input *in, const fuzz_path *p)
{
    cld_real points[24];
    cld_motion2 m;
    cld_path_hit h;
    int i, n, count = fuzz_byte(in) % 8, odd = fuzz_byte(in);
    size_t stride = odd < 200 ? 0 : (size_t)(odd % 4) * sizeof(cld_real);
    for (i = 0; i < 24; i++) points[i] = fuzz_real(in);
    m.linear = fuzz_vec2(in), m.centre = fuzz_vec2(in), m.angle = fuzz_real(in);
    if (odd % 4 == 0) m.angle = 0;
    if (odd % 16 && fabs((double)m.angle) > 100) m.angle = 7; /* thousands of turns take long */
    n = cld_path_sweep_points(&p->path, points, (size_t)count, stride, &m, &h);
    CHECK(fuzz_status(n) && (p->status == CLD_OK || n == CLD_ERROR_NULL));
    if (n == 1) fuzz_hit(&h, cld_path_count(&p->path), count);
    if (n >= 0 && m.angle == 0) fuzz_shifted(p, points, count, stride, &m, n);
}

/* A polygon against the path: any vertices, or their hull; a hit's mover is a feature. */
static void fuzz_path_polygon(fuzz_input *in, const fuzz_path *p)
{
    cld_real xy[24];
    cld_polygon b;
    cld_motion2 m;
    cld_sweep_params params;
    cld_path_contact c, all[16];
    cld_path_hit h;
    const int count = fuzz_byte(in) % 13, odd = fuzz_byte(in), pieces = cld_path_count(&p->path);
    const int capacity = fuzz_byte(in) % 16;
    cld_real margin, most;
    int i, n, overlap, hull = count;
    for (i = 0; i < 24; i++) xy[i] = fuzz_real(in);
    if (odd % 8) hull = cld_polygon_hull(xy, (size_t)count, 0);
    memset(&b, 0, sizeof b), memset(&m, 0, sizeof m);
    b.vertices = xy, b.count = (size_t)(hull < 0 ? count : hull);
    if (odd % 2) b.pose.position = fuzz_vec2(in);
    if (odd % 4 == 3) b.pose.rotation.x = (cld_real)0.6, b.pose.rotation.y = (cld_real)0.8;
    b.radius = odd & 16 ? fuzz_real(in) : 0;
    m.linear = fuzz_vec2(in), margin = fuzz_real(in), most = fuzz_real(in);
    params.distance = odd & 32 ? fuzz_real(in) : 0;
    if ((odd & 192) == 192) m.angle = fuzz_real(in);
    overlap = cld_path_overlap_polygon(&p->path, &b);
    CHECK(fuzz_status(overlap) || overlap == CLD_ERROR_CONVEX || overlap == CLD_ERROR_POSE);
    memset(all, 0x5a, sizeof all);
    n = cld_path_collide_polygon(&p->path, &b, margin, all, capacity);
    CHECK((n >= 0) == (overlap >= 0 && margin >= 0));
    for (i = 0; i < n && i < capacity; i++) {
        CHECK(all[i].piece < (uint32_t)pieces && all[i].contact.feature_b / 4 < b.count);
        CHECK(fuzz_finite(all[i].contact.point_a) && fuzz_unit(all[i].contact.normal));
    }
    fuzz_room(all + (n < 0 ? 0 : fuzz_least(n, capacity)), all + 16, 0x5a);
    if (overlap >= 0)
        CHECK((cld_path_collide_polygon(&p->path, &b, 0, NULL, 0) > 0) == (overlap == 1));
    n = cld_path_distance_polygon(&p->path, &b, most, &c);
    CHECK((n >= 0) == (overlap >= 0 && most >= 0));
    if (n == 1) CHECK(c.piece < (uint32_t)pieces && fuzz_unit(c.contact.normal));
    if (overlap == 1 && n >= 0) CHECK(n == 1);
    n = cld_path_sweep_polygon(&p->path, &b, &m, &params, &h);
    CHECK(fuzz_status(n) || overlap < 0);
    if (n == 1) fuzz_hit(&h, pieces, 4 * 13);
}

static void fuzz_path_asks(fuzz_input *in, fuzz_path *p)
{
    cld_vec2 at = fuzz_vec2(in), low, high;
    cld_path_point c;
    cld_bezier b;
    cld_real length;
    uint32_t piece;
    int n, winding, pieces = cld_path_count(&p->path);
    CHECK(fuzz_status(pieces) && (p->status == CLD_OK) == (pieces >= 0));
    n = cld_path_piece(&p->path, (uint32_t)fuzz_byte(in), &b);
    CHECK(fuzz_status(n) && (n != CLD_OK || cld_bezier_validate(&b) == CLD_OK));
    n = cld_path_bounds(&p->path, &low, &high);
    CHECK(fuzz_status(n) && (n != CLD_OK || (low.x <= high.x && low.y <= high.y)));
    n = cld_path_length(&p->path, &length);
    CHECK(fuzz_status(n) && (n != CLD_OK || length >= 0));
    n = cld_path_at_length(&p->path, at.x, &piece, &length);
    CHECK(fuzz_status(n) && (n != CLD_OK || ((int)piece < pieces && length >= 0 && length <= 1)));
    n = cld_path_winding(&p->path, at, &winding);
    CHECK(fuzz_status(n) && (n != CLD_OK || abs(winding) <= 2 * FUZZ_COMMANDS));
    n = cld_path_closest(&p->path, at, &c);
    CHECK(fuzz_status(n));
    if (n != 1) return;
    CHECK(c.distance >= 0 && c.parameter >= 0 && c.parameter <= 1 && c.piece < (uint32_t)pieces);
    CHECK(fuzz_finite(c.point) && fuzz_unit(c.normal) && c.side >= -1 && c.side <= 1);
}

/* Some points move: the tree is fitted, or as it was. */
static void fuzz_refit(fuzz_input *in, fuzz_path *p)
{
    int i, n;
    if (p->status != CLD_OK) return;
    for (i = 0; i < 8; i++) p->points[fuzz_byte(in) % 60] = fuzz_real(in);
    n = cld_path_refit(&p->path);
    CHECK(n == CLD_OK || n == CLD_ERROR_POINT);
    if (n != CLD_OK) p->path.tree = NULL, p->status = n; /* its points are no longer its tree's */
}

static void fuzz_path_meet(fuzz_input *in)
{
    static cld_path_meeting m[64];
    int capacity = fuzz_byte(in) % 64 - 1, n;
    memset(m, 0x5a, sizeof m);
    n = cld_path_intersect(&first.path, &second.path, m, capacity);
    CHECK(fuzz_status(n));
    fuzz_meetings(m, fuzz_least(n, capacity), FUZZ_COMMANDS, FUZZ_COMMANDS);
    fuzz_room(m + (n < 0 ? 0 : fuzz_least(n, capacity)), m + 64, 0x5a);
}

/* A path and itself: each meeting of pieces in order, a before b. */
static void fuzz_path_self(fuzz_input *in, const fuzz_path *p)
{
    static cld_path_meeting m[64];
    int capacity = fuzz_byte(in) % 64 - 1, n;
    memset(m, 0x5a, sizeof m);
    n = cld_path_self_intersect(&p->path, m, capacity);
    CHECK(fuzz_status(n) && (p->status == CLD_OK || n == CLD_ERROR_NULL));
    fuzz_meetings(m, fuzz_least(n, capacity), FUZZ_COMMANDS, FUZZ_COMMANDS);
    for (int i = 0; i < fuzz_least(n, capacity); i++) {
        CHECK(m[i].piece_a <= m[i].piece_b && (i == 0 || m[i - 1].piece_a <= m[i].piece_a));
        if (m[i].piece_a == m[i].piece_b) CHECK(m[i].a_from < m[i].b_from);
    }
    fuzz_room(m + (n < 0 ? 0 : fuzz_least(n, capacity)), m + 64, 0x5a);
}

static void fuzz_pair(const cld_path_pair *p, int pieces_a, int pieces_b)
{
    CHECK(p->piece_a < (uint32_t)pieces_a && p->piece_b < (uint32_t)pieces_b);
    CHECK(p->parameter_a >= 0 && p->parameter_a <= 1 && p->parameter_b >= 0 && p->parameter_b <= 1);
    CHECK(p->contact.distance >= 0 && fuzz_finite(p->contact.point_a));
    CHECK(fuzz_finite(p->contact.point_b) && fuzz_unit(p->contact.normal));
}

/* Distances are 0 where there are meetings, and only there. */
static void fuzz_distances(fuzz_input *in, const cld_bezier *c, int status)
{
    const cld_bezier d = fuzz_curve(in);
    const cld_real most = fuzz_real(in);
    cld_path_pair pair;
    cld_real area;
    int n = cld_bezier_distance(c, &d, &pair);
    CHECK(fuzz_status(n) && n != 0 && (status == CLD_OK || n < 0));
    if (n == 1) fuzz_pair(&pair, 1, 1);
    n = cld_path_distance(&first.path, &second.path, most, &pair);
    CHECK(fuzz_status(n) && (n >= 0) == (first.path.tree && second.path.tree && most >= 0));
    if (n == 1) fuzz_pair(&pair, cld_path_count(&first.path), cld_path_count(&second.path));
    if (n >= 0 && cld_path_intersect(&first.path, &second.path, NULL, 0) > 0)
        CHECK(n == 1 && pair.contact.distance == 0);
    n = cld_path_area(&first.path, &area);
    CHECK(fuzz_status(n) && (n == CLD_OK) == (first.path.tree != NULL));
}

static void fuzz_places(fuzz_input *in, const cld_bezier *c, int status)
{
    const cld_vec2 at = fuzz_vec2(in);
    const cld_real t = fuzz_real(in);
    const int rule = fuzz_byte(in) % 3;
    cld_vec2 tangent;
    int winding = 0, n = cld_bezier_tangent(c, t, &tangent);
    CHECK(fuzz_status(n) && (status == CLD_OK || n == status));
    if (n == 1) CHECK(fuzz_unit(tangent));
    n = cld_path_contains(&first.path, at, rule);
    CHECK(fuzz_status(n) || n == CLD_INSIDE);
    if (n < 0 || n == CLD_BOUNDARY) return;
    CHECK(cld_path_winding(&first.path, at, &winding) == CLD_OK);
    CHECK((n == CLD_INSIDE) == (rule == CLD_FILL_EVEN_ODD ? winding & 1 : winding != 0));
}

static int paths;

static void fuzz_run(fuzz_input *in)
{
    cld_bezier c;
    int status, i;
    c = fuzz_curve(in);
    status = cld_bezier_validate(&c);
    CHECK(status == CLD_OK || status == CLD_ERROR_DEGREE || status == CLD_ERROR_POINT);
    for (i = 0; i < 4; i++) fuzz_sweeps(in, &c, status);
    fuzz_shape(in, &c, status);
    fuzz_many(in, &c, status);
    fuzz_intersect(in, &c, status);
    fuzz_make_path(in, &first);
    fuzz_build(&first);
    for (i = 0; i < 4; i++) {
        fuzz_path_sweeps(in, &first);
        fuzz_path_points(in, &first);
        fuzz_path_asks(in, &first);
        if (i == 1) fuzz_refit(in, &first);
    }
    paths += first.status == CLD_OK;
    fuzz_make_path(in, &second);
    fuzz_build(&second);
    fuzz_path_meet(in);
    for (i = 0; i < 4; i++) fuzz_path_polygon(in, &first);
    fuzz_path_self(in, &first), fuzz_path_self(in, &second);
    fuzz_distances(in, &c, status);
    fuzz_places(in, &c, status);
}

#ifndef TEST_LIBFUZZER
int main(int argc, char **argv)
{
    const int repeat = fuzz_random(argc, argv, 4000);
    printf("%d inputs, %d of them paths\n", repeat, paths);
    CHECK(repeat < 1000 || paths > repeat / 4);
    return test_end();
}
#endif
