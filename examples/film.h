/* film.h: pictures one after the other, as a sheet of small ones and as an animation. A helper of
   the examples; include it after vec.h.

       film reel;
       film_begin(&reel, 320, 200)              the size of its pictures
       film_frame(&reel, &picture, "3 s")       the next one, from a raster.h picture that is one,
                                                two, three... times as large: soft edges; the
                                                caption may be ""
       film_strip(&reel, "x.png", columns, n)   every n-th of them, the first included, in rows
       film_play(&reel, "x_film.svg", 12)       all of them, 12 a second, again and again: a page
                                                that any browser plays
       film_end(&reel)

   film_strip and film_play return 0 if something went wrong: no memory (also that of film_frame
   before), a picture of a size that does not fit, a file that cannot be written. */

#ifndef FILM_H
#define FILM_H

#include "png.h"
#include "raster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILM_CAPTION = 32, FILM_LETTER = 2, FILM_GAP = 10, FILM_BELOW = 26 };

typedef struct film {
    int width, height, count, room;
    unsigned char *frames;          /* one behind the other: red, green, blue, from the top down */
    char (*captions)[FILM_CAPTION]; /* digits and small letters, FILM_LETTERS */
    int failed;
} film;

static inline void film_begin(film *reel, int width, int height)
{
    memset(reel, 0, sizeof *reel);
    reel->width = width, reel->height = height;
}

static inline void film_end(film *reel)
{
    free(reel->frames), free(reel->captions);
    memset(reel, 0, sizeof *reel);
}

static inline size_t film_frame_size(const film *reel)
{
    return 3 * (size_t)reel->width * (size_t)reel->height;
}

/* Room for one more frame. */
static inline int film_grow(film *reel)
{
    const int more = reel->room ? 2 * reel->room : 16;
    void *frames, *captions;
    if (reel->count < reel->room) return 1;
    frames = realloc(reel->frames, (size_t)more * film_frame_size(reel));
    if (frames) reel->frames = (unsigned char *)frames;
    captions = realloc(reel->captions, (size_t)more * FILM_CAPTION);
    if (captions) reel->captions = (char(*)[FILM_CAPTION])captions;
    if (frames && captions) reel->room = more;
    return frames && captions;
}

static inline void film_frame(film *reel, const raster *picture, const char *caption)
{
    const int side = picture->width / reel->width, width = reel->width;
    unsigned char *out;
    if (side < 1 || picture->width != side * width || picture->height != side * reel->height ||
        !film_grow(reel)) {
        reel->failed = 1;
        return;
    }
    out = reel->frames + (size_t)reel->count * film_frame_size(reel);
    for (int i = 0; i < width * reel->height; i++) {
        double sum[3] = {0, 0, 0};
        for (int k = 0; k < side * side; k++) { /* the pixels that become one */
            const int x = i % width * side + k % side, y = i / width * side + k / side;
            const float *pixel = picture->pixels + 4 * (y * picture->width + x);
            for (int c = 0; c < 3; c++) sum[c] += fmin(fmax((double)pixel[c], 0), 1);
        }
        for (int c = 0; c < 3; c++) *out++ = raster_byte(sum[c] / (side * side));
    }
    snprintf(reel->captions[reel->count++], FILM_CAPTION, "%s", caption);
}

/* ---------------------------------------------------------------------------------------- words */

/* Letters of 5 x 8 dots, column by column from the left; the lowest bit is the dot at the top. */
static const char FILM_LETTERS[] = "0123456789.,-:%abcdefghijklmnopqrstuvwxyz";
static const unsigned char film_dots[][5] = {
    {0x3E, 0x51, 0x49, 0x45, 0x3E}, {0x00, 0x42, 0x7F, 0x40, 0x00}, {0x62, 0x51, 0x49, 0x49, 0x46},
    {0x21, 0x41, 0x45, 0x4B, 0x31}, {0x18, 0x14, 0x12, 0x7F, 0x10}, {0x27, 0x45, 0x45, 0x45, 0x39},
    {0x3C, 0x4A, 0x49, 0x49, 0x30}, {0x01, 0x71, 0x09, 0x05, 0x03}, {0x36, 0x49, 0x49, 0x49, 0x36},
    {0x06, 0x49, 0x49, 0x29, 0x1E}, {0x00, 0x60, 0x60, 0x00, 0x00}, {0x00, 0x50, 0x30, 0x00, 0x00},
    {0x08, 0x08, 0x08, 0x08, 0x08}, {0x00, 0x36, 0x36, 0x00, 0x00}, {0x23, 0x13, 0x08, 0x64, 0x62},
    {0x20, 0x54, 0x54, 0x54, 0x78}, {0x7F, 0x48, 0x44, 0x44, 0x38}, {0x38, 0x44, 0x44, 0x44, 0x20},
    {0x38, 0x44, 0x44, 0x48, 0x7F}, {0x38, 0x54, 0x54, 0x54, 0x18}, {0x08, 0x7E, 0x09, 0x01, 0x02},
    {0x18, 0xA4, 0xA4, 0xA4, 0x7C}, {0x7F, 0x08, 0x04, 0x04, 0x78}, {0x00, 0x44, 0x7D, 0x40, 0x00},
    {0x40, 0x80, 0x84, 0x7D, 0x00}, {0x00, 0x7F, 0x10, 0x28, 0x44}, {0x00, 0x41, 0x7F, 0x40, 0x00},
    {0x7C, 0x04, 0x78, 0x04, 0x78}, {0x7C, 0x08, 0x04, 0x04, 0x78}, {0x38, 0x44, 0x44, 0x44, 0x38},
    {0xFC, 0x24, 0x24, 0x24, 0x18}, {0x18, 0x24, 0x24, 0x24, 0xFC}, {0x7C, 0x08, 0x04, 0x04, 0x08},
    {0x48, 0x54, 0x54, 0x54, 0x24}, {0x04, 0x3F, 0x44, 0x40, 0x20}, {0x3C, 0x40, 0x40, 0x20, 0x7C},
    {0x1C, 0x20, 0x40, 0x20, 0x1C}, {0x3C, 0x40, 0x30, 0x40, 0x3C}, {0x44, 0x28, 0x10, 0x28, 0x44},
    {0x1C, 0xA0, 0xA0, 0xA0, 0x7C}, {0x44, 0x64, 0x54, 0x4C, 0x44}};

/* Is there a dot? */
static inline int film_dot(const unsigned char dots[5], int i, int j)
{
    return i >= 0 && i < 5 && j >= 0 && j < 8 && (dots[i] >> j & 1);
}

/* How far from (x, y), in dots, is the pen's way through a letter? It goes from dot to dot: to
   neighbours, and across the corner where no neighbour leads round. */
static inline double film_pen(const unsigned char dots[5], double x, double y)
{
    static const int ways[5][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {1, -1}};
    double least = 9;
    for (int k = 0; k < 5 * 8 * 5; k++) {
        const int i = k % 5, j = k / 5 % 8, dx = ways[k / 40][0], dy = ways[k / 40][1];
        if (!film_dot(dots, i, j) || !film_dot(dots, i + dx, j + dy)) continue;
        if (dx && dy && (film_dot(dots, i + dx, j) || film_dot(dots, i, j + dy))) continue;
        {
            const double along = dx * (x - i) + dy * (y - j), square = dx * dx + dy * dy;
            const double t = square > 0 ? fmin(fmax(along / square, 0), 1) : 0;
            least = fmin(least, hypot(x - i - t * dx, y - j - t * dy));
        }
    }
    return least;
}

/* One line, centred around x; its letters stand below y. Other characters are gaps. */
static inline void film_words(unsigned char *rgb, int width, int x, int y, const char *words)
{
    const int wide = 6 * FILM_LETTER, high = 9 * FILM_LETTER;
    x -= wide * (int)strlen(words) / 2;
    for (; *words; words++, x += wide) {
        const char *letter = strchr(FILM_LETTERS, *words);
        for (int i = 0; letter && i < wide * high; i++) {
            const double right = (i % wide + 0.5) / FILM_LETTER - 1;
            const double down = (i / wide + 0.5) / FILM_LETTER - 1;
            const double off = film_pen(film_dots[letter - FILM_LETTERS], right, down);
            const double ink = fmin(fmax(1.3 - off * FILM_LETTER, 0), 1); /* a pen of 1.6 pixels */
            const int at_x = x + i % wide, at_y = y + i / wide;
            unsigned char *pixel = rgb + 3 * ((size_t)at_y * (size_t)width + (size_t)at_x);
            if (at_x < 0 || at_x >= width) continue;
            for (int c = 0; c < 3; c++)
                pixel[c] = (unsigned char)(pixel[c] + ink * (50 - pixel[c]));
        }
    }
}

/* ---------------------------------------------------------------------------------------- files */

static inline int film_strip(const film *reel, const char *path, int columns, int every)
{
    const int shown = (reel->count + every - 1) / every, rows = (shown + columns - 1) / columns;
    const int step_x = reel->width + FILM_GAP, step_y = reel->height + FILM_BELOW;
    const int width = columns * step_x + FILM_GAP, height = rows * step_y + FILM_GAP;
    const size_t size = 3 * (size_t)width * (size_t)height, row = 3 * (size_t)reel->width;
    unsigned char *rgb;
    int good;
    if (reel->failed || reel->count == 0 || !(rgb = (unsigned char *)malloc(size))) return 0;
    memset(rgb, 255, size);
    for (int k = 0; k < shown; k++) {
        const int x = FILM_GAP + k % columns * step_x, y = FILM_GAP + k / columns * step_y;
        const unsigned char *frame = reel->frames + (size_t)(k * every) * film_frame_size(reel);
        for (int j = 0; j < reel->height; j++)
            memcpy(rgb + 3 * ((size_t)(y + j) * (size_t)width + (size_t)x), frame + (size_t)j * row,
                   row);
        film_words(rgb, width, x + reel->width / 2, y + reel->height + 4,
                   reel->captions[k * every]);
    }
    good = png_write(path, width, height, rgb);
    free(rgb);
    return good;
}

/* The moments at which frame i appears and goes. Where nothing moves, the last one is seen. */
static inline void film_play_when(const film *reel, FILE *file, int i, double duration)
{
    const int last = i + 1 == reel->count;
    fprintf(file, "<g visibility=\"%s\">", last ? "visible" : "hidden");
    fprintf(file, "<animate attributeName=\"visibility\" calcMode=\"discrete\" ");
    fprintf(file, "repeatCount=\"indefinite\" dur=\"%.6gs\" ", duration);
    if (reel->count == 1)
        fprintf(file, "values=\"visible\"/>");
    else if (i == 0)
        fprintf(file, "values=\"visible;hidden\" keyTimes=\"0;%.6f\"/>", 1.0 / reel->count);
    else if (last)
        fprintf(file, "values=\"hidden;visible\" keyTimes=\"0;%.6f\"/>", (double)i / reel->count);
    else
        fprintf(file, "values=\"hidden;visible;hidden\" keyTimes=\"0;%.6f;%.6f\"/>",
                (double)i / reel->count, (i + 1.0) / reel->count);
}

static inline int film_play(const film *reel, const char *path, double per_second)
{
    FILE *file = reel->failed || reel->count == 0 ? NULL : fopen(path, "wb");
    int good = 1;
    if (!file) return 0;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" "
            "xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
            "viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n",
            reel->width, reel->height + 24, reel->width, reel->height + 24);
    fprintf(file, "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n");
    fprintf(file, "<g font-family=\"sans-serif\" font-size=\"14\" fill=\"#333\" ");
    fprintf(file, "text-anchor=\"middle\">\n");
    for (int i = 0; i < reel->count && good; i++) {
        size_t size = 0;
        unsigned char *png = png_encode(reel->width, reel->height,
                                        reel->frames + (size_t)i * film_frame_size(reel), &size);
        good = png != NULL;
        if (!good) break;
        film_play_when(reel, file, i, reel->count / per_second);
        fprintf(file, "<image width=\"%d\" height=\"%d\" xlink:href=\"data:image/png;base64,",
                reel->width, reel->height);
        png_base64(file, png, size);
        fprintf(file, "\"/><text x=\"%d\" y=\"%d\">%s</text></g>\n", reel->width / 2,
                reel->height + 17, reel->captions[i]);
        free(png);
    }
    fprintf(file, "</g>\n</svg>\n");
    good = !ferror(file) && good;
    return fclose(file) == 0 && good;
}

#endif /* FILM_H */
