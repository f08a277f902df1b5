//! Renders findings for people: the source line with the location underlined, the code, the pointer, and the help.

use std::fmt::Write as _;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use planwright_contracts::Report;
use planwright_runtime::Severity;
use planwright_source::{printable, printable_lines};

use crate::exit::{Failure, Reason, continued};
use crate::finding::{self, NOT_RUN};
use crate::report::{CommandReport, FindingQuota, ReportItem};
use crate::terminal;
use crate::terminal::Stream;
use planwright_runtime::{Diagnostic, Position, RelatedPlace, codes};

/// Maximum number of findings that are rendered for one file.
const LIMIT: usize = 100;
/// Number of bytes of a line that are rendered before and after the start of a location.
const BEFORE: usize = 110;
const AFTER: usize = 120;

/// Prints a report.
pub fn print(report: &CommandReport) {
    each_piece(report, renderer, &mut |stream, text| match stream {
        Stream::Output => out!("{text}"),
        Stream::Error => err!("{text}"),
    });
}

/// Prints the findings of a report without its other output.
pub fn print_findings(report: &CommandReport) {
    let findings: Vec<&Diagnostic> = report
        .items()
        .iter()
        .filter_map(|item| match item {
            ReportItem::Finding(finding) | ReportItem::Stated(finding) => Some(finding),
            ReportItem::Text(..) => None,
        })
        .collect();
    let stream = report.findings_go_to();
    let mut shown = FindingRenderer::new(report.max_shown, &findings, renderer(stream));
    let files = findings.chunk_by(|one, next| one.file == next.file);
    let mut text: String = files.map(|findings| shown.file(findings)).collect();
    text.push_str(&shown.rest());
    match stream {
        Stream::Output => out!("{text}"),
        Stream::Error => err!("{text}"),
    }
}

/// Renders a report as one string, whatever stream its parts are for.
pub fn text(report: &CommandReport) -> String {
    joined(report, |_| Renderer::plain())
}

/// Renders a report for one stream. Returns `None` if a part of it goes to the other stream.
pub fn text_on(report: &CommandReport, stream: Stream) -> Option<String> {
    let (mut all, mut goes_there) = (String::new(), true);
    each_piece(report, renderer, &mut |to, text| {
        goes_there &= to == stream;
        if goes_there {
            all.push_str(text);
        }
    });
    goes_there.then_some(all)
}

/// Renders a report as one string, styled for standard output.
pub fn styled_text(report: &CommandReport) -> String {
    joined(report, |_| renderer(Stream::Output))
}

fn joined(report: &CommandReport, renderer: impl Fn(Stream) -> Renderer) -> String {
    let mut all = String::new();
    each_piece(report, renderer, &mut |_, text| all.push_str(text));
    all
}

/// Returns the renderer for a stream.
fn renderer(stream: Stream) -> Renderer {
    let renderer = if terminal::has_color(stream) { Renderer::styled() } else { Renderer::plain() };
    match terminal::source_width(stream) {
        Some(width) => renderer.term_width(width),
        None => renderer,
    }
}

/// Passes the rendered pieces of a report to `take`, in their order and without empty ones.
fn each_piece(report: &CommandReport, renderer: impl Fn(Stream) -> Renderer, take: &mut dyn FnMut(Stream, &str)) {
    let stream = report.findings_go_to();
    let mut take = |to: Stream, text: &str| {
        if !text.is_empty() {
            take(to, text);
        }
    };
    let findings = report.items().iter().filter_map(|item| match item {
        ReportItem::Finding(finding) => Some(finding),
        ReportItem::Stated(_) | ReportItem::Text(..) => None,
    });
    let findings: Vec<&Diagnostic> = findings.collect();
    let mut shown = FindingRenderer::new(report.max_shown, &findings, renderer(stream));
    let mut run: Vec<&Diagnostic> = Vec::new();
    let mut left = findings.len();
    for item in report.items() {
        match item {
            ReportItem::Finding(finding) => {
                if run.last().is_some_and(|last| last.file != finding.file) {
                    take(stream, &shown.file(&std::mem::take(&mut run)));
                }
                run.push(finding);
                left -= 1;
            }
            ReportItem::Stated(_) => {}
            ReportItem::Text(to, text) => {
                take(stream, &shown.file(&std::mem::take(&mut run)));
                if left == 0 {
                    take(stream, &shown.rest());
                }
                take(*to, text);
            }
        }
    }
    take(stream, &shown.file(&run));
    take(stream, &shown.rest());
}

/// Reduces a finding to what people see: of the source, only the line of the finding or a part of it.
///
/// A run can have findings in many documents, and would otherwise keep all of them in memory.
pub fn without_hidden_source(finding: Diagnostic) -> Diagnostic {
    let (source, span) = match (&finding.source, &finding.span) {
        (Some(text), Some(span)) => {
            let (start, end) = line(text, span.start);
            let from = floor(text, span.start.saturating_sub(2 * BEFORE).max(start));
            let to = floor(text, (span.start + 2 * AFTER).min(end)).max(span.start);
            let part = text.get(from..to).unwrap_or_default();
            (Some(part.into()), Some(span.start - from..span.end.clamp(span.start, to) - from))
        }
        _ => (None, finding.span.clone()),
    };
    Diagnostic { source, span, facts: Vec::new(), patches: Vec::new(), ..finding }
}

/// The findings of a run, rendered file by file.
struct FindingRenderer {
    renderer: Renderer,
    quota: FindingQuota,
    /// Number of findings that were not shown, in files of which nothing was shown.
    left: usize,
    /// Number of such files.
    left_files: usize,
}

impl FindingRenderer {
    /// Creates the state for at most `max` of these findings.
    fn new(max: usize, findings: &[&Diagnostic], renderer: Renderer) -> Self {
        Self { renderer, quota: FindingQuota::new(max, findings.iter().copied()), left: 0, left_files: 0 }
    }

    /// Renders the findings of one file. The note that counts unlisted findings is always included.
    fn file(&mut self, findings: &[&Diagnostic]) -> String {
        let (mut text, mut shown, mut left) = (String::new(), 0, 0);
        let mut counts = Vec::new();
        let mut quota = FindingQuota::new(LIMIT, findings.iter().copied());
        for finding in findings {
            if quota.try_use(finding) && self.quota.try_use(finding) {
                text.push_str(&rendered(finding, &self.renderer));
                shown += 1;
            } else if finding.code == codes::MORE_FINDINGS {
                counts.push(finding);
            } else {
                left += 1;
            }
        }
        if shown == 0 {
            self.left += left + counts.len();
            self.left_files += usize::from(left + counts.len() > 0);
            return text;
        }
        if left > 0 {
            let name = findings.last().and_then(|last| last.file.as_deref()).unwrap_or("all");
            let _ = writeln!(text, "… and {left} more in {}", printable(name));
        }
        text.extend(counts.into_iter().map(|finding| rendered(finding, &self.renderer)));
        text
    }

    /// Returns the line about the files that were not shown, once.
    fn rest(&mut self) -> String {
        let (left, files) = (std::mem::take(&mut self.left), std::mem::take(&mut self.left_files));
        if left == 0 {
            return String::new();
        }
        format!("… and {} more in {}; --format json lists all\n", some(left, "finding"), some(files, "other file"))
    }
}

/// Renders the findings of one document for standard error. `text` must be the string that was checked.
pub fn document(name: &str, text: &str, report: &Report) -> String {
    let findings = finding::of_report(name, text, report);
    let findings: Vec<&Diagnostic> = findings.iter().collect();
    FindingRenderer::new(findings.len(), &findings, renderer(Stream::Error)).file(&findings)
}

/// Formats counts, such as `2 errors, 1 warning`.
pub fn count(errors: usize, warnings: usize) -> String {
    format!("{}, {}", some(errors, "error"), some(warnings, "warning"))
}

/// Formats a count with its noun, such as `1 field` or `2 fields`.
pub fn some(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// Returns an untrusted string on one line, in Unicode isolates. Its writing direction cannot change that of the line
/// around it.
pub fn isolated(text: &str) -> String {
    format!("\u{2068}{}\u{2069}", printable(&text.replace('\n', " ")))
}

/// Renders one finding without colour.
pub fn block(finding: &Diagnostic) -> String {
    rendered(finding, &Renderer::plain())
}

/// Creates a failure from findings, for a command that cannot continue. They are rendered like all other findings.
pub fn failure(findings: impl IntoIterator<Item = Diagnostic>) -> Failure {
    Failure::from_reasons(findings.into_iter().map(reason).collect())
}

/// Creates one reason of such a failure.
pub fn reason(finding: Diagnostic) -> Reason {
    Reason::Finding { text: block(&finding), finding: finding.into() }
}

/// Prints the findings of a failure to standard error, and returns the failure with its other reasons.
pub fn print_failure(failure: Failure) -> Failure {
    let renderer = renderer(Stream::Error);
    let is_other = |reason: &Reason| match reason {
        Reason::Finding { finding, .. } => {
            err!("{}", rendered(finding, &renderer));
            false
        }
        Reason::Text(_) => true,
    };
    Failure::from_reasons(failure.reasons().into_iter().filter(is_other).collect())
}

fn rendered(finding: &Diagnostic, renderer: &Renderer) -> String {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    // A message is one sentence, so a line break in it comes from a schema or a document. Only the reason of a failure
    // has several lines.
    let is_failure = finding.code == NOT_RUN;
    let message = if is_failure { continued(&finding.message).into() } else { printable(&finding.message) };
    let title = level.primary_title(message).id(finding.code);
    let mut group = Group::with_title(title);
    let name = finding.file.as_deref().map(printable);
    if let Some(name) = &name {
        group = match (&finding.source, &finding.span, finding.position) {
            (Some(text), Some(span), Some(place)) => excerpt(group, name, text, span, place),
            _ => group.element(origin(name, finding.position)),
        };
    }
    if let Some(pointer) = finding.pointer() {
        let place = if pointer.is_empty() { "the whole document".into() } else { printable(pointer) };
        group = group.element(Level::NOTE.with_name("at").message(place));
    }
    for related in &finding.related {
        group = group.element(Level::NOTE.with_name("see").message(see(related)));
    }
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(printable_lines(help)));
    }
    let text = renderer.render(&[group]);
    // `annotate-snippets` prints an empty heading for a snippet without a path.
    let lines = text.lines().filter(|line| line.trim() != ":::");
    lines.chain([""]).flat_map(|line| [line, "\n"]).collect()
}

fn origin(name: &str, place: Option<Position>) -> Origin<'_> {
    let origin = Origin::path(name);
    match place {
        Some(place) => origin.line(place.line).char_column(place.column),
        None => origin,
    }
}

fn see(related: &RelatedPlace) -> String {
    let place = related.position.map_or_else(String::new, |place| format!(":{}:{}", place.line, place.column));
    format!("{}{place}: {}", printable(&related.file), printable(&related.message))
}

/// Adds the line of the location to the group, or only a part of a long line.
fn excerpt<'a>(group: Group<'a>, name: &'a str, text: &str, span: &Range<usize>, at: Position) -> Group<'a> {
    let (line_start, line_end) = line(text, span.start);
    let from = floor(text, span.start.saturating_sub(BEFORE).max(line_start));
    let to = floor(text, (span.start + AFTER).min(line_end));
    let is_whole = span.start - line_start <= BEFORE;
    let from = if is_whole { line_start } else { from };
    let end = floor(text, span.end.clamp(span.start, to.max(span.start)));
    let [before, marked, after] =
        [from..span.start, span.start..end, end..to.max(end)].map(|part| text[part].replace('\t', "    "));
    let [before, marked, after] = [&before, &marked, &after].map(|part| printable(part));
    let place = before.len()..before.len() + marked.len();
    let is_plain = before.len() == span.start - from;
    let source = format!("{before}{marked}{after}");
    let snippet = Snippet::source(source).line_start(at.line).annotation(AnnotationKind::Primary.span(place));
    if is_whole && is_plain {
        group.element(snippet.path(name))
    } else {
        // The column of a shortened snippet is not that of the source, so name the location before it.
        group.element(origin(name, Some(at))).element(snippet)
    }
}

/// Returns start and end of the line around a location. Looks only as far as is shown, because a line may be as long as
/// the document.
fn line(text: &str, at: usize) -> (usize, usize) {
    let bytes = text.as_bytes();
    let (first, last) = (at.saturating_sub(BEFORE + 1), bytes.len().min(at + AFTER + 2));
    let is_newline = |byte: &u8| *byte == b'\n';
    let start = bytes[first..at].iter().rposition(is_newline).map_or(first, |newline| first + newline + 1);
    let end = bytes[at..last].iter().position(is_newline).map_or(last, |newline| at + newline);
    (start, end - usize::from(end > at && bytes[end - 1] == b'\r'))
}

/// Returns the nearest character boundary at or before `index`.
fn floor(text: &str, mut index: usize) -> usize {
    while !text.is_char_boundary(index) {
        index -= 1;
    }
    index
}

#[cfg(test)]
mod tests {
    use planwright_contracts::Diagnostic;
    use planwright_source::Pointer;

    use super::*;

    fn rendered(name: &str, text: &str, span: Range<usize>) -> String {
        let diagnostic = Diagnostic::error("UNKNOWN_FIELD", Pointer::default(), "a\u{1b}[2Jb");
        let report = Report::of_value(vec![Diagnostic { span: Some(span), ..diagnostic }]);
        document(name, text, &report)
    }

    /// `shown` reduces a finding. The rendered finding must stay the same.
    #[test]
    fn what_is_shown_of_a_finding_is_enough_to_show_it() {
        let long = "é".repeat(400);
        for text in [
            format!("{{\n  \"{long}\": 1\n}}"),
            format!("{{\r\n\t\"a\": \"{long}\",\r\n \"b\": 1 }}"),
            "{ \"a\": 1 }".to_owned(),
        ] {
            let starts = text.char_indices().map(|(at, _)| at).chain([text.len()]);
            for (start, length) in starts.flat_map(|start| [0, 1, 40, 1000].map(|length| (start, length))) {
                let end = floor(&text, (start + length).min(text.len())).max(start);
                let diagnostic = Diagnostic::error("UNKNOWN_FIELD", Pointer::default(), "message");
                let report = Report::of_value(vec![Diagnostic { span: Some(start..end), ..diagnostic }]);
                let finding = finding::of_report("a.json", &text, &report).remove(0);
                let lean = without_hidden_source(finding.clone());
                assert_eq!(block(&lean), block(&finding), "{start}..{end}");
                assert!(lean.source.is_some_and(|part| part.len() <= 2 * (BEFORE + AFTER)));
            }
        }
    }

    #[test]
    fn a_line_that_ends_as_windows_ends_lines_has_no_picture_of_it() {
        let text = rendered("a.json", "{\r\n  \"x\": 1\r\n}\r\n", 5..8);
        assert!(text.contains("2 |   \"x\": 1\n  |   ^^^\n"), "{text}");
        assert!(text.is_ascii(), "{text}");
    }

    #[test]
    fn what_hides_is_escaped_and_the_place_stays() {
        let source = "{\"\u{202e}\t\u{e0041}\": \"x\"}";
        let at = source.find("\"x\"").unwrap();
        let text = rendered("a\nb\u{9b}.json", source, at..at + 3);
        assert!(text.contains("{\"\\u{202e}    \\u{e0041}\": \"x\"}\n"), "{text}");
        assert!(text.contains("a\\u{a}b\\u{9b}.json:1:9") && text.contains("a\\u{1b}[2Jb"), "{text}");
        let lines: Vec<&str> = text.lines().collect();
        let line = lines.iter().position(|line| line.contains("\"x\"")).unwrap();
        assert_eq!(lines[line].find("\"x\""), lines[line + 1].find("^^^"), "{text}");
        assert!(text.bytes().all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte)), "{text}");
    }
}
