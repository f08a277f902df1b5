//! Model of an Apex class. Names, types and initial values are decided, so that printing only formats.

use std::collections::BTreeMap;

/// An outer class.
#[derive(Debug)]
pub(super) struct Model {
    pub name: String,
    /// Schema files, each with the class of its root.
    pub roots: Vec<(String, String)>,
    /// Inner classes by name.
    pub classes: BTreeMap<String, Class>,
    pub choices: Vec<Choices>,
}

/// An inner class.
#[derive(Debug)]
pub(super) struct Class {
    pub docs: String,
    /// Fields, sorted by name.
    pub members: Vec<Member>,
    /// Set if the only field is the whole document, which is not an object with named properties.
    pub is_wrapper: bool,
    /// Set if JSON.deserialize cannot create it, because a part of it is untyped or has another name in JSON.
    pub needs_reader: bool,
    /// Set if JSON.serialize cannot write it, because a part of it has another name in JSON.
    pub needs_writer: bool,
    /// Name of the constant that maps property names to the fields that have other names.
    pub names: Option<String>,
}

#[derive(Clone, Debug)]
pub(super) struct Member {
    pub name: String,
    /// Name in JSON.
    pub property: String,
    pub docs: String,
    pub kind: Type,
    /// Name of the constant that lists the values.
    pub choices: Option<String>,
    /// Initial value.
    pub initial: Option<planwright_apex::layout::Piece>,
}

/// A list of the allowed strings of a field.
#[derive(Debug)]
pub(super) struct Choices {
    pub name: String,
    pub docs: String,
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

    /// Returns the type in Apex syntax, with `scope` in front of inner classes.
    pub(super) fn name(&self, scope: &str) -> String {
        match self {
            Self::Text => "String".to_owned(),
            Self::Flag => "Boolean".to_owned(),
            Self::Integer => "Integer".to_owned(),
            Self::Long => "Long".to_owned(),
            Self::Decimal => "Decimal".to_owned(),
            Self::Date => "Date".to_owned(),
            Self::Datetime => "Datetime".to_owned(),
            Self::Any => "Object".to_owned(),
            Self::List(item) => format!("List<{}>", item.name(scope)),
            Self::Map(value) => format!("Map<String, {}>", value.name(scope)),
            Self::Class(name) => format!("{scope}{name}"),
        }
    }
}

impl Class {
    /// Returns the field that is the whole document.
    pub(super) fn document(&self) -> Option<&Member> {
        self.members.first().filter(|_| self.is_wrapper)
    }

    /// Returns the fields whose name differs from the name in JSON.
    pub(super) fn renamed(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|member| member.name != member.property)
    }
}

impl Model {
    /// Returns the class inside nested lists and maps.
    pub(super) fn class_of(&self, kind: &Type) -> Option<&Class> {
        self.classes.get(kind.class()?)
    }

    pub(super) fn test_name(&self) -> String {
        format!("{}_Test", self.name)
    }
}
