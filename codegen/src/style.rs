//! What generated types are like beyond their shape: what a project says of all of them, and of single ones.
//!
//! [`Style`] is text, as a configuration or a build script has it. `read` makes typed tokens of it, `places` finds out which
//! types are meant, `derives` judges whether a shape can have what is asked, and `apply` writes it. Whatever does not fit is an
//! error that names the option.

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

pub(crate) use derives::{ALL, NAMED_TEXT, TEXT_ENUM, without};
pub(crate) use format_types::FormatType;
pub(crate) use places::resolve;
pub(crate) use read::read;
pub(crate) use structs::MemberKind;

/// What the types of a set are like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Traits that every type derives besides, such as `Eq` or `schemars::JsonSchema`.
    pub derives: Vec<String>,
    /// Attributes that every type has besides, such as `#[non_exhaustive]`.
    pub attributes: Vec<String>,
    /// Traits of other crates that every struct derives besides, such as `typed_builder::TypedBuilder`.
    pub struct_derives: Vec<String>,
    /// Attributes that every struct has besides.
    pub struct_attributes: Vec<String>,
    /// Attributes of the members of structs, by their kind: `required`, `optional` (an `Option`), `maybe` (a `Maybe`), `defaulted` (it
    /// has a default, or holds what no schema names). In the last, `{default}` stands for the expression of the default.
    pub member_attributes: BTreeMap<String, String>,
    /// The type of maps from text, such as `std::collections::HashMap`; `None` is `BTreeMap`.
    pub map: Option<String>,
    /// Whether structs have builders.
    pub builders: Builders,
    /// Whose the texts are.
    pub strings: Strings,
    /// What named scalars with bounds are.
    pub scalars: Scalars,
    /// What becomes of the members of open objects that no schema names.
    pub unknown: OpenMembers,
    /// What a member is that may be null and may be absent.
    pub nulls: NullMembers,
    /// What becomes of members that have their default.
    pub defaults: DefaultMembers,
    /// What a list is that may be absent and may not be empty.
    pub lists: Lists,
    /// What definitions of lists and maps are.
    pub collections: Collections,
    /// What numbers are that need not be whole.
    pub numbers: Numbers,
    /// Types for the texts of formats: `uuid`, `jiff`, `chrono`, `time`, `url` or `std` where such a type is known for the format,
    /// or the path of a type with `FromStr` and `Display`. Types that borrow have them too.
    pub format_types: BTreeMap<String, String>,
    /// Single types, by `module::Type`, by `Type` where only one is called so, or by the place of the schema:
    /// `folder/file.json#/definitions/Money`.
    pub types: BTreeMap<String, TypeStyle>,
}

/// What one type is like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeStyle {
    /// Another name for it.
    pub name: Option<String>,
    /// A type that stands for it, such as `crate::Money`. Nothing is generated for the schema then but its law.
    pub replace: Option<String>,
    /// Traits that it derives besides.
    pub derives: Vec<String>,
    /// Attributes that it has besides.
    pub attributes: Vec<String>,
}

/// Whether structs have builders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Builders {
    /// They have none: their fields are public.
    #[default]
    None,
    /// Each has `builder()`. That of a root checks its schema when it builds.
    Typed,
}

/// Whose texts the members of types are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strings {
    /// Their own: `String`.
    #[default]
    Owned,
    /// Those of the document that they were read from: `Cow<'a, str>`. Types that reach no text have no lifetime.
    Borrowed,
}

/// What the definition of a text or number with bounds becomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scalars {
    /// A type of its own that holds nothing else, such as `TaskId`.
    #[default]
    Newtypes,
    /// The same, and what is written in place too: called by its title, else by the member that has it.
    Everywhere,
    /// `String`, `i64` or `f64` wherever something refers to it.
    Plain,
}

/// What becomes of the members of open objects that no schema names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpenMembers {
    /// Types leave them out, where no keyword looks at them.
    #[default]
    LeftOut,
    /// Every open struct keeps them in a map.
    Kept,
}

/// What a member is that may be null and may be absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NullMembers {
    /// `Maybe<T>`: both come back as they were read.
    #[default]
    ThreeStates,
    /// `Option<T>`: null is written as absent.
    AsAbsent,
}

/// What becomes of members that have their default when a value is written. When it is read, a default fills in what is absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DefaultMembers {
    /// They are left out, so that no document grows. A member of which the schema asks whether it is there is an `Option`, and
    /// comes back as it was read.
    #[default]
    LeftOut,
    /// They are written.
    Written,
    /// They are like any others: a member that can be absent is an `Option`, and nothing fills it in. For documents in which what is
    /// absent can mean something else than the default.
    Optional,
}

/// What a list is that may be absent, where the schema refuses the empty one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lists {
    /// `Option<Vec<T>>`, as any other member.
    #[default]
    Optional,
    /// `Vec<T>`: empty where it is absent. Nothing is lost, because no document has the empty list.
    Plain,
}

/// What the definition of a list or a map becomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Collections {
    /// `Vec<T>` or a map wherever something refers to it, unless it leads back to itself.
    #[default]
    InPlace,
    /// A type of its own, such as `ProductIds(Vec<ProductId>)`.
    Newtypes,
}

/// What a number is that need not be whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// `f64`, which writes `300` as `300.0`.
    #[default]
    Floats,
    /// `serde_json::Number`, which writes a whole number as it was read.
    Exact,
}

/// Something asked for, with the option that asks.
pub(crate) struct Asked<T> {
    pub option: Vec<String>,
    pub what: T,
}

/// A style whose texts have been read.
#[derive(Default)]
pub(crate) struct Read {
    pub all: AllTypes,
    pub types: BTreeMap<String, ReadType>,
}

/// What is asked of all types of a set.
#[derive(Default)]
pub(crate) struct AllTypes {
    pub derives: Vec<Asked<Path>>,
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
    pub format_types: BTreeMap<String, FormatType>,
}

/// What was read of one type.
#[derive(Default)]
pub(crate) struct ReadType {
    pub name: Option<String>,
    pub replace: Option<TypePath>,
    pub derives: Vec<Asked<Path>>,
    pub attributes: Vec<Attribute>,
}

/// A style whose types have been found.
#[derive(Default)]
pub(crate) struct Resolved {
    pub all: AllTypes,
    pub types: BTreeMap<Target, ReadType>,
    /// The key that means each of them.
    pub keys: BTreeMap<Target, String>,
    /// Whether formats are asserted.
    pub assert_formats: bool,
    /// Which types go without a derive that is asked of all.
    pub without: derives::Without,
}

impl Resolved {
    /// What stands for the schema at a place, if anything does.
    pub(crate) fn replacement(&self, target: &Target) -> Option<&TypePath> {
        self.types.get(target)?.replace.as_ref()
    }

    /// The name that the type of a place is to have.
    pub(crate) fn name(&self, target: &Target) -> Option<&str> {
        self.types.get(target)?.name.as_deref()
    }

    /// The names that were chosen for types, by the places of their schemas.
    pub(crate) fn names(&self) -> BTreeMap<Target, String> {
        let named = self.types.iter().filter_map(|(target, style)| Some((target.clone(), style.name.clone()?)));
        named.collect()
    }

    /// Whether a type goes without a derive that is asked of all.
    pub(crate) fn goes_without(&self, target: Option<&Target>, derive: &Path) -> bool {
        let name = target.zip(derives::standard(derive));
        name.is_some_and(|(target, name)| self.without.contains_key(&(target.clone(), name)))
    }

    /// The type of maps.
    pub(crate) fn map_text(&self) -> String {
        let path = self.all.map.as_ref().map(|path| path.to_token_stream().to_string().replace(' ', ""));
        path.unwrap_or_else(|| "::std::collections::BTreeMap".to_owned())
    }

    /// Whether other names, replacements or texts change what is projected.
    pub(crate) fn moves(&self) -> bool {
        self.all.strings == Strings::Borrowed
            || self.all.scalars != Scalars::Newtypes
            || self.all.unknown == OpenMembers::Kept
            || self.all.nulls == NullMembers::AsAbsent
            || self.all.lists == Lists::Plain
            || self.all.collections == Collections::Newtypes
            || self.all.defaults != DefaultMembers::LeftOut
            || !self.all.format_types.is_empty()
            || self.types.values().any(|style| style.name.is_some() || style.replace.is_some())
    }

    /// What a type derives besides, and its attributes: those of all types first.
    pub(crate) fn of(&self, target: Option<&Target>) -> (Vec<&Asked<Path>>, Vec<&Attribute>) {
        let own = target.and_then(|target| self.types.get(target));
        let derives = self.all.derives.iter().chain(own.into_iter().flat_map(|own| &own.derives)).collect();
        let attributes = self.all.attributes.iter().chain(own.into_iter().flat_map(|own| &own.attributes)).collect();
        (derives, attributes)
    }
}

/// What is asked of the types and cannot be: derives that a shape does not have, replacements that replace nothing.
pub(crate) fn refuse(shapes: &BTreeMap<String, Shapes>, style: &Resolved) -> Vec<Error> {
    let mut errors = derives::check(shapes, style);
    let used: BTreeSet<&Target> =
        shapes.values().flat_map(|shapes| shapes.replaced.iter().map(|one| &one.target)).collect();
    for (target, _) in style.types.iter().filter(|(target, own)| own.replace.is_some() && !used.contains(target)) {
        let key = style.keys.get(target).map_or("", String::as_str);
        let message =
            format!("no member has the type of {target}: it lives on inside another one, or nothing refers to it");
        errors.push(error(&["types", key, "replace"], message));
    }
    errors
}

/// The error of an option.
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

/// The error of an option that was asked for.
pub(crate) fn refused<T>(asked: &Asked<T>, message: impl Into<String>) -> Error {
    error(&asked.option.iter().map(String::as_str).collect::<Vec<_>>(), message)
}
