//! Reading what compilers and linkers say.

use std::collections::BTreeSet;

/// Errors shown before the rest is left to the log.
const ERRORS_SHOWN: usize = 3;

/// Lines shown when nothing in the output looks like an error.
const LINES_SHOWN: usize = 6;

/// Number of warnings in a compiler's output.
pub(crate) fn warnings(output: &str) -> usize {
    output
        .lines()
        .filter(|line| line.contains(": warning: "))
        .count()
}

/// The first errors of a compiler's output, each with the source line and marker that follow it.
pub(crate) fn compile_errors(output: &str) -> String {
    let is_error = |line: &str| line.contains(": error: ") || line.contains(": fatal error: ");
    let is_context = |line: &str| line.starts_with(' ') && line.contains('|');
    let total = output.lines().filter(|line| is_error(line)).count();
    let mut shown = Vec::new();
    let mut errors = 0;
    let mut in_error = false;
    for line in output.lines() {
        if is_error(line) {
            errors += 1;
            if errors > ERRORS_SHOWN {
                break;
            }
            in_error = true;
        } else if !is_context(line) {
            in_error = false;
        }
        if in_error {
            shown.push(line.to_owned());
        }
    }
    if total > ERRORS_SHOWN {
        shown.push(format!("… and {} more errors", total - ERRORS_SHOWN));
    }
    let shown = if shown.is_empty() {
        first_lines(output)
    } else {
        shown.join("\n")
    };
    shown + &missing_package(output)
}

/// The first errors of a linker's output, each kind once.
pub(crate) fn link_errors(output: &str) -> String {
    let mut seen = BTreeSet::new();
    let lines: Vec<&str> = output
        .lines()
        .filter(|line| {
            let what = [
                "undefined reference to",
                "multiple definition of",
                "cannot find",
                "undefined symbol",
            ]
            .iter()
            .find_map(|what| line.find(what).map(|at| &line[at..]));
            what.is_some_and(|what| seen.insert(what))
        })
        .collect();
    if lines.is_empty() {
        return first_lines(output);
    }
    let shown: Vec<&str> = lines.iter().copied().take(ERRORS_SHOWN).collect();
    let more = lines.len() - shown.len();
    let rest = if more > 0 {
        format!("\n… and {more} more errors")
    } else {
        String::new()
    };
    shown.join("\n") + &rest + &missing_package(output)
}

/// Names the linker found undefined, sorted.
pub(crate) fn undefined_symbols(output: &str) -> Vec<String> {
    let name_in = |line: &str| {
        let rest = line
            .split_once("undefined reference to ")
            .or_else(|| line.split_once("undefined symbol: "))?
            .1;
        let name = rest
            .trim_start_matches(['`', '\''])
            .split(['\'', ' ', '`'])
            .next()?;
        (!name.is_empty()).then(|| name.to_owned())
    };
    output
        .lines()
        .filter_map(name_in)
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect()
}

/// Whether a program failed because the disk is full.
pub(crate) fn disk_is_full(output: &str) -> bool {
    output.contains("No space left on device")
}

/// Advice when headers or a library are not installed, on a line of its own; else empty.
fn missing_package(output: &str) -> String {
    const PACKAGES: &[(&[&str], &str)] = &[
        (&["gmp.h: No such file", "cannot find -lgmp"], "libgmp-dev"),
        (&[": openssl/", "cannot find -lcrypto"], "libssl-dev"),
        (
            &[
                "stdio.h: No such file",
                "stdlib.h: No such file",
                "string.h: No such file",
                "cannot find -lc:",
            ],
            "libc6-dev",
        ),
    ];
    let missing = |marks: &[&str]| {
        output.lines().any(|line| {
            let absent = line.contains("No such file") || line.contains("cannot find");
            absent && marks.iter().any(|mark| line.contains(mark))
        })
    };
    PACKAGES
        .iter()
        .find(|(marks, _)| missing(marks))
        .map(|(_, package)| {
            format!("\nhelp: install the development files (Debian, Ubuntu: apt install {package})")
        })
        .unwrap_or_default()
}

fn first_lines(output: &str) -> String {
    let lines: Vec<&str> = output
        .lines()
        .filter(|line| !line.trim().is_empty())
        .take(LINES_SHOWN)
        .collect();
    if lines.is_empty() {
        "no output".into()
    } else {
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GCC: &str = "\
./a.c: In function 'f':
./a.c:3:5: warning: unused variable 'x' [-Wunused-variable]
    3 | int x;
      |     ^
./a.c:4:1: error: unknown type name 'word'
    4 | word y;
      | ^~~~
./a.c:5:1: error: two
./a.c:6:1: error: three
./a.c:7:1: error: four
";

    #[test]
    fn first_errors_with_their_lines() {
        let expected = "\
./a.c:4:1: error: unknown type name 'word'
    4 | word y;
      | ^~~~
./a.c:5:1: error: two
./a.c:6:1: error: three
… and 1 more errors";
        assert_eq!(compile_errors(GCC), expected);
        assert_eq!(warnings(GCC), 1);
    }

    #[test]
    fn output_without_errors_is_shown_as_it_is() {
        assert_eq!(
            compile_errors("gcc: internal compiler error\n\nplease report"),
            "gcc: internal compiler error\nplease report"
        );
        assert_eq!(compile_errors(""), "no output");
    }

    #[test]
    fn package_that_is_not_installed() {
        let compiler =
            "./a.c:1:10: fatal error: gmp.h: No such file or directory\n    1 | #include <gmp.h>\n";
        assert!(compile_errors(compiler).ends_with("apt install libgmp-dev)"));
        let linker = "/usr/bin/ld: cannot find -lcrypto: No such file or directory\n";
        assert!(link_errors(linker).ends_with("apt install libssl-dev)"));
        assert!(!link_errors("a.c: undefined reference to `BN_new'").contains("help"));
    }

    #[test]
    fn undefined_symbols_of_both_linkers() {
        let output = "/usr/bin/ld: a.o: in function `f':\na.c:(.text+0x5): undefined reference to `g'\nb.c: undefined reference to `g'\nld.lld: error: undefined symbol: h\n";
        assert_eq!(undefined_symbols(output), ["g", "h"]);
        assert_eq!(link_errors(output).lines().count(), 2);
    }
}
