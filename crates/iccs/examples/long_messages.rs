//! The vectors whose messages have 2^32 bits and more, where the digest of the official helper leaves the standard; on
//! the model and on the C helpers. Takes a minute and 512 MiB, so it is a program of its own:
//! `cargo run --release -p assay-iccs --example long_messages`

use std::{
    env,
    error::Error,
    path::Path,
    process::{Command, ExitCode},
};

use assay_iccs::{
    model::sm3,
    sources::{self, Purpose},
};

/// Bytes of zeros and their digest.
const VECTORS: [(usize, &str); 3] = [
    (
        536_870_911,
        "1c4679f9e1f0dcbe86f8cd17b4df4fa26c84cde56f68b1b0b71ceb50c404b442",
    ),
    (
        536_870_912,
        "6ef22e2e10ff4cbd4a1590b79f37b504da1a08c0026d7382ac477177040d99f6",
    ),
    (
        536_870_913,
        "f4127531d5b6671dbc43e9d3ff96fce4ee2e95bb7eb641971112edf03c1abfa1",
    ),
];

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let model = model_agrees();
    let helpers = c_helpers_agree()?;
    println!(
        "C helpers: {}",
        if helpers { "as expected" } else { "WRONG" }
    );
    Ok(if model && helpers {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn model_agrees() -> bool {
    let zeros = vec![0; 536_870_913];
    let mut all_hold = true;
    for (length, expected) in VECTORS {
        let digest: String = sm3(&zeros[..length])
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let holds = digest == expected;
        all_hold &= holds;
        println!(
            "model, {length} bytes: {digest} {}",
            if holds { "as expected" } else { "WRONG" }
        );
    }
    all_hold
}

/// Compiles and runs a program that checks the same vectors in C.
fn c_helpers_agree() -> Result<bool, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    sources::write_to(folder.path())?;
    let program = folder.path().join("long_messages");
    let mut compiler = Command::new(env::var_os("CC").unwrap_or_else(|| "gcc".into()));
    compiler
        .args(["-std=c99", "-O2", "-I"])
        .arg(folder.path())
        .arg("-o")
        .arg(&program);
    for purpose in [Purpose::Helper, Purpose::Testing] {
        compiler.args(sources::with_purpose(purpose).map(|file| folder.path().join(file.name)));
    }
    compiler.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c/long_messages.c"));
    if !compiler.status()?.success() {
        return Err("the C helpers do not compile".into());
    }
    Ok(Command::new(program).status()?.success())
}
