/*
 * One deterministic run through honest, tampered and random inputs, whose outputs are hashed. The portable and the
 * AVX2 version of an instance must come to the same digest, which is committed below; -DASSAY_TEST_ROUNDS=10000
 * makes the long run.
 */
#include <stdio.h>
#include <string.h>

#include "../KEM_AlgorithmInstance.h"
#include "../params.h"
#include "drng.h"
#include "testing/testing.h"

#ifndef ASSAY_TEST_ROUNDS
#define ASSAY_TEST_ROUNDS 20
#endif

extern DRNG_ctx drng_algorithm;

/* Rounds, and the digest after them. */
static const struct {
    int rounds;
    const char *digest[3]; /* 128, 256, 512 */
} expected[] = {
    {20,
     {"71003e0fca0221fce1b728a963b983b84bf21348d4976df2a81be8c0dc6a2b54",
      "979f82e267673c88c16199d5503522fa76a33df13607acc4add84ba77b9148c4",
      "72d114bdde826ebb21f637909a563b9d2ba2690346c9fbc2fba92fc0b9ce0930"}},
    {10000,
     {"05ad303655f0b792ef9bd122fd19d051d467d3470ca848c4d090e1718d7487cc",
      "888f0d17a6c82d6eaada4de9b92c751755903997f002cb7639965c3f56939c2f",
      "4bb44612d476c6b002ec8344fa3131f2183f0aa373d1a58925ce739012b7d966"}},
};

static struct {
    unsigned char digest[ASSAY_SHA256_BYTES];
    unsigned char pk[MITHRIL_PK_BYTES], sk[MITHRIL_SK_BYTES], ct[MITHRIL_CT_BYTES];
    unsigned char ss[MITHRIL_SHARED_BYTES], ss_again[MITHRIL_SHARED_BYTES];
} all;

static assay_test_random numbers;

/* digest = SHA-256(digest, keys, ciphertext, secrets) */
static void absorb(void)
{
    assay_sha256(&all, sizeof all, all.digest);
}

static int encapsulate(void)
{
    unsigned long long ss_len = 0, ct_len = 0;

    return kem_enc(all.pk, sizeof all.pk, all.ss, &ss_len, all.ct, &ct_len) == 0 && ss_len == sizeof all.ss &&
           ct_len == sizeof all.ct;
}

static int decapsulate(void)
{
    unsigned long long ss_len = 0;

    return kem_dec(all.sk, sizeof all.sk, all.ct, sizeof all.ct, all.ss_again, &ss_len) == 0 &&
           ss_len == sizeof all.ss_again;
}

static int secrets_agree(void)
{
    return memcmp(all.ss, all.ss_again, sizeof all.ss) == 0;
}

static void flip_random_bit(unsigned char *bytes, size_t length)
{
    const uint64_t bit = assay_test_random_below(&numbers, 8 * length);

    bytes[bit / 8] ^= (unsigned char)(1u << (bit % 8));
}

/* A new pair of keys, used as it should be. */
static void honest(void)
{
    unsigned long long pk_len = 0, sk_len = 0;
    unsigned char seed[64];

    assay_test_random_bytes(&numbers, seed, sizeof seed);
    init_random_number(&drng_algorithm, seed, assay_test_random_below(&numbers, sizeof seed + 1));
    ASSAY_CHECK(kem_keygen(all.pk, &pk_len, all.sk, &sk_len) == 0);
    ASSAY_CHECK(encapsulate());
    ASSAY_CHECK(decapsulate());
    ASSAY_CHECK(secrets_agree());
    absorb();
}

/* On the keys and ciphertext of `honest`: one bit of the ciphertext, or of the private key, is wrong. */
static void tampered(int round)
{
    unsigned char *const bytes = round % 4 == 3 ? all.sk : all.ct;
    const size_t length = round % 4 == 3 ? sizeof all.sk - sizeof all.ss : sizeof all.ct;

    flip_random_bit(bytes, length);
    ASSAY_CHECK(decapsulate());
    /* A wrong bit of the ciphertext is always noticed; one of the private key need not be. */
    ASSAY_CHECK(bytes == all.sk || !secrets_agree());
    absorb();
}

/* Keys and ciphertext without any structure. */
static void unstructured(void)
{
    assay_test_random_bytes(&numbers, all.pk, sizeof all.pk);
    assay_test_random_bytes(&numbers, all.sk, sizeof all.sk);
    ASSAY_CHECK(encapsulate());
    absorb();
    assay_test_random_bytes(&numbers, all.ct, sizeof all.ct);
    ASSAY_CHECK(decapsulate());
    ASSAY_CHECK(!secrets_agree());
    absorb();
}

/* Every field of every polynomial at an extreme, or alternating. */
static void patterned(void)
{
    static const unsigned char patterns[] = {0x00, 0xff, 0x55, 0xaa, 0x80, 0x7f};
    size_t i, j;

    for (i = 0; i < sizeof patterns; i++) {
        memset(all.pk, patterns[i], sizeof all.pk);
        ASSAY_CHECK(encapsulate());
        absorb();
        memset(all.sk, patterns[i], sizeof all.sk);
        for (j = 0; j < sizeof patterns; j++) {
            memset(all.ct, patterns[j], sizeof all.ct);
            ASSAY_CHECK(decapsulate());
            absorb();
        }
    }
}

int main(void)
{
    size_t i;
    int round, known = 0;

    numbers = assay_test_random_new(MITHRIL_LEVEL);
    init_random_number(&drng_algorithm, (const unsigned char *)"campaign", 8);
    patterned();
    for (round = 0; round < ASSAY_TEST_ROUNDS; round++) {
        honest();
        tampered(round);
        unstructured();
    }
    for (i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        if (expected[i].rounds == ASSAY_TEST_ROUNDS) {
            known = 1;
            ASSAY_CHECK_HEX(all.digest, sizeof all.digest, expected[i].digest[MITHRIL_LEVEL / 256]);
        }
    }
    if (!known) {
        fprintf(stderr, "no digest is known for %d rounds; ", ASSAY_TEST_ROUNDS);
        assay_hex_print("this one", all.digest, sizeof all.digest);
        return 1;
    }
    return assay_test_result();
}
