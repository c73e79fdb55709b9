/* figure.h: a figure as a table of numbers, written as CSV and as SVG into bench/out/.
 *
 *   figure *f = figure_new("file", "title", "note", "x label", "y label");
 *   f->names[c], f->values[c][r], f->columns, f->rows, f->dashed      fill them
 *   figure_write(b, f); free(f);
 */
#ifndef BENCH_FIGURE_H
#define BENCH_FIGURE_H

#include "bench.h"
#include "plot.h"
#ifdef _WIN32
#include <direct.h>
#else
#include <sys/stat.h>
#endif

enum { FIGURE_ROWS = 64, FIGURE_COLUMNS = 12 };

/* Column 0 is x, the others are series. */
typedef struct figure {
    const char *file; /* without folder and ending */
    int rows, columns;
    const char *names[FIGURE_COLUMNS];
    double values[FIGURE_COLUMNS][FIGURE_ROWS];
    int dashed; /* so many last columns are reference lines */
    plot look;
} figure;

static void figure_write_csv(const figure *f, FILE *file)
{
    for (int c = 0; c < f->columns; ++c)
        fprintf(file, "%s%c", f->names[c], c + 1 < f->columns ? ',' : '\n');
    for (int r = 0; r < f->rows; ++r)
        for (int c = 0; c < f->columns; ++c)
            fprintf(file, "%.9g%c", f->values[c][r], c + 1 < f->columns ? ',' : '\n');
}

/* bench/out, where all that is written goes */
static void figure_folder(void)
{
#ifdef _WIN32
    _mkdir("bench/out");
#else
    mkdir("bench/out", 0777);
#endif
}

BENCH_UNUSED static void figure_write(bench *b, figure *f)
{
    char path[96];
    figure_folder();
    snprintf(path, sizeof path, "bench/out/%s.csv", f->file);
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        bench_note(b, "cannot write %s: run the bench from the root of the repository", path);
        return;
    }
    figure_write_csv(f, file);
    fclose(file);
    f->look.series_count = 0; /* a figure may be written again, under another name */
    for (int c = 1; c < f->columns; ++c)
        plot_add(&f->look, f->names[c], f->values[0], f->values[c], f->rows)->dashed =
            c >= f->columns - f->dashed;
    snprintf(path, sizeof path, "bench/out/%s.svg", f->file);
    plot_write_svg(&f->look, path);
    bench_note(b, "wrote bench/out/%s.csv and .svg", f->file);
}

BENCH_UNUSED static figure *figure_new(const char *file, const char *title, const char *note,
                                       const char *x, const char *y)
{
    figure *f = (figure *)calloc(1, sizeof *f);
    if (f == NULL) exit(1);
    f->file = file;
    f->look.title = title;
    f->look.note = note;
    f->look.x_label = x;
    f->look.y_label = y;
    return f;
}

#endif /* BENCH_FIGURE_H */
