/* [BEZIER]: paths. Nothing gets through a closed path; everything a path says is what its pieces
 * say one by one.
 *
 *     test_path [seed]                 seconds
 *     test_path --sweeps 10000000      the watertight test alone, with so many sweeps */
#include "test.h"

#include "path_shapes.h"

/* ------------------------------------------------------------------------------- watertightness
   From a pool of points whose winding numbers the oracle knows, sweeps go from point to point. */

typedef struct figures {
    long sweeps, hits, crossings, through_joints;
} figures;

static int is_first(const cld_path_hit *a, const cld_path_hit *b)
{
    return a->time < b->time || (a->time <= b->time && a->piece <= b->piece);
}

static void print_sweep(const shape *s, const char *name, cld_vec2 from, cld_vec2 to)
{
    cld_path_hit h[16];
    size_t i;
    int count;
    printf("    %s from (%a, %a) to (%a, %a)\n    %.*s", name, (double)from.x, (double)from.y,
           (double)to.x, (double)to.y, (int)s->command_count, s->commands);
    for (i = 0; i < s->point_count && i < 24; i++) {
        double p[2];
        shape_given(s, i, p);
        printf(" (%a, %a)", p[0], p[1]);
    }
    printf("\n");
    count = cld_path_sweep_all(&s->path, from, to, h, 16);
    for (i = 0; i < (size_t)count && i < 16; i++)
        printf("    hit: time %.17g piece %d parameter %.17g side %d\n", (double)h[i].time,
               (int)h[i].piece, (double)h[i].parameter, h[i].side);
}

/* The hit's time is this, as far as the docs promise: both are within the bound of a hit (all
   lengths are below 8 reaches), so they differ by twice that; along the move by more where it
   grazes the curve, in proportion to the sine of the angle, as far as y can stay within the bound:
   2 sqrt(2^-44 24) M < 2^-18 M. */
static int is_same_time(const shape *s, cld_vec2 from, cld_vec2 to, const cld_path_hit *h,
                        cld_real time)
{
    double dx = (double)(to.x - from.x), dy = (double)(to.y - from.y), length = hypot(dx, dy);
    double d = fabs((double)h->time - (double)time) * length, across;
    double bound = 2 * (FAR_OFF * 8 * s->reach + TEST_ROUND * length);
    if (d <= bound) return 1;
    across = fabs(dx * (double)h->normal.x + dy * (double)h->normal.y) / length;
    return d * across <= 2 * bound && d <= ldexp(8 * s->reach, -18) + TEST_ROUND * length;
}

/* Does what the mover meets at that time lie where it starts, to the bound of the docs? Then it is in
   contact at the start: test_starts.c has what comes of that. */
static int begins_there(const cld_path *path, cld_vec2 from, cld_vec2 to, cld_real time)
{
    const double way = hypot((double)to.x - (double)from.x, (double)to.y - (double)from.y);
    double most = way;
    cld_bezier c;
    int i, k;
    if ((double)time > 1e-3) return 0;
    for (i = 0; cld_path_piece(path, (uint32_t)i, &c) == CLD_OK; i++)
        for (k = 0; k <= c.degree; k++)
            most = fmax(most, hypot((double)c.points[k].x - (double)from.x,
                                    (double)c.points[k].y - (double)from.y));
    return (double)time * way <= ldexp(most, -43);
}

/* Order, sum of sides, the first. Cheap: no oracle. */
static int sweep_is_tight(const shape *s, const pool *p, int i, int k, cld_path_hit *hits,
                          figures *f)
{
    cld_path_hit first;
    int count = cld_path_sweep_all(&s->path, p->at[i], p->at[k], hits, MOST_HITS), j, sum = 0;
    int found = cld_path_sweep(&s->path, p->at[i], p->at[k], &first), rests;
    f->sweeps++, f->hits += count;
    if (!CHECK(count >= 0 && count <= MOST_HITS)) return 0;
    rests = count > 0 && begins_there(&s->path, p->at[i], p->at[k], hits[0].time);
    if (!rests) CHECK(found == (count > 0));
    for (j = 0; j < count; j++) {
        sum += hits[j].side;
        f->through_joints += hits[j].parameter == 0;
        if (j > 0) CHECK(is_first(&hits[j - 1], &hits[j]));
    }
    if (found && count > 0 && !rests)
        CHECK(is_same_time(s, p->at[i], p->at[k], &first, hits[0].time));
    if (rests && found) CHECK(first.time >= hits[0].time);
    if (p->is_near[i] || p->is_near[k] || !s->loops) return count;
    f->crossings += p->winding[i] != p->winding[k];
    if (p->winding[i] != p->winding[k]) CHECK(found == 1);
    CHECK(sum == p->winding[i] - p->winding[k]);
    return count;
}

/* A hit is where the mover is, and on the piece that it names. */
static void hits_are_sound(const shape *s, cld_vec2 from, cld_vec2 to, const cld_path_hit *hits,
                           int count)
{
    static oracle_answer o;
    double a[2], b[2];
    int j;
    numbers(from, a);
    numbers(to, b);
    for (j = 0; j < count; j++) {
        if (!CHECK(hits[j].piece < (uint32_t)s->piece_count && hits[j].mover == 0)) return;
        CHECK(hits[j].time >= 0 && hits[j].time <= 1);
        CHECK(hits[j].parameter >= 0 && hits[j].parameter <= 1);
        CHECK(hits[j].side >= -1 && hits[j].side <= 1);
        memset(&o, 0, sizeof o);
        oracle_frame(&o, &s->pieces[hits[j].piece], a, b);
        hit_is_near(&o, a, &hits[j]);
        /* in joints the normal is that of one piece, the side that of the path */
        if (hits[j].parameter > 0 && hits[j].parameter < 1) normal_is_sound(&o, &hits[j]);
    }
}

/* Hits well inside pieces; joints are the path's affair. */
static int inside(const cld_path_hit *hits, int count, uint32_t piece)
{
    int j, n = 0;
    for (j = 0; j < count; j++)
        n += hits[j].piece == piece && hits[j].parameter > (cld_real)0.001 &&
             hits[j].parameter < (cld_real)0.999;
    return n;
}

/* The mover slides along all of the piece: with its neighbours that may be one stretch, told
   elsewhere. */
static int is_along(const oracle_curve *c, cld_vec2 from, cld_vec2 to)
{
    static oracle_answer o;
    double a[2], b[2];
    numbers(from, a);
    numbers(to, b);
    memset(&o, 0, sizeof o);
    oracle_frame(&o, c, a, b);
    return oracle_strays(&o, 0, 1) <= 5 * FAR_OFF * o.size * o.length;
}

/* Against the pieces, one by one. */
static void pieces_agree(const shape *s, cld_vec2 from, cld_vec2 to, const cld_path_hit *hits,
                         int count)
{
    cld_path_hit first, h[4];
    double least = 2;
    int i, k, n, found = cld_path_sweep(&s->path, from, to, &first);
    for (i = 0; i < s->piece_count; i++) {
        cld_bezier c;
        CHECK(cld_path_piece(&s->path, (uint32_t)i, &c) == CLD_OK);
        n = cld_bezier_sweep_all(&c, from, to, h, 4);
        if (!CHECK(n >= 0 && n <= 4)) continue;
        for (k = 0; k < n; k++) {
            if ((double)h[k].time < least) least = (double)h[k].time;
            h[k].piece = (uint32_t)i;
        }
        if (inside(h, n, (uint32_t)i) != inside(hits, count, (uint32_t)i))
            CHECK(is_along(&s->pieces[i], from, to));
    }
    if (least <= 1 && begins_there(&s->path, from, to, (cld_real)least)) return;
    CHECK(found == (least <= 1));
    if (found && least <= 1) CHECK(is_same_time(s, from, to, &first, (cld_real)least));
}

/* What is exactly in a joint is the hit of the piece that begins there. On grids no hit is so close
   to a piece's end that rounding would take it there: none has parameter 1. */
static void joints_are_told_once(const shape *s, const cld_path_hit *hits, int count)
{
    int j;
    for (j = 0; j < count && s->loops; j++) CHECK(hits[j].parameter < 1);
}

static void check_shape(shape *s, pool *p, test_random *r, int kind, int sweeps, int looks,
                        figures *f)
{
    static cld_path_hit hits[MOST_HITS];
    int grid = is_on_grid(kind), n, w;
    double scale = grid ? ldexp(1, test_integer(r, -20, 20)) : log_between(r, -6, 6), x = 0, y = 0;
    if (test_integer(r, 0, 3) == 0) {
        double far = grid ? 60000 : log_between(r, 0, 6);
        x = scale * far * test_between(r, -1, 1), y = scale * far * test_between(r, -1, 1);
        if (grid) x = scale * floor(x / scale), y = scale * floor(y / scale);
    }
    make_shape(s, r, kind);
    shape_build(s, r, scale, x, y);
    fill_pool(p, s, r, grid, scale, x, y);
    for (n = 0; n < sweeps; n++) {
        int i = test_integer(r, 0, POOL - 1), k = n % 3 ? test_integer(r, 0, POOL - 1) : i ^ 1;
        long before = test_failures;
        int count = sweep_is_tight(s, p, i, k, hits, f);
        if (grid) joints_are_told_once(s, hits, count);
        if (n < looks) {
            hits_are_sound(s, p->at[i], p->at[k], hits, count);
            pieces_agree(s, p->at[i], p->at[k], hits, count);
        }
        if (test_failures > before && before < 20)
            print_sweep(s, shape_names[kind], p->at[i], p->at[k]);
    }
    for (n = 0; n < POOL; n++) {
        if (p->is_near[n]) continue;
        CHECK(cld_path_winding(&s->path, p->at[n], &w) == CLD_OK && w == p->winding[n]);
    }
}

static void sweep_shapes(long sweeps, int each, int looks, int loud)
{
    static shape s;
    static pool p;
    int kind;
    for (kind = 0; kind < SHAPES; kind++) {
        figures f = {0, 0, 0, 0};
        test_random r = test_random_from(200 + (uint64_t)kind);
        int long_one = kind == LONG;
        while (f.sweeps < sweeps / (long_one ? 5 : 1) / SHAPES + 1)
            check_shape(&s, &p, &r, kind, each, long_one ? 1 : looks, &f);
        shape_free(&s);
        /* shares of a few paths say little */
        CHECK(f.sweeps < 8L * each || (f.crossings > f.sweeps / 50 && f.hits > f.sweeps / 10));
        if (loud)
            printf("%-12s %9ld sweeps, %9ld hits, %9ld from one side to another, %8ld in joints\n",
                   shape_names[kind], f.sweeps, f.hits, f.crossings, f.through_joints);
    }
}

static void nothing_gets_through(void)
{
    sweep_shapes(test_repeat(800000), 400, 20, 0);
}

/* ------------------------------------------------------------------ sizes, refits, worked ones */

static shape one, two;
static pool points_of_one;

/* Sweeps of a pool over two paths with the same numbers give the same bits. */
static void same_answers(const shape *a, const shape *b, const pool *p)
{
    static cld_path_hit h[MOST_HITS], g[MOST_HITS];
    int i, j;
    for (i = 0; i + 1 < POOL; i++) {
        int n = cld_path_sweep_all(&a->path, p->at[i], p->at[i + 1], h, MOST_HITS);
        if (!CHECK(cld_path_sweep_all(&b->path, p->at[i], p->at[i + 1], g, MOST_HITS) == n)) return;
        for (j = 0; j < n; j++) CHECK(same_hit(&h[j], &g[j]));
        CHECK(cld_path_sweep(&a->path, p->at[i], p->at[i + 1], h) ==
              cld_path_sweep(&b->path, p->at[i], p->at[i + 1], g));
        if (n) CHECK(same_hit(h, g));
    }
}

/* The points move, the tree is fitted to them: the answers are those of a new tree. */
static void refit_is_build(void)
{
    test_random r = test_random_from(300);
    int n, repeat = test_repeat(400);
    for (n = 0; n < repeat; n++) {
        int kind = n % 50 == 0 ? LONG : test_integer(&r, 0, LONG - 1);
        size_t i, step;
        make_shape(&one, &r, kind);
        shape_build(&one, &r, 1, 0, 0);
        step = one.path.stride ? one.path.stride / sizeof(cld_real) : 2;
        for (i = 0; i < one.point_count; i++) { /* a turn, a squeeze, a little noise */
            double x = one.xy[2 * i], y = one.xy[2 * i + 1], e = n % 2 ? 0.1 : 10;
            one.xy[2 * i] = 3 - y + e * test_between(&r, -1, 1), one.xy[2 * i + 1] = x * 0.3;
            one.points[step * i] = (cld_real)one.xy[2 * i];
            one.points[step * i + 1] = (cld_real)one.xy[2 * i + 1];
        }
        shape_pieces(&one);
        CHECK(cld_path_refit(&one.path) == CLD_OK);
        shape_clear(&two);
        memcpy(two.commands, one.commands, sizeof one.commands);
        memcpy(two.xy, one.xy, sizeof one.xy);
        two.command_count = one.command_count, two.point_count = one.point_count;
        shape_build(&two, NULL, 1, 0, 0);
        one.reach = two.reach;
        fill_pool(&points_of_one, &one, &r, 0, 1, 1, 0);
        same_answers(&one, &two, &points_of_one);
    }
}

/* Views of a path that has a tree, each with one thing that does not fit it. */
static void refit_refuses_views(void)
{
    char letters[64];
    cld_path other = one.path;
    CHECK(other.command_count <= sizeof letters);
    memcpy(letters, other.commands, other.command_count);
    other.points = NULL;
    CHECK(cld_path_refit(&other) == CLD_ERROR_NULL);
    other = one.path, other.commands = NULL;
    CHECK(cld_path_refit(&other) == CLD_ERROR_NULL);
    other = one.path, other.point_count++;
    CHECK(cld_path_refit(&other) == CLD_ERROR_MISMATCH);
    other = one.path, other.command_count--;
    CHECK(cld_path_refit(&other) == CLD_ERROR_MISMATCH);
    other = one.path, other.commands = letters;
    CHECK(cld_path_refit(&other) == CLD_OK);
    letters[1] = letters[1] == 'L' ? 'M' : 'L'; /* of as many points, or of others */
    CHECK(cld_path_refit(&other) == CLD_ERROR_MISMATCH);
    other = one.path, other.stride = 2 * sizeof(cld_real) + 1;
    CHECK(cld_path_refit(&other) == CLD_ERROR_STRIDE);
}

/* A path without commands or points has no arrays: it is fitted, too, and takes none. */
static void refit_of_nothing(void)
{
    const cld_real p[2] = {0, 0};
    double memory[200];
    cld_path path;
    memset(&path, 0, sizeof path);
    CHECK(cld_path_size(&path) > 0 && cld_path_size(&path) <= sizeof memory);
    CHECK(cld_path_build(&path, memory, sizeof memory) == CLD_OK && cld_path_count(&path) == 0);
    CHECK(cld_path_refit(&path) == CLD_OK);
    path.commands = "M", path.points = p;
    CHECK(cld_path_refit(&path) == CLD_OK);
    path.command_count = 1;
    CHECK(cld_path_refit(&path) == CLD_ERROR_MISMATCH);
}

/* A point that is bad leaves the tree as it was; so do other commands. */
static void refit_refuses(void)
{
    test_random r = test_random_from(301);
    cld_path other;
    cld_real keep;
    make_shape(&one, &r, SQUARES);
    shape_build(&one, &r, 1, 0, 0);
    make_shape(&two, &r, SQUARES);
    memcpy(&two, &one, offsetof(shape, path));
    shape_build(&two, NULL, 1, 0, 0);
    fill_pool(&points_of_one, &one, &r, 1, 1, 0, 0);
    other = one.path;
    keep = one.points[0];
    one.points[0] = (cld_real)TEST_NAN;
    CHECK(cld_path_refit(&one.path) == CLD_ERROR_POINT);
    one.points[0] = (cld_real)TEST_INFINITY;
    CHECK(cld_path_refit(&one.path) == CLD_ERROR_POINT);
    one.points[0] = keep;
    other.commands = "ML";
    other.command_count = other.point_count = 2;
    CHECK(cld_path_refit(&other) == CLD_ERROR_MISMATCH);
    refit_refuses_views();
    CHECK(cld_path_refit(NULL) == CLD_ERROR_NULL);
    other.tree = NULL;
    CHECK(cld_path_refit(&other) == CLD_ERROR_NULL);
    same_answers(&one, &two, &points_of_one);
}

static void path_of(cld_path *path, const char *commands, const cld_real *points, size_t count)
{
    memset(path, 0, sizeof *path);
    path->commands = commands, path->command_count = strlen(commands);
    path->points = points, path->point_count = count;
}

/* 0, 1, 2, 17 and 1000 pieces: a row of steps, each sweep down meets the one below. */
static void all_sizes(void)
{
    static const int sizes[8] = {0, 1, 2, 3, 16, 17, 64, 1000};
    cld_path_hit h;
    int n, i;
    for (n = 0; n < 8; n++) {
        shape_clear(&one);
        shape_move(&one, 0, 0);
        for (i = 1; i <= sizes[n]; i++) shape_line(&one, i, i % 2);
        shape_build(&one, NULL, 1, 0, 0);
        CHECK(cld_path_count(&one.path) == sizes[n]);
        for (i = 0; i < sizes[n]; i++) {
            CHECK(cld_path_sweep(&one.path, vec2(i + 0.5, 9), vec2(i + 0.5, -9), &h) == 1);
            CHECK(h.piece == (uint32_t)i && h.parameter == (cld_real)0.5 && h.side == 1);
            CHECK_NEAR(h.time, 8.5 / 18, 4 * TEST_ROUND);
            CHECK(cld_path_sweep(&one.path, vec2(i + 1, 9), vec2(i + 1, -9), &h) == 1);
            CHECK(h.piece == (uint32_t)(i + 1 < sizes[n] ? i + 1 : i));
            CHECK(h.side == (i + 1 < sizes[n] ? 1 : 0));
        }
        CHECK(cld_path_sweep(&one.path, vec2(-1, 9), vec2(-1, -9), &h) == 0);
        CHECK(cld_path_sweep_all(&one.path, vec2(-1, 9), vec2(-1, -9), NULL, 0) == 0);
    }
}

static void joints_by_hand(void)
{
    /* a square from the origin, counter-clockwise, side 4 */
    const cld_real square[8] = {0, 0, 4, 0, 4, 4, 0, 4};
    const cld_real wedge[6] = {0, 0, 2, 2, 4, 0}; /* an open chain: up and down again */
    double memory[200];
    cld_path path;
    cld_path_hit h[8];
    int n, w;
    path_of(&path, "MLLLZ", square, 4);
    CHECK(cld_path_size(&path) <= sizeof memory &&
          cld_path_build(&path, memory, sizeof memory) == CLD_OK);
    /* through two corners: in from the right of the path, out from its left */
    n = cld_path_sweep_all(&path, vec2(-1, -1), vec2(5, 5), h, 8);
    CHECK(n == 2 && h[0].piece == 0 && h[0].side == -1 && h[0].parameter == 0);
    CHECK(n == 2 && h[1].piece == 2 && h[1].side == 1 && h[1].parameter == 0);
    /* a corner is touched from outside, and from inside */
    n = cld_path_sweep_all(&path, vec2(5, -1), vec2(3, -1), h, 8);
    CHECK(n == 0);
    n = cld_path_sweep_all(&path, vec2(3, -1), vec2(5, 1), h, 8);
    CHECK(n == 1 && h[0].piece == 1 && h[0].side == 0 && h[0].point.x == 4 && h[0].point.y == 0);
    /* along an edge: one hit; from outside it leaves outside */
    n = cld_path_sweep_all(&path, vec2(-1, 0), vec2(5, 0), h, 8);
    CHECK(n == 1 && h[0].side == 0);
    CHECK_NEAR(h[0].time, 1.0 / 6, 4 * TEST_ROUND);
    n = cld_path_sweep_all(&path, vec2(2, -2), vec2(2, 2), h, 8);
    CHECK(n == 1 && h[0].piece == 0 && h[0].side == -1 && h[0].normal.y == -1);
    CHECK(cld_path_winding(&path, vec2(2, 2), &w) == CLD_OK && w == 1);
    CHECK(cld_path_winding(&path, vec2(-2, 0), &w) == CLD_OK && w == 0);
    CHECK(cld_path_winding(&path, vec2(-2, 4), &w) == CLD_OK && w == 0);
    CHECK(cld_path_winding(&path, vec2(-2, 2), &w) == CLD_OK && w == 0);
    /* the wedge: over its tip, on its tip, through it from above, past its ends */
    path_of(&path, "MLL", wedge, 3);
    CHECK(cld_path_size(&path) <= sizeof memory &&
          cld_path_build(&path, memory, sizeof memory) == CLD_OK);
    CHECK(cld_path_sweep_all(&path, vec2(0, 3), vec2(4, 3), h, 8) == 0);
    n = cld_path_sweep_all(&path, vec2(0, 2), vec2(4, 2), h, 8);
    CHECK(n == 1 && h[0].side == 0 && h[0].piece == 1 && h[0].time == (cld_real)0.5);
    n = cld_path_sweep_all(&path, vec2(2, 4), vec2(2, 0), h, 8);
    CHECK(n == 1 && h[0].side == 1 && h[0].piece == 1 && h[0].time == (cld_real)0.5);
    n = cld_path_sweep_all(&path, vec2(0, 0), vec2(2, 2), h, 8); /* along the first leg */
    CHECK(n == 1 && h[0].time == 0);
    n = cld_path_sweep_all(&path, vec2(0, 1), vec2(0, -1), h, 8);
    CHECK(n == 1 && h[0].side == 0 && h[0].time == (cld_real)0.5);
    CHECK(cld_path_winding(&path, vec2(2, 1), &w) == CLD_OK && w == -1);
}

/* Stretches: lines along the move, from joint to joint, crossing in the end or not. */
static void stretches_by_hand(void)
{
    static const struct {
        cld_real before, after; /* heights of the chain before and after its level part */
        int side;
    } cases[4] = {{-1, 1, 1}, {1, -1, -1}, {1, 1, 0}, {-1, -1, 0}};
    double memory[200];
    int i;
    for (i = 0; i < 4; i++) {
        cld_real p[10] = {0, 0, 1, 0, 2, 0, 3, 0, 4, 0};
        cld_path path;
        cld_path_hit h[8];
        p[1] = cases[i].before, p[9] = cases[i].after;
        path_of(&path, "MLLLL", p, 5);
        CHECK(cld_path_size(&path) <= sizeof memory &&
              cld_path_build(&path, memory, sizeof memory) == CLD_OK);
        CHECK(cld_path_sweep_all(&path, vec2(-1, 0), vec2(5, 0), h, 8) == 1);
        CHECK(h[0].side == cases[i].side && fabs((double)h[0].time - 2.0 / 6) <= 4 * TEST_ROUND);
        CHECK(cld_path_sweep_all(&path, vec2(5, 0), vec2(-1, 0), h, 8) == 1);
        CHECK(h[0].side == -cases[i].side && fabs((double)h[0].time - 2.0 / 6) <= 4 * TEST_ROUND);
    }
}

/* ------------------------------------------------------------------------------------- statuses */

static void validate_refuses(void)
{
    cld_real p[8] = {0, 0, 1, 0, 1, 1, 0, 1};
    cld_path path;
    size_t where = 99;
    double memory[200];
    int i;
    CHECK(cld_path_validate(NULL, &where) == CLD_ERROR_NULL);
    path_of(&path, "MLLLZ", p, 4);
    CHECK(cld_path_validate(&path, &where) == CLD_OK && cld_path_validate(&path, NULL) == CLD_OK);
    path.points = NULL;
    CHECK(cld_path_validate(&path, &where) == CLD_ERROR_NULL);
    path.points = p, path.commands = NULL;
    CHECK(cld_path_validate(&path, NULL) == CLD_ERROR_NULL && cld_path_size(&path) == 0);
    path_of(&path, "MLLLZ", p, 3);
    CHECK(cld_path_validate(&path, &where) == CLD_ERROR_COUNT);
    path.point_count = 5;
    CHECK(cld_path_validate(&path, &where) == CLD_ERROR_COUNT);
    path.point_count = ((size_t)1 << 28) + 1;
    CHECK(cld_path_validate(&path, &where) == CLD_ERROR_COUNT);
    path.point_count = 4, path.command_count = ((size_t)1 << 28) + 1;
    CHECK(cld_path_validate(&path, &where) == CLD_ERROR_COUNT && cld_path_size(&path) == 0);
    path_of(&path, "MLLLZ", p, 4);
    path.stride = 2 * sizeof(cld_real) + 1;
    CHECK(cld_path_validate(&path, &where) == CLD_ERROR_STRIDE);
    path_of(&path, "MLXLZ", p, 4);
    CHECK(cld_path_validate(&path, &where) == CLD_ERROR_COMMAND && where == 2);
    CHECK(cld_path_validate(&path, NULL) == CLD_ERROR_COMMAND);
    path_of(&path, "LLLLZ", p, 4);
    CHECK(cld_path_validate(&path, &where) == CLD_ERROR_COMMAND && where == 0);
    path_of(&path, "MLLlZ", p, 4);
    CHECK(cld_path_validate(&path, &where) == CLD_ERROR_COMMAND && where == 3);
    for (i = 0; i < 8; i++) {
        cld_real keep = p[i];
        path_of(&path, "MLLLZ", p, 4);
        p[i] = (cld_real)(i % 2 ? TEST_NAN : -TEST_INFINITY);
        CHECK(cld_path_validate(&path, &where) == CLD_ERROR_POINT && where == (size_t)i / 2);
        CHECK(cld_path_build(&path, memory, sizeof memory) == CLD_ERROR_POINT && path.tree == NULL);
        p[i] = keep;
    }
    path_of(&path, "", NULL, 0);
    path.commands = NULL;
    CHECK(cld_path_validate(&path, &where) == CLD_OK);
    path_of(&path, "MLLLZ", p, 4);
    CHECK(cld_path_build(&path, NULL, cld_path_size(&path)) == CLD_ERROR_NULL && path.tree == NULL);
    CHECK(cld_path_build(NULL, memory, sizeof memory) == CLD_ERROR_NULL);
    CHECK(cld_path_build(&path, (char *)memory + 1, cld_path_size(&path)) == CLD_ERROR_STRIDE &&
          path.tree == NULL);
    CHECK(cld_path_size(NULL) == 0);
}

/* In 32 bits the tree of 2^27 pieces would take more than all memory: that is refused, and not
   taken for what is left of the number. */
static void sizes_beyond_memory(void)
{
    const size_t count = (size_t)1 << 27;
    cld_real p[2] = {0, 0};
    double memory[200];
    cld_path path;
    char *letters;
    if (sizeof(size_t) > 4) return;
    letters = (char *)malloc(count);
    if (!letters) return;
    memset(letters, 'Z', count), letters[0] = 'M';
    path_of(&path, "M", p, 1);
    path.commands = letters, path.command_count = count;
    CHECK(cld_path_validate(&path, NULL) == CLD_OK && cld_path_size(&path) == 0);
    CHECK(cld_path_build(&path, memory, sizeof memory) == CLD_ERROR_COUNT && path.tree == NULL);
    free(letters);
}

static void queries_refuse(void)
{
    const double bad[3] = {TEST_NAN, TEST_INFINITY, -TEST_INFINITY};
    const cld_real p[8] = {0, 0, 1, 0, 1, 1, 0, 1};
    cld_vec2 a = vec2(-1, -1), b = vec2(3, 2), low, high;
    double memory[200];
    cld_path path, empty;
    cld_path_hit h;
    cld_bezier c;
    int i, w;
    path_of(&path, "MLLLZ", p, 4);
    CHECK(cld_path_count(&path) == CLD_ERROR_NULL && cld_path_count(NULL) == CLD_ERROR_NULL);
    CHECK(cld_path_piece(&path, 0, &c) == CLD_ERROR_NULL);
    CHECK(cld_path_sweep(&path, a, b, &h) == CLD_ERROR_NULL);
    CHECK(cld_path_sweep(NULL, a, b, &h) == CLD_ERROR_NULL);
    CHECK(cld_path_sweep_all(&path, a, b, &h, 1) == CLD_ERROR_NULL);
    CHECK(cld_path_winding(&path, a, &w) == CLD_ERROR_NULL);
    CHECK(cld_path_bounds(&path, &low, &high) == CLD_ERROR_NULL);
    CHECK(cld_path_build(&path, memory, sizeof memory) == CLD_OK);
    for (i = 0; i < 12; i++) {
        cld_vec2 v[2];
        v[0] = a, v[1] = b;
        (&v[i / 2 % 2].x)[i % 2] = (cld_real)bad[i / 4];
        CHECK(cld_path_sweep(&path, v[0], v[1], &h) == CLD_ERROR_FINITE);
        CHECK(cld_path_sweep(&path, v[0], v[1], NULL) == CLD_ERROR_FINITE);
        CHECK(cld_path_sweep_all(&path, v[0], v[1], &h, 1) == CLD_ERROR_FINITE);
        CHECK(i / 2 % 2 || cld_path_winding(&path, v[0], &w) == CLD_ERROR_FINITE);
    }
    CHECK(cld_path_sweep_all(&path, a, b, &h, -1) == CLD_ERROR_COUNT);
    CHECK(cld_path_sweep_all(&path, a, b, NULL, 1) == CLD_ERROR_NULL);
    CHECK(cld_path_sweep_all(&path, a, b, NULL, 0) > 0);
    CHECK(cld_path_winding(&path, a, NULL) == CLD_ERROR_NULL);
    CHECK(cld_path_piece(&path, 4, &c) == CLD_ERROR_COUNT);
    CHECK(cld_path_piece(&path, 3, NULL) == CLD_ERROR_NULL);
    CHECK(cld_path_piece(&path, 3, &c) == CLD_OK && c.degree == 1 && c.points[1].x == 0);
    CHECK(cld_path_bounds(&path, NULL, &high) == CLD_ERROR_NULL);
    CHECK(cld_path_bounds(&path, &low, NULL) == CLD_ERROR_NULL);
    CHECK(cld_path_bounds(NULL, &low, &high) == CLD_ERROR_NULL);
    CHECK(cld_path_piece(NULL, 0, &c) == CLD_ERROR_NULL);
    path_of(&empty, "M", p, 1); /* legal, and meets nothing */
    CHECK(cld_path_build(&empty, memory, sizeof memory) == CLD_OK && cld_path_count(&empty) == 0);
    CHECK(cld_path_sweep(&empty, a, b, &h) == 0);
    CHECK(cld_path_sweep_all(&empty, a, b, &h, 1) == 0);
    CHECK(cld_path_winding(&empty, a, &w) == CLD_OK && w == 0);
    CHECK(cld_path_bounds(&empty, &low, &high) == CLD_ERROR_COUNT);
}

/* The first `capacity` hits, and nothing behind them. */
static void capacity_is_kept(void)
{
    static cld_path_hit all[MOST_HITS], some[MOST_HITS];
    test_random r = test_random_from(302);
    int n, i, repeat = test_repeat(300);
    for (n = 0; n < repeat; n++) {
        cld_vec2 a, b;
        int count, capacity;
        make_shape(&one, &r, n % 20 ? MIXED : LONG);
        shape_build(&one, &r, 1, 0, 0);
        a = vec2(test_between(&r, -2, 2), test_between(&r, -2, 2));
        b = vec2(test_between(&r, -2, 2), test_between(&r, -2, 2));
        count = cld_path_sweep_all(&one.path, a, b, all, MOST_HITS);
        for (capacity = 0; capacity <= count + 1 && capacity < 40; capacity++) {
            memset(some, 0x5a, sizeof some[0] * 64);
            CHECK(cld_path_sweep_all(&one.path, a, b, some, capacity) == count);
            for (i = 0; i < capacity && i < count; i++) CHECK(same_hit(&some[i], &all[i]));
            CHECK(some[i].piece == 0x5a5a5a5au);
        }
    }
}

/* ------------------------------------------------------------------------- bounds and the like */

static void bounds_hold(void)
{
    test_random r = test_random_from(303);
    int n, i, k, repeat = test_repeat(1000);
    for (n = 0; n < repeat; n++) {
        cld_vec2 low = {0, 0}, high = {0, 0}, a, b;
        double least[2] = {1e300, 1e300}, most[2] = {-1e300, -1e300};
        make_shape(&one, &r, n % 50 ? test_integer(&r, 0, LONG - 1) : LONG);
        shape_build(&one, &r, log_between(&r, -6, 6), 0, 0);
        CHECK(cld_path_bounds(&one.path, &low, &high) == CLD_OK);
        for (i = 0; i < one.piece_count; i++) {
            cld_bezier c;
            CHECK(cld_path_piece(&one.path, (uint32_t)i, &c) == CLD_OK);
            CHECK(c.degree == one.pieces[i].degree);
            for (k = 0; k <= c.degree; k++) {
                double p[2];
                numbers(c.points[k], p);
                CHECK(p[0] == one.pieces[i].x[k] && p[1] == one.pieces[i].y[k]);
                least[0] = p[0] < least[0] ? p[0] : least[0];
                least[1] = p[1] < least[1] ? p[1] : least[1];
                most[0] = oracle_larger(most[0], p[0]), most[1] = oracle_larger(most[1], p[1]);
            }
            CHECK(cld_bezier_bounds(&c, &a, &b) == CLD_OK);
            CHECK(low.x <= a.x && low.y <= a.y && high.x >= b.x && high.y >= b.y);
        }
        /* at most the box of the control points, rounded outwards: twice a unit of the size */
        CHECK((double)low.x >= least[0] - 4 * TEST_ROUND * one.reach);
        CHECK((double)low.y >= least[1] - 4 * TEST_ROUND * one.reach);
        CHECK((double)high.x <= most[0] + 4 * TEST_ROUND * one.reach);
        CHECK((double)high.y <= most[1] + 4 * TEST_ROUND * one.reach);
    }
}

int main(int argc, char **argv)
{
    int sweeps = test_option(&argc, argv, "--sweeps", 0);
    test_begin(argc, argv);
    if (sweeps > 0) {
        sweep_shapes(sweeps, 2000, 2, 1);
        return test_end();
    }
    TEST(joints_by_hand);
    TEST(stretches_by_hand);
    TEST(all_sizes);
    TEST(validate_refuses);
    TEST(sizes_beyond_memory);
    TEST(queries_refuse);
    TEST(capacity_is_kept);
    TEST(refit_is_build);
    TEST(refit_refuses);
    TEST(refit_of_nothing);
    TEST(bounds_hold);
    TEST(nothing_gets_through);
    shape_free(&one);
    shape_free(&two);
    return test_end();
}
