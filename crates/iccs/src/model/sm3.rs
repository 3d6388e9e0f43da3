use sm3::{
    Sm3Core,
    digest::{block_api::UpdateCore, common::hazmat::SerializableState},
};

use super::bits::BitStr;

const BLOCK_BYTES: usize = 64;
const BLOCK_BITS: u64 = 512;
/// Where the 64-bit length stands in the final block.
const LENGTH_OFFSET: usize = 56;

/// SM3 of whole bytes. Below 2^32 bits this is GB/T 32905-2016.
pub fn sm3(message: &[u8]) -> [u8; 32] {
    sm3_bits(message.into())
}

/// SM3 of a bit string.
///
/// From 2^32 bits on, the digest is that of the official helper, which is not that of the standard: the high word of
/// the length field is 512·⌊q / 2^32⌋ for q whole blocks, so it stays 0 below 2^41 bits.
pub fn sm3_bits(message: BitStr<'_>) -> [u8; 32] {
    let whole_blocks = message.bits() / BLOCK_BITS;
    let rest_bits = message.bits() % BLOCK_BITS;
    let (blocks, rest) = message.bytes().as_chunks::<BLOCK_BYTES>();
    let mut core = Sm3Core::default();
    let mut compress = |block: &[u8; BLOCK_BYTES]| core.update_blocks(&[(*block).into()]);

    // A last block with spare bits counts as a chunk of bytes, but not as a whole block of bits.
    let (blocks, rest) = match blocks.split_at_checked(whole_blocks as usize) {
        Some((whole, [partial])) => (whole, partial.as_slice()),
        _ => (blocks, rest),
    };
    blocks.iter().for_each(&mut compress);

    let mut last = [0; BLOCK_BYTES];
    last[..rest.len()].copy_from_slice(rest);
    let (byte, bit) = ((rest_bits / 8) as usize, rest_bits % 8);
    let one = 0x80_u8 >> bit;
    last[byte] = last[byte] & !(one | (one - 1)) | one;
    if byte >= LENGTH_OFFSET {
        compress(&last);
        last = [0; BLOCK_BYTES];
    }
    let high = (BLOCK_BITS * (whole_blocks >> 32)) as u32;
    let low = message.bits() as u32;
    last[LENGTH_OFFSET..][..4].copy_from_slice(&high.to_be_bytes());
    last[LENGTH_OFFSET + 4..].copy_from_slice(&low.to_be_bytes());
    compress(&last);
    digest(&core)
}

/// The eight state words. The crate offers them only in serialised form, where they come first, little-endian.
fn digest(core: &Sm3Core) -> [u8; 32] {
    let state = core.serialize();
    let mut digest = [0; 32];
    for (big, little) in digest.chunks_exact_mut(4).zip(state.chunks_exact(4)) {
        big.copy_from_slice(little);
        big.reverse();
    }
    digest
}
