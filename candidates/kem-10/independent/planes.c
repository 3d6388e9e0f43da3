#include "planes.h"

#include <string.h>

/* Transposes a 64 x 64 bit matrix in place; element (row, column) is bit `column` of word `row`. */
static void transpose(uint64_t row[64])
{
    uint64_t mask = UINT64_C(0x00000000ffffffff);
    for (unsigned width = 32; width != 0; width >>= 1, mask ^= mask << width) {
        for (unsigned i = 0; i < 64; i = (i + width + 1) & ~width) {
            uint64_t swap = ((row[i] >> width) ^ row[i + width]) & mask;
            row[i] ^= swap << width;
            row[i + width] ^= swap;
        }
    }
}

void murag_planes_load(murag_planes *planes, unsigned first_lane, const murag_element *elements, unsigned count)
{
    memset(planes, 0, sizeof *planes);
    for (unsigned half = 0; half < MURAG_LANE_WORDS; half++) {
        unsigned begin = 64 * half, end = begin + 64;
        unsigned from = first_lane > begin ? first_lane : begin;
        unsigned to = first_lane + count < end ? first_lane + count : end;
        for (unsigned word = 0; word < MURAG_WORDS && from < to; word++) {
            uint64_t matrix[64] = {0};
            for (unsigned lane = from; lane < to; lane++) {
                matrix[lane - begin] = elements[lane - first_lane].w[word];
            }
            transpose(matrix);
            for (unsigned i = 0; i < 64 && 64 * word + i < MURAG_M; i++) {
                planes->plane[64 * word + i].w[half] = matrix[i];
            }
        }
    }
}

void murag_planes_store(murag_element *elements, unsigned count, const murag_planes *planes, unsigned first_lane)
{
    for (unsigned half = 0; half < MURAG_LANE_WORDS; half++) {
        unsigned begin = 64 * half, end = begin + 64;
        unsigned from = first_lane > begin ? first_lane : begin;
        unsigned to = first_lane + count < end ? first_lane + count : end;
        for (unsigned word = 0; word < MURAG_WORDS && from < to; word++) {
            uint64_t matrix[64] = {0};
            for (unsigned i = 0; i < 64 && 64 * word + i < MURAG_M; i++) {
                matrix[i] = planes->plane[64 * word + i].w[half];
            }
            transpose(matrix);
            for (unsigned lane = from; lane < to; lane++) {
                elements[lane - first_lane].w[word] = matrix[lane - begin];
            }
        }
    }
}

static void add_lanes(murag_lanes *restrict sum, const murag_lanes *restrict a, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        sum[i].w[0] ^= a[i].w[0];
        sum[i].w[1] ^= a[i].w[1];
    }
}

void murag_planes_add(murag_planes *sum, const murag_planes *a)
{
    add_lanes(sum->plane, a->plane, MURAG_PLANES);
}

/* Folds planes 2M - 2 down to M into the lower ones. */
static void reduce(murag_planes *planes, murag_lanes wide[2 * MURAG_PLANES])
{
    static const unsigned taps[MURAG_TAP_COUNT] = MURAG_TAPS;

    for (unsigned i = 2 * MURAG_M - 2; i >= MURAG_M; i--) {
        for (unsigned t = 0; t < MURAG_TAP_COUNT; t++) {
            add_lanes(&wide[i - MURAG_M + taps[t]], &wide[i], 1);
        }
    }
    memcpy(planes->plane, wide, MURAG_M * sizeof *wide);
    memset(planes->plane + MURAG_M, 0, (MURAG_PLANES - MURAG_M) * sizeof *wide);
}

void murag_planes_square(murag_planes *square, const murag_planes *a)
{
    murag_lanes wide[2 * MURAG_PLANES];

    memset(wide, 0, sizeof wide);
    for (unsigned i = 0; i < MURAG_M; i++) {
        wide[2 * i] = a->plane[i];
    }
    reduce(square, wide);
}

/* Order of the leaves at each level: low half, high half, sum of both. Returns the next free leaf. */
static unsigned evaluate(murag_points *points, unsigned leaf, const murag_lanes *planes, unsigned count)
{
    murag_lanes sum[MURAG_PLANES / 2];
    unsigned half = count / 2;

    if (count == MURAG_LEAF) {
        memset(points->leaf[leaf], 0, sizeof points->leaf[leaf]);
        memcpy(points->leaf[leaf] + MURAG_LANE_WORDS * MURAG_MARGIN, planes, MURAG_LEAF * sizeof *planes);
        return leaf + 1;
    }
    leaf = evaluate(points, leaf, planes, half);
    leaf = evaluate(points, leaf, planes + half, half);
    memcpy(sum, planes, half * sizeof *sum);
    add_lanes(sum, planes + half, half);
    return evaluate(points, leaf, sum, half);
}

void murag_points_evaluate(murag_points *points, const murag_planes *planes)
{
    evaluate(points, 0, planes->plane, MURAG_PLANES);
}

/* The same for one element whose coefficients are grouped into parts of LEAF bits. */
static unsigned evaluate_parts(murag_factor *factor, unsigned leaf, const uint32_t *part, unsigned count)
{
    uint32_t sum[MURAG_PARTS / 2];
    unsigned half = count / 2;

    if (count == 1) {
        factor->leaf[leaf] = *part;
        return leaf + 1;
    }
    leaf = evaluate_parts(factor, leaf, part, half);
    leaf = evaluate_parts(factor, leaf, part + half, half);
    for (unsigned i = 0; i < half; i++) {
        sum[i] = part[i] ^ part[half + i];
    }
    return evaluate_parts(factor, leaf, sum, half);
}

void murag_factor_evaluate(murag_factor *factor, const murag_element *a)
{
    uint32_t part[MURAG_PARTS] = {0};

    for (unsigned i = 0; i < MURAG_M; i++) {
        part[i / MURAG_LEAF] |= (uint32_t)murag_coefficient(a, i) << (i % MURAG_LEAF);
    }
    evaluate_parts(factor, 0, part, MURAG_PARTS);
}

void murag_product_clear(murag_product *product)
{
    memset(product, 0, sizeof *product);
}

static uint64_t bit_mask(uint32_t bits, unsigned i)
{
    return 0 - (uint64_t)((bits >> i) & 1);
}

#define STEP (MURAG_MARGIN + 1)
/*
 * product[i + j] += factor_i * points[j], for STEP values of i at a time; the zeros around the points stand for the j
 * that do not exist. Written over words, so that compilers vectorise the inner loop.
 */
static void accumulate_leaf(uint64_t *restrict product, uint32_t factor, const uint64_t *restrict points)
{
    const uint64_t *p0 = points + MURAG_LANE_WORDS * MURAG_MARGIN;
    const uint64_t *p1 = p0 - MURAG_LANE_WORDS, *p2 = p1 - MURAG_LANE_WORDS, *p3 = p2 - MURAG_LANE_WORDS;

    for (unsigned i = 0; i < MURAG_LEAF; i += STEP) {
        const uint64_t mask0 = bit_mask(factor, i), mask1 = bit_mask(factor, i + 1);
        const uint64_t mask2 = bit_mask(factor, i + 2), mask3 = bit_mask(factor, i + 3);
        uint64_t *sum = product + MURAG_LANE_WORDS * i;
        for (unsigned j = 0; j < MURAG_LANE_WORDS * (MURAG_LEAF + MURAG_MARGIN); j++) {
            sum[j] ^= (mask0 & p0[j]) ^ (mask1 & p1[j]) ^ (mask2 & p2[j]) ^ (mask3 & p3[j]);
        }
    }
}

void murag_product_accumulate(murag_product *product, const murag_factor *factor, const murag_points *points)
{
    for (unsigned i = 0; i < MURAG_LEAVES; i++) {
        accumulate_leaf(product->leaf[i], factor->leaf[i], points->leaf[i]);
    }
}

/* Writes 2 * count planes, the last of them 0. Returns the next unused leaf. */
static unsigned interpolate(murag_lanes *wide, unsigned count, const murag_product *product, unsigned leaf)
{
    murag_lanes middle[MURAG_PLANES];
    unsigned half = count / 2;

    if (count == MURAG_LEAF) {
        memcpy(wide, product->leaf[leaf], 2 * MURAG_LEAF * sizeof *wide);
        return leaf + 1;
    }
    leaf = interpolate(wide, half, product, leaf);
    leaf = interpolate(wide + count, half, product, leaf);
    leaf = interpolate(middle, half, product, leaf);
    add_lanes(middle, wide, count);
    add_lanes(middle, wide + count, count);
    add_lanes(wide + half, middle, count);
    return leaf;
}

void murag_product_reduce(murag_planes *planes, const murag_product *product)
{
    murag_lanes wide[2 * MURAG_PLANES];

    interpolate(wide, MURAG_PLANES, product, 0);
    reduce(planes, wide);
}
