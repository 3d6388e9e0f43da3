//! Campaigns that are disturbed from outside, and folders that are not as they were left.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::repository::Repository;

/// Process ids of the drivers that a process has started.
fn drivers_of(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    processes
        .filter_map(|process| process.file_name().to_str()?.parse().ok())
        .filter(|id: &u32| {
            let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            // `pid (name) state parent …`
            let after_name = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
            let is_child = after_name.split(' ').nth(1) == Some(&parent.to_string());
            is_child && stat.contains("(assay-driver)")
        })
        .collect()
}

fn kill(id: u32) {
    let status = Command::new("kill").args(["-9", &id.to_string()]).status();
    assert!(status.is_ok());
}

/// The kernel, or a colleague, kills a driver now and then: that says nothing about the candidate.
#[test]
fn a_driver_killed_from_outside_is_run_again() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    let mut campaign = repository
        .command(&["campaign", "--quick"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut killed = 0;
    let patience = Instant::now() + Duration::from_secs(300);
    while campaign.try_wait().unwrap().is_none() {
        assert!(Instant::now() < patience, "the campaign does not end");
        // Few enough that no job can be hit three times.
        if killed < 2
            && let Some(driver) = drivers_of(campaign.id()).first()
        {
            kill(*driver);
            killed += 1;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let outcome = crate::repository::Outcome::from(campaign.wait_with_output().unwrap());
    assert!(killed > 0, "no driver was seen");
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    assert!(!outcome.stdout.contains("OOM"), "{outcome:?}");
    let build = data(&repository).join("build.json");
    let build = fs::read_to_string(build).unwrap();
    assert!(build.contains("\"flags\": \"guide\""), "{build}");
}

fn data(repository: &Repository) -> std::path::PathBuf {
    let runs = repository.path().join("reports/runs");
    let mut folders = fs::read_dir(runs).unwrap();
    folders.next().unwrap().unwrap().path().join("data")
}

fn record(data: &Path) -> Vec<u8> {
    fs::read(data.join("records/kem-01/toy_kem__enc.json")).unwrap()
}

#[test]
fn records_keep_the_circumstances_they_were_made_under() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    let first = repository.run(&["campaign", "--quick"]);
    assert_eq!(first.exit, Some(0), "{first:?}");
    let data = data(&repository);
    let before = record(&data);

    // A calibration is a working file: a damaged one is made again, and the records stay.
    let calibration = data.join("calibrate/kem-01/toy_kem__enc.json");
    fs::write(&calibration, "{").unwrap();
    let second = repository.run(&["campaign", "--quick"]);
    assert_eq!(second.exit, Some(0), "{second:?}");

    // Without the campaign's own file nobody knows how the records were made.
    let before = if record(&data) == before {
        before
    } else {
        record(&data)
    };
    let campaign = data.join("campaign.json");
    let text = fs::read_to_string(&campaign).unwrap();
    fs::remove_file(&campaign).unwrap();
    let without = repository.run(&["campaign", "--quick"]);
    assert_eq!(without.exit, Some(2), "{without:?}");
    assert!(without.stderr.contains("no campaign.json"), "{without:?}");
    assert_eq!(record(&data), before);

    // Records of two CPUs do not belong together.
    let cpu = "\"cpu_number\": ";
    let number: String = text[text.find(cpu).unwrap() + cpu.len()..]
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    let other = if number == "0" { "1" } else { "0" };
    let text = text.replace(&format!("{cpu}{number}"), &format!("{cpu}{other}"));
    fs::write(&campaign, text).unwrap();
    let elsewhere = repository.run(&["campaign", "--quick", "--cpu", &number]);
    assert_eq!(elsewhere.exit, Some(2), "{elsewhere:?}");
    assert!(elsewhere.stderr.contains("CPU"), "{elsewhere:?}");
    assert_eq!(record(&data), before);
}

/// A function that fails is on the page with its reason, not as something nobody looked at.
#[test]
fn an_operation_that_fails_says_why_on_the_page() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "secrets_differ");
    let outcome = repository.run(&["campaign", "--quick"]);
    assert_eq!(outcome.exit, Some(1), "{outcome:?}");
    let pages = data(&repository).join("../pages/kem-01.md");
    let page = fs::read_to_string(pages).unwrap();
    assert!(page.contains("CRYPTOFAIL"), "{page}");
    let summary = fs::read_to_string(data(&repository).join("../pages/summary.md")).unwrap();
    assert!(summary.contains("CRYPTOFAIL"), "{summary}");
    let record = data(&repository).join("records/kem-01/secrets_differ__dec.json");
    let record = fs::read_to_string(record).unwrap();
    assert!(record.contains("\"failed_or_partial\""), "{record}");
}
