//! Documentation of generated types: what the schema says, where it says it, and what the type leaves to the law.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::Ident;
use syn::{Attribute, Expr, ExprLit, Fields, File, Item, Lit, Meta};

use crate::shape::{Docs, TypeDef};
use crate::text::is_invisible;

/// Replaces typify's documentation of every type, and sees that each type is there under its name.
pub(super) fn document(file: &mut File, types: &[TypeDef]) -> Result<(), String> {
    let mut pending: BTreeMap<&str, &TypeDef> = types.iter().map(|def| (def.name.as_str(), def)).collect();
    for item in &mut file.items {
        if let Some((ident, attributes)) = named(item)
            && let Some(def) = pending.remove(ident.to_string().as_str())
        {
            attributes.retain(|attribute| !attribute.path().is_ident("doc"));
            attributes.splice(0..0, self::attributes(&def.docs));
        }
        space_members(item);
    }
    let missing: BTreeSet<&str> = pending.into_keys().collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("no type came out for {missing:?}")) }
}

/// The documentation as attributes, one a line.
pub(crate) fn attributes(docs: &Docs) -> Vec<Attribute> {
    lines(docs).lines().map(doc).collect()
}

fn named(item: &mut Item) -> Option<(Ident, &mut Vec<Attribute>)> {
    match item {
        Item::Struct(item) => Some((item.ident.clone(), &mut item.attrs)),
        Item::Enum(item) => Some((item.ident.clone(), &mut item.attrs)),
        Item::Type(item) => Some((item.ident.clone(), &mut item.attrs)),
        _ => None,
    }
}

/// typify writes a description as it is; rustfmt's style has a space before it, on every line.
fn space_members(item: &mut Item) {
    match item {
        Item::Struct(item) => space_fields(&mut item.fields),
        Item::Enum(item) => {
            for variant in &mut item.variants {
                variant.attrs = variant.attrs.drain(..).flat_map(space).collect();
                space_fields(&mut variant.fields);
            }
        }
        _ => {}
    }
}

fn space_fields(fields: &mut Fields) {
    for field in fields {
        field.attrs = field.attrs.drain(..).flat_map(space).collect();
    }
}

fn space(attribute: Attribute) -> Vec<Attribute> {
    match doc_text(&attribute) {
        Some(text) => text.lines().map(doc).collect(),
        None => vec![attribute],
    }
}

fn doc_text(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else { return None };
    match &pair.value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if pair.path.is_ident("doc") => Some(text.value()),
        _ => None,
    }
}

fn doc(line: &str) -> Attribute {
    let line = if line.is_empty() { String::new() } else { format!(" {line}") };
    syn::parse_quote!(#[doc = #line])
}

/// The documentation as lines of Markdown that no description can break out of.
pub(super) fn lines(docs: &Docs) -> String {
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
