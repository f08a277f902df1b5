//! The validator of a schema in a crate without the feature `validator`: the table that its reader has.

use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

use serde_json::Value;

use crate::outline::Outline;
use crate::reader::ValueCheck;

pub use TableValidator as Validator;

/// Judges values by a whole schema, as its table says.
pub struct TableValidator {
    schema: &'static str,
    table: &'static ValueCheck,
    outline: OnceLock<Outline>,
}

impl TableValidator {
    #[doc(hidden)]
    pub const fn by_table(schema: &'static str, table: &'static ValueCheck) -> Self {
        Self { schema, table, outline: OnceLock::new() }
    }

    /// Whether a value obeys the schema.
    pub fn is_valid(&self, value: &Value) -> bool {
        self.table.judge(value, false).is_ok()
    }

    /// What the schema asks.
    pub(crate) const fn table(&self) -> &'static ValueCheck {
        self.table
    }

    /// The value as it is judged.
    #[allow(clippy::unused_self, reason = "the validator of draft-04 needs it")]
    pub(crate) const fn by_value<'v>(&self, value: &'v Value) -> Cow<'v, Value> {
        Cow::Borrowed(value)
    }

    /// The names in the schema.
    pub(crate) fn outline(&self) -> &Outline {
        let document = || serde_json::from_str(self.schema).unwrap_or(Value::Bool(true));
        self.outline.get_or_init(|| Outline::of(&document()))
    }
}

impl fmt::Debug for TableValidator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Validator").finish_non_exhaustive()
    }
}
