/*
 * Arithmetic in K = GF(2^M), polynomial basis (section 4.1), one element at a time and in constant time.
 * Long vectors of elements are handled in planes.h instead.
 */
#ifndef MURAG_FIELD_H
#define MURAG_FIELD_H

#include "parameters.h"

#include <stddef.h>
#include <stdint.h>

#define MURAG_WORDS ((MURAG_M + 63) / 64)

/* Coefficient a_i is bit i % 64 of word i / 64; bits from M on are 0. */
typedef struct {
    uint64_t w[MURAG_WORDS];
} murag_element;

/* All ones if x is not 0, else 0. */
static inline uint64_t murag_nonzero_mask(uint64_t x)
{
    return 0 - ((x | (0 - x)) >> 63);
}

static inline murag_element murag_zero(void)
{
    murag_element zero = {{0}};
    return zero;
}

static inline murag_element murag_one(void)
{
    murag_element one = {{1}};
    return one;
}

static inline murag_element murag_add(murag_element a, murag_element b)
{
    for (unsigned i = 0; i < MURAG_WORDS; i++) {
        a.w[i] ^= b.w[i];
    }
    return a;
}

/* The element, or 0: mask is all ones or 0. */
static inline murag_element murag_masked(murag_element a, uint64_t mask)
{
    for (unsigned i = 0; i < MURAG_WORDS; i++) {
        a.w[i] &= mask;
    }
    return a;
}

/* All ones if a is not 0, else 0. */
static inline uint64_t murag_element_mask(murag_element a)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < MURAG_WORDS; i++) {
        any |= a.w[i];
    }
    return murag_nonzero_mask(any);
}

/* Coefficient i, 0 or 1. */
static inline uint64_t murag_coefficient(const murag_element *a, unsigned i)
{
    return (a->w[i / 64] >> (i % 64)) & 1;
}

murag_element murag_multiply(murag_element a, murag_element b);
murag_element murag_square(murag_element a);

/* a^[times] = a^(2^times). */
murag_element murag_frobenius(murag_element a, unsigned times);

/* 1/a, and 0 for a = 0. */
murag_element murag_inverse(murag_element a);

/* Overwrites secrets in a way that the compiler does not remove. */
void murag_wipe(void *memory, size_t bytes);

#endif
