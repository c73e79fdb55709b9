/* collide.h itself among those who race with surfaces: straight from the views ("collide"), and
   with prepared models ("collide prepared"). */
#include <stdlib.h>
#include <string.h>
#define COLLIDE_STATIC
#define COLLIDE_NO_MESH
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#include "collide.h"
#include "frame.h"
#include "nurbs.h"

enum { OURS_CURVE_POINTS = 2 * NURBS_CURVE_POINTS };

typedef struct nurbs_ours {
    const nurbs_scene *scene;
    cld_nurbs_body *bodies; /* at the origin */
    cld_nurbs *views;       /* what the bodies point to */
    cld_real *numbers;      /* what the views point to */
    cld_nurbs_model *models;
    cld_pose *poses; /* of query q: 2 q and 2 q + 1 */
    cld_nurbs_curve *curves;
    cld_nurbs_curve_point *points;
    cld_workspace workspace;
} nurbs_ours;

static cld_vec3 ours_vec3(const double v[3])
{
    return (cld_vec3){(cld_real)v[0], (cld_real)v[1], (cld_real)v[2]};
}

static cld_pose ours_pose(const nurbs_pose *pose)
{
    const double *r = pose->rotation;
    const double x[3] = {r[0], r[3], r[6]}, y[3] = {r[1], r[4], r[7]}, z[3] = {r[2], r[5], r[8]};
    cld_pose out = {{ours_vec3(x), ours_vec3(y), ours_vec3(z)}, ours_vec3(pose->position)};
    return out;
}

static const cld_real *ours_numbers(cld_real **to, const double *from, int count)
{
    cld_real *out = *to;
    for (int i = 0; i < count; ++i) out[i] = (cld_real)from[i];
    *to += count;
    return out;
}

static int ours_number_count(const nurbs_surface *s)
{
    return s->count_u + s->degree_u + s->count_v + s->degree_v + 2 + 4 * s->count_u * s->count_v;
}

static cld_nurbs ours_view(const nurbs_surface *s, cld_real **to)
{
    cld_nurbs view = {0};
    int points = s->count_u * s->count_v;
    view.degree_u = s->degree_u, view.degree_v = s->degree_v;
    view.count_u = s->count_u, view.count_v = s->count_v;
    view.knots_u = ours_numbers(to, s->knots_u, s->count_u + s->degree_u + 1);
    view.knots_v = ours_numbers(to, s->knots_v, s->count_v + s->degree_v + 1);
    view.points = ours_numbers(to, s->points, 3 * points);
    if (s->weights) view.weights = ours_numbers(to, s->weights, points);
    return view;
}

static void ours_make_bodies(nurbs_ours *mine, const nurbs_scene *s)
{
    size_t surfaces = 0, numbers = 0, bodies = (size_t)(s->body_count > 0 ? s->body_count : 0);
    for (int i = 0; i < s->body_count; ++i)
        for (int k = 0; k < s->bodies[i].count; ++k, ++surfaces)
            numbers += (size_t)ours_number_count(&s->bodies[i].surfaces[k]);
    mine->bodies = (cld_nurbs_body *)calloc(bodies, sizeof *mine->bodies);
    mine->views = (cld_nurbs *)calloc(surfaces, sizeof *mine->views);
    mine->numbers = (cld_real *)calloc(numbers, sizeof *mine->numbers);
    cld_nurbs *view = mine->views;
    cld_real *to = mine->numbers;
    for (int i = 0; i < s->body_count; ++i) {
        mine->bodies[i].surfaces = view;
        mine->bodies[i].count = s->bodies[i].count;
        for (int k = 0; k < s->bodies[i].count; ++k)
            *view++ = ours_view(&s->bodies[i].surfaces[k], &to);
    }
}

static void *ours_build(const void *scene)
{
    const nurbs_scene *s = (const nurbs_scene *)scene;
    nurbs_ours *mine = (nurbs_ours *)calloc(1, sizeof *mine);
    mine->scene = s;
    ours_make_bodies(mine, s);
    mine->poses = (cld_pose *)calloc(2 * (size_t)s->count, sizeof *mine->poses);
    for (int q = 0; q < s->count; ++q) {
        mine->poses[2 * q] = ours_pose(&s->queries[q].pose_a);
        mine->poses[2 * q + 1] = ours_pose(&s->queries[q].pose_b);
    }
    mine->curves = (cld_nurbs_curve *)calloc(NURBS_CURVES, sizeof *mine->curves);
    mine->points = (cld_nurbs_curve_point *)calloc(OURS_CURVE_POINTS, sizeof *mine->points);
    return mine;
}

static void *ours_build_prepared(const void *scene)
{
    nurbs_ours *mine = (nurbs_ours *)ours_build(scene);
    int count = mine->scene->body_count;
    mine->models = (cld_nurbs_model *)calloc((size_t)count, sizeof *mine->models);
    for (int i = 0; i < count; ++i) {
        cld_nurbs_body *body = &mine->bodies[i];
        if (cld_nurbs_model_build(&mine->models[i], body->surfaces, body->count, NULL) < 0) abort();
        body->model = &mine->models[i];
    }
    return mine;
}

static void ours_end(void *built)
{
    nurbs_ours *mine = (nurbs_ours *)built;
    for (int i = 0; mine->models && i < mine->scene->body_count; ++i)
        cld_nurbs_model_free(&mine->models[i]);
    cld_workspace_free(&mine->workspace);
    free(mine->models);
    free(mine->bodies);
    free(mine->views);
    free(mine->numbers);
    free(mine->poses);
    free(mine->curves);
    free(mine->points);
    free(mine);
}

static void ours_sides(const nurbs_ours *mine, int q, cld_nurbs_body *a, cld_nurbs_body *b)
{
    const nurbs_query *query = &mine->scene->queries[q];
    *a = mine->bodies[query->a], *b = mine->bodies[query->b];
    a->pose = mine->poses[2 * q], b->pose = mine->poses[2 * q + 1];
}

static void ours_write(cld_vec3 v, double out[3])
{
    out[0] = (double)v.x, out[1] = (double)v.y, out[2] = (double)v.z;
}

PEERS_RUN(ours_collide, nurbs_ours, nurbs_answer)
{
    cld_nurbs_params params = {0};
    params.tolerance = (cld_real)mine->scene->tolerance;
    cld_nurbs_body a, b;
    cld_nurbs_contact hit;
    ours_sides(mine, q, &a, &b);
    int relation = cld_nurbs_collide(&a, &b, &params, &mine->workspace, &hit);
    out->found = relation < 0 || relation == CLD_UNDECIDED ? -1 : relation != CLD_APART;
    out->pointed = out->found > 0;
    if (out->pointed) ours_write(hit.contact.point_a, out->point);
}

/* found: how many contacts there are, one for a whole region. */
PEERS_RUN(ours_contacts, nurbs_ours, nurbs_answer)
{
    enum { MOST = 16 };
    cld_nurbs_params params = {0};
    cld_nurbs_body a, b;
    cld_nurbs_contact contacts[MOST];
    params.tolerance = (cld_real)mine->scene->tolerance;
    ours_sides(mine, q, &a, &b);
    out->found = cld_nurbs_contacts(&a, &b, &params, &mine->workspace, contacts, MOST, NULL);
    out->region = out->found > 0 && contacts[0].relation == CLD_COINCIDENT;
}

PEERS_RUN(ours_distance, nurbs_ours, nurbs_answer)
{
    cld_nurbs_body a, b;
    cld_nurbs_contact nearest;
    ours_sides(mine, q, &a, &b);
    int relation = cld_nurbs_distance(&a, &b, NULL, &mine->workspace, &nearest);
    out->found = relation < 0 ? -1 : 1;
    if (relation >= 0) out->value = (double)nearest.contact.distance;
}

PEERS_RUN(ours_closest, nurbs_ours, nurbs_answer)
{
    const nurbs_query *query = &mine->scene->queries[q];
    cld_nurbs_hit hit;
    int status = cld_nurbs_closest(&mine->bodies[query->a], ours_vec3(query->point), NULL,
                                   &mine->workspace, &hit);
    out->found = status < 0 ? -1 : 1;
    if (status >= 0) out->value = (double)hit.distance;
}

PEERS_RUN(ours_ray, nurbs_ours, nurbs_answer)
{
    const nurbs_query *query = &mine->scene->queries[q];
    cld_nurbs_hit hit;
    int status = cld_nurbs_raycast(&mine->bodies[query->a], ours_vec3(query->point),
                                   ours_vec3(query->way), 1, NULL, &mine->workspace, &hit);
    out->found = status < 0 ? -1 : status;
    if (status > 0) out->value = (double)hit.distance;
}

PEERS_RUN(ours_evaluate, nurbs_ours, nurbs_answer)
{
    const nurbs_query *query = &mine->scene->queries[q];
    cld_nurbs_point at;
    int status = cld_nurbs_evaluate(mine->bodies[query->a].surfaces, (cld_real)query->uv[0],
                                    (cld_real)query->uv[1], &at);
    out->found = status < 0 ? -1 : 1;
    ours_write(at.position, out->point);
    ours_write(at.du, out->first[0]);
    ours_write(at.dv, out->first[1]);
    ours_write(at.duu, out->second[0]);
    ours_write(at.duv, out->second[1]);
    ours_write(at.dvv, out->second[2]);
}

PEERS_RUN(ours_refit, nurbs_ours, nurbs_answer)
{
    int i = mine->scene->queries[q].a;
    const cld_nurbs_body *body = &mine->bodies[i];
    int status = cld_nurbs_model_refit(&mine->models[i], body->surfaces, body->count);
    out->found = status == CLD_OK ? 1 : -1;
}

PEERS_RUN(ours_rebuild, nurbs_ours, nurbs_answer)
{
    int i = mine->scene->queries[q].a;
    const cld_nurbs_body *body = &mine->bodies[i];
    int status = cld_nurbs_model_build(&mine->models[i], body->surfaces, body->count, NULL);
    out->found = status == CLD_OK ? 1 : -1;
}

/* Both bodies brought up to date in every query. */
static void ours_refit_collide(void *built, int first, int count, void *answers)
{
    nurbs_ours *mine = (nurbs_ours *)built;
    for (int q = first; q < first + count; ++q) {
        const nurbs_query *query = &mine->scene->queries[q];
        for (int i = query->a;; i = query->b) {
            const cld_nurbs_body *body = &mine->bodies[i];
            if (cld_nurbs_model_refit(&mine->models[i], body->surfaces, body->count) < 0) abort();
            if (i == query->b) break;
        }
        ours_collide(built, q, 1, answers);
    }
}

static void *ours_build_deforming(const void *scene)
{
    const int deforming = ((const nurbs_scene *)scene)->flags & NURBS_DEFORMING;
    return deforming ? ours_build_prepared(scene) : NULL;
}

static void ours_copy_curves(const nurbs_ours *mine, int number, nurbs_curves_answer *out)
{
    int written = 0;
    out->curves = number < 0 ? -1 : 0;
    for (int c = 0; c < number && c < NURBS_CURVES; ++c)
        if (mine->curves[c].relation == CLD_UNDECIDED) out->curves = -1;
    if (out->curves < 0) return;
    for (int c = 0; c < number && c < NURBS_CURVES; ++c) {
        const cld_nurbs_curve *curve = &mine->curves[c];
        const int count = curve->count + curve->closed;
        if (written + count > NURBS_CURVE_POINTS) return;
        for (int i = 0; i < count; ++i)
            ours_write(mine->points[curve->first + i % curve->count].position,
                       out->points + 3 * written++);
        out->ends[out->curves++] = written;
    }
}

PEERS_RUN(ours_curves, nurbs_ours, nurbs_curves_answer)
{
    cld_nurbs_params params = {0};
    params.chord_error = (cld_real)mine->scene->chord;
    params.tolerance = (cld_real)mine->scene->tolerance;
    cld_nurbs_body a, b;
    int vertices;
    ours_sides(mine, q, &a, &b);
    int curves = cld_nurbs_curves(&a, &b, &params, &mine->workspace, mine->curves, NURBS_CURVES,
                                  mine->points, OURS_CURVE_POINTS, &vertices);
    ours_copy_curves(mine, curves, out);
}

void PEERS_OURS(nurbs)(peer_list *list)
{
    static const struct {
        const char *question, *how;
        void (*run)(void *built, int first, int count, void *answers);
    } questions[] = {
        {"collide", "cld_nurbs_collide: apart is a proof", ours_collide},
        {"distance", "cld_nurbs_distance: to rounding", ours_distance},
        {"closest", "cld_nurbs_closest: to rounding", ours_closest},
        {"ray", "cld_nurbs_raycast: first hit", ours_ray},
        {"curves", "cld_nurbs_curves, chord error as asked", ours_curves},
        {"contacts", "cld_nurbs_contacts: one for each curve, point or region", ours_contacts},
    };
    for (size_t i = 0; i < sizeof questions / sizeof *questions; ++i) {
        peers_add(list, PEERS_WHO, questions[i].question, questions[i].how, PEERS_BITS, ours_build,
                  questions[i].run, ours_end);
        peers_add(list, PEERS_WHO " prepared", questions[i].question,
                  "the same, on a cld_nurbs_model", PEERS_BITS, ours_build_prepared,
                  questions[i].run, ours_end);
    }
    peers_add(list, PEERS_WHO " refit", "collide",
              "the same, cld_nurbs_model_refit of both bodies in every query", PEERS_BITS,
              ours_build_deforming, ours_refit_collide, ours_end);
    peers_add(list, PEERS_WHO, "refit", "cld_nurbs_model_refit", PEERS_BITS, ours_build_prepared,
              ours_refit, ours_end);
    peers_add(list, PEERS_WHO, "build", "cld_nurbs_model_build", PEERS_BITS, ours_build_prepared,
              ours_rebuild, ours_end);
    peers_add(list, PEERS_WHO, "evaluate", "cld_nurbs_evaluate: position, two derivatives, normal",
              PEERS_BITS, ours_build, ours_evaluate, ours_end);
}
