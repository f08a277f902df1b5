//! Documentation of generated items: the description, the schema's location, and what the type leaves to the
//! validator.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::markdown::{code, prose};
use crate::shape::Docs;

/// Documentation as lines of Markdown that no string of a schema can break out of. As tokens, it is one attribute per
/// line, which is printed as `///`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RustDoc {
    lines: Vec<String>,
}

impl RustDoc {
    /// Returns the documentation of a type or field.
    pub(crate) fn new(docs: &Docs) -> Self {
        let mut paragraphs = Vec::new();
        if let Some(description) = &docs.description {
            paragraphs.push(prose(description));
        }
        if let Some(why) = docs.loose {
            paragraphs.push(["Any JSON value, because ", why, "; the validator checks the rest."].concat());
        }
        if let Some((file, pointer)) = &docs.place {
            let place = if pointer.is_root() { file.clone() } else { [file, "#", pointer.as_str()].concat() };
            paragraphs.push(["Schema: ", &code(&place)].concat());
        }
        Self { lines: paragraphs.join("\n\n").lines().map(str::to_owned).collect() }
    }

    /// Returns the documentation of a value.
    pub(crate) fn description(text: &str) -> Self {
        Self::new(&Docs { description: Some(text.to_owned()), ..Docs::default() })
    }

    /// Returns a sentence about a value of a schema, which becomes a code span.
    pub(crate) fn about(before: &'static str, value: &str, after: &'static str) -> Self {
        Self { lines: vec![[before, &code(value), after].concat()] }
    }

    /// Returns a sentence about several values, which become code spans.
    pub(crate) fn listing<'v>(
        before: &'static str,
        values: impl IntoIterator<Item = &'v str>,
        after: &'static str,
    ) -> Self {
        let values: Vec<String> = values.into_iter().map(code).collect();
        Self { lines: vec![[before, &values.join(", "), after].concat()] }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns the documentation as attributes of the enclosing file.
    pub(crate) fn inner(&self) -> TokenStream {
        let lines = self.padded();
        quote!(#(#![doc = #lines])*)
    }

    fn padded(&self) -> impl Iterator<Item = String> {
        self.lines.iter().map(|line| if line.is_empty() { String::new() } else { [" ", line].concat() })
    }
}

impl ToTokens for RustDoc {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let lines = self.padded();
        tokens.extend(quote!(#(#[doc = #lines])*));
    }
}
