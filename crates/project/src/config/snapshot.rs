//! The section `[snapshot]`: the org that `planwright ci` checks blueprints against.

use toml::Spanned;

use super::section::Section;

const KEYS: &[&str] = &["against", "blueprints", "file"];

/// Settings of the section. A key that is not in the file is `None`. Paths are as they are written.
#[derive(Debug, Default)]
pub struct SnapshotConfig {
    /// The org: a snapshot, a describe file, a folder of these, of metadata or of a project, or `REVISION:PATH` in git.
    /// The default is `snapshot` of `[apex]`.
    pub file: Option<String>,
    /// Files and folders. The default are those of `[apex]`.
    pub blueprints: Option<Vec<String>>,
    /// The older state of the org to compare with: like `file`, or only a git revision, which means `file` in it.
    pub against: Option<String>,
}

impl SnapshotConfig {
    pub(super) fn from_section(section: &mut Section<'_, '_>) -> Self {
        section.allow(KEYS);
        let blueprints = section.texts("blueprints");
        Self {
            file: section.text("file"),
            blueprints: blueprints.map(|texts| texts.into_iter().map(Spanned::into_inner).collect()),
            against: section.text("against"),
        }
    }
}
