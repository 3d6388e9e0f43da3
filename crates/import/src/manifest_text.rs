//! The text of `candidate.toml` for what was detected: new, or completing one that is there.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use assay_manifest::{DrngGlobal, Function};
use toml_edit::{Array, DocumentMut, InlineTable, Item, Value};

use crate::answers;
use crate::detect::{Detected, Instance};
use crate::error::Error;
use crate::tree::{file_name, parent, relative};
use crate::words::{Processor, Purpose};

/// Facts about the archive.
pub(crate) struct Facts<'f> {
    pub(crate) archive: &'f str,
    pub(crate) sha256: &'f str,
    pub(crate) size: u64,
}

/// A whole manifest, with the reason of each guess beside it.
pub(crate) fn new(id: &str, algorithm: &str, facts: &Facts<'_>, detected: &Detected) -> String {
    let folder = if detected.folder.is_empty() {
        "."
    } else {
        &detected.folder
    };
    let mut text = format!(
        "# Written by `cargo xtask import` from what is in the archive. Every line may be corrected; importing again keeps it.\n\
         id = {}\nalgorithm = {}\nfunction = {}\n\n\
         # Paths under `submitted` are relative to this folder of the archive.\n\
         [submission]\narchive = {}\nsha256 = {}\nsize = {}\nfolder = {}\n",
        quoted(id),
        quoted(algorithm),
        quoted(detected.function.as_str()),
        quoted(facts.archive),
        quoted(facts.sha256),
        facts.size,
        quoted(folder)
    );
    for remark in &detected.remarks {
        let _ = write!(text, "\n# {}", one_line(remark));
    }
    for place in &detected.foreign {
        let _ = write!(
            text,
            "\n# for another processor: {}",
            one_line(&place.folder)
        );
    }
    text.push('\n');
    for instance in &detected.instances {
        one(&mut text, detected, instance);
    }
    text
}

fn one(text: &mut String, detected: &Detected, instance: &Instance) {
    let selection = &instance.selection;
    text.push_str("\n[[instances]]\n");
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "{name} = {value}");
    };
    line("label", quoted(&instance.place.label));
    if let Some(name) = &instance.literal_name {
        line("instance", quoted(name));
    }
    line("variant", quoted(variant(instance)));
    let profile = if instance.place.purpose == Purpose::Optimized {
        "guide-performance"
    } else {
        "guide"
    };
    line("profile", quoted(profile));
    if !selection.requires.is_empty() {
        line("requires", list(&selection.requires));
    }
    let (file, folder) = answers_of(detected, instance);
    line("kat-file", quoted(&file));
    if let Some(folder) = folder {
        line("kat-folder", quoted(&folder));
    }
    if let Some(bits) = instance.digest_bits {
        line("digest-bits", bits.to_string());
    }
    match instance.answers.first() {
        Some((answers, why)) => {
            let _ = writeln!(text, "# known answers: {}", facts_of_answers(answers, why));
        }
        None => text.push_str(
            "# known answers: none found in the package; the name is that of the official driver\n",
        ),
    }
    text.push_str("\n[instances.submitted]\n");
    for reason in &selection.reasons {
        let _ = writeln!(text, "# {}", one_line(reason));
    }
    for open in &selection.open {
        let _ = writeln!(text, "# TO CHECK: {}", one_line(open));
    }
    for (key, value) in settings(detected, instance) {
        let _ = writeln!(text, "{key} = {value}");
    }
}

fn facts_of_answers(answers: &answers::Answers, why: &str) -> String {
    let mut text = format!("{} records; {why}", answers.records);
    if answers.template {
        text.push_str("; lengths are blank (template mode)");
    }
    if answers.crlf {
        text.push_str("; lines end in CR LF");
    }
    text
}

/// Keys and values of an instance's `submitted` table.
fn settings(detected: &Detected, instance: &Instance) -> Vec<(&'static str, String)> {
    let selection = &instance.selection;
    let inside = |path: &String| relative(path, &detected.folder).unwrap_or_else(|| path.clone());
    let paths = |list: &[String]| list.iter().map(inside).collect::<Vec<_>>();
    let mut keys = vec![
        ("sources", long_list(&paths(&selection.sources))),
        ("include-directories", list(&paths(&selection.includes))),
    ];
    if !selection.defines.is_empty() {
        keys.push(("defines", list(&selection.defines)));
    }
    if !selection.flags.is_empty() {
        keys.push(("flags", list(&selection.flags)));
    }
    let libraries: Vec<String> = selection
        .libraries
        .iter()
        .map(ToString::to_string)
        .collect();
    if !libraries.is_empty() {
        keys.push(("libraries", list(&libraries)));
    }
    if let Some(header) = &instance.api_header {
        keys.push(("api-header", quoted(&inside(header))));
    }
    keys.push(("helpers", quoted(&selection.helpers.to_string())));
    if selection.drng_global != DrngGlobal::Assay {
        keys.push(("drng-global", quoted(&selection.drng_global.to_string())));
    }
    keys
}

fn variant(instance: &Instance) -> &'static str {
    match (instance.place.purpose, instance.place.processor) {
        (Purpose::Reference, _) => "reference",
        (Purpose::Optimized, Some(Processor::Avx2)) => "optimized-avx2",
        (Purpose::Optimized, Some(Processor::Avx512)) => "optimized-avx512",
        (Purpose::Optimized, _) => "optimized",
        (Purpose::Additional, _) => "additional",
    }
}

/// File and folder of the known answers.
fn answers_of(detected: &Detected, instance: &Instance) -> (String, Option<String>) {
    match instance.answers.first() {
        Some((answers, _)) => {
            let folder = parent(&answers.path);
            let folder = (!folder.is_empty()).then(|| folder.to_owned());
            (file_name(&answers.path).to_owned(), folder)
        }
        None => {
            let name = instance
                .literal_name
                .as_ref()
                .or(instance.name.as_ref())
                .unwrap_or(&instance.place.label);
            (
                format!("{}{name}.txt", answers::stem(detected.function)),
                None,
            )
        }
    }
}

/// Adds what a manifest leaves open: `submitted` tables of its instances. Says what was added, and which instances of the
/// package it does not name.
pub(crate) fn complete(
    path: &Path,
    text: &str,
    facts: &Facts<'_>,
    detected: &Detected,
) -> Result<(String, Vec<String>), Error> {
    let wrong = |reason: String| Error::Manifest {
        path: path.to_owned(),
        reason,
    };
    let mut document: DocumentMut = text.parse().map_err(|error| wrong(format!("{error}")))?;
    let mut remarks = Vec::new();
    if document.get("submission").is_none() {
        let folder = if detected.folder.is_empty() {
            "."
        } else {
            &detected.folder
        };
        let mut table = toml_edit::Table::new();
        table.insert("archive", toml_edit::value(facts.archive));
        table.insert("sha256", toml_edit::value(facts.sha256));
        let size = i64::try_from(facts.size).map_err(|error| wrong(error.to_string()))?;
        table.insert("size", toml_edit::value(size));
        table.insert("folder", toml_edit::value(folder));
        document.insert("submission", Item::Table(table));
        remarks.push("added [submission]".to_owned());
    }
    let folder = document
        .get("submission")
        .and_then(|table| table.get("folder"))
        .and_then(Item::as_str)
        .map(str::to_owned)
        .ok_or_else(|| wrong("[submission] names no folder".to_owned()))?;
    let common = document
        .get("submitted")
        .and_then(|table| table.get("sources"))
        .is_some();
    let mut detected = detected.clone();
    detected.folder = if folder == "." {
        String::new()
    } else {
        folder.clone()
    };
    let Some(tables) = document
        .get_mut("instances")
        .and_then(Item::as_array_of_tables_mut)
    else {
        return Err(wrong("it has no [[instances]]".to_owned()));
    };
    let mut known = Vec::new();
    for table in tables.iter_mut() {
        let Some(label) = table.get("label").and_then(Item::as_str).map(str::to_owned) else {
            continue;
        };
        known.push(label.clone());
        if common || table.get("submitted").is_some() {
            continue;
        }
        let found = detected.instances.iter().find(|instance| {
            instance.place.label == label || instance.name.as_ref() == Some(&label)
        });
        let Some(found) = found else {
            remarks.push(format!("{label}: nothing of this name is in the archive"));
            continue;
        };
        let outside = found
            .selection
            .sources
            .iter()
            .find(|source| relative(source, &detected.folder).is_none());
        if let Some(outside) = outside {
            remarks.push(format!(
                "{label}: {outside} lies outside of folder {folder}; name a higher folder"
            ));
            continue;
        }
        let mut inline = InlineTable::new();
        for (key, value) in settings(&detected, found) {
            let value: Value = value
                .parse()
                .map_err(|error| wrong(format!("{key}: {error}")))?;
            let value = match value {
                Value::Array(array) => Value::Array(
                    array
                        .iter()
                        .map(|item| Value::from(item.as_str().unwrap_or_default()))
                        .collect::<Array>(),
                ),
                other => other,
            };
            inline.insert(key, value);
        }
        table.insert("submitted", Item::Value(Value::InlineTable(inline)));
        remarks.push(format!("{label}: added `submitted`"));
    }
    for instance in &detected.instances {
        let names_it = |label: &String| {
            *label == instance.place.label || instance.name.as_ref() == Some(label)
        };
        if !known.iter().any(names_it) {
            remarks.push(format!(
                "{} is in the archive but not in the manifest",
                instance.place.label
            ));
        }
    }
    Ok((document.to_string(), remarks))
}

/// What the manifests that are there say about archives. They need not be whole: an import may be what completes them.
pub(crate) struct Known {
    pub(crate) id: String,
    pub(crate) archive: Option<String>,
    pub(crate) sha256: Option<String>,
    pub(crate) size: Option<u64>,
}

/// Reads every manifest in the folder `candidates`.
pub(crate) fn known(candidates: &Path) -> Result<Vec<Known>, Error> {
    let mut all = Vec::new();
    let entries = std::fs::read_dir(candidates).map_err(Error::io("read", candidates))?;
    for entry in entries {
        let entry = entry.map_err(Error::io("read", candidates))?;
        let path = entry.path().join("candidate.toml");
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error)
                if error.kind() == std::io::ErrorKind::NotFound || !entry.path().is_dir() =>
            {
                continue;
            }
            Err(error) => return Err(Error::io("read", &path)(error)),
        };
        let document: DocumentMut = text.parse().map_err(|error| Error::Manifest {
            path: path.clone(),
            reason: format!("{error}"),
        })?;
        let fact = |name: &str| document.get("submission").and_then(|table| table.get(name));
        let word = |name: &str| fact(name).and_then(Item::as_str).map(str::to_owned);
        all.push(Known {
            id: entry.file_name().to_string_lossy().into_owned(),
            archive: word("archive"),
            sha256: word("sha256"),
            size: fact("size")
                .and_then(Item::as_integer)
                .and_then(|size| u64::try_from(size).ok()),
        });
    }
    all.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(all)
}

/// Labels of the instances whose code a manifest describes.
pub(crate) fn described(text: &str) -> BTreeSet<String> {
    let Ok(document) = text.parse::<DocumentMut>() else {
        return BTreeSet::new();
    };
    let common = document
        .get("submitted")
        .and_then(|table| table.get("sources"))
        .is_some();
    let tables = document.get("instances").and_then(Item::as_array_of_tables);
    tables
        .into_iter()
        .flatten()
        .filter(|table| common || table.get("submitted").is_some())
        .filter_map(|table| table.get("label")?.as_str().map(str::to_owned))
        .collect()
}

/// The kind a manifest gives.
pub(crate) fn function_of(text: &str) -> Option<Function> {
    let document: DocumentMut = text.parse().ok()?;
    match document.get("function")?.as_str()? {
        "kem" => Some(Function::Kem),
        "kex" => Some(Function::Kex),
        "sig" => Some(Function::Sig),
        "hash" => Some(Function::Hash),
        _ => None,
    }
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string().trim().to_owned()
}

fn list(items: &[String]) -> String {
    let items: Vec<String> = items.iter().map(|item| quoted(item)).collect();
    format!("[{}]", items.join(", "))
}

fn long_list(items: &[String]) -> String {
    if items.len() < 4 {
        return list(items);
    }
    let lines: String = items
        .iter()
        .map(|item| format!("    {},\n", quoted(item)))
        .collect();
    format!("[\n{lines}]")
}

fn one_line(text: &str) -> String {
    text.chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect()
}
