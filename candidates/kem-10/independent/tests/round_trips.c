/*
 * Honest encapsulations decapsulate, ciphertexts changed in one random bit do not, and wrong lengths are refused.
 * ASSAY_TEST_ROUNDS is the number of encapsulations.
 */
#include "kem_case.h"

#ifndef ASSAY_TEST_ROUNDS
#define ASSAY_TEST_ROUNDS 6
#endif

/* Encapsulations and decapsulations per key pair. */
#define PER_KEY 4

static void wrong_lengths(kem_case *c)
{
    DRNG_ctx before = drng_algorithm;
    unsigned long long ss_length = 0, ct_length = 0;
    unsigned char ss[MURAG_SS_BYTES];

    ASSAY_CHECK(kem_enc(c->pk, MURAG_PK_BYTES - 1, ss, &ss_length, c->ct, &ct_length) < 0);
    ASSAY_CHECK(kem_dec(c->sk, MURAG_SK_BYTES + 1, c->ct, MURAG_CT_BYTES, ss, &ss_length) < 0);
    ASSAY_CHECK(kem_dec(c->sk, MURAG_SK_BYTES, c->ct, MURAG_CT_BYTES - 1, ss, &ss_length) < 0);
    ASSAY_CHECK_EQUAL(ss_length, 0);
    ASSAY_CHECK_EQUAL(ct_length, 0);
    ASSAY_CHECK_BYTES(&drng_algorithm, &before, sizeof before);
}

/* A changed bit gives another secret, unless it is one of the unused bits of U or V. */
static void changed_bit(kem_case *c, assay_test_random *random)
{
    const unsigned u_bits = MURAG_N * MURAG_N2 * MURAG_M, v_bits = MURAG_L * MURAG_M;
    unsigned bit = (unsigned)assay_test_random_below(random, 8 * MURAG_CT_BYTES);
    unsigned unused = (bit >= u_bits && bit < 8 * MURAG_U_BYTES)
                      || (bit >= 8 * MURAG_U_BYTES + v_bits && bit < 8 * (MURAG_U_BYTES + MURAG_V_BYTES));
    unsigned char ss[MURAG_SS_BYTES];

    c->ct[bit / 8] ^= (unsigned char)(1u << (bit % 8));
    kem_case_dec(c, ss);
    ASSAY_CHECK_EQUAL(memcmp(ss, c->ss, sizeof ss) == 0, unused);
    c->ct[bit / 8] ^= (unsigned char)(1u << (bit % 8));
}

int main(void)
{
    assay_test_random random = assay_test_random_new(8);
    kem_case *c = allocate(sizeof *c);
    unsigned long long length;

    ASSAY_CHECK_EQUAL(kem_get_pk_len_bytes(), MURAG_PK_BYTES);
    ASSAY_CHECK_EQUAL(kem_get_sk_len_bytes(), MURAG_SK_BYTES);
    ASSAY_CHECK_EQUAL(kem_get_ct_len_bytes(), MURAG_CT_BYTES);
    ASSAY_CHECK_EQUAL(kem_get_ss_len_bytes(), MURAG_SS_BYTES);
    seed_counting(&drng_algorithm, 17);
    for (unsigned long i = 0; i < ASSAY_TEST_ROUNDS; i++) {
        unsigned char ss[MURAG_SS_BYTES];
        if (i % PER_KEY == 0) {
            kem_case_make(c);
        } else {
            ASSAY_CHECK_EQUAL(kem_enc(c->pk, MURAG_PK_BYTES, c->ss, &length, c->ct, &length), 0);
        }
        kem_case_dec(c, ss);
        ASSAY_CHECK_BYTES(ss, c->ss, sizeof ss);
        if (i % PER_KEY == 1) {
            changed_bit(c, &random);
        }
    }
    wrong_lengths(c);
    free(c);
    return assay_test_result();
}
