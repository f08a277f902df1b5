//! Values that the generated tests try on a guardrail over values.

use planwright_apex::tokens::plain_digits;

use crate::action_blueprint::data_type::DataType;

/// A value to try.
#[derive(Clone, Debug, PartialEq)]
pub enum Sample {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// A text of so many letters.
    Long(usize),
    /// A truth value.
    Boolean(bool),
    /// Any value of the input's type.
    Any,
}

/// The input that a value is for.
#[derive(Clone, Debug)]
pub struct SampleInput {
    /// The type of its values.
    pub data_type: DataType,
    /// What a text of its kind looks like.
    pub usual: String,
}

/// What to try on one input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    /// Values that may pass, the likeliest first.
    pub likely: Vec<Sample>,
    /// Values at a bound, which pass if no other guardrail judges the input.
    pub accepted: Vec<Sample>,
    /// Values that are refused.
    pub refused: Vec<Sample>,
}

impl SampleInput {
    /// Whether a value of the type can be the number.
    pub fn holds(&self, number: f64) -> bool {
        let whole = number.fract() == 0.0;
        match self.data_type {
            DataType::Integer => whole && number.abs() <= f64::from(i32::MAX),
            DataType::Long => whole && number.abs() < 9e15,
            DataType::Decimal => number.abs() < 1e15,
            DataType::Text
            | DataType::MultiPicklist
            | DataType::Id
            | DataType::Boolean
            | DataType::Date
            | DataType::Datetime
            | DataType::Time
            | DataType::Blob => false,
        }
    }

    /// The numbers among these that a value of the type can be.
    pub(super) fn held(&self, numbers: impl IntoIterator<Item = f64>) -> Vec<Sample> {
        numbers.into_iter().filter(|number| self.holds(*number)).map(Sample::Number).collect()
    }

    /// A value of the type that is not in the list.
    pub(super) fn unlisted(&self, listed: &[String]) -> Option<Sample> {
        let is_free = |text: &str| listed.iter().all(|value| value != text);
        match self.data_type {
            DataType::Text | DataType::MultiPicklist => {
                let mut text = "Something else".to_owned();
                while !is_free(&text) {
                    text.push('!');
                }
                Some(Sample::Text(text))
            }
            DataType::Boolean => {
                [true, false].into_iter().find(|truth| is_free(&truth.to_string())).map(Sample::Boolean)
            }
            DataType::Integer | DataType::Long | DataType::Decimal => {
                (0..=u16::MAX).map(f64::from).find(|number| is_free(&plain_digits(*number))).map(Sample::Number)
            }
            DataType::Id | DataType::Date | DataType::Datetime | DataType::Time | DataType::Blob => None,
        }
    }
}
