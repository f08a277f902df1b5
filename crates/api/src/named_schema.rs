//! A schema that a user selects: one of a contract, or the user's own.

use std::cell::RefCell;
use std::collections::BTreeMap;

use planwright_check::schema::{UnusableSchema, UserSchema};
use planwright_dialects::{Conversion, Dialect, Refusal};
use planwright_generated::{ROOTS, RootInfo};
use planwright_schema::{Error, SchemaFile, SchemaSet};

/// A root with the sources of its set.
#[derive(Clone, Debug)]
pub struct NamedSchema {
    root: String,
    /// File of which the root is a part, and the name of the part.
    part: Option<(String, String)>,
    texts: Vec<(String, Vec<u8>)>,
    /// Documents that the schema refers to by URI.
    documents: BTreeMap<String, Vec<u8>>,
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
        Some(Self { contract: Some(root), ..Self::of_texts(root.file.to_owned(), texts) })
    }

    /// Creates the schema at a path of `texts`. `FILE#NAME` is a schema in a file.
    pub fn of_texts(root: String, texts: Vec<(String, Vec<u8>)>) -> Self {
        let is_file = |path: &str| texts.iter().any(|(known, _)| known == path);
        let part = root.split_once('#').filter(|(file, _)| !is_file(&root) && is_file(file));
        let part = part.map(|(file, part)| (file.to_owned(), part.to_owned()));
        let root = part.as_ref().map_or(root, |(file, part)| SchemaSet::part_path(file, part));
        Self { root, part, texts, documents: BTreeMap::new(), contract: None }
    }

    /// Returns the schema with the documents that it refers to by URI, as far as `find` knows them.
    #[must_use]
    pub fn with_documents(mut self, find: &dyn Fn(&str) -> Option<Vec<u8>>) -> Self {
        let found = RefCell::new(BTreeMap::new());
        // The errors of the set are reported when it is used.
        let _ = SchemaSet::parse_with(self.texts.iter().cloned(), &|uri| {
            let bytes = find(uri)?;
            found.borrow_mut().insert(uri.to_owned(), bytes.clone());
            Some(bytes)
        });
        self.documents = found.into_inner();
        self
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
        let root = set.get(&self.root);
        if let Some(error) = root.and_then(SchemaFile::lacks_selection).or_else(|| root?.asserts_nothing()) {
            return Err(Refusal::Schema(vec![error]));
        }
        Conversion::new(&set, &self.root, dialect)
    }

    /// Parses the schema and the files that it refers to.
    pub fn set(&self) -> Result<SchemaSet, Vec<Error>> {
        let documents = |uri: &str| self.documents.get(uri).cloned();
        self.selected(SchemaSet::parse_with(self.texts.iter().cloned(), &documents)?)
    }

    /// Parses the schema and the files that it refers to, for callers that do not compile it.
    pub(crate) fn unchecked_set(&self) -> Result<SchemaSet, Vec<Error>> {
        let documents = |uri: &str| self.documents.get(uri).cloned();
        self.selected(SchemaSet::parse_unchecked_with(self.texts.iter().cloned(), &documents)?)
    }

    fn selected(&self, mut set: SchemaSet) -> Result<SchemaSet, Vec<Error>> {
        if let Some((file, part)) = &self.part {
            set.select(file, part).map_err(|error| vec![error])?;
        }
        Ok(set)
    }

    /// Compiles the schema and everything that it refers to, for checking documents.
    pub fn compile(&self) -> Result<UserSchema, UnusableSchema> {
        let set = self.set().map_err(UnusableSchema::Invalid)?;
        if let Some(error) = set.get(&self.root).and_then(SchemaFile::lacks_selection) {
            return Err(UnusableSchema::Invalid(vec![error]));
        }
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
