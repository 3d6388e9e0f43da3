/* The KEM interface of the ICCS submission package for C-Multi-UR-AG (section 9). */
#ifndef KEM_ALGORITHM_INSTANCE_H
#define KEM_ALGORITHM_INSTANCE_H

#include "parameters.h"

#define OUTPUT_BLANK_TEST_VECTORS 0

#if MULTIURAG_LEVEL == 128
#define ALGORITHM_INSTANCE "CMultiURAG-128"
#elif MULTIURAG_LEVEL == 256
#define ALGORITHM_INSTANCE "CMultiURAG-256"
#else
#define ALGORITHM_INSTANCE "CMultiURAG-512"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* All lengths are in bytes. */
unsigned long long kem_get_pk_len_bytes(void);
unsigned long long kem_get_sk_len_bytes(void);
unsigned long long kem_get_ss_len_bytes(void);
unsigned long long kem_get_ct_len_bytes(void);

/*
 * Each returns 0; -2 if memory could not be had, the outputs are then meaningless; -3 if an input length is not the one
 * above, before anything is written or drawn. A ciphertext that does not decrypt is not an error: kem_dec returns 0 and the
 * shared secret of implicit rejection.
 */
int kem_keygen(unsigned char *pk, unsigned long long *pk_len_bytes, unsigned char *sk,
               unsigned long long *sk_len_bytes);
int kem_enc(unsigned char *pk, unsigned long long pk_len_bytes, unsigned char *ss, unsigned long long *ss_len_bytes,
            unsigned char *ct, unsigned long long *ct_len_bytes);
int kem_dec(unsigned char *sk, unsigned long long sk_len_bytes, unsigned char *ct, unsigned long long ct_len_bytes,
            unsigned char *ss, unsigned long long *ss_len_bytes);

#ifdef __cplusplus
}
#endif

#endif
