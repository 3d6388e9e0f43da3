#include "matrix.h"

#include <string.h>

#define WORD_BITS 16

/*
 * In each word of a plane, bit 16 c + r belongs to row 4 r + c of the tile: in that order the transposition below leaves
 * rows in sequence. These are the bits of r and of c as planes.
 */
static const uint64_t bits_of_r[4] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00};
static const uint64_t bits_of_c[2] = {0xffff0000ffff0000, 0xffffffff00000000};

/* Bit `bit` of the row numbers of word `word` of a tile that starts with row 0. */
static uint64_t row_bit(int bit, int word)
{
    return bit < 2 ? bits_of_c[bit] : bit < 6 ? bits_of_r[bit - 2] : 0 - (uint64_t)(word >> (bit - 6) & 1);
}

/* LE16(row) || LE16(column) || 12 zero bytes. */
static void set_plaintext(frost_aes_blocks *blocks, unsigned first_row, unsigned column)
{
    memset(blocks, 0, sizeof *blocks);
    for (int bit = 0; bit < WORD_BITS; bit++) {
        for (int word = 0; word < FROST_AES_WORDS; word++) {
            blocks->plane[bit].word[word] = row_bit(bit, word) | (0 - (uint64_t)(first_row >> bit & 1));
            blocks->plane[WORD_BITS + bit].word[word] = 0 - (uint64_t)(column >> bit & 1);
        }
    }
}

/* Exchanges the bits `step` of the number of a plane and of the position in a 16-bit group. */
static void exchange(frost_plane *restrict low, frost_plane *restrict high, int step, uint64_t mask)
{
    for (int k = 0; k < FROST_AES_WORDS; k++) {
        const uint64_t change = ((low->word[k] >> step) ^ high->word[k]) & mask;

        high->word[k] ^= change;
        low->word[k] ^= change << step;
    }
}

/* From 16 planes, bits 0 to 15 of one entry of A in each row, to a column of the tile. Leaves the planes changed. */
static void transpose(uint16_t column[FROST_TILE_ROWS], frost_plane planes[WORD_BITS])
{
    static const uint64_t masks[4] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff};

    for (int level = 0; level < 4; level++) {
        const int step = 1 << level;

        for (int r = 0; r < WORD_BITS; r++) {
            if ((r & step) == 0) {
                exchange(&planes[r], &planes[r + step], step, masks[level]);
            }
        }
    }
    for (int word = 0; word < FROST_AES_WORDS; word++) {
        for (int r = 0; r < WORD_BITS; r++) {
            const uint64_t rows = planes[r].word[word];
            uint16_t *out = &column[64 * word + 4 * r];

            out[0] = (uint16_t)rows;
            out[1] = (uint16_t)(rows >> 16);
            out[2] = (uint16_t)(rows >> 32);
            out[3] = (uint16_t)(rows >> 48);
        }
    }
}

void frost_matrix_tile(frost_tile tile, const frost_aes_key *key, unsigned first_row, unsigned first_column)
{
    frost_aes_blocks blocks;

    set_plaintext(&blocks, first_row, first_column);
    frost_aes_encrypt(&blocks, key);
    for (int w = 0; w < FROST_TILE_COLUMNS; w++) {
        transpose(tile[w], &blocks.plane[WORD_BITS * w]);
    }
}

/* sum += tile * s, one column. */
static void add_product(uint16_t *restrict sum, frost_tile tile, const uint16_t *restrict s)
{
    const uint16_t s0 = s[0], s1 = s[1], s2 = s[2], s3 = s[3], s4 = s[4], s5 = s[5], s6 = s[6], s7 = s[7];

    for (int l = 0; l < FROST_TILE_ROWS; l++) {
        sum[l] = (uint16_t)(sum[l] + (uint32_t)s0 * tile[0][l] + (uint32_t)s1 * tile[1][l] + (uint32_t)s2 * tile[2][l]
                            + (uint32_t)s3 * tile[3][l] + (uint32_t)s4 * tile[4][l] + (uint32_t)s5 * tile[5][l]
                            + (uint32_t)s6 * tile[6][l] + (uint32_t)s7 * tile[7][l]);
    }
}

void frost_multiply(frost_column product[FROST_S_COLUMNS], const unsigned char rho[FROST_SEED_BYTES],
                    frost_column s[FROST_S_COLUMNS])
{
    frost_aes_key key;
    frost_tile tile;

    frost_aes_expand_key(&key, rho);
    memset(product, 0, FROST_S_COLUMNS * sizeof *product);
    for (unsigned row = 0; row < FROST_N; row += FROST_TILE_ROWS) {
        for (unsigned column = 0; column < FROST_N; column += FROST_TILE_COLUMNS) {
            frost_matrix_tile(tile, &key, row, column);
            for (int k = 0; k < FROST_S_COLUMNS; k++) {
                add_product(&product[k][row], tile, &s[k][column]);
            }
        }
    }
}

/* sum[0..3] += transpose of the first four columns of the tile * t, one column. */
static void add_four_sums(uint16_t *restrict sum, uint16_t tile[][FROST_TILE_ROWS], const uint16_t *restrict t)
{
    uint16_t sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;

    for (int l = 0; l < FROST_TILE_ROWS; l++) {
        sum0 = (uint16_t)(sum0 + (uint32_t)t[l] * tile[0][l]);
        sum1 = (uint16_t)(sum1 + (uint32_t)t[l] * tile[1][l]);
        sum2 = (uint16_t)(sum2 + (uint32_t)t[l] * tile[2][l]);
        sum3 = (uint16_t)(sum3 + (uint32_t)t[l] * tile[3][l]);
    }
    sum[0] = (uint16_t)(sum[0] + sum0);
    sum[1] = (uint16_t)(sum[1] + sum1);
    sum[2] = (uint16_t)(sum[2] + sum2);
    sum[3] = (uint16_t)(sum[3] + sum3);
}

void frost_multiply_transposed(frost_column product[FROST_T_COLUMNS], const unsigned char rho[FROST_SEED_BYTES],
                               frost_column t[FROST_T_COLUMNS])
{
    frost_aes_key key;
    frost_tile tile;

    frost_aes_expand_key(&key, rho);
    memset(product, 0, FROST_T_COLUMNS * sizeof *product);
    for (unsigned row = 0; row < FROST_N; row += FROST_TILE_ROWS) {
        for (unsigned column = 0; column < FROST_N; column += FROST_TILE_COLUMNS) {
            frost_matrix_tile(tile, &key, row, column);
            for (int k = 0; k < FROST_T_COLUMNS; k++) {
                for (int w = 0; w < FROST_TILE_COLUMNS; w += 4) {
                    add_four_sums(&product[k][column + w], &tile[w], &t[k][row]);
                }
            }
        }
    }
}
