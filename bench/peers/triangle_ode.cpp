// ODE among those who race with points, segments and triangles: segments only.
#include <ode/ode.h>
#include <cmath>
#include <vector>
#include "frame.hpp"
#include "triangle.h"

namespace
{

struct segment_pair {
    dVector3 p[4];
};

void *build(const void *scene)
{
    auto *s = static_cast<const triangle_scene *>(scene);
    auto *mine = new std::vector<segment_pair>(size_t(s->count));
    for (int q = 0; q < s->count; ++q)
        for (int i = 0; i < 4; ++i)
            for (int k = 0; k < 3; ++k) (*mine)[size_t(q)].p[i][k] = dReal(s->at64[q][i][k]);
    return mine;
}

void segments(std::vector<segment_pair> &mine, int q, triangle_answer &out)
{
    const segment_pair &s = mine[size_t(q)];
    dVector3 a, b;
    dClosestLineSegmentPoints(s.p[0], s.p[1], s.p[2], s.p[3], a, b);
    out.distance = double(dCalcPointsDistance3(a, b));
}

} // namespace

extern "C" void peers_triangle_ode(peer_list *list)
{
    const bool single = sizeof(dReal) == sizeof(float);
    peers_add(list, single ? "ODE" : "ODE double", "segments", "dClosestLineSegmentPoints",
              single ? PEERS_FLOAT : PEERS_DOUBLE, build, peers::run<segments>,
              peers::end<std::vector<segment_pair>>);
}
