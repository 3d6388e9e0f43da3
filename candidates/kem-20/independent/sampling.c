#include "sampling.h"

#include <string.h>

#include "auxfunc.h"
#include "drng.h"

extern DRNG_ctx drng_algorithm;

int frost_xof(unsigned char *out, size_t out_bytes, const unsigned char *in, size_t in_bytes)
{
    return pseudoXOF(8 * (unsigned long long)out_bytes, in, 8 * (unsigned long long)in_bytes, out) == 0
               ? FROST_OK
               : FROST_ERROR_INTERNAL;
}

int frost_random(unsigned char *out, size_t bytes)
{
    return get_random_number(&drng_algorithm, out, 8 * (unsigned long long)bytes) == 0 ? FROST_OK : FROST_ERROR_INTERNAL;
}

/* XOF(domain || seed) as little-endian words. */
static int expand(uint16_t *words, size_t count, unsigned char domain, const unsigned char *seed, size_t seed_bytes)
{
    unsigned char input[1 + FROST_SECRET_SEED_BYTES + FROST_SEED_BYTES];
    unsigned char *bytes = (unsigned char *)words;
    int code;

    input[0] = domain;
    memcpy(input + 1, seed, seed_bytes);
    code = frost_xof(bytes, 2 * count, input, 1 + seed_bytes);
    frost_wipe(input, sizeof input);
    if (code == FROST_OK) {
        for (size_t i = 0; i < count; i++) {
            words[i] = (uint16_t)(bytes[2 * i] | (unsigned)bytes[2 * i + 1] << 8);
        }
    }
    return code;
}

uint16_t frost_binomial(uint16_t word)
{
    unsigned value = 0;

    for (int i = 0; i < FROST_ETA; i++) {
        value += (word >> i & 1u) - (word >> (FROST_ETA + i) & 1u);
    }
    return (uint16_t)value;
}

int frost_sample_columns(frost_column *columns, unsigned count, unsigned char domain,
                         const unsigned char seed[FROST_SECRET_SEED_BYTES], uint16_t *words)
{
    const int code = expand(words, (size_t)FROST_N * count, domain, seed, FROST_SECRET_SEED_BYTES);

    memset(columns, 0, count * sizeof *columns);
    if (code == FROST_OK) {
        for (unsigned k = 0; k < count; k++) {
            for (unsigned j = 0; j < FROST_N; j++) {
                columns[k][j] = frost_binomial(words[k * FROST_N + j]);
            }
        }
    }
    return code;
}

int frost_dither(uint16_t *dither, size_t count, unsigned bits, unsigned char domain,
                 const unsigned char seed[FROST_SEED_BYTES])
{
    const int code = expand(dither, count, domain, seed, FROST_SEED_BYTES);

    if (code == FROST_OK) {
        for (size_t i = 0; i < count; i++) {
            dither[i] &= (1u << (FROST_LOG_Q - bits)) - 1;
        }
    }
    return code;
}

void frost_wipe(void *memory, size_t bytes)
{
    static void *(*const volatile set)(void *, int, size_t) = memset;

    set(memory, 0, bytes);
}
