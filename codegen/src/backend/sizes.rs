//! How many bytes values take in themselves, on machines of 64 bits. It is an estimate: padding is left out, and a type of another
//! crate is taken for a small one.

use crate::shape::Shape;

/// A box.
pub(super) const POINTER: usize = 8;

/// A text, list or map.
pub(super) const TEXT: usize = 24;

/// A value of a shape; `named` knows the types that the set generates.
pub(super) fn of(shape: &Shape, named: &dyn Fn(&str) -> Option<usize>) -> usize {
    match shape {
        Shape::Null => 0,
        Shape::Bool => 1,
        Shape::Integer(_) | Shape::Int32(_) | Shape::Number => 16,
        Shape::String | Shape::Date | Shape::DateTime | Shape::List(_) => TEXT,
        Shape::Any(_) | Shape::BigInteger | Shape::NotObject => 32,
        Shape::Map(_) => 48,
        Shape::Formatted(_) => 64,
        Shape::Tuple(items) => items.iter().map(|item| of(item, named)).sum(),
        Shape::Nullable(inner) => of(inner, named),
        Shape::Named(name) => named(name).unwrap_or(TEXT),
    }
}
