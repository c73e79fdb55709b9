/* terrain/relief.h, a part of terrain.c: the picture of the mountain, seen with rays. */

#ifndef TERRAIN_RELIEF_H
#define TERRAIN_RELIEF_H

#include "../raster.h"
#include "scene.h"

/* How the window is painted: as a block of land, cut out. */
typedef struct relief {
    const scene *s;
    raster picture;
    vec *normals;  /* at each vertex: shading is smooth */
    float *sunlit; /* 0 in the shadow of a mountain, 1 in the sun */
    double base;   /* height of the block's lower side */
    vec sun;       /* the direction towards it */
} relief;

/* What a ray of sight meets first. */
typedef enum sight { AIR, LAND, CUT, BODY } sight;

typedef struct seen {
    sight what;
    int giant;
    double far; /* in lengths of the ray's direction */
    vec point, normal;
} seen;

/* Normals and sunlight at the vertices: one ray of light for each. */
static int make_light(scene *s, relief *r)
{
    const cld_heightfield *w = &s->window;
    const int columns = (int)w->columns, rows = (int)w->rows;
    const double far = hypot(size_x(w), size_y(w));
    r->normals = (vec *)room(s, sizeof *r->normals * w->columns * w->rows);
    r->sunlit = (float *)room(s, sizeof *r->sunlit * w->columns * w->rows);
    if (!r->normals || !r->sunlit) return 0;
    for (int j = 0; j < rows; j++) {
        for (int i = 0; i < columns; i++) {
            const vec e = add(vertex(w, i + 1, j), -1, vertex(w, i - 1, j));
            const vec n = add(vertex(w, i, j + 1), -1, vertex(w, i, j - 1));
            /* from a little above, so that the ground does not hide itself */
            const vec from = add(vertex(w, i, j), 0.3 * (double)w->dx, vector(0, 0, 1));
            const int k = i + j * columns;
            r->normals[k] = vector(0, 0, 1), r->sunlit[k] = 1;
            if (!(dot(e, e) + dot(n, n) < HUGE_VAL)) continue; /* a hole */
            r->normals[k] = unit(cross(e, n));
            if (check(
                    cld_heightfield_raycast(w, to_cld(from), to_cld(r->sun), (cld_real)far, NULL)))
                r->sunlit[k] = 0;
        }
    }
    return 1;
}

/* Normal and sunlight between vertices. */
static vec smooth_normal(const relief *r, vec p, double *sunlit)
{
    const cld_heightfield *w = &r->s->window;
    const double u = fmin(fmax(p.x / (double)w->dx, 0), w->columns - 1.001);
    const double v = fmin(fmax(p.y / (double)w->dy, 0), w->rows - 1.001);
    const size_t k = (size_t)u + (size_t)v * w->columns;
    const double a = u - floor(u), b = v - floor(v);
    const vec *n = r->normals + k, *m = n + w->columns;
    const float *l = r->sunlit + k, *h = l + w->columns;
    *sunlit = mix(mix((double)l[0], (double)l[1], a), mix((double)h[0], (double)h[1], a), b);
    return unit(mix3(mix3(n[0], n[1], a), mix3(m[0], m[1], a), b));
}

/* Colours by height, as in an atlas: valleys green, slopes ochre, ridges pale; t from 0 to 1. */
static vec tint(double t)
{
    static const double stops[][4] = {{0.00, 0.38, 0.57, 0.44}, {0.18, 0.58, 0.71, 0.48},
                                      {0.38, 0.83, 0.82, 0.58}, {0.58, 0.87, 0.73, 0.48},
                                      {0.76, 0.73, 0.54, 0.38}, {0.90, 0.78, 0.67, 0.59},
                                      {1.01, 0.98, 0.96, 0.94}};
    const double(*k)[4] = stops;
    while (t > k[1][0]) k++;
    t = (t - k[0][0]) / (k[1][0] - k[0][0]);
    return vector(mix(k[0][1], k[1][1], t), mix(k[0][2], k[1][2], t), mix(k[0][3], k[1][3], t));
}

/* Does a ray meet a cylinder? 1 with t and the outward normal where it enters. */
static int meets_cylinder(const cld_cylinder *c, vec from, vec d, double *t, vec *normal)
{
    const vec axis = unit(from_cld(c->axis)), o = add(from, -1, from_cld(c->centre));
    const double da = dot(d, axis), oa = dot(o, axis), radius = (double)c->radius;
    const vec across = add(d, -da, axis), start = add(o, -oa, axis);
    const double a = dot(across, across), b = dot(across, start);
    const double root = b * b - a * (dot(start, start) - radius * radius);
    double side, end, leave;
    if (!(root > 0)) return 0;
    side = (-b - sqrt(root)) / a, leave = (-b + sqrt(root)) / a;
    end = -oa / da - (double)c->half_height / fabs(da);
    leave = fmin(leave, -oa / da + (double)c->half_height / fabs(da));
    *t = fmax(side, end);
    *normal = side > end ? unit(add(start, side, across)) : scale(da > 0 ? -1 : 1, axis);
    return *t > 0 && *t < leave;
}

/* What is seen from a point in a direction. */
static seen look(const relief *r, vec from, vec d)
{
    const scene *s = r->s;
    const cld_heightfield *w = &s->window;
    const double enter_x = fmin(-from.x / d.x, (size_x(w) - from.x) / d.x);
    const double enter_y = fmin(-from.y / d.y, (size_y(w) - from.y) / d.y);
    const double enter = fmax(enter_x, enter_y); /* from here on the ray is over the block */
    const vec at = add(from, enter + 1e-6 * size_x(w), d);
    seen v = {AIR, 0, HUGE_VAL, {0, 0, 0}, {0, 0, 1}};
    cld_heightfield_point p;
    double t;
    vec normal;
    if (at.z > r->base && at.z < surface(w, at.x, at.y)) {
        v.what = CUT, v.far = enter, v.point = at;
        v.normal =
            enter_x > enter_y ? vector(d.x > 0 ? -1 : 1, 0, 0) : vector(0, d.y > 0 ? -1 : 1, 0);
    } else if (check(cld_heightfield_raycast(w, to_cld(from), to_cld(d), (cld_real)1e6, &p))) {
        v.what = LAND, v.far = (double)p.distance, v.point = from_cld(p.point);
    }
    for (int i = 0; i < GIANTS; i++) {
        if (!meets_cylinder(&s->giants[i].cylinder, from, d, &t, &normal) || t > v.far) continue;
        v.what = BODY, v.giant = i, v.far = t, v.normal = normal;
    }
    return v;
}

static vec colour_of(const relief *r, const seen *v, vec d)
{
    const scene *s = r->s;
    if (v->what == LAND) {
        double sunlit, t, light;
        vec n = smooth_normal(r, v->point, &sunlit), c, ignored;
        for (int i = 0; i < GIANTS && sunlit > 0; i++)
            if (meets_cylinder(&s->giants[i].cylinder, v->point, r->sun, &t, &ignored)) sunlit = 0;
        light = 0.30 + 0.22 * n.z + 0.62 * sunlit * fmax(0, dot(n, r->sun));
        c = tint((v->point.z - s->low) / (s->high - s->low));
        return vector(c.x * light, c.y * light, c.z * mix(light, 0.7, 0.15));
    }
    if (v->what == CUT) { /* layers of earth */
        const double wave = sin(6e-4 * v->point.x) + sin(9e-4 * v->point.y + 1);
        const double layer = sin(0.03 * (v->point.z + 25 * wave));
        return scale(0.8 + 0.2 * dot(v->normal, r->sun),
                     mix3(vector(0.60, 0.50, 0.41), vector(0.70, 0.60, 0.50), layer > 0 ? 1 : 0));
    }
    if (v->what == BODY) {
        const vec half = unit(add(r->sun, -1 / length(d), d));
        const double shine = pow(fmax(0, dot(v->normal, half)), 24);
        const double light = 0.52 + 0.13 * v->normal.z + 0.5 * fmax(0, dot(v->normal, r->sun));
        return add(scale(light, kinds[s->giants[v->giant].kind].colour), 0.25 * shine,
                   vector(1, 1, 1));
    }
    return vector(1, 1, 1);
}

/* Is the pixel unlike one of its neighbours, so that its outline would show steps? */
static int is_edge(const seen *v, int x, int y, int width, int height)
{
    const seen *at = v + y * width + x;
    for (int k = 0; k < 4; k++) {
        const int nx = x + (k == 0) - (k == 1), ny = y + (k == 2) - (k == 3);
        const seen *to = v + ny * width + nx;
        if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
        if (to->what != at->what || to->giant != at->giant ||
            fabs(to->far - at->far) > 0.01 * at->far || dot(to->normal, at->normal) < 0.9)
            return 1;
    }
    return 0;
}

/* One ray a pixel; sixteen where an outline passes. */
static void paint(relief *r, seen *v)
{
    raster *p = &r->picture;
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            v[y * p->width + x] = look(r, p->eye, raster_ray(p, x + 0.5, y + 0.5));
    for (int y = 0; y < p->height; y++) {
        for (int x = 0; x < p->width; x++) {
            const seen *at = v + y * p->width + x;
            const int side = is_edge(v, x, y, p->width, p->height) ? 3 : 1;
            vec sum = vector(0, 0, 0);
            for (int k = 0; k < side * side; k++) {
                const vec d =
                    raster_ray(p, x + (k % side + 0.5) / side, y + (k / side + 0.5) / side);
                const seen here = side > 1 ? look(r, p->eye, d) : *at;
                sum = add(sum, 1.0 / (side * side), colour_of(r, &here, d));
            }
            raster_set(p, x, y, sum, at->far);
        }
    }
}

/* Outlines: the rims; what the land or a body hides is faint. */
static void draw_rims(raster *p, const cld_cylinder *c)
{
    const vec ink = vector(0.1, 0.1, 0.12);
    for (int k = 0; k < 64; k++)
        raster_line(p, rim_point(c, k), rim_point(c, (k + 2) % 64), 1.3, ink);
}

/* Contact points, and from each the way against the normal: out of the ground. */
static void draw_giant(raster *p, const placed *g)
{
    const vec red = vector(0.86, 0.05, 0.12);
    for (int i = 0; i < g->count; i++) {
        const vec at = from_cld(g->contacts[i].point_a);
        raster_line(p, at, add(at, -450, from_cld(g->contacts[i].normal)), 2.2, red);
    }
    for (int i = 0; i < g->count; i++) raster_disc(p, from_cld(g->contacts[i].point_a), 3.2, red);
}

static int draw_relief(scene *s, const char *path)
{
    const cld_heightfield *w = &s->window;
    const vec centre = vector(0.5 * size_x(w), 0.5 * size_y(w), s->low);
    const double size = hypot(size_x(w), size_y(w));
    vec corners[8];
    relief r;
    seen *v;
    int good = 0;
    r.s = s;
    r.base = s->low - 0.02 * size;
    r.sun = unit(vector(-0.75, 0.25, 0.55));
    for (int i = 0; i < 8; i++)
        corners[i] = vector(i & 1 ? size_x(w) : 0, i & 2 ? size_y(w) : 0,
                            i & 4 ? s->low + 0.075 * size : r.base);
    if (!raster_begin(&r.picture, 960, 560, add(centre, size, vector(-0.38, -1.5, 1.05)), centre))
        return 0;
    raster_frame(&r.picture, corners, 8, 10);
    v = (seen *)malloc(sizeof *v * (size_t)r.picture.width * (size_t)r.picture.height);
    if (v && make_light(s, &r)) {
        paint(&r, v);
        for (int i = 0; i < GIANTS; i++) draw_rims(&r.picture, &s->giants[i].cylinder);
        for (int i = 0; i < GIANTS; i++) draw_giant(&r.picture, &s->giants[i]);
        good = raster_write(&r.picture, path);
    }
    free(v);
    raster_end(&r.picture);
    if (!good) fprintf(stderr, "cannot write %s\n", path);
    return good;
}

#endif /* TERRAIN_RELIEF_H */
