//! The schema that a user names: that of a contract, or a file of one's own.

use std::path::Path;

use planwright_dialects::{Conversion, Dialect, Refusal};
use planwright_generated::{ROOTS, RootInfo};
use planwright_schema::SchemaSet;
use planwright_sync::read_bytes;

use crate::args;
use crate::contract::names;
use crate::exit::Failure;
use crate::schemas;

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
    pub(crate) fn of(subject: &args::Subject) -> Result<Self, Failure> {
        match (&subject.contract, &subject.schema) {
            (Some(name), _) => Self::contract(name).ok_or_else(|| unknown(name)),
            (None, Some(file)) => Self::file(file, subject.schemas.as_deref()),
            (None, None) => Err(Failure::one("name a --contract or a --schema")),
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

    fn contract(name: &str) -> Option<Self> {
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
        Conversion::new(&set, &self.root, dialect)
    }

    /// The schema with the files that it refers to, parsed.
    pub(crate) fn set(&self) -> Result<SchemaSet, Failure> {
        SchemaSet::parse(self.texts.iter().cloned()).map_err(Failure::all)
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
        let base = path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        for reference in schemas::references(path, bytes) {
            let Some(path) = joined(&base, &reference) else { continue };
            if !texts.iter().any(|(known, _)| *known == path) && folder.join(&path).is_file() {
                let bytes = read_bytes(&folder.join(&path).display().to_string()).map_err(Failure::one)?;
                texts.push((path, bytes));
            }
        }
        next += 1;
    }
    Ok(())
}

/// The path that a reference names, inside the folder.
fn joined(base: &str, reference: &str) -> Option<String> {
    let path = reference.split('#').next().filter(|path| !path.is_empty() && !path.contains(':'))?;
    let mut parts: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

fn unknown(name: &str) -> Failure {
    Failure::one(format!(
        "no contract is called {name:?}; there are {}, and each of their schemas as in agent-proposal/no-op-proposal",
        names()
    ))
}
