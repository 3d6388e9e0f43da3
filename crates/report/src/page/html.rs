//! A page as part of an HTML document.

use std::fmt::Write;

use super::escape::one_line;
use super::{Block, Line, Page, Span, Table};

/// How a page becomes part of a document.
pub(crate) struct Part<'a> {
    /// Identifier of the section; those of its headings begin with it.
    pub(crate) id: &'a str,
    /// Where an address of a page leads inside the document; `None`: nowhere, so that it stays text.
    pub(crate) link: &'a dyn Fn(&str) -> Option<String>,
    /// HTML that is put before the heading with this text, or at the end.
    pub(crate) insert: Option<(&'a str, &'a str)>,
}

impl Page {
    /// The page as a section, its headings one level down, with the same texts as in its other forms. Text from outside is
    /// escaped. The trail is left out: a document has its own ways around.
    pub(crate) fn html(&self, part: &Part<'_>) -> String {
        let id = attribute(part.id);
        let mut written =
            format!("<section class=\"page\" id=\"{id}\" aria-labelledby=\"{id}-title\">\n");
        let mut insert = part.insert;
        let (mut title, mut heading) = (String::new(), String::new());
        let mut titled = false;
        for block in &self.blocks {
            if let Block::Heading(level, words) = block {
                heading = plain(words);
                if let Some((_, html)) = insert.take_if(|(before, _)| *before == heading) {
                    written.push_str(html);
                }
                let level = (level + 1).min(6);
                let own_id = if titled {
                    String::new()
                } else {
                    format!(" id=\"{id}-title\"")
                };
                let _ = writeln!(
                    written,
                    "<h{level}{own_id}>{}</h{level}>",
                    line(words, part.link)
                );
                if !titled {
                    title = std::mem::take(&mut heading);
                    titled = true;
                }
                continue;
            }
            let caption = if heading.is_empty() {
                title.clone()
            } else {
                format!("{heading} — {}", part.id)
            };
            self::block(&mut written, block, &caption, part.link);
        }
        if let Some((_, html)) = insert {
            written.push_str(html);
        }
        written.push_str("</section>\n");
        written
    }

    /// What must not be overlooked on the page, alone.
    pub(crate) fn warnings_html(&self, link: &dyn Fn(&str) -> Option<String>) -> String {
        let mut written = String::new();
        let quotes = self.blocks.iter();
        for quote in quotes.filter(|block| matches!(block, Block::Quote(..))) {
            block(&mut written, quote, "", link);
        }
        written
    }
}

fn block(
    written: &mut String,
    block: &Block,
    caption: &str,
    link: &dyn Fn(&str) -> Option<String>,
) {
    let _ = match block {
        Block::Heading(..) => Ok(()),
        Block::Paragraph(words) => writeln!(written, "<p>{}</p>", line(words, link)),
        Block::Bullets(items) => writeln!(written, "{}", bullets(items, link)),
        Block::Quote(words, items) => {
            let list = if items.is_empty() {
                String::new()
            } else {
                bullets(items, link)
            };
            writeln!(
                written,
                "<blockquote><p>{}</p>{list}</blockquote>",
                line(words, link)
            )
        }
        Block::Table(table) => {
            self::table(written, table, caption, link);
            Ok(())
        }
    };
}

fn bullets(items: &[Line], link: &dyn Fn(&str) -> Option<String>) -> String {
    let items: Vec<String> = items
        .iter()
        .map(|item| format!("<li>{}</li>", line(item, link)))
        .collect();
    format!("<ul>{}</ul>", items.concat())
}

fn table(
    written: &mut String,
    table: &Table,
    caption: &str,
    link: &dyn Fn(&str) -> Option<String>,
) {
    let caption = text(caption);
    let _ = write!(
        written,
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\"><table><caption class=\"unseen\">{caption}</caption>\n<thead><tr>"
    );
    for name in &table.header {
        let _ = write!(written, "<th scope=\"col\">{}</th>", line(name, link));
    }
    written.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        written.push_str("<tr>");
        for (index, cell) in row.iter().enumerate() {
            let _ = match index {
                0 => write!(written, "<th scope=\"row\">{}</th>", line(cell, link)),
                // A table of items and values is prose.
                _ if row.len() > 2 && is_number(&plain(cell)) => {
                    write!(written, "<td class=\"n\">{}</td>", line(cell, link))
                }
                _ => write!(written, "<td>{}</td>", line(cell, link)),
            };
        }
        written.push_str("</tr>\n");
    }
    written.push_str("</tbody></table></div>\n");
}

/// Whether a cell reads as a number with its unit, which is set to the right.
fn is_number(text: &str) -> bool {
    let digits = text.trim_start_matches("≥ ");
    digits.starts_with(|character: char| character.is_ascii_digit()) && text.chars().count() <= 28
}

/// A line as HTML.
pub(crate) fn line(line: &Line, link: &dyn Fn(&str) -> Option<String>) -> String {
    line.0
        .iter()
        .map(|span| match span {
            Span::Text(words) => text(words),
            Span::Code(words) => format!("<code>{}</code>", text(words)),
            Span::Strong(words) => format!("<strong>{}</strong>", text(words)),
            Span::Link { text: words, url } => match link(url) {
                Some(address) => format!("<a href=\"{}\">{}</a>", attribute(&address), text(words)),
                None => text(words),
            },
        })
        .collect()
}

/// The visible text of a line.
pub(crate) fn plain(line: &Line) -> String {
    line.0
        .iter()
        .map(|span| match span {
            Span::Text(text) | Span::Code(text) | Span::Strong(text) | Span::Link { text, .. } => {
                one_line(text)
            }
        })
        .collect()
}

/// Text in HTML, also inside a quoted attribute.
pub(crate) fn text(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for character in one_line(text).chars() {
        match character {
            '&' => written.push_str("&amp;"),
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '"' => written.push_str("&quot;"),
            '\'' => written.push_str("&#39;"),
            other => written.push(other),
        }
    }
    written
}

/// Text in an attribute that names something: identifiers have no blanks.
pub(crate) fn attribute(value: &str) -> String {
    text(value).replace(' ', "%20")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_outside_becomes_an_element() {
        let attack = Line::from("<script>alert(1)</script>\n&amp; \"'").code("</code><b>");
        assert_eq!(
            line(&attack, &|_| None),
            "&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp; &quot;&#39;<code>&lt;/code&gt;&lt;b&gt;</code>"
        );
        let link = Line::new().link("x", Some("\" onclick=\"x"));
        assert_eq!(
            line(&link, &|url| Some(url.to_owned())),
            "<a href=\"&quot;%20onclick=&quot;x\">x</a>"
        );
        assert_eq!(line(&link, &|_| None), "x");
    }
}
