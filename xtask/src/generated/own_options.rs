//! How the types of `schemas/` are generated. The tests that compare `generated/` include this file.

use planwright_codegen::{DefaultMembers, Layout, Options, Scalars, Style, Support};

/// The options of `generated/src`, whose files name the command that writes them.
pub(crate) fn own_options(command: &str) -> Options {
    Options {
        layout: Layout::Crate,
        command: command.to_owned(),
        support: Support::runtime(),
        // The engines work with plain texts, and write whole documents.
        style: Style { scalars: Scalars::Plain, defaults: DefaultMembers::Written, ..Style::default() },
        ..Options::default()
    }
}
