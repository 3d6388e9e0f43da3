/* Section 5: sampling, and the products with the public matrix. */
#include "sample.h"

#include <string.h>

#include "pack.h"
#include "util.h"

int scabbard_sample_a(scabbard_poly *a, const unsigned char rho[SCABBARD_KAPPA], int row, int column)
{
    unsigned char input[SCABBARD_KAPPA + 2];
    unsigned char stream[SCABBARD_A_POLY_STREAM];

    memcpy(input, rho, SCABBARD_KAPPA);
    input[SCABBARD_KAPPA] = (unsigned char)row;
    input[SCABBARD_KAPPA + 1] = (unsigned char)column;
    const int code = scabbard_xof(stream, sizeof stream, input, sizeof input);
    if (code != SCABBARD_OK) {
        return code;
    }

    scabbard_unpack(a, stream, SCABBARD_EPS_Q);
#if SCABBARD_A_LOW_BYTE
    for (int k = 0; k < SCABBARD_N; k++) {
        if (k % 4 != 0) {
            a->coef[k] &= 255;
        }
    }
#endif
    return SCABBARD_OK;
}

/* The four bits b0 ... b3 give (b0 + b1) - (b2 + b3). */
static int16_t binomial(unsigned nibble)
{
    const int plus = (int)((nibble & 1u) + (nibble >> 1 & 1u));
    const int minus = (int)((nibble >> 2 & 1u) + (nibble >> 3 & 1u));
    return (int16_t)(plus - minus);
}

int scabbard_sample_secret(scabbard_secret s[SCABBARD_L], const unsigned char seed[SCABBARD_KAPPA])
{
    unsigned char input[SCABBARD_KAPPA + 1];
    unsigned char stream[SCABBARD_SECRET_POLY_BYTES];
    int code = SCABBARD_OK;

    memcpy(input, seed, SCABBARD_KAPPA);
    for (int i = 0; i < SCABBARD_L && code == SCABBARD_OK; i++) {
        input[SCABBARD_KAPPA] = (unsigned char)i;
        code = scabbard_xof(stream, sizeof stream, input, sizeof input);
        if (code == SCABBARD_OK) {
            for (int k = 0; k < SCABBARD_N; k += 2) {
                s[i].coef[k] = binomial(stream[k / 2] & 15u);
                s[i].coef[k + 1] = binomial(stream[k / 2] >> 4);
            }
        }
    }

    scabbard_clear(input, sizeof input);
    scabbard_clear(stream, sizeof stream);
    return code;
}

int scabbard_multiply_a_transposed(scabbard_poly result[SCABBARD_L], const unsigned char rho[SCABBARD_KAPPA],
                                   const scabbard_secret s[SCABBARD_L])
{
    scabbard_poly a;

    memset(result, 0, SCABBARD_L * sizeof *result);
    for (int i = 0; i < SCABBARD_L; i++) {
        for (int j = 0; j < SCABBARD_L; j++) {
            const int code = scabbard_sample_a(&a, rho, i, j);
            if (code != SCABBARD_OK) {
                return code;
            }
            scabbard_poly_multiply_add(&result[j], &a, &s[i]);
        }
    }
    for (int j = 0; j < SCABBARD_L; j++) {
        scabbard_poly_reduce(&result[j], SCABBARD_EPS_Q);
    }
    return SCABBARD_OK;
}

int scabbard_multiply_a(scabbard_poly result[SCABBARD_L], const unsigned char rho[SCABBARD_KAPPA],
                        const scabbard_secret s[SCABBARD_L])
{
    scabbard_poly a;

    memset(result, 0, SCABBARD_L * sizeof *result);
    for (int i = 0; i < SCABBARD_L; i++) {
        for (int j = 0; j < SCABBARD_L; j++) {
            const int code = scabbard_sample_a(&a, rho, i, j);
            if (code != SCABBARD_OK) {
                return code;
            }
            scabbard_poly_multiply_add(&result[i], &a, &s[j]);
        }
        scabbard_poly_reduce(&result[i], SCABBARD_EPS_Q);
    }
    return SCABBARD_OK;
}
