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
    /// The one value that a name carries as a number.
    pub(crate) fn value_in(&self, label: &str) -> Option<&str> {
        let numbers = numbers(label);
        let mut fitting = self.values.iter().filter(|value| numbers.contains(value));
        let value = fitting.next()?;
        fitting.next().is_none().then_some(value.as_str())
    }
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
    of_interface.or(of_system).filter(|name| !name.is_empty())
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
