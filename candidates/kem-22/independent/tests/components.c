/*
 * The parts of one version by themselves: products against the definition of section 5, encodings bit by bit, and the
 * expansion and the hashes against pseudoXOF.
 */
#include <stdlib.h>
#include <string.h>

#include "../arith.h"
#include "../expand.h"
#include "../framing.h"
#include "../packing.h"
#include "auxfunc.h"
#include "definitions.h"
#include "testing/testing.h"

#ifdef MITHRIL_AVX2
#include "../sm3_avx2.h"
#else
#include "../arith_portable_tables.h"
#endif

static assay_test_random numbers;

static int16_t between(int low, int high)
{
    return (int16_t)(low + (int)assay_test_random_below(&numbers, (uint64_t)(high - low + 1)));
}

/* Compares rows first_row ... k - 1 of a product. */
static void check_product(int16_t a[MITHRIL_K][MITHRIL_N], int16_t s[MITHRIL_K][MITHRIL_N], unsigned int first_row)
{
    static mithril_matrix matrix;
    static mithril_vector vector;
    int64_t expected[MITHRIL_N];
    uint16_t c[MITHRIL_N];
    unsigned int i, j, wrong = 0;

    mithril_matrix_set(&matrix, a, first_row);
    mithril_vector_set(&vector, s);
    for (i = first_row; i < MITHRIL_K; i++) {
        mithril_product_row(c, &matrix, &vector, i);
        definition_product_row(expected, a, s, i);
        for (j = 0; j < MITHRIL_N; j++) {
            wrong += c[j] != (uint16_t)expected[j];
        }
    }
    ASSAY_CHECK_EQUAL(wrong, 0);
}

static void check_products(void)
{
    /* Largest and smallest coefficients, where the integer product is as large as it gets, and both signs of it. */
    static const int16_t extremes[][2] = {{-4096, -2}, {-4096, 1}, {4095, -2}, {4095, 1},
                                          {0, -2},     {-1024, -2}, {1023, 1}};
    static int16_t a[MITHRIL_K][MITHRIL_N], s[MITHRIL_K][MITHRIL_N];
    unsigned int i, j, round;

    for (round = 0; round < sizeof extremes / sizeof extremes[0]; round++) {
        for (i = 0; i < MITHRIL_K; i++) {
            for (j = 0; j < MITHRIL_N; j++) {
                a[i][j] = extremes[round][0];
                s[i][j] = extremes[round][1];
            }
        }
        check_product(a, s, 0);
    }
    /* Random signs of extreme coefficients, then random coefficients. */
    for (round = 0; round < 4; round++) {
        for (i = 0; i < MITHRIL_K; i++) {
            for (j = 0; j < MITHRIL_N; j++) {
                a[i][j] = round < 2 ? (between(0, 1) ? 4095 : -4096) : between(-4096, 4095);
                s[i][j] = round < 2 ? (between(0, 1) ? 1 : -2) : between(-2, 1);
            }
        }
        check_product(a, s, round % 2 == 1 ? MITHRIL_K - MITHRIL_L : 0);
    }
    /* One coefficient each: the wrap of x and of y. */
    memset(a, 0, sizeof a);
    memset(s, 0, sizeof s);
    for (i = 0; i < MITHRIL_K; i += (MITHRIL_K - 1) / 4) {
        j = i * 7 % MITHRIL_K;
        a[i][127] = -4096;
        s[j][1] = -2;
        check_product(a, s, 0);
        a[i][127] = 0;
        s[j][1] = 0;
    }
}

#ifndef MITHRIL_AVX2
static uint64_t power(uint64_t base, unsigned int exponent)
{
    uint64_t result = 1;

    while (exponent-- > 0) {
        result = result * base % MITHRIL_PRIME;
    }
    return result;
}

/* The entry times the prime must be congruent to c (-2^64), as a residue of least absolute value. */
static int is_constant(uint64_t entry, uint64_t c)
{
    const int64_t residue = (int64_t)(entry * MITHRIL_PRIME);
    uint64_t minus_2_64 = MITHRIL_PRIME - (UINT64_MAX % MITHRIL_PRIME + 1) % MITHRIL_PRIME;
    const uint64_t expected = c % MITHRIL_PRIME * (minus_2_64 % MITHRIL_PRIME) % MITHRIL_PRIME;

    return residue >= -(MITHRIL_PRIME / 2) && residue <= MITHRIL_PRIME / 2 &&
           (uint64_t)(residue + MITHRIL_PRIME) % MITHRIL_PRIME == expected;
}

static unsigned int reversed(unsigned int i)
{
    unsigned int bit, result = 0;

    for (bit = 0; bit < 7; bit++) {
        result |= ((i >> bit) & 1) << (6 - bit);
    }
    return result;
}

static void check_tables(void)
{
    const uint64_t minus_2_64 = MITHRIL_PRIME - (UINT64_MAX % MITHRIL_PRIME + 1) % MITHRIL_PRIME;
    const uint64_t over_128 = power(2, 0) * power((MITHRIL_PRIME + 1) / 2, 7) % MITHRIL_PRIME;
    unsigned int i, distance;

    ASSAY_CHECK_EQUAL(power(MITHRIL_PSI, 128), MITHRIL_PRIME - 1);
    ASSAY_CHECK(MITHRIL_PRIME_INVERSE * MITHRIL_PRIME == 1);
    for (i = 1; i < MITHRIL_N; i++) {
        ASSAY_CHECK(is_constant(mithril_forward_roots[i], power(MITHRIL_PSI, reversed(i))));
    }
    for (distance = 1; distance < MITHRIL_N; distance *= 2) {
        for (i = 0; i < distance; i++) {
            const unsigned int exponent = (256 - MITHRIL_N / distance * i) % 256;

            ASSAY_CHECK(is_constant(mithril_inverse_roots[distance + i], power(MITHRIL_PSI, exponent)));
        }
    }
    for (i = 0; i < MITHRIL_N; i++) {
        const uint64_t twist = power(MITHRIL_PSI, (256 - i) % 256) * over_128 % MITHRIL_PRIME;

        ASSAY_CHECK(is_constant(mithril_untwist[i], twist * minus_2_64));
        ASSAY_CHECK(is_constant(mithril_rho[i], power(MITHRIL_PSI, 2 * reversed(i) + 1) + 2));
    }
}
#endif

static void check_unpacking(void (*unpack)(int16_t *, const uint8_t *), unsigned int d, int pattern)
{
    /* On the heap and of the exact length, so that the address sanitizer sees every read past the end. */
    uint8_t *const packed = malloc(MITHRIL_PACKED_BYTES(d));
    definition_poly expected;
    int16_t c[MITHRIL_N];
    unsigned int i, wrong = 0;

    if (!ASSAY_CHECK(packed != NULL)) {
        return;
    }
    if (pattern < 256) {
        memset(packed, pattern, MITHRIL_PACKED_BYTES(d));
    } else {
        assay_test_random_bytes(&numbers, packed, MITHRIL_PACKED_BYTES(d));
    }
    unpack(c, packed);
    definition_unpack(expected, packed, d);
    for (i = 0; i < MITHRIL_N; i++) {
        wrong += c[i] != expected[i];
    }
    ASSAY_CHECK_EQUAL(wrong, 0);
    free(packed);
}

/* Every residue modulo 2^16, at two places or more. */
static void check_packing(void)
{
    uint8_t *const packed = malloc(MITHRIL_PACKED_BYTES(11));
    uint8_t expected[MITHRIL_PACKED_BYTES(11)];
    uint16_t u[MITHRIL_N];
    definition_poly rounded;
    unsigned int first, i;

    if (!ASSAY_CHECK(packed != NULL)) {
        return;
    }
    for (first = 0; first < 65536; first += 61) {
        for (i = 0; i < MITHRIL_N; i++) {
            u[i] = (uint16_t)(first + i);
            rounded[i] = definition_round(u[i] % MITHRIL_Q);
        }
        mithril_pack_rounded(packed, u);
        definition_pack(expected, rounded, 11);
        if (!ASSAY_CHECK_BYTES(packed, expected, sizeof expected)) {
            break;
        }
    }
    free(packed);
}

/* A hash that is begun, advanced beside the expansion or not, and finished. */
static void check_hash(size_t length, size_t output_bytes, int beside)
{
    static uint8_t public_stream[MITHRIL_PUBLIC_STREAM_BYTES], secret_stream[MITHRIL_SECRET_STREAM_BYTES];
    uint8_t seed_a[MITHRIL_SEED_BYTES], seed_s[MITHRIL_SEED_BYTES], input[MITHRIL_EXPANSION_INPUT_BYTES];
    uint8_t output[128], expected[544];
    uint8_t *const message = malloc(length);
    mithril_xof xof;
    uint8_t i;

    if (!ASSAY_CHECK(message != NULL)) {
        return;
    }
    assay_test_random_bytes(&numbers, message, length);
    assay_test_random_bytes(&numbers, seed_a, sizeof seed_a);
    assay_test_random_bytes(&numbers, seed_s, sizeof seed_s);

    mithril_xof_begin(&xof, message, length);
    if (beside != 2) {
        ASSAY_CHECK_EQUAL(mithril_expand(public_stream, seed_a, secret_stream, seed_s, beside ? &xof : NULL), 0);
    } else {
        ASSAY_CHECK_EQUAL(mithril_expand(public_stream, seed_a, NULL, NULL, &xof), 0);
        ASSAY_CHECK_EQUAL(mithril_expand(NULL, NULL, secret_stream, seed_s, NULL), 0);
    }
    ASSAY_CHECK_EQUAL(mithril_xof_end(&xof, output, output_bytes), 0);

    ASSAY_CHECK_EQUAL(pseudoXOF(8 * output_bytes, message, 8 * length, expected), 0);
    ASSAY_CHECK_BYTES(output, expected, output_bytes);
    for (i = 0; i < MITHRIL_K; i++) {
        mithril_frame_expansion(input, MITHRIL_ID_PUBLIC, 208, seed_a, i);
        ASSAY_CHECK_EQUAL(pseudoXOF(8 * 208, input, 8 * sizeof input, expected), 0);
        ASSAY_CHECK_BYTES(public_stream + 208 * i, expected, 208);
    }
    mithril_frame_expansion(input, MITHRIL_ID_SECRET, sizeof secret_stream, seed_s, 0);
    ASSAY_CHECK_EQUAL(pseudoXOF(8 * sizeof secret_stream, input, 8 * sizeof input, expected), 0);
    ASSAY_CHECK_BYTES(secret_stream, expected, sizeof secret_stream);
    free(message);
}

#ifdef MITHRIL_AVX2
/* Eight different blocks from eight different chaining values are what they are one by one. */
static void check_lanes(void)
{
    static uint8_t blocks[MITHRIL_SM3_LANES][MITHRIL_SM3_BLOCK_BYTES];
    uint32_t chaining[MITHRIL_SM3_LANES][8], result[MITHRIL_SM3_LANES][8];
    const uint32_t *from[MITHRIL_SM3_LANES];
    const uint8_t *block[MITHRIL_SM3_LANES];
    unsigned int lane;

    assay_test_random_bytes(&numbers, blocks, sizeof blocks);
    assay_test_random_bytes(&numbers, chaining, sizeof chaining);
    for (lane = 0; lane < MITHRIL_SM3_LANES; lane++) {
        from[lane] = chaining[lane];
        block[lane] = blocks[lane];
    }
    mithril_sm3_compress_lanes(result, from, block);
    for (lane = 0; lane < MITHRIL_SM3_LANES; lane++) {
        mithril_sm3_compress(chaining[lane], blocks[lane]);
        ASSAY_CHECK_BYTES(result[lane], chaining[lane], sizeof result[lane]);
    }
}
#endif

int main(void)
{
    int i, beside;

    numbers = assay_test_random_new(22);
    check_products();
    for (i = 0; i <= 260; i += 5) {
        check_unpacking(mithril_unpack_2, 2, i);
        check_unpacking(mithril_unpack_11, 11, i);
        check_unpacking(mithril_unpack_13, 13, i);
    }
    check_packing();
    for (beside = 0; beside < 3; beside++) {
        check_hash(MITHRIL_INPUT_F_BYTES, MITHRIL_SHARED_BYTES, beside);
        check_hash(MITHRIL_INPUT_G_BYTES, MITHRIL_SHARED_BYTES + MITHRIL_SEED_BYTES, beside);
        check_hash(MITHRIL_INPUT_H_BYTES, MITHRIL_SHARED_BYTES, beside);
    }
#ifdef MITHRIL_AVX2
    check_lanes();
#else
    check_tables();
#endif
    return assay_test_result();
}
