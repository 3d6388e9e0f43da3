//! Declared sizes, which must be the same whenever they are asked for.

use crate::{Failure, Verdict};

/// Declared sizes of a kind of algorithm.
pub(crate) trait Sizes: Copy {
    /// Each number that is declared, by the name it has in messages.
    fn named(&self) -> Vec<(&'static str, u64)>;
}

/// Reads the sizes twice in a row.
///
/// # Errors
/// NONDETERMINISTIC when they differ.
pub(crate) fn declared<S: Sizes>(mut read: impl FnMut() -> S) -> Result<S, Failure> {
    let sizes = read();
    unchanged(&sizes, &read())?;
    Ok(sizes)
}

/// Says which size is another than before.
///
/// # Errors
/// NONDETERMINISTIC when one is.
pub(crate) fn unchanged<S: Sizes>(before: &S, now: &S) -> Result<(), Failure> {
    let (before, now) = (before.named(), now.named());
    match before.iter().zip(&now).find(|(one, other)| one != other) {
        None => Ok(()),
        Some(((name, one), (_, other))) => Err(Failure::new(
            Verdict::NonDeterministic,
            format!(
                "the declared {name} varies from one call of its function to the next: {one}, then {other}"
            ),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kem::KemSizes;

    #[test]
    fn a_size_that_changes_is_named_with_both_values() {
        let mut calls = 0;
        let failure = declared(|| {
            calls += 1;
            KemSizes {
                public_key: 16,
                secret_key: 32,
                shared_secret: 16,
                ciphertext: 24 + calls,
            }
        })
        .expect_err("it changes");
        assert_eq!(failure.verdict, Verdict::NonDeterministic);
        assert_eq!(
            failure.detail,
            "the declared size of ct varies from one call of its function to the next: 25, then 26"
        );
    }
}
