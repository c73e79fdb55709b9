/* collide.h itself among those who race with polyhedra. */
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
#include "polyhedron.h"

typedef struct polyhedron_ours {
    const polyhedron_scene *scene;
    cld_real **numbers;
    void **memory;
    cld_polyhedron *shapes, *rest, *b;
    cld_vec3 *points, *directions;
    cld_shape_cache *caches;
    cld_real *clouds;
    uint32_t *triangles;
    cld_workspace workspace;
} polyhedron_ours;

static cld_vec3 polyhedron_vector(const double *v)
{
    cld_vec3 r = {(cld_real)v[0], (cld_real)v[1], (cld_real)v[2]};
    return r;
}

static cld_polyhedron polyhedron_posed(const polyhedron_ours *mine, const polyhedron_placed *p)
{
    cld_polyhedron polyhedron = mine->shapes[p->shape];
    polyhedron.pose.rotation.x = polyhedron_vector(p->axes[0]);
    polyhedron.pose.rotation.y = polyhedron_vector(p->axes[1]);
    polyhedron.pose.rotation.z = polyhedron_vector(p->axes[2]);
    polyhedron.pose.position = polyhedron_vector(p->at);
    return polyhedron;
}

static cld_vec3 *polyhedron_vectors(const double (*v)[3], int count)
{
    cld_vec3 *out = (cld_vec3 *)malloc((size_t)(count + 1) * sizeof *out);
    for (int i = 0; v != NULL && i < count; ++i) out[i] = polyhedron_vector(v[i]);
    return out;
}

static void polyhedron_end(void *built)
{
    polyhedron_ours *mine = (polyhedron_ours *)built;
    for (int i = 0; i < mine->scene->shape_count; ++i)
        free(mine->numbers[i]), free(mine->memory[i]);
    free(mine->numbers), free(mine->memory);
    free(mine->shapes), free(mine->rest), free(mine->b);
    free(mine->points), free(mine->directions), free(mine->caches);
    free(mine->clouds), free(mine->triangles);
    cld_workspace_free(&mine->workspace);
    free(mine);
}

static void *polyhedron_build(const void *scene)
{
    const polyhedron_scene *s = (const polyhedron_scene *)scene;
    const size_t shapes = (size_t)s->shape_count + 1;
    polyhedron_ours *mine;
    if (s->bits > PEERS_BITS) return NULL;
    mine = (polyhedron_ours *)calloc(1, sizeof *mine);
    mine->scene = s;
    mine->numbers = (cld_real **)calloc(shapes, sizeof *mine->numbers);
    mine->memory = (void **)calloc(shapes, sizeof *mine->memory);
    mine->shapes = (cld_polyhedron *)calloc(shapes, sizeof *mine->shapes);
    mine->rest = (cld_polyhedron *)calloc(shapes, sizeof *mine->rest);
    for (int i = 0; i < s->shape_count; ++i) {
        const polyhedron_solid *solid = &s->shapes[i];
        size_t n = 3 * (size_t)solid->vertex_count;
        cld_polyhedron *p = &mine->shapes[i];
        mine->numbers[i] = (cld_real *)malloc(n * sizeof(cld_real));
        for (size_t k = 0; k < n; ++k) mine->numbers[i][k] = (cld_real)solid->xyz[k];
        p->vertices = mine->numbers[i], p->vertex_count = (size_t)solid->vertex_count;
        p->triangles = solid->triangles, p->triangle_count = (size_t)solid->triangle_count;
        mine->memory[i] = malloc(cld_polyhedron_size(p));
        if (cld_polyhedron_build(p, mine->memory[i], cld_polyhedron_size(p)) != CLD_OK) abort();
        mine->rest[i] = polyhedron_posed(mine, &s->rest[i]);
    }
    mine->b = (cld_polyhedron *)calloc((size_t)s->count, sizeof *mine->b);
    for (int i = 0; s->b != NULL && i < s->count; ++i)
        mine->b[i] = polyhedron_posed(mine, &s->b[i]);
    mine->points = polyhedron_vectors(s->points, s->count);
    mine->directions = polyhedron_vectors(s->directions, s->count);
    mine->caches = (cld_shape_cache *)calloc((size_t)s->pairs + 1, sizeof *mine->caches);
    return mine;
}

static void *polyhedron_build_clouds(const void *scene)
{
    const polyhedron_scene *s = (const polyhedron_scene *)scene;
    polyhedron_ours *mine = (polyhedron_ours *)polyhedron_build(scene);
    size_t total = 3 * (size_t)s->count * (size_t)s->cloud_size;
    mine->clouds = (cld_real *)malloc(total * sizeof *mine->clouds);
    mine->triangles = (uint32_t *)malloc(6 * (size_t)s->cloud_size * sizeof *mine->triangles);
    for (size_t i = 0; i < total; ++i) mine->clouds[i] = (cld_real)s->cloud[i];
    return mine;
}

PEERS_RUN(polyhedron_contains, const polyhedron_ours, polyhedron_answer)
{
    const int *shape = mine->scene->shape;
    out->yes = cld_polyhedron_contains(&mine->shapes[shape[q]], mine->points[q]) > 0;
}

PEERS_RUN(polyhedron_extreme, const polyhedron_ours, polyhedron_answer)
{
    const int *shape = mine->scene->shape;
    uint32_t vertex = 0;
    cld_polyhedron_extreme(&mine->shapes[shape[q]], mine->directions[q], &vertex, NULL);
    out->vertex = (int)vertex;
}

PEERS_RUN(polyhedron_ray, const polyhedron_ours, polyhedron_answer)
{
    const int *shape = mine->scene->shape;
    cld_clip3 clip;
    out->yes = cld_polyhedron_clip_ray(&mine->shapes[shape[q]], mine->points[q],
                                       mine->directions[q], &clip);
    if (out->yes > 0) out->value = (double)clip.enter;
}

PEERS_RUN(polyhedron_overlap, const polyhedron_ours, polyhedron_answer)
{
    const cld_shape a = cld_shape_polyhedron(&mine->rest[mine->scene->shape[q]]);
    const cld_shape b = cld_shape_polyhedron(&mine->b[q]);
    out->yes = cld_shape_overlap(&a, NULL, &b, NULL, NULL);
}

PEERS_RUN(polyhedron_distance, const polyhedron_ours, polyhedron_answer)
{
    const cld_shape a = cld_shape_polyhedron(&mine->rest[mine->scene->shape[q]]);
    const cld_shape b = cld_shape_polyhedron(&mine->b[q]);
    cld_contact closest;
    out->yes = cld_shape_distance(&a, NULL, &b, NULL, (cld_real)HUGE_VAL, NULL, &closest);
    out->value = (double)closest.distance;
}

PEERS_RUN(polyhedron_collide, const polyhedron_ours, polyhedron_answer)
{
    const cld_shape a = cld_shape_polyhedron(&mine->rest[mine->scene->shape[q]]);
    const cld_shape b = cld_shape_polyhedron(&mine->b[q]);
    cld_contact contact;
    out->yes = cld_shape_collide(&a, NULL, &b, NULL, 0, NULL, &contact, 1);
    if (out->yes <= 0) return;
    out->value = -(double)contact.distance;
    out->normal[0] = (double)contact.normal.x, out->normal[1] = (double)contact.normal.y;
    out->normal[2] = (double)contact.normal.z;
}

PEERS_RUN(polyhedron_followed, const polyhedron_ours, polyhedron_answer)
{
    const polyhedron_scene *s = mine->scene;
    const cld_shape a = cld_shape_polyhedron(&mine->rest[s->shape[q]]);
    const cld_shape b = cld_shape_polyhedron(&mine->b[q]);
    cld_contact closest;
    out->yes = cld_shape_distance(&a, NULL, &b, NULL, (cld_real)HUGE_VAL,
                                  &mine->caches[q % s->pairs], &closest);
    out->value = (double)closest.distance;
}

/* Six times the volume of the tetrahedra over the triangles. */
static double polyhedron_volume(const cld_real *xyz, const uint32_t *t, int count)
{
    double sum = 0;
    for (int i = 0; i < count; ++i, t += 3) {
        double v[3][3];
        for (int k = 0; k < 9; ++k)
            v[k / 3][k % 3] = (double)xyz[3 * (size_t)t[k / 3] + (size_t)(k % 3)];
        for (int k = 0; k < 3; ++k)
            sum += v[0][k] *
                   (v[1][(k + 1) % 3] * v[2][(k + 2) % 3] - v[1][(k + 2) % 3] * v[2][(k + 1) % 3]);
    }
    return sum / 6;
}

PEERS_RUN(polyhedron_hull, polyhedron_ours, polyhedron_answer)
{
    int n = mine->scene->cloud_size;
    const cld_real *xyz = mine->clouds + 3 * (size_t)n * (size_t)q;
    int found = cld_polyhedron_hull(xyz, (size_t)n, 0, &mine->workspace, mine->triangles, 2 * n);
    out->vertex = found / 2 + 2;
    out->value = polyhedron_volume(xyz, mine->triangles, found);
}

void PEERS_OURS(polyhedron)(peer_list *list)
{
    peers_add(list, PEERS_WHO, "contains", "cld_polyhedron_contains, exact", PEERS_BITS,
              polyhedron_build, polyhedron_contains, polyhedron_end);
    peers_add(list, PEERS_WHO, "extreme", "cld_polyhedron_extreme", PEERS_BITS, polyhedron_build,
              polyhedron_extreme, polyhedron_end);
    peers_add(list, PEERS_WHO, "ray", "cld_polyhedron_clip_ray: hit exact; both ends", PEERS_BITS,
              polyhedron_build, polyhedron_ray, polyhedron_end);
    peers_add(list, PEERS_WHO, "overlap", "cld_shape_overlap: apart is a proof", PEERS_BITS,
              polyhedron_build, polyhedron_overlap, polyhedron_end);
    peers_add(list, PEERS_WHO, "distance", "cld_shape_distance: right to 2^-44 of the size",
              PEERS_BITS, polyhedron_build, polyhedron_distance, polyhedron_end);
    peers_add(list, PEERS_WHO, "followed", "cld_shape_distance with a cache", PEERS_BITS,
              polyhedron_build, polyhedron_followed, polyhedron_end);
    peers_add(list, PEERS_WHO, "collide",
              "cld_shape_collide: a manifold, faces preferred by 5 % of the depth", PEERS_BITS,
              polyhedron_build, polyhedron_collide, polyhedron_end);
    peers_add(list, PEERS_WHO, "hull", "cld_polyhedron_hull, exact; and the volume", PEERS_BITS,
              polyhedron_build_clouds, polyhedron_hull, polyhedron_end);
}
