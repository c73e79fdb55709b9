/* Cells of the grid that collide in its table, and their hash. */
#ifndef COLLIDE_GRID_HASH_H
#define COLLIDE_GRID_HASH_H

#include "test.h"

/* The library's hash of a cell of the first level: a copy, so that programs that are linked with the
   library can make cells that collide in its table. test_grid.c holds it, and compares. */
static TEST_UNUSED uint64_t grid_hash_of(const int at[3])
{
    uint64_t h = (uint64_t)at[0] * 0x9e3779b97f4a7c15u;
    h = (h ^ h >> 32 ^ (uint64_t)at[1]) * 0xbf58476d1ce4e5b9u;
    h = (h ^ h >> 32 ^ (uint64_t)at[2]) * 0x94d049bb133111ebu;
    h = (h ^ h >> 32) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 32;
}

/* Cells that no hash tells apart, in pairs: the high half is the same, and the lowest nine bits. */
static TEST_UNUSED const int colliding[][3] = {
    {16, 45, -67},   {49, -57, -27},  {86, -124, -23},  {12, -96, -23},  {-68, 69, -117},
    {-96, -19, -16}, {-94, 39, -117}, {-55, 86, -36},   {-99, 65, 88},   {96, -98, 111},
    {-96, 103, -74}, {95, -21, 28},   {-64, -24, -118}, {112, -42, -54}, {62, 42, -90},
    {-12, 86, -65},  {-19, -68, -72}, {53, -1, 56},     {-21, -11, 2},   {93, 33, 124},
    {-15, -20, -38}, {-105, 33, 113}, {-60, 80, -40},   {127, 103, 96},  {-50, -66, -12},
    {84, -119, 64},  {58, 52, -11},   {109, -62, 29},   {-117, 48, -86}, {-100, -31, 26},
    {81, 83, -38},   {117, -11, -2},  {105, -14, -40},  {45, -86, 121},  {-43, 36, -117},
    {-109, -52, 32}, {100, -123, 66}, {-74, -1, 119},   {18, 115, -53},  {46, 116, 102},
    {38, 2, -2},     {-67, 26, 119},  {68, -64, -80},   {93, 100, -21},  {-17, 95, -125},
    {108, -66, 109}, {25, -98, -115}, {48, 111, -9},    {-29, 33, -97},  {55, 45, -44},
};

#endif
