#include "support_product.h"

#include "planes.h"

#include <string.h>

/*
 * A row of (B_0 | ... | B_{w-1}) as bits: words of `per_word` fields, one field of `columns` bits for each s. No product
 * needs more words than the one with R2, which has the largest support and the most columns.
 */
#define PER_WORD_R2 (64 / MURAG_N2)
#define MAX_ROW_WORDS ((MURAG_W2 + PER_WORD_R2 - 1) / PER_WORD_R2)
/* Rows are combined four at a time: table[group][index] is the sum of the rows 4 * group + i with bit i of index set. */
#define GROUP 4
#define GROUPS ((MURAG_N + GROUP - 1) / GROUP)

typedef struct {
    unsigned columns, per_word;
    unsigned word[MURAG_MAX_SUPPORT], shift[MURAG_MAX_SUPPORT];
    uint64_t table[GROUPS][1 << GROUP][MAX_ROW_WORDS];
} combinations;

static void combinations_build(combinations *c, const murag_coordinates *secret, unsigned columns, unsigned w)
{
    memset(c, 0, sizeof *c);
    c->columns = columns;
    c->per_word = 64 / columns;
    for (unsigned s = 0; s < w; s++) {
        c->word[s] = s / c->per_word;
        c->shift[s] = s % c->per_word * columns;
    }
    for (unsigned row = 0; row < MURAG_N; row++) {
        uint64_t *bits = c->table[row / GROUP][1u << (row % GROUP)];
        for (unsigned s = 0; s < w; s++) {
            for (unsigned column = 0; column < columns; column++) {
                uint64_t bit = (secret[row * columns + column] >> s) & 1;
                bits[c->word[s]] |= bit << (c->shift[s] + column);
            }
        }
    }
    for (unsigned group = 0; group < GROUPS; group++) {
        for (unsigned index = 3; index < 1 << GROUP; index++) {
            unsigned rest = index & (index - 1);
            for (unsigned i = 0; rest != 0 && i < MAX_ROW_WORDS; i++) {
                c->table[group][index][i] = c->table[group][rest][i] ^ c->table[group][index ^ rest][i];
            }
        }
    }
}

/* The combination of rows that a public vector of N bits selects. */
static void combinations_sum(uint64_t sum[MAX_ROW_WORDS], const combinations *c, const murag_lanes *selection)
{
    const uint64_t *chosen[GROUPS];

    for (unsigned group = 0; group < GROUPS; group++) {
        uint64_t index = (selection->w[group / 16] >> (GROUP * (group % 16))) & ((1u << GROUP) - 1);
        chosen[group] = c->table[group][index];
    }
    for (unsigned i = 0; i < MAX_ROW_WORDS; i++) {
        sum[i] = 0;
        for (unsigned group = 0; group < GROUPS; group++) {
            sum[i] ^= chosen[group][i];
        }
    }
}

/* Adds matrix_row * B_s to partial[s] for all s, in the lanes from word and shift on. */
static void add_row(murag_planes *partial, const combinations *c, const murag_element *matrix_row, unsigned w,
                    unsigned word, unsigned shift)
{
    const uint64_t field = (UINT64_C(1) << c->columns) - 1;
    murag_planes bits;

    murag_planes_load(&bits, 0, matrix_row, MURAG_N);
    for (unsigned i = 0; i < MURAG_M; i++) {
        uint64_t sum[MAX_ROW_WORDS];
        combinations_sum(sum, c, &bits.plane[i]);
        for (unsigned s = 0; s < w; s++) {
            uint64_t value = sum[c->word[s]] >> c->shift[s];
            partial[s].plane[i].w[word] |= (value & field) << shift;
        }
    }
}

void murag_support_product(murag_element *product, const murag_element *matrix, unsigned rows,
                           const murag_coordinates *secret, unsigned columns, const murag_element *support, unsigned w)
{
    combinations c;
    murag_planes partial[MURAG_MAX_SUPPORT];
    murag_points points;
    murag_product sum;
    murag_factor factor;
    murag_planes result;
    murag_element entries[MURAG_LANES];

    combinations_build(&c, secret, columns, w);
    for (unsigned first = 0; first < rows; first += MURAG_LANE_WORDS * c.per_word) {
        unsigned slots = rows - first;
        if (slots > MURAG_LANE_WORDS * c.per_word) {
            slots = MURAG_LANE_WORDS * c.per_word;
        }
        memset(partial, 0, sizeof partial);
        for (unsigned slot = 0; slot < slots; slot++) {
            add_row(partial, &c, matrix + (first + slot) * MURAG_N, w, slot / c.per_word, slot % c.per_word * columns);
        }
        murag_product_clear(&sum);
        for (unsigned s = 0; s < w; s++) {
            murag_points_evaluate(&points, &partial[s]);
            murag_factor_evaluate(&factor, &support[s]);
            murag_product_accumulate(&sum, &factor, &points);
        }
        murag_product_reduce(&result, &sum);
        murag_planes_store(entries, MURAG_LANES, &result, 0);
        for (unsigned slot = 0; slot < slots; slot++) {
            memcpy(product + (first + slot) * columns,
                   entries + slot / c.per_word * 64 + slot % c.per_word * columns, columns * sizeof *product);
        }
    }
    murag_wipe(&c, sizeof c);
    murag_wipe(partial, sizeof partial);
    murag_wipe(&points, sizeof points);
    murag_wipe(&factor, sizeof factor);
    murag_wipe(&sum, sizeof sum);
    murag_wipe(&result, sizeof result);
    murag_wipe(entries, sizeof entries);
}
