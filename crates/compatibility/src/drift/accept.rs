//! Decides which breaks a project accepts: by an entry with a reason, by the severity of a rule, or because the new
//! version of the schema has a new major number. Verdicts never change.

use jiff::civil::Date;
use planwright_drift::{Change, RULES, Rule, RuleId, rule};
use planwright_project::clock;
use planwright_project::config::{self, AcceptConfig, DriftConfig, VersionSource};
use planwright_project::config_locations;
use planwright_project::exit::Failure;
use planwright_project::git;
use planwright_project::schemas::FileFilter;
use planwright_runtime::Severity;
use planwright_schema::model::Keyword;
use planwright_source::Pointer;
use serde_json::{Value, json};

use super::load::Base;
use super::{Comparison, FileChange, FileComparison};

/// Rules for the breaks that are accepted.
#[derive(Default)]
pub(super) struct AcceptPolicy {
    entries: Vec<Entry>,
    /// Severity of the changes of a rule, instead of the one that the verdict gives.
    severities: Vec<(String, Severity)>,
    version: Option<VersionSource>,
    /// Versions of the git tags on the old and the new side, for [`VersionSource::GitTag`].
    tags: [Option<String>; 2],
}

/// An accepted break.
struct Entry {
    config: AcceptConfig,
    files: FileFilter,
    is_expired: bool,
}

/// Versions of the old and the new schema, where they have one.
pub(super) struct Versions {
    source: VersionSource,
    old: Option<String>,
    new: Option<String>,
}

impl Versions {
    /// Returns both versions if the new one has a new major number.
    fn new_major(&self) -> Option<(String, String)> {
        let (old, new) = (self.old.as_ref()?, self.new.as_ref()?);
        (major(new) > major(old)).then(|| (old.clone(), new.clone()))
    }

    /// Explains why the versions of two files do not accept a break.
    pub(super) fn refusal(&self, old_file: &str, new_file: &str) -> String {
        let place = match &self.source {
            VersionSource::Id => format!("`{}`", Keyword::DollarId.name()),
            VersionSource::Path => "path".to_owned(),
            VersionSource::Property(name) => format!("property `{name}`"),
            VersionSource::GitTag(_) => "git tags in the history".to_owned(),
        };
        let side = |version: &Option<String>, file: &str| match version {
            Some(version) => format!("version {version} in the {place} of {file}"),
            None => format!("no version in the {place} of {file}"),
        };
        let next = match (&self.old, &self.new) {
            (Some(old), Some(_)) => format!("a new major version, such as {}, would accept the break", next_major(old)),
            _ if matches!(self.source, VersionSource::GitTag(_)) => {
                "to accept a break, both commits need one; a shallow clone may lack the tags".to_owned()
            }
            _ => "to accept a break, both need one".to_owned(),
        };
        format!("allow = \"major\" found {} and {}; {next}", side(&self.old, old_file), side(&self.new, new_file))
    }
}

/// Reason why a break of a file is accepted.
#[derive(Clone, Debug)]
pub(super) enum Acceptance {
    /// An entry: its reason, and its last day if it has one.
    Entry(String, Option<Date>),
    /// The rules of all its breaking changes are not errors.
    Severity,
    /// Old and new version.
    Major(String, String),
}

impl Acceptance {
    /// Describes the reason, for people.
    pub(super) fn description(&self) -> String {
        match self {
            Self::Entry(reason, None) => reason.clone(),
            Self::Entry(reason, Some(until)) => format!("{reason} (until {until})"),
            Self::Severity => "its rules are no errors, by [drift.severity]".to_owned(),
            Self::Major(old, new) => format!("version {old} became {new}, which is a new major version"),
        }
    }

    /// Returns the reason as JSON.
    pub(super) fn to_json(&self) -> Value {
        match self {
            Self::Entry(reason, until) => {
                json!({ "by": "entry", "reason": reason, "until": until.map(|date| date.to_string()) })
            }
            Self::Severity => json!({ "by": "severity" }),
            Self::Major(old, new) => json!({ "by": "major", "old": old, "new": new }),
        }
    }
}

impl AcceptPolicy {
    /// Reads the policy of a configuration. Reports all unknown rules and invalid patterns.
    pub(super) fn from_config(config: &DriftConfig) -> Result<Self, Failure> {
        let mut reasons = Vec::new();
        let known: Vec<&str> = RULES.iter().map(|rule| rule.id.as_str()).collect();
        let accepted = config.accept.iter().filter_map(|entry| Some(("drift.accept.rule", entry.rule.as_ref()?)));
        let graded = config.severity.iter().map(|(name, _)| ("drift.severity", name));
        for (key, unknown) in accepted.chain(graded).filter(|(_, name)| rule(name).is_none()) {
            let (place, advice) = (config_locations::first_prefix(&[key], unknown), config::advice(unknown, &known));
            reasons.push(format!(
                "{place}unknown rule {unknown:?} in {key}; {advice}; `planwright rules drift` lists all"
            ));
        }
        let today = clock::today();
        let mut entries = Vec::new();
        for entry in &config.accept {
            match FileFilter::new(&entry.files, &[]) {
                Ok(files) => {
                    let is_expired = entry.until.is_some_and(|until| until < today);
                    entries.push(Entry { config: entry.clone(), files, is_expired });
                }
                Err(failure) => reasons.extend(failure.messages()),
            }
        }
        if reasons.is_empty() {
            let (severities, version) = (config.severity.clone(), config.version.clone());
            Ok(Self { entries, severities, version, tags: [None, None] })
        } else {
            Err(Failure::all(reasons))
        }
    }

    /// Loads the versions of the git tags, if the policy needs them. An old side without a commit has none.
    pub(super) fn load_tags(&mut self, folder: &str, base: Option<&Base>) -> Result<(), Failure> {
        let Some(VersionSource::GitTag(pattern)) = &self.version else { return Ok(()) };
        let highest = |commit: &str| -> Result<Option<String>, Failure> {
            let tags = git::tags(folder, commit, pattern)?;
            Ok(tags.iter().filter_map(|tag| version_in(tag)).max_by_key(|version| numbers(version)))
        };
        if let Some(commit) = base.and_then(|base| base.commit.as_deref()) {
            self.tags = [highest(commit)?, highest("HEAD")?];
        }
        Ok(())
    }

    /// Returns the versions of two schemas, if the policy needs them.
    pub(super) fn versions(&self, old: (&str, &Value), new: (&str, &Value)) -> Option<Versions> {
        let source = self.version.as_ref()?.clone();
        let [old, new] = match source {
            VersionSource::GitTag(_) => self.tags.clone(),
            _ => [version(&source, old), version(&source, new)],
        };
        Some(Versions { source, old, new })
    }

    /// Returns whether the project sets the severity of a rule.
    pub(super) fn names(&self, rule: &Rule) -> bool {
        self.severities.iter().any(|(name, _)| name == rule.id.as_str())
    }

    /// Sets the severities of all changes, and accepts breaks. Adds a warning for each entry that accepts nothing.
    pub(super) fn apply(&self, comparison: &mut Comparison) {
        let mut used = vec![false; self.entries.len()];
        let content = comparison.semantics.content;
        for file in &mut comparison.files {
            let is_lowered = self.grade(file);
            if file.breaks(content) {
                file.acceptance = self.accept(file, is_lowered, &mut used);
            }
        }
        for (entry, used) in self.entries.iter().zip(used) {
            let what = entry.description();
            let reason = match (entry.is_expired, used, entry.config.until) {
                (true, true, Some(until)) => format!("expired on {until}; fix the break, or agree on a new date"),
                (true, false, Some(until)) => format!("expired on {until} and matches no break; remove it"),
                (_, false, _) => "matches no break; remove it".to_owned(),
                _ => continue,
            };
            comparison.warnings.push(format!("{what} {reason}"));
        }
    }

    /// Replaces the severities of rules that have one in the configuration. Returns whether an error became less.
    fn grade(&self, file: &mut FileComparison) -> bool {
        let FileChange::Pair { pair, severities } = &mut file.change else { return false };
        let mut is_lowered = false;
        for (change, severity) in pair.changes.iter().zip(severities) {
            let set = self.severities.iter().find(|(rule, _)| rule == change.rule.id.as_str());
            let Some((_, set)) = set else { continue };
            is_lowered |= *severity == Severity::Error && *set != Severity::Error;
            file.is_raised |= *severity != Severity::Error && *set == Severity::Error;
            // A change that breaks nothing stays a note, unless its rule is an error.
            *severity = if *set == Severity::Error { *set } else { (*severity).min(*set) };
        }
        is_lowered
    }

    /// Returns the reason why the break of a file is accepted. Marks the entries that match it. Accepted changes become
    /// notes.
    fn accept(&self, file: &mut FileComparison, is_lowered: bool, used: &mut [bool]) -> Option<Acceptance> {
        let whole = self.find(file, None, used);
        let mut each = Vec::new();
        if let FileChange::Pair { pair, severities } = &file.change {
            let errors = pair.changes.iter().zip(severities).filter(|(_, severity)| **severity == Severity::Error);
            each = errors.map(|(change, _)| self.find(file, Some(change), used)).collect();
        }
        let entry = match whole {
            Some(whole) => Some(whole),
            None if each.iter().all(Option::is_some) => each.into_iter().flatten().next(),
            None => None,
        };
        let is_free = |file: &FileComparison| match &file.change {
            FileChange::Pair { severities, .. } => !severities.contains(&Severity::Error),
            FileChange::Removed | FileChange::Added => false,
        };
        let lowered = || (is_lowered && is_free(file)).then_some(Acceptance::Severity);
        let newer = || file.versions.as_ref().and_then(Versions::new_major);
        let reason = entry.or_else(lowered).or_else(|| newer().map(|(old, new)| Acceptance::Major(old, new)))?;
        // The project set the severities of its rules itself.
        let is_set = matches!(reason, Acceptance::Severity);
        if let FileChange::Pair { severities, .. } = &mut file.change
            && !is_set
        {
            for severity in severities {
                *severity = (*severity).min(Severity::Note);
            }
        }
        file.is_raised = false;
        Some(reason)
    }

    /// Returns the acceptance by an entry for a change, or for the whole file.
    fn find(&self, file: &FileComparison, change: Option<&Change>, used: &mut [bool]) -> Option<Acceptance> {
        let mut found = None;
        for (index, entry) in self.entries.iter().enumerate() {
            if entry.matches(file, change) {
                used[index] = true;
                if !entry.is_expired {
                    let config = &entry.config;
                    found = found.or_else(|| Some(Acceptance::Entry(config.reason.clone(), config.until)));
                }
            }
        }
        found
    }
}

impl Entry {
    /// Returns whether the entry is about a change, or, without a change, about the whole file.
    fn matches(&self, file: &FileComparison, change: Option<&Change>) -> bool {
        let AcceptConfig { rule, pointer, .. } = &self.config;
        let name = if file.new_name.is_empty() { &file.old_name } else { &file.new_name };
        if !self.files.selects(&file.label, name) {
            return false;
        }
        match change {
            None => {
                let is_removal = matches!(file.change, FileChange::Removed);
                let is_removed = |rule: &String| is_removal && rule == RuleId::DefinitionRemoved.as_str();
                pointer.is_none() && rule.as_ref().is_none_or(is_removed)
            }
            Some(change) => {
                let is_below = |at: &Pointer| {
                    let spots = change.old.iter().chain(&change.new);
                    spots.into_iter().any(|spot| spot.pointer.is_within(at))
                };
                rule.as_ref().is_none_or(|rule| rule == change.rule.id.as_str())
                    && pointer.as_ref().is_none_or(is_below)
            }
        }
    }

    fn description(&self) -> String {
        let AcceptConfig { files, rule, pointer, reason, until: _ } = &self.config;
        let mut parts = vec![format!("reason {reason:?}")];
        parts.extend(rule.iter().map(|rule| format!("rule {rule}")));
        parts.extend(pointer.iter().map(|pointer| format!("pointer {pointer}")));
        parts.extend((!files.is_empty()).then(|| format!("files {}", files.join(", "))));
        format!("the entry of [[drift.accept]] with {}", parts.join(", "))
    }
}

/// Returns the version of a schema, given its path and its content.
fn version(source: &VersionSource, (path, schema): (&str, &Value)) -> Option<String> {
    let text = match source {
        VersionSource::Id => {
            [Keyword::DollarId, Keyword::Id].iter().find_map(|key| schema.get(key.name()))?.as_str()?
        }
        VersionSource::Path => path,
        VersionSource::Property(name) => {
            let value = schema.get(name)?;
            return Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        }
        VersionSource::GitTag(_) => return None,
    };
    version_in(text)
}

/// Returns the last version in a path or URI: a segment, or a part between `-`, `_` and `.`, such as `v2` or `2.1.0`.
fn version_in(text: &str) -> Option<String> {
    let is_version = |part: &&str| {
        let digits = part.strip_prefix(['v', 'V']).unwrap_or(part);
        let has_mark = digits.len() < part.len() || digits.contains('.');
        has_mark
            && !digits.is_empty()
            && digits
                .split('.')
                .all(|one| !one.is_empty() && one.len() < 10 && one.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let without_ending = |segment: &str| -> String {
        let endings = [".json", ".yaml", ".yml", ".schema"];
        let mut segment = segment;
        while let Some(shorter) = endings.iter().find_map(|ending| segment.strip_suffix(ending)) {
            segment = shorter;
        }
        segment.to_owned()
    };
    text.split(['/', '?', '#']).rev().find_map(|segment| {
        let segment = without_ending(segment);
        let parts = segment.split(['-', '_', '@', ':']);
        parts.rev().find(is_version).map(str::to_owned)
    })
}

/// Returns the numbers of a version.
fn numbers(version: &str) -> Vec<u64> {
    version.trim_start_matches(['v', 'V']).split('.').map(|part| part.parse().unwrap_or(0)).collect()
}

/// Returns the major number of a version, or the number that counts before 1.0.0.
fn major(version: &str) -> (u64, u64) {
    let mut numbers = numbers(version).into_iter();
    match (numbers.next().unwrap_or(0), numbers.next()) {
        // Before 1.0.0, the minor number is increased by what breaks.
        (0, minor) => (0, minor.unwrap_or(0)),
        (major, _) => (major, 0),
    }
}

/// Returns the lowest version that has a new major number.
fn next_major(version: &str) -> String {
    let mark = if version.starts_with(['v', 'V']) { &version[..1] } else { "" };
    let zeros = ".0".repeat(version.matches('.').count());
    match major(version) {
        (0, minor) if !zeros.is_empty() => format!("{mark}0.{}{}", minor + 1, &zeros[2..]),
        (major, _) => format!("{mark}{}{zeros}", major + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_where_people_write_them() {
        for (text, expected) in [
            ("https://example.com/schemas/v2/order.json", Some("v2")),
            ("https://example.com/order-1.4.0.schema.json", Some("1.4.0")),
            ("order_v3.json", Some("v3")),
            ("orders/v1/v2/order.json", Some("v2")),
            ("order.json", None),
            ("orders2/order.json", None),
        ] {
            assert_eq!(version_in(text).as_deref(), expected, "{text}");
        }
        for (old, new, is_major) in [
            ("1.2.3", "2.0.0", true),
            ("1.2.3", "1.3.0", false),
            ("v1", "v2", true),
            ("0.2.0", "0.3.0", true),
            ("0.2.0", "0.2.9", false),
        ] {
            assert_eq!(major(new) > major(old), is_major, "{old} {new}");
        }
        for (version, next) in [("v1", "v2"), ("1.2.3", "2.0.0"), ("0.2.1", "0.3.0"), ("0.2", "0.3"), ("v0", "v1")] {
            assert_eq!(next_major(version), next);
            assert!(major(next) > major(version), "{version}");
        }
        let schema = json!({ "$id": "https://example.com/v2/a.json", "version": 3 });
        let of = |source| version(&source, ("v1/a.json", &schema));
        assert_eq!(of(VersionSource::Id).as_deref(), Some("v2"));
        assert_eq!(of(VersionSource::Path).as_deref(), Some("v1"));
        assert_eq!(of(VersionSource::Property("version".to_owned())).as_deref(), Some("3"));
        assert_eq!(of(VersionSource::Property("x".to_owned())), None);
    }
}
