//! Chooses the type of integers from their bounds.
//!
//! A type must have every value that the schema allows. A format is only a hint, because no validator checks the formats
//! of numbers: it selects a narrow type only if the bounds exclude all other values, or with the option
//! `integer-formats`.

use planwright_schema::link::Module;
use planwright_schema::model::{Exclusive, NumberKeywords, Schema};
use serde_json::Number;

use super::forms::target;
use crate::shape::{Integer, IntegerType, Shape};
use crate::style::Integers;

/// Returns the shape of an integer: 64 bits, unless its bounds need more or are those of a narrower type.
pub(super) fn integer(schema: &Schema, by: Integers) -> Shape {
    let groups = schema.groups();
    let format = groups.format.as_deref();
    let IntegerRange { low, high } = IntegerRange::new(&groups.number).within(format, by);
    let is_unsigned = low.is_some_and(|low| low >= 0);
    let wide = if is_unsigned { IntegerType::U64 } else { IntegerType::I64 };
    let (min, max) = wide.range();
    if low.is_some_and(|low| low < min) || high.is_some_and(|high| high > max) {
        return Shape::BigInteger;
    }
    let bounds = low.zip(high);
    let fits = |(min, max)| bounds.is_some_and(|(low, high)| low >= min && high <= max);
    let named = IntegerType::ALL.into_iter().find(|one| format == Some(one.format()) && fits(one.range()));
    let exact = || IntegerType::ALL.into_iter().find(|one| bounds == Some(one.range()));
    let is_int32 = fits(IntegerType::I32.range()) || format == Some(IntegerType::I32.format());
    Shape::Integer(Integer { rust: named.or_else(exact).unwrap_or(wide), is_int32 })
}

/// Returns the shape of integers of which each satisfies one of the branches.
pub(super) fn common_integer(branches: &[Schema], module: &Module, by: Integers) -> Shape {
    let mut shapes = branches.iter().map(|branch| integer(target(branch, module), by));
    let Some(first) = shapes.next() else { return Shape::BigInteger };
    shapes.fold(first, |known, next| match (known, next) {
        (Shape::Integer(one), Shape::Integer(other)) => wider(one, other).map_or(Shape::BigInteger, Shape::Integer),
        _ => Shape::BigInteger,
    })
}

/// Returns the integer that has the values of two others, if 64 bits are enough.
fn wider(one: Integer, other: Integer) -> Option<Integer> {
    let has = |wide: IntegerType, narrow: IntegerType| {
        let ((min, max), (low, high)) = (wide.range(), narrow.range());
        low >= min && high <= max
    };
    let candidates = [one.rust, other.rust, IntegerType::U64, IntegerType::I64];
    let rust = candidates.into_iter().find(|wide| has(*wide, one.rust) && has(*wide, other.rust))?;
    Some(Integer { rust, is_int32: one.is_int32 && other.is_int32 })
}

/// The smallest and the largest integer that bounds allow.
struct IntegerRange {
    low: Option<i128>,
    high: Option<i128>,
}

impl IntegerRange {
    fn new(number: &NumberKeywords) -> Self {
        let bound = |exclusive: &'_ Option<Exclusive>| match exclusive {
            Some(Exclusive::Bound(bound)) => Some(bound.clone()),
            // The inclusive bound next to it is close enough to choose a type.
            Some(Exclusive::Flag(_)) | None => None,
        };
        let minimum = number.minimum.as_ref().map(|bound| whole(bound, f64::ceil));
        let maximum = number.maximum.as_ref().map(|bound| whole(bound, f64::floor));
        let above = bound(&number.exclusive_minimum).map(|bound| whole(&bound, f64::floor).saturating_add(1));
        let below = bound(&number.exclusive_maximum).map(|bound| whole(&bound, f64::ceil).saturating_sub(1));
        Self { low: minimum.into_iter().chain(above).max(), high: maximum.into_iter().chain(below).min() }
    }

    /// Returns the range with the bounds of a format in place of missing ones.
    fn within(self, format: Option<&str>, by: Integers) -> Self {
        let named = IntegerType::ALL.into_iter().find(|one| format == Some(one.format()) && by == Integers::ByFormat);
        let Some((min, max)) = named.map(IntegerType::range) else { return self };
        Self { low: self.low.or(Some(min)), high: self.high.or(Some(max)) }
    }
}

/// Returns a bound as an integer, rounded if it has a fraction. One beyond the range of `i128` becomes its limit.
#[allow(clippy::cast_possible_truncation, reason = "the cast saturates")]
fn whole(bound: &Number, round: fn(f64) -> f64) -> i128 {
    bound.as_i128().unwrap_or_else(|| bound.as_f64().map_or(0, |float| round(float) as i128))
}
