//! Selects the schema that a user names: one of a contract, or a schema file.

use std::path::Path;

use planwright_api::NamedSchema;
use planwright_dialects::Dialect;
use planwright_schema::uri::referred_path;
use planwright_sync::read_bytes;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use planwright_check::schema::{UnusableSchema, UserSchema};
use planwright_project::contract::{names, unknown};
use planwright_project::exit::Failure;
use planwright_project::schemas::{self, SchemaText};
use std::path::PathBuf;

/// Schema and dialect.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct Subject {
    /// Dialect of the vendor.
    #[arg(long, value_name = "DIALECT", value_parser = dialect())]
    pub(crate) dialect: Dialect,
    /// Contract, such as fix-plan, or a single schema of a contract, such as agent-proposal/no-op-proposal.
    #[arg(long, value_name = "NAME", conflicts_with = "schema")]
    pub(crate) contract: Option<String>,
    /// JSON Schema file.
    #[arg(long, value_name = "FILE")]
    pub(crate) schema: Option<PathBuf>,
    /// Folder of the schemas that the file refers to [default: the folder of the file, by path or `$id`]
    #[arg(long, value_name = "DIR", requires = "schema")]
    pub(crate) schemas: Option<PathBuf>,
}

/// Returns the parser for dialect names, with the names from the table of dialects.
fn dialect() -> impl TypedValueParser<Value = Dialect> {
    let known = Dialect::ALL.map(|dialect| PossibleValue::new(dialect.as_str()).help(dialect.about()));
    PossibleValuesParser::new(known)
        .try_map(|name| Dialect::named(&name).ok_or_else(|| format!("unknown dialect {name:?}")))
}

/// Returns the schema that the arguments name.
pub(crate) fn resolve(subject: &Subject) -> Result<NamedSchema, Failure> {
    match (&subject.contract, &subject.schema) {
        (Some(name), _) => NamedSchema::contract(name).ok_or_else(|| unknown(name)),
        (None, Some(file)) => schema_file(file, subject.schemas.as_deref()),
        (None, None) => {
            Err(Failure::one(format!("no schema given; use --contract with one of {}, or --schema FILE", names())))
        }
    }
}

/// Returns the contract schema of that name, or else reads the file of that name.
pub(crate) fn resolve_name(name: &str) -> Result<NamedSchema, Failure> {
    if let Some(given) = NamedSchema::contract(name) {
        return Ok(given);
    }
    if Path::new(name).exists() { schema_file(Path::new(name), None) } else { Err(unknown(name)) }
}

/// Reads a schema file together with the files that it refers to.
pub(crate) fn schema_file(file: &Path, schemas: Option<&Path>) -> Result<NamedSchema, Failure> {
    let bytes = read_bytes(&file.display().to_string()).map_err(Failure::one)?;
    let outside = || Failure::one(format!("{}: not in the folder of --schemas", file.display()));
    let parent = file.parent().unwrap_or_else(|| Path::new(""));
    let root = inside(schemas.unwrap_or(parent), file).ok_or_else(outside)?;
    let root = root.to_str().ok_or_else(outside)?.replace('\\', "/");
    let mut texts = vec![(root.clone(), bytes)];
    // Without --schemas, start with the file itself: its folder may contain any kind of JSON.
    if let Some(folder) = schemas {
        texts.extend(schemas::below(folder)?.into_iter().filter(|(path, _)| *path != root));
    } else {
        add_referred(&mut texts, parent)?;
    }
    Ok(NamedSchema::of_texts(root, texts))
}

/// Returns the path of a file relative to a folder, even if one is absolute and the other is not.
fn inside(folder: &Path, file: &Path) -> Option<PathBuf> {
    let written = file.strip_prefix(folder).map(Path::to_path_buf).ok();
    written.or_else(|| Some(file.canonicalize().ok()?.strip_prefix(folder.canonicalize().ok()?).ok()?.to_path_buf()))
}

/// Adds the files that are referenced: by path if they are below `folder`, by URI if they are directly in it.
fn add_referred(texts: &mut Vec<SchemaText>, folder: &Path) -> Result<(), Failure> {
    let mut next = 0;
    let mut by_uri = None;
    while let Some((path, bytes)) = texts.get(next) {
        let base = path.clone();
        for reference in schemas::references(&schemas::value(path, bytes).unwrap_or_default()) {
            let is_new = |path: &str| !texts.iter().any(|(known, _)| known == path);
            if reference.contains("://") {
                let named = match &mut by_uri {
                    Some(named) => named,
                    none => none.insert(schemas::by_uri(folder)?),
                };
                let found = named.remove(schemas::plain_uri(&reference)).unwrap_or_default();
                let fresh: Vec<_> = found.into_iter().filter(|(path, _)| is_new(path)).collect();
                texts.extend(fresh);
            } else if let Some(path) = referred_path(&base, &reference)
                && is_new(&path)
                && folder.join(&path).is_file()
            {
                let bytes = read_bytes(&folder.join(&path).display().to_string()).map_err(Failure::one)?;
                texts.push((path, bytes));
            }
        }
        next += 1;
    }
    Ok(())
}

/// User's schema file, in place of a contract.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub(crate) struct OwnSchema {
    /// JSON Schema file to validate against, instead of a contract.
    #[arg(long, value_name = "FILE")]
    pub(crate) schema: Option<PathBuf>,
    /// Folder of the schemas that the file refers to [default: the folder of the file, by path or `$id`]
    #[arg(long, value_name = "DIR", requires = "schema")]
    pub(crate) schemas: Option<PathBuf>,
}

/// Compiles the schema that the user names, or returns `None` if there is none.
pub(crate) fn own_schema(own: &OwnSchema) -> Result<Option<UserSchema>, Failure> {
    let Some(file) = &own.schema else { return Ok(None) };
    let given = schema_file(file, own.schemas.as_deref())?;
    compile(&given).map(Some)
}

/// Compiles a schema file with everything that it refers to.
pub(crate) fn compile(given: &NamedSchema) -> Result<UserSchema, Failure> {
    given.compile().map_err(|error| match error {
        UnusableSchema::Invalid(errors) => Failure::all(errors),
        UnusableSchema::Missing | UnusableSchema::AssertsNothing => Failure::one(format!("{}: {error}", given.root())),
    })
}
