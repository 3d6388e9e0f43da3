/* The key-exchange interface of the submission programme, with the instance name of MAMBA-NIKE. */
#ifndef KEX_ALGORITHM_INSTANCE_H
#define KEX_ALGORITHM_INSTANCE_H

#ifdef __cplusplus
extern "C" {
#endif

#define OUTPUT_BLANK_TEST_VECTORS 0

#if !defined(MAMBA_LEVEL)
#error "define MAMBA_LEVEL as 128, 192, 256, 384 or 512"
#elif MAMBA_LEVEL == 128
#define ALGORITHM_INSTANCE "MAMBA-NIKE-128"
#elif MAMBA_LEVEL == 192
#define ALGORITHM_INSTANCE "MAMBA-NIKE-192"
#elif MAMBA_LEVEL == 256
#define ALGORITHM_INSTANCE "MAMBA-NIKE-256"
#elif MAMBA_LEVEL == 384
#define ALGORITHM_INSTANCE "MAMBA-NIKE-384"
#elif MAMBA_LEVEL == 512
#define ALGORITHM_INSTANCE "MAMBA-NIKE-512"
#else
#error "MAMBA_LEVEL must be 128, 192, 256, 384 or 512"
#endif

/* The number of messages of the protocol; lengths in bytes. */
unsigned long long kex_get_passes_num(void);
unsigned long long kex_get_pk_len_bytes(void);
unsigned long long kex_get_sk_len_bytes(void);
unsigned long long kex_get_sta_len_bytes(void);
unsigned long long kex_get_stb_len_bytes(void);
unsigned long long kex_get_ss_len_bytes(void);
unsigned long long kex_get_total_msg_len_bytes(void);

/*
 * All functions return 0 on success, except pass 1, which returns 1: it is the last message. Errors are -1 for a missing
 * pointer, -2 for a wrong length, -3 when the DRNG fails, and -4 for a secret key with a coefficient of 8192 or more.
 */
int kex_init_a(unsigned char *pka, unsigned long long *pka_len_bytes, unsigned char *ska,
               unsigned long long *ska_len_bytes, unsigned char *sta, unsigned long long *sta_len_bytes);
int kex_init_b(unsigned char *pkb, unsigned long long *pkb_len_bytes, unsigned char *skb,
               unsigned long long *skb_len_bytes, unsigned char *stb, unsigned long long *stb_len_bytes);

int kex_generate_pass1_msg_a(unsigned char *ska, unsigned long long ska_len_bytes, unsigned char *pkb,
                             unsigned long long pkb_len_bytes, unsigned char *sta, unsigned long long *sta_len_bytes,
                             unsigned char *m1, unsigned long long *m1_len_bytes);

/* The protocol has one message; these two send nothing. */
int kex_generate_pass2_msg_b(unsigned char *skb, unsigned long long skb_len_bytes, unsigned char *pka,
                             unsigned long long pka_len_bytes, unsigned char *m1, unsigned long long m1_len_bytes,
                             unsigned char *stb, unsigned long long *stb_len_bytes, unsigned char *m2,
                             unsigned long long *m2_len_bytes);
int kex_generate_pass3_msg_a(unsigned char *ska, unsigned long long ska_len_bytes, unsigned char *pkb,
                             unsigned long long pkb_len_bytes, unsigned char *m2, unsigned long long m2_len_bytes,
                             unsigned char *sta, unsigned long long *sta_len_bytes, unsigned char *m3,
                             unsigned long long *m3_len_bytes);

/* A changed message gives 0 and another secret. A's state is erased by the derivation. */
int kex_derive_ss_a(unsigned char *ska, unsigned long long ska_len_bytes, unsigned char *pkb,
                    unsigned long long pkb_len_bytes, unsigned char *mb, unsigned long long mb_len_bytes,
                    unsigned char *sta, unsigned long long sta_len_bytes, unsigned char *ssa,
                    unsigned long long *ssa_len_bytes);
int kex_derive_ss_b(unsigned char *skb, unsigned long long skb_len_bytes, unsigned char *pka,
                    unsigned long long pka_len_bytes, unsigned char *ma, unsigned long long ma_len_bytes,
                    unsigned char *stb, unsigned long long stb_len_bytes, unsigned char *ssb,
                    unsigned long long *ssb_len_bytes);

#ifdef __cplusplus
}
#endif

#endif
