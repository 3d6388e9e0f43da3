//! Stacks of their own, and the depth of C functions whose frames the compiler tells.

use std::collections::BTreeMap;
use std::ffi::{c_int, c_long, c_void};
use std::fs;
use std::path::Path;
use std::process::Command;

use assay_memory::{Stack, entry};

/// The C functions in a library, and what the compiler says of their frames (with the return address).
struct Frames {
    handle: *mut c_void,
    bytes: BTreeMap<String, usize>,
    _folder: tempfile::TempDir,
}

impl Frames {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c/frames.c");
        let status = Command::new("gcc")
            .args([
                "-std=c99",
                "-O1",
                "-fno-inline",
                "-fno-optimize-sibling-calls",
                "-fno-stack-protector",
            ])
            .args([
                "-fno-omit-frame-pointer",
                "-fstack-usage",
                "-fPIC",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-c",
            ])
            // What lies below the stack pointer is in no frame, but is used all the same.
            .args(cfg!(target_arch = "x86_64").then_some("-mno-red-zone"))
            .arg(&source)
            .current_dir(folder.path())
            .status()
            .expect("these tests need gcc");
        assert!(status.success());
        let status = Command::new("gcc")
            .args(["-shared", "-o", "libframes.so", "frames.o"])
            .current_dir(folder.path())
            .status();
        assert!(status.unwrap().success());
        let told = fs::read_to_string(folder.path().join("frames.su")).unwrap();
        let bytes = told
            .lines()
            .map(|line| {
                let mut fields = line.split('\t');
                let name = fields.next().unwrap().rsplit(':').next().unwrap();
                (name.to_owned(), fields.next().unwrap().parse().unwrap())
            })
            .collect();
        let path =
            std::ffi::CString::new(folder.path().join("libframes.so").to_str().unwrap()).unwrap();
        // SAFETY: a library without constructors.
        let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW) };
        assert!(!handle.is_null());
        Frames {
            handle,
            bytes,
            _folder: folder,
        }
    }

    fn function(&self, name: &str) -> *const c_void {
        let name = std::ffi::CString::new(name).unwrap();
        // SAFETY: the handle is open.
        let function = unsafe { libc::dlsym(self.handle, name.as_ptr()) };
        assert!(!function.is_null());
        function
    }

    /// Deepest of some calls, in bytes below the stack pointer before the call.
    fn measured(&self, stack: &mut Stack, name: &str) -> usize {
        let noted = entry::noted(self.function(name)).expect("a stub");
        // SAFETY: the fixture has this type.
        let function: extern "C" fn(c_int) -> c_int = unsafe { std::mem::transmute(noted) };
        let call = |_| {
            let called = stack
                .call_painted(|| function(3))
                .ok()
                .expect("an own stack");
            entry::latest().unwrap() - called.lowest.unwrap()
        };
        (0..3).map(call).max().unwrap()
    }

    fn told(&self, names: &[&str]) -> usize {
        names.iter().map(|name| self.bytes[*name]).sum()
    }
}

/// On AArch64 the lowest bytes of a frame may be padding that nothing writes, hence the distance to 16.
#[test]
fn depths_are_those_of_the_compiler() {
    let frames = Frames::new();
    let mut stack = Stack::reserve(1 << 20).unwrap();
    for (name, chain) in [
        ("small", &["small"][..]),
        ("leaf", &["leaf"]),
        ("outer", &["outer", "leaf"]),
        ("outermost", &["outermost", "outer", "leaf"]),
        ("leaf", &["leaf"]),
        ("small", &["small"]),
    ] {
        let (measured, told) = (frames.measured(&mut stack, name), frames.told(chain));
        assert!(
            measured <= told && told - measured < 16,
            "{name}: {measured} measured, {told} told"
        );
    }
}

#[test]
fn arguments_on_the_stack_are_handed_on() {
    let frames = Frames::new();
    type Many = extern "C" fn(
        c_long,
        c_long,
        c_long,
        c_long,
        c_long,
        c_long,
        c_long,
        c_long,
        c_long,
        c_long,
    ) -> c_long;
    let plain = frames.function("many");
    let noted = entry::noted(plain).expect("a stub");
    assert_eq!(entry::noted(plain), Some(noted), "the same stub again");
    // SAFETY: the fixture has this type.
    let [plain, noted]: [Many; 2] = unsafe { std::mem::transmute([plain, noted]) };
    assert_eq!(
        noted(1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
        plain(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    );
}

#[test]
fn a_call_runs_on_the_stack_and_returns() {
    let mut stack = Stack::reserve(1).unwrap();
    assert!(stack.bytes() >= 256 << 10);
    let guard = stack.guard();
    assert_eq!(guard.len(), assay_memory::GUARD_BYTES);
    let text = String::from("moved in");
    let (address, text) = stack
        .call(|| {
            let here = 0_u8;
            (&raw const here as usize, text + " and out")
        })
        .ok()
        .unwrap();
    assert_eq!(text, "moved in and out");
    assert!(address >= guard.end && address < guard.end + stack.bytes());
    assert!(stack.touched_bytes().unwrap() >= 4096);
}

#[test]
fn a_panic_goes_on_through_a_call() {
    let mut stack = Stack::reserve(1 << 20).unwrap();
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let _ = stack.call(|| assert_eq!(1, 2, "on purpose"));
    }));
    assert!(result.is_err());
    assert_eq!(
        stack.call(|| 5).ok(),
        Some(5),
        "the stack is as good as new"
    );
}

#[test]
fn a_thread_on_the_stack() {
    let stack = Stack::reserve(1 << 20).unwrap();
    let guard = stack.guard();
    let here = stack.run(|| {
        let here = 0_u8;
        &raw const here as usize
    });
    let here = here.unwrap().unwrap();
    assert!(here >= guard.end && here < guard.end + stack.bytes());
    let panicked = stack.run(|| panic!("on purpose")).unwrap().map(|(): ()| ());
    assert_eq!(
        panicked.unwrap_err().to_string(),
        "the work on the stack panicked: on purpose"
    );
}

#[test]
fn sizes_beyond_any_address_space_are_refused() {
    for bytes in [u64::MAX, u64::MAX - 65536, 1 << 62] {
        assert!(Stack::reserve(bytes).is_err(), "{bytes}");
    }
}
