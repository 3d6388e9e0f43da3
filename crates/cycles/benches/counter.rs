//! What this crate's readings cost and how far they can be trusted, as ratios within one run.
//!
//! Each figure is taken in 31 rounds in which its variants take turns; printed is the median over the rounds with the
//! smallest and largest. A round in which the thread had to wait for its CPU is taken again. Nothing is compared with an
//! earlier run or another machine.

use std::hint::black_box;

use assay_cycles::{Counter, Preference, Source, monotonic_raw_ns};

const ROUNDS: usize = 31;
const PAIRS: usize = 401;
const MOST_DISTURBED: usize = 2000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    pin();
    let mut counter = Counter::open(Preference::Best)?;
    println!("counter: {}", counter.source());
    for refused in counter.refused() {
        println!("  {refused}");
    }
    if counter.source().is_hardware_cycles() {
        println!("stamped pair / bare fenced pair: compared with the tick counter only");
    }
    pairs(&mut counter)?;
    chain(&mut counter)?;
    steady(&mut counter)?;
    Ok(())
}

/// Takes undisturbed rounds, and says how many were not.
fn rounds<T>(
    mut round: impl FnMut() -> Result<T, Box<dyn std::error::Error>>,
) -> Result<Vec<T>, Box<dyn std::error::Error>> {
    let mut taken = Vec::with_capacity(ROUNDS);
    let mut disturbed = 0;
    while taken.len() < ROUNDS {
        let before = run_delay_ns();
        let figures = round()?;
        if run_delay_ns() > before && disturbed < MOST_DISTURBED {
            disturbed += 1;
        } else {
            taken.push(figures);
        }
    }
    if disturbed > 0 {
        println!("  {disturbed} disturbed rounds taken again (at most {MOST_DISTURBED})");
    }
    Ok(taken)
}

/// How long this thread was ready to run and did not, as the scheduler counts it; 0 where it does not.
fn run_delay_ns() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let delay = text.split_ascii_whitespace().nth(1);
    delay.and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// The same figure of every round.
struct Figure(Vec<f64>);

impl Figure {
    fn show(mut self, name: &str, aim: &str) {
        self.0.sort_by(f64::total_cmp);
        let (Some(smallest), Some(largest)) = (self.0.first(), self.0.last()) else {
            return println!("{name:<52} not measured");
        };
        let median = self.0[self.0.len() / 2];
        println!("{name:<52} {median:>9.4}  ({smallest:.4} to {largest:.4})  {aim}");
    }
}

fn median(mut values: Vec<u64>) -> f64 {
    values.sort_unstable();
    values[values.len() / 2] as f64
}

/// Stays on the CPU it is on, as measurements do.
fn pin() {
    // SAFETY: the set lives on the stack, is all zero where no CPU is set, and its true size is passed.
    unsafe {
        let cpu = libc::sched_getcpu();
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        if let Ok(cpu) = usize::try_from(cpu) {
            libc::CPU_SET(cpu, &mut set);
            if libc::sched_setaffinity(0, std::mem::size_of_val(&set), &raw const set) != 0 {
                println!("not pinned: {}", std::io::Error::last_os_error());
            }
        }
    }
}

/// Nanoseconds per call of `work`, the median of 31 batches.
fn cost(mut work: impl FnMut()) -> f64 {
    let mut batch = || {
        let start = monotonic_raw_ns();
        for _ in 0..PAIRS {
            work();
        }
        monotonic_raw_ns() - start
    };
    batch();
    median((0..5).map(|_| batch()).collect()) / PAIRS as f64
}

/// What a pair of readings costs, ours against others.
fn pairs(counter: &mut Counter) -> Result<(), Box<dyn std::error::Error>> {
    let mut perf = Counter::open(Preference::Only(Source::PerfRead)).ok();
    let taken = rounds(|| {
        let ours = pair(counter)?;
        let clock = cost(|| {
            black_box(monotonic_raw_ns().wrapping_sub(monotonic_raw_ns()));
        });
        let system_call = perf.as_mut().map(pair).transpose()?;
        Ok((
            bare_pair().map(|bare| ours / bare),
            ours / clock,
            system_call.map(|read| ours / read),
        ))
    })?;
    Figure(taken.iter().filter_map(|round| round.0).collect())
        .show("stamped pair / bare fenced pair", "aim: at most 1.1");
    Figure(taken.iter().map(|round| round.1).collect())
        .show("stamped pair / pair of clock_gettime", "");
    Figure(taken.iter().filter_map(|round| round.2).collect())
        .show("stamped pair / pair of perf read()", "");
    Ok(())
}

fn pair(counter: &mut Counter) -> Result<f64, Box<dyn std::error::Error>> {
    let sampler = counter.sampler()?;
    let nanoseconds = cost(|| {
        black_box(sampler.measure(|| ()).1.value);
    });
    sampler.finish()?;
    Ok(nanoseconds)
}

#[cfg(target_arch = "x86_64")]
fn bare_pair() -> Option<f64> {
    use std::arch::x86_64::{_mm_lfence, _rdtsc};

    // SAFETY: both instructions exist on every x86-64 processor and touch no memory.
    let read = || unsafe {
        _mm_lfence();
        let ticks = _rdtsc();
        _mm_lfence();
        ticks
    };
    Some(cost(|| {
        let start = read();
        black_box(read().wrapping_sub(start));
    }))
}

#[cfg(target_arch = "aarch64")]
fn bare_pair() -> Option<f64> {
    use std::arch::asm;

    let read = || {
        let ticks: u64;
        // SAFETY: Linux lets user space read the virtual counter; no memory is touched.
        unsafe {
            asm!("isb", "mrs {}, cntvct_el0", "isb", out(reg) ticks, options(nostack, preserves_flags));
        }
        ticks
    };
    Some(cost(|| {
        let start = read();
        black_box(read().wrapping_sub(start));
    }))
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn bare_pair() -> Option<f64> {
    None
}

/// A chain of multiplications each of which needs the one before.
#[inline(never)]
fn multiply(length: u64) -> u64 {
    let mut value = black_box(0x9e37_79b9_7f4a_7c15_u64);
    for _ in 0..length {
        value = value.wrapping_mul(value | 1);
    }
    value
}

/// Median count of one call, the floor subtracted.
fn sampled(counter: &mut Counter, length: u64) -> Result<f64, Box<dyn std::error::Error>> {
    let floor = counter.measure_floor()?.median;
    let mut counts = Vec::with_capacity(PAIRS);
    let sampler = counter.sampler()?;
    for _ in 0..PAIRS {
        let (_, count) = sampler.measure(|| black_box(multiply(black_box(length))));
        counts.push(count.value.saturating_sub(floor));
    }
    sampler.finish()?;
    Ok(median(counts))
}

/// Twice the work takes twice the time, and no work none.
fn chain(counter: &mut Counter) -> Result<(), Box<dyn std::error::Error>> {
    let taken = rounds(|| {
        let short = sampled(counter, 1000)?;
        let middle = sampled(counter, 2000)?;
        let long = sampled(counter, 4000)?;
        let floor = counter.floor().map_or(0, |floor| floor.median) as f64;
        let each = (long - short) / 3000.0;
        let at_zero = short - each * 1000.0;
        let bend = 100.0 * (middle - at_zero - 2000.0 * each) / middle;
        Ok((each, bend, at_zero / floor.max(1.0)))
    })?;
    let unit = counter.unit();
    Figure(taken.iter().map(|round| round.0).collect())
        .show(&format!("dependent multiplication, {unit} each"), "");
    Figure(taken.iter().map(|round| round.1).collect()).show(
        "2000 multiplications off the line of 1000 and 4000, %",
        "aim: within 0.5",
    );
    Figure(taken.iter().map(|round| round.2).collect())
        .show("intercept of that line / floor", "aim: within 1");
    Ok(())
}

/// Of a kernel that always takes the same time, the mean of a batch and the median of stamped calls agree.
fn steady(counter: &mut Counter) -> Result<(), Box<dyn std::error::Error>> {
    const LENGTH: u64 = 10_000;
    const CALLS: u32 = 100;
    let ratio = rounds(|| {
        let (_, window) = counter.measure(|| {
            for _ in 0..CALLS {
                black_box(multiply(black_box(LENGTH)));
            }
        })?;
        let mean = window.count.value as f64 / f64::from(CALLS);
        Ok(mean / sampled(counter, LENGTH)?)
    })?;
    Figure(ratio).show(
        "batch mean / sample median, steady kernel",
        "aim: within 1 % of 1",
    );
    Ok(())
}
