// GEOS among those who race with curves and paths: linestrings and polygons of chords, prepared;
// moves and points are geometries made beforehand. Its intersections say yes or no here: to learn
// when, one would have it build the intersection.
#include <geos_c.h>
#include <cmath>
#include <vector>
#include "frame.hpp"
#include "bezier.h"

namespace
{

struct geometries {
    GEOSContextHandle_t handle;
    std::vector<GEOSGeometry *> all, moves, points;
    std::vector<const GEOSPreparedGeometry *> curves, chords;
    const GEOSPreparedGeometry *area = nullptr;
    double radius = 0;

    geometries() : handle(GEOS_init_r()) {}
    ~geometries()
    {
        for (auto *p : curves) GEOSPreparedGeom_destroy_r(handle, p);
        for (auto *p : chords) GEOSPreparedGeom_destroy_r(handle, p);
        if (area) GEOSPreparedGeom_destroy_r(handle, area);
        for (auto *g : all) GEOSGeom_destroy_r(handle, g);
        GEOS_finish_r(handle);
    }

    GEOSCoordSequence *sequence(const bezier_point *p, int count)
    {
        GEOSCoordSequence *c = GEOSCoordSeq_create_r(handle, unsigned(count), 2);
        for (int i = 0; i < count; ++i)
            GEOSCoordSeq_setXY_r(handle, c, unsigned(i), p[i].x, p[i].y);
        return c;
    }

    GEOSGeometry *keep(GEOSGeometry *g)
    {
        all.push_back(g);
        return g;
    }

    GEOSGeometry *line(const bezier_point *p, int count)
    {
        return keep(GEOSGeom_createLineString_r(handle, sequence(p, count)));
    }

    void queries(const bezier_point *from, const bezier_point *to, int count)
    {
        for (int q = 0; q < count; ++q) {
            const bezier_point move[2] = {from[q], to[q]};
            moves.push_back(line(move, 2));
            points.push_back(keep(GEOSGeom_createPointFromXY_r(handle, from[q].x, from[q].y)));
        }
    }
};

void *pairs_build(const void *scene)
{
    auto *s = static_cast<const bezier_pairs *>(scene);
    auto *mine = new geometries;
    mine->queries(s->from, s->to, s->count);
    for (int q = 0; q < s->count; ++q) {
        const bezier_point *flat = s->flat + size_t(q) * (BEZIER_CHORDS_CUBIC + 1);
        const bezier_point chord[2] = {s->curves[q].p[0], s->curves[q].p[3]};
        GEOSGeometry *line = mine->line(flat, BEZIER_CHORDS_CUBIC + 1);
        mine->curves.push_back(GEOSPrepare_r(mine->handle, line));
        mine->chords.push_back(GEOSPrepare_r(mine->handle, mine->line(chord, 2)));
    }
    return mine;
}

void *path_build(const void *scene)
{
    auto *s = static_cast<const bezier_path *>(scene);
    auto *mine = new geometries;
    mine->radius = s->radius;
    mine->queries(s->from, s->to, s->count);
    mine->curves.push_back(GEOSPrepare_r(mine->handle, mine->line(s->flat, s->flat_count)));
    GEOSGeometry *ring =
        GEOSGeom_createLinearRing_r(mine->handle, mine->sequence(s->flat, s->flat_count));
    GEOSGeometry *area = GEOSGeom_createPolygon_r(mine->handle, ring, nullptr, 0);
    mine->area = GEOSPrepare_r(mine->handle, mine->keep(area));
    return mine;
}

bezier_hit yes_or_no(char answer)
{
    return {answer == 2 ? -1 : answer, NAN, 0};
}

void run_segment(const geometries &mine, int q, bezier_hit &out)
{
    out = yes_or_no(GEOSPreparedIntersects_r(mine.handle, mine.chords[q], mine.moves[q]));
}

void run_sweep(const geometries &mine, int q, bezier_hit &out)
{
    out = yes_or_no(GEOSPreparedIntersects_r(mine.handle, mine.curves[q], mine.moves[q]));
}

void run_closest(const geometries &mine, int q, bezier_value &out)
{
    out.found =
        GEOSPreparedDistance_r(mine.handle, mine.curves[q], mine.points[q], &out.v[0]) ? 1 : -1;
}

void run_path_sweep(const geometries &mine, int q, bezier_hit &out)
{
    out = yes_or_no(GEOSPreparedIntersects_r(mine.handle, mine.curves[0], mine.moves[q]));
}

void run_path_disc(const geometries &mine, int q, bezier_hit &out)
{
    out = yes_or_no(
        GEOSPreparedDistanceWithin_r(mine.handle, mine.curves[0], mine.moves[q], mine.radius));
}

void run_path_closest(const geometries &mine, int q, bezier_value &out)
{
    out.found =
        GEOSPreparedDistance_r(mine.handle, mine.curves[0], mine.points[q], &out.v[0]) ? 1 : -1;
}

void run_path_winding(const geometries &mine, int q, bezier_value &out)
{
    char inside = GEOSPreparedContains_r(mine.handle, mine.area, mine.points[q]);
    out.v[0] = inside, out.found = inside == 2 ? -1 : 1;
}

} // namespace

extern "C" void peers_bezier_geos(peer_list *list)
{
    auto add = [list](const char *question, const char *how, void *(*build)(const void *),
                      void (*run)(void *, int, int, void *)) {
        peers_add(list, "GEOS", question, how, PEERS_DOUBLE, build, run, peers::end<geometries>);
    };
    const char *yes = "flattened: GEOSPreparedIntersects, yes or no";
    add("segment", "GEOSPreparedIntersects, yes or no", pairs_build, peers::run<run_segment>);
    add("sweep", yes, pairs_build, peers::run<run_sweep>);
    add("closest", "flattened: GEOSPreparedDistance", pairs_build, peers::run<run_closest>);
    add("path sweep", yes, path_build, peers::run<run_path_sweep>);
    add("path disc", "flattened: GEOSPreparedDistanceWithin of the move, yes or no", path_build,
        peers::run<run_path_disc>);
    add("path closest", "flattened: GEOSPreparedDistance", path_build,
        peers::run<run_path_closest>);
    add("path winding", "flattened: GEOSPreparedContains of a polygon", path_build,
        peers::run<run_path_winding>);
}
