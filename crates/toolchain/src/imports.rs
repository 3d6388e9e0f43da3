//! Functions of the system that a library uses although an algorithm has no need of them.

use serde::{Deserialize, Serialize};

/// What an import gives the code access to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ImportKind {
    /// Random numbers other than those of the prescribed generator.
    Randomness,
    /// The time of day or a clock. These calls cannot be trapped.
    Clock,
    /// Files.
    Files,
    /// Processes, threads and the system at large.
    System,
}

/// An import worth naming in a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Import {
    /// Name of the function.
    pub name: String,
    /// What it gives access to.
    pub kind: ImportKind,
}

const KINDS: &[(ImportKind, &[&str])] = &[
    (
        ImportKind::Randomness,
        &[
            "rand",
            "rand_r",
            "srand",
            "random",
            "random_r",
            "srandom",
            "drand48",
            "lrand48",
            "mrand48",
            "srand48",
            "arc4random",
            "arc4random_buf",
            "getrandom",
            "getentropy",
            "RAND_bytes",
            "RAND_priv_bytes",
            "gmp_randinit_default",
        ],
    ),
    (
        ImportKind::Clock,
        &[
            "time",
            "clock",
            "clock_gettime",
            "gettimeofday",
            "timespec_get",
            "times",
            "ftime",
        ],
    ),
    (
        ImportKind::Files,
        &[
            "open", "open64", "openat", "fopen", "fopen64", "freopen", "creat", "mkstemp",
            "unlink", "remove", "rename",
        ],
    ),
    (
        ImportKind::System,
        &[
            "system",
            "popen",
            "fork",
            "vfork",
            "execv",
            "execve",
            "execvp",
            "posix_spawn",
            "pthread_create",
            "thrd_create",
            "socket",
            "connect",
            "dlopen",
            "syscall",
            "getenv",
            "ptrace",
            "kill",
            "signal",
            "sigaction",
            "exit",
            "_exit",
            "abort",
        ],
    ),
];

/// Functions of the C library that get memory for their caller or keep it for themselves.
const ALLOCATING: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "aligned_alloc",
    "memalign",
    "posix_memalign",
    "valloc",
    "pvalloc",
    "strdup",
    "__strdup",
    "strndup",
    "asprintf",
    "vasprintf",
    "__asprintf_chk",
    "__vasprintf_chk",
    "getline",
    "getdelim",
    "fopen",
    "fopen64",
    "fdopen",
    "open_memstream",
    "printf",
    "__printf_chk",
    "puts",
    "putchar",
    "qsort",
    "mmap",
    "mmap64",
    "sbrk",
    "brk",
];

/// Those among the names a library imports that allocate, sorted.
pub(crate) fn allocating<'a>(imports: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut found: Vec<String> = imports
        .into_iter()
        .filter(|name| ALLOCATING.contains(name))
        .map(Into::into)
        .collect();
    found.sort();
    found
}

/// The interesting ones among the names a library imports, ordered by kind and name.
pub(crate) fn interesting<'a>(imports: impl IntoIterator<Item = &'a str>) -> Vec<Import> {
    let mut found: Vec<Import> = imports
        .into_iter()
        .filter_map(|name| {
            let (kind, _) = KINDS.iter().find(|(_, names)| names.contains(&name))?;
            Some(Import {
                name: name.into(),
                kind: *kind,
            })
        })
        .collect();
    found.sort_by(|a, b| (a.kind, &a.name).cmp(&(b.kind, &b.name)));
    found
}
