//! Pages as Markdown (GitHub's tables).

use std::fmt::Write;

use crate::page::{Block, Inline, Page, Span, Table};

/// The Markdown of a page: blocks separated by an empty line, and an empty line at the end.
#[must_use]
pub fn markdown(page: &Page) -> String {
    let mut text = String::new();
    for block in &page.blocks {
        write_block(&mut text, block);
        text.push('\n');
    }
    text
}

fn write_block(text: &mut String, block: &Block) {
    match block {
        Block::Heading(level, inline) => {
            let marks = "#".repeat(usize::from(*level));
            line(text, &format!("{marks} {}", in_prose(inline)));
        }
        Block::Navigation(inline) | Block::Paragraph(inline) => line(text, &in_prose(inline)),
        Block::Bullets(items) => {
            for item in items {
                line(text, &format!("- {}", in_prose(item)));
            }
        }
        Block::Banner(inline, reasons) => {
            line(text, &format!("> {}", in_prose(inline)));
            if !reasons.is_empty() {
                line(text, ">");
            }
            for reason in reasons {
                line(text, &format!("> - {}", in_prose(reason)));
            }
        }
        Block::Table(table) => write_table(text, table),
    }
}

fn write_table(text: &mut String, table: &Table) {
    let columns = table.columns.iter().map(|name| escape(name, true));
    line(text, &joined(columns));
    line(
        text,
        &joined(table.columns.iter().map(|_| "---".to_owned())),
    );
    for row in &table.rows {
        line(text, &joined(row.iter().map(in_cell)));
    }
}

fn joined(cells: impl Iterator<Item = String>) -> String {
    cells.fold("|".to_owned(), |mut line, cell| {
        let _ = write!(line, " {cell} |");
        line
    })
}

fn line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

fn in_prose(inline: &Inline) -> String {
    inline.0.iter().map(|span| span_text(span, false)).collect()
}

fn in_cell(inline: &Inline) -> String {
    inline.0.iter().map(|span| span_text(span, true)).collect()
}

fn span_text(span: &Span, in_table: bool) -> String {
    match span {
        Span::Text(text) => escape(text, in_table),
        Span::Strong(text) => format!("**{}**", escape(text, in_table)),
        Span::Code(text) => code(text, in_table),
        Span::Link(shown, target) => {
            let target: String = target
                .chars()
                .map(|character| match character {
                    ' ' => "%20".to_owned(),
                    '(' => "%28".to_owned(),
                    ')' => "%29".to_owned(),
                    '|' => "%7C".to_owned(),
                    '<' => "%3C".to_owned(),
                    '>' => "%3E".to_owned(),
                    other => other.to_string(),
                })
                .collect();
            format!("[{}]({target})", span_text(shown, in_table))
        }
    }
}

/// A code span, fenced by more backquotes than it contains in a row.
fn code(text: &str, in_table: bool) -> String {
    let text = one_line(text);
    let text = if in_table {
        text.replace('|', "\\|")
    } else {
        text
    };
    let longest = text.split(|character| character != '`').map(str::len).max();
    match longest.unwrap_or(0) {
        0 => format!("`{text}`"),
        longest => {
            let fence = "`".repeat(longest + 1);
            format!("{fence} {text} {fence}")
        }
    }
}

/// Marks what Markdown would read as markup; text from candidates and machines must not become any.
fn escape(text: &str, in_table: bool) -> String {
    let text = one_line(text);
    let mut escaped = String::with_capacity(text.len());
    let mut previous = None;
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        let next = rest.peek().copied();
        let inside_word = |neighbour: Option<char>| neighbour.is_some_and(char::is_alphanumeric);
        let special = match character {
            '\\' | '`' | '*' | '<' => true,
            '|' => in_table,
            '_' => !(inside_word(previous) && inside_word(next)),
            '~' => next == Some('~') || previous == Some('~'),
            '(' => previous == Some(']'),
            '&' => inside_word(next) || next == Some('#'),
            _ => false,
        };
        if special {
            escaped.push('\\');
        }
        escaped.push(character);
        previous = Some(character);
    }
    escaped
}

/// A line break would end a table row or a list item.
fn one_line(text: &str) -> String {
    text.replace("\r\n", " ").replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_cannot_become_markup() {
        let page = Page {
            blocks: vec![
                Block::Paragraph("a*b <script> [x](y) __init__ init_a `c` 1 | 2\nnext".into()),
                Block::Table(Table {
                    columns: vec!["a|b".to_owned()],
                    rows: vec![vec![Inline::of_code("x|y")], vec!["p | q".into()]],
                }),
            ],
        };
        insta::assert_snapshot!(markdown(&page), @r"
        a\*b \<script> [x]\(y) \_\_init\_\_ init_a \`c\` 1 | 2 next

        | a\|b |
        | --- |
        | `x\|y` |
        | p \| q |
        ");
    }

    #[test]
    fn blanks_between_spans_stay() {
        let inline = Inline::from("see ")
            .code("a")
            .text(" and ")
            .strong("b")
            .text(" now");
        assert_eq!(in_prose(&inline), "see `a` and **b** now");
        assert_eq!(in_cell(&inline), "see `a` and **b** now");
    }

    #[test]
    fn code_with_backquotes_keeps_them() {
        assert_eq!(code("a``b", false), "``` a``b ```");
        assert_eq!(code("plain", false), "`plain`");
    }

    #[test]
    fn link_targets_cannot_end_early() {
        let inline = Inline::new().link("page", "https://example.org/a (b).md");
        assert_eq!(
            in_prose(&inline),
            "[page](https://example.org/a%20%28b%29.md)"
        );
    }
}
