/* An allocator from elsewhere, for the check that the library then takes nothing from libc. */
#include <stddef.h>
void *cld_pool(void *memory, size_t size);
