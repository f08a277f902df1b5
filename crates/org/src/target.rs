//! Targets for checking documents: a contract, a single schema of one, or a schema of the user.

use planwright_check::schema::UserSchema;
use planwright_contracts::{ContractName, Report, Surroundings, check_schema, nearest};
use planwright_generated::{ROOTS, RootInfo};

use crate::check::{self, CountedFile};

/// A target for checking documents.
#[derive(Debug)]
pub enum Target {
    /// A contract, with schema and rules.
    Contract(ContractName),
    /// A single schema, without rules.
    Schema(&'static RootInfo),
    /// A schema of the user.
    User(Box<UserSchema>),
}

impl Target {
    /// Returns the contract with this name, or the schema, such as `agent-proposal/no-op-proposal`.
    pub fn named(name: &str) -> Option<Self> {
        let schema = || ROOTS.iter().find(|root| root.file.strip_suffix(".schema.json") == Some(name));
        ContractName::parse(name).map(Self::Contract).or_else(|| schema().map(Self::Schema))
    }

    /// Checks a document. `Ok` contains the warnings about a valid document.
    pub fn check(&self, text: &str, surroundings: &Surroundings) -> Result<Report, Report> {
        match self {
            // The check of blueprints also needs the snapshot.
            Self::Contract(ContractName::ActionBlueprint) => {
                check::check_file(text, &surroundings.action_blueprint).map(|batch| batch.warnings)
            }
            Self::Contract(contract) => contract.check(text, surroundings),
            Self::Schema(root) => check_schema(*root, text).map(|checked| checked.warnings().clone()),
            Self::User(schema) => check_schema(schema.as_ref(), text).map(|checked| checked.warnings().clone()),
        }
    }
}

impl Target {
    /// Returns the numbers of [`Target::check`], if they take less than its findings.
    pub fn count(&self, text: &str, surroundings: &Surroundings) -> Option<CountedFile> {
        match self {
            Self::Contract(ContractName::ActionBlueprint) => {
                Some(check::count_file(text, &surroundings.action_blueprint))
            }
            Self::Contract(_) | Self::Schema(_) | Self::User(_) => None,
        }
    }
}

/// Returns an error for an unknown name, with the most similar known name.
pub fn unknown(name: &str) -> String {
    if name.trim_start().starts_with(['{', '[']) {
        return "expected the name of a contract or a path, found JSON; pass a schema as an object or as bytes, and the document \
                after it"
            .to_owned();
    }
    let schemas = ROOTS.iter().filter_map(|root| root.file.strip_suffix(".schema.json"));
    let known = ContractName::ALL.map(ContractName::as_str).into_iter().chain(schemas);
    let help = nearest(name, known).map_or_else(
        || format!("expected one of {}, or one of their schemas, such as agent-proposal/no-op-proposal", names()),
        |near| format!("did you mean {near:?}?"),
    );
    format!("unknown contract {name:?}; {help}")
}

/// Returns the names that [`Target::named`] accepts, except those of single schemas.
pub fn names() -> String {
    ContractName::ALL.map(ContractName::as_str).join(", ")
}
