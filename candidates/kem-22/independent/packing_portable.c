/* Section 6: byte encodings, portable. Eight fields of d bits fill d bytes, so all goes in groups of eight. */
#include "packing.h"

/* Written without loops, in a form that compilers know to be one load or store. */
static uint64_t load_le32(const uint8_t *bytes)
{
    return (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 | (uint64_t)bytes[3] << 24;
}

static uint64_t load_le64(const uint8_t *bytes)
{
    return load_le32(bytes) | load_le32(bytes + 4) << 32;
}

static void store_le32(uint8_t *bytes, uint64_t word)
{
    bytes[0] = (uint8_t)word;
    bytes[1] = (uint8_t)(word >> 8);
    bytes[2] = (uint8_t)(word >> 16);
    bytes[3] = (uint8_t)(word >> 24);
}

static int16_t coefficient_11(uint64_t bits)
{
    return (int16_t)(1023 - (int)(bits & 0x7ff));
}

static int16_t coefficient_13(uint64_t bits)
{
    return (int16_t)(4095 - (int)(bits & 0x1fff));
}

/* Round(u) = floor((u + h1) / 4) mod p, and its field 1023 - Round(u). */
static uint64_t rounded_field(uint16_t u)
{
    return (uint64_t)((1023u - ((u + (uint32_t)MITHRIL_H1) >> 2)) & 0x7ffu);
}

void mithril_unpack_2(int16_t coefficients[MITHRIL_N], const uint8_t packed[MITHRIL_PACKED_BYTES(2)])
{
    unsigned int i;

    for (i = 0; i < MITHRIL_N; i += 4) {
        const int byte = *packed++;

        coefficients[i] = (int16_t)(1 - (byte & 3));
        coefficients[i + 1] = (int16_t)(1 - ((byte >> 2) & 3));
        coefficients[i + 2] = (int16_t)(1 - ((byte >> 4) & 3));
        coefficients[i + 3] = (int16_t)(1 - (byte >> 6));
    }
}

void mithril_unpack_11(int16_t coefficients[MITHRIL_N], const uint8_t packed[MITHRIL_PACKED_BYTES(11)])
{
    unsigned int i;

    for (i = 0; i < MITHRIL_N; i += 8) {
        const uint64_t low = load_le64(packed), high = load_le32(packed + 7) >> 8;

        coefficients[i] = coefficient_11(low);
        coefficients[i + 1] = coefficient_11(low >> 11);
        coefficients[i + 2] = coefficient_11(low >> 22);
        coefficients[i + 3] = coefficient_11(low >> 33);
        coefficients[i + 4] = coefficient_11(low >> 44);
        coefficients[i + 5] = coefficient_11(low >> 55 | high << 9);
        coefficients[i + 6] = coefficient_11(high >> 2);
        coefficients[i + 7] = coefficient_11(high >> 13);
        packed += 11;
    }
}

void mithril_unpack_13(int16_t coefficients[MITHRIL_N], const uint8_t packed[MITHRIL_PACKED_BYTES(13)])
{
    unsigned int i;

    for (i = 0; i < MITHRIL_N; i += 8) {
        const uint64_t low = load_le64(packed), high = load_le32(packed + 8) | (uint64_t)packed[12] << 32;

        coefficients[i] = coefficient_13(low);
        coefficients[i + 1] = coefficient_13(low >> 13);
        coefficients[i + 2] = coefficient_13(low >> 26);
        coefficients[i + 3] = coefficient_13(low >> 39);
        coefficients[i + 4] = coefficient_13(low >> 52 | high << 12);
        coefficients[i + 5] = coefficient_13(high >> 1);
        coefficients[i + 6] = coefficient_13(high >> 14);
        coefficients[i + 7] = coefficient_13(high >> 27);
        packed += 13;
    }
}

void mithril_pack_rounded(uint8_t packed[MITHRIL_PACKED_BYTES(11)], const uint16_t u[MITHRIL_N])
{
    unsigned int i;

    for (i = 0; i < MITHRIL_N; i += 8) {
        const uint64_t sixth = rounded_field(u[i + 5]);
        const uint64_t low = rounded_field(u[i]) | rounded_field(u[i + 1]) << 11 | rounded_field(u[i + 2]) << 22 |
                             rounded_field(u[i + 3]) << 33 | rounded_field(u[i + 4]) << 44 | sixth << 55;
        const uint64_t high = sixth >> 9 | rounded_field(u[i + 6]) << 2 | rounded_field(u[i + 7]) << 13;

        store_le32(packed, low);
        store_le32(packed + 4, low >> 32);
        /* The first byte once more: */
        store_le32(packed + 7, low >> 56 | high << 8);
        packed += 11;
    }
}
