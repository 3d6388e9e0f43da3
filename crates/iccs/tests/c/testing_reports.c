/* Fails on purpose: what a failed check says is part of the support for tests. */
#include "testing/testing.h"

int main(void)
{
    const unsigned char two[2] = {0x12, 0xab};
    unsigned char decoded[2];

    ASSAY_CHECK(1 + 1 == 3);
    ASSAY_CHECK_EQUAL(1 + 1, 3);
    ASSAY_CHECK_BYTES(two, "\x12\xac", 2);
    ASSAY_CHECK_HEX(two, 2, "12AB");
    ASSAY_CHECK_HEX(two, 2, "12ba");
    ASSAY_CHECK_HEX(two, 2, "12");
    ASSAY_CHECK_HEX(two, 2, "12xx");
    ASSAY_CHECK_SHA256("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    ASSAY_CHECK_SHA256("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    ASSAY_CHECK(assay_hex_decode("12aB", decoded, 2) == 2 && decoded[0] == two[0] && decoded[1] == two[1]);
    ASSAY_CHECK(assay_hex_decode("12a", decoded, 2) == ASSAY_HEX_INVALID);
    ASSAY_CHECK(assay_hex_decode("12ab34", decoded, 2) == ASSAY_HEX_INVALID);
    ASSAY_CHECK(assay_hex_decode("1g", decoded, 2) == ASSAY_HEX_INVALID);
    return assay_test_result();
}
