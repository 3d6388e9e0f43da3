/* The KEM interface of the submission programme, with the instance name of MORNING-Scabbard. */
#ifndef KEM_ALGORITHM_INSTANCE_H
#define KEM_ALGORITHM_INSTANCE_H

#ifdef __cplusplus
extern "C" {
#endif

#define OUTPUT_BLANK_TEST_VECTORS 0

#if !defined(SCABBARD_LEVEL)
#error "define SCABBARD_LEVEL as 128, 256 or 512"
#elif SCABBARD_LEVEL == 128
#define ALGORITHM_INSTANCE "scabbard128"
#elif SCABBARD_LEVEL == 256
#define ALGORITHM_INSTANCE "scabbard256"
#elif SCABBARD_LEVEL == 512
#define ALGORITHM_INSTANCE "scabbard512"
#else
#error "SCABBARD_LEVEL must be 128, 256 or 512"
#endif

/* Lengths in bytes. */
unsigned long long kem_get_pk_len_bytes(void);
unsigned long long kem_get_sk_len_bytes(void);
unsigned long long kem_get_ss_len_bytes(void);
unsigned long long kem_get_ct_len_bytes(void);

/* Return 0, or -2 for a wrong input length, or -3 when a helper function fails (no memory). */
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
