/*
 * The decoder (section 6.2): the specification's case with exchanges, errors of every rank up to R, failure beyond it,
 * words without error in some places, and agreement with the plain decoder step by step.
 */
#include "plain_decoder.h"
#include "unit_vectors.h"

#include "decoder.h"
#include "gabidulin.h"
#include "sampler.h"

/* Errors tried. At R or more, every rank from 0 to R is among them. */
#ifndef ASSAY_TEST_ROUNDS
#define ASSAY_TEST_ROUNDS 3
#endif

/* An error of the given rank; coordinates before `first` are 0. */
static void make_error(assay_test_random *random, murag_element *e, unsigned rank, unsigned first)
{
    murag_element space[MURAG_M];

    do {
        random_elements(random, space, rank);
    } while (!murag_rank_reaches(space, rank, rank));
    memset(e, 0, MURAG_L * sizeof *e);
    for (unsigned j = first; j < MURAG_L; j++) {
        /* Each basis element alone first, so that the rank is reached; then combinations. */
        if (j - first < rank) {
            e[j] = space[j - first];
            continue;
        }
        for (unsigned i = 0; i < rank; i++) {
            if (assay_test_random_u64(random) & 1) {
                e[j] = murag_add(e[j], space[i]);
            }
        }
    }
    if (rank <= MURAG_L - first) {
        ASSAY_CHECK(murag_rank_reaches(e, MURAG_L, rank) && !murag_rank_reaches(e, MURAG_L, rank + 1));
    }
}

/* A code with g of full rank, and a random codeword of it. */
typedef struct {
    murag_element g[MURAG_L], message[MURAG_K], codeword[MURAG_L], error[MURAG_L], word[MURAG_L];
} sample;

static void new_codeword(assay_test_random *random, sample *s)
{
    do {
        random_elements(random, s->g, MURAG_L);
    } while (!murag_rank_reaches(s->g, MURAG_L, MURAG_M));
    random_elements(random, s->message, MURAG_K);
    murag_encode(s->codeword, s->g, s->message);
}

static void add_error(sample *s)
{
    for (unsigned j = 0; j < MURAG_L; j++) {
        s->word[j] = murag_add(s->codeword[j], s->error[j]);
    }
}

static void check_decodes(const sample *s, const char *what)
{
    murag_element message[MURAG_K];
    uint64_t failure = murag_decode(message, s->g, s->word);

    assay_check(failure == 0, what, __FILE__, __LINE__);
    assay_check_bytes(message, s->message, sizeof message, what, __FILE__, __LINE__);
}

static void check_fails(const sample *s, const char *what)
{
    murag_element message[MURAG_K];
    assay_check(murag_decode(message, s->g, s->word) == ~UINT64_C(0), what, __FILE__, __LINE__);
}

/* Steps until every u1 is 0, with the lowest coefficients compared to those of the plain decoder in each step. */
static unsigned compare_with_plain(const sample *s, plain_decoder *plain)
{
    murag_decoder *decoder = allocate(sizeof *decoder);
    murag_element n1[MURAG_K], v1[MURAG_K], message[MURAG_K];
    unsigned stopped_after = MURAG_STEPS;

    ASSAY_CHECK_EQUAL(plain_start(plain, s->g, s->word), 0);
    murag_decoder_start(decoder, plain->u0 + MURAG_K, plain->u1 + MURAG_K);
    while (decoder->steps < MURAG_STEPS) {
        int goes_on = plain_step(plain);
        murag_decoder_step(decoder);
        ASSAY_CHECK_EQUAL(decoder->stopped == 0, goes_on);
        if (decoder->stopped != 0 && stopped_after == MURAG_STEPS) {
            stopped_after = decoder->steps - 1;
        }
        murag_planes_store(n1, MURAG_K, &decoder->x1[MURAG_BLOCKS - 1], MURAG_LANES - 2 * MURAG_K);
        murag_planes_store(v1, MURAG_K, &decoder->x1[MURAG_BLOCKS - 1], MURAG_LANES - MURAG_K);
        ASSAY_CHECK_BYTES(n1, plain->n1.c, sizeof n1);
        ASSAY_CHECK_BYTES(v1, plain->v1.c, sizeof v1);
    }
    ASSAY_CHECK(murag_decoder_finish(decoder, n1, v1) == ~UINT64_C(0));
    ASSAY_CHECK_BYTES(n1, plain->n1.c, sizeof n1);
    ASSAY_CHECK_BYTES(v1, plain->v1.c, sizeof v1);
    ASSAY_CHECK_EQUAL(plain_finish(plain, message), 0);
    ASSAY_CHECK_BYTES(message, s->message, sizeof message);
    free(decoder);
    return stopped_after;
}

static void specification_case(sample *s, plain_decoder *plain)
{
    DRNG_ctx drng;
    murag_element space[5];

    seed_counting(&drng, 64);
    murag_sample_full_rank(&drng, s->g, MURAG_L);
    murag_sample_elements(&drng, s->message, MURAG_K);
    murag_sample_full_rank(&drng, space, 5);
    for (unsigned j = 0; j < MURAG_L; j++) {
        s->error[j] = space[j % 5];
        if (j % 3 == 0) {
            s->error[j] = murag_add(s->error[j], space[(j + 1) % 5]);
        }
    }
    s->g[MURAG_K + 1] = s->g[MURAG_K];
    s->error[MURAG_K + 1] = s->error[MURAG_K];
    murag_encode(s->codeword, s->g, s->message);
    add_error(s);
    check_flat(s->message, MURAG_K, UNIT_PIVOT_MESSAGE, "m");
    check_flat_sha256(s->codeword, MURAG_L, UNIT_PIVOT_CODEWORD_SHA256, "c");
    check_flat_sha256(s->word, MURAG_L, UNIT_PIVOT_WORD_SHA256, "y");
    check_decodes(s, "message after exchanges");
    ASSAY_CHECK_EQUAL(compare_with_plain(s, plain), 10);
    ASSAY_CHECK_EQUAL(plain->steps, 10);
    ASSAY_CHECK_EQUAL(plain->exchanges, 9);
    ASSAY_CHECK_EQUAL(plain_degree(&plain->v1), 5);
    ASSAY_CHECK_EQUAL(plain_degree(&plain->n1), 4);
}

static void encoder(assay_test_random *random, sample *s)
{
    new_codeword(random, s);
    for (unsigned j = 0; j < MURAG_L; j++) {
        murag_element sum = murag_zero();
        for (unsigned i = 0; i < MURAG_K; i++) {
            sum = murag_add(sum, murag_multiply(s->message[i], murag_frobenius(s->g[j], i)));
        }
        ASSAY_CHECK(same(s->codeword[j], sum));
    }
}

static void ranks_up_to_the_bound(assay_test_random *random, sample *s)
{
    for (unsigned i = 0; i <= ASSAY_TEST_ROUNDS; i++) {
        unsigned rank = ASSAY_TEST_ROUNDS < MURAG_R ? MURAG_R * i / ASSAY_TEST_ROUNDS : MURAG_R - i % (MURAG_R + 1);
        new_codeword(random, s);
        make_error(random, s->error, rank, 0);
        add_error(s);
        check_decodes(s, "message below the bound");
    }
}

static void ranks_beyond_the_bound(assay_test_random *random, sample *s)
{
    static const unsigned beyond[] = {1, MURAG_M - MURAG_R};
    for (unsigned i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        new_codeword(random, s);
        make_error(random, s->error, MURAG_R + beyond[i], 0);
        add_error(s);
        check_fails(s, "failure beyond the bound");
    }
}

static void words_of_other_kinds(assay_test_random *random, sample *s)
{
    static const unsigned first[] = {MURAG_K, MURAG_L - MURAG_R - 1, MURAG_L - 3};

    /* No error in the first coordinates, or only at the end. */
    for (unsigned i = 0; i < sizeof first / sizeof *first; i++) {
        unsigned rank = i == 2 ? 3 : MURAG_R - 5;
        new_codeword(random, s);
        make_error(random, s->error, rank, first[i]);
        add_error(s);
        check_decodes(s, "message with errors at the end");
    }
    memset(s->error, 0, sizeof s->error);
    add_error(s);
    check_decodes(s, "message without error");
    memset(s->message, 0, sizeof s->message);
    memset(s->word, 0, sizeof s->word);
    check_decodes(s, "zero word");
    random_elements(random, s->word, MURAG_L);
    check_fails(s, "failure on a random word");
    for (unsigned j = 0; j < MURAG_L; j++) {
        s->word[j] = murag_one();
    }
    /* The constant 1 is an error of rank 1 on the zero codeword. */
    check_decodes(s, "constant word");
}

static void dependent_points(assay_test_random *random, sample *s)
{
    new_codeword(random, s);
    s->g[MURAG_K - 1] = s->g[0];
    memset(s->error, 0, sizeof s->error);
    add_error(s);
    check_fails(s, "failure for dependent g");
}

int main(void)
{
    assay_test_random random = assay_test_random_new(7);
    sample *s = allocate(sizeof *s);
    plain_decoder *plain = allocate(sizeof *plain);

    encoder(&random, s);
    specification_case(s, plain);
    ranks_up_to_the_bound(&random, s);
    ranks_beyond_the_bound(&random, s);
    words_of_other_kinds(&random, s);
    dependent_points(&random, s);
    new_codeword(&random, s);
    make_error(&random, s->error, 9, 0);
    add_error(s);
    ASSAY_CHECK_EQUAL(compare_with_plain(s, plain), 18);
    free(plain);
    free(s);
    return assay_test_result();
}
