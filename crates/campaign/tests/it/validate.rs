//! What is wrong is named: file, member, stored and recomputed value. Pages and digests are written again after each
//! change, so that only the computation can find it.

use std::fs;
use std::path::{Path, PathBuf};

use assay_campaign::{RunFolder, pages};
use serde_json::{Value, json};

use crate::synthetic::{self, Size, change, record_path, write_repository};
use crate::{check, cover_up, messages};

struct Made {
    folder: tempfile::TempDir,
    run: PathBuf,
}

impl Made {
    fn new() -> Made {
        let folder = tempfile::tempdir().unwrap();
        let run = write_repository(folder.path(), &Size::SMALL).unwrap();
        Made { folder, run }
    }

    fn root(&self) -> &Path {
        self.folder.path()
    }

    fn record(&self) -> PathBuf {
        record_path(&self.run, "kem-01", "set-0", "enc", 0)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.run.join(name)
    }

    /// Changes a file, covers it up, and says what is found.
    fn found_after(&self, path: &Path, how: impl FnOnce(&mut Value)) -> Vec<String> {
        change(path, how).unwrap();
        cover_up(self.root(), &self.run);
        messages(&check(self.root(), &self.run))
    }
}

#[test]
fn a_finished_run_holds_and_has_a_seal() {
    let made = Made::new();
    let found = check(made.root(), &made.run);
    assert_eq!(messages(&found), [""; 0]);
    assert_eq!(found.notes, [""; 0]);
    assert_eq!(
        (
            found.records,
            found.profiles,
            found.memories,
            found.logs,
            found.pages
        ),
        (14, 6, 6, 3, 11)
    );
    let digests = fs::read(made.file("data/digests.json")).unwrap();
    assert_eq!(found.seal, Some(assay_evidence::sha256_hex(&digests)));
}

#[test]
fn statistics_are_recomputed() {
    let file = "data/records/kem-01/set-0__enc.json";
    for member in [
        "/mean_seconds",
        "/median_trial_seconds",
        "/min_trial_seconds",
        "/max_trial_seconds",
        "/mean_cycles",
        "/median_trial_cycles",
        "/operations_per_second",
        "/interval_seconds/low",
        "/interval_seconds/high",
        "/distribution/percentiles/min",
        "/distribution/percentiles/p1",
        "/distribution/percentiles/p50",
        "/distribution/percentiles/p99",
        "/distribution/percentiles/max",
    ] {
        let made = Made::new();
        let mut values = (0.0, 0.0);
        let found = made.found_after(&made.record(), |record| {
            let value = record.pointer_mut(member).unwrap();
            values.0 = value.as_f64().unwrap();
            values.1 = values.0 * 1.000_001 + 1e-12;
            *value = json!(values.1);
        });
        let member = member[1..].replace('/', ".");
        let expected = format!(
            "{file}: {member} is {}, but the raw data give {}",
            json!(values.1),
            json!(values.0)
        );
        assert_eq!(found, [expected]);
    }
}

#[test]
fn raw_data_that_were_changed_contradict_the_statistics() {
    let made = Made::new();
    let found = made.found_after(&made.record(), |record| {
        record["processes"][0]["trials"][0]["seconds"] = json!(1.0);
    });
    assert!(found.len() > 3, "{found:?}");
    assert!(
        found
            .iter()
            .any(|found| found.contains("mean_seconds is ") && found.contains("the raw data give"))
    );
}

#[test]
fn shares_are_recomputed() {
    let made = Made::new();
    let path = made.file("data/profile/kem-01/set-0__enc.json");
    let found = made.found_after(&path, |profile| profile["share"]["drng"] = json!(0.02));
    assert_eq!(
        found,
        [
            "data/profile/kem-01/set-0__enc.json: the share of drng is stored as 0.02, but its ticks give 0.01"
        ]
    );
}

#[test]
fn peaks_of_memory_are_recomputed() {
    let made = Made::new();
    let path = made.file("data/memory/kem-01/set-0__enc.json");
    let found = made.found_after(&path, |memory| {
        memory["stack"]["peak_bytes"] = json!(1);
        memory["provenance"]["origin"] = json!("submission");
    });
    let file = "data/memory/kem-01/set-0__enc.json";
    assert_eq!(
        found,
        [
            format!("{file}: the peak of the stack is stored as 1 bytes, but its calls give 4112"),
            format!(
                "{file}: provenance.origin is \"submission\", but build.json gives \"independent\""
            ),
        ]
    );
}

#[test]
fn records_and_profiles_are_those_of_the_built_library() {
    let made = Made::new();
    let other = "0".repeat(64);
    let found = made.found_after(&made.record(), |record| {
        record["library_sha256"] = json!(other);
        record["kat_log"] = json!("kat/kem-01/set-1.log");
    });
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with(&format!(
        "data/records/kem-01/set-0__enc.json: library_sha256 is \"{other}\", but build.json gives \""
    )));
    assert!(
        found[1].ends_with(
            "kat_log is \"kat/kem-01/set-1.log\", but build.json gives \"kat/kem-01/set-0.log\""
        ),
        "{found:?}"
    );

    let made = Made::new();
    let path = made.file("data/profile/kem-01/set-0__enc.json");
    let found = made.found_after(&path, |profile| {
        profile["provenance"]["library_sha256"] = json!(other);
    });
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("provenance.library_sha256 is "));
}

#[test]
fn a_verdict_is_that_of_its_log() {
    let made = Made::new();
    let log = made.file("data/kat/kem-01/set-0.log");
    let text = fs::read_to_string(&log).unwrap();
    fs::write(&log, text.replace(" PASS ", " MISMATCH ")).unwrap();
    cover_up(made.root(), &made.run);
    let found = messages(&check(made.root(), &made.run));
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("data/build.json: kem-01/set-0.kat_log_sha256 is "));
    assert_eq!(
        found[1],
        "data/build.json: kem-01/set-0.kat is PASS, but its log ends with MISMATCH"
    );
}

#[test]
fn a_record_lies_where_it_belongs_and_has_a_build_entry() {
    let made = Made::new();
    let moved = made.file("data/records/kem-01/set-9__enc.json");
    fs::rename(made.record(), &moved).unwrap();
    cover_up(made.root(), &made.run);
    let found = messages(&check(made.root(), &made.run));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].ends_with(
            "is \"kem-01/set-0__enc.json\", but its path says \"kem-01/set-9__enc.json\""
        )
    );

    let found = made.found_after(&moved, |record| record["label"] = json!("set-9"));
    assert_eq!(
        found,
        ["data/records/kem-01/set-9__enc.json: build.json has no entry kem-01/set-9"]
    );
}

#[test]
fn one_page_per_candidate_and_each_as_it_is_rendered() {
    let made = Made::new();
    fs::remove_file(made.file("pages/kem-01.md")).unwrap();
    fs::write(made.file("pages/kem-07.md"), "# forged\n").unwrap();
    let hash = made.file("pages/hash-01.md");
    let text = fs::read_to_string(&hash).unwrap();
    fs::write(&hash, text.replacen("PASS", "FAIL", 1)).unwrap();
    let found = messages(&check(made.root(), &made.run));
    for part in [
        "pages/kem-01.md: is missing; `cargo xtask report` writes it",
        "pages/kem-07.md: is not a page of this evidence",
        "pages/kem-07.md: data/digests.json does not list this file",
        "pages/kem-01.md: is missing, but data/digests.json lists it",
    ] {
        assert!(found.iter().any(|found| found == part), "{part}: {found:?}");
    }
    let line = found
        .iter()
        .find(|found| found.starts_with("pages/hash-01.md: line "))
        .unwrap();
    assert!(
        line.contains("FAIL") && line.contains("rendering it again gives") && line.contains("PASS"),
        "{line}"
    );
}

/// Facts on a page that come from the manifest are checked like those from the evidence.
#[test]
fn a_page_of_another_manifest_is_found() {
    let made = Made::new();
    let manifest = made.root().join("candidates/kem-01/candidate.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("Made Up", "Renamed")).unwrap();
    let found = messages(&check(made.root(), &made.run));
    assert!(found[0].starts_with("pages/kem-01.md: line 1 is ") && found[0].contains("Renamed"));
    for file in [
        "index.html",
        "summary.md",
        "symmetric-survey.md",
        "csv/performance.csv",
        "csv/profile.csv",
        "csv/memory.csv",
        "csv/sizes.csv",
        "csv/kat.csv",
    ] {
        let start = format!("pages/{file}: line ");
        assert!(
            found.iter().any(|found| found.starts_with(&start)),
            "{file}: {found:?}"
        );
    }
    assert_eq!(found.len(), 9, "{found:?}");
}

#[test]
fn a_finished_run_without_digests_is_not_trusted() {
    let made = Made::new();
    fs::remove_file(made.file("data/digests.json")).unwrap();
    let found = check(made.root(), &made.run);
    assert_eq!(
        messages(&found),
        [
            "data/digests.json: is missing; a campaign writes it at its end, and `cargo xtask report` does"
        ]
    );
    assert_eq!(found.seal, None);

    // An interrupted campaign has none yet.
    change(&made.file("data/campaign.json"), |campaign| {
        campaign.as_object_mut().unwrap().remove("ended_utc");
    })
    .unwrap();
    for candidate in synthetic::candidates(made.root()).unwrap() {
        pages::write_page(&RunFolder::new(&made.run), &candidate).unwrap();
    }
    let found = check(made.root(), &made.run);
    assert!(
        found
            .notes
            .iter()
            .any(|note| note.contains("has not ended")),
        "{:?}",
        found.notes
    );
}

#[test]
fn a_file_of_a_newer_version_and_a_stray_one_are_named() {
    let made = Made::new();
    let path = made.record();
    change(&path, |record| record["schema"] = json!(4)).unwrap();
    fs::write(made.file("data/notes.txt"), "").unwrap();
    let found = messages(&check(made.root(), &made.run));
    assert!(
        found
            .iter()
            .any(|found| found.contains("set-0__enc.json") && found.contains("has schema 4")),
        "{found:?}"
    );
    assert!(
        found
            .iter()
            .any(|found| found.starts_with("data/notes.txt: is no part of a dataset")),
        "{found:?}"
    );
}

/// Writing the digests last, as a campaign does, and writing everything again come to the same files.
#[test]
fn a_campaign_and_a_report_write_the_same() {
    let made = Made::new();
    let digests = made.file("data/digests.json");
    let of_report = fs::read(&digests).unwrap();
    fs::remove_dir_all(made.file("pages")).unwrap();
    fs::remove_file(&digests).unwrap();
    let run = RunFolder::new(&made.run);
    let candidates = synthetic::candidates(made.root()).unwrap();
    for candidate in &candidates {
        pages::write_page(&run, candidate).unwrap();
    }
    pages::write_summary(&run, &candidates).unwrap();
    assert_eq!(fs::read(&digests).unwrap(), of_report);
}
