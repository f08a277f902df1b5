//! Documentation of generated types: what the schema says, where it says it, and what the type leaves to the validator.

use syn::Attribute;

use crate::shape::Docs;
use crate::text::is_invisible;

/// The documentation as attributes, one a line.
pub(crate) fn attributes(docs: &Docs) -> Vec<Attribute> {
    lines(docs).lines().map(doc).collect()
}

fn doc(line: &str) -> Attribute {
    let line = if line.is_empty() { String::new() } else { format!(" {line}") };
    syn::parse_quote!(#[doc = #line])
}

/// The documentation as comments, each line behind `indent`.
pub(super) fn comments(docs: &Docs, indent: &str) -> String {
    let comment = |line: &str| if line.is_empty() { format!("{indent}///\n") } else { format!("{indent}/// {line}\n") };
    lines(docs).lines().map(comment).collect()
}

/// The documentation as lines of Markdown that no description can break out of.
fn lines(docs: &Docs) -> String {
    let mut paragraphs = Vec::new();
    if let Some(description) = &docs.description {
        paragraphs.push(escape(description));
    }
    if let Some(why) = docs.loose {
        paragraphs.push(format!("Any JSON value, because {why}; the validator checks the rest."));
    }
    if let Some((file, pointer)) = &docs.place {
        let pointer = if pointer.is_root() { String::new() } else { format!("#{}", escape(pointer.as_str())) };
        paragraphs.push(format!("Schema: `{}{pointer}`", escape(file)));
    }
    paragraphs.join("\n\n")
}

/// Text for a doc comment: line ends made plain, and nothing left that rustdoc would take for a link or HTML.
fn escape(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    // Four spaces would make a code block, which `cargo test` would run.
    let lines = text.trim().lines().map(|line| {
        let spans: Vec<&str> = line.trim().split('`').collect();
        let closed = spans.len() % 2 == 1;
        let spans = spans.iter().enumerate().map(|(index, span)| escape_span(span, closed && index % 2 == 1));
        spans.collect::<Vec<_>>().join(if closed { "`" } else { "\\`" })
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn escape_span(span: &str, is_code: bool) -> String {
    let mut escaped = String::with_capacity(span.len());
    for c in span.chars().filter(|c| !is_invisible(*c)) {
        if !is_code && matches!(c, '[' | ']' | '<' | '>' | '*' | '~' | '#') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
