/* Section 4: hash and XOF inputs. */
#include "framing.h"

#include <string.h>

static uint8_t *put(uint8_t *at, const void *bytes, size_t length)
{
    memcpy(at, bytes, length);
    return at + length;
}

static uint8_t *put_le(uint8_t *at, uint64_t value, unsigned int bytes)
{
    unsigned int i;

    for (i = 0; i < bytes; i++) {
        *at++ = (uint8_t)(value >> (8 * i));
    }
    return at;
}

/* 4.1 */
void mithril_frame_expansion(uint8_t input[MITHRIL_EXPANSION_INPUT_BYTES], uint8_t id, size_t output_bytes,
                             const uint8_t seed[MITHRIL_SEED_BYTES], uint8_t index)
{
    uint8_t *at = put(input, "AMX1", 4);

    *at++ = id;
    at = put_le(at, MITHRIL_LEVEL, 2);
    *at++ = MITHRIL_K;
    at = put_le(at, output_bytes, 2);
    *at++ = MITHRIL_SEED_BYTES;
    at = put(at, seed, MITHRIL_SEED_BYTES);
    *at++ = index;
    *at = 0; /* lane */
}

/* 4.2: everything before the first field */
static uint8_t *put_header(uint8_t *at, const char label[3], size_t output_bytes, uint8_t fields)
{
    at = put(at, "ARCANE-Mithril-v1", 17);
    *at++ = 3;
    at = put(at, label, 3);
    at = put_le(at, MITHRIL_LEVEL, 2);
    *at++ = MITHRIL_K;
    at = put_le(at, output_bytes, 4);
    *at++ = fields;
    return at;
}

static uint8_t *put_field(uint8_t *at, const uint8_t *field, size_t length)
{
    at = put_le(at, length, 8);
    return put(at, field, length);
}

void mithril_frame_f(uint8_t input[MITHRIL_INPUT_F_BYTES], const uint8_t pk[MITHRIL_PK_BYTES])
{
    uint8_t *at = put_header(input, "H_F", MITHRIL_SHARED_BYTES, 1);

    put_field(at, pk, MITHRIL_PK_BYTES);
}

void mithril_frame_g(uint8_t input[MITHRIL_INPUT_G_BYTES], const uint8_t hpk[MITHRIL_SHARED_BYTES],
                     const uint8_t m[MITHRIL_SHARED_BYTES])
{
    uint8_t *at = put_header(input, "H_G", MITHRIL_SHARED_BYTES + MITHRIL_SEED_BYTES, 2);

    at = put_field(at, hpk, MITHRIL_SHARED_BYTES);
    put_field(at, m, MITHRIL_SHARED_BYTES);
}

void mithril_frame_h(uint8_t input[MITHRIL_INPUT_H_BYTES], const uint8_t ct[MITHRIL_CT_BYTES],
                     const uint8_t z[MITHRIL_SHARED_BYTES])
{
    uint8_t *at = put_header(input, "H_H", MITHRIL_SHARED_BYTES, 2);

    at = put_field(at, ct, MITHRIL_CT_BYTES);
    put_field(at, z, MITHRIL_SHARED_BYTES);
}
