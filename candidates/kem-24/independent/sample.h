/* Section 5: sampling, and the products with the public matrix. */
#ifndef SCABBARD_SAMPLE_H
#define SCABBARD_SAMPLE_H

#include "poly.h"

/* All functions return 0 or SCABBARD_ERROR_HELPER. */

/* Section 5.1: A[row][column] from the seed rho. */
int scabbard_sample_a(scabbard_poly *a, const unsigned char rho[SCABBARD_KAPPA], int row, int column);

/* Section 5.2: a secret vector from a seed. */
int scabbard_sample_secret(scabbard_secret s[SCABBARD_L], const unsigned char seed[SCABBARD_KAPPA]);

/* Section 7: A^T s and A s modulo q. A is generated one polynomial at a time and never held. */
int scabbard_multiply_a_transposed(scabbard_poly result[SCABBARD_L], const unsigned char rho[SCABBARD_KAPPA],
                                   const scabbard_secret s[SCABBARD_L]);
int scabbard_multiply_a(scabbard_poly result[SCABBARD_L], const unsigned char rho[SCABBARD_KAPPA],
                        const scabbard_secret s[SCABBARD_L]);

#endif
