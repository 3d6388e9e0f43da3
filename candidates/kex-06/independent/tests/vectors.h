/* Sections 11.1 and 11.2 of the specification: seeds and draws, the same for all instances; then those of this instance. */
#ifndef MAMBA_TEST_VECTORS_H
#define MAMBA_TEST_VECTORS_H

#include <stddef.h>

/* One row of section 11. */
struct vector {
    const char *item;
    size_t bytes;
    const char *head; /* hexadecimal: the first eight bytes */
    const char *sha256;
};

/* The draws are rho_A, sigma_A, rho_B, sigma_B, mu, tau. */
#define DRAWS 6

#if MAMBA_LEVEL == 128
#include "vectors_128.h"
#elif MAMBA_LEVEL == 192
#include "vectors_192.h"
#elif MAMBA_LEVEL == 256
#include "vectors_256.h"
#elif MAMBA_LEVEL == 384
#include "vectors_384.h"
#else
#include "vectors_512.h"
#endif

static const struct vector_run {
    const char *name;
    const struct vector *vectors;
    size_t count;
    const char *seed;
    const char *draws[DRAWS];
    const char *raw_key;
    const char *secret;
} runs[] = {
    {"record 0",
     vectors_record_0,
     sizeof vectors_record_0 / sizeof vectors_record_0[0],
     "927f06b594798a4ddfaa4f03f92aaaf04e1d453f6ed1de19b86d3aade048a65483df4754049b5cd3f586406cf2c64875"
     "c51edb576df342b5a970f40eabc15d3c",
     {"b1c3cbc9f8f59b19cc899f8560f906f889eea5fe5ced0484527f28fff19315de",
      "8157886d49d8323c198c1942b963ae68f3e4acece75901c769401df21ba8028c",
      "bbb540a5e2d3a9289a44eed0b52c643139ddc9f3097a5ddcec08ba53ba6346c5",
      "4e41fd9a1f0aae405ca28f6446f2a3469522e296a47c3bd9595c6067eb25e0a7",
      "10e5e3791dca8c08a5cd7e9de5161dbff091468b23cb2098e2f04564977ec9ea",
      "99d74feed5298a09c6922f380947c50535030aa51c23a030b999771df09d5d69"},
     RAW_KEY_RECORD_0,
     SECRET_RECORD_0},
    {"fixed seed",
     vectors_fixed_seed,
     sizeof vectors_fixed_seed / sizeof vectors_fixed_seed[0],
     "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f",
     {"b569718fc1f1f82a4c0acf90ff4ac10966e11e3750012597bb7ecfd357c962aa",
      "6a0b45b7f8fc88d63cce4ea82b79c3857e6a6804b069368fe4ee382ecfacdaf9",
      "0cd47bfc22401cc2380d3a36f852cdfe7d0f80064d92cd5aacfe873e62cb42bb",
      "054e05326475cb6b6f3d9b9fb5ba239a4dbe6be7b303d7d6d7b8c7c903f28f1a",
      "bd49dcdb0f0a5e7cd6a01156f5a47a1fe021928ae6e416c5e66b1c8b4e570966",
      "ecb490f76a7355223a774bb3dd9b2da7106d6bb1e0e7e3150be337272353e70c"},
     RAW_KEY_FIXED_SEED,
     SECRET_FIXED_SEED},
};

#endif
