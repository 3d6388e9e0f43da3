#include "decoder.h"

#define WORDS (MURAG_BLOCKS * MURAG_LANE_WORDS)
/* All coefficients lie in the last word of the last block. */
#define LAST_BLOCK (MURAG_BLOCKS - 1)
#define LAST_WORD (MURAG_LANE_WORDS - 1)
#define FIRST_N (64 - 2 * MURAG_K)
#define FIRST_V (64 - MURAG_K)
#define COEFFICIENTS (~UINT64_C(0) << FIRST_N)
#define LOWEST_COEFFICIENTS ((UINT64_C(1) << FIRST_N) | (UINT64_C(1) << FIRST_V))

/* One lane of each block. */
typedef struct {
    murag_lanes block[MURAG_BLOCKS];
} lane_set;

static void set_lane(lane_set *set, unsigned lane)
{
    set->block[lane / MURAG_LANES].w[lane % MURAG_LANES / 64] |= UINT64_C(1) << (lane % 64);
}

static void put_coefficient(murag_planes *planes, unsigned bit)
{
    planes[LAST_BLOCK].plane[0].w[LAST_WORD] |= UINT64_C(1) << bit;
}

void murag_decoder_start(murag_decoder *decoder, const murag_element u0[MURAG_VALUES],
                         const murag_element u1[MURAG_VALUES])
{
    unsigned done = 0;

    for (unsigned block = 0; block < MURAG_BLOCKS; block++) {
        unsigned first = block == 0 ? MURAG_FIRST_VALUE : 0;
        unsigned count = MURAG_LANES - first < MURAG_VALUES - done ? MURAG_LANES - first : MURAG_VALUES - done;
        murag_planes_load(&decoder->x0[block], first, u0 + done, count);
        murag_planes_load(&decoder->x1[block], first, u1 + done, count);
        done += count;
    }
    put_coefficient(decoder->x0, FIRST_N);
    put_coefficient(decoder->x1, FIRST_V);
    decoder->steps = 0;
    decoder->stopped = 0;
}

/* The values in use whose u1 is not 0. */
static void find_nonzero(lane_set *nonzero, const murag_decoder *decoder, unsigned first_block)
{
    const unsigned first_lane = MURAG_FIRST_VALUE + decoder->steps;

    for (unsigned block = 0; block < MURAG_BLOCKS; block++) {
        for (unsigned word = 0; word < MURAG_LANE_WORDS; word++) {
            const unsigned begin = MURAG_LANES * block + 64 * word;
            uint64_t any = 0;
            for (unsigned i = 0; block >= first_block && i < MURAG_M; i++) {
                any |= decoder->x1[block].plane[i].w[word];
            }
            if (begin + 64 <= first_lane) {
                any = 0;
            } else if (begin < first_lane) {
                any &= ~UINT64_C(0) << (first_lane - begin);
            }
            nonzero->block[block].w[word] = any;
        }
    }
    nonzero->block[LAST_BLOCK].w[LAST_WORD] &= ~COEFFICIENTS;
}

/* Leaves the first lane only. Returns all ones if there is one, else 0. */
static uint64_t keep_first(lane_set *set)
{
    uint64_t found = 0;
    for (unsigned block = 0; block < MURAG_BLOCKS; block++) {
        for (unsigned word = 0; word < MURAG_LANE_WORDS; word++) {
            uint64_t lanes = set->block[block].w[word];
            set->block[block].w[word] = lanes & (0 - lanes) & ~found;
            found |= murag_nonzero_mask(lanes);
        }
    }
    return found;
}

/* Takes the element out of the lane `pivot` and puts the one of the lane `current` there. */
static murag_element exchange(murag_planes *x, const lane_set *pivot, const lane_set *current, unsigned first_block)
{
    murag_element taken = murag_zero();

    for (unsigned i = 0; i < MURAG_M; i++) {
        uint64_t at_pivot = 0, at_current = 0, change;
        for (unsigned block = first_block; block < MURAG_BLOCKS; block++) {
            for (unsigned word = 0; word < MURAG_LANE_WORDS; word++) {
                at_pivot |= x[block].plane[i].w[word] & pivot->block[block].w[word];
                at_current |= x[block].plane[i].w[word] & current->block[block].w[word];
            }
        }
        at_pivot = murag_nonzero_mask(at_pivot);
        change = at_pivot ^ murag_nonzero_mask(at_current);
        for (unsigned block = first_block; block < MURAG_BLOCKS; block++) {
            for (unsigned word = 0; word < MURAG_LANE_WORDS; word++) {
                x[block].plane[i].w[word] ^= change & pivot->block[block].w[word];
            }
        }
        taken.w[i / 64] |= (at_pivot & 1) << (i % 64);
    }
    return taken;
}

/* Moves the coefficients of N and V one place up: from those of (P(x))^2 to those of P^F. */
static void shift_coefficients(murag_planes *square)
{
    for (unsigned i = 0; i < MURAG_M; i++) {
        uint64_t *word = &square->plane[i].w[LAST_WORD];
        uint64_t moved = (*word & COEFFICIENTS) << 1 & ~LOWEST_COEFFICIENTS;
        *word = (*word & ~COEFFICIENTS) | (moved & COEFFICIENTS);
    }
}

/* x := y in the lanes of the coefficients where mask is all ones. */
static void select_coefficients(murag_planes *x, const murag_planes *y, uint64_t mask)
{
    for (unsigned i = 0; i < MURAG_M; i++) {
        x->plane[i].w[LAST_WORD] ^= (x->plane[i].w[LAST_WORD] ^ y->plane[i].w[LAST_WORD]) & COEFFICIENTS & mask;
    }
}

/* (x0, x1) := (x1^2 + alpha * x1, x0 + beta * x1) in one block; squares of coefficients are moved up in the last one. */
static void update(murag_planes *x0, murag_planes *x1, const murag_factor *alpha, const murag_factor *beta, int last)
{
    murag_points points;
    murag_product product;
    murag_planes square, scaled;

    murag_points_evaluate(&points, x1);
    murag_planes_square(&square, x1);
    if (last) {
        shift_coefficients(&square);
    }
    murag_product_clear(&product);
    murag_product_accumulate(&product, beta, &points);
    murag_product_reduce(x1, &product);
    murag_planes_add(x1, x0);
    murag_product_clear(&product);
    murag_product_accumulate(&product, alpha, &points);
    murag_product_reduce(&scaled, &product);
    *x0 = square;
    murag_planes_add(x0, &scaled);
}

void murag_decoder_step(murag_decoder *decoder)
{
    const unsigned current_lane = MURAG_FIRST_VALUE + decoder->steps;
    const unsigned first_block = current_lane / MURAG_LANES;
    lane_set pivot, current = {{{{0}}}};
    murag_element alpha, beta;
    murag_factor alpha_factor, beta_factor;
    murag_planes solution = decoder->x1[LAST_BLOCK];

    set_lane(&current, current_lane);
    find_nonzero(&pivot, decoder, first_block);
    decoder->stopped |= ~keep_first(&pivot);
    alpha = exchange(decoder->x1, &pivot, &current, first_block);
    beta = exchange(decoder->x0, &pivot, &current, first_block);
    beta = murag_multiply(beta, murag_inverse(alpha));
    murag_factor_evaluate(&alpha_factor, &alpha);
    murag_factor_evaluate(&beta_factor, &beta);
    for (unsigned block = first_block; block < MURAG_BLOCKS; block++) {
        update(&decoder->x0[block], &decoder->x1[block], &alpha_factor, &beta_factor, block == LAST_BLOCK);
    }
    select_coefficients(&decoder->x1[LAST_BLOCK], &solution, decoder->stopped);
    decoder->steps++;
}

uint64_t murag_decoder_finish(murag_decoder *decoder, murag_element n1[MURAG_K], murag_element v1[MURAG_K])
{
    lane_set nonzero;

    find_nonzero(&nonzero, decoder, (MURAG_FIRST_VALUE + decoder->steps) / MURAG_LANES);
    decoder->stopped |= ~keep_first(&nonzero);
    murag_planes_store(n1, MURAG_K, &decoder->x1[LAST_BLOCK], MURAG_LANES - 2 * MURAG_K);
    murag_planes_store(v1, MURAG_K, &decoder->x1[LAST_BLOCK], MURAG_LANES - MURAG_K);
    return decoder->stopped;
}
