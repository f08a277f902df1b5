//! A schema that a user selects: one of a contract, or the user's own.

use planwright_check::schema::{UnusableSchema, UserSchema};
use planwright_dialects::{Conversion, Dialect, Refusal};
use planwright_generated::{ROOTS, RootInfo};
use planwright_schema::{Error, SchemaFile, SchemaSet};

/// A root with the sources of its set.
#[derive(Clone, Debug)]
pub struct NamedSchema {
    root: String,
    texts: Vec<(String, Vec<u8>)>,
    contract: Option<&'static RootInfo>,
}

impl NamedSchema {
    /// Returns the schema of a contract, such as `fix-plan`, or a single schema, such as
    /// `agent-proposal/no-op-proposal`.
    pub fn contract(name: &str) -> Option<Self> {
        // The name of a contract selects the document that a model writes.
        let name = match name {
            "workflow-tools" => "workflow-tools/workflow-document",
            "form-plan" => "form-plan/planner-output",
            "schema-snapshot" => "action-blueprint/schema-snapshot",
            "state-snapshot" => "agent-proposal/state-snapshot",
            other => other,
        };
        let file = |root: &&RootInfo| {
            let path = root.file.strip_suffix(".schema.json").unwrap_or(root.file);
            path == name || path.split_once('/') == Some((name, name))
        };
        let root = ROOTS.iter().find(file)?;
        let texts = vec![(root.file.to_owned(), root.schema.as_bytes().to_vec())];
        Some(Self { root: root.file.to_owned(), texts, contract: Some(root) })
    }

    /// Returns a schema of the user, by its path in `texts`.
    pub fn of_texts(root: String, texts: Vec<(String, Vec<u8>)>) -> Self {
        Self { root, texts, contract: None }
    }

    /// Returns the result schema of a contract's tool, if this is the schema of its parameters.
    #[must_use]
    pub fn returns(&self) -> Option<Self> {
        let params = self.contract?.file.strip_suffix("-params.schema.json")?;
        Self::contract(&format!("{params}-returns"))
    }

    /// Returns the generated root of a contract's schema.
    pub fn info(&self) -> Option<&'static RootInfo> {
        self.contract
    }

    /// Converts the schema to a dialect.
    pub fn convert(&self, dialect: Dialect) -> Result<Conversion, Refusal> {
        let set = self.set().map_err(Refusal::Schema)?;
        if let Some(error) = set.get(&self.root).and_then(SchemaFile::asserts_nothing) {
            return Err(Refusal::Schema(vec![error]));
        }
        Conversion::new(&set, &self.root, dialect)
    }

    /// Parses the schema and the files that it refers to.
    pub fn set(&self) -> Result<SchemaSet, Vec<Error>> {
        SchemaSet::parse(self.texts.iter().cloned())
    }

    /// Compiles the schema and everything that it refers to, for checking documents.
    pub fn compile(&self) -> Result<UserSchema, UnusableSchema> {
        let set = self.set().map_err(UnusableSchema::Invalid)?;
        UserSchema::new(&set, &self.root)
    }

    /// Returns the sources of the schema and of the files that it refers to, by path.
    pub fn into_texts(self) -> Vec<(String, Vec<u8>)> {
        self.texts
    }

    /// Returns the path of the root in its set.
    pub fn root(&self) -> &str {
        &self.root
    }
}
