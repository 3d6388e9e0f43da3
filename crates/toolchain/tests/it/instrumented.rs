//! Libraries whose calls of the prescribed functions are counted.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use assay_toolchain::{BuildError, Builder, BuiltLibrary, FlagClass, Tools};

use crate::project::{Project, build};

/// The wrap library of this repository.
static WRAP: LazyLock<PathBuf> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Tools::wrap(&root, &AtomicBool::new(false)).unwrap_or_else(|error| panic!("{error}"))
});

fn builder(project: &Project) -> Builder {
    project.builder().wrap_library(&*WRAP)
}

fn instrumented(project: &Project) -> BuiltLibrary {
    build(
        &builder(project),
        &project.candidate(),
        FlagClass::Guide,
        true,
    )
    .unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn wraps_what_is_reached_and_nothing_else() {
    let project = Project::new();
    let library = instrumented(&project);
    assert_eq!(
        library.wrapped,
        ["get_random_number", "pseudoXOF"],
        "neither pseudohash nor sm3hash is called"
    );
    assert_eq!(library.lower_bound, [""; 0]);
    let elf = assay_segments::read(&library.path).unwrap();
    assert_eq!(elf.exports(), ["assay_instance", "assay_wrap"]);
    assert!(
        elf.symbols
            .iter()
            .any(|symbol| symbol.name == "__wrap_pseudoXOF")
    );
    assert!(
        !elf.symbols
            .iter()
            .any(|symbol| symbol.name == "__wrap_sm3hash")
    );
}

#[test]
fn objects_are_those_of_the_plain_library() {
    let project = Project::new();
    let builder = builder(&project);
    let plain = project.build(&builder, FlagClass::Guide).unwrap();
    let before = builder.compilations();
    let counted = build(&builder, &project.candidate(), FlagClass::Guide, true).unwrap();
    assert_eq!(builder.compilations(), before);
    assert_ne!((plain.key, plain.path), (counted.key, counted.path));
}

#[test]
fn link_time_optimisation_is_refused() {
    let project = Project::new();
    let result = build(
        &builder(&project),
        &project.candidate(),
        FlagClass::GuidePerformance,
        true,
    );
    assert_eq!(
        result.unwrap_err().to_string(),
        "not profiled: link-time optimisation"
    );
}

#[test]
fn wrap_library_is_needed() {
    let project = Project::new();
    let result = build(
        &project.builder(),
        &project.candidate(),
        FlagClass::Guide,
        true,
    );
    assert!(
        matches!(result, Err(BuildError::NotProfiled { .. })),
        "{result:?}"
    );
}

#[test]
fn nothing_to_count() {
    let project = Project::new();
    project.write("independent/expand.c", "#include \"KEM_AlgorithmInstance.h\"\nvoid toy_expand(unsigned char *out, const unsigned char *in) { out[0] = in[0]; }\n");
    let kem = std::fs::read_to_string(project.root().join("candidates/kem-90/independent/kem.c"))
        .unwrap();
    project.write(
        "independent/kem.c",
        &kem.replace(
            "get_random_number(&drng_algorithm, sk, 8 * TOY_BYTES)",
            "sk[0] = 0",
        ),
    );
    let library = instrumented(&project);
    assert_eq!(library.wrapped, [""; 0]);
    assert_eq!(
        assay_segments::read(&library.path).unwrap().exports(),
        ["assay_instance", "assay_wrap"]
    );
}

#[test]
fn calls_inside_the_defining_object_are_not_seen() {
    let project = Project::new();
    project.change_manifest(
        "sources = [\"*.c\"]",
        "sources = [\"*.c\"]\nhelpers = \"own\"",
    );
    project.write("independent/drng.c", "#include \"drng.h\"\nint init_random_number(DRNG_ctx *d, const unsigned char *s, unsigned long long n) { d->V[0] = s[n - 1]; return 0; }\nint get_random_number(DRNG_ctx *d, unsigned char *r, unsigned long long n) { r[n / 8 - 1] = d->V[0]; return 0; }\n");
    project.write("independent/expand.c", "#include \"KEM_AlgorithmInstance.h\"\n#include \"auxfunc.h\"\nint pseudoXOF(unsigned long long n, const unsigned char *m, unsigned long long l, unsigned char *o) { o[n / 8 - 1] = m[l / 8 - 1]; return 0; }\nvoid toy_expand(unsigned char *out, const unsigned char *in) { (void)pseudoXOF(8 * TOY_BYTES, in, 8 * TOY_BYTES, out); }\n");
    let library = instrumented(&project);
    assert_eq!(library.wrapped, ["get_random_number"]);
    assert_eq!(
        library.lower_bound,
        ["expand.c both defines and calls `pseudoXOF`; these calls are not seen"]
    );
}

#[test]
fn own_helper_files_that_only_help_are_seen_from_outside() {
    let project = Project::new();
    project.change_manifest(
        "sources = [\"*.c\"]",
        "sources = [\"*.c\"]\nhelpers = \"own\"",
    );
    project.write("independent/drng.c", "#include \"drng.h\"\n#include \"auxfunc.h\"\nint init_random_number(DRNG_ctx *d, const unsigned char *s, unsigned long long n) { return sm3hash(256, s, 8 * n, d->V); }\nint get_random_number(DRNG_ctx *d, unsigned char *r, unsigned long long n) { r[n / 8 - 1] = d->V[0]; return 0; }\n");
    project.write("independent/auxfunc.c", "#include \"auxfunc.h\"\nvoid sm3_compress(void);\nvoid sm3_compress(void) {}\nint sm3hash(int b, const unsigned char *m, unsigned long long l, unsigned char *o) { o[b / 8 - 1] = m[l / 8 - 1]; return 0; }\nint pseudoXOF(unsigned long long n, const unsigned char *m, unsigned long long l, unsigned char *o) { (void)n; return sm3hash(256, m, l, o); }\n");
    let library = instrumented(&project);
    assert_eq!(
        library.wrapped,
        ["get_random_number", "pseudoXOF", "sm3hash"]
    );
    assert_eq!(
        library.lower_bound, [""; 0],
        "sm3hash inside pseudoXOF is time of pseudoXOF, and sm3_compress is part of sm3hash"
    );
}

#[test]
fn static_copy_and_own_primitive_are_named() {
    let project = Project::new();
    project.write("independent/copy.c", "__attribute__((noinline)) static int pseudohash(int x) { return x + (int)__LINE__; }\nint toy_copy(int x);\nint toy_copy(int x) { return pseudohash(x); }\n");
    project.write("independent/fips202.c", "void KeccakF1600_StatePermute(unsigned char *s);\nvoid KeccakF1600_StatePermute(unsigned char *s) { s[0]++; }\n");
    let library = instrumented(&project);
    assert_eq!(
        library.lower_bound,
        [
            "copy.c has a `pseudohash` of its own, whose calls are not seen",
            "fips202.c (`KeccakF1600_StatePermute`): symmetric code of its own, which is not counted",
        ]
    );
}

#[test]
fn a_helper_that_may_have_been_inlined_is_named() {
    let project = Project::new();
    project.change_manifest(
        "sources = [\"*.c\"]",
        "sources = [\"*.c\"]\nhelpers = \"own\"",
    );
    project.write("independent/drng.c", "#include \"drng.h\"\nint init_random_number(DRNG_ctx *d, const unsigned char *s, unsigned long long n) { d->V[0] = s[n - 1]; return 0; }\nint get_random_number(DRNG_ctx *d, unsigned char *r, unsigned long long n) { r[n / 8 - 1] = d->V[0]; return 0; }\n");
    // The only call is inlined, so that no relocation tells of it.
    project.write("independent/expand.c", "#include \"KEM_AlgorithmInstance.h\"\n#include \"auxfunc.h\"\n__attribute__((always_inline)) inline int pseudoXOF(unsigned long long n, const unsigned char *m, unsigned long long l, unsigned char *o) { o[n / 8 - 1] = m[l / 8 - 1]; return 0; }\nvoid toy_expand(unsigned char *out, const unsigned char *in) { (void)pseudoXOF(8 * TOY_BYTES, in, 8 * TOY_BYTES, out); }\n");
    let library = instrumented(&project);
    assert_eq!(
        library.lower_bound,
        [
            "expand.c defines `pseudoXOF` beside other code, into which its calls may have been inlined"
        ]
    );
}

#[test]
fn own_code_without_telling_names_is_known_by_its_constants() {
    let project = Project::new();
    project.write("independent/mix.c", "static const unsigned long long k[3] = {1, 0x8082, 0x800000000000808aULL};\nunsigned long long toy_mix(unsigned i);\nunsigned long long toy_mix(unsigned i) { return k[i % 3]; }\n");
    let library = instrumented(&project);
    assert_eq!(library.own_primitives, ["mix.c (constants of Keccak)"]);
    assert_eq!(
        library.lower_bound,
        ["mix.c (constants of Keccak): symmetric code of its own, which is not counted"]
    );
}

#[test]
fn the_allocator_is_counted_where_it_is_called() {
    let project = Project::new();
    project.write("independent/expand.c", "#include <stdlib.h>\n#include \"KEM_AlgorithmInstance.h\"\n#include \"auxfunc.h\"\nvoid toy_expand(unsigned char *out, const unsigned char *in) { unsigned char *a = malloc(TOY_BYTES), *b = realloc(calloc(2, 3), 50); (void)pseudoXOF(8 * TOY_BYTES, in, 8 * TOY_BYTES, a); out[0] = a[0]; out[1] = b[1]; free(a); free(b); }\n");
    let library = instrumented(&project);
    assert_eq!(
        library.wrapped_allocator,
        ["calloc", "free", "malloc", "realloc"]
    );
    assert_eq!(library.allocating, ["calloc", "malloc", "realloc"]);
    assert_eq!(library.wrapped, ["get_random_number", "pseudoXOF"]);
}
