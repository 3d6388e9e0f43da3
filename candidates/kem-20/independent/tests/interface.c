/*
 * The KEM from outside: calls of the helpers, wrong arguments, failing helpers and allocations, ciphertexts and secret keys
 * that nobody makes. The files that call helpers or allocate are compiled into this program under other names, with
 * helpers that count and fail on demand.
 */
#include <stdlib.h>
#include <string.h>

#include "auxfunc.h"
#include "drng.h"
#include "testing/testing.h"

static struct {
    unsigned xofs, draws, allocations;
    /* The call that fails, from 1; 0 for none. */
    unsigned failing_xof, failing_draw, failing_allocation;
    unsigned long long xof_bytes[8][2]; /* input, output */
} calls;

static int counted_xof(unsigned long long out_bits, const unsigned char *in, unsigned long long in_bits, unsigned char *out)
{
    if (calls.xofs < 8) {
        calls.xof_bytes[calls.xofs][0] = in_bits / 8;
        calls.xof_bytes[calls.xofs][1] = out_bits / 8;
    }
    return ++calls.xofs == calls.failing_xof ? -2 : pseudoXOF(out_bits, in, in_bits, out);
}

static int counted_draw(DRNG_ctx *drng, unsigned char *out, unsigned long long bits)
{
    return ++calls.draws == calls.failing_draw ? -1 : get_random_number(drng, out, bits);
}

static void *counted_malloc(size_t bytes)
{
    return ++calls.allocations == calls.failing_allocation ? NULL : malloc(bytes);
}

#define pseudoXOF counted_xof
#define get_random_number counted_draw
#define malloc counted_malloc
#define frost_xof tested_xof
#define frost_random tested_random
#define frost_binomial tested_binomial
#define frost_sample_columns tested_sample_columns
#define frost_dither tested_dither
#define frost_wipe tested_wipe
#define frost_make_key tested_make_key
#define frost_encrypt tested_encrypt
#define frost_decrypt tested_decrypt
#define kem_get_pk_len_bytes tested_pk_len
#define kem_get_sk_len_bytes tested_sk_len
#define kem_get_ss_len_bytes tested_ss_len
#define kem_get_ct_len_bytes tested_ct_len
#define kem_keygen tested_keygen
#define kem_enc tested_enc
#define kem_dec tested_dec
#include "../kem.c"
#include "../pke.c"
#include "../sampling.c"
#undef malloc

static unsigned char pk[FROST_PK_BYTES], sk[FROST_SK_BYTES], ct[FROST_CT_BYTES], ss[FROST_SS_BYTES];
static unsigned long long pk_len, sk_len, ct_len, ss_len;

static int run_keygen(void)
{
    memset(&calls.xof_bytes, 0, sizeof calls.xof_bytes);
    calls.xofs = calls.draws = calls.allocations = 0;
    return kem_keygen(pk, &pk_len, sk, &sk_len);
}

static int run_enc(void)
{
    calls.xofs = calls.draws = calls.allocations = 0;
    return kem_enc(pk, sizeof pk, ss, &ss_len, ct, &ct_len);
}

static int run_dec(void)
{
    calls.xofs = calls.draws = calls.allocations = 0;
    return kem_dec(sk, sizeof sk, ct, sizeof ct, ss, &ss_len);
}

static void check_calls(unsigned draws, unsigned xofs, const unsigned long long expected[][2])
{
    ASSAY_CHECK_EQUAL(calls.draws, draws);
    ASSAY_CHECK_EQUAL(calls.xofs, xofs);
    ASSAY_CHECK_EQUAL(calls.allocations, 1);
    for (unsigned i = 0; i < xofs && i < 8; i++) {
        ASSAY_CHECK_EQUAL(calls.xof_bytes[i][0], expected[i][0]);
        ASSAY_CHECK_EQUAL(calls.xof_bytes[i][1], expected[i][1]);
    }
}

/* Section 6.4. */
static void test_calls(void)
{
    const unsigned long long seed = 1 + 2 * FROST_SS_BYTES, b = 2 * FROST_B_ENTRIES, u = 2 * FROST_U_ENTRIES,
                             v = 2 * FROST_V_ENTRIES, g = 64 + FROST_SS_BYTES, last = FROST_CT_BYTES + FROST_SS_BYTES;
    const unsigned long long of_keygen[4][2] = {{32, 32}, {seed, b}, {33, b}, {FROST_PK_BYTES, 32}};
    const unsigned long long of_enc[7][2] = {{FROST_PK_BYTES, 32}, {g, 3 * FROST_SS_BYTES}, {seed, u}, {33, u}, {33, b},
                                             {33, v}, {last, FROST_SS_BYTES}};
    const unsigned long long of_dec[8][2] = {{33, u}, {33, v}, {g, 3 * FROST_SS_BYTES}, {seed, u}, {33, u}, {33, b},
                                             {33, v}, {last, FROST_SS_BYTES}};

    ASSAY_CHECK_EQUAL(run_keygen(), 0);
    check_calls(1, 4, of_keygen);
    ASSAY_CHECK_EQUAL(run_enc(), 0);
    check_calls(1, 7, of_enc);
    ASSAY_CHECK_EQUAL(run_dec(), 0);
    check_calls(0, 8, of_dec);
}

static int all_zero(const unsigned char *bytes, size_t size)
{
    unsigned char any = 0;

    for (size_t i = 0; i < size; i++) {
        any |= bytes[i];
    }
    return any == 0;
}

/* Every operation fails with -3, clears its outputs and leaves the lengths alone. */
static void check_failures(void)
{
    static unsigned char kept_pk[FROST_PK_BYTES], kept_sk[FROST_SK_BYTES], kept_ct[FROST_CT_BYTES];

    memcpy(kept_pk, pk, sizeof pk);
    memcpy(kept_sk, sk, sizeof sk);
    memcpy(kept_ct, ct, sizeof ct);
    pk_len = sk_len = ct_len = ss_len = 7;
    ASSAY_CHECK_EQUAL(run_keygen(), -3);
    ASSAY_CHECK(all_zero(pk, sizeof pk) && all_zero(sk, sizeof sk));
    memcpy(pk, kept_pk, sizeof pk);
    memcpy(sk, kept_sk, sizeof sk);
    memset(ss, 1, sizeof ss);
    ASSAY_CHECK_EQUAL(run_enc(), -3);
    ASSAY_CHECK(all_zero(ss, sizeof ss) && all_zero(ct, sizeof ct));
    memcpy(ct, kept_ct, sizeof ct);
    if (calls.failing_draw == 0) {
        memset(ss, 1, sizeof ss);
        ASSAY_CHECK_EQUAL(run_dec(), -3);
        ASSAY_CHECK(all_zero(ss, sizeof ss));
    }
    ASSAY_CHECK(pk_len == 7 && sk_len == 7 && ct_len == 7 && ss_len == 7);
}

static void test_failures(void)
{
    calls.failing_allocation = 1;
    check_failures();
    calls.failing_allocation = 0;
    calls.failing_draw = 1;
    check_failures();
    calls.failing_draw = 0;
    for (calls.failing_xof = 1; calls.failing_xof <= 4; calls.failing_xof++) {
        check_failures();
    }
    for (calls.failing_xof = 5; calls.failing_xof <= 8; calls.failing_xof++) {
        memset(ss, 1, sizeof ss);
        ASSAY_CHECK_EQUAL(run_dec(), -3);
        ASSAY_CHECK(all_zero(ss, sizeof ss));
    }
    calls.failing_xof = 0;
    ASSAY_CHECK_EQUAL(run_dec(), 0);
}

static void test_arguments(void)
{
    ASSAY_CHECK_EQUAL(kem_keygen(NULL, &pk_len, sk, &sk_len), -2);
    ASSAY_CHECK_EQUAL(kem_keygen(pk, NULL, sk, &sk_len), -2);
    ASSAY_CHECK_EQUAL(kem_keygen(pk, &pk_len, NULL, &sk_len), -2);
    ASSAY_CHECK_EQUAL(kem_keygen(pk, &pk_len, sk, NULL), -2);
    ASSAY_CHECK_EQUAL(kem_enc(NULL, sizeof pk, ss, &ss_len, ct, &ct_len), -2);
    ASSAY_CHECK_EQUAL(kem_enc(pk, sizeof pk, NULL, &ss_len, ct, &ct_len), -2);
    ASSAY_CHECK_EQUAL(kem_enc(pk, sizeof pk, ss, NULL, ct, &ct_len), -2);
    ASSAY_CHECK_EQUAL(kem_enc(pk, sizeof pk, ss, &ss_len, NULL, &ct_len), -2);
    ASSAY_CHECK_EQUAL(kem_enc(pk, sizeof pk, ss, &ss_len, ct, NULL), -2);
    ASSAY_CHECK_EQUAL(kem_enc(pk, sizeof pk - 1, ss, &ss_len, ct, &ct_len), -2);
    ASSAY_CHECK_EQUAL(kem_dec(NULL, sizeof sk, ct, sizeof ct, ss, &ss_len), -2);
    ASSAY_CHECK_EQUAL(kem_dec(sk, sizeof sk, NULL, sizeof ct, ss, &ss_len), -2);
    ASSAY_CHECK_EQUAL(kem_dec(sk, sizeof sk, ct, sizeof ct, NULL, &ss_len), -2);
    ASSAY_CHECK_EQUAL(kem_dec(sk, sizeof sk, ct, sizeof ct, ss, NULL), -2);
    ASSAY_CHECK_EQUAL(kem_dec(sk, sizeof sk + 1, ct, sizeof ct, ss, &ss_len), -2);
    ASSAY_CHECK_EQUAL(kem_dec(sk, sizeof sk, ct, sizeof ct - 1, ss, &ss_len), -2);
}

/* XOF(ct || key), the shared secret under a key. */
static void secret_under(unsigned char out[FROST_SS_BYTES], const unsigned char *last_key)
{
    static unsigned char input[FROST_CT_BYTES + FROST_SS_BYTES];

    memcpy(input, ct, FROST_CT_BYTES);
    memcpy(input + FROST_CT_BYTES, last_key, FROST_SS_BYTES);
    frost_xof(out, FROST_SS_BYTES, input, sizeof input);
}

static void check_rejected(void)
{
    unsigned char expected[FROST_SS_BYTES];

    ASSAY_CHECK_EQUAL(run_dec(), 0);
    secret_under(expected, sk + FROST_SK_Z);
    ASSAY_CHECK_BYTES(ss, expected, sizeof ss);
}

static void decoded(unsigned char message[FROST_SS_BYTES])
{
    static frost_decryption decryption;
    uint16_t w[FROST_V_ENTRIES];

    ASSAY_CHECK_EQUAL(frost_decrypt(&decryption, w, sk, ct), FROST_OK);
    frost_e8_decode(message, w);
}

/* The highest bit of the first label of V moves W by q / 2: another message, so that hashes and T change as well. */
static void test_other_message(void)
{
    unsigned char honest[FROST_SS_BYTES], other[FROST_SS_BYTES];

    decoded(honest);
    ct[FROST_CT_V] ^= 0x80;
    decoded(other);
    ASSAY_CHECK(memcmp(honest, other, sizeof honest) != 0);
    check_rejected();
    ct[FROST_CT_V] ^= 0x80;
}

/* S with fields that no key pair has, and then nothing but them: dec reads them as numbers and rejects by the rule. */
static void test_strange_secret(void)
{
    static unsigned char kept[FROST_SK_BYTES];
    unsigned char honest[FROST_SS_BYTES], other[FROST_SS_BYTES], accepted[FROST_SS_BYTES];

    memcpy(kept, sk, sizeof sk);
    decoded(honest);
    ASSAY_CHECK_EQUAL(run_dec(), 0);
    memcpy(accepted, ss, sizeof ss);

    /* One coefficient of -2 (or -4) moves W by a few errors' sizes of U at most q / 2: whatever it decodes to, the rule holds. */
    sk[0] = (unsigned char)((sk[0] & (FROST_BITS_S == 3 ? 0x1f : 0x3f)) | 0x80);
    decoded(other);
    ASSAY_CHECK_EQUAL(run_dec(), 0);
    if (memcmp(honest, other, sizeof honest) == 0) {
        ASSAY_CHECK_BYTES(ss, accepted, sizeof ss);
    } else {
        check_rejected();
    }

    memset(sk, FROST_BITS_S == 3 ? 0x92 : 0xaa, FROST_PACKED_S_BYTES);
    decoded(other);
    ASSAY_CHECK(memcmp(honest, other, sizeof honest) != 0);
    check_rejected();
    memcpy(sk, kept, sizeof sk);
}

/* hpk is read from the secret key: another one there changes what is hashed, and an honest ciphertext is rejected. */
static void test_stored_hash(void)
{
    unsigned char recomputed[FROST_SEED_BYTES];

    frost_xof(recomputed, sizeof recomputed, sk + FROST_SK_PK, FROST_PK_BYTES);
    ASSAY_CHECK_BYTES(sk + FROST_SK_HPK, recomputed, sizeof recomputed);
    sk[FROST_SK_HPK] ^= 1;
    check_rejected();
    sk[FROST_SK_HPK] ^= 1;
}

int main(void)
{
    unsigned char seed[48] = {20};
    unsigned char shared[FROST_SS_BYTES];

    init_random_number(&drng_algorithm, seed, sizeof seed);
    test_calls();
    test_failures();
    ASSAY_CHECK_EQUAL(run_enc(), 0);
    memcpy(shared, ss, sizeof ss);
    test_arguments();
    test_other_message();
    test_strange_secret();
    test_stored_hash();
    ASSAY_CHECK_EQUAL(run_dec(), 0);
    ASSAY_CHECK_BYTES(ss, shared, sizeof ss);
    return assay_test_result();
}
