//! Points in time as evidence has them.

use jiff::Timestamp;

/// Now, in ISO 8601 with microseconds: `2026-09-25T10:02:21.408263+00:00`.
pub(crate) fn now() -> String {
    let text = Timestamp::now().strftime("%Y-%m-%dT%H:%M:%S.%6f").to_string();
    text + "+00:00"
}

#[cfg(test)]
mod tests {
    #[test]
    fn has_the_published_form() {
        let now = super::now();
        assert_eq!(now.len(), "2026-09-25T10:02:21.408263+00:00".len());
        assert!(now.ends_with("+00:00") && &now[10..11] == "T", "{now}");
        now.parse::<jiff::Timestamp>().unwrap();
    }
}
