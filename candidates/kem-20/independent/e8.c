/* Branches and addresses do not depend on coordinates or message bits. */
#include "e8.h"

#define B FROST_MESSAGE_BITS
#define LOG_ALPHA (FROST_LOG_Q - B)
#define ALPHA ((int32_t)1 << LOG_ALPHA)
#define HALF (ALPHA / 2)
#define DIMENSION FROST_E8_DIMENSION

/* Bits of the label of coordinate h. */
static unsigned label_bits(int h)
{
    return h == 0 ? B - 1 : h == DIMENSION - 1 ? B + 1 : B;
}

void frost_e8_encode_block(uint16_t x[DIMENSION], const unsigned char message[B])
{
    uint32_t bits = 0, z[DIMENSION];

    for (int i = 0; i < B; i++) {
        bits |= (uint32_t)message[i] << (8 * i);
    }
    for (int h = 0; h < DIMENSION; h++) {
        z[h] = bits & ((1u << label_bits(h)) - 1);
        bits >>= label_bits(h);
    }
    for (int h = 0; h < DIMENSION; h++) {
        const uint32_t own = h == 0 ? 4 * z[0] : h == DIMENSION - 1 ? 0 : 2 * z[h];
        const uint32_t next = h < DIMENSION - 2 ? 2 * z[h + 1] : 0;

        x[h] = (uint16_t)((uint32_t)HALF * (own - next + z[DIMENSION - 1]) & FROST_Q_MASK);
    }
}

/* All ones if a < b, else 0; the difference fits. */
static int32_t below(int32_t a, int32_t b)
{
    return -(int32_t)((uint32_t)(a - b) >> 31);
}

/* RoundD8: the point of alpha D8 nearest to y. Returns the squared distance. */
static int32_t round_d8(int32_t point[DIMENSION], const int32_t y[DIMENSION])
{
    int32_t u[DIMENSION], r[DIMENSION];
    int32_t odd = 0, farthest = -1, position = 0, distance = 0;

    for (int h = 0; h < DIMENSION; h++) {
        int32_t size, larger;

        /* y is at least -alpha / 2. */
        u[h] = (y[h] + HALF) >> LOG_ALPHA;
        r[h] = y[h] - ALPHA * u[h];
        odd ^= u[h] & 1;
        size = (r[h] ^ below(r[h], 0)) - below(r[h], 0);
        larger = below(farthest, size);
        farthest ^= (farthest ^ size) & larger;
        position ^= (position ^ h) & larger;
    }
    for (int h = 0; h < DIMENSION; h++) {
        const int32_t here = below((h ^ position) - 1, 0) & -odd;

        /* One step to the other side of y. */
        u[h] += (1 + 2 * below(r[h], 0)) & here;
        point[h] = ALPHA * u[h];
        distance += (y[h] - point[h]) * (y[h] - point[h]);
    }
    return distance;
}

void frost_e8_nearest(uint16_t point[DIMENSION], const uint16_t w[DIMENSION])
{
    int32_t y[DIMENSION], p[DIMENSION], shifted[DIMENSION], q[DIMENSION];
    int32_t choose_q;

    for (int h = 0; h < DIMENSION; h++) {
        y[h] = w[h];
        shifted[h] = y[h] - HALF;
    }
    choose_q = round_d8(p, y);
    choose_q = below(round_d8(q, shifted), choose_q);
    for (int h = 0; h < DIMENSION; h++) {
        q[h] += HALF;
        point[h] = (uint16_t)((uint32_t)(p[h] ^ ((p[h] ^ q[h]) & choose_q)) & FROST_Q_MASK);
    }
}

void frost_e8_decode_block(unsigned char message[B], const uint16_t w[DIMENSION])
{
    const uint32_t mask = (1u << (B + 1)) - 1;
    uint16_t point[DIMENSION];
    uint32_t z[DIMENSION], bits = 0;

    frost_e8_nearest(point, w);
    z[7] = (uint32_t)point[7] >> (LOG_ALPHA - 1);
    for (int h = DIMENSION - 2; h >= 0; h--) {
        const uint32_t v = (uint32_t)point[h] >> (LOG_ALPHA - 1);
        const uint32_t next = h < DIMENSION - 2 ? 2 * z[h + 1] : 0;

        z[h] = ((v + next - z[7]) & mask) >> (h == 0 ? 2 : 1);
    }
    for (int h = DIMENSION - 1; h >= 0; h--) {
        bits = bits << label_bits(h) | z[h];
    }
    for (int i = 0; i < B; i++) {
        message[i] = (unsigned char)(bits >> (8 * i));
    }
}

/* Where coordinate h of a block stands. Blocks run along the side of length 8, along rows if both sides have it. */
static unsigned place(unsigned block, unsigned h)
{
    return FROST_S_COLUMNS == DIMENSION ? DIMENSION * block + h : h * FROST_S_COLUMNS + block;
}

void frost_e8_encode(uint16_t y[FROST_V_ENTRIES], const unsigned char message[FROST_SS_BYTES])
{
    for (unsigned block = 0; block < FROST_E8_BLOCKS; block++) {
        uint16_t x[DIMENSION];

        frost_e8_encode_block(x, &message[B * block]);
        for (unsigned h = 0; h < DIMENSION; h++) {
            y[place(block, h)] = x[h];
        }
    }
}

void frost_e8_decode(unsigned char message[FROST_SS_BYTES], const uint16_t w[FROST_V_ENTRIES])
{
    for (unsigned block = 0; block < FROST_E8_BLOCKS; block++) {
        uint16_t x[DIMENSION];

        for (unsigned h = 0; h < DIMENSION; h++) {
            x[h] = w[place(block, h)];
        }
        frost_e8_decode_block(&message[B * block], x);
    }
}
