//! A page as Markdown.

use std::fmt::Write;

use super::escape::{code, one_line, text, url};
use super::{Block, Line, Page, Span, Table};

impl Page {
    /// The page as Markdown with tables (GitHub flavour). Text from outside is escaped, so it cannot become a mark.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut blocks: Vec<String> = self.blocks.iter().map(block).collect();
        if !self.trail.0.is_empty() {
            blocks.insert(blocks.len().min(1), line(&self.trail));
        }
        let mut page = blocks.join("\n\n");
        page.push('\n');
        page
    }
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(level, heading) => {
            format!("{} {}", "#".repeat(usize::from(*level)), line(heading))
        }
        Block::Paragraph(paragraph) => at_start(line(paragraph)),
        Block::Bullets(items) => bullets(items, "- "),
        Block::Quote(paragraph, items) if items.is_empty() => format!("> {}", line(paragraph)),
        Block::Quote(paragraph, items) => {
            format!("> {}\n>\n{}", line(paragraph), bullets(items, "> - "))
        }
        Block::Table(table) => self::table(table),
    }
}

fn bullets(items: &[Line], mark: &str) -> String {
    let items: Vec<String> = items
        .iter()
        .map(|item| format!("{mark}{}", at_start(line(item))))
        .collect();
    items.join("\n")
}

fn table(table: &Table) -> String {
    let mut written = row(&table.header);
    let _ = write!(written, "\n|{}", " --- |".repeat(table.header.len()));
    for cells in &table.rows {
        written.push('\n');
        written.push_str(&row(cells));
    }
    written
}

fn row(cells: &[Line]) -> String {
    let mut written = String::from("|");
    for cell in cells {
        // A bar ends a cell even inside code, unless it is escaped.
        let _ = write!(written, " {} |", line(cell).replace('|', "\\|"));
    }
    written
}

/// At the start of a line, some characters would make a heading, a quote or a list.
fn at_start(line: String) -> String {
    if line.starts_with(['#', '>', '-', '+', '=']) {
        format!("\\{line}")
    } else {
        line
    }
}

fn line(line: &Line) -> String {
    line.0.iter().map(span).collect()
}

fn span(span: &Span) -> String {
    match span {
        Span::Text(words) => text(words),
        Span::Code(words) => code(&one_line(words)),
        Span::Strong(words) => format!("**{}**", text(words)),
        Span::Link {
            text: words,
            url: address,
        } => format!("[{}]({})", text(words), url(address)),
    }
}
