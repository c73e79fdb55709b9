/* Vectors of whole numbers, for oracles that are exact: of meshes whose coordinates are small whole
 * numbers. */
#ifndef COLLIDE_ORACLE_WHOLE_H
#define COLLIDE_ORACLE_WHOLE_H

typedef long long whole;

typedef struct wvec {
    whole x, y, z;
} wvec;

static wvec w_sub(wvec a, wvec b)
{
    const wvec r = {a.x - b.x, a.y - b.y, a.z - b.z};
    return r;
}

static wvec w_cross(wvec a, wvec b)
{
    const wvec r = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return r;
}

static whole w_dot(wvec a, wvec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

#endif /* COLLIDE_ORACLE_WHOLE_H */
