//! Checks and exports that depend on the layout.

use std::collections::BTreeMap;

use planwright_schema::error::Error;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::parse::Parser as _;
use syn::{File, Item, Path};

use super::{Layout, Options, RUNTIME, support};
use crate::generator::TypeSource;
use crate::shape::Shapes;
use crate::style::{self, Strings};
use crate::tokens::ident;

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
    if let TypeSource::Module(path) = &options.types
        && let Err(error) = Path::parse_mod_style.parse_str(path)
    {
        let message = format!("{path:?} is neither typify nor a path of a module, such as crate::api: {error}");
        errors.push(style::error(&["types"], message));
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Returns exports of every type of every module.
pub(super) fn exports(shapes: &BTreeMap<String, Shapes>, further: &BTreeMap<String, Vec<String>>) -> TokenStream {
    let exports = shapes.iter().map(|(module, shapes)| {
        let names = names(shapes).map(|(name, _)| name);
        (module, names.chain(further.get(module).into_iter().flatten().map(String::as_str)).map(ident).collect())
    });
    let exports = exports.filter(|(_, names): &(_, Vec<Ident>)| !names.is_empty()).map(|(module, names)| {
        let module = ident(module);
        quote! {
            #[rustfmt::skip]
            #[allow(unused_imports, reason = "not everyone uses all of it")]
            pub use self::#module::{#(#names),*};
        }
    });
    exports.collect()
}

/// Returns the types of a module, with the locations of their schemas.
fn names(shapes: &Shapes) -> impl Iterator<Item = (&str, String)> {
    let types = shapes
        .types
        .iter()
        .map(|def| (def.name.as_str(), def.target().map_or_else(String::new, |target| target.to_string())));
    let roots = shapes.replaced.iter().filter(|one| one.is_root || one.is_attached());
    types.chain(roots.map(|one| (one.name.as_str(), one.target.to_string())))
}

/// Removes aliases whose names are not free: another module may export the name in the flat layout, and another
/// generator selects the names of its types.
pub(crate) fn remove_aliases(shapes: &mut BTreeMap<String, Shapes>, options: &Options) {
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for shapes in shapes.values() {
        for def in shapes.types.iter().chain(&shapes.inlined) {
            *uses.entry(def.name.clone()).or_default() += 1;
        }
    }
    for shapes in shapes.values_mut() {
        match (&options.types, options.layout) {
            (TypeSource::Native, Layout::Flat) => {
                shapes.inlined.retain(|def| uses[&def.name] == 1 && support::names().all(|name| name != def.name));
            }
            (TypeSource::Native, _) => {}
            (TypeSource::Typify | TypeSource::Module(_), _) => shapes.inlined.clear(),
        }
    }
}

/// Returns errors for types whose names collide with each other or with shared generated code.
///
/// `further` are the names of types that do not belong to definitions.
pub(crate) fn clashes(
    shapes: &BTreeMap<String, Shapes>,
    further: &BTreeMap<String, Vec<String>>,
    declared: &TokenStream,
) -> Vec<Error> {
    let mut taken: BTreeMap<String, String> = BTreeMap::new();
    let declared = syn::parse2::<File>(declared.clone()).map_or_else(|_| Vec::new(), |file| file.items);
    let declared = declared.iter().filter_map(|item| match item {
        Item::Struct(item) => Some(item.ident.to_string()),
        Item::Type(item) => Some(item.ident.to_string()),
        _ => None,
    });
    let shared = support::names().map(str::to_owned).chain(declared);
    taken.extend(shared.map(|name| (name, "an item that all generated code shares".to_owned())));
    for (module, names) in further {
        taken.extend(names.iter().map(|name| (name.clone(), ["a type of typify in ", module].concat())));
    }
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
