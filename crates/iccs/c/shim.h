/*
 * What a library built from a candidate exports: one constant table, `assay_instance`.
 *
 * The table begins with `struct assay_header`; its `kind` says which of the four tables follows. Anything a reader
 * of the table must know to use it is in the header: the version of this layout and the size of the whole table.
 * The reader is `library::table` of the Rust crate; both change together with ASSAY_ABI_VERSION.
 *
 * All lengths are in bytes, except those of the generator and of the hash, which are in bits. Status codes are those
 * of the submission interface: 0 is success, and the message functions of a key exchange return 1 when it is finished.
 */
#ifndef ASSAY_SHIM_H
#define ASSAY_SHIM_H

#include <stdint.h>

#define ASSAY_ABI_VERSION 1

#define ASSAY_KIND_KEM 1
#define ASSAY_KIND_KEX 2
#define ASSAY_KIND_SIG 3
#define ASSAY_KIND_HASH 4

/* Messages of a key exchange are numbered from 1; odd ones are sent by A, even ones by B. */
#define ASSAY_KEX_PASSES 16

typedef unsigned char assay_byte;
typedef unsigned long long assay_length;

/* Whatever the candidate's generator keeps as its state. */
struct assay_drng;

struct assay_header {
    uint32_t abi_version;
    uint32_t kind;
    uint64_t table_bytes;
    /* ALGORITHM_INSTANCE, and the compiler flags the library was built with. */
    const char *instance_name;
    const char *build_flags;
    /* All three are NULL when the library draws no randomness from the generator of the interface. */
    struct assay_drng *drng;
    int (*init_random_number)(struct assay_drng *drng, const assay_byte *seed, assay_length seed_len_bytes);
    int (*get_random_number)(struct assay_drng *drng, assay_byte *random_number, assay_length random_number_len_bits);
};

typedef assay_length assay_size_query(void);

struct assay_kem_table {
    struct assay_header header;
    assay_size_query *pk_len_bytes, *sk_len_bytes, *ss_len_bytes, *ct_len_bytes;
    int (*keygen)(assay_byte *pk, assay_length *pk_len, assay_byte *sk, assay_length *sk_len);
    int (*enc)(assay_byte *pk, assay_length pk_len, assay_byte *ss, assay_length *ss_len, assay_byte *ct,
               assay_length *ct_len);
    int (*dec)(assay_byte *sk, assay_length sk_len, assay_byte *ct, assay_length ct_len, assay_byte *ss,
               assay_length *ss_len);
};

typedef int assay_kex_init(assay_byte *pk, assay_length *pk_len, assay_byte *sk, assay_length *sk_len, assay_byte *st,
                           assay_length *st_len);
typedef int assay_kex_first_pass(assay_byte *sk, assay_length sk_len, assay_byte *peer_pk, assay_length peer_pk_len,
                                 assay_byte *st, assay_length *st_len, assay_byte *m, assay_length *m_len);
typedef int assay_kex_pass(assay_byte *sk, assay_length sk_len, assay_byte *peer_pk, assay_length peer_pk_len,
                           assay_byte *received, assay_length received_len, assay_byte *st, assay_length *st_len,
                           assay_byte *m, assay_length *m_len);
typedef int assay_kex_derive(assay_byte *sk, assay_length sk_len, assay_byte *peer_pk, assay_length peer_pk_len,
                             assay_byte *received, assay_length received_len, assay_byte *st, assay_length st_len,
                             assay_byte *ss, assay_length *ss_len);

struct assay_kex_table {
    struct assay_header header;
    assay_size_query *passes_num;
    assay_size_query *pk_len_bytes, *sk_len_bytes, *sta_len_bytes, *stb_len_bytes, *ss_len_bytes, *total_msg_len_bytes;
    assay_kex_init *init_a, *init_b;
    /* NULL where the candidate defines no such message. later_passes[0] is pass 2. */
    assay_kex_first_pass *pass1;
    assay_kex_pass *later_passes[ASSAY_KEX_PASSES - 1];
    assay_kex_derive *derive_a, *derive_b;
};

struct assay_sig_table {
    struct assay_header header;
    assay_size_query *pk_len_bytes, *sk_len_bytes, *sn_len_bytes;
    int (*keygen)(assay_byte *pk, assay_length *pk_len, assay_byte *sk, assay_length *sk_len);
    int (*sign)(assay_byte *sk, assay_length sk_len, assay_byte *m, assay_length m_len, assay_byte *sn,
                assay_length *sn_len);
    int (*verify)(assay_byte *pk, assay_length pk_len, assay_byte *sn, assay_length sn_len, assay_byte *m,
                  assay_length m_len);
};

struct assay_hash_table {
    struct assay_header header;
    /* Bits; kept in the translation unit that sees the candidate's header. */
    const int *digest_len_bits;
    int (*hash)(int digest_len_bits, const assay_byte *msg, assay_length msg_len_bits, assay_byte *digest);
};

#endif
