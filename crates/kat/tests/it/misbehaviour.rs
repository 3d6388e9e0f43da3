//! Toys that misbehave in one way each, and the one verdict that is right.

use assay_kat::buffer::{Buffer, Heap};
use assay_kat::kem::{self, Kem, KemSizes};
use assay_kat::{Candidate, Failure, Runs};

use crate::toys::Toy;

type After = fn(Function, &mut [&mut Buffer]) -> i32;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Function {
    Keygen,
    Enc,
    Dec,
}

/// The right toy, with something done after each call: buffers in the order of the C prototype.
struct Misbehaving {
    toy: Toy,
    after: After,
}

impl Candidate for Misbehaving {
    fn seed(&mut self, seed: &[u8]) -> i32 {
        self.toy.seed(seed)
    }
}

impl Kem for Misbehaving {
    fn sizes(&mut self) -> KemSizes {
        Kem::sizes(&mut self.toy)
    }

    fn keygen(&mut self, pk: &mut Buffer, sk: &mut Buffer) -> i32 {
        Kem::keygen(&mut self.toy, pk, sk);
        (self.after)(Function::Keygen, &mut [pk, sk])
    }

    fn enc(&mut self, pk: &mut Buffer, ss: &mut Buffer, ct: &mut Buffer) -> i32 {
        self.toy.enc(pk, ss, ct);
        (self.after)(Function::Enc, &mut [pk, ss, ct])
    }

    fn dec(&mut self, sk: &mut Buffer, ct: &mut Buffer, ss: &mut Buffer) -> i32 {
        self.toy.dec(sk, ct, ss);
        (self.after)(Function::Dec, &mut [sk, ct, ss])
    }
}

fn failure(after: After) -> String {
    let mut toy = Misbehaving {
        toy: Toy::new(),
        after,
    };
    let result = kem::record(&mut toy, 0, Runs::new(&Heap, &Heap));
    result.map_or_else(
        |failure: Failure| failure.to_string(),
        |_| "nothing found".to_owned(),
    )
}

#[test]
fn a_well_behaved_toy_has_no_failure() {
    assert_eq!(failure(|_, _| 0), "nothing found");
}

#[test]
fn a_nonzero_value_names_function_and_value() {
    let text = failure(|function, _| if function == Function::Enc { -7 } else { 0 });
    assert_eq!(text, "CRYPTOFAIL: record 0: kem_enc returned -7");
    let text = failure(|function, _| i32::from(function == Function::Dec));
    assert_eq!(text, "CRYPTOFAIL: record 0: kem_dec returned 1");
}

#[test]
fn a_length_left_at_zero_is_unwritten() {
    let text = failure(|function, buffers| {
        if function == Function::Enc {
            buffers[2].length = 0;
        }
        0
    });
    assert_eq!(
        text,
        "UNWRITTEN: record 0: kem_enc returned success but left the length of ct at 0"
    );
}

#[test]
fn a_length_above_the_declared_size_is_an_overflow() {
    let text = failure(|_, buffers| {
        buffers[0].length += 1;
        0
    });
    let expected =
        "OVERFLOW: record 0: kem_keygen gives pk a length of 17 bytes, but 16 are declared";
    assert_eq!(text, expected);
}

#[test]
fn a_changed_input_is_named_with_its_byte() {
    let text = failure(|function, buffers| {
        if function == Function::Dec {
            buffers[1].bytes_mut()[3] ^= 1;
        }
        0
    });
    assert_eq!(
        text,
        "INPUTWRITE: record 0: kem_dec changed its input ct at byte 3"
    );
}

#[test]
fn different_secrets_are_a_failure_of_the_cryptography() {
    let text = failure(|function, buffers| {
        if function == Function::Dec {
            buffers[2].bytes_mut()[5] ^= 1;
        }
        0
    });
    let expected =
        "CRYPTOFAIL: record 0: the shared secrets of kem_enc and kem_dec differ from byte 5 on";
    assert_eq!(text, expected);
    let text = failure(|function, buffers| {
        if function == Function::Dec {
            buffers[2].length -= 1;
        }
        0
    });
    insta::assert_snapshot!(text, @"CRYPTOFAIL: record 0: the shared secrets have different lengths: 16 bytes from kem_enc, 15 from kem_dec");
}

#[test]
fn bytes_that_are_never_written_are_counted() {
    let text = failure_of(|toy, pk| {
        let kept = pk.bytes()[12..].to_vec();
        (toy.write)(toy, pk);
        pk.bytes_mut()[12..].copy_from_slice(&kept);
    });
    insta::assert_snapshot!(text, @"UNWRITTEN: record 4: 4 of the 16 bytes of PK are what memory held before the call");
}

#[test]
fn an_answer_that_depends_on_old_memory_is_named_so() {
    let text = failure_of(|toy, pk| {
        let old = pk.bytes()[0];
        (toy.write)(toy, pk);
        pk.bytes_mut()[0] ^= old;
    });
    insta::assert_snapshot!(text, @"UNINIT: record 4: 1 of the 16 bytes of PK change with what memory held before the call");
}

#[test]
fn a_generator_of_its_own_is_not_deterministic() {
    let text = failure_of(|toy, pk| {
        (toy.write)(toy, pk);
        toy.calls += 1;
        pk.bytes_mut()[0] ^= toy.calls;
    });
    insta::assert_snapshot!(text, @"NONDETERMINISTIC: record 4: PK differs between runs with the same seed: not all randomness comes from drng_algorithm, or state is kept between calls");
}

#[test]
fn outputs_that_do_not_depend_on_the_seed_are_a_finding() {
    let mut toy = Keyed {
        calls: 0,
        keygen: |toy, pk| (toy.write)(toy, pk),
        write: fixed,
        toy: Toy::new(),
    };
    let record = kem::record(&mut toy, 0, Runs::new(&Heap, &Heap)).expect("it is consistent");
    let finding = kem::seed_finding(&mut toy, &record).expect("it is consistent");
    insta::assert_snapshot!(finding.unwrap_or_default(), @"with another seed PK, SK came out the same: no dependence on the DRNG");
    let mut good = Toy::new();
    let record = kem::record(&mut good, 0, Runs::new(&Heap, &Heap)).expect("it is right");
    assert_eq!(
        kem::seed_finding(&mut good, &record).expect("it is right"),
        None
    );
}

/// The right toy with another way of making the public key.
struct Keyed {
    toy: Toy,
    calls: u8,
    keygen: fn(&mut Keyed, &mut Buffer),
    write: fn(&mut Keyed, &mut Buffer),
}

fn right(toy: &mut Keyed, pk: &mut Buffer) {
    pk.write(&toy.toy.drng.bits(128));
}

fn fixed(_toy: &mut Keyed, pk: &mut Buffer) {
    pk.write(&[7; 16]);
}

fn failure_of(keygen: fn(&mut Keyed, &mut Buffer)) -> String {
    let mut toy = Keyed {
        toy: Toy::new(),
        calls: 0,
        keygen,
        write: right,
    };
    let result = kem::record(&mut toy, 4, Runs::new(&Heap, &Heap));
    result.map_or_else(
        |failure| failure.to_string(),
        |_| "nothing found".to_owned(),
    )
}

impl Candidate for Keyed {
    fn seed(&mut self, seed: &[u8]) -> i32 {
        self.toy.seed(seed)
    }
}

impl Kem for Keyed {
    fn sizes(&mut self) -> KemSizes {
        Kem::sizes(&mut self.toy)
    }

    fn keygen(&mut self, pk: &mut Buffer, sk: &mut Buffer) -> i32 {
        sk.write(&[9; 32]);
        (self.keygen)(self, pk);
        0
    }

    fn enc(&mut self, pk: &mut Buffer, ss: &mut Buffer, ct: &mut Buffer) -> i32 {
        self.toy.enc(pk, ss, ct)
    }

    fn dec(&mut self, sk: &mut Buffer, ct: &mut Buffer, ss: &mut Buffer) -> i32 {
        self.toy.dec(sk, ct, ss)
    }
}
