//! Builds that succeed.

use std::fmt::Write;

use assay_manifest::{Origin, Profile};
use assay_toolchain::{FlagClass, ImportKind, Request};

use crate::project::{Project, assert_text, holds};

#[test]
fn guide_flags() {
    let project = Project::new();
    let builder = project.builder();
    let library = project.build(&builder, FlagClass::Guide).unwrap();
    assert_eq!(library.path.file_name().unwrap(), "libtoy128.so");
    assert_eq!(
        (library.flags_class, library.origin),
        (FlagClass::Guide, Origin::Independent)
    );
    assert_eq!((library.key.len(), library.sha256.len()), (64, 64));
    assert_eq!(library.compiler, builder.toolchain().version);
    assert_eq!(library.warnings, 0);
    assert!(!library.from_cache);
    assert!(library.wrapped.is_empty() && library.lower_bound.is_empty());

    let elf = assay_segments::read(&library.path).unwrap();
    assert_eq!(
        elf.exports(),
        ["assay_instance"],
        "nothing else is exported"
    );
    assert!(
        holds(&library.path, &format!("{}\0", library.build_flags)),
        "the flags are embedded"
    );
    assert!(
        holds(&library.path, "toy-one-two-eight"),
        "the instance name is embedded"
    );

    let sizes = library.segments;
    assert_eq!(Some(sizes.loadable), elf.loadable_bytes);
    assert!(sizes.text > 0 && sizes.loadable >= sizes.text + sizes.rodata + sizes.data + sizes.bss);

    let log = std::fs::read_to_string(&library.log).unwrap();
    assert!(
        log.contains("-DTOY_LEVEL=128") && log.contains("./kem.c"),
        "{log}"
    );
}

#[test]
fn flags_of_every_class() {
    let mut text = String::new();
    for class in FlagClass::ALL {
        for architecture in ["x86_64", "aarch64", "riscv64"] {
            writeln!(
                text,
                "{class} {architecture}: {}",
                class.flags_for(architecture).join(" ")
            )
            .unwrap();
        }
        assert_eq!(class.to_string().parse(), Ok(class));
    }
    assert_text!(text);
    assert_eq!(
        "fast".parse::<FlagClass>().unwrap_err(),
        "unknown class of flags `fast`, expected `guide`, `guide-performance` or `harness-default`"
    );
    assert_eq!(
        FlagClass::from(Profile::GuidePerformance),
        FlagClass::GuidePerformance
    );
}

#[test]
fn other_classes_build_too() {
    let project = Project::new();
    let builder = project.builder();
    for class in [FlagClass::GuidePerformance, FlagClass::HarnessDefault] {
        let library = project.build(&builder, class).unwrap();
        assert_eq!(library.build_flags, class.build_flags());
        assert_eq!(
            assay_segments::read(&library.path).unwrap().exports(),
            ["assay_instance"]
        );
    }
}

#[test]
fn warnings_are_counted_and_logged() {
    let project = Project::new();
    project.write(
        "independent/untidy.c",
        "int toy_untidy(void);\nint toy_untidy(void) { int unused; return 0; }\n",
    );
    let library = project.build(&project.builder(), FlagClass::Guide).unwrap();
    assert_eq!(library.warnings, 1);
    assert!(
        std::fs::read_to_string(&library.log)
            .unwrap()
            .contains("./untidy.c:2:")
    );
}

#[test]
fn code_of_older_compilers_is_no_error() {
    let project = Project::new();
    project.write("independent/old.c", "int toy_old(void);\nint toy_old(void) { return toy_implicit(); }\nint toy_implicit(void) { return 1; }\n");
    let library = project.build(&project.builder(), FlagClass::Guide).unwrap();
    assert!(library.warnings > 0);
}

#[test]
fn paths_with_blanks_commas_and_other_letters() {
    let project = Project::in_folder("a folder, $(with) 'odd' 名字;x");
    project.write(
        "independent/sub folder/übung 1.c",
        "int toy_in_sub_folder(void);\nint toy_in_sub_folder(void) { return 1; }\n",
    );
    project.change_manifest(
        "sources = [\"*.c\"]",
        "sources = [\"*.c\", \"sub folder/*.c\"]\ninclude-directories = [\"sub folder\", \".\"]",
    );
    let library = project.build(&project.builder(), FlagClass::Guide).unwrap();
    assert_eq!(
        assay_segments::read(&library.path).unwrap().exports(),
        ["assay_instance"]
    );
}

#[test]
fn source_named_like_an_option() {
    let project = Project::new();
    project.write(
        "independent/-E.c",
        "int toy_option(void);\nint toy_option(void) { return 1; }\n",
    );
    assert!(project.build(&project.builder(), FlagClass::Guide).is_ok());
}

#[test]
fn quotes_in_a_define_stay_in_the_string() {
    let project = Project::new();
    let trace = project.root().join("trace");
    project.write("independent/text.c", "extern const char toy_text[];\nconst char toy_text[] = TOY_TEXT;\nextern const char *toy_use(void);\nconst char *toy_use(void) { return toy_text; }\n");
    let define = format!(
        r#"'TOY_TEXT="a b; $(touch {0}) `touch {0}`"'"#,
        trace.display()
    );
    project.change_manifest("\"TOY_LEVEL=128\"", &format!("\"TOY_LEVEL=128\", {define}"));
    let library = project.build(&project.builder(), FlagClass::Guide).unwrap();
    let expected = format!("a b; $(touch {0}) `touch {0}`", trace.display());
    assert!(holds(&library.path, &expected) && !trace.exists());
}

#[test]
fn environment_does_not_reach_the_compiler() {
    let project = Project::new();
    let toolchain = crate::project::fake_compiler(
        &project.root(),
        "echo \"CPATH=$CPATH LC_ALL=$LC_ALL\" >&2; exit 1",
    );
    let builder = assay_toolchain::Builder::new(toolchain, project.cache());
    let error = project.error(project.build(&builder, FlagClass::Guide));
    assert!(error.contains("CPATH= LC_ALL=C"), "{error}");
}

#[test]
fn name_given_by_the_manifest() {
    let project = Project::new();
    project.change_manifest("variant =", "instance = \"OFFICIAL_NAME\"\nvariant =");
    let library = project.build(&project.builder(), FlagClass::Guide).unwrap();
    assert!(holds(&library.path, "OFFICIAL_NAME\0") && !holds(&library.path, "toy-one-two-eight"));
}

#[test]
fn candidate_defines_the_generator() {
    let project = Project::new();
    project.write(
        "independent/global.c",
        "#include \"drng.h\"\nextern DRNG_ctx drng_algorithm;\nDRNG_ctx drng_algorithm;\n",
    );
    project.change_manifest(
        "sources = [\"*.c\"]",
        "sources = [\"*.c\"]\ndrng-global = \"own\"",
    );
    assert!(project.build(&project.builder(), FlagClass::Guide).is_ok());
}

#[test]
fn own_helpers_decide_the_size_of_the_generator() {
    let project = Project::new();
    project.write("independent/drng.h", "typedef struct { unsigned char state[5000]; } DRNG_ctx;\nint init_random_number(DRNG_ctx *d, const unsigned char *s, unsigned long long n);\nint get_random_number(DRNG_ctx *d, unsigned char *r, unsigned long long n);\n");
    project.write("independent/drng.c", "#include \"drng.h\"\nint init_random_number(DRNG_ctx *d, const unsigned char *s, unsigned long long n) { d->state[0] = s[n - 1]; return 0; }\nint get_random_number(DRNG_ctx *d, unsigned char *r, unsigned long long n) { r[0] = d->state[n % 5000]; return 0; }\n");
    project.write("independent/auxfunc.c", "#include \"auxfunc.h\"\nint pseudoXOF(unsigned long long n, const unsigned char *m, unsigned long long l, unsigned char *o) { o[n / 8 - 1] = m[l / 8 - 1]; return 0; }\n");
    project.change_manifest(
        "sources = [\"*.c\"]",
        "sources = [\"*.c\"]\nhelpers = \"own\"",
    );
    let library = project.build(&project.builder(), FlagClass::Guide).unwrap();
    assert!(library.segments.bss >= 5000, "{:?}", library.segments);
}

#[test]
fn imports_worth_naming() {
    let project = Project::new();
    project.write("independent/impure.c", "#include <stdlib.h>\n#include <time.h>\nint toy_impure(void);\nint toy_impure(void) { srand((unsigned)time(NULL)); return rand(); }\n");
    let library = project.build(&project.builder(), FlagClass::Guide).unwrap();
    let found: Vec<_> = library
        .imports
        .iter()
        .map(|import| (import.kind, import.name.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            (ImportKind::Randomness, "rand"),
            (ImportKind::Randomness, "srand"),
            (ImportKind::Clock, "time")
        ]
    );
}

#[test]
fn several_at_the_same_time() {
    let project = Project::new();
    let builder = project.builder();
    let candidate = project.candidate();
    let instance = &candidate.instances[0];
    let implementation = instance.implementation().unwrap();
    let requests = FlagClass::ALL.map(|flags| Request {
        candidate: &candidate,
        instance,
        implementation,
        flags,
        instrumented: false,
    });
    let told = std::sync::atomic::AtomicUsize::new(0);
    let results = builder.build_all(&requests, |_, _| {
        told.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    });
    let classes: Vec<FlagClass> = results
        .into_iter()
        .map(|result| result.unwrap().flags_class)
        .collect();
    assert_eq!(classes, FlagClass::ALL);
    assert_eq!(told.into_inner(), 3);
}
