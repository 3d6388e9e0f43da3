//! Wrappers linked into a toy candidate, and their counters read from outside.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use assay_iccs::{
    Kind,
    library::{Function, Library, Output, TickSource},
    sources::Purpose,
};

use crate::{
    support::{Workshop, run},
    toys::Toy,
};

/// The wrappers, built the way a campaign builds them.
fn wrappers() -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrap");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command.args([
        "rustc",
        "--package",
        "assay-wrap",
        "--profile",
        "wrap",
        "--crate-type",
        "staticlib",
    ]);
    run(command
        .args(["--features", "staticlib", "--target-dir"])
        .arg(&target));
    target.join("wrap/libassay_wrap.a")
}

fn instrumented(workshop: &Workshop, wrapped: &[Function]) -> Library {
    let wrappers = wrappers();
    let options: Vec<_> = wrapped
        .iter()
        .map(|function| format!("-Wl,--wrap={}", function.symbol()))
        .collect();
    let mut extra: Vec<&str> = options.iter().map(String::as_str).collect();
    // The archive comes before the sources here, so its table has to be asked for.
    extra.extend([
        "-Wl,--gc-sections",
        "-Wl,--undefined=assay_wrap",
        wrappers.to_str().expect("UTF-8"),
    ]);
    let toy = Toy {
        kind: Kind::Kem,
        name: "toy_kem",
        defines: &[],
    };
    let path = toy.link(
        workshop,
        &[Purpose::Helper, Purpose::DrngGlobal, Purpose::Shim],
        &extra,
    );
    // SAFETY: the toys keep to their buffers.
    unsafe { Library::open(&path) }.expect("the toy opens")
}

fn keygen(library: &Library) {
    let (mut pk, mut sk, mut pk_length, mut sk_length) = ([0; 16], [0; 32], 0, 0);
    let kem = library.kem().expect("a KEM");
    assert!(
        kem.keygen(
            Output::new(&mut pk, &mut pk_length),
            Output::new(&mut sk, &mut sk_length)
        )
        .is_success()
    );
    assert_eq!((pk_length, sk_length), (16, 32));
}

/// Function, bits in, bits out, calls.
fn shapes(library: &Library) -> Vec<(Function, u64, u64, u64)> {
    let counts = library
        .counters()
        .expect("counters")
        .counts()
        .expect("whole counters");
    counts
        .iter()
        .map(|count| (count.function, count.in_bits, count.out_bits, count.calls))
        .collect()
}

#[test]
fn calls_are_counted_while_counting_is_on() {
    let workshop = Workshop::new();
    let library = instrumented(&workshop, &Function::ALL);
    let counters = library.counters().expect("counters");
    assert_eq!(counters.tick_source(), Some(TickSource::HERE));
    assert!(library.seed(&[1; 64]).expect("a generator").is_success());
    keygen(&library);
    assert_eq!(shapes(&library), []);

    counters.set_enabled(true);
    keygen(&library);
    keygen(&library);
    counters.set_enabled(false);
    keygen(&library);
    assert_eq!(
        shapes(&library),
        [
            (Function::Drng, 0, 256, 2),
            (Function::PseudoXof, 256, 128, 2)
        ]
    );
    assert_eq!(counters.overflow_calls(), 0);

    counters.reset();
    assert_eq!(shapes(&library), []);
}

#[test]
fn only_some_functions_may_be_wrapped() {
    let workshop = Workshop::new();
    let library = instrumented(&workshop, &[Function::PseudoXof]);
    library.counters().expect("counters").set_enabled(true);
    keygen(&library);
    assert_eq!(shapes(&library), [(Function::PseudoXof, 256, 128, 1)]);
}
