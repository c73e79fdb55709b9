/* Real outlines for tests: glyphs of whatever TrueType fonts are installed. Most
 * lines and quadratics have their points at whole numbers. Where there are no fonts nothing is visited, and
 * a test says so. The format: OpenType specification, tables head, maxp, loca and glyf. */
#ifndef FONT_FILES_H
#define FONT_FILES_H

#include <stdio.h>
#include <string.h>

#include "path_builder.h"

/* Gets a glyph, its tree built, of font `name`. */
typedef void glyph_visitor(built_path *glyph, const char *name, int number);

typedef struct font_file {
    unsigned char *bytes;
    size_t size, glyf, loca;
    int count, wide; /* glyphs; offsets of 32 bits */
} font_file;

enum { GLYPH_POINTS = 2048, GLYPH_DEPTH = 4 };

/* Numbers of two and four bytes, the highest first; 0 beyond the end. */
static int font_u16(const font_file *f, size_t at)
{
    return at + 2 <= f->size ? f->bytes[at] << 8 | f->bytes[at + 1] : 0;
}

static int font_s16(const font_file *f, size_t at)
{
    const int v = font_u16(f, at);
    return v < 32768 ? v : v - 65536;
}

static size_t font_u32(const font_file *f, size_t at)
{
    return (size_t)font_u16(f, at) << 16 | (size_t)font_u16(f, at + 2);
}

static size_t font_table(const font_file *f, const char *tag)
{
    for (int i = 0; i < font_u16(f, 4); i++) {
        const size_t entry = 12 + 16 * (size_t)i;
        if (entry + 16 <= f->size && memcmp(f->bytes + entry, tag, 4) == 0)
            return font_u32(f, entry + 8);
    }
    return 0;
}

static TEST_UNUSED int font_open(font_file *f, const char *path)
{
    FILE *file = fopen(path, "rb");
    long size = -1;
    memset(f, 0, sizeof *f);
    if (file && fseek(file, 0, SEEK_END) == 0) size = ftell(file);
    if (size > 0 && fseek(file, 0, SEEK_SET) == 0) {
        f->bytes = (unsigned char *)malloc((size_t)size);
        if (f->bytes) f->size = fread(f->bytes, 1, (size_t)size, file);
    }
    if (file) fclose(file);
    if (f->size > 12) {
        const size_t head = font_table(f, "head"), maxp = font_table(f, "maxp");
        f->glyf = font_table(f, "glyf"), f->loca = font_table(f, "loca");
        f->wide = font_u16(f, head + 50);
        if (head && maxp && f->glyf && f->loca) f->count = font_u16(f, maxp + 4);
    }
    return f->count > 0;
}

/* A closed contour of n points, each on the curve or a handle between two that are, where there may
 * be none between two handles: it is then in the middle. Written twice as large: whole numbers. */
static void glyph_contour(built_path *b, const double *x, const double *y, const int *on, int n)
{
    int first = 0;
    double start[2];
    while (first < n && !on[first]) first++;
    if (first == n) first = 0;
    start[0] = on[first] ? 2 * x[first] : x[first] + x[n - 1];
    start[1] = on[first] ? 2 * y[first] : y[first] + y[n - 1];
    path_add(b, 'M', start);
    for (int k = on[first] ? 1 : 0; k < n; k++) {
        const int i = (first + k) % n, next = (i + 1) % n;
        if (on[i]) {
            path_add1(b, 'L', 2 * x[i], 2 * y[i]);
        } else {
            const int last = k == n - 1;
            path_add2(b, 2 * x[i], 2 * y[i],
                      last       ? start[0]
                      : on[next] ? 2 * x[next]
                                 : x[i] + x[next],
                      last       ? start[1]
                      : on[next] ? 2 * y[next]
                                 : y[i] + y[next]);
            if (on[next]) k++;
        }
    }
    path_add(b, 'Z', NULL);
}

static int glyph_simple(const font_file *f, size_t at, int contours, const double m[6],
                        built_path *b)
{
    static int on[GLYPH_POINTS], flags[GLYPH_POINTS];
    static double x[GLYPH_POINTS], y[GLYPH_POINTS];
    const int n = font_u16(f, at + 8 + 2 * (size_t)contours) + 1;
    size_t p = at + 10 + 2 * (size_t)contours;
    int begin = 0;
    if (n > GLYPH_POINTS) return 0;
    p += 2 + (size_t)font_u16(f, p);
    for (int i = 0; i < n; i++) {
        int repeat;
        if (p + 2 > f->size) return 0;
        flags[i] = f->bytes[p++];
        for (repeat = flags[i] & 8 ? f->bytes[p++] : 0; repeat > 0 && i + 1 < n; repeat--, i++)
            flags[i + 1] = flags[i];
    }
    for (int axis = 0; axis < 2; axis++) {
        const int brief = axis ? 4 : 2, same = axis ? 32 : 16;
        int value = 0;
        for (int i = 0; i < n; i++) {
            if (p + 2 > f->size) return 0;
            if (flags[i] & brief)
                value += flags[i] & same ? f->bytes[p] : -(int)f->bytes[p], p++;
            else if (!(flags[i] & same))
                value += font_s16(f, p), p += 2;
            (axis ? y : x)[i] = value;
            on[i] = flags[i] & 1;
        }
    }
    for (int i = 0; i < n; i++) {
        const double u = x[i], v = y[i];
        x[i] = m[0] * u + m[2] * v + m[4], y[i] = m[1] * u + m[3] * v + m[5];
    }
    for (int c = 0; c < contours; c++) {
        const int end = font_u16(f, at + 10 + 2 * (size_t)c);
        if (end >= n || end < begin) return 0;
        if (end > begin) glyph_contour(b, x + begin, y + begin, on + begin, end - begin + 1);
        begin = end + 1;
    }
    return 1;
}

/* Appends glyph `number`, moved by m; 0 where the file says nothing that is understood. */
static int glyph_add(const font_file *f, int number, const double m[6], int depth, built_path *b)
{
    const size_t entry = f->loca + (size_t)number * (f->wide ? 4 : 2);
    const size_t step = f->wide ? 4 : 2;
    const size_t from = f->wide ? font_u32(f, entry) : 2 * (size_t)font_u16(f, entry);
    const size_t to = f->wide ? font_u32(f, entry + step) : 2 * (size_t)font_u16(f, entry + step);
    size_t at = f->glyf + from, p = at + 10;
    int contours, flags;
    if (number >= f->count || depth > GLYPH_DEPTH) return 0;
    if (to <= from || at + 12 > f->size) return 1; /* a space */
    contours = font_s16(f, at);
    if (contours >= 0) return glyph_simple(f, at, contours, m, b);
    do { /* parts: other glyphs, each moved, scaled or turned */
        const int part = font_u16(f, p + 2);
        double s[4] = {1, 0, 0, 1}, t[6], dx = 0, dy = 0;
        flags = font_u16(f, p);
        p += 4;
        if (p + 12 > f->size || !(flags & 2)) return 0; /* placed by points: not read */
        dx = flags & 1 ? font_s16(f, p) : (signed char)f->bytes[p];
        dy = flags & 1 ? font_s16(f, p + 2) : (signed char)f->bytes[p + 1];
        p += flags & 1 ? 4 : 2;
        if (flags & 8) s[0] = s[3] = font_s16(f, p) / 16384.0, p += 2;
        if (flags & 64)
            s[0] = font_s16(f, p) / 16384.0, s[3] = font_s16(f, p + 2) / 16384.0, p += 4;
        if (flags & 128) {
            for (int i = 0; i < 4; i++) s[i] = font_s16(f, p + 2 * (size_t)i) / 16384.0;
            p += 8;
        }
        for (int i = 0; i < 2; i++) {
            t[i] = m[i] * s[0] + m[2 + i] * s[1], t[2 + i] = m[i] * s[2] + m[2 + i] * s[3];
            t[4 + i] = m[i] * dx + m[2 + i] * dy + m[4 + i];
        }
        if (!glyph_add(f, part, t, depth + 1, b)) return 0;
    } while (flags & 32);
    return 1;
}

static TEST_UNUSED int glyph_read(const font_file *f, int number, built_path *b)
{
    static const double as_it_is[6] = {1, 0, 0, 1, 0, 0};
    path_clear(b);
    return glyph_add(f, number, as_it_is, 0, b) && b->path.command_count > 0;
}

/* Are all coordinates whole numbers? Those of scaled parts may not be. */
static TEST_UNUSED int glyph_is_whole(const built_path *b)
{
    for (size_t i = 0; i < 2 * b->path.point_count; i++)
        if (floor((double)b->points[i]) != (double)b->points[i]) return 0;
    return 1;
}

#if defined(__linux__)
#include <dirent.h>

/* Visits at most `most` glyphs of each font in the folder and below it, evenly; how many. */
static long font_glyphs_in(const char *folder, int depth, int most, built_path *b,
                           glyph_visitor *visit)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    long count = 0;
    while (dir && (entry = readdir(dir)) != NULL) {
        char path[512];
        font_file f;
        const size_t length = strlen(entry->d_name);
        if (entry->d_name[0] == '.') continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path)
            continue;
        if (length > 4 && strcmp(entry->d_name + length - 4, ".ttf") == 0) {
            const int open = font_open(&f, path), step = f.count / most + 1;
            for (int i = 0; open && i < f.count; i += step)
                if (glyph_read(&f, i, b)) {
                    path_build(b);
                    visit(b, entry->d_name, i);
                    count++;
                }
            free(f.bytes);
        } else if (depth > 0) {
            count += font_glyphs_in(path, depth - 1, most, b, visit);
        }
    }
    if (dir) closedir(dir);
    return count;
}

static TEST_UNUSED long font_glyphs(int most, built_path *b, glyph_visitor *visit)
{
    return font_glyphs_in("/usr/share/fonts", 3, most, b, visit);
}
#else
static TEST_UNUSED long font_glyphs(int most, built_path *b, glyph_visitor *visit)
{
    (void)most, (void)b, (void)visit;
    return 0;
}
#endif

#endif /* FONT_FILES_H */
