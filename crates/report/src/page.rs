//! What a page says, without markup.

/// A page: blocks from top to bottom.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    /// The blocks.
    pub blocks: Vec<Block>,
}

/// One block of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A heading; the title of the page has level 1.
    Heading(u8, Inline),
    /// The line that leads to other pages.
    Navigation(Inline),
    /// A paragraph.
    Paragraph(Inline),
    /// A list.
    Bullets(Vec<Inline>),
    /// A warning that concerns every number of the page, with its reasons.
    Banner(Inline, Vec<Inline>),
    /// A table.
    Table(Table),
}

/// A table; every row has as many cells as there are columns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Rows of cells.
    pub rows: Vec<Vec<Inline>>,
}

impl Table {
    /// A table without rows.
    #[must_use]
    pub fn new<S: Into<String>>(columns: impl IntoIterator<Item = S>) -> Table {
        Table {
            columns: columns.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row. Missing cells at its end are empty.
    pub fn row<I: Into<Inline>>(&mut self, cells: impl IntoIterator<Item = I>) {
        let mut cells: Vec<Inline> = cells.into_iter().map(Into::into).collect();
        cells.resize_with(self.columns.len(), Inline::default);
        self.rows.push(cells);
    }
}

/// Text with spans of code, emphasis and links.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inline(pub Vec<Span>);

/// A piece of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Span {
    /// Ordinary text.
    Text(String),
    /// A name or path, verbatim.
    Code(String),
    /// Emphasised text.
    Strong(String),
    /// A link: its text and its target.
    Link(Box<Span>, String),
}

impl Inline {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Inline {
        Inline::default()
    }

    /// A name or path alone.
    #[must_use]
    pub fn of_code(text: impl Into<String>) -> Inline {
        Inline::new().code(text)
    }

    /// Adds ordinary text.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Inline {
        let text = text.into();
        if !text.is_empty() {
            self.0.push(Span::Text(text));
        }
        self
    }

    /// Adds a name or path.
    #[must_use]
    pub fn code(mut self, text: impl Into<String>) -> Inline {
        self.0.push(Span::Code(text.into()));
        self
    }

    /// Adds emphasised text.
    #[must_use]
    pub fn strong(mut self, text: impl Into<String>) -> Inline {
        self.0.push(Span::Strong(text.into()));
        self
    }

    /// Adds a link.
    #[must_use]
    pub fn link(mut self, text: impl Into<String>, target: impl Into<String>) -> Inline {
        let text = Box::new(Span::Text(text.into()));
        self.0.push(Span::Link(text, target.into()));
        self
    }

    /// Adds a link whose text is a name or path.
    #[must_use]
    pub fn code_link(mut self, text: impl Into<String>, target: impl Into<String>) -> Inline {
        let text = Box::new(Span::Code(text.into()));
        self.0.push(Span::Link(text, target.into()));
        self
    }

    /// Adds several names, separated by commas.
    #[must_use]
    pub fn codes<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Inline {
        for (index, name) in names.into_iter().enumerate() {
            self = self.text(if index == 0 { "" } else { ", " }).code(name);
        }
        self
    }

    /// Whether there is nothing to show.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<String> for Inline {
    fn from(text: String) -> Inline {
        Inline::new().text(text)
    }
}

impl From<&str> for Inline {
    fn from(text: &str) -> Inline {
        Inline::new().text(text)
    }
}

impl Page {
    pub(crate) fn heading(&mut self, level: u8, text: impl Into<Inline>) {
        self.blocks.push(Block::Heading(level, text.into()));
    }

    pub(crate) fn paragraph(&mut self, text: impl Into<Inline>) {
        self.blocks.push(Block::Paragraph(text.into()));
    }

    pub(crate) fn bullets(&mut self, items: Vec<Inline>) {
        if !items.is_empty() {
            self.blocks.push(Block::Bullets(items));
        }
    }

    pub(crate) fn table(&mut self, table: Table) {
        self.blocks.push(Block::Table(table));
    }
}
