/* Section 1: polynomials of Z_M[x]/(x^n + 1), M a power of two up to 2^16. */
#ifndef SCABBARD_POLY_H
#define SCABBARD_POLY_H

#include <stdint.h>

#include "params.h"

/* Residues. Sums may hold more bits than the modulus; the high ones are dropped where the value is used. */
typedef struct {
    uint16_t coef[SCABBARD_N];
} scabbard_poly;

/* A secret: -2..2 when sampled, -8..7 when read from a secret key. */
typedef struct {
    int16_t coef[SCABBARD_N];
} scabbard_secret;

/* sum = sum + f * s modulo 2^16. */
void scabbard_poly_multiply_add(scabbard_poly *sum, const scabbard_poly *f, const scabbard_secret *s);

/* result = sum over j of f[j] * s[j], reduced modulo 2^modulus_bits. */
void scabbard_inner_product(scabbard_poly *result, const scabbard_poly f[SCABBARD_L],
                            const scabbard_secret s[SCABBARD_L], unsigned modulus_bits);

/* Keeps the low modulus_bits bits of each coefficient. */
void scabbard_poly_reduce(scabbard_poly *f, unsigned modulus_bits);

/* Section 7: Round_g(x) = ((x + g) mod q) >> (eps_q - eps_p), for each coefficient. */
void scabbard_poly_round(scabbard_poly *f, unsigned g);

#endif
