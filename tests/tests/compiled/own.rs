//! User-defined types that replace schemas in the cases `style_*`.

use std::convert::{TryFrom, TryInto};

use serde::{Deserialize, Serialize};

/// Hand-written amount of money.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Money {
    /// Amount.
    pub(crate) amount: u64,
    /// Currency.
    pub(crate) currency: String,
}

/// Number of cents.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
#[serde(transparent)]
pub(crate) struct Cents(pub(crate) u8);

/// Code of two letters.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Code([char; 2]);

impl TryFrom<String> for Code {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let letters: Vec<char> = text.chars().collect();
        letters.try_into().map(Self).map_err(|_| "a code has two letters")
    }
}

impl From<Code> for String {
    fn from(code: Code) -> Self {
        code.0.iter().collect()
    }
}

/// Letter and number for the format `x-sku`, which no specification defines.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sku {
    /// Kind.
    pub(crate) letter: char,
    /// Number.
    pub(crate) number: u32,
}

impl std::str::FromStr for Sku {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (letter, number) = text.split_once('-').ok_or("a line is missing")?;
        let letter = letter.chars().next().ok_or("the letter is missing")?;
        Ok(Self { letter, number: number.parse().map_err(|error| format!("{number:?}: {error}"))? })
    }
}

impl std::fmt::Display for Sku {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}-{}", self.letter, self.number)
    }
}
