//! Which sources make up an instance: those that are reached from its API source.

mod closure;
mod conclude;
mod selection;

use std::collections::{BTreeMap, BTreeSet};

use assay_manifest::{Function, Library};

use closure::{closure, is_driver, is_program};

pub use selection::Selection;

use crate::build_text::BuildFacts;
use crate::c_text;
use crate::class::Class;
use crate::compile::{Compiler, Object, Settings};
use crate::error::Error;
use crate::examine::Tweak;
use crate::includes::{self, Included};
use crate::layout::Place;
use crate::switches::open_switches;
use crate::tree::{Tree, file_name, is_below, parent};
use crate::words::{Purpose, is_aside, processor};

const HELPER_FUNCTIONS: &[&str] = &["sm3hash", "pseudohash", "pseudoXOF"];

/// Everything the selection of one instance works on.
pub(crate) struct Selector<'s> {
    pub(crate) tree: &'s Tree,
    pub(crate) compiler: &'s Compiler,
    pub(crate) function: Function,
    pub(crate) place: &'s Place,
    /// Folders of the other instances.
    pub(crate) others: &'s [&'s str],
    pub(crate) build: &'s BuildFacts,
    /// What is done otherwise.
    pub(crate) tweak: &'s Tweak,
}

/// The name in `NAME=VALUE`.
pub(crate) fn macro_of(define: &str) -> &str {
    let end = define.find(['=', ' ']).unwrap_or(define.len());
    &define[..end]
}

/// What is known of compiled sources.
#[derive(Default)]
struct Compiled {
    objects: BTreeMap<String, Object>,
    /// Why a source is not used.
    dropped: BTreeMap<String, String>,
}

impl Selector<'_> {
    pub(crate) fn select(&self) -> Result<Selection, Error> {
        let mut selection = Selection {
            libraries: vec![Library::M],
            ..Selection::default()
        };
        self.settings(&mut selection);
        let api = self.place.api_source.as_str();
        // First what belongs to the instance, then what only a missing symbol brings in.
        let mut tiers = self.tiers();
        let mut compiled = Compiled::default();
        let mut considered: Vec<String> = Vec::new();
        let mut chosen: Vec<String> = Vec::new();
        let mut missing: BTreeSet<String> = BTreeSet::new();
        for tier in &mut tiers {
            if considered.is_empty() || !missing.is_empty() {
                considered.append(tier);
                let sources: Vec<&str> = considered.iter().map(String::as_str).collect();
                let included = includes::follow(
                    self.tree,
                    &self.place.folder,
                    &self.first_folders(),
                    &sources,
                );
                selection.includes.clone_from(&included.folders);
                self.compile(&considered, &included, &selection, &mut compiled)?;
                chosen = closure(self, api, &compiled, &mut selection);
                if chosen.is_empty() {
                    break;
                }
                missing = self.missing(&chosen, &compiled, &mut selection)?;
            }
        }
        if chosen.is_empty() {
            let why = compiled
                .dropped
                .get(api)
                .cloned()
                .unwrap_or_else(|| "it does not define the interface".to_owned());
            selection
                .open
                .push(format!("{api} does not compile: {why}"));
            self.hint(&why, &mut selection);
            chosen = considered
                .iter()
                .filter(|path| {
                    !is_program(file_name(path))
                        && compiled
                            .dropped
                            .get(*path)
                            .is_none_or(|why| !why.starts_with("it "))
                })
                .cloned()
                .collect();
        }
        self.finish(&chosen, &compiled, missing, &mut selection);
        Ok(selection)
    }

    /// Defines and flags, before anything is compiled.
    fn settings(&self, selection: &mut Selection) {
        selection.defines.extend(self.tweak.defines.iter().cloned());
        selection.flags.extend(self.tweak.flags.iter().cloned());
        let tried: Vec<&str> = self
            .tweak
            .defines
            .iter()
            .map(|define| macro_of(define))
            .collect();
        let open = self.build.open.iter();
        let open = open.filter(|define| !tried.contains(&macro_of(define)));
        selection.open.extend(open.map(|define| {
            format!(
                "a build function sets {define}: choose the value of this instance in `defines`"
            )
        }));
        let own: Vec<&str> = self
            .tree
            .below(&self.place.folder)
            .filter(|(_, class)| class.is_code())
            .map(|(path, _)| path)
            .collect();
        let outside: Vec<&str> = self
            .tree
            .files()
            .filter(|(_, class)| class.is_code())
            .map(|(path, _)| path)
            .collect();
        if let Some(recipe) = &self.build.recipe {
            for define in &recipe.defines {
                let name = macro_of(define);
                if tried.contains(&name) {
                    continue;
                }
                let used = |files: &[&str]| {
                    files
                        .iter()
                        .any(|path| c_text::has_word(&self.tree.text(path), name))
                };
                if name == "NDEBUG" || used(&own) || used(&outside) {
                    selection.defines.push(define.clone());
                    selection
                        .reasons
                        .push(format!("define {define}: {}", recipe.place));
                }
            }
            if recipe.common && !selection.flags.iter().any(|flag| flag == "-fcommon") {
                selection.flags.push("-fcommon".to_owned());
                selection
                    .reasons
                    .push(format!("-fcommon: {}", recipe.place));
            }
        }
        selection.reasons.extend(self.build.remarks.iter().cloned());
        for switch in open_switches(self.tree, &own) {
            let set = |define: &String| macro_of(define) == switch.name;
            if selection.defines.iter().any(set) {
                continue;
            }
            let values: Vec<&str> = switch.values.iter().map(String::as_str).collect();
            let values = values.join(", ");
            match switch.value_in(&self.place.label) {
                Some(value) => {
                    selection.defines.push(format!("{}={value}", switch.name));
                    selection.reasons.push(format!(
                        "define {}={value}: guessed, {} compares it with {values}, and the name of the instance carries {value}",
                        switch.name,
                        file_name(&switch.file)
                    ));
                }
                None => selection.open.push(format!(
                    "{} compares {} with {values}, and nothing sets it: if it chooses the parameter set, add it to `defines`",
                    file_name(&switch.file),
                    switch.name
                )),
            }
        }
        if self.place.purpose != Purpose::Reference {
            let (features, flags) = crate::features::needed(self.tree, self.place);
            selection.requires = features;
            selection.flags.extend(flags);
        }
    }

    fn first_folders(&self) -> Vec<String> {
        let mut folders: Vec<String> = self
            .build
            .recipe
            .iter()
            .flat_map(|recipe| recipe.includes.clone())
            .filter(|folder| self.tree.below(folder).any(|(_, class)| class.is_code()))
            .collect();
        folders.dedup();
        folders
    }

    /// Candidate sources in the order in which they are considered.
    fn tiers(&self) -> [Vec<String>; 3] {
        let folder = self.place.folder.as_str();
        let mut tiers: [Vec<String>; 3] = Default::default();
        let for_vectors = |path: &str| {
            let inside = crate::tree::relative(parent(path), folder).unwrap_or_default();
            processor(&inside).is_some()
        };
        for path in self.tree.of_class(Class::Source) {
            let of_other = self
                .others
                .iter()
                .any(|other| *other != folder && is_below(path, other) && !is_below(folder, other));
            if of_other || self.tweak.without.contains(path) {
                continue;
            }
            if is_below(path, folder) {
                let later = for_vectors(path) && self.place.purpose == Purpose::Reference
                    || is_driver(file_name(path));
                tiers[usize::from(later)].push(path.to_owned());
            } else if !is_aside(parent(path)) && !is_driver(file_name(path)) && self.is_shared(path)
            {
                tiers[2].push(path.to_owned());
            }
        }
        // What an API source reaches through `..` is no guess.
        let included = includes::follow(self.tree, folder, &[], &[self.place.api_source.as_str()]);
        let near: BTreeSet<&str> = included.files.keys().map(|path| parent(path)).collect();
        let (reached, rest) = std::mem::take(&mut tiers[2])
            .into_iter()
            .partition(|path| near.contains(parent(path)) && !for_vectors(path));
        tiers[2] = rest;
        let reached: Vec<String> = reached;
        tiers[0].extend(reached);
        tiers
    }

    /// Whether a source outside the instance may be shared by instances: nothing says it belongs to another variant.
    fn is_shared(&self, path: &str) -> bool {
        let folder = parent(path);
        match crate::words::purpose(folder) {
            Some((purpose, _)) => {
                purpose == self.place.purpose && crate::words::processor(folder).is_none()
                    || folder == parent(&self.place.folder)
            }
            None => crate::words::processor(folder).is_none(),
        }
    }

    fn compile(
        &self,
        sources: &[String],
        included: &Included,
        selection: &Selection,
        compiled: &mut Compiled,
    ) -> Result<(), Error> {
        let settings = Settings {
            defines: selection.defines.clone(),
            includes: included
                .folders
                .iter()
                .map(|folder| self.tree.on_disk(folder))
                .collect(),
            flags: selection.flags.clone(),
        };
        let mut wanted = Vec::new();
        for path in sources {
            if compiled.objects.contains_key(path) {
                continue;
            }
            if path == &self.place.api_source {
                wanted.push(path.clone());
            } else if let Some(by) = included.files.get(path) {
                let why = format!("it is included by {}", file_name(by));
                compiled.dropped.insert(path.clone(), why);
            } else {
                wanted.push(path.clone());
            }
        }
        let files: Vec<_> = wanted.iter().map(|path| self.tree.on_disk(path)).collect();
        for (path, result) in wanted
            .into_iter()
            .zip(self.compiler.objects(&files, &settings)?)
        {
            match result {
                Ok(object) if object.defined.contains_key("main") => {
                    compiled
                        .dropped
                        .insert(path, "it is a program: it defines main".to_owned());
                }
                Ok(object) => {
                    compiled.dropped.remove(&path);
                    compiled.objects.insert(path, object);
                }
                Err(message) => {
                    compiled.dropped.insert(path, message);
                }
            }
        }
        Ok(())
    }

    /// What is still undefined when the chosen objects are linked with this project's helpers.
    fn missing(
        &self,
        chosen: &[String],
        compiled: &Compiled,
        selection: &mut Selection,
    ) -> Result<BTreeSet<String>, Error> {
        let objects: Vec<&Object> = chosen
            .iter()
            .filter_map(|path| compiled.objects.get(path))
            .collect();
        let defined = |name: &str| {
            objects
                .iter()
                .any(|object| object.defined.contains_key(name))
        };
        let mut helpers = Vec::new();
        let mut file = |name: &str, wanted: bool| -> Result<(), Error> {
            if wanted {
                let source = self.compiler.helpers().join(name);
                if let Ok(object) = self.compiler.object(&source, &Settings::default())? {
                    helpers.push(object);
                }
            }
            Ok(())
        };
        file("assay_sm3.c", true)?;
        file(
            "auxfunc.c",
            !HELPER_FUNCTIONS.iter().any(|name| defined(name)),
        )?;
        file("drng.c", !defined("get_random_number"))?;
        file("drng_algorithm.c", !defined("drng_algorithm"))?;
        let paths: Vec<_> = objects
            .iter()
            .copied()
            .chain(&helpers)
            .map(|object| object.path.as_path())
            .collect();
        let libraries = self.libraries(chosen, selection);
        let names: Vec<&str> = libraries
            .iter()
            .map(|library| library.link_name())
            .collect();
        Ok(match self.compiler.link(&paths, &names)? {
            Ok(()) => BTreeSet::new(),
            Err(failure) if failure.undefined.is_empty() => {
                let problems = if failure.doubled.is_empty() {
                    vec![format!("the sources do not link: {}", failure.said)]
                } else {
                    let doubled = failure.doubled.iter();
                    doubled
                        .map(|name| format!("{name} is defined more than once"))
                        .collect()
                };
                for problem in problems {
                    if !selection.open.contains(&problem) {
                        selection.open.push(problem);
                    }
                }
                BTreeSet::new()
            }
            Err(failure) => failure.undefined,
        })
    }

    /// Libraries that the chosen sources include the headers of.
    fn libraries(&self, chosen: &[String], selection: &Selection) -> Vec<Library> {
        let sources: Vec<&str> = chosen.iter().map(String::as_str).collect();
        let included =
            includes::follow(self.tree, &self.place.folder, &selection.includes, &sources);
        let has = |test: &dyn Fn(&str) -> bool| included.system.iter().any(|name| test(name));
        let mut libraries = Vec::new();
        if has(&|name| name == "gmp.h") {
            libraries.push(Library::Gmp);
        }
        if has(&|name| name.starts_with("openssl/")) {
            libraries.push(Library::Crypto);
        }
        if has(&|name| name == "quadmath.h") {
            libraries.push(Library::Quadmath);
        }
        libraries.push(Library::M);
        libraries
    }
}
