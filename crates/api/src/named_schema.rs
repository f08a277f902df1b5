//! The schema that a user names: that of a contract, or texts of one's own.

use planwright_check::schema::{UnusableSchema, UserSchema};
use planwright_dialects::{Conversion, Dialect, Refusal};
use planwright_generated::{ROOTS, RootInfo};
use planwright_schema::{Error, SchemaFile, SchemaSet};

/// A root with the texts of its set.
#[derive(Clone, Debug)]
pub struct NamedSchema {
    root: String,
    texts: Vec<(String, Vec<u8>)>,
    contract: Option<&'static RootInfo>,
}

impl NamedSchema {
    /// A contract's schema: a contract, such as `fix-plan`, or one schema of one, such as `agent-proposal/no-op-proposal`.
    pub fn contract(name: &str) -> Option<Self> {
        // The name of a contract stands for the document that a model writes.
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

    /// A schema of one's own, by its path among texts.
    pub fn of_texts(root: String, texts: Vec<(String, Vec<u8>)>) -> Self {
        Self { root, texts, contract: None }
    }

    /// What the tool of a contract gives back, where this is what it takes.
    #[must_use]
    pub fn returns(&self) -> Option<Self> {
        let params = self.contract?.file.strip_suffix("-params.schema.json")?;
        Self::contract(&format!("{params}-returns"))
    }

    /// The contract's schema that it is.
    pub fn info(&self) -> Option<&'static RootInfo> {
        self.contract
    }

    /// Converts it.
    pub fn convert(&self, dialect: Dialect) -> Result<Conversion, Refusal> {
        let set = self.set().map_err(Refusal::Schema)?;
        if let Some(error) = set.get(&self.root).and_then(SchemaFile::asserts_nothing) {
            return Err(Refusal::Schema(vec![error]));
        }
        Conversion::new(&set, &self.root, dialect)
    }

    /// The schema with the files that it refers to, parsed.
    pub fn set(&self) -> Result<SchemaSet, Vec<Error>> {
        SchemaSet::parse(self.texts.iter().cloned())
    }

    /// The schema with everything that it refers to, ready to check documents.
    pub fn compile(&self) -> Result<UserSchema, UnusableSchema> {
        let set = self.set().map_err(UnusableSchema::Invalid)?;
        UserSchema::new(&set, &self.root)
    }

    /// The texts of the schema and of the files that it refers to, by their paths.
    pub fn into_texts(self) -> Vec<(String, Vec<u8>)> {
        self.texts
    }

    /// Path of the root in its set.
    pub fn root(&self) -> &str {
        &self.root
    }
}
