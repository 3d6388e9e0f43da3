/* Section 4.4: the ring Z_q[X]/(X^n + 1), q = 2^13. */
#ifndef MAMBA_POLY_H
#define MAMBA_POLY_H

#include <stdint.h>

#include "params.h"

/* A ring element, a label or a hint: n numbers. Those of a ring element are in [0, q). */
typedef struct {
    uint16_t coef[MAMBA_N];
} mamba_poly;

/* product = x * y, reduced to [0, q). x and y may have any 16-bit coefficients; product may be x or y. */
void mamba_poly_multiply(mamba_poly *product, const mamba_poly *x, const mamba_poly *y);

#endif
