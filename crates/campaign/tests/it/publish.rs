//! A run becomes the published dataset of its system, or the old one stays.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use assay_campaign::publish::{Allowances, Published, publish};
use assay_campaign::{Dataset, Error, Repository, RunFolder};
use assay_evidence::files_below;
use assay_manifest::Systems;
use serde_json::json;

use crate::synthetic::{Size, candidates, change, record_path, write_repository};
use crate::{check, cover_up, messages};

const TWO: Size = Size {
    candidates: [2, 0, 1, 0],
    instances: [2, 0, 1, 0],
    stamped: 20,
};

fn publish_run(root: &Path, run: &Path, allowances: Allowances) -> Result<Published, Error> {
    publish(
        &Repository::new(root),
        &RunFolder::new(run),
        &candidates(root).unwrap(),
        &Systems::load(root).unwrap(),
        allowances,
    )
}

fn reasons(result: Result<Published, Error>) -> Vec<String> {
    match result {
        Err(Error::NotPublishable { reasons, .. }) => reasons,
        other => panic!("{other:?}"),
    }
}

fn content(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    files_below(folder)
        .unwrap()
        .into_iter()
        .map(|name| {
            let bytes = fs::read(folder.join(&name)).unwrap();
            (name, bytes)
        })
        .collect()
}

fn reports(root: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(root.join("reports"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn what_is_published_holds_and_leaves_working_files_behind() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let run = write_repository(root, &TWO).unwrap();
    fs::create_dir_all(run.join("data/calibrate/kem-01")).unwrap();
    fs::write(run.join("data/calibrate/kem-01/set-0__enc.json"), "{}").unwrap();
    let published = publish_run(root, &run, Allowances::default()).unwrap();
    assert_eq!(published.folder, root.join("reports/x86_1"));
    assert!(!published.replaced);
    assert_eq!(reports(root), ["runs", "systems.toml", "x86_1"]);

    let there = content(&published.folder);
    assert_eq!(there.len(), published.files);
    assert!(
        !there
            .keys()
            .any(|name| name.contains("calibrate") || name.contains(".lock"))
    );
    let mut of_run = content(&run);
    of_run.retain(|name, _| !name.contains("calibrate") && !name.contains(".lock"));
    assert!(there == of_run);

    let known = Dataset::all(&Repository::new(root)).unwrap();
    assert_eq!(known[0].name(), "reports/x86_1");
    assert_eq!(known[0].published_system(), Some("x86_1"));
    let found = check(root, &published.folder);
    assert_eq!(messages(&found), [""; 0]);
    assert_eq!(found.seal, Some(published.seal));

    // Publishing again replaces it.
    assert!(
        publish_run(root, &run, Allowances::default())
            .unwrap()
            .replaced
    );
    assert_eq!(reports(root), ["runs", "systems.toml", "x86_1"]);
}

/// Every reason is found on its own, and the old dataset is then untouched.
#[test]
fn what_must_not_be_published_is_refused_and_the_old_stays() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let run = write_repository(root, &TWO).unwrap();
    let target = publish_run(root, &run, Allowances::default())
        .unwrap()
        .folder;
    let old = content(&target);
    let enc = record_path(&run, "kem-01", "set-0", "enc", 0);

    type Damage<'a> = Box<dyn Fn() + 'a>;
    let campaign = run.join("data/campaign.json");
    let cases: Vec<(Damage<'_>, &str)> = vec![
        (
            Box::new(|| {
                change(&campaign, |campaign| campaign["quick"] = json!(true)).unwrap();
                for name in files_below(&run.join("data/records")).unwrap() {
                    change(&run.join("data/records").join(name), |record| {
                        record["provenance"]["quick"] = json!(true);
                    })
                    .unwrap();
                }
            }),
            "it is a quick look",
        ),
        (
            Box::new(|| {
                change(&enc, |record| {
                    record["provenance"]["host_fixed"] = json!(false);
                    record["provenance"]["host_problems"] = json!(["turbo is on"]);
                })
                .unwrap();
            }),
            "the host was not fit in 1 records: turbo is on",
        ),
        (
            Box::new(|| fs::remove_file(&enc).unwrap()),
            "kem-01/set-0 has no record of enc: the campaign is not finished",
        ),
        (
            Box::new(|| fs::remove_file(record_path(&run, "kex-01", "set-0", "pass3", 0)).unwrap()),
            "kex-01/set-0 has no record of pass3: the campaign is not finished",
        ),
        (
            Box::new(|| {
                let raw = run.join("data/raw/kem-01");
                fs::create_dir_all(&raw).unwrap();
                fs::write(raw.join("set-0__enc__0.json"), "{}").unwrap();
            }),
            "1 processes belong to operations that are not complete",
        ),
        (
            Box::new(|| {
                change(&campaign, |campaign| {
                    campaign.as_object_mut().unwrap().remove("ended_utc");
                })
                .unwrap();
            }),
            "the campaign has not ended",
        ),
        (
            Box::new(|| {
                change(&enc, |record| {
                    record["processes"][0]["command"] = json!(["/tmp/somewhere/assay-driver"]);
                })
                .unwrap();
            }),
            "data/records/kem-01/set-0__enc.json: holds a path of the machine it was made on: /tmp/somewhere/assay-driver",
        ),
        (
            Box::new(|| {
                let library = json!("/srv/target/libset-0.so");
                change(&run.join("data/build.json"), |build| {
                    build["instances"]["kem-01/set-0"]["library"] = library.clone();
                })
                .unwrap();
                for operation in ["keygen", "enc", "dec"] {
                    let path = record_path(&run, "kem-01", "set-0", operation, 0);
                    change(&path, |record| record["library"] = library.clone()).unwrap();
                }
            }),
            "the library of kem-01/set-0 has an absolute path, /srv/target/libset-0.so",
        ),
        (
            Box::new(|| {
                let log = run.join("data/kat/kem-01/set-0.log");
                fs::write(&log, "RESULT kem-01 set-0 MISMATCH \n").unwrap();
                let sha256 = assay_evidence::sha256_hex(&fs::read(&log).unwrap());
                change(&run.join("data/build.json"), |build| {
                    build["instances"]["kem-01/set-0"]["kat"] = json!("MISMATCH");
                    build["instances"]["kem-01/set-0"]["kat_log_sha256"] = json!(sha256);
                })
                .unwrap();
                for operation in ["keygen", "enc", "dec"] {
                    let path = record_path(&run, "kem-01", "set-0", operation, 0);
                    change(&path, |record| {
                        record["kat"] = json!("MISMATCH");
                        record["kat_not_passed"] = json!(true);
                        record["kat_log_sha256"] = json!(sha256);
                    })
                    .unwrap();
                }
            }),
            "kem-01/set-0 does not pass its known-answer test (MISMATCH) and its manifest states no issue that explains it",
        ),
        (
            Box::new(|| {
                change(&enc, |record| record["mean_seconds"] = json!(1.0)).unwrap();
            }),
            "mean_seconds is 1.0, but the raw data give",
        ),
    ];
    for (damage, expected) in cases {
        damage();
        cover_up(root, &run);
        let found = reasons(publish_run(root, &run, Allowances::default()));
        assert_eq!(found.len(), 1, "{expected}: {found:?}");
        assert!(found[0].contains(expected), "{expected}: {found:?}");
        assert!(content(&target) == old, "{expected}");
        assert_eq!(reports(root), ["runs", "systems.toml", "x86_1"]);
        fs::remove_dir_all(&run).unwrap();
        write_repository(root, &TWO).unwrap();
    }
}

#[test]
fn what_is_allowed_by_name_is_published() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let run = write_repository(root, &TWO).unwrap();
    publish_run(root, &run, Allowances::default()).unwrap();

    // A run of fewer candidates, on a host that was not fit.
    let fewer = Size {
        candidates: [2, 0, 0, 0],
        instances: [2, 0, 0, 0],
        ..TWO
    };
    fs::remove_dir_all(&run).unwrap();
    write_repository(root, &fewer).unwrap();
    change(&record_path(&run, "kem-01", "set-0", "enc", 0), |record| {
        record["provenance"]["host_fixed"] = json!(false);
        record["provenance"]["host_problems"] = json!(["turbo is on"]);
    })
    .unwrap();
    cover_up(root, &run);
    let found = reasons(publish_run(root, &run, Allowances::default()));
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[1].contains("has kex-01 and this run does not"));
    let allowances = Allowances {
        unfit_host: true,
        fewer: true,
        quick: false,
    };
    let published = publish_run(root, &run, allowances).unwrap();
    let names: Vec<PathBuf> = ["kem-01.md", "kex-01.md"]
        .iter()
        .map(|name| published.folder.join("pages").join(name))
        .collect();
    assert!(names[0].is_file() && !names[1].exists());
    let page = fs::read_to_string(&names[0]).unwrap();
    assert!(page.contains("Host not fixed."), "{page}");
}

#[test]
fn a_system_must_be_registered() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let run = write_repository(root, &TWO).unwrap();
    let systems = root.join("reports/systems.toml");
    let text = fs::read_to_string(&systems).unwrap();
    fs::write(&systems, text.replace("x86_1", "other")).unwrap();
    let found = reasons(publish_run(root, &run, Allowances::default()));
    assert_eq!(
        found,
        ["data/campaign.json: the system x86_1 is not registered in reports/systems.toml"]
    );
    assert_eq!(reports(root), ["runs", "systems.toml"]);
}
