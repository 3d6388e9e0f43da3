/* Samplers (section 5): the specification's values, and the text of Fill step by step on many seeds. */
#include "support.h"
#include "unit_vectors.h"

#include "sampler.h"

#ifndef ASSAY_TEST_ROUNDS
#define ASSAY_TEST_ROUNDS 60
#endif

#define SMALL (MURAG_W1 + 2)
#define LARGE (MURAG_N * MURAG_N2)

/* get_random_number calls made on a context so far; fewer than 256 here. */
static unsigned calls(const DRNG_ctx *drng)
{
    return drng->reseed_counter[SEEDLEN - 1] - 1u;
}

static unsigned next_bit(const unsigned char *bits, unsigned *q)
{
    unsigned bit = ((unsigned)bits[*q / 8] >> (*q % 8)) & 1;
    ++*q;
    return bit;
}

/* Fill of section 5 word for word, on elements. */
static void fill_by_definition(DRNG_ctx *drng, murag_element *o, unsigned c, const murag_element *support, unsigned w)
{
    unsigned char buffer[4 * MURAG_MAX_SUPPORT], *bits = allocate(w * (c - w) / 8 + 1);
    unsigned cut = 65536 - 65536 % c, i = 0, j = 0, q = 0;

    memset(o, 0, c * sizeof *o);
    get_random_number(drng, buffer, 8 * 4 * w);
    while (i < w) {
        unsigned p = buffer[j] + 256u * buffer[j + 1];
        j += 2;
        if (j == 4 * w) {
            get_random_number(drng, buffer, 8 * 4 * w);
            j = 0;
        }
        if (p >= cut) {
            continue;
        }
        p %= c;
        if (same(o[p], murag_zero())) {
            o[p] = support[i++];
        }
    }
    get_random_number(drng, bits, 8 * (w * (c - w) / 8 + 1));
    for (unsigned p = 0; p < c; p++) {
        if (same(o[p], murag_zero())) {
            for (unsigned s = 0; s < w; s++) {
                if (next_bit(bits, &q)) {
                    o[p] = murag_add(o[p], support[s]);
                }
            }
        }
    }
    ASSAY_CHECK_EQUAL(q, w * (c - w));
    free(bits);
}

static void fill(DRNG_ctx *drng, murag_element *o, unsigned c, const murag_element *support, unsigned w)
{
    murag_coordinates *coordinates = allocate(c * sizeof *coordinates);
    murag_sample_fill(drng, coordinates, c, w);
    for (unsigned i = 0; i < c; i++) {
        o[i] = murag_combine(support, w, coordinates[i]);
    }
    free(coordinates);
}

static void specification_values(void)
{
    DRNG_ctx drng;
    murag_element list[3], support[MURAG_W1], filled[SMALL];
    unsigned before;

    seed_counting(&drng, 64);
    murag_sample_elements(&drng, list, 3);
    murag_sample_full_rank(&drng, support, MURAG_W1);
    ASSAY_CHECK_EQUAL(calls(&drng), 2);
    check_flat(support, MURAG_W1, UNIT_SUPPORT, "F");
    fill(&drng, filled, SMALL, support, MURAG_W1);
    ASSAY_CHECK_EQUAL(calls(&drng) - 2, UNIT_FILL_DRAWS);
    check_flat(filled, SMALL, UNIT_FILL, "Fill output");

    /* The last needed position is the last one of a buffer. */
    seed_equal(&drng, UNIT_REFILL_SEED, 64);
    murag_sample_full_rank(&drng, support, MURAG_W1);
    before = calls(&drng);
    fill(&drng, filled, SMALL, support, MURAG_W1);
    ASSAY_CHECK_EQUAL(calls(&drng) - before, UNIT_REFILL_DRAWS);
    check_flat_sha256(filled, SMALL, UNIT_REFILL_SHA256, "Fill output after a refill");
}

static void fill_agrees(unsigned char seed, unsigned c, unsigned w)
{
    DRNG_ctx drng, again;
    murag_element support[MURAG_W2], *o = allocate(c * sizeof *o), *expected = allocate(c * sizeof *o);

    seed_equal(&drng, seed, 33);
    murag_sample_full_rank(&drng, support, w);
    again = drng;
    fill(&drng, o, c, support, w);
    fill_by_definition(&again, expected, c, support, w);
    ASSAY_CHECK_BYTES(o, expected, c * sizeof *o);
    ASSAY_CHECK_BYTES(&drng, &again, sizeof drng);
    free(expected);
    free(o);
}

static void ranks(assay_test_random *random)
{
    murag_element list[MURAG_L];
    DRNG_ctx drng;

    random_elements(random, list, 6);
    ASSAY_CHECK(murag_rank_reaches(list, 6, 6));
    ASSAY_CHECK(!murag_rank_reaches(list, 6, 7));
    list[3] = murag_add(murag_add(list[0], list[5]), list[2]);
    ASSAY_CHECK(!murag_rank_reaches(list, 6, 6));
    ASSAY_CHECK(murag_rank_reaches(list, 6, 5));
    memset(list, 0, sizeof list);
    ASSAY_CHECK(!murag_rank_reaches(list, MURAG_L, 1));
    ASSAY_CHECK(murag_rank_reaches(list, MURAG_L, 0));
    /* All of K: 1, x, ..., x^(M-1) in the wrong order, at the end of a list. */
    for (unsigned i = 0; i < MURAG_M; i++) {
        list[MURAG_L - 1 - i].w[i / 64] = UINT64_C(1) << (i % 64);
    }
    ASSAY_CHECK(murag_rank_reaches(list, MURAG_L, MURAG_M));
    list[MURAG_L - 1] = list[MURAG_L - 2];
    ASSAY_CHECK(!murag_rank_reaches(list, MURAG_L, MURAG_M));

    seed_counting(&drng, 64);
    murag_sample_full_rank(&drng, list, MURAG_L);
    ASSAY_CHECK(murag_rank_reaches(list, MURAG_L, MURAG_M));
    murag_sample_full_rank_one(&drng, list, MURAG_W1);
    ASSAY_CHECK(same(list[MURAG_W1 - 1], murag_one()));
    ASSAY_CHECK(murag_rank_reaches(list, MURAG_W1, MURAG_W1));
    ASSAY_CHECK_EQUAL(calls(&drng), 2);
}

int main(void)
{
    assay_test_random random = assay_test_random_new(5);

    specification_values();
    for (unsigned i = 0; i < ASSAY_TEST_ROUNDS; i++) {
        fill_agrees((unsigned char)i, MURAG_W2 + 1 + i % 9, MURAG_W2);
        fill_agrees((unsigned char)i, MURAG_W1, MURAG_W1);
    }
    fill_agrees(200, MURAG_N * MURAG_N1, MURAG_W1);
    fill_agrees(201, MURAG_L, MURAG_W2);
    fill_agrees(202, LARGE, MURAG_W2);
    ranks(&random);
    return assay_test_result();
}
