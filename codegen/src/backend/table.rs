//! Decides all Rust names, and the types of fields and variants.
//!
//! Every part that writes code about a generated type uses this table. A reader and the declaration that it fills
//! therefore agree.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::boxes;
use crate::names;
use crate::shape::{Docs, Field, Kind, Shape, Shapes, TypeDef, owner};
use planwright_schema::names::{Names, type_name};

/// The types of a set.
pub(crate) struct RustTypes<'a> {
    shapes: &'a BTreeMap<String, Shapes>,
    defs: BTreeMap<(&'a str, &'a str), &'a TypeDef>,
    boxed: BTreeSet<boxes::Edge>,
    /// Types that have a lifetime, as `module::Type`.
    borrowed: &'a BTreeSet<String>,
}

/// A property of an object in Rust.
#[derive(Debug)]
pub(crate) struct RustField<'a> {
    pub field: &'a Field,
    /// Name of the field, or an empty string if the property has no field.
    pub ident: String,
    pub presence: FieldPresence<'a>,
    /// Set if the value is in a `Box`.
    pub is_boxed: bool,
}

/// Representation of a property as a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum FieldPresence<'a> {
    /// No field: the property is required and always has this value.
    Constant(&'a Value),
    /// A map of the properties that the schema does not name.
    Rest,
    /// The value.
    Required,
    /// The value or this default.
    Defaulted(&'a Value),
    /// `Option`: the value, or `None` if the property is missing.
    Optional,
    /// `Maybe`: missing, null, or the value inside the nullable shape.
    Maybe,
}

/// A variant in Rust.
#[derive(Debug)]
pub(crate) struct RustVariant<'a> {
    pub ident: String,
    /// Value of the variant. Variants for strings have none.
    pub shape: Option<&'a Shape>,
    /// The string or the tag.
    pub text: Option<&'a str>,
    /// Description of a string.
    pub description: Option<&'a str>,
    pub is_boxed: bool,
    pub docs: Option<&'a Docs>,
}

impl<'a> RustTypes<'a> {
    pub(crate) fn new(shapes: &'a BTreeMap<String, Shapes>, borrowed: &'a BTreeSet<String>) -> Self {
        let all = shapes.iter().flat_map(|(module, shapes)| shapes.types.iter().map(move |def| (module, def)));
        let defs = all.map(|(module, def)| ((module.as_str(), def.name.as_str()), def)).collect();
        Self { shapes, defs, boxed: boxes::needed(shapes), borrowed }
    }

    /// Returns the module and name of a type that a module refers to.
    pub(crate) fn owner<'n>(&'n self, module: &'n str, name: &'n str) -> (&'n str, &'n str) {
        owner(self.shapes, module, name)
    }

    /// Returns the type that a module refers to, in any module. A type of the user has no definition.
    pub(crate) fn def(&self, module: &str, name: &str) -> Option<&'a TypeDef> {
        if self.replacement(module, name).is_some() { None } else { self.defs.get(&self.owner(module, name)).copied() }
    }

    /// Returns the path of the user's type that replaces a name.
    pub(crate) fn replacement(&self, module: &str, name: &str) -> Option<&'a str> {
        let replaced = &self.shapes.get(module)?.replaced;
        let index = replaced.binary_search_by(|one| one.name.as_str().cmp(name)).ok()?;
        Some(&replaced[index].path)
    }

    /// Returns the path of a type in another module, relative to this module.
    pub(crate) fn elsewhere(&self, module: &str, name: &str) -> Option<&'a str> {
        let elsewhere = &self.shapes.get(module)?.elsewhere;
        let index = elsewhere.binary_search_by(|(own, _)| own.as_str().cmp(name)).ok()?;
        Some(&elsewhere[index].1)
    }

    /// Returns whether a type has a lifetime.
    pub(crate) fn borrows(&self, module: &str, name: &str) -> bool {
        let (module, name) = self.owner(module, name);
        !self.borrowed.is_empty() && self.borrowed.contains(&names::qualified(module, name))
    }

    /// Returns whether a value of a shape has a lifetime.
    pub(crate) fn is_borrowing(&self, module: &str, shape: &Shape) -> bool {
        !self.borrowed.is_empty() && super::borrowed::contains_string(shape, &|name| self.borrows(module, name))
    }

    /// Returns the fields of a struct, including constant properties, in schema order.
    pub(crate) fn fields(&self, module: &str, def: &'a TypeDef) -> Vec<RustField<'a>> {
        let Kind::Struct(fields) = &def.kind else { return Vec::new() };
        let named: Vec<&str> =
            fields.iter().filter(|field| field.constant.is_none()).map(|field| field.name.as_str()).collect();
        let mut idents = names::field_names(&named, None).into_iter();
        let fields = fields.iter().map(|field| {
            let presence = presence(field);
            let is_constant = matches!(presence, FieldPresence::Constant(_));
            let ident = if is_constant { String::new() } else { idents.next().unwrap_or_default() };
            let edge = (module.to_owned(), def.name.clone(), field.name.clone());
            RustField { field, ident, presence, is_boxed: self.boxed.contains(&edge) }
        });
        fields.collect()
    }

    /// Returns the variants of an enum, in schema order.
    pub(crate) fn variants(&self, module: &str, def: &'a TypeDef) -> Vec<RustVariant<'a>> {
        let is_boxed = |ident: &str| self.boxed.contains(&(module.to_owned(), def.name.clone(), boxes::variant(ident)));
        match &def.kind {
            Kind::Enum(values) => {
                let names: Vec<String> =
                    values.iter().map(|value| value.name.clone().unwrap_or_else(|| value.text.clone())).collect();
                let idents = names::variant_names(&names).into_iter().zip(values);
                let variants = idents.map(|(ident, value)| RustVariant {
                    ident,
                    shape: None,
                    text: Some(&value.text),
                    description: value.description.as_deref(),
                    is_boxed: false,
                    docs: None,
                });
                variants.collect()
            }
            Kind::OpenEnum(values) => {
                let names = values.iter().map(|value| value.name.clone().unwrap_or_else(|| value.text.clone()));
                let idents = names::variant_names(&names.chain([OTHER.to_owned()]).collect::<Vec<_>>()).into_iter();
                let values = values.iter().map(Some).chain([None]);
                let variants = idents.zip(values).map(|(ident, value)| RustVariant {
                    ident,
                    shape: value.is_none().then_some(&ANY_STRING),
                    text: value.map(|value| value.text.as_str()),
                    description: value.and_then(|value| value.description.as_deref()),
                    is_boxed: false,
                    docs: None,
                });
                variants.collect()
            }
            Kind::Tagged { variants, .. } => {
                let values: Vec<String> = variants.iter().map(|variant| variant.value.clone()).collect();
                let idents = names::variant_names(&values).into_iter().zip(variants).enumerate();
                let variants = idents.map(|(index, (ident, variant))| RustVariant {
                    ident,
                    shape: Some(&variant.shape),
                    text: Some(&variant.value),
                    description: None,
                    is_boxed: is_boxed(&index.to_string()),
                    docs: Some(&variant.docs),
                });
                variants.collect()
            }
            Kind::Content { variants, .. } => {
                let values: Vec<String> = variants.iter().map(|variant| variant.name.clone()).collect();
                let idents = names::variant_names(&values).into_iter().zip(variants).enumerate();
                let variants = idents.map(|(index, (ident, variant))| RustVariant {
                    ident,
                    shape: variant.shape.as_ref(),
                    text: Some(&variant.name),
                    description: None,
                    is_boxed: is_boxed(&index.to_string()),
                    docs: Some(&variant.docs),
                });
                variants.collect()
            }
            Kind::Untagged(shapes) => {
                let mut names = Names::default();
                let variants = shapes.iter().enumerate().map(|(index, shape)| RustVariant {
                    ident: names.claim(&[form(shape, &def.name)]),
                    shape: Some(shape),
                    text: None,
                    description: None,
                    is_boxed: is_boxed(&index.to_string()),
                    docs: None,
                });
                variants.collect()
            }
            Kind::Struct(_) | Kind::Alias(_) => Vec::new(),
        }
    }

    /// Returns whether the value of an alias is boxed.
    pub(crate) fn is_alias_boxed(&self, module: &str, def: &TypeDef) -> bool {
        self.boxed.contains(&(module.to_owned(), def.name.clone(), String::new()))
    }

    /// Returns whether null can be a value of the shape.
    pub(crate) fn takes_null(&self, module: &str, shape: &Shape) -> bool {
        match shape {
            Shape::Any(_) | Shape::Null | Shape::Nullable(_) => true,
            // An unknown type may allow null.
            Shape::Named(name) => self.def(module, name).is_none_or(|def| match &def.kind {
                Kind::Alias(shape) => def.judge.is_none() && !shape.is_scalar(),
                Kind::Untagged(_) => true,
                _ => false,
            }),
            _ => false,
        }
    }
}

/// Name of the variant for all strings that an enum does not list.
const OTHER: &str = "Other";
static ANY_STRING: Shape = Shape::String;

fn presence(field: &Field) -> FieldPresence<'_> {
    match (&field.constant, &field.default) {
        (Some(value), _) => FieldPresence::Constant(value),
        _ if field.rest => FieldPresence::Rest,
        _ if field.required => FieldPresence::Required,
        (None, Some(default)) => FieldPresence::Defaulted(default),
        (None, None) if matches!(field.shape, Shape::Nullable(_)) => FieldPresence::Maybe,
        (None, None) => FieldPresence::Optional,
    }
}

/// Returns the name of an untagged branch in a union with this name.
fn form(shape: &Shape, union: &str) -> String {
    let name = match shape {
        Shape::Any(_) => "Any",
        Shape::Null => "Null",
        Shape::Bool => "Boolean",
        Shape::Integer(_) | Shape::BigInteger => "Integer",
        Shape::Number => "Number",
        Shape::String | Shape::Date | Shape::DateTime => "String",
        Shape::Formatted(format) => return type_name(format),
        Shape::List(_) | Shape::Array(..) | Shape::Tuple(_) => "Array",
        Shape::NotObject => "NotObject",
        Shape::Map(..) => "Object",
        Shape::Nullable(inner) => return form(inner, union),
        Shape::Named(name) => own_words(name, union),
    };
    name.to_owned()
}

/// Returns the words of a type's name that follow the name of its union. Words in between can be missing, because names
/// that are made of locations have a maximum length.
fn own_words<'n>(name: &'n str, union: &str) -> &'n str {
    let mut starts = name.char_indices().rev().filter(|(_, c)| c.is_uppercase());
    let is_shortened = |rest: &&str| names::shortened(&[union, rest].concat()) == name;
    name.strip_prefix(union)
        .filter(|rest| rest.starts_with(char::is_uppercase))
        .or_else(|| starts.find_map(|(start, _)| name.get(start..).filter(is_shortened)))
        .unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::{names, own_words};

    #[test]
    fn variants_do_not_repeat_the_name_of_their_union() {
        let union = "OpenSourceVulnerabilityAffectedItemRangesItemEventsItem";
        for word in ["Introduced", "LastAffected"] {
            let name = names::shortened(&[union, word].concat());
            assert!(!name.starts_with(union));
            assert_eq!(own_words(&name, union), word);
        }
        assert_eq!(own_words("ShapeCircle", "Shape"), "Circle");
        assert_eq!(own_words("Shapely", "Shape"), "Shapely");
        assert_eq!(own_words("Circle", "Shape"), "Circle");
    }
}
