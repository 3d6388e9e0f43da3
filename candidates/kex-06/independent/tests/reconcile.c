/* Section 10: hint and extraction of single blocks; section 6: the bound up to which both sides agree. */
#include "../reconcile.h"
#include "testing/testing.h"

static const struct {
    uint16_t x[4];
    unsigned beta;
    uint16_t hint[4];
    unsigned bit;
} hints[] = {
    {{0, 0, 0, 0}, 0, {0, 0, 0, 0}, 1},
    {{0, 0, 0, 0}, 1, {0, 0, 0, 0}, 1},
    {{512, 512, 512, 512}, 0, {0, 0, 0, 1}, 1},
    {{511, 511, 511, 511}, 1, {0, 0, 0, 0}, 1},
    {{512, 512, 512, 512}, 1, {0, 0, 0, 1}, 1},
    {{1024, 1024, 1024, 1024}, 0, {0, 0, 0, 1}, 1},
    {{2048, 2048, 2048, 2048}, 0, {0, 0, 0, 2}, 1},
    {{4096, 4096, 4096, 4096}, 0, {0, 0, 0, 0}, 0},
    {{8191, 8191, 8191, 8191}, 1, {0, 0, 0, 0}, 1},
    {{8191, 0, 4095, 4096}, 0, {2, 2, 0, 0}, 0},
    {{100, 3000, 5000, 7000}, 0, {1, 2, 3, 3}, 0},
    {{1023, 1024, 3071, 3072}, 0, {3, 3, 0, 3}, 1},
    {{7167, 7168, 6143, 6144}, 1, {0, 0, 3, 3}, 0},
};

static const struct {
    uint16_t x[4];
    uint16_t hint[4];
    unsigned bit;
} extractions[] = {
    {{2047, 2047, 2047, 2047}, {0, 0, 0, 0}, 1},
    {{2048, 2048, 2048, 2048}, {0, 0, 0, 0}, 0},
    {{2049, 2049, 2049, 2049}, {0, 0, 0, 0}, 0},
    {{6144, 6144, 6144, 6144}, {0, 0, 0, 0}, 0},
    {{6145, 6145, 6145, 6145}, {0, 0, 0, 0}, 1},
    {{0, 0, 0, 0}, {2, 2, 2, 0}, 0},
    {{0, 0, 0, 0}, {0, 0, 0, 1}, 1},
    {{0, 0, 0, 0}, {0, 0, 0, 2}, 0},
    {{8191, 8191, 8191, 8191}, {3, 3, 3, 3}, 1},
    {{0, 0, 0, 0}, {3, 3, 3, 3}, 1},
    {{1000, 2000, 3000, 4000}, {1, 2, 3, 1}, 0},
};

static void tables(void)
{
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        uint16_t hint[4];
        mamba_hint_block(hint, hints[i].x, hints[i].beta);
        ASSAY_CHECK_BYTES(hint, hints[i].hint, sizeof hint);
        ASSAY_CHECK_EQUAL(mamba_extract_block(hints[i].x, hint), hints[i].bit);
    }
    for (size_t i = 0; i < sizeof extractions / sizeof extractions[0]; i++) {
        ASSAY_CHECK_EQUAL(mamba_extract_block(extractions[i].x, extractions[i].hint), extractions[i].bit);
    }
}

static uint16_t shifted(uint16_t x, int difference)
{
    return (uint16_t)(((int)x + difference) & (MAMBA_Q - 1));
}

/* Section 14: the norm of the difference that just tips the bit, and the one below. */
static void sharp_bound(void)
{
    const uint16_t x[4] = {511, 512, 511, 512};
    const int differences[4] = {-1536, -1535, -1536, -1535};
    uint16_t hint[4];
    uint16_t other[4];

    mamba_hint_block(hint, x, 1);
    ASSAY_CHECK_EQUAL(mamba_extract_block(x, hint), 1);
    for (int j = 0; j < 4; j++) {
        other[j] = shifted(x[j], differences[j]);
    }
    ASSAY_CHECK_EQUAL(mamba_extract_block(other, hint), 0);
    other[2] = shifted(x[2], -1535);
    ASSAY_CHECK_EQUAL(mamba_extract_block(other, hint), 1);
}

/* Differences whose norm stays below 6142 change no bit. */
static void agreement(void)
{
    assay_test_random random = assay_test_random_new(6142);

    for (int round = 0; round < 20000; round++) {
        uint16_t x[4];
        uint16_t other[4];
        uint16_t hint[4];
        int left = 6141;

        for (int j = 0; j < 4; j++) {
            const int size = j == 3 ? left : (int)assay_test_random_below(&random, (uint64_t)left + 1);
            left -= size;
            x[j] = (uint16_t)assay_test_random_below(&random, MAMBA_Q);
            other[j] = shifted(x[j], assay_test_random_below(&random, 2) == 0 ? size : -size);
        }
        mamba_hint_block(hint, x, (unsigned)assay_test_random_below(&random, 2));
        for (int j = 0; j < 4; j++) {
            ASSAY_CHECK(hint[j] < 4);
        }
        ASSAY_CHECK_EQUAL(mamba_extract_block(other, hint), mamba_extract_block(x, hint));
    }
}

int main(void)
{
    tables();
    sharp_bound();
    agreement();
    return assay_test_result();
}
