/*
 * Every message length up to a few blocks, with random spare bits, in buffers that end where the data ends, so that the
 * address sanitizer sees each byte read or written too much.
 */
#include "auxfunc.h"
#include "drng.h"
#include "testing/testing.h"

#include <stdlib.h>

#define MAXIMUM_BITS 1099

static unsigned char *exactly(unsigned long long bits)
{
    unsigned char *buffer = malloc((size_t)((bits + 7) / 8));

    if (buffer == NULL && bits != 0) {
        abort();
    }
    return buffer;
}

static int spare_bits_are_zero(const unsigned char *output, unsigned long long bits)
{
    return bits % 8 == 0 || (output[bits / 8] & (0xffu >> (bits % 8))) == 0;
}

static void message_of(assay_test_random *random, unsigned long long bits)
{
    static const int digests[] = {512, 768, 1024};
    unsigned char *message = exactly(bits), *other = exactly(bits);
    const unsigned long long output_bits = assay_test_random_below(random, 2100);
    unsigned char *output = exactly(output_bits), *again = exactly(output_bits);
    unsigned char digest[128], other_digest[128];
    size_t i;

    assay_test_random_bytes(random, message, (size_t)((bits + 7) / 8));
    for (i = 0; i < (bits + 7) / 8; i++) {
        other[i] = message[i];
    }
    if (bits % 8 != 0) {
        other[bits / 8] ^= (unsigned char)(assay_test_random_u64(random) & (0xffu >> (bits % 8)));
    }

    ASSAY_CHECK_EQUAL(sm3hash(256, message, bits, digest), 0);
    ASSAY_CHECK_EQUAL(sm3hash(256, other, bits, other_digest), 0);
    ASSAY_CHECK_BYTES(digest, other_digest, 32);
    for (i = 0; i < 3; i++) {
        ASSAY_CHECK_EQUAL(pseudohash(digests[i], message, bits, digest), 0);
        ASSAY_CHECK_EQUAL(pseudohash(digests[i], other, bits, other_digest), 0);
        ASSAY_CHECK_BYTES(digest, other_digest, (size_t)digests[i] / 8);
    }
    ASSAY_CHECK_EQUAL(pseudoXOF(output_bits, message, bits, output), 0);
    ASSAY_CHECK_EQUAL(pseudoXOF(output_bits, other, bits, again), 0);
    ASSAY_CHECK_BYTES(output, again, (size_t)((output_bits + 7) / 8));
    ASSAY_CHECK(spare_bits_are_zero(output, output_bits));

    free(message);
    free(other);
    free(output);
    free(again);
}

static void random_of(DRNG_ctx *drng, unsigned long long bits)
{
    unsigned char *output = exactly(bits);

    ASSAY_CHECK_EQUAL(get_random_number(drng, output, bits), 0);
    ASSAY_CHECK(spare_bits_are_zero(output, bits));
    free(output);
}

/* The output is made aside and copied at the end. */
static void overlapping_xof(void)
{
    unsigned char apart[100], together[100];
    unsigned int i;

    for (i = 0; i < sizeof together; i++) {
        together[i] = (unsigned char)i;
    }
    pseudoXOF(800, together, 800, apart);
    pseudoXOF(800, together, 800, together);
    ASSAY_CHECK_BYTES(together, apart, sizeof apart);
}

/* 0 bytes are valid everywhere, with NULL too. */
static void nothing(void)
{
    unsigned char digest[128];
    DRNG_ctx drng, before;

    ASSAY_CHECK_EQUAL(sm3hash(256, NULL, 0, digest), 0);
    ASSAY_CHECK_EQUAL(pseudohash(1024, NULL, 0, digest), 0);
    ASSAY_CHECK_EQUAL(pseudoXOF(0, NULL, 0, NULL), 0);
    ASSAY_CHECK_EQUAL(init_random_number(&drng, NULL, 0), 0);
    before = drng;
    ASSAY_CHECK_EQUAL(get_random_number(&drng, NULL, 0), 0);
    ASSAY_CHECK(before.reseed_counter[SEEDLEN - 1] + 1 == drng.reseed_counter[SEEDLEN - 1]);
}

/* Refused lengths leave message and output alone: none of these pointers is valid. */
static void refused_lengths(void)
{
    static const int wrong[] = {-256, 0, 8, 255, 257, 384, 511, 640, 1025};
    size_t i;

    for (i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ASSAY_CHECK_EQUAL(sm3hash(wrong[i], NULL, 80, NULL), -4);
        ASSAY_CHECK_EQUAL(pseudohash(wrong[i], NULL, 80, NULL), -4);
    }
    ASSAY_CHECK_EQUAL(sm3hash(512, NULL, 80, NULL), -4);
    ASSAY_CHECK_EQUAL(pseudohash(256, NULL, 80, NULL), -4);
}

int main(void)
{
    assay_test_random random = assay_test_random_new(1);
    DRNG_ctx drng;
    unsigned long long bits;

    ASSAY_CHECK_EQUAL(init_random_number(&drng, (const unsigned char *)"seed", 4), 0);
    for (bits = 0; bits <= MAXIMUM_BITS; bits++) {
        message_of(&random, bits);
        random_of(&drng, bits);
    }
    overlapping_xof();
    nothing();
    refused_lengths();
    return assay_test_result();
}
