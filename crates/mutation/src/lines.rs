//! Changes of texts that consist of lines.

use proptest::prelude::*;
use proptest::sample::Index;

/// One change.
#[derive(Clone, Debug)]
pub enum LineChange {
    /// A line is missing.
    Remove(Index),
    /// A line stands at another place as well.
    Repeat(Index, Index),
    /// Two lines have changed places.
    Exchange(Index, Index),
    /// Something else stands behind the equals sign of a line, or is the line.
    Value(Index, String),
    /// Something else stands in front of the equals sign of a line, or is the line.
    Name(Index, String),
    /// A piece of text is put into a line at some place.
    Insert(Index, Index, String),
    /// A line ends earlier.
    Cut(Index, Index),
}

impl LineChange {
    /// Changes the text.
    #[must_use]
    pub fn apply(&self, text: &str) -> String {
        let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let count = lines.len();
        let place = |line: &str, index: &Index| {
            let places: Vec<usize> = line
                .char_indices()
                .map(|(at, _)| at)
                .chain([line.len()])
                .collect();
            places[index.index(places.len())]
        };
        match self {
            LineChange::Remove(at) => {
                lines.remove(at.index(count));
            }
            LineChange::Repeat(from, to) => {
                let line = lines[from.index(count)].clone();
                lines.insert(to.index(count), line);
            }
            LineChange::Exchange(one, other) => lines.swap(one.index(count), other.index(count)),
            LineChange::Value(at, value) => {
                let line = &mut lines[at.index(count)];
                *line = match line.split_once('=') {
                    Some((name, _)) => format!("{name}= {value}"),
                    None => value.clone(),
                };
            }
            LineChange::Name(at, name) => {
                let line = &mut lines[at.index(count)];
                *line = match line.split_once('=') {
                    Some((_, value)) => format!("{name} ={value}"),
                    None => name.clone(),
                };
            }
            LineChange::Insert(at, within, piece) => {
                let line = &mut lines[at.index(count)];
                let within = place(line, within);
                line.insert_str(within, piece);
            }
            LineChange::Cut(at, within) => {
                let line = &mut lines[at.index(count)];
                let within = place(line, within);
                line.truncate(within);
            }
        }
        lines.join("\n")
    }
}

/// One to five changes of a text; `words` are what its format knows.
pub fn damage_lines(words: &'static [&'static str]) -> impl Strategy<Value = Vec<LineChange>> {
    let index = any::<Index>;
    let piece = move || {
        prop_oneof![
            3 => prop::sample::select(words.to_vec()).prop_map(str::to_owned),
            1 => prop::sample::select(vec![
                "", " ", "\t", "\r", "\0", "=", "\"", "'", "\"\"\"", "[", "]", "[[", "{", "}", "#", "/", "../", "-1", "0",
                "18446744073709551616", "9223372036854775808", "1e999", "nan", "\u{feff}", "\u{202e}", "ü", "𝄞",
            ])
            .prop_map(str::to_owned),
            1 => "\\PC{0,12}",
            1 => (prop::sample::select(vec!["[", "{", "a.", "A", "0", "\"", "a = {"]), 0_usize..3000)
                .prop_map(|(piece, times)| piece.repeat(times)),
        ]
    };
    let change = prop_oneof![
        index().prop_map(LineChange::Remove),
        (index(), index()).prop_map(|(from, to)| LineChange::Repeat(from, to)),
        (index(), index()).prop_map(|(one, other)| LineChange::Exchange(one, other)),
        (index(), piece()).prop_map(|(at, value)| LineChange::Value(at, value)),
        (index(), piece()).prop_map(|(at, name)| LineChange::Name(at, name)),
        (index(), index(), piece())
            .prop_map(|(at, within, piece)| LineChange::Insert(at, within, piece)),
        (index(), index()).prop_map(|(at, within)| LineChange::Cut(at, within)),
    ];
    prop::collection::vec(change, 1..6)
}
