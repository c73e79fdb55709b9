/* esri_grid.h: reads elevation models in the ESRI ASCII grid format (.asc). A helper of the
   examples; it needs nothing but the C library.

       esri_grid grid;
       if (!esri_grid_read("jacksboro.asc", &grid)) ...
       grid.heights[i + j * grid.columns]   column i counts eastwards, row j northwards; NaN where
                                            no height is known
       grid.x, grid.y                       where the number (0, 0) belongs
       esri_grid_free(&grid);

   The format: lines of a word and a number (ncols, nrows; xllcorner or xllcenter, yllcorner or
   yllcenter; cellsize, or dx and dy; NODATA_value), in any order and in letters of any size, then
   all heights, row by row. Its rows go from north to south: here they are turned over. A number is
   the height in the middle of a cell, so that where a file names the corner of its first cell, the
   first number is half a cell away from it. */

#ifndef ESRI_GRID_H
#define ESRI_GRID_H

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct esri_grid {
    float *heights;
    int columns, rows;
    double dx, dy; /* distance of neighbours */
    double x, y;   /* of the south-western number */
    double least, greatest;
    int missing; /* how many heights are not known: they are NaN */
    int whole;   /* all others are whole numbers */
} esri_grid;

/* The header while it is read. */
typedef struct esri_header {
    double columns, rows, x, y, dx, dy, no_data;
    int x_is_corner, y_is_corner;
} esri_header;

static void esri_grid_free(esri_grid *grid)
{
    free(grid->heights);
    memset(grid, 0, sizeof *grid);
}

/* The whole file and a 0 after it, to be freed; NULL if it cannot be read. */
static char *esri_read_all(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t room = 1 << 16, got;
    *size = 0;
    while (file) {
        char *grown = (char *)realloc(text, room + 1);
        if (!grown) break;
        text = grown;
        got = fread(text + *size, 1, room - *size, file);
        *size += got;
        if (got == 0 && !ferror(file)) {
            text[*size] = 0;
            fclose(file);
            return text;
        }
        if (got == 0) break;
        if (*size == room) room *= 2;
    }
    if (file) fclose(file);
    free(text);
    return NULL;
}

/* If `word` stands at *text, in letters of any size: the number after it, and *text is moved on. */
static int esri_field(const char **text, const char *word, double *out)
{
    const char *p = *text;
    char *end;
    for (; *word; word++, p++)
        if ((*p >= 'A' && *p <= 'Z' ? *p - 'A' + 'a' : *p) != *word) return 0;
    if (*p != ' ' && *p != '\t') return 0;
    *out = strtod(p, &end);
    if (end == p) return 0;
    *text = end;
    return 1;
}

/* Reads one line of the header; 0 where none of its words stands. */
static int esri_header_line(const char **text, esri_header *h)
{
    if (esri_field(text, "ncols", &h->columns) || esri_field(text, "nrows", &h->rows) ||
        esri_field(text, "dx", &h->dx) || esri_field(text, "dy", &h->dy) ||
        esri_field(text, "nodata_value", &h->no_data))
        return 1;
    if (esri_field(text, "cellsize", &h->dx)) return h->dy = h->dx, 1;
    if (esri_field(text, "xllcorner", &h->x)) return h->x_is_corner = 1;
    if (esri_field(text, "yllcorner", &h->y)) return h->y_is_corner = 1;
    if (esri_field(text, "xllcenter", &h->x)) return h->x_is_corner = 0, 1;
    if (esri_field(text, "yllcenter", &h->y)) return h->y_is_corner = 0, 1;
    return 0;
}

static int esri_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Reads all heights; says what is wrong with them, NULL if nothing is. */
static const char *esri_heights(const char *text, double no_data, esri_grid *g)
{
    g->least = HUGE_VAL, g->greatest = -HUGE_VAL;
    g->whole = 1;
    for (int row = g->rows - 1; row >= 0; row--) {
        for (int column = 0; column < g->columns; column++) {
            float *kept = &g->heights[(size_t)row * (size_t)g->columns + (size_t)column];
            char *end;
            const double h = strtod(text, &end);
            if (end == text && !*text) return "too few heights";
            if (end == text || (*end && !esri_is_blank(*end))) return "something that is no number";
            text = end;
            while (esri_is_blank(*text)) text++;
            *kept = (float)NAN;
            g->missing += h == no_data || h != h;
            if (h == no_data || h != h) continue;
            if (!(fabs(h) <= (double)FLT_MAX)) return "a height that is no finite number";
            *kept = (float)h;
            if (h != floor(h)) g->whole = 0;
            g->least = fmin(g->least, h), g->greatest = fmax(g->greatest, h);
        }
    }
    return *text ? "more heights than it says" : g->least > g->greatest ? "no height at all" : NULL;
}

/* What is wrong with the text; NULL: nothing, the grid is filled. */
static const char *esri_parse(const char *text, size_t size, esri_grid *g)
{
    esri_header h = {0, 0, 0, 0, 0, 0, -9999, 0, 0};
    size_t count;
    do {
        while (esri_is_blank(*text)) text++;
    } while (esri_header_line(&text, &h));
    if (!(h.columns >= 2 && h.rows >= 2 && h.columns == floor(h.columns) &&
          h.rows == floor(h.rows) && h.columns * h.rows <= 268435456))
        return "ncols and nrows that make no grid";
    if (!(h.dx > 0 && h.dy > 0 && h.dx < 1e30 && h.dy < 1e30)) return "cells without a size";
    if (!(fabs(h.x) < 1e30 && fabs(h.y) < 1e30)) return "a corner that is nowhere";
    count = (size_t)h.columns * (size_t)h.rows;
    if (count > size / 2) return "too few heights"; /* each takes a digit and a blank */
    g->heights = (float *)malloc(count * sizeof *g->heights);
    if (!g->heights) return "more heights than memory holds";
    g->columns = (int)h.columns, g->rows = (int)h.rows;
    g->dx = h.dx, g->dy = h.dy;
    g->x = h.x + (h.x_is_corner ? 0.5 * h.dx : 0);
    g->y = h.y + (h.y_is_corner ? 0.5 * h.dy : 0);
    return esri_heights(text, h.no_data, g);
}

/* 1, or 0 with a message if the file cannot be read. */
static int esri_grid_read(const char *path, esri_grid *grid)
{
    const char *fault = "nothing to read (run from the root of the repository)";
    size_t size;
    char *text = esri_read_all(path, &size);
    memset(grid, 0, sizeof *grid);
    if (text) fault = esri_parse(text, size, grid);
    free(text);
    if (!fault) return 1;
    fprintf(stderr, "%s: %s\n", path, fault);
    esri_grid_free(grid);
    return 0;
}

#endif /* ESRI_GRID_H */
