/* A fuzzer's input, taken apart byte by byte; and inputs that are kept in files. */
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

/* What libFuzzer calls with each input. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Runs one input that is kept in a file, in memory of just its size: reads behind it show. */
static TEST_UNUSED void fuzz_replay(const char *name)
{
    FILE *file = fopen(name, "rb");
    uint8_t *data = NULL;
    long before = test_failures, size = -1;
    if (file && fseek(file, 0, SEEK_END) == 0) size = ftell(file);
    if (size >= 0) data = (uint8_t *)malloc(size ? (size_t)size : 1);
    if (CHECK(data != NULL)) {
        rewind(file);
        CHECK(fread(data, 1, (size_t)size, file) == (size_t)size);
        LLVMFuzzerTestOneInput(data, (size_t)size);
    }
    if (test_failures > before) printf("    in %s\n", name);
    free(data);
    if (file) fclose(file);
}

/* The inputs that libFuzzer found worth keeping: fuzz_<name> --corpus tests/corpus/<name>/... (C
   lists no directory: the shell or CMake does). How many, or -1 if argv asks for something else. */
static TEST_UNUSED int fuzz_corpus(int argc, char **argv)
{
    int i;
    if (argc < 2 || strcmp(argv[1], "--corpus") != 0) return -1;
    test_begin(1, argv);
    for (i = 2; i < argc; i++) fuzz_replay(argv[i]);
    return argc - 2;
}

#endif
