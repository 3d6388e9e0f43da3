/* One key pair, ciphertext and shared secret from the global DRNG. */
#ifndef MURAG_TESTS_KEM_CASE_H
#define MURAG_TESTS_KEM_CASE_H

#include "support.h"

#include "KEM_AlgorithmInstance.h"

extern DRNG_ctx drng_algorithm;

typedef struct {
    unsigned char pk[MURAG_PK_BYTES], sk[MURAG_SK_BYTES], ct[MURAG_CT_BYTES], ss[MURAG_SS_BYTES];
} kem_case;

/* Key generation and encapsulation. */
static inline void kem_case_make(kem_case *c)
{
    unsigned long long pk_length = 0, sk_length = 0, ss_length = 0, ct_length = 0;

    ASSAY_CHECK_EQUAL(kem_keygen(c->pk, &pk_length, c->sk, &sk_length), 0);
    ASSAY_CHECK_EQUAL(pk_length, MURAG_PK_BYTES);
    ASSAY_CHECK_EQUAL(sk_length, MURAG_SK_BYTES);
    ASSAY_CHECK_EQUAL(kem_enc(c->pk, pk_length, c->ss, &ss_length, c->ct, &ct_length), 0);
    ASSAY_CHECK_EQUAL(ss_length, MURAG_SS_BYTES);
    ASSAY_CHECK_EQUAL(ct_length, MURAG_CT_BYTES);
}

/* Decapsulation, into ss. */
static inline void kem_case_dec(kem_case *c, unsigned char ss[MURAG_SS_BYTES])
{
    unsigned long long ss_length = 0;

    ASSAY_CHECK_EQUAL(kem_dec(c->sk, MURAG_SK_BYTES, c->ct, MURAG_CT_BYTES, ss, &ss_length), 0);
    ASSAY_CHECK_EQUAL(ss_length, MURAG_SS_BYTES);
}

#endif
