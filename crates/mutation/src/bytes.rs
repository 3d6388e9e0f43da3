//! Changes of bytes.

use proptest::prelude::*;
use proptest::sample::Index;

/// One change.
#[derive(Clone, Debug)]
pub enum ByteChange {
    /// One bit is the other way round.
    Flip(Index, u8),
    /// Other bytes stand there.
    Overwrite(Index, Vec<u8>),
    /// What follows is cut off.
    Truncate(Index),
    /// Bytes more.
    Insert(Index, Vec<u8>),
    /// A piece of at most 64 bytes stands at another place as well.
    Copy(Index, Index, usize),
}

impl ByteChange {
    /// Changes the bytes.
    pub fn apply(&self, bytes: &mut Vec<u8>) {
        let length = bytes.len();
        let at = |index: &Index| index.index(length.max(1)).min(length);
        match self {
            ByteChange::Flip(index, bit) => {
                if let Some(byte) = bytes.get_mut(at(index)) {
                    *byte ^= 1 << (bit % 8);
                }
            }
            ByteChange::Overwrite(index, value) => {
                for (byte, new) in bytes.iter_mut().skip(at(index)).zip(value) {
                    *byte = *new;
                }
            }
            ByteChange::Truncate(index) => bytes.truncate(at(index)),
            ByteChange::Insert(index, value) => {
                let place = at(index);
                bytes.splice(place..place, value.iter().copied());
            }
            ByteChange::Copy(from, to, piece) => {
                let from = at(from);
                let piece = bytes[from..(from + piece % 64).min(length)].to_vec();
                ByteChange::Overwrite(*to, piece).apply(bytes);
            }
        }
    }
}

/// Values that upset readers of sizes, offsets and counts, in either byte order.
fn awkward() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        any::<u8>().prop_map(|byte| vec![byte]),
        prop::sample::select(vec![1_usize, 2, 4, 8]).prop_map(|width| vec![0xff; width]),
        prop::sample::select(vec![2_usize, 4, 8, 16]).prop_map(|width| vec![0; width]),
        any::<u32>().prop_map(|value| value.to_le_bytes().to_vec()),
        any::<u64>().prop_map(|value| value.to_le_bytes().to_vec()),
        (0_u32..64).prop_map(|bit| (1_u64 << bit).to_le_bytes().to_vec()),
        (0_u32..64).prop_map(|bit| (1_u64 << bit).to_be_bytes().to_vec()),
    ]
}

/// One to five changes of bytes.
pub fn damage_bytes() -> impl Strategy<Value = Vec<ByteChange>> {
    let index = any::<Index>;
    let change = prop_oneof![
        4 => (index(), any::<u8>()).prop_map(|(at, bit)| ByteChange::Flip(at, bit)),
        4 => (index(), awkward()).prop_map(|(at, value)| ByteChange::Overwrite(at, value)),
        1 => index().prop_map(ByteChange::Truncate),
        1 => (index(), awkward()).prop_map(|(at, value)| ByteChange::Insert(at, value)),
        1 => (index(), index(), 1_usize..64).prop_map(|(from, to, piece)| ByteChange::Copy(from, to, piece)),
    ];
    prop::collection::vec(change, 1..6)
}
