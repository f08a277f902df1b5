//! Settings of a comparison, from the command line and the configuration. The command line overrides the configuration.

use std::path::{Path, PathBuf};

use planwright_drift::{Axis, Role, Rule, Semantics};

use super::accept::AcceptPolicy;
use super::load::{Origin, Source};
use super::{DriftArgs, is_file};
use planwright_project::config::{self, Config, DriftConfig, Lang};
use planwright_project::documents::Documents;
use planwright_project::exit::Failure;
use planwright_project::schemas::FileFilter;
use planwright_project::sfdx;

/// The old side.
pub(super) enum Old {
    /// OLD of the command line.
    Path(PathBuf),
    Revision(String),
    Baseline(PathBuf),
}

/// Settings of one run.
pub(super) struct Settings {
    pub old: Old,
    /// Files and folders of the new side.
    pub sources: Vec<Source>,
    pub filter: FileFilter,
    /// Keys of the patterns that are about other files too, because the command line names only some of them.
    partial: Vec<&'static str>,
    /// Compare with the tip of a revision instead of the merge base.
    against_tip: bool,
    pub roles: Vec<(String, Role)>,
    /// Folder of the configuration.
    folder: PathBuf,
    pub semantics: Semantics,
    pub allow_undecided: bool,
    /// Derive migrations for the summary of CI.
    pub summary: bool,
    pub accept: AcceptPolicy,
    /// Subjects of rules that do not concern the project.
    unconcerned: Vec<Axis>,
    /// Documents that the schemas of both sides refer to by URI.
    pub documents: Documents,
}

impl Settings {
    pub(super) fn from_args(args: &DriftArgs) -> Result<Self, Failure> {
        let all = config::load(args.config.as_deref())?;
        let semantics = args.content.applied(args.formats.semantics(&all));
        let documents = args.documents.with_config(&all)?;
        let semantics = Semantics { dialect: documents.dialect(), ..semantics };
        let unconcerned = unconcerned(&all);
        let Config { folder, drift, .. } = all;
        let config = drift.unwrap_or_default();
        let (old, paths) = sides(args, &folder, &config)?;
        let accept = AcceptPolicy::from_config(&config)?;
        Ok(Self {
            old,
            sources: paths.iter().map(|path| Source::new(path)).collect(),
            filter: filter(args, &config)?,
            partial: [("include", &args.include), ("exclude", &args.exclude)]
                .into_iter()
                .filter(|(_, given)| given.is_empty() && !args.paths.is_empty())
                .map(|(key, _)| key)
                .collect(),
            against_tip: args.against_tip || config.against_tip.unwrap_or_default(),
            roles: if args.role.is_empty() { config.roles } else { args.role.clone() },
            semantics,
            allow_undecided: args.allow_undecided || !args.strict && config.allow_undecided.unwrap_or_default(),
            summary: args.summary,
            accept,
            unconcerned,
            folder,
            documents,
        })
    }

    /// Returns whether changes of a rule concern the project.
    pub(super) fn reports(&self, rule: &Rule) -> bool {
        !self.unconcerned.contains(&rule.axis) || self.accept.names(rule)
    }

    /// Returns whether the patterns of a key are about the files of this run. Those of the configuration are about all
    /// files of the project.
    pub(super) fn is_about_all_files(&self, key: &str) -> bool {
        !self.partial.contains(&key)
    }

    /// Finds the old side.
    pub(super) fn origin(&self) -> Result<Origin, Failure> {
        let origin = match &self.old {
            Old::Path(path) => Origin::Path(path.clone()),
            Old::Revision(revision) => Origin::revision(&self.sources, revision, self.against_tip)?,
            Old::Baseline(file) => {
                let only = self.sources.first().ok_or_else(|| Failure::one("no schemas given"))?;
                Origin::baseline(file, only)?
            }
        };
        if let (Origin::Path(path), [source]) = (&origin, &self.sources[..])
            && is_file(path) != source.file.is_some()
        {
            return Err(Failure::one("OLD and NEW must be two files or two folders"));
        }
        Ok(origin)
    }

    /// Returns `true` for two files, which are compared even if their names differ.
    pub(super) fn is_pair(&self) -> bool {
        matches!((&self.old, &self.sources[..]), (Old::Path(_) | Old::Baseline(_), [source]) if source.file.is_some())
    }

    /// Returns `true` if a broken old file is an error, because the user named the file.
    pub(super) fn is_strict(&self) -> bool {
        matches!(self.old, Old::Path(_)) && self.is_pair()
    }

    /// Returns the role with the longest prefix that matches the name, or the path relative to the configuration.
    pub(super) fn role_of(&self, name: &str, location: &str) -> Role {
        let from_there = Path::new(location).strip_prefix(&self.folder).ok().and_then(Path::to_str).unwrap_or(location);
        let fits = |prefix: &str| name.starts_with(prefix) || from_there.starts_with(prefix);
        let found = self.roles.iter().filter(|(prefix, _)| fits(prefix)).max_by_key(|(prefix, _)| prefix.len());
        found.map_or(Role::Both, |(_, role)| *role)
    }
}

/// Returns the subjects of rules about code that a project does not generate. Without a configuration, that is unknown.
fn unconcerned(config: &Config) -> Vec<Axis> {
    if config.file.is_none() {
        return Vec::new();
    }
    let has = |lang| config.sets.iter().any(|set| set.lang.unwrap_or(Lang::Rust) == lang);
    let is_there = |name: &str| config.folder.join(name).is_file();
    // Build scripts generate Rust too, and have no section.
    let has_rust = has(Lang::Rust) || is_there("Cargo.toml");
    let has_apex = has(Lang::Apex) || config.has_apex || is_there(sfdx::NAME);
    [(Axis::Rust, has_rust), (Axis::Apex, has_apex)].into_iter().filter(|(_, has)| !has).map(|(axis, _)| axis).collect()
}

/// Returns the old side, and the paths of the new one.
fn sides(args: &DriftArgs, folder: &Path, config: &DriftConfig) -> Result<(Old, Vec<PathBuf>), Failure> {
    let is_said = args.against.is_some() || args.baseline.is_some();
    match &args.paths[..] {
        [old, new] if !is_said => return Ok((Old::Path(old.clone()), vec![new.clone()])),
        [_, _, ..] if args.baseline.is_some() => {
            return Err(Failure::one("--baseline requires one file or folder"));
        }
        [_, _, _, ..] if !is_said => {
            return Err(Failure::one("more than two paths require --against REV; without it, give OLD and NEW"));
        }
        _ => {}
    }
    let paths = paths(args, folder, config)?;
    let (against, baseline) = if is_said {
        (args.against.clone(), args.baseline.clone())
    } else {
        (config.against.clone(), config.baseline.as_ref().map(|path| folder.join(path)))
    };
    let base = if args.against.is_some() { Path::new("") } else { folder };
    let existing = against.as_ref().map(|named| base.join(named)).filter(|path| path.exists());
    if (baseline.is_some() || existing.is_some()) && paths.len() > 1 {
        return Err(Failure::one("the old side is one file or folder, but there are several new ones; name one"));
    }
    let old = match (existing.or(baseline), against) {
        (Some(file), _) => Old::Baseline(file),
        (None, Some(revision)) => Old::Revision(revision),
        (None, None) => {
            let path = paths.first().map(|path| path.display().to_string()).unwrap_or_default();
            return Err(Failure::one(format!(
                "nothing to compare `{path}` with; give OLD and NEW, --against REV or --baseline FILE, or set `against` or `baseline` in [drift] of planwright.toml"
            )));
        }
    };
    Ok((old, paths))
}

/// Returns the filter for the files of folders.
pub(super) fn filter(args: &DriftArgs, config: &DriftConfig) -> Result<FileFilter, Failure> {
    let include = if args.include.is_empty() { &config.include } else { &args.include };
    let exclude = if args.exclude.is_empty() { &config.exclude } else { &args.exclude };
    FileFilter::new(include, exclude)
}

/// Returns the paths of the new side.
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

/// Returns the only file or folder for `--write-baseline`, and the filter for its files.
pub(super) fn only_path(args: &DriftArgs) -> Result<(PathBuf, FileFilter), Failure> {
    let Config { folder, drift, .. } = config::load(args.config.as_deref())?;
    let config = drift.unwrap_or_default();
    match &paths(args, &folder, &config)?[..] {
        [path] => Ok((path.clone(), filter(args, &config)?)),
        _ => Err(Failure::one("--write-baseline requires one file or folder")),
    }
}
