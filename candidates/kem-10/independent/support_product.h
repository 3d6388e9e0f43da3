/* Products of a public matrix with a secret one whose entries lie in a small support (sections 7.1, 7.2 and 7.4). */
#ifndef MURAG_SUPPORT_PRODUCT_H
#define MURAG_SUPPORT_PRODUCT_H

#include "sampler.h"

/*
 * product = matrix * secret, with matrix `rows` x N and public, secret N x `columns` in coordinates for `support` of
 * dimension w <= W2, and `columns` <= N2. With secret = sum of F_s * B_s, B_s over GF(2), this is the sum of
 * F_s * (matrix * B_s): the inner products need no multiplication, and each F_s is a factor common to all entries.
 */
void murag_support_product(murag_element *product, const murag_element *matrix, unsigned rows,
                           const murag_coordinates *secret, unsigned columns, const murag_element *support, unsigned w);

#endif
