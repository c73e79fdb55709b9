/* The configuration of a program without a C library, of processors that have SSE2: what the user
 * gives, by macros. memcpy and its like are in freestanding.c. */
#include <stddef.h>
double user_sqrt(double x);
float user_sqrtf(float x);
double user_sine(double x);
double user_cosine(double x);
void *user_realloc(void *memory, size_t size);

#define COLLIDE_FREESTANDING
#define COLLIDE_SQRT(x)       user_sqrt(x)
#define COLLIDE_SQRTF(x)      user_sqrtf(x)
#define COLLIDE_SIN(x)        user_sine(x)
#define COLLIDE_COS(x)        user_cosine(x)
#define COLLIDE_REALLOC(p, n) user_realloc(p, n)
#define COLLIDE_FREE(p)       ((void)(p))
