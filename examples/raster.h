/* raster.h: pictures made of pixels, of things in space. A helper of the examples; include it after
   vec.h. It needs nothing but the C library and knows nothing of collisions.

       raster picture;
       if (!raster_begin(&picture, 960, 600, eye, target)) ...out of memory...
       raster_frame(&picture, points, n, margin)  what the picture must show
       raster_ray(&picture, x, y)                 the direction in which pixel (x, y) looks
       raster_set(&picture, x, y, colour, far)    its colour, and how far off along that it is
       raster_line(&picture, p, q, width, colour) lines and discs in space on top: what is hidden by
       raster_disc(&picture, p, radius, colour)   pixels that are nearer is drawn faintly
       raster_write(&picture, "picture.png")      0 if it could not be written
       raster_end(&picture)

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
} raster;

static vec raster_unit(vec a)
{
    return add(vector(0, 0, 0), 1 / length(a), a);
}

static int raster_begin(raster *r, int width, int height, vec eye, vec target)
{
    r->width = width, r->height = height;
    r->scale = width, r->x0 = 0.5 * width, r->y0 = 0.5 * height;
    r->eye = eye;
    r->ahead = raster_unit(add(target, -1, eye));
    r->right = raster_unit(cross(r->ahead, vector(0, 0, 1)));
    r->up = cross(r->right, r->ahead);
    r->pixels = (float *)calloc((size_t)width * (size_t)height, 4 * sizeof *r->pixels);
    return r->pixels != NULL;
}

static void raster_end(raster *r)
{
    free(r->pixels);
    memset(r, 0, sizeof *r);
}

/* The direction from the eye through a place in the picture; its part ahead is 1 long. */
static vec raster_ray(const raster *r, double x, double y)
{
    return add(add(r->ahead, (x - r->x0) / r->scale, r->right), (r->y0 - y) / r->scale, r->up);
}

/* Where a point of space is in the picture: x, y in pixels, z its distance as of raster_set. */
static vec raster_project(const raster *r, vec p)
{
    const vec d = add(p, -1, r->eye);
    const double far = dot(d, r->ahead), s = r->scale / far;
    return vector(r->x0 + s * dot(d, r->right), r->y0 - s * dot(d, r->up), far);
}

/* Fits the points into the picture without `margin` pixels on each side. */
static void raster_frame(raster *r, const vec *points, int count, double margin)
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

static void raster_set(raster *r, int x, int y, vec colour, double far)
{
    float *p = r->pixels + 4 * ((size_t)y * (size_t)r->width + (size_t)x);
    p[0] = (float)colour.x, p[1] = (float)colour.y, p[2] = (float)colour.z, p[3] = (float)far;
}

static void raster_blend(raster *r, int x, int y, vec colour, double part)
{
    float *p = r->pixels + 4 * ((size_t)y * (size_t)r->width + (size_t)x);
    p[0] += (float)(part * (colour.x - (double)p[0]));
    p[1] += (float)(part * (colour.y - (double)p[1]));
    p[2] += (float)(part * (colour.z - (double)p[2]));
}

/* Draws all that is within `radius` pixels of the segment from p to q, in pixels, with soft edges;
   where the picture is nearer than the segment, with `hidden` of its strength. */
static void raster_stroke(raster *r, vec p, vec q, double radius, vec colour, double hidden)
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
            const double near = (double)r->pixels[4 * (y * r->width + x) + 3];
            const double far = p.z + t * (q.z - p.z);
            raster_blend(r, x, y, colour, part * (far > 1.003 * near ? hidden : 1));
        }
    }
}

/* A line in space, `width` pixels wide. */
static void raster_line(raster *r, vec from, vec to, double width, vec colour)
{
    raster_stroke(r, raster_project(r, from), raster_project(r, to), 0.5 * width, colour, 0.25);
}

/* A disc at a point in space, with a white rim; never hidden. */
static void raster_disc(raster *r, vec at, double radius, vec colour)
{
    const vec p = raster_project(r, at);
    raster_stroke(r, p, p, radius + 0.8, vector(1, 1, 1), 1);
    raster_stroke(r, p, p, radius, colour, 1);
}

/* As a PNG file. The last bit of each number is made up: nobody sees it, and the file is smaller by
   a fifth. */
static int raster_write(const raster *r, const char *path)
{
    const size_t count = (size_t)r->width * (size_t)r->height;
    unsigned char *rgb = (unsigned char *)malloc(3 * count);
    int good;
    if (!rgb) return 0;
    for (size_t i = 0; i < 3 * count; i++) {
        const double part = fmin(fmax((double)r->pixels[i / 3 * 4 + i % 3], 0), 1);
        const int bits = (int)(127 * part + 0.5);
        rgb[i] = (unsigned char)(2 * bits + (bits >> 6));
    }
    good = png_write(path, r->width, r->height, rgb);
    free(rgb);
    return good;
}

#endif /* RASTER_H */
