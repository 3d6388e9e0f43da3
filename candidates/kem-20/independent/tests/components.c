/* AES vectors, the unit vectors of section 10.1, and the matrix products against their definition. */
#include <string.h>

#include "../e8.h"
#include "../encoding.h"
#include "../sampling.h"
#include "testing/testing.h"

/* Encrypts one block as block `position`, amid others. */
static void check_aes(const char *key_hex, const char *plain_hex, const char *cipher_hex, unsigned position)
{
    static frost_aes_key key;
    static frost_aes_blocks blocks;
    unsigned char key_bytes[16], block[16], out[16] = {0};
    assay_test_random random = assay_test_random_new(position);

    assay_hex_decode(key_hex, key_bytes, sizeof key_bytes);
    assay_hex_decode(plain_hex, block, sizeof block);
    assay_test_random_bytes(&random, &blocks, sizeof blocks);
    for (unsigned bit = 0; bit < 128; bit++) {
        uint64_t *word = &blocks.plane[bit].word[position / 64];

        *word &= ~((uint64_t)1 << position % 64);
        *word |= (uint64_t)(block[bit / 8] >> bit % 8 & 1) << position % 64;
    }
    frost_aes_expand_key(&key, key_bytes);
    frost_aes_encrypt(&blocks, &key);
    for (unsigned bit = 0; bit < 128; bit++) {
        out[bit / 8] |= (unsigned char)((blocks.plane[bit].word[position / 64] >> position % 64 & 1) << bit % 8);
    }
    ASSAY_CHECK_HEX(out, 16, cipher_hex);
}

/* FIPS 197, appendices B and C.1; SP 800-38A, F.1.1. */
static void test_aes(void)
{
    static const char key[] = "2b7e151628aed2a6abf7158809cf4f3c";

    for (unsigned position = 0; position < FROST_AES_BLOCKS; position += 21) {
        check_aes(key, "3243f6a8885a308d313198a2e0370734", "3925841d02dc09fbdc118597196a0b32", position);
        check_aes("000102030405060708090a0b0c0d0e0f", "00112233445566778899aabbccddeeff",
                  "69c4e0d86a7b0430d8cdb78070b4c55a", position);
        check_aes(key, "6bc1bee22e409f96e93d7e117393172a", "3ad77bb40d7a3660a89ecaf32466ef97", position);
        check_aes(key, "ae2d8a571e03ac9c9eb76fac45af8e51", "f5d3d58503b9699de785895a96fdbaaf", position);
        check_aes(key, "30c81c46a35ce411e5fbc1191a0a52ef", "43b1cd7f598ece23881b00e3ed030688", position);
        check_aes(key, "f69f2445df4f9b17ad2b417be66c3710", "7b0c785e27e8ad3f8223207104725dd4", position);
    }
}

static void counting(unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bytes[i] = (unsigned char)i;
    }
}

static void check_entries(unsigned row, unsigned column, const uint16_t expected[8])
{
    static frost_aes_key key;
    static frost_tile tile;
    unsigned char rho[FROST_SEED_BYTES];

    counting(rho, sizeof rho);
    frost_aes_expand_key(&key, rho);
    frost_matrix_tile(tile, &key, row - row % FROST_TILE_ROWS, column);
    for (unsigned w = 0; w < 8; w++) {
        ASSAY_CHECK_EQUAL(tile[w][row % FROST_TILE_ROWS], expected[w]);
    }
}

static void test_matrix(void)
{
    static const uint16_t expected[5][8] = {
        {0xa1c6, 0x373b, 0x8f87, 0x825b, 0x4f6f, 0x6281, 0xc8a1, 0x79d8},
        {0x4c56, 0xe22a, 0x1e53, 0x2198, 0x8a27, 0x8cf5, 0x802b, 0x8b4e},
        {0x7ce3, 0x63d3, 0x7cdd, 0xa087, 0xff9a, 0x3e0e, 0xe060, 0x829c},
        {0x532d, 0xf6d7, 0x7158, 0xdb97, 0x8f3d, 0x0858, 0xcae6, 0x96c3},
        {0x8810, 0xa5b3, 0x6d08, 0x0902, 0x3210, 0xb430, 0xb2f9, 0xe765}};

    check_entries(0, 0, expected[0]);
    check_entries(0, 8, expected[1]);
    check_entries(1, 0, expected[2]);
    check_entries(258, 504, expected[3]);
    check_entries(2599, 2592, expected[4]);
}

static uint16_t small(assay_test_random *random)
{
    return (uint16_t)(assay_test_random_below(random, 8) - 4);
}

/* Both products at some entries, from single entries of A; the columns hold the widest range that a secret key can give. */
static void test_products(void)
{
    static frost_column in[FROST_LONG], product[FROST_LONG], transposed[FROST_LONG];
    static frost_aes_key key;
    static frost_tile of_row, of_column;
    static const unsigned places[] = {0, 7, 127, 128, 511, FROST_N - 1};
    unsigned char rho[FROST_SEED_BYTES];
    assay_test_random random = assay_test_random_new(20);

    counting(rho, sizeof rho);
    frost_aes_expand_key(&key, rho);
    for (unsigned k = 0; k < FROST_LONG; k++) {
        for (unsigned j = 0; j < FROST_N; j++) {
            in[k][j] = small(&random);
        }
    }
    frost_multiply(product, rho, in);
    frost_multiply_transposed(transposed, rho, in);
    for (unsigned p = 0; p < sizeof places / sizeof *places; p++) {
        const unsigned place = places[p];
        uint32_t along_row[FROST_LONG] = {0}, along_column[FROST_LONG] = {0};

        for (unsigned j = 0; j < FROST_N; j++) {
            if (j % 8 == 0) {
                frost_matrix_tile(of_row, &key, place - place % FROST_TILE_ROWS, j);
            }
            if (j % FROST_TILE_ROWS == 0) {
                frost_matrix_tile(of_column, &key, j, place - place % 8);
            }
            for (unsigned k = 0; k < FROST_LONG; k++) {
                along_row[k] += (uint32_t)of_row[j % 8][place % FROST_TILE_ROWS] * in[k][j];
                along_column[k] += (uint32_t)of_column[place % 8][j % FROST_TILE_ROWS] * in[k][j];
            }
        }
        for (unsigned k = 0; k < FROST_S_COLUMNS; k++) {
            ASSAY_CHECK_EQUAL(product[k][place], along_row[k] & 0xffff);
        }
        for (unsigned k = 0; k < FROST_T_COLUMNS; k++) {
            ASSAY_CHECK_EQUAL(transposed[k][place], along_column[k] & 0xffff);
        }
    }
}

static void test_xof(void)
{
    unsigned char in[33], out[64];

    counting(in, 32);
    ASSAY_CHECK_EQUAL(frost_xof(out, 16, in, 32), 0);
    ASSAY_CHECK_HEX(out, 16, "ebb615adb10c260cc178306ff5ae75d0");
    frost_xof(out, 48, in, 32);
    ASSAY_CHECK_HEX(out, 48, "ebb615adb10c260cc178306ff5ae75d0c2e03c0518fdeb4dc00c4c344effa26c05407c91e90430ebd1da8affac54c13e");
    in[32] = 0xff;
    frost_xof(out, 64, in, 33);
    ASSAY_CHECK_HEX(out, 64, "a13186c9f689642653583f376f0b088344fc4234ed604e798709236af9b861a5"
                             "197319dfb6e038d4ba6ee686afbf878517b45ba8a693e41c2cf5b757c08b65fe");
}

static void test_binomial(void)
{
    static const int wide[16] = {0, 1, 1, 2, -1, 0, 0, 1, -1, 0, 0, 1, -2, -1, -1, 0}, narrow[4] = {0, 1, -1, 0};

    for (unsigned word = 0; word <= 0xffff; word += 37) {
        ASSAY_CHECK_EQUAL(frost_binomial((uint16_t)word), (uint16_t)(FROST_ETA == 2 ? wide[word % 16] : narrow[word % 4]));
    }
}

static void check_pack(unsigned bits, const uint16_t *values, size_t count, const char *hex)
{
    unsigned char bytes[16];
    uint16_t back[8];

    frost_pack(bytes, values, count, bits);
    ASSAY_CHECK_HEX(bytes, count * bits / 8, hex);
    frost_unpack(back, bytes, count, bits);
    for (size_t i = 0; i < count; i++) {
        ASSAY_CHECK_EQUAL(back[i], values[i]);
    }
}

static void test_packing(void)
{
    check_pack(10, (const uint16_t[]){1, 2, 3, 0x3ff}, 4, "0040200fff");
    check_pack(11, (const uint16_t[]){1, 0x400, 0x7ff, 5, 6, 7, 8, 9}, 8, "003003ff80500c01c04009");
    check_pack(13, (const uint16_t[]){1, 2, 3, 4, 5, 6, 7, 0x1fff}, 8, "0008008006004002801800ffff");
    check_pack(14, (const uint16_t[]){0x2001, 1, 2, 0x3fff}, 4, "8004001000bfff");
    check_pack(5, (const uint16_t[]){1, 2, 4, 8, 0x10, 0x1f, 0, 1}, 8, "0888887c01");
    check_pack(9, (const uint16_t[]){0x101, 1, 2, 3, 4, 5, 6, 0x1ff}, 8, "808040403020140dff");
    check_pack(7, (const uint16_t[]){1, 2, 3, 4, 5, 6, 7, 0x7f}, 8, "02081840a183ff");
}

/* Fields of S, among them those that no key pair has. */
static void test_signed_fields(void)
{
    static frost_column s[FROST_S_COLUMNS];
    static uint16_t words[FROST_B_ENTRIES];
    static unsigned char bytes[FROST_PACKED_S_BYTES];
    static const int wide[8] = {0, 1, 2, 3, -4, -3, -2, -1}, narrow[4] = {0, 1, -2, -1};

    for (unsigned i = 0; i < FROST_B_ENTRIES; i++) {
        words[i] = (uint16_t)(i * 5 % (1u << FROST_BITS_S));
    }
    frost_pack(bytes, words, FROST_B_ENTRIES, FROST_BITS_S);
    frost_unpack_s(s, bytes, words);
    for (unsigned i = 0; i < FROST_B_ENTRIES; i++) {
        const unsigned field = i * 5 % (1u << FROST_BITS_S);
        const int expected = FROST_BITS_S == 3 ? wide[field % 8] : narrow[field % 4];

        ASSAY_CHECK_EQUAL(s[i / FROST_N][i % FROST_N], (uint16_t)expected);
    }
}

static void test_quantiser(void)
{
#if FROST_LOG_Q == 15
    static const uint16_t rows[11][4] = {{0, 0, 0, 0},          {0, 15, 0, 32753},      {0, 16, 1, 16},
                                         {0, 31, 1, 1},         {15, 0, 0, 0},          {16, 0, 1, 32},
                                         {1000, 7, 31, 985},    {32767, 0, 0, 0},       {32752, 0, 0, 0},
                                         {32751, 0, 1023, 32736}, {32767, 31, 1, 1}};

    for (unsigned i = 0; i < 11; i++) {
        ASSAY_CHECK_EQUAL(frost_quantise(rows[i][0], rows[i][1], 10), rows[i][2]);
        ASSAY_CHECK_EQUAL(frost_compensate(rows[i][2], rows[i][1], 10), rows[i][3]);
    }
#endif
    /* The error is in (-delta / 2, delta / 2]. */
    for (unsigned value = 0; value <= FROST_Q_MASK; value += 13) {
        const unsigned shift = FROST_LOG_Q - FROST_BITS_V, dither = value * 7 & ((1u << shift) - 1);
        const uint16_t label = frost_quantise((uint16_t)value, (uint16_t)dither, FROST_BITS_V);
        const unsigned back = frost_compensate(label, (uint16_t)dither, FROST_BITS_V);

        ASSAY_CHECK(((back - value + (1u << (shift - 1)) - 1) & FROST_Q_MASK) < 1u << shift);
    }
}

static void check_code(const char *message_hex, const uint16_t *expected)
{
    unsigned char message[FROST_MESSAGE_BITS], back[FROST_MESSAGE_BITS];
    uint16_t x[8];

    assay_hex_decode(message_hex, message, sizeof message);
    frost_e8_encode_block(x, message);
    for (int h = 0; h < 8; h++) {
        ASSAY_CHECK_EQUAL(x[h], expected[h]);
    }
    frost_e8_decode_block(back, x);
    ASSAY_CHECK_BYTES(back, message, sizeof message);
}

#if FROST_MESSAGE_BITS == 4
static void check_nearest(const uint16_t *w, const uint16_t *expected, const char *message_hex)
{
    unsigned char message[FROST_MESSAGE_BITS];
    uint16_t point[8];

    frost_e8_nearest(point, w);
    for (int h = 0; h < 8; h++) {
        ASSAY_CHECK_EQUAL(point[h], expected[h]);
    }
    frost_e8_decode_block(message, w);
    ASSAY_CHECK_HEX(message, sizeof message, message_hex);
}

#define ALL(value) {value, value, value, value, value, value, value, value}

static void test_code(void)
{
    static const struct {
        uint16_t w[8], point[8];
        const char *message;
    } rows[] = {
        {{8892, 27772, 57844, 60440, 21480, 3796, 8992, 48502}, {8192, 28672, 57344, 61440, 20480, 4096, 8192, 49152}, "a53c5ac3"},
        {ALL(1024), ALL(0), "00000000"},
        {{2048}, ALL(0), "00000000"},
        {{4096}, {8192}, "01000000"},
        {{0, 0, 0, 0, 0, 0, 0, 4096}, {4096, 0, 0, 0, 0, 0, 0, 4096}, "d5e5f617"},
        {{61440}, ALL(0), "00000000"},
        {ALL(63488), ALL(63488), "000000f8"},
        {ALL(65535), ALL(0), "00000000"},
        {{65535}, ALL(0), "00000000"},
        {{2047, 2049, 2048, 6144, 10240, 65000, 33000, 12345}, {2048, 2048, 2048, 6144, 10240, 63488, 34816, 10240}, "7690192b"},
    };

    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_nearest(rows[i].w, rows[i].point, rows[i].message);
    }
    check_code("a53c5ac3", (const uint16_t[]){8192, 28672, 57344, 61440, 20480, 4096, 8192, 49152});
    check_code("ffffffff", (const uint16_t[]){59392, 63488, 63488, 63488, 63488, 63488, 59392, 63488});
    check_code("01000080", (const uint16_t[]){40960, 32768, 32768, 32768, 32768, 32768, 32768, 32768});
}
#elif FROST_MESSAGE_BITS == 3
static void test_code(void)
{
    check_code("a53c5a", (const uint16_t[]){28672, 53248, 28672, 61440, 12288, 45056, 61440, 20480});
}
#else
static void test_code(void)
{
    check_code("a53c", (const uint16_t[]){4096, 20480, 28672, 4096, 28672, 28672, 28672, 4096});
    check_code("ffff", (const uint16_t[]){20480, 28672, 28672, 28672, 28672, 28672, 20480, 28672});
}
#endif

int main(void)
{
    test_aes();
    test_matrix();
    test_products();
    test_xof();
    test_binomial();
    test_packing();
    test_signed_fields();
    test_quantiser();
    test_code();
    return assay_test_result();
}
