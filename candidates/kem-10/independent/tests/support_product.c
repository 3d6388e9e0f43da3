/* The product with a small-support matrix against the definition of the matrix product. */
#include "support.h"

#include "support_product.h"

static void product(assay_test_random *random, unsigned rows, unsigned columns, unsigned w)
{
    murag_element *matrix = allocate(rows * MURAG_N * sizeof *matrix);
    murag_element *result = allocate(rows * columns * sizeof *result);
    murag_coordinates *secret = allocate(MURAG_N * columns * sizeof *secret);
    murag_element support[MURAG_MAX_SUPPORT];

    random_elements(random, matrix, rows * MURAG_N);
    random_elements(random, support, w);
    for (unsigned i = 0; i < MURAG_N * columns; i++) {
        secret[i] = (murag_coordinates)assay_test_random_below(random, 1u << w);
    }
    murag_support_product(result, matrix, rows, secret, columns, support, w);
    for (unsigned n = 0; n < 40; n++) {
        unsigned i = n == 0 ? rows - 1 : (unsigned)assay_test_random_below(random, rows);
        unsigned j = n == 0 ? columns - 1 : (unsigned)assay_test_random_below(random, columns);
        murag_element sum = murag_zero();
        for (unsigned l = 0; l < MURAG_N; l++) {
            murag_element factor = murag_combine(support, w, secret[l * columns + j]);
            sum = murag_add(sum, murag_multiply(matrix[i * MURAG_N + l], factor));
        }
        ASSAY_CHECK(same(result[i * columns + j], sum));
    }
    free(secret);
    free(result);
    free(matrix);
}

int main(void)
{
    assay_test_random random = assay_test_random_new(6);

    /* The three uses: H * Y, the transposes of H and S with R2, and the transpose of U with Y. */
    product(&random, MURAG_N, MURAG_N1, MURAG_W1);
    product(&random, MURAG_N + MURAG_N1, MURAG_N2, MURAG_W2);
    product(&random, MURAG_N2, MURAG_N1, MURAG_W1);
    product(&random, 1, MURAG_N2, MURAG_W2);
    return assay_test_result();
}
