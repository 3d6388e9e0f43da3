use assay_wrap::{CallCount, table::Table, ticks::TickSource};

/// The call counters of an instrumented library.
///
/// Counting is off until it is turned on. Ticks are those of [`assay_wrap::ticks::now`], which the time of a whole
/// operation is to be taken with as well.
#[derive(Clone, Copy)]
pub struct Counters<'lib> {
    table: &'lib Table,
}

impl<'lib> Counters<'lib> {
    pub(super) fn new(table: &'lib Table) -> Self {
        Counters { table }
    }

    /// Turns counting on or off.
    #[inline]
    pub fn set_enabled(&self, enabled: bool) {
        self.table.set_enabled(enabled);
    }

    /// Forgets all counts.
    pub fn reset(&self) {
        self.table.reset();
    }

    /// All counts, in the order in which their shapes first occurred.
    ///
    /// # Errors
    ///
    /// When a slot names a function that is not wrapped, which means that the library wrote over its counters.
    pub fn counts(&self) -> Result<Vec<CallCount>, DamagedCounters> {
        let mut counts = self
            .table
            .counts()
            .collect::<Result<Vec<_>, _>>()
            .map_err(DamagedCounters)?;
        counts.sort_by_key(|count| count.order);
        Ok(counts)
    }

    /// Outermost calls of each function since the last reset, in the order of [`Function::ALL`](assay_wrap::Function::ALL).
    pub fn calls(&self) -> [u64; assay_wrap::Function::ALL.len()] {
        self.table.calls()
    }

    /// Makes a call of nothing that is counted as the others are, to learn what counting costs.
    #[inline]
    pub fn empty_call(&self) {
        self.table.empty_call();
    }

    /// Calls that are in no count, because all slots were taken.
    pub fn overflow_calls(&self) -> u64 {
        self.table.overflow_calls()
    }

    /// What a tick is; `None` if the library was built with a source unknown here.
    pub fn tick_source(&self) -> Option<TickSource> {
        self.table.tick_source()
    }
}

/// The counters of a library are not what the wrappers wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the call counters are damaged: a slot names function {0}, which does not exist")]
pub struct DamagedCounters(pub u32);
