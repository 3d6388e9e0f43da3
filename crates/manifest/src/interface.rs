//! The C functions that each kind of algorithm consists of, for people who start a candidate.

use crate::candidate::Function;

const KEM: &str = "\
unsigned long long kem_get_pk_len_bytes(void);   /* also sk, ss, ct; always the same number, in bytes */
int kem_keygen(unsigned char *pk, unsigned long long *pk_len_bytes, unsigned char *sk, unsigned long long *sk_len_bytes);
int kem_enc(unsigned char *pk, unsigned long long pk_len_bytes, unsigned char *ss, unsigned long long *ss_len_bytes,
            unsigned char *ct, unsigned long long *ct_len_bytes);
int kem_dec(unsigned char *sk, unsigned long long sk_len_bytes, unsigned char *ct, unsigned long long ct_len_bytes,
            unsigned char *ss, unsigned long long *ss_len_bytes);
";

const SIG: &str = "\
unsigned long long sig_get_pk_len_bytes(void);   /* also sk, sn (the signature); always the same number, in bytes */
int sig_keygen(unsigned char *pk, unsigned long long *pk_len_bytes, unsigned char *sk, unsigned long long *sk_len_bytes);
int sig_sign(unsigned char *sk, unsigned long long sk_len_bytes, unsigned char *m, unsigned long long m_len_bytes,
             unsigned char *sn, unsigned long long *sn_len_bytes);
int sig_verify(unsigned char *pk, unsigned long long pk_len_bytes, unsigned char *sn, unsigned long long sn_len_bytes,
               unsigned char *m, unsigned long long m_len_bytes);   /* 0 valid, -1 invalid */
";

const KEX: &str = "\
unsigned long long kex_get_passes_num(void);
unsigned long long kex_get_pk_len_bytes(void);   /* also sk, sta, stb, ss, total_msg; always the same number, in bytes */
int kex_init_a(unsigned char *pka, unsigned long long *pka_len_bytes, unsigned char *ska, unsigned long long *ska_len_bytes,
               unsigned char *sta, unsigned long long *sta_len_bytes);   /* kex_init_b likewise */
int kex_generate_pass1_msg_a(unsigned char *ska, unsigned long long ska_len_bytes, unsigned char *pkb,
                             unsigned long long pkb_len_bytes, unsigned char *sta, unsigned long long *sta_len_bytes,
                             unsigned char *m1, unsigned long long *m1_len_bytes);   /* 1: finished, 0: goes on */
int kex_generate_pass2_msg_b(unsigned char *skb, unsigned long long skb_len_bytes, unsigned char *pka,
                             unsigned long long pka_len_bytes, unsigned char *m1, unsigned long long m1_len_bytes,
                             unsigned char *stb, unsigned long long *stb_len_bytes,
                             unsigned char *m2, unsigned long long *m2_len_bytes);   /* pass 3 by A likewise */
int kex_derive_ss_a(unsigned char *ska, unsigned long long ska_len_bytes, unsigned char *pkb,
                    unsigned long long pkb_len_bytes, unsigned char *mb, unsigned long long mb_len_bytes,
                    unsigned char *sta, unsigned long long sta_len_bytes,
                    unsigned char *ssa, unsigned long long *ssa_len_bytes);   /* kex_derive_ss_b likewise */
";

const HASH: &str = "\
int CryptHash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits, unsigned char *digest);
";

const HELPERS: &str = "\
extern DRNG_ctx drng_algorithm;   /* no header declares it, Assay defines it; the only source of randomness */
int get_random_number(DRNG_ctx *drng, unsigned char *random_number, unsigned long long random_number_len_bits);
int sm3hash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits, unsigned char *digest);
int pseudohash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits, unsigned char *digest);
int pseudoXOF(unsigned long long output_len_bits, const unsigned char *msg, unsigned long long msg_len_bits, unsigned char *output);
";

/// The prototypes of the functions that code of a kind brings, as C.
#[must_use]
pub fn prototypes(function: Function) -> &'static str {
    match function {
        Function::Kem => KEM,
        Function::Kex => KEX,
        Function::Sig => SIG,
        Function::Hash => HASH,
    }
}

/// The prototypes of what `drng.h` and `auxfunc.h` bring, and of the generator, as C.
#[must_use]
pub fn helper_prototypes() -> &'static str {
    HELPERS
}

/// The interface of a kind as comments of a manifest.
pub(crate) fn comments(function: Function) -> String {
    let header = function.default_api_header();
    let name = match function {
        Function::Hash => "ALGORITHM_INSTANCE \"…\" and DIGEST_BIT_LENGTH (in bits)",
        Function::Kem | Function::Kex | Function::Sig => "ALGORITHM_INSTANCE \"…\"",
    };
    let units = match function {
        Function::Hash => "Lengths are in bits; a message may end in a part of a byte.",
        Function::Kem | Function::Kex | Function::Sig => {
            "Sizes and lengths are in bytes; 0 is success. Outputs get their length on every path that returns 0."
        }
    };
    let helpers: String = HELPERS
        .lines()
        .filter(|line| function != Function::Hash || !line.contains("DRNG"))
        .map(|line| format!("{line}\n"))
        .collect();
    let text = format!(
        "The code defines, in files that include \"{header}\", which defines {name}:\n\n{}\n{units}\n\n\
         It may call what \"drng.h\" and \"auxfunc.h\" declare; their lengths are in BITS:\n\n{helpers}",
        prototypes(function)
    );
    text.lines()
        .map(|line| format!("## {line}").trim_end().to_owned() + "\n")
        .collect()
}
