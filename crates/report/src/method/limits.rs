//! What the numbers do not say.

use assay_evidence::TimingRecord;

use crate::context::Evidence;
use crate::page::Line;

pub(super) fn bullets(evidence: &Evidence<'_>, complete: &[&TimingRecord]) -> Vec<Line> {
    let memory = if evidence.memories.is_empty() {
        "Memory: the static size is that of the library's loadable segments, and the resident set that of the whole process with driver and libc; \
         both are upper bounds for the algorithm's own. Stack and heap of an operation alone are not measured in this run."
            .to_owned()
    } else {
        format!(
            "Memory: the static size is that of the library's loadable segments, and the resident set that of the whole process with driver and libc; \
             both are upper bounds for the algorithm's own. Stack and heap of an operation alone come from processes of their own ({} memory \
             records).",
            evidence.memories.len()
        )
    };
    let optimised = evidence
        .build
        .instances
        .iter()
        .filter(|entry| entry.variant != "reference" && entry.library.is_some())
        .count();
    let few = complete
        .iter()
        .filter(|record| record.head.plan.trials < evidence.campaign.planning.trials)
        .count();
    let reused = complete
        .iter()
        .filter(|record| record.head.plan.is_one_call())
        .count();
    let mut bullets: Vec<Line> = vec![
        memory.into(),
        "Symmetric code of a candidate's own is in no share: a small share may mean little hashing, or hashing elsewhere.".into(),
        format!(
            "Shares are those of reference builds: link-time optimisation inlines the calls that the wrappers would count. {optimised} libraries of this \
             run are optimised variants."
        )
        .into(),
        "Known answers are compared by digest: that they agree says nothing about how the code was written, nor about inputs outside of the \
         vectors."
            .into(),
        format!(
            "Slow operations have fewer trials: {few} of {} complete records have fewer than {}; of {reused}, the calibration call is the whole \
             measurement.",
            complete.len(),
            evidence.campaign.planning.trials
        )
        .into(),
        "Times are those of one machine, one compiler and one binary: how code is laid out in memory moves them by amounts that no interval here \
         covers."
            .into(),
    ];
    if complete
        .iter()
        .any(|record| record.head.operation == "exchange")
    {
        bullets.push(
            "Steps of a key exchange: the two stamps around a step are inside the figure of very short steps.".into(),
        );
    }
    bullets
}
