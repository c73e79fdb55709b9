/* The textbook's overlap test of two oriented boxes, to measure against: 15 axes in float, one
 after * the other, leaving at the first that separates; an epsilon against parallel edges
 (Gottschalk, Lin, * Manocha 1996; Ericson 2005, 4.4.1). Written out flat, as the
 * book has it: faster than with loops. Misses and false alarms included. */
#ifndef BASELINE_OBB_H
#define BASELINE_OBB_H

#include <math.h>

typedef struct baseline_obb {
    float centre[3], axis[3][3], half[3];
} baseline_obb;

static float baseline_dot(const float *a, const float *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static int baseline_obb_overlap(const baseline_obb *a, const baseline_obb *b)
{
    const float *ha = a->half, *hb = b->half;
    const float d[3] = {b->centre[0] - a->centre[0], b->centre[1] - a->centre[1],
                        b->centre[2] - a->centre[2]};
    const float t0 = baseline_dot(d, a->axis[0]);
    const float t1 = baseline_dot(d, a->axis[1]);
    const float t2 = baseline_dot(d, a->axis[2]);
    const float r00 = baseline_dot(a->axis[0], b->axis[0]);
    const float r01 = baseline_dot(a->axis[0], b->axis[1]);
    const float r02 = baseline_dot(a->axis[0], b->axis[2]);
    const float r10 = baseline_dot(a->axis[1], b->axis[0]);
    const float r11 = baseline_dot(a->axis[1], b->axis[1]);
    const float r12 = baseline_dot(a->axis[1], b->axis[2]);
    const float r20 = baseline_dot(a->axis[2], b->axis[0]);
    const float r21 = baseline_dot(a->axis[2], b->axis[1]);
    const float r22 = baseline_dot(a->axis[2], b->axis[2]);
    const float q00 = fabsf(r00) + 1e-6f, q01 = fabsf(r01) + 1e-6f, q02 = fabsf(r02) + 1e-6f;
    const float q10 = fabsf(r10) + 1e-6f, q11 = fabsf(r11) + 1e-6f, q12 = fabsf(r12) + 1e-6f;
    const float q20 = fabsf(r20) + 1e-6f, q21 = fabsf(r21) + 1e-6f, q22 = fabsf(r22) + 1e-6f;
    if (fabsf(t0) > ha[0] + hb[0] * q00 + hb[1] * q01 + hb[2] * q02) return 0;
    if (fabsf(t1) > ha[1] + hb[0] * q10 + hb[1] * q11 + hb[2] * q12) return 0;
    if (fabsf(t2) > ha[2] + hb[0] * q20 + hb[1] * q21 + hb[2] * q22) return 0;
    if (fabsf(t0 * r00 + t1 * r10 + t2 * r20) > ha[0] * q00 + ha[1] * q10 + ha[2] * q20 + hb[0])
        return 0;
    if (fabsf(t0 * r01 + t1 * r11 + t2 * r21) > ha[0] * q01 + ha[1] * q11 + ha[2] * q21 + hb[1])
        return 0;
    if (fabsf(t0 * r02 + t1 * r12 + t2 * r22) > ha[0] * q02 + ha[1] * q12 + ha[2] * q22 + hb[2])
        return 0;
    if (fabsf(t2 * r10 - t1 * r20) > ha[1] * q20 + ha[2] * q10 + hb[1] * q02 + hb[2] * q01)
        return 0;
    if (fabsf(t2 * r11 - t1 * r21) > ha[1] * q21 + ha[2] * q11 + hb[2] * q00 + hb[0] * q02)
        return 0;
    if (fabsf(t2 * r12 - t1 * r22) > ha[1] * q22 + ha[2] * q12 + hb[0] * q01 + hb[1] * q00)
        return 0;
    if (fabsf(t0 * r20 - t2 * r00) > ha[2] * q00 + ha[0] * q20 + hb[1] * q12 + hb[2] * q11)
        return 0;
    if (fabsf(t0 * r21 - t2 * r01) > ha[2] * q01 + ha[0] * q21 + hb[2] * q10 + hb[0] * q12)
        return 0;
    if (fabsf(t0 * r22 - t2 * r02) > ha[2] * q02 + ha[0] * q22 + hb[0] * q11 + hb[1] * q10)
        return 0;
    if (fabsf(t1 * r00 - t0 * r10) > ha[0] * q10 + ha[1] * q00 + hb[1] * q22 + hb[2] * q21)
        return 0;
    if (fabsf(t1 * r01 - t0 * r11) > ha[0] * q11 + ha[1] * q01 + hb[2] * q20 + hb[0] * q22)
        return 0;
    if (fabsf(t1 * r02 - t0 * r12) > ha[0] * q12 + ha[1] * q02 + hb[0] * q21 + hb[1] * q20)
        return 0;
    return 1;
}

#endif
