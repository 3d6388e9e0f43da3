use std::fs;
use std::io::{self, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::{ExitStatusExt as _, parent_id};
use std::path::Path;
use std::process::Command;

use assay_sandbox::system_calls::{Guarded, Meaning, Stage, allow_only, meaning, name};
use assay_sandbox::{Confinement, Layer, Limits};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::child::{command, role};

/// Printed once the test has confined itself.
const CONFINED: &str = "now confined";

/// Runs a test anew in a process of its own and gives the signal that ended it.
fn signal_of(test: &str, role: &str) -> Option<i32> {
    let output = command(test, role).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains(CONFINED), "{role}: {output:?}");
    let signal = output.status.signal();
    assert!(
        signal.is_some() || output.status.success(),
        "{role}: {output:?}"
    );
    signal
}

fn confined() -> Confinement {
    assert!(Limits::default().apply().no_new_privileges.is_active());
    let confined = Confinement::apply(&[Path::new("/usr"), Path::new("/no/such/folder")]);
    eprintln!("{CONFINED}");
    confined
}

/// The message of what landlock refuses; `None` where this kernel cannot.
fn refused<T>(layer: &Layer, result: io::Result<T>) {
    if layer.is_active() {
        let kind = result.err().map(|error| error.kind());
        assert_eq!(kind, Some(io::ErrorKind::PermissionDenied));
    } else {
        println!("landlock is {layer}");
    }
}

#[test]
fn only_named_folders_can_be_read() {
    const TEST: &str = "confinement::only_named_folders_can_be_read";
    if role().is_none() {
        assert_eq!(signal_of(TEST, "child"), None);
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    fs::write(&secret, "key").unwrap();
    let layer = confined().files;
    refused(&layer, fs::read(&secret));
    refused(&layer, fs::write(folder.path().join("new"), "x"));
    refused(&layer, fs::remove_file(&secret));
    refused(&layer, fs::read("/etc/passwd"));
    assert!(fs::read_dir("/usr").is_ok());
}

#[test]
fn no_connection_leaves_and_no_port_is_opened() {
    const TEST: &str = "confinement::no_connection_leaves_and_no_port_is_opened";
    if role().is_none() {
        assert_eq!(signal_of(TEST, "child"), None);
        return;
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let layer = confined().network;
    refused(&layer, TcpStream::connect(listener.local_addr().unwrap()));
    refused(&layer, TcpListener::bind("127.0.0.1:0"));
}

#[test]
fn no_signal_reaches_the_parent() {
    const TEST: &str = "confinement::no_signal_reaches_the_parent";
    if role().is_none() {
        assert_eq!(signal_of(TEST, "child"), None);
        return;
    }
    let layer = confined().signals;
    let parent = Pid::from_raw(parent_id().cast_signed());
    // Signal 0 only asks whether it would be allowed.
    let result = kill(parent, None).map_err(io::Error::from);
    refused(&layer, result);
    kill(Pid::this(), None).unwrap();
}

/// What a confined thread may not do, each by its name.
const DENIED: &[(&str, fn())] = &[
    ("opens a file", || drop(fs::File::open("/proc/self/status"))),
    ("creates a file", || {
        drop(fs::File::create("/tmp/assay-denied"))
    }),
    ("starts a program", || {
        drop(Command::new("/bin/true").status())
    }),
    ("starts a thread", || drop(std::thread::spawn(|| ()).join())),
    ("opens a socket", || drop(TcpListener::bind("127.0.0.1:0"))),
    ("signals its parent", || {
        _ = kill(Pid::from_raw(parent_id().cast_signed()), None);
    }),
    ("handles a signal", || {
        use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, sigaction};
        let action = SigAction::new(SigHandler::SigIgn, SaFlags::empty(), SigSet::empty());
        // SAFETY: ignoring a signal runs no handler.
        _ = unsafe { sigaction(Signal::SIGSEGV, &action) };
    }),
    ("draws randomness", || {
        let mut bytes = [0_u8; 8];
        // SAFETY: the buffer is valid for its length.
        unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
    }),
    ("changes its affinity", || {
        let mut set = nix::sched::CpuSet::new();
        _ = set.set(0);
        _ = nix::sched::sched_setaffinity(Pid::from_raw(0), &set);
    }),
    ("changes a limit", || {
        use nix::sys::resource::{Resource, setrlimit};
        _ = setrlimit(Resource::RLIMIT_CPU, 1000, 1000);
    }),
    ("sets an alarm", || {
        nix::unistd::alarm::set(1);
    }),
    ("closes the descriptor", || _ = nix::unistd::close(1)),
    ("duplicates a descriptor", || {
        // SAFETY: descriptor 1 is not owned by anything that would be surprised.
        unsafe { libc::dup2(2, 1) };
    }),
    ("maps over memory", || {
        // SAFETY: denied before anything is mapped.
        unsafe {
            libc::mmap(
                std::ptr::without_provenance_mut(GUARD.0),
                4096,
                libc::PROT_READ,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED,
                -1,
                0,
            );
        }
    }),
    ("unmaps the guard", || {
        // SAFETY: denied; nothing is mapped there either.
        unsafe { libc::munmap(std::ptr::without_provenance_mut(GUARD.0 + 4096), 4096) };
    }),
];

/// Addresses at which nothing is.
const GUARD: (usize, usize) = (0x1000_0000_0000, 0x1000_1000_0000);

#[test]
fn what_a_computation_does_not_need_ends_it() {
    const TEST: &str = "confinement::what_a_computation_does_not_need_ends_it";
    let Some(role) = role() else {
        for (name, _) in DENIED {
            assert_eq!(signal_of(TEST, name), Some(Signal::SIGSYS as i32), "{name}");
        }
        return;
    };
    let (_, act) = DENIED.iter().find(|(name, _)| *name == role).unwrap();
    assert!(Limits::default().apply().no_new_privileges.is_active());
    let guarded = Guarded {
        descriptor: Some(1),
        memory: Some(GUARD),
    };
    assert_eq!(allow_only(Stage::Loading, guarded), Layer::Active);
    assert_eq!(allow_only(Stage::Computing, guarded), Layer::Active);
    eprintln!("{CONFINED}");
    act();
}

#[test]
fn a_computation_has_what_it_needs() {
    const TEST: &str = "confinement::a_computation_has_what_it_needs";
    if role().is_none() {
        assert_eq!(signal_of(TEST, "child"), None);
        return;
    }
    assert!(Limits::default().apply().no_new_privileges.is_active());
    let guarded = Guarded {
        descriptor: None,
        memory: Some(GUARD),
    };
    assert_eq!(allow_only(Stage::Loading, guarded), Layer::Active);
    assert!(fs::read("/proc/self/status").is_ok(), "loading reads files");
    assert_eq!(allow_only(Stage::Computing, guarded), Layer::Active);
    eprintln!("{CONFINED}");
    for bytes in [100, 1 << 20, 100 << 20] {
        let mut memory = vec![1_u8; bytes];
        memory.resize(2 * bytes, 2);
        std::hint::black_box(&memory);
    }
    std::thread::sleep(std::time::Duration::from_millis(1));
    std::thread::yield_now();
    io::stderr().write_all(b"written\n").unwrap();
    assert!(std::time::Instant::now().elapsed().as_secs() < 60);
    assert!(nix::sys::resource::getrlimit(nix::sys::resource::Resource::RLIMIT_CPU).is_ok());
    // The harness that runs this test starts no thread any more, but ends with more than a
    // computation needs.
    std::process::exit(0);
}

#[test]
fn denied_calls_have_names() {
    assert_eq!(name(libc::SYS_openat), Some("openat"));
    assert_eq!(meaning(libc::SYS_openat), Meaning::OpensFile { path: 1 });
    assert_eq!(meaning(libc::SYS_getrandom), Meaning::DrawsRandomness);
    assert_eq!(meaning(libc::SYS_socket), Meaning::Other("opened a socket"));
    assert_eq!(name(99_999), None);
    assert_eq!(
        meaning(99_999),
        Meaning::Other("made a system call that is denied")
    );
}
