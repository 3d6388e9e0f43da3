/*
 * The draws of each operation: their number, lengths and order on each context (section 8), the raw outputs of section 12,
 * and the number of hashes. The three files that draw are compiled into this program a second time under other names, with
 * a recording DRNG and hash.
 */
#include "support.h"
#include "vectors.h"

#include "auxfunc.h"

extern DRNG_ctx drng_algorithm;

typedef enum { GLOBAL, SK_SEED, PK_SEED, THETA } context;

typedef struct {
    context context;
    size_t bytes, offset;
} recorded_draw;

#define MAX_DRAWS 200
#define MAX_OUTPUT 400000

static struct {
    unsigned char sk_seed[MURAG_SEED_BYTES], pk_seed[MURAG_SEED_BYTES];
    recorded_draw draws[MAX_DRAWS];
    unsigned count, instantiations, hashes;
    context current;
    unsigned char output[MAX_OUTPUT];
    size_t output_bytes;
    /* Draws whose output is replaced by zeros. */
    unsigned zeros;
} record;

static int recording_init(DRNG_ctx *drng, const unsigned char *seed, unsigned long long bytes)
{
    ASSAY_CHECK_EQUAL(bytes, MURAG_SEED_BYTES);
    record.instantiations++;
    record.current = memcmp(seed, record.sk_seed, MURAG_SEED_BYTES) == 0   ? SK_SEED
                     : memcmp(seed, record.pk_seed, MURAG_SEED_BYTES) == 0 ? PK_SEED
                                                                           : THETA;
    return init_random_number(drng, seed, bytes);
}

static int recording_draw(DRNG_ctx *drng, unsigned char *out, unsigned long long bits)
{
    recorded_draw *draw = &record.draws[record.count++];
    int status = get_random_number(drng, out, bits);

    if (record.count > MAX_DRAWS || record.output_bytes + bits / 8 > MAX_OUTPUT) {
        abort();
    }
    if (record.zeros > 0) {
        record.zeros--;
        memset(out, 0, bits / 8);
    }
    draw->context = drng == &drng_algorithm ? GLOBAL : record.current;
    draw->bytes = bits / 8;
    draw->offset = record.output_bytes;
    memcpy(record.output + record.output_bytes, out, bits / 8);
    record.output_bytes += bits / 8;
    return status;
}

static int recording_hash(int digest_bits, const unsigned char *message, unsigned long long bits, unsigned char *digest)
{
    ASSAY_CHECK_EQUAL(digest_bits, 512);
    record.hashes++;
    return pseudohash(digest_bits, message, bits, digest);
}

#define init_random_number recording_init
#define get_random_number recording_draw
#define pseudohash recording_hash
#define murag_sample_elements recorded_sample_elements
#define murag_sample_full_rank recorded_sample_full_rank
#define murag_sample_full_rank_one recorded_sample_full_rank_one
#define murag_sample_fill recorded_sample_fill
#define murag_combine recorded_combine
#define murag_rank_reaches recorded_rank_reaches
#define murag_expand_secret recorded_expand_secret
#define murag_expand_public recorded_expand_public
#define murag_expand_noise recorded_expand_noise
#define murag_compute_s recorded_compute_s
#define murag_encrypt recorded_encrypt
#define murag_remove_mask recorded_remove_mask
#define kem_get_pk_len_bytes recorded_pk_len_bytes
#define kem_get_sk_len_bytes recorded_sk_len_bytes
#define kem_get_ct_len_bytes recorded_ct_len_bytes
#define kem_get_ss_len_bytes recorded_ss_len_bytes
#define kem_keygen recorded_keygen
#define kem_enc recorded_enc
#define kem_dec recorded_dec
#include "../sampler.c"
#include "../pke.c"
#include "../kem.c"
#undef init_random_number
#undef get_random_number

static void start_recording(void)
{
    record.count = record.instantiations = record.hashes = 0;
    record.output_bytes = 0;
}

/* Draw `number` (from 1) on a context, or NULL. */
static const recorded_draw *find_draw(context wanted, unsigned number)
{
    for (unsigned i = 0; i < record.count; i++) {
        if (record.draws[i].context == wanted && --number == 0) {
            return &record.draws[i];
        }
    }
    return NULL;
}

static void check_length(context on, unsigned number, size_t bytes)
{
    const recorded_draw *draw = find_draw(on, number);
    ASSAY_CHECK(draw != NULL);
    if (draw != NULL) {
        ASSAY_CHECK_EQUAL(draw->bytes, bytes);
    }
}

static size_t combination_bytes(size_t w, size_t count)
{
    return w * (count - w) / 8 + 1;
}

/* Each returns the number of draws that the expansion takes. */
static unsigned check_secret_expansion(void)
{
    check_length(SK_SEED, 1, (MURAG_W1 - 1) * MURAG_B);
    for (unsigned i = 0; i < 2; i++) {
        check_length(SK_SEED, 2 + 2 * i, 4 * MURAG_W1);
        check_length(SK_SEED, 3 + 2 * i, combination_bytes(MURAG_W1, MURAG_N * MURAG_N1));
    }
    return 5;
}

/* `first` is the number of its first draw, from 1. */
static unsigned check_public_expansion(unsigned first)
{
    check_length(PK_SEED, first, MURAG_L * MURAG_B);
    for (unsigned i = 0; i < MURAG_N; i++) {
        check_length(PK_SEED, first + 1 + i, MURAG_N * MURAG_B);
    }
    return MURAG_N + 1;
}

static unsigned check_noise_expansion(void)
{
    static const size_t counts[3] = {MURAG_L, MURAG_N * MURAG_N2, MURAG_N * MURAG_N2};

    check_length(THETA, 1, MURAG_W2 * MURAG_B);
    for (unsigned i = 0; i < 3; i++) {
        check_length(THETA, 2 + 2 * i, 4 * MURAG_W2);
        check_length(THETA, 3 + 2 * i, combination_bytes(MURAG_W2, counts[i]));
    }
    return 7;
}

/* The entries of one operation in the table of raw outputs: "operation / context / number description". */
static void check_raw_outputs(vector_set *set, const char *operation)
{
    static const char *const contexts[] = {"global", "sk_seed", "pk_seed", "theta"};

    for (size_t i = 0; i < set->draw_count; i++) {
        const vector_item *entry = &set->draws[i];
        char entry_operation[16], entry_context[16];
        unsigned number;
        const recorded_draw *draw = NULL;
        size_t bytes = entry->bytes;

        if (sscanf(entry->name, "%15s / %15s / %u", entry_operation, entry_context, &number) != 3) {
            /* "H rows concatenated" follow the draw of g. */
            ASSAY_CHECK(strstr(entry->name, "pk_seed / H rows concatenated") != NULL);
            number = 2;
        }
        if (strcmp(entry_operation, operation) != 0) {
            continue;
        }
        for (unsigned c = 0; c < COUNT_OF(contexts); c++) {
            if (strcmp(entry_context, contexts[c]) == 0) {
                draw = find_draw((context)c, number);
            }
        }
        ASSAY_CHECK(draw != NULL);
        if (draw != NULL) {
            check_entry(set, set->draws, set->draw_count, entry->name, record.output + draw->offset, bytes);
        }
    }
}

typedef struct {
    unsigned char pk[MURAG_PK_BYTES], sk[MURAG_SK_BYTES], ct[MURAG_CT_BYTES], ss[MURAG_SS_BYTES];
} buffers;

static void check_operations(vector_set set, const unsigned char *seed, unsigned seed_bytes)
{
    buffers *b = allocate(sizeof *b);
    DRNG_ctx copy;
    unsigned long long length;
    unsigned expected;

    init_random_number(&drng_algorithm, seed, seed_bytes);
    copy = drng_algorithm;
    get_random_number(&copy, record.sk_seed, 8 * MURAG_SEED_BYTES);
    get_random_number(&copy, record.pk_seed, 8 * MURAG_SEED_BYTES);

    start_recording();
    ASSAY_CHECK_EQUAL(kem_keygen(b->pk, &length, b->sk, &length), 0);
    check_length(GLOBAL, 1, 64);
    check_length(GLOBAL, 2, 64);
    expected = 3 + check_secret_expansion() + check_public_expansion(1);
    check_length(GLOBAL, 3, MURAG_K * MURAG_B);
    ASSAY_CHECK_EQUAL(record.count, expected);
    ASSAY_CHECK_EQUAL(record.count, MURAG_N + 9);
    ASSAY_CHECK_EQUAL(record.instantiations, 2);
    ASSAY_CHECK_EQUAL(record.hashes, 0);
    check_raw_outputs(&set, "keygen");

    start_recording();
    ASSAY_CHECK_EQUAL(kem_enc(b->pk, MURAG_PK_BYTES, b->ss, &length, b->ct, &length), 0);
    check_length(GLOBAL, 1, MURAG_K * MURAG_B);
    check_length(GLOBAL, 2, 64);
    expected = 2 + check_public_expansion(1) + check_noise_expansion();
    ASSAY_CHECK_EQUAL(record.count, expected);
    ASSAY_CHECK_EQUAL(record.count, MURAG_N + 10);
    ASSAY_CHECK_EQUAL(record.instantiations, 2);
    ASSAY_CHECK_EQUAL(record.hashes, 2);
    check_raw_outputs(&set, "enc");

    for (unsigned tampered = 0; tampered < 2; tampered++) {
        start_recording();
        b->ct[0] ^= (unsigned char)tampered;
        ASSAY_CHECK_EQUAL(kem_dec(b->sk, MURAG_SK_BYTES, b->ct, MURAG_CT_BYTES, b->ss, &length), 0);
        check_length(GLOBAL, 1, MURAG_L * MURAG_B);
        expected = 1 + check_secret_expansion() + check_public_expansion(1) + check_public_expansion(MURAG_N + 2);
        expected += check_noise_expansion();
        ASSAY_CHECK_EQUAL(record.count, expected);
        ASSAY_CHECK_EQUAL(record.count, 2 * MURAG_N + 15);
        ASSAY_CHECK_EQUAL(record.instantiations, 4);
        ASSAY_CHECK_EQUAL(record.hashes, 2);
        if (!tampered) {
            check_raw_outputs(&set, "dec");
        }
    }
    ASSAY_CHECK_EQUAL(set.checked, set.draw_count);
    free(b);
}

/* A draw that gives dependent elements is thrown away whole, and the next one is taken. */
static void repeated_attempts(void)
{
    murag_noise *noise = allocate(sizeof *noise);
    unsigned char theta[MURAG_SEED_BYTES] = {0};
    DRNG_ctx drng;
    murag_element list[MURAG_W1];

    start_recording();
    record.zeros = 2;
    ASSAY_CHECK_EQUAL(murag_expand_noise(noise, theta), 0);
    ASSAY_CHECK_EQUAL(record.count, 9);
    for (unsigned i = 1; i <= 3; i++) {
        check_length(THETA, i, MURAG_W2 * MURAG_B);
    }
    for (unsigned i = 0; i < MURAG_W2; i++) {
        ASSAY_CHECK(same(noise->support[i], murag_from_flat(record.output + record.draws[2].offset + i * MURAG_B)));
    }
    seed_counting(&drng, 64);
    start_recording();
    record.zeros = 1;
    murag_sample_full_rank_one(&drng, list, MURAG_W1);
    ASSAY_CHECK_EQUAL(record.count, 2);
    ASSAY_CHECK(same(list[MURAG_W1 - 1], murag_one()));
    free(noise);
}

int main(void)
{
    unsigned char seed[64];

    for (unsigned i = 0; i < 48; i++) {
        seed[i] = (unsigned char)i;
    }
    check_operations(fixed_seed_vectors(), seed, 48);
    record_seed(seed);
    check_operations(record_vectors(), seed, 64);
    repeated_attempts();
    return assay_test_result();
}
