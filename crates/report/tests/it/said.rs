//! What a page says where evidence or manifest say little.

use assay_report::{candidate_page, summary_page};

use crate::synthetic::key_encapsulation;

/// Without an external size the length of the API is better than nothing, as long as it says what it is.
#[test]
fn lengths_of_the_interface_stand_in_for_external_sizes() {
    let (mut facts, run) = key_encapsulation();
    facts.instances[0].external_sizes = None;
    let page = candidate_page(&facts, &run.evidence()).text();
    assert!(
        page.contains("\n`set-128`\t736 (API)\t1056\t760 (API)\t16\n"),
        "{page}"
    );
    assert!(page.contains(" (API): the manifest gives no external size;"));
    let summary = summary_page(&[facts], &[run.evidence()]).text();
    assert!(summary.contains("\t736 (API)\t760 (API)\t"), "{summary}");
}

#[test]
fn names_in_backquotes_are_code_without_escapes() {
    let (facts, mut run) = key_encapsulation();
    run.profiles[1].provenance.as_mut().unwrap().lower_bound =
        vec!["a.c has a `frost_aes_encrypt` of its own".to_owned()];
    let page = candidate_page(&facts, &run.evidence()).markdown();
    assert!(
        page.contains("| a.c has a `frost_aes_encrypt` of its own |"),
        "{page}"
    );
}

/// A run in which everything failed still knows its host and its counter.
#[test]
fn a_page_on_which_everything_failed_has_banner_unit_and_reasons() {
    let (facts, mut run) = key_encapsulation();
    run.profiles.clear();
    for record in &mut run.records {
        record.head.status = "failed_or_partial".to_owned();
        record.head.provenance = None;
        record.results = None;
        let process = &mut record.head.processes[0];
        process.status = "failed".to_owned();
        process.exit_code = Some(139);
    }
    let page = candidate_page(&facts, &run.evidence()).text();
    let summary = summary_page(std::slice::from_ref(&facts), &[run.evidence()]).text();
    for page in [&page, &summary] {
        assert!(page.contains("\nHost not fixed. "), "{page}");
        assert!(page.contains(" TSC ticks"), "{page}");
        assert!(!page.contains("mean cycles"), "{page}");
    }
    assert!(
        page.contains("\n`set-128`\tkeygen\tnot measured: failed: exit code 139\t"),
        "{page}"
    );
    assert!(
        page.contains("\n`set-128`\tkeygen\tnot measured: timing keygen failed: exit code 139\t"),
        "{page}"
    );
    assert!(
        summary.starts_with(
            "Performance — x86-64, system local\n\n0 operations measured, 5 failed, on "
        ),
        "{summary}"
    );
}

#[test]
fn evidence_without_a_manifest_is_named() {
    let (facts, mut run) = key_encapsulation();
    run.built("kem-91", "set-1", "PASS");
    run.timed("iccs", "pseudoXOF-256", "hash", 32, 1e-6);
    let summary = summary_page(&[facts], &[run.evidence()]).text();
    assert!(
        summary
            .ends_with("\n\nNot shown, because there is no manifest for it: evidence of kem-91."),
        "{summary}"
    );
}

/// A candidate that nobody submitted is not called official.
#[test]
fn nothing_is_claimed_of_a_candidate_whose_manifest_says_nothing() {
    let (mut facts, mut run) = key_encapsulation();
    (facts.links, facts.archive) = (Default::default(), None);
    for record in &mut run.records {
        for layer in &mut record.head.provenance.as_mut().unwrap().isolation {
            layer.state = "active".to_owned();
        }
    }
    for entry in &mut run.build.instances {
        entry.provenance.as_mut().unwrap().detail.clear();
    }
    facts.instances.truncate(1);
    let page = candidate_page(&facts, &run.evidence()).text();
    let lower = page.to_lowercase();
    assert!(
        !lower.contains("official") && !lower.contains("functional specification"),
        "{page}"
    );
    assert!(
        page.contains("\nSubmission: none is named in the manifest\n"),
        "{page}"
    );
    assert!(page.contains("\nSecurity evaluation: none is named in the manifest\n"));
    assert!(page.contains("\tall 2 layers active\n"), "{page}");
}
