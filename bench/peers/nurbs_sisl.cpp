// SISL (libsisl) among those who race with surfaces: exact surfaces, double. It knows neither poses
// nor bodies: in every query the control points of B are moved to where they are as seen from A,
// and all pairs of surfaces are asked about until two meet. It finds all of the intersection
// always.
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <vector>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <sisl.h>
#include "frame.hpp"
#include "nurbs.h"

namespace
{ // types of these names are in other files, too

struct body {
    std::vector<SISLSurf *> surfaces;
    std::vector<std::vector<double>>
        nets; // as SISL has them: u fastest, rational ones times weight
};

struct sisl {
    const nurbs_scene *scene;
    std::vector<body> bodies;
    std::vector<char> endless; // queries that it does not come back from
    int checked;               // as far as this is known, it takes part
    std::vector<double> moved, moved_a;
};

static const int POINTS_OF_A_CURVE = 400;

static std::vector<double> net_of(const nurbs_surface &s)
{
    std::vector<double> net;
    for (int j = 0; j < s.count_v; ++j)
        for (int i = 0; i < s.count_u; ++i) {
            int at = i * s.count_v + j;
            double w = s.weights ? s.weights[at] : 1;
            for (int c = 0; c < 3; ++c) net.push_back(s.points[3 * at + c] * w);
            if (s.weights) net.push_back(w);
        }
    return net;
}

static SISLSurf *surface_of(const nurbs_surface &s, double *net, int copy)
{
    return newSurf(s.count_u, s.count_v, s.degree_u + 1, s.degree_v + 1,
                   const_cast<double *>(s.knots_u), const_cast<double *>(s.knots_v), net,
                   s.weights ? 2 : 1, 3, copy);
}

// The net of a surface at a pose.
static void move_net(const std::vector<double> &net, bool rational, const nurbs_pose &pose,
                     std::vector<double> &out)
{
    size_t step = rational ? 4 : 3;
    const double *r = pose.rotation;
    out.resize(net.size());
    for (size_t k = 0; k < net.size(); k += step) {
        double w = rational ? net[k + 3] : 1;
        for (size_t i = 0; i < 3; ++i)
            out[k + i] = r[3 * i] * net[k] + r[3 * i + 1] * net[k + 1] + r[3 * i + 2] * net[k + 2] +
                         pose.position[i] * w;
        if (rational) out[k + 3] = w;
    }
}

static void point_at(SISLSurf *s, double *uv, double out[3])
{
    int left_u = 0, left_v = 0, status;
    double normal[3];
    s1421(s, 0, uv, &left_u, &left_v, out, normal, &status);
}

// Where the two surfaces meet, as seen from A: 1 with a point, 0, or -1.
static int meet(SISLSurf *a, SISLSurf *b, double tolerance, double point[3])
{
    int points = 0, curves = 0, status = 0, found = 0;
    double *at_a = nullptr, *at_b = nullptr;
    SISLIntcurve **list = nullptr;
    s1859(a, b, tolerance, tolerance, &points, &at_a, &at_b, &curves, &list, &status);
    if (status < 0) found = -1;
    if (status >= 0 && points + curves > 0) {
        point_at(a, points > 0 ? at_a : list[0]->epar1, point);
        found = 1;
    }
    free(at_a);
    free(at_b);
    if (list) freeIntcrvlist(list, curves);
    return found;
}

static void ask(sisl &mine, int q, nurbs_answer &out)
{
    const nurbs_query &query = mine.scene->queries[q];
    const nurbs_body &from = mine.scene->bodies[query.b];
    const body &a = mine.bodies[query.a], &b = mine.bodies[query.b];
    nurbs_pose pose = nurbs_relative(&query.pose_a, &query.pose_b);
    out.found = out.pointed = 0;
    for (int j = 0; j < from.count && out.found <= 0; ++j) {
        move_net(b.nets[j], from.surfaces[j].weights != nullptr, pose, mine.moved);
        SISLSurf *other = surface_of(from.surfaces[j], mine.moved.data(), 0);
        for (size_t i = 0; i < a.surfaces.size() && out.found <= 0; ++i) {
            double point[3];
            int found = meet(a.surfaces[i], other, mine.scene->tolerance, point);
            if (found != 0) out.found = found;
            if (found > 0) nurbs_apply(&query.pose_a, point, out.point), out.pointed = 1;
        }
        freeSurf(other);
    }
}

// At a pole, a row of equal control points, and where surfaces touch or coincide, it may never come
// back: those queries are found in a child process that has a twentieth of a second of processor
// for each, some eight times what it takes where it ends; for all curves, a third of a second. Some
// seconds of that must do; what is not asked by then is left out.
template <class Ask> static bool comes_back(Ask ask, int microseconds)
{
    pid_t child = fork();
    int status = 0;
    if (child == 0) {
        struct itimerval limit = {{0, 0}, {0, microseconds}};
        setitimer(ITIMER_VIRTUAL, &limit, nullptr);
        ask();
        _exit(0);
    }
    if (child < 0) return false;
    waitpid(child, &status, 0);
    return WIFEXITED(status);
}

template <class Ask> static void find_endless(sisl &mine, Ask ask, int microseconds)
{
    const nurbs_scene &s = *mine.scene;
    const auto begin = std::chrono::steady_clock::now();
    if (!(s.flags & NURBS_ENDLESS)) return;
    for (mine.checked = 0; mine.checked < s.count; ++mine.checked) {
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
        if (spent.count() > 3) break;
        mine.endless[size_t(mine.checked)] = !comes_back([&] { ask(mine.checked); }, microseconds);
    }
}

static int most(const void *built)
{
    return static_cast<const sisl *>(built)->checked;
}

static sisl *make(const void *scene)
{
    auto *s = static_cast<const nurbs_scene *>(scene);
    auto *mine = new sisl;
    mine->scene = s;
    mine->endless.assign(size_t(s->count), 0);
    mine->checked = s->count;
    for (int i = 0; i < s->body_count; ++i) {
        mine->bodies.emplace_back();
        body &b = mine->bodies.back();
        for (int k = 0; k < s->bodies[i].count; ++k) {
            b.nets.push_back(net_of(s->bodies[i].surfaces[k]));
            b.surfaces.push_back(surface_of(s->bodies[i].surfaces[k], b.nets.back().data(), 1));
        }
    }
    return mine;
}

static void *build(const void *scene)
{
    if (static_cast<const nurbs_scene *>(scene)->bodies[0].count > 512)
        return nullptr; // each with each: minutes a query
    sisl *mine = make(scene);
    nurbs_answer unused;
    find_endless(
        *mine, [&](int q) { ask(*mine, q, unused); }, 50000);
    return mine;
}

static void end(void *built)
{
    auto *mine = static_cast<sisl *>(built);
    for (auto &b : mine->bodies)
        for (SISLSurf *s : b.surfaces) freeSurf(s);
    delete mine;
}

static void collide(sisl &mine, int q, nurbs_answer &out)
{
    if (mine.endless[size_t(q)])
        out.found = -1;
    else
        ask(mine, q, out);
}

static void closest(sisl &mine, int q, nurbs_answer &out)
{
    const nurbs_query &query = mine.scene->queries[q];
    SISLSurf *s = mine.bodies[query.a].surfaces[0];
    int points = 0, curves = 0, status = 0;
    double *at = nullptr, on[3], d2 = 0;
    SISLIntcurve **list = nullptr;
    s1954(s, const_cast<double *>(query.point), 3, 1e-9, 1e-9, &points, &at, &curves, &list,
          &status);
    out.found = status < 0 || points + curves == 0 ? -1 : 1;
    if (out.found > 0) {
        point_at(s, points > 0 ? at : list[0]->epar1, on);
        for (int c = 0; c < 3; ++c) d2 += (on[c] - query.point[c]) * (on[c] - query.point[c]);
        out.value = std::sqrt(d2);
    }
    free(at);
    if (list) freeIntcrvlist(list, curves);
}

// The points are on the whole line: the first ahead and within the way counts.
static void ray(sisl &mine, int q, nurbs_answer &out)
{
    const nurbs_query &query = mine.scene->queries[q];
    SISLSurf *s = mine.bodies[query.a].surfaces[0];
    int points = 0, curves = 0, status = 0;
    double *at = nullptr;
    SISLIntcurve **list = nullptr;
    s1856(s, const_cast<double *>(query.point), const_cast<double *>(query.way), 3, 1e-9, 1e-9,
          &points, &at, &curves, &list, &status);
    out.found = status < 0 ? -1 : 0;
    out.value = 1;
    for (int k = 0; k < points && status >= 0; ++k) {
        double on[3], along = 0, length2 = 0;
        point_at(s, at + 2 * k, on);
        for (int c = 0; c < 3; ++c) {
            along += (on[c] - query.point[c]) * query.way[c];
            length2 += query.way[c] * query.way[c];
        }
        if (along >= 0 && along <= out.value * length2) out.found = 1, out.value = along / length2;
    }
    free(at);
    if (list) freeIntcrvlist(list, curves);
}

static void evaluate(void *built, int first, int count, void *answers)
{
    auto *mine = static_cast<sisl *>(built);
    auto *out = static_cast<nurbs_answer *>(answers);
    int left_u = 0, left_v = 0;
    for (int q = first; q < first + count; ++q) {
        const nurbs_query &query = mine->scene->queries[q];
        double d[18], normal[3];
        int status;
        s1421(mine->bodies[query.a].surfaces[0], 2, const_cast<double *>(query.uv), &left_u,
              &left_v, d, normal, &status);
        out[q].found = status < 0 ? -1 : 1;
        for (int c = 0; c < 3; ++c) {
            out[q].point[c] = d[c];
            for (int k = 0; k < 2; ++k) out[q].first[k][c] = d[3 + 3 * k + c];
            for (int k = 0; k < 3; ++k) out[q].second[k][c] = d[9 + 3 * k + c];
        }
    }
}

static void copy_curve(SISLCurve *curve, nurbs_curves_answer &out)
{
    int written = out.curves > 0 ? out.ends[out.curves - 1] : 0, left = 0, status;
    double begin = curve->et[curve->ik - 1], finish = curve->et[curve->in];
    if (written + POINTS_OF_A_CURVE > NURBS_CURVE_POINTS || out.curves == NURBS_CURVES) return;
    for (int i = 0; i < POINTS_OF_A_CURVE; ++i, ++written) {
        double t = begin + (finish - begin) * i / (POINTS_OF_A_CURVE - 1);
        s1227(curve, 0, t, &left, out.points + 3 * written, &status);
    }
    out.ends[out.curves++] = written;
}

static SISLSurf *put(const sisl &mine, int which, const nurbs_pose &pose, std::vector<double> &net)
{
    const nurbs_surface &from = mine.scene->bodies[which].surfaces[0];
    move_net(mine.bodies[size_t(which)].nets[0], from.weights != nullptr, pose, net);
    return surface_of(from, net.data(), 0);
}

// Both sheets are moved, which keeps their borders in common planes: half a unit of float's
// rounding off these, and it finds the ends of the curves twice and no curves.
static void curves_one(sisl &mine, int q, nurbs_curves_answer &out)
{
    const nurbs_query &query = mine.scene->queries[q];
    const double chord = mine.scene->chord;
    SISLSurf *a = put(mine, query.a, query.pose_a, mine.moved_a);
    SISLSurf *b = put(mine, query.b, query.pose_b, mine.moved);
    int points = 0, found = 0, status = 0;
    double *at_a = nullptr, *at_b = nullptr;
    SISLIntcurve **list = nullptr;
    out.curves = 0;
    s1859(a, b, chord, chord, &points, &at_a, &at_b, &found, &list, &status);
    if (status < 0) out.curves = -1;
    for (int k = 0; k < found && status >= 0; ++k) {
        s1310(a, b, list[k], chord, 0, 1, 0, &status);
        if (status >= 0 && list[k]->pgeom) copy_curve(list[k]->pgeom, out);
    }
    for (int k = 0; k < points && out.curves >= 0; ++k) {
        int written = out.curves > 0 ? out.ends[out.curves - 1] : 0;
        if (written == NURBS_CURVE_POINTS || out.curves == NURBS_CURVES) break;
        point_at(a, at_a + 2 * k, out.points + 3 * written);
        out.ends[out.curves++] = written + 1;
    }
    free(at_a);
    free(at_b);
    if (list) freeIntcrvlist(list, found);
    freeSurf(a);
    freeSurf(b);
}

static void *build_curves(const void *scene)
{
    sisl *mine = make(scene);
    auto *unused = new nurbs_curves_answer;
    find_endless(
        *mine, [&](int q) { curves_one(*mine, q, *unused); }, 333333);
    delete unused;
    return mine;
}

static void curves(sisl &mine, int q, nurbs_curves_answer &out)
{
    if (mine.endless[size_t(q)])
        out.curves = -1;
    else
        curves_one(mine, q, out);
}

} // namespace

extern "C" void peers_nurbs_sisl(peer_list *list)
{
    peers_add(list, "SISL", "collide",
              "s1859: all of the intersection to a tolerance of 1e-6, no early end", PEERS_DOUBLE,
              build, peers::run<collide>, end)
        ->most = most;
    peers_add(list, "SISL", "curves",
              "s1859, s1310, chord error as tolerance; 400 points of each curve, and points",
              PEERS_DOUBLE, build_curves, peers::run<curves>, end)
        ->most = most;
    peers_add(list, "SISL", "closest", "s1954 at 1e-9, all closest points", PEERS_DOUBLE, build,
              peers::run<closest>, end);
    peers_add(list, "SISL", "ray", "s1856 at 1e-9, all of a line, then the first ahead",
              PEERS_DOUBLE, build, peers::run<ray>, end);
    peers_add(list, "SISL", "evaluate", "s1421: position, two derivatives, normal", PEERS_DOUBLE,
              build, evaluate, end);
}
