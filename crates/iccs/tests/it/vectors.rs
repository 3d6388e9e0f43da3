//! The published known answers, on both implementations.

use assay_iccs::model::{self, BitStr, Drng, PseudohashLength, SEED_LENGTH};
use sha2::{Digest, Sha256};

use crate::{
    helpers::{C, Context, Helpers, Model},
    support::hex,
};

const VECTORS: &str = include_str!("../data/vectors.txt");

/// The fields of all vectors of one sort.
fn vectors<const N: usize>(sort: &str) -> Vec<[&'static str; N]> {
    let found: Vec<_> = VECTORS
        .lines()
        .filter_map(|line| line.strip_prefix(sort)?.strip_prefix(' '))
        .map(|line| {
            line.split(' ')
                .collect::<Vec<_>>()
                .try_into()
                .expect("a vector has all its fields")
        })
        .collect();
    assert!(!found.is_empty(), "no {sort} vectors");
    found
}

fn message(text: &str) -> Vec<u8> {
    match text.split(':').collect::<Vec<_>>()[..] {
        ["empty"] => Vec::new(),
        ["hex", digits] => digits
            .as_bytes()
            .chunks(2)
            .map(|pair| {
                u8::from_str_radix(std::str::from_utf8(pair).expect("ASCII"), 16)
                    .expect("hexadecimal")
            })
            .collect(),
        ["inc", count] => (0..number(count)).map(|i| i as u8).collect(),
        ["repeat", text, count] => text.repeat(number(count) as usize).into_bytes(),
        _ => panic!("no message: {text}"),
    }
}

fn number(digits: &str) -> u64 {
    digits.parse().expect("a number")
}

fn assert_output(actual: &[u8], expected: &str, vector: &[&str]) {
    match expected.strip_prefix("sha256:") {
        Some(digest) => assert_eq!(hex(&Sha256::digest(actual)), digest, "{vector:?}"),
        None if expected == "-" => assert_eq!(actual, [], "{vector:?}"),
        None => assert_eq!(hex(actual), expected, "{vector:?}"),
    }
}

fn both(check: impl Fn(&dyn Helpers)) {
    check(&Model);
    check(C::get());
}

#[test]
fn sm3() {
    for vector @ [text, bits, digest] in vectors("sm3") {
        both(|helpers| assert_output(&helpers.sm3(&message(text), number(bits)), digest, &vector));
    }
}

#[test]
fn pseudohash() {
    for vector @ [text, bits, digest_bits, digest] in vectors("pseudohash") {
        let length = PseudohashLength::ALL
            .into_iter()
            .find(|length| length.bits().to_string() == digest_bits);
        let length = length.expect("one of the digest lengths");
        both(|helpers| {
            assert_output(
                &helpers.pseudohash(length, &message(text), number(bits)),
                digest,
                &vector,
            )
        });
    }
}

#[test]
fn pseudoxof() {
    for vector @ [text, bits, output_bits, output] in vectors("pseudoxof") {
        both(|helpers| {
            let actual = helpers.pseudoxof(number(output_bits), &message(text), number(bits));
            assert_output(&actual, output, &vector);
        });
    }
}

/// V, C and the counter in hexadecimal.
fn values(context: &Context) -> [String; 3] {
    std::array::from_fn(|i| hex(&context[i * SEED_LENGTH..][..SEED_LENGTH]))
}

#[test]
fn drng_after_seeding() {
    for vector @ [seed, v, c, random] in vectors("seeded") {
        both(|helpers| {
            let (seeded, requests) = helpers.drng(&message(seed), &[512]);
            assert_eq!(
                values(&seeded),
                [v.to_owned(), c.to_owned(), format!("{:0110x}", 1)],
                "{vector:?}"
            );
            assert_output(&requests[0].0, random, &vector);
        });
    }
}

#[test]
fn drng_call_after_call() {
    let vectors = vectors::<4>("sequence");
    let requests: Vec<_> = vectors.iter().map(|[bits, ..]| number(bits)).collect();
    both(|helpers| {
        let (_, answers) = helpers.drng(&message("inc:64"), &requests);
        for (vector @ [_, output, v, counter], (random, context)) in vectors.iter().zip(answers) {
            assert_output(&random, output, vector);
            let [actual_v, _, actual_counter] = values(&context);
            assert_eq!(actual_v, *v, "{vector:?}");
            assert_eq!(
                actual_counter,
                format!("{:0110x}", number(counter)),
                "{vector:?}"
            );
        }
    });
}

#[test]
fn drng_counter_carries() {
    both(|helpers| {
        let (_, answers) = helpers.drng(&message("inc:64"), &[8; 1000]);
        let output: Vec<u8> = answers
            .iter()
            .flat_map(|(random, _)| random.clone())
            .collect();
        let digest = "sha256:f6d4b961a35e686f2349cef3a7b2c1d957346d9d1a3551ee86fcc31c7680fb91";
        assert_output(&output, digest, &["1000 calls of 8 bits"]);
        let [v, _, counter] = values(&answers[999].1);
        let expected = "01e8f3d64f6f3618a128db5be67e1d7b3af5a0a26158d2c6fefbb6d425b1a3744b5d0c077e8e785e306af397bc86c540d4a6ec81e6693a";
        assert_eq!(v, expected);
        assert_eq!(counter, format!("{:0110x}", 1001));
    });
}

#[test]
fn drng_that_was_never_seeded() {
    let mut drng = Drng::default();
    assert_eq!(
        hex(&drng.bits(256)),
        "2cdce3d697af3716a9b3cdf068b43e513846e17cc9fd427929aad70165f21dda"
    );
    assert_eq!(
        hex(&drng.bits(256)),
        "02b80e4ccf9500053e1a4d1b5c11dd9f0d2dbc645efbdff80d8372d530ffba66"
    );
}

#[test]
fn seeds_of_the_records() {
    let vectors = vectors::<2>("record-seed");
    both(|helpers| {
        let (_, answers) = helpers.drng(&message("repeat:seed:16"), &[512; 10]);
        assert_eq!(vectors.len(), answers.len());
        for (vector @ [_, seed], (random, _)) in vectors.iter().zip(answers) {
            assert_output(&random, seed, vector);
        }
    });
}

#[test]
fn messages_of_the_signature_records() {
    let vectors = vectors::<3>("signature-message");
    let requests: Vec<_> = vectors
        .iter()
        .map(|[_, bytes, _]| 8 * number(bytes))
        .collect();
    let seed = format!("{}m", "msg".repeat(21));
    both(|helpers| {
        let (_, answers) = helpers.drng(seed.as_bytes(), &requests);
        for (vector @ [_, _, message], (random, _)) in vectors.iter().zip(answers) {
            assert_output(&random, message, vector);
        }
    });
}

#[test]
fn messages_of_the_hash_records() {
    let requests: Vec<_> = (0..=4096).collect();
    let (_, answers) = C::get().drng("KAT_2_12".repeat(8).as_bytes(), &requests);
    let all: Vec<u8> = answers
        .iter()
        .flat_map(|(random, _)| random.clone())
        .collect();
    let digest = "sha256:0877afaacf31f3146617cc5e8b7abd7c8640cf8e3bbb48bc55dc6d2c17cb0d4e";
    assert_output(&all, digest, &["all messages of KAT_2_12"]);
    assert_output(&answers[9].0, "0e00", &["KAT_2_12, 9 bits"]);
    assert_output(&answers[17].0, "7a8b80", &["KAT_2_12, 17 bits"]);

    let (_, answers) = C::get().drng("KAT_2_23".repeat(8).as_bytes(), &[1 << 23]);
    let digest = "sha256:66492eb919f5da36a9d3f60e8e3f34c7a31f01e9f82751b68a503314625e9265";
    assert_output(&answers[0].0, digest, &["KAT_2_23"]);
    let (_, answers) = C::get().drng("KAT_Loop".repeat(8).as_bytes(), &[8192]);
    let digest = "sha256:cc95b9ceef7feff63703951ae63ba4b15c36e18d750c53cf1f81db5b25329684";
    assert_output(&answers[0].0, digest, &["KAT_Loop"]);
}

#[test]
fn the_hmac_key_is_what_the_c_code_spells_out() {
    let key = [
        model::sm3(b"3.14159265358979"),
        model::sm3(b"2.71828182845904"),
    ]
    .concat();
    let expected = "5307f6d5eb6a3ced3d24c53cc9c82cce2f8936397023f0695c26c80c1ab182a7\
                    1db02ba92f544018115a96e719662ca32b7c7efc0a6d2482150766ba6f655b8e";
    assert_eq!(hex(&key), expected);
    assert_eq!(BitStr::from(key.as_slice()).bits(), 512);
}
