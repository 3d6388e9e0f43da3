use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::{ExitStatusExt, parent_id};
use std::process::{Stdio, exit};
use std::time::Duration;

use assay_sandbox::{Layer, Limits};
use nix::sys::resource::{Resource, getrlimit};
use nix::sys::signal::Signal;

use crate::child::{command, role};

#[test]
fn every_layer_is_in_force_and_says_so() {
    if role().is_none() {
        let output = command("limits::every_layer_is_in_force_and_says_so", "child")
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
        return;
    }
    let limits = Limits {
        address_space_bytes: Some(8 << 30),
        cpu_seconds: Some(100),
        file_size_bytes: Some(1 << 20),
        parent: Some(parent_id()),
    };
    let layers = limits.apply();
    for (name, layer) in layers.all() {
        assert_eq!(layer, &Layer::Active, "{name}");
    }
    assert_eq!(getrlimit(Resource::RLIMIT_CORE), Ok((0, 0)));
    assert_eq!(getrlimit(Resource::RLIMIT_AS), Ok((8 << 30, 8 << 30)));
    assert_eq!(getrlimit(Resource::RLIMIT_CPU), Ok((100, 101)));
    assert_eq!(getrlimit(Resource::RLIMIT_FSIZE), Ok((1 << 20, 1 << 20)));
    assert_eq!(nix::unistd::getpgrp(), nix::unistd::getpid());
    assert_eq!(nix::sys::prctl::get_no_new_privs(), Ok(true));
    assert_eq!(nix::sys::prctl::get_pdeathsig(), Ok(Some(Signal::SIGKILL)));

    // A second time, wider: what is stricter stays.
    let wider = Limits {
        address_space_bytes: Some(16 << 30),
        ..Limits::default()
    };
    let layers = wider.apply();
    assert_eq!(layers.address_space, Layer::Active);
    assert_eq!(layers.cpu_time, Layer::NotAsked);
    assert_eq!(getrlimit(Resource::RLIMIT_AS), Ok((8 << 30, 8 << 30)));
}

#[test]
fn a_parent_that_is_another_one_is_noticed() {
    if role().is_none() {
        let output = command("limits::a_parent_that_is_another_one_is_noticed", "child")
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        return;
    }
    let limits = Limits {
        parent: Some(parent_id() + 1),
        ..Limits::default()
    };
    assert_eq!(
        limits.apply().parent_death_signal,
        Layer::NotAvailable("the parent had ended before".to_owned())
    );
}

#[test]
fn allocations_beyond_the_address_space_fail() {
    if role().is_none() {
        let output = command("limits::allocations_beyond_the_address_space_fail", "child")
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        return;
    }
    let reserve = || Vec::<u8>::new().try_reserve_exact(4 << 30);
    assert!(reserve().is_ok(), "the machine itself refuses");
    let limits = Limits {
        address_space_bytes: Some(2 << 30),
        ..Limits::default()
    };
    assert!(limits.apply().address_space.is_active());
    assert!(reserve().is_err());
}

#[test]
fn work_without_end_is_ended_without_a_core_dump() {
    if role().is_none() {
        let status = command(
            "limits::work_without_end_is_ended_without_a_core_dump",
            "child",
        )
        .stdout(Stdio::null())
        .status()
        .unwrap();
        assert_eq!(status.signal(), Some(Signal::SIGXCPU as i32), "{status}");
        assert!(!status.core_dumped());
        return;
    }
    let limits = Limits {
        cpu_seconds: Some(1),
        ..Limits::default()
    };
    assert!(limits.apply().cpu_time.is_active());
    loop {
        std::hint::spin_loop();
    }
}

#[test]
fn a_file_that_grows_without_end_is_stopped() {
    const FILE: &str = "ASSAY_SANDBOX_TEST_FILE";
    if role().is_none() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("large");
        let status = command("limits::a_file_that_grows_without_end_is_stopped", "child")
            .env(FILE, &file)
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert_eq!(status.signal(), Some(Signal::SIGXFSZ as i32), "{status}");
        assert_eq!(fs::metadata(&file).unwrap().len(), 4096);
        return;
    }
    let mut file = fs::File::create(std::env::var_os(FILE).unwrap()).unwrap();
    let limits = Limits {
        file_size_bytes: Some(4096),
        ..Limits::default()
    };
    assert!(limits.apply().file_size.is_active());
    loop {
        file.write_all(&[0; 1024]).unwrap();
    }
}

/// The parent ends while its child sleeps. Both hold the pipe that is read here, so reading ends
/// when both are gone; a child that outlived its parent would have said so.
#[test]
fn a_child_ends_with_its_parent() {
    const TEST: &str = "limits::a_child_ends_with_its_parent";
    match role().as_deref() {
        None => {
            let output = command(TEST, "parent").output().unwrap();
            let text = String::from_utf8_lossy(&output.stdout);
            assert_eq!(output.status.code(), Some(42), "{output:?}");
            assert!(!text.contains("survived"), "{text}");
        }
        Some("parent") => {
            let mut child = command(TEST, "child")
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let mut line = String::new();
            let mut from_child = BufReader::new(child.stderr.take().unwrap());
            from_child.read_line(&mut line).unwrap();
            assert_eq!(line, "limited\n");
            exit(42);
        }
        Some(_) => {
            let limits = Limits {
                parent: Some(parent_id()),
                ..Limits::default()
            };
            assert!(limits.apply().parent_death_signal.is_active());
            eprintln!("limited");
            std::thread::sleep(Duration::from_secs(20));
            println!("survived");
        }
    }
}
