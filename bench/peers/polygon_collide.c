/* collide.h itself among those who race with polygons. */
#include <stdlib.h>
#include <string.h>
#define COLLIDE_STATIC
#define COLLIDE_NO_OBB
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_MESH
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_BEZIER
#include "collide.h"
#include "frame.h"
#include "polygon.h"

typedef struct polygon_ours {
    const polygon_scene *scene;
    cld_real *numbers; /* of all vertices, or of all clouds */
    cld_polygon *shapes, *rest, *b;
    cld_vec2 *points, *ends, *directions;
    cld_polygon_cache *caches;
    cld_real *scratch; /* a cloud, since its hull is made in place */
} polygon_ours;

static cld_vec2 *polygon_vectors(const double (*v)[2], int count)
{
    cld_vec2 *out = (cld_vec2 *)malloc((size_t)(count + 1) * sizeof *out);
    for (int i = 0; v != NULL && i < count; ++i)
        out[i].x = (cld_real)v[i][0], out[i].y = (cld_real)v[i][1];
    return out;
}

static cld_polygon polygon_posed(const polygon_ours *mine, const polygon_placed *p)
{
    cld_polygon polygon = mine->shapes[p->shape];
    polygon.pose.rotation = (cld_vec2){(cld_real)p->cosine, (cld_real)p->sine};
    polygon.pose.position = (cld_vec2){(cld_real)p->at[0], (cld_real)p->at[1]};
    return polygon;
}

static void polygon_copy_shapes(polygon_ours *mine)
{
    const polygon_scene *s = mine->scene;
    size_t total = 0;
    cld_real *at;
    for (int i = 0; i < s->shape_count; ++i) total += (size_t)s->shapes[i].count;
    mine->numbers = at = (cld_real *)malloc((2 * total + 1) * sizeof *at);
    mine->shapes = (cld_polygon *)calloc((size_t)s->shape_count + 1, sizeof *mine->shapes);
    mine->rest = (cld_polygon *)calloc((size_t)s->shape_count + 1, sizeof *mine->rest);
    for (int i = 0; i < s->shape_count; ++i) {
        const polygon_ring *ring = &s->shapes[i];
        mine->shapes[i].vertices = at;
        mine->shapes[i].count = (size_t)ring->count;
        for (int k = 0; k < 2 * ring->count; ++k) *at++ = (cld_real)ring->xy[k];
        mine->rest[i] = polygon_posed(mine, &s->rest[i]);
    }
}

static void *polygon_build(const void *scene)
{
    const polygon_scene *s = (const polygon_scene *)scene;
    polygon_ours *mine;
    if (s->bits > PEERS_BITS) return NULL;
    mine = (polygon_ours *)calloc(1, sizeof *mine);
    mine->scene = s;
    polygon_copy_shapes(mine);
    mine->b = (cld_polygon *)calloc((size_t)s->count, sizeof *mine->b);
    for (int i = 0; s->b != NULL && i < s->count; ++i) mine->b[i] = polygon_posed(mine, &s->b[i]);
    mine->points = polygon_vectors(s->points, s->count);
    mine->ends = polygon_vectors(s->ends, s->count);
    mine->directions = polygon_vectors(s->directions, s->count);
    mine->caches = (cld_polygon_cache *)calloc((size_t)s->pairs + 1, sizeof *mine->caches);
    return mine;
}

static void *polygon_build_clouds(const void *scene)
{
    polygon_ours *mine = (polygon_ours *)polygon_build(scene);
    size_t total;
    if (mine == NULL) return NULL;
    total = 2 * (size_t)mine->scene->count * (size_t)mine->scene->cloud_size;
    free(mine->numbers);
    mine->numbers = (cld_real *)malloc(total * sizeof *mine->numbers);
    mine->scratch = (cld_real *)malloc(2 * (size_t)mine->scene->cloud_size * sizeof *mine->scratch);
    for (size_t i = 0; i < total; ++i) mine->numbers[i] = (cld_real)mine->scene->cloud[i];
    return mine;
}

static void polygon_end(void *built)
{
    polygon_ours *mine = (polygon_ours *)built;
    free(mine->numbers);
    free(mine->shapes);
    free(mine->rest);
    free(mine->b);
    free(mine->points);
    free(mine->ends);
    free(mine->directions);
    free(mine->caches);
    free(mine->scratch);
    free(mine);
}

PEERS_RUN(polygon_contains, const polygon_ours, polygon_answer)
{
    const int *shape = mine->scene->shape;
    out->yes = cld_polygon_contains(&mine->shapes[shape[q]], mine->points[q]) > 0;
}

PEERS_RUN(polygon_extreme, const polygon_ours, polygon_answer)
{
    const int *shape = mine->scene->shape;
    uint32_t vertex = 0;
    cld_polygon_extreme(&mine->shapes[shape[q]], mine->directions[q], &vertex, NULL);
    out->vertex = (int)vertex;
}

PEERS_RUN(polygon_segment, const polygon_ours, polygon_answer)
{
    const int *shape = mine->scene->shape;
    cld_clip2 clip;
    out->yes =
        cld_polygon_clip_segment(&mine->shapes[shape[q]], mine->points[q], mine->ends[q], &clip);
    if (out->yes <= 0) return;
    out->value[0] = (double)clip.enter;
    out->value[1] = (double)clip.exit;
}

PEERS_RUN(polygon_overlap, const polygon_ours, polygon_answer)
{
    const int *shape = mine->scene->shape;
    out->yes = cld_polygon_overlap(&mine->rest[shape[q]], &mine->b[q], NULL);
}

PEERS_RUN(polygon_distance, const polygon_ours, polygon_answer)
{
    const int *shape = mine->scene->shape;
    cld_contact2 closest;
    out->yes = cld_polygon_distance(&mine->rest[shape[q]], &mine->b[q], &closest);
    out->value[0] = (double)closest.distance;
}

PEERS_RUN(polygon_cached, const polygon_ours, polygon_answer)
{
    const polygon_scene *s = mine->scene;
    cld_contact2 closest;
    out->yes = cld_polygon_distance_cached(&mine->rest[s->shape[q]], &mine->b[q],
                                           &mine->caches[q % s->pairs], &closest);
    out->value[0] = (double)closest.distance;
}

PEERS_RUN(polygon_collide, const polygon_ours, polygon_answer)
{
    const int *shape = mine->scene->shape;
    cld_contact2 contacts[2];
    int found = cld_polygon_collide(&mine->rest[shape[q]], &mine->b[q], 0, contacts, 2);
    out->yes = found > 0;
    if (found <= 0) return;
    out->value[0] = -(double)contacts[0].distance;
    out->normal[0] = (double)contacts[0].normal.x;
    out->normal[1] = (double)contacts[0].normal.y;
}

PEERS_RUN(polygon_sweep, const polygon_ours, polygon_answer)
{
    const int *shape = mine->scene->shape;
    cld_motion2 motion = {{0, 0}, 0, {0, 0}};
    cld_hit2 hit;
    motion.linear = mine->directions[q];
    out->yes = cld_polygon_sweep(&mine->rest[shape[q]], NULL, &mine->b[q], &motion, NULL, &hit);
    if (out->yes > 0) out->value[0] = (double)hit.time;
}

static double polygon_area(const cld_real *xy, int count)
{
    double sum = 0;
    for (int i = 0, k = count - 1; i < count; k = i++)
        sum +=
            (double)xy[2 * k] * (double)xy[2 * i + 1] - (double)xy[2 * i] * (double)xy[2 * k + 1];
    return sum / 2;
}

PEERS_RUN(polygon_hull, const polygon_ours, polygon_answer)
{
    size_t n = (size_t)mine->scene->cloud_size;
    memcpy(mine->scratch, mine->numbers + 2 * n * (size_t)q, 2 * n * sizeof *mine->scratch);
    out->vertex = cld_polygon_hull(mine->scratch, n, 0);
    out->value[0] = polygon_area(mine->scratch, out->vertex);
}

void PEERS_OURS(polygon)(peer_list *list)
{
    peers_add(list, PEERS_WHO, "contains", "cld_polygon_contains: nothing prepared, exact",
              PEERS_BITS, polygon_build, polygon_contains, polygon_end);
    peers_add(list, PEERS_WHO, "extreme", "cld_polygon_extreme: nothing prepared, exact",
              PEERS_BITS, polygon_build, polygon_extreme, polygon_end);
    peers_add(list, PEERS_WHO, "segment",
              "cld_polygon_clip_segment: hit exact; enter, exit, points, normals, features",
              PEERS_BITS, polygon_build, polygon_segment, polygon_end);
    peers_add(list, PEERS_WHO, "overlap", "cld_polygon_overlap: poses in the query, exact",
              PEERS_BITS, polygon_build, polygon_overlap, polygon_end);
    peers_add(list, PEERS_WHO, "distance",
              "cld_polygon_distance: poses in the query; points, normal, features", PEERS_BITS,
              polygon_build, polygon_distance, polygon_end);
    peers_add(list, PEERS_WHO, "followed", "cld_polygon_distance_cached", PEERS_BITS, polygon_build,
              polygon_cached, polygon_end);
    peers_add(list, PEERS_WHO, "collide",
              "cld_polygon_collide: shortest way out of all, one or two contacts", PEERS_BITS,
              polygon_build, polygon_collide, polygon_end);
    peers_add(list, PEERS_WHO, "sweep", "cld_polygon_sweep: contact at the time of the first touch",
              PEERS_BITS, polygon_build, polygon_sweep, polygon_end);
    peers_add(list, PEERS_WHO, "hull", "cld_polygon_hull: copies the points, hull in place, exact",
              PEERS_BITS, polygon_build_clouds, polygon_hull, polygon_end);
}
