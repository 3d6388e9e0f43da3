//! What a manifest without mistakes becomes.

use assay_manifest::{
    DrngGlobal, ExternalSizes, Function, Helpers, Origin, Profile, SizeBasis, Variant, load,
    load_all, load_chosen,
};

use crate::repository::{Repository, VALID, assert_text};

const FULL: &str = r#"
id = "kem-24"
algorithm = "Example"
function = "kem"

[links]
submission = "https://example.org/kem-24"

[survey]
verdict = "ICCS-only"
notes = "all through pseudoXOF"

[submission]
archive = "Example.zip"
sha256 = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
size = 16810898
folder = "Implementations/Reference_Implementation"

[independent]
sources = ["./*.c"]
exclude = ["avx2_*.c"]
defines = ["EXAMPLE"]

[submitted]
sources = ["code/**/*.c"]
include-directories = ["code/kat test", "."]
api-header = "kem.h"
libraries = ["gmp"]
helpers = "own"
drng-global = "none"

[[instances]]
label = "example128"
instance = "EXAMPLE_128"
variant = "reference"
profile = "guide"
kat-file = "KAT_KEM_example128.txt"
external-sizes = { public-key = 736, ciphertext = 760, basis = "maximum-variable" }
stack-bytes = 67108864
issues = [ { action = "measure", cause = "reads past a buffer; harmless" } ]
notes = ["a note"]
independent = { defines = ["LEVEL=\"a b\""] }

[[instances]]
label = "example128-avx2"
variant = "optimized-avx2"
profile = "guide-performance"
requires = ["avx2", "bmi2"]
kat-file = "KAT_KEM_example128.txt"
submitted = { api-header = "avx2/api.h", sources = ["avx2/fast.S"], libraries = ["gmp", "m"], defines = ["AVX2=1"] }
independent = { sources = ["avx2/avx2_ntt.c"], exclude = ["poly.c"], include-directories = ["avx2", "."] }
"#;

fn full() -> Repository {
    let repository = Repository::new(FULL);
    for file in ["avx2_old.c", "avx2/avx2_ntt.c"] {
        repository.write(&format!("candidates/kem-24/independent/{file}"), "");
    }
    repository
}

fn import(repository: &Repository) {
    for file in [
        "code/a.c",
        "code/kat test/b.c",
        "code/kat test/kem.h",
        "code/tests/密.c",
        "avx2/fast.S",
        "avx2/api.h",
        "other.c",
    ] {
        repository.write(
            &format!(
                "candidates/kem-24/submission/Implementations/Reference_Implementation/{file}"
            ),
            "",
        );
    }
}

/// Everything about the candidate as text, paths relative.
fn describe(repository: &Repository) -> String {
    let candidate = load(repository.root(), "kem-24").unwrap();
    format!("{candidate:#?}\n").replace(repository.root().to_str().unwrap(), "<root>")
}

#[test]
fn smallest() {
    let repository = Repository::new(VALID);
    let candidate = load(repository.root(), "kem-24").unwrap();
    assert_eq!(candidate.function, Function::Kem);
    assert_eq!(candidate.survey, None);
    let [instance] = candidate.instances.as_slice() else {
        panic!("one instance")
    };
    assert_eq!(
        (instance.variant, instance.profile),
        (Variant::Reference, Profile::Guide)
    );
    let sizes = ExternalSizes::Kem {
        public_key: 736,
        ciphertext: 760,
        basis: SizeBasis::Encoded,
    };
    assert_eq!(instance.external_sizes, Some(sizes));
    let code = instance.implementation().unwrap();
    let root = repository.root().join("candidates/kem-24/independent");
    assert_eq!(code.origin, Origin::Independent);
    assert_eq!(code.sources, [root.join("kem.c"), root.join("poly.c")]);
    assert_eq!(code.include_directories, std::slice::from_ref(&root));
    assert_eq!(code.api_header, root.join("KEM_AlgorithmInstance.h"));
    assert_eq!(
        (code.helpers, code.drng_global),
        (Helpers::Assay, DrngGlobal::Assay)
    );
}

#[test]
fn everything() {
    assert_text!(describe(&full()));
}

#[test]
fn everything_imported() {
    let repository = full();
    import(&repository);
    assert_text!(describe(&repository));
}

#[test]
fn submission_is_what_is_measured_once_it_is_there() {
    let repository = full();
    let origins = || {
        let candidate = load(repository.root(), "kem-24").unwrap();
        candidate
            .instances
            .iter()
            .map(|instance| instance.implementation().unwrap().origin)
            .collect::<Vec<_>>()
    };
    assert_eq!(origins(), [Origin::Independent; 2]);
    std::fs::create_dir(repository.root().join("candidates/kem-24/submission")).unwrap();
    assert_eq!(
        origins(),
        [Origin::Independent; 2],
        "an empty folder is no submission"
    );
    import(&repository);
    assert_eq!(origins(), [Origin::Submission; 2]);
}

#[test]
fn instance_without_code_here() {
    let manifest = VALID.replacen("[independent]", "[submitted]", 1).replacen(
        "independent =",
        "submitted =",
        1,
    );
    let repository = Repository::new(&manifest);
    let candidate = load(repository.root(), "kem-24").unwrap();
    assert_eq!(candidate.instances[0].implementation(), None);
    assert_eq!(candidate.instances[0].excluded(), None);
}

#[test]
fn special_characters_in_names() {
    let manifest = VALID.replacen("\"*.c\"", "\"a [1] b.c\", \"密.c\", \"x$(touch y);.c\"", 1);
    let repository = Repository::new(&manifest);
    for file in ["a [1] b.c", "密.c", "x$(touch y);.c"] {
        repository.write(&format!("candidates/kem-24/independent/{file}"), "");
    }
    let candidate = load(repository.root(), "kem-24").unwrap();
    let names: Vec<_> = candidate.instances[0]
        .implementation()
        .unwrap()
        .sources
        .iter()
        .map(|path| path.file_name().unwrap())
        .collect();
    assert_eq!(names, ["a [1] b.c", "x$(touch y);.c", "密.c"]);
}

#[test]
fn all_are_ordered_by_id_and_other_folders_ignored() {
    let repository = Repository::new(VALID);
    for id in ["sig-01", "kem-09"] {
        repository.write(
            &format!("candidates/{id}/candidate.toml"),
            &VALID.replace("kem-24", id),
        );
        for file in ["kem.c", "KEM_AlgorithmInstance.h"] {
            repository.write(&format!("candidates/{id}/independent/{file}"), "");
        }
    }
    repository.write("candidates/README.md", "");
    repository.write("candidates/kem-30/submission/left-over.c", "");
    let ids: Vec<String> = load_all(repository.root())
        .unwrap()
        .into_iter()
        .map(|candidate| candidate.id)
        .collect();
    assert_eq!(ids, ["kem-09", "kem-24", "sig-01"]);
}

#[test]
fn shown_in_words() {
    let candidate = load(full().root(), "kem-24").unwrap();
    let instance = &candidate.instances[0];
    assert_text!(
        [
            format!("links: {}", candidate.links),
            format!("no links: {}", assay_manifest::Links::default()),
            format!("survey: {}", candidate.survey.unwrap()),
            format!("submission: {}", candidate.submission.unwrap()),
            format!("sizes: {}", instance.external_sizes.unwrap()),
            format!("issue: {}", instance.issues[0]),
            format!(
                "define: {}",
                instance.independent.as_ref().unwrap().defines[1]
            ),
        ]
        .join("\n")
    );
}

#[test]
fn mistakes_of_others_do_not_matter_when_names_are_given() {
    let repository = Repository::new(VALID);
    repository.write("candidates/kem-25/candidate.toml", "id = 3");
    std::fs::create_dir(repository.root().join("candidates/kem-26")).unwrap();
    load_all(repository.root()).expect_err("kem-25 has mistakes");
    let loaded = load_chosen(repository.root(), &["kem-24/example128"]).unwrap();
    assert_eq!(loaded.candidates.len(), 1);
    let left_out: Vec<&str> = loaded
        .left_out
        .iter()
        .map(|left_out| left_out.id.as_str())
        .collect();
    assert_eq!(left_out, ["kem-25", "kem-26"]);
    assert!(
        loaded.left_out[0]
            .reason
            .starts_with("candidates/kem-25/candidate.toml:1"),
        "{loaded:?}"
    );
    assert_eq!(
        loaded.left_out[1].reason,
        "candidates/kem-26/candidate.toml does not exist"
    );
    load_chosen(repository.root(), &["kem-25"]).expect_err("it is named");
}
