//! How long `validate` and `report` take on a made-up run as large as the published datasets, how much memory they
//! need, and how both grow with ten times as much data.
//!
//!     cargo run --profile xtask -p assay-campaign --example scale

#[path = "../tests/support/synthetic.rs"]
mod synthetic;

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use assay_campaign::validate::{Options, validate};
use assay_campaign::{Dataset, RunFolder, pages, trust};
use assay_manifest::Systems;
use synthetic::{RUN, Size, candidates, write_evidence};

/// What the project promises for the size of the published datasets.
const SECONDS: f64 = 2.0;
const MEGABYTES: f64 = 200.0;
/// Ten times the data may take this many times as long.
const GROWTH: f64 = 12.0;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [root] = arguments.as_slice() {
        return measure(Path::new(root));
    }
    let one = run(&Size::PUBLISHED)?;
    let ten = Size {
        candidates: Size::PUBLISHED.candidates.map(|number| number * 10),
        instances: Size::PUBLISHED.instances.map(|number| number * 10),
        ..Size::PUBLISHED
    };
    let ten = run(&ten)?;
    println!("limit                 {SECONDS:7.2} s  {MEGABYTES:6.0} MB");
    println!(
        "growth of processor time (limit {GROWTH:.0}): {:.2} ×",
        ten / one
    );
    Ok(())
}

/// Makes a repository and measures it in a process of its own, whose peak of memory is then that of the work alone.
/// Returns the processor time: waiting for a disk, or for other programs, is no cost of the work.
fn run(size: &Size) -> Result<f64, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    write_evidence(folder.path(), size)?;
    let output = Command::new(std::env::current_exe()?)
        .arg(folder.path())
        .output()?;
    let text = String::from_utf8(output.stdout)?;
    print!("{text}");
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    let seconds = text
        .lines()
        .last()
        .and_then(|line| line.split_whitespace().last())
        .ok_or("no measurement")?;
    Ok(seconds.parse()?)
}

fn measure(root: &Path) -> Result<(), Box<dyn Error>> {
    let run = root.join("reports/runs").join(RUN);
    // The first time pages and digests are written to the disk, which is not what is measured.
    pages::write_all(&RunFolder::new(&run), &candidates(root)?)?;
    let (start, processor) = (Instant::now(), processor_seconds()?);
    let manifests = candidates(root)?;
    trust::check(&RunFolder::new(&run), &manifests)?;
    pages::write_all(&RunFolder::new(&run), &manifests)?;
    let report = start.elapsed().as_secs_f64();
    let dataset = Dataset::at(&run).ok_or("no dataset")?;
    let found = validate(
        &dataset,
        &manifests,
        &Systems::load(root)?,
        Options::default(),
    )?;
    let all = start.elapsed().as_secs_f64();
    if let Some(problem) = found.problems.first() {
        return Err(format!("{} problems, such as {problem}", found.problems.len()).into());
    }
    println!(
        "{} candidates, {} records, {} pages, {:.0} MB of evidence",
        manifests.len(),
        found.records,
        found.pages,
        size_of(&run.join("data"))? as f64 / 1e6
    );
    println!("report                {report:7.2} s");
    println!("validate              {:7.2} s", all - report);
    let peak = peak_bytes()? / 1e6;
    let processor = processor_seconds()? - processor;
    println!(
        "report+validate       {all:7.2} s  {peak:6.0} MB at most, processor seconds: {processor:.2}"
    );
    Ok(())
}

fn size_of(folder: &Path) -> Result<u64, Box<dyn Error>> {
    let mut bytes = 0;
    for name in assay_evidence::files_below(folder)? {
        bytes += std::fs::metadata(folder.join(name))?.len();
    }
    Ok(bytes)
}

/// Time all threads of this process have run: fields 14 and 15 of /proc/self/stat, in hundredths of a second (proc(5)).
fn processor_seconds() -> Result<f64, Box<dyn Error>> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let after_name = stat
        .rsplit_once(") ")
        .ok_or("no name in /proc/self/stat")?
        .1;
    let mut ticks = 0.0;
    for field in after_name.split(' ').skip(11).take(2) {
        ticks += field.parse::<f64>()?;
    }
    Ok(ticks / 100.0)
}

/// High-water mark of this process, in bytes.
fn peak_bytes() -> Result<f64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .ok_or("no VmHWM")?;
    let kib: f64 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(kib * 1024.0)
}
