//! Selects the schema that a user names: one of a contract, or a schema file.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use planwright_api::NamedSchema;
use planwright_check::schema::{UnusableSchema, UserSchema};
use planwright_dialects::Dialect;
use planwright_runtime::{Diagnostic, Severity};
use planwright_schema::lint::ASSERTS_NOTHING;
use planwright_schema::{Error, SchemaText, add_referred_files};
use planwright_source::Pointer;
use planwright_sync::read_bytes;

use planwright_project::config::DocumentArgs;
use planwright_project::contract::{names, unknown};
use planwright_project::documents::Documents;
use planwright_project::exit::Failure;
use planwright_project::finding::of_schema;
use planwright_project::render::human;
use planwright_project::schemas;

/// Name of a document that was extracted from an answer, in findings.
pub(crate) const DOCUMENT: &str = "<document>";

/// Contract or schema, and dialect.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct Subject {
    /// Contract, such as fix-plan, or a single schema of a contract, such as agent-proposal/no-op-proposal.
    #[arg(value_name = "CONTRACT")]
    pub(crate) contract: Option<String>,
    /// Schema of the user.
    #[command(flatten)]
    pub(crate) own: SchemaArgs,
    /// Dialect of the vendor.
    #[arg(long, value_name = "DIALECT", value_parser = dialect())]
    pub(crate) dialect: Dialect,
}

/// Returns the parser for dialect names, with the names from the table of dialects.
pub(crate) fn dialect() -> impl TypedValueParser<Value = Dialect> {
    let known = Dialect::ALL.map(|dialect| PossibleValue::new(dialect.as_str()).help(dialect.about()));
    PossibleValuesParser::new(known)
        .try_map(|name| Dialect::named(&name).ok_or_else(|| format!("unknown dialect {name:?}")))
}

/// Returns the schema of the contract, or the user's schema if there is one.
pub(crate) fn resolve(contract: Option<&str>, own: Option<&OwnSchema>) -> Result<NamedSchema, Failure> {
    match (contract, own) {
        (_, Some(own)) => own.load(),
        (Some(name), None) => NamedSchema::contract(name).ok_or_else(|| unknown(name)),
        (None, None) => {
            Err(Failure::one(format!("no schema given; name a contract ({}), or use --schema FILE", names())))
        }
    }
}

/// Returns the contract schema of that name, or else reads the file of that name.
pub(crate) fn resolve_name(name: &str, documents: &DocumentArgs) -> Result<NamedSchema, Failure> {
    if let Some(given) = NamedSchema::contract(name) {
        return Ok(given);
    }
    let own = OwnSchema::new(Path::new(name), None, Documents::default());
    if own.file.exists() { OwnSchema { documents: documents.load(None)?, ..own }.load() } else { Err(unknown(name)) }
}

/// Reads a schema file together with the files that it refers to. Returns the path of the file among them.
pub(crate) fn schema_texts(file: &Path, schemas: Option<&Path>) -> Result<(String, Vec<SchemaText>), Failure> {
    let bytes = read_bytes(&file.display().to_string()).map_err(Failure::one)?;
    let outside = || Failure::one(format!("{}: not in the folder of --schema", file.display()));
    let parent = file.parent().unwrap_or_else(|| Path::new(""));
    let root = inside(schemas.unwrap_or(parent), file).ok_or_else(outside)?;
    let root = root.to_str().ok_or_else(outside)?.replace('\\', "/");
    let mut texts = vec![(root.clone(), bytes)];
    // Without a folder, start with the file itself: its folder may contain any kind of JSON.
    if let Some(folder) = schemas {
        texts.extend(schemas::below(folder)?.into_iter().filter(|(path, _)| *path != root));
    } else {
        add_referred_files(&mut texts, parent, schemas::access()).map_err(Failure::one)?;
    }
    Ok((root, texts))
}

/// Returns the path of a file relative to a folder, even if one is absolute and the other is not.
fn inside(folder: &Path, file: &Path) -> Option<PathBuf> {
    let written = file.strip_prefix(folder).map(Path::to_path_buf).ok();
    written.or_else(|| Some(file.canonicalize().ok()?.strip_prefix(folder.canonicalize().ok()?).ok()?.to_path_buf()))
}

/// Option for the user's schema, in place of a contract.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub(crate) struct SchemaArgs {
    /// JSON Schema file to use instead of a contract, or FILE#NAME for a schema in it, such as a component of an OpenAPI
    /// document. Repeat the option for the folder of the schemas that the file refers to [default: the folder of the
    /// file, by path or `$id`]
    #[arg(long, value_name = "FILE|DIR")]
    pub(crate) schema: Vec<PathBuf>,
    /// Documents that the schemas refer to by URI.
    #[command(flatten)]
    pub(crate) documents: DocumentArgs,
}

impl SchemaArgs {
    /// Returns `true` if the option is used.
    pub(crate) fn is_given(&self) -> bool {
        !self.schema.is_empty()
    }

    /// Returns the schema that the option names, in any order of file and folder.
    ///
    /// `config` is the configuration file with further documents, if it is not the nearest one.
    pub(crate) fn own_schema(&self, config: Option<&Path>) -> Result<Option<OwnSchema>, Failure> {
        let (folders, files): (Vec<&PathBuf>, Vec<&PathBuf>) = self.schema.iter().partition(|path| path.is_dir());
        let own = |file: &Path, folder: Option<&PathBuf>| {
            Ok(Some(OwnSchema::new(file, folder.cloned(), self.documents.load(config)?)))
        };
        match (files.as_slice(), folders.as_slice()) {
            ([], []) => Ok(None),
            ([file], []) => own(file, None),
            ([file], [folder]) => own(file, Some(folder)),
            ([], [folder, ..]) => Err(Failure::one(format!(
                "{0} is a folder; also name the schema in it, as in `--schema {0} --schema FILE`",
                folder.display()
            ))),
            ([one, other, ..], _) | ([_], [one, other, ..]) => Err(Failure::one(format!(
                "--schema has both {} and {}; name one file, and at most one folder of schemas that it refers to",
                one.display(),
                other.display()
            ))),
        }
    }
}

/// User's schema file, in place of a contract.
#[derive(Clone, Debug)]
pub(crate) struct OwnSchema {
    /// The file.
    pub(crate) file: PathBuf,
    /// Name or JSON Pointer of the schema in the file, if it is not the whole file.
    part: Option<String>,
    /// Folder of the schemas that it refers to, if it is not that of the file.
    folder: Option<PathBuf>,
    /// Documents that the schemas refer to by URI.
    documents: Documents,
}

impl OwnSchema {
    /// Creates the schema from its path, which is `FILE` or `FILE#NAME`.
    ///
    /// NAME is a definition, a component, a message or the schema of a tool. A file whose own name contains `#` comes
    /// first.
    pub(crate) fn new(path: &Path, folder: Option<PathBuf>, documents: Documents) -> Self {
        let parts = path.to_str().filter(|_| !path.exists()).and_then(|text| text.split_once('#'));
        let (file, part) = match parts.filter(|(file, _)| Path::new(file).is_file()) {
            Some((file, part)) => (PathBuf::from(file), Some(part.to_owned())),
            None => (path.to_path_buf(), None),
        };
        Self { file, part, folder, documents }
    }

    /// Reads the schema together with the files and documents that it refers to.
    pub(crate) fn load(&self) -> Result<NamedSchema, Failure> {
        let (root, texts) = schema_texts(&self.file, self.folder.as_deref())?;
        let root = match &self.part {
            Some(part) => format!("{root}#{part}"),
            None => root,
        };
        let given = NamedSchema::of_texts(root, texts).with_default_dialect(self.documents.dialect());
        if self.documents.is_empty() {
            return Ok(given);
        }
        Ok(given.with_documents(&|uri| self.documents.find(uri, |_, _| ())))
    }

    /// Returns a sentence about the dialect of schemas without `$schema`, if it is fixed.
    pub(crate) fn dialect_note(&self) -> Option<String> {
        self.documents.dialect().note()
    }

    /// Compiles the schema.
    pub(crate) fn compile(&self) -> Result<UserSchema, Failure> {
        self.compile_named(&self.load()?)
    }

    /// Compiles the schema, which has already been read.
    pub(crate) fn compile_named(&self, given: &NamedSchema) -> Result<UserSchema, Failure> {
        given.compile().map_err(|unusable| {
            let found = match unusable {
                UnusableSchema::Invalid(errors) => return self.failure(&errors),
                UnusableSchema::AssertsNothing => {
                    let message = unusable.to_string();
                    let message = message.trim_start_matches(ASSERTS_NOTHING).trim_start_matches(": ");
                    vec![Diagnostic::error(ASSERTS_NOTHING, Pointer::root(), message).with_file(given.root())]
                }
                UnusableSchema::Missing => return Failure::one(format!("{}: {unusable}", self.file.display())),
            };
            human::failure(self.located(found))
        })
    }

    /// Returns the failure for errors in the schema.
    pub(crate) fn failure(&self, errors: &[Error]) -> Failure {
        let findings = errors.iter().map(|error| of_schema(error.file.clone(), error, Severity::Error));
        human::failure(self.located(findings))
    }

    /// Changes the paths of findings, which are relative to the folder of the schemas, to what the user can open.
    pub(crate) fn located(&self, findings: impl IntoIterator<Item = Diagnostic>) -> Vec<Diagnostic> {
        let folder = self.folder.as_deref().or(self.file.parent()).unwrap_or_else(|| Path::new(""));
        let located = |finding: Diagnostic| match finding.file.as_deref().map(|file| folder.join(file)) {
            Some(path) => finding.with_file(path.display().to_string()),
            None => finding,
        };
        findings.into_iter().map(located).collect()
    }
}
