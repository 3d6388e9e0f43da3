/*
 * Sections 1 and 10: lengths, return codes, what is written and what is not, and the draws from the generator. Buffers
 * are on the heap, of the exact length and at odd addresses, so that the sanitizers see every byte outside them.
 */
#include <stdlib.h>
#include <string.h>

#include "../KEM_AlgorithmInstance.h"
#include "../params.h"
#include "drng.h"
#include "testing/testing.h"

extern DRNG_ctx drng_algorithm;

static const unsigned char *seed = (const unsigned char *)"interface";

/* `length` bytes that begin at an odd address and end with their allocation. */
static unsigned char *odd_buffer(size_t length, unsigned char fill)
{
    unsigned char *const buffer = malloc(length + 1);

    if (buffer == NULL) {
        abort();
    }
    memset(buffer, fill, length + 1);
    return buffer + 1;
}

static void release(unsigned char *buffer)
{
    free(buffer - 1);
}

static void check_untouched(const unsigned char *buffer, size_t length, unsigned char fill)
{
    size_t i, touched = 0;

    for (i = 0; i < length; i++) {
        touched += buffer[i] != fill;
    }
    ASSAY_CHECK_EQUAL(touched, 0);
}

static void check_state(const DRNG_ctx *expected)
{
    ASSAY_CHECK_BYTES(&drng_algorithm, expected, sizeof *expected);
}

static void check_sizes(void)
{
    static const unsigned long long sizes[3][5] = {
        {128, 944, 1136, 928, 16}, {256, 1648, 2000, 1680, 32}, {512, 3056, 3728, 3504, 64}};
    const unsigned long long *const row = sizes[MITHRIL_LEVEL / 256];

    ASSAY_CHECK_EQUAL(row[0], MITHRIL_LEVEL);
    ASSAY_CHECK_EQUAL(kem_get_pk_len_bytes(), row[1]);
    ASSAY_CHECK_EQUAL(kem_get_sk_len_bytes(), row[2]);
    ASSAY_CHECK_EQUAL(kem_get_ct_len_bytes(), row[3]);
    ASSAY_CHECK_EQUAL(kem_get_ss_len_bytes(), row[4]);
}

int main(void)
{
    const size_t pk_bytes = MITHRIL_PK_BYTES, sk_bytes = MITHRIL_SK_BYTES, ct_bytes = MITHRIL_CT_BYTES;
    const size_t ss_bytes = MITHRIL_SHARED_BYTES;
    unsigned char *const pk = odd_buffer(pk_bytes, 0), *const sk = odd_buffer(sk_bytes, 0);
    unsigned char *const ct = odd_buffer(ct_bytes, 0xa5), *const ss = odd_buffer(ss_bytes, 0xa5);
    unsigned char *const other = odd_buffer(ss_bytes, 0xa5), *const copy = odd_buffer(sk_bytes, 0);
    unsigned char drawn[64];
    /* Length outputs are not read. */
    unsigned long long pk_len = 1, sk_len = ~0ULL, ct_len = 77, ss_len = 77, other_len = 77;
    DRNG_ctx same;

    check_sizes();

    /* Draws of 64, 64 and L bytes. */
    init_random_number(&drng_algorithm, seed, 9);
    same = drng_algorithm;
    ASSAY_CHECK_EQUAL(kem_keygen(pk, &pk_len, sk, &sk_len), 0);
    ASSAY_CHECK_EQUAL(pk_len, pk_bytes);
    ASSAY_CHECK_EQUAL(sk_len, sk_bytes);
    get_random_number(&same, drawn, 512);
    ASSAY_CHECK_BYTES(pk, drawn, 64);
    get_random_number(&same, drawn, 512);
    get_random_number(&same, drawn, 8 * ss_bytes);
    ASSAY_CHECK_BYTES(sk + sk_bytes - ss_bytes, drawn, ss_bytes);
    ASSAY_CHECK_BYTES(sk + MITHRIL_SECRET_STREAM_BYTES, pk, pk_bytes);
    check_state(&same);

    /* Wrong lengths write and draw nothing. */
    ASSAY_CHECK_EQUAL(kem_enc(pk, pk_bytes - 1, ss, &ss_len, ct, &ct_len), -1);
    ASSAY_CHECK_EQUAL(kem_enc(pk, pk_bytes + 1, ss, &ss_len, ct, &ct_len), -1);
    ASSAY_CHECK_EQUAL(kem_enc(pk, 0, ss, &ss_len, ct, &ct_len), -1);
    check_state(&same);
    check_untouched(ss, ss_bytes, 0xa5);
    check_untouched(ct, ct_bytes, 0xa5);
    ASSAY_CHECK_EQUAL(ss_len, 77);
    ASSAY_CHECK_EQUAL(ct_len, 77);

    /* One draw of L bytes; the public key stays as it is. */
    memcpy(copy, pk, pk_bytes);
    ASSAY_CHECK_EQUAL(kem_enc(pk, pk_bytes, ss, &ss_len, ct, &ct_len), 0);
    ASSAY_CHECK_EQUAL(ss_len, ss_bytes);
    ASSAY_CHECK_EQUAL(ct_len, ct_bytes);
    ASSAY_CHECK_BYTES(pk, copy, pk_bytes);
    get_random_number(&same, drawn, 8 * ss_bytes);
    check_state(&same);

    ASSAY_CHECK_EQUAL(kem_dec(sk, sk_bytes - 1, ct, ct_bytes, other, &other_len), -1);
    ASSAY_CHECK_EQUAL(kem_dec(sk, sk_bytes + 1, ct, ct_bytes, other, &other_len), -1);
    ASSAY_CHECK_EQUAL(kem_dec(sk, sk_bytes, ct, ct_bytes - 1, other, &other_len), -1);
    ASSAY_CHECK_EQUAL(kem_dec(sk, sk_bytes, ct, ct_bytes + 1, other, &other_len), -1);
    check_untouched(other, ss_bytes, 0xa5);
    ASSAY_CHECK_EQUAL(other_len, 77);

    memcpy(copy, sk, sk_bytes);
    ASSAY_CHECK_EQUAL(kem_dec(sk, sk_bytes, ct, ct_bytes, other, &other_len), 0);
    ASSAY_CHECK_EQUAL(other_len, ss_bytes);
    ASSAY_CHECK_BYTES(other, ss, ss_bytes);
    ASSAY_CHECK_BYTES(sk, copy, sk_bytes);
    check_state(&same);

    release(pk);
    release(sk);
    release(ct);
    release(ss);
    release(other);
    release(copy);
    return assay_test_result();
}
