//! The files of a deployment, and files of earlier runs that no longer belong to it.

use std::collections::{BTreeMap, BTreeSet};

use planwright_sync::{Files, StagedFile};
use planwright_templates::deploy::{Access, Permissions, component_of, package_xml, permission_set};
use planwright_templates::{ApexFile, runtime, runtime_for};

use planwright_project::config::{Part, RuntimeExtent};

use super::blueprints::{Given, MadeText, OtherSources};
use super::existing;
use super::hashes::{Hashes, hash};
use super::record::{Entry, Record};
use super::settings::Settings;

/// The plan of a run, before it is compared with the disk.
#[derive(Default)]
pub(super) struct DeployPlan {
    pub record: Record,
    /// Texts to write, relative to the package directory.
    pub texts: Files,
    /// Files that the disk has already, byte for byte; relative to the package directory.
    pub fresh: BTreeSet<String>,
    /// New files whose texts are staged, and where; relative to the package directory.
    pub staged: BTreeMap<String, StagedFile>,
    /// Manifests to write, by file name.
    pub manifests: Files,
    /// Recorded files that are no longer generated, with the hash of the written contents. Paths are relative to the
    /// package directory.
    pub leaving: Hashes,
    /// Field permissions of the permission set.
    pub permissions: Permissions,
}

impl DeployPlan {
    /// Creates the plan. `keys` are the given files, and `reach` defines the fields that a permission set can
    /// contain.
    pub(super) fn of(
        settings: &Settings,
        (old, others): (&Record, &OtherSources<'_>),
        given: Vec<Given>,
        keys: &BTreeSet<&str>,
        reach: impl Fn(&[Access]) -> Permissions,
    ) -> Self {
        let mut deployment = Self::default();
        let recorded = old.classes();
        for given in given {
            let before = recorded.entry(&given.class);
            deployment.take(settings, before, given);
        }
        let made = deployment.record.classes();
        let not_made = old.blueprints.iter().filter(|(class, _)| made.entry(class).is_none()).collect::<Vec<_>>();
        for (class, entry) in not_made {
            let gone = |key: &str| keys.contains(key) || others.holds(key, class) == Some(false);
            deployment.keep(settings, class, entry, gone);
        }
        deployment.share(settings, old);
        if settings.writes(Part::PermissionSet) {
            if settings.field_permissions {
                let accesses: Vec<Access> = deployment.record.blueprints.values().map(Entry::access).collect();
                deployment.permissions = reach(&accesses);
                if settings.options.packaged {
                    deployment.permissions.keep_packaged(settings.namespace.as_ref());
                }
            }
            let classes = deployment.record.blueprints.keys().cloned().collect();
            let file = permission_set(
                &settings.permission_set,
                &classes,
                &deployment.permissions,
                settings.namespace.as_ref(),
            );
            deployment.record.shared.insert(file.path.clone(), hash(&file.path, &file.text));
            deployment.texts.insert(file.path, file.text);
        }
        deployment.name_components(settings, old);
        deployment
    }

    /// Adds a given blueprint. Earlier files that it no longer has are removed.
    fn take(&mut self, settings: &Settings, before: Option<&Entry>, given: Given) {
        let mut files = Hashes::new();
        for (path, made) in given.files {
            match made.text {
                MadeText::Held(text) => _ = self.texts.insert(path.clone(), text),
                MadeText::Staged(file) => _ = self.staged.insert(path.clone(), file),
                MadeText::Fresh => _ = self.fresh.insert(path.clone()),
            }
            files.insert(path, made.hash);
        }
        for (path, hash) in before.iter().flat_map(|entry| &entry.files) {
            // On some disks, names that differ only in case are the same file.
            if files.keys().any(|there| there.eq_ignore_ascii_case(path)) {
                continue;
            }
            let unasked = is_agent(path) && !settings.writes(Part::Agent);
            if unasked && !settings.prune {
                files.insert(path.clone(), hash.clone());
            } else {
                self.leave(settings, path, hash, &mut files);
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

    /// A recorded blueprint that was not given: it is gone if its file is, or no longer has it. What came from standard input
    /// has no file, and is gone only where the given blueprints are said to be all (`--prune`).
    fn keep(&mut self, settings: &Settings, class: &str, entry: &Entry, gone: impl Fn(&str) -> bool) {
        let mut kept = entry.clone();
        if settings.prune || entry.source.as_deref().is_some_and(gone) {
            kept.files = Hashes::new();
            for (path, hash) in &entry.files {
                self.leave(settings, path, hash, &mut kept.files);
            }
        }
        if !kept.files.is_empty() {
            self.record.blueprints.insert(class.to_owned(), kept);
        }
    }

    /// Adds the runtime and other shared files. Parts that were not requested stay unchanged.
    fn share(&mut self, settings: &Settings, old: &Record) {
        for file in self.runtime_files(settings) {
            if settings.runtime.is_some() {
                self.record.shared.insert(file.path.clone(), hash(&file.path, &file.text));
                self.texts.insert(file.path, file.text);
            } else if let Some(there) =
                old.shared.get(&file.path).cloned().or_else(|| existing::adopt(settings, &file.path))
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
                self.leave(settings, path, hash, &mut kept);
                self.record.shared.extend(kept);
            } else {
                self.record.shared.insert(path.clone(), hash.clone());
            }
        }
    }

    /// The runtime, or the part of it that the classes need: those of this run, and those of earlier runs that stay.
    fn runtime_files(&self, settings: &Settings) -> Vec<ApexFile> {
        if settings.runtime != Some(RuntimeExtent::Used) {
            return runtime(&settings.options);
        }
        let files = self.record.blueprints.values().flat_map(|entry| entry.files.keys());
        let kept = files.filter(|path| !self.texts.contains_key(*path));
        let kept: Vec<String> = kept.filter_map(|path| existing::read(&settings.places.file(path))).collect();
        runtime_for(self.texts.values().chain(&kept).map(String::as_str), &settings.options)
    }

    /// Handles a file that is no longer generated. Unless it is deleted, it stays recorded.
    fn leave(&mut self, settings: &Settings, path: &str, hash: &str, kept: &mut Hashes) {
        self.leaving.insert(path.to_owned(), hash.to_owned());
        if !settings.deletes() {
            kept.insert(path.to_owned(), hash.to_owned());
        }
    }

    /// The manifests: every component that is ours, and every one that is ours no longer.
    fn name_components(&mut self, settings: &Settings, old: &Record) {
        let components = self.record.components();
        if !settings.deployed {
            self.record.deleted = old.deleted.clone();
        }
        if settings.writes(Part::Destructive) {
            for component in self.leaving.keys().filter_map(|path| component_of(path)) {
                self.record.deleted.entry(component.kind.to_owned()).or_default().insert(component.name);
            }
        }
        for (kind, names) in &mut self.record.deleted {
            names.retain(|name| !components.get(kind).is_some_and(|there| there.contains(name)));
            // Whoever wrote one of that name by hand since then means to keep it.
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
