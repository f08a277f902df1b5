//! Paths of a project: the package directory, the manifests next to it, and the blueprints as the record names them.

use planwright_sync::read_own_file;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf, absolute};

use planwright_templates::{RUNTIME_CLASSES, is_ours, runtime_object_class};

use super::hashes::Hashes;

/// File name suffix of Apex classes.
pub(super) const CLASS: &str = ".cls";
/// The record, below the package directory. Files with a dot in front are no source to the platform's tools.
const RECORD: &str = ".planwright/apex.json";

/// The staging folder, below the package directory.
const STAGING: &str = ".planwright/staging";

/// The manifests of a run, by file name.
pub(super) const MANIFESTS: [&str; 2] = ["package.xml", "destructiveChangesPost.xml"];

/// The folders of a run.
#[derive(Debug)]
pub(super) struct ProjectPaths {
    out: String,
    manifest: String,
    manifest_is_named: bool,
    /// The folder of the package directory, absolute. Sources are recorded relative to it.
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

    /// Returns the path of a file of the package directory.
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

    /// Whether a folder of the package directory has a record of its own.
    pub(super) fn has_record(&self, folder: &str) -> bool {
        Path::new(&self.file(&format!("{folder}/{RECORD}"))).exists()
    }

    /// Where a run stages its files.
    pub(super) fn staging(&self) -> PathBuf {
        self.out().join(STAGING)
    }

    /// What would be reached through a link that leads out of the project and of the package directory, of these paths. A
    /// manifest folder that was named is where whoever named it wants it.
    pub(super) fn led_astray<'p>(&self, paths: impl IntoIterator<Item = &'p String>) -> Vec<String> {
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
        // There are many files and few folders.
        let mut known = BTreeMap::new();
        let leads_out = |path: &&'p String| {
            let folder = Path::new(path.as_str()).parent().unwrap_or(Path::new(""));
            *known.entry(folder).or_insert_with(|| folder_leads_out(folder))
        };
        paths.into_iter().filter(leads_out).cloned().collect()
    }

    /// The package directory.
    pub(super) fn out(&self) -> &Path {
        Path::new(&self.out)
    }

    /// The name of a blueprint file in the record: relative to the folder of the package directory, so that it is the same
    /// from wherever the command is run.
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

    /// The blueprint file behind a name of the record.
    pub(super) fn source(&self, key: &str) -> PathBuf {
        self.project.join(key)
    }

    /// Returns whether Planwright owns a file on disk: the record names it, or it is from before there was a record and is known
    /// by its mark. The metadata of a class has no mark and belongs to the author of the class; without a class it is what
    /// remains of a pair that somebody removed by halves. An object of the runtime belongs to the author of the class that uses it.
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
        if let Some(class) = runtime_object_class(path) {
            return is_ours(text) || is_marked(class.as_ref()) == Some(true);
        }
        path.ends_with(CLASS) && is_ours(text)
    }

    /// Whether a path is that of a runtime class, or of the object that the runtime counts in.
    pub(super) fn is_runtime(path: &str) -> bool {
        if runtime_object_class(path).is_some() {
            return true;
        }
        let name = path.rsplit('/').next().unwrap_or(path);
        let class = name.strip_suffix("-meta.xml").unwrap_or(name).strip_suffix(CLASS);
        class.is_some_and(|class| RUNTIME_CLASSES.contains(&class))
    }
}

/// Without `.` and `..`, by the text alone.
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
