//! Which processor features optimised code needs, going by its folders and build texts.

use crate::class::Class;
use crate::layout::Place;
use crate::tree::{Tree, is_below, parent};
use crate::words::Processor;

/// Compiler flags and the features they stand for, by the names of manifests.
const FLAGS: &[(&str, &str)] = &[
    ("-maes", "aes"),
    ("-mpclmul", "pclmulqdq"),
    ("-mpopcnt", "popcnt"),
    ("-mbmi2", "bmi2"),
    ("-mbmi", "bmi1"),
    ("-madx", "adx"),
    ("-msha", "sha"),
    ("-mgfni", "gfni"),
    ("-mvaes", "vaes"),
    ("-mvpclmulqdq", "vpclmulqdq"),
    ("-mavx512f", "avx512f"),
    ("-mavx512bw", "avx512bw"),
    ("-mavx512dq", "avx512dq"),
    ("-mavx512vl", "avx512vl"),
    ("-mavx512ifma", "avx512ifma"),
    ("-mavx512vbmi", "avx512vbmi"),
];

/// Features, and the flags that let the compiler use them.
pub(crate) fn needed(tree: &Tree, place: &Place) -> (Vec<String>, Vec<String>) {
    let mut features: Vec<String> = Vec::new();
    let mut flags: Vec<String> = Vec::new();
    let mut add = |feature: &str, flag: &str| {
        if !features.iter().any(|known| known == feature) {
            features.push(feature.to_owned());
            flags.push(flag.to_owned());
        }
    };
    match place.processor {
        Some(Processor::Avx2) => add("avx2", "-mavx2"),
        Some(Processor::Avx512) => {
            add("avx2", "-mavx2");
            add("avx512f", "-mavx512f");
        }
        Some(Processor::X86Aes) => add("aes", "-maes"),
        _ => {
            let vectors = tree
                .below(&place.folder)
                .any(|(path, class)| class.is_code() && tree.text(path).contains("immintrin.h"));
            if vectors && std::env::consts::ARCH == "x86_64" {
                add("avx2", "-mavx2");
            }
        }
    }
    for path in tree.of_class(Class::BuildText) {
        if !is_below(path, &place.folder) && parent(path) != parent(&place.folder) {
            continue;
        }
        let text = tree.text(path);
        let words: Vec<&str> = text
            .split(|letter: char| letter.is_whitespace() || "\"'=;)".contains(letter))
            .collect();
        for (flag, feature) in FLAGS {
            if words.contains(flag) && std::env::consts::ARCH == "x86_64" {
                add(feature, flag);
            }
        }
    }
    (features, flags)
}
