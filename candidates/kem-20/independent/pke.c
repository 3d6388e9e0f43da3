#include "pke.h"

#include <string.h>

#include "e8.h"
#include "encoding.h"
#include "sampling.h"

static void quantise(uint16_t *labels, const uint16_t *values, const uint16_t *dither, size_t count, unsigned bits)
{
    for (size_t i = 0; i < count; i++) {
        labels[i] = frost_quantise(values[i], dither[i], bits);
    }
}

static void compensate(uint16_t *values, const uint16_t *labels, const uint16_t *dither, size_t count, unsigned bits)
{
    for (size_t i = 0; i < count; i++) {
        values[i] = frost_compensate(labels[i], dither[i], bits);
    }
}

int frost_make_key(frost_key_memory *memory, unsigned char packed_s[FROST_PACKED_S_BYTES],
                   unsigned char pk[FROST_PK_BYTES], const unsigned char seed[FROST_SECRET_SEED_BYTES])
{
    if (frost_sample_columns(memory->s, FROST_S_COLUMNS, FROST_DOMAIN_S, seed, memory->words) != FROST_OK) {
        return FROST_ERROR_INTERNAL;
    }
    frost_pack_s(packed_s, memory->s, memory->words);
    frost_multiply(memory->product, pk, memory->s);
    if (frost_dither(memory->words, FROST_B_ENTRIES, FROST_BITS_PK, FROST_DOMAIN_DITHER_PK, pk) != FROST_OK) {
        return FROST_ERROR_INTERNAL;
    }
    for (unsigned i = 0; i < FROST_N; i++) {
        for (unsigned k = 0; k < FROST_S_COLUMNS; k++) {
            const unsigned entry = i * FROST_S_COLUMNS + k;

            memory->b[entry] = frost_quantise(memory->product[k][i], memory->words[entry], FROST_BITS_PK);
        }
    }
    frost_pack(pk + FROST_PK_B, memory->b, FROST_B_ENTRIES, FROST_BITS_PK);
    return FROST_OK;
}

/* row += transpose of t * b for one column t and all columns of b, which is stored row after row. */
static void add_row(uint16_t row[FROST_S_COLUMNS], const frost_column t, const uint16_t b[FROST_B_ENTRIES])
{
    for (unsigned j = 0; j < FROST_N; j++) {
        for (unsigned i = 0; i < FROST_S_COLUMNS; i++) {
            row[i] = (uint16_t)(row[i] + (uint32_t)t[j] * b[j * FROST_S_COLUMNS + i]);
        }
    }
}

int frost_encrypt(frost_encryption *memory, const unsigned char pk[FROST_PK_BYTES],
                  const unsigned char message[FROST_SS_BYTES], const unsigned char salt[FROST_SEED_BYTES],
                  const unsigned char sigma[FROST_SECRET_SEED_BYTES])
{
    uint16_t *const words = memory->words;

    if (frost_sample_columns(memory->t, FROST_T_COLUMNS, FROST_DOMAIN_T, sigma, words) != FROST_OK) {
        return FROST_ERROR_INTERNAL;
    }
    frost_multiply_transposed(memory->product, pk, memory->t);
    if (frost_dither(words, FROST_U_ENTRIES, FROST_BITS_U, FROST_DOMAIN_DITHER_U, salt) != FROST_OK) {
        return FROST_ERROR_INTERNAL;
    }
    for (unsigned k = 0; k < FROST_T_COLUMNS; k++) {
        quantise(&memory->u[k * FROST_N], memory->product[k], &words[k * FROST_N], FROST_N, FROST_BITS_U);
    }

    frost_unpack(memory->b, pk + FROST_PK_B, FROST_B_ENTRIES, FROST_BITS_PK);
    if (frost_dither(words, FROST_B_ENTRIES, FROST_BITS_PK, FROST_DOMAIN_DITHER_PK, pk) != FROST_OK) {
        return FROST_ERROR_INTERNAL;
    }
    compensate(memory->b, memory->b, words, FROST_B_ENTRIES, FROST_BITS_PK);
    frost_e8_encode(memory->v, message);
    for (unsigned k = 0; k < FROST_T_COLUMNS; k++) {
        add_row(&memory->v[k * FROST_S_COLUMNS], memory->t[k], memory->b);
    }
    if (frost_dither(words, FROST_V_ENTRIES, FROST_BITS_V, FROST_DOMAIN_DITHER_V, salt) != FROST_OK) {
        return FROST_ERROR_INTERNAL;
    }
    quantise(memory->v, memory->v, words, FROST_V_ENTRIES, FROST_BITS_V);
    return FROST_OK;
}

static uint16_t inner_product(const uint16_t *a, const uint16_t *b)
{
    uint16_t sum = 0;

    for (unsigned j = 0; j < FROST_N; j++) {
        sum = (uint16_t)(sum + (uint32_t)a[j] * b[j]);
    }
    return sum;
}

int frost_decrypt(frost_decryption *memory, uint16_t w[FROST_V_ENTRIES],
                  const unsigned char packed_s[FROST_PACKED_S_BYTES], const unsigned char ct[FROST_CT_BYTES])
{
    const unsigned char *salt = ct + FROST_CT_SALT;
    uint16_t *const words = memory->words;

    frost_unpack_s(memory->s, packed_s, words);
    frost_unpack(memory->u, ct, FROST_U_ENTRIES, FROST_BITS_U);
    frost_unpack(memory->v, ct + FROST_CT_V, FROST_V_ENTRIES, FROST_BITS_V);

    /* W = V - transpose of U * S, of the compensated values. The dither of V is made first in w. */
    if (frost_dither(words, FROST_U_ENTRIES, FROST_BITS_U, FROST_DOMAIN_DITHER_U, salt) != FROST_OK
        || frost_dither(w, FROST_V_ENTRIES, FROST_BITS_V, FROST_DOMAIN_DITHER_V, salt) != FROST_OK) {
        return FROST_ERROR_INTERNAL;
    }
    compensate(words, memory->u, words, FROST_U_ENTRIES, FROST_BITS_U);
    compensate(w, memory->v, w, FROST_V_ENTRIES, FROST_BITS_V);
    for (unsigned k = 0; k < FROST_T_COLUMNS; k++) {
        for (unsigned i = 0; i < FROST_S_COLUMNS; i++) {
            const unsigned entry = k * FROST_S_COLUMNS + i;

            w[entry] = (uint16_t)((w[entry] - (uint32_t)inner_product(&words[k * FROST_N], memory->s[i])) & FROST_Q_MASK);
        }
    }
    return FROST_OK;
}
