/* TOY_PASSES random messages; both sides keep them all, and ss = XOF(pka || pkb || messages). */
#include "toy.h"

#include <string.h>

length kex_get_passes_num(void);
length kex_get_pk_len_bytes(void);
length kex_get_sk_len_bytes(void);
length kex_get_sta_len_bytes(void);
length kex_get_stb_len_bytes(void);
length kex_get_ss_len_bytes(void);
length kex_get_total_msg_len_bytes(void);
int kex_init_a(byte *pk, length *pk_len, byte *sk, length *sk_len, byte *st, length *st_len);
int kex_init_b(byte *pk, length *pk_len, byte *sk, length *sk_len, byte *st, length *st_len);
int kex_derive_ss_a(byte *sk, length sk_len, byte *pk, length pk_len, byte *m, length m_len, byte *st, length st_len,
                    byte *ss, length *ss_len);
int kex_derive_ss_b(byte *sk, length sk_len, byte *pk, length pk_len, byte *m, length m_len, byte *st, length st_len,
                    byte *ss, length *ss_len);
int kex_generate_pass1_msg_a(byte *sk, length sk_len, byte *pk, length pk_len, byte *st, length *st_len, byte *m,
                             length *m_len);
int kex_generate_pass2_msg_b(byte *sk, length sk_len, byte *pk, length pk_len, byte *r, length r_len, byte *st,
                             length *st_len, byte *m, length *m_len);
int kex_generate_pass3_msg_a(byte *sk, length sk_len, byte *pk, length pk_len, byte *r, length r_len, byte *st,
                             length *st_len, byte *m, length *m_len);

length kex_get_passes_num(void) { return TOY_PASSES; }
length kex_get_pk_len_bytes(void) { return 16; }
length kex_get_sk_len_bytes(void) { return 16; }
length kex_get_sta_len_bytes(void) { return 48; }
length kex_get_stb_len_bytes(void) { return 48; }
length kex_get_ss_len_bytes(void) { return 32; }
length kex_get_total_msg_len_bytes(void) { return 16 * TOY_PASSES; }

static int init(byte *pk, length *pk_len, byte *sk, length *sk_len, length *st_len)
{
    get_random_number(&drng_algorithm, sk, 128);
    pseudoXOF(128, sk, 128, pk);
    *pk_len = 16;
    *sk_len = 16;
    *st_len = 0;
    return 0;
}

int kex_init_a(byte *pk, length *pk_len, byte *sk, length *sk_len, byte *st, length *st_len)
{
    (void)st;
    return init(pk, pk_len, sk, sk_len, st_len);
}

int kex_init_b(byte *pk, length *pk_len, byte *sk, length *sk_len, byte *st, length *st_len)
{
    (void)st;
    return init(pk, pk_len, sk, sk_len, st_len);
}

/* Appends what was received and what is sent to a state. */
static void pass(const byte *r, length r_len, byte *st, length *st_len, byte *m, length *m_len)
{
    if (r_len != 0) {
        memcpy(st + *st_len, r, r_len);
    }
    get_random_number(&drng_algorithm, m, 128);
    memcpy(st + *st_len + r_len, m, 16);
    *st_len += r_len + 16;
    *m_len = 16;
}

int kex_generate_pass1_msg_a(byte *sk, length sk_len, byte *pk, length pk_len, byte *st, length *st_len, byte *m,
                             length *m_len)
{
    (void)sk, (void)sk_len, (void)pk, (void)pk_len;
    pass(NULL, 0, st, st_len, m, m_len);
    return TOY_PASSES == 1;
}

#if TOY_PASSES >= 2
int kex_generate_pass2_msg_b(byte *sk, length sk_len, byte *pk, length pk_len, byte *r, length r_len, byte *st,
                             length *st_len, byte *m, length *m_len)
{
    (void)sk, (void)sk_len, (void)pk, (void)pk_len;
    pass(r, r_len, st, st_len, m, m_len);
    return TOY_PASSES == 2;
}
#endif

#if TOY_PASSES >= 3
int kex_generate_pass3_msg_a(byte *sk, length sk_len, byte *pk, length pk_len, byte *r, length r_len, byte *st,
                             length *st_len, byte *m, length *m_len)
{
    (void)sk, (void)sk_len, (void)pk, (void)pk_len;
    pass(r, r_len, st, st_len, m, m_len);
    return 1;
}
#endif

/* The last message of a protocol may still be missing from the receiver's state. */
static int derive(const byte *pka, const byte *pkb, const byte *m, length m_len, const byte *st, length st_len, byte *ss,
                  length *ss_len)
{
    byte input[32 + 48];

    memcpy(input, pka, 16);
    memcpy(input + 16, pkb, 16);
    memcpy(input + 32, st, st_len);
    if (st_len < 16 * TOY_PASSES) {
        memcpy(input + 32 + st_len, m, m_len);
        st_len += m_len;
    }
    *ss_len = 32;
    return pseudoXOF(256, input, 8 * (32 + st_len), ss);
}

int kex_derive_ss_a(byte *sk, length sk_len, byte *pk, length pk_len, byte *m, length m_len, byte *st, length st_len,
                    byte *ss, length *ss_len)
{
    byte own[16];

    (void)pk_len;
    if (TOY_PASSES == 1 && (m != NULL || m_len != 0)) {
        return -3;
    }
    pseudoXOF(128, sk, 8 * sk_len, own);
    return derive(own, pk, m, m_len, st, st_len, ss, ss_len);
}

int kex_derive_ss_b(byte *sk, length sk_len, byte *pk, length pk_len, byte *m, length m_len, byte *st, length st_len,
                    byte *ss, length *ss_len)
{
    byte own[16];

    (void)pk_len;
    pseudoXOF(128, sk, 8 * sk_len, own);
    return derive(pk, own, m, m_len, st, st_len, ss, ss_len);
}
