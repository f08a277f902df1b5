//! Renders findings as GitHub Actions annotations, and makes other strings safe to print in a runner's log.

use std::borrow::Cow;

use crate::output;
use planwright_runtime::{Diagnostic, Severity};
use planwright_source::{COMMAND_MARKER, CommandMarker, printable, printable_lines};

/// Returns the workflow command for a finding. The help follows the message on a separate line.
///
/// A runner prints the message in its log, which is shown in terminals. Characters that are not printable are therefore
/// escaped.
pub fn annotation(finding: &Diagnostic) -> String {
    let level = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut properties = Vec::new();
    properties.extend(finding.file.as_ref().map(|file| format!("file={}", property(file))));
    properties.extend(finding.position.map(|place| format!("line={},col={}", place.line, place.column)));
    properties.push(format!("title={}", property(finding.code)));
    let help = finding.help.as_ref().map_or_else(String::new, |help| format!("\n{help}"));
    format!("::{level} {}::{}", properties.join(","), data(&format!("{}{help}", finding.message)))
}

/// Prints the workflow command of a finding.
pub fn print(finding: &Diagnostic) {
    output::write_commands(&format!("{}\n", annotation(finding)));
}

/// Returns the string with every line made harmless. A runner executes a line that begins with `::`, also after spaces,
/// and anything after `##[`.
pub fn harmless(text: &str) -> String {
    let line = |line: &str| format!("| {}\n", without_markers(line).replace('\r', ""));
    text.lines().map(line).collect()
}

fn data(text: &str) -> String {
    without_markers(&printable_lines(text)).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(&printable(text)).replace(':', "%3A").replace(',', "%2C")
}

/// Writes the bracket of `##[` and `##name[` as `\u{5b}`.
fn without_markers(text: &str) -> Cow<'_, str> {
    if !text.contains(COMMAND_MARKER) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    let mut marker = CommandMarker::default();
    for letter in text.chars() {
        if marker.ends_with(letter) { shown.extend(letter.escape_unicode()) } else { shown.push(letter) }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_a_command() {
        let hostile = "::error::a\n  ::set-env name=X::y\r::warning::z\nx ##[add-mask]q\n";
        let shown = harmless(hostile);
        assert!(hostile.lines().any(|line| line.trim_start().starts_with("::")), "the control is one");
        assert!(shown.lines().all(|line| line.starts_with("| ")), "{shown}");
        assert!(!shown.contains("##[") && !shown.contains('\r'), "{shown}");
    }

    #[test]
    fn no_fact_ends_its_place() {
        let message = "one\ntwo 100%".to_owned();
        let file = "a,b::c\n.json".to_owned();
        let finding = Diagnostic {
            position: Some(planwright_runtime::Position::from((3, 7))),
            ..Diagnostic::of_run("CODE", message).with_file(file).with_help("fix it")
        };
        let expected = "::error file=a%2Cb%3A%3Ac%0A.json,line=3,col=7,title=CODE::one%0Atwo 100%25%0Afix it";
        assert_eq!(annotation(&finding), expected.replace("%0A.json", "\\u{a}.json"));
        let hostile = "\0\u{1b}[2J\u{9b}\u{202e}\r##[error]\n::x::".to_owned();
        let finding = Diagnostic::of_run("CODE", hostile.clone()).with_file(hostile.clone()).with_help(hostile);
        let shown = annotation(&finding);
        assert!(shown.chars().all(|letter| (' '..='~').contains(&letter)) && !shown.contains("##["), "{shown}");
    }
}
