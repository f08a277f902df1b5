//! Documents that were checked, as a report: the findings of each, the numbers of all.

use planwright_contracts::Report;

use crate::exit::Outcome;
use crate::input::Input;
use crate::render::human;
use crate::report::CommandReport;

/// What was found in one file.
pub(crate) struct CheckedFile {
    pub input: Input,
    pub passed: bool,
    pub report: Report,
}

/// Adds the findings of checked files, their counts and a summary, and says how the run ends.
pub(crate) fn add_files(report: &mut CommandReport, checked: &[CheckedFile]) -> Outcome {
    let as_json = |file: &CheckedFile| {
        planwright_contracts::render::json(&file.input.name, file.input.known_text(), &file.report)
    };
    report.json = Some(checked.iter().map(as_json).collect());
    for file in checked {
        report.add_report(&file.input.name, file.input.known_text(), &file.report);
        report.subjects.push(file.input.name.clone());
    }
    let errors = checked.iter().map(|file| file.report.errors().count()).sum();
    let warnings = checked.iter().map(|file| file.report.warnings().count()).sum();
    let passed = checked.iter().filter(|file| file.passed).count();
    for (what, number) in [("files", checked.len()), ("passed", passed), ("errors", errors), ("warnings", warnings)] {
        report.count(what, number);
    }
    let files = human::some(checked.len(), "file");
    report.print(format!("{passed} of {files} passed: {}\n", human::count(errors, warnings)));
    if passed == checked.len() { Outcome::Fine } else { Outcome::Findings }
}
