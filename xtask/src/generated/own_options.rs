//! Options for generating the types of `schemas/`. The tests that compare `generated/` include this file.

use planwright_codegen::{DefaultMembers, Layout, Options, Scalars, Style};

/// Returns the options of `generated/src`, whose files mention the command that writes them.
pub(crate) fn own_options(command: &str) -> Options {
    Options {
        layout: Layout::Crate,
        command: command.to_owned(),
        // The engines work with plain strings, and write complete documents.
        style: Style { scalars: Scalars::Plain, defaults: DefaultMembers::Written, ..Style::default() },
        ..Options::default()
    }
}
