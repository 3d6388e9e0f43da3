//! Choosing instances by `id` or `id/label`.

use crate::candidate::Candidate;
use crate::error::Error;
use crate::instance::Instance;
use crate::nearest::nearest;

/// One chosen instance and its candidate.
#[derive(Debug, Clone, Copy)]
pub struct Selected<'a> {
    /// The candidate.
    pub candidate: &'a Candidate,
    /// One of its instances.
    pub instance: &'a Instance,
}

/// Chosen instances, in the order of the candidates and of their manifests, each once.
#[derive(Debug, Clone)]
pub struct Selection<'a> {
    entries: Vec<Selected<'a>>,
}

impl<'a> Selection<'a> {
    /// Every chosen instance.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Selected<'a>> + '_ {
        self.entries.iter().copied()
    }

    /// Every candidate of which something is chosen, with its chosen instances.
    #[must_use]
    pub fn by_candidate(&self) -> Vec<(&'a Candidate, Vec<&'a Instance>)> {
        let mut grouped: Vec<(&Candidate, Vec<&Instance>)> = Vec::new();
        for Selected {
            candidate,
            instance,
        } in self.iter()
        {
            match grouped.last_mut() {
                Some((last, instances)) if std::ptr::eq(*last, candidate) => {
                    instances.push(instance)
                }
                _ => grouped.push((candidate, vec![instance])),
            }
        }
        grouped
    }

    /// Number of chosen instances.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing is chosen.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// Chooses what `names` say, each `id` or `id/label`. No names at all choose everything.
///
/// # Errors
///
/// [`Error::UnknownSelection`] and [`Error::UnknownLabel`], with the nearest name and those that exist.
pub fn select<'a, S: AsRef<str>>(
    candidates: &'a [Candidate],
    names: &[S],
) -> Result<Selection<'a>, Error> {
    let mut wanted = Vec::new();
    for name in names {
        let name = name.as_ref();
        let (id, label) = match name.split_once('/') {
            Some((id, label)) => (id, Some(label)),
            None => (name, None),
        };
        let candidate = candidates.iter().find(|candidate| candidate.id == id);
        let candidate = candidate.ok_or_else(|| unknown_id(candidates, id))?;
        if let Some(label) = label
            && candidate.instance(label).is_none()
        {
            return Err(unknown_label(candidate, label));
        }
        wanted.push((id, label));
    }
    let chosen = |candidate: &Candidate, instance: &Instance| {
        wanted.is_empty()
            || wanted.iter().any(|(id, label)| {
                *id == candidate.id && label.is_none_or(|label| label == instance.label)
            })
    };
    let all = candidates.iter().flat_map(|candidate| {
        candidate.instances.iter().map(move |instance| Selected {
            candidate,
            instance,
        })
    });
    Ok(Selection {
        entries: all
            .filter(|entry| chosen(entry.candidate, entry.instance))
            .collect(),
    })
}

fn unknown_id(candidates: &[Candidate], id: &str) -> Error {
    let ids: Vec<&str> = candidates
        .iter()
        .map(|candidate| candidate.id.as_str())
        .collect();
    Error::UnknownSelection {
        id: id.into(),
        nearest: nearest(id, ids.iter().copied()).map(Into::into),
        known: ids.join(", "),
    }
}

fn unknown_label(candidate: &Candidate, label: &str) -> Error {
    let labels: Vec<&str> = candidate
        .instances
        .iter()
        .map(|instance| instance.label.as_str())
        .collect();
    let nearest =
        nearest(label, labels.iter().copied()).map(|label| format!("{}/{label}", candidate.id));
    Error::UnknownLabel {
        id: candidate.id.clone(),
        label: label.into(),
        nearest,
        known: labels.join(", "),
    }
}
