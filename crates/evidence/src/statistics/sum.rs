//! Correctly rounded sums.

/// Sum of finite values, rounded once, whatever their order.
///
/// Keeps exact partial sums that do not overlap (Shewchuk, "Adaptive precision floating-point arithmetic and fast
/// robust geometric predicates", 1997); published statistics were made with sums of this kind.
#[must_use]
pub fn sum(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut partials: Vec<f64> = Vec::new();
    for mut value in values {
        let mut kept = 0;
        for index in 0..partials.len() {
            let mut partial = partials[index];
            if value.abs() < partial.abs() {
                std::mem::swap(&mut value, &mut partial);
            }
            let high = value + partial;
            let low = partial - (high - value);
            if low != 0.0 {
                partials[kept] = low;
                kept += 1;
            }
            value = high;
        }
        partials.truncate(kept);
        partials.push(value);
    }
    round_once(&partials)
}

/// Partials are non-overlapping and increase in magnitude; what remains below decides exact ties.
fn round_once(partials: &[f64]) -> f64 {
    let mut rest = partials.iter().rev().copied();
    let Some(mut high) = rest.next() else {
        return 0.0;
    };
    let mut low = 0.0;
    for partial in rest.by_ref() {
        let previous = high;
        high = previous + partial;
        low = partial - (high - previous);
        if low != 0.0 {
            break;
        }
    }
    if let Some(next) = rest.next()
        && ((low < 0.0 && next < 0.0) || (low > 0.0 && next > 0.0))
    {
        let doubled = low * 2.0;
        let moved = high + doubled;
        if doubled == moved - high {
            high = moved;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn small_parts_are_not_lost() {
        assert_eq!(sum([1e100, 1.0, -1e100]), 1.0);
        assert_eq!(sum(std::iter::repeat_n(0.1, 10)), 1.0);
        assert_eq!(sum([]), 0.0);
    }

    proptest! {
        /// Multiples of 2^-40 below 2^40 add up exactly in 128-bit integers.
        #[test]
        fn equals_the_exact_sum(values in prop::collection::vec(-(1i64 << 53)..(1i64 << 53), 0..200)) {
            let scale = (1u64 << 40) as f64;
            let exact: i128 = values.iter().map(|value| i128::from(*value)).sum();
            let floats = values.iter().map(|value| *value as f64 / scale);
            prop_assert_eq!(sum(floats), exact as f64 / scale);
        }
    }
}
