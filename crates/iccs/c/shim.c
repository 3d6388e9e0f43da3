/*
 * Fills the exported table. It declares every function of the candidate itself, so that no header of the
 * candidate can clash with it; what only such a header knows comes from instance_name.c.
 *
 * Compile-time settings:
 *   ASSAY_KIND          one of 1 (KEM), 2 (KEX), 3 (SIG), 4 (hash)
 *   ASSAY_BUILD_FLAGS   string: the compiler flags of the candidate's sources
 *   ASSAY_NO_DRNG       defined when nothing defines drng_algorithm; the table then offers no generator
 */
#include "shim.h"

#include <stddef.h>

#ifndef ASSAY_KIND
#error "ASSAY_KIND says which interface the candidate implements: 1 KEM, 2 KEX, 3 SIG, 4 hash"
#endif
#ifndef ASSAY_BUILD_FLAGS
#error "ASSAY_BUILD_FLAGS is the string of compiler flags that the candidate is built with"
#endif

#define EXPORTED __attribute__((visibility("default")))
/* A weak symbol that nothing defines has the address NULL. */
#define WEAK extern __attribute__((weak))

extern const char assay_instance_name[];

#ifdef ASSAY_NO_DRNG
#define DRNG_ENTRIES .drng = NULL, .init_random_number = NULL, .get_random_number = NULL
#else
#if ASSAY_KIND == ASSAY_KIND_HASH
/* A hash function needs no generator, but may bring one. */
#define DRNG_SYMBOL WEAK
#else
#define DRNG_SYMBOL extern
#endif
DRNG_SYMBOL struct assay_drng drng_algorithm;
DRNG_SYMBOL int init_random_number(struct assay_drng *drng, const assay_byte *seed, assay_length seed_len_bytes);
DRNG_SYMBOL int get_random_number(struct assay_drng *drng, assay_byte *random_number,
                                  assay_length random_number_len_bits);
#define DRNG_ENTRIES \
    .drng = &drng_algorithm, .init_random_number = init_random_number, .get_random_number = get_random_number
#endif

#define HEADER(table) \
    .header = {.abi_version = ASSAY_ABI_VERSION, \
               .kind = ASSAY_KIND, \
               .table_bytes = sizeof(table), \
               .instance_name = assay_instance_name, \
               .build_flags = ASSAY_BUILD_FLAGS, \
               DRNG_ENTRIES}

#if ASSAY_KIND == ASSAY_KIND_KEM

extern assay_size_query kem_get_pk_len_bytes, kem_get_sk_len_bytes, kem_get_ss_len_bytes, kem_get_ct_len_bytes;
extern int kem_keygen(assay_byte *pk, assay_length *pk_len, assay_byte *sk, assay_length *sk_len);
extern int kem_enc(assay_byte *pk, assay_length pk_len, assay_byte *ss, assay_length *ss_len, assay_byte *ct,
                   assay_length *ct_len);
extern int kem_dec(assay_byte *sk, assay_length sk_len, assay_byte *ct, assay_length ct_len, assay_byte *ss,
                   assay_length *ss_len);

EXPORTED extern const struct assay_kem_table assay_instance;
const struct assay_kem_table assay_instance = {
    HEADER(assay_instance),
    .pk_len_bytes = kem_get_pk_len_bytes,
    .sk_len_bytes = kem_get_sk_len_bytes,
    .ss_len_bytes = kem_get_ss_len_bytes,
    .ct_len_bytes = kem_get_ct_len_bytes,
    .keygen = kem_keygen,
    .enc = kem_enc,
    .dec = kem_dec,
};

#elif ASSAY_KIND == ASSAY_KIND_KEX

extern assay_size_query kex_get_passes_num, kex_get_pk_len_bytes, kex_get_sk_len_bytes, kex_get_sta_len_bytes,
    kex_get_stb_len_bytes, kex_get_ss_len_bytes, kex_get_total_msg_len_bytes;
extern assay_kex_init kex_init_a, kex_init_b;
extern assay_kex_derive kex_derive_ss_a, kex_derive_ss_b;
WEAK assay_kex_first_pass kex_generate_pass1_msg_a;
WEAK assay_kex_pass kex_generate_pass2_msg_b;
WEAK assay_kex_pass kex_generate_pass3_msg_a;
WEAK assay_kex_pass kex_generate_pass4_msg_b;
WEAK assay_kex_pass kex_generate_pass5_msg_a;
WEAK assay_kex_pass kex_generate_pass6_msg_b;
WEAK assay_kex_pass kex_generate_pass7_msg_a;
WEAK assay_kex_pass kex_generate_pass8_msg_b;
WEAK assay_kex_pass kex_generate_pass9_msg_a;
WEAK assay_kex_pass kex_generate_pass10_msg_b;
WEAK assay_kex_pass kex_generate_pass11_msg_a;
WEAK assay_kex_pass kex_generate_pass12_msg_b;
WEAK assay_kex_pass kex_generate_pass13_msg_a;
WEAK assay_kex_pass kex_generate_pass14_msg_b;
WEAK assay_kex_pass kex_generate_pass15_msg_a;
WEAK assay_kex_pass kex_generate_pass16_msg_b;

EXPORTED extern const struct assay_kex_table assay_instance;
const struct assay_kex_table assay_instance = {
    HEADER(assay_instance),
    .passes_num = kex_get_passes_num,
    .pk_len_bytes = kex_get_pk_len_bytes,
    .sk_len_bytes = kex_get_sk_len_bytes,
    .sta_len_bytes = kex_get_sta_len_bytes,
    .stb_len_bytes = kex_get_stb_len_bytes,
    .ss_len_bytes = kex_get_ss_len_bytes,
    .total_msg_len_bytes = kex_get_total_msg_len_bytes,
    .init_a = kex_init_a,
    .init_b = kex_init_b,
    .pass1 = kex_generate_pass1_msg_a,
    .later_passes = {
        kex_generate_pass2_msg_b, kex_generate_pass3_msg_a, kex_generate_pass4_msg_b,
        kex_generate_pass5_msg_a, kex_generate_pass6_msg_b, kex_generate_pass7_msg_a,
        kex_generate_pass8_msg_b, kex_generate_pass9_msg_a, kex_generate_pass10_msg_b,
        kex_generate_pass11_msg_a, kex_generate_pass12_msg_b, kex_generate_pass13_msg_a,
        kex_generate_pass14_msg_b, kex_generate_pass15_msg_a, kex_generate_pass16_msg_b},
    .derive_a = kex_derive_ss_a,
    .derive_b = kex_derive_ss_b,
};

#elif ASSAY_KIND == ASSAY_KIND_SIG

extern assay_size_query sig_get_pk_len_bytes, sig_get_sk_len_bytes, sig_get_sn_len_bytes;
extern int sig_keygen(assay_byte *pk, assay_length *pk_len, assay_byte *sk, assay_length *sk_len);
extern int sig_sign(assay_byte *sk, assay_length sk_len, assay_byte *m, assay_length m_len, assay_byte *sn,
                    assay_length *sn_len);
extern int sig_verify(assay_byte *pk, assay_length pk_len, assay_byte *sn, assay_length sn_len, assay_byte *m,
                      assay_length m_len);

EXPORTED extern const struct assay_sig_table assay_instance;
const struct assay_sig_table assay_instance = {
    HEADER(assay_instance),
    .pk_len_bytes = sig_get_pk_len_bytes,
    .sk_len_bytes = sig_get_sk_len_bytes,
    .sn_len_bytes = sig_get_sn_len_bytes,
    .keygen = sig_keygen,
    .sign = sig_sign,
    .verify = sig_verify,
};

#elif ASSAY_KIND == ASSAY_KIND_HASH

extern const int assay_digest_len_bits;
extern int CryptHash(int digest_len_bits, const assay_byte *msg, assay_length msg_len_bits, assay_byte *digest);

EXPORTED extern const struct assay_hash_table assay_instance;
const struct assay_hash_table assay_instance = {
    HEADER(assay_instance),
    .digest_len_bits = &assay_digest_len_bits,
    .hash = CryptHash,
};

#else
#error "ASSAY_KIND must be 1 (KEM), 2 (KEX), 3 (SIG) or 4 (hash)"
#endif
