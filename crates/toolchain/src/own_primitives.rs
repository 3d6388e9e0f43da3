//! Symmetric primitives that a candidate brings along: told by the names of functions, or by constants that no other code
//! has.

/// Parts of names that tell symmetric primitives.
const NAMES: &[&str] = &[
    "keccak", "shake128", "shake256", "sha3_", "sha256", "sha512", "sm3", "sm4_", "aes128",
    "aes192", "aes256", "aes_", "chacha", "salsa20", "blake2", "blake3", "ascon", "siphash",
];

/// Bytes as they lie in memory on a little-endian machine, and what they belong to.
const CONSTANTS: &[(&str, &[u8])] = &[
    // FIPS 202, 3.2.5: round constants 1 and 2.
    (
        "Keccak",
        &[
            0x82, 0x80, 0, 0, 0, 0, 0, 0, 0x8a, 0x80, 0, 0, 0, 0, 0, 0x80,
        ],
    ),
    // FIPS 180-4, 4.2.2 and 4.2.3: the first round constants.
    ("SHA-256", &[0x98, 0x2f, 0x8a, 0x42, 0x91, 0x44, 0x37, 0x71]),
    ("SHA-512", &[0x22, 0xae, 0x28, 0xd7, 0x98, 0x2f, 0x8a, 0x42]),
    // GB/T 32905-2016, 4.1 and 4.2: the initial value, and the first constant rotated by 0 and 1.
    ("SM3", &[0x6f, 0x16, 0x80, 0x73, 0xb9, 0xb2, 0x14, 0x49]),
    ("SM3", &[0x19, 0x45, 0xcc, 0x79, 0x32, 0x8a, 0x98, 0xf3]),
    // FIPS 197, 5.1.1: the substitution table, and the first table that combines it with MixColumns.
    ("AES", &[0x63, 0x7c, 0x77, 0x7b, 0xf2, 0x6b, 0x6f, 0xc5]),
    ("AES", &[0xa5, 0x63, 0x63, 0xc6, 0x84, 0x7c, 0x7c, 0xf8]),
    // GB/T 32907-2016, 6.2: the substitution table.
    ("SM4", &[0xd6, 0x90, 0xe9, 0xfe, 0xcc, 0xe1, 0x3d, 0xb7]),
    // RFC 8439, 2.3.
    ("ChaCha or Salsa20", b"expand 32-byte k"),
];

/// Whether a function of this name is one.
pub(crate) fn is_named(function: &str) -> bool {
    let lower = function.to_lowercase();
    NAMES.iter().any(|part| lower.contains(part))
}

/// Whose constants are among these bytes.
pub(crate) fn constants_in(bytes: &[u8]) -> Option<&'static str> {
    CONSTANTS
        .iter()
        .find(|(_, constant)| {
            bytes
                .windows(constant.len())
                .any(|window| window == *constant)
        })
        .map(|(name, _)| *name)
}
