//! Parallel work on all cores, with results in input order.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How many things a core takes at once.
const TAKEN: usize = 8;

/// Applies `work` to each item.
pub fn map<T: Send, R: Send>(things: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    map_beside(things, work, || ()).0
}

/// Applies `work` to each item, while `beside` runs on this thread. Returns both results.
pub fn map_beside<T: Send, R: Send, B>(
    things: Vec<T>,
    work: impl Fn(T) -> R + Sync,
    beside: impl FnOnce() -> B,
) -> (Vec<R>, B) {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get).min(things.len().div_ceil(TAKEN));
    if cores <= 1 {
        return (things.into_iter().map(work).collect(), beside());
    }
    let next = AtomicUsize::new(0);
    let things: Vec<Mutex<Option<T>>> = things.into_iter().map(|thing| Mutex::new(Some(thing))).collect();
    let take = || {
        let mut made: Vec<(usize, R)> = Vec::new();
        loop {
            let first = next.fetch_add(TAKEN, Ordering::Relaxed);
            let Some(taken) = things.get(first..things.len().min(first + TAKEN)).filter(|taken| !taken.is_empty())
            else {
                return made;
            };
            for (index, thing) in taken.iter().enumerate() {
                let thing = thing.lock().unwrap_or_else(PoisonError::into_inner).take();
                made.extend(thing.map(|thing| (first + index, work(thing))));
            }
        }
    };
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, take).ok();
        let workers: Vec<_> = (0..cores).map_while(start).collect();
        let aside = beside();
        // Where no thread could be started, this one does the work.
        let mut made = if workers.is_empty() { take() } else { Vec::with_capacity(things.len()) };
        for worker in workers {
            match worker.join() {
                Ok(part) => made.extend(part),
                // A bug, which must not look like fewer documents.
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        made.sort_by_key(|(index, _)| *index);
        (made.into_iter().map(|(_, result)| result).collect(), aside)
    })
}

#[cfg(test)]
mod tests {
    use super::{map, map_beside};

    #[test]
    fn results_stand_in_the_order_of_the_things() {
        let things: Vec<usize> = (0..1000).collect();
        let slow_first = |thing: usize| {
            if thing < 10 {
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            thing * 2
        };
        let (made, aside) = map_beside(things.clone(), slow_first, || "aside");
        assert_eq!(made, things.iter().map(|thing| thing * 2).collect::<Vec<_>>());
        assert_eq!(aside, "aside");
        assert_eq!(map(Vec::<usize>::new(), slow_first), Vec::<usize>::new());
    }
}
