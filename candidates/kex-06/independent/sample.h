/* Sections 4.1 to 4.3: the public element a, dithers and noise. */
#ifndef MAMBA_SAMPLE_H
#define MAMBA_SAMPLE_H

#include "poly.h"

/* Domain bytes of the dithers. */
#define MAMBA_DITHER_PK 0xa0
#define MAMBA_DITHER_U 0xb0
#define MAMBA_DITHER_V 0xb1

/* ExpandA. */
void mamba_expand_a(mamba_poly *a, const unsigned char rho[MAMBA_SEED_BYTES]);

/* Dither: coefficients below 2^bits. */
void mamba_dither(mamba_poly *d, unsigned char domain, const unsigned char seed[MAMBA_SEED_BYTES], unsigned bits);

/* CBD: coefficients from -eta to eta, modulo q. */
void mamba_noise(mamba_poly *x, const unsigned char seed[MAMBA_SEED_BYTES]);

#endif
