//! A schema that is given at run time: linked, bundled and compiled as the generated ones are.

use std::collections::BTreeMap;
use std::fmt;

use jsonschema::{ValidationError, Validator};
use planwright_runtime::formats;
use planwright_schema::unions::Tagged;
use planwright_schema::{Error, ErrorKind, SchemaSet, bundle, draft, error, link};
use planwright_source::Pointer;
use serde_json::Value;

use super::assertions::asserts;
use super::judge::{CompiledSchema, TaggedUnion};
use super::outline::Outline;

/// A schema of a user, ready to check documents.
#[derive(Debug)]
pub struct UserSchema {
    document: Value,
    unions: BTreeMap<String, Tagged>,
    validator: Validator,
    outline: Outline,
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
        let mut options = jsonschema::options().with_draft(root.draft()).should_validate_formats(true);
        if bundled.needs_uuid {
            options = options.with_format("uuid", formats::is_uuid);
        }
        let validator = options.build(&bundled.document).map_err(|problem| {
            let kind = ErrorKind::Uncompilable { message: problem.to_string() };
            UnusableSchema::Invalid(vec![root.error(Pointer::root(), None, kind)])
        })?;
        let unions = bundled.unions.into_iter().map(|(at, tagged)| (at.to_string(), tagged)).collect();
        let outline = Outline::of(&bundled.document, draft::ignores_siblings(root.draft()));
        Ok(Self { document: bundled.document, unions, validator, outline })
    }

    /// The schema as one document.
    pub fn document(&self) -> &Value {
        &self.document
    }
}

impl CompiledSchema for UserSchema {
    fn is_valid(&self, value: &Value) -> bool {
        self.validator.is_valid(value)
    }

    fn errors<'a>(&'a self, value: &'a Value) -> Vec<ValidationError<'a>> {
        self.validator.iter_errors(value).collect()
    }

    fn union_at(&self, location: &str) -> Option<TaggedUnion<'_>> {
        let tagged = self.unions.get(location)?;
        Some(TaggedUnion { tag: &tagged.tag, values: tagged.values.iter().map(String::as_str).collect() })
    }

    fn outline(&self) -> &Outline {
        &self.outline
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
                "the schema asserts nothing: every document passes it; name a schema with types or required members",
            ),
        }
    }
}

impl std::error::Error for UnusableSchema {}
