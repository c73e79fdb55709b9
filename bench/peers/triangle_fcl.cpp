// FCL (libfcl) among those who race with points, segments and triangles.
#include <fcl/math/detail/project.h>
#include <fcl/narrowphase/detail/primitive_shape_algorithm/triangle_distance.h>
#include <fcl/narrowphase/detail/traversal/collision/intersect.h>
#include <cmath>
#include "frame.hpp"
#include "triangle.h"

namespace
{

template <typename Real> using vector = fcl::Vector3<Real>;
template <typename Real> struct points {
    vector<Real> at[8];
};

// The scene's numbers are its vectors, one after the other.
template <typename Real> const points<Real> *of(const triangle_scene *s);
template <> const points<float> *of<float>(const triangle_scene *s)
{
    return reinterpret_cast<const points<float> *>(s->at32);
}
template <> const points<double> *of<double>(const triangle_scene *s)
{
    return reinterpret_cast<const points<double> *>(s->at64);
}

void *build(const void *scene)
{
    return const_cast<void *>(scene);
}

void end(void *) {}

template <typename Real> void overlap(const triangle_scene &scene, int q, triangle_answer &out)
{
    const vector<Real> *p = of<Real>(&scene)[q].at;
    out.hit = fcl::detail::Intersect<Real>::intersect_Triangle(p[0], p[1], p[2], p[3], p[4], p[5]);
}

template <typename Real> void distance(const triangle_scene &scene, int q, triangle_answer &out)
{
    vector<Real> a, b;
    out.distance = double(fcl::detail::TriangleDistance<Real>::triDistance(
        of<Real>(&scene)[q].at, of<Real>(&scene)[q].at + 3, a, b));
}

template <typename Real> void point(const triangle_scene &scene, int q, triangle_answer &out)
{
    const vector<Real> *p = of<Real>(&scene)[q].at;
    const Real square =
        fcl::detail::Project<Real>::projectTriangle(p[1], p[2], p[3], p[0]).sqr_distance;
    out.distance = double(std::sqrt(square));
}

template <typename Real> void segments(const triangle_scene &scene, int q, triangle_answer &out)
{
    const vector<Real> *p = of<Real>(&scene)[q].at;
    vector<Real> between, a, b;
    fcl::detail::TriangleDistance<Real>::segPoints(p[0], p[1] - p[0], p[2], p[3] - p[2], between, a,
                                                   b);
    out.distance = double((a - b).norm());
}

template <typename Real> void point_moves(const triangle_scene &scene, int q, triangle_answer &out)
{
    const vector<Real> *p = of<Real>(&scene)[q].at;
    Real time = 0;
    vector<Real> at;
    out.hit = fcl::detail::Intersect<Real>::intersect_VF(p[1], p[2], p[3], p[0], p[5], p[6], p[7],
                                                         p[4], &time, &at);
    out.time = double(time);
}

template <typename Real> void edges_move(const triangle_scene &scene, int q, triangle_answer &out)
{
    const vector<Real> *p = of<Real>(&scene)[q].at;
    Real time = 0;
    vector<Real> at;
    out.hit = fcl::detail::Intersect<Real>::intersect_EE(p[0], p[1], p[2], p[3], p[4], p[5], p[6],
                                                         p[7], &time, &at);
    out.time = double(time);
}

template <typename Real> void add(peer_list *list, const char *who, int bits)
{
    peers_add(list, who, "overlap", "Intersect::intersect_Triangle, 17 axes", bits, build,
              peers::run<overlap<Real>>, end);
    peers_add(list, who, "distance", "TriangleDistance::triDistance, 0 where they overlap", bits,
              build, peers::run<distance<Real>>, end);
    peers_add(list, who, "point", "Project::projectTriangle", bits, build, peers::run<point<Real>>,
              end);
    peers_add(list, who, "segments", "TriangleDistance::segPoints", bits, build,
              peers::run<segments<Real>>, end);
    peers_add(list, who, "point moves", "Intersect::intersect_VF, roots of a cubic", bits, build,
              peers::run<point_moves<Real>>, end);
    peers_add(list, who, "edges move", "Intersect::intersect_EE, roots of a cubic", bits, build,
              peers::run<edges_move<Real>>, end);
}

} // namespace

extern "C" void peers_triangle_fcl(peer_list *list)
{
    add<float>(list, "FCL", PEERS_FLOAT);
    add<double>(list, "FCL double", PEERS_DOUBLE);
}
