//! The toy algorithms for which the digests of whole files are known.

use assay_iccs::model::{BitStr, Drng, pseudoxof, sm3_bits};
use assay_kat::Candidate;
use assay_kat::buffer::Buffer;
use assay_kat::hash::Hash;
use assay_kat::kem::{Kem, KemSizes};
use assay_kat::kex::{DeriveCall, Kex, KexSizes, PassCall, Side};
use assay_kat::sig::{Sig, SigSizes};

/// A candidate's generator.
pub(crate) struct Toy {
    pub(crate) drng: Drng,
}

impl Toy {
    pub(crate) fn new() -> Self {
        Self {
            drng: Drng::new(&[]),
        }
    }
}

impl Candidate for Toy {
    fn seed(&mut self, seed: &[u8]) -> i32 {
        self.drng = Drng::new(seed);
        0
    }
}

/// Secret key from the generator, public key from the secret key.
fn keygen(drng: &mut Drng, secret_bytes: u64, pk: &mut Buffer, sk: &mut Buffer) -> i32 {
    sk.write(&drng.bits(8 * secret_bytes));
    pk.write(&xof(128, &[sk.written()]));
    0
}

fn xof(bits: u64, parts: &[&[u8]]) -> Vec<u8> {
    let message = parts.concat();
    pseudoxof(bits, BitStr::from(message.as_slice()))
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
        keygen(&mut self.drng, 32, pk, sk)
    }

    fn enc(&mut self, pk: &mut Buffer, ss: &mut Buffer, ct: &mut Buffer) -> i32 {
        ct.write(&[&self.drng.bits(64), pk.written()].concat());
        ss.write(&xof(128, &[ct.written()]));
        0
    }

    fn dec(&mut self, _sk: &mut Buffer, ct: &mut Buffer, ss: &mut Buffer) -> i32 {
        ss.write(&xof(128, &[ct.written()]));
        0
    }
}

impl Sig for Toy {
    fn sizes(&mut self) -> SigSizes {
        SigSizes {
            public_key: 16,
            secret_key: 32,
            signature: 40,
        }
    }

    fn keygen(&mut self, pk: &mut Buffer, sk: &mut Buffer) -> i32 {
        keygen(&mut self.drng, 32, pk, sk)
    }

    fn sign(&mut self, sk: &mut Buffer, m: &mut Buffer, sn: &mut Buffer) -> i32 {
        let pk = xof(128, &[sk.written()]);
        let r = self.drng.bits(64);
        let tag = xof(256, &[&pk, &r, m.written()]);
        sn.write(&[r, tag].concat());
        0
    }

    fn verify(&mut self, pk: &mut Buffer, sn: &mut Buffer, m: &mut Buffer) -> i32 {
        let (r, tag) = sn.written().split_at(8);
        if xof(256, &[pk.written(), r, m.written()]) == tag {
            0
        } else {
            -1
        }
    }
}

/// A key exchange of as many passes as it says; both states hold all messages so far.
pub(crate) struct ToyKex {
    toy: Toy,
    passes: u8,
    public_keys: [Vec<u8>; 2],
    transcript: Vec<u8>,
}

impl ToyKex {
    pub(crate) fn new(passes: u8) -> Self {
        Self {
            toy: Toy::new(),
            passes,
            public_keys: Default::default(),
            transcript: Vec::new(),
        }
    }
}

impl Candidate for ToyKex {
    fn seed(&mut self, seed: &[u8]) -> i32 {
        self.toy.seed(seed)
    }
}

impl Kex for ToyKex {
    fn sizes(&mut self) -> KexSizes {
        KexSizes {
            passes: u64::from(self.passes),
            public_key: 16,
            secret_key: 16,
            state_a: 48,
            state_b: 48,
            shared_secret: 32,
            messages: 16 * u64::from(self.passes),
        }
    }

    fn has_pass(&mut self, pass: u8) -> bool {
        pass <= self.passes
    }

    fn init(&mut self, side: Side, pk: &mut Buffer, sk: &mut Buffer, state: &mut Buffer) -> i32 {
        keygen(&mut self.toy.drng, 16, pk, sk);
        self.public_keys[usize::from(side == Side::B)] = pk.written().to_vec();
        self.transcript.clear();
        state.length = 0;
        0
    }

    fn pass(&mut self, pass: u8, call: PassCall<'_>) -> i32 {
        call.message.write(&self.toy.drng.bits(128));
        self.transcript.extend_from_slice(call.message.written());
        call.state.write(&self.transcript);
        i32::from(pass == self.passes)
    }

    fn derive(&mut self, _side: Side, call: DeriveCall<'_>) -> i32 {
        let [a, b] = &self.public_keys;
        call.ss.write(&xof(256, &[a, b, &self.transcript]));
        0
    }
}

impl Hash for Toy {
    fn digest_bits(&mut self) -> u64 {
        256
    }

    fn hash(&mut self, message: &mut Buffer, message_bits: u64, digest: &mut Buffer) -> i32 {
        let bits =
            BitStr::new(message.bytes(), message_bits).expect("the driver hands over enough bytes");
        let value = sm3_bits(bits);
        digest.bytes_mut().copy_from_slice(&value);
        0
    }
}
