//! Progress of a campaign: a line that is redrawn on a terminal, plain lines now and then elsewhere.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use assay_campaign::gate::GateEvent;
use assay_campaign::{Event, PlanSummary, Repository};
use assay_report::unit_name;
use indicatif::ProgressBar;

use crate::screen;

/// Without a terminal, progress is said no more often than this.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

pub(crate) struct Display {
    activity: ProgressBar,
    terminal: bool,
    said: Mutex<Option<Instant>>,
}

impl Display {
    pub(crate) fn new(message: &'static str) -> Display {
        Display {
            activity: screen::activity(message),
            terminal: std::io::stderr().is_terminal(),
            said: Mutex::new(None),
        }
    }

    pub(crate) fn clear(&self) {
        self.activity.finish_and_clear();
    }

    pub(crate) fn show(&self, repository: &Repository, event: Event<'_, '_>) {
        match event {
            Event::Gate(GateEvent::Building { done, total }) if done < total => {
                self.now(format!("building libraries: {done} of {total}"));
            }
            Event::Gate(GateEvent::Building { .. }) => self.now("known-answer tests".to_owned()),
            Event::Gate(GateEvent::Judged(gated)) => {
                let verdict = match &gated.not_run {
                    Some(reason) => format!("not run: {reason}"),
                    None => gated.verdict.to_string(),
                };
                self.keep(&format!(
                    "{}/{}: {verdict}",
                    gated.candidate.id, gated.instance.label
                ));
            }
            Event::Calibrating { name, done, total } => {
                self.now(format!("calibrating {} of {total}: {name}", done + 1));
            }
            Event::Counter(counter) => {
                self.keep(&format!(
                    "counter: {} ({})",
                    counter.source,
                    unit_name(&counter.unit)
                ));
            }
            Event::Planned(plan) => self.keep(&planned(plan)),
            Event::Measuring {
                name,
                done_s,
                left_s,
            } => self.now(format!(
                "measuring {name}: {} so far, about {} left",
                duration(done_s),
                duration(left_s)
            )),
            Event::Note(note) => self.keep(note),
            Event::Page(path) => self.keep(&format!("page: {}", repository.shown(path))),
        }
    }

    /// Something that the next step makes old.
    fn now(&self, message: String) {
        if self.terminal {
            self.activity.set_message(message);
            return;
        }
        let mut said = self
            .said
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if said.is_none_or(|said| said.elapsed() >= BETWEEN_LINES) {
            *said = Some(Instant::now());
            screen::remark(message);
        }
    }

    /// Something to be read later as well.
    fn keep(&self, message: &str) {
        if self.terminal {
            self.activity.println(message);
        } else {
            screen::remark(message);
        }
    }
}

fn planned(plan: &PlanSummary) -> String {
    let missing = plan
        .rows
        .iter()
        .filter(|row| !row.done && row.failure.is_none())
        .count();
    match missing {
        0 => format!("plan: all {} operations are measured", plan.rows.len()),
        _ => format!(
            "plan: {missing} of {} operations to measure, about {}",
            plan.rows.len(),
            duration(plan.left_s)
        ),
    }
}

/// `48 s`, `3 min 20 s`, `2 h 05 min`.
pub(crate) fn duration(seconds: f64) -> String {
    let seconds = seconds.max(0.0).round() as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds % 3600 / 60),
    }
}
