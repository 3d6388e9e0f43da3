//! Exit codes of `cargo xtask`, and failures that carry one.

use std::process::ExitCode;

use assay_campaign::Error;

/// The exit codes, for the help text.
pub(crate) const HELP: &str = "\
Exit codes: 0 all holds; 1 something that was checked does not hold; 2 usage or manifest; 3 this machine cannot be
used as it is; 4 internal error (a full disk, an unwritable folder, a bug); 130 stopped by Ctrl-C.";

/// What the exit code of `cargo xtask` says. Documented in the README; scripts may rely on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All that was asked for was done, and all that was checked holds.
    Holds = 0,
    /// Something that was checked does not hold: a known-answer test, a measurement, a dataset, the project's tests.
    DoesNotHold = 1,
    /// The command line or a manifest is wrong.
    Usage = 2,
    /// This machine cannot be used as it is: no compiler, no such CPU, not fit and `--strict-host`.
    Host = 3,
    /// A fault of the surroundings or of Assay itself: a full disk, a folder that cannot be written, a bug.
    Internal = 4,
    /// Stopped by Ctrl-C (or a termination signal); what was complete is kept.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// An error and the exit code it leads to.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    pub(crate) error: anyhow::Error,
}

/// Attaches an exit code to an error: `load(root).exit(Exit::Usage)?`.
pub(crate) trait WithExit<T> {
    fn exit(self, exit: Exit) -> Result<T, Failure>;
}

impl<T, E: Into<anyhow::Error>> WithExit<T> for Result<T, E> {
    fn exit(self, exit: Exit) -> Result<T, Failure> {
        self.map_err(|error| Failure {
            exit,
            error: error.into(),
        })
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let exit = match &error {
            Error::Interrupted => Exit::Interrupted,
            Error::Manifest(_)
            | Error::Digests(_)
            | Error::BrokenDigests(_)
            | Error::UnknownSystem { .. }
            | Error::NoCampaign { .. }
            | Error::NoCampaignFile { .. }
            | Error::NoDataset { .. }
            | Error::Incomparable { .. } => Exit::Usage,
            Error::NotPublishable { .. } | Error::Changed { .. } => Exit::DoesNotHold,
            Error::Evidence(assay_evidence::Error::OtherCampaign { .. }) => Exit::Usage,
            Error::Build(error) if error.is_of_the_machine() => Exit::Host,
            Error::Toolchain(_) | Error::Cpu(_) | Error::HostNotFit { .. } => Exit::Host,
            _ => Exit::Internal,
        };
        Failure {
            exit,
            error: error.into(),
        }
    }
}
