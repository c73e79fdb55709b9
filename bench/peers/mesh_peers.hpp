// mesh_peers.hpp: what all peers in the mesh program share. Their broad phases find pairs of
// triangles; what follows is the same plain code for all of them, in the peer's precision: which
// vertices and edges a triangle stands for, and the elementary tests.
#ifndef PEERS_MESH_PEERS_HPP
#define PEERS_MESH_PEERS_HPP

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <vector>
#include "mesh.h"

namespace mesh
{

template <typename Real> struct vec {
    Real x, y, z;
};

template <typename Real> inline vec<Real> operator-(const vec<Real> &a, const vec<Real> &b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

template <typename Real> inline vec<Real> operator+(const vec<Real> &a, const vec<Real> &b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

template <typename Real> inline vec<Real> operator*(Real s, const vec<Real> &a)
{
    return {s * a.x, s * a.y, s * a.z};
}

template <typename Real> inline Real dot(const vec<Real> &a, const vec<Real> &b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <typename Real> struct box {
    vec<Real> low, high;
};

template <typename Real> inline void enclose(box<Real> &b, const vec<Real> &p)
{
    b.low = {std::min(b.low.x, p.x), std::min(b.low.y, p.y), std::min(b.low.z, p.z)};
    b.high = {std::max(b.high.x, p.x), std::max(b.high.y, p.y), std::max(b.high.z, p.z)};
}

template <typename Real> inline bool apart(const box<Real> &a, const box<Real> &b)
{
    return a.low.x > b.high.x || b.low.x > a.high.x || a.low.y > b.high.y || b.low.y > a.high.y ||
           a.low.z > b.high.z || b.low.z > a.high.z;
}

// A mesh, prepared. Each vertex and each edge belongs to the first triangle that has it, which
// stands for it; other triangles leave it out. Nothing is tested twice.
template <typename Real> struct surface {
    int number = 0, triangle_count = 0;
    bool self = false;
    const unsigned *triangles = nullptr;
    std::vector<unsigned char> owned; // bit k: vertex k, bit 3 + k: edge from k to the next
    std::vector<std::vector<vec<Real>>> frames; // positions in each step
    std::vector<vec<Real>> rest;
    const vec<Real> *at = nullptr; // in this step

    box<Real> bounds(int t, Real wider) const
    {
        const unsigned *c = triangles + 3 * t;
        box<Real> b = {at[c[0]], at[c[0]]};
        enclose(b, at[c[1]]);
        enclose(b, at[c[2]]);
        b.low = b.low - vec<Real>{wider, wider, wider};
        b.high = b.high + vec<Real>{wider, wider, wider};
        return b;
    }
};

template <typename Real> inline std::vector<vec<Real>> rounded(const double *numbers, int vertices)
{
    std::vector<vec<Real>> out(vertices);
    for (int i = 0; i < vertices; ++i)
        out[i] = {Real(numbers[3 * i]), Real(numbers[3 * i + 1]), Real(numbers[3 * i + 2])};
    return out;
}

template <typename Real> inline surface<Real> surface_from(const mesh_steps &s, int k)
{
    const mesh_body &body = s.bodies[k];
    surface<Real> m;
    std::vector<char> seen(body.vertex_count);
    std::unordered_set<unsigned long long> edges;
    m.number = k, m.triangle_count = body.triangle_count, m.triangles = body.triangles;
    m.self = body.self;
    m.owned.resize(body.triangle_count);
    for (int i = 0; i < 3 * body.triangle_count; ++i) {
        unsigned long long a = body.triangles[i], b = body.triangles[i / 3 * 3 + (i + 1) % 3];
        if (!seen[a]) m.owned[i / 3] |= 1 << i % 3, seen[a] = 1;
        if (a > b) std::swap(a, b);
        if (a != b && edges.insert(a << 32 | b).second) m.owned[i / 3] |= 8 << i % 3;
    }
    for (int q = 0; q < s.step_count; ++q)
        m.frames.push_back(rounded<Real>(s.positions[q][k], body.vertex_count));
    m.rest = rounded<Real>(body.rest, body.vertex_count);
    m.at = m.rest.data();
    return m;
}

// ---- elementary tests: where two primitives are nearest (Ericson, Real-Time Collision Detection,
// 5.1.5 and 5.1.9)

template <typename Real> struct nearest {
    vec<Real> difference; // from the first one's point to the second one's
    Real weights[4];
};

template <typename Real>
inline nearest<Real> point_triangle(const vec<Real> &p, const vec<Real> &a, const vec<Real> &b,
                                    const vec<Real> &c)
{
    const vec<Real> ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
    const Real d1 = dot(ab, ap), d2 = dot(ac, ap), d3 = dot(ab, bp), d4 = dot(ac, bp);
    const Real d5 = dot(ab, cp), d6 = dot(ac, cp);
    const Real va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
    Real v, w;
    if (d1 <= 0 && d2 <= 0)
        v = 0, w = 0;
    else if (d3 >= 0 && d4 <= d3)
        v = 1, w = 0;
    else if (vc <= 0 && d1 >= 0 && d3 <= 0)
        v = d1 / (d1 - d3), w = 0;
    else if (d6 >= 0 && d5 <= d6)
        v = 0, w = 1;
    else if (vb <= 0 && d2 >= 0 && d6 <= 0)
        v = 0, w = d2 / (d2 - d6);
    else if (va <= 0 && d4 >= d3 && d5 >= d6)
        w = (d4 - d3) / ((d4 - d3) + (d5 - d6)), v = 1 - w;
    else
        v = vb / (va + vb + vc), w = vc / (va + vb + vc);
    return {v * ab + w * ac - ap, {1, 1 - v - w, v, w}};
}

template <typename Real> inline Real clamped(Real x)
{
    return std::min(std::max(x, Real(0)), Real(1));
}

// Of the lines first, then, where that leaves the second one, of its end. Edges have a length.
template <typename Real>
inline nearest<Real> segments(const vec<Real> &a, const vec<Real> &b, const vec<Real> &c,
                              const vec<Real> &d)
{
    const vec<Real> u = b - a, v = d - c, r = a - c;
    const Real uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), ur = dot(u, r), vr = dot(v, r);
    const Real across = uu * vv - uv * uv;
    Real s = across > 0 ? clamped((uv * vr - ur * vv) / across) : Real(0);
    Real t = (uv * s + vr) / vv;
    if (t < 0)
        t = 0, s = clamped(-ur / uu);
    else if (t > 1)
        t = 1, s = clamped((uv - ur) / uu);
    return {t * v - s * u - r, {1 - s, s, 1 - t, t}};
}

// ---- do two triangles intersect? Where they are in one plane: no.

template <typename Real>
inline Real volume(const vec<Real> &a, const vec<Real> &b, const vec<Real> &c, const vec<Real> &d)
{
    const vec<Real> u = b - a, v = c - a, w = d - a;
    return w.x * (u.y * v.z - u.z * v.y) + w.y * (u.z * v.x - u.x * v.z) +
           w.z * (u.x * v.y - u.y * v.x);
}

// Does the segment p q, whose ends have these volumes with the triangle, pass through it?
template <typename Real>
inline bool pierces(const vec<Real> &p, const vec<Real> &q, Real side_p, Real side_q,
                    const vec<Real> *t)
{
    if (side_p * side_q > 0 || (side_p == 0 && side_q == 0)) return false;
    const Real x = volume(p, q, t[0], t[1]), y = volume(p, q, t[1], t[2]);
    const Real z = volume(p, q, t[2], t[0]);
    return (x >= 0 && y >= 0 && z >= 0) || (x <= 0 && y <= 0 && z <= 0);
}

template <typename Real> inline bool intersect(const vec<Real> *a, const vec<Real> *b)
{
    Real side_a[3], side_b[3];
    for (int i = 0; i < 3; ++i) side_b[i] = volume(a[0], a[1], a[2], b[i]);
    if (side_b[0] * side_b[1] > 0 && side_b[0] * side_b[2] > 0) return false;
    for (int i = 0; i < 3; ++i) side_a[i] = volume(b[0], b[1], b[2], a[i]);
    if (side_a[0] * side_a[1] > 0 && side_a[0] * side_a[2] > 0) return false;
    for (int i = 0; i < 3; ++i) {
        const int next = (i + 1) % 3;
        if (pierces(a[i], a[next], side_a[i], side_a[next], b)) return true;
        if (pierces(b[i], b[next], side_b[i], side_b[next], a)) return true;
    }
    return false;
}

inline bool common_vertex(const unsigned *v, const unsigned *w)
{
    for (int i = 0; i < 3; ++i)
        if (v[i] == w[0] || v[i] == w[1] || v[i] == w[2]) return true;
    return false;
}

// ---- contacts

template <typename Real> struct contact {
    int kind, body_a, body_b;
    unsigned a, b; // as mesh_key has them
    Real distance, weights[4];
    vec<Real> normal;
};

template <typename Real> struct contacts {
    std::vector<contact<Real>> found;
    Real distance = 0;

    void add(int kind, int body_a, unsigned a, int body_b, unsigned b, const nearest<Real> &near)
    {
        const Real squared = dot(near.difference, near.difference);
        if (!(squared < distance * distance)) return;
        const Real length = std::sqrt(squared);
        contact<Real> c = {kind, body_a, body_b, a, b, length, {}, {0, 0, 0}};
        std::copy(near.weights, near.weights + 4, c.weights);
        if (length > 0) c.normal = (1 / length) * near.difference;
        found.push_back(c);
    }

    // The vertices that triangle t stands for, with triangle u. whole: u's box, wider by d.
    void vertices(const surface<Real> &m, int t, const surface<Real> &n, int u,
                  const box<Real> &whole)
    {
        const unsigned *v = m.triangles + 3 * t, *w = n.triangles + 3 * u;
        for (int k = 0; k < 3; ++k) {
            if (!(m.owned[t] >> k & 1)) continue;
            const vec<Real> &p = m.at[v[k]];
            if (apart(box<Real>{p, p}, whole)) continue;
            if (&m == &n && (v[k] == w[0] || v[k] == w[1] || v[k] == w[2])) continue;
            add(MESH_VERTEX_TRIANGLE, m.number, v[k], n.number, unsigned(u),
                point_triangle(p, n.at[w[0]], n.at[w[1]], n.at[w[2]]));
        }
    }

    // The edges that the two triangles stand for.
    void edges(const surface<Real> &m, int t, const surface<Real> &n, int u, const box<Real> &whole)
    {
        const unsigned *v = m.triangles + 3 * t, *w = n.triangles + 3 * u;
        box<Real> others[3];
        for (int k = 0; k < 3; ++k) others[k] = edge_box(n, w, k, distance);
        for (int k = 0; k < 3; ++k) {
            if (!(m.owned[t] >> (3 + k) & 1)) continue;
            const unsigned a = v[k], b = v[(k + 1) % 3];
            const box<Real> mine = edge_box(m, v, k, Real(0));
            if (apart(mine, whole)) continue;
            for (int i = 0; i < 3; ++i) {
                const unsigned c = w[i], d = w[(i + 1) % 3];
                if (!(n.owned[u] >> (3 + i) & 1) || apart(mine, others[i])) continue;
                if (&m == &n && (a == c || a == d || b == c || b == d)) continue;
                add(MESH_EDGE_EDGE, m.number, unsigned(3 * t + k), n.number, unsigned(3 * u + i),
                    segments(m.at[a], m.at[b], n.at[c], n.at[d]));
            }
        }
    }

    // All that two triangles stand for. Triangles with a common vertex are welcome: what they stand
    // for may have none.
    void triangles(const surface<Real> &m, int t, const surface<Real> &n, int u)
    {
        const box<Real> first = m.bounds(t, distance), second = n.bounds(u, distance);
        if (m.owned[t] & 7) vertices(m, t, n, u, second);
        if (n.owned[u] & 7) vertices(n, u, m, t, first);
        if (m.owned[t] >> 3 && n.owned[u] >> 3) edges(m, t, n, u, second);
    }

    static box<Real> edge_box(const surface<Real> &m, const unsigned *corners, int k, Real wider)
    {
        const vec<Real> &p = m.at[corners[k]], w = {wider, wider, wider};
        box<Real> b = {p, p};
        enclose(b, m.at[corners[(k + 1) % 3]]);
        return {b.low - w, b.high + w};
    }

    static unsigned long long key(const void *racer, int number)
    {
        const contact<Real> &c = static_cast<const contacts *>(racer)->found[number];
        return mesh_key(c.kind, c.body_a, c.a, c.body_b, c.b);
    }

    mesh_answer answer() const { return {int(found.size()), this, key}; }
};

} // namespace mesh

#endif // PEERS_MESH_PEERS_HPP
