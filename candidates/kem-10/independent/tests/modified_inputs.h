/* Decapsulation of modified ciphertexts and keys (section 12). */
#ifndef MURAG_TESTS_MODIFIED_INPUTS_H
#define MURAG_TESTS_MODIFIED_INPUTS_H

#include "kem_case.h"
#include "vectors.h"

/* Applies the change that a line of the table names. Returns 0 if there is no such change. */
static inline int apply_change(kem_case *c, const char *change)
{
    unsigned char *v = c->ct + MURAG_U_BYTES, *salt = v + MURAG_V_BYTES, *last = c->ct + MURAG_CT_BYTES - 1;
    unsigned char *sigma = c->sk + MURAG_SEED_BYTES + MURAG_PK_BYTES;

    if (strcmp(change, "none (honest)") == 0) {
        return 1;
    } else if (strcmp(change, "ct[last] ^= 01 (salt)") == 0) {
        *last ^= 0x01;
    } else if (strcmp(change, "ct[ct_len-64] ^= 80 (salt)") == 0) {
        *salt ^= 0x80;
    } else if (strcmp(change, "ct[0] ^= 01 (U)") == 0) {
        c->ct[0] ^= 0x01;
    } else if (strcmp(change, "ct[bytes(U)] ^= 01 (V)") == 0) {
        *v ^= 0x01;
    } else if (strcmp(change, "ct[ct_len-65] ^= 01 (last byte of V)") == 0) {
        *(salt - 1) ^= 0x01;
    } else if (strcmp(change, "ct all 00") == 0) {
        memset(c->ct, 0x00, MURAG_CT_BYTES);
    } else if (strcmp(change, "ct all ff") == 0) {
        memset(c->ct, 0xff, MURAG_CT_BYTES);
    } else if (strcmp(change, "U bytes all 00") == 0) {
        memset(c->ct, 0x00, MURAG_U_BYTES);
    } else if (strcmp(change, "V bytes all 00") == 0) {
        memset(v, 0x00, MURAG_V_BYTES);
    } else if (strcmp(change, "sk sigma[0] ^= 01 and ct[last] ^= 01") == 0) {
        *sigma ^= 0x01;
        *last ^= 0x01;
    } else if (strcmp(change, "sk[last] ^= 80 (sigma padding) and ct[last] ^= 01") == 0) {
        c->sk[MURAG_SK_BYTES - 1] ^= 0x80;
        *last ^= 0x01;
    } else if (strcmp(change, "sk[0] ^= ff") == 0) {
        c->sk[0] ^= 0xff;
    } else if (strcmp(change, "sk[64+bytes(S)-1] ^= 80 (S padding inside sk)") == 0) {
        c->sk[64 + MURAG_S_BYTES - 1] ^= 0x80;
    } else if (strcmp(change, "ct[bytes(U)-1] ^= 80 (U padding)") == 0) {
        *(v - 1) ^= 0x80;
    } else if (strcmp(change, "ct[bytes(U)+bytes(V)-1] ^= 80 (V padding)") == 0) {
        *(salt - 1) ^= 0x80;
    } else {
        return 0;
    }
    return 1;
}

/* Every line of the table, each starting again from the honest key and ciphertext. */
static inline void check_modified_inputs(const vector_set *set, const unsigned char *seed, unsigned seed_bytes)
{
    kem_case *honest = allocate(sizeof *honest), *changed = allocate(sizeof *changed);

    init_random_number(&drng_algorithm, seed, seed_bytes);
    kem_case_make(honest);
    for (size_t i = 0; i < set->modified_count; i++) {
        unsigned char ss[MURAG_SS_BYTES];
        memcpy(changed, honest, sizeof *changed);
        assay_check(apply_change(changed, set->modified[i].change), set->modified[i].change, __FILE__, __LINE__);
        kem_case_dec(changed, ss);
        assay_check_hex(ss, sizeof ss, set->modified[i].secret, set->modified[i].change, __FILE__, __LINE__);
    }
    free(changed);
    free(honest);
}

#endif
