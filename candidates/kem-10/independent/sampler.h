/* Sampling from the DRNG (section 5). */
#ifndef MURAG_SAMPLER_H
#define MURAG_SAMPLER_H

#include "drng.h"
#include "field.h"

/*
 * Coordinates of an element in the span of a support F: bit s is the coefficient of F_s. Secrets are kept in this form
 * where they can be, because products with them are cheap (see support_product.h).
 */
typedef uint16_t murag_coordinates;

/* Elements(D, c); at most L elements. */
void murag_sample_elements(DRNG_ctx *drng, murag_element *list, unsigned count);
/* FullRank(D, c); at most L elements. */
void murag_sample_full_rank(DRNG_ctx *drng, murag_element *list, unsigned count);
/* FullRankOne(D, c): the last element is 1. */
void murag_sample_full_rank_one(DRNG_ctx *drng, murag_element *list, unsigned count);
/* Fill(D, F, c) for a support of dimension w <= W2; at most N * N2 elements. */
void murag_sample_fill(DRNG_ctx *drng, murag_coordinates *list, unsigned count, unsigned w);

/* The element with the given coordinates. */
murag_element murag_combine(const murag_element *support, unsigned w, murag_coordinates coordinates);

/*
 * 1 if the elements span at least `target` dimensions, else 0. Takes the same time for all lists of the wanted rank
 * when target = count.
 */
int murag_rank_reaches(const murag_element *list, unsigned count, unsigned target);

#endif
