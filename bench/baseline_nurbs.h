/* baseline_nurbs.h: the source's algorithm 2.3 / 2.4, written plainly.
 *
 * An oriented box about the control points of each surface, from the eigenvectors of their
 * covariance; the textbook test of 15 axes; when the boxes overlap, ONE surface is split in ONE
 * direction at its middle parameter by knot insertion, and the roles are exchanged; the first pair
 * that still overlaps at the last level is the answer. Two flaws of the source are mended, so that
 * the comparison is with its method and not with its slips: the direction split is the one that is
 * longer in space (the source's rule, more knots, can starve a direction for ever), and parameters
 * are tracked as real intervals. Rational surfaces in homogeneous coordinates, their boxes about
 * the projected points. In double; baseline_nurbs_float.h includes this file once more, in float as
 * the source had it.
 *
 * Memory is a stack (arena) that the recursion gives back: no malloc within a query.
 */
#if !defined(BENCH_BASELINE_NURBS_H) || defined(BENCH_BASELINE_FLOAT)
#define BENCH_BASELINE_NURBS_H

#include "bench.h"
#include "scenes_nurbs.h"

/* The number that it computes in; what it rounds by; when an eigenvector is good enough (the
   square of its error). */
#ifdef BENCH_BASELINE_FLOAT
typedef float baseline_real;
#define BASELINE_FABS    fabsf
#define BASELINE_SQRT    sqrtf
#define BASELINE_EPSILON 1e-7f
#define BASELINE_OFF     1e-14f
#else
typedef double baseline_real;
#define BASELINE_FABS    fabs
#define BASELINE_SQRT    sqrt
#define BASELINE_EPSILON 2e-16
#define BASELINE_OFF     1e-18
#endif

/* Control points are homogeneous: (w x, w y, w z, w), index 4 * (i * count[1] + j). */
typedef struct baseline_surface {
    int degree[2], count[2];
    const baseline_real *knots[2];
    const baseline_real *points;
} baseline_surface;

typedef struct baseline_box {
    baseline_real centre[3], axis[3][3], half[3];
} baseline_box;

/* What questions_nurbs.h tries in place of the source's ways, NULL being these. Axes of the box
   about a net of projected points, 0: none, take those of the covariance. And where to split `s`,
   whose box is `own`, when it meets `other`: direction and parameter, strictly inside. */
typedef int baseline_orient(const baseline_real *p, const int count[2], baseline_real axis[3][3]);
typedef void baseline_choose(const baseline_surface *s, const baseline_box *own,
                             const baseline_box *other, int level, int *way,
                             baseline_real *parameter);

typedef struct baseline_settings {
    int level;          /* calls that a path may be deep */
    baseline_real size; /* > 0: a pair of boxes whose half diagonals are below it is a hit */
    baseline_real flat; /* > 0: a pair of boxes whose least extents are below it is a hit */
    int all;            /* go on after the first hit and count them */
    long call_limit;    /* > 0: give up after so many box tests */
    int original;       /* the source's own direction rule, unmended */
    int bare;           /* boxes as the source has them: not widened by their rounding */
    baseline_orient *orient;
    baseline_choose *choose;
} baseline_settings;

typedef struct baseline_hit {
    int hits;    /* 0: apart */
    int gave_up; /* the call limit or the arena was exhausted: hits is not an answer */
    long calls;  /* box tests made */
    double point[3];
    double uv[2][2]; /* parameters of the first hit on both surfaces */
} baseline_hit;

typedef struct baseline {
    baseline_real *arena;
    size_t used, capacity;
    size_t peak; /* doubles */
    baseline_settings settings;
    baseline_hit hit;
} baseline;

static int baseline_create(baseline *b, size_t capacity)
{
    memset(b, 0, sizeof *b);
    b->arena = (baseline_real *)malloc(capacity * sizeof(baseline_real));
    b->capacity = b->arena ? capacity : 0;
    return b->arena != NULL;
}

static void baseline_destroy(baseline *b)
{
    free(b->arena);
    memset(b, 0, sizeof *b);
}

static baseline_real *baseline_take(baseline *b, int count)
{
    if (b->used + (size_t)count > b->capacity) return NULL;
    baseline_real *memory = b->arena + b->used;
    b->used += (size_t)count;
    if (b->used > b->peak) b->peak = b->used;
    return memory;
}

/* ---- oriented box of the control points ---- */

/* Eigenvectors of a symmetric 3x3 matrix by cyclic Jacobi rotations; rows of `vectors`. */
static void baseline_eigenvectors(baseline_real m[3][3], baseline_real vectors[3][3])
{
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) vectors[i][j] = i == j;
    for (int sweep = 0; sweep < 12; ++sweep) {
        baseline_real off = m[0][1] * m[0][1] + m[0][2] * m[0][2] + m[1][2] * m[1][2];
        baseline_real on = m[0][0] * m[0][0] + m[1][1] * m[1][1] + m[2][2] * m[2][2];
        if (off <= BASELINE_OFF * on) return; /* a box is no better for more */
        for (int p = 0; p < 2; ++p)
            for (int q = p + 1; q < 3; ++q) {
                if (m[p][q] == 0) continue;
                baseline_real theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
                baseline_real t = (baseline_real)(theta >= 0 ? 1 : -1) /
                                  (BASELINE_FABS(theta) + BASELINE_SQRT(theta * theta + 1));
                baseline_real c = 1 / BASELINE_SQRT(t * t + 1), s = t * c;
                for (int k = 0; k < 3; ++k) {
                    baseline_real a = m[k][p], b = m[k][q];
                    m[k][p] = c * a - s * b;
                    m[k][q] = s * a + c * b;
                }
                for (int k = 0; k < 3; ++k) {
                    baseline_real a = m[p][k], b = m[q][k];
                    m[p][k] = c * a - s * b;
                    m[q][k] = s * a + c * b;
                    a = vectors[p][k], b = vectors[q][k];
                    vectors[p][k] = c * a - s * b;
                    vectors[q][k] = s * a + c * b;
                }
            }
    }
}

static baseline_real baseline_inner(const baseline_real a[3], const baseline_real b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Projected control points: p[3 * i]. */
static void baseline_project(const baseline_surface *s, baseline_real *p)
{
    int count = s->count[0] * s->count[1];
    for (int i = 0; i < count; ++i) {
        const baseline_real *h = s->points + 4 * i;
        baseline_real inverse = 1 / h[3];
        for (int c = 0; c < 3; ++c) p[3 * i + c] = h[c] * inverse;
    }
}

static void baseline_covariance(const baseline_real *p, int count, baseline_real m[3][3])
{
    baseline_real mean[3] = {0, 0, 0};
    memset(m, 0, 9 * sizeof(baseline_real));
    for (int i = 0; i < count; ++i)
        for (int c = 0; c < 3; ++c) mean[c] += p[3 * i + c];
    for (int c = 0; c < 3; ++c) mean[c] /= (baseline_real)count;
    for (int i = 0; i < count; ++i) {
        baseline_real d[3] = {p[3 * i] - mean[0], p[3 * i + 1] - mean[1], p[3 * i + 2] - mean[2]};
        for (int r = 0; r < 3; ++r)
            for (int c = r; c < 3; ++c) m[r][c] += d[r] * d[c];
    }
    m[1][0] = m[0][1];
    m[2][0] = m[0][2];
    m[2][1] = m[1][2];
}

/* The points must not be further from the box than rounding, or touching surfaces are missed:
   the half extents grow by a few units in the last place of the coordinates; or, `bare`, not. */
static void baseline_fit_box(const baseline_real *p, const int counts[2],
                             const baseline_settings *how, baseline_box *box)
{
    const int count = counts[0] * counts[1];
    baseline_real m[3][3], low[3], high[3], reach = 0;
    if (how->orient == NULL || !how->orient(p, counts, box->axis)) {
        baseline_covariance(p, count, m);
        baseline_eigenvectors(m, box->axis);
    }
    for (int a = 0; a < 3; ++a) low[a] = high[a] = baseline_inner(box->axis[a], p);
    for (int i = 1; i < count; ++i)
        for (int a = 0; a < 3; ++a) {
            baseline_real at = baseline_inner(box->axis[a], p + 3 * i);
            low[a] = at < low[a] ? at : low[a];
            high[a] = at > high[a] ? at : high[a];
        }
    memset(box->centre, 0, sizeof box->centre);
    for (int a = 0; a < 3; ++a) {
        box->half[a] = (high[a] - low[a]) / 2;
        for (int c = 0; c < 3; ++c) box->centre[c] += (low[a] + high[a]) / 2 * box->axis[a][c];
        reach += BASELINE_FABS(low[a]) + BASELINE_FABS(high[a]);
    }
    for (int a = 0; a < 3 && !how->bare; ++a) box->half[a] += 2 * BASELINE_EPSILON * reach;
}

/* Builds the box in memory that it gives back. 0: the arena is exhausted. */
static int baseline_build_box(baseline *b, const baseline_surface *s, baseline_box *box)
{
    int count = s->count[0] * s->count[1];
    size_t mark = b->used;
    baseline_real *p = baseline_take(b, 3 * count);
    if (p == NULL) return 0;
    baseline_project(s, p);
    baseline_fit_box(p, s->count, &b->settings, box);
    b->used = mark;
    return 1;
}

/* Gottschalk, Lin, Manocha 1996: 3 + 3 face normals, 9 products of edges. */
static int baseline_boxes_overlap(const baseline_box *a, const baseline_box *b)
{
    baseline_real r[3][3], f[3][3], t[3], d[3];
    for (int c = 0; c < 3; ++c) d[c] = b->centre[c] - a->centre[c];
    for (int i = 0; i < 3; ++i) t[i] = baseline_inner(d, a->axis[i]);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            r[i][j] = baseline_inner(a->axis[i], b->axis[j]);
            f[i][j] = BASELINE_FABS(r[i][j]) +
                      5 * BASELINE_EPSILON; /* parallel edges: the product is no axis */
        }
    for (int i = 0; i < 3; ++i) {
        baseline_real reach = b->half[0] * f[i][0] + b->half[1] * f[i][1] + b->half[2] * f[i][2];
        if (BASELINE_FABS(t[i]) > a->half[i] + reach) return 0;
    }
    for (int j = 0; j < 3; ++j) {
        baseline_real reach = a->half[0] * f[0][j] + a->half[1] * f[1][j] + a->half[2] * f[2][j];
        if (BASELINE_FABS(baseline_inner(d, b->axis[j])) > b->half[j] + reach) return 0;
    }
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            baseline_real reach = a->half[i1] * f[i2][j] + a->half[i2] * f[i1][j] +
                                  b->half[j1] * f[i][j2] + b->half[j2] * f[i][j1];
            if (BASELINE_FABS(t[i2] * r[i1][j] - t[i1] * r[i2][j]) > reach) return 0;
        }
    return 1;
}

/* ---- splitting by knot insertion ---- */

/* Where and with which weights a knot goes in: the same for every line of the net. */
typedef struct baseline_cut {
    int span, inserted, degree, kept; /* kept: points of the left half */
    baseline_real alpha[SCENE_MAX_DEGREE][SCENE_MAX_DEGREE];
} baseline_cut;

/* As scene_span. */
static int baseline_span(const baseline_real *knots, int count, int degree, baseline_real t)
{
    int k = count - 1;
    while (k > degree && knots[k] > t) --k;
    while (k > degree && knots[k] == knots[k + 1]) --k;
    return k;
}

/* Boehm: `t` goes in until it is there as often as the degree. */
static baseline_cut baseline_plan_cut(const baseline_real *knots, int count, int degree,
                                      baseline_real t)
{
    baseline_cut cut;
    int k = baseline_span(knots, count, degree, t), multiplicity = 0;
    while (multiplicity < degree && knots[k - multiplicity] == t) ++multiplicity;
    cut.span = k;
    cut.degree = degree;
    cut.inserted = degree - multiplicity;
    cut.kept = k - multiplicity + 1;
    for (int j = 1; j <= cut.inserted; ++j)
        for (int i = 0; i <= degree - j - multiplicity; ++i) {
            int first = k - degree + j + i;
            cut.alpha[j - 1][i] = (t - knots[first]) / (knots[k + 1 + i] - knots[first]);
        }
    return cut;
}

/* One line of `count` points, `stride` doubles apart, into the two halves. */
static void baseline_cut_line(const baseline_cut *cut, const baseline_real *line, int count,
                              size_t stride, baseline_real *left, baseline_real *right)
{
    baseline_real r[SCENE_MAX_DEGREE + 1][4];
    int p = cut->degree, k = cut->span, last = cut->inserted; /* r[0..last] change */
    int shared = cut->kept - 1, right_count = count + cut->inserted - shared;
    for (int i = 0; i <= k - p; ++i)
        memcpy(left + (size_t)i * stride, line + (size_t)i * stride, sizeof r[0]);
    for (int i = k - (p - last); i < count; ++i)
        memcpy(right + (size_t)(right_count - count + i) * stride, line + (size_t)i * stride,
               sizeof r[0]);
    for (int i = 0; i <= last; ++i) memcpy(r[i], line + (size_t)(k - p + i) * stride, sizeof r[0]);
    for (int j = 1; j <= last; ++j) {
        for (int i = 0; i <= last - j; ++i) {
            baseline_real a = cut->alpha[j - 1][i];
            for (int c = 0; c < 4; ++c) r[i][c] = a * r[i + 1][c] + (1 - a) * r[i][c];
        }
        memcpy(left + (size_t)(k - p + j) * stride, r[0], sizeof r[0]);
        memcpy(right + (size_t)(last - j) * stride, r[last - j], sizeof r[0]);
    }
}

/* Halves of what no number lies within: the interval between neighbouring numbers, or none. One
   half is an end of it, the other all of it: numbers are exhausted, and the recursion is not. */
static int baseline_split_nothing(baseline *b, const baseline_surface *s, int way, int at_end,
                                  baseline_surface half[2])
{
    const int p = s->degree[way], n = s->count[way], across = s->count[1 - way];
    const int step = way == 0 ? across : 1, line = way == 0 ? 1 : n, row = way == 0 ? 1 : p + 1;
    baseline_real *knots = baseline_take(b, 2 * (p + 1));
    baseline_real *points = baseline_take(b, 4 * (p + 1) * across);
    if (knots == NULL || points == NULL) return 0;
    for (int i = 0; i < 2 * (p + 1); ++i) knots[i] = s->knots[way][at_end ? n : p];
    for (int k = 0; k < across; ++k)
        for (int i = 0; i <= p; ++i)
            memcpy(points + 4 * (k * row + i * (way == 0 ? across : 1)),
                   s->points + 4 * (k * line + (at_end ? n - 1 : 0) * step),
                   4 * sizeof(baseline_real));
    half[0] = half[1] = *s;
    half[at_end].count[way] = p + 1;
    half[at_end].knots[way] = knots;
    half[at_end].points = points;
    return 1;
}

/* Halves of `s` in direction `way` at parameter t. 0: the arena is exhausted. */
static int baseline_split(baseline *b, const baseline_surface *s, int way, baseline_real t,
                          baseline_surface half[2])
{
    int p = s->degree[way], n = s->count[way], across = s->count[1 - way];
    if (!(s->knots[way][p] < t && t < s->knots[way][n]))
        return baseline_split_nothing(b, s, way, t > s->knots[way][p], half);
    baseline_cut cut = baseline_plan_cut(s->knots[way], n, p, t);
    int counts[2] = {cut.kept, n + cut.inserted - cut.kept + 1};
    baseline_real *knots[2], *points[2];
    for (int h = 0; h < 2; ++h) {
        half[h] = *s;
        half[h].count[way] = counts[h];
        knots[h] = baseline_take(b, counts[h] + p + 1);
        points[h] = baseline_take(b, 4 * counts[h] * across);
        if (knots[h] == NULL || points[h] == NULL) return 0;
        half[h].knots[way] = knots[h];
        half[h].points = points[h];
    }
    for (int i = 0; i < counts[0] + p + 1; ++i) knots[0][i] = i < cut.kept ? s->knots[way][i] : t;
    for (int i = 0; i < counts[1] + p + 1; ++i)
        knots[1][i] = i <= p ? t : s->knots[way][n + i - counts[1]];
    size_t stride = way == 0 ? 4 * (size_t)across : 4;
    for (int line = 0; line < across; ++line) {
        size_t from = way == 0 ? 4 * (size_t)line : 4 * (size_t)line * (size_t)n;
        size_t to0 = way == 0 ? from : 4 * (size_t)line * (size_t)counts[0];
        size_t to1 = way == 0 ? from : 4 * (size_t)line * (size_t)counts[1];
        baseline_cut_line(&cut, s->points + from, n, stride, points[0] + to0, points[1] + to1);
    }
    return 1;
}

static baseline_real baseline_spacing(const baseline_real *h, const baseline_real *g)
{
    baseline_real sum = 0;
    for (int c = 0; c < 3; ++c) {
        baseline_real d = h[c] / h[3] - g[c] / g[3];
        sum += d * d;
    }
    return BASELINE_SQRT(sum);
}

/* Length of the control polygon in direction `way`: the longest of the two borders and the middle
   line, so that a pole on one side does not hide the other. */
static baseline_real baseline_length(const baseline_surface *s, int way)
{
    baseline_real longest = 0;
    int across = s->count[1 - way];
    for (int which = 0; which < 3; ++which) {
        int line = which * (across - 1) / 2;
        int step = way == 0 ? s->count[1] : 1, start = way == 0 ? line : line * s->count[1];
        baseline_real length = 0;
        for (int i = 1; i < s->count[way]; ++i)
            length += baseline_spacing(s->points + 4 * (start + i * step),
                                       s->points + 4 * (start + (i - 1) * step));
        if (length > longest) longest = length;
    }
    return longest;
}

/* ---- the algorithm ---- */

static baseline_real baseline_half_diagonal(const baseline_box *box)
{
    return BASELINE_SQRT(baseline_inner(box->half, box->half));
}

static baseline_real baseline_thickness(const baseline_box *box)
{
    baseline_real least = box->half[0] < box->half[1] ? box->half[0] : box->half[1];
    return 2 * (least < box->half[2] ? least : box->half[2]);
}

static int baseline_small_enough(const baseline *b, const baseline_box *p, const baseline_box *q)
{
    const baseline_settings *s = &b->settings;
    if (s->size > 0 && baseline_half_diagonal(p) <= s->size && baseline_half_diagonal(q) <= s->size)
        return 1;
    return s->flat > 0 && baseline_thickness(p) <= s->flat && baseline_thickness(q) <= s->flat;
}

/* The middle of the parameter intervals of a sub-surface. */
static void baseline_middle(const baseline_surface *s, baseline_real uv[2])
{
    for (int way = 0; way < 2; ++way)
        uv[way] = (s->knots[way][s->degree[way]] + s->knots[way][s->count[way]]) / 2;
}

static void baseline_record(baseline *b, int swapped, const baseline_surface *one,
                            const baseline_box *box1, const baseline_surface *two,
                            const baseline_box *box2)
{
    baseline_hit *hit = &b->hit;
    baseline_real middle[2][2];
    if (hit->hits++ > 0) return;
    for (int c = 0; c < 3; ++c) hit->point[c] = (double)((box1->centre[c] + box2->centre[c]) / 2);
    baseline_middle(one, middle[swapped]);
    baseline_middle(two, middle[1 - swapped]);
    for (int i = 0; i < 4; ++i) hit->uv[i / 2][i % 2] = (double)middle[i / 2][i % 2];
}

/* The direction longer in space; as the source had it, the one with more knots, the second bit of
   the level deciding between equals. */
static int baseline_direction(const baseline *b, const baseline_surface *s, int level)
{
    if (!b->settings.original) return baseline_length(s, 0) >= baseline_length(s, 1) ? 0 : 1;
    int knots[2] = {s->count[0] + s->degree[0], s->count[1] + s->degree[1]};
    if (knots[0] != knots[1]) return knots[0] > knots[1] ? 0 : 1;
    return level & 2 ? 0 : 1;
}

/* 1: the search is over. `swapped` says that `one` descends from the caller's second surface. */
static int baseline_recurse(baseline *b, const baseline_surface *one, const baseline_box *box1,
                            const baseline_surface *two, int level, int swapped)
{
    baseline_box box2;
    if ((b->settings.call_limit > 0 && b->hit.calls >= b->settings.call_limit) ||
        !baseline_build_box(b, two, &box2)) {
        b->hit.gave_up = 1;
        return 1;
    }
    ++b->hit.calls;
    if (!baseline_boxes_overlap(box1, &box2)) return 0;
    if (level == 0 || baseline_small_enough(b, box1, &box2)) {
        baseline_record(b, swapped, one, box1, two, &box2);
        return !b->settings.all;
    }
    baseline_surface half[2];
    baseline_real middle[2];
    size_t mark = b->used;
    int way = baseline_direction(b, one, level);
    baseline_middle(one, middle);
    if (b->settings.choose) b->settings.choose(one, box1, &box2, level, &way, &middle[way]);
    if (!baseline_split(b, one, way, middle[way], half)) {
        b->hit.gave_up = 1;
        return 1;
    }
    int over = baseline_recurse(b, two, &box2, &half[0], level - 1, 1 - swapped) ||
               baseline_recurse(b, two, &box2, &half[1], level - 1, 1 - swapped);
    b->used = mark;
    return over;
}

static const baseline_real *baseline_knots(baseline *b, const double *from, int count)
{
    baseline_real *knots = baseline_take(b, count);
    for (int i = 0; knots != NULL && i < count; ++i) knots[i] = (baseline_real)from[i];
    return knots;
}

/* The surface at its place, in homogeneous coordinates, in the arena. 0: the arena is exhausted. */
static int baseline_place(baseline *b, const scene_surface *s, const scene_pose *pose,
                          baseline_surface *out)
{
    int count = s->count_u * s->count_v;
    baseline_real *points = baseline_take(b, 4 * count);
    if (points == NULL) return 0;
    for (int i = 0; i < count; ++i) {
        double w = s->weights ? s->weights[i] : 1.0, at[3];
        scene_apply(pose, s->points + 3 * i, at);
        for (int c = 0; c < 3; ++c) points[4 * i + c] = (baseline_real)(w * at[c]);
        points[4 * i + 3] = (baseline_real)w;
    }
    out->degree[0] = s->degree_u;
    out->degree[1] = s->degree_v;
    out->count[0] = s->count_u;
    out->count[1] = s->count_v;
    out->knots[0] = baseline_knots(b, s->knots_u, s->count_u + s->degree_u + 1);
    out->knots[1] = baseline_knots(b, s->knots_v, s->count_v + s->degree_v + 1);
    out->points = points;
    return out->knots[0] != NULL && out->knots[1] != NULL;
}

/* One query. The posing is part of it, as it is for whoever is compared. */
static baseline_hit baseline_collide(baseline *b, const baseline_settings *settings,
                                     const scene_surface *s, const scene_pose *pose_s,
                                     const scene_surface *t, const scene_pose *pose_t)
{
    baseline_surface one, two;
    baseline_box box;
    memset(&b->hit, 0, sizeof b->hit);
    b->settings = *settings;
    b->used = 0;
    if (!baseline_place(b, s, pose_s, &one) || !baseline_place(b, t, pose_t, &two) ||
        !baseline_build_box(b, &one, &box)) {
        b->hit.gave_up = 1;
        return b->hit;
    }
    baseline_recurse(b, &one, &box, &two, settings->level, 0);
    return b->hit;
}

#undef BASELINE_FABS
#undef BASELINE_SQRT
#undef BASELINE_EPSILON
#undef BASELINE_OFF

#endif /* BENCH_BASELINE_NURBS_H */
