/* The KEM interface of the submission programme, with the instance names of MAMBA-Frost. */
#ifndef KEM_ALGORITHM_INSTANCE_H
#define KEM_ALGORITHM_INSTANCE_H

#ifdef __cplusplus
extern "C" {
#endif

#define OUTPUT_BLANK_TEST_VECTORS 0

#ifdef FROST_CC
#define FROST_FAMILY "MAMBA-Frost-CC-"
#else
#define FROST_FAMILY "MAMBA-Frost-"
#endif

#if !defined(FROST_LEVEL)
#error "define FROST_LEVEL as 128, 192, 256, 384 or 512, and FROST_CC for the CC instance of that level"
#elif FROST_LEVEL == 128
#define ALGORITHM_INSTANCE FROST_FAMILY "128"
#elif FROST_LEVEL == 192
#define ALGORITHM_INSTANCE FROST_FAMILY "192"
#elif FROST_LEVEL == 256
#define ALGORITHM_INSTANCE FROST_FAMILY "256"
#elif FROST_LEVEL == 384
#define ALGORITHM_INSTANCE FROST_FAMILY "384"
#elif FROST_LEVEL == 512
#define ALGORITHM_INSTANCE FROST_FAMILY "512"
#else
#error "FROST_LEVEL must be 128, 192, 256, 384 or 512"
#endif

/* Lengths in bytes. */
unsigned long long kem_get_pk_len_bytes(void);
unsigned long long kem_get_sk_len_bytes(void);
unsigned long long kem_get_ss_len_bytes(void);
unsigned long long kem_get_ct_len_bytes(void);

/*
 * Return 0, or -2 for a null pointer or a wrong input length, or -3 when memory cannot be had or a helper function fails.
 * With -3 the outputs are set to zero. Output lengths are written with 0 only.
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
