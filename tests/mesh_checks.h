/* What must be true of every answer of the mesh queries: the contacts are the oracle's, each once,
 * and each tells the truth about itself. After test.h. */
#ifndef COLLIDE_MESH_CHECKS_H
#define COLLIDE_MESH_CHECKS_H

#include "mesh_shapes.h"

/* What the library may find beyond d, in roundings of double times the size of the pair (the
   largest difference of its coordinates, plus d). The differences of coordinates carry 1; the dots
   of the two directions and of the offset 4 each, twice, through weights that are at most 1 in
   size; the point itself 4, the length of the difference 4: below 32. As much again for the margin
   that it takes so as never to miss. */
#define CHECK_UNIT 64

/* Below this numbers of cld_real keep no relative precision: four of its least steps. */
#define CHECK_LEAST (sizeof(cld_real) == 4 ? 6e-45 : 2e-323)

/* Contacts in one buffer, which is kept. */
typedef struct answer {
    cld_mesh_contact *at;
    int count, room;
    cld_mesh_statistics statistics;
} answer;

static long checked_contacts, checked_either, checked_zero, checked_crossings;

static TEST_UNUSED cld_mesh_params params_of(double d)
{
    cld_mesh_params p;
    memset(&p, 0, sizeof p);
    p.distance = (cld_real)d;
    return p;
}

/* All contacts, or an error. */
static TEST_UNUSED int ask(const scene *c, const cld_mesh_params *params, cld_workspace *workspace,
                           answer *a)
{
    int again;
    a->count =
        cld_mesh_collide(c->meshes, c->count, params, workspace, a->at, a->room, &a->statistics);
    if (a->count <= a->room) return a->count;
    a->room = a->count + a->count / 2;
    a->at = (cld_mesh_contact *)oracle_memory(a->at, (size_t)a->room * sizeof *a->at);
    again =
        cld_mesh_collide(c->meshes, c->count, params, workspace, a->at, a->room, &a->statistics);
    CHECK(again == a->count);
    a->count = again;
    return again;
}

static TEST_UNUSED uint64_t side_of(int mesh, uint32_t feature)
{
    return ((uint64_t)(uint32_t)mesh << 32) + feature;
}

static TEST_UNUSED oracle_vec real_vec(cld_vec3 v)
{
    oracle_vec r;
    r.x = (oracle_real)v.x, r.y = (oracle_real)v.y, r.z = (oracle_real)v.z;
    return r;
}

static TEST_UNUSED double vec_length(oracle_vec v)
{
    return (double)oracle_sqrt(oracle_dot(v, v));
}

/* The vertices are those of the features, A's first. An edge's go from its corner to the next. */
static TEST_UNUSED int check_vertices(const scene *c, const cld_mesh_contact *k)
{
    int side, i, n = 0, good = 1;
    for (side = 0; side < 2; side++) {
        const uint32_t feature = side ? k->contact.feature_b : k->contact.feature_a;
        const oracle_mesh *m = &c->oracle[side ? k->mesh_b : k->mesh_a];
        const uint32_t number = feature / 4, corner = number % 3;
        if (feature % 4 == CLD_FEATURE_VERTEX) good &= CHECK(k->vertices[n] == number), n++;
        if (feature % 4 == CLD_FEATURE_EDGE) {
            good &= CHECK(k->vertices[n] == m->triangles[number]);
            good &= CHECK(k->vertices[n + 1] == m->triangles[number - corner + (corner + 1) % 3]);
            n += 2;
        }
        if (feature % 4 == CLD_FEATURE_FACE)
            for (i = 0; i < 3; i++, n++)
                good &= CHECK(k->vertices[n] == m->triangles[3 * number + (uint32_t)i]);
    }
    return good & CHECK(n == 4);
}

/* The point that the contact's weights give, from the oracle's positions; the weights of its side
   are not negative and make 1: each is rounded once to cld_real, and they are three at most. */
static TEST_UNUSED int check_weights(const scene *c, const cld_mesh_contact *k, int side, int first,
                                     int count, oracle_vec *point)
{
    const oracle_mesh *m = &c->oracle[side ? k->mesh_b : k->mesh_a];
    double sum = 0;
    int i, good = 1;
    point->x = point->y = point->z = 0;
    for (i = first; i < first + count; i++) {
        good &= CHECK(k->weights[i] >= 0 && k->weights[i] <= 1);
        sum += (double)k->weights[i];
        *point = oracle_add_scaled(*point, m->at[k->vertices[i]], (oracle_real)k->weights[i]);
    }
    return good & CHECK_NEAR(sum, 1, 4 * TEST_ROUND);
}

/* The vector by its length, so that products of small ones are there in double, too; one without
   length as it is. */
static TEST_UNUSED oracle_vec direction_of(oracle_vec v, double *length)
{
    const oracle_real exact = oracle_sqrt(oracle_dot(v, v));
    oracle_vec zero;
    zero.x = zero.y = zero.z = 0;
    *length = (double)exact;
    return exact > 0 ? oracle_add_scaled(zero, v, 1 / exact) : zero;
}

/* At distance 0 the normal is across the triangle or both edges. A cross product of the directions
   e and f is wrong by a few roundings of double, and by what the pose rounds of either over its
   length, which counts for more the smaller it is. */
static TEST_UNUSED int check_normal_at_zero(const scene *c, const cld_mesh_contact *k)
{
    const oracle_mesh *a = &c->oracle[k->mesh_a], *b = &c->oracle[k->mesh_b];
    const int kind = (int)(k->contact.feature_a % 4);
    const oracle_mesh *m = kind == CLD_FEATURE_FACE || kind == CLD_FEATURE_EDGE ? a : b;
    const uint32_t *v = k->vertices + (kind == CLD_FEATURE_VERTEX);
    const oracle_vec n = real_vec(k->contact.normal);
    const double length = vec_length(n);
    oracle_vec e = oracle_sub(m->at[v[1]], m->at[v[0]]), f;
    double noise = 2 * (a->noise + b->noise), ee, ff, cross, allowed;
    int good = 1;
    checked_zero++;
    f = kind == CLD_FEATURE_EDGE ? oracle_sub(b->at[v[3]], b->at[v[2]])
                                 : oracle_sub(m->at[v[2]], m->at[v[0]]);
    e = direction_of(e, &ee), f = direction_of(f, &ff);
    if (noise > 0) noise = noise / ee + noise / ff;
    cross = vec_length(oracle_cross(e, f));
    if (cross <= noise && noise > 0) return good & CHECK(length <= 1 + 4 * TEST_ROUND);
    if (cross == 0) { /* parallel: zero; a triangle without a normal: not said */
        good &= CHECK(length == 0 || (kind != CLD_FEATURE_EDGE && fabs(length - 1) < 1e-6));
        return good;
    }
    allowed = 8 * TEST_ROUND + 16 * DBL_EPSILON / cross + 2 * noise / cross;
    if (allowed > 0.1) return good;
    good &= CHECK_NEAR(length, 1, 4 * TEST_ROUND);
    good &= CHECK(fabs((double)oracle_dot(n, e)) <= allowed + noise);
    good &= CHECK(fabs((double)oracle_dot(n, f)) <= allowed + noise);
    return good;
}

/* Distance, normal, points against the oracle's. E is how wrong a distance computed in double may
   be. Of a convex set (the differences of points of the two primitives) the point x* nearest to 0
   is unique, and |x - x*|^2 <= |x|^2 - |x*|^2 for all others: a difference that is E too long at
   distance D turns by at most sqrt(2 E/D), to which its own rounding adds E/D; also where D is too
   small for cld_real. The points are rounded to cld_real where they are, the weights to cld_real of
   the pair's size. */
static TEST_UNUSED int check_measures(const scene *c, const cld_mesh_contact *k,
                                      const oracle_contact *o, double d)
{
    const oracle_real exact = oracle_sqrt(o->near.squared);
    const oracle_real wrong =
        CHECK_UNIT * (DBL_EPSILON / 2) * ((oracle_real)o->size + exact) + (oracle_real)o->noise;
    const double u = TEST_ROUND, distance = (double)exact, rounding = (double)wrong + CHECK_LEAST;
    const int a_corners = (int)(k->contact.feature_a % 4) + 1;
    const int flip = side_of(k->mesh_a, k->contact.feature_a) != o->a;
    const oracle_vec n = real_vec(k->contact.normal);
    const oracle_vec pa = real_vec(k->contact.point_a), pb = real_vec(k->contact.point_b);
    const double placed = 4 * u * o->large + 8 * u * o->size + rounding;
    oracle_vec a, b, away;
    int good = check_weights(c, k, 0, 0, a_corners, &a);
    good &= check_weights(c, k, 1, a_corners, 4 - a_corners, &b);
    good &= CHECK(k->contact.distance >= 0);
    good &= CHECK((double)k->contact.distance <= d * (1 + 2 * u) + rounding);
    good &= CHECK_NEAR(k->contact.distance, distance, 2 * u * distance + rounding);
    good &= CHECK(vec_length(oracle_sub(pa, a)) <= 2 * placed);
    good &= CHECK(vec_length(oracle_sub(pb, b)) <= 2 * placed);
    good &= CHECK_NEAR(vec_length(oracle_sub(pb, pa)), distance, 4 * placed);
    if (k->contact.distance == 0 && exact <= wrong) {
        /* too small for cld_real, but not for the library, whose normal is then either */
        if (exact < CHECK_LEAST && exact > 4 * DBL_EPSILON * (oracle_real)o->size) return good;
        return good & check_normal_at_zero(c, k);
    }
    /* what is 0 to rounding has any normal, or none where edges are parallel */
    if (exact > wrong || vec_length(n) != 0) good &= CHECK_NEAR(vec_length(n), 1, 4 * u);
    if (exact > wrong) {
        const oracle_real to_unit = (flip ? -1 : 1) / exact;
        const double turned = (double)(wrong / exact);
        away = n;
        away = oracle_add_scaled(away, o->near.difference, -to_unit);
        good &= CHECK(vec_length(away) <= 4 * u + 2 * (sqrt(2 * turned) + turned));
    }
    return good;
}

static TEST_UNUSED int check_contact(const scene *c, const cld_mesh_contact *k,
                                     const oracle_contacts *all, double d, char *seen)
{
    const uint64_t a = side_of(k->mesh_a, k->contact.feature_a);
    const uint64_t b = side_of(k->mesh_b, k->contact.feature_b);
    const oracle_contact *o = oracle_find(all, a, b);
    int good = CHECK(k->mesh_a >= 0 && k->mesh_a <= k->mesh_b && k->mesh_b < c->count);
    good &= CHECK(o != NULL);
    if (!good) {
        if (test_failures < 20)
            printf("    found: mesh %d feature %u/%u, mesh %d feature %u/%u, distance %.17g of "
                   "%.17g\n",
                   k->mesh_a, k->contact.feature_a / 4, k->contact.feature_a % 4, k->mesh_b,
                   k->contact.feature_b / 4, k->contact.feature_b % 4, (double)k->contact.distance,
                   d);
        return 0;
    }
    good &= CHECK(!seen[o - all->at]);
    seen[o - all->at] = 1;
    good &= check_vertices(c, k);
    if (good) good &= check_measures(c, k, o, d);
    return good;
}

/* Every contact of the oracle's that is none of doubt is there. */
static TEST_UNUSED int check_missed(const oracle_contacts *all, const char *seen, double d)
{
    size_t i;
    int good = 1;
    for (i = 0; i < all->count; i++) {
        const oracle_contact *o = &all->at[i];
        if (seen[i] || o->either) continue;
        good = CHECK(seen[i]); /* missed */
        if (test_failures < 20)
            printf("    mesh %u feature %u/%u, mesh %u feature %u/%u, distance %.17g of %.17g\n",
                   (unsigned)(o->a >> 32), (unsigned)o->a / 4, (unsigned)o->a % 4,
                   (unsigned)(o->b >> 32), (unsigned)o->b / 4, (unsigned)o->b % 4,
                   (double)oracle_sqrt(o->near.squared), d);
    }
    return good;
}

static TEST_UNUSED void check_statistics(const scene *c, const answer *a)
{
    const cld_mesh_statistics *s = &a->statistics;
    size_t triangles = 0;
    int i;
    for (i = 0; i < c->count; i++) triangles += (size_t)c->meshes[i].triangle_count;
    CHECK(s->contacts == (size_t)a->count);
    CHECK(s->triangles == triangles);
    CHECK(s->tests <= s->box_pairs);
    CHECK(s->contacts <= s->box_pairs); /* most are certain in float */
    CHECK(s->clusters_near <= s->clusters);
}

/* The answer a is that of the oracle. */
static TEST_UNUSED int check_answer(const scene *c, double d, const answer *a)
{
    oracle_contacts all;
    char *seen;
    int i, good = 1;
    memset(&all, 0, sizeof all);
    all.unit = CHECK_UNIT;
    oracle_collide(&all, c->oracle, c->count, d);
    seen = (char *)oracle_memory(NULL, all.count);
    memset(seen, 0, all.count);
    for (i = 0; i < a->count; i++) good &= check_contact(c, &a->at[i], &all, d, seen);
    good &= check_missed(&all, seen, d);
    good &= CHECK(a->statistics.neighbours <= all.neighbours + all.either);
    good &= CHECK(a->statistics.neighbours + all.neighbours_either >= all.neighbours);
    checked_contacts += a->count, checked_either += (long)all.either;
    free(seen), free(all.at);
    return good;
}

/* Does cld_mesh_overlap answer what it must, where there are so many contacts? Without any, what
   passes through is deeper than d, so that only a d as small as the noise of poses leaves doubt. */
static TEST_UNUSED int check_overlap(const scene *c, const cld_mesh_params *params, int contacts,
                                     cld_workspace *workspace)
{
    const int touch = cld_mesh_overlap(c->meshes, c->count, params, workspace);
    int i, crossing;
    if (contacts != 0) return CHECK(touch == (contacts > 0));
    crossing = oracle_meshes_cross(c->oracle, c->count);
    for (i = 0; i < c->count; i++)
        if (8 * c->oracle[i].noise >= (double)params->distance) crossing = ORACLE_EITHER;
    if (crossing == ORACLE_EITHER) return CHECK(touch == 0 || touch == 1);
    checked_crossings += crossing;
    return CHECK(touch == crossing);
}

/* Everything about the scene at distance d. Returns the number of contacts. */
static TEST_UNUSED int check_scene(const scene *c, double distance, cld_workspace *workspace,
                                   answer *a)
{
    const double d = as_given(distance);
    const cld_mesh_params params = params_of(d);
    const long before = test_failures;
    const int count = ask(c, &params, workspace, a);
    if (!CHECK(count >= 0)) {
        printf("    %s\n", cld_status_text(count));
        return 0;
    }
    check_statistics(c, a);
    check_answer(c, d, a);
    check_overlap(c, &params, count, workspace);
    if (test_failures > before && before < 20) {
        printf("    in a scene of %d meshes, d %.9g, %d contacts\n", c->count, d, count);
    }
    return count;
}

#endif
