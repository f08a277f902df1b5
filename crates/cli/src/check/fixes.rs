//! Implements `planwright check --fix` and `--diff`: applies the safe fixes of documents, or shows them.

use std::path::Path;

use planwright_check::fix_document;
use planwright_contracts::Report;
use planwright_source::{Extent, printable, printable_lines};
use planwright_sync::unified;

use planwright_project::exit::Failure;
use planwright_project::input::Input;
use planwright_project::own_file;
use planwright_project::render::human;

/// What is done with mistakes that have one mending.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[group(skip)]
pub(crate) struct FixArgs {
    /// Mend what has one mending, in the files: words around the document, commas, quotes, and names and values with one near
    /// candidate. What is left is reported.
    #[arg(long, conflicts_with_all = ["ndjson", "watch"])]
    pub fix: bool,
    /// Print what --fix would change, and change nothing; the files are judged as they are.
    #[arg(long, conflicts_with_all = ["fix", "ndjson"])]
    pub diff: bool,
    /// With --fix or --diff: mend what may lose something too, such as an answer that ends too early.
    #[arg(long)]
    pub unsafe_fixes: bool,
}

impl FixArgs {
    /// Returns `true` if fixes are applied or shown.
    pub(super) fn is_asked(self) -> bool {
        self.fix || self.diff
    }

    fn extent(self) -> Extent {
        if self.unsafe_fixes { Extent::Unsafe } else { Extent::Safe }
    }
}

/// A document after `--fix` or `--diff`: the content to check, and a note for people.
pub(super) struct Fixed {
    pub input: Input,
    pub note: Option<String>,
}

/// Fixes one document. `check` validates its content.
pub(super) fn fix(
    args: FixArgs,
    input: Input,
    check: impl Fn(&str) -> Result<Report, Report>,
) -> Result<Fixed, Failure> {
    let Ok(text) = &input.text else { return Ok(Fixed { input, note: None }) };
    let Some(mended) = fix_document(text, args.extent(), check) else { return Ok(Fixed { input, note: None }) };
    let name = printable(&input.name).into_owned();
    if args.diff {
        let note = Some(printable_lines(&unified(&input.name, text, &mended)).into_owned());
        return Ok(Fixed { input, note });
    }
    if input.name == "<stdin>" {
        return Err(Failure::one("--fix writes files, and standard input is none; --diff prints what it would change"));
    }
    write(&input.name, text, &mended)?;
    let lines = text.lines().zip(mended.lines()).filter(|(old, new)| old != new).count().max(1);
    let note = Some(format!("fixed {name}: {}\n", human::some(lines, "line")));
    Ok(Fixed { input: input.with_text(mended), note })
}

/// Replaces the file, unless it has changed since it was read.
fn write(name: &str, old: &str, mended: &str) -> Result<(), Failure> {
    let plan = own_file::planned(Path::new(name), mended.to_owned(), |there| there == old)?;
    if !plan.foreign().is_empty() {
        let reason = "it has changed since it was read, or is no plain file; nothing was written";
        return Err(Failure::one(format!("{}: {reason}", printable(name))));
    }
    plan.write()?;
    Ok(())
}
