/* Section 7: public-key encryption. Step numbers are those of the specification. */
#include "pke.h"

#include "minal.h"
#include "pack.h"
#include "sample.h"
#include "util.h"

/* Steps 4 to 6 of PKE.KeyGen, from rho and sigma. */
static int keygen_from_seeds(unsigned char pk[SCABBARD_PK_BYTES], unsigned char sk_pke[SCABBARD_S_BYTES],
                             const unsigned char sigma[SCABBARD_KAPPA])
{
    const unsigned char *rho = pk + SCABBARD_PK_RHO;
    scabbard_secret s[SCABBARD_L];
    scabbard_poly b[SCABBARD_L];

    int code = scabbard_sample_secret(s, sigma);
    if (code == SCABBARD_OK) {
        code = scabbard_multiply_a_transposed(b, rho, s);
    }
    if (code == SCABBARD_OK) {
        for (int i = 0; i < SCABBARD_L; i++) {
            scabbard_poly_round(&b[i], SCABBARD_H_KEYGEN);
        }
        scabbard_pack_vector(pk, b);
        scabbard_pack_secret(sk_pke, s);
    }

    scabbard_clear(s, sizeof s);
    scabbard_clear(b, sizeof b); /* before rounding b says more about s than the public key does */
    return code;
}

int scabbard_pke_keygen(unsigned char pk[SCABBARD_PK_BYTES], unsigned char sk_pke[SCABBARD_S_BYTES])
{
    unsigned char d[SCABBARD_KAPPA];
    unsigned char sigma[SCABBARD_KAPPA];

    /* 1, 2: rho goes straight to its place in the public key. */
    int code = scabbard_random(d, sizeof d);
    if (code == SCABBARD_OK) {
        code = scabbard_xof(pk + SCABBARD_PK_RHO, SCABBARD_KAPPA, d, sizeof d);
    }
    /* 3 */
    if (code == SCABBARD_OK) {
        code = scabbard_random(sigma, sizeof sigma);
    }
    /* 4 to 6 */
    if (code == SCABBARD_OK) {
        code = keygen_from_seeds(pk, sk_pke, sigma);
    }

    scabbard_clear(d, sizeof d);
    scabbard_clear(sigma, sizeof sigma);
    return code;
}

/* Step 4 of PKE.Enc: y = b s' modulo p becomes v. */
static void hide_message(scabbard_poly *v, const scabbard_poly *y, const unsigned char m[SCABBARD_KAPPA])
{
    scabbard_poly mu;

    scabbard_encode(&mu, m);
    for (int k = 0; k < SCABBARD_N; k++) {
        const uint32_t difference = ((uint32_t)y->coef[k] << SCABBARD_SHIFT_P) - mu.coef[k];
        v->coef[k] = (uint16_t)((difference & (SCABBARD_Q - 1)) >> SCABBARD_SHIFT_V);
    }
    scabbard_clear(&mu, sizeof mu);
}

int scabbard_pke_encrypt(unsigned char ct[SCABBARD_CT_BYTES], const unsigned char pk[SCABBARD_PK_BYTES],
                         const unsigned char m[SCABBARD_KAPPA], const unsigned char r[SCABBARD_KAPPA])
{
    const unsigned char *rho = pk + SCABBARD_PK_RHO;
    scabbard_secret s_prime[SCABBARD_L];
    scabbard_poly u[SCABBARD_L];
    scabbard_poly b[SCABBARD_L];
    scabbard_poly y;
    scabbard_poly v;

    /* 1, 2 */
    int code = scabbard_sample_secret(s_prime, r);
    if (code == SCABBARD_OK) {
        code = scabbard_multiply_a(u, rho, s_prime);
    }
    if (code == SCABBARD_OK) {
        for (int i = 0; i < SCABBARD_L; i++) {
            scabbard_poly_round(&u[i], SCABBARD_H_ENC);
        }
        /* 3, 4 */
        scabbard_unpack_vector(b, pk);
        scabbard_inner_product(&y, b, s_prime, SCABBARD_EPS_P);
        hide_message(&v, &y, m);
        /* 5 */
        scabbard_pack_vector(ct, u);
        scabbard_pack(ct + SCABBARD_CT_V, &v, SCABBARD_W);
        scabbard_clear(&y, sizeof y);
        scabbard_clear(&v, sizeof v); /* in decapsulation a v that is not sent depends on the secret key */
    }

    scabbard_clear(s_prime, sizeof s_prime);
    scabbard_clear(u, sizeof u);
    return code;
}

void scabbard_pke_noisy_message(scabbard_poly *x, const unsigned char sk_pke[SCABBARD_S_BYTES],
                                const unsigned char ct[SCABBARD_CT_BYTES])
{
    scabbard_secret s[SCABBARD_L];
    scabbard_poly u[SCABBARD_L];
    scabbard_poly y;
    scabbard_poly v;

    /* 1 */
    scabbard_unpack_vector(u, ct);
    scabbard_unpack(&v, ct + SCABBARD_CT_V, SCABBARD_W);
    scabbard_unpack_secret(s, sk_pke);
    /* 2 */
    scabbard_inner_product(&y, u, s, SCABBARD_EPS_P);
    /* 3 */
    for (int k = 0; k < SCABBARD_N; k++) {
        const uint32_t difference =
            ((uint32_t)y.coef[k] << SCABBARD_SHIFT_P) - ((uint32_t)v.coef[k] << SCABBARD_SHIFT_V);
        x->coef[k] = (uint16_t)(difference & (SCABBARD_Q - 1));
    }

    scabbard_clear(s, sizeof s);
    scabbard_clear(&y, sizeof y);
}

void scabbard_pke_decrypt(unsigned char m[SCABBARD_KAPPA], const unsigned char sk_pke[SCABBARD_S_BYTES],
                          const unsigned char ct[SCABBARD_CT_BYTES])
{
    scabbard_poly x;

    scabbard_pke_noisy_message(&x, sk_pke, ct);
    /* 4 */
    scabbard_decode(m, &x);
    scabbard_clear(&x, sizeof x);
}
