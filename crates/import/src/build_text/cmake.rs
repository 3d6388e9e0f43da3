//! CMake lists.

use std::collections::BTreeMap;

use super::{Recipe, words};

/// The executables and libraries. Conditions are not evaluated; what stands in a loop or function is marked as computed.
pub(super) fn read(text: &str) -> Vec<Recipe> {
    let mut variables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut targets: Vec<Recipe> = Vec::new();
    let mut everywhere = Recipe::default();
    let mut open = 0_usize;
    for (line, name, arguments) in commands(text) {
        let arguments: Vec<String> = arguments
            .iter()
            .flat_map(|argument| expand(argument, &variables))
            .collect();
        let Some(first) = arguments.first().cloned() else {
            open = depth(&name, open);
            continue;
        };
        open = depth(&name, open);
        let rest = &arguments[1..];
        match name.as_str() {
            "set" => {
                variables.insert(first, rest.to_vec());
            }
            "list" if first.eq_ignore_ascii_case("append") && !rest.is_empty() => {
                variables
                    .entry(rest[0].clone())
                    .or_default()
                    .extend(rest[1..].to_vec());
            }
            "add_executable" | "add_library" => targets.push(Recipe {
                place: format!("{line}, target {first}"),
                sources: rest
                    .iter()
                    .filter(|word| {
                        [".c", ".cc", ".cpp", ".S", ".s"]
                            .iter()
                            .any(|end| word.ends_with(end))
                    })
                    .filter(|word| !word.contains(['$', '*']))
                    .cloned()
                    .collect(),
                target: first,
                computed: open > 0,
                ..Recipe::default()
            }),
            "target_compile_definitions"
            | "target_include_directories"
            | "target_compile_options" => {
                // In a function the target is a parameter, which is not known here.
                let known = targets.iter().position(|target| target.target == first);
                let target = match known {
                    Some(known) => &mut targets[known],
                    None => {
                        targets.push(Recipe {
                            place: format!("{line}, target {first}"),
                            target: first,
                            computed: true,
                            ..Recipe::default()
                        });
                        let last = targets.len() - 1;
                        &mut targets[last]
                    }
                };
                if open > 0 {
                    target.computed = true;
                }
                let words = rest.iter().filter(|word| {
                    !matches!(
                        word.as_str(),
                        "PRIVATE" | "PUBLIC" | "INTERFACE" | "BEFORE" | "SYSTEM"
                    )
                });
                take(target, &name, words);
            }
            "add_definitions"
            | "add_compile_definitions"
            | "add_compile_options"
            | "include_directories" => {
                take(&mut everywhere, &name, arguments.iter());
            }
            _ => {}
        }
    }
    for target in &mut targets {
        for define in &everywhere.defines {
            if !target.defines.contains(define) {
                target.defines.push(define.clone());
            }
        }
        target.includes.extend(everywhere.includes.clone());
        target.common |= everywhere.common;
    }
    targets
}

fn depth(name: &str, open: usize) -> usize {
    match name {
        "function" | "macro" | "foreach" | "while" => open + 1,
        "endfunction" | "endmacro" | "endforeach" | "endwhile" => open.saturating_sub(1),
        _ => open,
    }
}

fn take<'w>(recipe: &mut Recipe, command: &str, words: impl Iterator<Item = &'w String>) {
    for word in words {
        if word == "-fcommon" {
            recipe.common = true;
        }
        let define = match command {
            "target_compile_definitions" | "add_compile_definitions" => {
                Some(word.strip_prefix("-D").unwrap_or(word))
            }
            _ => word.strip_prefix("-D"),
        };
        if let Some(define) = define {
            // What is still to be computed is offered as it stands.
            if !define.is_empty() {
                recipe.defines.push(define.to_owned());
                recipe.computed |= define.contains('$');
            }
        } else if command.contains("include") && !word.contains('$') {
            recipe.includes.push(word.clone());
        }
    }
}

/// Replaces variables; one that is a list by itself gives all its words.
fn expand(text: &str, variables: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    for own in [
        "${CMAKE_CURRENT_SOURCE_DIR}/",
        "${CMAKE_SOURCE_DIR}/",
        "${PROJECT_SOURCE_DIR}/",
    ] {
        if let Some(rest) = text.strip_prefix(own) {
            return expand(rest, variables);
        }
    }
    if matches!(
        text,
        "${CMAKE_CURRENT_SOURCE_DIR}" | "${CMAKE_SOURCE_DIR}" | "${PROJECT_SOURCE_DIR}"
    ) {
        return vec![".".to_owned()];
    }
    let whole = text
        .strip_prefix("${")
        .and_then(|rest| rest.strip_suffix('}'))
        .and_then(|name| variables.get(name));
    if let Some(list) = whole {
        return list.clone();
    }
    let mut out = text.to_owned();
    for (name, value) in variables {
        let reference = format!("${{{name}}}");
        if out.contains(&reference) {
            out = out.replace(&reference, &value.join(";"));
        }
    }
    vec![out]
}

/// Commands: line from 1, name in lower case, words.
fn commands(text: &str) -> Vec<(usize, String, Vec<String>)> {
    let mut found = Vec::new();
    let mut open: Option<(usize, String, String)> = None;
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let (number, name, mut arguments) = match open.take() {
            Some(open) => open,
            None => match line.split_once('(') {
                Some((name, _)) => (index + 1, name.trim().to_lowercase(), String::new()),
                None => continue,
            },
        };
        let part = if arguments.is_empty() && number == index + 1 {
            line.split_once('(').map_or("", |(_, rest)| rest)
        } else {
            line
        };
        arguments.push_str(part);
        arguments.push(' ');
        let depth = arguments.matches('(').count() + 1;
        if arguments.matches(')').count() >= depth {
            let end = arguments.rfind(')').unwrap_or(arguments.len());
            found.push((number, name, words(&arguments[..end])));
        } else {
            open = Some((number, name, arguments));
        }
    }
    found
}
