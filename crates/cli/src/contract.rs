//! What `planwright check` takes as a contract: one of the contracts, or a single schema of one.

use planwright_check::schema::{UnusableSchema, UserSchema};
use planwright_contracts::{ContractName, Report, Surroundings, check_schema};
use planwright_generated::{ROOTS, RootInfo};

use crate::args::OwnSchema;
use crate::exit::Failure;
use crate::export::subject::Given;

/// What documents are checked against.
#[derive(Debug)]
pub(crate) enum Target {
    /// Schema and rules.
    Contract(ContractName),
    /// The schema alone.
    Schema(&'static RootInfo),
    /// A schema of the user.
    User(Box<UserSchema>),
}

impl Target {
    /// The contract of that name, or the schema, as in `agent-proposal/no-op-proposal`.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let schema = || ROOTS.iter().find(|root| root.file.strip_suffix(".schema.json") == Some(name));
        ContractName::parse(name).map(Self::Contract).or_else(|| schema().map(Self::Schema))
    }

    /// Checks a text. `Ok` is the warnings of a document that passed.
    pub(crate) fn check(&self, text: &str, surroundings: &Surroundings) -> Result<Report, Report> {
        match self {
            Self::Contract(contract) => contract.check(text, surroundings),
            Self::Schema(root) => check_schema(*root, text).map(|checked| checked.warnings().clone()),
            Self::User(schema) => check_schema(schema.as_ref(), text).map(|checked| checked.warnings().clone()),
        }
    }
}

/// The schema of the user, compiled; `None` where none is named.
pub(crate) fn own_schema(own: &OwnSchema) -> Result<Option<UserSchema>, Failure> {
    let Some(file) = &own.schema else { return Ok(None) };
    let given = Given::file(file, own.schemas.as_deref())?;
    compile(&given).map(Some)
}

/// Compiles a schema file with everything that it refers to.
pub(crate) fn compile(given: &Given) -> Result<UserSchema, Failure> {
    let set = given.set()?;
    UserSchema::new(&set, given.root()).map_err(|error| match error {
        UnusableSchema::Invalid(errors) => Failure::all(errors),
        UnusableSchema::Missing | UnusableSchema::AssertsNothing => Failure::one(format!("{}: {error}", given.root())),
    })
}

/// The names that [`Target::named`] takes, besides those of single schemas.
pub(crate) fn names() -> String {
    ContractName::ALL.map(ContractName::as_str).join(", ")
}
