//! The section `[apex]`: input, output and options of `planwright apex`.

use clap::ValueEnum;
use planwright_templates::deploy::PermissionSetName;
use planwright_templates::{ApiVersion, Namespace};

use super::advice;
use super::section::Section;

/// Files that `planwright apex` can write in addition to the classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Part {
    /// package.xml, which lists every component.
    Manifest,
    /// destructiveChangesPost.xml, which lists components whose blueprint was removed. Their files are deleted.
    /// Implies `manifest`.
    Destructive,
    /// Permission set for the classes, and with --field-permissions also for the fields.
    PermissionSet,
    /// Agentforce function for each action.
    Agent,
}

/// Part of the runtime that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RuntimeExtent {
    /// All runtime classes.
    All,
    /// No classes: the org has them in the package that `--runtime-package` writes.
    Package,
    /// Only the classes that the actions need, with their objects.
    Used,
}

const KEYS: &[&str] = &[
    "api-version",
    "blueprints",
    "field-permissions",
    "manifest-dir",
    "namespace",
    "out",
    "packaged",
    "parts",
    "permission",
    "permission-set",
    "runtime",
    "snapshot",
    "standard",
];

/// Settings of the section. A key that is not in the file is `None`. Paths are as they are written.
#[derive(Debug, Default)]
pub struct ApexConfig {
    /// `api-version`
    pub api_version: Option<ApiVersion>,
    /// `blueprints`: files, folders and patterns.
    pub blueprints: Option<Vec<String>>,
    /// `field-permissions`
    pub field_permissions: Option<bool>,
    /// `manifest-dir`
    pub manifest_dir: Option<String>,
    /// `namespace`
    pub namespace: Option<Namespace>,
    /// `out`: package directory.
    pub out: Option<String>,
    /// `packaged`
    pub packaged: Option<bool>,
    /// `parts`
    pub parts: Option<Vec<Part>>,
    /// `permission`: whether each action needs a custom permission.
    pub permission: Option<bool>,
    /// `permission-set`
    pub permission_set: Option<PermissionSetName>,
    /// `runtime`
    pub runtime: Option<RuntimeExtent>,
    /// `snapshot`
    pub snapshot: Option<String>,
    /// `standard`: whether blueprints are checked against the built-in standard objects.
    pub standard: Option<bool>,
}

impl ApexConfig {
    pub(super) fn from_section(section: &mut Section<'_, '_>) -> Self {
        section.allow(KEYS);
        Self {
            api_version: section.parsed("api-version"),
            blueprints: section
                .texts("blueprints")
                .map(|texts| texts.into_iter().map(toml::Spanned::into_inner).collect()),
            field_permissions: section.flag("field-permissions"),
            manifest_dir: section.text("manifest-dir"),
            namespace: section.parsed("namespace"),
            out: section.text("out"),
            packaged: section.flag("packaged"),
            parts: parts(section),
            permission: section.flag("permission"),
            permission_set: section.parsed("permission-set"),
            runtime: runtime(section),
            snapshot: section.text("snapshot"),
            standard: section.flag("standard"),
        }
    }
}

/// Parses `true`, `false`, or the name of an extent.
fn runtime(section: &mut Section<'_, '_>) -> Option<RuntimeExtent> {
    if !section.is_text("runtime") {
        return section.flag("runtime")?.then_some(RuntimeExtent::Used);
    }
    let text = section.text("runtime")?;
    let extent = RuntimeExtent::from_str(&text, false).ok();
    if extent.is_none() {
        section.wrong_value("runtime", "expected true, false, \"all\", \"package\" or \"used\"");
    }
    extent
}

fn parts(section: &mut Section<'_, '_>) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    for text in section.texts("parts")? {
        if let Ok(part) = Part::from_str(text.get_ref(), false) {
            parts.push(part);
        } else {
            let names: Vec<String> = Part::value_variants()
                .iter()
                .filter_map(|part| part.to_possible_value().map(|value| value.get_name().to_owned()))
                .collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let what = format!("unknown part {:?}; {}", text.get_ref(), advice(text.get_ref(), &names));
            section.wrong("parts", text.span(), &what);
        }
    }
    Some(parts)
}
