//! What an attempt says about an instance, and what follows for it.

use crate::answers::{Answers, normal};
use crate::detect::Instance;
use crate::repairs::Trouble;
use crate::trial::Attempted;

/// What an attempt says, going by the texts.
#[derive(Clone)]
pub(super) enum Outcome {
    /// Record 0 equals that of this text.
    Proven(usize),
    /// It differs from all; the first difference from the first one of its sizes.
    Differs(String),
    /// The texts of its name have other sizes; the first difference.
    Misfit(String),
    /// It runs, and there is nothing to compare with.
    NoAnswers,
    /// It does not build.
    NotBuilt(String),
    /// It is built, but does not make record 0.
    Broken(String),
    /// It cannot be told here.
    Unknown(String),
}

pub(super) fn outcome(instance: &Instance, texts: &[Answers], attempted: &Attempted) -> Outcome {
    let named = instance.answers.len();
    match attempted {
        Attempted::NotHere(why) => Outcome::Unknown(why.clone()),
        Attempted::NotBuilt(said) => Outcome::NotBuilt(said.clone()),
        Attempted::NotRun {
            why, slow: true, ..
        } => Outcome::Unknown(why.clone()),
        Attempted::NotRun { why, .. } => Outcome::Broken(why.clone()),
        Attempted::Ran { sizes, differences } => {
            if let Some(equal) = differences.iter().position(Option::is_none) {
                return Outcome::Proven(equal);
            }
            let fits = |index: &usize| texts[*index].misfit(sizes).is_none();
            match (0..named).find(fits) {
                Some(index) => Outcome::Differs(format!(
                    "record 0 differs from `{}`: {}",
                    texts[index].path,
                    differences
                        .get(index)
                        .cloned()
                        .flatten()
                        .unwrap_or_default()
                )),
                None if named > 0 => Outcome::Misfit(format!(
                    "`{}` is of another build: {}",
                    texts[0].path,
                    texts[0].misfit(sizes).unwrap_or_default()
                )),
                None => Outcome::NoAnswers,
            }
        }
    }
}

pub(super) fn trouble(outcome: &Outcome) -> Trouble<'_> {
    match outcome {
        Outcome::NotBuilt(said) | Outcome::Broken(said) => Trouble::Broken(said),
        Outcome::Misfit(_) => Trouble::Misfit,
        _ => Trouble::Differs,
    }
}

/// How near to its known answers an instance is: it runs, its sizes are right.
pub(super) fn outcome_rank(outcome: &Outcome) -> u8 {
    match outcome {
        Outcome::NotBuilt(_) | Outcome::Unknown(_) => 0,
        Outcome::Broken(_) => 1,
        Outcome::NoAnswers | Outcome::Misfit(_) => 2,
        Outcome::Differs(_) => 3,
        Outcome::Proven(_) => 4,
    }
}

impl Outcome {
    pub(super) fn in_words(&self, texts: &[Answers]) -> String {
        match self {
            Self::Proven(text) => format!("record 0 equals `{}`", texts[*text].path),
            Self::NoAnswers => "it builds and makes record 0".to_owned(),
            Self::NotBuilt(said)
            | Self::Differs(said)
            | Self::Misfit(said)
            | Self::Broken(said)
            | Self::Unknown(said) => first_line(said),
        }
    }
}

/// Attaches the answers that belong to an instance, and notes what is settled and what stays open.
pub(super) fn settle(
    instance: &mut Instance,
    texts: &[Answers],
    attempted: &Attempted,
    outcome: Outcome,
) {
    let sizes: &[(String, u64)] = match attempted {
        Attempted::Ran { sizes, .. } | Attempted::NotRun { sizes, .. } => sizes,
        _ => &[],
    };
    let proven = match &outcome {
        Outcome::Proven(text) => Some(texts[*text].clone()),
        _ => None,
    };
    let (open, reasons) = (
        &mut instance.selection.open,
        &mut instance.selection.reasons,
    );
    // What was made from the text is no longer a question of its sizes.
    instance.answers.retain(|(answers, _)| {
        let is_proven = proven
            .as_ref()
            .is_some_and(|proven| proven.path == answers.path);
        match answers.misfit(sizes).filter(|_| !is_proven) {
            Some(misfit) => {
                reasons.push(format!(
                    "known answers `{}` are refused: {misfit}",
                    answers.path
                ));
                false
            }
            None => true,
        }
    });
    match outcome {
        Outcome::Proven(_) => {
            // What was unsure is answered by the answers, but for what was refused.
            let (refused, settled): (Vec<String>, Vec<String>) =
                std::mem::take(open).into_iter().partition(|item| item.contains("refused"));
            *open = refused;
            reasons.extend(settled.into_iter().map(|item| format!("settled by record 0: {item}")));
        }
        Outcome::Differs(said) => open.push(format!("{said}; {}", reading(&said))),
        Outcome::Misfit(said) => open.push(format!(
            "it has no known answers of its own sizes: {said}; another parameter set may be chosen by `defines`, or the file is wrong"
        )),
        Outcome::NoAnswers => {
            reasons.push("built and run once; there are no known answers to compare with".to_owned());
        }
        Outcome::NotBuilt(said) | Outcome::Broken(said) => open.push(format!("it does not build or run: {}", first_line(&said))),
        Outcome::Unknown(why) => reasons.push(format!("not tried: {}", first_line(&why))),
    }
    if let Some(proven) = proven {
        let position = instance
            .answers
            .iter()
            .position(|(answers, _)| answers.path == proven.path);
        let mut entry = match position {
            Some(position) => instance.answers.remove(position),
            None => (proven, "no other instance has it".to_owned()),
        };
        entry.1.push_str("; record 0 is what the library makes");
        instance.answers.insert(0, entry);
    }
}

/// What a difference usually means.
fn reading(difference: &str) -> &'static str {
    let field = difference
        .split("field ")
        .nth(1)
        .and_then(|rest| rest.split([',', ' ']).next())
        .unwrap_or_default();
    let lower = normal(field);
    if lower.ends_with("len") {
        "another length: the answers are of another parameter set or build"
    } else if lower.starts_with("pk") || lower.starts_with("sk") {
        "keys of the right length with other contents: another source of randomness, other helpers, or another parameter set of these sizes"
    } else if lower == "dst" {
        "another digest: another variant, or other settings"
    } else {
        "keys are equal: something later draws randomness elsewhere, or the answers were made by another driver"
    }
}

/// One line of what a compiler said, with the one that names the error.
pub(super) fn first_line(said: &str) -> String {
    let mut lines = said.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default().to_owned();
    match lines.find(|line| {
        line.contains("error") || line.contains("undefined") || line.contains("multiple definition")
    }) {
        Some(error) => format!("{first}: {error}"),
        None => first,
    }
}
