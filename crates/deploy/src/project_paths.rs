//! Paths of a run: the package directory, the manifests, and the names of blueprint files in the record.

use planwright_sync::read_own_file;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf, absolute};

use planwright_templates::{RUNTIME_CLASSES, is_ours, runtime_metadata_class};

use super::hashes::Hashes;

/// File suffix of an Apex class.
pub(super) const CLASS: &str = ".cls";
/// Path of the record, relative to the package directory. Salesforce tools ignore folders with a leading dot.
const RECORD: &str = ".planwright/apex.json";

/// Path of the staging folder, relative to the package directory.
const STAGING: &str = ".planwright/staging";

/// File names of the manifests.
pub(super) const MANIFESTS: [&str; 2] = ["package.xml", "destructiveChangesPost.xml"];

/// Folders of a run.
#[derive(Debug)]
pub(super) struct ProjectPaths {
    out: String,
    manifest: String,
    manifest_is_named: bool,
    /// Absolute path of the folder that contains the package directory. Sources are recorded relative to it.
    project: PathBuf,
}

impl ProjectPaths {
    pub(super) fn new(out: &Path, manifest: Option<&Path>) -> Result<Self, String> {
        let beside =
            || if out.file_name().is_some() { out.with_file_name("manifest") } else { out.join("../manifest") };
        let manifest_is_named = manifest.is_some();
        let manifest = manifest.map_or_else(beside, Path::to_owned);
        let text = |path: &Path| {
            let text = path.to_str().map(|text| text.trim_end_matches('/').to_owned());
            text.filter(|text| !text.is_empty())
                .ok_or_else(|| format!("{}: not a folder to write into", path.display()))
        };
        let full = absolute(out).map(|path| plain(&path)).map_err(|error| format!("{}: {error}", out.display()))?;
        let project = full.parent().unwrap_or(&full).to_owned();
        Ok(Self { out: text(out)?, manifest: text(&manifest)?, manifest_is_named, project })
    }

    /// Returns the path of a file in the package directory.
    pub(super) fn file(&self, path: &str) -> String {
        format!("{}/{path}", self.out)
    }

    /// Returns the path of a manifest.
    pub(super) fn manifest(&self, name: &str) -> String {
        format!("{}/{name}", self.manifest)
    }

    /// Returns the path of the record.
    pub(super) fn record(&self) -> String {
        self.file(RECORD)
    }

    /// Returns `true` if a folder of the package directory has a separate record.
    pub(super) fn has_record(&self, folder: &str) -> bool {
        Path::new(&self.file(&format!("{folder}/{RECORD}"))).exists()
    }

    /// Returns the path of the staging folder.
    pub(super) fn staging(&self) -> PathBuf {
        self.out().join(STAGING)
    }

    /// Returns the paths that lead through a link out of the project and the package directory.
    ///
    /// A manifest folder that the user named may be anywhere.
    pub(super) fn leading_outside<'p>(&self, paths: impl IntoIterator<Item = &'p String>) -> Vec<String> {
        let real = |path: &Path| path.ancestors().find_map(|there| there.canonicalize().ok());
        let named = self.manifest_is_named.then(|| Path::new(&self.manifest));
        let homes: Vec<PathBuf> = [Some(self.project.as_path()), Some(self.out()), named]
            .into_iter()
            .filter_map(|home| absolute(home?).ok())
            .filter_map(|home| real(&home))
            .collect();
        let folder_leads_out = |folder: &Path| {
            let folder = absolute(folder).ok().and_then(|folder| real(&folder));
            !folder.is_some_and(|folder| homes.iter().any(|home| folder.starts_with(home)))
        };
        // There are many files in few folders, so remember the result for each folder.
        let mut known = BTreeMap::new();
        let leads_out = |path: &&'p String| {
            let folder = Path::new(path.as_str()).parent().unwrap_or(Path::new(""));
            *known.entry(folder).or_insert_with(|| folder_leads_out(folder))
        };
        paths.into_iter().filter(leads_out).cloned().collect()
    }

    /// Returns the package directory.
    pub(super) fn out(&self) -> &Path {
        Path::new(&self.out)
    }

    /// Returns the name of a blueprint file in the record. It is relative to the folder of the package directory, so
    /// that it does not depend on the current folder.
    pub(super) fn key(&self, source: &str) -> String {
        let full = absolute(source).map_or_else(|_| PathBuf::from(source), |path| plain(&path));
        let common = self.project.components().zip(full.components()).take_while(|(one, other)| one == other).count();
        if common == 0 {
            return full.display().to_string();
        }
        let up = self.project.components().skip(common).map(|_| "..".to_owned());
        let down = full.components().skip(common).map(|part| part.as_os_str().to_string_lossy().into_owned());
        up.chain(down).collect::<Vec<_>>().join("/")
    }

    /// Returns the path of a blueprint file from its name in the record.
    pub(super) fn source(&self, key: &str) -> PathBuf {
        self.project.join(key)
    }

    /// Returns `true` if Planwright owns a file on disk: the record contains it, or it has our marker and is older than
    /// records.
    ///
    /// The metadata of a class has no marker, so it belongs to the owner of the class. Without a class it is the rest
    /// of a pair that somebody deleted in part. An object of the runtime belongs to the owner of the class that uses
    /// it.
    pub(super) fn is_ours(&self, recorded: &Hashes, path: &str, text: &str) -> bool {
        if path == self.record() || recorded.contains_key(path) {
            return true;
        }
        let is_marked = |class: &Path| {
            let text = read_own_file(class).ok();
            text.map(|text| is_ours(&String::from_utf8_lossy(&text)))
        };
        if let Some(class) = path.strip_suffix("-meta.xml").filter(|class| class.ends_with(CLASS)) {
            return is_marked(class.as_ref()).unwrap_or_else(|| !Path::new(class).exists());
        }
        if let Some(class) = runtime_metadata_class(path) {
            return is_ours(text) || is_marked(class.as_ref()) == Some(true);
        }
        path.ends_with(CLASS) && is_ours(text)
    }

    /// Returns `true` if the path is that of a runtime class, or of an object of the runtime.
    pub(super) fn is_runtime(path: &str) -> bool {
        if runtime_metadata_class(path).is_some() {
            return true;
        }
        let name = path.rsplit('/').next().unwrap_or(path);
        let class = name.strip_suffix("-meta.xml").unwrap_or(name).strip_suffix(CLASS);
        class.is_some_and(|class| RUNTIME_CLASSES.contains(&class))
    }
}

/// Removes `.` and `..` from a path, without reading the disk.
pub(super) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => _ = plain.pop(),
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_named_from_the_project() {
        let places = ProjectPaths::new(Path::new("/p/app/force-app/"), None).expect("places");
        for (source, key) in [
            ("/p/app/blueprints/a.json", "blueprints/a.json"),
            ("/p/app/force-app/../b.json", "b.json"),
            ("/p/other/c.json", "../other/c.json"),
        ] {
            assert_eq!(places.key(source), key);
            assert_eq!(plain(&places.source(key)), plain(Path::new(source)));
        }
        assert_eq!(places.manifest("package.xml"), "/p/app/manifest/package.xml");
        assert_eq!(places.record(), "/p/app/force-app/.planwright/apex.json");
    }
}
