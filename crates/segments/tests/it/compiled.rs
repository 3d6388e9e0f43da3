use std::path::Path;

use assay_segments::{Architecture, Binding, Elf, Kind, SymbolType, WrapReach, parse, read};

use crate::fixture::FIXTURE;

fn fixture(name: &str) -> Elf {
    read(FIXTURE.path(name)).unwrap()
}

#[test]
fn an_object_has_sections_and_no_segments() {
    let object = fixture("tiny.o");
    assert_eq!(object.kind, Kind::Object);
    assert_eq!(object.loadable_bytes, None);
    assert!(object.sections.text > 0);
    assert!(object.sections.rodata >= 300);
    assert_eq!(object.sections.data, 1000);
    assert_eq!(object.sections.bss, 5000);
    assert!(!object.has_lto_code);
}

#[test]
fn a_library_loads_at_least_its_sections() {
    let library = fixture("libtiny.so");
    assert_eq!(library.kind, Kind::SharedLibrary);
    let sizes = library.sections;
    let sections = sizes.text + sizes.rodata + sizes.data + sizes.bss;
    assert!(sizes.data >= 1000 && sizes.bss >= 5000);
    assert!(library.loadable_bytes.unwrap() >= sections);
}

/// The figure as `readelf` shows it, an independent reader.
#[test]
fn the_static_size_is_that_of_readelf() {
    let output = std::process::Command::new("readelf")
        .args(["--program-headers", "--wide"])
        .arg(FIXTURE.path("libtiny.so"))
        .output()
        .expect("binutils come with the compiler");
    let text = String::from_utf8(output.stdout).unwrap();
    let expected: u64 = text
        .lines()
        .filter(|line| line.trim_start().starts_with("LOAD"))
        .map(|line| {
            let size = line.split_whitespace().nth(5).unwrap();
            u64::from_str_radix(size.trim_start_matches("0x"), 16).unwrap()
        })
        .sum();
    assert!(expected > 6000, "{text}");
    assert_eq!(fixture("libtiny.so").loadable_bytes, Some(expected));
}

#[test]
fn imports_of_an_object_are_its_undefined_symbols() {
    let imports = fixture("tiny.o");
    let imports: Vec<_> = imports
        .imports()
        .into_iter()
        .filter(|name| !name.starts_with('_'))
        .collect();
    assert_eq!(imports, ["provided", "rand", "time"]);
}

#[test]
fn imports_of_a_library_name_what_it_takes_from_libc() {
    for name in ["libtiny.so", "libstripped.so"] {
        let library = fixture(name);
        assert!(
            library.imports_symbol("rand") && library.imports_symbol("time"),
            "{name}"
        );
        assert!(!library.imports_symbol("provided"), "{name}");
        assert_eq!(
            library.exports(),
            ["answer", "constants", "initialised", "provided", "zeroed"],
            "{name}"
        );
        assert!(
            library
                .needed_libraries
                .iter()
                .any(|name| name.starts_with("libc.so"))
        );
    }
}

#[test]
fn stripping_takes_the_symbol_table_and_not_the_size() {
    let (full, stripped) = (fixture("libtiny.so"), fixture("libstripped.so"));
    assert!(full.symbols.len() > full.dynamic_symbols.len());
    assert_eq!(stripped.symbols, []);
    assert_eq!(stripped.loadable_bytes, full.loadable_bytes);
}

#[test]
fn symbols_say_what_they_are() {
    let object = fixture("tiny.o");
    let symbol = |name: &str| {
        object
            .symbols
            .iter()
            .find(|symbol| symbol.name == name)
            .unwrap()
    };
    let answer = symbol("answer");
    assert_eq!(answer.symbol_type, SymbolType::Function);
    assert_eq!(answer.binding, Binding::Global);
    assert!(answer.defined && answer.size > 0);
    let zeroed = symbol("zeroed");
    assert_eq!(
        (zeroed.symbol_type, zeroed.size),
        (SymbolType::Object, 5000)
    );
    assert!(!symbol("provided").defined);
}

#[test]
fn wrap_reaches_calls_across_objects_only() {
    let (tiny, provided, lto) = (fixture("tiny.o"), fixture("provided.o"), fixture("lto.o"));
    let across = WrapReach::of([&tiny, &provided], "provided");
    assert!(across.is_reached());
    assert_eq!(
        (across.referring, across.defining, across.with_lto_code),
        (1, 1, 0)
    );
    let nobody_else = WrapReach::of([&tiny, &provided], "answer");
    assert!(!nobody_else.is_reached());
    assert_eq!((nobody_else.referring, nobody_else.defining), (0, 1));
    assert_eq!(WrapReach::of([&tiny], "absent"), WrapReach::default());
    assert_eq!(
        WrapReach::of([&lto, &provided], "provided").with_lto_code,
        1
    );
}

#[test]
fn this_program_is_for_this_architecture() {
    let program = read(std::env::current_exe().unwrap()).unwrap();
    assert_eq!(program.architecture.to_string(), std::env::consts::ARCH);
}

#[test]
fn the_architecture_is_that_of_the_header() {
    let mut bytes = FIXTURE.bytes("tiny.o");
    let big_endian = bytes[5] == 2;
    let mut with_machine = |machine: u16| {
        let field = if big_endian {
            machine.to_be_bytes()
        } else {
            machine.to_le_bytes()
        };
        bytes[18..20].copy_from_slice(&field);
        parse(&bytes).unwrap().architecture
    };
    assert_eq!(with_machine(183), Architecture::Aarch64);
    assert_eq!(with_machine(62), Architecture::X86_64);
    assert_eq!(with_machine(9999).to_string(), "ELF machine 9999");
}

#[test]
fn errors_name_the_file() {
    let error = read("/nonexistent/lib.so").unwrap_err();
    assert_eq!(
        error.to_string(),
        "failed to read /nonexistent/lib.so: No such file or directory (os error 2)"
    );
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/tiny.c");
    assert_eq!(
        read(&source).unwrap_err().to_string(),
        format!("failed to understand {}: not an ELF file", source.display())
    );
}
