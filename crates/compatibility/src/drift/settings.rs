//! Settings of a comparison, from the command line and the configuration. The command line overrides the configuration.

use std::path::{Path, PathBuf};

use planwright_drift::{ContentModel, Role};

use super::DriftArgs;
use planwright_project::config::{self, Config, DriftConfig};
use planwright_project::exit::Failure;

/// The old library.
pub(super) enum Old {
    Path(PathBuf),
    Revision(String),
    Baseline(PathBuf),
}

/// Settings of one run.
pub(super) struct Settings {
    /// Old libraries, each with the path of the new one.
    pub sources: Vec<(Old, PathBuf)>,
    pub roles: Vec<(String, Role)>,
    /// Folder of the configuration.
    folder: PathBuf,
    pub content: ContentModel,
    pub assert_formats: bool,
    pub allow_undecided: bool,
}

impl Settings {
    pub(super) fn from_args(args: &DriftArgs) -> Result<Self, Failure> {
        let all = config::load(args.config.as_deref())?;
        let of_drift = all.drift.as_ref().and_then(|drift| drift.assert_formats);
        let assert_formats = args.formats.explicit_choice().or(of_drift).unwrap_or_else(|| args.formats.asserted(&all));
        let Config { folder, drift, .. } = all;
        let config = drift.unwrap_or_default();
        Ok(Self {
            sources: sources(args, &folder, &config)?,
            roles: if args.role.is_empty() { config.roles } else { args.role.clone() },
            content: args.content.resolved(config.content_model),
            assert_formats,
            allow_undecided: args.allow_undecided || !args.strict && config.allow_undecided.unwrap_or_default(),
            folder,
        })
    }

    /// Returns the role with the longest prefix that matches the name, or the path relative to the configuration.
    pub(super) fn role_of(&self, name: &str, location: &str) -> Role {
        let from_there = Path::new(location).strip_prefix(&self.folder).ok().and_then(Path::to_str).unwrap_or(location);
        let fits = |prefix: &str| name.starts_with(prefix) || from_there.starts_with(prefix);
        let found = self.roles.iter().filter(|(prefix, _)| fits(prefix)).max_by_key(|(prefix, _)| prefix.len());
        found.map_or(Role::Both, |(_, role)| *role)
    }
}

fn sources(args: &DriftArgs, folder: &Path, config: &DriftConfig) -> Result<Vec<(Old, PathBuf)>, Failure> {
    let is_said = args.against.is_some() || args.baseline.is_some();
    if let [old, new] = &args.paths[..] {
        if is_said {
            return Err(Failure::one("--against and --baseline require one file or folder"));
        }
        return Ok(vec![(Old::Path(old.clone()), new.clone())]);
    }
    let paths = paths(args, folder, config)?;
    let (against, baseline) = if is_said {
        (args.against.clone(), args.baseline.clone())
    } else {
        (config.against.clone(), config.baseline.as_ref().map(|path| folder.join(path)))
    };
    let is_path = against.as_ref().is_some_and(|named| folder.join(named).exists());
    if (baseline.is_some() || is_path) && paths.len() > 1 {
        return Err(Failure::one("the old side is one file or folder, but [drift] has several `schemas`; name one"));
    }
    let base = if args.against.is_some() { Path::new("") } else { folder };
    let old = |path: &Path| match (&against, &baseline) {
        (Some(named), _) if base.join(named).exists() => Ok(Old::Baseline(base.join(named))),
        (Some(revision), _) => Ok(Old::Revision(revision.clone())),
        (None, Some(file)) => Ok(Old::Baseline(file.clone())),
        (None, None) => Err(Failure::one(format!(
            "nothing to compare `{}` with; give OLD and NEW, --against REV or --baseline FILE, or set `against` or `baseline` in [drift] of planwright.toml",
            path.display()
        ))),
    };
    paths.into_iter().map(|path| Ok((old(&path)?, path))).collect()
}

/// Returns the paths of the new libraries.
fn paths(args: &DriftArgs, folder: &Path, config: &DriftConfig) -> Result<Vec<PathBuf>, Failure> {
    if !args.paths.is_empty() {
        return Ok(args.paths.clone());
    }
    if config.schemas.is_empty() {
        let reason = "no schemas given; name a file or folder, or set `schemas` in [drift] of planwright.toml";
        return Err(Failure::one(reason));
    }
    Ok(config.schemas.iter().map(|path| folder.join(path)).collect())
}

/// Returns the only file or folder, for `--write-baseline`.
pub(super) fn only_path(args: &DriftArgs) -> Result<PathBuf, Failure> {
    let Config { folder, drift, .. } = config::load(args.config.as_deref())?;
    match &paths(args, &folder, &drift.unwrap_or_default())?[..] {
        [path] => Ok(path.clone()),
        _ => Err(Failure::one("--write-baseline requires one file or folder")),
    }
}
