/* Sections 4.5 and 4.6: labels, which are dithered and rounded ring elements, and their packed form. */
#ifndef MAMBA_LABEL_H
#define MAMBA_LABEL_H

#include "poly.h"

/* Label Q(x; d, g, 13 - g) of a ring element, in place. */
void mamba_quantise(mamba_poly *x, const mamba_poly *dither, unsigned g);

/* Restore R(y; d, g), in place. */
void mamba_restore(mamba_poly *y, const mamba_poly *dither, unsigned g);

/* Pack_width and Unpack_width: n * width / 8 bytes, width from 1 to 16, coefficients below 2^width. */
void mamba_pack(unsigned char *bytes, const mamba_poly *y, unsigned width);
void mamba_unpack(mamba_poly *y, const unsigned char *bytes, unsigned width);

#endif
