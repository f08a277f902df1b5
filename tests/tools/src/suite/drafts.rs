//! `cargo tool suite -- --drafts FOLDER`: runs the required tests of every dialect through generated types, and writes
//! the results into the page of benchmarks.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use super::compile::{self, CaseResult};
use super::folder::Suite;
use super::{Settings, SuiteValidators, case, part};

/// Page with the table, and the markers around it.
const PAGE: &str = "docs/benchmarks.md";
const BEGIN: &str = "<!-- suite: begin, written by `cargo tool suite -- --drafts` -->\n";
const END: &str = "<!-- suite: end -->\n";

/// Dialects with their folders.
const DRAFTS: [(&str, &str); 5] = [
    ("draft-04", "draft4"),
    ("draft-06", "draft6"),
    ("draft-07", "draft7"),
    ("2019-09", "draft2019-09"),
    ("2020-12", "draft2020-12"),
];

/// What happens to the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageMode {
    /// It is written.
    Write,
    /// It is compared with the page.
    Check,
}

/// Runs the folder `tests` of the suite. Exit code 0: the table is current or was written, even if tests fail; 1: it
/// differs from the page; 2: the run itself failed.
pub fn run(root: &Path, folder: &Path, mode: PageMode) -> ExitCode {
    let outcome = table(root, folder).and_then(|table| apply(&root.join(PAGE), &table, mode));
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}

/// Returns the table. The dialects are compiled one after the other, because each is a large build.
fn table(root: &Path, folder: &Path) -> Result<String, String> {
    let settings = Settings { judges: SuiteValidators::Readers, ..Settings::default() };
    let mut rows = vec![
        "| | required tests | passed | valid documents | read in one pass |\n|---|---:|---:|---:|---:|\n".to_owned(),
    ];
    for (name, dir) in DRAFTS {
        let suite = Suite::load(&folder.join(dir), None)?;
        let groups = suite.groups.iter().filter(|group| part(&group.name).is_empty());
        let cases = groups.map(|group| case(&suite, group, settings)).collect();
        let outcomes = compile::run(&root.join("target/suite"), cases)?;
        for outcome in &outcomes {
            if let Some(fault) = &outcome.fault {
                println!("FAILED {name}: {}: {fault}", outcome.name);
            }
        }
        rows.push(row(name, &outcomes));
        print!("{}", rows.last().map_or("", String::as_str));
    }
    Ok(rows.concat())
}

fn row(name: &str, outcomes: &[CaseResult]) -> String {
    let count = |wanted: &dyn Fn(&CaseResult) -> bool| outcomes.iter().filter(|one| wanted(one)).count();
    let (passed, valid) = (count(&|one| one.fault.is_none()), count(&|one| one.valid));
    let by_reader = count(&|one| one.valid && one.by_reader);
    format!("| {name} | {} | {passed} | {valid} | {by_reader} |\n", outcomes.len())
}

/// Returns whether the page has the table afterwards.
fn apply(page: &Path, table: &str, mode: PageMode) -> Result<bool, String> {
    let located = |error: std::io::Error| format!("{PAGE}: {error}");
    let text = fs::read_to_string(page).map_err(located)?;
    let new = with_table(&text, table).ok_or(format!("{PAGE} has no place for the table"))?;
    if new == text {
        return Ok(true);
    }
    match mode {
        PageMode::Write => fs::write(page, new).map(|()| true).map_err(located),
        PageMode::Check => {
            println!(
                "{PAGE} has other results. To update it, run `cargo tool suite -- --drafts` with the same folder."
            );
            Ok(false)
        }
    }
}

/// Returns a page with the table between its markers.
fn with_table(page: &str, table: &str) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some([before, BEGIN, table, END, after].concat())
}

#[cfg(test)]
mod tests {
    use super::{BEGIN, CaseResult, END, row, with_table};

    #[test]
    fn a_failure_changes_the_table_of_the_page() {
        let result = |fault: Option<&str>, valid, by_reader| CaseResult {
            name: String::new(),
            fault: fault.map(str::to_owned),
            valid,
            by_reader,
        };
        let mut outcomes = [result(None, true, true), result(None, true, false), result(None, false, false)];
        let sound = row("2020-12", &outcomes);
        assert_eq!(sound, "| 2020-12 | 3 | 3 | 2 | 1 |\n");
        let page = with_table(&format!("a\n{BEGIN}old\n{END}b\n"), &sound);
        assert_eq!(page, Some(format!("a\n{BEGIN}{sound}{END}b\n")));
        outcomes[0].fault = Some("invalid, but accepted".to_owned());
        assert_eq!(row("2020-12", &outcomes), "| 2020-12 | 3 | 2 | 2 | 1 |\n");
        assert_eq!(with_table("no markers", &sound), None);
    }
}
