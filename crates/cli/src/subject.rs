//! The schema that a user names: that of a contract, or a file of one's own.

use std::path::Path;

use planwright_dialects::{Conversion, Dialect, Refusal};
use planwright_generated::{ROOTS, RootInfo};
use planwright_schema::uri::referred_path;
use planwright_schema::{SchemaFile, SchemaSet};
use planwright_sync::read_bytes;

use crate::contract::unknown;
use crate::exit::Failure;
use crate::schemas;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use planwright_check::schema::{UnusableSchema, UserSchema};
use std::path::PathBuf;

/// A schema and a dialect.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct Subject {
    /// The vendor's dialect.
    #[arg(long, value_name = "DIALECT", value_parser = dialect())]
    pub dialect: Dialect,
    /// A contract, such as fix-plan, or one schema of one, such as agent-proposal/no-op-proposal.
    #[arg(long, value_name = "NAME", conflicts_with = "schema")]
    pub contract: Option<String>,
    /// A schema file.
    #[arg(long, value_name = "FILE")]
    pub schema: Option<PathBuf>,
    /// Folder of the schemas that the file refers to; else that of the file.
    #[arg(long, value_name = "DIR", requires = "schema")]
    pub schemas: Option<PathBuf>,
}

/// The dialects that there are, from their own table.
fn dialect() -> impl TypedValueParser<Value = Dialect> {
    let known = Dialect::ALL.map(|dialect| PossibleValue::new(dialect.as_str()).help(dialect.about()));
    PossibleValuesParser::new(known)
        .try_map(|name| Dialect::named(&name).ok_or_else(|| format!("{name:?} is no dialect")))
}

/// A root with the texts of its set.
pub(crate) struct Given {
    /// Path of the root in the set.
    root: String,
    texts: Vec<(String, Vec<u8>)>,
    /// The contract's schema that it is.
    pub contract: Option<&'static RootInfo>,
}

impl Given {
    /// What the arguments name.
    pub(crate) fn of(subject: &Subject) -> Result<Self, Failure> {
        match (&subject.contract, &subject.schema) {
            (Some(name), _) => Self::contract(name).ok_or_else(|| unknown(name)),
            (None, Some(file)) => Self::file(file, subject.schemas.as_deref()),
            (None, None) => Err(Failure::one(format!(
                "of which schema? --contract NAME is for one of {}; --schema FILE for one of your own",
                crate::contract::names()
            ))),
        }
    }

    /// A contract of that name, else a file.
    pub(crate) fn named(name: &str) -> Result<Self, Failure> {
        if let Some(given) = Self::contract(name) {
            return Ok(given);
        }
        if Path::new(name).exists() { Self::file(Path::new(name), None) } else { Err(unknown(name)) }
    }

    /// What the tool of a contract gives back, where this is what it takes.
    pub(crate) fn returns(&self) -> Option<Self> {
        let params = self.contract?.file.strip_suffix("-params.schema.json")?;
        Self::contract(&format!("{params}-returns"))
    }

    pub(crate) fn contract(name: &str) -> Option<Self> {
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

    /// A schema file, with the files that it refers to.
    pub(crate) fn file(file: &Path, schemas: Option<&Path>) -> Result<Self, Failure> {
        let bytes = read_bytes(&file.display().to_string()).map_err(Failure::one)?;
        let outside = || Failure::one(format!("{}: not in the folder of --schemas", file.display()));
        let parent = file.parent().unwrap_or_else(|| Path::new(""));
        let root = file.strip_prefix(schemas.unwrap_or(parent)).map_err(|_| outside())?;
        let root = root.to_str().ok_or_else(outside)?.replace('\\', "/");
        let mut texts = vec![(root.clone(), bytes)];
        // Alone first: the folder of a file may hold JSON of any kind.
        if let Some(folder) = schemas {
            texts.extend(schemas::below(folder)?.into_iter().filter(|(path, _)| *path != root));
        } else {
            add_referred(&mut texts, parent)?;
        }
        Ok(Self { root, texts, contract: None })
    }

    /// Converts it.
    pub(crate) fn convert(&self, dialect: Dialect) -> Result<Conversion, Refusal> {
        let set = SchemaSet::parse(self.texts.iter().cloned()).map_err(Refusal::Schema)?;
        if let Some(error) = set.get(&self.root).and_then(SchemaFile::asserts_nothing) {
            return Err(Refusal::Schema(vec![error]));
        }
        Conversion::new(&set, &self.root, dialect)
    }

    /// The schema with the files that it refers to, parsed.
    pub(crate) fn set(&self) -> Result<SchemaSet, Failure> {
        SchemaSet::parse(self.texts.iter().cloned()).map_err(Failure::all)
    }

    /// The texts of the schema and of the files that it refers to, by their paths.
    pub(crate) fn into_texts(self) -> Vec<(String, Vec<u8>)> {
        self.texts
    }

    /// Path of the root in its set.
    pub(crate) fn root(&self) -> &str {
        &self.root
    }
}

/// Adds the files below `folder` that those already here refer to by path.
fn add_referred(texts: &mut Vec<(String, Vec<u8>)>, folder: &Path) -> Result<(), Failure> {
    let mut next = 0;
    while let Some((path, bytes)) = texts.get(next) {
        let base = path.clone();
        for reference in schemas::references(path, bytes) {
            let Some(path) = referred_path(&base, &reference) else { continue };
            if !texts.iter().any(|(known, _)| *known == path) && folder.join(&path).is_file() {
                let bytes = read_bytes(&folder.join(&path).display().to_string()).map_err(Failure::one)?;
                texts.push((path, bytes));
            }
        }
        next += 1;
    }
    Ok(())
}

/// A schema file of the user, in place of a contract.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub(crate) struct OwnSchema {
    /// A JSON Schema file to use instead of a contract.
    #[arg(long, value_name = "FILE")]
    pub schema: Option<PathBuf>,
    /// Folder of the schemas that the file refers to; else that of the file.
    #[arg(long, value_name = "DIR", requires = "schema")]
    pub schemas: Option<PathBuf>,
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
