//! What can be read off C text without compiling it: includes, and which functions it defines.

use assay_manifest::Function;

/// Bytes of a source that is looked into; larger ones are tables.
pub(crate) const LARGEST: u64 = 32 << 20;

/// An `#include` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Include {
    /// What stands between the quotes or brackets.
    pub path: String,
    /// Whether it is quoted.
    pub quoted: bool,
}

/// The functions without which an interface is not implemented, by kind.
///
/// A package has one kind. Key exchanges contain whole KEMs and signatures, so they come first.
pub(crate) const INTERFACES: [(Function, &[&str]); 4] = [
    (Function::Kex, &["kex_init_a", "kex_derive_ss_a"]),
    (Function::Kem, &["kem_keygen", "kem_enc", "kem_dec"]),
    (Function::Sig, &["sig_keygen", "sig_sign", "sig_verify"]),
    (Function::Hash, &["CryptHash"]),
];

/// The text with comments as blanks and literals empty; line ends stay where they are.
#[must_use]
pub(crate) fn bare(text: &str) -> String {
    strip(text, false)
}

/// The includes, in their order; conditions are not looked at.
#[must_use]
pub(crate) fn includes(text: &str) -> Vec<Include> {
    let mut found = Vec::new();
    for line in strip(text, true).lines() {
        let Some(rest) = line.trim_start().strip_prefix('#') else {
            continue;
        };
        let Some(rest) = rest.trim_start().strip_prefix("include") else {
            continue;
        };
        let rest = rest.trim();
        let between = |open, close| Some(rest.strip_prefix(open)?.split_once(close)?.0.to_owned());
        if let Some(path) = between('"', '"') {
            let path = path.replace('\\', "/");
            found.push(Include { path, quoted: true });
        } else if let Some(path) = between('<', '>') {
            found.push(Include {
                path,
                quoted: false,
            });
        }
    }
    found
}

/// The body of a function that bare text defines: what stands between its outer braces.
#[must_use]
pub(crate) fn body<'t>(bare: &'t str, function: &str) -> Option<&'t str> {
    for (start, _) in bare.match_indices(function) {
        let before = bare[..start].chars().next_back();
        if before.is_some_and(is_word) {
            continue;
        }
        let rest = &bare[start + function.len()..];
        let rest = rest.trim_start();
        let Some(parameters) = enclosed(rest, '(', ')') else {
            continue;
        };
        let rest = rest[parameters.len() + 2..].trim_start();
        if let Some(body) = enclosed(rest, '{', '}') {
            return Some(body);
        }
    }
    None
}

/// Whether bare text declares a function without defining it.
#[must_use]
pub(crate) fn declares(bare: &str, function: &str) -> bool {
    bare.match_indices(function).any(|(start, _)| {
        let whole = !bare[..start].chars().next_back().is_some_and(is_word);
        let rest = bare[start + function.len()..].trim_start();
        whole
            && enclosed(rest, '(', ')')
                .is_some_and(|inside| rest[inside.len() + 2..].trim_start().starts_with(';'))
    })
}

/// Whether a body does nothing, as in the official template.
#[must_use]
pub(crate) fn is_empty_body(body: &str) -> bool {
    body.split(';').map(str::trim).all(|statement| {
        statement.is_empty()
            || statement.starts_with("(void)")
            || statement.strip_prefix("return").is_some_and(|value| {
                value
                    .chars()
                    .all(|letter| letter.is_ascii_digit() || "-() ".contains(letter))
            })
    })
}

/// Whether a source defines a part of an interface.
#[must_use]
pub(crate) fn mentions_interface(text: &str) -> bool {
    let mut names = INTERFACES.iter().flat_map(|(_, names)| names.iter());
    // Most files name none of them, and taking comments out costs time.
    if !names.clone().any(|name| text.contains(name)) {
        return false;
    }
    let bare = bare(text);
    names.any(|name| body(&bare, name).is_some_and(|body| !is_empty_body(body)))
}

/// Whether `name` occurs in text as a whole word.
#[must_use]
pub(crate) fn has_word(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(start, _)| {
        !text[..start].chars().next_back().is_some_and(is_word)
            && !text[start + name.len()..]
                .chars()
                .next()
                .is_some_and(is_word)
    })
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// What stands between `open`, with which the text must start, and its `close`.
fn enclosed(text: &str, open: char, close: char) -> Option<&str> {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        if letter == open {
            depth += 1;
        } else if letter == close {
            depth = depth.checked_sub(1)?;
            if depth == 0 {
                return Some(&text[open.len_utf8()..at]);
            }
        }
        if depth == 0 {
            return None;
        }
    }
    None
}

fn strip(text: &str, keep_literals: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('/', Some('/')) => {
                out.push(' ');
                while let Some(&next) = letters.peek() {
                    if next == '\n' {
                        break;
                    }
                    letters.next();
                }
            }
            ('/', Some('*')) => {
                letters.next();
                out.push(' ');
                let mut last = ' ';
                for next in letters.by_ref() {
                    if next == '\n' {
                        out.push('\n');
                    }
                    if last == '*' && next == '/' {
                        break;
                    }
                    last = next;
                }
            }
            ('"' | '\'', _) => {
                out.push(letter);
                while let Some(next) = letters.next() {
                    if next == '\\' {
                        let escaped = letters.next();
                        if keep_literals {
                            out.push(next);
                            out.extend(escaped);
                        }
                        continue;
                    }
                    // A literal ends with its line at the latest: an apostrophe in `#error` text opens none.
                    if next == letter || next == '\n' {
                        out.push(next);
                        break;
                    }
                    if keep_literals {
                        out.push(next);
                    }
                }
            }
            _ => out.push(letter),
        }
    }
    out
}
