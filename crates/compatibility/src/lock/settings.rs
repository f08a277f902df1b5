//! Settings of the command: which operations belong to which lock file. The command line overrides the configuration.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use planwright_drift::Semantics;
use planwright_drift::operations::OPERATION_CODES;
use planwright_source::printable;
use planwright_sync::read_bytes;

use super::LockArgs;
use super::http::HttpPlace;
use super::risks::TEXT_CODES;
use planwright_project::config::{self, Config, LockConfig, LockProfile};
use planwright_project::config_locations;
use planwright_project::exit::Failure;
use planwright_project::shell_split;

/// Default name of a lock file.
const NAME: &str = "operations.lock.json";
/// Default timeout for a server in seconds.
const TIMEOUT: u64 = 30;
/// Longest token that is sent.
const MAX_TOKEN: usize = 4096;

/// Settings of one lock file.
pub(super) struct LockSettings {
    pub source: ListSource,
    pub file: PathBuf,
    pub is_check: bool,
    pub allow_undecided: bool,
    pub semantics: Semantics,
    pub profile: LockProfile,
    /// Codes of findings that fail with any severity.
    pub deny: Vec<String>,
}

/// Source of operations.
pub(super) enum ListSource {
    /// Files and folders.
    Paths(Vec<PathBuf>),
    /// The command that starts a server, as words.
    Command(Vec<String>, Duration),
    /// Address of a running server, and the token for it.
    Http(HttpPlace, Option<String>, Duration),
}

/// Returns the settings of all lock files of a run.
pub(super) fn from_args(args: &LockArgs) -> Result<Vec<LockSettings>, Failure> {
    let sources = [args.sources.as_slice(), &args.schema].concat();
    if sources.is_empty() && args.command.is_none() && args.url.is_none() {
        let config = config::load(args.config.as_deref())?;
        if config.locks.is_empty() {
            let reason = "no operations given; name a file or folder, use --command or --url, or set `sources` in [lock] of planwright.toml";
            return Err(Failure::one(reason));
        }
        if args.lock.is_some() && config.locks.len() > 1 {
            return Err(Failure::one("--lock is one file, but planwright.toml has several [[lock]] sections"));
        }
        let all = config.locks.iter().map(|lock| configured(args, &config, lock)).collect::<Result<Vec<_>, _>>()?;
        let mut files = BTreeSet::new();
        if let Some(twice) = all.iter().find(|lock| !files.insert(&lock.file)) {
            let file = twice.file.display().to_string();
            let reason = "two [[lock]] sections have this file and would overwrite each other; set a `file` for each";
            return Err(Failure::one(format!("{}: {reason}", printable(&file))));
        }
        return Ok(all);
    }
    let time = Duration::from_secs(args.timeout.unwrap_or(TIMEOUT));
    let source = match (&args.command, &args.url) {
        (Some(command), _) => ListSource::Command(words(command)?, time),
        (None, Some(place)) => {
            ListSource::Http(place.clone(), args.token_file.as_deref().map(token).transpose()?, time)
        }
        (None, None) => ListSource::Paths(sources),
    };
    Ok(vec![LockSettings {
        source,
        file: args.lock.clone().unwrap_or_else(|| NAME.into()),
        is_check: args.check,
        allow_undecided: args.allow_undecided,
        semantics: args.content.applied(args.formats.semantics_here(args.config.as_deref())?),
        profile: args.profile.unwrap_or_default(),
        deny: denied(&args.deny)?,
    }])
}

fn configured(args: &LockArgs, config: &Config, lock: &LockConfig) -> Result<LockSettings, Failure> {
    let folder = &config.folder;
    let file = lock.file.as_deref().unwrap_or(NAME);
    Ok(LockSettings {
        source: ListSource::Paths(lock.sources.iter().map(|path| folder.join(path)).collect()),
        file: args.lock.clone().unwrap_or_else(|| folder.join(file)),
        is_check: args.check,
        allow_undecided: args.allow_undecided || !args.strict && lock.allow_undecided.unwrap_or_default(),
        semantics: args.content.applied(args.formats.semantics(config)),
        profile: args.profile.or(lock.profile).unwrap_or_default(),
        deny: denied(&[args.deny.as_slice(), &lock.deny].concat())?,
    })
}

/// Checks that the codes to deny are codes of findings.
fn denied(codes: &[String]) -> Result<Vec<String>, Failure> {
    let known = OPERATION_CODES.iter().chain(TEXT_CODES).map(|(code, ..)| *code).collect::<Vec<_>>();
    match codes.iter().find(|code| !known.contains(&code.as_str())) {
        Some(unknown) => {
            let place = config_locations::first_prefix(&["lock.deny"], unknown);
            let reason = format!("{place}unknown code {unknown:?} to deny; {}", config::advice(unknown, &known));
            Err(Failure::one(reason))
        }
        None => Ok(codes.to_vec()),
    }
}

fn words(command: &str) -> Result<Vec<String>, Failure> {
    if command.trim().is_empty() {
        return Err(Failure::one("--command has no program"));
    }
    let refused = |why| format!("--command runs without a shell, so it cannot have {why}; use a script instead");
    shell_split::split(command).map_err(|why| Failure::one(refused(why)))
}

/// Reads a token from a file. It must be usable in an HTTP header.
fn token(file: &Path) -> Result<String, Failure> {
    let name = file.display().to_string();
    let bytes = read_bytes(&name).map_err(Failure::one)?;
    let token = bytes.trim_ascii();
    let is_token = !token.is_empty() && token.len() <= MAX_TOKEN && token.iter().all(u8::is_ascii_graphic);
    let text = std::str::from_utf8(token).ok().filter(|_| is_token);
    let wrong = || {
        format!(
            "{}: no token found; expected up to {MAX_TOKEN} letters, digits and punctuation characters",
            printable(&name)
        )
    };
    text.map(str::to_owned).ok_or_else(|| Failure::one(wrong()))
}
