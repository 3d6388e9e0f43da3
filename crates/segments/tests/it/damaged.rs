use assay_segments::{ParseError, parse};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::fixture::FIXTURE;

/// Values that upset readers of sizes, offsets and counts.
fn awkward() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        any::<u8>().prop_map(|byte| vec![byte]),
        Just(vec![0xff; 2]),
        Just(vec![0xff; 4]),
        Just(vec![0xff; 8]),
        Just(vec![0; 8]),
        any::<u64>().prop_map(|value| value.to_le_bytes().to_vec()),
    ]
}

fn overwrite(bytes: &mut [u8], at: usize, value: &[u8]) {
    for (byte, &new) in bytes.iter_mut().skip(at).zip(value) {
        *byte = new;
    }
}

#[test]
fn garbage_is_no_elf_file() {
    for bytes in [&b""[..], b"\x7fEL", b"#!/bin/sh\n", &[0; 64]] {
        assert_eq!(parse(bytes), Err(ParseError::NotElf));
    }
    assert!(matches!(parse(b"\x7fELF"), Err(ParseError::Damaged(_))));
}

#[test]
fn a_file_cut_short_never_panics() {
    for name in ["tiny.o", "libtiny.so"] {
        let bytes = FIXTURE.bytes(name);
        for length in (0..bytes.len()).step_by(7) {
            // What is left may be enough or not; it must not panic.
            drop(parse(&bytes[..length]));
        }
        assert!(parse(&bytes[..60]).is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn damage_never_panics(
        library: bool,
        places in prop::collection::vec((any::<Index>(), awkward()), 1..6),
    ) {
        let mut bytes = FIXTURE.bytes(if library { "libtiny.so" } else { "tiny.o" });
        for (place, value) in places {
            let at = place.index(bytes.len());
            overwrite(&mut bytes, at, &value);
        }
        drop(parse(&bytes));
    }

    /// Headers hold what is trusted most: the file header, the program headers behind it, and the
    /// section headers at the end.
    #[test]
    fn damaged_headers_never_panic(
        library: bool,
        places in prop::collection::vec((0usize..2048, any::<bool>(), awkward()), 1..6),
    ) {
        let mut bytes = FIXTURE.bytes(if library { "libtiny.so" } else { "tiny.o" });
        for (offset, from_the_end, value) in places {
            let at = if from_the_end { bytes.len().saturating_sub(offset + 1) } else { offset };
            overwrite(&mut bytes, at.max(4), &value);
        }
        if let Ok(elf) = parse(&bytes) {
            prop_assert!(elf.symbols.len() <= bytes.len());
        }
    }

    #[test]
    fn bytes_after_the_magic_never_panic(tail in prop::collection::vec(any::<u8>(), 0..300)) {
        let mut bytes = b"\x7fELF".to_vec();
        bytes.extend(tail);
        drop(parse(&bytes));
    }
}
