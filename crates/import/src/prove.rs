//! Known answers decide: which text belongs to an instance, whether a repair helps, and what else a folder holds.

mod outcome;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use assay_manifest::Function;

use outcome::{Outcome, first_line, outcome, outcome_rank, settle, trouble};

use crate::answers::{self, Answers};
use crate::detect::{Detected, Instance, ranked, reference_labels, surplus};
use crate::error::Error;
use crate::examine::{Examiner, Tweak};
use crate::layout;
use crate::repairs::{both, choices, joined, repairs};
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
                let attempted = self.attempt(&instance, repair.harness_default, &texts)?;
                let found = outcome::outcome(&instance, &texts, &attempted);
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
                    if repair.harness_default {
                        let text =
                            "the known-answer test tries the harness-default flags by itself";
                        reasons.push(text.to_owned());
                    }
                    settle(&mut instance, &texts, &attempted, found);
                    return Ok((instance, tweak));
                }
                if outcome_rank(&found) > nearest && !repair.harness_default {
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
        harness_default: bool,
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
            harness_default,
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
