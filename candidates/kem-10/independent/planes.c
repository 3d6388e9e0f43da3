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
        memcpy(points->leaf[leaf], planes, sizeof points->leaf[leaf]);
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

void murag_factor_evaluate(murag_factor *factor, const murag_element *a)
{
    uint32_t part[8] = {0};
    uint32_t *leaf = factor->leaf;

    for (unsigned i = 0; i < MURAG_M; i++) {
        part[i / MURAG_LEAF] |= (uint32_t)murag_coefficient(a, i) << (i % MURAG_LEAF);
    }
    /* The same three levels unrolled: an index of three base-3 digits, each low, high or sum. */
    for (unsigned top = 0; top < 3; top++) {
        uint32_t quarter[4];
        for (unsigned i = 0; i < 4; i++) {
            quarter[i] = (top != 1 ? part[i] : 0) ^ (top != 0 ? part[4 + i] : 0);
        }
        for (unsigned middle = 0; middle < 3; middle++) {
            uint32_t low = (middle != 1 ? quarter[0] : 0) ^ (middle != 0 ? quarter[2] : 0);
            uint32_t high = (middle != 1 ? quarter[1] : 0) ^ (middle != 0 ? quarter[3] : 0);
            *leaf++ = low;
            *leaf++ = high;
            *leaf++ = low ^ high;
        }
    }
}

void murag_product_clear(murag_product *product)
{
    memset(product, 0, sizeof *product);
}

/* product[i + j] += factor_i * points[j]; written over words, so that compilers vectorise the inner loop. */
static void accumulate_leaf(uint64_t *restrict product, uint32_t factor, const uint64_t *restrict points)
{
    for (unsigned i = 0; i < MURAG_LEAF; i++) {
        uint64_t mask = 0 - (uint64_t)((factor >> i) & 1);
        for (unsigned j = 0; j < MURAG_LANE_WORDS * MURAG_LEAF; j++) {
            product[MURAG_LANE_WORDS * i + j] ^= mask & points[j];
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
        memcpy(wide, product->leaf[leaf], sizeof product->leaf[leaf]);
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
