//! The section `[drift]`: the schemas to compare, and the rules of the comparison.

use planwright_schema::{ContentModel, Role};
use toml::Spanned;

use super::advice;
use super::section::Section;

const KEYS: &[&str] = &[
    "against",
    "against-tip",
    "allow-undecided",
    "assert-formats",
    "baseline",
    "content-model",
    "exclude",
    "include",
    "role",
    "schemas",
    "strict",
];
const ROLES: [(&str, Role); 3] = [("consumed", Role::Consumed), ("produced", Role::Produced), ("both", Role::Both)];
const MODELS: [(&str, ContentModel); 2] = [("strict", ContentModel::Strict), ("lenient", ContentModel::Lenient)];

/// Settings of the section. A key that is not in the file is empty or `None`. Paths are as they are written.
#[derive(Debug, Default)]
pub struct DriftConfig {
    /// Files and folders.
    pub schemas: Vec<String>,
    /// A git revision, a file or a folder.
    pub against: Option<String>,
    /// `against-tip`: compare with the tip of the revision instead of the merge base.
    pub against_tip: Option<bool>,
    /// Patterns of files in folders.
    pub include: Vec<String>,
    /// Patterns of files to leave out.
    pub exclude: Vec<String>,
    /// A file that `--write-baseline` wrote, or a folder.
    pub baseline: Option<String>,
    /// Roles, each for the paths with a prefix.
    pub roles: Vec<(String, Role)>,
    /// `content-model`
    pub content_model: Option<ContentModel>,
    /// `assert-formats`
    pub assert_formats: Option<bool>,
    /// `allow-undecided`
    pub allow_undecided: Option<bool>,
}

impl DriftConfig {
    pub(super) fn from_section(section: &mut Section<'_, '_>) -> Self {
        section.allow(KEYS);
        let texts = |section: &mut Section<'_, '_>, key: &str| -> Vec<String> {
            section.texts(key).unwrap_or_default().into_iter().map(Spanned::into_inner).collect()
        };
        let config = Self {
            schemas: texts(section, "schemas"),
            against: section.text("against"),
            against_tip: section.flag("against-tip"),
            include: texts(section, "include"),
            exclude: texts(section, "exclude"),
            baseline: section.text("baseline"),
            roles: roles(section),
            content_model: content_model(section),
            assert_formats: section.flag("assert-formats"),
            allow_undecided: allow_undecided(section),
        };
        if config.against.is_some() && config.baseline.is_some() {
            section.wrong_value("baseline", "`against` is also set; remove one of the two");
        }
        if config.baseline.is_some() && config.schemas.len() > 1 {
            section.wrong_value("baseline", "a baseline is for one file or folder, but `schemas` has several");
        }
        config
    }
}

/// Parses one role for all paths, or a table of roles by path prefix.
fn roles(section: &mut Section<'_, '_>) -> Vec<(String, Role)> {
    if let Some(entries) = section.pairs("role") {
        let role = |(prefix, name): (String, String)| Some((prefix, known(section, "role", "role", &name, &ROLES)?));
        return entries.into_iter().filter_map(role).collect();
    }
    let name = section.text("role");
    let role = name.and_then(|name| known(section, "role", "role", &name, &ROLES));
    role.map(|role| (String::new(), role)).into_iter().collect()
}

/// Returns whether undecided verdicts are accepted. `strict` is an older key with the opposite meaning.
pub(super) fn allow_undecided(section: &mut Section<'_, '_>) -> Option<bool> {
    let (allow, strict) = (section.flag("allow-undecided"), section.flag("strict"));
    if allow.is_some() && strict.is_some() {
        section.wrong_value("strict", "`allow-undecided` is also set; remove this one");
    }
    allow.or(strict.map(|strict| !strict))
}

/// Parses `content-model`: how documents use properties that no schema describes.
pub(super) fn content_model(section: &mut Section<'_, '_>) -> Option<ContentModel> {
    let name = section.text("content-model")?;
    known(section, "content-model", "content model", &name, &MODELS)
}

/// Returns the value with this name, or reports the known names.
pub(super) fn known<T: Copy>(
    section: &mut Section<'_, '_>,
    key: &str,
    what: &str,
    name: &str,
    all: &[(&str, T)],
) -> Option<T> {
    let found = all.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    if found.is_none() {
        let names: Vec<&str> = all.iter().map(|(known, _)| *known).collect();
        section.wrong_value(key, &format!("unknown {what} {name:?}; {}", advice(name, &names)));
    }
    found
}
