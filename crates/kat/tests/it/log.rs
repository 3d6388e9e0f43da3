//! The log of a known-answer test.

use assay_kat::Verdict;
use assay_kat::log::{KatLog, LoggedFile, verdict_of_log};

#[test]
fn the_log_ends_in_its_verdict() {
    let log = KatLog {
        candidate: "kem-00".into(),
        instance: "Toy KEM".into(),
        facts: vec![
            ("library".into(), "libToy.so".into()),
            ("pk_len".into(), "16".into()),
        ],
        files: vec![LoggedFile {
            name: "KAT.txt".into(),
            bytes: 4090,
            records: 10,
            strict_sha256: "8952".into(),
        }],
        findings: vec!["with another seed PK came out the same".into()],
        output: "hello\nRESULT kem-00 Toy PASS \n".into(),
        verdict: Verdict::CryptoFail,
        detail: "kem_enc\nreturned -7".into(),
    };
    let text = log.text();
    insta::assert_snapshot!(text, @"
    library = libToy.so
    pk_len  = 16
    generated KAT.txt (4090 bytes, 10 records)
    manifest 8952 strict KAT.txt
    finding with another seed PK came out the same
    printed: hello
    printed: RESULT kem-00 Toy PASS 
    RESULT kem-00 Toy_KEM CRYPTOFAIL kem_enc returned -7
    ");
    assert_eq!(verdict_of_log(&text), Ok(Verdict::CryptoFail));
}

#[test]
fn a_published_log_is_read() {
    let text = "library     = lib/libscabbard128.so\nRESULT kem-24 scabbard128 PASS \n";
    assert_eq!(verdict_of_log(text), Ok(Verdict::Pass));
}

#[test]
fn a_log_without_a_verdict_says_what_is_missing() {
    let message = |text| {
        verdict_of_log(text)
            .expect_err("it has no verdict")
            .to_string()
    };
    insta::assert_snapshot!(message("library = x\n"), @"the log has no RESULT line; the test did not end");
    insta::assert_snapshot!(message("RESULT kem-24\n"), @r#"the last RESULT line lacks candidate, instance or verdict: "RESULT kem-24""#);
    insta::assert_snapshot!(message("RESULT kem-24 x FINE \n"), @r#""FINE" is no verdict; known ones are PASS, MISMATCH, NOKAT, PARTIAL, CRYPTOFAIL, OVERFLOW, OVERREAD, INPUTWRITE, UNWRITTEN, UNINIT, STACK, NONDETERMINISTIC, FORBIDDEN, CRASH, TIMEOUT, OOM, LOADFAIL and BUILDFAIL"#);
}

#[test]
fn every_verdict_is_its_word() {
    for verdict in Verdict::ALL {
        let word = verdict.to_string();
        assert_eq!(word.parse(), Ok(verdict));
        assert_eq!(
            serde_json::to_string(&verdict).expect("a word"),
            format!("\"{word}\"")
        );
        assert!(!verdict.meaning().ends_with('.') && !verdict.advice().ends_with('.'));
    }
}
