//! What a command says: on standard output and standard error, or to `planwright ci`, which hears several commands and then
//! writes one report of them all.
//!
//! Whoever reads standard output may stop early, as `head` does; that ends the printing, not the run.

use std::cell::RefCell;
use std::fmt::{Arguments, Write as _};
use std::io::{ErrorKind, Write as _, stdout};

use crate::finding::Finding;

thread_local! {
    static HEARD: RefCell<Option<Heard>> = const { RefCell::new(None) };
}

/// What a command said while it was heard.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    /// The words, those for standard output and those for standard error in their order.
    pub text: String,
    /// The same as facts.
    pub findings: Vec<Finding>,
    /// How many there are of what, added up.
    pub counts: Vec<(&'static str, usize)>,
}

/// Runs a command and keeps what it says; nothing is printed.
pub(crate) fn hear<T>(command: impl FnOnce() -> T) -> (T, Heard) {
    let before = HEARD.replace(Some(Heard::default()));
    let ended = command();
    (ended, HEARD.replace(before).unwrap_or_default())
}

/// Writes to standard output. A reader who has gone is no failure; any other is told on standard error.
pub(crate) fn write(text: Arguments<'_>) {
    if is_heard(|heard| _ = heard.text.write_fmt(text)) {
        return;
    }
    if let Err(error) = stdout().write_fmt(text)
        && error.kind() != ErrorKind::BrokenPipe
    {
        eprintln!("error: standard output: {error}");
    }
}

/// Writes to standard error.
pub(crate) fn complain(text: Arguments<'_>) {
    if !is_heard(|heard| _ = heard.text.write_fmt(text)) {
        eprint!("{text}");
    }
}

/// Tells whoever hears the command what was found; the words for people are written besides.
pub(crate) fn found(findings: impl IntoIterator<Item = Finding>) {
    is_heard(|heard| heard.findings.extend(findings));
}

/// Tells whoever hears the command how many there are of something.
pub(crate) fn count(what: &'static str, number: usize) {
    is_heard(|heard| match heard.counts.iter_mut().find(|(known, _)| *known == what) {
        Some((_, sum)) => *sum += number,
        None => heard.counts.push((what, number)),
    });
}

fn is_heard(hear: impl FnOnce(&mut Heard)) -> bool {
    HEARD.with_borrow_mut(|heard| heard.as_mut().map(hear)).is_some()
}

/// `print!` that does not panic when nobody reads.
macro_rules! out {
    ($($argument:tt)*) => { $crate::output::write(format_args!($($argument)*)) };
}

/// `println!` that does not panic when nobody reads.
macro_rules! outln {
    ($($argument:tt)*) => { $crate::output::write(format_args!("{}\n", format_args!($($argument)*))) };
}

/// `eprint!` that can be heard.
macro_rules! err {
    ($($argument:tt)*) => { $crate::output::complain(format_args!($($argument)*)) };
}

/// `eprintln!` that can be heard.
macro_rules! errln {
    ($($argument:tt)*) => { $crate::output::complain(format_args!("{}\n", format_args!($($argument)*))) };
}
