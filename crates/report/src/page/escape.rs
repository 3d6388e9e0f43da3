//! Text from outside (manifests, compilers, candidates' output) as text, whatever it contains.

/// Without line breaks, tabs and other control characters, which would end a line or a cell.
pub(super) fn one_line(text: &str) -> String {
    text.chars()
        .map(|character| {
            if character.is_control() {
                ' '
            } else {
                character
            }
        })
        .collect()
}

/// Text in Markdown. Only what could be read as a mark is escaped, so ordinary words stay readable.
pub(super) fn text(text: &str) -> String {
    let text = one_line(text);
    let mut written = String::with_capacity(text.len());
    let mut previous = ' ';
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let next = characters.peek().copied().unwrap_or(' ');
        let mark = match character {
            '\\' | '`' | '*' | '<' => true,
            // Inside a word it is a letter.
            '_' => !(previous.is_alphanumeric() && next.is_alphanumeric()),
            '&' => next == '#' || next.is_ascii_alphabetic(),
            '~' => next == '~' || previous == '~',
            // What follows would make it a link.
            ']' => matches!(next, '(' | '[' | ':'),
            _ => false,
        };
        if mark {
            written.push('\\');
        }
        written.push(character);
        previous = character;
    }
    written
}

/// A code span, fenced by more backquotes than the text has in a row.
pub(super) fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    if longest == 0 {
        return format!("`{text}`");
    }
    let fence = "`".repeat(longest + 1);
    format!("{fence} {text} {fence}")
}

/// An address; characters that would end it are percent-encoded.
pub(super) fn url(address: &str) -> String {
    address
        .chars()
        .map(|character| match character {
            ' ' => "%20".to_owned(),
            '(' => "%28".to_owned(),
            ')' => "%29".to_owned(),
            '<' => "%3C".to_owned(),
            '>' => "%3E".to_owned(),
            control if control.is_control() => String::new(),
            other => other.to_string(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_outside_becomes_a_mark() {
        assert_eq!(text("a*b*\n`c` <img>"), "a\\*b\\* \\`c\\` \\<img>");
        assert_eq!(text("[x](y)"), "[x\\](y)");
        assert_eq!(text("&lt; R&D & co"), "\\&lt; R\\&D & co");
        assert_eq!(text("_x_ ~~y~~"), "\\_x\\_ \\~\\~y\\~\\~");
        assert_eq!(code("a`b"), "`` a`b ``");
        assert_eq!(url("a b)\n"), "a%20b%29");
    }

    #[test]
    fn ordinary_words_stay_readable() {
        let ordinary =
            "core_clock [1] DRNG only with -DKAT_BUILD, otherwise /dev/urandom (n = 5) #1";
        assert_eq!(text(ordinary), ordinary);
    }
}
