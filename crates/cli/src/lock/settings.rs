//! Which lists are judged by which lock: the command line, and where it is silent the configuration.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use planwright_drift::ContentModel;
use planwright_source::printable;

use super::LockArgs;
use crate::config::{self, LockConfig};
use crate::drift::Content;
use crate::exit::Failure;
use crate::shell_split;

/// The name of a lock file.
const NAME: &str = "operations.lock.json";
/// How long a server may take.
const TIMEOUT: u64 = 30;

/// A lock, decided.
pub(super) struct LockSettings {
    pub source: ListSource,
    pub file: PathBuf,
    pub is_check: bool,
    pub content: ContentModel,
    pub strict: bool,
}

/// Where operations are listed.
pub(super) enum ListSource {
    /// Files and folders.
    Paths(Vec<PathBuf>),
    /// A server, as the words of its command.
    Command(Vec<String>, Duration),
}

/// The locks of a run.
pub(super) fn of(args: &LockArgs) -> Result<Vec<LockSettings>, Failure> {
    if args.sources.is_empty() && args.command.is_none() {
        let config = config::load(args.config.as_deref())?;
        if config.locks.is_empty() {
            let reason = "no operations: name a file or folder, give --command, or set `sources` in the section [lock] of \
                          planwright.toml";
            return Err(Failure::one(reason));
        }
        if args.lock.is_some() && config.locks.len() > 1 {
            return Err(Failure::one("--lock names one file, and planwright.toml has several sections [[lock]]"));
        }
        let all: Vec<LockSettings> = config.locks.iter().map(|lock| configured(args, &config.folder, lock)).collect();
        let mut files = BTreeSet::new();
        if let Some(twice) = all.iter().find(|lock| !files.insert(&lock.file)) {
            let file = twice.file.display().to_string();
            let reason =
                "two sections [[lock]] have this file, and each would overwrite the other; give each its `file`";
            return Err(Failure::one(format!("{}: {reason}", printable(&file))));
        }
        return Ok(all);
    }
    let source = match &args.command {
        Some(command) => ListSource::Command(words(command)?, Duration::from_secs(args.timeout.unwrap_or(TIMEOUT))),
        None => ListSource::Paths(args.sources.clone()),
    };
    Ok(vec![LockSettings {
        source,
        file: args.lock.clone().unwrap_or_else(|| NAME.into()),
        is_check: args.check,
        content: content(args).unwrap_or(ContentModel::Lenient),
        strict: args.strict,
    }])
}

fn configured(args: &LockArgs, folder: &Path, lock: &LockConfig) -> LockSettings {
    let file = lock.file.as_deref().unwrap_or(NAME);
    LockSettings {
        source: ListSource::Paths(lock.sources.iter().map(|path| folder.join(path)).collect()),
        file: args.lock.clone().unwrap_or_else(|| folder.join(file)),
        is_check: args.check,
        content: content(args).or(lock.content_model).unwrap_or(ContentModel::Lenient),
        strict: args.strict || lock.strict.unwrap_or_default(),
    }
}

fn content(args: &LockArgs) -> Option<ContentModel> {
    args.content_model.map(|model| match model {
        Content::Strict => ContentModel::Strict,
        Content::Lenient => ContentModel::Lenient,
    })
}

fn words(command: &str) -> Result<Vec<String>, Failure> {
    if command.trim().is_empty() {
        return Err(Failure::one("--command names no program"));
    }
    let refused = |why| format!("--command is started without a shell and cannot have {why}; name a script instead");
    shell_split::split(command).map_err(|why| Failure::one(refused(why)))
}
