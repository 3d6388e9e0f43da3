//! Comparison with full vectors.

use assay_kat::compare::{Comparison, compare};

const REFERENCE: &str = "Count = 0\nPK_Len = 12\nPK = 000102030405060708090A0B\n\n\
                         Count = 1\nPK_Len = 12\nPK = 101112131415161718191A1B\n\n";

fn compared(reference: &str, generated: &str) -> String {
    match compare(reference.as_bytes(), generated.as_bytes()).expect("memory can be read") {
        Comparison::Equal { records } => format!("equal, {records} records"),
        Comparison::Prefix { records } => format!("prefix of {records} records"),
        Comparison::NoReference => "no reference".to_owned(),
        Comparison::Different(difference) => difference.to_string(),
    }
}

#[test]
fn equal_texts_are_equal_whatever_their_line_ends() {
    assert_eq!(compared(REFERENCE, REFERENCE), "equal, 2 records");
    assert_eq!(
        compared(&REFERENCE.replace('\n', " \r\n"), REFERENCE),
        "equal, 2 records"
    );
    assert_eq!(
        compared(&REFERENCE.replace("= 12", "="), REFERENCE),
        "equal, 2 records"
    );
}

#[test]
fn the_first_difference_is_named_by_record_field_and_byte() {
    let changed = REFERENCE.replace("191A1B", "199A1B");
    insta::assert_snapshot!(compared(REFERENCE, &changed), @"record 1, field PK, byte 10 (line 7): expected 1A1B, generated 9A1B");
}

#[test]
fn a_length_that_differs_is_shown_whole() {
    let changed = REFERENCE.replacen("PK_Len = 12", "PK_Len = 13", 1);
    insta::assert_snapshot!(compared(REFERENCE, &changed), @"record 0, field PK_Len (line 2): expected PK_Len = 12, generated PK_Len = 13");
}

#[test]
fn a_value_that_ends_early_differs_where_it_ends() {
    let changed = REFERENCE.replace("090A0B", "09");
    insta::assert_snapshot!(compared(REFERENCE, &changed), @"record 0, field PK, byte 10 (line 3): expected 0A0B, generated nothing");
}

#[test]
fn a_reference_with_fewer_records_covers_only_these() {
    let first = REFERENCE.split("Count = 1").next().unwrap();
    assert_eq!(compared(first, REFERENCE), "equal, 1 records");
    let cut = first.replace("PK = 000102030405060708090A0B\n", "");
    let difference = compared(&cut, REFERENCE);
    assert!(difference.starts_with("record 0, field PK"), "{difference}");
}

#[test]
fn fewer_records_are_a_prefix_but_a_cut_record_is_not() {
    let one = &REFERENCE[..REFERENCE.find("Count = 1").expect("it is there")];
    assert_eq!(compared(REFERENCE, one), "prefix of 1 records");
    insta::assert_snapshot!(compared(REFERENCE, &one[..24]), @"record 0, field PK (line 3): expected PK = 000102030405060708090A0B, generated PK");
    insta::assert_snapshot!(compared(REFERENCE, ""), @"record 0, field Count (line 1): expected Count = 0, generated the end of the text");
    assert_eq!(compared("\n\n", REFERENCE), "no reference");
    assert_eq!(compared("", ""), "equal, 0 records");
}

#[test]
fn records_of_hash_files_are_counted_by_their_lengths() {
    let text = "Msg_Len = 0\nMsg = \nDst_Len = 8\nDst = 00\n\nMsg_Len = 1\nMsg = 80\nDst_Len = 8\nDst = 11\n";
    assert_eq!(compared(text, text), "equal, 2 records");
    insta::assert_snapshot!(compared(text, &text.replace("Dst = 11", "Dst = 12")), @"record 1, field Dst (line 9): expected Dst = 11, generated Dst = 12");
}
