/* tour/paint.h, a part of tour.c: pictures made of pixels, in the colours of the tour. */

#ifndef TOUR_PAINT_H
#define TOUR_PAINT_H

#include "page.h"

#include "../raster.h" /* needs vec.h, which page.h includes */

enum { FINE = 2 }; /* pictures are painted twice as large: soft edges */

static vec paint_colour(unsigned rgb)
{
    return vector((rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
}

/* An empty picture of one colour, with a light within a ball that casts shadows. */
static void paint_begin_on(raster *r, int width, int height, vec paper, vec eye, vec target,
                           vec centre, double radius)
{
    const int good = raster_begin(r, FINE * width, FINE * height, eye, target);
    tour_need(good && raster_light(r, r->sun, centre, radius) ? r : NULL, "out of memory");
    raster_clear(r, paper);
}

/* The same of the page's size and colour. */
static void paint_begin(raster *r, vec eye, vec target, vec centre, double radius)
{
    paint_begin_on(r, WIDE, HIGH, paint_colour(TOUR_PAPER), eye, target, centre, radius);
}

static void paint_triangle(raster *r, int step, vec a, vec b, vec c, vec colour)
{
    const vec corners[3] = {a, b, c};
    raster_draw(r, step, corners, NULL, colour, colour);
}

/* Two triangles a, b, c and a, c, d with normals at their corners. */
static void paint_patch(raster *r, int step, const vec p[4], const vec n[4], vec colour)
{
    for (int k = 1; k < 3; k++) {
        const vec corners[3] = {p[0], p[k], p[k + 1]}, normals[3] = {n[0], n[k], n[k + 1]};
        raster_draw(r, step, corners, normals, colour, colour);
    }
}

/* A number from 0 to 1 as a byte, in steps of 8 from that of the paper: files are half as large,
   and the paper stays as it is. */
static unsigned char paint_byte(double part, int paper)
{
    const int byte = paper + 8 * (int)floor((255 * part - paper) / 8 + 0.5);
    return (unsigned char)(byte < 0 ? 0 : byte > 255 ? 255 : byte);
}

/* Writes the picture at half its size, as PNG, and gives its memory back. */
static int paint_end(raster *r, const char *path)
{
    static const int paper[3] = {TOUR_PAPER >> 16, TOUR_PAPER >> 8 & 255, TOUR_PAPER & 255};
    const int width = r->width / FINE;
    const size_t size = 3 * (size_t)width * (size_t)(r->height / FINE);
    unsigned char *rgb = (unsigned char *)tour_memory(size);
    int good;
    for (size_t i = 0; i < size; i++) {
        const int x = (int)(i / 3) % width * FINE, y = (int)(i / 3) / width * FINE;
        double sum = 0;
        for (int k = 0; k < FINE * FINE; k++) {
            const int at = (y + k / FINE) * r->width + x + k % FINE;
            sum += fmin(fmax((double)r->pixels[4 * at + (int)(i % 3)], 0), 1);
        }
        rgb[i] = paint_byte(sum / (FINE * FINE), paper[i % 3]);
    }
    good = png_write(path, width, r->height / FINE, rgb);
    free(rgb);
    raster_end(r);
    return good;
}

#endif /* TOUR_PAINT_H */
