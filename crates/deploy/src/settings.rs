//! Settings of a run, from the command line and the configuration. The command line overrides the configuration.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use planwright_sync::Mode;
use planwright_templates::deploy::PermissionSetName;
use planwright_templates::{ApiVersion, Namespace, Options};

use super::options::DeployOptions;
use planwright_project::config::{self, Config};
use planwright_project::config::{Part, RuntimeExtent};
use planwright_project::exit::Failure;
use planwright_project::sfdx::Sfdx;
use planwright_project::snapshot;

use super::project_paths::ProjectPaths;

/// Settings of one run.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub(super) struct Settings {
    pub places: ProjectPaths,
    /// Project that contains the package directory.
    pub project: Option<Sfdx>,
    pub options: Options,
    pub snapshot: Option<String>,
    pub no_standard: bool,
    /// Extent of the runtime, or `None` to leave it out.
    pub runtime: Option<RuntimeExtent>,
    pub parts: BTreeSet<Part>,
    pub permission_set: PermissionSetName,
    pub field_permissions: bool,
    /// `true` if each action needs a custom permission.
    pub custom_permissions: bool,
    pub namespace: Option<Namespace>,
    /// Files, folders, patterns or `-`.
    pub sources: Vec<String>,
    /// `true` if each line of a file is a document.
    pub ndjson: bool,
    pub mode: Mode,
    pub prune: bool,
    pub force: bool,
    /// `true` if the planned deletions were deployed.
    pub deployed: bool,
}

impl Settings {
    /// Combines arguments and configuration. The error lists all problems.
    pub(super) fn from_args(args: &DeployOptions) -> Result<Self, Failure> {
        let Config { folder, apex: config, .. } = config::load(args.config.as_deref())?;
        let mut problems = Vec::new();
        let chosen = args.out.clone().or_else(|| config.out.as_ref().map(|out| folder.join(out)));
        let beside = chosen.as_deref().and_then(Path::parent).unwrap_or(&folder);
        let project = Sfdx::find(beside).unwrap_or_else(|problem| {
            problems.push(problem);
            None
        });
        let mut found_version =
            |found: Result<Option<ApiVersion>, String>| found.map_err(|problem| problems.push(problem)).ok()?;
        let wanted = match (&args.api_version, config.api_version, &project) {
            (None, None, Some(project)) => found_version(project.api_version()),
            _ => None,
        };
        let given = parsed(args.api_version.as_deref(), &mut problems);
        let api_version = given.or(config.api_version).or(wanted).unwrap_or_default();
        let has_namespace = project.as_ref().is_some_and(|project| project.namespace().is_some());
        let out = match (chosen, &project) {
            (Some(out), _) => Ok(out),
            (None, Some(project)) => project.package(),
            (None, None) => Ok(folder.join("force-app")),
        };
        let out = out.unwrap_or_else(|problem| {
            problems.push(problem);
            PathBuf::from("force-app")
        });
        let project = if problems.is_empty() { Sfdx::find_again(&out, project) } else { Ok(None) };
        let project = project.unwrap_or_else(|problem| {
            problems.push(problem);
            None
        });
        let permission_set = parsed(args.permission_set.as_deref(), &mut problems).or(config.permission_set);
        let namespace = parsed(args.namespace.as_deref(), &mut problems).or(config.namespace);
        let packaged = args.packaged || config.packaged.unwrap_or(namespace.is_some() || has_namespace);
        let options = Options { api_version, packaged };
        let inside = |path: String| folder.join(path);
        let manifest = args.manifest_dir.clone().or(config.manifest_dir.map(inside));
        let places = ProjectPaths::new(&out, manifest.as_deref());
        let mut parts: BTreeSet<Part> =
            if args.parts.is_empty() { config.parts.unwrap_or_default() } else { args.parts.clone() }
                .into_iter()
                .collect();
        if parts.contains(&Part::Destructive) {
            parts.insert(Part::Manifest);
        }
        let about_set =
            [("--permission-set", args.permission_set.is_some()), ("--field-permissions", args.field_permissions)];
        for (flag, given) in about_set {
            if given && !parts.contains(&Part::PermissionSet) {
                problems.push(format!("{flag} requires --parts permission-set"));
            }
        }
        let runtime = args.runtime.or(config.runtime);
        if packaged && runtime == Some(RuntimeExtent::Package) {
            problems.push(
                "the runtime package has no namespace, so classes of another package cannot use it; choose another runtime"
                    .to_owned(),
            );
        }
        if args.deployed && !parts.contains(&Part::Destructive) {
            problems.push("--deployed requires --parts destructive".to_owned());
        }
        let configured =
            config.blueprints.map(|paths| paths.into_iter().map(|path| displayed(&inside(path))).collect());
        let sources = if args.files.is_empty() { configured.unwrap_or_default() } else { args.files.clone() };
        if sources.is_empty() {
            problems.push(
                "no blueprints given; name files or folders, or set `blueprints` in [apex] of planwright.toml"
                    .to_owned(),
            );
        }
        let places = places.map_err(|problem| problems.push(problem));
        let (Ok(places), true) = (places, problems.is_empty()) else { return Err(Failure::all(problems)) };
        Ok(Self {
            places,
            project,
            options,
            snapshot: args.snapshot.clone().or(config.snapshot.map(|source| snapshot::configured(&folder, &source))),
            no_standard: args.no_standard || config.standard == Some(false),
            runtime,
            parts,
            permission_set: permission_set.unwrap_or_default(),
            custom_permissions: args.permission || config.permission.unwrap_or_default(),
            field_permissions: args.field_permissions || config.field_permissions.unwrap_or_default(),
            namespace,
            sources,
            ndjson: args.ndjson,
            mode: Mode::from_check_flag(args.check),
            prune: args.prune,
            force: args.force,
            deployed: args.deployed,
        })
    }

    pub(super) fn writes(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }

    /// Returns `true` if files that are no longer generated are deleted, rather than only reported.
    pub(super) fn deletes(&self) -> bool {
        self.prune || self.writes(Part::Destructive)
    }
}

fn parsed<T: std::str::FromStr<Err: ToString>>(text: Option<&str>, problems: &mut Vec<String>) -> Option<T> {
    let parsed = text?.parse();
    parsed.map_err(|error: T::Err| problems.push(error.to_string())).ok()
}

pub(super) fn displayed(path: &Path) -> String {
    path.display().to_string()
}
