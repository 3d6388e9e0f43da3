use assay_cycles::{Source, Unit};

#[test]
fn units_and_sources_have_stable_names() {
    let units: Vec<_> = Unit::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(units, ["core_cycles", "tsc_ticks", "cntvct_ticks", "ns"]);
    let sources: Vec<_> = Source::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(
        sources,
        ["perf_rdpmc", "perf_read", "tsc", "cntvct", "monotonic"]
    );
}

#[test]
fn names_are_read_back() {
    for unit in Unit::ALL {
        assert_eq!(unit.name().parse(), Ok(unit));
    }
    for source in Source::ALL {
        assert_eq!(source.name().parse(), Ok(source));
    }
    assert_eq!(
        "cycles".parse::<Unit>().unwrap_err().to_string(),
        "\"cycles\" is not a unit; expected core_cycles, tsc_ticks, cntvct_ticks or ns"
    );
}

#[cfg(feature = "serde")]
#[test]
fn records_use_the_same_names() {
    for unit in Unit::ALL {
        let json = serde_json::to_string(&unit).unwrap();
        assert_eq!(json, format!("\"{unit}\""));
    }
    for source in Source::ALL {
        let json = serde_json::to_string(&source).unwrap();
        assert_eq!(json, format!("\"{source}\""));
        assert_eq!(serde_json::from_str::<Source>(&json).unwrap(), source);
    }
}
