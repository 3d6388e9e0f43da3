//! `cargo xtask import`: a submission as it was handed in.

use std::path::PathBuf;
use std::time::Duration;

use assay_campaign::gate::{TRIAL_DEADLINE, Trials};
use assay_campaign::{Interrupt, Repository, Workbench};
use assay_import::{
    Archive, Attempt, Attempted, Control, Error, Imported, Instance, Limits, Request, Trial, import,
};

use crate::exit::{Exit, Failure, WithExit};
use crate::{screen, setup};

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The archive: zip, tar, tar.gz; rar, 7z and others when bsdtar is installed.
    archive: PathBuf,
    /// Candidate it belongs to (`kem-24`); by default found by digest or file name, else made from the name.
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// Only reads and writes: builds and runs nothing, so that known answers belong to instances by name alone.
    #[arg(long)]
    no_trial: bool,
    /// Seconds that record 0 of an instance may take.
    #[arg(long, value_name = "SECONDS", default_value_t = TRIAL_DEADLINE.as_secs(), value_parser = clap::value_parser!(u64).range(1..=86_400))]
    deadline: u64,
}

pub(crate) fn run(repository: Repository, arguments: Arguments) -> Result<Exit, Failure> {
    // What is no archive is said before anything is built.
    Archive::open(&arguments.archive).map_err(failure)?;
    let activity = screen::activity("building the driver");
    let interrupt = Interrupt::new().exit(Exit::Internal)?;
    let stop = interrupt.clone();
    ctrlc::set_handler(move || stop.stop()).exit(Exit::Internal)?;
    let mut workbench = None;
    if !arguments.no_trial {
        let own = setup::own_repository();
        let mut ready = Workbench::set_up(repository.clone(), own.root(), interrupt.clone())?;
        ready.deadline = Duration::from_secs(arguments.deadline);
        workbench = Some(ready);
    }
    let trials = workbench.as_ref().map(|workbench| Announced {
        trials: Trials::new(workbench),
        activity: &activity,
    });
    activity.set_message("reading the archive");
    let megabytes = |bytes: u64| bytes / 1_000_000;
    let progress = |done: u64, total: u64| {
        activity.set_message(format!(
            "unpacking: {} of {} MB",
            megabytes(done),
            megabytes(total)
        ));
    };
    let imported = import(&Request {
        archive: &arguments.archive,
        id: arguments.id.as_deref(),
        repository: repository.root(),
        limits: Limits::default(),
        trial: trials.as_ref().map(|trials| trials as &dyn Trial),
        control: Control {
            cancel: interrupt.flag(),
            progress: &progress,
        },
    });
    activity.finish_and_clear();
    Ok(print(&imported.map_err(failure)?))
}

fn failure(error: Error) -> Failure {
    Failure {
        exit: exit(&error),
        error: error.into(),
    }
}

/// Says what is being tried.
struct Announced<'a> {
    trials: Trials<'a>,
    activity: &'a indicatif::ProgressBar,
}

impl Trial for Announced<'_> {
    fn attempt(
        &self,
        attempt: &Attempt<'_>,
    ) -> Result<Attempted, Box<dyn std::error::Error + Send + Sync>> {
        let label = &attempt.instance.place.label;
        self.activity
            .set_message(format!("building {label} and making its record 0"));
        self.trials.attempt(attempt)
    }
}

fn exit(error: &Error) -> Exit {
    match error {
        Error::Cancelled => Exit::Interrupted,
        Error::NeedsBsdtar { .. } | Error::Compiler { .. } | Error::TemporaryFolder { .. } => {
            Exit::Host
        }
        Error::Identifier { .. }
        | Error::UnknownFormat { .. }
        | Error::NotAFile { .. }
        | Error::Method { .. }
        | Error::Manifest { .. } => Exit::Usage,
        Error::Io { action: "open", .. } => Exit::Usage,
        Error::Io { .. } | Error::Trial { .. } => Exit::Internal,
        _ => Exit::DoesNotHold,
    }
}

fn print(imported: &Imported) -> Exit {
    let Imported { id, unpacked, .. } = imported;
    screen::line(format_args!("candidate: {}", imported.recognised));
    screen::line(format_args!(
        "archive: {} bytes, SHA-256 {}, {} members, {} files unpacked ({} bytes)",
        imported.size,
        imported.sha256,
        unpacked.members,
        unpacked.files.len(),
        unpacked.bytes
    ));
    screen::line(format_args!(
        "kind: {}, from the functions its sources define",
        imported.detected.function.description()
    ));
    screen::line(format_args!("folder: {}", imported.detected.folder));
    for instance in &imported.detected.instances {
        print_instance(instance);
    }
    let notes = imported
        .detected
        .remarks
        .iter()
        .chain(&imported.detected.surplus)
        .cloned()
        .chain(imported.detected.foreign.iter().map(|place| {
            format!(
                "`{}` is for another processor: listed, not built",
                place.folder
            )
        }))
        .chain(
            unpacked
                .opened
                .iter()
                .map(|path| format!("opened `{path}`, which holds the code")),
        )
        .chain(
            unpacked
                .left_packed
                .iter()
                .map(|path| format!("left `{path}` packed")),
        )
        .chain(
            unpacked
                .passed_over
                .iter()
                .map(|refused| format!("passed over {refused}")),
        )
        .chain((unpacked.duplicates > 0).then(|| {
            format!(
                "{} members have the name of a later one, which is used",
                unpacked.duplicates
            )
        }));
    for note in notes {
        screen::line(format_args!("note: {note}"));
    }
    for change in imported.completed.iter().flatten() {
        screen::line(format_args!("manifest: {change}"));
    }
    let manifest = format!("candidates/{id}/candidate.toml");
    match &imported.completed {
        None => screen::line(format_args!("wrote {manifest}")),
        Some(_) => screen::line(format_args!("kept what {manifest} says")),
    }
    let open = imported.open();
    if !open.is_empty() {
        screen::line(format_args!("incomplete: a person has to look at"));
        for item in &open {
            screen::line(format_args!("    {item}"));
        }
    }
    screen::line(format_args!(
        "next: correct {manifest} where it is wrong; then, for its own known answers, `cargo xtask kat {id} --write-manifest`, and `cargo xtask kat {id}`"
    ));
    if open.is_empty() {
        Exit::Holds
    } else {
        Exit::DoesNotHold
    }
}

fn print_instance(instance: &Instance) {
    let selection = &instance.selection;
    screen::line(format_args!(
        "instance {}: folder {}, {} sources, helpers {}",
        instance.place.label,
        instance.place.folder,
        selection.sources.len(),
        selection.helpers
    ));
    match (&instance.name, &instance.literal_name) {
        (_, Some(name)) => screen::line(format_args!("    name: {name}, written down")),
        (Some(name), None) => screen::line(format_args!("    name: {name}, from the API header")),
        (None, None) => {}
    }
    if let Some(header) = &instance.api_header {
        screen::line(format_args!("    API header: {header}"));
    }
    if !selection.requires.is_empty() {
        screen::line(format_args!("    needs: {}", selection.requires.join(", ")));
    }
    match instance.answers.first() {
        Some((answers, why)) => {
            let mut facts = format!("{} records; {why}", answers.records);
            if answers.template {
                facts.push_str("; template mode");
            }
            if answers.crlf {
                facts.push_str("; CR LF");
            }
            screen::line(format_args!(
                "    known answers: {} ({facts})",
                answers.path
            ));
        }
        None => screen::line("    known answers: none found"),
    }
    for reason in &selection.reasons {
        screen::line(format_args!("    {reason}"));
    }
}
