/*
 * Section 5, portable: negacyclic number-theoretic transforms modulo one prime.
 *
 * The prime exceeds twice the largest coefficient of the integer product with centred inputs,
 * 2^20 (1 + 3 (k - 1)) = 51 380 224 for k = 17, so the centred residue is that coefficient (section 12.2).
 *
 * Products are reduced by Plantard's method in its signed form (Huang et al., "Improved Plantard Arithmetic for
 * Lattice-based Cryptography", 2022), which gives residues of least absolute value. Magnitudes, in units of the prime:
 * a butterfly adds at most 1/2, so a transform of 13-bit input stays below 4 and nothing overflows 32 bits.
 */
#include "arith.h"

#include "arith_portable_tables.h"

/* The residue of least absolute value of -product 2^-64, for |product| < 15 * 2^32 * prime = 2^62.5 */
static int32_t reduce(uint64_t product_times_inverse)
{
    const int64_t high = (int64_t)product_times_inverse >> 32;

    return (int32_t)((high + 16) * MITHRIL_PRIME >> 32);
}

/* a times a constant; the tables hold constant (-2^64) / prime, modulo 2^64. */
static int32_t times(int32_t a, uint64_t constant)
{
    return reduce((uint64_t)(int64_t)a * constant);
}

/* (a, b) becomes (a + zeta b, a - zeta b). */
static void butterfly(int32_t *a, int32_t *b, uint64_t zeta)
{
    const int32_t product = times(*b, zeta);

    *b = *a - product;
    *a += product;
}

/*
 * Result i is the value at psi^(2 bitreverse(i) + 1). After the first layer, two layers are done at a time on four
 * numbers `distance` apart, which saves storing them in between.
 */
static void transform(int32_t point[MITHRIL_N], const int16_t coefficients[MITHRIL_N])
{
    const uint64_t *const roots = mithril_forward_roots;
    unsigned int distance, block, j;

    for (j = 0; j < MITHRIL_N / 2; j++) {
        const int32_t even = coefficients[j], product = times(coefficients[j + MITHRIL_N / 2], roots[1]);

        point[j] = even + product;
        point[j + MITHRIL_N / 2] = even - product;
    }
    for (distance = MITHRIL_N / 8; distance > 0; distance /= 4) {
        /* There are this many blocks of 4 distance numbers; those of the second layer are half as long. */
        const unsigned int blocks = MITHRIL_N / (4 * distance);

        for (block = 0; block < blocks; block++) {
            const uint64_t first = roots[blocks + block];
            const uint64_t second_low = roots[2 * (blocks + block)], second_high = roots[2 * (blocks + block) + 1];
            int32_t *const at = point + 4 * distance * block;

            for (j = 0; j < distance; j++) {
                int32_t x0 = at[j], x1 = at[distance + j], x2 = at[2 * distance + j], x3 = at[3 * distance + j];

                butterfly(&x0, &x2, first);
                butterfly(&x1, &x3, first);
                butterfly(&x0, &x1, second_low);
                butterfly(&x2, &x3, second_high);
                at[j] = x0;
                at[distance + j] = x1;
                at[2 * distance + j] = x2;
                at[3 * distance + j] = x3;
            }
        }
    }
}

/*
 * The inverse of transform, for the coefficients modulo 2^16. Input has been through reduce, which the last factors
 * make good. A decimation in time like the forward one, so that magnitudes grow by 1/2 a layer and not twofold; the
 * first layer has no factors.
 */
static void inverse_transform(uint16_t coefficients[MITHRIL_N], int32_t point[MITHRIL_N])
{
    const uint64_t *const roots = mithril_inverse_roots;
    unsigned int distance, block, j;

    for (j = 0; j < MITHRIL_N; j += 2) {
        const int32_t odd = point[j + 1];

        point[j + 1] = point[j] - odd;
        point[j] += odd;
    }
    for (distance = 2; distance < MITHRIL_N; distance *= 4) {
        for (block = 0; block < MITHRIL_N; block += 4 * distance) {
            int32_t *const at = point + block;

            for (j = 0; j < distance; j++) {
                int32_t x0 = at[j], x1 = at[distance + j], x2 = at[2 * distance + j], x3 = at[3 * distance + j];

                butterfly(&x0, &x1, roots[distance + j]);
                butterfly(&x2, &x3, roots[distance + j]);
                butterfly(&x0, &x2, roots[2 * distance + j]);
                butterfly(&x1, &x3, roots[3 * distance + j]);
                at[j] = x0;
                at[distance + j] = x1;
                at[2 * distance + j] = x2;
                at[3 * distance + j] = x3;
            }
        }
    }
    for (j = 0; j < MITHRIL_N; j++) {
        coefficients[j] = (uint16_t)times(point[j], mithril_untwist[j]);
    }
}

/* point[k - 1 + d] is w[d] of arith.h. */
void mithril_matrix_set(mithril_matrix *matrix, int16_t a[MITHRIL_K][MITHRIL_N], unsigned int first_row)
{
    unsigned int i, j;

    for (i = 0; i < MITHRIL_K; i++) {
        transform(matrix->point[MITHRIL_K - 1 + i], a[i]);
    }
    for (i = first_row; i < MITHRIL_K - 1; i++) {
        for (j = 0; j < MITHRIL_N; j++) {
            matrix->point[i][j] = times(matrix->point[MITHRIL_K + i][j], mithril_rho[j]);
        }
    }
}

/* In descending order, so that a row is a scalar product with a window of the matrix in ascending order. */
void mithril_vector_set(mithril_vector *vector, int16_t s[MITHRIL_K][MITHRIL_N])
{
    unsigned int j;

    for (j = 0; j < MITHRIL_K; j++) {
        transform(vector->point[MITHRIL_K - 1 - j], s[j]);
    }
}

void mithril_product_row(uint16_t c[MITHRIL_N], const mithril_matrix *matrix, const mithril_vector *vector,
                         unsigned int i)
{
    int32_t point[MITHRIL_N];
    unsigned int j, m;

    for (j = 0; j < MITHRIL_N; j++) {
        int64_t sum = 0; /* below 17 * (4 * prime)^2 < 2^62 */

        for (m = 0; m < MITHRIL_K; m++) {
            sum += (int64_t)matrix->point[i + m][j] * vector->point[m][j];
        }
        point[j] = reduce((uint64_t)sum * MITHRIL_PRIME_INVERSE);
    }
    inverse_transform(c, point);
}
