/*
 * Multiplication in S = R[x]/(x^k - y - 2), R = Z[y]/(y^128 + 1): section 5 of the specification.
 * arith_portable.c or arith_avx2.c holds it.
 *
 * Multiplication by a ring element a is a k x k matrix over R whose entry (i, j) is w[i - j], where w[d] = a_d for
 * d >= 0 and w[d] = rho a_{k+d} for d < 0, rho = y + 2. So 2k - 1 polynomials make the matrix, and row i of a product
 * is a scalar product of a window of them with the other factor. All of this happens on number-theoretic transforms
 * of the polynomials; each version has its own, and the contents of the two types below mean nothing outside it.
 */
#ifndef MITHRIL_ARITH_H
#define MITHRIL_ARITH_H

#include <stdint.h>

#include "params.h"

#define MITHRIL_WINDOW (2 * MITHRIL_K - 1)

#ifdef MITHRIL_AVX2

#include <immintrin.h>

/* Two neighbouring polynomials modulo two primes, 16-bit coefficients of the one beside those of the other. */
typedef struct {
    __m256i word[2][MITHRIL_N / 16][2];
} mithril_pair;

typedef struct {
    mithril_pair pair[MITHRIL_WINDOW];
} mithril_matrix;

typedef struct {
    mithril_pair pair[(MITHRIL_K + 1) / 2];
} mithril_vector;

#else

typedef struct {
    int32_t point[MITHRIL_WINDOW][MITHRIL_N];
} mithril_matrix;

typedef struct {
    int32_t point[MITHRIL_K][MITHRIL_N];
} mithril_vector;

#endif

/*
 * The matrix of a, whose coefficients are in [-4096, 4095]. Only what rows first_row ... k-1 of a product need
 * is computed.
 */
void mithril_matrix_set(mithril_matrix *matrix, int16_t a[MITHRIL_K][MITHRIL_N], unsigned int first_row);

/* The other factor, with coefficients in [-2, 1]. */
void mithril_vector_set(mithril_vector *vector, int16_t s[MITHRIL_K][MITHRIL_N]);

/* Polynomial i of the product a s, modulo 2^16: congruent to the exact integer product. */
void mithril_product_row(uint16_t c[MITHRIL_N], const mithril_matrix *matrix, const mithril_vector *vector,
                         unsigned int i);

#endif
