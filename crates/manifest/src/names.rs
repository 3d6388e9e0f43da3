//! Which names candidates and instances may have. Both become parts of file names.

/// Bytes an id or a label may have: with what is added to it, it must fit into a file name of 255 bytes.
const LONGEST: usize = 200;

/// Why a text cannot be the id of a candidate; `None` when it can.
#[must_use]
pub fn id_problem(id: &str) -> Option<String> {
    let allowed =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if id.is_empty() || id.starts_with('-') || !id.chars().all(allowed) {
        return Some(format!(
            "id `{id}` must consist of lower-case letters, digits and `-`, and not start with `-`"
        ));
    }
    too_long("id", id)
}

/// Why a text cannot be the label of an instance; `None` when it can.
pub(crate) fn label_problem(label: &str) -> Option<String> {
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || "._+-".contains(letter);
    let starts_well = label.starts_with(|letter: char| letter.is_ascii_alphanumeric());
    if !starts_well || !label.chars().all(allowed) || label.contains("__") {
        return Some(format!(
            "label `{label}` must start with a letter or digit and consist of letters, digits, `.`, `_`, `+` and `-`, without `__`"
        ));
    }
    too_long("label", label)
}

/// Why a text is too long for the name of a file.
pub(crate) fn too_long(what: &str, text: &str) -> Option<String> {
    (text.len() > LONGEST).then(|| {
        format!(
            "{what} has {} bytes; it becomes part of file names and may have {LONGEST}",
            text.len()
        )
    })
}
