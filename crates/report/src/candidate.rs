//! The page of one candidate.

mod basic;
mod environment;
mod kat;
mod performance;
mod raw_evidence;
mod resources;
mod spread;
mod symmetric;
mod transmission;

use assay_evidence::{Campaign, CandidateEvidence};
use assay_manifest::Function;

use crate::facts::CandidateFacts;
use crate::measured::{architecture, host_problems, is_ours, is_quick, origin_words, origins};
use crate::page::{Block, Inline, Page};

pub(crate) use symmetric::hash_share;

/// What every section looks at.
#[derive(Clone, Copy)]
struct Context<'a> {
    facts: &'a CandidateFacts,
    evidence: &'a CandidateEvidence,
    campaign: &'a Campaign,
    /// Measured by this program, so version 3 and our sentences.
    ours: bool,
}

impl Context<'_> {
    fn is_hash(&self) -> bool {
        self.facts.function == Function::Hash
    }
}

/// The page of one candidate: sections (1) to (7) of the self-assessment guide and the use of symmetric primitives.
#[must_use]
pub fn candidate_page(
    facts: &CandidateFacts,
    evidence: &CandidateEvidence,
    campaign: &Campaign,
) -> Page {
    let context = Context {
        facts,
        evidence,
        campaign,
        ours: is_ours(campaign),
    };
    let mut page = Page::default();
    head(&mut page, context);
    basic::section(&mut page, context);
    environment::section(&mut page, context);
    kat::section(&mut page, context);
    performance::section(&mut page, context);
    resources::section(&mut page, context);
    if !context.is_hash() {
        transmission::section(&mut page, context);
        symmetric::section(&mut page, context);
    }
    raw_evidence::section(&mut page, context);
    page
}

fn head(page: &mut Page, context: Context<'_>) {
    let Context {
        facts, campaign, ..
    } = context;
    let (architecture, guide) = architecture(campaign);
    let system = &campaign.system_id;
    page.heading(
        1,
        format!(
            "{} {} — performance on {architecture} (system {system})",
            facts.id, facts.algorithm
        ),
    );
    page.blocks.push(Block::Navigation(navigation(context)));
    page.paragraph(format!(
        "Independent measurement following the structure of the NICCS {guide} self-assessment guide, §3.5 (1)–(7). \
         Not a submitter self-assessment."
    ));
    if context.ours {
        origin_statement(page, context);
        banners(page, campaign, || context.evidence.records.iter());
    }
}

fn navigation(context: Context<'_>) -> Inline {
    let Context {
        facts, campaign, ..
    } = context;
    let system = &campaign.system_id;
    let mut line = if context.ours {
        Inline::new().link("all candidates", "summary.md")
    } else {
        Inline::new().link(
            format!("Performance {system}"),
            format!("../performance/summary_{system}.md"),
        )
    };
    line = line.text(" › ").code(&facts.id);
    if !context.ours {
        line = line
            .text(" · ")
            .link("method", format!("../performance/method_{system}.md"));
    }
    if let Some(submission) = &facts.links.submission {
        line = line.text(" · ").link("NICCS page", submission);
    }
    if let (true, Some(security)) = (context.ours, &facts.links.security) {
        line = line.text(" · ").link("security evaluation", security);
    }
    line
}

fn origin_statement(page: &mut Page, context: Context<'_>) {
    let origins: Vec<&str> = origins(context.evidence, None).into_iter().collect();
    let text = match origins.as_slice() {
        [] => Inline::new().strong("Origin of the code: unknown."),
        ["independent"] => Inline::new()
            .strong(format!(
                "Origin of the code: {}.",
                origin_words("independent")
            ))
            .text(" No figure on this page is a measurement of the submitter's implementation."),
        [one] => Inline::new().strong(format!("Origin of the code: {}.", origin_words(one))),
        several => {
            let words: Vec<String> = several.iter().map(|origin| origin_words(origin)).collect();
            Inline::new()
                .strong(format!("Origin of the code differs: {}.", words.join("; ")))
                .text(" Section 1 says which instance is which.")
        }
    };
    page.paragraph(text);
}

/// Warnings that concern every number: an unfit machine, a quick look.
pub(crate) fn banners<'a, R>(page: &mut Page, campaign: &Campaign, records: impl Fn() -> R)
where
    R: Iterator<Item = &'a assay_evidence::TimingRecord>,
{
    if is_quick(campaign, records()) {
        page.blocks.push(Block::Banner(
            Inline::new().strong("Quick look.").text(format!(
                " Trials were planned to last {} s only; these numbers show that everything works, not how fast it is.",
                campaign.planning.trial_target_s
            )),
            Vec::new(),
        ));
    }
    if let Some(problems) = host_problems(records()) {
        let reasons = problems.into_iter().map(Inline::from).collect();
        page.blocks.push(Block::Banner(
            Inline::new()
                .strong("Host not fixed.")
                .text(" The machine was not in the state that comparable measurements need:"),
            reasons,
        ));
    }
}
