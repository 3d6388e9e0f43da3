/* Section 7: the interface. Output lengths are set to 0 first, then the checks are made in the order written. */
#include <stddef.h>
#include <string.h>

#include "KEX_AlgorithmInstance.h"
#include "nike.h"
#include "util.h"

typedef unsigned char byte;
typedef unsigned long long length;

length kex_get_passes_num(void)
{
    return 1;
}

length kex_get_pk_len_bytes(void)
{
    return MAMBA_PK_BYTES;
}

length kex_get_sk_len_bytes(void)
{
    return MAMBA_SK_BYTES;
}

length kex_get_sta_len_bytes(void)
{
    return MAMBA_SS_BYTES;
}

length kex_get_stb_len_bytes(void)
{
    return 0;
}

length kex_get_ss_len_bytes(void)
{
    return MAMBA_SS_BYTES;
}

length kex_get_total_msg_len_bytes(void)
{
    return MAMBA_M1_BYTES;
}

static void set_length(length *target, length value)
{
    if (target != NULL) {
        *target = value;
    }
}

static void fill_with_zeros(byte *target, size_t size)
{
    if (target != NULL) {
        memset(target, 0, size);
    }
}

/* Two draws of one seed each; the second is not attempted when the first fails. */
static int draw_seeds(byte first[MAMBA_SEED_BYTES], byte second[MAMBA_SEED_BYTES])
{
    const int code = mamba_random(first, MAMBA_SEED_BYTES);
    return code != MAMBA_OK ? code : mamba_random(second, MAMBA_SEED_BYTES);
}

static int init(byte *pk, length *pk_len, byte *sk, length *sk_len)
{
    byte rho[MAMBA_SEED_BYTES];
    byte sigma[MAMBA_SEED_BYTES];
    const int code = draw_seeds(rho, sigma);

    if (code == MAMBA_OK) {
        mamba_keygen(pk, sk, rho, sigma);
        *pk_len = MAMBA_PK_BYTES;
        *sk_len = MAMBA_SK_BYTES;
    } else {
        memset(pk, 0, MAMBA_PK_BYTES);
        memset(sk, 0, MAMBA_SK_BYTES);
    }
    mamba_clear(sigma, sizeof sigma);
    return code;
}

int kex_init_a(byte *pka, length *pka_len_bytes, byte *ska, length *ska_len_bytes, byte *sta, length *sta_len_bytes)
{
    set_length(pka_len_bytes, 0);
    set_length(ska_len_bytes, 0);
    set_length(sta_len_bytes, 0);
    if (pka == NULL || pka_len_bytes == NULL || ska == NULL || ska_len_bytes == NULL || sta == NULL ||
        sta_len_bytes == NULL) {
        return MAMBA_ERROR_POINTER;
    }
    memset(sta, 0, MAMBA_SS_BYTES);
    return init(pka, pka_len_bytes, ska, ska_len_bytes);
}

int kex_init_b(byte *pkb, length *pkb_len_bytes, byte *skb, length *skb_len_bytes, byte *stb, length *stb_len_bytes)
{
    (void)stb;
    set_length(pkb_len_bytes, 0);
    set_length(skb_len_bytes, 0);
    set_length(stb_len_bytes, 0);
    if (pkb == NULL || pkb_len_bytes == NULL || skb == NULL || skb_len_bytes == NULL || stb_len_bytes == NULL) {
        return MAMBA_ERROR_POINTER;
    }
    return init(pkb, pkb_len_bytes, skb, skb_len_bytes);
}

int kex_generate_pass1_msg_a(byte *ska, length ska_len_bytes, byte *pkb, length pkb_len_bytes, byte *sta,
                             length *sta_len_bytes, byte *m1, length *m1_len_bytes)
{
    byte mu[MAMBA_SEED_BYTES];
    byte tau[MAMBA_SEED_BYTES];

    set_length(sta_len_bytes, 0);
    set_length(m1_len_bytes, 0);
    if (ska == NULL || pkb == NULL || sta == NULL || sta_len_bytes == NULL || m1 == NULL || m1_len_bytes == NULL) {
        return MAMBA_ERROR_POINTER;
    }
    if (ska_len_bytes != MAMBA_SK_BYTES || pkb_len_bytes != MAMBA_PK_BYTES) {
        return MAMBA_ERROR_LENGTH;
    }
    if (!mamba_secret_key_is_valid(ska)) {
        return MAMBA_ERROR_ENCODING;
    }
    const int code = draw_seeds(mu, tau);
    if (code == MAMBA_OK) {
        mamba_encapsulate(m1, sta, pkb, mu, tau);
        *sta_len_bytes = MAMBA_SS_BYTES;
        *m1_len_bytes = MAMBA_M1_BYTES;
    } else {
        memset(sta, 0, MAMBA_SS_BYTES);
        memset(m1, 0, MAMBA_M1_BYTES);
    }
    mamba_clear(tau, sizeof tau);
    return code == MAMBA_OK ? MAMBA_LAST_MESSAGE : code;
}

int kex_generate_pass2_msg_b(byte *skb, length skb_len_bytes, byte *pka, length pka_len_bytes, byte *m1,
                             length m1_len_bytes, byte *stb, length *stb_len_bytes, byte *m2, length *m2_len_bytes)
{
    (void)skb, (void)skb_len_bytes, (void)pka, (void)pka_len_bytes, (void)m1, (void)m1_len_bytes, (void)stb;
    set_length(stb_len_bytes, 0);
    set_length(m2_len_bytes, 0);
    if (stb_len_bytes == NULL || m2_len_bytes == NULL) {
        return MAMBA_ERROR_POINTER;
    }
    fill_with_zeros(m2, MAMBA_M1_BYTES);
    return MAMBA_OK;
}

int kex_generate_pass3_msg_a(byte *ska, length ska_len_bytes, byte *pkb, length pkb_len_bytes, byte *m2,
                             length m2_len_bytes, byte *sta, length *sta_len_bytes, byte *m3, length *m3_len_bytes)
{
    (void)ska, (void)ska_len_bytes, (void)pkb, (void)pkb_len_bytes, (void)m2, (void)m2_len_bytes;
    set_length(sta_len_bytes, 0);
    set_length(m3_len_bytes, 0);
    if (sta_len_bytes == NULL || m3_len_bytes == NULL) {
        return MAMBA_ERROR_POINTER;
    }
    fill_with_zeros(sta, MAMBA_SS_BYTES);
    fill_with_zeros(m3, MAMBA_M1_BYTES);
    return MAMBA_OK;
}

int kex_derive_ss_a(byte *ska, length ska_len_bytes, byte *pkb, length pkb_len_bytes, byte *mb, length mb_len_bytes,
                    byte *sta, length sta_len_bytes, byte *ssa, length *ssa_len_bytes)
{
    set_length(ssa_len_bytes, 0);
    if (ska == NULL || pkb == NULL || sta == NULL || ssa == NULL || ssa_len_bytes == NULL ||
        (mb == NULL && mb_len_bytes != 0)) {
        return MAMBA_ERROR_POINTER;
    }
    if (ska_len_bytes != MAMBA_SK_BYTES || pkb_len_bytes != MAMBA_PK_BYTES || mb_len_bytes != 0 ||
        sta_len_bytes != MAMBA_SS_BYTES) {
        return MAMBA_ERROR_LENGTH;
    }
    if (!mamba_secret_key_is_valid(ska)) {
        return MAMBA_ERROR_ENCODING;
    }
    memcpy(ssa, sta, MAMBA_SS_BYTES);
    mamba_clear(sta, MAMBA_SS_BYTES);
    *ssa_len_bytes = MAMBA_SS_BYTES;
    return MAMBA_OK;
}

int kex_derive_ss_b(byte *skb, length skb_len_bytes, byte *pka, length pka_len_bytes, byte *ma, length ma_len_bytes,
                    byte *stb, length stb_len_bytes, byte *ssb, length *ssb_len_bytes)
{
    set_length(ssb_len_bytes, 0);
    if (skb == NULL || pka == NULL || ma == NULL || ssb == NULL || ssb_len_bytes == NULL ||
        (stb == NULL && stb_len_bytes != 0)) {
        return MAMBA_ERROR_POINTER;
    }
    if (skb_len_bytes != MAMBA_SK_BYTES || pka_len_bytes != MAMBA_PK_BYTES || ma_len_bytes != MAMBA_M1_BYTES ||
        stb_len_bytes != 0) {
        return MAMBA_ERROR_LENGTH;
    }
    if (!mamba_secret_key_is_valid(skb)) {
        return MAMBA_ERROR_ENCODING;
    }
    mamba_decapsulate(ssb, skb, ma);
    *ssb_len_bytes = MAMBA_SS_BYTES;
    return MAMBA_OK;
}
