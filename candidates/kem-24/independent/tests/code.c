/* The message code: the table of section 6.1 and the decoder grids of section 12.3. */
#include <stdlib.h>
#include <string.h>

#include "../minal.h"
#include "testing/testing.h"
#include "vectors.h"

static void fill_with_symbol(unsigned char message[SCABBARD_KAPPA], unsigned position, unsigned symbol)
{
    memset(message, 0, SCABBARD_KAPPA);
    message[position / 2] = (unsigned char)(symbol << 4 * (position % 2));
}

/* Each symbol at each position, alone: the pair is that of the table, all others are zero, and it decodes. */
static void check_table(void)
{
    for (unsigned position = 0; position < SCABBARD_N / 2; position++) {
        for (unsigned symbol = 0; symbol < 16; symbol++) {
            unsigned char message[SCABBARD_KAPPA];
            unsigned char decoded[SCABBARD_KAPPA];
            scabbard_poly mu;

            fill_with_symbol(message, position, symbol);
            scabbard_encode(&mu, message);
            for (unsigned k = 0; k < SCABBARD_N; k++) {
                unsigned expected = 0;
                if (k % (SCABBARD_N / 2) == position) {
                    expected = code_table[symbol][k / (SCABBARD_N / 2)];
                }
                ASSAY_CHECK_EQUAL(mu.coef[k], expected);
            }
            scabbard_decode(decoded, &mu);
            ASSAY_CHECK_BYTES(decoded, message, sizeof message);
        }
    }
}

static void check_grid(const struct decoder_grid *grid)
{
    unsigned char *symbols = malloc(grid->symbols);
    size_t count = 0;

    ASSAY_CHECK(symbols != NULL);
    if (symbols == NULL) {
        return;
    }
    for (unsigned a = 0; a < SCABBARD_Q; a += grid->step_a) {
        for (unsigned b = 0; b < SCABBARD_Q; b += grid->step_b) {
            if (count < grid->symbols) {
                symbols[count] = (unsigned char)scabbard_decode_symbol(a, b);
            }
            count++;
        }
    }
    ASSAY_CHECK_EQUAL(count, grid->symbols);
    ASSAY_CHECK_SHA256(symbols, grid->symbols, grid->sha256);
    free(symbols);
}

int main(void)
{
    check_table();
    for (size_t i = 0; i < sizeof decoder_grids / sizeof decoder_grids[0]; i++) {
        check_grid(&decoder_grids[i]);
    }
    return assay_test_result();
}
