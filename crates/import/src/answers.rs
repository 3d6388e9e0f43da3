//! Known-answer texts: what they hold, and which belongs to which instance.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead as _, BufReader};

use assay_manifest::Function;
use sha2::{Digest as _, Sha256};

use crate::class::Class;
use crate::error::Error;
use crate::tree::{Tree, file_name, parent};
use crate::words::{Purpose, is_aside, processor, purpose};

/// What a known-answer text holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    /// Path in the archive.
    pub path: String,
    /// Records.
    pub records: u64,
    /// Whether lengths are blank, as in files made in template mode.
    pub template: bool,
    /// Whether lines end as on Windows.
    pub crlf: bool,
    /// Bytes of the fields of the first record, by name: `PK`, `CT`, `Sn`, …
    pub sizes: BTreeMap<String, u64>,
    /// Digest length of a hash file, in bits.
    pub digest_bits: Option<u32>,
    /// SHA-256 of the lines without their ends.
    digest: [u8; 32],
}

/// Beginning of the names of the files of this kind.
pub(crate) fn stem(function: Function) -> &'static str {
    match function {
        Function::Kem => "KAT_KEM_",
        Function::Kex => "KAT_KEX_",
        Function::Sig => "KAT_SIG_",
        Function::Hash => "KAT_2_12_",
    }
}

/// Reads every known-answer text of the package, copies left out.
pub(crate) fn read_all(tree: &Tree, remarks: &mut Vec<String>) -> Result<Vec<Answers>, Error> {
    let mut found: Vec<Answers> = Vec::new();
    let mut paths: Vec<&str> = tree.of_class(Class::Text).collect();
    paths.sort_by_key(|path| (is_aside_of_tests(path), path.matches('/').count(), *path));
    for path in paths {
        let answers = read(tree, path)?;
        let copy = found.iter().find(|other| {
            other.digest == answers.digest && file_name(&other.path) == file_name(path)
        });
        match copy {
            Some(first) => remarks.push(format!("`{path}` is a copy of `{}`", first.path)),
            None => found.push(answers),
        }
    }
    Ok(found)
}

/// Folders of known answers are no sign of a copy here.
fn is_aside_of_tests(path: &str) -> bool {
    parent(path)
        .split('/')
        .filter(|part| !part.to_lowercase().starts_with("test_vector"))
        .any(is_aside)
}

/// One pass over a text; lines are never held whole.
fn read(tree: &Tree, path: &str) -> Result<Answers, Error> {
    let on_disk = tree.on_disk(path);
    let file = File::open(&on_disk).map_err(Error::io("open", &on_disk))?;
    let mut reader = BufReader::with_capacity(1 << 18, file);
    let mut answers = Answers {
        path: path.to_owned(),
        records: 0,
        template: false,
        crlf: false,
        sizes: BTreeMap::new(),
        digest_bits: None,
        digest: [0; 32],
    };
    let mut digest = Sha256::new();
    // The start of a line, enough for its name and a number; and how long the line is.
    let mut head: Vec<u8> = Vec::new();
    let mut length = 0_u64;
    let mut ends_with_cr = false;
    loop {
        let buffer = reader.fill_buf().map_err(Error::io("read", &on_disk))?;
        if buffer.is_empty() {
            if length > 0 {
                answers.line(&head, length);
            }
            break;
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        let room = 80_usize.saturating_sub(head.len()).min(part.len());
        head.extend_from_slice(&part[..room]);
        length += part.len() as u64;
        if let Some(last) = part.last() {
            ends_with_cr = *last == b'\r';
        }
        digest.update(part.strip_suffix(b"\r").unwrap_or(part));
        let consumed = end.map_or(buffer.len(), |end| end + 1);
        if end.is_some() {
            digest.update(b"\n");
            answers.crlf |= ends_with_cr && length > 0;
            answers.line(&head, length - u64::from(ends_with_cr && length > 0));
            head.clear();
            length = 0;
            ends_with_cr = false;
        }
        reader.consume(consumed);
    }
    answers.digest = digest.finalize().into();
    Ok(answers)
}

impl Answers {
    fn line(&mut self, head: &[u8], length: u64) {
        let Some(equals) = head.iter().position(|&byte| byte == b'=') else {
            return;
        };
        let name = String::from_utf8_lossy(&head[..equals]);
        let name = name.trim();
        let value = head[equals + 1..].trim_ascii();
        let starts = name == "Count" || (name == "Msg_Len" && self.starts_by_messages());
        self.records += u64::from(starts);
        if name.ends_with("_Len") && value.is_empty() {
            self.template = true;
        }
        if self.records != 1 {
            return;
        }
        let number = std::str::from_utf8(value)
            .ok()
            .and_then(|text| text.parse().ok());
        if name == "Dst_Len" {
            self.digest_bits = number.and_then(|bits: u64| u32::try_from(bits).ok());
        } else if !name.ends_with("_Len") && name != "Count" && name != "Pass_Num" {
            let blanks = head[equals + 1..].len() - head[equals + 1..].trim_ascii_start().len();
            let digits = length.saturating_sub((equals + 1 + blanks) as u64);
            self.sizes.insert(name.to_owned(), digits / 2);
        }
    }

    /// Files of hash functions count no records.
    fn starts_by_messages(&self) -> bool {
        !self.sizes.contains_key("Seed")
    }

    /// Lengths that differ from what the library claims (`pk_bytes`, `signature_bytes`, …; 0 is no claim), in words. `None`
    /// when all fit.
    ///
    /// Ciphertexts, signatures and the keys of an exchange may be shorter than the room for them.
    #[must_use]
    pub fn misfit(&self, claimed: &[(String, u64)]) -> Option<String> {
        claimed
            .iter()
            .filter(|(_, bytes)| *bytes > 0)
            .find_map(|(name, bytes)| {
                let (fields, exact): (&[&str], bool) = match name.split('_').next()? {
                    "pk" => (&["PK", "PKa", "PKb"], true),
                    "sk" => (&["SK", "SKa", "SKb"], true),
                    "ss" => (&["SS"], true),
                    "ct" => (&["CT"], false),
                    "signature" | "sn" => (&["Sn"], false),
                    "digest" => (&["Dst"], true),
                    _ => return None,
                };
                self.sizes.iter().find_map(|(shown, in_file)| {
                    let field = fields
                        .iter()
                        .find(|field| shown.eq_ignore_ascii_case(field))?;
                    let fits = if exact && !field.ends_with(['a', 'b']) {
                        in_file == bytes
                    } else {
                        in_file <= bytes
                    };
                    (!fits)
                        .then(|| format!("{shown} has {in_file} bytes, the library says {bytes}"))
                })
            })
    }
}

/// What an instance is called, for finding its answers.
pub(crate) struct Wanted<'w> {
    /// Value of the macro of the API header.
    pub(crate) name: Option<&'w str>,
    /// Label without the suffix of its variant.
    pub(crate) label: &'w str,
    pub(crate) folder: &'w str,
    pub(crate) purpose: Purpose,
}

/// Files in the order in which they fit an instance, with the reason; those that do not fit are left out.
pub(crate) fn ranked<'a>(
    function: Function,
    wanted: &Wanted<'_>,
    all: &'a [Answers],
) -> Vec<(&'a Answers, String)> {
    let mut fitting: Vec<(i64, &Answers, String)> = all
        .iter()
        .filter_map(|answers| {
            let (score, why) = score(function, wanted, answers)?;
            Some((score, answers, why))
        })
        .collect();
    fitting.sort_by_key(|(score, answers, _)| {
        (
            std::cmp::Reverse(*score),
            std::cmp::Reverse(answers.records),
            answers.path.len(),
        )
    });
    fitting
        .into_iter()
        .map(|(_, answers, why)| (answers, why))
        .collect()
}

fn score(function: Function, wanted: &Wanted<'_>, answers: &Answers) -> Option<(i64, String)> {
    let file = file_name(&answers.path);
    let hash = function == Function::Hash;
    if hash != answers.sizes.contains_key("Dst") && !(answers.template && hash) {
        return None;
    }
    if hash && !file.to_ascii_uppercase().starts_with("KAT_2_12") {
        return None;
    }
    let bare = file.trim_end_matches(".txt").trim_end_matches(".rsp");
    let (bare, variant) = without_variant(bare);
    let tail = bare
        .get(..stem(function).len())
        .filter(|start| start.eq_ignore_ascii_case(stem(function)))
        .map(|start| &bare[start.len()..]);
    let folder = normal(file_name(parent(&answers.path)));
    let own_folder = normal(wanted.label) == folder;
    let names = wanted.name.into_iter().chain([wanted.label]);
    let (mut score, why) = if let Some(tail) = tail {
        if wanted.name == Some(tail) {
            (100, "its name is that of ALGORITHM_INSTANCE".to_owned())
        } else if tail == wanted.label {
            (95, "its name is that of the folder".to_owned())
        } else if names.clone().any(|name| normal(name) == normal(tail)) {
            (
                80,
                "its name is the same but for case, `_` and `-`".to_owned(),
            )
        } else if own_folder {
            (70, "it is in a folder of the instance's name".to_owned())
        } else if wanted.name.is_some_and(|name| starts_with_name(tail, name)) {
            (
                50,
                "its name begins with that of ALGORITHM_INSTANCE".to_owned(),
            )
        } else {
            return None;
        }
    } else if names.clone().any(|name| normal(name) == normal(bare)) {
        (75, "its name is that of the instance".to_owned())
    } else if own_folder {
        (60, "it is in a folder of the instance's name".to_owned())
    } else {
        return None;
    };
    // A folder of the instance's own decides between files of one name.
    score += i64::from(own_folder) * 4;
    score += match (
        variant.or(purpose(parent(&answers.path)).map(|found| found.0)),
        wanted.purpose,
    ) {
        (Some(theirs), ours) if theirs == ours => 3,
        (Some(_), _) => -3,
        (None, _) => 0,
    };
    if wanted.purpose == Purpose::Reference && processor(parent(&answers.path)).is_some() {
        score -= 3;
    }
    if crate::tree::is_below(&answers.path, wanted.folder) {
        score += 1;
    }
    Some((score, why))
}

/// Takes `_REF`, `_OPT`, `_AVX2` off the end of a name.
fn without_variant(name: &str) -> (&str, Option<Purpose>) {
    for (ending, purpose) in [
        ("_ref", Purpose::Reference),
        ("_opt", Purpose::Optimized),
        ("_avx2", Purpose::Optimized),
        ("-op-per", Purpose::Optimized),
        ("-op-res", Purpose::Additional),
    ] {
        let at = name.len().saturating_sub(ending.len());
        if name.is_char_boundary(at) && name[at..].eq_ignore_ascii_case(ending) {
            return (&name[..at], Some(purpose));
        }
    }
    (name, None)
}

fn starts_with_name(tail: &str, name: &str) -> bool {
    tail.strip_prefix(name)
        .is_some_and(|rest| rest.starts_with(['_', '-', '.']))
}

/// Lower case, without `_` and `-`.
pub(crate) fn normal(name: &str) -> String {
    name.to_lowercase().replace(['_', '-', ' ', '.'], "")
}

/// Output lengths of an extendable function: further files of one instance, by name and digest length.
pub(crate) fn further_lengths<'a>(
    name: &str,
    own: Option<u32>,
    all: &'a [Answers],
    taken: &BTreeSet<String>,
) -> Vec<(String, &'a Answers)> {
    let trunk = |name: &str| {
        name.trim_end_matches(|letter: char| letter.is_ascii_digit())
            .trim_end_matches(['-', '_'])
            .to_owned()
    };
    all.iter()
        .filter(|answers| !taken.contains(&answers.path) && answers.digest_bits != own)
        .filter_map(|answers| {
            let file = file_name(&answers.path);
            let other = file
                .strip_prefix(stem(Function::Hash))?
                .strip_suffix(".txt")?;
            let further = other.to_lowercase().contains("xof")
                && other != name
                && (trunk(other) == trunk(name) || trunk(other) == name);
            further.then(|| (other.to_owned(), answers))
        })
        .collect()
}
