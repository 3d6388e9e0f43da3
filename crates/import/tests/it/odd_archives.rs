//! Archives that are odd rather than made to do harm: what is imported, what is refused, and with which words (S20).

use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::Path;

use zip::write::SimpleFileOptions;

use crate::package::{Desk, Package, answers};

fn plain() -> Package {
    let mut package = Package::default();
    package.kem("Reference_Implementation/A-128", "A-128");
    package
}

fn error(archive: &Path, desk: &Desk) -> String {
    let error = desk.try_import(archive).unwrap_err().to_string();
    assert_eq!(desk.left(), Vec::<String>::new(), "{error}");
    error
}

/// Zips with the given bytes as names, and no flag that says which encoding they are in.
fn zip_with_raw_names(files: &[(Vec<u8>, Vec<u8>)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let stand_in = |index: usize, length: usize| format!("{index:0length$}");
    for (index, (name, contents)) in files.iter().enumerate() {
        zip.start_file(stand_in(index, name.len()), SimpleFileOptions::default())
            .unwrap();
        zip.write_all(contents).unwrap();
    }
    let mut bytes = zip.finish().unwrap().into_inner();
    for (index, (name, _)) in files.iter().enumerate() {
        let wanted = stand_in(index, name.len()).into_bytes();
        let mut at = 0;
        let mut found = 0;
        while let Some(next) = bytes[at..]
            .windows(wanted.len())
            .position(|window| window == wanted)
        {
            bytes[at + next..at + next + name.len()].copy_from_slice(name);
            at += next + name.len();
            found += 1;
        }
        assert_eq!(found, 2, "its own header and the directory");
    }
    bytes
}

#[test]
fn s03_chinese_names_in_gbk_without_a_flag() {
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
    let files: Vec<(Vec<u8>, Vec<u8>)> = package
        .files
        .iter()
        .map(|(path, contents)| {
            let (name, _, lost) = encoding_rs::GBK.encode(path);
            assert!(!lost);
            (name.into_owned(), contents.clone())
        })
        .collect();
    let desk = Desk::new();
    let archive = desk.path().join("γ.zip");
    std::fs::write(&archive, zip_with_raw_names(&files)).unwrap();
    let outcome = desk.import(&archive).unwrap();
    assert_eq!(outcome.labels(), ["Gamma-1", "Gamma-1-optimized"]);
    assert_eq!(
        outcome.answers()["Gamma-1"],
        "codes/04_测试向量/KAT_KEM_Gamma-1.txt"
    );
    outcome.loads();
}

#[test]
fn what_is_no_file_is_not_opened() {
    let desk = Desk::new();
    let folder = desk.path().join("folder.zip");
    std::fs::create_dir(&folder).unwrap();
    assert!(error(&folder, &desk).contains("it is a folder; pack it"));
    // Opening it would wait for ever, were it a pipe without a writer.
    let device = desk.path().join("device.zip");
    symlink("/dev/zero", &device).unwrap();
    assert!(error(&device, &desk).contains("it is a pipe or device"));
}

#[test]
fn archives_that_are_empty_cut_off_or_damaged() {
    let desk = Desk::new();
    let archive = desk.path().join("a.zip");
    std::fs::write(&archive, b"").unwrap();
    assert!(error(&archive, &desk).contains("its format is not known"));
    Package::default().zip(&archive);
    assert!(error(&archive, &desk).contains("found no implementation"));
    plain().zip(&archive);
    let bytes = std::fs::read(&archive).unwrap();
    std::fs::write(&archive, &bytes[..bytes.len() / 2]).unwrap();
    assert!(error(&archive, &desk).contains("fetch it again"));
    let mut flipped = bytes.clone();
    flipped[150] ^= 0xff;
    std::fs::write(&archive, flipped).unwrap();
    let said = error(&archive, &desk);
    assert!(
        said.contains("KEM_AlgorithmInstance.c") && said.contains("fetch it again"),
        "{said}"
    );
    // What stands in front of a zip file or behind it does not matter.
    let around = [b"MZ".repeat(300), bytes, b"tail".to_vec()].concat();
    std::fs::write(&archive, around).unwrap();
    desk.try_import(&archive).unwrap();
}

#[test]
fn packing_that_is_not_known_says_what_to_do() {
    let desk = Desk::new();
    let archive = desk.path().join("a.zip");
    plain().zip(&archive);
    let mut bytes = std::fs::read(&archive).unwrap();
    // The method of the first member, in its own header and in the directory.
    let directory = bytes
        .windows(4)
        .position(|four| four == b"PK\x01\x02")
        .unwrap();
    bytes[8] = 12;
    bytes[directory + 10] = 12;
    std::fs::write(&archive, bytes).unwrap();
    let said = error(&archive, &desk);
    assert!(
        said.contains("KEM_AlgorithmInstance.c") && said.contains("pack it again with `zip -r`"),
        "{said}"
    );
}

#[test]
fn a_stream_that_expands_without_end_is_refused() {
    let desk = Desk::new();
    let archive = desk.path().join("a.tar.gz");
    let file = std::fs::File::create(&archive).unwrap();
    let packed = flate2::write::GzEncoder::new(file, flate2::Compression::best());
    let mut tar = tar::Builder::new(packed);
    let mut header = tar::Header::new_ustar();
    let bytes = 12 << 20;
    header.set_size(bytes);
    let blanks = std::io::Read::take(std::io::repeat(b' '), bytes);
    tar.append_data(&mut header, "paper.pdf", blanks).unwrap();
    tar.into_inner().unwrap().finish().unwrap();
    let said = error(&archive, &desk);
    assert!(
        said.contains("refused archive") && said.contains("archive bomb"),
        "{said}"
    );
}

#[test]
fn sizes_that_are_claimed_too_small() {
    let desk = Desk::new();
    let archive = desk.path().join("a.zip");
    let mut package = plain();
    package.file("lying.c", vec![b' '; 5_000_000]);
    package.zip(&archive);
    let mut bytes = std::fs::read(&archive).unwrap();
    let claimed = 5_000_000_u32.to_le_bytes();
    while let Some(at) = bytes.windows(4).position(|four| four == claimed) {
        bytes[at..at + 4].copy_from_slice(&9_u32.to_le_bytes());
    }
    std::fs::write(&archive, bytes).unwrap();
    assert!(error(&archive, &desk).contains("lying.c"));
}

#[test]
fn nested_archives_are_opened_only_so_deep_and_only_when_needed() {
    let nest = |depth: usize| {
        let desk = Desk::new();
        let mut archive = desk.path().join("0.zip");
        plain().zip(&archive);
        for level in 1..=depth {
            let mut package = Package::default();
            package.file(format!("in{level}.zip"), std::fs::read(&archive).unwrap());
            archive = desk.path().join(format!("{level}.zip"));
            package.zip(&archive);
        }
        let result = desk.try_import(&archive);
        (desk, result)
    };
    let (_desk, three) = nest(3);
    assert_eq!(three.unwrap().unpacked.opened.len(), 3);
    let (desk, ten) = nest(10);
    let said = ten.unwrap_err().to_string();
    assert!(
        said.contains("left packed") && said.contains("in10.zip/in9.zip"),
        "{said}"
    );
    assert_eq!(desk.left(), Vec::<String>::new());
    let mut with_results = plain();
    with_results.file("Others/results.zip", "no archive at all");
    let outcome = with_results.import("a.zip");
    assert_eq!(
        outcome.imported.unpacked.left_packed,
        ["Others/results.zip"]
    );
}

#[test]
fn names_that_differ_in_case_twice_the_same_or_are_file_and_folder() {
    let folder = "Reference_Implementation/A-128";
    let mut package = plain();
    package
        .file(format!("{folder}/Part.c"), "int upper;\n")
        .file(format!("{folder}/part.c"), "int lower;\n")
        .file(format!("{folder}/both.c"), "int file;\n")
        .file(format!("{folder}/both.c/inner.c"), "int inner;\n");
    let outcome = package.import("a.zip");
    let left = outcome.desk.left();
    for name in ["Part.c", "part.c", "both.c/inner.c"] {
        assert!(
            left.iter().any(|path| path.ends_with(name)),
            "{name}: {left:?}"
        );
    }
    let open = outcome.imported.open().join("\n");
    assert!(
        open.contains("A-128/both.c`: it is a file, and other members"),
        "{open}"
    );
    // The later of two members of one name counts.
    let desk = Desk::new();
    let archive = desk.path().join("a.tar");
    let mut twice = plain();
    twice.file(
        format!("{folder}/code.c"),
        format!("{}int later;\n", crate::package::DRAW),
    );
    twice.tar(&archive);
    let outcome = desk.import(&archive).unwrap();
    assert_eq!(outcome.imported.unpacked.duplicates, 1);
    let path = format!("candidates/kem-a/submission/{folder}/code.c");
    let text = std::fs::read_to_string(outcome.desk.path().join(path)).unwrap();
    assert!(text.contains("int later;"), "{text}");
}

#[test]
fn thousands_of_library_files_and_a_hidden_source_that_is_needed() {
    let mut package = plain();
    package
        .files
        .retain(|(path, _)| !path.ends_with("/drng.c") && !path.ends_with("/drng.h"));
    let mut helpers = Package::default();
    helpers.helpers("Reference_Implementation/A-128/.api-pkc-kat");
    package.files.extend(
        helpers
            .files
            .into_iter()
            .filter(|(path, _)| path.contains("/drng.")),
    );
    for n in 0..5000 {
        package.file(format!("Others/cortex-m4/hal/f{n}.c"), "int unused;\n");
    }
    let outcome = package.import("a.zip");
    let sources = &outcome.instance("A-128").selection.sources;
    assert!(
        sources
            .iter()
            .any(|path| path.ends_with(".api-pkc-kat/drng.c")),
        "{sources:?}"
    );
    outcome.nothing_open();
    outcome.loads();
}

#[test]
fn what_a_killed_import_left_is_gone_after_the_next() {
    let desk = Desk::new();
    let archive = desk.path().join("a.zip");
    plain().zip(&archive);
    // No process has number 0.
    let abandoned = desk.path().join("candidates/.import/0-left/submission");
    std::fs::create_dir_all(&abandoned).unwrap();
    desk.try_import(&archive).unwrap();
    assert!(!desk.left().iter().any(|path| path.starts_with(".import")));
}

#[test]
fn a_persons_lines_win_and_a_table_that_is_taken_out_is_filled_again() {
    let desk = Desk::new();
    let archive = desk.path().join("a.zip");
    plain().zip(&archive);
    let id = desk.try_import(&archive).unwrap().id;
    let path = desk
        .path()
        .join("candidates")
        .join(&id)
        .join("candidate.toml");
    let written = std::fs::read_to_string(&path).unwrap();
    let corrected = written.replace("helpers = \"own\"", "helpers = \"own\" # as the paper says");
    std::fs::write(&path, &corrected).unwrap();
    let again = desk.try_import(&archive).unwrap();
    assert_eq!(again.id, id);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), corrected);
    let table = corrected.find("\n[instances.submitted]").unwrap();
    std::fs::write(&path, &corrected[..table]).unwrap();
    let filled = desk.try_import(&archive).unwrap();
    assert!(
        filled
            .completed
            .unwrap()
            .contains(&"A-128: added `submitted`".to_owned())
    );
    assert!(
        assay_manifest::load(desk.path(), &id).unwrap().instances[0]
            .submitted
            .is_some()
    );
}
