//! Decides who validates a value when serde reads it into a type.

use std::collections::{BTreeMap, BTreeSet};

use super::part_validators::SchemaParts;
use super::readers::TypeReaders;
use super::table::RustTypes;
use crate::shape::{Kind, Shapes, TypeDef};
use planwright_schema::link::Linked;

/// Code that validates a value when serde deserializes a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JudgedBy {
    /// Only the type itself.
    Type,
    /// The reader of the type.
    Reader,
    /// The validator of a root, or of a part of its schema.
    Validator,
}

/// Validation of each type of a set, and methods of each root.
pub(crate) struct JudgedTypes {
    types: BTreeMap<(String, String), JudgedBy>,
    /// Roots with generated methods, and whether these include conversions from strings and values.
    roots: BTreeMap<(String, String), bool>,
}

impl JudgedTypes {
    pub(crate) fn new(
        linked: &Linked<'_>,
        shapes: &BTreeMap<String, Shapes>,
        types: &RustTypes<'_>,
        readers: Option<&TypeReaders<'_>>,
        parts: &SchemaParts<'_>,
    ) -> Self {
        let roots: BTreeSet<(&str, &str)> = linked
            .modules
            .values()
            .flat_map(|module| module.roots.iter().map(|root| (module.name.as_str(), root.name.as_str())))
            .collect();
        let mut judged = Self { types: BTreeMap::new(), roots: BTreeMap::new() };
        for (module, one) in
            shapes.iter().flat_map(|(module, shapes)| shapes.replaced.iter().map(move |one| (module, one)))
        {
            // Other conversions exist already, or can be defined.
            if one.is_attached() {
                judged.roots.insert((module.clone(), one.name.clone()), false);
            }
        }
        for (module, def) in
            shapes.iter().flat_map(|(module, shapes)| shapes.types.iter().map(move |def| (module, def)))
        {
            let key = (module.clone(), def.name.clone());
            let name = (module.as_str(), def.name.as_str());
            let part = parts.get(&name);
            let is_root = roots.contains(&name) || part.is_some_and(|part| part.is_root);
            if is_root {
                let converts = matches!(def.kind, Kind::Struct(_) | Kind::Tagged { .. });
                judged.roots.insert(key.clone(), converts);
            }
            // The validator works on complete values, from which nothing can be borrowed.
            let by_validator = (is_root || part.is_some()) && !types.borrows(module, &def.name);
            judged.types.insert(key, judged_by(module, def, by_validator, readers));
        }
        judged
    }

    /// Returns who validates a type.
    pub(crate) fn get(&self, module: &str, name: &str) -> JudgedBy {
        let found = self.types.get(&(module.to_owned(), name.to_owned()));
        found.copied().unwrap_or(JudgedBy::Type)
    }

    /// Returns whether the methods of a root include conversions, or `None` if it has no methods.
    pub(crate) fn converts(&self, module: &str, root: &str) -> Option<bool> {
        self.roots.get(&(module.to_owned(), root.to_owned())).copied()
    }
}

fn judged_by(module: &str, def: &TypeDef, by_validator: bool, readers: Option<&TypeReaders<'_>>) -> JudgedBy {
    match readers {
        // Enums of strings and scalars with bounds validate themselves.
        _ if matches!(def.kind, Kind::Enum(_)) || def.judge.is_some() || !def.has_schema => JudgedBy::Type,
        Some(readers) if readers.has(module, &def.name) => JudgedBy::Reader,
        _ if by_validator => JudgedBy::Validator,
        _ => JudgedBy::Type,
    }
}
