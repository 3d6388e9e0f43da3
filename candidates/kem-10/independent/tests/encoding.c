/* Flat and packed forms (sections 4.2 and 4.3). */
#include "support.h"
#include "unit_vectors.h"

#include "sampler.h"

/* Coefficient a_i of a flat element. */
static unsigned flat_coefficient(const unsigned char *flat, unsigned i)
{
    return ((unsigned)flat[i / 8] >> (i % 8)) & 1;
}

/* Section 4.3 word for word, on flat elements. */
static void pack_by_definition(unsigned char *packed, const unsigned char *flat, unsigned count)
{
    const unsigned q = MURAG_M / 8, e = MURAG_M % 8;

    memset(packed, 0, MURAG_PACKED(count));
    for (unsigned i = 0; i < count; i++) {
        memcpy(packed + i * q, flat + i * MURAG_B, q);
        for (unsigned j = 1; j <= e; j++) {
            unsigned p = i * e + (j - 1), bit = flat_coefficient(flat + i * MURAG_B, MURAG_M - j);
            packed[count * q + p / 8] = (unsigned char)(packed[count * q + p / 8] | (bit << (p % 8)));
        }
    }
}

static void specification_value(void)
{
    DRNG_ctx drng;
    murag_element e[3];
    unsigned char packed[MURAG_PACKED(3)];

    seed_counting(&drng, 64);
    murag_sample_elements(&drng, e, 3);
    murag_pack(packed, e, 3);
    ASSAY_CHECK_HEX(packed, sizeof packed, UNIT_PACKED);
}

static void round_trip(assay_test_random *random, unsigned count)
{
    murag_element *list = allocate(count * sizeof *list), *again = allocate(count * sizeof *list);
    unsigned char *packed = allocate(MURAG_PACKED(count)), *expected = allocate(MURAG_PACKED(count));
    unsigned char *flat;
    unsigned unused = 8 * MURAG_PACKED(count) - count * MURAG_M;

    random_elements(random, list, count);
    flat = flatten(list, count);
    for (unsigned i = 0; i < count; i++) {
        ASSAY_CHECK(same(murag_from_flat(flat + i * MURAG_B), list[i]));
    }
    memset(packed, 0xff, MURAG_PACKED(count));
    murag_pack(packed, list, count);
    pack_by_definition(expected, flat, count);
    ASSAY_CHECK_BYTES(packed, expected, MURAG_PACKED(count));
    /* Unused bits do not matter when unpacking. */
    for (unsigned i = 0; i < unused; i++) {
        packed[MURAG_PACKED(count) - 1] |= (unsigned char)(0x80u >> i);
    }
    murag_unpack(again, packed, count);
    ASSAY_CHECK_BYTES(again, list, count * sizeof *list);
    free(flat);
    free(expected);
    free(packed);
    free(again);
    free(list);
}

int main(void)
{
    assay_test_random random = assay_test_random_new(2);
    unsigned char ones[MURAG_B];
    murag_element all;

    specification_value();
    for (unsigned count = 1; count < 20; count++) {
        round_trip(&random, count);
    }
    round_trip(&random, MURAG_L);
    /* Bits beyond degree M - 1 of a flat element are masked. */
    memset(ones, 0xff, sizeof ones);
    all = murag_from_flat(ones);
    ASSAY_CHECK(all.w[MURAG_M / 64] >> (MURAG_M % 64) == 0);
    ASSAY_CHECK(murag_coefficient(&all, MURAG_M - 1) == 1);
    return assay_test_result();
}
