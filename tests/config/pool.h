/* An allocator and an assertion from elsewhere: all modules compile with them, and then take
 * nothing from libc's allocator. */
#include <stddef.h>
void *cld_pool(void *memory, size_t size);
void cld_pool_assert(int holds);
