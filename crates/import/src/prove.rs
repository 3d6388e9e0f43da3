//! Known answers decide: which text belongs to an instance, whether a repair helps, and what else a folder holds.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use assay_manifest::Function;

use crate::answers::{self, Answers, normal};
use crate::detect::{Detected, Instance, ranked, reference_labels, surplus};
use crate::error::Error;
use crate::examine::{Examiner, Tweak};
use crate::layout;
use crate::repairs::{Trouble, both, choices, joined, repairs};
use crate::tree::file_name;
use crate::trial::{Attempt, Attempted, Trial};
use crate::unpack::Control;
use crate::words::Purpose;

/// Most texts that record 0 of an instance is compared with.
const MOST_TEXTS: usize = 64;
/// Most things that are changed at once.
const MOST_ROUNDS: usize = 3;
/// Most builds that are spent on further instances of a package.
const MOST_FURTHER: usize = 48;

/// What an instance is tried with.
pub(crate) struct Prover<'p> {
    pub(crate) examiner: &'p Examiner<'p>,
    pub(crate) trial: &'p dyn Trial,
    /// Folder of the unpacked code.
    pub(crate) code: &'p Path,
    /// Every known-answer text.
    pub(crate) all: &'p [Answers],
    pub(crate) control: Control<'p>,
}

/// What an attempt says, going by the texts.
#[derive(Clone)]
enum Outcome {
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

impl Prover<'_> {
    /// Tries every instance but those that `described` names, mends what can be mended, and looks for more.
    pub(crate) fn prove(
        &self,
        detected: &mut Detected,
        described: &dyn Fn(&Instance) -> bool,
    ) -> Result<(), Error> {
        let labels = reference_labels(&detected.instances);
        let mut tweaks: Vec<(Tweak, Vec<String>)> = Vec::new();
        for index in 0..detected.instances.len() {
            if described(&detected.instances[index]) {
                tweaks.push((Tweak::default(), Vec::new()));
                continue;
            }
            let choices = choices(&detected.instances[index]);
            let unclaimed = self.unclaimed(&detected.instances, index);
            let (instance, tweak) =
                self.instance(&detected.instances[index], unclaimed, &labels)?;
            detected.instances[index] = instance;
            tweaks.push((tweak, choices));
        }
        self.further(detected, &tweaks)?;
        detected.surplus = surplus(&detected.instances, self.all, detected.function);
        Ok(())
    }

    /// Texts that are not the first choice of another instance.
    fn unclaimed(&self, instances: &[Instance], own: usize) -> Vec<Answers> {
        let claimed: BTreeSet<&str> = instances
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != own)
            .filter_map(|(_, instance)| Some(instance.answers.first()?.0.path.as_str()))
            .collect();
        let mut free: Vec<Answers> = self
            .all
            .iter()
            .filter(|answers| !claimed.contains(answers.path.as_str()))
            .filter(|answers| self.is_first_file(answers))
            .cloned()
            .collect();
        free.truncate(MOST_TEXTS);
        free
    }

    /// Hash functions have several files each, of which one is the first.
    fn is_first_file(&self, answers: &Answers) -> bool {
        self.examiner.function != Function::Hash
            || file_name(&answers.path).starts_with(answers::stem(Function::Hash))
    }

    fn instance(
        &self,
        base: &Instance,
        unclaimed: Vec<Answers>,
        labels: &BTreeSet<String>,
    ) -> Result<(Instance, Tweak), Error> {
        let texts = self.texts(base, &unclaimed);
        let attempted = self.attempt(base, false, &texts)?;
        let outcome = outcome(base, &texts, &attempted);
        let said = match &outcome {
            Outcome::NotBuilt(said)
            | Outcome::Broken(said)
            | Outcome::Differs(said)
            | Outcome::Misfit(said) => said.clone(),
            _ => {
                let mut instance = base.clone();
                settle(&mut instance, &texts, &attempted, outcome);
                return Ok((instance, Tweak::default()));
            }
        };
        let broken = matches!(outcome, Outcome::NotBuilt(_) | Outcome::Broken(_));
        let mut tried = Vec::new();
        // What brings it nearer, without proof yet, is where the next round starts.
        let mut start = (Tweak::default(), base.clone(), outcome.clone());
        for _ in 0..MOST_ROUNDS {
            let mut nearest = outcome_rank(&start.2);
            let mut next = None;
            for repair in repairs(&start.1, trouble(&start.2)) {
                self.control.check()?;
                let tweak = both(&start.0, &repair.tweak);
                let mut instance = self.repaired(base, &tweak, labels)?;
                let texts = self.texts(&instance, &unclaimed);
                let attempted = self.attempt(&instance, repair.relaxed, &texts)?;
                let found = self::outcome(&instance, &texts, &attempted);
                let helps = match &found {
                    Outcome::Proven(_) => true,
                    Outcome::NoAnswers => broken,
                    _ => false,
                };
                tried.push(format!("tried {}: {}", repair.what, found.in_words(&texts)));
                if helps {
                    let reasons = &mut instance.selection.reasons;
                    reasons.push(format!("as found: {}", first_line(&said)));
                    reasons.append(&mut tried);
                    if repair.relaxed {
                        let text = "the known-answer test tries the relaxed flags by itself";
                        reasons.push(text.to_owned());
                    }
                    settle(&mut instance, &texts, &attempted, found);
                    return Ok((instance, tweak));
                }
                if outcome_rank(&found) > nearest && !repair.relaxed {
                    nearest = outcome_rank(&found);
                    next = Some((repair.what, (tweak, instance, found)));
                }
            }
            let Some((what, nearer)) = next else { break };
            tried.push(format!("nearer with {what}: tried on top of it"));
            start = nearer;
        }
        let mut instance = base.clone();
        instance.selection.reasons.append(&mut tried);
        settle(&mut instance, &texts, &attempted, outcome);
        Ok((instance, Tweak::default()))
    }

    /// The instance with something changed.
    fn repaired(
        &self,
        base: &Instance,
        tweak: &Tweak,
        labels: &BTreeSet<String>,
    ) -> Result<Instance, Error> {
        if *tweak == Tweak::default() {
            return Ok(base.clone());
        }
        let mut instance = self.examiner.examine(&base.place, tweak)?;
        if instance.name == base.name {
            instance.literal_name.clone_from(&base.literal_name);
        }
        instance.digest_bits = base.digest_bits;
        instance.answers = if base.digest_bits.is_some() {
            base.answers.clone()
        } else {
            ranked(self.examiner.function, &instance, labels, self.all)
        };
        Ok(instance)
    }

    /// Texts that fit by name, then all others that are free.
    fn texts(&self, instance: &Instance, unclaimed: &[Answers]) -> Vec<Answers> {
        let named: Vec<Answers> = instance
            .answers
            .iter()
            .map(|(answers, _)| answers.clone())
            .collect();
        let others = unclaimed
            .iter()
            .filter(|free| named.iter().all(|known| known.path != free.path))
            .cloned();
        let others: Vec<Answers> = others.collect();
        named.into_iter().chain(others).collect()
    }

    fn attempt(
        &self,
        instance: &Instance,
        relaxed: bool,
        texts: &[Answers],
    ) -> Result<Attempted, Error> {
        self.control.check()?;
        let answers: Vec<PathBuf> = texts
            .iter()
            .map(|answers| self.examiner.tree.on_disk(&answers.path))
            .collect();
        let attempt = Attempt {
            code: self.code,
            function: self.examiner.function,
            instance,
            relaxed,
            answers: &answers,
        };
        self.trial
            .attempt(&attempt)
            .map_err(|source| match self.control.check() {
                Err(cancelled) => cancelled,
                Ok(()) => Error::Trial {
                    label: instance.place.label.clone(),
                    source,
                },
            })
    }

    /// Further instances of the same folders: other values of what chooses among them, where they make the answers of a
    /// text that no instance has.
    fn further(
        &self,
        detected: &mut Detected,
        tweaks: &[(Tweak, Vec<String>)],
    ) -> Result<(), Error> {
        let mut builds = 0;
        for (index, (tweak, choices)) in tweaks.iter().enumerate() {
            // Flags of parameter sets exclude each other.
            let mut rest = tweak.clone();
            rest.defines.retain(|define| !choices.contains(define));
            for choice in choices {
                let base = detected.instances[index].clone();
                let unclaimed = self.unclaimed(&detected.instances, usize::MAX);
                let known = base.selection.defines.contains(choice);
                if unclaimed.is_empty()
                    || known
                    || builds >= MOST_FURTHER
                    || base.place.purpose != Purpose::Reference
                {
                    continue;
                }
                builds += 1;
                let mut other = self.examiner.examine(&base.place, &joined(&rest, choice))?;
                let attempted = self.attempt(&other, false, &unclaimed)?;
                let Outcome::Proven(text) = outcome(&other, &unclaimed, &attempted) else {
                    continue;
                };
                let found = unclaimed[text].clone();
                let name = name_of(self.examiner.function, &found.path);
                other.place.label = layout::label(&name);
                let taken = |label: &str| {
                    detected
                        .instances
                        .iter()
                        .any(|known| known.place.label == label)
                };
                if taken(&other.place.label) {
                    continue;
                }
                if other.name.as_deref() != Some(name.as_str()) {
                    other.literal_name = Some(name.clone());
                }
                other.digest_bits = None;
                other.selection.reasons.push(format!(
                    "instance {name}: same folder as {}; with {choice} it makes record 0 of {}",
                    base.place.label,
                    file_name(&found.path)
                ));
                settle(&mut other, &unclaimed, &attempted, Outcome::Proven(text));
                detected.instances.push(other);
            }
        }
        Ok(())
    }
}

/// The instance's name in the name of a text.
fn name_of(function: Function, path: &str) -> String {
    let file = file_name(path);
    let bare = file.split(".txt").next().unwrap_or(file);
    let stem = answers::stem(function);
    match bare.get(..stem.len()) {
        Some(start) if start.eq_ignore_ascii_case(stem) => bare[stem.len()..].to_owned(),
        _ => bare.to_owned(),
    }
}

fn outcome(instance: &Instance, texts: &[Answers], attempted: &Attempted) -> Outcome {
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

fn trouble(outcome: &Outcome) -> Trouble<'_> {
    match outcome {
        Outcome::NotBuilt(said) | Outcome::Broken(said) => Trouble::Broken(said),
        Outcome::Misfit(_) => Trouble::Misfit,
        _ => Trouble::Differs,
    }
}

/// How near to its known answers an instance is: it runs, its sizes are right.
fn outcome_rank(outcome: &Outcome) -> u8 {
    match outcome {
        Outcome::NotBuilt(_) | Outcome::Unknown(_) => 0,
        Outcome::Broken(_) => 1,
        Outcome::NoAnswers | Outcome::Misfit(_) => 2,
        Outcome::Differs(_) => 3,
        Outcome::Proven(_) => 4,
    }
}

impl Outcome {
    fn in_words(&self, texts: &[Answers]) -> String {
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
fn settle(instance: &mut Instance, texts: &[Answers], attempted: &Attempted, outcome: Outcome) {
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
fn first_line(said: &str) -> String {
    let mut lines = said.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default().to_owned();
    match lines.find(|line| {
        line.contains("error") || line.contains("undefined") || line.contains("multiple definition")
    }) {
        Some(error) => format!("{first}: {error}"),
        None => first,
    }
}
