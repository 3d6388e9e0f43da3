//! The order of operations on pages.

use std::cmp::Ordering;

/// Compares operation keys as pages list them: key generation first, whole exchange before its steps, hashes by
/// message length, anything unknown last.
#[must_use]
pub fn operation_order(left: &str, right: &str) -> Ordering {
    rank(left).cmp(&rank(right)).then_with(|| left.cmp(right))
}

fn rank(key: &str) -> (u8, u64) {
    let number = |prefix| {
        key.strip_prefix(prefix)
            .and_then(|rest: &str| rest.parse().ok())
    };
    match key {
        "keygen" => (0, 0),
        "enc" => (1, 0),
        "dec" => (2, 0),
        "sign" => (3, 0),
        "verify" => (4, 0),
        "exchange" => (5, 0),
        "init_a" => (6, 0),
        "init_b" => (7, 0),
        "derive_a" => (9, 0),
        "derive_b" => (10, 0),
        _ => match (number("pass"), number("hash_")) {
            (Some(pass), _) => (8, pass),
            (_, Some(bytes)) => (11, bytes),
            _ => (12, 0),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_sizes_count_upwards() {
        let mut keys = [
            "hash_1024",
            "hash_32",
            "derive_b",
            "pass10",
            "pass2",
            "derive_a",
            "init_b",
            "exchange",
            "init_a",
            "dec",
            "enc",
            "keygen",
            "verify",
            "sign",
            "later",
        ];
        keys.sort_by(|left, right| operation_order(left, right));
        assert_eq!(
            keys.join(" "),
            "keygen enc dec sign verify exchange init_a init_b pass2 pass10 derive_a derive_b hash_32 hash_1024 later"
        );
    }
}
