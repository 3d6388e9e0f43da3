//! The model of a page: what is on it, not how it is written.

mod escape;
pub(crate) mod html;
mod markdown;
mod quoted;
mod text;

/// One page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Where the page stands among others. In Markdown it follows the title, in text it is the first line.
    pub trail: Line,
    /// Everything else, the title first.
    pub blocks: Vec<Block>,
}

/// One block; blocks are separated by an empty line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A heading; level 1 is the title.
    Heading(u8, Line),
    /// Running text.
    Paragraph(Line),
    /// A list.
    Bullets(Vec<Line>),
    /// Something that must not be overlooked: a paragraph and, below it, a list that may be empty.
    Quote(Line, Vec<Line>),
    /// A table.
    Table(Table),
}

/// A table; every row has as many cells as the header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Names of the columns.
    pub header: Vec<Line>,
    /// Rows.
    pub rows: Vec<Vec<Line>>,
}

impl Table {
    /// A table without rows.
    pub fn new<L: Into<Line>>(header: impl IntoIterator<Item = L>) -> Table {
        Table {
            header: header.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row, filled up with empty cells or cut to the width of the header.
    pub fn push(&mut self, row: Vec<Line>) {
        self.push_with(row, Line::new());
    }

    /// Adds a row, filled up with `filler` or cut to the width of the header.
    pub fn push_with(&mut self, mut row: Vec<Line>, filler: impl Into<Line>) {
        row.resize(self.header.len(), filler.into());
        self.rows.push(row);
    }
}

/// Text with marks, on one line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line(pub Vec<Span>);

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Span {
    /// Plain text.
    Text(String),
    /// A name, path or value as it is typed.
    Code(String),
    /// Emphasised text.
    Strong(String),
    /// Text that leads to an address.
    Link {
        /// The text.
        text: String,
        /// The address.
        url: String,
    },
}

impl Line {
    /// An empty line.
    #[must_use]
    pub fn new() -> Line {
        Line::default()
    }

    /// With text added.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Line {
        self.span(Span::Text(text.into()))
    }

    /// With code added.
    #[must_use]
    pub fn code(self, code: impl Into<String>) -> Line {
        self.span(Span::Code(code.into()))
    }

    /// With emphasised text added.
    #[must_use]
    pub fn strong(self, text: impl Into<String>) -> Line {
        self.span(Span::Strong(text.into()))
    }

    /// With a link added; plain text where no address is known.
    #[must_use]
    pub fn link(self, text: impl Into<String>, url: Option<&str>) -> Line {
        let text = text.into();
        self.span(match url {
            Some(url) => Span::Link {
                text,
                url: url.to_owned(),
            },
            None => Span::Text(text),
        })
    }

    /// With codes added, separated by commas.
    #[must_use]
    pub fn codes<C: Into<String>>(mut self, codes: impl IntoIterator<Item = C>) -> Line {
        for (index, code) in codes.into_iter().enumerate() {
            if index > 0 {
                self = self.text(", ");
            }
            self = self.code(code);
        }
        self
    }

    fn span(mut self, span: Span) -> Line {
        self.0.push(span);
        self
    }
}

impl<T: Into<String>> From<T> for Line {
    fn from(text: T) -> Line {
        Line::new().text(text)
    }
}
