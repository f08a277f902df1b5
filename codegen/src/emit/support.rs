//! Imports of an index from the runtime crate.

use proc_macro2::TokenStream;
use quote::quote;

use crate::tokens::{ident, path};

/// Items for users of generated code, which every index exports.
const EXPORTED: &[&str] = &[
    "Diagnostic",
    "Invalid",
    "Maybe",
    "NotObject",
    "Report",
    "RootInfo",
    "SchemaRoot",
    "Union",
    "Validator",
    "whole_numbers",
    "with_defaults",
];

/// Functions that attributes of generated types name.
const CALLED: &[&str] = &["is_own_default", "present", "required"];

/// Items of sets that need them. A set exports the first, and calls the second.
const TOOLS: [&[&str]; 2] =
    [&["ToolFault", "ToolInfo", "ToolParams", "ToolResult"], &["read_arguments", "write_answer"]];
const FORMATTED: [&[&str]; 2] = [&["Formatted", "PlainForm", "TextForm"], &[]];
const BORROWED: [&[&str]; 2] = [&["BorrowedRoot"], &["borrowed"]];

/// Contents that only some sets have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Tools,
    FormatTypes,
    Borrowed,
    /// Formats of internationalized names.
    Idn,
}

/// Returns the imports of an index from the crate with this path.
pub(super) fn imports(runtime: &str, contents: &[Content]) -> TokenStream {
    let runtime = path(runtime);
    let optional = [(Content::Tools, TOOLS), (Content::FormatTypes, FORMATTED), (Content::Borrowed, BORROWED)];
    let needed = || optional.iter().filter(|(content, _)| contents.contains(content)).map(|(_, items)| items);
    let lists = [(quote!(pub use), EXPORTED, 0), (quote!(use), CALLED, 1)].map(|(how, items, index)| {
        let mut items = items.to_vec();
        items.extend(needed().flat_map(|items| items[index]));
        items.sort_unstable();
        let items = items.into_iter().map(ident);
        quote! {
            #[allow(unused_imports, reason = "not everyone uses all of it")]
            #how #runtime::{#(#items),*};
        }
    });
    let idn = contents.contains(&Content::Idn).then(|| quote!(const _: () = #runtime::NEEDS_FEATURE_IDN;));
    quote!(#(#lists)* #idn)
}

/// Returns every name that an index can import.
pub(super) fn names<'n>() -> impl Iterator<Item = &'n str> {
    let lists = [EXPORTED, CALLED].into_iter().chain(TOOLS).chain(FORMATTED).chain(BORROWED);
    lists.flatten().copied()
}
