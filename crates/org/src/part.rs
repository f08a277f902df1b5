//! The content of one source file and its findings. Every reader returns this.

use std::collections::BTreeMap;
use std::ops::Range;

use planwright_check::{Diagnostic, codes};
use planwright_generated::action_blueprint::SchemaSnapshot;
use planwright_runtime::wording;
use planwright_source::{Pointer, type_name};
use serde_json::Value;

use super::codes::MERGE_CONFLICT;
use super::diff::ChangeKind;

/// Location of a field in the sources, for messages about disagreements.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// Index of the file.
    pub file: usize,
    pub at: Pointer,
    pub span: Option<Range<usize>>,
}

/// Content of one file, or of all metadata files together.
pub(super) struct Part {
    pub snapshot: SchemaSnapshot,
    /// Locations by lowercase object and field.
    pub origins: BTreeMap<(String, String), Origin>,
    /// API version that the file names, and its location.
    pub version: Option<(String, Origin)>,
}

impl Default for Part {
    fn default() -> Self {
        Self {
            snapshot: SchemaSnapshot { objects: BTreeMap::new(), partial: None },
            origins: BTreeMap::new(),
            version: None,
        }
    }
}

impl Part {
    /// Records the location of a field.
    pub(super) fn locate(&mut self, object: &str, field: &str, origin: Origin) {
        self.origins.insert((object.to_ascii_lowercase(), field.to_ascii_lowercase()), origin);
    }
}

/// Findings by index of the file.
#[derive(Default)]
pub(super) struct Found(pub(super) BTreeMap<usize, Vec<Diagnostic>>);

impl Found {
    pub(super) fn add(&mut self, file: usize, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        self.0.entry(file).or_default().extend(diagnostics);
    }
}

/// Creates a warning for a file that describes a field differently than an earlier file.
pub(super) fn disagreement(
    object: &str,
    field: &str,
    before: &str,
    changes: &[ChangeKind],
    origin: &Origin,
) -> Diagnostic {
    let said: Vec<String> = changes.iter().map(ToString::to_string).collect();
    let message = format!("{object}.{field} differs from {before}: {}", said.join(", "));
    let warning = Diagnostic::warning(MERGE_CONFLICT, origin.at.clone(), message)
        .with_help("import files of one org and one time; the later file counts");
    Diagnostic { span: origin.span.clone(), ..warning }
}

/// Creates an error for a missing property.
pub(super) fn missing(at: &Pointer, member: &str) -> Diagnostic {
    Diagnostic::error(codes::MISSING_FIELD, at.member(member), wording::missing_property(member))
        .with_help("describe the object again")
}

/// Creates an error for a property of the wrong type.
pub(super) fn mistyped(at: Pointer, value: &Value, wanted: &str) -> Diagnostic {
    let got = wording::with_article(type_name(value));
    Diagnostic::error(codes::TYPE_MISMATCH, at, wording::wrong_type(wanted, &got))
        .with_help("describe the object again")
}
