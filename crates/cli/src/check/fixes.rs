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

/// Options for findings that have exactly one fix.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[group(skip)]
pub(crate) struct FixArgs {
    /// Apply safe fixes to the files: prose around the document, commas, quotes, and names and values with exactly
    /// one close candidate. Remaining findings are reported.
    #[arg(long, conflicts_with_all = ["ndjson", "watch"])]
    pub fix: bool,
    /// Print what --fix would change, with or without --fix. Files are not changed, and findings are those of the files
    /// as they are.
    #[arg(long, conflicts_with = "ndjson")]
    pub diff: bool,
    /// With --fix or --diff: also apply fixes that may lose data, such as closing a truncated answer.
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
        return Err(Failure::one("--fix cannot change standard input; use --diff to print the changes"));
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
        let reason = "it changed since it was read, or is not a regular file; nothing was written";
        return Err(Failure::one(format!("{}: {reason}", printable(name))));
    }
    plan.write()?;
    Ok(())
}
