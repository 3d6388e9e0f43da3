//! `cargo xtask kat`: known-answer tests.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use assay_campaign::gate::{GateEvent, Gated, References, Texts, gate};
use assay_campaign::{Repository, vectors};
use assay_kat::Verdict;
use assay_manifest::{Candidate, Instance, Selection};
use assay_toolchain::FlagClass;

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
    /// Write the texts that are generated to `DIR/<id>/<label>`. They show what the code does, not what is right.
    #[arg(long, value_name = "DIR", conflicts_with = "write_manifest")]
    save: Option<PathBuf>,
    /// Write the expected digests from the full texts in DIR (by default those of the imported submission); checks nothing.
    #[arg(long)]
    write_manifest: bool,
    #[command(flatten)]
    patience: setup::Patience,
}

pub(crate) fn run(repository: Repository, arguments: Arguments) -> Result<Exit, Failure> {
    let candidates = setup::load(&repository, &arguments.names)?;
    let selection = setup::choose(&candidates, &arguments.names)?;
    if let Some(folder) = arguments.vectors.as_ref().filter(|folder| !folder.is_dir()) {
        let problem = if folder.exists() {
            "is no folder"
        } else {
            "does not exist"
        };
        return Err(anyhow!(
            "{} {problem}; --vectors wants the folder of the full known-answer texts",
            folder.display()
        ))
        .exit(Exit::Usage);
    }
    if arguments.write_manifest {
        return write_manifests(
            &repository,
            &candidates,
            &selection,
            arguments.vectors.as_deref(),
        );
    }
    let chosen = match arguments.vectors {
        Some(_) => selection.iter().collect(),
        None => setup::with_digests(&repository, &selection)?,
    };
    let activity = screen::activity("building the driver");
    let workbench = setup::workbench(repository, &arguments.patience)?;
    let texts = Texts {
        references: arguments
            .vectors
            .map_or(References::Digests, References::Vectors),
        save: arguments.save,
    };
    let observer = |event: GateEvent<'_, '_>| match event {
        GateEvent::Building { done, total } if done < total => {
            activity.set_message(format!("building libraries: {done} of {total}"));
        }
        GateEvent::Building { .. } => activity.set_message("generating known answers"),
        GateEvent::Judged(_) => {}
    };
    let gated = gate(&workbench, &chosen, &texts, &observer);
    activity.finish_and_clear();
    Ok(print(&gated?, texts.save.as_deref()))
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

fn print(gated: &[Gated<'_>], saved: Option<&Path>) -> Exit {
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
        for (folder, file) in saved
            .iter()
            .flat_map(|folder| instance.files.iter().map(move |file| (folder, file)))
        {
            let path =
                vectors::saved_path(folder, instance.candidate, instance.instance, &file.name);
            screen::line(format_args!("    saved: {}", path.display()));
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
    let records = match (gated.verdict, gated.compared) {
        // Not none: what was compared is not equal.
        (Verdict::Mismatch, 0) => String::new(),
        (Verdict::Mismatch, 1) => "1 record equal, ".to_owned(),
        (Verdict::Mismatch, count) => format!("{count} records equal, "),
        (_, 1) => "1 record compared, ".to_owned(),
        (_, count) => format!("{count} records compared, "),
    };
    let origin = gated
        .origin()
        .map_or_else(|| "no code".to_owned(), |origin| origin.to_string());
    format!(
        "{} ({records}{origin}, flags {})",
        gated.verdict,
        gated.flags()
    )
}

fn details(gated: &Gated<'_>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    if let Some((verdict, guide)) = &gated.strict {
        lines.extend(other_flags(gated, *verdict, guide));
    }
    lines.extend(gated.detail.lines().map(str::to_owned));
    lines.extend(
        gated
            .findings
            .iter()
            .map(|finding| format!("note: {finding}")),
    );
    if matches!(gated.verdict, Verdict::NoKat | Verdict::Partial) {
        for file in &gated.files {
            lines.push(format!(
                "generated, as a line of kat.sha256: {} strict {}/{}",
                file.strict_sha256, gated.instance.label, file.name
            ));
        }
    }
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

/// What came out under the guide's flags, when it was tried with others as well.
fn other_flags(gated: &Gated<'_>, verdict: Verdict, guide: &str) -> Vec<String> {
    let (first, other) = (FlagClass::Guide, FlagClass::HarnessDefault);
    if (verdict, gated.verdict) == (Verdict::BuildFail, Verdict::BuildFail) {
        return vec![format!(
            "it builds neither with the flags of class {first} nor with those of {other}:"
        )];
    }
    if (verdict, guide) == (gated.verdict, gated.detail.as_str()) {
        return vec![format!(
            "the same with the flags of class {first} and those of {other}:"
        )];
    }
    let only = if gated.passed() {
        format!("it passes only with the flags of class {other}; with {first}: {verdict}")
    } else {
        format!("it was tried with the flags of class {other} as well; with {first}: {verdict}")
    };
    // A compiler says more than one line.
    let mut lines = guide.lines();
    let line = match lines.next() {
        Some(line) => format!("{only}: {line}"),
        None => only,
    };
    std::iter::once(line)
        .chain(lines.map(|line| format!("  {line}")))
        .collect()
}
