//! Whether this processor has what an instance needs.

use assay_manifest::{CpuFeature, Instance};

/// Why an instance cannot run on this processor, as a sentence without its subject: `this CPU has no AVX2`.
#[must_use]
pub fn unsupported(instance: &Instance) -> Option<String> {
    let missing: Vec<String> = instance
        .requires
        .iter()
        .filter(|feature| !available(**feature))
        .map(|feature| feature.name().to_uppercase())
        .collect();
    (!missing.is_empty()).then(|| format!("this CPU has no {}", missing.join(", ")))
}

/// Whether this processor has a feature. Features of other architectures it has not.
#[must_use]
pub fn available(feature: CpuFeature) -> bool {
    detect(feature.name())
}

#[cfg(target_arch = "x86_64")]
fn detect(name: &str) -> bool {
    macro_rules! detect {
        ($($feature:tt)*) => {
            match name {
                $($feature => std::arch::is_x86_feature_detected!($feature),)*
                _ => false,
            }
        };
    }
    detect!(
        "sse3" "ssse3" "sse4.1" "sse4.2" "popcnt" "aes" "pclmulqdq" "rdrand" "avx" "avx2" "bmi1" "bmi2" "adx" "fma" "sha"
        "gfni" "vaes" "vpclmulqdq" "avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx512ifma" "avx512vbmi"
        "avx512vbmi2"
    )
}

#[cfg(target_arch = "aarch64")]
fn detect(name: &str) -> bool {
    macro_rules! detect {
        ($($feature:tt)*) => {
            match name {
                $($feature => std::arch::is_aarch64_feature_detected!($feature),)*
                _ => false,
            }
        };
    }
    detect!("neon" "aes" "pmull" "sha2" "sha3" "sm4" "sve" "sve2")
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn detect(_name: &str) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A feature that the manifest knows and this module does not would never be found.
    #[test]
    fn features_of_every_modern_processor_are_found() {
        let expected: &[&str] = if cfg!(target_arch = "x86_64") {
            &["sse3", "popcnt"]
        } else if cfg!(target_arch = "aarch64") {
            &["neon"]
        } else {
            &[]
        };
        for name in expected {
            assert!(available(CpuFeature::from_name(name).unwrap()), "{name}");
        }
    }

    /// `/proc/cpuinfo` is another witness, with names of its own.
    #[cfg(target_arch = "x86_64")]
    #[test]
    fn agrees_with_the_kernel() {
        let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap();
        let flags = cpuinfo
            .lines()
            .find(|line| line.starts_with("flags"))
            .unwrap();
        for (name, flag) in [
            ("avx2", "avx2"),
            ("sse4.1", "sse4_1"),
            ("sha", "sha_ni"),
            ("avx512f", "avx512f"),
        ] {
            let known = flags.split_ascii_whitespace().any(|word| word == flag);
            assert_eq!(
                available(CpuFeature::from_name(name).unwrap()),
                known,
                "{name}"
            );
        }
    }
}
