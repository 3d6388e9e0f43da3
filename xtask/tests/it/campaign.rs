//! The whole chain on a toy, from manifest to page.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::repository::Repository;

fn run_folder(repository: &Repository) -> std::path::PathBuf {
    let runs = repository.path().join("reports/runs");
    let mut folders = fs::read_dir(runs)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    folders
        .find(|folder| folder.to_string_lossy().ends_with("-quick"))
        .unwrap()
}

fn evidence(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.join("data"), folder.join("pages")];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with(".campaign.lock") {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                files.push((name, fs::read(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn a_campaign_measures_once_and_only_what_is_missing() {
    let repository = Repository::new();
    repository
        .fixture("kem-01", "kem", "toy_kem")
        .fixture("kem-02", "kem", "crashes_in_keygen");
    let first = repository.run(&["campaign", "--quick"]);
    // One candidate does not pass; the other is measured all the same.
    assert_eq!(first.exit, Some(1), "{first:?}");
    assert!(
        first
            .stdout
            .contains("kem-02/crashes_in_keygen does not pass its known-answer test: CRASH"),
        "{first:?}"
    );

    let folder = run_folder(&repository);
    let files = evidence(&folder);
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    for name in [
        "data/build.json",
        "data/campaign.json",
        "data/kat/kem-01/toy_kem.log",
        "data/records/kem-01/toy_kem__keygen.json",
        "data/records/kem-01/toy_kem__enc.json",
        "data/records/kem-01/toy_kem__dec.json",
        "data/profile/kem-01/toy_kem__keygen.json",
        "pages/kem-01.md",
        "pages/kem-02.md",
        "pages/summary.md",
        "pages/index.html",
        "pages/method_local.md",
        "pages/symmetric-survey.md",
        "pages/csv/performance.csv",
        "pages/csv/profile.csv",
        "pages/csv/memory.csv",
        "pages/csv/sizes.csv",
        "pages/csv/kat.csv",
    ] {
        assert!(names.contains(&name), "{name} is missing: {names:?}");
    }
    assert!(
        !names.iter().any(|name| name.starts_with("data/raw/")),
        "{names:?}"
    );

    let page = fs::read_to_string(folder.join("pages/kem-01.md")).unwrap();
    for part in [
        "## 1. Basic information",
        "## 2. Assessment environment",
        "## 3. Functional testing (KAT)",
        "## 4. Performance",
        "## 5. Resource consumption",
        "## 6. Transmission and storage overhead",
        "## Symmetric primitives",
        "## 7. Raw evidence index",
        "Not the submitter's code.",
        "Quick look.",
        "drng 1, pseudoXOF 1",
    ] {
        assert!(page.contains(part), "{part} is missing:\n{page}");
    }

    let second = repository.run(&["campaign", "--quick"]);
    assert!(second.stdout.contains("nothing was missing"), "{second:?}");
    assert_eq!(
        evidence(&folder),
        files,
        "a finished campaign changes nothing"
    );

    // The pages follow from the evidence alone.
    fs::remove_dir_all(folder.join("pages")).unwrap();
    assert_eq!(repository.run(&["report", "--quick"]).exit, Some(0));
    assert_eq!(evidence(&folder), files);

    // Other code is another library, so all of it is measured again.
    let source = repository.read("candidates/kem-01/independent/toy_kem.c");
    repository.write(
        "candidates/kem-01/independent/toy_kem.c",
        &(source + "/* changed */ int more_code(void);\nint more_code(void) { return 1; }\n"),
    );
    let third = repository.run(&["campaign", "--quick", "kem-01"]);
    assert_eq!(third.exit, Some(0), "{third:?}");
    assert!(
        third.stdout.contains("measured in 15 processes"),
        "{third:?}"
    );
}

#[test]
fn signatures_and_hash_functions_are_measured() {
    let repository = Repository::new();
    repository
        .fixture("sig-01", "sig", "toy_sig")
        .fixture("hash-01", "hash", "toy_hash");
    let outcome = repository.run(&["campaign", "--quick"]);
    for operation in ["keygen", "sign", "verify", "hash_32", "hash_65536"] {
        assert!(
            outcome.stdout.contains(operation),
            "{operation} is missing: {outcome:?}"
        );
    }
    assert!(!outcome.stdout.contains("failed"), "{outcome:?}");
}

/// What was complete when Ctrl-C came is used by the next run, and nothing is left running.
#[test]
fn an_interrupted_campaign_goes_on_where_it_stopped() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    let mut campaign = repository
        .command(&["campaign"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let raw = repository.path().join("reports/runs");
    let wait_until = Instant::now() + Duration::from_secs(300);
    let complete = || -> usize {
        walk(&raw)
            .iter()
            .filter(|path| path.contains("/raw/") && path.ends_with(".json"))
            .count()
    };
    while complete() < 2 {
        assert!(Instant::now() < wait_until, "no trial was finished");
        assert!(
            campaign.try_wait().unwrap().is_none(),
            "the campaign ended too soon"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    let interrupted = std::process::Command::new("kill")
        .args(["-INT", &campaign.id().to_string()])
        .status()
        .unwrap();
    assert!(interrupted.success());
    let status = campaign.wait().unwrap();
    let mut said = String::new();
    campaign
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    assert_eq!(status.code(), Some(130), "{said}");
    assert!(
        said.contains("run the same command again to go on"),
        "{said}"
    );

    let kept = complete();
    assert!(kept >= 2);
    let outcome = repository.run(&["campaign"]);
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    assert!(
        outcome
            .stdout
            .contains(&format!("measured in {} processes", 15 - kept)),
        "{kept} kept: {outcome:?}"
    );
}

fn walk(folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path.display().to_string());
            }
        }
    }
    files
}

/// An instance for another processor is named with the reason, does not run, and holds nobody up.
#[test]
fn an_instance_for_another_processor_is_listed_as_not_run() {
    let (requires, missing) = if cfg!(target_arch = "x86_64") {
        ("sve2", "SVE2")
    } else {
        ("avx2", "AVX2")
    };
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    let manifest = repository.read("candidates/kem-01/candidate.toml")
        + &format!(
            "\n[[instances]]\nlabel = \"toy_kem-fast\"\nvariant = \"reference\"\nprofile = \"guide-performance\"\n\
             requires = [\"{requires}\"]\nkat-file = \"KAT_KEM_toy_kem.txt\"\n"
        );
    repository.write("candidates/kem-01/candidate.toml", &manifest);
    let reason = format!("not run: this CPU has no {missing}");

    let kat = repository.run(&["kat"]);
    assert_eq!(kat.exit, Some(0), "{kat:?}");
    let line = |name: &str| {
        let line = kat.stdout.lines().find(|line| line.starts_with(name));
        line.unwrap_or_else(|| panic!("{name} is missing: {kat:?}"))
    };
    assert!(line("kem-01/toy_kem-fast ").contains(&reason), "{kat:?}");
    assert!(line("kem-01/toy_kem ").contains("PASS"), "{kat:?}");

    let campaign = repository.run(&["campaign", "--quick"]);
    assert_eq!(campaign.exit, Some(0), "{campaign:?}");
    assert!(
        campaign.stdout.contains("measured in 15 processes"),
        "{campaign:?}"
    );
    let folder = run_folder(&repository);
    let page = fs::read_to_string(folder.join("pages/kem-01.md")).unwrap();
    assert!(page.contains(&reason), "{page}");
    for file in walk(&folder.join("data")) {
        assert!(!file.contains("toy_kem-fast"), "{file}");
    }
}
