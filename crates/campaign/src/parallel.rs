//! Spreading independent pieces of work over the cores.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Number of pieces worth running at once on this machine.
pub fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Applies `work` to every item, `jobs` at a time, and returns the results in the order of the items.
///
/// Items are taken in order, so what is first in the list is started first.
pub fn map<Item, Output>(
    items: &[Item],
    jobs: NonZeroUsize,
    work: impl Fn(&Item) -> Output + Sync,
) -> Vec<Output>
where
    Item: Sync,
    Output: Send,
{
    let next = AtomicUsize::new(0);
    let finished = Mutex::new(Vec::with_capacity(items.len()));
    std::thread::scope(|scope| {
        for _ in 0..jobs.get().min(items.len()) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let output = work(item);
                    finished
                        .lock()
                        .unwrap_or_else(std::sync::PoisonError::into_inner)
                        .push((index, output));
                }
            });
        }
    });
    let mut finished = finished
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    finished.sort_by_key(|(index, _)| *index);
    finished.into_iter().map(|(_, output)| output).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_items() {
        let items: Vec<u64> = (0..100).collect();
        let jobs = NonZeroUsize::new(7).unwrap();
        let doubled = map(&items, jobs, |item| {
            if item % 10 == 0 {
                std::thread::yield_now();
            }
            item * 2
        });
        assert_eq!(doubled, (0..100).map(|item| item * 2).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_to_do_is_done() {
        assert!(map(&[] as &[u8], cores(), |_| ()).is_empty());
    }
}
