/* COLLIDE_STATIC: each of two files of one program has a library of its own, with its own name for
 * the entry (PRIVATE), and its own precision if the flags say so. */
#define COLLIDE_STATIC
#include "collide.h"

int PRIVATE(void);

int PRIVATE(void)
{
    cld_vec2 a = {0, 0}, b = {1, 0}, c = {0, 1};
    return cld_orient2d(a, b, c) == 1 ? 0 : 1;
}

#ifdef PRIVATE_OTHER
int PRIVATE_OTHER(void);

int main(void)
{
    return PRIVATE() + PRIVATE_OTHER();
}
#endif
