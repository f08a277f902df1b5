//! Implements `planwright check --fix` and `--diff`: applies the safe fixes of documents, or shows them.

use std::path::Path;

use planwright_check::Answer;
use planwright_contracts::Report;
use planwright_source::{Extent, printable, printable_json, printable_lines};
use planwright_sync::unified;

use planwright_project::exit::Failure;
use planwright_project::input::Input;
use planwright_project::own_file;
use planwright_project::render::human;

/// Options for findings that have exactly one fix.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[group(skip)]
pub(crate) struct FixArgs {
    /// Apply safe fixes to the files: prose, tool calls and responses around the document, its notation, and names and
    /// values with exactly one close candidate. Remaining findings are reported. For standard input, the document is
    /// printed on standard output, and the report on standard error.
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

    /// Returns an error if the options need another one.
    pub(super) fn check(self) -> Result<(), Failure> {
        if self.unsafe_fixes && !self.is_asked() {
            return Err(Failure::one("--unsafe-fixes requires --fix, or --diff for a preview"));
        }
        Ok(())
    }

    fn extent(self) -> Extent {
        if self.unsafe_fixes { Extent::Unsafe } else { Extent::Safe }
    }
}

/// A document after `--fix` or `--diff`: the content to check, and output for people, or the document on standard output.
pub(super) struct Fixed {
    pub input: Input,
    pub note: Option<String>,
    /// `true` if the file was changed, or would be without `--diff`.
    pub is_changed: bool,
}

impl Fixed {
    /// Returns a document without changes.
    pub(super) fn unchanged(input: Input, note: Option<String>) -> Self {
        Self { input, note, is_changed: false }
    }

    fn changed(input: Input, note: String) -> Self {
        Self { input, note: Some(note), is_changed: true }
    }
}

/// Name of standard input.
pub(super) const STDIN: &str = "<stdin>";

/// Fixes one document. `check` validates its content.
pub(super) fn fix(
    args: FixArgs,
    input: Input,
    check: impl Fn(&str) -> Result<Report, Report>,
) -> Result<Fixed, Failure> {
    let is_filter = input.name == STDIN && !args.diff;
    let document = match Answer::extract(input.bytes(), args.extent(), &check) {
        Ok(Answer { document, .. }) if document.as_bytes() != input.bytes() => document,
        same => {
            let note = same.is_ok().then(|| printable_json(&String::from_utf8_lossy(input.bytes())).into_owned());
            return Ok(Fixed::unchanged(input, note.filter(|_| is_filter)));
        }
    };
    let old = String::from_utf8_lossy(input.bytes()).into_owned();
    if args.diff {
        let note = printable_lines(&unified(&input.name, &old, &document)).into_owned();
        return Ok(Fixed::changed(input, note));
    }
    if is_filter {
        let note = printable_json(&document).into_owned();
        return Ok(Fixed::changed(input.with_text(document), note));
    }
    write(&input.name, &old, &document)?;
    let lines = old.lines().zip(document.lines()).filter(|(old, new)| old != new).count().max(1);
    let note = format!("fixed {}: {}\n", printable(&input.name), human::some(lines, "line"));
    Ok(Fixed::changed(input.with_text(document), note))
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
