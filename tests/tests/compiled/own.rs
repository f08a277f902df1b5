//! Types of a user's own, which stand for schemas in the cases `style_*`.

use serde::{Deserialize, Serialize};

/// An amount, by hand.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Money {
    /// How much.
    pub(crate) amount: u64,
    /// Of what.
    pub(crate) currency: String,
}

/// Hundredths.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
#[serde(transparent)]
pub(crate) struct Cents(pub(crate) u8);

/// Two letters.
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
