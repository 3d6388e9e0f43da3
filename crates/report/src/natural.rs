//! The order in which people expect labels.

use std::cmp::Ordering;

/// Compares texts so that runs of digits count as numbers: `kem-9` before `kem-10`. Texts that differ only in leading
/// zeros are ordered by their bytes, so the order is total.
#[must_use]
pub fn natural_order(left: &str, right: &str) -> Ordering {
    let (mut a, mut b) = (left, right);
    while !a.is_empty() && !b.is_empty() {
        let (a_part, a_rest) = split(a);
        let (b_part, b_rest) = split(b);
        let order = if is_number(a_part) && is_number(b_part) {
            let (a_digits, b_digits) = (
                a_part.trim_start_matches('0'),
                b_part.trim_start_matches('0'),
            );
            a_digits
                .len()
                .cmp(&b_digits.len())
                .then_with(|| a_digits.cmp(b_digits))
        } else {
            a_part.cmp(b_part)
        };
        if order != Ordering::Equal {
            return order;
        }
        (a, b) = (a_rest, b_rest);
    }
    a.len().cmp(&b.len()).then_with(|| left.cmp(right))
}

/// The first run of digits, or the first character otherwise, and the rest.
fn split(text: &str) -> (&str, &str) {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let end = if digits > 0 {
        digits
    } else {
        text.chars().next().map_or(0, char::len_utf8)
    };
    text.split_at(end)
}

fn is_number(part: &str) -> bool {
    part.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn digits_count_as_numbers() {
        let mut labels = vec![
            "set-1024",
            "set-512",
            "set-512-avx2",
            "a",
            "set-0512",
            "Set-9",
        ];
        labels.sort_by(|a, b| natural_order(a, b));
        assert_eq!(
            labels,
            [
                "Set-9",
                "a",
                "set-0512",
                "set-512",
                "set-512-avx2",
                "set-1024"
            ]
        );
    }

    proptest! {
        #[test]
        fn the_order_is_total(labels in prop::collection::vec("[ab0-2-]{0,5}", 3)) {
            let order = |i: usize, j: usize| natural_order(&labels[i], &labels[j]);
            prop_assert_eq!(order(0, 1), order(1, 0).reverse());
            prop_assert_eq!(order(0, 1) == Ordering::Equal, labels[0] == labels[1]);
            if order(0, 1) != Ordering::Greater && order(1, 2) != Ordering::Greater {
                prop_assert_ne!(order(0, 2), Ordering::Greater);
            }
        }

        #[test]
        fn numbers_order_as_numbers(a: u32, b: u32) {
            prop_assert_eq!(natural_order(&format!("x{a}y"), &format!("x{b}y")), a.cmp(&b));
        }
    }
}
