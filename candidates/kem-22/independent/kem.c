/* Sections 1 and 9: the interface, and the KEM. */
#include "KEM_AlgorithmInstance.h"

#include <string.h>

#include "drng.h"
#include "expand.h"
#include "framing.h"
#include "pke.h"

#define SUCCESS 0
#define WRONG_LENGTH (-1)
#define HELPER_FAILED (-2)

/* Offsets in the private key: packed s, pk, hpk, z. */
#define SK_PK MITHRIL_SECRET_STREAM_BYTES
#define SK_HPK (SK_PK + MITHRIL_PK_BYTES)
#define SK_Z (SK_HPK + MITHRIL_SHARED_BYTES)

extern DRNG_ctx drng_algorithm;

static void draw(uint8_t *bytes, size_t length)
{
    get_random_number(&drng_algorithm, bytes, 8ULL * length);
}

/* K || seedS' */
typedef struct {
    uint8_t bytes[MITHRIL_SHARED_BYTES + MITHRIL_SEED_BYTES];
} g_output;

static int hash_g(g_output *output, const uint8_t hpk[MITHRIL_SHARED_BYTES], const uint8_t m[MITHRIL_SHARED_BYTES])
{
    uint8_t input[MITHRIL_INPUT_G_BYTES];
    mithril_xof xof;

    mithril_frame_g(input, hpk, m);
    mithril_xof_begin(&xof, input, sizeof input);
    return mithril_xof_end(&xof, output->bytes, sizeof output->bytes);
}

/* All ones where the strings differ, else 0. */
static uint8_t difference_mask(const uint8_t *a, const uint8_t *b, size_t length)
{
    uint32_t difference = 0;
    size_t i;

    for (i = 0; i < length; i++) {
        difference |= (uint32_t)(a[i] ^ b[i]);
    }
    return (uint8_t)((0 - difference) >> 24);
}

unsigned long long kem_get_pk_len_bytes(void)
{
    return MITHRIL_PK_BYTES;
}

unsigned long long kem_get_sk_len_bytes(void)
{
    return MITHRIL_SK_BYTES;
}

unsigned long long kem_get_ss_len_bytes(void)
{
    return MITHRIL_SHARED_BYTES;
}

unsigned long long kem_get_ct_len_bytes(void)
{
    return MITHRIL_CT_BYTES;
}

int kem_keygen(unsigned char *pk, unsigned long long *pk_len_bytes, unsigned char *sk,
               unsigned long long *sk_len_bytes)
{
    uint8_t seed_a[MITHRIL_SEED_BYTES], seed_s[MITHRIL_SEED_BYTES];
    uint8_t public_stream[MITHRIL_PUBLIC_STREAM_BYTES];
    uint8_t input_f[MITHRIL_INPUT_F_BYTES];
    mithril_xof f;

    draw(seed_a, sizeof seed_a);
    draw(seed_s, sizeof seed_s);
    if (mithril_expand(public_stream, seed_a, sk, seed_s, NULL) != 0) {
        return HELPER_FAILED;
    }
    mithril_pke_keygen(pk, seed_a, public_stream, sk);
    memcpy(sk + SK_PK, pk, MITHRIL_PK_BYTES);

    mithril_frame_f(input_f, pk);
    mithril_xof_begin(&f, input_f, sizeof input_f);
    if (mithril_xof_end(&f, sk + SK_HPK, MITHRIL_SHARED_BYTES) != 0) {
        return HELPER_FAILED;
    }
    draw(sk + SK_Z, MITHRIL_SHARED_BYTES);

    *pk_len_bytes = MITHRIL_PK_BYTES;
    *sk_len_bytes = MITHRIL_SK_BYTES;
    return SUCCESS;
}

int kem_enc(unsigned char *pk, unsigned long long pk_len_bytes, unsigned char *ss, unsigned long long *ss_len_bytes,
            unsigned char *ct, unsigned long long *ct_len_bytes)
{
    uint8_t m[MITHRIL_SHARED_BYTES], hpk[MITHRIL_SHARED_BYTES];
    uint8_t public_stream[MITHRIL_PUBLIC_STREAM_BYTES], secret_stream[MITHRIL_SECRET_STREAM_BYTES];
    uint8_t input_f[MITHRIL_INPUT_F_BYTES];
    mithril_xof f;
    g_output g;

    if (pk_len_bytes != MITHRIL_PK_BYTES) {
        return WRONG_LENGTH;
    }
    draw(m, sizeof m);

    mithril_frame_f(input_f, pk);
    mithril_xof_begin(&f, input_f, sizeof input_f);
    if (mithril_expand(public_stream, pk, NULL, NULL, &f) != 0 || mithril_xof_end(&f, hpk, sizeof hpk) != 0 ||
        hash_g(&g, hpk, m) != 0 ||
        mithril_expand(NULL, NULL, secret_stream, g.bytes + MITHRIL_SHARED_BYTES, NULL) != 0) {
        return HELPER_FAILED;
    }
    mithril_pke_enc(ct, pk, public_stream, secret_stream, m);
    memcpy(ss, g.bytes, MITHRIL_SHARED_BYTES);

    *ct_len_bytes = MITHRIL_CT_BYTES;
    *ss_len_bytes = MITHRIL_SHARED_BYTES;
    return SUCCESS;
}

int kem_dec(unsigned char *sk, unsigned long long sk_len_bytes, unsigned char *ct, unsigned long long ct_len_bytes,
            unsigned char *ss, unsigned long long *ss_len_bytes)
{
    const uint8_t *pk = sk + SK_PK;
    uint8_t m[MITHRIL_SHARED_BYTES], rejection_key[MITHRIL_SHARED_BYTES], again[MITHRIL_CT_BYTES];
    uint8_t public_stream[MITHRIL_PUBLIC_STREAM_BYTES], secret_stream[MITHRIL_SECRET_STREAM_BYTES];
    uint8_t input_h[MITHRIL_INPUT_H_BYTES];
    mithril_xof h;
    g_output g;
    uint8_t reject;
    unsigned int i;

    if (sk_len_bytes != MITHRIL_SK_BYTES || ct_len_bytes != MITHRIL_CT_BYTES) {
        return WRONG_LENGTH;
    }
    mithril_pke_dec(m, sk, ct);

    mithril_frame_h(input_h, ct, sk + SK_Z);
    mithril_xof_begin(&h, input_h, sizeof input_h);
    if (hash_g(&g, sk + SK_HPK, m) != 0 ||
        mithril_expand(public_stream, pk, secret_stream, g.bytes + MITHRIL_SHARED_BYTES, &h) != 0 ||
        mithril_xof_end(&h, rejection_key, sizeof rejection_key) != 0) {
        return HELPER_FAILED;
    }
    mithril_pke_enc(again, pk, public_stream, secret_stream, m);

    reject = difference_mask(ct, again, MITHRIL_CT_BYTES);
    for (i = 0; i < MITHRIL_SHARED_BYTES; i++) {
        ss[i] = (uint8_t)(g.bytes[i] ^ (reject & (g.bytes[i] ^ rejection_key[i])));
    }
    *ss_len_bytes = MITHRIL_SHARED_BYTES;
    return SUCCESS;
}
