// SISL among those who race with curves. Its tolerance is a length: 1e-9 of the control points'
// box.
#include <sisl.h>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>
#include "frame.hpp"
#include "bezier.h"

namespace
{

struct pairs {
    std::vector<SISLCurve *> curves, others, moves;
    std::vector<double> tolerances;
    const bezier_pairs *scene;
};

SISLCurve *curve_from(const bezier_point *p, int order)
{
    double knots[8] = {0, 0, 0, 0, 1, 1, 1, 1}, points[8];
    for (int i = 0; i < order; ++i) points[2 * i] = p[i].x, points[2 * i + 1] = p[i].y;
    return newCurve(order, order, knots + 4 - order, points, 1, 2, 1);
}

double tolerance_of(const bezier_curve &c)
{
    double low[2] = {c.p[0].x, c.p[0].y}, high[2] = {c.p[0].x, c.p[0].y};
    for (int i = 1; i < 4; ++i) {
        low[0] = std::min(low[0], c.p[i].x), high[0] = std::max(high[0], c.p[i].x);
        low[1] = std::min(low[1], c.p[i].y), high[1] = std::max(high[1], c.p[i].y);
    }
    return 1e-9 * std::hypot(high[0] - low[0], high[1] - low[1]);
}

void *build(const void *scene)
{
    auto *s = static_cast<const bezier_pairs *>(scene);
    if (s->degenerate) return nullptr; // s1857 does not come back from cusps, loops, overlaps
    auto *mine = new pairs;
    mine->scene = s;
    for (int q = 0; q < s->count; ++q) {
        const bezier_point move[2] = {s->from[q], s->to[q]};
        mine->curves.push_back(curve_from(s->curves[q].p, 4));
        mine->others.push_back(curve_from(s->others[q].p, 4));
        mine->moves.push_back(curve_from(move, 2));
        mine->tolerances.push_back(tolerance_of(s->curves[q]));
    }
    return mine;
}

void end(void *built)
{
    auto *mine = static_cast<pairs *>(built);
    for (auto *all : {&mine->curves, &mine->others, &mine->moves})
        for (auto *c : *all) freeCurve(c);
    delete mine;
}

// Points and parts that two curves have in common.
struct meetings {
    int points = 0, parts = 0, status = 0;
    double *a = nullptr, *b = nullptr;
    SISLIntcurve **part = nullptr;

    meetings(SISLCurve *x, SISLCurve *y, double tolerance)
    {
        s1857(x, y, 0, tolerance, &points, &a, &b, &parts, &part, &status);
    }
    ~meetings()
    {
        std::free(a);
        std::free(b);
        if (part) freeIntcrvlist(part, parts);
    }
};

void run_sweep(const pairs &mine, int q, bezier_hit &out)
{
    meetings m(mine.curves[q], mine.moves[q], mine.tolerances[q]);
    double time = 2;
    for (int i = 0; i < m.points; ++i) time = std::min(time, m.b[i]);
    for (int i = 0; i < m.parts; ++i)
        for (int k = 0; k < m.part[i]->ipoint; ++k) time = std::min(time, m.part[i]->epar2[k]);
    out = {m.status < 0 ? -1 : time <= 1, time, 0};
}

// The move's line, given by a point and its normal, against the curve: then the times.
void run_line(const pairs &mine, int q, bezier_hit &out)
{
    bezier_point a = mine.scene->from[q], b = mine.scene->to[q];
    double point[2] = {a.x, a.y}, d[2] = {b.x - a.x, b.y - a.y}, normal[2] = {-d[1], d[0]};
    double square = d[0] * d[0] + d[1] * d[1], time = 2, at[2], *parameters = nullptr;
    int points = 0, parts = 0, status = 0, left = 0;
    SISLIntcurve **part = nullptr;
    s1850(mine.curves[q], point, normal, 2, 0, mine.tolerances[q], &points, &parameters, &parts,
          &part, &status);
    auto add = [&](double parameter) {
        int bad;
        s1227(mine.curves[q], 0, parameter, &left, at, &bad);
        double t = ((at[0] - a.x) * d[0] + (at[1] - a.y) * d[1]) / square;
        if (t >= 0 && t < time) time = t;
    };
    for (int i = 0; i < points; ++i) add(parameters[i]);
    for (int i = 0; i < parts; ++i)
        for (int k = 0; k < part[i]->ipoint; ++k) add(part[i]->epar1[k]);
    out = {status < 0 ? -1 : time <= 1, time, 0};
    std::free(parameters);
    if (part) freeIntcrvlist(part, parts);
}

void run_all_hits(const pairs &mine, int q, bezier_hits &out)
{
    meetings m(mine.curves[q], mine.moves[q], mine.tolerances[q]);
    out.count = m.status < 0 ? -1 : 0;
    for (int i = 0; i < m.points && out.count < BEZIER_MOST; ++i) out.a[out.count++] = m.b[i];
    for (int i = 0; i < m.parts && out.count < BEZIER_MOST; ++i)
        out.a[out.count++] = m.part[i]->epar2[0];
}

void run_closest(const pairs &mine, int q, bezier_value &out)
{
    double point[2] = {mine.scene->from[q].x, mine.scene->from[q].y}, parameter;
    int status = 0;
    s1957(mine.curves[q], point, 2, 0, mine.tolerances[q], &parameter, &out.v[0], &status);
    out.found = status < 0 ? -1 : 1;
}

// All closest points, of which there is most often one.
void run_all_closest(const pairs &mine, int q, bezier_value &out)
{
    double point[2] = {mine.scene->from[q].x, mine.scene->from[q].y}, at[2];
    double *parameters = nullptr, parameter = 0;
    int points = 0, parts = 0, status = 0, left = 0, bad;
    SISLIntcurve **part = nullptr;
    s1953(mine.curves[q], point, 2, 0, mine.tolerances[q], &points, &parameters, &parts, &part,
          &status);
    out.found = status < 0 || points + parts == 0 ? -1 : 1;
    if (points)
        parameter = parameters[0];
    else if (parts)
        parameter = part[0]->epar1[0];
    s1227(mine.curves[q], 0, parameter, &left, at, &bad);
    out.v[0] = std::hypot(at[0] - point[0], at[1] - point[1]);
    std::free(parameters);
    if (part) freeIntcrvlist(part, parts);
}

void run_meet(const pairs &mine, int q, bezier_hits &out)
{
    meetings m(mine.curves[q], mine.others[q], mine.tolerances[q]);
    bezier_hits &o = out;
    o.count = m.status < 0 ? -1 : 0;
    for (int i = 0; i < m.points && o.count < BEZIER_MOST; ++i, ++o.count)
        o.a[o.count] = o.a_to[o.count] = m.a[i], o.b[o.count] = m.b[i];
    for (int i = 0; i < m.parts && o.count < BEZIER_MOST; ++i, ++o.count) {
        const SISLIntcurve *p = m.part[i];
        int last = p->ipoint - 1, from = p->epar1[0] < p->epar1[last] ? 0 : last;
        o.a[o.count] = p->epar1[from], o.b[o.count] = p->epar2[from];
        o.a_to[o.count] = p->epar1[last - from], o.b_to[o.count] = p->epar2[last - from];
    }
}

void run_length(const pairs &mine, int q, bezier_value &out)
{
    int status = 0;
    s1240(mine.curves[q], 5e2 * mine.tolerances[q], &out.v[0], &status);
    out.found = status < 0 ? -1 : 1;
}

} // namespace

extern "C" void peers_bezier_sisl(peer_list *list)
{
    auto add = [list](const char *who, const char *question, const char *how,
                      void (*run)(void *, int, int, void *)) {
        peers_add(list, who, question, how, PEERS_DOUBLE, build, run, end);
    };
    add("SISL", "sweep", "s1857, curve and curve, tolerance 1e-9 of the size",
        peers::run<run_sweep>);
    add("SISL line", "sweep", "s1850, curve and line, the same; then the times",
        peers::run<run_line>);
    add("SISL", "all hits", "s1857; of a part in common its first point", peers::run<run_all_hits>);
    add("SISL", "closest", "s1957: iterates from the nearest control points",
        peers::run<run_closest>);
    add("SISL all", "closest", "s1953: all closest points", peers::run<run_all_closest>);
    add("SISL", "meet", "s1857: points and parts", peers::run<run_meet>);
    add("SISL", "length", "s1240, tolerance 5e-7 of the size", peers::run<run_length>);
}
