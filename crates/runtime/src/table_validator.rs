//! The validator of a schema in a crate without the feature `validator`, which uses the table of its reader.

use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

use serde_json::Value;

use crate::outline::Outline;
use crate::reader::ValueCheck;

pub use TableValidator as Validator;

/// Validates values against a whole schema, with its table.
pub struct TableValidator {
    schema: &'static str,
    part: &'static str,
    table: &'static ValueCheck,
    outline: OnceLock<Outline>,
}

impl TableValidator {
    #[doc(hidden)]
    pub const fn by_table(schema: &'static str, table: &'static ValueCheck) -> Self {
        Self { schema, part: "", table, outline: OnceLock::new() }
    }

    /// Returns the validator of the part of the schema at a JSON Pointer, whose table it has.
    #[doc(hidden)]
    #[must_use]
    pub const fn of_part(mut self, pointer: &'static str) -> Self {
        self.part = pointer;
        self
    }

    /// Returns whether a value is valid.
    pub fn is_valid(&self, value: &Value) -> bool {
        self.table.judge(value, false).is_ok()
    }

    /// Returns the constraints of the schema.
    pub(crate) const fn table(&self) -> &'static ValueCheck {
        self.table
    }

    /// Returns the value in the form in which it is validated.
    #[allow(clippy::unused_self, reason = "the validator of draft-04 needs it")]
    pub(crate) const fn by_value<'v>(&self, value: &'v Value) -> Cow<'v, Value> {
        Cow::Borrowed(value)
    }

    /// Returns the outline of the schema.
    pub(crate) fn outline(&self) -> &Outline {
        let document = || serde_json::from_str(self.schema).unwrap_or(Value::Bool(true));
        self.outline.get_or_init(|| Outline::from_schema(&document(), self.part))
    }
}

impl fmt::Debug for TableValidator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Validator").finish_non_exhaustive()
    }
}
