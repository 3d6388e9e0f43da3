//! Title, banners and the sentence that says what the page is.

use std::collections::BTreeSet;

use crate::banner::{disturbed_banner, host_banner, quick_banner};
use crate::context::{Context, architecture, guide};
use crate::page::{Block, Line};

pub(crate) fn blocks(context: &Context<'_>) -> Vec<Block> {
    let environment = context.environment();
    let subject = match origins(context).iter().copied().collect::<Vec<_>>()[..] {
        ["independent"] => "performance of an independent implementation",
        _ => "performance",
    };
    let mut blocks = vec![Block::Heading(
        1,
        Line::from(format!(
            "{} {} — {subject} on {} (system {})",
            context.facts.id,
            context.facts.algorithm,
            architecture(environment),
            context.system
        )),
    )];
    if context.published {
        blocks.push(Block::Paragraph(
            format!(
                "Independent measurement following the structure of the NICCS {} self-assessment guide, §3.5 (1)–(7). \
                 Not a submitter self-assessment.",
                guide(environment)
            )
            .into(),
        ));
        return blocks;
    }
    blocks.extend(origin_banner(context));
    blocks.extend(host_banner(context.campaign, &context.records));
    blocks.extend(disturbed_banner([context]));
    blocks.extend(quick_banner(context.campaign, &context.records));
    blocks.push(Block::Paragraph(
        format!(
            "Measured with Assay. Sections 1 to 7 follow §3.5 (1)–(7) of the NICCS {} self-assessment guide; this is not a \
             self-assessment by the submitter.",
            guide(environment)
        )
        .into(),
    ));
    blocks
}

fn origins<'a>(context: &Context<'a>) -> BTreeSet<&'a str> {
    context
        .labels
        .iter()
        .flat_map(|label| context.origins(label))
        .collect()
}

fn origin_banner(context: &Context<'_>) -> Option<Block> {
    let independent: Vec<&str> = context
        .labels
        .iter()
        .copied()
        .filter(|label| context.origins(label).contains("independent"))
        .collect();
    if independent.is_empty() {
        return None;
    }
    let whole = origins(context).len() == 1;
    let line = Line::new().strong("Not the submitter's code.");
    let line = if whole {
        line.text(" What is measured here is an")
    } else {
        line.text(" For ")
            .codes(independent)
            .text(", what is measured here is an")
    };
    Some(Block::Quote(
        line.text(
            " independent implementation, none of the submitter's files. The numbers say nothing about how fast or small the submission is.",
        ),
        Vec::new(),
    ))
}
