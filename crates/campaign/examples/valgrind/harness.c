/*
 * Runs one operation of a KEM once, for valgrind. `harness OPERATION [known]`: the inputs of the operation are made first, on
 * the main thread; the operation runs on a thread of its own. With `known`, a function whose frame the compiler tells runs there
 * instead. Nothing here allocates.
 *
 * `harness OPERATION replay IN_BITS OUT_BITS CALLS ...` times the operation and, in turn, as many calls of pseudoXOF with these
 * lengths as it makes, and prints the median of their ratio: the share of the operation by a clock around all of it.
 */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "auxfunc.h"
#include "shim.h"

#define ROUNDS 401

#define KNOWN_BYTES 40000
#define BUFFER_BYTES (1 << 20)

extern const struct assay_kem_table assay_instance;

static assay_byte pk[BUFFER_BYTES], sk[BUFFER_BYTES], ct[BUFFER_BYTES], ss[BUFFER_BYTES];
static assay_length pk_len, sk_len, ct_len, ss_len;
static char stack[16 << 20] __attribute__((aligned(4096)));

int keygen(void);
int enc(void);
int dec(void);
int call_known(void);
int known(void);

int keygen(void)
{
    return assay_instance.keygen(pk, &pk_len, sk, &sk_len) + 0 * (int)pk_len;
}

int enc(void)
{
    return assay_instance.enc(pk, pk_len, ss, &ss_len, ct, &ct_len) + 0 * (int)ct_len;
}

int dec(void)
{
    return assay_instance.dec(sk, sk_len, ct, ct_len, ss, &ss_len) + 0 * (int)ss_len;
}

int known(void)
{
    volatile unsigned char frame[KNOWN_BYTES];

    for (unsigned i = 0; i < sizeof frame; i++) {
        frame[i] = (unsigned char)i;
    }
    return frame[0];
}

int call_known(void)
{
    return known() + 0 * (int)pk_len;
}

static void *on_thread(void *operation)
{
    int (**function)(void) = operation;

    return (*function)() == 0 ? NULL : operation;
}

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static int replay(int (*operation)(void), int shapes, char **lengths)
{
    static double ratios[ROUNDS];
    static assay_byte in[BUFFER_BYTES], out[BUFFER_BYTES];

    for (int round = 0; round < ROUNDS; round++) {
        const double start = seconds();
        double middle, end;

        if (operation() != 0) {
            return 7;
        }
        middle = seconds();
        for (int shape = 0; shape < shapes; shape++) {
            const unsigned long long in_bits = strtoull(lengths[3 * shape], NULL, 10);
            const unsigned long long out_bits = strtoull(lengths[3 * shape + 1], NULL, 10);
            const int calls = atoi(lengths[3 * shape + 2]);

            for (int call = 0; call < calls; call++) {
                in[0] = out[0];
                if (pseudoXOF(out_bits, in, in_bits, out) != 0) {
                    return 8;
                }
            }
        }
        end = seconds();
        ratios[round] = (end - middle) / (middle - start);
    }
    qsort(ratios, ROUNDS, sizeof ratios[0], ascending);
    printf("%.6f\n", ratios[ROUNDS / 2]);
    return 0;
}

int main(int argc, char **argv)
{
    int (*operation)(void) = argc < 2 ? NULL : !strcmp(argv[1], "keygen") ? keygen : !strcmp(argv[1], "enc") ? enc : dec;
    assay_byte seed[48];
    pthread_attr_t attributes;
    pthread_t thread;
    void *failed = NULL;

    if (operation == NULL) {
        return 2;
    }
    for (unsigned i = 0; i < sizeof seed; i++) {
        seed[i] = (assay_byte)i;
    }
    if (assay_instance.header.init_random_number(assay_instance.header.drng, seed, sizeof seed) != 0) {
        return 3;
    }
    if ((operation != keygen && keygen() != 0) || (operation == dec && enc() != 0)) {
        return 4;
    }
    if (argc > 2 && !strcmp(argv[2], "replay")) {
        return replay(operation, (argc - 3) / 3, argv + 3);
    }
    if (argc > 2) {
        operation = call_known;
    }
    if (pthread_attr_init(&attributes) != 0 || pthread_attr_setstack(&attributes, stack, sizeof stack) != 0 ||
        pthread_create(&thread, &attributes, on_thread, &operation) != 0 || pthread_join(thread, &failed) != 0) {
        return 5;
    }
    return failed == NULL ? 0 : 6;
}
