//! The candidates of this repository.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use assay_manifest::{Candidate, CpuFeature, load_all};
use assay_toolchain::{
    BuildError, Builder, FlagClass, Request, TestOutcome, Toolchain, Tools, candidate_tests,
};

use crate::sizes::assert_sizes;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn candidates() -> Vec<Candidate> {
    let candidates = load_all(&root()).unwrap_or_else(|error| panic!("{error}"));
    assert!(!candidates.is_empty(), "there is no candidate to test");
    candidates
}

fn builder() -> Builder {
    Builder::new(
        Toolchain::detect().unwrap(),
        Path::new(env!("CARGO_TARGET_TMPDIR")).join("candidates"),
    )
}

/// Under the sanitizers, every test program once per instance.
#[test]
fn independent_implementations_pass_their_tests() {
    let builder = builder();
    let mut failed = Vec::new();
    for candidate in candidates() {
        let runs = candidate_tests(&builder, &candidate, supported)
            .unwrap_or_else(|error| panic!("{error}"));
        let independent = candidate
            .instances
            .iter()
            .any(|instance| instance.independent.is_some());
        assert!(
            !independent || !runs.is_empty(),
            "{} has independent code without tests",
            candidate.id
        );
        for run in runs {
            eprintln!("{run}");
            if matches!(run.outcome, TestOutcome::Failed(_)) {
                failed.push(run.to_string());
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}

/// With the flags of their profile and, where it can be, instrumented. Their sizes are those of binutils.
#[test]
fn independent_implementations_build_without_warnings() {
    let wrap =
        Tools::wrap(&root(), &AtomicBool::new(false)).unwrap_or_else(|error| panic!("{error}"));
    let builder = builder().wrap_library(wrap);
    let candidates = candidates();
    let mut requests = Vec::new();
    for candidate in &candidates {
        for instance in &candidate.instances {
            let Some(implementation) = &instance.independent else {
                continue;
            };
            let flags = FlagClass::from(instance.profile);
            for instrumented in [false, true] {
                requests.push(Request {
                    candidate,
                    instance,
                    implementation,
                    flags,
                    instrumented,
                });
            }
        }
    }
    for (request, result) in requests.iter().zip(builder.build_all(&requests, |_, _| ())) {
        match result {
            Ok(library) => {
                let log = std::fs::read_to_string(&library.log).unwrap();
                assert_eq!(library.warnings, 0, "{request}\n{log}");
                assert_sizes(&library.path, library.segments);
                assert!(
                    !request.instrumented || !library.wrapped.is_empty(),
                    "{request}: nothing is counted"
                );
            }
            Err(BuildError::NotProfiled { .. }) if request.flags.optimises_at_link_time() => {}
            Err(error) => panic!("{error}"),
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn supported(feature: CpuFeature) -> bool {
    match feature.name() {
        "avx2" => std::is_x86_feature_detected!("avx2"),
        "bmi2" => std::is_x86_feature_detected!("bmi2"),
        "aes" => std::is_x86_feature_detected!("aes"),
        "pclmulqdq" => std::is_x86_feature_detected!("pclmulqdq"),
        _ => false,
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn supported(_: CpuFeature) -> bool {
    false
}
