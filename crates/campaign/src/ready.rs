//! From the gate to `build.json` and to what is measured; verdicts of an earlier run are reused.

use std::sync::Mutex;

use assay_evidence::{Build, BuildEntry, BuildProvenance, SectionSizes, Store, sha256_hex};
use assay_kat::Verdict;
use assay_manifest::Selected;
use assay_toolchain::{BuildError, BuiltLibrary, FlagClass, Request};

use crate::error::Error;
use crate::event::Event;
use crate::features;
use crate::gate::{GateEvent, Gated, Texts, gate};
use crate::schedule::Ready;
use crate::workbench::Workbench;

/// Verdicts that do not keep an instance from being timed; its records say so.
const TIMED_ALL_THE_SAME: [Verdict; 11] = [
    Verdict::Pass,
    Verdict::Mismatch,
    Verdict::NoKat,
    Verdict::Partial,
    Verdict::CryptoFail,
    Verdict::Timeout,
    Verdict::Overflow,
    Verdict::OverRead,
    Verdict::InputWrite,
    Verdict::Uninit,
    Verdict::NonDeterministic,
];

/// Takes the chosen instances through the gate, or takes over what `build.json` says of the very same libraries, and
/// returns those that are measured.
pub(crate) fn ready<'a>(
    workbench: &Workbench,
    store: &Store,
    selected: &[Selected<'a>],
    observer: &(dyn Fn(Event<'_, 'a>) + Sync),
) -> Result<Vec<Ready<'a>>, Error> {
    let mut build = store.read_build()?.unwrap_or_default();
    let known = known(workbench, store, &build, selected, observer)?;
    let missing: Vec<Selected<'a>> = selected
        .iter()
        .zip(&known)
        .filter(|(_, known)| known.is_none())
        .map(|(chosen, _)| *chosen)
        .collect();
    let mut gated = Vec::new();
    if !missing.is_empty() {
        gated = gate(workbench, &missing, &Texts::default(), &|event| {
            observer(Event::Gate(event))
        })?;
        for gated in &gated {
            build.put(entry(workbench, store, gated)?);
        }
        store.write_build(&build)?;
    }
    let mut gated = gated.into_iter();
    let mut ready = Vec::new();
    for (chosen, known) in selected.iter().zip(known) {
        let library = match known {
            Some(library) => Some(library),
            None => gated.next().and_then(|gated| gated.library),
        };
        let entry = build
            .entry(&chosen.candidate.id, &chosen.instance.label)
            .cloned();
        if let (Some(library), Some(entry)) = (library, entry)
            && chosen.instance.excluded().is_none()
            && entry
                .provenance
                .as_ref()
                .is_some_and(|provenance| provenance.not_run.is_none())
            && entry
                .kat
                .parse()
                .is_ok_and(|verdict| TIMED_ALL_THE_SAME.contains(&verdict))
        {
            ready.push(Ready {
                candidate: chosen.candidate,
                instance: chosen.instance,
                library,
                entry,
            });
        }
    }
    Ok(ready)
}

/// For each chosen instance the library of which `build.json` has the verdict; `None` when it must go through the gate.
fn known<'a>(
    workbench: &Workbench,
    store: &Store,
    build: &Build,
    selected: &[Selected<'a>],
    observer: &(dyn Fn(Event<'_, 'a>) + Sync),
) -> Result<Vec<Option<BuiltLibrary>>, Error> {
    let mut positions = Vec::new();
    let mut requests = Vec::new();
    for (index, chosen) in selected.iter().enumerate() {
        let entry = build.entry(&chosen.candidate.id, &chosen.instance.label);
        let flags = entry.and_then(|entry| entry.flags.parse::<FlagClass>().ok());
        let runs_here = features::unsupported(chosen.instance).is_none();
        if let (Some(flags), Some(implementation), true) =
            (flags, chosen.instance.implementation(), runs_here)
        {
            positions.push(index);
            requests.push(Request {
                candidate: chosen.candidate,
                instance: chosen.instance,
                implementation,
                flags,
                instrumented: false,
            });
        }
    }
    let mut known: Vec<Option<BuiltLibrary>> = selected.iter().map(|_| None).collect();
    let total = requests.len();
    let done = Mutex::new(0);
    let built = workbench.builder.build_all(&requests, |_, _| {
        let mut done = done
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        *done += 1;
        observer(Event::Gate(GateEvent::Building { done: *done, total }));
    });
    for (index, result) in positions.into_iter().zip(built) {
        let library = match result {
            Ok(library) => library,
            Err(BuildError::Cancelled) => return Err(Error::Interrupted),
            // The gate finds the same and says it.
            Err(_) => continue,
        };
        let chosen = &selected[index];
        if let Some(entry) = build.entry(&chosen.candidate.id, &chosen.instance.label)
            && is_of(workbench, store, entry, &library)?
        {
            known[index] = Some(library);
        }
    }
    Ok(known)
}

/// Whether an entry is about this library and the expected digests of now, and its log is there and unchanged.
fn is_of(
    workbench: &Workbench,
    store: &Store,
    entry: &BuildEntry,
    library: &BuiltLibrary,
) -> Result<bool, Error> {
    let Some(provenance) = &entry.provenance else {
        return Ok(false);
    };
    let log = match &entry.kat_log {
        Some(name) => store.digest_of(name)?,
        None => None,
    };
    Ok(entry.library_sha256.as_ref() == Some(&library.sha256)
        && provenance.build_key.as_ref() == Some(&library.key)
        && provenance.kat_reference_sha256 == reference_digest(workbench, &entry.candidate)
        && log.is_some()
        && log == entry.kat_log_sha256)
}

fn reference_digest(workbench: &Workbench, candidate: &str) -> Option<String> {
    let path = workbench.repository.digests_path(candidate);
    std::fs::read(path).ok().map(|bytes| sha256_hex(&bytes))
}

fn entry(workbench: &Workbench, store: &Store, gated: &Gated<'_>) -> Result<BuildEntry, Error> {
    let (candidate, label) = (&gated.candidate.id, &gated.instance.label);
    let (kat_log, kat_log_sha256) = if gated.not_run.is_some() {
        (None, None)
    } else {
        let (name, digest) = store.write_kat_log(candidate, label, &gated.log)?;
        (Some(name), Some(digest))
    };
    let library = gated.library.as_ref();
    Ok(BuildEntry {
        candidate: candidate.clone(),
        label: label.clone(),
        instance: gated
            .description
            .as_ref()
            .map(|description| description.instance.clone()),
        variant: gated.instance.variant.to_string(),
        flags: gated.flags().to_string(),
        kat: gated.verdict.to_string(),
        guide_result: gated
            .strict
            .as_ref()
            .map(|(verdict, _)| verdict.to_string()),
        library: library.map(|library| workbench.repository.shown(&library.path)),
        library_sha256: library.map(|library| library.sha256.clone()),
        elf_load_bytes: library.map(|library| library.segments.loadable),
        kat_log,
        kat_log_sha256,
        provenance: Some(BuildProvenance {
            origin: gated.origin().map(|origin| origin.to_string()),
            build_key: library.map(|library| library.key.clone()),
            compiler: library.map(|library| library.compiler.clone()),
            build_flags: library.map(|library| library.build_flags.clone()),
            detail: gated.detail.clone(),
            findings: gated.findings.clone(),
            vectors_compared: gated.compared,
            kat_reference_sha256: reference_digest(workbench, candidate),
            not_run: gated.not_run.clone(),
            sections: library.map(|library| SectionSizes {
                text: library.segments.text,
                rodata: library.segments.rodata,
                data: library.segments.data,
                bss: library.segments.bss,
            }),
        }),
        other: serde_json::Map::new(),
    })
}
