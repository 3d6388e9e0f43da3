//! The clock of a machine in words.

use assay_evidence::Environment;

use crate::format;

/// Frequency, governor, turbo and SMT as far as they are known.
pub(crate) fn clock(environment: &Environment) -> String {
    let smt = environment.smt_control.as_deref();
    let governor = environment.cpufreq_governor.as_deref().unwrap_or("unknown");
    let Some(maximum) = khz(&environment.cpufreq_max_khz) else {
        return without_scaling(environment);
    };
    if environment.architecture == "aarch64" && khz(&environment.cpufreq_min_khz) == Some(maximum) {
        let boost = match environment.cpufreq_boost.as_deref() {
            Some("1") => "on",
            _ => "off",
        };
        let smt = smt_or_none(environment);
        return format!(
            "fixed {} (governor {governor}, minimum = maximum), boost {boost}, SMT {smt}",
            format::ghz(maximum)
        );
    }
    format!(
        "max {}, governor {governor}, turbo {}, SMT {}",
        format::ghz(maximum),
        turbo(environment),
        smt.unwrap_or("unknown")
    )
}

fn without_scaling(environment: &Environment) -> String {
    let smt = smt_or_none(environment);
    match environment.core_clock_mhz {
        // In front of a firmware that nobody can ask, only bare machines are known to have no boost.
        Some(mhz) if environment.virtualized => format!(
            "measured {}; governor unknown, turbo unknown, SMT {smt}",
            format::ghz(mhz as f64 * 1e6)
        ),
        Some(mhz) => format!(
            "measured {}, set by firmware, no OS scaling or boost, SMT {smt}",
            format::ghz(mhz as f64 * 1e6)
        ),
        None => {
            format!(
                "not known: there is no cpufreq driver, and no measured core clock is recorded; governor unknown, turbo {}, SMT {smt}",
                turbo(environment)
            )
        }
    }
}

fn smt_or_none(environment: &Environment) -> &str {
    match environment.smt_control.as_deref() {
        Some("notsupported" | "notimplemented") => "none",
        other => other.unwrap_or("unknown"),
    }
}

pub(crate) fn turbo(environment: &Environment) -> &'static str {
    match (
        environment.intel_pstate_no_turbo.as_deref(),
        environment.cpufreq_boost.as_deref(),
    ) {
        (Some("1"), _) | (None, Some("0")) => "off",
        (Some("0"), _) | (None, Some("1")) => "on",
        _ => "unknown",
    }
}

fn khz(value: &Option<String>) -> Option<f64> {
    let khz: f64 = value.as_deref()?.trim().parse().ok()?;
    Some(khz * 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &str) -> Option<String> {
        Some(value.to_owned())
    }

    #[test]
    fn a_scaled_clock_is_given_with_what_could_change_it() {
        let mut environment = Environment {
            architecture: "x86_64".to_owned(),
            cpufreq_governor: text("powersave"),
            cpufreq_min_khz: text("4800000"),
            cpufreq_max_khz: text("4800000"),
            intel_pstate_no_turbo: text("0"),
            smt_control: text("on"),
            ..Environment::default()
        };
        let words = "max 4.80 GHz, governor powersave, turbo on, SMT on";
        assert_eq!(clock(&environment), words);
        environment.intel_pstate_no_turbo = None;
        assert!(clock(&environment).contains("turbo unknown"));
        environment.cpufreq_boost = text("0");
        assert!(clock(&environment).contains("turbo off"));
    }

    #[test]
    fn a_pinned_clock_is_fixed() {
        let mut environment = Environment {
            architecture: "aarch64".to_owned(),
            cpufreq_governor: text("performance"),
            cpufreq_min_khz: text("2707200"),
            cpufreq_max_khz: text("2707200"),
            smt_control: text("notimplemented"),
            ..Environment::default()
        };
        assert_eq!(
            clock(&environment),
            "fixed 2.71 GHz (governor performance, minimum = maximum), boost off, SMT none"
        );
        environment.cpufreq_min_khz = text("710400");
        assert!(clock(&environment).starts_with("max 2.71 GHz, governor performance"));
    }

    #[test]
    fn a_clock_that_nobody_knows_is_not_invented() {
        let mut environment = Environment::default();
        assert!(clock(&environment).starts_with("not known: "));
        assert!(clock(&environment).contains("; governor unknown, turbo unknown, SMT unknown"));
        environment.core_clock_mhz = Some(2700);
        assert!(clock(&environment).starts_with("measured 2.70 GHz, set by firmware"));
        environment.virtualized = true;
        assert!(
            clock(&environment).starts_with("measured 2.70 GHz; governor unknown, turbo unknown")
        );
    }
}
