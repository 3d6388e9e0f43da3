//! Campaigns killed at random moments: nothing is lost, nothing is measured twice, nobody stays behind.
//!
//! `ASSAY_KILLS=200` kills more often than the test suite has time for, `ASSAY_KILL_SEED` gives other moments.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::repository::{Outcome, Repository};

const KILLS: u32 = 12;
const SEED: u64 = 20_260_925;
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);
pub(crate) const RUN: &str = "reports/runs/killed";

/// SplitMix64: a fixed seed gives the same moments.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A part of a span of time.
    fn part_of(&mut self, span: Duration) -> Duration {
        span.mul_f64((self.next() >> 11) as f64 / (1_u64 << 53) as f64)
    }
}

fn number(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// Files below a folder by name, working files of a campaign as well.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(bytes) = fs::read(&path) {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                found.insert(name, bytes);
            }
        }
    }
    found
}

pub(crate) fn is_measured(name: &str) -> bool {
    ["data/records/", "data/profile/", "data/memory/"]
        .iter()
        .any(|folder| name.starts_with(folder))
        && name.ends_with(".json")
}

fn parse(name: &str, bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap_or_else(|error| panic!("{name} is not whole: {error}"))
}

/// What was there after one stop, against what is there after the next.
pub(crate) fn nothing_is_lost(before: &BTreeMap<String, Vec<u8>>, now: &BTreeMap<String, Vec<u8>>) {
    for (name, bytes) in before {
        if is_measured(name) {
            assert!(
                now.get(name) == Some(bytes),
                "{name} was complete and was made again"
            );
        } else if let Some(rest) = name.strip_prefix("data/raw/")
            && !rest.contains(".writing-")
        {
            // A finished process waits for the others, or is in the record with the number it had.
            let (unit, index) = rest.trim_end_matches(".json").rsplit_once("__").unwrap();
            let wanted = &parse(name, bytes)["process"];
            let found = match now.get(name) {
                Some(still) => parse(name, still)["process"].clone(),
                None => {
                    let record = format!("data/records/{unit}.json");
                    let record = parse(&record, &now[&record]);
                    record["processes"][index.parse::<usize>().unwrap()].clone()
                }
            };
            assert!(found == *wanted, "{name} was measured and is lost");
        }
    }
    for (name, bytes) in now {
        if name.ends_with(".json") && !name.contains(".writing-") {
            parse(name, bytes);
        }
    }
}

/// Children of a process: id, time of start and name.
fn children(parent: u32) -> Vec<(u32, String, String)> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    processes
        .filter_map(|process| {
            let id: u32 = process.file_name().to_str()?.parse().ok()?;
            let (name, of, start) = status(id)?;
            (of == parent).then_some((id, start, name))
        })
        .collect()
}

/// Name, parent and time of start of a process that has not ended.
fn status(id: u32) -> Option<(String, u32, String)> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // `pid (name) state parent …`; the time of start is the 22nd.
    let (name, rest) = stat.split_once(" (")?.1.rsplit_once(") ")?;
    let members: Vec<&str> = rest.split(' ').collect();
    let is_alive = !matches!(members[0], "Z" | "X");
    is_alive.then_some((
        name.to_owned(),
        members[1].parse().ok()?,
        members.get(19)?.to_string(),
    ))
}

fn signal(name: &str, id: u32) {
    let status = Command::new("kill")
        .args([name, &id.to_string()])
        .stderr(Stdio::null())
        .status();
    assert!(status.is_ok());
}

/// Kills a campaign, of which no driver may stay.
pub(crate) fn kill_campaign(campaign: &mut Child) {
    // Nothing is started between the look and the end.
    signal("-STOP", campaign.id());
    let started = children(campaign.id());
    signal("-KILL", campaign.id());
    campaign.wait().unwrap();
    let since = Instant::now();
    for (id, start, _) in started {
        let is_driver = || {
            status(id).is_some_and(|(name, _, now)| {
                now == start && (name == "assay-driver" || name == "xtask")
            })
        };
        while is_driver() {
            assert!(
                since.elapsed() < PATIENCE,
                "driver {id} outlives its campaign"
            );
            thread::sleep(Duration::from_millis(2));
        }
    }
}

pub(crate) fn campaign(repository: &Repository, run: &str) -> Child {
    let run = repository.path().join(run);
    // Locks of CPUs of its own: other tests measure as well.
    let locks = repository.path().join("locks");
    fs::create_dir_all(&locks).unwrap();
    repository
        .command(&["campaign", "--quick", "--run"])
        .arg(run)
        .env("TMPDIR", locks)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

pub(crate) fn ended(campaign: Child) -> Outcome {
    campaign.wait_with_output().unwrap().into()
}

/// A finished run holds, and nothing half written is left of all the interruptions.
fn holds(repository: &Repository, wanted: &[String]) {
    let run = repository.path().join(RUN);
    let validated = repository.run(&["validate", run.to_str().unwrap()]);
    assert_eq!(validated.exit, Some(0), "{validated:?}");
    let files = files(&run);
    let measured: Vec<String> = files
        .keys()
        .filter(|name| is_measured(name))
        .cloned()
        .collect();
    assert_eq!(measured, wanted);
    let left: Vec<&String> = files
        .keys()
        .filter(|name| name.contains(".writing-") || name.starts_with("data/raw/"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Another text of the same code, so that building is among what is interrupted.
fn touch(repository: &Repository, round: u32) {
    for (id, name) in [("kem-01", "toy_kem"), ("kex-02", "toy_kex")] {
        let file = format!("candidates/{id}/independent/{name}.c");
        let source = repository.read(&file);
        let source = source.split("/* round").next().unwrap();
        repository.write(&file, &format!("{source}/* round {round} */\n"));
    }
}

#[test]
fn killed_at_random_moments_nothing_is_lost_and_nothing_measured_twice() {
    let kills = u32::try_from(number("ASSAY_KILLS", u64::from(KILLS))).unwrap();
    let seed = number("ASSAY_KILL_SEED", SEED);
    println!("{kills} kills, seed {seed}");
    let mut random = Random(seed);
    let repository = Repository::new();
    repository
        .fixture("kem-01", "kem", "toy_kem")
        .fixture("kex-02", "kex", "toy_kex");
    let started = Instant::now();
    let whole = ended(campaign(&repository, "reports/runs/whole"));
    // The key exchange has other answers than its expected digest, which is that of the KEM: measured all the same.
    assert_eq!(whole.exit, Some(1), "{whole:?}");
    let span = started.elapsed();
    let whole = files(&repository.path().join("reports/runs/whole"));
    let wanted: Vec<String> = whole
        .keys()
        .filter(|name| is_measured(name))
        .cloned()
        .collect();
    assert!(wanted.len() > 10, "{wanted:?}");

    let run: PathBuf = repository.path().join(RUN);
    let (mut of_campaigns, mut of_drivers, mut rounds) = (0, 0, 0);
    let mut before = BTreeMap::new();
    touch(&repository, rounds);
    while of_campaigns + of_drivers < kills {
        let mut running = campaign(&repository, RUN);
        let moment = Instant::now() + random.part_of(span);
        // One driver at most in one go: three in a row would be taken for the candidate's fault.
        let mut driver_at = random
            .next()
            .is_multiple_of(3)
            .then(|| Instant::now() + random.part_of(span));
        let mut is_done = false;
        while !is_done && Instant::now() < moment {
            if driver_at.is_some_and(|at| Instant::now() >= at)
                && let Some((id, ..)) = children(running.id())
                    .into_iter()
                    .find(|(_, _, name)| name == "assay-driver")
            {
                signal("-KILL", id);
                of_drivers += 1;
                driver_at = None;
            }
            is_done = running.try_wait().unwrap().is_some();
            thread::sleep(Duration::from_millis(1));
        }
        if is_done {
            let outcome = ended(running);
            assert_eq!(outcome.exit, Some(1), "{outcome:?}");
            nothing_is_lost(&before, &files(&run));
            holds(&repository, &wanted);
            fs::remove_dir_all(&run).unwrap();
            before.clear();
            rounds += 1;
            touch(&repository, rounds);
        } else {
            kill_campaign(&mut running);
            of_campaigns += 1;
            let now = files(&run);
            nothing_is_lost(&before, &now);
            before = now;
        }
    }
    let outcome = ended(campaign(&repository, RUN));
    assert_eq!(outcome.exit, Some(1), "{outcome:?}");
    nothing_is_lost(&before, &files(&run));
    holds(&repository, &wanted);
    println!(
        "{of_campaigns} campaigns and {of_drivers} drivers killed, {rounds} runs finished in between, a whole one takes {} ms",
        span.as_millis()
    );
}

/// Waits until a campaign holds its run folder, and gives what the lock says.
fn holder(repository: &Repository, running: &mut Child, run: &str) -> String {
    let lock = repository.path().join(run).join("data/.campaign.lock");
    let wanted = format!("process {}", running.id());
    let since = Instant::now();
    while fs::read_to_string(&lock).unwrap_or_default().trim() != wanted {
        assert!(since.elapsed() < PATIENCE, "it does not lock its folder");
        assert!(running.try_wait().unwrap().is_none(), "it is gone");
        thread::sleep(Duration::from_millis(2));
    }
    wanted
}

#[test]
fn a_second_campaign_in_the_same_folder_is_told_who_is_there() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    let mut first = campaign(&repository, RUN);
    let holder = holder(&repository, &mut first, RUN);
    // Stopped, so that it cannot be ready before the second one looks.
    signal("-STOP", first.id());
    let second = ended(campaign(&repository, RUN));
    signal("-CONT", first.id());
    assert_eq!(second.exit, Some(4), "{second:?}");
    assert!(second.stderr.contains(&holder), "{second:?}");
    assert!(
        second
            .stderr
            .contains("wait for it or choose another folder"),
        "{second:?}"
    );
    let first = ended(first);
    assert_eq!(first.exit, Some(0), "{first:?}");
}

#[test]
fn a_campaign_on_the_same_cpu_waits_until_the_other_is_gone() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    let mut first = campaign(&repository, "reports/runs/first");
    holder(&repository, &mut first, "reports/runs/first");
    // It holds the CPU from its first calibration on.
    let calibrated = repository.path().join("reports/runs/first/data/calibrate");
    let since = Instant::now();
    while !calibrated.exists() {
        assert!(since.elapsed() < PATIENCE, "it does not calibrate");
        thread::sleep(Duration::from_millis(1));
    }
    signal("-STOP", first.id());
    let was_running = first.try_wait().unwrap().is_none();
    assert!(was_running, "it was ready before it could be stopped");
    let mut second = campaign(&repository, "reports/runs/second");
    holder(&repository, &mut second, "reports/runs/second");
    let calibrated = repository.path().join("reports/runs/second/data/calibrate");
    thread::sleep(Duration::from_secs(1));
    assert!(!calibrated.exists(), "the second one measures as well");
    // However the first one ends.
    signal("-KILL", first.id());
    first.wait().unwrap();
    let second = ended(second);
    assert_eq!(second.exit, Some(0), "{second:?}");
    assert!(
        second.stderr.contains("on which another campaign measures"),
        "{second:?}"
    );
}
