//! The sections `[check]` and `[[check]]`: the documents that `planwright check` and `planwright ci` judge.

use toml::Spanned;

use super::section::Section;

const KEYS: &[&str] = &["context", "contract", "files", "schema", "schemas", "snapshot"];

/// One set of documents. Paths are as they were written.
#[derive(Debug, Default)]
pub(crate) struct CheckConfig {
    /// A contract, or one schema of one.
    pub contract: Option<String>,
    /// A schema file instead of a contract.
    pub schema: Option<String>,
    /// Folder of the schemas that the file refers to; else that of the file.
    pub schemas: Option<String>,
    /// The org, for blueprints.
    pub snapshot: Option<String>,
    /// What the rules of the contract may look at besides.
    pub context: Option<String>,
    /// Files and folders.
    pub files: Vec<String>,
}

impl CheckConfig {
    pub(super) fn read(section: &mut Section<'_, '_>) -> Self {
        section.allow(KEYS);
        let at = section.place().unwrap_or_default();
        let files = section.texts("files").unwrap_or_default();
        let read = Self {
            contract: section.text("contract"),
            schema: section.text("schema"),
            schemas: section.text("schemas"),
            snapshot: section.text("snapshot"),
            context: section.text("context"),
            files: files.into_iter().map(Spanned::into_inner).collect(),
        };
        let has = |section: &Section<'_, '_>, key: &str| section.place_of(key).is_some();
        match (has(section, "contract"), has(section, "schema")) {
            (true, true) => section.wrong_value("schema", "`contract` is given too; keep one of them"),
            (false, false) => section.wrong(
                "contract",
                at.clone(),
                "what are the files checked against? name a `contract`, or a `schema` file",
            ),
            _ => {}
        }
        if !has(section, "files") {
            section.wrong("files", at, "which documents? name files or folders");
        }
        if has(section, "schemas") && !has(section, "schema") {
            section.wrong_value("schemas", "this is for `schema`, the file that refers to them");
        }
        read
    }
}
