//! Runs the same work for many items on all cores, and returns the results in the order of the items.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Number of items that a thread claims at once.
const BATCH_SIZE: usize = 8;

/// Returns the result of `work` for each item.
///
/// # Panics
///
/// Panics if `work` panics, on whichever thread: a defect must not look like fewer results.
pub fn map<T: Send, R: Send>(things: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    map_alongside(things, work, || ()).0
}

/// Returns the result of `work` for each item, and the result of `beside`, which runs on the calling thread at the same
/// time.
///
/// # Panics
///
/// Panics if `work` or `beside` panics.
pub fn map_alongside<T: Send, R: Send, B>(
    things: Vec<T>,
    work: impl Fn(T) -> R + Sync,
    beside: impl FnOnce() -> B,
) -> (Vec<R>, B) {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get).min(things.len().div_ceil(BATCH_SIZE));
    if cores <= 1 {
        return (things.into_iter().map(work).collect(), beside());
    }
    let next = AtomicUsize::new(0);
    let things: Vec<Mutex<Option<T>>> = things.into_iter().map(|thing| Mutex::new(Some(thing))).collect();
    let take = || {
        let mut results: Vec<(usize, R)> = Vec::new();
        loop {
            let first = next.fetch_add(BATCH_SIZE, Ordering::Relaxed);
            let Some(batch) = things.get(first..things.len().min(first + BATCH_SIZE)).filter(|batch| !batch.is_empty())
            else {
                return results;
            };
            for (index, thing) in batch.iter().enumerate() {
                let thing = thing.lock().unwrap_or_else(PoisonError::into_inner).take();
                results.extend(thing.map(|thing| (first + index, work(thing))));
            }
        }
    };
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, take).ok();
        let workers: Vec<_> = (0..cores).map_while(start).collect();
        let aside = beside();
        // If no thread could be started, the calling thread does the work.
        let mut results = if workers.is_empty() { take() } else { Vec::with_capacity(things.len()) };
        for worker in workers {
            match worker.join() {
                Ok(part) => results.extend(part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results.sort_by_key(|(index, _)| *index);
        (results.into_iter().map(|(_, result)| result).collect(), aside)
    })
}

#[cfg(test)]
mod tests {
    use super::{map, map_alongside};

    #[test]
    fn results_stand_in_the_order_of_the_things() {
        let things: Vec<usize> = (0..1000).collect();
        let slow_first = |thing: usize| {
            if thing < 10 {
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            thing * 2
        };
        let (results, aside) = map_alongside(things.clone(), slow_first, || "aside");
        assert_eq!(results, things.iter().map(|thing| thing * 2).collect::<Vec<_>>());
        assert_eq!(aside, "aside");
        assert_eq!(map(Vec::<usize>::new(), slow_first), Vec::<usize>::new());
    }

    #[test]
    fn a_panic_of_one_worker_ends_the_run() {
        for count in [1, 1000] {
            let things: Vec<usize> = (0..count).collect();
            let work = |thing: usize| assert!(thing + 1 != count, "the last item");
            let ended = std::panic::catch_unwind(|| map(things, work).len());
            assert!(ended.is_err(), "{count}: {ended:?}");
        }
    }
}
