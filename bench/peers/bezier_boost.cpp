// Boost.Geometry among those who race with curves and paths: linestrings of chords in double, and a
// packed R*-tree of a path's segments.
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/segment.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <algorithm>
#include <cmath>
#include <vector>
#include "frame.hpp"
#include "bezier.h"

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

namespace
{

using point = bg::model::d2::point_xy<double>;
using segment = bg::model::segment<point>;
using linestring = bg::model::linestring<point>;
using box = bg::model::box<point>;
using polygon = bg::model::polygon<point, false>;

point point_from(bezier_point p)
{
    return point(p.x, p.y);
}

segment segment_from(bezier_point a, bezier_point b)
{
    return segment(point_from(a), point_from(b));
}

// When a mover along the segment is at the point.
double time_of(const segment &move, const point &p)
{
    double dx = move.second.x() - move.first.x(), dy = move.second.y() - move.first.y();
    if (dx == 0 && dy == 0) return 0;
    double t = std::fabs(dx) > std::fabs(dy) ? (p.x() - move.first.x()) / dx
                                             : (p.y() - move.first.y()) / dy;
    return std::min(1., std::max(0., t));
}

double first_time(const segment &move, const segment &other, std::vector<point> &points)
{
    double time = 2;
    points.clear();
    bg::intersection(move, other, points);
    for (const point &p : points) time = std::min(time, time_of(move, p));
    return time;
}

// ---- curves ----

struct pairs {
    std::vector<linestring> curves;
    std::vector<box> boxes;
    std::vector<segment> edges, chords, moves;
    std::vector<point> from;
};

void *pairs_build(const void *scene)
{
    auto *s = static_cast<const bezier_pairs *>(scene);
    auto *mine = new pairs;
    for (int q = 0; q < s->count; ++q) {
        const bezier_point *flat = s->flat + size_t(q) * (BEZIER_CHORDS_CUBIC + 1);
        linestring line;
        for (int i = 0; i <= BEZIER_CHORDS_CUBIC; ++i) line.push_back(point_from(flat[i]));
        for (int i = 0; i < BEZIER_CHORDS_CUBIC; ++i)
            mine->edges.push_back(segment_from(flat[i], flat[i + 1]));
        mine->boxes.push_back(bg::return_envelope<box>(line));
        mine->curves.push_back(line);
        mine->chords.push_back(segment_from(s->curves[q].p[0], s->curves[q].p[3]));
        mine->moves.push_back(segment_from(s->from[q], s->to[q]));
        mine->from.push_back(point_from(s->from[q]));
    }
    return mine;
}

void pairs_end(void *built)
{
    delete static_cast<pairs *>(built);
}

void run_segment(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<const pairs *>(built);
    auto *out = static_cast<bezier_hit *>(answers);
    std::vector<point> points;
    for (int q = first; q < first + count; ++q) {
        double time = first_time(mine->moves[q], mine->chords[q], points);
        out[q] = {time <= 1, time, 0};
    }
}

void run_sweep(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<const pairs *>(built);
    auto *out = static_cast<bezier_hit *>(answers);
    std::vector<point> points;
    for (int q = first; q < first + count; ++q) {
        out[q] = {0, 2, 0};
        if (!bg::intersects(mine->moves[q], mine->boxes[q])) continue;
        for (size_t i = 0; i < BEZIER_CHORDS_CUBIC; ++i) {
            const segment &edge = mine->edges[size_t(q) * BEZIER_CHORDS_CUBIC + i];
            out[q].time = std::min(out[q].time, first_time(mine->moves[q], edge, points));
        }
        out[q].found = out[q].time <= 1;
    }
}

void run_closest(const pairs &mine, int q, bezier_value &out)
{
    out.v[0] = bg::distance(mine.from[q], mine.curves[q]);
    out.found = 1;
}

// ---- paths ----

struct path {
    bgi::rtree<segment, bgi::rstar<16>> tree;
    polygon area;
    const bezier_path *scene;
};

void *path_build(const void *scene)
{
    auto *s = static_cast<const bezier_path *>(scene);
    auto *mine = new path;
    std::vector<segment> edges;
    mine->scene = s;
    for (int i = 0; i + 1 < s->flat_count; ++i)
        edges.push_back(segment_from(s->flat[i], s->flat[i + 1]));
    for (int i = 0; i < s->flat_count; ++i) mine->area.outer().push_back(point_from(s->flat[i]));
    mine->tree = bgi::rtree<segment, bgi::rstar<16>>(edges);
    return mine;
}

void path_end(void *built)
{
    delete static_cast<path *>(built);
}

double first_of_tree(const path *mine, const segment &move, std::vector<point> &points)
{
    double time = 2;
    for (auto it = mine->tree.qbegin(bgi::intersects(move)); it != mine->tree.qend(); ++it)
        time = std::min(time, first_time(move, *it, points));
    return time;
}

void run_path_sweep(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<const path *>(built);
    auto *out = static_cast<bezier_hit *>(answers);
    std::vector<point> points;
    for (int q = first; q < first + count; ++q) {
        segment move = segment_from(mine->scene->from[q], mine->scene->to[q]);
        double time = first_of_tree(mine, move, points);
        out[q] = {time <= 1, time, 0};
    }
}

void run_path_points(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<const path *>(built);
    auto *out = static_cast<bezier_hit *>(answers);
    std::vector<point> points;
    const bezier_path *s = mine->scene;
    for (int q = first; q < first + count; ++q) {
        double dx = s->to[q].x - s->from[q].x, dy = s->to[q].y - s->from[q].y, time = 2;
        for (int k = 0; k < s->movers; ++k) {
            bezier_point a = s->bodies[q * s->movers + k], b = {a.x + dx, a.y + dy};
            time = std::min(time, first_of_tree(mine, segment_from(a, b), points));
        }
        out[q] = {time <= 1, time, 0};
    }
}

void run_path_closest(const path &mine, int q, bezier_value &out)
{
    point p = point_from(mine.scene->from[q]);
    auto it = mine.tree.qbegin(bgi::nearest(p, 1));
    out.v[0] = bg::distance(p, *it), out.found = 1;
}

void run_path_winding(const path &mine, int q, bezier_value &out)
{
    out.v[0] = bg::covered_by(point_from(mine.scene->from[q]), mine.area);
    out.found = 1;
}

} // namespace

extern "C" void peers_bezier_boost(peer_list *list)
{
    auto pairs = [list](const char *question, const char *how,
                        void (*run)(void *, int, int, void *)) {
        peers_add(list, "Boost", question, how, PEERS_DOUBLE, pairs_build, run, pairs_end);
    };
    auto path = [list](const char *question, const char *how,
                       void (*run)(void *, int, int, void *)) {
        peers_add(list, "Boost", question, how, PEERS_DOUBLE, path_build, run, path_end);
    };
    pairs("segment", "bg::intersection of segments, then the time", run_segment);
    pairs("sweep", "flattened: the box, then bg::intersection with each of 16 chords", run_sweep);
    pairs("closest", "flattened: bg::distance to a linestring of 16 chords",
          peers::run<run_closest>);
    path("path sweep", "flattened: packed R*-tree of segments, bgi::intersects, bg::intersection",
         run_path_sweep);
    path("path points", "flattened: the same for each point", run_path_points);
    path("path closest", "flattened: bgi::nearest in the tree, bg::distance",
         peers::run<run_path_closest>);
    path("path winding", "flattened: bg::covered_by of a polygon: looks at all chords",
         peers::run<run_path_winding>);
}
