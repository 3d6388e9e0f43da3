/* pk = XOF(sk), signature = r || XOF(pk || r || m) */
#include "toy.h"

#include <string.h>

length sig_get_pk_len_bytes(void);
length sig_get_sk_len_bytes(void);
length sig_get_sn_len_bytes(void);
int sig_keygen(byte *pk, length *pk_len, byte *sk, length *sk_len);
int sig_sign(byte *sk, length sk_len, byte *m, length m_len, byte *sn, length *sn_len);
int sig_verify(byte *pk, length pk_len, byte *sn, length sn_len, byte *m, length m_len);

length sig_get_pk_len_bytes(void) { return 16; }
length sig_get_sk_len_bytes(void) { return 32; }
length sig_get_sn_len_bytes(void) { return 40; }

int sig_keygen(byte *pk, length *pk_len, byte *sk, length *sk_len)
{
    get_random_number(&drng_algorithm, sk, 256);
    pseudoXOF(128, sk, 256, pk);
    *pk_len = 16;
    *sk_len = 32;
    return 0;
}

static int bind(const byte *pk, const byte *r, const byte *m, length m_len, byte tag[32])
{
    byte input[16 + 8 + 1024];

    if (m_len > 1024) {
        return -2;
    }
    memcpy(input, pk, 16);
    memcpy(input + 16, r, 8);
    memcpy(input + 24, m, m_len);
    return pseudoXOF(256, input, 8 * (24 + m_len), tag);
}

int sig_sign(byte *sk, length sk_len, byte *m, length m_len, byte *sn, length *sn_len)
{
    byte pk[16];

    pseudoXOF(128, sk, 8 * sk_len, pk);
    get_random_number(&drng_algorithm, sn, 64);
    *sn_len = 40;
    return bind(pk, sn, m, m_len, sn + 8);
}

int sig_verify(byte *pk, length pk_len, byte *sn, length sn_len, byte *m, length m_len)
{
    byte tag[32];

    if (pk_len != 16 || sn_len != 40 || bind(pk, sn, m, m_len, tag) != 0) {
        return -2;
    }
    return memcmp(tag, sn + 8, 32) == 0 ? 0 : -1;
}
