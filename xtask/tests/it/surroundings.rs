//! What happens to a disk: full, read-only, damaged, with a clock that jumps. The message says what to do, what is complete is
//! kept, and afterwards the campaign goes on.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::killing::{
    PATIENCE, RUN, campaign, ended, files, is_measured, kill_campaign, nothing_is_lost,
};
use crate::repository::{Outcome, Repository};

struct Run {
    repository: Repository,
}

impl Run {
    /// A finished campaign.
    fn finished() -> Run {
        let repository = Repository::new();
        repository.fixture("kem-01", "kem", "toy_kem");
        let run = Run { repository };
        run.succeeds();
        run
    }

    fn path(&self, name: &str) -> PathBuf {
        self.repository.path().join(RUN).join(name)
    }

    fn campaign(&self) -> Outcome {
        ended(campaign(&self.repository, RUN))
    }

    fn succeeds(&self) {
        let outcome = self.campaign();
        assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    }

    fn run(&self, command: &str) -> Outcome {
        let mut arguments = vec![command];
        if command == "report" {
            arguments.push("--run");
        }
        let folder = self.path("");
        arguments.push(folder.to_str().unwrap());
        self.repository.run(&arguments)
    }

    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        files(&self.path(""))
    }

    /// Everything measured is as it was, but for what is named.
    fn kept(&self, before: &BTreeMap<String, Vec<u8>>, but: &str) {
        let now = self.files();
        for (name, bytes) in before {
            if is_measured(name) && name != but {
                assert!(now.get(name) == Some(bytes), "{name} was made again");
            }
        }
        assert!(but.is_empty() || now.contains_key(but));
    }

    fn holds(&self) {
        let outcome = self.run("validate");
        assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    }
}

const RECORD: &str = "data/records/kem-01/toy_kem__enc.json";

#[test]
fn without_calibrations_nothing_is_measured_again() {
    let repository = Repository::new();
    repository
        .fixture("kem-01", "kem", "toy_kem")
        .fixture("kex-02", "kex", "toy_kex");
    let run = Run { repository };
    // The key exchange has other answers than it should.
    assert_eq!(run.campaign().exit, Some(1));
    let before = run.files();
    fs::remove_dir_all(run.path("data/calibrate")).unwrap();
    let outcome = run.campaign();
    assert_eq!(outcome.exit, Some(1), "{outcome:?}");
    assert!(
        outcome
            .stderr
            .contains("plan: all 4 operations are measured"),
        "{outcome:?}"
    );
    run.kept(&before, "");
    run.holds();
    // One record less is one record to be made.
    fs::remove_file(run.path(RECORD)).unwrap();
    assert_eq!(run.campaign().exit, Some(1));
    run.kept(&before, RECORD);
    run.holds();
}

#[test]
fn damaged_evidence_is_named_and_made_again_when_it_is_moved_away() {
    let run = Run::finished();
    for name in [
        RECORD,
        "data/memory/kem-01/toy_kem__enc.json",
        "data/build.json",
        "data/kat/kem-01/toy_kem.log",
    ] {
        let before = run.files();
        let whole = &before[name];
        fs::write(run.path(name), &whole[..whole.len() / 2]).unwrap();
        for outcome in [run.campaign(), run.run("report")] {
            assert_eq!(outcome.exit, Some(1), "{name}: {outcome:?}");
            let said = [
                name,
                "was changed",
                "or move them away and run the campaign again",
            ];
            assert!(
                said.iter().all(|part| outcome.stderr.contains(part)),
                "{name}: {outcome:?}"
            );
        }
        // A campaign that was stopped has no digests yet.
        fs::remove_file(run.path("data/digests.json")).unwrap();
        if name.ends_with(".json") {
            let outcome = run.campaign();
            assert_eq!(outcome.exit, Some(4), "{name}: {outcome:?}");
            let said = [
                "failed to read",
                name,
                "the file is damaged, move it away and run the campaign again",
            ];
            assert!(
                said.iter().all(|part| outcome.stderr.contains(part)),
                "{name}: {outcome:?}"
            );
        }
        // Something else in its place.
        fs::remove_file(run.path(name)).unwrap();
        fs::create_dir(run.path(name)).unwrap();
        let outcome = run.campaign();
        assert_eq!(outcome.exit, Some(4), "{name}: {outcome:?}");
        let said = ["failed to", name, "move"];
        assert!(
            said.iter().all(|part| outcome.stderr.contains(part)),
            "{name}: {outcome:?}"
        );
        fs::remove_dir(run.path(name)).unwrap();
        run.succeeds();
        run.kept(&before, if is_measured(name) { name } else { "" });
        run.holds();
    }
}

#[test]
fn the_two_files_that_stand_for_all_others_have_advice_of_their_own() {
    let run = Run::finished();
    let before = run.files();
    fs::write(run.path("data/digests.json"), "{").unwrap();
    let outcome = run.campaign();
    assert_eq!(outcome.exit, Some(4), "{outcome:?}");
    assert!(
        outcome
            .stderr
            .contains("`cargo xtask report` writes it again"),
        "{outcome:?}"
    );
    fs::remove_file(run.path("data/digests.json")).unwrap();
    fs::write(run.path("data/campaign.json"), "{").unwrap();
    let outcome = run.campaign();
    assert_eq!(outcome.exit, Some(4), "{outcome:?}");
    assert!(
        outcome.stderr.contains("put it back from a copy"),
        "{outcome:?}"
    );
    fs::write(
        run.path("data/campaign.json"),
        &before["data/campaign.json"],
    )
    .unwrap();
    run.succeeds();
    run.kept(&before, "");
    run.holds();
}

/// Changed and not damaged: only what follows from other members, files or digests tells.
#[test]
fn changed_evidence_is_not_shown() {
    let run = Run::finished();
    let digest = "\"library_sha256\": \"";
    for (name, old, new, member) in [
        (
            RECORD,
            "\"mean_seconds\": ",
            "\"mean_seconds\": 1",
            "mean_seconds is",
        ),
        (
            RECORD,
            digest,
            "\"library_sha256\": \"f",
            "library_sha256 is",
        ),
        (
            RECORD,
            "\"flags\": \"guide\"",
            "\"flags\": \"guide-performance\"",
            "flags is",
        ),
        (
            "data/kat/kem-01/toy_kem.log",
            "RESULT ",
            "RESULT  ",
            "kat_log_sha256",
        ),
        (
            "data/build.json",
            "\"kat\": \"PASS\"",
            "\"kat\": \"MISMATCH\"",
            "kat is",
        ),
    ] {
        let before = run.files();
        let text = String::from_utf8(before[name].clone()).unwrap();
        assert!(text.contains(old), "{name}: {old}");
        fs::write(run.path(name), text.replacen(old, new, 1)).unwrap();
        let report = run.run("report");
        assert_eq!(report.exit, Some(1), "{name} {member}: {report:?}");
        assert!(
            report.stderr.contains(name) && report.stderr.contains(member),
            "{report:?}"
        );
        let campaign = run.campaign();
        assert_eq!(campaign.exit, Some(1), "{name} {member}: {campaign:?}");
        assert!(campaign.stderr.contains(name), "{campaign:?}");
        assert!(run.files()["pages/kem-01.md"] == before["pages/kem-01.md"]);
        fs::write(run.path(name), text).unwrap();
        let report = run.run("report");
        assert_eq!(report.exit, Some(0), "{report:?}");
    }
    run.holds();
}

/// A program under other circumstances: `sh` runs `script` with the command line of a campaign as its arguments.
fn under(run: &Run, script: &str) -> Outcome {
    let campaign = run.repository.command(&["campaign", "--quick", "--run"]);
    let mut command = Command::new("sh");
    command
        .args(["-c", script, "sh"])
        .arg(campaign.get_program())
        .args(campaign.get_args())
        .arg(run.path(""))
        .envs(
            campaign
                .get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        )
        .env("RUN", run.path(""))
        .env("TMPDIR", run.repository.path());
    command.output().unwrap().into()
}

fn is_possible(command: &[&str]) -> bool {
    let status = Command::new(command[0])
        .args(&command[1..])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let possible = status.is_ok_and(|status| status.success());
    if !possible {
        eprintln!("not tested: {command:?} is not possible on this machine");
    }
    possible
}

const MOUNT: &str = "mount -t tmpfs -o size=64k none /mnt";

#[test]
fn a_full_disk_loses_nothing() {
    if !is_possible(&["unshare", "-rm", "sh", "-c", MOUNT]) {
        return;
    }
    let run = Run {
        repository: Repository::new(),
    };
    run.repository.fixture("kem-01", "kem", "toy_kem");
    fs::create_dir_all(run.path("")).unwrap();
    // Copies tell what was there: the disk goes with the namespace.
    let script = "exec unshare -rm sh -c '
        mount -t tmpfs -o size=80k none \"$RUN\" || exit 99
        \"$@\"; echo \"first $?\" >&2; cp -r \"$RUN\" \"$TMPDIR/first\"
        mount -o remount,size=64m \"$RUN\" || exit 99
        \"$@\"; echo \"second $?\" >&2; cp -r \"$RUN\" \"$TMPDIR/second\"' sh \"$@\"";
    let outcome = under(&run, script);
    for part in [
        "failed to write",
        "the disk is full; free some space and run again",
        "first 4",
        "second 0",
    ] {
        assert!(outcome.stderr.contains(part), "{part}: {outcome:?}");
    }
    let [first, second] = ["first", "second"].map(|name| files(&run.repository.path().join(name)));
    assert!(
        first.keys().any(|name| name.starts_with("data/raw/")),
        "{:?}",
        first.keys()
    );
    nothing_is_lost(&first, &second);
    assert_eq!(
        second
            .keys()
            .filter(|name| name.starts_with("data/records/"))
            .count(),
        3
    );
}

#[test]
fn a_disk_that_became_read_only_loses_nothing() {
    if !is_possible(&["unshare", "-rm", "sh", "-c", MOUNT]) {
        return;
    }
    let run = Run::finished();
    let before = run.files();
    fs::remove_file(run.path(RECORD)).unwrap();
    let script = "exec unshare -rm sh -c '
        mount --bind \"$RUN\" \"$RUN\" && mount -o remount,bind,ro \"$RUN\" || exit 99; exec \"$@\"' sh \"$@\"";
    let outcome = under(&run, script);
    assert_eq!(outcome.exit, Some(4), "{outcome:?}");
    for part in [
        "failed to write",
        "choose another folder or change its permissions",
    ] {
        assert!(outcome.stderr.contains(part), "{part}: {outcome:?}");
    }
    run.succeeds();
    run.kept(&before, RECORD);
    run.holds();
}

#[test]
fn permission_that_was_lost_loses_nothing() {
    // Root may write everywhere, unless it gives that up.
    let caps = "-dac_override,-dac_read_search,-fowner";
    let caps = [
        format!("--bounding-set={caps}"),
        format!("--inh-caps={caps}"),
    ];
    if !is_possible(&["setpriv", &caps[0], &caps[1], "true"]) {
        return;
    }
    let run = Run::finished();
    let before = run.files();
    fs::remove_file(run.path(RECORD)).unwrap();
    let folder = run.path("data/records/kem-01");
    let set = |mode| {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
    };
    set(0o555);
    let outcome = under(
        &run,
        &format!("exec setpriv {} {} \"$@\"", caps[0], caps[1]),
    );
    set(0o755);
    assert_eq!(outcome.exit, Some(4), "{outcome:?}");
    for part in [
        "failed to write",
        RECORD,
        "choose another folder or change its permissions",
    ] {
        assert!(outcome.stderr.contains(part), "{part}: {outcome:?}");
    }
    run.succeeds();
    run.kept(&before, RECORD);
    run.holds();
}

/// Finished processes and a start that lie in the future are kept like any other.
#[test]
fn a_clock_that_was_set_back_loses_nothing() {
    let run = Run {
        repository: Repository::new(),
    };
    run.repository.fixture("kem-01", "kem", "toy_kem");
    let mut running = campaign(&run.repository, RUN);
    let raws = run.path("data/raw/kem-01");
    let since = Instant::now();
    let is_whole = |name: &str| name.ends_with("__1.json") && !name.contains(".writing-");
    while !files(&raws).keys().any(|name| is_whole(name)) {
        assert!(since.elapsed() < PATIENCE, "nothing is measured");
        assert!(
            running.try_wait().unwrap().is_none(),
            "it was ready before it could be stopped"
        );
        thread::sleep(Duration::from_millis(1));
    }
    kill_campaign(&mut running);
    for (name, bytes) in run.files() {
        let is_timed = name.starts_with("data/raw/") || name == "data/campaign.json";
        if is_timed && name.ends_with(".json") {
            let text = String::from_utf8(bytes).unwrap();
            let later: Vec<String> = text
                .lines()
                .map(|line| match line.split_once("_utc\": \"20") {
                    Some((member, rest)) => format!("{member}_utc\": \"29{rest}"),
                    None => line.to_owned(),
                })
                .collect();
            fs::write(run.path(&name), later.join("\n") + "\n").unwrap();
        }
    }
    let before = run.files();
    assert!(
        before
            .values()
            .any(|bytes| String::from_utf8_lossy(bytes).contains("_utc\": \"29"))
    );
    run.succeeds();
    nothing_is_lost(&before, &run.files());
    run.holds();
    let after = run.files();
    run.succeeds();
    run.kept(&after, "");
}
