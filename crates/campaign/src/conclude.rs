//! What a campaign came to, from the evidence that is there.

use std::path::PathBuf;

use assay_manifest::{Candidate, Selected};

use crate::effort::Effort;
use crate::error::Error;
use crate::pages::write_page;
use crate::run::Summary;
use crate::session::Session;
use crate::stale::remove_stale;
use crate::trust::check_instances;

impl Session<'_> {
    /// Writes the page of a candidate from evidence that holds, without what is left of libraries that are built no more.
    pub(crate) fn page(
        &self,
        selected: &[Selected<'_>],
        candidate: &Candidate,
    ) -> Result<PathBuf, Error> {
        let build = self.store.read_build()?.unwrap_or_default();
        let of_candidate = selected
            .iter()
            .filter(|chosen| chosen.candidate.id == candidate.id);
        let labels: Vec<&str> = of_candidate
            .map(|chosen| chosen.instance.label.as_str())
            .collect();
        for label in &labels {
            remove_stale(&self.store, &build, &candidate.id, label)?;
        }
        check_instances(&self.run, candidate, &labels)?;
        write_page(&self.run, candidate)
    }

    pub(crate) fn conclude(
        &self,
        selected: &[Selected<'_>],
        effort: Effort,
        summary_page: PathBuf,
    ) -> Result<Summary, Error> {
        let build = self.store.read_build()?.unwrap_or_default();
        let mut summary = Summary {
            records: Vec::new(),
            not_passed: Vec::new(),
            not_run: Vec::new(),
            host_problems: Vec::new(),
            effort,
            pages: self.run.pages(),
            summary_page,
        };
        let mut seen: Vec<&str> = Vec::new();
        for chosen in selected {
            let (id, label) = (chosen.candidate.id.as_str(), &chosen.instance.label);
            if !seen.contains(&id) {
                summary.records.extend(self.store.records_of(id)?);
                seen.push(id);
            }
            let Some(entry) = build.entry(id, label) else {
                continue;
            };
            let name = format!("{id}/{label}");
            match entry
                .provenance
                .as_ref()
                .and_then(|provenance| provenance.not_run.clone())
            {
                Some(reason) => summary.not_run.push((name, reason)),
                None if entry.kat != "PASS" => summary.not_passed.push((name, entry.kat.clone())),
                None => {}
            }
        }
        summary.records.retain(|record| {
            selected.iter().any(|chosen| {
                chosen.candidate.id == record.head.candidate
                    && chosen.instance.label == record.head.label
            })
        });
        for provenance in summary
            .records
            .iter()
            .filter_map(|record| record.head.provenance.as_ref())
        {
            for problem in &provenance.host_problems {
                if !summary.host_problems.contains(problem) {
                    summary.host_problems.push(problem.clone());
                }
            }
        }
        Ok(summary)
    }
}
