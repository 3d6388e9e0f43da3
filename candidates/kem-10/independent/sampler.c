#include "sampler.h"

#include "encoding.h"

#include <string.h>

#define MAX_FILL (MURAG_N * MURAG_N2)
#define MAX_COMBINATION_BYTES (MURAG_MAX_SUPPORT * MAX_FILL / 8 + 1)

static void draw(DRNG_ctx *drng, unsigned char *out, size_t bytes)
{
    get_random_number(drng, out, 8 * (unsigned long long)bytes);
}

void murag_sample_elements(DRNG_ctx *drng, murag_element *list, unsigned count)
{
    unsigned char flat[MURAG_L * MURAG_B];

    draw(drng, flat, count * MURAG_B);
    for (unsigned i = 0; i < count; i++) {
        list[i] = murag_from_flat(flat + i * MURAG_B);
    }
    murag_wipe(flat, count * MURAG_B);
}

/* All ones if a and b have a coefficient that is 1 in both, else 0. */
static uint64_t meets(const murag_element *a, const murag_element *b)
{
    uint64_t common = 0;
    for (unsigned i = 0; i < MURAG_WORDS; i++) {
        common |= a->w[i] & b->w[i];
    }
    return murag_nonzero_mask(common);
}

/* Only the lowest coefficient that is not 0. */
static murag_element lowest(murag_element a)
{
    uint64_t found = 0;
    for (unsigned i = 0; i < MURAG_WORDS; i++) {
        uint64_t word = a.w[i];
        a.w[i] = word & (0 - word) & ~found;
        found |= murag_nonzero_mask(word);
    }
    return a;
}

int murag_rank_reaches(const murag_element *list, unsigned count, unsigned target)
{
    murag_element basis[MURAG_M], pivot[MURAG_M];
    unsigned rank = 0;

    for (unsigned i = 0; i < count && rank < target; i++) {
        murag_element rest = list[i];
        for (unsigned j = 0; j < rank; j++) {
            rest = murag_add(rest, murag_masked(basis[j], meets(&rest, &pivot[j])));
        }
        if (murag_element_mask(rest)) {
            basis[rank] = rest;
            pivot[rank] = lowest(rest);
            rank++;
        }
    }
    murag_wipe(basis, sizeof basis);
    murag_wipe(pivot, sizeof pivot);
    return rank >= target;
}

void murag_sample_full_rank(DRNG_ctx *drng, murag_element *list, unsigned count)
{
    do {
        murag_sample_elements(drng, list, count);
    } while (!murag_rank_reaches(list, count, count < MURAG_M ? count : MURAG_M));
}

void murag_sample_full_rank_one(DRNG_ctx *drng, murag_element *list, unsigned count)
{
    list[count - 1] = murag_one();
    do {
        murag_sample_elements(drng, list, count - 1);
    } while (!murag_rank_reaches(list, count, count));
}

/* All ones if a = b, else 0; for values below 2^31. */
static uint32_t equal_mask(uint32_t a, uint32_t b)
{
    return 0 - (((a ^ b) - 1) >> 31);
}

/* All ones if a < b, else 0; for values below 2^31. */
static uint32_t less_mask(uint32_t a, uint32_t b)
{
    return 0 - ((a - b) >> 31);
}

/*
 * Puts each of the w support elements at a free position. Every attempt passes over the whole list, so that only the
 * number of attempts shows.
 */
static void place(DRNG_ctx *drng, murag_coordinates *list, uint32_t count, unsigned w)
{
    unsigned char buffer[4 * MURAG_MAX_SUPPORT];
    const uint32_t cut = 65536 - 65536 % count;
    /* p / count = (p * reciprocal) >> 32 for all 16-bit p. */
    const uint64_t reciprocal = (UINT64_C(1) << 32) / count + 1;
    unsigned placed = 0, next = 0;

    memset(list, 0, count * sizeof *list);
    draw(drng, buffer, 4 * w);
    while (placed < w) {
        uint32_t p = buffer[next] + 256u * buffer[next + 1], position, accept, taken = 0;

        next += 2;
        if (next == 4 * w) {
            draw(drng, buffer, 4 * w);
            next = 0;
        }
        position = p - count * (uint32_t)((p * reciprocal) >> 32);
        for (uint32_t i = 0; i < count; i++) {
            taken |= list[i] & equal_mask(i, position);
        }
        accept = less_mask(p, cut) & equal_mask(taken, 0);
        for (uint32_t i = 0; i < count; i++) {
            list[i] = (murag_coordinates)(list[i] | ((1u << placed) & accept & equal_mask(i, position)));
        }
        placed += accept & 1;
    }
    murag_wipe(buffer, sizeof buffer);
}

/* Bits index * w, ..., index * w + w - 1 of a bit string, least significant first. */
static murag_coordinates get_combination(const unsigned char *bits, uint32_t index, unsigned w)
{
    uint32_t value = 0;
    for (unsigned s = 0; s < w; s++) {
        uint32_t q = index * w + s;
        value |= (((uint32_t)bits[q / 8] >> (q % 8)) & 1) << s;
    }
    return (murag_coordinates)value;
}

/*
 * Gives each free position, in increasing order, the next combination. Position p takes combination p minus the number of
 * taken positions before it, which is at most w: it is selected from a window of the last w + 1 combinations.
 */
static void combine_rest(DRNG_ctx *drng, murag_coordinates *list, uint32_t count, unsigned w)
{
    unsigned char bits[MAX_COMBINATION_BYTES];
    murag_coordinates window[MURAG_MAX_SUPPORT + 1] = {0};
    const uint32_t combinations = count - w;
    uint32_t taken_before = 0;

    draw(drng, bits, w * combinations / 8 + 1);
    for (uint32_t p = 0; p < count; p++) {
        uint32_t selected = 0, is_free = equal_mask(list[p], 0);

        memmove(window + 1, window, w * sizeof *window);
        window[0] = p < combinations ? get_combination(bits, p, w) : 0;
        for (uint32_t back = 0; back <= w; back++) {
            selected |= window[back] & equal_mask(back, taken_before);
        }
        list[p] = (murag_coordinates)(list[p] | (selected & is_free));
        taken_before += ~is_free & 1;
    }
    murag_wipe(bits, sizeof bits);
    murag_wipe(window, sizeof window);
}

void murag_sample_fill(DRNG_ctx *drng, murag_coordinates *list, unsigned count, unsigned w)
{
    place(drng, list, count, w);
    combine_rest(drng, list, count, w);
}

murag_element murag_combine(const murag_element *support, unsigned w, murag_coordinates coordinates)
{
    murag_element sum = murag_zero();
    for (unsigned s = 0; s < w; s++) {
        sum = murag_add(sum, murag_masked(support[s], 0 - (uint64_t)((coordinates >> s) & 1)));
    }
    return sum;
}
