//! Builds every instance of a repository's candidates and runs the tests of those written independently:
//! `cargo run -p assay-toolchain --example build -- [ROOT] [ID[/LABEL]…]`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use assay_manifest::{load_all, select};
use assay_toolchain::{Builder, FlagClass, Request, TestOutcome, Toolchain, candidate_tests};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let root = PathBuf::from(arguments.next().unwrap_or_else(|| ".".into()));
    let names: Vec<String> = arguments.collect();
    match build(&root, &names) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(failures) => {
            eprintln!("{failures} failed");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Number of builds and tests that failed.
fn build(root: &Path, names: &[String]) -> Result<usize, Box<dyn std::error::Error>> {
    let candidates = load_all(root)?;
    let selection = select(&candidates, names)?;
    let builder = Builder::new(Toolchain::detect()?, root.join("target/assay"));
    println!("{}", builder.toolchain().version);
    let requests: Vec<Request<'_>> = selection
        .iter()
        .filter_map(|selected| {
            Some(Request {
                candidate: selected.candidate,
                instance: selected.instance,
                implementation: selected.instance.implementation()?,
                flags: FlagClass::from(selected.instance.profile),
                instrumented: false,
            })
        })
        .collect();
    let mut failures = 0;
    for (request, result) in requests.iter().zip(builder.build_all(&requests, |_, _| ())) {
        match result {
            Ok(library) => println!(
                "{request}: {} bytes loaded, {} warnings, {}",
                library.segments.loadable,
                library.warnings,
                library.path.display()
            ),
            Err(error) => {
                failures += 1;
                println!("{request}: {error}");
            }
        }
    }
    for (candidate, _) in selection.by_candidate() {
        // Whether this processor has a feature is for the caller to know; this example runs portable code alone.
        for run in candidate_tests(&builder, candidate, |_| false)? {
            failures += usize::from(matches!(run.outcome, TestOutcome::Failed(_)));
            println!("{run}");
        }
    }
    Ok(failures)
}
