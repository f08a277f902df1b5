//! Findings for a person: the source line with the place underlined, the code, the pointer, and how to mend it.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use planwright_contracts::{Diagnostic, Report};
use planwright_source::{Lines, printable, printable_lines};

use crate::{finding, output};

/// How many findings of one file are shown in full.
const SHOWN: usize = 100;
/// How much of a line is shown before and after the start of a place, in bytes.
const BEFORE: usize = 110;
const AFTER: usize = 120;

/// The findings of one file, each a block; the text must be the one that was checked.
pub(crate) fn render(name: &str, text: &str, report: &Report) -> String {
    let lines = Lines::new(text);
    let name = &*printable(name);
    let mut blocks: Vec<String> =
        report.iter().take(SHOWN).map(|diagnostic| block(name, text, &lines, diagnostic)).collect();
    if report.len() > SHOWN {
        blocks.push(format!("… and {} more in {name}\n", report.len() - SHOWN));
    }
    blocks.concat()
}

/// Writes the findings of one file to standard error, and tells whoever hears the command.
pub(crate) fn tell(name: &str, text: &str, report: &Report) {
    err!("{}", render(name, text, report));
    output::found(finding::of_report(name, text, report));
}

/// Writes the findings of one file to standard output, and tells whoever hears the command.
pub(crate) fn print(name: &str, text: &str, report: &Report) {
    out!("{}", render(name, text, report));
    output::found(finding::of_report(name, text, report));
}

/// `2 errors, 1 warning`.
pub(crate) fn count(errors: usize, warnings: usize) -> String {
    format!("{}, {}", some(errors, "error"), some(warnings, "warning"))
}

/// `1 field`, `2 fields`.
pub(crate) fn some(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// A text from outside on one line, isolated from the line it stands in, so that neither turns the other around.
pub(crate) fn isolated(text: &str) -> String {
    format!("\u{2068}{}\u{2069}", printable(&text.replace('\n', " ")))
}

fn block(name: &str, text: &str, lines: &Lines<'_>, diagnostic: &Diagnostic) -> String {
    let level = if diagnostic.is_error() { Level::ERROR } else { Level::WARNING };
    let title = level.primary_title(printable_lines(&diagnostic.message)).id(diagnostic.code);
    let mut group = match &diagnostic.span {
        Some(span) if span.start <= text.len() => shown(Group::with_title(title), name, text, lines, span),
        _ => Group::with_title(title).element(Origin::path(name)),
    };
    let pointer = diagnostic.at.as_str();
    let place = if pointer.is_empty() { "the whole document".into() } else { printable(pointer) };
    group = group.element(Level::NOTE.with_name("at").message(place));
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(printable_lines(help)));
    }
    let rendered = Renderer::plain().render(&[group]);
    // A window without a path of its own gets an empty heading, which says nothing.
    let lines = rendered.lines().filter(|line| line.trim() != ":::");
    lines.chain([""]).flat_map(|line| [line, "\n"]).collect()
}

/// The line of the place; only a window around it where the line is long.
fn shown<'a>(group: Group<'a>, name: &'a str, text: &'a str, lines: &Lines<'_>, span: &Range<usize>) -> Group<'a> {
    let at = lines.line_column(span.start);
    let line_start = text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = text[span.start..].find('\n').map_or(text.len(), |newline| span.start + newline);
    let line_end = line_end - usize::from(line_end > span.start && text[..line_end].ends_with('\r'));
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
        // The column of the snippet is not that of the text; the place is named before it.
        group.element(Origin::path(name).line(at.line).char_column(at.column)).element(snippet)
    }
}

/// The nearest character boundary at or before `index`.
fn floor(text: &str, mut index: usize) -> usize {
    while !text.is_char_boundary(index) {
        index -= 1;
    }
    index
}
