//! Extent of tests with many cases: a sample of them, or all with `PLANWRIGHT_TESTS=all`, as in `.ci/full`.

use std::env;

/// Returns whether tests run all of their cases. Expected results are always written for all.
pub(crate) fn is_full() -> bool {
    let is_updated = env::var_os("UPDATE_EXPECT").is_some();
    is_updated || env::var("PLANWRIGHT_TESTS").is_ok_and(|extent| extent == "all")
}

/// Returns all cases in a full run, and otherwise `count` of them, spread evenly.
pub(crate) fn sample<T>(cases: Vec<T>, count: usize) -> Vec<T> {
    if is_full() { cases } else { spread(cases, count) }
}

fn spread<T>(cases: Vec<T>, count: usize) -> Vec<T> {
    let all = cases.len().max(1);
    let is_selected = |index: usize| (index + 1) * count / all > index * count / all;
    cases.into_iter().enumerate().filter(|(index, _)| is_selected(*index)).map(|(_, case)| case).collect()
}

#[test]
fn samples_are_spread_over_all_cases() {
    assert_eq!(spread((0..10).collect(), 3), [3, 6, 9]);
    assert_eq!(spread(vec![1, 2], 2), [1, 2]);
    assert_eq!(spread(vec![1, 2], 5), [1, 2]);
    assert!(spread(Vec::<u8>::new(), 5).is_empty());
}
