//! Names of members.

use assay_import::{Refusal, decode, safe_path};
use proptest::prelude::*;

#[test]
fn windows_separators_dots_and_chinese_names() {
    assert_eq!(safe_path("a\\b c\\.\\d.c").as_deref(), Ok("a/b c/d.c"));
    assert_eq!(decode("算法".as_bytes()), "算法");
    assert_eq!(decode(b"\xcb\xe3\xb7\xa8"), "算法");
}

#[test]
fn what_leaves_the_folder_is_refused() {
    for name in ["../a", "a/../../b", "a\\..\\..\\b"] {
        assert_eq!(safe_path(name), Err(Refusal::Climbs), "{name}");
    }
    for name in ["/etc/passwd", "\\a", "C:\\a", "c:a"] {
        assert_eq!(safe_path(name), Err(Refusal::Absolute), "{name}");
    }
    assert_eq!(safe_path("a\0b"), Err(Refusal::Name));
    assert_eq!(safe_path(&"x".repeat(256)), Err(Refusal::Name));
}

proptest! {
    /// Whatever the bytes, a path that is accepted stays below its folder.
    #[test]
    fn accepted_paths_stay_inside(raw in proptest::collection::vec(any::<u8>(), 0..80)) {
        if let Ok(path) = safe_path(&decode(&raw)) {
            let path = std::path::Path::new(&path);
            prop_assert!(path.components().all(|part| matches!(part, std::path::Component::Normal(_))));
        }
    }
}
