//! What the words in a path say: reference or not, which processor, original or copy.

/// Which of the submitted implementations a path belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// Reference code.
    Reference,
    /// Optimised code.
    Optimized,
    /// Code for other purposes, such as small devices.
    Additional,
}

/// Processor a path is meant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Processor {
    /// Any x86-64.
    X86,
    /// x86-64 with AES instructions.
    X86Aes,
    /// x86-64 with AVX2.
    Avx2,
    /// x86-64 with AVX-512.
    Avx512,
    /// Arm or RISC-V, or hardware.
    Foreign(&'static str),
}

/// Reference, optimised or additional, by the outermost part of a path that says so. `None` when no part does.
#[must_use]
pub(crate) fn purpose(folder: &str) -> Option<(Purpose, usize)> {
    folder
        .split('/')
        .enumerate()
        .find_map(|(position, part)| Some((purpose_of_part(part)?, position)))
}

/// The processor a path names, the most demanding one if there are several.
#[must_use]
pub(crate) fn processor(folder: &str) -> Option<Processor> {
    folder.split('/').filter_map(processor_of_part).max()
}

/// Whether a path lies where packages keep copies, papers and results.
#[must_use]
pub(crate) fn is_aside(folder: &str) -> bool {
    folder.split('/').any(|part| {
        let lower = part.to_lowercase();
        let after_self = lower.split_once("self").map_or("", |(_, rest)| rest);
        matches!(
            lower.as_str(),
            "others" | "other" | "中文资料" | "test_vectors" | "test_vector" | "docs"
        ) || lower.contains("自评估")
            || ["eval", "assess", "asses"]
                .iter()
                .any(|word| after_self.contains(word))
    })
}

/// Whether a folder's name tells its role in a tree rather than a parameter set.
#[must_use]
pub(crate) fn is_role(name: &str) -> bool {
    const ROLES: &[&str] = &[
        "src",
        "source",
        "sources",
        "code",
        "kem",
        "kex",
        "sig",
        "sign",
        "hash",
        "kr",
        "ref",
        "api",
        "kat",
        "kat_test",
        "common",
        "lib",
        "iccs",
        "ngccapi",
        "core",
        "include",
        "scheme",
        "x86",
        "implementation",
        "implementations",
    ];
    ROLES.contains(&name.to_lowercase().as_str())
}

fn purpose_of_part(part: &str) -> Option<Purpose> {
    let lower = part.to_lowercase();
    let word =
        lower.trim_start_matches(|letter: char| letter.is_ascii_digit() || "_- .".contains(letter));
    let has = |words: &[&str]| words.iter().any(|wanted| word.contains(wanted));
    if has(&["reference", "参考实现"]) || word == "ref" {
        Some(Purpose::Reference)
    } else if has(&["optimi", "optimal", "performance", "avx", "性能优化"]) {
        Some(Purpose::Optimized)
    } else if has(&["additional", "资源优化", "embedded"])
        || tokens(word).any(|token| token == "resource" || token == "native")
        || matches!(processor_of_part(part), Some(Processor::Foreign(_)))
    {
        Some(Purpose::Additional)
    } else {
        None
    }
}

fn processor_of_part(part: &str) -> Option<Processor> {
    let lower = part.to_lowercase();
    tokens(&lower)
        .filter_map(|token| {
            Some(match token {
                _ if token.starts_with("avx512") => Processor::Avx512,
                _ if token.starts_with("avx") => Processor::Avx2,
                "aesni" => Processor::X86Aes,
                "x86" | "x64" | "amd64" | "sse" | "sse4" => Processor::X86,
                "aarch64" | "armv8" | "armv8a" | "neon" | "sve" | "arm64" => {
                    Processor::Foreign("aarch64")
                }
                "arm" | "armv7" | "armv7m" | "cortex" | "m4" | "m3" | "cortexm4" | "cortexm" => {
                    Processor::Foreign("arm")
                }
                "riscv" | "riscv32" | "riscv64" => Processor::Foreign("riscv"),
                "fpga" | "asic" | "rtl" | "verilog" => Processor::Foreign("hardware"),
                _ => return None,
            })
        })
        .max()
}

fn tokens(word: &str) -> impl Iterator<Item = &str> {
    word.split(|letter: char| !letter.is_alphanumeric())
        .filter(|token| !token.is_empty())
}
