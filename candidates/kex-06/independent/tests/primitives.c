/* SHAKE and ChaCha20 against values of other implementations (Python's hashlib, OpenSSL). */
#include "../chacha20.h"
#include "../shake.h"
#include "testing/testing.h"

#define MESSAGE_BYTES 400
#define SHORT_BYTES 40

/* The message is 0, 1, …, 250, 0, 1, …; its lengths lie around the block sizes. */
static const struct {
    size_t bytes;
    const char *shake128;
    const char *shake256;
} digests[] = {
    {0, "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef263cb1eea988004b93",
     "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762fd75dc4ddd8c0f200"},
    {1, "0b784469a0628e03861cd8a196dfafa0e9e8056d04cddcc49f0746b9ad43ccb291e0c86535ff6254",
     "b8d01df855f7075882c636f6ddeacf41e5de0bbf30042ef0a86e36f4b8600d546c516501a6a3c821"},
    {33, "701cf026357b0faa0927c80981d796ab3405ce8ebf72b74d56089f168ae06960c042eff7f24bbb0c",
     "4dafeb9dc9ce2ad3afe9395090f66fd3e33b2198adf6ff92b27ba6c495fda7036458f532a2c5943a"},
    {135, "d11fafa27f42a8162b8ae013535771de81722c0abc8aa2bca01825462e2f89718b195581302da8bc",
     "c45dae624ad8a2f5aa7bac9d7557737fd91c96eedb70a6be5574d57a844eade07f4056bf081a1098"},
    {136, "30bdfd69382cab028173fba7c6d53878ec18081358e52c955dc6f5d52b60b0291b8a71e4bca3e770",
     "b7ff4073b3f5a8eabd6e17705ca7f6761a31058f9df781a6a47e3a3063b9d67a757e8dbf043dac48"},
    {137, "047a94427406b3ac81270fe1c3aafe1594f121bdca236dcb2c01cd977b41ee020dc5a08bd0ccd937",
     "01d90952c642a5eb2a8fc9d713f843a45d7ac05132dddcb2efc9bebc27e37bcbe42130c36f354025"},
    {167, "1e552791cc4e93a0d4a8dc47ae49228c2faa869e40e628f6ace477aec3f1ca7aefe1c1245cf82c26",
     "989a61fbdb26d1695f841faaef850de4e5ca0095ea4c7511c54f0b0a098e8fade8743cf73f9781da"},
    {168, "f15277eb61c4908d44a2853f3cde071ae2ed7a23461fbe162a1a98cf6875059c06ffeebfca31afd9",
     "1687771440dbcdaa8af7049dd319414a12a702caa4809a0ded089cb659219ea4b6385175ae6c8bb6"},
    {169, "015be3338c986d9846affa0f94b4afc2a76bc289c709e1a596ec9eccf090a773e4d69101b3a0516b",
     "d639f47fb6b6836625c047a8240313bba11e3b7e479595b43b48ecd35cc89e9e4a44c78c1fc60e1f"},
    {335, "b895bc4d15aaf7e4e95cc67e2ccc8b51c5d70e66726bfeffc7de83680d3a25437f3ace046e0cf459",
     "ec7b2bf95b8614bc9dc6e29d6938b708bfa9fba80481fc9ff4a93e5aa9544bc90a1a13f2786aa0db"},
    {336, "278918d9abddd4a3c154affd8fe4f85e8e890eb2bbf659f393ca09ec8f9254bb399f2469e1588244",
     "8991dae502fb8db05991b157de776e79c3ebb8cc43327908b478b5271883ef13069f3cac7ecc8efa"},
    {337, "0c2700a9aae2f7a3886a7130bc9d90790e32b5094b86c273cc4551f3427e680e144217ae0384dc89",
     "8a85fc733cee5fcc2a360c5e93404ea8e4063b686c9b918a824dbcfadf047002da6bef1c540faa8e"},
    {400, "66ff5bd43df370b9e275fb51e3db24ddef80f56fd5e98db17b142cd3e635836b2dea411e2d34318d",
     "7dd381eec9130f2352d17583703d4a133deb6cd11fbd2e1831d67e7724c4e4744147007a1feac614"},
};

/* Key 0, 1, …, 31. */
static const char stream_digest[] = "1c8fc5bd252c39c16a38e59395cdd11053a38d0064459faa091a3150289b11ac";
static const char stream_head[] = "39fd2b7dd9c5196a8dbd0377b8dc4a498a35d86fbcde6accb2cc7d4cd8ea2492";
static const char hint_stream[] =
    "db086ae2f45cdddec4f3bbd3394a4e93fa4bde5c2215a0b926d174ee4e7150d2"
    "2b381beb324b856040df0a5b2d29f76fe1912acdee0b957ba73987c5fcc84977";

static unsigned char message[MESSAGE_BYTES];

static void shake(void)
{
    static unsigned char output[4096];
    mamba_shake state;

    for (size_t i = 0; i < sizeof digests / sizeof digests[0]; i++) {
        const size_t bytes = digests[i].bytes;
        mamba_shake128_start(&state);
        mamba_shake_absorb(&state, message, bytes);
        mamba_shake_finish(&state, output, SHORT_BYTES);
        ASSAY_CHECK_HEX(output, SHORT_BYTES, digests[i].shake128);

        /* In two parts. */
        mamba_shake256_start(&state);
        mamba_shake_absorb(&state, message, bytes / 3);
        mamba_shake_absorb(&state, message + bytes / 3, bytes - bytes / 3);
        mamba_shake_finish(&state, output, SHORT_BYTES);
        ASSAY_CHECK_HEX(output, SHORT_BYTES, digests[i].shake256);
    }
    mamba_shake128_start(&state);
    mamba_shake_absorb(&state, message, 33);
    mamba_shake_finish(&state, output, sizeof output);
    ASSAY_CHECK_SHA256(output, sizeof output, "a6836c582551643aaafd7d557552e7434f19b4d93444686460f2a84fc20470de");
    mamba_shake256_start(&state);
    mamba_shake_absorb(&state, message, 33);
    mamba_shake_finish(&state, output, sizeof output);
    ASSAY_CHECK_SHA256(output, sizeof output, "eb849de9e0e0249fb25492e11f460139b5738b1c5c5254bc0abb9ad95c8978d3");
}

static void chacha20(void)
{
    static const unsigned char zero[MAMBA_CHACHA20_NONCE_BYTES] = {0};
    static const unsigned char three[MAMBA_CHACHA20_NONCE_BYTES] = {0, 0, 0, 0, 0, 0, 0, 3};
    static unsigned char output[2560];
    unsigned char part[100];

    mamba_chacha20(output, sizeof output, message, zero);
    ASSAY_CHECK_HEX(output, 32, stream_head);
    ASSAY_CHECK_SHA256(output, sizeof output, stream_digest);
    mamba_chacha20(part, sizeof part, message, zero);
    ASSAY_CHECK_BYTES(part, output, sizeof part);
    mamba_chacha20(output, 64, message, three);
    ASSAY_CHECK_HEX(output, 64, hint_stream);
}

int main(void)
{
    for (size_t i = 0; i < MESSAGE_BYTES; i++) {
        message[i] = (unsigned char)(i % 251);
    }
    shake();
    chacha20();
    return assay_test_result();
}
