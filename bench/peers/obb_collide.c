/* collide.h itself among those who race with boxes. */
#include <stdlib.h>
#define COLLIDE_STATIC
#define COLLIDE_NO_NURBS
#define COLLIDE_NO_MESH
#define COLLIDE_NO_TERRAIN
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#include "collide.h"
#include "obb.h"

typedef struct obb_ours {
    cld_obb *a, *b;
} obb_ours;

static cld_obb obb_from(const obb_box *box)
{
    cld_obb o;
    cld_vec3 *axes = &o.axes.x;
    for (int k = 0; k < 3; ++k) {
        const double *v = box->axes[k];
        axes[k] = (cld_vec3){(cld_real)v[0], (cld_real)v[1], (cld_real)v[2]};
    }
    o.centre =
        (cld_vec3){(cld_real)box->centre[0], (cld_real)box->centre[1], (cld_real)box->centre[2]};
    o.half = (cld_vec3){(cld_real)box->half[0], (cld_real)box->half[1], (cld_real)box->half[2]};
    return o;
}

static void *obb_build(const void *scene)
{
    const obb_scene *s = (const obb_scene *)scene;
    obb_ours *mine = (obb_ours *)malloc(sizeof *mine);
    mine->a = (cld_obb *)malloc((size_t)s->count * 2 * sizeof(cld_obb));
    mine->b = mine->a + s->count;
    for (int i = 0; i < s->count; ++i) {
        mine->a[i] = obb_from(&s->a[i]);
        mine->b[i] = obb_from(&s->b[i]);
    }
    return mine;
}

static void obb_overlap(void *built, int first, int count, void *answers)
{
    const obb_ours *mine = (const obb_ours *)built;
    obb_answer *out = (obb_answer *)answers;
    for (int q = first; q < first + count; ++q)
        out[q].overlap = cld_obb_overlap(&mine->a[q], &mine->b[q]);
}

static void obb_end(void *built)
{
    obb_ours *mine = (obb_ours *)built;
    free(mine->a);
    free(mine);
}

void PEERS_OURS(obb)(peer_list *list)
{
    peers_add(list, PEERS_WHO, "overlap", "cld_obb_overlap: apart is a proof", PEERS_BITS,
              obb_build, obb_overlap, obb_end);
}
