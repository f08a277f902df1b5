//! Apex as data: every name, type and initial value decided, so that printing only lays out.

use std::collections::BTreeMap;

/// One outer class.
#[derive(Debug)]
pub(super) struct Model {
    pub name: String,
    /// Files of the schemas, and the class that the root of each became.
    pub roots: Vec<(String, String)>,
    /// Inner classes by name.
    pub classes: BTreeMap<String, Class>,
    pub choices: Vec<Choices>,
}

/// An inner class.
#[derive(Debug)]
pub(super) struct Class {
    pub docs: String,
    /// Sorted by name.
    pub members: Vec<Member>,
    /// Whether JSON.deserialize cannot fill it, because something in it has no type.
    pub needs_reader: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Member {
    pub name: String,
    pub docs: String,
    pub kind: Type,
    /// The constant that lists its values.
    pub choices: Option<String>,
    /// What it starts with.
    pub initial: Option<planwright_apex::layout::Piece>,
}

/// A list of the texts that a member can have.
#[derive(Debug)]
pub(super) struct Choices {
    pub name: String,
    pub docs: String,
    pub values: Vec<String>,
}

/// A type of Apex.
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
    /// A list; of what has no type it is a list of objects, whatever is inside.
    pub(super) fn list(item: Self) -> Self {
        Self::List(Box::new(if item.is_untyped() { Self::Any } else { item }))
    }

    /// A map, likewise.
    pub(super) fn map(value: Self) -> Self {
        Self::Map(Box::new(if value.is_untyped() { Self::Any } else { value }))
    }

    /// Whether it is read without a type.
    pub(super) fn is_untyped(&self) -> bool {
        match self {
            Self::Any => true,
            Self::List(inner) | Self::Map(inner) => inner.is_untyped(),
            _ => false,
        }
    }

    /// The class at the bottom.
    pub(super) fn class(&self) -> Option<&str> {
        match self {
            Self::Class(name) => Some(name),
            Self::List(inner) | Self::Map(inner) => inner.class(),
            _ => None,
        }
    }

    /// As it is written, `scope` before the inner classes.
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

impl Model {
    pub(super) fn test_name(&self) -> String {
        format!("{}_Test", self.name)
    }
}
