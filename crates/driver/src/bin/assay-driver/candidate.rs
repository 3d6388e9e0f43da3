//! A loaded library as a candidate of the known-answer tests.

use assay_iccs::library::{self as iccs, Generator, Output};
use assay_iccs::model::BitStr;
use assay_kat::Candidate;
use assay_kat::buffer::Buffer;
use assay_kat::hash::Hash;
use assay_kat::kem::{Kem, KemSizes};
use assay_kat::kex::{DeriveCall, Kex, KexSizes, PassCall, Side};
use assay_kat::sig::{Sig, SigSizes};
use assay_memory::Stack;

use crate::exchange;
use crate::fault;
use crate::limits;

/// The functions of a library, its generator, and the stack it runs on.
pub(crate) struct Foreign<'a, F> {
    pub(crate) functions: F,
    pub(crate) generator: Option<Generator<'a>>,
    pub(crate) stack: &'a Stack,
    /// Bytes of unused stack that are filled before a run.
    pub(crate) fill_depth: usize,
    /// What the generator was seeded with last.
    pub(crate) last_seed: Vec<u8>,
}

impl<F> Candidate for Foreign<'_, F> {
    fn seed(&mut self, seed: &[u8]) -> i32 {
        fault::running(c"init_random_number");
        self.last_seed = seed.to_vec();
        self.generator.map_or(0, |generator| generator.seed(seed).0)
    }

    fn drew_since_seeded(&mut self) -> Option<bool> {
        let generator = self.generator?;
        let [mut next, mut first] = [[0; 32]; 2];
        let drawn = generator.fill(&mut next).is_success()
            && generator.seed(&self.last_seed).is_success()
            && generator.fill(&mut first).is_success();
        drawn.then_some(next != first)
    }

    fn fill_unused_memory(&mut self, fill: u8) {
        limits::fill_allocations(fill);
        self.stack.fill_unused(fill, self.fill_depth);
    }
}

fn output(buffer: &mut Buffer) -> Output<'_> {
    let (bytes, length) = buffer.parts_mut();
    Output::new(bytes, length)
}

impl Kem for Foreign<'_, iccs::Kem<'_>> {
    fn sizes(&mut self) -> KemSizes {
        let sizes = self.functions.sizes();
        KemSizes {
            public_key: sizes.public_key,
            secret_key: sizes.secret_key,
            shared_secret: sizes.shared_secret,
            ciphertext: sizes.ciphertext,
        }
    }

    fn keygen(&mut self, pk: &mut Buffer, sk: &mut Buffer) -> i32 {
        fault::running(c"kem_keygen");
        self.functions.keygen(output(pk), output(sk)).0
    }

    fn enc(&mut self, pk: &mut Buffer, ss: &mut Buffer, ct: &mut Buffer) -> i32 {
        fault::running(c"kem_enc");
        self.functions.enc(pk.bytes(), output(ss), output(ct)).0
    }

    fn dec(&mut self, sk: &mut Buffer, ct: &mut Buffer, ss: &mut Buffer) -> i32 {
        fault::running(c"kem_dec");
        self.functions.dec(sk.bytes(), ct.bytes(), output(ss)).0
    }
}

impl Sig for Foreign<'_, iccs::Sig<'_>> {
    fn sizes(&mut self) -> SigSizes {
        let sizes = self.functions.sizes();
        SigSizes {
            public_key: sizes.public_key,
            secret_key: sizes.secret_key,
            signature: sizes.signature,
        }
    }

    fn keygen(&mut self, pk: &mut Buffer, sk: &mut Buffer) -> i32 {
        fault::running(c"sig_keygen");
        self.functions.keygen(output(pk), output(sk)).0
    }

    fn sign(&mut self, sk: &mut Buffer, m: &mut Buffer, sn: &mut Buffer) -> i32 {
        fault::running(c"sig_sign");
        self.functions.sign(sk.bytes(), m.bytes(), output(sn)).0
    }

    fn verify(&mut self, pk: &mut Buffer, sn: &mut Buffer, m: &mut Buffer) -> i32 {
        fault::running(c"sig_verify");
        self.functions.verify(pk.bytes(), sn.bytes(), m.bytes()).0
    }
}

fn side(side: Side) -> iccs::Side {
    match side {
        Side::A => iccs::Side::A,
        Side::B => iccs::Side::B,
    }
}

impl Kex for Foreign<'_, iccs::Kex<'_>> {
    fn sizes(&mut self) -> KexSizes {
        let sizes = self.functions.sizes();
        KexSizes {
            passes: sizes.passes,
            public_key: sizes.public_key,
            secret_key: sizes.secret_key,
            state_a: sizes.state_a,
            state_b: sizes.state_b,
            shared_secret: sizes.shared_secret,
            messages: sizes.total_messages,
        }
    }

    fn has_pass(&mut self, pass: u8) -> bool {
        self.functions.has_pass(pass)
    }

    fn init(&mut self, which: Side, pk: &mut Buffer, sk: &mut Buffer, state: &mut Buffer) -> i32 {
        fault::running(exchange::init_name(side(which)));
        self.functions
            .init(side(which), output(pk), output(sk), output(state))
            .0
    }

    fn pass(&mut self, pass: u8, call: PassCall<'_>) -> i32 {
        fault::running(exchange::pass_name(pass));
        let received = call
            .received
            .as_ref()
            .map_or(&[][..], |message| message.bytes());
        let (sk, peer) = (call.sk.bytes(), call.peer.bytes());
        let status = self.functions.pass(
            pass,
            sk,
            peer,
            received,
            output(call.state),
            output(call.message),
        );
        // A function that is missing was not called: `has_pass` is asked before.
        status.map_or(-1, |status| status.0)
    }

    fn derive(&mut self, which: Side, call: DeriveCall<'_>) -> i32 {
        fault::running(exchange::derive_name(side(which)));
        let received = call.received.as_ref().map(|message| message.bytes());
        let (sk, peer, state) = (call.sk.bytes(), call.peer.bytes(), call.state.written());
        self.functions
            .derive(side(which), sk, peer, received, state, output(call.ss))
            .0
    }
}

impl Hash for Foreign<'_, iccs::Hash<'_>> {
    fn digest_bits(&mut self) -> u64 {
        u64::from(self.functions.digest_bits())
    }

    fn hash(&mut self, message: &mut Buffer, message_bits: u64, digest: &mut Buffer) -> i32 {
        fault::running(c"CryptHash");
        match BitStr::new(message.bytes(), message_bits) {
            Some(message) => self.functions.hash(message, digest.bytes_mut()).0,
            None => -1,
        }
    }
}
