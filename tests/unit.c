/* The whole header as one translation unit: the declarations twice, then the implementation.
 * Compiled as every language and standard that the header claims; C++ reads this file too. */
#include "collide.h"
#include "collide.h"
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include "collide.h"

int test_unit_not_empty;
