//! Model of an Apex class. Names, types and initial values are decided, so that printing only formats.

use std::collections::BTreeMap;

use planwright_apex::layout::Piece;
use planwright_apex::tokens::{ApexDoc, ApexIdent, ApexPath};

/// An outer class.
#[derive(Debug)]
pub(super) struct Model {
    pub name: ApexIdent,
    /// Schema files, each with the class of its root.
    pub roots: Vec<(String, ApexIdent)>,
    /// Inner classes by name.
    pub classes: BTreeMap<ApexIdent, Class>,
    pub choices: Vec<Choices>,
}

/// An inner class.
#[derive(Debug)]
pub(super) struct Class {
    pub docs: ApexDoc,
    /// Fields, sorted by name.
    pub members: Vec<Member>,
    /// Set if the only field is the whole document, which is not an object with named properties.
    pub is_wrapper: bool,
    /// Set if JSON.deserialize cannot create it, because a part of it is untyped or has another name in JSON.
    pub needs_reader: bool,
    /// Set if JSON.serialize cannot write it, because a part of it has another name in JSON.
    pub needs_writer: bool,
    /// Name of the constant that maps property names to the fields that have other names.
    pub names: Option<ApexIdent>,
}

#[derive(Clone, Debug)]
pub(super) struct Member {
    pub name: ApexIdent,
    /// Name in JSON.
    pub property: String,
    pub docs: ApexDoc,
    pub kind: Type,
    /// Name of the constant that lists the values.
    pub choices: Option<ApexIdent>,
    /// Initial value.
    pub initial: Option<Piece>,
}

/// A list of the allowed strings of a field.
#[derive(Debug)]
pub(super) struct Choices {
    pub name: ApexIdent,
    pub docs: ApexDoc,
    pub values: Vec<String>,
}

/// An Apex type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Text,
    Flag,
    Integer,
    Long,
    Decimal,
    Date,
    Datetime,
    /// Any JSON value.
    Any,
    List(Box<Type>),
    Map(Box<Type>),
    /// An inner class by name.
    Class(String),
}

impl Type {
    /// Returns a list type. A list of untyped values is a list of objects.
    pub(super) fn list(item: Self) -> Self {
        Self::List(Box::new(if item.is_untyped() { Self::Any } else { item }))
    }

    /// Returns a map type. A map of untyped values is a map of objects.
    pub(super) fn map(value: Self) -> Self {
        Self::Map(Box::new(if value.is_untyped() { Self::Any } else { value }))
    }

    /// Returns whether values of the type are read as untyped values.
    pub(super) fn is_untyped(&self) -> bool {
        match self {
            Self::Any => true,
            Self::List(inner) | Self::Map(inner) => inner.is_untyped(),
            _ => false,
        }
    }

    /// Returns the class inside nested lists and maps.
    pub(super) fn class(&self) -> Option<&str> {
        match self {
            Self::Class(name) => Some(name),
            Self::List(inner) | Self::Map(inner) => inner.class(),
            _ => None,
        }
    }

    /// Returns the type in Apex syntax. `outer` is the class in which other classes find the inner ones.
    pub(super) fn path(&self, outer: Option<&ApexIdent>) -> ApexPath {
        match self {
            Self::Text => ApexPath::keyword("String"),
            Self::Flag => ApexPath::keyword("Boolean"),
            Self::Integer => ApexPath::keyword("Integer"),
            Self::Long => ApexPath::keyword("Long"),
            Self::Decimal => ApexPath::keyword("Decimal"),
            Self::Date => ApexPath::keyword("Date"),
            Self::Datetime => ApexPath::keyword("Datetime"),
            Self::Any => OBJECT,
            Self::List(item) => ApexPath::list_of(&item.path(outer)),
            Self::Map(value) => ApexPath::map_of(&value.path(outer)),
            Self::Class(name) => {
                let name = ApexIdent::near(name);
                outer.map_or_else(|| ApexPath::from_ident(&name), |outer| ApexPath::member(outer, &name))
            }
        }
    }
}

/// The type of any value.
pub(super) const OBJECT: ApexPath = ApexPath::keyword("Object");

/// Returns the expression that deserializes JSON to a type.
pub(super) fn deserialized(kind: &ApexPath, json: Piece) -> Piece {
    Piece::call("JSON.deserialize", vec![json, Piece::class(kind)]).cast(kind)
}

impl Class {
    /// Returns the field that is the whole document.
    pub(super) fn document(&self) -> Option<&Member> {
        self.members.first().filter(|_| self.is_wrapper)
    }

    /// Returns the fields whose name differs from the name in JSON.
    pub(super) fn renamed(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|member| member.name.as_str() != member.property)
    }
}

impl Model {
    /// Returns the class inside nested lists and maps.
    pub(super) fn class_of(&self, kind: &Type) -> Option<&Class> {
        self.classes.get(kind.class()?)
    }

    /// Returns the schema files of the class.
    pub(super) fn files(&self) -> ApexDoc {
        ApexDoc::listing("", self.roots.iter().map(|(file, _)| file.as_str()), "")
    }

    pub(super) fn test_name(&self) -> ApexIdent {
        self.name.suffixed("_Test")
    }
}
