//! Standard output. Whoever reads it may stop early, as `head` does; that ends the printing, not the run.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write as _, stdout};

/// Writes to standard output. A reader who has gone is no failure; any other is told on standard error.
pub(crate) fn write(text: Arguments<'_>) {
    if let Err(error) = stdout().write_fmt(text)
        && error.kind() != ErrorKind::BrokenPipe
    {
        eprintln!("error: standard output: {error}");
    }
}

/// `print!` that does not panic when nobody reads.
macro_rules! out {
    ($($argument:tt)*) => { $crate::output::write(format_args!($($argument)*)) };
}

/// `println!` that does not panic when nobody reads.
macro_rules! outln {
    ($($argument:tt)*) => { $crate::output::write(format_args!("{}\n", format_args!($($argument)*))) };
}
