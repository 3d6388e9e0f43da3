//! What a member of a package is good for, by its name.

/// Kinds of members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Compiled: C, C++, assembly.
    Source,
    /// Included by sources.
    Header,
    /// Text that may hold known answers; its first line tells.
    Text,
    /// How the submitters build it: read, never run and never unpacked.
    BuildText,
    /// An archive in the archive.
    Archive,
    /// Never of use: objects, programs, documents, what operating systems leave behind.
    Other,
}

impl Class {
    /// Whether such members are unpacked into `submission`.
    #[must_use]
    pub fn is_code(self) -> bool {
        matches!(self, Self::Source | Self::Header)
    }
}

const SOURCES: &[&str] = &["c", "cc", "cpp", "cxx", "s", "asm"];
const HEADERS: &[&str] = &[
    "h", "hh", "hpp", "hxx", "inc", "inl", "ipp", "tcc", "macros", "i", "def",
];
const TEXTS: &[&str] = &["txt", "rsp", "kat"];
const ARCHIVES: &[&str] = &["zip", "rar", "7z", "tar", "tgz", "gz", "xz", "bz2", "zst"];
/// Build texts by their whole name in lower case.
const BUILD: &[&str] = &[
    "makefile",
    "gnumakefile",
    "cmakelists.txt",
    "run_kat.sh",
    "generate_kat.sh",
    "build_kat.sh",
    "batch_usage.txt",
    "instance.txt",
];

/// The class of a path.
#[must_use]
pub fn class(path: &str) -> Class {
    let mut parts = path.rsplit('/');
    let name = parts.next().unwrap_or_default();
    if name.starts_with("._") || parts.any(|part| part == "__MACOSX") {
        return Class::Other;
    }
    let lower = name.to_lowercase();
    let extension = lower
        .rsplit_once('.')
        .map_or("", |(_, extension)| extension);
    let has = |list: &[&str]| list.contains(&extension);
    if BUILD.contains(&lower.as_str())
        || lower.starts_with("readme")
        || has(&["mk", "cmake"])
        || (extension == "sh" && lower.starts_with("build"))
    {
        Class::BuildText
    } else if has(SOURCES) {
        Class::Source
    } else if has(HEADERS) {
        Class::Header
    } else if has(TEXTS) {
        Class::Text
    } else if has(ARCHIVES) {
        Class::Archive
    } else {
        Class::Other
    }
}

/// Whether a text that starts so holds known answers in the format of the official drivers.
#[must_use]
pub(crate) fn is_known_answers(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let line = head
        .split(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .find(|line| !line.is_empty())
        .unwrap_or_default();
    ["Count", "Msg_Len"].iter().any(|name| {
        line.strip_prefix(name.as_bytes())
            .is_some_and(|rest| rest.trim_ascii_start().starts_with(b"="))
    })
}

/// Whether a text is meant to hold known answers, going by its path.
#[must_use]
pub(crate) fn claims_known_answers(path: &str) -> bool {
    let lower = path.to_lowercase();
    let name = lower.rsplit('/').next().unwrap_or_default();
    name.contains("kat") || lower.contains("test_vector") || lower.contains("测试向量")
}
