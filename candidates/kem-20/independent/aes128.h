/* Section 3.4: AES-128 encryption (FIPS 197) of many blocks at once, bit-sliced. No tables, no branches on data. */
#ifndef FROST_AES128_H
#define FROST_AES128_H

#include <stdint.h>

#define FROST_AES_KEY_BYTES 16
#define FROST_AES_ROUNDS 10

/* Words of a plane. Two, so that a compiler can use vectors of 128 bits; see README.md. */
#define FROST_AES_WORDS 2
#define FROST_AES_BLOCKS (64 * FROST_AES_WORDS)

/* One bit of every block. */
typedef struct {
    uint64_t word[FROST_AES_WORDS];
} frost_plane;

/* FROST_AES_BLOCKS blocks: plane[8 * i + j] holds bit j (0 is the least significant) of byte i of each block. */
typedef struct {
    frost_plane plane[128];
} frost_aes_blocks;

/* All words of a plane are equal. */
typedef struct {
    frost_aes_blocks round[FROST_AES_ROUNDS + 1];
} frost_aes_key;

void frost_aes_expand_key(frost_aes_key *expanded, const unsigned char key[FROST_AES_KEY_BYTES]);

/* In place. */
void frost_aes_encrypt(frost_aes_blocks *restrict blocks, const frost_aes_key *restrict key);

#endif
