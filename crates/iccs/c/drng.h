/*
 * The deterministic random number generator of the ICCS submission interface: the structure of Hash_DRBG
 * (NIST SP 800-90A) with SM3, one seed, and no reseeding. An independent implementation of its published behaviour.
 */
#ifndef ASSAY_DRNG_H
#define ASSAY_DRNG_H

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of each state value (440 bits). */
#define SEEDLEN 55

/* Three big-endian integers. */
typedef struct {
    unsigned char V[SEEDLEN];
    unsigned char C[SEEDLEN];
    unsigned char reseed_counter[SEEDLEN];
} DRNG_ctx;

/*
 * Replaces the whole context. seed_len_bytes counts BYTES and has no limits.
 * Returns 0, or -2 if memory could not be had; the context is then all zero and must not be used.
 */
int init_random_number(DRNG_ctx *drng, const unsigned char *seed, unsigned long long seed_len_bytes);

/*
 * Writes random_number_len_bits BITS, that is ceil(bits / 8) bytes whose spare low bits are zero. The state advances
 * once per call whatever the length, so two calls do not give what one longer call gives. Returns 0.
 */
int get_random_number(DRNG_ctx *drng, unsigned char *random_number, unsigned long long random_number_len_bits);

#ifdef __cplusplus
}
#endif

#endif
