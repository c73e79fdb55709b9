/* raster.h: pictures made of pixels, of things in space. A helper of the examples; include it after
   vec.h. It needs nothing but the C library and knows nothing of collisions.

       raster picture;
       if (!raster_begin(&picture, 960, 600, eye, target)) ...out of memory...
       raster_frame(&picture, points, n, margin)  what the picture must show
       raster_ray(&picture, x, y)                 the direction in which pixel (x, y) looks
       raster_set(&picture, x, y, colour, z)      its colour, and how far off along that it is
       raster_line(&picture, p, q, width, colour) lines and discs in space on top: what is hidden by
       raster_disc(&picture, p, radius, colour)   pixels that are nearer is drawn faintly
       raster_write(&picture, "picture.png")      0 if it could not be written
       raster_end(&picture)

   Instead of pixels one by one, triangles and their shadows on the ground, and on each other:

       raster_light(&picture, sun, centre, radius)  once: shadows within a ball; 0: out of memory
       raster_clear(&picture, colour)               for each picture, first of all: no things
       raster_cast(&picture, corners)               then every triangle that casts a shadow
       raster_triangle(&picture, corners, normals, front, back)   then every triangle
       raster_draw(&picture, step, ...)             either, where all do both: in a loop over steps
       raster_ground(&picture, height, colour)      last, if there is one

   Colours are vectors of red, green and blue from 0 to 1. */

#ifndef RASTER_H
#define RASTER_H

#include "png.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct raster {
    int width, height;
    vec eye, right, up, ahead; /* the camera and its axes; z is up in space */
    double scale, x0, y0;      /* pixel = x0 + scale * slope */
    float *pixels;             /* red, green, blue, distance along the ray in lengths of it */
    vec sun;                   /* the direction towards the light, 1 long */
    vec lit_centre, lit_right, lit_up; /* the ball in which things cast shadows, from the sun */
    double lit_radius;
    float *nearest; /* a picture of it, LIT_SIZE pixels wide: how near to the sun things are */
} raster;

enum { LIT_SIZE = 1024 };

static inline int raster_begin(raster *r, int width, int height, vec eye, vec target)
{
    memset(r, 0, sizeof *r);
    r->width = width, r->height = height;
    r->scale = width, r->x0 = 0.5 * width, r->y0 = 0.5 * height;
    r->eye = eye;
    r->ahead = unit(add(target, -1, eye));
    r->right = unit(cross(r->ahead, vector(0, 0, 1)));
    r->up = cross(r->right, r->ahead);
    r->sun = unit(add(add(vector(0, 0, 1.2), -0.6, r->right), -0.5, r->ahead));
    r->pixels = (float *)calloc((size_t)width * (size_t)height, 4 * sizeof *r->pixels);
    return r->pixels != NULL;
}

static inline void raster_end(raster *r)
{
    free(r->pixels), free(r->nearest);
    memset(r, 0, sizeof *r);
}

/* The direction from the eye through a place in the picture; its part ahead is 1 long. */
static inline vec raster_ray(const raster *r, double x, double y)
{
    return add(add(r->ahead, (x - r->x0) / r->scale, r->right), (r->y0 - y) / r->scale, r->up);
}

/* Where a point of space is in the picture: x, y in pixels, z its distance as of raster_set. */
static inline vec raster_project(const raster *r, vec p)
{
    const vec d = add(p, -1, r->eye);
    const double z = dot(d, r->ahead), s = r->scale / z;
    return vector(r->x0 + s * dot(d, r->right), r->y0 - s * dot(d, r->up), z);
}

/* Fits the points into the picture without `margin` pixels on each side. */
static inline void raster_frame(raster *r, const vec *points, int count, double margin)
{
    double left = HUGE_VAL, right = -HUGE_VAL, top = HUGE_VAL, bottom = -HUGE_VAL;
    r->scale = 1, r->x0 = r->y0 = 0;
    for (int i = 0; i < count; i++) {
        const vec p = raster_project(r, points[i]);
        left = fmin(left, p.x), right = fmax(right, p.x);
        top = fmin(top, p.y), bottom = fmax(bottom, p.y);
    }
    r->scale =
        fmin((r->width - 2 * margin) / (right - left), (r->height - 2 * margin) / (bottom - top));
    r->x0 = 0.5 * (r->width - r->scale * (left + right));
    r->y0 = 0.5 * (r->height - r->scale * (top + bottom));
}

static inline void raster_set(raster *r, int x, int y, vec colour, double distance)
{
    float *p = r->pixels + 4 * ((size_t)y * (size_t)r->width + (size_t)x);
    p[0] = (float)colour.x, p[1] = (float)colour.y, p[2] = (float)colour.z, p[3] = (float)distance;
}

static inline void raster_blend(raster *r, int x, int y, vec colour, double part)
{
    float *p = r->pixels + 4 * ((size_t)y * (size_t)r->width + (size_t)x);
    p[0] += (float)(part * (colour.x - (double)p[0]));
    p[1] += (float)(part * (colour.y - (double)p[1]));
    p[2] += (float)(part * (colour.z - (double)p[2]));
}

/* --------------------------------------------------------------------------------- lines on top */

/* Draws all that is within `radius` pixels of the segment from p to q, in pixels, with soft edges;
   where the picture is nearer than the segment, with `hidden` of its strength. */
static inline void raster_stroke(raster *r, vec p, vec q, double radius, vec colour, double hidden)
{
    const double ux = q.x - p.x, uy = q.y - p.y, square = ux * ux + uy * uy;
    const int left = (int)fmax(0, fmin(p.x, q.x) - radius - 1);
    const int right = (int)fmin(r->width - 1, fmax(p.x, q.x) + radius + 1);
    const int top = (int)fmax(0, fmin(p.y, q.y) - radius - 1);
    const int bottom = (int)fmin(r->height - 1, fmax(p.y, q.y) + radius + 1);
    for (int y = top; y <= bottom; y++) {
        for (int x = left; x <= right; x++) {
            const double vx = x + 0.5 - p.x, vy = y + 0.5 - p.y;
            const double t = square > 0 ? fmin(fmax((vx * ux + vy * uy) / square, 0), 1) : 0;
            const double away = hypot(vx - t * ux, vy - t * uy);
            const double part = fmin(fmax(radius + 0.5 - away, 0), 1);
            const double seen = (double)r->pixels[4 * (y * r->width + x) + 3];
            const double z = p.z + t * (q.z - p.z);
            raster_blend(r, x, y, colour, part * (z > 1.003 * seen ? hidden : 1));
        }
    }
}

/* A line in space, `width` pixels wide. */
static inline void raster_line(raster *r, vec from, vec to, double width, vec colour)
{
    raster_stroke(r, raster_project(r, from), raster_project(r, to), 0.5 * width, colour, 0.25);
}

/* A disc at a point in space, with a white rim; never hidden. */
static inline void raster_disc(raster *r, vec at, double radius, vec colour)
{
    const vec p = raster_project(r, at);
    raster_stroke(r, p, p, radius + 0.8, vector(1, 1, 1), 1);
    raster_stroke(r, p, p, radius, colour, 1);
}

/* ------------------------------------------------------------------------------------ triangles */

/* Which pixels a triangle covers: weight k of the pixel (x, y) is the part of corner k there. */
typedef struct raster_cover {
    int left, right, top, bottom;
    double weights[3][3]; /* of x, y and 1 */
} raster_cover;

/* Corners in pixels; 0 if the triangle covers none. */
static inline int raster_cover_begin(raster_cover *c, const vec q[3], int width, int height)
{
    const double area =
        (q[1].x - q[0].x) * (q[2].y - q[0].y) - (q[2].x - q[0].x) * (q[1].y - q[0].y);
    c->left = (int)fmax(0, floor(fmin(q[0].x, fmin(q[1].x, q[2].x)) - 0.5));
    c->right = (int)fmin(width - 1, ceil(fmax(q[0].x, fmax(q[1].x, q[2].x)) - 0.5));
    c->top = (int)fmax(0, floor(fmin(q[0].y, fmin(q[1].y, q[2].y)) - 0.5));
    c->bottom = (int)fmin(height - 1, ceil(fmax(q[0].y, fmax(q[1].y, q[2].y)) - 0.5));
    if (!(fabs(area) > 0)) return 0;
    for (int k = 0; k < 3; k++) {
        const vec a = q[(k + 1) % 3], b = q[(k + 2) % 3];
        c->weights[k][0] = (a.y - b.y) / area, c->weights[k][1] = (b.x - a.x) / area;
        c->weights[k][2] = (a.x * b.y - b.x * a.y) / area;
    }
    return 1;
}

static inline int raster_covers(const raster_cover *c, int x, int y, double w[3])
{
    for (int k = 0; k < 3; k++)
        w[k] = c->weights[k][0] * (x + 0.5) + c->weights[k][1] * (y + 0.5) + c->weights[k][2];
    return w[0] >= 0 && w[1] >= 0 && w[2] >= 0;
}

/* All white, say, and nothing in it: neither things nor shadows. */
static inline void raster_clear(raster *r, vec colour)
{
    for (int y = 0; y < r->height; y++)
        for (int x = 0; x < r->width; x++) raster_set(r, x, y, colour, HUGE_VAL);
    for (int i = 0; r->nearest && i < LIT_SIZE * LIT_SIZE; i++) r->nearest[i] = -HUGE_VALF;
}

/* The light comes from `sun`; within the ball, things cast shadows. */
static inline int raster_light(raster *r, vec sun, vec centre, double radius)
{
    r->sun = unit(sun);
    r->lit_centre = centre, r->lit_radius = radius;
    r->lit_right = unit(cross(fabs(r->sun.z) < 0.9 ? vector(0, 0, 1) : vector(1, 0, 0), r->sun));
    r->lit_up = cross(r->sun, r->lit_right);
    if (!r->nearest) r->nearest = (float *)malloc(LIT_SIZE * LIT_SIZE * sizeof *r->nearest);
    return r->nearest != NULL;
}

/* Where a point is as seen from the sun: x, y in pixels of that picture, z nearer the sun. */
static inline vec raster_from_sun(const raster *r, vec p)
{
    const vec d = add(p, -1, r->lit_centre);
    const double s = 0.5 * LIT_SIZE / r->lit_radius;
    return vector(0.5 * LIT_SIZE + s * dot(d, r->lit_right), 0.5 * LIT_SIZE + s * dot(d, r->lit_up),
                  dot(d, r->sun));
}

static inline void raster_cast(raster *r, const vec corners[3])
{
    const vec q[3] = {raster_from_sun(r, corners[0]), raster_from_sun(r, corners[1]),
                      raster_from_sun(r, corners[2])};
    raster_cover c;
    double w[3];
    if (!r->nearest || !raster_cover_begin(&c, q, LIT_SIZE, LIT_SIZE)) return;
    for (int y = c.top; y <= c.bottom; y++) {
        for (int x = c.left; x <= c.right; x++) {
            float *at = r->nearest + y * LIT_SIZE + x;
            if (raster_covers(&c, x, y, w))
                *at = fmaxf(*at, (float)(w[0] * q[0].z + w[1] * q[1].z + w[2] * q[2].z));
        }
    }
}

/* How much of the light reaches a point, 0 to 1: what is asked is 5 x 5 places around it, so that
   shadows have soft edges. A surface does not shade itself: the place is moved out of it, and up to
   `slack` nearer to the sun counts as the same. */
static inline double raster_lit(const raster *r, vec p, vec normal)
{
    const double pixel = 2 * r->lit_radius / LIT_SIZE, slack = 3 * pixel;
    const vec q = raster_from_sun(r, add(p, slack, normal));
    int seen = 0;
    if (!r->nearest || !(fabs(q.x - 0.5 * LIT_SIZE) < 0.5 * LIT_SIZE - 8) ||
        !(fabs(q.y - 0.5 * LIT_SIZE) < 0.5 * LIT_SIZE - 8))
        return 1;
    for (int j = -2; j <= 2; j++)
        for (int i = -2; i <= 2; i++)
            seen += !((double)r->nearest[((int)q.y + 2 * j) * LIT_SIZE + (int)q.x + 2 * i] >
                      q.z + slack);
    return seen / 25.0;
}

static inline double raster_brightness(const raster *r, vec p, vec normal)
{
    const double sun = dot(normal, r->sun);
    return 0.40 + 0.14 * normal.z + (sun > 0 ? 0.54 * sun * raster_lit(r, p, normal) : 0);
}

/* A triangle, seen from both sides: from the front its corners go round counter-clockwise. Normals
   at the corners make it look round; NULL: flat. What is not all before the camera is left out. */
static inline void raster_triangle(raster *r, const vec corners[3], const vec *normals, vec front,
                                   vec back)
{
    const vec q[3] = {raster_project(r, corners[0]), raster_project(r, corners[1]),
                      raster_project(r, corners[2])};
    const vec across = cross(add(corners[1], -1, corners[0]), add(corners[2], -1, corners[0]));
    const double side = dot(across, add(r->eye, -1, corners[0])) > 0 ? 1 : -1;
    const vec colour = side > 0 ? front : back;
    raster_cover c;
    double w[3];
    if (!(q[0].z > 0) || !(q[1].z > 0) || !(q[2].z > 0) || !(length(across) > 0)) return;
    if (!raster_cover_begin(&c, q, r->width, r->height)) return;
    for (int y = c.top; y <= c.bottom; y++) {
        for (int x = c.left; x <= c.right; x++) {
            vec p = vector(0, 0, 0), n = vector(0, 0, 0);
            double z, light;
            if (!raster_covers(&c, x, y, w)) continue;
            for (int k = 0; k < 3; k++) w[k] /= q[k].z; /* in space, not in the picture */
            z = 1 / (w[0] + w[1] + w[2]);
            if (!(z < (double)r->pixels[4 * (y * r->width + x) + 3])) continue;
            for (int k = 0; k < 3; k++) {
                p = add(p, z * w[k], corners[k]);
                n = normals ? add(n, side * z * w[k], normals[k]) : across;
            }
            if (!normals || !(length(n) > 0)) n = scale(side, across);
            light = raster_brightness(r, p, unit(n));
            raster_set(r, x, y, scale(light, colour), z);
        }
    }
}

/* All shadows first, then all colours. */
enum { RASTER_CAST, RASTER_SEE };

static inline void raster_draw(raster *r, int step, const vec corners[3], const vec *normals,
                               vec front, vec back)
{
    if (step == RASTER_CAST)
        raster_cast(r, corners);
    else
        raster_triangle(r, corners, normals, front, back);
}

/* A level ground wherever nothing is, as far as the light reaches; its edge fades away. */
static inline void raster_ground(raster *r, double height, vec colour)
{
    for (int y = 0; y < r->height; y++) {
        for (int x = 0; x < r->width; x++) {
            const vec d = raster_ray(r, x + 0.5, y + 0.5);
            const double z = (height - r->eye.z) / d.z;
            const vec p = add(r->eye, z, d);
            const double away = hypot(p.x - r->lit_centre.x, p.y - r->lit_centre.y) / r->lit_radius;
            float *pixel = r->pixels + 4 * (y * r->width + x);
            double light;
            if (!(z > 0) || !(z < (double)pixel[3]) || !(away < 1)) continue;
            light = raster_brightness(r, p, vector(0, 0, 1)) /
                    raster_brightness(r, add(p, 4 * r->lit_radius, r->sun), vector(0, 0, 1));
            raster_blend(r, x, y, scale(0.4 + 0.6 * light, colour), fmin(1, 3 * (1 - away)));
            pixel[3] = (float)z;
        }
    }
}

/* ---------------------------------------------------------------------------------------- files */

/* A number from 0 to 1 as a byte. The last bit is made up: nobody sees it, and files are smaller
   by a fifth. */
static inline unsigned char raster_byte(double part)
{
    const int bits = (int)(127 * fmin(fmax(part, 0), 1) + 0.5);
    return (unsigned char)(2 * bits + (bits >> 6));
}

/* As a PNG file. */
static inline int raster_write(const raster *r, const char *path)
{
    const size_t count = (size_t)r->width * (size_t)r->height;
    unsigned char *rgb = (unsigned char *)malloc(3 * count);
    int good;
    if (!rgb) return 0;
    for (size_t i = 0; i < 3 * count; i++)
        rgb[i] = raster_byte((double)r->pixels[i / 3 * 4 + i % 3]);
    good = png_write(path, r->width, r->height, rgb);
    free(rgb);
    return good;
}

#endif /* RASTER_H */
