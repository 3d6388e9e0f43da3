/*
 * Vectors of 128 field elements as bit planes: plane i holds coefficient a_i of all elements, one lane (bit) per
 * element. Adding is one XOR per plane, and multiplying all lanes by one common factor needs only AND and XOR,
 * so it is fast and its time depends on no value.
 *
 * Products are computed in three steps, so that the parts can be shared: the planes are evaluated at the points of
 * a Karatsuba scheme, products at the points are summed, and the sum is interpolated and reduced once.
 */
#ifndef MURAG_PLANES_H
#define MURAG_PLANES_H

#include "field.h"

#define MURAG_LANES 128
#define MURAG_LANE_WORDS 2

/* Karatsuba splits a polynomial of PLANES coefficients into PARTS parts by three halvings, which gives LEAVES products. */
#define MURAG_PARTS 8
#define MURAG_LEAVES 27
#define MURAG_LEAF ((MURAG_M + MURAG_PARTS - 1) / MURAG_PARTS)
#define MURAG_PLANES (MURAG_PARTS * MURAG_LEAF)

/* Lane l is bit l % 64 of word l / 64. */
typedef struct {
    uint64_t w[MURAG_LANE_WORDS];
} murag_lanes;

/* Planes from M on are 0. */
typedef struct {
    murag_lanes plane[MURAG_PLANES];
} murag_planes;

/* The words of LEAF planes, one after the other, for each leaf, between MARGIN planes of zeros on either side. */
#define MURAG_MARGIN 3
typedef struct {
    uint64_t leaf[MURAG_LEAVES][MURAG_LANE_WORDS * (MURAG_LEAF + 2 * MURAG_MARGIN)];
} murag_points;

/* A factor common to all lanes: bit i of a leaf is its coefficient i. */
typedef struct {
    uint32_t leaf[MURAG_LEAVES];
} murag_factor;

/* The words of 2 * LEAF - 1 planes for each leaf; all planes after them are 0. */
typedef struct {
    uint64_t leaf[MURAG_LEAVES][MURAG_LANE_WORDS * (2 * MURAG_LEAF + MURAG_MARGIN)];
} murag_product;

/* Lanes first_lane, first_lane + 1, ... take the elements; all other lanes become 0. */
void murag_planes_load(murag_planes *planes, unsigned first_lane, const murag_element *elements, unsigned count);
void murag_planes_store(murag_element *elements, unsigned count, const murag_planes *planes, unsigned first_lane);

void murag_planes_add(murag_planes *sum, const murag_planes *a);
/* Squares every lane. */
void murag_planes_square(murag_planes *square, const murag_planes *a);

void murag_points_evaluate(murag_points *points, const murag_planes *planes);
void murag_factor_evaluate(murag_factor *factor, const murag_element *a);
void murag_product_clear(murag_product *product);
/* product += factor * points */
void murag_product_accumulate(murag_product *product, const murag_factor *factor, const murag_points *points);
/* Interpolates and reduces modulo the field polynomial. */
void murag_product_reduce(murag_planes *planes, const murag_product *product);

#endif
