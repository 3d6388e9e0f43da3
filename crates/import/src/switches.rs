//! Switches of the preprocessor that a package leaves to its build: parameter sets, and sources of randomness.

use std::collections::{BTreeMap, BTreeSet};

use crate::c_text;
use crate::includes::numbers;
use crate::tree::Tree;

/// A macro that is compared with values and that no file defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Switch {
    pub(crate) name: String,
    pub(crate) values: BTreeSet<String>,
    /// The file in which it is compared.
    pub(crate) file: String,
}

/// Macros that choose among values in `#if NAME == VALUE`, and that none of the files defines.
pub(crate) fn open_switches(tree: &Tree, files: &[&str]) -> Vec<Switch> {
    let mut switches: BTreeMap<String, Switch> = BTreeMap::new();
    let mut defined: BTreeSet<String> = BTreeSet::new();
    for file in files {
        for line in c_text::bare(&tree.text(file)).lines() {
            let Some(line) = line.trim_start().strip_prefix('#') else {
                continue;
            };
            let line = line.trim_start();
            if let Some(rest) = line.strip_prefix("define") {
                let name = rest.trim_start();
                let end = name
                    .find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
                    .unwrap_or(name.len());
                defined.insert(name[..end].to_owned());
            } else if let Some(rest) = line.strip_prefix("if").or(line.strip_prefix("elif")) {
                for part in rest.split(['|', '&', '(', ')']) {
                    let Some((name, value)) = part.split_once("==") else {
                        continue;
                    };
                    let (name, value) = (name.trim(), value.trim());
                    let identifier = name.starts_with(|letter: char| letter.is_ascii_alphabetic())
                        && name
                            .chars()
                            .all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
                    if identifier && value.parse::<u64>().is_ok() {
                        switches
                            .entry(name.to_owned())
                            .or_insert_with(|| Switch {
                                name: name.to_owned(),
                                values: BTreeSet::new(),
                                file: (*file).to_owned(),
                            })
                            .values
                            .insert(value.to_owned());
                    }
                }
            }
        }
    }
    switches
        .into_values()
        .filter(|switch| !defined.contains(&switch.name) && switch.values.len() > 1)
        .collect()
}

impl Switch {
    /// Its name with each of its values.
    pub(crate) fn settings(&self) -> impl Iterator<Item = String> + use<'_> {
        self.values
            .iter()
            .map(|value| format!("{}={value}", self.name))
    }

    /// The one value that a name carries as a number.
    pub(crate) fn value_in(&self, label: &str) -> Option<&str> {
        let numbers = numbers(label);
        let mut fitting = self.values.iter().filter(|value| numbers.contains(value));
        let value = fitting.next()?;
        fitting.next().is_none().then_some(value.as_str())
    }
}

/// A directive: its word and what follows.
fn directive(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start().strip_prefix('#')?.trim_start();
    let end = line
        .find(|letter: char| !letter.is_ascii_alphabetic())
        .unwrap_or(line.len());
    Some((&line[..end], line[end..].trim()))
}

fn first_word(text: &str) -> &str {
    let end = text
        .find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .unwrap_or(text.len());
    &text[..end]
}

/// Names that `#ifdef` asks for, that end in a number and that no file defines: parameter sets chosen by a flag.
pub(crate) fn unset_flags(tree: &Tree, files: &[&str]) -> Vec<String> {
    let (mut asked, mut defined) = (Vec::new(), BTreeSet::new());
    for file in files {
        for line in c_text::bare(&tree.text(file)).lines() {
            match directive(line) {
                Some(("define", rest)) => {
                    defined.insert(first_word(rest).to_owned());
                }
                Some(("ifdef", rest)) => asked.push(first_word(rest).to_owned()),
                Some(("if" | "elif", rest)) => {
                    let parts = rest.split("defined").skip(1);
                    asked
                        .extend(parts.map(|part| {
                            first_word(part.trim_start_matches([' ', '('])).to_owned()
                        }));
                }
                _ => {}
            }
        }
    }
    let of_a_set = |name: &String| {
        !name.starts_with('_')
            && name.ends_with(|letter: char| letter.is_ascii_digit())
            && !defined.contains(name)
    };
    let mut names: Vec<String> = asked.into_iter().filter(of_a_set).collect();
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names
}

/// Macros with a default in the sources (`#ifndef NAME`, `#define NAME VALUE`), with each other value that an `#if` asks for.
pub(crate) fn defaults(tree: &Tree, files: &[&str]) -> Vec<String> {
    let mut given: BTreeMap<String, String> = BTreeMap::new();
    let mut asked: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files {
        let mut guarded = None;
        for line in c_text::bare(&tree.text(file)).lines() {
            match directive(line) {
                Some(("ifndef", rest)) => guarded = Some(first_word(rest).to_owned()),
                Some(("define", rest)) => {
                    let name = first_word(rest);
                    let value = rest[name.len()..].trim();
                    if guarded.as_deref() == Some(name) && value.parse::<u64>().is_ok() {
                        given.insert(name.to_owned(), value.to_owned());
                    }
                }
                Some(("if" | "elif", rest)) => {
                    for part in rest.split(['|', '&', '(', ')']) {
                        let (name, value) = part.split_once("==").unwrap_or((part, "1"));
                        let name = name.trim().trim_start_matches('!');
                        let values = asked.entry(name.to_owned()).or_default();
                        values.insert(value.trim().to_owned());
                        if !part.contains("==") {
                            values.insert("0".to_owned());
                        }
                    }
                }
                _ => {}
            }
        }
    }
    given
        .into_iter()
        .flat_map(|(name, own)| {
            let others = asked.remove(&name).unwrap_or_default();
            others
                .into_iter()
                .filter(move |value| *value != own && value.parse::<u64>().is_ok())
                .map(move |value| format!("{name}={value}"))
        })
        .collect()
}

/// The `#ifdef` that decides whether a source draws from the system or from the interface's generator.
pub(crate) fn random_switch(text: &str) -> Option<String> {
    let mut open: Vec<String> = Vec::new();
    let mut of_system = None;
    let mut of_interface = None;
    for line in c_text::bare(text).lines() {
        let trimmed = line.trim_start();
        if let Some(directive) = trimmed.strip_prefix('#') {
            let directive = directive.trim_start();
            let word = |rest: &str| {
                rest.split_whitespace()
                    .next()
                    .unwrap_or_default()
                    .to_owned()
            };
            if let Some(rest) = directive
                .strip_prefix("ifdef")
                .or(directive.strip_prefix("ifndef"))
            {
                open.push(word(rest));
            } else if let Some(rest) = directive.strip_prefix("if") {
                let name = rest.replace(['!', '(', ')'], " ").replace("defined", " ");
                open.push(word(&name));
            } else if directive.starts_with("endif") {
                open.pop();
            }
        } else if c_text::has_word(line, "get_random_number") {
            of_interface = of_interface.or(open.last().cloned());
        } else if reads_system(line) {
            of_system = of_system.or(open.last().cloned());
        }
    }
    // A guard against being included twice decides nothing.
    let is_guard = |name: &String| {
        c_text::bare(text)
            .lines()
            .filter_map(directive)
            .any(|(word, rest)| word == "define" && first_word(rest) == name)
    };
    of_interface
        .or(of_system)
        .filter(|name| !name.is_empty() && !is_guard(name))
}

/// Whether code draws random numbers from the system.
pub(crate) fn reads_system(text: &str) -> bool {
    text.contains("/dev/urandom")
        || text.contains("/dev/random")
        || [
            "getrandom",
            "getentropy",
            "arc4random_buf",
            "BCryptGenRandom",
        ]
        .iter()
        .any(|name| c_text::has_word(text, name))
}
