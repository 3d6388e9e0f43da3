//! The synthetic layouts S11 to S19, each named after what it stands for.

use assay_manifest::{DrngGlobal, Helpers, Library};

use crate::package::{DRAW, MAIN, Package, answers};

const R: &str = "Implementations/Reference_Implementation";

#[test]
fn s11_included_code_programs_and_a_main_behind_a_define() {
    let mut package = Package::default();
    let folder = format!("{R}/Lambda-1");
    package.hash(&folder, "Lambda-1", 512);
    let api = package
        .files
        .iter_mut()
        .find(|(path, _)| path.ends_with("CryptHash_AlgorithmInstance.c"))
        .unwrap();
    let text = String::from_utf8(api.1.clone()).unwrap();
    api.1 = format!(
        "#include \"core.c\"\n{}",
        text.replace("return 0;", "return core() + wmain_part();")
    )
    .into_bytes();
    package
        .file(format!("{folder}/core.c"), "int core(void) { return 0; }\nint wmain_part(void);\n")
        .file(format!("{folder}/SPEED_HASH.c"), MAIN)
        .file(format!("{folder}/hash_cli.c"), MAIN)
        .file(format!("{folder}/gen_tables.c"), MAIN)
        .file(format!("{folder}/wmain.c"), "int wmain_part(void) { return 0; }\n#ifndef NO_MAIN\nint main(void) { return 0; }\n#endif\n");
    let without = package.import("Lambda.zip");
    assert!(
        without
            .imported
            .open()
            .join("\n")
            .contains("nothing defines wmain_part"),
        "{}",
        without.said()
    );
    for program in ["SPEED_HASH.c", "hash_cli.c", "gen_tables.c"] {
        without.says(&format!("{program}: it is a program"));
    }
    package.file(
        format!("{folder}/build_kat.sh"),
        "gcc -DNO_MAIN CryptHash_AlgorithmInstance.c wmain.c drng.c -o kat\n",
    );
    let with = package.import("Lambda.zip");
    assert!(
        with.sources("Lambda-1").contains(&"wmain.c")
            && !with.sources("Lambda-1").contains(&"core.c")
    );
    with.nothing_open();
}

#[test]
fn s12_who_defines_the_generator() {
    let edit = |text: &str, file: &str| {
        let mut package = Package::default();
        package.kem(&format!("{R}/N-1"), "N-1");
        let found = package
            .files
            .iter_mut()
            .find(|(path, _)| path.ends_with(file))
            .unwrap();
        found.1 = String::from_utf8(found.1.clone())
            .unwrap()
            .replace("extern DRNG_ctx drng_algorithm;", text)
            .into_bytes();
        package
    };
    let own = edit("DRNG_ctx drng_algorithm;", "code.c").import("N.zip");
    assert_eq!(own.instance("N-1").selection.drng_global, DrngGlobal::Own);
    let mut shared = edit("#include \"symmetric.h\"", "code.c");
    shared.file(
        format!("{R}/N-1/symmetric.h"),
        "#ifndef S\n#define S\n#include \"drng.h\"\nDRNG_ctx drng_algorithm;\n#endif\n",
    );
    let api = shared
        .files
        .iter_mut()
        .find(|(path, _)| path.ends_with("KEM_AlgorithmInstance.c"))
        .unwrap();
    api.1 = [b"#include \"symmetric.h\"\n".to_vec(), api.1.clone()].concat();
    let shared = shared.import("N.zip");
    assert_eq!(
        shared.instance("N-1").selection.drng_global,
        DrngGlobal::Own
    );
    assert_eq!(shared.instance("N-1").selection.flags, ["-fcommon"]);
    let mut alone = edit(
        "extern DRNG_ctx drng_algorithm; /* DRNG_ctx drng_algorithm; */",
        "code.c",
    );
    alone.file(
        format!("{R}/N-1/drng_algorithm.c"),
        "#include \"drng.h\"\nDRNG_ctx drng_algorithm;\n",
    );
    let alone = alone.import("N.zip");
    assert_eq!(
        alone.instance("N-1").selection.drng_global,
        DrngGlobal::Assay
    );
    assert!(!alone.sources("N-1").contains(&"drng_algorithm.c"));
}

#[test]
fn s13_copies_and_the_template() {
    let mut package = Package::default();
    package
        .kem(&format!("{R}/Mu-1"), "Mu-1")
        .kem(&format!("API_PKC/API_PKC/{R}/Mu-1"), "Mu-1")
        .kem(&format!("中文资料/{R}/Mu-1"), "Mu-1")
        .kem(&format!("Others/Self-Assessment/{R}/Mu-1"), "Mu-1");
    package.file(
        format!("Others/Self-Assessment/{R}/Mu-1/older.c"),
        "int older;\n",
    );
    package.file(format!("{R}/AlgorithmInstance/KEM_AlgorithmInstance.c"), "int kem_keygen() { /* yours */ return 0; }\nint kem_enc() { return 0; }\nint kem_dec() { return 0; }\n");
    for folder in ["Test_Vectors", "Implementations/Test_Vectors"] {
        package.file(format!("{folder}/KAT_KEM_Mu-1.txt"), answers(10, 16));
    }
    let outcome = package.import("Mu.zip");
    assert_eq!(outcome.labels(), ["Mu-1"]);
    assert_eq!(outcome.instance("Mu-1").place.folder, format!("{R}/Mu-1"));
    outcome.says("API_PKC/API_PKC/Implementations/Reference_Implementation/Mu-1` is a copy of");
    outcome
        .says("Others/Self-Assessment/Implementations/Reference_Implementation/Mu-1` differs from");
    assert_eq!(outcome.imported.detected.surplus, Vec::<String>::new());
    outcome.nothing_open();
}

#[test]
fn s14_optimized_and_additional_variants() {
    let mut package = Package::default();
    package.kem(&format!("{R}/Nu-1"), "Nu-1");
    let fast = "Implementations/Optimized_Implementation/avx2/Nu-1";
    package.kem(fast, "Nu-1").file(format!("{fast}/fast.S"), "    .text\n    .globl fast\nfast:\n    ret\n    .section .note.GNU-stack,\"\",@progbits\n").file(format!("{fast}/more.cpp"), "extern \"C\" int more() { return 0; }\n");
    let found = package
        .files
        .iter_mut()
        .find(|(path, _)| path.contains("avx2") && path.ends_with("code.c"))
        .unwrap();
    found.1 = DRAW
        .replace("{ get", "{ int fast(void), more(void); fast(); more(); get")
        .into_bytes();
    package.kem(
        "Implementations/Additional_Implementation/neon/Nu-1",
        "Nu-1",
    );
    package.kem(
        "Implementations/Additional_Implementation/Nu-1/X86/AVX512_Implementation",
        "Nu-1",
    );
    for end in ["REF", "OPT"] {
        package.file(
            format!("Test_Vectors/KAT_KEM_Nu-1_{end}.txt"),
            answers(10, if end == "REF" { 16 } else { 17 }),
        );
    }
    let outcome = package.import("Nu.zip");
    if cfg!(target_arch = "x86_64") {
        assert_eq!(outcome.labels(), ["Nu-1", "Nu-1-avx2", "Nu-1-avx512"]);
        let sources = outcome.sources("Nu-1-avx2");
        assert!(
            sources.contains(&"fast.S") && sources.contains(&"more.cpp"),
            "{sources:?}"
        );
        assert_eq!(outcome.instance("Nu-1-avx2").selection.requires, ["avx2"]);
        assert_eq!(
            outcome.answers()["Nu-1-avx2"],
            "Test_Vectors/KAT_KEM_Nu-1_OPT.txt"
        );
        assert_eq!(outcome.imported.detected.foreign.len(), 1);
    }
    assert_eq!(
        outcome.answers()["Nu-1"],
        "Test_Vectors/KAT_KEM_Nu-1_REF.txt"
    );
    outcome.loads();
}

#[test]
fn s15_libraries() {
    let folder = format!("{R}/Xi-1");
    let mut package = Package::default();
    package
        .kem(&folder, "Xi-1")
        .file(
            format!("{folder}/speed.c"),
            "#include <openssl/evp.h>\nint main(void) { return 0; }\n",
        )
        .file(
            format!("{folder}/Makefile"),
            "kat: KAT_KEM.c code.c\n\tgcc -o kat KAT_KEM.c code.c -lcrypto -lpthread\n",
        )
        .file(format!("{folder}/gmp/libgmp.dll.a"), "x");
    let outcome = package.import("Xi.zip");
    assert_eq!(
        outcome.instance("Xi-1").selection.libraries,
        [Library::M],
        "crypto is not reached"
    );
    let found = package
        .files
        .iter_mut()
        .find(|(path, _)| path.ends_with("code.c"))
        .unwrap();
    found.1 = format!("#include <gmp.h>\n{DRAW}").into_bytes();
    let outcome = package.import("Xi.zip");
    let open = outcome.imported.open().join("\n");
    let installed = open.is_empty()
        && outcome
            .instance("Xi-1")
            .selection
            .libraries
            .contains(&Library::Gmp);
    assert!(installed || open.contains("install libgmp-dev"), "{open}");
}

#[test]
fn s16_kinds_of_answers() {
    let mut package = Package::default();
    for n in 1..=7 {
        package.kem(&format!("{R}/Omi-{n}"), &format!("Omi-{n}"));
    }
    let blank: String = answers(10, 16)
        .lines()
        .map(|line| match line.split_once("_Len = ") {
            Some((name, _)) if name != "Seed" => format!("{name}_Len = \n"),
            _ => format!("{line}\n"),
        })
        .collect();
    package
        .file("Test_Vectors/KAT_KEM_Omi-1.txt", blank)
        .file("Test_Vectors/KAT_KEM_Omi-2.txt", answers(1, 16))
        .file("Test_Vectors/KAT_KEM_Omi-3.txt", answers(100, 16))
        .file("Test_Vectors/KAT_KEM_Omi-5.txt", "count = 0\nseed = 00\n")
        .file("Test_Vectors/KAT_KEM_Omi-6.txt", answers(10, 99))
        .file("Test_Vectors/KAT_KEM_Omi-7.txt", answers(2, 16))
        .file("Test_Vectors/KAT_KEM_Omi-7.txt.txt", answers(10, 16));
    let outcome = package.import("Omi.zip");
    let facts = |label: &str| {
        outcome
            .instance(label)
            .answers
            .first()
            .map(|(answers, _)| (answers.records, answers.template))
    };
    assert_eq!(facts("Omi-1"), Some((10, true)));
    assert_eq!(facts("Omi-2"), Some((1, false)));
    assert_eq!(facts("Omi-3"), Some((100, false)));
    assert_eq!(facts("Omi-4"), None);
    assert_eq!(facts("Omi-5"), None);
    outcome.says("KAT_KEM_Omi-5.txt` is not in the format of the official drivers");
    assert!(
        outcome.instance("Omi-6").answers[0]
            .0
            .misfit(&[("pk".into(), 16)])
            .is_some()
    );
    assert_eq!(
        facts("Omi-7"),
        Some((10, false)),
        "the full copy is preferred"
    );
    outcome.says("KAT_KEM_Omi-7.txt` (2 records)");
    outcome.loads();
}

#[test]
fn s17_stale_build_text_and_none() {
    let pi = format!("{R}/Pi-1");
    let rho = format!("{R}/Rho-1");
    let mut package = Package::default();
    package.kem(&pi, "Pi-1").kem(&rho, "Rho-1");
    package
        .file(format!("{pi}/Makefile"), "kat: other.c\n\tgcc -DWRONG -o kat other.c KAT_KEM.c\n")
        .file(format!("{pi}/CMakeLists.txt"), "add_executable(kat KAT_KEM.c KEM_AlgorithmInstance.c code.c drng.c auxfunc.c)\ntarget_compile_definitions(kat PRIVATE RIGHT=1)\n")
        .file(format!("{pi}/extra.h"), "#ifdef RIGHT\n#endif\n#ifdef WRONG\n#endif\n")
        .file(format!("{rho}/api.c"), "int rho_kem_keygen(void) { return 0; }\n")
        .file(format!("{rho}/kex.c"), "#include \"nowhere.h\"\nint kex(void) { return 0; }\n");
    let outcome = package.import("Pi.zip");
    assert_eq!(outcome.instance("Pi-1").selection.defines, ["RIGHT=1"]);
    outcome.says("is stale: it names other.c");
    let rho = outcome.sources("Rho-1");
    assert!(
        !rho.contains(&"api.c") && !rho.contains(&"kex.c"),
        "{rho:?}"
    );
    outcome.says("Rho-1/kex.c: nowhere.h: No such file");
    outcome.loads();
}

#[test]
fn s18_own_helpers() {
    let mut package = Package::default();
    for n in 2..=4 {
        package.kem(&format!("{R}/Sigma-{n}"), &format!("Sigma-{n}"));
    }
    let twin = package
        .files
        .iter()
        .find(|(path, _)| path.ends_with("Sigma-2/auxfunc.c"))
        .unwrap()
        .1
        .clone();
    package.file(format!("{R}/Sigma-2/auxfunc_detail.c"), twin);
    package
        .files
        .retain(|(path, _)| !path.contains("Sigma-3/auxfunc") && !path.contains("Sigma-4/auxfunc"));
    let third = package
        .files
        .iter_mut()
        .find(|(path, _)| path.ends_with("Sigma-3/KEM_AlgorithmInstance.c"))
        .unwrap();
    let text = String::from_utf8(third.1.clone())
        .unwrap()
        .replace("#include \"auxfunc.h\"\n", "#include <string.h>\n");
    third.1 = text
        .replace("pseudoXOF(128, sk, 256, pk)", "memcpy(pk, sk, 16)")
        .replace("pseudoXOF(128, ct, 192, ss)", "memcpy(ss, ct, 16)")
        .into_bytes();
    let outcome = package.import("Sigma.zip");
    let helpers = |label: &str| outcome.instance(label).selection.helpers;
    assert!(
        outcome.sources("Sigma-2").contains(&"auxfunc.c")
            && !outcome.sources("Sigma-2").contains(&"auxfunc_detail.c")
    );
    assert_eq!(helpers("Sigma-2"), Helpers::Own);
    assert_eq!(helpers("Sigma-3"), Helpers::Own, "nothing is added");
    assert_eq!(
        helpers("Sigma-4"),
        Helpers::OwnDrng,
        "the official auxfunc is added"
    );
    outcome.loads();
}

#[test]
fn s19_does_not_compile_as_shipped() {
    let mut package = Package::default();
    package
        .kem(&format!("{R}/Tau-1"), "Tau-1")
        .kem(&format!("{R}/Tau-2"), "Tau-2");
    for (set, text) in [
        (
            "Tau-1",
            "inline int twist(void) { return 0; }\nint untwist(void);\nint untwist(void) { return twist(); }\n",
        ),
        (
            "Tau-2",
            "#include \"NTT.h\"\nint untwist(void) { return 0; }\n",
        ),
    ] {
        package.file(format!("{R}/{set}/twist.c"), text);
        let code = package
            .files
            .iter_mut()
            .find(|(path, _)| path.ends_with(&format!("{set}/code.c")))
            .unwrap();
        code.1 = DRAW
            .replace("{ get", "{ int untwist(void); untwist(); get")
            .into_bytes();
    }
    package.file(format!("{R}/Tau-2/ntt.h"), "\n");
    let outcome = package.import("Tau.zip");
    let open = outcome.imported.open().join("\n");
    assert!(
        open.contains("includes \"NTT.h\", but the file is called `ntt.h`"),
        "{open}"
    );
    outcome.loads();
}
