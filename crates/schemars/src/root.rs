//! Roots whose schema is derived from their type.

use std::sync::OnceLock;

use planwright_check::schema::UserSchema;
use planwright_check::{Diagnostic, Report};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A Rust type from which a schema is derived. [`root!`](crate::root) implements it.
pub trait RustRoot: JsonSchema + DeserializeOwned {
    /// Path of the schema file, relative to the package.
    const FILE: &'static str;

    /// Returns the schema of the type, which is created on first use.
    fn root() -> &'static RootSchema;

    /// Returns the schema, in draft 2020-12.
    fn schema() -> &'static Value {
        &Self::root().document
    }

    /// Parses a document and validates it against the schema.
    ///
    /// # Errors
    ///
    /// Returns everything that is wrong with the document, with lines and columns.
    fn parse(text: impl AsRef<[u8]>) -> Result<Self, Report> {
        Self::root().compiled()?.parse(text.as_ref())
    }

    /// Validates a value against the schema and reads it.
    ///
    /// # Errors
    ///
    /// Returns everything that is wrong with the value.
    fn from_value(value: &Value) -> Result<Self, Report> {
        Self::root().compiled()?.deserialize(value)
    }

    /// Validates a value that was created in Rust against the schema.
    ///
    /// # Errors
    ///
    /// Returns everything that is wrong with the value.
    fn validate(&self) -> Result<(), Report>
    where
        Self: Serialize,
    {
        let value = serde_json::to_value(self).map_err(|error| Report::of_unwritable(&error))?;
        Self::root().compiled()?.check(&value)
    }
}

/// Schema of a Rust type, with its validator.
#[derive(Debug)]
pub struct RootSchema {
    document: Value,
    compiled: OnceLock<Result<UserSchema, String>>,
}

impl RootSchema {
    /// Creates the schema of a type.
    #[must_use]
    pub fn from_type<T: JsonSchema>() -> Self {
        let schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>();
        Self { document: schema.to_value(), compiled: OnceLock::new() }
    }

    /// Returns the validator, or a report if the schema cannot be used.
    fn compiled(&self) -> Result<&planwright_check::schema::Validator, Report> {
        use planwright_check::schema::CompiledSchema as _;
        match self.compiled.get_or_init(|| compile(&self.document)) {
            Ok(schema) => Ok(schema.validator()),
            Err(message) => Err(Report::of_value(vec![Diagnostic::of_run("INVALID_SCHEMA", message.as_str())])),
        }
    }

    /// Checks that documents can be validated against the schema.
    pub(crate) fn check(&self) -> Result<(), String> {
        self.compiled.get_or_init(|| compile(&self.document)).as_ref().map(|_| ()).map_err(Clone::clone)
    }
}

fn compile(document: &Value) -> Result<UserSchema, String> {
    UserSchema::from_document(document).map_err(|unusable| format!("the schema of the type is unusable: {unusable}"))
}

/// Makes a type the root of a schema file: `root!(Order, "schemas/order.schema.json")`.
///
/// The path is relative to the package. [`schema_files!`](crate::schema_files) checks the file in a test.
#[macro_export]
macro_rules! root {
    ($type:ty, $file:literal) => {
        impl $crate::RustRoot for $type {
            const FILE: &'static str = $file;

            fn root() -> &'static $crate::RootSchema {
                static ROOT: ::std::sync::LazyLock<$crate::RootSchema> =
                    ::std::sync::LazyLock::new($crate::RootSchema::from_type::<$type>);
                &ROOT
            }
        }
    };
}
