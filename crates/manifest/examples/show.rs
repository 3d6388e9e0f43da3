//! Lists the candidates of a repository: `cargo run -p assay-manifest --example show -- [ROOT] [ID[/LABEL]…]`.

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let root = PathBuf::from(arguments.next().unwrap_or_else(|| ".".into()));
    let names: Vec<String> = arguments.collect();
    match show(&root, &names) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn show(root: &std::path::Path, names: &[String]) -> Result<(), assay_manifest::Error> {
    let candidates = assay_manifest::load_all(root)?;
    for (candidate, instances) in assay_manifest::select(&candidates, names)?.by_candidate() {
        println!(
            "{} {} ({})",
            candidate.id,
            candidate.algorithm,
            candidate.function.description()
        );
        for instance in instances {
            let code = match instance.implementation() {
                Some(code) => format!("{}, {} sources", code.origin, code.sources.len()),
                None => "no code here: import the submission".into(),
            };
            println!(
                "  {} ({}, {}): {code}",
                instance.label, instance.variant, instance.profile
            );
        }
    }
    Ok(())
}
