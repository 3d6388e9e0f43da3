//! Libraries that cannot be used, and what is said of them.

use std::{error::Error, fs, iter::successors};

use assay_iccs::library::{Library, OpenError};

use crate::support::Workshop;

/// Builds a library from C text and says why it does not open.
fn refused(text: &str) -> OpenError {
    let workshop = Workshop::new();
    let source = workshop.path("refused.c");
    fs::write(&source, text).expect("a source file");
    let path = workshop.compile(&["-fPIC", "-shared"], &[source], "refused.so");
    // SAFETY: the library has no code that runs.
    unsafe { Library::open(&path) }.expect_err("the library is refused")
}

/// The message with the name of the library left out.
fn message(error: &OpenError) -> String {
    let text = error.to_string();
    text.split(' ')
        .map(|word| {
            if word.starts_with('/') {
                "LIBRARY"
            } else {
                word
            }
        })
        .collect::<Vec<_>>()
        .join(" ")
}

fn table(version: u32, kind: u32, bytes: &str) -> String {
    format!(
        "#include \"shim.h\"\n\
         const struct assay_kem_table assay_instance = {{.header = {{{version}, {kind}, {bytes}, \"x\", \"y\", 0, 0, 0}}}};"
    )
}

#[test]
fn unusable_libraries_are_refused_with_a_reason() {
    let all = "sizeof assay_instance";
    for (text, expected) in [
        (
            "int x;".to_owned(),
            "LIBRARY exports no `assay_instance`: it was not built with the Assay shim",
        ),
        (
            table(9, 1, all),
            "LIBRARY has table version 9, but version 1 is needed: build it again",
        ),
        (
            table(1, 7, all),
            "LIBRARY is of kind 7, which does not exist: build it again",
        ),
        (
            table(1, 1, "3"),
            "LIBRARY has a kem table of 3 bytes instead of 112: build it again",
        ),
        (
            table(1, 1, all),
            "LIBRARY has no kem_get_pk_len_bytes in its kem table",
        ),
    ] {
        assert_eq!(message(&refused(&text)), expected);
    }
}

#[test]
fn what_is_no_library_is_refused() {
    let workshop = Workshop::new();
    for name in ["missing.so", "shim.c"] {
        let path = workshop.path(name);
        // SAFETY: nothing is loaded.
        let error = unsafe { Library::open(&path) }.expect_err("this is no library");
        assert_eq!(
            error.to_string(),
            format!("failed to load {}", path.display())
        );
        let causes: Vec<_> = successors(error.source(), |&cause: &&dyn Error| cause.source())
            .map(ToString::to_string)
            .collect();
        assert!(
            causes.iter().any(|cause| cause.contains(name)),
            "{causes:?}"
        );
    }
}
