/* The specification's debugging vectors for the instance under test (section 12), and how to look them up. */
#ifndef MURAG_TESTS_VECTORS_H
#define MURAG_TESTS_VECTORS_H

#include "parameters.h"
#include "testing/testing.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const char *name;
    size_t bytes;
    const char *sha256;
} vector_item;

typedef struct {
    const char *change, *secret;
} vector_secret;

#if MULTIURAG_LEVEL == 128
#include "vectors_128.h"
#elif MULTIURAG_LEVEL == 256
#include "vectors_256.h"
#else
#include "vectors_512.h"
#endif

/* The vectors that arise from one DRNG seed, and how many of them have been checked. */
typedef struct {
    const vector_item *items, *draws;
    size_t item_count, draw_count;
    const vector_secret *modified;
    size_t modified_count;
    size_t checked;
} vector_set;

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static inline vector_set fixed_seed_vectors(void)
{
    vector_set set = {fixed_items,     fixed_draws, COUNT_OF(fixed_items), COUNT_OF(fixed_draws), fixed_modified,
                      COUNT_OF(fixed_modified), 0};
    return set;
}

static inline vector_set record_vectors(void)
{
    vector_set set = {record_items,     record_draws, COUNT_OF(record_items), COUNT_OF(record_draws), record_modified,
                      COUNT_OF(record_modified), 0};
    return set;
}

/* Checks bytes against the entry of that name. */
static inline void check_entry(vector_set *set, const vector_item *entries, size_t count, const char *name,
                               const void *bytes, size_t length)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(entries[i].name, name) == 0) {
            assay_check_equal((long long)length, (long long)entries[i].bytes, name, __FILE__, __LINE__);
            assay_check_sha256(bytes, length, entries[i].sha256, name, __FILE__, __LINE__);
            set->checked++;
            return;
        }
    }
    assay_check(0, name, __FILE__, __LINE__);
}

static inline void check_item(vector_set *set, const char *name, const void *bytes, size_t length)
{
    check_entry(set, set->items, set->item_count, name, bytes, length);
}

#endif
