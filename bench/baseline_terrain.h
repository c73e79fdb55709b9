/* baseline_terrain.h: the source's collision of a cylinder with a heightfield, to measure against
 * (Strashnov, Torgashev 2020), written plainly in double. Broad phase: box, rectangle of vertices,
 * their least and greatest height, a plane where these are the same. Narrow phase: a cell is one
 * rectangle or two triangles, each of which is met by a base disc (A), by the side (B) or by one
 * point of a rim (C); then the elements within the disc and those beside side or point; then groups
 * of equal normals, four points of each.
 *
 * Mended, or it would answer nonsense: the sign of the height of the projected rim point, and which
 * side of the ellipse is touched. Where the text is open: the axis is turned upwards for each
 * element; chords below the plane by more than the cylinder are thick have width 0; an element
 * beside a segment has one closest point. Its approximations are left as they are.
 */
#ifndef BASELINE_TERRAIN_H
#define BASELINE_TERRAIN_H

#include "collide.h"
#include "bench.h"

typedef struct paper_vec {
    double x, y, z;
} paper_vec;

typedef struct paper_cylinder {
    paper_vec centre, axis; /* unit */
    double radius, half;
} paper_cylinder;

typedef struct paper_contact {
    paper_vec point, normal; /* of the cylinder; out of the ground */
    double depth;
} paper_contact;

/* A patch point that becomes a contact if its vertex stays in the set of those inside. */
typedef struct paper_inner {
    int vertex;
    paper_contact contact;
} paper_inner;

/* Elements that wait for the second stage: inside a disc; beside a segment or point. */
typedef struct paper_whole {
    double key;
    int count;
    paper_inner inner[4];
} paper_whole;

typedef struct paper_waiting {
    double key;
    int vertices[4], count;
    int on[2]; /* the vertices at whose edge the closest point is; -1: none */
    paper_vec point, up;
} paper_waiting;

/* The field, and what a query works in: enough for all cells. */
typedef struct paper_field {
    const cld_real *heights;
    int columns, rows;
    double dx, dy;
    int capacity;         /* cells that a query may cover */
    unsigned char *marks; /* of the vertices under the box */
    paper_whole *discs;
    paper_waiting *beside;
    paper_inner *inner;
    paper_contact *found, *grouped;
    int disc_count, beside_count, inner_count, found_count;
    int left, low, width; /* the rectangle of vertices under the box: its first, and of a row */
} paper_field;

enum { PAPER_SEEN = 1, PAPER_INSIDE = 2 }; /* marks: in G_e, in G_i */

/* Heights closer than that are equal, normals closer than that parallel. */
#define PAPER_SAME_HEIGHT 1e-6
#define PAPER_SAME_NORMAL 1e-9

static inline paper_vec paper_mad(paper_vec a, double s, paper_vec b)
{
    paper_vec v = {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
    return v;
}

static inline paper_vec paper_sub(paper_vec a, paper_vec b)
{
    return paper_mad(a, -1, b);
}

static inline double paper_dot(paper_vec a, paper_vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline paper_vec paper_cross(paper_vec a, paper_vec b)
{
    paper_vec v = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return v;
}

static inline paper_vec paper_scale(paper_vec a, double s)
{
    paper_vec v = {s * a.x, s * a.y, s * a.z};
    return v;
}

/* ---- an element and the cylinder that lies to its plane ---- */

typedef struct paper_element {
    paper_vec v[4]; /* in order around it */
    int vertices[4], count;
} paper_element;

/* The cylinder seen from a plane: frame e, u in the plane, n up; w points into the ground. */
typedef struct paper_view {
    paper_vec n, axis, w, e, u;
    paper_vec c1, a1; /* centre of the lower base, its deepest point */
    double k;         /* of the plane n.P = k */
    double cosine, sine;
    double s1, s2;     /* depth of A1 and A2 */
    double x[4], y[4]; /* the element, from A1' (B, C) or C' (A) on along e and u */
} paper_view;

typedef enum paper_case { PAPER_APART, PAPER_DISC, PAPER_SIDE, PAPER_POINT } paper_case;

/* Which part of the cylinder is below the plane n.P = k? `along` lies in the plane. */
static inline paper_case paper_look(const paper_cylinder *c, paper_vec n, double k, paper_vec along,
                                    paper_view *view)
{
    double cosine = paper_dot(c->axis, n), sine;
    const double sign = cosine < 0 ? -1 : 1;
    cosine *= sign;
    sine = 1 - cosine * cosine;
    sine = sine > 0 ? sqrt(sine) : 0;
    view->s1 = k - paper_dot(c->centre, n) + c->half * cosine + c->radius * sine;
    if (view->s1 <= 0) return PAPER_APART;
    view->s2 = view->s1 - 2 * c->half * cosine;
    view->n = n, view->k = k, view->cosine = cosine, view->sine = sine;
    view->axis = paper_scale(c->axis, sign);
    if (sine < PAPER_SAME_NORMAL)
        view->w = paper_scale(along, 1 / sqrt(paper_dot(along, along)));
    else
        view->w = paper_scale(paper_mad(paper_scale(n, -1), cosine, view->axis), 1 / sine);
    view->u = paper_cross(view->axis, view->w);
    view->e = paper_cross(view->u, n);
    view->c1 = paper_mad(c->centre, -c->half, view->axis);
    view->a1 = paper_mad(view->c1, c->radius, view->w);
    if (view->s2 >= 0) return PAPER_SIDE;
    return view->s1 > 2 * c->radius * sine ? PAPER_DISC : PAPER_POINT;
}

static inline void paper_flatten(const paper_element *e, paper_vec origin, paper_view *view)
{
    for (int i = 0; i < e->count; ++i) {
        paper_vec d = paper_sub(e->v[i], origin);
        view->x[i] = paper_dot(d, view->e), view->y[i] = paper_dot(d, view->u);
    }
}

/* The point of the flat element closest to the origin: 1 if that is the origin itself. on: the
   vertices of the edge where it is. */
static int paper_closest(const paper_view *view, int count, double *qx, double *qy, int on[2])
{
    double best = HUGE_VAL;
    int left = 0, right = 0;
    for (int i = count - 1, j = 0; j < count; i = j++) {
        const double ax = view->x[i], ay = view->y[i];
        const double dx = view->x[j] - ax, dy = view->y[j] - ay;
        const double cross = ax * dy - ay * dx;
        double t = -(ax * dx + ay * dy), length = dx * dx + dy * dy, x, y;
        if (cross > 0)
            left = 1;
        else
            right = 1;
        t = t <= 0 ? 0 : t >= length ? 1 : t / length;
        x = ax + t * dx, y = ay + t * dy;
        if (x * x + y * y < best) {
            best = x * x + y * y;
            *qx = x, *qy = y;
            on[0] = i, on[1] = j;
        }
    }
    if (left && right) return 0;
    *qx = *qy = 0;
    on[0] = on[1] = -1;
    return 1;
}

/* ---- case A: a base disc ---- */

static inline double paper_ellipse(double x, double y, double per_a2, double per_b2)
{
    return x * x * per_a2 + y * y * per_b2 - 1;
}

/* The plane point (x, y) carried back to the base. */
static paper_contact paper_on_base(const paper_view *view, double x, double y)
{
    paper_contact contact;
    paper_vec p = paper_mad(view->c1, x / view->cosine, view->w);
    contact.point = paper_mad(p, y, view->u);
    contact.normal = view->n;
    contact.depth = view->k - paper_dot(contact.point, view->n);
    return contact;
}

static int paper_disc_touches(const paper_cylinder *c, const paper_element *e, paper_view *view)
{
    const double a = c->radius * view->cosine, b = c->radius;
    double x, y;
    int on[2];
    paper_flatten(e, view->c1, view);
    paper_closest(view, e->count, &x, &y, on);
    return paper_ellipse(x, y, 1 / (a * a), 1 / (b * b)) <= 0;
}

/* Where the element's edges leave the ellipse, from a vertex inside. */
static void paper_disc_edges(paper_field *f, const paper_element *e, const paper_view *view,
                             const double *inside, double per_a2, double per_b2)
{
    for (int i = 0; i < e->count; ++i)
        for (int step = 1; step < e->count; step += e->count - 2) {
            const int j = (i + step) % e->count;
            const double dx = view->x[j] - view->x[i], dy = view->y[j] - view->y[i];
            double k0, k1, t;
            if (inside[i] > 0 || inside[j] <= 0) continue;
            k0 = dx * dx * per_a2 + dy * dy * per_b2;
            k1 = view->x[i] * dx * per_a2 + view->y[i] * dy * per_b2;
            t = (sqrt(k1 * k1 - k0 * inside[i]) - k1) / k0;
            f->found[f->found_count++] =
                paper_on_base(view, view->x[i] + t * dx, view->y[i] + t * dy);
        }
}

static void paper_disc(paper_field *f, const paper_cylinder *c, const paper_element *e,
                       paper_view *view)
{
    const double a = c->radius * view->cosine, b = c->radius;
    const double per_a2 = 1 / (a * a), per_b2 = 1 / (b * b);
    double inside[4], most = -HUGE_VAL;
    for (int i = 0; i < e->count; ++i) {
        inside[i] = paper_ellipse(view->x[i], view->y[i], per_a2, per_b2);
        if (inside[i] > most) most = inside[i];
    }
    if (most <= 0) { /* wholly inside: later, those nearest to the ellipse first */
        paper_whole *w = &f->discs[f->disc_count++];
        w->key = -most, w->count = e->count;
        for (int i = 0; i < e->count; ++i) {
            w->inner[i].vertex = e->vertices[i];
            w->inner[i].contact = paper_on_base(view, view->x[i], view->y[i]);
        }
        return;
    }
    paper_disc_edges(f, e, view, inside, per_a2, per_b2);
    for (int i = 0; i < e->count; ++i) {
        unsigned char *mark = &f->marks[e->vertices[i]];
        if (inside[i] <= 0 && !(*mark & PAPER_INSIDE)) {
            paper_inner *inner = &f->inner[f->inner_count++];
            inner->vertex = e->vertices[i];
            inner->contact = paper_on_base(view, view->x[i], view->y[i]);
            *mark |= PAPER_INSIDE;
        }
        *mark |= PAPER_SEEN;
    }
}

/* ---- case B: the side ---- */

/* Does direction (x, y) part the trapezoid of corners (0, -+d1), (length, -+d2) and the element? */
static inline int paper_parts(const paper_view *view, int count, double length, double d1,
                              double d2, double x, double y)
{
    const double p = fabs(y) * d1, q = x * length, r = fabs(y) * d2;
    const double low = -p < q - r ? -p : q - r, high = p > q + r ? p : q + r;
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (int i = 0; i < count; ++i) {
        const double at = x * view->x[i] + y * view->y[i];
        if (at < least) least = at;
        if (at > most) most = at;
    }
    return least > high || most < low;
}

static int paper_side_touches(const paper_cylinder *c, const paper_element *e, paper_view *view)
{
    const double length = 2 * c->half * view->sine;
    double d1 = view->s1 * (2 * c->radius - view->s1), d2 = view->s2 * (2 * c->radius - view->s2);
    d1 = d1 > 0 ? sqrt(d1) : 0, d2 = d2 > 0 ? sqrt(d2) : 0;
    paper_flatten(e, view->a1, view);
    if (paper_parts(view, e->count, length, d1, d2, 1, 0) ||
        paper_parts(view, e->count, length, d1, d2, d1 - d2, length) ||
        paper_parts(view, e->count, length, d1, d2, d1 - d2, -length)) {
        return 0;
    }
    for (int i = e->count - 1, j = 0; j < e->count; i = j++) {
        if (i == 3 || (e->count == 4 && i == 2)) continue; /* of a rectangle two */
        if (paper_parts(view, e->count, length, d1, d2, view->y[j] - view->y[i],
                        view->x[i] - view->x[j]))
            return 0;
    }
    return 1;
}

/* The segment from the origin to (length, 0) cut by the element (Cyrus, Beck 1978). */
static int paper_cut(const paper_view *view, int count, double length, double turn, double *t1,
                     double *t2)
{
    *t1 = 0, *t2 = 1;
    for (int i = count - 1, j = 0; j < count; i = j++) {
        const double mx = turn * (view->y[i] - view->y[j]), my = turn * (view->x[j] - view->x[i]);
        const double over = -(mx * view->x[i] + my * view->y[i]), den = mx * length;
        if (den > 0) {
            if (-over > *t1 * den) *t1 = -over / den;
        } else if (den < 0) {
            if (-over > *t2 * den) *t2 = -over / den;
        } else if (over < 0) {
            return 0;
        }
        if (*t1 > *t2) return 0;
    }
    return 1;
}

/* Of an element that the segment misses: its point closest to it. */
static double paper_beside_segment(const paper_view *view, int count, double length, double *qx,
                                   double *qy, int on[2])
{
    paper_view moved = *view;
    double best = HUGE_VAL, x, y;
    int edge[2];
    for (int end = 0; end < 2; ++end) {
        paper_closest(&moved, count, &x, &y, edge);
        if (x * x + y * y < best) {
            best = x * x + y * y;
            *qx = x + end * length, *qy = y;
            on[0] = edge[0], on[1] = edge[1];
        }
        for (int i = 0; i < count; ++i) moved.x[i] -= length;
    }
    for (int i = 0; i < count; ++i) {
        if (view->x[i] < 0 || view->x[i] > length || view->y[i] * view->y[i] >= best) continue;
        best = view->y[i] * view->y[i];
        *qx = view->x[i], *qy = view->y[i];
        on[0] = on[1] = i;
    }
    return best;
}

static void paper_mark(paper_field *f, const int *vertices, int count)
{
    for (int i = 0; i < count; ++i) f->marks[vertices[i]] |= PAPER_SEEN;
}

/* Puts an element aside that has its closest point at (x, y) of the plane. */
static void paper_wait(paper_field *f, const paper_element *e, const paper_view *view, double key,
                       double x, double y, const int on[2])
{
    paper_waiting *w = &f->beside[f->beside_count++];
    const paper_vec foot = paper_mad(view->a1, view->s1, view->n);
    w->key = key, w->count = e->count;
    for (int i = 0; i < e->count; ++i) w->vertices[i] = e->vertices[i];
    for (int i = 0; i < 2; ++i) w->on[i] = on[i] < 0 ? -1 : e->vertices[on[i]];
    w->point = paper_mad(paper_mad(foot, x, view->e), y, view->u);
    w->up = view->n;
}

static void paper_side(paper_field *f, const paper_cylinder *c, const paper_element *e,
                       paper_view *view)
{
    const double length = 2 * c->half * view->sine;
    const double area = (view->x[1] - view->x[0]) * (view->y[2] - view->y[0]) -
                        (view->y[1] - view->y[0]) * (view->x[2] - view->x[0]);
    double t[2], key, x = 0, y = 0;
    int on[2] = {-1, -1};
    if (paper_cut(view, e->count, length, area < 0 ? -1 : 1, &t[0], &t[1])) {
        for (int i = 0; i < 2; ++i) {
            paper_contact *contact = &f->found[f->found_count++];
            contact->point = paper_mad(view->a1, t[i] * 2 * c->half, view->axis);
            contact->normal = view->n;
            contact->depth = view->s1 + t[i] * (view->s2 - view->s1);
        }
        paper_mark(f, e->vertices, e->count);
        return;
    }
    key = paper_beside_segment(view, e->count, length, &x, &y, on);
    paper_wait(f, e, view, key, x, y, on);
}

/* ---- case C: one point of a rim ---- */

/* Where in the cylinder is p? */
static void paper_place(const paper_cylinder *c, paper_vec p, double *z, double *r, paper_vec *foot)
{
    const paper_vec d = paper_sub(p, c->centre);
    paper_vec out;
    *z = paper_dot(d, c->axis);
    *foot = paper_mad(c->centre, *z, c->axis);
    out = paper_sub(p, *foot);
    *r = sqrt(paper_dot(out, out));
}

static int paper_point_touches(const paper_cylinder *c, const paper_element *e, paper_view *view,
                               double q[2], int on[2])
{
    double z, r;
    paper_vec p, foot;
    paper_flatten(e, view->a1, view);
    paper_closest(view, e->count, &q[0], &q[1], on);
    p = paper_mad(view->a1, view->s1, view->n);
    p = paper_mad(paper_mad(p, q[0], view->e), q[1], view->u);
    paper_place(c, p, &z, &r, &foot);
    return fabs(z) <= c->half && r <= c->radius;
}

static void paper_point(paper_field *f, const paper_element *e, const paper_view *view,
                        const double q[2], const int on[2])
{
    if (q[0] == 0 && q[1] == 0) {
        paper_contact *contact = &f->found[f->found_count++];
        contact->point = view->a1, contact->normal = view->n, contact->depth = view->s1;
        paper_mark(f, e->vertices, e->count);
    } else {
        paper_wait(f, e, view, q[0] * q[0] + q[1] * q[1], q[0], q[1], on);
    }
}

/* ---- first stage ---- */

/* One element: 1 if the cylinder touches it; then, if `keep`, what follows from it is kept. */
static int paper_meet(paper_field *f, const paper_cylinder *c, const paper_element *e, paper_vec n,
                      int keep)
{
    paper_view view;
    double q[2];
    int on[2], touches = 0;
    switch (paper_look(c, n, paper_dot(e->v[0], n), paper_sub(e->v[1], e->v[0]), &view)) {
    case PAPER_APART:
        break;
    case PAPER_DISC:
        touches = paper_disc_touches(c, e, &view);
        if (touches && keep) paper_disc(f, c, e, &view);
        break;
    case PAPER_SIDE:
        touches = paper_side_touches(c, e, &view);
        if (touches && keep) paper_side(f, c, e, &view);
        break;
    case PAPER_POINT:
        touches = paper_point_touches(c, e, &view, q, on);
        if (touches && keep) paper_point(f, e, &view, q, on);
        break;
    }
    return touches;
}

static inline paper_vec paper_up(double slope_x, double slope_y)
{
    const double per = 1 / sqrt(1 + slope_x * slope_x + slope_y * slope_y);
    paper_vec n = {-slope_x * per, -slope_y * per, per};
    return n;
}

/* The elements of cell (i, j): how many of them touch. */
static int paper_cell(paper_field *f, const paper_cylinder *c, int i, int j, int keep)
{
    const cld_real *h = f->heights + (size_t)j * (size_t)f->columns + i;
    const double h0 = (double)h[0], h1 = (double)h[1], h2 = (double)h[f->columns],
                 h3 = (double)h[f->columns + 1];
    const double x = i * f->dx, y = j * f->dy;
    const paper_vec v0 = {x, y, h0}, v1 = {x + f->dx, y, h1}, v2 = {x, y + f->dy, h2},
                    v3 = {x + f->dx, y + f->dy, h3};
    const int first = (j - f->low) * f->width + i - f->left;
    paper_element e;
    e.v[0] = v0, e.vertices[0] = first;
    e.v[1] = v1, e.vertices[1] = first + 1;
    if (fabs(h0 + h3 - h1 - h2) < PAPER_SAME_HEIGHT &&
        fabs((h1 - h0) * (h2 - h0)) < PAPER_SAME_HEIGHT * PAPER_SAME_HEIGHT) {
        e.v[2] = v3, e.vertices[2] = first + f->width + 1;
        e.v[3] = v2, e.vertices[3] = first + f->width;
        e.count = 4;
        return paper_meet(f, c, &e, paper_up((h1 - h0) / f->dx, (h2 - h0) / f->dy), keep);
    } else {
        int touches;
        e.v[2] = v2, e.vertices[2] = first + f->width;
        e.count = 3;
        touches = paper_meet(f, c, &e, paper_up((h1 - h0) / f->dx, (h2 - h0) / f->dy), keep);
        if (touches && !keep) return 1;
        e.v[0] = v3, e.vertices[0] = first + f->width + 1;
        return touches + paper_meet(f, c, &e, paper_up((h3 - h2) / f->dx, (h3 - h1) / f->dy), keep);
    }
}

/* ---- second stage ---- */

/* By keys, which come first in both. */
static int paper_earlier(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Vertices seen once count as on the boundary of the disc's patch. */
static void paper_finish_discs(paper_field *f)
{
    qsort(f->discs, (size_t)f->disc_count, sizeof *f->discs, paper_earlier);
    for (int k = 0; k < f->disc_count; ++k)
        for (int i = 0; i < f->discs[k].count; ++i) {
            const paper_inner *inner = &f->discs[k].inner[i];
            unsigned char *mark = &f->marks[inner->vertex];
            if (*mark & PAPER_SEEN) {
                *mark &= (unsigned char)~PAPER_INSIDE;
            } else {
                *mark |= PAPER_SEEN | PAPER_INSIDE;
                f->inner[f->inner_count++] = *inner;
            }
        }
    for (int k = 0; k < f->inner_count; ++k)
        if (f->marks[f->inner[k].vertex] & PAPER_INSIDE)
            f->found[f->found_count++] = f->inner[k].contact;
}

/* Elements beside a segment or point: another patch, unless they hang together with one. */
static void paper_finish_beside(paper_field *f, const paper_cylinder *c)
{
    qsort(f->beside, (size_t)f->beside_count, sizeof *f->beside, paper_earlier);
    for (int k = 0; k < f->beside_count; ++k) {
        const paper_waiting *w = &f->beside[k];
        paper_contact *contact;
        paper_vec foot;
        double z, r, cosine, l1, l2, sign;
        if (w->on[0] >= 0 && (f->marks[w->on[0]] & f->marks[w->on[1]] & PAPER_SEEN)) continue;
        paper_place(c, w->point, &z, &r, &foot);
        l1 = c->half - fabs(z), l2 = c->radius - r;
        cosine = paper_dot(c->axis, w->up);
        sign = z < 0 ? -1 : 1;
        contact = &f->found[f->found_count++];
        if (r == 0 || (l1 < l2 && cosine * cosine > PAPER_SAME_NORMAL)) {
            contact->point = paper_mad(w->point, sign * l1, c->axis);
            contact->normal = paper_scale(c->axis, -sign);
            contact->depth = l1;
        } else {
            const paper_vec out = paper_sub(w->point, foot);
            contact->point = paper_mad(foot, c->radius / r, out);
            contact->normal = paper_scale(out, -1 / r);
            contact->depth = l2;
        }
        paper_mark(f, w->vertices, w->count);
    }
}

/* ---- the manifold ---- */

static int paper_parallel(paper_vec a, paper_vec b)
{
    return fabs(a.x - b.x) < PAPER_SAME_NORMAL && fabs(a.y - b.y) < PAPER_SAME_NORMAL &&
           fabs(a.z - b.z) < PAPER_SAME_NORMAL;
}

static inline double paper_distance2(paper_vec a, paper_vec b)
{
    const paper_vec d = paper_sub(a, b);
    return paper_dot(d, d);
}

static inline double paper_area(paper_vec a, paper_vec b, paper_vec c)
{
    const paper_vec v = paper_cross(paper_sub(b, a), paper_sub(c, a));
    return sqrt(paper_dot(v, v));
}

static void paper_to_front(paper_contact *group, int at, int which)
{
    const paper_contact t = group[at];
    group[at] = group[which], group[which] = t;
}

/* Of more than four contacts of one normal: the deepest, the farthest from it, the farthest from
   their line, and the one that adds the most area. How many stay, in front. */
static int paper_reduce(paper_contact *g, int count)
{
    int best = 0;
    double most;
    if (count <= 4) return count;
    for (int i = 1; i < count; ++i)
        if (g[i].depth > g[best].depth) best = i;
    paper_to_front(g, 0, best);
    most = -1, best = 1;
    for (int i = 1; i < count; ++i) {
        const double d = paper_distance2(g[0].point, g[i].point);
        if (d > most) most = d, best = i;
    }
    paper_to_front(g, 1, best);
    most = -1, best = 2;
    for (int i = 2; i < count; ++i) {
        const double area = paper_area(g[0].point, g[1].point, g[i].point);
        if (area > most) most = area, best = i;
    }
    paper_to_front(g, 2, best);
    if (most < PAPER_SAME_HEIGHT * PAPER_SAME_HEIGHT) return 2;
    most = -HUGE_VAL, best = 3;
    for (int i = 3; i < count; ++i) {
        const double whole = paper_area(g[0].point, g[1].point, g[2].point);
        const double a = paper_area(g[0].point, g[1].point, g[i].point);
        const double b = paper_area(g[1].point, g[2].point, g[i].point);
        const double c = paper_area(g[2].point, g[0].point, g[i].point);
        const double gain = a + b + c - whole; /* twice what lies outside */
        if (gain > most) most = gain, best = i;
    }
    paper_to_front(g, 3, best);
    return 4;
}

/* Groups what was found by normals, and keeps four of each: how many there are, in `found`. */
static int paper_group(paper_field *f)
{
    paper_contact *g = f->grouped;
    int kept = 0;
    for (int done = 0, count = f->found_count; done < count;) {
        int size = 1, rest = done + 1;
        for (int i = done + 1; i < count; ++i)
            if (paper_parallel(f->found[done].normal, f->found[i].normal)) {
                paper_to_front(f->found, rest, i);
                ++rest, ++size;
            }
        memcpy(g + kept, f->found + done, (size_t)size * sizeof *g);
        kept += paper_reduce(g + kept, size);
        done = rest;
    }
    f->found_count = kept;
    return kept;
}

/* A plane under all of it: the deepest point, its partner, the opposite one, those between. */
static int paper_plane(paper_field *f, const paper_cylinder *c, double height)
{
    const paper_vec up = {0, 0, 1}, along = {1, 0, 0};
    paper_vec points[5];
    paper_view view;
    f->found_count = 0;
    if (paper_look(c, up, height, along, &view) == PAPER_APART) return 0;
    points[0] = view.a1;
    points[1] = paper_mad(view.a1, 2 * c->half, view.axis);
    points[2] = paper_mad(view.c1, -c->radius, view.w);
    points[3] = paper_mad(view.c1, c->radius, view.u);
    points[4] = paper_mad(view.c1, -c->radius, view.u);
    for (int i = 0; i < 5; ++i) {
        paper_contact *contact = &f->found[f->found_count];
        contact->point = points[i], contact->normal = up;
        contact->depth = height - points[i].z;
        if (contact->depth > 0) f->found_count++;
    }
    f->found_count = paper_reduce(f->found, f->found_count);
    return f->found_count;
}

/* ---- queries ---- */

/* Broad phase: the vertices under the box, at [i0, i1] x [j0, j1]. 0: no contact; 2: a plane, at
   *height; 1: look closer. */
static int paper_broad(const paper_field *f, const paper_cylinder *c, int box[4], double *height)
{
    const double v[3] = {c->axis.x, c->axis.y, c->axis.z};
    double reach[3], bottom, least = HUGE_VAL, most = -HUGE_VAL;
    for (int k = 0; k < 3; ++k) {
        const double across = 1 - v[k] * v[k];
        reach[k] = c->half * fabs(v[k]) + c->radius * (across > 0 ? sqrt(across) : 0);
    }
    bottom = c->centre.z - reach[2];
    box[0] = (int)floor((c->centre.x - reach[0]) / f->dx);
    box[1] = (int)ceil((c->centre.x + reach[0]) / f->dx);
    box[2] = (int)floor((c->centre.y - reach[1]) / f->dy);
    box[3] = (int)ceil((c->centre.y + reach[1]) / f->dy);
    if (box[0] < 0) box[0] = 0;
    if (box[2] < 0) box[2] = 0;
    if (box[1] > f->columns - 1) box[1] = f->columns - 1;
    if (box[3] > f->rows - 1) box[3] = f->rows - 1;
    if (box[0] >= box[1] || box[2] >= box[3]) return 0;
    for (int j = box[2]; j <= box[3]; ++j) {
        const cld_real *row = f->heights + (size_t)j * (size_t)f->columns;
        cld_real low = row[box[0]], high = row[box[0]];
        for (int i = box[0] + 1; i <= box[1]; ++i) {
            low = row[i] < low ? row[i] : low;
            high = row[i] > high ? row[i] : high;
        }
        if ((double)low < least) least = (double)low;
        if ((double)high > most) most = (double)high;
    }
    if (most < bottom) return 0;
    *height = most;
    return most - least < PAPER_SAME_HEIGHT ? 2 : 1;
}

static void paper_begin(paper_field *f, const int box[4])
{
    f->disc_count = f->beside_count = f->inner_count = f->found_count = 0;
    f->left = box[0], f->low = box[2], f->width = box[1] - box[0] + 1;
    memset(f->marks, 0, (size_t)f->width * (size_t)(box[3] - box[2] + 1));
}

/* The manifold: how many contacts, in f->grouped (of a plane in f->found); -1: touching, none. */
static int paper_collide(paper_field *f, const paper_cylinder *c, const paper_contact **out)
{
    int box[4], touched = 0;
    double height;
    const int broad = paper_broad(f, c, box, &height);
    *out = broad == 2 ? f->found : f->grouped;
    if (broad == 0) return 0;
    if (broad == 2) return paper_plane(f, c, height);
    paper_begin(f, box);
    for (int j = box[2]; j < box[3]; ++j)
        for (int i = box[0]; i < box[1]; ++i) touched += paper_cell(f, c, i, j, 1);
    if (!touched) return 0;
    paper_finish_discs(f);
    paper_finish_beside(f, c);
    return f->found_count ? paper_group(f) : -1;
}

/* Yes or no: up to the first element that is touched. */
static int paper_overlap(paper_field *f, const paper_cylinder *c)
{
    int box[4];
    double height;
    const int broad = paper_broad(f, c, box, &height);
    if (broad == 0) return 0;
    if (broad == 2) return paper_plane(f, c, height) > 0;
    f->left = box[0], f->low = box[2], f->width = box[1] - box[0] + 1;
    for (int j = box[2]; j < box[3]; ++j)
        for (int i = box[0]; i < box[1]; ++i)
            if (paper_cell(f, c, i, j, 0)) return 1;
    return 0;
}

/* ---- memory ---- */

static void paper_free(paper_field *f)
{
    free(f->marks);
    free(f->discs);
    free(f->beside);
    free(f->inner);
    free(f->found);
    free(f->grouped);
    memset(f, 0, sizeof *f);
}

/* For queries that cover `cells` cells at most; 0: out of memory. */
static int paper_new(paper_field *f, const cld_real *heights, int columns, int rows, double spacing,
                     int cells)
{
    const size_t elements = 2 * (size_t)cells, contacts = 16 * (size_t)cells;
    memset(f, 0, sizeof *f);
    f->heights = heights, f->columns = columns, f->rows = rows;
    f->dx = f->dy = spacing, f->capacity = cells;
    f->marks = (unsigned char *)malloc(2 * elements + 16);
    f->discs = (paper_whole *)malloc(elements * sizeof *f->discs);
    f->beside = (paper_waiting *)malloc(elements * sizeof *f->beside);
    f->inner = (paper_inner *)malloc(4 * elements * sizeof *f->inner);
    f->found = (paper_contact *)malloc(contacts * sizeof *f->found);
    f->grouped = (paper_contact *)malloc(contacts * sizeof *f->grouped);
    if (f->marks && f->discs && f->beside && f->inner && f->found && f->grouped) return 1;
    paper_free(f);
    return 0;
}

#endif /* BASELINE_TERRAIN_H */
