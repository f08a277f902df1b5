//! Renders findings as GitHub Actions annotations, and makes other strings safe to print in a runner's log.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

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
    properties.extend(finding.file.as_ref().map(|file| format!("file={}", property(plain_path(file)))));
    properties.extend(finding.position.map(|place| format!("line={},col={}", place.line, place.column)));
    properties.push(format!("title={}", property(finding.code)));
    let help = finding.help.as_ref().map_or_else(String::new, |help| format!("\n{help}"));
    // A message about a failure begins with the path of the file.
    let message = plain_path(&finding.message);
    format!("::{level} {}::{}", properties.join(","), data(&format!("{message}{help}")))
}

/// Returns a path without `./` at its start. Two parts can name a file with and without it.
pub fn plain_path(path: &str) -> &str {
    let mut path = path;
    while let Some(rest) = path.strip_prefix("./") {
        path = rest.trim_start_matches('/');
    }
    path
}

/// Maximum number of further files that a command names.
const MAX_FILES: usize = 5;

/// Returns the workflow commands of findings, in their order.
///
/// A runner shows few commands. Findings about whole files that differ only in the file are therefore one command, and
/// so are equal findings, such as one change that breaks several schemas.
pub fn annotations(findings: &[Diagnostic]) -> Vec<String> {
    let mut groups: Vec<Vec<&Diagnostic>> = Vec::new();
    let mut known: HashMap<_, usize> = HashMap::new();
    for finding in findings {
        if finding.file.is_none() || finding.position.is_some() {
            groups.push(vec![finding]);
            continue;
        }
        let what = (finding.severity, finding.code, &finding.message, &finding.help);
        match known.entry(what) {
            Entry::Occupied(index) => groups[*index.get()].push(finding),
            Entry::Vacant(index) => {
                index.insert(groups.len());
                groups.push(vec![finding]);
            }
        }
    }
    let mut printed = HashSet::new();
    let commands = groups.into_iter().filter_map(|group| group_annotation(&group));
    commands.filter(|command| printed.insert(command.clone())).collect()
}

/// Returns the workflow command of findings that differ only in their files. It is at the first file that people edit.
fn group_annotation(group: &[&Diagnostic]) -> Option<String> {
    let is_hidden = |finding: &&Diagnostic| {
        let file = finding.file.as_deref().unwrap_or_default();
        file.split('/').any(|part| part.starts_with('.') && !part.trim_start_matches('.').is_empty())
    };
    let shown = group.iter().position(|finding| !is_hidden(finding)).unwrap_or_default();
    let first = *group.get(shown)?;
    let others = group.iter().enumerate().filter(|(index, _)| *index != shown);
    let files: Vec<&str> = others.filter_map(|(_, finding)| finding.file.as_deref()).collect();
    if files.is_empty() {
        return Some(annotation(first));
    }
    let more = files.len().saturating_sub(MAX_FILES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let listed = files.iter().take(MAX_FILES).copied().collect::<Vec<_>>().join(", ");
    let message = format!("{}; also {listed}{more}", first.message);
    Some(annotation(&Diagnostic { message, ..first.clone() }))
}

/// Prints the workflow commands of findings.
pub fn print(findings: &[Diagnostic]) {
    for command in annotations(findings) {
        output::write_commands(&format!("{command}\n"));
    }
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
    fn whole_files_with_one_finding_are_one_command() {
        let of_file = |code, file: &str| Diagnostic::of_run(code, "old").with_file(file).with_help("run it");
        let placed = Diagnostic { position: Some(planwright_runtime::Position::from((1, 2))), ..of_file("OLD", "d") };
        let again = Diagnostic { file: Some("./d".to_owned()), ..placed.clone() };
        let findings =
            [of_file("OLD", "./a/.x/r.json"), placed, of_file("OLD", "./a/b.cls"), of_file("NEW", "c"), again];
        let found = annotations(&findings);
        let expected = [
            "::error file=a/b.cls,title=OLD::old; also ./a/.x/r.json%0Arun it",
            "::error file=d,line=1,col=2,title=OLD::old%0Arun it",
            "::error file=c,title=NEW::old%0Arun it",
        ];
        assert_eq!(found, expected);
        let many: Vec<Diagnostic> = (0..9).map(|number| of_file("OLD", &number.to_string())).collect();
        assert_eq!(annotations(&many), ["::error file=0,title=OLD::old; also 1, 2, 3, 4, 5 and 3 more%0Arun it"]);
    }

    #[test]
    fn failures_about_the_same_file_are_one_command() {
        let findings = ["./a.json: not JSON", "a.json: not JSON"].map(|message| Diagnostic::of_run("NOT_RUN", message));
        assert_eq!(annotations(&findings), ["::error title=NOT_RUN::a.json: not JSON"]);
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
