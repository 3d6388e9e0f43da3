/*
 * The KEM interface of the submission programme, with the instance name of Mithril: section 1 of the specification.
 * The portable and the AVX2 version are the same instance and produce the same known-answer file.
 */
#ifndef KEM_ALGORITHM_INSTANCE_H
#define KEM_ALGORITHM_INSTANCE_H

#ifdef __cplusplus
extern "C" {
#endif

#define OUTPUT_BLANK_TEST_VECTORS 0

#if !defined(MITHRIL_LEVEL)
#error "define MITHRIL_LEVEL as 128, 256 or 512"
#elif MITHRIL_LEVEL == 128
#define ALGORITHM_INSTANCE "Mithril-128"
#elif MITHRIL_LEVEL == 256
#define ALGORITHM_INSTANCE "Mithril-256"
#elif MITHRIL_LEVEL == 512
#define ALGORITHM_INSTANCE "Mithril-512"
#else
#error "MITHRIL_LEVEL is 128, 256 or 512"
#endif

/* Lengths in bytes. */
unsigned long long kem_get_pk_len_bytes(void);
unsigned long long kem_get_sk_len_bytes(void);
unsigned long long kem_get_ss_len_bytes(void);
unsigned long long kem_get_ct_len_bytes(void);

/*
 * All return 0 on success. A key or ciphertext of the wrong length gives -1, and nothing is written or drawn.
 * A helper function that fails (no memory) gives -2; outputs are then incomplete.
 */
int kem_keygen(unsigned char *pk, unsigned long long *pk_len_bytes, unsigned char *sk,
               unsigned long long *sk_len_bytes);

int kem_enc(unsigned char *pk, unsigned long long pk_len_bytes, unsigned char *ss, unsigned long long *ss_len_bytes,
            unsigned char *ct, unsigned long long *ct_len_bytes);

/* Rejection is implicit: an invalid ciphertext gives 0 and a secret that only the key holder can compute. */
int kem_dec(unsigned char *sk, unsigned long long sk_len_bytes, unsigned char *ct, unsigned long long ct_len_bytes,
            unsigned char *ss, unsigned long long *ss_len_bytes);

#ifdef __cplusplus
}
#endif

#endif
