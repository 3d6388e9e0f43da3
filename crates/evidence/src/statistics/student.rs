//! Student's t distribution for any degrees of freedom.

/// Probability that a t-distributed value is at least `t` away from 0, on either side; 1 for `t` = 0.
///
/// `degrees` may be fractional, as Welch's are. It is the regularised incomplete beta function of
/// `degrees / (degrees + t²)` (Abramowitz and Stegun, 26.7.1).
#[must_use]
pub fn t_two_sided_probability(t: f64, degrees: f64) -> f64 {
    if t.is_infinite() {
        return 0.0;
    }
    incomplete_beta(degrees / (degrees + t * t), degrees / 2.0, 0.5)
}

/// The `t` beyond which, on both sides together, lies `probability` (more than 0, at most 1).
#[must_use]
pub fn t_two_sided_quantile(probability: f64, degrees: f64) -> f64 {
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    while t_two_sided_probability(high, degrees) > probability && high < 1e300 {
        low = high;
        high *= 2.0;
    }
    // 60 halvings leave less than the precision of the function itself.
    for _ in 0..60 {
        let middle = low + (high - low) / 2.0;
        if t_two_sided_probability(middle, degrees) > probability {
            low = middle;
        } else {
            high = middle;
        }
    }
    low + (high - low) / 2.0
}

/// Regularised incomplete beta function I_x(a, b), by its continued fraction (NIST Digital Library of Mathematical
/// Functions, 8.17.22).
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    // The fraction converges quickly only on this side.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(1.0 - x, b, a);
    }
    let front = a * x.ln() + b * (-x).ln_1p() - ln_beta(a, b);
    front.exp() / a / continued_fraction(x, a, b)
}

/// 1 + d1 / (1 + d2 / (1 + …)), from the back: 300 terms are far more than are needed below 10 000 degrees of freedom.
fn continued_fraction(x: f64, a: f64, b: f64) -> f64 {
    let mut value = 1.0;
    for term in (1..=300u32).rev() {
        let m = f64::from(term / 2);
        let d = if term % 2 == 0 {
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
        } else {
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
        };
        value = 1.0 + d / value;
    }
    value
}

fn ln_beta(a: f64, b: f64) -> f64 {
    ln_gamma(a) + ln_gamma(b) - ln_gamma(a + b)
}

/// Logarithm of the gamma function of a positive number: Stirling's series (NIST DLMF 5.11.1) after shifting to 10.
fn ln_gamma(x: f64) -> f64 {
    let mut shifted = x;
    let mut product = 1.0;
    while shifted < 10.0 {
        product *= shifted;
        shifted += 1.0;
    }
    let inverse = 1.0 / shifted;
    let square = inverse * inverse;
    let series =
        inverse * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square / 1680.0)));
    let half_ln_two_pi = 0.918_938_533_204_672_8;
    (shifted - 0.5) * shifted.ln() - shifted + half_ln_two_pi + series - product.ln()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::statistics::t_quantile_975;

    #[test]
    fn closed_forms_of_one_two_and_four_degrees() {
        for t in [0.0, 0.3, 1.0, 2.5, 12.0, 80.0] {
            let one = 1.0 - 2.0 / std::f64::consts::PI * f64::atan(t);
            let two = 1.0 - t / f64::sqrt(2.0 + t * t);
            let s = t / f64::sqrt(4.0 + t * t);
            let four = 1.0 - 1.5 * (s - s.powi(3) / 3.0);
            for (degrees, exact) in [(1.0, one), (2.0, two), (4.0, four)] {
                let found = t_two_sided_probability(t, degrees);
                assert!(
                    (found - exact).abs() < 1e-11,
                    "{t} {degrees}: {found} {exact}"
                );
            }
        }
    }

    #[test]
    fn quantiles_agree_with_the_table() {
        for degrees in [1, 2, 4, 8, 30, 100, 5000] {
            let table = t_quantile_975(degrees).unwrap();
            let found = t_two_sided_quantile(0.05, degrees as f64);
            assert!((found / table - 1.0).abs() < 3e-5, "{degrees}: {found}");
        }
    }

    proptest! {
        #[test]
        fn the_quantile_has_its_probability(exponent in -12.0f64..-0.01, degrees in 1.0f64..200.0) {
            let probability = 10f64.powf(exponent);
            let t = t_two_sided_quantile(probability, degrees);
            let back = t_two_sided_probability(t, degrees);
            prop_assert!((back / probability - 1.0).abs() < 1e-6, "{t} {back}");
        }
    }
}
