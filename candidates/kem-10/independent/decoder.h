/*
 * Step 3 of the decoder (section 6.2): the linear reconstruction of the q-polynomials N and V.
 *
 * Both pairs, (u0, u1) of values and (N0, N1), (V0, V1) of coefficients, change in each step in the same way,
 *
 *     (x0, x1) := (x1^2 + alpha * x1, x0 + beta * x1),
 *
 * except that squaring moves coefficients up by one. So all of them share one vector in bit planes. Step 4 needs only the
 * K lowest coefficients of N1 and V1, and coefficient i depends only on coefficients up to i: the others are left out.
 */
#ifndef MURAG_DECODER_H
#define MURAG_DECODER_H

#include "planes.h"

/* Lanes: unused ones first, then the values for j = K ... L - 1, then the coefficients N_0 ..., V_0 ..., V_{K-1}. */
#define MURAG_VALUES (MURAG_L - MURAG_K)
#define MURAG_BLOCKS ((MURAG_VALUES + 2 * MURAG_K + MURAG_LANES - 1) / MURAG_LANES)
#define MURAG_FIRST_VALUE (MURAG_BLOCKS * MURAG_LANES - 2 * MURAG_K - MURAG_VALUES)
/* 2R steps suffice for every error of rank at most R. */
#define MURAG_STEPS (2 * MURAG_R)

typedef struct {
    murag_planes x0[MURAG_BLOCKS], x1[MURAG_BLOCKS];
    /* Steps made; the values before this one are used up. */
    unsigned steps;
    /* All ones once every value u1 was 0: N1 and V1 are the solution and stay as they are. */
    uint64_t stopped;
} murag_decoder;

/* Start values: u0_j and u1_j for j = K ... L - 1; N0 = X, V0 = 0, N1 = 0, V1 = X. */
void murag_decoder_start(murag_decoder *decoder, const murag_element u0[MURAG_VALUES],
                         const murag_element u1[MURAG_VALUES]);

/* One step; at most STEPS of them. Without effect on N1 and V1 once every u1 is 0. */
void murag_decoder_step(murag_decoder *decoder);

/* The lowest coefficients of N1 and V1. Returns all ones if every u1 is 0, else 0. */
uint64_t murag_decoder_finish(murag_decoder *decoder, murag_element n1[MURAG_K], murag_element v1[MURAG_K]);

#endif
