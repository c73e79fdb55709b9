// lib2geom (Inkscape's) among those who race with curves and paths. Its own precision for
// intersections is EPSILON, 1e-6; a hit is a pair of parameters, the move being a line segment.
#include <2geom/bezier-curve.h>
#include <2geom/path-sink.h>
#include <2geom/pathvector.h>
#include <2geom/sbasis-geometric.h>
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>
#include "frame.hpp"
#include "bezier.h"

namespace g = Geom;

namespace
{

g::Point point(bezier_point p)
{
    return g::Point(p.x, p.y);
}

struct pairs {
    std::vector<g::CubicBezier> curves, others;
    std::vector<g::LineSegment> moves, chords;
    std::vector<g::Point> from;
};

void *pairs_build(const void *scene)
{
    auto *s = static_cast<const bezier_pairs *>(scene);
    auto *mine = new pairs;
    for (int q = 0; q < s->count; ++q) {
        const bezier_point *p = s->curves[q].p, *o = s->others[q].p;
        mine->curves.emplace_back(point(p[0]), point(p[1]), point(p[2]), point(p[3]));
        mine->others.emplace_back(point(o[0]), point(o[1]), point(o[2]), point(o[3]));
        mine->chords.emplace_back(point(p[0]), point(p[3]));
        mine->moves.emplace_back(point(s->from[q]), point(s->to[q]));
        mine->from.push_back(point(s->from[q]));
    }
    return mine;
}

void pairs_end(void *built)
{
    delete static_cast<pairs *>(built);
}

template <typename Curves>
void sweep(const pairs *mine, const Curves &curves, int first, int count, bezier_hit *out)
{
    for (int q = first; q < first + count; ++q) {
        double time = 2;
        for (const auto &hit : curves[q].intersect(mine->moves[q]))
            time = std::min(time, double(hit.second));
        out[q] = {time <= 1, time, 0};
    }
}

void run_segment(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<const pairs *>(built);
    sweep(mine, mine->chords, first, count, static_cast<bezier_hit *>(answers));
}

void run_sweep(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<const pairs *>(built);
    sweep(mine, mine->curves, first, count, static_cast<bezier_hit *>(answers));
}

// What lies across the move, as a polynomial in Bernstein form: its roots, then the times.
void run_roots(const pairs &mine, int q, bezier_hit &out)
{
    g::Point a = mine.moves[q].initialPoint(), d = mine.moves[q].finalPoint() - a;
    g::Bezier y(g::Bezier::Order(3)), x(g::Bezier::Order(3));
    double time = 2, square = g::dot(d, d);
    for (unsigned i = 0; i < 4; ++i) {
        g::Point p = mine.curves[q].controlPoint(i) - a;
        y[i] = g::cross(d, p), x[i] = g::dot(d, p);
    }
    for (double root : y.roots()) {
        double t = x.valueAt(root) / square;
        if (t >= 0 && t < time) time = t;
    }
    out = {time <= 1, time, 0};
}

void run_all_hits(const pairs &mine, int q, bezier_hits &out)
{
    out.count = 0;
    for (const auto &hit : mine.curves[q].intersect(mine.moves[q]))
        if (out.count < BEZIER_MOST) out.a[out.count++] = hit.second;
}

void run_closest(const pairs &mine, int q, bezier_value &out)
{
    const auto &c = mine.curves[q];
    out.v[0] = g::distance(c.pointAt(c.nearestTime(mine.from[q])), mine.from[q]);
    out.found = 1;
}

void run_meet(const pairs &mine, int q, bezier_hits &out)
{
    bezier_hits &o = out;
    o.count = 0;
    for (const auto &hit : mine.curves[q].intersect(mine.others[q])) {
        if (o.count == BEZIER_MOST) break;
        o.a[o.count] = o.a_to[o.count] = hit.first;
        o.b[o.count++] = hit.second;
    }
}

void run_self(const pairs &mine, int q, bezier_hits &out)
{
    bezier_hits &o = out;
    o.count = 0;
    for (const auto &hit : mine.curves[q].intersectSelf()) {
        if (o.count == BEZIER_MOST) break;
        o.a[o.count] = o.a_to[o.count] = std::min(hit.first, hit.second);
        o.b[o.count++] = std::max(hit.first, hit.second);
    }
}

void run_length(const pairs &mine, int q, bezier_value &out)
{
    out.v[0] = mine.curves[q].length(1e-6);
    out.found = 1;
}

void run_bounds(const pairs &mine, int q, bezier_value &out)
{
    g::OptRect box = mine.curves[q].boundsExact();
    out = {1, {box->left(), box->top(), box->right(), box->bottom()}};
}

// ---- paths ----

struct path {
    g::PathVector paths;
    std::vector<g::Path> moves;
    std::vector<g::Point> from;
};

g::PathVector paths_from(const bezier_path *s)
{
    g::PathBuilder builder;
    const bezier_point *p = s->points;
    for (size_t i = 0; i < s->command_count; ++i) switch (s->commands[i]) {
        case 'M':
            builder.moveTo(point(p[0])), p += 1;
            break;
        case 'L':
            builder.lineTo(point(p[0])), p += 1;
            break;
        case 'Q':
            builder.quadTo(point(p[0]), point(p[1])), p += 2;
            break;
        case 'C':
            builder.curveTo(point(p[0]), point(p[1]), point(p[2])), p += 3;
            break;
        default:
            builder.closePath();
        }
    builder.flush();
    return builder.peek();
}

void *path_build(const void *scene)
{
    auto *s = static_cast<const bezier_path *>(scene);
    auto *mine = new path;
    mine->paths = paths_from(s);
    for (int q = 0; q < s->count; ++q) {
        g::Path move(point(s->from[q]));
        move.appendNew<g::LineSegment>(point(s->to[q]));
        mine->moves.push_back(move);
        mine->from.push_back(point(s->from[q]));
    }
    return mine;
}

// All pieces are looked at for each move: not for long paths.
void *short_path_build(const void *scene)
{
    if (static_cast<const bezier_path *>(scene)->piece_count > 1000) return nullptr;
    return path_build(scene);
}

void path_end(void *built)
{
    delete static_cast<path *>(built);
}

void run_path_sweep(const path &mine, int q, bezier_hit &out)
{
    double time = 2;
    for (const auto &hit : mine.paths[0].intersect(mine.moves[q]))
        time = std::min(time, hit.second.asFlatTime());
    out = {time <= 1, time, 0};
}

void run_path_closest(const path &mine, int q, bezier_value &out)
{
    out.found = mine.paths.nearestTime(mine.from[q], &out.v[0]) ? 1 : -1;
}

void run_path_winding(const path &mine, int q, bezier_value &out)
{
    out.v[0] = mine.paths.winding(mine.from[q]);
    out.found = 1;
}

void run_path_length(const path &mine, int q, bezier_value &out)
{
    double length = 0;
    for (const auto &curve : mine.paths[0]) length += curve.length(1e-6);
    out.v[0] = length, out.found = 1;
}

} // namespace

extern "C" void peers_bezier_lib2geom(peer_list *list)
{
    auto pairs = [list](const char *who, const char *question, const char *how,
                        void (*run)(void *, int, int, void *)) {
        peers_add(list, who, question, how, PEERS_DOUBLE, pairs_build, run, pairs_end);
    };
    auto path = [list](const char *question, const char *how, void *(*build)(const void *),
                       void (*run)(void *, int, int, void *)) {
        peers_add(list, "lib2geom", question, how, PEERS_DOUBLE, build, run, path_end);
    };
    const char *intersect = "CubicBezier::intersect(LineSegment), precision 1e-6, as by default";
    const char *roots = "Bezier::roots() of what lies across the move, then the times";
    pairs("lib2geom", "segment", "LineSegment::intersect", run_segment);
    pairs("lib2geom", "sweep", intersect, run_sweep);
    pairs("lib2geom roots", "sweep", roots, peers::run<run_roots>);
    pairs("lib2geom roots", "batch", roots, peers::run<run_roots>);
    pairs("lib2geom", "all hits", intersect, peers::run<run_all_hits>);
    pairs("lib2geom", "closest", "CubicBezier::nearestTime", peers::run<run_closest>);
    pairs("lib2geom", "meet", "CubicBezier::intersect, precision 1e-6: points, no parts",
          peers::run<run_meet>);
    pairs("lib2geom", "self", "CubicBezier::intersectSelf, precision 1e-6", peers::run<run_self>);
    pairs("lib2geom", "length", "CubicBezier::length(1e-6)", peers::run<run_length>);
    pairs("lib2geom", "bounds", "CubicBezier::boundsExact", peers::run<run_bounds>);
    path("path sweep", "Path::intersect, up to 1000 pieces: looks at all of them", short_path_build,
         peers::run<run_path_sweep>);
    path("path closest", "PathVector::nearestTime", path_build, peers::run<run_path_closest>);
    path("path winding", "PathVector::winding", path_build, peers::run<run_path_winding>);
    path("path length", "Curve::length(1e-6) of each piece", path_build,
         peers::run<run_path_length>);
}
