/* Made outlines: curves as people draw them, two at a time. Shared ends and tangents, arcs of one
 * circle, a copy, a rounded, shifted, reversed copy, one of higher degree, parts of one curve,
 * pieces of glyphs and icons; each as it is, shifted, turned by a quarter or by 30 degrees, far
 * out. Shared by tests, bench and peers, so it uses nothing of theirs. Numbers are multiples of
 * 2^-50 of the drawing's size, so that an oracle can take them for whole ones; who has floats
 * rounds them.
 *
 * The glyphs and icons are drawn for this file: an o, an n, an s; a rounded square, a ring, a drop,
 * on grids of 1000, 2048 and 24 units. */
#ifndef COLLIDE_MADE_OUTLINES_H
#define COLLIDE_MADE_OUTLINES_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
#define OUTLINE_UNUSED __attribute__((unused))
#else
#define OUTLINE_UNUSED
#endif

typedef enum outline_kind {
    OUTLINE_UNRELATED, /* beside which the others are measured */
    OUTLINE_SHARED_START,
    OUTLINE_SHARED_TANGENT,   /* of the start; the ends are elsewhere */
    OUTLINE_SHARED_ENDS,      /* and tangents there: handles of other lengths */
    OUTLINE_SHARED_CURVATURE, /* both ends, tangents, and the curvature at the start */
    OUTLINE_THREE_POINTS,     /* one control point is elsewhere, by 1e-6 to 1e-2 */
    OUTLINE_ARCS,             /* of one circle */
    OUTLINE_COPY,
    OUTLINE_ROUNDED,  /* to float, to 1e-6, to a grid of 1000 */
    OUTLINE_SHIFTED,  /* by 1e-9 to 1e-2 */
    OUTLINE_REVERSED, /* as it is, or rounded as well */
    OUTLINE_RAISED,   /* a quadratic and its cubic, rounded */
    OUTLINE_PART,     /* a part of the curve, rounded */
    OUTLINE_PARTS,    /* two parts that overlap, or join, rounded */
    OUTLINE_GLYPH,
    OUTLINE_ICON,
    OUTLINE_KINDS
} outline_kind;

typedef enum outline_pose {
    OUTLINE_AS_IT_IS,
    OUTLINE_MOVED,
    OUTLINE_QUARTER,
    OUTLINE_THIRTY,
    OUTLINE_FAR_OUT,
    OUTLINE_POSES
} outline_pose;

static OUTLINE_UNUSED const char *outline_kind_name(int kind)
{
    static const char *const names[OUTLINE_KINDS] = {
        "unrelated",        "shared start", "shared tangent", "shared ends",
        "shared curvature", "three points", "arcs",           "copy",
        "rounded copy",     "shifted copy", "reversed copy",  "raised copy",
        "part of it",       "two parts",    "glyphs",         "icons"};
    return kind >= 0 && kind < OUTLINE_KINDS ? names[kind] : "";
}

typedef struct outline_curve {
    int degree;
    double p[4][2];
} outline_curve;

/* splitmix64 */
typedef struct outline_random {
    uint64_t state;
} outline_random;

static OUTLINE_UNUSED uint64_t outline_bits(outline_random *r)
{
    uint64_t z = (r->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static OUTLINE_UNUSED double outline_between(outline_random *r, double low, double high)
{
    return low + (high - low) * ((double)(outline_bits(r) >> 11) / 9007199254740992.0);
}

static OUTLINE_UNUSED int outline_integer(outline_random *r, int low, int high)
{
    return low + (int)(outline_bits(r) % (uint64_t)(high - low + 1));
}

/* A power of ten, its exponent between the two. */
static OUTLINE_UNUSED double outline_small(outline_random *r, double low, double high)
{
    return pow(10, outline_between(r, low, high));
}

/* To the next multiple of the unit. */
static OUTLINE_UNUSED double outline_snap(double x, double unit)
{
    return floor(x / unit + 0.5) * unit;
}

static OUTLINE_UNUSED void outline_round(outline_curve *c, double unit)
{
    int i, k;
    for (i = 0; i <= c->degree; i++)
        for (k = 0; k < 2; k++) c->p[i][k] = outline_snap(c->p[i][k], unit);
}

static OUTLINE_UNUSED void outline_round_float(outline_curve *c)
{
    int i, k;
    for (i = 0; i <= c->degree; i++)
        for (k = 0; k < 2; k++) {
            const volatile float rounded = (float)c->p[i][k];
            c->p[i][k] = (double)rounded;
        }
}

/* A cubic within 0..1000, on whole units or not. */
static OUTLINE_UNUSED outline_curve outline_cubic(outline_random *r)
{
    outline_curve c;
    const int whole = outline_integer(r, 0, 1);
    int i, k;
    c.degree = 3;
    for (i = 0; i < 4; i++)
        for (k = 0; k < 2; k++)
            c.p[i][k] = whole ? (double)outline_integer(r, 0, 1000) : outline_between(r, 0, 1000);
    return c;
}

/* A cubic that bends one way or the other and back, without loops: a side of an outline. */
static OUTLINE_UNUSED outline_curve outline_side(outline_random *r)
{
    const double turn = outline_between(r, -3.2, 3.2), bend = outline_between(r, -1.2, 1.2);
    const double other = outline_between(r, -1.2, 1.2), size = outline_between(r, 200, 1000);
    const double c = cos(turn) * size, s = sin(turn) * size;
    const double first = outline_between(r, 0.15, 0.5), last = outline_between(r, 0.15, 0.5);
    double at[4][2];
    outline_curve side;
    int i;
    at[0][0] = at[0][1] = at[3][1] = 0, at[3][0] = 1;
    at[1][0] = first * cos(bend), at[1][1] = first * sin(bend);
    at[2][0] = 1 - last * cos(other), at[2][1] = last * sin(other);
    side.degree = 3;
    for (i = 0; i < 4; i++) {
        side.p[i][0] = 500 + c * at[i][0] - s * at[i][1];
        side.p[i][1] = 500 + s * at[i][0] + c * at[i][1];
    }
    if (outline_integer(r, 0, 1)) outline_round(&side, 1);
    return side;
}

static OUTLINE_UNUSED void outline_toward(double out[2], const double from[2], const double to[2],
                                          double t)
{
    out[0] = from[0] + t * (to[0] - from[0]), out[1] = from[1] + t * (to[1] - from[1]);
}

/* The part from..to of the curve: the blossom. */
static OUTLINE_UNUSED outline_curve outline_part(const outline_curve *c, double from, double to)
{
    outline_curve part;
    int i, j, k;
    part.degree = c->degree;
    for (i = 0; i <= c->degree; i++) {
        double p[4][2];
        memcpy(p, c->p, sizeof p);
        for (j = 0; j < c->degree; j++)
            for (k = 0; k + j < c->degree; k++)
                outline_toward(p[k], p[k], p[k + 1], j < i ? to : from);
        part.p[i][0] = p[0][0], part.p[i][1] = p[0][1];
    }
    return part;
}

static OUTLINE_UNUSED outline_curve outline_reversed(const outline_curve *c)
{
    outline_curve back;
    int i;
    back.degree = c->degree;
    for (i = 0; i <= c->degree; i++) memcpy(back.p[i], c->p[c->degree - i], sizeof back.p[i]);
    return back;
}

/* The cubic of a quadratic. */
static OUTLINE_UNUSED outline_curve outline_raised(const outline_curve *c)
{
    outline_curve cubic;
    cubic.degree = 3;
    memcpy(cubic.p[0], c->p[0], sizeof cubic.p[0]);
    memcpy(cubic.p[3], c->p[2], sizeof cubic.p[3]);
    outline_toward(cubic.p[1], c->p[0], c->p[1], 2.0 / 3);
    outline_toward(cubic.p[2], c->p[2], c->p[1], 2.0 / 3);
    return cubic;
}

/* The arc of the circle about (500, 500) from an angle on, of at most a quarter. */
static OUTLINE_UNUSED outline_curve outline_arc(double radius, double from, double angle)
{
    const double k = 4.0 / 3 * tan(angle / 4) * radius;
    outline_curve arc;
    int i;
    arc.degree = 3;
    for (i = 0; i < 2; i++) {
        const double a = from + i * angle, c = cos(a), s = sin(a);
        double *end = arc.p[3 * i], *handle = arc.p[1 + i];
        end[0] = 500 + radius * c, end[1] = 500 + radius * s;
        handle[0] = end[0] - (i ? -k : k) * s, handle[1] = end[1] + (i ? -k : k) * c;
    }
    return arc;
}

/* ----- glyphs and icons */

/* Outlines as in cld_path, with their points; all closed. */
typedef struct outline_drawing {
    const char *commands;
    const double *points;
    double size;
} outline_drawing;

enum { OUTLINE_DRAWINGS = 6 };

static OUTLINE_UNUSED outline_drawing outline_drawing_of(int i)
{
    static const double glyph_o[] = {
        500, 0,   224, 0,   40,  196, 40,  490, 40,  784, 224, 980, 500, 980, 776, 980, 960, 784,
        960, 490, 960, 196, 776, 0,   500, 0,   500, 120, 690, 120, 820, 270, 820, 490, 820, 710,
        690, 860, 500, 860, 310, 860, 180, 710, 180, 490, 180, 270, 310, 120, 500, 120};
    static const double glyph_n[] = {
        120, 0,   120, 1040, 300, 1040, 300, 880, 400, 1060, 640, 1060, 860, 1060, 960, 800, 960,
        660, 960, 0,   780,  0,   780,  640, 780, 910, 590,  910, 300,  910, 300,  560, 300, 0};
    static const double glyph_s[] = {820, 760, 780, 860, 660, 920, 510, 920, 330, 920,
                                     230, 850, 230, 740, 230, 640, 310, 590, 520, 550,
                                     780, 500, 900, 420, 900, 250, 900, 80,  740, -20,
                                     500, -20, 270, -20, 120, 80,  90,  240};
    static const double icon_square[] = {
        5,  2, 19, 2,     20.657, 2, 22,     3.343, 22, 5, 22, 19, 22,    20.657, 20.657, 22, 19,
        22, 5, 22, 3.343, 22,     2, 20.657, 2,     19, 2, 5,  2,  3.343, 3.343,  2,      5,  2};
    static const double icon_ring[] = {22, 12, 22,     17.523, 17.523, 22,    12,    22,    6.477,
                                       22, 2,  17.523, 2,      12,     2,     6.477, 6.477, 2,
                                       12, 2,  17.523, 2,      22,     6.477, 22,    12};
    static const double icon_drop[] = {12,    2,    12,   2,     5.5, 9.343, 5.5, 14.5, 5.5,
                                       18.09, 8.41, 21,   12,    21,  15.59, 21,  18.5, 18.09,
                                       18.5,  14.5, 18.5, 9.343, 12,  2,     12,  2};
    const outline_drawing all[OUTLINE_DRAWINGS] = {
        {"MCCCCZMCCCCZ", glyph_o, 1000}, {"MLLQQLLQQLZ", glyph_n, 2048}, {"MCCCCCC", glyph_s, 1000},
        {"MLCLCLCLC", icon_square, 24},  {"MCCCCZ", icon_ring, 24},      {"MCCCCZ", icon_drop, 24}};
    return all[i];
}

/* Piece number n of a drawing, without those that Z makes; how many there are, if n is not one of
   them. */
static OUTLINE_UNUSED int outline_piece(const outline_drawing *d, int n, outline_curve *c)
{
    const double *at = d->points;
    const char *s;
    int i = 0;
    for (s = d->commands; *s; s++) {
        const int degree = *s == 'L' ? 1 : *s == 'Q' ? 2 : *s == 'C' ? 3 : 0;
        if (degree > 0) {
            if (i++ == n) {
                c->degree = degree;
                memcpy(c->p, at - 2, (size_t)(degree + 1) * sizeof c->p[0]);
            }
            at += 2 * degree;
        } else if (*s == 'M') {
            at += 2;
        }
    }
    return i;
}

/* Two pieces of a drawing, the second one rounded to a tenth of its grid, or of the drawing shifted
   by a hundredth or by so many units. */
static OUTLINE_UNUSED void outline_pieces(outline_random *r, const outline_drawing *d,
                                          outline_curve pair[2])
{
    const int count = outline_piece(d, -1, pair), i = outline_integer(r, 0, count - 1);
    const int k = outline_integer(r, 0, 2) ? i : outline_integer(r, 0, count - 1);
    const double shift = outline_integer(r, 0, 2)   ? 0
                         : outline_integer(r, 0, 1) ? 1
                                                    : d->size / 1e4;
    int j;
    (void)outline_piece(d, i, &pair[0]);
    (void)outline_piece(d, k, &pair[1]);
    for (j = 0; j <= pair[1].degree; j++) pair[1].p[j][0] += shift;
    if (outline_integer(r, 0, 1)) { /* exported at another size, with so many digits */
        const double to = outline_integer(r, 0, 1) ? 1.0 / 3 : 0.7,
                     digits = outline_integer(r, 2, 6);
        for (j = 0; j < 8; j++) pair[1].p[j / 2][j % 2] *= to;
        outline_round(&pair[1], pow(10, -digits) * d->size * to);
        for (j = 0; j < 8; j++) pair[1].p[j / 2][j % 2] /= to;
    }
    if (outline_integer(r, 0, 2) == 0) pair[1] = outline_reversed(&pair[1]);
}

/* ----- two curves */

static OUTLINE_UNUSED void outline_copy_rounded(outline_random *r, outline_curve *c)
{
    static const double units[4] = {0, 1e-6, 1e-3, 1};
    const int how = outline_integer(r, 0, 3);
    if (how == 0)
        outline_round_float(c);
    else
        outline_round(c, units[how]);
}

static OUTLINE_UNUSED void outline_share(outline_random *r, int kind, outline_curve pair[2])
{
    const double off =
        outline_integer(r, 0, 1) ? outline_small(r, -5, -1) : outline_between(r, -0.5, 0.8);
    outline_curve *a = &pair[0], *b = &pair[1];
    *a = outline_integer(r, 0, 3) ? outline_side(r) : outline_cubic(r);
    *b = kind == OUTLINE_SHARED_ENDS || kind == OUTLINE_SHARED_CURVATURE ? *a : outline_cubic(r);
    memcpy(b->p[0], a->p[0], sizeof b->p[0]);
    if (kind == OUTLINE_SHARED_TANGENT || kind == OUTLINE_SHARED_ENDS)
        outline_toward(b->p[1], a->p[0], a->p[1], 1 + off);
    if (kind == OUTLINE_SHARED_ENDS)
        outline_toward(b->p[2], a->p[3], a->p[2],
                       1 + outline_integer(r, -1, 1) * outline_between(r, 0, 0.7));
    if (kind == OUTLINE_SHARED_CURVATURE) { /* as far from the tangent as the other's third point */
        b->p[2][0] += off * (a->p[1][0] - a->p[0][0]);
        b->p[2][1] += off * (a->p[1][1] - a->p[0][1]);
    }
    if (outline_integer(r, 0, 1)) outline_round(b, 1.0 / 1024);
    if (outline_integer(r, 0, 2) == 0) *b = outline_reversed(b);
}

static OUTLINE_UNUSED void outline_relate(outline_random *r, int kind, outline_curve pair[2])
{
    outline_curve *a = &pair[0], *b = &pair[1];
    double low = outline_between(r, 0, 1), high = outline_between(r, 0, 1);
    int i;
    if (outline_integer(r, 0, 1)) low = floor(8 * low) / 8, high = floor(8 * high + 1) / 8;
    if (high - low < 0.01) low = 0.25, high = 0.75; /* the wrong way around, too */
    *a = outline_integer(r, 0, 2) ? outline_side(r) : outline_cubic(r);
    *b = *a;
    switch (kind) {
    case OUTLINE_THREE_POINTS:
        i = outline_integer(r, 0, 3);
        b->p[i][0] += outline_between(r, -1, 1) * outline_small(r, -3, 1);
        b->p[i][1] += outline_between(r, -1, 1) * outline_small(r, -3, 1);
        break;
    case OUTLINE_ROUNDED:
        outline_copy_rounded(r, b);
        break;
    case OUTLINE_SHIFTED: {
        const double by = outline_small(r, -6, 1), x = by * outline_integer(r, -1, 1);
        const double y = x != 0 ? by * outline_integer(r, -1, 1) : by;
        for (i = 0; i < 4; i++) b->p[i][0] += x, b->p[i][1] += y;
        break;
    }
    case OUTLINE_REVERSED:
        *b = outline_reversed(a);
        if (outline_integer(r, 0, 1)) outline_copy_rounded(r, b);
        break;
    case OUTLINE_RAISED:
        a->degree = 2;
        *b = outline_raised(a);
        if (outline_integer(r, 0, 2) == 0) outline_copy_rounded(r, b);
        break;
    case OUTLINE_PART:
        *b = outline_part(a, low, high);
        if (outline_integer(r, 0, 1)) outline_copy_rounded(r, b);
        break;
    case OUTLINE_PARTS:
        *b = outline_part(a, outline_integer(r, 0, 1) ? high : low, 1);
        *a = outline_part(a, 0, high);
        if (outline_integer(r, 0, 1)) outline_copy_rounded(r, b);
        break;
    default:
        break;
    }
    if (kind != OUTLINE_COPY && outline_integer(r, 0, 3) == 0) *b = outline_reversed(b);
}

static OUTLINE_UNUSED void outline_place(outline_random *r, int pose, double size,
                                         outline_curve pair[2])
{
    const double c = pose == OUTLINE_THIRTY ? 0.86602540378443865 : 0;
    const double s = pose == OUTLINE_THIRTY ? 0.5 : 1;
    const double shift[2] = {size * outline_between(r, -3, 3), size * outline_between(r, -3, 3)};
    const double by = pose == OUTLINE_FAR_OUT ? 1000 : pose == OUTLINE_MOVED ? 1 : 0;
    int i, k;
    for (k = 0; k < 2; k++)
        for (i = 0; i <= pair[k].degree; i++) {
            double *p = pair[k].p[i];
            const double x = p[0], y = p[1];
            if (pose == OUTLINE_QUARTER || pose == OUTLINE_THIRTY)
                p[0] = c * x - s * y, p[1] = s * x + c * y;
            p[0] += by * shift[0], p[1] += by * shift[1];
        }
}

/* Two curves of a kind, in a pose, times a scale that is a power of two; they are some 1000 in size
   before that (icons 24). */
static OUTLINE_UNUSED void outline_pair_at(outline_random *r, int kind, int pose, double scale,
                                           outline_curve pair[2])
{
    double size = 1000;
    int i, k;
    memset(pair, 0, 2 * sizeof pair[0]);
    if (kind == OUTLINE_UNRELATED) {
        pair[0] = outline_cubic(r), pair[1] = outline_cubic(r);
    } else if (kind <= OUTLINE_SHARED_CURVATURE) {
        outline_share(r, kind, pair);
    } else if (kind == OUTLINE_ARCS) {
        const double radius = outline_integer(r, 1, 500), from = outline_between(r, 0, 6.3);
        pair[0] = outline_arc(radius, from, outline_between(r, 0.1, 1.6));
        pair[1] =
            outline_arc(radius, from + outline_between(r, -1, 1), outline_between(r, 0.1, 1.6));
    } else if (kind == OUTLINE_GLYPH || kind == OUTLINE_ICON) {
        const outline_drawing d =
            outline_drawing_of(outline_integer(r, 0, 2) + (kind == OUTLINE_ICON ? 3 : 0));
        outline_pieces(r, &d, pair);
        size = d.size;
    } else {
        outline_relate(r, kind, pair);
    }
    outline_place(r, pose, size, pair);
    for (k = 0; k < 2; k++) {
        for (i = 0; i < 4; i++)
            if (i > pair[k].degree) pair[k].p[i][0] = pair[k].p[i][1] = 0;
        outline_round(&pair[k], ldexp(1, -40)); /* 2^-50 of 1024 */
        for (i = 0; i < 4; i++) pair[k].p[i][0] *= scale, pair[k].p[i][1] *= scale;
    }
}

/* The same at any scale. */
static OUTLINE_UNUSED void outline_pair(outline_random *r, int kind, int pose,
                                        outline_curve pair[2])
{
    const double scale = ldexp(1, outline_integer(r, -20, 20));
    outline_pair_at(r, kind, pose, scale, pair);
}

#endif
