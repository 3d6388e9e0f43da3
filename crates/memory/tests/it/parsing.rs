use assay_memory::{ParseError, Statm, Status, parse_smaps_rollup, parse_statm, parse_status};
use proptest::prelude::*;

const STATUS: &str = "Name:\tcat\nUmask:\t0022\nState:\tR (running)\nVmPeak:\t    3060 kB\n\
    VmSize:\t    3060 kB\nVmHWM:\t    1752 kB\nVmRSS:\t    1640 kB\nRssAnon:\t     112 kB\n";

const ROLLUP: &str = "562ef936a000-7ffe65315000 ---p 00000000 00:00 0                          [rollup]\n\
    Rss:                1692 kB\nPss:                 360 kB\n";

#[test]
fn figures_of_the_kernel() {
    assert_eq!(
        parse_status(STATUS),
        Ok(Status {
            high_water_bytes: 1752 * 1024,
            resident_bytes: 1640 * 1024,
        })
    );
    assert_eq!(parse_smaps_rollup(ROLLUP), Ok(1692 * 1024));
    assert_eq!(
        parse_statm("765 423 395 5 0 123 0\n"),
        Ok(Statm {
            size_pages: 765,
            resident_pages: 423,
            shared_pages: 395,
        })
    );
}

#[test]
fn a_missing_figure_is_an_error_and_not_zero() {
    // A kernel thread or a zombie has no Vm lines.
    let error = parse_status("Name:\tkthreadd\nState:\tS (sleeping)\n").unwrap_err();
    assert_eq!(error, ParseError::Missing { field: "VmHWM" });
    assert_eq!(error.to_string(), "VmHWM is missing");
    assert_eq!(
        parse_statm("1 2"),
        Err(ParseError::Missing { field: "shared" })
    );
}

#[test]
fn a_strange_value_is_shown() {
    for (line, value) in [
        ("VmHWM:\tmany kB\n", "many kB"),
        ("VmHWM:\t12 MB\n", "12 MB"),
        ("VmHWM:\t-4 kB\n", "-4 kB"),
        ("VmHWM:\n", ""),
        (
            "VmHWM: 18446744073709551615 kB\n",
            "18446744073709551615 kB",
        ),
    ] {
        assert_eq!(
            parse_status(line),
            Err(ParseError::Unexpected {
                field: "VmHWM",
                value: value.to_owned(),
            })
        );
    }
}

#[test]
fn a_process_name_cannot_pose_as_a_figure() {
    let text = format!("Name:\tVmHWM: 9 kB\n{STATUS}");
    assert_eq!(parse_status(&text), parse_status(STATUS));
}

proptest! {
    #[test]
    fn any_figures_survive(high_water in 0..u64::MAX / 1024, resident in 0..u64::MAX / 1024) {
        let text = format!("Name:\tx\nVmHWM:\t{high_water:8} kB\nVmRSS:\t{resident:8} kB\n");
        prop_assert_eq!(parse_status(&text), Ok(Status {
            high_water_bytes: high_water * 1024,
            resident_bytes: resident * 1024,
        }));
    }

    #[test]
    fn any_pages_survive(size: u64, resident: u64, shared: u64) {
        prop_assert_eq!(
            parse_statm(&format!("{size} {resident} {shared} 1 0 2 0\n")),
            Ok(Statm { size_pages: size, resident_pages: resident, shared_pages: shared })
        );
    }

    #[test]
    fn garbage_is_an_error_and_no_panic(text in "[ -~\n\t]{0,200}") {
        // No such text has all of the figures in the kernel's form.
        prop_assert!(parse_status(&text).is_err());
        prop_assert!(parse_smaps_rollup(&text).is_err());
        let numbers = text.split_ascii_whitespace().take(3).all(|field| field.parse::<u64>().is_ok());
        prop_assert!(numbers || parse_statm(&text).is_err());
    }
}
