/// A string of bits, most significant bit first in each byte.
#[derive(Clone, Copy, Debug)]
pub struct BitStr<'a> {
    bytes: &'a [u8],
    bits: u64,
}

impl<'a> BitStr<'a> {
    /// The first `bits` bits of `bytes`, or `None` if there are not that many.
    pub fn new(bytes: &'a [u8], bits: u64) -> Option<Self> {
        let used = usize::try_from(bits.div_ceil(8)).ok()?;
        Some(BitStr {
            bytes: bytes.get(..used)?,
            bits,
        })
    }

    /// The length in bits.
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// The bytes that hold the bits. Spare low bits of the last one have no meaning.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }
}

impl<'a> From<&'a [u8]> for BitStr<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        BitStr {
            bytes,
            bits: 8 * bytes.len() as u64,
        }
    }
}

/// Joins bit strings at bit level: each starts at the bit after the last one of its predecessor.
pub(super) fn concat(parts: &[BitStr<'_>]) -> (Vec<u8>, u64) {
    let mut bytes: Vec<u8> = Vec::new();
    let mut bits = 0;
    for part in parts {
        let shift = (bits % 8) as u32;
        for &byte in part.bytes {
            match bytes.last_mut() {
                Some(last) if shift != 0 => {
                    *last |= byte >> shift;
                    bytes.push(byte << (8 - shift));
                }
                _ => bytes.push(byte),
            }
        }
        bits += part.bits;
        bytes.truncate(bits.div_ceil(8) as usize);
        clear_spare_bits(&mut bytes, bits);
    }
    (bytes, bits)
}

/// Clears what follows the last of `bits` bits in the byte that holds it.
pub(super) fn clear_spare_bits(bytes: &mut [u8], bits: u64) {
    if let (Some(last), rest @ 1..) = (bytes.last_mut(), bits % 8) {
        *last &= 0xff << (8 - rest);
    }
}
