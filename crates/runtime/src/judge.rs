//! Validates documents and creates reports.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::basis::whole_numbers;
use crate::diagnostic::Diagnostic;
use crate::judged::as_judged;
use crate::report::Report;
use crate::schema;
use crate::support::RootInfo;
use crate::text::{self, Policy};
use crate::validator::Validator;
use crate::verdict::CompiledSchema;

/// Reads a value into a generated type without validating it.
///
/// This is for incomplete documents, and for those that are validated elsewhere.
///
/// # Errors
///
/// Returns an error if the value does not fit the type.
pub fn read_unjudged<T: DeserializeOwned>(value: Value) -> serde_json::Result<T> {
    as_judged(|| T::deserialize(value))
}

impl CompiledSchema for RootInfo {
    fn validator(&self) -> &Validator {
        (self.validator)()
    }
}

impl Validator {
    /// Validates a value.
    ///
    /// # Errors
    ///
    /// Returns everything that is wrong with the value.
    pub fn check(&self, value: &Value) -> Result<(), Report> {
        let errors = schema::violations(self, value, |violation, _| Some(violation));
        if errors.is_empty() { Ok(()) } else { Err(Report::of_value(errors)) }
    }

    /// Parses a document strictly, validates it against the whole schema, and reads it into its type.
    ///
    /// # Errors
    ///
    /// Returns everything that is wrong with the document, with lines and columns.
    pub fn parse<T: DeserializeOwned>(&self, text: &[u8]) -> Result<T, Report> {
        self.parse_by(text, schema::fit)
    }

    /// Same as [`parse`](Self::parse), for a type that borrows from the input.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`parse`](Self::parse).
    pub fn parse_borrowing<'a, T: Deserialize<'a>>(&self, text: &'a [u8]) -> Result<T, Report> {
        self.parse_by(text, |value| {
            as_judged(|| serde_json::from_slice(text)).or_else(|_| schema::fit_borrowing(value))
        })
    }

    fn parse_by<T>(&self, text: &[u8], fit: impl FnOnce(&Value) -> Result<T, Vec<Diagnostic>>) -> Result<T, Report> {
        let text = planwright_source::decode(text)?;
        let read = text::read_document(text, Policy::Strict)?;
        let errors = schema::violations(self, &read.value, |violation, _| Some(violation));
        let found = if errors.is_empty() { fit(&read.value) } else { Err(errors) };
        found.map_err(|found| Report::of_text(found, &read.body))
    }

    /// Validates a value and reads it into its type.
    ///
    /// # Errors
    ///
    /// Returns everything that is wrong with the value.
    pub fn deserialize<T: DeserializeOwned>(&self, value: &Value) -> Result<T, Report> {
        self.check(value)?;
        schema::fit(&whole_numbers(value.clone())).map_err(Report::of_value)
    }

    /// Same as [`deserialize`](Self::deserialize), for a type that can borrow. All its strings are owned here.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`deserialize`](Self::deserialize).
    pub fn read_borrowing<'a, T: Deserialize<'a>>(&self, value: Value) -> Result<T, Report> {
        self.check(&value)?;
        schema::fit_borrowing(&whole_numbers(value)).map_err(Report::of_value)
    }
}
