// Open CASCADE among those who race with curves. A move is a trimmed line. Adaptors are made
// beforehand; tolerances are lengths, as its own API sets them.
#include <Bnd_Box2d.hxx>
#include <BndLib_Add2dCurve.hxx>
#include <Extrema_ExtPC2d.hxx>
#include <GCPnts_AbscissaPoint.hxx>
#include <Geom2dAdaptor_Curve.hxx>
#include <Geom2dInt_GInter.hxx>
#include <Geom2d_BezierCurve.hxx>
#include <Geom2d_Line.hxx>
#include <IntRes2d_IntersectionPoint.hxx>
#include <IntRes2d_IntersectionSegment.hxx>
#include <Standard_Failure.hxx>
#include <TColgp_Array1OfPnt2d.hxx>
#include <algorithm>
#include <cmath>
#include <vector>
#include "frame.hpp"
#include "bezier.h"

namespace
{

const double TOLERANCE = 1e-6; // of Geom2dAPI_InterCurveCurve

struct pairs {
    std::vector<Handle(Geom2d_BezierCurve)> beziers;
    std::vector<Geom2dAdaptor_Curve> curves, others, moves;
    std::vector<double> lengths; // of moves; 0: none
    std::vector<gp_Pnt2d> from;
    const bezier_pairs *scene;
};

Handle(Geom2d_BezierCurve) curve_from(const bezier_curve &c)
{
    TColgp_Array1OfPnt2d poles(1, 4);
    for (int i = 0; i < 4; ++i) poles(i + 1) = gp_Pnt2d(c.p[i].x, c.p[i].y);
    return new Geom2d_BezierCurve(poles);
}

void *build(const void *scene)
{
    auto *s = static_cast<const bezier_pairs *>(scene);
    auto *mine = new pairs;
    mine->scene = s;
    for (int q = 0; q < s->count; ++q) {
        gp_Pnt2d a(s->from[q].x, s->from[q].y), b(s->to[q].x, s->to[q].y);
        double length = a.Distance(b);
        bool moves = length > gp::Resolution();
        mine->beziers.push_back(curve_from(s->curves[q]));
        mine->curves.emplace_back(mine->beziers.back());
        mine->others.emplace_back(curve_from(s->others[q]));
        gp_Dir2d way = moves ? gp_Dir2d(gp_Vec2d(a, b)) : gp_Dir2d(1, 0);
        mine->moves.emplace_back(new Geom2d_Line(a, way), 0, moves ? length : 1);
        mine->lengths.push_back(moves ? length : 0);
        mine->from.push_back(a);
    }
    return mine;
}

bezier_hit first_hit(const pairs *mine, int q)
{
    bezier_hit hit = {-1, 2, 0};
    if (mine->lengths[q] <= 0) return hit;
    try {
        Geom2dInt_GInter m(mine->curves[q], mine->moves[q], TOLERANCE, TOLERANCE);
        if (!m.IsDone()) return hit;
        for (int i = 1; i <= m.NbPoints(); ++i)
            hit.time = std::min(hit.time, m.Point(i).ParamOnSecond() / mine->lengths[q]);
        for (int i = 1; i <= m.NbSegments(); ++i) {
            const IntRes2d_IntersectionSegment &part = m.Segment(i);
            if (part.HasFirstPoint())
                hit.time = std::min(hit.time, part.FirstPoint().ParamOnSecond() / mine->lengths[q]);
            if (part.HasLastPoint())
                hit.time = std::min(hit.time, part.LastPoint().ParamOnSecond() / mine->lengths[q]);
        }
        hit.found = hit.time <= 1 + TOLERANCE;
        hit.time = std::min(1., std::max(0., hit.time));
    } catch (const Standard_Failure &) {
    }
    return hit;
}

void run_sweep(const pairs &mine, int q, bezier_hit &out)
{
    out = first_hit(&mine, q);
}

void all_meetings(const Geom2dAdaptor_Curve &a, const Geom2dAdaptor_Curve &b, bezier_hits &o)
{
    o.count = -1;
    try {
        Geom2dInt_GInter m(a, b, TOLERANCE, TOLERANCE);
        if (!m.IsDone()) return;
        o.count = 0;
        for (int i = 1; i <= m.NbPoints() && o.count < BEZIER_MOST; ++i, ++o.count) {
            o.a[o.count] = o.a_to[o.count] = m.Point(i).ParamOnFirst();
            o.b[o.count] = m.Point(i).ParamOnSecond();
        }
        for (int i = 1; i <= m.NbSegments() && o.count < BEZIER_MOST; ++i) {
            const IntRes2d_IntersectionSegment &part = m.Segment(i);
            if (!part.HasFirstPoint() || !part.HasLastPoint()) continue;
            o.a[o.count] = part.FirstPoint().ParamOnFirst();
            o.a_to[o.count] = part.LastPoint().ParamOnFirst();
            o.b_to[o.count] = part.LastPoint().ParamOnSecond();
            o.b[o.count++] = part.FirstPoint().ParamOnSecond();
        }
    } catch (const Standard_Failure &) {
        o.count = -1;
    }
}

void run_all_hits(const pairs &mine, int q, bezier_hits &out)
{
    bezier_hits m;
    all_meetings(mine.curves[q], mine.moves[q], m);
    out.count = mine.lengths[q] > 0 ? m.count : -1;
    for (int i = 0; i < out.count; ++i)
        out.a[i] = std::min(1., std::max(0., m.b[i] / mine.lengths[q]));
}

void run_meet(const pairs &mine, int q, bezier_hits &out)
{
    all_meetings(mine.curves[q], mine.others[q], out);
}

void run_closest(const pairs &mine, int q, bezier_value &out)
{
    double least, other;
    gp_Pnt2d a, b;
    out.found = -1;
    try {
        Extrema_ExtPC2d e(mine.from[q], mine.curves[q]);
        e.TrimmedSquareDistances(least, other, a, b);
        least = std::min(least, other);
        for (int i = 1; e.IsDone() && i <= e.NbExt(); ++i)
            least = std::min(least, e.SquareDistance(i));
        out.v[0] = std::sqrt(least), out.found = 1;
    } catch (const Standard_Failure &) {
    }
}

void run_length(const pairs &mine, int q, bezier_value &out)
{
    out.v[0] = GCPnts_AbscissaPoint::Length(mine.curves[q], 1e-7);
    out.found = 1;
}

void run_at_length(const pairs &mine, int q, bezier_value &out)
{
    GCPnts_AbscissaPoint at(1e-7, mine.curves[q], mine.scene->at[q], 0);
    out.found = at.IsDone() ? 1 : -1;
    if (at.IsDone()) out.v[0] = at.Parameter();
}

void run_self(const pairs &mine, int q, bezier_hits &out)
{
    bezier_hits &o = out;
    o.count = -1;
    try {
        Geom2dInt_GInter m(mine.curves[q], TOLERANCE, TOLERANCE);
        if (!m.IsDone()) return;
        o.count = 0;
        for (int i = 1; i <= m.NbPoints() && o.count < BEZIER_MOST; ++i, ++o.count) {
            double a = m.Point(i).ParamOnFirst(), b = m.Point(i).ParamOnSecond();
            o.a[o.count] = o.a_to[o.count] = std::min(a, b), o.b[o.count] = std::max(a, b);
        }
    } catch (const Standard_Failure &) {
        o.count = -1;
    }
}

void run_bounds(const pairs &mine, int q, bezier_value &out)
{
    Bnd_Box2d box;
    BndLib_Add2dCurve::AddOptimal(mine.beziers[q], 0, 1, 0, box);
    box.Get(out.v[0], out.v[1], out.v[2], out.v[3]);
    out.found = 1;
}

} // namespace

extern "C" void peers_bezier_occt(peer_list *list)
{
    auto add = [list](const char *question, const char *how,
                      void (*run)(void *, int, int, void *)) {
        peers_add(list, "Open CASCADE", question, how, PEERS_DOUBLE, build, run, peers::end<pairs>);
    };
    const char *how = "Geom2dInt_GInter on adaptors, as Geom2dAPI_InterCurveCurve, tolerance 1e-6";
    add("sweep", how, peers::run<run_sweep>);
    add("all hits", how, peers::run<run_all_hits>);
    add("meet", how, peers::run<run_meet>);
    add("closest", "Extrema_ExtPC2d on adaptors, and both ends", peers::run<run_closest>);
    add("length", "GCPnts_AbscissaPoint::Length, 1e-7", peers::run<run_length>);
    add("at length", "GCPnts_AbscissaPoint, 1e-7", peers::run<run_at_length>);
    add("self", "Geom2dInt_GInter of one adaptor, tolerance 1e-6", peers::run<run_self>);
    add("bounds", "BndLib_Add2dCurve::AddOptimal, tolerance 0", peers::run<run_bounds>);
}
