//! Published evidence gives the published pages.

use assay_report::{CandidateFacts, Site, candidate_page, markdown, plain_text, site_form};

use crate::facts;

fn site_text(facts: &CandidateFacts) -> String {
    let (evidence, campaign) = facts::published(&facts.id);
    let page = candidate_page(facts, &evidence, &campaign);
    let site = Site {
        systems: vec!["x86_1".to_owned(), "arm_1".to_owned()],
        system: "x86_1".to_owned(),
    };
    plain_text(&site_form(&page, facts, &site))
}

#[track_caller]
fn assert_same_lines<'a>(
    rendered: impl Iterator<Item = &'a str>,
    golden: impl Iterator<Item = &'a str>,
) {
    let rendered: Vec<&str> = rendered.collect();
    let golden: Vec<&str> = golden.collect();
    for (index, (rendered, golden)) in rendered.iter().zip(&golden).enumerate() {
        assert_eq!(rendered, golden, "line {}", index + 1);
    }
    assert_eq!(rendered.len(), golden.len());
}

#[test]
fn kem_24_is_reproduced_byte_for_byte() {
    let golden = include_str!("../published/kem-24.txt");
    let rendered = site_text(&facts::scabbard());
    assert_same_lines(rendered.lines(), golden.lines());
    assert_eq!(rendered, golden);
}

/// The records and profiles of the four larger parameter sets are not at hand: 21 lines each.
#[test]
fn kex_06_is_reproduced_where_there_is_evidence() {
    let golden = include_str!("../published/kex-06.txt");
    let rendered = site_text(&facts::mamba());
    let has_evidence = |line: &&str| {
        let another = line.starts_with("`MAMBA-NIKE-") && !line.starts_with("`MAMBA-NIKE-128`");
        !another || line.ends_with("\tguide\tPASS") || line.contains("\tKAT log")
    };
    assert_eq!(
        golden.lines().filter(|line| !has_evidence(line)).count(),
        84
    );
    assert_same_lines(
        rendered.lines().filter(has_evidence),
        golden.lines().filter(has_evidence),
    );
    // Sizes that come from the catalogue need no record.
    assert!(rendered.contains("`MAMBA-NIKE-512`\t–\t–\t3360\t0 / 2848\t6208\t–\t–"));
}

/// Optimised variants are versions of their own and have no profiles.
#[test]
fn kem_22_lists_both_versions() {
    let text = site_text(&facts::mithril());
    assert!(
        text.contains("Implementation versions measured: optimized (AVX2), reference\n"),
        "{text}"
    );
    assert!(text.contains(
        "Parameter sets: Mithril-128, Mithril-128-avx2, Mithril-256, Mithril-256-avx2, "
    ));
    assert!(text.contains("`Mithril-128-avx2`\tguide-performance\tPASS\n"));
    assert!(
        text.contains("calls per operation\n\n7. Raw evidence index"),
        "{text}"
    );
}

#[test]
fn markdown_of_a_published_page() {
    let facts = facts::scabbard();
    let (evidence, campaign) = facts::published("kem-24");
    insta::assert_snapshot!(markdown(&candidate_page(&facts, &evidence, &campaign)));
}

#[test]
fn rendering_twice_gives_the_same_bytes() {
    for facts in [facts::scabbard(), facts::mamba(), facts::mithril()] {
        let (evidence, campaign) = facts::published(&facts.id);
        let render = || markdown(&candidate_page(&facts, &evidence, &campaign));
        assert_eq!(render(), render());
    }
}
