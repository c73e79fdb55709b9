/* The library as one object, in the configuration that the flags choose. */
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
