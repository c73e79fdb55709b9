/* A file that uses the library and does not hold it: what most files of a program are. Returns 0 if
 * the library answers, with the precision that this file was compiled for. */
#include "collide.h"

#ifdef COLLIDE_DOUBLE
int user_f64(void);
#define USER user_f64
#else
int user_f32(void);
#define USER user_f32
#endif

int USER(void)
{
    cld_workspace workspace = {0};
    cld_vec2 a = {0, 0}, b = {1, 1}, c = {1, 1};
    const int bits = sizeof(cld_real) == 8 ? 40 : 20;
    cld_real step = 1;
    int i, good;
    for (i = 0; i < bits; i++) step /= 2;
    c.y += step; /* above the diagonal by a step that the wrong precision would not see */
    good = cld_orient2d(a, b, c) == 1;
    good &= cld_workspace_reserve(&workspace, 1000) == CLD_OK;
    good &= cld_workspace_bytes(&workspace) >= 1000;
    cld_workspace_free(&workspace);
    return good ? 0 : 1;
}

#ifdef USER_MAIN
int main(void)
{
    return USER();
}
#endif
