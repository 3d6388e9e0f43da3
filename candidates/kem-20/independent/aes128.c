#include "aes128.h"

#define STATE_BYTES 16
#define BITS 8

/* SubBytes leaves out this constant; the round keys that follow carry it, as MixColumns keeps a column of equal bytes. */
#define SUBSTITUTION_CONSTANT 0x63

/*
 * The S-box on one byte of every block, without its constant: the circuit of J. Boyar and R. Peralta, "A new combinational
 * logic minimization technique with applications to cryptology" (2010). x0 is the most significant bit there.
 */
static void substitute(frost_plane byte[BITS])
{
    for (int k = 0; k < FROST_AES_WORDS; k++) {
        const uint64_t x0 = byte[7].word[k], x1 = byte[6].word[k], x2 = byte[5].word[k], x3 = byte[4].word[k];
        const uint64_t x4 = byte[3].word[k], x5 = byte[2].word[k], x6 = byte[1].word[k], x7 = byte[0].word[k];

        /* Into the tower field. */
        const uint64_t y14 = x3 ^ x5, y13 = x0 ^ x6, y9 = x0 ^ x3, y8 = x0 ^ x5, t0 = x1 ^ x2;
        const uint64_t y1 = t0 ^ x7, y4 = y1 ^ x3, y12 = y13 ^ y14, y2 = y1 ^ x0, y5 = y1 ^ x6, y3 = y5 ^ y8;
        const uint64_t t1 = x4 ^ y12, y15 = t1 ^ x5, y20 = t1 ^ x1, y6 = y15 ^ x7, y10 = y15 ^ t0;
        const uint64_t y11 = y20 ^ y9, y7 = x7 ^ y11, y17 = y10 ^ y11, y19 = y10 ^ y8, y16 = t0 ^ y11;
        const uint64_t y21 = y13 ^ y16, y18 = x0 ^ y16;

        /* Inversion. */
        const uint64_t t2 = y12 & y15, t4 = (y3 & y6) ^ t2, t6 = (y4 & x7) ^ t2;
        const uint64_t t7 = y13 & y16, t9 = (y5 & y1) ^ t7, t11 = (y2 & y7) ^ t7;
        const uint64_t t12 = y9 & y11, t14 = (y14 & y17) ^ t12, t16 = (y8 & y10) ^ t12;
        const uint64_t t21 = t4 ^ t14 ^ y20, t22 = t6 ^ t16 ^ y19, t23 = t9 ^ t14 ^ y21, t24 = t11 ^ t16 ^ y18;
        const uint64_t t25 = t21 ^ t22, t26 = t21 & t23, t27 = t24 ^ t26, t29 = (t25 & t27) ^ t22;
        const uint64_t t30 = t23 ^ t24, t31 = t22 ^ t26, t33 = (t31 & t30) ^ t24;
        const uint64_t t34 = t23 ^ t33, t35 = t27 ^ t33, t36 = t24 & t35, t37 = t36 ^ t34;
        const uint64_t t38 = t27 ^ t36, t39 = t29 & t38, t40 = t25 ^ t39;
        const uint64_t t41 = t40 ^ t37, t42 = t29 ^ t33, t43 = t29 ^ t40, t44 = t33 ^ t37, t45 = t42 ^ t41;
        const uint64_t z0 = t44 & y15, z1 = t37 & y6, z2 = t33 & x7, z3 = t43 & y16, z4 = t40 & y1, z5 = t29 & y7;
        const uint64_t z6 = t42 & y11, z7 = t45 & y17, z8 = t41 & y10, z9 = t44 & y12, z10 = t37 & y3, z11 = t33 & y4;
        const uint64_t z12 = t43 & y13, z13 = t40 & y5, z14 = t29 & y2, z15 = t42 & y9, z16 = t45 & y14, z17 = t41 & y8;

        /* Back, with the affine map but its constant. */
        const uint64_t t46 = z15 ^ z16, t47 = z10 ^ z11, t48 = z5 ^ z13, t49 = z9 ^ z10, t50 = z2 ^ z12, t51 = z2 ^ z5;
        const uint64_t t52 = z7 ^ z8, t53 = z0 ^ z3, t54 = z6 ^ z7, t55 = z16 ^ z17, t56 = z12 ^ t48, t57 = t50 ^ t53;
        const uint64_t t58 = z4 ^ t46, t59 = z3 ^ t54, t60 = t46 ^ t57, t61 = z14 ^ t57, t62 = t52 ^ t58;
        const uint64_t t63 = t49 ^ t58, t64 = z4 ^ t59, t65 = t61 ^ t62, t66 = z1 ^ t63, t67 = t64 ^ t65;
        const uint64_t s3 = t53 ^ t66;

        byte[7].word[k] = t59 ^ t63;
        byte[6].word[k] = t64 ^ s3;
        byte[5].word[k] = t55 ^ t67;
        byte[4].word[k] = s3;
        byte[3].word[k] = t51 ^ t66;
        byte[2].word[k] = t47 ^ t65;
        byte[1].word[k] = t56 ^ t62;
        byte[0].word[k] = t48 ^ t60;
    }
}

static void substitute_all(frost_aes_blocks *state)
{
    for (int i = 0; i < STATE_BYTES; i++) {
        substitute(&state->plane[BITS * i]);
    }
}

/* Where row r of column c comes from in ShiftRows. */
static const frost_plane *shifted(const frost_aes_blocks *state, int column, int row)
{
    return &state->plane[BITS * (4 * ((column + row) % 4) + row)];
}

/* Bit `bit` of one byte of MixColumns and AddRoundKey, 2 a + 3 b + c + d + key; below is bit - 1 of a + b, reduced. */
#define MIX_BIT(row, bit, a, b, c, d, below) \
    out[BITS * (row) + (bit)].word[k] = (below) ^ b[bit].word[k] ^ c[bit].word[k] ^ d[bit].word[k] \
                                        ^ key[BITS * (row) + (bit)].word[k]
#define SUM(bit, a, b) (a[bit].word[k] ^ b[bit].word[k])
#define MIX_ROW(row, a, b, c, d) \
    MIX_BIT(row, 0, a, b, c, d, SUM(7, a, b)); \
    MIX_BIT(row, 1, a, b, c, d, SUM(0, a, b) ^ SUM(7, a, b)); \
    MIX_BIT(row, 2, a, b, c, d, SUM(1, a, b)); \
    MIX_BIT(row, 3, a, b, c, d, SUM(2, a, b) ^ SUM(7, a, b)); \
    MIX_BIT(row, 4, a, b, c, d, SUM(3, a, b) ^ SUM(7, a, b)); \
    MIX_BIT(row, 5, a, b, c, d, SUM(4, a, b)); \
    MIX_BIT(row, 6, a, b, c, d, SUM(5, a, b)); \
    MIX_BIT(row, 7, a, b, c, d, SUM(6, a, b))

/* A column of MixColumns and AddRoundKey. Everything is in one loop over words, so that compilers turn it into vectors. */
static void mix(frost_plane *restrict out, const frost_plane *restrict a, const frost_plane *restrict b,
                const frost_plane *restrict c, const frost_plane *restrict d, const frost_plane *restrict key)
{
    for (int k = 0; k < FROST_AES_WORDS; k++) {
        MIX_ROW(0, a, b, c, d);
        MIX_ROW(1, b, c, d, a);
        MIX_ROW(2, c, d, a, b);
        MIX_ROW(3, d, a, b, c);
    }
}

/* ShiftRows, MixColumns and AddRoundKey. */
static void diffuse(frost_aes_blocks *restrict out, const frost_aes_blocks *restrict in,
                    const frost_aes_blocks *restrict key)
{
    for (int column = 0; column < 4; column++) {
        mix(&out->plane[BITS * 4 * column], shifted(in, column, 0), shifted(in, column, 1), shifted(in, column, 2),
            shifted(in, column, 3), &key->plane[BITS * 4 * column]);
    }
}

/* out may be a. */
static void add(frost_plane *out, const frost_plane *a, const frost_plane *b, int count)
{
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < FROST_AES_WORDS; k++) {
            out[i].word[k] = a[i].word[k] ^ b[i].word[k];
        }
    }
}

void frost_aes_encrypt(frost_aes_blocks *restrict blocks, const frost_aes_key *restrict key)
{
    frost_aes_blocks other;
    int round = 0;

    add(blocks->plane, blocks->plane, key->round[0].plane, 128);
    while (round < FROST_AES_ROUNDS - 2) {
        substitute_all(blocks);
        diffuse(&other, blocks, &key->round[++round]);
        substitute_all(&other);
        diffuse(blocks, &other, &key->round[++round]);
    }
    substitute_all(blocks);
    diffuse(&other, blocks, &key->round[++round]);
    substitute_all(&other);
    for (int i = 0; i < STATE_BYTES; i++) {
        add(&blocks->plane[BITS * i], shifted(&other, i / 4, i % 4), &key->round[FROST_AES_ROUNDS].plane[BITS * i], BITS);
    }
}

/* SubWord of the key schedule: the four bytes become blocks 0 to 3 of one byte of the state. */
static void substitute_word(unsigned char bytes[4])
{
    frost_plane planes[BITS] = {{{0}}};

    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < BITS; j++) {
            planes[j].word[0] |= (uint64_t)(bytes[i] >> j & 1) << i;
        }
    }
    substitute(planes);
    for (int i = 0; i < 4; i++) {
        bytes[i] = SUBSTITUTION_CONSTANT;
        for (int j = 0; j < BITS; j++) {
            bytes[i] = (unsigned char)(bytes[i] ^ (planes[j].word[0] >> i & 1) << j);
        }
    }
}

static void spread_round_key(frost_aes_blocks *planes, const unsigned char bytes[STATE_BYTES], unsigned constant)
{
    for (int i = 0; i < STATE_BYTES; i++) {
        for (int j = 0; j < BITS; j++) {
            for (int k = 0; k < FROST_AES_WORDS; k++) {
                planes->plane[BITS * i + j].word[k] = 0 - (uint64_t)((bytes[i] ^ constant) >> j & 1);
            }
        }
    }
}

void frost_aes_expand_key(frost_aes_key *expanded, const unsigned char key[FROST_AES_KEY_BYTES])
{
    unsigned char bytes[STATE_BYTES];
    unsigned round_constant = 1;

    for (int i = 0; i < STATE_BYTES; i++) {
        bytes[i] = key[i];
    }
    spread_round_key(&expanded->round[0], bytes, 0);
    for (int round = 1; round <= FROST_AES_ROUNDS; round++) {
        unsigned char word[4] = {bytes[13], bytes[14], bytes[15], bytes[12]};

        substitute_word(word);
        word[0] = (unsigned char)(word[0] ^ round_constant);
        round_constant = (round_constant << 1 ^ (0x11b & (0 - (round_constant >> 7)))) & 0xff;
        for (int i = 0; i < STATE_BYTES; i++) {
            bytes[i] = (unsigned char)(bytes[i] ^ (i < 4 ? word[i] : bytes[i - 4]));
        }
        spread_round_key(&expanded->round[round], bytes, SUBSTITUTION_CONSTANT);
    }
}
