/* Section 6: the message code, a two-dimensional lattice code. */
#ifndef SCABBARD_MINAL_H
#define SCABBARD_MINAL_H

#include "poly.h"

/* Section 6.1: kappa bytes to the polynomial mu, coefficients in [0, q). */
void scabbard_encode(scabbard_poly *mu, const unsigned char message[SCABBARD_KAPPA]);

/* Section 6.2: a polynomial with coefficients in [0, q) to kappa bytes. */
void scabbard_decode(unsigned char message[SCABBARD_KAPPA], const scabbard_poly *x);

/* One symbol, 0 to 15, from the pair (x_k, x_{k + n/2}). */
unsigned scabbard_decode_symbol(unsigned x0, unsigned x1);

#endif
