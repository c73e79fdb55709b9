/* Fuzzes the queries of [NURBS]: any bytes as surfaces, knots, weights, strides, poses, parameters,
 * points and rays. Queries end; they read within the arrays, which are blocks of just their size;
 * they refuse with the status of the docs, having written nothing, or give answers that do not
 * contradict each other: nothing is apart for one and crossing for another, bodies that share a
 * corner are not apart, the nearest is no farther than points of the surface are, prepared bodies
 * answer as bare ones, and the same question has the same answer. (Evaluation and new surfaces:
 * fuzz_nurbs_views.c.)
 *
 * How: tests/fuzz.h. Without TEST_LIBFUZZER argv[1] is the seed, argv[2] how many inputs. */
#include "test.h"
#define FUZZ_EXPONENT (sizeof(cld_real) == 4 ? 90 : 400) /* so that squares and cubes are numbers */
#include "fuzz.h"
#include <float.h>

enum { MOST_OUT = 6 };

static cld_workspace space;
static long answered, refused, met;

/* ------------------------------------------------------------------------------------- the input */

/* Surfaces with arrays of their own. */
typedef struct fuzz_body {
    cld_nurbs surface[2];
    void *block[8];
    int blocks;
    cld_nurbs_body body;
    int status;  /* of the first surface that is not well formed */
    double most; /* largest coordinate; more than all if not finite */
} fuzz_body;

static cld_real *fuzz_block(fuzz_body *f, size_t numbers)
{
    void *block = malloc(numbers * sizeof(cld_real));
    if (!block) abort();
    f->block[f->blocks++] = block;
    return (cld_real *)block;
}

/* Knots that rise by steps of 0, 1 or a fraction; clamped ones mostly; any numbers sometimes. */
static const cld_real *fuzz_knots(fuzz_input *in, fuzz_body *f, int degree, int count)
{
    cld_real *knots = fuzz_block(f, (size_t)(count + degree + 1)), t = 0;
    const int how = fuzz_byte(in);
    int i;
    for (i = 0; i <= count + degree; i++) {
        const int inside = i > degree && i <= count;
        if (how < 200 ? inside : i > 0) {
            const int b = fuzz_byte(in);
            t += (cld_real)(b < 150 ? 1 : b < 190 ? 0 : b / 200.0);
        }
        knots[i] = how < 250 ? t : fuzz_real(in);
    }
    return knots;
}

static void fuzz_net(fuzz_input *in, fuzz_body *f, cld_nurbs *s)
{
    const size_t n = (size_t)s->count_u, m = (size_t)s->count_v, real = sizeof(cld_real);
    const int how = fuzz_byte(in), weights = fuzz_byte(in) % 4, gap = how % 5 == 0;
    const size_t step = (size_t)(3 + gap);
    cld_real *p = fuzz_block(f, n * m * step), *w;
    size_t i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            cld_real *x = p + (i * m + j) * step;
            if (gap) x[3] = (cld_real)TEST_NAN;
            x[0] = fuzz_real(in), x[1] = fuzz_real(in), x[2] = fuzz_real(in);
            if (how % 3) { /* a sheet: x and y are where the point stands */
                x[0] += (cld_real)(2 * (double)i), x[1] += (cld_real)(2 * (double)j);
            }
        }
    s->points = p;
    if (gap) s->stride_v = step * real;
    if (gap && how & 1) s->stride_u = m * s->stride_v;
    if (how == 255)
        s->stride_v = 0, s->stride_u = 1 + (size_t)fuzz_byte(in) % 12; /* refused, or
        rows that overlap */
    if (weights == 0) return;
    w = fuzz_block(f, n * m);
    for (i = 0; i < n * m; i++) {
        const cld_real x = weights > 2 ? fuzz_real(in) : (cld_real)(1 + fuzz_byte(in) % 4);
        w[i] = weights > 2 ? x * x : x;
    }
    s->weights = w;
}

static void fuzz_surface(fuzz_input *in, fuzz_body *f, cld_nurbs *s)
{
    const int how = fuzz_byte(in);
    memset(s, 0, sizeof *s);
    s->degree_u = 1 + fuzz_byte(in) % (how < 250 ? 3 : 8);
    s->degree_v = 1 + fuzz_byte(in) % (how < 250 ? 3 : 8);
    s->count_u = s->degree_u + 1 + fuzz_byte(in) % 4;
    s->count_v = s->degree_v + 1 + fuzz_byte(in) % 4;
    s->knots_u = fuzz_knots(in, f, s->degree_u, s->count_u);
    s->knots_v = fuzz_knots(in, f, s->degree_v, s->count_v);
    fuzz_net(in, f, s);
    switch (how) { /* lies that validate sees before it reads */
    case 249:
        s->degree_u = -1;
        break;
    case 248:
        s->degree_v = CLD_NURBS_MAX_DEGREE + 1;
        break;
    case 247:
        s->count_u = s->degree_u;
        break;
    case 246:
        s->count_v = 0x7fffffff;
        break;
    case 245:
        s->points = NULL;
        break;
    default:
        break;
    }
}

static cld_pose fuzz_pose(fuzz_input *in)
{
    static const int turns[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const int how = fuzz_byte(in), *turn = turns[how & 3];
    cld_pose pose;
    memset(&pose, 0, sizeof pose);
    if (how < 64) return pose;
    pose.position.x = fuzz_real(in), pose.position.y = fuzz_real(in);
    pose.position.z = fuzz_real(in);
    if (how < 128) return pose;
    pose.rotation.z.z = 1;
    pose.rotation.x.x = pose.rotation.y.y = (cld_real)turn[0];
    pose.rotation.x.y = (cld_real)turn[1], pose.rotation.y.x = (cld_real)-turn[1];
    if (how < 192) return pose;
    pose.rotation.x.x = pose.rotation.y.y = (cld_real)(how < 254 ? 0.6 : fuzz_byte(in) / 100.0);
    pose.rotation.x.y = (cld_real)0.8, pose.rotation.y.x = (cld_real)-0.8;
    return pose;
}

static double fuzz_most(const fuzz_body *f)
{
    const cld_vec3 p = f->body.pose.position;
    double most = fmax(fabs((double)p.x), fmax(fabs((double)p.y), fabs((double)p.z)));
    int k, i;
    for (k = 0; k < f->body.count; k++) {
        const cld_nurbs *s = &f->surface[k];
        const int step = s->stride_v ? 4 : 3;
        for (i = 0; i < step * s->count_u * s->count_v; i++)
            if (step == 3 || i % 4 < 3) most = fmax(most, fabs((double)s->points[i]));
    }
    return most;
}

static void fuzz_make(fuzz_input *in, fuzz_body *f)
{
    int k, status;
    f->blocks = 0, f->status = CLD_OK;
    memset(&f->body, 0, sizeof f->body);
    f->body.surfaces = f->surface;
    f->body.count = 1 + (fuzz_byte(in) > 170);
    for (k = 0; k < f->body.count; k++) {
        fuzz_surface(in, f, &f->surface[k]);
        status = cld_nurbs_validate(&f->surface[k], NULL);
        if (f->status == CLD_OK) f->status = status;
    }
    f->body.pose = fuzz_pose(in);
    f->most = f->status == CLD_OK ? fuzz_most(f) : HUGE_VAL;
}

static void fuzz_free(fuzz_body *f)
{
    while (f->blocks > 0) free(f->block[--f->blocks]);
}

static void fuzz_params(fuzz_input *in, cld_nurbs_params *params)
{
    const int how = fuzz_byte(in);
    memset(params, 0, sizeof *params);
    params->max_pairs = 1 + fuzz_byte(in) * (how & 1 ? 1 : 10); /* else a query takes seconds */
    if (how & 2) params->max_level = fuzz_byte(in) % 20;
    if (how & 4) params->tolerance = fuzz_real(in);
    if (how & 8) params->chord_error = fuzz_real(in);
    if (how & 16) params->volume = (cld_nurbs_volume)(fuzz_byte(in) % 7);
    if (how < 250) {
        params->tolerance = (cld_real)fabs((double)params->tolerance);
        params->chord_error = (cld_real)fabs((double)params->chord_error);
    } else {
        params->margin = fuzz_real(in);
        params->max_level -= how == 255;
    }
}

/* ------------------------------------------------------------------------------------ the answers */

typedef struct fuzz_world {
    fuzz_body a, b;
    cld_nurbs_params params;
    int status; /* what every query of both must return if it is not CLD_OK */
    int tame;   /* no number is so large that an answer may overflow */
} fuzz_world;

static int fuzz_good(double x)
{
    return x >= 0 && test_is_finite(x);
}

/* Not NaN, not so large that squares overflow. */
static int fuzz_usable(cld_vec3 v)
{
    const double most = sizeof(cld_real) == 4 ? (double)FLT_MAX : 1e150;
    return fabs((double)v.x) <= most && fabs((double)v.y) <= most && fabs((double)v.z) <= most;
}

static int fuzz_status_of(const fuzz_world *w)
{
    const cld_nurbs_params *p = &w->params;
    if (!fuzz_good((double)p->tolerance) || !fuzz_good((double)p->chord_error) ||
        !fuzz_good((double)p->margin) || p->max_level < 0)
        return CLD_ERROR_PARAMETER;
    if (cld_pose_validate(&w->a.body.pose) || cld_pose_validate(&w->b.body.pose) ||
        !fuzz_usable(w->a.body.pose.position) || !fuzz_usable(w->b.body.pose.position))
        return CLD_ERROR_POSE;
    return w->a.status ? w->a.status : w->b.status;
}

static int fuzz_within(const cld_nurbs *s, cld_real u, cld_real v)
{
    return s->knots_u[s->degree_u] <= u && u <= s->knots_u[s->count_u] &&
           s->knots_v[s->degree_v] <= v && v <= s->knots_v[s->count_v];
}

static int fuzz_is(const void *memory, size_t bytes, int value)
{
    const unsigned char *p = (const unsigned char *)memory;
    while (bytes > 0 && p[bytes - 1] == (unsigned char)value) bytes--;
    return bytes == 0;
}

static void fuzz_contact(const fuzz_world *w, const cld_nurbs_contact *c)
{
    const uint32_t a = c->contact.feature_a, b = c->contact.feature_b;
    const cld_vec3 n = c->contact.normal;
    CHECK(a < (uint32_t)w->a.body.count && b < (uint32_t)w->b.body.count);
    CHECK(fuzz_within(&w->a.surface[a], c->u_a, c->v_a));
    CHECK(fuzz_within(&w->b.surface[b], c->u_b, c->v_b));
    CHECK(c->relation >= CLD_APART && c->relation <= CLD_COINCIDENT);
    if (!w->tame) return;
    CHECK(fuzz_finite3(c->contact.point_a) && fuzz_finite3(c->contact.point_b));
    CHECK(fuzz_finite3(n) && fabs((double)n.x) + fabs((double)n.y) + fabs((double)n.z) <= 1.75);
    CHECK(test_is_finite((double)c->contact.distance) && fuzz_good((double)c->error));
}

/* The relation of the bodies by each query: what one has proved, no other may deny. */
typedef struct fuzz_proofs {
    int apart, crossing;
} fuzz_proofs;

static void fuzz_note(fuzz_proofs *p, int relation)
{
    p->apart |= relation == CLD_APART;
    p->crossing |= relation == CLD_CROSSING;
    if (!CHECK(!(p->apart && p->crossing))) printf("    apart and crossing\n");
}

static void fuzz_refusal(const fuzz_world *w, int answer, const void *out, size_t bytes)
{
    CHECK(answer == w->status && fuzz_is(out, bytes, 0x5a));
}

static void fuzz_collide(const fuzz_world *w, const cld_nurbs_body *a, const cld_nurbs_body *b,
                         int swapped, fuzz_proofs *proofs)
{
    cld_nurbs_contact c, again;
    int relation;
    memset(&c, 0x5a, sizeof c), memset(&again, 0x5a, sizeof again);
    relation = cld_nurbs_collide(a, b, &w->params, &space, &c);
    if (w->status) {
        if (!swapped) fuzz_refusal(w, relation, &c, sizeof c);
        CHECK(relation < 0);
        return;
    }
    if (!CHECK(relation >= CLD_APART && relation <= CLD_UNDECIDED)) return;
    CHECK(cld_nurbs_collide(a, b, &w->params, &space, &again) == relation);
    CHECK(memcmp(&c, &again, sizeof c) == 0);
    if (relation == CLD_APART) CHECK(fuzz_is(&c, sizeof c, 0x5a));
    if (relation != CLD_APART && !swapped) fuzz_contact(w, &c);
    fuzz_note(proofs, relation);
    met += relation != CLD_APART;
}

static void fuzz_contacts(const fuzz_world *w, int capacity, fuzz_proofs *proofs)
{
    cld_nurbs_contact c[MOST_OUT + 1];
    int relation = -7, n, i;
    memset(c, 0x5a, sizeof c);
    n = cld_nurbs_contacts(&w->a.body, &w->b.body, &w->params, &space, capacity ? c : NULL,
                           capacity, &relation);
    if (w->status) {
        fuzz_refusal(w, n, c, sizeof c);
        CHECK(relation == -7);
        return;
    }
    if (!CHECK(n >= 0)) return;
    for (i = 0; i < n && i < capacity; i++) {
        fuzz_contact(w, &c[i]);
        CHECK(i == 0 || c[i - 1].contact.distance <= c[i].contact.distance);
    }
    CHECK(fuzz_is(c + i, sizeof c - (size_t)i * sizeof *c, 0x5a));
    CHECK(relation >= CLD_APART && relation <= CLD_COINCIDENT && (n > 0) == (relation > 0));
    fuzz_note(proofs, relation);
}

static void fuzz_curves(const fuzz_world *w, int capacity, int room, fuzz_proofs *proofs)
{
    cld_nurbs_curve curve[MOST_OUT + 1];
    cld_nurbs_curve_point point[32];
    int points = -7, n, i, used = 0;
    memset(curve, 0x5a, sizeof curve), memset(point, 0x5a, sizeof point);
    n = cld_nurbs_curves(&w->a.body, &w->b.body, &w->params, &space, curve, capacity, point, room,
                         &points);
    if (w->status) {
        fuzz_refusal(w, n, curve, sizeof curve);
        CHECK(points == -7 && fuzz_is(point, sizeof point, 0x5a));
        return;
    }
    if (!CHECK(n >= 0 && points >= n)) return;
    for (i = 0; i < n && i < capacity && fuzz_is(&curve[i], sizeof curve[i], 0x5a) == 0; i++) {
        const cld_nurbs_curve *c = &curve[i];
        CHECK(c->first == used && c->count > 0 && c->relation >= CLD_NEAR);
        CHECK(c->relation <= CLD_COINCIDENT && (c->closed == 0 || c->closed == 1));
        used = c->first + c->count;
        if (!CHECK(used <= room && used <= points)) return;
        if (c->relation == CLD_CROSSING) fuzz_note(proofs, CLD_CROSSING);
    }
    CHECK(fuzz_is(curve + i, sizeof curve - (size_t)i * sizeof *curve, 0x5a));
    CHECK(fuzz_is(point + used, sizeof point - (size_t)used * sizeof *point, 0x5a));
    CHECK(i == n || i == capacity || used < points);
    for (i = 0; i < used; i++) {
        const cld_nurbs_curve_point *p = &point[i];
        CHECK(p->surface_a >= 0 && p->surface_a < w->a.body.count);
        CHECK(p->surface_b >= 0 && p->surface_b < w->b.body.count);
        CHECK(fuzz_within(&w->a.surface[p->surface_a], p->u_a, p->v_a));
        CHECK(fuzz_within(&w->b.surface[p->surface_b], p->u_b, p->v_b));
        CHECK(!w->tame || fuzz_finite3(p->position));
    }
    if (n == 0) fuzz_note(proofs, CLD_APART);
}

/* Does the surface begin (or end) at its first (last) line of control points: is that knot there
   degree + 1 times, and no more? */
static int fuzz_clamped(const cld_real *knots, int degree, int count, int end)
{
    if (end) return knots[count] == knots[count + degree] && knots[count - 1] < knots[count];
    return knots[0] == knots[degree] && knots[degree] < knots[degree + 1];
}

/* Where a corner of the surface goes; 0 where that is not known exactly. */
static int fuzz_corner(const fuzz_body *f, int surface, int k, cld_vec3 *out)
{
    const cld_nurbs *s = &f->surface[surface];
    const cld_vec3 zero = {0, 0, 0};
    const int p = s->degree_u, q = s->degree_v;
    const int i = k & 1 ? s->count_u - 1 : 0, j = k & 2 ? s->count_v - 1 : 0;
    const size_t sv = s->stride_v ? s->stride_v : 3 * sizeof *s->points;
    const size_t su = s->stride_u ? s->stride_u : (size_t)s->count_v * sv;
    const cld_real *x = s->points + ((size_t)i * su + (size_t)j * sv) / sizeof *s->points;
    if (f->body.pose.rotation.z.z != 0 || memcmp(&f->body.pose.position, &zero, sizeof zero) != 0)
        return 0;
    if (!fuzz_clamped(s->knots_u, p, s->count_u, k & 1)) return 0;
    if (!fuzz_clamped(s->knots_v, q, s->count_v, k & 2)) return 0;
    out->x = x[0], out->y = x[1], out->z = x[2];
    return 1;
}

/* Have the bodies a corner in common? */
static int fuzz_share_corner(const fuzz_world *w)
{
    cld_vec3 p, q;
    int k, l, found = 0;
    for (k = 0; k < 4 * w->a.body.count; k++)
        for (l = 0; l < 4 * w->b.body.count; l++)
            if (fuzz_corner(&w->a, k / 4, k % 4, &p) && fuzz_corner(&w->b, l / 4, l % 4, &q))
                found |= p.x == q.x && p.y == q.y && p.z == q.z;
    return found;
}

static double fuzz_apart(cld_vec3 a, cld_vec3 b)
{
    const double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y;
    return hypot(hypot(x, y), (double)a.z - (double)b.z);
}

/* The roundings that answers may differ by: those of the docs, of degree 8 at most, and those of
   the points as they are given. */
static double fuzz_slack(const fuzz_world *w, double more)
{
    const double tolerance = fmax(2e-11, 2 * TEST_ROUND), size = w->a.most * 4 + w->b.most * 8;
    return (tolerance + 64 * TEST_ROUND) * (size + 4 * more) + 2 * (double)w->params.tolerance;
}

static void fuzz_distance(const fuzz_world *w, fuzz_proofs *proofs)
{
    cld_nurbs_contact c;
    int relation, k, l;
    double least;
    memset(&c, 0x5a, sizeof c);
    relation = cld_nurbs_distance(&w->a.body, &w->b.body, &w->params, &space, &c);
    if (w->status) {
        fuzz_refusal(w, relation, &c, sizeof c);
        return;
    }
    if (!CHECK(relation >= CLD_APART && relation <= CLD_UNDECIDED)) return;
    fuzz_note(proofs, relation);
    if (relation == CLD_APART && fuzz_is(&c, sizeof c, 0x5a)) {
        CHECK(w->params.margin > 0);
        return;
    }
    fuzz_contact(w, &c);
    CHECK(c.contact.distance >= 0 || !w->tame);
    if (!w->tame || w->params.margin > 0) return;
    least = (double)c.contact.distance - (double)c.error - fuzz_slack(w, 0);
    for (k = 0; k < 4; k++)
        for (l = 0; l < 4; l++) {
            cld_vec3 p, q;
            if (fuzz_corner(&w->a, 0, k, &p) && fuzz_corner(&w->b, 0, l, &q))
                CHECK(fuzz_apart(p, q) >= least);
        }
}

static void fuzz_hit(const fuzz_world *w, const cld_nurbs_hit *hit)
{
    const cld_vec3 n = hit->normal;
    if (!CHECK(hit->surface >= 0 && hit->surface < w->a.body.count)) return;
    CHECK(fuzz_within(&w->a.surface[hit->surface], hit->u, hit->v));
    if (!w->tame) return;
    CHECK(fuzz_finite3(hit->point) && fuzz_finite3(n) && fuzz_good((double)hit->distance));
    CHECK(fabs((double)n.x) + fabs((double)n.y) + fabs((double)n.z) <= 1.75);
}

/* The status of a query of one body. */
static int fuzz_solo_status(const fuzz_world *w)
{
    fuzz_world alone = *w;
    alone.b = w->a;
    return fuzz_status_of(&alone);
}

static void fuzz_closest(fuzz_input *in, const fuzz_world *w)
{
    const int status = fuzz_solo_status(w);
    cld_nurbs_hit hit, again;
    cld_vec3 p, q;
    int answer, k;
    double size;
    p.x = fuzz_real(in), p.y = fuzz_real(in), p.z = fuzz_real(in);
    memset(&hit, 0x5a, sizeof hit), memset(&again, 0x5a, sizeof again);
    answer = cld_nurbs_closest(&w->a.body, p, &w->params, &space, &hit);
    if (status || !fuzz_usable(p)) {
        CHECK(answer == status || (answer == CLD_ERROR_FINITE && !fuzz_usable(p)));
        CHECK(answer < 0 && fuzz_is(&hit, sizeof hit, 0x5a));
        return;
    }
    if (!CHECK(answer == 1)) return;
    CHECK(cld_nurbs_closest(&w->a.body, p, &w->params, &space, &again) == 1);
    CHECK(memcmp(&hit, &again, sizeof hit) == 0);
    size = fmax(fabs((double)p.x), fmax(fabs((double)p.y), fabs((double)p.z)));
    if (size > 1e25) return;
    fuzz_hit(w, &hit);
    if (!w->tame) return;
    CHECK(fabs(fuzz_apart(p, hit.point) - (double)hit.distance) <= fuzz_slack(w, size));
    if (w->params.max_pairs > 500 && !w->params.max_level) /* else the best so far */
        for (k = 0; k < 4 * w->a.body.count; k++)
            if (fuzz_corner(&w->a, k / 4, k % 4, &q))
                if (!CHECK((double)hit.distance <=
                           fuzz_apart(p, q) + fuzz_slack(w, size) + 2e-4 * (w->a.most + size)))
                    printf("    %g and %g\n", (double)hit.distance, fuzz_apart(p, q));
}

static void fuzz_raycast(fuzz_input *in, const fuzz_world *w)
{
    const int status = fuzz_solo_status(w);
    cld_nurbs_hit hit, again;
    cld_vec3 o, d;
    cld_real most = fuzz_real(in);
    int answer, bad;
    o.x = fuzz_real(in), o.y = fuzz_real(in), o.z = fuzz_real(in);
    d.x = fuzz_real(in), d.y = fuzz_real(in), d.z = fuzz_real(in);
    bad = !fuzz_usable(o) || !fuzz_finite3(d) || !(most >= 0) || (d.x == 0 && d.y == 0 && d.z == 0);
    memset(&hit, 0x5a, sizeof hit), memset(&again, 0x5a, sizeof again);
    answer = cld_nurbs_raycast(&w->a.body, o, d, most, &w->params, &space, &hit);
    if (status || bad) {
        CHECK(answer < 0 && fuzz_is(&hit, sizeof hit, 0x5a));
        CHECK(answer == status ||
              (bad && (answer == CLD_ERROR_FINITE || answer == CLD_ERROR_PARAMETER)));
        return;
    }
    if (!CHECK(answer == 0 || answer == 1)) return;
    CHECK(cld_nurbs_raycast(&w->a.body, o, d, most, &w->params, &space, &again) == answer);
    CHECK(memcmp(&hit, &again, sizeof hit) == 0);
    if (answer == 0)
        CHECK(fuzz_is(&hit, sizeof hit, 0x5a));
    else if (fabs((double)o.x) + fabs((double)o.y) + fabs((double)o.z) < 1e25 &&
             fabs((double)d.x) + fabs((double)d.y) + fabs((double)d.z) > 1e-3)
        fuzz_hit(w, &hit);
}

/* The first body prepared answers what the bare one does, as far as both decide; refitted as well. */
static void fuzz_model(fuzz_input *in, const fuzz_world *w, fuzz_proofs *proofs)
{
    cld_nurbs_model model;
    cld_nurbs_body ready = w->a.body;
    cld_nurbs_moved moved[3];
    int status, k;
    for (k = 0; k < 3; k++) {
        moved[k].surface = fuzz_byte(in) % 3 - (fuzz_byte(in) > 250);
        moved[k].i = fuzz_byte(in) % 6 - (fuzz_byte(in) > 250), moved[k].j = fuzz_byte(in) % 6;
        moved[k].count_u = fuzz_byte(in) % 4 - (fuzz_byte(in) > 250);
        moved[k].count_v = fuzz_byte(in) > 250 ? 0x7fffffff : fuzz_byte(in) % 4;
    }
    memset(&model, 0, sizeof model);
    status = cld_nurbs_model_build(&model, w->a.surface, w->a.body.count, NULL);
    CHECK(status == w->a.status && (status == CLD_OK) == (model.memory != NULL));
    if (status == CLD_OK) {
        ready.model = &model;
        fuzz_collide(w, &ready, &w->b.body, 0, proofs);
        CHECK(cld_nurbs_model_refit(&model, w->a.surface, w->a.body.count) == CLD_OK);
        fuzz_collide(w, &w->b.body, &ready, 1, proofs);
        status = cld_nurbs_model_refit_points(&model, w->a.surface, w->a.body.count, moved,
                                              fuzz_byte(in) % 4);
        CHECK(status == CLD_OK || status == CLD_ERROR_INDEX || status == CLD_ERROR_COUNT);
        fuzz_collide(w, &ready, &w->b.body, 0, proofs);
        status = cld_nurbs_model_refit(&model, w->b.surface, w->b.body.count);
        CHECK(status == CLD_OK || status == CLD_ERROR_MISMATCH || status == w->b.status);
    }
    cld_nurbs_model_free(&model);
}

/* The boxes of bodies that were proved to cross overlap. */
static void fuzz_boxes(const fuzz_world *w, const fuzz_proofs *proofs)
{
    cld_aabb a, b;
    int meet;
    memset(&a, 0, sizeof a), memset(&b, 0, sizeof b);
    meet = cld_nurbs_aabb(&w->a.body, &a) == CLD_OK && cld_nurbs_aabb(&w->b.body, &b) == CLD_OK;
    if (w->status == CLD_OK) CHECK(meet);
    if (!meet) return;
    CHECK(a.low.x <= a.high.x && a.low.y <= a.high.y && a.low.z <= a.high.z);
    if (!proofs->crossing || !w->tame) return;
    CHECK(a.low.x <= b.high.x && a.low.y <= b.high.y && a.low.z <= b.high.z);
    CHECK(b.low.x <= a.high.x && b.low.y <= a.high.y && b.low.z <= a.high.z);
}

static void fuzz_run(fuzz_input *in)
{
    fuzz_world w;
    fuzz_proofs proofs = {0, 0};
    const int what = fuzz_byte(in), capacity = fuzz_byte(in) % (MOST_OUT + 1);
    const double limit = sizeof(cld_real) == 4 ? 1e25 : 1e100;
    fuzz_params(in, &w.params);
    fuzz_make(in, &w.a);
    fuzz_make(in, &w.b);
    w.status = fuzz_status_of(&w);
    w.tame = w.status == CLD_OK && w.a.most < limit && w.b.most < limit &&
             (double)w.params.tolerance < limit;
    answered += w.status == CLD_OK, refused += w.status != CLD_OK;
    fuzz_collide(&w, &w.a.body, &w.b.body, 0, &proofs);
    fuzz_collide(&w, &w.b.body, &w.a.body, 1, &proofs);
    if (what & 1) fuzz_contacts(&w, capacity, &proofs);
    if (what & 2) fuzz_curves(&w, capacity, fuzz_byte(in) % 33, &proofs);
    if (what & 4) fuzz_distance(&w, &proofs);
    if (what & 8) fuzz_model(in, &w, &proofs);
    fuzz_boxes(&w, &proofs);
    if (what & 16) fuzz_closest(in, &w);
    if (what & 32) fuzz_raycast(in, &w);
    if (w.status == CLD_OK && fuzz_share_corner(&w)) CHECK(!proofs.apart);
    fuzz_free(&w.a), fuzz_free(&w.b);
}

#ifndef TEST_LIBFUZZER
int main(int argc, char **argv)
{
    const int repeat = fuzz_random(argc, argv, 3000);
    printf("%d inputs; %ld answered, %ld met, %ld refused\n", repeat, answered, met, refused);
    CHECK(repeat < 1000 || (answered > repeat / 3 && met > repeat / 10 && refused > repeat / 20));
    cld_workspace_free(&space);
    return test_end();
}
#endif
