//! Schemas that are loaded at run time. They are linked, bundled and compiled in the same way as the generated ones.

use std::fmt;

use planwright_runtime::{CompiledSchema, Validator};
use planwright_schema::{Error, ErrorKind, SchemaSet, Semantics, asserts, bundle, error, keywords, link};
use planwright_source::Pointer;
use serde_json::Value;

/// Schema of a user, ready to check documents.
#[derive(Debug)]
pub struct UserSchema {
    document: Value,
    validator: Validator,
}

/// Name of a single document in errors.
const DOCUMENT: &str = "schema.json";

/// Reason why a schema cannot be used for a check.
#[derive(Debug)]
pub enum UnusableSchema {
    /// The schema cannot be read, linked or compiled.
    Invalid(Vec<Error>),
    /// The set does not contain the file.
    Missing,
    /// The schema accepts every document, so a check would be meaningless.
    AssertsNothing,
}

impl UserSchema {
    /// Creates the schema of one file of a set, including everything that it refers to.
    ///
    /// # Errors
    ///
    /// See [`UnusableSchema`].
    pub fn new(set: &SchemaSet, file: &str) -> Result<Self, UnusableSchema> {
        let invalid = |errors| UnusableSchema::Invalid(error::in_order(set.locate(errors)));
        let linked = link::link(set).map_err(invalid)?;
        let mut bundled = bundle::bundled_schemas(set, &linked).map_err(invalid)?;
        let (Some(bundled), Some(root)) = (bundled.remove(file), set.get(file)) else {
            return Err(UnusableSchema::Missing);
        };
        if !asserts(&bundled.document, root.draft()) {
            return Err(UnusableSchema::AssertsNothing);
        }
        let unions = bundled.unions.into_iter().map(|(at, tagged)| (at.to_string(), (tagged.tag, tagged.values)));
        let validator = Validator::of_counted_document(
            &counted(&bundled.document),
            root.draft().into(),
            unions.collect(),
            linked.depth,
        )
        .map_err(|message| {
            let kind = ErrorKind::Uncompilable { message };
            UnusableSchema::Invalid(vec![root.error(Pointer::root(), None, kind)])
        })?;
        Ok(Self { document: bundled.document, validator })
    }

    /// Creates the schema of a single document.
    ///
    /// # Errors
    ///
    /// See [`UnusableSchema`].
    pub fn from_document(document: &Value) -> Result<Self, UnusableSchema> {
        let file = (DOCUMENT.to_owned(), document.to_string().into_bytes());
        let set = SchemaSet::parse([file]).map_err(UnusableSchema::Invalid)?;
        Self::new(&set, DOCUMENT)
    }

    /// Validates documents with these semantics. Without this call, formats are asserted.
    #[must_use]
    pub fn with_semantics(self, semantics: Semantics) -> Self {
        if semantics.asserts_formats { self } else { self.annotating_formats() }
    }

    /// Treats formats as annotations, so that no document is rejected because of a format.
    #[must_use]
    pub fn annotating_formats(self) -> Self {
        Self { validator: self.validator.with_formats(false), ..self }
    }

    /// Returns the schema as one document.
    pub fn document(&self) -> &Value {
        &self.document
    }
}

/// Adds the counter keyword to each schema that contains or refers to other schemas.
fn counted(document: &Value) -> Value {
    keywords::rebuild(document, &Pointer::root(), &mut |schema, at| {
        let is_leaf = keywords::children(schema, at).is_empty() && keywords::references(schema).next().is_none();
        if let Some(members) = schema.as_object_mut().filter(|_| !is_leaf) {
            members.insert(Validator::COUNTER.to_owned(), Value::Bool(true));
        }
    })
}

impl CompiledSchema for UserSchema {
    fn validator(&self) -> &Validator {
        &self.validator
    }
}

impl fmt::Display for UnusableSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(errors) => errors
                .iter()
                .enumerate()
                .try_for_each(|(at, error)| write!(f, "{}{error}", if at == 0 { "" } else { "\n" })),
            Self::Missing => f.write_str("the schema is not in its set"),
            Self::AssertsNothing => f.write_str(
                "ASSERTS_NOTHING: the schema asserts nothing: every document passes it; use a schema with types or required properties",
            ),
        }
    }
}

impl std::error::Error for UnusableSchema {}
