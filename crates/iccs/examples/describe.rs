//! Opens a built library and says what it holds:
//! `cargo run -p assay-iccs --example describe -- path/to/library.so`

use std::{env, path::PathBuf, process::ExitCode};

use assay_iccs::library::{Instance, Library};

fn main() -> ExitCode {
    let Some(path) = env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: describe LIBRARY");
        return ExitCode::from(2);
    };
    // SAFETY: this process does nothing else, so it may be lost to whatever the library does.
    match unsafe { Library::open(&path) } {
        Ok(library) => {
            describe(&library);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn describe(library: &Library) {
    println!("{}: {}", library.kind(), library.instance_name());
    println!("built with {}", library.build_flags());
    match library.instance() {
        Instance::Kem(kem) => println!("{:#?}", kem.sizes()),
        Instance::Kex(kex) => println!("{:#?}", kex.sizes()),
        Instance::Sig(sig) => println!("{:#?}", sig.sizes()),
        Instance::Hash(hash) => println!("digests of {} bits", hash.digest_bits()),
    }
    println!(
        "call counters: {}",
        if library.counters().is_some() {
            "yes"
        } else {
            "no"
        }
    );
}
