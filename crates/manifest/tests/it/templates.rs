//! Manifests written for new candidates.

use assay_manifest::{Function, load, template};

use crate::repository::{Repository, VALID, assert_text};

#[test]
fn template_loads_as_it_is() {
    for function in [Function::Kem, Function::Kex, Function::Sig, Function::Hash] {
        let repository = Repository::new(VALID);
        repository.write(
            "candidates/new-01/candidate.toml",
            &template("new-01", function),
        );
        repository.write("candidates/new-01/independent/code.c", "");
        let header = function.default_api_header();
        repository.write(&format!("candidates/new-01/independent/{header}"), "");
        let candidate = load(repository.root(), "new-01").unwrap();
        assert_eq!(candidate.function, function);
    }
}

#[test]
fn suggestions_of_the_template_load_too() {
    let digest = "0".repeat(64);
    for function in [Function::Kem, Function::Kex, Function::Sig] {
        let repository = Repository::new(VALID);
        let text: String = template("new-01", function)
            .lines()
            .map(|line| line.strip_prefix("# ").unwrap_or(line).to_owned() + "\n")
            .collect::<String>()
            .replace("sha256 = \"…\"", &format!("sha256 = \"{digest}\""))
            .replace("instance = \"…\"", "instance = \"new\"");
        repository.write("candidates/new-01/candidate.toml", &text);
        repository.write("candidates/new-01/independent/code.c", "");
        let header = function.default_api_header();
        repository.write(&format!("candidates/new-01/independent/{header}"), "");
        let candidate = load(repository.root(), "new-01").unwrap();
        assert!(candidate.survey.is_some() && candidate.submission.is_some());
        assert!(candidate.instances[0].external_sizes.is_some());
    }
}

#[test]
fn template_text() {
    assert_text!(template("kem-99", Function::Kem));
}
