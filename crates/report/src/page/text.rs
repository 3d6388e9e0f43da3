//! A page as plain text.

use super::escape::one_line;
use super::{Block, Line, Page, Span};

impl Page {
    /// The visible text: the trail first, no marks except those of code in cells, cells separated by a tab, no newline
    /// at the end.
    #[must_use]
    pub fn text(&self) -> String {
        let mut blocks = Vec::with_capacity(self.blocks.len() + 1);
        if !self.trail.0.is_empty() {
            blocks.push(line(&self.trail));
        }
        blocks.extend(self.blocks.iter().map(block));
        blocks.join("\n\n")
    }
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(_, words) | Block::Paragraph(words) => line(words),
        Block::Bullets(items) => lines(items),
        Block::Quote(words, items) if items.is_empty() => line(words),
        Block::Quote(words, items) => format!("{}\n{}", line(words), lines(items)),
        Block::Table(table) => {
            let rows = std::iter::once(&table.header).chain(&table.rows);
            let rows: Vec<String> = rows.map(|cells| row(cells)).collect();
            rows.join("\n")
        }
    }
}

fn lines(items: &[Line]) -> String {
    let items: Vec<String> = items.iter().map(line).collect();
    items.join("\n")
}

fn row(cells: &[Line]) -> String {
    let cells: Vec<String> = cells
        .iter()
        .map(|cell| written(cell, |code| format!("`{code}`")))
        .collect();
    cells.join("\t")
}

fn line(line: &Line) -> String {
    written(line, str::to_owned)
}

fn written(line: &Line, code: impl Fn(&str) -> String) -> String {
    line.0
        .iter()
        .map(|span| match span {
            Span::Code(words) => code(&one_line(words)),
            Span::Text(text) | Span::Strong(text) | Span::Link { text, .. } => one_line(text),
        })
        .collect()
}
