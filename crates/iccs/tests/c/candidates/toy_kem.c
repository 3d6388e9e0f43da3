/* pk = XOF(sk), ct = r || pk, ss = XOF(ct) */
#include "toy.h"

#include <string.h>

length kem_get_pk_len_bytes(void);
length kem_get_sk_len_bytes(void);
length kem_get_ss_len_bytes(void);
length kem_get_ct_len_bytes(void);
int kem_keygen(byte *pk, length *pk_len, byte *sk, length *sk_len);
int kem_enc(byte *pk, length pk_len, byte *ss, length *ss_len, byte *ct, length *ct_len);
int kem_dec(byte *sk, length sk_len, byte *ct, length ct_len, byte *ss, length *ss_len);

length kem_get_pk_len_bytes(void) { return 16; }
length kem_get_sk_len_bytes(void) { return 32; }
length kem_get_ss_len_bytes(void) { return 16; }
length kem_get_ct_len_bytes(void) { return 24; }

int kem_keygen(byte *pk, length *pk_len, byte *sk, length *sk_len)
{
    get_random_number(&drng_algorithm, sk, 256);
    pseudoXOF(128, sk, 256, pk);
    *pk_len = 16;
    *sk_len = 32;
    return 0;
}

int kem_enc(byte *pk, length pk_len, byte *ss, length *ss_len, byte *ct, length *ct_len)
{
    if (pk_len != 16) {
        return -2;
    }
    get_random_number(&drng_algorithm, ct, 64);
    memcpy(ct + 8, pk, 16);
    pseudoXOF(128, ct, 192, ss);
    *ss_len = 16;
    *ct_len = 24;
    return 0;
}

int kem_dec(byte *sk, length sk_len, byte *ct, length ct_len, byte *ss, length *ss_len)
{
    (void)sk;
    if (sk_len != 32 || ct_len != 24) {
        return -1;
    }
    pseudoXOF(128, ct, 192, ss);
    *ss_len = 16;
    return 0;
}
