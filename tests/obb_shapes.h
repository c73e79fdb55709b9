/* Pairs of boxes of all kinds, for the tests of [OBB]: shared axes, nearly parallel ones, flat
 * boxes, needles, pairs that touch. */
#ifndef COLLIDE_OBB_SHAPES_H
#define COLLIDE_OBB_SHAPES_H

#include "oracle_obb.h"

typedef struct box_pair {
    cld_obb a, b;
} box_pair;

static TEST_UNUSED cld_vec3 vec3(double x, double y, double z)
{
    cld_vec3 v;
    v.x = (cld_real)x, v.y = (cld_real)y, v.z = (cld_real)z;
    return v;
}

static TEST_UNUSED oracle_box exactly(const cld_obb *box)
{
    oracle_box o;
    const cld_real *n = &box->centre.x;
    int i;
    for (i = 0; i < 15; i++) {
        volatile cld_real rounded = n[i]; /* gcc 12 would read it as it was before its rounding */
        o.n[i] = (double)rounded;
    }
    return o;
}

static TEST_UNUSED cld_obb aligned(double x, double y, double z, double hx, double hy, double hz)
{
    cld_pose pose = cld_pose_identity();
    pose.position = vec3(x, y, z);
    return cld_obb_from_pose(&pose, vec3(hx, hy, hz));
}

static TEST_UNUSED double box_size(const cld_obb *box)
{
    return (double)box->half.x + (double)box->half.y + (double)box->half.z;
}

/* --------------------------------------------------------------------------------- random pairs */

enum { RANDOM, SHARED_AXIS, NEAR_PARALLEL, FLAT, NEEDLE, TOUCHING, ALIGNED, QUARTERS, KINDS };

static const char *const kind_names[KINDS] = {"random", "shared axis", "near-parallel", "flat",
                                              "needle", "touching",    "aligned",       "quarters"};

static TEST_UNUSED double log_between(test_random *r, double low, double high)
{
    return pow(10, test_between(r, low, high));
}

static TEST_UNUSED cld_mat3 rotation_about(cld_mat3 m, int axis, double angle)
{
    cld_vec3 *v[3], j, k;
    double c = cos(angle), s = sin(angle);
    v[0] = &m.x, v[1] = &m.y, v[2] = &m.z;
    j = *v[(axis + 1) % 3], k = *v[(axis + 2) % 3];
    *v[(axis + 1) % 3] = vec3(c * (double)j.x + s * (double)k.x, c * (double)j.y + s * (double)k.y,
                              c * (double)j.z + s * (double)k.z);
    *v[(axis + 2) % 3] = vec3(c * (double)k.x - s * (double)j.x, c * (double)k.y - s * (double)j.y,
                              c * (double)k.z - s * (double)j.z);
    return m;
}

/* The axes in another order, some of them the other way: the frame turned by quarters,
   right-handed, without any rounding. Now and then one number of one axis is changed by a
   rounding: the frames are then nearly parallel. */
static TEST_UNUSED cld_mat3 quarter_turned(test_random *r, cld_mat3 m)
{
    const cld_vec3 axes[3] = {m.x, m.y, m.z};
    const int first = test_integer(r, 0, 2), odd = test_integer(r, 0, 1);
    const int second = (first + 1 + odd) % 3, last = (first + 2 - odd) % 3;
    const int x = test_integer(r, 0, 1) ? 1 : -1, y = test_integer(r, 0, 1) ? 1 : -1;
    const int z = odd ? -x * y : x * y;
    m.x = vec3(x * (double)axes[first].x, x * (double)axes[first].y, x * (double)axes[first].z);
    m.y = vec3(y * (double)axes[second].x, y * (double)axes[second].y, y * (double)axes[second].z);
    m.z = vec3(z * (double)axes[last].x, z * (double)axes[last].y, z * (double)axes[last].z);
    if (test_integer(r, 0, 3) == 0) {
        cld_vec3 *nudged = &m.x + test_integer(r, 0, 2);
        nudged->y = (cld_real)((double)nudged->y + TEST_ROUND * test_integer(r, 1, 8));
    }
    return m;
}

static TEST_UNUSED cld_vec3 random_half(test_random *r, int kind, double scale)
{
    double h[3];
    int i;
    for (i = 0; i < 3; i++) h[i] = scale * test_between(r, 0.2, 1);
    if (kind == FLAT)
        for (i = test_integer(r, 0, 2); i < 3; i++) h[test_integer(r, 0, 2)] = 0;
    if (kind == NEEDLE)
        for (i = test_integer(r, 0, 1); i < 2; i++)
            h[test_integer(r, 0, 2)] *= log_between(r, -7, -1);
    return vec3(h[0], h[1], h[2]);
}

/* Moves b along the axis on which the boxes are nearest to apart, so that they touch there, but for
   `gap`; rounding of the centre leaves its mark. */
static TEST_UNUSED void make_touch(box_pair *p, double gap)
{
    oracle_box a = exactly(&p->a), b = exactly(&p->b);
    const double *u, *v;
    double n[3], length, along = 0, move;
    int k = 0, c;
    move = gap - oracle_separation(&a, &b, &k);
    oracle_factors(&a, &b, k, &u, &v);
    for (c = 0; c < 3; c++)
        n[c] = u[(c + 1) % 3] * v[(c + 2) % 3] - u[(c + 2) % 3] * v[(c + 1) % 3];
    length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (c = 0; c < 3; c++) along += (b.n[c] - a.n[c]) * n[c];
    move *= (along < 0 ? -1 : 1) / length;
    p->b.centre = vec3(b.n[0] + move * n[0], b.n[1] + move * n[1], b.n[2] + move * n[2]);
}

/* Boxes with numbers of few bits, in the orientation of the axes: they touch without any
   rounding. */
static TEST_UNUSED void make_exact_touch(test_random *r, box_pair *p, double scale)
{
    double s = ldexp(1, (int)floor(log2(scale))), c[3], h[2][3];
    int i, axis = test_integer(r, 0, 2), more = test_integer(r, 0, 2);
    for (i = 0; i < 3; i++) {
        h[0][i] = test_integer(r, 1, 64) / 64.0;
        h[1][i] = test_integer(r, 1, 64) / 64.0;
        c[i] = test_integer(r, -64, 64) / 64.0;
        if (i == axis || (i + more) % 3 == axis)
            c[i] = (h[0][i] + h[1][i]) * (test_integer(r, 0, 1) ? 1 : -1);
        else if (fabs(c[i]) > h[0][i] + h[1][i])
            c[i] = 0;
    }
    p->a = aligned(0, 0, 0, h[0][0] * s, h[0][1] * s, h[0][2] * s);
    p->b = aligned(c[0] * s, c[1] * s, c[2] * s, h[1][0] * s, h[1][1] * s, h[1][2] * s);
}

static TEST_UNUSED box_pair random_pair(test_random *r, int kind)
{
    box_pair p;
    double scale = log_between(r, -6, 6), reach = scale * test_between(r, 0.2, 2.5);
    double far = test_integer(r, 0, 1) ? 0 : scale * log_between(r, 0, 5);
    cld_pose pose;
    if (kind == TOUCHING && test_integer(r, 0, 1)) {
        make_exact_touch(r, &p, scale);
        return p;
    }
    pose = test_pose(r, far);
    if ((kind == ALIGNED || kind == QUARTERS) && test_integer(r, 0, 1))
        pose.rotation = cld_pose_identity().rotation;
    p.a = cld_obb_from_pose(&pose, random_half(r, kind, scale));
    if (kind == SHARED_AXIS)
        pose.rotation =
            rotation_about(pose.rotation, test_integer(r, 0, 2), test_between(r, -4, 4));
    else if (kind == NEAR_PARALLEL)
        pose.rotation = rotation_about(
            rotation_about(pose.rotation, test_integer(r, 0, 2), log_between(r, -9, -1)),
            test_integer(r, 0, 2), log_between(r, -9, -1));
    else if (kind == QUARTERS)
        pose.rotation = quarter_turned(r, pose.rotation);
    else if (kind != ALIGNED)
        pose.rotation = test_rotation(r);
    pose.position = vec3((double)p.a.centre.x + test_between(r, -reach, reach),
                         (double)p.a.centre.y + test_between(r, -reach, reach),
                         (double)p.a.centre.z + test_between(r, -reach, reach));
    p.b = cld_obb_from_pose(&pose, random_half(r, kind, scale));
    if (kind == TOUCHING || test_integer(r, 0, 1)) {
        double gap = test_integer(r, 0, 3) ? scale * log_between(r, -17, -1) : 0;
        make_touch(&p, test_integer(r, 0, 1) ? gap : -gap);
    }
    return p;
}

#endif
