/* Convex shapes in a heap: 200 bodies of all kinds that collide.h's module [SHAPE] knows fall into
   a box, or on terrain, or on steps made of triangles, and come to rest; and a stack of ten boxes
   stands for a minute.

       cc -O2 -I. examples/pile.c -o pile -lm && ./pile
       ./pile terrain
       ./pile mesh

   Run it in the top folder, where collide.h is; it writes into the current folder.

   Spheres, capsules, boxes, rounded boxes, cylinders, hulls of points and prepared polyhedra: a
   hashed grid says which are near each other, cld_shape_collide where they touch, and the solver of
   rigid.h takes these manifolds as they are; those of cld_shape_collide_plane,
   cld_heightfield_collide_shape and cld_mesh_collide_shape, too. A step is 1/60 s, in two parts.
   Prints, every half second, energy, how deep anything is in anything else, how many bodies rest,
   and milliseconds a step, of detection and of response; draws the heap by casting rays
   (cld_shape_raycast) to pile.png, pile_terrain.png or pile_mesh.png.

   Ends with 1 if a body leaves the box, or the ground to any side or through it, or is deeper in
   another than a step explains; if two bodies, or a body and the ground, overlap and have no
   contact, or have one and do not overlap; if the energy grows; if, at the end, bodies do not rest,
   or contacts are not found again by their features; if the stack falls. */

#define COLLIDE_NO_NURBS /* the modules left out need no compiling */
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#include "run.h"
#include "rigid.h"

#include "film.h"
#include "raster.h"

enum {
    BODIES = 200,
    KINDS = 7,
    HULL = 14,  /* points of each hull that is told by its points */
    SOLID = 60, /* of each that is prepared */
    HULLS = 5,  /* of each sort */
    PLANES = 5,
    CELLS = 20, /* of the ground, along x and along y */
    SQUARES = CELLS * CELLS + 2 * CELLS * (CELLS - 1),
    STACK = 10,
    HALF_SECONDS = 30, /* of the heap */
    MINUTE = 120,      /* of the stack, in the same */
    STEPS = 30,        /* in half a second */
    SLOPS = 8          /* of the fall in a part of a step: so deep do bodies rest in each other */
};

static const double STEP = 1.0 / 60, GRAVITY = 9.81, DENSITY = 1000;
static const double ROOM = 1.6;              /* half the width of the box; lengths in metres */
static const double SIZE = 0.25;             /* half the size of a body, about */
static const double FALL = 6;                /* the highest body, from there to the ground */
static const double CELL = 0.3, STAIR = 0.2; /* the width of a cell, the height of a step */
static const double ROUNDING = 1e-6;         /* of places */
static const double REST = 0.02;             /* metres a second: slower than that is at rest */

static const char *const KIND_NAMES[KINDS] = {"spheres",   "capsules", "boxes",    "rounded boxes",
                                              "cylinders", "hulls",    "polyhedra"};

/* ---------------------------------------------------------------------------- bodies and masses */

/* The hulls of some points about their centre of mass; what a unit of density has there. */
typedef struct hull {
    cld_real points[3 * SOLID];
    uint32_t triangles[3 * 2 * SOLID];
    cld_polyhedron solid;
    void *memory;
    cld_mass mass;
} hull;

/* One number after the other: of the arguments of a call, compilers may draw any first. */
static vec random_vector(uint32_t *random, vec low, vec high)
{
    vec v;
    v.z = random_between(random, low.z, high.z);
    v.y = random_between(random, low.y, high.y);
    v.x = random_between(random, low.x, high.x);
    return v;
}

/* Points on an ellipsoid, in any order. */
static void hull_make(hull *h, int count, cld_workspace *workspace, uint32_t *random)
{
    const vec axes = scale(SIZE, random_vector(random, vector(0.8, 0.7, 0.6), vector(1.3, 1.1, 1)));
    size_t bytes;
    int triangles;
    for (int i = 0; i < count; i++) {
        vec p;
        do p = random_vector(random, vector(-1, -1, -1), vector(1, 1, 1));
        while (!(dot(p, p) > 0.01 && dot(p, p) < 1));
        p = unit(p);
        h->points[3 * i] = (cld_real)(p.x * axes.x),
                      h->points[3 * i + 1] = (cld_real)(p.y * axes.y);
        h->points[3 * i + 2] = (cld_real)(p.z * axes.z);
    }
    triangles =
        check(cld_polyhedron_hull(h->points, (size_t)count, 0, workspace, h->triangles, 2 * SOLID));
    h->solid.vertices = h->points, h->solid.vertex_count = (size_t)count;
    h->solid.triangles = h->triangles, h->solid.triangle_count = (size_t)triangles;
    check(cld_polyhedron_mass(&h->solid, &h->mass));
    for (int i = 0; i < count; i++) {
        h->points[3 * i] -= h->mass.centroid.x, h->points[3 * i + 1] -= h->mass.centroid.y;
        h->points[3 * i + 2] -= h->mass.centroid.z;
    }
    bytes = cld_polyhedron_size(&h->solid);
    h->memory = need(malloc(bytes));
    check(cld_polyhedron_build(&h->solid, h->memory, bytes));
}

/* --------------------------------------------------------------------------------------- ground */

/* Where the bodies lie. */
typedef enum place { IN_BOX, ON_TERRAIN, ON_MESH, PLACES } place;

static const char *const PLACE_NAMES[PLACES] = {"box", "terrain", "mesh"};
static const char *const PICTURES[PLACES] = {"pile.png", "pile_terrain.png", "pile_mesh.png"};

/* A bowl. The terrain is its surface; the mesh is of squares, a level one in each cell, at the
   height of the nearest step, and upright ones between. Either is drawn by its triangles. */
typedef struct ground {
    place place;
    float heights[(CELLS + 1) * (CELLS + 1)];
    cld_heightfield field;
    cld_real corners[3 * 4 * SQUARES];
    uint32_t triangles[3 * 2 * SQUARES];
    cld_mesh mesh;
    void *pyramid, *tree;
} ground;

static double ground_bowl(double x, double y)
{
    return 0.12 * (x * x + y * y) + 0.1 * sin(2.5 * x) * cos(2 * y) - 0.2;
}

/* The border of cell i; what lies in the middle between two is in 0.5. */
static double ground_place(double i)
{
    return (i - 0.5 * CELLS) * CELL;
}

static double ground_stair(int i, int j)
{
    return STAIR * rint(ground_bowl(ground_place(i + 0.5), ground_place(j + 0.5)) / STAIR);
}

static double ground_height(const ground *g, double x, double y)
{
    const double i = floor(x / CELL + 0.5 * CELLS), j = floor(y / CELL + 0.5 * CELLS);
    return g->place == ON_MESH ? ground_stair((int)i, (int)j) : ground_bowl(x, y);
}

static vec ground_corner(const ground *g, uint32_t k)
{
    const cld_real *p = g->corners + 3 * k;
    return vector((double)p[0], (double)p[1], (double)p[2]);
}

/* A square of two triangles; the corners go round counter-clockwise from where it is met. The
   squares do not share them. */
static void ground_square(ground *g, vec a, vec b, vec c, vec d)
{
    static const uint32_t order[6] = {0, 1, 3, 1, 2, 3}; /* cut as the cells of the terrain are */
    const vec corners[4] = {a, b, c, d};
    for (int k = 0; k < 6; k++)
        g->triangles[3 * g->mesh.triangle_count + k] = (uint32_t)g->mesh.vertex_count + order[k];
    for (int k = 0; k < 4; k++) {
        cld_real *p = g->corners + 3 * g->mesh.vertex_count++;
        p[0] = (cld_real)corners[k].x, p[1] = (cld_real)corners[k].y, p[2] = (cld_real)corners[k].z;
    }
    g->mesh.triangle_count += 2;
}

/* The cell, and what stands between it and its neighbours before it. */
static void ground_cell(ground *g, int i, int j)
{
    const double x = ground_place(i), y = ground_place(j);
    const double u = ground_place(i + 1), v = ground_place(j + 1);
    const double here = ground_stair(i, j);
    if (g->place == ON_TERRAIN) {
        const float *h = g->heights + i + j * (CELLS + 1);
        ground_square(g, vector(x, y, (double)h[0]), vector(u, y, (double)h[1]),
                      vector(u, v, (double)h[CELLS + 2]), vector(x, v, (double)h[CELLS + 1]));
        return;
    }
    ground_square(g, vector(x, y, here), vector(u, y, here), vector(u, v, here),
                  vector(x, v, here));
    if (i > 0 && ground_stair(i - 1, j) != here) {
        const double there = ground_stair(i - 1, j);
        ground_square(g, vector(x, v, there), vector(x, y, there), vector(x, y, here),
                      vector(x, v, here));
    }
    if (j > 0 && ground_stair(i, j - 1) != here) {
        const double there = ground_stair(i, j - 1);
        ground_square(g, vector(x, y, there), vector(u, y, there), vector(u, y, here),
                      vector(x, y, here));
    }
}

static void ground_begin(ground *g, place where)
{
    size_t bytes;
    g->place = where;
    for (int k = 0; k < (CELLS + 1) * (CELLS + 1); k++)
        g->heights[k] =
            (float)ground_bowl(ground_place(k % (CELLS + 1)), ground_place(k / (CELLS + 1)));
    g->field.heights = g->heights, g->field.type = CLD_HEIGHT_FLOAT;
    g->field.columns = g->field.rows = CELLS + 1, g->field.dx = g->field.dy = (cld_real)CELL;
    g->field.pose = cld_pose_identity();
    g->field.pose.position = to_cld(vector(ground_place(0), ground_place(0), 0));
    bytes = cld_heightfield_size(&g->field);
    g->pyramid = need(malloc(bytes));
    check(cld_heightfield_build(&g->field, g->pyramid, bytes));
    for (int k = 0; k < CELLS * CELLS; k++) ground_cell(g, k % CELLS, k / CELLS);
    g->mesh.positions = g->corners, g->mesh.triangles = g->triangles;
    g->mesh.sides = CLD_MESH_FRONT;
    bytes = cld_mesh_tree_size(&g->mesh);
    g->tree = need(malloc(bytes));
    check(cld_mesh_tree_build(&g->mesh, g->tree, bytes));
}

/* ---------------------------------------------------------------------------------------- world */

typedef struct pile {
    ground ground;
    rigid_body bodies[BODIES];
    cld_shape shapes[BODIES];
    cld_plane planes[PLANES];
    hull points[HULLS], solids[HULLS];
    rigid_shapes scene, asked; /* asked: the same for checks, which leave no trace */
    rigid_collider collider;
    rigid_world world;
    stopwatch detection, all;
    double deepest; /* since the last report */
    double resting; /* share of the bodies, a mean over the last two seconds */
} pile;

/* A cylinder with half a ball at each end. */
static mat capsule_inertia(double density, double radius, double half, double *mass)
{
    const double middle = density * PI * radius * radius * 2 * half;
    const double ends = density * 4 / 3 * PI * radius * radius * radius;
    mat m = rigid_cylinder_inertia(middle, radius, half);
    const double along = 0.4 * ends * radius * radius;
    const double across = along + ends * (half * half + 0.75 * half * radius);
    *mass = middle + ends;
    m.x.x += across, m.y.y += across, m.z.z += along;
    return m;
}

/* Shape and mass of a body. A rounded box has the inertia of the box around it. */
static void pile_shape(pile *p, int i, int kind, uint32_t *random)
{
    const double size = random_between(random, 0.7, 1) * SIZE, third = PI / 3;
    const double wide = random_between(random, 0.5, 1) * size;
    const vec half = vector(size, wide, random_between(random, 0.4, 1) * size);
    const double round = kind == 3 ? 0.3 * fmin(wide, half.z) : 0;
    const hull *h = kind == 5 ? &p->points[i / KINDS % HULLS] : &p->solids[i / KINDS % HULLS];
    double mass = DENSITY * 8 * half.x * half.y * half.z;
    mat inertia = rigid_box_inertia(mass, half);
    p->shapes[i] = cld_shape_box(to_cld(add(half, -round, vector(1, 1, 1))));
    p->shapes[i].radius = (cld_real)round;
    if (kind == 0) {
        mass = DENSITY * 4 * third * wide * wide * wide;
        inertia = rigid_sphere_inertia(mass, wide);
        p->shapes[i] = cld_shape_sphere((cld_real)wide);
    } else if (kind == 1) {
        inertia = capsule_inertia(DENSITY, 0.7 * wide, size, &mass);
        p->shapes[i] = cld_shape_capsule((cld_real)(0.7 * wide), (cld_real)size);
    } else if (kind == 4) {
        mass = DENSITY * PI * wide * wide * 2 * half.z;
        inertia = rigid_cylinder_inertia(mass, wide, half.z);
        p->shapes[i] = cld_shape_cylinder((cld_real)wide, (cld_real)half.z);
    } else if (kind >= 5) {
        mass = DENSITY * (double)h->mass.volume;
        inertia.x = scale(DENSITY, from_cld(h->mass.inertia.x));
        inertia.y = scale(DENSITY, from_cld(h->mass.inertia.y));
        inertia.z = scale(DENSITY, from_cld(h->mass.inertia.z));
        p->shapes[i] =
            kind == 5 ? cld_shape_points(h->points, HULL) : cld_shape_polyhedron(&h->solid);
    }
    check(cld_shape_validate(&p->shapes[i]));
    rigid_set_mass(&p->bodies[i], mass, inertia);
}

/* The collider of the world: that of rigid.h, timed. */
static int pile_collide(void *data, double time, double margin, rigid_contact *out, int capacity)
{
    pile *p = (pile *)data;
    int count;
    stopwatch_start(&p->detection);
    count = rigid_shapes_collide(&p->scene, time, margin, out, capacity);
    stopwatch_stop(&p->detection);
    return count;
}

/* The world around `count` bodies; planes: the first is the ground, 0: that is another; damping of
   rotation: else nothing would stop a ball that rolls. */
static void pile_begin(pile *p, int count, int planes, double damping)
{
    const double part = STEP / 2;
    const cld_plane level = {{0, 0, 1}, 0};
    p->planes[0] = level;
    for (int i = 1; i < PLANES; i++) {
        const double side = i % 2 ? 1 : -1;
        p->planes[i].normal = to_cld(i <= 2 ? vector(side, 0, 0) : vector(0, side, 0));
        p->planes[i].offset = (cld_real)-ROOM;
    }
    p->scene.bodies = p->bodies, p->scene.shapes = p->shapes, p->scene.count = count;
    p->scene.planes = p->planes, p->scene.plane_count = planes;
    p->scene.field = p->ground.place == ON_TERRAIN ? &p->ground.field : NULL;
    p->scene.mesh = p->ground.place == ON_MESH ? &p->ground.mesh : NULL;
    p->asked = p->scene;
    p->collider.collide = pile_collide, p->collider.data = p;
    p->collider.friction = 0.5, p->collider.restitution = 0.1;
    p->world.bodies = p->bodies, p->world.body_count = count;
    p->world.colliders = &p->collider, p->world.collider_count = 1;
    p->world.gravity = vector(0, 0, -GRAVITY);
    p->world.max_step = part;
    p->world.angular_damping = damping;
    p->world.margin = 0.04; /* what falls 2.4 m/s fast is stopped before it touches */
    p->world.slop = SLOPS * GRAVITY * part * part;
}

static void pile_end(pile *p)
{
    rigid_shapes_free(&p->scene), rigid_shapes_free(&p->asked);
    rigid_free(&p->world);
    free(p->ground.pyramid), free(p->ground.tree);
    for (int i = 0; i < HULLS; i++) free(p->points[i].memory), free(p->solids[i].memory);
}

/* ----------------------------------------------------------------------------------------- heap */

/* Layers of 5 x 5, turned at random, above the ground. */
static void pile_fill(pile *p, place where)
{
    uint32_t random = 1;
    cld_workspace workspace;
    if (where != IN_BOX) ground_begin(&p->ground, where);
    memset(&workspace, 0, sizeof workspace);
    for (int i = 0; i < HULLS; i++) {
        hull_make(&p->points[i], HULL, &workspace, &random);
        hull_make(&p->solids[i], SOLID, &workspace, &random);
    }
    cld_workspace_free(&workspace);
    for (int i = 0; i < BODIES; i++) {
        rigid_body *b = &p->bodies[i];
        const double space = 2 * ROOM / 5;
        const vec axis = random_vector(&random, vector(-1, -1, 0.1), vector(1, 1, 1));
        pile_shape(p, i, i % KINDS, &random);
        b->orientation = quat_from_axis(axis, random_between(&random, 0, 2 * PI));
        b->position =
            vector((i % 5 - 2) * space, (i / 5 % 5 - 2) * space, space * (1 + (double)(i / 25)));
        rigid_refresh(b);
    }
    pile_begin(p, BODIES, where == IN_BOX ? PLANES : 0, 0.5);
}

/* A body's fastest point, about. */
static double body_speed(const rigid_body *b)
{
    return length(b->velocity) + SIZE * length(b->angular_velocity);
}

static int pile_resting(const pile *p)
{
    int count = 0;
    for (int i = 0; i < p->world.body_count; i++) count += body_speed(&p->bodies[i]) < REST;
    return count;
}

/* How many contacts of the last part of a step have, by their features, a predecessor in the one
   before, whose list is the one that is filled next. */
static int pile_found_again(const pile *p)
{
    const rigid_contacts *now = &p->world.contacts, *before = &p->world.found;
    int again = 0;
    for (int i = 0; i < now->count; i++) {
        const rigid_contact *c = now->at + i;
        int found = 0;
        for (int k = 0; k < before->count && !found; k++) {
            const rigid_contact *o = before->at + k;
            found = o->a == c->a && o->b == c->b && o->contact.feature_a == c->contact.feature_a &&
                    o->contact.feature_b == c->contact.feature_b;
        }
        again += found;
    }
    return again;
}

static void pile_move(pile *p, double time)
{
    stopwatch_start(&p->all);
    check(rigid_update(&p->world, time, time + STEP));
    stopwatch_stop(&p->all);
    for (int i = 0; i < p->world.contacts.count; i++)
        p->deepest = fmax(p->deepest, -(double)p->world.contacts.at[i].contact.distance);
}

/* How many sides of a body are out of the box by more than `slack`. */
static int pile_out(const cld_aabb *box, double slack)
{
    return ((double)box->low.x < -ROOM - slack) + ((double)box->high.x > ROOM + slack) +
           ((double)box->low.y < -ROOM - slack) + ((double)box->high.y > ROOM + slack) +
           ((double)box->low.z < -slack);
}

/* 1: the body is beside the ground, or its centre beneath it. */
static int pile_through(const pile *p, int i, const cld_aabb *box)
{
    const double edge = ground_place(CELLS);
    const vec at = p->bodies[i].position;
    if ((double)box->low.x < -edge || (double)box->high.x > edge) return 1;
    if ((double)box->low.y < -edge || (double)box->high.y > edge) return 1;
    return at.z < ground_height(&p->ground, at.x, at.y);
}

/* Does body i overlap body k; k = BODIES: the ground? */
static int pile_overlap(const pile *p, int i, int k)
{
    const cld_shape *a = &p->shapes[i];
    const cld_pose *at = &p->asked.poses[i];
    if (k < BODIES) return check(cld_shape_overlap(a, at, &p->shapes[k], &p->asked.poses[k], NULL));
    if (p->scene.field) return check(cld_heightfield_overlap_shape(p->scene.field, a, at));
    return check(cld_mesh_overlap_shape(p->scene.mesh, a, at));
}

/* How many pairs overlap and have no contact, or have one and do not overlap, but for the rounding
   of what touches, by a look at all pairs; and how many bodies are where they cannot be. */
static int pile_check(pile *p, double slack)
{
    static double told[BODIES][BODIES + 1]; /* distances; the last: of the ground */
    const int all = p->ground.place == IN_BOX ? BODIES : BODIES + 1;
    rigid_contacts list = {NULL, 0, 0, 0};
    int wrong = 0;
    for (int i = 0; i < BODIES * (BODIES + 1); i++) told[i / (BODIES + 1)][i % (BODIES + 1)] = 1;
    list.count = check(rigid_shapes_collide(&p->asked, 0, ROUNDING, NULL, 0));
    list.at = (rigid_contact *)need(malloc((size_t)(list.count + 1) * sizeof *list.at));
    check(rigid_shapes_collide(&p->asked, 0, ROUNDING, list.at, list.count));
    for (int i = 0; i < list.count; i++) {
        const rigid_contact *c = &list.at[i];
        double *least = &told[c->a - p->bodies][c->b ? c->b - p->bodies : BODIES];
        *least = fmin(*least, (double)c->contact.distance);
    }
    free(list.at);
    for (int i = 0; i < BODIES; i++) {
        cld_aabb box;
        check(cld_shape_bounds(&p->shapes[i], &p->asked.poses[i], NULL, &box));
        wrong += p->ground.place == IN_BOX ? pile_out(&box, slack) : pile_through(p, i, &box);
        for (int k = i + 1; k < all; k++)
            wrong += pile_overlap(p, i, k) ? told[i][k] > ROUNDING : told[i][k] < -ROUNDING;
    }
    return wrong;
}

/* ------------------------------------------------------------------------------------- pictures */

/* A body: each pixel around it looks along its ray. */
static void draw_body(const pile *p, raster *r, int i)
{
    static const double colours[KINDS][3] = {
        {0.95, 0.75, 0.30}, {0.45, 0.70, 0.90}, {0.90, 0.50, 0.40}, {0.60, 0.80, 0.50},
        {0.75, 0.60, 0.85}, {0.95, 0.90, 0.75}, {0.55, 0.60, 0.70}};
    const double *c = colours[i % KINDS];
    const cld_pose pose = rigid_pose(&p->bodies[i]);
    double left = HUGE_VAL, right = 0, top = HUGE_VAL, bottom = 0;
    cld_aabb box;
    check(cld_shape_bounds(&p->shapes[i], &pose, NULL, &box));
    for (int k = 0; k < 8; k++) {
        const vec q = raster_project(r, vector((double)(k & 1 ? box.high.x : box.low.x),
                                               (double)(k & 2 ? box.high.y : box.low.y),
                                               (double)(k & 4 ? box.high.z : box.low.z)));
        left = fmin(left, q.x), right = fmax(right, q.x);
        top = fmin(top, q.y), bottom = fmax(bottom, q.y);
    }
    left = fmax(left, 0), top = fmax(top, 0);
    for (int y = (int)top; y < r->height && y <= bottom; y++) {
        for (int x = (int)left; x < r->width && x <= right; x++) {
            const vec way = raster_ray(r, x + 0.5, y + 0.5);
            const float farthest = r->pixels[4 * (y * r->width + x) + 3];
            cld_ray_hit hit;
            if (!check(cld_shape_raycast(&p->shapes[i], &pose, to_cld(r->eye), to_cld(way),
                                         (cld_real)farthest, &hit)))
                continue;
            raster_set(r, x, y,
                       scale(raster_brightness(r, from_cld(hit.point), from_cld(hit.normal)),
                             vector(c[0], c[1], c[2])),
                       (double)hit.distance);
        }
    }
}

static void draw(const pile *p, raster *r, film *reel, double time)
{
    char caption[FILM_CAPTION];
    raster_clear(r, vector(1, 1, 1));
    for (int i = 0; i < p->world.body_count; i++) draw_body(p, r, i);
    for (int i = 0; i < p->ground.mesh.triangle_count; i++) {
        const uint32_t *k = p->ground.triangles + 3 * i;
        const vec corners[3] = {ground_corner(&p->ground, k[0]), ground_corner(&p->ground, k[1]),
                                ground_corner(&p->ground, k[2])};
        raster_triangle(r, corners, NULL, vector(0.87, 0.88, 0.83), vector(0.6, 0.6, 0.6));
    }
    if (p->ground.place == IN_BOX) raster_ground(r, 0, vector(0.93, 0.93, 0.93));
    for (int i = 0; i < 12 && p->ground.place == IN_BOX; i++) { /* the edges of the box */
        const int axis = i / 4;
        const double low[3] = {-ROOM, -ROOM, 0}, high[3] = {ROOM, ROOM, 2 * ROOM};
        double from[3], to[3];
        for (int k = 0; k < 3; k++) {
            const int side = k == axis ? 0 : i >> ((k + 2 - axis) % 3) & 1;
            from[k] = side ? high[k] : low[k], to[k] = k == axis ? high[k] : from[k];
        }
        raster_line(r, vector(from[0], from[1], from[2]), vector(to[0], to[1], to[2]), 2,
                    vector(0.3, 0.3, 0.3));
    }
    snprintf(caption, sizeof caption, "%.1f s", time);
    film_frame(reel, r, caption);
}

static int draw_begin(raster *r, film *reel, place where)
{
    const double wide = where == IN_BOX ? ROOM : ground_place(CELLS);
    const double low = where == IN_BOX ? 0 : ground_bowl(wide, wide);
    const vec centre = vector(0, 0, 1), eye = vector(3, -11, where == IN_BOX ? 7 : 10);
    vec corners[8];
    film_begin(reel, 240, 280);
    if (!raster_begin(r, 480, 560, eye, vector(0, 0, 2))) return 0;
    for (int i = 0; i < 8; i++) {
        const double out = i & 4 ? ROOM : wide;
        corners[i] = vector(i & 1 ? out : -out, i & 2 ? out : -out, i & 4 ? 3.4 * ROOM : low);
    }
    raster_frame(r, corners, 8, 8);
    r->sun = unit(vector(-0.3, -0.5, 1)), r->lit_centre = centre, r->lit_radius = 6;
    return 1;
}

/* ----------------------------------------------------------------------------------------- runs */

/* One line of the table, and what must hold at any time. */
static int pile_report(pile *p, double time)
{
    const double kilo = 1e-3, steps = STEPS;
    const double detection = p->detection.processor, all = p->all.processor;
    const int contacts = p->world.contacts.count, again = pile_found_again(p);
    const double slack = p->deepest + p->world.slop;
    const int wrong = pile_check(p, slack);
    if (wrong) complain(1, "contacts and overlaps disagree, or a body is where it cannot be");
    printf("%6.1f %11.2f %9d %9.1f %11.2f %9.1f %11.2f %9.2f\n", time,
           kilo * rigid_energy(&p->world), contacts, 100.0 * again / (contacts ? contacts : 1),
           1e3 * p->deepest, 100.0 * pile_resting(p) / p->world.body_count, 1e3 * detection / steps,
           1e3 * (all - detection) / steps);
    memset(&p->detection, 0, sizeof p->detection), memset(&p->all, 0, sizeof p->all);
    return wrong;
}

/* What must hold of the heap: nothing was ever deeper in anything than the fastest body falls in a
   part of a step; at the end nothing is deeper than 2 % of a body, and of 20 bodies 19 rest; and
   contacts have been found again by their features. */
static int judge_heap(const pile *p, double deepest_ever, double milliseconds)
{
    const double fastest = sqrt(2 * GRAVITY * FALL), part = p->world.max_step;
    int wrong = 0;
    printf(
        "deepest ever %.1f mm, at the end %.1f mm; a step of 1/60 s takes %.2f ms: %.1f times as "
        "fast as real time\n",
        1e3 * deepest_ever, 1e3 * p->deepest, milliseconds, 1e3 * STEP / milliseconds);
    wrong += complain(deepest_ever > fastest * part, "something was deeper than a step explains");
    wrong += complain(p->deepest > 0.02 * 2 * SIZE, "at rest, something is too deep");
    wrong += complain(p->resting < 0.95, "too few bodies are at rest");
    wrong += complain(pile_found_again(p) < 9 * p->world.contacts.count / 10,
                      "contacts are not found again by their features");
    return wrong;
}

static int run_heap(raster *r, film *reel, place where)
{
    pile *p = (pile *)need(calloc(1, sizeof *p));
    double total = 0, energy = HUGE_VAL, deepest = 0;
    int wrong = 0;
    pile_fill(p, where);
    printf("%s, %d bodies: ", PLACE_NAMES[where], BODIES);
    for (int i = 0; i < KINDS; i++) printf("%s%s", KIND_NAMES[i], i < KINDS - 1 ? ", " : "\n");
    printf("%6s %11s %9s %9s %11s %9s %11s %9s\n", "time s", "energy kJ", "contacts", "again %",
           "deepest mm", "at rest %", "detect ms", "solve ms");
    draw(p, r, reel, 0);
    for (int i = 0; i < HALF_SECONDS; i++) {
        const double before = energy;
        p->deepest = 0;
        for (int k = 0; k < STEPS; k++) pile_move(p, (i * STEPS + k) * STEP);
        total += p->all.processor, deepest = fmax(deepest, p->deepest);
        wrong += pile_report(p, 0.5 * (i + 1));
        if (i >= HALF_SECONDS - 4) p->resting += 0.25 * pile_resting(p) / BODIES;
        energy = rigid_energy(&p->world);
        wrong += complain(energy > before + 0.001 * fabs(before), "the energy has grown");
        if (i < 6 || i + 1 == HALF_SECONDS) draw(p, r, reel, 0.5 * (i + 1));
    }
    wrong += judge_heap(p, deepest, 1e3 * total / (HALF_SECONDS * STEPS));
    pile_end(p);
    free(p);
    return wrong;
}

/* Ten boxes of half a metre, each on the one below, a little beside it and turned. */
static void stack_fill(pile *p)
{
    const vec half = vector(SIZE, SIZE, SIZE);
    uint32_t random = 1;
    for (int i = 0; i < STACK; i++) {
        rigid_body *b = &p->bodies[i];
        p->shapes[i] = cld_shape_box(to_cld(half));
        rigid_set_mass(b, 1, rigid_box_inertia(1, half));
        b->position.z = (2 * i + 1) * SIZE;
        b->position.y = random_between(&random, -0.1, 0.1) * SIZE;
        b->position.x = random_between(&random, -0.1, 0.1) * SIZE;
        b->orientation = quat_from_axis(vector(0, 0, 1), random_between(&random, -0.7, 0.7));
    }
    pile_begin(p, STACK, 1, 0);
}

/* The stack stands if no box is ever farther from its place than an eighth of its width, and if
   it rests at the end. */
static int run_stack(void)
{
    pile *p = (pile *)need(calloc(1, sizeof *p));
    vec start[STACK];
    double most = 0, settled = 0, last = 0, fast = 0;
    int wrong;
    stack_fill(p);
    for (int k = 0; k < STACK; k++) start[k] = p->bodies[k].position;
    for (int i = 1; i <= MINUTE * STEPS; i++) {
        pile_move(p, (i - 1) * STEP);
        last = 0;
        for (int k = 0; k < STACK; k++)
            last = fmax(last, length(add(p->bodies[k].position, -1, start[k])));
        most = fmax(most, last);
        if (i == 4 * STEPS) settled = last;
    }
    for (int k = 0; k < STACK; k++) fast = fmax(fast, body_speed(&p->bodies[k]));
    printf("a stack of ten boxes, %d s: %.1f mm from where it was put after 2 s, %.1f mm at the "
           "end, never more than %.1f mm; %.2g mm/s fast at the end; %.0f us a step\n",
           MINUTE / 2, 1e3 * settled, 1e3 * last, 1e3 * most, 1e3 * fast,
           1e6 * p->all.processor / (MINUTE * STEPS));
    wrong = complain(most > SIZE / 4, "the stack has fallen");
    wrong += complain(fast > REST, "the stack does not rest");
    pile_end(p);
    free(p);
    return wrong;
}

int main(int argc, char **argv)
{
    raster r;
    film reel;
    int wrong, where = IN_BOX;
    while (argc == 2 && where < PLACES && strcmp(argv[1], PLACE_NAMES[where])) where++;
    if (argc > 2 || where == PLACES) {
        printf("usage: %s [terrain | mesh]\n", argv[0]);
        return 1;
    }
    if (!draw_begin(&r, &reel, (place)where)) need(NULL);
    wrong = run_heap(&r, &reel, (place)where);
    if (where == IN_BOX) wrong += run_stack();
    if (film_strip(&reel, PICTURES[where], 4, 1))
        printf("drawn: %s\n", PICTURES[where]);
    else
        wrong += complain(1, "cannot write the picture");
    raster_end(&r), film_end(&reel);
    return wrong > 0;
}
