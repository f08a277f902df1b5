//! Additions for certain layouts: exports at the top level for the flat layout, and attributes that disable rustfmt.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use syn::Path;
use syn::parse::Parser as _;

use super::{Options, RUNTIME, support};
use crate::shape::Shapes;
use crate::style::{self, Strings};
use planwright_schema::error::Error;

/// Checks that options that become code are valid paths.
pub(crate) fn check(options: &Options) -> Result<(), Vec<Error>> {
    let mut errors = Vec::new();
    let path = &options.runtime;
    if let Err(error) = Path::parse_mod_style.parse_str(path) {
        let message = format!("{path:?} is not a path of a crate, such as {RUNTIME}: {error}");
        errors.push(style::error(&["runtime"], message));
    }
    let is_own = |map: &String| !crate::backend::readers::is_map(&format!("::{}", map.trim_start_matches("::")));
    if options.style.strings == Strings::Borrowed && options.style.map.as_ref().is_some_and(is_own) {
        let message = "no crate can implement borrowing for your own map type: remove `borrowed` or `map`";
        errors.push(style::error(&["map"], message));
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Returns the source with `#[rustfmt::skip]` on every item, because the formatting depends on a configuration that is
/// unknown here.
pub(super) fn unformatted(text: &str) -> String {
    const STARTS: &[&str] = &[
        "pub ",
        "pub(crate) ",
        "use ",
        "type ",
        "impl",
        "fn ",
        "mod ",
        "const ",
        "static ",
        "enum ",
        "struct ",
        "trait ",
        "macro_rules!",
    ];
    let marked = text.lines().flat_map(|line| {
        let mark = STARTS.iter().any(|start| line.starts_with(start)).then_some("#[rustfmt::skip]");
        [mark, Some(line)]
    });
    marked.flatten().flat_map(|line| [line, "\n"]).collect()
}

/// Returns exports of every type of every module.
pub(super) fn exports(shapes: &BTreeMap<String, Shapes>) -> String {
    let mut text = String::new();
    for (module, shapes) in shapes {
        let names: Vec<&str> = names(shapes).map(|(name, _)| name).collect();
        if !names.is_empty() {
            let _ = write!(
                text,
                "#[rustfmt::skip]\n#[allow(unused_imports, reason = \"not everyone uses all of it\")]\npub use self::{module}::{{{}}};\n",
                names.join(", ")
            );
        }
    }
    text
}

/// Returns the types of a module, with the locations of their schemas.
fn names(shapes: &Shapes) -> impl Iterator<Item = (&str, String)> {
    let types = shapes
        .types
        .iter()
        .map(|def| (def.name.as_str(), def.target().map_or_else(String::new, |target| target.to_string())));
    let roots = shapes.replaced.iter().filter(|one| one.is_root);
    types.chain(roots.map(|one| (one.name.as_str(), one.target.to_string())))
}

/// Returns errors for types whose names collide with each other or with shared generated code.
pub(crate) fn clashes(shapes: &BTreeMap<String, Shapes>, declared: &str) -> Vec<Error> {
    let mut taken: BTreeMap<String, String> = BTreeMap::new();
    let words = declared.lines().filter_map(|line| line.strip_prefix("pub ")?.split_once(' '));
    let declared = words.map(|(_, rest)| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default());
    let imported = support::names().chain(declared);
    taken.extend(imported.map(|name| (name.to_owned(), "an item that all generated code shares".to_owned())));
    let mut errors = Vec::new();
    for (module, shapes) in shapes {
        for (name, place) in names(shapes) {
            if let Some(other) = taken.insert(name.to_owned(), format!("the type of {place}")) {
                let message = format!(
                    "in the flat layout {module}::{name} ({place}) would have the name of {other}: give it another one, as types.\"{module}::{name}\".name"
                );
                errors.push(style::error(&["layout"], message));
            }
        }
    }
    errors
}
