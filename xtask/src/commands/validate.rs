//! `cargo xtask validate`: is every number what the raw data give, every byte the one that was written?

use assay_campaign::validate::{Options, Validation, validate};
use assay_campaign::{Dataset, Error, Repository};
use assay_manifest::Systems;

use crate::exit::{Exit, Failure};
use crate::screen;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A folder, a published system (`x86_1`) or a run (`local-quick`); all published data and all runs when not given.
    #[arg(value_name = "DATASET")]
    datasets: Vec<String>,
    /// The dataset is an excerpt: files that it names and does not hold are counted, not held against it.
    #[arg(long)]
    excerpt: bool,
}

pub(crate) fn run(repository: Repository, arguments: Arguments) -> Result<Exit, Failure> {
    let candidates = repository.candidates()?;
    let systems = Systems::load(repository.root()).map_err(Error::from)?;
    let datasets = if arguments.datasets.is_empty() {
        Dataset::all(&repository)?
    } else {
        let find = |name: &String| Dataset::find(&repository, name);
        arguments
            .datasets
            .iter()
            .map(find)
            .collect::<Result<_, _>>()?
    };
    if datasets.is_empty() {
        return Err(Error::NoDataset {
            name: "reports".to_owned(),
            known: "none yet, `cargo xtask campaign` makes one".to_owned(),
        }
        .into());
    }
    let options = Options {
        excerpt: arguments.excerpt,
        ..Options::default()
    };
    let mut exit = Exit::Holds;
    for dataset in &datasets {
        let found = validate(dataset, &candidates, &systems, options)?;
        show(dataset, &found);
        if !found.problems.is_empty() {
            exit = Exit::DoesNotHold;
        }
    }
    Ok(exit)
}

fn show(dataset: &Dataset, found: &Validation) {
    for problem in &found.problems {
        screen::line(format_args!("{}: {problem}", dataset.name()));
    }
    for note in &found.notes {
        screen::line(format_args!("{}: note: {note}", dataset.name()));
    }
    let verdict = match found.problems.len() {
        0 => "all holds".to_owned(),
        1 => "1 problem".to_owned(),
        number => format!("{number} problems"),
    };
    screen::line(format_args!(
        "{}: {verdict}; {} records, {} profiles, {} memory records, {} known-answer logs, {} pages checked",
        dataset.name(),
        found.records,
        found.profiles,
        found.memories,
        found.logs,
        found.pages
    ));
    if let (Some(seal), true) = (&found.seal, found.problems.is_empty()) {
        screen::line(format_args!(
            "{}: SHA-256 of digests.json, which stands for all of it: {seal}",
            dataset.name()
        ));
    }
}
