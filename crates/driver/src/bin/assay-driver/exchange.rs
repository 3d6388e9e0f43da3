//! A whole key exchange as one operation, with its steps visible to an observer.

use std::ffi::CStr;

use assay_iccs::library::{Kex, KexSizes, Side, Status};
use assay_kat::{Failure, Verdict};

use crate::bench::{Bench, FailedCall, Nobody, Observer, Padded, same_secret};
use crate::fault;

/// A key exchange with both parties' buffers.
pub(crate) struct Exchange<'l> {
    kex: Kex<'l>,
    sizes: KexSizes,
    a: Party,
    b: Party,
    /// One for each pass whose function exists.
    messages: Vec<Padded>,
    passes_run: usize,
}

struct Party {
    pk: Padded,
    sk: Padded,
    state: Padded,
    ss: Padded,
}

impl Party {
    fn new(sizes: &KexSizes, state: u64) -> Result<Self, Failure> {
        Ok(Self {
            pk: Padded::new("pk", sizes.public_key)?,
            sk: Padded::new("sk", sizes.secret_key)?,
            state: Padded::new("state", state)?,
            ss: Padded::new("ss", sizes.shared_secret)?,
        })
    }
}

impl<'l> Exchange<'l> {
    /// Runs one exchange, which must end in equal secrets.
    pub(crate) fn set_up(kex: Kex<'l>) -> Result<Self, Failure> {
        fault::running(c"a size query");
        let sizes = kex.sizes();
        let most = sizes.passes.clamp(3, 16);
        let available =
            (1..=16_u8).take_while(|&pass| u64::from(pass) <= most && kex.has_pass(pass));
        let messages = available.map(|_| Padded::new("message", sizes.total_messages));
        let messages = messages.collect::<Result<Vec<_>, _>>()?;
        let (a, b) = (
            Party::new(&sizes, sizes.state_a)?,
            Party::new(&sizes, sizes.state_b)?,
        );
        let mut exchange = Self {
            kex,
            sizes,
            a,
            b,
            messages,
            passes_run: 0,
        };
        exchange
            .call(&mut Nobody)
            .map_err(|call| call.into_failure("in setup"))?;
        exchange.check()?;
        fault::running(c"a step of the key exchange");
        Ok(exchange)
    }

    /// Passes that are steps of their own: those that ran, but no more than are declared.
    fn timed_passes(&self) -> usize {
        let declared = usize::try_from(self.sizes.passes).unwrap_or(usize::MAX);
        self.passes_run.min(declared)
    }
}

impl Bench for Exchange<'_> {
    #[inline]
    fn call<O: Observer>(&mut self, observer: &mut O) -> Result<(), FailedCall> {
        let Self {
            kex,
            a,
            b,
            messages,
            ..
        } = self;
        for (index, (side, own)) in [(Side::A, &mut *a), (Side::B, &mut *b)]
            .into_iter()
            .enumerate()
        {
            let (pk, sk) = (own.pk.empty_output(), own.sk.empty_output());
            let state = own.state.empty_output();
            let status = observer.step(index, || kex.init(side, pk, sk, state));
            unless_error(status, init_name(side))?;
        }
        let mut run = 0;
        for pass in 1..=messages.len() {
            let (earlier, rest) = messages.split_at_mut(pass - 1);
            let received = earlier.last().map_or(&[][..], Padded::input);
            let Some(message) = rest.first_mut() else {
                break;
            };
            let number = u8::try_from(pass).unwrap_or(u8::MAX);
            let (own, peer) = match Side::sender_of(number) {
                Side::A => (&mut *a, &*b),
                Side::B => (&mut *b, &*a),
            };
            let (sk, pk) = (own.sk.input(), peer.pk.input());
            let (state, message) = (own.state.in_and_out(), message.empty_output());
            let status = observer.step(1 + pass, || {
                kex.pass(number, sk, pk, received, state, message)
            });
            let Some(status) = status else { break };
            unless_error(status, pass_name(number))?;
            run = pass;
            if status == Status::FINISHED {
                break;
            }
        }
        self.passes_run = run;
        let last = |side: Side| {
            let sent = (1..=run)
                .rev()
                .find(|&pass| Side::sender_of(pass as u8) == side)?;
            messages.get(sent - 1).map(Padded::input)
        };
        let (last_a, last_b) = (last(Side::A), last(Side::B));
        let (ska, pka, sta) = (a.sk.input(), a.pk.input(), a.state.input());
        let (skb, pkb, stb) = (b.sk.input(), b.pk.input(), b.state.input());
        let (ssa, ssb) = (a.ss.empty_output(), b.ss.empty_output());
        let step = 2 + run;
        let status = observer.step(step, || kex.derive(Side::A, ska, pkb, last_b, sta, ssa));
        unless_error(status, c"kex_derive_ss_a")?;
        let status = observer.step(step + 1, || kex.derive(Side::B, skb, pka, last_a, stb, ssb));
        unless_error(status, c"kex_derive_ss_b")
    }

    fn check(&mut self) -> Result<(), Failure> {
        if (self.passes_run as u64) < self.sizes.passes {
            let detail = format!(
                "{} passes are claimed, but the exchange ended after {}",
                self.sizes.passes, self.passes_run
            );
            return Err(Failure::new(Verdict::CryptoFail, detail));
        }
        for (side, own) in [(Side::A, &self.a), (Side::B, &self.b)] {
            own.pk.check_written("pk", init_name(side))?;
            own.sk.check_written("sk", init_name(side))?;
            own.state.check_length("the state")?;
            own.ss.check_written("ss", derive_name(side))?;
        }
        for message in &self.messages[..self.passes_run] {
            message.check_length("a message")?;
        }
        same_secret(&self.a.ss, &self.b.ss)
    }

    /// Steps in the order of their indices; a pass beyond the declared ones has no name.
    fn steps(&self) -> Vec<String> {
        let timed = self.timed_passes();
        let pass = |pass| {
            if pass <= timed {
                format!("pass{pass}")
            } else {
                String::new()
            }
        };
        let mut names = vec!["init_a".to_owned(), "init_b".to_owned()];
        names.extend((1..=self.passes_run).map(pass));
        names.extend(["derive_a".to_owned(), "derive_b".to_owned()]);
        names
    }

    fn observed(&self) -> Vec<(String, u64)> {
        let sent = &self.messages[..self.passes_run];
        let mut lengths: Vec<(String, u64)> = sent
            .iter()
            .enumerate()
            .map(|(index, message)| (format!("msg{}_bytes", index + 1), message.length()))
            .collect();
        let total = lengths.iter().map(|(_, bytes)| bytes).sum();
        lengths.push(("total_msg_bytes".to_owned(), total));
        lengths.push(("ss_actual_bytes".to_owned(), self.a.ss.length()));
        lengths
    }

    fn passes_run(&self) -> Option<u64> {
        Some(self.passes_run as u64)
    }
}

/// Positive values are no errors here: 1 ends the passes, others go on.
#[inline]
fn unless_error(status: Status, function: &'static CStr) -> Result<(), FailedCall> {
    if status.is_error() {
        Err(FailedCall {
            function,
            value: status.0,
        })
    } else {
        Ok(())
    }
}

/// Name of the initialisation of a side.
pub(crate) fn init_name(side: Side) -> &'static CStr {
    match side {
        Side::A => c"kex_init_a",
        Side::B => c"kex_init_b",
    }
}

/// Name of the derivation of a side.
pub(crate) fn derive_name(side: Side) -> &'static CStr {
    match side {
        Side::A => c"kex_derive_ss_a",
        Side::B => c"kex_derive_ss_b",
    }
}

/// Name of a message function.
pub(crate) fn pass_name(pass: u8) -> &'static CStr {
    const NAMES: [&CStr; 16] = [
        c"kex_generate_pass1_msg_a",
        c"kex_generate_pass2_msg_b",
        c"kex_generate_pass3_msg_a",
        c"kex_generate_pass4_msg_b",
        c"kex_generate_pass5_msg_a",
        c"kex_generate_pass6_msg_b",
        c"kex_generate_pass7_msg_a",
        c"kex_generate_pass8_msg_b",
        c"kex_generate_pass9_msg_a",
        c"kex_generate_pass10_msg_b",
        c"kex_generate_pass11_msg_a",
        c"kex_generate_pass12_msg_b",
        c"kex_generate_pass13_msg_a",
        c"kex_generate_pass14_msg_b",
        c"kex_generate_pass15_msg_a",
        c"kex_generate_pass16_msg_b",
    ];
    NAMES
        .get(usize::from(pass).wrapping_sub(1))
        .copied()
        .unwrap_or(c"a message function")
}
