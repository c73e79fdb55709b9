/* Random NURBS surfaces for tests: all degrees, knots clamped or not, repeated or not, weights of
 * any ratio, control points laid out in every way that a view can describe. */
#ifndef RANDOM_NURBS_H
#define RANDOM_NURBS_H

#include "test.h"

enum { SURFACE_KNOTS = 64, SURFACE_NUMBERS = 16384 };

typedef struct test_surface {
    cld_nurbs view;
    cld_real knots_u[SURFACE_KNOTS], knots_v[SURFACE_KNOTS];
    cld_real points[SURFACE_NUMBERS], weights[SURFACE_NUMBERS];
    double size;         /* largest coordinate */
    double weight_ratio; /* heaviest to lightest */
} test_surface;

typedef struct surface_kind {
    int min_degree, max_degree, max_extra; /* extra: control points beyond degree + 1 */
    double scale;                          /* coordinates up to this */
    double weight_ratio;                   /* 1: polynomial */
    int clamped, layouts;                  /* always clamped?; strange strides? */
} surface_kind;

/* Knots that do not decrease, no interior one more than degree times, a domain not empty. */
static TEST_UNUSED void test_knots(test_random *r, cld_real *knots, int degree, int count,
                                   int clamped)
{
    double t = test_between(r, -2, 2);
    int i, run = 1, repeats = test_integer(r, 0, 3);
    for (i = 0; i <= count + degree; i++) {
        int at_end = i <= degree || i > count, step = run >= degree;
        step |= test_integer(r, 1, 4) > repeats;
        step |= i == count && knots[degree] >= (cld_real)t; /* the domain would be empty */
        if (i > 0 && step && !(clamped && at_end)) {
            t += test_between(r, 0.05, 1) * (test_integer(r, 0, 5) ? 1 : 0.01);
            run = 0;
        }
        knots[i] = (cld_real)t;
        run++;
    }
}

/* Writes the point and weight where the view says. */
static TEST_UNUSED void test_surface_set(test_surface *s, int i, int j, const double *point,
                                         double weight)
{
    const cld_nurbs *v = &s->view;
    size_t sv = v->stride_v ? v->stride_v : 3 * sizeof(cld_real);
    size_t su = v->stride_u ? v->stride_u : sv * (size_t)v->count_v;
    size_t wv = v->weight_stride_v ? v->weight_stride_v : sizeof(cld_real);
    size_t wu = v->weight_stride_u ? v->weight_stride_u : wv * (size_t)v->count_v;
    cld_real *p = s->points + ((size_t)i * su + (size_t)j * sv) / sizeof(cld_real);
    int c;
    for (c = 0; c < 3; c++) p[c] = (cld_real)point[c];
    s->weights[((size_t)i * wu + (size_t)j * wv) / sizeof(cld_real)] = (cld_real)weight;
}

static TEST_UNUSED void test_surface_layout(test_random *r, cld_nurbs *v)
{
    size_t real = sizeof(cld_real), n = (size_t)v->count_u, m = (size_t)v->count_v;
    switch (test_integer(r, 0, 5)) {
    case 0: /* rows with a gap behind each point */
        v->stride_v = 5 * real, v->weight_stride_v = 2 * real;
        break;
    case 1: /* rows with a gap behind each row */
        v->stride_u = (3 * m + 4) * real, v->weight_stride_u = (m + 1) * real;
        break;
    case 2: /* u runs fastest */
        v->stride_u = 3 * real, v->stride_v = 3 * n * real;
        v->weight_stride_u = real, v->weight_stride_v = n * real;
        break;
    case 3: /* x y z w records */
        v->stride_v = 4 * real, v->stride_u = 4 * m * real;
        v->weight_stride_v = real, v->weight_stride_u = m * real;
        break;
    default:
        break;
    }
}

/* A random height field, bent so far that it may fold. */
static TEST_UNUSED void test_surface_random(test_random *r, const surface_kind *kind,
                                            test_surface *s)
{
    cld_nurbs *v = &s->view;
    double lightest = 1, heaviest = 1, decades = log(kind->weight_ratio) / 2;
    int i, j, c;
    memset(v, 0, sizeof *v);
    v->degree_u = test_integer(r, kind->min_degree, kind->max_degree);
    v->degree_v = test_integer(r, kind->min_degree, kind->max_degree);
    v->count_u = v->degree_u + 1 + test_integer(r, 0, kind->max_extra);
    v->count_v = v->degree_v + 1 + test_integer(r, 0, kind->max_extra);
    test_knots(r, s->knots_u, v->degree_u, v->count_u, kind->clamped || test_integer(r, 0, 1));
    test_knots(r, s->knots_v, v->degree_v, v->count_v, kind->clamped || test_integer(r, 0, 1));
    v->knots_u = s->knots_u, v->knots_v = s->knots_v;
    v->points = s->points;
    if (kind->weight_ratio > 1) v->weights = s->weights;
    if (kind->layouts) test_surface_layout(r, v);
    s->size = 0;
    for (i = 0; i < v->count_u; i++)
        for (j = 0; j < v->count_v; j++) {
            double p[3], weight = exp(test_between(r, -decades, decades));
            p[0] = ((double)i / (v->count_u - 1) - 0.5 + test_between(r, -0.2, 0.2)) * kind->scale;
            p[1] = ((double)j / (v->count_v - 1) - 0.5 + test_between(r, -0.2, 0.2)) * kind->scale;
            p[2] = test_between(r, -0.4, 0.4) * kind->scale;
            for (c = 0; c < 3; c++) s->size = fmax(s->size, fabs(p[c]));
            lightest = fmin(lightest, weight), heaviest = fmax(heaviest, weight);
            test_surface_set(s, i, j, p, weight);
        }
    s->weight_ratio = v->weights ? heaviest / lightest : 1;
}

/* A parameter in the domain of one direction: its ends and knots more often than chance. */
static TEST_UNUSED cld_real test_parameter(test_random *r, const cld_real *knots, int degree,
                                           int count)
{
    double low = (double)knots[degree], high = (double)knots[count];
    int k = test_integer(r, 0, 9);
    if (k == 0) return knots[degree];
    if (k == 1) return knots[count];
    if (k <= 3) return knots[test_integer(r, degree, count)];
    return (cld_real)test_between(r, low, high);
}

/* Degrees, sizes and weights of all kinds. */
static TEST_UNUSED surface_kind test_surface_kind(test_random *r)
{
    static const double scales[5] = {1e-6, 1e-3, 1, 1e3, 1e6}, ratios[4] = {1, 4, 1e3, 1e6};
    surface_kind k;
    k.min_degree = 1, k.max_degree = 7, k.max_extra = 6;
    k.scale = scales[test_integer(r, 0, 4)];
    k.weight_ratio = ratios[test_integer(r, 0, 3)];
    k.clamped = 0, k.layouts = 1;
    return k;
}

#endif
