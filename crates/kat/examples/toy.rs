//! A KEM in a few lines of Rust, its first known-answer record, and a verdict.
//!
//! Run with `cargo run -p assay-kat --example toy`.

use std::io;

use assay_iccs::model::{BitStr, Drng, pseudoxof};
use assay_kat::buffer::{Buffer, Heap};
use assay_kat::judge::{Generated, Reference};
use assay_kat::kem::{self, Kem, KemSizes};
use assay_kat::{Candidate, Form, Runs, write_records};

struct Toy(Drng);

impl Candidate for Toy {
    fn seed(&mut self, seed: &[u8]) -> i32 {
        self.0 = Drng::new(seed);
        0
    }
}

fn xof(message: &[u8]) -> Vec<u8> {
    pseudoxof(128, BitStr::from(message))
}

impl Kem for Toy {
    fn sizes(&mut self) -> KemSizes {
        KemSizes {
            public_key: 16,
            secret_key: 32,
            shared_secret: 16,
            ciphertext: 24,
        }
    }

    fn keygen(&mut self, pk: &mut Buffer, sk: &mut Buffer) -> i32 {
        sk.write(&self.0.bits(256));
        pk.write(&xof(sk.written()));
        0
    }

    fn enc(&mut self, pk: &mut Buffer, ss: &mut Buffer, ct: &mut Buffer) -> i32 {
        ct.write(&[&self.0.bits(64), pk.written()].concat());
        ss.write(&xof(ct.written()));
        0
    }

    fn dec(&mut self, _sk: &mut Buffer, ct: &mut Buffer, ss: &mut Buffer) -> i32 {
        ss.write(&xof(ct.written()));
        0
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let record = kem::record(&mut Toy(Drng::new(&[])), 0, Runs::new(&Heap, &Heap))?;
    write_records([&record], Form::Filled, &mut io::stdout())?;
    let file = Generated {
        name: "KAT_KEM_Toy.txt".into(),
        records: vec![record],
        whole: 10,
    };
    let judgement = file.judge(&Reference::None)?;
    println!(
        "{} {}: {}",
        judgement.verdict,
        judgement.detail,
        judgement.verdict.advice()
    );
    Ok(())
}
