/* Sections 4.9 and 6. */
#include "nike.h"

#include <string.h>

#include "chacha20.h"
#include "label.h"
#include "reconcile.h"
#include "sample.h"
#include "shake.h"
#include "util.h"

#define KDF_LABEL "MAMBA-NIKE-KDF20"

static void store_secret(unsigned char bytes[MAMBA_S_BYTES], const mamba_poly *s)
{
    for (size_t i = 0; i < MAMBA_N; i++) {
        bytes[2 * i] = (unsigned char)s->coef[i];
        bytes[2 * i + 1] = (unsigned char)(s->coef[i] >> 8);
    }
}

static void load_secret(mamba_poly *s, const unsigned char bytes[MAMBA_S_BYTES])
{
    for (size_t i = 0; i < MAMBA_N; i++) {
        s->coef[i] = (uint16_t)(bytes[2 * i] | (unsigned)bytes[2 * i + 1] << 8);
    }
}

int mamba_secret_key_is_valid(const unsigned char sk[MAMBA_SK_BYTES])
{
    unsigned high_bits = 0;
    for (size_t i = 0; i < MAMBA_N; i++) {
        high_bits |= sk[2 * i + 1];
    }
    return high_bits < MAMBA_Q / 256;
}

void mamba_derive(unsigned char ss[MAMBA_SS_BYTES], const unsigned char raw_key[MAMBA_RAW_KEY_BYTES],
                  const unsigned char pk[MAMBA_PK_BYTES], const unsigned char m1[MAMBA_M1_BYTES])
{
    mamba_shake shake;

    mamba_shake256_start(&shake);
    mamba_shake_absorb(&shake, (const unsigned char *)KDF_LABEL, sizeof KDF_LABEL - 1);
    mamba_shake_absorb(&shake, raw_key, MAMBA_RAW_KEY_BYTES);
    mamba_shake_absorb(&shake, pk, MAMBA_PK_BYTES);
    mamba_shake_absorb(&shake, m1, MAMBA_M1_BYTES);
    mamba_shake_finish(&shake, ss, MAMBA_SS_BYTES);
}

void mamba_hint_bits(unsigned char beta[MAMBA_RAW_KEY_BYTES], const unsigned char tau[MAMBA_SEED_BYTES])
{
    static const unsigned char nonce[MAMBA_CHACHA20_NONCE_BYTES] = {0, 0, 0, 0, 0, 0, 0, 3};
    mamba_chacha20(beta, MAMBA_RAW_KEY_BYTES, tau, nonce);
}

/* x becomes the label of a * x, a from rho. */
static void label_of_product(mamba_poly *x, const unsigned char rho[MAMBA_SEED_BYTES], const mamba_poly *dither,
                             unsigned g)
{
    mamba_poly a;

    mamba_expand_a(&a, rho);
    mamba_poly_multiply(x, &a, x);
    mamba_quantise(x, dither, g);
}

void mamba_keygen(unsigned char pk[MAMBA_PK_BYTES], unsigned char sk[MAMBA_SK_BYTES],
                  const unsigned char rho[MAMBA_SEED_BYTES], const unsigned char sigma[MAMBA_SEED_BYTES])
{
    mamba_poly dither;
    mamba_poly s;

    mamba_noise(&s, sigma);
    store_secret(sk, &s);
    mamba_dither(&dither, MAMBA_DITHER_PK, rho, MAMBA_G_PK);
    label_of_product(&s, rho, &dither, MAMBA_G_PK);
    mamba_pack(pk, &s, MAMBA_T_PK);
    memcpy(pk + MAMBA_PK_RHO, rho, MAMBA_SEED_BYTES);
    memcpy(sk + MAMBA_SK_PK, pk, MAMBA_PK_BYTES);
    mamba_clear(&s, sizeof s);
}

/* Both parties know this value but for noise: here step 6 of Encapsulate, bhat * r labelled and restored. */
void mamba_shared_value_a(mamba_poly *vhat, const unsigned char pk[MAMBA_PK_BYTES],
                          const unsigned char mu[MAMBA_SEED_BYTES], const mamba_poly *r)
{
    mamba_poly dither;

    mamba_unpack(vhat, pk, MAMBA_T_PK);
    mamba_dither(&dither, MAMBA_DITHER_PK, pk + MAMBA_PK_RHO, MAMBA_G_PK);
    mamba_restore(vhat, &dither, MAMBA_G_PK);
    mamba_poly_multiply(vhat, vhat, r);
    mamba_dither(&dither, MAMBA_DITHER_V, mu, MAMBA_G_V);
    mamba_quantise(vhat, &dither, MAMBA_G_V);
    mamba_restore(vhat, &dither, MAMBA_G_V);
}

void mamba_encapsulate(unsigned char m1[MAMBA_M1_BYTES], unsigned char ss[MAMBA_SS_BYTES],
                       const unsigned char pk[MAMBA_PK_BYTES], const unsigned char mu[MAMBA_SEED_BYTES],
                       const unsigned char tau[MAMBA_SEED_BYTES])
{
    mamba_poly r;
    mamba_poly vhat;
    mamba_poly other; /* dither, then hint */
    unsigned char beta[MAMBA_RAW_KEY_BYTES];
    unsigned char raw_key[MAMBA_RAW_KEY_BYTES];

    mamba_noise(&r, tau);
    mamba_shared_value_a(&vhat, pk, mu, &r);

    memcpy(m1, mu, MAMBA_SEED_BYTES);
    mamba_dither(&other, MAMBA_DITHER_U, mu, MAMBA_G_U);
    label_of_product(&r, pk + MAMBA_PK_RHO, &other, MAMBA_G_U);
    mamba_pack(m1 + MAMBA_M1_U, &r, MAMBA_T_U);

    mamba_hint_bits(beta, tau);
    mamba_hint(&other, &vhat, beta);
    mamba_pack(m1 + MAMBA_M1_HINT, &other, 2);
    mamba_extract(raw_key, &vhat, &other);
    mamba_derive(ss, raw_key, pk, m1);

    mamba_clear(&r, sizeof r);
    mamba_clear(&vhat, sizeof vhat);
    mamba_clear(beta, sizeof beta);
    mamba_clear(raw_key, sizeof raw_key);
}

void mamba_shared_value_b(mamba_poly *w, const unsigned char sk[MAMBA_SK_BYTES],
                          const unsigned char m1[MAMBA_M1_BYTES])
{
    mamba_poly dither;
    mamba_poly s;

    mamba_unpack(w, m1 + MAMBA_M1_U, MAMBA_T_U);
    mamba_dither(&dither, MAMBA_DITHER_U, m1, MAMBA_G_U);
    mamba_restore(w, &dither, MAMBA_G_U);
    load_secret(&s, sk);
    mamba_poly_multiply(w, w, &s);
    mamba_clear(&s, sizeof s);
}

void mamba_decapsulate(unsigned char ss[MAMBA_SS_BYTES], const unsigned char sk[MAMBA_SK_BYTES],
                       const unsigned char m1[MAMBA_M1_BYTES])
{
    mamba_poly w;
    mamba_poly hint;
    unsigned char raw_key[MAMBA_RAW_KEY_BYTES];

    mamba_shared_value_b(&w, sk, m1);
    mamba_unpack(&hint, m1 + MAMBA_M1_HINT, 2);
    mamba_extract(raw_key, &w, &hint);
    mamba_derive(ss, raw_key, sk + MAMBA_SK_PK, m1);
    mamba_clear(&w, sizeof w);
    mamba_clear(raw_key, sizeof raw_key);
}
