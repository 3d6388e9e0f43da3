//! Pages as plain text, the form in which published pages can be compared.

use crate::page::{Block, Inline, Page, Span};

/// The visible text of a page: no marks of headings, lists or emphasis; code marks only inside table cells; cells
/// separated by a tab; an empty line between blocks and none at the end.
#[must_use]
pub fn plain_text(page: &Page) -> String {
    let blocks: Vec<String> = page.blocks.iter().map(block_text).collect();
    blocks.join("\n\n")
}

fn block_text(block: &Block) -> String {
    match block {
        Block::Heading(_, inline) | Block::Navigation(inline) | Block::Paragraph(inline) => {
            in_prose(inline)
        }
        Block::Bullets(items) => lines(items.iter().map(in_prose)),
        Block::Banner(inline, reasons) => {
            lines(std::iter::once(inline).chain(reasons).map(in_prose))
        }
        Block::Table(table) => {
            let header = std::iter::once(table.columns.join("\t"));
            lines(header.chain(table.rows.iter().map(|row| {
                let cells: Vec<String> = row.iter().map(in_cell).collect();
                cells.join("\t")
            })))
        }
    }
}

fn lines(lines: impl Iterator<Item = String>) -> String {
    lines.collect::<Vec<_>>().join("\n")
}

fn in_prose(inline: &Inline) -> String {
    inline.0.iter().map(bare).collect()
}

fn in_cell(inline: &Inline) -> String {
    inline
        .0
        .iter()
        .map(|span| match span {
            Span::Code(text) => format!("`{text}`"),
            Span::Link(shown, _) => match &**shown {
                Span::Code(text) => format!("`{text}`"),
                other => bare(other).to_owned(),
            },
            other => bare(other).to_owned(),
        })
        .collect()
}

fn bare(span: &Span) -> &str {
    match span {
        Span::Text(text) | Span::Code(text) | Span::Strong(text) => text,
        Span::Link(shown, _) => bare(shown),
    }
}
