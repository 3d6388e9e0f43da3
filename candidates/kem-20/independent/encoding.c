#include "encoding.h"

#include <string.h>

void frost_pack(unsigned char *bytes, const uint16_t *values, size_t count, unsigned bits)
{
    uint32_t pending = 0;
    unsigned pending_bits = 0;

    for (size_t i = 0; i < count; i++) {
        pending = pending << bits | (values[i] & ((1u << bits) - 1));
        pending_bits += bits;
        while (pending_bits >= 8) {
            pending_bits -= 8;
            *bytes++ = (unsigned char)(pending >> pending_bits);
        }
    }
}

void frost_unpack(uint16_t *values, const unsigned char *bytes, size_t count, unsigned bits)
{
    uint32_t pending = 0;
    unsigned pending_bits = 0;

    for (size_t i = 0; i < count; i++) {
        while (pending_bits < bits) {
            pending = pending << 8 | *bytes++;
            pending_bits += 8;
        }
        pending_bits -= bits;
        values[i] = (uint16_t)(pending >> pending_bits & ((1u << bits) - 1));
    }
}

void frost_pack_s(unsigned char bytes[FROST_PACKED_S_BYTES], frost_column s[FROST_S_COLUMNS],
                  uint16_t words[FROST_B_ENTRIES])
{
    for (unsigned k = 0; k < FROST_S_COLUMNS; k++) {
        memcpy(&words[k * FROST_N], s[k], FROST_N * sizeof *words);
    }
    frost_pack(bytes, words, FROST_B_ENTRIES, FROST_BITS_S);
}

void frost_unpack_s(frost_column s[FROST_S_COLUMNS], const unsigned char bytes[FROST_PACKED_S_BYTES],
                    uint16_t words[FROST_B_ENTRIES])
{
    const unsigned sign = 1u << (FROST_BITS_S - 1);

    frost_unpack(words, bytes, FROST_B_ENTRIES, FROST_BITS_S);
    memset(s, 0, FROST_S_COLUMNS * sizeof *s);
    for (unsigned k = 0; k < FROST_S_COLUMNS; k++) {
        for (unsigned j = 0; j < FROST_N; j++) {
            s[k][j] = (uint16_t)((words[k * FROST_N + j] ^ sign) - sign);
        }
    }
}
