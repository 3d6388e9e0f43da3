/*
 * Section 5 with AVX2: negacyclic number-theoretic transforms modulo two primes of 14 bits, 16 coefficients at a time.
 *
 * The product of the primes, 126 638 081, exceeds twice the largest coefficient of the integer product with centred
 * inputs, 2^20 (1 + 3 (k - 1)) = 51 380 224 for k = 17, so the residues determine it (section 12.2).
 *
 * Magnitudes are given below in units of the larger prime, p; 16 bits hold 2.78 p. `multiply` returns at most
 * 0.5 + 0.09 times its input, `reduce` at most 0.501.
 */
#include "arith.h"

#ifndef __AVX2__
#error "compile this file with -mavx2"
#endif

#include "arith_avx2_tables.h"

#define VECTORS (MITHRIL_N / 16)

typedef struct {
    __m256i prime;
    __m256i prime_inverse; /* modulo 2^16 */
    __m256i reciprocal;    /* 2^26 / prime */
} modulus;

static inline modulus modulus_of(unsigned int which)
{
    static const int16_t numbers[2][3] = {{10753, -10751, 6241}, {11777, -11775, 5698}};
    modulus m;

    m.prime = _mm256_set1_epi16(numbers[which][0]);
    m.prime_inverse = _mm256_set1_epi16(numbers[which][1]);
    m.reciprocal = _mm256_set1_epi16(numbers[which][2]);
    return m;
}

/* x times a constant c, by Montgomery's method: residue is c 2^16 modulo the prime, over_prime is residue / prime. */
static inline __m256i montgomery(__m256i x, __m256i residue, __m256i over_prime, __m256i prime)
{
    const __m256i quotient = _mm256_mullo_epi16(x, over_prime);

    return _mm256_sub_epi16(_mm256_mulhi_epi16(x, residue), _mm256_mulhi_epi16(quotient, prime));
}

static inline __m256i multiply(__m256i x, const mithril_factor *factor, __m256i prime)
{
    return montgomery(x, _mm256_load_si256((const __m256i *)factor->residue),
                      _mm256_load_si256((const __m256i *)factor->over_prime), prime);
}

/* x minus the multiple of the prime nearest to it: x 2^11 / prime is rounded first, then its part above 2^11. */
static inline __m256i reduce(__m256i x, const modulus *m)
{
    const __m256i scaled = _mm256_mulhrs_epi16(x, m->reciprocal);
    const __m256i quotient = _mm256_mulhrs_epi16(scaled, _mm256_set1_epi16(1 << 4));

    return _mm256_sub_epi16(x, _mm256_mullo_epi16(quotient, m->prime));
}

static inline void reduce_all(__m256i v[VECTORS], const modulus *m)
{
    unsigned int i;

    for (i = 0; i < VECTORS; i++) {
        v[i] = reduce(v[i], m);
    }
}

/* (a, b) becomes (a + c b, a - c b). */
static inline void butterfly(__m256i *a, __m256i *b, const mithril_factor *c, __m256i prime)
{
    const __m256i product = multiply(*b, c, prime);

    *b = _mm256_sub_epi16(*a, product);
    *a = _mm256_add_epi16(*a, product);
}

/*
 * shuffle_d brings coefficients that are d apart in one of two vectors to the same place in both, for
 * vectors that went through the shuffles of all larger d; unshuffle_d undoes it.
 */
static inline void shuffle_8(__m256i *x, __m256i *y)
{
    const __m256i a = *x, b = *y;

    *x = _mm256_permute2x128_si256(a, b, 0x20);
    *y = _mm256_permute2x128_si256(a, b, 0x31);
}

static inline void shuffle_4(__m256i *x, __m256i *y)
{
    const __m256i a = *x, b = *y;

    *x = _mm256_unpacklo_epi64(a, b);
    *y = _mm256_unpackhi_epi64(a, b);
}

static inline void shuffle_2(__m256i *x, __m256i *y)
{
    const __m256 a = _mm256_castsi256_ps(*x), b = _mm256_castsi256_ps(*y);

    *x = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0x88));
    *y = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0xdd));
}

static inline void unshuffle_2(__m256i *x, __m256i *y)
{
    const __m256i a = *x, b = *y;

    *x = _mm256_unpacklo_epi32(a, b);
    *y = _mm256_unpackhi_epi32(a, b);
}

static inline void shuffle_1(__m256i *x, __m256i *y)
{
    const __m256i a = *x, b = *y;

    *x = _mm256_blend_epi16(a, _mm256_slli_epi32(b, 16), 0xaa);
    *y = _mm256_blend_epi16(_mm256_srli_epi32(a, 16), b, 0xaa);
}

#define unshuffle_8 shuffle_8
#define unshuffle_4 shuffle_4
#define unshuffle_1 shuffle_1

/* One layer of the forward or inverse transform inside vectors. */
#define FORWARD_WITHIN(d, factors)                                   \
    for (i = 0; i < VECTORS / 2; i++) {                              \
        shuffle_##d(&v[2 * i], &v[2 * i + 1]);                       \
        butterfly(&v[2 * i], &v[2 * i + 1], &(factors)[i], m.prime); \
    }
#define INVERSE_WITHIN(d, factor)                               \
    for (i = 0; i < VECTORS / 2; i++) {                         \
        butterfly(&v[2 * i], &v[2 * i + 1], factor, m.prime);   \
        unshuffle_##d(&v[2 * i], &v[2 * i + 1]);                \
    }

/* Coefficients are in [-4096, 4095], that is below 0.35. The results have been reduced. */
static inline void transform(__m256i v[VECTORS], const int16_t coefficients[MITHRIL_N], unsigned int which)
{
    const mithril_transform_constants *const constants = &mithril_constants[which];
    const modulus m = modulus_of(which);
    unsigned int i;

    for (i = 0; i < VECTORS; i++) {
        v[i] = _mm256_loadu_si256((const __m256i *)(coefficients + 16 * i));
    }
    for (i = 0; i < 4; i++) {
        butterfly(&v[i], &v[i + 4], &constants->forward_across[0], m.prime); /* 0.88 */
    }
    for (i = 0; i < 2; i++) {
        butterfly(&v[i], &v[i + 2], &constants->forward_across[1], m.prime);
        butterfly(&v[i + 4], &v[i + 6], &constants->forward_across[2], m.prime); /* 1.46 */
    }
    for (i = 0; i < 4; i++) {
        butterfly(&v[2 * i], &v[2 * i + 1], &constants->forward_across[3 + i], m.prime); /* 2.09 */
    }
    FORWARD_WITHIN(8, constants->forward_within[0]) /* 2.777 */
    reduce_all(v, &m);
    FORWARD_WITHIN(4, constants->forward_within[1]) /* 1.05 */
    FORWARD_WITHIN(2, constants->forward_within[2]) /* 1.64 */
    FORWARD_WITHIN(1, constants->forward_within[3]) /* 2.29 */
    reduce_all(v, &m);
}

/*
 * The inverse of transform with the factors 2^-16 of a scalar product made good. Input is at most 1.4. Results are
 * at most 0.71. A decimation in time like the forward one, so that magnitudes grow little.
 */
static inline void inverse_transform(__m256i v[VECTORS], unsigned int which)
{
    const mithril_transform_constants *const constants = &mithril_constants[which];
    const modulus m = modulus_of(which);
    unsigned int i;

    for (i = 0; i < VECTORS / 2; i++) {
        const __m256i even = v[2 * i], odd = v[2 * i + 1];

        v[2 * i] = _mm256_add_epi16(even, odd);
        v[2 * i + 1] = _mm256_sub_epi16(even, odd); /* 2.7 */
        unshuffle_1(&v[2 * i], &v[2 * i + 1]);
    }
    reduce_all(v, &m);
    INVERSE_WITHIN(2, &constants->inverse_within[0]) /* 1.05 */
    INVERSE_WITHIN(4, &constants->inverse_within[1]) /* 1.64 */
    INVERSE_WITHIN(8, &constants->inverse_within[2]) /* 2.29 */
    reduce_all(v, &m);
    for (i = 0; i < 4; i++) {
        butterfly(&v[2 * i], &v[2 * i + 1], &constants->inverse_across[0], m.prime); /* 1.05 */
    }
    for (i = 0; i < 2; i++) {
        butterfly(&v[i], &v[i + 2], &constants->inverse_across[1 + i], m.prime);
        butterfly(&v[i + 4], &v[i + 6], &constants->inverse_across[1 + i], m.prime); /* 1.64 */
    }
    for (i = 0; i < 4; i++) {
        butterfly(&v[i], &v[i + 4], &constants->inverse_across[3 + i], m.prime); /* 2.29 */
    }
    for (i = 0; i < VECTORS; i++) {
        v[i] = multiply(v[i], &constants->untwist[i], m.prime);
    }
}

/*
 * Coefficients of a pair stand beside each other, as vpmaddwd wants them: with low words first inside each half
 * of a vector.
 */
static inline void interleave(mithril_pair *pair, unsigned int which, __m256i (*first)[VECTORS],
                              __m256i (*second)[VECTORS])
{
    unsigned int i;

    for (i = 0; i < VECTORS; i++) {
        pair->word[which][i][0] = _mm256_unpacklo_epi16((*first)[i], (*second)[i]);
        pair->word[which][i][1] = _mm256_unpackhi_epi16((*first)[i], (*second)[i]);
    }
}

/* With w[d] of arith.h at k - 1 + d, pair x is (w[x], w[x + 1]). The partner of the last is multiplied by 0 alone. */
void mithril_matrix_set(mithril_matrix *matrix, int16_t a[MITHRIL_K][MITHRIL_N], unsigned int first_row)
{
    __m256i w[MITHRIL_WINDOW + 1][VECTORS];
    unsigned int which, i, j;

    for (which = 0; which < 2; which++) {
        const __m256i prime = modulus_of(which).prime;

        for (i = 0; i < MITHRIL_K; i++) {
            transform(w[MITHRIL_K - 1 + i], a[i], which);
        }
        for (i = first_row; i < MITHRIL_K - 1; i++) {
            for (j = 0; j < VECTORS; j++) {
                w[i][j] = multiply(w[MITHRIL_K + i][j], &mithril_constants[which].rho[j], prime); /* 0.55 */
            }
        }
        for (j = 0; j < VECTORS; j++) {
            w[MITHRIL_WINDOW][j] = _mm256_setzero_si256();
        }
        for (i = first_row; i < MITHRIL_WINDOW; i++) {
            interleave(&matrix->pair[i], which, &w[i], &w[i + 1]);
        }
    }
}

/* In descending order: a row is a scalar product with a window of the matrix. k is odd, so 0 is the last partner. */
void mithril_vector_set(mithril_vector *vector, int16_t s[MITHRIL_K][MITHRIL_N])
{
    __m256i point[MITHRIL_K + 1][VECTORS];
    unsigned int which, j;

    for (which = 0; which < 2; which++) {
        for (j = 0; j < MITHRIL_K; j++) {
            transform(point[MITHRIL_K - 1 - j], s[j], which);
        }
        for (j = 0; j < VECTORS; j++) {
            point[MITHRIL_K][j] = _mm256_setzero_si256();
        }
        for (j = 0; j < MITHRIL_K; j += 2) {
            interleave(&vector->pair[j / 2], which, &point[j], &point[j + 1]);
        }
    }
}

/* Sixteen sums of 32 bits, low times 2^-16 modulo the prime; at most |sum| / 2^16 + 0.5. */
static inline __m256i reduce_sums(__m256i low, __m256i high, const modulus *m)
{
    const __m256i mask = _mm256_set1_epi32(0xffff);
    const __m256i lower = _mm256_packus_epi32(_mm256_and_si256(low, mask), _mm256_and_si256(high, mask));
    const __m256i upper = _mm256_packs_epi32(_mm256_srai_epi32(low, 16), _mm256_srai_epi32(high, 16));
    const __m256i quotient = _mm256_mullo_epi16(lower, m->prime_inverse);

    return _mm256_sub_epi16(upper, _mm256_mulhi_epi16(quotient, m->prime));
}

/*
 * Sums of k products of residues, at most 17 * 0.55 * 0.501 p^2 < 2^30, are exact in 32 bits; over 2^16 that is 0.85.
 */
static inline void scalar_product(__m256i v[VECTORS], const mithril_pair *row, const mithril_vector *vector,
                                  unsigned int which)
{
    const modulus m = modulus_of(which);
    unsigned int i, j;

    for (i = 0; i < VECTORS; i++) {
        __m256i low = _mm256_setzero_si256(), high = _mm256_setzero_si256();

        for (j = 0; j < MITHRIL_K; j += 2) {
            const __m256i *const x = row[j].word[which][i], *const y = vector->pair[j / 2].word[which][i];

            low = _mm256_add_epi32(low, _mm256_madd_epi16(x[0], y[0]));
            high = _mm256_add_epi32(high, _mm256_madd_epi16(x[1], y[1]));
        }
        v[i] = reduce_sums(low, high, &m);
    }
}

/*
 * The integer is r1 + p1 h, where h = (r2 - r1) / p1 modulo p2. For a suitable h of at most 4779 this is the product's
 * coefficient; reduce gives at most 0.501 p2 = 5901, and 5901 + 4779 < p2, so it gives that h. Only 16 bits are wanted.
 */
void mithril_product_row(uint16_t c[MITHRIL_N], const mithril_matrix *matrix, const mithril_vector *vector,
                         unsigned int i)
{
    /* 2^16 / p1 modulo p2, and that over p2 modulo 2^16. */
    const __m256i p1_inverse = _mm256_set1_epi16(-64), p1_inverse_over_p2 = _mm256_set1_epi16(32704);
    const modulus m1 = modulus_of(0), m2 = modulus_of(1);
    __m256i r1[VECTORS], r2[VECTORS];
    unsigned int j;

    scalar_product(r1, &matrix->pair[i], vector, 0);
    inverse_transform(r1, 0);
    scalar_product(r2, &matrix->pair[i], vector, 1);
    inverse_transform(r2, 1);
    for (j = 0; j < VECTORS; j++) {
        const __m256i difference = _mm256_sub_epi16(r2[j], r1[j]);
        const __m256i h = reduce(montgomery(difference, p1_inverse, p1_inverse_over_p2, m2.prime), &m2);

        _mm256_storeu_si256((__m256i *)(c + 16 * j), _mm256_add_epi16(r1[j], _mm256_mullo_epi16(h, m1.prime)));
    }
}
