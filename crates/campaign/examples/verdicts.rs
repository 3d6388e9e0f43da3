//! Builds the candidates named on the command line (`kem-24`, `kem-24/scabbard256`) and prints their verdicts.

use std::path::{Path, PathBuf};

use assay_campaign::gate::{Texts, gate};
use assay_campaign::{Interrupt, Repository, Workbench};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()?;
    let repository = Repository::new(&root);
    let candidates = repository.candidates()?;
    let names: Vec<String> = std::env::args().skip(1).collect();
    let selection = assay_manifest::select(&candidates, &names)?;
    let chosen: Vec<_> = selection.iter().collect();
    let workbench = Workbench::set_up(repository, &root, Interrupt::new()?)?;
    for gated in gate(&workbench, &chosen, &Texts::default(), &|_| {})? {
        println!(
            "{}/{}: {} {}",
            gated.candidate.id, gated.instance.label, gated.verdict, gated.detail
        );
    }
    Ok(())
}
