//! The section `[drift]`: the schemas to compare, and the rules of the comparison.

use std::str::FromStr;

use jiff::civil::Date;
use planwright_runtime::Severity;
use planwright_schema::model::Keyword;
use planwright_schema::{ContentModel, Role};
use planwright_source::Pointer;
use toml::Spanned;

use super::advice;
use super::section::Section;

const KEYS: &[&str] = &[
    "accept",
    "against",
    "against-tip",
    "allow",
    "allow-undecided",
    "assert-formats",
    "baseline",
    "content-model",
    "exclude",
    "include",
    "role",
    "schemas",
    "severity",
    "strict",
    "version",
];
const OF_ACCEPT: &[&str] = &["files", "pointer", "reason", "rule", "until"];
const SEVERITIES: [(&str, Severity); 3] =
    [("error", Severity::Error), ("warning", Severity::Warning), ("note", Severity::Note)];
const ALLOWED: [(&str, bool); 2] = [("major", true), ("none", false)];
/// Value of `version` for the tags of git, with an optional pattern after a colon.
const GIT_TAG: &str = "git-tag";
const ROLES: [(&str, Role); 3] = [("consumed", Role::Consumed), ("produced", Role::Produced), ("both", Role::Both)];
pub(super) const MODELS: [(&str, ContentModel); 2] =
    [("strict", ContentModel::Strict), ("lenient", ContentModel::Lenient)];

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
    /// `allow-undecided`
    pub allow_undecided: Option<bool>,
    /// Accepted breaks.
    pub accept: Vec<AcceptConfig>,
    /// Severities by rule.
    pub severity: Vec<(String, Severity)>,
    /// Place of the version of a schema, if a new major version may break.
    pub version: Option<VersionSource>,
}

/// An accepted break. Without a rule and a pointer, every break of the files is accepted.
#[derive(Clone, Debug, Default)]
pub struct AcceptConfig {
    /// Patterns of files. If empty, all files match.
    pub files: Vec<String>,
    /// Rule of the change.
    pub rule: Option<String>,
    /// Location at or above the change, in the old or the new schema.
    pub pointer: Option<Pointer>,
    /// Why it is accepted.
    pub reason: String,
    /// Last day on which it is accepted.
    pub until: Option<Date>,
}

/// Place of the version of a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VersionSource {
    /// Its `$id`, such as `https://example.com/v2/order.json`.
    Id,
    /// Its path, such as `v2/order.json`.
    Path,
    /// The highest version among the git tags in the history of the commit, such as `v2.0.0`. The pattern selects tags.
    GitTag(String),
    /// A property of the schema, such as `x-version`.
    Property(String),
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
            allow_undecided: allow_undecided(section),
            accept: section.list("accept", accepted),
            severity: severities(section),
            version: version(section),
        };
        check_content_model(section);
        section.flag("assert-formats");
        if config.against.is_some() && config.baseline.is_some() {
            section.wrong_value("baseline", "`against` is also set; remove one of the two");
        }
        if config.baseline.is_some() && config.schemas.len() > 1 {
            section.wrong_value("baseline", "a baseline is for one file or folder, but `schemas` has several");
        }
        config
    }
}

fn accepted(entry: &mut Section<'_, '_>) -> AcceptConfig {
    entry.allow(OF_ACCEPT);
    let place = entry.place().unwrap_or_default();
    if entry.place_of("reason").is_none() {
        entry.wrong("reason", place, "missing; say why the break is accepted");
    }
    AcceptConfig {
        files: entry.texts("files").unwrap_or_default().into_iter().map(Spanned::into_inner).collect(),
        rule: entry.text("rule"),
        pointer: entry.parsed("pointer"),
        reason: entry.text("reason").unwrap_or_default(),
        until: entry.parsed::<UntilDate>("until").map(|until| until.0),
    }
}

/// Last day of an accepted break.
struct UntilDate(Date);

impl FromStr for UntilDate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.parse().map(Self).map_err(|_| format!("expected a date such as \"2027-01-31\", found {text:?}"))
    }
}

fn severities(section: &mut Section<'_, '_>) -> Vec<(String, Severity)> {
    let found = section.texts_by_key("severity", |_, _| {});
    let known =
        |(rule, name): (String, String)| Some((rule, known(section, "severity", "severity", &name, &SEVERITIES)?));
    found.into_iter().filter_map(known).collect()
}

/// Parses `allow` and `version`. A version counts only if a new major version may break.
fn version(section: &mut Section<'_, '_>) -> Option<VersionSource> {
    let allow = section.text("allow");
    let is_allowed =
        allow.is_some_and(|allow| known(section, "allow", "break to allow", &allow, &ALLOWED) == Some(true));
    let source = section.text("version").map(|name| match name.as_str() {
        id if id == Keyword::DollarId.name() => VersionSource::Id,
        "path" => VersionSource::Path,
        GIT_TAG => VersionSource::GitTag("*".to_owned()),
        name if name.strip_prefix(GIT_TAG).is_some_and(|rest| rest.starts_with(':')) => {
            VersionSource::GitTag(name[GIT_TAG.len() + 1..].to_owned())
        }
        _ => VersionSource::Property(name),
    });
    match (is_allowed, source) {
        (true, None) => Some(VersionSource::Id),
        (true, source) => source,
        (false, Some(_)) => {
            section.wrong_value("version", "it counts only with `allow = \"major\"`; add that, or remove this key");
            None
        }
        (false, None) => None,
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

/// Reports a wrong `content-model`. [`Semantics`](planwright_schema::Semantics) have the value.
pub(super) fn check_content_model(section: &mut Section<'_, '_>) {
    if let Some(name) = section.text("content-model") {
        known(section, "content-model", "content model", &name, &MODELS);
    }
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
