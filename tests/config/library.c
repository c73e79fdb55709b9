/* The library as one object, in the configuration that the flags choose. */
#ifdef TEST_ASSERT /* the library that the tests are linked with checks its preconditions */
#include <assert.h>
#define COLLIDE_ASSERT(x) assert(x)
#endif
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
