/* Sections 6 and 7: the KEM, a Fujisaki-Okamoto transform with implicit rejection. Step numbers are those of section 6. */
#include "KEM_AlgorithmInstance.h"

#include <stdlib.h>
#include <string.h>

#include "e8.h"
#include "encoding.h"
#include "pke.h"
#include "sampling.h"

/* What the DRNG gives, in this order. */
typedef struct {
    unsigned char z[FROST_SS_BYTES], secret_seed[FROST_SECRET_SEED_BYTES], rho_seed[FROST_SEED_BYTES];
} keygen_random;

typedef struct {
    unsigned char message[FROST_SS_BYTES], salt[FROST_SEED_BYTES];
} enc_random;

/* sigma || kbar */
typedef struct {
    unsigned char sigma[FROST_SECRET_SEED_BYTES], kbar[FROST_SS_BYTES];
} derived;

/* ct || key, which the shared secret is the hash of. */
typedef struct {
    unsigned char ct[FROST_CT_BYTES], key[FROST_SS_BYTES];
} secret_input;

typedef struct {
    keygen_random random;
    frost_key_memory key;
} keygen_memory;

typedef struct {
    enc_random random;
    derived derived;
    secret_input input;
    frost_encryption encryption;
} enc_memory;

typedef struct {
    unsigned char message[FROST_SS_BYTES];
    derived derived;
    secret_input input;
    uint16_t w[FROST_V_ENTRIES];
    frost_decryption decryption;
    frost_encryption encryption;
} dec_memory;

unsigned long long kem_get_pk_len_bytes(void)
{
    return FROST_PK_BYTES;
}

unsigned long long kem_get_sk_len_bytes(void)
{
    return FROST_SK_BYTES;
}

unsigned long long kem_get_ss_len_bytes(void)
{
    return FROST_SS_BYTES;
}

unsigned long long kem_get_ct_len_bytes(void)
{
    return FROST_CT_BYTES;
}

static void release(void *memory, size_t bytes)
{
    if (memory != NULL) {
        frost_wipe(memory, bytes);
        free(memory);
    }
}

static int keygen(keygen_memory *memory, unsigned char *pk, unsigned char *sk)
{
    keygen_random *random = &memory->random;

    /* 1, 2: rho is the start of the public key. */
    if (frost_random((unsigned char *)random, sizeof *random) != FROST_OK
        || frost_xof(pk, FROST_SEED_BYTES, random->rho_seed, sizeof random->rho_seed) != FROST_OK
        /* 3 to 6 */
        || frost_make_key(&memory->key, sk, pk, random->secret_seed) != FROST_OK
        /* 7 */
        || frost_xof(sk + FROST_SK_HPK, FROST_SEED_BYTES, pk, FROST_PK_BYTES) != FROST_OK) {
        return FROST_ERROR_INTERNAL;
    }
    /* 8 */
    memcpy(sk + FROST_SK_PK, pk, FROST_PK_BYTES);
    memcpy(sk + FROST_SK_Z, random->z, FROST_SS_BYTES);
    return FROST_OK;
}

int kem_keygen(unsigned char *pk, unsigned long long *pk_len_bytes, unsigned char *sk, unsigned long long *sk_len_bytes)
{
    keygen_memory *memory;

    if (pk == NULL || pk_len_bytes == NULL || sk == NULL || sk_len_bytes == NULL) {
        return FROST_ERROR_INPUT;
    }
    memory = malloc(sizeof *memory);
    const int code = memory != NULL ? keygen(memory, pk, sk) : FROST_ERROR_INTERNAL;
    release(memory, sizeof *memory);
    if (code != FROST_OK) {
        frost_wipe(pk, FROST_PK_BYTES);
        frost_wipe(sk, FROST_SK_BYTES);
        return code;
    }
    *pk_len_bytes = FROST_PK_BYTES;
    *sk_len_bytes = FROST_SK_BYTES;
    return FROST_OK;
}

/* sigma || kbar = XOF(hpk || message || salt) */
static int derive(derived *out, const unsigned char hpk[FROST_SEED_BYTES], const unsigned char message[FROST_SS_BYTES],
                  const unsigned char salt[FROST_SEED_BYTES])
{
    unsigned char input[FROST_SEED_BYTES + FROST_SS_BYTES + FROST_SEED_BYTES];

    memcpy(input, hpk, FROST_SEED_BYTES);
    memcpy(input + FROST_SEED_BYTES, message, FROST_SS_BYTES);
    memcpy(input + FROST_SEED_BYTES + FROST_SS_BYTES, salt, FROST_SEED_BYTES);
    const int code = frost_xof((unsigned char *)out, sizeof *out, input, sizeof input);
    frost_wipe(input, sizeof input);
    return code;
}

static int enc(enc_memory *memory, const unsigned char *pk, unsigned char *ss, unsigned char *ct)
{
    enc_random *random = &memory->random;
    secret_input *input = &memory->input;
    unsigned char hpk[FROST_SEED_BYTES];

    /* 1 to 3 */
    if (frost_xof(hpk, sizeof hpk, pk, FROST_PK_BYTES) != FROST_OK
        || frost_random((unsigned char *)random, sizeof *random) != FROST_OK
        || derive(&memory->derived, hpk, random->message, random->salt) != FROST_OK
        /* 4 to 10 */
        || frost_encrypt(&memory->encryption, pk, random->message, random->salt, memory->derived.sigma) != FROST_OK) {
        return FROST_ERROR_INTERNAL;
    }
    /* 11 */
    frost_pack(input->ct, memory->encryption.u, FROST_U_ENTRIES, FROST_BITS_U);
    frost_pack(input->ct + FROST_CT_V, memory->encryption.v, FROST_V_ENTRIES, FROST_BITS_V);
    memcpy(input->ct + FROST_CT_SALT, random->salt, FROST_SEED_BYTES);
    memcpy(ct, input->ct, FROST_CT_BYTES);
    /* 12 */
    memcpy(input->key, memory->derived.kbar, FROST_SS_BYTES);
    return frost_xof(ss, FROST_SS_BYTES, (const unsigned char *)input, sizeof *input);
}

int kem_enc(unsigned char *pk, unsigned long long pk_len_bytes, unsigned char *ss, unsigned long long *ss_len_bytes,
            unsigned char *ct, unsigned long long *ct_len_bytes)
{
    enc_memory *memory;

    if (pk == NULL || ss == NULL || ss_len_bytes == NULL || ct == NULL || ct_len_bytes == NULL
        || pk_len_bytes != FROST_PK_BYTES) {
        return FROST_ERROR_INPUT;
    }
    memory = malloc(sizeof *memory);
    const int code = memory != NULL ? enc(memory, pk, ss, ct) : FROST_ERROR_INTERNAL;
    release(memory, sizeof *memory);
    if (code != FROST_OK) {
        frost_wipe(ss, FROST_SS_BYTES);
        frost_wipe(ct, FROST_CT_BYTES);
        return code;
    }
    *ss_len_bytes = FROST_SS_BYTES;
    *ct_len_bytes = FROST_CT_BYTES;
    return FROST_OK;
}

/* All ones if the labels differ, else 0. */
static unsigned differ(const uint16_t *a, const uint16_t *b, size_t count)
{
    unsigned difference = 0;

    for (size_t i = 0; i < count; i++) {
        difference |= a[i] ^ (unsigned)b[i];
    }
    return 0 - (((0 - difference) >> 16) & 1);
}

static int dec(dec_memory *memory, const unsigned char *sk, const unsigned char *ct, unsigned char *ss)
{
    const frost_encryption *again = &memory->encryption;
    const frost_decryption *received = &memory->decryption;
    const unsigned char *salt = ct + FROST_CT_SALT, *z = sk + FROST_SK_Z;
    secret_input *input = &memory->input;
    unsigned rejected;

    /* 1 to 3 */
    if (frost_decrypt(&memory->decryption, memory->w, sk, ct) != FROST_OK) {
        return FROST_ERROR_INTERNAL;
    }
    /* 4 to 9 */
    frost_e8_decode(memory->message, memory->w);
    if (derive(&memory->derived, sk + FROST_SK_HPK, memory->message, salt) != FROST_OK
        || frost_encrypt(&memory->encryption, sk + FROST_SK_PK, memory->message, salt, memory->derived.sigma)
               != FROST_OK) {
        return FROST_ERROR_INTERNAL;
    }
    /* 10, 11 */
    rejected = differ(received->u, again->u, FROST_U_ENTRIES) | differ(received->v, again->v, FROST_V_ENTRIES);
    for (unsigned i = 0; i < FROST_SS_BYTES; i++) {
        const unsigned kbar = memory->derived.kbar[i];

        input->key[i] = (unsigned char)(kbar ^ ((kbar ^ z[i]) & rejected));
    }
    /* 12 */
    memcpy(input->ct, ct, FROST_CT_BYTES);
    return frost_xof(ss, FROST_SS_BYTES, (const unsigned char *)input, sizeof *input);
}

int kem_dec(unsigned char *sk, unsigned long long sk_len_bytes, unsigned char *ct, unsigned long long ct_len_bytes,
            unsigned char *ss, unsigned long long *ss_len_bytes)
{
    dec_memory *memory;

    if (sk == NULL || ct == NULL || ss == NULL || ss_len_bytes == NULL || sk_len_bytes != FROST_SK_BYTES
        || ct_len_bytes != FROST_CT_BYTES) {
        return FROST_ERROR_INPUT;
    }
    memory = malloc(sizeof *memory);
    const int code = memory != NULL ? dec(memory, sk, ct, ss) : FROST_ERROR_INTERNAL;
    release(memory, sizeof *memory);
    if (code != FROST_OK) {
        frost_wipe(ss, FROST_SS_BYTES);
        return code;
    }
    *ss_len_bytes = FROST_SS_BYTES;
    return FROST_OK;
}
