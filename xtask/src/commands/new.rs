//! `cargo xtask new`: a manifest to start from.

use std::fs;

use anyhow::anyhow;
use assay_campaign::Repository;
use assay_manifest::{Function, id_problem, template};

use crate::exit::{Exit, Failure, WithExit};
use crate::screen;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Identifier of the candidate (`kem-24`), which becomes its folder.
    id: String,
    /// Kind of algorithm; by default what the identifier starts with.
    #[arg(long, value_parser = ["kem", "kex", "sig", "hash"])]
    function: Option<String>,
}

pub(crate) fn run(repository: Repository, arguments: Arguments) -> Result<Exit, Failure> {
    let Arguments { id, function } = arguments;
    if let Some(problem) = id_problem(&id) {
        return Err(anyhow!("{problem}, such as kem-24")).exit(Exit::Usage);
    }
    let function = match function.as_deref().unwrap_or(&id) {
        word if word.starts_with("kem") => Function::Kem,
        word if word.starts_with("kex") => Function::Kex,
        word if word.starts_with("sig") => Function::Sig,
        word if word.starts_with("hash") => Function::Hash,
        _ => {
            return Err(anyhow!(
                "the kind of {id} is not clear; say --function kem, kex, sig or hash"
            ))
            .exit(Exit::Usage);
        }
    };
    let folder = repository.root().join("candidates").join(&id);
    let path = folder.join("candidate.toml");
    if path.exists() {
        return Err(anyhow!("{} is there already", repository.shown(&path))).exit(Exit::Usage);
    }
    let write = || -> std::io::Result<()> {
        fs::create_dir_all(folder.join("independent"))?;
        fs::write(&path, template(&id, function))
    };
    write()
        .map_err(|error| anyhow!("failed to write {}: {error}", path.display()))
        .exit(Exit::Internal)?;
    screen::line(format_args!("wrote {}", repository.shown(&path)));
    screen::line(format_args!(
        "next: fill it in, put sources into candidates/{id}/independent (or the submission's into candidates/{id}/submission),"
    ));
    screen::line(format_args!(
        "expected digests into kat/{id}/kat.sha256, and run `cargo xtask kat {id}`"
    ));
    Ok(Exit::Holds)
}
