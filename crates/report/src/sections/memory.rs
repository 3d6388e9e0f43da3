//! Columns of section 5 about the operation alone: stack and heap.

use assay_evidence::{HeapUse, MemoryRecord, StackUse, TimingRecord};

use crate::context::{Context, not_measured};
use crate::format::ABSENT;
use crate::page::Line;

/// What the columns mean, or that there are none.
pub(super) fn explanation(context: &Context<'_>) -> &'static str {
    if context.memories.is_empty() {
        return "Stack and heap of the operation alone: not measured, they are part of the growth.";
    }
    "Stack and heap are those of the operation alone, the largest over some calls in processes of their own. Stack reaches from \
     the entry of the operation down to the lowest byte that was changed on a painted stack, rounded up to 16 bytes; functions of \
     libc that the operation calls are in it. Heap is the most that was in use at a time, in bytes as they were asked for, counted \
     by link-time wrappers around the allocator in the instrumented library. The driver and what set-up left are in neither. A \
     heap marked ≥ is a lower bound: not every block could be seen."
}

/// Their headings; none without data.
pub(super) fn columns(context: &Context<'_>) -> &'static [&'static str] {
    if context.memories.is_empty() {
        return &[];
    }
    &["stack (bytes)", "heap (bytes)", "allocations per call"]
}

/// Their cells in the row of a timing record.
pub(crate) fn cells(context: &Context<'_>, record: &TimingRecord) -> Vec<Line> {
    if context.memories.is_empty() {
        return Vec::new();
    }
    if record.head.operation == "exchange" {
        return vec!["in its steps".into(); 3];
    }
    let Some(memory) = context.memory_of(record) else {
        let absent = not_measured(context.why_no(
            "memory record",
            &record.head.label,
            &record.head.operation,
            record.head.input_bytes,
        ));
        return vec![absent.into(), ABSENT.into(), ABSENT.into()];
    };
    let mut cells = vec![stack(memory)];
    cells.extend(heap(memory));
    cells
}

fn stack(memory: &MemoryRecord) -> Line {
    match &memory.stack {
        Some(StackUse { calls, .. }) => range(calls.iter().copied()).into(),
        None => absent(memory.no_stack.as_deref()),
    }
}

/// Peak and number of allocations.
fn heap(memory: &MemoryRecord) -> [Line; 2] {
    let provenance = &memory.provenance;
    let Some(heap) = &memory.heap else {
        return if provenance.wrapped.is_empty() && provenance.not_wrapped.is_empty() {
            ["0: the library calls no allocator".into(), "0".into()]
        } else {
            [absent(memory.no_heap.as_deref()), ABSENT.into()]
        };
    };
    let bound = if provenance.not_wrapped.is_empty() && heap.not_followed() == 0 {
        ""
    } else {
        "≥ "
    };
    let peak = range(heap.calls.iter().map(|call| call.peak_bytes));
    let allocations = range(heap.calls.iter().map(|call| call.allocations));
    [
        format!("{bound}{peak}").into(),
        format!("{allocations}{}", kept(heap)).into(),
    ]
}

/// What calls did not give back.
fn kept(heap: &HeapUse) -> String {
    let most = heap.calls.iter().map(|call| call.kept_bytes).max();
    match most {
        Some(bytes @ 1..) => format!("; {bytes} bytes are not given back"),
        _ => String::new(),
    }
}

/// `1024`, or `960–1024` where calls differ.
fn range(values: impl Iterator<Item = u64> + Clone) -> String {
    let (least, most) = (values.clone().min().unwrap_or(0), values.max().unwrap_or(0));
    if least == most {
        most.to_string()
    } else {
        format!("{least}–{most}")
    }
}

fn absent(reason: Option<&str>) -> Line {
    not_measured(reason.unwrap_or("no reason was stored")).into()
}
