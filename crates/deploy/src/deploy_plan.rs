//! Plans the files of a deployment, and the files of earlier runs that are no longer part of it.

use std::collections::{BTreeMap, BTreeSet};

use planwright_sync::{Files, StagedFile};
use planwright_templates::deploy::{Access, Permissions, component_of, components_in, package_xml, permission_set};
use planwright_templates::{ApexFile, runtime, runtime_for};

use planwright_project::config::{Part, RuntimeExtent};

use super::blueprints::OtherSources;
use super::existing;
use super::hashes::{Hashes, hash};
use super::project_paths::ProjectPaths;
use super::record::{Entry, Record};
use super::rendering::{FileContent, RenderedBlueprint};
use super::settings::Settings;

/// Plan of a run, before it is compared with the disk.
#[derive(Default)]
pub(super) struct DeployPlan {
    pub record: Record,
    /// Files to write, by path relative to the package directory.
    pub texts: Files,
    /// Files that already exist with exactly this content. Paths are relative to the package directory.
    pub fresh: BTreeSet<String>,
    /// New files whose content is staged, by path relative to the package directory.
    pub staged: BTreeMap<String, StagedFile>,
    /// Manifests to write, by file name.
    pub manifests: Files,
    /// Recorded files that are no longer generated, with their recorded hash. Paths are relative to the package
    /// directory.
    pub leaving: Hashes,
    /// Field permissions of the permission set.
    pub permissions: Permissions,
}

impl DeployPlan {
    /// Plans a run. `keys` are the blueprint files of this run. `reach` determines which fields a permission set can
    /// contain.
    pub(super) fn new(
        settings: &Settings,
        (old, others): (&Record, &OtherSources<'_>),
        given: Vec<RenderedBlueprint>,
        keys: &BTreeSet<&str>,
        reach: impl Fn(&[Access]) -> Permissions,
    ) -> Self {
        let mut deployment = Self::default();
        let recorded = old.classes();
        for given in given {
            let before = recorded.entry(&given.class);
            deployment.add_blueprint(settings, before, given);
        }
        let made = deployment.record.classes();
        let not_made = old.blueprints.iter().filter(|(class, _)| made.entry(class).is_none()).collect::<Vec<_>>();
        for (class, entry) in not_made {
            let gone = |key: &str| keys.contains(key) || others.holds(key, class) == Some(false);
            deployment.keep_recorded(settings, class, entry, gone);
        }
        deployment.add_shared(settings, old);
        if settings.writes(Part::PermissionSet) {
            if settings.field_permissions {
                let accesses: Vec<Access> = deployment.record.blueprints.values().map(Entry::access).collect();
                deployment.permissions = reach(&accesses);
                if settings.options.packaged {
                    deployment.permissions.keep_packaged(settings.namespace.as_ref());
                }
            }
            let classes = deployment.record.blueprints.keys().cloned().collect();
            let components = deployment.record.components();
            let custom = components.get("CustomPermission").cloned().unwrap_or_default();
            let file = permission_set(
                &settings.permission_set,
                (&classes, &custom),
                &deployment.permissions,
                settings.namespace.as_ref(),
            );
            deployment.record.shared.insert(file.path.clone(), hash(&file.path, &file.text));
            deployment.texts.insert(file.path, file.text);
        }
        deployment.plan_manifests(settings, old);
        deployment
    }

    /// Adds a blueprint of this run. Files that its class had before and has no longer are removed.
    fn add_blueprint(&mut self, settings: &Settings, before: Option<&Entry>, given: RenderedBlueprint) {
        let mut files = Hashes::new();
        for (path, made) in given.files {
            match made.text {
                FileContent::Held(text) => _ = self.texts.insert(path.clone(), text),
                FileContent::Staged(file) => _ = self.staged.insert(path.clone(), file),
                FileContent::Fresh => _ = self.fresh.insert(path.clone()),
            }
            files.insert(path, made.hash);
        }
        for (path, hash) in before.iter().flat_map(|entry| &entry.files) {
            // Some file systems do not distinguish case, so two spellings may be one file.
            if files.keys().any(|there| there.eq_ignore_ascii_case(path)) {
                continue;
            }
            let unasked = is_agent(path) && !settings.writes(Part::Agent);
            if unasked && !settings.prune {
                files.insert(path.clone(), hash.clone());
            } else {
                self.remove_file(settings, path, hash, &mut files);
            }
        }
        let entry = Entry {
            name: given.name,
            source: given.source.or_else(|| before?.source.clone()),
            object: given.access.object,
            reads: given.access.reads,
            edits: given.access.edits,
            files,
        };
        self.record.blueprints.insert(given.class, entry);
    }

    /// Adds a recorded blueprint that is not part of this run.
    ///
    /// It is removed if its file no longer exists or no longer contains it. A blueprint from standard input has no
    /// file. It is removed only with `--prune`, which declares that this run has all blueprints.
    fn keep_recorded(&mut self, settings: &Settings, class: &str, entry: &Entry, gone: impl Fn(&str) -> bool) {
        let mut kept = entry.clone();
        if settings.prune || entry.source.as_deref().is_some_and(gone) {
            kept.files = Hashes::new();
            for (path, hash) in &entry.files {
                self.remove_file(settings, path, hash, &mut kept.files);
            }
        }
        if !kept.files.is_empty() {
            self.record.blueprints.insert(class.to_owned(), kept);
        }
    }

    /// Adds the runtime and other shared files. Those that this run does not generate stay as they are.
    fn add_shared(&mut self, settings: &Settings, old: &Record) {
        for file in self.runtime_files(settings) {
            if settings.runtime.is_some() {
                self.record.shared.insert(file.path.clone(), hash(&file.path, &file.text));
                self.texts.insert(file.path, file.text);
            } else if let Some(there) =
                old.shared.get(&file.path).cloned().or_else(|| existing::unrecorded_hash(settings, &file.path))
            {
                self.record.shared.insert(file.path, there);
            }
        }
        let set = settings.writes(Part::PermissionSet).then(|| settings.permission_set.path());
        for (path, hash) in &old.shared {
            if self.record.shared.contains_key(path) || set.as_ref() == Some(path) {
                continue;
            }
            let is_set = component_of(path).is_some_and(|component| component.kind == "PermissionSet");
            let leaves = if is_set { set.is_some() || settings.prune } else { settings.runtime.is_some() };
            if leaves {
                let mut kept = Hashes::new();
                self.remove_file(settings, path, hash, &mut kept);
                self.record.shared.extend(kept);
            } else {
                self.record.shared.insert(path.clone(), hash.clone());
            }
        }
    }

    /// Returns the runtime files: with [`RuntimeExtent::Used`], those that the classes of this run and the remaining
    /// earlier classes need.
    fn runtime_files(&self, settings: &Settings) -> Vec<ApexFile> {
        match settings.runtime {
            Some(RuntimeExtent::Used) => {}
            Some(RuntimeExtent::Package) => return Vec::new(),
            Some(RuntimeExtent::All) | None => return runtime(&settings.options),
        }
        let files = self.record.blueprints.values().flat_map(|entry| entry.files.keys());
        let kept = files.filter(|path| !self.texts.contains_key(*path));
        let kept: Vec<String> = kept.filter_map(|path| existing::read_text(&settings.places.file(path))).collect();
        runtime_for(self.texts.values().chain(&kept).map(String::as_str), &settings.options)
    }

    /// Plans the removal of a file that is no longer generated. If this run does not delete it, the file stays in the
    /// record.
    fn remove_file(&mut self, settings: &Settings, path: &str, hash: &str, kept: &mut Hashes) {
        self.leaving.insert(path.to_owned(), hash.to_owned());
        if !settings.deletes() {
            kept.insert(path.to_owned(), hash.to_owned());
        }
    }

    /// Plans the manifests: components that are generated now, and components to delete.
    fn plan_manifests(&mut self, settings: &Settings, old: &Record) {
        let components = self.record.components();
        if !settings.deployed {
            self.record.deleted = old.deleted.clone();
        }
        if settings.writes(Part::Destructive) {
            // The package takes over the runtime of the org, which then must not be deleted.
            let is_packaged =
                |path: &str| settings.runtime == Some(RuntimeExtent::Package) && ProjectPaths::is_runtime(path);
            let leaving = self.leaving.keys().filter(|path| !is_packaged(path));
            for component in leaving.flat_map(|path| components_in(path)) {
                self.record.deleted.entry(component.kind.to_owned()).or_default().insert(component.name);
            }
        }
        for (kind, names) in &mut self.record.deleted {
            names.retain(|name| !components.get(kind).is_some_and(|there| there.contains(name)));
            // A component of that name that the user has written since then must not be deleted.
            names.retain(|name| !existing::is_of_others(settings, &self.leaving, kind, name));
        }
        self.record.deleted.retain(|_, names| !names.is_empty());
        let version = settings.options.api_version;
        if settings.writes(Part::Manifest) {
            self.manifests.insert("package.xml".to_owned(), package_xml(&components, version));
        }
        if settings.writes(Part::Destructive) {
            self.manifests.insert("destructiveChangesPost.xml".to_owned(), package_xml(&self.record.deleted, version));
        }
        self.record.manifest.clone_from(&old.manifest);
        self.record.manifest.extend(self.manifests.iter().map(|(name, text)| (name.clone(), hash(name, text))));
    }
}

fn is_agent(path: &str) -> bool {
    component_of(path).is_some_and(|component| component.kind == "GenAiFunction")
}
