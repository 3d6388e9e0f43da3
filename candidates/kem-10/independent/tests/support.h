/* Shared by the test programs: seeds, random elements, flat lists. */
#ifndef MURAG_TESTS_SUPPORT_H
#define MURAG_TESTS_SUPPORT_H

#include "drng.h"
#include "encoding.h"
#include "field.h"
#include "testing/testing.h"

#include <stdlib.h>
#include <string.h>

/* Memory that the program cannot do without. */
static inline void *allocate(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

static inline murag_element random_element(assay_test_random *random)
{
    unsigned char flat[MURAG_B];
    assay_test_random_bytes(random, flat, sizeof flat);
    return murag_from_flat(flat);
}

static inline void random_elements(assay_test_random *random, murag_element *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        list[i] = random_element(random);
    }
}

static inline int same(murag_element a, murag_element b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Flat form of a list; the caller frees it. */
static inline unsigned char *flatten(const murag_element *list, unsigned count)
{
    unsigned char *flat = allocate((size_t)count * MURAG_B);
    for (unsigned i = 0; i < count; i++) {
        murag_to_flat(flat + i * MURAG_B, &list[i]);
    }
    return flat;
}

static inline void check_flat(const murag_element *list, unsigned count, const char *hex, const char *what)
{
    unsigned char *flat = flatten(list, count);
    assay_check_hex(flat, (size_t)count * MURAG_B, hex, what, __FILE__, __LINE__);
    free(flat);
}

static inline void check_flat_sha256(const murag_element *list, unsigned count, const char *hex, const char *what)
{
    unsigned char *flat = flatten(list, count);
    assay_check_sha256(flat, (size_t)count * MURAG_B, hex, what, __FILE__, __LINE__);
    free(flat);
}

/* A DRNG instantiated with the bytes 0, 1, 2, ... */
static inline void seed_counting(DRNG_ctx *drng, unsigned bytes)
{
    unsigned char seed[64];
    for (unsigned i = 0; i < bytes; i++) {
        seed[i] = (unsigned char)i;
    }
    init_random_number(drng, seed, bytes);
}

/* A DRNG instantiated with equal bytes. */
static inline void seed_equal(DRNG_ctx *drng, unsigned char value, unsigned bytes)
{
    unsigned char seed[64];
    memset(seed, value, bytes);
    init_random_number(drng, seed, bytes);
}

/* The seed of record 0 of the known-answer tests: the first draw from a DRNG instantiated with "seedseed...". */
static inline void record_seed(unsigned char seed[64])
{
    DRNG_ctx drng;
    for (unsigned i = 0; i < 64; i++) {
        seed[i] = (unsigned char)"seed"[i % 4];
    }
    init_random_number(&drng, seed, 64);
    get_random_number(&drng, seed, 512);
}

#endif
