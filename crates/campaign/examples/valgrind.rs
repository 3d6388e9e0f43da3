//! Holds shares, stacks and heaps of KEMs against valgrind, which knows nothing of wrappers and painted stacks.
//!
//! `cargo run --release -p assay-campaign --example valgrind -- kem-24` needs valgrind and gcc. Of each instance of the
//! reference variant and each operation it prints
//!
//! - the share of pseudoXOF by time, as the wrappers count it and by replaying its calls alone with the same lengths in turn with
//!   the operation of the plain library: at most 3 points apart; beside them the share by instructions (callgrind), which is
//!   another quantity where the functions run at another number of instructions per cycle than the rest;
//! - the heap peak (wrappers) beside that of massif: equal;
//! - the stack peak (painted) beside that of drd, which follows the stack pointer: what a function keeps below it, in the red zone
//!   of x86-64 of at most 128 bytes, is not there.
//!
//! It ends with 1 when they are further apart than that.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use assay_driver::protocol::{Answer, Job, Memory, Profile, Work};
use assay_driver::{Cancel, Driver};
use assay_iccs::sources;
use assay_manifest::{Selected, Variant};
use assay_profile::{CallShape, Function, Overhead, Total};
use assay_toolchain::{Builder, BuiltLibrary, FlagClass, Request, Toolchain, Tools};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const OPERATIONS: [&str; 3] = ["keygen", "enc", "dec"];
/// Shares by time may differ by so much.
const SHARE_TOLERANCE: f64 = 0.03;
/// What a function may keep below its stack pointer (System V ABI of x86-64, 3.2.2), in bytes.
const RED_ZONE: u64 = 128;

fn main() -> Result<ExitCode> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()?;
    let candidates = assay_manifest::load_all(&root)?;
    let names: Vec<String> = std::env::args().skip(1).collect();
    let tools = Tools::build(&root, &AtomicBool::new(false))?;
    let builder =
        Builder::new(Toolchain::detect()?, root.join("target/assay")).wrap_library(&tools.wrap);
    let check = Check {
        driver: Driver::new(&tools.driver),
        folder: root.join("target/assay/valgrind"),
        harness: root.join("crates/campaign/examples/valgrind/harness.c"),
    };
    let mut all_hold = true;
    println!(
        "instance operation: share of pseudoXOF by wrappers / replay / instructions, heap here / massif, stack here / drd"
    );
    for chosen in assay_manifest::select(&candidates, &names)?.iter() {
        if chosen.instance.variant != Variant::Reference {
            continue;
        }
        let build = |instrumented| library(&builder, &chosen, instrumented);
        all_hold &= check.instance(&chosen, &build(false)?, &build(true)?)?;
    }
    Ok(if all_hold {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn library(builder: &Builder, chosen: &Selected<'_>, instrumented: bool) -> Result<BuiltLibrary> {
    let implementation = chosen.instance.implementation().ok_or("there is no code")?;
    Ok(builder.build(&Request {
        candidate: chosen.candidate,
        instance: chosen.instance,
        implementation,
        flags: FlagClass::from(chosen.instance.profile),
        instrumented,
    })?)
}

struct Check {
    driver: Driver,
    folder: PathBuf,
    harness: PathBuf,
}

impl Check {
    fn instance(
        &self,
        chosen: &Selected<'_>,
        plain: &BuiltLibrary,
        counted: &BuiltLibrary,
    ) -> Result<bool> {
        let harness = Harness::build(self, plain)?;
        let (mut all_hold, mut heap_so_far) = (true, 0);
        for operation in OPERATIONS {
            let profile = self.profile(counted, operation)?;
            let by_time = share(&profile)?;
            let by_replay = harness.replay(operation, &profile)?;
            let by_instructions = harness.share(operation)?;
            let stack = peak(&self.memory(plain, operation)?, |step| {
                step.stack_bytes.iter().copied().max()
            });
            let stack_there = harness.stack(operation)?;
            // Massif sees set-up as well, which are the operations before this one.
            let heap = peak(&self.memory(counted, operation)?, |step| {
                step.heap.iter().map(|call| call.peak_bytes).max()
            });
            heap_so_far = heap.max(heap_so_far);
            let heap_there = harness.heap(operation)?;
            let holds = (by_time - by_replay).abs() <= SHARE_TOLERANCE
                && heap_so_far == heap_there
                && (stack_there..=stack_there + RED_ZONE).contains(&stack);
            all_hold &= holds;
            println!(
                "{}/{} {operation}: {:.1} % / {:.1} % / {:.1} %, {heap} / {heap_there}, {stack} / {stack_there}{}",
                chosen.candidate.id,
                chosen.instance.label,
                100.0 * by_time,
                100.0 * by_replay,
                100.0 * by_instructions,
                if holds { "" } else { "  DOES NOT HOLD" }
            );
        }
        Ok(all_hold)
    }

    fn job(&self, library: &BuiltLibrary, work: Work) -> Result<Answer> {
        let (mut log, mut answers, cancel) = (Vec::new(), Vec::new(), Cancel::new()?);
        let job = Job::new(&library.path, work);
        let outcome = self.driver.run(
            &job,
            Duration::from_secs(600),
            &mut log,
            &cancel,
            &mut |answer| answers.push(answer),
        )?;
        answers
            .pop()
            .ok_or_else(|| outcome.ending.sentence().into())
    }

    fn profile(&self, library: &BuiltLibrary, operation: &str) -> Result<Profile> {
        let work = Work::Profile {
            operation: operation.into(),
            input_bytes: 0,
            iterations: 1000,
            warmups: 10,
        };
        match self.job(library, work)? {
            Answer::Profile(profile) => Ok(profile),
            other => Err(format!("expected a profile: {other:?}").into()),
        }
    }

    fn memory(&self, library: &BuiltLibrary, operation: &str) -> Result<Memory> {
        let work = Work::Memory {
            operation: operation.into(),
            input_bytes: 0,
            calls: 1,
        };
        match self.job(library, work)? {
            Answer::Memory(memory) => Ok(memory),
            other => Err(format!("expected memory: {other:?}").into()),
        }
    }
}

fn peak(memory: &Memory, of: impl Fn(&assay_driver::protocol::StepMemory) -> Option<u64>) -> u64 {
    memory.steps.iter().filter_map(of).max().unwrap_or(0)
}

fn share(profile: &Profile) -> Result<f64> {
    let calls = profile.calls.iter().filter_map(|call| {
        Some(CallShape {
            function: Function::from_name(&call.function)?,
            in_bits: call.in_bits,
            out_bits: call.out_bits,
            calls: call.calls,
            ticks: call.ticks,
        })
    });
    let total = Total {
        operations: profile.operations,
        ticks: profile.ticks,
    };
    let overhead = Overhead {
        counted_ticks: profile.overhead.counted_ticks,
        whole_ticks: profile.overhead.whole_ticks,
        reading_ticks: profile.overhead.reading_ticks,
    };
    let profile =
        assay_profile::Profile::without_overhead(Some(total), calls, Some(overhead), Vec::new());
    let shares = profile.share.ok_or("there is no share")?;
    Ok(shares.get(Function::PseudoXof).unwrap_or(0.0))
}

/// A program that runs one operation under valgrind.
struct Harness {
    folder: PathBuf,
    /// What the compiler says of the frames of its functions.
    frames: String,
}

impl Harness {
    fn build(check: &Check, library: &BuiltLibrary) -> Result<Self> {
        let folder = check.folder.clone();
        sources::write_to(&folder)?;
        let parent = library.path.parent().ok_or("a library lies in a folder")?;
        let search = format!("-Wl,-z,now,-rpath,{}", parent.display());
        // The helper functions as they are in the library.
        let status = Command::new("gcc")
            .args(library.build_flags.split_whitespace())
            .args(["-c", "auxfunc.c", "assay_sm3.c"])
            .current_dir(&folder)
            .status()?;
        if !status.success() {
            return Err("failed to compile the helper functions".into());
        }
        let status = Command::new("gcc")
            .args([
                "-std=gnu99",
                "-O1",
                "-fno-inline",
                "-fno-optimize-sibling-calls",
            ])
            .args(cfg!(target_arch = "x86_64").then_some("-mno-red-zone"))
            .args(["-fstack-usage", "-I.", "-o", "harness"])
            .args([&check.harness, &library.path])
            .args(["auxfunc.o", "assay_sm3.o"])
            .args([&search, "-lpthread"])
            .current_dir(&folder)
            .status()?;
        if !status.success() {
            return Err("failed to compile the harness".into());
        }
        let frames = fs::read_to_string(folder.join("harness-harness.su"))?;
        Ok(Self { folder, frames })
    }

    fn valgrind(&self, options: &[&str], arguments: &[&str]) -> Result<String> {
        let output = Command::new("valgrind")
            .args(options)
            .arg("./harness")
            .args(arguments)
            .current_dir(&self.folder)
            .output()
            .map_err(|error| format!("failed to run valgrind: {error}; is it installed?"))?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() {
            Ok(text)
        } else {
            Err(format!("valgrind failed ({}): {text}", output.status).into())
        }
    }

    /// Share of instructions in pseudoXOF.
    fn share(&self, operation: &str) -> Result<f64> {
        let toggle = format!("--toggle-collect=kem_{operation}");
        let tool = ["--tool=callgrind", "--callgrind-out-file=callgrind.out"];
        self.valgrind(&[tool[0], tool[1], &toggle], &[operation])?;
        let output = Command::new("callgrind_annotate")
            .args(["--inclusive=yes", "--threshold=100", "callgrind.out"])
            .current_dir(&self.folder)
            .output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let of = |name: &str| -> u64 {
            let mut lines = text.lines().filter(|line| line.contains(name));
            let number = lines.next().and_then(|line| line.split_whitespace().next());
            number.map_or(0, |number| number.replace(',', "").parse().unwrap_or(0))
        };
        Ok(of(":pseudoXOF ") as f64 / of("PROGRAM TOTALS") as f64)
    }

    /// Time of the operation's calls of pseudoXOF made alone, over the time of the operation.
    fn replay(&self, operation: &str, profile: &Profile) -> Result<f64> {
        let mut command = Command::new("./harness");
        command
            .current_dir(&self.folder)
            .args([operation, "replay"]);
        for call in &profile.calls {
            if call.function == Function::PseudoXof.name() {
                let calls = call.calls / profile.operations;
                command.args([call.in_bits, call.out_bits, calls].map(|number| number.to_string()));
            }
        }
        let output = command.output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(text.trim().parse()?)
    }

    fn heap(&self, operation: &str) -> Result<u64> {
        // What the program has before it runs the operation: the thread's own.
        let peak = |arguments: &[&str]| -> Result<u64> {
            let options = [
                "--tool=massif",
                "--peak-inaccuracy=0.0",
                "--massif-out-file=massif.out",
            ];
            self.valgrind(&options, arguments)?;
            let text = fs::read_to_string(self.folder.join("massif.out"))?;
            let sizes = text
                .lines()
                .filter_map(|line| line.strip_prefix("mem_heap_B="));
            Ok(sizes
                .filter_map(|size| size.parse().ok())
                .max()
                .unwrap_or(0))
        };
        Ok(peak(&[operation])? - peak(&["keygen", "known"])?)
    }

    fn stack(&self, operation: &str) -> Result<u64> {
        let options = ["--tool=drd", "--show-stack-usage=yes"];
        let used = |arguments: &[&str]| -> Result<u64> {
            let text = self.valgrind(&options, arguments)?;
            let line = text
                .lines()
                .find(|line| line.contains("thread 2 finished and used "));
            let number = line.and_then(|line| line.split(" used ").nth(1)?.split(' ').next());
            Ok(number.ok_or("drd tells no stack")?.parse()?)
        };
        let frame = |name: &str| -> Result<u64> {
            let end = format!(":{name}");
            let mut lines = self.frames.lines().map(|line| line.split('\t'));
            let mut found =
                lines.find_map(|mut fields| fields.next()?.ends_with(&end).then(|| fields.next()));
            Ok(found.take().flatten().ok_or("no such frame")?.parse()?)
        };
        let rest = used(&[operation, "known"])? - frame("known")? - frame("call_known")?;
        Ok((used(&[operation])? - rest - frame(operation)?).next_multiple_of(16))
    }
}
