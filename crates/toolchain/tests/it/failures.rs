//! Builds that fail, and what is said then.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use assay_toolchain::{BuildError, Builder, FlagClass, Toolchain};

use crate::project::{Project, assert_text, fake_compiler, write};

#[test]
fn source_that_does_not_compile() {
    let project = Project::new();
    project.write(
        "independent/broken.c",
        "int toy_broken(void)\n{\n    return missing_name;\n}\n",
    );
    let error = project.error(project.build(&project.builder(), FlagClass::Guide));
    let log = fs::read_to_string(project.cache().join("logs/kem-90/toy128-guide.log")).unwrap();
    assert!(
        log.contains("-Wpedantic") && log.contains("missing_name"),
        "{log}"
    );
    for part in [
        "failed to compile broken.c of kem-90/toy128 (guide)\n",
        "./broken.c:3:12: error:",
        "3 |     return missing_name;",
        "\nfull output: <root>/target/assay/logs/kem-90/toy128-guide.log",
    ] {
        assert!(error.contains(part), "{part:?} in:\n{error}");
    }
}

#[test]
fn undefined_symbol_is_named() {
    let project = Project::new();
    project.write("independent/calls.c", "int toy_nowhere(void);\nint toy_missing(int x);\nint toy_calls(void);\nint toy_calls(void) { return toy_nowhere() + toy_missing(2); }\n");
    let result = project.build(&project.builder(), FlagClass::Guide);
    let Err(BuildError::Link {
        library,
        undefined,
        log,
        ..
    }) = &result
    else {
        panic!("{result:?}")
    };
    assert_eq!(undefined, &["toy_missing", "toy_nowhere"]);
    assert_eq!(library, "kem-90/toy128 (guide)");
    assert!(fs::read_to_string(log).unwrap().contains("-Bsymbolic"));
    let error = project.error(result);
    assert!(
        error.starts_with(
            "failed to link kem-90/toy128 (guide): nothing defines `toy_missing`, `toy_nowhere`\n"
        ),
        "{error}"
    );
}

#[test]
fn function_of_the_interface_is_missing() {
    let project = Project::new();
    project.change_manifest("sources = [\"*.c\"]", "sources = [\"expand.c\"]");
    let Err(BuildError::Link { undefined, .. }) =
        project.build(&project.builder(), FlagClass::Guide)
    else {
        panic!()
    };
    assert!(undefined.contains(&"kem_keygen".into()), "{undefined:?}");
}

#[test]
fn two_definitions() {
    let project = Project::new();
    project.write(
        "independent/again.c",
        "int kem_dec(void);\nint kem_dec(void) { return 0; }\n",
    );
    let error = project.error(project.build(&project.builder(), FlagClass::Guide));
    assert!(
        error.contains("multiple definition of `kem_dec'"),
        "{error}"
    );
}

#[test]
fn no_compiler() {
    let folder = tempfile::tempdir().unwrap();
    let find = |cc: Option<&str>| {
        let error = Toolchain::find(cc.map(OsStr::new), folder.path().as_os_str()).unwrap_err();
        error
            .to_string()
            .replace(folder.path().to_str().unwrap(), "<folder>")
    };
    assert_text!(
        [
            find(None),
            find(Some("clang-99 -m32")),
            find(Some("/nowhere/cc"))
        ]
        .join("\n")
    );
}

#[test]
fn compiler_is_chosen_by_variable_then_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let gcc = fake_compiler(folder.path(), "").compiler;
    for name in ["gcc", "cc"] {
        fs::copy(&gcc, folder.path().join(name)).unwrap();
    }
    let path = folder.path().as_os_str();
    assert_eq!(
        Toolchain::find(None, path).unwrap().compiler,
        folder.path().join("gcc")
    );
    assert_eq!(
        Toolchain::find(Some(OsStr::new("")), path)
            .unwrap()
            .compiler,
        folder.path().join("gcc")
    );
    assert_eq!(
        Toolchain::find(Some(OsStr::new("cc")), path)
            .unwrap()
            .compiler,
        folder.path().join("cc")
    );
    fs::remove_file(folder.path().join("gcc")).unwrap();
    let found = Toolchain::find(None, path).unwrap();
    assert_eq!(found.compiler, folder.path().join("cc"));
    assert_eq!(
        (found.version.as_str(), found.target.as_str()),
        ("fake 1.0", "fake-machine")
    );
}

#[test]
fn variable_may_hold_arguments() {
    let folder = tempfile::tempdir().unwrap();
    let wrapper = write(
        &folder.path().join("wrapper"),
        "#!/bin/sh\nshift\necho wrapped \"$@\"\n",
    );
    fs::set_permissions(
        &wrapper,
        std::os::unix::fs::PermissionsExt::from_mode(0o755),
    )
    .unwrap();
    let found =
        Toolchain::find(Some(OsStr::new("wrapper gcc")), folder.path().as_os_str()).unwrap();
    assert_eq!(found.version, "wrapped --version");
}

#[test]
fn compiler_that_fails_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let program = write(
        &folder.path().join("cc"),
        "#!/bin/sh\necho no licence >&2\nexit 3\n",
    );
    fs::set_permissions(
        &program,
        std::os::unix::fs::PermissionsExt::from_mode(0o755),
    )
    .unwrap();
    let error = Toolchain::find(Some(program.as_os_str()), OsStr::new(""))
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        format!(
            "failed to run {}: exit status: 3; no licence",
            program.display()
        )
    );
}

#[test]
fn folder_that_cannot_be_made() {
    let project = Project::new();
    write(
        &project.root().join("target"),
        "a file where the folder should be",
    );
    let error = project.error(project.build(&project.builder(), FlagClass::Guide));
    assert_eq!(
        error,
        "failed to create <root>/target/assay: Not a directory (os error 20)"
    );
}

#[test]
fn full_disk() {
    let project = Project::new();
    let toolchain = fake_compiler(
        &project.root(),
        "echo 'as: error: x.o: No space left on device' >&2; exit 1",
    );
    let error =
        project.error(project.build(&Builder::new(toolchain, project.cache()), FlagClass::Guide));
    assert!(
        error.starts_with("failed to write <root>/target/assay/objects/"),
        "{error}"
    );
    assert!(
        error.ends_with(": the disk is full; free space and run again"),
        "{error}"
    );
}

#[test]
fn reasons_of_the_system() {
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem, StorageFull};
    let text: Vec<String> = [StorageFull, PermissionDenied, ReadOnlyFilesystem]
        .into_iter()
        .map(|kind| {
            BuildError::Io {
                action: "write",
                path: "target/assay".into(),
                source: kind.into(),
            }
            .to_string()
        })
        .collect();
    assert_text!(text.join("\n"));
}

#[test]
fn quote_in_the_path_of_the_repository() {
    let project = Project::in_folder("a\"b");
    let error = project.error(project.build(&project.builder(), FlagClass::Guide));
    assert!(
        error.starts_with(
            "the path <root>/candidates/kem-90/independent/KEM_AlgorithmInstance.h holds a quote"
        ),
        "{error}"
    );
}

#[test]
fn cancelled_before_it_starts() {
    let project = Project::new();
    let builder = project.builder().cancel(Arc::new(AtomicBool::new(true)));
    let result = project.build(&builder, FlagClass::Guide);
    assert!(matches!(result, Err(BuildError::Cancelled)), "{result:?}");
}

#[test]
fn cancelling_kills_the_compiler_and_what_it_started() {
    let project = Project::new();
    let trace = project.root().join("pid");
    let text = format!(
        "sleep 600 &\necho $! > '{0}.new'\nmv '{0}.new' '{0}'\nwait",
        trace.display()
    );
    let cancel = Arc::new(AtomicBool::new(false));
    let builder = Builder::new(fake_compiler(&project.root(), &text), project.cache())
        .jobs(1)
        .cancel(Arc::clone(&cancel));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !trace.exists() {
                std::thread::sleep(Duration::from_millis(5));
            }
            cancel.store(true, Ordering::Relaxed);
        });
        let result = project.build(&builder, FlagClass::Guide);
        assert!(matches!(result, Err(BuildError::Cancelled)), "{result:?}");
    });
    let pid = fs::read_to_string(&trace).unwrap();
    let status = Path::new("/proc").join(pid.trim()).join("stat");
    while fs::read_to_string(&status).is_ok_and(|status| !status.contains(") Z ")) {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A header elsewhere could change and the object in the cache would still be taken.
#[test]
fn header_outside_the_implementation_is_refused() {
    let project = Project::new();
    let shared = project.write("shared.h", "#define TOY_SHARED 1\n");
    let absolute = format!("#include \"{}\"\n", shared.display());
    for (include, header) in [
        ("#include \"../shared.h\"\n", "../shared.h"),
        (absolute.as_str(), shared.to_str().unwrap()),
    ] {
        project.write(
            "independent/outside.c",
            &format!("{include}int toy_outside;\n"),
        );
        let error = project.error(project.build(&project.builder(), FlagClass::Guide));
        let header = header.replace(project.root().to_str().unwrap(), "<root>");
        let start = "failed to compile outside.c of kem-90/toy128 (guide): it includes ";
        assert!(
            error.starts_with(start) && error.contains(&header),
            "{error}"
        );
        assert!(
            error.contains("lies outside <root>/candidates/kem-90/independent or"),
            "{error}"
        );
    }
}

/// Tests are no input of the library, and a folder behind a link is digested by the link alone.
#[test]
fn header_that_the_digest_leaves_out_is_refused() {
    let project = Project::new();
    project.write("independent/tests/vectors.h", "#define TOY_VECTORS 1\n");
    project.write(
        "independent/uses.c",
        "#include \"tests/vectors.h\"\nint toy_uses;\n",
    );
    let error = project.error(project.build(&project.builder(), FlagClass::Guide));
    assert!(error.contains("it includes tests/vectors.h"), "{error}");

    let project = Project::new();
    project.write("shared/linked.h", "#define TOY_LINKED 1\n");
    let link = project.root().join("candidates/kem-90/independent/linked");
    std::os::unix::fs::symlink("../shared", link).unwrap();
    project.write(
        "independent/uses.c",
        "#include \"linked/linked.h\"\nint toy_uses;\n",
    );
    let error = project.error(project.build(&project.builder(), FlagClass::Guide));
    assert!(error.contains("it includes linked/linked.h"), "{error}");
}

#[test]
fn headers_of_system_helpers_and_own_folder_are_taken() {
    let project = Project::in_folder("with blank #1");
    project.write("independent/own name.h", "#define TOY_OWN 1\n");
    project.write(
        "independent/uses.c",
        "#include <sys/types.h>\n#include \"auxfunc.h\"\n#include \"own name.h\"\nint toy_uses;\n",
    );
    project.build(&project.builder(), FlagClass::Guide).unwrap();
}

#[test]
fn compiler_that_makes_no_object_is_none() {
    let project = Project::new();
    let compiler = fake_compiler(&project.root(), "exit 0");
    let builder = Builder::new(compiler, project.cache());
    let error = project.error(project.build(&builder, FlagClass::Guide));
    assert!(error.contains("made no file from expand.c"), "{error}");
    assert!(error.ends_with("set CC to a C compiler"), "{error}");
}
