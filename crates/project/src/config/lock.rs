//! The sections `[lock]` and `[[lock]]`: the operations that `planwright lock` and `planwright ci` validate.
//!
//! The section can name only files, so that a configuration cannot start a server.

use toml::Spanned;

use super::drift::{allow_undecided, check_content_model, known};
use super::section::Section;

const KEYS: &[&str] = &["allow-undecided", "content-model", "deny", "file", "profile", "sources", "strict"];
const PROFILES: [(&str, LockProfile); 3] =
    [("calls", LockProfile::Calls), ("security", LockProfile::Security), ("strict", LockProfile::Strict)];

/// Changes of descriptions that fail a check. Changes that break calls always fail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum LockProfile {
    /// None. Risks are warnings, and other changed descriptions are notes.
    #[default]
    Calls,
    /// Those that can make an agent do harm: risks in descriptions, arguments named for secrets, tools with nearly the name of
    /// another one, and changed hints.
    Security,
    /// Every changed description and hint.
    Strict,
}

/// Settings of one lock. Paths are as they are written.
#[derive(Debug, Default)]
pub struct LockConfig {
    /// The lock file.
    pub file: Option<String>,
    /// Files that list operations, or folders of schemas.
    pub sources: Vec<String>,
    /// `allow-undecided`
    pub allow_undecided: Option<bool>,
    /// `profile`
    pub profile: Option<LockProfile>,
    /// Codes of findings that fail with any severity.
    pub deny: Vec<String>,
}

impl LockConfig {
    pub(super) fn from_section(section: &mut Section<'_, '_>) -> Self {
        section.allow(KEYS);
        let at = section.place().unwrap_or_default();
        let sources = section.texts("sources").unwrap_or_default();
        if section.place_of("sources").is_none() {
            section.wrong("sources", at, "missing; name files that list operations, or folders of schemas");
        }
        check_content_model(section);
        let name = section.text("profile");
        let profile = name.and_then(|name| known(section, "profile", "profile", &name, &PROFILES));
        let deny = section.texts("deny").unwrap_or_default();
        Self {
            profile,
            deny: deny.into_iter().map(Spanned::into_inner).collect(),
            file: section.text("file"),
            sources: sources.into_iter().map(Spanned::into_inner).collect(),
            allow_undecided: allow_undecided(section),
        }
    }
}
