/* terrain/sections.h, a part of terrain.c: the picture of the patch and cylinders from the side. */

#ifndef TERRAIN_SECTIONS_H
#define TERRAIN_SECTIONS_H

#include "scene.h"

#include <stdarg.h>

/* A part of the picture that shows an upright plane through the patch. */
typedef struct plate {
    FILE *file;
    const cld_heightfield *field;
    double left, top, width, height; /* pixels */
    vec at, along;                   /* in the middle of the plate; the plane's level direction */
    double unit;                     /* pixels a metre */
} plate;

static double pixel_x(const plate *f, vec p)
{
    return f->left + 0.5 * f->width + f->unit * dot(add(p, -1, f->at), f->along);
}

static double pixel_y(const plate *f, vec p)
{
    return f->top + 0.5 * f->height - f->unit * (p.z - f->at.z);
}

/* M or L, then a point. */
static void write_point(const plate *f, char command, vec p)
{
    fprintf(f->file, "%c%.1f %.1f", command, pixel_x(f, p), pixel_y(f, p));
}

static void draw_line(const plate *f, vec p, vec q, const char *class_name)
{
    fprintf(f->file, "<path class=\"%s\" d=\"", class_name);
    write_point(f, 'M', p);
    write_point(f, 'L', q);
    fprintf(f->file, "\"/>\n");
}

static void draw_dot(const plate *f, vec p, double radius, const char *class_name)
{
    fprintf(f->file, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n", class_name,
            pixel_x(f, p), pixel_y(f, p), radius);
}

/* An arrow of so many pixels from a point along d, as it looks from the side. */
static void draw_arrow(const plate *f, vec from, vec d, double pixels, const char *class_name)
{
    const double x = pixel_x(f, from), y = pixel_y(f, from);
    const double dx = pixels * dot(d, f->along) / length(d), dy = -pixels * d.z / length(d);
    const double part = hypot(dx, dy);
    const double ux = dx / part, uy = dy / part, bx = x + dx - 7 * ux, by = y + dy - 7 * uy;
    if (!(part > 8)) return;
    fprintf(f->file,
            "<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\"/>"
            "<path class=\"%s tip\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fz\"/>\n",
            class_name, x, y, bx, by, class_name, x + dx, y + dy, bx - 3.5 * uy, by + 3.5 * ux,
            bx + 3.5 * uy, by - 3.5 * ux);
}

/* Words, some pixels beside a point; printf's format. */
static void draw_words(const plate *f, vec at, double x, double y, const char *format, ...)
{
    va_list arguments;
    fprintf(f->file, "<text class=\"number\" x=\"%.1f\" y=\"%.1f\">", pixel_x(f, at) + x,
            pixel_y(f, at) + y);
    va_start(arguments, format);
    vfprintf(f->file, format, arguments);
    va_end(arguments);
    fprintf(f->file, "</text>\n");
}

/* The highest ground at s metres along the plane, within `aside` of it; NaN if there is a hole. For
   bodies that are round across the plane, the ground beside it is lowered by as much as a circle of
   radius `round` rises there: what such a body can meet. */
static double ground_at(const plate *f, double s, double aside, double round)
{
    enum { STRIPS = 24 };
    const vec across = vector(-f->along.y, f->along.x, 0), at = add(f->at, s, f->along);
    double most = surface(f->field, at.x, at.y);
    for (int k = -STRIPS; k <= STRIPS && aside > 0 && most == most; k++) {
        const double w = aside * k / STRIPS;
        const vec p = add(at, w, across);
        const double lower = round > 0 ? round - sqrt(fmax(round * round - w * w, 0)) : 0;
        most = fmax(most, surface(f->field, p.x, p.y) - lower);
    }
    return most;
}

/* The ground as ground_at says, and all below it; where there is a hole, nothing. */
static void draw_ground(const plate *f, double aside, double round, const char *class_name)
{
    const int steps = (int)(f->width / 2);
    double last_s = 0;
    int open = 0;
    fprintf(f->file, "<path class=\"%s\" d=\"", class_name);
    for (int i = 0; i <= steps + 1; i++) {
        const double s = (i - 0.5 * steps) * f->width / steps / f->unit;
        const double z = i > steps ? (double)NAN : ground_at(f, s, aside, round);
        vec p = add(f->at, s, f->along), low = add(f->at, last_s, f->along);
        p.z = z;
        if (z == z) {
            if (!open) {
                vec foot = p;
                foot.z = f->at.z - f->height / f->unit;
                write_point(f, 'M', foot);
            }
            write_point(f, 'L', p);
        } else if (open) {
            low.z = f->at.z - f->height / f->unit;
            write_point(f, 'L', low);
            fprintf(f->file, "z");
        }
        open = z == z, last_s = s;
    }
    fprintf(f->file, "\"/>\n");
}

/* The point of a cylinder that is farthest in a direction. */
static vec farthest(const cld_cylinder *c, vec d)
{
    const vec axis = unit(from_cld(c->axis)), centre = from_cld(c->centre);
    const double along = dot(d, axis), h = (double)c->half_height;
    const vec end = add(centre, along > 0 ? h : -h, axis), across = add(d, -along, axis);
    const double size = length(across);
    return size > 1e-9 ? add(end, (double)c->radius / size, across) : end;
}

/* A cylinder as it looks from the side: its outline, and its rims where they are ovals. */
static void draw_cylinder(const plate *f, int kind, const cld_cylinder *c, const char *look)
{
    static const char *const names[KINDS] = {"wheel", "barrel", "coin"};
    const vec up = vector(0, 0, 1);
    fprintf(f->file, "<path class=\"%s %s\" d=\"", names[kind], look);
    for (int k = 0; k < 90; k++) {
        const double turn = 2 * PI * (k + 0.5) / 90;
        write_point(f, k ? 'L' : 'M', farthest(c, add(scale(cos(turn), f->along), sin(turn), up)));
    }
    for (int end = 0; end < 2; end++)
        for (int k = 0; k <= 64; k += 2)
            write_point(f, k ? 'L' : 'M', rim_point(c, (k + end) % 64));
    fprintf(f->file, "\"/>\n");
}

/* Would an arrow of 34 pixels from contact k lie on that of contact i, or cross it? */
static int covers(const plate *f, const cld_contact *i, const cld_contact *k)
{
    const vec p = from_cld(i->point_b), q = from_cld(k->point_b);
    const double base = pixel_x(f, q) - pixel_x(f, p);
    const double turn = dot(add(from_cld(i->normal), -1, from_cld(k->normal)), f->along);
    const double tip = base + 34 * turn;
    return hypot(base, pixel_y(f, q) - pixel_y(f, p)) < 34 &&
           (fabs(tip) < 9 || (base > 0) != (tip > 0) || fabs(base) + fabs(tip) < 16);
}

/* Contact points, how deep they are, and the way against the normal, out of the ground: of those
   that would lie on each other the first one's. */
static void draw_contacts(const plate *f, const cld_contact *c, int count)
{
    int drawn[CLD_HEIGHTFIELD_CONTACTS], n = 0;
    for (int i = 0; i < count; i++) {
        int hidden = 0;
        draw_line(f, from_cld(c[i].point_a), from_cld(c[i].point_b), "depth");
        for (int k = 0; k < n; k++) hidden |= covers(f, &c[drawn[k]], &c[i]);
        if (hidden) continue;
        drawn[n++] = i;
        draw_arrow(f, from_cld(c[i].point_b), scale(-1, from_cld(c[i].normal)), i ? 34 : 46,
                   "contact");
    }
    for (int i = count - 1; i >= 0; i--)
        draw_dot(f, from_cld(c[i].point_a), i ? 2.4 : 3.2, "contact");
}

/* A frame, a title, a line that says what is to be seen. The plane goes through the surface at
   (x, y); `lift` metres above that are in the middle. */
static void begin_plate(plate *f, double left, double top, double width, double height,
                        const char *title, const char *words)
{
    f->left = left, f->top = top, f->width = width, f->height = height;
    fprintf(f->file,
            "<text class=\"title\" x=\"%.0f\" y=\"%.0f\">%s</text>"
            "<text class=\"words\" x=\"%.0f\" y=\"%.0f\">%s</text>\n"
            "<clipPath id=\"p%.0f-%.0f\"><rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" "
            "height=\"%.0f\"/></clipPath><g clip-path=\"url(#p%.0f-%.0f)\">"
            "<rect class=\"sky\" x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\"/>\n",
            left + 2, top - 24, title, left + 2, top - 8, words, left, top, left, top, width,
            height, left, top, left, top, width, height);
}

static void end_plate(const plate *f)
{
    fprintf(f->file,
            "</g><rect class=\"plate\" x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\"/>\n",
            f->left, f->top, f->width, f->height);
}

/* Where the plate's plane is: through the ground at (x, y), in a direction; in the middle of the
   plate is what is `lift` above that. */
static void place_plate(plate *f, double x, double y, double degrees, double lift, double pixels)
{
    const double ground = surface(f->field, x, y), turn = degrees * PI / 180;
    f->at = vector(x, y, (ground == ground ? ground : 0) + lift);
    f->along = vector(cos(turn), sin(turn), 0);
    f->unit = pixels;
}

/* The wheel goes across the patch: wherever it is, it is let down until it touches. */
static void plate_wheel(plate *f, double left, double top, double width, double height)
{
    const double aside = 0.5 * kinds[WHEEL].height;
    const vec axle = vector(-f->along.y, f->along.x, 0);
    placed p;
    begin_plate(f, left, top, width, height, "A wheel, let down at each step of its way",
                "dark: the section through its middle. light: the highest ground within its width. "
                "At eight places it is pressed in by 25 mm; blue: contacts and the ways out. "
                "Dashed: the way of its axle.");
    draw_ground(f, aside, 0, "ground near");
    draw_ground(f, 0, 0, "ground");
    fprintf(f->file, "<path class=\"way\" d=\"");
    for (int i = -180; i <= 180; i++) {
        const vec at = add(f->at, i * width / f->unit / 360, f->along);
        if (!drop(f->field, WHEEL, 1, at.x, at.y, axle, 0, &p)) continue;
        write_point(f, i > -180 ? 'L' : 'M', from_cld(p.cylinder.centre));
    }
    fprintf(f->file, "\"/>\n");
    for (int i = 0; i < 8; i++) {
        const vec at = add(f->at, ((i + 0.5) / 8 - 0.5) * width / f->unit, f->along);
        if (!drop(f->field, WHEEL, 1, at.x, at.y, axle, 0.025, &p)) continue;
        draw_cylinder(f, WHEEL, &p.cylinder, "body");
        draw_dot(f, from_cld(p.cylinder.centre), 2.5, "axle");
        draw_contacts(f, p.contacts, p.count);
    }
    end_plate(f);
}

/* A direction in the plane of the plate: 0 degrees level, 90 upwards. */
static vec tilted(const plate *f, double degrees)
{
    const double turn = degrees * PI / 180;
    return add(scale(cos(turn), f->along), sin(turn), vector(0, 0, 1));
}

/* A body that is dropped at s metres along the plane, pressed in, drawn with its contacts. */
static void put(const plate *f, int kind, double s, double degrees, double press)
{
    const vec at = add(f->at, s, f->along);
    placed p;
    if (!drop(f->field, kind, 1, at.x, at.y, tilted(f, degrees), press, &p)) return;
    draw_cylinder(f, kind, &p.cylinder, "body");
    draw_contacts(f, p.contacts, p.count);
    if (p.count)
        draw_words(f, from_cld(p.cylinder.centre), -16, -4, "%.1f mm",
                   -1e3 * (double)p.contacts[0].distance);
}

static void plate_barrels(plate *f, double left, double top, double width, double height)
{
    begin_plate(f, left, top, width, height, "Barrels: lying, leaning, standing",
                "pressed in by 25 mm; the number: how deep along the first way out.");
    place_plate(f, 14, 22, 15, 0.35, 118);
    draw_ground(f, kinds[BARREL].radius, kinds[BARREL].radius, "ground near");
    draw_ground(f, 0, 0, "ground");
    put(f, BARREL, -1.1, 4, 0.025);
    put(f, BARREL, 0, 40, 0.025);
    put(f, BARREL, 0.95, 80, 0.025);
    end_plate(f);
}

static void plate_coins(plate *f, double left, double top, double width, double height)
{
    begin_plate(f, left, top, width, height, "Coins: flat, leaning",
                "pressed in by 20 mm. They are 50 mm thick, and seen edge-on.");
    place_plate(f, 47, 12, 100, 0.55, 88);
    draw_ground(f, 0.8, kinds[COIN].radius, "ground near");
    draw_ground(f, 0, 0, "ground");
    put(f, COIN, -1.05, 90, 0.02);
    put(f, COIN, 0.55, 20, 0.02);
    put(f, COIN, 1.45, 140, 0.02);
    end_plate(f);
}

/* Deep below ground the way out is upwards; moved along it, the body is free. */
static void plate_buried(plate *f, double left, double top, double width, double height)
{
    static const double at[4][3] = {
        {-1.3, 0.1, 0}, {-0.45, 0.35, 1}, {0.45, 0.6, 0}, {1.3, 0.85, 1}};
    begin_plate(f, left, top, width, height, "Buried: the way out at any depth",
                "dashed: moved out by the first contact, which leads upwards.");
    place_plate(f, 30, 30, 0, -0.25, 108);
    draw_ground(f, 0.5 * kinds[WHEEL].height, 0, "ground near");
    draw_ground(f, 0, 0, "ground");
    for (int i = 0; i < 4; i++) {
        const vec axle = vector(-f->along.y, f->along.x, 0);
        const int kind = at[i][2] > 0 ? BARREL : WHEEL;
        vec p = add(f->at, at[i][0], f->along);
        cld_contact c[CLD_HEIGHTFIELD_CONTACTS];
        cld_cylinder one, out;
        p.z = surface(f->field, p.x, p.y) - at[i][1];
        one = cylinder(kind, 1, p, kind == WHEEL ? axle : tilted(f, 30));
        draw_cylinder(f, kind, &one, "body");
        if (!check(cld_heightfield_collide_cylinder(f->field, &one, 0, c, 1))) continue;
        out = moved(&one, (double)c[0].distance, from_cld(c[0].normal));
        draw_cylinder(f, kind, &out, "body ghost");
        draw_line(f, from_cld(c[0].point_a), from_cld(c[0].point_b), "depth");
        draw_arrow(f, from_cld(c[0].point_b), scale(-1, from_cld(c[0].normal)), 26, "contact");
        draw_dot(f, from_cld(c[0].point_a), 3.2, "contact");
        draw_words(f, p, -12, 4, "%.3f", -(double)c[0].distance);
    }
    end_plate(f);
}

/* Distances, and contacts that are within a margin. */
static void plate_apart(plate *f, double left, double top, double width, double height)
{
    static const double at[3][4] = {
        {WHEEL, -1.2, 0.55, 0}, {COIN, -0.05, 0.93, 70}, {BARREL, 1.1, 0.62, 24}};
    begin_plate(f, left, top, width, height, "Apart: distance, contacts within a margin",
                "red: closest points. blue: contacts that are less than 0.3 m apart.");
    place_plate(f, 50, 50, 60, 0.55, 108);
    draw_ground(f, 0.5 * kinds[WHEEL].height, 0, "ground near");
    draw_ground(f, 0, 0, "ground");
    for (int i = 0; i < 3; i++) {
        const int kind = (int)at[i][0];
        const vec axle = vector(-f->along.y, f->along.x, 0);
        vec p = add(f->at, at[i][1], f->along);
        cld_contact c[CLD_HEIGHTFIELD_CONTACTS], closest;
        cld_cylinder one;
        int count;
        p.z = surface(f->field, p.x, p.y) + at[i][2];
        one = cylinder(kind, 1, p, kind == WHEEL ? axle : tilted(f, at[i][3]));
        draw_cylinder(f, kind, &one, "body");
        count = check(cld_heightfield_collide_cylinder(f->field, &one, (cld_real)0.3, c,
                                                       CLD_HEIGHTFIELD_CONTACTS));
        for (int k = 0; k < count; k++) {
            draw_line(f, from_cld(c[k].point_a), from_cld(c[k].point_b), "maybe");
            draw_dot(f, from_cld(c[k].point_a), 2.4, "contact");
            draw_dot(f, from_cld(c[k].point_b), 2.4, "contact");
        }
        if (!check(cld_heightfield_distance_cylinder(f->field, &one, 10, &closest))) continue;
        draw_line(f, from_cld(closest.point_a), from_cld(closest.point_b), "gap");
        draw_dot(f, from_cld(closest.point_a), 3, "gap");
        draw_dot(f, from_cld(closest.point_b), 3, "gap");
        draw_words(f, from_cld(closest.point_a), 8, 14, "%.3f", (double)closest.distance);
    }
    end_plate(f);
}

/* What moves, however thin, stops at the ground. */
static void plate_sweep(plate *f, double left, double top, double width, double height)
{
    static const double ways[3][6] = {/* kind, from, degrees; way */
                                      {COIN, -1.1, 1.75, 20, 0.35, -3.5},
                                      {COIN, -0.55, 0.95, 80, 3.2, -0.9},
                                      {WHEEL, 0.6, 2.0, 0, 1.3, -2.9}};
    begin_plate(f, left, top, width, height, "First contact on the way",
                "faint: the start. dashed: the end, unhindered. blue: where it touches.");
    place_plate(f, 22, 47, 20, 0.75, 92);
    draw_ground(f, 0.5 * kinds[WHEEL].height, 0, "ground near");
    draw_ground(f, 0, 0, "ground");
    for (int i = 0; i < 3; i++) {
        const double *k = ways[i];
        const int kind = (int)k[0];
        const vec axle = vector(-f->along.y, f->along.x, 0);
        const vec way = add(scale(k[4], f->along), k[5], vector(0, 0, 1));
        const vec from = add(add(f->at, k[1], f->along), k[2] - 0.75, vector(0, 0, 1));
        cld_cylinder one = cylinder(kind, 1, from, kind == WHEEL ? axle : tilted(f, k[3])), there;
        cld_heightfield_hit hit;
        vec at;
        draw_cylinder(f, kind, &one, "body faint");
        there = moved(&one, 1, way);
        draw_cylinder(f, kind, &there, "body ghost");
        draw_line(f, from, add(from, 1, way), "move");
        if (!check(cld_heightfield_sweep_cylinder(f->field, &one, to_cld(way), &hit))) continue;
        there = moved(&one, (double)hit.time, way);
        draw_cylinder(f, kind, &there, "body");
        at = from_cld(hit.contact.point_a);
        draw_arrow(f, at, scale(-1, from_cld(hit.contact.normal)), 40, "contact");
        draw_dot(f, at, 3.2, "contact");
        draw_words(f, from_cld(there.centre), -22, -8, "t = %.3f", (double)hit.time);
    }
    end_plate(f);
}

/* A lamp above the shaft: heights that are not there let light through. */
static void plate_rays(plate *f, double left, double top, double width, double height)
{
    enum { RAYS = 90 };
    vec lamp;
    begin_plate(f, left, top, width, height, "Rays, normals, a shaft without ground",
                "yellow: rays from a lamp. What meets the shaft goes on for ever.");
    place_plate(f, SHAFT_X - 1.2 * SHAFT_RADIUS, SHAFT_Y, 0, 0.2, 74);
    f->at = add(f->at, 1.1, f->along);
    lamp = add(add(f->at, 0.9, vector(0, 0, 1)), -0.4, f->along);
    draw_ground(f, 0, 0, "ground");
    for (int i = 0; i < RAYS; i++) {
        const vec d = tilted(f, 360.0 * i / RAYS);
        cld_heightfield_point p;
        vec at = add(lamp, 8, d);
        const int hit = check(cld_heightfield_raycast(f->field, to_cld(lamp), to_cld(d), 8, &p));
        if (hit) at = from_cld(p.point);
        draw_line(f, lamp, at, "ray");
        if (!hit) continue;
        draw_line(f, at, add(at, 0.2, from_cld(p.normal)), "normal");
        draw_dot(f, at, 2, "normal");
    }
    draw_dot(f, lamp, 6, "lamp");
    end_plate(f);
}

static const char style[] =
    "<style>\n"
    "text{fill:#222}\n"
    "path{stroke-linejoin:round}\n"
    ".top{font-size:24px;font-weight:bold}\n"
    ".title{font-size:15px;font-weight:bold}\n"
    ".words{font-size:12px;fill:#666}\n"
    ".number{font-size:11px;font-weight:bold;stroke:#fff;stroke-width:3;paint-order:stroke}\n"
    ".sky{fill:#f4f7f9}\n"
    ".plate{fill:none;stroke:#cfc9be}\n"
    ".ground{fill:#a58a6c;stroke:#5b4630;stroke-width:1.2}\n"
    ".near{fill:#d9c6a5;stroke:#b89b6e;stroke-width:1}\n"
    ".body{stroke-width:1.5;fill-opacity:.28}\n"
    ".wheel{fill:#30638e;stroke:#1d4568}\n"
    ".barrel{fill:#cc4d30;stroke:#8a2f1a}\n"
    ".coin{fill:#e0a526;stroke:#8a6410}\n"
    ".ghost{fill-opacity:.04;stroke-dasharray:5 4;stroke-width:1.1}\n"
    ".faint{fill-opacity:.12;stroke-opacity:.45;stroke-width:1.2}\n"
    ".way{fill:none;stroke:#30638e;stroke-width:1.2;stroke-dasharray:5 4}\n"
    ".axle{fill:#1d4568}\n"
    "circle{stroke:#fff;stroke-width:.7}\n"
    "path.contact{fill:none;stroke:#1237c9;stroke-width:1.7}\n"
    "path.depth{fill:none;stroke:#d3122a;stroke-width:2.4}\n"
    "path.maybe{stroke:#1237c9;stroke-width:1.2;stroke-dasharray:3 3}\n"
    "path.move{stroke:#666;stroke-width:1;stroke-dasharray:2 3}\n"
    ".ray{stroke:#e9b949;stroke-width:.9}\n"
    "path.normal{stroke:#1237c9;stroke-width:1.2}\n"
    "circle.normal{fill:#1237c9}\n"
    ".lamp{fill:#ffd54a;stroke:#a47500;stroke-width:1.2}\n"
    "path.gap{fill:none;stroke:#d3122a;stroke-width:1.7}\n"
    "circle.gap{fill:#d3122a}\n"
    "circle.contact{fill:#1237c9}\n"
    "path.contact.tip{fill:#1237c9;stroke:none}\n"
    "</style>\n";

static int draw_sections(scene *s, const char *path)
{
    static void (*const plates[6])(plate *, double, double, double, double) = {
        plate_barrels, plate_coins, plate_buried, plate_apart, plate_sweep, plate_rays};
    plate f;
    f.file = fopen(path, "w");
    f.field = &s->patch;
    if (!f.file) {
        fprintf(stderr, "cannot write %s\n", path);
        return 0;
    }
    fprintf(
        f.file,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1280 1180\" "
        "font-family=\"sans-serif\">\n%s<rect width=\"1280\" height=\"1180\" fill=\"#fff\"/>\n"
        "<text class=\"top\" x=\"18\" y=\"40\">Cylinders on a mountainside, seen from the side: "
        "what collide.h answers about terrain</text>\n",
        style);
    place_plate(&f, 20, 20, 0, 0.5, 170);
    plate_wheel(&f, 16, 100, 1248, 350);
    for (int i = 0; i < 6; i++) plates[i](&f, 16 + 424 * (i % 3), 520 + 350 * (i / 3), 400, 290);
    fprintf(f.file, "</svg>\n");
    return fclose(f.file) == 0;
}

#endif /* TERRAIN_SECTIONS_H */
