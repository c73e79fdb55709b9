/* collide.h itself among those who race on terrain. */
#include <stdlib.h>
#include <string.h>
#define COLLIDE_STATIC
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_MESH
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#include "collide.h"
#include "frame.h"
#include "terrain.h"

typedef struct terrain_body {
    cld_shape shape;
    cld_pose pose;
} terrain_body;

typedef struct terrain_ours {
    cld_heightfield field;
    cld_real *heights;
    void *pyramid;
    terrain_body *bodies;
    cld_vec3 *ways;
    cld_real within;
    terrain_solid solid;
} terrain_ours;

static cld_vec3 terrain_vec(const double v[3])
{
    cld_vec3 w = {(cld_real)v[0], (cld_real)v[1], (cld_real)v[2]};
    return w;
}

static terrain_body terrain_body_from(const terrain_scene *s, const terrain_pose *pose)
{
    const cld_real radius = (cld_real)s->size[0], half = (cld_real)s->size[1];
    terrain_body b;
    memset(&b, 0, sizeof b);
    b.shape = s->solid == TERRAIN_SOLID_CYLINDER  ? cld_shape_cylinder(radius, half)
              : s->solid == TERRAIN_SOLID_CAPSULE ? cld_shape_capsule(radius, half)
              : s->solid == TERRAIN_SOLID_BOX     ? cld_shape_box(terrain_vec(s->size))
                                                  : cld_shape_sphere(radius);
    b.pose.position = terrain_vec(pose->centre);
    if (s->solid == TERRAIN_SOLID_SPHERE || s->solid == TERRAIN_SOLID_RAY) return b;
    b.pose.rotation.x = terrain_vec(pose->axes[0]), b.pose.rotation.y = terrain_vec(pose->axes[1]);
    b.pose.rotation.z = terrain_vec(pose->axes[2]);
    return b;
}

static void terrain_end(void *built)
{
    terrain_ours *mine = (terrain_ours *)built;
    free(mine->heights);
    free(mine->pyramid);
    free(mine->bodies);
    free(mine->ways);
    free(mine);
}

/* The pyramid, where many cells are asked about. */
static int terrain_prepare(terrain_ours *mine)
{
    mine->pyramid = malloc(cld_heightfield_size(&mine->field));
    return mine->pyramid != NULL &&
           cld_heightfield_build(&mine->field, mine->pyramid, cld_heightfield_size(&mine->field)) ==
               CLD_OK;
}

static terrain_ours *terrain_open(const terrain_scene *s)
{
    terrain_ours *mine = (terrain_ours *)calloc(1, sizeof *mine);
    const size_t n = (size_t)s->columns * (size_t)s->rows, count = (size_t)s->count;
    mine->heights = (cld_real *)malloc(n * sizeof(cld_real));
    for (size_t i = 0; i < n; ++i) mine->heights[i] = (cld_real)s->heights[i];
    mine->field.heights = mine->heights;
    mine->field.columns = (uint32_t)s->columns, mine->field.rows = (uint32_t)s->rows;
    mine->field.dx = mine->field.dy = (cld_real)s->cell;
    mine->bodies = (terrain_body *)malloc(count * sizeof *mine->bodies);
    mine->ways = (cld_vec3 *)calloc(count, sizeof *mine->ways);
    for (size_t i = 0; i < count; ++i) {
        mine->bodies[i] = terrain_body_from(s, &s->poses[i]);
        if (s->ways != NULL) mine->ways[i] = terrain_vec(s->ways[i]);
    }
    mine->within = (cld_real)s->within, mine->solid = s->solid;
    return mine;
}

static void *terrain_build(const void *scene)
{
    const terrain_scene *s = (const terrain_scene *)scene;
    terrain_ours *mine = terrain_open(s);
    if (!s->prepare || terrain_prepare(mine)) return mine;
    terrain_end(mine);
    return NULL;
}

/* Without the pyramid, where the other has one. */
static void *terrain_build_view(const void *scene)
{
    const terrain_scene *s = (const terrain_scene *)scene;
    return s->prepare ? terrain_open(s) : NULL;
}

static void terrain_overlap(void *built, int first, int count, void *answers)
{
    const terrain_ours *mine = (const terrain_ours *)built;
    terrain_answer *out = (terrain_answer *)answers;
    for (int q = first; q < first + count; ++q) {
        const terrain_body *b = &mine->bodies[q];
        out[q].touching = cld_heightfield_overlap_shape(&mine->field, &b->shape, &b->pose);
    }
}

static void terrain_tell(terrain_answer *out, int count, const cld_contact *c)
{
    out->touching = count < 0 ? -1 : count > 0, out->contacts = count;
    if (count <= 0) return;
    out->way[0] = -(double)c->normal.x, out->way[1] = -(double)c->normal.y;
    out->way[2] = -(double)c->normal.z, out->depth = -(double)c->distance;
}

static void terrain_manifold(void *built, int first, int count, void *answers)
{
    enum { MOST = CLD_HEIGHTFIELD_CONTACTS };
    const terrain_ours *mine = (const terrain_ours *)built;
    terrain_answer *out = (terrain_answer *)answers;
    for (int q = first; q < first + count; ++q) {
        const terrain_body *b = &mine->bodies[q];
        cld_contact c[MOST];
        const int n = cld_heightfield_collide_shape(&mine->field, &b->shape, &b->pose, 0, c, MOST);
        terrain_tell(&out[q], n, c);
    }
}

static void terrain_distance(void *built, int first, int count, void *answers)
{
    const terrain_ours *mine = (const terrain_ours *)built;
    terrain_answer *out = (terrain_answer *)answers;
    for (int q = first; q < first + count; ++q) {
        const terrain_body *b = &mine->bodies[q];
        cld_contact c;
        const int n =
            cld_heightfield_distance_shape(&mine->field, &b->shape, &b->pose, mine->within, &c);
        out[q].distance = n > 0 ? (double)c.distance : (double)INFINITY;
    }
}

static void terrain_sweep(void *built, int first, int count, void *answers)
{
    const terrain_ours *mine = (const terrain_ours *)built;
    terrain_answer *out = (terrain_answer *)answers;
    for (int q = first; q < first + count; ++q) {
        const terrain_body *b = &mine->bodies[q];
        const cld_motion way = {mine->ways[q], {0, 0, 0}, {0, 0, 0}};
        cld_hit hit;
        const int n =
            cld_heightfield_sweep_shape(&mine->field, &b->shape, &b->pose, &way, NULL, &hit);
        out[q].distance = n > 0 ? (double)hit.time : (double)INFINITY;
    }
}

PEERS_RUN(terrain_ray, const terrain_ours, terrain_answer)
{
    cld_heightfield_point hit;
    const int n = cld_heightfield_raycast(&mine->field, mine->bodies[q].pose.position,
                                          mine->ways[q], mine->within, &hit);
    out->distance = n > 0 ? (double)hit.distance : (double)INFINITY;
}

PEERS_RUN(terrain_height, const terrain_ours, terrain_answer)
{
    cld_heightfield_point at;
    const int n = cld_heightfield_height(&mine->field, mine->bodies[q].pose.position, &at);
    out->distance = n > 0 ? (double)at.distance : (double)INFINITY;
}

/* The same without the pyramid. */
static void terrain_add_view(peer_list *list)
{
    peers_add(list, PEERS_WHO " view", "overlap", "the same, nothing prepared", PEERS_BITS,
              terrain_build_view, terrain_overlap, terrain_end);
    peers_add(list, PEERS_WHO " view", "manifold", "the same, nothing prepared", PEERS_BITS,
              terrain_build_view, terrain_manifold, terrain_end);
    peers_add(list, PEERS_WHO " view", "raycast", "the same, nothing prepared", PEERS_BITS,
              terrain_build_view, terrain_ray, terrain_end);
}

void PEERS_OURS(terrain)(peer_list *list)
{
    peers_add(
        list, PEERS_WHO, "overlap",
        "cld_heightfield_overlap_shape: solid, apart is a proof; a pyramid for large bodies only",
        PEERS_BITS, terrain_build, terrain_overlap, terrain_end);
    peers_add(list, PEERS_WHO, "manifold",
              "cld_heightfield_collide_shape: at most 16 contacts, the first is a way out",
              PEERS_BITS, terrain_build, terrain_manifold, terrain_end);
    peers_add(list, PEERS_WHO, "distance", "cld_heightfield_distance_shape, as far as 1 m",
              PEERS_BITS, terrain_build, terrain_distance, terrain_end);
    peers_add(list, PEERS_WHO, "sweep", "cld_heightfield_sweep_shape: straight, does not turn",
              PEERS_BITS, terrain_build, terrain_sweep, terrain_end);
    peers_add(list, PEERS_WHO, "raycast", "cld_heightfield_raycast, with the pyramid", PEERS_BITS,
              terrain_build, terrain_ray, terrain_end);
    peers_add(list, PEERS_WHO, "height", "cld_heightfield_height", PEERS_BITS, terrain_build,
              terrain_height, terrain_end);
    if (strcmp(PEERS_WHO, "collide") == 0) terrain_add_view(list);
}
