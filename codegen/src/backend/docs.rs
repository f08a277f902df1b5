//! Writes the documentation of generated types: the description, the schema's location, and what the type leaves to the
//! validator.

use syn::Attribute;

use crate::markdown::{code, prose};
use crate::shape::Docs;

/// Returns the documentation as attributes, one per line.
pub(crate) fn attributes(docs: &Docs) -> Vec<Attribute> {
    lines(docs).lines().map(doc).collect()
}

fn doc(line: &str) -> Attribute {
    let line = if line.is_empty() { String::new() } else { format!(" {line}") };
    syn::parse_quote!(#[doc = #line])
}

/// Returns the documentation as comments, each line indented by `indent`.
pub(super) fn comments(docs: &Docs, indent: &str) -> String {
    let comment = |line: &str| if line.is_empty() { format!("{indent}///\n") } else { format!("{indent}/// {line}\n") };
    lines(docs).lines().map(comment).collect()
}

/// Returns the documentation as lines of Markdown that no description can break out of.
fn lines(docs: &Docs) -> String {
    let mut paragraphs = Vec::new();
    if let Some(description) = &docs.description {
        paragraphs.push(prose(description));
    }
    if let Some(why) = docs.loose {
        paragraphs.push(format!("Any JSON value, because {why}; the validator checks the rest."));
    }
    if let Some((file, pointer)) = &docs.place {
        let place = if pointer.is_root() { file.clone() } else { format!("{file}#{}", pointer.as_str()) };
        paragraphs.push(format!("Schema: {}", code(&place)));
    }
    paragraphs.join("\n\n")
}
