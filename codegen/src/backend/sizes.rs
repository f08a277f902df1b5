//! Estimates the sizes of values in bytes on 64-bit machines. Padding is ignored, and types of other crates are assumed
//! to be small.

use crate::shape::Shape;

/// Size of a box.
pub(super) const POINTER: usize = 8;

/// Size of a string, list or map.
pub(super) const TEXT: usize = 24;

/// Returns the size of a value of a shape. `named` knows the types that the set generates.
pub(super) fn size_of_shape(shape: &Shape, named: &dyn Fn(&str) -> Option<usize>) -> usize {
    match shape {
        Shape::Null => 0,
        Shape::Bool => 1,
        Shape::Integer(_) | Shape::Number => 16,
        Shape::String | Shape::Date | Shape::DateTime | Shape::List(_) => TEXT,
        Shape::Any(_) | Shape::BigInteger | Shape::NotObject => 32,
        Shape::Map(..) => 48,
        Shape::Formatted(_) => 64,
        Shape::Array(item, length) => size_of_shape(item, named).saturating_mul(*length),
        Shape::Tuple(items) => items.iter().map(|item| size_of_shape(item, named)).sum(),
        Shape::Nullable(inner) => size_of_shape(inner, named),
        Shape::Named(name) => named(name).unwrap_or(TEXT),
    }
}
