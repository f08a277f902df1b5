//! A schema that a user selects: one of a contract, or the user's own.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use planwright_check::schema::{UnusableSchema, UserSchema};
use planwright_dialects::{Conversion, Dialect, Refusal};
use planwright_generated::action_blueprint::SchemaSnapshot;
use planwright_generated::{ROOTS, RootInfo};
use planwright_schema::{DefaultDialect, Error, FileAccess, SchemaFile, SchemaSet, add_referred_files};
use serde_json::Value;

use crate::model_schema::{add_rules, narrow};
use crate::refused_call::RefusedCall;

/// Maximum size of a document or schema in bytes, the same as in the commands.
pub const MOST_BYTES: usize = 64 * 1024 * 1024;

/// Path of the schema of blueprints.
const BLUEPRINT_FILE: &str = "action-blueprint/action-blueprint.schema.json";

/// A root with the sources of its set.
#[derive(Clone, Debug)]
pub struct NamedSchema {
    root: String,
    /// File of which the root is a part, and the name of the part.
    part: Option<(String, String)>,
    texts: Vec<(String, Vec<u8>)>,
    /// Documents that the schema refers to by URI.
    documents: BTreeMap<String, Vec<u8>>,
    /// Dialect of schemas without `$schema`.
    dialect: DefaultDialect,
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
        Self {
            root,
            part,
            texts,
            documents: BTreeMap::new(),
            dialect: DefaultDialect::default(),
            contract: None,
            folder: None,
        }
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

    /// Reads a schema file and the files that it refers to, by path or by `$id`, in its folder.
    ///
    /// `FILE#NAME` selects a schema of the file: a definition, a component, a message or the schema of a tool. A file
    /// whose own name contains `#` comes first.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read. A missing file that another one refers to is an error of the schema.
    pub fn from_file(path: &Path, access: FileAccess<'_>) -> Result<Self, RefusedCall> {
        let refuse = |path: &Path, error: &dyn fmt::Display| {
            RefusedCall::of_reason(&format!("cannot read the schema {}: {error}", path.display()))
        };
        let (file, part, bytes) = match ((access.read)(path), selection(path)) {
            (Ok(bytes), _) => (path, None, bytes),
            (Err(_), Some((file, part))) => match (access.read)(file) {
                Ok(bytes) => (file, Some(part), bytes),
                Err(error) => return Err(refuse(file, &error)),
            },
            (Err(error), None) => return Err(refuse(path, &error)),
        };
        let name = file.file_name().ok_or_else(|| refuse(path, &"the path names no file"))?.to_string_lossy();
        let folder = file.parent().unwrap_or_else(|| Path::new(""));
        let mut texts = vec![(name.clone().into_owned(), bytes)];
        add_referred_files(&mut texts, folder, access).map_err(|unread| refuse(&unread.path, &unread.error))?;
        let root = part.map_or_else(|| name.to_string(), |part| format!("{name}#{part}"));
        Ok(Self { folder: Some(folder.to_owned()), ..Self::of_texts(root, texts) })
    }

    /// Sets the dialect of schemas without `$schema`.
    #[must_use]
    pub fn with_default_dialect(self, dialect: DefaultDialect) -> Self {
        Self { dialect, ..self }
    }

    /// Returns the schema with the documents that it refers to by URI, as far as `find` knows them.
    #[must_use]
    pub fn with_documents(mut self, find: &dyn Fn(&str) -> Option<Vec<u8>>) -> Self {
        let found = RefCell::new(BTreeMap::new());
        // The errors of the set are reported when it is used.
        let _ = SchemaSet::parse_in(self.dialect, self.texts.iter().cloned(), &|uri| {
            let bytes = find(uri)?;
            found.borrow_mut().insert(uri.to_owned(), bytes.clone());
            Some(bytes)
        });
        self.documents = found.into_inner();
        self
    }

    /// Returns the schema of a contract with the rules that are only code, for a model. Any other schema stays as it is.
    #[must_use]
    pub fn with_rules(self) -> Self {
        self.edited(add_rules)
    }

    /// Restricts the schema of blueprints to an org. Returns the schema, and what is left out of it, in sentences.
    ///
    /// # Errors
    ///
    /// Returns an error for any other schema.
    pub fn narrowed(self, org: &SchemaSnapshot) -> Result<(Self, Vec<String>), RefusedCall> {
        if !self.is_blueprint() {
            return Err(RefusedCall::of_reason("only the schema action-blueprint can be restricted to an org"));
        }
        let mut notes = Vec::new();
        let narrowed = self.edited(|schema, _| notes = narrow(schema, org));
        Ok((narrowed, notes))
    }

    fn is_blueprint(&self) -> bool {
        self.contract.is_some_and(|root| root.file == BLUEPRINT_FILE)
    }

    /// Changes the schema of a contract. `edit` gets the schema and its path.
    fn edited(mut self, edit: impl FnOnce(&mut Value, &str)) -> Self {
        if let Some(root) = self.contract
            && let Some((_, bytes)) = self.texts.first_mut()
            && let Ok(mut schema) = serde_json::from_slice(bytes)
        {
            edit(&mut schema, root.file);
            *bytes = format!("{schema:#}\n").into_bytes();
        }
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
        self.selected(SchemaSet::parse_in(self.dialect, self.texts.iter().cloned(), &documents)?)
    }

    /// Parses the schema and the files that it refers to, for callers that do not compile it.
    pub(crate) fn unchecked_set(&self) -> Result<SchemaSet, Vec<Error>> {
        let documents = |uri: &str| self.documents.get(uri).cloned();
        self.selected(SchemaSet::parse_unchecked_in(self.dialect, self.texts.iter().cloned(), &documents)?)
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

/// Returns the file and the name in `FILE#NAME`.
fn selection(path: &Path) -> Option<(&Path, &str)> {
    let (file, part) = path.to_str()?.split_once('#')?;
    Some((Path::new(file), part))
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::path::Path;

    use super::{FileAccess, NamedSchema};
    use crate::Checker;

    const API: &str = r#"{"$defs": {"Order": {"$ref": "https://example.com/order.json"}, "Name": {"type": "string"}}}"#;
    const ORDER: &str = r#"{"$id": "https://example.com/order.json", "type": "integer"}"#;

    fn from_file(path: &str) -> Result<NamedSchema, String> {
        let read = |path: &Path| match path.to_str() {
            Some("s/api.json") => Ok(API.into()),
            Some("s/orders.json") => Ok(ORDER.into()),
            Some("s/secret.json") => Err(io::ErrorKind::PermissionDenied.into()),
            Some("s/refers.json") => Ok(r#"{"$ref": "secret.json"}"#.into()),
            _ => Err(io::ErrorKind::NotFound.into()),
        };
        let list = |_: &Path| Ok(["api.json", "notes.txt", "orders.json"].map(str::to_owned).into());
        NamedSchema::from_file(Path::new(path), FileAccess { read: &read, list: &list })
            .map_err(|refused| refused.report.to_string())
    }

    #[test]
    fn a_path_selects_a_schema_and_finds_files_by_id() {
        for (name, valid, invalid) in [("Order", "1", "\"\""), ("Name", "\"\"", "1")] {
            let checker = Checker::from_schema(from_file(&format!("s/api.json#{name}")).unwrap()).unwrap();
            let is_valid = |text: &str| checker.repair(text.as_bytes()).is_none();
            assert!(is_valid(valid) && !is_valid(invalid), "{name}");
        }
        assert_eq!(from_file("s/orders.json").unwrap().into_texts().len(), 1);
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named() {
        for (path, expected) in [
            ("s/none.json#Order", "s/none.json: "),
            ("s/none.json", "s/none.json: "),
            ("s/refers.json", "s/secret.json: "),
        ] {
            let refused = from_file(path).unwrap_err();
            assert!(refused.contains(&format!("cannot read the schema {expected}")), "{refused}");
        }
    }
}
