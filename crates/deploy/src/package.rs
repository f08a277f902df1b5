//! Checks Apex in a package.
//!
//! Apex in a package must not use objects or fields that exist only in the developer's org: orgs that install it do not
//! have them.

use std::collections::BTreeSet;
use std::path::Path;

use planwright_contracts::action_blueprint::names::same;
use planwright_runtime::{Diagnostic, Severity};
use planwright_sync::list_tree;
use planwright_templates::deploy::Access;

use super::rendering::RenderedBlueprint;
use super::settings::Settings;
use planwright_project::exit::Failure;
use planwright_project::sfdx::Sfdx;

/// File suffixes of objects and fields in source format.
const OBJECT: &str = ".object-meta.xml";
const FIELD: &str = ".field-meta.xml";

/// Objects and fields of the package directories, and the namespace of the project.
struct PackageSource {
    /// `Object__c` and `Object.Field__c`, in lowercase.
    names: BTreeSet<String>,
    namespace: Option<String>,
}

/// Returns a finding for each blueprint that uses components that are not in the package directories.
///
/// With a namespace this is an error. A component without one can then not come from another package either.
pub(super) fn absent(settings: &Settings, given: &[RenderedBlueprint]) -> Result<Vec<Diagnostic>, Failure> {
    if !settings.options.packaged {
        return Ok(Vec::new());
    }
    let source = PackageSource::from_settings(settings)?;
    let mut found = Vec::new();
    for one in given {
        let lacking = source.lacking(&one.access);
        if lacking.is_empty() {
            continue;
        }
        let message = format!("{} of {} are not in the package directories", lacking.join(", "), one.name);
        let help = "add the metadata to the package, or use the namespace of the package that has it";
        let mut finding = Diagnostic::of_run("PACKAGE_LACKS", message).with_help(help);
        if let Some(file) = &one.source {
            finding = finding.with_file(file);
        }
        if source.namespace.is_none() {
            finding.severity = Severity::Warning;
        }
        found.push(finding);
    }
    Ok(found)
}

impl PackageSource {
    fn from_settings(settings: &Settings) -> Result<Self, Failure> {
        let out = settings.places.out();
        let project = settings.project.as_ref();
        let mut folders = vec![out.display().to_string()];
        if let Some(project) = project {
            folders.extend(project.packages().map_err(Failure::one)?);
        }
        let mut names = BTreeSet::new();
        for folder in folders.iter().filter(|folder| Path::new(folder).is_dir()) {
            for path in list_tree(Path::new(folder), OBJECT).map_err(Failure::all)? {
                names.extend(object_of(&path));
            }
            for path in list_tree(Path::new(folder), FIELD).map_err(Failure::all)? {
                names.extend(field_of(&path));
            }
        }
        let namespace = project.and_then(Sfdx::namespace);
        let namespace = namespace.or_else(|| settings.namespace.as_ref().map(ToString::to_string));
        Ok(Self { names, namespace })
    }

    /// Returns the custom objects and fields of an action that no file defines.
    fn lacking(&self, access: &Access) -> Vec<String> {
        let mut lacking = Vec::new();
        let object = self.own(&access.object);
        let is_absent = |name: &str| !self.names.contains(&name.to_ascii_lowercase());
        if object.is_some_and(is_absent) {
            lacking.push(access.object.clone());
        }
        let object = object.unwrap_or(&access.object);
        for field in access.reads.iter().chain(&access.edits) {
            let Some(own) = self.own(field) else { continue };
            let owners = [object, "Activity"];
            let is_activity = same(object, "Task") || same(object, "Event");
            let owners = if is_activity { &owners[..] } else { &owners[..1] };
            if owners.iter().all(|owner| is_absent(&format!("{owner}.{own}"))) {
                lacking.push(format!("{}.{field}", access.object));
            }
        }
        lacking
    }

    /// Returns the name in source format, if it is a custom name without a foreign namespace.
    ///
    /// Components of a location field have the name of the whole field. Fields of a person account belong to Contact.
    fn own<'n>(&self, name: &'n str) -> Option<&'n str> {
        let (stem, suffix) = name.rsplit_once("__")?;
        if !same(suffix, "c") {
            return None;
        }
        match (stem.split_once("__"), &self.namespace) {
            (None, _) => Some(name),
            (Some((prefix, _)), Some(namespace)) if same(prefix, namespace) => name.get(prefix.len() + 2..),
            (Some(_), _) => None,
        }
    }
}

/// Returns the object of a path: `X__c` for `objects/X__c/X__c.object-meta.xml`.
fn object_of(path: &str) -> Option<String> {
    let file = path.rsplit('/').next()?;
    Some(file.strip_suffix(OBJECT)?.to_ascii_lowercase())
}

/// Returns the field of a path: `X__c.F__c` for `objects/X__c/fields/F__c.field-meta.xml`.
fn field_of(path: &str) -> Option<String> {
    let mut parts = path.rsplit('/');
    let field = parts.next()?.strip_suffix(FIELD)?;
    let object = parts.nth(1)?;
    Some(format!("{object}.{field}").to_ascii_lowercase())
}
