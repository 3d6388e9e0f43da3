//! Records of a key exchange.

use crate::buffer::{Buffer, Heap};
use crate::call::{self, Call, Candidate, Run, Runs};
use crate::kem::same_secret;
use crate::record::Record;
use crate::sizes::{self, Sizes};
use crate::{Failure, Verdict};

/// Passes that are looked up in a library.
pub const MOST_PASSES: u8 = 16;

/// Declared sizes of a key exchange, in bytes except the number of passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KexSizes {
    /// Claimed number of passes.
    pub passes: u64,
    /// Long-term public key of either side; 0 without authentication.
    pub public_key: u64,
    /// Long-term secret key of either side.
    pub secret_key: u64,
    /// State of the initiator, at most.
    pub state_a: u64,
    /// State of the responder, at most.
    pub state_b: u64,
    /// Shared secret.
    pub shared_secret: u64,
    /// All messages together.
    pub messages: u64,
}

impl Sizes for KexSizes {
    fn named(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("number of passes", self.passes),
            ("size of pk", self.public_key),
            ("size of sk", self.secret_key),
            ("size of sta", self.state_a),
            ("size of stb", self.state_b),
            ("size of ss", self.shared_secret),
            ("size of all messages", self.messages),
        ]
    }
}

/// The two sides of an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The initiator.
    A,
    /// The responder.
    B,
}

impl Side {
    /// The side that acts in a pass: odd passes are A's, even ones B's.
    #[must_use]
    pub fn of_pass(pass: u8) -> Self {
        if pass % 2 == 1 { Self::A } else { Self::B }
    }

    /// The letter in the names of functions: `a` or `b`.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::A => 'a',
            Self::B => 'b',
        }
    }
}

/// What a message function gets.
pub struct PassCall<'a> {
    /// Own secret key.
    pub sk: &'a mut Buffer,
    /// The other side's public key.
    pub peer: &'a mut Buffer,
    /// The message of the pass before; there is none in pass 1.
    pub received: Option<&'a mut Buffer>,
    /// Own state, which the function may change.
    pub state: &'a mut Buffer,
    /// The message to make.
    pub message: &'a mut Buffer,
}

/// What a derivation function gets.
pub struct DeriveCall<'a> {
    /// Own secret key.
    pub sk: &'a mut Buffer,
    /// The other side's public key.
    pub peer: &'a mut Buffer,
    /// The last message of the other side, if it sent any.
    pub received: Option<&'a mut Buffer>,
    /// Own state.
    pub state: &'a mut Buffer,
    /// The shared secret to make.
    pub ss: &'a mut Buffer,
}

/// A key exchange. Functions return what the C functions return.
pub trait Kex: Candidate {
    /// Declared sizes.
    fn sizes(&mut self) -> KexSizes;
    /// Whether the message function of that pass exists.
    fn has_pass(&mut self, pass: u8) -> bool;
    /// `kex_init_a` or `kex_init_b`.
    fn init(&mut self, side: Side, pk: &mut Buffer, sk: &mut Buffer, state: &mut Buffer) -> i32;
    /// `kex_generate_pass<pass>_msg_a` or `…_b`.
    fn pass(&mut self, pass: u8, call: PassCall<'_>) -> i32;
    /// `kex_derive_ss_a` or `kex_derive_ss_b`.
    fn derive(&mut self, side: Side, call: DeriveCall<'_>) -> i32;
}

/// Makes record `index` in both runs.
///
/// # Errors
/// The first thing that went wrong, as a verdict with its explanation.
pub fn record(kex: &mut dyn Kex, index: u64, runs: Runs<'_>) -> Result<Record, Failure> {
    let seed = call::record_seed(index);
    call::twice(kex, runs, |kex, run| once(kex, index, &seed, run))
        .map_err(|failure| failure.in_record(index))
}

/// Makes a record with another seed and says which outputs did not change.
///
/// # Errors
/// As for [`record`].
pub fn seed_finding(kex: &mut dyn Kex, first: &Record) -> Result<Option<String>, Failure> {
    let other = once(kex, 0, &call::other_seed(), Runs::new(&Heap, &Heap).first)?;
    Ok(call::seed_finding(first, &other))
}

/// What one side holds during an exchange.
struct Party {
    side: Side,
    pk: Buffer,
    sk: Buffer,
    state: Buffer,
    last_sent: Option<Buffer>,
}

fn once(kex: &mut dyn Kex, index: u64, seed: &[u8], run: Run<'_>) -> Result<Record, Failure> {
    let sizes = sizes::declared(|| kex.sizes())?;
    let mut record = Record::default();
    record.number("Count", index);
    record.number("Seed_Len", seed.len() as u64);
    record.bytes("Seed", seed);
    call::seed(kex, seed)?;
    record.length("Pass_Num", sizes.passes);

    let mut a = init(kex, Side::A, &sizes, run, &mut record)?;
    let mut b = init(kex, Side::B, &sizes, run, &mut record)?;
    passes(kex, &sizes, (&mut a, &mut b), run, &mut record)?;

    let secret_a = derive(kex, &sizes, &mut a, &b, run)?;
    let secret_b = derive(kex, &sizes, &mut b, &a, run)?;
    let (one, other) = ("kex_derive_ss_a", "kex_derive_ss_b");
    same_secret(one, secret_a.written(), other, secret_b.written())?;
    record.pair("SS", secret_a.written());
    sizes::unchanged(&sizes, &kex.sizes())?;
    Ok(record)
}

fn init(
    kex: &mut dyn Kex,
    side: Side,
    sizes: &KexSizes,
    run: Run<'_>,
    record: &mut Record,
) -> Result<Party, Failure> {
    let (state_name, state_size) = match side {
        Side::A => ("sta", sizes.state_a),
        Side::B => ("stb", sizes.state_b),
    };
    let mut pk = run.output("pk", sizes.public_key)?;
    let mut sk = run.output("sk", sizes.secret_key)?;
    let mut state = run.optional(state_name, state_size)?;
    let returned = kex.init(side, &mut pk, &mut sk, &mut state);
    let letter = side.letter();
    Call {
        function: &format!("kex_init_{letter}"),
        returned,
        inputs: &[],
        outputs: &[&pk, &sk],
        optional: &[&state],
    }
    .check(|value| value >= 0)?;
    record.pair(&format!("PK{letter}"), pk.written());
    record.pair(&format!("SK{letter}"), sk.written());
    record.pair(&format!("Init_St{letter}"), state.written());
    Ok(Party {
        side,
        pk: run.hand_over(&pk),
        sk: run.hand_over(&sk),
        state,
        last_sent: None,
    })
}

/// Runs the passes as the official driver does, and further ones when more than three are claimed.
fn passes(
    kex: &mut dyn Kex,
    sizes: &KexSizes,
    (a, b): (&mut Party, &mut Party),
    run: Run<'_>,
    record: &mut Record,
) -> Result<(), Failure> {
    for pass in 1..=MOST_PASSES {
        let claimed = sizes.passes;
        let number = u64::from(pass);
        if number > claimed.max(3) {
            break;
        }
        let letter = Side::of_pass(pass).letter();
        let function = format!("kex_generate_pass{pass}_msg_{letter}");
        if !kex.has_pass(pass) {
            if number <= claimed {
                let detail = format!("it claims {claimed} passes, but {function} is missing");
                return Err(Failure::new(Verdict::CryptoFail, detail));
            }
            break;
        }
        let (own, peer) = match Side::of_pass(pass) {
            Side::A => (&mut *a, &mut *b),
            Side::B => (&mut *b, &mut *a),
        };
        let mut message = run.optional("message", sizes.messages)?;
        let call = PassCall {
            sk: &mut own.sk,
            peer: &mut peer.pk,
            received: peer.last_sent.as_mut(),
            state: &mut own.state,
            message: &mut message,
        };
        let returned = kex.pass(pass, call);
        let mut inputs = vec![&own.sk, &peer.pk];
        inputs.extend(&peer.last_sent);
        Call {
            function: &function,
            returned,
            inputs: &inputs,
            outputs: &[],
            optional: &[&own.state, &message],
        }
        .check(|value| value >= 0)?;
        record.pair(&format!("Pass{pass}_St{letter}"), own.state.written());
        record.pair(&format!("M{pass}"), message.written());
        own.last_sent = Some(run.hand_over(&message));
        if returned == 1 {
            if number == claimed {
                break;
            }
            let detail = format!("{function} ends the exchange, but {claimed} passes are claimed");
            return Err(Failure::new(Verdict::CryptoFail, detail));
        }
    }
    Ok(())
}

/// The state is not checked for changes here: erasing it after use is good practice.
fn derive(
    kex: &mut dyn Kex,
    sizes: &KexSizes,
    own: &mut Party,
    peer: &Party,
    run: Run<'_>,
) -> Result<Buffer, Failure> {
    let mut peer_pk = run.hand_over(&peer.pk);
    let mut received = peer
        .last_sent
        .as_ref()
        .map(|message| run.hand_over(message));
    let mut ss = run.output("ss", sizes.shared_secret)?;
    let call = DeriveCall {
        sk: &mut own.sk,
        peer: &mut peer_pk,
        received: received.as_mut(),
        state: &mut own.state,
        ss: &mut ss,
    };
    let returned = kex.derive(own.side, call);
    let mut inputs = vec![&own.sk, &peer_pk];
    inputs.extend(&received);
    Call {
        function: &format!("kex_derive_ss_{}", own.side.letter()),
        returned,
        inputs: &inputs,
        outputs: &[&ss],
        optional: &[&own.state],
    }
    .check(|value| value >= 0)?;
    Ok(ss)
}
