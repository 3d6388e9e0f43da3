//! Where addresses of pages lead in the one file.

use crate::{SUMMARY_FILE_NAME, SURVEY_FILE_NAME, method_file_name};

/// An address as it is in the file; `None` when nobody should follow it.
pub(super) fn inside(address: &str, system: &str) -> Option<String> {
    if address == SUMMARY_FILE_NAME {
        return Some("#summary".to_owned());
    }
    if address == SURVEY_FILE_NAME {
        return Some("#survey".to_owned());
    }
    if address == method_file_name(system) {
        return Some("#method".to_owned());
    }
    if let Some(id) = address.strip_suffix(".md") {
        return (!id.contains(['/', ':'])).then(|| format!("#{id}"));
    }
    let known = ["https://", "http://"];
    known
        .iter()
        .any(|scheme| address.starts_with(scheme))
        .then(|| address.to_owned())
}

#[cfg(test)]
mod tests {
    use super::inside;

    #[test]
    fn pages_are_sections_and_scripts_are_no_addresses() {
        let of = |address: &str| inside(address, "local");
        assert_eq!(of("summary.md").as_deref(), Some("#summary"));
        assert_eq!(of("method_local.md").as_deref(), Some("#method"));
        assert_eq!(of("symmetric-survey.md").as_deref(), Some("#survey"));
        assert_eq!(of("kem-24.md").as_deref(), Some("#kem-24"));
        assert_eq!(
            of("https://a.example/b").as_deref(),
            Some("https://a.example/b")
        );
        for refused in [
            "javascript:alert(1)",
            "data:text/html,x",
            "../x.md",
            "file:///etc/x.md",
            "//host/x",
        ] {
            assert_eq!(of(refused), None, "{refused}");
        }
    }
}
