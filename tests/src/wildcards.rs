//! Finds matches over generated enums that have an arm for everything else. A new variant of the schema would go
//! unnoticed there.
//!
//! Clippy's `wildcard_enum_match_arm` applies to every enum, including those of `serde_json` and of compilers, where
//! such an arm is intended. This check reads the sources, including matches inside macros, and applies to generated
//! enums only.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::parse::{ParseStream, Parser as _};
use syn::{Arm, Pat};

use crate::sources::Source;

/// Returns the names of the enums in generated modules, including those in macros.
pub fn enums<'t>(texts: impl IntoIterator<Item = &'t str>) -> Result<BTreeSet<String>, String> {
    let mut names = BTreeSet::new();
    for text in texts {
        let tokens: TokenStream = text.parse().map_err(|error| format!("{error}"))?;
        declared(tokens, &mut names);
    }
    Ok(names)
}

fn declared(tokens: TokenStream, names: &mut BTreeSet<String>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(word) if word == "enum" => {
                if let Some(TokenTree::Ident(name)) = tokens.peek() {
                    names.insert(name.to_string());
                }
            }
            TokenTree::Group(group) => declared(group.stream(), names),
            _ => {}
        }
    }
}

/// Returns each match over one of `enums` with an unconditional arm for everything else, by its first variant.
/// Example: `a.rs: Shape::Dot and a rest`.
pub fn catch_all_arms(sources: &[Source], enums: &BTreeSet<String>) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for source in sources {
        let tokens: TokenStream = source.text.parse().map_err(|error| format!("{}: {error}", source.path))?;
        let mut places = Vec::new();
        matches(tokens, enums, &mut places);
        found.extend(places.into_iter().map(|variant| format!("{}: {variant} and a rest", source.path)));
    }
    Ok(found)
}

fn matches(tokens: TokenStream, enums: &BTreeSet<String>, places: &mut Vec<String>) {
    let mut after_match = false;
    for token in tokens {
        match token {
            TokenTree::Ident(word) if word == "match" => after_match = true,
            TokenTree::Group(group) => {
                if after_match && group.delimiter() == Delimiter::Brace {
                    after_match = false;
                    places.extend(judge(group.stream(), enums));
                }
                matches(group.stream(), enums, places);
            }
            _ => {}
        }
    }
}

/// Returns the first variant, if there is an arm for everything else too.
fn judge(body: TokenStream, enums: &BTreeSet<String>) -> Option<String> {
    let arms = |input: ParseStream<'_>| {
        let mut arms = Vec::new();
        while !input.is_empty() {
            arms.push(input.call(<Arm as syn::parse::Parse>::parse)?);
        }
        Ok(arms)
    };
    // Anything else is the body of a macro, or a block in the condition of a match.
    let arms: Vec<Arm> = arms.parse2(body).ok()?;
    let variant = arms.iter().find_map(|arm| variant_of(&arm.pat, enums))?;
    arms.iter().any(|arm| takes_all(&arm.pat)).then_some(variant)
}

/// Returns the variant of a generated enum in a pattern.
fn variant_of(pattern: &Pat, enums: &BTreeSet<String>) -> Option<String> {
    let of_path = |path: &syn::Path| {
        let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
        let (variant, name) = (names.next()?, names.next()?);
        enums.contains(&name).then(|| format!("{name}::{variant}"))
    };
    match pattern {
        Pat::Path(path) => of_path(&path.path),
        Pat::TupleStruct(tuple) => of_path(&tuple.path),
        Pat::Struct(members) => of_path(&members.path),
        Pat::Or(cases) => cases.cases.iter().find_map(|case| variant_of(case, enums)),
        Pat::Reference(reference) => variant_of(&reference.pat, enums),
        Pat::Paren(inner) => variant_of(&inner.pat, enums),
        Pat::Guard(guarded) => variant_of(&guarded.pat, enums),
        Pat::Ident(name) => name.subpat.as_ref().and_then(|(_, pattern)| variant_of(pattern, enums)),
        _ => None,
    }
}

/// Checks whether a pattern matches everything: `_` or a name.
fn takes_all(pattern: &Pat) -> bool {
    match pattern {
        Pat::Wild(_) => true,
        Pat::Ident(name) => {
            name.subpat.is_none() && name.ident.to_string().starts_with(|first: char| first.is_lowercase())
        }
        Pat::Paren(inner) => takes_all(&inner.pat),
        Pat::Or(cases) => cases.cases.iter().any(takes_all),
        _ => false,
    }
}
