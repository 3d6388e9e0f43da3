//! Toy candidates, built with the shim and called through their tables.

use assay_iccs::{
    Kind,
    library::{Instance, Library, Output, Side, Status},
    model::{BitStr, Drng, pseudoxof, sm3, sm3_bits},
    sources::Purpose,
};

use crate::{
    support::Workshop,
    toys::{HASH, KEM, SIG, Toy},
};

/// A buffer with a length that no toy leaves as it is.
struct Buffer {
    bytes: Vec<u8>,
    length: u64,
}

impl Buffer {
    fn new(size: u64) -> Self {
        Buffer {
            bytes: vec![0; size as usize],
            length: 999,
        }
    }

    fn output(&mut self) -> Output<'_> {
        Output::new(&mut self.bytes, &mut self.length)
    }

    fn written(&self) -> &[u8] {
        &self.bytes[..self.length as usize]
    }
}

#[test]
fn a_kem_is_described_and_called() {
    let library = KEM.open();
    assert_eq!(library.kind(), Kind::Kem);
    assert_eq!(library.instance_name(), "ToyKEM-1");
    assert_eq!(library.build_flags(), "-O2 -fPIC");
    assert!(library.counters().is_none());
    assert_eq!(
        library.sig().err().map(|e| e.to_string()).as_deref(),
        Some("the library holds a kem, not a sig")
    );

    let kem = library.kem().expect("a KEM");
    let sizes = kem.sizes();
    let [mut pk, mut sk] = [sizes.public_key, sizes.secret_key].map(Buffer::new);
    let [mut ss, mut again, mut ct] =
        [sizes.shared_secret, sizes.shared_secret, sizes.ciphertext].map(Buffer::new);

    assert_eq!(library.seed(b"any seed"), Ok(Status::SUCCESS));
    assert!(kem.keygen(pk.output(), sk.output()).is_success());
    assert!(kem.enc(pk.written(), ss.output(), ct.output()).is_success());
    assert!(
        kem.dec(sk.written(), ct.written(), again.output())
            .is_success()
    );

    let mut drng = Drng::new(b"any seed");
    let secret_key = drng.bits(256);
    let public_key = pseudoxof(128, secret_key.as_slice().into());
    let ciphertext = [drng.bits(64), public_key.clone()].concat();
    let shared_secret = pseudoxof(128, ciphertext.as_slice().into());
    assert_eq!(sk.written(), secret_key);
    assert_eq!(pk.written(), public_key);
    assert_eq!(ct.written(), ciphertext);
    assert_eq!(ss.written(), shared_secret);
    assert_eq!(again.written(), shared_secret);
}

#[test]
fn a_status_is_passed_on() {
    let library = KEM.open();
    let kem = library.kem().expect("a KEM");
    let mut ss = Buffer::new(16);
    let status = kem.dec(&[0; 32], &[0; 23], ss.output());
    assert_eq!((status, status.is_error()), (Status(-1), true));
    assert_eq!(
        ss.length, 999,
        "the length is the caller's until the candidate writes it"
    );
}

#[test]
fn the_generator_is_the_one_the_candidate_uses() {
    let library = KEM.open();
    let generator = library.generator().expect("a KEM has a generator");
    assert!(generator.seed(&[7; 64]).is_success());
    let mut random = [0; 40];
    assert!(generator.fill(&mut random).is_success());
    let mut expected = Drng::new(&[7; 64]);
    assert_eq!(random.to_vec(), expected.bits(320));

    let (mut pk, mut sk) = (Buffer::new(16), Buffer::new(32));
    assert!(
        library
            .kem()
            .expect("a KEM")
            .keygen(pk.output(), sk.output())
            .is_success()
    );
    assert_eq!(sk.written(), expected.bits(256));
}

#[test]
fn a_signature_is_called() {
    let library = SIG.open();
    assert_eq!(library.instance_name(), "ToySIG-1");
    let sig = library.sig().expect("a signature");
    let sizes = sig.sizes();
    let [mut pk, mut sk, mut sn] =
        [sizes.public_key, sizes.secret_key, sizes.signature].map(Buffer::new);
    assert_eq!(library.seed(b"seed"), Ok(Status::SUCCESS));
    assert!(sig.keygen(pk.output(), sk.output()).is_success());
    assert!(sig.sign(sk.written(), b"message", sn.output()).is_success());
    assert_eq!(
        sig.verify(pk.written(), sn.written(), b"message"),
        Status::SUCCESS
    );
    assert_eq!(
        sig.verify(pk.written(), sn.written(), b"massage"),
        Status(-1)
    );
}

fn exchange(passes: u8) {
    let define = format!("-DTOY_PASSES={passes}");
    let library = Toy {
        kind: Kind::Kex,
        name: "toy_kex",
        defines: &[&define],
    }
    .open();
    let kex = library.kex().expect("a key exchange");
    let sizes = kex.sizes();
    assert_eq!(sizes.passes, u64::from(passes));
    let present: Vec<_> = (0..=17).filter(|&pass| kex.has_pass(pass)).collect();
    assert_eq!(present, (1..=passes).collect::<Vec<_>>());

    assert_eq!(library.seed(b"exchange"), Ok(Status::SUCCESS));
    let [mut pka, mut ska, mut pkb, mut skb] = [
        sizes.public_key,
        sizes.secret_key,
        sizes.public_key,
        sizes.secret_key,
    ]
    .map(Buffer::new);
    let [mut sta, mut stb] = [sizes.state_a, sizes.state_b].map(Buffer::new);
    assert!(
        kex.init(Side::A, pka.output(), ska.output(), sta.output())
            .is_success()
    );
    assert!(
        kex.init(Side::B, pkb.output(), skb.output(), stb.output())
            .is_success()
    );

    let mut messages: Vec<Vec<u8>> = Vec::new();
    for pass in 1..=passes {
        let mut message = Buffer::new(sizes.total_messages);
        let received = messages.last().map_or(&[][..], Vec::as_slice);
        let (sk, peer, state) = match Side::sender_of(pass) {
            Side::A => (&ska, &pkb, &mut sta),
            Side::B => (&skb, &pka, &mut stb),
        };
        let status = kex.pass(
            pass,
            sk.written(),
            peer.written(),
            received,
            state.output(),
            message.output(),
        );
        assert_eq!(
            status,
            Some(if pass == passes {
                Status::FINISHED
            } else {
                Status::SUCCESS
            })
        );
        messages.push(message.written().to_vec());
    }
    let mut unused = Buffer::new(16);
    assert_eq!(
        kex.pass(
            passes + 1,
            &[],
            &[],
            &[],
            Buffer::new(48).output(),
            unused.output()
        ),
        None
    );

    let last_of = |side| {
        (1..=passes)
            .rev()
            .find(|&pass| Side::sender_of(pass) == side)
    };
    let received = |peer| last_of(peer).map(|pass| messages[usize::from(pass) - 1].as_slice());
    let (mut ssa, mut ssb) = (
        Buffer::new(sizes.shared_secret),
        Buffer::new(sizes.shared_secret),
    );
    let (to_a, to_b) = (received(Side::B), received(Side::A));
    assert!(
        kex.derive(
            Side::A,
            ska.written(),
            pkb.written(),
            to_a,
            sta.written(),
            ssa.output()
        )
        .is_success()
    );
    assert!(
        kex.derive(
            Side::B,
            skb.written(),
            pka.written(),
            to_b,
            stb.written(),
            ssb.output()
        )
        .is_success()
    );

    let transcript = [pka.written(), pkb.written(), &messages.concat()].concat();
    assert_eq!(ssa.written(), pseudoxof(256, transcript.as_slice().into()));
    assert_eq!(ssb.written(), ssa.written());
}

#[test]
fn key_exchanges_of_one_to_three_messages_are_called() {
    (1..=3).for_each(exchange);
}

#[test]
fn a_hash_is_called() {
    let library = HASH.open();
    let hash = library.hash().expect("a hash");
    assert_eq!(
        (library.instance_name(), hash.digest_bits()),
        ("ToyHash-256", 256)
    );
    let mut digest = [0; 32];
    assert!(
        hash.hash(b"abc".as_slice().into(), &mut digest)
            .is_success()
    );
    assert_eq!(digest, sm3(b"abc"));
    let bits = BitStr::new(&[0xff], 1).expect("one bit");
    assert!(hash.hash(bits, &mut digest).is_success());
    assert_eq!(digest, sm3_bits(bits));
}

#[test]
fn a_hash_may_come_without_a_generator() {
    let workshop = Workshop::new();
    let helpers = workshop.sources(Purpose::Helper);
    let without_drng: Vec<_> = helpers
        .into_iter()
        .filter(|path| !path.ends_with("drng.c"))
        .collect();
    let extra: Vec<_> = without_drng
        .iter()
        .map(|path| path.to_str().expect("UTF-8"))
        .collect();
    let path = HASH.link(&workshop, &[Purpose::Shim], &extra);
    // SAFETY: the toys keep to their buffers.
    let library = unsafe { Library::open(&path) }.expect("the toy opens");
    assert!(matches!(library.instance(), Instance::Hash(_)));
    assert!(library.generator().is_none());
    let error = library.seed(b"x").expect_err("there is nothing to seed");
    assert_eq!(
        error.to_string(),
        "the library has no `drng_algorithm` to seed or draw from"
    );
}

#[test]
fn names_and_sizes_can_be_given_instead_of_a_header() {
    let defines = ["-DASSAY_INSTANCE_NAME=\"Other\"", "-DASSAY_DIGEST_BITS=128"];
    let library = Toy {
        kind: Kind::Hash,
        name: "toy_hash",
        defines: &defines,
    }
    .open();
    assert_eq!(library.instance_name(), "Other");
    assert_eq!(library.hash().expect("a hash").digest_bits(), 128);
}

#[test]
fn only_the_table_is_exported() {
    let workshop = Workshop::new();
    // SAFETY: the toys keep to their buffers.
    let library = unsafe { libloading::Library::new(KEM.build(&workshop)) }.expect("the toy loads");
    // SAFETY: the symbols are only looked up.
    let exports = |name: &str| unsafe { library.get::<*const u8>(name) }.is_ok();
    assert!(exports("assay_instance"));
    for internal in [
        "kem_keygen",
        "pseudoXOF",
        "assay_sm3_hash",
        "drng_algorithm",
        "assay_instance_name",
    ] {
        assert!(!exports(internal), "{internal}");
    }
}
