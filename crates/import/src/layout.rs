//! Where the parameter sets of a package are: folders with a source that implements the interface.

use std::collections::{BTreeMap, BTreeSet};

use assay_manifest::Function;

use crate::c_text::{self, INTERFACES};
use crate::class::Class;
use crate::tree::{Tree, file_name, is_below, join, parent, relative};
use crate::words::{Processor, Purpose, is_aside, is_role, processor, purpose};

/// A folder that holds one implementation of the interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Name of the parameter set, with the variant where it is not the reference code.
    pub label: String,
    /// The folder that belongs to it alone.
    pub folder: String,
    /// The source that implements most of the interface.
    pub api_source: String,
    /// Which of the submitted implementations it is.
    pub purpose: Purpose,
    /// The processor it names.
    pub processor: Option<Processor>,
}

/// The parameter sets of a package.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// Kind of algorithm.
    pub function: Function,
    /// What is offered for measuring: reference code first.
    pub places: Vec<Place>,
    /// Implementations for other processors than this one.
    pub foreign: Vec<Place>,
    /// What was found and why it counts or not, in words.
    pub remarks: Vec<String>,
}

/// An implementation of the interface, before it is known to which parameter set it belongs.
struct Found {
    api_source: String,
    /// Folder of the API source.
    folder: String,
    purpose: Purpose,
    /// Folder below which the parameter sets are.
    root: String,
}

/// Finds the parameter sets; `None` when nothing implements an interface.
pub(crate) fn layout(tree: &Tree, package: &str) -> Option<Layout> {
    let mut remarks = Vec::new();
    let (function, found) = implementations(tree, &mut remarks)?;
    let mut places = place_all(&found, package);
    places.sort_by(|a, b| {
        (
            a.purpose,
            is_aside(&a.folder),
            a.folder.matches('/').count(),
            &a.folder,
        )
            .cmp(&(
                b.purpose,
                is_aside(&b.folder),
                b.folder.matches('/').count(),
                &b.folder,
            ))
    });
    let labels: BTreeSet<String> = places
        .iter()
        .filter(|place| place.purpose == Purpose::Reference)
        .map(|place| place.label.clone())
        .collect();
    for place in &mut places {
        name_variant(place, &labels);
    }
    let places = without_copies(tree, places, &mut remarks);
    let (places, foreign) = places
        .into_iter()
        .partition(|place| place.processor.is_none_or(is_for_this_machine));
    Some(Layout {
        function,
        places,
        foreign,
        remarks,
    })
}

/// Whether code for a processor can run here.
fn is_for_this_machine(processor: Processor) -> bool {
    match processor {
        Processor::Foreign(name) => name == std::env::consts::ARCH,
        _ => std::env::consts::ARCH == "x86_64",
    }
}

/// Every implementation of the one interface of the package.
fn implementations(tree: &Tree, remarks: &mut Vec<String>) -> Option<(Function, Vec<Found>)> {
    // By folder, which main functions are defined, and in which file most of them.
    let mut kinds: BTreeMap<usize, BTreeMap<String, BTreeMap<&str, BTreeSet<&str>>>> =
        BTreeMap::new();
    for path in tree.of_class(Class::Source) {
        let text = tree.text(path);
        let mentioned = |names: &&[&str]| names.iter().any(|name| text.contains(name));
        if !INTERFACES.iter().any(|(_, names)| mentioned(names)) {
            continue;
        }
        let bare = c_text::bare(&text);
        for (kind, (_, names)) in INTERFACES.iter().enumerate() {
            for name in *names {
                let Some(body) = c_text::body(&bare, name) else {
                    continue;
                };
                if *name != "kex_derive_ss_a" && c_text::is_empty_body(body) {
                    continue;
                }
                kinds
                    .entry(kind)
                    .or_default()
                    .entry(parent(path).to_owned())
                    .or_default()
                    .entry(path)
                    .or_default()
                    .insert(name);
            }
        }
    }
    for (kind, folders) in kinds {
        let (function, names) = INTERFACES[kind];
        let mut found = Vec::new();
        for (folder, files) in folders {
            let defined: BTreeSet<&str> = files.values().flatten().copied().collect();
            if defined.len() < names.len() {
                remarks.push(format!(
                    "`{folder}` implements only {}: not used",
                    defined.into_iter().collect::<Vec<_>>().join(", ")
                ));
                continue;
            }
            let Some((api_source, _)) = files
                .iter()
                .max_by_key(|(path, names)| (names.len(), std::cmp::Reverse(path.len())))
            else {
                continue;
            };
            let (purpose, root) = match purpose(&folder) {
                Some((purpose, position)) => {
                    let parts: Vec<&str> = folder.split('/').take(position + 1).collect();
                    (purpose, parts.join("/"))
                }
                None => (Purpose::Reference, String::new()),
            };
            found.push(Found {
                api_source: (*api_source).to_owned(),
                folder,
                purpose,
                root,
            });
        }
        if found.is_empty() {
            continue;
        }
        // Without a word for it, what is neither optimised nor additional is the reference, if nothing else is.
        let named = found
            .iter()
            .any(|found| found.purpose == Purpose::Reference && !found.root.is_empty());
        let unnamed: Vec<String> = found
            .iter()
            .filter(|found| found.root.is_empty())
            .map(|found| found.folder.clone())
            .collect();
        if named {
            found.retain(|found| !found.root.is_empty());
            remarks.extend(unnamed.iter().map(|folder| {
                format!("`{folder}` is in no reference, optimized or additional folder: not used")
            }));
        } else if !unnamed.is_empty() {
            let root = root_without_a_word(&unnamed);
            remarks.push(format!(
                "no folder is called reference: `{root}` is taken, which is neither optimized nor additional"
            ));
            for found in &mut found {
                if found.root.is_empty() {
                    found.root.clone_from(&root);
                }
            }
        }
        return Some((function, found));
    }
    None
}

/// The folder that holds all of these, or, of a single one, that above its parameter set.
fn root_without_a_word(folders: &[String]) -> String {
    match folders {
        [only] => {
            let mut folder = only.as_str();
            while is_role(file_name(folder)) && !parent(folder).is_empty() {
                folder = parent(folder);
            }
            parent(folder).to_owned()
        }
        _ => crate::tree::common_folder(folders.iter().map(String::as_str)),
    }
}

/// Gives each implementation the highest folder that belongs to it alone.
fn place_all(found: &[Found], package: &str) -> Vec<Place> {
    found
        .iter()
        .map(|own| {
            let inside = relative(&own.folder, &own.root).unwrap_or_default();
            let parts: Vec<&str> = inside.split('/').filter(|part| *part != ".").collect();
            let others: Vec<&Found> = found
                .iter()
                .filter(|other| other.root == own.root && other.folder != own.folder)
                .collect();
            let folder = (1..=parts.len())
                .filter_map(|count| join(&own.root, &parts[..count].join("/")))
                .find(|folder| {
                    !others
                        .iter()
                        .any(|other| other.folder == *folder || is_below(&other.folder, folder))
                })
                .unwrap_or_else(|| own.folder.clone());
            let mut named = folder.as_str();
            while is_role(file_name(named)) && !parent(named).is_empty() {
                named = parent(named);
            }
            let name = file_name(named);
            // Code directly in the reference folder has no name of its own.
            let name = if named == own.root || name.is_empty() || is_role(name) {
                package
            } else {
                name
            };
            Place {
                label: label(name),
                processor: processor(relative(&own.folder, &own.root).as_deref().unwrap_or(""))
                    .or_else(|| processor(&own.root)),
                folder,
                api_source: own.api_source.clone(),
                purpose: own.purpose,
            }
        })
        .collect()
}

/// Optimised and additional code is named after its parameter set and its processor.
fn name_variant(place: &mut Place, labels: &BTreeSet<String>) {
    if place.purpose == Purpose::Reference {
        return;
    }
    let folder = parent(&place.api_source);
    let set = folder
        .split('/')
        .rev()
        .map(label)
        .find(|part| labels.contains(part))
        .unwrap_or_else(|| place.label.clone());
    let suffix = match (place.processor, place.purpose) {
        (Some(Processor::Avx2), _) => "avx2",
        (Some(Processor::Avx512), _) => "avx512",
        (Some(Processor::X86Aes), _) => "aesni",
        (Some(Processor::Foreign(name)), _) => name,
        (_, Purpose::Additional) => "additional",
        _ => "optimized",
    };
    place.label = format!("{set}-{suffix}");
}

/// One implementation per label. Others of the same name are copies, or older or newer; what is left of them is said.
fn without_copies(tree: &Tree, places: Vec<Place>, remarks: &mut Vec<String>) -> Vec<Place> {
    let mut kept: Vec<Place> = Vec::new();
    for mut place in places {
        let Some(first) = kept
            .iter()
            .find(|other| other.label == place.label && other.purpose == place.purpose)
        else {
            kept.push(place);
            continue;
        };
        let equal = contents(tree, &first.folder) == contents(tree, &place.folder);
        if equal {
            remarks.push(format!(
                "`{}` is a copy of `{}`: not used",
                place.folder, first.folder
            ));
        } else if is_aside(&place.folder) || root_of(&first.folder) != root_of(&place.folder) {
            remarks.push(format!(
                "`{}` differs from `{}`, which is nearer to the root: not used",
                place.folder, first.folder
            ));
        } else {
            // Two families with parameter sets of the same name.
            let family = label(file_name(parent(&place.folder)));
            place.label = format!("{family}-{}", place.label);
            if kept.iter().any(|other| other.label == place.label) {
                remarks.push(format!(
                    "`{}` has a name that is taken, {}: not used",
                    place.folder, place.label
                ));
            } else {
                kept.push(place);
            }
        }
    }
    kept
}

fn root_of(folder: &str) -> String {
    match purpose(folder) {
        Some((_, position)) => {
            let parts: Vec<&str> = folder.split('/').take(position + 1).collect();
            parts.join("/")
        }
        None => String::new(),
    }
}

/// Names and digests of the code in a folder.
fn contents(tree: &Tree, folder: &str) -> BTreeMap<String, [u8; 32]> {
    tree.below(folder)
        .filter(|(_, class)| class.is_code())
        .filter_map(|(path, _)| Some((relative(path, folder)?, tree.digest(path))))
        .collect()
}

/// A name as a label: letters, digits, `.`, `_`, `+` and `-`, without `__`.
pub(crate) fn label(name: &str) -> String {
    let mut label = String::new();
    for letter in name.chars() {
        let letter = match letter {
            _ if letter.is_ascii_alphanumeric() => letter,
            '.' | '_' | '+' | '-' => letter,
            _ => '-',
        };
        let doubled = letter == '_' && label.ends_with('_')
            || letter == '-' && (label.ends_with('-') || label.is_empty());
        if !doubled {
            label.push(letter);
        }
    }
    let label = label.trim_matches(|letter: char| !letter.is_ascii_alphanumeric() && letter != '+');
    if label.is_empty() {
        "set".to_owned()
    } else {
        label.to_owned()
    }
}
