//! The section `[snapshot]`: the org that `planwright ci` checks blueprints against.

use toml::Spanned;

use super::section::Section;

const KEYS: &[&str] = &["against", "blueprints", "file"];

/// Each is `None` where the file does not say. Paths are as they were written.
#[derive(Debug, Default)]
pub struct SnapshotConfig {
    /// The org: a snapshot, a describe file, or a folder of either, of metadata or of a project; or REVISION:PATH of git. Else
    /// the `snapshot` of `[apex]`.
    pub file: Option<String>,
    /// Files and folders; else those of `[apex]`.
    pub blueprints: Option<Vec<String>>,
    /// The org as it was, to compare with: as `file`, or a git revision alone, which means `file` in it.
    pub against: Option<String>,
}

impl SnapshotConfig {
    pub(super) fn read(section: &mut Section<'_, '_>) -> Self {
        section.allow(KEYS);
        let blueprints = section.texts("blueprints");
        Self {
            file: section.text("file"),
            blueprints: blueprints.map(|texts| texts.into_iter().map(Spanned::into_inner).collect()),
            against: section.text("against"),
        }
    }
}
