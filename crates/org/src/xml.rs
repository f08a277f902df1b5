//! Parses XML metadata and keeps the positions of elements.

use std::ops::Range;

use planwright_check::{Diagnostic, Report, codes};
use planwright_source::{Encoding, Lines, Pointer, ProblemKind, decode};
use roxmltree::{Document, Node, ParsingOptions};

/// Maximum number of elements. Real metadata files have fewer.
const MAX_NODES: u32 = 500_000;

/// Decodes a metadata file.
pub fn text(bytes: &[u8]) -> Result<&str, Report> {
    decode(bytes).map_err(|problem| {
        let message = match &problem.kind {
            ProblemKind::Encoding(Encoding::Utf16) => "the encoding is UTF-16, but metadata is UTF-8".to_owned(),
            ProblemKind::Encoding(Encoding::Utf32) => "the encoding is UTF-32, but metadata is UTF-8".to_owned(),
            _ => problem.message(),
        };
        let mut error = Diagnostic::error(codes::PARSE_ERROR, Pointer::root(), message)
            .with_help("save the file as UTF-8 without a byte order mark");
        error.span = Some(problem.span);
        Report::of_value(vec![error])
    })
}

/// Parses a metadata file. A DTD is rejected: metadata has none, and entities allow denial-of-service attacks such as
/// XML bombs.
pub fn parse(text: &str) -> Result<Document<'_>, Report> {
    if let Some(error) = foreign_declaration(text) {
        return Err(Report::of_value(vec![error]));
    }
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let at = match &error {
            roxmltree::Error::DtdDetected => text.find("<!DOCTYPE").unwrap_or(0),
            roxmltree::Error::UnexpectedEndOfStream | roxmltree::Error::UnclosedRootNode => text.trim_end().len(),
            error => offset(text, error.pos().row as usize, error.pos().col as usize),
        };
        let words = error.to_string();
        let words = words.split_once(" at ").map_or(words.as_str(), |(words, _)| words);
        let mut error = Diagnostic::error(codes::PARSE_ERROR, Pointer::root(), format!("this is not XML: {words}"))
            .with_help("retrieve the file again, or fix it; a merge conflict often looks like this");
        error.span = Some(at..at);
        Report::of_value(vec![error])
    })
}

/// Reports an XML declaration with another encoding than UTF-8.
fn foreign_declaration(text: &str) -> Option<Diagnostic> {
    let declaration = text.strip_prefix("<?xml")?.split("?>").next()?;
    let start = declaration.find("encoding")?;
    let rest = &declaration[start..];
    let open = rest.find(['"', '\''])?;
    let name = rest[open + 1..].split(['"', '\'']).next()?;
    if ["utf-8", "utf8", "us-ascii"].iter().any(|known| known.eq_ignore_ascii_case(name)) {
        return None;
    }
    let at = "<?xml".len() + start + open + 1;
    let mut error = Diagnostic::error(
        codes::PARSE_ERROR,
        Pointer::root(),
        format!("the file declares the encoding {name:?}, metadata is UTF-8"),
    )
    .with_help("save the file as UTF-8 and declare it so");
    error.span = Some(at..at + name.len());
    Some(error)
}

/// Returns the byte offset of a row and column. Both count from 1, and columns count characters.
fn offset(text: &str, row: usize, column: usize) -> usize {
    let start = Lines::new(text).start(row).unwrap_or(text.len());
    let line = &text[start..];
    line.char_indices().nth(column.saturating_sub(1)).map_or(text.len(), |(index, _)| start + index)
}

/// Returns the first child element with this name. Namespaces are ignored, as the platform does.
pub fn child<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> Option<Node<'a, 'i>> {
    children(node, name).next()
}

/// Returns all child elements with this name.
pub fn children<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

/// Returns the trimmed content of the first child with this name, or `None` if it is blank.
pub fn content<'a>(node: Node<'a, '_>, name: &'static str) -> Option<&'a str> {
    child(node, name).and_then(|child| child.text()).map(str::trim).filter(|text| !text.is_empty())
}

/// Creates an error about an element.
pub(super) fn error(code: &'static str, node: Node<'_, '_>, message: String, help: &str) -> Diagnostic {
    let mut found = Diagnostic::error(code, path(node), message).with_help(help);
    found.span = Some(span(node));
    found
}

/// Creates a warning about an element.
pub(super) fn warning(code: &'static str, node: Node<'_, '_>, message: String, help: &str) -> Diagnostic {
    Diagnostic { severity: planwright_check::Severity::Warning, ..error(code, node, message, help) }
}

/// Returns the path of elements from the root as a pointer.
pub(super) fn path(node: Node<'_, '_>) -> Pointer {
    let mut names: Vec<&str> = node.ancestors().filter(Node::is_element).map(|node| node.tag_name().name()).collect();
    names.reverse();
    names.into_iter().fold(Pointer::root(), |at, name| at.member(name))
}

/// Returns the span to show for an element: its content if that is only a string, or else the name in its opening tag.
pub fn span(node: Node<'_, '_>) -> Range<usize> {
    let range = node.range();
    let only = node.children().next().filter(|child| child.is_text() && child.next_sibling().is_none());
    if let Some(text) = only.filter(|text| text.text().is_some_and(|text| !text.trim().is_empty())) {
        return text.range();
    }
    range.start + 1..range.start + 1 + node.tag_name().name().len()
}
