// libccd (double) among those who race with polyhedra. The support function is ours: a scan up to
// 32 vertices, above that a walk uphill along the edges from where the last one ended.
#include <vector>
#include "ccd.hpp"
#include "polyhedron.h"

namespace
{

struct shape {
    const polyhedron_solid *solid;
    std::vector<int> first,
        next; // the neighbours of vertex i: next[first[i]] .. next[first[i + 1]]
};

struct body {
    const shape *s;
    const polyhedron_placed *pose;
    int last;
};

struct solids {
    const polyhedron_scene *scene;
    std::vector<shape> shapes;
    ccd_t ccd;
};

double reach(const polyhedron_solid *s, int i, const double *d)
{
    const double *v = s->xyz + 3 * std::size_t(i);
    return d[0] * v[0] + d[1] * v[1] + d[2] * v[2];
}

int farthest(const shape &s, int start, const double *d)
{
    int best = start, n = s.solid->vertex_count;
    double most = reach(s.solid, best, d);
    if (n <= 32) {
        for (int i = 0; i < n; ++i) {
            double at = reach(s.solid, i, d);
            if (at > most) most = at, best = i;
        }
        return best;
    }
    for (int from = -1; from != best;) {
        from = best;
        for (int k = s.first[std::size_t(from)]; k < s.first[std::size_t(from) + 1]; ++k) {
            double at = reach(s.solid, s.next[std::size_t(k)], d);
            if (at > most) most = at, best = s.next[std::size_t(k)];
        }
    }
    return best;
}

void support(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *out)
{
    auto *b = static_cast<body *>(const_cast<void *>(object));
    double local[3];
    for (int k = 0; k < 3; ++k) {
        const double *axis = b->pose->axes[k], *d = direction->v;
        local[k] = axis[0] * d[0] + axis[1] * d[1] + axis[2] * d[2];
    }
    b->last = farthest(*b->s, b->last, local);
    polyhedron_place(b->pose, b->s->solid->xyz + 3 * std::size_t(b->last), out->v);
}

void centre(const void *object, ccd_vec3_t *out)
{
    auto *b = static_cast<const body *>(object);
    ccdVec3Set(out, b->pose->at[0], b->pose->at[1], b->pose->at[2]);
}

shape shape_from(const polyhedron_solid &solid)
{
    shape s;
    s.solid = &solid;
    s.first.assign(std::size_t(solid.vertex_count) + 2, 0);
    s.next.resize(3 * std::size_t(solid.triangle_count));
    for (int i = 0; i < 3 * solid.triangle_count; ++i) s.first[solid.triangles[i] + 2]++;
    for (std::size_t i = 1; i < s.first.size(); ++i) s.first[i] += s.first[i - 1];
    for (int i = 0; i < 3 * solid.triangle_count; ++i) { // every edge once from each of its ends
        unsigned to = solid.triangles[i - i % 3 + (i + 1) % 3];
        s.next[std::size_t(s.first[solid.triangles[i] + 1]++)] = int(to);
    }
    return s;
}

void *build(const void *scene)
{
    auto *mine = new solids;
    mine->scene = static_cast<const polyhedron_scene *>(scene);
    for (int i = 0; i < mine->scene->shape_count; ++i)
        mine->shapes.push_back(shape_from(mine->scene->shapes[i]));
    mine->ccd = peers::ccd_asking(support, centre, 1000);
    mine->ccd.epa_tolerance = mine->ccd.mpr_tolerance = 1e-6;
    return mine;
}

void pair_of(const solids *mine, int q, body out[2])
{
    const polyhedron_scene *s = mine->scene;
    out[0] = {&mine->shapes[std::size_t(s->shape[q])], &s->rest[s->shape[q]], 0};
    out[1] = {&mine->shapes[std::size_t(s->b[q].shape)], &s->b[q], 0};
}

template <peers::ccd_meet Ask> void overlap(solids &mine, int q, polyhedron_answer &out)
{
    body b[2];
    pair_of(&mine, q, b);
    out.yes = Ask(&b[0], &b[1], &mine.ccd);
}

template <peers::ccd_part Ask> void collide(solids &mine, int q, polyhedron_answer &out)
{
    body b[2];
    pair_of(&mine, q, b);
    const peers::ccd_depth found = peers::ccd_depth_of<Ask>(&b[0], &b[1], mine.ccd);
    out.yes = found.answer == 0;
    out.value = found.depth;
    for (int c = 0; c < 3; ++c) out.normal[c] = found.normal.v[c];
}

} // namespace

extern "C" void peers_polyhedron_ccd(peer_list *list)
{
    peers_add(list, "libccd GJK", "overlap", "ccdGJKIntersect", PEERS_DOUBLE, build,
              peers::run<overlap<ccdGJKIntersect>>, peers::end<solids>);
    peers_add(list, "libccd MPR", "overlap", "ccdMPRIntersect, tolerance 1e-6", PEERS_DOUBLE, build,
              peers::run<overlap<ccdMPRIntersect>>, peers::end<solids>);
    peers_add(list, "libccd GJK", "collide", "ccdGJKPenetration, tolerance 1e-6", PEERS_DOUBLE,
              build, peers::run<collide<ccdGJKPenetration>>, peers::end<solids>);
    peers_add(list, "libccd MPR", "collide", "ccdMPRPenetration: a depth, not the least",
              PEERS_DOUBLE, build, peers::run<collide<ccdMPRPenetration>>, peers::end<solids>);
}
