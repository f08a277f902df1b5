//! Finds names that several types share.

use std::collections::BTreeMap;

use syn::{Attribute, Item};

use crate::sources::Source;

/// Returns the types and traits that are declared more than once, each with the files that do. Test-only code is
/// ignored.
pub fn repeated(sources: &[Source]) -> Result<BTreeMap<String, Vec<String>>, String> {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in sources {
        let file = syn::parse_file(&source.text).map_err(|error| format!("{}: {error}", source.path))?;
        for name in names(&file.items) {
            places.entry(name).or_default().push(source.path.clone());
        }
    }
    places.retain(|_, files| files.len() > 1);
    Ok(places)
}

fn names(items: &[Item]) -> Vec<String> {
    let mut names = Vec::new();
    for item in items {
        match item {
            Item::Struct(item) => names.push(item.ident.to_string()),
            Item::Enum(item) => names.push(item.ident.to_string()),
            Item::Trait(item) => names.push(item.ident.to_string()),
            Item::Type(item) => names.push(item.ident.to_string()),
            Item::Mod(module) if !is_for_tests(&module.attrs) => {
                names.extend(module.content.iter().flat_map(|(_, items)| self::names(items)));
            }
            _ => {}
        }
    }
    names
}

/// Checks whether an item has the attribute `#[cfg(test)]`.
pub fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"))
    })
}
