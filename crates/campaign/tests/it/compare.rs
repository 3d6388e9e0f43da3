//! Two campaigns on one machine.

use std::fs;
use std::path::{Path, PathBuf};

use assay_campaign::compare::{Differences, Verdict, compare};
use assay_campaign::{Dataset, Error};
use assay_evidence::derive::{Facts, results};
use assay_evidence::{Store, TimingRecord, files_below};

use crate::synthetic::{Size, write_evidence};

/// The same run twice.
struct Pair {
    _folder: tempfile::TempDir,
    first: PathBuf,
    second: PathBuf,
}

impl Pair {
    fn new() -> Pair {
        let folder = tempfile::tempdir().unwrap();
        let first = write_evidence(folder.path(), &Size::SMALL).unwrap();
        let second = folder.path().join("second");
        for name in files_below(&first).unwrap() {
            let to = second.join(&name);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(first.join(&name), to).unwrap();
        }
        Pair {
            _folder: folder,
            first,
            second,
        }
    }

    fn compare(&self) -> Result<Differences, Error> {
        let at = |path: &Path| Dataset::at(path).unwrap();
        compare(&at(&self.first), &at(&self.second))
    }

    /// Changes a record of the second run, and what follows from it.
    fn change(&self, id: &str, label: &str, key: &str, how: impl FnOnce(&mut TimingRecord)) {
        let store = Store::new(self.second.join("data"));
        let mut record = store.read_record(id, label, key).unwrap().unwrap();
        how(&mut record);
        record.results = results(&record.head.processes, Facts::of(&record.head));
        store.write_record(&record).unwrap();
    }

    fn incomparable(&self) -> String {
        match self.compare() {
            Err(error @ Error::Incomparable { .. }) => error.to_string(),
            other => panic!("{other:?}"),
        }
    }
}

fn scale(record: &mut TimingRecord, factor: f64) {
    for process in &mut record.head.processes {
        for trial in &mut process.trials {
            trial.seconds *= factor;
            trial.cycles = trial.cycles.map(|cycles| (cycles as f64 * factor) as u64);
        }
    }
}

#[test]
fn a_campaign_does_not_differ_from_itself() {
    let found = Pair::new().compare().unwrap();
    assert_eq!(found.rows.len(), 14);
    for row in &found.rows {
        assert_eq!((row.verdict, row.same_library), (Verdict::Open, true));
        assert!((row.comparison.ratio.ratio - 1.0).abs() < 1e-12);
        assert_eq!(row.unit, "core_cycles");
        assert!(!row.is_slower_by(0.0));
    }
    assert!(found.notes.is_empty() && found.not_in_both.is_empty());
}

/// Trials in the made-up runs differ by 0.4 % at most, so 3 % are sure, a tenth of a percent is not, and the surer comes
/// first.
#[test]
fn a_difference_is_shown_when_it_is_sure() {
    let pair = Pair::new();
    pair.change("kem-01", "set-0", "enc", |record| scale(record, 1.03));
    pair.change("kem-01", "set-1", "dec", |record| scale(record, 0.9));
    pair.change("hash-01", "set-0", "hash_32", |record| scale(record, 1.001));
    let found = pair.compare().unwrap();
    let row = |index: usize| {
        let row = &found.rows[index];
        (row.instance.as_str(), row.operation.as_str(), row.verdict)
    };
    assert_eq!(row(0), ("kem-01/set-1", "dec", Verdict::Faster));
    assert_eq!(row(1), ("kem-01/set-0", "enc", Verdict::Slower));
    assert_eq!(row(2), ("hash-01/set-0", "hash_32", Verdict::Open));
    let enc = &found.rows[1];
    assert!((enc.comparison.ratio.ratio - 1.03).abs() < 1e-4);
    let (low, high) = enc.interval.unwrap();
    assert!(1.0 < low && low < 1.03 && 1.03 < high, "{low} {high}");
    // The gate is cleared by the whole interval or not at all.
    assert!(enc.is_slower_by(1.0) && !enc.is_slower_by(3.0));
    assert!(!found.rows[0].is_slower_by(0.0), "faster is not slower");
}

#[test]
fn two_units_are_refused() {
    let pair = Pair::new();
    pair.change("kem-01", "set-0", "enc", |record| {
        let provenance = record.head.provenance.as_mut().unwrap();
        provenance.counter.unit = "tsc_ticks".to_owned();
        for process in &mut record.head.processes {
            for trial in &mut process.trials {
                trial.ticks = trial.cycles.take();
            }
        }
    });
    let message = pair.incomparable();
    assert!(
        message.ends_with("kem-01/set-0 enc is counted in core_cycles here and in tsc_ticks there"),
        "{message}"
    );
}

#[test]
fn two_machines_are_refused() {
    let pair = Pair::new();
    pair.change("kem-01", "set-0", "enc", |record| {
        record.head.environment.cpu_model = Some("Other Processor".to_owned());
    });
    let message = pair.incomparable();
    assert!(
        message.ends_with(
            "enc was measured on machine (Processor, x86_64) here and on machine (Other Processor, x86_64) there"
        ),
        "{message}"
    );
}

#[test]
fn other_circumstances_and_what_is_missing_are_said() {
    let pair = Pair::new();
    pair.change("kem-01", "set-0", "enc", |record| {
        record.head.environment.compiler = Some("gcc 15.1.0".to_owned());
        record.head.library_sha256 = "0".repeat(64);
    });
    fs::remove_dir_all(pair.first.join("data/records/hash-01")).unwrap();
    let found = pair.compare().unwrap();
    assert_eq!(
        found.notes,
        ["compiler: gcc 14.2.0 / gcc 14.2.0, gcc 15.1.0"]
    );
    assert_eq!(found.not_in_both.len(), 8);
    assert!(found.not_in_both[0].starts_with("hash-01/set-0 hash_1024: only in "));
    let other: Vec<&str> = found
        .rows
        .iter()
        .filter(|row| !row.same_library)
        .map(|row| row.operation.as_str())
        .collect();
    assert_eq!(other, ["enc"]);

    fs::remove_dir_all(pair.first.join("data/records/kem-01")).unwrap();
    assert!(
        pair.incomparable()
            .ends_with("no operation is complete in both")
    );
}
