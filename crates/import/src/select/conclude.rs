//! What follows from the chosen sources: helpers, generator, flags, include folders, and what is left open.

use std::collections::{BTreeMap, BTreeSet};

use assay_manifest::{DrngGlobal, Function, Helpers};

use super::{Compiled, HELPER_FUNCTIONS, Selection, Selector, macro_of};
use crate::c_text;
use crate::compile::{Definition, Object};
use crate::includes;
use crate::switches::{defaults, open_switches, random_switch, reads_system, unset_flags};
use crate::tree::{is_below, parent};

impl Selector<'_> {
    pub(super) fn finish(
        &self,
        chosen: &[String],
        compiled: &Compiled,
        missing: BTreeSet<String>,
        selection: &mut Selection,
    ) {
        let mut chosen: Vec<String> = chosen.to_vec();
        let objects = |chosen: &[String]| -> Vec<(String, Object)> {
            chosen
                .iter()
                .filter_map(|path| Some((path.clone(), compiled.objects.get(path)?.clone())))
                .collect()
        };
        // A file that holds nothing but the generator's state: this project has one of its own.
        chosen.retain(|path| {
            compiled
                .objects
                .get(path)
                .is_none_or(|object| object.defined.keys().ne(["drng_algorithm"].iter()))
        });
        let used = objects(&chosen);
        let definers = |name: &str| {
            used.iter()
                .filter(|(_, object)| object.defined.contains_key(name))
                .count()
        };
        let needs = |name: &str| {
            used.iter()
                .any(|(_, object)| object.undefined.contains(name))
        };
        selection.libraries = self.libraries(&chosen, selection);
        let own_drng = definers("init_random_number") > 0;
        let lacks_auxfunc = HELPER_FUNCTIONS
            .iter()
            .any(|name| needs(name) && definers(name) == 0);
        let own_auxfunc = HELPER_FUNCTIONS.iter().any(|name| definers(name) > 0);
        let lacks_drng =
            !own_drng && (self.function != Function::Hash || needs("get_random_number"));
        selection.helpers = match (own_drng || !lacks_drng, lacks_auxfunc, own_auxfunc) {
            (true, false, _) => Helpers::Own,
            (true, true, _) => Helpers::OwnDrng,
            (false, false, true) => Helpers::OwnAuxfunc,
            (false, _, _) => Helpers::Assay,
        };
        let state = definers("drng_algorithm");
        selection.drng_global = if state > 0 {
            selection
                .reasons
                .push("drng_algorithm: the sources define it".to_owned());
            DrngGlobal::Own
        } else if self.function == Function::Hash && !own_drng && !needs("drng_algorithm") {
            DrngGlobal::None
        } else {
            DrngGlobal::Assay
        };
        if let Some(owner) = self.tweak.drng_global {
            selection.drng_global = owner;
        }
        let with = |names: &[&str]| -> Vec<String> {
            used.iter()
                .filter(|(_, object)| names.iter().any(|name| object.defined.contains_key(*name)))
                .map(|(path, _)| path.clone())
                .collect()
        };
        selection.hints.own_drng = with(&["init_random_number", "get_random_number"]);
        selection.hints.own_auxfunc = with(HELPER_FUNCTIONS);
        let tentative: BTreeMap<&str, usize> = used
            .iter()
            .flat_map(|(_, object)| &object.defined)
            .filter(|(_, definition)| **definition == Definition::Tentative)
            .fold(BTreeMap::new(), |mut counts, (name, _)| {
                *counts.entry(name.as_str()).or_default() += 1;
                counts
            });
        if let Some((name, count)) = tentative.iter().find(|(_, count)| **count > 1)
            && !selection.flags.iter().any(|flag| flag == "-fcommon")
        {
            selection.flags.push("-fcommon".to_owned());
            selection.reasons.push(format!(
                "-fcommon: {name} is defined without a value in {count} sources"
            ));
        }
        self.report(&chosen, &used, compiled, missing, selection);
        // Include folders that the chosen sources need, in the order found.
        let sources: Vec<&str> = chosen.iter().map(String::as_str).collect();
        let needed = includes::follow(
            self.tree,
            &self.place.folder,
            &self.first_folders(),
            &sources,
        );
        selection.reasons.extend(needed.choices.clone());
        selection.open.extend(needed.remarks.clone());
        let holds = |folder: &String| {
            *folder == self.place.folder || needed.files.keys().any(|file| is_below(file, folder))
        };
        selection.includes = needed
            .folders
            .iter()
            .filter(|folder| holds(folder))
            .cloned()
            .collect();
        let mut read_from: Vec<String> = needed
            .files
            .keys()
            .map(|path| parent(path).to_owned())
            .collect();
        read_from.dedup();
        selection.read_from = read_from;
        let read: Vec<&str> = needed
            .files
            .keys()
            .map(String::as_str)
            .chain(sources)
            .collect();
        self.hint_at_settings(&read, selection);
        chosen.sort();
        selection.sources = chosen;
    }

    fn report(
        &self,
        chosen: &[String],
        used: &[(String, Object)],
        compiled: &Compiled,
        missing: BTreeSet<String>,
        selection: &mut Selection,
    ) {
        for (path, why) in &compiled.dropped {
            if chosen.contains(path) || !is_below(path, &self.place.folder) {
                continue;
            }
            selection.reasons.push(format!("not {path}: {why}"));
            self.hint(why, selection);
            if why.contains("No such file") {
                let folders = self.first_folders();
                let of_file =
                    includes::follow(self.tree, &self.place.folder, &folders, &[path.as_str()]);
                selection.open.extend(of_file.remarks);
            }
        }
        for path in compiled.objects.keys() {
            if !chosen.contains(path) && is_below(path, &self.place.folder) {
                selection
                    .reasons
                    .push(format!("not {path}: nothing reaches it"));
            }
        }
        for name in missing {
            let inline = chosen.iter().any(|path| {
                let text = self.tree.text(path);
                text.lines().any(|line| {
                    c_text::has_word(line, &name)
                        && c_text::has_word(line, "inline")
                        && !c_text::has_word(line, "static")
                })
            });
            let hint = if inline {
                "; it is a C99 `inline` function without an external definition: a copy of the file with `static inline` under replacements/, named by `replace`, mends it"
            } else {
                ""
            };
            selection.open.push(format!("nothing defines {name}{hint}"));
        }
        for (path, object) in used {
            let text = self.tree.text(path);
            let calls = ["getrandom", "getentropy", "open", "fopen", "arc4random_buf"]
                .iter()
                .any(|name| object.undefined.contains(*name));
            if calls && reads_system(&text) {
                let switch = random_switch(&text)
                    .map(|name| format!("; `#ifdef {name}` decides"))
                    .unwrap_or_default();
                selection.open.push(format!(
                    "{path} can draw random numbers from the system instead of the interface's generator{switch}"
                ));
            }
        }
    }

    /// Settings that the files that are read leave to the build.
    fn hint_at_settings(&self, read: &[&str], selection: &mut Selection) {
        let is_set = |name: &str| {
            selection
                .defines
                .iter()
                .any(|define| macro_of(define) == name)
        };
        let mut hints = std::mem::take(&mut selection.hints);
        hints.asserts = read
            .iter()
            .any(|path| c_text::has_word(&self.tree.text(path), "assert"));
        hints.random_switches = read
            .iter()
            .filter_map(|path| random_switch(&self.tree.text(path)))
            .filter(|name| !is_set(name))
            .collect();
        hints.random_switches.dedup();
        for switch in open_switches(self.tree, read) {
            if !is_set(&switch.name) {
                hints.values.extend(switch.settings());
            }
        }
        // What a function of the build text sets: with the numbers of the instance's name.
        for open in &self.build.open {
            let name = macro_of(open);
            let computed = open
                .split(' ')
                .next()
                .is_some_and(|define| define.contains("=$"));
            if !is_set(name) && computed {
                let numbers = includes::numbers(&self.place.label);
                hints
                    .values
                    .extend(numbers.iter().map(|number| format!("{name}={number}")));
            }
        }
        hints.values.extend(
            unset_flags(self.tree, read)
                .into_iter()
                .filter(|name| !is_set(name)),
        );
        hints.defaults = defaults(self.tree, read)
            .into_iter()
            .filter(|define| !is_set(macro_of(define)))
            .collect();
        let mut seen = BTreeSet::new();
        hints.values.retain(|define| seen.insert(define.clone()));
        selection.hints = hints;
    }

    /// What a message of the compiler usually means.
    pub(super) fn hint(&self, message: &str, selection: &mut Selection) {
        let Some((header, _)) = message.split_once(": No such file") else {
            return;
        };
        let package = match header {
            "gmp.h" => "libgmp-dev",
            _ if header.starts_with("openssl/") => "libssl-dev",
            _ => return,
        };
        let text = format!("{header} is not installed: install {package} and import again");
        if !selection.open.contains(&text) {
            selection.open.push(text);
        }
    }
}
