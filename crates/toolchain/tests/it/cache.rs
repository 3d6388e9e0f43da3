//! What is built again and what is not.

use std::fs;

use assay_toolchain::{Builder, FlagClass, Toolchain};

use crate::project::{Project, SHIM, SOURCES};

#[test]
fn second_build_compiles_nothing() {
    let project = Project::new();
    let first = project.build(&project.builder(), FlagClass::Guide).unwrap();
    let builder = project.builder();
    let second = project.build(&builder, FlagClass::Guide).unwrap();
    assert_eq!(builder.compilations(), 0);
    assert!(second.from_cache);
    assert_eq!(
        assay_toolchain::BuiltLibrary {
            from_cache: false,
            ..second
        },
        first
    );
}

#[test]
fn another_parameter_set_shares_the_helpers() {
    let project = Project::new();
    let builder = project.builder();
    let first = project.build(&builder, FlagClass::Guide).unwrap();
    let before = builder.compilations();
    project.change_manifest("TOY_LEVEL=128", "TOY_LEVEL=256");
    let second = project.build(&builder, FlagClass::Guide).unwrap();
    assert_eq!(builder.compilations() - before, SOURCES + SHIM);
    assert_ne!((first.key, first.sha256), (second.key, second.sha256));
}

#[test]
fn changed_header_is_noticed() {
    let project = Project::new();
    let builder = project.builder();
    let first = project.build(&builder, FlagClass::Guide).unwrap();
    project.write("independent/sizes.h", "#define TOY_BYTES (TOY_LEVEL / 4)\n");
    let second = project.build(&builder, FlagClass::Guide).unwrap();
    assert!(!second.from_cache);
    assert_ne!((first.key, &first.sha256), (second.key, &second.sha256));
    project.write("independent/sizes.h", "#define TOY_BYTES (TOY_LEVEL / 8)\n");
    let third = project.build(&builder, FlagClass::Guide).unwrap();
    assert!(third.from_cache, "the first library is still there");
    assert_eq!(third.sha256, first.sha256);
}

#[test]
fn test_programs_are_no_input() {
    let project = Project::new();
    let first = project.build(&project.builder(), FlagClass::Guide).unwrap();
    project.write("independent/tests/new.c", "int main(void) { return 0; }\n");
    assert_eq!(
        project
            .build(&project.builder(), FlagClass::Guide)
            .unwrap()
            .key,
        first.key
    );
}

#[test]
fn same_files_elsewhere_give_the_same_library() {
    let (one, other) = (Project::new(), Project::in_folder("elsewhere"));
    let first = one.build(&one.builder(), FlagClass::Guide).unwrap();
    let second = other.build(&other.builder(), FlagClass::Guide).unwrap();
    assert_eq!((first.key, first.sha256), (second.key, second.sha256));
}

#[test]
fn damaged_library_is_made_again() {
    let project = Project::new();
    let first = project.build(&project.builder(), FlagClass::Guide).unwrap();
    let mut bytes = fs::read(&first.path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&first.path, bytes).unwrap();
    let builder = project.builder();
    let second = project.build(&builder, FlagClass::Guide).unwrap();
    assert!(!second.from_cache);
    assert_eq!(second.sha256, first.sha256);
    assert_eq!(builder.compilations(), 0, "its objects are sound");
}

#[test]
fn damaged_description_or_missing_log_too() {
    let project = Project::new();
    let first = project.build(&project.builder(), FlagClass::Guide).unwrap();
    let folder = first.path.parent().unwrap();
    fs::write(folder.join("build.json"), "{").unwrap();
    assert!(
        !project
            .build(&project.builder(), FlagClass::Guide)
            .unwrap()
            .from_cache
    );
    fs::remove_file(folder.join("build.log")).unwrap();
    assert!(
        !project
            .build(&project.builder(), FlagClass::Guide)
            .unwrap()
            .from_cache
    );
    assert!(
        project
            .build(&project.builder(), FlagClass::Guide)
            .unwrap()
            .from_cache
    );
}

#[test]
fn damaged_object_is_compiled_again() {
    let project = Project::new();
    let first = project.build(&project.builder(), FlagClass::Guide).unwrap();
    fs::remove_dir_all(project.cache().join("libraries")).unwrap();
    let folder = fs::read_dir(project.cache().join("objects"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let entry = fs::read_dir(folder)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    fs::write(entry.join("object.o"), "damaged").unwrap();
    let builder = project.builder();
    assert_eq!(
        project.build(&builder, FlagClass::Guide).unwrap().sha256,
        first.sha256
    );
    assert_eq!(builder.compilations(), 1);
}

#[test]
fn several_builders_share_one_folder() {
    let project = Project::new();
    let libraries: Vec<_> = std::thread::scope(|scope| {
        let builds: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| project.build(&project.builder(), FlagClass::Guide).unwrap()))
            .collect();
        builds
            .into_iter()
            .map(|build| build.join().unwrap())
            .collect()
    });
    assert!(
        libraries
            .iter()
            .all(|library| library.sha256 == libraries[0].sha256
                && library.path == libraries[0].path)
    );
    assert!(
        project
            .build(&project.builder(), FlagClass::Guide)
            .unwrap()
            .from_cache
    );
}

#[test]
fn nothing_unfinished_is_left() {
    let project = Project::new();
    project.build(&project.builder(), FlagClass::Guide).unwrap();
    project.write("independent/broken.c", "int\n");
    project
        .build(&project.builder(), FlagClass::Guide)
        .unwrap_err();
    let mut pending = vec![project.cache()];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            assert!(
                !entry.file_name().to_string_lossy().starts_with(".draft"),
                "{:?}",
                entry.path()
            );
            if entry.file_type().unwrap().is_dir() {
                pending.push(entry.path());
            }
        }
    }
}

#[test]
fn another_compiler_version_is_another_key() {
    let project = Project::new();
    let real = Toolchain::detect().unwrap();
    let first = project
        .build(
            &Builder::new(real.clone(), project.cache()),
            FlagClass::Guide,
        )
        .unwrap();
    let mut renamed = real;
    renamed.version = "gcc 99".into();
    let second = project
        .build(&Builder::new(renamed, project.cache()), FlagClass::Guide)
        .unwrap();
    assert!(!second.from_cache);
    assert_ne!(first.key, second.key);
}
