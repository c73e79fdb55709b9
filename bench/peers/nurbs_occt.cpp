// Open CASCADE among those who race with surfaces: exact surfaces, double. Surfaces and faces are
// made beforehand; A stays, B is put where it is as seen from A.
#include <memory>
#include <vector>
#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepBuilderAPI_MakeVertex.hxx>
#include <BRepExtrema_DistShapeShape.hxx>
#include <TopoDS_Builder.hxx>
#include <Bnd_Box.hxx>
#include <Bnd_OBB.hxx>
#include <BndLib_AddSurface.hxx>
#include <GeomAPI_IntSS.hxx>
#include <GeomAPI_ProjectPointOnSurf.hxx>
#include <GeomAdaptor_Surface.hxx>
#include <Geom_BSplineSurface.hxx>
#include <IntCurvesFace_Intersector.hxx>
#include <Standard_Failure.hxx>
#include <TColStd_Array1OfInteger.hxx>
#include <TColStd_Array1OfReal.hxx>
#include <TColStd_Array2OfReal.hxx>
#include <TColgp_Array2OfPnt.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Compound.hxx>
#include <TopoDS_Face.hxx>
#include <TopoDS_Vertex.hxx>
#include <gp_Lin.hxx>
#include "frame.hpp"
#include "nurbs.h"

namespace
{ // types of these names are in other files, too

struct body {
    std::vector<Handle(Geom_BSplineSurface)> surfaces;
    std::vector<Bnd_OBB> boxes;
    TopoDS_Shape shape;
    std::unique_ptr<BRepExtrema_DistShapeShape> distance;
    std::unique_ptr<GeomAPI_ProjectPointOnSurf> project;
    std::unique_ptr<IntCurvesFace_Intersector> meet;
    std::unique_ptr<GeomAdaptor_Surface> adaptor;
};

struct occt {
    const nurbs_scene *scene;
    std::vector<body> bodies;
};

static const int POINTS_OF_A_CURVE = 400;

// Knots without repetition, and how often each stands.
static void split_knots(const double *knots, int count, std::vector<double> &values,
                        std::vector<int> &times)
{
    for (int i = 0; i < count; ++i)
        if (i > 0 && knots[i] == knots[i - 1])
            ++times.back();
        else
            values.push_back(knots[i]), times.push_back(1);
}

static Handle(Geom_BSplineSurface) surface_of(const nurbs_surface &s)
{
    std::vector<double> u, v;
    std::vector<int> times_u, times_v;
    split_knots(s.knots_u, s.count_u + s.degree_u + 1, u, times_u);
    split_knots(s.knots_v, s.count_v + s.degree_v + 1, v, times_v);
    TColStd_Array1OfReal knots_u(u[0], 1, int(u.size())), knots_v(v[0], 1, int(v.size()));
    TColStd_Array1OfInteger mults_u(times_u[0], 1, int(u.size()));
    TColStd_Array1OfInteger mults_v(times_v[0], 1, int(v.size()));
    TColgp_Array2OfPnt poles(1, s.count_u, 1, s.count_v);
    TColStd_Array2OfReal weights(1, s.count_u, 1, s.count_v);
    for (int i = 0; i < s.count_u; ++i)
        for (int j = 0; j < s.count_v; ++j) {
            int at = i * s.count_v + j;
            const double *p = s.points + 3 * at;
            poles(i + 1, j + 1) = gp_Pnt(p[0], p[1], p[2]);
            weights(i + 1, j + 1) = s.weights ? s.weights[at] : 1;
        }
    if (s.weights)
        return new Geom_BSplineSurface(poles, weights, knots_u, knots_v, mults_u, mults_v,
                                       s.degree_u, s.degree_v);
    return new Geom_BSplineSurface(poles, knots_u, knots_v, mults_u, mults_v, s.degree_u,
                                   s.degree_v);
}

static void make_body(const nurbs_body &from, body &out)
{
    TopoDS_Builder builder;
    TopoDS_Compound all;
    builder.MakeCompound(all);
    for (int k = 0; k < from.count; ++k) {
        Handle(Geom_BSplineSurface) s = surface_of(from.surfaces[k]);
        Bnd_Box box;
        GeomAdaptor_Surface adaptor(s);
        BndLib_AddSurface::Add(adaptor, 0, box);
        out.surfaces.push_back(s);
        out.boxes.emplace_back(box);
        out.shape = BRepBuilderAPI_MakeFace(s, 1e-7).Face();
        builder.Add(all, out.shape);
    }
    if (from.count > 1) out.shape = all;
    out.distance.reset(new BRepExtrema_DistShapeShape);
    out.distance->SetFlag(Extrema_ExtFlag_MIN);
    out.distance->LoadS1(out.shape);
    if (from.count > 1) return;
    out.project.reset(new GeomAPI_ProjectPointOnSurf);
    out.project->Init(out.surfaces[0], 0, 1, 0, 1, 1e-9);
    out.meet.reset(new IntCurvesFace_Intersector(TopoDS::Face(out.shape), 1e-9));
    out.adaptor.reset(new GeomAdaptor_Surface(out.surfaces[0]));
}

static void *build(const void *scene)
{
    auto *s = static_cast<const nurbs_scene *>(scene);
    if (s->bodies[0].count > 512) return nullptr; // each with each: minutes a query
    auto *mine = new occt;
    mine->scene = s;
    for (int i = 0; i < s->body_count; ++i) {
        mine->bodies.emplace_back();
        make_body(s->bodies[i], mine->bodies.back());
    }
    return mine;
}

static gp_Trsf relative(const nurbs_query &q)
{
    nurbs_pose pose = nurbs_relative(&q.pose_a, &q.pose_b);
    const double *r = pose.rotation, *p = pose.position;
    gp_Trsf out;
    out.SetValues(r[0], r[1], r[2], p[0], r[3], r[4], r[5], p[1], r[6], r[7], r[8], p[2]);
    out.SetScaleFactor(1); // a rotation rounded to float would scale, which faces do not bear
    return out;
}

static Bnd_OBB moved(const Bnd_OBB &box, const gp_Trsf &pose)
{
    gp_Pnt centre(box.Center());
    gp_Dir x(box.XDirection()), y(box.YDirection()), z(box.ZDirection());
    return Bnd_OBB(centre.Transformed(pose), x.Transformed(pose), y.Transformed(pose),
                   z.Transformed(pose), box.XHSize(), box.YHSize(), box.ZHSize());
}

static void ask(const body &a, const body &b, const nurbs_query &query, double tolerance,
                nurbs_answer &out)
{
    gp_Trsf pose = relative(query);
    out.found = out.pointed = 0;
    for (size_t j = 0; j < b.surfaces.size() && !out.found; ++j) {
        Bnd_OBB box = moved(b.boxes[j], pose);
        Handle(Geom_Surface) other;
        box.Enlarge(tolerance);
        for (size_t i = 0; i < a.surfaces.size() && !out.found; ++i) {
            if (box.IsOut(a.boxes[i])) continue;
            if (other.IsNull())
                other = Handle(Geom_Surface)::DownCast(b.surfaces[j]->Transformed(pose));
            GeomAPI_IntSS all(a.surfaces[i], other, tolerance);
            if (!all.IsDone()) {
                out.found = -1;
                continue;
            }
            if (all.NbLines() == 0) continue;
            gp_Pnt p = all.Line(1)->Value(all.Line(1)->FirstParameter());
            double point[3] = {p.X(), p.Y(), p.Z()};
            nurbs_apply(&query.pose_a, point, out.point);
            out.found = out.pointed = 1;
        }
    }
}

static void collide(occt &mine, int q, nurbs_answer &out)
{
    const nurbs_query &query = mine.scene->queries[q];
    try {
        ask(mine.bodies[query.a], mine.bodies[query.b], query, mine.scene->tolerance, out);
    } catch (const Standard_Failure &) {
        out.found = -1;
    }
}

// The least distance, or negative; where, as seen from A.
static double nearest(body &a, const body &b, const nurbs_query &query, gp_Pnt &on)
{
    try {
        a.distance->LoadS2(b.shape.Located(TopLoc_Location(relative(query))));
        if (!a.distance->Perform() || a.distance->NbSolution() == 0) return -1;
        on = a.distance->PointOnShape1(1);
        return a.distance->Value();
    } catch (const Standard_Failure &) {
        return -1;
    }
}

static void distance(occt &mine, int q, nurbs_answer &out)
{
    const nurbs_query &query = mine.scene->queries[q];
    gp_Pnt on;
    out.value = nearest(mine.bodies[query.a], mine.bodies[query.b], query, on);
    out.found = out.value < 0 ? -1 : 1;
}

static void collide_by_distance(occt &mine, int q, nurbs_answer &out)
{
    const nurbs_query &query = mine.scene->queries[q];
    gp_Pnt on;
    double value = nearest(mine.bodies[query.a], mine.bodies[query.b], query, on);
    double point[3] = {on.X(), on.Y(), on.Z()};
    out.found = value < 0 ? -1 : value <= mine.scene->tolerance;
    out.pointed = out.found > 0;
    nurbs_apply(&query.pose_a, point, out.point);
}

static void closest(occt &mine, int q, nurbs_answer &out)
{
    const nurbs_query &query = mine.scene->queries[q];
    const double *p = query.point;
    BRepExtrema_DistShapeShape &d = *mine.bodies[query.a].distance;
    out.found = -1;
    try {
        d.LoadS2(BRepBuilderAPI_MakeVertex(gp_Pnt(p[0], p[1], p[2])).Vertex());
        if (d.Perform() && d.NbSolution() > 0) out.found = 1, out.value = d.Value();
    } catch (const Standard_Failure &) {
    }
}

static void project(occt &mine, int q, nurbs_answer &out)
{
    const nurbs_query &query = mine.scene->queries[q];
    const double *p = query.point;
    GeomAPI_ProjectPointOnSurf &d = *mine.bodies[query.a].project;
    out.found = -1;
    try {
        d.Perform(gp_Pnt(p[0], p[1], p[2]));
        if (d.NbPoints() > 0) out.found = 1, out.value = d.LowerDistance();
    } catch (const Standard_Failure &) {
    }
}

static void ray(occt &mine, int q, nurbs_answer &out)
{
    const nurbs_query &query = mine.scene->queries[q];
    const double *p = query.point, *w = query.way;
    gp_Vec way(w[0], w[1], w[2]);
    double length = way.Magnitude();
    IntCurvesFace_Intersector &hits = *mine.bodies[query.a].meet;
    hits.Perform(gp_Lin(gp_Pnt(p[0], p[1], p[2]), gp_Dir(way)), 0, length);
    out.found = hits.IsDone() ? 0 : -1;
    out.value = 1;
    for (int k = 1; hits.IsDone() && k <= hits.NbPnt(); ++k)
        if (hits.WParameter(k) <= out.value * length)
            out.found = 1, out.value = hits.WParameter(k) / length;
}

static void write(const gp_XYZ &from, double to[3])
{
    to[0] = from.X(), to[1] = from.Y(), to[2] = from.Z();
}

template <bool cached> static void evaluate(occt &mine, int q, nurbs_answer &out)
{
    const nurbs_query &query = mine.scene->queries[q];
    const body &b = mine.bodies[query.a];
    gp_Pnt p;
    gp_Vec du, dv, duu, dvv, duv;
    if (cached)
        b.adaptor->D2(query.uv[0], query.uv[1], p, du, dv, duu, dvv, duv);
    else
        b.surfaces[0]->D2(query.uv[0], query.uv[1], p, du, dv, duu, dvv, duv);
    out.found = 1;
    write(p.XYZ(), out.point);
    write(du.XYZ(), out.first[0]), write(dv.XYZ(), out.first[1]);
    write(duu.XYZ(), out.second[0]), write(duv.XYZ(), out.second[1]);
    write(dvv.XYZ(), out.second[2]);
}

static void copy_curve(const Handle(Geom_Curve) & curve, const nurbs_pose &pose,
                       nurbs_curves_answer &out)
{
    int written = out.curves > 0 ? out.ends[out.curves - 1] : 0;
    double begin = curve->FirstParameter(), finish = curve->LastParameter();
    if (written + POINTS_OF_A_CURVE > NURBS_CURVE_POINTS || out.curves == NURBS_CURVES) return;
    for (int i = 0; i < POINTS_OF_A_CURVE; ++i, ++written) {
        gp_Pnt p = curve->Value(begin + (finish - begin) * i / (POINTS_OF_A_CURVE - 1));
        double point[3] = {p.X(), p.Y(), p.Z()};
        nurbs_apply(&pose, point, out.points + 3 * written);
    }
    out.ends[out.curves++] = written;
}

static void curves(occt &mine, int q, nurbs_curves_answer &out)
{
    const nurbs_query &query = mine.scene->queries[q];
    const body &a = mine.bodies[query.a], &b = mine.bodies[query.b];
    out.curves = 0;
    try {
        GeomAPI_IntSS all(
            a.surfaces[0],
            Handle(Geom_Surface)::DownCast(b.surfaces[0]->Transformed(relative(query))),
            mine.scene->chord);
        for (int k = 1; all.IsDone() && k <= all.NbLines(); ++k)
            copy_curve(all.Line(k), query.pose_a, out);
    } catch (const Standard_Failure &) {
        out.curves = -1;
    }
}

} // namespace

extern "C" void peers_nurbs_occt(peer_list *list)
{
    static const char *const name = "Open CASCADE", *const other = "Open CASCADE B";
    peers_add(list, name, "collide",
              "boxes (Bnd_OBB), then GeomAPI_IntSS at 1e-6: curves, none is apart, from samples",
              PEERS_DOUBLE, build, peers::run<collide>, peers::end<occt>)
        ->beside = " prepared";
    peers_add(list, other, "collide",
              "BRepExtrema_DistShapeShape, apart is a distance above 1e-6, from samples",
              PEERS_DOUBLE, build, peers::run<collide_by_distance>, peers::end<occt>)
        ->beside = " prepared";
    peers_add(list, name, "curves",
              "GeomAPI_IntSS, chord error as tolerance; 400 points of each curve", PEERS_DOUBLE,
              build, peers::run<curves>, peers::end<occt>);
    peers_add(list, name, "distance", "BRepExtrema_DistShapeShape, from samples", PEERS_DOUBLE,
              build, peers::run<distance>, peers::end<occt>)
        ->beside = " prepared";
    peers_add(list, name, "closest", "BRepExtrema_DistShapeShape of vertex and face", PEERS_DOUBLE,
              build, peers::run<closest>, peers::end<occt>)
        ->beside = " prepared";
    peers_add(list, other, "closest",
              "GeomAPI_ProjectPointOnSurf: only feet of perpendiculars, not borders", PEERS_DOUBLE,
              build, peers::run<project>, peers::end<occt>)
        ->beside = " prepared";
    peers_add(list, name, "ray", "IntCurvesFace_Intersector, all points, then the first",
              PEERS_DOUBLE, build, peers::run<ray>, peers::end<occt>)
        ->beside = " prepared";
    peers_add(list, name, "evaluate", "Geom_BSplineSurface::D2", PEERS_DOUBLE, build,
              peers::run<evaluate<false>>, peers::end<occt>);
    peers_add(list, other, "evaluate", "GeomAdaptor_Surface::D2, which keeps the last span",
              PEERS_DOUBLE, build, peers::run<evaluate<true>>, peers::end<occt>);
}
