/*
 * Counts compressions and allocations, and lets each allocation fail in turn. Compiled together with helpers in which
 * malloc has been renamed to counted_malloc and SM3 counts its compressions.
 */
#include "assay_sm3.h"
#include "auxfunc.h"
#include "drng.h"
#include "testing/testing.h"

#include <stdlib.h>
#include <string.h>

void *counted_malloc(size_t bytes);

/* A sanitizer ends the program on absurd requests instead of refusing them. */
#define MAXIMUM_BYTES (1ul << 30)

static unsigned long allocations;
/* The allocation that fails, counted from 1; 0 for none. */
static unsigned long failing;

/* The real one, of which the renamed header knows nothing. */
#undef malloc
void *malloc(size_t bytes);

void *counted_malloc(size_t bytes)
{
    allocations++;
    return allocations == failing || bytes > MAXIMUM_BYTES ? NULL : malloc(bytes);
}

static unsigned char message[400], output[4000];

static void start(unsigned long failing_allocation)
{
    allocations = 0;
    failing = failing_allocation;
    assay_sm3_compressions = 0;
}

/* Compressions for n bits. */
static unsigned long long c(unsigned long long n)
{
    return (n + 64) / 512 + 1;
}

static void cost_is(unsigned long long compressions, unsigned long expected_allocations)
{
    ASSAY_CHECK_EQUAL(assay_sm3_compressions, compressions);
    ASSAY_CHECK_EQUAL(allocations, expected_allocations);
}

static void costs(unsigned long long n)
{
    DRNG_ctx drng;
    unsigned long long bits;

    start(0);
    sm3hash(256, message, n, output);
    cost_is(c(n), 0);

    start(0);
    pseudohash(512, message, n, output);
    cost_is(5 + 2 * c(n + 16), 3);
    start(0);
    pseudohash(768, message, n, output);
    cost_is(11 + 2 * c(n + 16), 4);
    start(0);
    pseudohash(1024, message, n, output);
    cost_is(21 + 2 * c(n + 16), 6);

    for (bits = 0; bits < 3000; bits += 113) {
        start(0);
        pseudoXOF(bits, message, n, output);
        cost_is((bits + 255) / 256 * c(n + 32), 2);
    }

    start(0);
    init_random_number(&drng, message, n / 8);
    cost_is(2 * c(8 * (n / 8) + 40) + 4, 5);
    start(0);
    get_random_number(&drng, output, n);
    cost_is((n + 255) / 256 + 2, 0);
}

static int is_untouched(const unsigned char *bytes, size_t length)
{
    size_t i;

    for (i = 0; i < length; i++) {
        if (bytes[i] != 0xa5) {
            return 0;
        }
    }
    return 1;
}

static void failures(void)
{
    /* HMAC's own allocations are number 2 and from 4 on; the others are copies of the message. */
    static const int of_pseudohash[] = {-2, -3, -2, -3, -3, -3};
    DRNG_ctx drng, zero;
    unsigned long i;

    memset(&zero, 0, sizeof zero);
    memset(output, 0xa5, sizeof output);
    for (i = 1; i <= 6; i++) {
        start(i);
        ASSAY_CHECK_EQUAL(pseudohash(1024, message, 100, output), of_pseudohash[i - 1]);
    }
    for (i = 1; i <= 2; i++) {
        start(i);
        ASSAY_CHECK_EQUAL(pseudoXOF(1000, message, 100, output), -2);
    }
    ASSAY_CHECK(is_untouched(output, sizeof output));
    for (i = 1; i <= 5; i++) {
        memset(&drng, 0xa5, sizeof drng);
        start(i);
        ASSAY_CHECK_EQUAL(init_random_number(&drng, message, 64), -2);
        ASSAY_CHECK_BYTES(&drng, &zero, sizeof drng);
    }
    /* Far more than there is; it must not be cut to something that fits. */
    start(0);
    ASSAY_CHECK_EQUAL(init_random_number(&drng, message, ~0ull), -2);
}

int main(void)
{
    unsigned long long n;

    for (n = 0; n <= 8 * sizeof message; n += 7) {
        costs(n);
    }
    failures();
    return assay_test_result();
}
