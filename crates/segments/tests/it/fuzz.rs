//! Damaged ELF files, many of them, where a parser cannot take much memory or time.

use std::path::Path;

use assay_mutation::{bounded, damage_bytes, inputs_of};
use assay_segments::parse;
use proptest::prelude::*;

use crate::fixture::FIXTURE;

const FILES: [&str; 5] = [
    "tiny.o",
    "provided.o",
    "lto.o",
    "libtiny.so",
    "libstripped.so",
];

/// Whatever is found was in the file: nothing is larger than what it was read from.
fn holds(bytes: &[u8]) {
    if let Ok(elf) = parse(bytes) {
        let symbols = elf.symbols.iter().chain(&elf.dynamic_symbols);
        assert!(symbols.clone().count() <= 2 * bytes.len());
        assert!(
            symbols
                .map(|symbol| symbol.name.len())
                .all(|length| length <= bytes.len())
        );
        assert!(elf.needed_libraries.len() <= bytes.len());
        drop((
            elf.imports(),
            elf.exports(),
            elf.imports_symbol("printf"),
            elf.defines_symbol("main"),
        ));
    }
}

#[test]
fn kept_inputs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    for (_, bytes) in inputs_of(folder) {
        holds(&bytes);
    }
}

#[test]
fn elf_files() {
    bounded("fuzz::elf_files", damaged_files);
}

proptest! {
    fn damaged_files(file in 0..FILES.len(), changes in damage_bytes()) {
        let mut bytes = FIXTURE.bytes(FILES[file]);
        changes.iter().for_each(|change| change.apply(&mut bytes));
        holds(&bytes);
    }
}

#[test]
fn elf_headers() {
    bounded("fuzz::elf_headers", damaged_headers);
}

proptest! {
    /// The fields of the file header, of program headers and of section headers, with extremes.
    fn damaged_headers(
        file in 0..FILES.len(),
        fields in prop::collection::vec((0_u8..3, 0_usize..40, 0_usize..16, extreme()), 1..5),
    ) {
        let mut bytes = FIXTURE.bytes(FILES[file]);
        let number = |bytes: &[u8], at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
        let tables = [0, number(&bytes, 32), number(&bytes, 40)];
        for (table, entry, field, value) in fields {
            let (base, size) = (tables[usize::from(table)] as usize, [64, 56, 64][usize::from(table)]);
            let entry = if table == 0 { 0 } else { entry };
            // Behind the class and byte order, which make it another format.
            let at = (base + entry * size + field * 4).max(8);
            for (byte, new) in bytes.iter_mut().skip(at).zip(value) {
                *byte = new;
            }
        }
        holds(&bytes);
    }
}

fn extreme() -> impl Strategy<Value = Vec<u8>> {
    let width = prop::sample::select(vec![2_usize, 4, 8]);
    let value = prop_oneof![
        Just(u64::MAX),
        Just(0),
        Just(u64::from(u32::MAX)),
        Just(1 << 63),
        (0_u32..64).prop_map(|bit| 1 << bit),
        (0_u32..64).prop_map(|bit| (1 << bit) - 1),
        any::<u64>(),
        0_u64..20_000,
    ];
    (width, value).prop_map(|(width, value)| value.to_le_bytes()[..width].to_vec())
}
