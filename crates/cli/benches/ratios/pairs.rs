//! Measures candidates in turn and prints their ratios.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Number of measurements of work in memory, after one run that is not counted.
pub(crate) const IN_MEMORY: usize = 7;
/// Number of measurements of work on a disk, which takes long and varies little.
pub(crate) const ON_DISK: usize = 3;

/// Name of a candidate, and a function that returns the amount of work done. The amount shows that no candidate did
/// nothing.
pub(crate) type Candidate<'a> = (&'a str, &'a mut dyn FnMut() -> usize);

/// Runs the candidates in turn. Prints the median time of each, and the median ratio to the first.
pub(crate) fn compare(title: &str, turns: usize, candidates: &mut [Candidate<'_>]) {
    println!("\n{title}");
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); candidates.len()];
    let mut work = Vec::new();
    for turn in 0..=turns {
        for (index, (_, run)) in candidates.iter_mut().enumerate() {
            let start = Instant::now();
            let done = black_box(run());
            if turn > 0 {
                times[index].push(start.elapsed());
            } else {
                work.push(done);
            }
        }
    }
    let first = times.first().cloned().unwrap_or_default();
    for (index, (name, _)) in candidates.iter().enumerate() {
        let ratios = first.iter().zip(&times[index]).map(|(one, other)| other.as_secs_f64() / one.as_secs_f64());
        let time = median(times[index].iter().map(Duration::as_secs_f64)) * 1e3;
        println!("  {:>7.2} x  {time:>9.1} ms  {name} ({} done)", median(ratios), work[index]);
    }
}

pub(crate) fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}
