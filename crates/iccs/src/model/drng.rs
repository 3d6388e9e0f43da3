use super::{bits::clear_spare_bits, sm3::sm3};

/// Bytes of each state value (440 bits).
pub const SEED_LENGTH: usize = 55;

/// The deterministic random number generator of the interface: Hash_DRBG of NIST SP 800-90A with SM3, seeded once,
/// without reseeding or limits.
///
/// The default value is the context of all zero bytes that was never seeded; the generator does not notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drng {
    v: [u8; SEED_LENGTH],
    c: [u8; SEED_LENGTH],
    reseed_counter: [u8; SEED_LENGTH],
}

impl Drng {
    /// Seeds a generator. The interface's own drivers use 64 bytes, but any length will do.
    pub fn new(seed: &[u8]) -> Self {
        let v = derive(seed);
        let c = derive(&[&[0], v.as_slice()].concat());
        let mut reseed_counter = [0; SEED_LENGTH];
        reseed_counter[SEED_LENGTH - 1] = 1;
        Drng {
            v,
            c,
            reseed_counter,
        }
    }

    /// The next `bits` bits, spare low bits of the last byte zero.
    ///
    /// The state advances once per call, even for 0 bits, so two calls do not give what one longer call gives.
    pub fn bits(&mut self, bits: u64) -> Vec<u8> {
        let mut output = vec![0; bits.div_ceil(8) as usize];
        self.generate(&mut output);
        clear_spare_bits(&mut output, bits);
        output
    }

    /// Fills `output` in one call.
    pub fn fill(&mut self, output: &mut [u8]) {
        self.generate(output);
    }

    /// The three state values V, C and reseed_counter.
    pub fn state(&self) -> [&[u8; SEED_LENGTH]; 3] {
        [&self.v, &self.c, &self.reseed_counter]
    }

    fn generate(&mut self, output: &mut [u8]) {
        let mut data = self.v;
        for block in output.chunks_mut(32) {
            block.copy_from_slice(&sm3(&data)[..block.len()]);
            add(&mut data, &[1]);
        }

        let h = sm3(&[&[3], self.v.as_slice()].concat());
        add(&mut self.v, &h);
        add(&mut self.v, &self.c);
        add(&mut self.v, &self.reseed_counter);
        add(&mut self.reseed_counter, &[1]);
    }
}

impl Default for Drng {
    fn default() -> Self {
        Drng {
            v: [0; SEED_LENGTH],
            c: [0; SEED_LENGTH],
            reseed_counter: [0; SEED_LENGTH],
        }
    }
}

/// The derivation function: the first 440 bits of two digests.
fn derive(input: &[u8]) -> [u8; SEED_LENGTH] {
    let block = |counter: u8| sm3(&[&[counter, 0, 0, 0x01, 0xb8], input].concat());
    let digests = [block(1), block(2)].concat();
    std::array::from_fn(|i| digests[i])
}

/// `value += addend` modulo 2^440, both big-endian.
fn add(value: &mut [u8; SEED_LENGTH], addend: &[u8]) {
    let mut carry = 0;
    let addend = addend.iter().rev().copied().chain(std::iter::repeat(0));
    for (byte, other) in value.iter_mut().rev().zip(addend) {
        carry += u16::from(*byte) + u16::from(other);
        *byte = carry as u8;
        carry >>= 8;
    }
}
