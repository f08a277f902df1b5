//! Style of generated types beyond their shape, for all types or for single ones.
//!
//! [`Style`] contains strings, as in a configuration or build script. `read` parses them to tokens, `places` finds the
//! types that they refer to, `derives` checks whether a shape supports the requested traits, and `apply` writes the
//! result. An option that cannot be applied is an error that names it.

pub(crate) mod apply;
mod derives;
pub(crate) mod format_types;
mod paths;
mod places;
mod read;
mod structs;

use std::collections::{BTreeMap, BTreeSet};

use quote::ToTokens as _;
use syn::{Attribute, Path, TypePath};

use crate::shape::Shapes;
use planwright_schema::Target;
use planwright_schema::error::{Error, ErrorKind};

pub(crate) use derives::{ALL, NAMED_TEXT, TEXT_ENUM, newtype_derives, without};
pub(crate) use format_types::FormatType;
pub(crate) use places::{ALL_DEFINITIONS, resolve};
pub(crate) use read::parse;
pub(crate) use structs::MemberKind;

/// Style of the types of a set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Additional traits that every type derives, such as `Eq` or `schemars::JsonSchema`.
    pub derives: Vec<String>,
    /// Additional attributes of every type, such as `#[non_exhaustive]`.
    pub attributes: Vec<String>,
    /// Additional traits of other crates that every struct derives, such as `typed_builder::TypedBuilder`.
    pub struct_derives: Vec<String>,
    /// Additional attributes of every struct.
    pub struct_attributes: Vec<String>,
    /// Attributes of struct fields, by kind: `required`, `optional` (an `Option`), `maybe` (a `Maybe`) and `defaulted`.
    ///
    /// A `defaulted` field has a default or contains additional properties. In its attributes, `{default}` is replaced
    /// by the expression of the default.
    pub member_attributes: BTreeMap<String, String>,
    /// Type of maps with string keys, such as `std::collections::HashMap`. `None` means `BTreeMap`.
    pub map: Option<String>,
    /// Builders of structs.
    pub builders: Builders,
    /// Ownership of strings.
    pub strings: Strings,
    /// Representation of named scalars with bounds.
    pub scalars: Scalars,
    /// Treatment of additional properties of open objects.
    pub unknown: OpenMembers,
    /// Representation of properties that may be null and may be missing.
    pub nulls: NullMembers,
    /// Treatment of properties that have their default.
    pub defaults: DefaultMembers,
    /// Representation of lists that may be missing but not empty.
    pub lists: Lists,
    /// Representation of definitions of lists and maps.
    pub collections: Collections,
    /// Representation of numbers that may have a fraction.
    pub numbers: Numbers,
    /// Choice of integer types.
    pub integers: Integers,
    /// Types for strings with a format, by format. Borrowing types use them too.
    ///
    /// The value is `uuid`, `jiff`, `chrono`, `time`, `url` or `std` if that crate has a type for the format. It can
    /// also be the path of a type with `FromStr` and `Display`.
    pub format_types: BTreeMap<String, String>,
    /// Definitions that get what the root of a file has, by the same keys as in `types`: `parse`, `validate` and the
    /// trait `SchemaRoot`.
    ///
    /// `all` means every definition. Without any, they are the definitions of each file whose root accepts every value.
    pub roots: Vec<String>,
    /// Styles of single types. The key is `module::Type`, `Type` if the name is unique, or the location of the schema:
    /// `folder/file.json#/definitions/Money`.
    pub types: BTreeMap<String, TypeStyle>,
}

/// Style of one type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeStyle {
    /// New name of the type.
    pub name: Option<String>,
    /// Type that replaces it, such as `crate::Money`. Only the validator is then generated for the schema.
    pub replace: Option<String>,
    /// Additional traits that it derives.
    pub derives: Vec<String>,
    /// Additional attributes.
    pub attributes: Vec<String>,
}

/// Choice of integer types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Integers {
    /// A type must have every value that the bounds allow.
    #[default]
    ByBounds,
    /// A format such as `uint32` bounds the values too, although validators do not check it.
    ByFormat,
}

/// Builders of structs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Builders {
    /// There are no builders, and fields are public.
    #[default]
    None,
    /// Each struct has `builder()`. The builder of a root validates the schema.
    Typed,
}

/// Ownership of strings in types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strings {
    /// Owned: `String`.
    #[default]
    Owned,
    /// Borrowed from the document: `Cow<'a, str>`. Types without strings have no lifetime.
    Borrowed,
}

/// Representation of a definition of a string or number with bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scalars {
    /// A newtype such as `TaskId`.
    #[default]
    Newtypes,
    /// A newtype, also for schemas in place. It is named after its title or its property.
    Everywhere,
    /// `String`, `i64` or `f64` at every reference.
    Plain,
}

/// Treatment of additional properties of open objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpenMembers {
    /// Types omit them, unless a keyword constrains them.
    #[default]
    LeftOut,
    /// Every open struct stores them in a map.
    Kept,
}

/// Representation of properties that may be null and may be missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NullMembers {
    /// `Maybe<T>`, which preserves the difference.
    #[default]
    ThreeStates,
    /// `Option<T>`, which writes null as missing.
    AsAbsent,
}

/// Treatment of properties that have their default when a value is written. When it is read, a default replaces a
/// missing property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DefaultMembers {
    /// They are omitted, so that documents do not grow. If the schema checks the presence of a property, it is an
    /// `Option` and its presence is preserved.
    #[default]
    LeftOut,
    /// They are written.
    Written,
    /// They are treated like others: an optional property is an `Option` without a default. This suits documents in
    /// which a missing property can mean something else than the default.
    Optional,
}

/// Representation of a list that may be missing, if the schema rejects empty lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lists {
    /// `Option<Vec<T>>`, like any other property.
    #[default]
    Optional,
    /// `Vec<T>`, which is empty if the property is missing. Nothing is lost, because no document contains an empty
    /// list.
    Plain,
}

/// Representation of a definition of a list or map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Collections {
    /// `Vec<T>` or a map at every reference, unless it is recursive.
    #[default]
    InPlace,
    /// A newtype such as `ProductIds(Vec<ProductId>)`.
    Newtypes,
}

/// Representation of a number that may have a fraction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// `f64`, which writes `300` as `300.0`.
    #[default]
    Floats,
    /// `serde_json::Number`, which preserves the notation of integers.
    Exact,
}

/// A requested value, with the option that requests it.
pub(crate) struct ConfiguredBy<T> {
    pub option: Vec<String>,
    pub what: T,
}

/// A style whose strings have been parsed.
#[derive(Default)]
pub(crate) struct ParsedStyle {
    pub all: AllTypes,
    pub roots: Vec<String>,
    pub types: BTreeMap<String, ParsedTypeStyle>,
}

/// Parsed style of all types of a set.
#[derive(Default)]
pub(crate) struct AllTypes {
    pub derives: Vec<ConfiguredBy<Path>>,
    pub attributes: Vec<Attribute>,
    pub structs: structs::StructStyle,
    pub map: Option<Path>,
    pub builders: Builders,
    pub strings: Strings,
    pub scalars: Scalars,
    pub unknown: OpenMembers,
    pub nulls: NullMembers,
    pub defaults: DefaultMembers,
    pub lists: Lists,
    pub collections: Collections,
    pub numbers: Numbers,
    pub integers: Integers,
    pub format_types: BTreeMap<String, FormatType>,
}

/// Definitions that have what the root of a file has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum DefinitionRoots {
    /// Those of each file whose root accepts every value.
    #[default]
    OfUnconstrainedFiles,
    /// Every definition.
    All,
    /// Those at these locations.
    Listed(BTreeSet<Target>),
}

impl DefinitionRoots {
    /// Returns whether the definition at a location is selected. `unconstrained` are the files whose root accepts every
    /// value.
    pub(crate) fn select(&self, target: &Target, unconstrained: &BTreeSet<&str>) -> bool {
        match self {
            Self::OfUnconstrainedFiles => unconstrained.contains(target.file.as_str()),
            Self::All => true,
            Self::Listed(targets) => targets.contains(target),
        }
    }
}

/// Parsed style of one type.
#[derive(Default)]
pub(crate) struct ParsedTypeStyle {
    pub name: Option<String>,
    pub replace: Option<TypePath>,
    pub derives: Vec<ConfiguredBy<Path>>,
    pub attributes: Vec<Attribute>,
}

/// A style whose types have been found.
#[derive(Default)]
pub(crate) struct Resolved {
    pub all: AllTypes,
    pub types: BTreeMap<Target, ParsedTypeStyle>,
    /// Definitions that have what the root of a file has.
    pub roots: DefinitionRoots,
    /// The option key of each type.
    pub keys: BTreeMap<Target, String>,
    /// Set if formats are checked.
    pub assert_formats: bool,
    /// Types that omit a derive that is requested for all types.
    pub without: derives::Without,
    /// Modules and names of the types that another generator writes.
    pub outside: BTreeMap<Target, (String, String)>,
}

impl Resolved {
    /// Returns whether another type replaces that of the schema at a location.
    pub(crate) fn is_replaced(&self, target: &Target) -> bool {
        self.outside.contains_key(target) || self.is_replaced_by_user(target)
    }

    /// Returns whether a type of the user replaces that of the schema at a location.
    pub(crate) fn is_replaced_by_user(&self, target: &Target) -> bool {
        self.types.get(target).is_some_and(|own| own.replace.is_some())
    }

    /// Returns the path, in a module, of the type that replaces that of the schema at a location.
    pub(crate) fn replacement_path(&self, target: &Target, module: &str) -> Option<String> {
        if let Some(path) = self.types.get(target).and_then(|own| own.replace.as_ref()) {
            return Some(path.to_token_stream().to_string());
        }
        let (owner, name) = self.outside.get(target)?;
        Some(if owner == module { name.clone() } else { ["super::", owner, "::", name].concat() })
    }

    /// Returns the chosen name of the type at a location.
    pub(crate) fn name(&self, target: &Target) -> Option<&str> {
        self.types.get(target)?.name.as_deref()
    }

    /// Returns the chosen names of types, by the locations of their schemas.
    pub(crate) fn names(&self) -> BTreeMap<Target, String> {
        let named = self.types.iter().filter_map(|(target, style)| Some((target.clone(), style.name.clone()?)));
        named.collect()
    }

    /// Returns whether a type omits a derive that is requested for all types.
    pub(crate) fn omits_derive(&self, target: Option<&Target>, derive: &Path) -> bool {
        let name = target.zip(derives::standard(derive));
        name.is_some_and(|(target, name)| self.without.contains_key(&(target.clone(), name)))
    }

    /// Returns the map type.
    pub(crate) fn map_text(&self) -> String {
        let path = self.all.map.as_ref().map(|path| path.to_token_stream().to_string().replace(' ', ""));
        path.unwrap_or_else(|| "::std::collections::BTreeMap".to_owned())
    }

    /// Returns whether the style changes the projection.
    pub(crate) fn changes_projection(&self) -> bool {
        self.all.strings == Strings::Borrowed
            || self.all.scalars != Scalars::Newtypes
            || self.all.unknown == OpenMembers::Kept
            || self.all.nulls == NullMembers::AsAbsent
            || self.all.lists == Lists::Plain
            || self.all.integers == Integers::ByFormat
            || self.all.collections == Collections::Newtypes
            || self.all.defaults != DefaultMembers::LeftOut
            || !self.all.format_types.is_empty()
            || self.types.values().any(|style| style.name.is_some() || style.replace.is_some())
    }

    /// Returns the additional derives and attributes of a type, starting with those for all types.
    pub(crate) fn additions(&self, target: Option<&Target>) -> (Vec<&ConfiguredBy<Path>>, Vec<&Attribute>) {
        let own = target.and_then(|target| self.types.get(target));
        let derives = self.all.derives.iter().chain(own.into_iter().flat_map(|own| &own.derives)).collect();
        let attributes = self.all.attributes.iter().chain(own.into_iter().flat_map(|own| &own.attributes)).collect();
        (derives, attributes)
    }
}

/// Returns errors for options that cannot be applied: unsupported derives, and replacements that replace nothing.
pub(crate) fn refuse(shapes: &BTreeMap<String, Shapes>, style: &Resolved) -> Vec<Error> {
    let mut errors = derives::check(shapes, style);
    let used: BTreeSet<&Target> =
        shapes.values().flat_map(|shapes| shapes.replaced.iter().map(|one| &one.target)).collect();
    for (target, _) in style.types.iter().filter(|(target, own)| own.replace.is_some() && !used.contains(target)) {
        let key = style.keys.get(target).map_or("", String::as_str);
        let message =
            format!("no property has the type of {target}: it is part of another type, or nothing refers to it");
        errors.push(error(&["types", key, "replace"], message));
    }
    errors
}

/// Returns an error about an option.
pub(crate) fn error(option: &[&str], message: impl Into<String>) -> Error {
    let option = option.iter().map(|part| (*part).to_owned()).collect();
    Error {
        file: String::new(),
        line_column: None,
        pointer: planwright_source::Pointer::root(),
        keyword: None,
        kind: ErrorKind::Option { option, message: message.into() },
    }
}

/// Returns an error about the option of a requested value.
pub(crate) fn refused<T>(asked: &ConfiguredBy<T>, message: impl Into<String>) -> Error {
    error(&asked.option.iter().map(String::as_str).collect::<Vec<_>>(), message)
}
