//! A schema that a user selects: one of a contract, or the user's own.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use planwright_check::schema::{UnusableSchema, UserSchema};
use planwright_dialects::{Conversion, Dialect, Refusal};
use planwright_generated::{ROOTS, RootInfo};
use planwright_schema::keywords::references_below;
use planwright_schema::uri::referred_path;
use planwright_schema::{Error, SchemaFile, SchemaSet};
use planwright_source::{Syntax, decode};

use crate::refused_call::RefusedCall;

/// Maximum size of a document or schema in bytes, the same as in the commands.
pub const MOST_BYTES: usize = 64 * 1024 * 1024;

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
    /// Folder that contains the files, if they were read from one.
    folder: Option<PathBuf>,
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
        Self { root, part, texts, documents: BTreeMap::new(), contract: None, folder: None }
    }

    /// Creates the schema at a path of `sources`, which a program passes. Rejects sources above the limit for files.
    pub fn from_sources(root: &str, sources: Vec<(String, Vec<u8>)>) -> Result<Self, RefusedCall> {
        match sources.iter().find(|(_, bytes)| bytes.len() > MOST_BYTES) {
            Some((path, _)) => {
                Err(RefusedCall::of_reason(&format!("{path} is larger than {} MiB", MOST_BYTES / 1024 / 1024)))
            }
            None => Ok(Self::of_texts(root.to_owned(), sources)),
        }
    }

    /// Reads a schema file, and the files in its folder that it refers to by path.
    ///
    /// # Errors
    ///
    /// Returns an error if the file itself cannot be read. A missing file that it refers to is an error of the schema.
    pub fn from_file(path: &Path, read: &dyn Fn(&Path) -> io::Result<Vec<u8>>) -> Result<Self, RefusedCall> {
        let unread = |reason: &dyn std::fmt::Display| {
            RefusedCall::of_reason(&format!("cannot read the schema {}: {reason}", path.display()))
        };
        let name = path.file_name().ok_or_else(|| unread(&"the path names no file"))?.to_string_lossy().into_owned();
        let folder = path.parent().unwrap_or_else(|| Path::new(""));
        let mut texts = vec![(name.clone(), read(path).map_err(|error| unread(&error))?)];
        let mut next = 0;
        while let Some((base, bytes)) = texts.get(next) {
            let document = decode(bytes).ok().and_then(|text| Syntax::from_path(base).parse(text).ok());
            let references = document.map(|document| references_below(&document.value)).unwrap_or_default();
            for path in references.iter().filter_map(|reference| referred_path(base, reference)).collect::<Vec<_>>() {
                if !texts.iter().any(|(known, _)| *known == path)
                    && let Ok(bytes) = read(&folder.join(&path))
                {
                    texts.push((path, bytes));
                }
            }
            next += 1;
        }
        Ok(Self { folder: Some(folder.to_owned()), ..Self::of_texts(name, texts) })
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

    /// Returns the error of a call with this schema, with paths that the user can open.
    pub(crate) fn refuse(&self, error: UnusableSchema) -> RefusedCall {
        let refused = RefusedCall::of_unusable(error);
        match &self.folder {
            Some(folder) => refused.located(folder),
            None => refused,
        }
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
