/* COLLIDE_REALLOC, COLLIDE_FREE and COLLIDE_ASSERT are those of the user, also when he has no
 * <stdlib.h> at all. */
#include <stddef.h>

static char pool[100000];
static size_t pool_used;
static int pool_calls, pool_frees;

static void *pool_realloc(void *memory, size_t size)
{
    pool_calls++;
    if (memory || size > sizeof pool - pool_used) return NULL;
    pool_used += (size + 15) / 16 * 16;
    return pool + pool_used - (size + 15) / 16 * 16;
}

static void pool_free(void *memory)
{
    (void)memory;
    pool_frees++;
}

#define COLLIDE_REALLOC(p, n) pool_realloc(p, n)
#define COLLIDE_FREE(p)       pool_free(p)
#define COLLIDE_ASSERT(x)     ((x) ? (void)0 : (void)(pool_calls = -1000))
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

int main(void)
{
    cld_workspace workspace = {0};
    if (cld_workspace_reserve(&workspace, 5000) != CLD_OK) return 1;
    if (cld_workspace_reserve(&workspace, 1000000) != CLD_ERROR_MEMORY) return 2;
    cld_workspace_free(&workspace);
    cld_workspace_free(&workspace);
    return pool_calls == 2 && pool_frees == 1 ? 0 : 3;
}
