//! What a Rust type can say of a schema. Back ends render shapes; they never see a schema.

use std::collections::BTreeMap;

use planwright_source::Pointer;
use serde_json::Value;

use planwright_schema::Target;

/// The types of one module.
#[derive(Debug)]
pub(crate) struct Shapes {
    pub types: Vec<TypeDef>,
    /// Types that another module generates, by the name that this module calls them; sorted.
    pub elsewhere: Vec<(String, String)>,
    /// Types of the user's that stand for schemas, sorted by name.
    pub replaced: Vec<Replaced>,
}

/// A type of the user's that stands for a schema.
#[derive(Clone, Debug)]
pub(crate) struct Replaced {
    /// As this module calls it.
    pub name: String,
    pub path: String,
    /// Where the schema stands.
    pub target: Target,
    /// Whether it is a root of this module, which other code knows by its name.
    pub is_root: bool,
}

/// A type with a name.
#[derive(Clone, Debug)]
pub(crate) struct TypeDef {
    pub name: String,
    pub docs: Docs,
    pub kind: Kind,
    /// What the value of a named scalar obeys; its type judges each value that it is made of.
    pub judge: Option<ScalarBounds>,
}

/// The schema of a scalar.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ScalarBounds {
    /// The dialect, as the validator calls it.
    pub draft: &'static str,
    /// The schema as JSON.
    pub schema: String,
}

impl TypeDef {
    /// A type that judges nothing.
    pub(crate) fn new(name: impl Into<String>, docs: Docs, kind: Kind) -> Self {
        Self { name: name.into(), docs, kind, judge: None }
    }

    /// Where its schema stands.
    pub(crate) fn target(&self) -> Option<Target> {
        let (file, pointer) = self.docs.place.clone()?;
        Some(Target { file, pointer })
    }
}

/// What is said of a type or a member in its documentation.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Docs {
    pub description: Option<String>,
    /// File and pointer of the schema, for types.
    pub place: Option<(String, Pointer)>,
    /// Why the type says less than it might.
    pub loose: Option<&'static str>,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Struct(Vec<Field>),
    /// Texts, each a variant.
    Enum(Vec<String>),
    /// Objects told apart by a tag.
    Tagged {
        tag: String,
        variants: Vec<Variant>,
    },
    /// Anything told apart by its form alone.
    Untagged(Vec<Shape>),
    /// A name for something that has none.
    Alias(Shape),
}

impl Kind {
    /// What the schema says of the members without a name, if it is an object that says more than that there may be any.
    pub(crate) fn types_rest(&self) -> Option<&'static str> {
        let Self::Struct(fields) = self else { return None };
        let rest = fields.iter().find(|field| field.rest)?;
        match &rest.shape {
            Shape::Map(value) if **value == Shape::Any(None) => None,
            shape => Some(shape.loose().unwrap_or("the schema types the members that it does not name")),
        }
    }
}

/// One branch of a union that a tag tells apart.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    /// The tag.
    pub value: String,
    pub docs: Docs,
    /// The type of the branch, which has the tag as a constant member.
    pub shape: Shape,
}

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub name: String,
    pub docs: Docs,
    pub shape: Shape,
    pub required: bool,
    /// Whether the field holds the members that the schema does not name. Its name is then no member of the document.
    pub rest: bool,
    pub default: Option<Value>,
    /// The one value that the member has, where it is required: no field in Rust.
    pub constant: Option<Value>,
    /// Whether null is written as absent, as was asked for.
    pub is_null_absent: bool,
    /// File and pointer of the schema.
    pub place: (String, Pointer),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// Any JSON value; why the shape says no more, if the schema does.
    Any(Option<&'static str>),
    Null,
    Bool,
    /// A whole number; true where it cannot be negative.
    Integer(bool),
    /// A whole number of 32 bits; true where it cannot be negative.
    Int32(bool),
    /// A whole number of any size.
    BigInteger,
    /// A number that need not be whole.
    Number,
    String,
    /// A text that is a day: format `date`.
    Date,
    /// A text that is a moment: format `date-time`.
    DateTime,
    /// A text of a format for which the style has a type.
    Formatted(String),
    List(Box<Shape>),
    /// An array of as many values, each of its own shape.
    Tuple(Vec<Shape>),
    /// Any value that is no object.
    NotObject,
    Map(Box<Shape>),
    /// The value or null.
    Nullable(Box<Shape>),
    Named(String),
}

impl Shape {
    /// Why this shape, or what it is made of, says less than its schema.
    pub(crate) fn loose(&self) -> Option<&'static str> {
        match self {
            Self::Any(why) => *why,
            Self::List(inner) | Self::Map(inner) | Self::Nullable(inner) => inner.loose(),
            Self::Tuple(items) => items.iter().find_map(Self::loose),
            _ => None,
        }
    }

    /// The types that a value of the shape holds in itself, not behind a list or map.
    pub(crate) fn held(&self) -> Vec<&str> {
        match self {
            Self::Named(name) => vec![name],
            Self::Nullable(inner) => inner.held(),
            Self::Tuple(items) => items.iter().flat_map(Self::held).collect(),
            _ => Vec::new(),
        }
    }

    /// The type that the shape names, without a list or map between.
    pub(crate) fn named(&self) -> Option<&str> {
        match self {
            Self::Named(name) => Some(name),
            Self::Nullable(inner) => inner.named(),
            _ => None,
        }
    }
}

/// The module and the name of a type that a module names.
pub(crate) fn owner<'n>(shapes: &'n BTreeMap<String, Shapes>, module: &'n str, name: &'n str) -> (&'n str, &'n str) {
    let path = shapes.get(module).and_then(|shapes| {
        let index = shapes.elsewhere.binary_search_by(|(own, _)| own.as_str().cmp(name)).ok()?;
        Some(shapes.elsewhere[index].1.as_str())
    });
    path.and_then(|path| path.trim_start_matches("super::").split_once("::")).unwrap_or((module, name))
}
