//! Natural order of labels: runs of digits compare as numbers.

use std::cmp::Ordering;

/// Compares two labels so that `A-96` comes before `A-128`. A total order: labels that differ only in leading zeros
/// compare as text.
#[must_use]
pub fn natural_order(left: &str, right: &str) -> Ordering {
    parts(left)
        .cmp_by_parts(parts(right))
        .then_with(|| left.cmp(right))
}

/// A text and the number after it, from left to right; the number is missing at the end.
#[derive(Clone, Copy)]
struct Parts<'a> {
    rest: Option<&'a str>,
}

fn parts(text: &str) -> Parts<'_> {
    Parts { rest: Some(text) }
}

impl<'a> Iterator for Parts<'a> {
    type Item = (&'a str, Option<&'a str>);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest?;
        let Some(start) = rest.find(|character: char| character.is_ascii_digit()) else {
            self.rest = None;
            return Some((rest, None));
        };
        let (text, tail) = rest.split_at(start);
        let end = tail
            .find(|character: char| !character.is_ascii_digit())
            .unwrap_or(tail.len());
        let (digits, tail) = tail.split_at(end);
        self.rest = Some(tail);
        Some((text, Some(digits)))
    }
}

impl<'a> Parts<'a> {
    fn cmp_by_parts(self, mut other: Parts<'a>) -> Ordering {
        for (text, digits) in self {
            let Some((other_text, other_digits)) = other.next() else {
                return Ordering::Greater;
            };
            let order = text
                .cmp(other_text)
                .then_with(|| compare_digits(digits, other_digits));
            if order != Ordering::Equal {
                return order;
            }
        }
        match other.next() {
            Some(_) => Ordering::Less,
            None => Ordering::Equal,
        }
    }
}

/// Numbers of any length: without leading zeros the longer one is larger.
fn compare_digits(left: Option<&str>, right: Option<&str>) -> Ordering {
    let (Some(left), Some(right)) = (left, right) else {
        return left.cmp(&right);
    };
    let (left, right) = (left.trim_start_matches('0'), right.trim_start_matches('0'));
    left.len().cmp(&right.len()).then_with(|| left.cmp(right))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn variants_follow_their_parameter_set() {
        let mut labels = [
            "M-512",
            "M-128-avx2",
            "M-1024",
            "M-128",
            "M-256",
            "L-2",
            "M",
        ];
        labels.sort_by(|left, right| natural_order(left, right));
        assert_eq!(
            labels,
            [
                "L-2",
                "M",
                "M-128",
                "M-128-avx2",
                "M-256",
                "M-512",
                "M-1024"
            ]
        );
    }

    proptest! {
        #[test]
        fn numbers_decide_between_equal_texts(text in "[a-z-]{0,5}", left: u64, right: u64) {
            let order = natural_order(&format!("{text}{left}-x"), &format!("{text}{right}-x"));
            prop_assert_eq!(order, left.cmp(&right));
        }

        #[test]
        fn is_a_total_order(a in "[a0-2-]{0,6}", b in "[a0-2-]{0,6}", c in "[a0-2-]{0,6}") {
            prop_assert_eq!(natural_order(&a, &b), natural_order(&b, &a).reverse());
            prop_assert_eq!(natural_order(&a, &b) == Ordering::Equal, a == b);
            if natural_order(&a, &b).is_le() && natural_order(&b, &c).is_le() {
                prop_assert!(natural_order(&a, &c).is_le());
            }
        }
    }
}
