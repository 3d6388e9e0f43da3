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
        let smt = match smt {
            Some("notsupported" | "notimplemented") => "none",
            other => other.unwrap_or("unknown"),
        };
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
    let smt = environment.smt_control.as_deref().unwrap_or("unknown");
    match environment.core_clock_mhz {
        Some(mhz) => format!(
            "measured {}, set by firmware, no OS scaling or boost, SMT {smt}",
            format::ghz(mhz as f64 * 1e6)
        ),
        None => {
            format!("not known: there is neither a cpufreq driver nor a cycle counter; SMT {smt}")
        }
    }
}

fn turbo(environment: &Environment) -> &'static str {
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
