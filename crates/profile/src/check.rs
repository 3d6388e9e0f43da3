use assay_wrap::Function;

use crate::{overhead::Overhead, profile::Profile};

/// How far a stored share may be from the one recomputed.
const TOLERANCE: f64 = 1e-9;

/// Something stored in a profile does not follow from its counts.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Discrepancy {
    /// A share is not what its ticks give.
    #[error("the share of {function} is stored as {stored}, but its ticks give {computed}")]
    Share {
        /// The function.
        function: Function,
        /// The stored share.
        stored: f64,
        /// The share of its ticks.
        computed: f64,
    },
    /// A function was called, but has no share.
    #[error("{0} was called, but no share is stored for it")]
    NoShare(Function),
    /// A function has a share, but was not called.
    #[error("a share is stored for {0}, which was not called")]
    NoCalls(Function),
    /// The share of all hash functions is not the sum of theirs.
    #[error("the hash share is stored as {stored}, but the hash functions' ticks give {computed}")]
    HashShare {
        /// The stored share.
        stored: f64,
        /// The share of their ticks.
        computed: f64,
    },
    /// Shares are stored although there is no total, or missing although there is one.
    #[error("shares are {}, but the total is {}", if *stored { "stored" } else { "missing" }, if *stored { "missing or 0" } else { "there" })]
    Presence {
        /// Whether shares are stored.
        stored: bool,
    },
    /// The functions took more ticks than the operations that called them.
    #[error("the counted calls took more ticks ({calls}) than all operations ({total})")]
    MoreThanTotal {
        /// Ticks of all calls.
        calls: u128,
        /// Ticks of all operations.
        total: u64,
    },
    /// What counting cost is negative or no number.
    #[error("the overhead of counting is stored as what is no number of ticks")]
    Overhead,
    /// The calls in one operation do not fit those in all of them.
    #[error(
        "{function} was called {calls} times in all, which is not {operations} operations of {fewest} to {most} calls"
    )]
    CallsInOne {
        /// The function.
        function: Function,
        /// Calls in all operations.
        calls: u128,
        /// The operations.
        operations: u64,
        /// Fewest calls in one.
        fewest: u64,
        /// Most calls in one.
        most: u64,
    },
    /// Two entries have the same shape.
    #[error("there are two entries for {function} from {in_bits} to {out_bits} bits")]
    DuplicateShape {
        /// The function.
        function: Function,
        /// Bits of input.
        in_bits: u64,
        /// Bits of output.
        out_bits: u64,
    },
}

impl Profile {
    /// Recomputes everything stored from the counts, and lists what does not agree.
    pub fn check(&self) -> Vec<Discrepancy> {
        let mut found = self.impossible_counts();
        let overhead = self.overhead.unwrap_or(Overhead::NONE);
        if !overhead.is_sound() {
            found.push(Discrepancy::Overhead);
            return found;
        }
        let computed = Profile::without_overhead(
            self.total,
            self.calls.iter().copied(),
            self.overhead,
            Vec::new(),
        );
        match (&self.share, &computed.share) {
            (Some(stored), Some(computed)) => {
                for &(function, computed) in &computed.0 {
                    match stored.get(function) {
                        Some(stored) if close(stored, computed) => {}
                        Some(stored) => found.push(Discrepancy::Share {
                            function,
                            stored,
                            computed,
                        }),
                        None => found.push(Discrepancy::NoShare(function)),
                    }
                }
                let not_called = stored
                    .0
                    .iter()
                    .filter(|(function, _)| computed.get(*function).is_none());
                found.extend(not_called.map(|&(function, _)| Discrepancy::NoCalls(function)));
            }
            (stored, computed) if stored.is_some() != computed.is_some() => {
                found.push(Discrepancy::Presence {
                    stored: stored.is_some(),
                });
            }
            _ => {}
        }
        match (self.hash_share, computed.hash_share) {
            (Some(stored), Some(computed)) if !close(stored.value(), computed.value()) => {
                found.push(Discrepancy::HashShare {
                    stored: stored.value(),
                    computed: computed.value(),
                });
            }
            (stored, computed) if stored.is_some() != computed.is_some() => {
                let presence = Discrepancy::Presence {
                    stored: stored.is_some(),
                };
                if !found.contains(&presence) {
                    found.push(presence);
                }
            }
            _ => {}
        }
        found
    }

    fn impossible_counts(&self) -> Vec<Discrepancy> {
        let mut found = Vec::new();
        let calls: u128 = self.calls.iter().map(|shape| u128::from(shape.ticks)).sum();
        if let Some(total) = self.total.filter(|total| calls > u128::from(total.ticks)) {
            found.push(Discrepancy::MoreThanTotal {
                calls,
                total: total.ticks,
            });
        }
        found.extend(self.impossible_ranges());
        let key = |index: usize| {
            let shape = &self.calls[index];
            (shape.function, shape.in_bits, shape.out_bits)
        };
        let mut keys: Vec<_> = (0..self.calls.len()).map(key).collect();
        keys.sort_unstable();
        let mut repeated: Vec<_> = keys
            .windows(2)
            .filter(|pair| pair[0] == pair[1])
            .map(|pair| pair[0])
            .collect();
        repeated.dedup();
        found.extend(repeated.into_iter().map(|(function, in_bits, out_bits)| {
            Discrepancy::DuplicateShape {
                function,
                in_bits,
                out_bits,
            }
        }));
        found
    }
}

impl Profile {
    /// Calls without a slot are in no shape, so there may be fewer calls than the ranges say, but not more.
    fn impossible_ranges(&self) -> impl Iterator<Item = Discrepancy> + '_ {
        let operations = self.total.map_or(0, |total| total.operations);
        self.calls_in_one.iter().filter_map(move |range| {
            let of_it = self
                .calls
                .iter()
                .filter(|shape| shape.function == range.function);
            let calls: u128 = of_it.map(|shape| u128::from(shape.calls)).sum();
            let possible = u128::from(range.most) * u128::from(operations);
            (range.fewest > range.most || calls > possible).then_some(Discrepancy::CallsInOne {
                function: range.function,
                calls,
                operations,
                fewest: range.fewest,
                most: range.most,
            })
        })
    }
}

/// Within the tolerance; a share that is no number is close to nothing.
fn close(stored: f64, computed: f64) -> bool {
    (stored - computed).abs() <= TOLERANCE
}
