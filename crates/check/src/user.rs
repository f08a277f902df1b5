//! A schema that is given at run time: linked, bundled and compiled as the generated ones are.

use std::fmt;

use planwright_runtime::{CompiledSchema, Validator};
use planwright_schema::{Error, ErrorKind, SchemaSet, asserts, bundle, error, keywords, link};
use planwright_source::Pointer;
use serde_json::Value;

/// A schema of a user, ready to check documents.
#[derive(Debug)]
pub struct UserSchema {
    document: Value,
    validator: Validator,
}

/// Why a schema cannot be used for a check.
#[derive(Debug)]
pub enum UnusableSchema {
    /// It cannot be read, linked or compiled.
    Invalid(Vec<Error>),
    /// The set has no such file.
    Missing,
    /// Every document passes it, so that a check would say nothing.
    AssertsNothing,
}

impl UserSchema {
    /// The schema of one file of a set, with everything that it refers to.
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
        if !asserts(&bundled.document) {
            return Err(UnusableSchema::AssertsNothing);
        }
        let unions = bundled.unions.into_iter().map(|(at, tagged)| (at.to_string(), (tagged.tag, tagged.values)));
        let validator =
            Validator::of_counted_document(&counted(&bundled.document), root.draft(), unions.collect(), linked.depth)
                .map_err(|message| {
                let kind = ErrorKind::Uncompilable { message };
                UnusableSchema::Invalid(vec![root.error(Pointer::root(), None, kind)])
            })?;
        Ok(Self { document: bundled.document, validator })
    }

    /// The same schema, with formats as annotations: no document is refused for one.
    #[must_use]
    pub fn annotating_formats(self) -> Self {
        Self { validator: self.validator.with_formats(false), ..self }
    }

    /// The schema as one document.
    pub fn document(&self) -> &Value {
        &self.document
    }
}

/// Returns the schema with the keyword that counts in each schema that contains others or refers to one.
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
                "ASSERTS_NOTHING: the schema asserts nothing: every document passes it; name a schema with types or required members",
            ),
        }
    }
}

impl std::error::Error for UnusableSchema {}
