//! Following undefined symbols from the API source to the sources that define them.

use std::collections::{BTreeMap, BTreeSet};

use assay_manifest::Function;

use super::{Compiled, Selection, Selector};
use crate::c_text;
use crate::switches::reads_system;
use crate::tree::{file_name, parent};
use crate::words::{Purpose, processor};

/// The sources reached from the API source, and from the generator where the package has its own.
pub(super) fn closure(
    selector: &Selector<'_>,
    api: &str,
    compiled: &Compiled,
    selection: &mut Selection,
) -> Vec<String> {
    let mut definers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (path, object) in &compiled.objects {
        for name in object.defined.keys() {
            definers.entry(name).or_default().push(path);
        }
    }
    if !compiled.objects.contains_key(api) {
        return Vec::new();
    }
    let mut chosen: Vec<String> = vec![api.to_owned()];
    let mut pending: Vec<String> = vec!["init_random_number".into(), "get_random_number".into()];
    // What else of the interface is not in the API source: size functions, and passes.
    let prefix = match selector.function {
        Function::Kem => "kem_",
        Function::Kex => "kex_",
        Function::Sig => "sig_",
        Function::Hash => "CryptHash",
    };
    let sizes = |name: &&&str| {
        name.starts_with(prefix) && (name.contains("_get_") || INTERFACE.contains(name))
    };
    pending.extend(definers.keys().filter(sizes).map(|name| (*name).to_owned()));
    pending.extend(compiled.objects[api].undefined.iter().cloned());
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut choices = Vec::new();
    let mut rivals: Vec<String> = Vec::new();
    while let Some(name) = pending.pop() {
        if name == "drng_algorithm" || !seen.insert(name.clone()) {
            continue;
        }
        let Some(files) = definers.get(name.as_str()) else {
            continue;
        };
        if chosen.iter().any(|path| files.contains(&path.as_str())) {
            continue;
        }
        let mut files = files.clone();
        files.sort_by_key(|path| std::cmp::Reverse(preference(selector, path, api)));
        let file = files[0];
        if files.len() > 1 {
            let text = format!("{name} is taken from {file}, not {}", files[1..].join(", "));
            choices.push(text);
            let random = |path: &&str| {
                let text = selector.tree.text(path);
                reads_system(&text) || draws(&text)
            };
            if files.iter().any(random) {
                rivals.extend(files[1..].iter().map(|path| (*path).to_owned()));
            }
        }
        chosen.push(file.to_owned());
        pending.extend(compiled.objects[file].undefined.iter().cloned());
    }
    rivals.dedup();
    selection.hints.rivals = rivals;
    for choice in choices {
        if !selection.reasons.contains(&choice) {
            selection.reasons.push(choice);
        }
    }
    chosen
}

const INTERFACE: &[&str] = &[
    "kem_keygen",
    "kem_enc",
    "kem_dec",
    "sig_keygen",
    "sig_sign",
    "sig_verify",
    "kex_init_a",
    "kex_init_b",
    "kex_derive_ss_a",
    "kex_derive_ss_b",
    "kex_generate_pass1_msg_a",
    "kex_generate_pass2_msg_b",
    "kex_generate_pass3_msg_a",
    "CryptHash",
];

/// Whether code draws from the interface's generator.
fn draws(text: &str) -> bool {
    c_text::has_word(text, "get_random_number") || c_text::has_word(text, "drng_algorithm")
}

/// Which of several definers of a symbol is the right one; the largest wins.
fn preference(selector: &Selector<'_>, path: &str, api: &str) -> impl Ord + use<> {
    let text = selector.tree.text(path);
    let name = file_name(path).to_lowercase();
    let listed = selector
        .build
        .recipe
        .as_ref()
        .is_some_and(|recipe| recipe.sources.iter().any(|source| source == path));
    let adapter = ["adapter", "iccs", "api", "kat", "drng"]
        .iter()
        .any(|word| name.contains(word));
    let inside = crate::tree::relative(parent(path), &selector.place.folder);
    (
        (
            path == api,
            selector.tweak.prefer.as_deref() == Some(path),
            inside.is_some(),
            !is_program(&name),
            listed,
            draws(&text),
            !reads_system(&text),
        ),
        (
            inside.is_none_or(|inside| processor(&inside).is_none())
                == (selector.place.purpose == Purpose::Reference),
            matches!(name.as_str(), "auxfunc.c" | "drng.c"),
            adapter,
            parent(path) == parent(api),
            std::cmp::Reverse(path.len()),
        ),
    )
}

/// Whether a file is called like the official driver, which is a program whatever it is compiled with.
pub(super) fn is_driver(name: &str) -> bool {
    let lower = name.to_lowercase();
    [
        "kat_kem",
        "kat_kex",
        "kat_sig",
        "kat_crypthash",
        "pqcgenkat",
        "kat_gen",
        "kat_verify",
    ]
    .iter()
    .any(|start| lower.starts_with(start))
}

/// Whether a file is called like a program; such files are needed only when nothing else defines what is needed.
pub(super) fn is_program(name: &str) -> bool {
    let lower = name.to_lowercase();
    let stem = lower
        .rsplit_once('.')
        .map_or(lower.as_str(), |(stem, _)| stem);
    is_driver(name)
        || [
            "test",
            "bench",
            "run_bench",
            "speed",
            "cpucycles",
            "osfreq",
            "main",
            "demo",
            "quick_test",
        ]
        .iter()
        .any(|start| stem.starts_with(start))
        || [
            "_test",
            "_bench",
            "_speed",
            "_kat",
            "_selftest",
            "_cli",
            "_experiment",
        ]
        .iter()
        .any(|end| stem.ends_with(end))
}
