//! What the submitters' build texts say: which sources belong together, and with which settings. Nothing is run.

mod cmake;
mod makefile;

use crate::class::Class;
use crate::tree::{Tree, file_name, join, parent};

/// A set of settings found in a build text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Recipe {
    /// Where it stands: `Makefile:12, target kat`.
    pub(crate) place: String,
    /// Name of the target.
    pub(crate) target: String,
    /// Sources, relative to the archive's root.
    pub(crate) sources: Vec<String>,
    /// `NAME` or `NAME=VALUE`.
    pub(crate) defines: Vec<String>,
    /// Include folders, relative to the archive's root.
    pub(crate) includes: Vec<String>,
    /// Whether `-fcommon` is asked for.
    pub(crate) common: bool,
    /// Whether the values come from a loop or function, and hold for no set alone.
    pub(crate) computed: bool,
}

/// What is known from build texts about one instance.
#[derive(Clone, Debug, Default)]
pub(crate) struct BuildFacts {
    /// The recipe that is followed.
    pub(crate) recipe: Option<Recipe>,
    /// What was read and why it is followed or not, in words.
    pub(crate) remarks: Vec<String>,
    /// Defines that are set in a loop or function only.
    pub(crate) open: Vec<String>,
}

/// Reads the build texts of an instance's folder and of the folders between it and two levels above.
pub(crate) fn facts(tree: &Tree, folder: &str, api_source: &str) -> BuildFacts {
    let mut facts = BuildFacts::default();
    let mut candidates: Vec<(i32, Recipe)> = Vec::new();
    for (distance, place) in places(folder, parent(api_source)).into_iter().enumerate() {
        for path in tree.of_class(Class::BuildText) {
            if parent(path) != place {
                continue;
            }
            for recipe in read(tree, path) {
                if recipe.defines.is_empty() && recipe.sources.is_empty() {
                    continue;
                }
                if recipe.computed {
                    for define in &recipe.defines {
                        let open = format!("{define} ({})", recipe.place);
                        if !facts.open.contains(&open) {
                            facts.open.push(open);
                        }
                    }
                    continue;
                }
                if let Some(missing) = recipe.sources.iter().find(|path| !tree.contains(path)) {
                    let name = file_name(missing);
                    facts.remarks.push(format!(
                        "{} is stale: it names {name}, which is not there",
                        recipe.place
                    ));
                    continue;
                }
                candidates.push((score(&recipe, api_source, distance), recipe));
            }
        }
    }
    candidates.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    facts.recipe = candidates.into_iter().next().map(|(_, recipe)| recipe);
    facts
}

/// The folders whose build texts count: the instance's, the adapter's, and two levels above.
fn places(folder: &str, adapter: &str) -> Vec<String> {
    let mut places = vec![folder.to_owned()];
    if adapter != folder {
        places.push(adapter.to_owned());
    }
    let mut above = folder;
    for _ in 0..2 {
        if above.is_empty() {
            break;
        }
        above = parent(above);
        places.push(above.to_owned());
    }
    places
}

/// Known-answer targets before others, speed targets last, near texts before far ones.
fn score(recipe: &Recipe, api_source: &str, distance: usize) -> i32 {
    let target = recipe.target.to_lowercase();
    let kat_driver = recipe
        .sources
        .iter()
        .any(|path| file_name(path).to_lowercase().starts_with("kat_"));
    let mut score = 0;
    if kat_driver || target.contains("kat") {
        score += 40;
    }
    if recipe.sources.iter().any(|path| path == api_source) {
        score += 20;
    }
    if ["speed", "bench", "test_", "perf"]
        .iter()
        .any(|word| target.contains(word))
        && !target.contains("kat")
    {
        score -= 30;
    }
    score - i32::try_from(distance).unwrap_or(9)
}

fn read(tree: &Tree, path: &str) -> Vec<Recipe> {
    let text = tree.text(path);
    let name = file_name(path).to_lowercase();
    let folder = parent(path);
    let recipes = if name == "cmakelists.txt" || name.ends_with(".cmake") {
        cmake::read(&text)
    } else if name.ends_with("makefile") || name.ends_with(".mk") {
        makefile::read(&text)
    } else {
        makefile::read_commands(&text)
    };
    recipes
        .into_iter()
        .map(|mut recipe| {
            recipe.place = format!("{}:{}", file_name(path), recipe.place);
            let beside = |path: &String| {
                let path = path.trim_start_matches("$(CURDIR)/");
                join(folder, path).unwrap_or_else(|| path.to_owned())
            };
            recipe.sources = recipe.sources.iter().map(beside).collect();
            recipe.includes = recipe.includes.iter().map(beside).collect();
            recipe
        })
        .collect()
}

/// Takes the settings out of the words of a compiler's command line.
fn take_words(recipe: &mut Recipe, words: &[String]) {
    let mut words = words.iter().map(String::as_str).peekable();
    let add = |list: &mut Vec<String>, text: &str| {
        let text = text.trim_matches(['"', '\'']).to_owned();
        if !text.is_empty() && !text.contains('$') && !list.contains(&text) {
            list.push(text);
        }
    };
    while let Some(word) = words.next() {
        if word == "-D" {
            if let Some(next) = words.next() {
                add(&mut recipe.defines, next);
            }
        } else if word == "-I" {
            if let Some(next) = words.next() {
                add(&mut recipe.includes, next);
            }
        } else if let Some(define) = word.strip_prefix("-D") {
            add(&mut recipe.defines, define);
        } else if let Some(folder) = word.strip_prefix("-I") {
            add(&mut recipe.includes, folder);
        } else if word == "-fcommon" {
            recipe.common = true;
        } else if [".c", ".cpp", ".cc", ".S", ".s"]
            .iter()
            .any(|ending| word.ends_with(ending))
            && !word.contains(['$', '*', '%'])
            && !word.starts_with('-')
        {
            add(&mut recipe.sources, word);
        }
    }
}

/// The words of a command line; quotes hold words together, and a backslash keeps the next letter.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            ('\\', _) => word.extend(letters.next()),
            ('"' | '\'', None) => quote = Some(letter),
            (_, Some(open)) if letter == open => quote = None,
            (_, None) if letter.is_whitespace() => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            _ => word.push(letter),
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}
