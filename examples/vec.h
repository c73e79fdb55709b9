/* vec.h: vectors in double for the examples. Include it after collide.h. The functions here and in
   other helpers are inline so that no compiler minds those that an example leaves out. */

#ifndef VEC_H
#define VEC_H

#include <math.h>

typedef struct vec {
    double x, y, z;
} vec;

static inline vec vector(double x, double y, double z)
{
    vec r;
    r.x = x, r.y = y, r.z = z;
    return r;
}

/* a + s b */
static inline vec add(vec a, double s, vec b)
{
    return vector(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline vec scale(double s, vec a)
{
    return vector(s * a.x, s * a.y, s * a.z);
}

static inline double dot(vec a, vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vec cross(vec a, vec b)
{
    return vector(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double length(vec a)
{
    return sqrt(dot(a, a));
}

/* Of length 1; a is not 0. */
static inline vec unit(vec a)
{
    return scale(1 / length(a), a);
}

static inline cld_vec3 to_cld(vec a)
{
    cld_vec3 r;
    r.x = (cld_real)a.x, r.y = (cld_real)a.y, r.z = (cld_real)a.z;
    return r;
}

static inline vec from_cld(cld_vec3 a)
{
    return vector((double)a.x, (double)a.y, (double)a.z);
}

#endif /* VEC_H */
