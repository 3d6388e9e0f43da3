/* Section 4.2: the matrix A and the products with it. A is never held: it is made in tiles that are used at once. */
#ifndef FROST_MATRIX_H
#define FROST_MATRIX_H

#include <stdint.h>

#include "aes128.h"
#include "parameters.h"

/* Shape of a tile: 8 columns from one AES block, as many rows as there are blocks in one call of AES. */
#define FROST_TILE_ROWS FROST_AES_BLOCKS
#define FROST_TILE_COLUMNS 8

/* n rounded up to whole tiles. */
#define FROST_PADDED_ROWS ((FROST_N + FROST_TILE_ROWS - 1) / FROST_TILE_ROWS * FROST_TILE_ROWS)

/* A small matrix with n rows, stored column after column. The rows from n on are zero on input and mean nothing on output. */
typedef uint16_t frost_column[FROST_PADDED_ROWS];

/* A tile, column after column. */
typedef uint16_t frost_tile[FROST_TILE_COLUMNS][FROST_TILE_ROWS];

/* tile[w][l] = A[first_row + l][first_column + w], also outside A. Both numbers are multiples of the tile's shape. */
void frost_matrix_tile(frost_tile tile, const frost_aes_key *key, unsigned first_row, unsigned first_column);

/* product = A * S modulo 2^16. The key is the first half of rho. */
void frost_multiply(frost_column product[FROST_S_COLUMNS], const unsigned char rho[FROST_SEED_BYTES],
                    frost_column s[FROST_S_COLUMNS]);

/* product = transpose of A * T modulo 2^16. */
void frost_multiply_transposed(frost_column product[FROST_T_COLUMNS], const unsigned char rho[FROST_SEED_BYTES],
                               frost_column t[FROST_T_COLUMNS]);

#endif
