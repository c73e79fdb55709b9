// nurbs_triangles.h: surfaces as triangles no farther than a chord error from them, for those who
// know triangles alone.
#ifndef PEERS_NURBS_TRIANGLES_H
#define PEERS_NURBS_TRIANGLES_H

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>
#include "nurbs.h"

namespace triangles
{

const double chord_error = 1e-3;

typedef std::array<double, 3> point;

struct mesh {
    std::vector<point> vertices;
    std::vector<std::array<int, 3>> faces;
};

inline point subtract(const point &a, const point &b)
{
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

inline point cross(const point &a, const point &b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline double dot(const point &a, const point &b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// The values of the degree + 1 basis functions of the span at t (Cox-de Boor).
inline void basis(const double *knots, int span, int degree, double t, double *out)
{
    out[0] = 1;
    for (int d = 1; d <= degree; ++d) {
        double saved = 0;
        for (int r = 0; r < d; ++r) {
            double right = knots[span + r + 1], left = knots[span + 1 + r - d];
            double part = out[r] / (right - left);
            out[r] = saved + (right - t) * part;
            saved = (t - left) * part;
        }
        out[d] = saved;
    }
}

inline int span_at(const double *knots, int count, int degree, double t)
{
    int k = count - 1;
    while (k > degree && (knots[k] > t || knots[k] == knots[k + 1])) --k;
    return k;
}

inline point evaluate(const nurbs_surface &s, double u, double v)
{
    double bu[16], bv[16], sum[4] = {0, 0, 0, 0};
    int ku = span_at(s.knots_u, s.count_u, s.degree_u, u);
    int kv = span_at(s.knots_v, s.count_v, s.degree_v, v);
    basis(s.knots_u, ku, s.degree_u, u, bu);
    basis(s.knots_v, kv, s.degree_v, v, bv);
    for (int i = 0; i <= s.degree_u; ++i)
        for (int j = 0; j <= s.degree_v; ++j) {
            int at = (ku - s.degree_u + i) * s.count_v + kv - s.degree_v + j;
            double b = bu[i] * bv[j] * (s.weights ? s.weights[at] : 1);
            for (int c = 0; c < 3; ++c) sum[c] += b * s.points[3 * at + c];
            sum[3] += b;
        }
    return {sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3]};
}

// How far the middle of the chord from a to b is from the surface there, along the normal.
inline double sag(const nurbs_surface &s, const double a[2], const double b[2])
{
    double u = (a[0] + b[0]) / 2, v = (a[1] + b[1]) / 2, h = 1e-4;
    point p = evaluate(s, a[0], a[1]), q = evaluate(s, b[0], b[1]), m = evaluate(s, u, v);
    point du = subtract(evaluate(s, std::min(u + h, 1.0), v), evaluate(s, std::max(u - h, 0.0), v));
    point dv = subtract(evaluate(s, u, std::min(v + h, 1.0)), evaluate(s, u, std::max(v - h, 0.0)));
    point n = cross(du, dv), off;
    for (int c = 0; c < 3; ++c) off[c] = m[c] - (p[c] + q[c]) / 2;
    double length = std::sqrt(dot(n, n));
    return length > 0 ? std::fabs(dot(off, n)) / length : std::sqrt(dot(off, off));
}

// Parameters at which to cut, `pieces` of them in each span.
inline std::vector<double> cuts(const double *knots, int count, int degree,
                                const std::vector<int> &pieces)
{
    std::vector<double> out(1, knots[degree]);
    for (int k = degree, n = 0; k < count; ++k) {
        if (!(knots[k] < knots[k + 1])) continue;
        for (int i = 1; i <= pieces[n]; ++i)
            out.push_back(i == pieces[n] ? knots[k + 1]
                                         : knots[k] + (knots[k + 1] - knots[k]) * i / pieces[n]);
        ++n;
    }
    return out;
}

// Into how many pieces to cut each span, so that chords along this direction stay within a share of
// the error: the sag of a chord over a span falls with the square of the number of pieces.
inline std::vector<int> pieces_of(const nurbs_surface &s, bool in_u, double share)
{
    const double *knots = in_u ? s.knots_u : s.knots_v, *others = in_u ? s.knots_v : s.knots_u;
    int count = in_u ? s.count_u : s.count_v, degree = in_u ? s.degree_u : s.degree_v;
    int other_count = in_u ? s.count_v : s.count_u, other_degree = in_u ? s.degree_v : s.degree_u;
    std::vector<int> out;
    for (int k = degree; k < count; ++k) {
        double worst = 0;
        if (!(knots[k] < knots[k + 1])) continue;
        for (int l = other_degree; l < other_count; ++l)
            for (int i = 0; i < 4; ++i) { // chords over half of the span, at two places across
                double x = knots[k] + (knots[k + 1] - knots[k]) * (i % 2) / 2;
                double y = others[l] + (others[l + 1] - others[l]) * (i / 2 + 0.5) / 2;
                double end = x + (knots[k + 1] - knots[k]) / 2;
                double a[2] = {in_u ? x : y, in_u ? y : x}, b[2] = {in_u ? end : y, in_u ? y : end};
                worst = std::max(worst, 4 * sag(s, a, b));
            }
        out.push_back(std::max(1, int(std::ceil(std::sqrt(worst / share)))));
    }
    return out;
}

// A quadrangle of the grid is cut into two triangles, those without area left out. The error of
// bilinear and of linear interpolation together: half of it for the chords in each direction.
inline void add_surface(mesh &m, const nurbs_surface &s, double error)
{
    std::vector<double> u = cuts(s.knots_u, s.count_u, s.degree_u, pieces_of(s, true, error / 2));
    std::vector<double> v = cuts(s.knots_v, s.count_v, s.degree_v, pieces_of(s, false, error / 2));
    int first = int(m.vertices.size()), row = int(v.size());
    for (double x : u)
        for (double y : v) m.vertices.push_back(evaluate(s, x, y));
    for (int i = 0; i + 1 < int(u.size()); ++i)
        for (int j = 0; j + 1 < row; ++j) {
            int a = first + i * row + j, b = a + row;
            const std::array<int, 3> two[2] = {{a, b, b + 1}, {a, b + 1, a + 1}};
            for (const auto &t : two) {
                point p = subtract(m.vertices[t[1]], m.vertices[t[0]]);
                point q = subtract(m.vertices[t[2]], m.vertices[t[0]]), n = cross(p, q);
                if (dot(n, n) > 1e-24 * dot(p, p) * dot(q, q)) m.faces.push_back(t);
            }
        }
}

inline mesh of_body(const nurbs_body &body, double error = chord_error)
{
    mesh m;
    for (int i = 0; i < body.count; ++i) add_surface(m, body.surfaces[i], error);
    return m;
}

} // namespace triangles

#endif // PEERS_NURBS_TRIANGLES_H
