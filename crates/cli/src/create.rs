//! Implements `planwright new`: adds a blueprint, schema or contract to a project, from a template that passes its
//! check.

use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueEnum};
use planwright_contracts::{ContractName, Surroundings};
use planwright_sync::Files;

use crate::starter::{self, DOCUMENT, write_new};
use planwright_project::config::{self, Config};
use planwright_project::exit::{Failure, Outcome};
use planwright_project::terminal::printable_path;

/// Add a blueprint, schema or contract from a template.
///
/// The new files pass their check.
#[derive(Debug, clap::Args)]
pub(crate) struct NewArgs {
    #[command(subcommand)]
    pub what: New,
}

#[derive(Debug, Subcommand)]
pub(crate) enum New {
    /// Add a blueprint, in the first blueprint folder of planwright.toml, or in blueprints/.
    Blueprint {
        /// Name of the action, such as `RenameAccount`.
        name: String,
        /// Salesforce object that the action works on.
        #[arg(long, value_name = "OBJECT", default_value = "Account")]
        object: String,
        /// What the action does to a record.
        #[arg(long, value_enum, ignore_case = true, default_value = "update")]
        operation: NewOperation,
    },
    /// Add a schema, in the schema folder of planwright.toml, or in schemas/.
    Schema {
        /// Name of the schema, such as `order`.
        name: String,
    },
    /// Add a schema, a first valid document, and a `[check]` section for them.
    Contract {
        /// Name of the contract, such as `order`.
        name: String,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum NewOperation {
    /// Create a record.
    Create,
    /// Change a record.
    Update,
    /// Change a record, or create it.
    Upsert,
}

impl NewOperation {
    fn word(self) -> &'static str {
        match self {
            Self::Create => "CREATE",
            Self::Update => "UPDATE",
            Self::Upsert => "UPSERT",
        }
    }
}

/// Writes the files, unless one of them exists.
pub(crate) fn run(args: &NewArgs) -> Result<Outcome, Failure> {
    let (New::Blueprint { name, .. } | New::Schema { name } | New::Contract { name }) = &args.what;
    if let Some(problem) = starter::name_problem(name) {
        return Err(Failure::one(format!("{name:?}: {problem}")));
    }
    let config = config::load(None)?;
    let file = starter::kebab(name);
    match &args.what {
        New::Blueprint { name, object, operation } => {
            let blueprint = starter::blueprint(name, &starter::words(name), object, operation.word())?;
            let text = serde_json::to_string_pretty(&blueprint).map_err(Failure::one)? + "\n";
            let checked = ContractName::ActionBlueprint.check(&text, &Surroundings::default());
            checked.map_err(|report| Failure::all(report.errors().map(|one| format!("{name}: {}", one.message))))?;
            let folder = folder_of(config.apex.blueprints.as_ref().and_then(|paths| paths.first()), "blueprints");
            let path = format!("{folder}/{file}.json");
            write(&config, Files::from([(path.clone(), text)]))?;
            outln!("next: `planwright check action-blueprint {}`", shell_path(&config, &path));
        }
        New::Schema { name } => {
            let path = schema_path(&config, &file);
            write(&config, Files::from([(path.clone(), starter::schema_titled(&title(name)))]))?;
            outln!("next: `planwright check --schema {} FILE`", shell_path(&config, &path));
        }
        New::Contract { name } => {
            let path = schema_path(&config, &file);
            let documents = format!("examples/{file}");
            let section = format!("[[check]]\nschema = {path:?}\nfiles = [{documents:?}]\n");
            let mut wanted = Files::from([
                (path.clone(), starter::schema_titled(&title(name))),
                (format!("{documents}/first.json"), DOCUMENT.to_owned()),
            ]);
            if config.file.is_none() {
                wanted.insert(config::NAME.to_owned(), section.clone());
            }
            write(&config, wanted)?;
            if let Some(file) = &config.file {
                outln!("next: add this to {}, then `planwright check`:\n\n{section}", printable_path(file));
            } else {
                outln!("next: `planwright check`");
            }
        }
    }
    Ok(Outcome::Fine)
}

/// Writes all of the files, or none if one of them already exists.
fn write(config: &Config, wanted: Files) -> Result<(), Failure> {
    let taken: Vec<PathBuf> =
        wanted.keys().map(|path| config.folder.join(path)).filter(|path| path.symlink_metadata().is_ok()).collect();
    if !taken.is_empty() {
        let reason = |path: &PathBuf| format!("{} already exists; choose another name", path.display());
        return Err(Failure::all(taken.iter().map(reason)));
    }
    write_new(&config.folder, wanted)?.print(&config.folder);
    Ok(())
}

fn schema_path(config: &Config, file: &str) -> String {
    let set = config.sets.first();
    let folder = folder_of(set.and_then(|set| set.schemas.as_ref()), "schemas");
    let suffix = set.and_then(|set| set.suffix.as_deref()).unwrap_or(".schema.json");
    format!("{folder}/{file}{suffix}")
}

/// Returns the configured folder, or the default if the configuration names a file.
fn folder_of(named: Option<&String>, otherwise: &str) -> String {
    let named = named.filter(|path| Path::new(path).extension().is_none()).map(String::as_str);
    named.unwrap_or(otherwise).trim_end_matches('/').to_owned()
}

fn title(name: &str) -> String {
    starter::words(name).replace(' ', "")
}

fn shell_path(config: &Config, path: &str) -> String {
    planwright_project::command_line::quoted([config.folder.join(path).display().to_string()])
}
