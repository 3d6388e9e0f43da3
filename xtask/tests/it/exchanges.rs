//! Key exchanges of 0 to 3 messages through the whole chain.

use std::fs;
use std::path::{Path, PathBuf};

use crate::repository::Repository;

/// What is expected of a fixture.
struct Exchange {
    fixture: &'static str,
    /// Canonical digest of the ten records. Those of one to three passes are the official driver's; those of the
    /// others follow from its layout, as a test of the driver shows.
    digest: &'static str,
    /// Passes that are steps of their own.
    passes: &'static [&'static str],
    /// Cells of the table of bandwidths, from the passes on.
    bandwidth: &'static str,
}

const EXCHANGES: &[Exchange] = &[
    Exchange {
        fixture: "exchanges_without_messages",
        digest: "79f4d17b5115ad8956d99889fab46009846303cb186a3159c6842eeeef2b693c",
        passes: &[],
        bandwidth: "0 | none | 0 | 16 / 16 | 32 | 16 | 32",
    },
    Exchange {
        fixture: "has_empty_passes",
        digest: "188e525e6783fd5eedb5ce6af0b47f1bd3e26506f12fb84c396043b43df643ba",
        passes: &[],
        bandwidth: "0 | 0 / 0 / 0 | 0 | 16 / 16 | 32 | 16 | 32",
    },
    Exchange {
        fixture: "sends_one_message",
        digest: "7b7604289de288e19be4874b8bcd800a273f503ced9c60e48f8aabe6bf818dd9",
        passes: &["pass1"],
        bandwidth: "1 | 16 | 16 | 16 / 16 | 48 | 16 | 32",
    },
    Exchange {
        fixture: "has_unused_passes",
        digest: "7b7604289de288e19be4874b8bcd800a273f503ced9c60e48f8aabe6bf818dd9",
        passes: &["pass1"],
        bandwidth: "1 | 16 | 16 | 16 / 16 | 48 | 16 | 32",
    },
    Exchange {
        fixture: "sends_more_than_claimed",
        digest: "528a583bf520aeb4110f48b7e730689b9ad06f037bd0c29ca853d1111d1b3ad3",
        passes: &["pass1"],
        bandwidth: "1 | 16 / 16 / 16 | 48 | 16 / 16 | 80 | 16 | 32",
    },
    Exchange {
        fixture: "toy_kex",
        digest: "39fa34fb3bec9482f170c46c31add31ba85f8b187cad5407e2eef0b108768bd2",
        passes: &["pass1", "pass2"],
        bandwidth: "2 | 16 / 16 | 32 | 16 / 16 | 64 | 16 | 32",
    },
    Exchange {
        fixture: "sends_three_messages",
        digest: "27c5e7d5c07647d340a16dc5facab62bc1e61f8a44c341b6f68ee4ebbfc76e3b",
        passes: &["pass1", "pass2", "pass3"],
        bandwidth: "3 | 16 / 16 / 16 | 48 | 16 / 16 | 80 | 16 | 32",
    },
];

/// Adds a fixture with its own digest.
fn add(repository: &Repository, id: &str, fixture: &str, digest: &str) {
    repository.fixture(id, "kex", fixture);
    let line = format!("{digest} strict {fixture}/KAT_KEX_{fixture}.txt\n");
    repository.write(&format!("kat/{id}/kat.sha256"), &line);
}

fn names(folder: &Path) -> Vec<String> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Every number of passes reproduces its records, has a record per step, all from the same processes, and its lengths on
/// the page.
#[test]
fn every_number_of_passes_is_measured() {
    let repository = Repository::new();
    for (number, exchange) in EXCHANGES.iter().enumerate() {
        let id = format!("kex-{:02}", number + 1);
        add(&repository, &id, exchange.fixture, exchange.digest);
        let messages: u64 = exchange
            .bandwidth
            .split(" | ")
            .nth(2)
            .and_then(|cell| cell.parse().ok())
            .unwrap();
        let manifest = format!("candidates/{id}/candidate.toml");
        let text = repository.read(&manifest)
            + &format!(
                "external-sizes = {{ public-key-a = 16, public-key-b = 16, messages = {messages} }}\n"
            );
        repository.write(&manifest, &text);
    }
    let outcome = repository.run(&["campaign", "--quick"]);
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    let processes = format!("measured in {} processes", 5 * EXCHANGES.len());
    assert!(outcome.stdout.contains(&processes), "{outcome:?}");

    let run: PathBuf = repository.path().join("reports/runs");
    let run = run.join(&names(&run)[0]);
    for (number, exchange) in EXCHANGES.iter().enumerate() {
        let (id, label) = (format!("kex-{:02}", number + 1), exchange.fixture);
        let mut steps = vec!["derive_a", "derive_b", "exchange", "init_a", "init_b"];
        steps.extend(exchange.passes);
        let expected: Vec<String> = steps
            .iter()
            .map(|step| format!("{label}__{step}.json"))
            .collect();
        assert_eq!(names(&run.join("data/records").join(&id)), expected);
        assert_eq!(
            names(&run.join("data/profile").join(&id)),
            [format!("{label}__exchange.json")]
        );

        // A busy machine marks rows as disturbed, which is not what this test is about.
        let page = fs::read_to_string(run.join(format!("pages/{id}.md")))
            .unwrap()
            .replace(" ⚠ disturbed", "");
        let row = format!("| `{label}` | {} |", exchange.bandwidth);
        assert!(page.contains(&row), "{row} is missing:\n{page}");
        for step in steps {
            let row = format!("| `{label}` | {step} | ");
            assert_eq!(
                page.matches(&row).count(),
                2 + usize::from(step == "exchange"),
                "{row}:\n{page}"
            );
        }
    }
}

/// A build that forgets the define reads the operating system's random device, and the verdict says what is wrong.
#[test]
fn a_build_without_the_define_for_the_drng_is_noticed() {
    let repository = Repository::new();
    let digest = "39fa34fb3bec9482f170c46c31add31ba85f8b187cad5407e2eef0b108768bd2";
    add(&repository, "kex-01", "needs_kat_build", digest);
    let outcome = repository.run(&["kat"]);
    assert_eq!(outcome.exit, Some(1), "{outcome:?}");
    for part in [
        "kex-01/needs_kat_build  FORBIDDEN",
        "the output does not depend on the DRNG",
        "perhaps a define is missing from the build",
    ] {
        assert!(outcome.stdout.contains(part), "{part}: {outcome:?}");
    }

    let manifest = "candidates/kex-01/candidate.toml";
    let text = repository.read(manifest);
    let with_define = text.replace(
        "[[instances]]",
        "defines = [\"KAT_BUILD\"]\n\n[[instances]]",
    );
    repository.write(manifest, &with_define);
    let outcome = repository.run(&["kat"]);
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    assert!(
        outcome
            .stdout
            .contains("kex-01/needs_kat_build  PASS (10 records compared"),
        "{outcome:?}"
    );
}
