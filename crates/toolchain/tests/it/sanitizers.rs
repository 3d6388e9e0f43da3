//! Test programs of candidates.

use assay_toolchain::{TestOutcome, TestRun, candidate_tests};

use crate::project::Project;

fn outcomes(project: &Project) -> Vec<TestRun> {
    candidate_tests(&project.builder(), &project.candidate(), |_| true).unwrap()
}

/// The reason why the only test program fails.
fn failure(program: &str) -> String {
    let project = Project::new();
    project.write("independent/tests/only.c", program);
    match outcomes(&project).remove(0).outcome {
        TestOutcome::Failed(reason) => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn passes_skips_and_uses_the_test_support() {
    let project = Project::new();
    project.write(
        "independent/tests/roundtrip.c",
        r#"
        #include "KEM_AlgorithmInstance.h"
        #include "drng.h"
        #include "testing.h"
        extern DRNG_ctx drng_algorithm;
        int main(void)
        {
            unsigned char seed[1] = {1}, pk[TOY_BYTES], sk[TOY_BYTES], ct[TOY_BYTES], ss[TOY_BYTES], again[TOY_BYTES];
            unsigned long long n[6];
            init_random_number(&drng_algorithm, seed, 1);
            ASSAY_CHECK_EQUAL(kem_keygen(pk, &n[0], sk, &n[1]), 0);
            ASSAY_CHECK_EQUAL(kem_enc(pk, n[0], ss, &n[2], ct, &n[3]), 0);
            ASSAY_CHECK_EQUAL(kem_dec(sk, n[1], ct, n[3], again, &n[4]), 0);
            ASSAY_CHECK_BYTES(again, ss, sizeof ss);
            return assay_test_result();
        }
        "#,
    );
    project.write("independent/tests/larger_only.c", "#include \"testing/testing.h\"\nint main(void) { return TOY_LEVEL < 256 ? ASSAY_TEST_SKIPPED : 0; }\n");
    let runs: Vec<String> = outcomes(&project).iter().map(ToString::to_string).collect();
    assert_eq!(
        runs,
        [
            "kem-90/toy128 tests/larger_only.c: does not apply",
            "kem-90/toy128 tests/roundtrip.c: passed"
        ]
    );
}

#[test]
fn exit_code_and_what_it_said() {
    let reason = failure(
        "#include <stdio.h>\nint main(void) { fprintf(stderr, \"round 3 differs\\n\"); return 1; }\n",
    );
    assert_eq!(reason, "exit status: 1\nround 3 differs");
}

#[test]
fn read_past_the_end() {
    let reason = failure(
        "#include <stdlib.h>\n\
         __attribute__((noinline)) static int last(const unsigned char *p, int n) { return p[n]; }\n\
         int main(int n, char **v) { unsigned char *p = calloc(8, 1); (void)v; n = last(p, 7 + n); free(p); return n; }\n",
    );
    assert!(reason.contains("heap-buffer-overflow"), "{reason}");
}

#[test]
fn undefined_behaviour() {
    let reason = failure(
        "#include <limits.h>\n\
         int main(int n, char **v) { volatile int sum = INT_MAX; (void)v; sum += n; return 0; }\n",
    );
    assert!(reason.contains("signed integer overflow"), "{reason}");
}

#[test]
fn program_that_does_not_compile() {
    let reason = failure("int main(void) { return nothing; }\n");
    assert!(
        reason.starts_with("tests/only.c does not compile\n./tests/only.c:1:25: error:"),
        "{reason}"
    );
}

#[test]
fn implementation_that_does_not_link() {
    let project = Project::new();
    project.change_manifest("sources = [\"*.c\"]", "sources = [\"kem.c\"]");
    project.write(
        "independent/tests/only.c",
        "#include \"KEM_AlgorithmInstance.h\"\nint main(void) { return 0; }\n",
    );
    let TestOutcome::Failed(reason) = outcomes(&project).remove(0).outcome else {
        panic!()
    };
    assert!(
        reason.contains("undefined reference to `toy_expand'"),
        "{reason}"
    );
}

#[test]
fn instance_for_another_processor_is_not_run() {
    let project = Project::new();
    project.change_manifest("variant =", "requires = [\"avx512f\"]\nvariant =");
    project.write("independent/tests/only.c", "int main(void) { return 0; }\n");
    let runs = candidate_tests(&project.builder(), &project.candidate(), |_| false).unwrap();
    assert_eq!(
        runs[0].to_string(),
        "kem-90/toy128 tests/only.c: not run: this processor has no avx512f"
    );
}

#[test]
fn no_tests() {
    assert!(outcomes(&Project::new()).is_empty());
}
