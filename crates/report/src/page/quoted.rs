//! Names in backquotes, as compilers and this project's own messages have them, become code.

use super::{Block, Line, Page, Span};

impl Page {
    /// With every name in backquotes as code. In a rendering of the text as it is, the backquotes would need escapes.
    pub(crate) fn with_quoted_names_as_code(mut self) -> Page {
        self.trail = quoted(self.trail);
        for block in &mut self.blocks {
            match block {
                Block::Heading(_, line) | Block::Paragraph(line) => convert(line),
                Block::Bullets(items) => items.iter_mut().for_each(convert),
                Block::Quote(line, items) => {
                    convert(line);
                    items.iter_mut().for_each(convert);
                }
                Block::Table(table) => {
                    let rows = std::iter::once(&mut table.header).chain(&mut table.rows);
                    rows.flatten().for_each(convert);
                }
            }
        }
        self
    }
}

fn convert(line: &mut Line) {
    *line = quoted(std::mem::take(line));
}

fn quoted(line: Line) -> Line {
    let mut converted = Line::new();
    for span in line.0 {
        match span {
            Span::Text(text) => converted = split(converted, &text),
            other => converted.0.push(other),
        }
    }
    converted
}

/// Text with its pairs of backquotes as code; one that has no partner, or nothing before it, stays text.
fn split(mut line: Line, text: &str) -> Line {
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('`') {
        let Some((name, following)) = after.split_once('`').filter(|(name, _)| !name.is_empty())
        else {
            break;
        };
        if !before.is_empty() {
            line = line.text(before);
        }
        line = line.code(name);
        rest = following;
    }
    if rest.is_empty() {
        line
    } else {
        line.text(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_backquotes_become_code_and_others_stay() {
        let line = |text: &str| quoted(Line::from(text));
        assert_eq!(
            line("a `b_c` d `e`"),
            Line::from("a ").code("b_c").text(" d ").code("e")
        );
        assert_eq!(line("`a"), Line::from("`a"));
        assert_eq!(line("x `` y"), Line::from("x `` y"));
        assert_eq!(line("`a` it`s"), Line::new().code("a").text(" it`s"));
        assert_eq!(quoted(Line::new().code("a`b`")), Line::new().code("a`b`"));
    }
}
