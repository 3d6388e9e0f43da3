use std::ptr;

use super::{
    error::OpenError,
    instance::{Output, Status, input},
    open::Loader,
    table::{KexDerive, KexFirstPass, KexInit, KexPass, KexTable, SizeQuery},
};

pub(super) struct KexFunctions {
    passes_num: SizeQuery,
    pk_len_bytes: SizeQuery,
    sk_len_bytes: SizeQuery,
    sta_len_bytes: SizeQuery,
    stb_len_bytes: SizeQuery,
    ss_len_bytes: SizeQuery,
    total_msg_len_bytes: SizeQuery,
    init_a: KexInit,
    init_b: KexInit,
    pass1: Option<KexFirstPass>,
    later_passes: [Option<KexPass>; 15],
    derive_a: KexDerive,
    derive_b: KexDerive,
}

impl KexFunctions {
    pub(super) fn new(table: &KexTable, loader: &Loader<'_>) -> Result<Self, OpenError> {
        Ok(KexFunctions {
            passes_num: loader.required(table.passes_num, "kex_get_passes_num")?,
            pk_len_bytes: loader.required(table.pk_len_bytes, "kex_get_pk_len_bytes")?,
            sk_len_bytes: loader.required(table.sk_len_bytes, "kex_get_sk_len_bytes")?,
            sta_len_bytes: loader.required(table.sta_len_bytes, "kex_get_sta_len_bytes")?,
            stb_len_bytes: loader.required(table.stb_len_bytes, "kex_get_stb_len_bytes")?,
            ss_len_bytes: loader.required(table.ss_len_bytes, "kex_get_ss_len_bytes")?,
            total_msg_len_bytes: loader
                .required(table.total_msg_len_bytes, "kex_get_total_msg_len_bytes")?,
            init_a: loader.work(table.init_a, "kex_init_a")?,
            init_b: loader.work(table.init_b, "kex_init_b")?,
            pass1: table.pass1.map(|pass| loader.redirected(pass)),
            later_passes: table
                .later_passes
                .map(|pass| pass.map(|pass| loader.redirected(pass))),
            derive_a: loader.work(table.derive_a, "kex_derive_ss_a")?,
            derive_b: loader.work(table.derive_b, "kex_derive_ss_b")?,
        })
    }
}

/// A side of a key exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The initiator, who sends the odd messages.
    A,
    /// The responder, who sends the even messages.
    B,
}

impl Side {
    /// Who makes a message; they are numbered from 1.
    pub fn sender_of(pass: u8) -> Side {
        if pass % 2 == 1 { Side::A } else { Side::B }
    }
}

/// What a key exchange says of its sizes: bytes, except the number of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KexSizes {
    /// Messages. Called passes in the interface.
    pub passes: u64,
    /// Long-term public key of either side; 0 for a protocol that does not authenticate.
    pub public_key: u64,
    /// Long-term secret key of either side.
    pub secret_key: u64,
    /// State of A, at most.
    pub state_a: u64,
    /// State of B, at most.
    pub state_b: u64,
    /// Shared secret.
    pub shared_secret: u64,
    /// All messages together.
    pub total_messages: u64,
}

/// The functions of a key exchange.
#[derive(Clone, Copy)]
pub struct Kex<'lib> {
    pub(super) functions: &'lib KexFunctions,
}

impl Kex<'_> {
    /// Asks for the sizes.
    pub fn sizes(&self) -> KexSizes {
        let f = self.functions;
        // SAFETY: the opener of the library vouched for its functions; these take nothing.
        unsafe {
            KexSizes {
                passes: (f.passes_num)(),
                public_key: (f.pk_len_bytes)(),
                secret_key: (f.sk_len_bytes)(),
                state_a: (f.sta_len_bytes)(),
                state_b: (f.stb_len_bytes)(),
                shared_secret: (f.ss_len_bytes)(),
                total_messages: (f.total_msg_len_bytes)(),
            }
        }
    }

    /// Whether the candidate defines the function that makes this message; they are numbered from 1.
    pub fn has_pass(&self, pass: u8) -> bool {
        match pass {
            1 => self.functions.pass1.is_some(),
            _ => self.later_pass(pass).is_some(),
        }
    }

    /// `kex_init_a` or `kex_init_b`.
    #[inline]
    pub fn init(
        &self,
        side: Side,
        public_key: Output<'_>,
        secret_key: Output<'_>,
        state: Output<'_>,
    ) -> Status {
        let function = match side {
            Side::A => self.functions.init_a,
            Side::B => self.functions.init_b,
        };
        let ((pk, pk_len), (sk, sk_len), (st, st_len)) = (
            public_key.into_raw(),
            secret_key.into_raw(),
            state.into_raw(),
        );
        // SAFETY: the opener of the library vouched for its functions; the buffers are valid and do not overlap.
        Status(unsafe { function(pk, pk_len, sk, sk_len, st, st_len) })
    }

    /// `kex_generate_passN_msg_a` or `_b`: makes a message from the one before, which the first does not have.
    ///
    /// `None` when the candidate has no such function. The status is [`Status::FINISHED`] after the last message. The
    /// state is read and written.
    #[inline]
    pub fn pass(
        &self,
        pass: u8,
        secret_key: &[u8],
        peer_public_key: &[u8],
        received: &[u8],
        state: Output<'_>,
        message: Output<'_>,
    ) -> Option<Status> {
        let ((sk, sk_len), (pk, pk_len), (r, r_len)) =
            (input(secret_key), input(peer_public_key), input(received));
        let ((st, st_len), (m, m_len)) = (state.into_raw(), message.into_raw());
        let status = if pass == 1 {
            let function = self.functions.pass1?;
            // SAFETY: as in `init`; the keys are only read.
            unsafe { function(sk, sk_len, pk, pk_len, st, st_len, m, m_len) }
        } else {
            let function = self.later_pass(pass)?;
            // SAFETY: as above, and the received message is only read.
            unsafe { function(sk, sk_len, pk, pk_len, r, r_len, st, st_len, m, m_len) }
        };
        Some(Status(status))
    }

    /// `kex_derive_ss_a` or `kex_derive_ss_b`. `received` is the peer's last message; when it sent none, the
    /// candidate gets a NULL pointer and length 0.
    #[inline]
    pub fn derive(
        &self,
        side: Side,
        secret_key: &[u8],
        peer_public_key: &[u8],
        received: Option<&[u8]>,
        state: &[u8],
        shared_secret: Output<'_>,
    ) -> Status {
        let function = match side {
            Side::A => self.functions.derive_a,
            Side::B => self.functions.derive_b,
        };
        let ((sk, sk_len), (pk, pk_len), (st, st_len)) =
            (input(secret_key), input(peer_public_key), input(state));
        let (r, r_len) = received.map_or((ptr::null_mut(), 0), input);
        let (ss, ss_len) = shared_secret.into_raw();
        // SAFETY: as in `init`; all but the secret is only read.
        Status(unsafe { function(sk, sk_len, pk, pk_len, r, r_len, st, st_len, ss, ss_len) })
    }

    #[inline]
    fn later_pass(&self, pass: u8) -> Option<KexPass> {
        *self
            .functions
            .later_passes
            .get(usize::from(pass).checked_sub(2)?)?
    }
}
