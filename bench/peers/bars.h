/* bars.h: what came out of all contests, as bars and as a table.
 *
 *   bars chart = {0};
 *   bars_add(&chart, "overlap, half", "FCL", 26e-9, 1.8)->missed = 3;   1.8 times ours; 0: ours
 *   bars_write_svg(&chart, "title", "bench/out/peers_obb.svg");     0 when it cannot be written
 *   bars_write_markdown(&chart, "title", "peers_obb.svg", "bench/out/peers_obb.md");
 *   bars_free(&chart);
 *
 * SVG: a group for each contest, a bar for each who took part, times on a logarithmic axis.
 * Markdown: a row for each contest: our times, and how many times as long each peer takes.
 */
#ifndef BARS_H
#define BARS_H

#include "../bench.h"
#include "../plot.h"

typedef struct bar {
    char group[96], who[24];
    double seconds;
    double ratio; /* to the time of collide in the same precision; 0: collide itself; NaN: none */
    int missed, wrong, none, judged;
} bar;

typedef struct bars {
    bar *items;
    int count, capacity;
} bars;

static bar *bars_add(bars *chart, const char *group, const char *who, double seconds, double ratio)
{
    bar *b;
    chart->items =
        (bar *)bench_grow(chart->items, chart->count, &chart->capacity, sizeof *chart->items);
    b = &chart->items[chart->count++];
    memset(b, 0, sizeof *b);
    snprintf(b->group, sizeof b->group, "%s", group);
    snprintf(b->who, sizeof b->who, "%s", who);
    b->seconds = seconds, b->ratio = ratio;
    return b;
}

static int bars_is_faster(const bar *b)
{
    return b->ratio > 0 && b->ratio < 1;
}

static void bars_free(bars *chart)
{
    free(chart->items);
    memset(chart, 0, sizeof *chart);
}

enum { BARS_LEFT = 190, BARS_RIGHT = 720, BARS_TOP = 78, BARS_ROW = 17, BARS_GROUP = 30 };

static int bars_begins_group(const bars *chart, int i)
{
    return i == 0 || strcmp(chart->items[i].group, chart->items[i - 1].group) != 0;
}

static void bars_write_axis(FILE *f, const plot_axis *x, int bottom)
{
    for (double at = x->low; at <= x->high + 0.5; at += 1) {
        char label[32];
        double pixel = plot_pixel(x, pow(10, at));
        bench_format(label, sizeof label, pow(10, at) * (1 + 1e-12), "s");
        fprintf(f,
                "<path d='M%.1f %dV%d' stroke='#ddd'/><text x='%.1f' y='%d' fill='#666' "
                "text-anchor='middle'>%s</text>\n",
                pixel, BARS_TOP - 8, bottom, pixel, BARS_TOP - 14, label);
    }
}

static void bars_write_bar(FILE *f, const bar *b, const plot_axis *x, int y)
{
    char time[32];
    const char *colour = b->ratio == 0 ? "#00798c" : bars_is_faster(b) ? "#d1495b" : "#a9b4bd";
    double end = plot_pixel(x, b->seconds);
    bench_format(time, sizeof time, b->seconds, "s");
    fprintf(f, "<text x='%d' y='%d' text-anchor='end'%s>", BARS_LEFT - 8, y + 12,
            b->ratio == 0 ? " font-weight='bold'" : "");
    plot_text(f, b->who);
    fprintf(f, "</text><path d='M%d %dH%.1fv13H%dz' fill='%s'/><text x='%.1f' y='%d'>%s", BARS_LEFT,
            y, end, BARS_LEFT, colour, end + 5, y + 12, time);
    if (b->missed) fprintf(f, "<tspan dx='6' fill='#d1495b'>%d missed</tspan>", b->missed);
    if (b->wrong) fprintf(f, "<tspan dx='6' fill='#d1495b'>%d wrong</tspan>", b->wrong);
    fputs("</text>\n", f);
}

static int bars_write_svg(const bars *chart, const char *title, const char *path)
{
    plot_axis x = {HUGE_VAL, -HUGE_VAL, BARS_LEFT, BARS_RIGHT, 1, 1};
    int groups = 0, bottom, y = BARS_TOP;
    FILE *f = fopen(path, "w");
    if (f == NULL) return 0;
    for (int i = 0; i < chart->count; ++i) {
        double power = log10(chart->items[i].seconds);
        groups += bars_begins_group(chart, i);
        x.low = fmin(x.low, floor(power)), x.high = fmax(x.high, ceil(power));
    }
    if (!(x.low < x.high)) x.low = -9, x.high = 0;
    bottom = BARS_TOP + BARS_GROUP * groups + BARS_ROW * chart->count + 10;
    fprintf(f,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 900 %d' "
            "font-family='sans-serif' font-size='12' fill='#222'>\n"
            "<rect width='900' height='%d' fill='#fff'/>\n"
            "<text x='12' y='24' font-size='16' font-weight='bold'>",
            bottom + 8, bottom + 8);
    plot_text(f, title);
    fputs("</text>\n<text x='12' y='42' fill='#666'>median time of a query, each axis mark ten "
          "times the one before; red bars are faster than collide in their precision</text>\n",
          f);
    bars_write_axis(f, &x, bottom);
    for (int i = 0; i < chart->count; ++i) {
        if (bars_begins_group(chart, i)) {
            fprintf(f, "<text x='12' y='%d' font-weight='bold' fill='#444'>", y + 20);
            plot_text(f, chart->items[i].group);
            fputs("</text>\n", f);
            y += BARS_GROUP;
        }
        bars_write_bar(f, &chart->items[i], &x, y);
        y += BARS_ROW;
    }
    fputs("</svg>\n", f);
    return fclose(f) == 0;
}

/* "3 of 1024 missed" */
static void bars_write_faults(FILE *f, const bar *b)
{
    if (b->missed) fprintf(f, ", %d of %d missed", b->missed, b->judged);
    if (b->wrong) fprintf(f, ", %d of %d wrong", b->wrong, b->judged);
    if (b->none) fprintf(f, ", %d of %d without an answer", b->none, b->judged);
}

/* Ours: times, each but the first after what is else in its name than "collide". */
static void bars_write_ours(FILE *f, const bars *chart, int first)
{
    const char *between = " ";
    for (int i = first; i < chart->count; ++i) {
        const bar *b = &chart->items[i];
        const char *kind = b->who + strlen("collide");
        char time[32];
        if (i > first && bars_begins_group(chart, i)) break;
        if (b->ratio != 0) continue;
        bench_format(time, sizeof time, b->seconds, "s");
        fprintf(f, "%s%s%s%s", between, *kind ? kind + 1 : "", *kind ? " " : "", time);
        bars_write_faults(f, b);
        between = "; ";
    }
}

/* How many times our time a peer takes, bold if less; its time where we do not answer. */
static void bars_write_peer(FILE *f, const bar *b)
{
    char time[32];
    bench_format(time, sizeof time, b->seconds, "s");
    if (isnan(b->ratio))
        fprintf(f, "%s %s", b->who, time);
    else if (bars_is_faster(b))
        fprintf(f, "%s **%.2f**", b->who, b->ratio);
    else
        fprintf(f, "%s %.*f", b->who, b->ratio < 9.95 ? 1 : 0, b->ratio);
    bars_write_faults(f, b);
}

static void bars_write_peers(FILE *f, const bars *chart, int first)
{
    const char *between = " ";
    for (int i = first; i < chart->count; ++i) {
        if (i > first && bars_begins_group(chart, i)) break;
        if (chart->items[i].ratio == 0) continue;
        fputs(between, f);
        bars_write_peer(f, &chart->items[i]);
        between = "; ";
    }
}

/* The picture is the file of bars beside it. */
static int bars_write_markdown(const bars *chart, const char *title, const char *picture,
                               const char *path)
{
    FILE *f = fopen(path, "w");
    if (f == NULL) return 0;
    fprintf(f, "# %s\n\n![%s](%s)\n\n", title, title, picture);
    fputs("| median time of a query | collide | peers: times our time |\n|---|---|---|\n", f);
    for (int i = 0; i < chart->count; ++i) {
        if (!bars_begins_group(chart, i)) continue;
        fprintf(f, "| %s |", chart->items[i].group);
        bars_write_ours(f, chart, i);
        fputs(" |", f);
        bars_write_peers(f, chart, i);
        fputs(" |\n", f);
    }
    return fclose(f) == 0;
}

#endif /* BARS_H */
