//! The job, on the stack that foreign code gets.

use assay_driver::protocol::{Answer, Description, Job, Work};
use assay_iccs::library::{Instance, Library, OpenError};
use assay_kat::{Failure, Verdict};
use assay_memory::{Stack, entry};

use crate::answers::Answers;
use crate::instruments::Instruments;
use crate::{confine, fault, kat, memory, profile, timing};

/// Loads the library, does the work, and gives the last answer.
pub(crate) fn work(
    job: &Job,
    answers: &Answers,
    stack: &Stack,
    measured_stack: Option<Stack>,
) -> Answer {
    if let Err(error) = fault::use_alternate_stack() {
        return Answer::Error(format!("failed to set up a stack for signals: {error}"));
    }
    // What must be open before foreign code runs.
    let instruments = match &job.work {
        Work::Time(plan) => match Instruments::open(plan) {
            Ok(instruments) => Some(instruments),
            Err(message) => return Answer::Error(message),
        },
        Work::Describe | Work::Kat { .. } | Work::Profile { .. } | Work::Memory { .. } => None,
    };
    let confined = confine::before_loading(job, answers, stack);
    answers.send(&Answer::Sandbox(confined.layers.clone()));
    let mut entries_noted = true;
    let noted = |function| {
        entry::noted(function).unwrap_or_else(|| {
            entries_noted = false;
            function
        })
    };
    // SAFETY: running foreign code is what this process is for; it may be lost, it holds nothing
    // that is needed elsewhere, and the library is used by this thread alone. A noted function can
    // be called as the function itself.
    let opened = unsafe {
        match measured_stack {
            Some(_) => Library::open_redirected(&job.library, noted),
            None => Library::open(&job.library),
        }
    };
    let library = match opened {
        Ok(library) => library,
        Err(error) => return Answer::Failed(Failure::new(Verdict::LoadFail, load_message(&error))),
    };
    if let Err(message) = confined.before_computing() {
        return Answer::Error(message);
    }
    match &job.work {
        Work::Describe => {
            answers.send(&Answer::Description(describe(&library)));
            Answer::Done
        }
        Work::Kat {
            first,
            count,
            file,
            placement,
        } => {
            let records = *first..first.saturating_add(*count);
            kat::run(&library, stack, answers, records, *file, *placement)
        }
        Work::Time(plan) => match instruments {
            Some(instruments) => timing::run(&library, answers, plan, instruments),
            None => Answer::Error("the counter is not open".into()),
        },
        Work::Profile {
            operation,
            input_bytes,
            iterations,
            warmups,
        } => {
            let plan = profile::Plan {
                operation,
                input_bytes: *input_bytes,
                iterations: *iterations,
                warmups: *warmups,
            };
            profile::run(&library, answers, &plan)
        }
        Work::Memory {
            operation,
            input_bytes,
            calls,
        } => {
            let plan = memory::Plan {
                operation,
                input_bytes: *input_bytes,
                calls: *calls,
                entries_noted,
            };
            match measured_stack {
                Some(stack) => memory::run(&library, answers, &plan, stack),
                None => Answer::Error("the stack for measured calls is not there".into()),
            }
        }
    }
}

/// The message of the error and of what caused it.
fn load_message(error: &OpenError) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text.replace('\n', " ")
}

/// What the library says of itself.
pub(crate) fn describe(library: &Library) -> Description {
    let mut sizes: Vec<(String, u64)> = ["pk", "sk", "ct", "ss", "signature", "digest"]
        .map(|name| (format!("{name}_bytes"), 0))
        .into();
    let mut set = |name: &str, bytes: u64| {
        let name = format!("{name}_bytes");
        match sizes.iter_mut().find(|(known, _)| *known == name) {
            Some((_, value)) => *value = bytes,
            None => sizes.push((name, bytes)),
        }
    };
    let mut passes = None;
    let mut available_passes = Vec::new();
    match library.instance() {
        Instance::Kem(kem) => {
            let declared = kem.sizes();
            set("pk", declared.public_key);
            set("sk", declared.secret_key);
            set("ct", declared.ciphertext);
            set("ss", declared.shared_secret);
        }
        Instance::Sig(sig) => {
            let declared = sig.sizes();
            set("pk", declared.public_key);
            set("sk", declared.secret_key);
            set("signature", declared.signature);
        }
        Instance::Hash(hash) => set("digest", u64::from(hash.digest_bits()).div_ceil(8)),
        Instance::Kex(kex) => {
            let declared = kex.sizes();
            set("pk", declared.public_key);
            set("sk", declared.secret_key);
            set("ss", declared.shared_secret);
            set("sta", declared.state_a);
            set("stb", declared.state_b);
            set("total_msg_declared", declared.total_messages);
            passes = Some(declared.passes);
            available_passes = (1..=16).filter(|&pass| kex.has_pass(pass)).collect();
        }
    }
    Description {
        kind: library.kind().to_string(),
        instance: library.instance_name().to_owned(),
        build_flags: library.build_flags().to_owned(),
        sizes,
        passes,
        available_passes,
        has_generator: library.generator().is_some(),
        instrumented: library.counters().is_some(),
    }
}
