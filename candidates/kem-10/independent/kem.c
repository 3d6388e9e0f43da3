/* The KEM (sections 7 to 9). */
#include "KEM_AlgorithmInstance.h"

#include "auxfunc.h"
#include "encoding.h"
#include "gabidulin.h"
#include "pke.h"

#include <stdlib.h>
#include <string.h>

#define ERROR_MEMORY (-2)
#define ERROR_LENGTH (-3)

extern DRNG_ctx drng_algorithm;

/* pk || Pack(M) || Pack(U) || Pack(V) || salt, and for theta pk || Pack(M) || salt. */
typedef struct {
    unsigned char pk[MURAG_PK_BYTES];
    unsigned char message[MURAG_MESSAGE_BYTES];
    unsigned char ct[MURAG_CT_BYTES];
} hash_input;

typedef struct {
    murag_secret secret;
    murag_element g[MURAG_L], h[MURAG_N * MURAG_N], s[MURAG_N * MURAG_N1], sigma[MURAG_K];
} keygen_memory;

typedef struct {
    hash_input input;
    unsigned char theta[MURAG_SEED_BYTES];
    murag_element message[MURAG_K];
    murag_encryption encryption;
} enc_memory;

typedef struct {
    hash_input input;
    unsigned char theta[MURAG_SEED_BYTES], packed_sigma[MURAG_MESSAGE_BYTES], discarded[MURAG_L * MURAG_B];
    murag_secret secret;
    murag_element u[MURAG_N * MURAG_N2], v[MURAG_L], w[MURAG_L], message[MURAG_K], sigma[MURAG_K];
    murag_encryption encryption;
} dec_memory;

unsigned long long kem_get_pk_len_bytes(void)
{
    return MURAG_PK_BYTES;
}

unsigned long long kem_get_sk_len_bytes(void)
{
    return MURAG_SK_BYTES;
}

unsigned long long kem_get_ss_len_bytes(void)
{
    return MURAG_SS_BYTES;
}

unsigned long long kem_get_ct_len_bytes(void)
{
    return MURAG_CT_BYTES;
}

static void draw_global(unsigned char *out, size_t bytes)
{
    get_random_number(&drng_algorithm, out, 8 * (unsigned long long)bytes);
}

/* PH512; 0 or ERROR_MEMORY */
static int hash(unsigned char out[64], const void *input, size_t bytes)
{
    return pseudohash(512, input, 8 * (unsigned long long)bytes, out) == 0 ? 0 : ERROR_MEMORY;
}

/* theta = PH512(pk || Pack(M) || salt). Uses the place of the ciphertext in the input. */
static int hash_theta(unsigned char theta[MURAG_SEED_BYTES], hash_input *input,
                      const unsigned char salt[MURAG_SEED_BYTES])
{
    memcpy(input->ct, salt, MURAG_SEED_BYTES);
    return hash(theta, input, MURAG_PK_BYTES + MURAG_MESSAGE_BYTES + MURAG_SEED_BYTES);
}

/* ct = Pack(U) || Pack(V) || salt */
static void pack_ciphertext(unsigned char ct[MURAG_CT_BYTES], const murag_element *u, const murag_element *v,
                            const unsigned char salt[MURAG_SEED_BYTES])
{
    murag_pack(ct, u, MURAG_N * MURAG_N2);
    murag_pack(ct + MURAG_U_BYTES, v, MURAG_L);
    memcpy(ct + MURAG_U_BYTES + MURAG_V_BYTES, salt, MURAG_SEED_BYTES);
}

static void release(void *memory, size_t bytes)
{
    murag_wipe(memory, bytes);
    free(memory);
}

static int keygen(keygen_memory *memory, unsigned char *pk, unsigned char *sk)
{
    unsigned char *sk_seed = sk, *sk_pk = sk + MURAG_SEED_BYTES, *pk_seed = pk + MURAG_S_BYTES;
    int status;

    draw_global(sk_seed, MURAG_SEED_BYTES);
    draw_global(pk_seed, MURAG_SEED_BYTES);
    status = murag_expand_secret(&memory->secret, sk_seed);
    if (status == 0) {
        status = murag_expand_public(memory->g, memory->h, MURAG_N, 1, pk_seed);
    }
    if (status != 0) {
        return ERROR_MEMORY;
    }
    murag_compute_s(memory->s, memory->h, &memory->secret);
    murag_pack(pk, memory->s, MURAG_N * MURAG_N1);
    murag_sample_elements(&drng_algorithm, memory->sigma, MURAG_K);
    memcpy(sk_pk, pk, MURAG_PK_BYTES);
    murag_pack(sk_pk + MURAG_PK_BYTES, memory->sigma, MURAG_K);
    return 0;
}

int kem_keygen(unsigned char *pk, unsigned long long *pk_len_bytes, unsigned char *sk,
               unsigned long long *sk_len_bytes)
{
    keygen_memory *memory = malloc(sizeof *memory);
    int status;

    if (memory == NULL) {
        return ERROR_MEMORY;
    }
    status = keygen(memory, pk, sk);
    release(memory, sizeof *memory);
    if (status == 0) {
        *pk_len_bytes = MURAG_PK_BYTES;
        *sk_len_bytes = MURAG_SK_BYTES;
    }
    return status;
}

static int enc(enc_memory *memory, const unsigned char *pk, unsigned char *ss, unsigned char *ct)
{
    unsigned char *salt = ct + MURAG_U_BYTES + MURAG_V_BYTES;
    const murag_element *u = memory->encryption.result, *v = u + MURAG_N * MURAG_N2;

    murag_sample_elements(&drng_algorithm, memory->message, MURAG_K);
    draw_global(salt, MURAG_SEED_BYTES);
    memcpy(memory->input.pk, pk, MURAG_PK_BYTES);
    murag_pack(memory->input.message, memory->message, MURAG_K);
    if (hash_theta(memory->theta, &memory->input, salt) != 0
        || murag_encrypt(&memory->encryption, pk, memory->message, memory->theta) != 0) {
        return ERROR_MEMORY;
    }
    pack_ciphertext(memory->input.ct, u, v, salt);
    memcpy(ct, memory->input.ct, MURAG_CT_BYTES);
    return hash(ss, &memory->input, sizeof memory->input);
}

int kem_enc(unsigned char *pk, unsigned long long pk_len_bytes, unsigned char *ss, unsigned long long *ss_len_bytes,
            unsigned char *ct, unsigned long long *ct_len_bytes)
{
    enc_memory *memory;
    int status;

    if (pk_len_bytes != MURAG_PK_BYTES) {
        return ERROR_LENGTH;
    }
    memory = malloc(sizeof *memory);
    if (memory == NULL) {
        return ERROR_MEMORY;
    }
    status = enc(memory, pk, ss, ct);
    release(memory, sizeof *memory);
    if (status == 0) {
        *ss_len_bytes = MURAG_SS_BYTES;
        *ct_len_bytes = MURAG_CT_BYTES;
    }
    return status;
}

/* All ones if the lists are equal, else 0. */
static uint64_t lists_equal(const murag_element *a, const murag_element *b, unsigned count)
{
    murag_element difference = murag_zero();
    for (unsigned i = 0; i < count; i++) {
        murag_element d = murag_add(a[i], b[i]);
        for (unsigned j = 0; j < MURAG_WORDS; j++) {
            difference.w[j] |= d.w[j];
        }
    }
    return ~murag_element_mask(difference);
}

static int dec(dec_memory *memory, const unsigned char *sk, const unsigned char *ct, unsigned char *ss)
{
    const unsigned char *pk = sk + MURAG_SEED_BYTES, *salt = ct + MURAG_U_BYTES + MURAG_V_BYTES;
    hash_input *input = &memory->input;
    murag_encryption *encryption = &memory->encryption;
    uint64_t accepted;

    murag_unpack(memory->u, ct, MURAG_N * MURAG_N2);
    murag_unpack(memory->v, ct + MURAG_U_BYTES, MURAG_L);
    if (murag_expand_secret(&memory->secret, sk) != 0
        || murag_expand_public(encryption->g, encryption->matrix, MURAG_N, 1, pk + MURAG_S_BYTES) != 0) {
        return ERROR_MEMORY;
    }
    murag_remove_mask(memory->w, memory->u, memory->v, &memory->secret);
    /* Only moves the caller's DRNG on, as the submitted program does (section 8). */
    draw_global(memory->discarded, sizeof memory->discarded);
    accepted = ~murag_decode(memory->message, encryption->g, memory->w);

    memcpy(input->pk, pk, MURAG_PK_BYTES);
    murag_pack(input->message, memory->message, MURAG_K);
    if (hash_theta(memory->theta, input, salt) != 0
        || murag_encrypt(encryption, pk, memory->message, memory->theta) != 0) {
        return ERROR_MEMORY;
    }
    accepted &= lists_equal(memory->u, encryption->result, MURAG_N * MURAG_N2);
    accepted &= lists_equal(memory->v, encryption->result + MURAG_N * MURAG_N2, MURAG_L);

    /* Z = Pack(M') or Pack(sigma); unused bits of sigma, U and V do not enter the hash. */
    murag_unpack(memory->sigma, pk + MURAG_PK_BYTES, MURAG_K);
    murag_pack(memory->packed_sigma, memory->sigma, MURAG_K);
    for (unsigned i = 0; i < MURAG_MESSAGE_BYTES; i++) {
        unsigned change = (input->message[i] ^ memory->packed_sigma[i]) & ~(unsigned)accepted;
        input->message[i] = (unsigned char)(input->message[i] ^ change);
    }
    pack_ciphertext(input->ct, memory->u, memory->v, salt);
    return hash(ss, input, sizeof *input);
}

int kem_dec(unsigned char *sk, unsigned long long sk_len_bytes, unsigned char *ct, unsigned long long ct_len_bytes,
            unsigned char *ss, unsigned long long *ss_len_bytes)
{
    dec_memory *memory;
    int status;

    if (sk_len_bytes != MURAG_SK_BYTES || ct_len_bytes != MURAG_CT_BYTES) {
        return ERROR_LENGTH;
    }
    memory = malloc(sizeof *memory);
    if (memory == NULL) {
        return ERROR_MEMORY;
    }
    status = dec(memory, sk, ct, ss);
    release(memory, sizeof *memory);
    if (status == 0) {
        *ss_len_bytes = MURAG_SS_BYTES;
    }
    return status;
}
