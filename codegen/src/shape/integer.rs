//! Integers of at most 64 bits, with their ranges.

use serde_json::Number;

/// An integer of at most 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer {
    /// Type in Rust.
    pub rust: IntegerType,
    /// Set if every value fits 32 bits with a sign, the range of `Integer` in Apex.
    pub is_int32: bool,
}

impl Integer {
    pub const fn new(rust: IntegerType) -> Self {
        Self { rust, is_int32: false }
    }
}

/// An integer type of Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntegerType {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    U64,
    I64,
}

impl IntegerType {
    pub const ALL: [Self; 8] = [Self::U8, Self::I8, Self::U16, Self::I16, Self::U32, Self::I32, Self::U64, Self::I64];

    /// Returns the name in Rust, the name in the registry of formats, the minimum and the maximum.
    const fn facts(self) -> (&'static str, &'static str, i128, i128) {
        match self {
            Self::U8 => ("u8", "uint8", 0, u8::MAX as i128),
            Self::I8 => ("i8", "int8", i8::MIN as i128, i8::MAX as i128),
            Self::U16 => ("u16", "uint16", 0, u16::MAX as i128),
            Self::I16 => ("i16", "int16", i16::MIN as i128, i16::MAX as i128),
            Self::U32 => ("u32", "uint32", 0, u32::MAX as i128),
            Self::I32 => ("i32", "int32", i32::MIN as i128, i32::MAX as i128),
            Self::U64 => ("u64", "uint64", 0, u64::MAX as i128),
            Self::I64 => ("i64", "int64", i64::MIN as i128, i64::MAX as i128),
        }
    }

    /// Returns the name in Rust.
    pub const fn name(self) -> &'static str {
        self.facts().0
    }

    /// Returns the name in the registry of formats.
    pub const fn format(self) -> &'static str {
        self.facts().1
    }

    /// Returns the minimum and the maximum.
    pub const fn range(self) -> (i128, i128) {
        let (_, _, min, max) = self.facts();
        (min, max)
    }

    /// Returns whether a number that is written as an integer is a value of the type.
    pub fn has(self, number: &Number) -> bool {
        let (min, max) = self.range();
        number.as_i128().is_some_and(|number| (min..=max).contains(&number))
    }
}
