//! Finds the types that borrow strings from their document and therefore have a lifetime. Keys of maps own their
//! strings.

use std::collections::{BTreeMap, BTreeSet};

use crate::names::qualified;
use crate::shape::{Kind, Shape, Shapes};

/// Returns the types that contain a string, as `module::Type`.
pub(crate) fn reaching(shapes: &BTreeMap<String, Shapes>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    loop {
        let before = found.len();
        for (module, shapes) in shapes {
            let names = Names { module, elsewhere: &shapes.elsewhere, found: &found };
            let new = shapes.types.iter().filter(|def| names.kind_contains_string(&def.kind));
            let new: Vec<String> = new.map(|def| qualified(module, &def.name)).collect();
            found.extend(new);
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Resolves the names of one module.
struct Names<'a> {
    module: &'a str,
    elsewhere: &'a [(String, String)],
    found: &'a BTreeSet<String>,
}

impl Names<'_> {
    fn kind_contains_string(&self, kind: &Kind) -> bool {
        match kind {
            // A borrowing type has no variant for other strings.
            Kind::Enum(_) | Kind::OpenEnum(_) => false,
            Kind::Struct(fields) => fields
                .iter()
                .filter(|field| field.constant.is_none())
                .any(|field| self.shape_contains_string(&field.shape)),
            Kind::Tagged { variants, .. } => variants.iter().any(|variant| self.shape_contains_string(&variant.shape)),
            Kind::Content { variants, .. } => {
                variants.iter().filter_map(|one| one.shape.as_ref()).any(|shape| self.shape_contains_string(shape))
            }
            Kind::Untagged(shapes) => shapes.iter().any(|shape| self.shape_contains_string(shape)),
            Kind::Alias(shape) => self.shape_contains_string(shape),
        }
    }

    fn shape_contains_string(&self, shape: &Shape) -> bool {
        contains_string(shape, &|name| {
            let path = self.elsewhere.iter().find(|(own, _)| own == name).map(|(_, path)| path.as_str());
            let own = || qualified(self.module, name);
            self.found.contains(&path.map_or_else(own, |path| path.trim_start_matches("super::").to_owned()))
        })
    }
}

/// Returns whether a shape contains a string. `named` knows that for named types.
pub(super) fn contains_string(shape: &Shape, named: &dyn Fn(&str) -> bool) -> bool {
    match shape {
        Shape::String | Shape::Date | Shape::DateTime => true,
        Shape::List(inner) | Shape::Array(inner, _) | Shape::Map(_, inner) | Shape::Nullable(inner) => {
            contains_string(inner, named)
        }
        Shape::Tuple(items) => items.iter().any(|item| contains_string(item, named)),
        Shape::Named(name) => named(name),
        _ => false,
    }
}
