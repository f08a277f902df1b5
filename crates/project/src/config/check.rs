//! The sections `[check]` and `[[check]]`: the documents that `planwright check` and `planwright ci` validate.

use planwright_org::Target;
use toml::Spanned;

use super::section::Section;

const KEYS: &[&str] = &[
    "baseline",
    "context",
    "contract",
    "deny",
    "deny-warnings",
    "files",
    "ignore",
    "schema",
    "schemas",
    "snapshot",
    "standard",
];
const OF_IGNORE: &[&str] = &["code", "files", "reason"];

/// Settings for one set of documents. Paths are as they are written.
#[derive(Debug, Default)]
pub struct CheckConfig {
    /// A contract, or one schema of a contract.
    pub contract: Option<String>,
    /// A schema file instead of a contract.
    pub schema: Option<String>,
    /// Folder of the schemas that the file refers to. By default they are found by path or `$id`, next to the file.
    pub schemas: Option<String>,
    /// Snapshot of the org, for blueprints.
    pub snapshot: Option<String>,
    /// Whether blueprints are checked against the built-in standard objects if there is no snapshot.
    pub standard: Option<bool>,
    /// Further data for the rules of the contract.
    pub context: Option<String>,
    /// Files and folders.
    pub files: Vec<String>,
    /// A file of accepted findings.
    pub baseline: Option<String>,
    /// Codes whose warnings are errors.
    pub deny: Vec<String>,
    /// Whether all warnings are errors.
    pub deny_warnings: Option<bool>,
    /// Accepted warnings.
    pub ignore: Vec<IgnoreConfig>,
}

/// Accepted warnings of one code.
#[derive(Clone, Debug, Default)]
pub struct IgnoreConfig {
    /// Code of the warnings.
    pub code: String,
    /// Patterns of files. If empty, all files match.
    pub files: Vec<String>,
    /// Why they are accepted. Only people read it.
    pub reason: String,
}

impl CheckConfig {
    pub(super) fn from_section(section: &mut Section<'_, '_>) -> Self {
        section.allow(KEYS);
        let at = section.place().unwrap_or_default();
        let files = section.texts("files").unwrap_or_default();
        let config = Self {
            contract: section.text("contract"),
            schema: section.text("schema"),
            schemas: section.text("schemas"),
            snapshot: section.text("snapshot"),
            standard: section.flag("standard"),
            context: section.text("context"),
            baseline: section.text("baseline"),
            files: files.into_iter().map(Spanned::into_inner).collect(),
            deny: section.texts("deny").unwrap_or_default().into_iter().map(Spanned::into_inner).collect(),
            deny_warnings: section.flag("deny-warnings"),
            ignore: section.list("ignore", |inner| {
                inner.allow(OF_IGNORE);
                let place = inner.place().unwrap_or_default();
                for key in ["code", "reason"] {
                    if inner.place_of(key).is_none() {
                        inner.wrong(key, place.clone(), "missing; each ignored warning requires a code and a reason");
                    }
                }
                let files = inner.texts("files").unwrap_or_default();
                IgnoreConfig {
                    reason: inner.text("reason").unwrap_or_default(),
                    code: inner.text("code").unwrap_or_default(),
                    files: files.into_iter().map(Spanned::into_inner).collect(),
                }
            }),
        };
        let has = |section: &Section<'_, '_>, key: &str| section.place_of(key).is_some();
        match (has(section, "contract"), has(section, "schema")) {
            (true, true) => section.wrong_value("schema", "`contract` is also set; remove one of the two"),
            (false, false) => section.wrong("contract", at.clone(), "missing; set `contract`, or `schema` to a file"),
            _ => {}
        }
        if let Some(name) = config.contract.as_deref().filter(|name| Target::named(name).is_none()) {
            section.wrong_value("contract", &planwright_org::unknown(name));
        }
        if !has(section, "files") {
            section.wrong("files", at, "missing; name files or folders");
        }
        if has(section, "schemas") && !has(section, "schema") {
            section.wrong_value("schemas", "this key requires `schema`");
        }
        config
    }
}
