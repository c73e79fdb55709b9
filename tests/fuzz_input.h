/* A fuzzer's input, taken apart byte by byte. */
#ifndef COLLIDE_FUZZ_INPUT_H
#define COLLIDE_FUZZ_INPUT_H

#include "test.h"

/* The input; zeros when it ends. */
typedef struct fuzz_input {
    const uint8_t *data;
    size_t left;
} fuzz_input;

static void fuzz_take(fuzz_input *in, void *out, size_t size)
{
    size_t have = size < in->left ? size : in->left;
    memset(out, 0, size);
    if (have) memcpy(out, in->data, have);
    in->data += have, in->left -= have;
}

static int fuzz_byte(fuzz_input *in)
{
    uint8_t b;
    fuzz_take(in, &b, 1);
    return b;
}

#endif
