//! Evidence of version 3 gets our sentences and says where every number comes from.

use assay_evidence::{Campaign, CandidateEvidence, check};
use assay_manifest::{Issue, IssueAction};
use assay_report::{
    Block, CandidateFacts, Page, Row, Table, candidate_page, markdown, plain_text, summary_page,
};

use crate::facts;
use crate::fixture::{derive, upgrade, version_3};

fn page(facts: &CandidateFacts, (evidence, campaign): &(CandidateEvidence, Campaign)) -> Page {
    candidate_page(facts, evidence, campaign)
}

fn tables(page: &Page) -> impl Iterator<Item = &Table> {
    page.blocks.iter().filter_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    })
}

#[test]
fn a_page_without_a_cycle_counter() {
    insta::assert_snapshot!(markdown(&page(
        &facts::scabbard(),
        &version_3("kem-24", "tsc_ticks")
    )));
}

#[test]
fn a_page_of_a_key_exchange_with_core_cycles() {
    insta::assert_snapshot!(markdown(&page(
        &facts::mamba(),
        &version_3("kex-06", "core_cycles")
    )));
}

#[test]
fn the_fixture_is_sound_evidence() {
    for unit in ["tsc_ticks", "core_cycles"] {
        for record in version_3("kem-24", unit).0.records {
            assert_eq!(check(&record), []);
        }
    }
}

#[test]
fn an_unfit_host_and_a_quick_look_are_announced_with_reasons() {
    let mut data = version_3("kem-24", "tsc_ticks");
    let provenance = data.0.records[2].head.provenance.as_mut().unwrap();
    provenance.host_fixed = false;
    provenance.host_problems = vec!["turbo/boost is enabled".to_owned()];
    data.1.quick = Some(true);
    data.1.planning = assay_evidence::plan::Planning::QUICK;
    let facts = facts::scabbard();
    let row = Row {
        facts: &facts,
        evidence: &data.0,
    };
    for text in [
        markdown(&page(&facts, &data)),
        markdown(&summary_page(&[row], &data.1)),
    ] {
        let banner: Vec<&str> = text.lines().filter(|line| line.starts_with('>')).collect();
        assert_eq!(
            banner,
            [
                "> **Quick look.** Trials were planned to last 0.05 s only; these numbers show that everything works, not how fast it is.",
                "> **Host not fixed.** The machine was not in the state that comparable measurements need:",
                ">",
                "> - turbo/boost is enabled",
            ]
        );
    }
}

#[test]
fn a_fit_host_has_no_banner() {
    let page = page(&facts::scabbard(), &version_3("kem-24", "core_cycles"));
    assert!(
        !page
            .blocks
            .iter()
            .any(|block| matches!(block, Block::Banner(..)))
    );
}

/// One record in cycles and the others in ticks: each unit has columns of its own, and no row fills two of them.
#[test]
fn two_units_never_share_a_column() {
    let mut data = version_3("kem-24", "tsc_ticks");
    let (published, _) = facts::published("kem-24");
    data.0.records[0] = published.records[0].clone();
    upgrade(&mut data.0.records[0], "core_cycles");

    let facts = facts::scabbard();
    let candidate = page(&facts, &data);
    let summary = summary_page(
        &[Row {
            facts: &facts,
            evidence: &data.0,
        }],
        &data.1,
    );
    for (page, cycles, ticks) in [
        (&candidate, "mean cycles", "mean TSC ticks"),
        (&summary, "dec cycles (sym %)", "dec TSC ticks (sym %)"),
    ] {
        let table = tables(page)
            .find(|table| table.columns.iter().any(|name| name == cycles))
            .unwrap();
        let column = |name: &str| {
            table
                .columns
                .iter()
                .position(|column| column == name)
                .unwrap()
        };
        let (cycles, ticks) = (column(cycles), column(ticks));
        for row in &table.rows {
            let filled = [cycles, ticks]
                .iter()
                .filter(|column| row[**column] != "–".into())
                .count();
            assert_eq!(filled, 1, "{row:?}");
        }
    }
    let text = plain_text(&candidate);
    assert!(
        text.contains("Single calls, in cycles\n") && text.contains("Single calls, in TSC ticks\n"),
        "{text}"
    );
}

#[test]
fn an_instance_that_cannot_run_here_says_why() {
    let mut data = version_3("kem-22", "core_cycles");
    data.0
        .records
        .retain(|record| !record.head.label.ends_with("-avx2"));
    for entry in data
        .0
        .builds
        .iter_mut()
        .filter(|entry| entry.label.ends_with("-avx2"))
    {
        entry.kat = "NOKAT".to_owned();
        entry.provenance.as_mut().unwrap().not_run = Some("this CPU has no AVX2".to_owned());
    }
    let facts = facts::mithril();
    let text = plain_text(&page(&facts, &data));
    assert!(
        text.contains("Implementation versions measured: reference\n"),
        "{text}"
    );
    assert!(
        text.contains("Mithril-128-avx2: not run: this CPU has no AVX2\n"),
        "{text}"
    );
    assert!(
        text.contains("`Mithril-128-avx2`\t–\tnot run: this CPU has no AVX2\t"),
        "{text}"
    );
    assert!(
        text.contains("`Mithril-256`\t–\tno timing record\t"),
        "{text}"
    );

    let summary = plain_text(&summary_page(
        &[Row {
            facts: &facts,
            evidence: &data.0,
        }],
        &data.1,
    ));
    assert!(
        summary.contains("`Mithril-128-avx2`\t–\t–\t–\t944\t928\tnot run: this CPU has no AVX2"),
        "{summary}"
    );
}

#[test]
fn the_submitters_code_is_called_so() {
    let mut data = version_3("kem-24", "core_cycles");
    for record in &mut data.0.records {
        record.head.provenance.as_mut().unwrap().origin = "submission".to_owned();
    }
    for profile in &mut data.0.profiles {
        profile.provenance.as_mut().unwrap().origin = "submission".to_owned();
    }
    let facts = facts::scabbard();
    let mixed = plain_text(&page(&facts, &data));
    assert!(
        mixed.contains("Origin of the code differs: independent implementation"),
        "{mixed}"
    );
    for entry in &mut data.0.builds {
        entry.provenance.as_mut().unwrap().origin = Some("submission".to_owned());
    }
    let text = plain_text(&page(&facts, &data));
    assert!(
        text.contains("\n\nOrigin of the code: the submitter's own code.\n\n"),
        "{text}"
    );
    assert!(!text.contains("independent implementation"), "{text}");
}

#[test]
fn shares_that_are_lower_bounds_are_marked_and_explained() {
    let mut data = version_3("kem-24", "core_cycles");
    for profile in data
        .0
        .profiles
        .iter_mut()
        .filter(|profile| profile.label == "scabbard128")
    {
        profile.provenance.as_mut().unwrap().lower_bound =
            vec!["pseudoXOF is called within auxfunc.o".to_owned()];
    }
    let text = plain_text(&page(&facts::scabbard(), &data));
    assert!(
        text.contains("`scabbard128`\tkeygen\t≥ 70%\t≥ 1.8%\tdrng 3, pseudoXOF 92\n"),
        "{text}"
    );
    assert!(text.contains("`scabbard256`\tkeygen\t53%\t0.8%"), "{text}");
    assert!(
        text.contains(
            "Shares of scabbard128 are lower bounds: pseudoXOF is called within auxfunc.o\n"
        ),
        "{text}"
    );
}

#[test]
fn known_issues_are_footnotes_numbered_by_first_appearance() {
    let mut data = version_3("kem-24", "core_cycles");
    data.0
        .builds
        .iter_mut()
        .find(|entry| entry.label == "scabbard128")
        .unwrap()
        .kat = "MISMATCH".to_owned();
    let issue = |action, cause: &str| Issue {
        action,
        cause: cause.to_owned(),
    };
    let mut facts = facts::scabbard();
    facts.instances[0].issues = vec![issue(IssueAction::Measure, "vectors of another level")];
    facts.instances[1].issues = vec![issue(IssueAction::Measure, "KAT TIMEOUT after a day")];
    facts.instances[2].issues = vec![issue(IssueAction::Exclude, "no source of its own.")];
    let text = plain_text(&page(&facts, &data));
    assert!(
        text.contains("`scabbard128`\tguide\tMISMATCH [1]\t"),
        "{text}"
    );
    assert!(text.contains("`scabbard256`\tguide\tPASS\t"), "{text}");
    assert!(
        text.contains("`scabbard512`\tguide\tPASS [2] (not timed)\t"),
        "{text}"
    );
    assert!(text.contains(
        "\n\n[1] vectors of another level. These instances are timed all the same; what they compute is not validated.\n\n[2] no source of its own.\n\n"
    ), "{text}");
}

#[test]
fn a_failed_record_says_how() {
    let mut data = version_3("kem-24", "core_cycles");
    let record = &mut data.0.records[0];
    record.head.status = "failed_or_partial".to_owned();
    let process = record.head.processes.last_mut().unwrap();
    process.status = "failed".to_owned();
    process.exit_code = Some(3);
    process.trials.clear();
    derive(record);
    let mut told = data.clone();
    told.0.records[0]
        .head
        .processes
        .last_mut()
        .unwrap()
        .other
        .insert(
            "failure".to_owned(),
            "CRASH: killed by signal 11 in dec\nmore".into(),
        );
    let text = plain_text(&page(&facts::scabbard(), &told));
    assert!(
        text.contains("`scabbard128`\tdec\tfailed: CRASH: killed by signal 11 in dec …\t"),
        "{text}"
    );
    let text = plain_text(&page(&facts::scabbard(), &data));
    assert!(
        text.contains("`scabbard128`\tdec\tfailed: process failed, exit code 3\t\t\t\t\t"),
        "{text}"
    );
}

#[test]
fn a_summary_of_two_kinds() {
    let (scabbard, campaign) = version_3("kem-24", "tsc_ticks");
    let (mamba, _) = version_3("kex-06", "tsc_ticks");
    let (scabbard_facts, mamba_facts) = (facts::scabbard(), facts::mamba());
    let rows = [
        Row {
            facts: &mamba_facts,
            evidence: &mamba,
        },
        Row {
            facts: &scabbard_facts,
            evidence: &scabbard,
        },
    ];
    insta::assert_snapshot!(markdown(&summary_page(&rows, &campaign)));
    let turned = [rows[1], rows[0]];
    assert_eq!(
        summary_page(&rows, &campaign),
        summary_page(&turned, &campaign)
    );
}

/// Every row has a cell per column, or Markdown would show another table.
#[test]
fn tables_are_rectangular() {
    for (facts, unit) in [
        (facts::scabbard(), "tsc_ticks"),
        (facts::mamba(), "core_cycles"),
        (facts::mithril(), "ns"),
    ] {
        let data = version_3(&facts.id, unit);
        let summary = summary_page(
            &[Row {
                facts: &facts,
                evidence: &data.0,
            }],
            &data.1,
        );
        for table in tables(&page(&facts, &data)).chain(tables(&summary)) {
            assert!(
                table
                    .rows
                    .iter()
                    .all(|row| row.len() == table.columns.len()),
                "{:?}",
                table.columns
            );
        }
    }
}
