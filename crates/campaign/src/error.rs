//! Why a campaign could not be done. What a candidate does wrong is a verdict, not an error.

use std::path::PathBuf;

/// Failure of a campaign.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Ctrl-C.
    #[error("stopped; what was complete is kept, run the same command again to go on")]
    Interrupted,
    /// A manifest is wrong.
    #[error(transparent)]
    Manifest(#[from] assay_manifest::Error),
    /// The expected digests are wrong.
    #[error(transparent)]
    Digests(#[from] assay_kat::digests::DigestsError),
    /// The expected digests of several candidates, or of several instances, are wrong.
    #[error("{}", lines(.0))]
    BrokenDigests(Vec<assay_kat::digests::DigestsError>),
    /// There is no usable compiler.
    #[error(transparent)]
    Toolchain(assay_toolchain::BuildError),
    /// A library could not be built for a reason that is not the candidate's.
    #[error(transparent)]
    Build(assay_toolchain::BuildError),
    /// Driver or wrappers do not build.
    #[error(transparent)]
    Tools(assay_toolchain::ToolsError),
    /// The driver could not be used.
    #[error(transparent)]
    Driver(#[from] assay_driver::RunError),
    /// Evidence could not be read or written.
    #[error(transparent)]
    Evidence(#[from] assay_evidence::Error),
    /// The CPU cannot be used.
    #[error(transparent)]
    Cpu(#[from] assay_host::CpuError),
    /// The host is not fit and only a fit one will do.
    #[error("the host is not fit to measure on:\n{}\n`cargo xtask check` shows the commands that put this right; without --strict-host the campaign runs and says so on every page", list(.problems))]
    HostNotFit {
        /// Why.
        problems: Vec<String>,
    },
    /// A job failed for a reason that is not the candidate's.
    #[error("failed to {what} {candidate}/{label}: {message}")]
    Job {
        /// What was done.
        what: String,
        /// Candidate.
        candidate: String,
        /// Label.
        label: String,
        /// Why it failed.
        message: String,
    },
    /// What was read of the machine cannot be stored.
    #[error("failed to store the environment of this machine: {message}")]
    Environment {
        /// Why.
        message: String,
    },
    /// There is no evidence to make pages from.
    #[error("there is no campaign in {}; `cargo xtask campaign` makes one", folder.display())]
    NoCampaign {
        /// The folder.
        folder: PathBuf,
    },
    /// A file or folder of a dataset cannot be used.
    #[error("failed to {what} {}: {source}", path.display())]
    Files {
        /// What was to be done with it.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// There is no such dataset.
    #[error(
        "there is no dataset {name:?}: neither a folder with evidence, nor a published system, nor a run; there are: {known}"
    )]
    NoDataset {
        /// What was asked for.
        name: String,
        /// Known ones.
        known: String,
    },
    /// Evidence is not what was measured.
    #[error(
        "failed to trust the evidence in {}, which was changed since it was measured:\n{}\nput the original files back, or move them away and run the campaign again, which measures what is missing",
        folder.display(), list(.problems)
    )]
    Changed {
        /// Folder of the run.
        folder: PathBuf,
        /// File, member, stored and recomputed value of each.
        problems: Vec<String>,
    },
    /// What there is must not be published.
    #[error("{dataset} is not fit to be published:\n{}", list(.reasons))]
    NotPublishable {
        /// The run.
        dataset: String,
        /// Why.
        reasons: Vec<String>,
    },
    /// Two datasets have nothing that could be compared.
    #[error("{first} and {second} cannot be compared: {reason}")]
    Incomparable {
        /// One dataset.
        first: String,
        /// The other.
        second: String,
        /// Why.
        reason: String,
    },
    /// A reference text cannot be read.
    #[error("failed to read the vectors {}: {source}", path.display())]
    Vectors {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The hash function that is the unit of speed did not build.
    #[error(
        "failed to build the SM3 helper that speeds are compared with; `cargo xtask test` tells whether this project is whole"
    )]
    NoUnit,
    /// A file that is not evidence cannot be written.
    #[error("failed to write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Records without the file that says under which circumstances they were made.
    #[error(
        "failed to go on in {}: there are records and no campaign.json, which says how they were made; put it back, or choose another folder with --run",
        folder.display()
    )]
    NoCampaignFile {
        /// Folder of the evidence.
        folder: PathBuf,
    },
    /// There is no such registered machine.
    #[error(
        "there is no system {id:?} in reports/systems.toml, which knows {known}; register it there or leave out --system"
    )]
    UnknownSystem {
        /// What was asked for.
        id: String,
        /// Known ones.
        known: String,
    },
}

fn lines(errors: &[assay_kat::digests::DigestsError]) -> String {
    let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

fn list(problems: &[String]) -> String {
    problems
        .iter()
        .map(|problem| format!("- {problem}"))
        .collect::<Vec<_>>()
        .join("\n")
}
