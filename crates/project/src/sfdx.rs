//! Reads `sfdx-project.json`: the package directories, the namespace and the API version of a Salesforce project.

use std::path::{Component, Path, PathBuf, absolute};

use planwright_source::{Pointer, decode, parse};
use planwright_sync::read_bytes;
use planwright_templates::ApiVersion;
use serde_json::Value;

use crate::exit::Failure;
use crate::input;

/// File name of a Salesforce DX project file.
pub const NAME: &str = "sfdx-project.json";

/// A parsed project file.
#[derive(Debug)]
pub struct Sfdx {
    /// Path of the file, relative to the current folder.
    path: PathBuf,
    value: Value,
}

/// Version of a package that a project declares, with its location in the project file.
#[derive(Debug, PartialEq, Eq)]
pub struct DeclaredVersion {
    /// Location of the version, or of the alias that contains it.
    pub pointer: Pointer,
    /// Version such as `1.2.0.NEXT`, or the part of an alias after `@`.
    pub version: String,
}

impl Sfdx {
    /// Finds the nearest project file in the folder or above it. The error explains why the file cannot be used.
    pub fn find(folder: &Path) -> Result<Option<Self>, String> {
        Self::find_again(folder, None)
    }

    /// Like [`find`](Self::find), but reuses a file that was already found from another folder.
    pub fn find_again(folder: &Path, found: Option<Self>) -> Result<Option<Self>, String> {
        let full = absolute(if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        let mut up = folder.to_owned();
        for _ in full.map_err(|error| error.to_string())?.ancestors() {
            let path = up.join(NAME);
            if path.is_file() {
                let is_same = |found: &Self| absolute(&found.path).ok() == absolute(&path).ok();
                return match found.filter(is_same) {
                    Some(found) => Ok(Some(found)),
                    None => Self::from_file(path).map(Some),
                };
            }
            // A folder that does not exist has no `..`, so go up by name.
            if up.file_name().is_some() {
                up.pop();
            } else {
                up.push("..");
            }
        }
        Ok(None)
    }

    /// Reads the project file in exactly this folder, if there is one.
    pub fn in_folder(folder: &Path) -> Result<Option<Self>, String> {
        let path = folder.join(NAME);
        if path.is_file() { Self::from_file(path).map(Some) } else { Ok(None) }
    }

    fn from_file(path: PathBuf) -> Result<Self, String> {
        let bytes = read_bytes(&path.display().to_string()).map_err(|error| error.to_string())?;
        Self::from_bytes(path, &bytes)
    }

    /// Parses the content of the file at `path`.
    pub fn from_bytes(path: PathBuf, bytes: &[u8]) -> Result<Self, String> {
        let shown = path.display().to_string();
        let value = decode(bytes).map_err(|problem| problem.message()).and_then(|text| {
            parse(text).map_err(|problems| {
                problems.first().map_or_else(|| "not JSON".to_owned(), planwright_source::Problem::message)
            })
        });
        value.map(|value| Self { path, value }).map_err(|problem| format!("{shown}: {problem}"))
    }

    /// Returns the default package directory: the one that is marked as default, or the only one.
    pub fn package(&self) -> Result<PathBuf, String> {
        let fail = |what: &str| {
            let path = self.path.display();
            Err(format!("{path}: {what}, or name the folder with `planwright apex --out`"))
        };
        let all = self.value.get("packageDirectories").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let marked = all.iter().find(|one| one.get("default") == Some(&Value::Bool(true)));
        let Some(one) = marked.or(if let [one] = all { Some(one) } else { None }) else {
            return fail("no default package directory; mark one with \"default\": true");
        };
        let path = one.get("path").and_then(Value::as_str).map(|path| path.trim_end_matches('/'));
        match path.filter(|path| is_inside(path)) {
            Some(path) => Ok(self.path.with_file_name(path.trim_start_matches("./"))),
            None => fail("the default package directory is not inside the project; correct its path"),
        }
    }

    /// Returns all package directories inside the project, as they are written.
    pub fn folders(&self) -> Vec<PathBuf> {
        let all = self.value.get("packageDirectories").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let paths = all.iter().filter_map(|one| one.get("path").and_then(Value::as_str));
        paths.filter(|path| is_inside(path)).map(|path| self.path.with_file_name(path)).collect()
    }

    /// Returns all package directories without duplicates. A directory inside another one is left out.
    pub fn packages(&self) -> Result<Vec<String>, String> {
        let all = self.value.get("packageDirectories").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let paths = all.iter().filter_map(|one| one.get("path").and_then(Value::as_str));
        let mut folders = Vec::new();
        for path in paths {
            if !is_inside(path) {
                return Err(format!(
                    "{}: the package directory {path:?} is not inside the project",
                    self.path.display()
                ));
            }
            let path = path.trim_end_matches('/').trim_start_matches("./");
            folders.push(self.path.with_file_name(if path == "." { "" } else { path }));
        }
        let is_below_another = |one: &PathBuf| folders.iter().any(|other| one != other && one.starts_with(other));
        let mut kept: Vec<String> =
            folders.iter().filter(|one| !is_below_another(one)).map(|one| one.display().to_string()).collect();
        kept.sort();
        kept.dedup();
        Ok(kept)
    }

    /// Returns the path of the file, relative to the current folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the version of a package that the project contains, depends on, or knows by an alias, in this order.
    ///
    /// The last one of several aliases counts, because `sf` adds new versions at the end.
    pub fn package_version(&self, package: &str) -> Option<DeclaredVersion> {
        let root = Pointer::root().member("packageDirectories");
        let directories = self.value.get("packageDirectories").and_then(Value::as_array).into_iter().flatten();
        let directories: Vec<(Pointer, &Value)> =
            directories.enumerate().map(|(at, directory)| (root.index(at), directory)).collect();
        let own = directories.iter().find_map(|(at, directory)| version_of(at, directory, package));
        let required = || {
            directories.iter().find_map(|(at, directory)| {
                let at = at.member("dependencies");
                let all = directory.get("dependencies").and_then(Value::as_array)?;
                all.iter().enumerate().find_map(|(index, one)| version_of(&at.index(index), one, package))
            })
        };
        let aliased = || {
            let aliases = self.value.get("packageAliases").and_then(Value::as_object)?;
            aliases.keys().rev().find_map(|alias| {
                let version = alias.strip_prefix(package)?.strip_prefix('@')?;
                let pointer = Pointer::root().member("packageAliases").member(alias);
                Some(DeclaredVersion { pointer, version: version.to_owned() })
            })
        };
        own.or_else(required).or_else(aliased)
    }

    /// Returns the content of the file with these properties in the directory of a package. Returns `None` if no
    /// directory has the package.
    pub fn with_package_version(&self, package: &str, version: &Value) -> Option<Value> {
        let mut value = self.value.clone();
        let directories = value.get_mut("packageDirectories")?.as_array_mut()?;
        let is_package = |directory: &Value| directory.get("package").is_some_and(|name| name == package);
        let directory = directories.iter_mut().find(|directory| is_package(directory))?.as_object_mut()?;
        directory.extend(version.as_object()?.clone());
        Some(value)
    }

    /// Returns the namespace, if the project has one.
    pub fn namespace(&self) -> Option<String> {
        let namespace = self.value.get("namespace").and_then(Value::as_str);
        namespace.filter(|namespace| !namespace.is_empty()).map(str::to_owned)
    }

    /// Returns the API version as it is written in the file.
    fn source_version(&self) -> Option<String> {
        let version = self.value.get("sourceApiVersion")?;
        Some(version.as_str().map_or_else(|| version.to_string(), str::to_owned))
    }

    /// Returns the API version if it is older than the first one that generated classes support.
    pub fn older_version(&self) -> Option<String> {
        let version = self.source_version()?;
        let number: f64 = version.parse().ok()?;
        (0.0..f64::from(ApiVersion::FIRST.major())).contains(&number).then_some(version)
    }

    /// Returns the API version, if the file sets one.
    pub fn api_version(&self) -> Result<Option<ApiVersion>, String> {
        let Some(text) = self.source_version() else { return Ok(None) };
        let fail = |error: String| {
            let help = "choose one with `planwright apex --api-version`, or `api-version` in [apex] of planwright.toml";
            format!("{}: sourceApiVersion: {error}; {help}", self.path.display())
        };
        text.parse().map(Some).map_err(|error: planwright_templates::InvalidApiVersion| fail(error.to_string()))
    }
}

/// Returns the version in a package directory or a dependency, if it is about this package.
fn version_of(at: &Pointer, value: &Value, package: &str) -> Option<DeclaredVersion> {
    let name = value.get("package")?.as_str()?;
    if let Some(version) = name.strip_prefix(package).and_then(|rest| rest.strip_prefix('@')) {
        return Some(DeclaredVersion { pointer: at.member("package"), version: version.to_owned() });
    }
    let version = value.get("versionNumber").and_then(Value::as_str).filter(|_| name == package)?;
    Some(DeclaredVersion { pointer: at.member("versionNumber"), version: version.to_owned() })
}

/// Files with their paths.
pub type SourceFiles = Vec<(String, Vec<u8>)>;

/// Reads the files of a project whose names have one of the suffixes.
///
/// If the folder has `sfdx-project.json`, these are the files of all package directories, otherwise those of the
/// folder. A missing package directory counts as empty.
pub fn files_below(folder: &Path, suffixes: &[&str]) -> Result<SourceFiles, Failure> {
    if !folder.is_dir() {
        return Err(Failure::one(format!("{}: not a folder", folder.display())));
    }
    let folders = match Sfdx::in_folder(folder).map_err(Failure::one)? {
        Some(project) => project.packages().map_err(Failure::one)?,
        None => vec![folder.display().to_string()],
    };
    let mut all = Vec::new();
    for folder in folders.iter().filter(|folder| Path::new(folder).is_dir()) {
        let files = input::read_tree(Path::new(folder), suffixes)?;
        all.extend(files.into_iter().map(|(path, bytes)| (format!("{}/{path}", folder.trim_end_matches('/')), bytes)));
    }
    Ok(all)
}

/// Returns `true` if a path in the project file stays inside the project.
fn is_inside(path: &str) -> bool {
    let mut parts = Path::new(path).components();
    !path.is_empty() && parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}
