//! Contract or schema against which a document in the arguments of a call is checked.

use planwright_api::NamedSchema;
use planwright_check::Answer;
use planwright_check::schema::UserSchema;
use planwright_contracts::{ContractName, Report, Surroundings, check_schema};
use planwright_org as org;
use planwright_org::filled_in_context;
use planwright_schema::Semantics;
use planwright_source::parse;
use serde_json::{Map, Value};

use super::answer::{Failed, refused};

/// Name of a schema in the arguments, in messages.
const FILE: &str = "schema.json";
/// Maximum size of a schema in the arguments.
const MAX_SCHEMA_BYTES: usize = 1 << 20;

/// A contract with its context, or a schema.
pub(super) enum Subject {
    Contract(ContractName, Box<Surroundings>),
    Schema(Box<UserSchema>),
}

impl Subject {
    /// Returns the subject that the arguments name. A schema has no rules, and so no context.
    pub(super) fn new(
        contract: Option<&str>,
        schema: Option<Map<String, Value>>,
        context: Option<Map<String, Value>>,
        semantics: Semantics,
    ) -> Result<Self, Failed> {
        let help = "use only one of the two";
        match (contract, schema) {
            (Some(contract), None) => Self::contract(contract, context),
            (None, Some(_)) if context.is_some() => {
                let help = "remove it, or use a contract instead of the schema";
                Err(refused("UNKNOWN_FIELD", "a schema has no rules, so it does not support a context", help))
            }
            (None, Some(schema)) => {
                let schema = user_schema(schema)?.with_default_dialect(semantics.dialect);
                let schema = schema.compile().map_err(|unusable| invalid(&unusable.to_string()))?;
                Ok(Self::Schema(Box::new(schema.with_semantics(semantics))))
            }
            (Some(_), Some(_)) => Err(refused("UNKNOWN_FIELD", "both a contract and a schema were given", help)),
            (None, None) => Err(refused("MISSING_FIELD", "neither a contract nor a schema was given", help)),
        }
    }

    fn contract(name: &str, context: Option<Map<String, Value>>) -> Result<Self, Failed> {
        let contract = ContractName::parse(name)
            .ok_or_else(|| refused("ENUM_MISMATCH", &format!("unknown contract {name:?}"), "see the schema"))?;
        let mut surroundings = match context {
            Some(context) => Surroundings::from_json(contract, &Value::Object(context).to_string())?,
            None => Surroundings::default(),
        };
        surroundings.action_blueprint = filled_in_context(surroundings.action_blueprint);
        Ok(Self::Contract(contract, Box::new(surroundings)))
    }

    /// Checks a document. `Ok` contains the warnings about a valid document.
    pub(super) fn check(&self, text: &str) -> Result<Report, Report> {
        match self {
            Self::Contract(ContractName::ActionBlueprint, surroundings) => {
                org::check_file(text, &surroundings.action_blueprint).map(|batch| batch.warnings)
            }
            Self::Contract(contract, surroundings) => contract.check(text, surroundings),
            Self::Schema(schema) => check_schema(schema.as_ref(), text).map(|checked| checked.warnings().clone()),
        }
    }
}

/// Returns a schema in the arguments.
pub(super) fn user_schema(schema: Map<String, Value>) -> Result<NamedSchema, Failed> {
    let text = Value::Object(schema).to_string().into_bytes();
    if text.len() > MAX_SCHEMA_BYTES {
        let help = "send only the required part of the schema, or use the command line";
        return Err(refused("INVALID_SCHEMA", &format!("the schema has more than {MAX_SCHEMA_BYTES} bytes"), help));
    }
    Ok(NamedSchema::of_texts(FILE.to_owned(), vec![(FILE.to_owned(), text)]))
}

fn invalid(reason: &str) -> Failed {
    refused("INVALID_SCHEMA", reason, "fix the schema; for a schema in several files, use the command line")
}

/// Returns the document in a model's answer.
pub(super) fn document(text: &str, check: impl Fn(&str) -> Result<Report, Report>) -> Result<Answer, Failed> {
    planwright_api::extract("", text.as_bytes(), check).map_err(|finding| Report::of_value(vec![finding]).into())
}

/// Returns the document in a model's answer, and the result of its check. If it is invalid, the findings are about what the
/// model sent, as far as that is JSON.
pub(super) fn valid_document<T>(
    text: &str,
    check: impl Fn(&str) -> Result<T, Report>,
    warnings: impl Fn(&T) -> &Report,
) -> Result<(Answer, T), Failed> {
    let answer = document(text, |text| check(text).map(|valid| warnings(&valid).clone()))?;
    match check(&answer.document) {
        Ok(valid) => Ok((answer, valid)),
        Err(report) if parse(text).is_err() => Err(report.into()),
        Err(report) => Err(check(text).err().unwrap_or(report).into()),
    }
}
