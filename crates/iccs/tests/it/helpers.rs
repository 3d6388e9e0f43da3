//! The helper functions, in C and as the model, behind one interface; and whether the two agree.

use std::{
    ffi::{c_int, c_uchar, c_ulonglong},
    sync::OnceLock,
};

use assay_iccs::{
    model::{self, BitStr, Drng, PseudohashLength, SEED_LENGTH},
    sources::Purpose,
};
use libloading::Library;
use proptest::{collection::vec, prelude::*, sample::select};
use sm3::Digest;

use crate::support::{STRICT, Workshop};

/// V, C and reseed_counter one after the other, as in C.
pub(crate) type Context = [u8; 3 * SEED_LENGTH];

/// The helper functions of one implementation.
pub(crate) trait Helpers {
    fn sm3(&self, message: &[u8], bits: u64) -> Vec<u8>;
    fn pseudohash(&self, length: PseudohashLength, message: &[u8], bits: u64) -> Vec<u8>;
    fn pseudoxof(&self, output_bits: u64, message: &[u8], bits: u64) -> Vec<u8>;
    /// The context after seeding, and after each of the requests with its output.
    fn drng(&self, seed: &[u8], requests: &[u64]) -> (Context, Vec<(Vec<u8>, Context)>);
}

pub(crate) struct Model;

impl Helpers for Model {
    fn sm3(&self, message: &[u8], bits: u64) -> Vec<u8> {
        model::sm3_bits(BitStr::new(message, bits).expect("enough bytes")).to_vec()
    }

    fn pseudohash(&self, length: PseudohashLength, message: &[u8], bits: u64) -> Vec<u8> {
        model::pseudohash(length, BitStr::new(message, bits).expect("enough bytes"))
    }

    fn pseudoxof(&self, output_bits: u64, message: &[u8], bits: u64) -> Vec<u8> {
        model::pseudoxof(
            output_bits,
            BitStr::new(message, bits).expect("enough bytes"),
        )
    }

    fn drng(&self, seed: &[u8], requests: &[u64]) -> (Context, Vec<(Vec<u8>, Context)>) {
        let context = |drng: &Drng| {
            drng.state()
                .map(|value| value.as_slice())
                .concat()
                .try_into()
                .expect("3 values")
        };
        let mut drng = Drng::new(seed);
        let seeded = context(&drng);
        (
            seeded,
            requests
                .iter()
                .map(|&bits| (drng.bits(bits), context(&drng)))
                .collect(),
        )
    }
}

type Hash = unsafe extern "C" fn(c_int, *const c_uchar, c_ulonglong, *mut c_uchar) -> c_int;
type Xof = unsafe extern "C" fn(c_ulonglong, *const c_uchar, c_ulonglong, *mut c_uchar) -> c_int;
type Init = unsafe extern "C" fn(*mut Context, *const c_uchar, c_ulonglong) -> c_int;
type Get = unsafe extern "C" fn(*mut Context, *mut c_uchar, c_ulonglong) -> c_int;

pub(crate) struct C {
    sm3hash: Hash,
    pseudohash: Hash,
    pseudoxof: Xof,
    init_random_number: Init,
    get_random_number: Get,
}

impl C {
    /// The helpers compiled here, once per process and never unloaded.
    pub(crate) fn get() -> &'static C {
        static COMPILED: OnceLock<C> = OnceLock::new();
        COMPILED.get_or_init(|| {
            let workshop = Workshop::new();
            let helpers = workshop.sources(Purpose::Helper);
            let path = workshop.compile(
                &[STRICT, &["-O2", "-fPIC", "-shared"]].concat(),
                &helpers,
                "helpers.so",
            );
            // SAFETY: the library is our own, without constructors, and the types are those of its headers.
            unsafe {
                let library = Box::leak(Box::new(Library::new(path).expect("the helpers load")));
                C {
                    sm3hash: *library.get("sm3hash").expect("sm3hash"),
                    pseudohash: *library.get("pseudohash").expect("pseudohash"),
                    pseudoxof: *library.get("pseudoXOF").expect("pseudoXOF"),
                    init_random_number: *library
                        .get("init_random_number")
                        .expect("init_random_number"),
                    get_random_number: *library
                        .get("get_random_number")
                        .expect("get_random_number"),
                }
            }
        })
    }
}

/// Calls `write` with a buffer for so many bits, and checks that it succeeds and stays within.
fn output(bits: u64, write: impl FnOnce(*mut u8) -> c_int) -> Vec<u8> {
    const GUARD: usize = 64;
    let length = bits.div_ceil(8) as usize;
    let mut buffer = vec![0xa5; length + 2 * GUARD];
    assert_eq!(write(buffer[GUARD..].as_mut_ptr()), 0);
    assert_eq!(buffer[..GUARD], [0xa5; GUARD], "wrote before the output");
    assert_eq!(
        buffer[GUARD + length..],
        [0xa5; GUARD],
        "wrote after the output"
    );
    buffer[GUARD..][..length].to_vec()
}

impl Helpers for C {
    fn sm3(&self, message: &[u8], bits: u64) -> Vec<u8> {
        // SAFETY: the message holds its bits, the output 256.
        output(256, |digest| unsafe {
            (self.sm3hash)(256, message.as_ptr(), bits, digest)
        })
    }

    fn pseudohash(&self, length: PseudohashLength, message: &[u8], bits: u64) -> Vec<u8> {
        let digest_bits = length.bits();
        // SAFETY: the message holds its bits, the output those of the digest.
        output(digest_bits.into(), |digest| unsafe {
            (self.pseudohash)(digest_bits as c_int, message.as_ptr(), bits, digest)
        })
    }

    fn pseudoxof(&self, output_bits: u64, message: &[u8], bits: u64) -> Vec<u8> {
        // SAFETY: the message holds its bits, the output those asked for.
        output(output_bits, |out| unsafe {
            (self.pseudoxof)(output_bits, message.as_ptr(), bits, out)
        })
    }

    fn drng(&self, seed: &[u8], requests: &[u64]) -> (Context, Vec<(Vec<u8>, Context)>) {
        let mut context = [0xa5; 3 * SEED_LENGTH];
        // SAFETY: the context has the size of the C structure, and the seed its length.
        let status =
            unsafe { (self.init_random_number)(&mut context, seed.as_ptr(), seed.len() as u64) };
        assert_eq!(status, 0);
        let seeded = context;
        let mut request = |&bits: &u64| {
            // SAFETY: as above; the output holds the bits asked for.
            let random = output(bits, |out| unsafe {
                (self.get_random_number)(&mut context, out, bits)
            });
            (random, context)
        };
        (seeded, requests.iter().map(&mut request).collect())
    }
}

/// Bytes, and a length in bits that uses all of them.
fn bit_string(maximum_bits: u64) -> impl Strategy<Value = (Vec<u8>, u64)> {
    (0..=maximum_bits)
        .prop_flat_map(|bits| (vec(any::<u8>(), bits.div_ceil(8) as usize), Just(bits)))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sm3_agrees((message, bits) in bit_string(2000)) {
        prop_assert_eq!(C::get().sm3(&message, bits), Model.sm3(&message, bits));
    }

    #[test]
    fn sm3_of_whole_bytes_is_the_standard(message in vec(any::<u8>(), 0..300)) {
        prop_assert_eq!(model::sm3(&message).to_vec(), sm3::Sm3::digest(&message).to_vec());
    }

    #[test]
    fn pseudohash_agrees((message, bits) in bit_string(1499), length in select(PseudohashLength::ALL.to_vec())) {
        prop_assert_eq!(C::get().pseudohash(length, &message, bits), Model.pseudohash(length, &message, bits));
    }

    #[test]
    fn pseudoxof_agrees((message, bits) in bit_string(1499), output_bits in 0..2100_u64) {
        prop_assert_eq!(C::get().pseudoxof(output_bits, &message, bits), Model.pseudoxof(output_bits, &message, bits));
    }

    #[test]
    fn drng_agrees(seed in vec(any::<u8>(), 0..200), requests in vec(0..2100_u64, 0..8)) {
        prop_assert_eq!(C::get().drng(&seed, &requests), Model.drng(&seed, &requests));
    }

    #[test]
    fn spare_bits_of_a_message_are_ignored((message, bits) in bit_string(1000), noise in any::<u8>()) {
        let mut other = message.clone();
        if let (Some(last), rest @ 1..) = (other.last_mut(), bits % 8) {
            *last ^= noise & (0xff >> rest);
        }
        prop_assert_eq!(Model.sm3(&message, bits), Model.sm3(&other, bits));
        prop_assert_eq!(Model.pseudoxof(100, &message, bits), Model.pseudoxof(100, &other, bits));
        prop_assert_eq!(
            Model.pseudohash(PseudohashLength::Bits512, &message, bits),
            Model.pseudohash(PseudohashLength::Bits512, &other, bits)
        );
    }

    #[test]
    fn shorter_xof_outputs_are_prefixes(message in vec(any::<u8>(), 0..100), short in 0..100_usize, more in 0..100_usize) {
        let long = Model.pseudoxof(8 * (short + more) as u64, &message, 8 * message.len() as u64);
        let prefix = Model.pseudoxof(8 * short as u64, &message, 8 * message.len() as u64);
        prop_assert_eq!(&long[..short], prefix);
    }
}

#[test]
fn a_bit_string_needs_its_bytes() {
    assert!(BitStr::new(&[1, 2], 17).is_none());
    assert_eq!(
        BitStr::new(&[1, 2, 3], 9).expect("enough bytes").bytes(),
        [1, 2]
    );
}
