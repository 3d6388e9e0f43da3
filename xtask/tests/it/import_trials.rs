//! Known answers decide what names leave open: each case is a package whose code is built and run once by the import.

use crate::repository::{Outcome, Repository};
use crate::toy::{DRAW, Package, Toy, URANDOM};

const R: &str = "Implementations/Reference_Implementation";

/// Imports a package as `kem-toy`.
fn import(package: &Package) -> (Repository, Outcome) {
    let repository = Repository::new();
    let archive = repository.path().join("Toy.zip");
    package.zip(&archive);
    let outcome = repository.run(&["import", archive.to_str().unwrap()]);
    (repository, outcome)
}

fn says(outcome: &Outcome, part: &str) {
    assert!(
        outcome.stdout.contains(part),
        "{part:?} is not in:\n{}{}",
        outcome.stdout,
        outcome.stderr
    );
}

/// The package's own answers are reproduced by what was imported.
fn passes(repository: &Repository, instances: usize) {
    let written = repository.run(&["kat", "kem-toy", "--write-manifest"]);
    assert_eq!(written.exit, Some(0), "{written:?}");
    let outcome = repository.run(&["kat", "kem-toy"]);
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    says(
        &outcome,
        &format!("{instances} of {instances} instances reproduce their known answers"),
    );
}

#[test]
fn s10_two_parameter_sets_in_one_folder_are_told_apart_by_sizes_and_record_0() {
    let mut package = Package::default();
    let folder = format!("{R}/Kappa");
    let header = Toy::new(16).header(
        "#ifndef COMPRESSED\n#define COMPRESSED 0\n#endif\n#if COMPRESSED == 1\n#define PK_BYTES 8\n#endif",
        "Kappa",
    );
    let header = header.replace(
        "#define PK_BYTES 16",
        "#if COMPRESSED == 0\n#define PK_BYTES 16\n#endif",
    );
    package
        .instance(&folder, "Kappa", Toy::new(16))
        .file(format!("{folder}/KEM_AlgorithmInstance.h"), header)
        .file(
            "Test_Vectors/KAT_KEM_Kappa_compressed.txt",
            Toy::new(8).answers(10),
        )
        .file(
            "Test_Vectors/KAT_KEM_Kappa_uncompressed.txt",
            Toy::new(16).answers(10),
        );
    let (repository, outcome) = import(&package);
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    says(
        &outcome,
        "known answers: Test_Vectors/KAT_KEM_Kappa_uncompressed.txt",
    );
    says(
        &outcome,
        "known answers `Test_Vectors/KAT_KEM_Kappa_compressed.txt` are refused: PK has 8 bytes, the library says 16",
    );
    says(
        &outcome,
        "instance Kappa_compressed: same folder as Kappa; with COMPRESSED=1 it makes record 0 of KAT_KEM_Kappa_compressed.txt",
    );
    passes(&repository, 2);
}

#[test]
fn s16_answers_of_another_build_are_refused_and_misnamed_ones_found() {
    let mut package = Package::default();
    for n in 1..=4 {
        let name = format!("Omi-{n}");
        let toy = Toy {
            public_key: 16,
            twist: n,
        };
        package.instance(&format!("{R}/{name}"), &name, toy);
    }
    let toy = |twist| Toy {
        public_key: 16,
        twist,
    };
    package
        .file(
            "Test_Vectors/KAT_KEM_Omi-1.txt",
            Toy {
                public_key: 9,
                twist: 1,
            }
            .answers(10),
        )
        .file("Test_Vectors/KAT_KEM_second set.txt", toy(2).answers(10))
        .file("Test_Vectors/KAT_KEM_Omi-3.txt", toy(9).answers(10))
        .file("Test_Vectors/KAT_KEM_Omi-4.txt", toy(4).answers(2))
        .file("Test_Vectors/KAT_KEM_Omi-4.txt.txt", toy(4).answers(10));
    let (repository, outcome) = import(&package);
    assert_eq!(outcome.exit, Some(1), "{outcome:?}");
    says(
        &outcome,
        "Omi-1: it has no known answers of its own sizes: `Test_Vectors/KAT_KEM_Omi-1.txt` is of another build: PK has 9 bytes, the library says 16",
    );
    says(
        &outcome,
        "KAT_KEM_second set.txt (10 records; no other instance has it; record 0 is what the library makes)",
    );
    says(
        &outcome,
        "Omi-3: record 0 differs from `Test_Vectors/KAT_KEM_Omi-3.txt`: ",
    );
    says(&outcome, "field PK, byte 0");
    says(
        &outcome,
        "tried the official generator instead of the package's drng.c: record 0 differs",
    );
    says(
        &outcome,
        "known answers: Test_Vectors/KAT_KEM_Omi-4.txt.txt (10 records",
    );
    says(&outcome, "KAT_KEM_Omi-4.txt` (2 records)");
    let manifest = repository.read("candidates/kem-toy/candidate.toml");
    assert!(
        manifest.contains("# TO CHECK: it has no known answers of its own sizes"),
        "{manifest}"
    );
}

#[test]
fn s18_an_own_generator_that_differs_is_replaced_when_the_answers_say_so() {
    let mut package = Package::default();
    let folder = format!("{R}/Sigma-1");
    package.instance(&folder, "Sigma-1", Toy::new(16));
    let other = package.text("Sigma-1/drng.c");
    let other = format!(
        "{}\n",
        other.replacen("get_random_number", "almost_random_number", 99)
    ) + "int get_random_number(DRNG_ctx *ctx, unsigned char *out, unsigned long long bits);\nint get_random_number(DRNG_ctx *ctx, unsigned char *out, unsigned long long bits) { int code = almost_random_number(ctx, out, bits); out[0] ^= 1; return code; }\n";
    package
        .file(format!("{folder}/drng.c"), other)
        .file("Test_Vectors/KAT_KEM_Sigma-1.txt", Toy::new(16).answers(10));
    let (repository, outcome) = import(&package);
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    says(&outcome, "as found: record 0 differs from");
    says(
        &outcome,
        "tried the official generator instead of the package's drng.c: record 0 equals",
    );
    let manifest = repository.read("candidates/kem-toy/candidate.toml");
    assert!(
        manifest.contains("helpers = \"own-auxfunc\"") && !manifest.contains("/drng.c"),
        "{manifest}"
    );
    passes(&repository, 1);
}

#[test]
fn s19_what_does_not_compile_as_shipped_is_said_and_imported() {
    let mut package = Package::default();
    for (set, text) in [
        (
            "Tau-1",
            "inline int twist(void) { return 0; }\nint untwist(void);\nint untwist(void) { int (*volatile call)(void) = twist; return call(); }\n",
        ),
        (
            "Tau-2",
            "#include \"NTT.h\"\nint untwist(void) { return 0; }\n",
        ),
    ] {
        let folder = format!("{R}/{set}");
        package
            .instance(&folder, set, Toy::new(16))
            .file(format!("{folder}/twist.c"), text)
            .file(
                format!("{folder}/draw.c"),
                DRAW.replace("{ get", "{ int untwist(void); (void)untwist(); get"),
            )
            .file(
                format!("Test_Vectors/KAT_KEM_{set}.txt"),
                Toy::new(16).answers(10),
            );
    }
    package.file(format!("{R}/Tau-2/ntt.h"), "\n");
    let (repository, outcome) = import(&package);
    assert_eq!(outcome.exit, Some(1), "{outcome:?}");
    says(&outcome, "Tau-1: it does not build or run: failed to link");
    says(&outcome, "nothing defines `twist`");
    says(
        &outcome,
        "it is a C99 `inline` function without an external definition",
    );
    says(&outcome, "Tau-2: it does not build or run: failed to ");
    says(
        &outcome,
        "but the file is called `ntt.h`: the name differs in case",
    );
    // Replacements outside of the submission mend both; what the person wrote stays when it is imported again.
    let path = "candidates/kem-toy/candidate.toml";
    let mut manifest = repository.read(path);
    for (set, at) in [("Tau-1", "Tau-1/twist.c"), ("Tau-2", "Tau-2/twist.c")] {
        let table = format!("replace = {{ \"{at}\" = \"{set}.c\" }}\nsources = [\n");
        let start = manifest.find(&format!("label = \"{set}\"")).unwrap();
        let place = start + manifest[start..].find("sources = [\n").unwrap();
        manifest.replace_range(place..place + "sources = [\n".len(), &table);
        if !manifest.contains(&format!("\"{at}\",")) {
            let end = place + table.len();
            manifest.insert_str(end, &format!("    \"{at}\",\n"));
        }
        let text = "int untwist(void);\nint untwist(void) { return 0; }\n";
        repository.write(&format!("candidates/kem-toy/replacements/{set}.c"), text);
    }
    repository.write(path, &manifest);
    let again = repository.run(&[
        "import",
        repository.path().join("Toy.zip").to_str().unwrap(),
    ]);
    assert_eq!(again.exit, Some(0), "{again:?}");
    assert_eq!(repository.read(path), manifest, "a person's lines win");
    passes(&repository, 2);
}

#[test]
fn s06_the_define_that_decides_about_randomness_is_found_by_trying() {
    let mut package = Package::default();
    let folder = format!("{R}/Zeta-1");
    package
        .instance(&folder, "Zeta-1", Toy::new(16))
        .file(
            format!("{folder}/draw.c"),
            format!("#ifdef KAT_BUILD\n{DRAW}#else\n{URANDOM}#endif\n"),
        )
        .file("Test_Vectors/KAT_KEM_Zeta-1.txt", Toy::new(16).answers(10));
    let (repository, outcome) = import(&package);
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    says(
        &outcome,
        "tried define KAT_BUILD, which decides where randomness comes from: record 0 equals",
    );
    assert!(
        repository
            .read("candidates/kem-toy/candidate.toml")
            .contains("defines = [\"KAT_BUILD\"]")
    );
    passes(&repository, 1);
}

#[test]
fn s08_a_level_that_only_a_build_function_sets_is_found_by_trying() {
    let mut package = Package::default();
    for (set, level, bytes) in [("Low", 1, 8), ("High", 3, 16)] {
        let folder = format!("{R}/{set}");
        let settings = "#if LEVEL == 1\n#define PK_BYTES 8\n#elif LEVEL == 3\n#define PK_BYTES 16\n#else\n#error \"no level\"\n#endif";
        let header = Toy::new(0)
            .header(settings, set)
            .replace("#define PK_BYTES 0\n", "");
        package
            .instance(&folder, set, Toy::new(bytes))
            .file(format!("{folder}/KEM_AlgorithmInstance.h"), header)
            .file(
                format!("Test_Vectors/KAT_KEM_{set}.txt"),
                Toy::new(bytes).answers(10),
            );
        assert!(level > 0);
    }
    package.file(
        format!("{R}/CMakeLists.txt"),
        "function(add_set level)\n  target_compile_definitions(set_${level} PRIVATE LEVEL=${level})\nendfunction()\n",
    );
    let (repository, outcome) = import(&package);
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    says(
        &outcome,
        "tried define LEVEL=1, which nothing sets: `Test_Vectors/KAT_KEM_High.txt` is of another build",
    );
    says(
        &outcome,
        "tried define LEVEL=3, which nothing sets: record 0 equals",
    );
    passes(&repository, 2);
}

/// Neither define builds or is right alone: the level makes it build, the other one the answers equal.
#[test]
fn two_defines_are_found_one_on_top_of_the_other_and_further_sets_with_them() {
    let mut package = Package::default();
    let folder = format!("{R}/Both");
    let settings = "#if defined(BIG_8)\n#define PK_BYTES 8\n#elif defined(BIG_16)\n#define PK_BYTES 16\n#else\n#error \"choose a size\"\n#endif";
    let header = Toy::new(0)
        .header(settings, "Both")
        .replace("#define PK_BYTES 0\n", "");
    package
        .instance(&folder, "Both", Toy::new(16))
        .file(format!("{folder}/KEM_AlgorithmInstance.h"), header)
        .file(
            format!("{folder}/draw.c"),
            format!("#ifdef NIST_RAND\n{DRAW}#else\n{URANDOM}#endif\n"),
        )
        .file("Test_Vectors/KAT_KEM_Both_8.txt", Toy::new(8).answers(10))
        .file("Test_Vectors/KAT_KEM_Both_16.txt", Toy::new(16).answers(10));
    let (repository, outcome) = import(&package);
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    says(&outcome, "nearer with define BIG_8, which nothing sets");
    says(
        &outcome,
        "tried define NIST_RAND, which decides where randomness comes from: record 0 equals",
    );
    says(
        &outcome,
        "instance Both_16: same folder as Both; with BIG_16 it makes record 0 of KAT_KEM_Both_16.txt",
    );
    passes(&repository, 2);
}

#[test]
fn without_a_trial_nothing_is_built_and_names_decide() {
    let mut package = Package::default();
    package
        .instance(&format!("{R}/A-1"), "A-1", Toy::new(16))
        .file("Test_Vectors/KAT_KEM_A-1.txt", Toy::new(9).answers(1));
    let repository = Repository::new();
    let archive = repository.path().join("Toy.zip");
    package.zip(&archive);
    let outcome = repository.run(&["import", archive.to_str().unwrap(), "--no-trial"]);
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    says(
        &outcome,
        "known answers: Test_Vectors/KAT_KEM_A-1.txt (1 records; its name is that of ALGORITHM_INSTANCE)",
    );
}
