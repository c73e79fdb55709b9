/* collide.h itself among those who race with boxes. */
#include <stdlib.h>
#define COLLIDE_STATIC
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_MESH
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#include "collide.h"
#include "frame.h"
#include "obb.h"

typedef struct obb_ours {
    cld_obb *a, *b;
    cld_obb_pack pack;
    void *memory;
    const obb_scene *scene;
    cld_real (*points)[OBB_MOST_POINTS][3];
    cld_vec3 (*rays)[2];
} obb_ours;

static cld_vec3 obb_vec3(const double v[3])
{
    cld_vec3 r = {(cld_real)v[0], (cld_real)v[1], (cld_real)v[2]};
    return r;
}

static void obb_give(cld_vec3 v, double out[3])
{
    out[0] = (double)v.x, out[1] = (double)v.y, out[2] = (double)v.z;
}

static cld_obb obb_from(const obb_box *box)
{
    cld_obb o;
    o.centre = obb_vec3(box->centre), o.half = obb_vec3(box->half);
    o.axes.x = obb_vec3(box->axes[0]);
    o.axes.y = obb_vec3(box->axes[1]);
    o.axes.z = obb_vec3(box->axes[2]);
    return o;
}

static obb_ours *obb_new(const void *scene, int count_b)
{
    const obb_scene *s = (const obb_scene *)scene;
    obb_ours *mine = (obb_ours *)calloc(1, sizeof *mine);
    mine->scene = s;
    mine->a = (cld_obb *)malloc((size_t)(s->count + count_b) * sizeof(cld_obb));
    mine->b = mine->a + s->count;
    for (int i = 0; i < s->count; ++i) mine->a[i] = obb_from(&s->a[i]);
    for (int i = 0; i < count_b; ++i) mine->b[i] = obb_from(&s->b[i]);
    return mine;
}

static void *obb_build(const void *scene)
{
    return obb_new(scene, ((const obb_scene *)scene)->count);
}

static void obb_end(void *built)
{
    obb_ours *mine = (obb_ours *)built;
    free(mine->memory);
    free(mine->points);
    free(mine->rays);
    free(mine->a);
    free(mine);
}

PEERS_RUN(obb_overlap, const obb_ours, obb_answer)
{
    out->overlap = cld_obb_overlap(&mine->a[q], &mine->b[q]);
}

static void *obb_build_pack(const void *scene)
{
    obb_ours *mine = obb_new(scene, OBB_MANY);
    mine->memory = malloc(cld_obb_pack_size(OBB_MANY));
    cld_obb_pack_build(&mine->pack, mine->b, OBB_MANY, mine->memory, cld_obb_pack_size(OBB_MANY));
    return mine;
}

PEERS_RUN(obb_pack, const obb_ours, obb_bits)
{
    cld_obb_overlap_pack(&mine->a[q], &mine->pack, out->words);
}

PEERS_RUN(obb_many, const obb_ours, obb_bits)
{
    cld_obb_overlap_many(&mine->a[q], mine->b, OBB_MANY, out->words);
}

PEERS_RUN(obb_collide, const obb_ours, obb_contacts)
{
    cld_contact found[8];
    out->count = cld_obb_collide(&mine->a[q], &mine->b[q], found, 8);
    out->depth = 0;
    for (int i = 0; i < out->count; ++i) {
        double depth = -(double)found[i].distance;
        if (i == 0 || depth > out->depth) out->depth = depth;
    }
    if (out->count > 0) obb_give(found[0].normal, out->normal);
}

PEERS_RUN(obb_apart, const obb_ours, obb_distance)
{
    cld_contact closest;
    cld_obb_distance(&mine->a[q], &mine->b[q], &closest);
    out->distance = (double)closest.distance;
    obb_give(closest.point_a, out->on_a);
    obb_give(closest.point_b, out->on_b);
}

PEERS_RUN(obb_raycast, const obb_ours, obb_hit)
{
    const cld_vec3 *ray = mine->rays[q];
    cld_obb_point point;
    out->time = 2;
    if (cld_obb_raycast(&mine->a[q], ray[0], ray[1], 1, &point) <= 0) return;
    out->time = (double)point.distance;
    obb_give(point.normal, out->normal);
}

PEERS_RUN(obb_sweep, const obb_ours, obb_hit)
{
    cld_obb_hit hit;
    out->time = 2;
    if (cld_obb_sweep(&mine->a[q], &mine->b[q], mine->rays[q][1], &hit) <= 0) return;
    out->time = (double)hit.time;
    obb_give(hit.contact.normal, out->normal);
}

static void *obb_build_rays(const void *scene)
{
    const obb_scene *s = (const obb_scene *)scene;
    obb_ours *mine = obb_new(scene, s->count);
    mine->rays = malloc((size_t)s->count * sizeof *mine->rays);
    for (int i = 0; i < s->count; ++i) {
        mine->rays[i][0] = obb_vec3(s->rays[i].origin);
        mine->rays[i][1] = obb_vec3(s->rays[i].direction);
    }
    return mine;
}

static void *obb_build_clouds(const void *scene)
{
    const obb_scene *s = (const obb_scene *)scene;
    obb_ours *mine = (obb_ours *)calloc(1, sizeof *mine);
    mine->scene = s;
    mine->points = malloc((size_t)s->count * sizeof *mine->points);
    for (int i = 0; i < s->count; ++i)
        for (int k = 0; k < s->clouds[i].count; ++k)
            for (int c = 0; c < 3; ++c) mine->points[i][k][c] = (cld_real)s->clouds[i].points[k][c];
    return mine;
}

static void obb_fit_all(void *built, int first, int count, void *answers, cld_obb_fit fit)
{
    const obb_ours *mine = (const obb_ours *)built;
    obb_fit *out = (obb_fit *)answers;
    for (int q = first; q < first + count; ++q) {
        cld_obb box;
        cld_obb_from_points(mine->points[q][0], (size_t)mine->scene->clouds[q].count, 0, fit, &box);
        obb_give(box.centre, out[q].box.centre);
        obb_give(box.axes.x, out[q].box.axes[0]);
        obb_give(box.axes.y, out[q].box.axes[1]);
        obb_give(box.axes.z, out[q].box.axes[2]);
        obb_give(box.half, out[q].box.half);
    }
}

static void obb_fit_balanced(void *built, int first, int count, void *answers)
{
    obb_fit_all(built, first, count, answers, CLD_OBB_FIT_BALANCED);
}

static void obb_fit_fast(void *built, int first, int count, void *answers)
{
    obb_fit_all(built, first, count, answers, CLD_OBB_FIT_FAST);
}

static void obb_fit_tight(void *built, int first, int count, void *answers)
{
    obb_fit_all(built, first, count, answers, CLD_OBB_FIT_TIGHT);
}

void PEERS_OURS(obb)(peer_list *list)
{
    peers_add(list, PEERS_WHO, "overlap", "cld_obb_overlap: apart is a proof", PEERS_BITS,
              obb_build, obb_overlap, obb_end);
    peers_add(list, PEERS_WHO, "one against many", "cld_obb_overlap_pack, the pack built before",
              PEERS_BITS, obb_build_pack, obb_pack, obb_end);
    peers_add(list, PEERS_WHO " unpacked", "one against many", "cld_obb_overlap_many", PEERS_BITS,
              obb_build_pack, obb_many, obb_end);
    peers_add(list, PEERS_WHO, "contacts", "cld_obb_collide, at most 8; faces preferred by 5 %",
              PEERS_BITS, obb_build, obb_collide, obb_end);
    peers_add(list, PEERS_WHO, "distance", "cld_obb_distance: apart is a proof", PEERS_BITS,
              obb_build, obb_apart, obb_end);
    peers_add(list, PEERS_WHO, "ray", "cld_obb_raycast: no hit is a proof", PEERS_BITS,
              obb_build_rays, obb_raycast, obb_end);
    peers_add(list, PEERS_WHO, "sweep", "cld_obb_sweep: no hit is a proof", PEERS_BITS,
              obb_build_rays, obb_sweep, obb_end);
    peers_add(list, PEERS_WHO, "fit", "cld_obb_from_points, balanced", PEERS_BITS, obb_build_clouds,
              obb_fit_balanced, obb_end);
    peers_add(list, PEERS_WHO " fast", "fit", "cld_obb_from_points, fast: covariance", PEERS_BITS,
              obb_build_clouds, obb_fit_fast, obb_end);
    peers_add(list, PEERS_WHO " tight", "fit", "cld_obb_from_points, tight", PEERS_BITS,
              obb_build_clouds, obb_fit_tight, obb_end);
}
