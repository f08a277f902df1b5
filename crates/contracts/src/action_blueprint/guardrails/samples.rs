//! Sample values with which the generated tests exercise guardrails on values.

use planwright_apex::tokens::plain_digits;

use crate::action_blueprint::data_type::DataType;

/// Sample value.
#[derive(Clone, Debug, PartialEq)]
pub enum Sample {
    /// A number.
    Number(f64),
    /// A string.
    Text(String),
    /// A string of this length.
    Long(usize),
    /// A Boolean.
    Boolean(bool),
    /// Any value of the input's type.
    Any,
}

/// Input that a sample value is for.
#[derive(Clone, Debug)]
pub struct SampleInput {
    /// Type of the values.
    pub data_type: DataType,
    /// A typical string for the input.
    pub usual: String,
}

/// Sample values for one input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    /// Values that may pass, the most likely ones first.
    pub likely: Vec<Sample>,
    /// Values at a bound. They pass if the input has no other guardrail.
    pub accepted: Vec<Sample>,
    /// Values that are refused.
    pub refused: Vec<Sample>,
}

impl SampleInput {
    /// Returns whether the type of the input can represent the number.
    pub fn can_represent(&self, number: f64) -> bool {
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

    /// Returns the numbers that the type of the input can represent.
    pub(super) fn representable(&self, numbers: impl IntoIterator<Item = f64>) -> Vec<Sample> {
        numbers.into_iter().filter(|number| self.can_represent(*number)).map(Sample::Number).collect()
    }

    /// Returns a value of the type that is not in the list.
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
