/* tour/page.h, a part of tour.c: what a chapter of the tour is, the page and the table that the
   chapters become. */

#ifndef TOUR_PAGE_H
#define TOUR_PAGE_H

#include "../png.h"
#include "../run.h"
#include "../vec.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TOUR_CHAPTERS = 12,
    TOUR_WORDS = 160,
    TOUR_TEXT = 2400,
    TOUR_NAME = 512,
    WIDE = 480, /* of each picture, in pixels; readable at half of that */
    HIGH = 320
};

#define TOUR_PAGE      "tour.html"
#define TOUR_TEMPORARY "tour_picture.tmp" /* a picture on its way into the page */

/* The colours of all pictures: what stands, what moves, what was found. */
enum { SAND, BLUE, ORANGE, RED, TOUR_COLOURS };
enum { TOUR_PAPER = 0xf7f5ef };
static const unsigned tour_colours[TOUR_COLOURS] = {0xe9cf9c, 0x4f8fc4, 0xee8a34, 0xd3122f};

/* And of their lines; a pixel is 5 units (SVG_UNIT). */
static const char tour_css[] =
    "svg>rect{fill:#f7f5ef}"
    "path{stroke-linecap:round;stroke-linejoin:round}"
    ".edge,.line,.halo,.found,.behind,.normal{fill:none}"
    ".edge{stroke:#1d2733;stroke-opacity:.5;stroke-width:4}"
    ".line{stroke:#1d2733;stroke-opacity:.16;stroke-width:3}"
    ".halo{stroke:#fff;stroke-opacity:.85;stroke-width:26}"
    ".found{stroke:#d3122f;stroke-width:15}"
    ".behind{stroke:#d3122f;stroke-opacity:.7;stroke-width:7;stroke-dasharray:20 18}"
    ".normal{stroke:#d3122f;stroke-width:9}"
    ".dot{fill:#d3122f;stroke:#fff;stroke-width:5}\n";

/* One module's job: filled in by its function, printed and written by those below. */
typedef struct chapter {
    const char *module, *name; /* "POLYGON", and "polygon" for files */
    const char *question;      /* its heading in the page */
    char job[TOUR_WORDS];      /* what was done, for a line of the table */
    char answers[TOUR_WORDS];  /* what came out, for the same line */
    char text[TOUR_TEXT];      /* a paragraph: what was asked and answered, how checked */
    double time;               /* seconds, of the queries alone */
    double asked;              /* how many queries that were */
    const char *unit;          /* what one of them is: "pair" */
    long checked, wrong;       /* answers compared with something else; that disagreed */
    char sample[TOUR_TEXT];    /* of the code that asked: cut out of the source */
    const char *kind;          /* of the picture: "svg" or "png" */
    char picture_path[TOUR_NAME];
    unsigned char *picture; /* the file */
    size_t picture_size;
} chapter;

typedef struct tour {
    chapter chapters[TOUR_CHAPTERS];
    int count;
    const char *folder; /* for the pictures as files; NULL: none are kept */
    cld_workspace workspace;
    uint32_t random;
} tour;

/* --------------------------------------------------------------------- what all chapters need */

/* Ends the program where memory or a file is missing. */
static void *tour_need(const void *thing, const char *what)
{
    if (!thing) {
        fprintf(stderr, "\ntour: %s\n", what);
        exit(1);
    }
    return (void *)(uintptr_t)thing;
}

static void *tour_memory(size_t bytes)
{
    return tour_need(malloc(bytes ? bytes : 1), "out of memory");
}

/* Three of them. Not as three arguments of a call, whose order is the compiler's choice. */
static vec tour_random_vector(tour *t, double low, double high)
{
    vec r;
    r.x = random_between(&t->random, low, high);
    r.y = random_between(&t->random, low, high);
    r.z = random_between(&t->random, low, high);
    return r;
}

/* Counts an answer that was compared with something else. */
static void tour_check(chapter *c, int right)
{
    c->checked++;
    c->wrong += !right;
}

/* The whole file, a 0 after it; ends the program if it cannot be read. */
static char *tour_read(const char *path, size_t *size)
{
    FILE *file = (FILE *)tour_need(fopen(path, "rb"), path);
    size_t room = 1 << 16, got;
    char *data = (char *)tour_memory(room + 1);
    *size = 0;
    while ((got = fread(data + *size, 1, room - *size, file)) > 0) {
        *size += got;
        if (*size == room)
            data = (char *)tour_need(realloc(data, 2 * room + 1), "out of memory"), room *= 2;
    }
    fclose(file);
    data[*size] = 0;
    return data;
}

/* Where the chapter's picture goes: into the folder that was asked for, or a file for a moment. */
static const char *tour_picture(const tour *t, chapter *c, const char *kind)
{
    c->kind = kind;
    if (t->folder)
        snprintf(c->picture_path, TOUR_NAME, "%.400s/%s.%s", t->folder, c->name, kind);
    else
        snprintf(c->picture_path, TOUR_NAME, "%s", TOUR_TEMPORARY);
    return c->picture_path;
}

/* The picture was written: takes it in. */
static void tour_keep_picture(const tour *t, chapter *c, int written)
{
    tour_need(written ? c : NULL, "cannot write a picture (does the folder exist?)");
    c->picture = (unsigned char *)tour_read(c->picture_path, &c->picture_size);
    if (!t->folder) remove(c->picture_path);
}

/* A film (SVG) was written to TOUR_TEMPORARY: the page shows it instead of the picture. */
static void tour_keep_film(chapter *c, int written)
{
    tour_need(written ? c : NULL, "cannot write a film");
    free(c->picture);
    c->picture = (unsigned char *)tour_read(TOUR_TEMPORARY, &c->picture_size);
    c->kind = "svg";
    remove(TOUR_TEMPORARY);
}

/* Appends lines of the source, without the blanks that all of them begin with. */
static void tour_append(chapter *c, const char *at, const char *stop)
{
    size_t n = strlen(c->sample), indent = strspn(at, " ");
    while (at + indent < stop && n + 2 < TOUR_TEXT) {
        if (*at != '\n') at += indent;
        do c->sample[n++] = *at++;
        while (at[-1] != '\n' && at < stop && n + 2 < TOUR_TEXT);
    }
    c->sample[n] = 0;
}

/* What stands in the source between these comments: the page shows what ran. Where the source is
   not at hand, it does without. */
static void tour_sample(chapter *c, const char *source)
{
    static const char begin[] = "/* sample: */\n", end[] = "/* end of the sample */";
    FILE *file = fopen(source, "rb");
    size_t size;
    char *text, *at;
    if (!file) return;
    fclose(file);
    at = text = tour_read(source, &size);
    while ((at = strstr(at, begin)) != NULL) {
        const char *stop = strstr(at, end);
        tour_need(stop, "a sample without an end");
        tour_append(c, at + sizeof begin - 1, stop);
        at += sizeof begin - 1;
    }
    free(text);
}

/* --------------------------------------------------------------------------------- the table */

/* A time in a unit that suits it. */
static const char *tour_time(char words[32], double time)
{
    static const char *const units[] = {"s", "ms", "us", "ns"};
    int k = 0;
    for (; time < 0.9995 && k < 3; k++) time *= 1000;
    snprintf(words, 32, time < 9.95 ? "%.1f %s" : "%.0f %s", time, units[k]);
    return words;
}

static void tour_print_table(const tour *t)
{
    char all[32], one[32];
    printf("\n%-11s %-37s %-32s %7s   %s\n", "module", "job", "answers", "time", "each");
    for (int i = 0; i < t->count; i++) {
        const chapter *c = &t->chapters[i];
        printf("%-11s %-37s %-32s %7s   %s a %s\n", c->module, c->job, c->answers,
               tour_time(all, c->time), tour_time(one, c->time / c->asked), c->unit);
    }
}

/* ---------------------------------------------------------------------------------- the page */

static const char tour_style[] =
    ":root{color-scheme:light dark;--paper:#fff;--ink:#1d2733;--soft:#5d6875;--rule:#dfe3e8;"
    "--code:#f4f2ec;--accent:#b3261e}\n"
    "@media(prefers-color-scheme:dark){:root{--paper:#15191e;--ink:#e6e9ed;--soft:#9aa5b1;"
    "--rule:#2c343d;--code:#1d232a;--accent:#ff8a70}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:66rem;padding:2.5rem 1.25rem 4rem;background:var(--paper);"
    "color:var(--ink);font:1rem/1.55 system-ui,sans-serif}\n"
    "h1{margin:0;font-size:2.4rem;letter-spacing:-.02em}\n"
    "h2{margin:0 0 .5rem;font-size:1.35rem;line-height:1.25}\n"
    "a{color:inherit;text-decoration-color:var(--accent);text-underline-offset:.2em}\n"
    ".lead{max-width:44rem;margin:.6rem 0 2rem;color:var(--soft);font-size:1.1rem}\n"
    ".wide{overflow-x:auto}\n"
    "table{width:100%;border-collapse:collapse;font-size:.92rem}\n"
    "th,td{padding:.45rem .8rem .45rem 0;border-bottom:1px solid var(--rule);text-align:left;"
    "vertical-align:top}\n"
    "th{color:var(--soft);font-weight:500}\n"
    ".number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}\n"
    "td.number:last-child,th.number:last-child{padding-right:0}\n"
    "section{display:grid;grid-template-columns:minmax(0,30rem) minmax(0,1fr);"
    "gap:1.2rem 2rem;margin-top:3.5rem}\n"
    "@media(max-width:50rem){section{grid-template-columns:minmax(0,1fr)}}\n"
    "img{display:block;width:100%;height:auto;border-radius:.6rem;"
    "border:1px solid var(--rule)}\n"
    ".module{margin:0 0 .3rem;color:var(--accent);font-size:.8rem;font-weight:600;"
    "letter-spacing:.08em}\n"
    "section p{margin:0 0 .8rem}\n"
    "dl{display:flex;flex-wrap:wrap;gap:.6rem 1.8rem;margin:0}\n"
    "dt{color:var(--soft);font-size:.8rem}\n"
    "dd{margin:0;font-weight:600;font-variant-numeric:tabular-nums}\n"
    "pre{grid-column:1/-1;margin:0;padding:.9rem 1.1rem;overflow-x:auto;border-radius:.6rem;"
    "background:var(--code);font:.82rem/1.5 ui-monospace,monospace}\n"
    "footer{margin-top:4rem;padding-top:1rem;border-top:1px solid var(--rule);"
    "color:var(--soft);font-size:.9rem}\n";

/* Text in which nothing is HTML. */
static void tour_write_text(FILE *file, const char *text)
{
    for (; *text; text++) {
        if (*text == '<')
            fputs("&lt;", file);
        else if (*text == '>')
            fputs("&gt;", file);
        else if (*text == '&')
            fputs("&amp;", file);
        else
            fputc(*text, file);
    }
}

static void tour_write_rows(FILE *file, const tour *t)
{
    char words[32];
    fputs("<div class=\"wide\"><table>\n<thead><tr><th>module</th><th>job</th><th>answers</th>"
          "<th class=\"number\">time</th><th class=\"number\">each</th></tr></thead>\n<tbody>\n",
          file);
    for (int i = 0; i < t->count; i++) {
        const chapter *c = &t->chapters[i];
        fprintf(file, "<tr><td><a href=\"#%s\">%s</a></td><td>", c->name, c->module);
        tour_write_text(file, c->job);
        fputs("</td><td>", file);
        tour_write_text(file, c->answers);
        fprintf(file, "</td><td class=\"number\">%s</td>", tour_time(words, c->time));
        fprintf(file, "<td class=\"number\">%s a %s</td></tr>\n",
                tour_time(words, c->time / c->asked), c->unit);
    }
    fputs("</tbody></table></div>\n", file);
}

static void tour_write_chapter(FILE *file, const chapter *c)
{
    char words[32];
    fprintf(file, "<section id=\"%s\">\n<img width=\"%d\" height=\"%d\" alt=\"", c->name, (int)WIDE,
            (int)HIGH);
    tour_write_text(file, c->job);
    fprintf(file, "\" src=\"data:image/%s;base64,", strcmp(c->kind, "svg") ? c->kind : "svg+xml");
    png_base64(file, c->picture, c->picture_size);
    fprintf(file, "\">\n<div>\n<p class=\"module\">%s</p>\n<h2>", c->module);
    tour_write_text(file, c->question);
    fputs("</h2>\n<p>", file);
    tour_write_text(file, c->text);
    fprintf(file, "</p>\n<dl>\n<div><dt>all queries</dt><dd>%s</dd></div>\n",
            tour_time(words, c->time));
    fprintf(file, "<div><dt>one %s</dt><dd>%s</dd></div>\n", c->unit,
            tour_time(words, c->time / c->asked));
    fprintf(file, "<div><dt>checked, wrong</dt><dd>%ld, %ld</dd></div>\n</dl>\n</div>\n",
            c->checked, c->wrong);
    if (c->sample[0]) {
        fputs("<pre><code>", file);
        tour_write_text(file, c->sample);
        fputs("</code></pre>\n", file);
    }
    fputs("</section>\n", file);
}

/* The page: one file, no network, no scripts. Returns 0 if it could not be written. */
static int tour_write_page(const tour *t, const char *path)
{
    FILE *file = fopen(path, "wb");
    int good = file != NULL;
    if (!good) return 0;
    fprintf(file,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
            "<title>collide.h: a tour</title>\n<style>\n%s</style>\n</head>\n<body>\n",
            tour_style);
    fputs("<h1>collide.h, a tour</h1>\n<p class=\"lead\">Collision queries that engines lack, in "
          "one C99 header without dependencies. Each chapter is a job that a module has just done "
          "on this machine, on one core: what was asked, what was answered, how long the queries "
          "took, and the lines that asked. Then the answers were compared with a scan, another "
          "query or another module; the numbers say how many were, and how many disagreed.</p>\n",
          file);
    tour_write_rows(file, t);
    for (int i = 0; i < t->count; i++) tour_write_chapter(file, &t->chapters[i]);
    fprintf(file,
            "<footer>Made by <code>examples/tour.c</code>, %s precision. Times are those of the "
            "queries alone, one run, as compiled: <code>-O3 -march=native</code> is faster than "
            "<code>-O2</code>.</footer>\n</body>\n</html>\n",
            sizeof(cld_real) == sizeof(float) ? "single" : "double");
    good = !ferror(file);
    return fclose(file) == 0 && good;
}

#endif /* TOUR_PAGE_H */
