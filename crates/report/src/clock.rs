//! The clock of a machine in words.

use assay_evidence::Environment;

use crate::number::gigahertz;

/// Clock, governor, turbo and simultaneous multithreading of the machine, as pages state them.
#[must_use]
pub fn clock_text(environment: &Environment) -> String {
    let smt = environment.smt_control.as_deref().unwrap_or("unknown");
    let none_if_absent = match smt {
        "notsupported" | "notimplemented" => "none",
        other => other,
    };
    let Some(highest) = &environment.cpufreq_max_khz else {
        return match environment.core_clock_mhz {
            Some(megahertz) => format!(
                "measured {}, set by firmware (no frequency scaling or boost under control of the operating system), SMT {none_if_absent}",
                gigahertz(megahertz as f64 * 1e6)
            ),
            None => format!(
                "unknown: no frequency driver and no hardware cycle counter, SMT {none_if_absent}"
            ),
        };
    };
    let governor = environment.cpufreq_governor.as_deref().unwrap_or("unknown");
    let frequency = highest
        .parse::<f64>()
        .map_or_else(|_| highest.clone(), |khz| gigahertz(khz * 1e3));
    let boost = turbo(environment);
    if environment.architecture == "aarch64"
        && environment.cpufreq_min_khz.as_ref() == Some(highest)
    {
        return format!(
            "fixed {frequency} (governor {governor}, minimum = maximum), boost {boost}, SMT {none_if_absent}"
        );
    }
    format!("max {frequency}, governor {governor}, turbo {boost}, SMT {smt}")
}

fn turbo(environment: &Environment) -> &'static str {
    let no_turbo = environment.intel_pstate_no_turbo.as_deref();
    let boost = environment.cpufreq_boost.as_deref();
    match (no_turbo, boost) {
        (Some("1"), _) | (None, Some("0")) => "off",
        (Some("0"), _) | (None, Some("1")) => "on",
        _ => "unknown",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn x86_states_turbo_from_either_switch() {
        let mut environment = Environment {
            architecture: "x86_64".to_owned(),
            cpufreq_max_khz: some("2100000"),
            cpufreq_governor: some("performance"),
            intel_pstate_no_turbo: some("1"),
            smt_control: some("off"),
            ..Environment::default()
        };
        assert_eq!(
            clock_text(&environment),
            "max 2.10 GHz, governor performance, turbo off, SMT off"
        );
        environment.intel_pstate_no_turbo = None;
        assert!(clock_text(&environment).contains("turbo unknown"));
        environment.cpufreq_boost = some("1");
        assert!(clock_text(&environment).contains("turbo on"));
    }

    #[test]
    fn aarch64_with_equal_limits_is_fixed() {
        let environment = Environment {
            architecture: "aarch64".to_owned(),
            cpufreq_min_khz: some("2707200"),
            cpufreq_max_khz: some("2707200"),
            cpufreq_governor: some("performance"),
            cpufreq_boost: some("0"),
            smt_control: some("notimplemented"),
            ..Environment::default()
        };
        assert_eq!(
            clock_text(&environment),
            "fixed 2.71 GHz (governor performance, minimum = maximum), boost off, SMT none"
        );
    }

    #[test]
    fn without_a_driver_only_a_measured_clock_is_stated() {
        let mut environment = Environment::default();
        assert_eq!(
            clock_text(&environment),
            "unknown: no frequency driver and no hardware cycle counter, SMT unknown"
        );
        environment.core_clock_mhz = Some(2700);
        assert!(clock_text(&environment).starts_with("measured 2.70 GHz, set by firmware"));
    }
}
