use super::{
    bits::{BitStr, clear_spare_bits, concat},
    sm3::{sm3, sm3_bits},
};

/// The digest lengths of [`pseudohash`]. They are separate functions: none is a prefix of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PseudohashLength {
    /// 512 bits.
    Bits512,
    /// 768 bits.
    Bits768,
    /// 1024 bits.
    Bits1024,
}

impl PseudohashLength {
    /// All lengths.
    pub const ALL: [Self; 3] = [Self::Bits512, Self::Bits768, Self::Bits1024];

    /// The length in bits.
    pub const fn bits(self) -> u32 {
        match self {
            Self::Bits512 => 512,
            Self::Bits768 => 768,
            Self::Bits1024 => 1024,
        }
    }

    fn tag(self) -> [u8; 2] {
        match self {
            Self::Bits512 => [2, 0],
            Self::Bits768 => [3, 0],
            Self::Bits1024 => [4, 0],
        }
    }
}

/// The placeholder hash function, of `length.bits() / 8` bytes. It claims no security.
pub fn pseudohash(length: PseudohashLength, message: BitStr<'_>) -> Vec<u8> {
    let tag = length.tag();
    let tag = BitStr::from(tag.as_slice());
    let k1 = hmac(&[tag, message]);
    let h1 = sm3_joined(&[message, tag]);
    let h2 = sm3(&[k1, h1].concat());
    let mut digest = [h1, h2].concat();
    if length == PseudohashLength::Bits512 {
        return digest;
    }

    let k2 = hmac(&[h1.as_slice().into()]);
    let h3 = sm3(&[h2, k2].concat());
    digest.extend(h3);
    if length == PseudohashLength::Bits768 {
        return digest;
    }

    let k3 = hmac(&[h2.as_slice().into()]);
    let k4 = hmac(&[h3.as_slice().into()]);
    digest.extend(sm3(&[k3, h3, k4].concat()));
    digest
}

/// The placeholder extendable-output function: `output_bits` bits, spare low bits of the last byte zero.
///
/// Outputs of different lengths for the same message are prefixes of one another.
pub fn pseudoxof(output_bits: u64, message: BitStr<'_>) -> Vec<u8> {
    let block =
        |counter: u64| sm3_joined(&[message, (counter as u32).to_be_bytes().as_slice().into()]);
    let mut output: Vec<u8> = (1..=output_bits.div_ceil(256)).flat_map(block).collect();
    output.truncate(output_bits.div_ceil(8) as usize);
    clear_spare_bits(&mut output, output_bits);
    output
}

/// HMAC-SM3 under the fixed key, which fills a block exactly.
fn hmac(message: &[BitStr<'_>]) -> [u8; 32] {
    let key = [sm3(b"3.14159265358979"), sm3(b"2.71828182845904")].concat();
    let padded = |pad: u8| key.iter().map(|byte| byte ^ pad).collect::<Vec<_>>();
    let inner_key = padded(0x36);
    let inner = sm3_joined(&[&[BitStr::from(inner_key.as_slice())], message].concat());
    sm3(&[padded(0x5c), inner.to_vec()].concat())
}

fn sm3_joined(parts: &[BitStr<'_>]) -> [u8; 32] {
    let (bytes, bits) = concat(parts);
    sm3_bits(BitStr::new(&bytes, bits).expect("joined strings hold all their bits"))
}
