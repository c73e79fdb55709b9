/* collide.h itself among those who race with meshes. */
#include <stdlib.h>
#define COLLIDE_STATIC
#define COLLIDE_NO_OBB
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#include "collide.h"
#include "frame.h"
#include "mesh.h"

typedef struct mesh_ours {
    int count;
    cld_mesh meshes[2];
    cld_mesh_topology topologies[2];
    cld_real **positions[2]; /* of each body, in each step */
    cld_mesh_params params;
    cld_workspace workspace;
    cld_mesh_contact *contacts;
    cld_mesh_pair *pairs;
    int room, steps;
} mesh_ours;

static cld_real *mesh_rounded(const double *numbers, int vertices)
{
    const size_t count = 3 * (size_t)vertices;
    cld_real *out = (cld_real *)malloc(count * sizeof *out);
    for (size_t i = 0; i < count; ++i) out[i] = (cld_real)numbers[i];
    return out;
}

static void mesh_take(mesh_ours *mine, const mesh_steps *s, int k)
{
    const mesh_body *body = &s->bodies[k];
    cld_mesh *mesh = &mine->meshes[k];
    cld_real *rest = mesh_rounded(body->rest, body->vertex_count);
    mine->positions[k] = (cld_real **)malloc((size_t)s->step_count * sizeof(cld_real *));
    for (int q = 0; q < s->step_count; ++q)
        mine->positions[k][q] = mesh_rounded(s->positions[q][k], body->vertex_count);
    mesh->positions = rest;
    mesh->vertex_count = body->vertex_count;
    mesh->triangles = body->triangles;
    mesh->triangle_count = body->triangle_count;
    mesh->self = body->self;
    cld_mesh_topology_build(&mine->topologies[k], mesh, mine->params.distance, -1, NULL);
    mesh->topology = &mine->topologies[k];
    free(rest);
}

static void *mesh_build(const void *scene)
{
    const mesh_steps *s = (const mesh_steps *)scene;
    mesh_ours *mine = (mesh_ours *)calloc(1, sizeof *mine);
    mine->count = s->body_count, mine->steps = s->step_count;
    mine->params.distance = (cld_real)s->distance;
    for (int k = 0; k < s->body_count; ++k) mesh_take(mine, s, k);
    return mine;
}

static void mesh_end(void *built)
{
    mesh_ours *mine = (mesh_ours *)built;
    for (int k = 0; k < mine->count; ++k) {
        cld_mesh_topology_free(&mine->topologies[k]);
        for (int q = 0; q < mine->steps; ++q) free(mine->positions[k][q]);
        free(mine->positions[k]);
    }
    cld_workspace_free(&mine->workspace);
    free(mine->contacts);
    free(mine->pairs);
    free(mine);
}

static void mesh_step(mesh_ours *mine, int q)
{
    for (int k = 0; k < mine->count; ++k) mine->meshes[k].positions = mine->positions[k][q];
}

static unsigned long long mesh_contact_key(const void *racer, int number)
{
    const cld_mesh_contact *c = &((const mesh_ours *)racer)->contacts[number];
    const unsigned a = c->contact.feature_a, b = c->contact.feature_b;
    if ((a & 3) == CLD_FEATURE_EDGE)
        return mesh_key(MESH_EDGE_EDGE, c->mesh_a, a / 4, c->mesh_b, b / 4);
    if ((a & 3) == CLD_FEATURE_VERTEX)
        return mesh_key(MESH_VERTEX_TRIANGLE, c->mesh_a, a / 4, c->mesh_b, b / 4);
    return mesh_key(MESH_VERTEX_TRIANGLE, c->mesh_b, b / 4, c->mesh_a, a / 4);
}

/* Asked once more where there was no room for all. */
PEERS_RUN(mesh_contacts, mesh_ours, mesh_answer)
{
    int found;
    mesh_step(mine, q);
    while ((found = cld_mesh_collide(mine->meshes, mine->count, &mine->params, &mine->workspace,
                                     mine->contacts, mine->room, NULL)) > mine->room) {
        mine->room = found + found / 4;
        free(mine->contacts);
        mine->contacts = (cld_mesh_contact *)malloc((size_t)mine->room * sizeof(cld_mesh_contact));
    }
    *out = (mesh_answer){found, mine, mesh_contact_key};
}

static unsigned long long mesh_pair_key(const void *racer, int number)
{
    const cld_mesh_pair *p = &((const mesh_ours *)racer)->pairs[number];
    return mesh_key(MESH_TRIANGLES, p->mesh_a, (unsigned)p->triangle_a, p->mesh_b,
                    (unsigned)p->triangle_b);
}

PEERS_RUN(mesh_intersections, mesh_ours, mesh_answer)
{
    int found;
    mesh_step(mine, q);
    while ((found = cld_mesh_intersections(mine->meshes, mine->count, &mine->workspace, mine->pairs,
                                           mine->room)) > mine->room) {
        mine->room = found + found / 4;
        free(mine->pairs);
        mine->pairs = (cld_mesh_pair *)malloc((size_t)mine->room * sizeof(cld_mesh_pair));
    }
    *out = (mesh_answer){found, mine, mesh_pair_key};
}

PEERS_RUN(mesh_touch, mesh_ours, mesh_answer)
{
    mesh_step(mine, q);
    out->count = cld_mesh_overlap(mine->meshes, mine->count, &mine->params, &mine->workspace);
}

void PEERS_OURS(mesh)(peer_list *list)
{
    peers_add(
        list, PEERS_WHO, "contacts",
        "cld_mesh_collide, topology built at rest: all pairs closer than d, decided in double",
        PEERS_BITS, mesh_build, mesh_contacts, mesh_end);
    peers_add(
        list, PEERS_WHO, "intersections",
        "cld_mesh_intersections, topology built at rest: exact, touching and coplanar counted",
        PEERS_BITS, mesh_build, mesh_intersections, mesh_end);
    peers_add(list, PEERS_WHO, "touch",
              "cld_mesh_overlap, topology built at rest: closer than d; apart is a proof",
              PEERS_BITS, mesh_build, mesh_touch, mesh_end);
}
