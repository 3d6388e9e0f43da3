/* Section 8: the KEM, a Fujisaki-Okamoto transform with implicit rejection. Step numbers are those of the
 * specification. */
#include "KEM_AlgorithmInstance.h"

#include <string.h>

#include "params.h"
#include "pke.h"
#include "util.h"

unsigned long long kem_get_pk_len_bytes(void)
{
    return SCABBARD_PK_BYTES;
}

unsigned long long kem_get_sk_len_bytes(void)
{
    return SCABBARD_SK_BYTES;
}

unsigned long long kem_get_ss_len_bytes(void)
{
    return SCABBARD_SS_BYTES;
}

unsigned long long kem_get_ct_len_bytes(void)
{
    return SCABBARD_CT_BYTES;
}

/* K-bar || r = XOF(m || H(pk), 2 kappa). */
static int derive_key_and_coins(unsigned char key_and_coins[2 * SCABBARD_KAPPA], const unsigned char m[SCABBARD_KAPPA],
                                const unsigned char hpk[SCABBARD_KAPPA])
{
    unsigned char input[2 * SCABBARD_KAPPA];

    memcpy(input, m, SCABBARD_KAPPA);
    memcpy(input + SCABBARD_KAPPA, hpk, SCABBARD_KAPPA);
    const int code = scabbard_xof(key_and_coins, 2 * SCABBARD_KAPPA, input, sizeof input);
    scabbard_clear(input, sizeof input);
    return code;
}

/* ss = XOF(key || H(ct), kappa). */
static int derive_shared_secret(unsigned char ss[SCABBARD_SS_BYTES], const unsigned char key[SCABBARD_KAPPA],
                                const unsigned char ct[SCABBARD_CT_BYTES])
{
    unsigned char input[2 * SCABBARD_KAPPA];

    memcpy(input, key, SCABBARD_KAPPA);
    int code = scabbard_xof(input + SCABBARD_KAPPA, SCABBARD_KAPPA, ct, SCABBARD_CT_BYTES);
    if (code == SCABBARD_OK) {
        code = scabbard_xof(ss, SCABBARD_SS_BYTES, input, sizeof input);
    }
    scabbard_clear(input, sizeof input);
    return code;
}

int kem_keygen(unsigned char *pk, unsigned long long *pk_len_bytes, unsigned char *sk, unsigned long long *sk_len_bytes)
{
    /* 1 */
    int code = scabbard_pke_keygen(pk, sk);
    /* 2, 4: the parts of the secret key are made in place. */
    if (code == SCABBARD_OK) {
        memcpy(sk + SCABBARD_SK_PK, pk, SCABBARD_PK_BYTES);
        code = scabbard_xof(sk + SCABBARD_SK_HPK, SCABBARD_KAPPA, pk, SCABBARD_PK_BYTES);
    }
    /* 3 */
    if (code == SCABBARD_OK) {
        code = scabbard_random(sk + SCABBARD_SK_Z, SCABBARD_KAPPA);
    }
    if (code != SCABBARD_OK) {
        scabbard_clear(sk, SCABBARD_SK_BYTES);
        return code;
    }

    *pk_len_bytes = SCABBARD_PK_BYTES;
    *sk_len_bytes = SCABBARD_SK_BYTES;
    return SCABBARD_OK;
}

int kem_enc(unsigned char *pk, unsigned long long pk_len_bytes, unsigned char *ss, unsigned long long *ss_len_bytes,
            unsigned char *ct, unsigned long long *ct_len_bytes)
{
    unsigned char m0[SCABBARD_KAPPA];
    unsigned char m[SCABBARD_KAPPA];
    unsigned char hpk[SCABBARD_KAPPA];
    unsigned char key_and_coins[2 * SCABBARD_KAPPA];

    if (pk_len_bytes != SCABBARD_PK_BYTES) {
        return SCABBARD_ERROR_LENGTH;
    }

    /* 1 */
    int code = scabbard_random(m0, sizeof m0);
    if (code == SCABBARD_OK) {
        code = scabbard_xof(m, sizeof m, m0, sizeof m0);
    }
    /* 2, 3 */
    if (code == SCABBARD_OK) {
        code = scabbard_xof(hpk, sizeof hpk, pk, SCABBARD_PK_BYTES);
    }
    if (code == SCABBARD_OK) {
        code = derive_key_and_coins(key_and_coins, m, hpk);
    }
    /* 4 */
    if (code == SCABBARD_OK) {
        code = scabbard_pke_encrypt(ct, pk, m, key_and_coins + SCABBARD_KAPPA);
    }
    /* 5, 6 */
    if (code == SCABBARD_OK) {
        code = derive_shared_secret(ss, key_and_coins, ct);
    }
    if (code == SCABBARD_OK) {
        *ss_len_bytes = SCABBARD_SS_BYTES;
        *ct_len_bytes = SCABBARD_CT_BYTES;
    }

    scabbard_clear(m0, sizeof m0);
    scabbard_clear(m, sizeof m);
    scabbard_clear(key_and_coins, sizeof key_and_coins);
    return code;
}

int kem_dec(unsigned char *sk, unsigned long long sk_len_bytes, unsigned char *ct, unsigned long long ct_len_bytes,
            unsigned char *ss, unsigned long long *ss_len_bytes)
{
    unsigned char m[SCABBARD_KAPPA];
    unsigned char key_and_coins[2 * SCABBARD_KAPPA];
    unsigned char ct_again[SCABBARD_CT_BYTES];

    if (sk_len_bytes != SCABBARD_SK_BYTES || ct_len_bytes != SCABBARD_CT_BYTES) {
        return SCABBARD_ERROR_LENGTH;
    }

    /* 1 */
    scabbard_pke_decrypt(m, sk, ct);
    /* 2 */
    int code = derive_key_and_coins(key_and_coins, m, sk + SCABBARD_SK_HPK);
    /* 3 */
    if (code == SCABBARD_OK) {
        code = scabbard_pke_encrypt(ct_again, sk + SCABBARD_SK_PK, m, key_and_coins + SCABBARD_KAPPA);
    }
    /* 5, then 4 and 6: H(ct) is needed whether or not the ciphertext is accepted. */
    if (code == SCABBARD_OK) {
        const unsigned char reject = scabbard_differ(ct, ct_again, SCABBARD_CT_BYTES);
        scabbard_select(key_and_coins, sk + SCABBARD_SK_Z, SCABBARD_KAPPA, reject);
        code = derive_shared_secret(ss, key_and_coins, ct);
    }
    if (code == SCABBARD_OK) {
        *ss_len_bytes = SCABBARD_SS_BYTES;
    }

    scabbard_clear(m, sizeof m);
    scabbard_clear(key_and_coins, sizeof key_and_coins);
    scabbard_clear(ct_again, sizeof ct_again);
    return code;
}
