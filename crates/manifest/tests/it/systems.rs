//! Registered machines.

use assay_manifest::{Architecture, Systems};

use crate::repository::{Repository, VALID, assert_text};

const TWO: &str = r#"
[[systems]]
id = "x86_1"
architecture = "x86_64"
host-name = "one"
description = "first"

[[systems]]
id = "arm_1"
architecture = "aarch64"
host-name = "one"
description = "second"
"#;

fn load(text: &str) -> Result<Systems, String> {
    let repository = Repository::new(VALID);
    repository.write("reports/systems.toml", text);
    Systems::load(repository.root()).map_err(|error| error.to_string())
}

#[test]
fn looked_up_by_host_and_architecture() {
    let systems = load(TWO).unwrap();
    assert_eq!(
        systems.of_host("one", Architecture::Aarch64).unwrap().id,
        "arm_1"
    );
    assert_eq!(
        systems
            .of_host("one", Architecture::X86_64)
            .unwrap()
            .description,
        "first"
    );
    assert_eq!(systems.of_host("two", Architecture::X86_64), None);
    assert_eq!(systems.get("x86_1").unwrap().host_name, "one");
    assert_eq!(systems.iter().len(), 2);
}

#[test]
fn mistakes() {
    let cases = [
        TWO.replacen("aarch64", "arm64", 1),
        TWO.replacen("arm_1", "x86_1", 1),
        TWO.replacen("aarch64", "x86_64", 1),
        TWO.replacen("host-name = \"one\"", "hostname = \"one\"", 1),
        TWO.replacen("\"x86_1\"", "\"x86/1\"", 1),
        TWO.replacen("\"first\"", "\"\"", 1),
    ];
    assert_text!(cases.map(|text| load(&text).unwrap_err()).join("\n\n"));
}

#[test]
fn file_of_this_repository() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let systems = Systems::load(&root).unwrap();
    let x86 = systems.of_host("blk", Architecture::X86_64).unwrap();
    assert_eq!(x86.id, "x86_1");
    assert_eq!(
        systems.of_host("vivo", Architecture::Aarch64).unwrap().id,
        "arm_1"
    );
}
