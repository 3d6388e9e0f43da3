/* Bit planes against one element at a time. */
#include "support.h"

#include "planes.h"

#ifndef ASSAY_TEST_ROUNDS
#define ASSAY_TEST_ROUNDS 4
#endif

static void load_and_store(assay_test_random *random)
{
    murag_element in[MURAG_LANES], out[MURAG_LANES], all[MURAG_LANES];
    murag_planes planes;

    random_elements(random, in, MURAG_LANES);
    for (unsigned first = 0; first < MURAG_LANES; first += 21) {
        for (unsigned count = 0; first + count <= MURAG_LANES; count += 16) {
            murag_planes_load(&planes, first, in, count);
            murag_planes_store(out, count, &planes, first);
            ASSAY_CHECK_BYTES(out, in, count * sizeof *in);
            murag_planes_store(all, MURAG_LANES, &planes, 0);
            for (unsigned lane = 0; lane < MURAG_LANES; lane++) {
                int inside = lane >= first && lane < first + count;
                ASSAY_CHECK(same(all[lane], inside ? in[lane - first] : murag_zero()));
            }
        }
    }
    /* What a lane is: bit `lane` of plane i holds coefficient i. */
    murag_planes_load(&planes, 0, in, MURAG_LANES);
    for (unsigned i = 0; i < MURAG_PLANES; i++) {
        for (unsigned lane = 0; lane < MURAG_LANES; lane++) {
            uint64_t bit = (planes.plane[i].w[lane / 64] >> (lane % 64)) & 1;
            ASSAY_CHECK(bit == (i < MURAG_M ? murag_coefficient(&in[lane], i) : 0));
        }
    }
}

static void arithmetic(assay_test_random *random, murag_element factor1)
{
    murag_element a[MURAG_LANES], b[MURAG_LANES], out[MURAG_LANES], factor2 = random_element(random);
    murag_planes pa, pb, result;
    murag_points points;
    murag_product *product = allocate(sizeof *product);
    murag_factor factor;

    random_elements(random, a, MURAG_LANES);
    random_elements(random, b, MURAG_LANES);
    murag_planes_load(&pa, 0, a, MURAG_LANES);
    murag_planes_load(&pb, 0, b, MURAG_LANES);

    murag_planes_square(&result, &pa);
    murag_planes_store(out, MURAG_LANES, &result, 0);
    for (unsigned i = 0; i < MURAG_LANES; i++) {
        ASSAY_CHECK(same(out[i], murag_square(a[i])));
    }
    result = pa;
    murag_planes_add(&result, &pb);
    murag_planes_store(out, MURAG_LANES, &result, 0);
    for (unsigned i = 0; i < MURAG_LANES; i++) {
        ASSAY_CHECK(same(out[i], murag_add(a[i], b[i])));
    }
    murag_product_clear(product);
    murag_factor_evaluate(&factor, &factor1);
    murag_points_evaluate(&points, &pa);
    murag_product_accumulate(product, &factor, &points);
    murag_factor_evaluate(&factor, &factor2);
    murag_points_evaluate(&points, &pb);
    murag_product_accumulate(product, &factor, &points);
    murag_product_reduce(&result, product);
    murag_planes_store(out, MURAG_LANES, &result, 0);
    for (unsigned i = 0; i < MURAG_LANES; i++) {
        ASSAY_CHECK(same(out[i], murag_add(murag_multiply(factor1, a[i]), murag_multiply(factor2, b[i]))));
    }
    for (unsigned i = MURAG_M; i < MURAG_PLANES; i++) {
        ASSAY_CHECK((result.plane[i].w[0] | result.plane[i].w[1]) == 0);
    }
    free(product);
}

int main(void)
{
    assay_test_random random = assay_test_random_new(3);
    murag_element highest = murag_zero();

    load_and_store(&random);
    highest.w[(MURAG_M - 1) / 64] = UINT64_C(1) << ((MURAG_M - 1) % 64);
    arithmetic(&random, murag_zero());
    arithmetic(&random, murag_one());
    arithmetic(&random, highest);
    for (unsigned i = 0; i < ASSAY_TEST_ROUNDS; i++) {
        arithmetic(&random, random_element(&random));
    }
    return assay_test_result();
}
