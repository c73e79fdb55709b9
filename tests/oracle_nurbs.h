/* A second opinion on NURBS surfaces: slow, plain, in long double, and sharing nothing with
 * collide.h but the types of its views.
 *
 *   oracle_evaluate   position and derivatives by the Cox-de Boor recursion as it is defined
 *   oracle_relation   do two surfaces come closer than a tolerance?
 *   oracle_distance   how far are they apart?
 *   oracle_bodies     the same for bodies of several surfaces: the search behind both
 *
 * The search is a branch and bound over pairs of Bezier patches: knots are inserted one at a time
 * until the patches stand by themselves, patches are halved by de Casteljau.
 *
 * What is certain: `lo`. A surface with positive weights lies in the convex hull of its control
 * points, so the gap between two sets of control points along any unit vector is a lower bound of
 * the distance. Rounding is accounted for: each net carries a margin of a few units of roundoff of
 * its largest number for each time it was halved. Also certain, to the rounding of one evaluation
 * in long double: `hi`, the distance of two points that were evaluated.
 * What is not certain: that hi is the distance where lo and hi differ; that two surfaces within
 * 1e-13 of their size (ORACLE_COMMON) really share a point. Where long double is double the margins
 * grow, nothing else. */
#ifndef ORACLE_NURBS_H
#define ORACLE_NURBS_H

#include "test.h"
#include <float.h>

typedef long double oracle_real;

/* ----------------------------------------------------------------------------------- evaluation */

typedef struct oracle_point {
    oracle_real d[3][3][3]; /* d[a][b]: derivative a times in u, b times in v, a + b <= 2: x y z */
} oracle_point;

static void oracle_read(const cld_nurbs *s, int i, int j, oracle_real xyzw[4])
{
    size_t sv = s->stride_v ? s->stride_v : 3 * sizeof(cld_real);
    size_t su = s->stride_u ? s->stride_u : sv * (size_t)s->count_v;
    size_t wv = s->weight_stride_v ? s->weight_stride_v : sizeof(cld_real);
    size_t wu = s->weight_stride_u ? s->weight_stride_u : wv * (size_t)s->count_v;
    cld_real p[3], w = 1;
    int c;
    memcpy(p, (const char *)s->points + (size_t)i * su + (size_t)j * sv, sizeof p);
    if (s->weights)
        memcpy(&w, (const char *)s->weights + (size_t)i * wu + (size_t)j * wv, sizeof w);
    for (c = 0; c < 3; c++) xyzw[c] = (oracle_real)p[c] * (oracle_real)w;
    xyzw[3] = (oracle_real)w;
}

/* The last span that is not empty and begins at or before u; u belongs to the domain. */
static int oracle_span(const cld_real *knots, int degree, int count, double u)
{
    int k, span = degree;
    for (k = degree; k < count; k++)
        if (knots[k] < knots[k + 1] && ((double)knots[k] <= u || k == degree)) span = k;
    return span;
}

/* The degree + 1 basis functions that are not 0 where u lies in the span, from the first on, and
   their derivatives up to the second: the definition (The NURBS Book 2.5 and 2.9), 0/0 being 0,
   degree after degree. */
static void oracle_basis(const cld_real *knots, int degree, int span, oracle_real u,
                         oracle_real out[3][CLD_NURBS_MAX_DEGREE + 1])
{
    /* table[order][d][n]: function span - degree + n of degree d; those beyond the span are 0 */
    oracle_real table[3][CLD_NURBS_MAX_DEGREE + 1][CLD_NURBS_MAX_DEGREE + 2];
    int d, n, order;
    memset(table, 0, sizeof table);
    table[0][0][degree] = 1;
    for (d = 1; d <= degree; d++)
        for (n = degree - d; n <= degree; n++) {
            const cld_real *t = knots + span - degree + n;
            const oracle_real left = (oracle_real)t[d] - (oracle_real)t[0];
            const oracle_real right = (oracle_real)t[d + 1] - (oracle_real)t[1];
            for (order = 0; order < 3; order++) {
                const oracle_real *lower = table[order ? order - 1 : 0][d - 1];
                oracle_real sum = 0;
                if (left > 0) sum += (order ? d : u - (oracle_real)t[0]) / left * lower[n];
                if (right > 0)
                    sum += (order ? -d : (oracle_real)t[d + 1] - u) / right * lower[n + 1];
                table[order][d][n] = sum;
            }
        }
    for (order = 0; order < 3; order++)
        for (n = 0; n <= degree; n++) out[order][n] = table[order][degree][n];
}

/* Derivatives of the quotient A/w from those h of (A, w): The NURBS Book 4.20, solved for each. */
static void oracle_quotient(oracle_real h[3][3][4], oracle_point *out)
{
    int a, b, c, i, j;
    static const int choose[3][3] = {{1, 0, 0}, {1, 1, 0}, {1, 2, 1}};
    for (a = 0; a < 3; a++)
        for (b = 0; a + b < 3; b++)
            for (c = 0; c < 3; c++) {
                oracle_real sum = h[a][b][c];
                for (i = 0; i <= a; i++)
                    for (j = 0; j <= b; j++)
                        if (i + j > 0)
                            sum -=
                                choose[a][i] * choose[b][j] * h[i][j][3] * out->d[a - i][b - j][c];
                out->d[a][b][c] = sum / h[0][0][3];
            }
}

static TEST_UNUSED oracle_point oracle_evaluate(const cld_nurbs *s, double u, double v)
{
    oracle_real bu[3][CLD_NURBS_MAX_DEGREE + 1], bv[3][CLD_NURBS_MAX_DEGREE + 1];
    oracle_real h[3][3][4], xyzw[4];
    int p = s->degree_u, q = s->degree_v, k, l, i, j, a, b, c;
    oracle_real at_u, at_v;
    oracle_point out;
    u = fmin(fmax(u, (double)s->knots_u[p]), (double)s->knots_u[s->count_u]);
    v = fmin(fmax(v, (double)s->knots_v[q]), (double)s->knots_v[s->count_v]);
    k = oracle_span(s->knots_u, p, s->count_u, u);
    l = oracle_span(s->knots_v, q, s->count_v, v);
    at_u = (oracle_real)u, at_v = (oracle_real)v;
    oracle_basis(s->knots_u, p, k, at_u, bu);
    oracle_basis(s->knots_v, q, l, at_v, bv);
    memset(h, 0, sizeof h);
    for (i = 0; i <= p; i++)
        for (j = 0; j <= q; j++) {
            oracle_read(s, k - p + i, l - q + j, xyzw);
            for (a = 0; a < 3; a++)
                for (b = 0; a + b < 3; b++)
                    for (c = 0; c < 4; c++) h[a][b][c] += bu[a][i] * bv[b][j] * xyzw[c];
        }
    memset(&out, 0, sizeof out);
    oracle_quotient(h, &out);
    return out;
}

/* ------------------------------------------------- a body as Bezier patches that can be halved */

/* Part of a Bezier patch of a body. Its numbers are in the body's pool: first (x w, y w, z w, w) of
   all control points, then their x y z. */
typedef struct oracle_node {
    int root, child; /* which patch it is part of; the first of two halves, or -1 */
    int p, q, depth, split_v;
    oracle_real u0, u1, v0, v1; /* of the root's [0, 1] x [0, 1] */
    size_t numbers;
    oracle_real margin, centre[3], normal[3], extent; /* extent: longest side over the net */
} oracle_node;

typedef struct oracle_root {
    int surface;
    oracle_real u0, u1, v0, v1; /* knots */
} oracle_root;

typedef struct oracle_body {
    oracle_node *nodes;
    oracle_root *roots;
    oracle_real *pool;
    int node_count, node_room, root_count;
    size_t pool_count, pool_room;
    oracle_real size; /* largest coordinate, posed */
} oracle_body;

static void *oracle_grow(void *memory, size_t *room, size_t count, size_t size)
{
    if (count <= *room) return memory;
    *room = 2 * count;
    memory = realloc(memory, *room * size);
    if (!memory) abort();
    return memory;
}

static void oracle_free(oracle_body *body)
{
    free(body->nodes), free(body->roots), free(body->pool);
    memset(body, 0, sizeof *body);
}

static oracle_real oracle_dot(const oracle_real *a, const oracle_real *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static oracle_real oracle_gap(const oracle_real *a, const oracle_real *b)
{
    oracle_real d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return sqrtl(oracle_dot(d, d));
}

/* Fills what follows from the homogeneous net of a node. */
static void oracle_finish(oracle_body *body, oracle_node *node)
{
    int n = (node->p + 1) * (node->q + 1), q1 = node->q + 1, i, j, c;
    oracle_real *h = body->pool + node->numbers, *x = h + 4 * n;
    oracle_real largest = 0, lightest = h[3], u_side = 0, v_side = 0, d[2][3];
    for (i = 0; i < n; i++) {
        for (c = 0; c < 3; c++) {
            x[3 * i + c] = h[4 * i + c] / h[4 * i + 3];
            if (fabsl(h[4 * i + c]) > largest) largest = fabsl(h[4 * i + c]);
        }
        if (h[4 * i + 3] < lightest) lightest = h[4 * i + 3];
        if (h[4 * i + 3] > largest) largest = h[4 * i + 3];
    }
    for (i = 0; i <= node->p; i++)
        for (j = 0; j <= node->q; j++) {
            if (i)
                u_side =
                    fmaxl(u_side, oracle_gap(x + 3 * (i * q1 + j), x + 3 * ((i - 1) * q1 + j)));
            if (j)
                v_side = fmaxl(v_side, oracle_gap(x + 3 * (i * q1 + j), x + 3 * (i * q1 + j - 1)));
        }
    node->split_v = v_side * node->q > u_side * node->p;
    node->extent = fmaxl(v_side * node->q, u_side * node->p);
    for (c = 0; c < 3; c++) {
        const oracle_real p00 = x[c], p01 = x[3 * node->q + c], p10 = x[3 * node->p * q1 + c];
        const oracle_real p11 = x[3 * (n - 1) + c];
        node->centre[c] = (p00 + p01 + p10 + p11) / 4;
        d[0][c] = p11 - p00, d[1][c] = p01 - p10;
    }
    for (c = 0; c < 3; c++)
        node->normal[c] =
            d[0][(c + 1) % 3] * d[1][(c + 2) % 3] - d[0][(c + 2) % 3] * d[1][(c + 1) % 3];
    /* knot insertion, pose and each halving: convex combinations, a few roundings of the largest
       number each, then a quotient */
    node->margin =
        (node->depth + 8) * 4 * (node->p + node->q + 4) * LDBL_EPSILON * largest / lightest;
}

static int oracle_new_node(oracle_body *body, int p, int q)
{
    size_t room = (size_t)body->node_room, n = 7 * (size_t)((p + 1) * (q + 1));
    oracle_node *node;
    body->nodes = (oracle_node *)oracle_grow(body->nodes, &room, (size_t)body->node_count + 1,
                                             sizeof *body->nodes);
    body->node_room = (int)room;
    body->pool = (oracle_real *)oracle_grow(body->pool, &body->pool_room, body->pool_count + n,
                                            sizeof *body->pool);
    node = body->nodes + body->node_count;
    memset(node, 0, sizeof *node);
    node->p = p, node->q = q, node->child = -1;
    node->numbers = body->pool_count;
    body->pool_count += n;
    return body->node_count++;
}

/* Makes the two halves of a node, along its longer direction, unless they are there. */
static void oracle_halve(oracle_body *body, int at)
{
    int first, half, p = body->nodes[at].p, q = body->nodes[at].q, lines, length, step, line_step;
    int line, level, i, c;
    oracle_node *node, *low, *high;
    if (body->nodes[at].child >= 0) return;
    first = oracle_new_node(body, p, q);
    half = oracle_new_node(body, p, q);
    node = body->nodes + at, low = body->nodes + first, high = body->nodes + half;
    node->child = first;
    lines = node->split_v ? p + 1 : q + 1, length = node->split_v ? q : p;
    step = node->split_v ? 4 : 4 * (q + 1), line_step = node->split_v ? 4 * (q + 1) : 4;
    for (line = 0; line < lines; line++)
        for (c = 0; c < 4; c++) {
            oracle_real b[CLD_NURBS_MAX_DEGREE + 1], *x = body->pool + line * line_step + c;
            for (i = 0; i <= length; i++) b[i] = x[node->numbers + (size_t)(i * step)];
            for (level = 0; level <= length; level++) {
                x[low->numbers + (size_t)(level * step)] = b[0];
                x[high->numbers + (size_t)((length - level) * step)] = b[length - level];
                for (i = 0; i < length - level; i++) b[i] = (b[i] + b[i + 1]) / 2;
            }
        }
    low->root = high->root = node->root;
    low->depth = high->depth = node->depth + 1;
    low->u0 = high->u0 = node->u0, low->u1 = high->u1 = node->u1;
    low->v0 = high->v0 = node->v0, low->v1 = high->v1 = node->v1;
    if (node->split_v)
        low->v1 = high->v0 = (node->v0 + node->v1) / 2;
    else
        low->u1 = high->u0 = (node->u0 + node->u1) / 2;
    oracle_finish(body, low);
    oracle_finish(body, high);
}

/* Rows of `length` numbers with knots: one direction of a net while knots are inserted. */
typedef struct oracle_rows {
    oracle_real *knots, *rows;
    int degree, count, length;
} oracle_rows;

/* Boehm 1980: one more knot t of the domain. */
static void oracle_insert(oracle_rows *r, oracle_real t)
{
    int p = r->degree, n = r->count, k = 0, i, c;
    size_t length = (size_t)r->length;
    oracle_real *rows = (oracle_real *)malloc((size_t)(n + 1) * length * sizeof *rows);
    oracle_real *knots = (oracle_real *)malloc((size_t)(n + p + 2) * sizeof *knots);
    if (!rows || !knots) abort();
    for (i = 0; i <= n + p; i++)
        if (r->knots[i] <= t) k = i;
    for (i = 0; i <= n; i++) {
        oracle_real alpha = i <= k - p ? 1
                            : i > k || r->knots[i] >= t
                                ? 0
                                : (t - r->knots[i]) / (r->knots[i + p] - r->knots[i]);
        for (c = 0; c < r->length; c++) {
            oracle_real here = alpha > 0 ? r->rows[(size_t)i * length + (size_t)c] : 0;
            oracle_real before = alpha < 1 ? r->rows[(size_t)(i - 1) * length + (size_t)c] : 0;
            rows[(size_t)i * length + (size_t)c] = alpha * here + (1 - alpha) * before;
        }
    }
    for (i = 0; i <= n + p + 1; i++)
        knots[i] = i <= k ? r->knots[i] : i == k + 1 ? t : r->knots[i - 1];
    free(r->rows), free(r->knots);
    r->rows = rows, r->knots = knots, r->count++;
}

/* Every knot of the domain, its ends included, gets multiplicity `degree` at least. */
static void oracle_separate(oracle_rows *r)
{
    oracle_real first = r->knots[r->degree], last = r->knots[r->count], t = first;
    for (;;) {
        int i, have = 0;
        for (i = 0; i <= r->count + r->degree; i++) have += r->knots[i] == t;
        for (; have < r->degree; have++) oracle_insert(r, t);
        if (t >= last) return;
        for (i = 0; r->knots[i] <= t; i++) continue;
        t = r->knots[i];
    }
}

static void oracle_transpose(oracle_rows *r, int other_count)
{
    int n = r->count, m = other_count, i, j, c;
    oracle_real *rows = (oracle_real *)malloc((size_t)(n * m * 4) * sizeof *rows);
    if (!rows) abort();
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            for (c = 0; c < 4; c++) rows[4 * (j * n + i) + c] = r->rows[4 * (i * m + j) + c];
    free(r->rows);
    r->rows = rows;
}

static oracle_real *oracle_knots(const cld_real *knots, int count)
{
    oracle_real *copy = (oracle_real *)malloc((size_t)count * sizeof *copy);
    int i;
    if (!copy) abort();
    for (i = 0; i < count; i++) copy[i] = (oracle_real)knots[i];
    return copy;
}

/* Where the pose takes a homogeneous point: rotation all zero stands for the identity. */
static void oracle_pose(const cld_pose *pose, oracle_real x[4])
{
    cld_real numbers[12];
    oracle_real column[3][3], position[3], sum = 0, y[3];
    int i, c;
    memcpy(numbers, pose, sizeof numbers); /* three columns, then the position */
    for (i = 0; i < 3; i++)
        for (c = 0; c < 3; c++) {
            column[i][c] = (oracle_real)numbers[3 * i + c];
            sum += fabsl(column[i][c]);
        }
    for (c = 0; c < 3; c++) {
        position[c] = (oracle_real)numbers[9 + c];
        y[c] = sum > 0 ? column[0][c] * x[0] + column[1][c] * x[1] + column[2][c] * x[2] : x[c];
    }
    for (c = 0; c < 3; c++) x[c] = y[c] + position[c] * x[3];
}

static void oracle_add_surface(oracle_body *body, const cld_nurbs *s, const cld_pose *pose,
                               int index)
{
    oracle_rows u, v;
    int i, j, k, l, c, p = s->degree_u, q = s->degree_v;
    const oracle_real low_u = (oracle_real)s->knots_u[p], low_v = (oracle_real)s->knots_v[q];
    const oracle_real high_u = (oracle_real)s->knots_u[s->count_u];
    const oracle_real high_v = (oracle_real)s->knots_v[s->count_v];
    oracle_real heaviest = 0;
    u.degree = p, u.count = s->count_u, u.length = 4 * s->count_v;
    u.knots = oracle_knots(s->knots_u, u.count + p + 1);
    u.rows = (oracle_real *)malloc((size_t)(u.count * u.length) * sizeof *u.rows);
    if (!u.rows) abort();
    for (i = 0; i < u.count; i++)
        for (j = 0; j < s->count_v; j++) {
            oracle_real *x = u.rows + i * u.length + 4 * j;
            oracle_read(s, i, j, x);
            if (x[3] > heaviest) heaviest = x[3];
        }
    for (i = 0; i < u.count * s->count_v; i++) {
        oracle_real *x = u.rows + 4 * i;
        for (c = 0; c < 4; c++) x[c] /= heaviest;
        if (pose) oracle_pose(pose, x);
        for (c = 0; c < 3; c++) body->size = fmaxl(body->size, fabsl(x[c] / x[3]));
    }
    oracle_separate(&u);
    v = u;
    oracle_transpose(&v, s->count_v);
    v.degree = q, v.count = s->count_v, v.length = 4 * u.count;
    v.knots = oracle_knots(s->knots_v, v.count + q + 1);
    oracle_separate(&v);
    for (k = p; k + 1 < u.count + p; k++)
        for (l = q; l + 1 < v.count + q; l++) {
            oracle_root *root;
            oracle_node *node;
            int at;
            if (!(u.knots[k] < u.knots[k + 1]) || !(v.knots[l] < v.knots[l + 1])) continue;
            if (u.knots[k] < low_u || u.knots[k] >= high_u) continue;
            if (v.knots[l] < low_v || v.knots[l] >= high_v) continue;
            body->roots = (oracle_root *)realloc(body->roots, (size_t)(body->root_count + 1) *
                                                                  sizeof *body->roots);
            if (!body->roots) abort();
            root = body->roots + body->root_count;
            root->surface = index;
            root->u0 = u.knots[k], root->u1 = u.knots[k + 1];
            root->v0 = v.knots[l], root->v1 = v.knots[l + 1];
            at = oracle_new_node(body, p, q);
            node = body->nodes + at;
            node->root = body->root_count++;
            node->u1 = node->v1 = 1;
            for (i = 0; i <= p; i++)
                for (j = 0; j <= q; j++)
                    for (c = 0; c < 4; c++)
                        body->pool[node->numbers + (size_t)(4 * (i * (q + 1) + j) + c)] =
                            v.rows[(l - q + j) * v.length + 4 * (k - p + i) + c];
            oracle_finish(body, node);
        }
    free(u.knots), free(v.knots), free(v.rows);
}

/* Nodes 0 .. root_count-1 are the Bezier patches of all surfaces. */
static oracle_body oracle_build(const cld_nurbs *surfaces, int count, const cld_pose *pose)
{
    oracle_body body;
    int i;
    memset(&body, 0, sizeof body);
    for (i = 0; i < count; i++) oracle_add_surface(&body, surfaces + i, pose, i);
    return body;
}

/* ----------------------------------------------------------------------- bounds and local search
   */

/* The gap between the nets along the vector, which need not be unit; 0 if there is none. */
static oracle_real oracle_gap_along(const oracle_body *a, const oracle_node *x,
                                    const oracle_body *b, const oracle_node *y,
                                    const oracle_real *vector)
{
    int n = (x->p + 1) * (x->q + 1), m = (y->p + 1) * (y->q + 1), i;
    const oracle_real *s = a->pool + x->numbers + 4 * n, *t = b->pool + y->numbers + 4 * m;
    oracle_real length = sqrtl(oracle_dot(vector, vector)), d, gap;
    oracle_real x0, x1, y0, y1;
    if (!(length > 0)) return 0;
    x0 = x1 = oracle_dot(s, vector), y0 = y1 = oracle_dot(t, vector);
    for (i = 1; i < n; i++) d = oracle_dot(s + 3 * i, vector), x0 = fminl(x0, d), x1 = fmaxl(x1, d);
    for (i = 1; i < m; i++) d = oracle_dot(t + 3 * i, vector), y0 = fminl(y0, d), y1 = fmaxl(y1, d);
    gap = fmaxl(y0 - x1, x0 - y1) / length;
    gap -= 4 * (x->margin + y->margin) + 16 * LDBL_EPSILON * (a->size + b->size);
    return gap > 0 ? gap : 0;
}

/* Lower bound of the distance of two nodes: the largest gap of their nets along the axes, the line
   of centres, both normals and the hint. */
static oracle_real oracle_lower(const oracle_body *a, const oracle_node *x, const oracle_body *b,
                                const oracle_node *y, const oracle_real *hint)
{
    static const oracle_real axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    oracle_real between[3], best = 0, sum = 0, gap;
    int c;
    for (c = 0; c < 3; c++) {
        gap = oracle_gap_along(a, x, b, y, axes[c]);
        sum += gap * gap;
        between[c] = y->centre[c] - x->centre[c];
    }
    best = sqrtl(sum) * (1 - 8 * LDBL_EPSILON);
    best = fmaxl(best, oracle_gap_along(a, x, b, y, between));
    best = fmaxl(best, oracle_gap_along(a, x, b, y, x->normal));
    best = fmaxl(best, oracle_gap_along(a, x, b, y, y->normal));
    return fmaxl(best, oracle_gap_along(a, x, b, y, hint));
}

/* Bernstein polynomials of the degree at t with derivatives 1 and 2. */
static void oracle_bernstein(int degree, oracle_real t, oracle_real b[3][CLD_NURBS_MAX_DEGREE + 1])
{
    oracle_real level[CLD_NURBS_MAX_DEGREE + 2] = {0};
    int d, i, order;
    memset(b, 0, 3 * sizeof b[0]);
    level[0] = 1;
    for (d = 0; d <= degree; d++) {
        /* level holds the polynomials of degree d; those of degree - 2 and - 1 give derivatives */
        for (order = degree - d; order <= 2 && order >= 0; order = 3) {
            for (i = 0; i <= degree; i++) {
                oracle_real l0 = i <= d ? level[i] : 0,
                            l1 = i >= 1 && i - 1 <= d ? level[i - 1] : 0;
                oracle_real l2 = i >= 2 && i - 2 <= d ? level[i - 2] : 0;
                b[order][i] = order == 0   ? l0
                              : order == 1 ? degree * (l1 - l0)
                                           : degree * (degree - 1) * (l2 - 2 * l1 + l0);
            }
        }
        for (i = d + 1; i > 0; i--) level[i] = level[i] * (1 - t) + level[i - 1] * t;
        level[0] *= 1 - t;
    }
}

static void oracle_patch(const oracle_body *body, int root, const oracle_real *uv,
                         oracle_point *out)
{
    const oracle_node *node = body->nodes + root;
    oracle_real bu[3][CLD_NURBS_MAX_DEGREE + 1], bv[3][CLD_NURBS_MAX_DEGREE + 1], h[3][3][4];
    const oracle_real *x = body->pool + node->numbers;
    int i, j, a, b, c;
    oracle_bernstein(node->p, uv[0], bu);
    oracle_bernstein(node->q, uv[1], bv);
    memset(h, 0, sizeof h);
    for (i = 0; i <= node->p; i++)
        for (j = 0; j <= node->q; j++, x += 4)
            for (a = 0; a < 3; a++)
                for (b = 0; a + b < 3; b++)
                    for (c = 0; c < 4; c++) h[a][b][c] += bu[a][i] * bv[b][j] * x[c];
    oracle_quotient(h, out);
}

/* Half the squared distance of the points at x = (u, v, s, t), its gradient and Hessian. */
static oracle_real oracle_objective(const oracle_body *a, int root_a, const oracle_body *b,
                                    int root_b, const oracle_real x[4], oracle_real g[4],
                                    oracle_real h[4][4], oracle_real points[2][3])
{
    static const int first[2][2] = {{1, 0}, {0, 1}},
                     second[2][2][2] = {{{2, 0}, {1, 1}}, {{1, 1}, {0, 2}}};
    oracle_point s[2];
    oracle_real r[3], sign[2] = {1, -1};
    int i, j, c;
    oracle_patch(a, root_a, x, &s[0]);
    oracle_patch(b, root_b, x + 2, &s[1]);
    for (c = 0; c < 3; c++) {
        points[0][c] = s[0].d[0][0][c], points[1][c] = s[1].d[0][0][c];
        r[c] = points[0][c] - points[1][c];
    }
    for (i = 0; i < 4; i++) {
        const oracle_real *di = s[i / 2].d[first[i % 2][0]][first[i % 2][1]];
        g[i] = sign[i / 2] * oracle_dot(di, r);
        for (j = 0; j < 4; j++) {
            const oracle_real *dj = s[j / 2].d[first[j % 2][0]][first[j % 2][1]];
            h[i][j] = sign[i / 2] * sign[j / 2] * oracle_dot(di, dj);
            if (i / 2 == j / 2)
                h[i][j] +=
                    sign[i / 2] *
                    oracle_dot(r, s[i / 2].d[second[i % 2][j % 2][0]][second[i % 2][j % 2][1]]);
        }
    }
    return oracle_dot(r, r) / 2;
}

/* Solves (h + damping) y = g for the variables that are not fixed, by Cholesky; 0 where the matrix
   is not positive definite. */
static int oracle_solve(oracle_real h[4][4], const oracle_real g[4], const int fixed[4],
                        oracle_real damping, oracle_real y[4])
{
    oracle_real l[4][4], trace = 0;
    int i, j, k;
    for (i = 0; i < 4; i++) trace += fabsl(h[i][i]);
    for (i = 0; i < 4; i++)
        for (j = 0; j <= i; j++) {
            oracle_real sum = fixed[i] || fixed[j] ? (i == j ? trace : 0) : h[i][j];
            if (i == j) sum += damping * (fabsl(h[i][i]) + 1e-6L * trace);
            for (k = 0; k < j; k++) sum -= l[i][k] * l[j][k];
            if (i == j && !(sum > 1e-16L * trace)) return 0;
            l[i][j] = i == j ? sqrtl(sum) : sum / l[j][j];
        }
    for (i = 0; i < 4; i++) {
        y[i] = fixed[i] ? 0 : g[i];
        for (k = 0; k < i; k++) y[i] -= l[i][k] * y[k];
        y[i] /= l[i][i];
    }
    for (i = 3; i >= 0; i--) {
        for (k = i + 1; k < 4; k++) y[i] -= l[k][i] * y[k];
        y[i] /= l[i][i];
    }
    return 1;
}

/* Damped Newton inside the unit cube from x; returns the distance reached. */
static oracle_real oracle_descend(const oracle_body *a, int root_a, const oracle_body *b,
                                  int root_b, oracle_real x[4], oracle_real points[2][3])
{
    oracle_real g[4], h[4][4], damping = 1e-3L, f, size = a->size + b->size, trial_points[2][3];
    int round, i, fixed[4];
    f = oracle_objective(a, root_a, b, root_b, x, g, h, points);
    for (round = 0; round < 40; round++) {
        oracle_real y[4], trial[4], next, next_g[4], next_h[4][4], moved = 0;
        if (sqrtl(2 * f) <= 1e-17L * size) break;
        for (i = 0; i < 4; i++) fixed[i] = (x[i] <= 0 && g[i] > 0) || (x[i] >= 1 && g[i] < 0);
        while (!oracle_solve(h, g, fixed, damping, y) && damping < 1e6L)
            damping = damping * 10 + 1e-12L;
        if (damping >= 1e6L) break;
        for (i = 0; i < 4; i++) {
            trial[i] = fminl(fmaxl(x[i] - y[i], 0), 1);
            moved = fmaxl(moved, fabsl(trial[i] - x[i]));
        }
        if (moved < 1e-19L) break;
        next = oracle_objective(a, root_a, b, root_b, trial, next_g, next_h, trial_points);
        if (next < f) {
            f = next, damping /= 30;
            memcpy(x, trial, sizeof trial), memcpy(g, next_g, sizeof next_g);
            memcpy(h, next_h, sizeof next_h);
            memcpy(points, trial_points, sizeof trial_points);
        } else {
            if (moved < 1e-16L) break;
            damping = damping * 8 + 1e-12L;
        }
    }
    return sqrtl(2 * f);
}

/* ----------------------------------------------------------------------------- branch and bound */

enum { ORACLE_APART, ORACLE_COMMON, ORACLE_BETWEEN };

typedef struct oracle_answer {
    int relation;  /* APART: lo > tolerance. COMMON: hi <= 1e-13 size. BETWEEN: neither was shown */
    double lo, hi; /* lo <= distance <= hi */
    double point[2][3]; /* the closest pair found: on A, on B */
    double uv[2][2];
    int surface[2];
    long pairs; /* looked at */
} oracle_answer;

typedef struct oracle_pair {
    oracle_real lower;
    int a, b, depth;
} oracle_pair;

typedef struct oracle_search {
    oracle_body a, b;
    oracle_pair *heap;
    size_t count, room;
    oracle_real pruned, hi, hint[3]; /* smallest bound of what was put aside */
    oracle_real tolerance, accuracy;
    oracle_real x[4], points[2][3];
    int root_a, root_b;
} oracle_search;

static int oracle_before(const oracle_pair *x, const oracle_pair *y)
{
    return x->lower < y->lower || (x->lower == y->lower && x->depth > y->depth);
}

static void oracle_swap(oracle_pair *x, oracle_pair *y)
{
    oracle_pair t = *x;
    *x = *y, *y = t;
}

static void oracle_push(oracle_search *s, int a, int b)
{
    oracle_pair pair;
    size_t i;
    pair.lower = oracle_lower(&s->a, s->a.nodes + a, &s->b, s->b.nodes + b, s->hint);
    pair.a = a, pair.b = b, pair.depth = s->a.nodes[a].depth + s->b.nodes[b].depth;
    if (pair.lower > s->tolerance || pair.lower >= s->hi - s->accuracy) {
        s->pruned = fminl(s->pruned, pair.lower);
        return;
    }
    s->heap = (oracle_pair *)oracle_grow(s->heap, &s->room, s->count + 1, sizeof pair);
    s->heap[i = s->count++] = pair;
    for (; i > 0 && oracle_before(s->heap + i, s->heap + (i - 1) / 2); i = (i - 1) / 2)
        oracle_swap(s->heap + i, s->heap + (i - 1) / 2);
}

static oracle_pair oracle_pop(oracle_search *s)
{
    oracle_pair top = s->heap[0];
    size_t i = 0, next;
    s->heap[0] = s->heap[--s->count];
    for (;; i = next) {
        next = 2 * i + 1;
        if (next + 1 < s->count && oracle_before(s->heap + next + 1, s->heap + next)) next++;
        if (next >= s->count || !oracle_before(s->heap + next, s->heap + i)) return top;
        oracle_swap(s->heap + i, s->heap + next);
    }
}

/* Lowers hi by a descent from the centres of the two nodes. */
static void oracle_probe(oracle_search *s, const oracle_node *a, const oracle_node *b)
{
    oracle_real x[4], points[2][3], d;
    int c;
    x[0] = (a->u0 + a->u1) / 2, x[1] = (a->v0 + a->v1) / 2;
    x[2] = (b->u0 + b->u1) / 2, x[3] = (b->v0 + b->v1) / 2;
    d = oracle_descend(&s->a, a->root, &s->b, b->root, x, points);
    if (!(d < s->hi)) return;
    s->hi = d;
    s->root_a = a->root, s->root_b = b->root;
    memcpy(s->x, x, sizeof x), memcpy(s->points, points, sizeof points);
    for (c = 0; c < 3; c++) s->hint[c] = points[1][c] - points[0][c];
}

static void oracle_report(const oracle_search *s, oracle_answer *out)
{
    const oracle_root *a = s->a.roots + s->root_a, *b = s->b.roots + s->root_b;
    int c;
    for (c = 0; c < 3; c++) {
        out->point[0][c] = (double)s->points[0][c];
        out->point[1][c] = (double)s->points[1][c];
    }
    out->uv[0][0] = (double)(a->u0 + s->x[0] * (a->u1 - a->u0));
    out->uv[0][1] = (double)(a->v0 + s->x[1] * (a->v1 - a->v0));
    out->uv[1][0] = (double)(b->u0 + s->x[2] * (b->u1 - b->u0));
    out->uv[1][1] = (double)(b->v0 + s->x[3] * (b->v1 - b->v0));
    out->surface[0] = a->surface, out->surface[1] = b->surface;
    out->hi = (double)s->hi;
}

/* The search: ends when everything is farther than the tolerance (APART), when two points within
   1e-13 of the size were found (COMMON), when hi - lo <= accuracy, or after `budget` pairs (0:
   20000). */
static oracle_answer oracle_bodies(const cld_nurbs *a, int count_a, const cld_pose *pose_a,
                                   const cld_nurbs *b, int count_b, const cld_pose *pose_b,
                                   double tolerance, double accuracy, long budget)
{
    oracle_search s;
    oracle_answer out;
    oracle_real size, lo;
    int i, j;
    memset(&s, 0, sizeof s), memset(&out, 0, sizeof out);
    s.a = oracle_build(a, count_a, pose_a), s.b = oracle_build(b, count_b, pose_b);
    s.pruned = s.hi = HUGE_VALL;
    s.tolerance = (oracle_real)tolerance, s.accuracy = (oracle_real)accuracy;
    size = s.a.size + s.b.size;
    if (budget <= 0) budget = 20000;
    oracle_probe(&s, s.a.nodes, s.b.nodes);
    for (i = 0; i < s.a.root_count; i++)
        for (j = 0; j < s.b.root_count; j++) oracle_push(&s, i, j);
    while (s.count && s.hi > 1e-13L * size && out.pairs < budget) {
        oracle_pair top = oracle_pop(&s);
        const oracle_node *x = s.a.nodes + top.a, *y = s.b.nodes + top.b;
        out.pairs++;
        if (top.lower >= s.hi - s.accuracy) {
            s.pruned = fminl(s.pruned, top.lower);
            s.count = 0;
            break;
        }
        if (top.depth % 4 == 0) oracle_probe(&s, x, y);
        if (x->extent >= y->extent) {
            oracle_halve(&s.a, top.a);
            for (i = 0; i < 2; i++) oracle_push(&s, s.a.nodes[top.a].child + i, top.b);
        } else {
            oracle_halve(&s.b, top.b);
            for (i = 0; i < 2; i++) oracle_push(&s, top.a, s.b.nodes[top.b].child + i);
        }
    }
    lo = fminl(s.pruned, s.hi);
    if (s.count) lo = fminl(lo, s.heap[0].lower);
    if (s.hi <= 1e-13L * size) lo = 0;
    out.lo = (double)lo * (1 - 4 * DBL_EPSILON);
    out.relation = s.hi <= 1e-13L * size ? ORACLE_COMMON
                   : lo > s.tolerance    ? ORACLE_APART
                                         : ORACLE_BETWEEN;
    oracle_report(&s, &out);
    oracle_free(&s.a), oracle_free(&s.b), free(s.heap);
    return out;
}

/* Do the surfaces come closer than the tolerance (0 or more)? APART: proved farther, by at least
   lo. COMMON: points within 1e-13 of the size were found. BETWEEN: they come closer than the
   tolerance, or the budget ended the search: lo and hi say what is known. */
static TEST_UNUSED oracle_answer oracle_relation(const cld_nurbs *a, const cld_pose *pose_a,
                                                 const cld_nurbs *b, const cld_pose *pose_b,
                                                 double tolerance, long budget)
{
    return oracle_bodies(a, 1, pose_a, b, 1, pose_b, tolerance, 0, budget);
}

/* The distance, as lo .. hi with hi - lo <= accuracy unless the budget ended the search. hi is the
   distance of the two points given. */
static TEST_UNUSED oracle_answer oracle_distance(const cld_nurbs *a, const cld_pose *pose_a,
                                                 const cld_nurbs *b, const cld_pose *pose_b,
                                                 double accuracy, long budget)
{
    return oracle_bodies(a, 1, pose_a, b, 1, pose_b, HUGE_VAL, accuracy, budget);
}

#endif
