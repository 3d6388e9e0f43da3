use std::io;

use assay_cycles::Refusal;

fn named(errno: i32, paranoid: Option<i32>) -> String {
    Refusal::from_open_error(&io::Error::from_raw_os_error(errno), paranoid).to_string()
}

#[test]
fn a_machine_without_a_counter_is_not_a_question_of_permission() {
    for errno in [libc::ENOENT, libc::EOPNOTSUPP, libc::ENODEV] {
        let text = named(errno, Some(4));
        assert!(
            text.starts_with("no hardware counter on this machine"),
            "{text}"
        );
    }
}

#[test]
fn missing_permission_names_the_value_found_the_one_needed_and_the_command() {
    for errno in [libc::EACCES, libc::EPERM] {
        assert_eq!(
            named(errno, Some(4)),
            "not permitted (perf_event_paranoid = 4, needs ≤ 2: sysctl kernel.perf_event_paranoid=2)"
        );
    }
}

#[test]
fn a_refusal_that_the_sysctl_does_not_explain_says_so() {
    assert_eq!(
        named(libc::EPERM, Some(1)),
        "not permitted, although perf_event_paranoid = 1 would allow it (a container or a \
         security module forbids it)"
    );
    assert!(named(libc::EPERM, None).contains("perf_event_paranoid is unknown"));
}

#[test]
fn anything_else_keeps_its_error_number() {
    assert_eq!(
        named(libc::EMFILE, None),
        "failed to open a hardware counter: Too many open files (os error 24)"
    );
}
