//! `cargo xtask kat`: known-answer tests.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use assay_campaign::gate::{GateEvent, Gated, References, gate};
use assay_campaign::{Repository, vectors};
use assay_manifest::{Candidate, Instance, Selected, Selection};

use crate::exit::{Exit, Failure, WithExit};
use crate::{screen, setup};

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Candidates or instances (`kem-24`, `kem-24/scabbard256`); all when none is given.
    #[arg(value_name = "ID[/LABEL]")]
    names: Vec<String>,
    /// Compare with full vector texts in this folder or below instead of the expected digests, down to the first differing
    /// byte.
    #[arg(long, value_name = "DIR")]
    vectors: Option<PathBuf>,
    /// Write the expected digests from the full texts in DIR (by default those of the imported submission); checks nothing.
    #[arg(long)]
    write_manifest: bool,
    #[command(flatten)]
    patience: setup::Patience,
}

pub(crate) fn run(repository: Repository, arguments: Arguments) -> Result<Exit, Failure> {
    let candidates = repository.candidates()?;
    let selection = setup::choose(&candidates, &arguments.names)?;
    if arguments.write_manifest {
        return write_manifests(
            &repository,
            &candidates,
            &selection,
            arguments.vectors.as_deref(),
        );
    }
    if let Some(folder) = arguments.vectors.as_ref().filter(|folder| !folder.is_dir()) {
        return Err(anyhow!("{} is no folder of vectors", folder.display())).exit(Exit::Usage);
    }
    let activity = screen::activity("building the driver");
    let workbench = setup::workbench(repository, &arguments.patience)?;
    let chosen: Vec<Selected<'_>> = selection.iter().collect();
    let references = arguments
        .vectors
        .map_or(References::Digests, References::Vectors);
    let observer = |event: GateEvent<'_, '_>| match event {
        GateEvent::Building { done, total } if done < total => {
            activity.set_message(format!("building libraries: {done} of {total}"));
        }
        GateEvent::Building { .. } => activity.set_message("generating known answers"),
        GateEvent::Judged(_) => {}
    };
    let gated = gate(&workbench, &chosen, &references, &observer);
    activity.finish_and_clear();
    Ok(print(&gated?))
}

fn write_manifests(
    repository: &Repository,
    candidates: &[Candidate],
    selection: &Selection<'_>,
    folder: Option<&Path>,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Holds;
    for candidate in candidates {
        let instances: Vec<&Instance> = selection
            .iter()
            .filter(|chosen| chosen.candidate.id == candidate.id)
            .map(|chosen| chosen.instance)
            .collect();
        if instances.is_empty() {
            continue;
        }
        let written = vectors::write_manifest(repository, candidate, &instances, folder)?;
        screen::line(format_args!(
            "{}: {} lines from full texts",
            repository.shown(&written.path),
            written.lines.len()
        ));
        for missing in &written.missing {
            screen::line(format_args!("    no text found for {missing}"));
            exit = Exit::DoesNotHold;
        }
    }
    Ok(exit)
}

fn print(gated: &[Gated<'_>]) -> Exit {
    let name = |gated: &Gated<'_>| format!("{}/{}", gated.candidate.id, gated.instance.label);
    let width = gated
        .iter()
        .map(|gated| name(gated).len())
        .max()
        .unwrap_or(0);
    for instance in gated {
        let name = name(instance);
        screen::line(format_args!("{name:width$}  {}", verdict(instance)));
        for line in details(instance) {
            screen::line(format_args!("    {line}"));
        }
    }
    let passed = gated.iter().filter(|gated| gated.passed()).count();
    let not_run = gated.iter().filter(|gated| gated.not_run.is_some()).count();
    let failed = gated.len() - passed - not_run;
    let mut summary = format!(
        "{passed} of {} instances reproduce their known answers",
        gated.len()
    );
    if not_run > 0 {
        summary.push_str(&format!(", {not_run} not run"));
    }
    screen::line(summary);
    // Nothing passes by absence: at least one instance must have been compared.
    if failed == 0 && passed > 0 {
        Exit::Holds
    } else {
        Exit::DoesNotHold
    }
}

fn verdict(gated: &Gated<'_>) -> String {
    if let Some(reason) = &gated.not_run {
        return format!("not run: {reason}");
    }
    let records = if gated.compared == 1 {
        "record"
    } else {
        "records"
    };
    let origin = gated
        .origin()
        .map_or_else(|| "no code".to_owned(), |origin| origin.to_string());
    format!(
        "{} ({} {records} compared, {origin}, flags {})",
        gated.verdict,
        gated.compared,
        gated.flags()
    )
}

fn details(gated: &Gated<'_>) -> Vec<String> {
    let mut lines: Vec<String> = gated.detail.lines().map(str::to_owned).collect();
    if let Some((verdict, detail)) = &gated.strict {
        let first = detail.lines().next().unwrap_or_default();
        lines.push(format!("with the guide's flags: {verdict} {first}"));
    }
    lines.extend(
        gated
            .findings
            .iter()
            .map(|finding| format!("note: {finding}")),
    );
    if !gated.passed() && gated.not_run.is_none() {
        lines.push(format!(
            "{}: {}; {}",
            gated.verdict,
            gated.verdict.meaning(),
            gated.verdict.advice()
        ));
    }
    lines
}
