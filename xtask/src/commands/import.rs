//! `cargo xtask import`: a submission as it was handed in.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use assay_campaign::Repository;
use assay_import::{Control, Error, Imported, Instance, Limits, Request, import};

use crate::exit::{Exit, Failure, WithExit};
use crate::screen;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The archive: zip, tar, tar.gz; rar, 7z and others when bsdtar is installed.
    archive: PathBuf,
    /// Candidate it belongs to (`kem-24`); by default found by digest or file name, else made from the name.
    #[arg(long, value_name = "ID")]
    id: Option<String>,
}

pub(crate) fn run(repository: Repository, arguments: Arguments) -> Result<Exit, Failure> {
    let known = repository
        .candidates_for(arguments.id.as_slice())?
        .candidates;
    let cancel = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&cancel);
    ctrlc::set_handler(move || stop.store(true, std::sync::atomic::Ordering::Relaxed))
        .exit(Exit::Internal)?;
    let activity = screen::activity("reading the archive");
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
        known: &known,
        limits: Limits::default(),
        control: Control {
            cancel: &cancel,
            progress: &progress,
        },
    });
    activity.finish_and_clear();
    let imported = imported.map_err(|error| Failure {
        exit: exit(&error),
        error: error.into(),
    })?;
    Ok(print(&imported))
}

fn exit(error: &Error) -> Exit {
    match error {
        Error::Cancelled => Exit::Interrupted,
        Error::NeedsBsdtar { .. } | Error::Compiler { .. } | Error::TemporaryFolder { .. } => {
            Exit::Host
        }
        Error::Identifier { .. } | Error::UnknownFormat { .. } | Error::Manifest { .. } => {
            Exit::Usage
        }
        Error::Io { action: "open", .. } => Exit::Usage,
        Error::Io { .. } => Exit::Internal,
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
