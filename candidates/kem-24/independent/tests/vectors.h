/* Test vectors of the instance under test, and the comparisons with them. */
#ifndef SCABBARD_TEST_VECTORS_H
#define SCABBARD_TEST_VECTORS_H

#include <stddef.h>
#include <stdint.h>

/* One row of a table of section 11. Empty strings and 0 stand for what the row does not give. */
struct stage_vector {
    const char *item;
    size_t bytes;
    const char *head;         /* hexadecimal: the value, or its first bytes */
    const char *tail;         /* hexadecimal: its last bytes, if head is not the whole value */
    const char *coefficients; /* decimal: the leading coefficients */
    const char *sha256;
};

struct stage_run {
    const char *name;
    const struct stage_vector *vectors;
    size_t count;
};

struct decoder_grid {
    unsigned step_a;
    unsigned step_b;
    size_t symbols;
    const char *sha256;
};

#if SCABBARD_LEVEL == 128
#include "vectors_scabbard128.h"
#elif SCABBARD_LEVEL == 256
#include "vectors_scabbard256.h"
#else
#include "vectors_scabbard512.h"
#endif

#endif
