//! `cargo xtask build`: the libraries, without testing or measuring them.

use assay_campaign::{Repository, features};
use assay_manifest::Selected;
use assay_toolchain::{BuildError, FlagClass, Request};

use crate::exit::{Exit, Failure};
use crate::{screen, setup};

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Candidates or instances (`kem-24`, `kem-24/scabbard256`); all when none is given.
    #[arg(value_name = "ID[/LABEL]")]
    names: Vec<String>,
    /// Build with the flags of class `harness-default`, for code that does not build or pass with the guide's.
    #[arg(long, alias = "relaxed")]
    harness_default: bool,
}

pub(crate) fn run(repository: Repository, arguments: Arguments) -> Result<Exit, Failure> {
    let candidates = setup::load(&repository, &arguments.names)?;
    let selection = setup::choose(&candidates, &arguments.names)?;
    let activity = screen::activity("building");
    let workbench = setup::workbench_for_building(repository)?;

    let mut rows = vec![
        [
            "instance",
            "flags",
            "static bytes",
            "text",
            "rodata",
            "data",
            "bss",
            "warnings",
            "library",
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    let mut failures = Vec::new();
    let name = |chosen: &Selected<'_>| format!("{}/{}", chosen.candidate.id, chosen.instance.label);
    let mut chosen = Vec::new();
    let mut requests = Vec::new();
    for selected in selection.iter() {
        let Some(implementation) = selected.instance.implementation() else {
            failures.push(format!("{}: there is no code for it", name(&selected)));
            continue;
        };
        let flags = if arguments.harness_default {
            FlagClass::HarnessDefault
        } else {
            FlagClass::from(selected.instance.profile)
        };
        requests.push(Request {
            candidate: selected.candidate,
            instance: selected.instance,
            implementation,
            flags,
            instrumented: false,
        });
        chosen.push(selected);
    }
    let built = workbench.builder.build_all(&requests, |_, _| {});
    activity.finish_and_clear();
    for (selected, result) in chosen.iter().zip(built) {
        match result {
            Ok(library) => {
                let sizes = library.segments;
                let mut row = vec![name(selected), library.flags_class.to_string()];
                row.extend(
                    [
                        sizes.loadable,
                        sizes.text,
                        sizes.rodata,
                        sizes.data,
                        sizes.bss,
                    ]
                    .map(|size| size.to_string()),
                );
                row.push(library.warnings.to_string());
                let note = features::unsupported(selected.instance)
                    .map_or_else(String::new, |reason| format!(" ({reason})"));
                row.push(workbench.repository.shown(&library.path) + &note);
                rows.push(row);
            }
            Err(BuildError::Cancelled) => return Err(assay_campaign::Error::Interrupted.into()),
            Err(error) if error.is_of_the_code() => failures.push(error.to_string()),
            Err(error) => return Err(assay_campaign::Error::Build(error).into()),
        }
    }
    screen::line(screen::table(&rows).trim_end());
    for failure in &failures {
        screen::line(format_args!("\n{failure}"));
    }
    Ok(if failures.is_empty() {
        Exit::Holds
    } else {
        Exit::DoesNotHold
    })
}
