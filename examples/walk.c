/* A character, a capsule, walks for 10 s under gravity over a mountain, up and down stairs of a
 * triangle mesh, and along a street between rows of boxes. Each step of a sixtieth of a second is
 * three sweeps: up by the height of a stair, forwards, and down again as far as it falls; what a
 * sweep meets, cld_slide leaves of the rest of its motion. The sweeps keep a skin of 1 cm, so that
 * places may be rounded; nothing is ever pushed out.
 *
 *     cc -O2 -I. examples/walk.c -o walk -lm && ./walk
 *
 * Run it in the top folder, where collide.h is. Draws walk.svg, the paths: the mountain and the
 * stairs from the side, the street from above. Returns 1 if a walk comes less than 99 % of the
 * exact way, or nearer to anything than its skin, but for rounding.
 */
#define COLLIDE_NO_NURBS /* the modules left out need no compiling: a third of the time */
#define COLLIDE_NO_GRID
#define COLLIDE_NO_POLYGON
#define COLLIDE_NO_BEZIER
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include "esri_grid.h"

enum { STEPS = 600, ROUNDS = 4, STAIRS = 12, STREET = 24 };

static const double step_time = 1.0 / 60, gravity = 9.81, speed = 2, skin = 0.01, stair = 0.35;

/* What there is to walk on and to bump into: each part may be missing. */
typedef struct world {
    const char *name;
    const cld_heightfield *field;
    const cld_mesh *mesh;
    cld_shape box;
    cld_pose boxes[5 * STREET];
    int box_count;
} world;

typedef struct walker {
    cld_shape body;
    cld_pose pose;
    double fall;              /* downward speed */
    double nearest;           /* the least distance so far */
    cld_vec3 path[STEPS + 1]; /* where its feet were */
} walker;

static cld_vec3 make(double x, double y, double z)
{
    cld_vec3 v;
    v.x = (cld_real)x, v.y = (cld_real)y, v.z = (cld_real)z;
    return v;
}

/* a + t b */
static cld_vec3 mad(cld_vec3 a, double t, cld_vec3 b)
{
    return make((double)a.x + t * (double)b.x, (double)a.y + t * (double)b.y,
                (double)a.z + t * (double)b.z);
}

/* The first hit of the walker with anything of the world: 1 or 0. */
static int sweep(const world *w, const walker *who, cld_vec3 move, cld_hit *first)
{
    cld_motion motion = {0};
    cld_sweep_params params = {0};
    cld_hit hit;
    int i, met = 0;
    motion.linear = move, params.distance = (cld_real)skin;
    first->time = 1;
    if (w->field &&
        cld_heightfield_sweep_shape(w->field, &who->body, &who->pose, &motion, &params, &hit) == 1)
        *first = hit, met = 1;
    if (w->mesh &&
        cld_mesh_sweep_shape(w->mesh, &who->body, &who->pose, &motion, &params, &hit) == 1 &&
        (!met || hit.time < first->time))
        *first = hit, met = 1;
    for (i = 0; i < w->box_count; i++)
        if (cld_shape_sweep(&who->body, &who->pose, &motion, &w->box, &w->boxes[i], NULL, &params,
                            &hit) == 1 &&
            (!met || hit.time < first->time))
            *first = hit, met = 1;
    return met;
}

/* How far the walker is from everything; less than 0 where it is inside. */
static double distance(const world *w, const walker *who)
{
    double least = 1;
    cld_contact k;
    int i;
    if (w->field && cld_heightfield_distance_shape(w->field, &who->body, &who->pose, 1, &k) == 1)
        least = fmin(least, (double)k.distance);
    if (w->mesh && cld_mesh_collide_shape(w->mesh, &who->body, &who->pose, 1, &k, 1) > 0)
        least = fmin(least, (double)k.distance);
    for (i = 0; i < w->box_count; i++)
        if (cld_shape_collide(&who->body, &who->pose, &w->box, &w->boxes[i], 1, NULL, &k, 1) > 0)
            least = fmin(least, (double)k.distance);
    return least;
}

/* Moves the walker, along what it meets if `slides`; returns 1 if it met ground to stand on. */
static int move(const world *w, walker *who, cld_vec3 motion, int slides)
{
    cld_vec3 normals[ROUNDS];
    cld_hit hit = {0};
    int round, stands = 0;
    for (round = 0; round < ROUNDS; round++) {
        const int met = sweep(w, who, motion, &hit);
        const double time = met ? (double)hit.time : 1;
        who->pose.position = mad(who->pose.position, time, motion);
        if (!met) break;
        normals[round] = mad(make(0, 0, 0), -1, hit.contact.normal);
        stands |= normals[round].z > (cld_real)0.5;
        if (!slides) break;
        motion = mad(motion, -time, motion);
        cld_slide(normals, round + 1, &motion);
    }
    return stands;
}

/* One step: over what is no higher than a stair, forwards, and down on the ground again. What is
   below by no more than a stair is walked down, farther down it falls. */
static void walk(const world *w, walker *who, cld_vec3 way)
{
    const double before = (double)who->pose.position.z;
    move(w, who, make(0, 0, stair), 0);
    const double up = (double)who->pose.position.z - before;
    move(w, who, mad(make(0, 0, 0), step_time, way), 1);
    const int falls = who->fall > 0;
    who->fall += gravity * step_time;
    const double down = up + (falls ? 0 : stair) + who->fall * step_time;
    if (move(w, who, make(0, 0, -down), 0))
        who->fall = 0;
    else if (!falls)
        who->pose.position.z += (cld_real)stair; /* nothing there: it begins to fall */
    who->nearest = fmin(who->nearest, distance(w, who));
}

/* Walks for ten seconds and says how far it came along x, of the exact way. Returns 1 if that is
   good. */
static int go(const world *w, walker *who, cld_vec3 way, double exact)
{
    const cld_vec3 start = who->pose.position;
    cld_vec3 gone;
    double far, length = hypot((double)way.x, (double)way.y);
    int n;
    who->body = cld_shape_capsule((cld_real)0.35, (cld_real)0.55);
    who->fall = 0, who->nearest = 1;
    for (n = 0; n <= STEPS; n++) {
        if (n > 0) walk(w, who, way);
        who->path[n] = who->pose.position, who->path[n].z -= (cld_real)0.9;
    }
    gone = mad(who->pose.position, -1, start);
    far = (double)gone.x;
    printf("%s: 10 s at %g m/s, %.3f m of %.3f m, %.2f %%; never nearer than %.6f m, skin %g\n",
           w->name, length, far, exact, 100 * far / exact, who->nearest, skin);
    return far >= 0.99 * exact && who->nearest > skin - 1e-4;
}

/* Two vertices, the ends of an edge across the stairs. */
static void add_edge(cld_mesh *m, cld_real *points, double x, double z)
{
    cld_real *p = points + 3 * m->vertex_count;
    p[0] = p[3] = (cld_real)x, p[1] = -2, p[4] = 2, p[2] = p[5] = (cld_real)z;
    m->vertex_count += 2;
}

/* Stairs along x, up, a landing, and down: two triangles each tread and riser. */
static void build_stairs(cld_mesh *m, cld_real *points, uint32_t *triangles)
{
    double x = 2, z = 0;
    int i;
    add_edge(m, points, -5, 0);
    for (i = 0; i < 2 * STAIRS; i++) {
        add_edge(m, points, x, z);
        z += i < STAIRS ? 0.18 : -0.18;
        add_edge(m, points, x, z);
        x += i == STAIRS - 1 ? 2 : 0.3;
    }
    add_edge(m, points, 30, z);
    for (i = 0; i + 2 < m->vertex_count; i += 2) {
        uint32_t *t = triangles + 3 * m->triangle_count;
        const uint32_t a = (uint32_t)i;
        t[0] = a, t[1] = a + 2, t[2] = a + 1;
        t[3] = a + 1, t[4] = a + 2, t[5] = a + 3;
        m->triangle_count += 2;
    }
    m->positions = points, m->triangles = triangles, m->sides = CLD_MESH_FRONT;
}

/* ---- the picture: three strips, of 24 m each */

static void line_begin(FILE *f, const char *colour)
{
    fprintf(f, "<polyline fill='none' stroke='%s' stroke-width='1.5' points='", colour);
}

static void strip(FILE *f, const walker *who, int number, double low, int from_above)
{
    int n;
    line_begin(f, "#c33");
    for (n = 0; n <= STEPS; n++) {
        const cld_vec3 p = who->path[n];
        fprintf(f, "%.1f,%.1f ", 40 * ((double)p.x - (double)who->path[0].x + 1),
                200 * number + 170 - 40 * ((double)(from_above ? p.y : p.z) - low));
    }
    fprintf(f, "'/>\n");
}

static int draw(const walker who[3], const cld_heightfield *field, const cld_mesh *mesh,
                const world *street)
{
    FILE *f = fopen("walk.svg", "w");
    const double x0 = (double)who[0].path[0].x, low = (double)who[0].path[0].z - 1;
    int i;
    if (!f) return 0;
    fprintf(f, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 960 600'>\n"
               "<rect width='960' height='600' fill='white'/>\n");
    line_begin(f, "#555");
    for (i = 0; i <= 480; i++) {
        cld_heightfield_point at;
        const cld_vec3 p = make(x0 - 1 + i * 0.05, (double)who[0].path[0].y, 0);
        if (cld_heightfield_height(field, p, &at) == 1)
            fprintf(f, "%.1f,%.1f ", i * 2.0, 170 - 40 * ((double)at.point.z - low));
    }
    fprintf(f, "'/>\n");
    line_begin(f, "#555");
    for (i = 0; i < mesh->vertex_count; i += 2)
        fprintf(f, "%.1f,%.1f ",
                40 * ((double)mesh->positions[3 * i] - (double)who[1].path[0].x + 1),
                370 - 40 * (double)mesh->positions[3 * i + 2]);
    fprintf(f, "'/>\n");
    for (i = 0; i < street->box_count; i++) {
        const cld_vec3 p = street->boxes[i].position;
        if (p.z < 0) continue;
        fprintf(f, "<rect x='%.1f' y='%.1f' width='40' height='40' fill='#ddd' stroke='#555'/>\n",
                40 * ((double)p.x - 0.5 - (double)who[2].path[0].x + 1),
                570 - 40 * ((double)p.y + 0.5 + 2));
    }
    strip(f, &who[0], 0, low, 0), strip(f, &who[1], 1, 0, 0), strip(f, &who[2], 2, -2, 1);
    fprintf(f, "</svg>\n");
    return !fclose(f);
}

/* A street along x of cubes of a metre: three rows of its floor, and one on each side. */
static void build_street(world *w)
{
    int i, row;
    w->box = cld_shape_box(make(0.5, 0.5, 0.5));
    for (i = 0; i < STREET; i++)
        for (row = -2; row <= 2; row++)
            w->boxes[w->box_count++].position = make(i, row, abs(row) == 2 ? 0.5 : -0.5);
}

int main(void)
{
    static walker who[3];
    static world mountain, house, street;
    static cld_real points[6 * (4 * STAIRS + 2)];
    static uint32_t triangles[6 * (4 * STAIRS + 1)];
    const double oblique = 0.25; /* radians */
    cld_heightfield field = {0};
    cld_heightfield_point at;
    cld_mesh mesh = {0};
    esri_grid grid;
    void *tree;
    int good;

    /* the elevation model of Jacksboro, Tennessee, at a scale of 1 : 80 */
    if (!esri_grid_read("examples/data/jacksboro.asc", &grid)) return 1;
    field.heights = grid.heights, field.type = CLD_HEIGHT_FLOAT;
    field.columns = (uint32_t)grid.columns, field.rows = (uint32_t)grid.rows;
    field.dx = (cld_real)(grid.dx / 80), field.dy = (cld_real)(grid.dy / 80);
    field.scale = (cld_real)(1.0 / 80);
    mountain.name = "mountain", mountain.field = &field;
    who[0].pose.position = make(60, 150, 0);
    if (cld_heightfield_height(&field, who[0].pose.position, &at) != 1) return 1;
    who[0].pose.position.z = at.point.z + (cld_real)1.5;
    good = go(&mountain, &who[0], make(speed, 0, 0), 10 * speed);

    /* stairs: a mesh with a tree */
    build_stairs(&mesh, points, triangles);
    tree = malloc(cld_mesh_tree_size(&mesh));
    if (!tree || cld_mesh_tree_build(&mesh, tree, cld_mesh_tree_size(&mesh)) != CLD_OK) return 1;
    house.name = "stairs", house.mesh = &mesh;
    who[1].pose.position = make(-1, 0, 1);
    good &= go(&house, &who[1], make(speed, 0, 0), 10 * speed);

    /* obliquely to the side of a street, and along that */
    build_street(&street);
    street.name = "street";
    who[2].pose.position = make(0, 0, 1);
    good &= go(&street, &who[2], make(speed * cos(oblique), speed * sin(oblique), 0),
               10 * speed * cos(oblique));

    good &= draw(who, &field, &mesh, &street);
    free(tree), esri_grid_free(&grid);
    return !good;
}
