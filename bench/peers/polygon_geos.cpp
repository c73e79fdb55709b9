// GEOS (its C interface) among those who race with polygons: double, no poses: geometries are made
// of placed vertices before the time is taken; A is prepared.
#include <geos_c.h>
#include <cmath>
#include <vector>
#include "frame.hpp"
#include "polygon.h"

namespace
{

struct polygons {
    const polygon_scene *scene;
    GEOSContextHandle_t geos;
    std::vector<GEOSGeometry *> shapes, rest, b, points, segments, clouds;
    std::vector<const GEOSPreparedGeometry *> prepared; // of shapes, or of rest
};

GEOSCoordSequence *sequence_from(polygons *mine, const double *xy, int count, bool closed)
{
    auto n = unsigned(count);
    auto *s = GEOSCoordSeq_create_r(mine->geos, closed ? n + 1 : n, 2);
    for (unsigned i = 0; i < (closed ? n + 1 : n); ++i)
        GEOSCoordSeq_setXY_r(mine->geos, s, i, xy[2 * (i % n)], xy[2 * (i % n) + 1]);
    return s;
}

GEOSGeometry *polygon_from(polygons *mine, const double *xy, int count)
{
    auto *ring = GEOSGeom_createLinearRing_r(mine->geos, sequence_from(mine, xy, count, true));
    return GEOSGeom_createPolygon_r(mine->geos, ring, nullptr, 0);
}

GEOSGeometry *placed_from(polygons *mine, const polygon_placed &p)
{
    const polygon_ring &ring = mine->scene->shapes[p.shape];
    std::vector<double> xy(2 * std::size_t(ring.count));
    polygon_place(mine->scene, &p, xy.data());
    return polygon_from(mine, xy.data(), ring.count);
}

polygons *build_empty(const void *scene)
{
    auto *mine = new polygons;
    mine->scene = static_cast<const polygon_scene *>(scene);
    mine->geos = GEOS_init_r();
    return mine;
}

// The indices are made at the first query, which belongs to the preparation.
void *build_shapes(const void *scene)
{
    polygons *mine = build_empty(scene);
    const polygon_scene *s = mine->scene;
    double line[4];
    for (int i = 0; i < s->shape_count; ++i) {
        mine->shapes.push_back(polygon_from(mine, s->shapes[i].xy, s->shapes[i].count));
        mine->prepared.push_back(GEOSPrepare_r(mine->geos, mine->shapes.back()));
    }
    for (int q = 0; s->points && q < s->count; ++q) {
        mine->points.push_back(
            GEOSGeom_createPointFromXY_r(mine->geos, s->points[q][0], s->points[q][1]));
        for (int c = 0; c < 2; ++c) line[c] = s->points[q][c], line[2 + c] = s->ends[q][c];
        mine->segments.push_back(
            GEOSGeom_createLineString_r(mine->geos, sequence_from(mine, line, 2, false)));
    }
    for (auto *p : mine->prepared) GEOSPreparedCovers_r(mine->geos, p, mine->points[0]);
    return mine;
}

void *build_pairs(const void *scene)
{
    polygons *mine = build_empty(scene);
    const polygon_scene *s = mine->scene;
    for (int i = 0; i < s->shape_count; ++i) {
        mine->rest.push_back(placed_from(mine, s->rest[i]));
        mine->prepared.push_back(GEOSPrepare_r(mine->geos, mine->rest.back()));
    }
    for (int q = 0; s->b && q < s->count; ++q) mine->b.push_back(placed_from(mine, s->b[q]));
    for (auto *p : mine->prepared) {
        double d;
        GEOSPreparedIntersects_r(mine->geos, p, mine->b[0]);
        GEOSPreparedDistance_r(mine->geos, p, mine->b[0], &d);
    }
    return mine;
}

void *build_clouds(const void *scene)
{
    polygons *mine = build_empty(scene);
    const polygon_scene *s = mine->scene;
    for (int q = 0; q < s->count; ++q) {
        const double *p = s->cloud + 2 * std::size_t(q) * std::size_t(s->cloud_size);
        std::vector<GEOSGeometry *> points;
        for (int i = 0; i < s->cloud_size; ++i)
            points.push_back(GEOSGeom_createPointFromXY_r(mine->geos, p[2 * i], p[2 * i + 1]));
        mine->clouds.push_back(GEOSGeom_createCollection_r(mine->geos, GEOS_MULTIPOINT,
                                                           points.data(), unsigned(points.size())));
    }
    return mine;
}

void end(void *built)
{
    auto *mine = static_cast<polygons *>(built);
    for (auto *p : mine->prepared) GEOSPreparedGeom_destroy_r(mine->geos, p);
    for (auto *all :
         {&mine->shapes, &mine->rest, &mine->b, &mine->points, &mine->segments, &mine->clouds})
        for (auto *g : *all) GEOSGeom_destroy_r(mine->geos, g);
    GEOS_finish_r(mine->geos);
    delete mine;
}

void contains(polygons &mine, int q, polygon_answer &out)
{
    out.yes = GEOSPreparedCovers_r(mine.geos, mine.prepared[std::size_t(mine.scene->shape[q])],
                                   mine.points[std::size_t(q)]) == 1;
}

void segment(polygons &mine, int q, polygon_answer &out)
{
    const double *p = mine.scene->points[q], *e = mine.scene->ends[q];
    GEOSGeometry *within = GEOSIntersection_r(mine.geos, mine.segments[std::size_t(q)],
                                              mine.shapes[std::size_t(mine.scene->shape[q])]);
    double length = std::hypot(e[0] - p[0], e[1] - p[1]), x, y;
    out.yes = within && !GEOSisEmpty_r(mine.geos, within);
    out.value[0] = 2, out.value[1] = -1;
    if (out.yes) {
        const GEOSCoordSequence *s = GEOSGeom_getCoordSeq_r(mine.geos, within);
        unsigned size = 0;
        if (s) GEOSCoordSeq_getSize_r(mine.geos, s, &size);
        for (unsigned i = 0; i < size; ++i) {
            GEOSCoordSeq_getXY_r(mine.geos, s, i, &x, &y);
            double t = std::hypot(x - p[0], y - p[1]) / length;
            out.value[0] = std::fmin(out.value[0], t);
            out.value[1] = std::fmax(out.value[1], t);
        }
    }
    GEOSGeom_destroy_r(mine.geos, within);
}

void overlap(polygons &mine, int q, polygon_answer &out)
{
    out.yes = GEOSPreparedIntersects_r(mine.geos, mine.prepared[std::size_t(mine.scene->shape[q])],
                                       mine.b[std::size_t(q)]) == 1;
}

void distance(polygons &mine, int q, polygon_answer &out)
{
    GEOSPreparedDistance_r(mine.geos, mine.prepared[std::size_t(mine.scene->shape[q])],
                           mine.b[std::size_t(q)], &out.value[0]);
    out.yes = out.value[0] > 0;
}

void hull(polygons &mine, int q, polygon_answer &out)
{
    GEOSGeometry *found = GEOSConvexHull_r(mine.geos, mine.clouds[std::size_t(q)]);
    out.vertex = GEOSGetNumCoordinates_r(mine.geos, found) - 1;
    GEOSArea_r(mine.geos, found, &out.value[0]);
    GEOSGeom_destroy_r(mine.geos, found);
}

} // namespace

extern "C" void peers_polygon_geos(peer_list *list)
{
    peers_add(list, "GEOS", "contains", "GEOSPreparedCovers, points made beforehand", PEERS_DOUBLE,
              build_shapes, peers::run<contains>, end);
    peers_add(list, "GEOS", "segment", "GEOSIntersection, a geometry; nothing can be prepared",
              PEERS_DOUBLE, build_shapes, peers::run<segment>, end);
    peers_add(list, "GEOS", "overlap", "GEOSPreparedIntersects, A prepared, B placed beforehand",
              PEERS_DOUBLE, build_pairs, peers::run<overlap>, end);
    peers_add(list, "GEOS", "distance", "GEOSPreparedDistance, A prepared, B placed beforehand",
              PEERS_DOUBLE, build_pairs, peers::run<distance>, end);
    peers_add(list, "GEOS", "hull", "GEOSConvexHull of a MULTIPOINT, and its area", PEERS_DOUBLE,
              build_clouds, peers::run<hull>, end);
}
