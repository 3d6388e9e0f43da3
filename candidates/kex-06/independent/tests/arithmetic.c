/* The ring product, the rounding and the encodings against their definitions in section 4. */
#include "../label.h"
#include "../poly.h"
#include "testing/testing.h"

/* Section 4.4 as it is written. */
static void plain_product(mamba_poly *product, const mamba_poly *x, const mamba_poly *y)
{
    for (size_t i = 0; i < MAMBA_N; i++) {
        uint32_t sum = 0;
        for (size_t j = 0; j < MAMBA_N; j++) {
            const uint32_t term = (uint32_t)x->coef[j] * y->coef[(MAMBA_N + i - j) % MAMBA_N];
            sum += j <= i ? term : 0u - term;
        }
        product->coef[i] = (uint16_t)(sum % MAMBA_Q);
    }
}

static void check_product(const mamba_poly *x, const mamba_poly *y)
{
    static mamba_poly expected;
    static mamba_poly product;

    plain_product(&expected, x, y);
    mamba_poly_multiply(&product, x, y);
    ASSAY_CHECK_BYTES(product.coef, expected.coef, sizeof product.coef);
    /* In place of either factor. */
    product = *x;
    mamba_poly_multiply(&product, &product, y);
    ASSAY_CHECK_BYTES(product.coef, expected.coef, sizeof product.coef);
    product = *y;
    mamba_poly_multiply(&product, x, &product);
    ASSAY_CHECK_BYTES(product.coef, expected.coef, sizeof product.coef);
}

static void fill(mamba_poly *x, assay_test_random *random, unsigned bound)
{
    for (size_t i = 0; i < MAMBA_N; i++) {
        x->coef[i] = (uint16_t)assay_test_random_below(random, bound);
    }
}

static void products(assay_test_random *random)
{
    static mamba_poly x;
    static mamba_poly y;

    /* X^i * X^j, around the places where Karatsuba's halves meet. */
    static const size_t places[] = {0, 1, 15, 16, 31, 32, 63, MAMBA_N / 2 - 1, MAMBA_N / 2, MAMBA_N - 1};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        for (size_t j = 0; j <= i; j++) {
            const size_t sum = places[i] + places[j];
            mamba_poly product;
            x = (mamba_poly){{0}};
            y = (mamba_poly){{0}};
            x.coef[places[i]] = 1;
            y.coef[places[j]] = 1;
            mamba_poly_multiply(&product, &x, &y);
            ASSAY_CHECK_EQUAL(product.coef[sum % MAMBA_N], sum < MAMBA_N ? 1 : MAMBA_Q - 1);
            product.coef[sum % MAMBA_N] = 0;
            x = (mamba_poly){{0}};
            ASSAY_CHECK_BYTES(product.coef, x.coef, sizeof x.coef);
        }
    }
    fill(&x, random, MAMBA_Q);
    fill(&y, random, MAMBA_Q);
    check_product(&x, &y);
    fill(&x, random, 1 << 16);
    fill(&y, random, 1 << 16);
    check_product(&x, &y);
    for (size_t i = 0; i < MAMBA_N; i++) {
        x.coef[i] = UINT16_MAX;
        y.coef[i] = MAMBA_Q - 1;
    }
    check_product(&x, &y);
}

/* Section 4.5: the label is that of the formula, and the restored value is close to the original. */
static void labels(assay_test_random *random)
{
    static mamba_poly x;
    static mamba_poly dither;
    static mamba_poly label;

    for (unsigned g = 2; g <= 7; g++) {
        fill(&x, random, MAMBA_Q);
        fill(&dither, random, 1u << g);
        label = x;
        mamba_quantise(&label, &dither, g);
        for (size_t i = 0; i < MAMBA_N; i++) {
            const unsigned sum = (unsigned)x.coef[i] + dither.coef[i] + (1u << (g - 1));
            ASSAY_CHECK_EQUAL(label.coef[i], (sum / (1u << g)) % (1u << (MAMBA_Q_BITS - g)));
        }
        mamba_restore(&label, &dither, g);
        for (size_t i = 0; i < MAMBA_N; i++) {
            const int difference = ((int)label.coef[i] - (int)x.coef[i] + MAMBA_Q) % MAMBA_Q;
            const int centred = difference > MAMBA_Q / 2 ? difference - MAMBA_Q : difference;
            ASSAY_CHECK(label.coef[i] < MAMBA_Q);
            ASSAY_CHECK(centred > -(1 << (g - 1)) && centred <= 1 << (g - 1));
        }
    }
}

/* Section 4.6: bit j of coefficient i is bit width * i + j of the bytes. */
static void packing(assay_test_random *random)
{
    static mamba_poly y;
    static mamba_poly unpacked;
    static unsigned char bytes[2 * MAMBA_N];

    for (unsigned width = 1; width <= 16; width++) {
        fill(&y, random, 1u << width);
        mamba_pack(bytes, &y, width);
        for (size_t i = 0; i < MAMBA_N; i++) {
            unsigned value = 0;
            for (unsigned j = 0; j < width; j++) {
                const size_t bit = width * i + j;
                value |= (bytes[bit / 8] >> (bit % 8) & 1u) << j;
            }
            ASSAY_CHECK_EQUAL(value, y.coef[i]);
        }
        mamba_unpack(&unpacked, bytes, width);
        ASSAY_CHECK_BYTES(unpacked.coef, y.coef, sizeof y.coef);
    }
}

int main(void)
{
    assay_test_random random = assay_test_random_new(MAMBA_LEVEL);

    products(&random);
    labels(&random);
    packing(&random);
    return assay_test_result();
}
