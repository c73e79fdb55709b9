/* plot.h: a line plot as SVG. Axes linear or logarithmic, several series, legend, readable ticks.
 * Used to draw the source's figures again beside ours.
 *
 *   plot p = {0};
 *   p.title = "..."; p.x_label = "..."; p.y_label = "..."; p.y_log = 1;
 *   plot_add(&p, "baseline", x, y, count);       the arrays must outlive the plot
 *   plot_add_mark(&p, 55.0, "what happens there");
 *   plot_write_svg(&p, "bench/out/figure.svg");  0 when the file cannot be written
 */
#ifndef BENCH_PLOT_H
#define BENCH_PLOT_H

#include "bench.h"

enum { PLOT_SERIES = 12, PLOT_MARKS = 4 };

typedef struct plot_series {
    const char *name;
    const double *x, *y;
    int count;
    int dashed; /* for reference lines */
} plot_series;

/* A place on the x axis that is named: an upright line, and words beside it. */
typedef struct plot_mark {
    double x;
    const char *text;
} plot_mark;

typedef struct plot {
    const char *title, *x_label, *y_label;
    const char *note; /* one or two lines below the title, parted by a line feed; or NULL */
    int x_log, y_log;
    int x_zero; /* a linear x axis begins at 0 */
    plot_mark marks[PLOT_MARKS];
    int mark_count;
    plot_series series[PLOT_SERIES];
    int series_count;
} plot;

/* One axis: values low..high (logarithms when log is set) onto pixels from..to. */
typedef struct plot_axis {
    double low, high, from, to, step;
    int log;
} plot_axis;

BENCH_UNUSED static plot_series *plot_add(plot *p, const char *name, const double *x,
                                          const double *y, int count)
{
    plot_series *s =
        &p->series[p->series_count < PLOT_SERIES ? p->series_count++ : PLOT_SERIES - 1];
    s->name = name;
    s->x = x;
    s->y = y;
    s->count = count;
    s->dashed = 0;
    return s;
}

BENCH_UNUSED static void plot_add_mark(plot *p, double x, const char *text)
{
    if (p->mark_count == PLOT_MARKS) return;
    p->marks[p->mark_count].x = x;
    p->marks[p->mark_count++].text = text;
}

/* A value that the axis cannot show (NaN, or <= 0 on a logarithmic one) breaks the line. */
static int plot_shows(double value, int log)
{
    return value - value == 0.0 && (!log || value > 0.0);
}

/* A step of 1, 2 or 5 times a power of ten, about a fifth of the range. */
static double plot_nice_step(double range)
{
    double power = pow(10.0, floor(log10(range / 5.0)));
    double digit = range / 5.0 / power;
    return power * (digit < 1.5 ? 1.0 : digit < 3.5 ? 2.0 : digit < 7.5 ? 5.0 : 10.0);
}

static plot_axis plot_fit(const plot *p, int vertical, double from, double to)
{
    plot_axis a = {HUGE_VAL, -HUGE_VAL, from, to, 1.0, vertical ? p->y_log : p->x_log};
    for (int s = 0; s < p->series_count; ++s)
        for (int i = 0; i < p->series[s].count; ++i) {
            double value = vertical ? p->series[s].y[i] : p->series[s].x[i];
            if (!plot_shows(value, a.log)) continue;
            if (a.log) value = log10(value);
            if (value < a.low) a.low = value;
            if (value > a.high) a.high = value;
        }
    if (!(a.low <= a.high)) a.low = 0.0, a.high = 1.0;
    /* lengths compare only from zero */
    if (!a.log && (vertical || p->x_zero) && a.low > 0.0) a.low = 0.0;
    if (a.high - a.low < 1e-12) a.high = a.low + 1.0;
    a.step = a.log ? ceil((a.high - a.low) / 8.0) : plot_nice_step(a.high - a.low);
    if (vertical || a.log || p->x_zero) {
        a.low = floor(a.low / a.step + 1e-9) * a.step;
        a.high = ceil(a.high / a.step - 1e-9) * a.step;
    }
    return a;
}

static double plot_pixel(const plot_axis *a, double value)
{
    if (a->log) value = log10(value);
    return a->from + (a->to - a->from) * (value - a->low) / (a->high - a->low);
}

/* Text of the user's up to its end or a line feed, with the three characters that XML reserves
   replaced. */
static void plot_text(FILE *f, const char *text)
{
    for (; *text && *text != '\n'; ++text)
        if (*text == '<')
            fputs("&lt;", f);
        else if (*text == '>')
            fputs("&gt;", f);
        else if (*text == '&')
            fputs("&amp;", f);
        else
            fputc(*text, f);
}

static void plot_tick_label(FILE *f, const plot_axis *a, double at)
{
    if (!a->log)
        fprintf(f, "%.4g", fabs(at) < 1e-9 * a->step ? 0.0 : at);
    else if (at >= -2.0 && at <= 4.0)
        fprintf(f, "%g", pow(10.0, at));
    else
        fprintf(f, "1e%d", (int)floor(at + 0.5));
}

enum { PLOT_LEFT = 84, PLOT_RIGHT = 700, PLOT_TOP = 64, PLOT_BOTTOM = 420 };

static void plot_ticks(FILE *f, const plot_axis *a, int vertical)
{
    double first = ceil(a->low / a->step - 1e-9) * a->step;
    for (double at = first; at <= a->high + 1e-9 * a->step; at += a->step) {
        double t = (at - a->low) / (a->high - a->low);
        double pixel = a->from + (a->to - a->from) * t;
        if (vertical)
            fprintf(f,
                    "<path d='M%d %.1fH%d' stroke='#ddd'/><text x='%d' y='%.1f' "
                    "text-anchor='end'>",
                    PLOT_LEFT, pixel, PLOT_RIGHT, PLOT_LEFT - 8, pixel + 4.0);
        else
            fprintf(f,
                    "<path d='M%.1f %dV%d' stroke='#ddd'/><text x='%.1f' y='%d' "
                    "text-anchor='middle'>",
                    pixel, PLOT_TOP, PLOT_BOTTOM, pixel, PLOT_BOTTOM + 18);
        plot_tick_label(f, a, at);
        fputs("</text>\n", f);
    }
}

static const char *plot_colour(int i)
{
    static const char *const colours[] = {"#d1495b", "#00798c", "#edae49", "#30638e",
                                          "#6a994e", "#7b2d8b", "#8d6a4f", "#e07a9b",
                                          "#3d3d3d", "#1f9e89", "#4a5fd0", "#b8b000"};
    return colours[i % (int)(sizeof colours / sizeof *colours)];
}

static void plot_line(FILE *f, const plot *p, int index, const plot_axis *x, const plot_axis *y)
{
    const plot_series *s = &p->series[index];
    int pen_down = 0;
    fprintf(f, "<path fill='none' stroke='%s' stroke-width='2'%s d='", plot_colour(index),
            s->dashed ? " stroke-dasharray='6 4'" : "");
    for (int i = 0; i < s->count; ++i) {
        int shown = plot_shows(s->x[i], x->log) && plot_shows(s->y[i], y->log);
        if (shown)
            fprintf(f, "%c%.2f %.2f", pen_down ? 'L' : 'M', plot_pixel(x, s->x[i]),
                    plot_pixel(y, s->y[i]));
        pen_down = shown;
    }
    fputs("'/>\n", f);
    for (int i = 0; i < s->count && !s->dashed; ++i)
        if (plot_shows(s->x[i], x->log) && plot_shows(s->y[i], y->log))
            fprintf(f, "<circle cx='%.2f' cy='%.2f' r='2.6' fill='%s'/>", plot_pixel(x, s->x[i]),
                    plot_pixel(y, s->y[i]), plot_colour(index));
    int row = PLOT_TOP + 12 + 20 * index;
    fprintf(f,
            "\n<path d='M%d %dh24' stroke='%s' stroke-width='2'%s/>"
            "<text x='%d' y='%d'>",
            PLOT_RIGHT + 16, row, plot_colour(index), s->dashed ? " stroke-dasharray='6 4'" : "",
            PLOT_RIGHT + 46, row + 4);
    plot_text(f, s->name);
    fputs("</text>\n", f);
}

/* Title, and below it the note. */
static void plot_head(FILE *f, const plot *p)
{
    const char *note = p->note ? p->note : "", *more = strchr(note, '\n');
    fprintf(f, "<text x='%d' y='%d' font-size='16' font-weight='bold'>", PLOT_LEFT, more ? 20 : 28);
    plot_text(f, p->title);
    fprintf(f, "</text>\n<text x='%d' y='%d' fill='#666'>", PLOT_LEFT, more ? 38 : 48);
    plot_text(f, note);
    fputs("</text>\n", f);
    if (more == NULL) return;
    fprintf(f, "<text x='%d' y='55' fill='#666'>", PLOT_LEFT);
    plot_text(f, more + 1);
    fputs("</text>\n", f);
}

/* Each a line lower than the one before, so that words do not meet; right of its line, or left of
   it where there is more room. */
static void plot_write_mark(FILE *f, const plot *p, int index, const plot_axis *x)
{
    const plot_mark *m = &p->marks[index];
    double at = plot_pixel(x, m->x);
    int left = at > 0.5 * (PLOT_LEFT + PLOT_RIGHT);
    if (!plot_shows(m->x, x->log) || at < PLOT_LEFT || at > PLOT_RIGHT) return;
    fprintf(f,
            "<path d='M%.1f %dV%d' stroke='#555' stroke-dasharray='2 3'/>"
            "<text x='%.1f' y='%d' fill='#444' font-size='12' text-anchor='%s' stroke='#fff' "
            "stroke-width='3' paint-order='stroke'>",
            at, PLOT_TOP, PLOT_BOTTOM, at + (left ? -6 : 6), PLOT_TOP + 16 + 16 * index,
            left ? "end" : "start");
    plot_text(f, m->text);
    fputs("</text>\n", f);
}

BENCH_UNUSED static int plot_write_svg(const plot *p, const char *path)
{
    FILE *f = fopen(path, "w");
    if (f == NULL) return 0;
    plot_axis x = plot_fit(p, 0, PLOT_LEFT, PLOT_RIGHT);
    plot_axis y = plot_fit(p, 1, PLOT_BOTTOM, PLOT_TOP);
    fputs("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 960 480' "
          "font-family='sans-serif' font-size='13' fill='#222'>\n"
          "<rect width='960' height='480' fill='#fff'/>\n",
          f);
    plot_head(f, p);
    plot_ticks(f, &x, 0);
    plot_ticks(f, &y, 1);
    fprintf(f, "<path d='M%d %dV%dH%d' fill='none' stroke='#222'/>\n", PLOT_LEFT, PLOT_TOP,
            PLOT_BOTTOM, PLOT_RIGHT);
    fprintf(f, "<text x='%d' y='%d' text-anchor='middle'>", (PLOT_LEFT + PLOT_RIGHT) / 2,
            PLOT_BOTTOM + 42);
    plot_text(f, p->x_label);
    fprintf(f, "</text>\n<text transform='translate(22 %d) rotate(-90)' text-anchor='middle'>",
            (PLOT_TOP + PLOT_BOTTOM) / 2);
    plot_text(f, p->y_label);
    fputs("</text>\n", f);
    for (int i = 0; i < p->series_count; ++i) plot_line(f, p, i, &x, &y);
    for (int i = 0; i < p->mark_count; ++i) plot_write_mark(f, p, i, &x);
    fputs("</svg>\n", f);
    return fclose(f) == 0;
}

#endif /* BENCH_PLOT_H */
