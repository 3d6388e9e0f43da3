//! Misbehaviour that only key exchanges, signatures and hash functions are capable of.

use assay_kat::buffer::{Buffer, Heap};
use assay_kat::hash::{self, Hash, HashFile};
use assay_kat::kex::{self, DeriveCall, Kex, KexSizes, PassCall, Side};
use assay_kat::sig::{self, Sig, SigSizes};
use assay_kat::{Candidate, Failure, Record, Runs};

use crate::toys::{Toy, ToyKex};

fn text(result: Result<Record, Failure>) -> String {
    result.map_or_else(
        |failure| failure.to_string(),
        |_| "nothing found".to_owned(),
    )
}

/// The right key exchange of two passes, with some things otherwise.
struct OddKex {
    toy: ToyKex,
    claimed: u64,
    present: u8,
    returned: fn(u8) -> i32,
    leave_state: bool,
    shorten: bool,
}

impl OddKex {
    fn right() -> Self {
        Self {
            toy: ToyKex::new(2),
            claimed: 2,
            present: 2,
            returned: |pass| i32::from(pass == 2),
            leave_state: false,
            shorten: false,
        }
    }

    fn run(mut self) -> String {
        text(kex::record(&mut self, 0, Runs::new(&Heap, &Heap)))
    }
}

impl Candidate for OddKex {
    fn seed(&mut self, seed: &[u8]) -> i32 {
        self.toy.seed(seed)
    }
}

impl Kex for OddKex {
    fn sizes(&mut self) -> KexSizes {
        KexSizes {
            passes: self.claimed,
            ..self.toy.sizes()
        }
    }

    fn has_pass(&mut self, pass: u8) -> bool {
        pass <= self.present
    }

    fn init(&mut self, side: Side, pk: &mut Buffer, sk: &mut Buffer, state: &mut Buffer) -> i32 {
        let length = state.length;
        self.toy.init(side, pk, sk, state);
        if self.leave_state {
            state.length = length;
        }
        0
    }

    fn pass(&mut self, pass: u8, call: PassCall<'_>) -> i32 {
        self.toy.pass(pass, call);
        (self.returned)(pass)
    }

    fn derive(&mut self, side: Side, call: DeriveCall<'_>) -> i32 {
        let DeriveCall {
            sk,
            peer,
            received,
            state,
            ss,
        } = call;
        let inner = DeriveCall {
            sk,
            peer,
            received,
            state,
            ss: &mut *ss,
        };
        self.toy.derive(side, inner);
        if self.shorten && side == Side::B {
            ss.length = 31;
        }
        0
    }
}

#[test]
fn the_right_exchange_has_no_failure() {
    assert_eq!(OddKex::right().run(), "nothing found");
}

#[test]
fn an_exchange_that_ends_before_its_last_pass() {
    let odd = OddKex {
        returned: |_| 1,
        ..OddKex::right()
    };
    insta::assert_snapshot!(odd.run(), @"CRYPTOFAIL: record 0: kex_generate_pass1_msg_a ends the exchange, but 2 passes are claimed");
}

#[test]
fn a_pass_that_fails() {
    let odd = OddKex {
        returned: |pass| if pass == 2 { -3 } else { 0 },
        ..OddKex::right()
    };
    insta::assert_snapshot!(odd.run(), @"CRYPTOFAIL: record 0: kex_generate_pass2_msg_b returned -3");
}

#[test]
fn a_claimed_pass_that_is_missing() {
    let odd = OddKex {
        claimed: 4,
        present: 3,
        returned: |_| 0,
        ..OddKex::right()
    };
    insta::assert_snapshot!(odd.run(), @"CRYPTOFAIL: record 0: it claims 4 passes, but kex_generate_pass4_msg_b is missing");
}

#[test]
fn an_exchange_that_never_says_it_is_finished_runs_its_passes() {
    let odd = OddKex {
        returned: |_| 0,
        ..OddKex::right()
    };
    assert_eq!(odd.run(), "nothing found");
}

#[test]
fn a_state_length_that_is_left_alone() {
    let odd = OddKex {
        leave_state: true,
        ..OddKex::right()
    };
    insta::assert_snapshot!(odd.run(), @"UNWRITTEN: record 0: Init_Sta_Len depends on the value it has before the call: it is left unwritten");
}

#[test]
fn secrets_of_different_lengths() {
    let odd = OddKex {
        shorten: true,
        ..OddKex::right()
    };
    insta::assert_snapshot!(odd.run(), @"CRYPTOFAIL: record 0: the shared secrets have different lengths: 32 bytes from kex_derive_ss_a, 31 from kex_derive_ss_b");
}

/// The right signature scheme with a verifier of its own.
struct OddSig {
    toy: Toy,
    answer: fn(i32) -> i32,
}

impl Candidate for OddSig {
    fn seed(&mut self, seed: &[u8]) -> i32 {
        self.toy.seed(seed)
    }
}

impl Sig for OddSig {
    fn sizes(&mut self) -> SigSizes {
        Sig::sizes(&mut self.toy)
    }

    fn keygen(&mut self, pk: &mut Buffer, sk: &mut Buffer) -> i32 {
        Sig::keygen(&mut self.toy, pk, sk)
    }

    fn sign(&mut self, sk: &mut Buffer, m: &mut Buffer, sn: &mut Buffer) -> i32 {
        self.toy.sign(sk, m, sn)
    }

    fn verify(&mut self, pk: &mut Buffer, sn: &mut Buffer, m: &mut Buffer) -> i32 {
        (self.answer)(self.toy.verify(pk, sn, m))
    }
}

fn verifier(answer: fn(i32) -> i32) -> String {
    let mut odd = OddSig {
        toy: Toy::new(),
        answer,
    };
    text(sig::record(&mut odd, 1, Runs::new(&Heap, &Heap)))
}

#[test]
fn a_verifier_that_accepts_everything() {
    insta::assert_snapshot!(verifier(|_| 0), @"CRYPTOFAIL: record 1: sig_verify accepts a message whose first bit was changed after signing");
}

#[test]
fn a_verifier_that_rejects_everything() {
    insta::assert_snapshot!(verifier(|_| -1), @"CRYPTOFAIL: record 1: sig_verify returned -1 for a genuine signature");
    assert_eq!(verifier(|value| value), "nothing found");
}

/// A hash function that refuses messages that end in a part of a byte.
struct WholeBytes(Toy);

impl Candidate for WholeBytes {
    fn seed(&mut self, seed: &[u8]) -> i32 {
        self.0.seed(seed)
    }
}

impl Hash for WholeBytes {
    fn digest_bits(&mut self) -> u64 {
        256
    }

    fn hash(&mut self, message: &mut Buffer, message_bits: u64, digest: &mut Buffer) -> i32 {
        match message_bits % 8 {
            0 => self.0.hash(message, message_bits, digest),
            _ => -1,
        }
    }
}

#[test]
fn a_hash_function_that_fails_names_its_message() {
    let mut odd = WholeBytes(Toy::new());
    let mut record = |index| {
        let message = HashFile::Short
            .messages()
            .nth(index)
            .expect("there are 4097");
        text(hash::record(&mut odd, &message, Runs::new(&Heap, &Heap)))
    };
    assert_eq!(record(8), "nothing found");
    insta::assert_snapshot!(record(9), @"CRYPTOFAIL: KAT_2_12, message of 9 bits: CryptHash returned -1");
}
