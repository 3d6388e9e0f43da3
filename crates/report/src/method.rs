//! The page about how a system's numbers were measured. What it states of a run is counted in its evidence.

mod limits;
mod measurement;
mod share;
mod tally;

use assay_evidence::TimingRecord;

use crate::banner::{host_banner, quick_banner};
use crate::clock::clock;
use crate::context::{Evidence, architecture};
use crate::page::{Block, Line, Page};
use crate::{SUMMARY_FILE_NAME, SURVEY_FILE_NAME, format};

/// The method of a run.
pub(crate) fn method_page(evidence: &Evidence<'_>) -> Page {
    let records: Vec<&TimingRecord> = evidence.records.iter().collect();
    let complete: Vec<&TimingRecord> = records
        .iter()
        .copied()
        .filter(|record| record.head.is_complete())
        .collect();
    // Not the first record: records come in an order that means nothing here.
    let environment = complete
        .iter()
        .min_by_key(|record| (&record.head.started_utc, &record.head.label))
        .map_or(&evidence.campaign.environment_at_start, |record| {
            &record.head.environment
        });
    let unknown = "unknown";
    let mut blocks =
        vec![
        Block::Heading(
            1,
            format!(
                "Measurement method — {}, system {}",
                architecture(environment),
                evidence.system
            )
            .into(),
        ),
        Block::Paragraph(
            Line::from(format!(
                "System {}: {}; {}; {} of memory; {}, kernel {}. Clock: {}. Numbers are on the ",
                evidence.system,
                environment.cpu_model.as_deref().unwrap_or("an unknown processor"),
                environment.machine.as_deref().unwrap_or("machine unknown"),
                environment
                    .memory_total_kib
                    .map_or_else(|| "an unknown amount".to_owned(), format::mib),
                environment.os.as_deref().unwrap_or("unknown operating system"),
                environment.kernel.as_deref().unwrap_or(unknown),
                clock(environment)
            ))
            .link("summary page", Some(SUMMARY_FILE_NAME))
            .text(", what the candidates' symmetric functions are is on the ")
            .link("survey page", Some(SURVEY_FILE_NAME))
            .text("."),
        ),
    ];
    blocks.extend(host_banner(evidence.campaign, &records));
    blocks.extend(quick_banner(evidence.campaign, &records));
    blocks.push(Block::Heading(2, "Measurement".into()));
    blocks.push(Block::Bullets(measurement::bullets(evidence, &complete)));
    blocks.push(Block::Heading(
        2,
        "Share of the ICCS placeholder functions".into(),
    ));
    blocks.extend(
        share::paragraphs(evidence)
            .into_iter()
            .map(Block::Paragraph),
    );
    blocks.push(Block::Heading(2, "Limitations".into()));
    blocks.push(Block::Bullets(limits::bullets(evidence, &complete)));
    Page {
        trail: Line::new(),
        blocks,
    }
}
