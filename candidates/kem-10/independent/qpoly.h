/*
 * q-polynomials P = sum of p_i X^[i], x^[i] = x^(2^i), as coefficient lists p_0, p_1, ... (sections 1 and 6.2).
 * Composition and division are done modulo X^[count], that is on the `count` lowest coefficients; these depend only on as
 * many coefficients of the operands.
 */
#ifndef MURAG_QPOLY_H
#define MURAG_QPOLY_H

#include "field.h"

/* P(x) */
murag_element murag_qpoly_evaluate(const murag_element *p, unsigned count, murag_element x);

/* p := P^F + a * P, whose `count` + 1 coefficients must fit; P^F(x) = P(x)^2. */
void murag_qpoly_raise(murag_element *p, unsigned count, murag_element a);

/* The lowest coefficients of P o Q. */
void murag_qpoly_compose(murag_element *composition, const murag_element *p, const murag_element *q, unsigned count);

/* The lowest coefficients of the Q with P o Q = T, for p_0 != 0; zeros for p_0 = 0. */
void murag_qpoly_divide(murag_element *quotient, const murag_element *t, const murag_element *p, unsigned count);

/*
 * The monic A of q-degree count with A(g_j) = 0 and the I of q-degree below count with I(g_j) = y_j for all j < count.
 * Returns 0, or -1 if the g_j are linearly dependent. Its time depends on that alone, and g is public.
 */
int murag_qpoly_interpolate(murag_element *a, murag_element *interpolant, const murag_element *g,
                            const murag_element *y, unsigned count);

#endif
