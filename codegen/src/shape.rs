//! Shapes: the parts of a schema that a type can express. Back ends see only shapes and never schemas.

mod integer;

use std::collections::BTreeMap;

use planwright_source::Pointer;
use serde_json::Value;

use planwright_schema::Target;

pub use self::integer::{Integer, IntegerType};

pub use crate::names::are_variants;

/// The types of one module.
#[derive(Debug)]
pub struct Shapes {
    pub types: Vec<TypeDef>,
    /// Definitions without a separate type, such as lists, which only have an alias. Sorted by name.
    pub inlined: Vec<TypeDef>,
    /// Types that another module generates, with their names in this module, sorted.
    pub elsewhere: Vec<(String, String)>,
    /// Types that replace those of schemas, sorted by name.
    pub replaced: Vec<Replaced>,
}

/// A type that replaces that of a schema.
#[derive(Clone, Debug)]
pub struct Replaced {
    /// Name in this module.
    pub name: String,
    pub path: String,
    /// Location of the schema.
    pub target: Target,
    /// Set if it is a root of this module, which other code knows by name.
    pub is_root: bool,
    pub by: ReplacedBy,
}

/// Origin of a type that replaces that of a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplacedBy {
    /// An option for this type.
    Option,
    /// Another generator, which declares the type in this module.
    Generator,
    /// The crate that compiles the code, in which the type exists.
    Crate,
}

impl Replaced {
    /// Returns whether validators are attached to the type.
    pub fn is_attached(&self) -> bool {
        self.by != ReplacedBy::Option
    }
}

/// A named type.
#[derive(Clone, Debug)]
pub struct TypeDef {
    pub name: String,
    pub docs: Docs,
    pub kind: Kind,
    /// Constraints on the value of a named scalar. Its type validates each value.
    pub judge: Option<ScalarBounds>,
    /// Set if the schema at `docs.place` applies to every value.
    pub has_schema: bool,
}

/// Schema of a scalar.
#[derive(Clone, Debug, PartialEq)]
pub struct ScalarBounds {
    /// Name of the dialect in the validator.
    pub draft: &'static str,
    /// The schema as JSON.
    pub schema: String,
}

impl TypeDef {
    /// Returns a type without validation.
    pub fn new(name: impl Into<String>, docs: Docs, kind: Kind) -> Self {
        Self { name: name.into(), docs, kind, judge: None, has_schema: true }
    }

    /// Returns the type of values to which the schema at the location does not apply.
    #[must_use]
    pub fn without_schema(self) -> Self {
        Self { has_schema: false, ..self }
    }

    /// Returns the location of its schema.
    pub fn target(&self) -> Option<Target> {
        let (file, pointer) = self.docs.place.clone()?;
        Some(Target { file, pointer })
    }
}

/// Documentation of a type or field.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Docs {
    pub description: Option<String>,
    /// File and pointer of the schema, for types.
    pub place: Option<(String, Pointer)>,
    /// Reason why the type is less specific than its schema.
    pub loose: Option<&'static str>,
}

#[derive(Clone, Debug)]
pub enum Kind {
    Struct(Vec<Field>),
    /// Strings, one variant each.
    Enum(Vec<EnumText>),
    /// Strings, one variant each, and a variant for any other string.
    OpenEnum(Vec<EnumText>),
    /// Objects that a tag distinguishes.
    Tagged {
        tag: String,
        variants: Vec<Variant>,
    },
    /// Values that have a name.
    Content {
        form: ContentForm,
        variants: Vec<ContentVariant>,
    },
    /// Values that are distinguished only by their form.
    Untagged(Vec<Shape>),
    /// A name for an unnamed shape.
    Alias(Shape),
}

impl Kind {
    /// Returns the shapes that the type is made of, in schema order. A constant property is not part of the type.
    pub fn shapes(&self) -> Vec<&Shape> {
        match self {
            Self::Struct(fields) => {
                fields.iter().filter(|field| field.constant.is_none()).map(|field| &field.shape).collect()
            }
            Self::Enum(_) | Self::OpenEnum(_) => Vec::new(),
            Self::Tagged { variants, .. } => variants.iter().map(|variant| &variant.shape).collect(),
            Self::Content { variants, .. } => variants.iter().filter_map(|variant| variant.shape.as_ref()).collect(),
            Self::Untagged(shapes) => shapes.iter().collect(),
            Self::Alias(shape) => vec![shape],
        }
    }

    /// Returns why additional properties matter, if the schema is an object that constrains them.
    pub fn types_rest(&self) -> Option<&'static str> {
        let Self::Struct(fields) = self else { return None };
        let rest = fields.iter().find(|field| field.rest)?;
        match &rest.shape {
            Shape::Map(_, value) if **value == Shape::Any(None) => None,
            shape => Some(shape.loose().unwrap_or("the schema types the properties that it does not name")),
        }
    }
}

/// A string of an enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnumText {
    pub text: String,
    pub description: Option<String>,
    /// Name that the schema proposes for the variant.
    pub name: Option<String>,
}

impl EnumText {
    /// Returns a string without a description.
    pub fn new(text: &str) -> Self {
        Self { text: text.to_owned(), description: None, name: None }
    }
}

/// A branch of a tagged union.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Value of the tag.
    pub value: String,
    pub docs: Docs,
    /// Type of the branch, which has the tag as a constant property.
    pub shape: Shape,
}

/// Places of the name of a variant and of its content.
#[derive(Clone, Debug)]
pub enum ContentForm {
    /// The name is a string, or that of the only property of an object.
    External,
    /// The name and the content are these properties.
    Adjacent { tag: String, content: String },
}

/// A variant with or without content.
#[derive(Clone, Debug)]
pub struct ContentVariant {
    pub name: String,
    pub docs: Docs,
    /// Type of the content.
    pub shape: Option<Shape>,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub docs: Docs,
    pub shape: Shape,
    pub required: bool,
    /// Set if the field contains additional properties. Its name is then not that of a property.
    pub rest: bool,
    pub default: Option<Value>,
    /// The only value of a required property, which has no field in Rust.
    pub constant: Option<Value>,
    /// Set if null is written as absent, as requested.
    pub is_null_absent: bool,
    /// File and pointer of the schema.
    pub place: (String, Pointer),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Any JSON value, with the reason if the schema is more specific.
    Any(Option<&'static str>),
    Null,
    Bool,
    /// An integer of at most 64 bits.
    Integer(Integer),
    /// An integer of any size.
    BigInteger,
    /// A number that may have a fraction.
    Number,
    String,
    /// A date string, with the format `date`.
    Date,
    /// A timestamp string, with the format `date-time`.
    DateTime,
    /// A string with a format for which the style has a type.
    Formatted(String),
    List(Box<Shape>),
    /// A list with a fixed number of elements of one shape.
    Array(Box<Shape>, usize),
    /// An array with a fixed number of elements, each with a shape.
    Tuple(Vec<Shape>),
    /// Any value that is not an object.
    NotObject,
    /// Properties by name, with the type of the names if it is not a string.
    Map(Option<String>, Box<Shape>),
    /// The value or null.
    Nullable(Box<Shape>),
    Named(String),
}

impl Shape {
    /// Returns whether values of the shape are strings, numbers or booleans.
    pub fn is_scalar(&self) -> bool {
        matches!(
            self,
            Self::Bool
                | Self::Integer(_)
                | Self::BigInteger
                | Self::Number
                | Self::String
                | Self::Date
                | Self::DateTime
                | Self::Formatted(_)
        )
    }

    /// Returns why this shape, or a part of it, is less specific than its schema.
    pub fn loose(&self) -> Option<&'static str> {
        match self {
            Self::Any(why) => *why,
            Self::List(inner) | Self::Array(inner, _) | Self::Map(_, inner) | Self::Nullable(inner) => inner.loose(),
            Self::Tuple(items) => items.iter().find_map(Self::loose),
            _ => None,
        }
    }

    /// Returns every type that the shape names.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Self::Named(name) => vec![name],
            Self::List(inner) | Self::Array(inner, _) | Self::Nullable(inner) => inner.names(),
            Self::Map(key, value) => key.as_deref().into_iter().chain(value.names()).collect(),
            Self::Tuple(items) => items.iter().flat_map(Self::names).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the types that a value of the shape contains directly, not behind a list or map.
    pub fn held(&self) -> Vec<&str> {
        match self {
            Self::Named(name) => vec![name],
            Self::Nullable(inner) | Self::Array(inner, _) => inner.held(),
            Self::Tuple(items) => items.iter().flat_map(Self::held).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the type that the shape names, without a list or map in between.
    pub fn named(&self) -> Option<&str> {
        match self {
            Self::Named(name) => Some(name),
            Self::Nullable(inner) => inner.named(),
            _ => None,
        }
    }
}

/// Returns the module and name of a type that a module refers to.
pub fn owner<'n>(shapes: &'n BTreeMap<String, Shapes>, module: &'n str, name: &'n str) -> (&'n str, &'n str) {
    let path = shapes.get(module).and_then(|shapes| {
        let index = shapes.elsewhere.binary_search_by(|(own, _)| own.as_str().cmp(name)).ok()?;
        Some(shapes.elsewhere[index].1.as_str())
    });
    path.and_then(|path| path.trim_start_matches("super::").split_once("::")).unwrap_or((module, name))
}
