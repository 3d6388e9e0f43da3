/* Section 4: byte encodings. Every byte string of the right length is valid. */
#include "pack.h"

void scabbard_pack(unsigned char *bytes, const scabbard_poly *f, unsigned width)
{
    const uint32_t mask = (1u << width) - 1;
    uint32_t pending = 0; /* bits not yet written, the next one lowest */
    unsigned pending_bits = 0;

    for (int k = 0; k < SCABBARD_N; k++) {
        pending |= (f->coef[k] & mask) << pending_bits;
        pending_bits += width;
        while (pending_bits >= 8) {
            *bytes++ = (unsigned char)pending;
            pending >>= 8;
            pending_bits -= 8;
        }
    }
}

void scabbard_unpack(scabbard_poly *f, const unsigned char *bytes, unsigned width)
{
    const uint32_t mask = (1u << width) - 1;
    uint32_t pending = 0; /* bits read and not yet used, the next one lowest */
    unsigned pending_bits = 0;

    for (int k = 0; k < SCABBARD_N; k++) {
        while (pending_bits < width) {
            pending |= (uint32_t)*bytes++ << pending_bits;
            pending_bits += 8;
        }
        f->coef[k] = (uint16_t)(pending & mask);
        pending >>= width;
        pending_bits -= width;
    }
}

void scabbard_pack_vector(unsigned char bytes[SCABBARD_B_BYTES], const scabbard_poly f[SCABBARD_L])
{
    for (int i = 0; i < SCABBARD_L; i++) {
        scabbard_pack(bytes + i * SCABBARD_POLY_P_BYTES, &f[i], SCABBARD_EPS_P);
    }
}

void scabbard_unpack_vector(scabbard_poly f[SCABBARD_L], const unsigned char bytes[SCABBARD_B_BYTES])
{
    for (int i = 0; i < SCABBARD_L; i++) {
        scabbard_unpack(&f[i], bytes + i * SCABBARD_POLY_P_BYTES, SCABBARD_EPS_P);
    }
}

void scabbard_pack_secret(unsigned char bytes[SCABBARD_S_BYTES], const scabbard_secret s[SCABBARD_L])
{
    for (int i = 0; i < SCABBARD_L; i++) {
        for (int k = 0; k < SCABBARD_N; k += 2) {
            const unsigned even = (unsigned)s[i].coef[k] & 15u;
            const unsigned odd = (unsigned)s[i].coef[k + 1] & 15u;
            *bytes++ = (unsigned char)(even | odd << 4);
        }
    }
}

/* 0..7 stay, 8..15 become -8..-1. */
static int16_t sign_extend(unsigned nibble)
{
    return (int16_t)((int)(nibble ^ 8u) - 8);
}

void scabbard_unpack_secret(scabbard_secret s[SCABBARD_L], const unsigned char bytes[SCABBARD_S_BYTES])
{
    for (int i = 0; i < SCABBARD_L; i++) {
        for (int k = 0; k < SCABBARD_N; k += 2) {
            const unsigned byte = *bytes++;
            s[i].coef[k] = sign_extend(byte & 15u);
            s[i].coef[k + 1] = sign_extend(byte >> 4);
        }
    }
}
