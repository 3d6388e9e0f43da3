//! Points in time as evidence has them.

use std::time::Duration;

use jiff::Timestamp;

/// Now, in ISO 8601 with microseconds: `2026-09-25T10:02:21.408263+00:00`.
pub(crate) fn now() -> String {
    let text = Timestamp::now()
        .strftime("%Y-%m-%dT%H:%M:%S.%6f")
        .to_string();
    text + "+00:00"
}

/// A span of time that any number of seconds gives: a year at most, nothing for what is negative.
pub(crate) fn seconds(seconds: f64) -> Duration {
    const LONGEST_S: f64 = 365.0 * 86_400.0;
    Duration::try_from_secs_f64(seconds.min(LONGEST_S)).unwrap_or_default()
}

/// The whole number next to one that is not negative, as large as it fits.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the conversion saturates"
)]
pub(crate) fn whole(number: f64) -> u64 {
    number.round() as u64
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    #[test]
    fn any_number_of_seconds_is_a_span() {
        let year = Duration::from_secs(365 * 86_400);
        assert_eq!(super::seconds(1.5), Duration::from_millis(1500));
        assert_eq!(super::seconds(1e300), year);
        assert_eq!(super::seconds(f64::INFINITY), year);
        // `f64::min` prefers the number.
        assert_eq!(super::seconds(f64::NAN), year);
        assert_eq!(super::seconds(-1.0), Duration::ZERO);
    }

    #[test]
    fn has_the_published_form() {
        let now = super::now();
        assert_eq!(now.len(), "2026-09-25T10:02:21.408263+00:00".len());
        assert!(now.ends_with("+00:00") && &now[10..11] == "T", "{now}");
        now.parse::<jiff::Timestamp>().unwrap();
    }
}
