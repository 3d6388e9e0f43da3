//! The synthetic layouts S1 to S10, each named after what it stands for.

use assay_manifest::{DrngGlobal, Helpers};

use crate::package::{DRAW, MAIN, Package, URANDOM, answers, api, header};

const R: &str = "Implementations/Reference_Implementation";

#[test]
fn s01_plain() {
    let mut package = Package::default();
    for n in [128, 256] {
        let folder = format!("{R}/Alpha-{n}");
        package
            .kem(&folder, &format!("Alpha-{n}"))
            .file(
                format!("{folder}/verify.c"),
                "int verify(void) { return 0; }\n",
            )
            .file(
                format!("Test_Vectors/KAT_KEM_Alpha-{n}.txt"),
                answers(10, 16),
            );
    }
    let outcome = package.import("Alpha.zip");
    assert_eq!(outcome.imported.id, "kem-alpha");
    assert_eq!(outcome.labels(), ["Alpha-128", "Alpha-256"]);
    let expected = [
        "KEM_AlgorithmInstance.c",
        "auxfunc.c",
        "code.c",
        "drng.c",
        "toy_sm3.c",
    ];
    assert_eq!(outcome.sources("Alpha-128"), expected);
    assert_eq!(
        outcome.answers()["Alpha-256"],
        "Test_Vectors/KAT_KEM_Alpha-256.txt"
    );
    let selection = &outcome.instance("Alpha-128").selection;
    assert_eq!(
        (selection.helpers, selection.drng_global),
        (Helpers::Own, DrngGlobal::Assay)
    );
    assert!(selection.defines.is_empty());
    outcome.nothing_open();
    outcome.loads();
}

#[test]
fn s02_wrapped_with_spaces_and_crlf() {
    let root = "Beta/Implementations and Test_Vectors/API_CryptHash";
    let mut package = Package::default();
    package.hash(&format!("{root}/{R}/Beta-512"), "beta_512", 512);
    let text = "Msg_Len = 0\r\nMsg = 00\r\nDst_Len = 512\r\nDst = AB\r\n\r\n";
    for stem in ["KAT_2_12", "KAT_2_23", "KAT_2_33", "KAT_Loop"] {
        package.file(
            format!("{root}/Test_Vector/Test_Vectors/{stem}_beta_512.txt"),
            text,
        );
    }
    let outcome = package.import("Beta.zip");
    assert_eq!(outcome.labels(), ["Beta-512"]);
    let instance = outcome.instance("Beta-512");
    assert_eq!(instance.name.as_deref(), Some("beta_512"));
    assert!(
        instance.answers[0].0.crlf
            && instance.answers[0]
                .0
                .path
                .ends_with("KAT_2_12_beta_512.txt")
    );
    assert_eq!(
        instance.selection.helpers,
        Helpers::Own,
        "the official auxfunc is not linked"
    );
    outcome.nothing_open();
    outcome.loads();
}

#[test]
fn s03_chinese_numbered_folders_in_three_encodings() {
    let root = "codes/Gamma 算法实现源代码/03_Implementations";
    let mut package = Package::default();
    package.kem(
        &format!("{root}/1_Reference_Implementation/Gamma-1"),
        "Gamma-1",
    );
    package.kem(
        &format!("{root}/2_Optimized_Implementation/Gamma-1"),
        "Gamma-1",
    );
    package.file("codes/04_测试向量/KAT_KEM_Gamma-1.txt", answers(10, 16));
    let mut windows = package.clone();
    for (path, _) in &mut windows.files {
        *path = path.replace('/', "\\");
    }
    for package in [&package, &windows] {
        let outcome = package.import("γ.zip");
        assert_eq!(outcome.labels(), ["Gamma-1", "Gamma-1-optimized"]);
        assert_eq!(
            outcome.answers()["Gamma-1"],
            "codes/04_测试向量/KAT_KEM_Gamma-1.txt"
        );
        outcome.loads();
    }
}

#[test]
fn s04_equal_folders_set_by_the_makefile() {
    let mut package = Package::default();
    for (n, set) in ["I", "II", "III"].into_iter().enumerate() {
        let folder = format!("Reference_Implementation/Delta-{set}");
        let names = "#if PARAMS == 1\n#define ALGORITHM_INSTANCE \"Delta1\"\n#elif PARAMS == 2\n#define ALGORITHM_INSTANCE \"Delta2\"\n#elif PARAMS == 3\n#define ALGORITHM_INSTANCE \"Delta3\"\n#else\n#error \"set PARAMS\"\n#endif\n#ifndef USE_ICCS\n#define NOTHING\n#endif\nint kem_keygen();\n";
        let n = n + 1;
        package
            .kem(&folder, "x")
            .files
            .retain(|(path, _)| *path != format!("{folder}/KEM_AlgorithmInstance.h"));
        package.file(format!("{folder}/KEM_AlgorithmInstance.h"), names).file(
            format!("{folder}/Makefile"),
            format!("CC = gcc\nSRC = KEM_AlgorithmInstance.c code.c drng.c auxfunc.c\n\nspeed: $(SRC)\n\t$(CC) -DUSE_SHA3 -o speed $(SRC)\nkat: $(SRC) KAT_KEM.c\n\t$(CC) -O3 -DPARAMS={n} -DUSE_ICCS -o kat $^\n"),
        );
        package.file(
            format!("Test_Vectors/KAT_KEM_Delta{n}.txt"),
            answers(10, 16),
        );
    }
    let outcome = package.import("Delta.zip");
    assert_eq!(outcome.labels(), ["Delta-I", "Delta-II", "Delta-III"]);
    let third = outcome.instance("Delta-III");
    assert_eq!(third.selection.defines, ["PARAMS=3", "USE_ICCS"]);
    assert_eq!(third.name.as_deref(), Some("Delta3"));
    assert_eq!(
        outcome.answers()["Delta-III"],
        "Test_Vectors/KAT_KEM_Delta3.txt"
    );
    outcome.says("define PARAMS=3: Makefile:6, target kat");
    outcome.nothing_open();
    outcome.loads();
}

fn epsilon() -> Package {
    let folder = format!("{R}/Epsilon-1");
    let mut package = Package::default();
    package
        .file(
            format!("{folder}/kem.c"),
            "int unused_part(void) { return 0; }\n",
        )
        .file(format!("{folder}/randombytes.c"), URANDOM)
        .file(
            format!("{folder}/kat_test/KEM_AlgorithmInstance.c"),
            api("KEM_AlgorithmInstance.h"),
        )
        .file(
            format!("{folder}/kat_test/KEM_AlgorithmInstance.h"),
            header("\"Epsilon-1\""),
        )
        .file(format!("{folder}/kat_test/rng.c"), DRAW)
        .file(format!("{folder}/kat_test/KAT_KEM.c"), MAIN)
        .file(format!("{folder}/speed_test/test_speed.c"), MAIN)
        .file(
            format!("{folder}/keccak4x/x4.c"),
            "int x4(void) { return 0; }\n",
        )
        .file(format!("{folder}/keccak4x/x4.o"), "\x7fELF")
        .helpers(&format!("{folder}/kat_test"));
    package
}

#[test]
fn s05_adapter_in_a_subfolder_and_two_random_sources() {
    let outcome = epsilon().import("Epsilon.zip");
    assert_eq!(outcome.labels(), ["Epsilon-1"]);
    let expected = [
        "KEM_AlgorithmInstance.c",
        "auxfunc.c",
        "drng.c",
        "rng.c",
        "toy_sm3.c",
    ];
    assert_eq!(outcome.sources("Epsilon-1"), expected);
    outcome.says("draw is taken from");
    let includes = &outcome.instance("Epsilon-1").selection.includes;
    assert!(
        includes.iter().any(|folder| folder.ends_with("Epsilon-1")),
        "{includes:?}"
    );
    outcome.nothing_open();
    outcome.loads();
}

#[test]
fn s06_random_source_behind_a_define() {
    let folder = format!("{R}/Zeta-1");
    let both = format!("#ifdef KAT_BUILD\n{DRAW}#else\n{URANDOM}#endif\n");
    let mut package = Package::default();
    package
        .kem(&folder, "Zeta-1")
        .files
        .retain(|(path, _)| !path.ends_with("code.c"));
    package.file(format!("{folder}/random.c"), both);
    let without = package.import("Zeta.zip");
    let open = without.imported.open().join("\n");
    assert!(open.contains("`#ifdef KAT_BUILD` decides"), "{open}");
    package.file(format!("{folder}/Makefile"), "kat:\n\tgcc -DKAT_BUILD -o kat KAT_KEM.c KEM_AlgorithmInstance.c random.c drng.c auxfunc.c\n");
    let with = package.import("Zeta.zip");
    assert_eq!(with.instance("Zeta-1").selection.defines, ["KAT_BUILD"]);
    with.nothing_open();
}

#[test]
fn s07_other_header_and_placeholder_name() {
    let mut package = Package::default();
    for n in [128, 256] {
        let folder = format!("{R}/Eta-{n}");
        package
            .file(format!("{folder}/kem.h"), header("\"AlgorithmInstance\""))
            .file(format!("{folder}/kem.c"), api("kem.h"))
            .file(format!("{folder}/arith/draw.c"), DRAW)
            .helpers(&format!("{folder}/utils"))
            .file(
                format!("Test_Vectors/Eta-{n}/KAT_KEM_AlgorithmInstance.txt"),
                answers(10, n / 8),
            );
    }
    let outcome = package.import("Eta.zip");
    let second = outcome.instance("Eta-256");
    assert_eq!(
        second.api_header.as_deref(),
        Some("Implementations/Reference_Implementation/Eta-256/kem.h")
    );
    assert_eq!(second.literal_name.as_deref(), Some("Eta-256"));
    assert_eq!(
        outcome.answers()["Eta-256"],
        "Test_Vectors/Eta-256/KAT_KEM_AlgorithmInstance.txt"
    );
    let claimed = [("pk".to_owned(), 16)];
    assert!(second.answers[0].0.misfit(&claimed).is_some());
    assert_eq!(
        outcome.instance("Eta-128").answers[0].0.misfit(&claimed),
        None
    );
    outcome.nothing_open();
    outcome.loads();
}

#[test]
fn s08_shared_code_outside_the_folder() {
    let root = "Implementations";
    let mut package = Package::default();
    package
        .file(format!("{root}/Reference_Implementation/Theta-128/kem/KEM_AlgorithmInstance.c"), format!("#include \"core.h\"\n{}", api("KEM_AlgorithmInstance.h")))
        .file(format!("{root}/Reference_Implementation/Theta-128/kem/KEM_AlgorithmInstance.h"), header("\"Theta-128\""))
        .file(format!("{root}/_shared/core/common/core.h"), "int core(void);\n")
        .file(format!("{root}/_shared/core/ref/draw.c"), DRAW)
        .file(format!("{root}/_shared/core/avx2/draw.c"), format!("#include <immintrin.h>\n{DRAW}"))
        .helpers(&format!("{root}/_shared/api_pkc"))
        .file(format!("{root}/_shared/api_pkc/KAT_KEM.c"), MAIN)
        .file(format!("{root}/CMakeLists.txt"), "function(add_theta level)\n  target_compile_definitions(theta_${level} PRIVATE THETA_LEVEL=${level})\nendfunction()\n");
    let outcome = package.import("Theta.zip");
    assert_eq!(outcome.labels(), ["Theta-128"], "not `kem`");
    let sources = &outcome.instance("Theta-128").selection.sources;
    assert!(
        sources
            .iter()
            .any(|path| path.ends_with("_shared/core/ref/draw.c")),
        "{sources:?}"
    );
    assert!(
        !sources.iter().any(|path| path.contains("avx2")),
        "{sources:?}"
    );
    let open = outcome.imported.open().join("\n");
    assert!(open.contains("a build function sets THETA_LEVEL"), "{open}");
    assert_eq!(outcome.imported.detected.folder, "Implementations");
    outcome.loads();
}

#[test]
fn s09_relative_includes() {
    let mut package = Package::default();
    let folder = format!("{R}/Iota-512");
    package.hash(&folder, "Iota-512", 512);
    let api = package
        .files
        .iter_mut()
        .find(|(path, _)| path.ends_with("CryptHash_AlgorithmInstance.c"))
        .unwrap();
    let text = String::from_utf8(api.1.clone()).unwrap();
    api.1 = format!(
        "#include \"../../lib/low/P/plain/p.h\"\n{}",
        text.replace("return 0;", "return permute();")
    )
    .into_bytes();
    package
        .file(
            "Implementations/lib/low/P/plain/p.h",
            "#include \"endian_of_p.h\"\nint permute(void);\n",
        )
        .file(
            "Implementations/lib/low/P/plain/p.c",
            "#include \"p.h\"\nint permute(void) { return 0; }\n",
        )
        .file(
            "Implementations/lib/low/P/AVX2/p.c",
            "int permute(void) { return 1; }\n",
        )
        .file("Implementations/lib/common/endian_of_p.h", "\n");
    let outcome = package.import("Iota.zip");
    let selection = &outcome.instance("Iota-512").selection;
    assert!(
        selection
            .sources
            .contains(&"Implementations/lib/low/P/plain/p.c".to_owned()),
        "{:?}\n{}",
        selection.sources,
        outcome.said()
    );
    assert!(
        selection
            .includes
            .contains(&"Implementations/lib/common".to_owned())
    );
    outcome.nothing_open();
    outcome.loads();
    // A path that climbs out of the archive is not followed.
    package.file(format!("{folder}/z.h"), "");
    let api = package
        .files
        .iter_mut()
        .find(|(path, _)| path.ends_with("CryptHash_AlgorithmInstance.c"))
        .unwrap();
    api.1 = [
        b"#include \"../../../../../../etc/p.h\"\n".to_vec(),
        api.1.clone(),
    ]
    .concat();
    let outcome = package.import("Iota.zip");
    assert!(
        outcome
            .imported
            .open()
            .join("\n")
            .contains("climbs out of the archive: refused")
    );
}

#[test]
fn s10_several_instances_from_one_folder() {
    let mut package = Package::default();
    package.kem(&format!("{R}/Kappa"), "Kappa");
    for (form, pk) in [("compressed", 8), ("uncompressed", 16)] {
        package.file(
            format!("Test_Vectors/KAT_KEM_Kappa_{form}.txt"),
            answers(10, pk),
        );
    }
    let outcome = package.import("Kappa.zip");
    assert_eq!(outcome.labels(), ["Kappa"]);
    assert_eq!(outcome.imported.detected.surplus.len(), 1);
    let fitting = outcome
        .instance("Kappa")
        .answers
        .iter()
        .find(|(answers, _)| answers.misfit(&[("pk".to_owned(), 16)]).is_none());
    assert!(fitting.unwrap().0.path.ends_with("_uncompressed.txt"));
    let mut hash = Package::default();
    hash.hash(&format!("Top/{R}/MU-XOF"), "MU-XOF-2048", 2048);
    for bits in [256, 1024, 2048] {
        hash.file(
            format!("Top/Test_Vectors/KAT_2_12_MU-XOF-{bits}.txt"),
            format!(
                "Msg_Len = 0\nMsg = 00\nDst_Len = {bits}\nDst = {}\n\n",
                "00".repeat(bits / 8)
            ),
        );
    }
    let outcome = hash.import("MU.zip");
    assert_eq!(outcome.labels(), ["MU-XOF", "MU-XOF-1024", "MU-XOF-256"]);
    assert_eq!(outcome.instance("MU-XOF-256").digest_bits, Some(256));
    outcome.loads();
}
