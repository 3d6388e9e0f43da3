//! The summary: one table per kind of algorithm.

mod hash;
mod public_key;

use assay_evidence::{Campaign, Environment, TimingRecord};
use assay_manifest::{Function, SurveyVerdict};

use crate::banner::{disturbed_banner, host_banner, quick_banner};
use crate::clock::clock;
use crate::context::{Context, Evidence, Index, architecture, failed, is_optimised, not_measured};
use crate::counter::{distinct, mean, or_chosen, source_name, unit_name};
use crate::facts::CandidateFacts;
use crate::natural::natural_order;
use crate::page::{Block, Line, Page, Table};
use crate::page_file_name;

/// The summary of a run or system.
///
/// `evidence` may be one for all candidates or one per candidate, in any order: what belongs to a candidate is told by
/// the records themselves. Candidates are shown in natural order of their identifiers.
#[must_use]
pub fn summary_page(facts: &[CandidateFacts], evidence: &[Evidence<'_>]) -> Page {
    let Some(first) = evidence.first() else {
        return Page {
            trail: Line::new(),
            blocks: vec![
                Block::Heading(1, "Performance".into()),
                Block::Paragraph(not_measured("there is no evidence").into()),
            ],
        };
    };
    let mut facts: Vec<&CandidateFacts> = facts.iter().collect();
    facts.sort_by(|a, b| natural_order(&a.id, &b.id));
    let indices: Vec<Index<'_>> = evidence.iter().map(Index::new).collect();
    let candidates: Vec<Context<'_>> = facts
        .into_iter()
        .map(|facts| merged(facts, &indices, first))
        .collect();
    let records: Vec<&TimingRecord> = candidates
        .iter()
        .flat_map(|candidate| candidate.records.iter().copied())
        .collect();

    let environment = records
        .iter()
        .find(|record| record.head.is_complete())
        .map_or(&first.campaign.environment_at_start, |record| {
            &record.head.environment
        });
    let mut blocks = vec![Block::Heading(
        1,
        format!(
            "Performance — {}, system {}",
            architecture(environment),
            first.system
        )
        .into(),
    )];
    blocks.push(Block::Paragraph(setting(
        first.campaign,
        environment,
        &records,
    )));
    blocks.extend(independent_banner(&candidates));
    blocks.extend(host_banner(first.campaign, &records));
    blocks.extend(disturbed_banner(&candidates));
    blocks.extend(quick_banner(first.campaign, &records));
    blocks.push(Block::Bullets(explanations(&records)));

    let kinds = [
        (Function::Sig, "Digital signatures"),
        (Function::Kem, "Key encapsulation"),
        (Function::Kex, "Key exchange"),
        (Function::Hash, "Hash functions"),
    ];
    for (function, heading) in kinds {
        let of_kind: Vec<&Context<'_>> = candidates
            .iter()
            .filter(|candidate| candidate.facts.function == function)
            .collect();
        let table = match function {
            Function::Hash => hash::table(&of_kind, evidence),
            _ => public_key::table(&of_kind, function),
        };
        if !table.rows.is_empty() {
            blocks.push(Block::Heading(2, heading.into()));
            blocks.push(Block::Table(table));
        }
    }
    let strangers = without_manifest(&candidates, evidence);
    if !strangers.is_empty() {
        blocks.push(Block::Paragraph(
            Line::from("Not shown, because there is no manifest for it: evidence of ")
                .codes(strangers)
                .text("."),
        ));
    }
    Page {
        trail: Line::new(),
        blocks,
    }
    .with_quoted_names_as_code()
}

/// What a reader must know before any number: how much was measured, on what, in which unit.
fn setting(campaign: &Campaign, environment: &Environment, records: &[&TimingRecord]) -> Line {
    let complete = records.iter().filter(|record| record.head.is_complete());
    let units = distinct(
        complete
            .clone()
            .map(|record| mean(record).map(|mean| mean.unit)),
    );
    let units: Vec<&str> = or_chosen(units, campaign)
        .into_iter()
        .map(unit_name)
        .collect();
    let (complete, all) = (complete.count(), records.len());
    Line::from(format!(
        "{complete} operations measured{} on {} (CPU {}{}), counted in {}. Clock: {}.",
        match all - complete {
            0 => String::new(),
            failed => format!(", {failed} failed,"),
        },
        environment
            .cpu_model
            .as_deref()
            .unwrap_or("an unknown processor"),
        environment.cpu_number,
        if environment.virtualized {
            ", virtual machine"
        } else {
            ""
        },
        units.join(" and "),
        clock(environment)
    ))
}

/// Candidates that only the evidence knows; the placeholder functions are none.
fn without_manifest<'a>(candidates: &[Context<'_>], evidence: &[Evidence<'a>]) -> Vec<&'a str> {
    let built = evidence
        .iter()
        .flat_map(|evidence| &evidence.build.instances);
    let timed = evidence.iter().flat_map(|evidence| evidence.records);
    let mut ids: Vec<&str> = built
        .map(|entry| entry.candidate.as_str())
        .chain(timed.map(|record| record.head.candidate.as_str()))
        .filter(|id| *id != hash::PLACEHOLDERS)
        .filter(|id| !candidates.iter().any(|known| known.facts.id == *id))
        .collect();
    ids.sort_by(|a, b| natural_order(a, b));
    ids.dedup();
    ids
}

/// What all the evidence holds on one candidate.
fn merged<'a>(
    facts: &'a CandidateFacts,
    indices: &[Index<'a>],
    first: &Evidence<'a>,
) -> Context<'a> {
    let mut contexts = indices.iter().map(|index| Context::of(facts, index));
    let Some(mut merged) = contexts.next() else {
        return Context::new(facts, first);
    };
    for other in contexts {
        merged.records.extend(other.records);
        merged.profiles.extend(other.profiles);
        merged.memories.extend(other.memories);
        merged.published &= other.published;
        for entry in other.entries {
            // Every evidence may come with the same build file.
            if !merged
                .entries
                .iter()
                .any(|known| known.label == entry.label)
            {
                merged.entries.push(entry);
            }
        }
        merged.labels.extend(other.labels);
    }
    merged.labels.sort_by(|a, b| natural_order(a, b));
    merged.labels.dedup();
    merged
}

fn independent_banner(candidates: &[Context<'_>]) -> Option<Block> {
    let any = candidates.iter().any(|candidate| {
        candidate
            .labels
            .iter()
            .any(|label| candidate.origins(label).contains("independent"))
    });
    any.then(|| {
        Block::Quote(
            Line::new().strong("Not all of this is the submitters' code.").text(
                " Rows whose code is \"independent\" measure implementations that are not the submitters' files. Their numbers say nothing about how fast or small the submissions are.",
            ),
            Vec::new(),
        )
    })
}

fn explanations(records: &[&TimingRecord]) -> Vec<Line> {
    let mut counters: Vec<(&str, &str)> = records
        .iter()
        .filter_map(|record| record.head.provenance.as_ref())
        .map(|provenance| {
            (
                provenance.counter.source.as_str(),
                provenance.counter.unit.as_str(),
            )
        })
        .collect();
    counters.sort_unstable();
    counters.dedup();
    let mut lines: Vec<Line> = counters
        .into_iter()
        .map(|(source, unit)| {
            Line::from(format!(
                "Counts in {}: {}.",
                unit_name(unit),
                source_name(source)
            ))
        })
        .collect();
    lines.extend(
        [
            "Counts are means over all calls of all trials; every unit has columns of its own, as ticks are not cycles.",
            "In parentheses, sym %: share of the operation's time spent in the ICCS placeholder hash functions (pseudohash, pseudoXOF, \
             sm3hash); the DRNG is not in it. ≥ marks a lower bound; ??% that all operations were profiled and no call of them was \
             seen, so that the code must do its symmetric work elsewhere.",
            "A dash: not measured, the reason is among the notes or on the candidate's page; n= fewer than 100 timed calls; ⚠ KAT: the expected \
             answers are not reproduced; ⚠ at a number: disturbed in every attempt.",
            "Sizes are those of the external encoding by the manifest, (API) what the library declares where the manifest gives none; ≈ nominal marks signatures of variable length. Bandwidth counts all \
             protocol messages and each required public key once.",
            "Only reference variants are listed; optimised ones are on the candidates' pages, as are spread, memory and evidence.",
            "This is not a self-assessment by the submitters.",
        ]
        .map(Line::from),
    );
    lines
}

/// Reference instances, in natural order.
fn rows<'c, 'a>(candidates: &[&'c Context<'a>]) -> Vec<(&'c Context<'a>, &'a str)> {
    candidates
        .iter()
        .flat_map(|candidate| {
            candidate
                .labels
                .iter()
                .filter(|label| !is_optimised(candidate, label))
                .map(|label| (*candidate, *label))
        })
        .collect()
}

/// Cells that begin every row: identifier, algorithm, instance, code.
fn first_cells(candidate: &Context<'_>, label: &str) -> Vec<Line> {
    let facts = candidate.facts;
    let page = page_file_name(&facts.id);
    let instance = Line::new().link(label, Some(&page));
    let verdict = candidate.entry(label).map(|entry| entry.kat.as_str());
    let not_run = candidate
        .entry(label)
        .is_some_and(|entry| crate::context::not_run(entry).is_some());
    let origins: Vec<&str> = candidate.origins(label).into_iter().collect();
    vec![
        facts.id.as_str().into(),
        Line::new().link(&facts.algorithm, facts.links.submission.as_deref()),
        match verdict {
            Some(verdict) if verdict != "PASS" && !not_run => {
                instance.text(format!(" ⚠ KAT {verdict}"))
            }
            _ => instance,
        },
        if origins.is_empty() {
            crate::format::ABSENT.into()
        } else {
            origins.join(", ").into()
        },
    ]
}

fn first_columns() -> Vec<Line> {
    ["id", "algorithm", "instance", "code"]
        .map(Line::from)
        .to_vec()
}

/// The notes cell: why there are no numbers, the survey, the test.
fn notes(candidate: &Context<'_>, label: &str) -> Line {
    let mut notes: Vec<String> = Vec::new();
    if candidate.records_of(label).is_empty() {
        notes.push(not_measured(candidate.why_not_measured(label)));
    }
    for record in candidate.records_of(label) {
        if !record.head.is_complete() {
            notes.push(format!(
                "{} {}",
                record.head.operation_key(),
                failed(record)
            ));
        }
    }
    if let Some(survey) = &candidate.facts.survey {
        let remark = match survey.verdict {
            SurveyVerdict::IccsOnly => None,
            SurveyVerdict::Bypass => Some("the submitted code bypasses the placeholder functions"),
            SurveyVerdict::Mixed => {
                Some("the submitted code also has symmetric functions of its own")
            }
            SurveyVerdict::InstanceDependent => Some(
                "whether the submitted code uses the placeholder functions depends on the instance",
            ),
        };
        notes.extend(remark.map(str::to_owned));
    }
    let timed_anyway = candidate
        .records_of(label)
        .iter()
        .any(|record| record.head.kat_not_passed);
    if timed_anyway {
        notes.push(
            "timed although the known-answer test does not pass; the output is not validated"
                .to_owned(),
        );
    }
    if notes.is_empty() {
        crate::format::ABSENT.into()
    } else {
        notes.join("; ").into()
    }
}

fn table_with(columns: Vec<Line>) -> Table {
    Table::new(first_columns().into_iter().chain(columns))
}
