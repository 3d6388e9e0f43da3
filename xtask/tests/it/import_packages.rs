//! The repository's own implementations, packed as real packages are: imported, proved against the expected digests of the
//! repository, and compared with themselves as independent implementations.

use std::fs;

use crate::repository::{Repository, project};
use crate::toy::Package;

/// Sources of a candidate of this repository, by name.
fn code(id: &str) -> Vec<(String, String)> {
    let folder = project().join("candidates").join(id).join("independent");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    files
        .filter(|path| path.extension().is_some_and(|end| end == "c" || end == "h"))
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect()
}

/// A repository with this candidate as independent code alone, with these instances.
fn independent(id: &str, function: &str, instances: &[(&str, &str, &str)]) -> Repository {
    let repository = Repository::new();
    let mut manifest = format!(
        "id = \"{id}\"\nalgorithm = \"packed\"\nfunction = \"{function}\"\n\n[independent]\nsources = [\"*.c\"]\n"
    );
    for (label, file, define) in instances {
        manifest += &format!(
            "\n[[instances]]\nlabel = \"{label}\"\nvariant = \"reference\"\nprofile = \"guide\"\nkat-file = \"{file}\"\nindependent = {{ defines = [{define}] }}\n"
        );
    }
    repository.write(&format!("candidates/{id}/candidate.toml"), &manifest);
    for (name, text) in code(id) {
        if !name.contains("avx2") {
            repository.write(&format!("candidates/{id}/independent/{name}"), &text);
        }
    }
    let digests = fs::read_to_string(project().join("kat").join(id).join("kat.sha256")).unwrap();
    repository.write(&format!("kat/{id}/kat.sha256"), &digests);
    repository
}

fn import_and_prove(repository: &Repository, package: &Package, id: &str, instances: usize) {
    let archive = repository.path().join("Package.zip");
    package.zip(&archive);
    let imported = repository.run(&["import", archive.to_str().unwrap(), "--id", id]);
    assert_eq!(imported.exit, Some(0), "{imported:?}");
    assert!(!repository.path().join("ran").exists());
    let outcome = repository.run(&["kat", id]);
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    let proved = outcome
        .stdout
        .matches("PASS (10 records compared, submission, flags guide)");
    assert_eq!(proved.count(), instances, "{outcome:?}");
    let same = outcome
        .stdout
        .matches("same outputs as the independent implementation, field by field, in 10 records");
    assert_eq!(same.count(), instances, "{outcome:?}");
}

/// Level set by the Makefile of each folder, sources and helpers in subfolders, a stale object, a driver main.
#[test]
fn kem_22_with_subfolders_and_levels_in_makefiles() {
    let levels = [128, 512];
    let labels = levels.map(|n| {
        (
            format!("Mithril-{n}"),
            format!("KAT_KEM_Mithril-{n}.txt"),
            format!("\"MITHRIL_LEVEL={n}\""),
        )
    });
    let instances: Vec<_> = labels
        .iter()
        .map(|(a, b, c)| (a.as_str(), b.as_str(), c.as_str()))
        .collect();
    let repository = independent("kem-22", "kem", &instances);
    let mut package = Package::default();
    for n in levels {
        let folder = format!("Implementations/Reference_Implementation/Mithril-{n}");
        for (name, text) in code("kem-22") {
            if name.contains("avx2") {
                continue;
            }
            let below = if name.contains("portable") {
                "arith/"
            } else {
                ""
            };
            let name = name.replace("KEM_AlgorithmInstance.h", "kem.h");
            package.file(
                format!("{folder}/{below}{name}"),
                text.replace("KEM_AlgorithmInstance.h", "kem.h"),
            );
        }
        package.helpers(&format!("{folder}/utils"));
        package
            .file(format!("{folder}/KAT_KEM.c"), crate::toy::MAIN)
            .file(format!("{folder}/stale.o"), "\u{7f}ELF")
            .file(
                format!("{folder}/Makefile"),
                format!("all:\n\ttouch {}/ran\nkat: KAT_KEM.c kem.c\n\tgcc -DMITHRIL_LEVEL={n} -Iutils -o kat KAT_KEM.c kem.c\n", repository.path().display()),
            );
    }
    import_and_prove(&repository, &package, "kem-22", 2);
}

/// API source apart from the rest, two families of parameter sets, one with a flag of its own.
#[test]
fn kem_20_with_two_families() {
    let sets = [
        ("MAMBA-Frost-128", "\"FROST_LEVEL=128\""),
        ("MAMBA-Frost-CC-192", "\"FROST_LEVEL=192\", \"FROST_CC\""),
    ];
    let files = sets.map(|(label, _)| format!("KAT_KEM_{label}.txt"));
    let instances: Vec<_> = sets
        .iter()
        .zip(&files)
        .map(|((label, defines), file)| (*label, file.as_str(), *defines))
        .collect();
    let repository = independent("kem-20", "kem", &instances);
    let mut package = Package::default();
    for (label, defines) in sets {
        let folder = format!("Implementations/Reference_Implementation/{label}");
        for (name, text) in code("kem-20") {
            let place = match name.as_str() {
                "kem.c" => "KEM_AlgorithmInstance.c".to_owned(),
                "KEM_AlgorithmInstance.h" => name,
                _ => format!("Frost/src/{name}"),
            };
            package.file(format!("{folder}/{place}"), text);
        }
        let flags: String = defines
            .split(", ")
            .map(|define| format!(" -D{}", define.trim_matches('"')))
            .collect();
        package.helpers(&folder);
        package.file(format!("{folder}/KAT_KEM.c"), crate::toy::MAIN).file(
            format!("{folder}/Makefile"),
            format!("kat:\n\tgcc{flags} -IFrost/src KAT_KEM.c KEM_AlgorithmInstance.c drng.c auxfunc.c -o kat\n"),
        );
    }
    import_and_prove(&repository, &package, "kem-20", 2);
}

/// A key exchange below folders with blanks, lines ended as on Windows, settings in CMake.
#[test]
fn kex_06_with_blanks_and_windows_lines() {
    let instances = [(
        "MAMBA-NIKE-128",
        "KAT_KEX_MAMBA-NIKE-128.txt",
        "\"MAMBA_LEVEL=128\"",
    )];
    let repository = independent("kex-06", "kex", &instances);
    let folder =
        "Implementations and Test_Vectors/Implementations/Reference_Implementation/MAMBA-NIKE-128";
    let mut package = Package::default();
    for (name, text) in code("kex-06") {
        package.file(format!("{folder}/{name}"), text);
    }
    package.helpers(folder);
    package.file(format!("{folder}/KAT_KEX.c"), crate::toy::MAIN).file(
        format!("{folder}/CMakeLists.txt"),
        "add_executable(KAT_KEX KAT_KEX.c kex.c nike.c drng.c auxfunc.c)\ntarget_compile_definitions(KAT_KEX PRIVATE MAMBA_LEVEL=128)\n",
    );
    for (_, text) in &mut package.0 {
        *text = text.replace('\n', "\r\n");
    }
    import_and_prove(&repository, &package, "kex-06", 1);
}

/// Numbered folders below one that wraps everything, no build text: the level is read off the name.
#[test]
fn kem_10_wrapped_with_numbered_folders_and_no_build_text() {
    let instances = [(
        "CMultiURAG-128",
        "KAT_KEM_CMultiURAG-128.txt",
        "\"MULTIURAG_LEVEL=128\"",
    )];
    let repository = independent("kem-10", "kem", &instances);
    let folder = "Top/3_Implementations/1_Reference_Implementation/CMultiURAG-128";
    let mut package = Package::default();
    for (name, text) in code("kem-10") {
        let below = if name.ends_with("Instance.h") {
            ""
        } else {
            "src/"
        };
        package.file(format!("{folder}/{below}{name}"), text);
    }
    package.helpers(&format!("{folder}/lib/api_pkc"));
    package.file(format!("{folder}/KAT_KEM.c"), crate::toy::MAIN);
    import_and_prove(&repository, &package, "kem-10", 1);
}
