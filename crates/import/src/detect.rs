//! From unpacked files to a description of every parameter set.

use std::collections::{BTreeMap, BTreeSet};

use assay_manifest::Function;

use crate::answers::{self, Answers, Wanted};
use crate::error::Error;
use crate::examine::{Examiner, Tweak};
use crate::layout::{self, Place};
use crate::select::Selection;
use crate::tree::{Tree, common_folder, file_name, is_below, parent};
use crate::unpack::{Control, Unpacked};
use crate::words::Purpose;

/// One parameter set or variant, as far as it could be found out.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Label, folder, API source, variant.
    pub place: Place,
    /// Header that declares the interface.
    pub api_header: Option<String>,
    /// What the header calls the instance.
    pub name: Option<String>,
    /// Name that the manifest must give, because the header's is missing or no name.
    pub literal_name: Option<String>,
    /// Digest length, where the header's is not that of the answers.
    pub digest_bits: Option<u32>,
    /// Sources and settings.
    pub selection: Selection,
    /// Known-answer texts that fit by name, the best first, with the reason.
    pub answers: Vec<(Answers, String)>,
}

/// What a package holds.
#[derive(Clone, Debug)]
pub struct Detected {
    /// Kind of algorithm.
    pub function: Function,
    /// Parameter sets, reference code first.
    pub instances: Vec<Instance>,
    /// Implementations for other processors.
    pub foreign: Vec<Place>,
    /// Folder that holds all code that is used.
    pub folder: String,
    /// What was found and why it counts or not.
    pub remarks: Vec<String>,
    /// Known-answer texts that belong to no instance.
    pub surplus: Vec<String>,
}

/// Works out what the unpacked files are. `None` when nothing implements an interface.
pub(crate) fn detect<'t>(
    tree: &'t Tree,
    unpacked: &Unpacked,
    package: &str,
    control: Control<'_>,
) -> Result<Option<(Detected, Examiner<'t>, Vec<Answers>)>, Error> {
    let Some(layout) = layout::layout(tree, package) else {
        return Ok(None);
    };
    let mut remarks = layout.remarks;
    let mut all = answers::read_all(tree, &mut remarks)?;
    // The huge files of hash functions are found beside the first one.
    if layout.function != Function::Hash {
        all.retain(|answers| !answers.sizes.contains_key("Dst"));
    }
    remarks.extend(
        unpacked
            .foreign_answers
            .iter()
            .map(|path| format!("`{path}` is not in the format of the official drivers: left out")),
    );
    let folders = layout
        .places
        .iter()
        .chain(&layout.foreign)
        .map(|place| place.folder.clone())
        .collect();
    let examiner = Examiner::new(tree, layout.function, folders)?;
    let mut instances = Vec::new();
    for place in &layout.places {
        control.check()?;
        instances.push(examiner.examine(place, &Tweak::default())?);
    }
    shared_names(&mut instances);
    let labels = reference_labels(&instances);
    for instance in &mut instances {
        instance.answers = ranked(layout.function, instance, &labels, &all);
    }
    if layout.function == Function::Hash {
        add_lengths(&mut instances, &all);
    }
    let surplus = surplus(&instances, &all, layout.function);
    let detected = Detected {
        function: layout.function,
        folder: folder_of(&instances),
        instances,
        foreign: layout.foreign,
        remarks,
        surplus,
    };
    Ok(Some((detected, examiner, all)))
}

/// Labels of the reference code, from which those of variants are made.
pub(crate) fn reference_labels(instances: &[Instance]) -> BTreeSet<String> {
    instances
        .iter()
        .filter(|instance| instance.place.purpose == Purpose::Reference)
        .map(|instance| instance.place.label.clone())
        .collect()
}

/// The texts that fit an instance by name.
pub(crate) fn ranked(
    function: Function,
    instance: &Instance,
    labels: &BTreeSet<String>,
    all: &[Answers],
) -> Vec<(Answers, String)> {
    let wanted = Wanted {
        name: instance.name.as_deref(),
        label: &base_label(&instance.place, labels),
        folder: &instance.place.folder,
        purpose: instance.place.purpose,
    };
    answers::ranked(function, &wanted, all)
        .into_iter()
        .map(|(answers, why)| (answers.clone(), why))
        .collect()
}

/// A name that several reference instances have tells nothing.
fn shared_names(instances: &mut [Instance]) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for instance in instances.iter() {
        if instance.place.purpose == Purpose::Reference
            && let Some(name) = &instance.name
        {
            *counts.entry(name.clone()).or_default() += 1;
        }
    }
    for instance in instances {
        if let Some(name) = &instance.name
            && counts.get(name).is_some_and(|count| *count > 1)
        {
            instance.selection.reasons.push(format!(
                "instance name: several instances are called {name}, so the label is used"
            ));
            instance.literal_name = Some(instance.place.label.clone());
        }
    }
}

/// The label without the suffix of a variant.
fn base_label(place: &Place, labels: &BTreeSet<String>) -> String {
    if place.purpose == Purpose::Reference {
        return place.label.clone();
    }
    let mut label = place.label.as_str();
    while !labels.contains(label) {
        match label.rsplit_once('-') {
            Some((shorter, _)) => label = shorter,
            None => return place.label.clone(),
        }
    }
    label.to_owned()
}

/// An extendable function has one folder and several output lengths, each with answers of its own.
fn add_lengths(instances: &mut Vec<Instance>, all: &[Answers]) {
    let taken: BTreeSet<String> = instances
        .iter()
        .filter_map(|instance| Some(instance.answers.first()?.0.path.clone()))
        .collect();
    let mut further = Vec::new();
    for instance in instances.iter_mut() {
        if instance.place.purpose != Purpose::Reference {
            continue;
        }
        let name = instance
            .name
            .clone()
            .unwrap_or_else(|| instance.place.label.clone());
        for (name, answers) in answers::further_lengths(&name, instance.digest_bits, all, &taken) {
            let mut other = instance.clone();
            other.place.label = layout::label(&name);
            other.digest_bits = answers.digest_bits;
            other.literal_name = Some(name.clone());
            other.answers = vec![(
                answers.clone(),
                "its name is that of the instance with another output length".to_owned(),
            )];
            other.selection.reasons.push(format!(
                "instance {name}: same folder as {}, output length {} bits from the known answers",
                instance.place.label,
                answers.digest_bits.unwrap_or_default()
            ));
            further.push(other);
        }
    }
    // Only a length that differs from the header's is written down.
    for instance in instances.iter_mut() {
        instance.digest_bits = match (instance.digest_bits, instance.answers.first()) {
            (None, Some((answers, _))) => answers.digest_bits,
            _ => None,
        };
    }
    for other in further {
        if !instances
            .iter()
            .any(|known| known.place.label == other.place.label)
        {
            instances.push(other);
        }
    }
}

/// Answers that no instance took, copies and further files of hash functions aside.
pub(crate) fn surplus(instances: &[Instance], all: &[Answers], function: Function) -> Vec<String> {
    let used: BTreeSet<&str> = instances
        .iter()
        .flat_map(|instance| {
            instance
                .answers
                .iter()
                .map(|(answers, _)| answers.path.as_str())
        })
        .collect();
    let first: BTreeSet<&str> = instances
        .iter()
        .filter_map(|instance| Some(instance.answers.first()?.0.path.as_str()))
        .collect();
    all.iter()
        .filter(|answers| {
            function != Function::Hash || file_name(&answers.path).starts_with("KAT_2_12")
        })
        .filter(|answers| !first.contains(answers.path.as_str()))
        .map(|answers| {
            let hint = if used.contains(answers.path.as_str()) {
                "fits an instance that has better ones"
            } else {
                "belongs to no instance found; are there more instances in one folder?"
            };
            format!("`{}` ({} records) {hint}", answers.path, answers.records)
        })
        .collect()
}

/// The deepest folder that holds all code that is used.
pub(crate) fn folder_of(instances: &[Instance]) -> String {
    let folders: Vec<&str> = instances
        .iter()
        .flat_map(|instance| {
            let selection = &instance.selection;
            selection
                .sources
                .iter()
                .map(|path| parent(path))
                .chain(selection.includes.iter().map(String::as_str))
                .chain([instance.place.folder.as_str()])
                .chain(selection.read_from.iter().map(String::as_str))
                .chain(instance.api_header.as_deref().map(parent))
        })
        .collect();
    let common = common_folder(folders.iter().copied());
    // One folder above a single instance, so that a second can join it.
    let single = instances
        .iter()
        .any(|instance| instance.place.folder == common);
    if single
        && !parent(&common).is_empty()
        && instances
            .iter()
            .all(|instance| is_below(&instance.place.folder, parent(&common)))
    {
        parent(&common).to_owned()
    } else {
        common
    }
}
