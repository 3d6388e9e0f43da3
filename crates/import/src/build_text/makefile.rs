//! Makefiles, and command lines in scripts.

use std::collections::BTreeMap;

use super::{Recipe, take_words, words};

/// How deep variables are expanded.
const DEPTH: usize = 12;

/// The targets whose recipes call a compiler. Conditions are not evaluated; functions are left alone.
pub(super) fn read(text: &str) -> Vec<Recipe> {
    let lines = joined(text);
    let mut variables: BTreeMap<String, String> = BTreeMap::new();
    let mut rules: Vec<Rule> = Vec::new();
    let mut of_target: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for (number, line) in &lines {
        if let Some(command) = line.strip_prefix('\t') {
            if let Some(rule) = rules.last_mut() {
                rule.commands.push((*number, command.to_owned()));
            }
            continue;
        }
        let line = line.split('#').next().unwrap_or_default().trim();
        if let Some((name, value, adds)) = assignment(line) {
            match name.split_once(':') {
                Some((target, name)) => of_target
                    .entry(target.trim().to_owned())
                    .or_default()
                    .push((name.trim().to_owned(), value)),
                None if adds => {
                    let old = variables.entry(name).or_default();
                    old.push(' ');
                    old.push_str(&value);
                }
                None => {
                    variables.insert(name, value);
                }
            }
        } else if let Some((targets, needs)) = line.split_once(':') {
            rules.push(Rule {
                line: *number,
                targets: targets.to_owned(),
                needs: needs.to_owned(),
                commands: Vec::new(),
            });
        }
    }
    rules
        .iter()
        .filter_map(|rule| rule.recipe(&variables, &of_target))
        .collect()
}

/// Command lines of compilers in a script or a text for readers.
pub(super) fn read_commands(text: &str) -> Vec<Recipe> {
    let mut variables: BTreeMap<String, String> = BTreeMap::new();
    let mut recipes = Vec::new();
    let mut loops = 0_usize;
    for (number, line) in joined(text) {
        let line = line.trim();
        let words_of_line = words(line);
        match words_of_line.first().map(String::as_str) {
            Some("for" | "while") => loops += 1,
            Some("done") => loops = loops.saturating_sub(1),
            _ => {}
        }
        if let Some((name, value)) = line.split_once('=')
            && !name.is_empty()
            && name
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        {
            let value = value.trim_matches(['"', '\'', '(', ')']).to_owned();
            variables.insert(name.to_owned(), value);
            continue;
        }
        let expanded = words(&expand(line, &variables, 0));
        let compiles = expanded.iter().any(|word| is_compiler(word))
            && expanded.iter().any(|word| word.ends_with(".c"));
        if compiles {
            let mut recipe = Recipe {
                place: number.to_string(),
                computed: loops > 0,
                ..Recipe::default()
            };
            take_words(&mut recipe, &expanded);
            recipe.target = after_output(&expanded);
            recipes.push(recipe);
        }
    }
    recipes
}

struct Rule {
    line: usize,
    targets: String,
    needs: String,
    commands: Vec<(usize, String)>,
}

impl Rule {
    fn recipe(
        &self,
        variables: &BTreeMap<String, String>,
        of_target: &BTreeMap<String, Vec<(String, String)>>,
    ) -> Option<Recipe> {
        let target = expand(self.targets.trim(), variables, 0);
        if target.starts_with('.') || target.contains('%') {
            return None;
        }
        let mut variables = variables.clone();
        for (name, value) in of_target.get(&target).into_iter().flatten() {
            let old = variables.entry(name.clone()).or_default();
            old.push(' ');
            old.push_str(value);
        }
        let needs = expand(&self.needs, &variables, 0);
        variables.insert("^".into(), needs.clone());
        variables.insert("<".into(), needs.clone());
        variables.insert("@".into(), target.clone());
        let mut all = Vec::new();
        let mut compiles = false;
        for (_, command) in &self.commands {
            let command = expand(command.trim_start_matches(['@', '-', ' ']), &variables, 0);
            let command = words(&command);
            if command.iter().any(|word| is_compiler(word)) {
                compiles = true;
                all.extend(command);
            }
        }
        if !compiles {
            return None;
        }
        all.extend(words(&needs));
        // Objects are made by a pattern rule, with the flags of every object and from the sources of their names.
        let objects: Vec<String> = all
            .iter()
            .filter_map(|word| word.strip_suffix(".o"))
            .map(|stem| format!("{stem}.c"))
            .collect();
        if !objects.is_empty() {
            all.extend(objects);
            for name in ["CFLAGS", "CPPFLAGS", "DEFINES", "INCLUDES"] {
                let flags = variables.get(name).cloned().unwrap_or_default();
                all.extend(words(&expand(&flags, &variables, 0)));
            }
        }
        let output = after_output(&all);
        all.retain(|word| *word != output || !word.ends_with(".c"));
        let mut recipe = Recipe {
            place: format!("{}, target {target}", self.line),
            target,
            ..Recipe::default()
        };
        take_words(&mut recipe, &all);
        Some(recipe)
    }
}

fn after_output(words: &[String]) -> String {
    words
        .iter()
        .position(|word| word == "-o")
        .and_then(|at| words.get(at + 1))
        .cloned()
        .unwrap_or_default()
}

fn is_compiler(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    matches!(
        name,
        "gcc" | "cc" | "clang" | "g++" | "c99" | "$(CC)" | "${CC}" | "$CC"
    ) || name.starts_with("gcc-")
        || name.starts_with("clang-")
}

/// `NAME = VALUE` and its kin: name, value, whether it adds.
fn assignment(line: &str) -> Option<(String, String, bool)> {
    let at = line.find('=')?;
    let (name, value) = (&line[..at], &line[at + 1..]);
    let adds = name.ends_with('+');
    let name = name.trim_end_matches(['+', '?', ':']).trim();
    let name = name.strip_prefix("export ").unwrap_or(name).trim();
    let plain = |name: &str| {
        !name.is_empty()
            && name
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || "_-.".contains(letter))
    };
    let valid = match name.split_once(':') {
        Some((target, name)) => plain(target.trim()) && plain(name.trim()),
        None => plain(name),
    };
    valid.then(|| (name.to_owned(), value.trim().to_owned(), adds))
}

/// Replaces `$(NAME)`, `${NAME}`, `$NAME` of one letter and of scripts; what is not known stays.
fn expand(text: &str, variables: &BTreeMap<String, String>, depth: usize) -> String {
    if depth > DEPTH {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let (name, length) = match after.chars().next() {
            Some(open @ ('(' | '{')) => {
                let close = if open == '(' { ')' } else { '}' };
                match after.find(close) {
                    Some(end) => (&after[1..end], end + 1),
                    None => ("", 0),
                }
            }
            Some('@' | '^' | '<') => (&after[..1], 1),
            Some(_) => {
                let end = after
                    .find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
                    .unwrap_or(after.len());
                (&after[..end], end)
            }
            None => ("", 0),
        };
        let name = name.trim_end_matches("[@]");
        match variables.get(name) {
            Some(value) => out.push_str(&expand(value, variables, depth + 1)),
            None => {
                out.push('$');
                out.push_str(&after[..length]);
            }
        }
        rest = &after[length..];
    }
    out.push_str(rest);
    out
}

/// Lines with their numbers from 1; a backslash at the end continues a line, and so does an open bracket of a script.
fn joined(text: &str) -> Vec<(usize, String)> {
    let mut lines = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_end();
        let (number, mut whole) = open.take().unwrap_or((index + 1, String::new()));
        match line.strip_suffix('\\') {
            Some(start) => {
                whole.push_str(start);
                whole.push(' ');
                open = Some((number, whole));
            }
            None => {
                whole.push_str(line);
                let list = whole.contains("=(") && !whole.contains(')');
                if list {
                    whole.push(' ');
                    open = Some((number, whole));
                } else {
                    lines.push((number, whole));
                }
            }
        }
    }
    lines.extend(open);
    lines
}
